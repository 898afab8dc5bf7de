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

#include <widecrypt/gcm-offsets.h>
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

/*
 * A whole message with a nonce of 12 bytes in one call: text of n bytes, any n,
 * and the full tag. dst == src or disjoint.
 */
typedef void wc_gcm_once_fn(const void *ks, const struct wc_ghash_key *h,
			    u8 *dst, const u8 *src, unsigned int n,
			    const u8 *aad, unsigned int naad, const u8 *iv,
			    u8 *tag);

/**
 * struct wc_beside - what a CTR routine is to do besides
 * @h: the GHASH key
 * @acc: what GHASH has made of the data so far; updated
 * @data: what is to be hashed, or NULL; moved on by what has been
 * @j0: one more block to be encrypted, or NULL
 */
struct wc_beside {
	const struct wc_ghash_key *h;
	u8 *acc;
	const u8 *data;
	u8 *j0;
};

static_assert(offsetof(struct wc_beside, h) == WC_OFF_BESIDE_H);
static_assert(offsetof(struct wc_beside, acc) == WC_OFF_BESIDE_ACC);
static_assert(offsetof(struct wc_beside, data) == WC_OFF_BESIDE_DATA);
static_assert(offsetof(struct wc_beside, j0) == WC_OFF_BESIDE_J0);

/*
 * CTR (a wc_mode_fn) in steps of so many bytes and beside each step, or not beside
 * a last one that is short, GHASH of a step's bytes at b->data. They are read
 * before the step's text is written: they may be this very text, or what the step
 * before has made. b->j0 goes along with the last step. The counter's 32 low bits
 * must not wrap. A row that has none says so by a step of 0: for the kernel's
 * compilers an address may be NULL, and IBT wants those that are looked at marked.
 */
typedef void wc_beside_fn(const void *ks, u8 *dst, const u8 *src,
			  unsigned int n, u8 *iv, struct wc_beside *b);

/* The routines of a row */
struct wc_gcm_fns {
	wc_mode_fn *ctr;
	wc_ghash_fn *ghash;
	wc_gcm_fn *enc;
	wc_gcm_fn *dec;
	wc_gcm_once_fn *enc_once;
	wc_gcm_once_fn *dec_once;
	wc_ghash_powers_fn *powers;
};

/* J0 = IV || 1 is kept for the tag; the text starts at inc32(J0). */
static __always_inline void wc_gcm_start(struct wc_gcm_state *st, const u8 *iv)
{
	memset(st->acc, 0, sizeof(st->acc));
	memcpy(st->ctr, iv, WC_GCM_IV_BYTES);
	put_unaligned_be32(2, st->ctr + WC_GCM_IV_BYTES);
}

/* Whether n bytes from this counter on let its 32 low bits wrap */
static __always_inline bool wc_gcm_wraps(const u8 *iv, unsigned int n)
{
	u32 left = -get_unaligned_be32(iv + WC_GCM_IV_BYTES);

	return left && left <= (n - 1) / WC_BLOCK_SIZE;
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
	unsigned int m;

	memcpy(top, iv, WC_GCM_IV_BYTES);
	if (wc_gcm_wraps(iv, n)) {
		m = -get_unaligned_be32(iv + WC_GCM_IV_BYTES) * WC_BLOCK_SIZE;
		ctr(ks, dst, src, m, iv);
		memcpy(iv, top, WC_GCM_IV_BYTES);
		dst += m;
		src += m;
		n -= m;
	}
	ctr(ks, dst, src, n, iv);
	memcpy(iv, top, WC_GCM_IV_BYTES);
}

/* Text by routines that do one after the other what fused code interleaves */
static __always_inline void wc_gcm_text_two_pass(wc_mode_fn *ctr,
						 wc_ghash_fn *ghash,
						 const void *ks,
						 const struct wc_ghash_key *h,
						 u8 *dst, const u8 *src,
						 unsigned int n,
						 struct wc_gcm_state *st,
						 bool enc)
{
	if (!enc)
		ghash(h, st->acc, src, n);
	wc_gcm_ctr(ctr, ks, dst, src, n, st->ctr);
	if (enc)
		ghash(h, st->acc, dst, n);
}

/* CTR with what is to be done beside, if there is anything */
static __always_inline void wc_gcm_along(wc_mode_fn *ctr, wc_beside_fn *beside,
					 const void *ks, u8 *dst, const u8 *src,
					 unsigned int n, u8 *iv,
					 struct wc_beside *b)
{
	if (b->data || b->j0)
		beside(ks, dst, src, n, iv, b);
	else
		ctr(ks, dst, src, n, iv);
}

/*
 * Text, n >= 1 bytes, by a routine that hashes beside CTR: in encryption what
 * the step before has made, in decryption what it takes itself. j0: a block that
 * is to be encrypted along with the last step, or NULL.
 */
static __always_inline void wc_gcm_text_beside(wc_mode_fn *ctr,
					       wc_ghash_fn *ghash,
					       wc_beside_fn *beside,
					       unsigned int step,
					       const void *ks,
					       const struct wc_ghash_key *h,
					       u8 *dst, const u8 *src,
					       unsigned int n,
					       struct wc_gcm_state *st,
					       u8 *j0, bool enc)
{
	struct wc_beside b = { .h = h, .acc = st->acc };
	unsigned int head, done = 0;

	if (enc) {
		head = n > step ? step : 0;
		if (head) {
			ctr(ks, dst, src, head, st->ctr);
			b.data = dst;
		}
		b.j0 = j0;
		wc_gcm_along(ctr, beside, ks, dst + head, src + head, n - head,
			     st->ctr, &b);
		if (head)
			done = b.data - dst;
		ghash(h, st->acc, dst + done, n - done);
		return;
	}

	head = n - n % step;
	if (head) {
		b.data = src;
		b.j0 = n == head ? j0 : NULL;
		beside(ks, dst, src, head, st->ctr, &b);
	}
	if (n > head) {
		ghash(h, st->acc, src + head, n - head);
		b.data = NULL;
		b.j0 = j0;
		wc_gcm_along(ctr, beside, ks, dst + head, src + head, n - head,
			     st->ctr, &b);
	}
}

/* Text by whatever the row has */
static __always_inline void wc_gcm_text(wc_mode_fn *ctr, wc_ghash_fn *ghash,
					wc_beside_fn *beside, unsigned int step,
					const void *ks,
					const struct wc_ghash_key *h, u8 *dst,
					const u8 *src, unsigned int n,
					struct wc_gcm_state *st, bool enc)
{
	u8 top[WC_GCM_IV_BYTES];

	if (!step || wc_gcm_wraps(st->ctr, n)) {
		wc_gcm_text_two_pass(ctr, ghash, ks, h, dst, src, n, st, enc);
		return;
	}
	memcpy(top, st->ctr, sizeof(top));
	wc_gcm_text_beside(ctr, ghash, beside, step, ks, h, dst, src, n, st,
			   NULL, enc);
	memcpy(st->ctr, top, sizeof(top));
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

/* What wc_gcm_once_two_pass() has room for */
#define WC_GCM_ONCE_TEXT	(32 * WC_BLOCK_SIZE)
#define WC_GCM_ONCE_AAD		(4 * WC_BLOCK_SIZE)

/*
 * A longer message; st->ctr is J0. That still goes with the first text if it is
 * just one block more for a routine that takes many at a time, or, where GHASH
 * goes beside, with the last. ej0: room for WC_GCM_ONCE_TEXT.
 */
static __always_inline void wc_gcm_long_two_pass(wc_mode_fn *ctr,
						 wc_ghash_fn *ghash,
						 wc_beside_fn *beside,
						 unsigned int step,
						 const void *ks,
						 const struct wc_ghash_key *h,
						 u8 *dst, const u8 *src,
						 unsigned int n, const u8 *aad,
						 unsigned int naad,
						 struct wc_gcm_state *st,
						 u8 *tag, bool enc, u8 *ej0)
{
	unsigned int head = min_t(unsigned int, n,
				  WC_GCM_ONCE_TEXT - WC_BLOCK_SIZE);
	u8 lengths[WC_BLOCK_SIZE];

	/* Early, so that nobody waits for these stores */
	put_unaligned_be64(8ULL * naad, lengths);
	put_unaligned_be64(8ULL * n, lengths + 8);

	if (step || -n % WC_GCM_ONCE_TEXT < WC_BLOCK_SIZE)
		head = 0;
	if (naad)
		ghash(h, st->acc, aad, naad);
	if (step && n) {
		memcpy(ej0, st->ctr, WC_BLOCK_SIZE);
		put_unaligned_be32(2, st->ctr + WC_GCM_IV_BYTES);
		wc_gcm_text_beside(ctr, ghash, beside, step, ks, h, dst, src, n,
				   st, ej0, enc);
	} else {
		if (n && !enc)
			ghash(h, st->acc, src, n);
		memset(ej0, 0, WC_BLOCK_SIZE);
		memcpy(ej0 + WC_BLOCK_SIZE, src, head);
		ctr(ks, ej0, ej0, WC_BLOCK_SIZE + head, st->ctr);
		memcpy(dst, ej0 + WC_BLOCK_SIZE, head);
		if (n > head)
			ctr(ks, dst + head, src + head, n - head, st->ctr);
		if (n && enc)
			ghash(h, st->acc, dst, n);
	}
	ghash(h, st->acc, lengths, WC_BLOCK_SIZE);
	wc_xor_block(tag, ej0, st->acc);
	memzero_explicit(ej0, WC_BLOCK_SIZE + head);
	memzero_explicit(st, sizeof(*st));
}

/*
 * A whole message by a CTR and a GHASH routine. In a short one J0 is encrypted
 * together with the first counters, and additional data, text and lengths are
 * hashed in one go: what counts there is how often a routine has to begin.
 */
static __always_inline void wc_gcm_once_two_pass(wc_mode_fn *ctr,
						 wc_ghash_fn *ghash,
						 wc_beside_fn *beside,
						 unsigned int step,
						 const void *ks,
						 const struct wc_ghash_key *h,
						 u8 *dst, const u8 *src,
						 unsigned int n, const u8 *aad,
						 unsigned int naad,
						 const u8 *iv, u8 *tag,
						 bool enc)
{
	/* AAD, whose last block's place is E(J0)'s for a while; text; lengths */
	u8 buf[WC_GCM_ONCE_AAD + WC_GCM_ONCE_TEXT + WC_BLOCK_SIZE];
	u8 *text = buf + WC_GCM_ONCE_AAD, *ej0 = text - WC_BLOCK_SIZE;
	u8 *lengths = text + round_up(n, WC_BLOCK_SIZE), *from = text;
	struct wc_gcm_state st;
	int pass;

	wc_gcm_start(&st, iv);
	put_unaligned_be32(1, st.ctr + WC_GCM_IV_BYTES);
	if (n > WC_GCM_ONCE_TEXT || naad > WC_GCM_ONCE_AAD) {
		wc_gcm_long_two_pass(ctr, ghash, beside, step, ks, h, dst, src,
				     n, aad, naad, &st, tag, enc, ej0);
		return;
	}

	memcpy(text, src, n);

	/* Ciphertext is hashed: encrypt, then hash; hash, then decrypt. */
	for (pass = 0; pass < 2; pass++) {
		memset(ej0, 0, WC_BLOCK_SIZE);
		if (enc == !pass) {
			ctr(ks, ej0, ej0, WC_BLOCK_SIZE + n, st.ctr);
			memcpy(tag, ej0, WC_BLOCK_SIZE);
			memcpy(dst, text, n);
			continue;
		}
		if (naad) {
			from -= round_up(naad, WC_BLOCK_SIZE);
			memcpy(from, aad, naad);
		}
		memset(text + n, 0, lengths - text - n);
		put_unaligned_be64(8ULL * naad, lengths);
		put_unaligned_be64(8ULL * n, lengths + 8);
		ghash(h, st.acc, from, lengths + WC_BLOCK_SIZE - from);
	}
	wc_xor_block(tag, tag, st.acc);
	memzero_explicit(buf, lengths - buf);
	memzero_explicit(&st, sizeof(st));
}

/*
 * Makes the GHASH key: H is the encryption of the zero block. The portable
 * routines and a row's make the same.
 */
static __always_inline void wc_gcm_setkey(const struct wc_gcm_fns *fns,
					  const void *ks,
					  struct wc_ghash_key *h)
{
	u8 zero[WC_BLOCK_SIZE] = {}, sub[WC_BLOCK_SIZE] = {};

	fns->ctr(ks, sub, sub, WC_BLOCK_SIZE, zero);
	wc_ghash_setkey(h, sub, fns->powers);
	memzero_explicit(sub, sizeof(sub));
}

/*
 * The last column of a cipher's list of rows says how the row does GCM;
 * WC_DEFINE_GCM_FNS() makes <cipher>_<id>_gcm_fns of it:
 *
 *	portable	the row's CTR and portable GHASH, one after the other
 *	pclmul, ...	the row's CTR and the cipher's GHASH of that name,
 *			widecrypt_<cipher>_ghash_<name>(), and its powers,
 *			widecrypt_<cipher>_ghash_powers()
 *	beside_512, ..	the row's routine that has GHASH beside CTR, in steps of
 *			so many bytes, widecrypt_<cipher>_<id>_beside(); for the
 *			rest CTR and GHASH vpclmul_avx2
 *	fused		routines of the row's own, widecrypt_<cipher>_<id>_gcm_...
 */
#define WC_DEFINE_GCM_FNS(cipher, id, gcm)	WC_GCM_##gcm(cipher, id)

#define WC_GCM_portable(cipher, id)					\
	WC_GCM_TWO_PASS(cipher, id, wc_ghash_generic,			\
			wc_ghash_powers_generic, NULL, 0)

#define WC_GCM_pmull(cipher, id)	WC_GCM_GHASH(cipher, id, pmull, NULL, 0)
#define WC_GCM_pclmul(cipher, id)	WC_GCM_GHASH(cipher, id, pclmul, NULL, 0)
#define WC_GCM_beside_512(cipher, id)	WC_GCM_BESIDE(cipher, id, 512)
#define WC_GCM_beside_1024(cipher, id)	WC_GCM_BESIDE(cipher, id, 1024)

#define WC_GCM_BESIDE(cipher, id, step)					\
	wc_beside_fn widecrypt_##cipher##_##id##_beside;		\
	WC_GCM_GHASH(cipher, id, vpclmul_avx2,				\
		     widecrypt_##cipher##_##id##_beside, step)

#define WC_GCM_GHASH(cipher, id, name, beside, step)			\
	wc_ghash_fn widecrypt_##cipher##_ghash_##name;			\
	wc_ghash_powers_fn widecrypt_##cipher##_ghash_powers;		\
	WC_GCM_TWO_PASS(cipher, id, widecrypt_##cipher##_ghash_##name,	\
			widecrypt_##cipher##_ghash_powers, beside, step)

#define WC_GCM_ONCE(cipher, id, ghash, beside, step, dir)		\
static void cipher##_##id##_gcm_##dir##_once(const void *ks,		\
					     const struct wc_ghash_key *h, \
					     u8 *dst, const u8 *src,	\
					     unsigned int n,		\
					     const u8 *aad,		\
					     unsigned int naad,		\
					     const u8 *iv, u8 *tag)	\
{									\
	wc_gcm_once_two_pass(widecrypt_##cipher##_##id##_ctr, ghash,	\
			     beside, step, ks, h, dst, src, n, aad, naad, iv, \
			     tag, #dir[0] == 'e');			\
}

#define WC_GCM_TWO_PASS(cipher, id, ghash_, powers_, beside, step)	\
WC_GCM_ONCE(cipher, id, ghash_, beside, step, enc)			\
WC_GCM_ONCE(cipher, id, ghash_, beside, step, dec)			\
WC_GCM_TEXT(cipher, id, ghash_, beside, step, enc)			\
WC_GCM_TEXT(cipher, id, ghash_, beside, step, dec)			\
static const struct wc_gcm_fns cipher##_##id##_gcm_fns = {		\
	.ctr		= widecrypt_##cipher##_##id##_ctr,		\
	.ghash		= ghash_,					\
	.powers		= powers_,					\
	.enc		= cipher##_##id##_gcm_enc,			\
	.dec		= cipher##_##id##_gcm_dec,			\
	.enc_once	= cipher##_##id##_gcm_enc_once,			\
	.dec_once	= cipher##_##id##_gcm_dec_once,			\
};

#define WC_GCM_TEXT(cipher, id, ghash, beside, step, dir)		\
static void cipher##_##id##_gcm_##dir(const void *ks,			\
				      const struct wc_ghash_key *h,	\
				      u8 *dst, const u8 *src,		\
				      unsigned int n,			\
				      struct wc_gcm_state *st)		\
{									\
	wc_gcm_text(widecrypt_##cipher##_##id##_ctr, ghash, beside, step, \
		    ks, h, dst, src, n, st, #dir[0] == 'e');		\
}

#define WC_GCM_fused(cipher, id)					\
wc_mode_fn widecrypt_##cipher##_##id##_ctr;				\
wc_ghash_fn widecrypt_##cipher##_##id##_ghash;				\
wc_ghash_powers_fn widecrypt_##cipher##_##id##_ghash_powers;		\
wc_gcm_fn widecrypt_##cipher##_##id##_gcm_enc,				\
	  widecrypt_##cipher##_##id##_gcm_dec;				\
wc_gcm_once_fn widecrypt_##cipher##_##id##_gcm_enc_once,		\
	       widecrypt_##cipher##_##id##_gcm_dec_once;		\
static const struct wc_gcm_fns cipher##_##id##_gcm_fns = {		\
	.ctr		= widecrypt_##cipher##_##id##_ctr,		\
	.ghash		= widecrypt_##cipher##_##id##_ghash,		\
	.powers		= widecrypt_##cipher##_##id##_ghash_powers,	\
	.enc		= widecrypt_##cipher##_##id##_gcm_enc,		\
	.dec		= widecrypt_##cipher##_##id##_gcm_dec,		\
	.enc_once	= widecrypt_##cipher##_##id##_gcm_enc_once,	\
	.dec_once	= widecrypt_##cipher##_##id##_gcm_dec_once,	\
};

#endif /* WIDECRYPT_GCM_H */
