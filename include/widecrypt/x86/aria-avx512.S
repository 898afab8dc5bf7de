/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA with GFNI and AVX-512: F, VL, BW, DQ and VBMI (every CPU with GFNI and
 * AVX-512 has VBMI). aria-tables.S has the mathematics.
 *
 * Three forms of the state, chosen by the number of blocks in hand:
 *
 * Byte-sliced, 33 to 64 blocks. One zmm register for each place of the grid,
 * its byte 16 L + j that of block 4 j + L, which is what transposing 16 x 16
 * bytes within 128-bit lanes leaves. A round takes 24 GFNI instructions for the
 * S-boxes, 8 for the sums of the rows and 40 for what follows:
 *
 *	y = (x ^ key) ^ sum of its row ^ sum of the other half of its column
 *
 * computed in the register of its neighbour in the column, whose value is the
 * one that the half left out. So rows 0 and 1, 2 and 3 change registers at each
 * diffusion, and change back at the next.
 *
 * In quadwords, 5 to 32 blocks, in sets of eight. A set is two registers, A for
 * rows 0 and 1 of the grid, B for rows 2 and 3; a place is a quadword, its
 * bytes the eight blocks. The S-boxes are one affine and one inverse, with
 * other matrices in each quadword. The diffusion: with a the quadwords of a row
 * swapped in pairs, the row's sum is a ^ x ^ (a ^ x with its halves swapped);
 * with c = A ^ B, a column's sum is c ^ (c with its halves swapped). A round
 * takes 16 instructions for a set and is about 17 cycles deep.
 *
 * Rows, 1 to 4 blocks and single streams: 16 instructions, 13 cycles deep.
 *
 * Registers throughout, besides those of aria-tables.S:
 */
#ifndef WIDECRYPT_X86_ARIA_AVX512_H
#define WIDECRYPT_X86_ARIA_AVX512_H

#include <linux/linkage.h>
#include <widecrypt/x86/aria-tables.S>
#include <widecrypt/x86/xts.S>

.set	HI, %r9		/* CTR: a counter; XTS: the tweak of a partial block */
.set	LO, %r10
.set	SLICED, %r9d	/* XTS: the next 64 tweaks are at %rsp */

/* Byte-sliced: blocks 4i to 4i+3 before and after the transposition */
.set	M0, %zmm0
.set	M1, %zmm1
.set	M2, %zmm2
.set	M3, %zmm3
.set	M4, %zmm4
.set	M5, %zmm5
.set	M6, %zmm6
.set	M7, %zmm7
.set	M8, %zmm8
.set	M9, %zmm9
.set	M10, %zmm10
.set	M11, %zmm11
.set	M12, %zmm12
.set	M13, %zmm13
.set	M14, %zmm14
.set	M15, %zmm15
.set	M_A, %zmm24	/* matrices */
.set	M_BF, %zmm25
.set	M_A_INV, %zmm26
.set	M_BF_INV, %zmm27
.set	M_ID, %zmm28

/* In quadwords: set s */
.set	GA0, %zmm0
.set	GB0, %zmm1
.set	GA1, %zmm2
.set	GB1, %zmm3
.set	GA2, %zmm4
.set	GB2, %zmm5
.set	GA3, %zmm6
.set	GB3, %zmm7
/* Blocks 4i to 4i+3 before and after; within the rounds, scratch */
.set	N0, %zmm8
.set	N1, %zmm9
.set	N2, %zmm10
.set	N3, %zmm11
.set	N4, %zmm12
.set	N5, %zmm13
.set	N6, %zmm14
.set	N7, %zmm15
.set	TA0, %zmm8
.set	TB0, %zmm9
.set	TA1, %zmm10
.set	TB1, %zmm11
.set	TA2, %zmm12
.set	TB2, %zmm13
.set	TA3, %zmm14
.set	TB3, %zmm15
.set	TC0, %zmm16
.set	TC1, %zmm17
.set	TC2, %zmm18
.set	TC3, %zmm19
.set	KA, %zmm20	/* the round key */
.set	KB, %zmm21
.set	PRE_A0, %zmm22	/* matrices of even and odd rounds */
.set	PRE_B0, %zmm23
.set	POST_A0, %zmm24
.set	POST_B0, %zmm25
.set	PRE_A1, %zmm26
.set	PRE_B1, %zmm27
.set	POST_A1, %zmm28
.set	POST_B1, %zmm29

/*
 * Constants
 */

/* Which byte of eight blocks goes where: byte i of block b is number 16 b + i */
.macro aria_gr_in places:vararg
	.irp	i, \places
	.byte	\i, 16 + \i, 32 + \i, 48 + \i, 64 + \i, 80 + \i, 96 + \i, 112 + \i
	.endr
.endm

/* The way back: the place of each byte of a block, after P */
.macro aria_gr_out_block b:req
	.irp	p, 2, 7, 9, 12, 4, 1, 15, 10, 13, 8, 6, 3, 11, 14, 0, 5
	.byte	8 * \p + \b
	.endr
.endm

.macro aria_avx512_constants
wc_xts_constants
.section .rodata
.balign 64
aria_gr_matrices:
	aria_quad_matrices
aria_gr_from_blocks:
	aria_grid aria_gr_in
aria_gr_to_blocks:
	.irp	b, 0, 1, 2, 3, 4, 5, 6, 7
	aria_gr_out_block \b
	.endr
/* 0 to 255 */
aria_count:
	.irp	h, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, \
			208, 224, 240
	.byte	\h, \h + 1, \h + 2, \h + 3, \h + 4, \h + 5, \h + 6, \h + 7
	.byte	\h + 8, \h + 9, \h + 10, \h + 11, \h + 12, \h + 13, \h + 14, \h + 15
	.endr
/* The number of the block in each byte of the byte-sliced form */
aria_bs_count:
	.irp	l, 0, 1, 2, 3
	.byte	\l, 4 + \l, 8 + \l, 12 + \l, 16 + \l, 20 + \l, 24 + \l, 28 + \l
	.byte	32 + \l, 36 + \l, 40 + \l, 44 + \l
	.byte	48 + \l, 52 + \l, 56 + \l, 60 + \l
	.endr
/* Counters: which of four blocks; four more; as bytes of big-endian numbers */
aria_ctr_0123:
	.quad	0, 0, 1, 0, 2, 0, 3, 0
aria_ctr_4:
	.quad	4, 0
aria_ctr_bytes_0123:
	.quad	0, 0, 0, 1 << 56, 0, 2 << 56, 0, 3 << 56
aria_ctr_bytes_4:
	.quad	0, 4 << 56
/* Reverses the 16 bytes of a block; each half; its eight words */
aria_rev_bytes:
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
aria_rev_quads:
	.byte	7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
aria_rev_words:
	.byte	14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1
	aria_row_constants
aria_xts_f:				/* see XTS */
	.quad	0x0103070e1c3870e1
aria_xts_g:
	.quad	0xc284081020408000
aria_row_mask:			/* the low word of a dword */
	.long	0xffff
aria_bs_matrices:
	.quad	ARIA_A, ARIA_BF, ARIA_A_INV, ARIA_BF_INV, ARIA_ID
.text
.endm

/*
 * Byte-sliced form
 */

/* S1, S2, X1, X2 of the registers named by their numbers */
.macro aria_bs_quarter s1:req, s2:req, x1:req, x2:req
	vgf2p8affineqb	$0, M_A_INV, %zmm\x1, %zmm\x1
	vgf2p8affineqb	$0, M_BF_INV, %zmm\x2, %zmm\x2
	vgf2p8affineinvqb $0, M_A, %zmm\s1, %zmm\s1
	vgf2p8affineinvqb $0, M_BF, %zmm\s2, %zmm\s2
	vgf2p8affineinvqb $0, M_ID, %zmm\x1, %zmm\x1
	vgf2p8affineinvqb $0, M_ID, %zmm\x2, %zmm\x2
.endm

/*
 * By quarters of the grid, each of which has one of each S-box: that completes
 * rows and columns earlier than row by row or column by column. Row a of column
 * b is in register 4b + a in even rounds, in register 4b + (a ^ 1) in odd ones.
 */
.macro aria_bs_sbox odd:req
	.if	\odd
	aria_bs_quarter 1, 4, 0, 5
	aria_bs_quarter 8, 13, 9, 12
	aria_bs_quarter 7, 2, 6, 3
	aria_bs_quarter 14, 11, 15, 10
	.else
	aria_bs_quarter 4, 1, 0, 5
	aria_bs_quarter 9, 12, 13, 8
	aria_bs_quarter 3, 6, 7, 2
	aria_bs_quarter 14, 11, 10, 15
	.endif
.endm

/* Sum in zmm(16 + r) of row r, which is in these registers */
.macro aria_bs_row r:req, x0:req, x1:req, x2:req, x3:req
	vpxord		%zmm\x0, %zmm\x1, %zmm\r
	vpternlogd	$0x96, %zmm\x2, %zmm\x3, %zmm\r
.endm

/*
 * The diffusion of column b in registers x0 to x3: adds to each the round key
 * of its neighbour's place, the other two and the sum of its neighbour's row.
 * odd: 1 if register x(a ^ 1) is row a. s0, s1: scratch registers.
 */
.macro aria_bs_column key:req, b:req, odd:req, x0:req, x1:req, x2:req, \
	x3:req, s0:req, s1:req
	vpxord		%zmm\x0, %zmm\x1, %zmm\s0
	vpxord		%zmm\x2, %zmm\x3, %zmm\s1
	aria_bs_add	\key, \b, (1-\odd), \x0, \x1, \x2, \x3
	vpternlogd	$0x96, %zmm17, %zmm\s1, %zmm\x0
	vpternlogd	$0x96, %zmm16, %zmm\s1, %zmm\x1
	vpternlogd	$0x96, %zmm19, %zmm\s0, %zmm\x2
	vpternlogd	$0x96, %zmm18, %zmm\s0, %zmm\x3
.endm

/* Adds the round key of places (r ^ swap, b) to the registers xr. */
.macro aria_bs_add key:req, b:req, swap:req, x0:req, x1:req, x2:req, x3:req
	vpxord	\key + ARIA_PLACE(0 ^ (\swap), \b)(KEY){1to16}, %zmm\x0, %zmm\x0
	vpxord	\key + ARIA_PLACE(1 ^ (\swap), \b)(KEY){1to16}, %zmm\x1, %zmm\x1
	vpxord	\key + ARIA_PLACE(2 ^ (\swap), \b)(KEY){1to16}, %zmm\x2, %zmm\x2
	vpxord	\key + ARIA_PLACE(3 ^ (\swap), \b)(KEY){1to16}, %zmm\x3, %zmm\x3
.endm

.macro aria_bs_add_all key:req, swap:req
	aria_bs_add	\key, 0, \swap, 0, 1, 2, 3
	aria_bs_add	\key, 1, \swap, 4, 5, 6, 7
	aria_bs_add	\key, 2, \swap, 8, 9, 10, 11
	aria_bs_add	\key, 3, \swap, 12, 13, 14, 15
.endm

.macro aria_bs_diffuse key:req, odd:req
	aria_bs_row	16, 0, 4, 8, 12
	aria_bs_row	17, 1, 5, 9, 13
	aria_bs_row	18, 2, 6, 10, 14
	aria_bs_row	19, 3, 7, 11, 15
	aria_bs_column	\key, 0, \odd, 0, 1, 2, 3, 20, 21
	aria_bs_column	\key, 1, \odd, 4, 5, 6, 7, 22, 23
	aria_bs_column	\key, 2, \odd, 8, 9, 10, 11, 20, 21
	aria_bs_column	\key, 3, \odd, 12, 13, 14, 15, 22, 23
.endm

/*
 * One of the four steps that transpose 16 x 16 bytes in each lane: a perfect
 * shuffle of the bytes of registers a0 to a15 as one sequence into o0 to o15.
 */
.macro aria_bs_unpack a:req, b:req, lo:req, hi:req
	vpunpcklbw	%zmm\b, %zmm\a, %zmm\lo
	vpunpckhbw	%zmm\b, %zmm\a, %zmm\hi
.endm

.macro aria_bs_shuffle a0:req, a1:req, a2:req, a3:req, a4:req, a5:req, \
	a6:req, a7:req, a8:req, a9:req, a10:req, a11:req, a12:req, a13:req, \
	a14:req, a15:req, o0:req, o1:req, o2:req, o3:req, o4:req, o5:req, \
	o6:req, o7:req, o8:req, o9:req, o10:req, o11:req, o12:req, o13:req, \
	o14:req, o15:req
	aria_bs_unpack	\a0, \a8, \o0, \o1
	aria_bs_unpack	\a1, \a9, \o2, \o3
	aria_bs_unpack	\a2, \a10, \o4, \o5
	aria_bs_unpack	\a3, \a11, \o6, \o7
	aria_bs_unpack	\a4, \a12, \o8, \o9
	aria_bs_unpack	\a5, \a13, \o10, \o11
	aria_bs_unpack	\a6, \a14, \o12, \o13
	aria_bs_unpack	\a7, \a15, \o14, \o15
.endm

/* The middle two steps, zmm16 to zmm31 to themselves */
.macro aria_bs_shuffle_twice
	aria_bs_shuffle	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
			29, 30, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, \
			12, 13, 14, 15
	aria_bs_shuffle	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, \
			15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, \
			28, 29, 30, 31
.endm

/*
 * Local functions. All take and leave KS; they change KEY, LEFT and any vector
 * register.
 *
 * aria_bs_in_<id>: blocks in zmm0 to zmm15 into byte-sliced form
 * aria_bs_rounds_<id>: all rounds on that, but for the first key and the last one,
 *	at which it leaves KEY
 * aria_bs_out_<id>: from byte-sliced form after the rounds to blocks
 * aria_bs_crypt_<id>: from byte-sliced form to blocks, keys and all
 */
.macro aria_bs_functions id:req
SYM_FUNC_START_LOCAL(aria_bs_in_\id)
	aria_bs_shuffle	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, \
			15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, \
			28, 29, 30, 31
	aria_bs_shuffle_twice
	/* byte i to the register of its place */
	aria_bs_shuffle	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
			29, 30, 31, 3, 6, 13, 8, 4, 1, 10, 15, 9, 12, 7, 2, \
			14, 11, 0, 5
	RET
SYM_FUNC_END(aria_bs_in_\id)

SYM_FUNC_START_LOCAL(aria_bs_rounds_\id)
	vpbroadcastq	aria_bs_matrices + 0(%rip), M_A
	vpbroadcastq	aria_bs_matrices + 8(%rip), M_BF
	vpbroadcastq	aria_bs_matrices + 16(%rip), M_A_INV
	vpbroadcastq	aria_bs_matrices + 24(%rip), M_BF_INV
	vpbroadcastq	aria_bs_matrices + 32(%rip), M_ID
	lea	ARIA_WIDE(KS), KEY
	aria_rounds aria_bs, ARIA_WIDE_STEP
	RET
SYM_FUNC_END(aria_bs_rounds_\id)

SYM_FUNC_START_LOCAL(aria_bs_out_\id)
	/* byte i from the register of its place after P */
	aria_bs_shuffle	9, 12, 7, 2, 0, 5, 14, 11, 6, 3, 8, 13, 15, 10, 1, \
			4, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, \
			28, 29, 30, 31
	aria_bs_shuffle_twice
	aria_bs_shuffle	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
			29, 30, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, \
			12, 13, 14, 15
	RET
SYM_FUNC_END(aria_bs_out_\id)

SYM_FUNC_START_LOCAL(aria_bs_crypt_\id)
	FRAME_BEGIN
	lea	ARIA_WIDE(KS), KEY
	aria_bs_add_all 0, 0
	call	aria_bs_rounds_\id
	aria_bs_add_all	0, 1
	FRAME_END
	jmp	aria_bs_out_\id
SYM_FUNC_END(aria_bs_crypt_\id)
.endm

/*
 * Form in quadwords, sets 0 to n - 1
 */

.macro aria_gr_load_matrices
	vmovdqa64	aria_gr_matrices + 0(%rip), PRE_A0
	vmovdqa64	aria_gr_matrices + 64(%rip), PRE_B0
	vmovdqa64	aria_gr_matrices + 128(%rip), POST_A0
	vmovdqa64	aria_gr_matrices + 192(%rip), POST_B0
	vmovdqa64	aria_gr_matrices + 256(%rip), PRE_A1
	vmovdqa64	aria_gr_matrices + 320(%rip), PRE_B1
	vmovdqa64	aria_gr_matrices + 384(%rip), POST_A1
	vmovdqa64	aria_gr_matrices + 448(%rip), POST_B1
.endm

.macro aria_gr_load_key key:req
	vpshufd	$0x50, \key(KEY), KA
	vpshufd	$0xfa, \key(KEY), KB
.endm

.macro aria_gr_add n:req
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vpxord	KA, GA\s, GA\s
	vpxord	KB, GB\s, GB\s
	.endif
	.endr
.endm

.macro aria_gr_sbox odd:req, n:req
	.if	\n == 1
	aria_gr_sbox_in_memory 256*\odd
	.else
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vgf2p8affineqb	$0, PRE_A\odd, GA\s, GA\s
	vgf2p8affineqb	$0, PRE_B\odd, GB\s, GB\s
	.endif
	.endr
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vgf2p8affineinvqb $0, POST_A\odd, GA\s, GA\s
	vgf2p8affineinvqb $0, POST_B\odd, GB\s, GB\s
	.endif
	.endr
	.endif
.endm

.macro aria_gr_sbox_in_memory at:req
	vgf2p8affineqb	$0, aria_gr_matrices + \at(%rip), GA0, GA0
	vgf2p8affineqb	$0, aria_gr_matrices + \at + 64(%rip), GB0, GB0
	vgf2p8affineinvqb $0, aria_gr_matrices + \at + 128(%rip), GA0, GA0
	vgf2p8affineinvqb $0, aria_gr_matrices + \at + 192(%rip), GB0, GB0
.endm

/*
 * The last input to arrive is the destination of the last vpternlogd: there it
 * has a cycle less of latency than in the other operands (Zen 5).
 */
.macro aria_gr_diffuse key:req, odd:req, n:req
	aria_gr_load_key \key
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vpxord		GA\s, GB\s, TC\s
	vpshufd		$0x4e, GA\s, TA\s
	vpshufd		$0x4e, GB\s, TB\s
	vpxord		TA\s, GA\s, GA\s
	vpxord		TB\s, GB\s, GB\s
	vpermq		$0x4e, GA\s, GA\s
	vpermq		$0x4e, GB\s, GB\s
	.endif
	.endr
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vpternlogd	$0x96, TC\s, KA, TA\s
	vpternlogd	$0x96, TC\s, KB, TB\s
	vshufi64x2	$0x4e, TC\s, TC\s, TC\s
	vpternlogd	$0x96, TA\s, TC\s, GA\s
	vpternlogd	$0x96, TB\s, TC\s, GB\s
	.endif
	.endr
.endm

/*
 * Up to 8, 16, 32 blocks in N0, N1, ... to themselves: one set, two, four. With
 * one, its matrices stay in memory.
 */
.macro aria_gr_crypt blocks:req
	.if	\blocks == 8
	aria_gr_from_8	0, N0, N1
	aria_gr_crypt_sets 1
	aria_gr_to_8	0, N0, N1
	.elseif	\blocks == 16
	aria_gr_from_8	0, N0, N1
	aria_gr_from_8	1, N2, N3
	aria_gr_crypt_sets 2
	aria_gr_to_8	0, N0, N1
	aria_gr_to_8	1, N2, N3
	.else
	aria_gr_from_8	0, N0, N1
	aria_gr_from_8	1, N2, N3
	aria_gr_from_8	2, N4, N5
	aria_gr_from_8	3, N6, N7
	aria_gr_crypt_sets 4
	aria_gr_to_8	0, N0, N1
	aria_gr_to_8	1, N2, N3
	aria_gr_to_8	2, N4, N5
	aria_gr_to_8	3, N6, N7
	.endif
.endm

.macro aria_gr_from_8 s:req, n0:req, n1:req
	vmovdqa64	aria_gr_from_blocks + 0(%rip), GA\s
	vmovdqa64	aria_gr_from_blocks + 64(%rip), GB\s
	vpermi2b	\n1, \n0, GA\s
	vpermi2b	\n1, \n0, GB\s
.endm

.macro aria_gr_to_8 s:req, n0:req, n1:req
	vmovdqa64	aria_gr_to_blocks + 0(%rip), \n0
	vmovdqa64	aria_gr_to_blocks + 64(%rip), \n1
	vpermi2b	GB\s, GA\s, \n0
	vpermi2b	GB\s, GA\s, \n1
.endm

.macro aria_gr_crypt_sets n:req
	lea	ARIA_WIDE(KS), KEY
	aria_gr_load_key 0
	.if	\n > 1
	aria_gr_load_matrices
	.endif
	aria_gr_add	\n
	aria_rounds	aria_gr, ARIA_WIDE_STEP, \n
	aria_gr_load_key 0
	aria_gr_add	\n
.endm

/*
 * Rows: one block in xmm0 or four in zmm0 (w: xmm or zmm, n: its dwords). In
 * registers 20 and 21 the order and the way back, in 19, 22 and 23 the matrices,
 * in 24 to 31 the terms of the diffusion; 1 to 8 are scratch.
 */

.macro aria_row_load w:req, b:req
	\b	aria_row_id(%rip), %\w\()19
	\b	aria_row_pre(%rip), %\w\()22
	\b	aria_row_post(%rip), %\w\()23
	\b	aria_row_low + 0(%rip), %\w\()24
	\b	aria_row_low + 16(%rip), %\w\()25
	\b	aria_row_low + 32(%rip), %\w\()26
	\b	aria_row_low + 48(%rip), %\w\()27
	\b	aria_row_high + 0(%rip), %\w\()28
	\b	aria_row_high + 16(%rip), %\w\()29
	\b	aria_row_high + 32(%rip), %\w\()30
	\b	aria_row_high + 48(%rip), %\w\()31
	\b	aria_row_order(%rip), %\w\()20
	\b	aria_row_back(%rip), %\w\()21
.endm

/* S1 and S2 of register 0 in itself, X1 and X2 in register 1 */
.macro aria_row_sbox odd:req, w:req, b:req
	vgf2p8affineqb	$0, %\w\()22, %\w\()0, %\w\()1
	vgf2p8affineinvqb $0, %\w\()23, %\w\()0, %\w\()0
	vgf2p8affineinvqb $0, %\w\()19, %\w\()1, %\w\()1
.endm

.macro aria_row_diffuse key:req, odd:req, w:req, b:req
	.if	\odd
	aria_row_sum	\key, \w, \b, 28, 29, 30, 31, 24, 25, 26, 27
	.else
	aria_row_sum	\key, \w, \b, 24, 25, 26, 27, 28, 29, 30, 31
	.endif
.endm

/*
 * s0 to s3, x0 to x3: where S and X find their terms. X is the later by an
 * instruction; all else is summed up before. vpternlogd has a cycle less of
 * latency from its destination than from the other operands (Zen 5).
 */
.macro aria_row_sum key:req, w:req, b:req, s0:req, s1:req, s2:req, s3:req, \
	x0:req, x1:req, x2:req, x3:req
	\b		\key(KEY), %\w\()8
	vpshufb		%\w\s0, %\w\()0, %\w\()2
	vpshufb		%\w\s1, %\w\()0, %\w\()3
	vpshufb		%\w\s2, %\w\()0, %\w\()4
	vpshufb		%\w\s3, %\w\()0, %\w\()5
	vpshufb		%\w\x0, %\w\()1, %\w\()6
	vpshufb		%\w\x1, %\w\()1, %\w\()7
	vpshufb		%\w\x2, %\w\()1, %\w\()0
	vpshufb		%\w\x3, %\w\()1, %\w\()1
	vpternlogd	$0x96, %\w\()8, %\w\()3, %\w\()2
	vpternlogd	$0x96, %\w\()4, %\w\()5, %\w\()2
	vpternlogd	$0x96, %\w\()6, %\w\()7, %\w\()0
	vpternlogd	$0x96, %\w\()2, %\w\()1, %\w\()0
.endm

/*
 * After the rounds, register 1 = their result plus register \add. X1 and X2 are for
 * the low word of each dword, and the later.
 */
.macro aria_row_merge w:req, n:req, add:req
	vpternlogd	$0x9c, aria_row_mask(%rip){1to\n}, %\w\add, %\w\()0
	vpternlogd	$0x6c, aria_row_mask(%rip){1to\n}, %\w\()0, %\w\()1
.endm

/*
 * Local functions. They take and leave KS and change KEY, LEFT and any vector
 * register.
 *
 * aria_row_4_<id>: up to 4 blocks in N0 to itself
 * aria_gr_8_<id>, _16_, _32_: up to so many in N0, N1, ...
 */
.macro aria_row_function id:req
SYM_FUNC_START_LOCAL(aria_row_4_\id)
	aria_row_load	zmm, vbroadcasti32x4
	lea		ARIA_ROW(KS), KEY
	vpshufb		%zmm20, N0, %zmm0
	vbroadcasti32x4	(KEY), %zmm1
	vpxord		%zmm1, %zmm0, %zmm0
	aria_rounds	aria_row, ARIA_ROW_STEP, zmm, vbroadcasti32x4
	vbroadcasti32x4	(KEY), %zmm2
	aria_row_merge	zmm, 16, 2
	vpshufb		%zmm21, %zmm1, N0
	RET
SYM_FUNC_END(aria_row_4_\id)
.endm

.macro aria_gr_function id:req, blocks:req
SYM_FUNC_START_LOCAL(aria_gr_\blocks\()_\id)
	aria_gr_crypt	\blocks
	RET
SYM_FUNC_END(aria_gr_\blocks\()_\id)
.endm

.macro aria_gr_functions id:req
	aria_row_function \id
	aria_gr_function \id, 8
	aria_gr_function \id, 16
	aria_gr_function \id, 32
.endm

/*
 * Bulk modes. A request is cut into steps of up to 64 blocks, a step into
 * chunks of up to 64 bytes, chunk c in register <reg>c. Of the chunks that a
 * step may have, the first <full> are whole; the next <some>, four or two, are
 * whole, partial or empty and have the mask k(1 + c % 4), a bit for each byte.
 */

/* Masks for chunks full, ...; LEFT is how many bytes they have, at least 1 */
.macro aria_masks full:req, some:req
	.if	\some == 1
	neg		LEFT
	xchg		LEFT, LEN
	mov		$-1, KEY
	shr		%cl, KEY
	kmovq		KEY, %k1
	mov		LEFT, LEN
	.else
	dec		LEFT32
	vpbroadcastb	LEFT32, %zmm31
	.if	(\full & 3) == 0
	vpcmpub	$5, aria_count + 0(%rip), %zmm31, %k1
	vpcmpub	$5, aria_count + 64(%rip), %zmm31, %k2
	.else
	vpcmpub	$5, aria_count + 0(%rip), %zmm31, %k3
	vpcmpub	$5, aria_count + 64(%rip), %zmm31, %k4
	.endif
	.if	\some == 4
	vpcmpub	$5, aria_count + 128(%rip), %zmm31, %k3
	vpcmpub	$5, aria_count + 192(%rip), %zmm31, %k4
	.endif
	.endif
.endm

/* reg = bytes of chunk c at disp(ptr), with zeros where the mask has them */
.macro aria_load_some c:req, disp:req, ptr:req, reg:req
	.if	(\c & 3) == 0
	vmovdqu8	\disp(\ptr), \reg{%k1}{z}
	.elseif	(\c & 3) == 1
	vmovdqu8	\disp(\ptr), \reg{%k2}{z}
	.elseif	(\c & 3) == 2
	vmovdqu8	\disp(\ptr), \reg{%k3}{z}
	.else
	vmovdqu8	\disp(\ptr), \reg{%k4}{z}
	.endif
.endm

.macro aria_store_some c:req, reg:req
	.if	(\c & 3) == 0
	vmovdqu8	\reg, 64 * \c(DST){%k1}
	.elseif	(\c & 3) == 1
	vmovdqu8	\reg, 64 * \c(DST){%k2}
	.elseif	(\c & 3) == 2
	vmovdqu8	\reg, 64 * \c(DST){%k3}
	.else
	vmovdqu8	\reg, 64 * \c(DST){%k4}
	.endif
.endm

/* reg = the blocks before those of chunk c: the IV, then source blocks */
.macro aria_load_previous c:req, masked:req, reg:req
	.if	\c == 0
	.if	\masked
	kshiftrq	$16, %k1, %k5
	kshiftlq	$16, %k5, %k5
	.else
	mov		$-1 << 16, LEFT
	kmovq		LEFT, %k5
	.endif
	vmovdqu8	-16(SRC), \reg{%k5}{z}
	vinserti32x4	$0, (IV), \reg, \reg
	.elseif	\masked
	aria_load_some	\c, (64*\c-16), SRC, \reg
	.else
	vmovdqu64	64 * \c - 16(SRC), \reg
	.endif
.endm

/* The chunk that the cipher gets. Decryption in CBC is ECB up to the sums. */
.macro aria_load mode:req, c:req, masked:req, reg:req
	.ifc	\mode, cfb_dec
	aria_load_previous \c, \masked, \reg
	.elseif	\masked
	aria_load_some	\c, (64*\c), SRC, \reg
	.else
	vmovdqu64	64 * \c(SRC), \reg
	.endif
.endm

.macro aria_load_all mode:req, reg:req, full:req, some:req
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.if	\c < \full
	aria_load	\mode, \c, 0, \reg\c
	.elseif	\c < \full + \some
	aria_load	\mode, \c, 1, \reg\c
	.endif
	.endr
.endm

/* Add what the mode adds and store; uses zmm31. */
.macro aria_store mode:req, c:req, masked:req, reg:req
	.ifc	\mode, cbc_dec
	aria_load_previous \c, \masked, %zmm31
	vpxord		%zmm31, \reg, \reg
	.endif
	.ifc	\mode, cfb_dec
	aria_add_source	\c, \masked, \reg
	.endif
	.ifc	\mode, ctr
	aria_add_source	\c, \masked, \reg
	.endif
	.ifc	\mode, xts
	vpxord		64 * \c(%rsp), \reg, \reg
	.endif
	.if	\masked
	aria_store_some	\c, \reg
	.else
	vmovdqu64	\reg, 64 * \c(DST)
	.endif
.endm

.macro aria_add_source c:req, masked:req, reg:req
	.if	\masked
	aria_load_some	\c, (64*\c), SRC, %zmm31
	vpxord		%zmm31, \reg, \reg
	.else
	vpxord		64 * \c(SRC), \reg, \reg
	.endif
.endm

/*
 * CBC goes backwards: in place, a chunk's store must not come before the next
 * one's load of the block before it.
 */
.macro aria_store_all mode:req, reg:req, full:req, some:req
	.irp	c, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
	.if	\c < \full
	aria_store	\mode, \c, 0, \reg\c
	.elseif	\c < \full + \some
	aria_store	\mode, \c, 1, \reg\c
	.endif
	.endr
.endm

/* zmm30 = the last block of a step's source, for the next: before any store */
.macro aria_keep_last mode:req, bytes:req
	.ifc	\mode, cbc_dec
	vmovdqu64	-16(SRC, \bytes), %xmm30
	.endif
	.ifc	\mode, cfb_dec
	vmovdqu64	-16(SRC, \bytes), %xmm30
	.endif
.endm

/*
 * Counters. The next one is kept in memory, big-endian, as the IV.
 */

/*
 * The next 64, byte-sliced. The counter moves on by 64 or, in a step with an end,
 * by its blocks.
 */
.macro aria_ctr_slice some:req
	mov	(IV), HI
	mov	8(IV), LO
	bswap	HI
	bswap	LO
	aria_ctr_bytes
	vpaddb	aria_bs_count(%rip), %zmm5, %zmm16
	movzbl	%r10b, LEFT32
	add	$63, LEFT32
	cmp	$256, LEFT32
	jb	3f
	/* Blocks whose last byte has wrapped: one more in the bytes above */
	vpcmpub	$1, %zmm5, %zmm16, %k5
	mov	LO, LEFT
	or	$0xff, LEFT
	aria_ctr_store	HI, LEFT, $1
	aria_ctr_bytes {%k5}
3:	.if	\some
	lea	15(LEN), KEY
	shr	$4, KEY
	aria_ctr_store	HI, LO, KEY
	.else
	aria_ctr_store	HI, LO, $64
	.endif
	vmovdqa64 %zmm16, %zmm5
.endm

/* IV = hi:lo + n in one store, which later loads of all or a part of it can use */
.macro aria_ctr_store hi:req, lo:req, n:req
	vmovq	\hi, %xmm17
	add	\n, \lo
	jnc	4f
	lea	1(\hi), KEY
	vmovq	KEY, %xmm17
4:	vpinsrq	$1, \lo, %xmm17, %xmm17
	vpshufb	aria_rev_quads(%rip), %xmm17, %xmm17
	vmovdqu64 %xmm17, (IV)
.endm

/* The IV's bytes to the registers of their places */
.macro aria_ctr_bytes mask
	vpbroadcastb	0(IV), %zmm3\mask
	vpbroadcastb	1(IV), %zmm6\mask
	vpbroadcastb	2(IV), %zmm13\mask
	vpbroadcastb	3(IV), %zmm8\mask
	vpbroadcastb	4(IV), %zmm4\mask
	vpbroadcastb	5(IV), %zmm1\mask
	vpbroadcastb	6(IV), %zmm10\mask
	vpbroadcastb	7(IV), %zmm15\mask
	vpbroadcastb	8(IV), %zmm9\mask
	vpbroadcastb	9(IV), %zmm12\mask
	vpbroadcastb	10(IV), %zmm7\mask
	vpbroadcastb	11(IV), %zmm2\mask
	vpbroadcastb	12(IV), %zmm14\mask
	vpbroadcastb	13(IV), %zmm11\mask
	vpbroadcastb	14(IV), %zmm0\mask
	vpbroadcastb	15(IV), %zmm5\mask
.endm

/* N0, N1, ... = zmm30 plus the multiples of zmm29, by vpaddb or vpaddq */
.macro aria_ctr_chunks chunks:req, add:req, first:req
	\add	\first(%rip), %zmm30, N0
	.if	\chunks > 1
	\add	%zmm29, N0, N1
	.endif
	.if	\chunks > 2
	\add	%zmm29, N1, N2
	\add	%zmm29, N2, N3
	.endif
	.if	\chunks > 4
	\add	%zmm29, N3, N4
	\add	%zmm29, N4, N5
	\add	%zmm29, N5, N6
	\add	%zmm29, N6, N7
	.endif
.endm

/* The next four in each of N0, N1, ...; moves on by LEN bytes. */
.macro aria_ctr_blocks chunks:req
	lea		15(LEN), KEY
	shr		$4, KEY
	vbroadcasti64x2	(IV), %zmm30
	movzbl		15(IV), LEFT32
	add		%eax, LEFT32
	cmp		$256, LEFT32
	jae		2f
	/* Only the last byte changes. */
	mov		%r11b, 15(IV)
	.if	\chunks > 1
	vbroadcasti64x2	aria_ctr_bytes_4(%rip), %zmm29
	.endif
	aria_ctr_chunks	\chunks, vpaddb, aria_ctr_bytes_0123
	jmp		4f

2:	vbroadcasti64x2	aria_rev_bytes(%rip), %zmm28
	vpshufb		%zmm28, %zmm30, %zmm30
	vbroadcasti64x2	aria_ctr_4(%rip), %zmm29
	aria_ctr_chunks	\chunks, vpaddq, aria_ctr_0123
	mov		8(IV), LO
	bswap		LO
	add		KEY, LO
	jnc		3f
	/* Carry to the upper quadword where the lower one has wrapped */
	mov		(IV), HI
	bswap		HI
	inc		HI
	bswap		HI
	mov		HI, (IV)
	vpternlogd	$0xff, %zmm29, %zmm29, %zmm29
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7
	.if	\c < \chunks
	vpcmpuq		$1, %zmm30, N\c, %k5
	kaddb		%k5, %k5, %k5
	vpsubq		%zmm29, N\c, N\c{%k5}
	.endif
	.endr
3:	bswap		LO
	mov		LO, 8(IV)
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7
	.if	\c < \chunks
	vpshufb		%zmm28, N\c, N\c
	.endif
	.endr
4:
.endm

/*
 * XTS (xts.S): the next tweak T is in memory, as the IV.
 *
 * In byte-sliced form the tweaks of 64 blocks cost little more than those of
 * eight, because T x^8 is T moved by a byte. Let E[t] be byte t of the eight
 * tweaks T, T x, ... T x^7. Then, with f and g the lower and the upper byte of
 * the product with x^7 + x^2 + x + 1 (each a matrix),
 *
 *	byte i of T x^(8m+r) = E[i - m][r], where
 *	E[-k] = f E[16 - k] + g E[15 - k],
 *	E[0] for m > 0 has g E[15] added, and for i = 0 there is no part of g.
 *
 * Byte 16 L + j of a register is block 4 j + L = 8m + r: so m = j / 2 and, in
 * lane L, E[t] is the two bytes for r = L and r = L + 4, and register i is the
 * eight words E[i], E[i - 1], ... E[i - 7] of each lane: eight successive words
 * of E[15], E[14], ... E[-8], or of E[0], f E[15], f E[14], ... for i = 0. They
 * are kept in four vectors at %rsp:
 *
 *	0	E[15] to E[8]
 *	64	E[7] to E[0], the last with g E[15]
 *	128	E[-1] to E[-8]
 *	192	E[0], f E[15] to f E[9]
 *
 * With T x^64 for T, E[i] is what E[i - 8] was, but that E[0] has no part of g.
 * So the first two of its vectors are the second and the third of T's, whose last
 * word, E[-8] = f E[8] + g E[7], is the new E[0] with g E[15].
 */

.macro aria_xts_load
	mov	(IV), LO
	mov	8(IV), HI
.endm

/* zmm30 = the tweak in all lanes, zmm29 = the polynomial */
.macro aria_xts_tweak
	vbroadcasti64x2	(IV), %zmm30
	vpbroadcastq	wc_xts_poly(%rip), %zmm29
.endm

/* Moves on by the blocks of a step, 64 if there is none with an end. */
.macro aria_xts_move some:req
	.if	\some
	mov	LEN32, LEFT32
	shr	$4, LEFT32
	.else
	mov	$64, LEFT32
	.endif
	wc_xts_advance IV, LEFT32, 28, 30, 31
.endm

/* The four vectors at %rsp */
.macro aria_xts_slice
	aria_xts_tweak
	wc_xts_first	0, 24, 30, 29, 28, 27
	wc_xts_first	1, 25, 30, 29, 26, 23
	vbroadcasti64x2	aria_rev_words(%rip), %zmm16
	vpunpckhbw	%zmm25, %zmm24, %zmm17
	vpunpcklbw	%zmm25, %zmm24, %zmm18
	vpshufb		%zmm16, %zmm17, %zmm17
	vpshufb		%zmm16, %zmm18, %zmm18
	vpbroadcastq	aria_xts_f(%rip), %zmm20
	vpbroadcastq	aria_xts_g(%rip), %zmm21
	vgf2p8affineqb	$0, %zmm20, %zmm17, %zmm19	/* f E[15] to f E[8] */
	vpalignr	$2, %zmm17, %zmm18, %zmm20	/* E[14] to E[7] */
	vgf2p8affineqb	$0, %zmm21, %zmm20, %zmm20
	vgf2p8affineqb	$0, %zmm21, %zmm17, %zmm21	/* g E[15], ... */
	vpxord		%zmm19, %zmm20, %zmm20
	vpalignr	$14, %zmm18, %zmm19, %zmm19
	vpslldq		$14, %zmm21, %zmm21
	vpxord		%zmm21, %zmm18, %zmm18
	vmovdqa64	%zmm17, 0(%rsp)
	vmovdqa64	%zmm18, 64(%rsp)
	vmovdqa64	%zmm20, 128(%rsp)
	vmovdqa64	%zmm19, 192(%rsp)
.endm

.macro aria_xts_load_slice
	vmovdqa64	0(%rsp), %zmm17
	vmovdqa64	64(%rsp), %zmm18
	vmovdqa64	128(%rsp), %zmm20
	vmovdqa64	192(%rsp), %zmm19
.endm

/* From these, those of T x^64 at %rsp */
.macro aria_xts_next_slice
	vpbroadcastq	aria_xts_f(%rip), %zmm21
	vpalignr	$2, %zmm18, %zmm20, %zmm24
	vgf2p8affineqb	$0, %zmm21, %zmm17, %zmm22
	vgf2p8affineqb	$0, %zmm21, %zmm18, %zmm23
	vgf2p8affineqb	$0, aria_xts_g(%rip){1to8}, %zmm24, %zmm24
	vpalignr	$14, %zmm22, %zmm23, %zmm22
	vpxord		%zmm23, %zmm24, %zmm24
	vmovdqa64	%zmm18, 0(%rsp)
	vmovdqa64	%zmm20, 64(%rsp)
	vmovdqa64	%zmm24, 128(%rsp)
	vmovdqa64	%zmm22, 192(%rsp)
	mov		$1, SLICED
.endm

/*
 * Adds tweaks and a round key to bytes 0 to 15, which are in registers r0 to r15.
 * v0 to v3: the four vectors. zmm22 to zmm25 are scratch. swap: as in aria_bs_add
 */
.macro aria_xts_add swap:req, v0:req, v1:req, v2:req, v3:req, r0:req, r1:req, \
	r2:req, r3:req, r4:req, r5:req, r6:req, r7:req, r8:req, r9:req, \
	r10:req, r11:req, r12:req, r13:req, r14:req, r15:req
	aria_xts_add_vector \swap, \v0, \r15
	aria_xts_add_vector \swap, \v1, \r7
	aria_xts_add_vector \swap, \v3, \r0
	aria_xts_add_byte \swap, 2, \v0, \v1, \r14, 22
	aria_xts_add_byte \swap, 4, \v0, \v1, \r13, 23
	aria_xts_add_byte \swap, 6, \v0, \v1, \r12, 24
	aria_xts_add_byte \swap, 8, \v0, \v1, \r11, 25
	aria_xts_add_byte \swap, 10, \v0, \v1, \r10, 22
	aria_xts_add_byte \swap, 12, \v0, \v1, \r9, 23
	aria_xts_add_byte \swap, 14, \v0, \v1, \r8, 24
	aria_xts_add_byte \swap, 2, \v1, \v2, \r6, 25
	aria_xts_add_byte \swap, 4, \v1, \v2, \r5, 22
	aria_xts_add_byte \swap, 6, \v1, \v2, \r4, 23
	aria_xts_add_byte \swap, 8, \v1, \v2, \r3, 24
	aria_xts_add_byte \swap, 10, \v1, \v2, \r2, 25
	aria_xts_add_byte \swap, 12, \v1, \v2, \r1, 22
.endm

.macro aria_xts_add_byte swap:req, at:req, first:req, second:req, r:req, t:req
	vpalignr	$\at, %zmm\first, %zmm\second, %zmm\t
	aria_xts_add_vector \swap, \t, \r
.endm

.macro aria_xts_add_vector swap:req, v:req, r:req
	vpternlogd	$0x96, ARIA_PLACE((\r & 3) ^ \swap, \r >> 2)(KEY){1to16}, \
			%zmm\v, %zmm\r
.endm

/* The tweaks of N0, N1, ... at %rsp, and added to them */
.macro aria_xts_blocks chunks:req
	aria_xts_tweak
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7
	.if	\c < \chunks
	.if	\c < 2
	wc_xts_first	\c, 2\c, 30, 29, 28, 27
	.elseif	\c & 1
	wc_xts_times	zmm, 2\c, 21, (\c / 2), 29, 28
	.else
	wc_xts_times	zmm, 2\c, 20, (\c / 2), 29, 28
	.endif
	vmovdqa64	%zmm2\c, 64 * \c(%rsp)
	vpxord		%zmm2\c, N\c, N\c
	.endif
	.endr
.endm

/*
 * One step of a request. LEN is what is left of it; in the last step, <some>
 * chunks from number <full> on have its end.
 */

/* LEFT = what is left for masked chunks, for the source's blocks or its bytes */
.macro aria_step_masks mode:req, full:req, some:req, source:req
	.if	\some
	.ifc	\mode, cfb_dec
	.if	\source
	lea	15(LEN), LEFT
	and	$-16, LEFT
	.else
	mov	LEN, LEFT
	.endif
	.if	\full
	sub	$64 * \full, LEFT
	.endif
	aria_masks \full, \some
	.elseif	\source
	mov	LEN, LEFT
	.if	\full
	sub	$64 * \full, LEFT
	.endif
	aria_masks \full, \some
	.endif
	.endif
.endm

/* After the cipher: what the next step needs, then add and store */
.macro aria_step_end mode:req, reg:req, full:req, some:req
	.ifc	\mode, cbc_dec
	aria_step_keep_last \full, \some
	.endif
	.ifc	\mode, cfb_dec
	.if	\some
	aria_step_masks	\mode, \full, \some, 0
	.if	\full == 0
	/* Nothing to keep of a lone partial block, nor so much to read */
	vpxord	%xmm30, %xmm30, %xmm30
	cmp	$16, LEN
	jb	4f
	.endif
	.endif
	aria_step_keep_last \full, \some
4:
	.endif
	aria_store_all	\mode, \reg, \full, \some
	.ifc	\mode, cbc_dec
	vmovdqu64	%xmm30, (IV)
	.endif
	.ifc	\mode, cfb_dec
	vmovdqu64	%xmm30, (IV)
	.endif
.endm

.macro aria_step_keep_last full:req, some:req
	.if	\some
	vmovdqu64	-16(SRC, LEN), %xmm30
	.else
	vmovdqu64	64 * \full - 16(SRC), %xmm30
	.endif
.endm

/* 33 to 64 blocks */
.macro aria_step_sliced id:req, mode:req, full:req, some:req
	aria_step_masks	\mode, \full, \some, 1
	.ifc	\mode, ctr
	aria_ctr_slice	\some
	.else
	aria_load_all	\mode, M, \full, \some
	call		aria_bs_in_\id
	.endif
	.ifc	\mode, xts
	test		SLICED, SLICED
	jz		3f
	aria_xts_load_slice
	jmp		4f
3:	aria_xts_slice
4:	aria_xts_move	\some
	lea		ARIA_WIDE(KS), KEY
	aria_xts_add	0, 17, 18, 20, 19, \
			3, 6, 13, 8, 4, 1, 10, 15, 9, 12, 7, 2, 14, 11, 0, 5
	call		aria_bs_rounds_\id
	aria_xts_load_slice
	.if		\some == 0
	aria_xts_next_slice
	.endif
	aria_xts_add	1, 17, 18, 20, 19, \
			9, 12, 7, 2, 0, 5, 14, 11, 6, 3, 8, 13, 15, 10, 1, 4
	call		aria_bs_out_\id
	/* The tweaks are added already. */
	aria_step_end	ecb, M, \full, \some
	.else
	call		aria_bs_crypt_\id
	aria_step_end	\mode, M, \full, \some
	.endif
.endm

/* Up to 4, 8, 16 or 32 blocks */
.macro aria_step_sets id:req, mode:req, blocks:req, full:req, some:req
	aria_step_masks	\mode, \full, \some, 1
	.ifc	\mode, ctr
	aria_ctr_blocks	(\full+\some)
	.else
	aria_load_all	\mode, N, \full, \some
	.endif
	.ifc	\mode, xts
	aria_xts_blocks	(\full+\some)
	.endif
	.if		\blocks == 4
	call		aria_row_4_\id
	.else
	call		aria_gr_\blocks\()_\id
	.endif
	aria_step_end	\mode, N, \full, \some
	.ifc		\mode, xts
	aria_xts_move	\some
	.if		\blocks == 32
	vpxor		%xmm0, %xmm0, %xmm0
	.irp		c, 4, 5, 6, 7
	vmovdqa64	%zmm0, 64 * \c(%rsp)
	.endr
	.endif
	.endif
.endm

/* The whole request, LEN bytes, at least 1; falls through to its end. */
.macro aria_request id:req, mode:req
.Laria_\mode\()_next_\id:
	cmp	$1024, LEN
	jb	.Laria_\mode\()_tail_\id
	aria_step_sliced \id, \mode, 16, 0
	add	$1024, SRC
	add	$1024, DST
	sub	$1024, LEN
	jnz	.Laria_\mode\()_next_\id
	jmp	.Laria_\mode\()_end_\id

.Laria_\mode\()_tail_\id:
	cmp	$64, LEN
	jbe	.Laria_\mode\()_4_\id
	cmp	$128, LEN
	jbe	.Laria_\mode\()_8_\id
	cmp	$256, LEN
	jbe	.Laria_\mode\()_16_\id
	cmp	$512, LEN
	jbe	.Laria_\mode\()_32_\id
	cmp	$768, LEN
	jbe	.Laria_\mode\()_48_\id
	aria_step_sliced \id, \mode, 12, 4
	jmp	.Laria_\mode\()_last_\id
.Laria_\mode\()_48_\id:
	aria_step_sliced \id, \mode, 8, 4
	jmp	.Laria_\mode\()_last_\id
.Laria_\mode\()_32_\id:
	aria_step_sets	\id, \mode, 32, 4, 4
	jmp	.Laria_\mode\()_last_\id
.Laria_\mode\()_16_\id:
	aria_step_sets	\id, \mode, 16, 2, 2
	jmp	.Laria_\mode\()_last_\id
.Laria_\mode\()_8_\id:
	aria_step_sets	\id, \mode, 8, 0, 2
	jmp	.Laria_\mode\()_last_\id
.Laria_\mode\()_4_\id:
	.ifc	\mode, ecb
	cmp	$16, LEN
	je	.Laria_\mode\()_1_\id
	.endif
	aria_step_sets	\id, \mode, 4, 0, 1
	.ifc	\mode, ecb
	jmp	.Laria_\mode\()_last_\id
	/* XTS's tweak: a load does not wait long for a store without a mask. */
.Laria_\mode\()_1_\id:
	vmovdqu	(SRC), %xmm8
	call	aria_row_4_\id
	vmovdqu	%xmm8, (DST)
	.endif
.Laria_\mode\()_last_\id:
	.ifc	\mode, xts
	add	LEN, SRC
	add	LEN, DST
	.endif
.Laria_\mode\()_end_\id:
.endm

/*
 * void widecrypt_aria_<id>_<mode>(const struct aria_sched *ks, u8 *dst,
 *				   const u8 *src, unsigned int n, u8 *iv)
 *
 * A wc_mode_fn (mode_fn.h). n: blocks in ECB and CBC, bytes in CTR and CFB.
 */
.macro aria_mode id:req, mode:req, blocks:req
SYM_FUNC_START(widecrypt_aria_\id\()_\mode)
	FRAME_BEGIN
	aria_bytes \blocks
	aria_request \id, \mode
	vzeroupper
	FRAME_END
	RET
SYM_FUNC_END(widecrypt_aria_\id\()_\mode)
.endm

/*
 * void widecrypt_aria_<id>_<mode>(const struct aria_sched *ks, u8 *dst,
 *				   const u8 *src, unsigned int n, u8 *iv)
 *
 * CBC and CFB encryption, n in blocks or bytes: one row after the other. What
 * links two blocks stays in the order of a row: the result S of the rounds, with
 * what is known before it kept off the chain. With k and l the first and last
 * key, p the plaintext (CBC: of the next block, CFB: of this one), all in that
 * order,
 *
 *	next input + k = S + (l + k) + p
 */
.macro aria_stream id:req, mode:req, blocks:req
SYM_FUNC_START(widecrypt_aria_\id\()_\mode)
	aria_bytes	\blocks
	aria_row_load	xmm, vmovdqu64
	mov		ARIA_ROUNDS(KS), LEFT32
	mov		LEFT32, %eax
	shl		$4, %eax
	vmovdqu64	ARIA_ROW(KS, KEY), %xmm16		/* l */
	vmovdqu64	ARIA_ROW(KS), %xmm18			/* k */
	vmovdqu		(IV), %xmm9
	.ifc		\mode, cbc_enc
	vpxor		(SRC), %xmm9, %xmm9
	.endif
	vpshufb		%xmm20, %xmm9, %xmm0
	vpxord		%xmm18, %xmm0, %xmm0
	vpxord		%xmm16, %xmm18, %xmm17			/* l + k */
.Laria_\mode\()_next_\id:
	lea		ARIA_ROW(KS), KEY
	aria_rounds	aria_row, ARIA_ROW_STEP, xmm, vmovdqu
	cmp		$16, LEN
	.ifc		\mode, cbc_enc
	/* After the last block any p will do. */
	je		4f
	vmovdqu		16(SRC), %xmm9
	.else
	jb		.Laria_\mode\()_tail_\id
	vmovdqu		(SRC), %xmm9
	.endif
4:	vpshufb		%xmm20, %xmm9, %xmm10
	vpxord		%xmm17, %xmm10, %xmm10			/* l + k + p */
	aria_row_merge	xmm, 4, 10
	vmovdqa		%xmm1, %xmm0
	.ifc		\mode, cbc_enc
	vpternlogd	$0x96, %xmm16, %xmm1, %xmm10		/* S + l */
	.else
	vpxord		%xmm18, %xmm1, %xmm10			/* S + l + p */
	.endif
	vpshufb		%xmm21, %xmm10, %xmm10
	vmovdqu		%xmm10, (DST)
	add		$16, SRC
	add		$16, DST
	sub		$16, LEN
	jnz		.Laria_\mode\()_next_\id
	.ifc		\mode, cfb_enc
	jmp		.Laria_\mode\()_end_\id
.Laria_\mode\()_tail_\id:
	aria_row_merge	xmm, 4, 16
	vpshufb		%xmm21, %xmm1, %xmm10
	aria_bits
	vmovdqu8	(SRC), %xmm9{%k1}{z}
	vpxor		%xmm9, %xmm10, %xmm10
	vmovdqu8	%xmm10, (DST){%k1}
	vmovdqu8	%xmm10, %xmm10{%k1}{z}	/* no unused key stream to IV */
	.endif
.Laria_\mode\()_end_\id:
	vmovdqu		%xmm10, (IV)
	vzeroupper
	RET
SYM_FUNC_END(widecrypt_aria_\id\()_\mode)
.endm

/* k1 = LEN bits, LEN < 16 */
.macro aria_bits
	mov	$1, %eax
	shl	%cl, %eax
	dec	%eax
	kmovd	%eax, %k1
.endm

/*
 * Local functions for XTS. They take and leave KS, and change KEY, LEFT and any
 * vector register.
 *
 * aria_xts_blocks_<id>: LEN bytes of whole blocks, at least one, from SRC to
 *	DST, all three of which move on, as does the tweak. Changes k1 to k5.
 *	Stack: up to eight vectors of tweaks, wiped.
 * aria_xts_one_<id>: the block in xmm8 to itself, with the tweak HI:LO
 */
.macro aria_xts_functions id:req
SYM_FUNC_START_LOCAL(aria_xts_blocks_\id)
	push		%rbp
	mov		%rsp, %rbp
	sub		$512, %rsp
	and		$-64, %rsp
	xor		SLICED, SLICED
	aria_request	\id, xts
	vpxor		%xmm0, %xmm0, %xmm0
	.irp		c, 0, 1, 2, 3
	vmovdqa64	%zmm0, 64 * \c(%rsp)
	.endr
	leave
	RET
SYM_FUNC_END(aria_xts_blocks_\id)

SYM_FUNC_START_LOCAL(aria_xts_one_\id)
	FRAME_BEGIN
	vmovq		LO, %xmm9
	vpinsrq		$1, HI, %xmm9, %xmm9
	vpxor		%xmm9, %xmm8, %xmm8
	call		aria_row_4_\id
	vmovq		LO, %xmm9
	vpinsrq		$1, HI, %xmm9, %xmm9
	vpxor		%xmm9, %xmm8, %xmm8
	FRAME_END
	RET
SYM_FUNC_END(aria_xts_one_\id)
.endm

/* The partial block of XTS, see aria_xts */
.macro aria_xts_end_enc id:req
	aria_xts_load
	aria_bits
	vmovdqu	-16(DST), %xmm8
	vmovdqa	%xmm8, %xmm9
	vmovdqu8 (SRC), %xmm8{%k1}
	vmovdqu8 %xmm9, (DST){%k1}
	call	aria_xts_one_\id
	vmovdqu	%xmm8, -16(DST)
.endm

.macro aria_xts_end_dec id:req
	aria_xts_load
	aria_bits
	push	HI
	push	LO
	wc_xts_double LO, HI, KEY
	vmovdqu	(SRC), %xmm8
	call	aria_xts_one_\id
	pop	LO
	pop	HI
	vmovdqa	%xmm8, %xmm9
	vmovdqu8 16(SRC), %xmm8{%k1}
	vmovdqu8 %xmm9, 16(DST){%k1}
	call	aria_xts_one_\id
	vmovdqu	%xmm8, (DST)
.endm

/* All of a row */
.macro aria_avx512 id:req
	aria_avx512_constants
	aria_bs_functions \id
	aria_gr_functions \id
	aria_modes	\id
.endm

#endif /* WIDECRYPT_X86_ARIA_AVX512_H */
