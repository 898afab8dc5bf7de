/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH with VPCLMULQDQ and AVX2: the body of ghash-pclmul.S with two blocks a
 * register.
 */
#ifndef WIDECRYPT_X86_GHASH_VPCLMUL_AVX2_H
#define WIDECRYPT_X86_GHASH_VPCLMUL_AVX2_H

#include <widecrypt/x86/ghash-pclmul.S>

#define WC_DEFINE_GHASH_VPCLMUL_AVX2(name)				\
SYM_FUNC_START(name)							;\
	wc_ghash_avx_body ymm, 32					;\
SYM_FUNC_END(name)

#endif /* WIDECRYPT_X86_GHASH_VPCLMUL_AVX2_H */
