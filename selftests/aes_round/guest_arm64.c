// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The arm64 guest of guest.h as a program for an emulator: time per AES-128
 * block, of one block alone and of four in turn. Under an emulator that does
 * AES by tables (QEMU up to 8.0), this is what bench.c's tables stand for, with
 * the emulator's own cost on top.
 */
#include <stdio.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(void)
{
	double t, one = 1e9, four = 1e9;
	int s, i;

	for (s = 0; s < 300; s++) {
		t = now();
		for (i = 0; i < 64; i++)
			asm volatile(".arch_extension aes\n\t"
				     ".irp k, v16,v17,v18,v19,v20,v21,v22,v23,v24\n\t"
				     "aese v0.16b, \\k\\().16b\n\t"
				     "aesmc v0.16b, v0.16b\n\t"
				     ".endr\n\t"
				     "aese v0.16b, v25.16b\n\t"
				     "eor v0.16b, v0.16b, v26.16b"
				     : : : "v0");
		t = (now() - t) / 64;
		one = t < one ? t : one;

		t = now();
		for (i = 0; i < 64; i++)
			asm volatile(".irp k, v16,v17,v18,v19,v20,v21,v22,v23,v24\n\t"
				     ".irp v, v0.16b,v1.16b,v2.16b,v3.16b\n\t"
				     "aese \\v, \\k\\().16b\n\t"
				     "aesmc \\v, \\v\n\t"
				     ".endr\n\t"
				     ".endr\n\t"
				     ".irp v, v0.16b,v1.16b,v2.16b,v3.16b\n\t"
				     "aese \\v, v25.16b\n\t"
				     "eor \\v, \\v, v26.16b\n\t"
				     ".endr"
				     : : : "v0", "v1", "v2", "v3");
		t = (now() - t) / 256;
		four = t < four ? t : four;
	}
	printf("%6.1f ns a block alone, %6.1f ns of 4 in turn\n", one, four);
	return 0;
}
