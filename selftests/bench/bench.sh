#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.sh [ARGUMENTS]: builds and runs bench.c, which see for ARGUMENTS. The
# figures are also left in selftests/results/bench.tsv.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
build=$folder/../build
results=$folder/../results
mkdir -p "$build" "$results"

make -s -C "$folder/../lib"
${CC:-gcc} -std=gnu11 -O2 -Wall -Wextra -I"$folder/../lib" -o "$build/bench" \
	"$folder/bench.c" "$build/libwidecrypt.a" -lcrypto -lgcrypt
"$build/bench" -o "$results/bench.tsv" "$@"
