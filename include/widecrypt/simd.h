/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vector sections: the only stretches of code that may use vector registers.
 */
#ifndef WIDECRYPT_SIMD_H
#define WIDECRYPT_SIMD_H

#include <asm/simd.h>
#include <crypto/internal/simd.h>
#include <linux/sizes.h>
#include <widecrypt/features.h>

/*
 * What one section may process. Preemption may be off within, so the time must be
 * short: 4 KiB take a few microseconds in wide modes, and a single stream (CBC
 * and CFB encryption) is some ten times slower per byte.
 */
#define WC_SECTION_WIDE		SZ_4K
#define WC_SECTION_STREAM	SZ_1K

#if defined(CONFIG_X86_64)
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>

/* What a section needs of its caller's stack */
struct wc_section {
};

#define wc_vector_begin(s)	kernel_fpu_begin()
#define wc_vector_end(s)	kernel_fpu_end()

/* The features (features.h) that CPU and kernel offer */
static inline u32 wc_cpu_features(void)
{
	u32 have = 0;

	if (!boot_cpu_has(X86_FEATURE_AVX) ||
	    !boot_cpu_has(X86_FEATURE_OSXSAVE) ||
	    !cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM, NULL))
		return 0;
	have |= WC_AVX;
	if (boot_cpu_has(X86_FEATURE_AES))
		have |= WC_AESNI;
	if (boot_cpu_has(X86_FEATURE_PCLMULQDQ))
		have |= WC_PCLMUL;
	if (boot_cpu_has(X86_FEATURE_GFNI))
		have |= WC_GFNI;
	if (!boot_cpu_has(X86_FEATURE_AVX2))
		return have;
	have |= WC_AVX2;
	if (boot_cpu_has(X86_FEATURE_VAES))
		have |= WC_VAES;
	if (boot_cpu_has(X86_FEATURE_VPCLMULQDQ))
		have |= WC_VPCLMUL;
	if (boot_cpu_has(X86_FEATURE_AVX512F) &&
	    boot_cpu_has(X86_FEATURE_AVX512VL) &&
	    boot_cpu_has(X86_FEATURE_AVX512BW) &&
	    boot_cpu_has(X86_FEATURE_AVX512DQ) &&
	    cpu_has_xfeatures(XFEATURE_MASK_AVX512, NULL)) {
		have |= WC_AVX512;
		if (boot_cpu_has(X86_FEATURE_AVX512VBMI))
			have |= WC_VBMI;
	}
	return have;
}

#elif defined(CONFIG_ARM64)
#include <linux/cpufeature.h>

/*
 * The kernel fills it when it has to. Its users declare it __uninitialized, as
 * CONFIG_INIT_STACK_ALL_ZERO would clear half a KiB for every section.
 */
struct wc_section {
	WC_NEON_STATE
};

#define wc_vector_begin(s)	wc_neon_begin(s)
#define wc_vector_end(s)	wc_neon_end(s)

static inline u32 wc_cpu_features(void)
{
	u32 have = 0;

	if (!cpu_have_named_feature(ASIMD))
		return 0;
	have |= WC_ASIMD;
	if (cpu_have_named_feature(AES))
		have |= WC_AES;
	if (cpu_have_named_feature(PMULL))
		have |= WC_PMULL;
	if (cpu_have_named_feature(SHA3))
		have |= WC_SHA3;
	if (cpu_have_named_feature(SM4))
		have |= WC_SM4;
	return have;
}

#else

/* No vector rows here: never called, the portable row has no sections. */
struct wc_section {
};

#define wc_vector_begin(s)	do { } while (0)
#define wc_vector_end(s)	do { } while (0)

static inline u32 wc_cpu_features(void)
{
	return 0;
}

#endif

#ifdef WIDECRYPT_TEST_SIMD
/* Test build: vector code is off in a pattern that changes within messages. */
static inline bool wc_simd_usable(void)
{
	static atomic_t calls = ATOMIC_INIT(0);
	unsigned int n = atomic_inc_return(&calls);

	return crypto_simd_usable() && (0x6a95 >> (n % 16) & 1);
}
#else
#define wc_simd_usable()	crypto_simd_usable()
#endif

/*
 * Opens a vector section unless vector registers are out of reach at this
 * moment (interrupts; before 6.16 also softirqs that hit a section). If false,
 * the caller does this stretch in portable C, synchronously.
 */
static __always_inline bool wc_simd_begin(struct wc_section *s)
{
	if (!wc_simd_usable())
		return false;
	wc_vector_begin(s);
	return true;
}

static __always_inline void wc_simd_end(struct wc_section *s)
{
	wc_vector_end(s);
}

#endif /* WIDECRYPT_SIMD_H */
