/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UML_FPU_H
#define UML_FPU_H

#include <linux/types.h>

void uml_fpu_begin(void);
void uml_fpu_end(void);
bool uml_fpu_usable(void);

#endif /* UML_FPU_H */
