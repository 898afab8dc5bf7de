/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The constants of the SM4 assembly for AES-NI, made visible. A row's file is
 * taken in with its functions under local names.
 */
#include <linux/linkage.h>
#undef SYM_FUNC_START
#define SYM_FUNC_START(name)	.type name, %function; name:
#include "sm4/x86/sm4-aesni-avx.S"

.macro	show name
	.globl	sm4_table_\name
	.set	sm4_table_\name, .Lsm4_\name
.endm
	show	p
	show	f_p
	show	inv_p
	show	n
	show	m
	show	f_n
	show	f_m
	show	a
	show	r
	show	0f
	show	zero
	show	swab32
	show	swab128
	show	add
	show	move_0
	show	move_2
	show	move_3
