// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SM4 (GB/T 32907-2016) in portable C.
 *
 * The block X0..X3, words of big-endian bytes, goes through 32 rounds
 *
 *	X[i+4] = X[i] ^ L(tau(X[i+1] ^ X[i+2] ^ X[i+3] ^ rk[i]))
 *
 * where tau is the S-box on each byte and L(B) = B ^ B<<<2 ^ B<<<10 ^ B<<<18 ^
 * B<<<24; the output is X35, X34, X33, X32. A round waits for the one before
 * it, so independent blocks are taken two at a time, which nearly doubles the
 * speed; a block alone, as in CBC encryption, is written for its latency. That
 * makes the plain S-box, four cache lines, as fast as tables of S-box and L
 * together, which fill 16 or 64 of them: less of the first-level cache to
 * evict, and less to leak.
 */
#include <linux/errno.h>
#include <widecrypt/burn.h>
#include <widecrypt/scalar_modes.h>
#include "sm4.h"

/* The key schedule: constant time whatever the CPU */
#define WC_AES_ROUND_PORTABLE
#include "sm4_ct.h"

#if defined(__x86_64__)
/* What the assembly of the GFNI rows assumes */
static_assert(offsetof(struct sm4_sched, gfni.word_kk) == 128);
static_assert(offsetof(struct sm4_sched, gfni.byte_kk) == 256);
static_assert(offsetof(struct sm4_sched, gfni.byte_k) == 768);
static_assert(offsetof(struct sm4_sched, gfni.word_k0) == 1296);
static_assert(offsetof(struct sm4_sched, aesni) == SM4_OFF_AESNI);
#elif defined(__aarch64__)
/* What arm64/sm4-neon-ce.S assumes */
static_assert(offsetof(struct sm4_sched, neon.k) == 128);
static_assert(offsetof(struct sm4_sched, neon.fk) == 256);
#endif

static const u8 sm4_sbox[256] ____cacheline_aligned = {
	0xd6, 0x90, 0xe9, 0xfe, 0xcc, 0xe1, 0x3d, 0xb7,
	0x16, 0xb6, 0x14, 0xc2, 0x28, 0xfb, 0x2c, 0x05,
	0x2b, 0x67, 0x9a, 0x76, 0x2a, 0xbe, 0x04, 0xc3,
	0xaa, 0x44, 0x13, 0x26, 0x49, 0x86, 0x06, 0x99,
	0x9c, 0x42, 0x50, 0xf4, 0x91, 0xef, 0x98, 0x7a,
	0x33, 0x54, 0x0b, 0x43, 0xed, 0xcf, 0xac, 0x62,
	0xe4, 0xb3, 0x1c, 0xa9, 0xc9, 0x08, 0xe8, 0x95,
	0x80, 0xdf, 0x94, 0xfa, 0x75, 0x8f, 0x3f, 0xa6,
	0x47, 0x07, 0xa7, 0xfc, 0xf3, 0x73, 0x17, 0xba,
	0x83, 0x59, 0x3c, 0x19, 0xe6, 0x85, 0x4f, 0xa8,
	0x68, 0x6b, 0x81, 0xb2, 0x71, 0x64, 0xda, 0x8b,
	0xf8, 0xeb, 0x0f, 0x4b, 0x70, 0x56, 0x9d, 0x35,
	0x1e, 0x24, 0x0e, 0x5e, 0x63, 0x58, 0xd1, 0xa2,
	0x25, 0x22, 0x7c, 0x3b, 0x01, 0x21, 0x78, 0x87,
	0xd4, 0x00, 0x46, 0x57, 0x9f, 0xd3, 0x27, 0x52,
	0x4c, 0x36, 0x02, 0xe7, 0xa0, 0xc4, 0xc8, 0x9e,
	0xea, 0xbf, 0x8a, 0xd2, 0x40, 0xc7, 0x38, 0xb5,
	0xa3, 0xf7, 0xf2, 0xce, 0xf9, 0x61, 0x15, 0xa1,
	0xe0, 0xae, 0x5d, 0xa4, 0x9b, 0x34, 0x1a, 0x55,
	0xad, 0x93, 0x32, 0x30, 0xf5, 0x8c, 0xb1, 0xe3,
	0x1d, 0xf6, 0xe2, 0x2e, 0x82, 0x66, 0xca, 0x60,
	0xc0, 0x29, 0x23, 0xab, 0x0d, 0x53, 0x4e, 0x6f,
	0xd5, 0xdb, 0x37, 0x45, 0xde, 0xfd, 0x8e, 0x2f,
	0x03, 0xff, 0x6a, 0x72, 0x6d, 0x6c, 0x5b, 0x51,
	0x8d, 0x1b, 0xaf, 0x92, 0xbb, 0xdd, 0xbc, 0x7f,
	0x11, 0xd9, 0x5c, 0x41, 0x1f, 0x10, 0x5a, 0xd8,
	0x0a, 0xc1, 0x31, 0x88, 0xa5, 0xcd, 0x7b, 0xbd,
	0x2d, 0x74, 0xd0, 0x12, 0xb8, 0xe5, 0xb4, 0xb0,
	0x89, 0x69, 0x97, 0x4a, 0x0c, 0x96, 0x77, 0x7e,
	0x65, 0xb9, 0xf1, 0x09, 0xc5, 0x6e, 0xc6, 0x84,
	0x18, 0xf0, 0x7d, 0xec, 0x3a, 0xdc, 0x4d, 0x20,
	0x79, 0xee, 0x5f, 0x3e, 0xd7, 0xcb, 0x39, 0x48,
};

static __always_inline u32 sm4_tau(u32 x)
{
	return (u32)sm4_sbox[x >> 24] << 24 |
	       (u32)sm4_sbox[(x >> 16) & 0xff] << 16 |
	       (u32)sm4_sbox[(x >> 8) & 0xff] << 8 |
	       sm4_sbox[x & 0xff];
}

/* L(B), as B ^ B<<<24 ^ (B ^ B<<<8 ^ B<<<16)<<<2. */
static __always_inline u32 sm4_l(u32 b)
{
	return b ^ rol32(b, 24) ^ rol32(b ^ rol32(b, 8) ^ rol32(b, 16), 2);
}

struct sm4_state {
	u32 a, b, c, d;
};

static __always_inline struct sm4_state sm4_load(const u8 *p)
{
	return (struct sm4_state) {
		get_unaligned_be32(p), get_unaligned_be32(p + 4),
		get_unaligned_be32(p + 8), get_unaligned_be32(p + 12),
	};
}

/* The words leave in reverse order. */
static __always_inline void sm4_store(u8 *p, struct sm4_state x)
{
	put_unaligned_be32(x.d, p);
	put_unaligned_be32(x.c, p + 4);
	put_unaligned_be32(x.b, p + 8);
	put_unaligned_be32(x.a, p + 12);
}

static __always_inline u32 sm4_round(u32 a, u32 b, u32 c, u32 d, u32 k)
{
	return a ^ sm4_l(sm4_tau(b ^ c ^ d ^ k));
}

/*
 * The same for a block alone, where all waits for d, the newest word. Sums are
 * kept from the compiler, which would build them in an order that waits longer.
 */
static __always_inline u32 sm4_round_alone(u32 a, u32 b, u32 c, u32 d, u32 k)
{
	u32 x = b ^ c ^ k, y, z;

	OPTIMIZER_HIDE_VAR(x);
	x = sm4_tau(x ^ d);
	OPTIMIZER_HIDE_VAR(x);
	y = rol32(x, 2) ^ rol32(x, 10);
	z = rol32(x, 18) ^ rol32(x, 24);
	x ^= a;
	OPTIMIZER_HIDE_VAR(x);
	OPTIMIZER_HIDE_VAR(y);
	OPTIMIZER_HIDE_VAR(z);
	return x ^ y ^ z;
}

static __always_inline void sm4_crypt_1(const struct sm4_sched *ks, u8 *dst,
					const u8 *src)
{
	struct sm4_state x = sm4_load(src);
	const u32 *rk;

	for (rk = ks->rk; rk != ks->rk + SM4_ROUNDS; rk += 4) {
		x.a = sm4_round_alone(x.a, x.b, x.c, x.d, rk[0]);
		x.b = sm4_round_alone(x.b, x.c, x.d, x.a, rk[1]);
		x.c = sm4_round_alone(x.c, x.d, x.a, x.b, rk[2]);
		x.d = sm4_round_alone(x.d, x.a, x.b, x.c, rk[3]);
	}
	sm4_store(dst, x);
}

static __always_inline void sm4_crypt_2(const struct sm4_sched *ks, u8 *dst,
					const u8 *src)
{
	struct sm4_state x = sm4_load(src), y = sm4_load(src + 16);
	const u32 *rk;

	for (rk = ks->rk; rk != ks->rk + SM4_ROUNDS; rk += 4) {
		x.a = sm4_round(x.a, x.b, x.c, x.d, rk[0]);
		y.a = sm4_round(y.a, y.b, y.c, y.d, rk[0]);
		x.b = sm4_round(x.b, x.c, x.d, x.a, rk[1]);
		y.b = sm4_round(y.b, y.c, y.d, y.a, rk[1]);
		x.c = sm4_round(x.c, x.d, x.a, x.b, rk[2]);
		y.c = sm4_round(y.c, y.d, y.a, y.b, rk[2]);
		x.d = sm4_round(x.d, x.a, x.b, x.c, rk[3]);
		y.d = sm4_round(y.d, y.a, y.b, y.c, rk[3]);
	}
	sm4_store(dst, x);
	sm4_store(dst + 16, y);
}

static void sm4_blocks(const void *ks, u8 *dst, const u8 *src, unsigned int n)
{
	for (; n >= 2; n -= 2, dst += 32, src += 32)
		sm4_crypt_2(ks, dst, src);
	if (n)
		sm4_crypt_1(ks, dst, src);
}

WC_DEFINE_SCALAR_MODES(sm4, sm4_blocks)

static noinline int sm4_expandkey(struct sm4_key *key, const u8 *in,
				  unsigned int len)
{
	int err = ct_sm4_expandkey(key, in, len);

	if (err)
		return err;
#if defined(__x86_64__)
	sm4_gfni_expand(&key->enc.gfni, key->enc.rk);
	sm4_gfni_expand(&key->dec.gfni, key->dec.rk);
	sm4_aesni_expand(&key->enc.aesni, key->enc.rk);
	sm4_aesni_expand(&key->dec.aesni, key->dec.rk);
#elif defined(__aarch64__)
	sm4_neon_expand(&key->enc.neon, key->enc.rk);
	sm4_neon_expand(&key->dec.neon, key->dec.rk);
#endif
	return 0;
}

int widecrypt_sm4_expandkey(struct sm4_key *key, const u8 *in,
			    unsigned int len)
{
	int err = sm4_expandkey(key, in, len);

	wc_burn_stack();
	return err;
}
