#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# rows.sh: prints the table of drivers that rows.c makes of the lists of rows.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
gcc -I"$top/selftests/lib/include" -I"$top/include" -I"$top" \
	-include "$top/selftests/lib/kernel.h" "$top/selftests/rows.c" \
	-o "$tmp/rows"
"$tmp/rows"
