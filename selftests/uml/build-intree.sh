#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# build-intree.sh OUTDIR - build the kernel's own x86 drivers of our ciphers for
# user-mode Linux, whose configuration does not offer them, from the sources
# where they are: opponents for speed.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 1 ] || { echo "usage: build-intree.sh OUTDIR" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
uml=$("$here/kernel.sh")
echo "uml/build-intree: the kernel's own drivers" >&2

cp -u "$uml"/src/arch/x86/crypto/{aesni-intel,aes_ctrby8,sm4,aria,ecb_cbc}[-_]* \
	"$uml/src/crypto/simd.c" "$out/"
# UML keeps no table of CPU models; the features are looked up one by one later.
cat >"$out/match.c" <<'EOF'
#include <asm/cpu_device_id.h>

const struct x86_cpu_id *x86_match_cpu(const struct x86_cpu_id *match)
{
	return match;
}
EOF
cat >"$out/Kbuild" <<'EOF'
obj-m := crypto_simd.o aesni-intel.o sm4-aesni-avx-x86_64.o \
	sm4-aesni-avx2-x86_64.o aria-aesni-avx-x86_64.o
crypto_simd-y := simd.o
aesni-intel-y := aesni-intel_asm.o aesni-intel_glue.o aesni-intel_avx-x86_64.o \
	aes_ctrby8_avx-x86_64.o match.o
sm4-aesni-avx-x86_64-y := sm4-aesni-avx-asm_64.o sm4_aesni_avx_glue.o
sm4-aesni-avx2-x86_64-y := sm4-aesni-avx2-asm_64.o sm4_aesni_avx2_glue.o
aria-aesni-avx-x86_64-y := aria-aesni-avx-asm_64.o aria_aesni_avx_glue.o
EOF
timeout 900 nice make -j"${JOBS:-$(nproc)}" -C "$uml/src" O="$uml/build" ARCH=um \
	SUBARCH=x86_64 M="$out" NOSTDINC_FLAGS="-nostdinc -I$here/include" \
	KCFLAGS="-mno-sse -mno-mmx -mno-sse2 -mno-avx" modules >"$out/build.log" 2>&1 || {
	tail -n 20 "$out/build.log" >&2
	echo "uml/build-intree: failed: $out/build.log" >&2
	exit 1
}
