/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For programs without a C library. */
#ifndef FREESTANDING_ASSERT_H
#define FREESTANDING_ASSERT_H

#define assert(x)	((x) ? (void)0 : __builtin_trap())
#define static_assert(x, ...)	extern int wc_static_assert[(x) ? 1 : -1]

#endif /* FREESTANDING_ASSERT_H */
