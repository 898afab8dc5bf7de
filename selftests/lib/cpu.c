// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the CPU and the operating system offer, in the bits of features.h. The
 * same conditions as in simd.h.
 */
#include <widecrypt/features.h>
#include "widecrypt.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* XCR0: the register states that the operating system saves */
#define XCR0_SSE_YMM	0x06
#define XCR0_AVX512	0xe6

static u32 lib_xcr0(void)
{
	u32 lo, hi;

	asm("xgetbv" : "=a" (lo), "=d" (hi) : "c" (0));
	return lo;
}

unsigned int widecrypt_cpu_features(void)
{
	u32 a, b, c, d, ecx1, xcr0, have = 0;

	if (!__get_cpuid(1, &a, &b, &ecx1, &d) ||
	    !(ecx1 & bit_OSXSAVE) || !(ecx1 & bit_AVX))
		return 0;
	xcr0 = lib_xcr0();
	if ((xcr0 & XCR0_SSE_YMM) != XCR0_SSE_YMM)
		return 0;
	have |= WC_AVX;
	if (ecx1 & bit_AES)
		have |= WC_AESNI;
	if (ecx1 & bit_PCLMUL)
		have |= WC_PCLMUL;
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
		return have;
	if (c & bit_GFNI)
		have |= WC_GFNI;
	if (!(b & bit_AVX2))
		return have;
	have |= WC_AVX2;
	if (c & bit_VAES)
		have |= WC_VAES;
	if (c & bit_VPCLMULQDQ)
		have |= WC_VPCLMUL;
	if ((b & bit_AVX512F) && (b & bit_AVX512VL) && (b & bit_AVX512BW) &&
	    (b & bit_AVX512DQ) && (xcr0 & XCR0_AVX512) == XCR0_AVX512) {
		have |= WC_AVX512;
		if (c & bit_AVX512VBMI)
			have |= WC_VBMI;
	}
	return have;
}

#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

unsigned int widecrypt_cpu_features(void)
{
	unsigned long cap = getauxval(AT_HWCAP);
	u32 have = 0;

	if (!(cap & HWCAP_ASIMD))
		return 0;
	have |= WC_ASIMD;
	if (cap & HWCAP_AES)
		have |= WC_AES;
	if (cap & HWCAP_PMULL)
		have |= WC_PMULL;
	if (cap & HWCAP_SHA3)
		have |= WC_SHA3;
	if (cap & HWCAP_SM4)
		have |= WC_SM4;
	return have;
}

#else

unsigned int widecrypt_cpu_features(void)
{
	return 0;
}

#endif

const char *widecrypt_missing(const struct widecrypt_row *row)
{
	static const struct {
		unsigned int bit;
		const char *name;
	} names[] = {
		{ WC_AESNI, "AES-NI" }, { WC_PCLMUL, "PCLMULQDQ" },
		{ WC_AVX, "AVX" }, { WC_AVX2, "AVX2" }, { WC_GFNI, "GFNI" },
		{ WC_VAES, "VAES" }, { WC_VPCLMUL, "VPCLMULQDQ" },
		{ WC_AVX512, "AVX-512 F, VL, BW and DQ" },
		{ WC_VBMI, "AVX-512 VBMI" },
		{ WC_ASIMD, "ASIMD" }, { WC_AES, "AES" },
		{ WC_PMULL, "PMULL" }, { WC_SHA3, "SHA3" }, { WC_SM4, "SM4" },
	};
	unsigned int i, lacks = row->features & ~widecrypt_cpu_features();

	if (!lacks)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (lacks & names[i].bit)
			return names[i].name;
	return "an unknown feature";
}
