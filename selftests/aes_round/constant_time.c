// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run by valgrind, which is told that keys and data have no defined value and
 * then reports each branch and each address that depends on them.
 */
#include <valgrind/memcheck.h>
#include "aria/aria_ct.h"
#include "sm4/sm4_ct.h"

static u8 key[32], buf[128] __aligned(16);
static struct aria_key aria;
static struct sm4_key sm4;

static void secret(void *p, size_t n)
{
	VALGRIND_MAKE_MEM_UNDEFINED(p, n);
}

#ifdef TABLE_CONTROL
/* what looks values up in tables must be reported */
int main(void)
{
	u8 iv[16] = { 0 };

	secret(key, sizeof(key));
	if (TABLE_CONTROL == 1) {
		widecrypt_aria_expandkey(&aria, key, 16);
		secret(buf, sizeof(buf));
		widecrypt_aria_generic_ecb(&aria.enc, buf, buf, 1, iv);
	} else {
		memset(key, 0, sizeof(key));
		widecrypt_sm4_expandkey(&sm4, key, 16);
		secret(buf, sizeof(buf));
		widecrypt_sm4_generic_ecb(&sm4.enc, buf, buf, 1, iv);
	}
	return 0;
}
#else
static void blocks(void)
{
	struct wc_aes_state *st = (struct wc_aes_state *)buf;
	struct wc_aes_state *rk = st + 1;

	aesenc_SB(st, st);
	aesenc_SB_SR(st, st);
	aesenc_MC(st, st);
	aesenc_SB_SR_MC(st, st);
	aesenc_SB_SR_AK(st, st, rk);
	aesenc_SB_SR_MC_AK(st, st, rk);
	aesenc_AK_SB_SR(st, st, rk);
	aesenc_AK_SB_SR_MC(st, st, rk);
	aesdec_ISB(st, st);
	aesdec_ISB_ISR(st, st);
	aesdec_IMC(st, st);
	aesdec_ISB_ISR_IMC(st, st);
	aesdec_ISB_ISR_AK(st, st, rk);
	aesdec_ISB_ISR_IMC_AK(st, st, rk);
	aesdec_ISB_ISR_AK_IMC(st, st, rk);
	aesdec_AK_ISB_ISR(st, st, rk);
	aesdec_AK_ISB_ISR_IMC(st, st, rk);
	aes_affine(st, st, &ct_sm4_pre);
}

int main(void)
{
	struct aes_sched aes;
	unsigned int len;

	for (len = 16; len <= 32; len += 8) {
		secret(key, sizeof(key));
		secret(buf, sizeof(buf));
		wc_aes_expandkey(&aes, key, len);
		wc_aes_encrypt_block(&aes, buf, buf);
		wc_aes_encrypt_blocks(&aes, buf, buf, 7);
		ct_aria_expandkey(&aria, key, len);
		ct_aria_block(&aria.enc, buf, buf);
		ct_aria_block(&aria.dec, buf, buf);
	}
	ct_sm4_expandkey(&sm4, key, 16);
	ct_sm4_blocks(&sm4.enc, buf, buf, 7);
	ct_sm4_blocks(&sm4.dec, buf, buf, 1);
	wc_sub_bytes16(buf);
	wc_inv_sub_bytes16(buf);
	wc_affine16(buf, 0x4c287db91a22505dULL, 0x3e);
	blocks();
	return 0;
}
#endif
