// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each block of aes_round.h, in each form that this build has, against FIPS 197
 * step by step, and its examples.
 */
#include <widecrypt/aes_round.h>
#include "ref.h"
#include "test.h"

struct block {
	const char *name;
	const char *steps;	/* of ref_steps() */
	void (*one)(struct wc_aes_state *ret, const struct wc_aes_state *st);
	void (*two)(struct wc_aes_state *ret, const struct wc_aes_state *st,
		    const struct wc_aes_state *rk);
};

#define ONE(fn, steps)	{ #fn, steps, fn, NULL },
#define TWO(fn, steps)	{ #fn, steps, NULL, fn },
#define BLOCKS(suffix) {					\
	ONE(aesenc_SB##suffix, "S")				\
	ONE(aesenc_SB_SR##suffix, "SR")				\
	ONE(aesenc_MC##suffix, "M")				\
	ONE(aesenc_SB_SR_MC##suffix, "SRM")			\
	TWO(aesenc_SB_SR_AK##suffix, "SRK")			\
	TWO(aesenc_SB_SR_MC_AK##suffix, "SRMK")			\
	TWO(aesenc_AK_SB_SR##suffix, "KSR")			\
	TWO(aesenc_AK_SB_SR_MC##suffix, "KSRM")			\
	ONE(aesdec_ISB##suffix, "s")				\
	ONE(aesdec_ISB_ISR##suffix, "sr")			\
	ONE(aesdec_IMC##suffix, "m")				\
	ONE(aesdec_ISB_ISR_IMC##suffix, "srm")			\
	TWO(aesdec_ISB_ISR_AK##suffix, "srK")			\
	TWO(aesdec_ISB_ISR_IMC_AK##suffix, "srmK")		\
	TWO(aesdec_ISB_ISR_AK_IMC##suffix, "srKm")		\
	TWO(aesdec_AK_ISB_ISR##suffix, "Ksr")			\
	TWO(aesdec_AK_ISB_ISR_IMC##suffix, "Ksrm")		\
}

enum {
	SB, SB_SR, MC, SB_SR_MC, SB_SR_AK, SB_SR_MC_AK, AK_SB_SR, AK_SB_SR_MC,
	ISB, ISB_ISR, IMC, ISB_ISR_IMC, ISB_ISR_AK, ISB_ISR_IMC_AK,
	ISB_ISR_AK_IMC, AK_ISB_ISR, AK_ISB_ISR_IMC, NBLOCKS
};

static const struct block portable[] = BLOCKS(_c);
static const struct block either[] = BLOCKS();
#ifdef WC_AES_ROUND_HW
static const struct block hw[] = BLOCKS(_hw);
#endif

static void run(const struct block *b, struct wc_aes_state *ret,
		const struct wc_aes_state *st, const struct wc_aes_state *rk)
{
	if (b->one)
		b->one(ret, st);
	else
		b->two(ret, st, rk);
}

/* with the result elsewhere and over either operand, nothing else written */
static bool agrees(const struct block *b, const struct wc_aes_state *st,
		   const struct wc_aes_state *rk)
{
	u8 mem[3][48] __aligned(16), *out;
	unsigned int align = rnd8();
	struct wc_aes_state want = *st, *p, *k;

	ref_steps(want.b, b->steps, rk->b);
	memset(mem, 0xa5, sizeof(mem));
	p = (struct wc_aes_state *)(mem[0] + 8 * (align & 1));
	k = (struct wc_aes_state *)(mem[1] + 8 * (align >> 1 & 1));
	out = mem[2] + 8 + 8 * (align >> 2 & 1);
	*p = *st;
	*k = *rk;
	run(b, (struct wc_aes_state *)out, p, k);
	if (memcmp(out, &want, 16) || memcmp(p, st, 16) || memcmp(k, rk, 16) ||
	    out[-1] != 0xa5 || out[16] != 0xa5)
		return false;
	run(b, p, p, k);
	if (memcmp(p, &want, 16))
		return false;
	if (b->two) {
		*p = *st;
		run(b, k, p, k);
		if (memcmp(k, &want, 16))
			return false;
	}
	return true;
}

static void test_block(const struct block *b)
{
	struct wc_aes_state st, rk;
	bool ok = true;
	int i, v;

	for (i = 0; i < 16; i++) {
		for (v = 0; v < 256; v++) {
			rnd(&st, 16);
			rnd(&rk, 16);
			st.b[i] = v;
			ok &= agrees(b, &st, &rk);
		}
	}
	result(ok, b->name, ": all values in each byte, random states");

	/* one bit of state or key, nothing else: where does it go */
	ok = true;
	for (i = 0; i < 256; i++) {
		memset(&st, 0, 16);
		memset(&rk, 0, 16);
		(i < 128 ? st.b : rk.b)[i / 8 % 16] = 1 << i % 8;
		ok &= agrees(b, &st, &rk);
	}
	result(ok, b->name, ": single bits");
}

/* identities among blocks, without the reference */
static void test_identities(const struct block *b, const char *form)
{
	static const struct {
		const char *name;
		u8 a[3], b[3];	/* block + 1, applied in turn */
	} same[] = {
		{ "SB_SR, MC = SB_SR_MC",
		  { SB_SR + 1, MC + 1 }, { SB_SR_MC + 1 } },
		{ "AK_SB_SR, MC = AK_SB_SR_MC",
		  { AK_SB_SR + 1, MC + 1 }, { AK_SB_SR_MC + 1 } },
		{ "AK_ISB_ISR, IMC = AK_ISB_ISR_IMC",
		  { AK_ISB_ISR + 1, IMC + 1 }, { AK_ISB_ISR_IMC + 1 } },
		{ "ISB_ISR, IMC = ISB_ISR_IMC",
		  { ISB_ISR + 1, IMC + 1 }, { ISB_ISR_IMC + 1 } },
		{ "ISB_ISR_AK, IMC = ISB_ISR_AK_IMC",
		  { ISB_ISR_AK + 1, IMC + 1 }, { ISB_ISR_AK_IMC + 1 } },
		{ "SB, ISB = nothing", { SB + 1, ISB + 1 }, { 0 } },
		{ "SB_SR, ISB_ISR = nothing",
		  { SB_SR + 1, ISB_ISR + 1 }, { 0 } },
		{ "MC, IMC = nothing", { MC + 1, IMC + 1 }, { 0 } },
		{ "SB_SR_MC, IMC, ISB_ISR = nothing",
		  { SB_SR_MC + 1, IMC + 1, ISB_ISR + 1 }, { 0 } },
		{ "AK_ISB_ISR, SB_SR_AK = nothing",
		  { AK_ISB_ISR + 1, SB_SR_AK + 1 }, { 0 } },
		{ "AK_SB_SR, ISB_ISR_AK = nothing",
		  { AK_SB_SR + 1, ISB_ISR_AK + 1 }, { 0 } },
	};
	struct wc_aes_state s, x, y, rk;
	unsigned int i, j, n;
	bool ok;

	for (i = 0; i < sizeof(same) / sizeof(*same); i++) {
		ok = true;
		for (n = 0; n < 256; n++) {
			rnd(&s, 16);
			rnd(&rk, 16);
			x = s;
			y = s;
			for (j = 0; j < 3; j++) {
				if (same[i].a[j])
					run(&b[same[i].a[j] - 1], &x, &x, &rk);
				if (same[i].b[j])
					run(&b[same[i].b[j] - 1], &y, &y, &rk);
			}
			ok &= !memcmp(&x, &y, 16);
		}
		result(ok, form, same[i].name);
	}

	/* IMC is linear: the key moves through it */
	ok = true;
	for (n = 0; n < 256; n++) {
		rnd(&s, 16);
		rnd(&rk, 16);
		run(&b[ISB_ISR_AK_IMC], &x, &s, &rk);
		run(&b[IMC], &rk, &rk, NULL);
		run(&b[ISB_ISR_IMC_AK], &y, &s, &rk);
		ok &= !memcmp(&x, &y, 16);
	}
	result(ok, form, "ISB_ISR_AK_IMC = ISB_ISR_IMC_AK of IMC(key)");
}

static bool is(const void *p, const char *want)
{
	u8 w[16];

	hex(w, want);
	return !memcmp(p, w, 16);
}

/* the rounds of FIPS 197, 5.1, 5.3 and 5.3.5, of blocks only */
static void cipher(const struct block *b, struct wc_aes_state *s,
		   const u8 *w, int rounds)
{
	const struct wc_aes_state *rk = (const struct wc_aes_state *)w;
	int r;

	for (r = 0; r < 16; r++)
		s->b[r] ^= rk->b[r];
	for (r = 1; r < rounds; r++)
		run(&b[SB_SR_MC_AK], s, s, &rk[r]);
	run(&b[SB_SR_AK], s, s, &rk[r]);
}

static void inverse(const struct block *b, struct wc_aes_state *s,
		    const u8 *w, int rounds)
{
	const struct wc_aes_state *rk = (const struct wc_aes_state *)w;
	int r;

	for (r = 0; r < 16; r++)
		s->b[r] ^= rk[rounds].b[r];
	for (r = rounds - 1; r; r--)
		run(&b[ISB_ISR_AK_IMC], s, s, &rk[r]);
	run(&b[ISB_ISR_AK], s, s, &rk[0]);
}

static void equivalent(const struct block *b, struct wc_aes_state *s,
		       const u8 *w, int rounds)
{
	const struct wc_aes_state *rk = (const struct wc_aes_state *)w;
	struct wc_aes_state dk;
	int r;

	for (r = 0; r < 16; r++)
		s->b[r] ^= rk[rounds].b[r];
	for (r = rounds - 1; r; r--) {
		run(&b[IMC], &dk, &rk[r], NULL);
		run(&b[ISB_ISR_IMC_AK], s, s, &dk);
	}
	run(&b[ISB_ISR_AK], s, s, &rk[0]);
}

/* as the arm64 instructions have it */
static void key_first(const struct block *b, struct wc_aes_state *s,
		      const u8 *w, int rounds)
{
	const struct wc_aes_state *rk = (const struct wc_aes_state *)w;
	int r;

	for (r = 0; r < rounds - 1; r++) {
		run(&b[AK_SB_SR], s, s, &rk[r]);
		run(&b[MC], s, s, NULL);
	}
	run(&b[AK_SB_SR], s, s, &rk[r]);
	for (r = 0; r < 16; r++)
		s->b[r] ^= rk[rounds].b[r];
}

static const struct {
	const char *name, *key, *plain, *cipher;
	int len;
} fips[] = {
	{ "FIPS 197, B", "2b7e151628aed2a6abf7158809cf4f3c",
	  "3243f6a8885a308d313198a2e0370734",
	  "3925841d02dc09fbdc118597196a0b32", 16 },
	{ "FIPS 197, C.1", "000102030405060708090a0b0c0d0e0f",
	  "00112233445566778899aabbccddeeff",
	  "69c4e0d86a7b0430d8cdb78070b4c55a", 16 },
	{ "FIPS 197, C.2", "000102030405060708090a0b0c0d0e0f1011121314151617",
	  "00112233445566778899aabbccddeeff",
	  "dda97ca4864cdfe06eaf70a0ec0d7191", 24 },
	{ "FIPS 197, C.3",
	  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	  "00112233445566778899aabbccddeeff",
	  "8ea2b7ca516745bfeafc49904b496089", 32 },
};

static void test_fips(const struct block *b, const char *form)
{
	struct aes_sched ks;
	unsigned int i;
	struct wc_aes_state s, rk;
	u8 key[32];
	bool ok;

	/* round 1 of appendix B */
	hex(&s, "193de3bea0f4e22b9ac68d2ae9f84808");
	hex(&rk, "a0fafe1788542cb123a339392a6c7605");
	run(&b[SB], &s, &s, NULL);
	ok = is(&s, "d42711aee0bf98f1b8b45de51e415230");
	run(&b[ISB], &s, &s, NULL);
	run(&b[SB_SR], &s, &s, NULL);
	ok &= is(&s, "d4bf5d30e0b452aeb84111f11e2798e5");
	run(&b[MC], &s, &s, NULL);
	ok &= is(&s, "046681e5e0cb199a48f8d37a2806264c");
	hex(&s, "193de3bea0f4e22b9ac68d2ae9f84808");
	run(&b[SB_SR_MC_AK], &s, &s, &rk);
	ok &= is(&s, "a49c7ff2689f352b6b5bea43026a5049");
	result(ok, form, "FIPS 197, B, round 1");

	for (i = 0; i < sizeof(fips) / sizeof(*fips); i++) {
		hex(key, fips[i].key);
		ok = wc_aes_expandkey(&ks, key, fips[i].len) == 0;
		hex(&s, fips[i].plain);
		cipher(b, &s, ks.rk[0], ks.rounds);
		ok &= is(&s, fips[i].cipher);
		inverse(b, &s, ks.rk[0], ks.rounds);
		ok &= is(&s, fips[i].plain);
		key_first(b, &s, ks.rk[0], ks.rounds);
		ok &= is(&s, fips[i].cipher);
		equivalent(b, &s, ks.rk[0], ks.rounds);
		ok &= is(&s, fips[i].plain);
		result(ok, form, fips[i].name);
	}
}

static void test_affine(void (*fn)(struct wc_aes_state *ret,
				   const struct wc_aes_state *st,
				   const struct wc_aes_affine *map),
			const char *form)
{
	struct wc_aes_affine map;
	u64 matrix;
	bool ok = true;
	struct wc_aes_state s, t;
	int n, i, v;
	u8 c;

	for (n = 0; n < 32; n++) {
		rnd(&matrix, 8);
		c = rnd8();
		for (i = 0; i < 16; i++) {
			map.lo[i] = ref_matrix(matrix, i) ^ c;
			map.hi[i] = ref_matrix(matrix, 16 * i);
		}
		for (v = 0; v < 256; v++) {
			rnd(&s, 16);
			s.b[v % 16] = v;
			fn(&t, &s, &map);
			for (i = 0; i < 16; i++)
				ok &= t.b[i] == (ref_matrix(matrix, s.b[i]) ^
						 c);
			fn(&s, &s, &map);
			ok &= !memcmp(&s, &t, 16);
			t = s;
			wc_affine16(t.b, matrix, c);
			for (i = 0; i < 16; i++)
				ok &= t.b[i] == (ref_matrix(matrix, s.b[i]) ^
						 c);
		}
	}
	result(ok, form, "affine maps");
}

static void test_form(const struct block *b, const char *form)
{
	int i;

	for (i = 0; i < NBLOCKS; i++)
		test_block(&b[i]);
	test_identities(b, form);
	test_fips(b, form);
}

/* the portable AES that gcm/ uses */
static void test_cipher(void)
{
	u8 src[11 * 16 + 1], dst[11 * 16 + 2], want[11 * 16];
	u8 w[240] __aligned(8), key[32];
	u8 b[16];
	struct aes_sched ks;
	bool ok, all;
	unsigned int n, i, v;
	int len;

	ok = true;
	for (v = 0; v < 256; v++) {
		rnd(b, 16);
		b[v % 16] = v;
		memcpy(src, b, 16);
		wc_sub_bytes16(b);
		for (i = 0; i < 16; i++)
			ok &= b[i] == ref_s[src[i]];
		memcpy(b, src, 16);
		wc_inv_sub_bytes16(b);
		for (i = 0; i < 16; i++)
			ok &= b[i] == ref_is[src[i]];
	}
	result(ok, "wc_sub_bytes16, wc_inv_sub_bytes16", "");

	/* FIPS 197, A.1: the last round key; and the reference */
	hex(key, "2b7e151628aed2a6abf7158809cf4f3c");
	ok = !wc_aes_expandkey(&ks, key, 16) && ks.rounds == 10 &&
		is(ks.rk[10], "d014f9a8c9ee2589e13f0cc8b6630ca6");
	for (n = 0; n < 33; n++) {
		for (len = 16; len <= 32; len += 8) {
			rnd(key, len);
			memset(&ks, 0xa5, sizeof(ks));
			ok &= !wc_aes_expandkey(&ks, key, len);
			v = ref_expand(w, key, len);
			ok &= ks.rounds == v &&
				!memcmp(ks.rk, w, 16 * (v + 1));
		}
		if (n != 16 && n != 24 && n != 32)
			ok &= wc_aes_expandkey(&ks, key, n) == -EINVAL;
	}
	result(ok, "wc_aes_expandkey", "");

	all = true;
	ok = true;
	for (len = 16; len <= 32; len += 8) {
		rnd(key, len);
		wc_aes_expandkey(&ks, key, len);
		ref_expand(w, key, len);
		for (n = 0; n <= 11; n++) {
			rnd(src, sizeof(src));
			memcpy(want, src + 1, 16 * n);
			for (i = 0; i < n; i++)
				ref_encrypt(want + 16 * i, w, ks.rounds);
			memset(dst, 0xa5, sizeof(dst));
			wc_aes_encrypt_blocks(&ks, dst + 1, src + 1, n);
			all &= !memcmp(dst + 1, want, 16 * n) &&
				dst[0] == 0xa5 && dst[16 * n + 1] == 0xa5;
			wc_aes_encrypt_blocks(&ks, src + 1, src + 1, n);
			all &= !memcmp(src + 1, want, 16 * n);
		}
		rnd(src, 16);
		memcpy(want, src, 16);
		ref_encrypt(want, w, ks.rounds);
		wc_aes_encrypt_block(&ks, dst, src);
		ok &= !memcmp(dst, want, 16);
	}
	result(all, "wc_aes_encrypt_blocks", "");
	result(ok, "wc_aes_encrypt_block", "");
}

int main(void)
{
	ref_init();
	test_cipher();
	test_form(portable, "portable: ");
	test_affine(aes_affine_c, "portable: ");
#ifdef WC_AES_ROUND_HW
	if (wc_aes_round_have_hw()) {
		test_form(hw, WC_AES_ROUND_HW ": ");
		test_affine(aes_affine_hw, WC_AES_ROUND_HW ": ");
	} else {
		put("skip - " WC_AES_ROUND_HW ": not on this CPU\n");
	}
#endif
	test_form(either, wc_aes_round_have_hw() ? "dispatch (instructions): " :
		  "dispatch (portable): ");
	test_affine(aes_affine, "dispatch: ");
	return failures != 0;
}
