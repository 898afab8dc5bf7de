#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# dkms.sh install|remove: give the sources to DKMS, and the modules to every
# kernel whose headers are here; or take all of it away again, of any version.
set -eu
umask 022
top=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:/usr/sbin:/sbin

die() {
	echo "$*" >&2
	exit 1
}

has_headers() { [ -e "/lib/modules/$1/build/include" ]; }

kernels() { # those that have headers
	for k in /lib/modules/*/; do
		k=$(basename "$k")
		! has_headers "$k" || echo "$k"
	done
}

# PART of the lines "widecrypt/VERSION, RELEASE, ARCH: installed", to $ours
ours() {
	status=$(dkms status) || die "dkms status fails: $status"
	ours=$(echo "$status" | grep '^widecrypt/' | tr '/:' ',,' | tr -d ' ' |
		cut -d, -f"$1" -s | sort -u)
}

versions() { ours 2; versions=$ours; }
releases() { ours 3; releases=$(echo "$ours" | grep '^[0-9]' || :); }

# What the modules are built from, and no object. Nor README.md: a folder that
# has one is somebody's own.
copy() { # DEST
	mkdir -p "$1"
	( cd "$top" &&
	  find aria gcm sm4 include \( -name '*.[chS]' -o -name Kbuild \) \
		! -name '*.mod.c' -print0 |
		xargs -0 cp --parents -t "$1" COPYING Kbuild Kconfig Makefile \
			dkms.conf selftests/install/initramfs-update )
}

# dkms does nothing with a version whose sources somebody deleted.
repair() {
	for v in /var/lib/dkms/widecrypt/[0-9]*/; do
		if [ ! -e "$v" ] || [ -e "$v/source/dkms.conf" ]; then
			continue
		fi
		v=$(basename "$v")
		copy "/usr/src/widecrypt-$v"
		sed -i "s/^PACKAGE_VERSION=.*/PACKAGE_VERSION=\"$v\"/" \
			"/usr/src/widecrypt-$v/dkms.conf"
	done
}

take_out() {
	repair
	versions
	releases
	for v in $versions; do
		dkms remove "widecrypt/$v" --all
		[ -e "/usr/src/widecrypt-$v/README.md" ] ||
			rm -rf "/usr/src/widecrypt-$v"
	done
	for k in $releases; do
		rmdir "/lib/modules/$k/updates/dkms" \
			"/lib/modules/$k/updates" 2>/dev/null || :
	done
}

remove() {
	take_out
	for k in $releases; do
		"$top/selftests/install/initramfs-update" "$k"
	done
	make -s --no-print-directory -C "$top" uninstall-scripts
	echo "${versions:+removed: widecrypt }${versions:-DKMS has nothing of widecrypt}"
}

# A kernel that has the modules must not lose them to a build that fails: its
# root file system may be on them.
try_build() { # RELEASE
	has_headers "$1" || die "nothing changed: $1 has the modules of before," \
		"but no headers; install linux-headers-$1, or give them up:" \
		"dkms remove widecrypt/$(echo "$versions" | head -n 1) -k $1"
	tmp=$(mktemp -d)
	trap 'rm -rf "$tmp"' EXIT
	copy "$tmp"
	echo "trying the build for $1 ..."
	make -s -j"$(nproc)" -C "$tmp" KDIR="/lib/modules/$1/build" modules \
		>"$tmp/log" 2>&1 || {
		tail -n 15 "$tmp/log" >&2
		die "nothing changed: these sources do not build for $1"
	}
	rm -rf "$tmp"
}

install() {
	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")
	for f in /lib/modules/*/updates/*/widecrypt_*.ko*; do
		case $f in
		*/updates/dkms/*|*'*'*) ;;
		*) die "$f is in the way: run make uninstall first" ;;
		esac
	done
	[ ! -e "/usr/src/widecrypt-$version/README.md" ] ||
		die "DKMS's copy of the sources goes to" \
			"/usr/src/widecrypt-$version: move what is there elsewhere"
	repair
	versions
	releases
	for k in $releases; do
		[ ! -e "/lib/modules/$k" ] || try_build "$k"
	done
	take_out
	copy "/usr/src/widecrypt-$version"
	make -s --no-print-directory -C "$top" install-scripts
	dkms add "widecrypt/$version"
	[ -n "$(kernels)" ] || die "no kernel headers found: install" \
		"linux-headers-$(dpkg --print-architecture 2>/dev/null ||
		uname -m), and dkms builds the modules by itself"
	installed='' failed=''
	for k in $(kernels); do
		status=0
		dkms install "widecrypt/$version" -k "$k" || status=$?
		# 77: dkms.conf says that this kernel is none of ours
		case $status in
		0) installed="$installed $k" ;;
		77) ;;
		*)
			failed="$failed $k"
			tail -n 15 "/var/lib/dkms/widecrypt/$version/build/make.log" \
				2>/dev/null || :
			;;
		esac
	done
	[ -z "$failed" ] || die "not installed for:$failed"
	[ -n "$installed" ] || die "no kernel here is one that the modules are" \
		"for: 64 bits, 6.1 or newer, with the crypto API"
	case "$installed " in
	*" $(uname -r) "*)
		echo "installed; load with: modprobe -a aria sm4 widecrypt_gcm"
		;;
	*)
		echo "installed for$installed; the running kernel is $(uname -r):" \
			"reboot into one of them, or install" \
			"linux-headers-$(uname -r)"
		;;
	esac
}

case ${1:-} in install|remove) ;; *) die "usage: dkms.sh install|remove" ;; esac
command -v dkms >/dev/null || die "dkms is missing: install dkms"
[ "$(id -u)" = 0 ] || die "dkms needs root: sudo make dkms-$1"
"$1"
