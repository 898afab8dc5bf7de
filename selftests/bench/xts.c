// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * xts [-n ROUNDS] [-r WORD]... [-o FILE]: XTS encryption beside CTR of the same
 * row, at the same length, in turns in one process, over whole messages with the
 * keys set. Both start from a given 16 bytes in each call. -r: only the rows whose
 * "cipher isa" contains one of the WORDs.
 *
 *	ctr	cycles of CTR
 *	xts	cycles of XTS, the encryption of the tweak included, and the ratio
 *	data	the same from the encrypted tweak on
 *	serial	cycles of one block after the other, each made of the one before
 *	floor	how much of XTS's time is CTR's, plus serial for the tweak's block,
 *		as no block can begin before that is known, and again for a
 *		partial block, which waits for the one before it
 *
 * A figure is the fastest of all rounds, in core cycles (ticks.h).
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "ops.h"
#include "ticks.h"

#define MAX_BYTES	16384
/* Cycles that one measurement should take, about */
#define BUDGET		30000

static const unsigned int sizes[] = {
	16384, 4096, 1420, 1024, 512, 256, 64, 16
};

static u8 text[MAX_BYTES], out[MAX_BYTES], want[MAX_BYTES];
static struct widecrypt_key key, other;
static unsigned int rounds = 100;

enum what { CTR, XTS, DATA, SERIAL, NWHATS };

static void die(const char *what)
{
	fprintf(stderr, "xts: %s\n", what);
	exit(1);
}

static void call(enum what what, unsigned int len, u8 *block)
{
	const struct widecrypt_ops *ops = key.row->ops;
	const void *ks = (u8 *)key.opaque + ops->enc_at;
	u8 iv[16];

	memcpy(iv, text, sizeof(iv));
	switch (what) {
	case CTR:
		ops->fn[WC_FN_CTR](ks, out, text, len, iv);
		break;
	case XTS:
		widecrypt_xts_enc(&key, out, text, len, iv);
		break;
	case DATA:
		ops->fn[WC_FN_XTS_ENC](ks, out, text, len, iv);
		break;
	default:
		ops->fn[WC_FN_ECB](ks, block, block, 1, NULL);
		break;
	}
}

static void measure(unsigned int len, double *cycles)
{
	u64 start, took, best[NWHATS], fastest_chain = ~0ULL;
	unsigned int w, r, i, n = BUDGET / (300 + len) + 1;
	u8 block[16] = {};

	memset(best, 0xff, sizeof(best));
	for (r = 0; r < rounds; r++) {
		for (w = 0; w < NWHATS; w++) {
			call(w, len, block);
			start = ticks();
			for (i = 0; i < n; i++)
				call(w, len, block);
			took = ticks() - start;
			if (took < best[w])
				best[w] = took;
		}
		took = chain();
		if (took < fastest_chain)
			fastest_chain = took;
	}
	for (w = 0; w < NWHATS; w++)
		cycles[w] = (double)best[w] / n * CHAIN_CYCLES / fastest_chain;
}

/* The row and the portable one must agree, with the tweak's block. */
static void compare(const struct widecrypt_row *row, unsigned int len)
{
	const struct widecrypt_row *generic = widecrypt_row(row->cipher,
							    "generic");

	if (widecrypt_xts_setkey(&key, row, text, 2 * row->min_key) ||
	    widecrypt_xts_setkey(&other, generic, text, 2 * row->min_key) ||
	    widecrypt_xts_enc(&key, out, text, len, text) ||
	    widecrypt_xts_enc(&other, want, text, len, text))
		die("cannot encrypt");
	if (memcmp(out, want, len))
		die("outputs differ");
}

static void do_row(const struct widecrypt_row *row, FILE *tsv)
{
	double c[NWHATS];
	unsigned int i;

	printf("\n%s-%u %-14s %6s %8s %8s %-6s %8s %-6s %6s %6s\n",
	       row->cipher, 8 * row->min_key, row->isa, "bytes", "ctr", "xts",
	       "/ctr", "data", "/ctr", "serial", "floor");
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		compare(row, sizes[i]);
		measure(sizes[i], c);
		printf("%30u %8.1f %8.1f (%.2f) %8.1f (%.2f) %6.1f %6.2f\n",
		       sizes[i], c[CTR], c[XTS], c[XTS] / c[CTR], c[DATA],
		       c[DATA] / c[CTR], c[SERIAL],
		       (c[CTR] + (sizes[i] % 16 ? 2 : 1) * c[SERIAL]) / c[XTS]);
		if (tsv)
			fprintf(tsv, "%s\t%s\t%u\t%.1f\t%.1f\t%.1f\t%.1f\n",
				row->cipher, row->isa, sizes[i], c[CTR],
				c[XTS], c[DATA], c[SERIAL]);
	}
	fflush(stdout);
}

static bool wanted(const struct widecrypt_row *row, char **words,
		   unsigned int n)
{
	unsigned int i;
	char name[64];

	snprintf(name, sizeof(name), "%s %s", row->cipher, row->isa);
	for (i = 0; i < n; i++)
		if (strstr(name, words[i]))
			return true;
	return !n;
}

int main(int argc, char **argv)
{
	unsigned int i, nwords = 0;
	FILE *tsv = NULL;
	char *words[32];
	cpu_set_t cpus;
	int c;

	while ((c = getopt(argc, argv, "n:r:o:")) != -1) {
		if (c == 'n')
			rounds = atoi(optarg);
		else if (c == 'r' && nwords < ARRAY_SIZE(words))
			words[nwords++] = optarg;
		else if (c == 'o')
			tsv = fopen(optarg, "w");
		if (c == '?' || nwords == ARRAY_SIZE(words) ||
		    (c == 'o' && !tsv))
			die("usage: xts [-n ROUNDS] [-r WORD]... [-o FILE]");
	}
	if (!rounds)
		die("no rounds");
	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	for (i = 0; i < MAX_BYTES; i++)
		text[i] = i * 2654435761U >> 13;

	if (tsv)
		fprintf(tsv, "#cipher\trow\tbytes\tctr\txts\tdata\tserial\n");
	for (i = 0; i < widecrypt_nrows; i++) {
		const struct widecrypt_row *row = &widecrypt_rows[i];

		if (widecrypt_has_mode(row, WIDECRYPT_XTS) &&
		    !widecrypt_missing(row) && wanted(row, words, nwords))
			do_row(row, tsv);
	}
	if (tsv && fclose(tsv))
		die("cannot write");
	return 0;
}
