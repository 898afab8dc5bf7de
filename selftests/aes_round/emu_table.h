/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instructions of aes_emulate.h as portable emulators have done them: by
 * table lookups. To be compared with, in speed.
 */
#ifndef WC_EMU_TABLE_H
#define WC_EMU_TABLE_H

#include <widecrypt/aes_round.h>
#include "ref.h"

/* MixColumns of (x, 0, 0, 0), and of (S(x), 0, 0, 0); row 0 lowest */
static u32 tab_mc[256], tab_smc[256];

static inline void tab_init(void)
{
	int x;
	u32 v;

	ref_init();
	for (x = 0; x < 256; x++) {
		v = ref_mul(x, 2);
		v |= (u32)(x << 8 | x << 16) | (u32)ref_mul(x, 3) << 24;
		tab_mc[x] = v;
	}
	for (x = 0; x < 256; x++)
		tab_smc[x] = tab_mc[ref_s[x]];
}

static inline u32 tab_rol(u32 x, int n)
{
	return x << n | x >> (32 - n);
}

static inline void tab_put32(u8 *p, u32 x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap32(x);
#endif
	memcpy(p, &x, 4);
}

/*
 * By words of the size in which the state was stored last: anything wider would
 * wait for these stores to reach the cache.
 */
static inline void tab_xor32(u8 *d, const u8 *a, const u8 *b)
{
	u32 x, y;

	memcpy(&x, a, 4);
	memcpy(&y, b, 4);
	x ^= y;
	memcpy(d, &x, 4);
}

static inline void tab_xor(struct wc_aes_state *d, const struct wc_aes_state *a,
			   const struct wc_aes_state *b)
{
	tab_xor32(d->b, a->b, b->b);
	tab_xor32(d->b + 4, a->b + 4, b->b + 4);
	tab_xor32(d->b + 8, a->b + 8, b->b + 8);
	tab_xor32(d->b + 12, a->b + 12, b->b + 12);
}

/* SubBytes and ShiftRows of s, another place than d */
static inline void tab_sub_shift(u8 d[16], const u8 s[16])
{
	d[0] = ref_s[s[0]];
	d[1] = ref_s[s[5]];
	d[2] = ref_s[s[10]];
	d[3] = ref_s[s[15]];
	d[4] = ref_s[s[4]];
	d[5] = ref_s[s[9]];
	d[6] = ref_s[s[14]];
	d[7] = ref_s[s[3]];
	d[8] = ref_s[s[8]];
	d[9] = ref_s[s[13]];
	d[10] = ref_s[s[2]];
	d[11] = ref_s[s[7]];
	d[12] = ref_s[s[12]];
	d[13] = ref_s[s[1]];
	d[14] = ref_s[s[6]];
	d[15] = ref_s[s[11]];
}

static inline void tab_arm64_aese(struct wc_aes_state *vd,
				  const struct wc_aes_state *vn)
{
	struct wc_aes_state s;

	tab_xor(&s, vd, vn);
	tab_sub_shift(vd->b, s.b);
}

/*
 * The same with the addition by 64 bits, the plain way to write it. The loads
 * then overlap several stores of tab_arm64_aesmc() and wait for all of them.
 */
static inline void tab64_arm64_aese(struct wc_aes_state *vd,
				    const struct wc_aes_state *vn)
{
	u64 x[2], y[2];

	memcpy(x, vd, 16);
	memcpy(y, vn, 16);
	x[0] ^= y[0];
	x[1] ^= y[1];
	tab_sub_shift(vd->b, (const u8 *)x);
}

static inline u32 tab_column(const u32 *t, u8 a, u8 b, u8 c, u8 d)
{
	return t[a] ^ tab_rol(t[b], 8) ^ tab_rol(t[c], 16) ^ tab_rol(t[d], 24);
}

static inline void tab_arm64_aesmc(struct wc_aes_state *vd,
				   const struct wc_aes_state *vn)
{
	int c;

	for (c = 0; c < 16; c += 4)
		tab_put32(vd->b + c, tab_column(tab_mc, vn->b[c], vn->b[c + 1],
						vn->b[c + 2], vn->b[c + 3]));
}

static inline void tab_x86_aesenc(struct wc_aes_state *d,
				  const struct wc_aes_state *s,
				  const struct wc_aes_state *k)
{
	struct wc_aes_state t;

	tab_put32(t.b, tab_column(tab_smc, s->b[0], s->b[5], s->b[10],
				  s->b[15]));
	tab_put32(t.b + 4, tab_column(tab_smc, s->b[4], s->b[9], s->b[14],
				      s->b[3]));
	tab_put32(t.b + 8, tab_column(tab_smc, s->b[8], s->b[13], s->b[2],
				      s->b[7]));
	tab_put32(t.b + 12, tab_column(tab_smc, s->b[12], s->b[1], s->b[6],
				       s->b[11]));
	tab_xor(d, &t, k);
}

/* a pair as one, see aes_emulate.h */
static inline void tab_arm64_aese_aesmc(struct wc_aes_state *vd,
					const struct wc_aes_state *vn)
{
	static const struct wc_aes_state zero;
	struct wc_aes_state t;

	tab_xor(&t, vd, vn);
	tab_x86_aesenc(vd, &t, &zero);
}

static inline void tab_x86_aesenclast(struct wc_aes_state *d,
				      const struct wc_aes_state *s,
				      const struct wc_aes_state *k)
{
	struct wc_aes_state t;

	tab_sub_shift(t.b, s->b);
	tab_xor(d, &t, k);
}

#endif /* WC_EMU_TABLE_H */
