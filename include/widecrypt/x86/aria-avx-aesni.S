/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * S-boxes by AES-NI for aria-avx.S, and a form for few blocks.
 *
 * The S-box of AES is S1, its inverse X1. The last round of encryption,
 * aesenclast with a key of zeros, is ShiftRows and S1 on each byte; the last
 * round of decryption, aesdeclast, InvShiftRows and X1. The other two differ
 * by linear maps (aria-tables.S), which go through tables of 16 for the lower
 * and the upper four bits of a byte, with the constants in the former:
 *
 *	S2(x) = L (S1(x) ^ 0x63) ^ 0xe2, L = (B F) A^-1
 *	X2(y) = X1(M (y ^ 0xe2) ^ 0x63), M = A (B F)^-1
 *
 * Byte-sliced, the wide round keys have the constants of the GFNI rows folded
 * in: S1 is wanted without 0x63, which is aesenclast with a key of 0x63, and S2
 * as L of that; X1 and X2 get their input with 0x63 and 0xe2 added already, so
 * X1(x ^ 0x63) and X1(M x ^ 0x63) are wanted.
 *
 * There, ShiftRows moves blocks, not bytes, and must do so alike in all
 * vectors. With R ShiftRows, which is its own inverse if done four times, even
 * rounds leave S1, S2 at R and take X1, X2 from R^-1 to R by R^2; odd rounds
 * leave X1, X2 at R^-1 and take S1, S2 there by R^2. The two undo each other.
 *
 * Few blocks: each in a register, in its own order of bytes. All four S-boxes
 * are computed for all bytes. Each byte of the result of a diffusion has one or
 * two of its seven terms from each S-box: pshufb takes them from where ShiftRows
 * left them, so nothing else undoes that, nor are the four merged before.
 */
#ifndef WIDECRYPT_X86_ARIA_AVX_AESNI_H
#define WIDECRYPT_X86_ARIA_AVX_AESNI_H

#define ARIA_FEW	4

#include <widecrypt/x86/aria-avx.S>

/* 16 bytes for each 128 bits of a vector */
.macro aria_aes_vector bytes:vararg
	.rept		ARIA_WIDTH / 16
	.byte		\bytes
	.endr
.endm

.macro aria_sbox_constants
.section .rodata
.balign 32
aria_aes_0f:
	aria_aes_vector	15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15
aria_aes_63:
	aria_aes_vector	99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99
/* R^2 */
aria_aes_r2:
	aria_aes_vector	0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7
/* L; M with 0x63 added */
aria_aes_l_lo:
	aria_aes_vector	0x00, 0x85, 0xbf, 0x3a, 0x88, 0x0d, 0x37, 0xb2, \
			0x20, 0xa5, 0x9f, 0x1a, 0xa8, 0x2d, 0x17, 0x92
aria_aes_l_hi:
	aria_aes_vector	0x00, 0x3e, 0xd4, 0xea, 0x84, 0xba, 0x50, 0x6e, \
			0xcd, 0xf3, 0x19, 0x27, 0x49, 0x77, 0x9d, 0xa3
aria_aes_m_lo:
	aria_aes_vector	0x63, 0x22, 0x89, 0xc8, 0x70, 0x31, 0x9a, 0xdb, \
			0x34, 0x75, 0xde, 0x9f, 0x27, 0x66, 0xcd, 0x8c
aria_aes_m_hi:
	aria_aes_vector	0x00, 0xb6, 0x08, 0xbe, 0xd6, 0x60, 0xde, 0x68, \
			0x53, 0xe5, 0x5b, 0xed, 0x85, 0x33, 0x8d, 0x3b
/* With all constants, for few blocks: the upper halves are as above */
aria_row_s2_lo:
	.byte		0x88, 0x0d, 0x37, 0xb2, 0x00, 0x85, 0xbf, 0x3a, \
			0xa8, 0x2d, 0x17, 0x92, 0x20, 0xa5, 0x9f, 0x1a
aria_row_x2_lo:
	.byte		0x04, 0x45, 0xee, 0xaf, 0x17, 0x56, 0xfd, 0xbc, \
			0x53, 0x12, 0xb9, 0xf8, 0x40, 0x01, 0xaa, 0xeb
/* What S1, S2, X1, X2 give to odd rounds */
aria_row_wanted:
	.byte		-1, -1, 10, -1, -1, -1, 14, -1, -1, -1, 2, -1, -1, -1, 6, -1
	.byte		-1, -1, -1, 7, -1, -1, -1, 11, -1, -1, -1, 15, -1, -1, -1, 3
	.byte		0, -1, -1, -1, 4, -1, -1, -1, 8, -1, -1, -1, 12, -1, -1, -1
	.byte		-1, 5, -1, -1, -1, 9, -1, -1, -1, 13, -1, -1, -1, 1, -1, -1
/* Two terms each from S1, S2, X1, X2 in the diffusion of even rounds, of odd ones */
aria_row_even:
	.byte	4, 8, 4, 0, 0, 4, 0, 8, 0, 0, 8, 4, 12, 0, 0, 4
	.byte	8, 12, 12, -1, 8, -1, 12, 12, 4, 12, -1, 12, -1, 8, 4, 8
	.byte	5, 1, 13, 1, 1, 13, 5, 13, 13, 13, 1, 5, 13, 9, 1, 13
	.byte	9, 5, -1, 9, -1, 5, 9, 9, 9, 1, 9, -1, 5, -1, 5, 1
	.byte	14, 10, 14, 2, 10, 2, 10, 14, 2, 14, 10, 10, 10, 14, 6, 10
	.byte	6, -1, 2, 6, 6, 6, 2, -1, -1, 6, 14, 6, 14, 2, -1, 2
	.byte	15, 3, 7, 3, 7, 15, 3, 15, 3, 7, 15, 15, 3, 15, 15, 11
	.byte	-1, 11, 11, 7, 11, 11, -1, 7, 11, -1, 11, 3, 7, 3, 7, -1
aria_row_odd:
	.byte	14, 10, 14, 2, 10, 2, 10, 14, 2, 14, 10, 10, 10, 14, 6, 10
	.byte	6, -1, 2, 6, 6, 6, 2, -1, -1, 6, 14, 6, 14, 2, -1, 2
	.byte	7, 11, 15, 11, 15, 7, 11, 7, 11, 15, 7, 7, 11, 7, 7, 3
	.byte	-1, 3, 3, 15, 3, 3, -1, 15, 3, -1, 3, 11, 15, 11, 15, -1
	.byte	4, 8, 4, 0, 0, 4, 0, 8, 0, 0, 8, 4, 12, 0, 0, 4
	.byte	8, 12, 12, -1, 8, -1, 12, 12, 4, 12, -1, 12, -1, 8, 4, 8
	.byte	13, 9, 5, 9, 9, 5, 13, 5, 5, 5, 9, 13, 5, 1, 9, 5
	.byte	1, 13, -1, 1, -1, 13, 1, 1, 1, 9, 1, -1, 13, -1, 13, 9
aria_aes_zero:
	.quad		0, 0
.text
.endm

/*
 * Byte-sliced
 */

/* aesenclast or aesdeclast, V\t for scratch */
.macro aria_aes op:req, key:req, x:req, t:req
#if ARIA_WIDTH == 32
	vextracti128	$1, V\x, X\t
	\op		\key(%rip), X\x, X\x
	\op		\key(%rip), X\t, X\t
	vinserti128	$1, X\t, V\x, V\x
#else
	\op		\key(%rip), X\x, X\x
#endif
.endm

/* A linear map by tables lo and hi; V\t, V\u for scratch */
.macro aria_aes_map lo:req, hi:req, x:req, t:req, u:req
	vpsrld		$4, V\x, V\u
	vpand		aria_aes_0f(%rip), V\x, V\x
	vpand		aria_aes_0f(%rip), V\u, V\u
	vmovdqa		\lo(%rip), V\t
	vpshufb		V\x, V\t, V\x
	vmovdqa		\hi(%rip), V\t
	vpshufb		V\u, V\t, V\u
	vpxor		V\u, V\x, V\x
.endm

.macro aria_bs_quarter odd:req, t:req, u:req, s1:req, s2:req, x1:req, x2:req
	aria_aes_map	aria_aes_m_lo, aria_aes_m_hi, \x2, \t, \u
	aria_aes	vaesenclast, aria_aes_63, \s2, \t
	vpxor		aria_aes_63(%rip), V\x1, V\x1
	aria_aes	vaesenclast, aria_aes_63, \s1, \u
	aria_aes	vaesdeclast, aria_aes_zero, \x1, \t
	aria_aes	vaesdeclast, aria_aes_zero, \x2, \u
	aria_aes_map	aria_aes_l_lo, aria_aes_l_hi, \s2, \t, \u
	.if		\odd
	vpshufb		aria_aes_r2(%rip), V\s1, V\s1
	vpshufb		aria_aes_r2(%rip), V\s2, V\s2
	.else
	vpshufb		aria_aes_r2(%rip), V\x1, V\x1
	vpshufb		aria_aes_r2(%rip), V\x2, V\x2
	.endif
.endm

/* V0 and V1 wait on the stack. */
.macro aria_bs_sbox_3 odd:req, s1:req, s2:req, x1:req, x2:req
	vmovdqa		V0, ARIA_OTHERS(0)
	vmovdqa		V1, ARIA_OTHERS(1)
	aria_bs_quarter	\odd, 0, 1, \s1, \s2, \x1, \x2
	vmovdqa		ARIA_OTHERS(0), V0
	vmovdqa		ARIA_OTHERS(1), V1
.endm

.macro aria_bs_sboxes odd:req, a0:req, a1:req, a2:req, a3:req, b0:req, \
	b1:req, b2:req, b3:req, c0:req, c1:req, c2:req, c3:req
	aria_bs_quarter	\odd, 12, 13, \a0, \a1, \a2, \a3
	aria_bs_quarter	\odd, 14, 15, \b0, \b1, \b2, \b3
	aria_bs_quarter	\odd, 12, 13, \c0, \c1, \c2, \c3
.endm

/*
 * Few blocks, in X0 to X3
 */

.macro aria_row_map lo:req, hi:req, x:req, o:req, u:req, t:req
	vpsrld		$4, X\x, X\u
	vpand		aria_aes_0f(%rip), X\x, X\o
	vpand		aria_aes_0f(%rip), X\u, X\u
	vmovdqa		\lo(%rip), X\t
	vpshufb		X\o, X\t, X\o
	vmovdqa		\hi(%rip), X\t
	vpshufb		X\u, X\t, X\u
	vpxor		X\u, X\o, X\o
.endm

/* S1, S2, X1, X2 of X\x, with their rows shifted, in X4 to X7 */
.macro aria_row_sboxes x:req
	aria_row_map	aria_row_x2_lo, aria_aes_m_hi, \x, 7, 8, 9
	vaesenclast	aria_aes_zero(%rip), X\x, X4
	vaesdeclast	aria_aes_zero(%rip), X\x, X6
	vaesdeclast	aria_aes_zero(%rip), X7, X7
	aria_row_map	aria_row_s2_lo, aria_aes_l_hi, 4, 5, 8, 9
.endm

.macro aria_row_round x:req, key:req, terms:req
	aria_row_sboxes	\x
	vpshufb		\terms + 0(%rip), X4, X8
	vpshufb		\terms + 16(%rip), X4, X4
	vpshufb		\terms + 64(%rip), X6, X9
	vpshufb		\terms + 80(%rip), X6, X6
	vpshufb		\terms + 96(%rip), X7, X10
	vpshufb		\terms + 112(%rip), X7, X7
	vpshufb		\terms + 32(%rip), X5, X11
	vpshufb		\terms + 48(%rip), X5, X5
	vpxor		\key(KEY), X8, X8
	vpxor		X9, X4, X4
	vpxor		X6, X8, X8
	vpxor		X10, X7, X7
	vpxor		X4, X8, X8
	vpxor		X11, X5, X5
	vpxor		X7, X8, X8
	vpxor		X5, X8, X\x
.endm

.macro aria_row_last x:req
	aria_row_sboxes	\x
	vpshufb		aria_row_wanted + 0(%rip), X4, X4
	vpshufb		aria_row_wanted + 16(%rip), X5, X5
	vpshufb		aria_row_wanted + 32(%rip), X6, X6
	vpshufb		aria_row_wanted + 48(%rip), X7, X7
	vpxor		X6, X4, X4
	vpxor		X7, X5, X5
	vpxor		(KEY), X4, X4
	vpxor		X5, X4, X\x
.endm

.macro aria_row_each n:req, do:req, args:vararg
	\do		0, \args
	.if		\n > 1
	\do		1, \args
	\do		2, \args
	\do		3, \args
	.endif
.endm

.macro aria_row_add x:req, at:req
	vpxor		\at(KEY), X\x, X\x
.endm

/* S-boxes with the diffusion after them: the last round's are on their own. */
.macro aria_row_sbox odd:req, n:req
.endm

.macro aria_row_diffuse key:req, odd:req, n:req
	.if		\odd
	aria_row_each	\n, aria_row_round, \key, aria_row_odd
	.else
	aria_row_each	\n, aria_row_round, \key, aria_row_even
	.endif
.endm

.macro aria_row_rounds n:req
	mov		KS, KEY
	aria_row_each	\n, aria_row_add, 0
	aria_rounds	aria_row, 16, \n
	aria_row_each	\n, aria_row_last
.endm

.macro aria_one_function id:req
SYM_FUNC_START_LOCAL(aria_one_\id)
	aria_row_rounds	1
	RET
SYM_FUNC_END(aria_one_\id)
.endm

.macro aria_few_function id:req
SYM_FUNC_START_LOCAL(aria_few_\id)
	vmovdqa		0(PTR), X0
	vmovdqa		16(PTR), X1
	vmovdqa		32(PTR), X2
	vmovdqa		48(PTR), X3
	aria_row_rounds	4
	vmovdqa		X0, 0(PTR)
	vmovdqa		X1, 16(PTR)
	vmovdqa		X2, 32(PTR)
	vmovdqa		X3, 48(PTR)
	RET
SYM_FUNC_END(aria_few_\id)
.endm

#endif /* WIDECRYPT_X86_ARIA_AVX_AESNI_H */
