// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Key lengths.
 */
#include "unit.h"

static bool lengths(const struct test *t)
{
	static struct widecrypt_key key;
	u8 in[136] = {};
	unsigned int len;

	for (len = 0; len <= sizeof(in); len++) {
		bool ok = len >= t->row->min_key && len <= t->row->max_key &&
			  (len - t->row->min_key) % 8 == 0;
		int err = widecrypt_setkey(&key, t->row, in, len);

		if (err != (ok ? 0 : -EINVAL))
			return fail("%u bytes: %d", len, err);
	}
	return true;
}

/* K1 || K2, and a key with a salt of four bytes */
static bool double_lengths(const struct test *t)
{
	static struct widecrypt_key key;
	u8 in[136] = {};
	unsigned int len;

	for (len = 0; len <= sizeof(in); len++) {
		bool ok = len >= 2 * t->row->min_key &&
			  len <= 2 * t->row->max_key && len % 16 == 0;
		int err = widecrypt_xts_setkey(&key, t->row, in, len);

		if (err != (ok ? 0 : -EINVAL))
			return fail("XTS, %u bytes: %d", len, err);
	}
	return true;
}

static bool salted_lengths(const struct test *t)
{
	static struct widecrypt_key key;
	u8 in[136] = {};
	unsigned int len;

	for (len = 0; len <= sizeof(in); len++) {
		bool ok = len >= t->row->min_key + 4 &&
			  len <= t->row->max_key + 4 &&
			  (len - 4 - t->row->min_key) % 8 == 0;
		int err = widecrypt_rfc4106_setkey(&key, t->row, in, len);

		if (err != (ok ? 0 : -EINVAL))
			return fail("rfc4106, %u bytes: %d", len, err);
	}
	return true;
}

void register_keys(void)
{
	unsigned int i;
	struct test t = {};

	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
#define ADD(f, name)	(t.run = f, test_add(&t, "%s/%s " name,		\
					     t.row->cipher, t.row->isa))
		ADD(lengths, "key lengths");
		if (row_has_op(t.row, OP_XTS_ENC))
			ADD(double_lengths, "xts key lengths");
		if (!strcmp(t.row->cipher, "aes"))
			ADD(salted_lengths, "rfc4106 key lengths");
#undef ADD
	}
}
