/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space stand-in, as in a kernel without frame pointers. */
#ifndef _ASM_FRAME_H
#define _ASM_FRAME_H

#define FRAME_BEGIN
#define FRAME_END

#endif /* _ASM_FRAME_H */
