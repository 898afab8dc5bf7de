// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The independent implementations: libcrypto for ECB, CBC, CTR and CFB of ARIA,
 * SM4 and AES, and for GCM of ARIA and AES; libgcrypt for GCM of SM4. The
 * "cipher" bad is that of bad_x86_64.S.
 */
#include <ctype.h>
#include <gcrypt.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include "unit.h"

/* The name that libcrypto has for it; NULL if the cipher is unknown */
static EVP_CIPHER *ref_fetch(const char *cipher, const char *mode,
			     unsigned int key_len)
{
	static struct {
		char name[24];
		EVP_CIPHER *evp;
	} cache[64];
	char name[24], *p;
	unsigned int i;

	if (!strcmp(cipher, "sm4"))
		snprintf(name, sizeof(name), "sm4-%s", mode);
	else
		snprintf(name, sizeof(name), "%s-%u-%s", cipher, 8 * key_len,
			 mode);
	for (p = name; *p; p++)
		*p = toupper(*p);
	for (i = 0; i < ARRAY_SIZE(cache) && cache[i].evp; i++)
		if (!strcmp(cache[i].name, name))
			return cache[i].evp;
	if (i == ARRAY_SIZE(cache))
		ref_die("cache is full");
	strcpy(cache[i].name, name);
	cache[i].evp = EVP_CIPHER_fetch(NULL, name, NULL);
	if (!cache[i].evp)
		ref_die(name);
	return cache[i].evp;
}

void ref_mode(const char *cipher, const char *mode, bool enc, const u8 *key,
	      unsigned int key_len, const u8 *iv, u8 *dst, const u8 *src,
	      unsigned int n)
{
	static EVP_CIPHER_CTX *ctx;
	int len = 0;

	if (!strcmp(cipher, "bad")) {
		while (n--)
			*dst++ = *src++ ^ 0x5a;
		return;
	}
	if (!n)
		return;
	if (!ctx)
		ctx = EVP_CIPHER_CTX_new();
	if (!ctx ||
	    !EVP_CipherInit_ex(ctx, ref_fetch(cipher, mode, key_len), NULL,
			       key, iv, enc) ||
	    !EVP_CIPHER_CTX_set_padding(ctx, 0) ||
	    !EVP_CipherUpdate(ctx, dst, &len, src, n) || len != (int)n)
		ref_die(mode);
}

struct ref_gcm {
	EVP_CIPHER_CTX *evp;
	gcry_cipher_hd_t gcry;
};

struct ref_gcm *ref_gcm_open(const char *cipher, const u8 *key,
			     unsigned int key_len)
{
	struct ref_gcm *g = calloc(1, sizeof(*g));

	if (!g)
		ref_die("memory");
	if (!strcmp(cipher, "sm4")) {
		if (!gcry_check_version("1.9.0"))
			ref_die("libgcrypt is older than 1.9");
		gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
		if (gcry_cipher_open(&g->gcry, GCRY_CIPHER_SM4,
				     GCRY_CIPHER_MODE_GCM, 0) ||
		    gcry_cipher_setkey(g->gcry, key, key_len))
			ref_die("libgcrypt SM4-GCM");
		return g;
	}
	g->evp = EVP_CIPHER_CTX_new();
	if (!g->evp ||
	    !EVP_EncryptInit_ex(g->evp, ref_fetch(cipher, "gcm", key_len),
				NULL, key, NULL))
		ref_die("libcrypto GCM");
	return g;
}

void ref_gcm_seal(struct ref_gcm *g, const u8 *nonce, const u8 *aad,
		  unsigned int aad_len, u8 *dst, const u8 *src, unsigned int n,
		  u8 *tag)
{
	int len;

	if (g->gcry) {
		if (gcry_cipher_reset(g->gcry) ||
		    gcry_cipher_setiv(g->gcry, nonce, 12) ||
		    gcry_cipher_authenticate(g->gcry, aad, aad_len) ||
		    gcry_cipher_final(g->gcry) ||
		    gcry_cipher_encrypt(g->gcry, dst, n, src, n) ||
		    gcry_cipher_gettag(g->gcry, tag, 16))
			ref_die("libgcrypt SM4-GCM");
		return;
	}
	if (!EVP_EncryptInit_ex(g->evp, NULL, NULL, NULL, nonce) ||
	    (aad_len && !EVP_EncryptUpdate(g->evp, NULL, &len, aad, aad_len)) ||
	    (n && !EVP_EncryptUpdate(g->evp, dst, &len, src, n)) ||
	    !EVP_EncryptFinal_ex(g->evp, dst, &len) ||
	    !EVP_CIPHER_CTX_ctrl(g->evp, EVP_CTRL_AEAD_GET_TAG, 16, tag))
		ref_die("libcrypto GCM");
}

void ref_gcm_close(struct ref_gcm *g)
{
	if (g->gcry)
		gcry_cipher_close(g->gcry);
	EVP_CIPHER_CTX_free(g->evp);
	free(g);
}
