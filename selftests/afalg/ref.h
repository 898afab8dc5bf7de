/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reference AES, ARIA and SM4 with the modes the tests need, written from the
 * standards for clarity alone: FIPS 197, RFC 5794, GB/T 32907-2016, SP 800-38A,
 * SP 800-38D, IEEE 1619. Slow and not constant time. It shares no code and no
 * table with the modules under test: even the S-boxes are computed.
 */
#ifndef WIDECRYPT_AFALG_REF_H
#define WIDECRYPT_AFALG_REF_H

#include <stddef.h>

typedef unsigned char u8;

enum ref_cipher { REF_AES, REF_ARIA, REF_SM4, REF_NONE };

struct ref_key {
	enum ref_cipher cipher;
	unsigned int rounds;
	u8 ek[17][16];		/* AES, ARIA: encryption round keys */
	u8 dk[17][16];		/* ARIA: decryption round keys */
	unsigned int rk[32];	/* SM4 round keys */
};

/* REF_NONE for a name that is none of aes, aria, sm4. */
enum ref_cipher ref_cipher_by_name(const char *name, size_t len);
int ref_key_size_ok(enum ref_cipher cipher, size_t keylen);

/* 0, or -1 when the cipher has no such key size. */
int ref_setkey(struct ref_key *k, enum ref_cipher cipher, const u8 *key,
	       size_t keylen);

void ref_encrypt(const struct ref_key *k, u8 out[16], const u8 in[16]);
void ref_decrypt(const struct ref_key *k, u8 out[16], const u8 in[16]);

/* len is a multiple of 16 for ECB and CBC, at least 16 for XTS, any else. */
void ref_ecb(const struct ref_key *k, int enc, u8 *out, const u8 *in,
	     size_t len);
void ref_cbc(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
	     const u8 *in, size_t len);
void ref_cfb(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
	     const u8 *in, size_t len);
void ref_ctr(const struct ref_key *k, const u8 iv[16], u8 *out, const u8 *in,
	     size_t len);
void ref_xts(const struct ref_key *k1, const struct ref_key *k2, int enc,
	     const u8 tweak[16], u8 *out, const u8 *in, size_t len);

/* GCM with a 96-bit nonce: the counter-mode part, then the full tag over @ct. */
void ref_gcm_crypt(const struct ref_key *k, const u8 nonce[12], u8 *out,
		   const u8 *in, size_t len);
void ref_gcm_tag(const struct ref_key *k, const u8 nonce[12], const u8 *aad,
		 size_t aadlen, const u8 *ct, size_t len, u8 tag[16]);

#endif /* WIDECRYPT_AFALG_REF_H */
