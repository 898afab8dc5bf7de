/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is behind a row: the routines as the modules call them.
 */
#ifndef WIDECRYPT_LIB_OPS_H
#define WIDECRYPT_LIB_OPS_H

#include <widecrypt/gcm.h>
#include <widecrypt/mode_fn.h>
#include "widecrypt.h"

enum wc_routine {
	WC_FN_ECB,
	WC_FN_CBC_ENC,
	WC_FN_CBC_DEC,
	WC_FN_CTR,
	WC_FN_CFB_ENC,
	WC_FN_CFB_DEC,
	WC_FN_XTS_ENC,
	WC_FN_XTS_DEC,
	WC_FNS,
};

/**
 * struct widecrypt_ops - a row's routines
 * @fn: the mode routines, NULL for those that the row does not have
 * @setkey: fills a struct <cipher>_key
 * @key_bytes: its size
 * @sched_bytes: the size of one schedule in it
 * @enc_at: where the schedule for encryption is
 * @dec_at: where that for decryption is, if there is one
 * @gcm: the GCM routines
 */
struct widecrypt_ops {
	__typeof__(wc_mode_fn *) fn[WC_FNS];
	int (*setkey)(void *key, const u8 *in, unsigned int len);
	unsigned int key_bytes;
	unsigned int sched_bytes;
	unsigned int enc_at;
	unsigned int dec_at;
	const struct wc_gcm_fns *gcm;
};

/* wc_gcm_setkey(), as code of its own */
void lib_gcm_setkey(const struct wc_gcm_fns *fns, const void *ks,
		    struct wc_ghash_key *h);

/* What struct widecrypt_key has for each of two cipher keys */
#define LIB_CIPHER_KEY_BYTES	6144

#endif /* WIDECRYPT_LIB_OPS_H */
