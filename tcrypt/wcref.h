/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reference results for the speed test and for the in-kernel test module.
 *
 * Every mode is spelled out here over one operation: a single block through
 * ecb(CIPHER-generic), one request per block.  Nothing that a driver under
 * test does for more than one block is used, so its result is independent.
 * Slow on purpose: GHASH goes bit by bit.
 */
#ifndef WCREF_H
#define WCREF_H

#include <crypto/aead.h>
#include <crypto/algapi.h>
#include <crypto/skcipher.h>
#include <linux/err.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/string.h>

enum wcref_mode {
	WCREF_ECB,
	WCREF_CBC,
	WCREF_CTR,
	WCREF_CFB,
	WCREF_XTS,
	WCREF_GCM,
	WCREF_RFC4106,
};

static const char * const wcref_mode_prefix[] = {
	[WCREF_ECB] = "ecb(",
	[WCREF_CBC] = "cbc(",
	[WCREF_CTR] = "ctr(",
	[WCREF_CFB] = "cfb(",
	[WCREF_XTS] = "xts(",
	[WCREF_GCM] = "gcm(",
	[WCREF_RFC4106] = "rfc4106(gcm(",
};

/**
 * struct wcref - a mode over single blocks
 * @mode: what to compute
 * @ecb: the single-block cipher; for XTS the data key's
 * @tweak: XTS only: the tweak key's
 * @req: request of @ecb
 * @treq: request of @tweak
 * @sg: one block
 * @block: the block of @sg, allocated
 * @h: GHASH key
 * @salt: rfc4106 only: the first four bytes of the nonce
 */
struct wcref {
	enum wcref_mode mode;
	struct crypto_skcipher *ecb, *tweak;
	struct skcipher_request *req, *treq;
	struct scatterlist sg;
	u8 *block;
	u8 h[16];
	u8 salt[4];
};

static inline bool wcref_is_aead(const struct wcref *ref)
{
	return ref->mode == WCREF_GCM || ref->mode == WCREF_RFC4106;
}

static inline bool wcref_needs_blocks(const struct wcref *ref)
{
	return ref->mode == WCREF_ECB || ref->mode == WCREF_CBC;
}

static void wcref_exit(struct wcref *ref)
{
	skcipher_request_free(ref->req);
	skcipher_request_free(ref->treq);
	if (!IS_ERR_OR_NULL(ref->ecb))
		crypto_free_skcipher(ref->ecb);
	if (!IS_ERR_OR_NULL(ref->tweak))
		crypto_free_skcipher(ref->tweak);
	kfree(ref->block);
	memset(ref, 0, sizeof(*ref));
}

static struct crypto_skcipher *wcref_alloc_ecb(const char *cipher)
{
	static const char * const forms[] = {
		"ecb(%s-generic)",
		"ecb(%s-lib)",
	};
	struct crypto_skcipher *tfm = ERR_PTR(-ENOENT);
	char name[CRYPTO_MAX_ALG_NAME];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(forms) && IS_ERR(tfm); i++) {
		snprintf(name, sizeof(name), forms[i], cipher);
		tfm = crypto_alloc_skcipher(name, 0, CRYPTO_ALG_ASYNC);
	}
	return tfm;
}

/**
 * wcref_init() - make a reference for an algorithm
 * @ref: what to set up
 * @alg: a name such as "ctr(aria)" or "rfc4106(gcm(aes))"
 *
 * Return: 0, -EINVAL when the name holds no mode known here, or the error
 * of allocating the single-block cipher.
 */
static int wcref_init(struct wcref *ref, const char *alg)
{
	char cipher[CRYPTO_MAX_ALG_NAME];
	const char *in = NULL;
	unsigned int i;

	memset(ref, 0, sizeof(*ref));
	for (i = 0; i < ARRAY_SIZE(wcref_mode_prefix); i++) {
		size_t n = strlen(wcref_mode_prefix[i]);

		if (!strncmp(alg, wcref_mode_prefix[i], n)) {
			ref->mode = i;
			in = alg + n;
		}
	}
	if (!in)
		return -EINVAL;
	strscpy(cipher, in, sizeof(cipher));
	cipher[strcspn(cipher, ")")] = 0;

	ref->block = kzalloc(16, GFP_KERNEL);
	if (!ref->block)
		return -ENOMEM;
	sg_init_one(&ref->sg, ref->block, 16);
	ref->ecb = wcref_alloc_ecb(cipher);
	if (IS_ERR(ref->ecb)) {
		int err = PTR_ERR(ref->ecb);

		wcref_exit(ref);
		return err;
	}
	ref->req = skcipher_request_alloc(ref->ecb, GFP_KERNEL);
	if (ref->mode == WCREF_XTS) {
		ref->tweak = wcref_alloc_ecb(cipher);
		if (!IS_ERR(ref->tweak))
			ref->treq = skcipher_request_alloc(ref->tweak,
							   GFP_KERNEL);
	}
	if (!ref->req || (ref->mode == WCREF_XTS && !ref->treq)) {
		wcref_exit(ref);
		return -ENOMEM;
	}
	return 0;
}

static int wcref_block_by(struct wcref *ref, struct skcipher_request *req,
			  bool enc, u8 *dst, const u8 *src)
{
	int err;

	memcpy(ref->block, src, 16);
	skcipher_request_set_callback(req, 0, NULL, NULL);
	skcipher_request_set_crypt(req, &ref->sg, &ref->sg, 16, NULL);
	err = enc ? crypto_skcipher_encrypt(req) : crypto_skcipher_decrypt(req);
	memcpy(dst, ref->block, 16);
	return err;
}

static int wcref_block(struct wcref *ref, bool enc, u8 *dst, const u8 *src)
{
	return wcref_block_by(ref, ref->req, enc, dst, src);
}

static int wcref_setkey(struct wcref *ref, const u8 *key, unsigned int len)
{
	int err;

	if (ref->mode == WCREF_XTS) {
		err = crypto_skcipher_setkey(ref->tweak, key + len / 2, len / 2);
		return err ?: crypto_skcipher_setkey(ref->ecb, key, len / 2);
	}
	if (ref->mode == WCREF_RFC4106) {
		len -= 4;
		memcpy(ref->salt, key + len, 4);
	}
	err = crypto_skcipher_setkey(ref->ecb, key, len);
	memset(ref->h, 0, 16);
	if (!err && wcref_is_aead(ref))
		err = wcref_block(ref, true, ref->h, ref->h);
	return err;
}

/* Add one to the big-endian number in the last @width bytes of a block. */
static void wcref_inc(u8 *ctr, unsigned int width)
{
	unsigned int i;

	for (i = 16; i-- > 16 - width; )
		if (++ctr[i])
			return;
}

static int wcref_xor_ctr(struct wcref *ref, u8 *dst, const u8 *src,
			 unsigned int len, u8 *ctr, unsigned int width)
{
	unsigned int i, n;
	u8 ks[16];
	int err;

	for (; len; len -= n, src += n, dst += n) {
		err = wcref_block(ref, true, ks, ctr);
		if (err)
			return err;
		wcref_inc(ctr, width);
		n = min(len, 16U);
		for (i = 0; i < n; i++)
			dst[i] = src[i] ^ ks[i];
	}
	return 0;
}

static int wcref_cbc(struct wcref *ref, bool enc, u8 *dst, const u8 *src,
		     unsigned int len, u8 *iv)
{
	u8 in[16], out[16];
	unsigned int i;
	int err = 0;

	for (; len && !err; len -= 16, src += 16, dst += 16) {
		memcpy(in, src, 16);
		if (enc)
			for (i = 0; i < 16; i++)
				in[i] ^= iv[i];
		err = wcref_block(ref, enc, out, in);
		if (!enc)
			for (i = 0; i < 16; i++)
				out[i] ^= iv[i];
		memcpy(iv, enc ? out : in, 16);
		memcpy(dst, out, 16);
	}
	return err;
}

static int wcref_cfb(struct wcref *ref, bool enc, u8 *dst, const u8 *src,
		     unsigned int len, u8 *iv)
{
	unsigned int i, n;
	u8 ks[16];
	int err;

	for (; len; len -= n, src += n, dst += n) {
		err = wcref_block(ref, true, ks, iv);
		if (err)
			return err;
		n = min(len, 16U);
		for (i = 0; i < n; i++) {
			u8 in = src[i];

			dst[i] = in ^ ks[i];
			if (n == 16)
				iv[i] = enc ? dst[i] : in;
		}
	}
	return 0;
}

static int wcref_xts_block(struct wcref *ref, bool enc, u8 *dst,
			   const u8 *src, const u8 *t)
{
	unsigned int i;
	u8 b[16];
	int err;

	for (i = 0; i < 16; i++)
		b[i] = src[i] ^ t[i];
	err = wcref_block(ref, enc, b, b);
	for (i = 0; i < 16; i++)
		dst[i] = b[i] ^ t[i];
	return err;
}

static void wcref_xts_next(u8 *next, const u8 *t)
{
	unsigned int i;
	u8 carry = t[15] >> 7 ? 0x87 : 0;

	for (i = 15; i > 0; i--)
		next[i] = t[i] << 1 | t[i - 1] >> 7;
	next[0] = t[0] << 1 ^ carry;
}

/* The tail of a length that is no multiple of 16 borrows from its neighbour. */
static int wcref_xts(struct wcref *ref, bool enc, u8 *dst, const u8 *src,
		     unsigned int len, const u8 *iv)
{
	unsigned int tail = len % 16;
	u8 t[16], next[16], last[16], b[16];
	int err;

	err = wcref_block_by(ref, ref->treq, true, t, iv);
	for (; len >= 16 + (tail ? 16 : 0) && !err; len -= 16) {
		err = wcref_xts_block(ref, enc, dst, src, t);
		wcref_xts_next(next, t);
		memcpy(t, next, 16);
		src += 16;
		dst += 16;
	}
	if (!tail || err)
		return err;
	wcref_xts_next(next, t);
	memcpy(last, src + 16, tail);
	err = wcref_xts_block(ref, enc, b, src, enc ? t : next);
	if (err)
		return err;
	memcpy(dst + 16, b, tail);
	memcpy(b, last, tail);
	return wcref_xts_block(ref, enc, dst, b, enc ? next : t);
}

/**
 * wcref_skcipher() - the expected output of a request
 * @ref: the reference, with its key set
 * @enc: encrypt or decrypt
 * @dst: output, may be @src
 * @src: input
 * @len: bytes; a multiple of 16 for ECB and CBC, at least 16 for XTS
 * @iv: 16 bytes; left as a driver leaves it (CBC, CTR and, for whole blocks,
 *	CFB)
 *
 * Return: 0 or an error of the single-block cipher.
 */
static int wcref_skcipher(struct wcref *ref, bool enc, u8 *dst, const u8 *src,
			  unsigned int len, u8 *iv)
{
	int err = 0;

	switch (ref->mode) {
	case WCREF_ECB:
		for (; len && !err; len -= 16, src += 16, dst += 16)
			err = wcref_block(ref, enc, dst, src);
		return err;
	case WCREF_CBC:
		return wcref_cbc(ref, enc, dst, src, len, iv);
	case WCREF_CTR:
		return wcref_xor_ctr(ref, dst, src, len, iv, 16);
	case WCREF_CFB:
		return wcref_cfb(ref, enc, dst, src, len, iv);
	case WCREF_XTS:
		return wcref_xts(ref, enc, dst, src, len, iv);
	default:
		return -EINVAL;
	}
}

/* acc = acc * h in GF(2^128), the bit order of SP 800-38D. */
static void wcref_gmul(u8 *acc, const u8 *h)
{
	u64 x[2], v[2], z[2] = {};
	unsigned int i;
	__be64 b[2];

	memcpy(b, acc, 16);
	x[0] = be64_to_cpu(b[0]);
	x[1] = be64_to_cpu(b[1]);
	memcpy(b, h, 16);
	v[0] = be64_to_cpu(b[0]);
	v[1] = be64_to_cpu(b[1]);
	for (i = 0; i < 128; i++) {
		u64 lsb = v[1] & 1;

		if (x[i / 64] >> (63 - i % 64) & 1) {
			z[0] ^= v[0];
			z[1] ^= v[1];
		}
		v[1] = v[1] >> 1 | v[0] << 63;
		v[0] = v[0] >> 1 ^ (lsb ? 0xe1ULL << 56 : 0);
	}
	b[0] = cpu_to_be64(z[0]);
	b[1] = cpu_to_be64(z[1]);
	memcpy(acc, b, 16);
}

static void wcref_ghash(u8 *acc, const u8 *h, const u8 *data, unsigned int len)
{
	unsigned int i, n;

	for (; len; len -= n, data += n) {
		n = min(len, 16U);
		for (i = 0; i < n; i++)
			acc[i] ^= data[i];
		wcref_gmul(acc, h);
	}
}

/* The counter block of the tag; the text begins at the next. */
static void wcref_first_counter(const struct wcref *ref, u8 *ctr, const u8 *iv)
{
	if (ref->mode == WCREF_RFC4106) {
		memcpy(ctr, ref->salt, 4);
		memcpy(ctr + 4, iv, 8);
	} else {
		memcpy(ctr, iv, 12);
	}
	memset(ctr + 12, 0, 3);
	ctr[15] = 1;
}

/* The last block that is hashed: both lengths in bits. */
static void wcref_ghash_lengths(u8 *acc, const u8 *h, unsigned int alen,
				unsigned int len)
{
	__be64 bits[2] = {
		cpu_to_be64((u64)alen * 8), cpu_to_be64((u64)len * 8)
	};

	wcref_ghash(acc, h, (const u8 *)bits, 16);
}

/**
 * wcref_aead() - the expected output of an AEAD request
 * @ref: the reference, with its key set
 * @enc: encrypt or decrypt
 * @dst: output text, may be @src
 * @src: input text
 * @len: bytes of text
 * @aad: associated data as the kernel passes it (rfc4106: with the IV)
 * @alen: bytes of @aad
 * @iv: 12 bytes (rfc4106: 8)
 * @tag: the 16-byte tag goes here
 *
 * Return: 0 or an error of the single-block cipher.
 */
static inline int wcref_aead(struct wcref *ref, bool enc, u8 *dst,
			     const u8 *src, unsigned int len, const u8 *aad,
			     unsigned int alen, const u8 *iv, u8 *tag)
{
	u8 ctr[16], acc[16] = {};
	int err;

	if (ref->mode == WCREF_RFC4106)
		alen -= 8;
	wcref_first_counter(ref, ctr, iv);
	err = wcref_block(ref, true, tag, ctr);
	if (err)
		return err;
	wcref_inc(ctr, 4);

	wcref_ghash(acc, ref->h, aad, alen);
	if (!enc)
		wcref_ghash(acc, ref->h, src, len);
	err = wcref_xor_ctr(ref, dst, src, len, ctr, 4);
	if (enc)
		wcref_ghash(acc, ref->h, dst, len);
	wcref_ghash_lengths(acc, ref->h, alen, len);
	crypto_xor(tag, acc, 16);
	return err;
}

#endif /* WCREF_H */
