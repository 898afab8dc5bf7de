/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016) with AES-NI: the mathematics and the routines, for the
 * file of a row to include after
 *
 *	#define SM4_FN(fn)	widecrypt_sm4_<row>_##fn
 *	#define SM4_VL		16 or 32, bytes of a register in the wide form
 *	#include "../sm4_aesni.h"
 *
 * Bytes are elements of GF(2)^8; + is their sum, an 8x8 matrix over GF(2) is
 * written in hexadecimal with the row of result bit i in byte 7 - i. The number
 * of a byte in a word counts from the most significant, modulo 4.
 *
 * The S-box
 * =========
 *
 * aesenclast moves bytes, applies SB(x) = E x^-1 + 0x63 to each and adds its
 * key operand. E = 0xf1e3c78f1f3e7cf8 and the field is GF(2)[x] / x^8 + x^4 +
 * x^3 + x + 1 (FIPS 197, 5.1.1). SM4's S-box inverts in an isomorphic field,
 * between two affine maps; with the isomorphism T and T^-1 in these maps, it is
 *
 *	S(x) = Q (P x + p)^-1 + q
 *	P = 0x4c287db91a22505d	p = 0x3e
 *	Q = 0xf3ab34a974a6b589	q = 0xd3
 *
 * (<widecrypt/x86/sm4-gfni.S> tells where they come from). Of the eight T, this
 * one maps the root x of SM4's field to 0x23.
 *
 * The linear part
 * ===============
 *
 * L(B) = B + B<<<2 + B<<<10 + B<<<18 + B<<<24. Byte i of L(B) is
 *
 *	(J B_i) + (R B_(i+1)) + (R B_(i+2)) + ((J + R) B_(i+3))
 *
 * with J x = x + x<<2 and R x = x<<<2 on bytes.
 *
 * A basis without the input map
 * =============================
 *
 * Every byte of the state X is kept as z = P X + p. The sum of three words is
 * t = P (X[j+1] + X[j+2] + X[j+3]) + p, just what SB wants, and with s = SB(t)
 * the round is, from t^-1 = E^-1 (s + 0x63), but for a constant
 *
 *	z[j+4]_i = z[j]_i + a s_i + r s_(i+1) + r s_(i+2) + (a + r) s_(i+3)
 *	a = P J Q E^-1 = 0x9213a9bc6e54f6f3
 *	r = P R Q E^-1 = 0x234992a2919429d5
 *
 * A map of bytes is two look-ups by pshufb, one for each nibble, and their sum.
 *
 * Keys for nothing
 * ================
 *
 * Let c[0] = c[1] = c[2] = 0, c[j+3] = rk[j] + c[j+1] + c[j+2], c[35] = c[31],
 * and keep X[j] + c[j] in place of X[j]. Then a sum of three words has rk[j] in
 * it, and a round adds d[j] = c[j+4] + c[j] to the new word. A key operand adds
 * it, together with the constant above, if it is taken back through the maps
 * that follow. A block that enters takes c[0..3] (that is, rk[0] in its last
 * word), one that leaves c[35..32]; with P^-1 p = 0x75 added to their bytes, P
 * and P^-1 = 0xb3a4f5863284728b do without constants, too.
 *
 * The wide form
 * =============
 *
 * A register holds one word of four blocks (with ymm, of four in each half),
 * byte i of block b in place 4 b + i: row i, column b of AES. With x for "the
 * byte that is one further in the word" the round is, from x^4 = 1,
 *
 *	a + x r + x^2 r + x^3 (a + r) = g + x^3 (g + r)	with g = a + x^2 r
 *
 * two moves of bytes instead of three. aesenclast moves row i by i columns; g
 * is formed in that order (then x^2 is the move 2 below), and the way back is
 * taken into the other two moves, 0 and 3. 19 instructions for four blocks, 24
 * cycles deep with instructions of 2 and aesenclast of 4 cycles: six registers
 * per word are worked on side by side. The key operand is
 *
 *	E Q^-1 L^-1(d) + 0x97		0x97 = E Q^-1 q + 0x63
 *
 * as a, r and the moves are P L Q E^-1, and s + 0x63 + E Q^-1 q is linear.
 *
 * The narrow form
 * ===============
 *
 * For few blocks depth counts. aesenc also mixes columns (FIPS 197, 5.1.3) in
 * the same time; if rows are numbered from the least significant byte,
 *
 *	mix(s)_i = 2 s_i + s_(i+1) + s_(i+2) + 3 s_(i+3)
 *
 * where 2 and 3 = 2 + 1 also stand for the matrices of these products. That has
 * the pattern of L: twice the same in the middle, and their sum at the end. Any
 * map n gives n mix(s) = (n 2) s_i + n s_(i+1) + n s_(i+2) + (n 2 + n) s_(i+3).
 * One n is not enough for both a and r. But squaring, F, is linear and commutes
 * with inversion: with s' = SB(F t), s' = F' s + constant, F' = E F E^-1, and
 *
 *	n mix(s) + m mix(s')
 *
 * is the round if n + m F' = r and n 2 + m 2 F' = a. Hence
 *
 *	m (F' 2 + 2 F') = a + r 2	m = 0x77724a9efa6b7de4
 *	n = r + m F'			n = 0xfd4c186b395a83ec
 *
 * (the bracket can be inverted, and so can n, for this T). So t and F t are
 * kept side by side, with maps n, m for one and F n, F m for the other; nothing
 * moves, and the chain is aesenc, the nibbles, a look-up and two sums: 14
 * cycles, though 30 instructions; the other operands of the sums are early. The
 * key operand of s is
 *
 *	n^-1 P d + 0xdd		0xdd = n^-1 (P R q + (n + m) 0x63)
 *
 * (for the other there is none). A single block stands in all four columns,
 * where moving rows changes nothing; four blocks take one move before aesenc.
 *
 * State between rounds, either form: z[j], z[j+1], z[j+2] and t[j]. With
 * y = t[j] + z[j+1],
 *
 *	z[j+3] = y + z[j+2]	t[j+1] = (y + z[j]) + what the round adds
 *
 * or, where depth does not count, z[j..j+3] and t[j+1] = z[j+4] + (z[j+3] +
 * z[j+2]).
 */
#ifndef WIDECRYPT_X86_SM4_AESNI_S
#define WIDECRYPT_X86_SM4_AESNI_S

#include <linux/linkage.h>
#include <widecrypt/x86/xts.S>

#define SM4_LANES	(SM4_VL / 4)		/* blocks of a register */
#define SM4_MAX		(6 * SM4_LANES)		/* blocks of a batch */
#define SM4_WORD	(6 * SM4_VL)		/* one word of a batch */

/* A routine's frame: blocks()'s state, a batch, for XTS a flag */
#define SM4_BATCH	(4 * SM4_WORD)
#define SM4_FRAME	(SM4_BATCH + 16 * SM4_MAX)
#define SM4_XTS_SWAP	SM4_FRAME
#define SM4_FRAME_XTS	(SM4_XTS_SWAP + 64)

#if SM4_VL == 16
#define SM4_LOAD	vmovdqu			/* of 16 bytes, repeated */
#else
#define SM4_LOAD	vbroadcasti128
#endif

/* V0 to V15: registers of the wide form */
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#if SM4_VL == 16
	.set	V\n, %xmm\n
#else
	.set	V\n, %ymm\n
#endif
	.endr

/* A map: its values for low nibbles, then for high nibbles */
	.section .rodata
	.balign	64
.Lsm4_p:				/* P */
	.byte	0x00, 0x8c, 0x30, 0xbc, 0x85, 0x09, 0xb5, 0x39
	.byte	0x9f, 0x13, 0xaf, 0x23, 0x1a, 0x96, 0x2a, 0xa6
	.byte	0x00, 0xdc, 0x2e, 0xf2, 0xc5, 0x19, 0xeb, 0x37
	.byte	0x08, 0xd4, 0x26, 0xfa, 0xcd, 0x11, 0xe3, 0x3f
.Lsm4_f_p:			/* F P */
	.byte	0x00, 0xca, 0x77, 0xbd, 0x8b, 0x41, 0xfc, 0x36
	.byte	0xd4, 0x1e, 0xa3, 0x69, 0x5f, 0x95, 0x28, 0xe2
	.byte	0x00, 0x7a, 0x38, 0x42, 0x20, 0x5a, 0x18, 0x62
	.byte	0x40, 0x3a, 0x78, 0x02, 0x60, 0x1a, 0x58, 0x22
.Lsm4_inv_p:			/* P^-1 */
	.byte	0x00, 0x85, 0xd9, 0x5c, 0x2e, 0xab, 0xf7, 0x72
	.byte	0x80, 0x05, 0x59, 0xdc, 0xae, 0x2b, 0x77, 0xf2
	.byte	0x00, 0x55, 0x57, 0x02, 0x44, 0x11, 0x13, 0x46
	.byte	0xaf, 0xfa, 0xf8, 0xad, 0xeb, 0xbe, 0xbc, 0xe9
.Lsm4_n:				/* n, m, F n, F m: the narrow form */
	.byte	0x00, 0x59, 0x68, 0x31, 0x83, 0xda, 0xeb, 0xb2
	.byte	0xbf, 0xe6, 0xd7, 0x8e, 0x3c, 0x65, 0x54, 0x0d
	.byte	0x00, 0x35, 0x99, 0xac, 0xab, 0x9e, 0x32, 0x07
	.byte	0xc1, 0xf4, 0x58, 0x6d, 0x6a, 0x5f, 0xf3, 0xc6
.Lsm4_m:
	.byte	0x00, 0x61, 0x3f, 0x5e, 0xc9, 0xa8, 0xf6, 0x97
	.byte	0x7c, 0x1d, 0x43, 0x22, 0xb5, 0xd4, 0x8a, 0xeb
	.byte	0x00, 0x5b, 0xf3, 0xa8, 0xf7, 0xac, 0x04, 0x5f
	.byte	0x98, 0xc3, 0x6b, 0x30, 0x6f, 0x34, 0x9c, 0xc7
.Lsm4_f_n:
	.byte	0x00, 0xf1, 0x87, 0x76, 0x9f, 0x6e, 0x18, 0xe9
	.byte	0xb8, 0x49, 0x3f, 0xce, 0x27, 0xd6, 0xa0, 0x51
	.byte	0x00, 0x66, 0xc0, 0xa6, 0xb3, 0xd5, 0x73, 0x15
	.byte	0x30, 0x56, 0xf0, 0x96, 0x83, 0xe5, 0x43, 0x25
.Lsm4_f_m:
	.byte	0x00, 0xc6, 0x22, 0xe4, 0x70, 0xb6, 0x52, 0x94
	.byte	0x8c, 0x4a, 0xae, 0x68, 0xfc, 0x3a, 0xde, 0x18
	.byte	0x00, 0xf5, 0x43, 0xb6, 0x53, 0xa6, 0x10, 0xe5
	.byte	0xc1, 0x34, 0x82, 0x77, 0x92, 0x67, 0xd1, 0x24
.Lsm4_a:				/* a, r: the wide form */
	.byte	0x00, 0x86, 0xd3, 0x55, 0x78, 0xfe, 0xab, 0x2d
	.byte	0x1c, 0x9a, 0xcf, 0x49, 0x64, 0xe2, 0xb7, 0x31
	.byte	0x00, 0xeb, 0xdc, 0x37, 0xf0, 0x1b, 0x2c, 0xc7
	.byte	0xcd, 0x26, 0x11, 0xfa, 0x3d, 0xd6, 0xe1, 0x0a
.Lsm4_r:
	.byte	0x00, 0xd3, 0x0d, 0xde, 0xa0, 0x73, 0xad, 0x7e
	.byte	0x42, 0x91, 0x4f, 0x9c, 0xe2, 0x31, 0xef, 0x3c
	.byte	0x00, 0xb4, 0x49, 0xfd, 0x82, 0x36, 0xcb, 0x7f
	.byte	0xbc, 0x08, 0xf5, 0x41, 0x3e, 0x8a, 0x77, 0xc3
.Lsm4_0f:
	.fill	16, 1, 0x0f
.Lsm4_zero:
	.fill	16, 1, 0
.Lsm4_swab32:
	.byte	3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.Lsm4_swab128:
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Lsm4_add:
	.quad	1, 0, 2, 0, 3, 0, 4, 0
.Lsm4_move_0:
	.rept	SM4_VL / 16
	.byte	0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3
	.endr
.Lsm4_move_2:
	.rept	SM4_VL / 16
	.byte	10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5
	.endr
.Lsm4_move_3:
	.rept	SM4_VL / 16
	.byte	7, 0, 13, 10, 11, 4, 1, 14, 15, 8, 5, 2, 3, 12, 9, 6
	.endr
	.text

/* \d = half a map at the nibbles \idx; not the same register */
.macro	sm4_half map, idx, d, load=vmovdqa
	\load	\map(%rip), \d
	vpshufb	\idx, \d, \d
.endm

/* \x = its low nibbles, \hi = its high nibbles; \mask is 0x0f in every byte. */
.macro	sm4_nibbles x, hi, mask
	vpsrlw	$4, \x, \hi
	vpand	\mask, \x, \x
	vpand	\mask, \hi, \hi
.endm

/* \y = \map of the bytes with nibbles \lo, \hi. Clobbers \t. */
.macro	sm4_map	map, lo, hi, y, t, load=vmovdqa
	sm4_half \map, \lo, \y, \load
	sm4_half \map + 16, \hi, \t, \load
	vpxor	\t, \y, \y
.endm

/* Transposes 4x4 dwords in each 128 bits. Clobbers \s, \t, \u, \v. */
.macro	sm4_transpose a, b, c, d, s, t, u, v
	vpunpckldq \b, \a, \s
	vpunpckhdq \b, \a, \t
	vpunpckldq \d, \c, \u
	vpunpckhdq \d, \c, \v
	vpunpcklqdq \u, \s, \a
	vpunpckhqdq \u, \s, \b
	vpunpcklqdq \v, \t, \c
	vpunpckhqdq \v, \t, \d
.endm

/*
 * The narrow form. Registers in its rounds:
 *
 *	0, 1	t, F t
 *	8, 9	what aesenc made of them, their low nibbles
 *	10, 11	their high nibbles
 *	12, 13	y, F y
 *	14	0x0f
 */
.macro	sm4_narrow_nibbles
	vpsrlw	$4, %xmm8, %xmm10
	vpsrlw	$4, %xmm9, %xmm11
	vpand	%xmm14, %xmm10, %xmm10
	vpand	%xmm14, %xmm11, %xmm11
	vpand	%xmm14, %xmm8, %xmm8
	vpand	%xmm14, %xmm9, %xmm9
.endm

/* \t, \ft = y + z[j] come in, the next t goes out. Clobbers 8 to 13. */
.macro	sm4_narrow_sum t, ft
	sm4_half .Lsm4_n, %xmm8, %xmm12
	sm4_half .Lsm4_f_n, %xmm8, %xmm13
	sm4_half .Lsm4_m, %xmm9, %xmm8
	vpxor	%xmm12, \t, \t
	sm4_half .Lsm4_f_m, %xmm9, %xmm12
	vpxor	%xmm13, \ft, \ft
	sm4_half .Lsm4_n + 16, %xmm10, %xmm13
	sm4_half .Lsm4_m + 16, %xmm11, %xmm9
	vpxor	%xmm8, \t, \t
	sm4_half .Lsm4_f_n + 16, %xmm10, %xmm8
	sm4_half .Lsm4_f_m + 16, %xmm11, %xmm10
	vpxor	%xmm12, \ft, \ft
	vpxor	%xmm9, %xmm13, %xmm13
	vpxor	%xmm8, %xmm10, %xmm10
	vpxor	%xmm13, \t, \t
	vpxor	%xmm10, \ft, \ft
.endm

/*
 * The words of the next block from those of the last, which are \z35 and, in
 * \a, \b, \c, z[32..34]: each is a word of \m, the feed's, plus the one that
 * would have left in its place. \t = t[0]; \a, \b, \c = z[0..2].
 */
.macro	sm4_chain_feed t, a, b, c, m
	vpxor	\b, \a, \a
	vpxor	\c, \a, \a
	vpshufd	$0x55, \m, %xmm11
	vpshufd	$0xaa, \m, %xmm12
	vpshufd	$0xff, \m, %xmm13
	vpxor	%xmm11, \a, \a
	vpxor	%xmm12, %xmm13, %xmm13
	vpxor	%xmm11, \c, %xmm11
	vpxor	%xmm12, \b, \c
	vmovdqa	%xmm11, \b
	vpshufd	$0x00, \m, %xmm12
	vpxor	\a, %xmm13, %xmm13
	vpxor	\t, %xmm12, \a
	vmovdqa	%xmm13, \t
.endm

/*
 * A chain of blocks, or a single one, kept in the narrow form from block to
 * block:
 *
 *	e = cipher(first), then cipher(e ^ feed[0]), cipher(e ^ feed[1]) ...
 *	dst[k] = e		if %r8d is 0: CBC, feed[k] is src[k + 1]
 *	dst[k] = e ^ feed[k]	if not: CFB, feed[k] is src[k]
 *
 *	%rdi	ks
 *	%rsi	dst; returns dst + 16 n
 *	%rdx	feed, of which n - 1 blocks are read in CBC; returns its end
 *	%ecx	n, at least 1; clobbered, like %rax
 *	%r8d	0 or not
 *	%xmm0	first; returns the last block stored
 *
 * dst[k] may be where feed[k] (CFB) or feed[k - 1] (CBC) is. Registers:
 *
 *	2, 3, 4		z[j], z[j+1], z[j+2], in all columns
 *	5, 6, 7		F of these
 *	15		0
 */
SYM_FUNC_START_LOCAL(SM4_FN(chain))
	vpxor	SM4_OFF_AESNI_IN(%rdi), %xmm0, %xmm8
	vmovdqa	.Lsm4_0f(%rip), %xmm14
	vpxor	%xmm15, %xmm15, %xmm15
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	vpxor	%xmm\n, %xmm\n, %xmm\n
	.endr
	jmp	.Lchain_in

.Lchain_next:
	vpxor	SM4_OFF_AESNI_IN(%rdi), %xmm9, %xmm9
	vpxor	SM4_OFF_AESNI_OUT(%rdi), %xmm9, %xmm8
.Lchain_in:
	vpshufb	.Lsm4_swab32(%rip), %xmm8, %xmm8
	sm4_nibbles %xmm8, %xmm11, %xmm14
	sm4_map	.Lsm4_p, %xmm8, %xmm11, %xmm9, %xmm12
	sm4_map	.Lsm4_f_p, %xmm8, %xmm11, %xmm10, %xmm12
	sm4_chain_feed %xmm0, %xmm2, %xmm3, %xmm4, %xmm9
	sm4_chain_feed %xmm1, %xmm5, %xmm6, %xmm7, %xmm10
	mov	$-32, %rax
	.balign	16
.Lchain_round:
	vbroadcastss SM4_OFF_AESNI_NARROW + 128(%rdi, %rax, 4), %xmm8
	vaesenc	%xmm8, %xmm0, %xmm8
	vaesenc	%xmm15, %xmm1, %xmm9
	sm4_narrow_nibbles
	vpxor	%xmm3, %xmm0, %xmm12
	vpxor	%xmm6, %xmm1, %xmm13
	vpxor	%xmm2, %xmm12, %xmm0
	vpxor	%xmm5, %xmm13, %xmm1
	vmovdqa	%xmm3, %xmm2
	vmovdqa	%xmm6, %xmm5
	vmovdqa	%xmm4, %xmm3
	vmovdqa	%xmm7, %xmm6
	vpxor	%xmm4, %xmm12, %xmm4
	vpxor	%xmm7, %xmm13, %xmm7
	sm4_narrow_sum %xmm0, %xmm1
	inc	%rax
	jnz	.Lchain_round

	/* t[32] becomes z[35]; z[35..32] go side by side and leave. */
	vpxor	%xmm3, %xmm0, %xmm0
	vpxor	%xmm6, %xmm1, %xmm1
	vpxor	%xmm4, %xmm0, %xmm0
	vpxor	%xmm7, %xmm1, %xmm1
	vpblendw $0xc0, %xmm2, %xmm3, %xmm9
	vpblendw $0x0c, %xmm4, %xmm0, %xmm8
	vpblendw $0xf0, %xmm9, %xmm8, %xmm8
	sm4_nibbles %xmm8, %xmm9, %xmm14
	sm4_map	.Lsm4_inv_p, %xmm8, %xmm9, %xmm10, %xmm11
	vpshufb	.Lsm4_swab32(%rip), %xmm10, %xmm10
	vpxor	SM4_OFF_AESNI_OUT(%rdi), %xmm10, %xmm8

	test	%r8d, %r8d
	jz	.Lchain_cbc
	vmovdqu	(%rdx), %xmm9
	add	$16, %rdx
	vpxor	%xmm9, %xmm8, %xmm8
	vmovdqu	%xmm8, (%rsi)
	add	$16, %rsi
	dec	%ecx
	jnz	.Lchain_next
	jmp	.Lchain_end
.Lchain_cbc:
	vmovdqu	%xmm8, (%rsi)
	add	$16, %rsi
	dec	%ecx
	jz	.Lchain_end
	vmovdqu	(%rdx), %xmm9
	add	$16, %rdx
	jmp	.Lchain_next
.Lchain_end:
	vmovdqa	%xmm8, %xmm0
	RET
SYM_FUNC_END(SM4_FN(chain))

/*
 * A round of four blocks in the narrow form. z[j], z[j+1], z[j+2] are \at bytes
 * after %r8, %r9, %r10, F of each 16 bytes further; z[j+3] replaces z[j].
 */
.macro	sm4_few_round t, ft, at
	vbroadcastss SM4_OFF_AESNI_NARROW + 128(%rdi, %rax, 4), %xmm8
	vpshufb	%xmm15, \t, %xmm12
	vpshufb	%xmm15, \ft, %xmm13
	vaesenc	%xmm8, %xmm12, %xmm8
	vaesenc	.Lsm4_zero(%rip), %xmm13, %xmm9
	sm4_narrow_nibbles
	vpxor	\at(%r9), \t, %xmm12
	vpxor	\at + 16(%r9), \ft, %xmm13
	vpxor	\at(%r8), %xmm12, \t
	vpxor	\at + 16(%r8), %xmm13, \ft
	vpxor	\at(%r10), %xmm12, %xmm12
	vpxor	\at + 16(%r10), %xmm13, %xmm13
	vmovdqa	%xmm12, \at(%r8)
	vmovdqa	%xmm13, \at + 16(%r8)
	sm4_narrow_sum \t, \ft
.endm

/* Word \j of four blocks enters: z[j] to (%r10), t[0] = z[1] + z[2] + z[3]. */
.macro	sm4_few_in j, x
	vpshufb	.Lsm4_swab32(%rip), \x, \x
	sm4_nibbles \x, %xmm8, %xmm14
	sm4_map	.Lsm4_p, \x, %xmm8, %xmm9, %xmm11
	sm4_map	.Lsm4_f_p, \x, %xmm8, %xmm10, %xmm11
.if \j < 3
	vmovdqa	%xmm9, 64 * \j(%r10)
	vmovdqa	%xmm10, 64 * \j + 16(%r10)
.endif
.if \j == 1
	vmovdqa	%xmm9, %xmm0
	vmovdqa	%xmm10, %xmm1
.elseif \j > 1
	vpxor	%xmm9, %xmm0, %xmm0
	vpxor	%xmm10, %xmm1, %xmm1
.endif
.endm

.macro	sm4_few_out x
	sm4_nibbles \x, %xmm8, %xmm14
	sm4_map	.Lsm4_inv_p, \x, %xmm8, %xmm9, %xmm10
	vpshufb	%xmm13, %xmm9, \x
.endm

/*
 * A round of register \g of the batch in the wide form: \t, its xmm \x. z[j] to
 * z[j+3] are at %r8, %r9, %r10, %r11; z[j+4] replaces z[j].
 *
 *	6, 7	map a, both halves
 *	8, 9	map r
 *	10	key
 *	11	s, a s, g	12, 13, 14  scratch, r s, scratch
 *	15	0x0f
 */
.macro	sm4_wide_round g, t, x
#if SM4_VL == 16
	vaesenclast %xmm10, \t, %xmm11
#else
	vextracti128 $1, \t, %xmm12
	vaesenclast %xmm10, \x, %xmm11
	vaesenclast %xmm10, %xmm12, %xmm12
	vinserti128 $1, %xmm12, %ymm11, %ymm11
#endif
	sm4_nibbles V11, V12, V15
	vpshufb	V11, V8, V13
	vpshufb	V12, V9, V14
	vpshufb	V11, V6, V11
	vpshufb	V12, V7, V12
	vpxor	V14, V13, V13
	vpxor	V12, V11, V11
	vpshufb	.Lsm4_move_2(%rip), V13, V12
	vmovdqa	\g * SM4_VL(%r11), V14
	vpxor	V12, V11, V11
	vpxor	\g * SM4_VL(%r10), V14, V14
	vpxor	V11, V13, V13
	vpshufb	.Lsm4_move_0(%rip), V11, V11
	vpshufb	.Lsm4_move_3(%rip), V13, V13
	vpxor	\g * SM4_VL(%r8), V11, V11
	vpxor	V13, V11, V11
	vmovdqa	V11, \g * SM4_VL(%r8)
	vpxor	V14, V11, \t
.endm

/* Block \i of four, for ymm with that of the next four; V4 is to be added. */
.macro	sm4_wide_load i, v, x
	vmovdqu	16 * \i(%rdx), \x
#if SM4_VL == 32
	vinserti128 $1, 16 * \i + 64(%rdx), \v, \v
#endif
	vpxor	V4, \v, \v
.endm

.macro	sm4_wide_store i, v, x
	vpxor	V4, \v, \v
	vmovdqu	\x, 16 * \i(%rsi)
#if SM4_VL == 32
	vextracti128 $1, \v, 16 * \i + 64(%rsi)
#endif
.endm

.macro	sm4_wide_in j, x
	sm4_nibbles \x, V4, V15
	sm4_map	.Lsm4_p, \x, V4, V5, V6, SM4_LOAD
	vmovdqa	V5, \j * SM4_WORD(%r9)
.endm

/* t[0] of register \g */
.macro	sm4_wide_t g, t
	vmovdqa	1 * SM4_WORD + \g * SM4_VL(%r8), \t
	vpxor	2 * SM4_WORD + \g * SM4_VL(%r8), \t, \t
	vpxor	3 * SM4_WORD + \g * SM4_VL(%r8), \t, \t
.endm

/* The word at \p leaves and is wiped. */
.macro	sm4_wide_out p, x, y
	vmovdqa	(\p), \y
	vmovdqa	V10, (\p)
	sm4_nibbles \y, V8, V15
	sm4_map	.Lsm4_inv_p, \y, V8, \x, V9, SM4_LOAD
.endm

/*
 * Independent blocks: dst[k] = cipher(src[k]) for k < n, in the narrow form up
 * to 8, beyond that in the wide form.
 *
 *	%rdi	ks
 *	%rsi	dst
 *	%rdx	src: dst, or disjoint from it
 *	%ecx	n, 1 to SM4_MAX; the blocks up to a multiple of 4 (n up to 8) or
 *		of SM4_LANES are read and written, too
 *	%r8	SM4_BATCH bytes for the state, aligned to SM4_VL; wiped
 *
 * Clobbers %rax, %rcx, %rdx, %rsi, %r8 to %r11.
 */
SYM_FUNC_START_LOCAL(SM4_FN(blocks))
	cmp	$8, %ecx
	ja	.Lwide

	/*
	 * Narrow: %ecx counts fours; t of the first is in 0 and 1, of the other
	 * in 2 and 3. z[j] of a four takes 32 bytes with F z[j], of both 64.
	 */
	add	$3, %ecx
	shr	$2, %ecx
	vmovdqa	.Lsm4_0f(%rip), %xmm14
	lea	-1(%rcx), %r10d
	shl	$5, %r10d
	lea	(%rdx, %r10, 2), %rdx
	add	%r8, %r10
.Lfew_in:
	vmovdqa	%xmm0, %xmm2
	vmovdqa	%xmm1, %xmm3
	vmovdqu	SM4_OFF_AESNI_IN(%rdi), %xmm8
	vpxor	(%rdx), %xmm8, %xmm4
	vpxor	16(%rdx), %xmm8, %xmm5
	vpxor	32(%rdx), %xmm8, %xmm6
	vpxor	48(%rdx), %xmm8, %xmm7
	sm4_transpose %xmm4, %xmm5, %xmm6, %xmm7, %xmm8, %xmm9, %xmm10, %xmm11
	sm4_few_in 1, %xmm5
	sm4_few_in 2, %xmm6
	sm4_few_in 3, %xmm7
	sm4_few_in 0, %xmm4
	sub	$64, %rdx
	sub	$32, %r10
	cmp	%r8, %r10
	jae	.Lfew_in

	vmovdqa	.Lsm4_move_0(%rip), %xmm15
	lea	64(%r8), %r9
	lea	128(%r8), %r10
	mov	$-32, %rax
	.balign	16
.Lfew_round:
	sm4_few_round %xmm0, %xmm1, 0
	cmp	$1, %ecx
	je	.Lfew_turn
	sm4_few_round %xmm2, %xmm3, 32
.Lfew_turn:
	mov	%r8, %r11
	mov	%r9, %r8
	mov	%r10, %r9
	mov	%r11, %r10
	inc	%rax
	jnz	.Lfew_round

	vmovdqa	.Lsm4_swab32(%rip), %xmm13
	vpxor	%xmm15, %xmm15, %xmm15
.Lfew_out:
	/* z[32..34], and t[32] becomes z[35]. */
	vmovdqa	(%r8), %xmm7
	vmovdqa	(%r9), %xmm6
	vmovdqa	(%r10), %xmm5
	.irp	p, %r8, %r9, %r10
	vmovdqa	%xmm15, (\p)
	vmovdqa	%xmm15, 16(\p)
	add	$32, \p
	.endr
	vpxor	%xmm5, %xmm6, %xmm4
	vpxor	%xmm0, %xmm4, %xmm4
	sm4_few_out %xmm7
	sm4_few_out %xmm6
	sm4_few_out %xmm5
	sm4_few_out %xmm4
	sm4_transpose %xmm4, %xmm5, %xmm6, %xmm7, %xmm8, %xmm9, %xmm10, %xmm11
	vmovdqu	SM4_OFF_AESNI_OUT(%rdi), %xmm8
	vpxor	%xmm8, %xmm4, %xmm4
	vpxor	%xmm8, %xmm5, %xmm5
	vpxor	%xmm8, %xmm6, %xmm6
	vpxor	%xmm8, %xmm7, %xmm7
	vmovdqu	%xmm4, (%rsi)
	vmovdqu	%xmm5, 16(%rsi)
	vmovdqu	%xmm6, 32(%rsi)
	vmovdqu	%xmm7, 48(%rsi)
	vmovdqa	%xmm2, %xmm0
	add	$64, %rsi
	dec	%ecx
	jnz	.Lfew_out
	RET

.Lwide:
	/* Wide: %ecx counts registers, 2 to 6; their t are in 0 to 5. */
	add	$SM4_LANES - 1, %ecx
	shr	$SM4_VL / 16 + 1, %ecx
	mov	%ecx, %eax
	mov	%r8, %r9
	SM4_LOAD .Lsm4_0f(%rip), V15
.Lwide_in:
	SM4_LOAD SM4_OFF_AESNI_IN(%rdi), V4
	sm4_wide_load 0, V0, %xmm0
	sm4_wide_load 1, V1, %xmm1
	sm4_wide_load 2, V2, %xmm2
	sm4_wide_load 3, V3, %xmm3
	sm4_transpose V0, V1, V2, V3, V4, V5, V6, V7
	sm4_wide_in 0, V0
	sm4_wide_in 1, V1
	sm4_wide_in 2, V2
	sm4_wide_in 3, V3
	add	$16 * SM4_LANES, %rdx
	add	$SM4_VL, %r9
	dec	%eax
	jnz	.Lwide_in

	sm4_wide_t 0, V0
	sm4_wide_t 1, V1
	sm4_wide_t 2, V2
	sm4_wide_t 3, V3
	sm4_wide_t 4, V4
	sm4_wide_t 5, V5
	SM4_LOAD .Lsm4_a(%rip), V6
	SM4_LOAD .Lsm4_a + 16(%rip), V7
	SM4_LOAD .Lsm4_r(%rip), V8
	SM4_LOAD .Lsm4_r + 16(%rip), V9
	lea	SM4_WORD(%r8), %r9
	lea	2 * SM4_WORD(%r8), %r10
	lea	3 * SM4_WORD(%r8), %r11
	mov	$-32, %rax
	.balign	16
.Lwide_round:
	vbroadcastss SM4_OFF_AESNI_WIDE + 128(%rdi, %rax, 4), V10
	sm4_wide_round 0, V0, %xmm0
	sm4_wide_round 1, V1, %xmm1
	cmp	$3, %ecx
	jb	.Lwide_turn
	sm4_wide_round 2, V2, %xmm2
	je	.Lwide_turn
	sm4_wide_round 3, V3, %xmm3
	cmp	$5, %ecx
	jb	.Lwide_turn
	sm4_wide_round 4, V4, %xmm4
	je	.Lwide_turn
	sm4_wide_round 5, V5, %xmm5
.Lwide_turn:
	mov	%r8, %rdx
	mov	%r9, %r8
	mov	%r10, %r9
	mov	%r11, %r10
	mov	%rdx, %r11
	inc	%rax
	jnz	.Lwide_round

	vpxor	%xmm10, %xmm10, %xmm10
.Lwide_out:
	sm4_wide_out %r11, V0, V4
	sm4_wide_out %r10, V1, V5
	sm4_wide_out %r9, V2, V6
	sm4_wide_out %r8, V3, V7
	sm4_transpose V0, V1, V2, V3, V4, V5, V6, V7
	SM4_LOAD SM4_OFF_AESNI_OUT(%rdi), V4
	sm4_wide_store 0, V0, %xmm0
	sm4_wide_store 1, V1, %xmm1
	sm4_wide_store 2, V2, %xmm2
	sm4_wide_store 3, V3, %xmm3
	.irp	p, %r8, %r9, %r10, %r11
	add	$SM4_VL, \p
	.endr
	add	$16 * SM4_LANES, %rsi
	dec	%ecx
	jnz	.Lwide_out
#if SM4_VL == 32
	vzeroupper
#endif
	RET
SYM_FUNC_END(SM4_FN(blocks))

/*
 * What the modes have in common. Those for more than one block keep, across
 * calls of blocks(),
 *
 *	%rdi ks  %rbx what is left  %r12 iv  %r13 dst  %r14 src
 *	%r15 blocks of this batch
 *	%rsp state for blocks(), the batch at SM4_BATCH
 */
.macro	sm4_enter frame=SM4_FRAME
	push	%rbp
	mov	%rsp, %rbp
	push	%rbx
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	sub	$\frame, %rsp
	and	$-32, %rsp
	mov	%rsi, %r13
	mov	%rdx, %r14
	mov	%ecx, %ebx
	mov	%r8, %r12
.endm

/* Wipes the batch, restores all registers. */
.macro	sm4_leave frame=SM4_FRAME
	vpxor	%xmm0, %xmm0, %xmm0
	lea	SM4_BATCH(%rsp), %rax
	lea	\frame(%rsp), %rcx
.Lwipe\@:
	vmovdqa	%xmm0, (%rax)
	vmovdqa	%xmm0, 16(%rax)
	vmovdqa	%xmm0, 32(%rax)
	vmovdqa	%xmm0, 48(%rax)
	add	$64, %rax
	cmp	%rcx, %rax
	jb	.Lwipe\@
	lea	-40(%rbp), %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbx
	pop	%rbp
.endm

/* %r15d = blocks of the next batch, of %ebx that are left */
.macro	sm4_next_batch
	mov	$SM4_MAX, %r15d
	cmp	%r15d, %ebx
	cmovb	%ebx, %r15d
.endm

/* The same of %rbx bytes, the last block counting though it be partial */
.macro	sm4_next_batch_bytes
	lea	15(%rbx), %rax
	shr	$4, %rax
	mov	$SM4_MAX, %r15d
	cmp	%rax, %r15
	cmova	%eax, %r15d
.endm

.macro	sm4_call_blocks
	mov	%r15d, %ecx
	mov	%rsp, %r8
	call	SM4_FN(blocks)
.endm

/* The batch from \from to \to. Clobbers %rax, %rcx, %xmm0. */
.macro	sm4_copy from, to
	mov	%r15d, %ecx
	shl	$4, %ecx
	xor	%eax, %eax
.Lcopy\@:
	vmovdqu	(\from, %rax), %xmm0
	vmovdqu	%xmm0, (\to, %rax)
	add	$16, %eax
	cmp	%ecx, %eax
	jb	.Lcopy\@
.endm

/*
 * dst = src ^ batch, %rbx bytes or as many as the batch has; all move on. Then
 * "above" is: %rbx, what is left, is not 0.
 */
.macro	sm4_xor_batch
	mov	%r15d, %edx
	shl	$4, %edx
	mov	%ebx, %ecx
	and	$-16, %ecx
	cmp	%edx, %ecx
	cmova	%edx, %ecx
	xor	%eax, %eax
	test	%ecx, %ecx
	jz	.Lpartial\@
.Lblock\@:
	vmovdqu	(%r14, %rax), %xmm0
	vpxor	SM4_BATCH(%rsp, %rax), %xmm0, %xmm0
	vmovdqu	%xmm0, (%r13, %rax)
	add	$16, %eax
	cmp	%ecx, %eax
	jb	.Lblock\@
	cmp	%edx, %ecx
	je	.Ldone\@
.Lpartial\@:
	movzbl	SM4_BATCH(%rsp, %rax), %ecx
	xor	(%r14, %rax), %cl
	mov	%cl, (%r13, %rax)
	inc	%eax
	cmp	%ebx, %eax
	jb	.Lpartial\@
.Ldone\@:
	add	%rdx, %r13
	add	%rdx, %r14
	sub	%rdx, %rbx
.endm

/*
 * dst = src ^ cipher(%xmm0), n bytes, 1 to 15
 *
 *	%rdi ks  %rsi dst  %rdx src  %ecx n
 *
 * Clobbers %rax, %rcx, %rsi, %r8 to %r10.
 */
SYM_FUNC_START_LOCAL(SM4_FN(partial))
	push	%rbp
	mov	%rsp, %rbp
	sub	$16, %rsp
	mov	%rsi, %r9
	mov	%ecx, %r10d
	mov	%rsp, %rsi
	mov	$1, %ecx
	xor	%r8d, %r8d
	call	SM4_FN(chain)
	xor	%eax, %eax
.Lpartial_byte:
	movzbl	(%rsp, %rax), %ecx
	xor	(%rdx, %rax), %cl
	mov	%cl, (%r9, %rax)
	inc	%eax
	cmp	%r10d, %eax
	jb	.Lpartial_byte
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsp)
	mov	%rbp, %rsp
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(partial))

/*
 * The modes: wc_mode_fn of <widecrypt/mode_fn.h>, which is the contract.
 *
 *	void fn(const struct sm4_sched *ks, u8 *dst, const u8 *src,
 *		unsigned int n, u8 *iv);
 *
 *	%rdi ks  %rsi dst  %rdx src  %ecx n  %r8 iv
 *
 * n counts blocks in ECB and CBC, bytes in CTR, CFB and XTS; dst is src or
 * disjoint from it; nothing need be aligned. ECB, CBC and XTS decrypt if ks has
 * the round keys in reverse order. All registers that the ABI lets them use are
 * clobbered; on the stack nothing is left.
 */
SYM_FUNC_START(SM4_FN(ecb))
	cmp	$1, %ecx
	je	.Lecb_one
	sm4_enter
.Lecb_batch:
	sm4_next_batch
	mov	%r13, %rsi
	mov	%r14, %rdx
	test	$SM4_LANES - 1, %r15b
	jnz	.Lecb_odd
	sm4_call_blocks
.Lecb_next:
	mov	%r15d, %eax
	shl	$4, %eax
	add	%rax, %r13
	add	%rax, %r14
	sub	%r15d, %ebx
	jnz	.Lecb_batch
	sm4_leave
	RET
.Lecb_odd:
	lea	SM4_BATCH(%rsp), %rsi
	sm4_copy %rdx, %rsi
	mov	%rsi, %rdx
	sm4_call_blocks
	lea	SM4_BATCH(%rsp), %rdx
	sm4_copy %rdx, %r13
	jmp	.Lecb_next
.Lecb_one:
	push	%rbp
	mov	%rsp, %rbp
	vmovdqu	(%rdx), %xmm0
	xor	%r8d, %r8d
	call	SM4_FN(chain)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(ecb))

SYM_FUNC_START(SM4_FN(cbc_enc))
	push	%rbp
	mov	%rsp, %rbp
	mov	%r8, %r11
	vmovdqu	(%rdx), %xmm0
	vpxor	(%r8), %xmm0, %xmm0
	add	$16, %rdx
	xor	%r8d, %r8d
	call	SM4_FN(chain)
	vmovdqu	%xmm0, (%r11)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(cbc_enc))

SYM_FUNC_START(SM4_FN(cbc_dec))
	cmp	$1, %ecx
	je	.Lcbc_dec_one
	sm4_enter
.Lcbc_dec_batch:
	sm4_next_batch
	lea	SM4_BATCH(%rsp), %rsi
	mov	%r14, %rdx
	test	$SM4_LANES - 1, %r15b
	jz	.Lcbc_dec_go
	sm4_copy %rdx, %rsi
	mov	%rsi, %rdx
.Lcbc_dec_go:
	sm4_call_blocks
	vmovdqu	(%r12), %xmm1
	mov	%r15d, %ecx
	shl	$4, %ecx
	xor	%eax, %eax
.Lcbc_dec_xor:
	vmovdqu	(%r14, %rax), %xmm0
	vpxor	SM4_BATCH(%rsp, %rax), %xmm1, %xmm1
	vmovdqu	%xmm1, (%r13, %rax)
	vmovdqa	%xmm0, %xmm1
	add	$16, %eax
	cmp	%ecx, %eax
	jb	.Lcbc_dec_xor
	vmovdqu	%xmm1, (%r12)
	add	%rax, %r13
	add	%rax, %r14
	sub	%r15d, %ebx
	jnz	.Lcbc_dec_batch
	sm4_leave
	RET
.Lcbc_dec_one:
	/* CFB's way to add, with the IV as the feed; src may be overwritten. */
	push	%rbp
	mov	%rsp, %rbp
	mov	%r8, %r11
	mov	(%rdx), %r9
	mov	8(%rdx), %r10
	vmovdqu	(%rdx), %xmm0
	mov	%r8, %rdx
	mov	%ecx, %r8d
	call	SM4_FN(chain)
	mov	%r9, (%r11)
	mov	%r10, 8(%r11)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(cbc_dec))

SYM_FUNC_START(SM4_FN(ctr))
	cmp	$16, %ecx
	jbe	.Lctr_one
	sm4_enter
.Lctr_batch:
	sm4_next_batch_bytes
	lea	SM4_BATCH(%rsp), %rsi
	mov	(%r12), %rax
	mov	8(%r12), %rdx
	bswap	%rax
	bswap	%rdx
	mov	%rdx, %rcx
	add	$SM4_MAX, %rcx
	jc	.Lctr_carry
	/* No carry into the upper half in this batch */
	vmovdqa	.Lsm4_swab128(%rip), %xmm5
	vmovdqu	(%r12), %xmm0
	vpshufb	%xmm5, %xmm0, %xmm0
	lea	3(%r15), %ecx
	shr	$2, %ecx
.Lctr_four:
	vpaddq	.Lsm4_add(%rip), %xmm0, %xmm1
	vpaddq	.Lsm4_add + 16(%rip), %xmm0, %xmm2
	vpaddq	.Lsm4_add + 32(%rip), %xmm0, %xmm3
	vpshufb	%xmm5, %xmm0, %xmm4
	vpshufb	%xmm5, %xmm1, %xmm1
	vpshufb	%xmm5, %xmm2, %xmm2
	vpshufb	%xmm5, %xmm3, %xmm3
	vpaddq	.Lsm4_add + 48(%rip), %xmm0, %xmm0
	vmovdqa	%xmm4, (%rsi)
	vmovdqa	%xmm1, 16(%rsi)
	vmovdqa	%xmm2, 32(%rsi)
	vmovdqa	%xmm3, 48(%rsi)
	add	$64, %rsi
	dec	%ecx
	jnz	.Lctr_four
	add	%r15, %rdx
	jmp	.Lctr_go
.Lctr_carry:
	mov	%r15d, %ecx
.Lctr_single:
	mov	%rax, %r8
	mov	%rdx, %r9
	bswap	%r8
	bswap	%r9
	mov	%r8, (%rsi)
	mov	%r9, 8(%rsi)
	add	$1, %rdx
	adc	$0, %rax
	add	$16, %rsi
	dec	%ecx
	jnz	.Lctr_single
.Lctr_go:
	bswap	%rax
	bswap	%rdx
	mov	%rax, (%r12)
	mov	%rdx, 8(%r12)
	lea	SM4_BATCH(%rsp), %rsi
	mov	%rsi, %rdx
	sm4_call_blocks
	sm4_xor_batch
	ja	.Lctr_batch
	sm4_leave
	RET
.Lctr_one:
	push	%rbp
	mov	%rsp, %rbp
	vmovdqu	(%r8), %xmm0
	mov	(%r8), %rax
	mov	8(%r8), %r9
	bswap	%rax
	bswap	%r9
	add	$1, %r9
	adc	$0, %rax
	bswap	%rax
	bswap	%r9
	mov	%rax, (%r8)
	mov	%r9, 8(%r8)
	cmp	$16, %ecx
	jb	.Lctr_partial
	mov	$1, %ecx
	mov	%ecx, %r8d
	call	SM4_FN(chain)
	pop	%rbp
	RET
.Lctr_partial:
	call	SM4_FN(partial)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(ctr))

SYM_FUNC_START(SM4_FN(cfb_enc))
	push	%rbp
	mov	%rsp, %rbp
	mov	%r8, %r11
	mov	%ecx, %r10d
	vmovdqu	(%r8), %xmm0
	shr	$4, %ecx
	jz	.Lcfb_enc_partial
	mov	$1, %r8d
	call	SM4_FN(chain)
	vmovdqu	%xmm0, (%r11)
.Lcfb_enc_partial:
	mov	%r10d, %ecx
	and	$15, %ecx
	jz	.Lcfb_enc_end
	call	SM4_FN(partial)
.Lcfb_enc_end:
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(cfb_enc))

SYM_FUNC_START(SM4_FN(cfb_dec))
	cmp	$16, %ecx
	jbe	.Lcfb_dec_one
	sm4_enter
.Lcfb_dec_batch:
	/* The batch: the IV and all blocks of src but the last, the next IV */
	sm4_next_batch_bytes
	vmovdqu	(%r12), %xmm0
	mov	%r15d, %ecx
	shl	$4, %ecx
	xor	%eax, %eax
	jmp	.Lcfb_dec_put
.Lcfb_dec_get:
	vmovdqu	-16(%r14, %rax), %xmm0
.Lcfb_dec_put:
	vmovdqa	%xmm0, SM4_BATCH(%rsp, %rax)
	add	$16, %eax
	cmp	%ecx, %eax
	jb	.Lcfb_dec_get
	cmp	%rax, %rbx
	jb	.Lcfb_dec_go
	vmovdqu	-16(%r14, %rax), %xmm0
	vmovdqu	%xmm0, (%r12)
.Lcfb_dec_go:
	lea	SM4_BATCH(%rsp), %rsi
	mov	%rsi, %rdx
	sm4_call_blocks
	sm4_xor_batch
	ja	.Lcfb_dec_batch
	sm4_leave
	RET
.Lcfb_dec_one:
	push	%rbp
	mov	%rsp, %rbp
	vmovdqu	(%r8), %xmm0
	cmp	$16, %ecx
	jb	.Lcfb_dec_partial
	mov	%r8, %r11
	mov	(%rdx), %r9
	mov	8(%rdx), %r10
	mov	$1, %ecx
	mov	%ecx, %r8d
	call	SM4_FN(chain)
	mov	%r9, (%r11)
	mov	%r10, 8(%r11)
	pop	%rbp
	RET
.Lcfb_dec_partial:
	call	SM4_FN(partial)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(cfb_dec))

/*
 * The batch from from_at(from) to to_at(to), tweaks added, of which the first is in
 * iv: made twice, before the cipher and after it, they need no room on the stack.
 * The next batch's first is left in %rdx:%rax, the batch's bytes in %ecx. Clobbers
 * %r8 to %r11, %xmm0.
 */
.macro	sm4_xts_add to_at, to, from_at, from
	mov	(%r12), %rax
	mov	8(%r12), %rdx
	mov	%r15d, %ecx
	shl	$4, %ecx
	xor	%r8d, %r8d
.Ladd\@:
	mov	%rax, %r9
	mov	%rdx, %r10
	sm4_xts_add_one \to_at, \to, \from_at, \from
	wc_xts_double %rax, %rdx, %r11
	add	$16, %r8d
	cmp	%ecx, %r8d
	jb	.Ladd\@
	cmp	%r15d, %ebx
	jne	.Ladded\@
	cmpl	$0, SM4_XTS_SWAP(%rsp)
	je	.Ladded\@
	sub	$16, %r8d
	sm4_xts_add_one \to_at, \to, \from_at, \from
	mov	%r9, %rax
	mov	%r10, %rdx
.Ladded\@:
.endm

.macro	sm4_xts_add_one to_at, to, from_at, from
	vmovq	%rax, %xmm0
	vpinsrq	$1, %rdx, %xmm0, %xmm0
	vpxor	\from_at(\from, %r8), %xmm0, %xmm0
	vmovdqu	%xmm0, \to_at(\to, %r8)
.endm

/*
 * XTS of n whole blocks, registers as for the modes. If %r9d is not 0, the last
 * block is given the tweak after its own, and its own is left in iv instead.
 */
SYM_FUNC_START_LOCAL(SM4_FN(xts_blocks))
	cmp	$1, %ecx
	je	.Lxts_one
	sm4_enter SM4_FRAME_XTS
	mov	%r9d, SM4_XTS_SWAP(%rsp)
.Lxts_batch:
	sm4_next_batch
	sm4_xts_add SM4_BATCH, %rsp, 0, %r14
	lea	SM4_BATCH(%rsp), %rsi
	mov	%rsi, %rdx
	sm4_call_blocks
	sm4_xts_add 0, %r13, SM4_BATCH, %rsp
	mov	%rax, (%r12)
	mov	%rdx, 8(%r12)
	add	%rcx, %r13
	add	%rcx, %r14
	sub	%r15d, %ebx
	jnz	.Lxts_batch
	sm4_leave SM4_FRAME_XTS
	RET
.Lxts_one:
	/* CFB's way to add, with the tweak as the feed */
	push	%rbp
	mov	%rsp, %rbp
	mov	%r8, %r11
	vmovdqu	(%rdx), %xmm0
	mov	(%r11), %r10
	mov	8(%r11), %rdx
	test	%r9d, %r9d
	jz	.Lxts_own
	mov	%r10, %r8
	mov	%rdx, %r9
	wc_xts_double %r8, %r9, %rax
	mov	%r8, (%r11)
	mov	%r9, 8(%r11)
	jmp	.Lxts_chain
.Lxts_own:
	wc_xts_double %r10, %rdx, %rax
.Lxts_chain:
	mov	%rdx, %r9
	vpxor	(%r11), %xmm0, %xmm0
	mov	%r11, %rdx
	mov	$1, %ecx
	mov	%ecx, %r8d
	call	SM4_FN(chain)
	mov	%r10, (%r11)
	mov	%r9, 8(%r11)
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(xts_blocks))

/*
 * XTS, %r9d 1 for decryption. Stealing: the last whole block is done first, on
 * encryption with its own tweak, on decryption with the next. The end of src
 * takes the place of the first bytes of what comes out, which are the end of
 * dst, and then this block is done with the other tweak.
 */
SYM_FUNC_START_LOCAL(SM4_FN(xts))
	push	%rbp
	mov	%rsp, %rbp
	push	%rbx
	push	%r12
	push	%r13
	push	%r14
	sub	$16, %rsp
	mov	%r8, %r12
	mov	%rsi, %r13
	mov	%rdx, %r14
	mov	%ecx, %ebx
	mov	%ecx, %eax
	and	$-16, %eax
	add	%rax, %r13
	add	%rax, %r14
	shr	$4, %ecx
	and	$15, %ebx
	cmovz	%ebx, %r9d
	call	SM4_FN(xts_blocks)
	test	%ebx, %ebx
	jz	.Lxts_end
	vmovdqu	-16(%r13), %xmm0
	vmovdqu	%xmm0, (%rsp)
	xor	%eax, %eax
.Lxts_steal:
	movzbl	(%r14, %rax), %ecx
	movzbl	(%rsp, %rax), %edx
	mov	%cl, (%rsp, %rax)
	mov	%dl, (%r13, %rax)
	inc	%eax
	cmp	%ebx, %eax
	jb	.Lxts_steal
	vmovdqu	(%r12), %xmm0
	vpxor	(%rsp), %xmm0, %xmm0
	lea	-16(%r13), %rsi
	mov	%r12, %rdx
	mov	$1, %ecx
	mov	%ecx, %r8d
	call	SM4_FN(chain)
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsp)
.Lxts_end:
	lea	-32(%rbp), %rsp
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbx
	pop	%rbp
	RET
SYM_FUNC_END(SM4_FN(xts))

SYM_FUNC_START(SM4_FN(xts_enc))
	xor	%r9d, %r9d
	jmp	SM4_FN(xts)
SYM_FUNC_END(SM4_FN(xts_enc))

SYM_FUNC_START(SM4_FN(xts_dec))
	mov	$1, %r9d
	jmp	SM4_FN(xts)
SYM_FUNC_END(SM4_FN(xts_dec))

#endif /* WIDECRYPT_X86_SM4_AESNI_S */
