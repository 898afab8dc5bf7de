#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# dkms.sh install|remove: give the sources to DKMS, and the modules to every
# kernel whose headers are here; or take all of it away again, of any version.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:/usr/sbin:/sbin

die() {
	echo "$*" >&2
	exit 1
}

kernels() { # those that have headers
	for build in /lib/modules/*/build; do
		[ ! -e "$build/include" ] || basename "${build%/build}"
	done
}

ours() { # PART: of the lines "widecrypt/VERSION, RELEASE, ARCH: installed"
	dkms status | grep '^widecrypt/' | tr '/:' ',,' | tr -d ' ' |
		cut -d, -f"$1" -s | sort -u
}

remove() {
	versions=$(ours 2) releases=$(ours 3 | grep '^[0-9]' || :)
	for v in $versions; do
		dkms remove "widecrypt/$v" --all
	done
	for k in $releases; do
		"$top/selftests/install/initramfs-update" "$k"
		rmdir "/lib/modules/$k/updates/dkms" \
			"/lib/modules/$k/updates" 2>/dev/null || :
	done
	rm -rf /usr/src/widecrypt-[0-9]*
}

# What the modules are built from, and no object
copy() { # DEST
	( cd "$top" &&
	  find aria gcm sm4 include \( -name '*.[chS]' -o -name Kbuild \) \
		! -name '*.mod.c' -print0 |
		xargs -0 cp --parents -t "$1" COPYING Kbuild Kconfig Makefile \
			dkms.conf selftests/install/initramfs-update )
}

install() {
	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")
	for f in /lib/modules/*/updates/*/widecrypt_*.ko*; do
		case $f in
		*/updates/dkms/*|*'*'*) ;;
		*) die "$f is in the way: run make uninstall first" ;;
		esac
	done
	remove
	mkdir -p "/usr/src/widecrypt-$version"
	copy "/usr/src/widecrypt-$version"
	make -s -C "$top" install-scripts
	dkms add "widecrypt/$version"
	[ -n "$(kernels)" ] || die "no kernel headers found: install" \
		"linux-headers-$(dpkg --print-architecture 2>/dev/null ||
		uname -m), and dkms builds the modules by itself"
	failed=
	for k in $(kernels); do
		status=0
		dkms install "widecrypt/$version" -k "$k" || status=$?
		# 77: dkms.conf says that this kernel is none of ours
		case $status in
		0|77) ;;
		*) failed="$failed $k" ;;
		esac
	done
	[ -z "$failed" ] || die "not installed for:$failed; see" \
		"/var/lib/dkms/widecrypt/$version/build/make.log"
	echo "installed; load with: modprobe -a aria sm4 widecrypt_gcm"
}

case ${1:-} in install|remove) ;; *) die "usage: dkms.sh install|remove" ;; esac
command -v dkms >/dev/null || die "dkms is missing: install dkms"
[ "$(id -u)" = 0 ] || die "dkms needs root: sudo make dkms-$1"
"$1"
[ "$1" != remove ] || make -s -C "$top" uninstall-scripts
