#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# fetch-tls.sh: the kernel's own kTLS test (tools/testing/selftests/net/tls.c),
# from Debian's newest kernel source because that of 6.1 does not compile. It is
# built in the cache, never copied into this tree; the last line printed is the
# program.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

package=linux-source-7.3 suite=trixie-backports
# Seconds that a case may take, where the kernel's harness has 30: the CPU is
# emulated.
limit=300
dest=$CACHE/tls-$package-$limit
if [ -x "$dest/tls" ]; then
	echo "$dest/tls"
	exit 0
fi

mkdir -p "$CACHE" || die "cannot write $CACHE"
tmp=$(mktemp -d "$CACHE/tls.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT

# Lists of packages of their own: the machine's stay as they are.
# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' \
	2>/dev/null | grep '/debian$' | head -n 1)
mkdir -p "$tmp/lists/partial" "$tmp/deb"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
	"${mirror:-http://deb.debian.org/debian} $suite main" >"$tmp/sources.list"
apt() {
	timeout 1200 apt-get -q -o Dir::Etc::sourcelist="$tmp/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$tmp/lists" \
		-o APT::Sandbox::User=root "$@" >>"$tmp/log" 2>&1
}
note "downloading $package from $suite (160 MB, once) ..." >&2
if ! apt update || ! ( cd "$tmp/deb" && apt -t "$suite" download "$package" )
then
	grep '^E:\|^Err' "$tmp/log" | tail -n 3 >&2
	die "cannot download $package from $suite: no network?"
fi

note "unpacking and building tls.c ..." >&2
dpkg-deb --fsys-tarfile "$tmp"/deb/*.deb | tar -x -O -f - --wildcards \
	'*.tar.xz' | tar -x -J -C "$tmp" --strip-components=1 --wildcards \
	'*/tools/testing/selftests/*.h' '*/tools/testing/selftests/net/tls.c' \
	'*/include/uapi/linux/tls.h' '*/include/uapi/linux/tcp.h' ||
	die "no tls.c in $package"
mkdir -p "$tmp/include/linux"
harness=$tmp/tools/testing/selftests/kselftest_harness.h
sed -i "s/^\(#define TEST_TIMEOUT_DEFAULT\) 30\b/\1 $limit/" "$harness"
grep -q "TEST_TIMEOUT_DEFAULT $limit" "$harness" ||
	die "no time limit of 30 s in $package"
# what 6.1's user headers do not define yet
for h in tls tcp; do
	sed -e 's/#include <linux\/compiler.h>//' -e 's/__user//' \
		"$tmp/include/uapi/linux/$h.h" >"$tmp/include/linux/$h.h"
done
gcc -O2 -w -D_GNU_SOURCE -I"$tmp/include" -I"$tmp/tools/testing/selftests" \
	-o "$tmp/tls" "$tmp/tools/testing/selftests/net/tls.c" \
	2>"$tmp/errors" || {
	head -n 10 "$tmp/errors" >&2
	die "tls.c does not compile"
}
rm -rf "$tmp/lists" "$tmp/deb"
rm -rf "$dest"
mkdir "$dest"
mv "$tmp/tls" "$dest/" || die "cannot write $dest"
echo "$dest/tls"
