/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UML takes its bits from the host's /proc/cpuinfo, which never says osxsave. */
#ifndef UML_SHIM_CPUFEATURES_H
#define UML_SHIM_CPUFEATURES_H
#include_next <asm/cpufeatures.h>
#undef X86_FEATURE_OSXSAVE
#define X86_FEATURE_OSXSAVE X86_FEATURE_XSAVE
/* UML knows no CPU models; a bit without a name in /proc/cpuinfo is never set. */
#undef X86_FEATURE_PREFER_YMM
#define X86_FEATURE_PREFER_YMM X86_FEATURE_K8
#endif
