/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 round keys as the row neon-ce wants them; arm64/sm4-neon-ce.S derives them
 * and names the maps.
 */
#ifndef WIDECRYPT_SM4_NEON_H
#define WIDECRYPT_SM4_NEON_H

#include "sm4_map.h"

/**
 * struct sm4_neon_keys - the round keys of one direction, in CPU byte order
 * @k: P rk[i]
 * @fk: F P rk[i]
 */
struct sm4_neon_keys {
	u32 k[32];
	u32 fk[32];
};

static __always_inline void sm4_neon_expand(struct sm4_neon_keys *keys,
					    const u32 *rk)
{
	static const u8 p[8] = {
		0x8c, 0x30, 0x85, 0x9f, 0xdc, 0x2e, 0xc5, 0x08
	};
	static const u8 f_p[8] = {
		0xca, 0x77, 0x8b, 0xd4, 0x7a, 0x38, 0x20, 0x40
	};
	int i;

	for (i = 0; i < 32; i++) {
		keys->k[i] = sm4_map(p, 0, rk[i]);
		keys->fk[i] = sm4_map(f_p, 0, rk[i]);
	}
}

#endif /* WIDECRYPT_SM4_NEON_H */
