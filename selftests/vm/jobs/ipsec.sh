# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: ESP tunnels between two namespaces. For AES-GCM
# one end runs on the kernel's own driver, an independent implementation: a
# state keeps the driver that it found when it was made.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/net.sh
. /test/net.sh

modprobe -a veth esp4 xfrm_user authenc echainiv seqiv sch_ingress \
	cls_matchall act_pedit aesni_intel
test_it "modprobe sm4" modprobe sm4
head -c 1048576 /dev/urandom >sent

driver_of() { # CIPHER
	case $1 in
	cbc-sm4) driver_for cbc sm4 ;;
	*) driver_for rfc4106 aes ;;
	esac
}

with_ours() { case $1 in cbc-sm4) ;; *) modprobe widecrypt_gcm ;; esac; }

without_ours() { ! loaded widecrypt_gcm || patiently rmmod widecrypt_gcm; }

# Both ends on ours.
file_arrives() { # CIPHER [esn]
	local driver before
	driver=$(driver_of "$1")
	with_ours "$1" && pair && before=$(refs "$driver") && tunnel_of "$@" &&
		in_use "$driver" "$before" && send_file sent
}

# a on the kernel's driver, b on ours.
interoperates() { # CIPHER [esn]
	local driver before theirs
	driver=$(driver_of "$1")
	without_ours && pair || return 1
	esp_cipher "$@"
	theirs=$(refs rfc4106-gcm-aesni)
	esp_states a && in_use rfc4106-gcm-aesni "$theirs" &&
	with_ours "$1" && before=$(refs "$driver") &&
	esp_states b && in_use "$driver" "$before" && esp_policies &&
	send_file sent
}

counters() { # NS: names and values of all that went wrong
	in_ns "$1" cat /proc/net/xfrm_stat
}

integrity_failures() { # of the state from a to b
	in_ns b ip -s xfrm state get src 10.9.0.1 dst 10.9.0.2 proto esp \
		spi 0x1001 | sed -n 's/.*failed \([0-9]*\).*/\1/p'
}

# Ten echo requests, each damaged at OFFSET, are ten failures of authentication,
# nothing else, and no answer.
damage_is_counted() { # OFFSET...
	local offset failed diff
	for offset; do
		counters b >before
		failed=$(integrity_failures)
		damage "$offset" || return 1
		if in_ns a ping -q -c 10 -i 0.1 -W 1 10.2.0.1 >ping.log; then
			echo "answered although byte $offset was damaged"
			return 1
		fi
		damage whole
		counters b >after
		failed=$(($(integrity_failures) - failed))
		diff=$(paste before after | awk '$2 != $4 { print $1, $4 - $2 }')
		say "byte $offset: integrity failed $failed, xfrm_stat: $diff"
		[ "$failed" = 10 ] && [ "$diff" = "XfrmInStateProtoError 10" ] &&
			in_ns a ping -q -c 2 -i 0.1 -W 1 10.2.0.1 || return 1
	done
}

tunnels="cbc-sm4"
if gcm_row >/dev/null; then
	tunnels="rfc4106-128 rfc4106-256 cbc-sm4"
else
	skip "rfc4106(gcm(aes))" "no row of AES-GCM for this CPU"
fi
for t in $tunnels; do
	# The first byte of the ciphertext, of the IV, and the tag's last byte.
	case $t in
	cbc-sm4) bytes="28 44 155" ;;
	*) bytes="28 36 139" ;;
	esac
	for esn in "" esn; do
		test_it "ESP $t${esn:+ ESN}: a 1 MiB file arrives unchanged" \
			file_arrives "$t" $esn
		# shellcheck disable=SC2086 # numbers
		test_it "ESP $t${esn:+ ESN}: damage is a failure of authentication" \
			damage_is_counted $bytes
		unpair
		[ "$t" != cbc-sm4 ] || continue
		test_it "ESP $t${esn:+ ESN}: with an independent implementation as the peer" \
			interoperates "$t" $esn
		unpair
	done
done

# ---- figures, beside the kernel's own driver

throughput() { # DRIVER: Mbit/s
	local rate before server
	before=$(refs "$1")
	pair && tunnel_of rfc4106-128 && in_use "$1" "$before" || return 1
	in_ns b timeout 60 iperf3 -s -1 >/dev/null 2>&1 &
	server=$!
	listens b 5201
	in_ns a timeout 60 iperf3 -c 10.2.0.1 -t 4 -f m >iperf.log 2>&1
	wait $server
	unpair
	rate=$(sed -n 's/.* \([0-9.]*\) Mbits.*receiver.*/\1/p' iperf.log)
	say "iperf3, 4 s: $1: ${rate:-nothing} Mbit/s"
	cat iperf.log
	[ -n "$rate" ] && [ "${rate%.*}" -gt 0 ]
}

abab() {
	for _ in 1 2; do
		without_ours && throughput rfc4106-gcm-aesni &&
		modprobe widecrypt_gcm &&
		throughput "$(driver_for rfc4106 aes)" || return 1
	done
}
if gcm_row >/dev/null; then
	test_it "iperf3 through rfc4106(gcm(aes)), the kernel's own and ours" abab
fi
test_it "the modules unload" patiently unload_all
check_log
