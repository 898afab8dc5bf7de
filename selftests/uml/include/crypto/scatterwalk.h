/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Likewise the steps of a scatterwalk. */
#ifndef UML_SHIM_SCATTERWALK_H
#define UML_SHIM_SCATTERWALK_H
#include_next <crypto/scatterwalk.h>
#ifdef UML_STRICT
#include <asm/fpu/api.h>

static inline void uml_scatterwalk_done(struct scatter_walk *walk, int out,
					int more)
{
	uml_fpu_may_sleep();
	scatterwalk_done(walk, out, more);
}

#define scatterwalk_done(walk, out, more) uml_scatterwalk_done(walk, out, more)
#endif
#endif
