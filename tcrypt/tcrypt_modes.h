/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each mode= of tcrypt measures or tests. */
#ifndef TCRYPT_MODES_H
#define TCRYPT_MODES_H

/* Key lengths in bytes, ended by 0. */
static const u8 keys_16[] = { 16, 0 };
static const u8 keys_16_32[] = { 16, 32, 0 };
static const u8 keys_16_24_32[] = { 16, 24, 32, 0 };
static const u8 keys_20_36[] = { 20, 36, 0 };
static const u8 keys_32[] = { 32, 0 };
static const u8 keys_32_64[] = { 32, 64, 0 };
static const u8 keys_32_48_64[] = { 32, 48, 64, 0 };

static const unsigned int cipher_sizes[] = {
	16, 64, 128, 256, 1024, 1420, 4096, 0
};

static const unsigned int aead_sizes[] = {
	16, 64, 256, 512, 1024, 1420, 4096, 8192, 0
};

/**
 * enum tc_style - how requests are made
 * @TC_SYNC: one at a time, of ciphers only drivers that answer at once
 * @TC_ASYNC: one at a time, any driver
 * @TC_MB: num_mb at a time, each on a buffer of its own
 * @TC_SELFTEST: no measurement: the kernel's self-test, again
 */
enum tc_style { TC_SYNC, TC_ASYNC, TC_MB, TC_SELFTEST };

/**
 * struct tc_row - one algorithm of a mode
 * @mode: value of mode=
 * @style: how requests are made
 * @alg: algorithm, NULL in a mode that measures only what alg= names
 * @keys: key lengths
 * @aad: AEAD: bytes of associated data
 * @optional: not every kernel or build has it: left out when absent
 */
struct tc_row {
	unsigned int mode;
	enum tc_style style;
	const char *alg;
	const u8 *keys;
	unsigned int aad;
	bool optional;
};

static const struct tc_row tc_rows[] = {
	{ 191, TC_SELFTEST, "ecb(sm4)" },
	{ 191, TC_SELFTEST, "cbc(sm4)" },
	{ 191, TC_SELFTEST, "ctr(sm4)" },
	{ 191, TC_SELFTEST, "cfb(sm4)", .optional = true },
	{ 191, TC_SELFTEST, "xts(sm4)", .optional = true },
	{ 191, TC_SELFTEST, "gcm(sm4)", .optional = true },

	{ 192, TC_SELFTEST, "ecb(aria)" },
	{ 192, TC_SELFTEST, "cbc(aria)" },
	{ 192, TC_SELFTEST, "ctr(aria)" },
	{ 192, TC_SELFTEST, "cfb(aria)", .optional = true },
	{ 192, TC_SELFTEST, "gcm(aria)", .optional = true },

	{ 200, TC_SYNC },

	{ 211, TC_SYNC, "rfc4106(gcm(aes))", keys_20_36, 16 },
	{ 211, TC_SYNC, "gcm(aes)", keys_16_24_32, 8 },

	{ 215, TC_MB, "rfc4106(gcm(aes))", keys_20_36, 16 },
	{ 215, TC_MB, "gcm(aes)", keys_16_24_32, 8 },

	{ 218, TC_SYNC, "ecb(sm4)", keys_16 },
	{ 218, TC_SYNC, "cbc(sm4)", keys_16 },
	{ 218, TC_SYNC, "cfb(sm4)", keys_16, .optional = true },
	{ 218, TC_SYNC, "ctr(sm4)", keys_16 },
	{ 218, TC_SYNC, "xts(sm4)", keys_32, .optional = true },

	{ 222, TC_SYNC, "gcm(sm4)", keys_16, 8 },
	{ 224, TC_MB, "gcm(sm4)", keys_16, 8 },

	{ 227, TC_SYNC, "ecb(aria)", keys_16_24_32 },
	{ 227, TC_SYNC, "cbc(aria)", keys_16_24_32 },
	{ 227, TC_SYNC, "cfb(aria)", keys_16_24_32, .optional = true },
	{ 227, TC_SYNC, "ctr(aria)", keys_16_24_32 },
	{ 227, TC_SYNC, "xts(aria)", keys_32_48_64, .optional = true },

	{ 228, TC_SYNC, "gcm(aria)", keys_16_24_32, 8 },
	{ 229, TC_MB, "gcm(aria)", keys_16_24_32, 8 },

	{ 500, TC_ASYNC },

	{ 518, TC_ASYNC, "ecb(sm4)", keys_16 },
	{ 518, TC_ASYNC, "cbc(sm4)", keys_16 },
	{ 518, TC_ASYNC, "cfb(sm4)", keys_16, .optional = true },
	{ 518, TC_ASYNC, "ctr(sm4)", keys_16 },
	{ 518, TC_ASYNC, "xts(sm4)", keys_32, .optional = true },

	{ 519, TC_ASYNC, "ecb(aria)", keys_16_24_32 },
	{ 519, TC_ASYNC, "ctr(aria)", keys_16_24_32 },
	{ 519, TC_ASYNC, "cbc(aria)", keys_16_24_32 },
	{ 519, TC_ASYNC, "cfb(aria)", keys_16_24_32, .optional = true },
	{ 519, TC_ASYNC, "xts(aria)", keys_32_48_64, .optional = true },

	{ 600, TC_MB },

	{ 610, TC_MB, "ecb(aria)", keys_16_32 },
	{ 610, TC_MB, "ctr(aria)", keys_16_32 },
	{ 610, TC_MB, "cbc(aria)", keys_16_32 },
	{ 610, TC_MB, "cfb(aria)", keys_16_32, .optional = true },
	{ 610, TC_MB, "xts(aria)", keys_32_64, .optional = true },
};

#endif /* TCRYPT_MODES_H */
