/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Routines that break one rule each, to show that the checks of abi.c see it:
 *
 *	void bad_<rule>(const void *ks, u8 *dst, const u8 *src, unsigned int n,
 *			u8 *iv)
 *
 * Each makes dst = src ^ 0x5a, n blocks of 16 bytes.
 *
 *	x0 ks, x1 dst, x2 src, w3 n
 */
#include <linux/linkage.h>

.macro	bad_loop
9:	ldr	q0, [x2], #16
	eor	v0.16b, v0.16b, v1.16b
	str	q0, [x1], #16
	subs	w3, w3, #1
	b.ne	9b
.endm

/* What is before the loop, which counts w3; what is after it */
.macro	bad name, before=, after=
SYM_FUNC_START(bad_\name)
	movi	v1.16b, #0x5a
	\before
	bad_loop
	\after
	ret
SYM_FUNC_END(bad_\name)
.endm

	bad	none
	bad	x18, after="mov x18, #1"
	bad	x19, after="mov x19, #1"
	bad	x28, after="mov x28, #1"
	bad	x29, after="mov x29, #1"
	bad	d8, after="movi v8.16b, #1"
	bad	d15, after="movi v15.16b, #1"
	bad	fpcr, after="msr fpcr, x3; mov x4, #0x1000000; msr fpcr, x4"
	bad	residue, before="ldr q2, [x0]", after="str q2, [sp, #-64]"
	bad	over_read, after="ldr q2, [x2]"
	bad	over_write, after="str q1, [x1]"
	bad	under_read, before="ldr q2, [x2, #-16]"
	bad	source, after="strb w3, [x2, #-1]"

/* The whole of x3 counts. */
SYM_FUNC_START(bad_arg_half)
	movi	v1.16b, #0x5a
9:	ldr	q0, [x2], #16
	eor	v0.16b, v0.16b, v1.16b
	str	q0, [x1], #16
	subs	x3, x3, #1
	b.ne	9b
	ret
SYM_FUNC_END(bad_arg_half)

/* Relies on zeros in v3. */
SYM_FUNC_START(bad_stale)
	movi	v1.16b, #0x5a
	eor	v1.16b, v1.16b, v3.16b
	bad_loop
	ret
SYM_FUNC_END(bad_stale)
