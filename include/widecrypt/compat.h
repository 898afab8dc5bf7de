/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between kernel versions, hidden here and nowhere else. Kbuild
 * includes this file ahead of every C file.
 */
#ifndef WIDECRYPT_COMPAT_H
#define WIDECRYPT_COMPAT_H

#define WIDECRYPT_VERSION	"0.1.0"

#define pr_fmt(fmt)		KBUILD_MODNAME ": " fmt

#ifdef WIDECRYPT_HAVE_LINUX_UNALIGNED_H	/* since 6.12; Kbuild looks */
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#include <crypto/algapi.h>
#include <linux/crypto.h>		/* MODULE_ALIAS_CRYPTO before 6.2 */
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/version.h>
#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#endif

/*
 * Whether alg_test() has a test for this: it returns 0 if not. 6.16 turned
 * CRYPTO_MANAGER_DISABLE_TESTS into CRYPTO_SELFTESTS.
 */
static inline bool wc_has_selftest(const char *alg)
{
	if (KERNEL_VERSION(6, 16, 0) > LINUX_VERSION_CODE ?
	    IS_ENABLED(CONFIG_CRYPTO_MANAGER_DISABLE_TESTS) :
	    !IS_ENABLED(CONFIG_CRYPTO_SELFTESTS))
		return false;
	if (!strncmp(alg, "cfb(", 4))
		return KERNEL_VERSION(6, 8, 0) > LINUX_VERSION_CODE;
	if (!strcmp(alg, "xts(sm4)"))
		return KERNEL_VERSION(6, 2, 0) <= LINUX_VERSION_CODE;
	return true;
}

/*
 * Whether 512-bit registers slow this CPU's clock down so much that 256-bit code
 * is the better choice. The kernel knows since 6.15; before, by the same models.
 */
static inline bool wc_prefer_ymm(void)
{
#if !defined(CONFIG_X86_64)
	return false;
#elif defined(X86_FEATURE_PREFER_YMM)
	return boot_cpu_has(X86_FEATURE_PREFER_YMM);
#else
	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL ||
	    boot_cpu_data.x86 != 6)
		return false;
	switch (boot_cpu_data.x86_model) {
	case 0x55:		/* Skylake-X, Cascade Lake, Cooper Lake */
	case 0x6a: case 0x6c:	/* Ice Lake, servers */
	case 0x7d: case 0x7e:	/* Ice Lake, clients */
	case 0x9d:		/* Ice Lake, NNP-I */
	case 0x8c: case 0x8d:	/* Tiger Lake */
		return true;
	default:
		return false;
	}
#endif
}

/*
 * Since 6.19 an arm64 section has room for the registers in its caller's frame;
 * scoped_ksimd() came with that.
 */
#ifdef CONFIG_ARM64
#include <asm/neon.h>
#include <asm/simd.h>
#ifdef scoped_ksimd
#define WC_NEON_STATE		struct user_fpsimd_state regs;
#define wc_neon_begin(s)	kernel_neon_begin(&(s)->regs)
#define wc_neon_end(s)		kernel_neon_end(&(s)->regs)
#else
#define WC_NEON_STATE
#define wc_neon_begin(s)	kernel_neon_begin()
#define wc_neon_end(s)		kernel_neon_end()
#endif
#endif

#endif /* WIDECRYPT_COMPAT_H */
