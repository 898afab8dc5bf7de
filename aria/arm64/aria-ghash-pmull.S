/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH for GCM of this module's rows: see widecrypt/arm64/ghash-pmull.S.
 *
 *	wc_ghash_fn widecrypt_aria_ghash_pmull;
 *	wc_ghash_powers_fn widecrypt_aria_ghash_powers;
 */
#include <linux/linkage.h>
#include <widecrypt/arm64/ghash-pmull.S>

WC_DEFINE_GHASH_PMULL(widecrypt_aria_ghash_pmull)
WC_DEFINE_GHASH_POWERS_PMULL(widecrypt_aria_ghash_powers)
