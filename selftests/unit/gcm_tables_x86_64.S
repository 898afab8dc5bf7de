/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The constants of the GHASH and AES-GCM assembly, made visible. The row's file
 * is taken in with its functions under local names.
 */
#include <linux/linkage.h>
#undef SYM_FUNC_START
#define SYM_FUNC_START(name)	.type name, %function; name:
#include "gcm/x86/aes-vaes-avx512.S"

.macro	show name, label
	.globl	gcm_table_\name
	.set	gcm_table_\name, \label
.endm
	show	bytes, .Lwc_ghash_bytes
	show	c, .Lwc_ghash_c
	show	inv_x, .Lwc_ghash_inv_x
	show	bytes512, .Lwc_ghash512_bytes
	show	c512, .Lwc_ghash512_c
	show	reversed512, .Lwc_ghash512_reversed
	show	iota512, .Lwc_ghash512_iota
	show	xors512, .Lxors
	show	unit512, .Lunit
	show	upper_half512, .Lupper_half
	show	first_block512, .Lfirst_block
