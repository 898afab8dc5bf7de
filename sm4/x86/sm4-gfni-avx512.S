/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 with GFNI and AVX-512 (F, VL, BW, DQ): row gfni-avx512. The mathematics
 * is in <widecrypt/x86/sm4-gfni.S>; the contract of the routines, all of the
 * type wc_mode_fn, in <widecrypt/mode_fn.h>:
 *
 *	void widecrypt_sm4_gfni_avx512_<mode>(const void *ks, u8 *dst,
 *			const u8 *src, unsigned int n, u8 *iv);
 *
 * Batches
 * =======
 *
 *	blocks		form		data registers		cycles, rounds
 *	1 .. 4		words		1, a block a lane	275	257
 *	5 .. 16		words		4			285	257
 *	17 .. 32	half words	8			335	306
 *	33 .. 64	half words	2 x 8			420	362
 *	65 .. 128	bytes		2 x 16			665	531
 *
 * Longer messages are cut into batches of 128; the rest is one batch of the
 * size that it needs, and only its last vector is masked.
 *
 * Registers
 * =========
 *
 *	%rdi		ks
 *	%rsi, %rdx	dst, src of the batch
 *	%rcx		bytes left, later scratch
 *	%r8		iv
 *	%r9, %r10, %r11	src, dst, bytes of the batch's part in hand
 *	%rax		what chains the part to the message before it, later scratch
 *	%zmm0 - 15	the part's vectors outside the cores
 *	%zmm16 - 19	XTS: their tweaks, with words
 *	%zmm30, 31	CTR: byte order, the part's first four counters
 *	%k1		the bytes of the part's last vector
 *	%k2, k3, k4	CFB, CBC: %k1 to whole blocks; without the first block;
 *			all but the first block
 *	%k5		scratch
 */
#include <linux/linkage.h>

/* The frame of every routine, aligned to 64 bytes */
#define FR_STATE	0		/* 1024: half of a batch of 128 */
#define FR_TWEAKS	1024		/* 2 x 256: XTS: see sm4_tweak_bytes */
#define FR_CTR		1024		/* 64: CTR: the next part's first counters */
#define FR_NEXT		1536		/* 16: XTS: the tweak after (%r8) */
#define FR_LAST		1552		/* 16: CBC: the last ciphertext block */
#define FR_LEFT		1568		/* bytes left */
#define FR_RUN		1576		/* CTR, XTS: bytes done in batches */
#define FR_REST		1584		/* CTR: those after; XTS: the tail's */
#define FR_SRC		1592		/* CTR, XTS: src at their start */
#define FR_DEC		1600		/* XTS: to decrypt */
#define FR_LOW		1608		/* CTR: the low 32 bits of the next part's */
#define FR_SIZE		1664

#include <widecrypt/x86/sm4-gfni.S>
#include <widecrypt/x86/xts.S>

	wc_xts_constants
	.section .rodata
	.balign	64
	sm4_matrix .Lsm4_xts_l, 0xf1e733db81278503	/* see XTS tweaks */
	sm4_matrix .Lsm4_xts_h, 0x3f409499c80c0fe6
	.balign	64
.Llanes:				/* the block's number in a vector */
	.long	0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3
.Lblocks:				/* blocks before vector k */
	.long	0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 12
	.long	0, 0, 0, 16, 0, 0, 0, 20, 0, 0, 0, 24, 0, 0, 0, 28
	.long	0, 0, 0, 32, 0, 0, 0, 36, 0, 0, 0, 40, 0, 0, 0, 44
	.long	0, 0, 0, 48, 0, 0, 0, 52, 0, 0, 0, 56, 0, 0, 0, 60
	.long	0, 0, 0, 64
.Lctr_bytes:				/* the last dword's bytes reversed */
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12
.Lturn:					/* dwords rotated by two bytes */
	.byte	2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.Lswap_in:				/* the inner bytes of dwords swapped */
	.byte	0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15
.Lswap_out:				/* v0 i1 v2 v1 -> v0 v2 v1 i1 */
	.byte	0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15
.Lreverse:				/* 16 bytes reversed */
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Ltweak_u:				/* bytes 3 .. 6 and 1 .. 4 of each qword, */
	.byte	3, 4, 5, 6, 1, 2, 3, 4, 11, 12, 13, 14, 9, 10, 11, 12
.Ltweak_v:				/* 2 .. 5 and 0 .. 3 */
	.byte	2, 3, 4, 5, 0, 1, 2, 3, 10, 11, 12, 13, 8, 9, 10, 11
.Lplus_32:				/* blocks, in the bytes 15 of V */
	.quad	0x2020202000000000
	.balign	64
.Lspread:				/* a counter's bytes 0, 2, 1, 3 of word j */
	.byte	0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3
	.byte	4, 4, 4, 4, 6, 6, 6, 6, 5, 5, 5, 5, 7, 7, 7, 7
	.byte	8, 8, 8, 8, 10, 10, 10, 10, 9, 9, 9, 9, 11, 11, 11, 11
	.byte	12, 12, 12, 12, 14, 14, 14, 14, 13, 13, 13, 13, 15, 15, 15, 15
.Lorder_bytes:				/* the order of the blocks in bytes */
.irp l, 0, 1, 2, 3
.irp v0, 0, 4
.irp q, 0, 8, 16, 24, 32, 40, 48, 56
	.byte	\q + \v0 + \l
.endr
.endr
.endr
.Lorder_halves:				/* and in the high dwords of half words */
.irp l, 0, 1, 2, 3
.irp v0, 0, 4
	.byte	0, 0, 0, 0
.irp q, 0, 8, 16, 24
	.byte	\q + \v0 + \l
.endr
.endr
.endr
	.text

/*
 * Steps, see sm4-gfni.S. Cores want the matrices a, r, b in %zmm29 - 31, unless
 * SM4_FEW_REGISTERS is set: then these and .Lturn are not in registers.
 */
.set	SM4_FEW_REGISTERS, 0
.set	SM4_WORD_AT, %rax	/* counts words up to 0 */

.macro	sm4_sum d, a, b
	vpxord	%zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_xor d, a
	sm4_sum	\d, \d, \a
.endm

.macro	sm4_xor3 d, a, b
	vpternlogd $0x96, %zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_xor3_to d, a, b
	vpternlogd $0x96, %zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_word_kk d, n, a, b
	vmovdqa64 %zmm\a, %zmm\d
	vpternlogd $0x96, SM4_WORD_KK + 128 + 4 * \n(%rdi, SM4_WORD_AT){1to16}, %zmm\b, %zmm\d
.endm

.macro	sm4_byte_kk d, n, v, a, b
	vmovdqa64 %zmm\a, %zmm\d
	vpternlogq $0x96, SM4_BYTE_KK + 512 + 16 * \n + 8 * \v(%rdi, %rax){1to8}, %zmm\b, %zmm\d
.endm

.macro	sm4_inv d, t, m, c
	vgf2p8affineinvqb $\c, %zmm\m, %zmm\t, %zmm\d
.endm

.macro	sm4_inv_by d, t, m, c, matrix
.if SM4_FEW_REGISTERS
	vgf2p8affineinvqb $\c, \matrix(%rip){1to8}, %zmm\t, %zmm\d
.else
	sm4_inv	\d, \t, \m, \c
.endif
.endm

.macro	sm4_a d, t
	sm4_inv_by \d, \t, 29, SM4_A, .Lsm4_a
.endm

.macro	sm4_r d, t
	sm4_inv_by \d, \t, 30, SM4_R, .Lsm4_r
.endm

.macro	sm4_b d, t
	sm4_inv_by \d, \t, 31, SM4_B, .Lsm4_b
.endm

/*
 * Two bytes are turned on the ports of the inversions, which wait meanwhile;
 * %zmm28 = .Lturn.
 */
.macro	sm4_turn d, s, k
.if \k == 2 && !SM4_FEW_REGISTERS
	vpshufb	%zmm28, %zmm\s, %zmm\d
.else
	vprord	$8 * \k, %zmm\s, %zmm\d
.endif
.endm

.macro	sm4_swap d, s
	vpshufd	$0xb1, %zmm\s, %zmm\d
.endm

.macro	sm4_unpack unit, a, b, lo, hi
	vpunpckl\unit %zmm\b, %zmm\a, %zmm\lo
	vpunpckh\unit %zmm\b, %zmm\a, %zmm\hi
.endm

.macro	sm4_low unit, a, b, d
	vpunpckl\unit %zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_dword i, s, d
	vpshufd	$0x55 * \i, %zmm\s, %zmm\d
.endm

.macro	sm4_move s, d
	vmovdqa64 %zmm\s, %zmm\d
.endm

.macro	sm4_basis m, regs:vararg
.irp r, \regs
	vgf2p8affineqb $0, \m(%rip){1to8}, %zmm\r, %zmm\r
.endr
.endm

.macro	sm4_shuffle m, regs:vararg
.irp r, \regs
	vpshufb	%zmm\m, %zmm\r, %zmm\r
.endr
.endm

.macro	sm4_matrices
	vpbroadcastq .Lsm4_a(%rip), %zmm29
	vpbroadcastq .Lsm4_r(%rip), %zmm30
	vpbroadcastq .Lsm4_b(%rip), %zmm31
.endm

.macro	sm4_words_setup
	sm4_matrices
	vbroadcasti32x4 .Lturn(%rip), %zmm28
.endm

.macro	sm4_words_first
	vmovdqa64 %zmm3, %zmm4
	vpternlogd $0x96, SM4_WORD_K0(%rdi){1to16}, %zmm2, %zmm4
	mov	$-128, %rax
	vpxord	%zmm1, %zmm4, %zmm4	/* the newest if a block went before */
	vprord	$8, %zmm4, %zmm5
	.balign 64
.endm

/*
 * %zmm0 = one to four blocks, likewise on return. Clobbers %zmm0 - 12, 28 - 31
 * and %rax.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_4)
	sm4_words_1
	RET
SYM_FUNC_END(sm4_gfni_avx512_4)

/*
 * %zmm0 - 3 = 16 blocks, likewise on return. Clobbers %zmm0 - 12, 28 - 31 and
 * %rax.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_16)
	sm4_words_4
	RET
SYM_FUNC_END(sm4_gfni_avx512_16)

/* t of the first round */
.macro	sm4_halves_start u1, v1, u2, v2, u3, v3, tu, tv
	vmovdqa64 %zmm\u1, %zmm\tu
	vpternlogq $0x96, SM4_BYTE_K(%rdi){1to8}, %zmm\u2, %zmm\tu
	vpxord	%zmm\u3, %zmm\tu, %zmm\tu
	vmovdqa64 %zmm\v1, %zmm\tv
	vpternlogq $0x96, SM4_BYTE_K + 8(%rdi){1to8}, %zmm\v2, %zmm\tv
	vpxord	%zmm\v3, %zmm\tv, %zmm\tv
.endm

/* The blocks \b0 .. become the half words \h0 .., and back. */
.macro	sm4_halves_from b0, b1, b2, b3, b4, b5, b6, b7, \
	h0, h1, h2, h3, h4, h5, h6, h7
	sm4_basis .Lsm4_p, \b0, \b1, \b2, \b3, \b4, \b5, \b6, \b7
	sm4_shuffle 28, \b0, \b1, \b2, \b3, \b4, \b5, \b6, \b7
	sm4_halves_in \b0, \b1, \b2, \b3, \b4, \b5, \b6, \b7, \
		\h0, \h1, \h2, \h3, \h4, \h5, \h6, \h7
.endm

.macro	sm4_halves_to h0, h1, h2, h3, h4, h5, h6, h7, \
	b0, b1, b2, b3, b4, b5, b6, b7
	sm4_shuffle 28, \h0, \h1, \h2, \h3, \h4, \h5, \h6, \h7
	sm4_halves_out \h0, \h1, \h2, \h3, \h4, \h5, \h6, \h7, \
		\b0, \b1, \b2, \b3, \b4, \b5, \b6, \b7
	sm4_basis .Lsm4_inv_p, \b0, \b1, \b2, \b3, \b4, \b5, \b6, \b7
.endm

/*
 * 32 blocks, in %zmm0 - 7, as half words in %zmm8 - 15. Together these clobber
 * %zmm0 - 15, 24 - 31 and %rax.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_32_in)
	vbroadcasti32x4 .Lswap_in(%rip), %zmm28
	sm4_halves_from 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	RET
SYM_FUNC_END(sm4_gfni_avx512_32_in)

SYM_FUNC_START_LOCAL(sm4_gfni_avx512_32_rounds)
	sm4_halves_start 10, 11, 12, 13, 14, 15, 0, 1
	sm4_matrices
	mov	$-512, %rax
.Lrounds_32:
	sm4_halves_round 8, 9, 10, 11, 0, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_halves_round 10, 11, 12, 13, 1, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_halves_round 12, 13, 14, 15, 2, 0, 1, 2, 3, 4, 5, 6, 7, 24
	sm4_halves_round 14, 15, 8, 9, 3, 0, 1, 2, 3, 4, 5, 6, 7, 24
	add	$64, %rax
	jnz	.Lrounds_32
	RET
SYM_FUNC_END(sm4_gfni_avx512_32_rounds)

SYM_FUNC_START_LOCAL(sm4_gfni_avx512_32_out)
	vbroadcasti32x4 .Lswap_out(%rip), %zmm28
	sm4_halves_to 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx512_32_out)

/*
 * 64 blocks, in %zmm0 - 15, as half words: the first 32 in %zmm16 - 23, the
 * others in %zmm0 - 7. Together these clobber all vectors and %rax.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_64_in)
	vbroadcasti32x4 .Lswap_in(%rip), %zmm28
	sm4_halves_from 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
	sm4_halves_from 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx512_64_in)

.macro	sm4_round_64 u0, v0, u1, v1, x0, y0, x1, y1, n
	sm4_halves_round \u0, \v0, \u1, \v1, \n, 8, 9, 12, 13, 14, 15, 24, 25, 26
	sm4_halves_round \x0, \y0, \x1, \y1, \n, 10, 11, 12, 13, 14, 15, 24, 25, 26
.endm

SYM_FUNC_START_LOCAL(sm4_gfni_avx512_64_rounds)
	sm4_halves_start 18, 19, 20, 21, 22, 23, 8, 9
	sm4_halves_start 2, 3, 4, 5, 6, 7, 10, 11
	sm4_matrices
	mov	$-512, %rax
.Lrounds_64:
	sm4_round_64 16, 17, 18, 19, 0, 1, 2, 3, 0
	sm4_round_64 18, 19, 20, 21, 2, 3, 4, 5, 1
	sm4_round_64 20, 21, 22, 23, 4, 5, 6, 7, 2
	sm4_round_64 22, 23, 16, 17, 6, 7, 0, 1, 3
	add	$64, %rax
	jnz	.Lrounds_64
	RET
SYM_FUNC_END(sm4_gfni_avx512_64_rounds)

SYM_FUNC_START_LOCAL(sm4_gfni_avx512_64_out)
	vbroadcasti32x4 .Lswap_out(%rip), %zmm28
	sm4_halves_to 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_halves_to 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx512_64_out)

/*
 * Bytes: byte i of word j of 64 blocks in register 4 j + i. Of two such halves
 * of a batch, one is in %zmm0 - 15 and the other in memory. Here throughput
 * counts: with x = r0 + r1, y = r2 + r3 a round is
 *
 *	z0 + a0 + a3 + y + r1,	z1 + a1 + a0 + y + r0,
 *	z2 + a2 + a1 + x + r3,	z3 + a3 + a2 + x + r2
 *
 * 26 instructions for 64 blocks, 8 of them inversions: 6.5 cycles at four a
 * cycle. But the inversions take 4 cycles of their two ports and the chain
 * through them 9, so two halves are interleaved: 16.6 cycles for a round of
 * both. The order of the instructions was searched for by measurement.
 *
 *	%zmm16 - 19	t of the half in registers, then its a
 *	%zmm20 - 23	t of the half in memory, then its a
 *	%zmm24 - 27	r
 *	%zmm28, 29	x, y
 *	%zmm30, 31	matrices r and a
 */
#define SM4_K(n, i)	SM4_BYTE_K + 512 + 16 * (n) + 4 * (i)(%rdi, %rax){1to16}

/*
 * The half in registers. \n: the round's number modulo 4; \z, \p and \q: the
 * registers of z[n], z[n+2] and z[n+3]
 */
.macro	sm4_bytes_reg n, z0, z1, z2, z3, p0, p1, p2, p3, q0, q1, q2, q3
	sm4_inv	26, 18, 30, SM4_R
	sm4_inv	25, 17, 30, SM4_R
	sm4_inv	18, 18, 31, SM4_A
	sm4_inv	27, 19, 30, SM4_R
	sm4_inv	24, 16, 30, SM4_R
	sm4_inv	16, 16, 31, SM4_A
	sm4_inv	17, 17, 31, SM4_A
	sm4_inv	19, 19, 31, SM4_A
	vpxord	%zmm27, %zmm26, %zmm29
	sm4_xor3 \z0, 16, 19
	sm4_xor3 \z3, 19, 18
	sm4_xor3 \z2, 18, 17
	sm4_xor3 \z1, 17, 16
	vmovdqa64 %zmm\p0, %zmm16
	vmovdqa64 %zmm\p3, %zmm19
	vpternlogd $0x96, SM4_K(\n + 1, 0), %zmm\q0, %zmm16
	sm4_xor3 \z0, 29, 25
	vmovdqa64 %zmm\p1, %zmm17
	sm4_xor3 \z1, 29, 24
	vpternlogd $0x96, SM4_K(\n + 1, 2), %zmm\q1, %zmm17
	vpxord	%zmm25, %zmm24, %zmm28
	vmovdqa64 %zmm\p2, %zmm18
	vpternlogd $0x96, SM4_K(\n + 1, 1), %zmm\q2, %zmm18
	vpternlogd $0x96, SM4_K(\n + 1, 3), %zmm\q3, %zmm19
	sm4_xor3 \z2, 28, 27
	sm4_xor3 \z3, 28, 26
	vpxord	%zmm\z0, %zmm16, %zmm16
	vpxord	%zmm\z1, %zmm17, %zmm17
	vpxord	%zmm\z2, %zmm18, %zmm18
	vpxord	%zmm\z3, %zmm19, %zmm19
.endm

/* The half in memory: \z, \p and \q are the numbers of the words there. */
#define SM4_Z(j, i)	FR_STATE + 256 * (j) + 64 * (i)(%r10)
.macro	sm4_bytes_mem n, z, p, q
	sm4_inv	27, 23, 30, SM4_R
	sm4_inv	25, 21, 30, SM4_R
	sm4_inv	26, 22, 30, SM4_R
	sm4_inv	24, 20, 30, SM4_R
	sm4_inv	21, 21, 31, SM4_A
	vpxord	%zmm25, %zmm24, %zmm28
	sm4_inv	20, 20, 31, SM4_A
	vpxord	%zmm27, %zmm26, %zmm29
	vpternlogd $0x96, SM4_Z(\z, 3), %zmm28, %zmm26
	sm4_inv	22, 22, 31, SM4_A
	sm4_inv	23, 23, 31, SM4_A
	vpternlogd $0x96, SM4_Z(\z, 2), %zmm28, %zmm27
	vpternlogd $0x96, SM4_Z(\z, 0), %zmm29, %zmm25
	sm4_xor3 25, 20, 23
	sm4_xor3 27, 22, 21
	vpternlogd $0x96, SM4_Z(\z, 1), %zmm29, %zmm24
	sm4_xor3 24, 21, 20
	sm4_xor3 26, 23, 22
	vmovdqa64 SM4_Z(\p, 0), %zmm20
	vmovdqa64 %zmm27, SM4_Z(\z, 2)
	vmovdqa64 SM4_Z(\q, 0), %zmm28
	vpternlogd $0x96, SM4_K(\n + 1, 0), %zmm28, %zmm20
	vmovdqa64 SM4_Z(\q, 1), %zmm28
	vmovdqa64 SM4_Z(\p, 1), %zmm21
	vpternlogd $0x96, SM4_K(\n + 1, 2), %zmm28, %zmm21
	vmovdqa64 SM4_Z(\p, 2), %zmm22
	vmovdqa64 SM4_Z(\q, 2), %zmm28
	vmovdqa64 %zmm26, SM4_Z(\z, 3)
	vmovdqa64 %zmm24, SM4_Z(\z, 1)
	vpxord	%zmm25, %zmm20, %zmm20
	vpternlogd $0x96, SM4_K(\n + 1, 1), %zmm28, %zmm22
	vmovdqa64 %zmm25, SM4_Z(\z, 0)
	vpxord	%zmm24, %zmm21, %zmm21
	vmovdqa64 SM4_Z(\p, 3), %zmm23
	vpxord	%zmm27, %zmm22, %zmm22
	vmovdqa64 SM4_Z(\q, 3), %zmm28
	vpternlogd $0x96, SM4_K(\n + 1, 3), %zmm28, %zmm23
	vpxord	%zmm26, %zmm23, %zmm23
.endm

/* Byte i of t of the first round, for both halves */
.macro	sm4_bytes_start i, pos, treg, tmem, z1, z2, z3
	vpbroadcastd SM4_BYTE_K + 4 * \pos(%rdi), %zmm24
	vmovdqa64 SM4_Z(1, \i), %zmm\tmem
	vpternlogd $0x96, SM4_Z(2, \i), %zmm24, %zmm\tmem
	vpxord	SM4_Z(3, \i), %zmm\tmem, %zmm\tmem
	vpxord	%zmm\z1, %zmm24, %zmm\treg
	sm4_xor3 \treg, \z2, \z3
.endm

/*
 * 32 rounds of 128 blocks, sliced: %zmm0 - 15 and FR_STATE(%r10), likewise on
 * return. Clobbers all vectors, %rax. The last round makes a t, too, with K[32],
 * which nobody uses.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_rounds_128)
	mov	$-512, %rax
	vpbroadcastq .Lsm4_r(%rip), %zmm30
	vpbroadcastq .Lsm4_a(%rip), %zmm31
	sm4_bytes_start 0, 0, 16, 20, 4, 8, 12
	sm4_bytes_start 1, 2, 17, 21, 5, 9, 13
	sm4_bytes_start 2, 1, 18, 22, 6, 10, 14
	sm4_bytes_start 3, 3, 19, 23, 7, 11, 15
.Lrounds_128:
	sm4_bytes_reg 0, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_bytes_mem 0, 0, 2, 3
	sm4_bytes_reg 1, 4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2, 3
	sm4_bytes_mem 1, 1, 3, 0
	sm4_bytes_reg 2, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_bytes_mem 2, 2, 0, 1
	sm4_bytes_reg 3, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11
	sm4_bytes_mem 3, 3, 1, 2
	add	$64, %rax
	jnz	.Lrounds_128
	RET
SYM_FUNC_END(sm4_gfni_avx512_rounds_128)

/* The middle two of four steps between blocks and bytes */
.macro	sm4_slice_middle
	sm4_unpack bw, 16, 24, 0, 8
	sm4_unpack bw, 17, 25, 1, 9
	sm4_unpack bw, 18, 26, 2, 10
	sm4_unpack bw, 19, 27, 3, 11
	sm4_unpack bw, 20, 28, 4, 12
	sm4_unpack bw, 21, 29, 5, 13
	sm4_unpack bw, 22, 30, 6, 14
	sm4_unpack bw, 23, 31, 7, 15
	sm4_unpack bw, 0, 4, 16, 20
	sm4_unpack bw, 1, 5, 17, 21
	sm4_unpack bw, 2, 6, 18, 22
	sm4_unpack bw, 3, 7, 19, 23
	sm4_unpack bw, 8, 12, 24, 28
	sm4_unpack bw, 9, 13, 25, 29
	sm4_unpack bw, 10, 14, 26, 30
	sm4_unpack bw, 11, 15, 27, 31
.endm

/*
 * %zmm0 - 15: blocks to bytes. Clobbers all vectors. With the number of the
 * vector, v3 v2 v1 v0, the byte of a lane is at last in place v0 v3 v2 v1.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_slice)
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_unpack bw, 0, 1, 16, 17
	sm4_unpack bw, 2, 3, 18, 19
	sm4_unpack bw, 4, 5, 20, 21
	sm4_unpack bw, 6, 7, 22, 23
	sm4_unpack bw, 8, 9, 24, 25
	sm4_unpack bw, 10, 11, 26, 27
	sm4_unpack bw, 12, 13, 28, 29
	sm4_unpack bw, 14, 15, 30, 31
	sm4_slice_middle
	sm4_unpack bw, 16, 18, 0, 1
	sm4_unpack bw, 17, 19, 8, 9
	sm4_unpack bw, 20, 22, 2, 3
	sm4_unpack bw, 21, 23, 10, 11
	sm4_unpack bw, 24, 26, 4, 5
	sm4_unpack bw, 25, 27, 12, 13
	sm4_unpack bw, 28, 30, 6, 7
	sm4_unpack bw, 29, 31, 14, 15
	RET
SYM_FUNC_END(sm4_gfni_avx512_slice)

/* %zmm0 - 15: bytes to blocks, their words reversed. Clobbers all vectors. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_unslice)
	sm4_unpack bw, 12, 4, 16, 17
	sm4_unpack bw, 13, 5, 18, 19
	sm4_unpack bw, 14, 6, 20, 21
	sm4_unpack bw, 15, 7, 22, 23
	sm4_unpack bw, 8, 0, 24, 25
	sm4_unpack bw, 9, 1, 26, 27
	sm4_unpack bw, 10, 2, 28, 29
	sm4_unpack bw, 11, 3, 30, 31
	sm4_slice_middle
	sm4_unpack bw, 16, 18, 0, 2
	sm4_unpack bw, 17, 19, 1, 3
	sm4_unpack bw, 20, 22, 4, 6
	sm4_unpack bw, 21, 23, 5, 7
	sm4_unpack bw, 24, 26, 8, 10
	sm4_unpack bw, 25, 27, 9, 11
	sm4_unpack bw, 28, 30, 12, 14
	sm4_unpack bw, 29, 31, 13, 15
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	RET
SYM_FUNC_END(sm4_gfni_avx512_unslice)

/*
 * XTS tweaks
 * ==========
 *
 * Block b of a part has the tweak T x^b (xts.S). For words they are made as
 * blocks, in vectors.
 *
 * For half words and bytes they are made in that form, and added there, in the
 * basis of z. Number the 64 blocks b = 8 q + s. In vector v and lane l of the
 * input b = 4 v + l, so s = 4 v0 + l tells one of the eight qwords of a register
 * of bytes, and q = v3 v2 v1 the place in it, see sm4_gfni_avx512_slice. If
 * E = T x^s is continued below its byte 0 by
 *
 *	E[-j] = L E[16-j] + H E[15-j]	  L c = c (1 + x + x^2 + x^7) mod x^8
 *	E[0] = E[0] + H E[15]		  H c = c (1 + x + x^2 + x^7) div x^8
 *
 * then byte i of E x^(8q) is E[i-q]: those for q = 0 .. 7 go down from E[i]. Only
 * for i = 0 there is no H: they are E[0] and L E[16-q]. Four vectors have them
 * all, a qword for each s:
 *
 *	0: E[15] .. E[8]	1: E[7] .. E[0]		2: E[-1] .. E[-8]
 *	3: the eight for i = 0
 *
 * and register i takes the eight bytes that begin 15 - i places after the first:
 * from two vectors shifted. In half words a dword has four of them.
 *
 * With T x^64 for T, E[i] is what E[i-8] was, but that E[0] has no H: vectors 0
 * and 1 are what 1 and 2 were, whose last byte L E[8] + H E[7] is E[0] + H E[15].
 *
 * All that is done in the basis of z, in which L and H are other matrices.
 */

/* %zmm16 .. = the tweaks of \v vectors, up to four. Clobbers %zmm26 - 31. */
.macro	sm4_tweaks v
	vbroadcasti32x4 (%r8), %zmm31
	vpbroadcastq wc_xts_poly(%rip), %zmm30
	wc_xts_first 0, 16, 31, 30, 28, 29
.if \v > 1
	wc_xts_first 1, 17, 31, 30, 26, 27
	wc_xts_times zmm, 18, 16, 1, 30, 28
	wc_xts_times zmm, 19, 17, 1, 30, 29
.endif
.endm

/*
 * Vectors 2 and 3, in %zmm18 and %zmm19, of 0 and 1 in %zmm16 and %zmm17. The last
 * bytes of \e: E[0] without H. %zmm22 = L of vector 0. Clobbers %zmm24, %zmm25.
 */
.macro	sm4_tweak_bytes_below e
	vgf2p8affineqb $0, .Lsm4_xts_l(%rip){1to8}, %zmm16, %zmm22
	vpsrlq	$8, %zmm16, %zmm24		/* E[14] .. E[7] */
	vpsllq	$56, %zmm17, %zmm25
	vpxord	%zmm25, %zmm24, %zmm24
	vgf2p8affineqb $0, .Lsm4_xts_h(%rip){1to8}, %zmm24, %zmm24
	vpxord	%zmm24, %zmm22, %zmm18
	vpsllq	$8, %zmm22, %zmm19
	vpsrlq	$56, %zmm\e, %zmm25
	vpxord	%zmm25, %zmm19, %zmm19
.endm

/* The four vectors in %zmm16 - 19. Clobbers %zmm20 - 31. */
.macro	sm4_tweak_bytes
	vbroadcasti32x4 (%r8), %zmm31
	vbroadcasti32x4 .Lreverse(%rip), %zmm30
	vpbroadcastq wc_xts_poly(%rip), %zmm25
	wc_xts_first 0, 20, 31, 25, 28, 29
	wc_xts_first 1, 21, 31, 25, 26, 27
	sm4_basis .Lsm4_p, 20, 21
	sm4_shuffle 30, 20, 21
	vpunpcklqdq %zmm21, %zmm20, %zmm16
	vpunpckhqdq %zmm21, %zmm20, %zmm17
	vgf2p8affineqb $0, .Lsm4_xts_h(%rip){1to8}, %zmm16, %zmm23
	sm4_tweak_bytes_below 17
	vpsllq	$56, %zmm23, %zmm23
	vpxord	%zmm23, %zmm17, %zmm17
.endm

/* From these, those of T x^64 */
.macro	sm4_tweak_bytes_next
	vgf2p8affineqb $0, .Lsm4_xts_l(%rip){1to8}, %zmm16, %zmm20
	sm4_move 17, 16
	sm4_move 18, 17
	sm4_tweak_bytes_below 20
.endm

.macro	sm4_tweak_bytes_move ins, at
.ifc \ins, st
	vmovdqa64 %zmm16, FR_TWEAKS + \at(%rsp)
	vmovdqa64 %zmm17, FR_TWEAKS + \at + 64(%rsp)
	vmovdqa64 %zmm18, FR_TWEAKS + \at + 128(%rsp)
	vmovdqa64 %zmm19, FR_TWEAKS + \at + 192(%rsp)
.else
	vmovdqa64 FR_TWEAKS + \at(%rsp), %zmm16
	vmovdqa64 FR_TWEAKS + \at + 64(%rsp), %zmm17
	vmovdqa64 FR_TWEAKS + \at + 128(%rsp), %zmm18
	vmovdqa64 FR_TWEAKS + \at + 192(%rsp), %zmm19
.endif
.endm

/* Register \z += the bytes \n bits after the first of vectors \a and \b */
.macro	sm4_tweak_add z, a, b, n, u, v
	vpsrlq	$\n, %zmm\a, %zmm\u
	vpsllq	$64 - \n, %zmm\b, %zmm\v
	sm4_xor3 \z, \u, \v
.endm

/* Bytes 15 .. 0 of the blocks are in \z15 .. \z0: these plus the tweaks. */
.macro	sm4_tweak_add_bytes z15, z14, z13, z12, z11, z10, z9, z8, \
	z7, z6, z5, z4, z3, z2, z1, z0
	sm4_xor	\z15, 16
	sm4_xor	\z7, 17
	sm4_xor	\z0, 19
	sm4_tweak_add \z14, 16, 17, 8, 20, 21
	sm4_tweak_add \z13, 16, 17, 16, 22, 23
	sm4_tweak_add \z12, 16, 17, 24, 24, 25
	sm4_tweak_add \z11, 16, 17, 32, 26, 27
	sm4_tweak_add \z10, 16, 17, 40, 28, 29
	sm4_tweak_add \z9, 16, 17, 48, 30, 31
	sm4_tweak_add \z8, 16, 17, 56, 20, 21
	sm4_tweak_add \z6, 17, 18, 8, 22, 23
	sm4_tweak_add \z5, 17, 18, 16, 24, 25
	sm4_tweak_add \z4, 17, 18, 24, 26, 27
	sm4_tweak_add \z3, 17, 18, 32, 28, 29
	sm4_tweak_add \z2, 17, 18, 40, 30, 31
	sm4_tweak_add \z1, 17, 18, 48, 20, 21
.endm

/* What enters and, with its words reversed, what leaves */
.macro	sm4_tweak_add_in
	sm4_tweak_add_bytes 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.endm

.macro	sm4_tweak_add_out
	sm4_tweak_add_bytes 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.endm

/*
 * Half words. U of word j takes the bytes from E[4j] and from E[4j + 2], V those
 * from E[4j + 1] and from E[4j + 3], four each, out of the eight from E[4j + 3].
 * For j = 3, 1 and -1 these eight are in vectors 0, 1 and 2; for j = 2 and 0 in
 * the middles between. The second 32 blocks have q greater by 4, so their word j
 * takes what word j - 1 of the first does; but for i = 0.
 */
#define SM4_U(j)	FR_STATE + 128 + 128 * (j)(%rsp)
#define SM4_V(j)	FR_STATE + 192 + 128 * (j)(%rsp)
#define SM4_U_FIRST	FR_STATE + 640(%rsp)	/* word 0 of the first 32 blocks */
#define SM4_U_SECOND	FR_STATE + 704(%rsp)	/* and of the second */

.macro	sm4_tweak_uv j, s, u
	vpshufb	%zmm30, %zmm\s, %zmm\u
	vpshufb	%zmm31, %zmm\s, %zmm29
	vmovdqa64 %zmm\u, SM4_U(\j)
	vmovdqa64 %zmm29, SM4_V(\j)
.endm

.macro	sm4_tweak_halves
	sm4_tweak_bytes
	vbroadcasti32x4 .Ltweak_u(%rip), %zmm30
	vbroadcasti32x4 .Ltweak_v(%rip), %zmm31
	mov	$0xaaaa, %ecx			/* the high dwords of qwords */
	kmovw	%ecx, %k5
	vpshufd	$0xb1, %zmm16, %zmm20
	vpshufd	$0xb1, %zmm17, %zmm20{%k5}
	vpshufd	$0xb1, %zmm17, %zmm21
	vpshufd	$0xb1, %zmm18, %zmm21{%k5}
	sm4_tweak_uv 3, 16, 28
	sm4_tweak_uv 2, 20, 28
	sm4_tweak_uv 1, 17, 28
	sm4_tweak_uv 0, 21, 26
	sm4_tweak_uv -1, 18, 27
	vpsrlq	$32, %zmm19, %zmm20
	vmovdqa32 %zmm26, %zmm19{%k5}
	vmovdqa32 %zmm27, %zmm20{%k5}
	vmovdqa64 %zmm19, SM4_U_FIRST
	vmovdqa64 %zmm20, SM4_U_SECOND
.endm

/* U and V of words 0 .. 3 plus the tweaks of the first or the second 32 blocks */
.macro	sm4_tweak_add_halves which, u0, v0, u1, v1, u2, v2, u3, v3
.ifc \which, first
	vpxord	SM4_U_FIRST, %zmm\u0, %zmm\u0
	vpxord	SM4_V(0), %zmm\v0, %zmm\v0
	vpxord	SM4_U(1), %zmm\u1, %zmm\u1
	vpxord	SM4_V(1), %zmm\v1, %zmm\v1
	vpxord	SM4_U(2), %zmm\u2, %zmm\u2
	vpxord	SM4_V(2), %zmm\v2, %zmm\v2
	vpxord	SM4_U(3), %zmm\u3, %zmm\u3
	vpxord	SM4_V(3), %zmm\v3, %zmm\v3
.else
	vpxord	SM4_U_SECOND, %zmm\u0, %zmm\u0
	vpxord	SM4_V(-1), %zmm\v0, %zmm\v0
	vpxord	SM4_U(0), %zmm\u1, %zmm\u1
	vpxord	SM4_V(0), %zmm\v1, %zmm\v1
	vpxord	SM4_U(1), %zmm\u2, %zmm\u2
	vpxord	SM4_V(1), %zmm\v2, %zmm\v2
	vpxord	SM4_U(2), %zmm\u3, %zmm\u3
	vpxord	SM4_V(2), %zmm\v3, %zmm\v3
.endif
.endm

/*
 * CTR
 * ===
 *
 * A part's counters differ in their last bytes only. Where byte 13 stays, that
 * is, unless 16 bits wrap in the part, they are made in half words or bytes: 14
 * bytes of the first counter for all; byte 15 plus the number of the block; and
 * the carry of that in byte 14.
 */
/*
 * %zmm20 - 22 = words 0 .. 2 of the first counter in the basis of z, in each lane
 * bytes 0, 2, 1 and 3 four times; %zmm23 = word 3, %zmm19 the same in the basis
 * of z. That counter is in all lanes of %zmm16. Clobbers %zmm18; %zmm17 = ones.
 */
.macro	sm4_ctr_spread
	vbroadcasti32x4 .Lspread(%rip), %zmm20
	vbroadcasti32x4 .Lspread + 16(%rip), %zmm21
	vbroadcasti32x4 .Lspread + 32(%rip), %zmm22
	vbroadcasti32x4 .Lspread + 48(%rip), %zmm23
	vgf2p8affineqb $0, .Lsm4_p(%rip){1to8}, %zmm16, %zmm18
	vpternlogd $0xff, %zmm17, %zmm17, %zmm17
	vpshufb	%zmm23, %zmm16, %zmm23
	vpshufb	%zmm20, %zmm18, %zmm20
	vpshufb	%zmm21, %zmm18, %zmm21
	vpshufb	%zmm22, %zmm18, %zmm22
	vgf2p8affineqb $0, .Lsm4_p(%rip){1to8}, %zmm23, %zmm19
.endm

/* \b15 += \order, \b14 += the carry; %zmm17 is all ones. */
.macro	sm4_ctr_add order, b14, b15
	vpaddb	%zmm\order, %zmm\b15, %zmm\b15
	vpcmpub	$1, %zmm\order, %zmm\b15, %k5
	vpsubb	%zmm17, %zmm\b14, %zmm\b14{%k5}
	sm4_basis .Lsm4_p, \b14, \b15
.endm

.macro	sm4_ctr_bytes
	sm4_ctr_spread
	sm4_ctr_bytes_spread
.endm

.macro	sm4_ctr_bytes_spread
	vpshufd	$0x55, %zmm23, %zmm14
	vpshufd	$0xff, %zmm23, %zmm15
	vmovdqa64 .Lorder_bytes(%rip), %zmm18
	sm4_ctr_add 18, 14, 15
	vpshufd	$0x00, %zmm20, %zmm0
	vpshufd	$0xaa, %zmm20, %zmm1
	vpshufd	$0x55, %zmm20, %zmm2
	vpshufd	$0xff, %zmm20, %zmm3
	vpshufd	$0x00, %zmm21, %zmm4
	vpshufd	$0xaa, %zmm21, %zmm5
	vpshufd	$0x55, %zmm21, %zmm6
	vpshufd	$0xff, %zmm21, %zmm7
	vpshufd	$0x00, %zmm22, %zmm8
	vpshufd	$0xaa, %zmm22, %zmm9
	vpshufd	$0x55, %zmm22, %zmm10
	vpshufd	$0xff, %zmm22, %zmm11
	vpshufd	$0x00, %zmm19, %zmm12
	vpshufd	$0xaa, %zmm19, %zmm13
.endm

.macro	sm4_ctr_halves u0, v0, u1, v1, u2, v2, u3, v3, order
	vpshufd	$0xee, %zmm23, %zmm\v3
	vpshufd	$0x44, %zmm23, %zmm\u3
	sm4_ctr_add \order, \u3, \v3
	vpshufd	$0x44, %zmm20, %zmm\u0
	vpshufd	$0xee, %zmm20, %zmm\v0
	vpshufd	$0x44, %zmm21, %zmm\u1
	vpshufd	$0xee, %zmm21, %zmm\v1
	vpshufd	$0xee, %zmm22, %zmm\v2
	vpshufd	$0x44, %zmm22, %zmm\u2
.endm

/*
 * Modes
 * =====
 *
 * A part of a batch, up to \v vectors, goes in and out vector by vector; the
 * last one, wherever it is, under %k1. What chains it to the message before:
 *
 *	cbc_dec, cfb_dec	(%rax) = the ciphertext block before the part
 *	ctr			%zmm31 = the part's first four counters, the last
 *				dwords of blocks in CPU byte order;
 *				%zmm16 = the first of them in all lanes
 *	xts			(%r8) = the part's first tweak
 */

/* %k1 and, for some modes, %k2 and %k3 from %r11. Clobbers %rcx, %r10. */
.macro	sm4_masks mode
	mov	%r11d, %ecx
	neg	%ecx
	mov	$-1, %r10
	shr	%cl, %r10
	kmovq	%r10, %k1
.ifc \mode, cfb_dec
	and	$48, %ecx
	mov	$-1, %r10
	shr	%cl, %r10
	kmovq	%r10, %k2
	kandq	%k2, %k4, %k3
.endif
.ifc \mode, cbc_dec
	kandq	%k1, %k4, %k3
.endif
.endm

/* Vector i of the part goes into %zmm\i. */
.macro	sm4_load mode, i, last
.ifc \mode, cfb_dec
 .if \i == 0
	vmovdqu	(%rax), %xmm0
  .if \last
	vmovdqu8 -16(%r9), %zmm0{%k3}
  .else
	vmovdqu8 -16(%r9), %zmm0{%k4}
  .endif
 .elseif \last
	vmovdqu8 64 * \i - 16(%r9), %zmm\i{%k2}{z}
 .else
	vmovdqu64 64 * \i - 16(%r9), %zmm\i
 .endif
.else
 .if \last
	vmovdqu8 64 * \i(%r9), %zmm\i{%k1}{z}
 .else
	vmovdqu64 64 * \i(%r9), %zmm\i
 .endif
.endif
.endm

.macro	sm4_load_one mode, i, t, last
	sm4_load \mode, \i, \last
.ifc \mode, xts
	vpxord	%zmm\t, %zmm\i, %zmm\i
.endif
.endm

/* %zmm\i = what is to be stored; \t: XTS: its tweaks; else scratch */
.macro	sm4_mix mode, i, t, last
.ifc \mode, cbc_dec
 .if \i == 0
	vmovdqu64 (%rax), %xmm16
  .if \last
	vmovdqu8 -16(%r9), %zmm16{%k3}
  .else
	vmovdqu8 -16(%r9), %zmm16{%k4}
  .endif
	vpxord	%zmm16, %zmm0, %zmm0
 .elseif \last
	vmovdqu8 64 * \i - 16(%r9), %zmm16{%k1}{z}
	vpxord	%zmm16, %zmm\i, %zmm\i
 .else
	vpxord	64 * \i - 16(%r9), %zmm\i, %zmm\i
 .endif
.endif
.ifc \mode, xts
	vpxord	%zmm\t, %zmm\i, %zmm\i
.endif
.ifc \mode, stream
 .if \last
	vmovdqu8 64 * \i(%r9), %zmm16{%k1}{z}
	vpxord	%zmm16, %zmm\i, %zmm\i
 .else
	vpxord	64 * \i(%r9), %zmm\i, %zmm\i
 .endif
.endif
.endm

.macro	sm4_store i, last
.if \last
	vmovdqu8 %zmm\i, 64 * \i(%r10){%k1}
.else
	vmovdqu64 %zmm\i, 64 * \i(%r10)
.endif
.endm

/* What \what says, for vector i */
.macro	sm4_vector what, mode, i, t, last
.ifc \what, load
	sm4_load_one \mode, \i, \t, \last
.endif
.ifc \what, mix
	sm4_mix	\mode, \i, \t, \last
.endif
.ifc \what, store
	sm4_store \i, \last
.endif
.ifc \what, out
	sm4_mix	\mode, \i, \t, \last
	sm4_store \i, \last
.endif
.endm

/* Through the part's vectors, of which there are more than \from, at most \v */
.macro	sm4_vectors what, mode, from, v
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
 .if \i < \v - 1
  .if \i >= \from
	cmp	$64 * (\i + 1), %r11
	jbe	.Llast_\@_\i
  .endif
	sm4_vector_t \what, \mode, \i, 0
 .elseif \i == \v - 1
	sm4_vector_t \what, \mode, \i, 1
 .endif
.endr
.if \v > \from + 1
	jmp	.Lend_\@
.endif
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
 .if \i < \v - 1 && \i >= \from
.Llast_\@_\i:
	sm4_vector_t \what, \mode, \i, 1
  .if \i < \v - 2
	jmp	.Lend_\@
  .endif
 .endif
.endr
.Lend_\@:
.endm

/* \t of the above: vector i has its tweaks in register 16 + i. */
.macro	sm4_vector_t what, mode, i, last
.irp t, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
 .if \t == 16 + \i
	sm4_vector \what, \mode, \i, \t, \last
 .endif
.endr
.endm

/* A CTR part's counters */
.macro	sm4_counters v
.irp i, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
 .if \i < \v
	vbroadcasti32x4 .Lblocks + 16 * \i(%rip), %zmm\i
	vpaddd	%zmm31, %zmm\i, %zmm\i
	vpshufb	%zmm30, %zmm\i, %zmm\i
 .endif
.endr
	vpshufb	%zmm30, %zmm31, %zmm0
.endm

/* A part of \v vectors goes in; clobbers %rcx, %r10. */
.macro	sm4_in mode, from, v
	sm4_masks \mode
.ifc \mode, ctr
	sm4_counters \v
.else
 .ifc \mode, xts
	sm4_tweaks \v
 .endif
	sm4_vectors load, \mode, \from, \v
.endif
.endm

/* It goes out. \later: CBC does not yet leave the chain in (%r8). */
.macro	sm4_out mode, from, v, later=0
.ifc \mode, ctr
	sm4_vectors out, stream, \from, \v
.endif
.ifc \mode, cfb_dec
	sm4_vectors out, stream, \from, \v
.endif
.ifc \mode, ecb
	sm4_vectors out, ecb, \from, \v
.endif
.ifc \mode, xts
	sm4_vectors out, xts, \from, \v
.endif
.ifc \mode, cbc_dec
	sm4_vectors mix, cbc_dec, \from, \v
 .if !\later
	vmovdqu64 -16(%r9, %r11), %xmm16
	vmovdqu64 %xmm16, (%r8)
 .endif
	sm4_vectors store, cbc_dec, \from, \v
.endif
.endm

/* The two ends of a part of up to 16 vectors as calls: %r9, %r11, %rax */
.macro	sm4_part_in mode
	sm4_in	\mode, 0, 16
	RET
.endm

.macro	sm4_part_out mode
	sm4_masks \mode
	mov	%rsi, %r10
	sub	%rdx, %r10
	add	%r9, %r10
	sm4_out	\mode, 0, 16, later=1
	RET
.endm

SYM_FUNC_START_LOCAL(sm4_gfni_avx512_ecb_in)
	sm4_part_in ecb
SYM_FUNC_END(sm4_gfni_avx512_ecb_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_ecb_out)
	sm4_part_out ecb
SYM_FUNC_END(sm4_gfni_avx512_ecb_out)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cbc_dec_in)
	sm4_part_in cbc_dec
SYM_FUNC_END(sm4_gfni_avx512_cbc_dec_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cbc_dec_out)
	sm4_part_out cbc_dec
SYM_FUNC_END(sm4_gfni_avx512_cbc_dec_out)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_ctr_out)
	sm4_part_out ctr
SYM_FUNC_END(sm4_gfni_avx512_ctr_out)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cfb_dec_in)
	sm4_part_in cfb_dec
SYM_FUNC_END(sm4_gfni_avx512_cfb_dec_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cfb_dec_out)
	sm4_part_out cfb_dec
SYM_FUNC_END(sm4_gfni_avx512_cfb_dec_out)

.macro	sm4_epilogue
	vzeroupper
	leave
	RET
.endm

/* (%rax) of the part at offset \at of the batch */
.macro	sm4_chain_at at
.if \at
	lea	\at - 16(%rdx), %rax
.else
	mov	%r8, %rax
.endif
.endm

/* CFB: the ciphertext block that ends the part is the next batch's chain. */
.macro	sm4_keep_iv mode
.ifc \mode, cfb_dec
	test	$15, %r11b
	jnz	.Lpartial_\@
	vmovdqu64 -16(%r9, %r11), %xmm31
	vmovdqu64 %xmm31, (%r8)
.Lpartial_\@:
.endif
.endm

/* The rest of a message, up to \v vectors, as words in the hands of core \core */
.macro	sm4_words mode, core, from, v
	sm4_in	\mode, \from, \v
	sm4_keep_iv \mode
	call	sm4_gfni_avx512_\core
	mov	%rsi, %r10
	sm4_chain_at 0
	sm4_out	\mode, \from, \v
.endm

/* The same as half words, 17 to 32 blocks */
.macro	sm4_halves_32 mode
.ifc \mode, ctr
	sm4_masks ctr
	movzwl	FR_LOW(%rsp), %eax
	cmp	$0x10000 - 32, %eax
	ja	.Lblocks_\@
	sm4_ctr_spread
	vmovdqa64 .Lorder_halves(%rip), %zmm18
	sm4_ctr_halves 8, 9, 10, 11, 12, 13, 14, 15, 18
	jmp	.Lhalves_\@
.Lblocks_\@:
	sm4_counters 8
.else
.ifc \mode, xts
	sm4_tweak_halves
	sm4_in	ecb, 4, 8
.else
	sm4_in	\mode, 4, 8
	sm4_keep_iv \mode
.endif
.endif
	call	sm4_gfni_avx512_32_in
.Lhalves_\@:
.ifc \mode, xts
	sm4_tweak_add_halves first, 8, 9, 10, 11, 12, 13, 14, 15
.endif
	call	sm4_gfni_avx512_32_rounds
.ifc \mode, xts
	sm4_tweak_add_halves first, 14, 15, 12, 13, 10, 11, 8, 9
.endif
	call	sm4_gfni_avx512_32_out
	mov	%rsi, %r10
	sm4_chain_at 0
.ifc \mode, xts
	sm4_out	ecb, 4, 8
.else
	sm4_out	\mode, 4, 8
.endif
.endm

/* 33 to 64 blocks. \io: whose in and out they use */
.macro	sm4_halves_64 mode, io
.ifc \mode, ctr
	movzwl	FR_LOW(%rsp), %eax
	cmp	$0x10000 - 64, %eax
	ja	.Lblocks_\@
	sm4_ctr_spread
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
	jmp	.Lhalves_\@
.Lblocks_\@:
	sm4_counters 16
.else
.ifc \mode, xts
	sm4_tweak_halves
.endif
	call	sm4_gfni_avx512_\io\()_in
	sm4_keep_iv \mode
.endif
	call	sm4_gfni_avx512_64_in
.Lhalves_\@:
.ifc \mode, xts
	sm4_tweak_add_halves first, 16, 17, 18, 19, 20, 21, 22, 23
	sm4_tweak_add_halves second, 0, 1, 2, 3, 4, 5, 6, 7
.endif
	call	sm4_gfni_avx512_64_rounds
.ifc \mode, xts
	sm4_tweak_add_halves first, 22, 23, 20, 21, 18, 19, 16, 17
	sm4_tweak_add_halves second, 6, 7, 4, 5, 2, 3, 0, 1
.endif
	call	sm4_gfni_avx512_64_out
	sm4_chain_at 0
.ifc \mode, cbc_dec
	vmovdqu64 -16(%r9, %r11), %xmm16
	vmovdqa64 %xmm16, FR_LAST(%rsp)
.endif
	call	sm4_gfni_avx512_\io\()_out
.ifc \mode, cbc_dec
	vmovdqa	FR_LAST(%rsp), %xmm0
	vmovdqu	%xmm0, (%r8)
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqa	%xmm0, FR_LAST(%rsp)
.endif
.endm

/* A half of a batch of 128 comes in, in the form of bytes. */
.macro	sm4_bytes_in mode, io, at
.ifc \mode, ctr
	vmovdqa64 FR_CTR(%rsp), %zmm31
	vbroadcasti32x4 .Lblocks + 16 * 16(%rip), %zmm29
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
	movzwl	FR_LOW(%rsp), %eax
	vpaddd	%zmm29, %zmm31, %zmm29
	vmovdqa64 %zmm29, FR_CTR(%rsp)
	addl	$64, FR_LOW(%rsp)
	cmp	$0x10000 - 64, %eax
	ja	.Lblocks_\@
	vshufi32x4 $0, %zmm31, %zmm31, %zmm16
	vpshufb	%zmm30, %zmm16, %zmm16
	sm4_ctr_bytes
	jmp	.Lbytes_\@
.Lblocks_\@:
	sm4_counters 16
	call	sm4_gfni_avx512_slice
.Lbytes_\@:
.else
.ifc \mode, xts
.if \at
	sm4_tweak_bytes_move ld, 0
	sm4_tweak_bytes_next
.else
	cmp	FR_SRC(%rsp), %rdx
	je	.Lfirst_\@
	sm4_tweak_bytes_move ld, 256
	sm4_tweak_bytes_next
	jmp	.Lmade_\@
.Lfirst_\@:
	sm4_tweak_bytes
.Lmade_\@:
.endif
	sm4_tweak_bytes_move st, \at / 4
	mov	%r11d, %ecx
	shr	$4, %ecx
	wc_xts_advance %r8, %ecx, 16, 17, 18
.endif
	lea	\at(%rdx), %r9
	sm4_chain_at \at
	call	sm4_gfni_avx512_\io\()_in
.if \at
	sm4_keep_iv \mode
.endif
	call	sm4_gfni_avx512_slice
.ifc \mode, xts
	sm4_tweak_bytes_move ld, \at / 4
	sm4_tweak_add_in
.endif
.endif
.endm

/* And goes out. */
.macro	sm4_bytes_out mode, io, at
.ifc \mode, xts
	sm4_tweak_bytes_move ld, \at / 4
	sm4_tweak_add_out
.endif
	call	sm4_gfni_avx512_unslice
	lea	\at(%rdx), %r9
	sm4_chain_at \at
	call	sm4_gfni_avx512_\io\()_out
.endm

/*
 * The message's %rcx bytes. On return %rdx, %rsi are of no use, and for XTS
 * (%r8) has the next tweak. \done: where to go
 */
.macro	sm4_batches mode, io, done
	cmp	$1024, %rcx
	ja	.Lbatch_\@
.Lnarrow_\@:
	mov	%rdx, %r9
	mov	%rcx, %r11
	sm4_chain_at 0
	cmp	$256, %rcx
	ja	.Lmore_than_16_\@
	cmp	$64, %rcx
	ja	.Lmore_than_4_\@
.ifc \mode, ecb
	cmp	$16, %rcx
	je	.Lone_\@
.endif
	sm4_words \mode, 4, 0, 1
	jmp	.Lended_\@
.Lmore_than_4_\@:
	sm4_words \mode, 16, 1, 4
	jmp	.Lended_\@
.Lmore_than_16_\@:
	cmp	$512, %rcx
	ja	.Lmore_than_32_\@
	sm4_halves_32 \mode
	jmp	.Lhalved_\@
.Lmore_than_32_\@:
	sm4_halves_64 \mode, \io
.Lhalved_\@:
.ifc \mode, xts
	sm4_wipe FR_STATE, 12			/* tweaks */
.endif
	jmp	.Lended_\@
.ifc \mode, ecb
	/* XTS's tweak: a load does not wait long for a store that has no mask. */
.Lone_\@:
	vmovdqu	(%rdx), %xmm0
	call	sm4_gfni_avx512_4
	vmovdqu	%xmm0, (%rsi)
.endif
.Lended_\@:
.ifc \mode, xts
	shr	$4, %r11d
	wc_xts_advance %r8, %r11d, 16, 17, 18
.endif
	jmp	\done

.Lbatch_\@:
	mov	%rcx, FR_LEFT(%rsp)
	mov	$1024, %r11d
	sm4_bytes_in \mode, \io, 0
	sm4_state st
	mov	FR_LEFT(%rsp), %rcx
	mov	$2048, %r11d
	cmp	%r11, %rcx
	cmovb	%rcx, %r11
	sub	$1024, %r11
	sm4_bytes_in \mode, \io, 1024
	lea	FR_STATE(%rsp), %r10
	call	sm4_gfni_avx512_rounds_128

	/* The later half first: CBC needs the other's ciphertext. */
.ifc \mode, cbc_dec
	vmovdqu64 1024 - 16(%rdx, %r11), %xmm16
	vmovdqa64 %xmm16, FR_LAST(%rsp)
.endif
	sm4_bytes_out \mode, \io, 1024
	sm4_state ld
	mov	$1024, %r11d
	sm4_bytes_out \mode, \io, 0
.ifc \mode, cbc_dec
	vmovdqa	FR_LAST(%rsp), %xmm0
	vmovdqu	%xmm0, (%r8)
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqa	%xmm0, FR_LAST(%rsp)
.endif
.ifc \mode, ctr
	vmovdqa64 FR_CTR(%rsp), %zmm31
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
	vshufi32x4 $0, %zmm31, %zmm31, %zmm16
	vpshufb	%zmm30, %zmm16, %zmm16
.endif
	add	$2048, %rdx
	add	$2048, %rsi
	mov	FR_LEFT(%rsp), %rcx
	sub	$2048, %rcx
	jbe	.Lwiped_\@
	cmp	$1024, %rcx
	ja	.Lbatch_\@
	sm4_batches_wipe \mode
	jmp	.Lnarrow_\@
.Lwiped_\@:
	sm4_batches_wipe \mode
	jmp	\done
.endm

.macro	sm4_batches_wipe mode
.ifc \mode, xts
	sm4_wipe FR_STATE, 24			/* FR_TWEAKS, too */
.else
	sm4_wipe FR_STATE, 16
.endif
.endm

/* \n vectors of the frame at \at */
.macro	sm4_wipe at, n
	vpxor	%xmm0, %xmm0, %xmm0
	.set	i, 0
	.rept	\n
	vmovdqa64 %zmm0, \at + 64 * i(%rsp)
	.set	i, i + 1
	.endr
.endm

/* The half of a batch of 128 that is kept in memory */
.macro	sm4_state op
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.ifc \op, st
	vmovdqa64 %zmm\i, FR_STATE + 64 * \i(%rsp)
.endif
.ifc \op, ld
	vmovdqa64 FR_STATE + 64 * \i(%rsp), %zmm\i
.endif
.endr
.endm

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_ecb)
	sm4_prologue
	mov	%ecx, %ecx
	shl	$4, %rcx
	sm4_batches ecb, ecb, .Lecb_done
.Lecb_done:
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_ecb)

.macro	sm4_not_first_block
	mov	$-0x10000, %rax
	kmovq	%rax, %k4
.endm

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_cbc_dec)
	sm4_prologue
	mov	%ecx, %ecx
	shl	$4, %rcx
	sm4_not_first_block
	sm4_batches cbc_dec, cbc_dec, .Lcbc_done
.Lcbc_done:
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cbc_dec)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_cfb_dec)
	sm4_prologue
	mov	%ecx, %ecx
	sm4_not_first_block
	sm4_batches cfb_dec, cfb_dec, .Lcfb_done
.Lcfb_done:
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cfb_dec)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_ctr)
	sm4_prologue
	mov	%ecx, %ecx
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
.Lctr_run:
	vbroadcasti32x4 (%r8), %zmm16
	vpshufb	%zmm30, %zmm16, %zmm31
	vpaddd	.Llanes(%rip), %zmm31, %zmm31
	vmovdqa64 %zmm31, FR_CTR(%rsp)
	sm4_ctr_cut
	mov	%eax, FR_LOW(%rsp)
	mov	%rdx, FR_SRC(%rsp)
	sm4_batches ctr, ctr, .Lctr_done
.Lctr_done:
	sm4_ctr_move
	mov	FR_RUN(%rsp), %rcx
	add	FR_SRC(%rsp), %rcx		/* the rest's src, */
	sub	%rdx, %rcx
	add	%rcx, %rdx
	add	%rcx, %rsi			/* and its dst */
	mov	FR_REST(%rsp), %rcx
	test	%rcx, %rcx
	jnz	.Lctr_run_again
	sm4_epilogue
.Lctr_run_again:
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
	jmp	.Lctr_run
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_ctr)

/* XTS, see sm4_xts_cut */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_xts)
	sm4_prologue
	mov	%ecx, %ecx
	sm4_xts_cut
	mov	%rdx, FR_SRC(%rsp)
	test	%rcx, %rcx
	jz	.Lxts_done
	sm4_batches xts, ecb, .Lxts_done
.Lxts_done:
	mov	FR_REST(%rsp), %ecx
	test	%ecx, %ecx
	jnz	.Lxts_tail
.Lxts_end:
	sm4_epilogue

.Lxts_tail:
	mov	$1, %eax
	shl	%cl, %eax
	dec	%eax
	kmovq	%rax, %k1
	mov	FR_RUN(%rsp), %rcx
	add	FR_SRC(%rsp), %rcx
	sub	%rdx, %rcx
	add	%rcx, %rdx			/* behind the blocks done */
	add	%rcx, %rsi
	cmpl	$0, FR_DEC(%rsp)
	jz	.Lxts_steal
	mov	(%r8), %r10
	mov	8(%r8), %rcx
	wc_xts_double %r10, %rcx, %r9
	mov	%r10, FR_NEXT(%rsp)
	mov	%rcx, FR_NEXT + 8(%rsp)
	vmovdqa	FR_NEXT(%rsp), %xmm0
	vpxor	(%rdx), %xmm0, %xmm0
	call	sm4_gfni_avx512_4
	vpxor	FR_NEXT(%rsp), %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	vpxor	%xmm1, %xmm1, %xmm1
	vmovdqa	%xmm1, FR_NEXT(%rsp)
	add	$16, %rdx
	add	$16, %rsi
.Lxts_steal:
	vmovdqu	-16(%rsi), %xmm1
	vmovdqa	%xmm1, %xmm0
	vmovdqu8 (%rdx), %xmm0{%k1}
	vmovdqu8 %xmm1, (%rsi){%k1}
	vpxor	(%r8), %xmm0, %xmm0
	call	sm4_gfni_avx512_4
	vpxor	(%r8), %xmm0, %xmm0
	vmovdqu	%xmm0, -16(%rsi)
	jmp	.Lxts_end
SYM_FUNC_END(sm4_gfni_avx512_xts)

sm4_xts_functions gfni_avx512

.macro	sm4_cfb_tail
	mov	$1, %eax
	shl	%cl, %eax
	dec	%eax
	kmovq	%rax, %k1
	vmovdqu8 (%rdx), %xmm13{%k1}{z}
	vpxor	%xmm13, %xmm14, %xmm14
	vmovdqu8 %xmm14, (%rsi){%k1}
.endm

sm4_stream_functions gfni_avx512

#include <widecrypt/x86/sm4-gcm-avx512.S>

WC_DEFINE_GCM_FUSED(widecrypt_sm4_gfni_avx512)
