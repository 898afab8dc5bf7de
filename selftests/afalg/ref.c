// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reference AES, ARIA, SM4 and modes. See ref.h: the only aim here is that each
 * line can be checked against the text of its standard.
 */
#include <string.h>

#include "ref.h"

static u8 aes_s[256], aes_si[256];	/* FIPS 197 5.1.1; ARIA SB1 and SB3 */
static u8 aria_s2[256], aria_s2i[256];	/* ARIA SB2 and SB4 */
static u8 sm4_s[256];

static void xor16(u8 *out, const u8 *a, const u8 *b)
{
	int i;

	for (i = 0; i < 16; i++)
		out[i] = a[i] ^ b[i];
}

/* Product in GF(2^8) modulo @poly (nine bits). */
static u8 gf_mul(u8 a, u8 b, unsigned int poly)
{
	unsigned int x = a, r = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			r ^= x;
		x <<= 1;
		if (x & 0x100)
			x ^= poly;
	}
	return r;
}

static u8 gf_pow(u8 a, unsigned int n, unsigned int poly)
{
	u8 r = 1;

	while (n--)
		r = gf_mul(r, a, poly);
	return r;
}

static unsigned int parity(u8 x)
{
	return __builtin_parity(x);
}

/* Bit i of the result is the parity of x & rows[i]. */
static u8 gf_matrix(const u8 rows[8], u8 x)
{
	u8 r = 0;
	int i;

	for (i = 0; i < 8; i++)
		r |= parity(rows[i] & x) << i;
	return r;
}

static void make_sboxes(void)
{
	/* Row i gives output bit i; bit j of a row stands for input bit j. */
	static const u8 aes_m[8] = {
		0xf1, 0xe3, 0xc7, 0x8f, 0x1f, 0x3e, 0x7c, 0xf8
	};
	static const u8 aria_m[8] = {
		0x7a, 0xbc, 0xeb, 0xb9, 0x34, 0x81, 0xba, 0xcb
	};
	static const u8 sm4_m[8] = {
		0xa7, 0x4f, 0x9e, 0x3d, 0x7a, 0xf4, 0xe9, 0xd3
	};
	unsigned int x;

	if (aes_s[0])
		return;
	for (x = 0; x < 256; x++) {
		aria_s2[x] = gf_matrix(aria_m, gf_pow(x, 247, 0x11b)) ^ 0xe2;
		aria_s2i[aria_s2[x]] = x;
		sm4_s[x] = gf_matrix(sm4_m, x) ^ 0xd3;
		sm4_s[x] = gf_pow(sm4_s[x], 254, 0x1f5);
		sm4_s[x] = gf_matrix(sm4_m, sm4_s[x]) ^ 0xd3;
	}
	for (x = 0; x < 256; x++) {
		aes_s[x] = gf_matrix(aes_m, gf_pow(x, 254, 0x11b)) ^ 0x63;
		aes_si[aes_s[x]] = x;
	}
}

/* AES, FIPS 197. The state is kept as the 16 input bytes, column by column. */

static void aes_setkey(struct ref_key *k, const u8 *key, size_t keylen)
{
	unsigned int nk = keylen / 4, i, j;
	u8 *w = k->ek[0], rcon = 1, t[4], t0;

	k->rounds = nk + 6;
	memcpy(w, key, keylen);
	for (i = nk; i < 4 * (k->rounds + 1); i++) {
		memcpy(t, w + 4 * i - 4, 4);
		if (i % nk == 0) {
			t0 = t[0];
			t[0] = aes_s[t[1]] ^ rcon;
			t[1] = aes_s[t[2]];
			t[2] = aes_s[t[3]];
			t[3] = aes_s[t0];
			rcon = gf_mul(rcon, 2, 0x11b);
		} else if (nk > 6 && i % nk == 4) {
			for (j = 0; j < 4; j++)
				t[j] = aes_s[t[j]];
		}
		for (j = 0; j < 4; j++)
			w[4 * i + j] = w[4 * (i - nk) + j] ^ t[j];
	}
}

static void aes_mix(u8 s[16], u8 m0, u8 m1, u8 m2, u8 m3)
{
	const u8 m[4] = { m0, m1, m2, m3 };
	u8 col[4];
	int c, i, j;

	for (c = 0; c < 16; c += 4) {
		memcpy(col, s + c, 4);
		for (i = 0; i < 4; i++) {
			s[c + i] = 0;
			for (j = 0; j < 4; j++)
				s[c + i] ^= gf_mul(col[j], m[(j - i) & 3],
						   0x11b);
		}
	}
}

static void aes_encrypt(const struct ref_key *k, u8 out[16], const u8 in[16])
{
	u8 s[16], t[16];
	unsigned int r;
	int i;

	xor16(s, in, k->ek[0]);
	for (r = 1; r <= k->rounds; r++) {
		for (i = 0; i < 16; i++)
			t[i] = aes_s[s[(i + 4 * (i & 3)) & 15]];
		if (r < k->rounds)
			aes_mix(t, 2, 3, 1, 1);
		xor16(s, t, k->ek[r]);
	}
	memcpy(out, s, 16);
}

static void aes_decrypt(const struct ref_key *k, u8 out[16], const u8 in[16])
{
	u8 s[16], t[16];
	unsigned int r;
	int i;

	memcpy(s, in, 16);
	for (r = k->rounds; r >= 1; r--) {
		xor16(t, s, k->ek[r]);
		if (r < k->rounds)
			aes_mix(t, 14, 11, 13, 9);
		for (i = 0; i < 16; i++)
			s[(i + 4 * (i & 3)) & 15] = aes_si[t[i]];
	}
	xor16(out, s, k->ek[0]);
}

/* ARIA, RFC 5794. */

static void aria_a(u8 y[16], const u8 x[16])
{
	static const u8 idx[16][7] = {
		{ 3, 4, 6, 8, 9, 13, 14 },	{ 2, 5, 7, 8, 9, 12, 15 },
		{ 1, 4, 6, 10, 11, 12, 15 },	{ 0, 5, 7, 10, 11, 13, 14 },
		{ 0, 2, 5, 8, 11, 14, 15 },	{ 1, 3, 4, 9, 10, 14, 15 },
		{ 0, 2, 7, 9, 10, 12, 13 },	{ 1, 3, 6, 8, 11, 12, 13 },
		{ 0, 1, 4, 7, 10, 13, 15 },	{ 0, 1, 5, 6, 11, 12, 14 },
		{ 2, 3, 5, 6, 8, 13, 15 },	{ 2, 3, 4, 7, 9, 12, 14 },
		{ 1, 2, 6, 7, 9, 11, 12 },	{ 0, 3, 6, 7, 8, 10, 13 },
		{ 0, 3, 4, 5, 9, 11, 14 },	{ 1, 2, 4, 5, 8, 10, 15 },
	};
	u8 t[16];
	int i, j;

	for (i = 0; i < 16; i++) {
		t[i] = 0;
		for (j = 0; j < 7; j++)
			t[i] ^= x[idx[i][j]];
	}
	memcpy(y, t, 16);
}

/* SL1 when @odd, else SL2: the same boxes shifted by two places. */
static void aria_sl(u8 y[16], const u8 x[16], int odd)
{
	const u8 *const box[4] = { aes_s, aria_s2, aes_si, aria_s2i };
	int i;

	for (i = 0; i < 16; i++)
		y[i] = box[(i + (odd ? 0 : 2)) & 3][x[i]];
}

/* FO when @odd, else FE. */
static void aria_f(u8 y[16], const u8 d[16], const u8 rk[16], int odd)
{
	u8 t[16];

	xor16(t, d, rk);
	aria_sl(t, t, odd);
	aria_a(y, t);
}

/* y = a ^ (b >>> n), both taken as 128-bit big-endian numbers. */
static void aria_xor_ror(u8 y[16], const u8 a[16], const u8 b[16],
			 unsigned int n)
{
	unsigned int i, from;

	memcpy(y, a, 16);
	for (i = 0; i < 128; i++) {
		from = (i + 128 - n) % 128;
		y[i / 8] ^= ((b[from / 8] >> (7 - from % 8)) & 1) <<
			    (7 - i % 8);
	}
}

static void aria_setkey(struct ref_key *k, const u8 *key, size_t keylen)
{
	static const u8 c[3][16] = {
		{ 0x51, 0x7c, 0xc1, 0xb7, 0x27, 0x22, 0x0a, 0x94,
		  0xfe, 0x13, 0xab, 0xe8, 0xfa, 0x9a, 0x6e, 0xe0 },
		{ 0x6d, 0xb1, 0x4a, 0xcc, 0x9e, 0x21, 0xc8, 0x20,
		  0xff, 0x28, 0xb1, 0xd5, 0xef, 0x5d, 0xe2, 0xb0 },
		{ 0xdb, 0x92, 0x37, 0x1d, 0x21, 0x26, 0xe9, 0x70,
		  0x03, 0x24, 0x97, 0x75, 0x04, 0xe8, 0xc9, 0x0e },
	};
	/* 19 and 31 to the right, then 61, 31 and 19 to the left. */
	static const unsigned int ror[5] = { 19, 31, 67, 97, 109 };
	unsigned int q = (keylen - 16) / 8, i;
	u8 kl[16], kr[16] = { 0 }, w[4][16];

	k->rounds = 12 + 2 * q;
	memcpy(kl, key, 16);
	memcpy(kr, key + 16, keylen - 16);

	memcpy(w[0], kl, 16);
	aria_f(w[1], w[0], c[q % 3], 1);
	xor16(w[1], w[1], kr);
	aria_f(w[2], w[1], c[(q + 1) % 3], 0);
	xor16(w[2], w[2], w[0]);
	aria_f(w[3], w[2], c[(q + 2) % 3], 1);
	xor16(w[3], w[3], w[1]);

	for (i = 0; i < 17; i++)
		aria_xor_ror(k->ek[i], w[i % 4], w[(i + 1) % 4], ror[i / 4]);

	memcpy(k->dk[0], k->ek[k->rounds], 16);
	for (i = 1; i < k->rounds; i++)
		aria_a(k->dk[i], k->ek[k->rounds - i]);
	memcpy(k->dk[k->rounds], k->ek[0], 16);
}

static void aria_crypt(const struct ref_key *k, const u8 rk[17][16],
		       u8 out[16], const u8 in[16])
{
	unsigned int r;
	u8 s[16];

	memcpy(s, in, 16);
	for (r = 1; r < k->rounds; r++)
		aria_f(s, s, rk[r - 1], r & 1);
	xor16(s, s, rk[k->rounds - 1]);
	aria_sl(s, s, 0);
	xor16(out, s, rk[k->rounds]);
}

/* SM4, GB/T 32907-2016 (draft-ribose-cfrg-sm4). */

static unsigned int get32(const u8 *p)
{
	return (unsigned int)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static void put32(u8 *p, unsigned int v)
{
	p[0] = v >> 24;
	p[1] = v >> 16;
	p[2] = v >> 8;
	p[3] = v;
}

static unsigned int rol(unsigned int x, unsigned int n)
{
	return x << n | x >> (32 - n);
}

static unsigned int sm4_tau(unsigned int x)
{
	return (unsigned int)sm4_s[x >> 24] << 24 |
	       sm4_s[(x >> 16) & 255] << 16 | sm4_s[(x >> 8) & 255] << 8 |
	       sm4_s[x & 255];
}

static void sm4_setkey(struct ref_key *k, const u8 *key)
{
	static const unsigned int fk[4] = {
		0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc
	};
	unsigned int w[36], ck, t, i, j;

	for (i = 0; i < 4; i++)
		w[i] = get32(key + 4 * i) ^ fk[i];
	for (i = 0; i < 32; i++) {
		ck = 0;
		for (j = 0; j < 4; j++)
			ck = ck << 8 | ((4 * i + j) * 7 & 255);
		t = sm4_tau(w[i + 1] ^ w[i + 2] ^ w[i + 3] ^ ck);
		w[i + 4] = w[i] ^ t ^ rol(t, 13) ^ rol(t, 23);
		k->rk[i] = w[i + 4];
	}
}

static void sm4_crypt(const struct ref_key *k, int enc, u8 out[16],
		      const u8 in[16])
{
	unsigned int x[36], t, i;

	for (i = 0; i < 4; i++)
		x[i] = get32(in + 4 * i);
	for (i = 0; i < 32; i++) {
		t = sm4_tau(x[i + 1] ^ x[i + 2] ^ x[i + 3] ^
			    k->rk[enc ? i : 31 - i]);
		x[i + 4] = x[i] ^ t ^ rol(t, 2) ^ rol(t, 10) ^ rol(t, 18) ^
			   rol(t, 24);
	}
	for (i = 0; i < 4; i++)
		put32(out + 4 * i, x[35 - i]);
}

/* One block of any cipher. */

enum ref_cipher ref_cipher_by_name(const char *name, size_t len)
{
	if (len == 3 && !strncmp(name, "aes", 3))
		return REF_AES;
	if (len == 4 && !strncmp(name, "aria", 4))
		return REF_ARIA;
	if (len == 3 && !strncmp(name, "sm4", 3))
		return REF_SM4;
	return REF_NONE;
}

int ref_key_size_ok(enum ref_cipher cipher, size_t keylen)
{
	if (keylen == 16)
		return cipher != REF_NONE;
	return (keylen == 24 || keylen == 32) &&
	       (cipher == REF_AES || cipher == REF_ARIA);
}

int ref_setkey(struct ref_key *k, enum ref_cipher cipher, const u8 *key,
	       size_t keylen)
{
	make_sboxes();
	memset(k, 0, sizeof(*k));
	k->cipher = cipher;
	if (!ref_key_size_ok(cipher, keylen))
		return -1;
	if (cipher == REF_AES)
		aes_setkey(k, key, keylen);
	else if (cipher == REF_ARIA)
		aria_setkey(k, key, keylen);
	else
		sm4_setkey(k, key);
	return 0;
}

void ref_encrypt(const struct ref_key *k, u8 out[16], const u8 in[16])
{
	if (k->cipher == REF_AES)
		aes_encrypt(k, out, in);
	else if (k->cipher == REF_ARIA)
		aria_crypt(k, k->ek, out, in);
	else
		sm4_crypt(k, 1, out, in);
}

void ref_decrypt(const struct ref_key *k, u8 out[16], const u8 in[16])
{
	if (k->cipher == REF_AES)
		aes_decrypt(k, out, in);
	else if (k->cipher == REF_ARIA)
		aria_crypt(k, k->dk, out, in);
	else
		sm4_crypt(k, 0, out, in);
}

/* SP 800-38A. */

void ref_ecb(const struct ref_key *k, int enc, u8 *out, const u8 *in,
	     size_t len)
{
	size_t i;

	for (i = 0; i < len; i += 16) {
		if (enc)
			ref_encrypt(k, out + i, in + i);
		else
			ref_decrypt(k, out + i, in + i);
	}
}

void ref_cbc(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
	     const u8 *in, size_t len)
{
	u8 chain[16], t[16], c[16];
	size_t i;

	memcpy(chain, iv, 16);
	for (i = 0; i < len; i += 16) {
		if (enc) {
			xor16(t, in + i, chain);
			ref_encrypt(k, out + i, t);
			memcpy(chain, out + i, 16);
		} else {
			memcpy(c, in + i, 16);
			ref_decrypt(k, t, c);
			xor16(out + i, t, chain);
			memcpy(chain, c, 16);
		}
	}
}

/* CFB128; a last partial block uses the leading bytes of the keystream. */
void ref_cfb(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
	     const u8 *in, size_t len)
{
	u8 chain[16], ks[16], c;
	size_t i;

	memcpy(chain, iv, 16);
	for (i = 0; i < len; i++) {
		if (i % 16 == 0)
			ref_encrypt(k, ks, chain);
		c = enc ? in[i] ^ ks[i % 16] : in[i];
		out[i] = in[i] ^ ks[i % 16];
		chain[i % 16] = c;
	}
}

/* Add one to the big-endian number in the last @n bytes of the block. */
static void increment(u8 ctr[16], int n)
{
	int i;

	for (i = 15; i >= 16 - n; i--)
		if (++ctr[i])
			break;
}

static void counter_mode(const struct ref_key *k, const u8 iv[16], int n,
			 u8 *out, const u8 *in, size_t len)
{
	u8 ctr[16], ks[16];
	size_t i;

	memcpy(ctr, iv, 16);
	for (i = 0; i < len; i++) {
		if (i % 16 == 0) {
			ref_encrypt(k, ks, ctr);
			increment(ctr, n);
		}
		out[i] = in[i] ^ ks[i % 16];
	}
}

void ref_ctr(const struct ref_key *k, const u8 iv[16], u8 *out, const u8 *in,
	     size_t len)
{
	counter_mode(k, iv, 16, out, in, len);
}

/* IEEE 1619 with ciphertext stealing. */

static void xts_double(u8 t[16])
{
	u8 carry = t[15] >> 7;
	int i;

	for (i = 15; i > 0; i--)
		t[i] = t[i] << 1 | t[i - 1] >> 7;
	t[0] = t[0] << 1 ^ (carry ? 0x87 : 0);
}

static void xts_block(const struct ref_key *k, int enc, const u8 t[16],
		      u8 *out, const u8 *in)
{
	u8 x[16];

	xor16(x, in, t);
	if (enc)
		ref_encrypt(k, x, x);
	else
		ref_decrypt(k, x, x);
	xor16(out, x, t);
}

void ref_xts(const struct ref_key *k1, const struct ref_key *k2, int enc,
	     const u8 tweak[16], u8 *out, const u8 *in, size_t len)
{
	size_t rest = len % 16, whole = len - rest, i;
	u8 t[16], t2[16], last[16], tail[16];

	ref_encrypt(k2, t, tweak);
	if (rest)
		whole -= 16;
	for (i = 0; i < whole; i += 16) {
		xts_block(k1, enc, t, out + i, in + i);
		xts_double(t);
	}
	if (!rest)
		return;

	/* Decryption takes the last two tweaks in the other order. */
	memcpy(t2, t, 16);
	xts_double(t2);
	memcpy(tail, in + whole + 16, rest);
	xts_block(k1, enc, enc ? t : t2, last, in + whole);
	memcpy(out + whole + 16, last, rest);
	memcpy(last, tail, rest);
	xts_block(k1, enc, enc ? t2 : t, out + whole, last);
}

/* SP 800-38D; bit 0 of the field is the most significant bit of byte 0. */

static void gcm_mul(u8 x[16], const u8 h[16])
{
	u8 z[16] = { 0 }, v[16], lsb;
	int i, j;

	memcpy(v, h, 16);
	for (i = 0; i < 128; i++) {
		if (x[i / 8] >> (7 - i % 8) & 1)
			xor16(z, z, v);
		lsb = v[15] & 1;
		for (j = 15; j > 0; j--)
			v[j] = v[j] >> 1 | v[j - 1] << 7;
		v[0] = v[0] >> 1 ^ (lsb ? 0xe1 : 0);
	}
	memcpy(x, z, 16);
}

static void gcm_absorb(u8 y[16], const u8 h[16], const u8 *p, size_t len)
{
	size_t i, n, j;

	for (i = 0; i < len; i += 16) {
		n = len - i < 16 ? len - i : 16;
		for (j = 0; j < n; j++)
			y[j] ^= p[i + j];
		gcm_mul(y, h);
	}
}

static void gcm_counter(u8 ctr[16], const u8 nonce[12], unsigned int n)
{
	memcpy(ctr, nonce, 12);
	put32(ctr + 12, n);
}

void ref_gcm_crypt(const struct ref_key *k, const u8 nonce[12], u8 *out,
		   const u8 *in, size_t len)
{
	u8 ctr[16];

	gcm_counter(ctr, nonce, 2);
	counter_mode(k, ctr, 4, out, in, len);
}

void ref_gcm_tag(const struct ref_key *k, const u8 nonce[12], const u8 *aad,
		 size_t aadlen, const u8 *ct, size_t len, u8 tag[16])
{
	u8 h[16] = { 0 }, y[16] = { 0 }, block[16] = { 0 };

	ref_encrypt(k, h, h);
	gcm_absorb(y, h, aad, aadlen);
	gcm_absorb(y, h, ct, len);
	put32(block + 4, aadlen * 8);
	put32(block + 12, len * 8);
	gcm_absorb(y, h, block, 16);

	gcm_counter(block, nonce, 1);
	ref_encrypt(k, block, block);
	xor16(tag, y, block);
}
