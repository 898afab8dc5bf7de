/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 round keys as the AES-NI rows want them; <widecrypt/x86/sm4-aesni.S>
 * derives them and names the maps.
 */
#ifndef WIDECRYPT_SM4_AESNI_H
#define WIDECRYPT_SM4_AESNI_H

/* Where struct sm4_sched has struct sm4_aesni_keys, and what that has where */
#define SM4_OFF_AESNI		1300
#define SM4_OFF_AESNI_IN	(SM4_OFF_AESNI + 0)
#define SM4_OFF_AESNI_OUT	(SM4_OFF_AESNI + 16)
#define SM4_OFF_AESNI_NARROW	(SM4_OFF_AESNI + 32)
#define SM4_OFF_AESNI_WIDE	(SM4_OFF_AESNI + 160)

#ifndef __ASSEMBLY__

#include "sm4_map.h"

/**
 * struct sm4_aesni_keys - the round keys of one direction
 * @in: to be added to a block that enters
 * @out: to be added to a block that leaves
 * @narrow: round keys of the narrow form, bytes least significant first
 * @wide: round keys of the wide form, bytes most significant first
 */
struct sm4_aesni_keys {
	u8 in[16];
	u8 out[16];
	u32 narrow[32];
	u32 wide[32];
};

static_assert(offsetof(struct sm4_aesni_keys, in) ==
	      SM4_OFF_AESNI_IN - SM4_OFF_AESNI);
static_assert(offsetof(struct sm4_aesni_keys, out) ==
	      SM4_OFF_AESNI_OUT - SM4_OFF_AESNI);
static_assert(offsetof(struct sm4_aesni_keys, narrow) ==
	      SM4_OFF_AESNI_NARROW - SM4_OFF_AESNI);
static_assert(offsetof(struct sm4_aesni_keys, wide) ==
	      SM4_OFF_AESNI_WIDE - SM4_OFF_AESNI);

/* L^-1, where L(x) = x ^ x<<<2 ^ x<<<10 ^ x<<<18 ^ x<<<24 */
static __always_inline u32 sm4_aesni_inv_l(u32 x)
{
	u32 y = x ^ rol32(x, 2);

	return y ^ rol32(y, 12) ^ rol32(y, 16) ^ rol32(y, 22) ^ rol32(x, 4) ^
	       rol32(x, 8) ^ rol32(x, 30);
}

static __always_inline void sm4_aesni_expand(struct sm4_aesni_keys *k,
					     const u32 *rk)
{
	static const u8 inv_n_p[8] = {
		0xc9, 0xa2, 0xd5, 0xf1, 0xd4, 0x95, 0x93, 0xbd
	};
	static const u8 e_inv_q[8] = {
		0x1d, 0xb3, 0xcc, 0x31, 0xda, 0x90, 0xfa, 0x7a
	};
	u32 c[4] = { 0, 0, 0, rk[0] }, next, d;
	int i;

	for (i = 0; i < 4; i++)
		put_unaligned_be32(c[i] ^ 0x75757575, k->in + 4 * i);
	for (i = 0; i < 32; i++) {
		next = i < 31 ? rk[i + 1] ^ c[2] ^ c[3] : c[0];
		d = next ^ c[0];
		k->narrow[i] = sm4_map(inv_n_p, 0xdd, d);
		k->wide[i] = swab32(sm4_map(e_inv_q, 0x97,
					    sm4_aesni_inv_l(d)));
		c[0] = c[1];
		c[1] = c[2];
		c[2] = c[3];
		c[3] = next;
	}
	for (i = 0; i < 4; i++)
		put_unaligned_be32(c[3 - i] ^ 0x75757575, k->out + 4 * i);
	memzero_explicit(c, sizeof(c));
}

#endif /* __ASSEMBLY__ */
#endif /* WIDECRYPT_SM4_AESNI_H */
