#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch.sh root|kernel|headers - get, once, into the cache, and print the folder of
#   root     Bochs 3.0 from trixie in a root of its own (5 minutes)
#   kernel   Debian's 6.1 cloud kernel and its modules, as ../vm/fetch.sh has them
#   headers  what to build for it with, for KDIR
# Nothing is installed on this machine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
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

# The signed package's dependency names the newest release.
release() {
	local image
	image=$(apt-cache depends linux-image-cloud-amd64 |
		sed -n 's/.*Depends: \(linux-image-6\.1\.[^ ]*-cloud-amd64\)$/\1/p' | tail -n 1)
	[ -n "$image" ] || { say "no cloud kernel in the package lists: apt-get update"; exit 1; }
	echo "${image#linux-image-}"
}

kernel() {
	local release
	release=$(release)
	"$here/../vm/fetch.sh" "$release" | tail -n 1
}

headers() {
	local release dir deb abi d part
	release=$(release)
	abi=${release%-cloud-amd64}
	dir=$cache/bochs-headers-$release
	if [ ! -e "$dir/.complete" ]; then
		say "downloading headers of $release"
		rm -rf "$dir"
		mkdir -p "$dir/deb"
		(cd "$dir/deb" && timeout 900 apt-get download \
			"linux-headers-$release" "linux-headers-$abi-common" \
			linux-kbuild-6.1 >"$dir/log" 2>&1) ||
			{ tail -n 5 "$dir/log" >&2; exit 1; }
		for deb in "$dir"/deb/*.deb; do dpkg -x "$deb" "$dir"; done
		rm -rf "$dir/deb"
		# The headers name each other by absolute path.
		sed -i "s,/usr/src/,$dir/usr/src/,g" \
			"$dir/usr/src/linux-headers-$release/Makefile"
		for d in "$abi-common" "$release"; do
			for part in scripts tools; do
				ln -sfn "$dir/usr/lib/linux-kbuild-6.1/$part" \
					"$dir/usr/src/linux-headers-$d/$part"
			done
		done
		touch "$dir/.complete"
	fi
	echo "$dir/usr/src/linux-headers-$release"
}

exec 9>"$cache/bochs.lock"
flock -w 3600 9
case ${1:-} in
root|kernel|headers) "$1" ;;
*) echo "usage: fetch.sh root|kernel|headers" >&2; exit 2 ;;
esac
