/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA for x86-64 with GFNI, AVX-512 F, VL, BW, DQ and VBMI.
 */
#include <widecrypt/x86/aria-gcm-avx512.S>

aria_avx512 gfni_avx512
WC_DEFINE_GCM_FUSED(widecrypt_aria_gfni_avx512)
