/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel's own crypto code for arm64 uses of <asm/assembler.h> */
#define CPU_LE(code...)	code
#define CPU_BE(code...)

	.macro	adr_l, to, symbol
	adrp	\to, \symbol
	add	\to, \to, :lo12:\symbol
	.endm

	.macro	mov_q, to, value
	ldr	\to, =\value
	.endm

	.macro	frame_push, count
	stp	x29, x30, [sp, #-32]!
	mov	x29, sp
	str	x19, [sp, #16]
	.endm

	.macro	frame_pop
	ldr	x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	.endm
