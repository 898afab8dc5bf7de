/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libwidecrypt.a: the modules' routines in user space, for tests, benchmarks
 * and other programs. The rows are those of aria/aria.h, sm4/sm4.h and
 * gcm/gcm.h.
 */
#ifndef WIDECRYPT_H
#define WIDECRYPT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct widecrypt_ops;

/**
 * struct widecrypt_row - one cipher on one instruction set
 * @cipher: "aria", "sm4" or "aes"
 * @isa: the suffix of the kernel's driver names, e.g. "gfni-avx512"
 * @id: the same as it stands in the routines' names
 * @features: what it needs of the CPU, bits of <widecrypt/features.h>
 * @prio: its priority in the kernel
 * @min_key: shortest key in bytes
 * @max_key: longest key; every step of 8 between them is a key length too
 * @ops: the routines
 */
struct widecrypt_row {
	const char *cipher;
	const char *isa;
	const char *id;
	unsigned int features;
	unsigned int prio;
	unsigned int min_key;
	unsigned int max_key;
	const struct widecrypt_ops *ops;
};

enum widecrypt_mode {
	WIDECRYPT_ECB,
	WIDECRYPT_CBC,
	WIDECRYPT_CTR,
	WIDECRYPT_CFB,
	WIDECRYPT_XTS,
	WIDECRYPT_GCM,
};

/* All rows of a cipher stand together, the widest first, the portable last. */
extern const struct widecrypt_row widecrypt_rows[];
extern const unsigned int widecrypt_nrows;

/* The row of that name, NULL if there is none */
const struct widecrypt_row *widecrypt_row(const char *cipher, const char *isa);

/* The features that this CPU and its operating system offer */
unsigned int widecrypt_cpu_features(void);

/* The name of the first feature that the row lacks here, NULL if it runs */
const char *widecrypt_missing(const struct widecrypt_row *row);

int widecrypt_has_mode(const struct widecrypt_row *row,
		       enum widecrypt_mode mode);

#define WIDECRYPT_KEY_BYTES	16384

/* An expanded key of any row, all of the caller's to store and to wipe */
struct widecrypt_key {
	const struct widecrypt_row *row;
	unsigned long long opaque[WIDECRYPT_KEY_BYTES / 8];
};

/*
 * The functions below return 0, -EINVAL for lengths that the row, the mode or
 * the kernel does not have, or -EBADMSG for what is not authentic. Lengths are
 * in bytes. dst equals src or is disjoint from it.
 *
 * XTS takes K1 || K2, rfc4106 the key and a salt of 4 bytes.
 */
int widecrypt_setkey(struct widecrypt_key *key,
		     const struct widecrypt_row *row, const void *in,
		     unsigned int len);
int widecrypt_xts_setkey(struct widecrypt_key *key,
			 const struct widecrypt_row *row, const void *in,
			 unsigned int len);
int widecrypt_rfc4106_setkey(struct widecrypt_key *key,
			     const struct widecrypt_row *row, const void *in,
			     unsigned int len);

/* iv: 16 bytes, left as mode_fn.h says, so that messages can be continued */
int widecrypt_ecb_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len);
int widecrypt_ecb_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len);
int widecrypt_cbc_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, void *iv);
int widecrypt_cbc_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, void *iv);
int widecrypt_ctr(const struct widecrypt_key *key, void *dst, const void *src,
		  unsigned int len, void *iv);
int widecrypt_cfb_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, void *iv);
int widecrypt_cfb_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, void *iv);

/* A whole data unit of at least 16 bytes; tweak: 16 bytes, IEEE 1619 */
int widecrypt_xts_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, const void *tweak);
int widecrypt_xts_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, const void *tweak);

/* nonce: 12 bytes; tag_len: 4, 8, 12 to 16 */
int widecrypt_gcm_enc(const struct widecrypt_key *key, const void *nonce,
		      const void *aad, unsigned int aad_len, void *dst,
		      const void *src, unsigned int len, void *tag,
		      unsigned int tag_len);
int widecrypt_gcm_dec(const struct widecrypt_key *key, const void *nonce,
		      const void *aad, unsigned int aad_len, void *dst,
		      const void *src, unsigned int len, const void *tag,
		      unsigned int tag_len);

/* As in the kernel: iv is 8 bytes, aad ends with it, 16 or 20 in all */
int widecrypt_rfc4106_enc(const struct widecrypt_key *key, const void *iv,
			  const void *aad, unsigned int aad_len, void *dst,
			  const void *src, unsigned int len, void *tag,
			  unsigned int tag_len);
int widecrypt_rfc4106_dec(const struct widecrypt_key *key, const void *iv,
			  const void *aad, unsigned int aad_len, void *dst,
			  const void *src, unsigned int len, const void *tag,
			  unsigned int tag_len);

#ifdef __cplusplus
}
#endif

#endif /* WIDECRYPT_H */
