#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=dash
#
# The guest's part of speed.sh: rounds of tcrypt over all drivers, one driver
# after the other within a round, so that a slow spell of the machine hits all
# alike. A driver is through when, after six rounds or more, the two lowest
# values of each of its figures agree within 2 %.
read -r mode num_mb rounds only <job

for m in aria_generic sm4 sm4_generic cfb xts gcm; do
	ins kernel/$m.ko || exit 1
done
ins uml_fpu.ko
for m in aria sm4; do ins widecrypt_$m.ko || exit 1; done
ins widecrypt_gcm.ko 2>/dev/null || ins widecrypt_gcm.ko isa=generic || exit 1

# What the mode measures; then every driver of that, ours and the portable C
# of the kernel, whose template instances this brings into being.
dmesg -c >/dev/null
ins tcrypt.ko mode="$mode" num_mb=1
[ $? = 11 ] || { dmesg | tail -n 5; exit 1; }
dmesg | sed -n 's/.*tcrypt-data:.* alg=\([^ ]*\) .*/\1/p' | sort -u >algs
[ -s algs ] || exit 1

reference() { # ALGORITHM: the kernel's portable C
	local inner="${1##*(}" mode="${1%%(*}"
	inner=${inner%%)*}
	case $mode in
	gcm) echo "gcm_base(ctr($inner-generic),ghash-generic)" ;;
	rfc4106) echo "rfc4106(gcm_base(ctr($inner-generic),ghash-generic))" ;;
	xts) echo "xts(ecb($inner-generic))" ;;
	*) echo "$mode($inner-generic)" ;;
	esac
}

while read -r alg; do
	reference "$alg"
	awk -v want="$alg" '/^name/ { n = $3 } /^driver/ { d = $3 }
		/^type/ && n == want && d ~ /-widecrypt-/ { print d }' /proc/crypto
done <algs | grep -e "${only:-.}" -e '(' >todo
echo "# $(wc -l <todo) drivers"

figures_disagree() { # DRIVER
	awk -v drv="driver=$1" -v min=6 '
		{ hit = 0; key = ""; c = 0
		  for (i = 1; i <= NF; i++) {
			if ($i == drv) hit = 1
			if ($i ~ /^(op|klen|bytes)=/) key = key $i " "
			if ($i ~ /^cycles=/) c = substr($i, 8) + 0
		  }
		  if (!hit) next
		  n[key]++
		  if (!(key in a) || c < a[key]) { b[key] = a[key]; a[key] = c }
		  else if (!(key in b) || b[key] == "" || c < b[key]) b[key] = c }
		END { for (k in n) if (n[k] < min || b[k] > a[k] * 1.02) bad++
		      exit !(bad || !length(n)) }' data
}

: >data
round=0
while [ -s todo ] && [ $round -lt "$rounds" ]; do
	round=$((round + 1))
	while read -r driver; do
		dmesg -c >/dev/null
		ins tcrypt.ko mode="$mode" num_mb="$num_mb" driver="$driver"
		rc=$?
		dmesg | sed -n 's/.*tcrypt-data: //p' >>data
		if [ $rc != 11 ]; then
			dmesg | grep tcrypt | tail -n 3
			exit 1
		fi
	done <todo
	echo "# round $round done"
	[ $round -ge 6 ] || continue
	while read -r driver; do
		if figures_disagree "$driver"; then echo "$driver"; fi
	done <todo >next
	mv next todo
done
sed 's/^/# still unsteady: /' todo
exit 0
