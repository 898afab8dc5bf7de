/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where assembly finds things in struct aes_sched, which gcm_main.c has
 * checked, and in those of gcm.h.
 */
#ifndef WIDECRYPT_GCM_OFFSETS_H
#define WIDECRYPT_GCM_OFFSETS_H

#define WC_OFF_AES_ROUNDS	240
#define WC_OFF_GCM_ACC		0
#define WC_OFF_GCM_CTR		16
#define WC_OFF_BESIDE_H		0
#define WC_OFF_BESIDE_ACC	8
#define WC_OFF_BESIDE_DATA	16
#define WC_OFF_BESIDE_J0	24

#endif /* WIDECRYPT_GCM_OFFSETS_H */
