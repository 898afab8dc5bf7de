#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check-vm.sh: build the modules, the in-kernel test module and broken twins, and
# test them (check.sh).
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

mkdir -p "$WORK" || die "cannot write $WORK"
make -C "$tree" tools >"$WORK/build.log" 2>&1 </dev/null || {
	tail -n 15 "$WORK/build.log" >&2
	die "the modules do not build"
}
"$here/break.sh" "$WORK/broken" || exit 1
exec "$here/check.sh" "$tree" "$WORK/broken"
