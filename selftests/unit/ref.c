// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The tests' own arithmetic: XTS over an independent implementation's ECB,
 * checked against published vectors; GHASH, which is SP 800-38D to the letter;
 * counters.
 */
#include <stdio.h>
#include <unistd.h>
#include "unit.h"

void __noreturn ref_die(const char *what)
{
	printf("Bail out! reference: %s\n", what);
	fflush(stdout);
	_exit(2);
}

/* IEEE Std 1619-2018, 5.2: times x, the block's first byte the lowest */
void ref_xts_next(u8 *t)
{
	unsigned int i, carry = 0;

	for (i = 0; i < 16; i++) {
		carry |= t[i] << 1;
		t[i] = carry;
		carry >>= 8;
	}
	if (carry)
		t[0] ^= 0x87;
}

static void ref_xts_block(const char *cipher, bool enc, const u8 *key,
			  unsigned int key_len, const u8 *t, u8 *dst,
			  const u8 *src)
{
	u8 x[16];
	int i;

	for (i = 0; i < 16; i++)
		x[i] = src[i] ^ t[i];
	ref_mode(cipher, "ecb", enc, key, key_len, NULL, x, x, 16);
	for (i = 0; i < 16; i++)
		dst[i] = x[i] ^ t[i];
}

void ref_xts_from(const char *cipher, bool enc, const u8 *key,
		  unsigned int key_len, u8 *t, u8 *dst, const u8 *src,
		  unsigned int n)
{
	static u8 x[MSG_BYTES], tweaks[MSG_BYTES];
	unsigned int i, tail = n % 16, whole = n - tail;
	u8 last[16], second[16];

	/* The block before a tail is done apart. */
	if (tail)
		whole -= 16;
	if (n < 16 || n > MSG_BYTES)
		ref_die("XTS length");
	for (i = 0; i < whole; i += 16) {
		memcpy(tweaks + i, t, 16);
		ref_xts_next(t);
	}
	for (i = 0; i < whole; i++)
		x[i] = src[i] ^ tweaks[i];
	ref_mode(cipher, "ecb", enc, key, key_len, NULL, x, x, whole);
	for (i = 0; i < whole; i++)
		dst[i] = x[i] ^ tweaks[i];
	if (!tail)
		return;

	/* 5.3.2 and 5.4.2: T of block m - 1 first when encrypting */
	memcpy(second, t, 16);
	ref_xts_next(second);
	ref_xts_block(cipher, enc, key, key_len, enc ? t : second, last,
		      src + whole);
	memcpy(x, src + whole + 16, tail);
	memcpy(x + tail, last + tail, 16 - tail);
	memcpy(dst + whole + 16, last, tail);
	ref_xts_block(cipher, enc, key, key_len, enc ? second : t, dst + whole,
		      x);
}

void ref_xts(const char *cipher, bool enc, const u8 *key, unsigned int key_len,
	     const u8 *tweak, u8 *dst, const u8 *src, unsigned int n)
{
	u8 t[16];

	key_len /= 2;
	ref_mode(cipher, "ecb", true, key + key_len, key_len, NULL, t, tweak,
		 16);
	ref_xts_from(cipher, enc, key, key_len, t, dst, src, n);
}

void ref_gf128_mul(u8 *acc, const u8 *h)
{
	u64 z[2] = {}, v[2] = { get_unaligned_be64(h),
				get_unaligned_be64(h + 8) };
	u64 bit, lsb;
	int i;

	for (i = 0; i < 128; i++) {
		bit = -(u64)(acc[i / 8] >> (7 - i % 8) & 1);
		z[0] ^= v[0] & bit;
		z[1] ^= v[1] & bit;
		lsb = -(v[1] & 1);
		v[1] = v[1] >> 1 | v[0] << 63;
		v[0] = v[0] >> 1 ^ (lsb & 0xe1ULL << 56);
	}
	put_unaligned_be64(z[0], acc);
	put_unaligned_be64(z[1], acc + 8);
}

void ref_ghash(const u8 *h, u8 *acc, const u8 *data, unsigned int n)
{
	unsigned int i, m;

	for (; n; n -= m, data += m) {
		m = min(n, 16U);
		for (i = 0; i < m; i++)
			acc[i] ^= data[i];
		ref_gf128_mul(acc, h);
	}
}

void ref_add(u8 *ctr, unsigned int bits, u64 n)
{
	unsigned int i;

	for (i = 16; i-- > 16 - bits / 8; n >>= 8) {
		n += ctr[i];
		ctr[i] = n;
	}
}
