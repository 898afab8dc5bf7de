/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wiping a stack frame that has been left.
 */
#ifndef WIDECRYPT_BURN_H
#define WIDECRYPT_BURN_H

#include <linux/string.h>
#include <linux/types.h>

/* Above what the routines need that it follows, with all that they call */
#define WC_BURN_BYTES	608

/**
 * wc_burn_stack() - clear what a routine called just before left on the stack
 *
 * memzero_explicit() clears variables where they live. It cannot reach the
 * copies of them that a compiler spills, nor the registers that nested calls
 * save: no C can name those. So a routine in C that has a key or what follows
 * from one in its hands is noinline, and its caller calls this after it, whose
 * frame comes to lie where the other's was. The caller itself must touch nothing
 * secret. selftests/unit/abi.c looks at the stack after each.
 */
static __maybe_unused noinline void wc_burn_stack(void)
{
	u8 frame[WC_BURN_BYTES];

	memzero_explicit(frame, sizeof(frame));
}

#endif /* WIDECRYPT_BURN_H */
