// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unit [-l] [WORD...]: runs the tests whose names contain every WORD, or lists
 * them. KTAP; the last line is "N passed, N failed, N skipped".
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "unit.h"

static struct test *tests;
static unsigned int ntests;

static char failure[512];
static char note[256];

static sigjmp_buf fault_exit;
static sig_atomic_t fault_armed;

void test_add(const struct test *t, const char *fmt, ...)
{
	struct test *new;
	va_list ap;

	tests = realloc(tests, (ntests + 1) * sizeof(*tests));
	if (!tests)
		abort();
	new = &tests[ntests++];
	*new = *t;
	va_start(ap, fmt);
	if (vasprintf(&new->name, fmt, ap) < 0)
		abort();
	va_end(ap);
	if (t->row && !t->skip && widecrypt_missing(t->row)) {
		char *why;

		if (asprintf(&why, "this CPU lacks %s",
			     widecrypt_missing(t->row)) < 0)
			abort();
		new->skip = why;
	}
}

bool fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(failure, sizeof(failure), fmt, ap);
	va_end(ap);
	return false;
}

void fault_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(note, sizeof(note), fmt, ap);
	va_end(ap);
}

static void on_fault(int sig, siginfo_t *info, void *ctx)
{
	if (!fault_armed) {
		signal(sig, SIG_DFL);
		raise(sig);
		return;
	}
	/* Not a place where locks may be held: our own code or a routine's */
	snprintf(failure, sizeof(failure), "%s at %s: %s", strsignal(sig),
		 guard_name(info->si_addr), note);
	siglongjmp(fault_exit, 1);
}

static void catch_faults(void)
{
	static const int sigs[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };
	struct sigaction sa = { .sa_sigaction = on_fault,
				.sa_flags = SA_SIGINFO | SA_ONSTACK };
	stack_t stack = { .ss_size = 65536 };
	unsigned int i;

	stack.ss_sp = malloc(stack.ss_size);
	if (!stack.ss_sp || sigaltstack(&stack, NULL))
		abort();
	for (i = 0; i < ARRAY_SIZE(sigs); i++)
		sigaction(sigs[i], &sa, NULL);
}

bool run_guarded(bool (*f)(const void *arg), const void *arg)
{
	bool ok;

	note[0] = '\0';
	if (sigsetjmp(fault_exit, 1)) {
		fault_armed = 0;
		return false;
	}
	fault_armed = 1;
	ok = f(arg);
	fault_armed = 0;
	return ok;
}

static u64 rnd_state;

/* Sebastiano Vigna's splitmix64, public domain */
u64 rnd(void)
{
	u64 x = rnd_state += 0x9e3779b97f4a7c15ULL;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

void rnd_fill(void *p, size_t n)
{
	u64 x;

	for (; n >= sizeof(x); n -= sizeof(x), p += sizeof(x)) {
		x = rnd();
		memcpy(p, &x, sizeof(x));
	}
	x = rnd();
	memcpy(p, &x, n);
}

static bool wanted(const struct test *t, char **words)
{
	for (; *words; words++)
		if (!strstr(t->name, *words))
			return false;
	return true;
}

static bool run_one(const void *arg)
{
	const struct test *t = arg;

	return t->run(t);
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* In the order they are run */
static register_fn *const sets[] = {
	register_tables, register_gcm_tables, register_sm4_tables,
	register_keys, register_ghash, register_vectors, register_modes,
	register_gcm, register_abi, register_control
};

int main(int argc, char **argv)
{
	unsigned int i, n = 0, passed = 0, failed = 0, skipped = 0;
	const char *seed = getenv("SEED");
	bool list = argc > 1 && !strcmp(argv[1], "-l");
	char **words = argv + 1 + list;
	double start;
	u64 base;

	base = seed ? strtoull(seed, NULL, 0) : 1;
	catch_faults();
	for (i = 0; i < ARRAY_SIZE(sets); i++)
		if (sets[i])
			sets[i]();

	for (i = 0; i < ntests; i++) {
		if (!wanted(&tests[i], words))
			continue;
		n++;
		if (list)
			puts(tests[i].name);
	}
	if (list)
		return 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("KTAP version 1\n1..%u\n", n);
	for (i = 0, n = 0; i < ntests; i++) {
		const struct test *t = &tests[i];
		double took;

		if (!wanted(t, words))
			continue;
		n++;
		if (t->skip) {
			printf("ok %u %s # SKIP %s\n", n, t->name, t->skip);
			skipped++;
			continue;
		}
		/* A test alone does what it does among all. */
		rnd_state = base * 0x10001 + i;
		failure[0] = '\0';
		start = now();
		if (run_guarded(run_one, t)) {
			printf("ok %u %s\n", n, t->name);
			passed++;
		} else {
			printf("# %s\nnot ok %u %s\n", failure, n, t->name);
			failed++;
		}
		took = now() - start;
		if (took > 1)
			printf("# %.1f s\n", took);
	}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed || !(passed + skipped);
}
