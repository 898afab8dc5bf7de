/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A walk step may sleep: with -DUML_STRICT never inside a vector section. */
#ifndef UML_SHIM_SKCIPHER_H
#define UML_SHIM_SKCIPHER_H
#include_next <crypto/internal/skcipher.h>
#ifdef UML_STRICT
#include <asm/fpu/api.h>

static inline int uml_skcipher_walk_done(struct skcipher_walk *walk, int err)
{
	uml_fpu_may_sleep();
	return skcipher_walk_done(walk, err);
}

#define skcipher_walk_done(walk, err) uml_skcipher_walk_done(walk, err)
#endif
#endif
