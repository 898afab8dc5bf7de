# SPDX-License-Identifier: GPL-2.0-or-later
#
# How the modules' core files are compiled in user space; $(lib) is this folder,
# $(top) the tree's.

WC_INCLUDES := -I$(lib)include -I$(top)/include -I$(top) -I$(lib)
WC_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter \
	     -Wno-unused-function $(WC_INCLUDES) -include $(lib)kernel.h
