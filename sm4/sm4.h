/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SM4 (GB/T 32907-2016): key schedule, portable routines and the list of rows.
 */
#ifndef WIDECRYPT_SM4_H
#define WIDECRYPT_SM4_H

#include <widecrypt/features.h>
#include <widecrypt/mode_fn.h>
#include "sm4_aesni.h"
#include "sm4_gfni.h"
#include "sm4_neon.h"

#define SM4_KEY_BYTES	16
#define SM4_ROUNDS	32

/**
 * struct sm4_sched - round keys of one direction
 * @rk: rk[i] is the key of round i in CPU byte order; decryption has them in
 *	reverse order
 * @gfni: the same for the GFNI rows
 * @aesni: the same for the AES-NI rows
 * @neon: the same for the row neon-ce
 */
struct sm4_sched {
	u32 rk[SM4_ROUNDS];
#if defined(__x86_64__)
	struct sm4_gfni_keys gfni;
	struct sm4_aesni_keys aesni;
#elif defined(__aarch64__)
	struct sm4_neon_keys neon;
#endif
};

struct sm4_key {
	struct sm4_sched enc;
	struct sm4_sched dec;
};

/**
 * widecrypt_sm4_expandkey - make the round keys of both directions
 * @key: where to store them
 * @in: the key
 * @len: its length in bytes
 *
 * GB/T 32907-2016, 7.3. Return: 0, or -EINVAL unless @len is 16.
 */
int widecrypt_sm4_expandkey(struct sm4_key *key, const u8 *in,
			    unsigned int len);

/*
 * The rows, widest first: identifier, ISA suffix, features, priority, and how
 * it does GCM (gcm.h). Each has the routines widecrypt_sm4_<id>_{ecb,cbc_enc,
 * cbc_dec,ctr,cfb_enc,cfb_dec,xts_enc,xts_dec}. The portable row comes last;
 * every other falls back to it.
 */
#define SM4_ROWS(row)	WC_ARCH_ROWS(SM4, row) SM4_ROWS_ANY(row)

#define SM4_ROWS_ANY(row)	row(sm4, generic, "generic", 0, 150, portable)

#define SM4_ROWS_X86(row)						\
	row(sm4, gfni_avx512, "gfni-avx512",				\
	    WC_PCLMUL | WC_AVX | WC_AVX2 | WC_GFNI | WC_VPCLMUL |	\
	    WC_AVX512, 890, fused)					\
	row(sm4, gfni_avx2, "gfni-avx2",				\
	    WC_PCLMUL | WC_AVX | WC_AVX2 | WC_GFNI | WC_VPCLMUL, 880,	\
	    beside_1024)						\
	row(sm4, aesni_avx2, "aesni-avx2",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX | WC_AVX2, 870, pclmul)	\
	row(sm4, aesni_avx, "aesni-avx",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX, 860, pclmul)

#define SM4_ROWS_ARM64(row)						\
	row(sm4, ce, "ce", WC_ASIMD | WC_PMULL | WC_SM4, 890, pmull)	\
	row(sm4, neon_ce, "neon-ce", WC_ASIMD | WC_AES | WC_PMULL, 880, pmull)

SM4_ROWS(WC_DECLARE_MODES)

#endif /* WIDECRYPT_SM4_H */
