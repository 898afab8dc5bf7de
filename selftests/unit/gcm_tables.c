// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The constants of GHASH and the tables of powers, re-derived from SP 800-38D,
 * 6.3: polynomials over GF(2) modulo x^128 + x^7 + x^2 + x + 1.
 */
#include "unit.h"

/* Coefficients of x^0 to x^127, one a byte */
struct poly {
	u8 c[128];
};

/* The coefficient of x^k is bit 7 - k mod 8 of byte k / 8. */
static struct poly poly_from_block(const u8 *b)
{
	struct poly p;
	int k;

	for (k = 0; k < 128; k++)
		p.c[k] = b[k / 8] >> (7 - k % 8) & 1;
	return p;
}

static bool poly_equal(const struct poly *p, const struct poly *q)
{
	return !memcmp(p, q, sizeof(*p));
}

static void poly_times_x(struct poly *p)
{
	u8 top = p->c[127];

	memmove(p->c + 1, p->c, 127);
	p->c[0] = top;
	p->c[1] ^= top;
	p->c[2] ^= top;
	p->c[7] ^= top;
}

static struct poly poly_mul(struct poly p, const struct poly *q)
{
	struct poly r = {};
	int i, k;

	for (k = 0; k < 128; k++, poly_times_x(&p))
		for (i = 0; i < 128; i++)
			r.c[i] ^= p.c[i] & q->c[k];
	return r;
}

/* A mirror: the coefficient of x^k is bit 127 - k of the number hi:lo. */
static struct poly poly_from_mirror(u64 hi, u64 lo)
{
	struct poly p;
	int k;

	for (k = 0; k < 128; k++)
		p.c[k] = (k < 64 ? hi >> (63 - k) : lo >> (127 - k)) & 1;
	return p;
}

/* Entry n - k of the table is H^k / x, and the sum of its halves. */
static bool powers(const struct test *t)
{
	struct wc_ghash_key key = {};
	struct poly h, hk, p;
	unsigned int k, i;
	u8 block[16];

	for (i = 0; i < 20; i++) {
		rnd_fill(block, sizeof(block));
		if (i < 2)
			memset(block, i ? 0xff : 0, sizeof(block));
		wc_ghash_setkey(&key, block, wc_ghash_powers_generic);
		h = poly_from_block(block);
		hk = h;
		for (k = 1; k <= WC_GHASH_POWERS; k++) {
			const u64 *e = key.pow[WC_GHASH_POWERS - k];
			const u64 *s = key.kar[WC_GHASH_POWERS - k];

			p = poly_from_mirror(e[1], e[0]);
			poly_times_x(&p);
			if (!poly_equal(&p, &hk))
				return fail("H^%u / x", k);
			if (s[0] != (e[0] ^ e[1]) || s[1] != s[0])
				return fail("sum of the halves of H^%u / x", k);
			hk = poly_mul(hk, &h);
		}
	}
	return true;
}

#ifdef __x86_64__
#include "gcm_tables.h"

/*
 * x^128 is 1 + x^7 + x^2 + x; without the 1, divided by x, it is 1 + x + x^6,
 * whose mirror over 64 bits is c. 1 / x is what times x gives 1.
 */
static bool constants(const struct test *t)
{
	struct poly p, one = { { 1 } }, x127 = {}, x = { { 0, 1 } };
	u64 c = 0;
	int k;

	x127.c[127] = 1;
	p = poly_mul(x127, &x);
	if (!p.c[0])
		return fail("x^128");
	for (k = 1; k < 64; k++)
		c |= (u64)p.c[k] << (63 - (k - 1));
	for (k = 0; k < 4; k++)
		if (gcm_table_c[k] != c)
			return fail("c[%d]", k);
	for (k = 0; k < 8; k++)
		if (gcm_table_c512[k] != c)
			return fail("c512[%d]", k);
	p = poly_from_mirror(gcm_table_inv_x[1], gcm_table_inv_x[0]);
	poly_times_x(&p);
	if (!poly_equal(&p, &one))
		return fail("1 / x");
	return true;
}

static bool places(const struct test *t)
{
	u32 w;
	int i;

	for (i = 0; i < 128; i++) {
		u8 there = i / 16 * 16 + 15 - i % 16;

		if (i < 32 && gcm_table_bytes[i] != there % 16)
			return fail("bytes[%d]", i);
		if (i < 64 && gcm_table_bytes512[i] != there % 16)
			return fail("bytes512[%d]", i);
		if (gcm_table_reversed512[i] != there)
			return fail("reversed512[%d]", i);
	}
	for (i = 0; i < 256; i++)
		if (gcm_table_iota512[i] != i)
			return fail("iota512[%d]", i);
	/* Counter + i = counter ^ i in the last, big-endian word, i < 32 */
	for (i = 0; i < 32; i++) {
		u8 b[16] = {};

		put_unaligned_be32(i, b + 12);
		if (memcmp(gcm_table_xors512[i / 4][i % 4], b, 16))
			return fail("xors512[%d]", i);
	}
	for (i = 0; i < 8; i++)
		if (gcm_table_unit512[i] != (i % 2 ? 0 : 32))
			return fail("unit512[%d]", i);
	for (i = 0, w = 0; i < 64; i++)
		w += gcm_table_upper_half512 >> i & 1 && i >= 32;
	if (w != 32 || (u32)gcm_table_upper_half512)
		return fail("upper half");
	if (gcm_table_first_block512 != (1 << 16 / 4) - 1)
		return fail("first block");
	return true;
}
#endif

void register_gcm_tables(void)
{
	struct test t = { .run = powers };

	test_add(&t, "tables: GHASH powers of H");
#ifdef __x86_64__
	t.run = constants;
	test_add(&t, "tables: GHASH c and 1/x from the polynomial");
	t.run = places;
	test_add(&t, "tables: GCM byte orders, counters and masks");
#endif
}
