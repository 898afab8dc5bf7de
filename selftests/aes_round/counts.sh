#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Instructions per operation, counted by qemu-user: those of a run with 100
# operations less those of a run with none, over 100.

. "$(dirname "$0")/targets.sh"

counted() {
	# shellcheck disable=SC2086
	timeout 300 $run -plugin "$O/libicount.so" -d plugin "$@" 2>&1 |
		sed -n 's/^icount //p'
}

per_op() {
	echo $((($(counted "$1" "$2" 100) - $(counted "$1" "$2" 0)) / 100))
}

gcc -O2 -shared -fPIC -I"$root/selftests/lib/include" "$here/icount.c" \
	-o "$O/libicount.so" || exit 2

for t in aarch64 ppc64le ppc64 riscv64; do
	target $t
	m=$(missing)
	if [ -n "$m" ]; then
		echo "$t: package $m is not installed"
		continue
	fi
	case $t in
	aarch64) flags="$flags -march=armv8-a+crypto" ;;
	ppc64*) flags="$flags -mcpu=power8" ;;
	esac
	if ! build "$O/count-$t" "" count ||
	   ! build "$O/count-$t-c" "" count -DWC_AES_ROUND_PORTABLE; then
		echo "$t: does not build, see $O/count-$t*.log" >&2
		exit 1
	fi
	if [ -z "$head" ]; then
		head=1
		printf "%-8s %-12s %9s %17s %11s %12s\n" target operation \
			"by table" "AES instructions" portable "table / AES"
	fi
	# shellcheck disable=SC2086
	for op in $($run "$O/count-$t" -); do
		case $op in
		*-table*)
			table=$(per_op "$O/count-$t" "$op")
			continue ;;
		esac
		hw=$(per_op "$O/count-$t" "$op")
		c=$(per_op "$O/count-$t-c" "$op")
		printf "%-8s %-12s %9d %17d %11d %12s\n" $t "${op/-ct/}" \
			"$table" "$hw" "$c" \
			"$(awk "BEGIN { printf \"%.2f\", $table / $hw }")"
	done
done
