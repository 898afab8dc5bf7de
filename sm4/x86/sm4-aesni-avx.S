/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 for x86-64 with AES-NI and AVX: 128-bit registers in both forms.
 */
#include "../sm4_aesni.h"

#define SM4_FN(fn)	widecrypt_sm4_aesni_avx_##fn
#define SM4_VL		16

#include <widecrypt/x86/sm4-aesni.S>
