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

# shellcheck disable=SC2094 # faults.txt is only read
while IFS=$'\t' read -r file drivers expression; do
	case $file in ''|'#'*) continue ;; esac
	sed -i "$expression" "$fresh/$file" || die "fault in $file: bad sed"
	changed=$(diff "$tree/$file" "$fresh/$file" | grep -c '^>')
	# shellcheck disable=SC2094
	faults=$(awk -F'\t' -v f="$file" '$1 == f' "$here/faults.txt" | wc -l)
	# several faults may share a file: each adds one line
	if [ "$changed" = 0 ] || [ "$changed" -gt "$faults" ]; then
		die "fault for $drivers: \"$expression\" changes $changed lines" \
		    "of $file, not one"
	fi
done <"$here/faults.txt"

update_sources "$fresh" "$dest"
cp "$here/faults.txt" "$dest/"
if ! timeout 900 make -C "$dest" ${kdir:+KDIR="$kdir"} modules \
	>"$dest/build.log" 2>&1 </dev/null; then
	tail -n 15 "$dest/build.log" >&2
	die "the broken build does not build ($dest/build.log)"
fi
