#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# debug-kernel.sh: build the kernel of debug.config from Debian's source, once
# for a configuration, version and compiler; the last line printed is its folder,
# laid out as fetch.sh does it, with the object tree in build/.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

src=$("$tree/selftests/linux-source.sh") || die "no kernel source"
hash=$({
	cat "$here/debug.config"
	gcc -dumpfullversion
} | sha256sum | cut -c1-12)
dest=$CACHE/debug-${src##*/linux-source-}-$hash

mkdir -p "$CACHE" || die "cannot write $CACHE"
exec 9>"$CACHE/debug.lock"
flock -w 5400 9 || die "another build holds $CACHE/debug.lock"
if [ -e "$dest/complete" ]; then
	echo "$dest"
	exit 0
fi

note "building the debug kernel in $dest (once; 15 CPU minutes) ..." >&2
rm -rf "$dest"
mkdir -p "$dest/build" || die "cannot write $dest"
kernel() { nice make -s -C "$src" O="$dest/build" LOCALVERSION= "$@" 9>&-; }
timeout 300 make -s -C "$src" O="$dest/build" \
	KCONFIG_ALLCONFIG="$here/debug.config" allnoconfig >&2 ||
	die "no configuration"
missing=$(grep '^CONFIG_\|^# CONFIG_' "$here/debug.config" |
	grep -vxFf "$dest/build/.config")
[ -z "$missing" ] || die "not in the final configuration:" "$missing"

started=$SECONDS
kernel -j"$(nproc)" vmlinux modules >"$dest/build.log" 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null; do
	sleep 5
	n=$((SECONDS - started))
	[ $((n % 60)) -ge 5 ] || note "... $n s," \
		"$(find "$dest/build" -name '*.o' | wc -l) objects" >&2
	if [ $n -gt 4500 ]; then
		kill $pid
		die "the kernel took more than 75 minutes"
	fi
done
wait $pid || {
	tail -n 20 "$dest/build.log" >&2
	die "the kernel does not build: $dest/build.log"
}
kernel INSTALL_MOD_PATH="$dest/root" modules_install >>"$dest/build.log" 2>&1 ||
	die "modules_install failed: $dest/build.log"
release=$(cat "$dest/build/include/config/kernel.release")
mv "$dest/root/lib/modules/$release" "$dest/modules" || die "no modules"
rm -rf "$dest/root" "$dest/modules/build" "$dest/modules/source"
cp "$dest/build/.config" "$dest/config"
strip -g -o "$dest/vmlinux" "$dest/build/vmlinux" || die "no vmlinux"
echo "$release" >"$dest/release"
echo "own kernel, debug.config $hash" >"$dest/package"
touch "$dest/complete"
echo "$dest"
