// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * aes_emulate.h against the pseudocode of the manuals, and against the
 * instructions themselves where this CPU has them.
 */
#include <widecrypt/aes_emulate.h>
#include "ref.h"
#include "test.h"

struct insn {
	const char *name;
	/* as the manual has it: "K" is the addition of the second operand */
	const char *steps;
	/* d = op(d, n) or d = op(n) */
	void (*emu)(struct wc_aes_state *d, const struct wc_aes_state *n);
	void (*live)(struct wc_aes_state *d, const struct wc_aes_state *n);
};

static void emu_aesenc(struct wc_aes_state *d, const struct wc_aes_state *n)
{
	aes_emu_x86_aesenc(d, d, n);
}

static void emu_aesenclast(struct wc_aes_state *d, const struct wc_aes_state *n)
{
	aes_emu_x86_aesenclast(d, d, n);
}

static void emu_aesdec(struct wc_aes_state *d, const struct wc_aes_state *n)
{
	aes_emu_x86_aesdec(d, d, n);
}

static void emu_aesdeclast(struct wc_aes_state *d, const struct wc_aes_state *n)
{
	aes_emu_x86_aesdeclast(d, d, n);
}

#if defined(__x86_64__) && __STDC_HOSTED__
static bool live_x86(void)
{
	return __builtin_cpu_supports("aes");
}

#define LIVE_X86(name)							\
static void live_##name(struct wc_aes_state *d,				\
			const struct wc_aes_state *n)			\
{									\
	asm volatile("movdqu %0, %%xmm0\n\tmovdqu %1, %%xmm1\n\t"	\
		     #name " %%xmm1, %%xmm0\n\tmovdqu %%xmm0, %0"	\
		     : "+m" (*d) : "m" (*n) : "xmm0", "xmm1");		\
}

/* The immediate cannot be a variable: 256 routines of eight bytes each. */
asm(".pushsection .text\n"
	".balign 8\n"
	"keygen_routines:\n"
	".set i, 0\n"
	".rept 256\n"
	"aeskeygenassist $i, %xmm1, %xmm0\n"
	"ret\n"
	".balign 8\n"
	".set i, i + 1\n"
	".endr\n"
	".popsection\n");

static void live_aeskeygenassist(struct wc_aes_state *d,
				 const struct wc_aes_state *n, u8 imm)
{
	unsigned long fn = 8 * imm;

	/* past the red zone, as the call writes to the stack */
	asm volatile("lea keygen_routines(%%rip), %%rcx\n\t"
		     "add %%rcx, %[fn]\n\t"
		     "movdqu (%[n]), %%xmm1\n\t"
		     "lea -128(%%rsp), %%rsp\n\t"
		     "call *%[fn]\n\t"
		     "lea 128(%%rsp), %%rsp\n\t"
		     "movdqu %%xmm0, (%[d])"
		     : [fn] "+r" (fn)
		     : [n] "r" (n), [d] "r" (d)
		     : "rcx", "xmm0", "xmm1", "memory", "cc");
}
#else
static bool live_x86(void)
{
	return false;
}

#define LIVE_X86(name)							\
static void live_##name(struct wc_aes_state *d,				\
			const struct wc_aes_state *n)			\
{									\
	(void)d;							\
	(void)n;							\
}

static void live_aeskeygenassist(struct wc_aes_state *d,
				 const struct wc_aes_state *n, u8 imm)
{
	(void)d;
	(void)n;
	(void)imm;
}
#endif

LIVE_X86(aesenc)
LIVE_X86(aesenclast)
LIVE_X86(aesdec)
LIVE_X86(aesdeclast)
LIVE_X86(aesimc)

/* The AArch64 builds of this test run on CPUs that have the instructions. */
#ifdef __aarch64__
#define LIVE_ARM(name)							\
static void live_arm_##name(struct wc_aes_state *d,			\
			    const struct wc_aes_state *n)		\
{									\
	asm volatile(".arch_extension aes\n\t"				\
		     "ld1 {v0.16b}, %0\n\tld1 {v1.16b}, %1\n\t"		\
		     #name " v0.16b, v1.16b\n\tst1 {v0.16b}, %0"	\
		     : "+Q" (*d) : "Q" (*n) : "v0", "v1");		\
}
#else
#define LIVE_ARM(name)							\
static void live_arm_##name(struct wc_aes_state *d,			\
			    const struct wc_aes_state *n)		\
{									\
	(void)d;							\
	(void)n;							\
}
#endif

LIVE_ARM(aese)
LIVE_ARM(aesd)
LIVE_ARM(aesmc)
LIVE_ARM(aesimc)

static void live_arm_aese_aesmc(struct wc_aes_state *d,
				const struct wc_aes_state *n)
{
	live_arm_aese(d, n);
	live_arm_aesmc(d, d);
}

static void live_arm_aesd_aesimc(struct wc_aes_state *d,
				 const struct wc_aes_state *n)
{
	live_arm_aesd(d, n);
	live_arm_aesimc(d, d);
}

static const struct insn x86[] = {
	{ "AESENC", "RSMK", emu_aesenc, live_aesenc },
	{ "AESENCLAST", "RSK", emu_aesenclast, live_aesenclast },
	{ "AESDEC", "rsmK", emu_aesdec, live_aesdec },
	{ "AESDECLAST", "rsK", emu_aesdeclast, live_aesdeclast },
	{ "AESIMC", "m", aes_emu_x86_aesimc, live_aesimc },
};

static const struct insn arm64[] = {
	{ "AESE", "KRS", aes_emu_arm64_aese, live_arm_aese },
	{ "AESD", "Krs", aes_emu_arm64_aesd, live_arm_aesd },
	{ "AESMC", "M", aes_emu_arm64_aesmc, live_arm_aesmc },
	{ "AESIMC", "m", aes_emu_arm64_aesimc, live_arm_aesimc },
	{ "AESE, AESMC", "KRSM", aes_emu_arm64_aese_aesmc,
	  live_arm_aese_aesmc },
	{ "AESD, AESIMC", "Krsm", aes_emu_arm64_aesd_aesimc,
	  live_arm_aesd_aesimc },
};

static void test_insn(const struct insn *in, const char *arch, bool live)
{
	struct wc_aes_state d, n, x, want;
	bool ok = true, lok = true;
	bool unary = in->steps[1] == 0;
	int i;

	for (i = 0; i < 16 * 256 + 16; i++) {
		rnd(&d, 16);
		rnd(&n, 16);
		if (i < 16 * 256)
			(unary ? n.b : d.b)[i / 256] = i % 256;
		want = unary ? n : d;
		ref_steps(want.b, in->steps, n.b);
		x = d;
		in->emu(&x, &n);
		ok &= !memcmp(&x, &want, 16);
		if (live) {
			x = d;
			in->live(&x, &n);
			lok &= !memcmp(&x, &want, 16);
		}
		/* one register for both operands */
		want = n;
		ref_steps(want.b, in->steps, n.b);
		x = n;
		in->emu(&x, &x);
		ok &= !memcmp(&x, &want, 16);
	}
	put(ok ? "ok - " : "not ok - ");
	put(arch);
	put(in->name);
	put(" emulated\n");
	failures += !ok;
	if (live) {
		put(lok ? "ok - " : "not ok - ");
		put(arch);
		put(in->name);
		put(" live\n");
		failures += !lok;
	}
}

/* Intel SDM, AESKEYGENASSIST */
static void keygen_ref(u8 d[16], const u8 n[16], u8 imm)
{
	int i, j;

	for (i = 0; i < 16; i += 8) {
		for (j = 0; j < 4; j++) {
			d[i + j] = ref_s[n[i + 4 + j]];
			d[i + 4 + j] = ref_s[n[i + 4 + (j + 1) % 4]];
		}
		d[i + 4] ^= imm;
	}
}

int main(void)
{
	bool ok = true, lok = true, live = live_x86();
	struct wc_aes_state n, x, want;
	unsigned int i;

	ref_init();
	for (i = 0; i < sizeof(x86) / sizeof(*x86); i++)
		test_insn(&x86[i], "x86 ", live);
	for (i = 0; i < 16 * 256; i++) {
		rnd(&n, 16);
		n.b[i / 256] = i % 256;
		keygen_ref(want.b, n.b, i % 256);
		aes_emu_x86_aeskeygenassist(&x, &n, i % 256);
		ok &= !memcmp(&x, &want, 16);
		if (live) {
			live_aeskeygenassist(&x, &n, i % 256);
			lok &= !memcmp(&x, &want, 16);
		}
		aes_emu_x86_aeskeygenassist(&n, &n, i % 256);
		ok &= !memcmp(&n, &want, 16);
	}
	result(ok, "x86 AESKEYGENASSIST emulated", "");
	if (live)
		result(lok, "x86 AESKEYGENASSIST live", "");

#ifdef __aarch64__
	live = true;
#else
	live = false;
#endif
	for (i = 0; i < sizeof(arm64) / sizeof(*arm64); i++)
		test_insn(&arm64[i], "arm64 ", live);
	return failures != 0;
}
