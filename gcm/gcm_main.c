// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * AES-GCM for the kernel crypto API: gcm(aes) and rfc4106(gcm(aes)).
 *
 * A registered name keeps the kernel from building its own template of that
 * name, so the portable row, slower than the kernel's, is registered on request
 * (isa=generic) only.
 */
#include <linux/module.h>
#include <widecrypt/aead.h>
#include <widecrypt/autoload.h>
#include <widecrypt/rows.h>
#include <widecrypt/gcm-offsets.h>
#include "gcm.h"

static_assert(offsetof(struct aes_sched, rk) == 0);
static_assert(offsetof(struct aes_sched, rounds) == WC_OFF_AES_ROUNDS);
static_assert(offsetof(struct wc_gcm_state, acc) == WC_OFF_GCM_ACC);
static_assert(offsetof(struct wc_gcm_state, ctr) == WC_OFF_GCM_CTR);

struct aes_gcm_key {
	struct aes_key key;
	struct wc_ghash_key h;
	u8 salt[WC_RFC4106_SALT_BYTES];
};

#define AES_ROW_DEFINE(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_GCM_FNS(cipher, id, gcm)

#define AES_ROW_AEAD(cipher, id, isa, features, prio, gcm)		\
	WC_DEFINE_GCM_AND_RFC4106(cipher, id, isa, prio)

/* The portable row, last in the list, is what the others fall back to. */
AES_ROWS(AES_ROW_DEFINE)
AES_ROWS(AES_ROW_AEAD)

static struct wc_row aes_rows[] = { AES_ROWS(WC_AEAD_ROW) };

WC_ISA_PARAM();

/* By its names alone the kernel's own is always found first. */
WC_AUTOLOAD();

static int __init gcm_init(void)
{
	return wc_register(NULL, aes_rows, ARRAY_SIZE(aes_rows), isa, false);
}

static void __exit gcm_exit(void)
{
	wc_unregister(NULL, aes_rows, ARRAY_SIZE(aes_rows));
}

module_init(gcm_init);
module_exit(gcm_exit);

MODULE_DESCRIPTION("AES-GCM and RFC 4106 (SP 800-38D) at full vector width");
MODULE_LICENSE("GPL");
MODULE_VERSION(WIDECRYPT_VERSION);
MODULE_ALIAS_CRYPTO("gcm(aes)");
MODULE_ALIAS_CRYPTO("rfc4106(gcm(aes))");
