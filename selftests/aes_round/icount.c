// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A plugin for qemu-user (-plugin libicount.so -d plugin): prints the number of
 * guest instructions executed.
 */
#include <stdio.h>
#include "icount.h"

int qemu_plugin_version = 1;

#define exec_inline qemu_plugin_register_vcpu_insn_exec_inline

static u64 count;

static void translate(u64 id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (i = 0; i < n; i++)
		exec_inline(qemu_plugin_tb_get_insn(tb, i), 0, &count, 1);
}

static void finish(u64 id, void *p)
{
	char s[40];

	(void)id;
	(void)p;
	snprintf(s, sizeof(s), "icount %llu\n", (unsigned long long)count);
	qemu_plugin_outs(s);
}

int qemu_plugin_install(u64 id, const struct qemu_info_t *info,
			int argc, char **argv)
{
	(void)info;
	(void)argc;
	(void)argv;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, finish, NULL);
	return 0;
}
