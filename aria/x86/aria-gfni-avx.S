/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA for x86-64 with GFNI and AVX.
 */
#define ARIA_WIDTH 16
#define ARIA_BESIDE 0
#include <widecrypt/x86/aria-avx-gfni.S>

aria_avx gfni_avx
