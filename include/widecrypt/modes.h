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
#include <linux/module.h>
#include <widecrypt/block.h>
#include <widecrypt/simd.h>

/**
 * wc_skcipher_crypt - one request
 * @req: the request
 * @ks: round keys of the right direction
 * @vec: the row's routine for this mode and direction
 * @scalar: the portable one, used for the stretches during which vector
 *	registers are out of reach; equal to @vec in the portable row
 * @blocks: lengths are in whole blocks (ECB, CBC), not in bytes (CTR, CFB)
 * @section: the bytes that one vector section may take
 *
 * Return: 0, -EINVAL for a length that the mode does not have, or an error of
 * the walk, after which the destination's contents are unspecified.
 */
static __always_inline int wc_skcipher_crypt(struct skcipher_request *req,
					     const void *ks, wc_mode_fn *vec,
					     wc_mode_fn *scalar, bool blocks,
					     unsigned int section)
{
	unsigned int left = req->cryptlen, n, m, len;
	struct skcipher_walk walk;
	const u8 *src;
	u8 *dst;
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

		src = walk.src.virt.addr;
		dst = walk.dst.virt.addr;
		for (m = n; m; m -= len, src += len, dst += len) {
			unsigned int count;

			len = min(m, section);
			count = blocks ? len / WC_BLOCK_SIZE : len;
			if (vec != scalar && wc_simd_begin()) {
				vec(ks, dst, src, count, walk.iv);
				wc_simd_end();
			} else {
				scalar(ks, dst, src, count, walk.iv);
			}
		}
		err = skcipher_walk_done(&walk, walk.nbytes - n);
	}
	return err;
}

/* The entry points of one mode of one row */
#define WC_DEFINE_MODE(cipher, id, mode, dir, sched, routine, blocks, section) \
static int cipher##_##id##_##mode##_##dir(struct skcipher_request *req)	\
{									\
	const struct cipher##_key *key =				\
		crypto_skcipher_ctx(crypto_skcipher_reqtfm(req));	\
									\
	return wc_skcipher_crypt(req, &key->sched,			\
				 widecrypt_##cipher##_##id##_##routine,	\
				 widecrypt_##cipher##_generic_##routine, \
				 blocks, section);			\
}

#define WC_SKCIPHER(cipher, id, isa, prio, mode, block, iv, min, max)	\
{									\
	.base.cra_name		= #mode "(" #cipher ")",		\
	.base.cra_driver_name	= #mode "-" #cipher "-widecrypt-" isa,	\
	.base.cra_priority	= prio,					\
	.base.cra_blocksize	= block,				\
	.base.cra_ctxsize	= sizeof(struct cipher##_key),		\
	.base.cra_module	= THIS_MODULE,				\
	.min_keysize		= min,					\
	.max_keysize		= max,					\
	.ivsize			= iv,					\
	.chunksize		= WC_BLOCK_SIZE,			\
	.setkey			= cipher##_setkey,			\
	.encrypt		= cipher##_##id##_##mode##_encrypt,	\
	.decrypt		= cipher##_##id##_##mode##_decrypt,	\
}

/*
 * Defines the algorithms <cipher>_<id>_skciphers[] of one row. The file has
 * <cipher>_setkey() and struct <cipher>_key with the schedules enc and dec.
 */
#define WC_DEFINE_SKCIPHERS(cipher, id, isa, prio, min, max)		\
WC_DEFINE_MODE(cipher, id, ecb, encrypt, enc, ecb, true, WC_SECTION_WIDE) \
WC_DEFINE_MODE(cipher, id, ecb, decrypt, dec, ecb, true, WC_SECTION_WIDE) \
WC_DEFINE_MODE(cipher, id, cbc, encrypt, enc, cbc_enc, true, WC_SECTION_STREAM) \
WC_DEFINE_MODE(cipher, id, cbc, decrypt, dec, cbc_dec, true, WC_SECTION_WIDE) \
WC_DEFINE_MODE(cipher, id, ctr, encrypt, enc, ctr, false, WC_SECTION_WIDE) \
WC_DEFINE_MODE(cipher, id, ctr, decrypt, enc, ctr, false, WC_SECTION_WIDE) \
WC_DEFINE_MODE(cipher, id, cfb, encrypt, enc, cfb_enc, false, WC_SECTION_STREAM) \
WC_DEFINE_MODE(cipher, id, cfb, decrypt, enc, cfb_dec, false, WC_SECTION_WIDE) \
static struct skcipher_alg cipher##_##id##_skciphers[] = {		\
	WC_SKCIPHER(cipher, id, isa, prio, ecb, WC_BLOCK_SIZE, 0, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, cbc, WC_BLOCK_SIZE, WC_BLOCK_SIZE, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, ctr, 1, WC_BLOCK_SIZE, min, max), \
	WC_SKCIPHER(cipher, id, isa, prio, cfb, 1, WC_BLOCK_SIZE, min, max), \
};

#endif /* WIDECRYPT_MODES_H */
