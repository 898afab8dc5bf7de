/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 round keys as the GFNI rows want them (<widecrypt/x86/sm4-gfni.S> says
 * why): mapped byte by byte by the affine part that precedes the inversion in
 * the S-box, and spread over dwords, to be broadcast operands.
 */
#ifndef WIDECRYPT_SM4_GFNI_H
#define WIDECRYPT_SM4_GFNI_H

#include "sm4_map.h"

/**
 * struct sm4_gfni_keys - the round keys K[i] = P rk[i] ^ p of one direction
 * @word_kk: K[i] ^ K[i + 1] with the bytes in memory order, K[31] at the end
 * @byte_kk: the bytes of @word_kk, four times each; in a round's four, bytes
 *	0, 2, 1 and 3
 * @byte_k: those of K[i] likewise, and a row of zeros
 * @word_k0: K[0], as in @word_kk
 */
struct sm4_gfni_keys {
	u32 word_kk[32];
	u32 byte_kk[32][4];
	u32 byte_k[33][4];
	u32 word_k0;
};

/*
 * P x ^ p on the four bytes of @x, which leave in reverse order, that is, in a
 * little-endian CPU's memory order.
 */
static __always_inline u32 sm4_gfni_map(u32 x)
{
	static const u8 column[8] = {
		0x8c, 0x30, 0x85, 0x9f, 0xdc, 0x2e, 0xc5, 0x08
	};

	return swab32(sm4_map(column, 0x3e, x));
}

static __always_inline void sm4_gfni_spread(u32 out[4], u32 x)
{
	out[0] = (x & 0xff) * 0x01010101;
	out[1] = (x >> 16 & 0xff) * 0x01010101;
	out[2] = (x >> 8 & 0xff) * 0x01010101;
	out[3] = (x >> 24) * 0x01010101;
}

static __always_inline void sm4_gfni_expand(struct sm4_gfni_keys *g,
					    const u32 *rk)
{
	u32 next = sm4_gfni_map(rk[0]), k;
	int i;

	g->word_k0 = next;
	sm4_gfni_spread(g->byte_k[32], 0);
	for (i = 0; i < 32; i++) {
		k = next;
		next = i < 31 ? sm4_gfni_map(rk[i + 1]) : 0;
		g->word_kk[i] = k ^ next;
		sm4_gfni_spread(g->byte_kk[i], k ^ next);
		sm4_gfni_spread(g->byte_k[i], k);
	}
}

#endif /* WIDECRYPT_SM4_GFNI_H */
