/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For programs without a C library; the functions are in test.h. */
#ifndef FREESTANDING_STRING_H
#define FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif /* FREESTANDING_STRING_H */
