/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The AES instructions of arm64 and of x86, as an emulator needs them, on any
 * host, by the building blocks of aes_round.h. What holds for those (vector
 * sections, WC_AES_ROUND_PORTABLE) holds here.
 *
 * A guest's 128-bit register is a struct wc_aes_state whose byte i is bits
 * 8 i + 7 to 8 i of the register, on every host. This is also the byte that
 * either architecture takes as byte i of FIPS 197.
 *
 * No flag, no memory and no other register is affected by these instructions,
 * and none depends on its operands in time. VEX forms clear what lies above
 * bit 127; that is the caller's.
 */
#ifndef WIDECRYPT_AES_EMULATE_H
#define WIDECRYPT_AES_EMULATE_H

#include <widecrypt/aes_round.h>

/**
 * aes_emu_arm64_aese() - AESE Vd.16B, Vn.16B
 * @vd: read and written
 * @vn: the other operand
 */
static inline void aes_emu_arm64_aese(struct wc_aes_state *vd,
				      const struct wc_aes_state *vn)
{
	aesenc_AK_SB_SR(vd, vd, vn);
}

/**
 * aes_emu_arm64_aesd() - AESD Vd.16B, Vn.16B
 * @vd: read and written
 * @vn: the other operand
 */
static inline void aes_emu_arm64_aesd(struct wc_aes_state *vd,
				      const struct wc_aes_state *vn)
{
	aesdec_AK_ISB_ISR(vd, vd, vn);
}

/**
 * aes_emu_arm64_aesmc() - AESMC Vd.16B, Vn.16B
 * @vd: written
 * @vn: operand, may be @vd
 */
static inline void aes_emu_arm64_aesmc(struct wc_aes_state *vd,
				       const struct wc_aes_state *vn)
{
	aesenc_MC(vd, vn);
}

/**
 * aes_emu_arm64_aesimc() - AESIMC Vd.16B, Vn.16B
 * @vd: written
 * @vn: operand, may be @vd
 */
static inline void aes_emu_arm64_aesimc(struct wc_aes_state *vd,
					const struct wc_aes_state *vn)
{
	aesdec_IMC(vd, vn);
}

/**
 * aes_emu_arm64_aese_aesmc() - AESE Vd.16B, Vn.16B; AESMC Vd.16B, Vd.16B
 * @vd: read and written
 * @vn: the other operand of AESE
 *
 * Arm advises to write the two as a pair, which many CPUs execute as one
 * instruction. So can an emulator, if nothing can interrupt the guest between.
 */
static inline void aes_emu_arm64_aese_aesmc(struct wc_aes_state *vd,
					    const struct wc_aes_state *vn)
{
	aesenc_AK_SB_SR_MC(vd, vd, vn);
}

/**
 * aes_emu_arm64_aesd_aesimc() - AESD Vd.16B, Vn.16B; AESIMC Vd.16B, Vd.16B
 * @vd: read and written
 * @vn: the other operand of AESD
 *
 * As aes_emu_arm64_aese_aesmc().
 */
static inline void aes_emu_arm64_aesd_aesimc(struct wc_aes_state *vd,
					     const struct wc_aes_state *vn)
{
	aesdec_AK_ISB_ISR_IMC(vd, vd, vn);
}

/**
 * aes_emu_x86_aesenc() - AESENC, VAESENC (128 bits)
 * @dst: written; AESENC xmm1, xmm2 has @dst = @src1 = xmm1
 * @src1: state
 * @src2: round key
 */
static inline void aes_emu_x86_aesenc(struct wc_aes_state *dst,
				      const struct wc_aes_state *src1,
				      const struct wc_aes_state *src2)
{
	aesenc_SB_SR_MC_AK(dst, src1, src2);
}

/**
 * aes_emu_x86_aesenclast() - AESENCLAST, VAESENCLAST (128 bits)
 * @dst: written
 * @src1: state
 * @src2: round key
 */
static inline void aes_emu_x86_aesenclast(struct wc_aes_state *dst,
					  const struct wc_aes_state *src1,
					  const struct wc_aes_state *src2)
{
	aesenc_SB_SR_AK(dst, src1, src2);
}

/**
 * aes_emu_x86_aesdec() - AESDEC, VAESDEC (128 bits)
 * @dst: written
 * @src1: state
 * @src2: round key, one of the equivalent inverse cipher
 */
static inline void aes_emu_x86_aesdec(struct wc_aes_state *dst,
				      const struct wc_aes_state *src1,
				      const struct wc_aes_state *src2)
{
	aesdec_ISB_ISR_IMC_AK(dst, src1, src2);
}

/**
 * aes_emu_x86_aesdeclast() - AESDECLAST, VAESDECLAST (128 bits)
 * @dst: written
 * @src1: state
 * @src2: round key
 */
static inline void aes_emu_x86_aesdeclast(struct wc_aes_state *dst,
					  const struct wc_aes_state *src1,
					  const struct wc_aes_state *src2)
{
	aesdec_ISB_ISR_AK(dst, src1, src2);
}

/**
 * aes_emu_x86_aesimc() - AESIMC, VAESIMC
 * @dst: written
 * @src: operand, may be @dst
 */
static inline void aes_emu_x86_aesimc(struct wc_aes_state *dst,
				      const struct wc_aes_state *src)
{
	aesdec_IMC(dst, src);
}

/**
 * aes_emu_x86_aeskeygenassist() - AESKEYGENASSIST, VAESKEYGENASSIST
 * @dst: written
 * @src: operand, may be @dst
 * @imm8: the immediate byte
 *
 * With the words X3 to X0 of @src from the top, @dst is RotWord(SubWord(X3)) ^
 * imm8, SubWord(X3), RotWord(SubWord(X1)) ^ imm8, SubWord(X1).
 */
static inline void aes_emu_x86_aeskeygenassist(struct wc_aes_state *dst,
					       const struct wc_aes_state *src,
					       u8 imm8)
{
	struct wc_aes_state s;
	int i;

	aesenc_SB(&s, src);
	for (i = 0; i < 16; i += 8) {
		memcpy(dst->b + i, s.b + i + 4, 4);
		memcpy(dst->b + i + 4, s.b + i + 5, 3);
		dst->b[i + 7] = s.b[i + 4];
		dst->b[i + 4] ^= imm8;
	}
}

#endif /* WIDECRYPT_AES_EMULATE_H */
