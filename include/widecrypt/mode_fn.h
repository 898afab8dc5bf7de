/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one prototype of every bulk routine, portable or assembly.
 */
#ifndef WIDECRYPT_MODE_FN_H
#define WIDECRYPT_MODE_FN_H

#include <linux/types.h>

/**
 * typedef wc_mode_fn - process a stretch of one message in one mode
 * @ks: the cipher's round keys of the right direction (struct sm4_sched,
 *	struct aria_sched, struct aes_sched)
 * @dst: output; equal to @src or disjoint from it
 * @src: input
 * @n: length, at least 1: in blocks of 16 bytes for ECB and CBC, in bytes for
 *	CTR, CFB and XTS, at least 16 for XTS
 * @iv: 16 bytes, read and updated, not read by ECB (may be NULL there)
 *
 * No alignment is asked of any pointer. Exactly the named bytes are read and
 * written. On return @iv continues the message: CBC and CFB leave the last
 * ciphertext block there, CTR (SP 800-38A, a 128-bit big-endian counter) the
 * next counter value; a partial last block, allowed only at a message's end,
 * counts as a block for CTR and leaves @iv unspecified for CFB, but made of old
 * IV, ciphertext and zeros: no key stream beyond the message. For XTS (IEEE Std
 * 1619) it is the tweak, already encrypted, of the next block; a message's end
 * that is no whole block steals from the block before it, in the same call, and
 * leaves the tweak unspecified.
 */
typedef void wc_mode_fn(const void *ks, u8 *dst, const u8 *src, unsigned int n,
			u8 *iv);

#define WC_BLOCK_SIZE	16

/* Declares the routines that a row of a cipher's list names. */
#define WC_DECLARE_MODES(cipher, id, isa, features, prio, gcm)		\
	wc_mode_fn widecrypt_##cipher##_##id##_ecb,			\
		   widecrypt_##cipher##_##id##_cbc_enc,			\
		   widecrypt_##cipher##_##id##_cbc_dec,			\
		   widecrypt_##cipher##_##id##_ctr,			\
		   widecrypt_##cipher##_##id##_cfb_enc,			\
		   widecrypt_##cipher##_##id##_cfb_dec,			\
		   widecrypt_##cipher##_##id##_xts_enc,			\
		   widecrypt_##cipher##_##id##_xts_dec;

#endif /* WIDECRYPT_MODE_FN_H */
