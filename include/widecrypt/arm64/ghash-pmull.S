/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH (SP 800-38D, 6.4) with PMULL and Advanced SIMD, to be assembled into
 * every module that needs it:
 *
 *	#include <linux/linkage.h>
 *	#include <widecrypt/arm64/ghash-pmull.S>
 *	WC_DEFINE_GHASH_PMULL(widecrypt_sm4_ghash_pmull)
 *	WC_DEFINE_GHASH_POWERS_PMULL(widecrypt_sm4_ghash_powers)
 *
 * The field
 * =========
 *
 * The standard writes the coefficient of x^0 of a block into the most
 * significant bit of its first byte. Read as a big-endian number, a block
 * therefore has the coefficient of x^k in bit 127 - k. Call it the mirror of
 * the polynomial.
 *
 * The carry-less product of the mirrors of f and g has (fg)_k in bit 254 - k.
 * Read as 256 bits with x^k in bit 255 - k, it is the mirror of x f g. So one
 * factor is divided by x beforehand: the table holds H^i / x, and the product
 * of f with an entry is the mirror of f H^i, x^0 to x^127 in the high half.
 *
 * Reduction modulo x^128 + x^7 + x^2 + x + 1. Name the quarters of the product
 * h1 h0 l1 l0; they start at x^0, x^64, x^128 and x^192. Since x^128 =
 * 1 + x (1 + x + x^6), a quarter u counts the same two places to the left,
 * times that. There "1 +" adds u itself, and the mirror of u times
 * c = mirror(1 + x + x^6) = 0xc200000000000000 is, by the rule above, the
 * mirror of x u (1 + x + x^6) over 128 bits that start where u now counts.
 * First l0 is folded into h0 l1, then l1 into h1 h0:
 *
 *	M = (l0 : l1) + l0 c		the old l1 included, h0's share on top
 *	result = (h1 : h0) + (low half of M : high half of M)
 *				+ (low half of M) c
 *
 * Karatsuba: a product of 128 bits is three of 64, high by high, low by low and
 * sum by sum; the last plus the other two belongs in the middle, over h0 l1,
 * which is where M stands: M takes it on the way.
 *
 * Sums of products are reduced once. For blocks X1 .. Xn, n at most
 * WC_GHASH_POWERS, acc' = (acc + X1) H^n + X2 H^(n-1) + .. + Xn H.
 *
 * Halves and byte order
 * =====================
 *
 * LD1 of bytes and REV64 make of a block, whatever the CPU's byte order, its
 * number with the halves exchanged: the high one in lane 0. The sum so far is
 * kept like that. Lane by lane, TRN1 of two such blocks has the high halves,
 * TRN2 the low ones and their sum what both middle products take; LD2 has the
 * powers of two blocks in the same way: PMULL is for the first block, PMULL2
 * for the second, and nothing is exchanged. The tables are words of 64 bits,
 * which LD1 and LD2 of such words read right in either byte order.
 *
 * All of this is in Advanced SIMD registers 16 to 31, by these names:
 */
#ifndef WIDECRYPT_ARM64_GHASH_PMULL_H
#define WIDECRYPT_ARM64_GHASH_PMULL_H

#include <widecrypt/ghash.h>

#ifdef WC_HAVE_EOR3
	.arch	armv8.2-a+crypto+sha3
#else
	.arch	armv8-a+crypto
#endif

	wc_lo	.req	v16		/* sums of products */
	wc_hi	.req	v17
	wc_mid	.req	v18
	wc_acc	.req	v19		/* the sum so far, halves exchanged */
	wc_t	.req	v21		/* scratch */
	wc_u	.req	v22
	wc_x	.req	v24		/* blocks */
	wc_y	.req	v25
	wc_c	.req	v27		/* c in lane 0 */
	wc_plo	.req	v28		/* powers: LD2 wants two in a row */
	wc_phi	.req	v29
	wc_pkar	.req	v30

/* Instructions that only a big-endian CPU needs */
#ifdef __AARCH64EB__
#define WC_CPU_BE(insn...)	insn
#define WC_CPU_LE(insn...)
#else
#define WC_CPU_BE(insn...)
#define WC_CPU_LE(insn...)	insn
#endif

/* The ends of the tables: H^k is 16 k bytes before them. */
#define WC_GHASH_POW_END	(WC_OFF_GHASH_POW + 16 * WC_GHASH_POWERS)
#define WC_GHASH_KAR_END	(WC_OFF_GHASH_KAR + 16 * WC_GHASH_POWERS)

/*
 * \d += \x + \y; \x is clobbered. A file for CPUs with EOR3 (SHA-3) says so by
 * WC_HAVE_EOR3.
 */
.macro	wc_add_two d, x, y
#ifdef WC_HAVE_EOR3
	eor3	\d\().16b, \d\().16b, \x\().16b, \y\().16b
#else
	eor	\x\().16b, \x\().16b, \y\().16b
	eor	\d\().16b, \d\().16b, \x\().16b
#endif
.endm

/* The sums are empty. \tmp: a scratch register for c */
.macro	wc_ghash_begin tmp
	mov	\tmp, #0xc200000000000000
	fmov	d27, \tmp		/* wc_c */
	movi	wc_lo.2d, #0
	movi	wc_hi.2d, #0
	movi	wc_mid.2d, #0
.endm

/*
 * wc_lo, wc_hi, wc_mid += the products of two blocks and their powers as LD2
 * has them, \k the powers' sum: instruction \n of 12. With \init the sums are
 * set. Clobbers \x, \y, the blocks, and \t, \u.
 */
.macro	wc_ghash_pair_insn n, x, y, plo, phi, k, t, u, init=0
.if \n == 0
	trn1	\t\().2d, \x\().2d, \y\().2d
.elseif \n == 1
	trn2	\u\().2d, \x\().2d, \y\().2d
.elseif \n == 2
	pmull	\x\().1q, \t\().1d, \phi\().1d
.elseif \n == 3
	pmull2	\y\().1q, \t\().2d, \phi\().2d
.elseif \n == 4
	eor	\t\().16b, \t\().16b, \u\().16b
.elseif \n == 5
	wc_ghash_sum_up wc_hi, \x, \y, \init
.elseif \n == 6
	pmull	\x\().1q, \u\().1d, \plo\().1d
.elseif \n == 7
	pmull2	\u\().1q, \u\().2d, \plo\().2d
.elseif \n == 8
	pmull	\y\().1q, \t\().1d, \k\().1d
.elseif \n == 9
	pmull2	\t\().1q, \t\().2d, \k\().2d
.elseif \n == 10
	wc_ghash_sum_up wc_lo, \x, \u, \init
.else
	wc_ghash_sum_up wc_mid, \y, \t, \init
.endif
.endm

.macro	wc_ghash_sum_up d, x, y, init
.if \init
	eor	\d\().16b, \x\().16b, \y\().16b
.else
	wc_add_two \d, \x, \y
.endif
.endm

/* The same at once, with the powers at \p, which goes on to the next */
.macro	wc_ghash_pair x, y, p, t, u
	ld2	{wc_plo.2d-wc_phi.2d}, [\p], #32
	eor	wc_pkar.16b, wc_plo.16b, wc_phi.16b
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	wc_ghash_pair_insn \n, \x, \y, wc_plo, wc_phi, wc_pkar, \t, \u
	.endr
.endm

/*
 * The same for one block, whose halves have to be exchanged to match the
 * power's. \a: a scratch register
 */
.macro	wc_ghash_one x, p, t, u, a
	add	\a, \p, #WC_OFF_GHASH_KAR - WC_OFF_GHASH_POW
	ld1	{wc_plo.2d}, [\p], #16
	ld1	{wc_pkar.2d}, [\a]
	ext	\t\().16b, \x\().16b, \x\().16b, #8
	eor	\x\().16b, \x\().16b, \t\().16b
	pmull	\u\().1q, \t\().1d, wc_plo.1d
	pmull2	\t\().1q, \t\().2d, wc_plo.2d
	pmull	\x\().1q, \x\().1d, wc_pkar.1d
	eor	wc_lo.16b, wc_lo.16b, \u\().16b
	eor	wc_hi.16b, wc_hi.16b, \t\().16b
	eor	wc_mid.16b, wc_mid.16b, \x\().16b
.endm

/*
 * \out = the sums reduced, halves exchanged: instruction \n of 8. \c has c.
 * Clobbers wc_lo, wc_hi, wc_mid, \t.
 */
.macro	wc_ghash_reduce_insn n, c, t, out
.if \n == 0
	pmull	\t\().1q, wc_lo.1d, \c\().1d
.elseif \n == 1
#ifdef WC_HAVE_EOR3
	eor3	wc_mid.16b, wc_mid.16b, wc_lo.16b, wc_hi.16b
#else
	eor	wc_mid.16b, wc_mid.16b, wc_lo.16b
	eor	wc_mid.16b, wc_mid.16b, wc_hi.16b
#endif
.elseif \n == 2
	ext	wc_lo.16b, wc_lo.16b, wc_lo.16b, #8
.elseif \n == 3
	wc_add_two wc_mid, \t, wc_lo
.elseif \n == 4
	pmull	\t\().1q, wc_mid.1d, \c\().1d
.elseif \n == 5
	eor	\t\().16b, \t\().16b, wc_hi.16b
.elseif \n == 6
	ext	\t\().16b, \t\().16b, \t\().16b, #8
.else
	eor	\out\().16b, wc_mid.16b, \t\().16b
.endif
.endm

.macro	wc_ghash_reduce t, out
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	wc_ghash_reduce_insn \n, wc_c, \t, \out
	.endr
.endm

/*
 * v\v = x\n bytes at x\p, 1 to 15, then zeros; nothing else is read. Loads of
 * a power of two that overlap. Clobbers x\p, x\n, x\a and x\b.
 */
.macro	wc_load_partial v, p, n, a, b
	cmp	w\n, #8
	b.lo	.Lbelow8\@
	ldr	x\a, [x\p]
	add	x\p, x\p, x\n
	ldur	x\b, [x\p, #-8]
	WC_CPU_BE(rev	x\a, x\a)
	WC_CPU_BE(rev	x\b, x\b)
	eor	w\n, w\n, #15		/* 15 - n */
	lsl	w\n, w\n, #3
	lsr	x\b, x\b, x\n		/* by 8 (16 - n), which may be 64 */
	lsr	x\b, x\b, #8
	b	.Lend\@
.Lbelow8\@:
	mov	x\b, #0
	cmp	w\n, #4
	b.lo	.Lbelow4\@
	ldr	w\a, [x\p]
	add	x\p, x\p, x\n
	ldur	w\b, [x\p, #-4]
	WC_CPU_BE(rev	w\a, w\a)
	WC_CPU_BE(rev	w\b, w\b)
	sub	w\n, w\n, #4
	b	.Lmerge\@
.Lbelow4\@:
	tbz	w\n, #1, .Lone\@
	ldrh	w\a, [x\p]
	add	x\p, x\p, x\n
	ldurh	w\b, [x\p, #-2]
	WC_CPU_BE(rev16	w\a, w\a)
	WC_CPU_BE(rev16	w\b, w\b)
	sub	w\n, w\n, #2
	b	.Lmerge\@
.Lone\@:
	ldrb	w\a, [x\p]
.Lmerge\@:
	lsl	w\n, w\n, #3
	lsl	x\b, x\b, x\n
	orr	x\a, x\a, x\b
	mov	x\b, #0
.Lend\@:
	fmov	d\v, x\a
	mov	v\v\().d[1], x\b
.endm

/*
 * Stores x\n bytes of v\v, 1 to 15, at x\p; nothing else is written. Clobbers
 * x\p, x\a and x\b.
 */
.macro	wc_store_partial v, p, n, a, b
	fmov	x\a, d\v
	tbz	w\n, #3, .Lbelow8\@
	WC_CPU_BE(rev	x\a, x\a)
	str	x\a, [x\p], #8
	mov	x\a, v\v\().d[1]
.Lbelow8\@:
	tbz	w\n, #2, .Lbelow4\@
	mov	w\b, w\a
	WC_CPU_BE(rev	w\b, w\b)
	str	w\b, [x\p], #4
	lsr	x\a, x\a, #32
.Lbelow4\@:
	tbz	w\n, #1, .Lbelow2\@
	mov	w\b, w\a
	WC_CPU_BE(rev16	w\b, w\b)
	strh	w\b, [x\p], #2
	lsr	w\a, w\a, #16
.Lbelow2\@:
	tbz	w\n, #0, .Lend\@
	strb	w\a, [x\p]
.Lend\@:
.endm

/*
 * wc_acc = GHASH of x\n bytes more at x\data, any number below 2^32, the last
 * block padded with zeros. \h: the key. Clobbers x\data, x\n, x\a to x\d,
 * registers 16 to 18, 21, 22, 24, 25, 28 to 30; c is there.
 *
 * Up to 64 blocks, a segment, are summed up before a reduction.
 *
 *	x\a	the power of the next block
 *	x\b	how much is left for pairs in the segment
 */
.macro	wc_ghash h, data, n, a, b, c, d
	cbz	w\n, .Lend\@
.Lsegment\@:
	mov	w\b, #16 * WC_GHASH_POWERS
	cmp	w\n, w\b
	csel	w\b, w\n, w\b, lo
	sub	w\n, w\n, w\b		/* for later segments */
	add	w\c, w\b, #15
	and	w\c, w\c, #~15
	add	x\a, \h, #WC_GHASH_POW_END
	sub	x\a, x\a, x\c
	movi	wc_lo.2d, #0
	movi	wc_hi.2d, #0
	movi	wc_mid.2d, #0
	subs	w\b, w\b, #32
	b.lo	.Lrest\@
.Lpair\@:
	ld1	{wc_x.16b-wc_y.16b}, [x\data], #32
	rev64	wc_x.16b, wc_x.16b
	rev64	wc_y.16b, wc_y.16b
	eor	wc_x.16b, wc_x.16b, wc_acc.16b
	movi	wc_acc.2d, #0
	wc_ghash_pair wc_x, wc_y, x\a, wc_t, wc_u
	subs	w\b, w\b, #32
	b.hs	.Lpair\@
.Lrest\@:
	adds	w\b, w\b, #32
	b.eq	.Lreduce\@
	subs	w\b, w\b, #16
	b.lo	.Lpartial\@
	ld1	{wc_x.16b}, [x\data], #16
.Lone\@:
	rev64	wc_x.16b, wc_x.16b
	eor	wc_x.16b, wc_x.16b, wc_acc.16b
	movi	wc_acc.2d, #0
	wc_ghash_one wc_x, x\a, wc_t, wc_u, x\c
	cbz	w\b, .Lreduce\@
	sub	w\b, w\b, #16
.Lpartial\@:
	add	w\b, w\b, #16
	wc_load_partial 24, \data, \b, \c, \d
	mov	w\b, #0
	b	.Lone\@
.Lreduce\@:
	wc_ghash_reduce wc_t, wc_acc
	cbnz	w\n, .Lsegment\@
.Lend\@:
.endm

/*
 * void name(const struct wc_ghash_key *h, u8 *acc, const u8 *data,
 *	     unsigned int n);
 *
 * acc = GHASH of n bytes more, any n, the last block padded with zeros
 * (wc_ghash_fn in gcm.h).
 *
 *	x0 H	x1 ACC	x2 DATA	w3 N	x4 to x7 scratch
 */
.macro	wc_ghash_body
	mov	w3, w3
	ld1	{wc_acc.16b}, [x1]
	rev64	wc_acc.16b, wc_acc.16b
	wc_ghash_begin x4
	wc_ghash x0, 2, 3, 4, 5, 6, 7
	rev64	wc_acc.16b, wc_acc.16b
	st1	{wc_acc.16b}, [x1]
	ret
.endm

/*
 * void name(struct wc_ghash_key *h);
 *
 * Fills in the tables from h->hi and h->lo (wc_ghash_powers_fn in ghash.h): each
 * power is the one before times H up to H^4, then the one 4 before times H^4, so
 * that 4 are under way at once.
 *
 *	x0 H	x1 hi	x2 lo	x3 the entry of the factor, H or H^4
 *	x4, x5 entries in the two tables	w6 entries left	x7, x8 scratch
 *	x9, x10 from the last entry to the one that is multiplied: now, later
 *	wc_acc H^k, divided by x, halves exchanged; wc_y not exchanged
 */
.macro	wc_ghash_powers_body
	ldp	x1, x2, [x0]
	wc_ghash_begin x7

	/*
	 * Division by x: one place to the left; the coefficient of x^0 falls
	 * out and adds x^127 + x^6 + x + 1.
	 */
	and	x7, x7, x1, asr #63	/* c if it is set */
	lsr	x3, x1, #63
	extr	x1, x1, x2, #63
	eor	x1, x1, x7
	eor	x2, x3, x2, lsl #1
	fmov	d19, x1			/* wc_acc */
	mov	wc_acc.d[1], x2

	add	x4, x0, #WC_GHASH_POW_END - 16
	add	x5, x0, #WC_GHASH_KAR_END - 16
	mov	x3, x4
	mov	w6, #WC_GHASH_POWERS
	mov	x9, #0
	mov	x10, #3 * 16
.Lpower\@:
	ext	wc_y.16b, wc_acc.16b, wc_acc.16b, #8
	st1	{wc_y.2d}, [x4]
	eor	wc_y.16b, wc_y.16b, wc_acc.16b
	st1	{wc_y.2d}, [x5]
	movi	wc_lo.2d, #0
	movi	wc_hi.2d, #0
	movi	wc_mid.2d, #0
	cmp	w6, #WC_GHASH_POWERS - 3
	csel	x3, x4, x3, eq
	csel	x9, x10, x9, eq
	add	x7, x4, x9
	ld1	{wc_y.2d}, [x7]
	ext	wc_acc.16b, wc_y.16b, wc_y.16b, #8
	mov	x7, x3
	wc_ghash_one wc_acc, x7, wc_t, wc_u, x8
	wc_ghash_reduce wc_t, wc_acc
	sub	x4, x4, #16
	sub	x5, x5, #16
	subs	w6, w6, #1
	b.ne	.Lpower\@

	/* Nothing of the key stays in registers. */
	.irp	v, v16.2d, v17.2d, v18.2d, v19.2d, v21.2d, v22.2d, v24.2d, \
		v25.2d, v28.2d, v29.2d, v30.2d
	movi	\v, #0
	.endr
	mov	x1, #0
	mov	x2, #0
	ret
.endm

#define WC_DEFINE_GHASH_PMULL(name)					\
SYM_FUNC_START(name)							;\
	wc_ghash_body							;\
SYM_FUNC_END(name)

#define WC_DEFINE_GHASH_POWERS_PMULL(name)				\
SYM_FUNC_START(name)							;\
	wc_ghash_powers_body						;\
SYM_FUNC_END(name)

#endif /* WIDECRYPT_ARM64_GHASH_PMULL_H */
