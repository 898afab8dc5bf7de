/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES-GCM (FIPS 197, SP 800-38D) in VEX-coded instructions, registers of one or
 * two blocks. The file that includes this defines
 *
 *	VEC	xmm (AES-NI, PCLMULQDQ, AVX) or ymm (VAES, VPCLMULQDQ, AVX2)
 *	REG	the bytes of such a register, 16 or 32
 *
 * and names the functions. The field, the mirrored blocks, the tables
 * of powers and the reduction are explained in widecrypt/x86/ghash-pclmul.S.
 *
 * Units
 * =====
 *
 * A unit is eight registers of blocks whose first counter is a multiple of
 * their number: its counter blocks are one register xor constants, the first
 * round key already added. A message with a nonce of 96 bits, whose J0 has the
 * counter 1 and whose text starts at 2, begins in the middle of a unit, which
 * makes E(J0) for nothing.
 *
 * Whole units are encrypted while one unit is hashed, merged round by round:
 * when encrypting the unit before, from the destination; when decrypting the
 * same one, from the source. The parts of units at the beginning and at the
 * end of a stretch go by way of a keystream on the stack, register by
 * register.
 *
 * Up to 64 blocks make up a reduction (a segment), which ends with a unit or
 * with the message, the length block included. It begins with the product of
 * the sum so far and the segment's highest power.
 */
#include <linux/linkage.h>
#include <widecrypt/x86/gcm-aes.S>
#include <widecrypt/gcm-merge.S>
#include <widecrypt/x86/ghash-pclmul.S>

#define UNIT	(8 * REG)
#define SEGMENT	(16 * WC_GHASH_SUM)

/* The stack frame: the keystream, E(J0), the length block; saved registers */
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
.set	POWERS,	%rax		/* H less 16 bytes a block that is left */
.set	POS,	%r11		/* where in the unit the text begins */
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
	vpshufb	.Lwc_ghash_bytes(%rip), T0, T0
.elseif \n == 3
	vpshufb	.Lwc_ghash_bytes(%rip), T1, T1
.else
	wc_ghash_avx_pair_insn (\n-4), T0, T1, POWERS, \j*REG, REG, LO, HI, \
		MID, T2
.endif
.endm

/* GHASH of T1, clobbered; one block if its upper half is 0 */
.macro	hash_T1
	wc_ghash_avx_mul T1, POWERS, LO, HI, MID, T2
.endm

.macro	begin_segment powers
	vmovdqa	LO_X, T0_X
	wc_ghash_avx_mul T0_X, \powers, LO_X, HI_X, MID_X, T2_X, 1
.endm

.macro	end_segment
	vmovdqa	.Lwc_ghash_c(%rip), T2
	wc_ghash_avx_reduce LO, HI, MID, T2, T0, LO
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
	cmpl	$12, WC_OFF_AES_ROUNDS(KS)
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

/*
 * Begins a segment, the first, in the middle of a unit, at POS, if \pos, with
 * \pending bytes to hash before those LEFT. Leaves %rax = 0 and the sum as it
 * is if there is nothing to hash.
 */
.macro	new_segment pos=0, pending=0
	lea	15+\pending(LEFT), %rax
	and	$-16, %rax
	test	STATE, STATE
	jnz	.Lno_length\@
	add	$16, %rax
.Lno_length\@:
	test	%rax, %rax
	jz	.Lnothing\@
	mov	$SEGMENT, %ecx
.if \pos
	sub	POS, %rcx
.endif
	cmp	%rcx, %rax
	cmova	%rcx, %rax
	neg	POWERS
	add	H, POWERS
	mov	POWERS, %rcx
.if \pos
	test	STATE, STATE
	jnz	.Lproduct\@
	sub	$16, %rcx		/* for the last block of AAD, too */
.Lproduct\@:
.endif
	begin_segment %rcx
.Lnothing\@:
.endm

/* If the segment is complete, ends it and begins the next. */
.macro	next_segment pending=0
	cmp	H, POWERS
	jne	.Lsame\@
	end_segment
	new_segment 0, \pending
.Lsame\@:
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
	vpshufb	.Lwc_ghash_bytes(%rip), \t0, \t1
.else
	vpshufb	.Lwc_ghash_bytes(%rip), \t1, \t1
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
	mov	WC_OFF_AES_ROUNDS(KS), %ecx
	shl	$4, %ecx
	lea	(KS, %rcx), LAST
.if REG == 32
	vinserti128 $1, CTR_X, CTR, CTR
.endif
	new_segment 1
	test	POS, POS
	jnz	.Lpart\@
.Lrest\@:
	cmp	$UNIT, LEFT
	jb	.Lless_than_unit\@

	/* Whole units */
	.set	merge_enc, \enc
.if \enc
	unit
	jmp	.Lmore_units\@
.endif
.Lunit\@:
	unit	1
	add	$UNIT, POWERS
	next_segment (\enc * UNIT)
.Lmore_units\@:
	cmp	$UNIT, LEFT
	jae	.Lunit\@
.if \enc
	wc_merge_begin 76, 1
	wc_merge_part
	wc_merge_end
	add	$UNIT, POWERS
	next_segment
.endif

.Lless_than_unit\@:
	test	LEFT, LEFT
	jz	.Lend\@
	xor	%r11d, %r11d		/* POS */

	/* A part of a unit, COUNT bytes */
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
	next_segment
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
	vpshufb	.Lwc_ghash_bytes(%rip), T0_X, T1_X
.else
	vpshufb	.Lwc_ghash_bytes(%rip), T1_X, T1_X
.endif
	wc_store_partial T0_X, DST, %r10, %r10d, %r10w, %r10b
	hash_T1
	add	$16, POWERS
	xor	%r8d, %r8d		/* LEFT */
	jmp	.Lhashed\@

.Lend\@:
	test	STATE, STATE
	jnz	.Lstate\@
	vmovdqu	LEN(%rsp), T1_X
	hash_T1
	end_segment
	vpshufb	.Lwc_ghash_bytes(%rip), LO_X, LO_X
	vpxor	EJ0(%rsp), LO_X, LO_X
	mov	ARGS+16(%rsp), %rax
	vmovdqu	LO_X, (%rax)
	jmp	.Lwipe\@
.Lstate\@:
	vpshufb	.Lwc_ghash_bytes(%rip), LO_X, LO_X
	vmovdqu	LO_X, WC_OFF_GCM_ACC(STATE)
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

	/*
	 * Additional data, a segment at a time. The last block is added, but
	 * its product is left to the text's segment.
	 */
	vpxor	LO_X, LO_X, LO_X
	test	%r11d, %r11d
	jz	.Laad_end\@
.Laad\@:
	lea	-1(%r11), %eax
	and	$-16, %eax
	jz	.Laad_last\@
	mov	$SEGMENT, %ecx
	cmp	%ecx, %eax
	cmova	%ecx, %eax
	neg	POWERS
	add	H, POWERS
	begin_segment POWERS
.Laad_block\@:
	vmovdqu	(%r9), T1_X
	vpshufb	.Lwc_ghash_bytes(%rip), T1_X, T1_X
	hash_T1
	add	$16, %r9
	sub	$16, %r11d
	add	$16, POWERS
	cmp	H, POWERS
	jne	.Laad_block\@
	end_segment
	jmp	.Laad\@
.Laad_last\@:
	cmp	$16, %r11d
	jb	.Laad_bytes\@
	vmovdqu	(%r9), T1_X
	jmp	.Laad_add\@
.Laad_bytes\@:
	mov	%r11d, %ecx
	wc_load_partial T1_X, %r9, %r9, %r9d, %r11, %r11d
.Laad_add\@:
	vpshufb	.Lwc_ghash_bytes(%rip), T1_X, T1_X
	vpxor	T1_X, LO_X, LO_X
.Laad_end\@:

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
	vmovdqu	WC_OFF_GCM_ACC(STATE), LO_X
	vpshufb	.Lwc_ghash_bytes(%rip), LO_X, LO_X

	/* The next stretch's counter */
	vmovdqu	WC_OFF_GCM_CTR(STATE), CTR_X
	mov	WC_OFF_GCM_CTR+12(STATE), %eax
	bswap	%eax
	lea	15(LEFT), %rcx
	shr	$4, %rcx
	add	%eax, %ecx
	bswap	%ecx
	mov	%ecx, WC_OFF_GCM_CTR+12(STATE)

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
