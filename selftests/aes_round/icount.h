/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What icount.c uses of QEMU's interface for plugins, version 1. Debian's
 * packages have no header for it.
 */
#ifndef WC_ICOUNT_H
#define WC_ICOUNT_H

#include <stddef.h>
#include <linux/types.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;

typedef void wc_tb_fn(u64 id, struct qemu_plugin_tb *tb);
typedef void wc_exit_fn(u64 id, void *p);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t idx);
void qemu_plugin_register_vcpu_tb_trans_cb(u64 id, wc_tb_fn *fn);
/* op 0 adds imm to the u64 at ptr */
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
						int op, void *ptr, u64 imm);
void qemu_plugin_register_atexit_cb(u64 id, wc_exit_fn *fn, void *p);
void qemu_plugin_outs(const char *s);

#endif /* WC_ICOUNT_H */
