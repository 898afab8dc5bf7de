/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AES-GCM with VAES, VPCLMULQDQ and AVX2: two blocks a register */
#define VEC	ymm
#define REG	32
#define NAME(function)	widecrypt_aes_vaes_avx2_##function
#include <widecrypt/x86/gcm-aes-avx.S>
#include <widecrypt/x86/ghash-vpclmul-avx2.S>

WC_DEFINE_GHASH_VPCLMUL_AVX2(widecrypt_aes_vaes_avx2_ghash)
