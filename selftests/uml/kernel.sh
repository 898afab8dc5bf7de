#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.sh - build user-mode Linux once, keep it outside the tree, and print
# the name of its folder (src -> sources, build -> the object tree).
#
# The folder's name carries the kernel version and a hash of the configuration
# and compiler, so that a change of either builds anew.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${WIDECRYPT_CACHE:-$HOME/.cache/widecrypt}
jobs=${JOBS:-$(nproc)}

say() { echo "uml/kernel: $*" >&2; }

mkdir -p "$cache"
src=$("$here/../linux-source.sh")
exec 9>"$cache/uml.lock"
flock -w 3600 9 || { say "another build holds $cache/uml.lock"; exit 1; }

hash=$({ grep CONFIG_ "$here/linux-6.1.config"; gcc -dumpfullversion; } | sha256sum | cut -c1-12)
dir=$cache/uml-${src##*/linux-source-}-$hash
if [ ! -e "$dir/.complete" ]; then
	say "building user-mode Linux in $dir (11 CPU-minutes, once)"
	rm -rf "$dir"
	mkdir -p "$dir/build"
	ln -s "$src" "$dir/src"
	um=(make -s -C "$src" "O=$dir/build" ARCH=um SUBARCH=x86_64)
	timeout 300 "${um[@]}" KCONFIG_ALLCONFIG="$here/linux-6.1.config" allnoconfig >&2
	missing=0
	while read -r want; do
		case $want in
		CONFIG_*) grep -qxF "$want" "$dir/build/.config" ||
			{ say "not in the final configuration: $want"; missing=1; } ;;
		esac
	done <"$here/linux-6.1.config"
	[ $missing = 0 ] || exit 1
	timeout 3600 nice "${um[@]}" -j"$jobs" linux modules >"$dir/build.log" 2>&1 9>&- ||
		{ tail -20 "$dir/build.log" >&2; say "build failed: $dir/build.log"; exit 1; }
	touch "$dir/.complete"
fi
echo "$dir"
