// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reader of the vector files; see vec.h.
 */
#include <stdlib.h>
#include <string.h>

#include "vec.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static int unhex(struct vec_field *f, const char *s)
{
	int hi, lo;

	f->len = 0;
	if (!strcmp(s, "-"))
		return 0;
	for (; *s; s += 2) {
		hi = hex_digit(s[0]);
		lo = hi < 0 ? -1 : hex_digit(s[1]);
		if (lo < 0 || f->len == VEC_MAX)
			return -1;
		f->b[f->len++] = hi << 4 | lo;
	}
	return 0;
}

int vec_next(FILE *f, struct vec *v)
{
	static char line[8 * VEC_MAX];
	char *field[11], *p;
	int i;

	for (;;) {
		if (!fgets(line, sizeof(line), f))
			return 0;
		if (line[0] == '#' || line[0] == '\n')
			continue;
		p = line + strcspn(line, "\n");
		if (!*p)
			return -1;
		*p = '\0';
		p = line;
		for (i = 0; i < 11; i++) {
			field[i] = strsep(&p, "\t");
			if (!field[i])
				return -1;
		}
		v->cipher = ref_cipher_by_name(field[0], strlen(field[0]));
		v->mode = af_mode_by_name(field[1], strlen(field[1]));
		if (v->cipher != REF_NONE && v->mode != AF_NONE)
			break;
	}
	v->encrypt = !strcmp(field[2], "both");
	v->valid = !strcmp(field[9], "valid");
	snprintf(v->source, sizeof(v->source), "%s", field[10]);
	if (unhex(&v->key, field[3]) || unhex(&v->iv, field[4]) ||
	    unhex(&v->aad, field[5]) || unhex(&v->pt, field[6]) ||
	    unhex(&v->ct, field[7]) || unhex(&v->tag, field[8]))
		return -1;
	return 1;
}
