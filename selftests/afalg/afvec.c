// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run published vectors through the kernel by AF_ALG:
 *	afvec [-s] [-k SOURCE] DRIVER-OR-ALGORITHM FILE.tsv...
 * -s cuts source and destination into uneven pieces, -k keeps only the cases
 * whose source contains SOURCE (and then finding none is a failure).
 * Both directions where the case has both; an invalid case must give -EBADMSG.
 * One KTAP line; a file without a case for the name is a SKIP.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vec.h"

static const unsigned int src_cuts[] = { 1, 15, 7, 9, 17, 31, 64, 3, 0 };
static const unsigned int dst_cuts[] = { 13, 3, 33, 16, 1, 30, 0 };
static const struct af_split uneven = { AF_SPLICE, src_cuts, dst_cuts };

static const struct af_split *split;
static u8 in[3 * VEC_MAX], out[3 * VEC_MAX];

/* Why the kernel is not meant to take this case, or NULL. */
static const char *not_for_kernel(const struct vec *v)
{
	if (!af_is_aead(v->mode))
		return !v->valid || !v->ct.len ? "no such skcipher case" : NULL;
	if (v->tag.len < 4 || v->tag.len > 16)
		return "tag length";
	if (v->mode == AF_CCM)
		return v->iv.len < 7 || v->iv.len > 13 || v->tag.len & 1 ?
		       "nonce or tag length" : NULL;
	if (v->iv.len != af_ivlen(v->mode))
		return "nonce length";
	if (v->tag.len < 12 && v->tag.len != 8 &&
	    (v->tag.len != 4 || v->mode == AF_RFC4106))
		return "tag length";
	return NULL;
}

/* The kernel's CCM wants its counter block as the IV. */
static void ccm_iv(struct vec *v)
{
	unsigned int n = v->iv.len;

	memmove(v->iv.b + 1, v->iv.b, n);
	v->iv.b[0] = 14 - n;
	memset(v->iv.b + 1 + n, 0, 15 - n);
	v->iv.len = 16;
}

static int run_case(int tfm, const struct vec *v, int enc, size_t inlen,
		    size_t outlen)
{
	struct af_req r = {
		.enc = enc, .iv = v->iv.b, .ivlen = v->iv.len,
		.assoclen = af_is_aead(v->mode) ? (int)v->aad.len : -1,
		.in = in, .inlen = inlen, .out = out, .outlen = outlen,
		.split = split,
	};

	memset(out, 0xa5, sizeof(out));
	return af_crypt(tfm, &r);
}

static size_t join(const struct vec_field *a, const struct vec_field *b,
		   const struct vec_field *c)
{
	memcpy(in, a->b, a->len);
	memcpy(in + a->len, b->b, b->len);
	if (c)
		memcpy(in + a->len + b->len, c->b, c->len);
	return a->len + b->len + (c ? c->len : 0);
}

/* NULL when all is well. */
static const char *run_aead(int tfm, const struct vec *v)
{
	size_t textlen = v->aad.len + v->pt.len, fulllen;
	int ret;

	if (af_setauthsize(tfm, v->tag.len))
		return "setauthsize";
	if (v->encrypt && v->valid) {
		join(&v->aad, &v->pt, NULL);
		fulllen = textlen + v->tag.len;
		ret = run_case(tfm, v, 1, textlen, fulllen);
		if (ret != (int)fulllen ||
		    memcmp(out + v->aad.len, v->ct.b, v->ct.len) ||
		    memcmp(out + textlen, v->tag.b, v->tag.len))
			return "encryption";
	}
	fulllen = join(&v->aad, &v->ct, &v->tag);
	ret = run_case(tfm, v, 0, fulllen, v->aad.len + v->ct.len);
	if (!v->valid)
		return ret == -EBADMSG ? NULL : "forgery accepted";
	if (ret != (int)textlen ||
	    memcmp(out + v->aad.len, v->pt.b, v->pt.len))
		return "decryption";
	return NULL;
}

static const char *run_skcipher(int tfm, const struct vec *v)
{
	memcpy(in, v->pt.b, v->pt.len);
	if (run_case(tfm, v, 1, v->pt.len, v->pt.len) != (int)v->pt.len ||
	    memcmp(out, v->ct.b, v->ct.len))
		return "encryption";
	memcpy(in, v->ct.b, v->ct.len);
	if (run_case(tfm, v, 0, v->ct.len, v->ct.len) != (int)v->ct.len ||
	    memcmp(out, v->pt.b, v->pt.len))
		return "decryption";
	return NULL;
}

int main(int argc, char **argv)
{
	int tfm, c, ok = 0, bad = 0, skip = 0, broken = 0, r;
	const char *why, *cut = "", *keep = NULL;
	struct af_name name;
	static struct vec v;
	FILE *f;

	while ((c = getopt(argc, argv, "sk:")) > 0) {
		if (c == 's') {
			split = &uneven;
			cut = ", cut into pieces";
		} else if (c == 'k') {
			keep = optarg;
		} else {
			return 2;
		}
	}
	if (argc - optind < 2) {
		fprintf(stderr, "usage: afvec [-s] [-k SOURCE] NAME FILE...\n");
		return 2;
	}
	af_begin();
	if (af_parse_name(argv[optind], &name)) {
		af_result(0, "%s vectors: name not understood", argv[optind]);
		return af_end();
	}
	tfm = af_open(&name);
	if (tfm < 0) {
		af_result(0, "%s vectors: bind: %s", name.name, strerror(-tfm));
		return af_end();
	}
	while (++optind < argc) {
		f = fopen(argv[optind], "r");
		if (!f) {
			af_note("%s: %s", argv[optind], strerror(errno));
			broken++;
			continue;
		}
		while ((r = vec_next(f, &v)) > 0) {
			if (v.cipher != name.cipher || v.mode != name.mode ||
			    (keep && !strstr(v.source, keep)))
				continue;
			if (not_for_kernel(&v)) {
				skip++;
				continue;
			}
			if (v.mode == AF_CCM)
				ccm_iv(&v);
			if (af_setkey(tfm, v.key.b, v.key.len))
				why = "setkey";
			else if (af_is_aead(v.mode))
				why = run_aead(tfm, &v);
			else
				why = run_skcipher(tfm, &v);
			if (!why) {
				ok++;
				continue;
			}
			if (++bad <= 5)
				af_note("%s %s: %s, %u bytes", name.name,
					v.source, why, v.ct.len);
		}
		if (r < 0) {
			af_note("%s: broken line", argv[optind]);
			broken++;
		}
		fclose(f);
	}
	if (bad || broken || ok || keep)
		af_result(ok && !bad && !broken,
			  "%s vectors%s%s%s: ok %d, bad %d, not for the kernel %d",
			  name.name, keep ? " " : "", keep ? keep : "", cut, ok,
			  bad, skip);
	else
		af_skip("no published case", "%s vectors%s", name.name, cut);
	return af_end();
}
