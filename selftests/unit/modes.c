// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every routine of every row against the independent implementations: lengths,
 * counters, continued messages, places in memory.
 */
#include "unit.h"

#define END	{ AT_END, 0 }

/* The longest call in the sweep: 4 batches of the row and 17 more units */
static unsigned int sweep_bytes(const struct test *t)
{
	return 16 * 4 * row_batch(t->row) + 17 * op_descs[t->op].unit;
}

static unsigned int min_bytes(enum op op)
{
	return op == OP_XTS_ENC || op == OP_XTS_DEC ? 16 : op_descs[op].unit;
}

/* Out of place and in place */
static bool shoot_both(struct shot *s)
{
	s->in_place = false;
	if (!shoot(s))
		return false;
	s->in_place = true;
	return shoot(s);
}

/* Every length, all buffers up against their ends */
static bool sweep(const struct test *t)
{
	const struct op_desc *d = &op_descs[t->op];
	struct msg *m = msg_get();
	unsigned int len, n;

	for_each_key_len(len, t->row) {
		msg_init(m, t->row, t->op, len, sweep_bytes(t), NULL);
		for (n = min_bytes(t->op); n <= m->n; n += d->unit) {
			struct shot s = { .m = m, .n = n, .src = END,
					  .dst = END, .iv = END, .ks = END };

			if (!shoot_both(&s))
				return false;
		}
	}
	return true;
}

/*
 * Counters that wrap in their low bits, after each possible number of blocks up
 * to two batches, in calls that end shortly before, at and after that place, or
 * a batch later. GCM's has 32 bits and no carry out of them.
 */
static bool wrap_at(struct msg *m, unsigned int after)
{
	static const unsigned int extra[] = { 0, 1, 2, 7, 15, 33, 64, 70 };
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(extra); i++) {
		n = 16 * (after + extra[i]);
		for (n = n > 24 ? n - 24 : 1; n <= 16 * (after + extra[i]) + 5;
		     n += 9) {
			struct shot s = { .m = m, .n = n, .src = END,
					  .dst = END, .iv = END, .ks = END,
					  .in_place = n & 1 };

			if (!shoot(&s))
				return false;
		}
	}
	return true;
}

static bool wrap_small(struct msg *m)
{
	unsigned int n;

	for (n = 1; n <= 16 * 20; n++) {
		struct shot s = { .m = m, .n = n, .src = END, .dst = END,
				  .iv = END, .ks = END, .in_place = n & 1 };

		if (!shoot(&s))
			return false;
	}
	return true;
}

static bool wrap(const struct test *t)
{
	static const unsigned int widths[] = { 32, 64, 96, 128 };
	struct msg *m = msg_get();
	unsigned int i, after;
	u8 iv[16];

	for (i = 0; i < (t->op == OP_CTR ? ARRAY_SIZE(widths) : 1); i++) {
		for (after = 1; after < min(2 * row_batch(t->row) + 2, 256U);
		     after++) {
			rnd_fill(iv, sizeof(iv));
			memset(iv + 16 - widths[i] / 8, 0xff, widths[i] / 8);
			iv[15] = -after;
			msg_init(m, t->row, t->op, t->row->min_key,
				 16 * (after + 70) + 5, iv);
			if (!wrap_at(m, after))
				return false;
			if (after <= 17 && !wrap_small(m))
				return false;
		}
	}
	return true;
}

/*
 * A message in two calls: at each block boundary, the first call must leave the
 * state from which the second goes on; a message in many calls of random length
 * and place.
 */
static bool split(const struct test *t)
{
	unsigned int blocks = 150, len, k, n;
	struct msg *m = msg_get();
	unsigned int tail = op_descs[t->op].unit == 16 ? 0 : 7;

	for_each_key_len(len, t->row) {
		msg_init(m, t->row, t->op, len, 16 * blocks + tail, NULL);
		for (k = 1; k < blocks; k++) {
			struct shot s = { .m = m, .n = 16 * k, .src = END,
					  .dst = END, .iv = END, .ks = END,
					  .in_place = k & 1 };

			if (!shoot(&s))
				return false;
			s.block = k;
			s.n = m->n - 16 * k;
			if (!shoot(&s))
				return false;
		}
		for (k = 0; k < blocks; k += n / 16) {
			n = 16 * (1 + rnd() % 20);
			if (16 * k + n > 16 * blocks)
				n = 16 * (blocks - k);

			struct shot s = { .m = m, .block = k, .n = n,
					  .src = END, .dst = END, .iv = END,
					  .ks = END, .in_place = n & 16 };

			if (!shoot(&s))
				return false;
		}
	}
	return true;
}

/* Lengths of interest where not every length can be had */
static const unsigned int lengths[] = {
	1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 80, 95,
	96, 97, 112, 127, 128, 129, 144, 192, 240, 255, 256, 257, 272, 319, 320,
	383, 384, 400, 496, 511, 512, 513, 528, 600, 768, 1008, 1023, 1024,
	1025, 1040, 1136, 1279, 1536, 1600, 2047, 2048, 2049, 2080, 3071, 3072,
	4080, 4095, 4096, 4097, 4112, 4113, 6160, 8191, 8192, 8193, 8209
};

/* The length nearest to n that the operation takes */
static unsigned int fit(enum op op, unsigned int n)
{
	n = max(n, min_bytes(op));
	return n - n % op_descs[op].unit;
}

/* Each buffer against the inaccessible page before it or the one after it */
static bool edges(const struct test *t)
{
	struct msg *m = msg_get();
	unsigned int i, j;

	msg_init(m, t->row, t->op, t->row->max_key, MSG_BYTE_SWEEP -
		 MSG_BYTE_SWEEP % op_descs[t->op].unit, NULL);
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		for (j = 0; j < 32 && lengths[i] <= MSG_BYTE_SWEEP; j++) {
			struct shot s = { .m = m, .n = fit(t->op, lengths[i]),
				.src.edge = j & 1, .dst.edge = j >> 1 & 1,
				.iv.edge = j >> 2 & 1, .ks.edge = j >> 3 & 1,
				.in_place = j >> 4 & 1 };

			if (!shoot(&s))
				return false;
		}
	}
	return true;
}

/* Every alignment of source and destination */
static bool align(const struct test *t)
{
	static const unsigned int few[] = {
		1, 15, 16, 17, 33, 63, 80, 127, 256, 271, 528, 1040, 1137, 2064
	};
	struct msg *m = msg_get();
	unsigned int i, j;

	msg_init(m, t->row, t->op, t->row->max_key, 4096, NULL);
	for (i = 0; i < ARRAY_SIZE(few); i++) {
		for (j = 0; j < 256; j++) {
			struct shot s = { .m = m, .n = fit(t->op, few[i]),
				.src.off = j % 16, .dst.off = j / 16,
				.iv.off = j * 7 / 16 % 16,
				.ks.off = j / 4 % 4 * 4 };

			if (!shoot(&s))
				return false;
			if (j >= 16)
				continue;
			s.in_place = true;
			if (!shoot(&s))
				return false;
		}
	}
	return true;
}

/* The functions of the library with nothing to do: no change of IV or text */
static bool empty(const struct test *t)
{
	static int (*const fns[OPS])(const struct widecrypt_key *, void *,
				     const void *, unsigned int, void *) = {
		[OP_CBC_ENC] = widecrypt_cbc_enc,
		[OP_CBC_DEC] = widecrypt_cbc_dec,
		[OP_CTR] = widecrypt_ctr,
		[OP_CFB_ENC] = widecrypt_cfb_enc,
		[OP_CFB_DEC] = widecrypt_cfb_dec,
	};
	static struct widecrypt_key key;
	u8 iv[16], buf[16], iv0[16], buf0[16];
	u8 k[32] = {};

	if (widecrypt_setkey(&key, t->row, k, t->row->min_key))
		return fail("setkey");
	rnd_fill(iv0, 16);
	rnd_fill(buf0, 16);
	memcpy(iv, iv0, 16);
	memcpy(buf, buf0, 16);
	if (fns[t->op](&key, buf, buf, 0, iv))
		return fail("an error for length 0");
	if (memcmp(iv, iv0, 16) || memcmp(buf, buf0, 16))
		return fail("length 0 changed something");
	if (op_descs[t->op].unit == 16 &&
	    fns[t->op](&key, buf, buf, 15, iv) != -EINVAL)
		return fail("15 bytes accepted");
	return true;
}

void register_modes(void)
{
	unsigned int i;
	struct test t = {};

	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
		for (t.op = 0; t.op < OPS; t.op++) {
			const struct op_desc *d = &op_descs[t.op];

#define ADD(f)	(t.run = f, test_add(&t, "%s/%s %s %s", t.row->cipher,	\
				     t.row->isa, d->name, #f))
			if (!row_has_op(t.row, t.op))
				continue;
			ADD(sweep);
			if (t.op == OP_CTR || t.op == OP_GCM_ENC ||
			    t.op == OP_GCM_DEC)
				ADD(wrap);
			if (d->iv_bytes)
				ADD(split);
			ADD(edges);
			ADD(align);
			if (t.op != OP_XTS_ENC && t.op != OP_XTS_DEC &&
			    d->iv_bytes == 16)
				ADD(empty);
#undef ADD
		}
	}
}
