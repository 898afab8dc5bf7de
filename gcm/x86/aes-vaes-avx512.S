/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES-GCM (FIPS 197, SP 800-38D) with VAES, VPCLMULQDQ and AVX-512.
 *
 * The field, the mirrored blocks, the tables of powers and the reduction are
 * explained in widecrypt/x86/ghash-pclmul.S.
 *
 * The grid
 * ========
 *
 * A message is laid out by its counters: a register of four blocks always holds
 * counters 4i .. 4i + 3. With a nonce of 96 bits J0 has the counter 1 and the
 * text starts at 2, in the upper half of the first register:
 *
 *	counter		  0     1     2     3   |  4     5     6     7   | ...
 *	encrypted	  -     J0   text  text | text  text  text  text | ...
 *	hashed		(len)  AAD   text  text | text  text  text  text | ...
 *
 * So E(J0), which the tag needs, costs nothing; additional data of up to a
 * block costs nothing either; and as a unit of eight registers begins at a
 * multiple of 32, all its counter blocks are one register xor constants: no
 * byte order, no carry. The same with the first round key already added. The
 * pointers to the text are moved back by the two blocks, and masks keep loads
 * and stores within the text. A stretch that begins at another counter is
 * brought to a multiple of 32 by a first, short unit.
 *
 * The length block is hashed last, but is known from the beginning. In a
 * message of one unit it takes the first place, and H there replaces the power
 * that would come next; in longer ones the sums of the last unit begin with
 * its product.
 *
 * The units
 * =========
 *
 * 32 blocks are encrypted while the 32 before are hashed, instruction by
 * instruction. Two units make up a reduction: with H^64 .. H^33, then H^32 ..
 * H^1. The last unit has 1 to 9 registers, the end of it masked; there is a
 * form for each number if it is the only one, and if a unit is to be hashed
 * beside it, a form for every other number.
 *
 * Karatsuba's middle product takes the sums of both halves. For two blocks a, b
 * side by side, VPUNPCKLQDQ and VPUNPCKHQDQ give (a.lo, b.lo) and (a.hi, b.hi),
 * whose sum has what both need: three instructions for two.
 *
 * Registers
 * =========
 *
 *	%rdi KS			%rsi H
 *	%rdx DST  %rcx SRC	at the grid's place, which is less than the
 *				text's where the grid begins before it
 *	%r8  LEFT		bytes to the grid's end
 *	%r9  STATE		struct wc_gcm_state, or 0 in a whole message:
 *				the third argument on the stack is the tag's
 *				address
 *	%r10 LAST		the last round key
 *	%r11 XORS		the constants that make counter blocks
 *	%rax			scratch, in the last unit the powers' address
 *	%k1			the first register's bytes that are text
 *	%k2			the same for the last one (%k3: bytes reversed)
 *				in the forms for one less, for the last but one,
 *	%k6			and this for the last (%k7: bytes reversed)
 *	%k4			0xf if the unit is a message's first, else 0
 *	%k5			how much is left after LEFT, in a stretch that
 *				begins with a short unit
 */
#include <linux/linkage.h>
#include <widecrypt/x86/gcm-aes.S>
#include <widecrypt/gcm-merge.S>
#include <widecrypt/x86/ghash-vpclmul-avx512.S>

.set	KS,	%rdi
.set	H,	%rsi
.set	DST,	%rdx
.set	SRC,	%rcx
.set	LEFT,	%r8
.set	STATE,	%r9
.set	LAST,	%r10
.set	XORS,	%r11

/*
 * %zmm0 to %zmm7 and %zmm17 are the blocks in the making, %zmm8 to %zmm16 those
 * to hash.
 */
.set	LO,	%zmm18		/* sums of products */
.set	LO_X,	%xmm18
.set	HI,	%zmm19
.set	HI_X,	%xmm19
.set	MID,	%zmm20
.set	MID_X,	%xmm20
.set	T0,	%zmm21		/* scratch */
.set	T0_X,	%xmm21
.set	T1,	%zmm22
.set	T2,	%zmm23
.set	BYTES,	%zmm24		/* reverses the bytes of each block */
.set	BYTES_X, %xmm24
.set	CTR,	%zmm25		/* first counter block ^ round key 0 */
.set	CTRLE,	%zmm26		/* that counter block, reversed, four times */
.set	ACC,	%zmm27		/* to be added to the unit's first register */
.set	ACC_X,	%xmm27
.set	EJ0,	%xmm28		/* E(J0), or 0 */
.set	LEN,	%xmm29		/* the length block, or 0; mirrored */
.set	LEN_Z,	%zmm29
.set	T3,	%zmm30		/* scratch */
.set	T3_X,	%xmm30
.set	KEY,	%zmm31		/* the round key */

/* The bytes of a unit, and of the longest last one */
#define UNIT	512
#define LONGEST	576

	.section .rodata
	.balign	64
.Lxors:	/* block i of a unit: i in the counter's last byte */
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	.long	0, 0, 0, (4 * \i) << 24, 0, 0, 0, (4 * \i + 1) << 24
	.long	0, 0, 0, (4 * \i + 2) << 24, 0, 0, 0, (4 * \i + 3) << 24
	.endr
.Lunit:	/* a unit's blocks, to be added to a reversed counter */
	.quad	32, 0, 32, 0, 32, 0, 32, 0
.Lupper_half:	/* masks: the upper half's bytes, the first block's words */
	.quad	0xffffffff00000000
.Lfirst_block:
	.short	0x000f
	.text

/*
 * GHASH of a unit in %zmm8 to %zmm15, as a stream of instructions: 12 for each
 * pair of registers, the first one last as it may wait for a reduction. In unit
 * 0 the sums begin, in unit 1 they end and are reduced to ACC in instructions
 * 48 to 60, from 0.
 */
.macro	wc_merge_insn n
.if \n < 12
	ghash_pair (\n), %zmm10, %zmm11, 2
.elseif \n < 24
	ghash_pair (\n-12), %zmm12, %zmm13, 4
.elseif \n < 36
	ghash_pair (\n-24), %zmm14, %zmm15, 6
.elseif \n < 48
	ghash_pair (\n-36), %zmm8, %zmm9, 0
.elseif \n == 48
	vpxord	ACC_X, ACC_X, ACC_X
.else
	wc_ghash512_reduce_insn (\n-49), LO, LO_X, HI, HI_X, MID, MID_X, T0, \
		T0_X, ACC_X
.endif
.endm

.macro	ghash_pair n, x, y, j
.if \j == 2 && ghash_unit == 0
	wc_ghash512_pair_insn \n, \x, \y, H, wc_ghash_sum+64*\j, LO, HI, \
		MID, T0, T1, T2, 1
.else
	wc_ghash512_pair_insn \n, \x, \y, H, \
		wc_ghash_sum+UNIT*ghash_unit+64*\j, LO, HI, MID, T0, T1, T2
.endif
.endm

/* CTR and CTRLE go on by a unit. */
.macro	next_counters
	vbroadcasti32x4 (KS), T3
	vpaddd	.Lunit(%rip), CTRLE, CTRLE
	vpshufb	BYTES, CTRLE, CTR
	vpxord	T3, CTR, CTR
.endm

/* The round of the \r-th last key but one on the registers of these numbers */
.macro	aes_round r, xs:vararg
	vbroadcasti32x4 -16 * (\r)(LAST), KEY
	.irp	x, \xs
	vaesenc	KEY, %zmm\x, %zmm\x
	.endr
.endm

/* The first rounds of longer keys */
.macro	aes_more_rounds xs:vararg
	cmpl	$12, WC_OFF_AES_ROUNDS(KS)
	jb	.Lrounds10\@
	je	.Lrounds12\@
	aes_round 13, \xs
	aes_round 12, \xs
.Lrounds12\@:
	aes_round 11, \xs
	aes_round 10, \xs
.Lrounds10\@:
.endm

/* The last round of register \j of a unit and its way to %zmm\g */
.macro	unit_finish enc, j, g
.if \enc
	vpxord	64 * \j(SRC), KEY, T3
	vaesenclast T3, %zmm\j, %zmm\j
	vmovdqu64 %zmm\j, 64 * \j(DST)
	vpshufb	BYTES, %zmm\j, %zmm\g
.else
	vmovdqu64 64 * \j(SRC), %zmm\g
	vpxord	KEY, %zmm\g, T3
	vaesenclast T3, %zmm\j, %zmm\j
	vmovdqu64 %zmm\j, 64 * \j(DST)
	vpshufb	BYTES, %zmm\g, %zmm\g
.endif
.endm

/*
 * Encrypts the next unit while hashing the one in %zmm8 to %zmm15, and replaces
 * that, registers 0 and 1, which are hashed last, at the end. \rounds is 10,
 * which does 12 as well, or 14.
 */
.macro	unit	enc, n, rounds
	.set	ghash_unit, \n
	wc_merge_begin (48+13*\n), (\rounds+3)
	.irp	j, 0, 1, 2, 3, 4, 5, 6, 7
	vpxord	64 * \j(XORS), CTR, %zmm\j
	.endr
	next_counters
	wc_merge_part
.if \rounds == 10
	cmpl	$10, WC_OFF_AES_ROUNDS(KS)
	je	.Lrounds10\@
	aes_round 11, 0, 1, 2, 3, 4, 5, 6, 7
	aes_round 10, 0, 1, 2, 3, 4, 5, 6, 7
.Lrounds10\@:
.endif
	.irp	r, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
.if \r < \rounds
	aes_round \r, 0, 1, 2, 3, 4, 5, 6, 7
	wc_merge_part
.endif
	.endr
	vbroadcasti32x4 (LAST), KEY
	unit_finish \enc, 2, 10
	unit_finish \enc, 3, 11
	wc_merge_part
	unit_finish \enc, 4, 12
	unit_finish \enc, 5, 13
	wc_merge_part
	unit_finish \enc, 6, 14
	unit_finish \enc, 7, 15
	wc_merge_part
	wc_merge_end
	unit_finish \enc, 0, 8
	unit_finish \enc, 1, 9
.if \n
	vpxord	ACC, %zmm8, %zmm8
.endif
	add	$UNIT, SRC
	add	$UNIT, DST
	sub	$UNIT, LEFT
.endm

/*
 * The last round of register \j, in %zmm\x, of the \t registers of a first or
 * last unit, and its way to %zmm\g; with \merge the last two have masks.
 */
.macro	blocks_finish enc, t, merge, j, x, g
.if \j < \t
.if \j == \t - 1 && \merge && \t > 1
	blocks_finish_masked \enc, \j, \x, \g, %k6, %k7
.elseif \j == \t - 1 || (\j == \t - 2 && \merge)
	blocks_finish_masked \enc, \j, \x, \g, %k2, %k3
.elseif \j == 0
	blocks_finish_masked \enc, \j, \x, \g, %k1, %k1
.elseif \enc
	vpxord	64 * \j(SRC), KEY, T3
	vaesenclast T3, %zmm\x, %zmm\x
	vmovdqu64 %zmm\x, 64 * \j(DST)
	vpshufb	BYTES, %zmm\x, %zmm\g
.else
	vmovdqu64 64 * \j(SRC), %zmm\g
	vpxord	KEY, %zmm\g, T3
	vaesenclast T3, %zmm\x, %zmm\x
	vmovdqu64 %zmm\x, 64 * \j(DST)
	vpshufb	BYTES, %zmm\g, %zmm\g
.endif
.endif
.endm

.macro	blocks_finish_masked enc, j, x, g, k, kr
	vmovdqu8 64 * \j(SRC), %zmm\g{\k}{z}
	vpxord	KEY, %zmm\g, T3
	vaesenclast T3, %zmm\x, %zmm\x
	vmovdqu8 %zmm\x, 64 * \j(DST){\k}
.if \enc
	vpshufb	BYTES, %zmm\x, %zmm\g{\kr}{z}
.else
	vpshufb	BYTES, %zmm\g, %zmm\g
.endif
.if \j == 0
	vextracti32x4 $1, %zmm\x, EJ0{%k4}
.endif
.endm

/*
 * Encrypts \t registers of a unit under the masks and makes them ready to be
 * hashed, with ACC added. \xs numbers the registers. With \merge the unit
 * before is hashed.
 */
.macro	blocks	enc, t, merge, xs:vararg
.if \merge
	.set	ghash_unit, 1
	wc_merge_begin 61, 10
.endif
	.irp	j, 0, 1, 2, 3, 4, 5, 6, 7
.if \j < \t
	vpxord	64 * \j(XORS), CTR, %zmm\j
.endif
	.endr
.if \t == 9
	/* beyond the constants' 32 blocks: the next unit's first */
	next_counters
	vpxord	(XORS), CTR, %zmm17
.endif
	merge_part \merge
	aes_more_rounds \xs
	.irp	r, 9, 8, 7, 6, 5, 4, 3, 2, 1
	aes_round \r, \xs
	merge_part \merge
	.endr
.if \merge
	wc_merge_end
.endif
	vbroadcasti32x4 (LAST), KEY
	blocks_finish \enc, \t, \merge, 0, 0, 8
	blocks_finish \enc, \t, \merge, 1, 1, 9
	blocks_finish \enc, \t, \merge, 2, 2, 10
	blocks_finish \enc, \t, \merge, 3, 3, 11
	blocks_finish \enc, \t, \merge, 4, 4, 12
	blocks_finish \enc, \t, \merge, 5, 5, 13
	blocks_finish \enc, \t, \merge, 6, 6, 14
	blocks_finish \enc, \t, \merge, 7, 7, 15
	blocks_finish \enc, \t, \merge, 8, 17, 16
	vpxord	ACC, %zmm8, %zmm8
.endm

.macro	merge_part merge
.if \merge
	wc_merge_part
.endif
.endm

.macro	hash_pair x, y, j
	wc_ghash512_pair %zmm\x, %zmm\y, %rax, wc_ghash_end+64*\j, LO, HI, \
		MID, T0, T1, T2
.endm

.macro	hash_one x, j
	wc_ghash512_one %zmm\x, %rax, wc_ghash_end+64*\j, LO, HI, MID, T0, T1
.endm

/* The powers for register 0: H first if that holds the length block */
.macro	first_powers
	vmovdqu64 wc_ghash_end(%rax), T3
	vmovdqu64 wc_ghash_kar+wc_ghash_end(%rax), KEY
	vbroadcasti32x4 wc_ghash_end-16(H), T3{%k4}
	vbroadcasti32x4 wc_ghash_kar+wc_ghash_end-16(H), KEY{%k4}
.endm

/* The sums begin with the product of the length block, or 0, and H. */
.macro	length_product
	vpclmulqdq $0x00, wc_ghash_end-16(H), LEN, LO_X
	vpclmulqdq $0x11, wc_ghash_end-16(H), LEN, HI_X
	vpshufd	$0x4e, LEN, T3_X
	vpxord	LEN, T3_X, T3_X
	vpclmulqdq $0x00, wc_ghash_kar+wc_ghash_end-16(H), T3_X, MID_X
.endm

/* %rax = H less 16 bytes a block left, the length block included */
.macro	powers_before_H
	lea	15(LEFT), %rax
	and	$-16, %rax
	neg	%rax
	add	H, %rax
	test	STATE, STATE
	jnz	.Lno_length\@
	sub	$16, %rax
.Lno_length\@:
.endm

/*
 * The last unit, of \t registers or, for \t over 1, one less, while the unit
 * before is hashed. The last register is hashed from %zmm\g, the rest at \rest.
 */
.macro	last_merged enc, t, g, rest, xs:vararg
.if \t > 1
	lea	-(64 * (\t - 2) + 1)(LEFT), %eax
.else
	lea	-1(LEFT), %eax
.endif
	vpbroadcastb %eax, T3
	vpcmpub	$5, .Lwc_ghash512_iota(%rip), T3, %k2
	vpcmpub	$5, .Lwc_ghash512_reversed(%rip), T3, %k3
.if \t > 1
	vpcmpub	$5, .Lwc_ghash512_iota+64(%rip), T3, %k6
	vpcmpub	$5, .Lwc_ghash512_reversed+64(%rip), T3, %k7
.endif
	blocks	\enc, \t, 1, \xs
	length_product
	powers_before_H
.if \t > 1
	cmp	$(64 * (\t - 1)), LEFT
	jbe	\rest
	hash_one \g, (\t-1)
.endif
	jmp	\rest
.endm

/* From the grid's beginning to the tag or the state; see the register map. */
.macro	grid	enc
.Lgrid\@:
	cmp	$LONGEST, LEFT
	jbe	.Llast\@

	/* The first unit, with nothing to hash, comes back to .Lfirst. */
	kxnorq	%k2, %k2, %k2
	kmovq	%k2, %k3
	jmp	.Lblocks8\@
.Lfirst\@:
	next_counters
	kmovq	%k2, %k1
	kxorw	%k4, %k4, %k4
	add	$UNIT, SRC
	add	$UNIT, DST
	sub	$UNIT, LEFT

	cmpl	$14, WC_OFF_AES_ROUNDS(KS)
	je	.Lunits14\@
.Lunits\@:
	cmp	$LONGEST, LEFT
	jbe	.Lhash0\@
	unit	\enc, 0, 10
	cmp	$LONGEST, LEFT
	jbe	.Lhash1\@
	unit	\enc, 1, 10
	jmp	.Lunits\@
.Lunits14\@:
	cmp	$LONGEST, LEFT
	jbe	.Lhash0\@
	unit	\enc, 0, 14
	cmp	$LONGEST, LEFT
	jbe	.Lhash1\@
	unit	\enc, 1, 14
	jmp	.Lunits14\@

	/* The last unit beside what was encrypted before it */
.Lhash0\@:
	vpxord	LO, LO, LO
	vpxord	HI, HI, HI
	vpxord	MID, MID, MID
.Lhash1\@:
	cmp	$320, LEFT
	ja	.Labove5\@
	cmp	$64, LEFT
	jbe	.Lmerged1\@
	cmp	$192, LEFT
	ja	.Lmerged5\@
	last_merged \enc, 3, 10, .Lpairs1\@, 0, 1, 2
.Lmerged5\@:
	last_merged \enc, 5, 12, .Lpairs2\@, 0, 1, 2, 3, 4
.Labove5\@:
	cmp	$448, LEFT
	ja	.Lmerged9\@
	last_merged \enc, 7, 14, .Lpairs3\@, 0, 1, 2, 3, 4, 5, 6
.Lmerged9\@:
	last_merged \enc, 9, 16, .Lpairs4\@, 0, 1, 2, 3, 4, 5, 6, 7, 17
.Lmerged1\@:
	last_merged \enc, 1, 8, .Lone\@, 0

	/* The only unit, or one that is followed by more after a reduction */
.Llast\@:
	lea	-1(LEFT), %eax
	and	$63, %eax
	vpbroadcastb %eax, T3
	vpcmpub	$5, .Lwc_ghash512_iota(%rip), T3, %k2
	vpcmpub	$5, .Lwc_ghash512_reversed(%rip), T3, %k3
	powers_before_H

	/* The length block: in a message of one unit its first block */
	kortestw %k4, %k4
	jz	.Lproduct\@
	vpxord	LO, LO, LO
	vpxord	HI, HI, HI
	vpxord	MID, MID, MID
	vpxord	LEN_Z, ACC, ACC
	jmp	.Ldispatch\@
.Lproduct\@:
	length_product
.Ldispatch\@:
	cmp	$256, LEFT
	ja	.Labove4\@
	cmp	$128, LEFT
	ja	.Labove2\@
	cmp	$64, LEFT
	ja	.Lblocks2\@
	kandq	%k1, %k2, %k2
	kandq	%k1, %k3, %k3
	blocks	\enc, 1, 0, 0
.Lone\@:
	first_powers
	wc_ghash512_one %zmm8, %rax, wc_ghash_end, LO, HI, MID, T0, T1, T3, KEY
	jmp	.Lreduce\@
.Lblocks2\@:
	blocks	\enc, 2, 0, 0, 1
	jmp	.Lpairs1\@
.Labove2\@:
	cmp	$192, LEFT
	ja	.Lblocks4\@
	blocks	\enc, 3, 0, 0, 1, 2
	hash_one 10, 2
	jmp	.Lpairs1\@
.Lblocks4\@:
	blocks	\enc, 4, 0, 0, 1, 2, 3
	jmp	.Lpairs2\@
.Labove4\@:
	cmp	$384, LEFT
	ja	.Labove6\@
	cmp	$320, LEFT
	ja	.Lblocks6\@
	blocks	\enc, 5, 0, 0, 1, 2, 3, 4
	hash_one 12, 4
	jmp	.Lpairs2\@
.Lblocks6\@:
	blocks	\enc, 6, 0, 0, 1, 2, 3, 4, 5
	jmp	.Lpairs3\@
.Labove6\@:
	cmp	$512, LEFT
	ja	.Lblocks9\@
	cmp	$448, LEFT
	ja	.Lblocks8\@
	blocks	\enc, 7, 0, 0, 1, 2, 3, 4, 5, 6
	hash_one 14, 6
	jmp	.Lpairs3\@
.Lblocks9\@:
	blocks	\enc, 9, 0, 0, 1, 2, 3, 4, 5, 6, 7, 17
	hash_one 16, 8
	jmp	.Lpairs4\@
.Lblocks8\@:
	blocks	\enc, 8, 0, 0, 1, 2, 3, 4, 5, 6, 7
	cmp	$LONGEST, LEFT
	ja	.Lfirst\@

.Lpairs4\@:
	hash_pair 14, 15, 6
.Lpairs3\@:
	hash_pair 12, 13, 4
.Lpairs2\@:
	hash_pair 10, 11, 2
.Lpairs1\@:
	first_powers
	wc_ghash512_pair %zmm8, %zmm9, %rax, wc_ghash_end, LO, HI, MID, T0, \
		T1, T2, T3, KEY
.Lreduce\@:
	vpshufb	BYTES_X, EJ0, ACC_X
	wc_ghash512_reduce LO, LO_X, HI, HI_X, MID, MID_X, T0, T0_X, ACC_X

	test	STATE, STATE
	jnz	.Lstate\@
	vpshufb	BYTES_X, ACC_X, ACC_X
	mov	24(%rsp), %rax
	vmovdqu64 ACC_X, (%rax)
	vzeroupper
	RET

.Lstate\@:
	kmovq	%k5, %rax
	test	%rax, %rax
	jnz	.Lmore\@
	vpshufb	BYTES_X, ACC_X, ACC_X
	vmovdqu64 ACC_X, WC_OFF_GCM_ACC(STATE)
	vzeroupper
	RET

	/* A short unit has come to a counter that is a multiple of 32. */
.Lmore\@:
	add	LEFT, SRC
	add	LEFT, DST
	mov	%rax, LEFT
	kxorq	%k5, %k5, %k5
	kxnorq	%k1, %k1, %k1
	lea	.Lxors(%rip), XORS
	next_counters
	jmp	.Lgrid\@
.endm

SYM_FUNC_START_LOCAL(vaes_avx512_grid_enc)
	grid	1
SYM_FUNC_END(vaes_avx512_grid_enc)

SYM_FUNC_START_LOCAL(vaes_avx512_grid_dec)
	grid	0
SYM_FUNC_END(vaes_avx512_grid_dec)

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, const u8 *aad, unsigned int naad,
 *	     const u8 *iv, u8 *tag);	(wc_gcm_once_fn in gcm.h)
 */
.macro	once	grid
	mov	%r8d, %r8d
	mov	8(%rsp), %r10d		/* naad */
	mov	16(%rsp), %rax		/* iv */
	vmovdqa64 .Lwc_ghash512_bytes(%rip), BYTES

	/* The counter 0; loads as the nonce may just have been stored */
	vmovq	(%rax), %xmm0
	vpinsrd	$2, 8(%rax), %xmm0, %xmm0
	vshufi64x2 $0, %zmm0, %zmm0, %zmm0
	vbroadcasti32x4 (KS), T3
	vpshufb	BYTES, %zmm0, CTRLE
	vpxord	T3, %zmm0, CTR

	/* The length block */
	vmovq	LEFT, %xmm0
	vmovd	8(%rsp), %xmm1
	vpunpcklqdq %xmm1, %xmm0, %xmm0
	vpsllq	$3, %xmm0, LEN

	/* Additional data: up to a block is the grid's second, */
	vpxord	ACC, ACC, ACC
	test	%r10d, %r10d
	jz	.Lhashed\@
	cmp	$16, %r10d
	ja	.Llong\@
	vpbroadcastb %r10d, %xmm0
	vpcmpub	$6, .Lwc_ghash512_iota(%rip), %xmm0, %k2
	vmovdqu8 (%r9), %xmm0{%k2}{z}
	vpshufb	BYTES_X, %xmm0, %xmm0
	vshufi64x2 $0x51, %zmm0, %zmm0, ACC
	jmp	.Lhashed\@

	/* more is hashed before, to be added to the third. */
.Llong\@:
	wc_ghash512 H, %r9, %r10, %r10d, ACC, ACC_X, %rax, %eax, %r11, BYTES, \
		%zmm0, %zmm1, LO, LO_X, HI, HI_X, MID, MID_X, T0, T0_X, T1, T2
	vshufi64x2 $0x45, ACC, ACC, ACC

.Lhashed\@:
	mov	WC_OFF_AES_ROUNDS(KS), %eax
	shl	$4, %eax
	lea	(KS, %rax), LAST
	lea	.Lxors(%rip), XORS
	xor	%r9d, %r9d		/* STATE */
	kmovq	.Lupper_half(%rip), %k1
	kmovw	.Lfirst_block(%rip), %k4
	sub	$32, SRC
	sub	$32, DST
	add	$32, LEFT
	jmp	\grid
.endm

SYM_FUNC_START(widecrypt_aes_vaes_avx512_gcm_enc_once)
	once	vaes_avx512_grid_enc
SYM_FUNC_END(widecrypt_aes_vaes_avx512_gcm_enc_once)

SYM_FUNC_START(widecrypt_aes_vaes_avx512_gcm_dec_once)
	once	vaes_avx512_grid_dec
SYM_FUNC_END(widecrypt_aes_vaes_avx512_gcm_dec_once)

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, struct wc_gcm_state *st);
 *							(wc_gcm_fn in gcm.h)
 */
.macro	stretch	grid
	mov	%r8d, %r8d
	vmovdqa64 .Lwc_ghash512_bytes(%rip), BYTES
	vpxord	LEN, LEN, LEN
	vpxord	EJ0, EJ0, EJ0
	kxorq	%k4, %k4, %k4
	kxorq	%k5, %k5, %k5

	/* The next stretch's counter */
	vmovdqu	WC_OFF_GCM_CTR(STATE), %xmm0
	mov	WC_OFF_GCM_CTR+12(STATE), %eax
	bswap	%eax
	lea	15(LEFT), %r10
	shr	$4, %r10
	add	%eax, %r10d
	bswap	%r10d
	mov	%r10d, WC_OFF_GCM_CTR+12(STATE)

	/* This one's unit */
	mov	%eax, %r10d
	and	$-32, %r10d
	bswap	%r10d
	vpinsrd	$3, %r10d, %xmm0, %xmm0
	vshufi64x2 $0, %zmm0, %zmm0, %zmm0
	vbroadcasti32x4 (KS), T3
	vpshufb	BYTES, %zmm0, CTRLE
	vpxord	T3, %zmm0, CTR

	/* and the place in it: %r11 of four blocks, %rax blocks of them */
	mov	%eax, %r11d
	and	$3, %eax
	and	$28, %r11d
	shl	$4, %eax
	shl	$4, %r11d
	sub	%rax, SRC
	sub	%rax, DST
	add	%rax, LEFT
	vpbroadcastb %eax, T3
	vpcmpub	$2, .Lwc_ghash512_iota(%rip), T3, %k1
	kshiftlq $16, %k1, %k2
	kandnq	%k1, %k2, %k2
	vmovdqu	WC_OFF_GCM_ACC(STATE), %xmm0
	vshufi64x2 $0, %zmm0, %zmm0, %zmm0
	vmovdqu8 %zmm0, %zmm0{%k2}{z}
	vpshufb	BYTES, %zmm0, ACC

	mov	WC_OFF_AES_ROUNDS(KS), %eax
	shl	$4, %eax
	lea	(KS, %rax), LAST

	lea	.Lxors(%rip), %rax
	test	%r11d, %r11d
	jz	.Laligned\@
	add	%r11, %rax
	neg	%r11
	add	$UNIT, %r11		/* bytes to the next unit */
	cmp	%r11, LEFT
	jbe	.Laligned\@
	sub	%r11, LEFT
	kmovq	LEFT, %k5
	mov	%r11, LEFT
.Laligned\@:
	mov	%rax, XORS
	jmp	\grid
.endm

SYM_FUNC_START(widecrypt_aes_vaes_avx512_gcm_enc)
	stretch	vaes_avx512_grid_enc
SYM_FUNC_END(widecrypt_aes_vaes_avx512_gcm_enc)

SYM_FUNC_START(widecrypt_aes_vaes_avx512_gcm_dec)
	stretch	vaes_avx512_grid_dec
SYM_FUNC_END(widecrypt_aes_vaes_avx512_gcm_dec)

WC_DEFINE_GHASH_VPCLMUL_AVX512(widecrypt_aes_vaes_avx512_ghash)
WC_DEFINE_GHASH_POWERS_PCLMUL(widecrypt_aes_vaes_avx512_ghash_powers)
WC_DEFINE_AES_CTR(widecrypt_aes_vaes_avx512_ctr)
