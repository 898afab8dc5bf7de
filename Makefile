# SPDX-License-Identifier: GPL-2.0-or-later
#
# For people: builds, installs and tests the modules. `make help` says how. The
# kernel's build system reads Kbuild instead.

VERSION := $(shell sed -n 's/^.define WIDECRYPT_VERSION\s*"\(.*\)"/\1/p' \
		include/widecrypt/compat.h)

# The kernel to build for: the running one if its headers are here, else the
# newest headers installed, amd64 ones before cloud and rt.
headers = $(foreach d,$(1),$(if $(and $(wildcard $(d)/Makefile),$(wildcard \
		$(d)/.config)),$(d)))
installed := $(call headers,$(shell ls -dv /usr/src/linux-headers-* \
		2>/dev/null | grep -v -e -common$$))
special := $(foreach d,$(installed),$(if $(findstring -cloud,$(d))$(findstring \
		-rt,$(d)),$(d)))
KDIR ?= $(firstword $(call headers,/lib/modules/$(shell uname -r)/build) \
		$(lastword $(special) $(filter-out $(special),$(installed))))

CONFIGS := CONFIG_WIDECRYPT_ARIA=m CONFIG_WIDECRYPT_SM4=m CONFIG_WIDECRYPT_GCM=m
TOOLS	:= CONFIG_WIDECRYPT_TCRYPT=m CONFIG_WIDECRYPT_TEST=m
# What uname -r says there; Debian's include/config/kernel.release differs.
RELEASE  = $(shell sed -n 's/^.define UTS_RELEASE "\(.*\)"/\1/p' \
		$(KDIR)/include/generated/utsrelease.h 2>/dev/null)
MODLIB	 = $(INSTALL_MOD_PATH)/lib/modules
BIN	 = $(INSTALL_MOD_PATH)/usr/local/bin
HOOKS	 = $(INSTALL_MOD_PATH)/etc/initramfs-tools/hooks
ROWS	 = selftests/vm/rows.txt

# Without a key there is no use in trying to sign.
unsigned = $(if $(wildcard $(KDIR)/certs/signing_key.pem),,CONFIG_MODULE_SIG_ALL=)

# Whatever root's umask is: everybody may read modules.
kbuild = +@umask 022; $(MAKE) --no-print-directory -C $(KDIR) M=$(CURDIR) \
		$(CONFIGS)

all: modules

modules: headers
	@echo "widecrypt $(VERSION) for $(RELEASE)"
	$(kbuild) modules

# tcrypt and the in-kernel test module, never installed
tools: headers
	$(kbuild) $(TOOLS) modules

headers:
	@[ -n "$(KDIR)" ] || { echo "no kernel headers found: install" \
	  "linux-headers-$(shell dpkg --print-architecture 2>/dev/null || \
	  uname -m) or name them by KDIR=" >&2; exit 1; }
	@[ -e "$(KDIR)/Makefile" ] && [ -e "$(KDIR)/include/generated/utsrelease.h" ] \
	  || { echo "KDIR=$(KDIR) holds no configured kernel build folder" >&2; \
	  exit 1; }
	@command -v $(CROSS_COMPILE)gcc >/dev/null || { echo "no compiler" \
	  "$(CROSS_COMPILE)gcc: install gcc$(patsubst \
	  %-,-%,$(CROSS_COMPILE))" >&2; exit 1; }

install: modules
	@$(not_by_dkms)
	$(kbuild) KERNELRELEASE=$(RELEASE) INSTALL_MOD_DIR=updates \
		$(unsigned) modules_install
	@umask 022; $(call depmod,$(RELEASE))
	@$(MAKE) --no-print-directory install-scripts
	@$(call initramfs,$(RELEASE))
	@running=$$(uname -r); case "$(INSTALL_MOD_PATH) $(RELEASE)" in \
	" $$running") \
	  echo "installed; load with: modprobe -a aria sm4 widecrypt_gcm" ;; \
	" "*) \
	  echo "installed for $(RELEASE); the running kernel is $$running:" \
	    "reboot, or install linux-headers-$$running" ;; \
	*) \
	  echo "installed for $(RELEASE) under $(INSTALL_MOD_PATH)" ;; \
	esac

# The command widecrypt-status carries the table of rows at its end.
install-scripts:
	@install -d "$(BIN)"
	@cat selftests/install/widecrypt-status $(ROWS) >"$(BIN)/widecrypt-status"
	@chmod 755 "$(BIN)/widecrypt-status"
	@[ ! -d "$(HOOKS)" ] || \
		install -m 755 selftests/install/initramfs-hook "$(HOOKS)/widecrypt"

uninstall-scripts:
	@rm -f "$(BIN)/widecrypt-status" "$(HOOKS)/widecrypt"

dkms-install dkms-remove:
	@selftests/install/dkms.sh $(@:dkms-%=%)

status:
	@sh selftests/install/widecrypt-status -t $(ROWS)

# Of every kernel: what built them may be gone.
uninstall:
	@$(not_by_dkms)
	@set -e; umask 022; any=; for d in "$(MODLIB)"/*/updates; do \
	  found=; \
	  for m in aria sm4 gcm; do \
	    for f in "$$d/$$m/widecrypt_$$m".ko*; do \
	      [ ! -e "$$f" ] || { rm "$$f"; found=1; any=1; }; \
	    done; \
	    rmdir "$$d/$$m" 2>/dev/null || :; \
	  done; \
	  [ "$$found" ] || continue; \
	  k=$${d%/updates}; k=$${k##*/}; \
	  rmdir "$$d" 2>/dev/null || :; \
	  $(call depmod,$$k); $(call initramfs,$$k); \
	  echo "removed from $(MODLIB)/$$k"; \
	done; [ "$$any" ] || echo "no modules of widecrypt under $(MODLIB)"
	@$(MAKE) --no-print-directory uninstall-scripts

not_by_dkms = for f in "$(MODLIB)"/*/updates/dkms/widecrypt_*; do \
	  [ ! -e "$$f" ] || { echo "$$f is there by DKMS: run make dkms-remove" \
	  "first" >&2; exit 1; }; done

depmod = { PATH=$$PATH:/sbin:/usr/sbin; command -v depmod >/dev/null || { \
	echo "depmod is missing: install kmod" >&2; exit 1; }; \
	depmod $(if $(INSTALL_MOD_PATH),-b "$(INSTALL_MOD_PATH)") $(1); }

# Of this machine, not of a tree that is being made
initramfs = $(if $(INSTALL_MOD_PATH),:,selftests/install/initramfs-update $(1))

clean:
	$(if $(KDIR),$(kbuild) $(TOOLS) clean)
	$(MAKE) -s -C selftests clean

# These live in selftests/.
tests := run check check-all check-tree check-unit check-vm check-uml check-debug \
	check-bochs check-aes-round check-arm64 check-dkms check-boot check-matrix \
	check-clients check-load audit mca bench bench-cold bench-xts plots speed
$(tests):
	+$(MAKE) --no-print-directory -C selftests $@

print-kdir:
	@echo "$(KDIR)"

help:
	@sed -n 's/^#: \?//p' $(firstword $(MAKEFILE_LIST))

# Two builds in one folder would meet; each uses all of -j by itself.
.NOTPARALLEL:

.PHONY: all modules tools headers install uninstall install-scripts \
	uninstall-scripts dkms-install dkms-remove status clean help $(tests)

#: widecrypt: ARIA, SM4 and AES-GCM for the Linux kernel at full vector width
#:
#:   make              build the modules for KDIR (default: the running kernel)
#:   make install      install them under updates/ and run depmod  (root)
#:   make uninstall    remove them, leave nothing                   (root)
#:   make dkms-install install by DKMS, for each kernel with headers, and for
#:                     those to come                              (root)
#:   make dkms-remove  take it out of DKMS, leave nothing         (root)
#:   make status       which driver serves which name, and why
#:   make clean        remove what was built
#:   make tools        build tcrypt.ko and widecrypt_test.ko, not installed
#:
#:   make run          see it work: boots the stock kernel in a VM with the
#:                     modules and encrypts real data               (root)
#:   make check        every test that takes minutes                (root)
#:   make check-all    the long ones too
#:   make check-unit   the routines in user space, at native speed
#:   make check-vm     the stock Debian kernel in a VM
#:   make check-uml    user-mode Linux with the kernel's extra tests
#:   make check-debug  a kernel with all its debug checks, in a VM
#:   make check-bochs  a stock kernel on an emulated AVX-512 CPU (slow)
#:   make check-dkms   DKMS of Debian 12 and 13: install, upgrade, remove (root)
#:   make check-boot   a root file system on ARIA or SM4 LUKS boots (root)
#:   make check-matrix the stock kernels 6.1, 6.12 and 7.3, amd64 and arm64, in
#:                     VMs, 7.3 on a CPU with AVX-512, too (slow)  (root)
#:   make check-arm64  arm64, both byte orders, under emulation: the routines,
#:                     the stock kernel, kernels of our own (slow)
#:   make check-clients  dm-crypt, IPsec, kTLS, AF_ALG, MACsec in a VM
#:   make check-load SECONDS=60  each driver under load for so long, in two
#:                     kernels
#:   make check-tree   style, licences, every kind of build
#:   make check-aes-round  the AES round blocks on seven architectures
#:   make audit        what the assembly uses and leaves behind
#:   make mca          arm64 main loops on models of CPUs (llvm-mca)
#:   make bench        our rows beside libcrypto and libgcrypt
#:   make plots        what make bench has found, as SVG
#:   make bench-cold   one call with cold caches, and what it touches
#:   make bench-xts    XTS beside CTR, with and without the tweak's block
#:   make speed MODE=610  tcrypt in user-mode Linux: 610, 218, 518, ...;
#:                     NUM_MB=8192: requests at a time in 610, 215, 224, 229
#:
#: Variables: KDIR=folder of a configured kernel build, INSTALL_MOD_PATH=root
#: of the tree to install into, C=2 to run sparse, W=1 for more warnings.
