/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * void abi_call(struct abi *a): calls a->fn on the stack a->stack with known
 * values in all registers and records what it leaves. rdi: a.
 */
#include <linux/linkage.h>
#include "abi.h"

	.local	abi_now
	.comm	abi_now, 8, 8

	.globl	abi_return

SYM_FUNC_START(abi_call)
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rdi, abi_now(%rip)
	mov	%rsp, ABI_HOST_SP(%rdi)

	/* Ones in the vector registers: a routine may not rely on zeros. */
	cmpl	$1, ABI_VECTORS(%rdi)
	jb	1f
	je	2f
	mov	$-1, %eax
	kmovw	%eax, %k1
	kmovw	%eax, %k2
	kmovw	%eax, %k3
	kmovw	%eax, %k4
	kmovw	%eax, %k5
	kmovw	%eax, %k6
	kmovw	%eax, %k7
	.irp	ten, , 1, 2
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	vpternlogd $0xff, %zmm\ten\n, %zmm\ten\n, %zmm\ten\n
	.endr
	.endr
	vpternlogd $0xff, %zmm30, %zmm30, %zmm30
	vpternlogd $0xff, %zmm31, %zmm31, %zmm31
	jmp	1f
2:	vpcmpeqd %xmm0, %xmm0, %xmm0
	vinsertf128 $1, %xmm0, %ymm0, %ymm0
	.irp	n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovaps	%ymm0, %ymm\n
	.endr
1:
	ldmxcsr	ABI_MXCSR_IN(%rdi)
	mov	ABI_STACK(%rdi), %rsp
	sub	$ABI_STACK_ARGS, %rsp
	.irp	i, 0, 8, 16
	mov	ABI_ARGS+48+\i(%rdi), %rax
	mov	%rax, \i(%rsp)
	.endr
	mov	ABI_SAVED_IN(%rdi), %rbx
	mov	ABI_SAVED_IN+8(%rdi), %rbp
	mov	ABI_SAVED_IN+16(%rdi), %r12
	mov	ABI_SAVED_IN+24(%rdi), %r13
	mov	ABI_SAVED_IN+32(%rdi), %r14
	mov	ABI_SAVED_IN+40(%rdi), %r15
	mov	ABI_FN(%rdi), %r11
	mov	ABI_ARGS+8(%rdi), %rsi
	mov	ABI_ARGS+16(%rdi), %rdx
	mov	ABI_ARGS+24(%rdi), %rcx
	mov	ABI_ARGS+32(%rdi), %r8
	mov	ABI_ARGS+40(%rdi), %r9
	movabs	$ABI_GARBAGE, %rax
	mov	%rax, %r10
	cmpq	$0, ABI_STEP(%rdi)
	mov	ABI_ARGS(%rdi), %rdi
	je	3f
	pushfq
	orq	$0x100, (%rsp)
	popfq
3:	call	*%r11
abi_return:
	mov	abi_now(%rip), %rdi
	mov	%rsp, ABI_SP_OUT(%rdi)
	mov	ABI_HOST_SP(%rdi), %rsp
	pushfq
	popq	ABI_FLAGS_OUT(%rdi)
	andq	$~0x100, ABI_FLAGS_OUT(%rdi)
	pushq	$0x202
	popfq
	mov	%rbx, ABI_SAVED_OUT(%rdi)
	mov	%rbp, ABI_SAVED_OUT+8(%rdi)
	mov	%r12, ABI_SAVED_OUT+16(%rdi)
	mov	%r13, ABI_SAVED_OUT+24(%rdi)
	mov	%r14, ABI_SAVED_OUT+32(%rdi)
	mov	%r15, ABI_SAVED_OUT+40(%rdi)
	stmxcsr	ABI_MXCSR_OUT(%rdi)
	fnstcw	ABI_FCW_OUT(%rdi)
	cmpl	$0, ABI_VECTORS(%rdi)
	je	4f
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovups	%ymm\n, ABI_YMM_OUT+32*\n(%rdi)
	.endr
	vzeroupper
4:	movl	$0x1f80, -4(%rsp)
	ldmxcsr	-4(%rsp)
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	RET
SYM_FUNC_END(abi_call)
