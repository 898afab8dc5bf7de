/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The building blocks of aes_round.h on x86 with AES-NI (and the PSHUFB of
 * SSSE3, which every CPU with AES-NI has).
 *
 * AESENC is ShiftRows, SubBytes, MixColumns, then the addition of the key;
 * AESENCLAST the same without MixColumns; AESDEC and AESDECLAST likewise with
 * the inverse steps, the key always last; AESIMC is InvMixColumns. MixColumns
 * alone is AESDECLAST followed by AESENC, both with a zero key.
 *
 * Kernel C is built without SSE: the state stays in memory and the code names
 * its registers, as no operand may be in one. The statements are volatile so
 * that none leaves its vector section.
 */
#ifndef WIDECRYPT_AES_ROUND_X86_H
#define WIDECRYPT_AES_ROUND_X86_H

#ifdef __KERNEL__
#include <asm/cpufeature.h>
#endif

#define WC_AES_ROUND_HW "x86 AES-NI"

/**
 * wc_aes_round_have_hw() - does this CPU have the instructions
 *
 * In the kernel, a true answer does not say that vector registers may be used
 * at this moment. A freestanding program has them if built for them.
 */
static __always_inline bool wc_aes_round_have_hw(void)
{
#if defined(__KERNEL__)
	return boot_cpu_has(X86_FEATURE_AES);
#elif defined(__AES__) && defined(__SSSE3__)
	return true;
#elif __STDC_HOSTED__
	return __builtin_cpu_supports("aes");
#else
	return false;
#endif
}

/* A compiler that may not use these registers need not know of them either. */
#ifdef __SSE__
#define WC_AES_X86_CLOBBER	: "xmm0", "xmm1", "xmm2", "xmm3"
#else
#define WC_AES_X86_CLOBBER
#endif

/* state in xmm0, zero in xmm1 */
#define WC_AES_X86(name, insns)						\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	asm volatile("movdqu %1, %%xmm0\n\t"				\
		     "pxor %%xmm1, %%xmm1\n\t"				\
		     insns						\
		     "movdqu %%xmm0, %0"				\
		     : "=m" (*ret) : "m" (*st) WC_AES_X86_CLOBBER);	\
}

/* state in xmm0, the second argument in xmm1 */
#define WC_AES_X86_KEY(name, insns)					\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st,	\
				      const struct wc_aes_state *rk)	\
{									\
	asm volatile("movdqu %1, %%xmm0\n\t"				\
		     "movdqu %2, %%xmm1\n\t"				\
		     insns						\
		     "movdqu %%xmm0, %0"				\
		     : "=m" (*ret) : "m" (*st), "m" (*rk)		\
		     WC_AES_X86_CLOBBER);					\
}

/* state in xmm0, zero in xmm1, a permutation in xmm2 */
#define WC_AES_X86_PERM(name, perm, insns)				\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	asm volatile("movdqu %1, %%xmm0\n\t"				\
		     "pxor %%xmm1, %%xmm1\n\t"				\
		     "movdqu %2, %%xmm2\n\t"				\
		     insns						\
		     "movdqu %%xmm0, %0"				\
		     : "=m" (*ret) : "m" (*st), "m" (perm)		\
		     WC_AES_X86_CLOBBER);				\
}

WC_AES_X86_PERM(aesenc_SB, wc_aes_undo_sr,
		"pshufb %%xmm2, %%xmm0\n\t"
		"aesenclast %%xmm1, %%xmm0\n\t")
WC_AES_X86(aesenc_SB_SR,
	   "aesenclast %%xmm1, %%xmm0\n\t")
WC_AES_X86(aesenc_MC,
	   "aesdeclast %%xmm1, %%xmm0\n\t"
	   "aesenc %%xmm1, %%xmm0\n\t")
WC_AES_X86(aesenc_SB_SR_MC,
	   "aesenc %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesenc_SB_SR_AK,
	       "aesenclast %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesenc_SB_SR_MC_AK,
	       "aesenc %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesenc_AK_SB_SR,
	       "pxor %%xmm1, %%xmm0\n\t"
	       "pxor %%xmm1, %%xmm1\n\t"
	       "aesenclast %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesenc_AK_SB_SR_MC,
	       "pxor %%xmm1, %%xmm0\n\t"
	       "pxor %%xmm1, %%xmm1\n\t"
	       "aesenc %%xmm1, %%xmm0\n\t")
WC_AES_X86_PERM(aesdec_ISB, wc_aes_undo_isr,
		"pshufb %%xmm2, %%xmm0\n\t"
		"aesdeclast %%xmm1, %%xmm0\n\t")
WC_AES_X86(aesdec_ISB_ISR,
	   "aesdeclast %%xmm1, %%xmm0\n\t")
WC_AES_X86(aesdec_IMC,
	   "aesimc %%xmm0, %%xmm0\n\t")
WC_AES_X86(aesdec_ISB_ISR_IMC,
	   "aesdec %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesdec_ISB_ISR_AK,
	       "aesdeclast %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesdec_ISB_ISR_IMC_AK,
	       "aesdec %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesdec_ISB_ISR_AK_IMC,
	       "aesdeclast %%xmm1, %%xmm0\n\t"
	       "aesimc %%xmm0, %%xmm0\n\t")
WC_AES_X86_KEY(aesdec_AK_ISB_ISR,
	       "pxor %%xmm1, %%xmm0\n\t"
	       "pxor %%xmm1, %%xmm1\n\t"
	       "aesdeclast %%xmm1, %%xmm0\n\t")
WC_AES_X86_KEY(aesdec_AK_ISB_ISR_IMC,
	       "pxor %%xmm1, %%xmm0\n\t"
	       "pxor %%xmm1, %%xmm1\n\t"
	       "aesdec %%xmm1, %%xmm0\n\t")

static __always_inline void aes_affine_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st,
					  const struct wc_aes_affine *map)
{
	static const struct wc_aes_state nibble = { .b = {
		15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15
	} };

	asm volatile("movdqu %1, %%xmm0\n\t"
		     "movdqu %4, %%xmm1\n\t"
		     "movdqa %%xmm0, %%xmm2\n\t"
		     "psrlw $4, %%xmm2\n\t"
		     "pand %%xmm1, %%xmm0\n\t"
		     "pand %%xmm1, %%xmm2\n\t"
		     "movdqu %2, %%xmm1\n\t"
		     "movdqu %3, %%xmm3\n\t"
		     "pshufb %%xmm0, %%xmm1\n\t"
		     "pshufb %%xmm2, %%xmm3\n\t"
		     "pxor %%xmm3, %%xmm1\n\t"
		     "movdqu %%xmm1, %0"
		     : "=m" (*ret)
		     : "m" (*st), "m" (map->lo), "m" (map->hi), "m" (nibble)
		     WC_AES_X86_CLOBBER);
}

#undef WC_AES_X86
#undef WC_AES_X86_KEY
#undef WC_AES_X86_PERM
#undef WC_AES_X86_CLOBBER

#endif /* WIDECRYPT_AES_ROUND_X86_H */
