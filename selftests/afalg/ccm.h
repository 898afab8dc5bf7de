/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reference CCM, on top of ref.h, which comes before: SP 800-38C, formatted as
 * its appendix A says. A nonce has 7 to 13 bytes, additional data less than
 * 0xff00, a tag 4 to 16, an even number.
 */
#ifndef WIDECRYPT_AFALG_CCM_H
#define WIDECRYPT_AFALG_CCM_H

#include <string.h>

static void ccm_block(u8 b[16], u8 flags, const u8 *nonce, size_t noncelen,
		      size_t number)
{
	int i;

	b[0] = flags | (14 - noncelen);
	memcpy(b + 1, nonce, noncelen);
	for (i = 15; i > (int)noncelen; i--, number >>= 8)
		b[i] = number;
}

/* CBC-MAC: @p, then zeros up to a whole block; @used bytes of @y came before. */
static void ccm_absorb(const struct ref_key *k, u8 y[16], size_t used,
		       const u8 *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++, used++) {
		if (used == 16) {
			ref_encrypt(k, y, y);
			used = 0;
		}
		y[used] ^= p[i];
	}
	if (used)
		ref_encrypt(k, y, y);
}

/* The counter-mode part; the count of blocks stays within its field. */
static void ccm_crypt(const struct ref_key *k, const u8 *nonce, size_t noncelen,
		      u8 *out, const u8 *in, size_t len)
{
	u8 ctr[16];

	ccm_block(ctr, 0, nonce, noncelen, 1);
	ref_ctr(k, ctr, out, in, len);
}

/* The tag over the plaintext */
static void ccm_tag(const struct ref_key *k, const u8 *nonce, size_t noncelen,
		    const u8 *aad, size_t aadlen, const u8 *pt, size_t len,
		    u8 *tag, size_t taglen)
{
	u8 y[16], s[16];
	size_t i;

	ccm_block(y, (aadlen ? 0x40 : 0) | (taglen - 2) / 2 << 3, nonce,
		  noncelen, len);
	ref_encrypt(k, y, y);
	if (aadlen) {
		y[0] ^= aadlen >> 8;
		y[1] ^= aadlen;
		ccm_absorb(k, y, 2, aad, aadlen);
	}
	ccm_absorb(k, y, 0, pt, len);
	ccm_block(s, 0, nonce, noncelen, 0);
	ref_encrypt(k, s, s);
	for (i = 0; i < taglen; i++)
		tag[i] = y[i] ^ s[i];
}

#endif /* WIDECRYPT_AFALG_CCM_H */
