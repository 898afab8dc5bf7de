// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ARIA (RFC 5794) for the kernel crypto API: the single-block cipher and the rows.
 */
#include <linux/module.h>
#include <widecrypt/aead.h>
#include <widecrypt/modes.h>
#include <widecrypt/rows.h>
#include "aria.h"

/*
 * The self-tests of a kernel compare with "aria-generic". Where the kernel was
 * built without it, ours takes its place.
 */
#if IS_ENABLED(CONFIG_CRYPTO_ARIA)
#define ARIA_CIPHER_DRIVER	"aria-widecrypt-generic"
#else
#define ARIA_CIPHER_DRIVER	"aria-generic"
MODULE_ALIAS_CRYPTO("aria-generic");
#endif

struct aria_xts_key {
	struct aria_key key;
	struct aria_key tweak;
};

struct aria_gcm_key {
	struct aria_key key;
	struct wc_ghash_key h;
};

WC_DEFINE_ONE_BLOCK(aria, ARIA_ROWS)

static int aria_cipher_setkey(struct crypto_tfm *tfm, const u8 *in,
			      unsigned int len)
{
	return widecrypt_aria_expandkey(crypto_tfm_ctx(tfm), in, len);
}

static void aria_cipher_encrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct aria_key *key = crypto_tfm_ctx(tfm);

	aria_one_block(&key->enc, dst, src);
}

static void aria_cipher_decrypt(struct crypto_tfm *tfm, u8 *dst, const u8 *src)
{
	const struct aria_key *key = crypto_tfm_ctx(tfm);

	aria_one_block(&key->dec, dst, src);
}

static struct crypto_alg aria_cipher = {
	.cra_name		= "aria",
	.cra_driver_name	= ARIA_CIPHER_DRIVER,
	.cra_priority		= 100,
	.cra_flags		= CRYPTO_ALG_TYPE_CIPHER,
	.cra_blocksize		= WC_BLOCK_SIZE,
	.cra_ctxsize		= sizeof(struct aria_key),
	.cra_module		= THIS_MODULE,
	.cra_cipher		= {
		.cia_min_keysize	= ARIA_MIN_KEY_BYTES,
		.cia_max_keysize	= ARIA_MAX_KEY_BYTES,
		.cia_setkey		= aria_cipher_setkey,
		.cia_encrypt		= aria_cipher_encrypt,
		.cia_decrypt		= aria_cipher_decrypt,
	},
};

static int aria_setkey(struct crypto_skcipher *tfm, const u8 *in,
		       unsigned int len)
{
	return widecrypt_aria_expandkey(crypto_skcipher_ctx(tfm), in, len);
}

static int aria_xts_setkey(struct crypto_skcipher *tfm, const u8 *in,
			   unsigned int len)
{
	struct aria_xts_key *key = crypto_skcipher_ctx(tfm);
	int err = xts_verify_key(tfm, in, len);

	if (!err)
		err = widecrypt_aria_expandkey(&key->key, in, len / 2);
	if (!err)
		err = widecrypt_aria_expandkey(&key->tweak, in + len / 2, len / 2);
	return err;
}

#define ARIA_ROW_DEFINE(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_SKCIPHERS(cipher, id, isa, features, prio,		\
			    ARIA_MIN_KEY_BYTES, ARIA_MAX_KEY_BYTES)	\
	WC_DEFINE_GCM_FNS(cipher, id, gcm)

#define ARIA_ROW_AEAD(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_GCM(cipher, id, isa, prio)

/* The portable row, last in the list, is what the others fall back to. */
ARIA_ROWS(ARIA_ROW_DEFINE)
ARIA_ROWS(ARIA_ROW_AEAD)

static struct wc_row aria_rows[] = { ARIA_ROWS(WC_ROW) };

WC_ISA_PARAM();

static int __init aria_init(void)
{
	int err = wc_register(&aria_cipher, aria_rows, ARRAY_SIZE(aria_rows), isa,
			      true);

	if (!err)
		aria_have = wc_registered_features(aria_rows,
						   ARRAY_SIZE(aria_rows));
	return err;
}

static void __exit aria_exit(void)
{
	wc_unregister(&aria_cipher, aria_rows, ARRAY_SIZE(aria_rows));
}

module_init(aria_init);
module_exit(aria_exit);

MODULE_DESCRIPTION("ARIA (RFC 5794): cipher, ECB, CBC, CTR, CFB, XTS and GCM at full vector width");
MODULE_LICENSE("GPL");
MODULE_VERSION(WIDECRYPT_VERSION);
MODULE_ALIAS_CRYPTO("aria");
MODULE_ALIAS_CRYPTO("ecb(aria)");
MODULE_ALIAS_CRYPTO("cbc(aria)");
MODULE_ALIAS_CRYPTO("ctr(aria)");
MODULE_ALIAS_CRYPTO("cfb(aria)");
MODULE_ALIAS_CRYPTO("xts(aria)");
MODULE_ALIAS_CRYPTO("gcm(aria)");
