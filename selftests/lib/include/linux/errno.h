/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in for the kernel's header. */
#ifndef _WC_LINUX_ERRNO_H
#define _WC_LINUX_ERRNO_H

#if defined(__has_include_next) && __has_include_next(<linux/errno.h>)
#include_next <linux/errno.h>
#endif

#ifndef EINVAL
#define EINVAL	22
#endif

#endif /* _WC_LINUX_ERRNO_H */
