#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# build-modules.sh OUTDIR [EXTRA_CFLAGS...] - build our modules for the kernel
# that runs in Bochs, out of a copy of the tree. OUTDIR/*.ko are the modules,
# OUTDIR/rebuild.sh makes them again (see ../uml/break.sh).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { echo "usage: build-modules.sh OUTDIR [EXTRA_CFLAGS...]" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
headers=$("$here/fetch.sh" headers)

rm -rf "$out/tree" "$out"/*.ko
mkdir -p "$out/tree/selftests"
for f in Kbuild Kconfig Makefile aria sm4 gcm include tcrypt selftests/kmod; do
	[ ! -e "$tree/$f" ] || cp -a "$tree/$f" "$out/tree/$(dirname "$f")/"
done
find "$out/tree" \( -name '*.o' -o -name '*.ko' -o -name '*.mod*' -o -name '.*.cmd' \
	-o -name 'Module.symvers' -o -name 'modules.order' \) -delete
cat >"$out/rebuild.sh" <<EOS
#!/bin/bash
exec timeout 900 nice make -j${JOBS:-$(nproc)} -C '$headers' \\
	WIDECRYPT_CFLAGS='$*' \\
	CONFIG_WIDECRYPT_ARIA=m CONFIG_WIDECRYPT_SM4=m CONFIG_WIDECRYPT_GCM=m \\
	CONFIG_WIDECRYPT_TCRYPT=m CONFIG_WIDECRYPT_TEST=m "\$@" modules
EOS
chmod +x "$out/rebuild.sh"
"$out/rebuild.sh" M="$out/tree" >"$out/build.log" 2>&1 || {
	tail -n 30 "$out/build.log" >&2
	exit 1
}
find "$out/tree" -name '*.ko' -exec cp -t "$out" {} +
