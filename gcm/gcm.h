/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES-GCM: key schedule, portable CTR and the list of rows.
 */
#ifndef WIDECRYPT_AES_GCM_H
#define WIDECRYPT_AES_GCM_H

#include <widecrypt/aes_round.h>
#include <widecrypt/features.h>
#include <widecrypt/mode_fn.h>

struct aes_key {
	struct aes_sched enc;
};

/* CTR (SP 800-38A) by the constant-time portable AES */
wc_mode_fn widecrypt_aes_generic_ctr;

/**
 * widecrypt_aes_expandkey - make the round keys for encryption
 * @key: where to store them
 * @in: the key
 * @len: its length in bytes
 *
 * FIPS 197, 5.2. Return: 0, or -EINVAL unless @len is 16, 24 or 32.
 */
int widecrypt_aes_expandkey(struct aes_key *key, const u8 *in,
			    unsigned int len);

/* The rows, widest first: identifier, ISA suffix, features, priority, gcm.h */
#define AES_ROWS(row)	WC_ARCH_ROWS(AES, row) AES_ROWS_ANY(row)

#define AES_ROWS_ANY(row)	row(aes, generic, "generic", 0, 150, portable)

#define AES_ROWS_X86(row)						\
	row(aes, vaes_avx512, "vaes-avx512",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX | WC_AVX2 | WC_VAES | WC_VPCLMUL | \
	    WC_AVX512, 880, fused)					\
	row(aes, vaes_avx2, "vaes-avx2",				\
	    WC_AESNI | WC_PCLMUL | WC_AVX | WC_AVX2 | WC_VAES | WC_VPCLMUL, \
	    870, fused)							\
	row(aes, aesni_avx, "aesni-avx", WC_AESNI | WC_PCLMUL | WC_AVX, \
	    860, fused)

#define AES_ROWS_ARM64(row)						\
	row(aes, ce_eor3, "ce-eor3", WC_ASIMD | WC_AES | WC_PMULL | WC_SHA3, \
	    870, fused)							\
	row(aes, ce, "ce", WC_ASIMD | WC_AES | WC_PMULL, 860, fused)

#endif /* WIDECRYPT_AES_GCM_H */
