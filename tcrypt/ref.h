/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reference AES, ARIA and SM4 with the modes the tests need, written from the
 * standards for clarity alone: FIPS 197, RFC 5794, GB/T 32907-2016, SP 800-38A,
 * SP 800-38D, IEEE 1619. Slow and not constant time. It shares no code and no
 * table with the modules under test: even the S-boxes are computed. User space
 * links ref.c; each test module includes it (wcref.h), so that nothing of it is
 * a symbol of the kernel.
 */
#ifndef WIDECRYPT_REF_H
#define WIDECRYPT_REF_H

#ifdef __KERNEL__
#include <linux/string.h>
#include <linux/types.h>
#define REF_API static __maybe_unused
#else
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#define REF_API

typedef unsigned char u8;
typedef unsigned long long u64;
#endif

enum ref_cipher { REF_AES, REF_ARIA, REF_SM4, REF_NONE };

struct ref_key {
	enum ref_cipher cipher;
	unsigned int rounds;
	u8 ek[17][16];		/* AES, ARIA: encryption round keys */
	u8 dk[17][16];		/* ARIA: decryption round keys */
	unsigned int rk[32];	/* SM4 round keys */
};

/*
 * Compute the tables. ref_setkey() does it where it was not done; threads that
 * may set keys at once need it before they start.
 */
REF_API void ref_init(void);

/* REF_NONE for a name that is none of aes, aria, sm4. */
REF_API enum ref_cipher ref_cipher_by_name(const char *name, size_t len);
REF_API int ref_key_size_ok(enum ref_cipher cipher, size_t keylen);

/* 0, or -1 when the cipher has no such key size. */
REF_API int ref_setkey(struct ref_key *k, enum ref_cipher cipher,
		       const u8 *key, size_t keylen);

/* One block; @out may be @in. */
REF_API void ref_encrypt(const struct ref_key *k, u8 out[16], const u8 in[16]);
REF_API void ref_decrypt(const struct ref_key *k, u8 out[16], const u8 in[16]);

/*
 * @len is a multiple of 16 for ECB and CBC, at least 16 for XTS, any else;
 * @out may be @in.
 */
REF_API void ref_ecb(const struct ref_key *k, int enc, u8 *out, const u8 *in,
		     size_t len);
REF_API void ref_cbc(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
		     const u8 *in, size_t len);
REF_API void ref_cfb(const struct ref_key *k, int enc, const u8 iv[16], u8 *out,
		     const u8 *in, size_t len);
REF_API void ref_ctr(const struct ref_key *k, const u8 iv[16], u8 *out,
		     const u8 *in, size_t len);
REF_API void ref_xts(const struct ref_key *k1, const struct ref_key *k2,
		     int enc, const u8 tweak[16], u8 *out, const u8 *in,
		     size_t len);

/* GCM with a 96-bit nonce: the counter-mode part, then the full tag over @ct. */
REF_API void ref_gcm_crypt(const struct ref_key *k, const u8 nonce[12], u8 *out,
			   const u8 *in, size_t len);
REF_API void ref_gcm_tag(const struct ref_key *k, const u8 nonce[12],
			 const u8 *aad, size_t aadlen, const u8 *ct, size_t len,
			 u8 tag[16]);

/* What the modes are made of, for those who work a message out in parts. */

/* Add one to the big-endian number in the last @n bytes of a block. */
REF_API void ref_increment(u8 ctr[16], unsigned int n);
/* The next block's tweak, and one block by its (encrypted) tweak. */
REF_API void ref_xts_double(u8 t[16]);
REF_API void ref_xts_block(const struct ref_key *k, int enc, const u8 t[16],
			   u8 *out, const u8 *in);
/* y = hash of @p behind what gave @y, padded to whole blocks; then lengths. */
REF_API void ref_gcm_hash(u8 y[16], const u8 h[16], const u8 *p, size_t len);
REF_API void ref_gcm_lengths(u8 y[16], const u8 h[16], size_t aadlen,
			     size_t len);
/* Counter block @n: 1 is the tag's, the text begins with 2. */
REF_API void ref_gcm_counter(u8 ctr[16], const u8 nonce[12], unsigned int n);

#endif /* WIDECRYPT_REF_H */
