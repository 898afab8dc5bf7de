/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As on x86: whoever holds the FPU says whether it may be used. */
#ifndef UML_SHIM_SIMD_H
#define UML_SHIM_SIMD_H
#include <asm/fpu/api.h>
#include <linux/preempt.h>

static __must_check inline bool may_use_simd(void)
{
#ifdef UML_STRICT
	return uml_fpu_usable();
#else
	return !in_hardirq();
#endif
}
#endif
