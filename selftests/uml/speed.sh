#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# speed.sh [MODE [NUM_MB]] - tcrypt mode=MODE (610) over all our drivers, the
# kernel's own for x86 (build-intree.sh) and its portable C, in one boot of
# user-mode Linux at native speed. Each figure is the least of at least six rounds whose two lowest values agree
# within 2 % (else it is marked ~); each value of a round is itself the least
# of at least seven samples. Cycles are ticks of the TSC.
# ONLY=REGEX: only algorithms that match it. The guest has 192 MiB: in a larger
# one the kernel's own drivers, which address by 32 bits, may fail to load.
# Vector sections cost nothing here: kernel_fpu_begin() is empty in UML.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mode=${1:-610} num_mb=${2:-8}
mode=${mode#MODE=}
case $mode$num_mb in *[!0-9]*) echo "usage: speed.sh [MODE [NUM_MB]]" >&2; exit 2 ;; esac
cache=${WIDECRYPT_CACHE:-$HOME/.cache/widecrypt}
work=$cache/uml-speed-$(printf %s "$here" | cksum | cut -d' ' -f1)
tsv=$here/../results/speed-$mode.tsv

uml=$("$here/kernel.sh")
mkdir -p "$work/host/kernel" "$here/../results"
STRICT=0 "$here/build-modules.sh" "$work/modules"
rm -f "$work"/host/*.ko "$work/host/data"
cp "$work"/modules/*.ko "$work/host/"
"$here/build-intree.sh" "$work/intree"
find "$uml/build" "$work/intree" -name '*.ko' ! -name tcrypt.ko \
	-exec cp -t "$work/host/kernel" {} +
cp "$here/speed-guest.sh" "$work/host/run.sh"
echo "$mode $num_mb ${ROUNDS:-20} ${ONLY:-}" >"$work/host/job"
echo "# mode=$mode num_mb=$num_mb on $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
# loglevel 1: what is printed to a console takes time from what is measured.
if ! "$here/boot.sh" -m 192M -t "${LIMIT:-1500}" -a "loglevel=1" \
	"$work/host" 2>&1 | tee "$work/console" | sed -un '/^#/p'; then
	tail -n 15 "$work/console"
	exit 1
fi

printf 'alg\top\tklen\tbytes\tdriver\tcycles\tcpb\tmbps\tratio\tsteady\n' >"$tsv"
awk '
	{ delete f
	  for (i = 1; i <= NF; i++) { n = index($i, "="); f[substr($i, 1, n - 1)] = substr($i, n + 1) }
	  k = f["alg"] "\t" f["op"] "\t" f["klen"] "\t" f["bytes"]; d = f["driver"]
	  if (!(k in seen)) { seen[k] = 1; keys[++nk] = k }
	  kd = k "\t" d
	  if (!(kd in a)) { order[k] = order[k] "\t" d; a[kd] = f["cycles"] + 0; mb[kd] = f["mbps"]; bytes[kd] = f["bytes"] }
	  else if (f["cycles"] + 0 < a[kd]) { b[kd] = a[kd]; a[kd] = f["cycles"] + 0; mb[kd] = f["mbps"] }
	  else if (!(kd in b) || f["cycles"] + 0 < b[kd]) b[kd] = f["cycles"] + 0
	  if (d ~ /\(/) ref[k] = a[kd] }
	END { for (i = 1; i <= nk; i++) { k = keys[i]; n = split(order[k], ds, "\t")
		for (j = 2; j <= n; j++) { kd = k "\t" ds[j]
			printf "%s\t%s\t%d\t%.3f\t%s\t%s\t%s\n", k, ds[j], a[kd], a[kd] / bytes[kd], mb[kd],
				(k in ref) && a[kd] ? sprintf("%.2f", ref[k] / a[kd]) : "-",
				(kd in b) && b[kd] <= a[kd] * 1.02 ? "yes" : "no" } } }
' "$work/host/data" >>"$tsv"
# A block for each algorithm, direction and key, a column for each driver.
awk -F'\t' '
	function flush(  i, j, cell) {
		if (!nb) return
		printf "\n%s\n%7s", title, "bytes"
		for (j = 1; j <= nd; j++) printf "  %18s", ds[j]
		print ""
		for (i = 1; i <= nb; i++) {
			printf "%7d", bs[i]
			for (j = 1; j <= nd; j++) {
				cell = c[bs[i], ds[j]]
				printf "  %18s", cell == "" ? "-" : cell
			}
			print ""
		}
		delete c; delete seen; nb = nd = 0
	}
	NR == 1 { next }
	{ k = sprintf("%s %sion, %d bit key", $1, $2, $3 * 8)
	  if (k != title) { flush(); title = k }
	  isa = $5; sub(/.*-widecrypt-/, "", isa); if (isa ~ /\(/) isa = "kernel C"
	  if (!(("b", $4) in seen)) { seen["b", $4] = 1; bs[++nb] = $4 }
	  if (!(("d", isa) in seen)) { seen["d", isa] = 1; ds[++nd] = isa }
	  c[$4, isa] = $6 ($10 == "no" ? "~" : "") (isa == "kernel C" ? "" : sprintf(" (%s)", $9)) }
	END { flush() }' "$tsv"
echo
echo "# cycles per operation (times as fast as the kernel's portable C); ~ unsteady"
echo "# table as TSV: $tsv"
