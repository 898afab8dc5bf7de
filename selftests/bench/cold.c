// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cold [-n ROUNDS] [-o FILE]: what one call of a CTR routine costs when its code,
 * tables and round keys are not in the nearest caches, and how much of them it
 * touches. The rows of a cipher take turns; every output is compared with the
 * portable row's.
 *
 *	hot	called just before
 *	L3	4 MiB of other data read and written since: L1 and L2, which holds
 *		code too, are full of them
 *	memory	code, tables and keys flushed from every cache as well
 *
 * The message, its counter and the caller are hot throughout. Besides the rows
 * there are "nothing", an empty routine, for the cost of measuring, and "xsave",
 * which stores and loads the vector registers as kernel_fpu_begin() and the
 * return to user space do.
 *
 * What a call touches is counted in cache lines of 64 bytes: code by single
 * steps, reads of tables and keys by faults.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <widecrypt/features.h>
#include "ops.h"
#include "ticks.h"

#ifndef __x86_64__
int main(void)
{
	puts("cold: only x86-64 can flush caches here");
	return 0;
}
#else
#include <cpuid.h>

#define LINE		64
#define PAGE		4096
#define FILL_BYTES	(4 << 20)
#define MAX_BYTES	1420
#define MAX_JOBS	16
#define MAX_ROUNDS	100000

#define X86_TF		0x100

static const unsigned int sizes[] = { 16, 64, 256, MAX_BYTES };

#define NSIZES		ARRAY_SIZE(sizes)

enum state { HOT, L3, MEMORY, NSTATES };

static const char *const state_names[] = { "hot", "L3", "memory" };

/* One page or more each, for the count of lines */
struct area {
	u8 *start, *end;
	u8 *lines;		/* touched: one byte a line */
};

enum { CODE, TABLES, KEYS, NAREAS };

static struct area areas[NAREAS];

struct job {
	const char *name;
	const struct widecrypt_row *row;
	wc_mode_fn *fn;
	void *key;
	const void *ks;
	u64 *took[NSIZES][NSTATES];
	unsigned int bytes[NSIZES][NAREAS];
};

static struct job jobs[MAX_JOBS];
static unsigned int njobs;
static unsigned int rounds = 400;

static u8 text[MAX_BYTES], out[MAX_BYTES], want[NSIZES][MAX_BYTES];
static u8 fill[FILL_BYTES] __aligned(PAGE);
static u8 xsave_area[16384] __aligned(LINE);

static void __noreturn die(const char *what)
{
	fprintf(stderr, "cold: %s\n", what);
	exit(1);
}

/* A routine like any other, for what it costs to call one */
static void nothing(const void *ks, u8 *dst, const u8 *src, unsigned int n,
		    u8 *iv)
{
	asm volatile("");
}

/* All the state that the CPU has, in the form that the kernel uses */
static void __attribute__((target("xsave,xsavec")))
xsave(const void *ks, u8 *dst, const u8 *src, unsigned int n, u8 *iv)
{
	__builtin_ia32_xsavec64(xsave_area, -1);
	__builtin_ia32_xrstor64(xsave_area, -1);
}

static int has_xsavec(void)
{
	unsigned int a, b, c, d;

	return widecrypt_cpu_features() &&
	       __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && (a & bit_XSAVEC);
}

/* Without this the registers could be in their initial state. */
static void use_registers(void)
{
	unsigned int have = widecrypt_cpu_features();

	if (have & WC_AVX2)
		asm volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" : : : "memory");
	if (have & WC_AVX512)
		asm volatile("kxnorw %%k1, %%k1, %%k1\n\t"
			     "vpternlogd $0xff, %%zmm0, %%zmm0, %%zmm0\n\t"
			     "vpternlogd $0xff, %%zmm31, %%zmm31, %%zmm31"
			     : : : "memory");
}

/* --- what is touched ----------------------------------------------------- */

static int opened = 1;

static void open_areas(int open)
{
	struct area *t = &areas[TABLES], *k = &areas[KEYS];

	mprotect(t->start, t->end - t->start, open ? PROT_READ : PROT_NONE);
	mprotect(k->start, k->end - k->start,
		 open ? PROT_READ | PROT_WRITE : PROT_NONE);
	opened = open;
}

static int touch(struct area *a, u8 *p)
{
	if (p < a->start || p >= a->end)
		return 0;
	a->lines[(p - a->start) / LINE] = 1;
	return 1;
}

/* Each instruction: close what a fault has opened for the one before. */
static void on_step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *u = context;

	touch(&areas[CODE], (u8 *)u->uc_mcontext.gregs[REG_RIP]);
	if (opened)
		open_areas(0);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	if (opened || (!touch(&areas[TABLES], info->si_addr) &&
		       !touch(&areas[KEYS], info->si_addr)))
		_exit(2);
	open_areas(1);
}

static void step_through(const struct job *j, unsigned int n)
{
	u8 iv[16] = { 1 };

	open_areas(0);
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() |
				       X86_TF);
	j->fn(j->ks, out, text, n, iv);
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() &
				       ~X86_TF);
	open_areas(1);
}

static void clear_lines(void)
{
	int i;

	for (i = 0; i < NAREAS; i++)
		memset(areas[i].lines, 0,
		       (areas[i].end - areas[i].start) / LINE);
}

/* The lines that calling costs by itself do not count. */
static void count_touched(struct job *j, const struct job *empty)
{
	static u8 base[1 << 20];
	struct area *a = &areas[CODE];
	unsigned int c, i, n;

	if ((a->end - a->start) / LINE > (long)sizeof(base))
		die("the code is too long");
	clear_lines();
	step_through(empty, sizes[0]);
	memcpy(base, a->lines, (a->end - a->start) / LINE);
	for (c = 0; c < NSIZES; c++) {
		clear_lines();
		step_through(j, sizes[c]);
		if (j->row && memcmp(out, want[c], sizes[c]))
			die("output differs in single steps");
		for (n = 0; n < (a->end - a->start) / LINE; n++)
			a->lines[n] &= !base[n];
		for (i = 0; i < NAREAS; i++)
			for (n = 0; n < (areas[i].end - areas[i].start) / LINE; n++)
				j->bytes[c][i] += LINE * areas[i].lines[n];
	}
}

static void set_area(int i, unsigned long from, unsigned long to)
{
	areas[i].start = (u8 *)from;
	areas[i].end = (u8 *)to;
	areas[i].lines = calloc(1, (to - from) / LINE);
}

static void find_areas(u8 *keys, size_t size)
{
	static const int a_table = 1;
	char line[512], perm[8];
	unsigned long from, to;
	unsigned int i;
	FILE *f;

	f = fopen("/proc/self/maps", "r");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx %7s", &from, &to, perm) != 3)
			continue;
		if ((unsigned long)&nothing - from < to - from)
			set_area(CODE, from, to);
		if ((unsigned long)&a_table - from < to - from)
			set_area(TABLES, from, to);
	}
	if (f)
		fclose(f);
	set_area(KEYS, (unsigned long)keys, (unsigned long)keys + size);
	for (i = 0; i < NAREAS; i++)
		if (!areas[i].lines)
			die("cannot tell code from tables");
}

static void catch_signals(void)
{
	static u8 stack[65536];
	stack_t alt = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction step = {}, fault = {};

	step.sa_sigaction = on_step;
	fault.sa_sigaction = on_fault;
	step.sa_flags = SA_SIGINFO | SA_ONSTACK;
	fault.sa_flags = SA_SIGINFO | SA_ONSTACK;
	if (sigaltstack(&alt, NULL) || sigaction(SIGTRAP, &step, NULL) ||
	    sigaction(SIGSEGV, &fault, NULL))
		die("signals");
}

/* --- time ---------------------------------------------------------------- */

static u64 __aligned(LINE) noinline timed(wc_mode_fn *fn, const void *ks,
					  unsigned int n, u8 *iv)
{
	u64 start = ticks();

	fn(ks, out, text, n, iv);
	return ticks() - start;
}

static void drop_from_caches(enum state state)
{
	unsigned int i;
	u8 *p;

	for (i = 0; i < NAREAS && state == MEMORY; i++)
		for (p = areas[i].start; p < areas[i].end; p += LINE)
			_mm_clflush(p);
	for (i = 0; i < FILL_BYTES && state != HOT; i += LINE)
		fill[i]++;
	_mm_mfence();
}

static void sample(struct job *j, unsigned int column, enum state state,
		   unsigned int round)
{
	unsigned int n = sizes[column], i;
	u8 iv[16] = { 1 };

	if (state == HOT)
		for (i = 0; i < 3; i++)
			timed(j->fn, j->ks, n, iv);
	drop_from_caches(state);
	for (i = 0; i < MAX_BYTES; i++)
		out[i] = text[i] ^ 1;
	memset(iv, 0, sizeof(iv));
	iv[0] = 1;
	if (!j->row)
		use_registers();
	timed(nothing, j->ks, n, iv);
	j->took[column][state][round] = timed(j->fn, j->ks, n, iv);
	if (j->row && memcmp(out, want[column], n))
		die("output differs");
}

static int by_size(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* --- all of it ----------------------------------------------------------- */

static void add(const char *name, const struct widecrypt_row *row,
		wc_mode_fn *fn, void *key)
{
	struct job *j = &jobs[njobs++];
	unsigned int c, s;

	j->name = name;
	j->row = row;
	j->fn = fn;
	j->ks = key;
	for (c = 0; c < NSIZES; c++)
		for (s = 0; s < NSTATES; s++) {
			j->took[c][s] = calloc(rounds, sizeof(u64));
			if (!j->took[c][s])
				die("out of memory");
		}
}

static void add_row(const struct widecrypt_row *row, u8 *key)
{
	u8 in[32];
	unsigned int i;

	if (widecrypt_missing(row)) {
		printf("%s %s: this CPU has no %s\n", row->cipher, row->isa,
		       widecrypt_missing(row));
		return;
	}
	for (i = 0; i < sizeof(in); i++)
		in[i] = 7 * i;
	if (row->ops->setkey(key, in, row->min_key))
		die("setkey");
	add(row->isa, row, row->ops->fn[WC_FN_CTR], key + row->ops->enc_at);
}

static void measure(const char *cipher, double cycles_per_tick, FILE *tsv)
{
	unsigned int r, i, c, s;
	u64 *took;

	for (r = 0; r < rounds; r++)
		for (c = 0; c < NSIZES; c++)
			for (s = 0; s < NSTATES; s++)
				for (i = 0; i < njobs; i++)
					sample(&jobs[i], c, s, r);
	for (s = 0; s < NSTATES; s++) {
		printf("\n%s-128 ctr, %s: cycles of a call, median (least)\n%-14s",
		       cipher, state_names[s], "");
		for (c = 0; c < NSIZES; c++)
			printf("%18u", sizes[c]);
		putchar('\n');
		for (i = 0; i < njobs; i++) {
			struct job *j = &jobs[i];

			printf("%-14s", j->name);
			for (c = 0; c < NSIZES; c++) {
				took = j->took[c][s];
				qsort(took, rounds, sizeof(*took), by_size);
				printf("%9.0f (%6.0f)",
				       took[rounds / 2] * cycles_per_tick,
				       took[0] * cycles_per_tick);
				if (tsv)
					fprintf(tsv, "%s\t%s\t%s\t%u\t%.0f\t%.0f\t%u\t%u\t%u\n",
						cipher, j->name, state_names[s], sizes[c],
						took[rounds / 2] * cycles_per_tick,
						took[0] * cycles_per_tick,
						j->bytes[c][CODE],
						j->bytes[c][TABLES],
						j->bytes[c][KEYS]);
			}
			putchar('\n');
		}
	}
	printf("\n%s-128 ctr: bytes touched in a call, code + tables + keys\n%-14s",
	       cipher, "");
	for (c = 0; c < NSIZES; c++)
		printf("%18u", sizes[c]);
	putchar('\n');
	for (i = 0; i < njobs; i++) {
		printf("%-14s", jobs[i].name);
		for (c = 0; c < NSIZES; c++)
			printf("%7u +%4u +%4u", jobs[i].bytes[c][CODE],
			       jobs[i].bytes[c][TABLES], jobs[i].bytes[c][KEYS]);
		putchar('\n');
	}
	fflush(stdout);
}

/* Cycles of the core in a tick of the time stamp counter */
static double calibrate(void)
{
	u64 least = ~0ULL, t;
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		t = chain();
		if (t < least)
			least = t;
	}
	return (double)CHAIN_CYCLES / least;
}

static void do_cipher(const char *cipher, u8 *keys, FILE *tsv)
{
	unsigned int i, c;

	fprintf(stderr, "cold: %s\n", cipher);
	njobs = 0;
	add("nothing", NULL, nothing, keys);
	if (has_xsavec())
		add("xsave", NULL, xsave, keys);
	for (i = 0; i < widecrypt_nrows && njobs < MAX_JOBS; i++)
		if (!strcmp(widecrypt_rows[i].cipher, cipher))
			add_row(&widecrypt_rows[i], keys + i * LIB_CIPHER_KEY_BYTES);
	/* The portable row is the last. */
	for (c = 0; c < NSIZES; c++) {
		u8 iv[16] = { 1 };

		jobs[njobs - 1].fn(jobs[njobs - 1].ks, want[c], text, sizes[c],
				   iv);
	}
	for (i = 0; i < njobs; i++)
		count_touched(&jobs[i], &jobs[0]);
	measure(cipher, calibrate(), tsv);
}

int main(int argc, char **argv)
{
	FILE *tsv = NULL;
	cpu_set_t cpus;
	unsigned int i;
	size_t size;
	u8 *keys;
	int c;

	while ((c = getopt(argc, argv, "n:o:")) != -1) {
		if (c == 'n')
			rounds = atoi(optarg);
		else if (c == 'o')
			tsv = fopen(optarg, "w");
		if (c == '?' || (c == 'o' && !tsv))
			die("usage: cold [-n ROUNDS] [-o FILE]");
	}
	if (!rounds || rounds > MAX_ROUNDS)
		die("-n: not in 1 to 100000");

	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	size = round_up(widecrypt_nrows * LIB_CIPHER_KEY_BYTES, PAGE);
	keys = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (keys == MAP_FAILED)
		die("out of memory");
	find_areas(keys, size);
	catch_signals();
	for (i = 0; i < MAX_BYTES; i++)
		text[i] = i * 2654435761U >> 13;
	if (tsv)
		fprintf(tsv, "#cipher\trow\tstate\tbytes\tmedian\tleast\tcode\ttables\tkeys\n");
	do_cipher("aria", keys, tsv);
	do_cipher("sm4", keys, tsv);
	if (tsv && fclose(tsv))
		die("cannot write");
	return 0;
}
#endif
