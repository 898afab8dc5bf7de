/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For mca.sh; <linux/linkage.h> has what is wanted of it. */
