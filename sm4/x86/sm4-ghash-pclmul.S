/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH for GCM of this module's rows: see widecrypt/x86/ghash-pclmul.S.
 *
 *	wc_ghash_fn widecrypt_sm4_ghash_pclmul;
 *	wc_ghash_powers_fn widecrypt_sm4_ghash_powers;
 */
#include <linux/linkage.h>
#include <widecrypt/x86/ghash-pclmul.S>

WC_DEFINE_GHASH_PCLMUL(widecrypt_sm4_ghash_pclmul)
WC_DEFINE_GHASH_POWERS_PCLMUL(widecrypt_sm4_ghash_powers)
