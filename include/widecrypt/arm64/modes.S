/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The modes of a block cipher on arm64, written once. The file of a row
 * includes this one, defines four local functions and says "wc_modes <row>":
 *
 *	<row>_crypt_16	v0 to v15, independent blocks, to themselves
 *	<row>_crypt_8	v0 to v7
 *	<row>_crypt_4	v0 to v3
 *	<row>_crypt_1	v0
 *
 *	They take and leave KS and may change x5 to x8, the flags and every
 *	vector register.
 *
 * That makes the routines of the row,
 *
 *	void widecrypt_<row>_<mode>(const void *ks, u8 *dst, const u8 *src,
 *				    unsigned int n, u8 *iv)
 *
 * for ecb, cbc_enc, cbc_dec, ctr, cfb_enc, cfb_dec, xts_enc and xts_dec, each a
 * wc_mode_fn (mode_fn.h): any n, any alignment, dst equal to src or disjoint
 * from it. They change x1 to x12, x14, x15, the flags, v0 to v7 and v16 to v31.
 *
 * Byte order. Blocks are moved by ld1 and st1 of bytes: byte i of memory is byte
 * i of the register (bits 8i to 8i + 7) whatever the byte order of the CPU. So
 * what goes on in registers is the same in both. A number that has to be in
 * general registers comes from a vector register; where it goes back by the stack,
 * it is stored as memory has it (wc_xts_tweak).
 *
 * Whole batches of 16 blocks are in v0 to v15 in the order of memory. What is
 * left after them, up to 15 blocks, goes by the bits of its length in chunks of
 * 8, 4, 2 and 1 blocks in this order: chunk c is in vc to v(2c-1), the one block
 * in v0, a partial one in v1. So few blocks are in low registers, and nothing but
 * the named bytes is read or written. A mode is two macros on a chunk:
 *
 *	wc_<mode>_in	the blocks to be encrypted or decrypted, from x2 or x9
 *	wc_<mode>_out	the result, from what they became and from x2, to x1
 *
 * with a register for scratch for each of the chunk, v16 on for v0 on, and what
 * goes before and after the message, wc_<mode>_begin and _end.
 *
 *	x0	KS		x9	src of CBC and CFB's input, ahead of x2
 *	x1	dst		x10, x11  counter (upper, lower half), or
 *	x2	src			tweak (lower, upper half)
 *	x3	bytes left	x12	XTS: bytes of the partial block
 *	x4	iv		x14	tweaks: where to write
 *	x5-x8	scratch		x15	tweaks: where to read
 */
#ifndef WIDECRYPT_ARM64_MODES_S
#define WIDECRYPT_ARM64_MODES_S

#include <linux/linkage.h>

KS	.req	x0

/* wct0 to wct15: the scratch registers that go with v0 to v15 */
.macro	wc_scratch i, v
wct\i	.req	v\v
.endm
	wc_scratch 0, 16
	wc_scratch 1, 17
	wc_scratch 2, 18
	wc_scratch 3, 19
	wc_scratch 4, 20
	wc_scratch 5, 21
	wc_scratch 6, 22
	wc_scratch 7, 23
	wc_scratch 8, 24
	wc_scratch 9, 25
	wc_scratch 10, 26
	wc_scratch 11, 27
	wc_scratch 12, 28
	wc_scratch 13, 29
	wc_scratch 14, 30
	wc_scratch 15, 31

.macro	wc_adr x, symbol
	adrp	\x, \symbol
	add	\x, \x, :lo12:\symbol
.endm

/* ld1 or st1, \p moving on: \c registers from number \n on */
.macro	wc_move op, n, c, p
	.set	.Lwc_at, \n
	.set	.Lwc_end, (\n) + (\c)
	.rept	4
	.if	.Lwc_end - .Lwc_at >= 4
	.altmacro
	wc_move_4 \op, %(.Lwc_at), %(.Lwc_at + 3), \p
	.noaltmacro
	.set	.Lwc_at, .Lwc_at + 4
	.endif
	.endr
	.rept	3
	.if	.Lwc_end > .Lwc_at
	.altmacro
	wc_move_1 \op, %(.Lwc_at), \p
	.noaltmacro
	.set	.Lwc_at, .Lwc_at + 1
	.endif
	.endr
.endm

.macro	wc_move_4 op, a, b, p
	\op	{v\a\().16b-v\b\().16b}, [\p], #64
.endm

.macro	wc_move_1 op, a, p
	\op	{v\a\().16b}, [\p], #16
.endm

/* \do for each register of a chunk */
.macro	wc_each do, n, c, args:vararg
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.if	\i >= (\n) && \i < (\n) + (\c)
	.ifb	\args
	\do	\i
	.else
	\do	\i, \args
	.endif
	.endif
	.endr
.endm

.macro	wc_eor i
	eor	v\i\().16b, v\i\().16b, wct\i\().16b
.endm

/* x and y to a register as bits 0 to 63 and 64 to 127; and back */
.macro	wc_set i, x, y
	fmov	d\i, \x
	mov	v\i\().d[1], \y
.endm

.macro	wc_get v, x, y
	mov	\x, \v\().d[0]
	mov	\y, \v\().d[1]
.endm

/* Tweaks of a batch: added twice, and on the stack in between */
#define WC_BATCH	256

/* Key stream to result */
.macro	wc_add_src n, c
	wc_move	ld1, (16 + \n), \c, x2
	wc_each	wc_eor, \n, \c
	wc_move	st1, \n, \c, x1
.endm

/*
 * ECB
 */
.macro	wc_ecb_begin
.endm

.macro	wc_ecb_in n, c
	wc_move	ld1, \n, \c, x2
.endm

.macro	wc_ecb_out n, c
	wc_move	st1, \n, \c, x1
.endm

.macro	wc_ecb_end
.endm

/*
 * CBC decryption: each block takes the one before. v31 is that of the chunk; it
 * is the last of the scratch registers, too, which is filled after its use.
 */
.macro	wc_cbc_dec_begin
	mov	x9, x2
.endm

.macro	wc_cbc_dec_in n, c
	wc_move	ld1, \n, \c, x9
.endm

.macro	wc_cbc_dec_out n, c
	ld1	{v31.16b}, [x4]
	eor	v\n\().16b, v\n\().16b, v31.16b
	wc_move	ld1, (16 + \n), \c, x2
	wc_each	wc_cbc_dec_eor, (\n + 1), (\c - 1)
	.altmacro
	wc_cbc_dec_last %(15 + \n + \c)
	.noaltmacro
	wc_move	st1, \n, \c, x1
.endm

.macro	wc_cbc_dec_eor i
	.altmacro
	wc_cbc_dec_eor_2 \i, %(15 + \i)
	.noaltmacro
.endm

.macro	wc_cbc_dec_eor_2 i, before
	eor	v\i\().16b, v\i\().16b, v\before\().16b
.endm

.macro	wc_cbc_dec_last i
	st1	{v\i\().16b}, [x4]
.endm

.macro	wc_cbc_dec_end
.endm

/*
 * CFB decryption: what is encrypted is the ciphertext a block earlier.
 */
.macro	wc_cfb_dec_begin
	mov	x9, x2
.endm

.macro	wc_cfb_dec_in n, c
	ld1	{v\n\().16b}, [x4]
	wc_move	ld1, (\n + 1), (\c - 1), x9
	ld1	{v31.16b}, [x9], #16
	st1	{v31.16b}, [x4]
.endm

.macro	wc_cfb_dec_in_partial
	ld1	{v1.16b}, [x4]
.endm

.macro	wc_cfb_dec_out n, c
	wc_add_src \n, \c
.endm

.macro	wc_cfb_dec_end
.endm

/*
 * CTR, with a counter of 128 bits, big-endian in memory
 */
.macro	wc_ctr_begin
	ld1	{v0.16b}, [x4]
	wc_get	v0, x10, x11
	rev	x10, x10
	rev	x11, x11
.endm

.macro	wc_ctr_in n, c
	wc_each	wc_ctr_block, \n, \c
.endm

.macro	wc_ctr_block i
	rev	x5, x10
	rev	x6, x11
	wc_set	\i, x5, x6
	adds	x11, x11, #1
	cinc	x10, x10, cs
.endm

.macro	wc_ctr_in_partial
	wc_ctr_in 1, 1
.endm

.macro	wc_ctr_out n, c
	wc_add_src \n, \c
.endm

.macro	wc_ctr_end
	rev	x10, x10
	rev	x11, x11
	wc_set	0, x10, x11
	st1	{v0.16b}, [x4]
.endm

/*
 * XTS: a tweak is a little-endian number; times x it moves to the left, with
 * x^128 = x^7 + x^2 + x + 1 (IEEE Std 1619-2018, 5.2). Those of a batch stay on
 * the stack for the second addition and are wiped in the end.
 */
.macro	wc_xts_begin
	ld1	{v0.16b}, [x4]
	wc_get	v0, x10, x11
.endm

/* (\lo, \hi) = (x10, x11) times x, maybe in its place; x7 is 0x87, x8 scratch. */
.macro	wc_xts_next lo, hi
	and	x8, x7, x11, asr #63
	extr	\hi, x11, x10, #63
	eor	\lo, x8, x10, lsl #1
.endm

.macro	wc_xts_tweak i
#ifdef __AARCH64EB__
	rev	x5, x10
	rev	x6, x11
	stp	x5, x6, [x14, #(16 * \i)]
#else
	stp	x10, x11, [x14, #(16 * \i)]
#endif
	wc_xts_next x10, x11
.endm

.macro	wc_xts_in n, c
	wc_move	ld1, \n, \c, x2
	mov	w7, #0x87
	wc_each	wc_xts_tweak, 0, \c
	wc_move	ld1, (16 + \n), \c, x14
	wc_each	wc_eor, \n, \c
.endm

.macro	wc_xts_out n, c
	wc_move	ld1, (16 + \n), \c, x15
	wc_each	wc_eor, \n, \c
	wc_move	st1, \n, \c, x1
.endm

.macro	wc_xts_end
	wc_set	0, x10, x11
	st1	{v0.16b}, [x4]
	mov	x14, sp
	.rept	WC_BATCH / 16
	stp	xzr, xzr, [x14], #16
	.endr
.endm

/*
 * Procedure call standard: the frame record, the lower halves of v8 to v15, and
 * \bytes, a multiple of 16, at the stack pointer
 */
.macro	wc_enter bytes=0
	stp	x29, x30, [sp, #-80]!
	mov	x29, sp
	stp	d8, d9, [sp, #16]
	stp	d10, d11, [sp, #32]
	stp	d12, d13, [sp, #48]
	stp	d14, d15, [sp, #64]
	.if	\bytes
	sub	sp, sp, #\bytes
	.endif
.endm

.macro	wc_leave bytes=0
	.if	\bytes
	add	sp, sp, #\bytes
	.endif
	ldp	d8, d9, [sp, #16]
	ldp	d10, d11, [sp, #32]
	ldp	d12, d13, [sp, #48]
	ldp	d14, d15, [sp, #64]
	ldp	x29, x30, [sp], #80
	ret
.endm

/* x3 to bytes; its upper half comes in undefined. */
.macro	wc_length blocks
	.if	\blocks
	ubfiz	x3, x3, #4, #32
	.else
	mov	w3, w3
	.endif
.endm

/* The last x3 % 16 bytes, not 0 of them: key stream in \v */
.macro	wc_partial v
	and	x3, x3, #15
	wc_get	\v, x5, x6
.Lpartial\@:
	ldrb	w7, [x2], #1
	eor	w7, w7, w5
	strb	w7, [x1], #1
	extr	x5, x6, x5, #8
	lsr	x6, x6, #8
	subs	x3, x3, #1
	b.ne	.Lpartial\@
.endm

/* \pass of the chunks of the last x3 bytes, less than a batch */
.macro	wc_chunks pass
	tbz	x3, #7, .Lchunk_4\@
	\pass	8, 8
.Lchunk_4\@:
	tbz	x3, #6, .Lchunk_2\@
	\pass	4, 4
.Lchunk_2\@:
	tbz	x3, #5, .Lchunk_1\@
	\pass	2, 2
.Lchunk_1\@:
	tbz	x3, #4, .Lchunk_0\@
	\pass	0, 1
.Lchunk_0\@:
.endm

.macro	wc_batch mode
	.ifc	\mode, xts
	mov	x14, sp
	mov	x15, sp
	.endif
.endm

/* x3 bytes, may be 0, in a mode of independent blocks; \label is the routine. */
.macro	wc_request row, label, mode, partial
	subs	x3, x3, #256
	b.lo	.Ltail\@
\label\()_loop:
	wc_batch \mode
	wc_\mode\()_in 0, 16
	bl	\row\()_crypt_16
	wc_\mode\()_out 0, 16
	subs	x3, x3, #256
	b.hs	\label\()_loop
\label\()_loop_end:
.Ltail\@:
	adds	x3, x3, #256
	b.eq	.Lend\@
	wc_batch \mode
	wc_chunks wc_\mode\()_in
	.if	\partial
	tst	x3, #15
	b.eq	.Lwhole\@
	wc_\mode\()_in_partial
.Lwhole\@:
	.endif
	cmp	x3, #16
	b.ls	.Lone\@
	tbnz	x3, #7, .Lsixteen\@
	tbnz	x3, #6, .Leight\@
	bl	\row\()_crypt_4
	b	.Lout\@
.Lone\@:
	.if	\partial
	b.eq	.Lone_whole\@
	mov	v0.16b, v1.16b
.Lone_whole\@:
	.endif
	bl	\row\()_crypt_1
	.if	\partial
	mov	v1.16b, v0.16b
	.endif
	b	.Lout\@
.Leight\@:
	bl	\row\()_crypt_8
	b	.Lout\@
.Lsixteen\@:
	bl	\row\()_crypt_16
.Lout\@:
	wc_chunks wc_\mode\()_out
	.if	\partial
	tst	x3, #15
	b.eq	.Lend\@
	wc_partial v1
	.endif
.Lend\@:
	wc_\mode\()_end
.endm

.macro	wc_wide row, mode, blocks, frame=0
SYM_FUNC_START(widecrypt_\row\()_\mode)
	wc_enter \frame
	wc_length \blocks
	wc_\mode\()_begin
	wc_request \row, widecrypt_\row\()_\mode, \mode, (1 - \blocks)
	wc_leave \frame
SYM_FUNC_END(widecrypt_\row\()_\mode)
.endm

/* CBC and CFB encryption: one block after the other */
.macro	wc_stream row
SYM_FUNC_START(widecrypt_\row\()_cbc_enc)
	wc_enter
	wc_length 1
	ld1	{v0.16b}, [x4]
widecrypt_\row\()_cbc_enc_loop:
	ld1	{v1.16b}, [x2], #16
	eor	v0.16b, v0.16b, v1.16b
	bl	\row\()_crypt_1
	st1	{v0.16b}, [x1], #16
	subs	x3, x3, #16
	b.ne	widecrypt_\row\()_cbc_enc_loop
widecrypt_\row\()_cbc_enc_loop_end:
	st1	{v0.16b}, [x4]
	wc_leave
SYM_FUNC_END(widecrypt_\row\()_cbc_enc)

SYM_FUNC_START(widecrypt_\row\()_cfb_enc)
	wc_enter
	wc_length 0
	ld1	{v0.16b}, [x4]
	subs	x3, x3, #16
	b.lo	.Lcfb_tail_\row
widecrypt_\row\()_cfb_enc_loop:
	bl	\row\()_crypt_1
	ld1	{v1.16b}, [x2], #16
	eor	v0.16b, v0.16b, v1.16b
	st1	{v0.16b}, [x1], #16
	subs	x3, x3, #16
	b.hs	widecrypt_\row\()_cfb_enc_loop
widecrypt_\row\()_cfb_enc_loop_end:
	st1	{v0.16b}, [x4]
.Lcfb_tail_\row:
	tst	x3, #15
	b.eq	.Lcfb_end_\row
	bl	\row\()_crypt_1
	wc_partial v0
.Lcfb_end_\row:
	wc_leave
SYM_FUNC_END(widecrypt_\row\()_cfb_enc)
.endm

/*
 * XTS. The tweak of the last whole block of a message with a partial one is kept
 * back in decryption: the last but one block takes the tweak after it.
 */
.macro	wc_xts row
SYM_FUNC_START(widecrypt_\row\()_xts_enc)
	mov	x9, #0
	b	\row\()_xts
SYM_FUNC_END(widecrypt_\row\()_xts_enc)

SYM_FUNC_START(widecrypt_\row\()_xts_dec)
	mov	x9, #16
	b	\row\()_xts
SYM_FUNC_END(widecrypt_\row\()_xts_dec)

/* x9: the bytes that wait for a partial block */
SYM_FUNC_START_LOCAL(\row\()_xts)
	wc_enter WC_BATCH
	wc_length 0
	ands	x12, x3, #15
	csel	x9, x9, xzr, ne
	and	x3, x3, #~15
	sub	x3, x3, x9
	wc_xts_begin
	wc_request \row, widecrypt_\row\()_xts, xts, 0
	cbz	x12, .Lxts_end_\row

	/* The block that gives its head to the partial one, and where it goes */
	cbnz	x9, .Lxts_dec_\row
	sub	x1, x1, #16
	ld1	{v0.16b}, [x1]
	b	.Lxts_steal_\row
.Lxts_dec_\row:
	mov	w7, #0x87
	wc_xts_next x14, x15
	ld1	{v0.16b}, [x2], #16
	wc_set	16, x14, x15
	eor	v0.16b, v0.16b, v16.16b
	bl	\row\()_crypt_1
	wc_set	16, x14, x15
	eor	v0.16b, v0.16b, v16.16b
.Lxts_steal_\row:
	wc_get	v0, x5, x6
	add	x14, x1, #16
	mov	x3, #0
	/* x5, x6 go round by a byte 16 times. */
.Lxts_byte_\row:
	and	w7, w5, #0xff
	cmp	x3, x12
	b.hs	.Lxts_keep_\row
	ldrb	w8, [x2, x3]
	strb	w7, [x14, x3]
	mov	w7, w8
.Lxts_keep_\row:
	extr	x5, x6, x5, #8
	lsr	x6, x6, #8
	orr	x6, x6, x7, lsl #56
	add	x3, x3, #1
	cmp	x3, #16
	b.ne	.Lxts_byte_\row
	wc_set	0, x5, x6
	wc_set	16, x10, x11
	eor	v0.16b, v0.16b, v16.16b
	bl	\row\()_crypt_1
	wc_set	16, x10, x11
	eor	v0.16b, v0.16b, v16.16b
	st1	{v0.16b}, [x1]
.Lxts_end_\row:
	wc_leave WC_BATCH
SYM_FUNC_END(\row\()_xts)
.endm

.macro	wc_modes row
	wc_wide	\row, ecb, 1
	wc_wide	\row, cbc_dec, 1
	wc_wide	\row, ctr, 0
	wc_wide	\row, cfb_dec, 0
	wc_stream \row
	wc_xts	\row
.endm

#endif /* WIDECRYPT_ARM64_MODES_S */
