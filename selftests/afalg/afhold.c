// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Keep a transform open:
 *	afhold NAME
 * prints "held" and stays until its standard input ends. The module behind NAME
 * is then in use.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "afalg.h"

int main(int argc, char **argv)
{
	struct af_name name;
	char c;
	int fd;

	if (argc != 2 || af_parse_name(argv[1], &name)) {
		fprintf(stderr, "usage: afhold NAME\n");
		return 2;
	}
	fd = af_open(&name);
	if (fd < 0) {
		fprintf(stderr, "afhold: %s: %s\n", argv[1], strerror(-fd));
		return 1;
	}
	puts("held");
	fflush(stdout);
	while (read(0, &c, 1) > 0)
		;
	return 0;
}
