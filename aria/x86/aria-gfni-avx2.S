/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA for x86-64 with GFNI and AVX2.
 */
#define ARIA_WIDTH 32
#define ARIA_BESIDE 1
#include <widecrypt/x86/aria-avx-gfni.S>

aria_avx gfni_avx2
