/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For mca.sh */
#include <kernel-asm.S>
