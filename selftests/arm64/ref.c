// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The unit tests' independent implementation where there is no libcrypto: that
 * of the AF_ALG clients, which has its tables computed and is checked there.
 */
#define ref_xts	tcrypt_ref_xts	/* unit.h has another */
#include "../../tcrypt/ref.c"
#undef ref_xts
#include <stdlib.h>
#include "unit.h"

static const struct ref_key *set_key(const char *cipher, const u8 *key,
				     unsigned int key_len)
{
	enum ref_cipher c = ref_cipher_by_name(cipher, strlen(cipher));
	static unsigned int last_len;
	static struct ref_key k;
	static u8 last[32];

	if (k.cipher == c && last_len == key_len && !memcmp(last, key, key_len))
		return &k;
	if (ref_setkey(&k, c, key, key_len))
		ref_die("key");
	memcpy(last, key, key_len);
	last_len = key_len;
	return &k;
}

void ref_mode(const char *cipher, const char *mode, bool enc, const u8 *key,
	      unsigned int key_len, const u8 *iv, u8 *dst, const u8 *src,
	      unsigned int n)
{
	const struct ref_key *k;

	if (!strcmp(cipher, "bad")) {
		while (n--)
			*dst++ = *src++ ^ 0x5a;
		return;
	}
	k = set_key(cipher, key, key_len);
	if (!strcmp(mode, "ecb"))
		ref_ecb(k, enc, dst, src, n);
	else if (!strcmp(mode, "cbc"))
		ref_cbc(k, enc, iv, dst, src, n);
	else if (!strcmp(mode, "cfb"))
		ref_cfb(k, enc, iv, dst, src, n);
	else if (!strcmp(mode, "ctr"))
		ref_ctr(k, iv, dst, src, n);
	else
		ref_die(mode);
}

struct ref_gcm {
	struct ref_key key;
};

struct ref_gcm *ref_gcm_open(const char *cipher, const u8 *key,
			     unsigned int key_len)
{
	struct ref_gcm *g = malloc(sizeof(*g));

	g->key = *set_key(cipher, key, key_len);
	return g;
}

void ref_gcm_seal(struct ref_gcm *g, const u8 *nonce, const u8 *aad,
		  unsigned int aad_len, u8 *dst, const u8 *src, unsigned int n,
		  u8 *tag)
{
	ref_gcm_crypt(&g->key, nonce, dst, src, n);
	ref_gcm_tag(&g->key, nonce, aad, aad_len, dst, n, tag);
}

void ref_gcm_close(struct ref_gcm *g)
{
	free(g);
}
