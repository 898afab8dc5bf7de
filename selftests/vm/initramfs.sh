#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# initramfs.sh [-p PROGRAMS] KERNEL JOB OUT MODDIR [FILE...]: an initramfs for the kernel
# in the folder KERNEL (see fetch.sh). It is a base (busybox, bash, kmod,
# cryptsetup, dmsetup, ip, or what $USERLAND or KERNEL/userland holds; stock modules), cached, followed by a small overlay:
# our modules from MODDIR under lib/modules/RELEASE/updates, the script JOB as
# /job.sh, the FILEs in /test, the host's PROGRAMS, and module lists made by depmod.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

extra=''
if [ "${1:-}" = -p ]; then
	extra=$2
	shift 2
fi
[ $# -ge 4 ] ||
	die "usage: initramfs.sh [-p PROGRAMS] KERNEL JOB OUT MODDIR [FILE...]"
kernel=$1 job=$2 out=$3 moddir=$4
shift 4
release=$(cat "$kernel/release") || die "no kernel in $kernel"

userland=${USERLAND:-$kernel/userland}
programs="bash kmod cryptsetup dmsetup ip"
key=$({
	echo "$userland"
	cat "$0" "$kernel/package" "$kernel/release" "$here/modules.txt"
	dpkg-query -W busybox-static bash kmod cryptsetup-bin dmsetup iproute2 \
		libc6
} 2>/dev/null | sha256sum | cut -c1-12)
base=$CACHE/base-$release-$key

copy_program() { # NAME ROOT: with its libraries
	local path lib
	path=$(readlink -f "$(command -v "$1")") || return 1
	[ -n "$path" ] || die "no $1 on this machine (see packages.txt)"
	rm -f "$2/usr/bin/$1"
	cp "$path" "$2/usr/bin/$1" || die "cannot copy $1"
	# /lib and /lib64 are links there, which an archive must not replace
	ldd "$path" | grep -o '/[^ ]*' | while read -r lib; do
		to=$2/usr${lib#/usr}
		mkdir -p "${to%/*}"
		cp -nL "$lib" "$to"
	done
}

make_base() {
	local tmp root applet p busybox
	note "building the base image (once for this kernel) ..."
	tmp=$(mktemp -d "$CACHE/base.XXXXXX") || die "cannot write $CACHE"
	root=$tmp/root
	mkdir -p "$root"/{usr/bin,usr/lib,usr/lib64,proc,sys,dev,tmp,run,etc} \
		"$root"/{root,var/tmp,test} "$root/lib/modules" 2>/dev/null
	rmdir "$root/lib/modules" "$root/lib"
	ln -s usr/bin "$root/bin"
	ln -s usr/bin "$root/sbin"
	ln -s bin "$root/usr/sbin"
	ln -s usr/lib "$root/lib"
	ln -s usr/lib64 "$root/lib64"
	mkdir -p "$root/usr/lib/modules"
	if [ -d "$userland" ]; then
		# of another architecture; the older layout, with a /bin and /lib
		for p in bin sbin usr/bin usr/sbin; do
			[ ! -d "$userland/$p" ] ||
				cp -a "$userland/$p/." "$root/usr/bin/"
		done
		for p in lib usr/lib; do
			cp -a "$userland/$p/." "$root/usr/lib/"
		done
		rm -rf "$root"/usr/lib/*/gconv
		programs=''
	fi
	# a dynamic busybox would do nothing here: take the static package's
	busybox=$root/usr/bin/busybox
	[ -e "$busybox" ] || busybox=$(command -v busybox) ||
		die "no busybox (package busybox-static)"
	if ldd "$busybox" >/dev/null 2>&1; then
		die "$busybox is not static (package busybox-static)"
	fi
	[ -e "$root/usr/bin/busybox" ] || cp "$busybox" "$root/usr/bin/busybox"
	for applet in $("$busybox" --list 2>/dev/null ||
		qemu-aarch64 "$busybox" --list); do
		[ -e "$root/usr/bin/$applet" ] ||
			ln -s busybox "$root/usr/bin/$applet"
	done
	for p in $programs; do
		copy_program "$p" "$root"
	done
	# the kernel's request_module() runs /sbin/modprobe
	for p in modprobe insmod rmmod depmod modinfo lsmod; do
		ln -sf kmod "$root/usr/bin/$p"
	done
	cp -r "$kernel/modules" "$root/usr/lib/modules/$release"
	echo "root:x:0:0:root:/root:/bin/sh" >"$root/etc/passwd"
	( cd "$root" && find . | LC_ALL=C sort |
		cpio -o -H newc -R 0:0 --quiet ) >"$tmp/base.cpio" ||
		die "cannot write the base image"
	rm -rf "$base"
	# older bases of this kernel are of no more use
	find "$CACHE" -maxdepth 1 -name "base-$release-*" -mtime +3 \
		-exec rm -rf {} +
	mv "$tmp" "$base" || die "cannot write $base"
}

[ -s "$base/base.cpio" ] || make_base >&2

tmp=$(mktemp -d "$CACHE/overlay.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT
root=$tmp/root
mkdir -p "$root/test" "$root/usr/lib/modules" "$tmp/stage/lib/modules"

# depmod wants to see stock modules and ours together.
stage=$tmp/stage/lib/modules/$release
cp -al "$base/root/usr/lib/modules/$release" "$stage" 2>/dev/null ||
	cp -a "$base/root/usr/lib/modules/$release" "$stage"
mkdir -p "$stage/updates" "$root/usr/lib/modules/$release"
mapfile -t ours < <(modules_in "$moddir")
[ ${#ours[@]} != 0 ] || die "no widecrypt_*.ko in $moddir: run make"
cp -t "$stage/updates" "${ours[@]}" || die "cannot copy ${ours[*]}"
depmod -b "$tmp/stage" "$release" || die "depmod failed"
cp -r "$stage/updates" "$root/usr/lib/modules/$release/"
cp "$stage"/modules.* "$root/usr/lib/modules/$release/"

cp "$here/guest/init" "$root/init"
cp "$job" "$root/job.sh"
mkdir -p "$root/usr/bin"
for p in $extra; do
	copy_program "$p" "$root"
done
[ $# = 0 ] || cp -r "$@" "$root/test/" || die "cannot copy the test's files"
chmod -R a+rX "$root"
chmod +x "$root/init"
( cd "$root" && find . | LC_ALL=C sort |
	cpio -o -H newc -R 0:0 --quiet ) >"$tmp/overlay.cpio" ||
	die "cannot write the overlay"
cat "$base/base.cpio" "$tmp/overlay.cpio" >"$out" || die "cannot write $out"
