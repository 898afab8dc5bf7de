// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Our rows for the peer benchmark (../shared/peers), as peers "widecrypt-<isa>"
 * in every mode, direction and key size. peers.sh puts this file and widecrypt.h
 * into its impls/ and links libwidecrypt.a.
 */
#include "../peers.h"
#include "widecrypt.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

struct job {
	const struct widecrypt_row *row;
	int xts;
};

static void *job_init(const struct impl *im, const u8 *key, int key_len)
{
	struct widecrypt_key *k;
	const struct job *job = im->priv;

	if (widecrypt_missing(job->row))
		return NULL;
	k = peers_zalloc(sizeof(*k));
	return (job->xts ? widecrypt_xts_setkey : widecrypt_setkey)
		(k, job->row, key, key_len) ? NULL : k;
}

#define RUN_ECB(name)							\
static void run_##name(void *key, struct msg *m)			\
{									\
	widecrypt_##name(key, m->dst, m->src, m->len);			\
}

#define RUN_IV(name)							\
static void run_##name(void *key, struct msg *m)			\
{									\
	u8 iv[16];							\
									\
	memcpy(iv, m->iv, 16);						\
	widecrypt_##name(key, m->dst, m->src, m->len, iv);		\
}

RUN_ECB(ecb_enc)
RUN_ECB(ecb_dec)
RUN_IV(cbc_enc)
RUN_IV(cbc_dec)
RUN_IV(ctr)
RUN_IV(cfb_enc)
RUN_IV(cfb_dec)
RUN_IV(xts_enc)
RUN_IV(xts_dec)

static void run_gcm_enc(void *key, struct msg *m)
{
	widecrypt_gcm_enc(key, m->iv, m->aad, m->aadlen, m->dst, m->src,
			  m->len, m->tag, 16);
}

static void run_gcm_dec(void *key, struct msg *m)
{
	if (widecrypt_gcm_dec(key, m->iv, m->aad, m->aadlen, m->dst, m->src,
			      m->len, m->tag, 16))
		m->dst[0] ^= 1;
}

static const struct {
	const char *name;
	enum widecrypt_mode mode;
	void (*run)(void *key, struct msg *m);
} modes[] = {
	{ "ECB/enc", WIDECRYPT_ECB, run_ecb_enc },
	{ "ECB/dec", WIDECRYPT_ECB, run_ecb_dec },
	{ "CTR/enc", WIDECRYPT_CTR, run_ctr },
	{ "CBC/enc", WIDECRYPT_CBC, run_cbc_enc },
	{ "CBC/dec", WIDECRYPT_CBC, run_cbc_dec },
	{ "CFB/enc", WIDECRYPT_CFB, run_cfb_enc },
	{ "CFB/dec", WIDECRYPT_CFB, run_cfb_dec },
	{ "XTS/enc", WIDECRYPT_XTS, run_xts_enc },
	{ "XTS/dec", WIDECRYPT_XTS, run_xts_dec },
	{ "GCM/enc", WIDECRYPT_GCM, run_gcm_enc },
	{ "GCM/dec", WIDECRYPT_GCM, run_gcm_dec },
};

static void add(const struct widecrypt_row *row, unsigned int mode,
		unsigned int key_len)
{
	char *peer = peers_zalloc(64), *name = peers_zalloc(64), *p;
	struct job *job = peers_zalloc(sizeof(*job));
	struct impl im = { .init = job_init, .priv = job };

	im.run = modes[mode].run;
	job->row = row;
	job->xts = modes[mode].mode == WIDECRYPT_XTS;
	snprintf(peer, 64, "widecrypt-%s", row->isa);
	snprintf(name, 64, "%s-%u/%s", row->cipher, 8 * key_len,
		 modes[mode].name);
	for (p = name; *p != '-'; p++)
		*p &= ~0x20;
	/* sm4: the digit is not to be touched */
	if (!strncmp(row->cipher, "sm4", 3))
		name[2] = '4';
	im.peer = peer;
	im.row = name;
	peers_register(&im);
}

static void __attribute__((constructor)) register_rows(void)
{
	unsigned int i, mode, len;

	for (i = 0; i < widecrypt_nrows; i++) {
		const struct widecrypt_row *row = &widecrypt_rows[i];

		for (mode = 0; mode < ARRAY_SIZE(modes); mode++)
			if (widecrypt_has_mode(row, modes[mode].mode) &&
			    (strcmp(row->cipher, "aes") ||
			     modes[mode].mode == WIDECRYPT_GCM))
				for (len = row->min_key; len <= row->max_key;
				     len += 8)
					add(row, mode, len);
	}
}
