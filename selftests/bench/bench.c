// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench [-r WORD]... [-n ROUNDS] [-o FILE]: all rows beside the installed
 * libcrypto and libgcrypt, in one process and in turns, over whole messages with
 * the key already set. Outputs are compared. -r: only the names that contain one
 * of the WORDs, e.g. "sm4-128 ctr"; -o: a line per figure, tab-separated.
 *
 * A figure is the fastest of all rounds. Core cycles are ticks of the time stamp
 * counter scaled by a chain of dependent additions and multiplications, whose
 * length in cycles is known, timed in the same rounds.
 */
#include <ctype.h>
#include <errno.h>
#include <gcrypt.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ticks.h"
#include "widecrypt.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#define MAX_BYTES	16384
#define MAX_IMPLS	16
/* Ticks that one measurement should take */
#define BUDGET		30000

static const unsigned int sizes[] = {
	16, 64, 128, 256, 512, 1024, 1420, 4096, 16384
};

#define NSIZES	ARRAY_SIZE(sizes)

struct msg {
	unsigned char dst[MAX_BYTES];
	const unsigned char *src;
	unsigned int len;
	unsigned char iv[16];
	unsigned char tag[16];
};

enum dir { ENC, DEC };

/* What is measured: one cipher, key length, mode and direction */
struct task {
	const char *cipher;
	unsigned int key_len;
	enum widecrypt_mode mode;
	enum dir dir;
	unsigned char key[64];
};

/* Who does it */
struct impl {
	const char *name;
	bool ours;
	bool (*run)(struct impl *im, struct msg *m);
	struct task *task;
	struct widecrypt_key key;
	EVP_CIPHER_CTX *evp;
	gcry_cipher_hd_t gcry;
	u64 best;
	unsigned int reps;
	double cpb[NSIZES];
};

static const char *const mode_names[] = {
	[WIDECRYPT_ECB] = "ecb", [WIDECRYPT_CBC] = "cbc",
	[WIDECRYPT_CTR] = "ctr", [WIDECRYPT_CFB] = "cfb",
	[WIDECRYPT_XTS] = "xts", [WIDECRYPT_GCM] = "gcm",
};

static unsigned int key_bytes(const struct task *t)
{
	return t->mode == WIDECRYPT_XTS ? 2 * t->key_len : t->key_len;
}

/* Ours */
static bool run_ours(struct impl *im, struct msg *m)
{
	const struct widecrypt_key *k = &im->key;
	bool enc = im->task->dir == ENC;
	unsigned char iv[16];
	int err = -EINVAL;

	memcpy(iv, m->iv, sizeof(iv));
	switch (im->task->mode) {
	case WIDECRYPT_ECB:
		err = (enc ? widecrypt_ecb_enc : widecrypt_ecb_dec)
		      (k, m->dst, m->src, m->len);
		break;
	case WIDECRYPT_CBC:
		err = (enc ? widecrypt_cbc_enc : widecrypt_cbc_dec)
		      (k, m->dst, m->src, m->len, iv);
		break;
	case WIDECRYPT_CTR:
		err = widecrypt_ctr(k, m->dst, m->src, m->len, iv);
		break;
	case WIDECRYPT_CFB:
		err = (enc ? widecrypt_cfb_enc : widecrypt_cfb_dec)
		      (k, m->dst, m->src, m->len, iv);
		break;
	case WIDECRYPT_XTS:
		err = (enc ? widecrypt_xts_enc : widecrypt_xts_dec)
		      (k, m->dst, m->src, m->len, iv);
		break;
	case WIDECRYPT_GCM:
		if (enc)
			err = widecrypt_gcm_enc(k, iv, NULL, 0, m->dst, m->src,
						m->len, m->tag, 16);
		else
			err = widecrypt_gcm_dec(k, iv, NULL, 0, m->dst, m->src,
						m->len, m->tag, 16);
		break;
	}
	return !err;
}

static bool open_ours(struct impl *im, const struct widecrypt_row *row)
{
	struct task *t = im->task;

	im->name = row->isa;
	im->ours = true;
	im->run = run_ours;
	return !widecrypt_missing(row) && widecrypt_has_mode(row, t->mode) &&
	       !(t->mode == WIDECRYPT_XTS ? widecrypt_xts_setkey :
					    widecrypt_setkey)
		(&im->key, row, t->key, key_bytes(t));
}

/* libcrypto */
static bool run_evp(struct impl *im, struct msg *m)
{
	bool gcm = im->task->mode == WIDECRYPT_GCM;
	int enc = im->task->dir == ENC, n;
	unsigned char end[16];

	if (!EVP_CipherInit_ex(im->evp, NULL, NULL, NULL,
			       im->task->mode == WIDECRYPT_ECB ? NULL : m->iv,
			       enc))
		return false;
	if (gcm && !enc &&
	    !EVP_CIPHER_CTX_ctrl(im->evp, EVP_CTRL_AEAD_SET_TAG, 16, m->tag))
		return false;
	if (!EVP_CipherUpdate(im->evp, m->dst, &n, m->src, m->len))
		return false;
	if (!gcm)
		return true;
	if (!EVP_CipherFinal_ex(im->evp, end, &n))
		return false;
	return !enc || EVP_CIPHER_CTX_ctrl(im->evp, EVP_CTRL_AEAD_GET_TAG, 16,
					   m->tag);
}

static bool open_evp(struct impl *im)
{
	struct task *t = im->task;
	char name[32], *p;
	EVP_CIPHER *c;

	if (!strcmp(t->cipher, "sm4"))
		snprintf(name, sizeof(name), "sm4-%s", mode_names[t->mode]);
	else
		snprintf(name, sizeof(name), "%s-%u-%s", t->cipher,
			 8 * t->key_len, mode_names[t->mode]);
	for (p = name; *p; p++)
		*p = toupper(*p);
	c = EVP_CIPHER_fetch(NULL, name, NULL);
	if (!c)
		return false;
	im->name = "libcrypto";
	im->run = run_evp;
	im->evp = EVP_CIPHER_CTX_new();
	return im->evp &&
	       EVP_CipherInit_ex(im->evp, c, NULL, t->key, NULL,
				 t->dir == ENC) &&
	       EVP_CIPHER_CTX_set_padding(im->evp, 0);
}

/* libgcrypt */
static bool run_gcry(struct impl *im, struct msg *m)
{
	gcry_cipher_hd_t h = im->gcry;
	bool enc = im->task->dir == ENC;
	gcry_error_t err = 0;

	switch (im->task->mode) {
	case WIDECRYPT_ECB:
		break;
	case WIDECRYPT_CTR:
		err = gcry_cipher_setctr(h, m->iv, 16);
		break;
	case WIDECRYPT_GCM:
		err = gcry_cipher_setiv(h, m->iv, 12);
		break;
	default:
		err = gcry_cipher_setiv(h, m->iv, 16);
		break;
	}
	if (err)
		return false;
	gcry_cipher_final(h);
	if ((enc ? gcry_cipher_encrypt : gcry_cipher_decrypt)
	    (h, m->dst, m->len, m->src, m->len))
		return false;
	if (im->task->mode != WIDECRYPT_GCM)
		return true;
	return enc ? !gcry_cipher_gettag(h, m->tag, 16) :
		     !gcry_cipher_checktag(h, m->tag, 16);
}

static bool open_gcry(struct impl *im)
{
	static const int modes[] = {
		[WIDECRYPT_ECB] = GCRY_CIPHER_MODE_ECB,
		[WIDECRYPT_CBC] = GCRY_CIPHER_MODE_CBC,
		[WIDECRYPT_CTR] = GCRY_CIPHER_MODE_CTR,
		[WIDECRYPT_CFB] = GCRY_CIPHER_MODE_CFB,
		[WIDECRYPT_XTS] = GCRY_CIPHER_MODE_XTS,
		[WIDECRYPT_GCM] = GCRY_CIPHER_MODE_GCM,
	};
	struct task *t = im->task;
	int algo = 0;

	if (!strcmp(t->cipher, "sm4"))
		algo = GCRY_CIPHER_SM4;
	else if (!strcmp(t->cipher, "aes"))
		algo = t->key_len == 16 ? GCRY_CIPHER_AES128 :
		       t->key_len == 24 ? GCRY_CIPHER_AES192 :
					  GCRY_CIPHER_AES256;
	im->name = "libgcrypt";
	im->run = run_gcry;
	return algo && !gcry_cipher_open(&im->gcry, algo, modes[t->mode], 0) &&
	       !gcry_cipher_setkey(im->gcry, t->key, key_bytes(t));
}

static void close_impl(struct impl *im)
{
	EVP_CIPHER_CTX_free(im->evp);
	if (im->gcry)
		gcry_cipher_close(im->gcry);
	im->evp = NULL;
	im->gcry = NULL;
}

static unsigned char text[MAX_BYTES], sealed[MAX_BYTES];
static struct msg msgs[MAX_IMPLS];
static struct impl impls[MAX_IMPLS];
static unsigned int nimpls;
static unsigned int rounds = 100;
static FILE *tsv;
static unsigned int different;

/* The length that a column has in a mode of whole blocks */
static unsigned int fit(const struct task *t, unsigned int n)
{
	return t->mode == WIDECRYPT_ECB || t->mode == WIDECRYPT_CBC ?
	       n - n % 16 : n;
}

static void die(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(1);
}

static void task_name(const struct task *t, char *name, size_t size)
{
	snprintf(name, size, "%s-%u %s%s", t->cipher, 8 * t->key_len,
		 mode_names[t->mode], t->mode == WIDECRYPT_CTR ? "" :
		 t->dir == ENC ? " enc" : " dec");
}

/* Every implementation does the message; all must agree. */
static void prepare(struct task *t, unsigned int len)
{
	unsigned char iv[16], tag[16] = {};
	unsigned int i;
	char name[64];

	memset(iv, 0xf0, sizeof(iv));
	for (i = 0; i < sizeof(iv) - 1; i++)
		iv[i] = 17 * i;
	if (t->mode == WIDECRYPT_GCM && t->dir == DEC) {
		const struct widecrypt_row *row;
		static struct widecrypt_key key;

		row = widecrypt_row(t->cipher, "generic");
		if (widecrypt_setkey(&key, row, t->key, t->key_len) ||
		    widecrypt_gcm_enc(&key, iv, NULL, 0, sealed, text, len,
				      tag, 16))
			die("sealing");
	}
	for (i = 0; i < nimpls; i++) {
		struct msg *m = &msgs[i];

		m->src = t->mode == WIDECRYPT_GCM && t->dir == DEC ? sealed :
								     text;
		m->len = len;
		memcpy(m->iv, iv, sizeof(iv));
		memcpy(m->tag, tag, sizeof(tag));
		memset(m->dst, 0, len);
		/* Twice: one message may not change the next. */
		if (impls[i].run(&impls[i], m) && impls[i].run(&impls[i], m) &&
		    !memcmp(m->dst, msgs[0].dst, len) &&
		    !memcmp(m->tag, msgs[0].tag, sizeof(m->tag)))
			continue;
		task_name(t, name, sizeof(name));
		printf("OUTPUT DIFFERS: %s, %u bytes: %s from %s\n", name, len,
		       impls[i].name, impls[0].name);
		different++;
	}
}

static void measure(struct task *t, unsigned int column)
{
	unsigned int len = fit(t, sizes[column]), i, r, k;
	u64 start, took, fastest_chain = ~0ULL;

	prepare(t, len);
	for (i = 0; i < nimpls; i++) {
		struct impl *im = &impls[i];

		im->best = ~0ULL;
		for (k = 0; k < 3; k++) {
			start = ticks();
			im->run(im, &msgs[i]);
			took = ticks() - start;
			if (took < im->best)
				im->best = took;
		}
		im->reps = BUDGET / (im->best + 1) + 1;
		im->best = ~0ULL;
	}
	for (r = 0; r < rounds; r++) {
		for (i = 0; i < nimpls; i++) {
			struct impl *im = &impls[i];

			im->run(im, &msgs[i]);
			start = ticks();
			for (k = 0; k < im->reps; k++)
				im->run(im, &msgs[i]);
			took = ticks() - start;
			if (took < im->best)
				im->best = took;
			took = chain();
			if (took < fastest_chain)
				fastest_chain = took;
		}
	}
	for (i = 0; i < nimpls; i++)
		impls[i].cpb[column] = (double)impls[i].best / impls[i].reps /
				       len * CHAIN_CYCLES / fastest_chain;
}

/* The faster of the libraries, 0 if there is none */
static double best_library(unsigned int column)
{
	double best = 0;
	unsigned int i;

	for (i = 0; i < nimpls; i++)
		if (!impls[i].ours && (!best || impls[i].cpb[column] < best))
			best = impls[i].cpb[column];
	return best;
}

static void report(const struct task *t)
{
	unsigned int i, c;
	char name[64];
	double best;

	task_name(t, name, sizeof(name));
	printf("\n%-20s", name);
	for (c = 0; c < NSIZES; c++)
		printf("%15u", fit(t, sizes[c]));
	putchar('\n');
	for (i = 0; i < nimpls; i++) {
		printf("  %-18s", impls[i].name);
		for (c = 0; c < NSIZES; c++) {
			double cpb = impls[i].cpb[c];

			best = best_library(c);
			printf("%8.3f", cpb);
			if (best)
				printf(" (%4.2f)", best / cpb);
			else
				printf("%7s", "");
			if (!tsv)
				continue;
			fprintf(tsv, "%s\t%u\t%s\t%.4f\t", name,
				fit(t, sizes[c]), impls[i].name, cpb);
			if (best)
				fprintf(tsv, "%.3f\n", best / cpb);
			else
				fprintf(tsv, "-\n");
		}
		putchar('\n');
	}
	fflush(stdout);
}

static void do_task(struct task *t)
{
	unsigned int i;

	nimpls = 0;
	memset(impls, 0, sizeof(impls));
	for (i = 0; i < widecrypt_nrows + 2 && nimpls < MAX_IMPLS; i++) {
		struct impl *im = &impls[nimpls];
		bool ok;

		im->task = t;
		if (i < widecrypt_nrows)
			ok = !strcmp(widecrypt_rows[i].cipher, t->cipher) &&
			     open_ours(im, &widecrypt_rows[i]);
		else
			ok = i == widecrypt_nrows ? open_evp(im) :
						    open_gcry(im);
		if (ok)
			nimpls++;
		else
			close_impl(im);
	}
	for (i = 0; i < NSIZES; i++)
		measure(t, i);
	report(t);
	for (i = 0; i < nimpls; i++)
		close_impl(&impls[i]);
}

static bool wanted(const struct task *t, char **words, unsigned int n)
{
	unsigned int i;
	char name[64];

	task_name(t, name, sizeof(name));
	for (i = 0; i < n; i++)
		if (strstr(name, words[i]))
			return true;
	return !n;
}

/* Calls f for every task, or counts them. */
static unsigned int each_task(char **words, unsigned int nwords, bool run,
			      unsigned int total)
{
	unsigned int i, len, mode, dir, n = 0;
	char name[64];

	for (i = 0; i < widecrypt_nrows; i++) {
		const struct widecrypt_row *row = &widecrypt_rows[i];

		/* The portable row has every mode of its cipher. */
		if (strcmp(row->isa, "generic"))
			continue;
		for (len = row->min_key; len <= row->max_key; len += 8)
			for (mode = 0; mode <= WIDECRYPT_GCM; mode++)
				for (dir = ENC; dir <= DEC; dir++) {
					struct task t = { row->cipher, len,
							  mode, dir, {} };

					if (!widecrypt_has_mode(row, mode) ||
					    (mode == WIDECRYPT_CTR &&
					     (dir == DEC ||
					      !strcmp(row->cipher, "aes"))) ||
					    !wanted(&t, words, nwords))
						continue;
					n++;
					if (!run)
						continue;
					task_name(&t, name, sizeof(name));
					fprintf(stderr, "bench: %u of %u: %s\n",
						n, total, name);
					memcpy(t.key, text, sizeof(t.key));
					do_task(&t);
				}
	}
	return n;
}

int main(int argc, char **argv)
{
	unsigned int i, nwords = 0, total;
	char *words[32];
	cpu_set_t cpus;
	int c;

	while ((c = getopt(argc, argv, "r:n:o:")) != -1) {
		switch (c) {
		case 'r':
			if (nwords == 32)
				die("too many words");
			words[nwords++] = optarg;
			break;
		case 'n':
			rounds = atoi(optarg);
			break;
		case 'o':
			tsv = fopen(optarg, "w");
			if (!tsv)
				die(optarg);
			break;
		default:
			die("usage: bench [-r WORD]... [-n ROUNDS] [-o FILE]");
		}
	}
	if (!rounds)
		die("no rounds");

	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	if (!gcry_check_version("1.9.0"))
		die("libgcrypt is older than 1.9");
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	for (i = 0; i < MAX_BYTES; i++)
		text[i] = i * 2654435761U >> 13;

	total = each_task(words, nwords, false, 0);
	if (!total)
		die("nothing has such a name");
	printf("Cycles per byte; in brackets, how many times as fast as the faster of\n"
	       "libcrypto %u.%u.%u and libgcrypt %s.\n", OPENSSL_version_major(),
	       OPENSSL_version_minor(), OPENSSL_version_patch(),
	       gcry_check_version(NULL));
	if (tsv)
		fprintf(tsv, "#row\tsize\timplementation\tcycles_per_byte\tratio\n");
	each_task(words, nwords, true, total);
	if (tsv && fclose(tsv))
		die("cannot write");
	if (different)
		printf("%u outputs differ\n", different);
	return !!different;
}
