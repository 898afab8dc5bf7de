// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Messages with all that is expected of them, and single calls on parts of
 * them in guarded buffers.
 */
#include <stdlib.h>
#include "unit.h"

const struct op_desc op_descs[OPS] = {
	[OP_ECB_ENC] = { "ecb-enc", "ecb", WC_FN_ECB, true, false, 16, 0 },
	[OP_ECB_DEC] = { "ecb-dec", "ecb", WC_FN_ECB, false, true, 16, 0 },
	[OP_CBC_ENC] = { "cbc-enc", "cbc", WC_FN_CBC_ENC, true, false, 16, 16 },
	[OP_CBC_DEC] = { "cbc-dec", "cbc", WC_FN_CBC_DEC, false, true, 16, 16 },
	[OP_CTR]     = { "ctr", "ctr", WC_FN_CTR, true, false, 1, 16 },
	[OP_CFB_ENC] = { "cfb-enc", "cfb", WC_FN_CFB_ENC, true, false, 1, 16 },
	[OP_CFB_DEC] = { "cfb-dec", "cfb", WC_FN_CFB_DEC, false, false, 1, 16 },
	[OP_XTS_ENC] = { "xts-enc", "xts", WC_FN_XTS_ENC, true, false, 1, 16 },
	[OP_XTS_DEC] = { "xts-dec", "xts", WC_FN_XTS_DEC, false, true, 1, 16 },
	[OP_GCM_ENC] = { "gcm-enc", "gcm", WC_FNS, true, false, 1,
			 sizeof(struct wc_gcm_state) },
	[OP_GCM_DEC] = { "gcm-dec", "gcm", WC_FNS, false, false, 1,
			 sizeof(struct wc_gcm_state) },
};

static bool op_is_gcm(enum op op)
{
	return op == OP_GCM_ENC || op == OP_GCM_DEC;
}

static bool op_is_xts(enum op op)
{
	return op == OP_XTS_ENC || op == OP_XTS_DEC;
}

bool row_has_op(const struct widecrypt_row *row, enum op op)
{
	return op_is_gcm(op) || row->ops->fn[op_descs[op].fn];
}

const struct wc_gcm_fns *portable_gcm(const struct widecrypt_row *row)
{
	return widecrypt_row(row->cipher, "generic")->ops->gcm;
}

unsigned int next_key_len(const struct widecrypt_row *row, unsigned int len)
{
	return len < row->max_key ? len + 8 : 0;
}

struct msg *msg_get(void)
{
	static struct msg *m;

	if (!m)
		m = aligned_alloc(64, sizeof(*m));
	if (!m)
		abort();
	return m;
}

/* The whole output and every state for a GCM message in the middle */
static void msg_expect_gcm(struct msg *m)
{
	static u8 ctrs[MSG_BYTES];
	const char *cipher = m->row->cipher;
	const u8 *ct;
	u8 *st;
	unsigned int i, len;

	for (i = 0; i < MSG_BLOCKS; i++) {
		memcpy(ctrs + 16 * i, m->state[0] + 16, 16);
		ref_add(ctrs + 16 * i, 32, i);
	}
	ref_mode(cipher, "ecb", true, m->key, m->key_len, NULL, ctrs, ctrs,
		 sizeof(ctrs));
	for (i = 0; i < m->n; i++)
		m->want[i] = m->in[i] ^ ctrs[i];
	ct = op_descs[m->op].enc ? m->want : m->in;
	for (i = 0; 16 * i < m->n; i++) {
		st = m->state[i + 1];
		len = min(16U, m->n - 16 * i);
		memcpy(st, m->state[i], 32);
		ref_ghash(m->h_block, st, ct + 16 * i, len);
		ref_add(st + 16, 32, 1);
	}
}

static void msg_expect(struct msg *m)
{
	const struct op_desc *d = &op_descs[m->op];
	const u8 *ct = d->enc ? m->want : m->in;
	unsigned int i;

	if (op_is_gcm(m->op)) {
		msg_expect_gcm(m);
		return;
	}
	if (op_is_xts(m->op)) {
		u8 t[16];

		/* Whole blocks; shoot() does a stolen end. */
		memcpy(t, m->state[0], 16);
		ref_xts_from(m->row->cipher, d->enc, m->key, m->key_len, t,
			     m->want, m->in, m->n - m->n % 16);
	} else {
		ref_mode(m->row->cipher, d->mode, d->enc, m->key, m->key_len,
			 d->iv_bytes ? m->state[0] : NULL, m->want, m->in,
			 m->n);
	}
	if (!d->iv_bytes)
		return;
	for (i = 0; 16 * i < m->n; i++) {
		u8 *st = m->state[i + 1];

		if (m->op == OP_CTR) {
			memcpy(st, m->state[i], 16);
			ref_add(st, 128, 1);
		} else if (op_is_xts(m->op)) {
			memcpy(st, m->state[i], 16);
			ref_xts_next(st);
		} else {
			memcpy(st, ct + 16 * i, 16);
		}
	}
}

static void msg_setup(struct msg *m)
{
	u8 zero[16] = {};

	memset(m->cipher_key, 0, sizeof(m->cipher_key));
	if (m->row->ops->setkey(m->cipher_key, m->key, m->key_len))
		abort();
	if (op_is_gcm(m->op)) {
		ref_mode(m->row->cipher, "ecb", true, m->key, m->key_len, NULL,
			 m->h_block, zero, 16);
		wc_gcm_setkey(m->row->ops->gcm,
			      m->cipher_key + m->row->ops->enc_at, &m->h);
	}
	msg_expect(m);
}

void msg_init(struct msg *m, const struct widecrypt_row *row, enum op op,
	      unsigned int key_len, unsigned int n, const u8 *iv)
{
	m->row = row;
	m->op = op;
	m->key_len = key_len;
	m->n = n;
	rnd_fill(m->state[0], sizeof(m->state[0]));
	if (iv)
		memcpy(m->state[0] + (op_is_gcm(op) ? 16 : 0), iv, 16);
	rnd_fill(m->key, sizeof(m->key));
	rnd_fill(m->in, sizeof(m->in));
	msg_setup(m);
}

void msg_invert(struct msg *m)
{
	unsigned int i;

	for (i = 0; i < sizeof(m->key); i++)
		m->key[i] = ~m->key[i];
	for (i = 0; i < sizeof(m->in); i++)
		m->in[i] = ~m->in[i];
	msg_setup(m);
}

bool call_direct(const struct widecrypt_row *row, enum op op,
		 const struct call *c)
{
	const struct widecrypt_ops *ops = row->ops;

	if (op == OP_GCM_ENC)
		ops->gcm->enc(c->ks, c->h, c->dst, c->src, c->n, (void *)c->iv);
	else if (op == OP_GCM_DEC)
		ops->gcm->dec(c->ks, c->h, c->dst, c->src, c->n, (void *)c->iv);
	else
		ops->fn[op_descs[op].fn](c->ks, c->dst, c->src,
					 c->n / op_descs[op].unit, c->iv);
	return true;
}

static unsigned int first_difference(const u8 *a, const u8 *b, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && a[i] == b[i]; i++)
		;
	return i;
}

/*
 * CFB's IV after a partial block: the IV of before, 16 bytes of the ciphertext, or
 * its partial block and zeros; so no key stream beyond the end.
 */
static bool cfb_iv_clean(const struct shot *s, const u8 *iv)
{
	const struct msg *m = s->m;
	const u8 *ct = op_descs[m->op].enc ? m->want : m->in;
	unsigned int i, last = s->block + s->n / 16, tail = s->n % 16;

	for (i = s->block; i <= last; i++)
		if (!memcmp(iv, m->state[i], 16))
			return true;
	if (s->n > 16 && !memcmp(iv, ct + 16 * (last - 1) + tail, 16))
		return true;
	for (i = 0; i < 16; i++)
		if (iv[i] && (i >= tail || iv[i] != ct[16 * last + i]))
			return false;
	return true;
}

/* The IV or state that the call must leave; false if it may be any */
static bool state_after(const struct shot *s, u8 *state)
{
	const struct msg *m = s->m;
	const struct op_desc *d = &op_descs[m->op];
	const u8 *ct = d->enc ? m->want : m->in;
	unsigned int last = s->block + s->n / 16, tail = s->n % 16;

	memcpy(state, m->state[last], sizeof(m->state[last]));
	if (!tail)
		return true;
	if (m->op == OP_CTR) {
		ref_add(state, 128, 1);
	} else if (op_is_gcm(m->op)) {
		ref_ghash(m->h_block, state, ct + 16 * last, tail);
		ref_add(state + 16, 32, 1);
	} else {
		return false;
	}
	return true;
}

bool shoot(const struct shot *s)
{
	static struct guard src_buf, dst_buf, iv_buf, ks_buf, h_buf;
	static u8 stolen[MSG_BYTES];
	struct msg *m = s->m;
	const struct widecrypt_ops *ops = m->row->ops;
	const struct op_desc *d = &op_descs[m->op];
	unsigned int end, sched = ops->sched_bytes, n = s->n;
	const u8 *in = m->in + 16 * s->block, *want = m->want + 16 * s->block;
	const u8 *ks = m->cipher_key + (d->dec_sched ? ops->dec_at :
						       ops->enc_at);
	struct place h_at = s->ks;
	u8 *src, *dst, *iv, *k, *h;
	u8 state[32];
	struct call c;

	if (!src_buf.base) {
		guard_init(&src_buf, "src", MSG_BYTES + 256);
		guard_init(&dst_buf, "dst", MSG_BYTES + 256);
		guard_init(&iv_buf, "iv", 4096);
		guard_init(&ks_buf, "key schedule", 4096);
		guard_init(&h_buf, "GHASH key", 4096);
	}
	if (!n || n % d->unit || 16 * s->block + n > m->n ||
	    sched > LIB_CIPHER_KEY_BYTES)
		abort();

	src = guard_place(&src_buf, s->src, n);
	dst = s->in_place ? src : guard_place(&dst_buf, s->dst, n);
	iv = guard_place(&iv_buf, s->iv, d->iv_bytes);
	k = guard_place(&ks_buf, s->ks, sched);
	h_at.off &= ~7;
	h = guard_place(&h_buf, h_at, sizeof(m->h));
	guard_fill(&src_buf, src, n);
	memcpy(src, in, n);
	if (!s->in_place)
		guard_fill(&dst_buf, dst, 0);
	guard_fill(&iv_buf, iv, d->iv_bytes);
	memcpy(iv, m->state[s->block], d->iv_bytes);
	guard_fill(&ks_buf, k, sched);
	memcpy(k, ks, sched);
	c = (struct call) {
		.ks = k, .dst = dst, .src = src, .n = n,
		.iv = d->iv_bytes ? iv : NULL,
	};
	if (op_is_gcm(m->op)) {
		memcpy(h, &m->h, sizeof(m->h));
		c.h = (void *)h;
	}

#define WHERE	"%u bytes from block %u, %u-bit key, src %s%+d, dst %s%+d%s"
#define WHERE_ARGS n, s->block, 8 * m->key_len,				\
	s->src.edge == AT_END ? "end" : "start",			\
	s->src.edge == AT_END ? -s->src.off : s->src.off,		\
	s->dst.edge == AT_END ? "end" : "start",			\
	s->dst.edge == AT_END ? -s->dst.off : s->dst.off,		\
	s->in_place ? ", in place" : ""

	fault_note(WHERE, WHERE_ARGS);
	if (!(s->call ?: call_direct)(m->row, m->op, &c))
		return false;

	if (op_is_xts(m->op) && n % 16) {
		end = (n / 16 - 1) * 16;
		memcpy(stolen, want, end);
		memcpy(state, m->state[s->block + end / 16], 16);
		ref_xts_from(m->row->cipher, d->enc, m->key, m->key_len, state,
			     stolen + end, in + end, n - end);
		want = stolen;
	}
	if (memcmp(dst, want, n))
		return fail("wrong byte %u of " WHERE,
			    first_difference(dst, want, n), WHERE_ARGS);
	if (!s->in_place && memcmp(src, in, n))
		return fail("source changed: " WHERE, WHERE_ARGS);
	if (!guard_intact(&src_buf, src, n) ||
	    (!s->in_place && !guard_intact(&dst_buf, dst, n)))
		return fail("bytes around the text changed: " WHERE,
			    WHERE_ARGS);
	if (state_after(s, state) && memcmp(iv, state, d->iv_bytes))
		return fail("wrong IV or state after " WHERE, WHERE_ARGS);
	if ((m->op == OP_CFB_ENC || m->op == OP_CFB_DEC) && n % 16 &&
	    !cfb_iv_clean(s, iv))
		return fail("key stream in the IV after " WHERE, WHERE_ARGS);
	if (!guard_intact(&iv_buf, iv, d->iv_bytes))
		return fail("bytes around the IV changed: " WHERE, WHERE_ARGS);
	if (memcmp(k, ks, sched) || !guard_intact(&ks_buf, k, sched) ||
	    (c.h && memcmp(h, &m->h, sizeof(m->h))))
		return fail("key changed: " WHERE, WHERE_ARGS);
	return true;
}
