/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The constants of the AES-GCM assembly, as gcm_tables_x86_64.S shows them. */
#ifndef WC_UNIT_GCM_TABLES_H
#define WC_UNIT_GCM_TABLES_H

#include <linux/types.h>

extern const u8 gcm_table_bytes[32], gcm_table_bytes512[64];
extern const u64 gcm_table_c[4], gcm_table_c512[8], gcm_table_inv_x[2];
extern const u8 gcm_table_reversed512[128], gcm_table_iota512[256];
extern const u8 gcm_table_xors512[8][4][16];
extern const u64 gcm_table_unit512[8], gcm_table_upper_half512;
extern const u16 gcm_table_first_block512;

#endif /* WC_UNIT_GCM_TABLES_H */
