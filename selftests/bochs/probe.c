// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Does this CPU mask VGF2P8AFFINEQB by bytes, as the manual says? Bochs 3.0 masks
 * it, VGF2P8AFFINEINVQB and VPMULTISHIFTQB by quadwords. Exit 0: right, 1: wrong.
 */
#include <string.h>

int main(void)
{
	static unsigned char in[64], masked[64], merged[64];
	unsigned long k = 0x123456789abcdef1;

	for (int i = 0; i < 64; i++)
		in[i] = 37 * i + 11;
	asm volatile("kmovq %[k], %%k1\n\t"
		     "vmovdqu64 %[in], %%zmm0\n\t"
		     "vmovdqa64 %%zmm0, %%zmm1\n\t"
		     "vmovdqa64 %%zmm0, %%zmm2\n\t"
		     "vgf2p8affineqb $0x63, %%zmm0, %%zmm0, %%zmm1%{%%k1%}\n\t"
		     "vgf2p8affineqb $0x63, %%zmm0, %%zmm0, %%zmm3\n\t"
		     "vmovdqu8 %%zmm3, %%zmm2%{%%k1%}\n\t"
		     "vmovdqu64 %%zmm1, %[masked]\n\t"
		     "vmovdqu64 %%zmm2, %[merged]"
		     : [masked] "=m" (masked), [merged] "=m" (merged)
		     : [k] "r" (k), [in] "m" (in)
		     : "k1", "xmm0", "xmm1", "xmm2", "xmm3", "memory");
	return memcmp(masked, merged, 64) != 0;
}
