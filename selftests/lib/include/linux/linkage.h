/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in for the kernel's annotations, for our .S files. */
#ifndef _LINUX_LINKAGE_H
#define _LINUX_LINKAGE_H

#ifdef __ASSEMBLY__

#define SYM_FUNC_START_LOCAL(name)	\
	.balign 16; .type name, STT_FUNC; name:
#define SYM_FUNC_START(name)		.globl name; SYM_FUNC_START_LOCAL(name)
#define SYM_FUNC_END(name)		.size name, . -name
#define SYM_TYPED_FUNC_START(name)	SYM_FUNC_START(name)

#ifdef __x86_64__
#define RET	ret	/* on arm64 the kernel has no name for it either */
#endif

	.section ".note.GNU-stack", ""
	.text

#endif /* __ASSEMBLY__ */

#endif /* _LINUX_LINKAGE_H */
