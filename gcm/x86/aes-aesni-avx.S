/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AES-GCM with AES-NI, PCLMULQDQ and AVX: a block a register */
#define VEC	xmm
#define REG	16
#define NAME(function)	widecrypt_aes_aesni_avx_##function
#include <widecrypt/x86/gcm-aes-avx.S>

WC_DEFINE_GHASH_PCLMUL(widecrypt_aes_aesni_avx_ghash)
