/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016) for arm64 with FEAT_SM4.
 *
 * SM4E does four rounds on a block. The state is a vector of four words, X0 in
 * word 0, and so are four round keys; the result is X4 to X7 in the same places.
 * A block's words are big-endian in memory: loaded as bytes, they are reversed
 * one by one. The round keys are words of the CPU, an array of u32, and are
 * loaded as words. The output is X35, X34, X33, X32: after the last SM4E, X32 is
 * in word 0, so all 16 bytes leave in reverse order.
 *
 *	v0-v15	blocks		v24-v31	round keys
 *
 * SM4E has a latency of four cycles and starts once per cycle in one of Neoverse
 * V1's four pipes: four blocks side by side keep it busy. They go by eights, so
 * that one half of a batch covers what the other has to do before and after. REV
 * and EXT run in any pipe, TBL would take turns with SM4E.
 *
 * <widecrypt/arm64/modes.S> has the routines and their contract.
 */
#include <widecrypt/arm64/modes.S>

	.arch	armv8.2-a+sm4

.macro	sm4_ce_in i
	rev32	v\i\().16b, v\i\().16b
.endm

.macro	sm4_ce_rounds i, k
	sm4e	v\i\().4s, v\k\().4s
.endm

.macro	sm4_ce_out i
	rev64	v\i\().16b, v\i\().16b
	ext	v\i\().16b, v\i\().16b, v\i\().16b, #8
.endm

.macro	sm4_ce_blocks first, n
	wc_each	sm4_ce_in, \first, \n
	.irp	k, 24, 25, 26, 27, 28, 29, 30, 31
	wc_each	sm4_ce_rounds, \first, \n, \k
	.endr
	wc_each	sm4_ce_out, \first, \n
.endm

/* sm4_ce_crypt_<n>: local function, v0 to v(n-1) to themselves */
.macro	sm4_ce_crypt n
SYM_FUNC_START_LOCAL(sm4_ce_crypt_\n)
	add	x5, KS, #64
	ld1	{v24.4s-v27.4s}, [KS]
	ld1	{v28.4s-v31.4s}, [x5]
	.if	\n < 8
	sm4_ce_blocks 0, \n
	.else
	sm4_ce_blocks 0, 8
	.endif
	.if	\n > 8
	sm4_ce_blocks 8, 8
	.endif
	ret
SYM_FUNC_END(sm4_ce_crypt_\n)
.endm

	sm4_ce_crypt 16
	sm4_ce_crypt 8
	sm4_ce_crypt 4
	sm4_ce_crypt 1

	wc_modes sm4_ce
