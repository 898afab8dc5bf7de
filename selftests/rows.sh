#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# rows.sh: prints the table of drivers that rows.c makes of the lists of rows.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
gcc -I"$top/selftests/lib/include" -I"$top/include" -I"$top" \
	-include "$top/selftests/lib/kernel.h" "$top/selftests/rows.c" \
	-o "$program"
echo "# SPDX-License-Identifier: GPL-2.0-or-later"
"$program"
