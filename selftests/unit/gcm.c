// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whole GCM messages, by the library's functions, against the independent
 * implementations: lengths of text and of additional data, tags.
 */
#include "unit.h"

#define GCM_BYTES	MSG_BYTE_SWEEP

static const unsigned int tag_lengths[] = { 16, 15, 14, 13, 12, 8, 4 };

/* One key, a stretch of data to cut messages from, and room for the outputs */
struct gcm_bed {
	const struct widecrypt_row *row;
	struct widecrypt_key key;
	struct ref_gcm *ref;
	u8 nonce[12];
	u8 text[GCM_BYTES];
	u8 aad[GCM_BYTES];
	u8 want[GCM_BYTES];
	u8 want_tag[16];
};

static struct guard src_buf, dst_buf, aad_buf, tag_buf, nonce_buf;

static bool gcm_bed(struct gcm_bed *b, const struct widecrypt_row *row,
		    unsigned int key_len)
{
	u8 key[32];

	if (!src_buf.base) {
		guard_init(&src_buf, "src", GCM_BYTES);
		guard_init(&dst_buf, "dst", GCM_BYTES);
		guard_init(&aad_buf, "aad", GCM_BYTES);
		guard_init(&tag_buf, "tag", 16);
		guard_init(&nonce_buf, "nonce", 16);
	}
	b->row = row;
	rnd_fill(key, sizeof(key));
	rnd_fill(b->nonce, sizeof(b->nonce));
	rnd_fill(b->text, sizeof(b->text));
	rnd_fill(b->aad, sizeof(b->aad));
	if (widecrypt_setkey(&b->key, row, key, key_len))
		return fail("setkey, %u bytes", key_len);
	b->ref = ref_gcm_open(row->cipher, key, key_len);
	return true;
}

/* Both directions of one message; @edge: where the buffers stand */
static bool gcm_message(struct gcm_bed *b, unsigned int aad_len,
			unsigned int n, unsigned int tag_len, bool in_place,
			unsigned int edge)
{
	struct place at = { edge, 0 };
	u8 *src = guard_place(&src_buf, at, n);
	u8 *dst = in_place ? src : guard_place(&dst_buf, at, n);
	u8 *aad = guard_place(&aad_buf, at, aad_len);
	u8 *tag = guard_place(&tag_buf, at, tag_len);
	u8 *nonce = guard_place(&nonce_buf, at, 12);
	int err;

	fault_note("%u bytes of text, %u of AAD", n, aad_len);
	ref_gcm_seal(b->ref, b->nonce, b->aad, aad_len, b->want, b->text, n,
		     b->want_tag);

	guard_fill(&src_buf, src, n);
	if (!in_place)
		guard_fill(&dst_buf, dst, n);
	guard_fill(&tag_buf, tag, 0);
	memcpy(src, b->text, n);
	memcpy(aad, b->aad, aad_len);
	memcpy(nonce, b->nonce, 12);
	err = widecrypt_gcm_enc(&b->key, nonce, aad, aad_len, dst, src, n, tag,
				tag_len);
	if (err || memcmp(dst, b->want, n) || memcmp(tag, b->want_tag, tag_len))
		return fail("encryption of %u bytes, AAD %u, tag %u: %s", n,
			    aad_len, tag_len,
			    err ? "error" : memcmp(dst, b->want, n) ?
			    "wrong text" : "wrong tag");
	if (!guard_intact(&src_buf, src, n) ||
	    (!in_place && !guard_intact(&dst_buf, dst, n)) ||
	    !guard_intact(&tag_buf, tag, tag_len))
		return fail("encryption of %u bytes writes around its buffers",
			    n);

	memcpy(src, b->want, n);
	err = widecrypt_gcm_dec(&b->key, nonce, aad, aad_len, dst, src, n, tag,
				tag_len);
	if (err || memcmp(dst, b->text, n))
		return fail("decryption of %u bytes, AAD %u, tag %u: %s", n,
			    aad_len, tag_len, err ? "error" : "wrong text");
	if (!guard_intact(&src_buf, src, n) ||
	    (!in_place && !guard_intact(&dst_buf, dst, n)) ||
	    memcmp(tag, b->want_tag, tag_len) ||
	    memcmp(aad, b->aad, aad_len) || memcmp(nonce, b->nonce, 12))
		return fail("decryption of %u bytes writes around its buffers",
			    n);
	return true;
}

static bool text_sweep(const struct test *t)
{
	static struct gcm_bed b;
	unsigned int len, n;
	bool ok = true;

	for_each_key_len(len, t->row) {
		if (!gcm_bed(&b, t->row, len))
			return false;
		for (n = 0; ok && n <= 64 * row_batch(t->row) + 17; n++)
			ok = gcm_message(&b, n * 7 % 50,
					 n, tag_lengths[n % 7],
					 (n ^ len / 8) & 1, AT_END);
		ref_gcm_close(b.ref);
		if (!ok)
			return false;
	}
	return true;
}

static bool aad_sweep(const struct test *t)
{
	static struct gcm_bed b;
	bool ok = true;
	unsigned int n;

	if (!gcm_bed(&b, t->row, t->row->min_key))
		return false;
	for (n = 0; ok && n <= 64 * row_batch(t->row) + 17; n++)
		ok = gcm_message(&b, n, n * 5 % 37, tag_lengths[n % 7], n & 1,
				 n & 2 ? AT_START : AT_END);
	ref_gcm_close(b.ref);
	return ok;
}

/* AAD of the lengths that protocols have, texts of all sizes, every tag */
static bool aad_text(const struct test *t)
{
	static const unsigned int aads[] = { 0, 1, 8, 12, 13, 16, 20, 31, 1000 };
	static const unsigned int texts[] = {
		0, 1, 15, 16, 17, 31, 64, 100, 255, 256, 257, 511, 1023, 1024,
		1420, 1500, 2048, 4095, 4096
	};
	static struct gcm_bed b;
	unsigned int i, j, k;
	bool ok = true;

	if (!gcm_bed(&b, t->row, t->row->max_key))
		return false;
	for (i = 0; ok && i < ARRAY_SIZE(aads); i++)
		for (j = 0; ok && j < ARRAY_SIZE(texts); j++)
			for (k = 0; ok && k < 7; k++)
				ok = gcm_message(&b, aads[i], texts[j],
						 tag_lengths[k], k & 1,
						 k & 2 ? AT_START : AT_END);
	ref_gcm_close(b.ref);
	return ok;
}

/*
 * As the kernel's glue does a long message: additional data in pieces of 256
 * bytes, text in random whole blocks up to 4 KiB, by the row or, where vector
 * registers are out of reach, in portable C.
 */
static const struct wc_gcm_fns *pick(const struct widecrypt_row *row)
{
	return rnd() % 4 ? row->ops->gcm : portable_gcm(row);
}

static bool pieces(const struct test *t)
{
	static struct gcm_bed b;
	static u8 out[GCM_BYTES], cipher_key[LIB_CIPHER_KEY_BYTES];
	unsigned int round, off, m, n, aad_len, len = t->row->max_key;
	const void *ks = cipher_key + t->row->ops->enc_at;
	const struct wc_gcm_fns *fns;
	struct wc_gcm_state st;
	struct wc_ghash_key h;
	u8 key[32], tag[16];

	rnd_fill(b.text, sizeof(b.text));
	rnd_fill(b.aad, sizeof(b.aad));
	for (round = 0; round < 400; round++) {
		bool enc = round & 1;
		const u8 *src = enc ? b.text : b.want;

		rnd_fill(key, sizeof(key));
		rnd_fill(b.nonce, sizeof(b.nonce));
		n = rnd() % (GCM_BYTES + 1);
		aad_len = rnd() % 1100;
		b.ref = ref_gcm_open(t->row->cipher, key, len);
		ref_gcm_seal(b.ref, b.nonce, b.aad, aad_len, b.want, b.text, n,
			     b.want_tag);
		ref_gcm_close(b.ref);
		t->row->ops->setkey(cipher_key, key, len);
		wc_gcm_setkey(pick(t->row), ks, &h);

		wc_gcm_start(&st, b.nonce);
		for (off = 0; off < aad_len; off += m) {
			m = min(aad_len - off, 256U);
			pick(t->row)->ghash(&h, st.acc, b.aad + off, m);
		}
		for (off = 0; off < n; off += m) {
			m = 16 + 16 * (rnd() % 256);
			m = min(n - off, m);
			fns = pick(t->row);
			(enc ? fns->enc : fns->dec)(ks, &h, out + off,
						    src + off, m, &st);
		}
		fns = pick(t->row);
		wc_gcm_tag(fns->ctr, fns->ghash, ks, &h, &st, b.nonce, aad_len,
			   n, tag);
		if (memcmp(out, enc ? b.want : b.text, n) ||
		    memcmp(tag, b.want_tag, 16))
			return fail("%u bytes, AAD %u: wrong", n, aad_len);
	}
	return true;
}

/*
 * A bit of the tag, of the text, of the AAD or of the nonce flipped: not
 * authentic. A tag of another length: refused.
 */
static bool tamper(const struct test *t)
{
	static struct gcm_bed b;
	static const char *const names[] = { "tag", "text", "AAD", "nonce" };
	unsigned int n = 100, aad_len = 21, i, what;
	u8 ct[100], out[100], tag[17], *p[4];
	unsigned int bits[] = { 8 * 16, 8 * n, 8 * aad_len, 8 * 12 };

	if (!gcm_bed(&b, t->row, t->row->min_key))
		return false;
	ref_gcm_seal(b.ref, b.nonce, b.aad, aad_len, ct, b.text, n, tag);
	ref_gcm_close(b.ref);
	p[0] = tag;
	p[1] = ct;
	p[2] = b.aad;
	p[3] = b.nonce;
	for (what = 0; what < 4; what++) {
		for (i = 0; i < bits[what]; i++) {
			p[what][i / 8] ^= 1 << i % 8;
			if (widecrypt_gcm_dec(&b.key, b.nonce, b.aad, aad_len,
					      out, ct, n, tag, 16) != -EBADMSG)
				return fail("bit %u of %s flipped: accepted", i,
					    names[what]);
			p[what][i / 8] ^= 1 << i % 8;
		}
	}
	for (i = 0; i <= 17; i++) {
		bool legal = i == 4 || i == 8 || (i >= 12 && i <= 16);
		int want = legal ? 0 : -EINVAL;

		if (widecrypt_gcm_dec(&b.key, b.nonce, b.aad, aad_len, out, ct,
				      n, tag, i) != want)
			return fail("tag of %u bytes: not %d", i, want);
	}
	return true;
}

void register_gcm(void)
{
	unsigned int i;
	struct test t = {};

	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
#define ADD(f, name)	(t.run = f, test_add(&t, "%s/%s gcm " name,	\
					     t.row->cipher, t.row->isa))
		ADD(text_sweep, "text sweep");
		ADD(aad_sweep, "aad sweep");
		ADD(aad_text, "aad and text");
		ADD(pieces, "pieces");
		ADD(tamper, "tamper");
#undef ADD
	}
}
