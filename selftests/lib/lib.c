// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions of widecrypt.h over a row's routines.
 */
#include "ops.h"

#define RFC4106_SALT_BYTES	4
#define RFC4106_IV_BYTES	8

/* What is inside struct widecrypt_key */
struct lib_key {
	u8 cipher[LIB_CIPHER_KEY_BYTES] __aligned(8);
	u8 tweak[LIB_CIPHER_KEY_BYTES] __aligned(8);
	struct wc_ghash_key h;
	u8 salt[RFC4106_SALT_BYTES];
};

static_assert(sizeof(struct lib_key) <= WIDECRYPT_KEY_BYTES,
	      "WIDECRYPT_KEY_BYTES is too small");

static struct lib_key *lib_key(struct widecrypt_key *key)
{
	return (struct lib_key *)key->opaque;
}

static const struct lib_key *lib_const_key(const struct widecrypt_key *key)
{
	return (const struct lib_key *)key->opaque;
}

static const void *lib_enc(const struct widecrypt_key *key)
{
	return lib_const_key(key)->cipher + key->row->ops->enc_at;
}

static const void *lib_dec(const struct widecrypt_key *key)
{
	return lib_const_key(key)->cipher + key->row->ops->dec_at;
}

const struct widecrypt_row *widecrypt_row(const char *cipher, const char *isa)
{
	const struct widecrypt_row *row = widecrypt_rows;
	unsigned int i;

	for (i = 0; i < widecrypt_nrows; i++, row++)
		if (!strcmp(row->cipher, cipher) && !strcmp(row->isa, isa))
			return row;
	return NULL;
}

int widecrypt_has_mode(const struct widecrypt_row *row,
		       enum widecrypt_mode mode)
{
	static const u8 fn[] = {
		[WIDECRYPT_ECB] = WC_FN_ECB,
		[WIDECRYPT_CBC] = WC_FN_CBC_ENC,
		[WIDECRYPT_CTR] = WC_FN_CTR,
		[WIDECRYPT_CFB] = WC_FN_CFB_ENC,
		[WIDECRYPT_XTS] = WC_FN_XTS_ENC,
	};

	return mode == WIDECRYPT_GCM ? !!row->ops->gcm->enc :
				       !!row->ops->fn[fn[mode]];
}

void lib_gcm_setkey(const struct wc_gcm_fns *fns, const void *ks,
		    struct wc_ghash_key *h)
{
	wc_gcm_setkey(fns, ks, h);
}

int widecrypt_setkey(struct widecrypt_key *key,
		     const struct widecrypt_row *row, const void *in,
		     unsigned int len)
{
	struct lib_key *k = lib_key(key);
	int err;

	key->row = row;
	err = row->ops->setkey(k->cipher, in, len);
	if (!err)
		lib_gcm_setkey(row->ops->gcm, lib_enc(key), &k->h);
	return err;
}

int widecrypt_xts_setkey(struct widecrypt_key *key,
			 const struct widecrypt_row *row, const void *in,
			 unsigned int len)
{
	struct lib_key *k = lib_key(key);
	int err;

	key->row = row;
	if (len % 2)
		return -EINVAL;
	err = row->ops->setkey(k->cipher, in, len / 2);
	return err ?: row->ops->setkey(k->tweak, in + len / 2, len / 2);
}

int widecrypt_rfc4106_setkey(struct widecrypt_key *key,
			     const struct widecrypt_row *row, const void *in,
			     unsigned int len)
{
	if (len < RFC4106_SALT_BYTES)
		return -EINVAL;
	len -= RFC4106_SALT_BYTES;
	memcpy(lib_key(key)->salt, in + len, RFC4106_SALT_BYTES);
	return widecrypt_setkey(key, row, in, len);
}

/* A mode routine that takes @len in units of @unit */
static int lib_mode(const struct widecrypt_key *key, enum wc_routine fn,
		    const void *ks, void *dst, const void *src,
		    unsigned int len, unsigned int unit, void *iv)
{
	wc_mode_fn *f = key->row->ops->fn[fn];

	if (!f || len % unit)
		return -EINVAL;
	if (len)
		f(ks, dst, src, len / unit, iv);
	return 0;
}

int widecrypt_ecb_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len)
{
	return lib_mode(key, WC_FN_ECB, lib_enc(key), dst, src, len, 16, NULL);
}

int widecrypt_ecb_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len)
{
	return lib_mode(key, WC_FN_ECB, lib_dec(key), dst, src, len, 16, NULL);
}

#define LIB_MODE(name, fn, sched, unit)					\
int widecrypt_##name(const struct widecrypt_key *key, void *dst,	\
		     const void *src, unsigned int len, void *iv)	\
{									\
	return lib_mode(key, fn, sched(key), dst, src, len, unit, iv);	\
}

LIB_MODE(cbc_enc, WC_FN_CBC_ENC, lib_enc, 16)
LIB_MODE(cbc_dec, WC_FN_CBC_DEC, lib_dec, 16)
LIB_MODE(ctr, WC_FN_CTR, lib_enc, 1)
LIB_MODE(cfb_enc, WC_FN_CFB_ENC, lib_enc, 1)
LIB_MODE(cfb_dec, WC_FN_CFB_DEC, lib_enc, 1)

/* The routine starts from the encrypted tweak. */
static int lib_xts(const struct widecrypt_key *key, enum wc_routine fn,
		   const void *ks, void *dst, const void *src,
		   unsigned int len, const void *tweak)
{
	const struct widecrypt_ops *ops = key->row->ops;
	const struct lib_key *k = lib_const_key(key);
	u8 t[WC_BLOCK_SIZE];

	if (!ops->fn[fn] || len < WC_BLOCK_SIZE)
		return -EINVAL;
	ops->fn[WC_FN_ECB](k->tweak + ops->enc_at, t, tweak, 1, NULL);
	ops->fn[fn](ks, dst, src, len, t);
	return 0;
}

int widecrypt_xts_enc(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, const void *tweak)
{
	return lib_xts(key, WC_FN_XTS_ENC, lib_enc(key), dst, src, len, tweak);
}

int widecrypt_xts_dec(const struct widecrypt_key *key, void *dst,
		      const void *src, unsigned int len, const void *tweak)
{
	return lib_xts(key, WC_FN_XTS_DEC, lib_dec(key), dst, src, len, tweak);
}

/* SP 800-38D, 5.2.1.2 */
static bool lib_tag_len_ok(unsigned int n)
{
	return n == 4 || n == 8 || (n >= 12 && n <= 16);
}

/* The text and the full tag of a message */
static void lib_gcm(const struct widecrypt_key *key, bool enc,
		    const u8 *nonce, const u8 *aad, unsigned int aad_len,
		    u8 *dst, const u8 *src, unsigned int len, u8 *tag)
{
	const struct wc_gcm_fns *fns = key->row->ops->gcm;
	const struct lib_key *k = lib_const_key(key);
	const void *ks = lib_enc(key);

	(enc ? fns->enc_once : fns->dec_once)(ks, &k->h, dst, src, len, aad,
					      aad_len, nonce, tag);
}

int widecrypt_gcm_enc(const struct widecrypt_key *key, const void *nonce,
		      const void *aad, unsigned int aad_len, void *dst,
		      const void *src, unsigned int len, void *tag,
		      unsigned int tag_len)
{
	u8 full[WC_GCM_TAG_BYTES];

	if (!lib_tag_len_ok(tag_len))
		return -EINVAL;
	if (tag_len == sizeof(full)) {
		lib_gcm(key, true, nonce, aad, aad_len, dst, src, len, tag);
	} else {
		lib_gcm(key, true, nonce, aad, aad_len, dst, src, len, full);
		memcpy(tag, full, tag_len);
	}
	return 0;
}

int widecrypt_gcm_dec(const struct widecrypt_key *key, const void *nonce,
		      const void *aad, unsigned int aad_len, void *dst,
		      const void *src, unsigned int len, const void *tag,
		      unsigned int tag_len)
{
	u8 full[WC_GCM_TAG_BYTES];
	const u8 *t = tag;
	unsigned int i;
	u64 diff = 0;

	if (!lib_tag_len_ok(tag_len))
		return -EINVAL;
	lib_gcm(key, false, nonce, aad, aad_len, dst, src, len, full);
	if (tag_len == sizeof(full)) {
		diff = get_unaligned_le64(full) ^ get_unaligned_le64(t);
		diff |= get_unaligned_le64(full + 8) ^
			get_unaligned_le64(t + 8);
	}
	for (i = 0; tag_len != sizeof(full) && i < tag_len; i++)
		diff |= full[i] ^ t[i];
	memzero_explicit(full, sizeof(full));
	return diff ? -EBADMSG : 0;
}

/* RFC 4106, 4 and 5: the nonce is salt || IV, the IV follows the AAD. */
static int lib_rfc4106(const struct widecrypt_key *key, const void *iv,
		       unsigned int aad_len, unsigned int tag_len, u8 *nonce)
{
	if ((aad_len != 16 && aad_len != 20) ||
	    (tag_len != 8 && tag_len != 12 && tag_len != 16))
		return -EINVAL;
	memcpy(nonce, lib_const_key(key)->salt, RFC4106_SALT_BYTES);
	memcpy(nonce + RFC4106_SALT_BYTES, iv, RFC4106_IV_BYTES);
	return 0;
}

int widecrypt_rfc4106_enc(const struct widecrypt_key *key, const void *iv,
			  const void *aad, unsigned int aad_len, void *dst,
			  const void *src, unsigned int len, void *tag,
			  unsigned int tag_len)
{
	u8 nonce[WC_GCM_IV_BYTES];
	int err = lib_rfc4106(key, iv, aad_len, tag_len, nonce);

	return err ?: widecrypt_gcm_enc(key, nonce, aad,
					aad_len - RFC4106_IV_BYTES, dst, src,
					len, tag, tag_len);
}

int widecrypt_rfc4106_dec(const struct widecrypt_key *key, const void *iv,
			  const void *aad, unsigned int aad_len, void *dst,
			  const void *src, unsigned int len, const void *tag,
			  unsigned int tag_len)
{
	u8 nonce[WC_GCM_IV_BYTES];
	int err = lib_rfc4106(key, iv, aad_len, tag_len, nonce);

	return err ?: widecrypt_gcm_dec(key, nonce, aad,
					aad_len - RFC4106_IV_BYTES, dst, src,
					len, tag, tag_len);
}
