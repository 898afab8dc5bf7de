// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The S-box circuit of aes_round_c.h, part by part, against the fields that it
 * is made from (see the comment there).
 */
#include <widecrypt/aes_round.h>
#include "ref.h"
#include "test.h"

static u8 power(u8 a, int n)
{
	u8 r = 1;

	while (n--)
		r = ref_mul(r, a);
	return r;
}

static const u8 w = 0xbc, z = 0x51, y = 0x0a;

/* the four basis elements of GF(2^4): z w, z w^2, z^4 w, z^4 w^2 */
static u8 base4[4];
/* elements of GF(2^4) by coordinates, and back; 0x80: not in GF(2^4) */
static u8 elem[16], coord[256];

static bool test_tower(void)
{
	u8 w2 = ref_mul(w, w), z4 = power(z, 4);
	bool ok = (w2 ^ w ^ 1) == 0;	/* w is in GF(2^2) and not in GF(2) */
	int i, c;

	ok &= power(z, 16) == z && z4 != z;	/* in GF(2^4), not GF(2^2) */
	ok &= power(y, 16) != y;		/* not in GF(2^4) */
	base4[0] = ref_mul(z, w);
	base4[1] = ref_mul(z, w2);
	base4[2] = ref_mul(z4, w);
	base4[3] = ref_mul(z4, w2);
	memset(coord, 0x80, sizeof(coord));
	for (c = 0; c < 16; c++) {
		elem[c] = 0;
		for (i = 0; i < 4; i++) {
			if (c >> i & 1)
				elem[c] ^= base4[i];
		}
		ok &= power(elem[c], 16) == elem[c];
		ok &= coord[elem[c]] == 0x80;	/* all different */
		coord[elem[c]] = c;
	}
	return ok;
}

/* the nine forms, as bits */
static unsigned int forms(u8 a)
{
	static const u8 mask[9] = { 1, 2, 3, 4, 8, 12, 5, 10, 15 };
	u8 c = coord[a], t;
	unsigned int r = 0;
	int i;

	for (i = 0; i < 9; i++) {
		t = c & mask[i];
		t ^= t >> 2;
		r |= ((t ^ t >> 1) & 1) << i;
	}
	return r;
}

/* value = a0 y + a1 y^16 */
static void split(u8 v, u8 *a0, u8 *a1)
{
	u8 y16 = power(y, 16);
	int i, j;

	for (i = 0; i < 16; i++) {
		for (j = 0; j < 16; j++) {
			if ((ref_mul(elem[i], y) ^ ref_mul(elem[j], y16)) == v) {
				*a0 = elem[i];
				*a1 = elem[j];
			}
		}
	}
}

struct want {
	unsigned int top, itop;		/* 18 forms each */
	unsigned int middle;		/* 18 products */
};

static void derive(u8 v, struct want *want)
{
	u8 y16 = power(y, 16), t, a0, a1, n, e, x;

	split(v, &a0, &a1);
	want->top = forms(a0) | forms(a1) << 9;
	t = y ^ y16;
	n = ref_mul(ref_mul(a0, a1), ref_mul(t, t));
	t = a0 ^ a1;
	n ^= ref_mul(ref_mul(t, t), ref_mul(y, y16));
	e = ref_inv(n);
	want->middle = (forms(a1) & forms(e)) | (forms(a0) & forms(e)) << 9;

	/* the inverse S-box's top is that of the x with S(x) = v */
	for (x = 0; (u8)(ref_aes_linear(x) ^ 0x63) != v; x++)
		;
	split(x, &a0, &a1);
	want->itop = forms(a0) | forms(a1) << 9;
}

static unsigned int bits(const u64 *planes, int n, int k)
{
	unsigned int r = 0;

	while (n--)
		r = r << 1 | (planes[n] >> k & 1);
	return r;
}

int main(void)
{
	bool top = true, itop = true, middle = true, bottom = true;
	bool ibottom = true, s = true, is = true;
	u64 x[8], c[8], f[18], p[18];
	struct want want;
	int q, k, i;

	ref_init();
	result(test_tower(), "w, z, y are a tower of fields", "");
	for (q = 0; q < 4; q++) {
		memset(x, 0, sizeof(x));
		for (k = 0; k < 64; k++) {
			for (i = 0; i < 8; i++)
				x[i] |= (u64)((64 * q + k) >> i & 1) << k;
		}
		memcpy(c, x, sizeof(c));
		wc_aes_add63(c);
		wc_aes_inv_sbox_top(f, c);
		for (k = 0; k < 64; k++) {
			derive(64 * q + k, &want);
			itop &= bits(f, 18, k) == want.itop;
		}
		wc_aes_sbox_middle(p, f);
		wc_aes_inv_sbox_bottom(c, p);
		for (k = 0; k < 64; k++)
			ibottom &= bits(c, 8, k) == ref_is[64 * q + k];

		wc_aes_sbox_top(f, x);
		wc_aes_sbox_middle(p, f);
		wc_aes_sbox_bottom(c, p);
		for (k = 0; k < 64; k++) {
			derive(64 * q + k, &want);
			top &= bits(f, 18, k) == want.top;
			middle &= bits(p, 18, k) == want.middle;
			bottom &= bits(c, 8, k) == (ref_s[64 * q + k] ^ 0x63);
		}

		memcpy(c, x, sizeof(c));
		wc_aes_sbox_planes(c);
		for (k = 0; k < 64; k++)
			s &= (bits(c, 8, k) ^ 0x63) == ref_s[64 * q + k];
		wc_aes_inv_sbox_planes(c);
		s &= !memcmp(c, x, sizeof(c));
		memcpy(c, x, sizeof(c));
		wc_aes_inv_sbox_planes(c);
		for (k = 0; k < 64; k++)
			is &= bits(c, 8, k) == ref_is[(64 * q + k) ^ 0x63];
	}
	result(top, "S-box circuit: top", "");
	result(itop, "S-box circuit: inverse top", "");
	result(middle, "S-box circuit: middle", "");
	result(bottom, "S-box circuit: bottom", "");
	result(ibottom, "S-box circuit: inverse bottom", "");
	result(s, "S-box circuit: S-box", "");
	result(is, "S-box circuit: inverse S-box", "");
	return failures != 0;
}
