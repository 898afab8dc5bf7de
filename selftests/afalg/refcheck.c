// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Does the reference itself agree with the published vectors? Runs on the host:
 *	refcheck FILE.tsv...
 */
#include <string.h>

#include "vec.h"
#include "ccm.h"

static u8 buf[VEC_MAX], tag[16];

static int skcipher_ok(const struct vec *v, int enc, const u8 *want)
{
	const u8 *in = enc ? v->pt.b : v->ct.b;
	size_t len = v->ct.len, half = v->key.len / 2;
	struct ref_key k, k2;

	if (v->mode == AF_XTS) {
		if (ref_setkey(&k, v->cipher, v->key.b, half) ||
		    ref_setkey(&k2, v->cipher, v->key.b + half, half))
			return 0;
		ref_xts(&k, &k2, enc, v->iv.b, buf, in, len);
		return !memcmp(buf, want, len);
	}
	if (ref_setkey(&k, v->cipher, v->key.b, v->key.len))
		return 0;
	if (v->mode == AF_ECB)
		ref_ecb(&k, enc, buf, in, len);
	else if (v->mode == AF_CBC)
		ref_cbc(&k, enc, v->iv.b, buf, in, len);
	else if (v->mode == AF_CFB)
		ref_cfb(&k, enc, v->iv.b, buf, in, len);
	else
		ref_ctr(&k, v->iv.b, buf, in, len);
	return !memcmp(buf, want, len);
}

static int gcm_ok(const struct vec *v)
{
	size_t keylen = v->key.len, aadlen = v->aad.len;
	struct ref_key k;
	u8 nonce[12];
	int same;

	if (v->mode == AF_RFC4106) {
		keylen -= 4;
		aadlen -= 8;
		memcpy(nonce, v->key.b + keylen, 4);
		memcpy(nonce + 4, v->iv.b, 8);
	} else {
		memcpy(nonce, v->iv.b, 12);
	}
	if (ref_setkey(&k, v->cipher, v->key.b, keylen))
		return 0;
	ref_gcm_tag(&k, nonce, v->aad.b, aadlen, v->ct.b, v->ct.len, tag);
	same = !memcmp(tag, v->tag.b, v->tag.len);
	if (!v->valid)
		return !same;
	ref_gcm_crypt(&k, nonce, buf, v->pt.b, v->pt.len);
	if (memcmp(buf, v->ct.b, v->ct.len))
		return 0;
	ref_gcm_crypt(&k, nonce, buf, v->ct.b, v->ct.len);
	return same && !memcmp(buf, v->pt.b, v->pt.len);
}

static int ccm_ok(const struct vec *v)
{
	struct ref_key k;
	int same;

	if (ref_setkey(&k, v->cipher, v->key.b, v->key.len))
		return 0;
	ccm_crypt(&k, v->iv.b, v->iv.len, buf, v->ct.b, v->ct.len);
	ccm_tag(&k, v->iv.b, v->iv.len, v->aad.b, v->aad.len, buf,
		v->ct.len, tag, v->tag.len);
	same = !memcmp(tag, v->tag.b, v->tag.len);
	if (!v->valid)
		return !same;
	return same && !memcmp(buf, v->pt.b, v->pt.len);
}

int main(int argc, char **argv)
{
	static const char *const cipher[] = { "aes", "aria", "sm4" };
	static const char *const mode[] = {
		"ecb", "cbc", "ctr", "cfb", "xts", "gcm", "rfc4106", "ccm"
	};
	int good[3][AF_NONE] = { 0 }, bad[3][AF_NONE] = { 0 };
	static struct vec v;
	int i, c, m, r, ok;
	FILE *f;

	af_begin();
	for (i = 1; i < argc; i++) {
		f = fopen(argv[i], "r");
		if (!f) {
			af_result(0, "reference: cannot open %s", argv[i]);
			continue;
		}
		while ((r = vec_next(f, &v)) > 0) {
			if ((v.mode == AF_GCM && v.iv.len != 12) ||
			    (v.mode == AF_CCM &&
			     (v.iv.len < 7 || v.iv.len > 13 ||
			      v.tag.len < 4 || v.tag.len & 1)))
				continue;
			ok = v.mode == AF_CCM ? ccm_ok(&v) :
			     af_is_aead(v.mode) ? gcm_ok(&v) :
			     skcipher_ok(&v, 1, v.ct.b) &&
			     skcipher_ok(&v, 0, v.pt.b);
			if (!ok)
				af_note("reference differs: %s", v.source);
			if (ok)
				good[v.cipher][v.mode]++;
			else
				bad[v.cipher][v.mode]++;
		}
		if (r < 0)
			af_result(0, "reference: broken line in %s", argv[i]);
		fclose(f);
	}
	for (c = 0; c < 3; c++)
		for (m = 0; m < AF_NONE; m++)
			if (good[c][m] + bad[c][m])
				af_result(!bad[c][m],
					  "reference %s %s: %d of %d cases",
					  mode[m], cipher[c], good[c][m],
					  good[c][m] + bad[c][m]);
	return af_end();
}
