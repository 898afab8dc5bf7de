/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UML has no udev and no such header. */
#ifndef UML_SHIM_CPU_DEVICE_ID_H
#define UML_SHIM_CPU_DEVICE_ID_H
#include <linux/mod_devicetable.h>
#define X86_MATCH_FEATURE(f, data)	{ .feature = f }
/* build-intree.sh has one */
const struct x86_cpu_id *x86_match_cpu(const struct x86_cpu_id *match);
#endif
