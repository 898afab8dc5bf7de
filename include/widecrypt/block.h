/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations on 16-byte blocks at any address, and the big-endian counter.
 */
#ifndef WIDECRYPT_BLOCK_H
#define WIDECRYPT_BLOCK_H

#include <linux/string.h>
#include <linux/types.h>
#include <widecrypt/mode_fn.h>

/* dst = a ^ b, 16 bytes each; the three may coincide. */
static __always_inline void wc_xor_block(u8 *dst, const u8 *a, const u8 *b)
{
	u64 x0, x1, y0, y1;

	/* Words, not blocks: these stay in registers and off the stack. */
	memcpy(&x0, a, 8);
	memcpy(&x1, a + 8, 8);
	memcpy(&y0, b, 8);
	memcpy(&y1, b + 8, 8);
	x0 ^= y0;
	x1 ^= y1;
	memcpy(dst, &x0, 8);
	memcpy(dst + 8, &x1, 8);
}

static __always_inline void wc_xor_bytes(u8 *dst, const u8 *a, const u8 *b,
					 unsigned int n)
{
	while (n >= WC_BLOCK_SIZE) {
		wc_xor_block(dst, a, b);
		dst += WC_BLOCK_SIZE;
		a += WC_BLOCK_SIZE;
		b += WC_BLOCK_SIZE;
		n -= WC_BLOCK_SIZE;
	}
	for (; n; n--)
		*dst++ = *a++ ^ *b++;
}

/* The standard incrementing function of SP 800-38A, B.1, with m = 128. */
static __always_inline void wc_inc_block(u8 *ctr)
{
	u64 lo = get_unaligned_be64(ctr + 8) + 1;

	put_unaligned_be64(lo, ctr + 8);
	if (unlikely(!lo))
		put_unaligned_be64(get_unaligned_be64(ctr) + 1, ctr);
}

#endif /* WIDECRYPT_BLOCK_H */
