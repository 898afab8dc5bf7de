# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: kTLS. A file, received by the kernel and by an
# independent implementation; then the kernel's own test (fetch-tls.sh).
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh

modprobe -a tls aesni_intel

# The selftest is that of 7.3. Some of its tests fail on 6.1 whatever the cipher:
# here they do with the kernel's own driver, before ours are loaded.
too_new="tls_12_tx_max_payload_len tls_12_tx_max_payload_len_open_rec
	rekey_tx rekey_rx rekey rekey_fail rekey_getsockopt rekey_peek
	rekey_peek_splice rekey_poll_pending rekey_poll_delay splice_rekey
	msg_eor poll_partial_rec poll_partial_rec_async"
too_new=$(echo $too_new)
fail_without_ours() {
	local t name rc=0
	! our_drivers | grep . || return 1
	for t in $too_new; do
		case $t in
		tls_12_*) name=global.$t ;;
		rekey_[rt]x) name=tls_basic.$t ;;
		poll_*) name=tls_err.13_aes_gcm.$t ;;
		*) name=tls.13_aes_gcm.$t ;;
		esac
		# some wait for ever; busybox's timeout ends with 143
		timeout 25 /test/tls -r "$name" >tls.one 2>&1
		[ $? -gt 123 ] || grep -q "^not ok .*$name$" tls.one ||
			{ echo "$name does not fail"; rc=1; }
	done
	return $rc
}
test_it "the kernel's tls selftest: ${too_new// /, } fail in 6.1 without ours" \
	fail_without_ours

test_it "modprobe -a aria sm4" modprobe -a aria sm4
! gcm_row >/dev/null || test_it "modprobe widecrypt_gcm" modprobe widecrypt_gcm
head -c 1234567 /dev/urandom >file

driver_of() { # SUITE
	case $1 in
	*gcm-aria*) driver_for gcm aria ;;
	*gcm-sm4*) driver_for gcm sm4 ;;
	*ccm-sm4*) driver_for ctr sm4 ;;
	*gcm-aes*) driver_for gcm aes ;;
	esac
}

decrypt_errors() { awk '/TlsDecryptError/ { print $2 }' /proc/net/tls_stat; }

file_arrives() { # SUITE [-r|-d]
	local driver before rc=1 suite=$1
	driver=$(driver_of "$suite")
	before=$(refs "$driver")
	shift
	rm -f hold
	mkfifo hold
	timeout 120 /test/ktls "$@" "$suite" file <hold >held 2>&1 &
	exec 9>hold
	for _ in $(seq 1000); do
		[ -s held ] && break
		sleep 0.1
	done
	cat held
	grep -q held held && in_use "$driver" "$before" && rc=0
	exec 9>&-
	wait $! && return $rc
}

damage() { # SUITE
	local before
	before=$(decrypt_errors)
	file_arrives "$1" -d && [ "$(decrypt_errors)" = $((before + 1)) ]
}

suites="12-gcm-aria-128 12-gcm-aria-256 13-gcm-sm4 13-ccm-sm4"
variants="12_aria_gcm 12_aria_gcm_256 13_sm4_gcm 13_sm4_ccm"
if gcm_row >/dev/null; then
	suites="$suites 12-gcm-aes-128 13-gcm-aes-128 12-gcm-aes-256 13-gcm-aes-256"
	variants="$variants 12_aes_gcm 13_aes_gcm 12_aes_gcm_256 13_aes_gcm_256"
	variants="$variants 13_nopad fixed"
else
	skip "gcm(aes)" "no row of AES-GCM for this CPU"
fi
for s in $suites; do
	test_it "kTLS $s: a file arrives unchanged" file_arrives "$s"
	test_it "kTLS $s: an independent implementation decrypts it" \
		file_arrives "$s" -r
	test_it "kTLS $s: a wrong key is EBADMSG and counted" damage "$s"
done

# ---- the kernel's own test

# Eight processes at one socket take minutes on an emulated CPU, and it is the
# same code of TLS above each driver: for two of them.
many="mutliproc_even mutliproc_readers mutliproc_writers
	mutliproc_sendpage_even mutliproc_sendpage_readers
	mutliproc_sendpage_writers"
many=$(echo $many)
once_more="12_aria_gcm_256 13_sm4_ccm 12_aes_gcm 13_aes_gcm 12_aes_gcm_256
	13_aes_gcm_256 13_nopad"
once_more=$(echo $once_more)

# What has no variant, and uses gcm(aes). zero_len is for ccm(aes), like some
# variants, which is none of ours.
fixtures="global tls_basic"

kernel_test() { # VARIANT, or fixed for $fixtures: its results in /tmp/tls.VARIANT
	local t left_out=$too_new excluded='' wanted="-v $1"
	[ "$1" != fixed ] || wanted="-f ${fixtures// / -f }"
	[[ " $once_more " != *" $1 "* ]] || left_out="$left_out $many"
	for t in $left_out; do
		excluded="$excluded -T $t"
	done
	# shellcheck disable=SC2086 # words
	timeout 1500 /test/tls $excluded $wanted >"tls.$1" 2>&1
	echo "exit $?" >>"tls.$1"
}

judge() { # VARIANT
	local passed failed skipped least=53
	[ "$1" != fixed ] || least=11
	skipped=$(grep -c '^ok .*# SKIP' "tls.$1")
	passed=$(($(grep -c '^ok ' "tls.$1") - skipped))
	failed=$(grep -c '^not ok ' "tls.$1")
	say "$1: $passed passed, $failed failed, $skipped skipped," \
		"$(tail -n 1 "tls.$1")"
	grep '^not ok \|# SKIP' "tls.$1"
	[ "$passed" -ge $least ] && [ "$failed" = 0 ] && [ "$skipped" = 0 ] &&
		[ "$(tail -n 1 "tls.$1")" = "exit 0" ]
}

# Two at a time, one for each CPU.
# shellcheck disable=SC2086 # words
set -- $variants
while [ $# -gt 1 ] && [ -z "$only" ]; do
	kernel_test "$1" &
	kernel_test "$2"
	wait
	for v in "$1" "$2"; do
		test_it "the kernel's tls selftest, $v" judge "$v"
	done
	shift 2
done
skip "the kernel's tls selftest: ${too_new// /, }" \
	"not in this kernel, whatever the driver"
for v in $once_more; do
	[[ " $variants " != *" $v "* ]] ||
		skip "the kernel's tls selftest, $v: ${many// /, }" \
			"minutes on an emulated CPU; 12_aria_gcm and 13_sm4_gcm have them"
done
test_it "the modules unload" unload_all
check_log
