// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A user program whose vector registers must survive whatever the kernel does:
 *	fpucheck SECONDS NAME
 * fills all of them (zmm0 to zmm31, or ymm0 to ymm15), computes for a while, lets
 * the kernel encrypt by the driver NAME, and compares. Prints how often; the exit
 * status is 0 when nothing had changed, 4 where there is no AVX.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "afalg.h"

#define REGS(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7) \
	op(8) op(9) op(10) op(11) op(12) op(13) op(14) op(15)
#define MORE(op) op(16) op(17) op(18) op(19) op(20) op(21) op(22) op(23) \
	op(24) op(25) op(26) op(27) op(28) op(29) op(30) op(31)

#define GET_Y(n) "vmovdqu 32*" #n "(%1), %%ymm" #n "\n\t"
#define PUT_Y(n) "vmovdqu %%ymm" #n ", 32*" #n "(%2)\n\t"
#define GET_Z(n) "vmovdqu64 64*" #n "(%1), %%zmm" #n "\n\t"
#define PUT_Z(n) "vmovdqu64 %%zmm" #n ", 64*" #n "(%2)\n\t"

/* Then write(op, text, 256) and read(op, text, 256): calls keep the registers. */
#define CALL(n)	"mov $" #n ", %%eax\n\tmov %3, %%edi\n\tmov %4, %%rsi\n\t" \
		"mov $256, %%edx\n\tsyscall\n\t"
#define SPIN	"1: dec %0\n\tjnz 1b\n\t" CALL(1) CALL(0)
#define CHANGED	"memory", "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r11", \
		"xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", \
		"xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", \
		"xmm15"

static unsigned char in[32 * 64], out[32 * 64], text[256];
static int op;

static void spin_ymm(unsigned long n)
{
	asm volatile(REGS(GET_Y) SPIN REGS(PUT_Y) "vzeroupper"
		     : "+r"(n) : "r"(in), "r"(out), "r"(op), "r"(text)
		     : CHANGED);
}

static void spin_zmm(unsigned long n)
{
	asm volatile(REGS(GET_Z) MORE(GET_Z) SPIN REGS(PUT_Z) MORE(PUT_Z)
		     "vzeroupper"
		     : "+r"(n) : "r"(in), "r"(out), "r"(op), "r"(text)
		     : CHANGED);
}

int main(int argc, char **argv)
{
	int wide = __builtin_cpu_supports("avx512f");
	size_t len = wide ? sizeof(in) : 16 * 32, i;
	static const u8 key[16], iv[16];
	unsigned long rounds = 0;
	struct af_name name;
	time_t end;
	int tfm;

	if (argc != 3 || af_parse_name(argv[2], &name) ||
	    af_is_aead(name.mode)) {
		fprintf(stderr, "usage: fpucheck SECONDS NAME\n");
		return 2;
	}
	if (!__builtin_cpu_supports("avx")) {
		puts("# fpucheck: this CPU has no AVX");
		return 4;
	}
	tfm = af_open(&name);
	if (tfm < 0 || af_setkey(tfm, key, sizeof(key)))
		return 2;
	op = af_start(tfm, 1, iv, af_ivlen(name.mode), -1);
	if (op < 0 || write(op, text, sizeof(text)) != sizeof(text) ||
	    read(op, text, sizeof(text)) != sizeof(text)) {
		fprintf(stderr, "fpucheck: %s does not work\n", argv[2]);
		return 2;
	}
	srandom(getpid());
	for (end = time(NULL) + atoi(argv[1]);
	     time(NULL) < end; rounds++) {
		for (i = 0; i < len; i++)
			in[i] = random();
		memset(out, 0, sizeof(out));
		if (wide)
			spin_zmm(1 + random() % 2000000);
		else
			spin_ymm(1 + random() % 2000000);
		for (i = 0; i < len; i++)
			if (in[i] != out[i]) {
				printf("# fpucheck: byte %zu of register %zu changed\n",
				       i % (wide ? 64 : 32), i / (wide ? 64 : 32));
				return 1;
			}
	}
	printf("# fpucheck: %lu times all of %s were kept\n", rounds,
	       wide ? "zmm0 to zmm31" : "ymm0 to ymm15");
	return rounds ? 0 : 1;
}
