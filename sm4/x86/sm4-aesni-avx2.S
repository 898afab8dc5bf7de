/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 for x86-64 with AES-NI and AVX2: 256-bit registers in the wide form.
 */
#include "../sm4_aesni.h"

#define SM4_FN(fn)	widecrypt_sm4_aesni_avx2_##fn
#define SM4_VL		32

#include <widecrypt/x86/sm4-aesni.S>
