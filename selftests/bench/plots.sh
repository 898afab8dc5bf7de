#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# plots.sh: draws what make bench has left in selftests/results/bench.tsv: cycles
# per byte over the size for each row's mode, as selftests/results/plots/*.svg.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../results"
[ -s bench.tsv ] || { echo "plots: make bench first" >&2; exit 1; }
rm -rf plots
mkdir plots

cut -f1 bench.tsv | grep -v '^#' | sort -u | while read -r row; do
	awk -F'\t' -v row="$row" '
		$1 == row {
			if (!($3 in data)) order[++n] = $3
			data[$3] = data[$3] $2 " " $4 "\n" }
		END {
			printf "set terminal svg size 720,480 noenhanced\nset title \"%s\"\n", row
			print "set logscale xy\nset grid\nset key outside"
			print "set xlabel \"bytes\"\nset ylabel \"cycles per byte\""
			print "set xtics (16, 64, 256, 1024, 4096, 16384)"
			for (i = 1; i <= n; i++)
				printf "$d%d << end\n%send\n", i, data[order[i]]
			printf "plot "
			for (i = 1; i <= n; i++)
				printf "%s$d%d with linespoints title \"%s\"", \
					i == 1 ? "" : ", ", i, order[i]
			print "" }' bench.tsv | gnuplot >"plots/${row// /-}.svg"
done
echo "$(find plots -name '*.svg' | wc -l) plots in selftests/results/plots"
