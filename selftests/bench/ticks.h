/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time: a fast clock, and a chain of instructions of known length to scale it
 * to core cycles with.
 */
#ifndef BENCH_TICKS_H
#define BENCH_TICKS_H

#include <linux/types.h>
#include <time.h>

#ifdef __x86_64__
#include <x86intrin.h>

#define CHAIN_CYCLES	(256 * 16 * 4)

static inline u64 ticks(void)
{
	u64 t;

	_mm_lfence();
	t = __rdtsc();
	_mm_lfence();
	return t;
}

/* An addition takes one cycle, a multiplication three. */
static inline u64 chain(void)
{
	u64 start = ticks(), x = 1;
	int i;

	for (i = 0; i < 256; i++)
		asm volatile(".rept 16\n\t"
			     "add $1, %0\n\t"
			     "imul $1, %0, %0\n\t"
			     ".endr" : "+r" (x));
	return ticks() - start;
}
#else
#define CHAIN_CYCLES	(256 * 64)

static inline u64 ticks(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* The compiler cannot join additions that it cannot see. */
static inline u64 chain(void)
{
	u64 start = ticks(), x = 1, y = 3;
	int i;

#define ADD4	do {							\
	x += y; asm volatile("" : "+r" (x));				\
	x += y; asm volatile("" : "+r" (x));				\
	x += y; asm volatile("" : "+r" (x));				\
	x += y; asm volatile("" : "+r" (x));				\
} while (0)

	for (i = 0; i < 256 * 64 / 16; i++) {
		ADD4;
		ADD4;
		ADD4;
		ADD4;
	}
	return ticks() - start;
}
#endif

#endif /* BENCH_TICKS_H */
