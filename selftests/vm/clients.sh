#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# clients.sh [JOB...]: what operators run on our ciphers, on the stock kernel in
# a VM (jobs/*.sh). Jobs, default all: dm-crypt crash ipsec ktls af-alg macsec
# readme narrow control. KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"

mkdir -p "$WORK" || die "cannot write $WORK"
make -C "$tree" modules >"$WORK/build.log" 2>&1 </dev/null || {
	tail -n 15 "$WORK/build.log" >&2
	die "the modules do not build"
}

do_dm_crypt() {
	PROGRAMS="fio mke2fs" FILES="$WORK/bin/dmref" \
		run_job "${1:-$tree}" dm-crypt -t 1800 -q 400 -a "${2:-panic_on_warn=1}"
}

# Three encrypted disks are written to until the machine is killed, and read by
# the next one.
do_crash() {
	local dir disks=() d
	dir=$(mktemp -d "$WORK/crash.XXXXXX") || die "cannot write $WORK"
	head -c 64 /dev/urandom >"$dir/key"
	for d in a b c; do
		truncate -s 40M "$dir/$d"
		disks+=(-d "$dir/$d")
	done
	PROGRAMS=mke2fs FILES="$dir/key" \
		run_job "$tree" crash-write -t 900 -q 400 "${disks[@]}" -k "kill me"
	grep '^# synced' "$WORK/crash-write.out" | cut -c3- >"$dir/synced.txt"
	PROGRAMS="e2fsck dumpe2fs" FILES="$dir/key $dir/synced.txt" \
		run_job "$tree" crash-read -t 900 -q 400 "${disks[@]}" \
		-a panic_on_warn=1
	rm -rf "$dir"
}

do_ipsec() {
	PROGRAMS="tc iperf3" run_job "${1:-$tree}" ipsec -t 1500 -q 400 \
		-a "${2:-panic_on_warn=1}"
}

do_ktls() {
	local tls
	if ! tls=$("$here/fetch-tls.sh"); then
		ktap_fail "the kernel's tls selftest cannot be fetched"
		return
	fi
	FILES="$WORK/bin/ktls $tls" run_job "${1:-$tree}" ktls -t 3600 -q 1600 \
		-a "${2:-panic_on_warn=1}"
}

do_af_alg() {
	PROGRAMS="kcapi-enc openssl stress-ng" run_job "${1:-$tree}" af-alg \
		-t 900 -q 400 -a "${2:-panic_on_warn=1}"
}

do_macsec() {
	PROGRAMS=tc run_job "${1:-$tree}" macsec -t 900 -q 400 \
		-a "${2:-panic_on_warn=1}"
}

do_readme() {
	local libgcc
	libgcc=$(gcc -print-file-name=libgcc_s.so.1)
	PROGRAMS="openssl kcapi-enc mkfs.ext4" FILES="$tree/README.md $libgcc" \
		run_job "$tree" readme -t 900 -q 400 -a panic_on_warn=1
}

# CPUs without AVX2, and without AVX.
do_narrow() {
	local cpu
	for cpu in SandyBridge Westmere; do
		if [ "${WIDECRYPT_ACCEL:-tcg}" = kvm ]; then
			ktap_skip "narrow: $cpu" "the CPU is not emulated"
			continue
		fi
		FILES="$WORK/bin/afload" WIDECRYPT_ACCEL=tcg \
			run_job "$tree" narrow -t 900 -q 400 -c "$cpu" -a panic_on_warn=1
	done
}

# With a build that is broken on purpose every comparison with an independent
# implementation must fail, and nothing else.
do_control() {
	local job line name n
	if ! "$here/break.sh" "$WORK/broken"; then
		ktap_fail "control: the broken build"
		return
	fi
	for job in dm_crypt ipsec ktls af_alg macsec; do
		n=0
		while IFS= read -r line; do
			name=${line#not }
			name=${name#ok * }
			case $line in
			"not ok "*independent*)
				n=$((n + 1))
				ktap_ok "control: red: $name"
				;;
			"ok "*independent*) ktap_fail "control: green: $name" ;;
			"not ok "*|*"ran to its end") ktap_take "$line" ;;
			esac
		done < <("do_$job" "$WORK/broken" \
			"cryptomgr.notests=1 only=independent")
		[ $n != 0 ] || ktap_fail "control: $job: something is red"
	done
}

ktap_start
if ! "$tree/selftests/install-packages.sh" "$here/clients-packages.txt"; then
	ktap_skip "check-clients" "packages are missing"
	ktap_finish
	exit 0
fi
build_clients
[ $# != 0 ] || set -- dm-crypt crash ipsec ktls af-alg macsec readme \
	narrow control
for job; do
	"do_${job//-/_}"
done
ktap_finish
