/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What UML lacks of x86's <asm/fpu/api.h>, and, with -DUML_STRICT, a
 * kernel_fpu_begin/end that is as strict as it can be made here: see fpu/.
 */
#ifndef UML_SHIM_FPU_API_H
#define UML_SHIM_FPU_API_H
#include <linux/bits.h>
#include <linux/types.h>
#include_next <asm/fpu/api.h>
#include <asm/cpufeature.h>

#ifndef XFEATURE_MASK_SSE
#define XFEATURE_MASK_FP		BIT_ULL(0)
#define XFEATURE_MASK_SSE		BIT_ULL(1)
#define XFEATURE_MASK_YMM		BIT_ULL(2)
#define XFEATURE_MASK_OPMASK		BIT_ULL(5)
#define XFEATURE_MASK_ZMM_Hi256		BIT_ULL(6)
#define XFEATURE_MASK_Hi16_ZMM		BIT_ULL(7)
#define XFEATURE_MASK_AVX512		(XFEATURE_MASK_OPMASK | \
					 XFEATURE_MASK_ZMM_Hi256 | \
					 XFEATURE_MASK_Hi16_ZMM)
#endif

static inline int cpu_has_xfeatures(u64 need, const char **name)
{
	u32 lo, hi;

	if (name)
		*name = "xfeature";
	asm volatile("xgetbv" : "=a" (lo), "=d" (hi) : "c" (0));
	return ((((u64)hi << 32) | lo) & need) == need;
}

#ifdef UML_STRICT
#include <linux/bug.h>
#include <linux/preempt.h>

void uml_fpu_begin(void);
void uml_fpu_end(void);
bool uml_fpu_usable(void);

/* 0, or in which context this file has a section open: 1 task, 2 softirq. */
static int uml_fpu_here __maybe_unused;

#undef kernel_fpu_begin
#undef kernel_fpu_end
#define kernel_fpu_begin() do { \
	uml_fpu_begin(); \
	uml_fpu_here = 1 + !!in_serving_softirq(); \
} while (0)
#define kernel_fpu_end() do { \
	uml_fpu_here = 0; \
	uml_fpu_end(); \
} while (0)
#define irq_fpu_usable() uml_fpu_usable()
#define uml_fpu_may_sleep() \
	WARN_ON_ONCE(uml_fpu_here == 1 + !!in_serving_softirq())
#endif
#endif
