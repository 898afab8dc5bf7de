# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by check.sh and counts.sh: targets, and how to build and run for them.

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
O=${O:-$root/selftests/build/aes_round}
mkdir -p "$O" || exit 2

# No C library: our own start-up code, and no calls of functions for loops.
bare="-ffreestanding -nostdlib -static -fno-pie -no-pie -fno-stack-protector
	-fno-tree-loop-distribute-patterns -I$here/freestanding"

# target NAME: sets cc, flags and run
target() {
	cc=gcc flags=-static run=
	case $1 in
	x86_64)
		;;
	x86_64-portable)
		flags="$flags -DWC_AES_ROUND_PORTABLE" ;;
	x86_64-without-aes)
		run="qemu-x86_64 -cpu core2duo" ;;
	i386)
		flags="-m32 -march=i686 -maes -mssse3 $bare" ;;
	i386-portable)
		flags="-m32 -march=i686 -DWC_AES_ROUND_PORTABLE $bare" ;;
	aarch64)
		cc=aarch64-linux-gnu-gcc run=qemu-aarch64 ;;
	aarch64_be)
		cc=aarch64-linux-gnu-gcc run=qemu-aarch64_be
		flags="-mbig-endian -march=armv8-a+crypto $bare" ;;
	aarch64_be-portable)
		cc=aarch64-linux-gnu-gcc run=qemu-aarch64_be
		flags="-mbig-endian -DWC_AES_ROUND_PORTABLE $bare" ;;
	ppc64le)
		cc=powerpc64le-linux-gnu-gcc run=qemu-ppc64le ;;
	ppc64)
		cc=powerpc64-linux-gnu-gcc run=qemu-ppc64 ;;
	ppc64-portable)
		cc=powerpc64-linux-gnu-gcc run=qemu-ppc64
		flags="$flags -DWC_AES_ROUND_PORTABLE" ;;
	ppc64-without-aes)
		cc=powerpc64-linux-gnu-gcc run="qemu-ppc64 -cpu power7" ;;
	ppc32-portable)
		cc=powerpc64-linux-gnu-gcc run=qemu-ppc
		flags="-m32 $bare" ;;
	riscv64)
		cc=riscv64-linux-gnu-gcc
		run="qemu-riscv64 -cpu rv64,zknd=on,zkne=on"
		flags="$flags -march=rv64gc_zknd_zkne" ;;
	riscv64-without-aes)
		cc=riscv64-linux-gnu-gcc run=qemu-riscv64 ;;
	esac
	case $cc in
	aarch64-*)
		libc=/usr/aarch64-linux-gnu/lib/libc.a
		libcpkg=libc6-dev-arm64-cross ;;
	powerpc64le-*)
		libc=/usr/powerpc64le-linux-gnu/lib/libc.a
		libcpkg=libc6-dev-ppc64el-cross ;;
	powerpc64-*)
		libc=/usr/powerpc64-linux-gnu/lib/libc.a
		libcpkg=libc6-dev-ppc64-cross ;;
	riscv64-*)
		libc=/usr/riscv64-linux-gnu/lib/libc.a
		libcpkg=libc6-dev-riscv64-cross ;;
	*)
		libc= ;;
	esac
}

# missing: prints the package that the target set last wants and does not find
missing() {
	if ! command -v "$cc" >/dev/null; then
		case $cc in
		gcc) echo gcc ;;
		*) echo "gcc-${cc%-gcc}" ;;
		esac
	elif [ -n "$libc" ] && [ ! -e "$libc" ]; then
		echo "$libcpkg"
	elif [ -n "$run" ] && ! command -v "${run%% *}" >/dev/null; then
		echo qemu-user
	fi
}

# build OUTPUT INCLUDE PROGRAM [FLAGS]: INCLUDE comes before the tree's include
build() {
	local out=$1 inc=$2 prog=$3 more=
	shift 3

	case $prog in
	test_ct | count | constant_time)
		more="$root/aria/aria_core.c $root/sm4/sm4_core.c" ;;
	esac
	# shellcheck disable=SC2086
	timeout 300 "$cc" -O2 -Wall $flags "$@" \
		-include "$root/selftests/lib/kernel.h" ${inc:+-I"$inc"} \
		-I"$root/selftests/lib/include" -I"$root/include" -I"$root" \
		"$here/$prog.c" $more -o "$out" >"$out.log" 2>&1
}
