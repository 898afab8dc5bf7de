// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SM4 (GB/T 32907-2016) for the kernel crypto API: the single-block cipher and the rows.
 */
#include <linux/module.h>
#include <widecrypt/aead.h>
#include <widecrypt/modes.h>
#include <widecrypt/rows.h>
#include "sm4.h"

/*
 * The self-tests of a kernel compare with "sm4-generic". Where the kernel was
 * built without it, ours takes its place.
 */
#if IS_ENABLED(CONFIG_CRYPTO_SM4_GENERIC)
#define SM4_CIPHER_DRIVER	"sm4-widecrypt-generic"
#else
#define SM4_CIPHER_DRIVER	"sm4-generic"
MODULE_ALIAS_CRYPTO("sm4-generic");
#endif

struct sm4_xts_key {
	struct sm4_key key;
	struct sm4_key tweak;
};

struct sm4_gcm_key {
	struct sm4_key key;
	struct wc_ghash_key h;
};

WC_DEFINE_ONE_BLOCK(sm4, SM4_ROWS)

static int sm4_cipher_setkey(struct crypto_tfm *tfm, const u8 *in,
			     unsigned int len)
{
	return widecrypt_sm4_expandkey(crypto_tfm_ctx(tfm), in, len);
}

static void sm4_cipher_encrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct sm4_key *key = crypto_tfm_ctx(tfm);

	sm4_one_block(&key->enc, dst, src);
}

static void sm4_cipher_decrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct sm4_key *key = crypto_tfm_ctx(tfm);

	sm4_one_block(&key->dec, dst, src);
}

static struct crypto_alg sm4_cipher = {
	.cra_name		= "sm4",
	.cra_driver_name	= SM4_CIPHER_DRIVER,
	.cra_priority		= 100,
	.cra_flags		= CRYPTO_ALG_TYPE_CIPHER,
	.cra_blocksize		= WC_BLOCK_SIZE,
	.cra_ctxsize		= sizeof(struct sm4_key),
	.cra_module		= THIS_MODULE,
	.cra_cipher		= {
		.cia_min_keysize	= SM4_KEY_BYTES,
		.cia_max_keysize	= SM4_KEY_BYTES,
		.cia_setkey		= sm4_cipher_setkey,
		.cia_encrypt		= sm4_cipher_encrypt,
		.cia_decrypt		= sm4_cipher_decrypt,
	},
};

static int sm4_setkey(struct crypto_skcipher *tfm, const u8 *in,
		      unsigned int len)
{
	return widecrypt_sm4_expandkey(crypto_skcipher_ctx(tfm), in, len);
}

static int sm4_xts_setkey(struct crypto_skcipher *tfm, const u8 *in,
			  unsigned int len)
{
	struct sm4_xts_key *key = crypto_skcipher_ctx(tfm);
	int err = xts_verify_key(tfm, in, len);

	if (!err)
		err = widecrypt_sm4_expandkey(&key->key, in, len / 2);
	if (!err)
		err = widecrypt_sm4_expandkey(&key->tweak, in + len / 2, len / 2);
	return err;
}

#define SM4_ROW_DEFINE(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_SKCIPHERS(cipher, id, isa, features, prio,		\
			    SM4_KEY_BYTES, SM4_KEY_BYTES)	\
	WC_DEFINE_GCM_FNS(cipher, id, gcm)

#define SM4_ROW_AEAD(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_GCM(cipher, id, isa, prio)

/* The portable row, last in the list, is what the others fall back to. */
SM4_ROWS(SM4_ROW_DEFINE)
SM4_ROWS(SM4_ROW_AEAD)

static struct wc_row sm4_rows[] = { SM4_ROWS(WC_ROW) };

WC_ISA_PARAM();

static int __init sm4_init(void)
{
	int err = wc_register(&sm4_cipher, sm4_rows, ARRAY_SIZE(sm4_rows), isa,
			      true);

	if (!err)
		sm4_have = wc_registered_features(sm4_rows,
						  ARRAY_SIZE(sm4_rows));
	return err;
}

static void __exit sm4_exit(void)
{
	wc_unregister(&sm4_cipher, sm4_rows, ARRAY_SIZE(sm4_rows));
}

module_init(sm4_init);
module_exit(sm4_exit);

MODULE_DESCRIPTION("SM4 (GB/T 32907-2016): cipher, ECB, CBC, CTR, CFB, XTS and GCM at full vector width");
MODULE_LICENSE("GPL");
MODULE_VERSION(WIDECRYPT_VERSION);
MODULE_ALIAS_CRYPTO("sm4");
MODULE_ALIAS_CRYPTO("ecb(sm4)");
MODULE_ALIAS_CRYPTO("cbc(sm4)");
MODULE_ALIAS_CRYPTO("ctr(sm4)");
MODULE_ALIAS_CRYPTO("cfb(sm4)");
MODULE_ALIAS_CRYPTO("xts(sm4)");
MODULE_ALIAS_CRYPTO("gcm(sm4)");
