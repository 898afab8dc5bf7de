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
 *	blocks		form		registers of data	rounds, cycles
 *	1 .. 4		words		1, a block a lane	267
 *	5 .. 16		words		4			267
 *	17 .. 32	half words	8			308
 *	33 .. 64	half words	2 x 8			365
 *	65 .. 128	bytes		2 x 16			530
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
 *	%zmm16 - 31	XTS: their tweaks; else scratch
 *	%zmm30, 31	CTR: byte order, the part's first four counters
 *	%k1		the bytes of the part's last vector
 *	%k2, k3, k4	CFB, CBC: %k1 to whole blocks; without the first block;
 *			all but the first block
 *	%k2 - k7	XTS: see sm4_tweak_step
 */
#include <linux/linkage.h>
#include <widecrypt/x86/sm4-gfni.S>

/* The frame of every routine, aligned to 64 bytes */
#define FR_STATE	0		/* 1024: half of a batch of 128 */
#define FR_CHAIN	1024		/* 3 x 128: see sm4_xts_in; CTR, CBC: */
#define FR_CTR		FR_CHAIN	/* the first counters of the next part */
#define FR_LAST		FR_CHAIN	/* the batch's last ciphertext block */
#define FR_LEFT		1408		/* bytes left */
#define FR_RUN		1416		/* CTR, XTS: bytes done in batches */
#define FR_REST		1424		/* CTR: those after; XTS: the tail's */
#define FR_SRC		1432		/* CTR, XTS: src at their start */
#define FR_DEC		1440		/* XTS: to decrypt */
#define FR_SIZE		1472

	.section .rodata
	.balign	64
.Lshift_0:				/* k for the tweak of block k, */
	.quad	0, 0, 1, 1, 2, 2, 3, 3
.Lshift_64:				/* and what is left of 64 */
	.quad	64, 64, 63, 63, 62, 62, 61, 61
.Lshift_4:
	.quad	4, 4, 5, 5, 6, 6, 7, 7
.Lshift_60:
	.quad	60, 60, 59, 59, 58, 58, 57, 57
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
.Lswap_out:				/* (k2 i1 k0 k1) -> (k2 k0 k1 i1) */
	.byte	0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15
.Ltimes_1:				/* left shifts of the low qword alone */
	.quad	1, 64
.Ltimes_2:
	.quad	2, 64
.Ltimes_7:
	.quad	7, 64
.Lpoly_low:				/* c (1 + x + x^2 + x^7) mod x^8 */
	.quad	0x0103070e1c3870e1
.Lpoly_high:				/* and the rest */
	.quad	0xc284081020408000
.Ltail_masks:				/* for %k2 - k7 of XTS */
	.quad	0x0001000100010001, 0x0002000200020002
	.quad	0x0003000300030003, 0x0006000600060006
	.quad	0x000f000f000f000f, 0x001e001e001e001e
	.text

/*
 * Steps, see sm4-gfni.S. Cores want the matrices a, r, b in %zmm29 - 31.
 */
.macro	sm4_xor d, a
	vpxord	%zmm\a, %zmm\d, %zmm\d
.endm

.macro	sm4_xor3 d, a, b
	vpternlogd $0x96, %zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_xor3_to d, a, b
	vpternlogd $0x96, %zmm\b, %zmm\a, %zmm\d
.endm

.macro	sm4_word_kk d, n, a, b
	vmovdqa64 %zmm\a, %zmm\d
	vpternlogd $0x96, SM4_WORD_KK + 128 + 4 * \n(%rdi, %rax){1to16}, %zmm\b, %zmm\d
.endm

.macro	sm4_byte_kk d, n, v, a, b
	vmovdqa64 %zmm\a, %zmm\d
	vpternlogq $0x96, SM4_BYTE_KK + 512 + 16 * \n + 8 * \v(%rdi, %rax){1to8}, %zmm\b, %zmm\d
.endm

.macro	sm4_inv d, t, m, c
	vgf2p8affineinvqb $\c, %zmm\m, %zmm\t, %zmm\d
.endm

.macro	sm4_a d, t
	sm4_inv	\d, \t, 29, SM4_A
.endm

.macro	sm4_r d, t
	sm4_inv	\d, \t, 30, SM4_R
.endm

.macro	sm4_b d, t
	sm4_inv	\d, \t, 31, SM4_B
.endm

/* By two bytes on the ports of the inversions, which wait here; %zmm28 = .Lturn */
.macro	sm4_turn d, s, k
.if \k == 2
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

/* The basis of \m (.Lsm4_p, .Lsm4_inv_p) for all these registers */
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

/* Words: %zmm0 - 3 = z, %zmm4 = t0, %zmm5 = t1 */
.macro	sm4_words_setup
	sm4_matrices
	vbroadcasti32x4 .Lturn(%rip), %zmm28
.endm

.macro	sm4_words_rounds
	vmovdqa64 %zmm1, %zmm4
	vpternlogd $0x96, SM4_WORD_K0(%rdi){1to16}, %zmm2, %zmm4
	mov	$-128, %rax
	vpxord	%zmm3, %zmm4, %zmm4
	vprord	$8, %zmm4, %zmm5
.Lrounds\@:
	sm4_words_round 0, 1, 0
	sm4_words_round 1, 2, 1
	sm4_words_round 2, 3, 2
	sm4_words_round 3, 0, 3
	add	$16, %rax
	jnz	.Lrounds\@
.endm

/* %zmm0 = one to four blocks, likewise on return. Clobbers %zmm0 - 12, 28 - 31, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_4)
	sm4_basis .Lsm4_p, 0
	vpshufd	$0x55, %zmm0, %zmm1
	vpshufd	$0xaa, %zmm0, %zmm2
	vpshufd	$0xff, %zmm0, %zmm3
	vpshufd	$0x00, %zmm0, %zmm0
	sm4_words_setup
	sm4_words_rounds
	vpunpckldq %zmm2, %zmm3, %zmm3
	vpunpckldq %zmm0, %zmm1, %zmm1
	vpunpcklqdq %zmm1, %zmm3, %zmm0
	sm4_basis .Lsm4_inv_p, 0
	RET
SYM_FUNC_END(sm4_gfni_avx512_4)

/* %zmm0 - 3 = 16 blocks, likewise on return. Clobbers %zmm0 - 12, 28 - 31, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_16)
	sm4_basis .Lsm4_p, 0, 1, 2, 3
	sm4_unpack dq, 0, 1, 4, 5
	sm4_unpack dq, 2, 3, 6, 7
	sm4_unpack dq, 4, 6, 0, 1
	sm4_unpack dq, 5, 7, 2, 3
	sm4_words_setup
	sm4_words_rounds
	sm4_unpack dq, 3, 1, 4, 5
	sm4_unpack dq, 2, 0, 6, 7
	sm4_unpack dq, 4, 6, 0, 2
	sm4_unpack dq, 5, 7, 1, 3
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3
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

/* %zmm0 - 7 = 32 blocks, likewise on return. Clobbers %zmm0 - 15, 24 - 31, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_32)
	vbroadcasti32x4 .Lswap_in(%rip), %zmm28
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_shuffle 28, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_halves_in 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
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
	vbroadcasti32x4 .Lswap_out(%rip), %zmm28
	sm4_shuffle 28, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_halves_out 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx512_32)

/* %zmm0 - 15 = 64 blocks, likewise on return. Clobbers all vectors, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_64)
	vbroadcasti32x4 .Lswap_in(%rip), %zmm28
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_shuffle 28, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_halves_in 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
	sm4_basis .Lsm4_p, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_shuffle 28, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_halves_in 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_halves_start 18, 19, 20, 21, 22, 23, 8, 9
	sm4_halves_start 2, 3, 4, 5, 6, 7, 10, 11
	sm4_matrices
	mov	$-512, %rax
.macro	sm4_round_64 u0, v0, u1, v1, x0, y0, x1, y1, off
	sm4_halves_round \u0, \v0, \u1, \v1, \off, 8, 9, 12, 13, 14, 15, 24, 25, 26
	sm4_halves_round \x0, \y0, \x1, \y1, \off, 10, 11, 12, 13, 14, 15, 24, 25, 26
.endm
.Lrounds_64:
	sm4_round_64 16, 17, 18, 19, 0, 1, 2, 3, 0
	sm4_round_64 18, 19, 20, 21, 2, 3, 4, 5, 1
	sm4_round_64 20, 21, 22, 23, 4, 5, 6, 7, 2
	sm4_round_64 22, 23, 16, 17, 6, 7, 0, 1, 3
	add	$64, %rax
	jnz	.Lrounds_64
	vbroadcasti32x4 .Lswap_out(%rip), %zmm28
	sm4_shuffle 28, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_halves_out 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_basis .Lsm4_inv_p, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_shuffle 28, 16, 17, 18, 19, 20, 21, 22, 23
	sm4_halves_out 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx512_64)

/*
 * Bytes: byte i of word j of 64 blocks in register 4 j + i. Of two such halves
 * of a batch, one is in %zmm0 - 15 and the other in memory. Here throughput
 * counts: with x = r0 + r1, y = r2 + r3 a round is
 *
 *	z0 + a0 + a3 + y + r1,	z1 + a1 + a0 + y + r0,
 *	z2 + a2 + a1 + x + r3,	z3 + a3 + a2 + x + r2
 *
 * 26 instructions for 64 blocks, 8 of them inversions, next to the port limit
 * of 6.5 cycles when two rounds of different blocks overlap.
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

/*
 * 32 rounds of 128 blocks, sliced: %zmm0 - 15 and FR_STATE(%r10), likewise on
 * return. Clobbers all vectors, %rax. The last round makes a t, too, with K[32].
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_rounds_128)
	mov	$-512, %rax
	vpbroadcastq .Lsm4_r(%rip), %zmm30
	vpbroadcastq .Lsm4_a(%rip), %zmm31
.macro	sm4_bytes_start i, pos, treg, tmem, z1, z2, z3
	vpbroadcastd SM4_BYTE_K + 4 * \pos(%rdi), %zmm24
	vmovdqa64 SM4_Z(1, \i), %zmm\tmem
	vpternlogd $0x96, SM4_Z(2, \i), %zmm24, %zmm\tmem
	vpxord	SM4_Z(3, \i), %zmm\tmem, %zmm\tmem
	vpxord	%zmm\z1, %zmm24, %zmm\treg
	sm4_xor3 \treg, \z2, \z3
.endm
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

/* %zmm0 - 15: blocks to bytes. Clobbers all vectors. */
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
	sm4_unpack bw, 16, 18, 0, 2
	sm4_unpack bw, 17, 19, 1, 3
	sm4_unpack bw, 20, 22, 4, 6
	sm4_unpack bw, 21, 23, 5, 7
	sm4_unpack bw, 24, 26, 8, 10
	sm4_unpack bw, 25, 27, 9, 11
	sm4_unpack bw, 28, 30, 12, 14
	sm4_unpack bw, 29, 31, 13, 15
	sm4_unpack bw, 0, 4, 16, 20
	sm4_unpack bw, 1, 5, 17, 21
	sm4_unpack bw, 2, 6, 18, 22
	sm4_unpack bw, 3, 7, 19, 23
	sm4_unpack bw, 8, 12, 24, 28
	sm4_unpack bw, 9, 13, 25, 29
	sm4_unpack bw, 10, 14, 26, 30
	sm4_unpack bw, 11, 15, 27, 31
	sm4_unpack bw, 16, 24, 0, 1
	sm4_unpack bw, 17, 25, 8, 9
	sm4_unpack bw, 18, 26, 4, 5
	sm4_unpack bw, 19, 27, 12, 13
	sm4_unpack bw, 20, 28, 2, 3
	sm4_unpack bw, 21, 29, 10, 11
	sm4_unpack bw, 22, 30, 6, 7
	sm4_unpack bw, 23, 31, 14, 15
	RET
SYM_FUNC_END(sm4_gfni_avx512_slice)

/* %zmm0 - 15: bytes to blocks, their words reversed. Clobbers all vectors. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_unslice)
	sm4_unpack bw, 12, 4, 16, 17
	sm4_unpack bw, 8, 0, 18, 19
	sm4_unpack bw, 14, 6, 20, 21
	sm4_unpack bw, 10, 2, 22, 23
	sm4_unpack bw, 13, 5, 24, 25
	sm4_unpack bw, 9, 1, 26, 27
	sm4_unpack bw, 15, 7, 28, 29
	sm4_unpack bw, 11, 3, 30, 31
	sm4_unpack bw, 16, 18, 0, 2
	sm4_unpack bw, 17, 19, 1, 3
	sm4_unpack bw, 20, 22, 4, 6
	sm4_unpack bw, 21, 23, 5, 7
	sm4_unpack bw, 24, 26, 8, 10
	sm4_unpack bw, 25, 27, 9, 11
	sm4_unpack bw, 28, 30, 12, 14
	sm4_unpack bw, 29, 31, 13, 15
	sm4_unpack bw, 0, 4, 16, 20
	sm4_unpack bw, 1, 5, 17, 21
	sm4_unpack bw, 2, 6, 18, 22
	sm4_unpack bw, 3, 7, 19, 23
	sm4_unpack bw, 8, 12, 24, 28
	sm4_unpack bw, 9, 13, 25, 29
	sm4_unpack bw, 10, 14, 26, 30
	sm4_unpack bw, 11, 15, 27, 31
	sm4_unpack bw, 16, 24, 0, 8
	sm4_unpack bw, 17, 25, 1, 9
	sm4_unpack bw, 18, 26, 2, 10
	sm4_unpack bw, 19, 27, 3, 11
	sm4_unpack bw, 20, 28, 4, 12
	sm4_unpack bw, 21, 29, 5, 13
	sm4_unpack bw, 22, 30, 6, 14
	sm4_unpack bw, 23, 31, 7, 15
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	RET
SYM_FUNC_END(sm4_gfni_avx512_unslice)

/*
 * XTS tweaks
 * ==========
 *
 * Vector k holds the tweaks T x^(4k) .. T x^(4k+3). A shift to the left by s
 * bits leaves the bits c above bit 127, which count c (1 + x + x^2 + x^7). For
 * s up to 7 they are computed by shifts (sm4_tweak_first); when s = 8m, m up to
 * 7, they are m bytes, whose products overlap by one byte (sm4_tweak_step).
 */

/* d = the block in all lanes of \t times x^s; \left, \right: s and 64 - s */
.macro	sm4_tweak_first d, t, left, right, u, v
	vpsrlvq	\right(%rip), %zmm\t, %zmm\u
	vpsllvq	\left(%rip), %zmm\t, %zmm\d
	vpshufd	$0x4e, %zmm\u, %zmm\u		/* the high qword's c first */
	vbroadcasti32x4 .Ltimes_1(%rip), %zmm\v
	vpsllvq	%zmm\v, %zmm\u, %zmm\v
	sm4_xor3 \d, \u, \v
	vbroadcasti32x4 .Ltimes_2(%rip), %zmm\v
	vpsllvq	%zmm\v, %zmm\u, %zmm\v
	vpxord	%zmm\v, %zmm\d, %zmm\d
	vbroadcasti32x4 .Ltimes_7(%rip), %zmm\v
	vpsllvq	%zmm\v, %zmm\u, %zmm\v
	vpxord	%zmm\v, %zmm\d, %zmm\d
.endm

/* d = s times x^(8 m); %\low: a lane's bytes 0 .. m-1, %\high: its 1 .. m */
.macro	sm4_tweak_step d, s, m, low, high, u
	vpalignr $16 - \m, %zmm\s, %zmm\s, %zmm\d
	vpsllq	$8, %zmm\d, %zmm\u
	vgf2p8affineqb $0, .Lpoly_low(%rip){1to8}, %zmm\d, %zmm\d{%\low}
	vgf2p8affineqb $0, .Lpoly_high(%rip){1to8}, %zmm\u, %zmm\u{%\high}{z}
	vpxord	%zmm\u, %zmm\d, %zmm\d
.endm

/*
 * %zmm16 .. = \v vectors of tweaks from (%rax) on. \u is scratch; it may be the
 * first of them if that is added to \first before.
 */
.macro	sm4_tweaks v, u, first
	vbroadcasti32x4 (%rax), %zmm31
	sm4_tweak_first 16, 31, .Lshift_0, .Lshift_64, 28, 29
.if \v > 1
	sm4_tweak_first 17, 31, .Lshift_4, .Lshift_60, 26, 27
	sm4_tweak_step 18, 16, 1, k2, k3, 30
	sm4_tweak_step 19, 17, 1, k2, k3, 31
.endif
.if \v > 4
	sm4_tweak_step 20, 16, 2, k4, k5, 30
	sm4_tweak_step 21, 17, 2, k4, k5, 31
	sm4_tweak_step 22, 18, 2, k4, k5, 30
	sm4_tweak_step 23, 19, 2, k4, k5, 31
.endif
.if \v > 8
	sm4_tweak_step 24, 16, 4, k6, k7, 30
	sm4_tweak_step 25, 17, 4, k6, k7, 31
	sm4_tweak_step 26, 18, 4, k6, k7, 30
	sm4_tweak_step 27, 19, 4, k6, k7, 31
	sm4_tweak_step 28, 20, 4, k6, k7, 30
	sm4_tweak_step 29, 21, 4, k6, k7, 31
	sm4_tweak_step 30, 22, 4, k6, k7, 31
.ifnb \first
	vpxord	%zmm16, %zmm\first, %zmm\first
.endif
	sm4_tweak_step 31, 23, 4, k6, k7, \u
.endif
.endm

/*
 * Modes
 * =====
 *
 * A part of a batch, up to \v vectors, goes in and out vector by vector; the
 * last one, wherever it is, under %k1. \chain of mode:
 *
 *	cbc_dec, cfb_dec	(%rax) = the ciphertext block before the part
 *	ctr			%zmm31 = the part's first four counters, the last
 *				dwords of blocks in CPU byte order
 *	xts			(%rax) = the part's first tweak
 */

/* %k1 and, for some modes, %k2 and %k3 from %r11. Clobbers %rcx, %rax. */
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

/* d ^= the tweaks of vector i, which are kept if it is the last */
.macro	sm4_tweak_in i, t, last
	vpxord	%zmm\t, %zmm\i, %zmm\i
 .if \last
	vmovdqa64 %zmm\t, 64(%rax)
 .endif
.endm

.macro	sm4_load_one mode, i, t, last
	sm4_load \mode, \i, \last
.ifc \mode, xts
	sm4_tweak_in \i, \t, \last
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

/* \op does for vector i what \what says. */
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

/*
 * XTS: after a part, 128(%rax) = the next tweak, which is the last times x.
 * Clobbers %rcx, %r9, %r10, %xmm26, %xmm27.
 */
.macro	sm4_next_tweak
	lea	-16(%r11), %ecx
	and	$48, %ecx
	mov	64(%rax, %rcx), %r10
	mov	72(%rax, %rcx), %rcx
	add	%r10, %r10
	adc	%rcx, %rcx
	sbb	%r9d, %r9d
	and	$0x87, %r9d
	xor	%r9, %r10
	vmovq	%r10, %xmm26
	vmovq	%rcx, %xmm27
	vpunpcklqdq %xmm27, %xmm26, %xmm26
	vmovdqa64 %xmm26, 128(%rax)
.endm

/* A part of \v vectors goes in; clobbers %rcx, %r10 and, XTS, %r9. */
.macro	sm4_in mode, from, v
	sm4_masks \mode
.ifc \mode, ctr
	sm4_counters \v
.else
 .ifc \mode, xts
	sm4_tweaks \v, 15
 .endif
	sm4_vectors load, \mode, \from, \v
 .ifc \mode, xts
	sm4_next_tweak
 .endif
.endif
.endm

/* It goes out. \again: masks and tweaks are no longer there. */
.macro	sm4_out mode, from, v, again=0
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
 .if \again
	sm4_tweaks \v, 16, 0
	vpxord	%zmm16, %zmm16, %zmm16		/* already added */
 .endif
	sm4_vectors out, xts, \from, \v
.endif
.ifc \mode, cbc_dec
	sm4_vectors mix, cbc_dec, \from, \v
 .if !\again
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
	sm4_out	\mode, 0, 16, again=1
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
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_ctr_in)
	sm4_part_in ctr
SYM_FUNC_END(sm4_gfni_avx512_ctr_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_ctr_out)
	sm4_part_out ctr
SYM_FUNC_END(sm4_gfni_avx512_ctr_out)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cfb_dec_in)
	sm4_part_in cfb_dec
SYM_FUNC_END(sm4_gfni_avx512_cfb_dec_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_cfb_dec_out)
	sm4_part_out cfb_dec
SYM_FUNC_END(sm4_gfni_avx512_cfb_dec_out)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_xts_in)
	sm4_part_in xts
SYM_FUNC_END(sm4_gfni_avx512_xts_in)
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_xts_out)
	sm4_part_out xts
SYM_FUNC_END(sm4_gfni_avx512_xts_out)

.macro	sm4_prologue
	push	%rbp
	mov	%rsp, %rbp
	and	$-64, %rsp
	sub	$FR_SIZE, %rsp
.endm

.macro	sm4_epilogue
	vzeroupper
	leave
	RET
.endm

/* (%rax) of the part at offset \at of the batch */
.macro	sm4_chain_at mode, at
.ifc \mode, xts
	lea	FR_CHAIN + \at / 8(%rsp), %rax
.else
 .if \at
	lea	\at - 16(%rdx), %rax
 .else
	mov	%r8, %rax
 .endif
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

/* A whole message of one batch, up to \v vectors, in the hands of core \core */
.macro	sm4_small mode, core, from, v
	sm4_in	\mode, \from, \v
	sm4_keep_iv \mode
	call	sm4_gfni_avx512_\core
	mov	%rsi, %r10
	sm4_chain_at \mode, 0
	sm4_out	\mode, \from, \v
.endm

/*
 * The message's %rcx bytes. On return %rdx, %rsi are of no use, and for XTS
 * FR_CHAIN has the next tweak. \done: where to go
 */
.macro	sm4_batches mode, done
	cmp	$1024, %rcx
	ja	.Lwide_\@
.Lnarrow_\@:
	mov	%rdx, %r9
	mov	%rcx, %r11
	sm4_chain_at \mode, 0
	cmp	$256, %rcx
	ja	.Lmore_than_16_\@
	cmp	$64, %rcx
	ja	.Lmore_than_4_\@
	sm4_small \mode, 4, 0, 1
	jmp	.Lended_\@
.Lmore_than_4_\@:
	sm4_small \mode, 16, 1, 4
	jmp	.Lended_\@
.Lmore_than_16_\@:
	cmp	$512, %rcx
	ja	.Lmore_than_32_\@
	sm4_small \mode, 32, 4, 8
	jmp	.Lended_\@
.Lmore_than_32_\@:
	call	sm4_gfni_avx512_\mode\()_in
	mov	%rdx, %r9
	sm4_keep_iv \mode
	call	sm4_gfni_avx512_64
	sm4_chain_at \mode, 0
.ifc \mode, cbc_dec
	vmovdqu64 -16(%r9, %r11), %xmm16
	vmovdqa64 %xmm16, FR_LAST(%rsp)
.endif
	call	sm4_gfni_avx512_\mode\()_out
.ifc \mode, cbc_dec
	vmovdqa	FR_LAST(%rsp), %xmm0
	vmovdqu	%xmm0, (%r8)
.endif
.Lended_\@:
.ifc \mode, xts
	vmovdqa	FR_CHAIN + 128(%rsp), %xmm0
	vmovdqa	%xmm0, FR_CHAIN(%rsp)
.endif
	jmp	\done

.Lwide_\@:
.ifc \mode, ctr
	vmovdqa64 %zmm31, FR_CTR(%rsp)
.endif
.Lbatch_\@:
	mov	%rcx, FR_LEFT(%rsp)
	mov	%rdx, %r9
	mov	$1024, %r11d
	sm4_chain_at \mode, 0
	call	sm4_gfni_avx512_\mode\()_in
	call	sm4_gfni_avx512_slice
	sm4_state st
	mov	FR_LEFT(%rsp), %rcx
	mov	$2048, %r11d
	cmp	%r11, %rcx
	cmovb	%rcx, %r11
	sub	$1024, %r11
	lea	1024(%rdx), %r9
	sm4_chain_at \mode, 1024
.ifc \mode, ctr
	vmovdqa64 FR_CTR(%rsp), %zmm31
	vbroadcasti32x4 .Lblocks + 16 * 16(%rip), %zmm29
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
	vpaddd	%zmm29, %zmm31, %zmm31
	vpaddd	%zmm29, %zmm31, %zmm29
	vmovdqa64 %zmm29, FR_CTR(%rsp)
.endif
	call	sm4_gfni_avx512_\mode\()_in
	lea	1024(%rdx), %r9
	sm4_keep_iv \mode
	call	sm4_gfni_avx512_slice
	lea	FR_STATE(%rsp), %r10
	call	sm4_gfni_avx512_rounds_128
	call	sm4_gfni_avx512_unslice

	/* The later half first: CBC needs the other's ciphertext. */
	sm4_chain_at \mode, 1024
.ifc \mode, cbc_dec
	vmovdqu64 -16(%r9, %r11), %xmm16
	vmovdqa64 %xmm16, FR_LAST(%rsp)
.endif
	call	sm4_gfni_avx512_\mode\()_out
	sm4_state ld
	call	sm4_gfni_avx512_unslice
	mov	%rdx, %r9
	mov	$1024, %r11d
	sm4_chain_at \mode, 0
	call	sm4_gfni_avx512_\mode\()_out
.ifc \mode, cbc_dec
	vmovdqa	FR_LAST(%rsp), %xmm0
	vmovdqu	%xmm0, (%r8)
.endif
.ifc \mode, xts
	vmovdqa	FR_CHAIN + 256(%rsp), %xmm0
	vmovdqa	%xmm0, FR_CHAIN(%rsp)
.endif
.ifc \mode, ctr
	vmovdqa64 FR_CTR(%rsp), %zmm31
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
.endif
	add	$2048, %rdx
	add	$2048, %rsi
	mov	FR_LEFT(%rsp), %rcx
	sub	$2048, %rcx
	jbe	.Lwiped_\@
	cmp	$1024, %rcx
	ja	.Lbatch_\@
	sm4_state wipe
	jmp	.Lnarrow_\@
.Lwiped_\@:
	sm4_state wipe
	jmp	\done
.endm

/* The half of a batch of 128 that is kept in memory */
.macro	sm4_state op
.ifc \op, wipe
	vpxor	%xmm0, %xmm0, %xmm0
.endif
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.ifc \op, st
	vmovdqa64 %zmm\i, FR_STATE + 64 * \i(%rsp)
.endif
.ifc \op, ld
	vmovdqa64 FR_STATE + 64 * \i(%rsp), %zmm\i
.endif
.ifc \op, wipe
	vmovdqa64 %zmm0, FR_STATE + 64 * \i(%rsp)
.endif
.endr
.endm

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_ecb)
	sm4_prologue
	mov	%ecx, %ecx
	shl	$4, %rcx
	sm4_batches ecb, .Lecb_done
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
	sm4_batches cbc_dec, .Lcbc_done
.Lcbc_done:
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cbc_dec)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_cfb_dec)
	sm4_prologue
	mov	%ecx, %ecx
	sm4_not_first_block
	sm4_batches cfb_dec, .Lcfb_done
.Lcfb_done:
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cfb_dec)

/*
 * The counters of a vector are added in 32 bits: where these wrap, the message
 * is cut in two.
 */
SYM_FUNC_START(widecrypt_sm4_gfni_avx512_ctr)
	sm4_prologue
	mov	%ecx, %ecx
	vbroadcasti32x4 .Lctr_bytes(%rip), %zmm30
.Lctr_run:
	vbroadcasti32x4 (%r8), %zmm31
	vpshufb	%zmm30, %zmm31, %zmm31
	vpaddd	.Llanes(%rip), %zmm31, %zmm31
	mov	12(%r8), %eax
	bswap	%eax
	mov	$1, %r9d
	shl	$32, %r9
	sub	%rax, %r9
	shl	$4, %r9				/* bytes until it wraps */
	mov	%rcx, %r10
	cmp	%r9, %rcx
	cmova	%r9, %rcx
	sub	%rcx, %r10
	mov	%rcx, FR_RUN(%rsp)
	mov	%r10, FR_REST(%rsp)
	mov	%rdx, FR_SRC(%rsp)
	sm4_batches ctr, .Lctr_done
.Lctr_done:
	mov	FR_RUN(%rsp), %rcx
	lea	15(%rcx), %r9
	shr	$4, %r9
	mov	8(%r8), %rax
	mov	(%r8), %r10
	bswap	%rax
	bswap	%r10
	add	%r9, %rax
	adc	$0, %r10
	bswap	%rax
	bswap	%r10
	mov	%rax, 8(%r8)
	mov	%r10, (%r8)
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

/*
 * XTS. %eax: 1 for decryption. A tail (1 to 15 bytes after the last whole
 * block) takes its input's end from the block made last, and its place; that
 * block's head is the tail's output. In decryption the last whole block is
 * worked with the tweak after its own, and the block made of the tail with it.
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx512_xts)
	sm4_prologue
	mov	%ecx, %ecx
	mov	%ecx, %r9d
	and	$15, %r9d
	cmovz	%r9d, %eax			/* all the same without a tail */
	mov	%r9, FR_REST(%rsp)
	mov	%rax, FR_DEC(%rsp)
	sub	%r9, %rcx
	shl	$4, %eax
	sub	%rax, %rcx			/* the last block comes later */
	mov	%rcx, FR_RUN(%rsp)
	mov	%rdx, FR_SRC(%rsp)
	vmovdqu	(%r8), %xmm0
	vmovdqa	%xmm0, FR_CHAIN(%rsp)
	kmovq	.Ltail_masks(%rip), %k2
	kmovq	.Ltail_masks + 8(%rip), %k3
	kmovq	.Ltail_masks + 16(%rip), %k4
	kmovq	.Ltail_masks + 24(%rip), %k5
	kmovq	.Ltail_masks + 32(%rip), %k6
	kmovq	.Ltail_masks + 40(%rip), %k7
	test	%rcx, %rcx
	jz	.Lxts_done
	sm4_batches xts, .Lxts_done
.Lxts_done:
	mov	FR_REST(%rsp), %ecx
	test	%ecx, %ecx
	jnz	.Lxts_tail
.Lxts_end:
	vmovdqa	FR_CHAIN(%rsp), %xmm0
	vmovdqu	%xmm0, (%r8)
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqa64 %zmm0, FR_CHAIN(%rsp)
	vmovdqa64 %zmm0, FR_CHAIN + 64(%rsp)
	vmovdqa64 %zmm0, FR_CHAIN + 128(%rsp)
	vmovdqa64 %zmm0, FR_CHAIN + 192(%rsp)
	vmovdqa64 %zmm0, FR_CHAIN + 256(%rsp)
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
	mov	FR_CHAIN(%rsp), %r10
	mov	FR_CHAIN + 8(%rsp), %rcx
	add	%r10, %r10
	adc	%rcx, %rcx
	sbb	%r9d, %r9d
	and	$0x87, %r9d
	xor	%r9, %r10
	mov	%r10, FR_CHAIN + 128(%rsp)
	mov	%rcx, FR_CHAIN + 136(%rsp)
	vmovdqa	FR_CHAIN + 128(%rsp), %xmm0
	vpxor	(%rdx), %xmm0, %xmm0
	call	sm4_gfni_avx512_4
	vpxor	FR_CHAIN + 128(%rsp), %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
.Lxts_steal:
	vmovdqu	-16(%rsi), %xmm1
	vmovdqa	%xmm1, %xmm0
	vmovdqu8 (%rdx), %xmm0{%k1}
	vmovdqu8 %xmm1, (%rsi){%k1}
	vpxor	FR_CHAIN(%rsp), %xmm0, %xmm0
	call	sm4_gfni_avx512_4
	vpxor	FR_CHAIN(%rsp), %xmm0, %xmm0
	vmovdqu	%xmm0, -16(%rsi)
	jmp	.Lxts_end
SYM_FUNC_END(sm4_gfni_avx512_xts)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_xts_enc)
	xor	%eax, %eax
	jmp	sm4_gfni_avx512_xts
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_xts_enc)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_xts_dec)
	mov	$1, %eax
	jmp	sm4_gfni_avx512_xts
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_xts_dec)

/*
 * One stream. The block that enters next is the cipher's output plus a block of
 * plaintext, in CBC (where the output is the ciphertext) as in CFB (where the
 * sum is). It is added in the basis of z, word by word in reverse order, so the
 * next block's first round does not even wait for this one's last.
 *
 *	%zmm0 - 12, 28 - 31	see sm4_words_round
 *	%zmm13 - 16		the plaintext's words
 *	%zmm17			ciphertext
 */
.macro	sm4_split r, w0, w1, w2, w3
	vpshufd	$0x55, %zmm\r, %zmm\w1
	vpshufd	$0xaa, %zmm\r, %zmm\w2
	vpshufd	$0xff, %zmm\r, %zmm\w3
	vpshufd	$0x00, %zmm\r, %zmm\w0
.endm

.macro	sm4_join r, w0, w1, w2, w3, u
	vpunpckldq %zmm\w1, %zmm\w0, %zmm\r
	vpunpckldq %zmm\w3, %zmm\w2, %zmm\u
	vpunpcklqdq %zmm\u, %zmm\r, %zmm\r
	sm4_basis .Lsm4_inv_p, \r
.endm

/* z of the next block; the plaintext is in \p, in the basis of z. */
.macro	sm4_feed p
	sm4_split \p, 13, 14, 15, 16
	vpxord	%zmm3, %zmm13, %zmm13
	vpxord	%zmm2, %zmm14, %zmm14
	vpxord	%zmm1, %zmm15, %zmm2
	vpxord	%zmm0, %zmm16, %zmm3
	vmovdqa64 %zmm13, %zmm0
	vmovdqa64 %zmm14, %zmm1
.endm

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_cbc_enc)
	vmovdqu	(%r8), %xmm0
	vpxor	(%rdx), %xmm0, %xmm0
	sm4_basis .Lsm4_p, 0
	sm4_split 0, 0, 1, 2, 3
	sm4_words_setup
.Lcbc_block:
	sm4_words_rounds
	sm4_join 17, 3, 2, 1, 0, 18
	vmovdqu64 %xmm17, (%rsi)
	dec	%ecx
	jz	.Lcbc_end
	vmovdqu	16(%rdx), %xmm13
	sm4_basis .Lsm4_p, 13
	sm4_feed 13
	add	$16, %rdx
	add	$16, %rsi
	jmp	.Lcbc_block
.Lcbc_end:
	vmovdqu64 %xmm17, (%r8)
	vzeroupper
	RET
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cbc_enc)

SYM_FUNC_START(widecrypt_sm4_gfni_avx512_cfb_enc)
	vmovdqu	(%r8), %xmm0
	sm4_basis .Lsm4_p, 0
	sm4_split 0, 0, 1, 2, 3
	sm4_words_setup
.Lcfb_block:
	sm4_words_rounds
	cmp	$16, %ecx
	jb	.Lcfb_tail
	vmovdqu	(%rdx), %xmm13
	sm4_basis .Lsm4_p, 13
	sm4_feed 13
	sm4_join 17, 0, 1, 2, 3, 18
	vmovdqu64 %xmm17, (%rsi)
	sub	$16, %ecx
	jz	.Lcfb_end
	add	$16, %rdx
	add	$16, %rsi
	jmp	.Lcfb_block
.Lcfb_tail:
	mov	$1, %eax
	shl	%cl, %eax
	dec	%eax
	kmovq	%rax, %k1
	sm4_join 17, 3, 2, 1, 0, 18
	vmovdqu8 (%rdx), %xmm13{%k1}{z}
	vpxord	%xmm13, %xmm17, %xmm17
	vmovdqu8 %xmm17, (%rsi){%k1}
.Lcfb_end:
	vmovdqu64 %xmm17, (%r8)
	vzeroupper
	RET
SYM_FUNC_END(widecrypt_sm4_gfni_avx512_cfb_enc)
