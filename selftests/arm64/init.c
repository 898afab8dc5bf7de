// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The first process of a guest for which there is no C library, on the kernel's
 * tools/include/nolibc: follows the lines of /job,
 *
 *	+ FILE [PARAMETER...]	load a module, told by "job: FILE: error"
 *	- NAME			unload one
 *	= FILE			print a file, between two lines that say so
 *
 * says "end of job 0" and powers off. The lines' results are for the host to
 * judge, which reads all this on the console.
 */
#include <linux/reboot.h>

static void show(const char *path)
{
	static char buf[16384];
	int fd = open(path, O_RDONLY), n;

	printf("begin of %s\n", path);
	while (fd >= 0 && (n = read(fd, buf, sizeof(buf))) > 0)
		write(1, buf, n);
	printf("end of %s\n", path);
	close(fd);
}

static void load(const char *file, const char *parameters)
{
	int fd = open(file, O_RDONLY);
	long err = fd < 0 ? fd : my_syscall3(__NR_finit_module, fd, parameters,
					     0);

	printf("job: %s %s: %ld\n", file, parameters, err);
	close(fd);
}

static void follow(char *line)
{
	char *rest = strchr(line + 2, ' ');

	switch (line[0]) {
	case '+':
		if (rest)
			*rest++ = '\0';
		load(line + 2, rest ? rest : "");
		break;
	case '-':
		printf("job: unload %s: %ld\n", line + 2,
		       my_syscall2(__NR_delete_module, line + 2, 0));
		break;
	case '=':
		show(line + 2);
		break;
	}
}

int main(void)
{
	static char job[8192];
	char *line, *end;
	int fd, n;

	mkdir("/proc", 0755);
	mkdir("/dev", 0755);
	mkdir("/sys", 0755);
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	fd = open("/dev/console", O_RDWR);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);

	fd = open("/job", O_RDONLY);
	n = read(fd, job, sizeof(job) - 1);
	for (line = job; n > 0 && *line; line = end) {
		end = strchr(line, '\n');
		if (!end)
			break;
		*end++ = '\0';
		follow(line);
	}
	printf("end of job %d\n", n > 0 ? 0 : 1);
	reboot(LINUX_REBOOT_CMD_POWER_OFF);
	return 1;
}
