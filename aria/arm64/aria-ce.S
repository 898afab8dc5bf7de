/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA (RFC 5794) for arm64 with the AES instructions of the Cryptographic
 * Extension. <widecrypt/arm64/modes.S> has the routines and their contract;
 * selftests/unit/aria_tables.py derives every constant here again.
 *
 * S-boxes
 * =======
 *
 * S1 is the S-box of AES, X1 its inverse. AESE adds a key, moves bytes
 * (ShiftRows) and applies S1 to each; AESD the same with the inverse move and
 * X1. With inv the inverse in GF(2^8), A and B the bit matrices of RFC 5794,
 * 2.4.2, and F that of x -> x^8,
 *
 *	S1(x) = A inv(x) + 0x63
 *	S2(x) = B x^247 + 0xe2 = B F inv(x) + 0xe2
 *
 * since x^247 = inv(x)^8. So the other two S-boxes are linear maps away:
 *
 *	S2(x) = L S1(x) + 0x88		L = B F A^-1, 0x88 = L 0x63 + 0xe2
 *	X2(y) = X1(M y + 0x04)		M = L^-1,     0x04 = M 0xe2 + 0x63
 *
 * A map is two look-ups by TBL, one for each half of a byte, and their sum.
 *
 * Diffusion
 * =========
 *
 * The points of the 4x4 grid, row by row,
 *
 *	14  4  3  9 |  5 15  8  2 | 11  1  6 12 |  0 10 13  7
 *
 * are the indices of the state's bytes. The matrix of RFC 5794, 2.4.3 is: to
 * each byte add the sum of its row and the sum of its column, then rename the
 * bytes by P = (0 3)(1 2)(4 5)(6 7)(8 10)(9 11). Nothing moves for P: a place of
 * the grid holds byte i before even rounds (counted from 0), P(i) before odd
 * ones, and the result, as the last round has no diffusion. Byte i wants S1, S2,
 * X1, X2 for i % 4 = 0 to 3 in even rounds, X1, X2, S1, S2 in odd ones.
 *
 * Round keys
 * ==========
 *
 * aria_sched has them in the order of the grid, one array for each form, with M and
 * the constants in them. In the block form AESE and AESD add them: where X2 follows,
 * grid has M k + 0x04, and what S2 of the round before left out, 0x88 through the
 * diffusion, is added before that. The last has 0x88 where S2 was, and nothing adds
 * it but EOR.
 *
 * Byte-sliced form, 16 blocks
 * ===========================
 *
 * A register for each place, byte j that of block j:
 *
 *	v0-v15	the place that holds byte i before even rounds in vi
 *	v16	0x0f		v17	L, upper half
 *	v18	M, upper half	v19	R^2
 *	v28-v31	what AESE and AESD have to add to four of v0 to v15
 *	v20-v27	scratch: copies of key bytes, lower halves, sums of columns
 *
 * ShiftRows, R, moves blocks here and must do so alike in all registers. R^4 =
 * 1: even rounds leave S1, S2 at R and take X1, X2 from R^-1 to R by R^2; odd
 * rounds leave X1, X2 at R^-1 R and take S1, S2 from R R there by R^2.
 *
 * AESE and AESD add up two registers at no cost, but a round key is only one use
 * of that. For X2 they add the two look-ups of M: its key is in the table of the
 * lower half, which aria_sched.half has for each place and round. The table of L
 * for an S2 has a number in it, too, for the next round: e_p at the place p comes
 * out of the diffusion at p and at the rest of p's row and column. Each row and
 * each column has one S2. So e_p = k_p leaves no key to be added at p, where AESE
 * or AESD adds the last two terms of the diffusion instead; e is added to the keys
 * of row and column. Where X2 follows at p, a place t in p's row is freed: with q
 * the S2 in the column of t, e_p = k_t + e_q. After the last round, e_p = k_p.
 *
 * Block form, up to 4 blocks
 * ==========================
 *
 * A block in a register, byte 4a + b that of row a, column b of the grid. Both
 * AESE and AESD are applied to all of it, and TBL with two registers picks what
 * is wanted from where ShiftRows or its inverse moved it. L and M are wanted at
 * four bytes each: as x + (L + 1) x and x + (M + 1) x, with look-ups of 0 at the
 * others, which AND with 0 and USHL by -8 bring about where it is AND with 0x0f
 * and USHL by -4 at the four.
 *
 *	v0-v3	blocks			v4-v7	what AESE, AESD made of two
 *	v8, v9	M + 1, both halves	v10, v11  L + 1
 *	v12-v15	even rounds: AND, USHL for M, AND, USHL for L
 *	v16-v19	the same for odd rounds	v20, v21  TBL of even, odd rounds
 *	v22	round key, before that the order of the grid
 *	v23	the order of bytes	v24-v31	scratch; v28-v31 as v4-v7
 */
#include <widecrypt/arm64/modes.S>
#include <widecrypt/arm64/transpose.S>

	.arch	armv8-a+crypto

/* struct aria_sched, pinned in aria_wide.h */
#define ARIA_ROUNDS	272
#define ARIA_HALF	280
#define ARIA_SLICED	2328
#define ARIA_GRID	2600

	.section .rodata
	.balign	16
aria_ce_0f:			/* byte-sliced form, in the order of v16 to v19 */
	.fill	16, 1, 0x0f
aria_ce_l_hi:
	.byte	0x00, 0x3e, 0xd4, 0xea, 0x84, 0xba, 0x50, 0x6e
	.byte	0xcd, 0xf3, 0x19, 0x27, 0x49, 0x77, 0x9d, 0xa3
aria_ce_m_hi:
	.byte	0x00, 0xb6, 0x08, 0xbe, 0xd6, 0x60, 0xde, 0x68
	.byte	0x53, 0xe5, 0x5b, 0xed, 0x85, 0x33, 0x8d, 0x3b
aria_ce_r2:
	.byte	0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7
aria_ce_m1:			/* block form, in the order of v8 to v23 */
	.byte	0x00, 0x40, 0xe8, 0xa8, 0x17, 0x57, 0xff, 0xbf
	.byte	0x5f, 0x1f, 0xb7, 0xf7, 0x48, 0x08, 0xa0, 0xe0
	.byte	0x00, 0xa6, 0x28, 0x8e, 0x96, 0x30, 0xbe, 0x18
	.byte	0xd3, 0x75, 0xfb, 0x5d, 0x45, 0xe3, 0x6d, 0xcb
aria_ce_l1:
	.byte	0x00, 0x84, 0xbd, 0x39, 0x8c, 0x08, 0x31, 0xb5
	.byte	0x28, 0xac, 0x95, 0x11, 0xa4, 0x20, 0x19, 0x9d
	.byte	0x00, 0x2e, 0xf4, 0xda, 0xc4, 0xea, 0x30, 0x1e
	.byte	0x4d, 0x63, 0xb9, 0x97, 0x89, 0xa7, 0x7d, 0x53
aria_ce_even:
	.byte	0, 0, 15, 0, 0, 15, 0, 0, 15, 0, 0, 0, 0, 0, 0, 15
	.byte	-8, -8, -4, -8, -8, -4, -8, -8, -4, -8, -8, -8, -8, -8, -8, -4
	.byte	0, 0, 0, 15, 15, 0, 0, 0, 0, 15, 0, 0, 0, 0, 15, 0
	.byte	-8, -8, -8, -4, -4, -8, -8, -8, -8, -4, -8, -8, -8, -8, -4, -8
aria_ce_odd:
	.byte	0, 15, 0, 0, 0, 0, 0, 15, 15, 0, 0, 0, 0, 0, 15, 0
	.byte	-8, -4, -8, -8, -8, -8, -8, -4, -4, -8, -8, -8, -8, -8, -4, -8
	.byte	0, 0, 0, 15, 0, 15, 0, 0, 0, 0, 15, 0, 15, 0, 0, 0
	.byte	-8, -8, -8, -4, -8, -4, -8, -8, -8, -8, -4, -8, -4, -8, -8, -8
aria_ce_pick:
	.byte	16, 13, 26, 7, 4, 25, 14, 19, 24, 5, 18, 15, 12, 17, 6, 27
	.byte	0, 21, 26, 7, 20, 1, 14, 19, 24, 5, 2, 23, 12, 17, 22, 3
aria_ce_enter:
	.byte	14, 4, 3, 9, 5, 15, 8, 2, 11, 1, 6, 12, 0, 10, 13, 7
aria_ce_exit:
	.byte	2, 7, 9, 12, 4, 1, 15, 10, 13, 8, 6, 3, 11, 14, 0, 5
	.text

/* The place of each register of the byte-sliced form */
	.set	.Laria_place_14, 0
	.set	.Laria_place_4, 1
	.set	.Laria_place_3, 2
	.set	.Laria_place_9, 3
	.set	.Laria_place_5, 4
	.set	.Laria_place_15, 5
	.set	.Laria_place_8, 6
	.set	.Laria_place_2, 7
	.set	.Laria_place_11, 8
	.set	.Laria_place_1, 9
	.set	.Laria_place_6, 10
	.set	.Laria_place_12, 11
	.set	.Laria_place_0, 12
	.set	.Laria_place_10, 13
	.set	.Laria_place_13, 14
	.set	.Laria_place_7, 15

/*
 * v\t = the key byte of v\x, 16 times. By way of a general register, which leaves
 * the vector pipes of Neoverse N1 alone.
 */
.macro	aria_sliced_key t, x
	ldrb	w8, [x5, #.Laria_place_\x]
	dup	v\t\().16b, w8
.endm

/* The same unless v\t, from v28 on, is there already */
.macro	aria_sliced_want t, x
	.if	\t < 28
	aria_sliced_key \t, \x
	.endif
.endm

/*
 * S1, S2, X1, X2 on these four; k1, k2, k3: what S1, S2, X1 add. Before and from
 * the look-ups for S2 on; m, l: two successive registers for the halves of M and
 * L. Two fours take turns, so that the one waits while the other works.
 */
.macro	aria_sliced_sbox_1 t, m, l, s1, s2, x1, x2, k1, k2, k3
	and	v\t\().16b, v\x2\().16b, v16.16b
	ushr	v\x2\().16b, v\x2\().16b, #4
	aria_sliced_want \k2, \s2
	ld1	{v\m\().16b-v\l\().16b}, [x6], #32
	tbl	v\t\().16b, {v\m\().16b}, v\t\().16b
	tbl	v\x2\().16b, {v18.16b}, v\x2\().16b
	aese	v\s2\().16b, v\k2\().16b
	aria_sliced_want \k1, \s1
	aese	v\s1\().16b, v\k1\().16b
	aesd	v\x2\().16b, v\t\().16b
	aria_sliced_want \k3, \x1
	aesd	v\x1\().16b, v\k3\().16b
	and	v\t\().16b, v\s2\().16b, v16.16b
	ushr	v\s2\().16b, v\s2\().16b, #4
.endm

.macro	aria_sliced_sbox_2 odd, t, l, s1, s2, x1, x2
	tbl	v\t\().16b, {v\l\().16b}, v\t\().16b
	tbl	v\s2\().16b, {v17.16b}, v\s2\().16b
	.if	\odd
	tbl	v\s1\().16b, {v\s1\().16b}, v19.16b
	eor	v\s2\().16b, v\s2\().16b, v\t\().16b
	tbl	v\s2\().16b, {v\s2\().16b}, v19.16b
	.else
	tbl	v\x1\().16b, {v\x1\().16b}, v19.16b
	eor	v\s2\().16b, v\s2\().16b, v\t\().16b
	tbl	v\x2\().16b, {v\x2\().16b}, v19.16b
	.endif
.endm

.macro	aria_sliced_sboxes_even
	aria_sliced_sbox_1 20, 22, 23, 0, 1, 2, 3, 28, 26, 31
	aria_sliced_sbox_1 21, 24, 25, 4, 5, 6, 7, 26, 27, 29
	aria_sliced_sbox_2 0, 20, 23, 0, 1, 2, 3
	aria_sliced_sbox_1 20, 22, 23, 8, 9, 10, 11, 26, 30, 27
	aria_sliced_sbox_2 0, 21, 25, 4, 5, 6, 7
	aria_sliced_sbox_1 21, 24, 25, 12, 13, 14, 15, 26, 27, 26
	aria_sliced_sbox_2 0, 20, 23, 8, 9, 10, 11
	aria_sliced_sbox_2 0, 21, 25, 12, 13, 14, 15
	add	x5, x5, #16
.endm

.macro	aria_sliced_sboxes_odd
	aria_sliced_sbox_1 20, 22, 23, 1, 0, 3, 2, 28, 26, 27
	aria_sliced_sbox_1 21, 24, 25, 7, 6, 5, 4, 31, 26, 29
	aria_sliced_sbox_2 1, 20, 23, 1, 0, 3, 2
	aria_sliced_sbox_1 20, 22, 23, 8, 9, 10, 11, 26, 30, 27
	aria_sliced_sbox_2 1, 21, 25, 7, 6, 5, 4
	aria_sliced_sbox_1 21, 24, 25, 14, 15, 12, 13, 26, 27, 26
	aria_sliced_sbox_2 1, 20, 23, 8, 9, 10, 11
	aria_sliced_sbox_2 1, 21, 25, 14, 15, 12, 13
	add	x5, x5, #16
.endm

/* \sum = the sum of a column, \rest = that without d, its place of an S2 */
.macro	aria_sliced_column rest, sum, d, x, y, z
	eor	v\rest\().16b, v\x\().16b, v\y\().16b
	eor	v\rest\().16b, v\rest\().16b, v\z\().16b
	eor	v\sum\().16b, v\rest\().16b, v\d\().16b
.endm

/*
 * To each of a row the sums of row and column. That is, to the sum of the column,
 * \cx, \cy, \cz, the other three of the row; for the place of the S2, d, the sum of
 * the row to the rest of the column. \rest or \cy is left to AESE or AESD if it is
 * one of v28 to v31. 44 additions in all.
 */
.macro	aria_sliced_row d, rest, x, cx, y, cy, z, cz
	eor	v26.16b, v\d\().16b, v\x\().16b
	eor	v27.16b, v26.16b, v\y\().16b
	eor	v\y\().16b, v26.16b, v\z\().16b
	eor	v\d\().16b, v27.16b, v\z\().16b
	eor	v\z\().16b, v27.16b, v\cz\().16b
	eor	v\x\().16b, v\d\().16b, v\x\().16b
	.if	\cy < 28
	eor	v\y\().16b, v\y\().16b, v\cy\().16b
	.endif
	.if	\rest < 28
	eor	v\d\().16b, v\d\().16b, v\rest\().16b
	.endif
	eor	v\x\().16b, v\x\().16b, v\cx\().16b
.endm

/* After even rounds 1, 5, 9 and 7 are left to AESE and AESD, */
.macro	aria_sliced_diffuse_even
	aria_sliced_column 29, 23, 5, 14, 11, 0
	aria_sliced_column 28, 24, 1, 4, 15, 10
	aria_sliced_column 22, 25, 13, 3, 8, 6
	aria_sliced_column 30, 31, 9, 2, 12, 7
	aria_sliced_row	9, 30, 14, 23, 4, 24, 3, 25
	aria_sliced_row	5, 29, 15, 24, 8, 25, 2, 31
	aria_sliced_row	1, 28, 11, 23, 6, 25, 12, 31
	aria_sliced_row	13, 22, 0, 23, 7, 31, 10, 24
.endm

/* after odd rounds 0, 6, 9 and 2. */
.macro	aria_sliced_diffuse_odd
	aria_sliced_column 28, 23, 0, 14, 5, 11
	aria_sliced_column 22, 24, 15, 4, 1, 10
	aria_sliced_column 29, 25, 6, 3, 8, 13
	aria_sliced_column 30, 31, 9, 2, 12, 7
	aria_sliced_row	9, 30, 14, 23, 4, 24, 3, 25
	aria_sliced_row	15, 22, 5, 23, 2, 31, 8, 25
	aria_sliced_row	6, 29, 11, 23, 1, 24, 12, 31
	aria_sliced_row	0, 28, 10, 24, 13, 25, 7, 31
.endm

.macro	aria_sliced_add i
	aria_sliced_key 23, \i
	eor	v\i\().16b, v\i\().16b, v23.16b
.endm

	.set	aria_ce_crypt_8, aria_ce_crypt_16
SYM_FUNC_START_LOCAL(aria_ce_crypt_16)
	wc_transpose 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	wc_adr	x6, aria_ce_0f
	add	x5, KS, #ARIA_SLICED
	ldr	w7, [KS, #ARIA_ROUNDS]
	ld1	{v16.16b-v19.16b}, [x6]
	add	x6, KS, #ARIA_HALF
	aria_sliced_key 28, 0
	aria_sliced_key 29, 6
	aria_sliced_key 30, 9
	aria_sliced_key 31, 2
	b	.Laria_sliced_even
aria_ce_crypt_16_loop:
	aria_sliced_diffuse_odd
.Laria_sliced_even:
	aria_sliced_sboxes_even
	aria_sliced_diffuse_even
	aria_sliced_sboxes_odd
	subs	w7, w7, #2
	b.ne	aria_ce_crypt_16_loop
aria_ce_crypt_16_loop_end:
	.irp	i, 1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14
	aria_sliced_add \i
	.endr
	wc_transpose 3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15
	ret
SYM_FUNC_END(aria_ce_crypt_16)

/*
 * Block form. e, d: two successive registers; t, u: scratch
 */
.macro	aria_block_sbox x, e, d, t, u, and_m, ushl_m, and_l, ushl_l, pick
	and	v\t\().16b, v\x\().16b, v\and_m\().16b
	ushl	v\u\().16b, v\x\().16b, v\ushl_m\().16b
	tbl	v\t\().16b, {v8.16b}, v\t\().16b
	tbl	v\u\().16b, {v9.16b}, v\u\().16b
	eor	v\x\().16b, v\x\().16b, v\t\().16b
	eor	v\e\().16b, v\x\().16b, v\u\().16b
	eor	v\d\().16b, v\x\().16b, v\u\().16b
	aese	v\e\().16b, v22.16b
	aesd	v\d\().16b, v22.16b
	tbl	v\x\().16b, {v\e\().16b-v\d\().16b}, v\pick\().16b
	and	v\t\().16b, v\x\().16b, v\and_l\().16b
	ushl	v\u\().16b, v\x\().16b, v\ushl_l\().16b
	tbl	v\t\().16b, {v10.16b}, v\t\().16b
	tbl	v\u\().16b, {v11.16b}, v\u\().16b
	eor	v\x\().16b, v\x\().16b, v\t\().16b
	eor	v\x\().16b, v\x\().16b, v\u\().16b
.endm

/* The other three of the row, and of the column */
.macro	aria_block_diffuse x, e, d, t, u, unused:vararg
	rev16	v\e\().16b, v\x\().16b
	rev32	v\d\().8h, v\x\().8h
	rev32	v\t\().16b, v\x\().16b
	ext	v\u\().16b, v\x\().16b, v\x\().16b, #4
	eor	v\e\().16b, v\e\().16b, v\d\().16b
	ext	v\d\().16b, v\x\().16b, v\x\().16b, #8
	eor	v\t\().16b, v\t\().16b, v\u\().16b
	ext	v\u\().16b, v\x\().16b, v\x\().16b, #12
	eor	v\x\().16b, v\x\().16b, v\d\().16b
	eor	v\e\().16b, v\e\().16b, v\t\().16b
	eor	v\x\().16b, v\x\().16b, v\u\().16b
	eor	v\x\().16b, v\x\().16b, v\e\().16b
.endm

.macro	aria_block_each n, do, args:vararg
	\do	0, 4, 5, 24, 25, \args
	.if	\n > 1
	\do	1, 6, 7, 26, 27, \args
	\do	2, 28, 29, 24, 25, \args
	\do	3, 30, 31, 26, 27, \args
	.endif
.endm

.macro	aria_block_enter x
	tbl	v\x\().16b, {v\x\().16b}, v22.16b
.endm

.macro	aria_block_exit x
	eor	v\x\().16b, v\x\().16b, v22.16b
	tbl	v\x\().16b, {v\x\().16b}, v23.16b
.endm

/* aria_ce_crypt_<n>: local function, v0 to v(n-1) to themselves */
.macro	aria_block_crypt n
SYM_FUNC_START_LOCAL(aria_ce_crypt_\n)
	wc_adr	x6, aria_ce_m1
	add	x5, KS, #ARIA_GRID
	ldr	w7, [KS, #ARIA_ROUNDS]
	ld1	{v8.16b-v11.16b}, [x6], #64
	ld1	{v12.16b-v15.16b}, [x6], #64
	ld1	{v16.16b-v19.16b}, [x6], #64
	ld1	{v20.16b-v23.16b}, [x6]
	wc_each	aria_block_enter, 0, \n
	b	.Laria_even_\n
aria_ce_crypt_\n\()_loop:
	aria_block_each \n, aria_block_diffuse
.Laria_even_\n:
	ld1	{v22.16b}, [x5], #16
	aria_block_each \n, aria_block_sbox, 12, 13, 14, 15, 20
	aria_block_each \n, aria_block_diffuse
	ld1	{v22.16b}, [x5], #16
	aria_block_each \n, aria_block_sbox, 16, 17, 18, 19, 21
	subs	w7, w7, #2
	b.ne	aria_ce_crypt_\n\()_loop
aria_ce_crypt_\n\()_loop_end:
	ld1	{v22.16b}, [x5]
	wc_each	aria_block_exit, 0, \n
	ret
SYM_FUNC_END(aria_ce_crypt_\n)
.endm

	aria_block_crypt 4
	aria_block_crypt 1

	wc_modes aria_ce
