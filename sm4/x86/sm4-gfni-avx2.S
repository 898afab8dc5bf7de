/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 with GFNI and AVX2: row gfni-avx2. The mathematics is in
 * <widecrypt/x86/sm4-gfni.S>; the contract of the routines, all of the type
 * wc_mode_fn, in <widecrypt/mode_fn.h>:
 *
 *	void widecrypt_sm4_gfni_avx2_<mode>(const void *ks, u8 *dst,
 *			const u8 *src, unsigned int n, u8 *iv);
 *
 * Sixteen registers of 32 bytes hold either the data of a batch or what a round
 * needs, so batches are worked in the frame: what the cipher takes is written
 * there, a core replaces it by what the cipher gives, and this goes out, with
 * what the mode adds. There are no masks: the last bytes go through general
 * registers.
 *
 *	blocks		form
 *	1, 2		words, a block a lane
 *	3 .. 8		words
 *	9 .. 16		half words
 *	17 .. 32	bytes
 *	33 .. 64	bytes, 2 x 32
 *
 * In CTR the last two can have GHASH beside their rounds, and the last one J0 in
 * words. Nothing of the cipher is in %ymm8 to 13 between two rounds, which fill the
 * ports, but not quite.
 *
 * Registers
 * =========
 *
 *	%rdi		ks
 *	%rsi, %rdx	dst, src of the batch
 *	%r8		iv
 *	%r9		FR_SPARE for the cores
 *	%r10		FR_STATE for the cores
 *	%r11		bytes of the batch
 *	%rax, %rcx	offset in the batch, scratch
 */
#include <linux/linkage.h>

/* The frame of every routine, aligned to 32 bytes */
#define FR_STATE	0		/* 1024: the batch */
#define FR_SPARE	1024		/* 256: half of 32 blocks as they are sliced */
#define FR_TWEAKS	1280		/* 128: XTS: the next eight tweaks, */
#define FR_BASE		1408		/* 128: the batch's first eight */
#define FR_COUNTER	1280		/* 32: CTR: the next vector's counters */
#define FR_J0		1312		/* 160: words and t of a block beside 64 others */
#define FR_LEFT		1552		/* bytes left */
#define FR_RUN		1560		/* CTR, XTS: bytes done in batches */
#define FR_REST		1568		/* CTR: those after; XTS: the tail's */
#define FR_SRC		1576		/* CTR, XTS: src at their start */
#define FR_DEC		1584		/* XTS: to decrypt */
#define FR_BESIDE	1584		/* CTR: struct wc_beside, or 0 */
#define FR_ALL		1592		/* bytes of the message */
#define FR_BATCH	1600		/* CTR: bytes of the batch */
#define FR_WITH_J0	1608		/* whether FR_J0 has a block */
#define FR_IV		1616		/* what %r8 was */
#define FR_SIZE		1664

#define SM4_COPIES	4
#include <widecrypt/gcm-offsets.h>
#include <widecrypt/x86/ghash-pclmul.S>
#include <widecrypt/x86/sm4-gfni.S>
#include <widecrypt/x86/xts.S>

	.section .rodata
	.balign	32
.Lturn_1:				/* dwords rotated down by bytes */
	.byte	1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
	.byte	1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
.Lturn_2:
	.byte	2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
	.byte	2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.Lturn_3:
	.byte	3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
	.byte	3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
.Lswap_in:				/* the inner bytes of dwords swapped */
	.byte	0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15
	.byte	0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15
.Lswap_out:				/* v0 i1 v2 v1 -> v0 v2 v1 i1 */
	.byte	0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15
	.byte	0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15
.Lctr_bytes:				/* the last dword's bytes reversed */
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12
.Llanes:				/* the block's number in a vector, */
	.long	0, 0, 0, 0, 0, 0, 0, 1
.Lvector:				/* blocks in a vector */
	.long	0, 0, 0, 2, 0, 0, 0, 2
wc_xts_poly:
	.quad	WC_XTS_POLY
	.text

/*
 * Steps, see sm4-gfni.S.
 */
.macro	sm4_sum d, a, b
	vpxor	%ymm\b, %ymm\a, %ymm\d
.endm

.macro	sm4_xor d, a
	sm4_sum	\d, \d, \a
.endm

.macro	sm4_xor3 d, a, b
	vpxor	%ymm\a, %ymm\d, %ymm\d
	vpxor	%ymm\b, %ymm\d, %ymm\d
.endm

.macro	sm4_xor3_to d, a, b
	vpxor	%ymm\a, %ymm\b, %ymm\b
	vpxor	%ymm\b, %ymm\d, %ymm\d
.endm

.macro	sm4_word_kk d, n, a, b
	vpbroadcastd SM4_WORD_KK + 128 + 4 * \n(%rdi, %rax), %ymm\d
	sm4_xor3 \d, \a, \b
.endm

.macro	sm4_byte_kk d, n, v, a, b
	vpbroadcastq SM4_BYTE_KK + 512 + 16 * \n + 8 * \v(%rdi, %rax), %ymm\d
	sm4_xor3 \d, \a, \b
.endm

.macro	sm4_a d, t
	vgf2p8affineinvqb $SM4_A, .Lsm4_a(%rip), %ymm\t, %ymm\d
.endm

.macro	sm4_r d, t
	vgf2p8affineinvqb $SM4_R, .Lsm4_r(%rip), %ymm\t, %ymm\d
.endm

.macro	sm4_b d, t
	vgf2p8affineinvqb $SM4_B, .Lsm4_b(%rip), %ymm\t, %ymm\d
.endm

.macro	sm4_turn d, s, k
	vpshufb	.Lturn_\k(%rip), %ymm\s, %ymm\d
.endm

.macro	sm4_swap d, s
	vpshufd	$0xb1, %ymm\s, %ymm\d
.endm

.macro	sm4_unpack unit, a, b, lo, hi
	vpunpckl\unit %ymm\b, %ymm\a, %ymm\lo
	vpunpckh\unit %ymm\b, %ymm\a, %ymm\hi
.endm

.macro	sm4_low unit, a, b, d
	vpunpckl\unit %ymm\b, %ymm\a, %ymm\d
.endm

.macro	sm4_dword i, s, d
	vpshufd	$0x55 * \i, %ymm\s, %ymm\d
.endm

.macro	sm4_move s, d
	vmovdqa	%ymm\s, %ymm\d
.endm

.macro	sm4_basis m, regs:vararg
.irp r, \regs
	vgf2p8affineqb $0, \m(%rip), %ymm\r, %ymm\r
.endr
.endm

.macro	sm4_shuffle m, regs:vararg
.irp r, \regs
	vpshufb	\m(%rip), %ymm\r, %ymm\r
.endr
.endm

/* Vectors 0 .. 7 at \p to or from registers */
.macro	sm4_load8 p, r0, r1, r2, r3, r4, r5, r6, r7
	vmovdqa	(\p), %ymm\r0
	vmovdqa	32(\p), %ymm\r1
	vmovdqa	64(\p), %ymm\r2
	vmovdqa	96(\p), %ymm\r3
	vmovdqa	128(\p), %ymm\r4
	vmovdqa	160(\p), %ymm\r5
	vmovdqa	192(\p), %ymm\r6
	vmovdqa	224(\p), %ymm\r7
.endm

.macro	sm4_store8 p, r0, r1, r2, r3, r4, r5, r6, r7
	vmovdqa	%ymm\r0, (\p)
	vmovdqa	%ymm\r1, 32(\p)
	vmovdqa	%ymm\r2, 64(\p)
	vmovdqa	%ymm\r3, 96(\p)
	vmovdqa	%ymm\r4, 128(\p)
	vmovdqa	%ymm\r5, 160(\p)
	vmovdqa	%ymm\r6, 192(\p)
	vmovdqa	%ymm\r7, 224(\p)
.endm

.macro	sm4_words_setup
.endm

.macro	sm4_words_first
	vpbroadcastd SM4_WORD_K0(%rdi), %ymm4
	sm4_xor3 4, 1, 2
	mov	$-128, %rax
	sm4_xor	4, 3
	sm4_turn 5, 4, 1
.endm

/* %ymm0 = one or two blocks, likewise on return. Clobbers %ymm0 - 12, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_2)
	sm4_words_1
	RET
SYM_FUNC_END(sm4_gfni_avx2_2)

/* (%r10) = 8 blocks, likewise on return. Clobbers %ymm0 - 12, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_8)
	vmovdqa	(%r10), %ymm0
	vmovdqa	32(%r10), %ymm1
	vmovdqa	64(%r10), %ymm2
	vmovdqa	96(%r10), %ymm3
	sm4_words_4
	vmovdqa	%ymm0, (%r10)
	vmovdqa	%ymm1, 32(%r10)
	vmovdqa	%ymm2, 64(%r10)
	vmovdqa	%ymm3, 96(%r10)
	RET
SYM_FUNC_END(sm4_gfni_avx2_8)

/* (%r10) = 16 blocks, likewise on return. Clobbers all vectors, %rax. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_16)
	sm4_load8 %r10, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_shuffle .Lswap_in, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_halves_in 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vpbroadcastq SM4_BYTE_K(%rdi), %ymm0
	vpbroadcastq SM4_BYTE_K + 8(%rdi), %ymm1
	sm4_xor3 0, 10, 12
	sm4_xor3 1, 11, 13
	sm4_xor	0, 14
	sm4_xor	1, 15
	mov	$-512, %rax
.macro	sm4_round_16 u0, v0, u1, v1, n
	sm4_halves_round \u0, \v0, \u1, \v1, \n, 0, 1, 2, 3, 5, 4, 5, 6, 7
.endm
.Lrounds_16:
	sm4_round_16 8, 9, 10, 11, 0
	sm4_round_16 10, 11, 12, 13, 1
	sm4_round_16 12, 13, 14, 15, 2
	sm4_round_16 14, 15, 8, 9, 3
	add	$64, %rax
	jnz	.Lrounds_16
	sm4_shuffle .Lswap_out, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_halves_out 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_basis .Lsm4_inv_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_store8 %r10, 0, 1, 2, 3, 4, 5, 6, 7
	RET
SYM_FUNC_END(sm4_gfni_avx2_16)

/*
 * Bytes: byte i of word j of 32 blocks in vector 4 j + i of the state. With
 * x = r0 + r1, y = r2 + r3 a round is
 *
 *	z0 + a0 + a3 + y + r1,	z1 + a1 + a0 + y + r0,
 *	z2 + a2 + a1 + x + r3,	z3 + a3 + a2 + x + r2
 *
 * 38 instructions for 32 blocks, 8 of them inversions.
 *
 *	%ymm0 - 3	t of the first 32 blocks, then its a
 *	%ymm4 - 7	t of the second, then its a
 *	%ymm8 - 11	r
 *	%ymm12, 13	x, y
 *	%ymm14, 15	matrices a and r
 */
#define SM4_Z(base, j, i)	base + 128 * (j) + 32 * (i)(%r10)
#define SM4_K(n, i)		SM4_BYTE_K + 512 + 16 * (n) + 4 * (i)(%rdi, %rax)

/* t = K + z[p] + z[q], which is not all yet */
.macro	sm4_next_t base, n, p, q, t, i, pos
	vpbroadcastd SM4_K(\n, \pos), %ymm\t
	vpxor	SM4_Z(\base, \p, \i), %ymm\t, %ymm\t
	vpxor	SM4_Z(\base, \q, \i), %ymm\t, %ymm\t
.endm

.macro	sm4_bytes_round base, n, z, p, q, t0, t1, t2, t3
	sm4_inv_r 8, \t0
	sm4_inv_r 9, \t1
	sm4_inv_r 10, \t2
	sm4_inv_r 11, \t3
	sm4_inv_a \t3
	sm4_inv_a \t0
	sm4_inv_a \t1
	sm4_inv_a \t2
	vpxor	%ymm8, %ymm9, %ymm12
	vpxor	%ymm10, %ymm11, %ymm13
	sm4_xor	11, 12
	sm4_xor	10, 12
	sm4_xor	9, 13
	sm4_xor	8, 13
	vpxor	%ymm\t0, %ymm\t3, %ymm12
	sm4_xor	\t3, \t2
	sm4_xor	\t2, \t1
	sm4_xor	\t1, \t0
	vpxor	SM4_Z(\base, \z, 0), %ymm12, %ymm12
	vpxor	SM4_Z(\base, \z, 1), %ymm\t1, %ymm\t1
	vpxor	SM4_Z(\base, \z, 2), %ymm\t2, %ymm\t2
	vpxor	SM4_Z(\base, \z, 3), %ymm\t3, %ymm\t3
	sm4_xor	9, 12
	sm4_xor	8, \t1
	sm4_xor	11, \t2
	sm4_xor	10, \t3
	sm4_next_t \base, \n + 1, \p, \q, \t0, 0, 0
	sm4_next_t \base, \n + 1, \p, \q, \t1, 1, 2
	sm4_next_t \base, \n + 1, \p, \q, \t2, 2, 1
	sm4_next_t \base, \n + 1, \p, \q, \t3, 3, 3
	vmovdqa	%ymm9, SM4_Z(\base, \z, 0)
	vmovdqa	%ymm8, SM4_Z(\base, \z, 1)
	vmovdqa	%ymm11, SM4_Z(\base, \z, 2)
	vmovdqa	%ymm10, SM4_Z(\base, \z, 3)
	sm4_xor	\t0, 9
	sm4_xor	\t1, 8
	sm4_xor	\t2, 11
	sm4_xor	\t3, 10
.endm

.macro	sm4_inv_a t
	vgf2p8affineinvqb $SM4_A, %ymm14, %ymm\t, %ymm\t
.endm

.macro	sm4_inv_r d, t
	vgf2p8affineinvqb $SM4_R, %ymm15, %ymm\t, %ymm\d
.endm

.macro	sm4_bytes_start base, t0, t1, t2, t3
	sm4_next_t \base, 0, 1, 2, \t0, 0, 0
	sm4_next_t \base, 0, 1, 2, \t1, 1, 2
	sm4_next_t \base, 0, 1, 2, \t2, 2, 1
	sm4_next_t \base, 0, 1, 2, \t3, 3, 3
	vpxor	SM4_Z(\base, 3, 0), %ymm\t0, %ymm\t0
	vpxor	SM4_Z(\base, 3, 1), %ymm\t1, %ymm\t1
	vpxor	SM4_Z(\base, 3, 2), %ymm\t2, %ymm\t2
	vpxor	SM4_Z(\base, 3, 3), %ymm\t3, %ymm\t3
.endm

/* Three of the four steps between blocks and bytes, see sm4_halves_in */
.macro	sm4_bytes_8
	sm4_unpack bw, 0, 1, 8, 9
	sm4_unpack bw, 2, 3, 10, 11
	sm4_unpack bw, 4, 5, 12, 13
	sm4_unpack bw, 6, 7, 14, 15
	sm4_unpack bw, 8, 10, 0, 2
	sm4_unpack bw, 9, 11, 1, 3
	sm4_unpack bw, 12, 14, 4, 6
	sm4_unpack bw, 13, 15, 5, 7
	sm4_unpack bw, 0, 4, 8, 12
	sm4_unpack bw, 1, 5, 9, 13
	sm4_unpack bw, 2, 6, 10, 14
	sm4_unpack bw, 3, 7, 11, 15
.endm

/* The fourth, with what is at (%r9): lo to vector \v of (%r10), hi to \w */
.macro	sm4_bytes_last m, r, v, w, back
	vpunpckhbw 32 * \m(%r9), %ymm\r, %ymm1
	vpunpcklbw 32 * \m(%r9), %ymm\r, %ymm0
.if \back
	sm4_basis .Lsm4_inv_p, 0, 1
.endif
	vmovdqa	%ymm0, 32 * \v(%r10)
	vmovdqa	%ymm1, 32 * \w(%r10)
.endm

/* 32 blocks at (%r10) to bytes. Clobbers %ymm0 - 15. */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_slice)
	add	$256, %r10
	sm4_load8 %r10, 0, 1, 2, 3, 4, 5, 6, 7
	sub	$256, %r10
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_bytes_8
	sm4_store8 %r9, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_load8 %r10, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_basis .Lsm4_p, 0, 1, 2, 3, 4, 5, 6, 7
	sm4_bytes_8
	sm4_bytes_last 0, 8, 0, 1, 0
	sm4_bytes_last 1, 9, 8, 9, 0
	sm4_bytes_last 2, 10, 4, 5, 0
	sm4_bytes_last 3, 11, 12, 13, 0
	sm4_bytes_last 4, 12, 2, 3, 0
	sm4_bytes_last 5, 13, 10, 11, 0
	sm4_bytes_last 6, 14, 6, 7, 0
	sm4_bytes_last 7, 15, 14, 15, 0
	RET
SYM_FUNC_END(sm4_gfni_avx2_slice)

/* And back, with the words reversed. Clobbers %ymm0 - 15. */
.macro	sm4_load_words i
	vmovdqa	32 * (12 + \i)(%r10), %ymm0
	vmovdqa	32 * (4 + \i)(%r10), %ymm1
	vmovdqa	32 * (8 + \i)(%r10), %ymm2
	vmovdqa	32 * \i(%r10), %ymm3
	vmovdqa	32 * (14 + \i)(%r10), %ymm4
	vmovdqa	32 * (6 + \i)(%r10), %ymm5
	vmovdqa	32 * (10 + \i)(%r10), %ymm6
	vmovdqa	32 * (2 + \i)(%r10), %ymm7
.endm

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_unslice)
	sm4_load_words 1
	sm4_bytes_8
	sm4_store8 %r9, 8, 9, 10, 11, 12, 13, 14, 15
	sm4_load_words 0
	sm4_bytes_8
	sm4_bytes_last 0, 8, 0, 8, 1
	sm4_bytes_last 1, 9, 1, 9, 1
	sm4_bytes_last 2, 10, 2, 10, 1
	sm4_bytes_last 3, 11, 3, 11, 1
	sm4_bytes_last 4, 12, 4, 12, 1
	sm4_bytes_last 5, 13, 5, 13, 1
	sm4_bytes_last 6, 14, 6, 14, 1
	sm4_bytes_last 7, 15, 7, 15, 1
	RET
SYM_FUNC_END(sm4_gfni_avx2_unslice)

/*
 * 32 rounds of the first 32 blocks of the state, sliced, or of all 64, with \beside
 * and, if \j0, rounds of FR_J0 after every second one. Clobbers %ymm0 - 15, %rax.
 */
.macro	sm4_rounds blocks, j0, beside
.if \j0
	mov	%r8, FR_IV - FR_STATE(%r10)
	mov	%rdi, %r8
.endif
	mov	$-512, %rax
	vmovdqa	.Lsm4_a(%rip), %ymm14
	vmovdqa	.Lsm4_r(%rip), %ymm15
	sm4_bytes_start 0, 0, 1, 2, 3
.if \blocks == 64
	sm4_bytes_start 512, 4, 5, 6, 7
.endif
.Lrounds\@:
	sm4_round \blocks, 0, 0, 2, 3
	sm4_round \blocks, 1, 1, 3, 0
	\beside	0
.if \j0
	sm4_j0_rounds 0, 1
.endif
	sm4_round \blocks, 2, 2, 0, 1
	sm4_round \blocks, 3, 3, 1, 2
	\beside	64
.if \j0
	sm4_j0_rounds 2, 3
	add	$16, %r8
.endif
	add	$64, %rax
	jnz	.Lrounds\@
.if \j0
	mov	FR_IV - FR_STATE(%r10), %r8
.endif
.endm

/*
 * Two rounds of the block at FR_J0, in words: its key's words are at %r8 (see
 * sm4_words_round; less latency is not asked for). Clobbers %ymm8 - 13.
 */
#define SM4_J0(i)	(FR_J0-FR_STATE+32*(i))(%r10)

.macro	sm4_j0_rounds n, m
	vmovdqa	SM4_J0(4), %ymm8
	sm4_j0_round \n, \m
	sm4_j0_round \m, ((\m + 1) & 3)
	vmovdqa	%ymm8, SM4_J0(4)
.endm

.macro	sm4_j0_round n, next
	sm4_r	9, 8
	sm4_b	10, 8
	sm4_a	11, 8
	vpbroadcastd SM4_WORD_KK + 4 * \n(%r8), %ymm12
	sm4_turn 13, 9, 1
	sm4_turn 10, 10, 3
	sm4_turn 9, 9, 2
	sm4_xor	12, 8
	vpxor	SM4_J0(\n), %ymm11, %ymm11
	vpxor	SM4_J0(\next), %ymm12, %ymm12
	sm4_xor3_to 11, 10, 9
	sm4_xor	13, 11
	sm4_sum	8, 12, 13
	vmovdqa	%ymm13, SM4_J0(\n)
.endm

.macro	sm4_round blocks, n, z, p, q
	sm4_bytes_round 0, \n, \z, \p, \q, 0, 1, 2, 3
.if \blocks == 64
	sm4_bytes_round 512, \n, \z, \p, \q, 4, 5, 6, 7
.endif
.endm

/* Nothing beside */
.macro	sm4_alone at
.endm

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_32)
	sm4_rounds 32, 0, sm4_alone
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_32)

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_64)
	sm4_rounds 64, 0, sm4_alone
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_64)

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_64_j0)
	sm4_rounds 64, 1, sm4_alone
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_64_j0)

/*
 * The same with GHASH of 1024 bytes beside: %rcx = struct wc_beside, which FR_BESIDE
 * is, too. 64 bytes are hashed after every second round, with sums in FR_SPARE.
 *
 *	%rcx	the end of the text to hash
 *	%r9	H; %r9 + 2 %rax is H less 16 bytes for each block that is left
 *	%ymm8 - 11 scratch
 */
#define SM4_SUM(i)	(FR_SPARE-FR_STATE+32*(i))(%r10)

.macro	sm4_beside at
	vmovdqu	\at(%rcx, %rax, 2), %ymm8
	vmovdqu	\at + 32(%rcx, %rax, 2), %ymm9
	vpshufb	.Lwc_ghash_bytes(%rip), %ymm8, %ymm8
	vpshufb	.Lwc_ghash_bytes(%rip), %ymm9, %ymm9
	wc_ghash_avx_pair_mem %ymm8, %ymm9, "%r9, %rax, 2", \at, 32, \
		SM4_SUM(0), SM4_SUM(1), SM4_SUM(2), %ymm10, %ymm11
.endm

.macro	sm4_rounds_beside blocks, j0
	mov	WC_OFF_BESIDE_ACC(%rcx), %rax
	mov	WC_OFF_BESIDE_H(%rcx), %r9
	mov	WC_OFF_BESIDE_DATA(%rcx), %rcx
	vmovdqu	(%rax), %xmm0
	lea	-1024(%r9), %rax
	vpshufb	.Lwc_ghash_bytes(%rip), %xmm0, %xmm0
	wc_ghash_avx_mul %xmm0, %rax, %xmm1, %xmm2, %xmm3, %xmm3, 1
	vmovdqa	%ymm1, SM4_SUM(0)
	vmovdqa	%ymm2, SM4_SUM(1)
	vmovdqa	%ymm3, SM4_SUM(2)
	add	$1024, %rcx
	sm4_rounds \blocks, \j0, sm4_beside
	vmovdqa	SM4_SUM(0), %ymm0
	vmovdqa	SM4_SUM(1), %ymm1
	vmovdqa	SM4_SUM(2), %ymm2
	wc_ghash_avx_reduce %ymm0, %ymm1, %ymm2, .Lwc_ghash_c(%rip), %ymm3, %ymm0
	vextracti128 $1, %ymm0, %xmm1
	vpxor	%xmm1, %xmm0, %xmm0
	vpshufb	.Lwc_ghash_bytes(%rip), %xmm0, %xmm0
	mov	FR_BESIDE - FR_STATE(%r10), %rax
	mov	%rcx, WC_OFF_BESIDE_DATA(%rax)
	mov	WC_OFF_BESIDE_ACC(%rax), %rax
	vmovdqu	%xmm0, (%rax)
	lea	FR_SPARE - FR_STATE(%r10), %r9
.endm

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_32_beside)
	sm4_rounds_beside 32, 0
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_32_beside)

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_64_beside)
	sm4_rounds_beside 64, 0
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_64_beside)

SYM_FUNC_START_LOCAL(sm4_gfni_avx2_rounds_64_beside_j0)
	sm4_rounds_beside 64, 1
	RET
SYM_FUNC_END(sm4_gfni_avx2_rounds_64_beside_j0)

/*
 * XTS tweaks (xts.S). %ymm8 - 11 hold eight, two each; the next eight are these
 * times x^8. Clobbers %ymm12, 13.
 */
.macro	sm4_tweaks_step
	vpbroadcastq wc_xts_poly(%rip), %ymm13
.irp t, 8, 9, 10, 11
	wc_xts_times ymm, \t, \t, 1, 13, 12
.endr
.endm

.macro	sm4_tweaks_ld at
	vmovdqa	\at(%rsp), %ymm8
	vmovdqa	\at + 32(%rsp), %ymm9
	vmovdqa	\at + 64(%rsp), %ymm10
	vmovdqa	\at + 96(%rsp), %ymm11
.endm

.macro	sm4_tweaks_st at
	vmovdqa	%ymm8, \at(%rsp)
	vmovdqa	%ymm9, \at + 32(%rsp)
	vmovdqa	%ymm10, \at + 64(%rsp)
	vmovdqa	%ymm11, \at + 96(%rsp)
.endm

/*
 * Modes
 * =====
 *
 * A batch is walked by offset %rax, by four vectors, by one and, for the last,
 * by a block. \what: in: src to the state; out: the state to dst
 */

/* v: ymm or xmm; k: the vector in the group; t: the register of its tweaks */
.macro	sm4_unit what, mode, v, k, t
.ifc \what, in
.ifc \mode, cfb_dec
	vmovdqu	32 * \k - 16(%rdx, %rax), %\v\()\k
.else
	vmovdqu	32 * \k(%rdx, %rax), %\v\()\k
.endif
.ifc \mode, xts
	vpxor	%\v\t, %\v\()\k, %\v\()\k
.endif
	vmovdqa	%ymm\k, FR_STATE + 32 * \k(%rsp, %rax)	/* one store per load */
.else
	vmovdqa	FR_STATE + 32 * \k(%rsp, %rax), %\v\()\k
.ifc \mode, xts
	vpxor	%\v\t, %\v\()\k, %\v\()\k
.endif
.ifc \mode, stream
	vpxor	32 * \k(%rdx, %rax), %\v\()\k, %\v\()\k
.endif
	vmovdqu	%\v\()\k, 32 * \k(%rsi, %rax)
.endif
.endm

/* From \from; clobbers %rax, %rcx, %ymm0 - 12. %rax ends at the partial block. */
.macro	sm4_walk what, mode, from=0
	mov	$\from, %eax
	jmp	.Lgroups_\@
.Lgroup_\@:
	sm4_unit \what, \mode, ymm, 0, 8
	sm4_unit \what, \mode, ymm, 1, 9
	sm4_unit \what, \mode, ymm, 2, 10
	sm4_unit \what, \mode, ymm, 3, 11
.ifc \mode, xts
	sm4_tweaks_step
.endif
	mov	%rcx, %rax
.Lgroups_\@:
	lea	128(%rax), %rcx
	cmp	%r11, %rcx
	jbe	.Lgroup_\@
.ifc \mode, xts
	sm4_tweaks_st FR_TWEAKS
.endif
	jmp	.Lvectors_\@
.Lvector_\@:
.ifc \mode, xts
	and	$0x60, %ecx
	sub	$32, %ecx
	and	$0x60, %ecx
	vmovdqa	FR_TWEAKS(%rsp, %rcx), %ymm8
	lea	32(%rax), %rcx
.endif
	sm4_unit \what, \mode, ymm, 0, 8
	mov	%rcx, %rax
.Lvectors_\@:
	lea	32(%rax), %rcx
	cmp	%r11, %rcx
	jbe	.Lvector_\@
	lea	16(%rax), %rcx
	cmp	%r11, %rcx
	ja	.Lblocks_\@
.ifc \mode, xts
	mov	%eax, %ecx
	and	$0x60, %ecx
	vmovdqa	FR_TWEAKS(%rsp, %rcx), %xmm8
	lea	16(%rax), %rcx
.endif
	sm4_unit \what, \mode, xmm, 0, 8
	mov	%rcx, %rax
.Lblocks_\@:
.endm

/* What is left under 16 bytes of \n: dst = src + hi:lo; the end of the message */
.macro	sm4_tail n, lo, hi, lo32, lo16, lo8, t, t32, t16, t8
	test	$8, \n
	jz	.Lfour_\@
	mov	(%rdx), \t
	xor	\lo, \t
	mov	\t, (%rsi)
	add	$8, %rdx
	add	$8, %rsi
	mov	\hi, \lo
.Lfour_\@:
	test	$4, \n
	jz	.Ltwo_\@
	mov	(%rdx), \t32
	xor	\lo32, \t32
	mov	\t32, (%rsi)
	add	$4, %rdx
	add	$4, %rsi
	shr	$32, \lo
.Ltwo_\@:
	test	$2, \n
	jz	.Lone_\@
	movzwl	(%rdx), \t32
	xor	\lo32, \t32
	mov	\t16, (%rsi)
	add	$2, %rdx
	add	$2, %rsi
	shr	$16, \lo
.Lone_\@:
	test	$1, \n
	jz	.Lnone_\@
	movzbl	(%rdx), \t32
	xor	\lo32, \t32
	mov	\t8, (%rsi)
.Lnone_\@:
.endm

.macro	sm4_stream_out
	sm4_walk out, stream
	cmp	%r11, %rax
	jae	.Lwhole_\@
	add	%rax, %rdx
	add	%rax, %rsi
	mov	FR_STATE(%rsp, %rax), %r9
	mov	FR_STATE + 8(%rsp, %rax), %r10
	sm4_tail %r11b, %r9, %r10, %r9d, %r9w, %r9b, %rcx, %ecx, %cx, %cl
	sub	%rax, %rdx			/* they may have moved on since */
	sub	%rax, %rsi
.Lwhole_\@:
.endm

/*
 * CBC goes out backwards: in place, a block's plaintext must not take the place
 * of ciphertext that is still to be added.
 */
.macro	sm4_cbc_unit v, k
	vmovdqa	FR_STATE + 32 * \k(%rsp, %rax), %\v\()\k
	vpxor	32 * \k - 16(%rdx, %rax), %\v\()\k, %\v\()\k
	vmovdqu	%\v\()\k, 32 * \k(%rsi, %rax)
.endm

.macro	sm4_cbc_out
	vmovdqu	-16(%rdx, %r11), %xmm15
	mov	%r11, %rax
	test	$16, %al
	jz	.Lvectors_\@
	sub	$16, %rax
	jz	.Lfirst_block_\@
	sm4_cbc_unit xmm, 0
	jmp	.Lvectors_\@
.Lgroup_\@:
	sub	$128, %rax
	sm4_cbc_unit ymm, 3
	sm4_cbc_unit ymm, 2
	sm4_cbc_unit ymm, 1
	sm4_cbc_unit ymm, 0
.Lvectors_\@:
	cmp	$160, %rax
	jae	.Lgroup_\@
	jmp	.Lfew_\@
.Lvector_\@:
	sub	$32, %rax
	sm4_cbc_unit ymm, 0
.Lfew_\@:
	cmp	$64, %rax
	jae	.Lvector_\@
	vmovdqu	16(%rsp), %xmm1
	vpxor	(%rdx), %xmm1, %xmm1
	vmovdqu	%xmm1, 16(%rsi)
.Lfirst_block_\@:
	vmovdqa	FR_STATE(%rsp), %xmm0
	vpxor	(%r8), %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	vmovdqu	%xmm15, (%r8)
.endm

.macro	sm4_in mode
.ifc \mode, ctr
	vmovdqa	FR_COUNTER(%rsp), %ymm0
	vmovdqa	.Lvector(%rip), %ymm4
	vmovdqa	.Lctr_bytes(%rip), %ymm5
	vpaddd	%ymm4, %ymm0, %ymm1
	vpaddd	%ymm4, %ymm4, %ymm6
	vpaddd	%ymm6, %ymm0, %ymm2
	vpaddd	%ymm6, %ymm1, %ymm3
	vpaddd	%ymm6, %ymm6, %ymm6
	xor	%eax, %eax
.Lcounters_\@:
.irp k, 0, 1, 2, 3
	vpshufb	%ymm5, %ymm\k, %ymm7
	vpaddd	%ymm6, %ymm\k, %ymm\k
	vmovdqa	%ymm7, FR_STATE + 32 * \k(%rsp, %rax)
.endr
	add	$128, %eax
	cmp	%r11, %rax
	jb	.Lcounters_\@
	vmovdqa	%ymm0, FR_COUNTER(%rsp)
.endif
.ifc \mode, cfb_dec
	/* The state is iv and all but the last block, in part or whole. */
	vmovdqu	(%r8), %xmm0
	cmp	$16, %r11
	jbe	.Lone_\@
	vinserti128 $1, (%rdx), %ymm0, %ymm0
.Lone_\@:
	vmovdqa	%ymm0, FR_STATE(%rsp)
	mov	%r11, %r9
	add	$15, %r11
	and	$-16, %r11
	sm4_walk in, cfb_dec, 32
	mov	%r9, %r11
	test	$15, %r11b
	jnz	.Lpartial_\@
	vmovdqu	-16(%rdx, %r11), %xmm0
	vmovdqu	%xmm0, (%r8)
.Lpartial_\@:
.endif
.ifc \mode, ecb
	sm4_walk in, ecb
.endif
.ifc \mode, cbc_dec
	sm4_walk in, cbc_dec
.endif
.ifc \mode, xts
	sm4_tweaks_ld FR_TWEAKS
	sm4_tweaks_st FR_BASE
	sm4_walk in, xts
.endif
.endm

.macro	sm4_out mode
.ifc \mode, ctr
	sm4_stream_out
.endif
.ifc \mode, cfb_dec
	sm4_stream_out
.endif
.ifc \mode, ecb
	sm4_walk out, ecb
.endif
.ifc \mode, cbc_dec
	sm4_cbc_out
.endif
.ifc \mode, xts
	sm4_tweaks_ld FR_BASE
	sm4_walk out, xts
.endif
.endm

/*
 * The caller's state of %r11 bytes, of which the last block may be partial; %rcx =
 * struct wc_beside, or 0; %eax = 1 if FR_J0 has a block, else 0
 */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_state)
	push	%rbp
	mov	%rsp, %rbp
	lea	FR_STATE + 16(%rsp), %r10
	lea	FR_SPARE + 16(%rsp), %r9
	cmp	$256, %r11
	ja	.Lstate_bytes
	cmp	$128, %r11
	ja	.Lstate_16
	cmp	$32, %r11
	ja	.Lstate_8
	vmovdqa	(%r10), %ymm0
	call	sm4_gfni_avx2_2
	vmovdqa	%ymm0, (%r10)
	jmp	.Lstate_end
.Lstate_8:
	call	sm4_gfni_avx2_8
	jmp	.Lstate_end
.Lstate_16:
	call	sm4_gfni_avx2_16
	jmp	.Lstate_end
.Lstate_bytes:
	call	sm4_gfni_avx2_slice
	cmp	$512, %r11
	ja	.Lstate_64
	test	%rcx, %rcx
	jnz	.Lstate_32_beside
	call	sm4_gfni_avx2_rounds_32
	jmp	.Lstate_unslice
.Lstate_32_beside:
	call	sm4_gfni_avx2_rounds_32_beside
	jmp	.Lstate_unslice
.Lstate_64:
	add	$512, %r10
	call	sm4_gfni_avx2_slice
	sub	$512, %r10
	test	%rcx, %rcx
	jnz	.Lstate_64_beside
	test	%eax, %eax
	jnz	.Lstate_64_j0
	call	sm4_gfni_avx2_rounds_64
	jmp	.Lstate_unslice_64
.Lstate_64_j0:
	call	sm4_gfni_avx2_rounds_64_j0
	jmp	.Lstate_unslice_64
.Lstate_64_beside:
	test	%eax, %eax
	jnz	.Lstate_64_beside_j0
	call	sm4_gfni_avx2_rounds_64_beside
	jmp	.Lstate_unslice_64
.Lstate_64_beside_j0:
	call	sm4_gfni_avx2_rounds_64_beside_j0
.Lstate_unslice_64:
	add	$512, %r10
	call	sm4_gfni_avx2_unslice
	sub	$512, %r10
.Lstate_unslice:
	call	sm4_gfni_avx2_unslice
.Lstate_end:
	pop	%rbp
	RET
SYM_FUNC_END(sm4_gfni_avx2_state)

/*
 * CTR: one more block in the last batch, or beside a full one. %r11 = bytes of the
 * state, FR_BATCH those of the text meanwhile; %rax = FR_WITH_J0. Clobbers %rcx,
 * %ymm0 - 4.
 */
.macro	sm4_j0_in
	mov	%r11, FR_BATCH(%rsp)
	xor	%eax, %eax
	mov	FR_BESIDE(%rsp), %rcx
	test	%rcx, %rcx
	jz	.Lnone_\@
	mov	WC_OFF_BESIDE_J0(%rcx), %rcx
	test	%rcx, %rcx
	jz	.Lnone_\@
	cmp	FR_LEFT(%rsp), %r11
	jne	.Lnone_\@
	add	$15, %r11
	and	$-16, %r11
	vmovdqu	(%rcx), %xmm0
	cmp	$1024, %r11
	je	.Lbeside_\@
	vmovdqa	%xmm0, FR_STATE(%rsp, %r11)
	add	$16, %r11
	jmp	.Lnone_\@
.Lbeside_\@:
	sm4_basis .Lsm4_p, 0
	sm4_split 0, 0, 1, 2, 3
	vpbroadcastd SM4_WORD_K0(%rdi), %ymm4
	sm4_xor3 4, 1, 2
	sm4_xor	4, 3
.irp i, 0, 1, 2, 3, 4
	vmovdqa	%ymm\i, FR_J0 + 32 * \i(%rsp)
.endr
	mov	$1, %eax
.Lnone_\@:
	mov	%rax, FR_WITH_J0(%rsp)
.endm

.macro	sm4_j0_out
	mov	%r11, %rax
	mov	FR_BATCH(%rsp), %r11
	cmpl	$0, FR_WITH_J0(%rsp)
	jne	.Lbeside_\@
	cmp	%r11, %rax
	je	.Lnone_\@
	vmovdqa	FR_STATE - 16(%rsp, %rax), %xmm0
	jmp	.Lput_\@
.Lbeside_\@:
	vpxor	%xmm4, %xmm4, %xmm4
.irp i, 0, 1, 2, 3, 4
.if \i < 4
	vmovdqa	FR_J0 + 32 * \i(%rsp), %ymm\i
.endif
	vmovdqa	%ymm4, FR_J0 + 32 * \i(%rsp)
.endr
	sm4_join 0, 3, 2, 1, 0, 1
.Lput_\@:
	mov	FR_BESIDE(%rsp), %rcx
	mov	WC_OFF_BESIDE_J0(%rcx), %rcx
	vmovdqu	%xmm0, (%rcx)
.Lnone_\@:
.endm

/* The message's %rcx bytes; %rsi, %rdx move on by whole batches but the last. */
.macro	sm4_batches mode
	jmp	.Lbatches_\@
.Lbatch_\@:
	mov	%rcx, FR_LEFT(%rsp)
	sm4_in	\mode
.ifc \mode, ctr
	sm4_j0_in
	mov	FR_BESIDE(%rsp), %rcx
	test	%rcx, %rcx
	jz	.Lalone_\@
	cmpq	$0, WC_OFF_BESIDE_DATA(%rcx)
	cmovz	WC_OFF_BESIDE_DATA(%rcx), %rcx
.Lalone_\@:
.else
	xor	%ecx, %ecx
	xor	%eax, %eax
.endif
	call	sm4_gfni_avx2_state
.ifc \mode, ctr
	sm4_j0_out
.endif
	sm4_out	\mode
	mov	FR_LEFT(%rsp), %rcx
	sub	%r11, %rcx
	jz	.Lend_\@
	add	%r11, %rdx
	add	%r11, %rsi
.Lbatches_\@:
	mov	$1024, %r11d
	cmp	%r11, %rcx
	cmovb	%rcx, %r11
	jmp	.Lbatch_\@
.Lend_\@:
.endm

/* The state and half-sliced blocks are secret, as far as there were any. */
.macro	sm4_epilogue
	vpxor	%xmm0, %xmm0, %xmm0
	lea	FR_STATE + 256(%rsp), %rax
	lea	FR_SPARE + 256(%rsp), %rcx
	cmpq	$256, FR_ALL(%rsp)
	cmova	%rcx, %rax
.Lwipe_\@:
	vmovdqa	%ymm0, -32(%rax)
	vmovdqa	%ymm0, -64(%rax)
	sub	$64, %rax
	cmp	%rsp, %rax
	ja	.Lwipe_\@
	vzeroupper
	leave
	RET
.endm

SYM_FUNC_START(widecrypt_sm4_gfni_avx2_ecb)
	sm4_prologue
	mov	%ecx, %ecx
	shl	$4, %rcx
	mov	%rcx, FR_ALL(%rsp)
	sm4_batches ecb
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx2_ecb)

SYM_FUNC_START(widecrypt_sm4_gfni_avx2_cbc_dec)
	sm4_prologue
	mov	%ecx, %ecx
	shl	$4, %rcx
	mov	%rcx, FR_ALL(%rsp)
	sm4_batches cbc_dec
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx2_cbc_dec)

SYM_FUNC_START(widecrypt_sm4_gfni_avx2_cfb_dec)
	sm4_prologue
	mov	%ecx, %ecx
	mov	%rcx, FR_ALL(%rsp)
	sm4_batches cfb_dec
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx2_cfb_dec)

/*
 * void widecrypt_sm4_gfni_avx2_beside(const void *ks, u8 *dst, const u8 *src,
 *			unsigned int n, u8 *iv, struct wc_beside *b);
 *
 * wc_beside_fn in gcm.h, in steps of 1024 bytes; plain CTR if b = 0
 */
SYM_FUNC_START(widecrypt_sm4_gfni_avx2_beside)
	sm4_prologue
	mov	%ecx, %ecx
	mov	%r9, FR_BESIDE(%rsp)
	lea	16(%rcx), %rax			/* J0 */
	test	%r9, %r9
	cmovz	%rcx, %rax
	mov	%rax, FR_ALL(%rsp)
.Lctr_run:
	vbroadcasti128 (%r8), %ymm0
	vpshufb	.Lctr_bytes(%rip), %ymm0, %ymm0
	vpaddd	.Llanes(%rip), %ymm0, %ymm0
	vmovdqa	%ymm0, FR_COUNTER(%rsp)
	sm4_ctr_cut
	sm4_batches ctr
	sm4_ctr_move
	add	%r11, %rdx
	add	%r11, %rsi
	mov	FR_REST(%rsp), %rcx
	test	%rcx, %rcx
	jnz	.Lctr_run
	sm4_epilogue
SYM_FUNC_END(widecrypt_sm4_gfni_avx2_beside)

SYM_FUNC_START(widecrypt_sm4_gfni_avx2_ctr)
	xor	%r9d, %r9d
	jmp	widecrypt_sm4_gfni_avx2_beside
SYM_FUNC_END(widecrypt_sm4_gfni_avx2_ctr)

/* XTS, see sm4_xts_cut */
SYM_FUNC_START_LOCAL(sm4_gfni_avx2_xts)
	sm4_prologue
	mov	%ecx, %ecx
	mov	%rcx, FR_ALL(%rsp)
	sm4_xts_cut
	mov	(%r8), %r9
	mov	8(%r8), %r10
	mov	%r9, FR_TWEAKS(%rsp)
	mov	%r10, FR_TWEAKS + 8(%rsp)
.irp k, 1, 2, 3, 4, 5, 6, 7
	wc_xts_double %r9, %r10, %rax
	mov	%r9, FR_TWEAKS + 16 * \k(%rsp)
	mov	%r10, FR_TWEAKS + 16 * \k + 8(%rsp)
.endr
	xor	%r11d, %r11d
	test	%rcx, %rcx
	jz	.Lxts_done
	sm4_batches xts
.Lxts_done:
	add	%r11, %rdx
	add	%r11, %rsi
	and	$0x70, %r11d
	mov	FR_TWEAKS(%rsp, %r11), %r9
	mov	FR_TWEAKS + 8(%rsp, %r11), %r10
	cmpl	$0, FR_REST(%rsp)
	jnz	.Lxts_tail
.Lxts_end:
	mov	%r9, (%r8)
	mov	%r10, 8(%r8)
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqa	%ymm0, %ymm8
	vmovdqa	%ymm0, %ymm9
	vmovdqa	%ymm0, %ymm10
	vmovdqa	%ymm0, %ymm11
	sm4_tweaks_st FR_TWEAKS
	sm4_tweaks_st FR_BASE
	sm4_epilogue

.Lxts_tail:
	mov	%r9, FR_TWEAKS(%rsp)
	mov	%r10, FR_TWEAKS + 8(%rsp)
	cmpl	$0, FR_DEC(%rsp)
	jz	.Lxts_steal
	wc_xts_double %r9, %r10, %rax
	vmovq	%r9, %xmm0
	vpinsrq	$1, %r10, %xmm0, %xmm13
	vpxor	(%rdx), %xmm13, %xmm0
	call	sm4_gfni_avx2_2
	vpxor	%xmm13, %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
.Lxts_steal:
	/* From the end of the tail, byte by byte, through the state */
	vmovdqu	-16(%rsi), %xmm0
	vmovdqa	%xmm0, FR_STATE(%rsp)
	mov	FR_REST(%rsp), %ecx
.Lxts_byte:
	movzbl	-1(%rdx, %rcx), %eax
	mov	FR_STATE - 1(%rsp, %rcx), %r9b
	mov	%al, FR_STATE - 1(%rsp, %rcx)
	mov	%r9b, -1(%rsi, %rcx)
	dec	%ecx
	jnz	.Lxts_byte
	vmovdqa	FR_STATE(%rsp), %xmm0
	vpxor	FR_TWEAKS(%rsp), %xmm0, %xmm0
	call	sm4_gfni_avx2_2
	vpxor	FR_TWEAKS(%rsp), %xmm0, %xmm0
	vmovdqu	%xmm0, -16(%rsi)
	jmp	.Lxts_end
SYM_FUNC_END(sm4_gfni_avx2_xts)

sm4_xts_functions gfni_avx2

.macro	sm4_cfb_tail
	vmovq	%xmm14, %r9
	vpextrq	$1, %xmm14, %r10
	sm4_tail %cl, %r9, %r10, %r9d, %r9w, %r9b, %rax, %eax, %ax, %al
.endm

sm4_stream_functions gfni_avx2
