/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The building blocks of aes_round.h on arm64 with the AES instructions of the
 * Cryptographic Extension.
 *
 * AESE adds the key first, then does ShiftRows and SubBytes; AESD the same with
 * the inverse steps; AESMC and AESIMC are MixColumns and InvMixColumns alone.
 * So the key that is added last takes an EOR after an AESE with zero.
 *
 * LD1 and ST1 of 16 bytes take element i from address i in both byte orders,
 * and TBL numbers the elements alike.
 *
 * Kernel C is built without vector registers: the state stays in memory and the
 * code names its registers. The statements are volatile so that none leaves its
 * vector section.
 */
#ifndef WIDECRYPT_AES_ROUND_ARM64_H
#define WIDECRYPT_AES_ROUND_ARM64_H

#if defined(__KERNEL__)
#include <asm/cpufeature.h>
#elif __STDC_HOSTED__
#include <sys/auxv.h>
#endif

#define WC_AES_ROUND_HW "arm64 CE"

/**
 * wc_aes_round_have_hw() - does this CPU have the instructions
 *
 * In the kernel, a true answer does not say that vector registers may be used
 * at this moment. A freestanding program has them if built for them.
 */
static inline bool wc_aes_round_have_hw(void)
{
#if defined(__KERNEL__)
	return cpu_have_named_feature(AES);
#elif defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO)
	return true;
#elif __STDC_HOSTED__
	static int have;	/* 1 or -1 when known */

	if (!have)	/* HWCAP_AES */
		have = getauxval(AT_HWCAP) & 1 << 3 ? 1 : -1;
	return have > 0;
#else
	return false;
#endif
}

#define WC_AES_ARM64_ARCH	".arch_extension aes\n\t"

/* state in v0, zero in v1 */
#define WC_AES_ARM64(name, insns)					\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	asm volatile(WC_AES_ARM64_ARCH					\
		     "ld1 {v0.16b}, %1\n\t"				\
		     "movi v1.16b, #0\n\t"				\
		     insns						\
		     "st1 {v0.16b}, %0"					\
		     : "=Q" (*ret) : "Q" (*st) : "v0", "v1");		\
}

/* state in v0, zero in v1, the second argument in v2 */
#define WC_AES_ARM64_KEY(name, insns)					\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st,	\
				      const struct wc_aes_state *rk)	\
{									\
	asm volatile(WC_AES_ARM64_ARCH					\
		     "ld1 {v0.16b}, %1\n\t"				\
		     "ld1 {v2.16b}, %2\n\t"				\
		     insns						\
		     "st1 {v0.16b}, %0"					\
		     : "=Q" (*ret) : "Q" (*st), "Q" (*rk)		\
		     : "v0", "v1", "v2");				\
}

/* state in v0, zero in v1, a permutation in v2 */
#define WC_AES_ARM64_PERM(name, perm, insns)				\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	asm volatile(WC_AES_ARM64_ARCH					\
		     "ld1 {v0.16b}, %1\n\t"				\
		     "ld1 {v2.16b}, %2\n\t"				\
		     "movi v1.16b, #0\n\t"				\
		     insns						\
		     "st1 {v0.16b}, %0"					\
		     : "=Q" (*ret) : "Q" (*st), "Q" (perm)		\
		     : "v0", "v1", "v2");				\
}

WC_AES_ARM64_PERM(aesenc_SB, wc_aes_undo_sr,
		  "tbl v0.16b, {v0.16b}, v2.16b\n\t"
		  "aese v0.16b, v1.16b\n\t")
WC_AES_ARM64(aesenc_SB_SR,
	     "aese v0.16b, v1.16b\n\t")
WC_AES_ARM64(aesenc_MC,
	     "aesmc v0.16b, v0.16b\n\t")
WC_AES_ARM64(aesenc_SB_SR_MC,
	     "aese v0.16b, v1.16b\n\t"
	     "aesmc v0.16b, v0.16b\n\t")
WC_AES_ARM64_KEY(aesenc_SB_SR_AK,
		 "movi v1.16b, #0\n\t"
		 "aese v0.16b, v1.16b\n\t"
		 "eor v0.16b, v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesenc_SB_SR_MC_AK,
		 "movi v1.16b, #0\n\t"
		 "aese v0.16b, v1.16b\n\t"
		 "aesmc v0.16b, v0.16b\n\t"
		 "eor v0.16b, v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesenc_AK_SB_SR,
		 "aese v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesenc_AK_SB_SR_MC,
		 "aese v0.16b, v2.16b\n\t"
		 "aesmc v0.16b, v0.16b\n\t")
WC_AES_ARM64_PERM(aesdec_ISB, wc_aes_undo_isr,
		  "tbl v0.16b, {v0.16b}, v2.16b\n\t"
		  "aesd v0.16b, v1.16b\n\t")
WC_AES_ARM64(aesdec_ISB_ISR,
	     "aesd v0.16b, v1.16b\n\t")
WC_AES_ARM64(aesdec_IMC,
	     "aesimc v0.16b, v0.16b\n\t")
WC_AES_ARM64(aesdec_ISB_ISR_IMC,
	     "aesd v0.16b, v1.16b\n\t"
	     "aesimc v0.16b, v0.16b\n\t")
WC_AES_ARM64_KEY(aesdec_ISB_ISR_AK,
		 "movi v1.16b, #0\n\t"
		 "aesd v0.16b, v1.16b\n\t"
		 "eor v0.16b, v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesdec_ISB_ISR_IMC_AK,
		 "movi v1.16b, #0\n\t"
		 "aesd v0.16b, v1.16b\n\t"
		 "aesimc v0.16b, v0.16b\n\t"
		 "eor v0.16b, v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesdec_ISB_ISR_AK_IMC,
		 "movi v1.16b, #0\n\t"
		 "aesd v0.16b, v1.16b\n\t"
		 "eor v0.16b, v0.16b, v2.16b\n\t"
		 "aesimc v0.16b, v0.16b\n\t")
WC_AES_ARM64_KEY(aesdec_AK_ISB_ISR,
		 "aesd v0.16b, v2.16b\n\t")
WC_AES_ARM64_KEY(aesdec_AK_ISB_ISR_IMC,
		 "aesd v0.16b, v2.16b\n\t"
		 "aesimc v0.16b, v0.16b\n\t")

static __always_inline void aes_affine_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st,
					  const struct wc_aes_affine *map)
{
	asm volatile("ld1 {v0.16b}, %1\n\t"
		     "ld1 {v1.16b}, %2\n\t"
		     "ld1 {v2.16b}, %3\n\t"
		     "movi v3.16b, #15\n\t"
		     "and v3.16b, v3.16b, v0.16b\n\t"
		     "ushr v0.16b, v0.16b, #4\n\t"
		     "tbl v1.16b, {v1.16b}, v3.16b\n\t"
		     "tbl v0.16b, {v2.16b}, v0.16b\n\t"
		     "eor v0.16b, v0.16b, v1.16b\n\t"
		     "st1 {v0.16b}, %0"
		     : "=Q" (*ret)
		     : "Q" (*st), "Q" (map->lo), "Q" (map->hi)
		     : "v0", "v1", "v2", "v3");
}

#undef WC_AES_ARM64
#undef WC_AES_ARM64_KEY
#undef WC_AES_ARM64_PERM
#undef WC_AES_ARM64_ARCH

#endif /* WIDECRYPT_AES_ROUND_ARM64_H */
