/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * widecrypt_test: cases that only a caller inside the kernel can make.
 *
 * wt_op.c performs one request of any shape and judges everything about it:
 * result, error code, IV, and every byte of memory around.  wt_cases.c holds
 * the table of cases, wt_main.c runs it over the drivers.
 */
#ifndef WT_H
#define WT_H

#include <crypto/aead.h>
#include <crypto/skcipher.h>
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/types.h>

#define WT_PIECES	5
#define WT_MAX_TEXT	4352U	/* more than a page and than any batch */
#define WT_MAX_AAD	1024U
#define WT_MAX_TAG	16U
#define WT_SLOT		(2 * PAGE_SIZE)
#define WT_ARENA	(WT_PIECES * WT_SLOT)
#define WT_CANARY	0xa5

/* Stands for a test that cannot be made here; never for a success. */
#define WT_SKIP		1

enum wt_mode { WT_ECB, WT_CBC, WT_CTR, WT_CFB, WT_XTS, WT_GCM, WT_RFC4106 };

/**
 * enum wt_place - where the output goes
 * @WT_IN_PLACE: source and destination are one scatterlist
 * @WT_TWO_LISTS: two scatterlists of the same memory
 * @WT_APART: memory of its own
 */
enum wt_place { WT_IN_PLACE, WT_TWO_LISTS, WT_APART };

/**
 * enum wt_ctx - who calls
 * @WT_TASK: a task
 * @WT_BH: a task with bottom halves off
 * @WT_SOFTIRQ: a tasklet
 * @WT_FPU: a task in a vector section of its own
 * @WT_NOSIMD: a task on a CPU where the self-tests' switch turned SIMD off
 */
enum wt_ctx { WT_TASK, WT_BH, WT_SOFTIRQ, WT_FPU, WT_NOSIMD };

/**
 * struct wt_layout - how a stream of bytes lies in memory
 * @n: number of pieces, each a scatterlist entry in a slot of its own; the
 *	last takes all that is left
 * @len: bytes of each piece but the last
 * @off: where in its slot each piece begins
 */
struct wt_layout {
	unsigned int n;
	unsigned int len[WT_PIECES];
	unsigned int off[WT_PIECES];
};

/**
 * struct wt_op - a request
 * @enc: encrypt or decrypt
 * @len: bytes of text
 * @aad: AEAD: bytes of associated data
 * @tag: AEAD: bytes of tag (what setauthsize() was told)
 * @src: layout of AAD, text and tag
 * @dst: the same for the output
 * @place: where the output goes
 * @ctx: who calls
 * @may_sleep: pass CRYPTO_TFM_REQ_MAY_SLEEP
 * @iv: the IV
 * @iv_off: offset at which the IV lies
 * @fail: let this allocation within the call fail (1: the first)
 * @failed: whether one did
 * @flip: turn this bit of the input (AAD, text, tag), or -1
 * @cut: AEAD decryption: tell the driver of this many bytes fewer
 * @err: the error that must come back
 */
struct wt_op {
	bool enc;
	unsigned int len, aad, tag;
	struct wt_layout src, dst;
	enum wt_place place;
	enum wt_ctx ctx;
	bool may_sleep;
	u8 iv[16];
	unsigned int iv_off;
	unsigned int fail;
	bool failed;
	int flip;
	unsigned int cut;
	int err;
};

struct wt_ref;

/**
 * struct wt - a driver under test
 * @alg: name of the algorithm
 * @driver: name of the driver
 * @mode: its mode
 * @aead: which of @sk and @ae is in use
 * @ours: this is a driver of widecrypt, whose properties are known
 * @keylens: legal key lengths, ended by 0
 * @ivsize: bytes of IV
 * @sk: the transform
 * @ae: the transform
 * @skreq: a request
 * @aereq: a request
 * @key: the key in use
 * @klen: its length
 * @ref: what gives the expected results
 * @text: the text of every request
 * @aad: the associated data of every request
 * @src: memory for sources
 * @dst: memory for destinations
 * @image: what @src must be afterwards
 * @dimage: what @dst must be afterwards
 * @want: expected output text
 * @want_tag: expected tag
 * @want_iv: expected IV, if the mode has a rule for it
 * @tasklet: to call from a soft interrupt
 * @done: that has happened
 * @fn: what to call there
 * @enc: direction of the request
 * @rc: what it returned
 * @why: the first failure, for people
 * @min: sweep lengths from this on
 * @max: and below this
 * @iterations: how many random requests
 */
struct wt {
	const char *alg, *driver;
	enum wt_mode mode;
	bool aead, ours;
	const unsigned int *keylens;
	unsigned int ivsize;
	struct crypto_skcipher *sk;
	struct crypto_aead *ae;
	struct skcipher_request *skreq;
	struct aead_request *aereq;
	u8 key[128];
	unsigned int klen;
	struct wt_ref *ref;
	u8 *text, *aad, *src, *dst, *image, *dimage;
	u8 *want, want_tag[16], want_iv[16];
	struct tasklet_struct tasklet;
	struct completion done;
	int (*fn)(struct wt *t);
	bool enc;
	int rc;
	char why[320];
	unsigned int min, max, iterations;
};

/**
 * struct wt_case - a line of the table
 * @name: for people
 * @modes: the modes for which it makes sense, a bit each
 * @run: returns 0, WT_SKIP or a negative error with t->why filled in
 */
struct wt_case {
	const char *name;
	unsigned int modes;
	int (*run)(struct wt *t);
};

extern const struct wt_case wt_cases[];
extern const unsigned int wt_ncases;

/* wt_op.c */
int wt_open(struct wt *t, const char *driver);
int wt_clone(struct wt *t, const struct wt *of);
void wt_close(struct wt *t);
int wt_setkey(struct wt *t, unsigned int klen, u32 seed);
int wt_setkey_in(struct wt *t, unsigned int klen, u32 seed, unsigned int off,
		 enum wt_ctx ctx);
int wt_setkey_raw(struct wt *t, const u8 *key, unsigned int klen);
int wt_setauthsize(struct wt *t, unsigned int tag);
void wt_op_init(const struct wt *t, struct wt_op *op, bool enc,
		unsigned int len);
int wt_do(struct wt *t, struct wt_op *op);
bool wt_ctx_possible(enum wt_ctx ctx);
bool wt_fail_possible(void);
u32 wt_random(u32 *state);
void wt_fill(u8 *p, unsigned int len, u32 seed);
__printf(2, 3) int wt_fail(struct wt *t, const char *fmt, ...);

#endif /* WT_H */
