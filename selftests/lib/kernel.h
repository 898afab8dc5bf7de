/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the core files use of the kernel, for user space; force-included there
 * as compat.h is in the kernel.
 */
#ifndef WC_LIB_KERNEL_H
#define WC_LIB_KERNEL_H

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <linux/types.h>

#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define round_up(n, d)		(((n) + (d) - 1) / (d) * (d))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define min_t(t, a, b)		min((t)(a), (t)(b))
#define swap(a, b)		\
	do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
#define swab32(x)		__builtin_bswap32(x)
#define swab64(x)		__builtin_bswap64(x)
#define OPTIMIZER_HIDE_VAR(x)	__asm__("" : "=r"(x) : "0"(x))
#define unlikely(x)		__builtin_expect(!!(x), 0)

static inline u32 rol32(u32 x, unsigned int n)
{
	return x << (n & 31) | x >> (-n & 31);
}

static inline u32 ror32(u32 x, unsigned int n)
{
	return rol32(x, -n);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define wc_le(bits, x)	(x)
#define wc_be(bits, x)	__builtin_bswap##bits(x)
#else
#define wc_le(bits, x)	__builtin_bswap##bits(x)
#define wc_be(bits, x)	(x)
#endif

#define WC_UNALIGNED(bits, end)						\
static inline u##bits get_unaligned_##end##bits(const void *p)		\
{									\
	u##bits x;							\
									\
	memcpy(&x, p, sizeof(x));					\
	return wc_##end(bits, x);					\
}									\
static inline void put_unaligned_##end##bits(u##bits x, void *p)	\
{									\
	x = wc_##end(bits, x);						\
	memcpy(p, &x, sizeof(x));					\
}

WC_UNALIGNED(32, le)
WC_UNALIGNED(32, be)
WC_UNALIGNED(64, le)
WC_UNALIGNED(64, be)

static inline void memzero_explicit(void *p, size_t n)
{
	memset(p, 0, n);
	__asm__ volatile("" : : "r"(p) : "memory");
}

#endif /* WC_LIB_KERNEL_H */
