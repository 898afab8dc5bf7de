/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reference results for the speed test and for the in-kernel test module: a
 * mode by the kernel's name, worked out by ref.c, which is no part of any
 * driver and asks for none.
 */
#ifndef WCREF_H
#define WCREF_H

#include <linux/errno.h>
#include <linux/kernel.h>

#include "ref.c"

enum wcref_mode {
	WCREF_ECB,
	WCREF_CBC,
	WCREF_CTR,
	WCREF_CFB,
	WCREF_XTS,
	WCREF_GCM,
	WCREF_RFC4106,
};

static const char * const wcref_mode_prefix[] = {
	[WCREF_ECB] = "ecb(",
	[WCREF_CBC] = "cbc(",
	[WCREF_CTR] = "ctr(",
	[WCREF_CFB] = "cfb(",
	[WCREF_XTS] = "xts(",
	[WCREF_GCM] = "gcm(",
	[WCREF_RFC4106] = "rfc4106(gcm(",
};

/**
 * struct wcref - a mode of a cipher with its key
 * @mode: what to compute
 * @cipher: of which cipher
 * @key: the key; for XTS the data's
 * @tweak: XTS only: the tweak's key
 * @h: AEAD only: GHASH key
 * @salt: rfc4106 only: the first four bytes of the nonce
 */
struct wcref {
	enum wcref_mode mode;
	enum ref_cipher cipher;
	struct ref_key key, tweak;
	u8 h[16];
	u8 salt[4];
};

static inline bool wcref_is_aead(const struct wcref *ref)
{
	return ref->mode == WCREF_GCM || ref->mode == WCREF_RFC4106;
}

static inline bool wcref_needs_blocks(const struct wcref *ref)
{
	return ref->mode == WCREF_ECB || ref->mode == WCREF_CBC;
}

/**
 * wcref_init() - make a reference for an algorithm
 * @ref: what to set up
 * @alg: a name such as "ctr(aria)" or "rfc4106(gcm(aes))"
 *
 * Return: 0, or -EINVAL when the name holds no mode or cipher known here.
 */
static int wcref_init(struct wcref *ref, const char *alg)
{
	const char *cipher = NULL;
	unsigned int i;

	memset(ref, 0, sizeof(*ref));
	for (i = 0; i < ARRAY_SIZE(wcref_mode_prefix); i++) {
		size_t n = strlen(wcref_mode_prefix[i]);

		if (!strncmp(alg, wcref_mode_prefix[i], n)) {
			ref->mode = i;
			cipher = alg + n;
		}
	}
	if (!cipher)
		return -EINVAL;
	ref->cipher = ref_cipher_by_name(cipher, strcspn(cipher, ")"));
	ref_init();
	return ref->cipher == REF_NONE ? -EINVAL : 0;
}

static int wcref_setkey(struct wcref *ref, const u8 *key, unsigned int len)
{
	if (ref->mode == WCREF_XTS) {
		len /= 2;
		if (ref_setkey(&ref->tweak, ref->cipher, key + len, len))
			return -EINVAL;
	} else if (ref->mode == WCREF_RFC4106) {
		if (len < sizeof(ref->salt))
			return -EINVAL;
		len -= sizeof(ref->salt);
		memcpy(ref->salt, key + len, sizeof(ref->salt));
	}
	if (ref_setkey(&ref->key, ref->cipher, key, len))
		return -EINVAL;
	memset(ref->h, 0, sizeof(ref->h));
	ref_encrypt(&ref->key, ref->h, ref->h);
	return 0;
}

/**
 * wcref_skcipher() - the expected output of a request
 * @ref: the reference, with its key set
 * @enc: encrypt or decrypt
 * @dst: output, may be @src
 * @src: input
 * @len: bytes; a multiple of 16 for ECB and CBC, at least 16 for XTS
 * @iv: 16 bytes
 */
static void wcref_skcipher(const struct wcref *ref, bool enc, u8 *dst,
			   const u8 *src, unsigned int len, const u8 *iv)
{
	switch (ref->mode) {
	case WCREF_ECB:
		return ref_ecb(&ref->key, enc, dst, src, len);
	case WCREF_CBC:
		return ref_cbc(&ref->key, enc, iv, dst, src, len);
	case WCREF_CTR:
		return ref_ctr(&ref->key, iv, dst, src, len);
	case WCREF_CFB:
		return ref_cfb(&ref->key, enc, iv, dst, src, len);
	case WCREF_XTS:
		return ref_xts(&ref->key, &ref->tweak, enc, iv, dst, src, len);
	default:
		WARN_ONCE(1, "an AEAD is no skcipher\n");
	}
}

/* The nonce of an AEAD request: rfc4106 has four bytes of it in its key. */
static void wcref_nonce(const struct wcref *ref, u8 *nonce, const u8 *iv)
{
	unsigned int n = ref->mode == WCREF_RFC4106 ? sizeof(ref->salt) : 0;

	memcpy(nonce, ref->salt, n);
	memcpy(nonce + n, iv, 12 - n);
}

/**
 * wcref_aead() - the expected output of an AEAD request
 * @ref: the reference, with its key set
 * @enc: encrypt or decrypt
 * @dst: output text, not @src
 * @src: input text
 * @len: bytes of text
 * @aad: associated data as the kernel passes it (rfc4106: with the IV)
 * @alen: bytes of @aad
 * @iv: 12 bytes (rfc4106: 8)
 * @tag: the 16-byte tag goes here
 */
static inline void wcref_aead(const struct wcref *ref, bool enc, u8 *dst,
			      const u8 *src, unsigned int len, const u8 *aad,
			      unsigned int alen, const u8 *iv, u8 *tag)
{
	u8 nonce[12];

	if (ref->mode == WCREF_RFC4106)
		alen -= 8;
	wcref_nonce(ref, nonce, iv);
	ref_gcm_crypt(&ref->key, nonce, dst, src, len);
	ref_gcm_tag(&ref->key, nonce, aad, alen, enc ? dst : src, len, tag);
}

#endif /* WCREF_H */
