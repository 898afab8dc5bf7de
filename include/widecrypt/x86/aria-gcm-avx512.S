/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GCM over ARIA with GFNI and AVX-512: what gcm-fused-avx512.S asks of a cipher,
 * in the forms of aria-avx512.S. A batch is the 64 blocks of the byte-sliced
 * form.
 *
 * J0 goes along as a row (aria-tables.S), whose rounds are no deeper than those of
 * rows and of quadwords, which leave room for its 15 instructions. Matrices are
 * memory operands there: that leaves %zmm22 to %zmm31. The byte-sliced form has
 * no room; J0 goes beside what comes after it.
 */
#ifndef WIDECRYPT_X86_ARIA_GCM_AVX512_S
#define WIDECRYPT_X86_ARIA_GCM_AVX512_S

#define GCM_BATCH	1024
#define G_CTR		0
#define ARIA_BLOCK	64	/* 16: the first counter block */
#define G_FRAME		128

#include <widecrypt/x86/aria-avx512.S>
#include <widecrypt/x86/gcm-fused-avx512.S>

.set	ROW,	%r10		/* key of J0 where KEY is another form's */

/*
 * J0 as a row: xmm\s, whose S-boxes leave S1 and S2 there and X1 and X2 in \x;
 * \a, \b, \c are scratch. As aria_row_sbox and aria_row_diffuse.
 */
.macro	aria_j0_start s
	vpshufb	aria_row_order(%rip), J0, %xmm\s
	vpxord	ARIA_ROW(KS), %xmm\s, %xmm\s
	lea	ARIA_ROW(KS), ROW
.endm

.macro	aria_j0_sbox s, x
	vgf2p8affineqb $0, aria_row_pre(%rip), %xmm\s, %xmm\x
	vgf2p8affineinvqb $0, aria_row_post(%rip), %xmm\s, %xmm\s
	vgf2p8affineinvqb $0, aria_row_id(%rip), %xmm\x, %xmm\x
.endm

.macro	aria_j0_diffuse key, base, odd, s, x, a, b, c
.if \odd
	aria_j0_sum \key, \base, aria_row_high, aria_row_low, \s, \x, \a, \b, \c
.else
	aria_j0_sum \key, \base, aria_row_low, aria_row_high, \s, \x, \a, \b, \c
.endif
.endm

.macro	aria_j0_sum key, base, terms_s, terms_x, s, x, a, b, c
	vpshufb	\terms_s + 0(%rip), %xmm\s, %xmm\a
	vpshufb	\terms_s + 16(%rip), %xmm\s, %xmm\b
	vpshufb	\terms_s + 32(%rip), %xmm\s, %xmm\c
	vpshufb	\terms_s + 48(%rip), %xmm\s, %xmm\s
	vpternlogd $0x96, \key(\base), %xmm\b, %xmm\a
	vpternlogd $0x96, %xmm\c, %xmm\s, %xmm\a
	vpshufb	\terms_x + 0(%rip), %xmm\x, %xmm\b
	vpshufb	\terms_x + 16(%rip), %xmm\x, %xmm\c
	vpshufb	\terms_x + 32(%rip), %xmm\x, %xmm\s
	vpshufb	\terms_x + 48(%rip), %xmm\x, %xmm\x
	vpternlogd $0x96, %xmm\b, %xmm\c, %xmm\s
	vpternlogd $0x96, %xmm\a, %xmm\x, %xmm\s
.endm

.macro	aria_j0_end key, base, s, x
	vpternlogd $0xd8, aria_row_mask(%rip){1to4}, %xmm\x, %xmm\s
	vpxord	\key(\base), %xmm\s, %xmm\s
	vpshufb	aria_row_back(%rip), %xmm\s, EJ0
.endm

/* Rows, 1 to 4 blocks, in register 0, and J0 in 9 */
.macro	aria_gcm_row_sbox odd
	aria_row_sbox \odd, zmm, vbroadcasti32x4
	aria_j0_sbox 9, 10
.endm

.macro	aria_gcm_row_diffuse key, odd
	aria_row_diffuse \key, \odd, zmm, vbroadcasti32x4
	aria_j0_diffuse \key, KEY, \odd, 9, 10, 11, 12, 13
.endm

.macro	aria_gcm_4
	gcm_counters 0
	aria_row_load zmm, vbroadcasti32x4
	aria_j0_start 9
	lea	ARIA_ROW(KS), KEY
	vpshufb	%zmm20, %zmm0, %zmm0
	vbroadcasti32x4 (KEY), %zmm1
	vpxord	%zmm1, %zmm0, %zmm0
	aria_rounds aria_gcm_row, ARIA_ROW_STEP
	aria_j0_end 0, KEY, 9, 10
	vpternlogd $0xd8, aria_row_mask(%rip){1to16}, %zmm1, %zmm0
	vbroadcasti32x4	(KEY), %zmm1
	vpxord	%zmm1, %zmm0, %zmm0
	vpshufb	%zmm21, %zmm0, %zmm0
	gcm_out_4 0
.endm

/* In quadwords: \n sets, the counters in N0, ..., and J0 in 22 */
.macro	aria_gcm_set_sbox odd, n
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vgf2p8affineqb	$0, aria_gr_matrices + 256 * \odd(%rip), GA\s, GA\s
	vgf2p8affineqb	$0, aria_gr_matrices + 256 * \odd + 64(%rip), GB\s, GB\s
	.endif
	.endr
	.irp	s, 0, 1, 2, 3
	.if	\s < \n
	vgf2p8affineinvqb $0, aria_gr_matrices + 256 * \odd + 128(%rip), GA\s, GA\s
	vgf2p8affineinvqb $0, aria_gr_matrices + 256 * \odd + 192(%rip), GB\s, GB\s
	.endif
	.endr
	aria_j0_sbox 22, 23
	.if	\odd
	add	$2 * ARIA_ROW_STEP, ROW
	.endif
.endm

.macro	aria_gcm_set_diffuse key, odd, n
	aria_gr_diffuse \key, \odd, \n
	aria_j0_diffuse (\key/4), ROW, \odd, 22, 23, 24, 25, 26
.endm

.macro	aria_gcm_sets n
	aria_j0_start 22
	aria_gr_from_8 0, N0, N1
	.if	\n > 1
	aria_gr_from_8 1, N2, N3
	.endif
	.if	\n > 2
	aria_gr_from_8 2, N4, N5
	aria_gr_from_8 3, N6, N7
	.endif
	lea	ARIA_WIDE(KS), KEY
	aria_gr_load_key 0
	aria_gr_add \n
	aria_rounds aria_gcm_set, ARIA_WIDE_STEP, \n
	aria_gr_load_key 0
	aria_gr_add \n
	aria_gr_to_8 0, N0, N1
	.if	\n > 1
	aria_gr_to_8 1, N2, N3
	.endif
	.if	\n > 2
	aria_gr_to_8 2, N4, N5
	aria_gr_to_8 3, N6, N7
	.endif
	aria_j0_end 0, ROW, 22, 23
.endm

.macro	aria_gcm_8
	gcm_counters 8, 9
	aria_gcm_sets 1
	gcm_out_8 8
.endm

.macro	aria_gcm_16
	gcm_counters 8, 9, 10, 11
	aria_gcm_sets 2
	gcm_out_16 8
.endm

.macro	aria_gcm_32
	gcm_counters 8, 9, 10, 11, 12, 13, 14, 15
	aria_gcm_sets 4
	gcm_out_32 8
.endm

/*
 * Byte-sliced: the 64 counters with the first round key added. They differ in
 * the last byte and, after that has wrapped, have one more in the bytes above.
 * Clobbers %zmm16, %zmm17, %r8, %r11.
 */
.macro	aria_gcm_slice
	vmovdqa64 G_CTR(%rsp), %zmm16
	vbroadcasti32x4 .Lgcm_ctr_bytes(%rip), %zmm17
	vpshufb	%xmm17, %xmm16, %xmm17
	vmovdqa64 %xmm17, ARIA_BLOCK(%rsp)
	lea	ARIA_BLOCK(%rsp), IV
	movzbl	G_CTR + 12(%rsp), LEFT32
	vbroadcasti32x4 .Lgcm_plus_64(%rip), %zmm17
	vpaddd	%zmm17, %zmm16, %zmm17
	vmovdqa64 %zmm17, G_CTR(%rsp)
	aria_ctr_bytes
	cmp	$256 - 63, LEFT32
	vpaddb	aria_bs_count(%rip), %zmm5, %zmm16
	jb	3f
	vpcmpub	$1, %zmm5, %zmm16, %k5
	mov	ARIA_BLOCK + 12(%rsp), LEFT32
	bswap	LEFT32
	add	$256, LEFT32
	bswap	LEFT32
	mov	LEFT32, ARIA_BLOCK + 12(%rsp)
	aria_ctr_bytes {%k5}
3:	vmovdqa64 %zmm16, %zmm5
	lea	ARIA_WIDE(KS), KEY
	aria_bs_add_all 0, 0
	mov	ARIA_ROUNDS(KS), LEFT32
.endm

	.section .rodata
	.balign	16
.Lgcm_plus_64:
	.long	0, 0, 0, 64
	.text

/* J0 beside the sums: an even and an odd round up to the diffusion */
.macro	aria_j0_two_rounds
	aria_j0_sbox 26, 27
	aria_j0_diffuse ARIA_ROW_STEP, ROW, 0, 26, 27, 29, 30, 24
	aria_j0_sbox 26, 27
	add	$2 * ARIA_ROW_STEP, ROW
.endm

/* The last eight rounds of J0, in parts 4 to 1 */
.macro	gcm_cipher_j0 n
	aria_j0_diffuse 0, ROW, 1, 26, 27, 29, 30, 24
	aria_j0_two_rounds
.if \n == 1
	aria_j0_end 0, ROW, 26, 27
.endif
.endm

.macro	gcm_cipher_last
	cmp	$64, LEN
	ja	.Laria_gcm_above4
	aria_gcm_4
.Laria_gcm_above4:
	cmp	$128, LEN
	ja	.Laria_gcm_above8
	aria_gcm_8
.Laria_gcm_above8:
	cmp	$256, LEN
	ja	.Laria_gcm_above16
	aria_gcm_16
.Laria_gcm_above16:
	aria_gcm_32
.endm

/* 33 to 64 blocks */
.macro	gcm_cipher_end
	call	aria_bs_out_gfni_avx512
	/* J0's first rounds, up to the last eight */
	vmovdqa64 G_J0(%rsp), J0
	aria_j0_start 26
	mov	ARIA_ROUNDS(KS), LEFT32
	sub	$8, LEFT32
	jmp	2f
1:	aria_j0_diffuse 0, ROW, 1, 26, 27, 29, 30, 24
2:	aria_j0_two_rounds
	sub	$2, LEFT32
	jnz	1b
	gcm_out_64 0
.endm

/* Nothing of a batch is in memory. */
.macro	gcm_cipher_wipe
.endm

/*
 * A batch, byte-sliced. The 64 blocks at GCM_TEXT are hashed beside the first
 * eight rounds, two pairs of vectors in two rounds, their powers at ROW + 1024.
 * The columns share two scratch registers and two matrices are memory operands:
 * that leaves ten registers. With all five in memory the loads would be the
 * bottleneck.
 */
.set	BH_LO,	%zmm22
.set	BH_LO_X, %xmm22
.set	BH_HI,	%zmm23
.set	BH_HI_X, %xmm23
.set	BH_MID,	%zmm24
.set	BH_MID_X, %xmm24
.set	BH_X,	%zmm25
.set	BH_X_X,	%xmm25
.set	BH_Y,	%zmm26
.set	BH_T0,	%zmm27
.set	BH_T0_X, %xmm27
.set	BH_T1,	%zmm28
.set	BH_ID,	%zmm29		/* matrices */
.set	BH_A,	%zmm30
.set	BH_BF,	%zmm31

/* Instructions 0 to 31 */
.macro	wc_merge_insn n
.if \n < 16
	aria_gcm_hash_insn \n, 0
.else
	aria_gcm_hash_insn (\n-16), 128
.endif
.endm

.macro	aria_gcm_hash_insn n, at
.if \n == 0
	vmovdqu64 \at(GCM_TEXT), BH_X
.elseif \n == 1
	vmovdqu64 \at + 64(GCM_TEXT), BH_Y
.elseif \n == 2
	vpshufb	.Lwc_ghash512_bytes(%rip), BH_X, BH_X
.elseif \n == 3
	vpshufb	.Lwc_ghash512_bytes(%rip), BH_Y, BH_Y
.else
	wc_ghash512_pair_insn (\n-4), BH_X, BH_Y, ROW, wc_ghash_sum+1024+\at, \
		BH_LO, BH_HI, BH_MID, BH_T0, BH_T1, BH_X
.endif
.endm

/* aria_bs_sbox with two matrices in memory, and a part of GHASH */
.macro	aria_gcm_bs_sbox s1, s2, x1, x2
	vgf2p8affineqb	$0, aria_bs_matrices + 16(%rip){1to8}, %zmm\x1, %zmm\x1
	vgf2p8affineqb	$0, aria_bs_matrices + 24(%rip){1to8}, %zmm\x2, %zmm\x2
	vgf2p8affineinvqb $0, BH_A, %zmm\s1, %zmm\s1
	vgf2p8affineinvqb $0, BH_BF, %zmm\s2, %zmm\s2
	vgf2p8affineinvqb $0, BH_ID, %zmm\x1, %zmm\x1
	vgf2p8affineinvqb $0, BH_ID, %zmm\x2, %zmm\x2
	wc_merge_part
.endm

.macro	aria_gcm_bs_diffuse key, odd
	aria_bs_row	16, 0, 4, 8, 12
	aria_bs_row	17, 1, 5, 9, 13
	aria_bs_row	18, 2, 6, 10, 14
	aria_bs_row	19, 3, 7, 11, 15
	aria_bs_column	\key, 0, \odd, 0, 1, 2, 3, 20, 21
	aria_bs_column	\key, 1, \odd, 4, 5, 6, 7, 20, 21
	aria_bs_column	\key, 2, \odd, 8, 9, 10, 11, 20, 21
	aria_bs_column	\key, 3, \odd, 12, 13, 14, 15, 20, 21
.endm

.macro	gcm_cipher_rounds
	mov	GCM_TEXT, ROW
	aria_gcm_slice
	mov	ROW, GCM_TEXT
	test	GCM_TEXT, GCM_TEXT
	jz	.Laria_gcm_rest
	lea	-1024(GCM_H), ROW
	gcm_begin_64 BH_LO_X, BH_HI_X, BH_MID_X, BH_X_X, BH_T0_X
	vpbroadcastq aria_bs_matrices + 0(%rip), BH_A
	vpbroadcastq aria_bs_matrices + 8(%rip), BH_BF
	vpbroadcastq aria_bs_matrices + 32(%rip), BH_ID
.Laria_gcm_beside:
	wc_merge_begin 32, 8
	aria_gcm_bs_sbox 4, 1, 0, 5
	aria_gcm_bs_sbox 9, 12, 13, 8
	aria_gcm_bs_sbox 3, 6, 7, 2
	aria_gcm_bs_sbox 14, 11, 10, 15
	aria_gcm_bs_diffuse ARIA_WIDE_STEP, 0
	aria_gcm_bs_sbox 1, 4, 0, 5
	aria_gcm_bs_sbox 8, 13, 9, 12
	aria_gcm_bs_sbox 7, 2, 6, 3
	aria_gcm_bs_sbox 14, 11, 15, 10
	aria_gcm_bs_diffuse (2*ARIA_WIDE_STEP), 1
	wc_merge_end
	add	$256, GCM_TEXT
	add	$256, ROW
	add	$2 * ARIA_WIDE_STEP, KEY
	sub	$2, LEFT32
	cmp	GCM_H, ROW
	jne	.Laria_gcm_beside
	vpxord	BH_X_X, BH_X_X, BH_X_X
	wc_ghash512_reduce BH_LO, BH_LO_X, BH_HI, BH_HI_X, BH_MID, BH_MID_X, \
		BH_T0, BH_T0_X, BH_X_X
	vmovdqa64 BH_X_X, G_ACC(%rsp)
.Laria_gcm_rest:
	vpbroadcastq aria_bs_matrices + 0(%rip), M_A
	vpbroadcastq aria_bs_matrices + 8(%rip), M_BF
	vpbroadcastq aria_bs_matrices + 16(%rip), M_A_INV
	vpbroadcastq aria_bs_matrices + 24(%rip), M_BF_INV
	vpbroadcastq aria_bs_matrices + 32(%rip), M_ID
	aria_rounds_left aria_bs, ARIA_WIDE_STEP
	aria_bs_add_all	0, 1
.endm

.macro	gcm_cipher_add
	call	aria_bs_out_gfni_avx512
	.irp	c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vpxord	64 * \c(SRC), %zmm\c, %zmm\c
	vmovdqu64 %zmm\c, 64 * \c(DST)
	.endr
.endm

#endif /* WIDECRYPT_X86_ARIA_GCM_AVX512_S */
