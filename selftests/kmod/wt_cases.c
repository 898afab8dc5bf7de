// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of cases. */
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include "wt.h"

/* Where pieces of a message end, beside blocks and halves of them. */
static const unsigned int splits[] = { 1, 7, 15, 16, 17, 31, 33 };

/* Lengths beside the steps of 1 to 64 blocks, for cases that take a few. */
static const unsigned int lengths[] = {
	16, 33, 64, 143, 256, 272, 529, 1024, 1055, 2080
};

static const enum wt_place places[] = { WT_IN_PLACE, WT_TWO_LISTS, WT_APART };

/* A legal length near @len. */
static unsigned int wt_len(const struct wt *t, unsigned int len)
{
	if (t->mode == WT_ECB || t->mode == WT_CBC)
		return len - len % 16;
	return t->mode == WT_XTS && len < 16 ? 16 : len;
}

static unsigned int wt_longest_key(const struct wt *t)
{
	unsigned int i = 0;

	while (t->keylens[i + 1])
		i++;
	return t->keylens[i];
}

/* Both directions of a request. */
static int wt_both(struct wt *t, struct wt_op *op)
{
	int err;

	op->enc = true;
	err = wt_do(t, op);
	op->enc = false;
	return err ?: wt_do(t, op);
}

/* --- lengths ------------------------------------------------------------ */

static int wt_sweep(struct wt *t, bool enc, bool cut)
{
	struct wt_op op;
	unsigned int len;
	int err;

	for (len = t->min; len < t->max; len++) {
		if (len != wt_len(t, len))
			continue;
		wt_op_init(t, &op, enc, len);
		op.place = len % 3 ? WT_IN_PLACE : WT_APART;
		op.may_sleep = len % 2;
		if (cut) {
			/* Two entries, so that no message is done in one go. */
			op.src.n = 2;
			op.src.len[0] = op.aad + len / 7;
			op.dst.n = 2;
			op.dst.len[0] = op.aad + len / 5;
		}
		err = wt_do(t, &op);
		if (err)
			return err;
		if (fatal_signal_pending(current))
			return wt_fail(t, "interrupted");
		cond_resched();
	}
	return 0;
}

static int wt_sweeps(struct wt *t, bool cut)
{
	unsigned int k;
	int err = 0;

	for (k = 0; t->keylens[k] && !err; k++) {
		err = wt_setkey(t, t->keylens[k], 10 + k);
		if (!err)
			err = wt_sweep(t, true, cut);
		if (!err)
			err = wt_sweep(t, false, cut);
	}
	return err;
}

static int run_lengths(struct wt *t)
{
	return wt_sweeps(t, false);
}

static int run_lengths_cut(struct wt *t)
{
	return wt_sweeps(t, true);
}

/* One entry longer than any section may be. */
static int run_long(struct wt *t)
{
	struct wt_op op;
	int err;

	err = wt_setkey(t, t->keylens[0], 20);
	if (err)
		return err;
	wt_op_init(t, &op, true, wt_len(t, WT_MAX_TEXT - 1));
	err = wt_both(t, &op);
	if (err)
		return err;
	op.place = WT_APART;
	return wt_both(t, &op);
}

static int run_empty(struct wt *t)
{
	static const unsigned int aads[] = { 0, 13, 16, 32 };
	struct wt_op op;
	unsigned int i, p;
	int err;

	err = wt_setkey(t, t->keylens[0], 21);
	for (i = 0; i < ARRAY_SIZE(aads) && !err; i++) {
		for (p = 0; p < ARRAY_SIZE(places) && !err; p++) {
			wt_op_init(t, &op, true, 0);
			op.place = places[p];
			if (t->mode == WT_GCM)
				op.aad = aads[i];
			if (t->mode == WT_XTS)
				op.err = -EINVAL;
			err = wt_both(t, &op);
		}
	}
	return err;
}

static int run_partial_block(struct wt *t)
{
	struct wt_op op;
	unsigned int len;
	int err;

	err = wt_setkey(t, t->keylens[0], 22);
	for (len = 1; len < 530 && !err; len += len < 34 ? 1 : 37) {
		if (len == wt_len(t, len))
			continue;
		wt_op_init(t, &op, true, len);
		op.err = -EINVAL;
		op.place = places[len % 3];
		err = wt_both(t, &op);
	}
	return err;
}

/* --- scatterlists ------------------------------------------------------- */

/* Pieces of n entries, chosen by a number. */
static void wt_split(struct wt_layout *l, unsigned int n, unsigned int choice)
{
	unsigned int i;

	l->n = n;
	for (i = 0; i < WT_PIECES; i++) {
		l->len[i] = splits[choice % ARRAY_SIZE(splits)];
		l->off[i] = choice % 3 ? choice % 16 : 0;
		choice /= ARRAY_SIZE(splits);
	}
}

static int wt_split_both(struct wt *t, unsigned int len, unsigned int n,
			 unsigned int choice)
{
	struct wt_op op;
	unsigned int p;
	int err = 0;

	for (p = 0; p < ARRAY_SIZE(places) && !err; p++) {
		wt_op_init(t, &op, true, wt_len(t, len));
		op.place = places[p];
		wt_split(&op.src, n, choice);
		wt_split(&op.dst, WT_PIECES + 1 - n, ~choice % 16807);
		err = wt_both(t, &op);
	}
	return err;
}

static int run_split_len(struct wt *t, unsigned int len)
{
	unsigned int n, choice, choices, step;
	int err = 0;

	for (n = 2, choices = 7; n <= WT_PIECES; n++, choices *= 7) {
		/* All of 7 and 49, a part of 343 and 2401. */
		step = choices > 49 ? choices / 43 : 1;
		for (choice = 0; choice < choices && !err; choice += step)
			err = wt_split_both(t, len, n, choice);
		cond_resched();
	}
	return err;
}

static int run_splits(struct wt *t)
{
	unsigned int i;
	int err;

	err = wt_setkey(t, wt_longest_key(t), 30);
	for (i = 1; i < ARRAY_SIZE(lengths) && !err; i += 2)
		err = run_split_len(t, lengths[i]);
	return err;
}

/* Pieces that end at, begin at or cross the edge of a page. */
static int wt_page_edge(struct wt *t, unsigned int s, unsigned int d)
{
	unsigned int i;
	struct wt_op op;
	int err = 0;

	for (i = 0; i < 12 && !err; i++) {
		wt_op_init(t, &op, true, wt_len(t, 1055));
		op.place = places[i % 3];
		/* One entry across, or two that meet there. */
		op.src.off[0] = PAGE_SIZE - s;
		op.src.len[0] = s;
		op.src.n = 1 + i / 3 % 2;
		op.dst.off[0] = PAGE_SIZE - d;
		op.dst.len[0] = d;
		op.dst.n = 1 + i / 6;
		err = wt_both(t, &op);
	}
	return err;
}

static int run_page_edges(struct wt *t)
{
	static const unsigned int before[] = { 0, 1, 5, 15, 16, 17, 100, 1024 };
	unsigned int i, j;
	int err;

	err = wt_setkey(t, t->keylens[0], 31);
	for (i = 0; i < ARRAY_SIZE(before); i++)
		for (j = 0; j < ARRAY_SIZE(before) && !err; j++)
			err = wt_page_edge(t, before[i], before[j]);
	return err;
}

static int wt_offset(struct wt *t, unsigned int s, unsigned int d)
{
	unsigned int i;
	struct wt_op op;
	int err = 0;

	for (i = 1; i < ARRAY_SIZE(lengths) && !err; i += 2) {
		wt_op_init(t, &op, true, wt_len(t, lengths[i]));
		op.place = WT_APART;
		op.src.off[0] = s;
		op.dst.off[0] = d;
		op.iv_off = (s + d) % 16;
		err = wt_both(t, &op);
	}
	return err;
}

static int run_offsets(struct wt *t)
{
	unsigned int s, d;
	int err = 0;

	for (s = 0; s < 16 && !err; s++) {
		err = wt_setkey_in(t, wt_longest_key(t), 32 + s, s, WT_TASK);
		for (d = 0; d < 16 && !err; d++)
			err = wt_offset(t, s, d);
	}
	return err;
}

/* --- contexts ----------------------------------------------------------- */

static int wt_run_ctx(struct wt *t, enum wt_ctx setkey, enum wt_ctx use)
{
	unsigned int i, k;
	struct wt_op op;
	int err = 0;

	if (!wt_ctx_possible(setkey) || !wt_ctx_possible(use))
		return WT_SKIP;
	for (k = 0; t->keylens[k] && !err; k++) {
		err = wt_setkey_in(t, t->keylens[k], 50 + k, k, setkey);
		for (i = 0; i < 3 * ARRAY_SIZE(lengths) && !err; i++) {
			wt_op_init(t, &op, true, wt_len(t, lengths[i / 3]));
			op.ctx = use;
			op.place = places[i % 3];
			if (i % 4 == 1)
				wt_split(&op.src, 3, 7 * i);
			err = wt_both(t, &op);
		}
	}
	return err;
}

static int run_bh_off(struct wt *t)
{
	return wt_run_ctx(t, WT_TASK, WT_BH);
}

static int run_softirq(struct wt *t)
{
	return wt_run_ctx(t, WT_TASK, WT_SOFTIRQ);
}

static int run_softirq_key(struct wt *t)
{
	int err = wt_run_ctx(t, WT_SOFTIRQ, WT_TASK);

	return err ?: wt_run_ctx(t, WT_SOFTIRQ, WT_SOFTIRQ);
}

static int run_fpu(struct wt *t)
{
	return wt_run_ctx(t, WT_TASK, WT_FPU);
}

static int run_fpu_key(struct wt *t)
{
	return wt_run_ctx(t, WT_FPU, WT_TASK);
}

static int run_nosimd(struct wt *t)
{
	return wt_run_ctx(t, WT_TASK, WT_NOSIMD);
}

static int run_nosimd_key(struct wt *t)
{
	return wt_run_ctx(t, WT_NOSIMD, WT_TASK);
}

/* --- several requests --------------------------------------------------- */

/* Two unlike requests, then the first again: nothing may be left over. */
static int run_back_to_back(struct wt *t)
{
	struct wt_op a, b;
	unsigned int i, j;
	int err;

	err = wt_setkey(t, t->keylens[0], 60);
	for (i = 0; i < ARRAY_SIZE(lengths) && !err; i++)
		for (j = 0; j < ARRAY_SIZE(lengths) && !err; j++) {
			wt_op_init(t, &a, true, wt_len(t, lengths[i]));
			wt_op_init(t, &b, j % 2, wt_len(t, lengths[j]));
			b.iv[3] ^= 0x80;
			if (t->mode == WT_RFC4106)
				b.aad = 20;
			else if (t->aead)
				b.aad = j * 5;
			err = wt_do(t, &a);
			if (!err)
				err = wt_do(t, &b);
			if (!err)
				err = wt_do(t, &a);
		}
	return err;
}

/*
 * The IV that one request leaves is where the next goes on: a text in two
 * requests must come out as in one.
 */
static int wt_plain(struct wt *t, bool enc, unsigned int from,
		    unsigned int len, u8 *iv)
{
	struct skcipher_request *req = t->skreq;
	struct scatterlist sg;
	int err;

	sg_init_one(&sg, t->src + from, len);
	skcipher_request_set_callback(req, 0, NULL, NULL);
	skcipher_request_set_crypt(req, &sg, &sg, len, iv);
	err = enc ? crypto_skcipher_encrypt(req) : crypto_skcipher_decrypt(req);
	return err ? wt_fail(t, "%u bytes at %u: %d", len, from, err) : 0;
}

static int wt_chain(struct wt *t, unsigned int len, unsigned int cut, bool enc)
{
	u8 iv[16];
	int err;

	wt_fill(iv, 16, cut);
	memcpy(t->src, t->text, len);
	err = wt_plain(t, enc, 0, len, iv);
	memcpy(t->dst, t->src, len);

	wt_fill(iv, 16, cut);
	memcpy(t->src, t->text, len);
	if (!err)
		err = wt_plain(t, enc, 0, cut, iv);
	if (!err)
		err = wt_plain(t, enc, cut, len - cut, iv);
	if (!err && memcmp(t->dst, t->src, len))
		err = wt_fail(t, "%u + %u bytes (%scrypt) differ from %u at once",
			      cut, len - cut, enc ? "en" : "de", len);
	return err;
}

static int run_chaining(struct wt *t)
{
	unsigned int k, cut;
	int err;

	for (k = 0; t->keylens[k]; k++) {
		err = wt_setkey(t, t->keylens[k], 70 + k);
		for (cut = 16; cut < 2048 && !err; cut += 16) {
			err = wt_chain(t, 2080, cut, true);
			if (!err)
				err = wt_chain(t, 2080, cut, false);
		}
		if (err)
			return err;
	}
	return 0;
}

/* Counters that are about to run over at 32, 64, 96 or all 128 bits. */
static int run_counter_wrap(struct wt *t)
{
	static const unsigned int more[] = { 33, 255, 1024, 2080 };
	unsigned int w, k, i;
	struct wt_op op;
	int err;

	err = wt_setkey(t, t->keylens[0], 80);
	for (w = 4; w <= 16; w += 4) {
		for (k = 0; k <= 130; k++) {
			for (i = 0; i < ARRAY_SIZE(more) && !err; i++) {
				wt_op_init(t, &op, k % 2, more[i]);
				/* 2^(8w) - 1 - k */
				memset(op.iv + 16 - w, 0xff, w);
				op.iv[15] -= k;
				err = wt_do(t, &op);
			}
			if (err)
				return err;
			cond_resched();
		}
	}
	return 0;
}

#define WT_THREADS 4

struct wt_thread {
	struct wt *t;
	struct completion done;
	unsigned int nr;
	int err;
};

static int wt_thread_fn(void *data)
{
	struct wt_thread *th = data;
	unsigned int i;
	struct wt_op op;

	for (i = 0; i < 300 && !th->err; i++) {
		unsigned int len = lengths[(i + th->nr) % ARRAY_SIZE(lengths)];

		wt_op_init(th->t, &op, i & 1, wt_len(th->t, len));
		op.iv[0] = th->nr + i / 50;
		op.place = places[i % 3];
		op.ctx = i % 5 ? WT_TASK : WT_SOFTIRQ;
		th->err = wt_do(th->t, &op);
		cond_resched();
	}
	complete(&th->done);
	return 0;
}

/* One key, four callers at a time. */
static int run_parallel(struct wt *t)
{
	struct wt_thread *th;
	unsigned int i;
	int err;

	err = wt_setkey(t, wt_longest_key(t), 90);
	if (err)
		return err;
	th = kcalloc(WT_THREADS, sizeof(*th), GFP_KERNEL);
	if (!th)
		return wt_fail(t, "out of memory");
	for (i = 0; i < WT_THREADS; i++) {
		struct wt *c = kzalloc(sizeof(*c), GFP_KERNEL);

		th[i].t = c;
		th[i].nr = i;
		init_completion(&th[i].done);
		th[i].err = c ? wt_clone(c, t) : -ENOMEM;
		/* The reference learns the key; the transform has it already. */
		if (!th[i].err)
			th[i].err = wt_setkey(c, t->klen, 90);
	}
	for (i = 0; i < WT_THREADS; i++) {
		struct task_struct *task = ERR_PTR(-ENOMEM);

		if (!th[i].err)
			task = kthread_run(wt_thread_fn, &th[i], "widecrypt_test/%u", i);
		if (IS_ERR(task)) {
			th[i].err = PTR_ERR(task);
			complete(&th[i].done);
		}
	}
	for (i = 0; i < WT_THREADS; i++) {
		wait_for_completion(&th[i].done);
		if (th[i].err && !err)
			err = wt_fail(t, "caller %u: %s", i,
				      th[i].t ? th[i].t->why : "no memory");
		if (th[i].t) {
			th[i].t->sk = NULL;
			th[i].t->ae = NULL;
			wt_close(th[i].t);
			kfree(th[i].t);
		}
	}
	kfree(th);
	return err;
}

/* Anything, at random but repeatable. */
static int run_random(struct wt *t)
{
	u32 seed = 4711;
	unsigned int i, j, nkeys;
	struct wt_op op;
	int err = 0;

	for (nkeys = 0; t->keylens[nkeys]; nkeys++)
		;
	for (i = 0; i < t->iterations && !err; i++) {
		if (i % 16 == 0)
			err = wt_setkey_in(t, t->keylens[wt_random(&seed) % nkeys],
					   i, wt_random(&seed) % 64,
					   wt_random(&seed) % 3);
		wt_op_init(t, &op, wt_random(&seed) & 1,
			   wt_len(t, wt_random(&seed) %
				     (wt_random(&seed) % 4 ? 600 : 2500)));
		op.place = places[wt_random(&seed) % 3];
		op.ctx = wt_random(&seed) % 5;
		if (!wt_ctx_possible(op.ctx))
			op.ctx = WT_TASK;
		op.may_sleep = op.ctx == WT_TASK && wt_random(&seed) & 1;
		op.iv_off = wt_random(&seed) % 16;
		if (t->ivsize)
			wt_fill(op.iv, t->ivsize, wt_random(&seed) % 7);
		if (t->mode == WT_GCM)
			op.aad = wt_random(&seed) % 70;
		else if (t->mode == WT_RFC4106)
			op.aad = wt_random(&seed) & 1 ? 16 : 20;
		op.src.n = 1 + wt_random(&seed) % WT_PIECES;
		op.dst.n = 1 + wt_random(&seed) % WT_PIECES;
		for (j = 0; j < WT_PIECES; j++) {
			op.src.len[j] = wt_random(&seed) % 200;
			op.dst.len[j] = wt_random(&seed) % 200;
			op.src.off[j] = wt_random(&seed) % 600;
			op.dst.off[j] = wt_random(&seed) % 600;
		}
		if (!err)
			err = wt_do(t, &op);
		cond_resched();
	}
	return err;
}

/* --- errors ------------------------------------------------------------- */

static int run_key_lengths(struct wt *t)
{
	unsigned int len, i;
	bool legal;
	int err;

	wt_fill(t->key, sizeof(t->key), 100);
	for (len = 0; len <= 100; len++) {
		legal = false;
		for (i = 0; t->keylens[i]; i++)
			legal |= t->keylens[i] == len;
		err = wt_setkey_raw(t, t->key, len);
		if (err != (legal ? 0 : -EINVAL))
			return wt_fail(t, "setkey of %u bytes: %d", len, err);
		if (!legal && len > t->keylens[0] && len < wt_longest_key(t)) {
			struct wt_op op;

			/*
			 * A driver has seen this one: no key at all is better
			 * than half of one.
			 */
			wt_op_init(t, &op, true, wt_len(t, 64));
			op.err = -ENOKEY;
			err = wt_do(t, &op);
			if (err)
				return err;
		}
	}
	return 0;
}

static bool wt_tag_legal(const struct wt *t, unsigned int tag)
{
	if (t->mode == WT_RFC4106)
		return tag == 8 || tag == 12 || tag == 16;
	return tag == 4 || tag == 8 || (tag >= 12 && tag <= 16);
}

static int run_tag_sizes(struct wt *t)
{
	unsigned int tag, i;
	struct wt_op op;
	int err;

	err = wt_setkey(t, t->keylens[0], 110);
	for (tag = 0; tag <= 17 && !err; tag++) {
		int rc = crypto_aead_setauthsize(t->ae, tag);

		if (rc != (wt_tag_legal(t, tag) ? 0 : -EINVAL))
			return wt_fail(t, "setauthsize(%u): %d", tag, rc);
		for (i = 0; !rc && !err && i < 6; i++) {
			wt_op_init(t, &op, true, lengths[i]);
			op.tag = tag;
			op.place = places[i % 3];
			if (i >= 3)
				wt_split(&op.src, 2 + i % 3, i);
			err = wt_both(t, &op);
		}
	}
	return err ?: wt_setauthsize(t, 16);
}

static int wt_aad_size(struct wt *t, unsigned int aad)
{
	unsigned int i;
	struct wt_op op;
	int err = 0;

	/* Every place, whole and in pieces. */
	for (i = 0; i < 6 && !err; i++) {
		wt_op_init(t, &op, true, 100 + aad % 64);
		op.aad = aad;
		op.place = places[i % 3];
		if (i >= 3) {
			wt_split(&op.src, 3, aad + i);
			wt_split(&op.dst, 2, aad);
		}
		if (t->mode == WT_RFC4106 && aad != 16 && aad != 20)
			op.err = -EINVAL;
		err = wt_both(t, &op);
	}
	return err;
}

static int run_aad_sizes(struct wt *t)
{
	static const unsigned int more[] = { 255, 256, 257, 1000, 1024 };
	unsigned int i;
	int err;

	err = wt_setkey(t, t->keylens[0], 120);
	for (i = 0; i < 66 && !err; i++)
		err = wt_aad_size(t, i);
	for (i = 0; i < ARRAY_SIZE(more) && !err; i++)
		err = wt_aad_size(t, more[i]);
	return err;
}

static int run_short(struct wt *t)
{
	unsigned int tag, cut;
	struct wt_op op;
	int err;

	err = wt_setkey(t, t->keylens[0], 130);
	for (tag = 4; tag <= 16 && !err; tag++) {
		if (!wt_tag_legal(t, tag))
			continue;
		err = wt_setauthsize(t, tag);
		for (cut = 1; cut <= tag && !err; cut++) {
			wt_op_init(t, &op, false, 0);
			op.tag = tag;
			op.cut = cut;
			op.err = -EINVAL;
			op.place = places[cut % 3];
			err = wt_do(t, &op);
		}
	}
	return err ?: wt_setauthsize(t, 16);
}

static int run_forgery_len(struct wt *t, unsigned int len, unsigned int tag)
{
	struct wt_op op;
	unsigned int bit, bits, p = 0;
	int err = 0;

	wt_op_init(t, &op, false, len);
	op.tag = tag;
	bits = 8 * (op.aad + len + tag);
	for (bit = 0; bit < bits && !err; bit++) {
		bool in_tag = bit >= 8 * (op.aad + len);

		/* Each bit of the tag; of all else one in each byte. */
		if (!in_tag && bit % 8 != bit / 8 % 8)
			continue;
		/* rfc4106: the IV's copy at the end of the AAD is not covered. */
		if (t->mode == WT_RFC4106 && bit / 8 >= op.aad - 8 &&
		    bit / 8 < op.aad)
			continue;
		op.flip = bit;
		op.err = -EBADMSG;
		op.place = places[p++ % 3];
		op.src.off[0] = bit % 16;
		err = wt_do(t, &op);
	}
	return err;
}

static int run_forgeries(struct wt *t)
{
	unsigned int i;
	int err;

	err = wt_setkey(t, t->keylens[0], 140);
	for (i = 0; i < 4 && !err; i++)
		err = run_forgery_len(t, lengths[i] - 1, 16);
	if (!err)
		err = run_forgery_len(t, 0, 16);
	if (!err)
		err = wt_setauthsize(t, 8);
	if (!err)
		err = run_forgery_len(t, 300, 8);
	return err ?: wt_setauthsize(t, 16);
}

/* The first, the second, ... allocation fails, until there is none left. */
static int run_alloc_failures(struct wt *t)
{
	unsigned int i, n, hits = 0;
	struct wt_op op;
	int err;

	if (!wt_fail_possible())
		return WT_SKIP;
	err = wt_setkey(t, t->keylens[0], 150);
	for (i = 0; i < 24 && !err; i++) {
		n = 0;
		do {
			wt_op_init(t, &op, i & 1, wt_len(t, lengths[3 + i % 4]));
			op.place = places[i % 3];
			/* Blocks that straddle entries need memory. */
			wt_split(&op.src, 2 + i % 4, i * 5);
			wt_split(&op.dst, 2 + i % 3, i * 11);
			op.fail = ++n;
			err = wt_do(t, &op);
			hits += op.failed;
		} while (!err && op.failed && n < 50);
		if (!err && op.failed)
			err = wt_fail(t, "50 allocations in a request");
	}
	if (!err && !hits)
		return wt_fail(t, "no allocation failed: the case proves nothing");
	return err;
}

/* --- properties --------------------------------------------------------- */

/* What is promised of our own drivers (wt_main.c leaves others out). */
static int run_properties(struct wt *t)
{
	const struct crypto_alg *alg;
	unsigned int block;

	alg = (t->aead ? crypto_aead_tfm(t->ae) :
			 crypto_skcipher_tfm(t->sk))->__crt_alg;
	if (alg->cra_flags & (CRYPTO_ALG_ASYNC | CRYPTO_ALG_ALLOCATES_MEMORY |
			      CRYPTO_ALG_NEED_FALLBACK | CRYPTO_ALG_INTERNAL))
		return wt_fail(t, "cra_flags %#x", alg->cra_flags);
	if (alg->cra_alignmask)
		return wt_fail(t, "cra_alignmask %u", alg->cra_alignmask);
	block = t->mode == WT_ECB || t->mode == WT_CBC || t->mode == WT_XTS ?
		16 : 1;
	if (alg->cra_blocksize != block)
		return wt_fail(t, "cra_blocksize %u", alg->cra_blocksize);
	if (t->aead) {
		if (crypto_aead_maxauthsize(t->ae) != 16)
			return wt_fail(t, "maxauthsize %u",
				       crypto_aead_maxauthsize(t->ae));
		if (t->ivsize != (t->mode == WT_RFC4106 ? 8 : 12))
			return wt_fail(t, "ivsize %u", t->ivsize);
		if (crypto_aead_reqsize(t->ae))
			return wt_fail(t, "reqsize %u",
				       crypto_aead_reqsize(t->ae));
		return 0;
	}
	if (t->ivsize != (t->mode == WT_ECB ? 0 : 16))
		return wt_fail(t, "ivsize %u", t->ivsize);
	if (crypto_skcipher_chunksize(t->sk) != 16)
		return wt_fail(t, "chunksize %u",
			       crypto_skcipher_chunksize(t->sk));
	return 0;
}

/* Sets of modes */
#define ALL		(SKCIPHERS | AEADS)
#define SKCIPHERS	(BLOCKS | STREAMS | BIT(WT_XTS))
#define AEADS		(BIT(WT_GCM) | BIT(WT_RFC4106))
#define BLOCKS		(BIT(WT_ECB) | BIT(WT_CBC))
#define STREAMS		(BIT(WT_CTR) | BIT(WT_CFB))
#define CHAINS		(BIT(WT_CBC) | STREAMS)

const struct wt_case wt_cases[] = {
	{ "properties", ALL, run_properties },
	{ "lengths", ALL, run_lengths },
	{ "lengths cut", ALL, run_lengths_cut },
	{ "long", ALL, run_long },
	{ "empty", ALL, run_empty },
	{ "partial block", SKCIPHERS & ~STREAMS, run_partial_block },
	{ "splits", ALL, run_splits },
	{ "page edges", ALL, run_page_edges },
	{ "offsets", ALL, run_offsets },
	{ "bh off", ALL, run_bh_off },
	{ "softirq", ALL, run_softirq },
	{ "softirq setkey", ALL, run_softirq_key },
	{ "fpu taken", ALL, run_fpu },
	{ "fpu taken setkey", ALL, run_fpu_key },
	{ "simd off", ALL, run_nosimd },
	{ "simd off setkey", ALL, run_nosimd_key },
	{ "back to back", ALL, run_back_to_back },
	{ "chaining", CHAINS, run_chaining },
	{ "counter wrap", BIT(WT_CTR), run_counter_wrap },
	{ "parallel", ALL, run_parallel },
	{ "random", ALL, run_random },
	{ "key lengths", ALL, run_key_lengths },
	{ "tag sizes", AEADS, run_tag_sizes },
	{ "aad sizes", AEADS, run_aad_sizes },
	{ "shorter than the tag", AEADS, run_short },
	{ "forgeries", AEADS, run_forgeries },
	{ "allocation failures", ALL, run_alloc_failures },
};

const unsigned int wt_ncases = ARRAY_SIZE(wt_cases);
