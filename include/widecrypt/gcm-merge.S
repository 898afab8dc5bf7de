/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Merging GHASH into a cipher: the cipher's instructions are written down, and
 * between its rounds a part of GHASH's is called for. The file that does so
 * defines the macro wc_merge_insn, which emits instruction number n of GHASH's.
 */
#ifndef WIDECRYPT_GCM_MERGE_H
#define WIDECRYPT_GCM_MERGE_H

/* There are \count instructions to be merged in \parts even parts. */
.macro	wc_merge_begin count, parts
	.set	wc_merge_n, 0
	.set	wc_merge_part_n, 0
	.set	wc_merge_count, \count
	.set	wc_merge_parts, \parts
.endm

/* The next part */
.macro	wc_merge_part
	.set	wc_merge_part_n, wc_merge_part_n + 1
	wc_merge_go_on
.endm

.macro	wc_merge_go_on
.if wc_merge_n * wc_merge_parts < wc_merge_count * wc_merge_part_n
	.altmacro
	wc_merge_number %wc_merge_n
	.set	wc_merge_n, wc_merge_n + 1
	wc_merge_go_on
.endif
.endm

.macro	wc_merge_number n
	.noaltmacro
	wc_merge_insn \n
.endm

/* Nothing is left. */
.macro	wc_merge_end
.if wc_merge_n != wc_merge_count || wc_merge_part_n != wc_merge_parts
	.error	"wc_merge: wrong number of parts"
.endif
.endm

#endif /* WIDECRYPT_GCM_MERGE_H */
