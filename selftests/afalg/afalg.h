/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What afvec and afsweep share: transforms and requests through AF_ALG, names,
 * KTAP lines.
 */
#ifndef WIDECRYPT_AFALG_H
#define WIDECRYPT_AFALG_H

#include <stddef.h>

#include "../../tcrypt/ref.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

enum af_mode { AF_ECB, AF_CBC, AF_CTR, AF_CFB, AF_XTS, AF_GCM, AF_RFC4106,
	       AF_CCM, AF_NONE };

/* What a driver or algorithm name says about itself. */
struct af_name {
	const char *name;
	enum af_mode mode;
	enum ref_cipher cipher;
};

/*
 * Understands "ctr-sm4-widecrypt-generic", "rfc4106-gcm-aes-…" and
 * "ctr(sm4)", "ecb(sm4-generic)", "xts(ecb(sm4-generic))",
 * "rfc4106(gcm(aes))". 0 or -1.
 */
int af_parse_name(const char *name, struct af_name *n);
enum af_mode af_mode_by_name(const char *name, size_t len);
int af_is_aead(enum af_mode mode);
unsigned int af_ivlen(enum af_mode mode);

/* All of these return 0, or a count where stated, or -errno. */
int af_open(const struct af_name *n);		/* returns the transform's fd */
int af_setkey(int tfm, const u8 *key, size_t len);
int af_setauthsize(int tfm, unsigned int len);

/* How a side of a request is cut: cuts[] is repeated until the end. */
enum af_how {
	AF_WHOLE,	/* one sendmsg, one read */
	AF_MORE,	/* source: sendmsg pieces; the kernel gathers them */
	AF_SPLICE,	/* source: our own pages, an sg entry a piece */
};

struct af_split {
	enum af_how how;
	const unsigned int *src_cuts;	/* 0-terminated, or NULL */
	const unsigned int *dst_cuts;	/* 0-terminated, or NULL: one piece */
};

struct af_req {
	int enc;
	const u8 *iv;
	unsigned int ivlen;
	int assoclen;			/* -1: not an AEAD */
	const u8 *in;
	size_t inlen;
	u8 *out;
	size_t outlen;
	const struct af_split *split;	/* NULL: whole */
};

/* One request from start to end; returns the bytes read. */
int af_crypt(int tfm, const struct af_req *r);

/* The same in steps, for requests that continue each other. */
int af_start(int tfm, int enc, const u8 *iv, unsigned int ivlen, int assoclen);
int af_send(int op, const u8 *in, size_t len, const struct af_split *split,
	    int more);
int af_recv(int op, u8 *out, size_t len, const struct af_split *split);

/* KTAP: every test prints one line; af_end prints the plan. */
void af_begin(void);
void af_note(const char *fmt, ...);
void af_result(int ok, const char *fmt, ...);
void af_skip(const char *why, const char *fmt, ...);
int af_end(void);				/* exit status */

#endif /* WIDECRYPT_AFALG_H */
