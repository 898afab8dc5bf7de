#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# root.sh bookworm|trixie: a Debian 12 or 13 with dkms and kernel headers, made
# once, in the cache; the last line printed is its folder. What is in there:
#   release.old   a kernel release whose headers are installed
#   release.new   one whose headers are to be installed from /debs by dpkg: in
#                 bookworm the next 6.1, in trixie 7.3 from its backports
# Nobody changes it: tests lay an overlay over it.
# shellcheck source-path=SCRIPTDIR/../vm
set -u
. "$(dirname "$0")/../vm/lib.sh"

suite=${1:-}
mirror=http://deb.debian.org/debian
sources=("deb $mirror $suite main" "deb $mirror $suite-updates main"
	"deb http://security.debian.org/debian-security $suite-security main")
case $suite in
bookworm) old='6\.1\.' new='6\.1\.' ;;
trixie)
	old='6\.12\.' new='7\.3[.+]'
	sources+=("deb $mirror $suite-backports main")
	;;
*) die "usage: root.sh bookworm|trixie" ;;
esac
dest=$CACHE/root-$suite
key=$(sha256sum <"$0" | cut -c1-12)

mkdir -p "$CACHE" || die "cannot write $CACHE"
exec 9>"$CACHE/root-$suite.lock"
flock -w 3600 9 || die "another run holds $CACHE/root-$suite.lock"
if [ "$(cat "$dest/complete" 2>/dev/null)" = "$key" ]; then
	echo "$dest"
	exit 0
fi
[ "$(id -u)" = 0 ] || die "making a root of $suite needs root: use sudo"
command -v mmdebstrap >/dev/null || die "no mmdebstrap: install mmdebstrap"

log=$dest.log
failed() {
	tail -n 15 "$log" >&2
	die "$* ($log)"
}
in_root() {
	timeout 1800 nice chroot "$dest" env DEBIAN_FRONTEND=noninteractive \
		LC_ALL=C.UTF-8 "$@" </dev/null >>"$log" 2>&1 9>&-
}
# Releases that the archive has headers for, oldest first.
releases() {
	chroot "$dest" apt-cache search --names-only \
		"^linux-headers-${1}[^ ]*[0-9]-amd64\$" |
		sed 's/^linux-headers-\([^ ]*\) .*/\1/' |
		grep -v -e -cloud- -e -rt- | sort -V
}

note "making $dest (once; some five minutes) ..." >&2
rm -rf "$dest"
timeout 1800 nice mmdebstrap --variant=minbase \
	--include=dkms,gcc,make,kmod,openssl,perl,xz-utils \
	"$suite" "$dest" "${sources[@]}" >"$log" 2>&1 9>&- ||
	failed "mmdebstrap failed"
cp -L /etc/resolv.conf "$dest/etc/resolv.conf"
in_root apt-get update -q || failed "apt-get update failed"
if [ "$old" = "$new" ]; then
	release_old=$(releases "$old" | tail -n 2 | head -n 1)
else
	release_old=$(releases "$old" | tail -n 1)
fi
release_new=$(releases "$new" | tail -n 1)
case $release_new in
''|"$release_old")
	failed "no two kernels in $suite: '$release_old', '$release_new'" ;;
esac

note "headers of $release_old, packages of $release_new ..." >&2
in_root apt-get install -y -q --no-install-recommends \
	"linux-headers-$release_old" || failed "no headers of $release_old"
in_root apt-get clean
in_root apt-get install -y -q --no-install-recommends --download-only \
	"linux-headers-$release_new" || failed "no headers of $release_new"
mkdir "$dest/debs"
mv "$dest"/var/cache/apt/archives/*.deb "$dest/debs/" ||
	failed "nothing was downloaded"
echo "$release_old" >"$dest/release.old"
echo "$release_new" >"$dest/release.new"
echo "$key" >"$dest/complete"
echo "$dest"
