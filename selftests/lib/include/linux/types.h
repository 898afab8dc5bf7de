/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in for the kernel's header, just what our core files use. */
#ifndef _WC_LINUX_TYPES_H
#define _WC_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uint32_t __be32;
typedef uint64_t __be64;

#undef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))
#define __maybe_unused	__attribute__((__unused__))
#define noinline	__attribute__((__noinline__))
#define ____cacheline_aligned __attribute__((__aligned__(64)))
#define __aligned(x)	__attribute__((__aligned__(x)))

#endif /* _WC_LINUX_TYPES_H */
