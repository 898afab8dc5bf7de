/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH (SP 800-38D, 6.4) with VPCLMULQDQ and AVX-512: four blocks a register.
 * The mathematics is that of ghash-pclmul.S.
 *
 * The macros give their instructions by number, so that they can be merged with
 * others (gcm-merge.S).
 */
#ifndef WIDECRYPT_X86_GHASH_VPCLMUL_AVX512_H
#define WIDECRYPT_X86_GHASH_VPCLMUL_AVX512_H

#include <widecrypt/ghash.h>

	.section .rodata
	.balign	64
.Lwc_ghash512_bytes:			/* reverses the bytes of each block */
	.rept	4
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
	.endr
.Lwc_ghash512_c:			/* c, see ghash-pclmul.S */
	.rept	8
	.quad	0xc200000000000000
	.endr
.Lwc_ghash512_reversed:			/* the numbers of 128 bytes so placed */
	.irp	i, 0, 16, 32, 48, 64, 80, 96, 112
	.byte	15+\i, 14+\i, 13+\i, 12+\i, 11+\i, 10+\i, 9+\i, 8+\i
	.byte	7+\i, 6+\i, 5+\i, 4+\i, 3+\i, 2+\i, 1+\i, \i
	.endr
.Lwc_ghash512_iota:			/* the numbers of 256 bytes */
	.set	wc_i, 0
	.rept	256
	.byte	wc_i
	.set	wc_i, wc_i + 1
	.endr
	.text

/* Offsets in the key, and the ends of the tables: H^k is 16 k bytes before. */
.set	wc_ghash_kar, WC_OFF_GHASH_KAR - WC_OFF_GHASH_POW
.set	wc_ghash_end, WC_OFF_GHASH_POW + 16 * WC_GHASH_POWERS
.set	wc_ghash_sum, wc_ghash_end - 16 * WC_GHASH_SUM

/*
 * Instruction \n of 12 that multiply the blocks \x and \y with the eight powers
 * at \off(\base) and add the products to \lo, \hi and \mid; with \init they set
 * them. \mid has the sums by sums, of both halves of two blocks side by side.
 * The powers for \x and their halves' sums are \pow and \kar, if given.
 */
.macro	wc_ghash512_pair_insn n, x, y, base, off, lo, hi, mid, t0, t1, t2, \
		init=0, pow, kar
.if \n == 0
	wc_ghash512_clmul 0x00, \off, \base, \pow, \x, \t0
.elseif \n == 1
	vpclmulqdq $0x00, \off+64(\base), \y, \t1
.elseif \n == 2
	wc_ghash512_add \t0, \t1, \lo, \init
.elseif \n == 3
	wc_ghash512_clmul 0x11, \off, \base, \pow, \x, \t0
.elseif \n == 4
	vpclmulqdq $0x11, \off+64(\base), \y, \t1
.elseif \n == 5
	wc_ghash512_add \t0, \t1, \hi, \init
.elseif \n == 6
	vpunpcklqdq \y, \x, \t0
.elseif \n == 7
	vpunpckhqdq \y, \x, \t1
.elseif \n == 8
	vpxord	\t0, \t1, \t0
.elseif \n == 9
	wc_ghash512_clmul 0x00, wc_ghash_kar+\off, \base, \kar, \t0, \t1
.elseif \n == 10
	vpclmulqdq $0x01, wc_ghash_kar+\off+64(\base), \t0, \t2
.else
	wc_ghash512_add \t1, \t2, \mid, \init
.endif
.endm

.macro	wc_ghash512_clmul halves, off, base, pow, x, out
.ifb \pow
	vpclmulqdq $\halves, \off(\base), \x, \out
.else
	vpclmulqdq $\halves, \pow, \x, \out
.endif
.endm

.macro	wc_ghash512_add a, b, sum, init
.if \init
	vpxord	\a, \b, \sum
.else
	vpternlogd $0x96, \a, \b, \sum
.endif
.endm

.macro	wc_ghash512_pair x, y, base, off, lo, hi, mid, t0, t1, t2, pow, kar
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	wc_ghash512_pair_insn \n, \x, \y, \base, \off, \lo, \hi, \mid, \t0, \
		\t1, \t2, 0, \pow, \kar
	.endr
.endm

/* The same for four blocks, \x, and all at once */
.macro	wc_ghash512_one x, base, off, lo, hi, mid, t0, t1, pow, kar
	wc_ghash512_clmul 0x00, \off, \base, \pow, \x, \t0
	vpxord	\t0, \lo, \lo
	wc_ghash512_clmul 0x11, \off, \base, \pow, \x, \t0
	vpxord	\t0, \hi, \hi
	vpshufd	$0x4e, \x, \t1
	vpxord	\x, \t1, \t1
	wc_ghash512_clmul 0x00, wc_ghash_kar+\off, \base, \kar, \t1, \t1
	vpxord	\t1, \mid, \mid
.endm

/*
 * Instruction \n of 12 that reduce the sums and add up the four blocks, and
 * what \acc_x has: \acc_x, the lower quarter of a register whose rest becomes
 * zero. \hi_x and \mid_x, .. are the lower quarters of \hi and \mid, .. All
 * but \acc_x are clobbered.
 */
.macro	wc_ghash512_reduce_insn n, lo, lo_x, hi, hi_x, mid, mid_x, t0, t0_x, \
		acc_x
.if \n == 0
	vpclmulqdq $0x00, .Lwc_ghash512_c(%rip), \lo, \t0
.elseif \n == 1
	vpternlogd $0x96, \lo, \hi, \mid
.elseif \n == 2
	vpshufd	$0x4e, \lo, \lo
.elseif \n == 3
	vpternlogd $0x96, \t0, \lo, \mid
.elseif \n == 4
	vpclmulqdq $0x00, .Lwc_ghash512_c(%rip), \mid, \t0
.elseif \n == 5
	vpshufd	$0x4e, \mid, \mid
.elseif \n == 6
	vpternlogd $0x96, \t0, \mid, \hi
.elseif \n == 7
	vextracti32x4 $1, \hi, \t0_x
.elseif \n == 8
	vextracti32x4 $2, \hi, \lo_x
.elseif \n == 9
	vextracti32x4 $3, \hi, \mid_x
.elseif \n == 10
	vpternlogd $0x96, \hi_x, \t0_x, \acc_x
.else
	vpternlogd $0x96, \lo_x, \mid_x, \acc_x
.endif
.endm

.macro	wc_ghash512_reduce lo, lo_x, hi, hi_x, mid, mid_x, t0, t0_x, acc_x
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	wc_ghash512_reduce_insn \n, \lo, \lo_x, \hi, \hi_x, \mid, \mid_x, \t0, \
		\t0_x, \acc_x
	.endr
.endm

/*
 * Continues GHASH over \n bytes at \data, at least 1, the last block padded
 * with zeros; up to 64 blocks a reduction.
 *
 *	\h	the key		\n, \n32  a 64-bit register and its lower half
 *	\acc, \acc_x		the sum, the register's upper three quarters 0
 *	\a, \a32, \p		scratch		%k2, %k3  masks
 *	\bytes			.Lwc_ghash512_bytes
 *	\x, \y, \lo, \hi, \mid, \t0, \t1, \t2	scratch
 */
.macro	wc_ghash512 h, data, n, n32, acc, acc_x, a, a32, p, bytes, x, y, lo, \
		lo_x, hi, hi_x, mid, mid_x, t0, t0_x, t1, t2
.Lchunk\@:
	mov	$(16 * WC_GHASH_SUM), \a32
	cmp	\a, \n
	cmovb	\n32, \a32
	sub	\a, \n
	lea	15(\a), \p
	and	$-16, \p
	neg	\p
	add	\h, \p
	vpxord	\lo, \lo, \lo
	vpxord	\hi, \hi, \hi
	vpxord	\mid, \mid, \mid
	sub	$128, \a32
	jb	.Lrest\@
.Lpair\@:
	vmovdqu64 (\data), \x
	vmovdqu64 64(\data), \y
	vpshufb	\bytes, \x, \x
	vpshufb	\bytes, \y, \y
	vpxord	\acc, \x, \x
	vpxord	\acc, \acc, \acc
	wc_ghash512_pair \x, \y, \p, wc_ghash_end, \lo, \hi, \mid, \t0, \t1, \t2
	add	$128, \p
	add	$128, \data
	sub	$128, \a32
	jae	.Lpair\@
.Lrest\@:
	add	$128, \a32
	jz	.Lreduce\@
	vpbroadcastb \a32, \x
	vpcmpub	$6, .Lwc_ghash512_iota(%rip), \x, %k2
	vpcmpub	$6, .Lwc_ghash512_iota+64(%rip), \x, %k3
	vmovdqu8 (\data), \x{%k2}{z}
	vmovdqu8 64(\data), \y{%k3}{z}
	vpshufb	\bytes, \x, \x
	vpshufb	\bytes, \y, \y
	vpxord	\acc, \x, \x
	vpxord	\acc, \acc, \acc
	wc_ghash512_pair \x, \y, \p, wc_ghash_end, \lo, \hi, \mid, \t0, \t1, \t2
.Lreduce\@:
	wc_ghash512_reduce \lo, \lo_x, \hi, \hi_x, \mid, \mid_x, \t0, \
		\t0_x, \acc_x
	test	\n32, \n32
	jnz	.Lchunk\@
.endm

/*
 * void name(const struct wc_ghash_key *h, u8 *acc, const u8 *data,
 *	     unsigned int n);	(wc_ghash_fn in gcm.h)
 */
.macro	wc_ghash512_body
	mov	%ecx, %ecx
	test	%ecx, %ecx
	jz	.Lend\@
	vmovdqa64 .Lwc_ghash512_bytes(%rip), %zmm16
	vmovdqu	(%rsi), %xmm0
	vpshufb	.Lwc_ghash512_bytes(%rip), %xmm0, %xmm0
	wc_ghash512 %rdi, %rdx, %rcx, %ecx, %zmm0, %xmm0, %rax, %eax, %r8, \
		%zmm16, %zmm1, %zmm2, %zmm3, %xmm3, %zmm4, %xmm4, %zmm5, \
		%xmm5, %zmm6, %xmm6, %zmm7, %zmm17
	vpshufb	.Lwc_ghash512_bytes(%rip), %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	vzeroupper
.Lend\@:
	RET
.endm

#define WC_DEFINE_GHASH_VPCLMUL_AVX512(name)				\
SYM_FUNC_START(name)							;\
	wc_ghash512_body						;\
SYM_FUNC_END(name)

#endif /* WIDECRYPT_X86_GHASH_VPCLMUL_AVX512_H */
