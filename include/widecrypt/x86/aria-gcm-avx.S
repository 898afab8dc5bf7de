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
 * In the rounds
 *
 *	PTR	the text to hash, or 0
 *	IV	H less 16 bytes for each block that is left of it
 *	V12 - V15 scratch
 */
#ifndef WIDECRYPT_X86_ARIA_GCM_AVX_H
#define WIDECRYPT_X86_ARIA_GCM_AVX_H

#include <widecrypt/gcm-offsets.h>
#include <widecrypt/x86/ghash-pclmul.S>

/* In the frame: struct wc_beside, or 0; what IV and H were; in the rounds, sums */
#define ARIA_BESIDE_AT	(ARIA_FRAME)(FRAME)
#define ARIA_BESIDE_IV	(ARIA_FRAME+8)(FRAME)
#define ARIA_BESIDE_H	(ARIA_FRAME+16)(FRAME)
#define ARIA_FRAME_CTR	(ARIA_FRAME+32)
#define ARIA_LO		ARIA_BUF(4)
#define ARIA_HI		ARIA_BUF(5)
#define ARIA_MID	ARIA_BUF(6)

/* PTR = what the next step is to hash */
.macro aria_beside_data mode:req
	.ifc		\mode, ctr
	mov		ARIA_BESIDE_AT, PTR
	test		PTR, PTR
	jz		1f
	mov		WC_OFF_BESIDE_DATA(PTR), PTR
1:
	.else
	xor		%r9d, %r9d
	.endif
.endm

/* The sums begin with the product of what was hashed so far. */
.macro aria_beside_begin
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

.macro aria_beside_pair at:req
	vmovdqu		\at(PTR), V12
	vmovdqu		\at + ARIA_WIDTH(PTR), V13
	vpshufb		.Lwc_ghash_bytes(%rip), V12, V12
	vpshufb		.Lwc_ghash_bytes(%rip), V13, V13
	wc_ghash_avx_pair_mem V12, V13, IV, \at, ARIA_WIDTH, ARIA_LO, \
		ARIA_HI, ARIA_MID, V14, V15
.endm

.macro aria_beside_rounds
	test		PTR, PTR
	jz		2f
1:	aria_bs_sbox	0, aria_beside_pair, 0
	aria_bs_diffuse	ARIA_WIDE_STEP, 0
	aria_bs_sbox	1, aria_beside_pair, (2 * ARIA_WIDTH)
	aria_bs_diffuse	(2 * ARIA_WIDE_STEP), 1
	add		$4 * ARIA_WIDTH, PTR
	add		$4 * ARIA_WIDTH, IV
	add		$2 * ARIA_WIDE_STEP, KEY
	sub		$2, LEFT32
	cmp		ARIA_BESIDE_H, IV
	jne		1b
2:
.endm

.macro aria_beside_end
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

/* LEFT = LEN rounded up, KEY = the block to be encrypted along; else jumps to no */
.macro aria_j0 no:req
	lea		15(LEN), LEFT
	mov		ARIA_BESIDE_AT, KEY
	and		$-16, LEFT
	test		KEY, KEY
	jz		\no
	mov		WC_OFF_BESIDE_J0(KEY), KEY
	test		KEY, KEY
	jz		\no
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
