// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Prints the drivers that the modules promise, from the ciphers' lists of rows,
 * narrow to wide within a cipher: cipher, ISA suffix, architecture (as uname -m
 * says, aarch64_be aside, or any), modes, priority, and the CPU features needed as /proc/cpuinfo
 * names them (- for none). "cipher" among the modes is the single-block cipher
 * under its name for kernels without their own.
 */
#include <stdio.h>
#include "aria/aria.h"
#include "gcm/gcm.h"
#include "sm4/sm4.h"

#define SKCIPHER_MODES	"ecb,cbc,ctr,cfb,xts,gcm"
#define GCM_MODES	"gcm,rfc4106"

static const struct {
	unsigned long bit;
	const char *name;
} features[] = {
	{ WC_AESNI, "aes" },
	{ WC_PCLMUL, "pclmulqdq" },
	{ WC_AVX, "avx" },
	{ WC_AVX2, "avx2" },
	{ WC_GFNI, "gfni" },
	{ WC_VAES, "vaes" },
	{ WC_VPCLMUL, "vpclmulqdq" },
	{ WC_AVX512, "avx512f,avx512vl,avx512bw,avx512dq" },
	{ WC_VBMI, "avx512vbmi" },
	{ WC_ASIMD, "asimd" },
	{ WC_AES, "aes" },
	{ WC_PMULL, "pmull" },
	{ WC_SHA3, "sha3" },
	{ WC_SM4, "sm4" },
};

static const struct row {
	const char *cipher, *isa, *arch, *modes;
	unsigned long need;
	int prio;
} rows[] = {
#define ROW(arch, modes, cipher, isa, features, prio)	\
	{ #cipher, isa, arch, modes, features, prio },
#define X86(cipher, id, isa, features, prio, gcm)	\
	ROW("x86_64", SKCIPHER_MODES, cipher, isa, features, prio)
#define ARM64(cipher, id, isa, features, prio, gcm)	\
	ROW("aarch64", SKCIPHER_MODES, cipher, isa, features, prio)
#define ANY(cipher, id, isa, features, prio, gcm)	\
	ROW("any", SKCIPHER_MODES, cipher, isa, features, prio)
#define X86_GCM(cipher, id, isa, features, prio, gcm)	\
	ROW("x86_64", GCM_MODES, cipher, isa, features, prio)
#define ARM64_GCM(cipher, id, isa, features, prio, gcm)	\
	ROW("aarch64", GCM_MODES, cipher, isa, features, prio)
#define ANY_GCM(cipher, id, isa, features, prio, gcm)	\
	ROW("any", GCM_MODES, cipher, isa, features, prio)
	ARIA_ROWS_ARM64(ARM64)
	ARIA_ROWS_X86(X86)
	ARIA_ROWS_ANY(ANY)
	SM4_ROWS_ARM64(ARM64)
	SM4_ROWS_X86(X86)
	SM4_ROWS_ANY(ANY)
	AES_ROWS_ARM64(ARM64_GCM)
	AES_ROWS_X86(X86_GCM)
	AES_ROWS_ANY(ANY_GCM)
};

int main(void)
{
	const struct row *row;
	const char *comma;
	unsigned int i;
	unsigned long need;

	printf("# Made by selftests/rows.sh from the ciphers' lists of rows.\n");
	for (row = rows + ARRAY_SIZE(rows); row-- != rows; ) {
		/* Portable AES-GCM is there on request only. */
		if (!row->need) {
			if (strcmp(row->cipher, "aes"))
				printf("%s %s any cipher 100 -\n", row->cipher,
				       row->isa);
			printf("%s %s any %s %d %s\n", row->cipher, row->isa,
			       row->modes, row->prio,
			       strcmp(row->cipher, "aes") ? "-" : "isa=generic");
			continue;
		}
		printf("%s %s %s %s %d ", row->cipher, row->isa, row->arch,
		       row->modes, row->prio);
		need = row->need;
		comma = "";
		for (i = 0; i < ARRAY_SIZE(features); i++) {
			if (!(need & features[i].bit))
				continue;
			printf("%s%s", comma, features[i].name);
			comma = ",";
			need &= ~features[i].bit;
		}
		printf("\n");
		if (need)
			return 1;	/* a feature without a name here */
	}
	return 0;
}
