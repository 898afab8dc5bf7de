/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016) with GFNI: the mathematics and what both widths share.
 *
 * The S-box
 * =========
 *
 * gf2p8affineinvqb computes M x^-1 + c in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1
 * with 0^-1 = 0, M an 8x8 matrix over GF(2), gf2p8affineqb M x + c. SM4's S-box
 * is A y^-1 + 0xd3 with y = A x + 0xd3 in the field modulo x^8 + x^7 + x^6 +
 * x^5 + x^4 + x^2 + 1. An isomorphism T of that field onto the instructions'
 * one, from which T and T^-1 go into the matrices, gives
 *
 *	S(x) = Q (P x + p)^-1 + q
 *	P = T A   = 0x4c287db91a22505d	p = T 0xd3 = 0x3e
 *	Q = A T^-1 = 0xf3ab34a974a6b589	q = 0xd3
 *
 * as the instructions read a matrix: the row of result bit i is byte 7 - i.
 *
 * The linear part
 * ===============
 *
 * L(B) = B + B<<<2 + B<<<10 + B<<<18 + B<<<24 on words. For the bytes s0..s3 of
 * B, s0 the most significant, byte i of L(B) is, with R the rotation of a byte
 * by two places to the left, << and >> shifts of a byte and indices modulo 4,
 *
 *	(s<<2 + s)_i + R s_(i+1) + R s_(i+2) + (s + s>>6)_(i+3)
 *
 * and since R x = x<<2 + x>>6, with N x = x + x<<2 the last is (N + R) s_(i+3).
 *
 * A basis without the input map
 * =============================
 *
 * Let the state be z = P X, byte by byte, and the keys K = P rk + p. Then a
 * round is X[n+4] = X[n] + L(S(X[n+1] + X[n+2] + X[n+3] + rk[n])), or
 *
 *	t[n] = z[n+1] + z[n+2] + z[n+3] + K[n]
 *	z[n+4] = z[n] + y(t[n])
 *	y_i = a_i + r_(i+1) + r_(i+2) + b_(i+3)
 *	a = P N (Q t^-1 + q)	  = (A-matrix) t^-1 + 0x72
 *	r = P R (Q t^-1 + q)	  = (R-matrix) t^-1 + 0x63
 *	b = P (N+R) (Q t^-1 + q)  = (B-matrix) t^-1 + 0x11, that is, a + r
 *
 * so nothing precedes the inversion and the S-box's output map, the shifts of L
 * and the change of basis all are in its matrix. P and P^-1 =
 * 0xb3a4f5863284728b are applied once, to a block that enters or leaves.
 *
 * Latency
 * =======
 *
 * A round waits for the one before it. With KK[n] = K[n] + K[n+1],
 *
 *	t[n+1] = z[n+2] + z[n+3] + z[n+4] + K[n+1]
 *	       = t[n] + z[n+1] + z[n+4] + KK[n]
 *	       = w + y(t[n])	with w = t[n] + (z[n] + z[n+1] + KK[n])
 *	z[n+4] = z[n] + w + t[n+1]
 *
 * where the bracket is known long before. The chain from t[n] to t[n+1] is an
 * inversion, which takes 3 cycles on Zen 5, and as few sums, which take 2, as
 * the form of the data allows; z[n+4] is not on it.
 *
 * Three forms of the data
 * =======================
 *
 * Words. A register holds one word of as many blocks as it has dwords, in
 * memory order (so that byte 0 is the least significant of the dword). Bytes
 * from a neighbour place need a rotation, which would make the chain inversion,
 * rotation and two sums. But with t kept twice, as t0 = t and as t1, rotated so
 * that place i holds byte i + 1,
 *
 *	y in place i of t0:	a_i + r_(i+1) + r_(i+2) + b_(i+3)
 *				= a(t0) + r(t1) + <1 r(t1) + <3 b(t0)
 *	y in place i of t1:	a_(i+1) + r_(i+2) + r_(i+3) + b_i
 *				= a(t1) + <1 r(t1) + <2 r(t1) + b(t0)
 *
 * (<k: rotated by k places) the two terms without rotation are added to w while
 * the others are rotated, and one sum of three remains. Four inversions go
 * through two ports, so a round takes 3 + 1 + 2 + 2 = 8 cycles.
 *
 * Half words. Register U holds bytes 0 and 2 of twice as many blocks, V bytes 1
 * and 3: in each qword one byte of four blocks in the low dword, the other in
 * the high one. U and V are t0 and t1 without anything kept twice, and rotating
 * by two places is swapping the dwords, written ~:
 *
 *	U: a(tU) + r(tV) + ~r(tU) + ~b(tV)
 *	V: a(tV) + b(tU) + ~r(tU) + ~r(tV)
 *
 * Bytes. Each register holds one byte of all blocks; nothing is rotated. The
 * order of the blocks in a register is whatever the unpacking left.
 *
 * Keys
 * ====
 *
 * struct sm4_gfni_keys has KK as words, for the first form, and KK and K with
 * each byte in all four places of a dword, bytes in the order 0, 2, 1, 3, to be
 * broadcast as dwords for the third form and as qwords for the second.
 */
#ifndef WIDECRYPT_X86_SM4_GFNI_S
#define WIDECRYPT_X86_SM4_GFNI_S

/* Offsets in struct sm4_sched, pinned in sm4_core.c */
#define SM4_WORD_KK	128
#define SM4_BYTE_KK	256
#define SM4_BYTE_K	768
#define SM4_WORD_K0	1296

/* The constants that go with the matrices */
#define SM4_A		0x72
#define SM4_R		0x63
#define SM4_B		0x11

/* How often a matrix is repeated: by the width that has no broadcasts */
#ifndef SM4_COPIES
#define SM4_COPIES	1
#endif

	.section .rodata
	.balign	32
.macro	sm4_matrix name, value
\name:
	.rept SM4_COPIES
	.quad	\value
	.endr
.endm
	sm4_matrix .Lsm4_p, 0x4c287db91a22505d
	sm4_matrix .Lsm4_inv_p, 0xb3a4f5863284728b
	sm4_matrix .Lsm4_a, 0x040db891e9a481b7
	sm4_matrix .Lsm4_r, 0x2c020425162040ad
	sm4_matrix .Lsm4_b, 0x280fbcb4ff84c11a
	.text

/*
 * Each width defines, with registers given by number:
 *
 *	sm4_sum	d, a, b		d = a + b
 *	sm4_xor	d, a		d += a
 *	sm4_xor3 d, a, b	d += a + b; b comes last
 *	sm4_xor3_to d, a, b	d += a + b; d comes last, b may be spoilt
 *	sm4_word_kk d, n, a, b	d = KK[n] as words + a + b, n counted from the
 *	sm4_byte_kk d, n, v, a, b	loop's counter; U's bytes of it or V's
 *	sm4_a d, t		d = a(t); sm4_r, sm4_b likewise
 *	sm4_turn d, s, k	d = s, each dword rotated down by k bytes
 *	sm4_swap d, s		d = s, the dwords of each qword swapped
 *	sm4_unpack u, a, b, lo, hi	lo, hi = units u of a and b in turn
 *	sm4_low u, a, b, d	d = lo of these
 *	sm4_dword i, s, d	d = s, dword i of each lane in all four
 *	sm4_move s, d		d = s
 *	sm4_basis m, ...	the basis of matrix m for all these
 *	sm4_words_setup		what rounds in words want in other registers
 *	sm4_words_first		t0 and t1 of the first of them; %rax = -128
 *	sm4_cfb_tail		(%rsi) = (%rdx) + register 14, %ecx bytes, under 16
 */

/*
 * A round in words: z[n], z[n+1], t0, t1; the next t0 and t1; the others are
 * scratch. What was not rotated is the earlier and goes into the destination of
 * the last sum of three: there, its inputs are wanted a cycle later than elsewhere.
 */
.macro	sm4_words_round z0, z1, n, t0, t1, x, a, p=6, q=7, b=9, r=10, s=12
	sm4_r	\r, \t1
	sm4_b	\b, \t0
	sm4_turn \s, \r, 1
	sm4_a	\a, \t1
	sm4_a	\x, \t0
	sm4_word_kk \p, \n, \z0, \z1
	sm4_turn \q, \p, 1
	sm4_xor	\q, \t1			/* w in the places of t1 */
	sm4_turn \t1, \r, 2
	sm4_xor	\p, \t0			/* and of t0 */
	sm4_turn \t0, \b, 3
	sm4_xor3_to \a, \q, \b
	sm4_xor3_to \x, \p, \r
	sm4_xor3_to \a, \s, \t1
	sm4_xor3_to \x, \s, \t0
	sm4_xor3 \z0, \p, \x
.endm

/* All rounds: registers 0 - 3 = z. Clobbers registers 0 - 12, %rax. */
.macro	sm4_words_rounds
	sm4_words_first
.Lrounds\@:
	sm4_words_round 0, 1, 0, 4, 5, 8, 11
	sm4_words_round 1, 2, 1, 8, 11, 4, 5
	sm4_words_round 2, 3, 2, 4, 5, 8, 11
	sm4_words_round 3, 0, 3, 8, 11, 4, 5
	add	$16, %rax
	jnz	.Lrounds\@
.endm

/* The blocks of registers 0 - 3, with rounds between */
.macro	sm4_words_4
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
.endm

/* The words of the block in each lane of \r, each in all dwords, and back */
.macro	sm4_split r, w0, w1, w2, w3
	sm4_dword 1, \r, \w1
	sm4_dword 2, \r, \w2
	sm4_dword 3, \r, \w3
	sm4_dword 0, \r, \w0
.endm

.macro	sm4_join r, w0, w1, w2, w3, u
	sm4_low	dq, \w2, \w3, \u
	sm4_low	dq, \w0, \w1, \r
	sm4_low	qdq, \r, \u, \r
	sm4_basis .Lsm4_inv_p, \r
.endm

/* The block in each lane of register 0, likewise */
.macro	sm4_words_1
	sm4_basis .Lsm4_p, 0
	sm4_split 0, 0, 1, 2, 3
	sm4_words_setup
	sm4_words_rounds
	sm4_join 0, 3, 2, 1, 0, 1
.endm

/*
 * A round in half words: the U and V of z[n], z[n+1] and t; the others are
 * scratch, \sv may be \bu.
 */
.macro	sm4_halves_round u0, v0, u1, v1, n, tu, tv, ru, rv, sv, bv, bu, pu, pv
	sm4_byte_kk \pu, \n, 0, \u0, \u1
	sm4_byte_kk \pv, \n, 1, \v0, \v1
	sm4_xor	\pv, \tv		/* w */
	sm4_xor	\pu, \tu
	sm4_r	\rv, \tv
	sm4_r	\ru, \tu
	sm4_b	\bv, \tv
	sm4_b	\bu, \tu
	sm4_a	\tu, \tu
	sm4_a	\tv, \tv
	sm4_swap \bv, \bv
	sm4_swap \ru, \ru
	sm4_xor3 \tv, \pv, \bu
	sm4_swap \sv, \rv
	sm4_xor3 \tu, \pu, \rv
	sm4_xor3 \tv, \ru, \sv
	sm4_xor3 \tu, \bv, \ru
	sm4_xor3 \u0, \pu, \tu
	sm4_xor3 \v0, \pv, \tv
.endm

/*
 * From blocks to half words, \a to \b, and back. Of a byte's place in a lane,
 * two bits j number the word in the block, two bits i the byte in the word;
 * three bits v number the register. Each unpacking takes the bit at the top of
 * the place into the register's number and puts one of v in its stead at the
 * bottom (or, by qwords, at the top). Before, i1 and i0 are swapped
 * (.Lswap_in), so that at last the place is v0 i1 v2 v1 and i0 tells U from V.
 */
.macro	sm4_halves_in a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7
	sm4_unpack bw, \a0, \a4, \b0, \b4
	sm4_unpack bw, \a1, \a5, \b1, \b5
	sm4_unpack bw, \a2, \a6, \b2, \b6
	sm4_unpack bw, \a3, \a7, \b3, \b7
	sm4_unpack bw, \b0, \b2, \a0, \a2
	sm4_unpack bw, \b1, \b3, \a1, \a3
	sm4_unpack bw, \b4, \b6, \a4, \a6
	sm4_unpack bw, \b5, \b7, \a5, \a7
	sm4_unpack qdq, \a0, \a1, \b0, \b1
	sm4_unpack qdq, \a2, \a3, \b2, \b3
	sm4_unpack qdq, \a4, \a5, \b4, \b5
	sm4_unpack qdq, \a6, \a7, \b6, \b7
.endm

/* Before, v0 i1 v2 v1 become v0 v2 v1 i1 (.Lswap_out); words leave reversed. */
.macro	sm4_halves_out b0, b1, b2, b3, b4, b5, b6, b7, a0, a1, a2, a3, a4, a5, a6, a7
	sm4_unpack bw, \b6, \b7, \a0, \a1
	sm4_unpack bw, \b4, \b5, \a2, \a3
	sm4_unpack bw, \b2, \b3, \a4, \a5
	sm4_unpack bw, \b0, \b1, \a6, \a7
	sm4_unpack dq, \a0, \a4, \b0, \b4
	sm4_unpack dq, \a1, \a5, \b1, \b5
	sm4_unpack dq, \a2, \a6, \b2, \b6
	sm4_unpack dq, \a3, \a7, \b3, \b7
	sm4_unpack dq, \b0, \b2, \a0, \a2
	sm4_unpack dq, \b1, \b3, \a1, \a3
	sm4_unpack dq, \b4, \b6, \a4, \a6
	sm4_unpack dq, \b5, \b7, \a5, \a7
.endm

/*
 * Modes. Each width's frame, defined before, is of FR_SIZE bytes and has FR_RUN,
 * FR_REST and FR_DEC.
 */
.macro	sm4_prologue
	push	%rbp
	mov	%rsp, %rbp
	and	$-64, %rsp
	sub	$FR_SIZE, %rsp
.endm

/*
 * CTR. The counters of a vector are added in 32 bits: where these wrap, the
 * message is cut in two. %rcx = FR_RUN = the bytes up to there, FR_REST = those
 * after; %eax = the low 32 bits. Clobbers %r9, %r10.
 */
.macro	sm4_ctr_cut
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
.endm

/* iv moves on by the blocks of FR_RUN. Clobbers %rax, %r9, %r10. */
.macro	sm4_ctr_move
	mov	FR_RUN(%rsp), %r9
	add	$15, %r9
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
.endm

/*
 * XTS: sm4_<id>_xts with %eax = 1 for decryption. A tail (1 to 15 bytes after the
 * last whole block) takes its input's end from the block made last, and its
 * place; that block's head is the tail's output. In decryption the last whole
 * block is worked with the tweak after its own, and the block made of the tail
 * with it. FR_REST = the tail's bytes, FR_DEC = %eax, or 0 without a tail,
 * %rcx = FR_RUN = the bytes to be done in batches. Clobbers %rax, %r9.
 */
.macro	sm4_xts_cut
	mov	%ecx, %r9d
	and	$15, %r9d
	cmovz	%r9d, %eax			/* all the same without a tail */
	mov	%r9, FR_REST(%rsp)
	mov	%rax, FR_DEC(%rsp)
	sub	%r9, %rcx
	shl	$4, %eax
	sub	%rax, %rcx			/* the last block comes later */
	mov	%rcx, FR_RUN(%rsp)
.endm

.macro	sm4_xts_functions id
SYM_FUNC_START(widecrypt_sm4_\id\()_xts_enc)
	xor	%eax, %eax
	jmp	sm4_\id\()_xts
SYM_FUNC_END(widecrypt_sm4_\id\()_xts_enc)

SYM_FUNC_START(widecrypt_sm4_\id\()_xts_dec)
	mov	$1, %eax
	jmp	sm4_\id\()_xts
SYM_FUNC_END(widecrypt_sm4_\id\()_xts_dec)
.endm

/*
 * CBC and CFB encryption, one stream. The block that enters next is the cipher's
 * output plus a block of plaintext, in CBC (where the output is the ciphertext)
 * as in CFB (where the sum is). It is added in the basis of z, word by word in
 * reverse order, so the next block's first round does not even wait for this
 * one's last.
 *
 *	0 - 12			see sm4_words_round
 *	13, 14, 15		the plaintext, ciphertext, scratch
 */

/* z of the next block; \p is the plaintext in the basis of z. */
.macro	sm4_feed p
	sm4_split \p, 4, 5, 6, 7
	sm4_sum	4, 4, 3
	sm4_sum	5, 5, 2
	sm4_sum	2, 1, 6
	sm4_sum	3, 0, 7
	sm4_move 4, 0
	sm4_move 5, 1
.endm

.macro	sm4_stream_functions id
SYM_FUNC_START(widecrypt_sm4_\id\()_cbc_enc)
	vmovdqu	(%r8), %xmm0
	vpxor	(%rdx), %xmm0, %xmm0
	sm4_basis .Lsm4_p, 0
	sm4_split 0, 0, 1, 2, 3
	sm4_words_setup
.Lcbc_block:
	sm4_words_rounds
	sm4_join 14, 3, 2, 1, 0, 15
	vmovdqu	%xmm14, (%rsi)
	dec	%ecx
	jz	.Lcbc_end
	vmovdqu	16(%rdx), %xmm13
	sm4_basis .Lsm4_p, 13
	sm4_feed 13
	add	$16, %rdx
	add	$16, %rsi
	jmp	.Lcbc_block
.Lcbc_end:
	vmovdqu	%xmm14, (%r8)
	vzeroupper
	RET
SYM_FUNC_END(widecrypt_sm4_\id\()_cbc_enc)

SYM_FUNC_START(widecrypt_sm4_\id\()_cfb_enc)
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
	sm4_join 14, 0, 1, 2, 3, 15
	vmovdqu	%xmm14, (%rsi)
	add	$16, %rdx
	add	$16, %rsi
	sub	$16, %ecx
	jnz	.Lcfb_block
	vmovdqu	%xmm14, (%r8)
	vzeroupper
	RET
.Lcfb_tail:
	sm4_join 14, 3, 2, 1, 0, 15
	sm4_cfb_tail
	vzeroupper
	RET
SYM_FUNC_END(widecrypt_sm4_\id\()_cfb_enc)
.endm

#endif /* WIDECRYPT_X86_SM4_GFNI_S */
