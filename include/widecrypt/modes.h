/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The skcipher modes, written once. A row's routines do any length of any mode
 * (mode_fn.h), so what is left is the same for all of them: walking the
 * request's scatterlists and opening vector sections of bounded length. It is
 * stamped per row by WC_DEFINE_SKCIPHERS(), so that all calls are direct.
 */
#ifndef WIDECRYPT_MODES_H
#define WIDECRYPT_MODES_H

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <crypto/xts.h>
#include <linux/module.h>
#include <widecrypt/block.h>
#include <widecrypt/simd.h>

/* One routine over n bytes, sections and fall-back included */
static __always_inline void wc_stretch(u32 features, const void *ks,
				       wc_mode_fn *vec, wc_mode_fn *scalar,
				       bool blocks, unsigned int section,
				       u8 *dst, const u8 *src, unsigned int n,
				       u8 *iv)
{
	unsigned int len, count;
	struct wc_section __uninitialized s;

	for (; n; n -= len, src += len, dst += len) {
		len = min(n, section);
		count = blocks ? len / WC_BLOCK_SIZE : len;
		if (features && wc_simd_begin(&s)) {
			vec(ks, dst, src, count, iv);
			wc_simd_end(&s);
		} else {
			scalar(ks, dst, src, count, iv);
		}
	}
}

/**
 * wc_skcipher_crypt - one request
 * @req: the request
 * @features: what the row needs of the CPU, nothing if it is the portable one.
 *	(That @vec is @scalar then, no compiler may conclude of two symbols.)
 * @ks: round keys of the right direction
 * @vec: the row's routine for this mode and direction
 * @scalar: the portable one, used for the stretches during which vector
 *	registers are out of reach
 * @blocks: lengths are in whole blocks (ECB, CBC), not in bytes (CTR, CFB)
 * @section: the bytes that one vector section may take
 *
 * Return: 0, -EINVAL for a length that the mode does not have, or an error of
 * the walk, after which the destination's contents are unspecified.
 */
static __always_inline int wc_skcipher_crypt(struct skcipher_request *req,
					     u32 features, const void *ks,
					     wc_mode_fn *vec,
					     wc_mode_fn *scalar, bool blocks,
					     unsigned int section)
{
	unsigned int left = req->cryptlen, n;
	struct skcipher_walk walk;
	int err;

	if (blocks && left % WC_BLOCK_SIZE)
		return -EINVAL;
	if (!left)
		return 0;

	err = skcipher_walk_virt(&walk, req, false);
	while (!err && walk.nbytes) {
		/* Only a message's end may be a partial block. */
		n = walk.nbytes;
		if (n < left)
			n = round_down(n, WC_BLOCK_SIZE);
		left -= n;
		wc_stretch(features, ks, vec, scalar, blocks, section,
			   walk.dst.virt.addr, walk.src.virt.addr, n, walk.iv);
		err = skcipher_walk_done(&walk, walk.nbytes - n);
	}
	return err;
}

/**
 * wc_xts_crypt - one XTS request
 * @req: the request
 * @features: as for wc_skcipher_crypt()
 * @ks: round keys of the right direction
 * @tweak_ks: the second key's round keys for encryption
 * @vec: the row's routine for this direction
 * @vec_ecb: the row's ECB routine
 * @scalar: the portable routine for this direction
 * @scalar_ecb: the portable ECB routine
 *
 * A message that is no multiple of 16 bytes ends by ciphertext stealing: its
 * last 17 to 31 bytes, which must be in one piece, go through a buffer.
 *
 * Return: 0, -EINVAL under 16 bytes, or an error of the walk, after which the
 * destination's contents are unspecified.
 */
static __always_inline int wc_xts_crypt(struct skcipher_request *req,
					u32 features, const void *ks,
					const void *tweak_ks,
					wc_mode_fn *vec, wc_mode_fn *vec_ecb,
					wc_mode_fn *scalar,
					wc_mode_fn *scalar_ecb)
{
	unsigned int tail = req->cryptlen % WC_BLOCK_SIZE;
	struct skcipher_request sub;
	u8 tweak[WC_BLOCK_SIZE], buf[2 * WC_BLOCK_SIZE];
	int err;

	if (req->cryptlen < WC_BLOCK_SIZE)
		return -EINVAL;
	if (tail)
		tail += WC_BLOCK_SIZE;

	wc_stretch(features, tweak_ks, vec_ecb, scalar_ecb, true,
		   WC_SECTION_WIDE, tweak, req->iv, WC_BLOCK_SIZE, NULL);
	skcipher_request_set_tfm(&sub, crypto_skcipher_reqtfm(req));
	skcipher_request_set_callback(&sub, skcipher_request_flags(req), NULL,
				      NULL);
	skcipher_request_set_crypt(&sub, req->src, req->dst,
				   req->cryptlen - tail, tweak);
	err = wc_skcipher_crypt(&sub, features, ks, vec, scalar, false,
				WC_SECTION_WIDE);
	if (!err && tail) {
		scatterwalk_map_and_copy(buf, req->src, sub.cryptlen, tail, 0);
		wc_stretch(features, ks, vec, scalar, false, WC_SECTION_WIDE,
			   buf, buf, tail, tweak);
		scatterwalk_map_and_copy(buf, req->dst, sub.cryptlen, tail, 1);
		memzero_explicit(buf, sizeof(buf));
	}
	memzero_explicit(tweak, sizeof(tweak));
	return err;
}

/* The entry points of one mode of one row */
#define WC_DEFINE_MODE(cipher, id, features, mode, dir, sched, routine,	\
		       blocks, section)					\
static int cipher##_##id##_##mode##_##dir(struct skcipher_request *req)	\
{									\
	const struct cipher##_key *key =				\
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));	\
									\
	return wc_skcipher_crypt(req, features, &key->sched,		\
				 widecrypt_##cipher##_##id##_##routine,	\
				 widecrypt_##cipher##_generic_##routine, \
				 blocks, section);			\
}

/* XTS, for which the file has struct <cipher>_xts_key: key and tweak */
#define WC_DEFINE_XTS(cipher, id, features, dir, sched, routine)	\
static int cipher##_##id##_xts_##dir(struct skcipher_request *req)	\
{									\
	const struct cipher##_xts_key *key =				\
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));	\
									\
	return wc_xts_crypt(req, features, &key->key.sched,		\
			    &key->tweak.enc,				\
			    widecrypt_##cipher##_##id##_##routine,	\
			    widecrypt_##cipher##_##id##_ecb,		\
			    widecrypt_##cipher##_generic_##routine,	\
			    widecrypt_##cipher##_generic_ecb);		\
}

#define WC_SKCIPHER(cipher, id, isa, prio, mode, block, iv, key, set, min, max) \
{									\
	.base.cra_name		= #mode "(" #cipher ")",		\
	.base.cra_driver_name	= #mode "-" #cipher "-widecrypt-" isa,	\
	.base.cra_priority	= prio,					\
	.base.cra_blocksize	= block,				\
	.base.cra_ctxsize	= sizeof(struct cipher##_##key),	\
	.base.cra_module	= THIS_MODULE,				\
	.min_keysize		= min,					\
	.max_keysize		= max,					\
	.ivsize			= iv,					\
	.chunksize		= WC_BLOCK_SIZE,			\
	.setkey			= cipher##_##set,			\
	.encrypt		= cipher##_##id##_##mode##_encrypt,	\
	.decrypt		= cipher##_##id##_##mode##_decrypt,	\
}

/*
 * Defines the algorithms <cipher>_<id>_skciphers[] of one row. The file has
 * <cipher>_setkey(), <cipher>_xts_setkey() and struct <cipher>_key with the
 * schedules enc and dec.
 */
#define WC_DEFINE_SKCIPHERS(cipher, id, isa, features, prio, min, max)	\
WC_DEFINE_MODE(cipher, id, features, ecb, encrypt, enc, ecb, true,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_MODE(cipher, id, features, ecb, decrypt, dec, ecb, true,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_MODE(cipher, id, features, cbc, encrypt, enc, cbc_enc, true,	\
	       WC_SECTION_STREAM)					\
WC_DEFINE_MODE(cipher, id, features, cbc, decrypt, dec, cbc_dec, true,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_MODE(cipher, id, features, ctr, encrypt, enc, ctr, false,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_MODE(cipher, id, features, ctr, decrypt, enc, ctr, false,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_MODE(cipher, id, features, cfb, encrypt, enc, cfb_enc, false,	\
	       WC_SECTION_STREAM)					\
WC_DEFINE_MODE(cipher, id, features, cfb, decrypt, enc, cfb_dec, false,	\
	       WC_SECTION_WIDE)						\
WC_DEFINE_XTS(cipher, id, features, encrypt, enc, xts_enc)		\
WC_DEFINE_XTS(cipher, id, features, decrypt, dec, xts_dec)		\
static struct skcipher_alg cipher##_##id##_skciphers[] = {		\
	WC_SKCIPHER(cipher, id, isa, prio, ecb, 16, 0, key, setkey, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, cbc, 16, 16, key, setkey, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, ctr, 1, 16, key, setkey, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, cfb, 1, 16, key, setkey, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, xts, 16, 16, xts_key, xts_setkey, \
		    2 * (min), 2 * (max)),				\
};

#endif /* WIDECRYPT_MODES_H */
