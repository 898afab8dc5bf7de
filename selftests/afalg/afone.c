// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One encryption of so many bytes:
 *	afone NAME BYTES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afalg.h"

static u8 in[65536], out[65536 + 16];

int main(int argc, char **argv)
{
	static const u8 key[32] = { 1 }, iv[16];
	struct af_req r = { .enc = 1, .iv = iv, .assoclen = -1, .in = in,
			    .out = out };
	size_t keylen = 16;
	struct af_name n;
	int tfm, ret;

	if (argc != 3 || af_parse_name(argv[1], &n) ||
	    (size_t)atoi(argv[2]) > sizeof(in)) {
		fprintf(stderr, "usage: afone NAME BYTES\n");
		return 2;
	}
	r.inlen = atoi(argv[2]);
	r.outlen = r.inlen;
	r.ivlen = af_ivlen(n.mode);
	if (n.mode == AF_XTS)
		keylen = 32;
	if (n.mode == AF_RFC4106)
		keylen = 20;
	if (af_is_aead(n.mode)) {
		r.assoclen = n.mode == AF_RFC4106 ? 16 : 0;
		r.inlen -= 16;
	}
	tfm = af_open(&n);
	if (tfm < 0 || af_setkey(tfm, key, keylen) ||
	    (r.assoclen >= 0 && af_setauthsize(tfm, 16))) {
		fprintf(stderr, "afone: %s does not open\n", argv[1]);
		return 1;
	}
	ret = af_crypt(tfm, &r);
	if (ret != (int)r.outlen)
		fprintf(stderr, "afone: %s gives %d\n", argv[1], ret);
	return ret != (int)r.outlen;
}
