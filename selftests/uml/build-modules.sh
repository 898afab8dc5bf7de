#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# build-modules.sh OUTDIR [EXTRA_CFLAGS...] - build our modules for user-mode
# Linux out of a copy of the tree (EXTRA_CFLAGS reach C and assembly).
#
# STRICT=1 (default): vector sections are checked (fpu/uml_fpu.ko comes first).
# STRICT=0: they cost nothing, for speed.
# TREE=DIR: take the sources from there.
# OUTDIR/*.ko are the modules, OUTDIR/build.log says how they came about.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=${TREE:-$(cd "$here/../.." && pwd)}
[ $# -ge 1 ] || { echo "usage: build-modules.sh OUTDIR [EXTRA_CFLAGS...]" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
uml=$("$here/kernel.sh")
say() { echo "uml/build-modules: $*" >&2; }

rm -rf "$out/tree" "$out"/*.ko
mkdir -p "$out/tree/selftests"
for f in Kbuild Kconfig Makefile aria sm4 gcm include tcrypt selftests/kmod selftests/uml; do
	[ ! -e "$tree/$f" ] || cp -a "$tree/$f" "$out/tree/$(dirname "$f")/"
done
# Objects built in the tree for another kernel have no business here.
find "$out/tree" \( -name '*.o' -o -name '*.ko' -o -name '*.mod*' -o -name '.*.cmd' \
	-o -name 'Module.symvers' -o -name 'modules.order' \) -delete

shim=$out/tree/selftests/uml/include
kcflags="-mno-sse -mno-mmx -mno-sse2 -mno-avx $*"
[ "${STRICT:-1}" = 0 ] || kcflags="-DUML_STRICT $kcflags"
: >"$out/build.log"
# rebuild.sh is that make, for break.sh too.
cat >"$out/rebuild.sh" <<EOF
#!/bin/bash
exec timeout 900 nice make -j${JOBS:-$(nproc)} -C '$uml/src' O='$uml/build' \\
	ARCH=um SUBARCH=x86_64 NOSTDINC_FLAGS='-nostdinc -I$shim' \\
	KCFLAGS='$kcflags' KAFLAGS='$*' \\
	KBUILD_EXTRA_SYMBOLS='$out/tree/selftests/uml/fpu/Module.symvers' \\
	CONFIG_WIDECRYPT_ARIA=m CONFIG_WIDECRYPT_SM4=m CONFIG_WIDECRYPT_GCM=m \\
	CONFIG_WIDECRYPT_TCRYPT=m CONFIG_WIDECRYPT_TEST=m "\$@" modules
EOF
chmod +x "$out/rebuild.sh"
build() { # FOLDER [VARIABLE=...]
	say "${1:-the modules}"
	"$out/rebuild.sh" M="$out/tree${1:+/$1}" "${@:2}" >>"$out/build.log" 2>&1 || {
		tail -30 "$out/build.log" >&2
		say "failed: $out/build.log"
		exit 1
	}
}
build selftests/uml/fpu KBUILD_EXTRA_SYMBOLS=
build ""
find "$out/tree" -name '*.ko' -exec cp -t "$out" {} +
ls "$out"/*.ko >&2
