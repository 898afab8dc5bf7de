/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maps of bytes for the round keys of vector rows.
 */
#ifndef WIDECRYPT_SM4_MAP_H
#define WIDECRYPT_SM4_MAP_H

#include <linux/types.h>

/* An affine map on each byte of @x, as a sum over the bits, without look-ups */
static __always_inline u32 sm4_map(const u8 column[8], u8 add, u32 x)
{
	u32 y = add * 0x01010101U;
	int i;

	for (i = 0; i < 8; i++)
		y ^= (x >> i & 0x01010101) * column[i];
	return y;
}

#endif /* WIDECRYPT_SM4_MAP_H */
