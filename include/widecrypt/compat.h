/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between kernel versions, hidden here and nowhere else. Kbuild
 * includes this file ahead of every C file.
 */
#ifndef WIDECRYPT_COMPAT_H
#define WIDECRYPT_COMPAT_H

#define WIDECRYPT_VERSION	"0.1.0"

#define pr_fmt(fmt)		KBUILD_MODNAME ": " fmt

#ifdef WIDECRYPT_HAVE_LINUX_UNALIGNED_H	/* since 6.12; Kbuild looks */
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#include <crypto/algapi.h>
#include <linux/crypto.h>		/* MODULE_ALIAS_CRYPTO before 6.2 */
#include <linux/minmax.h>
#include <linux/string.h>

#endif /* WIDECRYPT_COMPAT_H */
