#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# vm.sh [little|big|stock [CPU...]]: the modules in arm64 kernels, under
# emulation: kernels of our own in both byte orders with the crypto API's long
# self-tests (own.sh), and the stock Debian kernel with the job of `make
# check-vm`, each on three models of CPU, and with modules broken on purpose.
# KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source=selftests/vm/lib.sh
set -u
folder=$(cd "$(dirname "$0")" && pwd)
export ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-
. "$folder/../vm/lib.sh"
# shellcheck source=selftests/vm/job.sh
. "$here/job.sh"
# shellcheck source=selftests/arm64/own.sh
. "$folder/own.sh"

work=$WORK/arm64
mkdir -p "$work" || die "cannot write $work"

stock_all() {
	local dir=$work/stock kdir cpu tag
	KERNEL=$("$folder/fetch.sh" | tail -n 1)
	if [ ! -e "$KERNEL/complete" ]; then
		ktap_fail "the stock kernel for arm64"
		return
	fi
	build_clients
	kdir=$KERNEL/usr/src/linux-headers-$(cat "$KERNEL/release")
	if ! build_copy "$dir" "$kdir" tools; then
		ktap_fail "the modules build for the stock kernel"
		return
	fi
	for cpu in "${cpus[@]}"; do
		tag=stock-$cpu
		run_job "$dir" check -c $cpu -t 3600 -q 1200 -a panic_on_warn=1
	done
	tag=stock-control
	if "$here/break.sh" "$work/stock-broken" "$kdir"; then
		run_job "$work/stock-broken" control -c max -t 900 -q 300 \
			-a cryptomgr.notests=1
	else
		ktap_fail "$tag: the broken build"
	fi
}

what=${1:-all}
[ $# = 0 ] || shift
cpus=("$@")
[ $# != 0 ] || cpus=(max cortex-a57 neoverse-n1)

ktap_start
case $what in
all) own_all little big; stock_all ;;
little|big) own_all "$what" ;;
stock) stock_all ;;
*) die "usage: vm.sh [little|big|stock [CPU...]]" ;;
esac
ktap_finish
