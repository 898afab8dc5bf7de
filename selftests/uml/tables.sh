#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tables.sh - the README's tables, from what speed.sh has left in
# selftests/results for the modes 610 (with NUM_MB=8192), 518, 211, 222 and 228,
# and make bench-cold.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../results"

head_line() { # TITLE SIZE...
	printf '\n| %s |' "$1"
	printf ' %s |' "${@:2}"
	printf '\n|---|'
	printf -- '---|%.0s' "${@:2}"
	echo
}

# A line for each driver of ALGORITHM. CELL names columns of speed.sh's, such as
# cycles or mbps/cpb; in brackets how many times as fast as the reference, which
# comes first.
# SIZE may be BYTES/KEY-BYTES, for another key. BASE: regular expression of the reference (default: the kernel's portable C),
# ONLY: of the drivers, LABEL: what to put behind a driver's name.
lines() { # MODE ALGORITHM OPERATION KEY-BYTES CELL SIZE...
	[ -e "speed-$1.tsv" ] || { echo "tables: make speed MODE=$1 first" >&2; exit 1; }
	awk -F'\t' -v alg="$2" -v op="$3" -v klen="$4" -v cell="$5" -v sizes="${*:6}" \
		-v base="${BASE:-[(]}" -v only="${ONLY:-.}" -v label="${LABEL:-}" '
		function name(d) {
			if (d ~ /\(/)
				return "kernel C"
			if (sub(/.*-widecrypt-/, "", d))
				return d
			sub(/^[a-z0-9]*-/, "", d)
			return "Linux " d
		}
		function line(d,   i) {
			printf "| %s%s |", name(d), label
			for (i = 1; i <= ns; i++) {
				ratio = cycles[ref, s[i]] / cycles[d, s[i]]
				printf " %s%s%s |", value[d, s[i]], unsteady[d, s[i]],
					d == ref ? "" : sprintf(ratio < 9.95 ? " (%.1f)" : " (%.0f)", ratio)
			}
			print ""
		}
		NR == 1 {
			for (i = 1; i <= NF; i++) column[$i] = i
			ns = split(sizes, s, " ")
			next
		}
		$1 == alg && $2 == op && ($5 ~ only || $5 ~ base) {
			d = $5
			k = $3 == klen ? $4 : $4 "/" $3
			if (!(d in seen)) { seen[d] = 1; drivers[++n] = d }
			if (d ~ base) ref = d
			cycles[d, k] = $6
			m = split(cell, c, "/")
			value[d, k] = $column[c[1]] (m > 1 ? sprintf(" / %.3g", $column[c[2]]) : "")
			unsteady[d, k] = $10 == "yes" ? "" : "~"
		}
		END {
			if (ref == "") exit 1
			line(ref)
			for (pass = 0; pass < 2; pass++)
				for (i = 1; i <= n; i++)
					if (drivers[i] != ref && (drivers[i] ~ /-widecrypt-/) == pass)
						line(drivers[i])
		}' "speed-$1.tsv"
}

aria="16 128 256 1024 1424 4096"
sm4="16 64 128 256 1024 1420 4096"
ipsec="64 256 512 1024 1420"
gcm="16 64 256 1024 1420 4096 8192"
# shellcheck disable=SC2086 # lists of sizes
{
	head_line "ARIA ECB encryption, cycles" $aria "4096, 256-bit key"
	lines 610 'ecb(aria)' encrypt 16 cycles $aria 4096/32

	head_line "SM4 CTR, Mb/s / cycles per byte" $sm4
	lines 518 'ctr(sm4)' encrypt 16 mbps/cpb $sm4
	head_line "SM4 CBC decryption" ${sm4/1420/1424}
	lines 518 'cbc(sm4)' decrypt 16 mbps/cpb ${sm4/1420/1424}

	head_line "rfc4106(gcm(aes)), 128-bit key, Mb/s" $ipsec
	for op in encrypt decrypt; do
		BASE=-aesni$ ONLY=-widecrypt- LABEL=" $op" \
			lines 211 'rfc4106(gcm(aes))' $op 20 mbps $ipsec
	done

	head_line "AES-128-GCM encryption, cycles" $gcm
	BASE=-aesni$ ONLY=-widecrypt- lines 211 'gcm(aes)' encrypt 16 cycles $gcm
	head_line "ARIA-128-GCM encryption, cycles" $gcm
	ONLY='aesni-avx$|gfni-avx2|avx512' lines 228 'gcm(aria)' encrypt 16 cycles $gcm
	head_line "SM4-GCM encryption, cycles" $gcm
	ONLY='aesni-avx$|gfni-avx2|avx512' lines 222 'gcm(sm4)' encrypt 16 cycles $gcm
}

# Medians with all in L1, in L3 and in memory; what is touched
head_line "cycles of a CTR call: hot / L3 / memory" 16 64 256 1420 \
	"bytes touched for 16" "for 1420"
awk -F'\t' '
	/^#/ || ($1 == "sm4" && $2 ~ /nothing|xsave/) { next }
	{ row = $2 ~ /nothing|xsave/ ? $2 : toupper($1) " " $2 }
	!(row in known) { known[row] = 1; order[++n] = row }
	{ at[row, $4] = at[row, $4] (at[row, $4] ? " / " : "") $5
	  touched[row, $4] = $7 + $8 + $9 }
	END { for (i = 1; i <= n; i++) { r = order[i]
		print "| " r " | " at[r, 16] " | " at[r, 64] " | " at[r, 256] " | " \
			at[r, 1420] " | " touched[r, 16] " | " touched[r, 1420] " |" } }' cold.tsv
