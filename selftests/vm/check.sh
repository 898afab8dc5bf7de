#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh MODDIR [BROKEN_MODDIR]: boot the stock Debian kernel that the modules
# below MODDIR were built for and test them in it (jobs/check.sh). BROKEN_MODDIR
# holds builds that were broken on purpose (break.sh, faults.txt): a second boot
# in which each fault must be found out (jobs/control.sh). KTAP; the last line is "N passed, N
# failed, N skipped". --expect-red MODDIR runs the second boot alone.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"

only_control=0
if [ "${1:-}" = --expect-red ]; then
	only_control=1
	shift
fi
moddir=${1:-} broken=${2:-}
[ -n "$moddir" ] || die "usage: check.sh MODDIR [BROKEN_MODDIR]"
[ $only_control = 0 ] || broken=$moddir
for d in "$moddir" ${broken:+"$broken"}; do
	module_release "$d" >/dev/null || die "no widecrypt_*.ko in $d: run make"
done

ktap_start
build_clients

if [ $only_control = 0 ]; then
	# The tools first: a gate or a reference that is wrong proves nothing.
	ktap_of gate-test bash "$here/gate-test.sh"
	ktap_of status-test bash "$here/status-test.sh"
	ktap_of refcheck "$WORK/bin/refcheck" "${vectors[@]}"
	run_job "$moddir" fips -t 200 -q 120 -a "fips=1"
	run_job "$moddir" no-avx -t 200 -q 120 -a "clearcpuid=avx"
	run_job "$moddir" check -t 2300 -q 330 -a "panic_on_warn=1"
fi
if [ -n "$broken" ]; then
	# Without the kernel's own tests, so that ours have to find the fault.
	run_job "$broken" control -t 500 -q 250 -a "cryptomgr.notests=1"
else
	ktap_skip "control: a broken build is found out" "no broken build given"
fi

ktap_finish
