/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The constants of the SM4 AES-NI assembly, as sm4_tables_x86_64.S shows them. */
#ifndef WC_UNIT_SM4_TABLES_H
#define WC_UNIT_SM4_TABLES_H

#include <linux/types.h>

extern const u8 sm4_table_p[32], sm4_table_f_p[32], sm4_table_inv_p[32];
extern const u8 sm4_table_n[32], sm4_table_m[32];
extern const u8 sm4_table_f_n[32], sm4_table_f_m[32];
extern const u8 sm4_table_a[32], sm4_table_r[32];
extern const u8 sm4_table_0f[16], sm4_table_zero[16];
extern const u8 sm4_table_swab32[16], sm4_table_swab128[16];
extern const u64 sm4_table_add[8];
extern const u8 sm4_table_move_0[16], sm4_table_move_2[16];
extern const u8 sm4_table_move_3[16];

#endif /* WC_UNIT_SM4_TABLES_H */
