#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# clients.sh [JOB...]: what operators run on our ciphers, on the stock kernel in
# a VM (jobs/*.sh). Jobs, default all: dm-crypt crash ipsec ktls af-alg macsec
# control. KTAP; the last line is "N passed, N failed, N skipped".
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
		run_job "${1:-$tree}" dm-crypt -t 1500 -q 300 -a "${2:-panic_on_warn=1}"
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
		run_job "$tree" crash-write -t 600 "${disks[@]}" -k "kill me"
	grep '^# synced' "$WORK/crash-write.out" | cut -c3- >"$dir/synced.txt"
	PROGRAMS="e2fsck dumpe2fs" FILES="$dir/key $dir/synced.txt" \
		run_job "$tree" crash-read -t 600 "${disks[@]}" \
		-a panic_on_warn=1
	rm -rf "$dir"
}

do_ipsec() {
	PROGRAMS="tc iperf3" run_job "${1:-$tree}" ipsec -t 900 \
		-a "${2:-panic_on_warn=1}"
}

ktap_start
build_clients
[ $# != 0 ] || set -- dm-crypt crash ipsec ktls af-alg macsec control
for job; do
	"do_${job//-/_}"
done
ktap_finish
