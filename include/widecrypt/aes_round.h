/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AES round building blocks with one meaning on every host.
 *
 * CPUs with AES instructions differ in what one instruction does and in where
 * it expects byte 0 of the state. Here, a state and a round key are 16 bytes in
 * memory, numbered as FIPS 197 numbers them (byte r + 4 c is row r, column c),
 * whatever the byte order of the host, and each function does the steps of FIPS
 * 197 that its name spells:
 *
 *	SB  SubBytes		ISB  InvSubBytes
 *	SR  ShiftRows		ISR  InvShiftRows
 *	MC  MixColumns		IMC  InvMixColumns
 *	AK  AddRoundKey
 *
 * in the order written, left to right, except that SubBytes and ShiftRows and
 * their inverses commute and stand as one step. InvMixColumns and AddRoundKey
 * do not commute: of the decryption round, x86 and RISC-V have IMC before AK
 * (the equivalent inverse cipher of FIPS 197, 5.3.5), Power has AK before IMC
 * (the inverse cipher of 5.3). Both are here.
 *
 * Each block exists in up to three forms:
 *
 *	aesenc_SB_SR_c()	portable C in constant time, anywhere
 *	aesenc_SB_SR_hw()	the instructions of the architecture, if
 *				WC_AES_ROUND_HW is defined; only on a CPU that
 *				wc_aes_round_have_hw() says has them
 *	aesenc_SB_SR()		the second where possible, else the first
 *
 * In the kernel, the second and third form stand within a vector section
 * (kernel_fpu_begin() and the like; not needed on RISC-V), and the caller takes
 * the first form where none can be had. Defining WC_AES_ROUND_PORTABLE before
 * inclusion makes portable C the only form.
 */
#ifndef WIDECRYPT_AES_ROUND_H
#define WIDECRYPT_AES_ROUND_H

#include <linux/errno.h>
#include <linux/string.h>
#include <linux/types.h>
#include <widecrypt/burn.h>

/**
 * struct wc_aes_state - an AES state or round key
 * @b: its bytes in the order of FIPS 197
 * @w: the same memory; gives the alignment, and whole words to CPUs that would
 *	load an unaligned state byte by byte
 */
struct wc_aes_state {
	union {
		u8 b[16];
		u64 w[2];
	};
};

/**
 * struct aes_sched - an expanded AES encryption key
 * @rk: the round keys as FIPS 197 numbers their bytes, on every host;
 *	rk[0] to rk[rounds] are in use, the rest is zero; may be read as struct
 *	wc_aes_state
 * @rounds: 10, 12 or 14
 */
struct aes_sched {
	u8 rk[15][16] __aligned(8);
	u32 rounds;
};

/**
 * struct wc_aes_affine - an affine map of bytes over GF(2)
 * @lo: the images of 0x00, 0x01, .. 0x0f
 * @hi: the images of 0x00, 0x10, .. 0xf0, each plus @lo[0]
 *
 * The image of x is lo[x % 16] ^ hi[x / 16].
 */
struct wc_aes_affine {
	u8 lo[16];
	u8 hi[16];
};

/*
 * Byte permutations (byte i of the result is byte [i] of the state) to undo
 * ShiftRows and InvShiftRows, for SubBytes by instructions that do both.
 */
static const struct wc_aes_state wc_aes_undo_sr __maybe_unused = { .b = {
	0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3
} };

static const struct wc_aes_state wc_aes_undo_isr __maybe_unused = { .b = {
	0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
} };

#include <widecrypt/aes_round_c.h>

#if defined(WC_AES_ROUND_PORTABLE)
#elif defined(__x86_64__) || defined(__i386__)
#include <widecrypt/aes_round_x86.h>
#elif defined(__aarch64__)
#include <widecrypt/aes_round_arm64.h>
#elif defined(__powerpc64__)
#include <widecrypt/aes_round_power.h>
#elif defined(__riscv) && __riscv_xlen == 64
#include <widecrypt/aes_round_riscv.h>
#endif

#ifdef WC_AES_ROUND_HW
#define WC_AES_DISPATCH(call_hw, call_c) \
	do { if (wc_aes_round_have_hw()) call_hw; else call_c; } while (0)
#else
#define WC_AES_DISPATCH(call_hw, call_c)	call_c
static __always_inline bool wc_aes_round_have_hw(void)
{
	return false;
}
#endif

/**
 * aesenc_SB() - SubBytes
 * @ret: the result, may be @st
 * @st: state
 *
 * The S-box on each byte, no byte moved.
 */
static inline void aesenc_SB(struct wc_aes_state *ret,
			     const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesenc_SB_hw(ret, st), aesenc_SB_c(ret, st));
}

/**
 * aesenc_SB_SR() - SubBytes, ShiftRows
 * @ret: the result, may be @st
 * @st: state
 *
 * The last round of FIPS 197, 5.1, without its key.
 */
static inline void aesenc_SB_SR(struct wc_aes_state *ret,
				const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesenc_SB_SR_hw(ret, st), aesenc_SB_SR_c(ret, st));
}

/**
 * aesenc_MC() - MixColumns
 * @ret: the result, may be @st
 * @st: state
 *
 * FIPS 197, 5.1.3.
 */
static inline void aesenc_MC(struct wc_aes_state *ret,
			     const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesenc_MC_hw(ret, st), aesenc_MC_c(ret, st));
}

/**
 * aesenc_SB_SR_MC() - SubBytes, ShiftRows, MixColumns
 * @ret: the result, may be @st
 * @st: state
 *
 * A round of FIPS 197, 5.1, without its key.
 */
static inline void aesenc_SB_SR_MC(struct wc_aes_state *ret,
				   const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesenc_SB_SR_MC_hw(ret, st),
			aesenc_SB_SR_MC_c(ret, st));
}

/**
 * aesenc_SB_SR_AK() - SubBytes, ShiftRows, AddRoundKey
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * The last round of FIPS 197, 5.1.
 */
static inline void aesenc_SB_SR_AK(struct wc_aes_state *ret,
				   const struct wc_aes_state *st,
				   const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesenc_SB_SR_AK_hw(ret, st, rk),
			aesenc_SB_SR_AK_c(ret, st, rk));
}

/**
 * aesenc_SB_SR_MC_AK() - SubBytes, ShiftRows, MixColumns, AddRoundKey
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * A round of FIPS 197, 5.1.
 */
static inline void aesenc_SB_SR_MC_AK(struct wc_aes_state *ret,
				      const struct wc_aes_state *st,
				      const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesenc_SB_SR_MC_AK_hw(ret, st, rk),
			aesenc_SB_SR_MC_AK_c(ret, st, rk));
}

/**
 * aesenc_AK_SB_SR() - AddRoundKey, SubBytes, ShiftRows
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * As CPUs have it that add the key first.
 */
static inline void aesenc_AK_SB_SR(struct wc_aes_state *ret,
				   const struct wc_aes_state *st,
				   const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesenc_AK_SB_SR_hw(ret, st, rk),
			aesenc_AK_SB_SR_c(ret, st, rk));
}

/**
 * aesenc_AK_SB_SR_MC() - AddRoundKey, SubBytes, ShiftRows, MixColumns
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * As CPUs have it that add the key first.
 */
static inline void aesenc_AK_SB_SR_MC(struct wc_aes_state *ret,
				      const struct wc_aes_state *st,
				      const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesenc_AK_SB_SR_MC_hw(ret, st, rk),
			aesenc_AK_SB_SR_MC_c(ret, st, rk));
}

/**
 * aesdec_ISB() - InvSubBytes
 * @ret: the result, may be @st
 * @st: state
 *
 * The inverse S-box on each byte, no byte moved.
 */
static inline void aesdec_ISB(struct wc_aes_state *ret,
			      const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesdec_ISB_hw(ret, st), aesdec_ISB_c(ret, st));
}

/**
 * aesdec_ISB_ISR() - InvSubBytes, InvShiftRows
 * @ret: the result, may be @st
 * @st: state
 *
 * The last round of FIPS 197, 5.3, without its key.
 */
static inline void aesdec_ISB_ISR(struct wc_aes_state *ret,
				  const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesdec_ISB_ISR_hw(ret, st), aesdec_ISB_ISR_c(ret, st));
}

/**
 * aesdec_IMC() - InvMixColumns
 * @ret: the result, may be @st
 * @st: state
 *
 * FIPS 197, 5.3.3.
 */
static inline void aesdec_IMC(struct wc_aes_state *ret,
			      const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesdec_IMC_hw(ret, st), aesdec_IMC_c(ret, st));
}

/**
 * aesdec_ISB_ISR_IMC() - InvSubBytes, InvShiftRows, InvMixColumns
 * @ret: the result, may be @st
 * @st: state
 *
 * A round of FIPS 197, 5.3.5, without its key.
 */
static inline void aesdec_ISB_ISR_IMC(struct wc_aes_state *ret,
				      const struct wc_aes_state *st)
{
	WC_AES_DISPATCH(aesdec_ISB_ISR_IMC_hw(ret, st),
			aesdec_ISB_ISR_IMC_c(ret, st));
}

/**
 * aesdec_ISB_ISR_AK() - InvSubBytes, InvShiftRows, AddRoundKey
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * The last round of FIPS 197, 5.3.
 */
static inline void aesdec_ISB_ISR_AK(struct wc_aes_state *ret,
				     const struct wc_aes_state *st,
				     const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesdec_ISB_ISR_AK_hw(ret, st, rk),
			aesdec_ISB_ISR_AK_c(ret, st, rk));
}

/**
 * aesdec_ISB_ISR_IMC_AK() - a round of the equivalent inverse cipher
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey, FIPS 197, 5.3.5.
 */
static inline void aesdec_ISB_ISR_IMC_AK(struct wc_aes_state *ret,
					 const struct wc_aes_state *st,
					 const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesdec_ISB_ISR_IMC_AK_hw(ret, st, rk),
			aesdec_ISB_ISR_IMC_AK_c(ret, st, rk));
}

/**
 * aesdec_ISB_ISR_AK_IMC() - a round of the inverse cipher
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * InvSubBytes, InvShiftRows, AddRoundKey, InvMixColumns, FIPS 197, 5.3.
 */
static inline void aesdec_ISB_ISR_AK_IMC(struct wc_aes_state *ret,
					 const struct wc_aes_state *st,
					 const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesdec_ISB_ISR_AK_IMC_hw(ret, st, rk),
			aesdec_ISB_ISR_AK_IMC_c(ret, st, rk));
}

/**
 * aesdec_AK_ISB_ISR() - AddRoundKey, InvSubBytes, InvShiftRows
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * As CPUs have it that add the key first.
 */
static inline void aesdec_AK_ISB_ISR(struct wc_aes_state *ret,
				     const struct wc_aes_state *st,
				     const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesdec_AK_ISB_ISR_hw(ret, st, rk),
			aesdec_AK_ISB_ISR_c(ret, st, rk));
}

/**
 * aesdec_AK_ISB_ISR_IMC() - AddRoundKey, InvSubBytes, InvShiftRows,
 *	InvMixColumns
 * @ret: the result, may be @st or @rk
 * @st: state
 * @rk: round key
 *
 * As CPUs have it that add the key first.
 */
static inline void aesdec_AK_ISB_ISR_IMC(struct wc_aes_state *ret,
					 const struct wc_aes_state *st,
					 const struct wc_aes_state *rk)
{
	WC_AES_DISPATCH(aesdec_AK_ISB_ISR_IMC_hw(ret, st, rk),
			aesdec_AK_ISB_ISR_IMC_c(ret, st, rk));
}

/**
 * aes_affine() - apply one affine map to each byte
 * @ret: the result, may be @st
 * @st: state
 * @map: the map
 *
 * Constant time in @st.
 *
 * No step of AES, but with aesenc_SB() or aesdec_ISB() it makes the S-boxes of
 * ARIA and SM4, which are the inverse in GF(2^8) between affine maps.
 */
static inline void aes_affine(struct wc_aes_state *ret,
			      const struct wc_aes_state *st,
			      const struct wc_aes_affine *map)
{
	WC_AES_DISPATCH(aes_affine_hw(ret, st, map),
			aes_affine_c(ret, st, map));
}

#undef WC_AES_DISPATCH

#endif /* WIDECRYPT_AES_ROUND_H */
