#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# break.sh DEST [KDIR]: build the modules, with the faults of faults.txt, in a copy of
# the sources in DEST. Only what changed is copied and built again.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
dest=${1:-} kdir=${2:-}
[ -n "$dest" ] || die "usage: break.sh DEST [KDIR]"
mkdir -p "$dest" || die "cannot write $dest"

fresh=$(mktemp -d "$dest.XXXXXX") || die "cannot write $dest.*"
trap 'rm -rf "$fresh"' EXIT
copy_sources "$fresh"

plant_faults "$fresh"

update_sources "$fresh" "$dest"
cp "$here/faults.txt" "$dest/"
if ! timeout 900 make -C "$dest" ${kdir:+KDIR="$kdir"} modules \
	>"$dest/build.log" 2>&1 </dev/null; then
	tail -n 15 "$dest/build.log" >&2
	die "the broken build does not build ($dest/build.log)"
fi
