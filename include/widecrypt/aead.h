/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The AEAD modes gcm and rfc4106(gcm), written once for AES, ARIA and SM4:
 * a request's scatterlists go through the routines of gcm.h. Stamped per row by
 * WC_DEFINE_AEADS(), so that all calls are direct.
 */
#ifndef WIDECRYPT_AEAD_H
#define WIDECRYPT_AEAD_H

#include <crypto/gcm.h>
#include <crypto/internal/aead.h>
#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <linux/module.h>
#include <widecrypt/gcm.h>
#include <widecrypt/simd.h>

/* Additional data is gathered from its scatterlist in pieces of this size. */
#define WC_AAD_PIECE	256U

/* What is the same for every stretch of one message */
struct wc_gcm_msg {
	const void *ks;
	const struct wc_ghash_key *h;
	struct wc_gcm_state st;
	u8 iv[WC_GCM_IV_BYTES];
	u8 tag[WC_GCM_TAG_BYTES];
	unsigned int aad_len;
	unsigned int text_len;
	bool enc;
};

/* The work of one section; @first, @last: the message begins, ends with it */
static __always_inline void wc_gcm_section(const struct wc_gcm_fns *fns,
					   struct wc_gcm_msg *msg,
					   const u8 *aad, unsigned int naad,
					   u8 *dst, const u8 *src,
					   unsigned int n, bool first,
					   bool last)
{
	if (first && last) {
		if (msg->enc)
			fns->enc_once(msg->ks, msg->h, dst, src, n, aad, naad,
				      msg->iv, msg->tag);
		else
			fns->dec_once(msg->ks, msg->h, dst, src, n, aad, naad,
				      msg->iv, msg->tag);
		return;
	}
	if (naad)
		fns->ghash(msg->h, msg->st.acc, aad, naad);
	if (n && msg->enc)
		fns->enc(msg->ks, msg->h, dst, src, n, &msg->st);
	else if (n)
		fns->dec(msg->ks, msg->h, dst, src, n, &msg->st);
	if (last)
		wc_gcm_tag(fns->ctr, fns->ghash, msg->ks, msg->h, &msg->st,
			   msg->iv, msg->aad_len, msg->text_len, msg->tag);
}

/* The same, in vector code if it can be had now */
static __always_inline void wc_gcm_step(const struct wc_gcm_fns *vec,
					const struct wc_gcm_fns *scalar,
					struct wc_gcm_msg *msg, const u8 *aad,
					unsigned int naad, u8 *dst,
					const u8 *src, unsigned int n,
					bool first, bool last)
{
	struct wc_section __uninitialized s;

	if (vec != scalar && wc_simd_begin(&s)) {
		wc_gcm_section(vec, msg, aad, naad, dst, src, n, first, last);
		wc_simd_end(&s);
	} else {
		wc_gcm_section(scalar, msg, aad, naad, dst, src, n, first,
			       last);
	}
}

/**
 * wc_gcm_crypt - one request
 * @req: the request
 * @ks: round keys for encryption
 * @h: the GHASH key
 * @iv: 12 bytes
 * @aad_len: how much of req->assoclen is additional data
 * @enc: encrypt, else decrypt
 * @vec: the row's routines
 * @scalar: the portable ones; equal to @vec in the portable row
 *
 * Return: 0, -EBADMSG if a message to be decrypted is not authentic, or an
 * error of the walk. After an error the destination's contents are unspecified.
 */
static __always_inline int wc_gcm_crypt(struct aead_request *req,
					const void *ks,
					const struct wc_ghash_key *h,
					const u8 *iv, unsigned int aad_len,
					bool enc, const struct wc_gcm_fns *vec,
					const struct wc_gcm_fns *scalar)
{
	unsigned int tag_len = crypto_aead_authsize(crypto_aead_reqtfm(req));
	unsigned int left, naad, off, n, m, len;
	u8 buf[WC_AAD_PIECE];
	struct skcipher_walk walk;
	struct wc_gcm_msg msg;
	bool first = true;
	const u8 *src;
	u8 *dst;
	int err;

	left = req->cryptlen - (enc ? 0 : tag_len);
	msg.ks = ks;
	msg.h = h;
	msg.aad_len = aad_len;
	msg.text_len = left;
	msg.enc = enc;
	memcpy(msg.iv, iv, sizeof(msg.iv));
	wc_gcm_start(&msg.st, iv);

	/* The last piece is left to the section of the first text. */
	for (off = 0; ; off += naad) {
		naad = min(aad_len - off, WC_AAD_PIECE);
		scatterwalk_map_and_copy(buf, req->src, off, naad, 0);
		if (off + naad == aad_len)
			break;
		wc_gcm_step(vec, scalar, &msg, buf, naad, NULL, NULL, 0, first,
			    false);
		first = false;
	}

	if (enc)
		err = skcipher_walk_aead_encrypt(&walk, req, false);
	else
		err = skcipher_walk_aead_decrypt(&walk, req, false);
	if (err)
		goto out;

	/* A message without text has no walk, and one section all the same. */
	if (!left)
		wc_gcm_step(vec, scalar, &msg, buf, naad, NULL, NULL, 0, first,
			    true);
	while (!err && left && walk.nbytes) {
		/* Only a message's end may be a partial block. */
		n = walk.nbytes;
		if (n < left)
			n = round_down(n, WC_BLOCK_SIZE);

		src = walk.src.virt.addr;
		dst = walk.dst.virt.addr;
		for (m = n; m; m -= len, src += len, dst += len) {
			len = min_t(unsigned int, m, WC_SECTION_WIDE);
			left -= len;
			wc_gcm_step(vec, scalar, &msg, buf, naad, dst, src, len,
				    first, !left);
			first = false;
			naad = 0;
		}
		err = skcipher_walk_done(&walk, walk.nbytes - n);
	}
	if (err)
		goto out;

	off = req->assoclen + msg.text_len;
	if (enc) {
		scatterwalk_map_and_copy(msg.tag, req->dst, off, tag_len, 1);
	} else {
		scatterwalk_map_and_copy(buf, req->src, off, tag_len, 0);
		if (crypto_memneq(buf, msg.tag, tag_len))
			err = -EBADMSG;
	}
out:
	memzero_explicit(&msg, sizeof(msg));
	return err;
}

/* The GHASH key, after the cipher's */
static __always_inline int wc_gcm_set_hash_key(const void *ks,
					       struct wc_ghash_key *h,
					       const struct wc_gcm_fns *vec,
					       const struct wc_gcm_fns *scalar)
{
	struct wc_section __uninitialized s;

	if (vec != scalar && wc_simd_begin(&s)) {
		wc_gcm_setkey(vec, ks, h);
		wc_simd_end(&s);
	} else {
		wc_gcm_setkey(scalar, ks, h);
	}
	return 0;
}

/*
 * WC_DEFINE_GCM() and WC_DEFINE_GCM_AND_RFC4106() define the algorithms
 * <cipher>_<id>_aeads[] of one row. The file has struct <cipher>_gcm_key with
 * the members key.enc, h and, for RFC 4106, salt; the row and the portable one
 * have their <cipher>_<id>_gcm_fns.
 */
#define WC_DEFINE_GCM_SETKEY(cipher, id)				\
static int cipher##_##id##_gcm_setkey(struct crypto_aead *tfm,		\
				      const u8 *in, unsigned int len)	\
{									\
	struct cipher##_gcm_key *key = crypto_aead_ctx(tfm);		\
	int err = widecrypt_##cipher##_expandkey(&key->key, in, len);	\
									\
	return err ?: wc_gcm_set_hash_key(&key->key.enc, &key->h,	\
					  &cipher##_##id##_gcm_fns,	\
					  &cipher##_generic_gcm_fns);	\
}

/* RFC 4106, 8.1: the salt is the end of the keying material. */
#define WC_DEFINE_RFC4106_SETKEY(cipher, id)				\
static int cipher##_##id##_rfc4106_setkey(struct crypto_aead *tfm,	\
					  const u8 *in,			\
					  unsigned int len)		\
{									\
	struct cipher##_gcm_key *key = crypto_aead_ctx(tfm);		\
									\
	if (len < WC_RFC4106_SALT_BYTES)				\
		return -EINVAL;						\
	len -= WC_RFC4106_SALT_BYTES;					\
	memcpy(key->salt, in + len, WC_RFC4106_SALT_BYTES);		\
	return cipher##_##id##_gcm_setkey(tfm, in, len);		\
}

#define WC_DEFINE_GCM_ENTRY(cipher, id, dir, seal)			\
static int cipher##_##id##_gcm_##dir(struct aead_request *req)		\
{									\
	const struct cipher##_gcm_key *key =				\
		crypto_aead_ctx(crypto_aead_reqtfm(req));		\
									\
	return wc_gcm_crypt(req, &key->key.enc, &key->h, req->iv,	\
			    req->assoclen, seal, &cipher##_##id##_gcm_fns, \
			    &cipher##_generic_gcm_fns);			\
}

/* RFC 4106, 4 and 5: the nonce is salt || IV, the IV follows the AAD. */
#define WC_DEFINE_RFC4106_ENTRY(cipher, id, dir, seal)			\
static int cipher##_##id##_rfc4106_##dir(struct aead_request *req)	\
{									\
	const struct cipher##_gcm_key *key =				\
		crypto_aead_ctx(crypto_aead_reqtfm(req));		\
	u8 iv[WC_GCM_IV_BYTES];						\
	int err = crypto_ipsec_check_assoclen(req->assoclen);		\
									\
	if (err)							\
		return err;						\
	memcpy(iv, key->salt, WC_RFC4106_SALT_BYTES);			\
	memcpy(iv + WC_RFC4106_SALT_BYTES, req->iv, GCM_RFC4106_IV_SIZE); \
	return wc_gcm_crypt(req, &key->key.enc, &key->h, iv,		\
			    req->assoclen - GCM_RFC4106_IV_SIZE, seal,	\
			    &cipher##_##id##_gcm_fns,			\
			    &cipher##_generic_gcm_fns);			\
}

#define WC_RFC4106_SALT_BYTES	4

#define WC_AEAD(cipher, id, isa, prio, mode, name, drv, iv)		\
{									\
	.base.cra_name		= name,					\
	.base.cra_driver_name	= drv "-widecrypt-" isa,		\
	.base.cra_priority	= prio,					\
	.base.cra_blocksize	= 1,					\
	.base.cra_ctxsize	= sizeof(struct cipher##_gcm_key),	\
	.base.cra_module	= THIS_MODULE,				\
	.ivsize			= iv,					\
	.maxauthsize		= WC_GCM_TAG_BYTES,			\
	.chunksize		= WC_BLOCK_SIZE,			\
	.setkey			= cipher##_##id##_##mode##_setkey,	\
	.setauthsize		= wc_##mode##_setauthsize,		\
	.encrypt		= cipher##_##id##_##mode##_encrypt,	\
	.decrypt		= cipher##_##id##_##mode##_decrypt,	\
}

static int __maybe_unused wc_gcm_setauthsize(struct crypto_aead *tfm,
					     unsigned int authsize)
{
	return crypto_gcm_check_authsize(authsize);
}

static int __maybe_unused wc_rfc4106_setauthsize(struct crypto_aead *tfm,
						 unsigned int authsize)
{
	return crypto_rfc4106_check_authsize(authsize);
}

#define WC_DEFINE_GCM(cipher, id, isa, prio)				\
WC_DEFINE_GCM_SETKEY(cipher, id)					\
WC_DEFINE_GCM_ENTRY(cipher, id, encrypt, true)				\
WC_DEFINE_GCM_ENTRY(cipher, id, decrypt, false)				\
static struct aead_alg cipher##_##id##_aeads[] = {			\
	WC_AEAD(cipher, id, isa, prio, gcm, "gcm(" #cipher ")",		\
		"gcm-" #cipher, GCM_AES_IV_SIZE),			\
};

#define WC_DEFINE_GCM_AND_RFC4106(cipher, id, isa, prio)		\
WC_DEFINE_GCM_SETKEY(cipher, id)					\
WC_DEFINE_RFC4106_SETKEY(cipher, id)					\
WC_DEFINE_GCM_ENTRY(cipher, id, encrypt, true)				\
WC_DEFINE_GCM_ENTRY(cipher, id, decrypt, false)				\
WC_DEFINE_RFC4106_ENTRY(cipher, id, encrypt, true)			\
WC_DEFINE_RFC4106_ENTRY(cipher, id, decrypt, false)			\
static struct aead_alg cipher##_##id##_aeads[] = {			\
	WC_AEAD(cipher, id, isa, prio, gcm, "gcm(" #cipher ")",		\
		"gcm-" #cipher, GCM_AES_IV_SIZE),			\
	WC_AEAD(cipher, id, isa, prio, rfc4106, "rfc4106(gcm(" #cipher "))", \
		"rfc4106-gcm-" #cipher, GCM_RFC4106_IV_SIZE),		\
};

#endif /* WIDECRYPT_AEAD_H */
