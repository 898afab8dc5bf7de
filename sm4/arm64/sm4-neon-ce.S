/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016) for arm64 with the AES instructions, for CPUs that have
 * no SM4 instructions. <widecrypt/arm64/modes.S> has the routines and their
 * contract; selftests/unit/sm4_neon_tables.py derives every constant here again.
 *
 * Bytes are elements of GF(2)^8, + is their sum; maps are linear, and tables of
 * maps are for the low and for the high nibble: the map of a byte is the sum of
 * two look-ups by TBL. The number of a byte in a word counts from the most
 * significant, modulo 4.
 *
 * The S-box
 * =========
 *
 * AESE adds a key, moves bytes (ShiftRows) and applies SB(x) = E x^-1 + 0x63 to
 * each (FIPS 197, 5.1.1). SM4's S-box inverts in an isomorphic field, between
 * two affine maps: S(x) = Q (P x + p)^-1 + q with p = 0x3e, q = 0xd3 and the
 * isomorphism and its inverse in P and Q. <widecrypt/x86/sm4-aesni.S> has P, Q,
 * E as matrices, and what follows from them:
 *
 *	L(B) = B + B<<<2 + B<<<10 + B<<<18 + B<<<24
 *
 * is, with J x = x + x<<2 and R x = x<<<2 on bytes, in byte i
 *
 *	(J B_i) + (R B_(i+1)) + (R B_(i+2)) + ((J + R) B_(i+3))
 *
 * Every byte of the state X is kept as z = P X + p. The sum of three words is
 * t = P (X[j+1] + X[j+2] + X[j+3]) + p, and AESE with P rk for its key makes of
 * it s = SB(P (X[j+1] + X[j+2] + X[j+3] + rk) + p). The round is then
 *
 *	z[j+4]_i = z[j]_i + a s_i + r s_(i+1) + r s_(i+2) + (a + r) s_(i+3) + c
 *	a = P J Q E^-1		r = P R Q E^-1		c = P R q + r 0x63
 *
 * since a + r + r + a + r = r where all bytes are equal.
 *
 * Byte-sliced form, 16 blocks
 * ===========================
 *
 * A register for each byte of the block, byte j that of block j. With b = a + r
 * and u_i = b s_i + a s_(i-1) + c,
 *
 *	z[j+4]_i = z[j]_i + the three u that are not u_i
 *
 * because u_0 + u_1 + u_2 + u_3 + u_i leaves, of the b and a in it, r s_(i+1) +
 * r s_(i+2) + (r + a) s_(i+3) + a s_i. ShiftRows is undone by TBL.
 *
 *	v0-v15	word j, byte i in v(4j+i)	v16	0x0f
 *	v17	what undoes ShiftRows		v18, v19  a
 *	v20, v21  b, c in it			v23-v31	scratch; u in v23-v26
 *
 * Word form, up to 4 blocks
 * =========================
 *
 * For few blocks depth counts. A register holds one word of four blocks, as words
 * of the CPU's vectors, so byte 3 of each is first. AESMC mixes columns (FIPS
 * 197, 5.1.3), and makes a pair with AESE on many CPUs. With rows numbered from
 * the least significant byte,
 *
 *	mix(s)_i = 2 s_i + s_(i+1) + s_(i+2) + 3 s_(i+3)
 *
 * which has the pattern of the round. One map n of it is not enough for a and r,
 * but squaring, F, is linear and commutes with inversion: for s' = SB(F t), s' is
 * F' s and a constant, F' = E F E^-1, and there are n and m with
 *
 *	n mix(s) + m mix(s') = the round, but for a constant:
 *	m (F' 2 + 2 F') = a + r 2,  n = r + m F'
 *
 * So t and F t are kept side by side, with the maps n, m for the one and F n, F m
 * for the other; the constant n 0x63 + m 0x63 + P R q is in n. A single block is
 * in all four columns, where ShiftRows changes nothing; for four it is undone
 * beforehand. Between rounds there are z[j] to z[j+2] and t[j]; with y = t[j] +
 * z[j+1],
 *
 *	z[j+3] = y + z[j+2]	t[j+1] = (y + z[j]) + what the round adds
 *
 *	v0-v3	z[j] for j % 4 = 0 to 3		v4-v7	F of these
 *	v8, v9	t, F t				v10	0x0f
 *	v11	what undoes ShiftRows		v12, v13  n
 *	v14, v15  m	v16, v17  F n		v18, v19  F m
 *	v20, v21  round keys			v22-v31	scratch
 */
#include <widecrypt/arm64/modes.S>
#include <widecrypt/arm64/transpose.S>

	.arch	armv8-a+crypto

/* struct sm4_sched, pinned in sm4_core.c */
#define SM4_NEON_K	128
#define SM4_NEON_FK	256

	.section .rodata
	.balign	16
sm4_neon_0f:			/* in the order of v16 to v21 */
	.fill	16, 1, 0x0f
sm4_neon_undo:
	.byte	0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3
sm4_neon_a:
	.byte	0x00, 0x86, 0xd3, 0x55, 0x78, 0xfe, 0xab, 0x2d
	.byte	0x1c, 0x9a, 0xcf, 0x49, 0x64, 0xe2, 0xb7, 0x31
	.byte	0x00, 0xeb, 0xdc, 0x37, 0xf0, 0x1b, 0x2c, 0xc7
	.byte	0xcd, 0x26, 0x11, 0xfa, 0x3d, 0xd6, 0xe1, 0x0a
sm4_neon_b:			/* b + c */
	.byte	0x76, 0x23, 0xa8, 0xfd, 0xae, 0xfb, 0x70, 0x25
	.byte	0x28, 0x7d, 0xf6, 0xa3, 0xf0, 0xa5, 0x2e, 0x7b
	.byte	0x00, 0x5f, 0x95, 0xca, 0x72, 0x2d, 0xe7, 0xb8
	.byte	0x71, 0x2e, 0xe4, 0xbb, 0x03, 0x5c, 0x96, 0xc9
sm4_neon_n:			/* n and its constant, m, F of these */
	.byte	0x3a, 0x63, 0x52, 0x0b, 0xb9, 0xe0, 0xd1, 0x88
	.byte	0x85, 0xdc, 0xed, 0xb4, 0x06, 0x5f, 0x6e, 0x37
	.byte	0x00, 0x35, 0x99, 0xac, 0xab, 0x9e, 0x32, 0x07
	.byte	0xc1, 0xf4, 0x58, 0x6d, 0x6a, 0x5f, 0xf3, 0xc6
sm4_neon_m:
	.byte	0x00, 0x61, 0x3f, 0x5e, 0xc9, 0xa8, 0xf6, 0x97
	.byte	0x7c, 0x1d, 0x43, 0x22, 0xb5, 0xd4, 0x8a, 0xeb
	.byte	0x00, 0x5b, 0xf3, 0xa8, 0xf7, 0xac, 0x04, 0x5f
	.byte	0x98, 0xc3, 0x6b, 0x30, 0x6f, 0x34, 0x9c, 0xc7
sm4_neon_f_n:
	.byte	0x33, 0xc2, 0xb4, 0x45, 0xac, 0x5d, 0x2b, 0xda
	.byte	0x8b, 0x7a, 0x0c, 0xfd, 0x14, 0xe5, 0x93, 0x62
	.byte	0x00, 0x66, 0xc0, 0xa6, 0xb3, 0xd5, 0x73, 0x15
	.byte	0x30, 0x56, 0xf0, 0x96, 0x83, 0xe5, 0x43, 0x25
sm4_neon_f_m:
	.byte	0x00, 0xc6, 0x22, 0xe4, 0x70, 0xb6, 0x52, 0x94
	.byte	0x8c, 0x4a, 0xae, 0x68, 0xfc, 0x3a, 0xde, 0x18
	.byte	0x00, 0xf5, 0x43, 0xb6, 0x53, 0xa6, 0x10, 0xe5
	.byte	0xc1, 0x34, 0x82, 0x77, 0x92, 0x67, 0xd1, 0x24
sm4_neon_p:			/* P + p, F P + F p, P^-1 + P^-1 p */
	.byte	0x3e, 0xb2, 0x0e, 0x82, 0xbb, 0x37, 0x8b, 0x07
	.byte	0xa1, 0x2d, 0x91, 0x1d, 0x24, 0xa8, 0x14, 0x98
	.byte	0x00, 0xdc, 0x2e, 0xf2, 0xc5, 0x19, 0xeb, 0x37
	.byte	0x08, 0xd4, 0x26, 0xfa, 0xcd, 0x11, 0xe3, 0x3f
sm4_neon_f_p:
	.byte	0x23, 0xe9, 0x54, 0x9e, 0xa8, 0x62, 0xdf, 0x15
	.byte	0xf7, 0x3d, 0x80, 0x4a, 0x7c, 0xb6, 0x0b, 0xc1
	.byte	0x00, 0x7a, 0x38, 0x42, 0x20, 0x5a, 0x18, 0x62
	.byte	0x40, 0x3a, 0x78, 0x02, 0x60, 0x1a, 0x58, 0x22
sm4_neon_inv_p:
	.byte	0x75, 0xf0, 0xac, 0x29, 0x5b, 0xde, 0x82, 0x07
	.byte	0xf5, 0x70, 0x2c, 0xa9, 0xdb, 0x5e, 0x02, 0x87
	.byte	0x00, 0x55, 0x57, 0x02, 0x44, 0x11, 0x13, 0x46
	.byte	0xaf, 0xfa, 0xf8, 0xad, 0xeb, 0xbe, 0xbc, 0xe9
	.text

/* \d = a map, table in \lo and \hi, of \x; \t is scratch, like \x */
.macro	sm4_neon_map x, d, lo, hi, mask, t
	and	v\t\().16b, v\x\().16b, v\mask\().16b
	ushr	v\x\().16b, v\x\().16b, #4
	tbl	v\t\().16b, {v\lo\().16b}, v\t\().16b
	tbl	v\x\().16b, {v\hi\().16b}, v\x\().16b
	eor	v\d\().16b, v\x\().16b, v\t\().16b
.endm

/*
 * Byte-sliced form
 */
.macro	sm4_sliced_map x
	sm4_neon_map \x, \x, 24, 25, 16, 26
.endm

/*
 * \t = s, for the next byte of words j + 1, j + 2, j + 3 and of the key, w8; by way
 * of a general register, which leaves the vector pipes of Neoverse N1 alone
 */
.macro	sm4_sliced_sbox z1, z2, z3, t, key
	ror	w8, w8, #24
	eor	v\t\().16b, v\z1\().16b, v\z2\().16b
	dup	v\key\().16b, w8
	eor	v\t\().16b, v\t\().16b, v\z3\().16b
	aese	v\t\().16b, v\key\().16b
	tbl	v\t\().16b, {v\t\().16b}, v17.16b
.endm

/* \a = a s, \b = b s + c of s = \t */
.macro	sm4_sliced_maps t, a, b
	and	v\b\().16b, v\t\().16b, v16.16b
	ushr	v\t\().16b, v\t\().16b, #4
	tbl	v\a\().16b, {v18.16b}, v\b\().16b
	tbl	v29.16b, {v19.16b}, v\t\().16b
	tbl	v\b\().16b, {v20.16b}, v\b\().16b
	tbl	v\t\().16b, {v21.16b}, v\t\().16b
	eor	v\a\().16b, v\a\().16b, v29.16b
	eor	v\b\().16b, v\b\().16b, v\t\().16b
.endm

/* A round: the bytes of words j to j + 3 */
.macro	sm4_sliced_round x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3, w0, w1, w2, w3
	ldr	w8, [x5], #4
	sm4_sliced_sbox \y0, \z0, \w0, 31, 23
	sm4_sliced_sbox \y1, \z1, \w1, 30, 24
	sm4_sliced_maps 31, 27, 23
	sm4_sliced_sbox \y2, \z2, \w2, 31, 25
	sm4_sliced_maps 30, 28, 24
	eor	v24.16b, v24.16b, v27.16b
	sm4_sliced_sbox \y3, \z3, \w3, 30, 26
	sm4_sliced_maps 31, 27, 25
	eor	v25.16b, v25.16b, v28.16b
	eor	v\x0\().16b, v\x0\().16b, v24.16b
	sm4_sliced_maps 30, 28, 26
	eor	v26.16b, v26.16b, v27.16b
	eor	v23.16b, v23.16b, v28.16b
	eor	v28.16b, v25.16b, v26.16b
	eor	v\x1\().16b, v\x1\().16b, v23.16b
	eor	v29.16b, v23.16b, v24.16b
	eor	v\x2\().16b, v\x2\().16b, v26.16b
	eor	v\x3\().16b, v\x3\().16b, v25.16b
	eor	v\x0\().16b, v\x0\().16b, v28.16b
	eor	v\x1\().16b, v\x1\().16b, v28.16b
	eor	v\x2\().16b, v\x2\().16b, v29.16b
	eor	v\x3\().16b, v\x3\().16b, v29.16b
.endm

	.set	sm4_neon_ce_crypt_8, sm4_neon_ce_crypt_16
SYM_FUNC_START_LOCAL(sm4_neon_ce_crypt_16)
	wc_transpose 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	wc_adr	x6, sm4_neon_0f
	add	x7, x6, #(sm4_neon_p - sm4_neon_0f)
	add	x5, KS, #SM4_NEON_K
	ld1	{v16.16b-v19.16b}, [x6], #64
	ld1	{v20.16b-v21.16b}, [x6]
	ld1	{v24.16b-v25.16b}, [x7]
	wc_each	sm4_sliced_map, 0, 16
	mov	w6, #8
sm4_neon_ce_crypt_16_loop:
	sm4_sliced_round 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_sliced_round 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3
	sm4_sliced_round 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_sliced_round 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	subs	w6, w6, #1
	b.ne	sm4_neon_ce_crypt_16_loop
sm4_neon_ce_crypt_16_loop_end:
	add	x7, x7, #(sm4_neon_inv_p - sm4_neon_p)
	ld1	{v24.16b-v25.16b}, [x7]
	wc_each	sm4_sliced_map, 0, 16
	/* The words leave in reverse order. */
	wc_transpose 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3
	ret
SYM_FUNC_END(sm4_neon_ce_crypt_16)

/*
 * Word form
 */
.macro	sm4_word_swap i
	rev32	v\i\().16b, v\i\().16b
.endm

/* z = P x + p in place of x, F z four registers further; maps in v22 to v25 */
.macro	sm4_word_enter x, f
	and	v26.16b, v\x\().16b, v10.16b
	ushr	v27.16b, v\x\().16b, #4
	tbl	v\x\().16b, {v22.16b}, v26.16b
	tbl	v28.16b, {v23.16b}, v27.16b
	tbl	v\f\().16b, {v24.16b}, v26.16b
	tbl	v29.16b, {v25.16b}, v27.16b
	eor	v\x\().16b, v\x\().16b, v28.16b
	eor	v\f\().16b, v\f\().16b, v29.16b
.endm

.macro	sm4_word_leave i
	sm4_neon_map \i, \i, 22, 23, 10, 24
	sm4_word_swap \i
.endm

/* A round: z[j], z[j+1], z[j+2], where z[j+3] is put, F of these */
.macro	sm4_word_round n, z0, z1, z2, z3, f0, f1, f2, f3
	ld1r	{v20.4s}, [x5], #4
	ld1r	{v21.4s}, [x6], #4
	eor	v22.16b, v8.16b, v\z1\().16b
	eor	v23.16b, v9.16b, v\f1\().16b
	.if	\n > 1
	tbl	v8.16b, {v8.16b}, v11.16b
	tbl	v9.16b, {v9.16b}, v11.16b
	.endif
	aese	v8.16b, v20.16b
	aesmc	v8.16b, v8.16b
	aese	v9.16b, v21.16b
	aesmc	v9.16b, v9.16b
	eor	v\z3\().16b, v22.16b, v\z2\().16b
	eor	v\f3\().16b, v23.16b, v\f2\().16b
	eor	v22.16b, v22.16b, v\z0\().16b
	eor	v23.16b, v23.16b, v\f0\().16b
	ushr	v24.16b, v8.16b, #4
	ushr	v25.16b, v9.16b, #4
	and	v8.16b, v8.16b, v10.16b
	and	v9.16b, v9.16b, v10.16b
	tbl	v26.16b, {v12.16b}, v8.16b
	tbl	v27.16b, {v16.16b}, v8.16b
	tbl	v28.16b, {v14.16b}, v9.16b
	tbl	v29.16b, {v18.16b}, v9.16b
	tbl	v30.16b, {v13.16b}, v24.16b
	tbl	v31.16b, {v17.16b}, v24.16b
	tbl	v8.16b, {v15.16b}, v25.16b
	tbl	v9.16b, {v19.16b}, v25.16b
	eor	v22.16b, v22.16b, v26.16b
	eor	v23.16b, v23.16b, v27.16b
	eor	v28.16b, v28.16b, v30.16b
	eor	v29.16b, v29.16b, v31.16b
	eor	v8.16b, v8.16b, v22.16b
	eor	v9.16b, v9.16b, v23.16b
	eor	v8.16b, v8.16b, v28.16b
	eor	v9.16b, v9.16b, v29.16b
.endm

/* Words to blocks or back, v0 to v3 */
.macro	sm4_word_transpose
	wc_trn	4s, 24, 25, 0, 1
	wc_trn	4s, 26, 27, 2, 3
	wc_trn	2d, 0, 2, 24, 26
	wc_trn	2d, 1, 3, 25, 27
.endm

/* sm4_neon_ce_crypt_<n>: local function, v0 to v(n-1) to themselves */
.macro	sm4_word_crypt n
SYM_FUNC_START_LOCAL(sm4_neon_ce_crypt_\n)
	wc_adr	x7, sm4_neon_0f
	add	x8, x7, #(sm4_neon_n - sm4_neon_0f)
	ld1	{v10.16b-v11.16b}, [x7]
	add	x7, x7, #(sm4_neon_p - sm4_neon_0f)
	ld1	{v12.16b-v15.16b}, [x8], #64
	ld1	{v16.16b-v19.16b}, [x8]
	wc_each	sm4_word_swap, 0, \n
	add	x5, KS, #SM4_NEON_K
	add	x6, KS, #SM4_NEON_FK
	.if	\n == 1
	ld1	{v22.16b-v25.16b}, [x7]
	sm4_word_enter 0, 4
	dup	v1.4s, v0.s[1]
	dup	v2.4s, v0.s[2]
	dup	v3.4s, v0.s[3]
	dup	v0.4s, v0.s[0]
	dup	v5.4s, v4.s[1]
	dup	v6.4s, v4.s[2]
	dup	v7.4s, v4.s[3]
	dup	v4.4s, v4.s[0]
	.else
	sm4_word_transpose
	ld1	{v22.16b-v25.16b}, [x7]
	sm4_word_enter 0, 4
	sm4_word_enter 1, 5
	sm4_word_enter 2, 6
	sm4_word_enter 3, 7
	.endif
	eor	v8.16b, v1.16b, v2.16b
	eor	v9.16b, v5.16b, v6.16b
	eor	v8.16b, v8.16b, v3.16b
	eor	v9.16b, v9.16b, v7.16b
	mov	w8, #8
sm4_neon_ce_crypt_\n\()_loop:
	sm4_word_round \n, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_word_round \n, 1, 2, 3, 0, 5, 6, 7, 4
	sm4_word_round \n, 2, 3, 0, 1, 6, 7, 4, 5
	sm4_word_round \n, 3, 0, 1, 2, 7, 4, 5, 6
	subs	w8, w8, #1
	b.ne	sm4_neon_ce_crypt_\n\()_loop
sm4_neon_ce_crypt_\n\()_loop_end:
	add	x7, x7, #(sm4_neon_inv_p - sm4_neon_p)
	ld1	{v22.16b-v23.16b}, [x7]
	/* z[35], and the words in reverse order */
	eor	v8.16b, v8.16b, v1.16b
	mov	v3.16b, v0.16b
	eor	v0.16b, v8.16b, v2.16b
	mov	v8.16b, v1.16b
	mov	v1.16b, v2.16b
	mov	v2.16b, v8.16b
	sm4_word_transpose
	wc_each	sm4_word_leave, 0, \n
	ret
SYM_FUNC_END(sm4_neon_ce_crypt_\n)
.endm

	sm4_word_crypt 4
	sm4_word_crypt 1

	wc_modes sm4_neon_ce
