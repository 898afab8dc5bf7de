#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh: the unit tests of every row that arm64 has, under qemu-aarch64 and
# qemu-aarch64_be (libc.c says how), against the independent implementation of
# the AF_ALG clients and the published vectors: all tests on a CPU with all
# features, the sweeps on CPUs with fewer. Then the control: builds with one
# constant of each row flipped (vm/faults.txt), whose sweeps must go red. KTAP;
# the last line is "N passed, N failed, N skipped".
# shellcheck source=selftests/vm/lib.sh disable=SC2034 # tag: vm/lib.sh
set -u
folder=$(cd "$(dirname "$0")" && pwd)
. "$folder/../vm/lib.sh"

work=$tree/selftests/build/arm64
mkdir -p "$work" || die "cannot write $work"
jobs=$(nproc)

build() { # TREE ENDIAN FOLDER
	timeout 600 make -s -j"$jobs" -C "$1/selftests/unit" O="$3" \
		CROSS_COMPILE=aarch64-linux-gnu- TARGET_FLAGS="-m$2-endian" \
		all >"$3.log" 2>&1 </dev/null && return
	tail -n 15 "$3.log" >&2
	die "the unit tests do not build for $2-endian arm64 ($3.log)"
}

# start NAME ENDIAN CPU FOLDER WORD...: in the background, NAME.out
start() {
	local name=$1 qemu=qemu-aarch64 cpu=$3 program=$4/unit/unit
	[ "$2" = little ] || qemu+=_be
	shift 4
	( timeout -k 5 1200 $qemu -cpu "$cpu" "$program" "$@" \
		>"$work/$name.out" 2>&1 </dev/null
	  echo "exit $?" >>"$work/$name.out" ) &
}

# The results of a run, its name before each
take() { # NAME
	local out=$work/$1.out n end tag=$1
	while IFS= read -r line; do
		ktap_take "$line"
	done <"$out"
	n=$(grep -c '^\(not \)\?ok ' "$out")
	end=$(tail -n 1 "$out")
	if [ "$n" = 0 ] || ! grep -qx "1\.\.$n" "$out" ||
	   { [ "$end" != "exit 0" ] && [ "$end" != "exit 1" ]; }; then
		ktap_fail "$1: ended early after $n results ($end)"
		grep -v '^\(not \)\?ok ' "$out" | tail -n 3 | sed 's/^/# /'
	fi
}

ktap_start
note "building for both byte orders"
for endian in little big; do
	build "$tree" $endian "$work/$endian"
done
for endian in little big; do
	start $endian $endian max "$work/$endian"
done
wait
for cpu in cortex-a57 neoverse-n1; do
	start $cpu little $cpu "$work/little" sweep
done

note "building with faults"
fresh=$(mktemp -d "$work/fresh.XXXXXX") || die "cannot write $work"
trap 'rm -rf "$fresh"' EXIT
copy_sources "$fresh"
( cd "$tree" && cp -r --parents selftests/{unit,lib,arm64,vectors} \
	"$fresh" ) || die "cannot copy the tests"
plant_faults "$fresh"
mkdir -p "$work/faulty"
update_sources "$fresh" "$work/faulty"
wait
for endian in little big; do
	build "$work/faulty" $endian "$work/faulty-$endian"
	start faulty-$endian $endian max "$work/faulty-$endian" sweep
done
for name in little big cortex-a57 neoverse-n1; do
	take $name
done
wait

# Every row must have a fault, and must have been found out in every mode.
# (GHASH and additional data are not enciphered.)
for endian in little big; do
	out=$work/faulty-$endian.out
	for row in $(sed -n 's/^\(not \)\?ok [0-9]* \([a-z0-9]*\/[^ ]*\) .*/\2/p' \
		"$out" | sort -u); do
		name="control: $endian-endian $row with a constant flipped"
		green=$(grep "^ok [0-9]* $row " "$out" | grep -v ' ghash \| aad ')
		driver=gcm-${row%/*}-widecrypt-${row#*/}
		planted=0
		while IFS=$'\t' read -r file pattern _; do
			# shellcheck disable=SC2254 # it is a pattern
			case $driver in $pattern)
				case $file in */x86/*) ;; *) planted=1 ;; esac
			esac
		done <"$faults"
		if [ $planted = 0 ]; then
			ktap_fail "$name: faults.txt has none"
		elif grep -q "^not ok [0-9]* $row " "$out" && [ -z "$green" ]; then
			ktap_ok "$name: its sweeps are red"
		else
			ktap_fail "$name: these look right:" "$green"
		fi
	done
	grep -q '^not ok' "$out" || ktap_fail "control: $endian-endian: nothing ran"
done
ktap_finish
