// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compare drivers, through AF_ALG, with the reference in ref.c:
 *	afsweep [-n MAX] NAME...
 * Every length from 0 to MAX bytes in both directions, counters about to wrap,
 * scatterlists cut unevenly on both sides, unaligned data, requests that
 * continue each other, and for AEADs every AAD length, tag length and damage.
 * One KTAP line for each name, key size and kind of test.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afalg.h"

#define LIMIT 16384		/* of MAX, and the longest request */
#define GUARD 64
#define ROOM (LIMIT + 2048)

/* Page aligned, so that offsets into them are offsets into a page. */
static alignas(4096) u8 msg[ROOM];	/* AAD, text, tag */
static alignas(4096) u8 got_buf[ROOM + 2 * GUARD];
static u8 plain[ROOM], crypt_a[ROOM], crypt_b[ROOM], aad[512];
static u8 tags[LIMIT + 1][16];
static u8 key[64], iv[16], nonce[12];

static size_t max = 2065;

/* What is under test at the moment. */
static struct af_name name;
static int tfm;
static struct ref_key rk, rk2;
static size_t keybytes;
static unsigned int ops, bad;

static const unsigned int cuts_a[] = { 1, 15, 0 };
static const unsigned int cuts_b[] = { 15, 1, 16, 0 };
static const unsigned int cuts_c[] = { 17, 31, 0 };
static const unsigned int cuts_d[] = { 7, 9, 16, 33, 0 };
static const unsigned int cuts_e[] = { 100, 28, 3, 0 };
static const unsigned int cuts_f[] = { 16, 0 };
static const unsigned int cuts_g[] = { 255, 257, 1, 0 };
static const unsigned int cuts_h[] = { 33, 15, 4, 11, 1, 0 };

static const struct af_split splits[] = {
	{ AF_SPLICE, cuts_a, NULL },	{ AF_SPLICE, cuts_b, cuts_b },
	{ AF_SPLICE, cuts_c, cuts_a },	{ AF_SPLICE, cuts_d, cuts_c },
	{ AF_SPLICE, cuts_e, cuts_d },	{ AF_SPLICE, cuts_f, cuts_f },
	{ AF_SPLICE, cuts_g, cuts_h },	{ AF_SPLICE, cuts_h, cuts_g },
	{ AF_MORE, cuts_d, cuts_e },	{ AF_MORE, cuts_e, NULL },
	{ AF_WHOLE, NULL, cuts_a },	{ AF_WHOLE, NULL, cuts_g },
};

/* xorshift64: the same bytes on every run. */
static void fill(u8 *p, size_t len, unsigned int seed)
{
	unsigned long long x = 0x9e3779b97f4a7c15ULL * (seed + 1);

	while (len--) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		*p++ = x >> 32;
	}
}

static void complain(const char *fmt, ...)
{
	char text[160];
	va_list ap;

	if (++bad > 4)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	af_note("%s key %zu: %s", name.name, keybytes * 8, text);
}

static void verdict(const char *what)
{
	af_result(!bad && ops, "%s key %zu %s: %u requests, %u bad", name.name,
		  keybytes * 8, what, ops, bad);
	ops = 0;
	bad = 0;
}

static u8 *got;		/* where the last request wrote */

/* Run a request into got_buf at @offset; returns what af_crypt returns. */
static int request(int enc, const u8 *use_iv, int assoclen, const u8 *in,
		   size_t inlen, size_t outlen, const struct af_split *split,
		   unsigned int offset)
{
	struct af_req r = {
		.enc = enc, .iv = use_iv, .ivlen = af_ivlen(name.mode),
		.assoclen = assoclen, .in = in, .inlen = inlen,
		.outlen = outlen, .split = split,
	};
	size_t i;
	int ret;

	got = got_buf + GUARD + offset;
	r.out = got;
	memset(got - GUARD, 0xa5, outlen + 2 * GUARD);
	ops++;
	ret = af_crypt(tfm, &r);
	for (i = 0; i < GUARD; i++)
		if (got[outlen + i] != 0xa5 || got[-1 - (int)i] != 0xa5) {
			complain("%zu bytes: wrote outside the destination",
				 inlen);
			break;
		}
	return ret;
}

static size_t first_difference(const u8 *a, const u8 *b, size_t len)
{
	size_t i;

	for (i = 0; i < len && a[i] == b[i]; i++)
		;
	return i;
}

/* The request must give @want (@outlen bytes). */
static void expect(const char *how, int enc, const u8 *use_iv, int assoclen,
		   const u8 *in, size_t inlen, const u8 *want, size_t outlen,
		   const struct af_split *split, unsigned int offset)
{
	int ret = request(enc, use_iv, assoclen, in, inlen, outlen, split,
			  offset);

	if (ret != (int)outlen)
		complain("%s, %s of %zu bytes gives %d (%s)", how,
			 enc ? "encryption" : "decryption", inlen, ret,
			 ret < 0 ? strerror(-ret) : "short");
	else if (memcmp(got, want, outlen))
		complain("%s, %s of %zu bytes differs at byte %zu", how,
			 enc ? "encryption" : "decryption", inlen,
			 first_difference(got, want, outlen));
}

static void expect_error(const char *how, int err, int enc, const u8 *use_iv,
			 int assoclen, const u8 *in, size_t inlen,
			 size_t outlen)
{
	int ret = request(enc, use_iv, assoclen, in, inlen, outlen, NULL, 0);

	if (ret != -err)
		complain("%s, %s of %zu bytes gives %d instead of %d", how,
			 enc ? "encryption" : "decryption", inlen, ret, -err);
}

/* skciphers */

static int whole_blocks(void)
{
	return name.mode == AF_ECB || name.mode == AF_CBC;
}

static int length_ok(size_t len)
{
	if (name.mode == AF_XTS)
		return len >= 16;
	return !whole_blocks() || len % 16 == 0;
}

static void reference(const u8 *use_iv, int enc, u8 *out, const u8 *in,
		      size_t len)
{
	switch (name.mode) {
	case AF_ECB:
		ref_ecb(&rk, enc, out, in, len);
		break;
	case AF_CBC:
		ref_cbc(&rk, enc, use_iv, out, in, len);
		break;
	case AF_CFB:
		ref_cfb(&rk, enc, use_iv, out, in, len);
		break;
	case AF_XTS:
		ref_xts(&rk, &rk2, enc, use_iv, out, in, len);
		break;
	default:
		ref_ctr(&rk, use_iv, out, in, len);
	}
}

/*
 * Encryption is checked on plain -> crypt_a, decryption on plain (taken as
 * ciphertext) -> crypt_b, so that no round trip can hide a fault. All modes but
 * XTS give the prefix of the long result for a short input.
 */
static const u8 *want_for(int enc, size_t len)
{
	static u8 xts[ROOM];

	if (name.mode == AF_XTS && len % 16) {
		reference(iv, enc, xts, plain, len);
		return xts;
	}
	return enc ? crypt_a : crypt_b;
}

static void sweep_lengths(void)
{
	size_t len;
	int enc;

	for (len = 0; len <= max; len++)
		for (enc = 1; enc >= 0; enc--) {
			if (length_ok(len))
				expect("plain", enc, iv, -1, plain, len,
				       want_for(enc, len), len, NULL, 0);
			else
				expect_error("length", EINVAL, enc, iv, -1,
					     plain, len, len);
		}
	verdict("every length");
}

static void sweep_long(void)
{
	static const size_t sizes[] = { 4096, 4112, 8191, 8208, 16384 };
	unsigned int i;
	int enc;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (!length_ok(sizes[i]))
			continue;
		for (enc = 1; enc >= 0; enc--)
			expect("long", enc, iv, -1, plain, sizes[i],
			       want_for(enc, sizes[i]), sizes[i], NULL, 0);
	}
	verdict("long requests");
}

static void sweep_splits(void)
{
	static const size_t sizes[] = {
		16, 17, 32, 33, 47, 48, 63, 64, 100, 128, 255, 256, 257, 496,
		511, 512, 777, 1007, 1024, 1040, 2047, 2064
	};
	unsigned int i, s;
	size_t len;
	int enc;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		len = sizes[i];
		if (!length_ok(len))
			continue;
		for (s = 0; s < ARRAY_SIZE(splits); s++)
			for (enc = 1; enc >= 0; enc--) {
				/* spliced: offset and memory are ours */
				memcpy(msg + s, plain, len);
				expect("cut", enc, iv, -1, msg + s, len,
				       want_for(enc, len), len, &splits[s],
				       (i + s) % 16);
			}
	}
	verdict("cut scatterlists");
}

static void sweep_offsets(void)
{
	static const unsigned int one[] = { LIMIT, 0 };
	static const struct af_split spliced = { AF_SPLICE, one, NULL };
	static const size_t sizes[] = { 16, 80, 144, 272, 1024 + 16 };
	unsigned int i, o;
	int enc;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		for (o = 0; o < 16 * 16; o++)
			for (enc = 1; enc >= 0; enc--) {
				memcpy(msg + o / 16, plain, sizes[i]);
				expect("offset", enc, iv, -1, msg + o / 16,
				       sizes[i], want_for(enc, sizes[i]),
				       sizes[i], &spliced, o % 16);
			}
	verdict("offsets 0 to 15 in source and destination");
}

/* Two requests without a new IV: the first must have left the right one. */
static void sweep_continued(void)
{
	static const size_t second[] = { 16, 48, 256 + 16, 1024 + 48 };
	size_t first, len;
	unsigned int i;
	const u8 *want;
	int enc, op, ret;

	for (first = 16; first <= max && first <= 2048; first += 16)
		for (i = 0; i < 4; i++)
			for (enc = 1; enc >= 0; enc--) {
				len = second[i] + (whole_blocks() ? 0 : i * 5);
				want = enc ? crypt_a : crypt_b;
				memset(got_buf, 0xa5, first + len + GUARD);
				ops++;
				op = af_start(tfm, enc, iv,
					      af_ivlen(name.mode), -1);
				if (op < 0) {
					complain("start: %s", strerror(-op));
					continue;
				}
				ret = af_send(op, plain, first, NULL, 1);
				if (!ret)
					ret = af_recv(op, got_buf, first, NULL);
				if (ret != (int)first)
					complain("first %zu: %d", first, ret);
				ret = af_send(op, plain + first, len, NULL, 0);
				if (!ret)
					ret = af_recv(op, got_buf + first, len,
						      NULL);
				close(op);
				if (ret != (int)len)
					complain("%zu + %zu: %d", first, len,
						 ret);
				else if (memcmp(got_buf, want, first + len))
					complain("%zu + %zu bytes differ at %zu",
						 first, len,
						 first_difference(got_buf, want,
								  first + len));
			}
	verdict("continued with the IV it left");
}

/* Counters that reach 2^32, 2^64, 2^96, 2^128 after 0 to 130 blocks. */
static void sweep_wraps(void)
{
	const size_t len = 131 * 16 + 5;
	unsigned int bits, k, v;
	u8 ctr[16];
	int i;

	for (bits = 32; bits <= 128; bits += 32)
		for (k = 0; k <= 130; k++) {
			fill(ctr, 16, bits + k);
			memset(ctr + 16 - bits / 8, 0xff, bits / 8);
			for (v = k, i = 15; v; i--) {
				ctr[i] = 0xff - (v & 0xff);
				v >>= 8;
			}
			reference(ctr, 1, got_buf, plain, len);
			memcpy(msg, got_buf, len);
			expect("counter wrap", 1, ctr, -1, plain, len, msg, len,
			       NULL, 0);
			/* a short one ends just before, at and after the wrap */
			v = 16 * (k ? k : 1);
			expect("counter wrap", 0, ctr, -1, plain, v + 7, msg,
			       v + 7, NULL, 0);
		}
	verdict("counter wraps at 32, 64, 96, 128 bits");
}

/*
 * GB/T 32907-2016, example 2: a block encrypted a million times. CBC over zeros
 * does that: each ciphertext is the encryption of the one before, the first that
 * of the IV.
 */
static void sweep_million(void)
{
	static const u8 block[16] = {
		0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
		0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10
	};
	static const u8 want[16] = {
		0x59, 0x52, 0x98, 0xc7, 0xc6, 0xfd, 0x27, 0x1f,
		0x04, 0x02, 0xf8, 0x04, 0xc3, 0x3d, 0x3f, 0x66
	};
	unsigned int chunk = 16000, i;
	int op, ret = af_setkey(tfm, block, 16);

	memset(msg, 0, chunk);
	op = ret ? ret : af_start(tfm, 1, block, 16, -1);
	ret = op < 0 ? op : (int)chunk;
	for (i = 0; i < 1000 && ret == (int)chunk; i++) {
		ops++;
		ret = af_send(op, msg, chunk, NULL, i < 999);
		if (!ret)
			ret = af_recv(op, got_buf, chunk, NULL);
	}
	if (ret != (int)chunk)
		complain("request %u of 1000 gives %d", i, ret);
	else if (memcmp(got_buf + chunk - 16, want, 16))
		complain("the last block differs");
	if (op >= 0)
		close(op);
	verdict("GB/T 32907-2016 example 2, a million encryptions");
}

static void sweep_skcipher(void)
{
	reference(iv, 1, crypt_a, plain, LIMIT);
	reference(iv, 0, crypt_b, plain, LIMIT);
	sweep_lengths();
	sweep_long();
	sweep_splits();
	if (name.mode != AF_XTS)
		sweep_continued();
	/* The number of rounds has no part in these: one key size will do. */
	if (keybytes != 16)
		return;
	sweep_offsets();
	if (name.mode == AF_CTR)
		sweep_wraps();
	if (name.mode == AF_CBC && name.cipher == REF_SM4)
		sweep_million();
}

/* AEADs */

/* The IV that goes to the kernel is the end of the nonce. */
static const u8 *aead_iv(void)
{
	return nonce + 12 - af_ivlen(name.mode);
}

/* AAD as the kernel wants it: rfc4106 has the IV behind the real AAD. */
static size_t aad_prepare(size_t len)
{
	fill(aad, sizeof(aad), 7);
	if (name.mode == AF_RFC4106 && len >= 8) {
		memcpy(aad + len - 8, aead_iv(), 8);
		return len - 8;
	}
	return len;
}

static void aead_expect(const char *how, size_t aadlen, size_t len,
			const u8 tag[16], unsigned int taglen,
			const struct af_split *split, unsigned int offset)
{
	static u8 want[ROOM];
	size_t full = aadlen + len + taglen;
	u8 *m = msg + offset;

	memcpy(m, aad, aadlen);
	memcpy(m + aadlen, plain, len);
	memcpy(want, aad, aadlen);
	memcpy(want + aadlen, crypt_a, len);
	memcpy(want + aadlen + len, tag, taglen);
	expect(how, 1, aead_iv(), aadlen, m, aadlen + len, want, full, split,
	       offset);

	memcpy(m, want, full);
	memcpy(want + aadlen, plain, len);
	expect(how, 0, aead_iv(), aadlen, m, full, want, aadlen + len, split,
	       offset);
}

/* Flip bit @bit of the message AAD || ciphertext || tag: -EBADMSG. */
static void aead_damage(size_t aadlen, size_t len, const u8 tag[16],
			unsigned int taglen, size_t bit)
{
	size_t full = aadlen + len + taglen;

	memcpy(msg, aad, aadlen);
	memcpy(msg + aadlen, crypt_a, len);
	memcpy(msg + aadlen + len, tag, taglen);
	msg[bit / 8] ^= 1 << bit % 8;
	expect_error("damaged", EBADMSG, 0, aead_iv(), aadlen, msg, full,
		     aadlen + len);
}

static void sweep_aead_lengths(size_t aadlen)
{
	size_t real = aad_prepare(aadlen), len;

	for (len = 0; len <= max; len++) {
		ref_gcm_tag(&rk, nonce, aad, real, crypt_a, len, tags[len]);
		aead_expect("plain", aadlen, len, tags[len], 16, NULL, 0);
		aead_damage(aadlen, len, tags[len], 16,
			    (aadlen + len) * 8 + len % 128);
	}
	verdict("every length");
}

static void sweep_aead_long(size_t aadlen)
{
	static const size_t sizes[] = { 4096, 4112, 8191, 8208, 16384 };
	size_t real = aad_prepare(aadlen);
	unsigned int i;
	u8 tag[16];

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ref_gcm_tag(&rk, nonce, aad, real, crypt_a, sizes[i], tag);
		aead_expect("long", aadlen, sizes[i], tag, 16, NULL, 0);
	}
	verdict("long requests");
}

static void sweep_aead_aad(void)
{
	size_t top = name.mode == AF_RFC4106 ? 24 : 300, aadlen, real, len;
	int legal;
	u8 tag[16];

	for (aadlen = 0; aadlen <= top; aadlen++) {
		legal = name.mode != AF_RFC4106 || aadlen == 16 || aadlen == 20;
		real = aad_prepare(aadlen);
		len = aadlen * 3 % 101;
		ref_gcm_tag(&rk, nonce, aad, real, crypt_a, len, tag);
		if (legal) {
			aead_expect("AAD", aadlen, len, tag, 16, NULL, 0);
			continue;
		}
		memcpy(msg, aad, aadlen);
		memcpy(msg + aadlen, plain, len + 16);
		expect_error("AAD length", EINVAL, 1, aead_iv(), aadlen, msg,
			     aadlen + len, aadlen + len + 16);
		expect_error("AAD length", EINVAL, 0, aead_iv(), aadlen, msg,
			     aadlen + len + 16, aadlen + len);
	}
	verdict("AAD lengths");
}

static void sweep_aead_tags(size_t aadlen)
{
	size_t real = aad_prepare(aadlen), len = 100, i;
	unsigned int taglen;
	int legal, ret;
	u8 tag[16];

	ref_gcm_tag(&rk, nonce, aad, real, crypt_a, len, tag);
	for (taglen = 1; taglen <= 17; taglen++) {
		legal = taglen >= 12 ? taglen <= 16 : taglen == 8 ||
			(taglen == 4 && name.mode == AF_GCM);
		if (name.mode == AF_RFC4106)
			legal = taglen == 8 || taglen == 12 || taglen == 16;
		ret = af_setauthsize(tfm, taglen);
		ops++;
		if (legal != !ret || (ret && ret != -EINVAL))
			complain("tag length %u: setauthsize gives %d", taglen,
				 ret);
		if (ret)
			continue;
		aead_expect("tag", aadlen, len, tag, taglen, NULL, 0);
		for (i = 0; i < 8 * taglen; i++)
			aead_damage(aadlen, len, tag, taglen,
				    (aadlen + len) * 8 + i);
	}
	af_setauthsize(tfm, 16);
	for (i = 0; i < 8 * (real + len); i += 5)
		aead_damage(aadlen, len, tag, 16,
			    i < 8 * real ? i : 8 * (aadlen - real) + i);
	verdict("tag lengths, each bit damaged");
}

static void sweep_aead_splits(size_t aadlen)
{
	static const size_t sizes[] = {
		0, 1, 15, 16, 17, 31, 33, 64, 100, 255, 257, 496, 512, 1007,
		1040, 2047
	};
	size_t real = aad_prepare(aadlen);
	unsigned int i, s;
	u8 tag[16];

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ref_gcm_tag(&rk, nonce, aad, real, crypt_a, sizes[i], tag);
		for (s = 0; s < ARRAY_SIZE(splits); s++)
			aead_expect("cut", aadlen, sizes[i], tag, 16,
				    &splits[s], (i + s) % 16);
	}
	verdict("cut scatterlists");
}

static void sweep_aead(void)
{
	size_t aadlen = name.mode == AF_RFC4106 ? 20 : 13;

	if (af_setauthsize(tfm, 16)) {
		complain("setauthsize(16) refused");
		verdict("setauthsize");
		return;
	}
	ref_gcm_crypt(&rk, nonce, crypt_a, plain, LIMIT);
	sweep_aead_lengths(aadlen);
	sweep_aead_long(aadlen);
	sweep_aead_aad();
	sweep_aead_tags(aadlen);
	sweep_aead_splits(aadlen);
}

/* One name */

static int set_keys(void)
{
	size_t total = keybytes;

	fill(key, sizeof(key), keybytes);
	fill(iv, sizeof(iv), 3);
	fill(nonce, sizeof(nonce), 5);
	if (ref_setkey(&rk, name.cipher, key, keybytes))
		return -EINVAL;
	if (name.mode == AF_XTS) {
		ref_setkey(&rk2, name.cipher, key + keybytes, keybytes);
		total *= 2;
	} else if (name.mode == AF_RFC4106) {
		memcpy(key + keybytes, nonce, 4);
		total += 4;
	}
	return af_setkey(tfm, key, total);
}

/* Every key length but the cipher's own must be refused. */
static void sweep_key_lengths(void)
{
	size_t len, base;
	int legal, ret;

	keybytes = 0;
	for (len = 1; len <= 64; len++) {
		base = len;
		if (name.mode == AF_XTS)
			base = len % 2 ? 0 : len / 2;
		else if (name.mode == AF_RFC4106)
			base = len < 4 ? 0 : len - 4;
		legal = ref_key_size_ok(name.cipher, base);
		fill(key, sizeof(key), 1);
		ret = af_setkey(tfm, key, len);
		ops++;
		if (ret != (legal ? 0 : -EINVAL))
			complain("key of %zu bytes: setkey gives %d", len, ret);
	}
	verdict("key lengths");
}

static void sweep_name(const char *s)
{
	int ret;

	if (af_parse_name(s, &name) || name.mode == AF_CCM) {
		af_result(0, "%s sweep: name not understood", s);
		return;
	}
	tfm = af_open(&name);
	if (tfm < 0) {
		af_result(0, "%s sweep: bind: %s", s, strerror(-tfm));
		return;
	}
	for (keybytes = 16; keybytes <= 32; keybytes += 8) {
		if (!ref_key_size_ok(name.cipher, keybytes))
			continue;
		if (name.mode == AF_XTS && keybytes == 24)
			continue;
		ret = set_keys();
		if (ret) {
			complain("setkey: %s", strerror(-ret));
			verdict("setkey");
			continue;
		}
		if (af_is_aead(name.mode))
			sweep_aead();
		else
			sweep_skcipher();
	}
	sweep_key_lengths();
	close(tfm);
}

int main(int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "n:")) > 0) {
		if (c != 'n' || atoi(optarg) < 16 || atoi(optarg) > LIMIT) {
			fprintf(stderr, "usage: afsweep [-n MAX] NAME...\n");
			return 2;
		}
		max = atoi(optarg);
	}
	af_begin();
	fill(plain, sizeof(plain), 1);
	for (; optind < argc; optind++)
		sweep_name(argv[optind]);
	return af_end();
}
