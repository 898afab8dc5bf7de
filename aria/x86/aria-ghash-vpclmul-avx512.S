/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH for GCM of this module's rows: see widecrypt/x86/ghash-vpclmul-avx512.S.
 *
 *	wc_ghash_fn widecrypt_aria_ghash_vpclmul_avx512;
 */
#include <linux/linkage.h>
#include <widecrypt/x86/ghash-vpclmul-avx512.S>

WC_DEFINE_GHASH_VPCLMUL_AVX512(widecrypt_aria_ghash_vpclmul_avx512)
