#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch.sh RELEASE: the stock Debian kernel of that release (6.1.0-57-amd64) as
# a folder in the cache, made by apt-get download; nothing is installed. The
# last line printed is the folder: vmlinuz, vmlinux (the same kernel, unpacked
# here so that an emulated CPU does not have to), config, modules/.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

release=${1:-}
[ -n "$release" ] || die "usage: fetch.sh RELEASE"
# a folder for each list of modules: trees that differ do not disturb each other
dest=$CACHE/kernel-$release-$(sha256sum <"$here/modules.txt" | cut -c1-8)

if [ -e "$dest/complete" ]; then
	echo "$dest"
	exit 0
fi

mkdir -p "$CACHE" || die "cannot write $CACHE"
tmp=$(mktemp -d "$CACHE/fetch.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT

download() {
	for package in "linux-image-$release-unsigned" "linux-image-$release"; do
		( cd "$tmp" && timeout 900 apt-get download -q "$package" ) \
			>>"$tmp/log" 2>&1 && return
	done
	return 1
}
note "downloading linux-image-$release-unsigned ..." >&2
download || {
	# perhaps only the package lists are old
	[ "$(id -u)" = 0 ] && timeout 300 apt-get update >>"$tmp/log" 2>&1 &&
		download
} || {
	grep '^E:\|^Err' "$tmp/log" | tail -n 3 >&2
	die "cannot download the package linux-image-$release-unsigned: no network," \
	    "old package lists (apt-get update), or kernel headers older than" \
	    "what the archive has (install linux-headers-amd64 and build again)"
}

note "unpacking $package ..." >&2
mkdir "$tmp/kernel" "$tmp/root"
mapfile -t wanted < <(sed -e 's/#.*//' -e '/^$/d' "$here/modules.txt")
deb=$(echo "$tmp"/*.deb)
for prefix in ./lib ./usr/lib; do
	dpkg-deb --fsys-tarfile "$deb" |
		tar -x -C "$tmp/root" -f - --wildcards ./boot \
			"$prefix/modules/$release/modules.*" \
			"${wanted[@]/#/$prefix/modules/$release/kernel/}" \
			2>/dev/null
	modules=$tmp/root/$prefix/modules/$release
	[ -d "$modules" ] && break
done
[ -d "$modules/kernel/crypto" ] || die "no modules in ${deb##*/}"
mv "$modules" "$tmp/kernel/modules"
mv "$tmp/root/boot/vmlinuz-$release" "$tmp/kernel/vmlinuz" ||
	die "no kernel in ${deb##*/}"
mv "$tmp/root/boot/config-$release" "$tmp/kernel/config"
echo "${deb##*/}" >"$tmp/kernel/package"
echo "$release" >"$tmp/kernel/release"

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

touch "$tmp/kernel/complete"
rm -rf "$dest"
mv "$tmp/kernel" "$dest" || die "cannot write $dest"
echo "$dest"
