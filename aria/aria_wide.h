/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The round keys in the form that the vector rows want, made once per key.
 * Included by aria_core.c.
 */
#ifndef WIDECRYPT_ARIA_WIDE_H
#define WIDECRYPT_ARIA_WIDE_H

#include "aria.h"

/* include/widecrypt/x86/aria-tables.S has the same numbers. */
static_assert(offsetof(struct aria_sched, rk) == 0);
static_assert(offsetof(struct aria_sched, rounds) == 272);
static_assert(offsetof(struct aria_sched, wide) == 276);
static_assert(offsetof(struct aria_sched, row) == 1364);
static_assert(sizeof(((struct aria_sched *)0)->wide[0]) == 64);

/**
 * aria_widen - fill in ks->wide and ks->row from ks->rk
 * @ks: round keys of one direction, rk and rounds filled in
 *
 * include/widecrypt/x86/aria-tables.S describes what is made here. Constant
 * time: addresses and branches depend on nothing but the number of rounds.
 */
static void aria_widen(struct aria_sched *ks)
{
	/* wide: the byte in each dword before even rounds, and before odd ones */
	static const u8 place[2][16] = {
		{ 14, 4, 11, 1, 3, 9, 6, 12, 5, 15, 0, 10, 8, 2, 13, 7 },
		{ 14, 5, 9, 2, 0, 11, 7, 12, 4, 15, 3, 8, 10, 1, 13, 6 },
	};
	static const u8 row[16] = {
		0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15
	};
	/*
	 * What S1 and S2 of the round before leave out (0x63, 0xe2), sent
	 * through the diffusion, and what X1 and X2 want added (the same):
	 * for even rounds, odd rounds, and the first and the last key, which
	 * have only one of the two.
	 */
	static const u8 fold[3][16] = {
		{ 0xe2, 0x63, 0x63, 0xe2, 0x00, 0x00, 0x81, 0x81,
		  0x63, 0xe2, 0x63, 0xe2, 0x00, 0x00, 0x00, 0x00 },
		{ 0x63, 0xe2, 0xe2, 0x63, 0x81, 0x81, 0x00, 0x00,
		  0x63, 0xe2, 0x63, 0xe2, 0x00, 0x00, 0x00, 0x00 },
		{ 0x00, 0x00, 0x63, 0xe2, 0x00, 0x00, 0x63, 0xe2,
		  0x00, 0x00, 0x63, 0xe2, 0x00, 0x00, 0x63, 0xe2 },
	};
	unsigned int r, i, j, ends, odd;
	u8 k[16];

	for (r = 0; r <= ks->rounds; r++) {
		ends = r == 0 || r == ks->rounds;
		odd = r % 2 || r == ks->rounds;
		for (i = 0; i < 16; i++)
			k[i] = ks->rk[r][i] ^ fold[ends ? 2 : odd][i];
		for (j = 0; j < 16; j++) {
			ks->wide[r][j] = 0x01010101U * k[place[odd][j]];
			ks->row[r][j] = k[row[j]];
		}
	}
	memzero_explicit(k, sizeof(k));
}

#endif /* WIDECRYPT_ARIA_WIDE_H */
