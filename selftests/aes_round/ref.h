/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FIPS 197 byte by byte, straight from its definitions, to compare with.
 */
#ifndef WC_AES_REF_H
#define WC_AES_REF_H

#include <linux/string.h>
#include <linux/types.h>

static u8 ref_s[256], ref_is[256];

/* FIPS 197, 4.2 */
static inline u8 ref_mul(u8 a, u8 b)
{
	u8 r = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			r ^= a;
		a = a << 1 ^ (a & 0x80 ? 0x1b : 0);
	}
	return r;
}

static inline u8 ref_inv(u8 a)
{
	int b;

	for (b = 0; b < 256; b++) {
		if (ref_mul(a, b) == 1)
			return b;
	}
	return 0;
}

/* FIPS 197, (5.2) without the constant */
static inline u8 ref_aes_linear(u8 x)
{
	u8 r = 0;
	int i;

	for (i = 0; i < 8; i++)
		r |= (x >> i ^ x >> (i + 4) % 8 ^ x >> (i + 5) % 8 ^
		      x >> (i + 6) % 8 ^ x >> (i + 7) % 8) % 2 << i;
	return r;
}

/* GF2P8AFFINEQB without the constant */
static inline u8 ref_matrix(u64 m, u8 x)
{
	u8 r = 0, t;
	int i;

	for (i = 0; i < 8; i++) {
		t = m >> (56 - 8 * i) & x;
		t ^= t >> 4;
		t ^= t >> 2;
		t ^= t >> 1;
		r |= (t & 1) << i;
	}
	return r;
}

static inline void ref_init(void)
{
	int x;

	for (x = 0; x < 256; x++) {
		ref_s[x] = ref_aes_linear(ref_inv(x)) ^ 0x63;
		ref_is[ref_s[x]] = x;
	}
}

/* One step on a state: S SubBytes, R ShiftRows, M MixColumns, K AddRoundKey;
 * s, r, m their inverses.
 */
static inline void ref_step(u8 b[16], char step, const u8 *key)
{
	static const u8 mc[] = { 2, 3, 1, 1 }, imc[] = { 14, 11, 13, 9 };
	const u8 *m = step == 'M' ? mc : imc;
	u8 t[16];
	int r, c, i;

	memcpy(t, b, 16);
	for (r = 0; r < 4; r++) {
		for (c = 0; c < 4; c++) {
			u8 *o = &b[r + 4 * c];

			switch (step) {
			case 'S':
				*o = ref_s[*o];
				break;
			case 's':
				*o = ref_is[*o];
				break;
			case 'R':
				*o = t[r + 4 * ((c + r) % 4)];
				break;
			case 'r':
				*o = t[r + 4 * ((c + 4 - r) % 4)];
				break;
			case 'M':
			case 'm':
				*o = 0;
				for (i = 0; i < 4; i++)
					*o ^= ref_mul(t[(r + i) % 4 + 4 * c],
						      m[i]);
				break;
			case 'K':
				*o ^= key[r + 4 * c];
				break;
			}
		}
	}
}

static inline void ref_steps(u8 b[16], const char *steps, const u8 *key)
{
	while (*steps)
		ref_step(b, *steps++, key);
}

/* FIPS 197, figures 11 and 5; returns the number of rounds */
static inline int ref_expand(u8 w[240], const u8 *key, int len)
{
	int rounds = len / 4 + 6, i, j;
	u8 t[4], s, rcon = 1;

	memcpy(w, key, len);
	for (i = len; i < 16 * (rounds + 1); i += 4) {
		memcpy(t, w + i - 4, 4);
		if (i % len == 0) {
			s = t[0];
			t[0] = ref_s[t[1]] ^ rcon;
			t[1] = ref_s[t[2]];
			t[2] = ref_s[t[3]];
			t[3] = ref_s[s];
			rcon = ref_mul(rcon, 2);
		} else if (len == 32 && i % len == 16) {
			for (j = 0; j < 4; j++)
				t[j] = ref_s[t[j]];
		}
		for (j = 0; j < 4; j++)
			w[i + j] = w[i + j - len] ^ t[j];
	}
	return rounds;
}

static inline void ref_encrypt(u8 b[16], const u8 *w, int rounds)
{
	int r;

	ref_step(b, 'K', w);
	for (r = 1; r < rounds; r++)
		ref_steps(b, "SRMK", w + 16 * r);
	ref_steps(b, "SRK", w + 16 * r);
}

#endif /* WC_AES_REF_H */
