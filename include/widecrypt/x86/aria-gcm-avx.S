/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CTR with GHASH beside, on VEX-coded instructions: what aria-avx.S takes in if
 * ARIA_BESIDE is 1.
 *
 * A byte-sliced step hashes ARIA_STEP bytes, if there is something to hash: two
 * vectors in each of the first eight rounds, where column 3 is on the stack and
 * its registers are free. The sums are on the stack, too. The round's chain of
 * dependent instructions leaves time for most of it on the ports.
 *
 * J0 goes into the last step's buffer; if that is full, beside the rounds as a row
 * (aria-tables.S), in the same place.
 *
 * In the rounds
 *
 *	PTR	the text to hash, or 0
 *	IV	H less 16 bytes for each block that is left of it
 *	ROW	the key of J0's round
 *	V12 - V15 scratch
 */
#ifndef WIDECRYPT_X86_ARIA_GCM_AVX_H
#define WIDECRYPT_X86_ARIA_GCM_AVX_H

#include <widecrypt/gcm-offsets.h>
#include <widecrypt/x86/ghash-pclmul.S>

/*
 * In any frame: the block beside a full step, or 0, H, and what IV and SRC were.
 * In that of CTR: struct wc_beside, or 0. In the rounds: sums, J0 and its S-boxes.
 */
#define ARIA_BESIDE_J0	(ARIA_FRAME-32)(FRAME)
#define ARIA_BESIDE_H	(ARIA_FRAME-24)(FRAME)
#define ARIA_BESIDE_IV	(ARIA_FRAME-16)(FRAME)
#define ARIA_BESIDE_SRC	(ARIA_FRAME-8)(FRAME)
#define ARIA_BESIDE_AT	(ARIA_FRAME)(FRAME)
#define ARIA_FRAME_CTR	(ARIA_FRAME+32)
#define ARIA_LO		ARIA_BUF(4)
#define ARIA_HI		ARIA_BUF(5)
#define ARIA_MID	ARIA_BUF(6)
#define ARIA_J0		ARIA_BUF(7)
#define ARIA_J0_S	ARIA_BUF(8)
#define ARIA_J0_X	ARIA_BUF(9)

.set	ROW, SRC

/*
 * PTR = what the next step is to hash, ARIA_BESIDE_J0 = the block to be encrypted
 * beside it, if it is the last and full
 */
.macro aria_beside_data mode:req
	xor		%r9d, %r9d
	mov		PTR, ARIA_BESIDE_J0
	.ifc		\mode, ctr
	mov		ARIA_BESIDE_AT, LEFT
	test		LEFT, LEFT
	jz		1f
	mov		WC_OFF_BESIDE_DATA(LEFT), PTR
	lea		15(LEN), KEY
	and		$-16, KEY
	cmp		$ARIA_STEP, KEY
	jne		1f
	mov		WC_OFF_BESIDE_J0(LEFT), LEFT
	mov		LEFT, ARIA_BESIDE_J0
1:
	.endif
.endm

/* J0 with its first key; sums begin with the product of what was hashed so far. */
.macro aria_beside_begin
	mov		ARIA_BESIDE_J0, LEFT
	test		LEFT, LEFT
	jz		1f
	vmovdqu		(LEFT), X12
	vpshufb		aria_row_order(%rip), X12, X12
	vpxor		ARIA_ROW(KS), X12, X12
	vmovdqa		X12, ARIA_J0
	mov		SRC, ARIA_BESIDE_SRC
	lea		ARIA_ROW(KS), ROW
1:
	test		PTR, PTR
	jz		1f
	mov		ARIA_BESIDE_AT, LEFT
	mov		IV, ARIA_BESIDE_IV
	mov		WC_OFF_BESIDE_ACC(LEFT), IV
	vmovdqu		(IV), X12
	mov		WC_OFF_BESIDE_H(LEFT), IV
	mov		IV, ARIA_BESIDE_H
	sub		$ARIA_STEP, IV
	vpshufb		.Lwc_ghash_bytes(%rip), X12, X12
	wc_ghash_avx_mul X12, IV, X13, X14, X15, X15, 1
	vmovdqa		V13, ARIA_LO
	vmovdqa		V14, ARIA_HI
	vmovdqa		V15, ARIA_MID
1:
.endm

.macro aria_beside_pair at:req, odd:req
	vmovdqu		\at(PTR), V12
	vmovdqu		\at + ARIA_WIDTH(PTR), V13
	vpshufb		.Lwc_ghash_bytes(%rip), V12, V12
	vpshufb		.Lwc_ghash_bytes(%rip), V13, V13
	wc_ghash_avx_pair_mem V12, V13, IV, \at, ARIA_WIDTH, ARIA_LO, \
		ARIA_HI, ARIA_MID, V14, V15
.endm

/* Eight rounds, two vectors hashed in each */
.macro aria_beside_8 beside:req
1:	aria_bs_sbox	0, \beside, 0, 0
	aria_bs_diffuse	ARIA_WIDE_STEP, 0
	aria_bs_sbox	1, \beside, (2 * ARIA_WIDTH), 1
	aria_bs_diffuse	(2 * ARIA_WIDE_STEP), 1
	add		$4 * ARIA_WIDTH, PTR
	add		$4 * ARIA_WIDTH, IV
	add		$2 * ARIA_WIDE_STEP, KEY
	sub		$2, LEFT32
	cmp		ARIA_BESIDE_H, IV
	jne		1b
.endm

/*
 * A round of J0 as a row, the key of the next at ROW: the S-boxes' results, which
 * are wanted in the last round, and the diffusion
 */
.macro aria_j0_round at:req, odd:req
	vmovdqa		ARIA_J0, X12
	vgf2p8affineqb	$0, aria_row_pre(%rip), X12, X13
	vgf2p8affineinvqb $0, aria_row_post(%rip), X12, X12
	vgf2p8affineinvqb $0, aria_row_id(%rip), X13, X13
	vmovdqa		X12, ARIA_J0_S
	vmovdqa		X13, ARIA_J0_X
	.if		\odd
	aria_j0_sum	(2 * ARIA_ROW_STEP), aria_row_high, aria_row_low
	add		$2 * ARIA_ROW_STEP, ROW
	.else
	aria_j0_sum	ARIA_ROW_STEP, aria_row_low, aria_row_high
	.endif
.endm

.macro aria_j0_sum key:req, s:req, x:req
	vpshufb		\s + 0(%rip), X12, X14
	vpxor		\key(ROW), X14, X14
	aria_j0_term	\s + 16, 12
	aria_j0_term	\s + 32, 12
	aria_j0_term	\s + 48, 12
	aria_j0_term	\x + 0, 13
	aria_j0_term	\x + 16, 13
	aria_j0_term	\x + 32, 13
	aria_j0_term	\x + 48, 13
	vmovdqa		X14, ARIA_J0
.endm

.macro aria_j0_term from:req, x:req
	vpshufb		\from(%rip), X\x, X15
	vpxor		X15, X14, X14
.endm

.macro aria_beside_both at:req, odd:req
	aria_beside_pair \at, \odd
	aria_j0_round	\at, \odd
.endm

.macro aria_bs_j0_sbox odd:req
	aria_bs_sbox	\odd, aria_j0_round, 0, \odd
.endm

.macro aria_bs_j0_diffuse key:req, odd:req
	aria_bs_diffuse	\key, \odd
.endm

/* All rounds, from LEFT on */
.macro aria_beside_rounds
	test		PTR, PTR
	jz		3f
	cmpq		$0, ARIA_BESIDE_J0
	jne		4f
	aria_beside_8	aria_beside_pair
	jmp		6f
4:	aria_beside_8	aria_beside_both
	jmp		5f
3:	cmpq		$0, ARIA_BESIDE_J0
	je		6f
5:	aria_rounds_left aria_bs_j0, ARIA_WIDE_STEP
	jmp		7f
6:	aria_rounds_left aria_bs, ARIA_WIDE_STEP
7:
.endm

/* E(J0) and the reduced sums go where they belong. */
.macro aria_beside_end
	mov		ARIA_BESIDE_J0, LEFT
	test		LEFT, LEFT
	jz		1f
	vmovdqa		ARIA_J0_S, X12
	vpblendw	$0x55, ARIA_J0_X, X12, X12
	vpxor		(ROW), X12, X12
	vpshufb		aria_row_back(%rip), X12, X12
	vmovdqu		X12, (LEFT)
	mov		ARIA_BESIDE_SRC, SRC
1:
	test		PTR, PTR
	jz		1f
	vmovdqa		ARIA_LO, V12
	vmovdqa		ARIA_HI, V13
	vmovdqa		ARIA_MID, V14
	wc_ghash_avx_reduce V12, V13, V14, .Lwc_ghash_c(%rip), V15, V12
	.if		ARIA_WIDTH == 32
	vextracti128	$1, V12, X13
	vpxor		X13, X12, X12
	.endif
	vpshufb		.Lwc_ghash_bytes(%rip), X12, X12
	mov		ARIA_BESIDE_AT, LEFT
	mov		WC_OFF_BESIDE_ACC(LEFT), IV
	mov		PTR, WC_OFF_BESIDE_DATA(LEFT)
	vmovdqu		X12, (IV)
	mov		ARIA_BESIDE_IV, IV
1:
.endm

/*
 * LEFT = LEN rounded up, KEY = the block to be encrypted along; jumps to no if there
 * is none, or no place for it
 */
.macro aria_j0 no:req
	lea		15(LEN), LEFT
	mov		ARIA_BESIDE_AT, KEY
	and		$-16, LEFT
	test		KEY, KEY
	jz		\no
	mov		WC_OFF_BESIDE_J0(KEY), KEY
	test		KEY, KEY
	jz		\no
	cmp		$ARIA_STEP, LEFT
	je		\no
.endm

/* LEFT = bytes in the buffer */
.macro aria_j0_in mode:req
	.ifc		\mode, ctr
	aria_j0		1f
	vmovdqu		(KEY), X0
	vmovdqa		X0, (FRAME, LEFT)
	add		$16, LEFT
1:
	.endif
.endm

.macro aria_j0_out mode:req
	.ifc		\mode, ctr
	aria_j0		1f
	vmovdqa		(FRAME, LEFT), X0
	vmovdqu		X0, (KEY)
1:
	.endif
.endm

/*
 * void widecrypt_aria_<id>_beside(const struct aria_sched *ks, u8 *dst,
 *		const u8 *src, unsigned int n, u8 *iv, struct wc_beside *b)
 *
 * wc_beside_fn in gcm.h, in steps of ARIA_STEP bytes; plain CTR if b = 0
 */
.macro aria_beside_function id:req
SYM_FUNC_START(widecrypt_aria_\id\()_beside)
	aria_bytes	0
	aria_frame	ARIA_FRAME_CTR
	mov		PTR, ARIA_BESIDE_AT
	aria_request	\id, ctr
	vzeroupper
	leave
	RET
SYM_FUNC_END(widecrypt_aria_\id\()_beside)
.endm

#endif /* WIDECRYPT_X86_ARIA_GCM_AVX_H */
