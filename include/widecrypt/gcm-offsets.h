/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where assembly finds things in struct aes_sched and struct wc_gcm_state;
 * gcm_main.c has these checked.
 */
#ifndef WIDECRYPT_GCM_OFFSETS_H
#define WIDECRYPT_GCM_OFFSETS_H

#define WC_OFF_AES_ROUNDS	240
#define WC_OFF_GCM_ACC		0
#define WC_OFF_GCM_CTR		16

#endif /* WIDECRYPT_GCM_OFFSETS_H */
