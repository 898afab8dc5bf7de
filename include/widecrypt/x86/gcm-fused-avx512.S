/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GCM (SP 800-38D) with VPCLMULQDQ and AVX-512 around a wide cipher: what is the
 * same for ARIA and SM4. ghash-pclmul.S explains the field, the mirrored blocks,
 * the tables of powers and the reduction.
 *
 * A message is cut into batches, of a size that the cipher chooses, and a last
 * piece, which may be as long as a batch. A batch is hashed beside the rounds of
 * the cipher: in decryption beside its own, in encryption beside the next one's,
 * since the ciphertext has to be there. The last piece is hashed from the
 * registers in which it was made, in one sum of products with the length block,
 * whose product is known early and comes first.
 *
 * For the tag J0 is to be encrypted, one block more than the text has, which
 * often is just as long as what a form of the cipher takes. So the cipher takes
 * it along with the last piece: as one of the form's blocks, beside its rounds,
 * or, where the rounds leave no room, beside the sums.
 *
 * The cipher
 * ==========
 *
 * Before it includes this, the cipher's file defines
 *
 *	GCM_BATCH		bytes of a batch; a piece of more than half a
 *				batch goes the same way
 *	G_CTR, G_FRAME		in the frame, the offset of a vector, the next four
 *				counters, and from where on it is not the cipher's
 *
 * and then these macros, which may change any vector register, any mask, %rax,
 * %r8, %r10 and %r11:
 *
 *	gcm_cipher_rounds	counters and rounds of a batch; the batch at
 *				GCM_TEXT, if that is not 0, goes on from G_ACC
 *	gcm_cipher_add		the text of a whole batch; G_CTR moves on
 *	gcm_cipher_end		the text of a last one, LEN bytes, up to the sums
 *	gcm_cipher_wipe		what both leave in the frame
 *	gcm_cipher_last		all of a shorter last piece, with NEXT and J0, up
 *				to the sums
 *	gcm_cipher_j0 n		a part, n = 4 to 1, of what gcm_out_64 leaves to
 *				be done for J0; keeps what the sums have
 *
 * The last ones come to the sums by gcm_out_<m> ks: up to m blocks of key stream
 * are in register ks and those after it, and, but for gcm_out_64, E(J0) in EJ0.
 *
 * Registers
 * =========
 *
 *	%rdi KS			%r9  H
 *	%rsi DST  %rdx SRC	%rcx LEN, bytes of text
 *	%r8  GCM_TEXT		what to hash beside a batch, or 0
 *	%rax, %r10, %r11	scratch
 *	%k1 - %k4		bytes of the last four registers of a piece
 *	%zmm0 - 15		the last piece, to be hashed
 *	%zmm16 - 23, 28		scratch and sums, as named below
 */
#ifndef WIDECRYPT_X86_GCM_FUSED_AVX512_S
#define WIDECRYPT_X86_GCM_FUSED_AVX512_S

#include <widecrypt/gcm-merge.S>
#include <widecrypt/gcm-offsets.h>
#include <widecrypt/x86/ghash-pclmul.S>
#include <widecrypt/x86/ghash-vpclmul-avx512.S>

.set	KS,	%rdi
.set	DST,	%rsi
.set	SRC,	%rdx
.set	LEN,	%rcx
.set	GCM_TEXT, %r8
.set	GCM_H, %r9

.set	NEXT,	%zmm16		/* the next four counters, and J0, when a */
.set	J0,	%xmm17		/* last piece begins */
.set	GT0,	%zmm16		/* scratch */
.set	GT1,	%zmm17
.set	S_LO,	%zmm18		/* sums of products */
.set	S_LO_X,	%xmm18
.set	S_HI,	%zmm19
.set	S_HI_X,	%xmm19
.set	S_MID,	%zmm20
.set	S_MID_X,	%xmm20
.set	HT0,	%zmm21		/* scratch */
.set	HT0_X,	%xmm21
.set	HT1,	%zmm22
.set	HT1_X,	%xmm22
.set	HT2,	%zmm23
.set	BYTES,	%zmm28
.set	ACC,	%zmm28
.set	ACC_X,	%xmm28
.set	EJ0,	%xmm31		/* E(J0), from the last piece's cipher on */

/* The frame, on a multiple of 64 */
#define G_ENC		(G_FRAME + 0)	/* all ones to encrypt, or 0 */
#define G_LENGTHS	(G_FRAME + 8)	/* 16 if the length block is hashed */
#define G_STATE		(G_FRAME + 16)	/* struct wc_gcm_state, or 0 */
#define G_ACC		(G_FRAME + 32)	/* to be added to the next block */
#define G_LEN		(G_FRAME + 48)	/* the length block, or 0 */
#define G_J0		(G_FRAME + 64)
#define G_SIZE		(G_FRAME + 128)

	.section .rodata
	.balign	64
.Lgcm_0_to_3:	/* counters in the CPU's byte order */
	.long	0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3
.Lgcm_2_to_5:
	.long	0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5
.Lgcm_plus_4:
	.long	0, 0, 0, 4
.Lgcm_ctr_bytes:	/* reverses a block's last dword */
	.byte	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12
.Lgcm_j0:
	.long	0, 0, 0, 1 << 24
	.text

/* The next counters in these registers. Clobbers NEXT, %zmm18 and %zmm19. */
.macro	gcm_counters regs:vararg
	vbroadcasti32x4 .Lgcm_plus_4(%rip), %zmm18
	vbroadcasti32x4 .Lgcm_ctr_bytes(%rip), %zmm19
	.irp	r, \regs
	vpshufb	%zmm19, NEXT, %zmm\r
	vpaddd	%zmm18, NEXT, NEXT
	.endr
.endm

/* Masks for the four vectors \at bytes on */
.macro	gcm_masks at
	lea	-(\at + 1)(LEN), %eax
	vpbroadcastb %eax, GT0
	vpcmpub	$5, .Lwc_ghash512_iota(%rip), GT0, %k1
	vpcmpub	$5, .Lwc_ghash512_iota + 64(%rip), GT0, %k2
	vpcmpub	$5, .Lwc_ghash512_iota + 128(%rip), GT0, %k3
	vpcmpub	$5, .Lwc_ghash512_iota + 192(%rip), GT0, %k4
.endm

/*
 * Vector \c of a piece, its key stream in register \ks: the text to DST, the
 * ciphertext to \c, that is (key stream & G_ENC) + source, mirrored
 */
.macro	gcm_out_whole c, ks
	vmovdqu64 64 * \c(SRC), GT0
	vpxord	GT0, %zmm\ks, GT1
	vmovdqu64 GT1, 64 * \c(DST)
	vpternlogq $0x6c, G_ENC(%rsp){1to8}, GT0, %zmm\ks
	vpshufb	BYTES, %zmm\ks, %zmm\c
.endm

.macro	gcm_out_masked c, ks, k
	vmovdqu8 64 * \c(SRC), GT0{%k\k}{z}
	vpxord	GT0, %zmm\ks, GT1
	vmovdqu8 GT1, 64 * \c(DST){%k\k}
	vpternlogq $0x6c, G_ENC(%rsp){1to8}, GT0, %zmm\ks
	vmovdqu8 %zmm\ks, %zmm\ks{%k\k}{z}
	vpshufb	BYTES, %zmm\ks, %zmm\c
.endm

/* \full whole vectors, then \some masked ones; the key stream is in \ks, .. */
.macro	gcm_out	ks, full, some
	vmovdqa64 .Lwc_ghash512_bytes(%rip), BYTES
	gcm_out_from 0, \ks, \full, \some, 1
.endm

.macro	gcm_out_from c, ks, full, some, k
.if \c < \full
	gcm_out_number gcm_out_whole, %\c, %\ks
	gcm_out_from (\c+1), (\ks+1), \full, \some, \k
.elseif \c < \full + \some
	gcm_out_number gcm_out_masked, %\c, %\ks, %\k
	gcm_out_from (\c+1), (\ks+1), \full, \some, (\k+1)
.endif
.endm

.macro	gcm_out_number macro, args:vararg
	.altmacro
	gcm_out_call \macro, \args
.endm

.macro	gcm_out_call macro, a, b, c
	.noaltmacro
	\macro	\a, \b, \c
.endm

.macro	gcm_pair x, y
	wc_ghash512_pair %zmm\x, %zmm\y, %rax, wc_ghash_end+64*\x, S_LO, \
		S_HI, S_MID, HT0, HT1, HT2
.endm

/* The sums of 64 blocks to come begin with G_ACC times H^64. */
.macro	gcm_begin_64 lo, hi, mid, x, t
	vmovdqa64 G_ACC(%rsp), \x
	vpclmulqdq $0x00, wc_ghash_sum(GCM_H), \x, \lo
	vpclmulqdq $0x11, wc_ghash_sum(GCM_H), \x, \hi
	vpshufd	$0x4e, \x, \t
	vpxord	\t, \x, \x
	vpclmulqdq $0x00, wc_ghash_kar+wc_ghash_sum(GCM_H), \x, \mid
.endm

/*
 * GHASH of \n bytes at \data goes on from G_ACC. Clobbers \data, %rax, %r8, %r10,
 * %zmm0 - 2, %zmm18 - 23, %zmm28, %k2, %k3.
 */
.macro	gcm_hash data, n
	vmovdqa64 .Lwc_ghash512_bytes(%rip), %zmm2
	vmovdqa64 G_ACC(%rsp), ACC_X
	mov	\n, %r10d
	wc_ghash512 GCM_H, \data, %r10, %r10d, ACC, ACC_X, %rax, %eax, %r8, \
		%zmm2, %zmm0, %zmm1, S_LO, S_LO_X, S_HI, S_HI_X, S_MID, \
		S_MID_X, HT0, HT0_X, HT1, HT2
	vmovdqa64 ACC_X, G_ACC(%rsp)
.endm

/*
 * All four routines, %eax = 1 to encrypt + 2 for a whole message. The stack's
 * arguments begin at 16(%rbp).
 */
.macro	gcm_fused name
SYM_FUNC_START_LOCAL(\name)
	push	%rbp
	mov	%rsp, %rbp
	and	$-64, %rsp
	sub	$G_SIZE, %rsp
	mov	%r9, %r11		/* aad or st */
	mov	%rsi, GCM_H
	mov	%rdx, DST
	mov	%rcx, SRC
	mov	%r8d, %ecx
	mov	%eax, %r10d
	and	$1, %r10d
	neg	%r10
	mov	%r10, G_ENC(%rsp)
	test	$2, %al
	jz	.Lgcm_stretch

	mov	24(%rbp), %rax		/* iv */
	vmovq	(%rax), %xmm0
	vpinsrd	$2, 8(%rax), %xmm0, %xmm0
	vshufi64x2 $0, %zmm0, %zmm0, NEXT
	vpord	.Lgcm_j0(%rip), %xmm0, J0
	vpord	.Lgcm_2_to_5(%rip), NEXT, NEXT
	vmovdqa64 J0, G_J0(%rsp)
	vmovdqa64 NEXT, G_CTR(%rsp)
	movq	$16, G_LENGTHS(%rsp)
	movq	$0, G_STATE(%rsp)
	mov	16(%rbp), %r10d		/* naad */
	vmovq	LEN, %xmm1
	vmovd	%r10d, %xmm2
	vpunpcklqdq %xmm2, %xmm1, %xmm1
	vpsllq	$3, %xmm1, %xmm1
	vmovdqa	%xmm1, G_LEN(%rsp)
	vpxor	%xmm1, %xmm1, %xmm1
	vmovdqa	%xmm1, G_ACC(%rsp)
	test	%r10d, %r10d
	jz	.Lgcm_begun
	gcm_hash %r11, 16(%rbp)
	jmp	.Lgcm_begun

.Lgcm_stretch:
	mov	%r11, G_STATE(%rsp)
	vmovdqu	WC_OFF_GCM_CTR(%r11), %xmm0
	vmovdqa64 %xmm0, J0		/* not used, but something */
	vmovdqa64 J0, G_J0(%rsp)
	vpshufb	.Lgcm_ctr_bytes(%rip), %xmm0, %xmm0
	vmovdqu	WC_OFF_GCM_ACC(%r11), %xmm1
	vpshufb	.Lwc_ghash512_bytes(%rip), %xmm1, %xmm1
	vmovdqa	%xmm1, G_ACC(%rsp)
	vpxor	%xmm1, %xmm1, %xmm1
	vmovdqa	%xmm1, G_LEN(%rsp)
	movq	$0, G_LENGTHS(%rsp)
	mov	WC_OFF_GCM_CTR + 12(%r11), %eax
	lea	15(LEN), %r10
	shr	$4, %r10
	bswap	%eax
	add	%r10d, %eax
	bswap	%eax
	mov	%eax, WC_OFF_GCM_CTR + 12(%r11)
	vshufi64x2 $0, %zmm0, %zmm0, NEXT
	vpaddd	.Lgcm_0_to_3(%rip), NEXT, NEXT
	vmovdqa64 NEXT, G_CTR(%rsp)

.Lgcm_begun:
	xor	%r8d, %r8d
	cmp	$GCM_BATCH / 2, LEN
	jbe	.Lgcm_last
.Lgcm_batch:
	/* In decryption a whole batch is hashed beside its own rounds. */
	cmpl	$0, G_ENC(%rsp)
	jne	.Lgcm_rounds
	xor	%r8d, %r8d
	cmp	$GCM_BATCH, LEN
	cmova	SRC, GCM_TEXT
.Lgcm_rounds:
	gcm_cipher_rounds
	cmp	$GCM_BATCH, LEN
	jbe	.Lgcm_end
	gcm_cipher_add
	mov	DST, GCM_TEXT
	add	$GCM_BATCH, SRC
	add	$GCM_BATCH, DST
	sub	$GCM_BATCH, LEN
	cmp	$GCM_BATCH / 2, LEN
	ja	.Lgcm_batch
	gcm_cipher_wipe
	and	G_ENC(%rsp), GCM_TEXT
	jz	.Lgcm_hashed
	mov	GCM_TEXT, %r11
	gcm_hash %r11, $GCM_BATCH
.Lgcm_hashed:
	vmovdqa64 G_CTR(%rsp), NEXT
	vmovdqa64 G_J0(%rsp), J0

.Lgcm_last:
	gcm_cipher_last

.Lgcm_end:
	gcm_cipher_end

	/* The sums, the last pair of registers first; here with J0 beside */
.Lgcm_j0_pairs8:
	gcm_pair 14, 15
.Lgcm_j0_pairs7:
	gcm_pair 12, 13
.Lgcm_j0_pairs6:
	gcm_pair 10, 11
.Lgcm_j0_pairs5:
	gcm_pair 8, 9
	gcm_cipher_j0 4
	gcm_pair 6, 7
	gcm_cipher_j0 3
	gcm_pair 4, 5
	gcm_cipher_j0 2
	gcm_pair 2, 3
	gcm_cipher_j0 1
	jmp	.Lgcm_pairs1

#if GCM_BATCH > 1024
.Lgcm_pairs8:
	gcm_pair 14, 15
.Lgcm_pairs7:
	gcm_pair 12, 13
.Lgcm_pairs6:
	gcm_pair 10, 11
.Lgcm_pairs5:
	gcm_pair 8, 9
#endif
.Lgcm_pairs4:
	gcm_pair 6, 7
.Lgcm_pairs3:
	gcm_pair 4, 5
.Lgcm_pairs2:
	gcm_pair 2, 3
.Lgcm_pairs1:
	gcm_pair 0, 1
.Lgcm_reduce:
	vpxord	ACC_X, ACC_X, ACC_X
	mov	G_STATE(%rsp), %rax
	test	%rax, %rax
	jnz	.Lgcm_state
	mov	32(%rbp), %rax		/* tag */
	vmovdqa64 EJ0, ACC_X
	vpshufb	.Lwc_ghash512_bytes(%rip), ACC_X, ACC_X
.Lgcm_state:
	wc_ghash512_reduce S_LO, S_LO_X, S_HI, S_HI_X, S_MID, S_MID_X, HT0, \
		HT0_X, ACC_X
	vpshufb	.Lwc_ghash512_bytes(%rip), ACC_X, ACC_X
	vmovdqu64 ACC_X, (%rax)		/* the tag or, at offset 0, acc */
	vpxor	%xmm0, %xmm0, %xmm0
	vmovdqa	%xmm0, G_ACC(%rsp)
	vzeroupper
	leave
	RET
SYM_FUNC_END(\name)
.endm

/*
 * %rax = H less 16 bytes a block, the length block included: where the powers
 * are. The sums begin with that block's product, in a stretch with 0.
 */
.macro	gcm_begin_sums
	lea	15(LEN), %rax
	and	$-16, %rax
	add	G_LENGTHS(%rsp), %rax
	neg	%rax
	add	GCM_H, %rax
	vmovdqa64 G_LEN(%rsp), HT0_X
	vpclmulqdq $0x00, wc_ghash_end-16(GCM_H), HT0_X, S_LO_X
	vpclmulqdq $0x11, wc_ghash_end-16(GCM_H), HT0_X, S_HI_X
	vpshufd	$0x4e, HT0_X, HT1_X
	vpxord	HT0_X, HT1_X, HT1_X
	vpclmulqdq $0x00, wc_ghash_kar+wc_ghash_end-16(GCM_H), HT1_X, S_MID_X
	vmovdqa64 G_ACC(%rsp), ACC_X
	vpxord	ACC, %zmm0, %zmm0
.endm

/*
 * What follows the cipher in its forms, each of which is there once: the text,
 * then the sums
 */
.macro	gcm_out_4 ks
.Lgcm_out_4:
	vpbroadcastb %ecx, GT0
	vpcmpub	$6, .Lwc_ghash512_iota(%rip), GT0, %k1
	gcm_out	\ks, 0, 1
	gcm_begin_sums
	wc_ghash512_one %zmm0, %rax, wc_ghash_end, S_LO, S_HI, S_MID, HT0, HT1
	jmp	.Lgcm_reduce
.endm

.macro	gcm_out_8 ks
	gcm_masks 0
	gcm_out	\ks, 0, 2
	gcm_begin_sums
	jmp	.Lgcm_pairs1
.endm

.macro	gcm_out_16 ks
.Lgcm_out_16:
	gcm_masks 0
	gcm_out	\ks, 0, 4
	gcm_begin_sums
	cmp	$128, LEN
	jbe	.Lgcm_pairs1
	jmp	.Lgcm_pairs2
.endm

.macro	gcm_out_32 ks
.Lgcm_out_32:
	gcm_masks 256
	gcm_out	\ks, 4, 4
	gcm_begin_sums
	cmp	$384, LEN
	jbe	.Lgcm_pairs3
	jmp	.Lgcm_pairs4
.endm

.macro	gcm_out_64 ks
	gcm_out_above_32 \ks, j0_
	jmp	.Lgcm_j0_pairs8
.endm

.macro	gcm_out_above_32 ks, sums
	cmp	$768, LEN
	ja	.Labove48\@
	gcm_masks 512
	gcm_out	\ks, 8, 4
	gcm_begin_sums
	cmp	$640, LEN
	jbe	.Lgcm_\sums\()pairs5
	jmp	.Lgcm_\sums\()pairs6
.Labove48\@:
	gcm_masks 768
	gcm_out	\ks, 12, 4
	gcm_begin_sums
	cmp	$896, LEN
	jbe	.Lgcm_\sums\()pairs7
.endm

/*
 * void widecrypt_<cipher>_<id>_gcm_{enc,dec}_once(const void *ks,
 *	const struct wc_ghash_key *h, u8 *dst, const u8 *src, unsigned int n,
 *	const u8 *aad, unsigned int naad, const u8 *iv, u8 *tag);
 * void widecrypt_<cipher>_<id>_gcm_{enc,dec}(const void *ks,
 *	const struct wc_ghash_key *h, u8 *dst, const u8 *src, unsigned int n,
 *	struct wc_gcm_state *st);
 *
 * wc_gcm_once_fn and wc_gcm_fn in gcm.h
 */
.macro	gcm_entry name, how, to
SYM_FUNC_START(\name)
	mov	$\how, %eax
	jmp	\to
SYM_FUNC_END(\name)
.endm

#define WC_DEFINE_GCM_FUSED(prefix)					\
	gcm_fused prefix##_gcm						;\
	gcm_entry prefix##_gcm_enc, 1, prefix##_gcm			;\
	gcm_entry prefix##_gcm_dec, 0, prefix##_gcm			;\
	gcm_entry prefix##_gcm_enc_once, 3, prefix##_gcm		;\
	gcm_entry prefix##_gcm_dec_once, 2, prefix##_gcm		;\
	WC_DEFINE_GHASH_VPCLMUL_AVX512(prefix##_ghash)			;\
	WC_DEFINE_GHASH_POWERS_PCLMUL(prefix##_ghash_powers)

#endif /* WIDECRYPT_X86_GCM_FUSED_AVX512_S */
