/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef _WC_LINUX_BITS_H
#define _WC_LINUX_BITS_H

#define BIT(n)	(1UL << (n))

#endif /* _WC_LINUX_BITS_H */
