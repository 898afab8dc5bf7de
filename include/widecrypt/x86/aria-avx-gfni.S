/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * S-boxes by GFNI for aria-avx.S, and a form for few blocks.
 *
 * In quadwords, up to eight blocks: a place of the grid is a quadword, its bytes
 * the blocks, so that one affine and one inverse with other matrices in each
 * quadword are a round's S-boxes. Row a of the grid is in V(2a) on ymm, in
 * V(2a) and V(2a + 1) on xmm. Columns are summed across registers; of a row, a
 * the quadwords swapped in pairs, the sum is a ^ x ^ (a ^ x with halves swapped).
 *
 * A lone block is a row (aria-tables.S).
 */
#ifndef WIDECRYPT_X86_ARIA_AVX_GFNI_H
#define WIDECRYPT_X86_ARIA_AVX_GFNI_H

#define ARIA_FEW	8

#include <widecrypt/x86/aria-avx.S>

.macro aria_sbox_constants
.section .rodata
.balign 32
aria_gr_matrices:
	aria_quad_matrices
	aria_row_constants
.balign 32
aria_bs_a:
	.quad	ARIA_A, ARIA_A, ARIA_A, ARIA_A
aria_bs_bf:
	.quad	ARIA_BF, ARIA_BF, ARIA_BF, ARIA_BF
aria_bs_a_inv:
	.quad	ARIA_A_INV, ARIA_A_INV, ARIA_A_INV, ARIA_A_INV
aria_bs_bf_inv:
	.quad	ARIA_BF_INV, ARIA_BF_INV, ARIA_BF_INV, ARIA_BF_INV
aria_bs_id:
	.quad	ARIA_ID, ARIA_ID, ARIA_ID, ARIA_ID
.text
.endm

/*
 * Byte-sliced
 */

.macro aria_bs_sbox_3 odd:req, s1:req, s2:req, x1:req, x2:req
	vgf2p8affineqb	$0, aria_bs_a_inv(%rip), V\x1, V\x1
	vgf2p8affineqb	$0, aria_bs_bf_inv(%rip), V\x2, V\x2
	vgf2p8affineinvqb $0, aria_bs_a(%rip), V\s1, V\s1
	vgf2p8affineinvqb $0, aria_bs_bf(%rip), V\s2, V\s2
	vgf2p8affineinvqb $0, aria_bs_id(%rip), V\x1, V\x1
	vgf2p8affineinvqb $0, aria_bs_id(%rip), V\x2, V\x2
.endm

.macro aria_bs_sboxes odd:req, a0:req, a1:req, a2:req, a3:req, b0:req, \
	b1:req, b2:req, b3:req, c0:req, c1:req, c2:req, c3:req
	vmovdqa		aria_bs_a_inv(%rip), V12
	vmovdqa		aria_bs_bf_inv(%rip), V13
	vmovdqa		aria_bs_a(%rip), V14
	vmovdqa		aria_bs_id(%rip), V15
	aria_bs_quarter	\a0, \a1, \a2, \a3
	aria_bs_quarter	\b0, \b1, \b2, \b3
	aria_bs_quarter	\c0, \c1, \c2, \c3
.endm

.macro aria_bs_quarter s1:req, s2:req, x1:req, x2:req
	vgf2p8affineqb	$0, V12, V\x1, V\x1
	vgf2p8affineqb	$0, V13, V\x2, V\x2
	vgf2p8affineinvqb $0, V14, V\s1, V\s1
	vgf2p8affineinvqb $0, aria_bs_bf(%rip), V\s2, V\s2
	vgf2p8affineinvqb $0, V15, V\x1, V\x1
	vgf2p8affineinvqb $0, V15, V\x2, V\x2
.endm

/*
 * In quadwords
 */

/* On register r of the set */
.macro aria_gr_each do:req, args:vararg
#if ARIA_WIDTH == 32
	\do	0, 0, \args
	\do	2, 32, \args
	\do	4, 64, \args
	\do	6, 96, \args
#else
	\do	0, 0, \args
	\do	1, 16, \args
	\do	2, 32, \args
	\do	3, 48, \args
	\do	4, 64, \args
	\do	5, 80, \args
	\do	6, 96, \args
	\do	7, 112, \args
#endif
.endm

.macro aria_gr_affine r:req, at:req, table:req
	vgf2p8affineqb	$0, aria_gr_matrices + \table + \at(%rip), V\r, V\r
.endm

.macro aria_gr_inverse r:req, at:req, table:req
	vgf2p8affineinvqb $0, aria_gr_matrices + \table + \at(%rip), V\r, V\r
.endm

.macro aria_gr_sbox odd:req
	aria_gr_each	aria_gr_affine, (256*\odd)
	aria_gr_each	aria_gr_inverse, (256*\odd+128)
.endm

/* V\k = the round key of register r */
.macro aria_gr_key r:req, key:req, k:req
	.if		\r < 4
	vpshufd		$0x50, \key + 32 * (\r >> 1 & 1) + 16 * (\r & 1)(KEY), V\k
	.else
	vpshufd		$0xfa, \key + 32 * (\r >> 1 & 1) + 16 * (\r & 1)(KEY), V\k
	.endif
.endm

.macro aria_gr_add r:req, at:req, key:req
	aria_gr_key	\r, \key, 15
	vpxor		V15, V\r, V\r
.endm

#if ARIA_WIDTH == 32
.macro aria_gr_diffuse key:req, odd:req
	vpxor		V0, V2, V8
	vpxor		V4, V6, V9
	vpxor		V9, V8, V8
	aria_gr_row	\key, 0, 1
	aria_gr_row	\key, 2, 3
	aria_gr_row	\key, 4, 5
	aria_gr_row	\key, 6, 7
.endm

.macro aria_gr_row key:req, r:req, t:req
	vpshufd		$0x4e, V\r, V\t
	aria_gr_key	\r, \key, 10
	vpxor		V\t, V\r, V\r
	vpxor		V8, V10, V10
	vpermq		$0x4e, V\r, V\r
	vpxor		V\t, V10, V10
	vpxor		V10, V\r, V\r
.endm
#else
.macro aria_gr_diffuse key:req, odd:req
	vpxor		V0, V2, V8
	vpxor		V4, V6, V10
	vpxor		V1, V3, V9
	vpxor		V5, V7, V11
	vpxor		V10, V8, V8
	vpxor		V11, V9, V9
	aria_gr_row	\key, 0, 1
	aria_gr_row	\key, 2, 3
	aria_gr_row	\key, 4, 5
	aria_gr_row	\key, 6, 7
.endm

.macro aria_gr_row key:req, lo:req, hi:req
	vpxor		V\lo, V\hi, V10
	aria_gr_key	\lo, \key, 12
	aria_gr_key	\hi, \key, 13
	vpshufd		$0x4e, V10, V11
	vpxor		V8, V12, V12
	vpxor		V9, V13, V13
	vpxor		V10, V\lo, V\lo
	vpxor		V10, V\hi, V\hi
	vpxor		V11, V12, V12
	vpxor		V11, V13, V13
	vpxor		V12, V\lo, V\lo
	vpxor		V13, V\hi, V\hi
.endm
#endif

/* All rounds with all keys */
.macro aria_gr_rounds
	lea		ARIA_WIDE(KS), KEY
	aria_gr_each	aria_gr_add, 0
	aria_rounds	aria_gr, ARIA_WIDE_STEP
	aria_gr_each	aria_gr_add, 0
.endm

/*
 * A row: S1 and S2 of X0 in itself, X1 and X2 in X1
 */
.macro aria_row_sbox odd:req
	vgf2p8affineqb	$0, aria_row_pre(%rip), X0, X1
	vgf2p8affineinvqb $0, aria_row_post(%rip), X0, X0
	vgf2p8affineinvqb $0, aria_row_id(%rip), X1, X1
.endm

.macro aria_row_diffuse key:req, odd:req
	.if	\odd
	aria_row_sum	\key, aria_row_high, aria_row_low
	.else
	aria_row_sum	\key, aria_row_low, aria_row_high
	.endif
.endm

/* s, x: where S and X find their terms. X is the later by an instruction. */
.macro aria_row_sum key:req, s:req, x:req
	vpshufb		\s + 0(%rip), X0, X2
	vpshufb		\s + 16(%rip), X0, X3
	vpshufb		\s + 32(%rip), X0, X4
	vpshufb		\s + 48(%rip), X0, X5
	vpshufb		\x + 0(%rip), X1, X6
	vpshufb		\x + 16(%rip), X1, X7
	vpshufb		\x + 32(%rip), X1, X8
	vpshufb		\x + 48(%rip), X1, X9
	vpxor		\key(KEY), X2, X2
	vpxor		X4, X3, X3
	vpxor		X5, X2, X2
	vpxor		X7, X3, X3
	vpxor		X9, X6, X6
	vpxor		X8, X2, X2
	vpxor		X6, X3, X3
	vpxor		X3, X2, X0
.endm

.macro aria_one_function id:req
SYM_FUNC_START_LOCAL(aria_one_\id)
	lea		ARIA_ROW(KS), KEY
	vpshufb		aria_row_order(%rip), X0, X0
	vpxor		(KEY), X0, X0
	aria_rounds	aria_row, ARIA_ROW_STEP
	vpblendw	$0x55, X1, X0, X0
	vpxor		(KEY), X0, X0
	vpshufb		aria_row_back(%rip), X0, X0
	RET
SYM_FUNC_END(aria_one_\id)
.endm

/*
 * Between eight blocks and quadwords: perfect shuffles of the 128 bytes, on X0
 * to X7 and X8 to X15 by turns. After three of them X(8 + j) has bytes 2j and
 * 2j + 1 of the blocks; four more restore the blocks.
 */
.macro aria_gr_shuffle a0:req, a1:req, a2:req, a3:req, a4:req, a5:req, \
	a6:req, a7:req, o0:req, o1:req, o2:req, o3:req, o4:req, o5:req, \
	o6:req, o7:req
	vpunpcklbw	X\a4, X\a0, X\o0
	vpunpckhbw	X\a4, X\a0, X\o1
	vpunpcklbw	X\a5, X\a1, X\o2
	vpunpckhbw	X\a5, X\a1, X\o3
	vpunpcklbw	X\a6, X\a2, X\o4
	vpunpckhbw	X\a6, X\a2, X\o5
	vpunpcklbw	X\a7, X\a3, X\o6
	vpunpckhbw	X\a7, X\a3, X\o7
.endm

.macro aria_gr_shuffle_up
	aria_gr_shuffle	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.endm

.macro aria_gr_shuffle_down
	aria_gr_shuffle	8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
.endm

/* X\o = quadword h of X\a, quadword k of X\b */
.macro aria_gr_pair o:req, a:req, h:req, b:req, k:req
	vshufpd		$(\h + 2 * \k), X\b, X\a, X\o
.endm

.macro aria_few_function id:req
SYM_FUNC_START_LOCAL(aria_few_\id)
	.irp		i, 0, 1, 2, 3, 4, 5, 6, 7
	vmovdqa		16 * \i(PTR), X\i
	.endr
	aria_gr_shuffle_up
	aria_gr_shuffle_down
	aria_gr_shuffle_up
	/* Byte i is quadword i & 1 of X(8 + i / 2). */
	aria_gr_pair	0, 15, 0, 10, 0		/* 14  4 */
	aria_gr_pair	1, 9, 1, 12, 1		/*  3  9 */
	aria_gr_pair	2, 10, 1, 15, 1		/*  5 15 */
	aria_gr_pair	3, 12, 0, 9, 0		/*  8  2 */
	aria_gr_pair	4, 13, 1, 8, 1		/* 11  1 */
	aria_gr_pair	5, 11, 0, 14, 0		/*  6 12 */
	aria_gr_pair	6, 8, 0, 13, 0		/*  0 10 */
	aria_gr_pair	7, 14, 1, 11, 1		/* 13  7 */
#if ARIA_WIDTH == 32
	vinserti128	$1, X1, V0, V0
	vinserti128	$1, X3, V2, V2
	vinserti128	$1, X5, V4, V4
	vinserti128	$1, X7, V6, V6
#endif
	aria_gr_rounds
#if ARIA_WIDTH == 32
	vextracti128	$1, V0, X1
	vextracti128	$1, V2, X3
	vextracti128	$1, V4, X5
	vextracti128	$1, V6, X7
#endif
	/* Now 14 5, 0 11, 4 15, 10 1, 9 2, 7 12, 3 8, 13 6 */
	aria_gr_pair	8, 1, 0, 3, 1
	aria_gr_pair	9, 4, 1, 6, 0
	aria_gr_pair	10, 2, 0, 0, 1
	aria_gr_pair	11, 7, 1, 5, 0
	aria_gr_pair	12, 6, 1, 4, 0
	aria_gr_pair	13, 3, 0, 1, 1
	aria_gr_pair	14, 5, 1, 7, 0
	aria_gr_pair	15, 0, 0, 2, 1
	aria_gr_shuffle_down
	aria_gr_shuffle_up
	aria_gr_shuffle_down
	aria_gr_shuffle_up
	vmovdqa		X8, 0(PTR)
	vmovdqa		X9, 16(PTR)
	vmovdqa		X10, 32(PTR)
	vmovdqa		X11, 48(PTR)
	vmovdqa		X12, 64(PTR)
	vmovdqa		X13, 80(PTR)
	vmovdqa		X14, 96(PTR)
	vmovdqa		X15, 112(PTR)
	RET
SYM_FUNC_END(aria_few_\id)
.endm

#endif /* WIDECRYPT_X86_ARIA_AVX_GFNI_H */
