#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# linux-source.sh: unpacks Debian's linux-source-6.1 into the cache, once per
# version, and prints the folder. Nobody may write there.
set -euo pipefail
cache=${WIDECRYPT_CACHE:-$HOME/.cache/widecrypt}
tarball=/usr/src/linux-source-6.1.tar.xz

[ -r "$tarball" ] || { echo "no $tarball: install linux-source-6.1" >&2; exit 1; }
version=$(dpkg-query -W -f '${Version}' linux-source-6.1)
src=$cache/linux-source-${version//[^0-9A-Za-z.+-]/_}
mkdir -p "$cache"
exec 9> "$cache/linux-source.lock"
flock -w 1200 9
if [ ! -e "$src/.complete" ]; then
	echo "# unpacking $tarball" >&2
	rm -rf "$src" "$src.tmp"
	mkdir "$src.tmp"
	timeout 900 tar -C "$src.tmp" --strip-components=1 -xf "$tarball"
	touch "$src.tmp/.complete"
	mv "$src.tmp" "$src"
fi
echo "$src"
