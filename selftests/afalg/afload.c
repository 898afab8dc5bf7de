// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Load for drivers, through AF_ALG, every byte compared with the reference:
 *	afload [-f] SECONDS NAME...
 * Random keys, lengths, places and cuts; a transform lives for 40 requests. -f:
 * this process' allocations in the kernel may fail (failslab with its task
 * filter); it then tries again, and only that excuses an error. The exit status
 * is 0 when there was work for each name and no byte was wrong.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "afalg.h"

#define MAX_LEN	4200

static u8 in[MAX_LEN + 64], want[MAX_LEN + 64], got[MAX_LEN + 128];
static unsigned long requests, failures, wrong;
static int failing;

static unsigned int rnd(unsigned int below)
{
	return (unsigned int)random() % below;
}

static void fill(u8 *p, size_t len)
{
	while (len--)
		*p++ = random();
}

static int excused(int err)
{
	if (!failing || (err != -ENOMEM && err != -ENOBUFS && err != -ENFILE))
		return 0;
	failures++;
	return 1;
}

static void complain(const struct af_name *n, const char *what, size_t len,
		     int ret)
{
	if (wrong++ < 5)
		printf("# %s: %s, %zu bytes: %d\n", n->name, what, len, ret);
}

struct keys {
	struct ref_key k, k2;
	u8 salt[4];
};

static int set_key(int tfm, const struct af_name *n, struct keys *keys)
{
	size_t len = n->cipher == REF_SM4 ? 16 : 16 + 16 * rnd(2), total = len;
	u8 key[64];

	fill(key, sizeof(key));
	ref_setkey(&keys->k, n->cipher, key, len);
	if (n->mode == AF_XTS) {
		ref_setkey(&keys->k2, n->cipher, key + len, len);
		total += len;
	} else if (n->mode == AF_RFC4106) {
		memcpy(keys->salt, key + len, 4);
		total += 4;
	}
	return af_setkey(tfm, key, total);
}

/* The length that the mode takes, near to @len. */
static size_t legal(enum af_mode mode, size_t len)
{
	if (mode == AF_ECB || mode == AF_CBC)
		return len & ~15UL;
	return mode == AF_XTS && len < 16 ? 16 : len;
}

static void reference(const struct af_name *n, const struct keys *keys, int enc,
		      const u8 *iv, size_t aad, size_t len)
{
	u8 nonce[12];

	memcpy(want, in, aad);
	switch (n->mode) {
	case AF_ECB:
		ref_ecb(&keys->k, enc, want, in, len);
		break;
	case AF_CBC:
		ref_cbc(&keys->k, enc, iv, want, in, len);
		break;
	case AF_CFB:
		ref_cfb(&keys->k, enc, iv, want, in, len);
		break;
	case AF_XTS:
		ref_xts(&keys->k, &keys->k2, enc, iv, want, in, len);
		break;
	case AF_CTR:
		ref_ctr(&keys->k, iv, want, in, len);
		break;
	default:
		if (n->mode == AF_RFC4106) {
			memcpy(nonce, keys->salt, 4);
			memcpy(nonce + 4, iv, 8);
			memcpy(in + aad - 8, iv, 8);
			memcpy(want, in, aad);
		} else {
			memcpy(nonce, iv, 12);
		}
		ref_gcm_crypt(&keys->k, nonce, want + aad, in + aad, len);
		ref_gcm_tag(&keys->k, nonce, in,
			    n->mode == AF_RFC4106 ? aad - 8 : aad, want + aad,
			    len, want + aad + len);
	}
}

/* An AEAD request goes both ways, the second with a bit turned now and then. */
static void one(int tfm, const struct af_name *n, const struct keys *keys)
{
	static const unsigned int cuts[] = { 33, 15, 4, 11, 1, 0 };
	const struct af_split split = { AF_MORE, cuts, rnd(2) ? cuts : NULL };
	size_t len = legal(n->mode, rnd(4) ? rnd(1500) : rnd(MAX_LEN)), aad = 0;
	int enc = rnd(2), ret, bad;
	size_t tag = 0, out, i;
	u8 iv[16];
	struct af_req r = {
		.enc = enc, .iv = iv, .ivlen = af_ivlen(n->mode), .assoclen = -1,
		.in = in, .out = got + 32 + rnd(16),
		.split = rnd(3) ? NULL : &split,
	};

	fill(in, sizeof(in));
	fill(iv, sizeof(iv));
	if (af_is_aead(n->mode)) {
		aad = n->mode == AF_RFC4106 ? 16 + 4 * rnd(2) : rnd(32);
		tag = 16;
		r.enc = 1;
		r.assoclen = aad;
	}
	reference(n, keys, enc, iv, aad, len);
	r.inlen = aad + len;
	out = aad + len + tag;
	r.outlen = out;
	memset(got, 0xa5, sizeof(got));
	ret = af_crypt(tfm, &r);
	requests++;
	if (ret < 0 && excused(ret))
		return;
	if (ret != (int)out || memcmp(r.out, want, out)) {
		complain(n, r.enc ? "encryption" : "decryption", len, ret);
		return;
	}
	for (i = 0; i < 16; i++)
		if (r.out[out + i] != 0xa5 || r.out[-1 - (int)i] != 0xa5)
			complain(n, "write outside", len, ret);
	if (!tag)
		return;

	bad = !rnd(4);
	if (bad)
		want[aad + rnd(len + tag)] ^= 1 << rnd(8);
	r.enc = 0;
	r.in = want;
	r.inlen = out;
	r.outlen = aad + len;
	ret = af_crypt(tfm, &r);
	if (ret < 0 && excused(ret))
		return;
	if (bad ? ret != -EBADMSG :
	    ret != (int)(aad + len) || memcmp(r.out + aad, in + aad, len))
		complain(n, bad ? "forgery" : "decryption", len, ret);
}

static void life(const struct af_name *n)
{
	struct keys keys;
	int tfm = af_open(n), ret, i;

	if (tfm < 0) {
		if (!excused(tfm))
			complain(n, "bind", 0, tfm);
		return;
	}
	ret = set_key(tfm, n, &keys);
	if (!ret && af_is_aead(n->mode))
		ret = af_setauthsize(tfm, 16);
	if (ret && !excused(ret))
		complain(n, "setkey", 0, ret);
	for (i = 0; !ret && i < 40; i++)
		one(tfm, n, &keys);
	close(tfm);
}

int main(int argc, char **argv)
{
	struct af_name names[64];
	unsigned int count = 0, i;
	time_t end;
	int fd;

	if (argc > 1 && !strcmp(argv[1], "-f")) {
		failing = 1;
		argv++;
		argc--;
	}
	for (; (int)count + 2 < argc && count < ARRAY_SIZE(names); count++)
		if (af_parse_name(argv[count + 2], &names[count])) {
			fprintf(stderr, "afload: %s?\n", argv[count + 2]);
			return 2;
		}
	if (!count) {
		fprintf(stderr, "usage: afload [-f] SECONDS NAME...\n");
		return 2;
	}
	srandom(getpid());
	end = time(NULL) + atoi(argv[1]);
	if (failing) {
		fd = open("/proc/self/make-it-fail", O_WRONLY);
		if (fd < 0 || write(fd, "1", 1) != 1) {
			fprintf(stderr, "afload: no make-it-fail\n");
			return 2;
		}
		close(fd);
	}
	do {
		for (i = 0; i < count; i++)
			life(&names[i]);
	} while (time(NULL) < end);
	printf("# load: %u drivers, %lu requests, %lu failed for lack of memory, %lu wrong\n",
	       count, requests, failures, wrong);
	return wrong || requests < (failing ? 10 : 40) * count || (failing && !failures) ? 1 : 0;
}
