/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the AES-GCM files have in common: partial stores,
 * and the CTR routine of a row, which GCM uses for single blocks only (the
 * tag's, and H). AES-NI and AVX.
 */
#ifndef WIDECRYPT_X86_GCM_AES_H
#define WIDECRYPT_X86_GCM_AES_H

#include <widecrypt/gcm-offsets.h>
#include <widecrypt/x86/ghash-pclmul.S>

/*
 * Stores %rcx bytes of \x, 1 to 15, at \p; nothing else is written. Clobbers
 * \x, \a, its lower parts \a32, \a16 and \a8, and \p.
 */
.macro	wc_store_partial x, p, a, a32, a16, a8
	vmovq	\x, \a
	test	$8, %cl
	jz	.Lbelow8\@
	mov	\a, (\p)
	vpextrq	$1, \x, \a
	add	$8, \p
.Lbelow8\@:
	test	$4, %cl
	jz	.Lbelow4\@
	mov	\a32, (\p)
	shr	$32, \a
	add	$4, \p
.Lbelow4\@:
	test	$2, %cl
	jz	.Lbelow2\@
	mov	\a16, (\p)
	shr	$16, \a32
	add	$2, \p
.Lbelow2\@:
	test	$1, %cl
	jz	.Lend\@
	mov	\a8, (\p)
.Lend\@:
.endm

/*
 * void name(const void *ks, u8 *dst, const u8 *src, unsigned int n, u8 *iv);
 *
 * CTR with a counter of 128 bits (wc_mode_fn), a block at a time.
 *
 *	%rdi KS  %rsi DST  %rdx SRC  %ecx N, later %r11d	%r8 IV
 *	%r9:%r10 the counter	%rax scratch
 */
.macro	wc_aes_ctr_body
	mov	%ecx, %r11d
	mov	(%r8), %r9
	mov	8(%r8), %r10
	bswap	%r9
	bswap	%r10
.Lblock\@:
	mov	%r9, %rax
	bswap	%rax
	vmovq	%rax, %xmm0
	mov	%r10, %rax
	bswap	%rax
	vpinsrq	$1, %rax, %xmm0, %xmm0
	add	$1, %r10
	adc	$0, %r9
	vpxor	(%rdi), %xmm0, %xmm0
	mov	WC_OFF_AES_ROUNDS(%rdi), %ecx
	lea	16(%rdi), %rax
	dec	%ecx
.Lround\@:
	vaesenc	(%rax), %xmm0, %xmm0
	add	$16, %rax
	dec	%ecx
	jnz	.Lround\@
	vaesenclast (%rax), %xmm0, %xmm0
	sub	$16, %r11d
	jb	.Lpartial\@
	vpxor	(%rdx), %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
	lea	16(%rdx), %rdx
	lea	16(%rsi), %rsi
	ja	.Lblock\@
	jmp	.Lend\@
.Lpartial\@:
	lea	16(%r11), %ecx
	wc_load_partial %xmm1, %rdx, %rax, %eax, %rdi, %edi
	lea	16(%r11), %ecx
	vpxor	%xmm1, %xmm0, %xmm0
	wc_store_partial %xmm0, %rsi, %rax, %eax, %ax, %al
.Lend\@:
	bswap	%r9
	bswap	%r10
	mov	%r9, (%r8)
	mov	%r10, 8(%r8)
	vpxor	%xmm0, %xmm0, %xmm0
	vzeroupper
	RET
.endm

#define WC_DEFINE_AES_CTR(name)						\
SYM_FUNC_START(name)							;\
	wc_aes_ctr_body							;\
SYM_FUNC_END(name)

#endif /* WIDECRYPT_X86_GCM_AES_H */
