/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * void abi_call(struct abi *a): calls a->fn on the stack a->stack with known
 * values in all registers and records what it leaves.
 *
 *	x0	a, kept in abi_now during the call
 *	x9	a, x10, x11 scratch
 */
#include <linux/linkage.h>
#include "abi.h"

	.local	abi_now
	.comm	abi_now, 8, 8

	.globl	abi_return

/* x18 to x29 and d8 to d15 */
.macro	abi_saved op, at
	add	x10, x9, #\at
	\op	x18, x19, [x10]
	\op	x20, x21, [x10, #16]
	\op	x22, x23, [x10, #32]
	\op	x24, x25, [x10, #48]
	\op	x26, x27, [x10, #64]
	\op	x28, x29, [x10, #80]
	\op	d8, d9, [x10, #96]
	\op	d10, d11, [x10, #112]
	\op	d12, d13, [x10, #128]
	\op	d14, d15, [x10, #144]
.endm

SYM_FUNC_START(abi_call)
	adrp	x9, abi_now
	str	x0, [x9, :lo12:abi_now]
	mov	x9, x0
	abi_saved stp, ABI_HOST
	mov	x11, sp
	stp	x11, x30, [x10, #160]

	/* Ones in the vector registers: a routine may not rely on zeros. */
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movi	v\n\().16b, #0xff
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	movi	v\n\().16b, #0xff
	.endr
	abi_saved ldp, ABI_SAVED_IN

	/* Nine arguments, the last on the stack; other registers are garbage. */
	ldr	x10, [x9, #ABI_STACK]
	ldr	x11, [x9, #ABI_ARGS + 64]
	str	x11, [x10, #-ABI_STACK_ARGS]!
	mov	sp, x10
	ldr	x16, [x9, #ABI_FN]
	ldr	x10, =ABI_GARBAGE
	.irp	n, 11, 12, 13, 14, 15, 17
	mov	x\n, x10
	.endr
	ldp	x0, x1, [x9, #ABI_ARGS]
	ldp	x2, x3, [x9, #ABI_ARGS + 16]
	ldp	x4, x5, [x9, #ABI_ARGS + 32]
	ldp	x6, x7, [x9, #ABI_ARGS + 48]
	mov	x8, x10
	mov	x9, x10
	blr	x16
abi_return:
	adrp	x9, abi_now
	ldr	x9, [x9, :lo12:abi_now]
	abi_saved stp, ABI_SAVED_OUT
	mov	x10, sp
	mrs	x11, fpcr
	stp	x10, x11, [x9, #ABI_SP_OUT]
	abi_saved ldp, ABI_HOST
	ldp	x11, x30, [x10, #160]
	mov	sp, x11
	ret
SYM_FUNC_END(abi_call)
