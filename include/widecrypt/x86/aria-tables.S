/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA (RFC 5794) for x86-64: the mathematics that every row uses, the constants
 * that follow from it, and what all forms of the data share.
 * selftests/unit/aria_tables.py derives all constants again from the RFC and
 * compares them with the assembled objects.
 *
 * S-boxes. With inv the inverse in GF(2^8) modulo x^8+x^4+x^3+x+1 (0 to 0),
 *
 *	S1(x) = A inv(x) ^ 0x63		X1(y) = inv(A^-1 (y ^ 0x63))
 *	S2(x) = B x^247 ^ 0xe2		X2(y) = S2^-1(y)
 *
 * where A and B are the bit matrices of RFC 5794, 2.4.2. x^247 = inv(x)^8, and
 * squaring is linear, so with F the matrix of x -> x^8
 *
 *	S2(x) = (B F) inv(x) ^ 0xe2	X2(y) = inv((B F)^-1 (y ^ 0xe2))
 *
 * gf2p8affineqb takes a matrix as 8 bytes, the row of output bit 0 last:
 *	A	0xf1e3c78f1f3e7cf8	A^-1		0xa44992254a942952
 *	B F	0xeafcb7c3c273c66f	(B F)^-1	0x186450c737d6bdc9
 *
 * gf2p8affineinvqb(x, M) = M inv(x): S1 and S2 are one instruction each with
 * A and B F, X1 and X2 two, an affine with the inverse matrix, then an inverse
 * with the identity. The constants 0x63 and 0xe2 are folded into the round keys
 * (below), so that no instruction adds them.
 *
 * Diffusion. The points of the 4x4 grid
 *
 *		 C0  C1  C2  C3
 *	R0	 14   4   3   9
 *	R1	  5  15   8   2
 *	R2	 11   1   6  12
 *	R3	  0  10  13   7
 *
 * are the indices of the state's bytes. Multiplying by the matrix of RFC 5794,
 * 2.4.3 is: to each byte add the sum of its row and the sum of its column, then
 * rename the bytes by
 *
 *	P = (0 3)(1 2)(4 5)(6 7)(8 10)(9 11)
 *
 *	y[P(i)] = x[i] + sum of the row of i + sum of the column of i
 *
 * P is an involution, so nothing is ever moved for it: a place of the grid
 * holds byte i before the even rounds (counting from 0) and byte P(i) before
 * the odd ones. The number of rounds is even and the last has no diffusion, so
 * the result lies there as byte P(i). Which S-box a place needs follows from
 * the byte it holds: S1, S2, X1, X2 for i % 4 = 0 to 3 in even rounds, the
 * other half of the list in odd rounds:
 *
 *	even	X1 S1 X2 S2	odd	S1 X2 X1 S2
 *		S2 X2 S1 X1		X1 S2 S1 X2
 *		X2 S2 X1 S1		X2 S1 S2 X1
 *		S1 X1 S2 X2		S2 X1 X2 S1
 *
 * Round keys. aria_sched.wide (aria_wide.h) holds for each round the key byte
 * of each place, four times over as a dword, so that it can be a {1to16}
 * operand. To it are added, in the same place, the constant that the S-boxes of
 * the round before left out (0x63 for S1, 0xe2 for S2, through the diffusion)
 * and the one that X1 (0x63) and X2 (0xe2) of this round want in their input.
 *
 * Number the places along the rows: 4a + b is row a, column b. The dwords are
 * stored in the order
 *
 *	0 1 8 9 | 2 3 10 11 | 4 5 12 13 | 6 7 14 15
 *
 * such that vpshufd with 0x50 and 0xfa makes of them two vectors in which each
 * key byte fills a quadword: places 0 to 7, and 8 to 15.
 *
 * Rows: a block in 128 bits, for few of them. Its bytes are in the order
 *
 *	0 4 2 6 8 12 10 14 | 1 5 3 7 9 13 11 15
 *
 * S1 and X1 are wanted below, S2 and X2 above, by turns in the low words of the
 * dwords and in the high ones: the affine inverse with A and B F gives S1 and S2,
 * the affine map with A^-1 and (B F)^-1 and then the inverse X1 and X2, each for
 * all bytes. Of the seven that the diffusion adds up in a byte (byte P(i), the
 * rest of its row, the rest of its column), three or four are in low words, the
 * others in high ones; so it takes four permutations of the S and four of the X,
 * with a zero where only three are wanted, and the two need not be merged before.
 * aria_sched.row holds the round keys in this order, with the same constants in
 * them as the wide ones.
 */
#ifndef WIDECRYPT_X86_ARIA_TABLES_H
#define WIDECRYPT_X86_ARIA_TABLES_H

#include <asm/frame.h>

/* struct aria_sched, pinned in aria_wide.h */
#define ARIA_ROUNDS	272
#define ARIA_WIDE	276
#define ARIA_WIDE_STEP	64
#define ARIA_ROW	1364
#define ARIA_ROW_STEP	16

/* Offset of the dword for place 4a + b in a round's wide key */
#define ARIA_PLACE(a, b) \
	(4 * (8 * ((a) & 1) + 4 * ((b) >> 1) + ((b) & 1) + ((a) & 2)))

#define ARIA_A		0xf1e3c78f1f3e7cf8
#define ARIA_A_INV	0xa44992254a942952
#define ARIA_BF		0xeafcb7c3c273c66f
#define ARIA_BF_INV	0x186450c737d6bdc9
#define ARIA_ID		0x0102040810204080

/* The grid, and the grid after P */
.macro aria_grid do:req
	\do	14,  4,  3,  9,  5, 15,  8,  2, 11,  1,  6, 12,  0, 10, 13,  7
.endm

.macro aria_grid_p do:req
	\do	14,  5,  0, 11,  4, 15, 10,  1,  9,  2,  7, 12,  3,  8, 13,  6
.endm

/*
 * The matrices of one round's S-boxes, a quadword for each place: the affine
 * map before the inverse, and that after it. (i + odd) % 4 is the S-box.
 */
.macro aria_pre_quads odd:req, places:vararg
	.irp	i, \places
	.if	((\i + \odd) & 3) == 2
	.quad	ARIA_A_INV
	.elseif	((\i + \odd) & 3) == 3
	.quad	ARIA_BF_INV
	.else
	.quad	ARIA_ID
	.endif
	.endr
.endm

.macro aria_post_quads odd:req, places:vararg
	.irp	i, \places
	.if	((\i + \odd) & 3) == 0
	.quad	ARIA_A
	.elseif	((\i + \odd) & 3) == 1
	.quad	ARIA_BF
	.else
	.quad	ARIA_ID
	.endif
	.endr
.endm

.macro aria_pre_even places:vararg
	aria_pre_quads 0, \places
.endm
.macro aria_post_even places:vararg
	aria_post_quads 0, \places
.endm
.macro aria_pre_odd places:vararg
	aria_pre_quads 2, \places
.endm
.macro aria_post_odd places:vararg
	aria_post_quads 2, \places
.endm

/* 4 times 128 bytes: pre, post of even rounds, pre, post of odd rounds */
.macro aria_quad_matrices
	aria_grid aria_pre_even
	aria_grid aria_post_even
	aria_grid_p aria_pre_odd
	aria_grid_p aria_post_odd
.endm

/*
 * For rows: the order and back, matrices, the terms of the diffusion in low and
 * in high words
 */
.macro aria_row_constants
aria_row_order:
	.byte	0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15
aria_row_back:
	.byte	0, 8, 2, 10, 1, 9, 3, 11, 4, 12, 6, 14, 5, 13, 7, 15
aria_row_post:
	.quad	ARIA_A, ARIA_BF
aria_row_pre:
	.quad	ARIA_A_INV, ARIA_BF_INV
aria_row_id:
	.quad	ARIA_ID, ARIA_ID
aria_row_low:
	.byte	1, 0, 8, 0, 0, 8, 9, 0, 9, 8, 0, 8, 0, 0, 1, 8
	.byte	4, 9, 1, 12, 8, 12, 4, 1, 4, 1, 9, 4, 8, 4, 12, 1
	.byte	12, 4, 5, 5, 1, 5, 13, 9, 12, 12, 13, 5, 9, 13, 5, 9
	.byte	13, -1, -1, 13, 13, -1, -1, 12, 5, -1, -1, 13, 5, -1, -1, 4
aria_row_high:
	.byte	10, 2, 3, 2, 11, 2, 2, 10, 2, 10, 11, 10, 3, 10, 2, 2
	.byte	3, 14, 6, 11, 6, 3, 10, 14, 11, 6, 6, 3, 14, 3, 10, 6
	.byte	7, 7, 14, 6, 15, 11, 3, 7, 15, 7, 14, 14, 7, 11, 11, 15
	.byte	-1, 15, 15, -1, -1, 14, 15, -1, -1, 15, 7, -1, -1, 6, 7, -1
.endm

/*
 * Registers
 */
.set	KS, %rdi	/* const struct aria_sched * */
.set	DST, %rsi
.set	SRC, %rdx
.set	LEN, %rcx	/* bytes left */
.set	LEN32, %ecx
.set	IV, %r8
.set	KEY, %rax	/* a round key of the form in hand */
.set	LEFT, %r11	/* scratch; in the rounds: how many are left */
.set	LEFT32, %r11d

/*
 * All rounds, the keys step bytes apart. KEY: the first one, added already;
 * afterwards the last one, still to be added. A form of the data has
 *
 *	<form>_sbox odd, ...		the S-boxes of an even or odd round
 *	<form>_diffuse key, odd, ...	its diffusion, and the round key at key(KEY)
 */
.macro aria_rounds form:req, step:req, args:vararg
	mov	ARIA_ROUNDS(KS), LEFT32
	aria_rounds_left \form, \step, \args
.endm

/* The last LEFT of them */
.macro aria_rounds_left form:req, step:req, args:vararg
	jmp	2f
1:	\form\()_diffuse 0, 1, \args
2:	\form\()_sbox 0, \args
	\form\()_diffuse \step, 0, \args
	\form\()_sbox 1, \args
	add	$2 * \step, KEY
	sub	$2, LEFT32
	jnz	1b
.endm

/*
 * Modes
 */

/* LEN in bytes, from n in blocks or bytes */
.macro aria_bytes blocks:req
	mov	LEN32, LEN32
	.if	\blocks
	shl	$4, LEN
	.endif
.endm

/*
 * void widecrypt_aria_<id>_xts_enc(const struct aria_sched *ks, u8 *dst,
 *				    const u8 *src, unsigned int n, u8 *tweak)
 * void widecrypt_aria_<id>_xts_dec(... the same)
 *
 * XTS of IEEE 1619, n >= 16 bytes. tweak: the encrypted one of the first block,
 * 16 bytes, afterwards that of the next. A partial last block, allowed only at
 * a message's end, takes the place of the end of the ciphertext before it; then
 * the tweak is unspecified afterwards.
 *
 * All blocks before a partial one are done by aria_xts_blocks_<id>, which
 * aria_xts_functions brings; in decryption but the last whole one, which waits
 * for a partial one. aria_xts_end_<enc, dec> do the rest, the partial one of LEN
 * bytes.
 */
.macro aria_xts id:req
	aria_xts_functions \id
	aria_xts_way	\id, enc
	aria_xts_way	\id, dec
.endm

.macro aria_xts_way id:req, way:req
SYM_FUNC_START(widecrypt_aria_\id\()_xts_\way)
	FRAME_BEGIN
	mov	LEN32, LEN32
	push	LEN
	.ifc	\way, dec
	test	$15, LEN
	jz	1f
	sub	$16, LEN
	.endif
1:	and	$-16, LEN
	.ifc	\way, dec
	jz	2f
	.endif
	call	aria_xts_blocks_\id
2:	pop	LEN
	and	$15, LEN
	jz	3f
	aria_xts_end_\way \id
3:	vzeroupper
	FRAME_END
	RET
SYM_FUNC_END(widecrypt_aria_\id\()_xts_\way)
.endm

.macro aria_modes id:req
	aria_mode	\id, ecb, 1
	aria_stream	\id, cbc_enc, 1
	aria_mode	\id, cbc_dec, 1
	aria_mode	\id, ctr, 0
	aria_stream	\id, cfb_enc, 0
	aria_mode	\id, cfb_dec, 0
	aria_xts	\id
.endm

#endif /* WIDECRYPT_X86_ARIA_TABLES_H */
