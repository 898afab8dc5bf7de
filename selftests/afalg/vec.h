/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reader of the vector files (selftests/vectors/README.md).
 */
#ifndef WIDECRYPT_AFALG_VEC_H
#define WIDECRYPT_AFALG_VEC_H

#include <stdio.h>

#include "afalg.h"

#define VEC_MAX 4096

struct vec_field {
	u8 b[VEC_MAX];
	unsigned int len;
};

struct vec {
	enum ref_cipher cipher;
	enum af_mode mode;
	int encrypt;		/* op is "both" */
	int valid;
	struct vec_field key, iv, aad, pt, ct, tag;
	char source[128];
};

/* 1: a case of a known cipher and mode; 0: end of file; -1: broken line. */
int vec_next(FILE *f, struct vec *v);

#endif /* WIDECRYPT_AFALG_VEC_H */
