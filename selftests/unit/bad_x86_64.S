/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Routines that must not pass: each adds 0x5a to the n blocks it is given, as
 * a wc_mode_fn (rdi: key schedule, rsi: dst, rdx: src, ecx: blocks, r8: IV),
 * and breaks one rule; bad_none breaks none. What is expected of them is the
 * text plus 0x5a, bit by bit.
 */
#include <linux/linkage.h>

	.section .rodata
	.balign	16
pattern:
	.fill	16, 1, 0x5a
	.text

/* The work, with eax as the counter and xmm0 and xmm1 */
.macro	ADD_PATTERN
	vmovdqa	pattern(%rip), %xmm1
	mov	%ecx, %eax
1:	vpxor	(%rdx), %xmm1, %xmm0
	vmovdqu	%xmm0, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
	dec	%eax
	jnz	1b
.endm

.macro	DONE
	vzeroupper
	RET
.endm

SYM_FUNC_START(bad_none)
	push	%rbx
	sub	$64, %rsp
	mov	%rcx, (%rsp)
	ADD_PATTERN
	movq	$0, (%rsp)
	add	$64, %rsp
	pop	%rbx
	DONE
SYM_FUNC_END(bad_none)

.irp	reg, rbx, rbp, r12, r13, r14, r15
SYM_FUNC_START(bad_\reg)
	ADD_PATTERN
	inc	%\reg
	DONE
SYM_FUNC_END(bad_\reg)
.endr

SYM_FUNC_START(bad_rsp)
	ADD_PATTERN
	pop	%rax
	sub	$8, %rsp
	jmp	*%rax
SYM_FUNC_END(bad_rsp)

SYM_FUNC_START(bad_direction)
	ADD_PATTERN
	std
	DONE
SYM_FUNC_END(bad_direction)

SYM_FUNC_START(bad_mxcsr)
	ADD_PATTERN
	push	$0x9fc0
	ldmxcsr	(%rsp)
	pop	%rax
	DONE
SYM_FUNC_END(bad_mxcsr)

/* Takes the count from all of rcx. */
SYM_FUNC_START(bad_arg_half)
	vmovdqa	pattern(%rip), %xmm1
1:	vpxor	(%rdx), %xmm1, %xmm0
	vmovdqu	%xmm0, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
	dec	%rcx
	jnz	1b
	DONE
SYM_FUNC_END(bad_arg_half)

/* Leaves the start of the key schedule on the stack. */
SYM_FUNC_START(bad_residue)
	ADD_PATTERN
	push	(%rdi)
	pop	%rax
	DONE
SYM_FUNC_END(bad_residue)

/* Stores under the stack pointer, where an interrupt writes in the kernel. */
SYM_FUNC_START(bad_red_zone)
	ADD_PATTERN
	mov	%rsi, -8(%rsp)
	DONE
SYM_FUNC_END(bad_red_zone)

/* Branches on a bit of the key. */
SYM_FUNC_START(bad_branch)
	ADD_PATTERN
	testl	$1, (%rdi)
	jz	1f
	nop
1:	DONE
SYM_FUNC_END(bad_branch)

SYM_FUNC_START(bad_over_read)
	ADD_PATTERN
	movzbl	(%rdx), %eax
	DONE
SYM_FUNC_END(bad_over_read)

SYM_FUNC_START(bad_over_write)
	ADD_PATTERN
	movb	$0, (%rsi)
	DONE
SYM_FUNC_END(bad_over_write)

SYM_FUNC_START(bad_under_read)
	movzbl	-1(%rdx), %eax
	ADD_PATTERN
	DONE
SYM_FUNC_END(bad_under_read)

SYM_FUNC_START(bad_source)
	ADD_PATTERN
	incb	-1(%rdx)
	DONE
SYM_FUNC_END(bad_source)

/* Leaves the upper half of a register in use. */
SYM_FUNC_START(bad_vzeroupper)
	ADD_PATTERN
	vinsertf128 $1, %xmm1, %ymm1, %ymm1
	RET
SYM_FUNC_END(bad_vzeroupper)

/* Takes a register for zero that nobody has cleared. */
SYM_FUNC_START(bad_stale)
	vpxor	pattern(%rip), %xmm15, %xmm1
	mov	%ecx, %eax
1:	vpxor	(%rdx), %xmm1, %xmm0
	vmovdqu	%xmm0, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
	dec	%eax
	jnz	1b
	DONE
SYM_FUNC_END(bad_stale)
