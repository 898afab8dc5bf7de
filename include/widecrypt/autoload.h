/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * WC_AUTOLOAD(): udev loads the module on a CPU that may have a vector row. An
 * alias can name one feature only, so it is one that every vector row needs;
 * whether the CPU has the others is asked when rows are registered.
 */
#ifndef WIDECRYPT_AUTOLOAD_H
#define WIDECRYPT_AUTOLOAD_H

#include <linux/mod_devicetable.h>
#include <linux/module.h>

#if defined(CONFIG_X86_64)
#include <asm/cpu_device_id.h>

#define WC_AUTOLOAD()							\
static const struct x86_cpu_id wc_cpu_ids[] __maybe_unused = {		\
	X86_MATCH_FEATURE(X86_FEATURE_AVX, NULL),			\
	{}								\
};									\
MODULE_DEVICE_TABLE(x86cpu, wc_cpu_ids)

#elif defined(CONFIG_ARM64)
#include <linux/cpufeature.h>

#define WC_AUTOLOAD()							\
static const struct cpu_feature wc_cpu_ids[] __maybe_unused = {		\
	{ .feature = cpu_feature(PMULL) },				\
	{}								\
};									\
MODULE_DEVICE_TABLE(cpu, wc_cpu_ids)

#else
#define WC_AUTOLOAD()
#endif

#endif /* WIDECRYPT_AUTOLOAD_H */
