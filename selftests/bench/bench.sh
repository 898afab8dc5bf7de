#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.sh {bench|cold|xts} [ARGUMENTS]: builds and runs bench.c, cold.c or xts.c,
# which see for ARGUMENTS. The figures are also left in selftests/results/bench.tsv,
# cold.tsv or xts.tsv.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
build=$folder/../build
results=$folder/../results
program=${1:-bench}
shift || :
mkdir -p "$build" "$results"

make -s -C "$folder" "O=$build" "$build/$program"
"$build/$program" -o "$results/$program.tsv" "$@"
