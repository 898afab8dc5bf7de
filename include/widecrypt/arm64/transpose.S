/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks to places of bytes and back.
 */
#ifndef WIDECRYPT_ARM64_TRANSPOSE_S
#define WIDECRYPT_ARM64_TRANSPOSE_S

/* d = the even elements of a and b in turn, e = the odd ones */
.macro	wc_trn type, d, e, a, b
	trn1	v\d\().\type, v\a\().\type, v\b\().\type
	trn2	v\e\().\type, v\a\().\type, v\b\().\type
.endm

/*
 * wc_transpose r0 ... r15: byte j of vri becomes byte i of vj, i and j from 0 to
 * 15; changes v16 to v31. Each step exchanges a bit of i with the same bit of j:
 * bit 0, 1, 2, 3, by elements of 1, 2, 4, 8 bytes. (TRN, not ZIP, which takes
 * three times as long on Cortex-A72.)
 */
.macro	wc_transpose r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15
	wc_trn	16b, 16, 17, \r0, \r1
	wc_trn	16b, 18, 19, \r2, \r3
	wc_trn	16b, 20, 21, \r4, \r5
	wc_trn	16b, 22, 23, \r6, \r7
	wc_trn	16b, 24, 25, \r8, \r9
	wc_trn	16b, 26, 27, \r10, \r11
	wc_trn	16b, 28, 29, \r12, \r13
	wc_trn	16b, 30, 31, \r14, \r15
	wc_trn	8h, 0, 2, 16, 18
	wc_trn	8h, 1, 3, 17, 19
	wc_trn	8h, 4, 6, 20, 22
	wc_trn	8h, 5, 7, 21, 23
	wc_trn	8h, 8, 10, 24, 26
	wc_trn	8h, 9, 11, 25, 27
	wc_trn	8h, 12, 14, 28, 30
	wc_trn	8h, 13, 15, 29, 31
	wc_trn	4s, 16, 20, 0, 4
	wc_trn	4s, 17, 21, 1, 5
	wc_trn	4s, 18, 22, 2, 6
	wc_trn	4s, 19, 23, 3, 7
	wc_trn	4s, 24, 28, 8, 12
	wc_trn	4s, 25, 29, 9, 13
	wc_trn	4s, 26, 30, 10, 14
	wc_trn	4s, 27, 31, 11, 15
	wc_trn	2d, 0, 8, 16, 24
	wc_trn	2d, 1, 9, 17, 25
	wc_trn	2d, 2, 10, 18, 26
	wc_trn	2d, 3, 11, 19, 27
	wc_trn	2d, 4, 12, 20, 28
	wc_trn	2d, 5, 13, 21, 29
	wc_trn	2d, 6, 14, 22, 30
	wc_trn	2d, 7, 15, 23, 31
.endm

#endif /* WIDECRYPT_ARM64_TRANSPOSE_S */
