/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA for x86-64 with AES-NI and AVX2.
 */
#define ARIA_WIDTH 32
#define ARIA_BESIDE 0
#include <widecrypt/x86/aria-avx-aesni.S>

aria_avx aesni_avx2
