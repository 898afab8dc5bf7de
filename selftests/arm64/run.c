// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run CIPHER ISA ROUTINE BYTES KEYBYTES: calls a routine once, for mca.py to see
 * which instructions that takes. It prints the routine's address; what run()
 * itself executes is not of interest. ISA "in-tree" is the kernel's own code,
 * "in-tree-neon" its SM4 without SM4 instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include "ops.h"

typedef void any_fn(const void *a, const void *b, void *c, const void *d,
		    unsigned long e, const void *f, unsigned long g,
		    const void *i, void *j, const void *k, unsigned long l);

any_fn pmull_gcm_encrypt, pmull_gcm_decrypt;
any_fn sm4_ce_crypt, sm4_ce_cbc_dec, sm4_ce_ctr_enc;
any_fn sm4_neon_crypt_blk8, sm4_neon_cbc_dec_blk8, sm4_neon_ctr_enc_blk8;
const u8 crypto_sm4_sbox[256];		/* whatever it holds */

static u8 src[16384], dst[16384], iv[16], tag[16], cipher_key[LIB_CIPHER_KEY_BYTES];
static struct wc_ghash_key h;
static struct wc_gcm_state st;

static noinline void run(void *fn, const void *a, const void *b, void *c,
			 const void *d, unsigned long e, const void *f,
			 unsigned long g, const void *i, void *j)
{
	printf("%lx\n", (unsigned long)fn);
	/* The last two are for pmull_gcm_decrypt alone. */
	((any_fn *)fn)(a, b, c, d, e, f, g, i, j, tag, sizeof(tag));
	OPTIMIZER_HIDE_VAR(fn);		/* no jump there instead of a call */
}

static void in_tree(bool neon, const char *routine, const void *ks,
		    unsigned long n, unsigned long rounds)
{
	/* GHASH key, counter and tag are any: time does not depend on them. */
	if (!strcmp(routine, "gcm_enc"))
		run(pmull_gcm_encrypt, (void *)n, dst, src, &h,
		    (unsigned long)&st, iv, (unsigned long)ks, (void *)rounds,
		    tag);
	else if (!strcmp(routine, "gcm_dec"))
		run(pmull_gcm_decrypt, (void *)n, dst, src, &h,
		    (unsigned long)&st, iv, (unsigned long)ks, (void *)rounds,
		    tag);
	else if (!strcmp(routine, "ecb"))
		run(neon ? sm4_neon_crypt_blk8 : sm4_ce_crypt, ks, dst, src,
		    (void *)(n / 16), 0, 0, 0, 0, 0);
	else if (!strcmp(routine, "ctr"))
		run(neon ? sm4_neon_ctr_enc_blk8 : sm4_ce_ctr_enc, ks, dst, src,
		    iv, n / 16, 0, 0, 0, 0);
	else if (!strcmp(routine, "cbc_dec"))
		run(neon ? sm4_neon_cbc_dec_blk8 : sm4_ce_cbc_dec, ks, dst, src,
		    iv, n / 16, 0, 0, 0, 0);
	else
		abort();
}

int main(int argc, char **argv)
{
	static const char *const names[WC_FNS] = {
		"ecb", "cbc_enc", "cbc_dec", "ctr", "cfb_enc", "cfb_dec",
		"xts_enc", "xts_dec"
	};
	const struct widecrypt_row *row;
	unsigned long n = strtoull(argv[4], NULL, 10);
	unsigned long key_len = strtoull(argv[5], NULL, 10);
	const struct widecrypt_ops *ops;
	bool theirs = !strncmp(argv[2], "in-tree", 7);
	const char *routine = argv[3];
	const void *ks;
	u8 key[32] = {};
	unsigned int i;

	row = widecrypt_row(argv[1], theirs ? "generic" : argv[2]);
	if (!row || n > sizeof(src))
		abort();
	ops = row->ops;
	if (ops->setkey(cipher_key, key, key_len))
		abort();
	ks = cipher_key + ops->enc_at;
	if (theirs) {
		in_tree(!strcmp(argv[2], "in-tree-neon"), routine, ks, n,
			key_len / 4 + 6);
		return 0;
	}
	wc_gcm_setkey(ops->gcm, ks, &h);
	if (!strcmp(routine, "gcm_enc"))
		run(ops->gcm->enc, ks, &h, dst, src, n, &st, 0, 0, 0);
	else if (!strcmp(routine, "gcm_dec"))
		run(ops->gcm->dec, ks, &h, dst, src, n, &st, 0, 0, 0);
	else if (!strcmp(routine, "gcm_enc_once"))
		run(ops->gcm->enc_once, ks, &h, dst, src, n, iv, 0, iv, tag);
	else if (!strcmp(routine, "gcm_dec_once"))
		run(ops->gcm->dec_once, ks, &h, dst, src, n, iv, 0, iv, tag);
	else
		for (i = 0; i < WC_FNS; i++)
			if (!strcmp(routine, names[i]))
				run(ops->fn[i], ks, dst, (void *)src, (void *)
				    (strchr("ec", routine[0]) &&
				     strcmp(routine, "ctr") &&
				     strncmp(routine, "cf", 2) ? n / 16 : n),
				    (unsigned long)iv, 0, 0, 0, 0);
	return 0;
}
