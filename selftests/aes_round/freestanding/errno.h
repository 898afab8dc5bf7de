/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For programs without a C library. */
#ifndef FREESTANDING_ERRNO_H
#define FREESTANDING_ERRNO_H

#define EINVAL	22

#endif /* FREESTANDING_ERRNO_H */
