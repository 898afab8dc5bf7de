/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XTS (IEEE Std 1619) for x86-64: what the rows share about tweaks.
 *
 * Block b of a message has the tweak T x^b, where T is a polynomial whose
 * coefficient of x^i is bit i of 16 bytes as a little-endian number. Multiplying
 * by x^n shifts to the left by n bits; the bits c shifted out are coefficients
 * of x^128 and above, and with x^128 = x^7 + x^2 + x + 1 they come back as the
 * product c (x^7 + x^2 + x + 1), which is n + 7 bits long.
 */
#ifndef WIDECRYPT_X86_XTS_S
#define WIDECRYPT_X86_XTS_S

#define WC_XTS_POLY	0x87	/* x^7 + x^2 + x + 1 */

/* hi:lo times x; \t is scratch. */
.macro	wc_xts_double lo, hi, t
	mov	\hi, \t
	sar	$63, \t
	and	$WC_XTS_POLY, \t
	add	\lo, \lo
	adc	\hi, \hi
	xor	\t, \lo
.endm

/*
 * In vectors, with VPCLMULQDQ; registers are given by number, \poly has WC_XTS_POLY
 * in its low halves, \u is scratch.
 */

/* d = s times x^(8 n), 0 < n < 8, by bytes; v: ymm or zmm; d may be s */
.macro	wc_xts_times v, d, s, n, poly, u
	vpslldq	$\n, %\v\s, %\v\u
	vpsrldq	$16 - \n, %\v\s, %\v\d
	vpclmulqdq $0x00, %\v\poly, %\v\d, %\v\d
.ifc \v, zmm
	vpxord	%\v\u, %\v\d, %\v\d
.else
	vpxor	%\v\u, %\v\d, %\v\d
.endif
.endm

/*
 * d = T x^(4 v) .. T x^(4 v + 3) of T in all lanes of \t, for v = 0, 1. Each half
 * shifts out its own bits: the low half's go to the high half, the high half's
 * come back. AVX-512; \w: scratch, too
 */
.macro	wc_xts_first v, d, t, poly, u, w
	vpsrlvq	wc_xts_right + 64 * \v(%rip), %zmm\t, %zmm\u
	vpsllvq	wc_xts_left + 64 * \v(%rip), %zmm\t, %zmm\w
	vpclmulqdq $0x01, %zmm\poly, %zmm\u, %zmm\d
	vpslldq	$8, %zmm\u, %zmm\u
	vpternlogd $0x96, %zmm\u, %zmm\w, %zmm\d
.endm

/*
 * The 16 bytes at \at times x^n, n = \n = 0 .. 64, which is spoilt: the same, and
 * shifts by 64 leave nothing. AVX-512; \d, \u, \w: scratch
 */
.macro	wc_xts_advance at, n, d, u, w
	vmovdqu64 (\at), %xmm\d
	vmovd	\n, %xmm\w
	sub	$64, \n
	neg	\n
	vmovd	\n, %xmm\u
	vpsrlq	%xmm\u, %xmm\d, %xmm\u
	vpsllq	%xmm\w, %xmm\d, %xmm\w
	vpclmulqdq $0x01, wc_xts_poly(%rip), %xmm\u, %xmm\d
	vpslldq	$8, %xmm\u, %xmm\u
	vpternlogd $0x96, %xmm\u, %xmm\w, %xmm\d
	vmovdqu64 %xmm\d, (\at)
.endm

/* Constants for AVX-512 */
.macro	wc_xts_constants
	.section .rodata
	.balign	64
wc_xts_left:				/* twice for each of the blocks 0 .. 7 */
	.quad	0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7
wc_xts_right:
	.quad	64, 64, 63, 63, 62, 62, 61, 61, 60, 60, 59, 59, 58, 58, 57, 57
wc_xts_poly:
	.quad	WC_XTS_POLY, 0
	.text
.endm

#endif /* WIDECRYPT_X86_XTS_S */
