// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ins MODULE [PARAMETER...] - one finit_module(), nothing else.
 *
 * insmod of busybox tries twice, which shows each load of tcrypt twice.
 * The exit code is the errno: 11 (EAGAIN) is how tcrypt says that all is well.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char params[4096] = "";
	size_t used = 0;
	int fd;

	if (argc < 2)
		return 2;
	fd = open(argv[1], O_RDONLY);
	if (fd < 0) {
		fprintf(stderr, "ins %s: %s\n", argv[1], strerror(errno));
		return 2;
	}
	for (int i = 2; i < argc; i++) {
		used += snprintf(params + used, sizeof(params) - used, "%s ",
				 argv[i]);
		if (used >= sizeof(params))
			return 7; /* E2BIG */
	}
	if (syscall(SYS_finit_module, fd, params, 0)) {
		int err = errno;

		if (err != EAGAIN)
			fprintf(stderr, "ins %s: %s\n", argv[1], strerror(err));
		return err;
	}
	return 0;
}
