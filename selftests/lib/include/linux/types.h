/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in for the kernel's header, just what our core files use. */
#ifndef _WC_LINUX_TYPES_H
#define _WC_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __aarch64__
#include <asm/types.h>		/* whose names <signal.h> wants there */
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned int __be32;
typedef unsigned long long __be64;

#undef __always_inline
#define __always_inline	inline __attribute((__always_inline__))
#define __maybe_unused	__attribute((__unused__))
#define __weak		__attribute((__weak__))
#define noinline	__attribute((__noinline__))
#define ____cacheline_aligned __attribute((__aligned__(64)))
#define __printf(a, b)	__attribute((__format__(__printf__, a, b)))
#define __noreturn	__attribute((__noreturn__))
#define __aligned(x)	__attribute((__aligned__(x)))

#endif /* _WC_LINUX_TYPES_H */
