// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tcrypt - how fast are ARIA, SM4 and AES-GCM in this kernel?
 *
 * The module measures while it loads and then refuses to stay (-EAGAIN), so
 * "modprobe tcrypt mode=610 num_mb=8192" may be repeated.  Modes, parameters
 * and the form of the lines are those that users of the kernel's module of
 * this name know.
 *
 * Each figure is the least of several samples of back-to-back operations;
 * sampling ends when the two least agree.  Encryption works in place, AEAD
 * decryption from one buffer to another, since it must find its tag again.
 * Before it is timed, each operation's output is compared with wcref.h's.
 *
 * Beside the line for people there is one for programs:
 *
 *	tcrypt-data: mode=610 alg=ecb(aria) driver=... op=encrypt klen=16
 *	bytes=4096 aad=0 num_mb=8 cycles=4595 cpb=1.122 mbps=9853 samples=7
 *	second=4610
 *
 * (one line) where cycles are those of get_cycles() for one operation and
 * second is the sample next to the least.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <crypto/aead.h>
#include <crypto/skcipher.h>
#include <linux/crypto.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/sched.h>
#include <linux/timex.h>

#include "tcrypt_modes.h"
#include "wcref.h"

/* Exported by the crypto manager, declared only in a private header. */
int alg_test(const char *driver, const char *alg, u32 type, u32 mask);

#define TC_TAG		16
#define TC_MIN_SAMPLES	7
#define TC_MAX_SAMPLES	25
#define TC_SAMPLE	200000ULL	/* least cycles in a sample */
#define TC_MAX_MB	65536U
#define TC_MAX_SEC	3600U

static unsigned int mode;
module_param(mode, uint, 0);
MODULE_PARM_DESC(mode, "What to do: 191 192 test; 211 215 218 222 224 227 228 229 518 519 610 measure; 200 500 600 measure alg=; 0 is alg= there?");

static char *alg;
module_param(alg, charp, 0);
MODULE_PARM_DESC(alg, "Only this algorithm");

static char *driver;
module_param(driver, charp, 0);
MODULE_PARM_DESC(driver, "Only this driver, with the algorithm it implements");

static unsigned int type;
module_param(type, uint, 0);
MODULE_PARM_DESC(type, "Algorithm type bits to ask for");

static unsigned int mask;
module_param(mask, uint, 0);
MODULE_PARM_DESC(mask, "Which bits of type matter (0x80: synchronous only)");

static unsigned int sec;
module_param(sec, uint, 0);
MODULE_PARM_DESC(sec, "Seconds per figure (0: count cycles)");

static unsigned int num_mb = 8;
module_param(num_mb, uint, 0);
MODULE_PARM_DESC(num_mb, "Requests at a time in multibuffer modes (8)");

static unsigned int klen;
module_param(klen, uint, 0);
MODULE_PARM_DESC(klen, "Only this key length, in bytes");

/* One request with its buffers. */
struct tc_req {
	union {
		struct skcipher_request *sk;
		struct aead_request *ae;
	};
	struct crypto_wait wait;
	struct scatterlist src, dst;
	u8 *in, *out;
	int err;
	u8 iv[16];
};

/**
 * struct tc_job - one driver being measured
 * @row: the line of the table
 * @alg: name of the algorithm
 * @driver: name of the driver
 * @aead: which of @ae and @sk is in use
 * @sk: the transform
 * @ae: the transform
 * @enc: direction
 * @klen: key length now measured
 * @bytes: text of a request
 * @aad: associated data of a request
 * @n: requests at a time
 * @pages: size of a buffer
 * @req: the requests
 * @ref: what gives the expected output
 * @input: associated data and text of every request
 * @want: the expected output
 */
struct tc_job {
	const struct tc_row *row;
	const char *alg, *driver;
	bool aead, enc;
	union {
		struct crypto_skcipher *sk;
		struct crypto_aead *ae;
	};
	unsigned int klen, bytes, aad, n;
	size_t pages;
	struct tc_req *req;
	struct wcref ref;
	u8 *input, *want;
};

/* Cycles in a microsecond, times 1024. */
static u64 tc_rate;

static u64 tc_cycles(void)
{
#if defined(CONFIG_UML) && defined(__x86_64__)
	u32 lo, hi;

	/* get_cycles() is 0 there. */
	asm volatile("lfence; rdtsc" : "=a" (lo), "=d" (hi) : : "memory");
	return (u64)hi << 32 | lo;
#else
	return get_cycles();
#endif
}

static int tc_calibrate(void)
{
	u64 t = ktime_get_ns(), c = tc_cycles();

	while (ktime_get_ns() - t < 10 * NSEC_PER_MSEC)
		cpu_relax();
	c = tc_cycles() - c;
	t = ktime_get_ns() - t;
	tc_rate = div64_u64(c * 1024 * 1000, t);
	if (!tc_rate) {
		pr_err("no cycle counter here\n");
		return -EOPNOTSUPP;
	}
	return 0;
}

/* --- requests ----------------------------------------------------------- */

static void tc_free_reqs(struct tc_job *job)
{
	unsigned int i;

	for (i = 0; job->req && i < job->n; i++) {
		struct tc_req *r = &job->req[i];

		if (job->aead)
			aead_request_free(r->ae);
		else
			skcipher_request_free(r->sk);
		if (r->in)
			free_pages_exact(r->in, job->pages);
		if (r->out && r->out != r->in)
			free_pages_exact(r->out, job->pages);
	}
	kvfree(job->req);
	job->req = NULL;
}

static int tc_alloc_reqs(struct tc_job *job, unsigned int max)
{
	gfp_t gfp = GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN;
	unsigned int i;

	job->pages = PAGE_ALIGN(max + job->aad + (job->aead ? TC_TAG : 0));
	job->req = kvcalloc(job->n, sizeof(*job->req), GFP_KERNEL);
	if (!job->req)
		goto nomem;
	for (i = 0; i < job->n; i++) {
		struct tc_req *r = &job->req[i];

		if (job->aead)
			r->ae = aead_request_alloc(job->ae, gfp);
		else
			r->sk = skcipher_request_alloc(job->sk, gfp);
		r->in = alloc_pages_exact(job->pages, gfp);
		r->out = r->in;
		if (job->aead && !job->enc)
			r->out = alloc_pages_exact(job->pages, gfp);
		if (!r->sk || !r->in || !r->out)
			goto nomem;
		crypto_init_wait(&r->wait);
		if (job->aead)
			aead_request_set_callback(r->ae, CRYPTO_TFM_REQ_MAY_BACKLOG,
						  crypto_req_done, &r->wait);
		else
			skcipher_request_set_callback(r->sk, CRYPTO_TFM_REQ_MAY_BACKLOG,
						      crypto_req_done, &r->wait);
	}
	return 0;

nomem:
	pr_err("num_mb=%u requests of %u bytes do not fit into memory\n",
	       job->n, max);
	return -ENOMEM;
}

/* Give every request the same text, key stream position and size. */
static void tc_prepare(struct tc_job *job, const u8 *iv)
{
	unsigned int in_len = job->aad + job->bytes, i;

	if (job->aead && !job->enc)
		in_len += TC_TAG;
	for (i = 0; i < job->n; i++) {
		struct tc_req *r = &job->req[i];

		memcpy(r->in, job->input, in_len);
		memcpy(r->iv, iv, 16);
		sg_init_one(&r->src, r->in, job->pages);
		sg_init_one(&r->dst, r->out, job->pages);
		if (job->aead) {
			aead_request_set_ad(r->ae, job->aad);
			aead_request_set_crypt(r->ae, &r->src,
					       job->enc ? &r->src : &r->dst,
					       in_len - job->aad, r->iv);
		} else {
			skcipher_request_set_crypt(r->sk, &r->src, &r->src,
						   job->bytes, r->iv);
		}
	}
}

static int tc_start(const struct tc_job *job, struct tc_req *r)
{
	if (job->aead)
		return job->enc ? crypto_aead_encrypt(r->ae) :
				  crypto_aead_decrypt(r->ae);
	return job->enc ? crypto_skcipher_encrypt(r->sk) :
			  crypto_skcipher_decrypt(r->sk);
}

/* Every request once. */
static int tc_round(struct tc_job *job)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < job->n; i++)
		job->req[i].err = tc_start(job, &job->req[i]);
	for (i = 0; i < job->n; i++) {
		struct tc_req *r = &job->req[i];

		if (r->err)
			r->err = crypto_wait_req(r->err, &r->wait);
		if (r->err && !err)
			err = r->err;
	}
	return err;
}

/* --- the expected output ------------------------------------------------ */

static void tc_fill(u8 *p, unsigned int len, u32 seed)
{
	while (len--) {
		seed = seed * 1664525 + 1013904223;
		*p++ = seed >> 24;
	}
}

/* Fill in job->input and job->want. */
static void tc_expect(struct tc_job *job, const u8 *iv)
{
	u8 *text = job->input + job->aad, *out = job->want + job->aad;

	tc_fill(job->input, job->aad + job->bytes, job->bytes + job->klen);
	if (!job->aead)
		return wcref_skcipher(&job->ref, job->enc, out, text,
				      job->bytes, iv);
	if (job->ref.mode == WCREF_RFC4106)
		memcpy(job->input + job->aad - 8, iv, 8);
	memcpy(job->want, job->input, job->aad);
	wcref_aead(&job->ref, job->enc, out, text, job->bytes, job->input,
		   job->aad, iv, (job->enc ? out : text) + job->bytes);
}

static int tc_compare(struct tc_job *job)
{
	unsigned int from = job->aad, len = job->bytes, i;

	if (job->aead && job->enc)
		len += TC_TAG;
	for (i = 0; i < job->n; i++) {
		const struct tc_req *r = &job->req[i];

		if (memcmp(r->out + from, job->want + from, len)) {
			pr_err("%s: wrong output\n", job->driver);
			return -EBADMSG;
		}
	}
	return 0;
}

/* --- figures ------------------------------------------------------------ */

struct tc_figure {
	u64 best, second;	/* cycles of a sample */
	u64 ops;		/* operations in it */
	unsigned int samples;
};

static int tc_sample(struct tc_job *job, unsigned int rounds, u64 *cycles)
{
	u64 start = tc_cycles();
	int err = 0;

	while (rounds-- && !err)
		err = tc_round(job);
	*cycles = tc_cycles() - start;
	cond_resched();
	return err;
}

static int tc_measure(struct tc_job *job, struct tc_figure *f)
{
	unsigned int rounds;
	u64 c;
	int err;

	err = tc_sample(job, 1, &c);
	if (!err)
		err = tc_sample(job, 1, &c);
	if (err)
		return err;
	c = max_t(u64, c, 1);
	rounds = max_t(u64, div64_u64(TC_SAMPLE, c), 1);
	f->ops = (u64)rounds * job->n;
	f->best = U64_MAX;
	f->second = U64_MAX;
	for (f->samples = 0; f->samples < TC_MAX_SAMPLES; f->samples++) {
		if (f->samples >= TC_MIN_SAMPLES &&
		    f->second - f->best <= f->best >> 6)
			break;
		err = tc_sample(job, rounds, &c);
		if (err)
			return err;
		if (c < f->best) {
			f->second = f->best;
			f->best = c;
		} else if (c < f->second) {
			f->second = c;
		}
	}
	return 0;
}

static int tc_measure_seconds(struct tc_job *job, struct tc_figure *f)
{
	unsigned long end = jiffies + sec * HZ;
	u64 start = tc_cycles();
	int err = 0;

	f->ops = 0;
	f->samples = 1;
	while (time_before(jiffies, end) && !err) {
		err = tc_round(job);
		f->ops += job->n;
		cond_resched();
	}
	f->best = tc_cycles() - start;
	f->second = f->best;
	return err;
}

static void tc_report(const struct tc_job *job, unsigned int nr,
		      const struct tc_figure *f)
{
	u64 bytes = f->ops * job->bytes, mcpb, mbps;
	u64 cycles = div64_u64(f->best, f->ops);
	u64 sixteenths = max_t(u64, div64_u64(f->best * 16, f->ops), 1);
	u32 frac;

	/* Bits in a microsecond are Mb/s; tc_rate is 1024 times cycles/us. */
	mbps = div64_u64((u64)job->bytes * 8 * tc_rate, sixteenths * 64);
	mcpb = div_u64_rem(div64_u64(f->best * 1000, bytes), 1000, &frac);
	if (sec)
		pr_info("test %u (%u bit key, %u byte blocks): %llu operations in %u seconds (%llu bytes)\n",
			nr, job->klen * 8, job->bytes, f->ops, sec, bytes);
	else
		pr_info("test %u (%u bit key, %u byte blocks): 1 operation in %llu cycles (%u bytes)\n",
			nr, job->klen * 8, job->bytes, cycles, job->bytes);
	pr_info("tcrypt-data: mode=%u alg=%s driver=%s op=%s klen=%u bytes=%u aad=%u num_mb=%u cycles=%llu cpb=%llu.%03u mbps=%llu samples=%u second=%llu\n",
		job->row->mode, job->alg, job->driver,
		job->enc ? "encrypt" : "decrypt", job->klen, job->bytes,
		job->aad, job->n, cycles, mcpb, frac, mbps, f->samples,
		div64_u64(f->second, f->ops));
}

static int tc_one_size(struct tc_job *job, unsigned int nr)
{
	struct tc_figure f = {};
	u8 iv[16];
	int err;

	tc_fill(iv, sizeof(iv), job->bytes);
	tc_expect(job, iv);
	tc_prepare(job, iv);
	err = tc_round(job);
	if (!err)
		err = tc_compare(job);
	if (!err)
		err = sec ? tc_measure_seconds(job, &f) : tc_measure(job, &f);
	if (err) {
		pr_err("test %u (%u bit key, %u byte blocks): %s %scryption failed: %d\n",
		       nr, job->klen * 8, job->bytes, job->driver,
		       job->enc ? "en" : "de", err);
		return err;
	}
	tc_report(job, nr, &f);
	return 0;
}

static int tc_setkey(struct tc_job *job)
{
	u8 key[256];
	int err;

	tc_fill(key, job->klen, 0x5eed);
	err = job->aead ? crypto_aead_setkey(job->ae, key, job->klen) :
			  crypto_skcipher_setkey(job->sk, key, job->klen);
	if (!err)
		err = wcref_setkey(&job->ref, key, job->klen);
	if (err)
		pr_err("klen=%u: %s does not take this key length: %d\n",
		       job->klen, job->driver, err);
	return err;
}

static int tc_one_direction(struct tc_job *job, const u8 *keys, bool enc)
{
	const unsigned int *sizes = job->aead ? aead_sizes : cipher_sizes;
	unsigned int max = job->aead ? 8192 : 4096, nr = 0, i;
	int err;

	job->enc = enc;
	pr_info("testing speed of %s%s (%s) %scryption\n",
		job->row->style == TC_MB ? "multibuffer " :
		job->row->style == TC_ASYNC ? "async " :
		job->aead ? "" : "sync ",
		job->alg, job->driver, enc ? "en" : "de");
	err = tc_alloc_reqs(job, max);
	for (; *keys && !err; keys++) {
		job->klen = *keys;
		err = tc_setkey(job);
		for (i = 0; sizes[i] && !err; i++) {
			job->bytes = sizes[i];
			if (wcref_needs_blocks(&job->ref))
				job->bytes = ALIGN(sizes[i], 16);
			err = tc_one_size(job, nr++);
			if (!err && fatal_signal_pending(current))
				err = -EINTR;
		}
	}
	tc_free_reqs(job);
	return err;
}

/* --- finding the driver ------------------------------------------------- */

static void tc_close(struct tc_job *job)
{
	if (job->aead)
		crypto_free_aead(job->ae);
	else
		crypto_free_skcipher(job->sk);
}

/* Open a driver or algorithm by name, whether cipher or AEAD. */
static int tc_open(struct tc_job *job, const char *name, enum tc_style style)
{
	struct crypto_tfm *tfm;

	job->aead = false;
	job->sk = crypto_alloc_skcipher(name, type, mask | (style == TC_SYNC ?
							    CRYPTO_ALG_ASYNC : 0));
	if (IS_ERR(job->sk)) {
		int err = PTR_ERR(job->sk);

		job->aead = true;
		job->ae = crypto_alloc_aead(name, type, mask);
		if (IS_ERR(job->ae)) {
			if (PTR_ERR(job->ae) != -ENOENT)
				err = PTR_ERR(job->ae);
			return err;
		}
	}
	tfm = job->aead ? crypto_aead_tfm(job->ae) :
			  crypto_skcipher_tfm(job->sk);
	job->alg = crypto_tfm_alg_name(tfm);
	job->driver = crypto_tfm_alg_driver_name(tfm);
	return 0;
}

static int tc_speed(const struct tc_row *row, const char *name, const u8 *keys,
		    unsigned int aad)
{
	struct tc_job job = { .row = row };
	int err;

	err = tc_open(&job, driver ?: name, row->style);
	if (err) {
		pr_err("failed to load transform for %s: %d\n",
		       driver ?: name, err);
		return err;
	}
	job.n = row->style == TC_MB ? num_mb : 1;
	job.aad = job.aead ? aad : 0;
	err = wcref_init(&job.ref, job.alg);
	if (err)
		pr_err("no reference for %s: %d\n", job.alg, err);
	if (!err && job.aead)
		err = crypto_aead_setauthsize(job.ae, TC_TAG);
	if (!err) {
		job.input = kzalloc(8192 + 64 + TC_TAG, GFP_KERNEL);
		job.want = kzalloc(8192 + 64 + TC_TAG, GFP_KERNEL);
		if (!job.input || !job.want)
			err = -ENOMEM;
	}
	if (!err)
		err = tc_one_direction(&job, keys, true);
	if (!err)
		err = tc_one_direction(&job, keys, false);
	kfree(job.input);
	kfree(job.want);
	tc_close(&job);
	return err;
}

static int tc_selftest(const struct tc_row *row, const char *name)
{
	struct tc_job job = {};
	char drv[CRYPTO_MAX_ALG_NAME];
	int err;

	err = tc_open(&job, driver ?: name, row->style);
	if (err) {
		pr_err("failed to load transform for %s: %d\n",
		       driver ?: name, err);
		return err;
	}
	strscpy(drv, job.driver, sizeof(drv));
	tc_close(&job);
	err = alg_test(drv, name, 0, 0);
	pr_info("self-test of %s (%s): %s\n", name, drv,
		err ? "failed" : "passed");
	return err;
}

/* --- parameters --------------------------------------------------------- */

static bool tc_is_there(const char *name)
{
	return crypto_has_alg(name, type, mask) > 0;
}

/* The algorithm that alg= and driver= single out, or NULL for all. */
static int tc_only(char *only, size_t size, bool *aead)
{
	struct tc_job job;
	int err;

	only[0] = 0;
	if (!driver && !alg)
		return 0;
	err = tc_open(&job, driver ?: alg, TC_ASYNC);
	if (err) {
		pr_err("%s=%s: not there: %d\n", driver ? "driver" : "alg",
		       driver ?: alg, err);
		return err == -ENOENT ? -EINVAL : err;
	}
	*aead = job.aead;
	strscpy(only, job.alg, size);
	if (driver && strcmp(driver, job.driver)) {
		pr_err("driver=%s: this is not a driver's name but %s's\n",
		       driver, job.driver);
		err = -EINVAL;
	} else if (alg && strcmp(alg, job.alg)) {
		pr_err("alg=%s: %s is %s\n", alg, job.driver, job.alg);
		err = -EINVAL;
	}
	tc_close(&job);
	return err;
}

static int tc_check_params(const struct tc_row **first)
{
	unsigned int i;

	*first = NULL;
	for (i = 0; i < ARRAY_SIZE(tc_rows) && !*first; i++)
		if (tc_rows[i].mode == mode)
			*first = &tc_rows[i];
	if (mode && !*first) {
		pr_err("mode=%u: no such mode\n", mode);
		return -EINVAL;
	}
	if ((!mode || !(*first)->alg) && !alg && !driver) {
		pr_err("mode=%u: needs alg= or driver=\n", mode);
		return -EINVAL;
	}
	if (!num_mb || num_mb > TC_MAX_MB) {
		pr_err("num_mb=%u: not in 1 to %u\n", num_mb, TC_MAX_MB);
		return -EINVAL;
	}
	if (sec > TC_MAX_SEC) {
		pr_err("sec=%u: more than %u\n", sec, TC_MAX_SEC);
		return -EINVAL;
	}
	if (klen > 255) {
		pr_err("klen=%u: more than 255\n", klen);
		return -EINVAL;
	}
	return 0;
}

/* Key lengths for an algorithm that the chosen mode's table does not have. */
static const struct tc_row *tc_similar(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tc_rows); i++)
		if (tc_rows[i].keys && !strcmp(tc_rows[i].alg, name))
			return &tc_rows[i];
	return NULL;
}

static int tc_run_row(const struct tc_row *row, const char *name, bool aead)
{
	const struct tc_row *like = row->keys ? row : tc_similar(name);
	const u8 one[] = { klen, 0 };

	if (row->style == TC_SELFTEST)
		return tc_selftest(row, name);
	if (!like && !klen) {
		pr_err("klen=0: %s needs a key length\n", name);
		return -EINVAL;
	}
	if (like)
		return tc_speed(row, name, klen ? one : like->keys, like->aad);
	return tc_speed(row, name, one, aead ? 16 : 0);
}

static int tc_run_mode(const struct tc_row *first, const char *only, bool aead)
{
	const struct tc_row *end = tc_rows + ARRAY_SIZE(tc_rows), *row;
	int ret = 0, done = 0, tests = 0;

	for (row = first; row < end && row->mode == mode; row++) {
		const char *name = row->alg ?: only;
		int err;

		if (*only && strcmp(only, name))
			continue;
		done++;
		if (row->optional && !tc_is_there(name)) {
			pr_info("%s is not registered: left out\n", name);
			continue;
		}
		if (row->style == TC_SELFTEST && !wc_has_selftest(name)) {
			pr_info("this kernel has no self-test of %s: left out\n",
				name);
			continue;
		}
		tests++;
		err = tc_run_row(row, name, aead);
		if (err == -EINTR)
			return err;
		ret = ret ?: err;
	}
	if (!done && *only && first->style != TC_SELFTEST) {
		struct tc_row other = *first;

		/* alg= beside the table: measured in the style of the mode. */
		other.alg = only;
		other.keys = NULL;
		other.optional = false;
		ret = tc_run_row(&other, only, aead);
	} else if (!done) {
		pr_err("%s=%s: mode=%u has no test for %s\n",
		       alg ? "alg" : "driver", alg ?: driver, mode, only);
		ret = -EINVAL;
	} else if (!tests) {
		pr_err("mode=%u: this kernel has no such self-tests\n", mode);
		ret = -EOPNOTSUPP;
	}
	return ret;
}

static int __init tcrypt_init(void)
{
	char only[CRYPTO_MAX_ALG_NAME];
	const struct tc_row *first;
	bool aead = false;
	int err;

	err = tc_check_params(&first);
	if (err)
		return err;
	if (!mode && alg && !driver)
		return tc_is_there(alg) ? -EAGAIN : -ENOENT;
	err = tc_only(only, sizeof(only), &aead);
	if (!err && !mode)
		return -EAGAIN;
	if (!err)
		err = tc_calibrate();
	if (err)
		return err;

	err = tc_run_mode(first, only, aead);
	if (err) {
		pr_err("one or more tests failed!\n");
		return err;
	}
	/* Nothing is left to do: leave without a visit to rmmod. */
	return -EAGAIN;
}

/* Never runs; without it the module could not be unloaded. */
static void __exit tcrypt_exit(void)
{
}

module_init(tcrypt_init);
module_exit(tcrypt_exit);

MODULE_DESCRIPTION("Speed of ARIA, SM4 and AES-GCM");
MODULE_LICENSE("GPL");
