/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES-GCM (FIPS 197, SP 800-38D) with AESE and PMULL, for the files that define
 * NAME(function) and, if EOR3 may be used, WC_HAVE_EOR3.
 *
 * The field, the tables of powers and the reduction are explained in
 * ghash-pmull.S.
 *
 * Rounds
 * ======
 *
 * AESE adds a round key, then substitutes and moves the bytes; AESMC mixes the
 * columns. CPUs fuse the two if the second follows the first at once and works
 * on the same register, so they always stand together. Of a block's r + 1 round
 * keys the first r go into AESE; the last is added together with the text.
 *
 * Chunks
 * ======
 *
 * Long text goes in chunks of 8 blocks. AESE, AESMC and PMULL share one
 * pipeline, or two, while additions and permutations have others beside; so
 * GHASH of 8 blocks, reduction included, is spread out between the rounds
 * (gcm-merge.S) for all to be busy: 80 AESE and 26 PMULL of AES-128 are the
 * limit of a CPU with one such pipeline. Encryption hashes the chunk before,
 * decryption the same one. All registers are taken: blocks to hash come from
 * memory, in encryption from where they were stored a chunk before, and so do
 * constants. Hardly an instruction takes the result of the one before, and loads
 * come early, for CPUs that issue in order.
 *
 * A counter block is the one before plus one in its last byte, unless the
 * chunk's counters carry into the next byte: then each is made from CTR32.
 *
 * The end
 * =======
 *
 * What is left, less than 128 bytes, takes one step of 4 blocks if there are as
 * many and one of up to 4, its end partial. The latter encrypts J0, too, for a
 * whole message's tag. These steps are short of latency rather than of
 * pipelines, so nothing is merged by hand; their products, those of the last
 * chunk in encryption, and the length block's are summed up and reduced once.
 * Short messages know nothing but these steps.
 *
 * Registers
 * =========
 *
 * x0 to x5 are the arguments of a stretch. Of the Advanced SIMD registers 0 to 7
 * have the blocks in the making; 8 to 15, the caller's and saved meanwhile, and
 * 28 to 31 the powers of H for chunks; the others are named here and in
 * ghash-pmull.S.
 */
#include <linux/linkage.h>
#include <widecrypt/gcm-merge.S>
#include <widecrypt/gcm-offsets.h>
#include <widecrypt/arm64/ghash-pmull.S>

	KS	.req	x0
	H	.req	x1
	DST	.req	x2
	SRC	.req	x3
	LEFT	.req	x4		/* bytes of text */
	LEFT32	.req	w4
	STATE	.req	x5		/* struct wc_gcm_state, or 0: a message */
	TAG	.req	x6		/* of a whole message: the tag's address, */
	AADBITS	.req	x7		/* the length of additional data */
	TXTBITS	.req	x8		/* and that of text */
	CTR32	.req	w9		/* the last counter used */
	HASH	.req	x10		/* what chunks hash next */
	KEYS	.req	x11		/* the next round key */
	POW	.req	x12		/* the next block's power of H */
	TMP	.req	x13
	TMP32	.req	w13
	ROUNDS	.req	w14
	NONCE	.req	x15		/* bytes 8 to 11 of a counter block */
	NONCE32	.req	w15
	ONEADDR	.req	x16		/* in chunks the address of .Lone */
	CADDR	.req	x17		/* and of .Lc; scratch at the end */

	KEY	.req	v22		/* the round key, is wc_u */
	LAST	.req	v23		/* the last one, in chunks every other */
	KEY2	.req	v19		/* those between, is wc_acc */
	CTR	.req	v20		/* bytes 0 to 7 of a counter block; in */
					/* chunks the block with CTR32 */
	MOREX	.req	v26		/* more blocks */
	MOREY	.req	v27		/* is wc_c */

#define CHUNK	128

	.section .rodata
	.balign	16
.Liota:
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.Lone:	/* makes the next counter block */
	.byte	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
.Lc:	/* c of ghash-pmull.S */
	.quad	0xc200000000000000, 0
	.text

/*
 * The block with the counter \n after CTR32. In one piece with the bytes before
 * the counter: what comes from general registers takes long.
 */
.macro	counter_block v, n
	add	TMP32, CTR32, #\n
	rev	TMP32, TMP32
	counter_block_of TMP, \v
.endm

/* The block with the counter in register \c, its bytes as in memory */
.macro	counter_block_of c, v
	orr	\c, NONCE, \c, lsl #32
	mov	\v\().16b, CTR.16b
	mov	\v\().d[1], \c
.endm

/* v0 to v7 = the next 8 counter blocks; the label: see carried_counters */
.macro	next_counters label
	and	TMP32, CTR32, #0xff
	cmp	TMP32, #0xff - 8
	b.hi	.L\label\()_carry
	ld1	{v7.16b}, [ONEADDR]
	add	v0.4s, CTR.4s, v7.4s
	add	v1.4s, v0.4s, v7.4s
	add	v2.4s, v1.4s, v7.4s
	add	v3.4s, v2.4s, v7.4s
	add	v4.4s, v3.4s, v7.4s
	add	v5.4s, v4.4s, v7.4s
	add	v6.4s, v5.4s, v7.4s
	add	CTR.4s, v6.4s, v7.4s
	add	v7.4s, v6.4s, v7.4s
.L\label\()_go_on:
	add	CTR32, CTR32, #8
.endm

/* The same out of line for counters that carry into the next byte */
.macro	carried_counters label
.L\label\()_carry:
	counter_block v0, 1
	counter_block v1, 2
	counter_block v2, 3
	counter_block v3, 4
	counter_block v4, 5
	counter_block v5, 6
	counter_block v6, 7
	counter_block v7, 8
	mov	CTR.16b, v7.16b
	b	.L\label\()_go_on
.endm

.macro	aes_round k, vs:vararg
	.irp	v, \vs
	aese	\v, \k\().16b
	aesmc	\v, \v
	.endr
.endm

/* All rounds for these registers but the addition of the last key, in LAST */
.macro	aes_blocks vs:vararg
	mov	KEYS, KS
	sub	TMP32, ROUNDS, #2
	ld1	{KEY.16b}, [KEYS], #16
	aes_round KEY, \vs
.Lrounds\@:
	ld1	{KEY.16b-LAST.16b}, [KEYS], #32
	aes_round KEY, \vs
	aes_round LAST, \vs
	subs	TMP32, TMP32, #2
	b.ne	.Lrounds\@
	ld1	{KEY.16b-LAST.16b}, [KEYS]
	.irp	v, \vs
	aese	\v, KEY.16b
	.endr
.endm

/* \v += \x + \y */
.macro	add_both v, x, y
#ifdef WC_HAVE_EOR3
	eor3	\v\().16b, \v\().16b, \x\().16b, \y\().16b
#else
	eor	\v\().16b, \v\().16b, \x\().16b
	eor	\v\().16b, \v\().16b, \y\().16b
#endif
.endm

/* Adds the last key and two blocks of text, \x and \y, and stores them. */
.macro	chunk_text v, w, x, y
	wc_add_two \v, \x, LAST
	wc_add_two \w, \y, LAST
	st1	{\v\().16b-\w\().16b}, [DST], #32
.endm

.macro	chunk_load x, y
	ld1	{\x\().16b-\y\().16b}, [SRC], #32
.endm

/* \key: the key before the last, which takes an AESE, or none */
.macro	chunk_finish key
	chunk_load wc_x, wc_y
.ifnb \key
	.irp	v, v0.16b, v1.16b, v2.16b, v3.16b, v4.16b, v5.16b, v6.16b, \
		v7.16b
	aese	\v, \key
	.endr
.endif
	chunk_load MOREX, MOREY
	chunk_text v0, v1, wc_x, wc_y
	chunk_load wc_x, wc_y
	chunk_text v2, v3, MOREX, MOREY
	chunk_load MOREX, MOREY
	chunk_text v4, v5, wc_x, wc_y
	chunk_text v6, v7, MOREX, MOREY
.endm

/* The powers H^8 to H^1 for pairs of blocks, and their halves' sums */
.macro	load_powers
	add	POW, H, #WC_GHASH_POW_END - CHUNK
	ld2	{v8.2d-v9.2d}, [POW], #32
	ld2	{v10.2d-v11.2d}, [POW], #32
	ld2	{v12.2d-v13.2d}, [POW], #32
	ld2	{v14.2d-v15.2d}, [POW]
	eor	v28.16b, v8.16b, v9.16b
	eor	v29.16b, v10.16b, v11.16b
	eor	v30.16b, v12.16b, v13.16b
	eor	v31.16b, v14.16b, v15.16b
.endm

/*
 * GHASH of a chunk as a stream of instructions, 15 a pair of blocks. The next
 * pair is loaded meanwhile, and at last c, so that CPUs that issue in order
 * need not wait.
 */
#define CHUNK_HASH	71

.macro	wc_merge_insn n
.if \n == 0
	rev64	wc_x.16b, wc_x.16b
.elseif \n == 1
	rev64	wc_y.16b, wc_y.16b
.elseif \n == 2
	eor	wc_x.16b, wc_x.16b, wc_acc.16b
.elseif \n < 18
	hash_pair_insn (\n-3), v8, v9, v28, wc_x, wc_y, MOREX, MOREY, 1
.elseif \n < 33
	hash_pair_insn (\n-18), v10, v11, v29, MOREX, MOREY, wc_x, wc_y
.elseif \n < 48
	hash_pair_insn (\n-33), v12, v13, v30, wc_x, wc_y, MOREX, MOREY
.elseif \n < 63
	hash_pair_insn (\n-48), v14, v15, v31, MOREX, MOREY, wc_x, wc_y, 0, 1
.else
	wc_ghash_reduce_insn (\n-63), wc_x, wc_t, wc_acc
.endif
.endm

.macro	hash_pair_insn n, plo, phi, k, x, y, nextx, nexty, first=0, last=0
.if \n == 0 && \last
	ld1	{\nextx\().2d}, [CADDR]
.elseif \n == 0
	ld1	{\nextx\().16b-\nexty\().16b}, [HASH], #32
.elseif \n < 8
	wc_ghash_pair_insn (\n-1), \x, \y, \plo, \phi, \k, wc_t, wc_u, \
		\first
.elseif \n == 8 && !\last
	rev64	\nextx\().16b, \nextx\().16b
.elseif \n == 9 && !\last
	rev64	\nexty\().16b, \nexty\().16b
.elseif \n > 9
	wc_ghash_pair_insn (\n-3), \x, \y, \plo, \phi, \k, wc_t, wc_u, \
		\first
.endif
.endm

/*
 * Round \r; after 6 blocks the next key comes, in round 1 where wc_acc has been
 * used up, in the last where wc_u has.
 */
.macro	chunk_round r, rounds, k, next
.if \r < \rounds
	.irp	v, v0.16b, v1.16b, v2.16b, v3.16b, v4.16b, v5.16b
	aes_round \k, \v
	wc_merge_part
	.endr
.if \r < \rounds - 1
	ld1	{\next\().16b}, [KEYS], #16
.else
	ld1	{KEY.16b}, [KEYS], #16
.endif
	.irp	v, v6.16b, v7.16b
	aes_round \k, \v
	wc_merge_part
	.endr
.endif
.endm

/* All chunks but the first, in encryption, for a key of this many rounds */
.macro	chunks	label, rounds
\label\()_loop:
	ld1	{wc_x.16b-wc_y.16b}, [HASH], #32
	next_counters \label
	add	KEYS, KS, #16
	ld1	{LAST.16b}, [KS]
	wc_merge_begin CHUNK_HASH, (8*(\rounds-1))
	.irp	r, 1, 3, 5, 7, 9, 11
	chunk_round \r, \rounds, LAST, KEY2
	chunk_round (\r+1), \rounds, KEY2, LAST
	.endr
	chunk_round 13, \rounds, LAST, KEY2
	wc_merge_end
	ld1	{LAST.16b}, [KEYS]
	chunk_finish KEY.16b
	sub	LEFT, LEFT, #CHUNK
	cmp	LEFT, #CHUNK
	b.hs	\label\()_loop
\label\()_loop_end:
	b	.Lchunks_done\@
	carried_counters \label
.Lchunks_done\@:
.endm

/* POW for what is left, \more bytes of blocks and a message's length block */
.macro	powers_for more
	add	TMP, LEFT, #\more + 15
	add	POW, H, #WC_GHASH_POW_END
	and	TMP, TMP, #~15
	sub	POW, POW, TMP
	sub	TMP, POW, #16
	cmp	STATE, #0
	csel	POW, TMP, POW, eq
.endm

/* The sum so far goes into the next block to be hashed. */
.macro	add_acc	v
	eor	\v\().16b, \v\().16b, wc_acc.16b
	movi	wc_acc.2d, #0
.endm

/* Two blocks to hash, as they are in memory; clobbers them */
.macro	hash_two v, w
	rev64	\v\().16b, \v\().16b
	rev64	\w\().16b, \w\().16b
	add_acc	\v
	wc_ghash_pair \v, \w, POW, wc_t, wc_u
.endm

/* Four blocks, which are hashed from \h0 to \h3 */
.macro	four_blocks h0, h1, h2, h3
	counter_block v0, 1
	counter_block v1, 2
	counter_block v2, 3
	counter_block v3, 4
	add	CTR32, CTR32, #4
	aes_blocks v0.16b, v1.16b, v2.16b, v3.16b
	ld1	{v4.16b-v7.16b}, [SRC], #64
	add_both v0, v4, LAST
	add_both v1, v5, LAST
	add_both v2, v6, LAST
	add_both v3, v7, LAST
	st1	{v0.16b-v3.16b}, [DST], #64
	hash_two \h0, \h1
	hash_two \h2, \h3
.endm

/*
 * void f(const void *ks, const struct wc_ghash_key *h, u8 *dst, const u8 *src,
 *	  u64 n, struct wc_gcm_state *st, ...);
 *
 * Text up to the state or the tag, with the registers above, wc_acc and wc_c
 * set. \label is the function's name.
 */
.macro	text	label, enc
	ldr	ROUNDS, [KS, #WC_OFF_AES_ROUNDS]
	cmp	LEFT, #CHUNK
	b.lo	.Lshort\@
	counter_block CTR, 0
	adrp	ONEADDR, .Lone
	add	ONEADDR, ONEADDR, :lo12:.Lone
	add	CADDR, ONEADDR, #16
.if \enc
	/* The first chunk, with nothing to hash yet */
	next_counters \label
	aes_blocks v0.16b, v1.16b, v2.16b, v3.16b, v4.16b, v5.16b, v6.16b, \
		v7.16b
	mov	HASH, DST
	chunk_finish
	sub	LEFT, LEFT, #CHUNK
	cmp	LEFT, #CHUNK
	b.lo	.Llast\@
.else
	mov	HASH, SRC
.endif
	stp	d8, d9, [sp, #-64]!
	stp	d10, d11, [sp, #16]
	stp	d12, d13, [sp, #32]
	stp	d14, d15, [sp, #48]
	load_powers
	cmp	ROUNDS, #12
	b.eq	.Lrounds12\@
	b.hi	.Lrounds14\@
	chunks	\label\()_128, 10
	b	.Lrestore\@
.Lrounds12\@:
	chunks	\label\()_192, 12
	b	.Lrestore\@
.Lrounds14\@:
	chunks	\label\()_256, 14
.Lrestore\@:
	ldp	d10, d11, [sp, #16]
	ldp	d12, d13, [sp, #32]
	ldp	d14, d15, [sp, #48]
	ldp	d8, d9, [sp], #64
.if \enc
.Llast\@:
	/* The last chunk is still to be hashed. */
	powers_for CHUNK
	wc_ghash_begin TMP
	.rept	4
	ld1	{wc_x.16b-wc_y.16b}, [HASH], #32
	hash_two wc_x, wc_y
	.endr
	b	.Lrest\@
.endif

.Lshort\@:
	powers_for 0
	wc_ghash_begin TMP
.Lrest\@:
	cmp	LEFT, #64
	b.ls	.Lupto4\@
.if \enc
	four_blocks v0, v1, v2, v3
.else
	four_blocks v4, v5, v6, v7
.endif
	sub	LEFT, LEFT, #64
.Lupto4\@:
	orr	TMP, STATE, LEFT
	cbz	TMP, .Lj0\@
	cbz	LEFT, .Lstate\@
.Lj0\@:
	/* J0, for nothing in a stretch, in v0; text in v1 to v4 */
	mov	TMP32, #0x01000000
	counter_block_of TMP, v0
	counter_block v1, 1
	cmp	LEFT, #16
	b.hi	.Labove1\@
	aes_blocks v0.16b, v1.16b
	b	.Lencrypted\@
.Labove1\@:
	counter_block v2, 2
	counter_block v3, 3
	counter_block v4, 4
	aes_blocks v0.16b, v1.16b, v2.16b, v3.16b, v4.16b
.Lencrypted\@:
	eor	v0.16b, v0.16b, LAST.16b
	cbz	LEFT, .Lhashed\@
.Ltwo\@:
	cmp	LEFT, #32
	b.lo	.Lone\@
	ld1	{wc_x.16b-wc_y.16b}, [SRC], #32
	add_both v1, wc_x, LAST
	add_both v2, wc_y, LAST
	st1	{v1.16b-v2.16b}, [DST], #32
.if \enc
	hash_two v1, v2
.else
	hash_two wc_x, wc_y
.endif
	mov	v1.16b, v3.16b
	mov	v2.16b, v4.16b
	add	CTR32, CTR32, #2
	subs	LEFT, LEFT, #32
	b.ne	.Ltwo\@
	b	.Lhashed\@
.Lone\@:
	add	CTR32, CTR32, #1
	subs	LEFT, LEFT, #16
	b.lo	.Lpartial\@
	ld1	{wc_x.16b}, [SRC], #16
	eor	wc_y.16b, wc_x.16b, LAST.16b
	eor	v1.16b, v1.16b, wc_y.16b
	st1	{v1.16b}, [DST], #16
.Lhash\@:
.if \enc
	rev64	wc_x.16b, v1.16b
.else
	rev64	wc_x.16b, wc_x.16b
.endif
	add_acc	wc_x
	wc_ghash_one wc_x, POW, wc_t, wc_u, TMP
	mov	v1.16b, v2.16b
	cbnz	LEFT, .Lone\@
	b	.Lhashed\@
.Lpartial\@:
	add	LEFT, LEFT, #16
	mov	TMP32, LEFT32
	wc_load_partial 24, 3, 13, 16, 17
	eor	wc_y.16b, wc_x.16b, LAST.16b
	eor	v1.16b, v1.16b, wc_y.16b
	wc_store_partial 1, 2, 4, 16, 17
.if \enc
	adrp	TMP, .Liota
	add	TMP, TMP, :lo12:.Liota
	ld1	{wc_x.16b}, [TMP]
	dup	wc_y.16b, LEFT32
	cmhi	wc_y.16b, wc_y.16b, wc_x.16b
	and	v1.16b, v1.16b, wc_y.16b
.endif
	mov	LEFT, #0
	b	.Lhash\@

.Lhashed\@:
	cbnz	STATE, .Lstate\@
	fmov	d24, AADBITS		/* wc_x */
	mov	wc_x.d[1], TXTBITS
	add_acc	wc_x
	wc_ghash_one wc_x, POW, wc_t, wc_u, TMP
	wc_ghash_reduce wc_t, wc_acc
	rev64	wc_acc.16b, wc_acc.16b
	eor	wc_acc.16b, wc_acc.16b, v0.16b
	st1	{wc_acc.16b}, [TAG]
	ret
.Lstate\@:
	/* If nothing was hashed since the last reduction, wc_acc has it all. */
	wc_ghash_reduce wc_t, wc_x
	eor	wc_acc.16b, wc_acc.16b, wc_x.16b
	rev64	wc_acc.16b, wc_acc.16b
	counter_block v0, 1
	add	TMP, STATE, #WC_OFF_GCM_ACC
	st1	{wc_acc.16b}, [TMP]
	add	TMP, STATE, #WC_OFF_GCM_CTR
	st1	{v0.16b}, [TMP]
	ret
.if \enc
	carried_counters \label
.endif
.endm

SYM_FUNC_START_LOCAL(NAME(enc))
	text	NAME(enc), 1
SYM_FUNC_END(NAME(enc))

SYM_FUNC_START_LOCAL(NAME(dec))
	text	NAME(dec), 0
SYM_FUNC_END(NAME(dec))

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, const u8 *aad, unsigned int naad,
 *	     const u8 *iv, u8 *tag);	(wc_gcm_once_fn in gcm.h)
 */
.macro	once	text
	mov	w4, w4
	mov	w6, w6

	/* J0 */
	ld1	{CTR.8b}, [x7]
	ldr	NONCE32, [x7, #8]
	WC_CPU_BE(rev	NONCE32, NONCE32)
	mov	CTR32, #1

	lsl	AADBITS, x6, #3
	lsl	TXTBITS, LEFT, #3
	wc_ghash_begin TMP
	movi	wc_acc.2d, #0
	wc_ghash H, 5, 6, 10, 11, 12, 13
	ldr	TAG, [sp]
	mov	STATE, #0
	b	\text
.endm

SYM_FUNC_START(NAME(gcm_enc_once))
	once	NAME(enc)
SYM_FUNC_END(NAME(gcm_enc_once))

SYM_FUNC_START(NAME(gcm_dec_once))
	once	NAME(dec)
SYM_FUNC_END(NAME(gcm_dec_once))

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, struct wc_gcm_state *st);
 *							(wc_gcm_fn in gcm.h)
 */
.macro	stretch	text
	mov	w4, w4
	add	TMP, STATE, #WC_OFF_GCM_ACC
	ld1	{wc_acc.16b}, [TMP]
	add	TMP, STATE, #WC_OFF_GCM_CTR
	ld1	{CTR.16b}, [TMP]
	rev64	wc_acc.16b, wc_acc.16b
	mov	NONCE32, CTR.s[2]
	mov	CTR32, CTR.s[3]
	rev	CTR32, CTR32
	sub	CTR32, CTR32, #1
	wc_ghash_begin TMP
	b	\text
.endm

SYM_FUNC_START(NAME(gcm_enc))
	stretch	NAME(enc)
SYM_FUNC_END(NAME(gcm_enc))

SYM_FUNC_START(NAME(gcm_dec))
	stretch	NAME(dec)
SYM_FUNC_END(NAME(gcm_dec))

/*
 * void name(const void *ks, u8 *dst, const u8 *src, unsigned int n, u8 *iv);
 *
 * CTR with a counter of 128 bits (wc_mode_fn), which GCM uses for single blocks
 * only (the tag's, and H): a block at a time.
 *
 *	x0 KS	x1 DST	x2 SRC	w3 N	x4 IV
 *	x5:x6 the counter	x7, x8, KEYS, TMP, ROUNDS scratch
 */
SYM_FUNC_START(NAME(ctr))
	ldr	ROUNDS, [KS, #WC_OFF_AES_ROUNDS]
	ldp	x5, x6, [x4]
	WC_CPU_LE(rev	x5, x5)
	WC_CPU_LE(rev	x6, x6)
.Lctr_block:
	rev	x7, x5
	rev	x8, x6
	fmov	d0, x7
	mov	v0.d[1], x8
	adds	x6, x6, #1
	adc	x5, x5, xzr
	aes_blocks v0.16b
	eor	v0.16b, v0.16b, LAST.16b
	subs	w3, w3, #16
	b.lo	.Lctr_partial
	ld1	{v1.16b}, [x2], #16
	eor	v0.16b, v0.16b, v1.16b
	st1	{v0.16b}, [x1], #16
	b.hi	.Lctr_block
	b	.Lctr_end
.Lctr_partial:
	add	w3, w3, #16
	mov	w13, w3
	wc_load_partial 1, 2, 13, 7, 8
	eor	v0.16b, v0.16b, v1.16b
	wc_store_partial 0, 1, 3, 7, 8
.Lctr_end:
	WC_CPU_LE(rev	x5, x5)
	WC_CPU_LE(rev	x6, x6)
	stp	x5, x6, [x4]
	movi	v0.2d, #0
	ret
SYM_FUNC_END(NAME(ctr))

WC_DEFINE_GHASH_PMULL(NAME(ghash))
WC_DEFINE_GHASH_POWERS_PMULL(NAME(ghash_powers))
