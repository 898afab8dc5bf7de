/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ECB, CBC, CFB and CTR (SP 800-38A) and XTS (IEEE Std 1619) in portable C over
 * a cipher that encrypts some blocks at once. Modes whose blocks are independent hand it up to
 * WC_SCALAR_BATCH of them, so that it may interleave blocks.
 */
#ifndef WIDECRYPT_SCALAR_MODES_H
#define WIDECRYPT_SCALAR_MODES_H

#include <widecrypt/block.h>

#define WC_SCALAR_BATCH	8U

/* dst = E(src), n blocks, n of any size; dst == src or disjoint. */
typedef void wc_blocks_fn(const void *ks, u8 *dst, const u8 *src,
			  unsigned int n);

static __always_inline void wc_scalar_cbc_enc(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	do {
		wc_xor_block(iv, iv, src);
		blocks(ks, iv, iv, 1);
		memcpy(dst, iv, WC_BLOCK_SIZE);
		dst += WC_BLOCK_SIZE;
		src += WC_BLOCK_SIZE;
	} while (--n);
}

static __always_inline void wc_scalar_cbc_dec(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	u8 buf[WC_SCALAR_BATCH * WC_BLOCK_SIZE];
	unsigned int m, len;

	do {
		m = min(n, WC_SCALAR_BATCH);
		len = m * WC_BLOCK_SIZE;
		blocks(ks, buf, src, m);
		wc_xor_bytes(buf + WC_BLOCK_SIZE, buf + WC_BLOCK_SIZE, src,
			     len - WC_BLOCK_SIZE);
		wc_xor_block(buf, buf, iv);
		memcpy(iv, src + len - WC_BLOCK_SIZE, WC_BLOCK_SIZE);
		memcpy(dst, buf, len);
		dst += len;
		src += len;
		n -= m;
	} while (n);
	memzero_explicit(buf, sizeof(buf));
}

static __always_inline void wc_scalar_ctr(wc_blocks_fn *blocks,
					  const void *ks, u8 *dst,
					  const u8 *src, unsigned int n,
					  u8 *iv)
{
	u8 buf[WC_SCALAR_BATCH * WC_BLOCK_SIZE];
	unsigned int i, m, len;

	do {
		len = min_t(unsigned int, n, sizeof(buf));
		m = DIV_ROUND_UP(len, WC_BLOCK_SIZE);
		for (i = 0; i < m; i++) {
			memcpy(buf + i * WC_BLOCK_SIZE, iv, WC_BLOCK_SIZE);
			wc_inc_block(iv);
		}
		blocks(ks, buf, buf, m);
		wc_xor_bytes(dst, src, buf, len);
		dst += len;
		src += len;
		n -= len;
	} while (n);
	memzero_explicit(buf, sizeof(buf));
}

static __always_inline void wc_scalar_cfb_enc(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	unsigned int len;

	do {
		len = min_t(unsigned int, n, WC_BLOCK_SIZE);
		blocks(ks, iv, iv, 1);
		wc_xor_bytes(dst, src, iv, len);
		memcpy(iv, dst, len);
		memset(iv + len, 0, WC_BLOCK_SIZE - len);
		dst += len;
		src += len;
		n -= len;
	} while (n);
}

static __always_inline void wc_scalar_cfb_dec(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	u8 buf[WC_SCALAR_BATCH * WC_BLOCK_SIZE];
	unsigned int m, len;

	do {
		len = min_t(unsigned int, n, sizeof(buf));
		m = DIV_ROUND_UP(len, WC_BLOCK_SIZE);
		memcpy(buf, iv, WC_BLOCK_SIZE);
		memcpy(buf + WC_BLOCK_SIZE, src, (m - 1) * WC_BLOCK_SIZE);
		if (len == m * WC_BLOCK_SIZE)
			memcpy(iv, src + len - WC_BLOCK_SIZE, WC_BLOCK_SIZE);
		else
			memset(iv, 0, WC_BLOCK_SIZE);
		blocks(ks, buf, buf, m);
		wc_xor_bytes(dst, src, buf, len);
		dst += len;
		src += len;
		n -= len;
	} while (n);
	memzero_explicit(buf, sizeof(buf));
}

/*
 * The next tweak: times x modulo x^128 + x^7 + x^2 + x + 1, the 16 bytes being
 * a little-endian number (IEEE Std 1619-2018, 5.2).
 */
static __always_inline void wc_xts_next(u8 *tweak)
{
	u64 lo = get_unaligned_le64(tweak), hi = get_unaligned_le64(tweak + 8);

	put_unaligned_le64(lo << 1 ^ (0x87 & -(hi >> 63)), tweak);
	put_unaligned_le64(hi << 1 | lo >> 63, tweak + 8);
}

/* One block: dst = E(src ^ tweak) ^ tweak */
static __always_inline void wc_xts_block(wc_blocks_fn *blocks, const void *ks,
					 u8 *dst, const u8 *src,
					 const u8 *tweak)
{
	wc_xor_block(dst, src, tweak);
	blocks(ks, dst, dst, 1);
	wc_xor_block(dst, dst, tweak);
}

static __always_inline void wc_scalar_xts(wc_blocks_fn *blocks, const void *ks,
					  u8 *dst, const u8 *src,
					  unsigned int n, u8 *iv, bool enc)
{
	u8 buf[WC_SCALAR_BATCH * WC_BLOCK_SIZE];
	u8 tweaks[WC_SCALAR_BATCH * WC_BLOCK_SIZE];
	unsigned int full = n / WC_BLOCK_SIZE, tail = n % WC_BLOCK_SIZE;
	unsigned int i, m, len;
	u8 *prev;

	/* Decryption takes the last whole block with the tail. */
	if (tail && !enc)
		full--;
	for (; full; full -= m, src += len, dst += len) {
		m = min(full, WC_SCALAR_BATCH);
		len = m * WC_BLOCK_SIZE;
		for (i = 0; i < m; i++) {
			memcpy(tweaks + i * WC_BLOCK_SIZE, iv, WC_BLOCK_SIZE);
			wc_xts_next(iv);
		}
		wc_xor_bytes(buf, src, tweaks, len);
		blocks(ks, buf, buf, m);
		wc_xor_bytes(dst, buf, tweaks, len);
	}

	/*
	 * Ciphertext stealing (5.3.2, 5.4.2). The block made last, prev, gives
	 * its head to the tail's output and its rest to fill up the tail's
	 * input, which then takes prev's place.
	 */
	if (tail) {
		if (enc) {
			prev = dst - WC_BLOCK_SIZE;
		} else {
			prev = dst;
			memcpy(tweaks, iv, WC_BLOCK_SIZE);
			wc_xts_next(iv);
			wc_xts_block(blocks, ks, dst, src, iv);
			memcpy(iv, tweaks, WC_BLOCK_SIZE);
			src += WC_BLOCK_SIZE;
		}
		memcpy(buf, prev, WC_BLOCK_SIZE);
		memcpy(buf + WC_BLOCK_SIZE, prev, tail);
		memcpy(buf, src, tail);
		memcpy(prev + WC_BLOCK_SIZE, buf + WC_BLOCK_SIZE, tail);
		wc_xts_block(blocks, ks, prev, buf, iv);
	}
	memzero_explicit(buf, sizeof(buf));
	memzero_explicit(tweaks, sizeof(tweaks));
}

static __always_inline void wc_scalar_xts_enc(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	wc_scalar_xts(blocks, ks, dst, src, n, iv, true);
}

static __always_inline void wc_scalar_xts_dec(wc_blocks_fn *blocks,
					      const void *ks, u8 *dst,
					      const u8 *src, unsigned int n,
					      u8 *iv)
{
	wc_scalar_xts(blocks, ks, dst, src, n, iv, false);
}

/* Defines the routines of a cipher's portable row. */
#define WC_DEFINE_SCALAR_MODES(cipher, blocks)				\
void widecrypt_##cipher##_generic_ecb(const void *ks, u8 *dst,		\
				      const u8 *src, unsigned int n,	\
				      u8 *iv)				\
{									\
	blocks(ks, dst, src, n);					\
}									\
WC_DEFINE_SCALAR_MODE(cipher, blocks, cbc_enc)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, cbc_dec)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, ctr)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, cfb_enc)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, cfb_dec)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, xts_enc)				\
WC_DEFINE_SCALAR_MODE(cipher, blocks, xts_dec)

#define WC_DEFINE_SCALAR_MODE(cipher, blocks, mode)			\
void widecrypt_##cipher##_generic_##mode(const void *ks, u8 *dst,	\
					 const u8 *src, unsigned int n,	\
					 u8 *iv)			\
{									\
	wc_scalar_##mode(blocks, ks, dst, src, n, iv);			\
}

#endif /* WIDECRYPT_SCALAR_MODES_H */
