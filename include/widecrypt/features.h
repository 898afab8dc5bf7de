/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instruction sets that a row may need. One bit stands for a CPU feature
 * and the register state that its instructions use.
 */
#ifndef WIDECRYPT_FEATURES_H
#define WIDECRYPT_FEATURES_H

#include <linux/bits.h>

/* x86-64 */
#define WC_AESNI	BIT(0)
#define WC_PCLMUL	BIT(1)
#define WC_AVX		BIT(2)	/* and the state of the ymm registers */
#define WC_AVX2		BIT(3)
#define WC_GFNI		BIT(4)
#define WC_VAES		BIT(5)
#define WC_VPCLMUL	BIT(6)
#define WC_AVX512	BIT(7)	/* F, VL, BW and DQ; zmm and mask state */
#define WC_VBMI		BIT(8)	/* AVX-512 VBMI */

/* arm64 */
#define WC_ASIMD	BIT(16)
#define WC_AES		BIT(17)
#define WC_PMULL	BIT(18)
#define WC_SHA3		BIT(19)
#define WC_SM4		BIT(20)

/*
 * Of a cipher's lists of rows, <CIPHER>_ROWS_<architecture>, the one for the
 * architecture that is compiled for
 */
#if defined(__x86_64__)
#define WC_ARCH_ROWS(CIPHER, row)	CIPHER##_ROWS_X86(row)
#elif defined(__aarch64__)
#define WC_ARCH_ROWS(CIPHER, row)	CIPHER##_ROWS_ARM64(row)
#else
#define WC_ARCH_ROWS(CIPHER, row)
#endif

#endif /* WIDECRYPT_FEATURES_H */
