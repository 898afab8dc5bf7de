/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016) in constant time on the blocks of aes_round.h: no table
 * lookup, branch or address depends on data or key. With AES instructions where
 * the CPU has them, else in portable C.
 *
 * SM4's S-box is Q inv(P x + p) + q in AES's field, and AES's S-box is S(y) =
 * A inv(y) + 0x63. So it is an affine map, S, and an affine map:
 *
 *	Q inv(y) + q = (Q A^-1) S(y) + (Q A^-1) 0x63 + q
 *
 * One AES step has 16 bytes, so four blocks go at once: word i of the state is
 * that of four blocks.
 */
#ifndef WIDECRYPT_SM4_CT_H
#define WIDECRYPT_SM4_CT_H

#include <widecrypt/aes_round.h>
#include "sm4.h"

/* P x + p, and what stands around S(y) above; selftests/aes_round/test_ct.c derives both. */
static const struct wc_aes_affine ct_sm4_pre = {
	.lo = {
		0x3e, 0xb2, 0x0e, 0x82, 0xbb, 0x37, 0x8b, 0x07,
		0xa1, 0x2d, 0x91, 0x1d, 0x24, 0xa8, 0x14, 0x98,
	},
	.hi = {
		0x00, 0xdc, 0x2e, 0xf2, 0xc5, 0x19, 0xeb, 0x37,
		0x08, 0xd4, 0x26, 0xfa, 0xcd, 0x11, 0xe3, 0x3f,
	},
};

static const struct wc_aes_affine ct_sm4_post = {
	.lo = {
		0x6c, 0xd4, 0xa6, 0x1e, 0x52, 0xea, 0x98, 0x20,
		0x0b, 0xb3, 0xc1, 0x79, 0x35, 0x8d, 0xff, 0x47,
	},
	.hi = {
		0x00, 0xe0, 0x50, 0xb0, 0x9d, 0x7d, 0xcd, 0x2d,
		0xc0, 0x20, 0x90, 0x70, 0x5d, 0xbd, 0x0d, 0xed,
	},
};

/* one word of each of four blocks, in CPU byte order */
struct ct_sm4_word {
	u32 w[4] __aligned(8);
};

/* the S-box on each byte */
static inline struct ct_sm4_word ct_sm4_tau(struct ct_sm4_word x)
{
	struct wc_aes_state s;

	/* The bytes keep their places, so their order does not matter. */
	memcpy(&s, &x, 16);
	aes_affine(&s, &s, &ct_sm4_pre);
	aesenc_SB(&s, &s);
	aes_affine(&s, &s, &ct_sm4_post);
	memcpy(&x, &s, 16);
	return x;
}

static __always_inline u32 ct_sm4_rol(u32 x, int n)
{
	return x << n | x >> (32 - n);
}

static __always_inline u32 ct_sm4_be32(const u8 *p)
{
	return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3];
}

static __always_inline void ct_sm4_put_be32(u8 *p, u32 x)
{
	p[0] = x >> 24;
	p[1] = x >> 16;
	p[2] = x >> 8;
	p[3] = x;
}

/* up to four blocks */
static inline void ct_sm4_crypt_4(const struct sm4_sched *ks, u8 *dst,
				  const u8 *src, unsigned int n)
{
	struct ct_sm4_word x[4] = { { { 0 } } }, t;
	unsigned int i, k;

	for (k = 0; k < n; k++) {
		for (i = 0; i < 4; i++)
			x[i].w[k] = ct_sm4_be32(src + 16 * k + 4 * i);
	}
	for (i = 0; i < SM4_ROUNDS; i++) {
		for (k = 0; k < 4; k++)
			t.w[k] = x[1].w[k] ^ x[2].w[k] ^ x[3].w[k] ^ ks->rk[i];
		t = ct_sm4_tau(t);
		for (k = 0; k < 4; k++) {
			u32 b = t.w[k], v;

			/* L: B + B<<<24 + (B + B<<<8 + B<<<16)<<<2 */
			v = b ^ ct_sm4_rol(b, 8) ^ ct_sm4_rol(b, 16);
			v = b ^ ct_sm4_rol(b, 24) ^ ct_sm4_rol(v, 2);
			t.w[k] = x[0].w[k] ^ v;
		}
		x[0] = x[1];
		x[1] = x[2];
		x[2] = x[3];
		x[3] = t;
	}
	for (k = 0; k < n; k++) {
		for (i = 0; i < 4; i++)
			ct_sm4_put_be32(dst + 16 * k + 4 * i, x[3 - i].w[k]);
	}
	memzero_explicit(x, sizeof(x));
	memzero_explicit(&t, sizeof(t));
}

/**
 * ct_sm4_blocks() - encrypt or decrypt independent blocks
 * @ks: round keys of the direction
 * @dst: n blocks, equal to @src or disjoint
 * @src: n blocks
 * @n: number of blocks
 */
static __maybe_unused noinline void ct_sm4_blocks(const struct sm4_sched *ks,
						  u8 *dst, const u8 *src,
						  unsigned int n)
{
	for (; n > 4; n -= 4, dst += 64, src += 64)
		ct_sm4_crypt_4(ks, dst, src, 4);
	ct_sm4_crypt_4(ks, dst, src, n);
}

/* CK[i] of GB/T 32907-2016, 7.3: byte j is 7 (4i + j) mod 256. */
static __always_inline u32 ct_sm4_ck(int i)
{
	u32 ck = 0;
	int j;

	for (j = 0; j < 4; j++)
		ck = ck << 8 | ((28 * i + 7 * j) & 0xff);
	return ck;
}

/**
 * ct_sm4_expandkey() - widecrypt_sm4_expandkey() in constant time
 * @key: where to store the round keys
 * @in: the key
 * @len: its length in bytes
 *
 * The caller burns the stack. Return: 0, or -EINVAL unless @len is 16.
 */
static __maybe_unused noinline int ct_sm4_expandkey(struct sm4_key *key,
						    const u8 *in,
						    unsigned int len)
{
	static const u32 fk[4] = {
		0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc
	};
	struct ct_sm4_word t = { { 0 } };
	u32 k[4], b;
	int i;

	if (len != SM4_KEY_BYTES)
		return -EINVAL;
	for (i = 0; i < 4; i++)
		k[i] = ct_sm4_be32(in + 4 * i) ^ fk[i];
	for (i = 0; i < SM4_ROUNDS; i++) {
		t.w[0] = k[1] ^ k[2] ^ k[3] ^ ct_sm4_ck(i);
		t = ct_sm4_tau(t);
		b = t.w[0];
		b ^= k[0] ^ ct_sm4_rol(b, 13) ^ ct_sm4_rol(b, 23);
		k[0] = k[1];
		k[1] = k[2];
		k[2] = k[3];
		k[3] = b;
		key->enc.rk[i] = b;
		key->dec.rk[SM4_ROUNDS - 1 - i] = b;
	}
	memzero_explicit(k, sizeof(k));
	memzero_explicit(&t, sizeof(t));
	return 0;
}

#endif /* WIDECRYPT_SM4_CT_H */
