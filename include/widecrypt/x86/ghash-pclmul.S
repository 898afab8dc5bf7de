/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH (SP 800-38D, 6.4) in VEX-coded instructions, with PCLMULQDQ and AVX
 * here and with VPCLMULQDQ and AVX2 in ghash-vpclmul-avx2.S, to be assembled
 * into every module that needs it:
 *
 *	#include <linux/linkage.h>
 *	#include <widecrypt/x86/ghash-pclmul.S>
 *	WC_DEFINE_GHASH_PCLMUL(widecrypt_sm4_ghash_pclmul)
 *
 * The field
 * =========
 *
 * The standard writes the coefficient of x^0 of a block into the most
 * significant bit of its first byte. With its 16 bytes reversed, a block in a
 * register is therefore a number with the coefficient of x^k in bit 127 - k.
 * Call it the mirror of the polynomial.
 *
 * The carry-less product of the mirrors of f and g has (fg)_k in bit 254 - k.
 * Read as 256 bits with x^k in bit 255 - k, it is the mirror of x f g. So one
 * factor is divided by x beforehand: the tables hold H^i / x, and the product
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
 *	M = (l0 : l1) + l0 * c		the old l1 included, h0's share on top
 *	result = (h1 : h0) + (low half of M : high half of M)
 *				+ (low half of M) * c
 *
 * Karatsuba: a product of 128 bits is three of 64, high by high, low by low and
 * sum by sum; the last plus the other two belongs in the middle, over h0 l1,
 * which is where M stands: M takes it on the way.
 *
 * Sums of products are reduced once. For blocks X1 .. Xn, n at most
 * WC_GHASH_SUM, acc' = (acc + X1) H^n + X2 H^(n-1) + .. + Xn H.
 */
#ifndef WIDECRYPT_X86_GHASH_PCLMUL_H
#define WIDECRYPT_X86_GHASH_PCLMUL_H

#include <widecrypt/ghash.h>

	.section .rodata
	.balign	32
.Lwc_ghash_bytes:			/* reverses the bytes of each block */
	.rept	2
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
	.endr
.Lwc_ghash_c:				/* c, as above */
	.rept	4
	.quad	0xc200000000000000
	.endr
.Lwc_ghash_inv_x:			/* 1/x = x^127 + x^6 + x + 1 */
	.quad	1, 0xc200000000000000
	.text

/* The ends of the tables: H^k is 16 k bytes before them. */
#define WC_GHASH_POW_END	(WC_OFF_GHASH_POW + 16 * WC_GHASH_POWERS)
#define WC_GHASH_KAR_END	(WC_OFF_GHASH_KAR + 16 * WC_GHASH_POWERS)

/*
 * The registers of these macros hold one block or two. The powers that two take
 * lie side by side, and their sums of products are added up in the end.
 *
 * lo, hi, mid += the three products of \x and the powers that begin with H^k;
 * \base is the key less 16 k bytes. With \init they are set instead. Clobbers
 * \x and \t.
 */
.macro	wc_ghash_avx_mul x, base, lo, hi, mid, t, init=0
.if \init
	vpclmulqdq $0x00, WC_GHASH_POW_END(\base), \x, \lo
	vpclmulqdq $0x11, WC_GHASH_POW_END(\base), \x, \hi
	vpshufd	$0x4e, \x, \t
	vpxor	\x, \t, \t
	vpclmulqdq $0x00, WC_GHASH_KAR_END(\base), \t, \mid
.else
	vpclmulqdq $0x00, WC_GHASH_POW_END(\base), \x, \t
	vpxor	\t, \lo, \lo
	vpclmulqdq $0x11, WC_GHASH_POW_END(\base), \x, \t
	vpxor	\t, \hi, \hi
	vpshufd	$0x4e, \x, \t
	vpxor	\x, \t, \t
	vpclmulqdq $0x00, WC_GHASH_KAR_END(\base), \t, \t
	vpxor	\t, \mid, \mid
.endif
.endm

/*
 * The same for the two registers \x and \y of \reg bytes, and the powers \off
 * bytes on: instruction \n of 15. VPUNPCKLQDQ and VPUNPCKHQDQ give (x.lo, y.lo)
 * and (x.hi, y.hi), whose sum has what both middle products take: three
 * instructions for two.
 */
.macro	wc_ghash_avx_pair_insn n, x, y, base, off, reg, lo, hi, mid, t
.if \n == 0
	vpclmulqdq $0x00, WC_GHASH_POW_END+\off(\base), \x, \t
.elseif \n == 1
	vpxor	\t, \lo, \lo
.elseif \n == 2
	vpclmulqdq $0x00, WC_GHASH_POW_END+\off+\reg(\base), \y, \t
.elseif \n == 3
	vpxor	\t, \lo, \lo
.elseif \n == 4
	vpclmulqdq $0x11, WC_GHASH_POW_END+\off(\base), \x, \t
.elseif \n == 5
	vpxor	\t, \hi, \hi
.elseif \n == 6
	vpclmulqdq $0x11, WC_GHASH_POW_END+\off+\reg(\base), \y, \t
.elseif \n == 7
	vpxor	\t, \hi, \hi
.elseif \n == 8
	vpunpckhqdq \y, \x, \t
.elseif \n == 9
	vpunpcklqdq \y, \x, \x
.elseif \n == 10
	vpxor	\t, \x, \x
.elseif \n == 11
	vpclmulqdq $0x00, WC_GHASH_KAR_END+\off(\base), \x, \t
.elseif \n == 12
	vpxor	\t, \mid, \mid
.elseif \n == 13
	vpclmulqdq $0x01, WC_GHASH_KAR_END+\off+\reg(\base), \x, \t
.else
	vpxor	\t, \mid, \mid
.endif
.endm

/*
 * The same with sums in memory, for where a cipher leaves four registers between
 * two rounds. Clobbers \x, \y, \t, \u.
 */
.macro	wc_ghash_avx_pair_mem x, y, base, off, reg, lo, hi, mid, t, u
	vpclmulqdq $0x00, WC_GHASH_POW_END+\off(\base), \x, \t
	vpclmulqdq $0x00, WC_GHASH_POW_END+\off+\reg(\base), \y, \u
	vpxor	\u, \t, \t
	vpxor	\lo, \t, \t
	vmovdqa	\t, \lo
	vpclmulqdq $0x11, WC_GHASH_POW_END+\off(\base), \x, \t
	vpclmulqdq $0x11, WC_GHASH_POW_END+\off+\reg(\base), \y, \u
	vpxor	\u, \t, \t
	vpxor	\hi, \t, \t
	vmovdqa	\t, \hi
	vpunpckhqdq \y, \x, \t
	vpunpcklqdq \y, \x, \x
	vpxor	\t, \x, \x
	vpclmulqdq $0x00, WC_GHASH_KAR_END+\off(\base), \x, \t
	vpclmulqdq $0x01, WC_GHASH_KAR_END+\off+\reg(\base), \x, \u
	vpxor	\u, \t, \t
	vpxor	\mid, \t, \t
	vmovdqa	\t, \mid
.endm

/* \out = the sum reduced. \c is c. Clobbers \lo, \mid, \t. */
.macro	wc_ghash_avx_reduce lo, hi, mid, c, t, out
	vpclmulqdq $0x00, \c, \lo, \t
	vpxor	\lo, \mid, \mid
	vpxor	\hi, \mid, \mid
	vpshufd	$0x4e, \lo, \lo
	vpxor	\t, \lo, \lo
	vpxor	\lo, \mid, \mid
	vpclmulqdq $0x00, \c, \mid, \t
	vpshufd	$0x4e, \mid, \mid
	vpxor	\hi, \t, \t
	vpxor	\mid, \t, \out
.endm

/*
 * \x = %rcx bytes at \p, 1 to 15, then zeros; nothing else is read. Loads of a
 * power of two that overlap. Clobbers \a, which may be \p, and \b (64 bits
 * wide; \a32, \b32 their lower halves) and %rcx.
 */
.macro	wc_load_partial x, p, a, a32, b, b32
	cmp	$8, %ecx
	jb	.Lbelow8\@
	mov	-8(\p, %rcx), \b
	mov	(\p), \a
	xor	$15, %ecx		/* 15 - %rcx */
	shl	$3, %ecx
	shr	%cl, \b			/* by 8 (16 - %rcx), which may be 64 */
	shr	$8, \b
	vmovq	\a, \x
	vpinsrq	$1, \b, \x, \x
	jmp	.Lend\@
.Lbelow8\@:
	xor	\b32, \b32
	cmp	$4, %ecx
	jb	.Lbelow4\@
	mov	-4(\p, %rcx), \b32
	mov	(\p), \a32
	lea	-32(, %rcx, 8), %ecx
	jmp	.Lmerge\@
.Lbelow4\@:
	cmp	$2, %ecx
	jb	.Lone\@
	movzwl	-2(\p, %rcx), \b32
	lea	-16(, %rcx, 8), %ecx
.Lone\@:
	movzbl	(\p), \a32
.Lmerge\@:
	shl	%cl, \b
	or	\b, \a
	vmovq	\a, \x
.Lend\@:
.endm

/*
 * void name(const struct wc_ghash_key *h, u8 *acc, const u8 *data,
 *	     unsigned int n);
 *
 * acc = GHASH of n bytes more, any n, the last block padded with zeros
 * (wc_ghash_fn in gcm.h), with registers \v, xmm or ymm, of \reg bytes.
 *
 * Up to 64 blocks are summed up before a reduction, a segment, which begins
 * with the product of the sum so far and the segment's highest power.
 *
 *	%rdi H	%rsi ACC  %rdx DATA  %ecx N, later %r8d
 *	%rax	H less 16 bytes per block that is left in the segment
 *	%r9d	how much is left for pairs of registers in the segment
 *	0 reversal	1 c	2 the sum so far (mirror)
 *	3 lo	4 hi	5 mid	6, 7, 8 scratch
 */
.macro	wc_ghash_avx_body v, reg
	mov	%ecx, %r8d
	vmovdqa	.Lwc_ghash_bytes(%rip), %\v\()0
	vmovdqa	.Lwc_ghash_c(%rip), %\v\()1
	vmovdqu	(%rsi), %xmm2
	vpshufb	%xmm0, %xmm2, %xmm2
	test	%r8d, %r8d
	jz	.Lend\@

.Lsegment\@:
	mov	$16 * WC_GHASH_SUM, %r9d
	cmp	%r9d, %r8d
	cmovb	%r8d, %r9d
	sub	%r9d, %r8d		/* for later segments */
	lea	15(%r9), %eax
	and	$-16, %eax
	neg	%rax
	add	%rdi, %rax
	wc_ghash_avx_mul %xmm2, %rax, %xmm3, %xmm4, %xmm5, %xmm7, 1
	sub	$2 * \reg, %r9d
	jb	.Lblocks\@
.Lpair\@:
	vmovdqu	(%rdx), %\v\()6
	vmovdqu	\reg(%rdx), %\v\()7
	vpshufb	%\v\()0, %\v\()6, %\v\()6
	vpshufb	%\v\()0, %\v\()7, %\v\()7
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
	wc_ghash_avx_pair_insn \n, %\v\()6, %\v\()7, %rax, 0, \reg, \
		%\v\()3, %\v\()4, %\v\()5, %\v\()8
	.endr
	add	$2 * \reg, %rdx
	add	$2 * \reg, %rax
	sub	$2 * \reg, %r9d
	jae	.Lpair\@

.Lblocks\@:
	/* The rest, a block at a time: the upper half of ymm is zero */
	mov	%r9d, %ecx
	add	$2 * \reg, %ecx
	jz	.Lreduce\@
	sub	$16, %ecx
	jb	.Lpartial\@
.Lblock\@:
	vmovdqu	(%rdx), %xmm6
	vpshufb	%xmm0, %xmm6, %xmm6
	wc_ghash_avx_mul %\v\()6, %rax, %\v\()3, %\v\()4, %\v\()5, %\v\()7
	add	$16, %rdx
	add	$16, %rax
	sub	$16, %ecx
	jae	.Lblock\@
.Lpartial\@:
	add	$16, %ecx
	jz	.Lreduce\@
	wc_load_partial %xmm6, %rdx, %rdx, %edx, %r9, %r9d
	vpshufb	%xmm0, %xmm6, %xmm6
	wc_ghash_avx_mul %\v\()6, %rax, %\v\()3, %\v\()4, %\v\()5, %\v\()7
.Lreduce\@:
	wc_ghash_avx_reduce %\v\()3, %\v\()4, %\v\()5, %\v\()1, %\v\()7, %\v\()2
.if \reg == 32
	vextracti128 $1, %ymm2, %xmm6
	vpxor	%xmm6, %xmm2, %xmm2
.endif
	test	%r8d, %r8d
	jnz	.Lsegment\@

.Lend\@:
	vpshufb	%xmm0, %xmm2, %xmm2
	vmovdqu	%xmm2, (%rsi)
	vzeroupper
	RET
.endm

/*
 * void name(struct wc_ghash_key *h);
 *
 * Fills in the tables from h->hi and h->lo (wc_ghash_powers_fn in ghash.h).
 *
 *	%rdi H	%rax table entry	%ecx entries left
 *	%xmm1 c		%xmm2 H^k / x	%xmm6 H / x	%xmm8 its halves' sum
 *	%xmm3, %xmm4, %xmm5, %xmm7 scratch
 */
.macro	wc_ghash_pclmul_powers_body
	vmovdqa	.Lwc_ghash_c(%rip), %xmm1
	vmovdqu	(%rdi), %xmm2
	vpshufd	$0x4e, %xmm2, %xmm2	/* hi was stored first */

	/*
	 * Division by x: one place to the left; the coefficient of x^0 falls
	 * out and adds x^127 + x^6 + x + 1.
	 */
	vpsrad	$31, %xmm2, %xmm3
	vpshufd	$0xff, %xmm3, %xmm3	/* all ones if it is set */
	vpsrlq	$63, %xmm2, %xmm4
	vpslldq	$8, %xmm4, %xmm4
	vpsllq	$1, %xmm2, %xmm2
	vpor	%xmm4, %xmm2, %xmm2
	vpand	.Lwc_ghash_inv_x(%rip), %xmm3, %xmm3
	vpxor	%xmm3, %xmm2, %xmm2
	vmovdqa	%xmm2, %xmm6
	vpshufd	$0x4e, %xmm6, %xmm8
	vpxor	%xmm6, %xmm8, %xmm8

	lea	16 * WC_GHASH_POWERS - 16(%rdi), %rax
	mov	$WC_GHASH_POWERS, %ecx
.Lpower\@:
	vmovdqu	%xmm2, WC_OFF_GHASH_POW(%rax)
	vpshufd	$0x4e, %xmm2, %xmm7
	vpxor	%xmm2, %xmm7, %xmm7
	vmovdqu	%xmm7, WC_OFF_GHASH_KAR(%rax)
	vpclmulqdq $0x00, %xmm6, %xmm2, %xmm3
	vpclmulqdq $0x11, %xmm6, %xmm2, %xmm4
	vpclmulqdq $0x00, %xmm8, %xmm7, %xmm5
	wc_ghash_avx_reduce %xmm3, %xmm4, %xmm5, %xmm1, %xmm7, %xmm2
	sub	$16, %rax
	dec	%ecx
	jnz	.Lpower\@

	/* Nothing of the key stays in registers. */
	.irp	i, 2, 3, 4, 5, 6, 7, 8
	vpxor	%xmm\i, %xmm\i, %xmm\i
	.endr
	vzeroupper
	RET
.endm

#define WC_DEFINE_GHASH_PCLMUL(name)					\
SYM_FUNC_START(name)							;\
	wc_ghash_avx_body xmm, 16					;\
SYM_FUNC_END(name)

#define WC_DEFINE_GHASH_POWERS_PCLMUL(name)				\
SYM_FUNC_START(name)							;\
	wc_ghash_pclmul_powers_body					;\
SYM_FUNC_END(name)

#endif /* WIDECRYPT_X86_GHASH_PCLMUL_H */
