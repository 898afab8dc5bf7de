/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of libc.c is no C: the start, and leaving a signal handler.
 */
#include <linux/linkage.h>

SYM_FUNC_START(_start)
	mov	x29, xzr
	mov	x0, sp
	bl	libc_start
SYM_FUNC_END(_start)

/* x19 to x30, d8 to d15 and sp; the C library's jmp_buf has room for 22. */
.macro	saved op
	\op	x19, x20, [x0]
	\op	x21, x22, [x0, #16]
	\op	x23, x24, [x0, #32]
	\op	x25, x26, [x0, #48]
	\op	x27, x28, [x0, #64]
	\op	x29, x30, [x0, #80]
	\op	d8, d9, [x0, #96]
	\op	d10, d11, [x0, #112]
	\op	d12, d13, [x0, #128]
	\op	d14, d15, [x0, #144]
.endm

/* int __sigsetjmp(sigjmp_buf buf, int savemask), which saves no mask */
SYM_FUNC_START(__sigsetjmp)
	saved	stp
	mov	x9, sp
	str	x9, [x0, #160]
	mov	w0, wzr
	ret
SYM_FUNC_END(__sigsetjmp)

/* void siglongjmp(sigjmp_buf buf, int value) */
SYM_FUNC_START(siglongjmp)
	saved	ldp
	ldr	x9, [x0, #160]
	mov	sp, x9
	mov	w0, w1
	ret
SYM_FUNC_END(siglongjmp)
