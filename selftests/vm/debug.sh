#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# debug.sh: the modules in a 6.1 kernel of our own (debug.config) with the long
# self-tests, checks of FPU use and of sleeping, beside the kernel's own ARIA and
# SM4 (jobs/debug.sh). The kernel is built once and cached. KTAP; the last line
# is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"

ktap_start
if ! "$tree/selftests/install-packages.sh" "$here/debug-packages.txt"; then
	ktap_skip "check-debug" "packages are missing"
	ktap_finish
	exit 0
fi
build_clients
KERNEL=$("$here/own-kernel.sh" debug "$here/debug.config" | tail -n 1)
if [ ! -e "$KERNEL/complete" ]; then
	ktap_fail "debug kernel"
	ktap_finish
	exit 1
fi

dest=$WORK/debug
if build_copy "$dest" "$KERNEL/build" tools; then
	if grep -i 'warning' "$dest/build.log"; then
		ktap_fail "compiler, objtool and modpost are silent"
	else
		ktap_ok "compiler, objtool and modpost are silent"
	fi
	# kmemleak allocates, too, beside each allocation of ours: the one that
	# is made to fail could be its own, which nobody misses.
	run_job "$dest" debug -t 3000 -q 400 -m 1536 \
		-a "panic_on_warn=1 slub_debug=FZPU kmemleak=off"
	if "$here/break.sh" "$WORK/debug-broken" "$KERNEL/build"; then
		run_job "$WORK/debug-broken" debug-control -t 300
	else
		ktap_fail "control: the broken build"
	fi
else
	ktap_fail "the modules build for the debug kernel"
fi
ktap_finish
