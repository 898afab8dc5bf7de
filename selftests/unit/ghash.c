// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * GHASH of every row against SP 800-38D's bit by bit definition.
 */
#include "unit.h"

static void ghash_key(const struct widecrypt_row *row, struct wc_ghash_key *key,
		      const u8 *h)
{
	memset(key, 0, sizeof(*key));
	wc_ghash_setkey(key, h, wc_ghash_powers_generic);
}

/* Every product of two single bits, which is all there is by linearity */
static bool bits(const struct test *t)
{
	struct wc_ghash_key key;
	unsigned int i, j;
	u8 zero[16] = {};

	for (i = 0; i < 128; i++) {
		u8 h[16] = {};

		h[i / 8] = 0x80 >> i % 8;
		ghash_key(t->row, &key, h);
		for (j = 0; j < 128; j++) {
			u8 a[16] = {}, b[16] = {};

			a[j / 8] = 0x80 >> j % 8;
			b[j / 8] = a[j / 8];
			ref_gf128_mul(b, h);
			t->row->ops->gcm->ghash(&key, a, zero, 16);
			if (memcmp(a, b, 16))
				return fail("x^%u times x^%u", j, i);
		}
	}
	return true;
}

static bool dense(const struct test *t)
{
	struct wc_ghash_key key;
	u8 h[16], a[16], b[16], data[16];
	unsigned int i;

	for (i = 0; i < 20000; i++) {
		if (i < 2)
			memset(h, -(int)i, 16);
		else
			rnd_fill(h, 16);
		if (i % 3)
			rnd_fill(data, 16);
		else
			memset(data, 0xff, 16);
		rnd_fill(a, 16);
		memcpy(b, a, 16);
		ghash_key(t->row, &key, h);
		ref_ghash(h, b, data, 16);
		t->row->ops->gcm->ghash(&key, a, data, 16);
		if (memcmp(a, b, 16))
			return fail("product %u", i);
	}
	return true;
}

/* Every length, and the same in two pieces; buffers against page ends */
static bool sweep(const struct test *t)
{
	static struct guard data_buf, acc_buf, key_buf;
	struct wc_ghash_key key;
	u8 h[16], acc[16], start[16], last[16], all[MSG_BYTE_SWEEP];
	unsigned int n, i, cut;

	if (!data_buf.base) {
		guard_init(&data_buf, "data", MSG_BYTE_SWEEP);
		guard_init(&acc_buf, "accumulator", 16);
		guard_init(&key_buf, "key", sizeof(key));
	}
	rnd_fill(h, sizeof(h));
	rnd_fill(start, sizeof(start));
	rnd_fill(all, sizeof(all));
	ghash_key(t->row, &key, h);
	memcpy(acc, start, 16);
	for (n = 1; n <= MSG_BYTE_SWEEP; n++) {
		struct place at = { n & 32 ? AT_START : AT_END, 0 };
		u8 *data = guard_place(&data_buf, at, n);
		u8 *a = guard_place(&acc_buf, at, 16);
		u8 *k = guard_place(&key_buf, at, sizeof(key));

		memcpy(data, all, n);
		memcpy(k, &key, sizeof(key));
		guard_fill(&acc_buf, a, 16);
		memcpy(last, acc, 16);
		i = n & ~15;
		if (n % 16)
			ref_ghash(h, last, all + i, n - i);
		else
			ref_ghash(h, last, all + n - 16, 16);
		if (n % 16 == 0)
			memcpy(acc, last, 16);
		fault_note("%u bytes", n);

		memcpy(a, start, 16);
		t->row->ops->gcm->ghash((void *)k, a, data, n);
		if (memcmp(a, last, 16))
			return fail("%u bytes", n);
		cut = rnd() % n & ~15;
		if (cut) {
			memcpy(a, start, 16);
			t->row->ops->gcm->ghash((void *)k, a, data, cut);
			t->row->ops->gcm->ghash((void *)k, a, data + cut,
					       n - cut);
			if (memcmp(a, last, 16))
				return fail("%u and %u bytes", cut, n - cut);
		}
		if (!guard_intact(&acc_buf, a, 16) || memcmp(data, all, n) ||
		    memcmp(k, &key, sizeof(key)))
			return fail("%u bytes: something else changed", n);
	}
	return true;
}

/* What the key holds for vector code: powers of H divided by x */
static bool powers(const struct test *t)
{
	struct wc_ghash_key key;
	u8 h[16], acc[16] = { 0x80 }, x[16] = { 0x40 }, p[16];
	unsigned int i, n;

	for (n = 0; n < 100; n++) {
		rnd_fill(h, sizeof(h));
		if (n < 16)
			h[0] ^= n << 4;
		ghash_key(t->row, &key, h);
		memset(acc, 0, sizeof(acc));
		acc[0] = 0x80;
		for (i = WC_GHASH_POWERS; i--; ) {
			ref_gf128_mul(acc, h);
			put_unaligned_be64(key.pow[i][1], p);
			put_unaligned_be64(key.pow[i][0], p + 8);
			ref_gf128_mul(p, x);
			if (memcmp(p, acc, 16))
				return fail("H^%u", WC_GHASH_POWERS - i);
			if (key.kar[i][0] != (key.pow[i][0] ^ key.pow[i][1]) ||
			    key.kar[i][1] != key.kar[i][0])
				return fail("H^%u, sum", WC_GHASH_POWERS - i);
		}
	}
	return true;
}

void register_ghash(void)
{
	unsigned int i;
	struct test t = {};

	t.run = powers;
	test_add(&t, "ghash powers of H");
	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
#define ADD(f)	(t.run = f, test_add(&t, "%s/%s ghash %s", t.row->cipher, \
				     t.row->isa, #f))
		ADD(bits);
		ADD(dense);
		ADD(sweep);
#undef ADD
	}
}
