// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs the table of cases over the drivers and reports in KTAP to the log.
 *
 * The module stays loaded when all passed; when anything failed, loading
 * fails.  A vehicle reads the line "done: N passed, N failed, N skipped".
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "wt.h"

static char *drivers;
module_param(drivers, charp, 0);
MODULE_PARM_DESC(drivers, "Drivers to test, with commas between (default: all of widecrypt)");

static char *only;
module_param(only, charp, 0);
MODULE_PARM_DESC(only, "Only the case of this name (_ stands for a space)");

static unsigned int max_len = 2081;
module_param_named(max, max_len, uint, 0);
MODULE_PARM_DESC(max, "Lengths swept: all below this (2081)");

static unsigned int min_len;
module_param_named(min, min_len, uint, 0);
MODULE_PARM_DESC(min, "and from this on (0)");

static unsigned int iterations = 500;
module_param(iterations, uint, 0);
MODULE_PARM_DESC(iterations, "Random requests (500)");

struct wt_count {
	unsigned int nr, passed, failed, skipped;
};

static bool wt_wanted(const struct wt *t, const struct wt_case *c)
{
	size_t i;

	if (!(c->modes & BIT(t->mode)))
		return false;
	/* Promises of ours, which others need not keep. */
	if (!t->ours && !strcmp(c->name, "properties"))
		return false;
	if (!only)
		return true;
	for (i = 0; only[i]; i++)
		if ((only[i] == '_' ? ' ' : only[i]) != c->name[i])
			return false;
	return !c->name[i];
}

static void wt_run_case(struct wt *t, const struct wt_case *c,
			struct wt_count *count)
{
	u64 start = ktime_get_ns();
	unsigned int ms;
	int err;

	t->why[0] = 0;
	err = c->run(t);
	ms = div_u64(ktime_get_ns() - start, NSEC_PER_MSEC);
	count->nr++;
	if (err == WT_SKIP) {
		pr_info("ok %u %s %s # SKIP not possible here\n", count->nr,
			t->driver, c->name);
		count->skipped++;
	} else if (err) {
		pr_err("# %s %s: %s\n", t->driver, c->name,
		       t->why[0] ? t->why : "no reason given");
		pr_err("not ok %u %s %s\n", count->nr, t->driver, c->name);
		count->failed++;
	} else {
		pr_info("ok %u %s %s # %u ms\n", count->nr, t->driver, c->name,
			ms);
		count->passed++;
	}
}

static void wt_run_driver(const char *name, struct wt_count *count)
{
	struct wt *t = kzalloc(sizeof(*t), GFP_KERNEL);
	unsigned int i;
	int err = -ENOMEM;

	if (t)
		err = wt_open(t, name);
	if (!err && t->aead)
		err = wt_setauthsize(t, 16);
	if (err) {
		pr_err("# %s: %s\n", name, t ? t->why : "out of memory");
		pr_err("not ok %u %s open\n", ++count->nr, name);
		count->failed++;
	} else {
		t->min = min_len;
		t->max = max_len;
		t->iterations = iterations;
		for (i = 0; i < wt_ncases; i++)
			if (wt_wanted(t, &wt_cases[i]))
				wt_run_case(t, &wt_cases[i], count);
	}
	if (t)
		wt_close(t);
	kfree(t);
}

/* Cut a list at its first comma that is not within a template's brackets. */
static char *wt_next_name(char **at)
{
	char *name = *at, *p;
	int depth = 0;

	if (!name)
		return NULL;
	for (p = name; *p && (*p != ',' || depth); p++)
		depth += (*p == '(') - (*p == ')');
	*at = *p ? p + 1 : NULL;
	*p = 0;
	return name;
}

/* The crypto API lists its algorithms to nobody but readers of this file. */
static char *wt_read_proc_crypto(void)
{
	size_t size = SZ_512K, used = 0;
	struct file *file;
	loff_t pos = 0;
	char *text;
	ssize_t n;

	file = filp_open("/proc/crypto", O_RDONLY, 0);
	if (IS_ERR(file))
		return ERR_CAST(file);
	text = kvzalloc(size, GFP_KERNEL);
	if (!text) {
		filp_close(file, NULL);
		return ERR_PTR(-ENOMEM);
	}
	do {
		n = kernel_read(file, text + used, size - 1 - used, &pos);
		if (n > 0)
			used += n;
	} while (n > 0);
	filp_close(file, NULL);
	if (n < 0 || used == size - 1) {
		kvfree(text);
		return ERR_PTR(n < 0 ? n : -E2BIG);
	}
	return text;
}

/* What follows "KEY   : " in a line, or NULL. */
static char *wt_value(char *line, const char *key)
{
	size_t n = strlen(key);
	char *colon = strchr(line, ':');

	if (strncmp(line, key, n) || !colon || colon[1] != ' ')
		return NULL;
	return colon + 2;
}

static int wt_run_all(struct wt_count *count)
{
	char *text = wt_read_proc_crypto(), *at = text, *line, *driver = NULL;

	if (IS_ERR(text)) {
		pr_err("cannot read /proc/crypto: %ld\n", PTR_ERR(text));
		return PTR_ERR(text);
	}
	while ((line = strsep(&at, "\n"))) {
		char *type = wt_value(line, "type");

		driver = wt_value(line, "driver") ?: driver;
		if (!type || !driver)
			continue;
		if (strstr(driver, "-widecrypt-") && !strchr(driver, '(') &&
		    (!strcmp(type, "skcipher") || !strcmp(type, "aead")))
			wt_run_driver(driver, count);
		driver = NULL;
	}
	kvfree(text);
	return 0;
}

static int wt_run_list(struct wt_count *count)
{
	char *list = kstrdup(drivers, GFP_KERNEL), *at = list, *name;

	if (!list)
		return -ENOMEM;
	while ((name = wt_next_name(&at)))
		if (*name)
			wt_run_driver(name, count);
	kfree(list);
	return 0;
}

static int __init wt_init(void)
{
	struct wt_count count = {};
	int err;

	if (max_len > WT_MAX_TEXT || min_len >= max_len) {
		pr_err("min=%u max=%u: nothing below %u\n", min_len, max_len,
		       WT_MAX_TEXT);
		return -EINVAL;
	}
	pr_info("KTAP version 1\n");
	err = drivers && *drivers ? wt_run_list(&count) : wt_run_all(&count);
	pr_info("1..%u\n", count.nr);
	pr_info("done: %u passed, %u failed, %u skipped\n", count.passed,
		count.failed, count.skipped);
	if (!err && (count.failed || !count.passed))
		err = -EBADMSG;
	return err;
}

static void __exit wt_exit(void)
{
}

module_init(wt_init);
module_exit(wt_exit);

MODULE_DESCRIPTION("Cases for drivers of ARIA, SM4 and AES-GCM that only a kernel caller can make");
MODULE_LICENSE("GPL");
