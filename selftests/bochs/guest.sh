#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=dash
#
# Runs inside Bochs, in /test, with the file "job" beside it. Everything that
# the host judges goes to the console, which is the serial line: KTAP lines
# without numbers, and files between "file NAME" and "end of file".
# Jobs: main     load by name, test every driver, unload
#       short    the same, of the drivers with AVX-512 alone, and IBT
#       ymm      256-bit rows serve, unless isa= wants 512 bits
#       control  each routine broken in turn must be found out

ok() { echo "ok - $*"; }
fail() { echo "not ok - $*"; }
say() { echo "# $*"; }

send() { # NAME FILE
	echo "file $1"
	cat "$2"
	echo
	echo "end of file"
}

test_it() { # NAME COMMAND...
	local name="$1"
	shift
	if "$@" >/tmp/test_it.log 2>&1; then
		ok "$name"
	else
		fail "$name ($*)"
		tail -n 6 /tmp/test_it.log | sed 's/^/# /'
	fi
}

drivers() { # skciphers and AEADs of ours, one a line
	awk '/^driver/ { d = $3 }
	     /^type/ && $3 ~ /^(skcipher|aead)$/ && d ~ /-widecrypt-/ && d !~ /\(/ {
		print d }' /proc/crypto
}

updates=/lib/modules/$(uname -r)/updates

# Load the test module, leave its results in /tmp/kmod.log.
test_module() { # [PARAMETER...]
	local plan results
	dmesg -c >>/tmp/log
	ins "$updates/widecrypt_test.ko" "$@" 2>/dev/null
	dmesg -c >/tmp/now
	cat /tmp/now >>/tmp/log
	sed -n 's/^\[[^]]*\] *widecrypt_test: //p' /tmp/now >/tmp/kmod.log
	plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' /tmp/kmod.log)
	results=$(grep -c '^\(not \)\?ok ' /tmp/kmod.log)
	if [ "${plan:-none}" != "$results" ] || [ "$results" = 0 ]; then
		fail "widecrypt_test ended early ($results of ${plan:-?} results)"
	fi
	[ ! -e /sys/module/widecrypt_test ] || rmmod widecrypt_test
}

refused() { ! modprobe "$@"; }

client() { # COMMAND...: prints KTAP itself and must reach its plan
	local rc plan results
	"$@" >/tmp/client.log 2>&1
	rc=$?
	plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' /tmp/client.log)
	results=$(grep -c '^\(not \)\?ok ' /tmp/client.log)
	grep -v '^KTAP\|^1\.\.' /tmp/client.log
	if [ $rc -gt 1 ] || [ "${plan:-none}" != "$results" ] || [ "$results" = 0 ]; then
		fail "$* ended early (exit $rc, $results of ${plan:-?} results)"
	fi
}

take_results() {
	sed 's/^\(\(not \)\?ok [0-9]* \)/\1kmod: /' /tmp/kmod.log |
		grep '^\(not \)\?ok \|^# '
}

test_all() { # DRIVER
	test_module drivers="$1"
	take_results
}

# Rows that other, faster vehicles can run.
test_little() { # DRIVER
	local c
	for c in lengths softirq fpu_taken random; do
		test_module drivers="$1" only=$c max=300 iterations=100
		take_results
	done
}

uptime_note() { say "${1:+$1: }up for $(cut -d' ' -f1 /proc/uptime) s"; }

# Since 6.12 a module does not wait for its drivers' tests.
settled() {
	for _ in $(seq 600); do
		grep -q 'larval\|unknown$' /proc/crypto || return 0
		sleep 1
	done
	return 1
}

load_all() {
	local f
	send cpuinfo /proc/cpuinfo
	for f in avx512f avx512bw avx512vl avx512dq gfni vaes vpclmulqdq; do
		test_it "the CPU has $f" grep -qw "$f" /proc/cpuinfo
	done
	test_it "modprobe aria" modprobe aria
	test_it "modprobe sm4" modprobe sm4
	if [ -e gcm-row ]; then
		test_it "modprobe widecrypt_gcm" modprobe widecrypt_gcm
	else
		test_it "widecrypt_gcm without a row is refused" refused widecrypt_gcm
		test_it "modprobe widecrypt_gcm isa=generic" modprobe widecrypt_gcm isa=generic
	fi
	test_it "all tests of the kernel have ended" settled
	send crypto /proc/crypto
	test_it "each name is served by its fastest driver, says widecrypt-status" \
		sh widecrypt-status -t rows.txt
	uptime_note
	modprobe -a algif_skcipher algif_aead
	# newer kernels close AF_ALG to most names
	[ ! -e /proc/sys/crypto/af_alg_restrict ] ||
		echo 0 >/proc/sys/crypto/af_alg_restrict
}

unload_all() {
	uptime_note
	test_it "our modules unload" rmmod widecrypt_sm4 widecrypt_gcm widecrypt_aria
	test_it "nothing of ours is left" sh -c '! grep widecrypt /proc/crypto'
	dmesg -c >>/tmp/log
	send log /tmp/log
}

zmm_kept() { # DRIVER: those of a user who works while it does
	./fpucheck 2 "$1" >/tmp/zmm.log || return 1
	cat /tmp/zmm.log
	grep -q zmm31 /tmp/zmm.log
}

job_main() {
	local d
	load_all
	for d in $(drivers); do
		case $d in
		*-gfni-*|*-vaes-*|*-avx512) test_all "$d" ;;
		*) test_little "$d" ;;
		esac
		uptime_note "$d"
	done
	for d in $(drivers); do
		client ./afvec "$d" published.tsv
	done
	for d in $(drivers | grep '^ctr-.*-avx512$'); do
		test_it "$d: a user's zmm registers are kept" zmm_kept "$d"
		cat /tmp/zmm.log
	done
	unload_all
}

# A branch of ours to a place without ENDBR would be the end of the kernel.
ibt_on() {
	grep -qw ibt /proc/cpuinfo && dmesg | grep 'Indirect Branch Tracking enabled'
}

job_short() {
	local d
	test_it "IBT is on" ibt_on
	load_all
	for d in $(drivers | grep -- '-avx512$'); do
		client ./afvec "$d" published.tsv
		client ./afsweep -n 300 "$d"
		# to past the widest batch, and about twice that
		test_module drivers="$d" max=1100 iterations=100
		take_results
		test_module drivers="$d" only=lengths min=2040 max=2081
		take_results
		uptime_note "$d"
	done
	[ -n "$d" ] || fail "there are drivers with AVX-512"
	unload_all
}

serves() { # DRIVER NAME: does who asks for NAME get DRIVER?
	local refs
	mkfifo /tmp/hold
	./afhold "$2" </tmp/hold >/tmp/held &
	exec 9>/tmp/hold
	while kill -0 $! && ! grep held /tmp/held; do sleep 1; done
	refs=$(awk -v want="$1" '/^driver/ { d = $3 }
		/^refcnt/ && d == want { print $3 }' /proc/crypto)
	exec 9>&-
	wait
	rm /tmp/hold
	[ "${refs:-0}" -gt 1 ]
}

serve_all() { # WIDTH
	local name c
	for c in aria-widecrypt-gfni sm4-widecrypt-gfni aes-widecrypt-vaes; do
		name=${c%%-*}
		[ $name = aes ] || test_it "ctr($name) is served by $1" \
			serves "ctr-$c-$1" "ctr($name)"
		test_it "gcm($name) is served by $1" serves "gcm-$c-$1" "gcm($name)"
	done
}

job_ymm() {
	local d
	load_all
	serve_all avx2
	# one block at a time
	for d in 'ecb(aria-generic)' 'ecb(sm4-generic)'; do
		client ./afvec "$d" published.tsv
	done
	test_it "our modules unload" rmmod widecrypt_sm4 widecrypt_gcm widecrypt_aria
	test_it "aria isa=gfni-avx512" modprobe widecrypt_aria isa=gfni-avx512
	test_it "sm4 isa=gfni-avx512" modprobe widecrypt_sm4 isa=gfni-avx512
	test_it "gcm isa=vaes-avx512" modprobe widecrypt_gcm isa=vaes-avx512
	test_it "all tests of the kernel have ended" settled
	send crypto.isa /proc/crypto
	serve_all avx512
	unload_all
}

found_out() { # MODULE ROUTINE DRIVER CASE FAULT
	local isa=''
	case $3 in *-aes-widecrypt-generic) isa=isa=generic ;; esac
	ins "$updates/$1.ko" $isa "$5=$2" || return 1
	test_module only="$4" min=1280 max=1300 drivers="$3"
	rmmod "$1" || return 1
	cat /tmp/kmod.log
	grep -q "^not ok [0-9]* $3" /tmp/kmod.log &&
		grep -q '^# .*\(is [0-9a-f]* not [0-9a-f]*\|returned -74\)' /tmp/kmod.log
}

job_control() {
	local module routine driver case
	# The reference, aria-generic and sm4-generic, belongs to our modules on
	# this kernel: it is broken with them where portable routines are.
	modprobe -a gcm ctr ecb cbc cfb xts ghash_generic
	[ -s broken ] || fail "control: there is a broken routine"
	while read -r module routine driver case; do
		test_it "control: $routine broken in wide calls is found in $driver" \
			found_out "$module" "$routine" "$driver" "$case" wide
	done <broken
	for module in widecrypt_aria widecrypt_sm4 widecrypt_gcm; do
		ins "$updates/$module.ko" 2>/dev/null ||
			ins "$updates/$module.ko" isa=generic
		test_module only=lengths min=1000 max=1100
		rmmod $module
		if grep -q '^not ok' /tmp/kmod.log || ! grep -q '^ok' /tmp/kmod.log; then
			fail "control: $module is right when nothing is broken"
		else
			ok "control: $module is right when nothing is broken"
		fi
	done
	dmesg -c >>/tmp/log
	send log /tmp/log
}

"job_$(cat job)"
