/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AES-GCM with AESE, PMULL and EOR3, which comes with SHA-3 */
#define WC_HAVE_EOR3
#define NAME(function)	widecrypt_aes_ce_eor3_##function
#include <widecrypt/arm64/gcm-aes-ce.S>
