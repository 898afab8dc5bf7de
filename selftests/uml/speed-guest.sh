#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=dash
#
# The guest's part of speed.sh: rounds of tcrypt over all drivers, one driver
# after the other within a round, so that a slow spell of the machine hits all
# alike. A driver is through when, after six rounds or more, the two lowest
# values of each of its figures agree within 2 %.
read -r mode num_mb rounds only <job

for m in aria_generic sm4 sm4_generic cfb xts gcm cryptd crypto_simd; do
	ins kernel/$m.ko || exit 1
done
# Each looks for the instructions it needs.
for m in aesni-intel sm4-aesni-avx-x86_64 sm4-aesni-avx2-x86_64 \
	aria-aesni-avx-x86_64; do
	ins kernel/$m.ko || echo "# no $m here"
done
ins uml_fpu.ko
for m in aria sm4; do ins widecrypt_$m.ko || exit 1; done
ins widecrypt_gcm.ko 2>/dev/null || ins widecrypt_gcm.ko isa=generic || exit 1

# A page that user-mode Linux has not touched yet is not there for a masked load
# or store that just grazes it, which then takes a thousand cycles. A kernel maps
# all of its memory from the start: touch what is free.
mkdir /fill
mount -t tmpfs -o "size=$(awk '/^MemFree/ { print $2 - 12288 }' /proc/meminfo)k" \
	fill /fill || exit 1
dd if=/dev/zero of=/fill/all bs=64k 2>/dev/null
umount /fill

# What the mode measures; then every driver of that but those that answer late
# where the mode has no use for them, and the portable C of the kernel, whose
# template instances this brings into being.
dmesg -c >/dev/null
ins tcrypt.ko mode="$mode" num_mb=1
[ $? = 11 ] || { dmesg | tail -n 5; exit 1; }
dmesg >mode.log
sed -n 's/.*tcrypt-data:.* alg=\([^ ]*\) .*/\1/p' mode.log | sort -u |
	grep -E -e "${only:-.}" >algs
[ -s algs ] || exit 1
late=yes
! grep -q 'testing speed of sync' mode.log || late=no

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
	awk -v want="$alg" -v late=$late '/^name/ { n = $3 } /^driver/ { d = $3 }
		/^async/ && n == want && d !~ /\(/ && (late == "yes" || $3 == "no") {
			print d }' /proc/crypto
done <algs >todo
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
