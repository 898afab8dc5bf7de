// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The rows, from the lists that the modules stamp their drivers from.
 */
#include "aria/aria.h"
#include "gcm/gcm.h"
#include "sm4/sm4.h"
#include "ops.h"

#define LIB_SETKEY(cipher)						\
static int cipher##_setkey(void *key, const u8 *in, unsigned int len)	\
{									\
	return widecrypt_##cipher##_expandkey(key, in, len);		\
}

LIB_SETKEY(aria)
LIB_SETKEY(sm4)
LIB_SETKEY(aes)

#define LIB_DEFINE_GCM(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_GCM_FNS(cipher, id, gcm)

ARIA_ROWS(LIB_DEFINE_GCM)
SM4_ROWS(LIB_DEFINE_GCM)
AES_ROWS(LIB_DEFINE_GCM)

#define LIB_FN(cipher, id, fn)	widecrypt_##cipher##_##id##_##fn

/* A cipher with schedules for both directions and all modes */
#define LIB_OPS(cipher, id_, isa, features, prio, gcm_)			\
static const struct widecrypt_ops cipher##_##id_##_ops = {		\
	.setkey		= cipher##_setkey,				\
	.key_bytes	= sizeof(struct cipher##_key),			\
	.sched_bytes	= sizeof(struct cipher##_sched),		\
	.enc_at		= offsetof(struct cipher##_key, enc),		\
	.dec_at		= offsetof(struct cipher##_key, dec),		\
	.fn = {								\
		[WC_FN_ECB]	= LIB_FN(cipher, id_, ecb),		\
		[WC_FN_CBC_ENC]	= LIB_FN(cipher, id_, cbc_enc),		\
		[WC_FN_CBC_DEC]	= LIB_FN(cipher, id_, cbc_dec),		\
		[WC_FN_CTR]	= LIB_FN(cipher, id_, ctr),		\
		[WC_FN_CFB_ENC]	= LIB_FN(cipher, id_, cfb_enc),		\
		[WC_FN_CFB_DEC]	= LIB_FN(cipher, id_, cfb_dec),		\
		[WC_FN_XTS_ENC]	= LIB_FN(cipher, id_, xts_enc),		\
		[WC_FN_XTS_DEC]	= LIB_FN(cipher, id_, xts_dec),		\
	},								\
	.gcm		= &cipher##_##id_##_gcm_fns,			\
};

/* A cipher for GCM alone */
#define LIB_GCM_OPS(cipher, id_, isa, features, prio, gcm_)			\
static const struct widecrypt_ops cipher##_##id_##_ops = {		\
	.setkey		= cipher##_setkey,				\
	.key_bytes	= sizeof(struct cipher##_key),			\
	.sched_bytes	= sizeof(struct cipher##_sched),		\
	.enc_at		= offsetof(struct cipher##_key, enc),		\
	.fn		= { [WC_FN_CTR] = LIB_FN(cipher, id_, ctr) },	\
	.gcm		= &cipher##_##id_##_gcm_fns,			\
};

ARIA_ROWS(LIB_OPS)
SM4_ROWS(LIB_OPS)
AES_ROWS(LIB_GCM_OPS)

#define LIB_ROW(cipher_, id_, isa_, features_, prio_, min, max)		\
{									\
	.cipher		= #cipher_,					\
	.isa		= isa_,						\
	.id		= #id_,						\
	.features	= features_,					\
	.prio		= prio_,					\
	.min_key	= min,						\
	.max_key	= max,						\
	.ops		= &cipher_##_##id_##_ops,			\
},

#define LIB_ARIA_ROW(cipher, id, isa, features, prio, gcm_)			\
	LIB_ROW(cipher, id, isa, features, prio, ARIA_MIN_KEY_BYTES,	\
		ARIA_MAX_KEY_BYTES)
#define LIB_SM4_ROW(cipher, id, isa, features, prio, gcm_)			\
	LIB_ROW(cipher, id, isa, features, prio, SM4_KEY_BYTES, SM4_KEY_BYTES)
#define LIB_AES_ROW(cipher, id, isa, features, prio, gcm_)			\
	LIB_ROW(cipher, id, isa, features, prio, 16, 32)

const struct widecrypt_row widecrypt_rows[] = {
	ARIA_ROWS(LIB_ARIA_ROW)
	SM4_ROWS(LIB_SM4_ROW)
	AES_ROWS(LIB_AES_ROW)
};

const unsigned int widecrypt_nrows = ARRAY_SIZE(widecrypt_rows);

/* The largest struct <cipher>_key, see lib.c */
static_assert(sizeof(struct aria_key) <= LIB_CIPHER_KEY_BYTES &&
	      sizeof(struct sm4_key) <= LIB_CIPHER_KEY_BYTES &&
	      sizeof(struct aes_key) <= LIB_CIPHER_KEY_BYTES,
	      "a cipher's key does not fit");
