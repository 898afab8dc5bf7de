// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Buffers between inaccessible pages.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "unit.h"

#define PAGE	4096U
#define PATTERN	0xc5

static struct guard *guards[32];
static unsigned int nguards;

void guard_init(struct guard *g, const char *name, unsigned int size)
{
	u8 *p;

	g->name = name;
	g->size = DIV_ROUND_UP(size, PAGE) * PAGE;
	p = mmap(NULL, g->size + 2 * PAGE, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED || nguards == ARRAY_SIZE(guards) ||
	    mprotect(p + PAGE, g->size, PROT_READ | PROT_WRITE))
		abort();
	g->base = p + PAGE;
	guards[nguards++] = g;
}

u8 *guard_place(const struct guard *g, struct place at, unsigned int n)
{
	if (at.edge == AT_START)
		return g->base + at.off;
	return g->base + g->size - n - at.off;
}

void guard_fill(const struct guard *g, const u8 *p, unsigned int n)
{
	memset(g->base, PATTERN, p - g->base);
	memset((u8 *)p + n, PATTERN, g->base + g->size - (p + n));
}

static bool is_pattern(const u8 *p, const u8 *end)
{
	static const u8 pattern[64] = { [0 ... 63] = PATTERN };
	unsigned int n;

	for (; p < end; p += n) {
		n = min_t(size_t, end - p, sizeof(pattern));
		if (memcmp(p, pattern, n))
			return false;
	}
	return true;
}

bool guard_intact(const struct guard *g, const u8 *p, unsigned int n)
{
	return is_pattern(g->base, p) && is_pattern(p + n, g->base + g->size);
}

const char *guard_name(const void *addr)
{
	static char name[64];
	uintptr_t a = (uintptr_t)addr;
	unsigned int i;

	for (i = 0; i < nguards; i++) {
		const struct guard *g = guards[i];
		long off = a - (uintptr_t)g->base;

		if (off < -(long)PAGE || off >= (long)(g->size + PAGE))
			continue;
		if (off < (long)g->size)
			snprintf(name, sizeof(name), "%s page %+ld", g->name,
				 off);
		else
			snprintf(name, sizeof(name), "end of %s page %+ld",
				 g->name, off - g->size);
		return name;
	}
	snprintf(name, sizeof(name), "%p", addr);
	return name;
}
