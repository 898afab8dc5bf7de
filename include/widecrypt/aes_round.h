/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES round building blocks with one meaning on every host.
 */
#ifndef WIDECRYPT_AES_ROUND_H
#define WIDECRYPT_AES_ROUND_H

#include <linux/errno.h>
#include <linux/string.h>
#include <linux/types.h>

/**
 * struct aes_sched - an expanded AES encryption key
 * @rk: the round keys as FIPS 197 numbers their bytes, on every host;
 *	rk[0] to rk[rounds] are in use, the rest is zero
 * @rounds: 10, 12 or 14
 */
struct aes_sched {
	u8 rk[15][16];
	u32 rounds;
};

#include <widecrypt/aes_round_c.h>

#endif /* WIDECRYPT_AES_ROUND_H */
