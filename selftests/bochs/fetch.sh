#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch.sh root|kernel - get, once, into the cache, and print the folder of
#   root    Bochs 3.0 from trixie in a root of its own (5 minutes)
#   kernel  Debian's 6.1 cloud kernel, its modules, and headers to build for it
# Nothing is installed on this machine.
set -euo pipefail
cache=${WIDECRYPT_CACHE:-$HOME/.cache/widecrypt}
mkdir -p "$cache"
say() { echo "bochs/fetch: $*" >&2; }
PATH=$PATH:/usr/sbin:/sbin

root() {
	local dir=$cache/bochs-root
	if [ ! -e "$dir/.complete" ]; then
		say "making $dir (5 minutes, once)"
		rm -rf "$dir"
		timeout 1800 nice mmdebstrap --variant=essential \
			--include=bochs,bochs-term,bochsbios,vgabios \
			trixie "$dir" >"$cache/bochs-root.log" 2>&1 ||
			{ tail -n 15 "$cache/bochs-root.log" >&2; exit 1; }
		chroot "$dir" dpkg-query -W bochs >"$dir/.complete"
		rm -rf "$dir"/var/cache/apt/archives/*.deb
	fi
	echo "$dir"
}

kernel() {
	local image release dir deb abi
	# The signed package's dependency names the newest release.
	image=$(apt-cache depends linux-image-cloud-amd64 |
		sed -n 's/.*Depends: \(linux-image-6\.1\.[^ ]*-cloud-amd64\)$/\1/p' | tail -n 1)
	[ -n "$image" ] || { say "no cloud kernel in the package lists: apt-get update"; exit 1; }
	release=${image#linux-image-}
	abi=${release%-cloud-amd64}
	dir=$cache/bochs-kernel-$release
	if [ ! -e "$dir/.complete" ]; then
		say "downloading $release"
		rm -rf "$dir"
		mkdir -p "$dir/deb"
		(cd "$dir/deb" && timeout 900 apt-get download "$image" \
			"linux-headers-$release" "linux-headers-$abi-common" \
			linux-kbuild-6.1 >"$dir/log" 2>&1) ||
			{ tail -n 5 "$dir/log" >&2; exit 1; }
		for deb in "$dir"/deb/*.deb; do dpkg -x "$deb" "$dir"; done
		rm -rf "$dir/deb"
		# The headers name each other by absolute path.
		sed -i "s,/usr/src/,$dir/usr/src/,g" \
			"$dir/usr/src/linux-headers-$release/Makefile"
		ln -sfn "$dir/usr/lib/linux-kbuild-6.1/scripts" \
			"$dir/usr/src/linux-headers-$abi-common/scripts"
		ln -sfn "$dir/usr/lib/linux-kbuild-6.1/scripts" \
			"$dir/usr/src/linux-headers-$release/scripts"
		ln -sfn "$dir/usr/lib/linux-kbuild-6.1/tools" \
			"$dir/usr/src/linux-headers-$abi-common/tools"
		ln -sfn "$dir/usr/lib/linux-kbuild-6.1/tools" \
			"$dir/usr/src/linux-headers-$release/tools"
		echo "$release" >"$dir/release"
		ln -sfn "boot/vmlinuz-$release" "$dir/vmlinuz"
		ln -sfn "usr/src/linux-headers-$release" "$dir/headers"
		touch "$dir/.complete"
	fi
	echo "$dir"
}

exec 9>"$cache/bochs.lock"
flock -w 3600 9
case ${1:-} in
root|kernel) "$1" ;;
*) echo "usage: fetch.sh root|kernel" >&2; exit 2 ;;
esac
