#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh MODDIR: boot the stock Debian kernel that the modules below MODDIR were
# built for and use them there (jobs/run.sh): the standards' examples, encrypted
# volumes, an IPsec tunnel, tcrypt. KTAP with notes, then "N passed, N failed, N
# skipped" and whether all went well.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"

moddir=${1:-}
[ -n "$moddir" ] || die "usage: run.sh MODDIR"
module_release "$moddir" >/dev/null || die "no widecrypt_*.ko in $moddir: run make"

ktap_start
start=$SECONDS
build_clients
run_job "$moddir" run -t 600 -q 180 -a "panic_on_warn=1"
note "took $((SECONDS - start)) seconds"
ktap_finish
status=$?
if [ $status = 0 ]; then
	echo "All went well: the modules work on the stock kernel."
else
	echo "Something went wrong, see above; the logs are in $WORK."
fi
exit $status
