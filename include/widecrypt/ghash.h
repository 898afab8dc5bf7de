/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GHASH (SP 800-38D, 6.4) in portable C, without look-ups and in time that
 * depends on lengths only.
 *
 * The standard writes a block's coefficient of x^0 into the most significant
 * bit of its first byte: as a 128-bit big-endian number a block is its
 * polynomial with the bits reversed. With rev() reversing 128 bits and * being
 * carry-less multiplication, rev(a) * rev(b) = rev(a * b) >> 1 over 255 bits,
 * so the product of two blocks is their carry-less product moved left by one.
 * It is then reduced modulo x^128 + x^7 + x^2 + x + 1, whose reversed form acts
 * on the low half.
 *
 * Carry-less multiplication uses the integer multiplier on operands with three
 * of every four bits cleared, so that only every fourth place of the product
 * is hit. At the k-th of these places, k < 16 in the low half, at most k + 1
 * ones are added: up to 15 stay below the next place, and the 16 of the last,
 * k = 15, spill out of the low half. So the low half is right once the other
 * places are masked off; the high half is had as the low half of the product
 * of the reversed operands, reversed.
 *
 * For vector code the key also holds powers of H, each divided by x, which
 * makes up for the move by one (x86/ghash-pclmul.S has the derivation). They
 * are stored in descending order, H last, so that the powers for any n blocks
 * in a row, first block first, are the last n of the table.
 */
#ifndef WIDECRYPT_GHASH_H
#define WIDECRYPT_GHASH_H

/*
 * For assembly: the blocks that one reduction is for, the number of powers, one
 * more for the length block, and the offsets of the tables
 */
#define WC_GHASH_SUM		64
#define WC_GHASH_POWERS		(WC_GHASH_SUM + 1)
#define WC_OFF_GHASH_POW	32
#define WC_OFF_GHASH_KAR	(WC_OFF_GHASH_POW + 16 * WC_GHASH_POWERS)

#ifndef __ASSEMBLER__

#include <widecrypt/block.h>
#include <widecrypt/burn.h>

/**
 * struct wc_ghash_key - the hash subkey H as two big-endian halves, and powers
 * @hi: bytes 0 to 7
 * @lo: bytes 8 to 15
 * @hi_rev: @hi, bits reversed
 * @lo_rev: @lo, bits reversed
 * @pow: H^(WC_GHASH_POWERS - i) / x as a little-endian number: the low half of
 *	the block (its bytes 8 to 15 as a big-endian number), then the high one
 * @kar: twice the sum of the two halves of @pow, for Karatsuba's middle product
 * @pad: read with the last powers and multiplied by zeros
 */
struct wc_ghash_key {
	u64 hi, lo;
	u64 hi_rev, lo_rev;
	u64 pow[WC_GHASH_POWERS][2];
	u64 kar[WC_GHASH_POWERS][2];
	u64 pad[7][2];
};

static_assert(offsetof(struct wc_ghash_key, pow) == WC_OFF_GHASH_POW);
static_assert(offsetof(struct wc_ghash_key, kar) == WC_OFF_GHASH_KAR);

static __always_inline u64 wc_rev64(u64 x)
{
	x = ((x >> 1) & 0x5555555555555555ULL) |
	    (x & 0x5555555555555555ULL) << 1;
	x = ((x >> 2) & 0x3333333333333333ULL) |
	    (x & 0x3333333333333333ULL) << 2;
	x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fULL) |
	    (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
	return swab64(x);
}

/* The low 64 bits of the carry-less product */
static __always_inline u64 wc_clmul_lo(u64 x, u64 y)
{
	const u64 m = 0x1111111111111111ULL;
	u64 x0 = x & m, x1 = x & m << 1, x2 = x & m << 2, x3 = x & m << 3;
	u64 y0 = y & m, y1 = y & m << 1, y2 = y & m << 2, y3 = y & m << 3;

	return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & m) |
	       (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & m << 1) |
	       (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & m << 2) |
	       (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & m << 3);
}

/* acc = acc H */
static __always_inline void wc_ghash_mul(const struct wc_ghash_key *key,
					 u64 *acc_hi, u64 *acc_lo)
{
	u64 a1 = *acc_hi, a0 = *acc_lo;
	u64 a1r = wc_rev64(a1), a0r = wc_rev64(a0);
	u64 l0, l1, m0, m1, h0, h1, z0, z1, z2, z3;

	/* Karatsuba: low, high and middle products of 64 bits */
	l0 = wc_clmul_lo(a0, key->lo);
	l1 = wc_rev64(wc_clmul_lo(a0r, key->lo_rev)) >> 1;
	h0 = wc_clmul_lo(a1, key->hi);
	h1 = wc_rev64(wc_clmul_lo(a1r, key->hi_rev)) >> 1;
	m0 = wc_clmul_lo(a0 ^ a1, key->lo ^ key->hi) ^ l0 ^ h0;
	m1 = (wc_rev64(wc_clmul_lo(a0r ^ a1r, key->lo_rev ^ key->hi_rev)) >> 1)
	     ^ l1 ^ h1;

	/* z3:z2:z1:z0, the product moved left by one */
	z0 = l0;
	z1 = l1 ^ m0;
	z2 = h0 ^ m1;
	z3 = h1;
	z3 = z3 << 1 | z2 >> 63;
	z2 = z2 << 1 | z1 >> 63;
	z1 = z1 << 1 | z0 >> 63;
	z0 <<= 1;

	/*
	 * Bit 127 - i of z1:z0 stands for x^(128 + i), which is
	 * x^i (1 + x + x^2 + x^7): bits 127 - i, 126 - i, 125 - i and 120 - i
	 * of z3:z2. Fold z0, whose lower bits come back in z1, then z1.
	 */
	z2 ^= z0 ^ z0 >> 1 ^ z0 >> 2 ^ z0 >> 7;
	z1 ^= z0 << 63 ^ z0 << 62 ^ z0 << 57;
	z3 ^= z1 ^ z1 >> 1 ^ z1 >> 2 ^ z1 >> 7;
	z2 ^= z1 << 63 ^ z1 << 62 ^ z1 << 57;

	*acc_hi = z3;
	*acc_lo = z2;
}

/* Fills in the powers of a key that has H. */
typedef void wc_ghash_powers_fn(struct wc_ghash_key *key);

static noinline void wc_ghash_fill(struct wc_ghash_key *key)
{
	u64 hi = key->hi, lo = key->lo, top;
	unsigned int i;

	for (i = WC_GHASH_POWERS; i--; wc_ghash_mul(key, &hi, &lo)) {
		/*
		 * Division by x moves the coefficient of x^k to x^(k - 1), to
		 * the left; that of x^0 falls out and is as good as x^128 +
		 * x^7 + x^2 + x before: it adds x^127 + x^6 + x + 1.
		 */
		top = -(hi >> 63);
		key->pow[i][1] = (hi << 1 | lo >> 63) ^
				 (top & 0xc200000000000000ULL);
		key->pow[i][0] = lo << 1 ^ (top & 1);
		key->kar[i][0] = key->pow[i][0] ^ key->pow[i][1];
		key->kar[i][1] = key->kar[i][0];
	}
}

static noinline void wc_ghash_powers_generic(struct wc_ghash_key *key)
{
	wc_ghash_fill(key);
	wc_burn_stack();
}

/* Sets the key from the subkey H = E(0), 16 bytes. */
static __always_inline void wc_ghash_setkey(struct wc_ghash_key *key,
					    const u8 *h,
					    wc_ghash_powers_fn *powers)
{
	key->hi = get_unaligned_be64(h);
	key->lo = get_unaligned_be64(h + 8);
	key->hi_rev = wc_rev64(key->hi);
	key->lo_rev = wc_rev64(key->lo);
	powers(key);
}

static noinline void wc_ghash_add(const struct wc_ghash_key *key, u8 *acc,
				  const u8 *data, unsigned int n)
{
	u64 hi = get_unaligned_be64(acc), lo = get_unaligned_be64(acc + 8);
	u8 last[WC_BLOCK_SIZE] = {};

	for (; n >= WC_BLOCK_SIZE; n -= WC_BLOCK_SIZE, data += WC_BLOCK_SIZE) {
		hi ^= get_unaligned_be64(data);
		lo ^= get_unaligned_be64(data + 8);
		wc_ghash_mul(key, &hi, &lo);
	}
	if (n) {
		memcpy(last, data, n);
		hi ^= get_unaligned_be64(last);
		lo ^= get_unaligned_be64(last + 8);
		wc_ghash_mul(key, &hi, &lo);
	}
	put_unaligned_be64(hi, acc);
	put_unaligned_be64(lo, acc + 8);
}

/*
 * acc = GHASH of the data appended to what acc, 16 bytes, has seen. n is in
 * bytes; a partial last block is padded with zeros.
 */
static noinline void wc_ghash_generic(const struct wc_ghash_key *key, u8 *acc,
				      const u8 *data, unsigned int n)
{
	wc_ghash_add(key, acc, data, n);
	wc_burn_stack();
}

#endif /* !__ASSEMBLER__ */
#endif /* WIDECRYPT_GHASH_H */
