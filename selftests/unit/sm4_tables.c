// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The constants of the SM4 assembly for AES-NI and its round keys, re-derived
 * over all 256 inputs from the definitions: SM4's S-box, L, AES's S-box and
 * column mixing. <widecrypt/x86/sm4-aesni.S> has the names.
 */
#include "unit.h"

#ifdef __x86_64__
#include "sm4/sm4.h"

#include "sm4_tables.h"

#define AES_POLY	0x11b
#define SM4_POLY	0x1f5

static u8 mul(u8 a, u8 b, unsigned int poly)
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

static u8 invert(u8 a, unsigned int poly)
{
	u8 r = 1;
	int i;

	for (i = 0; i < 254; i++)
		r = mul(r, a, poly);
	return r;
}

/* The circulant matrix with @row for bit 0, moved round by one for each next */
static u8 circulant(u8 row, u8 x)
{
	u8 r = 0;
	int i;

	for (i = 0; i < 8; i++)
		r |= (__builtin_popcount((u8)(row << i | row >> (8 - i)) & x) &
		      1) << i;
	return r;
}

static u8 square(u8 x)
{
	return mul(x, x, AES_POLY);
}

/* The isomorphism of the fields, from the image of SM4's x */
static u8 iso(u8 x)
{
	u8 r = 0, power = 1;
	int i;

	for (i = 0; i < 8; i++) {
		if (x >> i & 1)
			r ^= power;
		power = mul(power, 0x23, AES_POLY);
	}
	return r;
}

/* What the comments call S, SB, P, J and R */
static u8 s_box[256], aes_box[256], p_map[256], j_map[256], r_map[256];
/* P^-1, and the t for which SB(t) is the index */
static u8 inv_p[256], inv_box[256];

static void definitions(void)
{
	unsigned int x;
	u8 y;

	for (x = 0; x < 256; x++) {
		y = circulant(0xa7, x) ^ 0xd3;
		s_box[x] = circulant(0xa7, invert(y, SM4_POLY)) ^ 0xd3;
		aes_box[x] = circulant(0xf1, invert(x, AES_POLY)) ^ 0x63;
		inv_box[aes_box[x]] = x;
		p_map[x] = iso(circulant(0xa7, x));
		inv_p[p_map[x]] = x;
		j_map[x] = x ^ x << 2;
		r_map[x] = x << 2 | x >> 6;
	}
}

static u8 map(const u8 table[32], u8 x)
{
	return table[x & 0xf] ^ table[16 + (x >> 4)];
}

#define P_CONST		0x3e	/* p */
#define S_CONST		0xd3	/* q */
#define BOX_CONST	0x63	/* SB(0), or what is added in it */

/*
 * Out of a byte x enters t = P x + p, out of that s = SB(t), and a and r have
 * to make P J S(x) and P R S(x) of it, but for what they make of s = 0.
 */
static bool maps(const struct test *t)
{
	unsigned int x, s0 = inv_p[inv_box[0] ^ P_CONST];

	for (x = 0; x < 256; x++) {
		u8 s = aes_box[p_map[x] ^ P_CONST];

		if (map(sm4_table_p, x) != p_map[x])
			return fail("P(%#x)", x);
		if (map(sm4_table_f_p, x) != square(p_map[x]))
			return fail("F P(%#x)", x);
		if (map(sm4_table_inv_p, p_map[x]) != x)
			return fail("P^-1(%#x)", p_map[x]);
		if (map(sm4_table_a, s) !=
		    p_map[j_map[s_box[x]] ^ j_map[s_box[s0]]])
			return fail("a(%#x)", s);
		if (map(sm4_table_r, s) !=
		    p_map[r_map[s_box[x]] ^ r_map[s_box[s0]]])
			return fail("r(%#x)", s);
	}
	return true;
}

/*
 * n and m on the mixed columns of SB(t) and SB(F t): in each place of the
 * column the sum is a, r or a + r of SB(t), but for what comes out of s = 0.
 */
static bool narrow(const struct test *t)
{
	static const u8 mix[4] = { 2, 1, 1, 3 };
	unsigned int x, i;
	u8 t0 = inv_box[0], s0 = aes_box[square(t0)];

	for (x = 0; x < 256; x++) {
		u8 s = aes_box[x], sf = aes_box[square(x)] ^ s0;
		u8 a = map(sm4_table_a, s), r = map(sm4_table_r, s);
		const u8 want[4] = { a, r, r, a ^ r };

		for (i = 0; i < 4; i++)
			if ((map(sm4_table_n, mul(s, mix[i], AES_POLY)) ^
			     map(sm4_table_m, mul(sf, mix[i], AES_POLY))) !=
			    want[i])
				return fail("n, m in place %u, t = %#x", i, x);
		if (map(sm4_table_f_n, x) != square(map(sm4_table_n, x)))
			return fail("F n(%#x)", x);
		if (map(sm4_table_f_m, x) != square(map(sm4_table_m, x)))
			return fail("F m(%#x)", x);
	}
	return true;
}

/* Where aesenclast puts byte i of column b */
static unsigned int shifted(unsigned int b, unsigned int i)
{
	return (b - i) % 4 * 4 + i;
}

static bool moves(const struct test *t)
{
	unsigned int b, i, k;

	for (b = 0; b < 4; b++)
		for (i = 0; i < 4; i++) {
			k = 4 * b + i;
			if (sm4_table_move_0[k] != shifted(b, i))
				return fail("move_0[%u]", k);
			if (sm4_table_move_3[k] != shifted(b, (i + 3) % 4))
				return fail("move_3[%u]", k);
			if (sm4_table_move_2[shifted(b, i)] !=
			    shifted(b, (i + 2) % 4))
				return fail("move_2[%u]", shifted(b, i));
			if (sm4_table_swab32[k] != 4 * b + 3 - i)
				return fail("swab32[%u]", k);
			if (sm4_table_swab128[k] != 15 - k)
				return fail("swab128[%u]", k);
			if (sm4_table_0f[k] != 0x0f || sm4_table_zero[k])
				return fail("0f or zero[%u]", k);
			if (sm4_table_add[k / 2] != (k % 4 < 2 ? k / 4 + 1 : 0))
				return fail("add[%u]", k / 2);
		}
	return true;
}

static u8 byte(u32 x, unsigned int i)
{
	return x >> (24 - 8 * (i % 4));
}

/*
 * With c[0..3] from what is added to a block that enters and each next from
 * what a round adds, d = c[j+4] + c[j], the sum of three is the round key, and
 * the last four are added to a block that leaves. The 0x63 of SB goes through
 * mixing unchanged; L makes R q of a word of q.
 */
static bool keys(const struct test *t)
{
	struct sm4_aesni_keys k;
	u32 rk[SM4_ROUNDS], c[SM4_ROUNDS + 4], d, w;
	unsigned int i, j, round, pi = inv_p[P_CONST] * 0x01010101U;
	u8 q = p_map[r_map[S_CONST]], y;

	for (round = 0; round < 100; round++) {
		rnd_fill(rk, sizeof(rk));
		sm4_aesni_expand(&k, rk);
		for (j = 0; j < 4; j++)
			c[j] = get_unaligned_be32(k.in + 4 * j) ^ pi;
		for (j = 0; j < SM4_ROUNDS; j++) {
			d = 0;
			for (i = 0; i < 4; i++) {
				y = map(sm4_table_n, byte(k.narrow[j], i) ^
					BOX_CONST) ^
				    map(sm4_table_m, BOX_CONST) ^ q;
				d = d << 8 | inv_p[y];
			}
			c[j + 4] = c[j] ^ d;
			if ((c[j + 1] ^ c[j + 2] ^ c[j + 3]) != rk[j])
				return fail("narrow[%u]", j);
			for (i = 0; i < 4; i++) {
				w = swab32(k.wide[j]) ^ BOX_CONST * 0x01010101U;
				y = map(sm4_table_a, byte(w, i) ^
					byte(w, i + 3)) ^
				    map(sm4_table_r, byte(w, i + 1) ^
					byte(w, i + 2) ^ byte(w, i + 3)) ^ q;
				if (inv_p[y] != byte(d, i))
					return fail("wide[%u]", j);
			}
		}
		for (j = 0; j < 4; j++)
			if (get_unaligned_be32(k.out + 4 * j) !=
			    (c[35 - j] ^ pi))
				return fail("out");
	}
	return true;
}
#endif

void register_sm4_tables(void)
{
#ifdef __x86_64__
	struct test t = { .run = maps };

	definitions();
	test_add(&t, "tables: SM4 AES-NI maps of the S-box and L");
	t.run = narrow;
	test_add(&t, "tables: SM4 AES-NI maps after mixed columns");
	t.run = moves;
	test_add(&t, "tables: SM4 AES-NI byte orders and counters");
	t.run = keys;
	test_add(&t, "tables: SM4 AES-NI round keys");
#endif
}
