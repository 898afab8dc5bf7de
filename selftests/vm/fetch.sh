#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch.sh RELEASE [ROOT]: the stock Debian kernel of that release (6.1.0-57-amd64,
# 7.3.4+deb13-arm64) as a folder in the cache, made by apt-get download; nothing is
# installed. ROOT is a root of the suite that has it, where that is not the host's.
# The last line printed is the folder: vmlinuz, vmlinux (the same kernel, unpacked
# here so that an emulated CPU does not have to), for arm64 Image; config, modules/.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

release=${1:-} root=${2:-}
[ -n "$release" ] || die "usage: fetch.sh RELEASE [ROOT]"
machine=x86 apt=(apt-get ${root:+-o Dir="$root"})
case $release in
*-arm64)
	machine=arm64
	apt+=(-o APT::Architecture=arm64 -o APT::Architectures=arm64)
	;;
esac
# a folder for each list of modules: trees that differ do not disturb each other
dest=$CACHE/kernel-$release-$(sha256sum <"$here/modules.txt" | cut -c1-8)

if [ -e "$dest/complete" ]; then
	echo "$dest"
	exit 0
fi

mkdir -p "$CACHE" || die "cannot write $CACHE"
tmp=$(mktemp -d "$CACHE/fetch.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT

# 7.3 has the kernel, its modules and its configuration in packages of their own.
download() {
	local names
	for names in "linux-image-$release-unsigned" \
		"linux-binary-unsigned-$release linux-modules-$release
			linux-base-$release" "linux-image-$release"; do
		# shellcheck disable=SC2086 # several names
		( cd "$tmp" && timeout 900 "${apt[@]}" download -q $names ) \
			>>"$tmp/log" 2>&1 && return
		rm -f "$tmp"/*.deb
	done
	return 1
}
note "downloading the kernel $release ..." >&2
download || {
	# perhaps only the package lists are old
	[ "$(id -u)" = 0 ] &&
		timeout 300 "${apt[@]}" update >>"$tmp/log" 2>&1 &&
		download
} || {
	grep '^E:\|^Err' "$tmp/log" | tail -n 3 >&2
	die "cannot download the kernel $release: no network," \
	    "old package lists (apt-get update), or kernel headers older than" \
	    "what the archive has (install linux-headers-amd64 and build again)"
}

note "unpacking $(cd "$tmp" && echo *.deb) ..." >&2
mkdir "$tmp/kernel" "$tmp/root"
# some kernels have theirs compressed
mapfile -t wanted < <(sed -e 's/#.*//' -e '/^$/d' -e 's/\.ko$/&*/' \
	-e "s/x86/$machine/" "$here/modules.txt")
patterns=(./boot)
for prefix in ./lib ./usr/lib; do
	patterns+=("$prefix/modules/$release"/{'modules.*','vmlinuz*',config}
		"${wanted[@]/#/$prefix/modules/$release/kernel/}")
done
for deb in "$tmp"/*.deb; do
	# most of the patterns name nothing in it
	dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$tmp/root" -f - \
		--wildcards "${patterns[@]}" 2>/dev/null
done
for prefix in lib usr/lib; do
	modules=$tmp/root/$prefix/modules/$release
	[ ! -d "$modules/kernel/crypto" ] || break
done
[ -d "$modules/kernel/crypto" ] || die "no modules in" "$tmp"/*.deb
mv "$modules" "$tmp/kernel/modules"
modules=$tmp/kernel/modules
for f in "$tmp/root/boot/vmlinuz-$release" "$modules"/vmlinuz*; do
	[ ! -e "$f" ] || mv "$f" "$tmp/kernel/vmlinuz"
done
for f in "$tmp/root/boot/config-$release" "$modules/config"; do
	[ ! -e "$f" ] || mv "$f" "$tmp/kernel/config"
done
[ -e "$tmp/kernel/vmlinuz" ] || die "no kernel in" "$tmp"/*.deb
( cd "$tmp" && echo *.deb ) >"$tmp/kernel/package"
echo "$release" >"$tmp/kernel/release"

finish() {
	touch "$tmp/kernel/complete"
	rm -rf "$dest"
	mv "$tmp/kernel" "$dest" || die "cannot write $dest"
	echo "$dest"
	exit 0
}

if [ $machine = arm64 ]; then
	mv "$tmp/kernel/vmlinuz" "$tmp/kernel/Image"
	# "ARMd" at 56, or QEMU does not take it (Documentation/arch/arm64/booting.rst)
	[ "$(tail -c +57 "$tmp/kernel/Image" | head -c 4)" = ARMd ] ||
		die "the kernel is compressed"
	finish
fi

# The compressed kernel inside a bzImage (Documentation/x86/boot.rst).
number() { # OFFSET SIZE
	od -An -j "$1" -N "$2" -t "u$2" "$tmp/kernel/vmlinuz" | tr -d ' '
}
start=$((($(number 0x1f1 1) + 1) * 512 + $(number 0x248 4)))
size=$(($(number 0x24c 4) - 4))
payload() {
	tail -c +$((start + 1)) "$tmp/kernel/vmlinuz" | head -c "$size"
}
case $(payload | head -c 4 | od -An -t x1 | tr -d ' ') in
fd377a58) unpack="xz -dc" ;;
1f8b*) unpack="gzip -dc" ;;
28b52ffd) unpack="zstd -dc" ;;
02214c18) unpack="lz4 -dc" ;;
*) unpack=false ;;
esac
payload | $unpack >"$tmp/kernel/vmlinux" 2>/dev/null
# QEMU starts an ELF kernel by its PVH note; without one the bzImage will do.
if ! readelf -n "$tmp/kernel/vmlinux" 2>/dev/null |
	grep -q '0x00000012\|XEN_ELFNOTE_PHYS32_ENTRY'; then
	rm -f "$tmp/kernel/vmlinux"
	note "no vmlinux in the image: booting the bzImage (slower)" >&2
fi

finish
