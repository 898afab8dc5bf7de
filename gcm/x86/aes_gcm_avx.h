/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES-GCM (FIPS 197, SP 800-38D) in VEX-coded instructions, registers of one or
 * two blocks. The file that includes this defines
 *
 *	VEC	xmm (AES-NI, PCLMULQDQ, AVX) or ymm (VAES, VPCLMULQDQ, AVX2)
 *	REG	the bytes of such a register, 16 or 32
 *
 * and names the functions. The field, the mirrored blocks, the tables
 * of powers and the reduction are explained in widecrypt/x86/ghash-pclmul.h.
 *
 * Units
 * =====
 *
 * A unit is eight registers of blocks whose first counter is a multiple of their
 * number: its counter blocks are one register xor constants, the first round key
 * already added. A message with a nonce of 96 bits, whose J0 has the counter 1 and whose
 * text starts at 2, begins in the middle of a unit, which makes E(J0) for nothing.
 *
 * Whole units are encrypted while one unit is hashed, merged round by round: when
 * encrypting the unit before, from the destination; when decrypting the same one,
 * from the source. The parts of units at the beginning and at the end of a stretch
 * go by way of a keystream on the stack, register by register.
 *
 * Up to 64 blocks make up a reduction (a segment). It begins with the product of
 * the sum so far and the segment's highest power.
 *
 * Karatsuba's middle product takes the sums of both halves. For two blocks a, b
 * side by side, VPUNPCKLQDQ and VPUNPCKHQDQ give (a.lo, b.lo) and (a.hi, b.hi),
 * whose sum has what both need: three instructions for two.
 */
#include <linux/linkage.h>
#include <widecrypt/x86/gcm-aes.h>
#include <widecrypt/x86/gcm-merge.h>
#include <widecrypt/x86/ghash-pclmul.h>

#define UNIT	(8 * REG)
#define SEGMENT	(16 * WC_GHASH_POWERS)

/* The stack frame: the keystream, E(J0), the length block; two saved registers */
#define EJ0	UNIT
#define LEN	(UNIT + 16)
#define FRAME	(UNIT + 32)
#define ARGS	(FRAME + 16 + 8)

.set	KS,	%rdi
.set	H,	%rsi
.set	DST,	%rdx
.set	SRC,	%r10
.set	LEFT,	%r8		/* bytes of text */
.set	STATE,	%r9		/* struct wc_gcm_state, or 0: a whole message */
.set	LAST,	%r12		/* the last round key */
.set	COUNTER, %ebx		/* of the unit's first block, its low 32 bits */
.set	POWERS,	%rax		/* H less 16 bytes a block left in the segment */
.set	POS,	%r11		/* in bytes: where in the unit the text begins */
/*	COUNT	%rcx		   the length of a part of a unit; scratch */

/* Registers 0 to 7 are the blocks in the making. */
.macro	name_register n, name, name_x
	.set	\name, %VEC\n
	.set	\name_x, %xmm\n
.endm
	name_register 8, LO, LO_X	/* sums of products; between segments */
	name_register 9, HI, HI_X	/* LO_X is the sum so far, mirrored */
	name_register 10, MID, MID_X
	name_register 11, T0, T0_X	/* scratch */
	name_register 12, T1, T1_X
	name_register 13, T2, T2_X
	name_register 14, KEY, KEY_X	/* the round key */
	name_register 15, CTR, CTR_X	/* first counter block ^ round key 0 */

	.section .rodata
	.balign	32
.Lbytes:	/* reverses the bytes of each block */
	.rept	2
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
	.endr
.Lc:		/* c, see ghash-pclmul.h */
	.rept	4
	.quad	0xc200000000000000
	.endr
.Lxors:		/* block i of a unit: i in the counter's last byte */
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.long	0, 0, 0, \i << 24
	.endr
.Lends:		/* the n first bytes of a block: 16 bytes from 16 - n on */
	.quad	-1, -1, 0, 0
	.text

.macro	load_key where
.if REG == 16
	vmovdqu	\where, KEY
.else
	vbroadcasti128 \where, KEY
.endif
.endm

/*
 * GHASH of a unit in memory, as a stream of 76 instructions: 19 for each two
 * registers.
 */
.macro	wc_merge_insn n
.if \n < 19
	hash_two (\n), 0
.elseif \n < 38
	hash_two (\n-19), 2
.elseif \n < 57
	hash_two (\n-38), 4
.else
	hash_two (\n-57), 6
.endif
.endm

.macro	hash_two n, j
	.set	hash_pow, WC_GHASH_POW_END + \j * REG
	.set	hash_kar, WC_GHASH_KAR_END + \j * REG
.if \n == 0
.if merge_enc
	vmovdqu	\j * REG - UNIT(DST), T0
.else
	vmovdqu	\j * REG(SRC), T0
.endif
.elseif \n == 1
.if merge_enc
	vmovdqu	\j * REG + REG - UNIT(DST), T1
.else
	vmovdqu	\j * REG + REG(SRC), T1
.endif
.elseif \n == 2
	vpshufb	.Lbytes(%rip), T0, T0
.elseif \n == 3
	vpshufb	.Lbytes(%rip), T1, T1
.elseif \n == 4
	vpclmulqdq $0x00, hash_pow(POWERS), T0, T2
.elseif \n == 5
	vpxor	T2, LO, LO
.elseif \n == 6
	vpclmulqdq $0x00, hash_pow+REG(POWERS), T1, T2
.elseif \n == 7
	vpxor	T2, LO, LO
.elseif \n == 8
	vpclmulqdq $0x11, hash_pow(POWERS), T0, T2
.elseif \n == 9
	vpxor	T2, HI, HI
.elseif \n == 10
	vpclmulqdq $0x11, hash_pow+REG(POWERS), T1, T2
.elseif \n == 11
	vpxor	T2, HI, HI
.elseif \n == 12
	vpunpckhqdq T1, T0, T2
.elseif \n == 13
	vpunpcklqdq T1, T0, T0
.elseif \n == 14
	vpxor	T2, T0, T0
.elseif \n == 15
	vpclmulqdq $0x00, hash_kar(POWERS), T0, T2
.elseif \n == 16
	vpxor	T2, MID, MID
.elseif \n == 17
	vpclmulqdq $0x01, hash_kar+REG(POWERS), T0, T2
.else
	vpxor	T2, MID, MID
.endif
.endm

/* GHASH of T1, clobbered; one block if its upper half is 0 */
.macro	hash_T1
	wc_ghash_pclmul_mul T1, POWERS, 0, LO, HI, MID, T2
.endm

.macro	begin_segment
	vmovdqa	LO_X, T0_X
	wc_ghash_pclmul_mul T0_X, POWERS, 0, LO_X, HI_X, MID_X, T2_X, 1
.endm

.macro	end_segment
	vmovdqa	.Lc(%rip), T2
	wc_ghash_pclmul_reduce LO, HI, MID, T2, T0, LO
.if REG == 32
	vextracti128 $1, LO, T0_X
	vpxor	T0_X, LO_X, LO_X
.endif
.endm

/* One step for all eight registers; with \merge GHASH follows each four. */
.macro	each	step, merge=0
	.irp	j, 0, 1, 2, 3
	\step	\j, %VEC\j
	.endr
.if \merge
	wc_merge_part
.endif
	.irp	j, 4, 5, 6, 7
	\step	\j, %VEC\j
	.endr
.if \merge
	wc_merge_part
.endif
.endm

.macro	step_counter j, x
	vpxor	.Lxors + \j * REG(%rip), CTR, \x
.endm

.macro	step_round j, x
	vaesenc	KEY, \x, \x
.endm

.macro	step_last j, x
	vaesenclast KEY, \x, \x
.endm

.macro	step_add j, x
	vpxor	\j * REG(SRC), \x, \x
.endm

.macro	step_store j, x
	vmovdqu	\x, \j * REG(DST)
.endm

.macro	step_keep j, x
	vmovdqu	\x, \j * REG(%rsp)
.endm

.macro	step_wipe j, x
	vmovdqu	T0, \j * REG(%rsp)
.endm

.macro	aes_round r, merge=0
	load_key -16*\r(LAST)
	each	step_round, \merge
.endm

/* The keystream of a unit in registers 0 to 7; CTR goes on to the next. */
.macro	keystream merge=0
	each	step_counter, \merge
	add	$(UNIT / 16), COUNTER
	mov	COUNTER, %ecx
	bswap	%ecx
	xor	12(KS), %ecx
	vpinsrd	$3, %ecx, CTR_X, CTR_X
.if REG == 32
	vinserti128 $1, CTR_X, CTR, CTR
.endif
	cmpl	$12, WC_AES_ROUNDS(KS)
	jb	.Lrounds10\@
	je	.Lrounds12\@
	aes_round 13
	aes_round 12
.Lrounds12\@:
	aes_round 11
	aes_round 10
.Lrounds10\@:
	.irp	r, 9, 8, 7, 6, 5, 4, 3, 2, 1
	aes_round \r, \merge
	.endr
	load_key (LAST)
	each	step_last, \merge
.endm

/* Encrypts a unit; with \merge GHASH of a unit is merged in. */
.macro	unit	merge=0
.if \merge
	wc_merge_begin 76, 24
.endif
	keystream \merge
	each	step_add, \merge
.if \merge
	wc_merge_end
.endif
	each	step_store
	add	$UNIT, SRC
	add	$UNIT, DST
	sub	$UNIT, LEFT
.endm

/* POWERS for the %rcx blocks, times 16, that are to be hashed: a segment at most */
.macro	set_powers
	mov	$SEGMENT, %eax
	cmp	%rax, %rcx
	cmovb	%rcx, %rax
	neg	POWERS
	add	H, POWERS
.endm

/*
 * \size bytes of text, a register's or a block's, the keystream at POS, through
 * T0 and T1. (\t0, \t1 are these registers of that size.)
 */
.macro	add_and_hash enc, size, t0, t1
	vmovdqu	(SRC), \t1
	vpxor	(POS), \t1, \t0
	vmovdqu	\t0, (DST)
.if \enc
	vpshufb	.Lbytes(%rip), \t0, \t1
.else
	vpshufb	.Lbytes(%rip), \t1, \t1
.endif
	hash_T1
	add	$\size, SRC
	add	$\size, DST
	add	$\size, POS
	add	$\size, POWERS
.endm

/*
 * From the place in a unit where the text begins to the tag or the state.
 * LO_X is the sum so far, %xmm7 the length block, mirrored, of a whole message.
 */
.macro	crypt	enc
	push	%rbx
	push	%r12
	sub	$FRAME, %rsp
	vmovdqu	%xmm7, LEN(%rsp)
	mov	%eax, COUNTER
	mov	WC_AES_ROUNDS(KS), %ecx
	shl	$4, %ecx
	lea	(KS, %rcx), LAST
.if REG == 32
	vinserti128 $1, CTR_X, CTR, CTR
.endif
	test	POS, POS
	jnz	.Lpart\@
	cmp	$UNIT, LEFT
	jb	.Lpart\@

	/* Whole units */
.Lunits\@:
	.set	merge_enc, \enc
	mov	LEFT, %rcx
	and	$-UNIT, %rcx
	set_powers
	begin_segment
.if \enc
	unit
	jmp	.Lmore_units\@
.endif
.Lunit\@:
	unit	1
	add	$UNIT, POWERS
	cmp	H, POWERS
	jne	.Lmore_units\@
	end_segment
	mov	LEFT, %rcx
.if \enc
	add	$UNIT, %rcx
.endif
	and	$-UNIT, %rcx
.if \enc == 0
	jz	.Lrest\@
.endif
	set_powers
	begin_segment
.Lmore_units\@:
	cmp	$UNIT, LEFT
	jae	.Lunit\@
.if \enc
	wc_merge_begin 76, 1
	wc_merge_part
	wc_merge_end
	end_segment
.endif
.Lrest\@:
	test	LEFT, LEFT
	jz	.Lend\@
	xor	%r11d, %r11d		/* POS */

	/* A part of a unit, COUNT bytes; the segment is just that. */
.Lpart\@:
	keystream
	each	step_keep
	test	POS, POS
	jz	.Lno_j0\@
.if REG == 16
	vmovdqu	%xmm1, EJ0(%rsp)
.else
	vextracti128 $1, %ymm0, EJ0(%rsp)
.endif
.Lno_j0\@:
	mov	$UNIT, %ecx
	sub	POS, %rcx
	cmp	%rcx, LEFT
	cmovb	LEFT, %rcx
	sub	%rcx, LEFT
	add	%rsp, POS
	test	%ecx, %ecx
	jz	.Lend\@
	lea	15(%rcx), %rax
	and	$-16, POWERS
	neg	POWERS
	add	H, POWERS
	begin_segment
	sub	$REG, %ecx
	jb	.Lless\@
.Lregister\@:
	add_and_hash \enc, REG, T0, T1
	sub	$REG, %ecx
	jae	.Lregister\@
.Lless\@:
	add	$REG, %ecx
.if REG == 32
	cmp	$16, %ecx
	jb	.Lless_than_block\@
	add_and_hash \enc, 16, T0_X, T1_X
	sub	$16, %ecx
.Lless_than_block\@:
.endif
	test	%ecx, %ecx
	jnz	.Lbytes\@
.Lhashed\@:
	end_segment
	cmp	$UNIT, LEFT
	jae	.Lunits\@
	jmp	.Lrest\@

	/* The last block is a partial one; the keys are no longer needed. */
.Lbytes\@:
	mov	%ecx, %r8d
	wc_load_partial T1_X, SRC, %r10, %r10d, %rdi, %edi
	vpxor	(POS), T1_X, T0_X
	mov	%r8d, %ecx
.if \enc
	lea	.Lends+16(%rip), %rdi
	sub	%r8, %rdi
	vpand	(%rdi), T0_X, T0_X
	vpshufb	.Lbytes(%rip), T0_X, T1_X
.else
	vpshufb	.Lbytes(%rip), T1_X, T1_X
.endif
	wc_store_partial T0_X, DST, %r10, %r10d, %r10w, %r10b
	hash_T1
	xor	%r8d, %r8d		/* LEFT */
	jmp	.Lhashed\@

.Lend\@:
	test	STATE, STATE
	jnz	.Lstate\@
	vpxor	LEN(%rsp), LO_X, LO_X
	lea	-16(H), POWERS
	begin_segment
	end_segment
	vpshufb	.Lbytes(%rip), LO_X, LO_X
	vpxor	EJ0(%rsp), LO_X, LO_X
	mov	ARGS+16(%rsp), %rax
	vmovdqu	LO_X, (%rax)
	jmp	.Lwipe\@
.Lstate\@:
	vpshufb	.Lbytes(%rip), LO_X, LO_X
	vmovdqu	LO_X, WC_GCM_ACC(STATE)
.Lwipe\@:
	vpxor	T0, T0, T0
	each	step_wipe
	vmovdqu	T0_X, EJ0(%rsp)
	add	$FRAME, %rsp
	pop	%r12
	pop	%rbx
	vzeroupper
	RET
.endm

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, const u8 *aad, unsigned int naad,
 *	     const u8 *iv, u8 *tag);	(wc_gcm_once_fn in gcm.h)
 */
.macro	once	crypt
	mov	%rcx, SRC
	mov	%r8d, %r8d		/* LEFT */
	mov	8(%rsp), %r11d		/* naad */

	/* Additional data, a segment at a time */
	vpxor	LO_X, LO_X, LO_X
	test	%r11d, %r11d
	jz	.Laad_hashed\@
.Laad\@:
	lea	15(%r11), %rcx
	and	$-16, %rcx
	set_powers
	begin_segment
.Laad_block\@:
	cmp	$16, %r11d
	jb	.Laad_bytes\@
	vmovdqu	(%r9), T1_X
	vpshufb	.Lbytes(%rip), T1_X, T1_X
	hash_T1
	add	$16, %r9
	add	$16, POWERS
	sub	$16, %r11d
	cmp	H, POWERS
	jne	.Laad_block\@
	end_segment
	test	%r11d, %r11d
	jnz	.Laad\@
	jmp	.Laad_hashed\@
.Laad_bytes\@:
	mov	%r11d, %ecx
	wc_load_partial T1_X, %r9, %r9, %r9d, %r11, %r11d
	vpshufb	.Lbytes(%rip), T1_X, T1_X
	hash_T1
	end_segment
.Laad_hashed\@:

	/* The length block and the counter 0 */
	vmovq	LEFT, %xmm7
	vmovd	8(%rsp), T0_X
	vpunpcklqdq T0_X, %xmm7, %xmm7
	vpsllq	$3, %xmm7, %xmm7
	mov	16(%rsp), %rax		/* iv */
	vmovq	(%rax), CTR_X
	vpinsrd	$2, 8(%rax), CTR_X, CTR_X
	vpxor	(KS), CTR_X, CTR_X
	xor	%eax, %eax
	mov	$32, %r11d		/* POS */
	xor	%r9d, %r9d		/* STATE */
	jmp	\crypt
.endm

/*
 * void name(const void *ks, const struct wc_ghash_key *h, u8 *dst,
 *	     const u8 *src, unsigned int n, struct wc_gcm_state *st);
 *							(wc_gcm_fn in gcm.h)
 */
.macro	stretch	crypt
	mov	%rcx, SRC
	mov	%r8d, %r8d		/* LEFT */
	vpxor	%xmm7, %xmm7, %xmm7
	vmovdqu	WC_GCM_ACC(STATE), LO_X
	vpshufb	.Lbytes(%rip), LO_X, LO_X

	/* The next stretch's counter */
	vmovdqu	WC_GCM_CTR(STATE), CTR_X
	mov	WC_GCM_CTR+12(STATE), %eax
	bswap	%eax
	lea	15(LEFT), %rcx
	shr	$4, %rcx
	add	%eax, %ecx
	bswap	%ecx
	mov	%ecx, WC_GCM_CTR+12(STATE)

	/* This one's unit and the place in it */
	mov	%eax, %r11d
	and	$(UNIT / 16 - 1), %r11d
	sub	%r11d, %eax
	shl	$4, %r11d
	mov	%eax, %ecx
	bswap	%ecx
	vpinsrd	$3, %ecx, CTR_X, CTR_X
	vpxor	(KS), CTR_X, CTR_X
	jmp	\crypt
.endm

/* The routines of a row, named widecrypt_aes_<id>_.. by the macro NAME */
SYM_FUNC_START_LOCAL(aes_gcm_crypt_enc)
	crypt	1
SYM_FUNC_END(aes_gcm_crypt_enc)

SYM_FUNC_START_LOCAL(aes_gcm_crypt_dec)
	crypt	0
SYM_FUNC_END(aes_gcm_crypt_dec)

SYM_FUNC_START(NAME(gcm_enc_once))
	once	aes_gcm_crypt_enc
SYM_FUNC_END(NAME(gcm_enc_once))

SYM_FUNC_START(NAME(gcm_dec_once))
	once	aes_gcm_crypt_dec
SYM_FUNC_END(NAME(gcm_dec_once))

SYM_FUNC_START(NAME(gcm_enc))
	stretch	aes_gcm_crypt_enc
SYM_FUNC_END(NAME(gcm_enc))

SYM_FUNC_START(NAME(gcm_dec))
	stretch	aes_gcm_crypt_dec
SYM_FUNC_END(NAME(gcm_dec))

WC_DEFINE_GHASH_POWERS_PCLMUL(NAME(ghash_powers))
WC_DEFINE_AES_CTR(NAME(ctr))
