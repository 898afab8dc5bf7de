// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Speed of AES-128 rounds of a guest emulated by our blocks and by tables, in
 * one process, in turn, the best of many samples of each: of one block alone,
 * where each instruction waits for the one before it, and of four blocks in
 * turn, as the guest's bulk modes have them.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "guest.h"

#define SAMPLES	2000
#define REPEAT	16

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

enum {
	TABLE64, TABLE, BLOCKS, PAIR_TABLE, PAIR_BLOCKS, X86_TABLE, X86_BLOCKS,
	IMPLS
};

static const struct {
	const char *name;
	void (*fn)(struct guest *g, int n);
} impls[IMPLS] = {
	{ "arm64 by table, 64-bit EOR", arm64_by_table64 },
	{ "arm64 by table", arm64_by_table },
	{ "arm64 by blocks", arm64_by_blocks },
	{ "arm64 by table, AESE+AESMC as one", arm64_pairs_by_table },
	{ "arm64 by blocks, AESE+AESMC as one", arm64_pairs_by_blocks },
	{ "x86 by table", x86_by_table },
	{ "x86 by blocks", x86_by_blocks },
};

static double best[IMPLS][2];
static bool hw, ok = true;

static void ratio(int slow, int fast, int of4, double demand)
{
	double r = best[slow][of4] / best[fast][of4];
	bool good = !demand || r >= demand;

	printf("# %s / %s, %s: %.2f times", impls[slow].name,
	       impls[fast].name, of4 ? "4 in turn" : "alone", r);
	if (demand)
		printf(", demanded %.0f%s", demand, good ? "" : ": MISSED");
	printf("\n");
	ok &= good;
}

int main(void)
{
	struct guest g;
	int i, j, s, r;
	double t;

#ifdef BENCH_DEMAND
	hw = true;
#else
	hw = wc_aes_round_have_hw();
#endif
	tab_init();
	for (i = 0; i < IMPLS; i++) {
		if (!guest_right(impls[i].fn)) {
			printf("not ok - speed: %s: wrong result\n",
			       impls[i].name);
			return 1;
		}
		best[i][0] = 1e9;
		best[i][1] = 1e9;
	}
	memset(&g, 1, sizeof(g));
	for (s = 0; s < SAMPLES; s++) {
		for (i = 0; i < IMPLS; i++) {
			for (j = 0; j < 2; j++) {
				t = now();
				for (r = 0; r < REPEAT; r++)
					impls[i].fn(&g, j ? 4 : 1);
				t = (now() - t) / REPEAT / (j ? 4 : 1);
				if (t < best[i][j])
					best[i][j] = t;
			}
		}
	}
#ifdef WC_AES_ROUND_HW
	printf("# host: %s\n", hw ? WC_AES_ROUND_HW : "portable C");
#else
	printf("# host: portable C\n");
#endif
	for (i = 0; i < IMPLS; i++)
		printf("# AES-128 guest %-35s: %6.1f ns a block alone, %6.1f ns of 4 in turn\n",
		       impls[i].name, best[i][0], best[i][1]);
	ratio(TABLE64, BLOCKS, 1, hw ? 2 : 0);
	ratio(TABLE, BLOCKS, 1, hw ? 2 : 0);
	ratio(PAIR_TABLE, PAIR_BLOCKS, 1, hw ? 2 : 0);
	/*
	 * Alone, the state's way through memory between two instructions takes
	 * as long as the instructions, with tables or without.
	 */
	ratio(TABLE64, BLOCKS, 0, 0);
	ratio(TABLE, BLOCKS, 0, 0);
	ratio(TABLE, PAIR_BLOCKS, 0, 0);
	ratio(PAIR_TABLE, PAIR_BLOCKS, 0, 0);
	ratio(X86_TABLE, X86_BLOCKS, 0, 0);
	ratio(X86_TABLE, X86_BLOCKS, 1, 0);
	if (!hw) {
		printf("skip - speed: no AES instructions in this build or CPU\n");
		return 0;
	}
	printf("%s - speed: arm64 AES-128 rounds emulated 2 times as fast as by tables\n",
	       ok ? "ok" : "not ok");
	return !ok;
}
