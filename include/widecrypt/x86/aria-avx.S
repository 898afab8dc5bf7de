/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA with VEX-coded instructions, on ymm or xmm registers (ARIA_WIDTH 32 or
 * 16 bytes). aria-tables.S has the mathematics. aria-avx-gfni.S and
 * aria-avx-aesni.S include this file and bring the S-boxes and a form for few
 * blocks:
 *
 *	aria_bs_sbox_3 odd, ...
 *		S1, S2, X1, X2 on the registers with these numbers; all of V0 to
 *		V15 are in use, ARIA_OTHERS(0) to (3) are scratch
 *	aria_bs_sboxes odd, ...
 *		three times the same, V12 to V15 are scratch
 *	aria_one_<id>
 *		local function: the block in X0 to itself
 *	aria_few_<id>
 *		local function: up to ARIA_FEW blocks at (PTR) to themselves. Both
 *		take and leave KS and change KEY, LEFT and any vector register.
 *
 * Byte-sliced form, as many blocks as a register has bytes: a vector for each
 * place of the grid, its byte 16 L + j that of block 2 j + L (or j). Row a of
 * column b is in V(4b + a), before odd rounds V(4b + (a ^ 1)) for b < 3: the
 * diffusion has no register to spare and computes
 *
 *	y = (x + the other half of its column) + (key + sum of its row)
 *
 * in the place of the neighbour in the column, that is rows 0 and 1, 2 and 3
 * change places at each, and change back at the next. Column 3 goes to the stack
 * after its S-boxes; its registers have constants of the other S-boxes, then sum
 * up the rows.
 *
 * Blocks and bytes change places in two passes over 16 vectors, each twice a
 * perfect shuffle of the bytes; a pass takes vectors i, i + 4, i + 8, i + 12 and
 * leaves its results 4i to 4i + 3 in their places, so it works in the buffer.
 */
#ifndef WIDECRYPT_X86_ARIA_AVX_H
#define WIDECRYPT_X86_ARIA_AVX_H

#include <linux/linkage.h>
#include <widecrypt/x86/aria-tables.S>

.set	PTR, %r9
.set	FRAME, %r10

.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.set	X\i, %xmm\i
#if ARIA_WIDTH == 32
.set	V\i, %ymm\i
#else
.set	V\i, %xmm\i
#endif
.endr

/* A step of the byte-sliced form, in bytes */
#define ARIA_STEP	(16*ARIA_WIDTH)

/*
 * At FRAME: 16 vectors, column 3, the sum of row 3, the block(s) before, what
 * aria-gcm-avx.S wants; for XTS the tweaks of a step, and the eight after them. In
 * the rounds the first vectors are, for each place in column 3, the sum of the
 * others there.
 */
#define ARIA_BUF(i)	(ARIA_WIDTH*(i))(FRAME)
#define ARIA_OTHERS(i)	ARIA_BUF(i)
#define ARIA_C3(i)	(ARIA_WIDTH*(16+(i)))(FRAME)
#define ARIA_ROW_3	(ARIA_WIDTH*20)(FRAME)
#define ARIA_PREVIOUS	(ARIA_WIDTH*21)(FRAME)
#define ARIA_FRAME	(ARIA_WIDTH*(22+ARIA_BESIDE))
#define ARIA_TWEAKS	ARIA_FRAME
#define ARIA_NEXT	(ARIA_FRAME+ARIA_WIDTH*16)
#define ARIA_FRAME_XTS	(ARIA_NEXT+128)

#if ARIA_BESIDE
#include <widecrypt/x86/aria-gcm-avx.S>
#endif

.macro aria_avx_constants
.section .rodata
.balign 32
/* Reverses a block's bytes */
aria_rev_bytes:
	.irp	i, 0, 1
	.byte	15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
	.endr
/* Counters: which block in big-endian blocks' last bytes; in little-endian ones */
aria_ctr_bytes:
	.irp	i, 0, 2, 4, 6, 8, 10, 12, 14
	.quad	0, \i << 56, 0, (\i + 1) << 56
	.endr
#if ARIA_WIDTH == 32
	.irp	i, 16, 18, 20, 22, 24, 26, 28, 30
	.quad	0, \i << 56, 0, (\i + 1) << 56
	.endr
#endif
aria_ctr_01:
	.quad	0, 0, 1, 0
aria_ctr_more:
	.quad	ARIA_WIDTH / 16, 0, ARIA_WIDTH / 16, 0
/* x^128 and x^64 where the upper bit of a half was set */
aria_xts_carry:
	.quad	0x87, 1
.text
.endm

/*
 * Byte-sliced form
 */

/*
 * Column 3, which is on the stack afterwards; what is to be done beside, with V12
 * to V15 for scratch, if anything; then the others
 */
.macro aria_bs_sbox odd:req, beside, args:vararg
	.if	\odd
	aria_bs_sbox_3	1, 15, 12, 14, 13
	aria_bs_save_3
	\beside		\args
	aria_bs_sboxes	1, 1, 2, 0, 3, 7, 4, 6, 5, 8, 11, 9, 10
	.else
	aria_bs_sbox_3	0, 14, 12, 13, 15
	aria_bs_save_3
	\beside		\args
	aria_bs_sboxes	0, 3, 1, 0, 2, 4, 6, 7, 5, 9, 11, 10, 8
	.endif
.endm

/*
 * Each of the four becomes itself + the other two of the column than its
 * neighbour, which is what the neighbour's place takes.
 */
.macro aria_bs_others x0:req, x1:req, x2:req, x3:req
	vpxor		V\x1, V\x0, V\x0
	vpxor		V\x3, V\x2, V\x2
	vpxor		V\x2, V\x1, V\x1
	vpxor		V\x0, V\x3, V\x3
	vpxor		V\x1, V\x0, V\x0
	vpxor		V\x3, V\x2, V\x2
.endm

.macro aria_bs_save_3
	vmovdqa		V12, ARIA_C3(0)
	vmovdqa		V13, ARIA_C3(1)
	vmovdqa		V14, ARIA_C3(2)
	vmovdqa		V15, ARIA_C3(3)
	aria_bs_others	12, 13, 14, 15
	vmovdqa		V13, ARIA_OTHERS(0)
	vmovdqa		V12, ARIA_OTHERS(1)
	vmovdqa		V15, ARIA_OTHERS(2)
	vmovdqa		V14, ARIA_OTHERS(3)
.endm

.macro aria_bs_sum k:req, a:req, x0:req, x1:req, x2:req
	vpxor		ARIA_C3(\a), V\x0, V\k
	vpxor		V\x1, V\k, V\k
	vpxor		V\x2, V\k, V\k
.endm

/* V\x += the round key of place (a, b) + the sum of row a */
.macro aria_bs_finish_place key:req, a:req, b:req, x:req
	vbroadcastss	\key + ARIA_PLACE(\a, \b)(KEY), V15
	.if		(\a) == 0
	vpxor		V12, V15, V15
	.elseif		(\a) == 1
	vpxor		V13, V15, V15
	.elseif		(\a) == 2
	vpxor		V14, V15, V15
	.else
	vpxor		ARIA_ROW_3, V15, V15
	.endif
	vpxor		V15, V\x, V\x
.endm

.macro aria_bs_column key:req, b:req, odd:req, x0:req, x1:req, x2:req, x3:req
	aria_bs_others	\x0, \x1, \x2, \x3
	aria_bs_finish_place \key, (0^\odd), \b, \x1
	aria_bs_finish_place \key, (1^\odd), \b, \x0
	aria_bs_finish_place \key, (2^\odd), \b, \x3
	aria_bs_finish_place \key, (3^\odd), \b, \x2
.endm

/* V\v, a row's sum, becomes the place in column 3. */
.macro aria_bs_column_3 key:req, a:req, v:req
	vbroadcastss	\key + ARIA_PLACE(\a, 3)(KEY), V15
	vpxor		ARIA_OTHERS(\a), V15, V15
	.if		\a == 3
	vpxor		ARIA_ROW_3, V15, V15
	.else
	vpxor		V15, V\v, V\v
	.endif
.endm

/* odd: 1 if V(4b + (a ^ 1)) is row a of column b < 3 */
.macro aria_bs_diffuse key:req, odd:req
	.if		\odd
	aria_bs_sum	15, 3, 2, 6, 10
	vmovdqa		V15, ARIA_ROW_3
	aria_bs_sum	12, 0, 1, 5, 9
	aria_bs_sum	13, 1, 0, 4, 8
	aria_bs_sum	14, 2, 3, 7, 11
	.else
	aria_bs_sum	15, 3, 3, 7, 11
	vmovdqa		V15, ARIA_ROW_3
	aria_bs_sum	12, 0, 0, 4, 8
	aria_bs_sum	13, 1, 1, 5, 9
	aria_bs_sum	14, 2, 2, 6, 10
	.endif
	aria_bs_column	\key, 0, \odd, 0, 1, 2, 3
	aria_bs_column	\key, 1, \odd, 4, 5, 6, 7
	aria_bs_column	\key, 2, \odd, 8, 9, 10, 11
	aria_bs_column_3 \key, 0, 12
	aria_bs_column_3 \key, 1, 13
	aria_bs_column_3 \key, 2, 14
	aria_bs_column_3 \key, 3, 15
.endm

/* Put V\v, with its round key added, where place at = 4b + a belongs. */
.macro aria_bs_put v:req, t:req, at:req, swap=0, key=0
	vbroadcastss	\key + ARIA_PLACE((\at & 3) ^ \swap, \at >> 2)(KEY), V\t
	.if		\at < 12
	vpxor		V\t, V\v, V\at
	.else
	vpxor		V\t, V\v, V\v
	vmovdqa		V\v, ARIA_C3(\at - 12)
	.endif
.endm

/*
 * First half of a pass, to V12 to V15: vectors i, i + step, i + 2 step, i + 3
 * step at off(base). previous: vector 0 is ARIA_PREVIOUS.
 */
.macro aria_bs_load i:req, step:req, off:req, base:req, previous=0
	.if		\previous && \i == 0
	vmovdqa		ARIA_PREVIOUS, V13
	.else
	vmovdqu		ARIA_WIDTH * (\i) + \off(\base), V13
	.endif
	vmovdqu		ARIA_WIDTH * (\i + \step) + \off(\base), V15
	vpunpcklbw	ARIA_WIDTH * (\i + 2 * \step) + \off(\base), V13, V12
	vpunpckhbw	ARIA_WIDTH * (\i + 2 * \step) + \off(\base), V13, V13
	vpunpcklbw	ARIA_WIDTH * (\i + 3 * \step) + \off(\base), V15, V14
	vpunpckhbw	ARIA_WIDTH * (\i + 3 * \step) + \off(\base), V15, V15
.endm

/* The second half, to V0 to V3 */
.macro aria_bs_finish
	vpunpcklbw	V14, V12, V0
	vpunpckhbw	V14, V12, V1
	vpunpcklbw	V15, V13, V2
	vpunpckhbw	V15, V13, V3
.endm

.macro aria_bs_store_4 i:req
	vmovdqa		V0, ARIA_BUF(\i)
	vmovdqa		V1, ARIA_BUF(\i + 4)
	vmovdqa		V2, ARIA_BUF(\i + 8)
	vmovdqa		V3, ARIA_BUF(\i + 12)
.endm

/* Four bytes, 4j to 4j + 3, from the buffer to the places */
.macro aria_bs_enter j:req, p0:req, p1:req, p2:req, p3:req
	aria_bs_load	(4*\j), 1, 0, FRAME
	aria_bs_enter_pair 12, 14, \p0, \p1
	aria_bs_enter_pair 13, 15, \p2, \p3
.endm

.macro aria_bs_enter_pair a:req, b:req, p0:req, p1:req
	.if		\p0 < 12
	vpunpcklbw	V\b, V\a, V\p0
	vpunpckhbw	V\b, V\a, V\a
	aria_bs_put	\p0, \b, \p0
	aria_bs_put	\a, \b, \p1
	.else
	vpunpckhbw	V\b, V\a, V\p1
	vpunpcklbw	V\b, V\a, V\a
	aria_bs_put	\p1, \b, \p1
	aria_bs_put	\a, \b, \p0
	.endif
.endm

/* V\lo, V\hi = bytes of places a and b, one after the other, interleaved */
.macro aria_bs_interleave a:req, b:req, lo:req, hi:req
	.if		\a >= 12
	vmovdqa		ARIA_C3(\a - 12), V\hi
	vpunpcklbw	V\b, V\hi, V\lo
	vpunpckhbw	V\b, V\hi, V\hi
	.elseif		\b >= 12
	vpunpcklbw	ARIA_C3(\b - 12), V\a, V\lo
	vpunpckhbw	ARIA_C3(\b - 12), V\a, V\hi
	.else
	vpunpcklbw	V\b, V\a, V\lo
	vpunpckhbw	V\b, V\a, V\hi
	.endif
.endm

/* Bytes i, i + 4, i + 8, i + 12 from places to the buffer; V\t is one of them. */
.macro aria_bs_leave i:req, p0:req, p1:req, p2:req, p3:req, t:req
	aria_bs_interleave \p0, \p2, 12, 13
	aria_bs_interleave \p1, \p3, 14, 15
	vpunpcklbw	V14, V12, V\t
	vmovdqa		V\t, ARIA_BUF(\i)
	vpunpckhbw	V14, V12, V\t
	vmovdqa		V\t, ARIA_BUF(\i + 4)
	vpunpcklbw	V15, V13, V\t
	vmovdqa		V\t, ARIA_BUF(\i + 8)
	vpunpckhbw	V15, V13, V\t
	vmovdqa		V\t, ARIA_BUF(\i + 12)
.endm

/*
 * aria_bs_crypt_<id>: local function, between the outer passes: the buffer's
 *	blocks to themselves. Takes and leaves KS and FRAME; with ARIA_BESIDE also
 *	what PTR has to say (aria-gcm-avx.S).
 */
.macro aria_bs_function id:req
SYM_FUNC_START_LOCAL(aria_bs_crypt_\id)
	lea	ARIA_WIDE(KS), KEY
	aria_bs_enter	0, 3, 6, 13, 8
	aria_bs_enter	1, 4, 1, 10, 15
	aria_bs_enter	2, 9, 12, 7, 2
	aria_bs_enter	3, 14, 11, 0, 5
	.if	ARIA_BESIDE
	aria_beside_begin
	.endif
	vmovdqa	ARIA_C3(0), V12
	vmovdqa	ARIA_C3(1), V13
	vmovdqa	ARIA_C3(2), V14
	vmovdqa	ARIA_C3(3), V15
	mov	ARIA_ROUNDS(KS), LEFT32
	.if	ARIA_BESIDE
	aria_beside_rounds
	aria_beside_end
	.else
	aria_rounds_left aria_bs, ARIA_WIDE_STEP
	.endif
	.irp	i, 12, 13, 14, 15
	vmovdqa	ARIA_C3(\i - 12), V14
	aria_bs_put	14, 15, \i
	.endr
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	aria_bs_put	\i, 12, \i, 1
	.endr
	aria_bs_leave	0, 9, 0, 6, 14, 9
	aria_bs_leave	1, 13, 5, 3, 10, 3
	aria_bs_leave	2, 7, 15, 8, 1, 7
	aria_bs_leave	3, 2, 11, 12, 4, 2
	RET
SYM_FUNC_END(aria_bs_crypt_\id)
.endm

/*
 * Bulk modes. A step's input is the source itself where it can be, else it is
 * made in the buffer: counters, blocks with tweaks, and whatever the end of a
 * request has.
 */

.macro aria_first mode:req, i:req
	.ifc		\mode, cfb_dec
	aria_bs_load	\i, 4, -16, SRC, 1
	.else
	.ifc		\mode, buffer
	aria_bs_load	\i, 4, 0, FRAME
	.else
	aria_bs_load	\i, 4, 0, SRC
	.endif
	.endif
	aria_bs_finish
	aria_bs_store_4	\i
.endm

/* V\v is vector c of the result: add what the mode adds, and store. */
.macro aria_last_vector mode:req, v:req, c:req
	.ifc		\mode, buffer
	vmovdqa		V\v, ARIA_BUF(\c)
	.else
	.ifc		\mode, cbc_dec
	.if		\c == 0
	vpxor		ARIA_PREVIOUS, V\v, V\v
	.else
	vpxor		ARIA_WIDTH * (\c) - 16(SRC), V\v, V\v
	.endif
	.endif
	.ifc		\mode, cfb_dec
	vpxor		ARIA_WIDTH * (\c)(SRC), V\v, V\v
	.endif
	.ifc		\mode, ctr
	vpxor		ARIA_WIDTH * (\c)(SRC), V\v, V\v
	.endif
	.ifc		\mode, xts
	vpxor		ARIA_TWEAKS + ARIA_BUF(\c), V\v, V\v
	.endif
	vmovdqu		V\v, ARIA_WIDTH * (\c)(DST)
	.endif
.endm

/* From the last to the first: in place, CBC still needs the one before. */
.macro aria_last mode:req, j:req
	aria_bs_load	(4*\j), 1, 0, FRAME
	aria_bs_finish
	aria_last_vector \mode, 3, (4*\j+3)
	aria_last_vector \mode, 2, (4*\j+2)
	aria_last_vector \mode, 1, (4*\j+1)
	aria_last_vector \mode, 0, (4*\j)
.endm

.macro aria_bs_whole id:req, mode:req, first:req, last:req
	aria_first	\first, 0
	aria_first	\first, 1
	aria_first	\first, 2
	aria_first	\first, 3
	.if		ARIA_BESIDE
	aria_beside_data \mode
	.endif
	call		aria_bs_crypt_\id
	aria_last	\last, 3
	aria_last	\last, 2
	aria_last	\last, 1
	aria_last	\last, 0
.endm

/* The IV and, on ymm, the first block, for what needs the blocks before */
.macro aria_previous
	vmovdqu		(IV), X0
#if ARIA_WIDTH == 32
	vinserti128	$1, (SRC), V0, V0
#endif
	vmovdqa		V0, ARIA_PREVIOUS
	vmovdqu		ARIA_STEP - 16(SRC), X1
	vmovdqu		X1, (IV)
.endm

/*
 * LEFT counters from the IV on into the buffer, and the IV moved on, big-endian
 * there. Changes KEY, PTR, LEFT and vector registers.
 */
.macro aria_counters
	mov		FRAME, PTR
	movzbl		15(IV), %eax
	add		LEFT32, %eax
	cmp		$256, %eax
	jae		5f
	/* Only the last byte changes. */
	vmovdqu		(IV), X0
#if ARIA_WIDTH == 32
	vinserti128	$1, X0, V0, V0
#endif
	mov		%al, 15(IV)
	.irp		c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vpaddb		aria_ctr_bytes + ARIA_WIDTH * \c(%rip), V0, V1
	vmovdqa		V1, ARIA_BUF(\c)
	.endr
	jmp		4f
5:	mov		8(IV), KEY
	bswap		KEY
	add		LEFT, KEY
	jc		2f
	bswap		KEY
	vmovdqu		(IV), X0
	vmovdqa		aria_rev_bytes(%rip), V3
	vmovdqa		aria_ctr_more(%rip), V2
	vpshufb		X3, X0, X0
#if ARIA_WIDTH == 32
	vinserti128	$1, X0, V0, V0
	vpaddq		aria_ctr_01(%rip), V0, V0
#endif
	mov		KEY, 8(IV)
1:	vpshufb		V3, V0, V1
	vmovdqa		V1, (PTR)
	vpaddq		V2, V0, V0
	add		$ARIA_WIDTH, PTR
	sub		$ARIA_WIDTH / 16, LEFT
	ja		1b
	jmp		4f
	/* The lower half wraps within these: one at a time */
2:	push		DST
	mov		(IV), DST
	mov		8(IV), KEY
	bswap		DST
	bswap		KEY
3:	bswap		DST
	bswap		KEY
	mov		DST, (PTR)
	mov		KEY, 8(PTR)
	bswap		DST
	bswap		KEY
	add		$1, KEY
	adc		$0, DST
	add		$16, PTR
	dec		LEFT
	jnz		3b
	bswap		DST
	bswap		KEY
	mov		DST, (IV)
	mov		KEY, 8(IV)
	pop		DST
4:
.endm

/*
 * XTS: a tweak is a little-endian number; times x it moves to the left, with
 * x^128 = x^7 + x^2 + x + 1. Eight successive ones, in V0 to V3 or V7, become the
 * next eight times x^8, by a byte.
 */

/* X\t times x, X\s for scratch */
.macro aria_xts_times_x t:req, s:req
	vpshufd		$0x13, X\t, X\s
	vpsrad		$31, X\s, X\s
	vpand		aria_xts_carry(%rip), X\s, X\s
	vpaddq		X\t, X\t, X\t
	vpxor		X\s, X\t, X\t
.endm

.macro aria_xts_times_x8 t:req, c:req, s:req
	vpsrldq		$15, V\t, V\c
	vpslldq		$1, V\t, V\t
	vpsllq		$1, V\c, V\s
	vpxor		V\c, V\t, V\t
	vpxor		V\s, V\t, V\t
	vpsllq		$2, V\c, V\s
	vpsllq		$7, V\c, V\c
	vpxor		V\s, V\t, V\t
	vpxor		V\c, V\t, V\t
.endm

/*
 * The first eight, from the IV on, to ARIA_NEXT, each from the first: it is what
 * all wait for.
 */
.macro aria_xts_start
	vmovdqu		(IV), X0
	.irp		i, 1, 2, 3, 4, 5, 6, 7
	vpsrlq		$64 - \i, X0, X8
	vpsllq		$\i, X0, X\i
	vpclmulqdq	$0x01, aria_xts_carry(%rip), X8, X9
	vpslldq		$8, X8, X8
	vpxor		X9, X\i, X\i
	vpxor		X8, X\i, X\i
	.endr
	.if		ARIA_WIDTH == 32
	/* So that a vector is loaded as it was stored */
	aria_xts_start_pair 0, 0, 1
	aria_xts_start_pair 1, 2, 3
	aria_xts_start_pair 2, 4, 5
	aria_xts_start_pair 3, 6, 7
	.endif
	aria_xts_each	aria_xts_put
.endm

#if ARIA_WIDTH == 32
.macro aria_xts_start_pair v:req, lo:req, hi:req
	vinserti128	$1, X\hi, V\lo, V\v
.endm
#endif

/* Do this for each vector i of eight tweaks. */
.macro aria_xts_each do:req, args:vararg
	.irp		i, 0, 1, 2, 3, 4, 5, 6, 7
	.if		\i < 128 / ARIA_WIDTH
	\do		\i, \args
	.endif
	.endr
.endm

.macro aria_xts_get i:req
	vmovdqa		ARIA_NEXT + ARIA_WIDTH * \i(FRAME), V\i
.endm

.macro aria_xts_put i:req
	vmovdqa		V\i, ARIA_NEXT + ARIA_WIDTH * \i(FRAME)
.endm

.macro aria_xts_save i:req
	vmovdqa		V\i, ARIA_TWEAKS + ARIA_WIDTH * \i(FRAME, PTR)
.endm

.macro aria_xts_add i:req
	vpxor		ARIA_WIDTH * \i(SRC, PTR), V\i, V8
	vmovdqa		V8, ARIA_WIDTH * \i(FRAME, PTR)
.endm

.macro aria_xts_advance i:req
	aria_xts_times_x8 \i, 9, 10
.endm

/* A whole step of the source with its tweaks into the buffer */
.macro aria_xts_step_in
	aria_xts_each	aria_xts_get
	xor		%r9d, %r9d
1:	aria_xts_each	aria_xts_save
	aria_xts_each	aria_xts_add
	aria_xts_each	aria_xts_advance
	add		$128, PTR
	cmp		$ARIA_STEP, PTR
	jb		1b
	aria_xts_each	aria_xts_put
.endm

/* The last LEN bytes, less than a step, of whole blocks; the IV moves on. */
.macro aria_xts_end_in
	aria_xts_each	aria_xts_get
	xor		%r9d, %r9d
	jmp		2f
1:	aria_xts_each	aria_xts_advance
2:	aria_xts_each	aria_xts_save
	add		$128, PTR
	cmp		LEN, PTR
	jbe		1b
	xor		%r9d, %r9d
3:	vmovdqu		(SRC, PTR), X0
	vpxor		ARIA_TWEAKS(FRAME, PTR), X0, X0
	vmovdqa		X0, (FRAME, PTR)
	add		$16, PTR
	cmp		LEN, PTR
	jb		3b
	vmovdqa		ARIA_TWEAKS(FRAME, PTR), X0
	vmovdqu		X0, (IV)
.endm

.macro aria_step_whole id:req, mode:req
	.ifc		\mode, ecb
	aria_bs_whole	\id, \mode, ecb, ecb
	.endif
	.ifc		\mode, cbc_dec
	aria_previous
	aria_bs_whole	\id, \mode, ecb, cbc_dec
	.endif
	.ifc		\mode, cfb_dec
	aria_previous
	aria_bs_whole	\id, \mode, cfb_dec, cfb_dec
	.endif
	.ifc		\mode, ctr
	mov		$ARIA_WIDTH, LEFT32
	aria_counters
	aria_bs_whole	\id, \mode, buffer, ctr
	.endif
	.ifc		\mode, xts
	aria_xts_step_in
	aria_bs_whole	\id, \mode, buffer, xts
	.endif
.endm

/* The blocks of the last LEN bytes into the buffer */
.macro aria_end_in mode:req
	.ifc		\mode, ctr
	lea		15(LEN), LEFT
	shr		$4, LEFT
	aria_counters
	.else
	.ifc		\mode, xts
	aria_xts_end_in
	.else
	xor		%r9d, %r9d
	.ifc		\mode, cfb_dec
	vmovdqu		(IV), X0
	jmp		2f
1:	vmovdqu		-16(SRC, PTR), X0
2:	vmovdqa		X0, (FRAME, PTR)
	add		$16, PTR
	cmp		LEN, PTR
	jb		1b
	.else
1:	vmovdqu		(SRC, PTR), X0
	vmovdqa		X0, (FRAME, PTR)
	add		$16, PTR
	cmp		LEN, PTR
	jb		1b
	.endif
	.endif
	.endif
.endm

/* LEFT = how many bytes there are */
.macro aria_end_count mode:req
	mov		LEN, LEFT
	.if		ARIA_BESIDE
	aria_j0_in	\mode
	.endif
.endm

/* And from there to the destination */
.macro aria_end_out mode:req
	.ifc		\mode, cbc_dec
	vmovdqu		(IV), X2
	.endif
	xor		%r9d, %r9d
	mov		LEN, LEFT
	and		$-16, LEFT
	jz		2f
1:	vmovdqa		(FRAME, PTR), X0
	.ifc		\mode, cbc_dec
	vpxor		X2, X0, X0
	vmovdqu		(SRC, PTR), X2
	.endif
	.ifc		\mode, cfb_dec
	vmovdqu		(SRC, PTR), X2
	vpxor		X2, X0, X0
	.endif
	.ifc		\mode, ctr
	vpxor		(SRC, PTR), X0, X0
	.endif
	.ifc		\mode, xts
	vpxor		ARIA_TWEAKS(FRAME, PTR), X0, X0
	.endif
	vmovdqu		X0, (DST, PTR)
	add		$16, PTR
	cmp		LEFT, PTR
	jb		1b
	.ifc		\mode, cbc_dec
	vmovdqu		X2, (IV)
	.endif
	.ifc		\mode, cfb_dec
	vmovdqu		X2, (IV)
	.endif
2:
	.ifc		\mode, cfb_dec
	aria_end_bytes
	.endif
	.ifc		\mode, ctr
	aria_end_bytes
	.endif
.endm

/* The partial block from PTR on: a byte at a time */
.macro aria_end_bytes
	jmp		4f
3:	movzbl		(FRAME, PTR), %eax
	xor		(SRC, PTR), %al
	mov		%al, (DST, PTR)
	inc		PTR
4:	cmp		LEN, PTR
	jb		3b
.endm

/*
 * The whole request, LEN bytes, at least 1. Of a frame, what the byte-sliced
 * form used is wiped, and the buffer.
 */
.macro aria_request id:req, mode:req
	.ifc		\mode, xts
	aria_xts_start
	.endif
	cmp		$ARIA_STEP, LEN
	jb		.Laria_\mode\()_end_\id
.Laria_\mode\()_next_\id:
	aria_step_whole	\id, \mode
	add		$ARIA_STEP, SRC
	add		$ARIA_STEP, DST
	sub		$ARIA_STEP, LEN
	cmp		$ARIA_STEP, LEN
	jae		.Laria_\mode\()_next_\id
	aria_wipe	16, 6
	.ifc		\mode, xts
	vmovdqa		ARIA_NEXT(FRAME), X0
	vmovdqu		X0, (IV)
	.endif
	test		LEN, LEN
	jz		.Laria_\mode\()_wipe_\id
.Laria_\mode\()_end_\id:
	aria_end_in	\mode
	aria_end_count	\mode
	cmp		$16 * ARIA_FEW, LEFT
	jbe		.Laria_\mode\()_few_\id
	aria_bs_whole	\id, \mode, buffer, buffer
	aria_wipe	16, 6
	jmp		.Laria_\mode\()_out_\id
.Laria_\mode\()_few_\id:
	cmp		$16, LEFT
	jbe		.Laria_\mode\()_one_\id
	mov		FRAME, PTR
	call		aria_few_\id
	jmp		.Laria_\mode\()_out_\id
.Laria_\mode\()_one_\id:
	vmovdqa		(FRAME), X0
	call		aria_one_\id
	vmovdqa		X0, (FRAME)
.Laria_\mode\()_out_\id:
	aria_end_out	\mode
	.if		ARIA_BESIDE
	aria_j0_out	\mode
	.endif
	.ifc		\mode, xts
	add		LEN, SRC
	add		LEN, DST
	.endif
.Laria_\mode\()_wipe_\id:
	aria_wipe	0, 16
	.ifc		\mode, xts
	aria_wipe	22 + ARIA_BESIDE, 16
	vmovdqa		V0, ARIA_NEXT + 0(FRAME)
	vmovdqa		V0, ARIA_NEXT + ARIA_WIDTH(FRAME)
	vmovdqa		V0, ARIA_NEXT + 2 * ARIA_WIDTH(FRAME)
	vmovdqa		V0, ARIA_NEXT + 3 * ARIA_WIDTH(FRAME)
	.if		ARIA_WIDTH == 16
	vmovdqa		V0, ARIA_NEXT + 64(FRAME)
	vmovdqa		V0, ARIA_NEXT + 80(FRAME)
	vmovdqa		V0, ARIA_NEXT + 96(FRAME)
	vmovdqa		V0, ARIA_NEXT + 112(FRAME)
	.endif
	.endif
.endm

/* n vectors of the frame from number i on */
.macro aria_wipe i:req, n:req
	vpxor		X0, X0, X0
	.irp		k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.if		\k < \n
	vmovdqa		V0, ARIA_BUF(\i + \k)
	.endif
	.endr
.endm

.macro aria_frame bytes:req
	push		%rbp
	mov		%rsp, %rbp
	sub		$\bytes, %rsp
	and		$-32, %rsp
	mov		%rsp, FRAME
.endm

/*
 * void widecrypt_aria_<id>_<mode>(const struct aria_sched *ks, u8 *dst,
 *				   const u8 *src, unsigned int n, u8 *iv)
 *
 * A wc_mode_fn (mode_fn.h). n: blocks in ECB and CBC, bytes in CTR and CFB.
 */
.macro aria_mode id:req, mode:req, blocks:req
SYM_FUNC_START(widecrypt_aria_\id\()_\mode)
	aria_bytes	\blocks
	cmp		$16, LEN
	je		.Laria_\mode\()_single_\id
	aria_long	\id, \mode
.Laria_\mode\()_single_\id:
	FRAME_BEGIN
	aria_single	\id, \mode
	vzeroupper
	FRAME_END
	RET
SYM_FUNC_END(widecrypt_aria_\id\()_\mode)
.endm

.macro aria_long id:req, mode:req
	.if		ARIA_BESIDE
	.ifc		\mode, ctr
	xor		%r9d, %r9d
	jmp		widecrypt_aria_\id\()_beside
	.exitm
	.endif
	.endif
	aria_frame	ARIA_FRAME
	aria_request	\id, \mode
	vzeroupper
	leave
	RET
.endm

/* One block in registers */
.macro aria_single id:req, mode:req
	.ifc		\mode, ecb
	vmovdqu		(SRC), X0
	call		aria_one_\id
	.endif
	.ifc		\mode, cbc_dec
	vmovdqu		(SRC), X0
	call		aria_one_\id
	vpxor		(IV), X0, X0
	vmovdqu		(SRC), X1
	vmovdqu		X1, (IV)
	.endif
	.ifc		\mode, cfb_dec
	vmovdqu		(IV), X0
	call		aria_one_\id
	vmovdqu		(SRC), X1
	vmovdqu		X1, (IV)
	vpxor		X1, X0, X0
	.endif
	.ifc		\mode, ctr
	vmovdqu		(IV), X0
	mov		(IV), KEY
	mov		8(IV), LEFT
	bswap		KEY
	bswap		LEFT
	add		$1, LEFT
	adc		$0, KEY
	bswap		KEY
	bswap		LEFT
	mov		KEY, (IV)
	mov		LEFT, 8(IV)
	call		aria_one_\id
	vpxor		(SRC), X0, X0
	.endif
	vmovdqu		X0, (DST)
.endm

/* CBC and CFB encryption: one block after the other */
.macro aria_stream id:req, mode:req, blocks:req
SYM_FUNC_START(widecrypt_aria_\id\()_\mode)
	FRAME_BEGIN
	aria_bytes	\blocks
	vmovdqu		(IV), X0
1:	.ifc		\mode, cbc_enc
	vpxor		(SRC), X0, X0
	.endif
	call		aria_one_\id
	.ifc		\mode, cfb_enc
	cmp		$16, LEN
	jb		2f
	vpxor		(SRC), X0, X0
	.endif
	vmovdqu		X0, (DST)
	add		$16, SRC
	add		$16, DST
	sub		$16, LEN
	jnz		1b
	vmovdqu		X0, (IV)
	vzeroupper
	FRAME_END
	RET
	.ifc		\mode, cfb_enc
	/* The IV's last use is as a place for the key stream. */
2:	vmovdqu		X0, (IV)
	xor		%r9d, %r9d
3:	movzbl		(IV, PTR), %eax
	xor		(SRC, PTR), %al
	mov		%al, (DST, PTR)
	mov		%al, (IV, PTR)
	inc		PTR
	cmp		LEN, PTR
	jb		3b
	vpxor		X0, X0, X0
	vmovdqu		X0, (IV)
	vzeroupper
	FRAME_END
	RET
	.endif
SYM_FUNC_END(widecrypt_aria_\id\()_\mode)
.endm

/*
 * aria_xts_blocks_<id>: local function, LEN bytes of whole blocks, at least
 *	one, from SRC to DST, which move on to their ends, as does the tweak, IV
 */
.macro aria_xts_functions id:req
SYM_FUNC_START_LOCAL(aria_xts_blocks_\id)
	cmp		$16, LEN
	je		.Laria_xts_single_\id
	aria_frame	ARIA_FRAME_XTS
	aria_request	\id, xts
	leave
	RET
.Laria_xts_single_\id:
	FRAME_BEGIN
	vmovdqu		(IV), X0
	vpxor		(SRC), X0, X0
	call		aria_one_\id
	vmovdqu		(IV), X1
	vpxor		X1, X0, X0
	vmovdqu		X0, (DST)
	aria_xts_times_x 1, 2
	vmovdqu		X1, (IV)
	add		$16, SRC
	add		$16, DST
	FRAME_END
	RET
SYM_FUNC_END(aria_xts_blocks_\id)
.endm

/* The partial block of XTS, see aria_xts */
.macro aria_xts_end_enc id:req
	sub		$24, %rsp
	vmovdqu		-16(DST), X0
	aria_xts_exchange 0
	vpxor		(IV), X0, X0
	call		aria_one_\id
	vpxor		(IV), X0, X0
	vmovdqu		X0, -16(DST)
	aria_xts_forget
.endm

.macro aria_xts_end_dec id:req
	sub		$24, %rsp
	vmovdqu		(IV), X1
	aria_xts_times_x 1, 2
	vmovdqu		X1, (%rsp)
	vpxor		(SRC), X1, X0
	call		aria_one_\id
	vpxor		(%rsp), X0, X0
	aria_xts_exchange 16
	vpxor		(IV), X0, X0
	call		aria_one_\id
	vpxor		(IV), X0, X0
	vmovdqu		X0, (DST)
	aria_xts_forget
.endm

/*
 * Stealing: the first LEN bytes of X0 to the destination at this offset, those
 * of the source there in their stead; uses 16 bytes at %rsp.
 */
.macro aria_xts_exchange at:req
	vmovdqu		X0, (%rsp)
	xor		%r9d, %r9d
5:	movzbl		(%rsp, PTR), %eax
	movzbl		\at(SRC, PTR), LEFT32
	mov		%al, \at(DST, PTR)
	mov		%r11b, (%rsp, PTR)
	inc		PTR
	cmp		LEN, PTR
	jb		5b
	vmovdqu		(%rsp), X0
.endm

.macro aria_xts_forget
	vpxor		X0, X0, X0
	vmovdqu		X0, (%rsp)
	add		$24, %rsp
.endm

/* All of a row */
.macro aria_avx id:req
	aria_avx_constants
	aria_sbox_constants
	aria_one_function \id
	aria_few_function \id
	aria_bs_function \id
	aria_modes	\id
	.if		ARIA_BESIDE
	aria_beside_function \id
	.endif
.endm

#endif /* WIDECRYPT_X86_ARIA_AVX_H */
