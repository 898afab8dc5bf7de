/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH for GCM of this module's rows: see widecrypt/x86/ghash-vpclmul-avx2.S.
 *
 *	wc_ghash_fn widecrypt_sm4_ghash_vpclmul_avx2;
 */
#include <linux/linkage.h>
#include <widecrypt/x86/ghash-vpclmul-avx2.S>

WC_DEFINE_GHASH_VPCLMUL_AVX2(widecrypt_sm4_ghash_vpclmul_avx2)
