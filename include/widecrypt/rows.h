/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registering a cipher's rows with the kernel crypto API.
 */
#ifndef WIDECRYPT_ROWS_H
#define WIDECRYPT_ROWS_H

#include <crypto/internal/aead.h>
#include <crypto/internal/skcipher.h>
#include <linux/fips.h>
#include <linux/module.h>
#include <widecrypt/simd.h>

/**
 * struct wc_row - the algorithms of one ISA
 * @isa: its suffix in driver names
 * @features: what it needs of the CPU (features.h)
 * @skciphers: its skciphers, or NULL
 * @nskciphers: their number
 * @aeads: its AEADs, or NULL
 * @naeads: their number
 * @registered: whether they are registered now
 * @demoted: whether the next row is preferred to it
 */
struct wc_row {
	const char *isa;
	u32 features;
	struct skcipher_alg *skciphers;
	unsigned int nskciphers;
	struct aead_alg *aeads;
	unsigned int naeads;
	bool registered;
	bool demoted;
};

/**
 * wc_unregister - undo wc_register()
 * @cipher: the single-block cipher, or NULL
 * @rows: the rows
 * @n: their number
 */
static void wc_unregister(struct crypto_alg *cipher, struct wc_row *rows,
			  unsigned int n)
{
	struct wc_row *row;

	for (row = rows + n; row-- != rows; ) {
		if (!row->registered)
			continue;
		crypto_unregister_aeads(row->aeads, row->naeads);
		crypto_unregister_skciphers(row->skciphers, row->nskciphers);
		row->registered = false;
	}
	if (cipher)
		crypto_unregister_alg(cipher);
}

static int wc_register_row(struct wc_row *row)
{
	int err;

	err = crypto_register_skciphers(row->skciphers, row->nskciphers);
	if (err)
		return err;
	err = crypto_register_aeads(row->aeads, row->naeads);
	if (err)
		crypto_unregister_skciphers(row->skciphers, row->nskciphers);
	else
		row->registered = true;
	return err;
}

/* Put a row just below the next one: still above the one after and all others. */
static void wc_demote(struct wc_row *row)
{
	int prio = row[1].aeads->base.cra_priority - 1;
	unsigned int i;

	for (i = 0; i < row->nskciphers; i++)
		row->skciphers[i].base.cra_priority = prio;
	for (i = 0; i < row->naeads; i++)
		row->aeads[i].base.cra_priority = prio;
	row->demoted = true;
}

/**
 * wc_register - register a cipher and the rows that the CPU can run
 * @cipher: the single-block cipher, which goes first, or NULL
 * @rows: the rows, widest first, the portable one last
 * @n: their number
 * @isa: the module's parameter: the widest row wanted, or NULL for no limit
 * @portable: register the portable row even if nobody asked for it by @isa
 *
 * Where 512-bit registers cost clock, a row of them comes after the next, which is
 * its 256-bit form, unless @isa is given.
 *
 * Return: 0; -EINVAL if @isa names no row, -ENODEV if none is left to register
 * or the kernel is in FIPS mode, or what the crypto API said of a row; then
 * none is registered.
 */
static int wc_register(struct crypto_alg *cipher, struct wc_row *rows,
		       unsigned int n, const char *isa, bool portable)
{
	u32 have = wc_cpu_features();
	bool demote = wc_prefer_ymm();
	unsigned int i = 0, count = 0;
	int err;

	/* Not approved, and gcm(aes) would displace a validated module. */
	if (fips_enabled) {
		pr_info("not available in FIPS mode\n");
		return -ENODEV;
	}

	if (isa && *isa) {
		while (i < n && strcmp(rows[i].isa, isa))
			i++;
		if (i == n) {
			pr_err("no row isa=%s; there are:\n", isa);
			for (i = 0; i < n; i++)
				pr_err("isa=%s\n", rows[i].isa);
			return -EINVAL;
		}
		if (i == n - 1)
			portable = true;
		demote = false;
	}

	if (cipher) {
		err = crypto_register_alg(cipher);
		if (err) {
			pr_err("cannot register %s: error %d\n",
			       cipher->cra_driver_name, err);
			return err;
		}
	}
	for (; i < n; i++) {
		if (rows[i].features & ~have || (i == n - 1 && !portable))
			continue;
		if (demote && (rows[i].features & WC_AVX512))
			wc_demote(&rows[i]);
		err = wc_register_row(&rows[i]);
		if (err) {
			pr_err("cannot register %s: error %d\n", rows[i].isa,
			       err);
			wc_unregister(cipher, rows, n);
			return err;
		}
		count++;
	}
	if (!count) {
		pr_info("this CPU has none of the features needed\n");
		wc_unregister(cipher, rows, n);
		return -ENODEV;
	}
	return 0;
}

/* A row's entry in the table, from the cipher's list of rows */
#define WC_ROW(cipher, id, isa_, features_, prio, gcm)			\
{									\
	.isa		= isa_,						\
	.features	= features_,					\
	.skciphers	= cipher##_##id##_skciphers,			\
	.nskciphers	= ARRAY_SIZE(cipher##_##id##_skciphers),	\
	.aeads		= cipher##_##id##_aeads,			\
	.naeads		= ARRAY_SIZE(cipher##_##id##_aeads),		\
},

/* The same for a cipher that has no skciphers here */
#define WC_AEAD_ROW(cipher, id, isa_, features_, prio, gcm)		\
{									\
	.isa		= isa_,						\
	.features	= features_,					\
	.aeads		= cipher##_##id##_aeads,			\
	.naeads		= ARRAY_SIZE(cipher##_##id##_aeads),		\
},

/* The features of all rows registered, without those demoted */
static inline u32 wc_registered_features(const struct wc_row *rows,
					 unsigned int n)
{
	u32 features = 0;

	while (n--)
		if (rows[n].registered && !rows[n].demoted)
			features |= rows[n].features;
	return features;
}

/*
 * One block for the single-block cipher, which templates like CCM and CMAC
 * build on: the widest row whose needs are among @have does it in a vector
 * section, in constant time; else portable C. <cipher>_have is set once the rows
 * are registered.
 */
#define WC_DEFINE_ONE_BLOCK(cipher, ROWS)				\
static u32 cipher##_have;						\
static void cipher##_one_block(const struct cipher##_sched *ks, u8 *dst, \
			       const u8 *src)				\
{									\
	struct wc_section __uninitialized s;				\
									\
	if (!cipher##_have || !wc_simd_begin(&s)) {			\
		widecrypt_##cipher##_generic_ecb(ks, dst, src, 1, NULL); \
		return;							\
	}								\
	ROWS(WC_ONE_BLOCK)						\
		WARN_ON_ONCE(1);	/* the portable row needs nothing */ \
	wc_simd_end(&s);						\
}

#define WC_ONE_BLOCK(cipher, id, isa, features, prio, gcm)		\
	if (!((features) & ~cipher##_have))				\
		widecrypt_##cipher##_##id##_ecb(ks, dst, src, 1, NULL);	\
	else

#define WC_ISA_PARAM()							\
static char *isa;							\
module_param(isa, charp, 0444);						\
MODULE_PARM_DESC(isa,							\
	"widest instruction set to use, as in driver names; generic: portable C only")

#endif /* WIDECRYPT_ROWS_H */
