/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in for the kernel's header. */
#ifndef _WC_LINUX_ERRNO_H
#define _WC_LINUX_ERRNO_H

#ifndef EINVAL
#define EINVAL	22
#endif

#ifndef EBADMSG
#define EBADMSG	74
#endif

#endif /* _WC_LINUX_ERRNO_H */
