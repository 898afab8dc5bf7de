// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Broken builds: control.sh makes a copy of this program with one constant of
 * one row flipped, which must fail the row's tests.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "unit.h"

static bool flipped(const struct test *t)
{
	char self[256], cmd[700], line[200] = "", *p;
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int status;
	FILE *out;

	if (n < 0)
		return fail("where am I?");
	self[n] = '\0';
	snprintf(cmd, sizeof(cmd), "%s/selftests/unit/control.sh %s %s %s %s",
		 TOP, self, t->row->cipher, t->row->isa, t->row->id);
	out = popen(cmd, "r");
	if (!out)
		return fail("popen");
	while (fgets(line, sizeof(line), out)) {
		p = strchr(line, '\n');
		if (p)
			*p = '\0';
		printf("# %s\n", line);
	}
	status = pclose(out);
	return status ? fail("%s", line[0] ? line : cmd) : true;
}

void register_control(void)
{
	unsigned int i;
	struct test t = { .run = flipped };

	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
		test_add(&t, "%s/%s control: one constant flipped",
			 t.row->cipher, t.row->isa);
	}
}
