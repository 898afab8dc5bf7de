// SPDX-License-Identifier: GPL-2.0-or-later
/* One request of any shape, and a judgement of all that it did. */
#include <crypto/internal/simd.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#ifdef CONFIG_X86_64
#include <asm/fpu/api.h>
#endif
#include "../../tcrypt/wcref.h"
#include "wt.h"

#define WT_CHAIN	(WT_MAX_TEXT / 16 + 2)

/**
 * struct wt_memo - expected results of one direction
 * @valid: the rest says what is kept
 * @have: for that many bytes of text
 * @aad: AEAD: with that much associated data
 * @hashed: AEAD: blocks of text in @chain
 * @iv: from this IV
 * @ctr: AEAD: counter of the last block of @stream
 * @ej0: AEAD: what is added to the hash
 * @want: output
 * @stream: AEAD: key stream; XTS: output of whole blocks
 * @chain: AEAD: the hash after each block; XTS: the tweak of each block
 */
struct wt_memo {
	bool valid;
	unsigned int have, aad, hashed;
	u8 iv[16], ctr[16], ej0[16];
	u8 want[WT_MAX_TEXT];
	u8 stream[WT_MAX_TEXT + 16];
	u8 chain[WT_CHAIN][16];
};

/**
 * struct wt_ref - expected results, kept while requests stay alike
 * @core: the mode
 * @memo: of decryption and encryption
 */
struct wt_ref {
	struct wcref core;
	struct wt_memo memo[2];
};

int wt_fail(struct wt *t, const char *fmt, ...)
{
	va_list args;

	if (!t->why[0]) {
		va_start(args, fmt);
		vsnprintf(t->why, sizeof(t->why), fmt, args);
		va_end(args);
	}
	return -EBADMSG;
}

u32 wt_random(u32 *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

void wt_fill(u8 *p, unsigned int len, u32 seed)
{
	while (len--)
		*p++ = wt_random(&seed) >> 16;
}

/* --- open and close ----------------------------------------------------- */

static const unsigned int keys_sm4[] = { 16, 0 };
static const unsigned int keys_aes[] = { 16, 24, 32, 0 };
static const unsigned int keys_xts_sm4[] = { 32, 0 };
static const unsigned int keys_xts_aes[] = { 32, 48, 64, 0 };
static const unsigned int keys_rfc4106[] = { 20, 28, 36, 0 };

static void wt_free_memory(struct wt *t)
{
	kvfree(t->text);
	kvfree(t->image);
	kvfree(t->dimage);
	kfree(t->aad);
	if (t->src)
		free_pages_exact(t->src, WT_ARENA);
	if (t->dst)
		free_pages_exact(t->dst, WT_ARENA);
	kvfree(t->ref);
	skcipher_request_free(t->skreq);
	aead_request_free(t->aereq);
}

static int wt_alloc_memory(struct wt *t)
{
	t->text = kvmalloc(WT_MAX_TEXT, GFP_KERNEL);
	t->image = kvmalloc(WT_ARENA, GFP_KERNEL);
	t->dimage = kvmalloc(WT_ARENA, GFP_KERNEL);
	t->aad = kmalloc(WT_MAX_AAD, GFP_KERNEL);
	t->src = alloc_pages_exact(WT_ARENA, GFP_KERNEL);
	t->dst = alloc_pages_exact(WT_ARENA, GFP_KERNEL);
	t->ref = kvzalloc(sizeof(*t->ref), GFP_KERNEL);
	if (t->aead)
		t->aereq = aead_request_alloc(t->ae, GFP_KERNEL);
	else
		t->skreq = skcipher_request_alloc(t->sk, GFP_KERNEL);
	if (!t->text || !t->image || !t->dimage || !t->aad ||
	    !t->src || !t->dst || !t->ref || (!t->aereq && !t->skreq))
		return wt_fail(t, "out of memory");
	wt_fill(t->text, WT_MAX_TEXT, 1);
	wt_fill(t->aad, WT_MAX_AAD, 2);
	return 0;
}

static void wt_tasklet(struct tasklet_struct *tasklet)
{
	struct wt *t = container_of(tasklet, struct wt, tasklet);

	t->rc = t->fn(t);
	complete(&t->done);
}

static int wt_set_up(struct wt *t)
{
	int err;

	tasklet_setup(&t->tasklet, wt_tasklet);
	init_completion(&t->done);
	err = wt_alloc_memory(t);
	if (err)
		return err;
	err = wcref_init(&t->ref->core, t->alg);
	if (err)
		return wt_fail(t, "no reference for %s: %d", t->alg, err);
	t->mode = (enum wt_mode)t->ref->core.mode;
	return 0;
}

int wt_open(struct wt *t, const char *driver)
{
	struct crypto_tfm *tfm;
	int err;

	t->sk = crypto_alloc_skcipher(driver, 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(t->sk)) {
		err = PTR_ERR(t->sk);
		t->sk = NULL;
		t->ae = crypto_alloc_aead(driver, 0, CRYPTO_ALG_ASYNC);
		if (IS_ERR(t->ae)) {
			if (PTR_ERR(t->ae) != -ENOENT)
				err = PTR_ERR(t->ae);
			t->ae = NULL;
			return wt_fail(t, "cannot be allocated: %d", err);
		}
		t->aead = true;
	}
	tfm = t->aead ? crypto_aead_tfm(t->ae) : crypto_skcipher_tfm(t->sk);
	t->alg = crypto_tfm_alg_name(tfm);
	t->driver = crypto_tfm_alg_driver_name(tfm);
	t->ours = strstr(t->driver, "-widecrypt-");
	t->ivsize = t->aead ? crypto_aead_ivsize(t->ae) :
			      crypto_skcipher_ivsize(t->sk);
	if (strcmp(driver, t->driver))
		return wt_fail(t, "is not a driver's name but %s's", t->driver);
	err = wt_set_up(t);
	if (err)
		return err;
	if (t->mode == WT_RFC4106)
		t->keylens = keys_rfc4106;
	else if (t->mode == WT_XTS)
		t->keylens = strstr(t->alg, "(sm4)") ? keys_xts_sm4 : keys_xts_aes;
	else
		t->keylens = strstr(t->alg, "(sm4)") ? keys_sm4 : keys_aes;
	return 0;
}

/* Another caller of the same transform, for use on another CPU. */
int wt_clone(struct wt *t, const struct wt *of)
{
	t->alg = of->alg;
	t->driver = of->driver;
	t->aead = of->aead;
	t->ours = of->ours;
	t->keylens = of->keylens;
	t->ivsize = of->ivsize;
	t->sk = of->sk;
	t->ae = of->ae;
	return wt_set_up(t);
}

/* Leaves the transform of a clone alone: the caller clears sk and ae. */
void wt_close(struct wt *t)
{
	tasklet_kill(&t->tasklet);
	wt_free_memory(t);
	if (t->sk)
		crypto_free_skcipher(t->sk);
	if (t->ae)
		crypto_free_aead(t->ae);
}

/* --- contexts ----------------------------------------------------------- */

/* UML has an FPU to take only where selftests/uml provides one. */
#if defined(CONFIG_X86_64) && (!defined(CONFIG_UML) || defined(UML_STRICT))
#define WT_HAVE_FPU 1
static void wt_fpu_begin(void)
{
	kernel_fpu_begin();
}

static void wt_fpu_end(void)
{
	kernel_fpu_end();
}
#else
#define WT_HAVE_FPU 0
static void wt_fpu_begin(void)
{
}

static void wt_fpu_end(void)
{
}
#endif

#if defined(CONFIG_CRYPTO_MANAGER_EXTRA_TESTS) || \
	defined(CONFIG_CRYPTO_SELFTESTS_FULL)
#define WT_HAVE_NOSIMD 1
static void wt_simd_off(bool off)
{
	__this_cpu_write(crypto_simd_disabled_for_test, off);
}
#else
#define WT_HAVE_NOSIMD 0
static void wt_simd_off(bool off)
{
}
#endif

bool wt_ctx_possible(enum wt_ctx ctx)
{
	return (ctx != WT_FPU || WT_HAVE_FPU) &&
	       (ctx != WT_NOSIMD || WT_HAVE_NOSIMD);
}

static int wt_in(struct wt *t, enum wt_ctx ctx, int (*fn)(struct wt *t))
{
	int rc = -EOPNOTSUPP;

	switch (ctx) {
	case WT_TASK:
		return fn(t);
	case WT_BH:
		local_bh_disable();
		rc = fn(t);
		local_bh_enable();
		return rc;
	case WT_SOFTIRQ:
		t->fn = fn;
		reinit_completion(&t->done);
		tasklet_schedule(&t->tasklet);
		wait_for_completion(&t->done);
		return t->rc;
	case WT_FPU:
		wt_fpu_begin();
		rc = fn(t);
		wt_fpu_end();
		return rc;
	case WT_NOSIMD:
		preempt_disable();
		wt_simd_off(true);
		rc = fn(t);
		wt_simd_off(false);
		preempt_enable();
		return rc;
	}
	return rc;
}

/* --- failing allocations ------------------------------------------------ */

/* Kernels with fault injection count down in the task. */
#if defined(CONFIG_FAULT_INJECTION) && defined(CONFIG_FAILSLAB)
bool wt_fail_possible(void)
{
	return true;
}

static void wt_fail_arm(unsigned int n)
{
	current->fail_nth = n;
}

static bool wt_fail_disarm(unsigned int n)
{
	bool failed = n && !current->fail_nth;

	current->fail_nth = 0;
	return failed;
}
#else
bool wt_fail_possible(void)
{
	return false;
}

static void wt_fail_arm(unsigned int n)
{
}

static bool wt_fail_disarm(unsigned int n)
{
	return false;
}
#endif

/* --- keys --------------------------------------------------------------- */

struct wt_keyjob {
	const u8 *key;
	unsigned int klen;
};

int wt_setkey_raw(struct wt *t, const u8 *key, unsigned int klen)
{
	return t->aead ? crypto_aead_setkey(t->ae, key, klen) :
			 crypto_skcipher_setkey(t->sk, key, klen);
}

static int wt_setkey_fn(struct wt *t)
{
	const struct wt_keyjob *job = (const void *)t->image;

	return wt_setkey_raw(t, job->key, job->klen);
}

int wt_setkey_in(struct wt *t, unsigned int klen, u32 seed, unsigned int off,
		 enum wt_ctx ctx)
{
	struct wt_keyjob *job = (void *)t->image;
	u8 *key = t->src + off;
	int err;

	wt_fill(t->key, klen, seed);
	memcpy(key, t->key, klen);
	job->key = key;
	job->klen = klen;
	t->klen = klen;
	t->ref->memo[0].valid = false;
	t->ref->memo[1].valid = false;
	err = wt_in(t, ctx, wt_setkey_fn);
	if (err)
		return wt_fail(t, "setkey of %u bytes: %d", klen, err);
	/* A driver that kept the pointer shall notice. */
	memset(key, 0xee, klen);
	err = wcref_setkey(&t->ref->core, t->key, klen);
	if (err)
		return wt_fail(t, "reference setkey of %u bytes: %d", klen, err);
	return 0;
}

int wt_setkey(struct wt *t, unsigned int klen, u32 seed)
{
	return wt_setkey_in(t, klen, seed, 0, WT_TASK);
}

int wt_setauthsize(struct wt *t, unsigned int tag)
{
	int err = crypto_aead_setauthsize(t->ae, tag);

	return err ? wt_fail(t, "setauthsize(%u): %d", tag, err) : 0;
}

/* --- the expected result ------------------------------------------------ */

/*
 * A longer request's key stream, hash and tweaks begin with a shorter's: each
 * block is worked out once for as long as key, IV and the like stay the same.
 */
static void wt_start_aead(struct wt *t, struct wt_memo *m,
			  const struct wt_op *op)
{
	struct wcref *ref = &t->ref->core;
	u8 nonce[12];

	m->have = 0;
	wcref_nonce(ref, nonce, op->iv);
	ref_gcm_counter(m->ctr, nonce, 1);
	ref_encrypt(&ref->key, m->ej0, m->ctr);
}

static void wt_extend_stream(struct wt *t, struct wt_memo *m, unsigned int len)
{
	/* Counter 1 was the tag's. */
	for (; m->have < len; m->have += 16) {
		ref_increment(m->ctr, 4);
		ref_encrypt(&t->ref->core.key, m->stream + m->have, m->ctr);
	}
}

static void wt_expect_aead(struct wt *t, struct wt_memo *m,
			   const struct wt_op *op)
{
	unsigned int aad = op->aad - (t->mode == WT_RFC4106 ? 8 : 0);
	const u8 *ct = op->enc ? t->want : t->text;
	const u8 *h = t->ref->core.h;
	unsigned int i;

	if (!m->valid || memcmp(m->iv, op->iv, 16)) {
		m->valid = false;
		wt_start_aead(t, m, op);
	}
	wt_extend_stream(t, m, op->len);
	for (i = 0; i < op->len; i++)
		t->want[i] = t->text[i] ^ m->stream[i];

	if (!m->valid || m->aad != op->aad) {
		m->hashed = 0;
		memset(m->chain[0], 0, 16);
		ref_gcm_hash(m->chain[0], h, t->aad, aad);
	}
	for (i = m->hashed; i < op->len / 16; i++) {
		memcpy(m->chain[i + 1], m->chain[i], 16);
		ref_gcm_hash(m->chain[i + 1], h, ct + 16 * i, 16);
	}
	m->hashed = max(m->hashed, i);
	i = op->len / 16;
	memcpy(t->want_tag, m->chain[i], 16);
	ref_gcm_hash(t->want_tag, h, ct + 16 * i, op->len % 16);
	ref_gcm_lengths(t->want_tag, h, aad, op->len);
	crypto_xor(t->want_tag, m->ej0, 16);
}

static void wt_start_xts(struct wt *t, struct wt_memo *m,
			 const struct wt_op *op)
{
	unsigned int i;

	m->have = 0;
	ref_encrypt(&t->ref->core.tweak, m->chain[0], op->iv);
	for (i = 1; i < ARRAY_SIZE(m->chain); i++) {
		memcpy(m->chain[i], m->chain[i - 1], 16);
		ref_xts_double(m->chain[i]);
	}
}

static void wt_expect_xts(struct wt *t, struct wt_memo *m,
			  const struct wt_op *op)
{
	unsigned int last = op->len / 16 * 16 - 16, tail = op->len % 16, i;
	const struct ref_key *key = &t->ref->core.key;
	u8 *t0, *t1, b[16];

	if (!m->valid || memcmp(m->iv, op->iv, 16))
		wt_start_xts(t, m, op);
	for (i = m->have; i + 16 <= op->len; i += 16)
		ref_xts_block(key, op->enc, m->chain[i / 16], m->stream + i,
			      t->text + i);
	m->have = max(m->have, i);
	memcpy(t->want, m->stream, last + 16);
	if (!tail)
		return;
	/* The tail borrows from its neighbour, which is done by its tweak. */
	t0 = m->chain[op->len / 16 - op->enc];
	t1 = m->chain[op->len / 16 - !op->enc];
	ref_xts_block(key, op->enc, t0, b, t->text + last);
	memcpy(t->want + last + 16, b, tail);
	memcpy(b, t->text + last + 16, tail);
	ref_xts_block(key, op->enc, t1, t->want + last, b);
}

static void wt_expect_skcipher(struct wt *t, struct wt_memo *m,
			       const struct wt_op *op)
{
	unsigned int n = op->len <= 512 ? 512 : WT_MAX_TEXT;

	if (m->valid && m->have >= n && !memcmp(m->iv, op->iv, 16))
		return;
	m->have = n;
	wcref_skcipher(&t->ref->core, op->enc, t->want, t->text, n, op->iv);
}

/* The IV that a driver must leave behind for whoever goes on from there. */
static bool wt_expect_iv(struct wt *t, const struct wt_op *op)
{
	const u8 *ct = op->enc ? t->want : t->text;
	unsigned int i, blocks;

	memcpy(t->want_iv, op->iv, 16);
	if (t->aead || !op->len)
		return true;
	switch (t->mode) {
	case WT_CTR:
		for (blocks = DIV_ROUND_UP(op->len, 16); blocks; blocks--)
			for (i = 16; i-- > 0 && !++t->want_iv[i]; )
				;
		return true;
	case WT_CFB:
		if (op->len % 16)
			return false;
		fallthrough;
	case WT_CBC:
		memcpy(t->want_iv, ct + op->len - 16, 16);
		return true;
	default:
		return false;
	}
}

static void wt_expect(struct wt *t, const struct wt_op *op)
{
	struct wt_memo *m = &t->ref->memo[op->enc];

	t->want = m->want;
	if (op->err && op->err != -EBADMSG)
		return;		/* the request will not get that far */
	if (t->mode == WT_RFC4106) {
		/* Overwrite where an earlier request had its IV. */
		wt_fill(t->aad, 32, 2);
		memcpy(t->aad + op->aad - 8, op->iv, 8);
	}
	if (t->aead)
		wt_expect_aead(t, m, op);
	else if (t->mode == WT_XTS)
		wt_expect_xts(t, m, op);
	else
		wt_expect_skcipher(t, m, op);
	m->valid = true;
	m->aad = op->aad;
	memcpy(m->iv, op->iv, 16);
}

/* --- memory ------------------------------------------------------------- */

/* One piece of a stream: its place in the arena, in the stream, its length. */
struct wt_piece {
	size_t at;
	unsigned int pos, n;
};

static void wt_lay(struct wt_piece *p, const struct wt_layout *l,
		   unsigned int total)
{
	unsigned int i, pos = 0;

	for (i = 0; i < WT_PIECES; i++) {
		p[i].at = i * WT_SLOT + l->off[i];
		p[i].pos = pos;
		p[i].n = 0;
		if (i + 1 == l->n)
			p[i].n = total - pos;
		else if (i < l->n)
			p[i].n = min(l->len[i], total - pos);
		pos += p[i].n;
	}
}

static bool wt_fits(const struct wt_piece *p)
{
	unsigned int i;

	for (i = 0; i < WT_PIECES; i++)
		if (p[i].at + p[i].n > (i + 1) * WT_SLOT)
			return false;
	return true;
}

/*
 * What is looked at around a piece.  Slots may be far larger; whoever writes
 * too much does so at the edges.
 */
#define WT_MARGIN	512U

static void wt_window(const struct wt_piece *p, unsigned int i, size_t *from,
		      size_t *len)
{
	size_t slot = i * WT_SLOT, end = p[i].at + p[i].n + WT_MARGIN;

	*from = max(slot + WT_MARGIN, p[i].at) - WT_MARGIN;
	*len = 0;
	if (p[i].n || !i)
		*len = min(end, slot + WT_SLOT) - *from;
}

static void wt_wipe(u8 *arena, const struct wt_piece *p)
{
	size_t from, len;
	unsigned int i;

	for (i = 0; i < WT_PIECES; i++) {
		wt_window(p, i, &from, &len);
		memset(arena + from, WT_CANARY, len);
	}
}

static void wt_copy(u8 *to, const u8 *arena, const struct wt_piece *p)
{
	size_t from, len;
	unsigned int i;

	for (i = 0; i < WT_PIECES; i++) {
		wt_window(p, i, &from, &len);
		memcpy(to + from, arena + from, len);
	}
}

/* Copy part [from, from + len) of a stream into an arena. */
static void wt_put(u8 *arena, const struct wt_piece *p, unsigned int from,
		   const u8 *data, unsigned int len)
{
	unsigned int i, lo, hi;

	for (i = 0; i < WT_PIECES; i++) {
		lo = max(p[i].pos, from);
		hi = min(p[i].pos + p[i].n, from + len);
		if (lo < hi)
			memcpy(arena + p[i].at + lo - p[i].pos,
			       data + lo - from, hi - lo);
	}
}

/* Where a byte of a stream is, which must be there. */
static size_t wt_at(const struct wt_piece *p, unsigned int pos)
{
	unsigned int i = 0;

	while (pos >= p[i].pos + p[i].n)
		i++;
	return p[i].at + pos - p[i].pos;
}

/* Empty pieces get no entry; a list of nothing points at a canary. */
static void wt_map(struct scatterlist *sg, u8 *arena, const struct wt_piece *p)
{
	unsigned int i, used = 0;

	sg_init_table(sg, WT_PIECES);
	for (i = 0; i < WT_PIECES; i++)
		if (p[i].n)
			sg_set_buf(&sg[used++], arena + p[i].at, p[i].n);
	if (!used)
		sg_set_buf(&sg[used++], arena, 1);
	sg_mark_end(&sg[used - 1]);
}

/* Report the first byte that differs, and where that is in the stream. */
static int wt_differ(struct wt *t, const struct wt_op *op, const char *what,
		     const u8 *got, const u8 *want, size_t bad,
		     const struct wt_piece *p)
{
	while (got[bad] == want[bad])
		bad++;
	if (bad >= p->at && bad < p->at + p->n)
		return wt_fail(t, "%s: byte %zu of %u + %u + tag is %02x not %02x",
			       what, p->pos + bad - p->at, op->aad, op->len,
			       got[bad], want[bad]);
	return wt_fail(t, "%s: the byte %d from the start of a piece of %u was written",
		       what, (int)(bad - p->at), p->n);
}

static int wt_same(struct wt *t, const struct wt_op *op, const char *what,
		   const u8 *got, const u8 *want, const struct wt_piece *p)
{
	size_t from, len;
	unsigned int i;

	for (i = 0; i < WT_PIECES; i++) {
		wt_window(p, i, &from, &len);
		if (memcmp(got + from, want + from, len))
			return wt_differ(t, op, what, got, want, from, &p[i]);
	}
	return 0;
}

/* --- the request -------------------------------------------------------- */

void wt_op_init(const struct wt *t, struct wt_op *op, bool enc,
		unsigned int len)
{
	memset(op, 0, sizeof(*op));
	op->enc = enc;
	op->len = len;
	op->aad = !t->aead ? 0 : t->mode == WT_RFC4106 ? 16 : 13;
	op->tag = t->aead ? 16 : 0;
	op->src.n = 1;
	op->dst.n = 1;
	op->flip = -1;
	wt_fill(op->iv, t->ivsize, 3);
}

static int wt_call(struct wt *t)
{
	if (t->aead)
		return t->enc ? crypto_aead_encrypt(t->aereq) :
			     crypto_aead_decrypt(t->aereq);
	return t->enc ? crypto_skcipher_encrypt(t->skreq) :
		     crypto_skcipher_decrypt(t->skreq);
}

static void wt_describe(struct wt *t, const struct wt_op *op)
{
	static const char * const places[] = {
		"in place", "two lists", "apart"
	};
	static const char * const contexts[] = {
		"task", "bh off", "softirq", "fpu taken", "simd off"
	};
	size_t n = strlen(t->why);

	snprintf(t->why + n, sizeof(t->why) - n,
		 " [%scrypt key %u len %u aad %u tag %u %s %s src %u+%u+%u@%u,%u dst %u+%u+%u@%u,%u]",
		 op->enc ? "en" : "de", t->klen, op->len, op->aad, op->tag,
		 places[op->place], contexts[op->ctx],
		 op->src.n, op->src.len[0], op->src.len[1],
		 op->src.off[0], op->src.off[1],
		 op->dst.n, op->dst.len[0], op->dst.len[1],
		 op->dst.off[0], op->dst.off[1]);
}

/* Everything about a request that is under way. */
struct wt_run {
	struct wt_op *op;
	struct wt_piece sp[WT_PIECES], dp[WT_PIECES];
	struct scatterlist ssg[WT_PIECES], dsg[WT_PIECES];
	u8 *dst, *dimage;
	u8 iv_memory[16 + 16 + 16], *iv;
	unsigned int tag_in, tag_out;
};

static void wt_prepare(struct wt *t, struct wt_run *r)
{
	struct wt_op *op = r->op;
	u8 *src = t->src;

	wt_wipe(src, r->sp);
	wt_wipe(r->dst, r->dp);
	wt_put(src, r->sp, 0, t->aad, op->aad);
	wt_put(src, r->sp, op->aad, t->text, op->len);
	wt_put(src, r->sp, op->aad + op->len, t->want_tag, r->tag_in);
	if (op->flip >= 0)
		src[wt_at(r->sp, op->flip / 8)] ^= 1 << op->flip % 8;
	wt_copy(t->image, src, r->sp);
	wt_copy(r->dimage, r->dst, r->dp);
	memset(r->iv_memory, WT_CANARY, sizeof(r->iv_memory));
	r->iv = r->iv_memory + op->iv_off;
	memcpy(r->iv, op->iv, 16);
	wt_map(r->ssg, src, r->sp);
	wt_map(r->dsg, r->dst, r->dp);
}

static void wt_set_request(struct wt *t, struct wt_run *r)
{
	struct scatterlist *dsg = r->op->place == WT_IN_PLACE ? r->ssg : r->dsg;
	u32 flags = r->op->may_sleep ? CRYPTO_TFM_REQ_MAY_SLEEP : 0;
	unsigned int len = r->op->len + r->tag_in - r->op->cut;

	if (t->aead) {
		aead_request_set_callback(t->aereq, flags, NULL, NULL);
		aead_request_set_ad(t->aereq, r->op->aad);
		aead_request_set_crypt(t->aereq, r->ssg, dsg, len, r->iv);
	} else {
		skcipher_request_set_callback(t->skreq, flags, NULL, NULL);
		skcipher_request_set_crypt(t->skreq, r->ssg, dsg, len, r->iv);
	}
}

/* What a request may but need not write: let the image follow. */
static void wt_allow(struct wt *t, struct wt_run *r, int err)
{
	const struct wt_op *op = r->op;
	unsigned int i;

	/* Associated data may be copied. */
	for (i = 0; op->place == WT_APART && i < op->aad; i++) {
		size_t at = wt_at(r->dp, i);

		if (r->dst[at] == t->image[wt_at(r->sp, i)])
			r->dimage[at] = r->dst[at];
	}
	/*
	 * A forgery's text or that of a failure midway is anything.  Other
	 * errors come before all else, in our drivers at least.
	 */
	if (!err || (t->ours && err != -EBADMSG && !op->failed))
		return;
	for (i = 0; i < op->len; i++) {
		size_t at = wt_at(r->dp, op->aad + i);

		r->dimage[at] = r->dst[at];
	}
}

static int wt_judge(struct wt *t, struct wt_run *r, int err)
{
	struct wt_op *op = r->op;
	bool iv_known = wt_expect_iv(t, op);

	if (op->failed ? !err : err != op->err)
		return wt_fail(t, "returned %d instead of %d", err,
			       op->failed ? -ENOMEM : op->err);
	wt_allow(t, r, err);
	if (!err) {
		wt_put(r->dimage, r->dp, op->aad, t->want, op->len);
		wt_put(r->dimage, r->dp, op->aad + op->len, t->want_tag,
		       r->tag_out);
		if (iv_known && memcmp(r->iv, t->want_iv, t->ivsize))
			return wt_fail(t, "left the wrong IV");
	}
	err = wt_same(t, op, "destination", r->dst, r->dimage, r->dp);
	if (!err && op->place == WT_APART)
		err = wt_same(t, op, "source", t->src, t->image, r->sp);
	if (!err && (memchr_inv(r->iv_memory, WT_CANARY, op->iv_off) ||
		     memchr_inv(r->iv + 16, WT_CANARY, 32 - op->iv_off)))
		err = wt_fail(t, "memory beside the IV was written");
	return err;
}

static int wt_do_quiet(struct wt *t, struct wt_op *op)
{
	struct wt_run r = { .op = op };
	bool apart = op->place == WT_APART;
	unsigned int in, out;
	int err;

	wt_expect(t, op);
	r.tag_in = op->enc ? 0 : op->tag;
	r.tag_out = op->enc ? op->tag : 0;
	in = op->aad + op->len + (apart ? r.tag_in : op->tag);
	out = op->aad + op->len + (apart ? r.tag_out : op->tag);
	wt_lay(r.sp, &op->src, in);
	wt_lay(r.dp, apart ? &op->dst : &op->src, out);
	if (!wt_fits(r.sp) || !wt_fits(r.dp))
		return wt_fail(t, "the case's layout does not fit");
	r.dst = apart ? t->dst : t->src;
	r.dimage = apart ? t->dimage : t->image;
	wt_prepare(t, &r);
	wt_set_request(t, &r);

	t->enc = op->enc;
	wt_fail_arm(op->fail);
	err = wt_in(t, op->ctx, wt_call);
	op->failed = wt_fail_disarm(op->fail);
	return wt_judge(t, &r, err);
}

int wt_do(struct wt *t, struct wt_op *op)
{
	int err = wt_do_quiet(t, op);

	if (err)
		wt_describe(t, op);
	return err;
}
