// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernel_fpu_begin/end for UML, where the kernel's own do nothing.
 *
 * Sections may not nest, may not be left on another depth of preemption and
 * may not sleep.  At both ends every vector and mask register that the host
 * has is filled with ones: code that expects to find there what it left in an
 * earlier section, or that relies on somebody else's registers, goes wrong.
 * Breaches are warnings; the check script fails on any.
 */
#include <linux/bug.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/types.h>
#include <asm/cpufeature.h>
#include <asm/cpufeatures.h>
#include "uml_fpu.h"

static int active;
static int depth;
static bool wide;

static unsigned long sections;
module_param(sections, ulong, 0644);
MODULE_PARM_DESC(sections, "Sections opened");

static unsigned long refused;
module_param(refused, ulong, 0644);
MODULE_PARM_DESC(refused, "Times somebody was told that the FPU is taken");

static void poison_zmm(void)
{
	asm volatile("vpternlogd $0xff,%%zmm16,%%zmm16,%%zmm16\n\t"
		     ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
		     "vmovdqa64 %%zmm16,%%zmm\\n\n\t"
		     ".endr\n\t"
		     ".irp n,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\t"
		     "vmovdqa64 %%zmm16,%%zmm\\n\n\t"
		     ".endr\n\t"
		     ".irp n,0,1,2,3,4,5,6,7\n\t"
		     "kxnorw %%k\\n,%%k\\n,%%k\\n\n\t"
		     ".endr" ::: "memory");
}

static void poison_ymm(void)
{
	asm volatile("vcmptrueps %%ymm0,%%ymm0,%%ymm0\n\t"
		     ".irp n,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
		     "vmovdqa %%ymm0,%%ymm\\n\n\t"
		     ".endr" ::: "memory");
}

static void poison_xmm(void)
{
	asm volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
		     "pcmpeqd %%xmm\\n,%%xmm\\n\n\t"
		     ".endr" ::: "memory");
}

static void poison(void)
{
	if (wide)
		poison_zmm();
	else if (boot_cpu_has(X86_FEATURE_AVX))
		poison_ymm();
	else
		poison_xmm();
}

void uml_fpu_begin(void)
{
	preempt_disable();
	WARN(active, "uml_fpu: section inside a section\n");
	WARN(in_hardirq(), "uml_fpu: section in a hard interrupt\n");
	active++;
	sections++;
	depth = preempt_count();
	poison();
}
EXPORT_SYMBOL_GPL(uml_fpu_begin);

void uml_fpu_end(void)
{
	poison();
	WARN(active != 1, "uml_fpu: end without begin\n");
	WARN(depth != preempt_count(), "uml_fpu: preemption out of balance\n");
	active--;
	preempt_enable();
}
EXPORT_SYMBOL_GPL(uml_fpu_end);

bool uml_fpu_usable(void)
{
	bool yes = !active && !in_hardirq();

	refused += !yes;
	return yes;
}
EXPORT_SYMBOL_GPL(uml_fpu_usable);

static int __init uml_fpu_init(void)
{
	wide = boot_cpu_has(X86_FEATURE_AVX512F);
	return 0;
}

static void __exit uml_fpu_exit(void)
{
}

module_init(uml_fpu_init);
module_exit(uml_fpu_exit);
MODULE_DESCRIPTION("Strict vector sections for user-mode Linux");
MODULE_LICENSE("GPL");
