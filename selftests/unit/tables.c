// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The tables of the portable ciphers, re-derived. Compiled with the core files
 * in it, to see what is static there; the Makefile hides their global names.
 */
#include "aria/aria_core.c"
#include "sm4/sm4_core.c"
#include "unit.h"

static unsigned int gf_mul(unsigned int a, unsigned int b, unsigned int poly)
{
	unsigned int r = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			r ^= a;
		a <<= 1;
		if (a & 0x100)
			a ^= poly;
	}
	return r;
}

static unsigned int gf_pow(unsigned int a, unsigned int n, unsigned int poly)
{
	unsigned int r = 1;

	while (n--)
		r = gf_mul(r, a, poly);
	return r;
}

static unsigned int parity(unsigned int x)
{
	return __builtin_popcount(x) & 1;
}

/* Bit i of the result is the parity of row i and x. */
static unsigned int matrix(const u8 rows[8], unsigned int x)
{
	unsigned int i, r = 0;

	for (i = 0; i < 8; i++)
		r |= parity(rows[i] & x) << i;
	return r;
}

/*
 * RFC 5794, 2.4.2: S1 = A x^-1 + 0x63, the S-box of AES (FIPS 197, 5.1.1), and
 * S2 = B x^247 + 0xe2, over x^8 + x^4 + x^3 + x + 1; X1, X2 are their inverses.
 * Row i has the coefficients of bit i, that of bit j at place j.
 */
static const u8 aria_a[8] = { 0xf1, 0xe3, 0xc7, 0x8f, 0x1f, 0x3e, 0x7c, 0xf8 };
static const u8 aria_b[8] = { 0x7a, 0xbc, 0xeb, 0xb9, 0x34, 0x81, 0xba, 0xcb };

static unsigned int s1(unsigned int x)
{
	return matrix(aria_a, gf_pow(x, 254, 0x11b)) ^ 0x63;
}

static unsigned int s2(unsigned int x)
{
	return matrix(aria_b, gf_pow(x, 247, 0x11b)) ^ 0xe2;
}

static bool aria_sboxes(const struct test *t)
{
	unsigned int x;

	for (x = 0; x < 256; x++) {
		if (aria_s1[x] != s1(x) * 0x01010100U)
			return fail("S1(%#x)", x);
		if (aria_s2[x] != s2(x) * 0x01010001U)
			return fail("S2(%#x)", x);
		if (aria_x1[s1(x)] != x * 0x01000101U)
			return fail("X1(%#x)", s1(x));
		if (aria_x2[s2(x)] != x * 0x00010101U)
			return fail("X2(%#x)", s2(x));
	}
	return true;
}

/*
 * S(x) = A I(A x + C) + C with the inversion I over x^8 + x^7 + x^6 + x^5 + x^4
 * + x^2 + 1, the circulant matrix A and C = 0xd3 (F. Liu et al., "Analysis of the
 * SMS4 block cipher", ACISP 2007). Row 0 of A is 0xa7, bit j at place j; each
 * next row is the one before moved round by one.
 */
static bool sm4_sbox_form(const struct test *t)
{
	u8 a[8];
	unsigned int i, x, y;

	for (i = 0; i < 8; i++)
		a[i] = 0xa7 << i | 0xa7 >> (8 - i);
	for (x = 0; x < 256; x++) {
		y = matrix(a, x) ^ 0xd3;
		y = matrix(a, gf_pow(y, 254, 0x1f5)) ^ 0xd3;
		if (sm4_sbox[x] != y)
			return fail("S(%#x) is %#x, not %#x", x, sm4_sbox[x], y);
	}
	return true;
}

/* RFC 5794, 2.4.3: byte i of A(x) is the sum of the bytes x[aria_rows[i][*]] */
static const u8 aria_rows[16][7] = {
	{ 3, 4, 6, 8, 9, 13, 14 }, { 2, 5, 7, 8, 9, 12, 15 },
	{ 1, 4, 6, 10, 11, 12, 15 }, { 0, 5, 7, 10, 11, 13, 14 },
	{ 0, 2, 5, 8, 11, 14, 15 }, { 1, 3, 4, 9, 10, 14, 15 },
	{ 0, 2, 7, 9, 10, 12, 13 }, { 1, 3, 6, 8, 11, 12, 13 },
	{ 0, 1, 4, 7, 10, 13, 15 }, { 0, 1, 5, 6, 11, 12, 14 },
	{ 2, 3, 5, 6, 8, 13, 15 }, { 2, 3, 4, 7, 9, 12, 14 },
	{ 1, 2, 6, 7, 9, 11, 12 }, { 0, 3, 6, 7, 8, 10, 13 },
	{ 0, 3, 4, 5, 9, 11, 14 }, { 1, 2, 4, 5, 8, 10, 15 },
};

/* Binary 16x16 matrices: bit j of row i */
struct m16 {
	u16 row[16];
};

static struct m16 m16_mul(struct m16 a, struct m16 b)
{
	struct m16 r = {};
	int i, j;

	for (i = 0; i < 16; i++)
		for (j = 0; j < 16; j++)
			if (a.row[i] >> j & 1)
				r.row[i] ^= b.row[j];
	return r;
}

static bool m16_equal(struct m16 a, struct m16 b)
{
	return !memcmp(&a, &b, sizeof(a));
}

static struct m16 m16_aria(void)
{
	struct m16 a = {};
	int i, j;

	for (i = 0; i < 16; i++)
		for (j = 0; j < 7; j++)
			a.row[i] |= 1 << aria_rows[i][j];
	return a;
}

/* A = N P N M as aria_core.c describes the factors, and A A = 1 */
static bool aria_factors(const struct test *t)
{
	static const u8 perm[4][4] = {
		{ 3, 2, 1, 0 }, { 1, 0, 3, 2 }, { 2, 3, 0, 1 }, { 0, 1, 2, 3 }
	};
	struct m16 a = m16_aria(), m = {}, n = {}, p = {}, one = {};
	int i, j;

	for (i = 0; i < 16; i++) {
		one.row[i] = 1 << i;
		m.row[i] = (0xf << (i & ~3)) ^ 1 << i;
		for (j = 0; j < 4; j++)
			if (j != i / 4)
				n.row[i] |= 1 << (4 * j + i % 4);
		p.row[i] = 1 << ((i & ~3) + perm[i / 4][i % 4]);
	}
	if (!m16_equal(m16_mul(a, a), one) || !m16_equal(m16_mul(m, m), one) ||
	    !m16_equal(m16_mul(n, n), one))
		return fail("a factor is not its own inverse");
	if (!m16_equal(m16_mul(n, m16_mul(p, m16_mul(n, m))), a))
		return fail("N P N M is not A");
	return true;
}

/* The code's diffusion is A, for all 128 single bits and by linearity all. */
static bool aria_diffusion(const struct test *t)
{
	struct m16 a = m16_aria();
	unsigned int i, j, k;

	for (i = 0; i < 16; i++) {
		for (j = 0; j < 8; j++) {
			u8 in[16] = {}, out[16];

			in[i] = 1 << j;
			wc_aes_store(out, ct_aria_a(wc_aes_load(in)));
			for (k = 0; k < 16; k++)
				if (out[k] != (a.row[k] >> i & 1) << j)
					return fail("column %u", i);
		}
	}
	return true;
}

/* GB/T 32907-2016, 7.3: CK[i] by hand for three of them, FK */
static bool sm4_constants(const struct test *t)
{
	if (ct_sm4_ck(0) != 0x00070e15 || ct_sm4_ck(1) != 0x1c232a31 ||
	    ct_sm4_ck(31) != 0x646b7279)
		return fail("CK");
	return true;
}

void register_tables(void)
{
	struct test t = { .run = aria_sboxes };

	test_add(&t, "tables: ARIA S1, S2, X1, X2 from powers");
	t.run = aria_factors;
	test_add(&t, "tables: ARIA A = N P N M, A A = 1");
	t.run = aria_diffusion;
	test_add(&t, "tables: ARIA diffusion is A");
	t.run = sm4_sbox_form;
	test_add(&t, "tables: SM4 S-box from inversions");
	t.run = sm4_constants;
	test_add(&t, "tables: SM4 CK");
}
