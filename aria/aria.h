/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARIA (RFC 5794): key schedule, portable routines and the list of rows.
 */
#ifndef WIDECRYPT_ARIA_H
#define WIDECRYPT_ARIA_H

#include <widecrypt/features.h>
#include <widecrypt/mode_fn.h>

#define ARIA_MIN_KEY_BYTES	16
#define ARIA_MAX_KEY_BYTES	32
#define ARIA_MAX_ROUNDS		16

/**
 * struct aria_sched - round keys of one direction
 * @rk: rk[i] is the round key of round i + 1 in memory byte order; the last
 *	one, rk[rounds], is added to the output of the last round
 * @rounds: 12, 14 or 16
 * @wide: the round keys as the vector rows of x86-64 want them (aria_wide.h)
 * @row: the same for one block in a register
 * @half: look-up tables of arm64's vector row with round keys in them, a round's
 *	in the order of their use (aria_wide.h)
 * @sliced: the round keys that are not in @half
 * @grid: the round keys for one block in a register
 */
struct aria_sched {
	u8 rk[ARIA_MAX_ROUNDS + 1][16];
	u32 rounds;
#if defined(__x86_64__)
	u32 wide[ARIA_MAX_ROUNDS + 1][16];
	u8 row[ARIA_MAX_ROUNDS + 1][16];
#elif defined(__aarch64__)
	u64 half[ARIA_MAX_ROUNDS][4][2][2];
	u8 sliced[ARIA_MAX_ROUNDS + 1][16];
	u8 grid[ARIA_MAX_ROUNDS + 1][16];
#endif
};

struct aria_key {
	struct aria_sched enc;
	struct aria_sched dec;
};

/**
 * widecrypt_aria_expandkey - make the round keys of both directions
 * @key: where to store them
 * @in: the key
 * @len: its length in bytes
 *
 * RFC 5794, 2.2. Return: 0, or -EINVAL unless @len is 16, 24 or 32.
 */
int widecrypt_aria_expandkey(struct aria_key *key, const u8 *in,
			     unsigned int len);

/*
 * The rows, widest first: identifier, ISA suffix, features, priority, and how
 * it does GCM (gcm.h). Each has the routines widecrypt_aria_<id>_{ecb,cbc_enc,
 * cbc_dec,ctr,cfb_enc,cfb_dec,xts_enc,xts_dec}. The portable row comes last;
 * every other falls back to it.
 */
#define ARIA_ROWS(row)	WC_ARCH_ROWS(ARIA, row) ARIA_ROWS_ANY(row)

#define ARIA_ROWS_ANY(row)	row(aria, generic, "generic", 0, 150, portable)

#define ARIA_ROWS_X86(row)						\
	row(aria, gfni_avx512, "gfni-avx512",				\
	    WC_PCLMUL | WC_AVX | WC_AVX2 | WC_GFNI | WC_VPCLMUL |	\
	    WC_AVX512 | WC_VBMI, 890, fused)				\
	row(aria, gfni_avx2, "gfni-avx2",				\
	    WC_PCLMUL | WC_AVX | WC_AVX2 | WC_GFNI | WC_VPCLMUL, 880,	\
	    beside_512)						\
	row(aria, aesni_avx2, "aesni-avx2",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX | WC_AVX2, 870, pclmul)	\
	row(aria, gfni_avx, "gfni-avx",					\
	    WC_PCLMUL | WC_AVX | WC_GFNI, 860, pclmul)			\
	row(aria, aesni_avx, "aesni-avx",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX, 850, pclmul)

#define ARIA_ROWS_ARM64(row)						\
	row(aria, ce, "ce", WC_ASIMD | WC_AES | WC_PMULL, 890, pmull)

ARIA_ROWS(WC_DECLARE_MODES)

#endif /* WIDECRYPT_ARIA_H */
