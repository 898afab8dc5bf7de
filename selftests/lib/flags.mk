# SPDX-License-Identifier: GPL-2.0-or-later
#
# How the modules' core files are compiled in user space; $(lib) is this folder,
# $(top) the tree's.

# For another architecture: CROSS_COMPILE, and in TARGET_FLAGS what its compiler
# is to be told besides, such as -mbig-endian.
ifneq ($(CROSS_COMPILE),)
CC	:= $(CROSS_COMPILE)gcc
AR	:= $(CROSS_COMPILE)ar
endif
machine	:= $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))

WC_INCLUDES := -I$(lib)include -I$(top)/include -I$(top) -I$(lib)
WC_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter \
	     -Wno-unused-function $(TARGET_FLAGS) $(WC_INCLUDES) -include $(lib)kernel.h
# As in the kernel, whose shadow call stack is there
ifneq ($(filter aarch64%,$(machine)),)
WC_CFLAGS += -ffixed-x18
endif
