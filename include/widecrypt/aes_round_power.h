/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The building blocks of aes_round.h on Power ISA 2.07 (Power8), in both byte
 * orders.
 *
 * vcipher is SubBytes, ShiftRows, MixColumns, then the addition of the key;
 * vcipherlast the same without MixColumns; vncipher is InvShiftRows,
 * InvSubBytes, the addition of the key and then InvMixColumns; vncipherlast
 * the same without InvMixColumns. MixColumns alone is vncipherlast followed by
 * vcipher, InvMixColumns alone vcipherlast followed by vncipher, all with a
 * zero key.
 *
 * The instructions see byte 0 of the state at the left of the register, the
 * most significant end. lxvd2x loads two 64-bit numbers, each in the byte order
 * of the program: right as it is in big-endian, with the bytes of each half
 * reversed in little-endian. There, vperm by 7, 6, .. 0, 15, .. 8 (v19) sets
 * it right, before a store alike; that vector is 0 .. 15 from lvsl with 7
 * added modulo 2. (vperm also numbers bytes from the left in both orders.)
 *
 * Kernel C is built without vector registers: the state stays in memory and
 * the code names its registers, which functions need not save. The statements
 * are volatile so that none leaves its vector section.
 */
#ifndef WIDECRYPT_AES_ROUND_POWER_H
#define WIDECRYPT_AES_ROUND_POWER_H

#if defined(__KERNEL__)
#include <asm/cputable.h>
#elif __STDC_HOSTED__
#include <sys/auxv.h>
#endif

#define WC_AES_ROUND_HW "Power8"

/**
 * wc_aes_round_have_hw() - does this CPU have the instructions
 *
 * In the kernel, a true answer does not say that vector registers may be used
 * at this moment. A freestanding program has them if built for them.
 */
static inline bool wc_aes_round_have_hw(void)
{
#if defined(__KERNEL__)
	return cur_cpu_spec->cpu_user_features2 & PPC_FEATURE2_VEC_CRYPTO;
#elif defined(__CRYPTO__)
	return true;
#elif __STDC_HOSTED__
	static int have;	/* 1 or -1 when known */

	if (!have)	/* PPC_FEATURE2_VEC_CRYPTO */
		have = getauxval(AT_HWCAP2) & 0x02000000 ? 1 : -1;
	return have > 0;
#else
	return false;
#endif
}

/* PERM is the byte permutation in v4, LOAD and STORE move vector v */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define WC_AES_POWER_PERM					\
	"lvsl 4,0,%[zero]\n\t"					\
	"vspltisb 5,7\n\t"					\
	"vxor 4,4,5\n\t"
#define WC_AES_POWER_FIX(v)	"vperm " #v "," #v "," #v ",4\n\t"
#else
#define WC_AES_POWER_PERM
#define WC_AES_POWER_FIX(v)
#endif

#define WC_AES_POWER_LOAD(v, p)					\
	"lxvd2x 32+" #v ",0,%[" #p "]\n\t"			\
	WC_AES_POWER_FIX(v)
#define WC_AES_POWER_STORE(v, p)				\
	WC_AES_POWER_FIX(v)					\
	"stxvd2x 32+" #v ",0,%[" #p "]\n\t"

#define WC_AES_POWER_BEGIN					\
	".machine push\n\t"					\
	".machine power8\n\t"					\
	WC_AES_POWER_PERM
#define WC_AES_POWER_END	".machine pop"

/* state in v0, zero in v1 */
#define WC_AES_POWER(name, insns)					\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	asm volatile(WC_AES_POWER_BEGIN					\
		     WC_AES_POWER_LOAD(0, st)				\
		     "vxor 1,1,1\n\t"					\
		     insns						\
		     WC_AES_POWER_STORE(0, ret)				\
		     WC_AES_POWER_END					\
		     : "=m" (*ret)					\
		     : "m" (*st), [ret] "r" (ret), [st] "r" (st),	\
		       [zero] "r" (0L)					\
		     : "v0", "v1", "v4", "v5");				\
}

/* state in v0, zero in v1, the second argument in v2 */
#define WC_AES_POWER_KEY(name, insns)					\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st,	\
				      const struct wc_aes_state *rk)	\
{									\
	asm volatile(WC_AES_POWER_BEGIN					\
		     WC_AES_POWER_LOAD(0, st)				\
		     WC_AES_POWER_LOAD(2, rk)				\
		     insns						\
		     WC_AES_POWER_STORE(0, ret)				\
		     WC_AES_POWER_END					\
		     : "=m" (*ret)					\
		     : "m" (*st), "m" (*rk), [ret] "r" (ret),		\
		       [st] "r" (st), [rk] "r" (rk), [zero] "r" (0L)	\
		     : "v0", "v1", "v2", "v4", "v5");			\
}

/* state in v0, zero in v1, a permutation in v2 */
#define WC_AES_POWER_SB(name, perm, insns)				\
static __always_inline void name##_hw(struct wc_aes_state *ret,		\
				      const struct wc_aes_state *st)	\
{									\
	const struct wc_aes_state *map = &(perm);			\
									\
	asm volatile(WC_AES_POWER_BEGIN					\
		     WC_AES_POWER_LOAD(0, st)				\
		     WC_AES_POWER_LOAD(2, map)				\
		     "vxor 1,1,1\n\t"					\
		     "vperm 0,0,0,2\n\t"				\
		     insns						\
		     WC_AES_POWER_STORE(0, ret)				\
		     WC_AES_POWER_END					\
		     : "=m" (*ret)					\
		     : "m" (*st), "m" (*map), [ret] "r" (ret),		\
		       [st] "r" (st), [map] "r" (map),			\
		       [zero] "r" (0L)					\
		     : "v0", "v1", "v2", "v4", "v5");			\
}

WC_AES_POWER_SB(aesenc_SB, wc_aes_undo_sr,
		"vcipherlast 0,0,1\n\t")
WC_AES_POWER(aesenc_SB_SR,
	     "vcipherlast 0,0,1\n\t")
WC_AES_POWER(aesenc_MC,
	     "vncipherlast 0,0,1\n\t"
	     "vcipher 0,0,1\n\t")
WC_AES_POWER(aesenc_SB_SR_MC,
	     "vcipher 0,0,1\n\t")
WC_AES_POWER_KEY(aesenc_SB_SR_AK,
		 "vcipherlast 0,0,2\n\t")
WC_AES_POWER_KEY(aesenc_SB_SR_MC_AK,
		 "vcipher 0,0,2\n\t")
WC_AES_POWER_KEY(aesenc_AK_SB_SR,
		 "vxor 0,0,2\n\t"
		 "vxor 1,1,1\n\t"
		 "vcipherlast 0,0,1\n\t")
WC_AES_POWER_KEY(aesenc_AK_SB_SR_MC,
		 "vxor 0,0,2\n\t"
		 "vxor 1,1,1\n\t"
		 "vcipher 0,0,1\n\t")
WC_AES_POWER_SB(aesdec_ISB, wc_aes_undo_isr,
		"vncipherlast 0,0,1\n\t")
WC_AES_POWER(aesdec_ISB_ISR,
	     "vncipherlast 0,0,1\n\t")
WC_AES_POWER(aesdec_IMC,
	     "vcipherlast 0,0,1\n\t"
	     "vncipher 0,0,1\n\t")
WC_AES_POWER(aesdec_ISB_ISR_IMC,
	     "vncipher 0,0,1\n\t")
WC_AES_POWER_KEY(aesdec_ISB_ISR_AK,
		 "vncipherlast 0,0,2\n\t")
WC_AES_POWER_KEY(aesdec_ISB_ISR_IMC_AK,
		 "vxor 1,1,1\n\t"
		 "vncipher 0,0,1\n\t"
		 "vxor 0,0,2\n\t")
WC_AES_POWER_KEY(aesdec_ISB_ISR_AK_IMC,
		 "vncipher 0,0,2\n\t")
WC_AES_POWER_KEY(aesdec_AK_ISB_ISR,
		 "vxor 0,0,2\n\t"
		 "vxor 1,1,1\n\t"
		 "vncipherlast 0,0,1\n\t")
WC_AES_POWER_KEY(aesdec_AK_ISB_ISR_IMC,
		 "vxor 0,0,2\n\t"
		 "vxor 1,1,1\n\t"
		 "vncipher 0,0,1\n\t")

static __always_inline void aes_affine_hw(struct wc_aes_state *ret,
					  const struct wc_aes_state *st,
					  const struct wc_aes_affine *map)
{
	/* vperm looks at the low 5 bits; with equal halves, at 4. */
	asm volatile(WC_AES_POWER_BEGIN
		     WC_AES_POWER_LOAD(0, st)
		     WC_AES_POWER_LOAD(1, lo)
		     WC_AES_POWER_LOAD(2, hi)
		     "vspltisb 3,4\n\t"
		     "vsrb 3,0,3\n\t"
		     "vperm 1,1,1,0\n\t"
		     "vperm 2,2,2,3\n\t"
		     "vxor 0,1,2\n\t"
		     WC_AES_POWER_STORE(0, ret)
		     WC_AES_POWER_END
		     : "=m" (*ret)
		     : "m" (*st), "m" (*map), [ret] "r" (ret), [st] "r" (st),
		       [lo] "r" (map->lo), [hi] "r" (map->hi), [zero] "r" (0L)
		     : "v0", "v1", "v2", "v3", "v4", "v5");
}

#undef WC_AES_POWER
#undef WC_AES_POWER_KEY
#undef WC_AES_POWER_SB
#undef WC_AES_POWER_BEGIN
#undef WC_AES_POWER_END
#undef WC_AES_POWER_LOAD
#undef WC_AES_POWER_STORE
#undef WC_AES_POWER_FIX
#undef WC_AES_POWER_PERM

#endif /* WIDECRYPT_AES_ROUND_POWER_H */
