/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES and its S-box in portable C, in constant time: no table, no branch and
 * no address depends on data.
 *
 * Bytes are sliced into eight planes, plane i holding bit i of every byte, and
 * SubBytes is a Boolean circuit over the planes. This file is a part of
 * aes_round.h and is not included by anything else.
 *
 * The S-box circuit
 * =================
 *
 * S(x) = A inv(x) ^ 0x63 in GF(2^8) modulo x^8+x^4+x^3+x+1 (FIPS 197, 4.2 and
 * 5.1.1). The inverse is taken in the tower GF(2^2) < GF(2^4) < GF(2^8), with
 * a basis made of conjugates at each level:
 *
 *	GF(2^2): w, w^2		w = 0xbc, a root of w^2 + w + 1
 *	GF(2^4): z, z^4		z = 0x51
 *	GF(2^8): y, y^16	y = 0x0a
 *
 * A byte is a0 y + a1 y^16 with a0, a1 in GF(2^4), and the product with its
 * conjugate a1 y + a0 y^16 is the norm
 *
 *	n = a0 a1 (y + y^16)^2 + (a0 + a1)^2 y^17, in GF(2^4)
 *
 * so that inv(a0 y + a1 y^16) = (a1 e) y + (a0 e) y^16 with e = inv(n), where
 * inv(0) = 0. The same step once more takes e from GF(2^4) to GF(2^2), where
 * the inverse is the square, which in the basis (w, w^2) swaps the bits.
 *
 * A product of two elements of GF(2^4) costs nine AND: with the four
 * coordinates c0..c3 (of z w, z w^2, z^4 w, z^4 w^2), each factor gives the
 * nine linear forms
 *
 *	c0, c1, c0+c1, c2, c3, c2+c3, c0+c2, c1+c3, c0+c1+c2+c3
 *
 * (Karatsuba's at both levels) and the product is a linear map of the AND of
 * the forms of the same number. The circuit thus has five parts:
 *
 *	top	input bits -> the 9 forms of a0 and the 9 of a1 (linear)
 *	norm	9 AND and a linear map -> n
 *	inv16	n -> the 9 forms of e
 *	mult	9 AND for a1 e, 9 AND for a0 e
 *	bottom	the 18 products -> output bits (linear)
 *
 * Squares in n cost next to nothing: f & g ^ f ^ g is f | g, so that a choice
 * of OR in place of AND adds the linear terms. The basis is the one, among all
 * of this shape, for which the sums in top, norm and bottom share most. The
 * inverse S-box has the same middle; its top holds inv(A), and its bottom no A.
 * All parts together: 116 gates forward, 122 backward, without the constants.
 *
 * selftests/aes_round derives the forms and maps anew from w, z and y and
 * checks every part and all 256 values.
 */
#ifndef WIDECRYPT_AES_ROUND_C_H
#define WIDECRYPT_AES_ROUND_C_H

/* top of the S-box: the forms f[] of the byte planes x[] */
static __always_inline void wc_aes_sbox_top(u64 f[18], const u64 x[8])
{
	u64 t0, t1, t2, t3;

	t0 = x[5] ^ x[6];
	f[7] = x[4] ^ x[7];
	t1 = x[1] ^ x[3];
	f[12] = x[0] ^ t0;
	f[11] = f[7] ^ t1;
	t2 = x[2] ^ t1;
	f[16] = x[6] ^ t2;
	f[6] = x[2] ^ x[7];
	f[3] = x[1] ^ f[12];
	t3 = x[2] ^ f[7];
	f[0] = f[6] ^ f[3];
	f[1] = x[4] ^ f[12];
	f[2] = x[1] ^ t3;
	f[4] = x[7] ^ f[12];
	f[5] = x[1] ^ x[7];
	f[8] = x[2] ^ x[4];
	f[9] = x[0] ^ f[11];
	f[10] = x[0];
	f[13] = x[0] ^ f[16];
	f[14] = x[5] ^ t2;
	f[15] = t0 ^ f[11];
	f[17] = x[5] ^ t3;
}

/* top of the inverse S-box; the planes x[] are those of byte ^ 0x63 */
static __always_inline void wc_aes_inv_sbox_top(u64 f[18], const u64 x[8])
{
	u64 t0, t1, t2;

	f[3] = x[4] ^ x[6];
	t0 = x[0] ^ x[1];
	f[7] = x[3] ^ x[4];
	f[6] = x[6] ^ x[7];
	f[9] = x[7] ^ f[3];
	f[1] = f[3] ^ t0;
	t1 = x[2] ^ x[5];
	t2 = x[3] ^ x[6];
	f[0] = x[4] ^ x[7];
	f[2] = t0 ^ f[6];
	f[4] = t0 ^ t2;
	f[5] = t0 ^ f[7];
	f[8] = x[3] ^ f[9];
	f[10] = x[7] ^ t1;
	f[11] = f[3] ^ t1;
	f[12] = x[0] ^ f[7];
	f[13] = x[5] ^ f[1];
	f[14] = x[1] ^ x[5] ^ t2;
	f[15] = x[0] ^ x[3] ^ f[6];
	f[16] = x[2] ^ t0 ^ f[9];
	f[17] = x[1] ^ x[2] ^ f[7];
}

/* norm, inv16 and mult: the products p[] (a1 e first) of the forms f[] */
static __always_inline void wc_aes_sbox_middle(u64 p[18], const u64 f[18])
{
	u64 m0, m1, m2, m3, m4, m5, m6, m7, m8;
	u64 n0, n1, n2, n3, n4, n5, d0, d1, d2, t0, t1;
	u64 e[9];

	/* norm: n = n0 z w + n1 z w^2 + n2 z^4 w + n3 z^4 w^2 */
	m0 = f[0] & f[9];
	m1 = f[1] & f[10];
	m2 = f[2] & f[11];
	m3 = f[3] & f[12];
	m4 = f[4] | f[13];
	m5 = f[5] & f[14];
	m6 = f[6] & f[15];
	m7 = f[7] & f[16];
	m8 = f[8] | f[17];
	t0 = m4 ^ m6;
	t1 = m1 ^ m6;
	n0 = m2 ^ m7 ^ t1 ^ f[6] ^ f[15];
	n1 = m0 ^ m8 ^ t1;
	n2 = m5 ^ m7 ^ t0;
	n3 = m3 ^ m8 ^ t0 ^ f[2] ^ f[11];

	/* d = inverse of n's norm in GF(2^2), by coordinate and their sum */
	n4 = n0 ^ n1;
	n5 = n2 ^ n3;
	d0 = (n0 & n2) ^ (n1 | n3);
	d1 = (n1 & n3) ^ (n4 | n5);
	d2 = d0 ^ d1;

	/* e = (n2, n3) d z + (n0, n1) d z^4, as its nine forms */
	m0 = n2 & d0;
	m1 = n3 & d1;
	m2 = n5 & d2;
	m3 = n0 & d0;
	m4 = n1 & d1;
	m5 = n4 & d2;
	e[0] = m0 ^ m2;
	e[1] = m1 ^ m2;
	e[2] = m0 ^ m1;
	e[3] = m3 ^ m5;
	e[4] = m4 ^ m5;
	e[5] = m3 ^ m4;
	e[6] = e[0] ^ e[3];
	e[7] = e[1] ^ e[4];
	e[8] = e[2] ^ e[5];

	p[0] = f[9] & e[0];
	p[1] = f[10] & e[1];
	p[2] = f[11] & e[2];
	p[3] = f[12] & e[3];
	p[4] = f[13] & e[4];
	p[5] = f[14] & e[5];
	p[6] = f[15] & e[6];
	p[7] = f[16] & e[7];
	p[8] = f[17] & e[8];
	p[9] = f[0] & e[0];
	p[10] = f[1] & e[1];
	p[11] = f[2] & e[2];
	p[12] = f[3] & e[3];
	p[13] = f[4] & e[4];
	p[14] = f[5] & e[5];
	p[15] = f[6] & e[6];
	p[16] = f[7] & e[7];
	p[17] = f[8] & e[8];
}

/* bottom of the S-box; the planes x[] are those of S(byte) ^ 0x63 */
static __always_inline void wc_aes_sbox_bottom(u64 x[8], const u64 p[18])
{
	u64 t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12;

	t0 = p[15] ^ p[17];
	t1 = p[10] ^ t0;
	t2 = p[9] ^ t1;
	t3 = p[3] ^ p[4];
	t4 = p[7] ^ p[12];
	t5 = p[1] ^ t2;
	t6 = p[0] ^ p[2];
	t7 = p[4] ^ p[5];
	t8 = p[0] ^ t5;
	t9 = t4 ^ t6;
	t10 = p[14] ^ t9;
	t11 = p[13] ^ t0;
	t12 = p[6] ^ p[8];
	x[0] = p[3] ^ p[5] ^ p[12] ^ t6 ^ t11;
	x[1] = p[6] ^ t4 ^ t7 ^ t11;
	x[2] = p[6] ^ p[11] ^ t1 ^ t3 ^ t10;
	x[3] = p[2] ^ t5 ^ t7;
	x[4] = t3 ^ t8;
	x[5] = p[8] ^ p[16] ^ p[17] ^ t10;
	x[6] = t8 ^ t12;
	x[7] = t2 ^ t3 ^ t12;
}

/* bottom of the inverse S-box */
static __always_inline void wc_aes_inv_sbox_bottom(u64 x[8], const u64 p[18])
{
	u64 t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13;

	t0 = p[8] ^ p[17];
	t1 = p[13] ^ t0;
	t2 = p[12] ^ p[15];
	t3 = p[7] ^ t1;
	t4 = p[3] ^ p[4];
	t5 = p[2] ^ p[10];
	t6 = t2 ^ t3;
	t7 = p[14] ^ t5;
	t8 = p[0] ^ t6;
	t9 = t4 ^ t7;
	t10 = p[6] ^ t1;
	t11 = p[4] ^ p[5];
	t12 = p[11] ^ p[16];
	t13 = p[1] ^ t9;
	x[0] = p[9] ^ p[17] ^ t12;
	x[1] = t2 ^ t4 ^ t10;
	x[2] = p[1] ^ t8 ^ t11;
	x[3] = p[0] ^ p[12] ^ t5 ^ t10 ^ t11 ^ t12;
	x[4] = p[2] ^ t8;
	x[5] = p[7] ^ p[11] ^ t0 ^ t2 ^ t13;
	x[6] = p[9] ^ p[16] ^ t3 ^ t13;
	x[7] = p[3] ^ p[5] ^ t6;
}

/* S(x) ^ 0x63 on planes */
static __always_inline void wc_aes_sbox_planes(u64 x[8])
{
	u64 f[18], p[18];

	wc_aes_sbox_top(f, x);
	wc_aes_sbox_middle(p, f);
	wc_aes_sbox_bottom(x, p);
}

/* the inverse S-box of x ^ 0x63 on planes */
static __always_inline void wc_aes_inv_sbox_planes(u64 x[8])
{
	u64 f[18], p[18];

	wc_aes_inv_sbox_top(f, x);
	wc_aes_sbox_middle(p, f);
	wc_aes_inv_sbox_bottom(x, p);
}

/* Exchange the bits of *a under m << n with those of *b under m. */
static __always_inline void wc_aes_swapmove(u64 *a, u64 *b, int n, u64 m)
{
	u64 t = (*a >> n ^ *b) & m;

	*b ^= t;
	*a ^= t << n;
}

/* Transpose the 8x8 bits of a word: bit j of byte i becomes bit i of byte j. */
static __always_inline u64 wc_aes_transpose8(u64 x)
{
	wc_aes_swapmove(&x, &x, 7, 0x00aa00aa00aa00aaULL);
	wc_aes_swapmove(&x, &x, 14, 0x0000cccc0000ccccULL);
	wc_aes_swapmove(&x, &x, 28, 0x00000000f0f0f0f0ULL);
	return x;
}

/*
 * A state in two words: byte i of the state at bit 8 i of lo (i < 8) or of hi,
 * on every host. A column is 32 bits, its row 0 the lowest byte.
 */
struct wc_aes_pair {
	u64 lo, hi;
};

static __always_inline u64 wc_aes_le64(u64 x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

static __always_inline u64 wc_aes_load8(const u8 *p)
{
	u64 x;

	memcpy(&x, p, 8);
	return wc_aes_le64(x);
}

static __always_inline void wc_aes_store8(u8 *p, u64 x)
{
	x = wc_aes_le64(x);
	memcpy(p, &x, 8);
}

static __always_inline struct wc_aes_pair wc_aes_load(const u8 *p)
{
	return (struct wc_aes_pair) { wc_aes_load8(p), wc_aes_load8(p + 8) };
}

static __always_inline void wc_aes_store(u8 *p, struct wc_aes_pair s)
{
	wc_aes_store8(p, s.lo);
	wc_aes_store8(p + 8, s.hi);
}

static __always_inline struct wc_aes_pair
wc_aes_get(const struct wc_aes_state *st)
{
	return (struct wc_aes_pair) {
		wc_aes_le64(st->w[0]), wc_aes_le64(st->w[1])
	};
}

static __always_inline void wc_aes_put(struct wc_aes_state *ret,
				       struct wc_aes_pair s)
{
	ret->w[0] = wc_aes_le64(s.lo);
	ret->w[1] = wc_aes_le64(s.hi);
}

/*
 * 16 bytes to planes of 16 bits. The upper 48 bits of a plane are not cleared;
 * the circuits keep to bit positions, so nothing comes of them.
 */
static __always_inline void wc_aes_planes16(u64 x[8], struct wc_aes_pair s)
{
	const u64 m = 0x00ff00ff00ff00ffULL;
	u64 a = wc_aes_transpose8(s.lo);
	u64 b = wc_aes_transpose8(s.hi);
	u64 even = (a & m) | (b & m) << 8;
	u64 odd = (a >> 8 & m) | (b & ~m);

	x[0] = even;
	x[1] = odd;
	x[2] = even >> 16;
	x[3] = odd >> 16;
	x[4] = even >> 32;
	x[5] = odd >> 32;
	x[6] = even >> 48;
	x[7] = odd >> 48;
}

/* and back */
static __always_inline struct wc_aes_pair wc_aes_unplanes16(const u64 x[8])
{
	const u64 m = 0x00ff00ff00ff00ffULL;
	u64 even = (x[0] & 0xffff) | (x[2] & 0xffff) << 16 |
		   (x[4] & 0xffff) << 32 | x[6] << 48;
	u64 odd = (x[1] & 0xffff) | (x[3] & 0xffff) << 16 |
		  (x[5] & 0xffff) << 32 | x[7] << 48;

	return (struct wc_aes_pair) {
		wc_aes_transpose8((even & m) | (odd & m) << 8),
		wc_aes_transpose8((even >> 8 & m) | (odd & ~m)),
	};
}

/* Complement the planes in which 0x63 has a one. */
static __always_inline void wc_aes_add63(u64 x[8])
{
	x[0] = ~x[0];
	x[1] = ~x[1];
	x[5] = ~x[5];
	x[6] = ~x[6];
}

/* SubBytes */
static __maybe_unused noinline struct wc_aes_pair
wc_aes_sub(struct wc_aes_pair s)
{
	u64 x[8];

	wc_aes_planes16(x, s);
	wc_aes_sbox_planes(x);
	wc_aes_add63(x);
	return wc_aes_unplanes16(x);
}

/* InvSubBytes */
static __maybe_unused noinline struct wc_aes_pair
wc_aes_inv_sub(struct wc_aes_pair s)
{
	u64 x[8];

	wc_aes_planes16(x, s);
	wc_aes_add63(x);
	wc_aes_inv_sbox_planes(x);
	return wc_aes_unplanes16(x);
}

/**
 * wc_sub_bytes16() - replace 16 bytes by their AES S-box values
 * @s: the bytes, any alignment
 *
 * FIPS 197 SubBytes. Portable, constant time.
 */
static inline void wc_sub_bytes16(u8 s[16])
{
	wc_aes_store(s, wc_aes_sub(wc_aes_load(s)));
}

/**
 * wc_inv_sub_bytes16() - replace 16 bytes by their inverse AES S-box values
 * @s: the bytes, any alignment
 *
 * FIPS 197 InvSubBytes. Portable, constant time.
 */
static inline void wc_inv_sub_bytes16(u8 s[16])
{
	wc_aes_store(s, wc_aes_inv_sub(wc_aes_load(s)));
}

/* Add column j of a bit matrix to the bytes of r where those of s have bit j. */
static __always_inline struct wc_aes_pair
wc_aes_add_column(struct wc_aes_pair r, struct wc_aes_pair s, int j, u8 column)
{
	const u64 ones = 0x0101010101010101ULL;

	/* column times 0 or 1 in each byte */
	r.lo ^= (s.lo >> j & ones) * column;
	r.hi ^= (s.hi >> j & ones) * column;
	return r;
}

/*
 * Column j of a matrix as wc_affine16() takes it: bit j of byte 7 - i goes to
 * bit i. The product gathers the eight bits in its top byte.
 */
static __always_inline u8 wc_aes_column(u64 matrix, int j)
{
	return ((matrix >> j & 0x0101010101010101ULL) *
		0x8040201008040201ULL) >> 56;
}

/**
 * wc_affine16() - apply one affine map to each of 16 bytes
 * @s: the bytes, any alignment
 * @matrix: 8x8 bits in the convention of GF2P8AFFINEQB: bit i of a result is
 *	the parity of (byte 7 - i of @matrix & input), byte 0 being the least
 *	significant; 0x0102040810204080 is the identity
 * @c: the constant to add
 *
 * Portable, constant time (in @s; @matrix and @c are public).
 */
static __always_inline void wc_affine16(u8 s[16], u64 matrix, u8 c)
{
	const u64 ones = 0x0101010101010101ULL;
	struct wc_aes_pair a = wc_aes_load(s);
	struct wc_aes_pair r = { c * ones, c * ones };

	r = wc_aes_add_column(r, a, 0, wc_aes_column(matrix, 0));
	r = wc_aes_add_column(r, a, 1, wc_aes_column(matrix, 1));
	r = wc_aes_add_column(r, a, 2, wc_aes_column(matrix, 2));
	r = wc_aes_add_column(r, a, 3, wc_aes_column(matrix, 3));
	r = wc_aes_add_column(r, a, 4, wc_aes_column(matrix, 4));
	r = wc_aes_add_column(r, a, 5, wc_aes_column(matrix, 5));
	r = wc_aes_add_column(r, a, 6, wc_aes_column(matrix, 6));
	r = wc_aes_add_column(r, a, 7, wc_aes_column(matrix, 7));
	wc_aes_store(s, r);
}

/* a little-endian column of a state, each byte in the low half of 16 bits */
static __always_inline u64 wc_aes_spread(const u8 *p)
{
	return (u64)p[0] | (u64)p[1] << 16 | (u64)p[2] << 32 | (u64)p[3] << 48;
}

/* Exchange the three bits of a word's number with the lowest three of a bit's. */
static __always_inline void wc_aes_swap_planes(u64 x[8])
{
	const u64 m4 = 0x0f0f0f0f0f0f0f0fULL;
	const u64 m2 = 0x3333333333333333ULL;
	const u64 m1 = 0x5555555555555555ULL;
	int i;

	for (i = 0; i < 4; i++)
		wc_aes_swapmove(&x[i], &x[i + 4], 4, m4);
	for (i = 0; i < 8; i += i & 1 ? 3 : 1)
		wc_aes_swapmove(&x[i], &x[i + 2], 2, m2);
	for (i = 0; i < 8; i += 2)
		wc_aes_swapmove(&x[i], &x[i + 1], 1, m1);
}

/*
 * Four blocks to planes of 64 bits. Bit 16 r + 4 c + k of a plane belongs to
 * row r, column c of block k. One state row is 16 bits, so MixColumns rotates
 * by 16 and ShiftRows rotates within 16 bits.
 *
 * Before the swaps, word 4 (c & 1) + k holds column c of block k, bit b of row
 * r at 16 r + 8 (c >> 1) + b; the swaps exchange the three bits of the word's
 * number with the three of b.
 */
static __always_inline void wc_aes_to_planes(u64 x[8], const u8 src[64])
{
	int i, k;

	for (k = 0; k < 4; k++) {
		for (i = 0; i < 2; i++)
			x[4 * i + k] = wc_aes_spread(src + 16 * k + 4 * i) |
				wc_aes_spread(src + 16 * k + 8 + 4 * i) << 8;
	}
	wc_aes_swap_planes(x);
}

/* and back: each swap is its own inverse and they commute */
static __always_inline void wc_aes_from_planes(u8 dst[64], u64 x[8])
{
	int i, k, r;

	wc_aes_swap_planes(x);
	for (k = 0; k < 4; k++) {
		for (i = 0; i < 2; i++) {
			for (r = 0; r < 4; r++) {
				u64 v = x[4 * i + k] >> (16 * r);

				dst[16 * k + 4 * i + r] = v;
				dst[16 * k + 8 + 4 * i + r] = v >> 8;
			}
		}
	}
}

/*
 * One round key to planes, the same for all four blocks: what wc_aes_to_planes
 * does when the words of k = 0..3 are equal.
 */
static __always_inline void wc_aes_key_planes(u64 x[8], const u8 rk[16])
{
	const u64 m1 = 0x5555555555555555ULL;
	const u64 m2 = 0x3333333333333333ULL;
	u64 h[2];
	int i, j;

	h[0] = wc_aes_spread(rk) | wc_aes_spread(rk + 8) << 8;
	h[1] = wc_aes_spread(rk + 4) | wc_aes_spread(rk + 12) << 8;
	wc_aes_swapmove(&h[0], &h[1], 4, 0x0f0f0f0f0f0f0f0fULL);
	for (i = 0; i < 2; i++) {
		for (j = 0; j < 2; j++) {
			u64 v = h[i] >> (2 * j) & m2;
			u64 lo, hi;

			v |= v << 2;
			lo = v & m1;
			hi = v >> 1 & m1;
			x[4 * i + 2 * j] = lo | lo << 1;
			x[4 * i + 2 * j + 1] = hi | hi << 1;
		}
	}
}

static __always_inline u64 wc_aes_ror(u64 x, int n)
{
	return x >> n | x << (64 - n);
}

/* one plane: row r turns by r columns */
static __always_inline u64 wc_aes_plane_shift_rows(u64 v)
{
	u64 t = (v ^ v >> 8) & 0x00ff00ff00000000ULL;

	v ^= t ^ t << 8;
	return (v & 0x0000ffff0000ffffULL) |
	       (v >> 4 & 0x0fff00000fff0000ULL) |
	       (v << 12 & 0xf0000000f0000000ULL);
}

static __always_inline void wc_aes_planes_shift_rows(u64 x[8])
{
	x[0] = wc_aes_plane_shift_rows(x[0]);
	x[1] = wc_aes_plane_shift_rows(x[1]);
	x[2] = wc_aes_plane_shift_rows(x[2]);
	x[3] = wc_aes_plane_shift_rows(x[3]);
	x[4] = wc_aes_plane_shift_rows(x[4]);
	x[5] = wc_aes_plane_shift_rows(x[5]);
	x[6] = wc_aes_plane_shift_rows(x[6]);
	x[7] = wc_aes_plane_shift_rows(x[7]);
}

/*
 * Row r becomes 2 a + 3 b + c + d = 2 (a + b) + b + (c + d), where a, b, c, d
 * are the rows r, r + 1, r + 2, r + 3. One plane of b + (c + d), leaving a + b
 * in *t:
 */
static __always_inline u64 wc_aes_plane_mix(u64 a, u64 *t)
{
	u64 b = wc_aes_ror(a, 16);

	*t = a ^ b;
	return b ^ wc_aes_ror(*t, 32);
}

static __always_inline void wc_aes_planes_mix_columns(u64 x[8])
{
	u64 t0, t1, t2, t3, t4, t5, t6, t7;

	x[0] = wc_aes_plane_mix(x[0], &t0);
	x[1] = wc_aes_plane_mix(x[1], &t1);
	x[2] = wc_aes_plane_mix(x[2], &t2);
	x[3] = wc_aes_plane_mix(x[3], &t3);
	x[4] = wc_aes_plane_mix(x[4], &t4);
	x[5] = wc_aes_plane_mix(x[5], &t5);
	x[6] = wc_aes_plane_mix(x[6], &t6);
	x[7] = wc_aes_plane_mix(x[7], &t7);
	x[0] ^= t7;
	x[1] ^= t0 ^ t7;
	x[2] ^= t1;
	x[3] ^= t2 ^ t7;
	x[4] ^= t3 ^ t7;
	x[5] ^= t4;
	x[6] ^= t5;
	x[7] ^= t6;
}

static __always_inline void wc_aes_planes_add(u64 x[8], const u64 k[8])
{
	x[0] ^= k[0];
	x[1] ^= k[1];
	x[2] ^= k[2];
	x[3] ^= k[3];
	x[4] ^= k[4];
	x[5] ^= k[5];
	x[6] ^= k[6];
	x[7] ^= k[7];
}

/* Four blocks; @kp are the planes of the round keys. */
static __always_inline void wc_aes_planes_encrypt(u64 x[8], const u64 kp[][8],
						  unsigned int rounds)
{
	unsigned int r;

	wc_aes_planes_add(x, kp[0]);
	for (r = 1; r < rounds; r++) {
		wc_aes_sbox_planes(x);
		wc_aes_planes_shift_rows(x);
		wc_aes_planes_mix_columns(x);
		wc_aes_planes_add(x, kp[r]);
	}
	wc_aes_sbox_planes(x);
	wc_aes_planes_shift_rows(x);
	wc_aes_planes_add(x, kp[r]);
}

/* The planes of the round keys */
static __maybe_unused noinline void wc_aes_sched_planes(u64 kp[15][8],
							const struct aes_sched *ks)
{
	unsigned int r;

	/*
	 * The S-box circuit leaves out 0x63. ShiftRows and MixColumns map a
	 * state of equal bytes to itself, so it goes into the round keys.
	 */
	for (r = 0; r <= ks->rounds; r++) {
		wc_aes_key_planes(kp[r], ks->rk[r]);
		if (r)
			wc_aes_add63(kp[r]);
	}
}

static __maybe_unused noinline void
wc_aes_encrypt_by_planes(const u64 kp[15][8], unsigned int rounds, u8 *dst,
			 const u8 *src, unsigned int nblocks)
{
	unsigned int r;
	u8 buf[64];
	u64 x[8];

	for (; nblocks; nblocks -= r) {
		r = nblocks < 4 ? nblocks : 4;
		if (r < 4)
			memset(buf, 0, sizeof(buf));
		memcpy(buf, src, 16 * r);
		wc_aes_to_planes(x, buf);
		wc_aes_planes_encrypt(x, kp, rounds);
		wc_aes_from_planes(buf, x);
		memcpy(dst, buf, 16 * r);
		src += 16 * r;
		dst += 16 * r;
	}
}

/**
 * wc_aes_encrypt_blocks() - encrypt independent blocks in portable C
 * @ks: key schedule from wc_aes_expandkey()
 * @dst: 16 * @nblocks bytes, equal to @src or disjoint from it, any alignment
 * @src: 16 * @nblocks bytes, any alignment
 * @nblocks: number of blocks, 0 or more
 *
 * Constant time. Works on four blocks at once; one block costs what four do.
 */
static __maybe_unused noinline void
wc_aes_encrypt_blocks(const struct aes_sched *ks, u8 *dst, const u8 *src,
		      unsigned int nblocks)
{
	u64 kp[15][8];

	wc_aes_sched_planes(kp, ks);
	wc_aes_encrypt_by_planes(kp, ks->rounds, dst, src, nblocks);
	wc_burn_stack();
	memzero_explicit(kp, sizeof(kp));
}

/**
 * wc_aes_encrypt_block() - encrypt one block in portable C
 * @ks: key schedule from wc_aes_expandkey()
 * @dst: 16 bytes, may be @src
 * @src: 16 bytes
 *
 * Constant time.
 */
static inline void wc_aes_encrypt_block(const struct aes_sched *ks, u8 dst[16],
					const u8 src[16])
{
	wc_aes_encrypt_blocks(ks, dst, src, 1);
}

/**
 * wc_aes_expandkey() - AES encryption key schedule in portable C
 * @ks: the schedule to fill
 * @key: the key
 * @keylen: 16, 24 or 32
 *
 * FIPS 197 KeyExpansion, constant time. The caller burns the stack.
 *
 * Return: 0, or -EINVAL for another @keylen.
 */
static __maybe_unused noinline int wc_aes_expandkey(struct aes_sched *ks,
						    const u8 *key,
						    unsigned int keylen)
{
	u8 *w = (u8 *)ks->rk;
	u8 t[16] = { 0 };
	unsigned int i, j, end;
	u8 rcon = 1;

	if (keylen != 16 && keylen != 24 && keylen != 32)
		return -EINVAL;
	ks->rounds = keylen / 4 + 6;
	end = 16 * (ks->rounds + 1);
	memset(ks->rk, 0, sizeof(ks->rk));
	memcpy(w, key, keylen);
	for (i = keylen; i < end; i += 4) {
		memcpy(t, w + i - 4, 4);
		if (i % keylen == 0) {
			wc_sub_bytes16(t);
			/* RotWord, which commutes with SubWord */
			t[4] = t[0];
			memmove(t, t + 1, 4);
			t[0] ^= rcon;
			rcon = (rcon << 1) ^ (rcon >> 7) * 0x1b;
		} else if (keylen == 32 && i % 32 == 16) {
			wc_sub_bytes16(t);
		}
		for (j = 0; j < 4; j++)
			w[i + j] = w[i + j - keylen] ^ t[j];
	}
	memzero_explicit(t, sizeof(t));
	return 0;
}

/*
 * The building blocks, see aes_round.h.
 */

/*
 * Row r of column c comes from column c + r: row 0 from the same, row 2 from
 * the other word, rows 1 and 3 from the words one column on and one back.
 */
static __always_inline struct wc_aes_pair
wc_aes_shift_rows(struct wc_aes_pair s, bool inverse)
{
	const u64 row = 0x000000ff000000ffULL;
	u64 a = s.lo >> 32 | s.hi << 32;
	u64 b = s.hi >> 32 | s.lo << 32;
	u64 r1 = inverse ? b : a;
	u64 r3 = inverse ? a : b;

	return (struct wc_aes_pair) {
		(s.lo & row) | (r1 & row << 8) |
		(s.hi & row << 16) | (r3 & row << 24),
		(s.hi & row) | (r3 & row << 8) |
		(s.lo & row << 16) | (r1 & row << 24),
	};
}

/* two columns, row r takes row r + 1 or r + 2 */
static __always_inline u64 wc_aes_next_row(u64 x)
{
	return (x >> 8 & 0x00ffffff00ffffffULL) |
	       (x << 24 & 0xff000000ff000000ULL);
}

static __always_inline u64 wc_aes_next_row2(u64 x)
{
	return (x >> 16 & 0x0000ffff0000ffffULL) |
	       (x << 16 & 0xffff0000ffff0000ULL);
}

/* each byte times x modulo x^8 + x^4 + x^3 + x + 1 */
static __always_inline u64 wc_aes_xtime(u64 x)
{
	u64 top = x >> 7 & 0x0101010101010101ULL;

	return (x << 1 & 0xfefefefefefefefeULL) ^ top * 0x1b;
}

/* as wc_aes_planes_mix_columns(): 2 (a + b) + b + (c + d) */
static __always_inline u64 wc_aes_mix2(u64 a)
{
	u64 b = wc_aes_next_row(a);

	return wc_aes_xtime(a ^ b) ^ b ^ wc_aes_next_row2(a ^ b);
}

static __always_inline struct wc_aes_pair
wc_aes_mix_columns(struct wc_aes_pair s)
{
	return (struct wc_aes_pair) { wc_aes_mix2(s.lo), wc_aes_mix2(s.hi) };
}

/*
 * (14, 11, 13, 9) = (2, 3, 1, 1) (5, 0, 4, 0) as circulant matrices, and the
 * latter is a + 4 (a + c).
 */
static __always_inline u64 wc_aes_inv_mix2(u64 a)
{
	u64 t = a ^ wc_aes_next_row2(a);

	return wc_aes_mix2(a ^ wc_aes_xtime(wc_aes_xtime(t)));
}

static __always_inline struct wc_aes_pair
wc_aes_inv_mix_columns(struct wc_aes_pair s)
{
	return (struct wc_aes_pair) {
		wc_aes_inv_mix2(s.lo), wc_aes_inv_mix2(s.hi)
	};
}

static __always_inline struct wc_aes_pair
wc_aes_add_key(struct wc_aes_pair s, const struct wc_aes_state *rk)
{
	struct wc_aes_pair k = wc_aes_get(rk);

	return (struct wc_aes_pair) { s.lo ^ k.lo, s.hi ^ k.hi };
}

static inline void aesenc_SB_c(struct wc_aes_state *ret,
			       const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_sub(wc_aes_get(st)));
}

static inline void aesenc_SB_SR_c(struct wc_aes_state *ret,
				  const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), false);

	wc_aes_put(ret, wc_aes_sub(s));
}

static inline void aesenc_MC_c(struct wc_aes_state *ret,
			       const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_mix_columns(wc_aes_get(st)));
}

static inline void aesenc_SB_SR_MC_c(struct wc_aes_state *ret,
				     const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), false);

	wc_aes_put(ret, wc_aes_mix_columns(wc_aes_sub(s)));
}

static inline void aesenc_SB_SR_AK_c(struct wc_aes_state *ret,
				     const struct wc_aes_state *st,
				     const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), false);

	wc_aes_put(ret, wc_aes_add_key(wc_aes_sub(s), rk));
}

static inline void aesenc_SB_SR_MC_AK_c(struct wc_aes_state *ret,
					const struct wc_aes_state *st,
					const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), false);

	s = wc_aes_mix_columns(wc_aes_sub(s));
	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static inline void aesenc_AK_SB_SR_c(struct wc_aes_state *ret,
				     const struct wc_aes_state *st,
				     const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_sub(wc_aes_shift_rows(s, false)));
}

static inline void aesenc_AK_SB_SR_MC_c(struct wc_aes_state *ret,
					const struct wc_aes_state *st,
					const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	s = wc_aes_sub(wc_aes_shift_rows(s, false));
	wc_aes_put(ret, wc_aes_mix_columns(s));
}

static inline void aesdec_ISB_c(struct wc_aes_state *ret,
				const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_inv_sub(wc_aes_get(st)));
}

static inline void aesdec_ISB_ISR_c(struct wc_aes_state *ret,
				    const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), true);

	wc_aes_put(ret, wc_aes_inv_sub(s));
}

static inline void aesdec_IMC_c(struct wc_aes_state *ret,
				const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_inv_mix_columns(wc_aes_get(st)));
}

static inline void aesdec_ISB_ISR_IMC_c(struct wc_aes_state *ret,
					const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), true);

	wc_aes_put(ret, wc_aes_inv_mix_columns(wc_aes_inv_sub(s)));
}

static inline void aesdec_ISB_ISR_AK_c(struct wc_aes_state *ret,
				       const struct wc_aes_state *st,
				       const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), true);

	wc_aes_put(ret, wc_aes_add_key(wc_aes_inv_sub(s), rk));
}

static inline void aesdec_ISB_ISR_IMC_AK_c(struct wc_aes_state *ret,
					   const struct wc_aes_state *st,
					   const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), true);

	s = wc_aes_inv_mix_columns(wc_aes_inv_sub(s));
	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static inline void aesdec_ISB_ISR_AK_IMC_c(struct wc_aes_state *ret,
					   const struct wc_aes_state *st,
					   const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_shift_rows(wc_aes_get(st), true);

	s = wc_aes_add_key(wc_aes_inv_sub(s), rk);
	wc_aes_put(ret, wc_aes_inv_mix_columns(s));
}

static inline void aesdec_AK_ISB_ISR_c(struct wc_aes_state *ret,
				       const struct wc_aes_state *st,
				       const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_inv_sub(wc_aes_shift_rows(s, true)));
}

static inline void aesdec_AK_ISB_ISR_IMC_c(struct wc_aes_state *ret,
					   const struct wc_aes_state *st,
					   const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	s = wc_aes_inv_sub(wc_aes_shift_rows(s, true));
	wc_aes_put(ret, wc_aes_inv_mix_columns(s));
}

static inline void aes_affine_c(struct wc_aes_state *ret,
				const struct wc_aes_state *st,
				const struct wc_aes_affine *map)
{
	const u64 ones = 0x0101010101010101ULL;
	struct wc_aes_pair s = wc_aes_get(st);
	u8 c = map->lo[0];
	struct wc_aes_pair r = { c * ones, c * ones };

	r = wc_aes_add_column(r, s, 0, map->lo[1] ^ c);
	r = wc_aes_add_column(r, s, 1, map->lo[2] ^ c);
	r = wc_aes_add_column(r, s, 2, map->lo[4] ^ c);
	r = wc_aes_add_column(r, s, 3, map->lo[8] ^ c);
	r = wc_aes_add_column(r, s, 4, map->hi[1]);
	r = wc_aes_add_column(r, s, 5, map->hi[2]);
	r = wc_aes_add_column(r, s, 6, map->hi[4]);
	r = wc_aes_add_column(r, s, 7, map->hi[8]);
	wc_aes_put(ret, r);
}

#endif /* WIDECRYPT_AES_ROUND_C_H */
