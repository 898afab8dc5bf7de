/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GCM (SP 800-38D) on stretches of memory, for any cipher with a CTR routine.
 * aead.h feeds it a request's scatterlists, the user-space library plain
 * buffers.
 *
 * The order of calls for one message: wc_gcm_start(), the GHASH routine over
 * the additional data, the row's enc or dec routine over the text, and
 * wc_gcm_tag(). Additional data and text may come in several stretches, all of
 * whole blocks but the last of each. Every routine leaves the same state behind
 * whatever its row, so a message may change rows between two calls.
 */
#ifndef WIDECRYPT_GCM_H
#define WIDECRYPT_GCM_H

#include <widecrypt/ghash.h>

#define WC_GCM_IV_BYTES		12
#define WC_GCM_TAG_BYTES	16

/**
 * struct wc_gcm_state - a message under way
 * @acc: what GHASH has made of the data so far
 * @ctr: the counter block of the next text block
 */
struct wc_gcm_state {
	u8 acc[WC_BLOCK_SIZE];
	u8 ctr[WC_BLOCK_SIZE];
};

/* acc = GHASH of n bytes more, the last block padded with zeros */
typedef void wc_ghash_fn(const struct wc_ghash_key *h, u8 *acc, const u8 *data,
			 unsigned int n);

/* Encrypts or decrypts and hashes n >= 1 bytes; dst == src or disjoint. */
typedef void wc_gcm_fn(const void *ks, const struct wc_ghash_key *h, u8 *dst,
		       const u8 *src, unsigned int n, struct wc_gcm_state *st);

/* The routines of a row */
struct wc_gcm_fns {
	wc_mode_fn *ctr;
	wc_ghash_fn *ghash;
	wc_gcm_fn *enc;
	wc_gcm_fn *dec;
};

/* J0 = IV || 1 is kept for the tag; the text starts at inc32(J0). */
static __always_inline void wc_gcm_start(struct wc_gcm_state *st, const u8 *iv)
{
	memset(st->acc, 0, sizeof(st->acc));
	memcpy(st->ctr, iv, WC_GCM_IV_BYTES);
	put_unaligned_be32(2, st->ctr + WC_GCM_IV_BYTES);
}

/*
 * CTR with GCM's counter, whose 32 low bits wrap without a carry (SP 800-38D,
 * 6.2), by a CTR routine that carries through all 128.
 */
static __always_inline void wc_gcm_ctr(wc_mode_fn *ctr, const void *ks,
				       u8 *dst, const u8 *src, unsigned int n,
				       u8 *iv)
{
	u8 top[WC_GCM_IV_BYTES];
	u32 left = -get_unaligned_be32(iv + WC_GCM_IV_BYTES);
	unsigned int m;

	memcpy(top, iv, WC_GCM_IV_BYTES);
	if (left && left <= (n - 1) / WC_BLOCK_SIZE) {
		m = left * WC_BLOCK_SIZE;
		ctr(ks, dst, src, m, iv);
		memcpy(iv, top, WC_GCM_IV_BYTES);
		dst += m;
		src += m;
		n -= m;
	}
	ctr(ks, dst, src, n, iv);
	memcpy(iv, top, WC_GCM_IV_BYTES);
}

/* Text routines that do one after the other what fused code interleaves */
static __always_inline void wc_gcm_enc_two_pass(wc_mode_fn *ctr,
						wc_ghash_fn *ghash,
						const void *ks,
						const struct wc_ghash_key *h,
						u8 *dst, const u8 *src,
						unsigned int n,
						struct wc_gcm_state *st)
{
	wc_gcm_ctr(ctr, ks, dst, src, n, st->ctr);
	ghash(h, st->acc, dst, n);
}

static __always_inline void wc_gcm_dec_two_pass(wc_mode_fn *ctr,
						wc_ghash_fn *ghash,
						const void *ks,
						const struct wc_ghash_key *h,
						u8 *dst, const u8 *src,
						unsigned int n,
						struct wc_gcm_state *st)
{
	ghash(h, st->acc, src, n);
	wc_gcm_ctr(ctr, ks, dst, src, n, st->ctr);
}

/*
 * Hashes the lengths in bytes and encrypts the result with the counter J0:
 * the full tag.
 */
static __always_inline void wc_gcm_tag(wc_mode_fn *ctr, wc_ghash_fn *ghash,
				       const void *ks,
				       const struct wc_ghash_key *h,
				       struct wc_gcm_state *st, const u8 *iv,
				       u64 aad_bytes, u64 text_bytes, u8 *tag)
{
	u8 block[WC_BLOCK_SIZE];

	put_unaligned_be64(8 * aad_bytes, block);
	put_unaligned_be64(8 * text_bytes, block + 8);
	ghash(h, st->acc, block, WC_BLOCK_SIZE);
	memcpy(block, iv, WC_GCM_IV_BYTES);
	put_unaligned_be32(1, block + WC_GCM_IV_BYTES);
	ctr(ks, tag, st->acc, WC_GCM_TAG_BYTES, block);
}

/*
 * Makes the GHASH key: H is the encryption of the zero block. @ctr and @powers
 * are the portable routines, or a row's within a vector section; the result is
 * the same.
 */
static __always_inline void wc_gcm_setkey_by(wc_mode_fn *ctr,
					     wc_ghash_powers_fn *powers,
					     const void *ks,
					     struct wc_ghash_key *h)
{
	u8 zero[WC_BLOCK_SIZE] = {}, sub[WC_BLOCK_SIZE] = {};

	ctr(ks, sub, sub, WC_BLOCK_SIZE, zero);
	wc_ghash_setkey(h, sub, powers);
	memzero_explicit(sub, sizeof(sub));
}

/* The same in portable code: @ctr is the cipher's portable routine. */
static __always_inline void wc_gcm_setkey(wc_mode_fn *ctr, const void *ks,
					  struct wc_ghash_key *h)
{
	wc_gcm_setkey_by(ctr, wc_ghash_powers_generic, ks, h);
}

/* Defines the text routines of row @id of @cipher from its CTR and a GHASH. */
#define WC_DEFINE_GCM_TWO_PASS(cipher, id, ghash)			\
WC_DEFINE_GCM_PASS(cipher, id, ghash, enc)				\
WC_DEFINE_GCM_PASS(cipher, id, ghash, dec)

#define WC_DEFINE_GCM_PASS(cipher, id, ghash, dir)			\
static void cipher##_##id##_gcm_##dir(const void *ks,			\
				      const struct wc_ghash_key *h,	\
				      u8 *dst, const u8 *src,		\
				      unsigned int n,			\
				      struct wc_gcm_state *st)		\
{									\
	wc_gcm_##dir##_two_pass(widecrypt_##cipher##_##id##_ctr, ghash,	\
				ks, h, dst, src, n, st);		\
}

#endif /* WIDECRYPT_GCM_H */
