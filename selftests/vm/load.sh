#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# load.sh [-s SECONDS] [JOB...]: all drivers under load (jobs/load.sh), each for
# SECONDS on each kernel. Jobs, default all: stock (the Debian kernel), debug (a kernel of
# our own where allocations fail and leaks show), control. KTAP; the last line is
# "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"

duration=60
if [ "${1:-}" = -s ]; then
	duration=$2
	shift 2
fi
[ "$duration" -ge 30 ] 2>/dev/null || die "at least 30 seconds of load"

build() { # DEST KDIR [SED-EXPRESSION FILE]: our modules from a copy of the sources
	local dest=$1 fresh
	fresh=$(mktemp -d "$dest.XXXXXX") || die "cannot write $dest.*"
	copy_sources "$fresh"
	[ -z "${3:-}" ] || sed -i "$3" "$fresh/$4"
	mkdir -p "$dest"
	update_sources "$fresh" "$dest"
	rm -rf "$fresh"
	make -C "$dest" ${2:+KDIR="$2"} modules >"$dest/build.log" 2>&1 </dev/null ||
	{
		tail -n 15 "$dest/build.log"
		return 1
	}
}

load() { # MODDIR
	FILES="$WORK/bin/afload $WORK/bin/fpucheck" PROGRAMS=tc \
		run_job "$1" load -t $((duration * 3 / 2 + 1500)) -q 400 -m 1536 \
		-a "panic_on_warn=1 load_seconds=$duration ${2:-}"
}

do_stock() {
	if build "$WORK/load" ''; then
		load "$WORK/load"
	else
		ktap_fail "the modules build"
	fi
}

do_debug() {
	if ! "$tree/selftests/install-packages.sh" "$here/debug-packages.txt"; then
		ktap_skip "load: debug kernel" "packages are missing"
		return
	fi
	KERNEL=$("$here/own-kernel.sh" debug "$here/debug.config" | tail -n 1)
	if [ -e "$KERNEL/complete" ] && build "$WORK/load-debug" "$KERNEL/build"
	then
		load "$WORK/load-debug" \
			"slub_debug=FZPU cryptomgr.noextratests=1"
	else
		ktap_fail "load: debug kernel and modules build"
	fi
	unset KERNEL
}

# Without kernel_fpu_begin() the registers of the user go.
do_control() {
	if build "$WORK/nofpu" '' \
		's/wc_vector_begin(s)\tkernel_fpu_begin()/wc_vector_begin(s) do { } while (0)/
		 s/wc_vector_end(s)\tkernel_fpu_end()/wc_vector_end(s) do { } while (0)/' \
		include/widecrypt/simd.h &&
	   ! grep -q '^#define.*kernel_fpu_' \
		"$WORK/nofpu/include/widecrypt/simd.h"; then
		FILES="$WORK/bin/afload $WORK/bin/fpucheck" \
			run_job "$WORK/nofpu" load-control -t 600 -q 400
	else
		ktap_fail "control: the build without sections"
	fi
}

ktap_start
build_clients
[ $# != 0 ] || set -- stock debug control
note "$duration seconds of load for each driver"
for job; do
	"do_$job"
done
ktap_finish
