#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch.sh: the stock Debian kernel for arm64, its headers (with the scripts of
# the host's architecture), and the programs that a guest needs, as a folder in
# the cache; its name is the last line printed. Made by apt-get download with
# package lists of its own: nothing is installed, and the host does not learn of
# another architecture. Laid out as ../vm/fetch.sh does it, with headers/ for
# KDIR and userland/ for ../vm/initramfs.sh.
# shellcheck source=selftests/vm/lib.sh
set -u
. "$(dirname "$0")/../vm/lib.sh"

apt=$CACHE/arm64-apt
programs="busybox-static bash kmod libc6 libtinfo6 libzstd1 liblzma5 libssl3"

mkdir -p "$apt"/{lists,archives}/partial || die "cannot write $apt"
exec 9>"$CACHE/arm64-apt.lock"
flock -w 1800 9 || die "another run holds $CACHE/arm64-apt.lock"
: >"$apt/status"
cat >"$apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
END
export APT_CONFIG=$apt/apt.conf

release() {
	apt-cache depends linux-image-arm64 2>/dev/null |
		sed -n 's/.*Depends: linux-image-\(.*-arm64\)$/\1/p' | head -n 1
}

# A kernel that is there serves for a week before a newer one is asked for.
if [ -z "$(release)" ] || [ -n "$(find "$apt/updated" -mtime +7 2>/dev/null)" ]
then
	note "package lists for arm64 ..." >&2
	timeout 300 apt-get update >"$apt/log" 2>&1 && touch "$apt/updated"
fi
release=$(release)
[ -n "$release" ] || die "no package lists for arm64: $apt/log"
# a folder for each way to make it: trees that differ do not disturb each other
dest=$CACHE/arm64-debian-$release-$(cat "$0" "$here/fetch.sh" "$here/modules.txt" |
	sha256sum | cut -c1-8)
if [ -e "$dest/complete" ]; then
	echo "$dest"
	exit 0
fi

kernel=$("$here/fetch.sh" "$release" | tail -n 1)
[ -n "$kernel" ] || exit 1
tmp=$(mktemp -d "$CACHE/fetch.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT
abi=${release%-arm64}
download() {
	# shellcheck disable=SC2086 # a list
	( cd "$tmp" && timeout 900 apt-get download -q $programs \
		"linux-headers-$release" "linux-headers-$abi-common" ) \
		>"$tmp/log" 2>&1
}
note "downloading linux-headers-$release and programs ..." >&2
download || { timeout 300 apt-get update >"$apt/log" 2>&1 && download; } || {
	grep '^E:\|^Err' "$tmp/log" | tail -n 3 >&2
	die "cannot download the packages for arm64 (no network, or old lists?)"
}

mkdir "$tmp"/{userland,headers}
cp -al "$kernel" "$tmp/kernel"
rm "$tmp/kernel/complete"
for p in $programs; do
	dpkg-deb -x "$tmp/${p}"_*.deb "$tmp/userland" || die "no $p"
done

# The headers refer to each other by absolute names, and to scripts that are
# programs of the host: those of its own linux-kbuild.
for deb in "$tmp"/linux-headers-*.deb; do
	dpkg-deb -x "$deb" "$tmp/headers"
done
src=$tmp/headers/usr/src
kbuild=$(dpkg-query -L linux-kbuild-6.1 2>/dev/null | grep '/scripts$')
[ -n "$kbuild" ] || die "no linux-kbuild-6.1: install linux-headers-amd64"
for d in "$src/linux-headers-$release" "$src/linux-headers-$abi-common"; do
	for part in scripts tools; do
		[ ! -L "$d/$part" ] ||
			ln -sfn "${kbuild%/scripts}/$part" "$d/$part"
	done
	sed -i "s|/usr/src/|$dest/usr/src/|" "$d/Makefile"
done
rm -f "$src/linux-headers-$release/source"
mv "$tmp/headers/usr" "$tmp/userland" "$tmp/kernel/" || die "no headers"
touch "$tmp/kernel/complete"
rm -rf "$dest"
mv "$tmp/kernel" "$dest" || die "cannot write $dest"
echo "$dest"
