// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * AES (FIPS 197) in constant-time portable C, as far as GCM needs it.
 */
#include <linux/errno.h>
#include <widecrypt/burn.h>
#include <widecrypt/scalar_modes.h>
#include "gcm.h"

int widecrypt_aes_expandkey(struct aes_key *key, const u8 *in,
			    unsigned int len)
{
	int err = wc_aes_expandkey(&key->enc, in, len);

	wc_burn_stack();
	return err;
}

static void aes_blocks(const void *ks, u8 *dst, const u8 *src, unsigned int n)
{
	wc_aes_encrypt_blocks(ks, dst, src, n);
}

WC_DEFINE_SCALAR_MODE(aes, aes_blocks, ctr)
