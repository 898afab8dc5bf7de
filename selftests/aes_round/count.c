// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * count OPERATION TIMES: does an operation so many times. The instructions that
 * one takes are those of a run with N less those of a run with none, over N
 * (counts.sh). "-" prints the names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "aria/aria_ct.h"
#include "sm4/sm4_ct.h"
#include "guest.h"

static struct guest g;
static struct aria_key aria;
static struct sm4_key sm4;
static u8 key[32], buf[256], iv[16];

static void sm4_table_key(void) { widecrypt_sm4_expandkey(&sm4, key, 16); }
static void sm4_ct_key(void) { ct_sm4_expandkey(&sm4, key, 16); }

static void aria_table_1(void)
{
	widecrypt_aria_generic_ecb(&aria.enc, buf, buf, 1, iv);
}

static void aria_ct_1(void)
{
	ct_aria_block(&aria.enc, buf, buf);
}

static void sm4_table_1(void)
{
	widecrypt_sm4_generic_ecb(&sm4.enc, buf, buf, 1, iv);
}

static void sm4_ct_1(void)
{
	ct_sm4_blocks(&sm4.enc, buf, buf, 1);
}

static void sm4_table_8(void)
{
	widecrypt_sm4_generic_ecb(&sm4.enc, buf, buf, 8, iv);
}

static void sm4_ct_8(void)
{
	ct_sm4_blocks(&sm4.enc, buf, buf, 8);
}

static void arm64_table(void) { arm64_by_table(&g, 4); }
static void arm64_blocks(void) { arm64_by_blocks(&g, 4); }
static void x86_table(void) { x86_by_table(&g, 4); }
static void x86_blocks(void) { x86_by_blocks(&g, 4); }

static const struct {
	const char *name;
	void (*fn)(void);
} ops[] = {
	{ "aria-table-1", aria_table_1 },
	{ "aria-ct-1", aria_ct_1 },
	{ "sm4-table-key", sm4_table_key },
	{ "sm4-ct-key", sm4_ct_key },
	{ "sm4-table-1", sm4_table_1 },
	{ "sm4-ct-1", sm4_ct_1 },
	{ "sm4-table-8", sm4_table_8 },
	{ "sm4-ct-8", sm4_ct_8 },
	{ "arm64-guest-table", arm64_table },
	{ "arm64-guest-ct", arm64_blocks },
	{ "x86-guest-table", x86_table },
	{ "x86-guest-ct", x86_blocks },
};

int main(int argc, char **argv)
{
	unsigned int i;
	int n;

	if (argc == 2) {
		for (i = 0; i < sizeof(ops) / sizeof(*ops); i++)
			puts(ops[i].name);
		return 0;
	}
	if (argc != 3)
		return 2;
	tab_init();
	widecrypt_aria_expandkey(&aria, key, 16);
	sm4_table_key();
	for (i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if (strcmp(ops[i].name, argv[1]))
			continue;
		for (n = atoi(argv[2]); n; n--)
			ops[i].fn();
		return 0;
	}
	return 2;
}
