// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Prints the x86-64 rows, one a line: cipher, ISA suffix, features.
 */
#include <stdio.h>
#include "aria/aria.h"
#include "gcm/gcm.h"
#include "sm4/sm4.h"

static const struct {
	unsigned long bit;
	const char *name;
} features[] = {
	{ WC_AESNI, "aesni" },
	{ WC_PCLMUL, "pclmul" },
	{ WC_AVX, "avx" },
	{ WC_AVX2, "avx2" },
	{ WC_GFNI, "gfni" },
	{ WC_VAES, "vaes" },
	{ WC_VPCLMUL, "vpclmul" },
	{ WC_AVX512, "avx512" },
	{ WC_VBMI, "vbmi" },
};

static int print_row(const char *cipher, const char *isa, unsigned long need)
{
	unsigned int i;

	if (!need)
		return 0;
	printf("%s %s", cipher, isa);
	for (i = 0; i < ARRAY_SIZE(features); i++) {
		if (need & features[i].bit)
			printf(" %s", features[i].name);
		need &= ~features[i].bit;
	}
	printf("\n");
	return need != 0;	/* a feature without a name here */
}

#define PRINT_ROW(cipher, id, isa, features, prio, gcm)	\
	bad |= print_row(#cipher, isa, features);

int main(void)
{
	int bad = 0;

	ARIA_ROWS(PRINT_ROW)
	SM4_ROWS(PRINT_ROW)
	AES_ROWS(PRINT_ROW)
	return bad;
}
