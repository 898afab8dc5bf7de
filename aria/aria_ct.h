/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA (RFC 5794) in constant time on the blocks of aes_round.h: no table
 * lookup, branch or address depends on data or key. With AES instructions where
 * the CPU has them, else in portable C.
 *
 * With AES's S-box S(y) = A inv(y) + 0x63, ARIA's four are
 *
 *	S1 = S
 *	S2 = B inv(x) + b = (B A^-1) S(x) + (B A^-1) 0x63 + b
 *	X1 = S^-1
 *	X2 = S2^-1 = inv(C x + c) = S^-1((A C) x + A c + 0x63)
 *
 * so a layer is S and S^-1 of all 16 bytes, one affine map before S^-1 and one
 * after S, and a choice of bytes by their place.
 */
#ifndef WIDECRYPT_ARIA_CT_H
#define WIDECRYPT_ARIA_CT_H

#include <widecrypt/aes_round.h>
#include "aria.h"

/* The maps around S in S2 and within S^-1 in X2; selftests/aes_round/test_ct.c derives both. */
static const struct wc_aes_affine ct_aria_s2_post = {
	.lo = {
		0x88, 0x0d, 0x37, 0xb2, 0x00, 0x85, 0xbf, 0x3a,
		0xa8, 0x2d, 0x17, 0x92, 0x20, 0xa5, 0x9f, 0x1a,
	},
	.hi = {
		0x00, 0x3e, 0xd4, 0xea, 0x84, 0xba, 0x50, 0x6e,
		0xcd, 0xf3, 0x19, 0x27, 0x49, 0x77, 0x9d, 0xa3,
	},
};

static const struct wc_aes_affine ct_aria_x2_pre = {
	.lo = {
		0x04, 0x45, 0xee, 0xaf, 0x17, 0x56, 0xfd, 0xbc,
		0x53, 0x12, 0xb9, 0xf8, 0x40, 0x01, 0xaa, 0xeb,
	},
	.hi = {
		0x00, 0xb6, 0x08, 0xbe, 0xd6, 0x60, 0xde, 0x68,
		0x53, 0xe5, 0x5b, 0xed, 0x85, 0x33, 0x8d, 0x3b,
	},
};

/* byte 0 of each 32-bit word */
#define CT_ARIA_BYTE0	0x000000ff000000ffULL

/* b where the mask has ones, else a */
static __always_inline struct wc_aes_pair
ct_aria_choose(struct wc_aes_pair a, struct wc_aes_pair b, u64 mask)
{
	return (struct wc_aes_pair) {
		a.lo ^ ((a.lo ^ b.lo) & mask), a.hi ^ ((a.hi ^ b.hi) & mask)
	};
}

/*
 * A substitution layer. Bytes 0 to 3 of each word go through S1, S2, X1, X2
 * or, with @second, X1, X2, S1, S2.
 */
static __always_inline struct wc_aes_pair ct_aria_sub(struct wc_aes_pair x,
						      bool second)
{
	u64 s2 = CT_ARIA_BYTE0 << (second ? 24 : 8);
	u64 x2 = CT_ARIA_BYTE0 << (second ? 8 : 24);
	u64 x12 = CT_ARIA_BYTE0 * 0x101 << (second ? 0 : 16);
	struct wc_aes_state s, t;
	struct wc_aes_pair y;

	wc_aes_put(&s, x);
	aes_affine(&t, &s, &ct_aria_x2_pre);
	wc_aes_put(&t, ct_aria_choose(x, wc_aes_get(&t), x2));
	aesdec_ISB(&t, &t);
	aesenc_SB(&s, &s);
	y = ct_aria_choose(wc_aes_get(&s), wc_aes_get(&t), x12);
	aes_affine(&s, &s, &ct_aria_s2_post);
	return ct_aria_choose(y, wc_aes_get(&s), s2);
}

/* M: each byte becomes the sum of the other three of its word */
static __always_inline u64 ct_aria_m(u64 x)
{
	u64 y = wc_aes_next_row(x);

	return y ^ wc_aes_next_row2(x ^ y);
}

/* N: each word becomes the sum of the other three words */
static __always_inline struct wc_aes_pair ct_aria_n(struct wc_aes_pair x)
{
	u64 t = x.lo ^ x.hi;

	t ^= t >> 32 | t << 32;
	return (struct wc_aes_pair) { x.lo ^ t, x.hi ^ t };
}

/*
 * The matrix A of RFC 5794, 2.4.3, as N P N M. P reverses the bytes of word 0,
 * swaps the neighbours in word 1 and the halves of word 2.
 */
static __always_inline struct wc_aes_pair ct_aria_a(struct wc_aes_pair x)
{
	const u64 even = 0x00ff00ff00ff00ffULL;
	const u64 word = 0x00000000ffffffffULL;
	u64 t;

	x.lo = ct_aria_m(x.lo);
	x.hi = ct_aria_m(x.hi);
	x = ct_aria_n(x);
	x.lo = (x.lo & even) << 8 | (x.lo >> 8 & even);
	t = (x.lo ^ x.lo >> 16) & 0xffff;
	x.lo ^= t ^ t << 16;
	t = (x.hi ^ x.hi >> 16) & 0xffff;
	x.hi ^= (t ^ t << 16) & word;
	return ct_aria_n(x);
}

static __always_inline struct wc_aes_pair ct_aria_add(struct wc_aes_pair x,
						      struct wc_aes_pair k)
{
	return (struct wc_aes_pair) { x.lo ^ k.lo, x.hi ^ k.hi };
}

/**
 * ct_aria_block() - encrypt or decrypt one block
 * @ks: round keys of the direction
 * @dst: 16 bytes, may be @src
 * @src: 16 bytes
 */
static __maybe_unused noinline void ct_aria_block(const struct aria_sched *ks,
						  u8 *dst, const u8 *src)
{
	struct wc_aes_pair x = wc_aes_load(src);
	unsigned int i;

	for (i = 0; ; i += 2) {
		x = ct_aria_add(x, wc_aes_load(ks->rk[i]));
		x = ct_aria_a(ct_aria_sub(x, false));
		x = ct_aria_add(x, wc_aes_load(ks->rk[i + 1]));
		x = ct_aria_sub(x, true);
		if (i + 2 == ks->rounds)
			break;
		x = ct_aria_a(x);
	}
	wc_aes_store(dst, ct_aria_add(x, wc_aes_load(ks->rk[i + 2])));
}

/* x >>> n as a 128-bit big-endian number, n even or odd, 0 < n < 128 */
static inline struct wc_aes_pair ct_aria_ror(struct wc_aes_pair x,
					     unsigned int n)
{
	u64 hi = 0, lo = 0, t;
	int i;

	/* words of little-endian bytes to numbers */
	for (i = 0; i < 64; i += 8) {
		hi = hi << 8 | (x.lo >> i & 0xff);
		lo = lo << 8 | (x.hi >> i & 0xff);
	}
	if (n >= 64) {
		t = hi;
		hi = lo;
		lo = t;
	}
	n %= 64;
	t = hi >> n | lo << (64 - n);
	lo = lo >> n | hi << (64 - n);
	x.lo = 0;
	x.hi = 0;
	for (i = 0; i < 64; i += 8) {
		x.lo = x.lo << 8 | (t >> i & 0xff);
		x.hi = x.hi << 8 | (lo >> i & 0xff);
	}
	return x;
}

/**
 * ct_aria_expandkey() - widecrypt_aria_expandkey() in constant time
 * @key: where to store the round keys of both directions
 * @in: the key
 * @len: its length in bytes
 *
 * The caller burns the stack. Return: 0, or -EINVAL unless @len is 16, 24 or 32.
 */
static __maybe_unused noinline int ct_aria_expandkey(struct aria_key *key,
						     const u8 *in,
						     unsigned int len)
{
	/* RFC 5794, 2.2: C1, C2, C3, and the rotations to the right */
	static const u8 c[3][16] = {
		{ 0x51, 0x7c, 0xc1, 0xb7, 0x27, 0x22, 0x0a, 0x94,
		  0xfe, 0x13, 0xab, 0xe8, 0xfa, 0x9a, 0x6e, 0xe0 },
		{ 0x6d, 0xb1, 0x4a, 0xcc, 0x9e, 0x21, 0xc8, 0x20,
		  0xff, 0x28, 0xb1, 0xd5, 0xef, 0x5d, 0xe2, 0xb0 },
		{ 0xdb, 0x92, 0x37, 0x1d, 0x21, 0x26, 0xe9, 0x70,
		  0x03, 0x24, 0x97, 0x75, 0x04, 0xe8, 0xc9, 0x0e },
	};
	static const u8 rot[] = { 19, 31, 67, 97, 109 };
	struct wc_aes_pair w[4], x, kr;
	unsigned int i, n, first;
	u8 buf[32] = { 0 };

	if (len != 16 && len != 24 && len != 32)
		return -EINVAL;
	n = len / 4 + 8;
	first = len / 8 - 2;
	memcpy(buf, in, len);
	w[0] = wc_aes_load(buf);
	kr = wc_aes_load(buf + 16);
	x = ct_aria_add(w[0], wc_aes_load(c[first]));
	x = ct_aria_a(ct_aria_sub(x, false));
	w[1] = ct_aria_add(x, kr);
	x = ct_aria_add(w[1], wc_aes_load(c[(first + 1) % 3]));
	x = ct_aria_a(ct_aria_sub(x, true));
	w[2] = ct_aria_add(x, w[0]);
	x = ct_aria_add(w[2], wc_aes_load(c[(first + 2) % 3]));
	x = ct_aria_a(ct_aria_sub(x, false));
	w[3] = ct_aria_add(x, w[1]);

	for (i = 0; i <= n; i++) {
		x = ct_aria_ror(w[(i + 1) % 4], rot[i / 4]);
		x = ct_aria_add(x, w[i % 4]);
		wc_aes_store(key->enc.rk[i], x);
		if (i && i < n)
			x = ct_aria_a(x);
		wc_aes_store(key->dec.rk[n - i], x);
	}
	key->enc.rounds = n;
	key->dec.rounds = n;
	memzero_explicit(w, sizeof(w));
	memzero_explicit(buf, sizeof(buf));
	return 0;
}

#undef CT_ARIA_BYTE0

#endif /* WIDECRYPT_ARIA_CT_H */
