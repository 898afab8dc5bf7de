/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The round keys in the form that the vector rows want, made once per key.
 * Included by aria_core.c.
 */
#ifndef WIDECRYPT_ARIA_WIDE_H
#define WIDECRYPT_ARIA_WIDE_H

#include "aria.h"

#if defined(__x86_64__)
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
static noinline void aria_widen(struct aria_sched *ks)
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

#elif defined(__aarch64__)
/* arm64/aria-ce.S has the same numbers. */
static_assert(offsetof(struct aria_sched, rk) == 0);
static_assert(offsetof(struct aria_sched, rounds) == 272);
static_assert(offsetof(struct aria_sched, half) == 280);
static_assert(offsetof(struct aria_sched, sliced) == 2328);
static_assert(offsetof(struct aria_sched, grid) == 2600);

/* M of arm64/aria-ce.S on a byte, as a sum over its bits, without look-ups */
static u8 aria_m(u8 x)
{
	static const u8 column[8] = {
		0x41, 0xea, 0x13, 0x57, 0xb6, 0x08, 0xd6, 0x53
	};
	u8 y = 0;
	int i;

	for (i = 0; i < 8; i++)
		y ^= (x >> i & 1) * column[i];
	return y;
}

/* A look-up table with k added to all of it */
static void aria_half(u64 half[2], const u8 table[16], u8 k)
{
	memcpy(half, table, 16);
	half[0] ^= k * 0x0101010101010101ULL;
	half[1] ^= k * 0x0101010101010101ULL;
}

/**
 * aria_widen - fill in ks->half, ks->sliced and ks->grid from ks->rk
 * @ks: round keys of one direction, rk and rounds filled in
 *
 * arm64/aria-ce.S describes what is made here. Constant time: addresses and
 * branches depend on nothing but the number of rounds.
 */
static noinline void aria_widen(struct aria_sched *ks)
{
	/* The byte at each point of the grid before even rounds, and odd ones */
	static const u8 point[2][16] = {
		{ 14, 4, 3, 9, 5, 15, 8, 2, 11, 1, 6, 12, 0, 10, 13, 7 },
		{ 14, 5, 0, 11, 4, 15, 10, 1, 9, 2, 7, 12, 3, 8, 13, 6 },
	};
	/* What S2 of the round before leaves out, 0x88: into even, odd rounds */
	static const u8 left[2][16] = {
		{ 0x88, 0x00, 0x00, 0x00, 0x00, 0x00, 0x88, 0x00,
		  0x00, 0x88, 0x00, 0x00, 0x00, 0x00, 0x00, 0x88 },
		{ 0x00, 0x00, 0x88, 0x00, 0x88, 0x00, 0x00, 0x00,
		  0x00, 0x00, 0x00, 0x88, 0x00, 0x88, 0x00, 0x00 },
	};
	/* The lower half of L */
	static const u8 l[16] = {
		0x00, 0x85, 0xbf, 0x3a, 0x88, 0x0d, 0x37, 0xb2,
		0x20, 0xa5, 0x9f, 0x1a, 0xa8, 0x2d, 0x17, 0x92
	};
	/* The points where X2 is, and S2, in the order of their use */
	static const u8 x2[2][4] = { { 2, 15, 8, 5 }, { 7, 1, 8, 14 } };
	static const u8 s2[2][4] = { { 9, 4, 3, 14 }, { 12, 10, 3, 5 } };
	/* The point that the last e frees of its key: s2[][2] is in its column */
	static const u8 freed[2] = { 7, 15 };
	unsigned int r, i, j, p, odd, last;
	u8 k[16], e, m[16], *to;

	for (i = 0; i < 16; i++)
		m[i] = aria_m(i);
	for (r = 0; r <= ks->rounds; r++) {
		last = r == ks->rounds;
		odd = r % 2 || last;
		for (j = 0; j < 16; j++)
			k[j] = ks->rk[r][point[odd][j]];

		to = ks->sliced[r];
		memcpy(to, k, 16);
		for (j = 0; j < 4 && r; j++) {
			p = s2[last || !odd][j];
			e = k[p];
			if (j == 3 && !last)
				e = k[freed[odd]] ^ k[s2[!odd][2]];
			aria_half(ks->half[r - 1][j][1], l, e ^ 0x88);
			if (last)
				continue;
			/* To the row and the column, p once */
			to[p] ^= e;
			for (i = 0; i < 4; i++) {
				to[p / 4 * 4 + i] ^= e;
				to[i * 4 + p % 4] ^= e;
			}
		}
		for (j = 0; j < 4 && !last; j++)
			aria_half(ks->half[r][j][0], m,
				  aria_m(to[x2[odd][j]]) ^ 0x04);

		to = ks->grid[r];
		for (j = 0; j < 16; j++) {
			i = point[odd][j];
			to[j] = k[j];
			if (last) {
				to[j] ^= i % 4 == 3 ? 0x88 : 0;
			} else {
				to[j] ^= r ? left[odd][i] : 0;
				if ((i + 2 * odd) % 4 == 3)
					to[j] = aria_m(to[j]) ^ 0x04;
			}
		}
	}
	memzero_explicit(k, sizeof(k));
}

#else
static void aria_widen(struct aria_sched *ks)
{
}
#endif

#endif /* WIDECRYPT_ARIA_WIDE_H */
