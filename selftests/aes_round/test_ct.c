// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Constant-time ARIA and SM4 (aria_ct.h, sm4_ct.h) against the examples of the
 * standards and against the portable C of aria/ and sm4/.
 */
#include "aria/aria_ct.h"
#include "sm4/sm4_ct.h"
#include "ref.h"
#include "test.h"

/* RFC 5794, appendix A */
static const struct {
	const char *name, *key, *cipher;
	int len;
} rfc5794[] = {
	{ "RFC 5794, A.1", "000102030405060708090a0b0c0d0e0f",
	  "d718fbd6ab644c739da95f3be6451778", 16 },
	{ "RFC 5794, A.2", "000102030405060708090a0b0c0d0e0f1011121314151617",
	  "26449c1805dbe7aa25a468ce263a9e79", 24 },
	{ "RFC 5794, A.3",
	  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	  "f92bd7c79fb72e2f2b8f80c1972d24fc", 32 },
};

static const char aria_plain[] = "00112233445566778899aabbccddeeff";

static bool is(const void *p, const char *want)
{
	u8 w[16];

	hex(w, want);
	return !memcmp(p, w, 16);
}

static bool same_aria(const struct aria_sched *a, const struct aria_sched *b)
{
	return a->rounds == b->rounds &&
		!memcmp(a->rk, b->rk, 16 * (a->rounds + 1));
}

static void test_aria(void)
{
	struct aria_key key, want;
	u8 in[32], s[16], t[16], iv[16];
	bool ok, eq = true, keys = true;
	unsigned int i, n;

	for (i = 0; i < 3; i++) {
		hex(in, rfc5794[i].key);
		hex(s, aria_plain);
		ok = !ct_aria_expandkey(&key, in, rfc5794[i].len);
		ct_aria_block(&key.enc, s, s);
		ok &= is(s, rfc5794[i].cipher);
		ct_aria_block(&key.dec, s, s);
		ok &= is(s, aria_plain);
		result(ok, "constant-time ARIA: ", rfc5794[i].name);
	}
	for (n = 0; n < 600; n++) {
		memset(&key, 0, sizeof(key));
		memset(&want, 0, sizeof(want));
		rnd(in, 32);
		i = 16 + n % 3 * 8;
		keys &= !ct_aria_expandkey(&key, in, i) &&
			!widecrypt_aria_expandkey(&want, in, i) &&
			same_aria(&key.enc, &want.enc) &&
			same_aria(&key.dec, &want.dec);
		rnd(s, 16);
		s[n % 16] = n;
		widecrypt_aria_generic_ecb(&want.enc, t, s, 1, iv);
		ct_aria_block(&key.enc, s, s);
		eq &= !memcmp(s, t, 16);
		widecrypt_aria_generic_ecb(&want.dec, t, s, 1, iv);
		ct_aria_block(&key.dec, s, s);
		eq &= !memcmp(s, t, 16);
	}
	for (n = 0; n < 33; n++) {
		if (n != 16 && n != 24 && n != 32)
			keys &= ct_aria_expandkey(&key, in, n) == -EINVAL;
	}
	result(keys, "constant-time ARIA: key schedule = aria/", "");
	result(eq, "constant-time ARIA: blocks = aria/", "");
}

static void test_sm4(void)
{
	static const char example[] = "0123456789abcdeffedcba9876543210";
	struct sm4_key key, want;
	u8 in[16], s[160], t[160], iv[16];
	bool ok, eq = true, keys = true;
	unsigned int n;

	/* GB/T 32907-2016, A.1 */
	hex(in, example);
	hex(s, example);
	ok = !ct_sm4_expandkey(&key, in, 16);
	ct_sm4_blocks(&key.enc, s, s, 1);
	ok &= is(s, "681edf34d206965e86b3e94f536e4246");
	ct_sm4_blocks(&key.dec, s, s, 1);
	ok &= is(s, example);
	result(ok, "constant-time SM4: GB/T 32907-2016, A.1", "");

	for (n = 0; n < 600; n++) {
		memset(&key, 0, sizeof(key));
		memset(&want, 0, sizeof(want));
		rnd(in, 16);
		keys &= !ct_sm4_expandkey(&key, in, 16) &&
			!widecrypt_sm4_expandkey(&want, in, 16) &&
			!memcmp(key.enc.rk, want.enc.rk, 4 * SM4_ROUNDS) &&
			!memcmp(key.dec.rk, want.dec.rk, 4 * SM4_ROUNDS);
		rnd(s, 160);
		s[n % 16] = n;
		memset(t, 0, 160);
		widecrypt_sm4_generic_ecb(&want.enc, t, s, 1 + n % 9, iv);
		memcpy(t + 16 * (1 + n % 9), s + 16 * (1 + n % 9), 16);
		ct_sm4_blocks(&key.enc, s, s, 1 + n % 9);
		eq &= !memcmp(s, t, 16 * (2 + n % 9));
		widecrypt_sm4_generic_ecb(&want.dec, t, s, 1 + n % 9, iv);
		ct_sm4_blocks(&key.dec, s, s, 1 + n % 9);
		eq &= !memcmp(s, t, 16 * (2 + n % 9));
	}
	for (n = 0; n < 33; n++) {
		if (n != 16)
			keys &= ct_sm4_expandkey(&key, in, n) == -EINVAL;
	}
	result(keys, "constant-time SM4: key schedule = sm4/", "");
	result(eq, "constant-time SM4: blocks = sm4/", "");
}

static u8 image(const struct wc_aes_affine *map, u8 x)
{
	return map->lo[x % 16] ^ map->hi[x / 16];
}

/*
 * The affine maps of both ciphers from their S-boxes as an affine map, the
 * inverse in AES's field and an affine map. That these are the S-boxes of the
 * standards is for the other tests here to say.
 */
static void test_constants(void)
{
	bool ok = true;
	int x;
	u8 y;

	for (x = 0; x < 256; x++) {
		ok &= image(&ct_sm4_pre, x) ==
			(ref_matrix(0x4c287db91a22505dULL, x) ^ 0x3e);
		/* Q inv(y) + q after S */
		y = ref_matrix(0xf3ab34a974a6b589ULL, ref_inv(x)) ^ 0xd3;
		ok &= image(&ct_sm4_post, ref_s[x]) == y;
		/* ARIA S2 = B inv(x) + b */
		y = ref_matrix(0xeafcb7c3c273c66fULL, ref_inv(x)) ^ 0xe2;
		ok &= image(&ct_aria_s2_post, ref_s[x]) == y;
		/* X2(S2(x)) = x */
		ok &= ref_is[image(&ct_aria_x2_pre, y)] == x;
	}
	result(ok, "constant-time ARIA and SM4: affine maps", "");
}

int main(void)
{
	ref_init();
	test_constants();
	test_aria();
	test_sm4();
	return failures != 0;
}
