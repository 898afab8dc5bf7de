/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AES-GCM with the Cryptography Extension's AESE and PMULL */
#define NAME(function)	widecrypt_aes_ce_##function
#include <widecrypt/arm64/gcm-aes-ce.S>
