// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The published vectors, in both directions, by the library's functions. The
 * files' form is in selftests/vectors/README.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include "unit.h"

enum field { CIPHER, MODE, OP, KEY, IV, AAD, PT, CT, TAG, RESULT, SOURCE, FIELDS };

struct bytes {
	u8 *b;
	unsigned int len;
};

struct vec {
	char *text[FIELDS];
	struct bytes v[FIELDS];
};

struct file {
	const char *name;
	char *path;
	struct vec *vecs;
	unsigned int n;
};

static struct file files[] = { { .name = "published" }, { .name = "more" } };

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *p = c ? strchr(digits, c) : NULL;

	return p ? p - digits : -1;
}

static bool unhex(struct bytes *b, const char *s)
{
	unsigned int i, n = strlen(s);

	b->len = 0;
	b->b = malloc(n / 2 + 1);
	if (!b->b)
		abort();
	if (!strcmp(s, "-"))
		return true;
	for (i = 0; i < n; i += 2) {
		int hi = hex_digit(s[i]), lo = hex_digit(s[i + 1]);

		if (hi < 0 || lo < 0)
			return false;
		b->b[b->len++] = hi << 4 | lo;
	}
	return true;
}

static bool parse(struct vec *v, char *line)
{
	int i;

	for (i = 0; i < FIELDS; i++) {
		v->text[i] = strsep(&line, "\t");
		if (!v->text[i])
			return false;
		if (i >= KEY && i <= TAG && !unhex(&v->v[i], v->text[i]))
			return false;
	}
	return !line;
}

/* False if there is no such file; a line that cannot be read is the end. */
static bool load(struct file *f)
{
	FILE *in = fopen(f->path, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	if (!in)
		return false;
	while ((n = getline(&line, &size, in)) > 0) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		line[n - 1] = '\0';
		f->vecs = realloc(f->vecs, (f->n + 1) * sizeof(*f->vecs));
		if (!f->vecs)
			abort();
		if (!parse(&f->vecs[f->n], strdup(line))) {
			printf("Bail out! %s: broken line: %s\n", f->path,
			       line);
			exit(2);
		}
		f->n++;
	}
	free(line);
	fclose(in);
	return true;
}

static bool applies(const struct vec *v, const struct widecrypt_row *row,
		    const char *mode)
{
	return !strcmp(v->text[CIPHER], row->cipher) &&
	       !strcmp(v->text[MODE], mode);
}

static int crypt_mode(const struct widecrypt_key *key, const char *mode,
		      bool enc, u8 *dst, const struct bytes *src, u8 *iv)
{
	unsigned int n = src->len;

	switch (mode[0] << 8 | mode[1]) {
	case 'e' << 8 | 'c':
		return (enc ? widecrypt_ecb_enc : widecrypt_ecb_dec)
		       (key, dst, src->b, n);
	case 'c' << 8 | 'b':
		return (enc ? widecrypt_cbc_enc : widecrypt_cbc_dec)
		       (key, dst, src->b, n, iv);
	case 'c' << 8 | 't':
		return widecrypt_ctr(key, dst, src->b, n, iv);
	case 'c' << 8 | 'f':
		return (enc ? widecrypt_cfb_enc : widecrypt_cfb_dec)
		       (key, dst, src->b, n, iv);
	default:
		return (enc ? widecrypt_xts_enc : widecrypt_xts_dec)
		       (key, dst, src->b, n, iv);
	}
}

static bool check_mode(const struct vec *v, const struct widecrypt_row *row)
{
	static struct widecrypt_key key;
	const char *mode = v->text[MODE];
	bool xts = !strcmp(mode, "xts");
	int enc;

	if ((xts ? widecrypt_xts_setkey : widecrypt_setkey)
	    (&key, row, v->v[KEY].b, v->v[KEY].len))
		return fail("%s: setkey", v->text[SOURCE]);
	for (enc = 1; enc >= 0; enc--) {
		const struct bytes *src = &v->v[enc ? PT : CT];
		const struct bytes *want = &v->v[enc ? CT : PT];
		u8 iv[16] = {}, *dst = malloc(src->len + 1);
		bool ok;

		memcpy(iv, v->v[IV].b, min(v->v[IV].len, 16U));
		ok = !crypt_mode(&key, mode, enc, dst, src, iv) &&
		     src->len == want->len && !memcmp(dst, want->b, want->len);
		free(dst);
		if (!ok)
			return fail("%s: %scryption", v->text[SOURCE],
				    enc ? "en" : "de");
	}
	return true;
}

/* A tag that the kernel does not have must be refused, not computed. */
static bool legal_tag(bool rfc4106, unsigned int n)
{
	if (rfc4106)
		return n == 8 || n == 12 || n == 16;
	return n == 4 || n == 8 || (n >= 12 && n <= 16);
}

static bool check_gcm(const struct vec *v, const struct widecrypt_row *row)
{
	static struct widecrypt_key key;
	bool rfc4106 = !strcmp(v->text[MODE], "rfc4106");
	bool valid = !strcmp(v->text[RESULT], "valid");
	const struct bytes *pt = &v->v[PT], *ct = &v->v[CT], *tag = &v->v[TAG];
	const struct bytes *iv = &v->v[IV], *aad = &v->v[AAD];
	unsigned int n = ct->len;
	u8 *buf = malloc(n + 1), out[16];
	int err, want = 0;
	bool ok = true;

	if (!legal_tag(rfc4106, tag->len))
		want = -EINVAL;
	if ((rfc4106 ? widecrypt_rfc4106_setkey : widecrypt_setkey)
	    (&key, row, v->v[KEY].b, v->v[KEY].len)) {
		free(buf);
		return fail("%s: setkey", v->text[SOURCE]);
	}
	if (iv->len != (rfc4106 ? 8 : 12)) {
		free(buf);
		return fail("%s: IV length", v->text[SOURCE]);
	}

	if (!strcmp(v->text[OP], "both")) {
		err = (rfc4106 ? widecrypt_rfc4106_enc : widecrypt_gcm_enc)
		      (&key, iv->b, aad->b, aad->len, buf, pt->b, pt->len, out,
		       tag->len);
		ok = err == want &&
		     (err || (pt->len == n && !memcmp(buf, ct->b, n) &&
			      !memcmp(out, tag->b, tag->len)));
		if (!ok)
			fail("%s: encryption", v->text[SOURCE]);
	}
	if (ok) {
		if (!want && !valid)
			want = -EBADMSG;
		err = (rfc4106 ? widecrypt_rfc4106_dec : widecrypt_gcm_dec)
		      (&key, iv->b, aad->b, aad->len, buf, ct->b, n, tag->b,
		       tag->len);
		ok = err == want && (err || (pt->len == n &&
					     !memcmp(buf, pt->b, n)));
		if (!ok)
			fail("%s: decryption: %d, not %d", v->text[SOURCE],
			     err, want);
	}
	free(buf);
	return ok;
}

static bool vectors(const struct test *t)
{
	const struct file *f = &files[t->op];
	bool gcm = !strcmp(t->arg, "gcm") || !strcmp(t->arg, "rfc4106");
	unsigned int i;

	for (i = 0; i < f->n; i++)
		if (applies(&f->vecs[i], t->row, t->arg) &&
		    !(gcm ? check_gcm : check_mode)(&f->vecs[i], t->row))
			return false;
	return true;
}

/* The tests' own XTS, which the rows are compared with */
static bool reference_xts(const struct test *t)
{
	unsigned int i, n, k, seen = 0;
	u8 *out;
	bool ok;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		for (k = 0; k < files[i].n; k++) {
			const struct vec *v = &files[i].vecs[k];

			if (strcmp(v->text[MODE], "xts"))
				continue;
			n = v->v[PT].len;
			out = malloc(n + 1);
			ref_xts(v->text[CIPHER], true, v->v[KEY].b,
				v->v[KEY].len, v->v[IV].b, out, v->v[PT].b, n);
			ok = !memcmp(out, v->v[CT].b, n);
			ref_xts(v->text[CIPHER], false, v->v[KEY].b,
				v->v[KEY].len, v->v[IV].b, out, v->v[CT].b, n);
			ok &= !memcmp(out, v->v[PT].b, n);
			free(out);
			if (!ok)
				return fail("%s", v->text[SOURCE]);
			seen++;
		}
	}
	return seen ? true : fail("no vector seen");
}

static char *first_path(const char *const *dirs, const char *name)
{
	char *path;

	for (; *dirs; dirs++) {
		FILE *f;

		if (asprintf(&path, "%s/%s", *dirs, name) < 0)
			abort();
		f = fopen(path, "r");
		if (f) {
			fclose(f);
			return path;
		}
		free(path);
	}
	return strdup(name);
}

void register_vectors(void)
{
	static const char *const modes[] = {
		"ecb", "cbc", "ctr", "cfb", "xts", "gcm", "rfc4106"
	};
	static const enum op ops[] = {
		OP_ECB_ENC, OP_CBC_ENC, OP_CTR, OP_CFB_ENC, OP_XTS_ENC,
		OP_GCM_ENC, OP_GCM_ENC
	};
	char *shared = getenv("WIDECRYPT_SHARED");
	const char *dirs[3] = { TOP "/../shared/vectors" };
	unsigned int i, f, m, k, n;
	struct test t = { .run = reference_xts };

	if (shared && asprintf(&shared, "%s/vectors", shared) > 0) {
		dirs[1] = dirs[0];
		dirs[0] = shared;
	}
	files[0].path = TOP "/selftests/vectors/published.tsv";
	files[1].path = first_path(dirs, "more.tsv");
	if (!load(&files[0])) {
		printf("Bail out! cannot read %s\n", files[0].path);
		exit(2);
	}
	load(&files[1]);

	test_add(&t, "reference xts vectors");
	t.run = vectors;
	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
		for (m = 0; m < ARRAY_SIZE(modes); m++) {
			bool rfc4106 = !strcmp(modes[m], "rfc4106");

			/* AES is there for GCM alone, rfc4106 for AES. */
			if (!row_has_op(t.row, ops[m]) ||
			    (strcmp(t.row->cipher, "aes") ? rfc4106 :
						!strcmp(modes[m], "ctr")))
				continue;
			for (f = 0; f < ARRAY_SIZE(files); f++) {
				for (k = n = 0; k < files[f].n; k++)
					n += applies(&files[f].vecs[k], t.row,
						     modes[m]);
				t.arg = modes[m];
				t.op = f;
				t.skip = !files[f].n ?
					"../shared/vectors/more.tsv is not there" :
					n ? NULL : "the file has no such case";
				test_add(&t, "%s/%s %s vectors %s (%u)",
					 t.row->cipher, t.row->isa, modes[m],
					 files[f].name, n);
			}
		}
	}
}
