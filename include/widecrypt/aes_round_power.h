/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The building blocks of aes_round.h on Power ISA 2.07 (Power8), in both byte
 * orders.
 *
 * vcipher is SubBytes, ShiftRows, MixColumns, then the addition of the key;
 * vcipherlast the same without MixColumns; vncipher is InvShiftRows,
 * InvSubBytes, the addition of the key and then InvMixColumns; vncipherlast
 * the same without InvMixColumns. MixColumns alone is vncipherlast followed by
 * vcipher, InvMixColumns alone vcipherlast followed by vncipher, all with a
 * zero key.
 *
 * The instructions see byte 0 of the state at the left of the register, the
 * most significant end. lxvd2x loads two 64-bit numbers, each in the byte order
 * of the program: right as it is in big-endian, with the bytes of each half
 * reversed in little-endian. There, vperm by 7, 6, .. 0, 15, .. 8 (v19) sets
 * it right, before a store alike; that vector is 0 .. 15 from lvsl with 7
 * added modulo 2. (vperm also numbers bytes from the left in both orders.)
 *
 * Kernel C is built without vector registers: the state stays in memory and
 * the code names its registers, v0 to v3 and v19, all volatile in the ABI. The
 * statements are volatile so that none leaves its vector section.
 */
#ifndef WIDECRYPT_AES_ROUND_POWER_H
#define WIDECRYPT_AES_ROUND_POWER_H

#if defined(__KERNEL__)
#include <asm/cputable.h>
#elif __STDC_HOSTED__
#include <sys/auxv.h>
#endif

#define WC_AES_ROUND_HW "Power8"

/**
 * wc_aes_round_have_hw() - does this CPU have the instructions
 *
 * In the kernel, a true answer does not say that vector registers may be used
 * at this moment. A freestanding program has them if built for them.
 */
static __always_inline bool wc_aes_round_have_hw(void)
{
#if defined(__KERNEL__)
	return cur_cpu_spec->cpu_user_features2 & PPC_FEATURE2_VEC_CRYPTO;
#elif defined(__CRYPTO__)
	return true;
#elif __STDC_HOSTED__
	/* PPC_FEATURE2_VEC_CRYPTO */
	return getauxval(AT_HWCAP2) & 0x02000000;
#else
	return false;
#endif
}
