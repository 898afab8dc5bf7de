/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GCM over SM4 with GFNI and AVX-512: what gcm-fused-avx512.S asks of a cipher,
 * in the forms of sm4/x86/sm4-gfni-avx512.S, which includes this. A batch is the
 * 128 blocks of the form in bytes.
 *
 * J0, by the number of blocks in the last piece:
 *
 *	1 .. 12		in words, the last vector of the 16 blocks that these are
 *	13 .. 28	in half words, the last vector of 32 blocks
 *	29 .. 32	in words beside half words
 *	33 .. 63	in half words, the last block of 64
 *	64		in words beside these, the last eight rounds beside the sums
 *	65 .. 127	in bytes, the last block of 128
 *	128		in words beside the sums of the first 64 blocks
 */
#ifndef WIDECRYPT_X86_SM4_GCM_AVX512_S
#define WIDECRYPT_X86_SM4_GCM_AVX512_S

#define GCM_BATCH	2048
#define G_CTR		FR_CTR
#define G_SUMS		(FR_CTR + 64)
#define G_FRAME		(FR_CTR + 256)

#include <widecrypt/x86/gcm-fused-avx512.S>

/* J0 into words and t */
.macro	sm4_j0_start z0, z1, z2, z3, t
	vmovdqa64 G_J0(%rsp), %xmm\z0
	sm4_basis .Lsm4_p, \z0
	vpshufd	$0x55, %zmm\z0, %zmm\z1
	vpshufd	$0xaa, %zmm\z0, %zmm\z2
	vpshufd	$0xff, %zmm\z0, %zmm\z3
	vpshufd	$0x00, %zmm\z0, %zmm\z0
	vmovdqa64 %zmm\z3, %zmm\t
	vpternlogd $0x96, SM4_WORD_K0(%rdi){1to16}, %zmm\z2, %zmm\t
	vpxord	%zmm\z1, %zmm\t, %zmm\t
	mov	$-128, %r10
.endm

/*
 * What sm4_words_round does, with 11 instructions instead of 16, but with more
 * latency, of which other forms leave enough: round n modulo 4, z[n], z[n+1], t;
 * the others are scratch. %r10 counts the words.
 */
.macro	sm4_j0_round n, z0, z1, t, p, r, a, b, s
	.set	SM4_WORD_AT, %r10
	.set	SM4_FEW_REGISTERS, 1
	sm4_r	\r, \t
	sm4_b	\b, \t
	sm4_a	\a, \t
	sm4_word_kk \p, \n, \z1, \t
	sm4_turn \s, \r, 1
	sm4_turn \b, \b, 3
	sm4_turn \r, \r, 2
	sm4_xor3 \z0, \s, \a
	sm4_xor3 \z0, \b, \r
	vpxord	%zmm\p, %zmm\z0, %zmm\t
	.set	SM4_WORD_AT, %rax
	.set	SM4_FEW_REGISTERS, 0
.endm

/* And to EJ0 */
.macro	sm4_j0_end z0, z1, z2, z3
	vpunpckldq %zmm\z2, %zmm\z3, %zmm\z3
	vpunpckldq %zmm\z0, %zmm\z1, %zmm\z1
	vpunpcklqdq %zmm\z1, %zmm\z3, %zmm31
	sm4_basis .Lsm4_inv_p, 31
.endm

/* Up to 12 blocks in words, and J0 in the fourth vector */
.macro	sm4_gcm_12
	gcm_counters 0, 1, 2
	vmovdqa64 J0, %xmm3
	call	sm4_gfni_avx512_16
	vmovdqa64 %xmm3, EJ0
.endm

/* Up to 28 in half words, and J0 in the eighth */
.macro	sm4_gcm_28
	gcm_counters 0, 1, 2, 3, 4, 5, 6
	vmovdqa64 J0, %xmm7
	call	sm4_gfni_avx512_32_in
	call	sm4_gfni_avx512_32_rounds
	call	sm4_gfni_avx512_32_out
	vmovdqa64 %xmm7, EJ0
.endm

/*
 * %zmm31 = the counters of the vector \at blocks on, in the CPU's byte order,
 * %zmm16 = the first of them in all lanes; jumps if 16 bits wrap in \n blocks.
 */
.macro	sm4_gcm_first at, n, wrap
	vmovdqa64 G_CTR(%rsp), %zmm31
	mov	G_CTR + 12(%rsp), %eax
.if \at
	vbroadcasti32x4 .Lblocks + 4 * \at(%rip), %zmm29
	vpaddd	%zmm29, %zmm31, %zmm31
	add	$\at, %eax
.endif
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
	movzwl	%ax, %eax
	cmp	$0x10000 - \n, %eax
	ja	\wrap
	vshufi32x4 $0, %zmm31, %zmm31, %zmm16
	vpshufb	%zmm30, %zmm16, %zmm16
	sm4_ctr_spread
.endm

/*
 * Makes the last block J0, which has the nonce in common with the counters:
 * bytes 0 to 3 of word 3 are in \b0 to \b3, 0 and 1 in place \low, 2 and 3 in
 * place \high. Clobbers %zmm24 - 28, %k5, %rax.
 */
.macro	sm4_j0_insert b0, b1, b2, b3, low, high
	vmovdqa64 G_J0(%rsp), %xmm28
	sm4_basis .Lsm4_p, 28
	mov	$1 << \low, %rax
	kmovq	%rax, %k5
	vpsrldq	$12, %xmm28, %xmm24
	vpsrldq	$13, %xmm28, %xmm25
	vpsrldq	$14, %xmm28, %xmm26
	vpsrldq	$15, %xmm28, %xmm27
	vpbroadcastb %xmm24, %zmm\b0{%k5}
	vpbroadcastb %xmm25, %zmm\b1{%k5}
.if \high != \low
	mov	$1 << \high, %rax
	kmovq	%rax, %k5
.endif
	vpbroadcastb %xmm26, %zmm\b2{%k5}
	vpbroadcastb %xmm27, %zmm\b3{%k5}
.endm

/* Half words, 32 blocks: %zmm8 - 15, J0 in %zmm16 - 20 */
.macro	sm4_gcm_32
	sm4_gcm_first 0, 32, .Lsm4_gcm_32_blocks
	vmovdqa64 .Lorder_halves(%rip), %zmm18
	sm4_ctr_halves 8, 9, 10, 11, 12, 13, 14, 15, 18
	jmp	.Lsm4_gcm_32_halves
.Lsm4_gcm_32_blocks:
	sm4_counters 8
	call	sm4_gfni_avx512_32_in
.Lsm4_gcm_32_halves:
	sm4_halves_start 10, 11, 12, 13, 14, 15, 0, 1
	sm4_j0_start 16, 17, 18, 19, 20
	sm4_matrices
	mov	$-512, %rax
.Lsm4_gcm_32:
	sm4_halves_round 8, 9, 10, 11, 0, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_j0_round 0, 16, 17, 20, 21, 22, 23, 25, 26
	sm4_halves_round 10, 11, 12, 13, 1, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_j0_round 1, 17, 18, 20, 21, 22, 23, 25, 26
	sm4_halves_round 12, 13, 14, 15, 2, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_j0_round 2, 18, 19, 20, 21, 22, 23, 25, 26
	sm4_halves_round 14, 15, 8, 9, 3, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_j0_round 3, 19, 16, 20, 21, 22, 23, 25, 26
	add	$16, %r10
	add	$64, %rax
	jnz	.Lsm4_gcm_32
	sm4_j0_end 16, 17, 18, 19
	call	sm4_gfni_avx512_32_out
.endm

/*
 * 64 blocks: %zmm16 - 23 and 0 - 7, t in %zmm8 - 11. J0 beside, in %zmm24, 26, 27,
 * 29, its t in %zmm30, leaves no room for matrices. Scratch registers are the
 * same for all three.
 */
.macro	sm4_gcm_round_64 u0, v0, u1, v1, x0, y0, x1, y1, n, z0, z1
	.set	SM4_FEW_REGISTERS, 1
	sm4_halves_round \u0, \v0, \u1, \v1, \n, 8, 9, 12, 13, 14, 15, 14, 25, 28
.ifnb \z0
	sm4_j0_round \n, \z0, \z1, 30, 12, 13, 14, 15, 25
.endif
	.set	SM4_FEW_REGISTERS, 1
	sm4_halves_round \x0, \y0, \x1, \y1, \n, 10, 11, 12, 13, 14, 15, 14, 25, 28
.endm

.macro	sm4_gcm_64
	sm4_gcm_first 0, 64, .Lsm4_gcm_64_blocks
	vmovdqa64 .Lorder_halves(%rip), %zmm24
	vporq	.Lplus_32(%rip){1to8}, %zmm24, %zmm25
	sm4_ctr_halves 0, 1, 2, 3, 4, 5, 6, 7, 25
	sm4_ctr_halves 8, 9, 10, 11, 12, 13, 14, 15, 24
	vmovdqa64 %zmm8, %zmm16
	vmovdqa64 %zmm9, %zmm17
	vmovdqa64 %zmm10, %zmm18
	vmovdqa64 %zmm11, %zmm19
	vmovdqa64 %zmm12, %zmm20
	vmovdqa64 %zmm13, %zmm21
	vmovdqa64 %zmm14, %zmm22
	vmovdqa64 %zmm15, %zmm23
	jmp	.Lsm4_gcm_64_halves
.Lsm4_gcm_64_blocks:
	sm4_counters 16
	call	sm4_gfni_avx512_64_in
.Lsm4_gcm_64_halves:
	cmp	$1008, LEN
	ja	.Lsm4_gcm_j0_beside
	/* bytes 0 and 2 of word 3 are in %zmm6, 1 and 3 in %zmm7 */
	sm4_j0_insert 6, 7, 6, 7, 59, 63
	call	sm4_gfni_avx512_64_rounds
	call	sm4_gfni_avx512_64_out
	vextracti32x4 $3, %zmm15, EJ0
	jmp	.Lsm4_gcm_out_64
.Lsm4_gcm_j0_beside:
	sm4_halves_start 18, 19, 20, 21, 22, 23, 8, 9
	sm4_halves_start 2, 3, 4, 5, 6, 7, 10, 11
	sm4_j0_start 24, 26, 27, 29, 30
	.set	SM4_FEW_REGISTERS, 1
	mov	$-512, %rax
.Lsm4_gcm_64:
	sm4_gcm_round_64 16, 17, 18, 19, 0, 1, 2, 3, 0, 24, 26
	sm4_gcm_round_64 18, 19, 20, 21, 2, 3, 4, 5, 1, 26, 27
	sm4_gcm_round_64 20, 21, 22, 23, 4, 5, 6, 7, 2, 27, 29
	sm4_gcm_round_64 22, 23, 16, 17, 6, 7, 0, 1, 3, 29, 24
	add	$16, %r10
	add	$64, %rax
	cmp	$-2 * 64, %rax
	jne	.Lsm4_gcm_64
.Lsm4_gcm_64_alone:
	sm4_gcm_round_64 16, 17, 18, 19, 0, 1, 2, 3, 0
	sm4_gcm_round_64 18, 19, 20, 21, 2, 3, 4, 5, 1
	sm4_gcm_round_64 20, 21, 22, 23, 4, 5, 6, 7, 2
	sm4_gcm_round_64 22, 23, 16, 17, 6, 7, 0, 1, 3
	add	$64, %rax
	jnz	.Lsm4_gcm_64_alone
	.set	SM4_FEW_REGISTERS, 0
	call	sm4_gfni_avx512_64_out
.endm

/*
 * Four rounds of J0 beside sums, where its latency counts: with sm4_words_round,
 * t1 in %zmm31. The text in %zmm14 and %zmm15 has been summed up.
 */
.macro	sm4_j0_four_rounds
	.set	SM4_WORD_AT, %r10
	.set	SM4_FEW_REGISTERS, 1
	sm4_words_round 24, 26, 0, 30, 31, 14, 15, 16, 17, 21, 22, 23
	sm4_words_round 26, 27, 1, 14, 15, 30, 31, 16, 17, 21, 22, 23
	sm4_words_round 27, 29, 2, 30, 31, 14, 15, 16, 17, 21, 22, 23
	sm4_words_round 29, 24, 3, 14, 15, 30, 31, 16, 17, 21, 22, 23
	.set	SM4_WORD_AT, %rax
	.set	SM4_FEW_REGISTERS, 0
	add	$16, %r10
.endm

.macro	gcm_cipher_j0 n
.if \n == 2
	vprord	$8, %zmm30, %zmm31
	sm4_j0_four_rounds
.elseif \n == 1
	sm4_j0_four_rounds
	sm4_j0_end 24, 26, 27, 29
.endif
.endm

/* Bytes: the 64 counters \at on */
.macro	sm4_gcm_bytes_in at
	sm4_gcm_first \at, 64, .Lsm4_gcm_wrap\@
	sm4_ctr_bytes_spread
	jmp	.Lsm4_gcm_bytes\@
.Lsm4_gcm_wrap\@:
	sm4_counters 16
	call	sm4_gfni_avx512_slice
.Lsm4_gcm_bytes\@:
.endm

/*
 * Adds the products of a pair of vectors of the text to hash. For that, the
 * halves' scratch registers are free between two rounds, but none for the sums.
 */
.macro	sm4_gcm_text_pair at
	vmovdqu64 \at(GCM_TEXT), %zmm24
	vmovdqu64 \at + 64(GCM_TEXT), %zmm25
	vpshufb	.Lwc_ghash512_bytes(%rip), %zmm24, %zmm24
	vpshufb	.Lwc_ghash512_bytes(%rip), %zmm25, %zmm25
	vpclmulqdq $0x00, wc_ghash_sum + 1024 + \at(%r11), %zmm24, %zmm26
	vpclmulqdq $0x00, wc_ghash_sum + 1024 + \at + 64(%r11), %zmm25, %zmm27
	vpternlogd $0x96, G_SUMS(%rsp), %zmm27, %zmm26
	vmovdqa64 %zmm26, G_SUMS(%rsp)
	vpclmulqdq $0x11, wc_ghash_sum + 1024 + \at(%r11), %zmm24, %zmm26
	vpclmulqdq $0x11, wc_ghash_sum + 1024 + \at + 64(%r11), %zmm25, %zmm27
	vpternlogd $0x96, G_SUMS + 64(%rsp), %zmm27, %zmm26
	vmovdqa64 %zmm26, G_SUMS + 64(%rsp)
	vpunpcklqdq %zmm25, %zmm24, %zmm26
	vpunpckhqdq %zmm25, %zmm24, %zmm27
	vpxord	%zmm27, %zmm26, %zmm26
	vpclmulqdq $0x00, wc_ghash_kar + wc_ghash_sum + 1024 + \at(%r11), \
		%zmm26, %zmm27
	vpclmulqdq $0x01, wc_ghash_kar + wc_ghash_sum + 1024 + \at + 64(%r11), \
		%zmm26, %zmm28
	vpternlogd $0x96, G_SUMS + 128(%rsp), %zmm28, %zmm27
	vmovdqa64 %zmm27, G_SUMS + 128(%rsp)
.endm

/*
 * The rounds of 128 blocks in bytes, see sm4_gfni_avx512_rounds_128, with the
 * 2048 bytes at GCM_TEXT hashed beside, in two sums that begin with the product
 * of G_ACC
 */
.macro	sm4_gcm_rounds_beside
	mov	$-512, %rax
	vpbroadcastq .Lsm4_r(%rip), %zmm30
	vpbroadcastq .Lsm4_a(%rip), %zmm31
	sm4_bytes_start 0, 0, 16, 20, 4, 8, 12
	sm4_bytes_start 1, 2, 17, 21, 5, 9, 13
	sm4_bytes_start 2, 1, 18, 22, 6, 10, 14
	sm4_bytes_start 3, 3, 19, 23, 7, 11, 15
.Lsm4_gcm_sum:
	lea	-1024(GCM_H), %r11
	gcm_begin_64 %xmm25, %xmm26, %xmm27, %xmm24, %xmm28
	vmovdqa64 %zmm25, G_SUMS(%rsp)
	vmovdqa64 %zmm26, G_SUMS + 64(%rsp)
	vmovdqa64 %zmm27, G_SUMS + 128(%rsp)
.Lsm4_gcm_beside:
	sm4_bytes_reg 0, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_bytes_mem 0, 0, 2, 3
	sm4_bytes_reg 1, 4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2, 3
	sm4_bytes_mem 1, 1, 3, 0
	sm4_gcm_text_pair 0
	sm4_bytes_reg 2, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_bytes_mem 2, 2, 0, 1
	sm4_bytes_reg 3, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11
	sm4_bytes_mem 3, 3, 1, 2
	sm4_gcm_text_pair 128
	add	$256, GCM_TEXT
	add	$256, %r11
	add	$64, %rax
	cmp	GCM_H, %r11
	jne	.Lsm4_gcm_beside
	vmovdqa64 G_SUMS(%rsp), %zmm24
	vmovdqa64 G_SUMS + 64(%rsp), %zmm25
	vmovdqa64 G_SUMS + 128(%rsp), %zmm26
	vpxord	%xmm28, %xmm28, %xmm28
	wc_ghash512_reduce %zmm24, %xmm24, %zmm25, %xmm25, %zmm26, %xmm26, \
		%zmm27, %xmm27, %xmm28
	vmovdqa64 %xmm28, G_ACC(%rsp)
	test	%rax, %rax
	jnz	.Lsm4_gcm_sum
.endm

/* 128 counters through the rounds: the first half is left in %zmm0 - 15 */
.macro	gcm_cipher_rounds
	sm4_gcm_bytes_in 64
	cmp	$2032, LEN
	ja	.Lsm4_gcm_128
	sm4_j0_insert 12, 13, 14, 15, 63, 63
.Lsm4_gcm_128:
	sm4_state st
	sm4_gcm_bytes_in 0
	lea	FR_STATE(%rsp), %r10
	test	GCM_TEXT, GCM_TEXT
	jz	.Lsm4_gcm_alone
	sm4_gcm_rounds_beside
	jmp	.Lsm4_gcm_done
.Lsm4_gcm_alone:
	call	sm4_gfni_avx512_rounds_128
.Lsm4_gcm_done:
.endm

.macro	gcm_cipher_add
	call	sm4_gfni_avx512_unslice
	sm4_gcm_add 0
	sm4_state ld
	call	sm4_gfni_avx512_unslice
	sm4_gcm_add 1024
	vmovdqa64 G_CTR(%rsp), %zmm0
	vbroadcasti32x4 .Lgcm_plus_128(%rip), %zmm1
	vpaddd	%zmm1, %zmm0, %zmm0
	vmovdqa64 %zmm0, G_CTR(%rsp)
.endm

.macro	sm4_gcm_add at
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vpxord	\at + 64 * \c(SRC), %zmm\c, %zmm\c
	vmovdqu64 %zmm\c, \at + 64 * \c(DST)
	.endr
.endm

	.section .rodata
	.balign	16
.Lgcm_plus_128:
	.long	0, 0, 0, 128
	.text

/*
 * Hashes the registers as 64 blocks, to be continued, and beside that encrypts
 * J0, whose rounds take longer, unless it is done already or not wanted.
 */
.macro	sm4_gcm_sum_64
	vmovdqa64 G_ACC(%rsp), ACC_X
	vpxord	ACC, %zmm0, %zmm0
	lea	-16 * WC_GHASH_SUM(GCM_H), %rax
	vpxord	S_LO, S_LO, S_LO
	vpxord	S_HI, S_HI, S_HI
	vpxord	S_MID, S_MID, S_MID
	cmp	$2032, LEN
	jbe	.Lsm4_gcm_no_j0
	cmpl	$0, G_LENGTHS(%rsp)
	jne	.Lsm4_gcm_j0
.Lsm4_gcm_no_j0:
	gcm_pair 14, 15
	gcm_pair 12, 13
	gcm_pair 10, 11
	gcm_pair 8, 9
	gcm_pair 6, 7
	gcm_pair 4, 5
	gcm_pair 2, 3
	gcm_pair 0, 1
	jmp	.Lsm4_gcm_sums
.Lsm4_gcm_j0:
	sm4_j0_start 24, 26, 27, 29, 30
	vprord	$8, %zmm30, %zmm31
	sm4_j0_and_pair 14, 15
	sm4_j0_and_pair 12, 13
	sm4_j0_and_pair 10, 11
	sm4_j0_and_pair 8, 9
	sm4_j0_and_pair 6, 7
	sm4_j0_and_pair 4, 5
	sm4_j0_and_pair 2, 3
	sm4_j0_and_pair 0, 1
	sm4_j0_end 24, 26, 27, 29
.Lsm4_gcm_sums:
	vpxord	ACC_X, ACC_X, ACC_X
	wc_ghash512_reduce S_LO, S_LO_X, S_HI, S_HI_X, S_MID, S_MID_X, HT0, \
		HT0_X, ACC_X
	vmovdqa64 ACC_X, G_ACC(%rsp)
.endm

.macro	sm4_j0_and_pair x, y
	gcm_pair \x, \y
	sm4_j0_four_rounds
.endm

/*
 * The last 65 to 128 blocks. Between the halves no vector register is left for
 * E(J0); it is not for memory.
 */
.macro	gcm_cipher_end
	call	sm4_gfni_avx512_unslice
	gcm_out	0, 16, 0
	sm4_gcm_sum_64
	add	$1024, SRC
	add	$1024, DST
	sub	$1024, LEN
	vmovq	EJ0, %r8
	vpextrq	$1, EJ0, %r11
	sm4_state ld
	call	sm4_gfni_avx512_unslice
	gcm_cipher_wipe 16
	vextracti32x4 $3, %zmm15, EJ0
	cmp	$1008, LEN
	jbe	.Lsm4_gcm_ej0
	vmovq	%r8, EJ0
	vpinsrq	$1, %r11, EJ0, EJ0
.Lsm4_gcm_ej0:
	cmp	$64, LEN
	jbe	.Lgcm_out_4
	cmp	$256, LEN
	jbe	.Lgcm_out_16
	cmp	$512, LEN
	jbe	.Lgcm_out_32
.Lsm4_gcm_out_64:
	gcm_out_above_32 0
	jmp	.Lgcm_pairs8
.endm

/* State and sums; clobbers %zmm\z */
.macro	gcm_cipher_wipe z=0
	vpxord	%zmm\z, %zmm\z, %zmm\z
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovdqa64 %zmm\z, FR_STATE + 64 * \i(%rsp)
	.endr
	vmovdqa64 %zmm\z, G_SUMS(%rsp)
	vmovdqa64 %zmm\z, G_SUMS + 64(%rsp)
	vmovdqa64 %zmm\z, G_SUMS + 128(%rsp)
.endm

.macro	gcm_cipher_last
	cmp	$192, LEN
	ja	.Lsm4_gcm_above12
	sm4_gcm_12
	cmp	$64, LEN
	ja	.Lgcm_out_16
	gcm_out_4 0
	gcm_out_16 0
.Lsm4_gcm_above12:
	cmp	$448, LEN
	ja	.Lsm4_gcm_above28
	sm4_gcm_28
	cmp	$256, LEN
	jbe	.Lgcm_out_16
	gcm_out_32 0
.Lsm4_gcm_above28:
	cmp	$512, LEN
	ja	.Lsm4_gcm_above32
	sm4_gcm_32
	jmp	.Lgcm_out_32
.Lsm4_gcm_above32:
	sm4_gcm_64
	gcm_out_64 0
.endm

#endif /* WIDECRYPT_X86_SM4_GCM_AVX512_S */
