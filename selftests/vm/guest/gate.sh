#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# gate.sh CRYPTO ROWS ARCH FLAGS [OPTION...]: does CRYPTO (/proc/crypto, or a copy)
# hold exactly the drivers that the table ROWS promises for a CPU with FLAGS?
# Each exactly once, not larval, self-test passed, priority as promised, and no
# other driver of ours. Prints a line for every fault; exit 0 when there is none.
# Options: CIPHER        expect that cipher's module alone (may be repeated)
#          CIPHER:ISA    the same, and it was loaded with isa=ISA
# On a CPU that loses clock on 512-bit registers each row that has them is just below
# the one before, unless ISA names it. PREFER=ymm: this is such a CPU; PREFER=zmm:
# it is not; neither: what the first of these drivers says goes for all.
set -u
crypto=$1 rows=$2 arch=$3 flags=" $4 "
shift 4
[ $# != 0 ] || set -- aria sm4 aes

expected=$(mktemp) faults=$(mktemp)
trap 'rm -f "$expected" "$faults"' EXIT

# Rows stand narrow to wide: nothing after the one that isa= names is expected.
for option in "$@"; do
	isa=${option#"${option%%:*}"}
	isa=${isa#:}
	capped=0 before=''
	while read -r cipher row rowarch modes priority need; do
		[ "$cipher" = "${option%%:*}" ] || continue
		case $rowarch in any|"$arch") ;; *) continue ;; esac
		if [ "$row" = "$isa" ]; then
			capped=1
		elif [ $capped = 1 ]; then
			continue
		fi
		if [ "$need" = isa=generic ]; then
			[ "$isa" = generic ] || continue
		elif [ "$need" != - ]; then
			for f in ${need//,/ }; do
				case $flags in *" $f "*) ;; *) continue 2 ;; esac
			done
		fi
		lower=''
		case $need in *avx512*) [ -n "$isa" ] || lower=$((before - 1)) ;; esac
		before=$priority
		for mode in ${modes//,/ }; do
			case $mode in
			rfc4106) name="rfc4106-gcm-$cipher-widecrypt-$row" ;;
			cipher)
				name="$cipher-$row"
				# a kernel with its own aria-generic, sm4-generic
				[ -z "${OWN_CIPHER_NAMES:-}" ] ||
					name="$cipher-widecrypt-$row"
				;;
			*) name="$mode-$cipher-widecrypt-$row" ;;
			esac
			echo "$name $priority $lower"
		done
	done <"$rows"
done >"$expected"

awk -v FS=' *: *' -v prefer="${PREFER:-}" '
	FNR == 1 { file++ }
	file == 1 { split($0, w, " "); want[w[1]] = w[2]; lower[w[1]] = w[3]; next }
	/^name/ { name = $2; driver = ""; type = ""; test = ""; prio = ""; module = "" }
	/^driver/ { driver = $2 }
	/^module/ { module = $2 }
	/^priority/ { prio = $2 }
	/^selftest/ { test = $2 }
	/^type/ {
		type = $2
		# templates over ours, like ctr(sm4-generic), name no driver of ours
		if (driver ~ /\(/)
			next
		if (!(driver in want)) {
			if (driver ~ /widecrypt/ || module ~ /^widecrypt/)
				print driver ": not in the table"
			next
		}
		seen[driver]++
		if (module !~ /^widecrypt_/)
			print driver ": belongs to module " module
		if (type == "larval")
			print driver ": larval"
		if (test != "passed")
			print driver ": selftest " test
		if (lower[driver] && !prefer)
			prefer = prio < want[driver] ? "ymm" : "zmm"
		if (lower[driver] && prefer == "ymm")
			want[driver] = lower[driver]
		if (prio != want[driver])
			print driver ": priority " prio " instead of " want[driver]
	}
	END {
		for (d in want)
			if (seen[d] != 1)
				print d ": registered " (seen[d] + 0) " times"
	}
' "$expected" "$crypto" | sort >"$faults"

if [ ! -s "$expected" ]; then
	echo "the table promises nothing for this machine"
	exit 1
fi
if [ -s "$faults" ]; then
	cat "$faults"
	exit 1
fi
echo "$(wc -l <"$expected") drivers as promised"
