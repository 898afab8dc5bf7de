#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# own-kernel.sh NAME CONFIG...: build the kernel of these configuration fragments
# from Debian's source, once for a configuration, version and compiler; the last
# line printed is its folder, NAME-..., laid out as fetch.sh does it, with the
# object tree in build/. ARCH and CROSS_COMPILE in the environment are heeded.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

[ $# -ge 2 ] || die "usage: own-kernel.sh NAME CONFIG..."
name=$1
shift
image=vmlinux
[ "${ARCH:-}" != arm64 ] || image=Image
src=$("$tree/selftests/linux-source.sh") || die "no kernel source"
hash=$({
	cat "$@"
	"${CROSS_COMPILE:-}gcc" -dumpfullversion
} | sha256sum | cut -c1-12)
dest=$CACHE/$name-${src##*/linux-source-}-$hash

mkdir -p "$CACHE" || die "cannot write $CACHE"
exec 9>"$CACHE/$name.lock"
flock -w 5400 9 || die "another build holds $CACHE/$name.lock"
if [ -e "$dest/complete" ]; then
	echo "$dest"
	exit 0
fi

note "building the $name kernel in $dest (once; 15 CPU minutes) ..." >&2
rm -rf "$dest"
mkdir -p "$dest/build" || die "cannot write $dest"
cat "$@" >"$dest/fragment"
kernel() { nice make -s -C "$src" O="$dest/build" LOCALVERSION= "$@" 9>&-; }
timeout 300 make -s -C "$src" O="$dest/build" \
	KCONFIG_ALLCONFIG="$dest/fragment" allnoconfig >&2 ||
	die "no configuration"
missing=$(grep '^CONFIG_\|^# CONFIG_' "$dest/fragment" |
	grep -vxFf "$dest/build/.config")
[ -z "$missing" ] || die "not in the final configuration:" "$missing"

started=$SECONDS
kernel -j"$(nproc)" "$image" modules >"$dest/build.log" 2>&1 &
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
if [ $image = Image ]; then
	cp "$dest/build/arch/arm64/boot/Image" "$dest/Image" || die "no Image"
else
	strip -g -o "$dest/vmlinux" "$dest/build/vmlinux" || die "no vmlinux"
fi
echo "$release" >"$dest/release"
echo "own kernel, $name $hash" >"$dest/package"
touch "$dest/complete"
echo "$dest"
