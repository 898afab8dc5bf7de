/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The C library's headers want this for big-endian arm64, for which Debian has
 * no C library; selftests/arm64/libc.c has what the tests need of one.
 */
