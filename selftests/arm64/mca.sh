#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# mca.sh: what arm64 rows take by llvm-mca's models of CPUs, beside the code of
# the kernel's source and portable C (mca.py has how). Builds run.c with our rows
# and the kernel's.
# shellcheck source=selftests/vm/lib.sh
set -u
folder=$(cd "$(dirname "$0")" && pwd)
. "$folder/../vm/lib.sh"
work=$tree/selftests/build/arm64-mca
mkdir -p "$work"
theirs=$("$tree/selftests/linux-source.sh")/arch/arm64/crypto
lib=$tree/selftests/lib
cc="aarch64-linux-gnu-gcc -mlittle-endian"
export TARGET_FLAGS=-mlittle-endian CROSS_COMPILE=aarch64-linux-gnu-

make -s -C "$lib" O="$work" >"$work/log" 2>&1 || { cat "$work/log"; die "no library"; }
for s in ghash-ce sm4-ce sm4-neon; do
	$cc -D__ASSEMBLY__ -I"$folder/include" -I"$folder" -I"$lib/include" -c \
		-o "$work/$s.o" "$theirs/$s-core.S" || die "$s does not assemble"
done
for s in run libc; do
	# shellcheck disable=SC2086 # words
	$cc -std=gnu11 -O1 -D_GNU_SOURCE -fno-tree-loop-distribute-patterns \
		-include "$lib/kernel.h" -I"$lib" -I"$lib/include" \
		-I"$tree/include" -I"$tree" -c -o "$work/$s.o" "$folder/$s.c" ||
		die "$s.c does not compile"
done
$cc -D__ASSEMBLY__ -I"$lib/include" -c -o "$work/libc_start.o" \
	"$folder/libc_start.S" || die "libc_start.S does not assemble"
$cc -static -nostdlib -o "$work/run" "$work"/{run,libc,libc_start}.o \
	"$work"/{ghash-ce,sm4-ce,sm4-neon}.o "$work/libwidecrypt.a" \
	-lgcc || die "no program"
exec python3 -u "$folder/mca.py" "$work/run" "$work"
