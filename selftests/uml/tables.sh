#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tables.sh - the README's tables, from what speed.sh has left in
# selftests/results for the modes 610 (with NUM_MB=8192), 518, 211, 222 and 228.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../results"

head_line() { # TITLE SIZE...
	printf '\n| %s |' "$1"
	printf ' %s |' "${@:2}"
	printf '\n|---|'
	printf -- '---|%.0s' "${@:2}"
	echo
}

# A line for each driver of ALGORITHM: CELL is what speed.sh calls cycles, cpb or
# mbps; in brackets how many times as fast as the reference, which comes first.
# BASE: regular expression of the reference (default: the kernel's portable C),
# ONLY: of the drivers, LABEL: what to put behind a driver's name.
lines() { # MODE ALGORITHM OPERATION KEY-BYTES CELL SIZE...
	[ -e "speed-$1.tsv" ] || { echo "tables: make speed MODE=$1 first" >&2; exit 1; }
	awk -F'\t' -v alg="$2" -v op="$3" -v klen="$4" -v cell="$5" -v sizes="${*:6}" \
		-v base="${BASE:-[(]}" -v only="${ONLY:-.}" -v label="${LABEL:-}" '
		function name(d) {
			return d ~ /\(/ ? "kernel C" : sub(/.*-widecrypt-/, "", d) ? d : "Linux " d
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
		$1 == alg && $2 == op && $3 == klen && ($5 ~ only || $5 ~ base) {
			d = $5
			if (!(d in seen)) { seen[d] = 1; drivers[++n] = d }
			if (d ~ base) ref = d
			cycles[d, $4] = $6
			value[d, $4] = $column[cell]
			unsteady[d, $4] = $10 == "yes" ? "" : "~"
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
# shellcheck disable=SC2086 # lists of sizes
{
	for bits in 128 256; do
		head_line "ECB encryption, $bits-bit key" $aria
		lines 610 'ecb(aria)' encrypt $((bits / 8)) cycles $aria
	done
}

whole="16 64 128 256 1024 1424 4096"
any="16 64 128 256 1024 1420 4096"
# shellcheck disable=SC2086
for cell in mbps cpb; do
	head_line $cell 16 64 128 256 1024 1420 4096
	LABEL=" ECB enc" lines 518 'ecb(sm4)' encrypt 16 $cell $whole
	LABEL=" CBC enc" lines 518 'cbc(sm4)' encrypt 16 $cell $whole
	LABEL=" CBC dec" lines 518 'cbc(sm4)' decrypt 16 $cell $whole
	LABEL=" CFB dec" lines 518 'cfb(sm4)' decrypt 16 $cell $any
	LABEL=" CTR enc" lines 518 'ctr(sm4)' encrypt 16 $cell $any
done

ipsec="64 256 512 1024 1420"
gcm="16 64 256 1024 1420 4096 8192"
# shellcheck disable=SC2086
{
	head_line "rfc4106(gcm(aes)), Mb/s" $ipsec
	for op in encrypt decrypt; do
		BASE=-aesni$ ONLY='-widecrypt-' LABEL=" $op" \
			lines 211 'rfc4106(gcm(aes))' $op 20 mbps $ipsec
	done
	head_line "AES-128-GCM encryption, cycles" $gcm
	BASE=-aesni$ lines 211 'gcm(aes)' encrypt 16 cycles $gcm
	head_line "ARIA-128-GCM encryption, cycles" $gcm
	lines 228 'gcm(aria)' encrypt 16 cycles $gcm
	head_line "SM4-GCM encryption, cycles" $gcm
	lines 222 'gcm(sm4)' encrypt 16 cycles $gcm
}
