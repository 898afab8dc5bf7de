/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The building blocks of aes_round.h on 64-bit RISC-V with Zkne and Zknd.
 *
 * The instructions work on two columns in an integer register. aes64es takes
 * the state as (rs1, rs2) and gives columns 0 and 1 of SubBytes and ShiftRows,
 * or, with rs1 and rs2 exchanged, columns 2 and 3; aes64esm adds MixColumns.
 * aes64ds and aes64dsm are the inverse steps, aes64im is InvMixColumns of two
 * columns. No instruction adds a key. MixColumns alone is the inverse SubBytes
 * and ShiftRows followed by aes64esm.
 *
 * Row 0 of a column is the lowest byte, as in a little-endian load. Nothing
 * here uses vector registers, so in the kernel no vector section is needed.
 *
 * The instructions are written by their fields (.insn), so that neither the
 * assembler nor -march has to know them.
 */
#ifndef WIDECRYPT_AES_ROUND_RISCV_H
#define WIDECRYPT_AES_ROUND_RISCV_H

#ifdef __KERNEL__
#include <asm/hwcap.h>
#ifdef RISCV_ISA_EXT_ZKND
#include <asm/cpufeature.h>
#endif
#endif

#define WC_AES_ROUND_HW "RISC-V Zkne/Zknd"

/**
 * wc_aes_round_have_hw() - does this CPU have the instructions
 *
 * User space learns it from how it was built (-march=..._zkne_zknd), the
 * kernel at run time, from the version on that knows the extensions (6.8).
 */
static __always_inline bool wc_aes_round_have_hw(void)
{
#if defined(__riscv_zkne) && defined(__riscv_zknd)
	return true;
#elif defined(__KERNEL__) && defined(RISCV_ISA_EXT_ZKND)
	return riscv_isa_extension_available(NULL, ZKNE) &&
	       riscv_isa_extension_available(NULL, ZKND);
#else
	return false;
#endif
}

/* Two columns each; the instructions have no effect but their result. */
#define WC_AES_RISCV(name, funct7)					\
static __always_inline u64 wc_aes_riscv_##name(u64 a, u64 b)		\
{									\
	u64 r;								\
									\
	asm(".insn r 0x33, 0, " #funct7 ", %0, %1, %2"			\
	    : "=r" (r) : "r" (a), "r" (b));				\
	return r;							\
}									\
									\
static __always_inline struct wc_aes_pair				\
wc_aes_riscv_##name##2(struct wc_aes_pair s)				\
{									\
	return (struct wc_aes_pair) {					\
		wc_aes_riscv_##name(s.lo, s.hi),			\
		wc_aes_riscv_##name(s.hi, s.lo),			\
	};								\
}

WC_AES_RISCV(es, 0x19)
WC_AES_RISCV(esm, 0x1b)
WC_AES_RISCV(ds, 0x1d)
WC_AES_RISCV(dsm, 0x1f)

#undef WC_AES_RISCV

static __always_inline u64 wc_aes_riscv_im(u64 a)
{
	u64 r;

	asm(".insn i 0x13, 1, %0, %1, 0x300" : "=r" (r) : "r" (a));
	return r;
}

static __always_inline struct wc_aes_pair
wc_aes_riscv_im2(struct wc_aes_pair s)
{
	return (struct wc_aes_pair) {
		wc_aes_riscv_im(s.lo), wc_aes_riscv_im(s.hi)
	};
}

static __always_inline void aesenc_SB_hw(struct wc_aes_state *ret,
					 const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_get(st);

	s = wc_aes_riscv_es2(wc_aes_shift_rows(s, true));
	wc_aes_put(ret, s);
}

static __always_inline void aesenc_SB_SR_hw(struct wc_aes_state *ret,
					    const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_riscv_es2(wc_aes_get(st)));
}

static __always_inline void aesenc_MC_hw(struct wc_aes_state *ret,
					 const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_riscv_ds2(wc_aes_get(st));

	wc_aes_put(ret, wc_aes_riscv_esm2(s));
}

static __always_inline void aesenc_SB_SR_MC_hw(struct wc_aes_state *ret,
					       const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_riscv_esm2(wc_aes_get(st)));
}

static __always_inline void aesenc_SB_SR_AK_hw(struct wc_aes_state *ret,
					       const struct wc_aes_state *st,
					       const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_riscv_es2(wc_aes_get(st));

	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static __always_inline void aesenc_SB_SR_MC_AK_hw(struct wc_aes_state *ret,
						  const struct wc_aes_state *st,
						  const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_riscv_esm2(wc_aes_get(st));

	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static __always_inline void aesenc_AK_SB_SR_hw(struct wc_aes_state *ret,
					       const struct wc_aes_state *st,
					       const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_riscv_es2(s));
}

static __always_inline void aesenc_AK_SB_SR_MC_hw(struct wc_aes_state *ret,
						  const struct wc_aes_state *st,
						  const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_riscv_esm2(s));
}

static __always_inline void aesdec_ISB_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st)
{
	struct wc_aes_pair s = wc_aes_get(st);

	s = wc_aes_riscv_ds2(wc_aes_shift_rows(s, false));
	wc_aes_put(ret, s);
}

static __always_inline void aesdec_ISB_ISR_hw(struct wc_aes_state *ret,
					      const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_riscv_ds2(wc_aes_get(st)));
}

static __always_inline void aesdec_IMC_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_riscv_im2(wc_aes_get(st)));
}

static __always_inline void aesdec_ISB_ISR_IMC_hw(struct wc_aes_state *ret,
						  const struct wc_aes_state *st)
{
	wc_aes_put(ret, wc_aes_riscv_dsm2(wc_aes_get(st)));
}

static __always_inline void aesdec_ISB_ISR_AK_hw(struct wc_aes_state *ret,
						 const struct wc_aes_state *st,
						 const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_riscv_ds2(wc_aes_get(st));

	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static __always_inline void
aesdec_ISB_ISR_IMC_AK_hw(struct wc_aes_state *ret,
			 const struct wc_aes_state *st,
			 const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_riscv_dsm2(wc_aes_get(st));

	wc_aes_put(ret, wc_aes_add_key(s, rk));
}

static __always_inline void
aesdec_ISB_ISR_AK_IMC_hw(struct wc_aes_state *ret,
			 const struct wc_aes_state *st,
			 const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_riscv_ds2(wc_aes_get(st));

	s = wc_aes_riscv_im2(wc_aes_add_key(s, rk));
	wc_aes_put(ret, s);
}

static __always_inline void aesdec_AK_ISB_ISR_hw(struct wc_aes_state *ret,
						 const struct wc_aes_state *st,
						 const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_riscv_ds2(s));
}

static __always_inline void
aesdec_AK_ISB_ISR_IMC_hw(struct wc_aes_state *ret,
			 const struct wc_aes_state *st,
			 const struct wc_aes_state *rk)
{
	struct wc_aes_pair s = wc_aes_add_key(wc_aes_get(st), rk);

	wc_aes_put(ret, wc_aes_riscv_dsm2(s));
}

/* Nothing of Zkne or Zknd helps here. */
static __always_inline void aes_affine_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st,
					  const struct wc_aes_affine *map)
{
	aes_affine_c(ret, st, map);
}

#endif /* WIDECRYPT_AES_ROUND_RISCV_H */
