// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the unit tests need of a C library, on arm64 Linux in either byte order:
 * Debian has none for the big one. Declarations are those of the C library's
 * headers; memory is never given back, and a file is read whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp);

static long libc_call(long nr, long a, long b, long c, long d, long e, long f)
{
	register long x8 asm("x8") = nr;
	register long x0 asm("x0") = a;
	register long x1 asm("x1") = b;
	register long x2 asm("x2") = c;
	register long x3 asm("x3") = d;
	register long x4 asm("x4") = e;
	register long x5 asm("x5") = f;

	asm volatile("svc 0" : "+r" (x0) : "r" (x8), "r" (x1), "r" (x2),
		     "r" (x3), "r" (x4), "r" (x5) : "memory");
	return x0;
}

#define SYS(nr, a, b, c, d, e, f)					\
	libc_call(SYS_##nr, (long)(a), (long)(b), (long)(c), (long)(d),	\
		  (long)(e), (long)(f))
#define SYS3(nr, a, b, c)	SYS(nr, a, b, c, 0, 0, 0)

static char **environment;
static unsigned long *aux;

/* Where libc_start.S goes, with what the kernel has put on the stack */
void libc_start(unsigned long *sp)
{
	char **argv = (char **)sp + 1, **p;

	environment = argv + *sp + 1;
	for (p = environment; *p; p++)
		;
	aux = (unsigned long *)(p + 1);
	exit(main(*sp, argv, environment));
}

void exit(int status)
{
	for (;;)
		SYS3(exit_group, status, 0, 0);
}

void _exit(int status)
{
	exit(status);
}

void abort(void)
{
	exit(134);
}

unsigned long getauxval(unsigned long type)
{
	unsigned long *p;

	for (p = aux; *p; p += 2)
		if (*p == type)
			return p[1];
	return 0;
}

char *getenv(const char *name)
{
	size_t n = strlen(name);
	char **p;

	for (p = environment; *p; p++)
		if (!memcmp(*p, name, n) && (*p)[n] == '=')
			return *p + n + 1;
	return NULL;
}

/* ---- memory and strings */

void *memcpy(void *dst, const void *src, size_t n)
{
	const unsigned char *s = src;
	unsigned char *d = dst;
	u64 x;

	for (; n >= 8; n -= 8, s += 8, d += 8) {
		__builtin_memcpy(&x, s, 8);
		__builtin_memcpy(d, &x, 8);
	}
	while (n--)
		*d++ = *s++;
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	u64 x = 0x0101010101010101ULL * (unsigned char)c;
	unsigned char *d = dst;

	for (; n >= 8; n -= 8, d += 8)
		__builtin_memcpy(d, &x, 8);
	while (n--)
		*d++ = c;
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;
	u64 u, v;

	for (; n >= 8; n -= 8, x += 8, y += 8) {
		__builtin_memcpy(&u, x, 8);
		__builtin_memcpy(&v, y, 8);
		if (u != v)
			break;
	}
	n = n > 8 ? 8 : n;
	for (; n--; x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

int strcmp(const char *a, const char *b)
{
	for (; *a && *a == *b; a++, b++)
		;
	return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n && *a && *a == *b; a++, b++, n--)
		;
	return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

char *strstr(const char *s, const char *what)
{
	size_t n = strlen(what);

	for (; strncmp(s, what, n); s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

char *strsep(char **at, const char *delimiters)
{
	char *start = *at, *p;

	if (!start)
		return NULL;
	for (p = start; *p && !strchr(delimiters, *p); p++)
		;
	*at = *p ? p + 1 : NULL;
	*p = '\0';
	return start;
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	unsigned long long x = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		x = 10 * x + *s - '0';
	if (end)
		*end = (char *)s;
	return x;
}

void *mmap(void *addr, size_t n, int prot, int flags, int fd, off_t off)
{
	long p = SYS(mmap, addr, n, prot, flags, fd, off);

	return p < 0 && p > -4096 ? MAP_FAILED : (void *)p;
}

int mprotect(void *addr, size_t n, int prot)
{
	return SYS3(mprotect, addr, n, prot) ? -1 : 0;
}

/* Behind each allocation's start: how many bytes it has */
void *aligned_alloc(size_t align, size_t n)
{
	static char *at, *end;
	size_t *p;

	align = align < 16 ? 16 : align;
	if (!at || (size_t)(end - at) < n + 2 * align) {
		size_t chunk = n + 2 * align > 1 << 24 ? n + 2 * align : 1 << 24;

		at = mmap(NULL, chunk, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			abort();
		end = at + chunk;
	}
	p = (size_t *)(((uintptr_t)at + sizeof(*p) + align - 1) & -align);
	p[-1] = n;
	at = (char *)p + n;
	return p;
}

void *malloc(size_t n)
{
	return aligned_alloc(16, n);
}

void *calloc(size_t n, size_t size)
{
	return memset(malloc(n * size), 0, n * size);
}

/* Twice what is asked for, since it will grow again */
void *realloc(void *old, size_t n)
{
	size_t had = old ? ((size_t *)old)[-1] : 0;
	void *new = old;

	if (n > had) {
		new = malloc(2 * n);
		memcpy(new, old, had);
	}
	return new;
}

void free(void *p)
{
}

char *strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(malloc(n), s, n);
}

/* ---- signals */

int sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	/* The kernel's; without a mask, as handlers are left by siglongjmp(). */
	struct {
		void *handler;
		unsigned long flags;
		void *restorer;
		unsigned long mask;
	} act = {
		.handler = (void *)new->sa_sigaction,
		.flags = new->sa_flags | SA_NODEFER,
	};

	return SYS(rt_sigaction, sig, &act, 0, 8, 0, 0) ? -1 : 0;
}

int sigaltstack(const stack_t *new, stack_t *old)
{
	return SYS3(sigaltstack, new, old, 0) ? -1 : 0;
}

__sighandler_t signal(int sig, __sighandler_t handler)
{
	struct sigaction act = { .sa_handler = handler };

	sigaction(sig, &act, NULL);
	return NULL;
}

int raise(int sig)
{
	return SYS3(kill, SYS3(getpid, 0, 0, 0), sig, 0);
}

char *strsignal(int sig)
{
	return sig == SIGSEGV ? "Segmentation fault" : sig == SIGBUS ?
	       "Bus error" : sig == SIGILL ? "Illegal instruction" : "Signal";
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
	return SYS3(clock_gettime, id, ts, 0);
}

/* ---- text */

struct out {
	char *at, *end;
	int n;
};

static void out(struct out *o, char c)
{
	if (o->at < o->end)
		*o->at++ = c;
	o->n++;
}

static void out_text(struct out *o, const char *s)
{
	while (*s)
		out(o, *s++);
}

static void out_number(struct out *o, unsigned long x, unsigned int base)
{
	char digits[20];
	int n = 0;

	do {
		digits[n++] = "0123456789abcdef"[x % base];
		x /= base;
	} while (x);
	while (n--)
		out(o, digits[n]);
}

/* Conversions d, u, x, p, s, c and f (one digit), flags + and #, length l */
int vsnprintf(char *s, size_t size, const char *f, va_list ap)
{
	struct out o = { .at = s, .end = s + (size ? size - 1 : 0) };
	bool plus, sharp, wide;
	double real;
	long x;

	for (; *f; f++) {
		if (*f != '%') {
			out(&o, *f);
			continue;
		}
		plus = false;
		sharp = false;
		wide = false;
		for (f++; strchr("+#l.0123456789", *f); f++) {
			plus |= *f == '+';
			sharp |= *f == '#';
			wide |= *f == 'l';
		}
		switch (*f) {
		case 'd':
			x = wide ? va_arg(ap, long) : va_arg(ap, int);
			if (x < 0)
				out(&o, '-');
			else if (plus)
				out(&o, '+');
			out_number(&o, x < 0 ? -x : x, 10);
			break;
		case 'u':
		case 'x':
			x = wide ? va_arg(ap, unsigned long) :
				   va_arg(ap, unsigned int);
			if (sharp)
				out_text(&o, "0x");
			out_number(&o, x, *f == 'u' ? 10 : 16);
			break;
		case 'p':
			out_text(&o, "0x");
			out_number(&o, (unsigned long)va_arg(ap, void *), 16);
			break;
		case 's':
			out_text(&o, va_arg(ap, const char *));
			break;
		case 'c':
			out(&o, va_arg(ap, int));
			break;
		case 'f':
			real = va_arg(ap, double);
			x = 10 * real;
			out_number(&o, x / 10, 10);
			out(&o, '.');
			out_number(&o, x % 10, 10);
			break;
		case '%':
			out(&o, '%');
			break;
		default:
			abort();
		}
	}
	if (size)
		*o.at = '\0';
	return o.n;
}

int snprintf(char *s, size_t size, const char *f, ...)
{
	va_list ap;
	int n;

	va_start(ap, f);
	n = vsnprintf(s, size, f, ap);
	va_end(ap);
	return n;
}

int vasprintf(char **s, const char *f, va_list ap)
{
	*s = malloc(1024);
	return vsnprintf(*s, 1024, f, ap);
}

int asprintf(char **s, const char *f, ...)
{
	va_list ap;
	int n;

	va_start(ap, f);
	n = vasprintf(s, f, ap);
	va_end(ap);
	return n;
}

FILE *stdout;

int printf(const char *f, ...)
{
	static char line[4096];
	va_list ap;
	int n;

	va_start(ap, f);
	n = vsnprintf(line, sizeof(line), f, ap);
	va_end(ap);
	if (SYS3(write, 1, line, strlen(line)) < 0)
		exit(2);
	return n;
}

int puts(const char *s)
{
	return printf("%s\n", s);
}

int putchar(int c)
{
	return printf("%c", c);
}

int setvbuf(FILE *f, char *buf, int mode, size_t n)
{
	return 0;
}

int fflush(FILE *f)
{
	return 0;
}

/* A file: what is left of it */
struct text {
	char *at, *end;
};

FILE *fopen(const char *path, const char *mode)
{
	long fd = SYS(openat, AT_FDCWD, path, O_RDONLY, 0, 0, 0), n, got;
	struct text *t;

	if (fd < 0)
		return NULL;
	t = malloc(sizeof(*t));
	n = SYS3(lseek, fd, 0, SEEK_END);
	SYS3(lseek, fd, 0, SEEK_SET);
	t->at = malloc(n);
	t->end = t->at;
	while ((got = SYS3(read, fd, t->end, t->at + n - t->end)) > 0)
		t->end += got;
	SYS3(close, fd, 0, 0);
	return (FILE *)t;
}

int fclose(FILE *f)
{
	return 0;
}

/* What getline() is in the C library's headers */
ssize_t __getdelim(char **line, size_t *size, int end, FILE *f)
{
	struct text *t = (struct text *)f;
	ssize_t n = 0;

	while (t->at + n < t->end && t->at[n++] != end)
		;
	if (!n)
		return -1;
	*line = memcpy(malloc(n + 1), t->at, n);
	(*line)[n] = '\0';
	t->at += n;
	return n;
}
