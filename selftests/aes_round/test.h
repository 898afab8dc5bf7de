/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the test programs share: results, random bytes, and a start-up and C
 * library of a few lines for targets that have none (-ffreestanding).
 *
 * A program prints "ok - name" or "not ok - name" per test; check.sh makes KTAP
 * of them.
 */
#ifndef WC_AES_TEST_H
#define WC_AES_TEST_H

#include <linux/string.h>
#include <linux/types.h>

int main(void);

#if __STDC_HOSTED__

#include <unistd.h>

static inline void put(const char *s)
{
	if (write(1, s, strlen(s)) < 0)
		_exit(2);
}

#else

#ifdef __aarch64__
static inline long syscall3(long nr, long a, long b, long c)
{
	register long x8 asm("x8") = nr;
	register long x0 asm("x0") = a;
	register long x1 asm("x1") = b;
	register long x2 asm("x2") = c;

	asm volatile("svc 0" : "+r" (x0) : "r" (x8), "r" (x1), "r" (x2)
		     : "memory");
	return x0;
}

#define SYS_WRITE	64
#define SYS_EXIT	93
asm(".globl _start\n_start: mov x29, xzr\nbl start_c\n");
#elif defined(__powerpc__) && __SIZEOF_POINTER__ == 4
static inline long syscall3(long nr, long a, long b, long c)
{
	register long r0 asm("r0") = nr;
	register long r3 asm("r3") = a;
	register long r4 asm("r4") = b;
	register long r5 asm("r5") = c;

	asm volatile("sc" : "+r" (r0), "+r" (r3), "+r" (r4), "+r" (r5)
		     : : "memory", "cr0", "ctr", "r6", "r7", "r8", "r9", "r10",
		     "r11", "r12");
	return r3;
}

#define SYS_WRITE	4
#define SYS_EXIT	1
asm(".globl _start\n_start: li 0,0\nstwu 1,-16(1)\nbl start_c\n");
#elif defined(__i386__)
static inline long syscall3(long nr, long a, long b, long c)
{
	long r;

	asm volatile("int $0x80" : "=a" (r)
		     : "a" (nr), "b" (a), "c" (b), "d" (c) : "memory");
	return r;
}

#define SYS_WRITE	4
#define SYS_EXIT	1
asm(".globl _start\n_start: and $-16, %esp\ncall start_c\n");
#else
#error "no start-up code for this target"
#endif

void *memcpy(void *dst, const void *src, size_t n)
{
	const u8 *s = src;
	u8 *d = dst;

	while (n--)
		*d++ = *s++;
	return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
	const u8 *s = src;
	u8 *d = dst;

	if (d <= s)
		return memcpy(dst, src, n);
	while (n--)
		d[n] = s[n];
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	u8 *d = dst;

	while (n--)
		*d++ = c;
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const u8 *x = a, *y = b;

	for (; n--; x++, y++) {
		if (*x != *y)
			return *x - *y;
	}
	return 0;
}

static inline void put(const char *s)
{
	const char *e = s;

	while (*e)
		e++;
	syscall3(SYS_WRITE, 1, (long)s, e - s);
}

void start_c(void);

void start_c(void)
{
	syscall3(SYS_EXIT, main(), 0, 0);
	__builtin_unreachable();
}

#endif /* __STDC_HOSTED__ */

static int failures;

static inline void result(bool ok, const char *a, const char *b)
{
	put(ok ? "ok - " : "not ok - ");
	put(a);
	put(b);
	put("\n");
	failures += !ok;
}

/* xorshift64: the same bytes on every host and in every run */
static inline u8 rnd8(void)
{
	static u64 x = 0x243f6a8885a308d3ULL;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x >> 56;
}

static inline void rnd(void *p, unsigned int n)
{
	u8 *d = p;

	while (n--)
		*d++ = rnd8();
}

/* lower-case hex to bytes */
static inline void hex(void *p, const char *s)
{
	u8 *d = p;
	int i, v;

	while (*s) {
		for (v = i = 0; i < 2; i++, s++)
			v = v << 4 | (*s <= '9' ? *s - '0' : *s - 'a' + 10);
		*d++ = v;
	}
}

#endif /* WC_AES_TEST_H */
