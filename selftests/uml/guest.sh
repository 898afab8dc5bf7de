#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=dash
#
# guest.sh JOB: runs inside UML, in the folder shared with the host, with the
# modules and clients beside it. Results go to the file "results", as KTAP lines
# without numbers; all else is for people. The host judges the kernel's log.
#
# Jobs: main    everything, on the strict build
#       simd    the test module, on the build that loses SIMD midway
#       order   ours first, the kernel's own afterwards
#       cycle   load and unload a thousand times
#       control broken builds must be found out

ok() { echo "ok - $*" >>results; }
fail() { echo "not ok - $*" >>results; }
skip() { echo "ok - $1 # SKIP $2" >>results; }
say() { echo "# $*" | tee -a results; }

test_it() { # NAME COMMAND...
	local name="$1"
	shift
	if "$@" >test_it.log 2>&1; then
		ok "$name"
	else
		fail "$name ($*)"
		tail -n 6 test_it.log | sed 's/^/# /' >>results
	fi
}

load_generics() {
	local m
	for m in aria_generic sm4 sm4_generic cfb xts gcm ccm cts; do
		ins kernel/$m.ko || return 1
	done
	for m in af_alg algif_skcipher algif_aead; do
		[ ! -e kernel/$m.ko ] || ins kernel/$m.ko || return 1
	done
	# Every piece of a cut destination costs an AF_ALG socket some of this.
	[ ! -e /proc/sys/net/core/optmem_max ] ||
		echo 4000000 >/proc/sys/net/core/optmem_max
}

# Our modules, portable AES-GCM included where the CPU has no vector row.
load_ours() {
	ins uml_fpu.ko || return 1
	ins widecrypt_aria.ko && ins widecrypt_sm4.ko || return 1
	if [ -e gcm-row ]; then
		ins widecrypt_gcm.ko
	else
		ins widecrypt_gcm.ko isa=generic
	fi
}

drivers() { # skciphers and AEADs of ours, one a line
	awk '/^driver/ { d = $3 }
	     /^type/ && $3 ~ /^(skcipher|aead)$/ && d ~ /-widecrypt-/ && d !~ /\(/ {
		print d }' /proc/crypto
}

# Keep the kernel's log as it grows; the ring is not endless.
keep_log() { dmesg -c >>log; }

# A client that prints KTAP itself: it must reach its plan.
client() {
	local rc plan results
	timeout 600 "$@" >client.log 2>&1
	rc=$?
	plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' client.log)
	results=$(grep -c '^\(not \)\?ok ' client.log)
	grep -v '^KTAP\|^1\.\.' client.log >>results
	if [ $rc -gt 1 ] || [ "${plan:-none}" != "$results" ] || [ "$results" = 0 ]; then
		fail "$* ended early (exit $rc, $results of ${plan:-?} results)"
	fi
}

# Twice the widest batch of a row and a tail; the test module goes further.
sweep_length() { # DRIVER
	case $1 in
	*-avx512) echo 2065 ;;
	*-avx2) echo 1065 ;;
	*-generic) echo 300 ;;
	*) echo 600 ;;
	esac
}

vectors_and_sweeps() {
	local d
	if [ ! -e afsweep ]; then
		skip "vectors and sweep by AF_ALG" "the clients were not built"
		return
	fi
	for d in $(drivers); do
		client ./afvec "$d" ./*.tsv
		client ./afsweep -n "$(sweep_length "$d")" "$d"
		keep_log
	done
}

# Load the test module, take its results from the log.
test_module() { # [PARAMETER...]
	local plan results
	keep_log
	ins widecrypt_test.ko "$@"
	dmesg | sed -n 's/^\[[^]]*\] *widecrypt_test: //p' >kmod.log
	keep_log
	plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' kmod.log)
	results=$(grep -c '^\(not \)\?ok ' kmod.log)
	if [ "${plan:-none}" != "$results" ] || [ "$results" = 0 ]; then
		fail "widecrypt_test ended early ($results of ${plan:-?} results)"
	fi
	[ ! -e /sys/module/widecrypt_test ] || rmmod widecrypt_test
}

run_test_module() {
	test_module "$@"
	sed 's/^\(\(not \)\?ok [0-9]* \)/\1kmod: /' kmod.log |
		grep '^\(not \)\?ok \|^# ' >>results
}

# Preemption is off in a section, so none may run for long: a request of 32 KiB
# needs one for each 4 KiB, in CBC and CFB encryption for each KiB.
sections() { cat /sys/module/uml_fpu/parameters/sections; }
short_sections() { # DRIVER
	local before least=8 n
	case $1 in cbc-*|cfb-*) least=32 ;; esac
	before=$(sections)
	./afone "$1" 32768 || return 1
	n=$(($(sections) - before))
	echo "$n sections"
	[ $n -ge $least ]
}

# ---- tcrypt

# tcrypt's own way to say that all is well is EAGAIN, 11.
tcrypt_ends() { # MODULE PARAMETER...
	local rc
	keep_log
	ins "$@"
	rc=$?
	dmesg >tcrypt.log
	keep_log
	[ $rc = 11 ] || { echo "exit $rc"; grep tcrypt tcrypt.log | tail -n 5; return 1; }
	! grep -E 'tcrypt:.*(fail|wrong|too big|error)' tcrypt.log || return 1
}

tcrypt_ours() { # MODE: every line of data is of our drivers
	local all ours
	tcrypt_ends tcrypt.ko "mode=$1" || return 1
	all=$(grep -c 'tcrypt-data:' tcrypt.log)
	ours=$(grep -c 'tcrypt-data:.* driver=[a-z0-9-]*-widecrypt-[a-z0-9-]* ' tcrypt.log)
	echo "$all figures, $ours of our drivers"
	[ "$all" != 0 ] && [ "$all" = "$ours" ]
}

tcrypt_kernel() { # MODE ALGORITHM...: the kernel's tcrypt, on our drivers
	local mode=$1 alg
	shift
	tcrypt_ends ktcrypt.ko mode="$mode" || return 1
	for alg in "$@"; do
		grep -q "testing speed of .*$alg ([a-z0-9-]*widecrypt-[a-z0-9-]*)" \
			tcrypt.log || { echo "$alg: not ours"; return 1; }
		! grep "testing speed of .*$alg ([^w]*)" tcrypt.log || return 1
	done
	[ "$(grep -c 'operation in [0-9]* cycles' tcrypt.log)" -ge $(($# * 14)) ]
}

tcrypt_fails() { # ERRNO WORDS PARAMETER...: and a line that holds WORDS
	local errno=$1 words=$2 rc
	shift 2
	keep_log
	ins tcrypt.ko "$@"
	rc=$?
	dmesg | grep 'tcrypt:' >tcrypt.log
	keep_log
	cat tcrypt.log
	[ $rc = "$errno" ] && grep -q "$words" tcrypt.log
}

tcrypt_refuses() { # WORDS PARAMETER...: EINVAL
	tcrypt_fails 22 "$@"
}

# Three seconds have more than 2^32 cycles. The rate that follows from them must
# be that of the bytes that were counted.
tcrypt_seconds() {
	tcrypt_ends tcrypt.ko mode=600 'alg=ctr(sm4)' klen=16 sec=3 num_mb=2 &&
		awk '
		/ operations in 3 seconds/ {
			sub(/.*: /, "")
			split($0, f, / +[(]?/)
		}
		/tcrypt-data:/ {
			sub(/.* cycles=/, "")
			cycles = f[1] * $1
			sub(/.* mbps=/, "")
			mbps = f[6] * 8 / 3e6
			n++
			if (cycles > 4294967296 &&
			    $1 > 0.8 * mbps && $1 < 1.2 * mbps)
				next
			print f[1], cycles, $1, mbps
			bad = 1
		}
		END { exit bad || !n }' tcrypt.log
}

tcrypt_pins() { # DRIVER
	tcrypt_ends tcrypt.ko mode=200 driver="$1" &&
		! grep 'tcrypt-data:' tcrypt.log | grep -v " driver=$1 " &&
		grep -q "tcrypt-data:.* driver=$1 " tcrypt.log
}

tcrypts() {
	local mode
	for mode in 218 518 610 222 224 227 228 229 519; do
		test_it "tcrypt mode=$mode measures our drivers" tcrypt_ours $mode
	done
	if [ -e gcm-row ]; then
		test_it "tcrypt mode=211 measures our drivers" tcrypt_ours 211
		test_it "tcrypt mode=215 measures our drivers" tcrypt_ours 215
	else
		test_it "tcrypt mode=211 runs to its end" tcrypt_ends tcrypt.ko mode=211
		test_it "tcrypt mode=215 runs to its end" tcrypt_ends tcrypt.ko mode=215
	fi
	test_it "tcrypt mode=191 tests" tcrypt_ends tcrypt.ko mode=191
	test_it "tcrypt mode=192 tests" tcrypt_ends tcrypt.ko mode=192
	test_it "tcrypt mode=600 alg= sec=3 counts 2^32 cycles and more" tcrypt_seconds
	test_it "tcrypt driver= pins a driver" tcrypt_pins ctr-sm4-widecrypt-generic
	test_it "tcrypt mode=0 alg= finds ctr(aria)" \
		tcrypt_ends tcrypt.ko mode=0 'alg=ctr(aria)'
	test_it "tcrypt refuses mode=217" tcrypt_refuses mode=217 mode=217
	test_it "tcrypt refuses mode=600 without alg=" tcrypt_refuses alg= mode=600
	test_it "tcrypt refuses num_mb=0" tcrypt_refuses num_mb=0 mode=610 num_mb=0
	test_it "tcrypt refuses klen=17" tcrypt_refuses klen=17 mode=218 klen=17
	test_it "tcrypt refuses sec=4000" tcrypt_refuses sec=4000 mode=218 sec=4000
	test_it "tcrypt refuses an unknown driver" \
		tcrypt_refuses driver=no-such mode=218 driver=no-such
	test_it "tcrypt refuses a driver of another algorithm" \
		tcrypt_refuses alg=ecb mode=218 driver=ctr-aria-widecrypt-generic \
		'alg=ecb(aria)'
	test_it "the kernel's tcrypt mode=218 ends, on our drivers" \
		tcrypt_kernel 218 'ecb(sm4)' 'cbc(sm4)' 'cfb(sm4)' 'ctr(sm4)'
	test_it "the kernel's tcrypt mode=518 ends, on our drivers" \
		tcrypt_kernel 518 'ecb(sm4)' 'cbc(sm4)' 'cfb(sm4)' 'ctr(sm4)'
	test_it "the kernel's tcrypt mode=610 ends, on our drivers" \
		tcrypt_kernel 610 'ecb(aria)' 'ctr(aria)'
}

# ---- unloading

nothing_left() {
	! grep -E 'widecrypt' /proc/crypto
}

isa_capped() { # MODULE ISA
	ins "widecrypt_$1.ko" isa="$2" || return 1
	cat /proc/crypto >"crypto.isa-$1-$2"
	rmmod "widecrypt_$1" && nothing_left
}

# ---- jobs

# Portable AES-GCM registers only where it is asked for.
portable_gcm() {
	local d
	test_it "widecrypt_gcm loads with isa=generic" \
		sh -c 'rmmod widecrypt_gcm && ins widecrypt_gcm.ko isa=generic'
	for d in gcm-aes-widecrypt-generic rfc4106-gcm-aes-widecrypt-generic; do
		[ ! -e afsweep ] || client ./afvec "$d" ./*.tsv
		[ ! -e afsweep ] || client ./afsweep -n 600 "$d"
		run_test_module drivers="$d"
	done
}

job_main() {
	local d
	test_it "the kernel's generics load" load_generics
	test_it "our modules load" load_ours
	cat /proc/crypto >crypto.main
	say "$(drivers | wc -l) drivers of ours"
	vectors_and_sweeps
	run_test_module
	echo "sections $(cat /sys/module/uml_fpu/parameters/sections)" >fpu
	echo "refused $(cat /sys/module/uml_fpu/parameters/refused)" >>fpu
	tcrypts
	for d in $(drivers | grep -v -e '-generic$'); do
		test_it "$d: short sections" short_sections "$d"
	done
	[ ! -e gcm-row ] || portable_gcm
	test_it "our modules unload" rmmod widecrypt_sm4 widecrypt_gcm widecrypt_aria
	test_it "nothing of ours is left registered" nothing_left
	while read -r module isa; do
		test_it "widecrypt_$module isa=$isa" isa_capped "$module" "$isa"
	done <isas
}

job_simd() {
	test_it "the kernel's generics load" load_generics
	test_it "our modules load (SIMD lost midway)" load_ours
	cat /proc/crypto >crypto.simd
	run_test_module
	echo "sections $(cat /sys/module/uml_fpu/parameters/sections)" >fpu
	echo "refused $(cat /sys/module/uml_fpu/parameters/refused)" >>fpu
	test_it "tcrypt mode=191 says that the kernel has no self-tests" \
		tcrypt_fails 95 'no such self-tests' mode=191
}

# Without the kernel's ciphers there is nothing to compare with at first.
job_order() {
	test_it "our modules load before the kernel's" load_ours
	cat /proc/crypto >crypto.order
	test_it "the kernel's generics load after ours" load_generics
	run_test_module only=lengths
	test_it "tcrypt mode=610 num_mb=8192 fits into 192 MiB" \
		tcrypt_ends tcrypt.ko mode=610 num_mb=8192 'alg=ecb(aria)'
	test_it "unload ours in another order" \
		rmmod widecrypt_gcm widecrypt_aria widecrypt_sm4
	test_it "the kernel's stay" grep -q aria-generic /proc/crypto
	test_it "nothing of ours is left registered" nothing_left
}

mem_free() {
	echo 3 >/proc/sys/vm/drop_caches
	sed -n 's/^MemFree: *\([0-9]*\).*/\1/p' /proc/meminfo
}

# One round in one of three orders.
round() { # NUMBER
	local m gcm=isa=generic
	[ ! -e gcm-row ] || gcm=''
	case $(($1 % 3)) in
	0) set -- aria sm4 gcm ;;
	1) set -- gcm aria sm4 ;;
	2) set -- sm4 gcm aria ;;
	esac
	for m; do
		[ "$m" = gcm ] || { ins "widecrypt_$m.ko" || return 1; continue; }
		ins widecrypt_gcm.ko $gcm || return 1
	done
	rmmod "widecrypt_$2" && rmmod "widecrypt_$1" && rmmod "widecrypt_$3"
}

rounds() { # FROM TO
	local i
	for i in $(seq "$1" "$2"); do
		round "$i" || { echo "round $i"; return 1; }
	done
	nothing_left
}

# Less memory at the end than after the first hundred is memory lost; a page a
# round would be 3.6 MiB.
job_cycle() {
	local before after
	test_it "the kernel's generics load" load_generics
	test_it "uml_fpu loads" ins uml_fpu.ko
	test_it "100 times load and unload, in three orders" rounds 1 100
	before=$(mem_free)
	test_it "1000 times load and unload, in three orders" rounds 101 1000
	after=$(mem_free)
	say "free memory: $before KiB after 100 rounds, $after KiB after 1000"
	test_it "no memory is lost" [ $((before - after)) -lt 1024 ]
}

# MODULE ROUTINE DRIVER CASE FAULT: wrong bytes must be seen, in this driver.
found_out() {
	local module=$1 routine=$2 driver=$3 case=$4 fault=$5 isa=''
	case $driver in *-aes-widecrypt-generic) isa=isa=generic ;; esac
	local lengths='min=1280 max=1300'
	case $fault-$routine in
	tail-*_beside) lengths='min=513 max=530' ;;	# nothing shorter takes it
	tail-*) lengths='max=300' ;;
	esac
	ins "$module.ko" $isa "$fault=$routine" || return 1
	# shellcheck disable=SC2086 # two words
	test_module only="$case" $lengths drivers="$driver" 2>/dev/null
	rmmod "$module" || return 1
	cat kmod.log
	grep -q "^not ok [0-9]* $driver" kmod.log &&
		grep -q '^# .*\(is [0-9a-f]* not [0-9a-f]*\|returned -74\)' kmod.log
}

# tcrypt compares what it measures: EBADMSG.
tcrypt_finds() { # MODULE ROUTINE DRIVER
	local rc
	ins "$1.ko" "wide=$2" || return 1
	tcrypt_fails 74 "$3: wrong output" mode=200 driver="$3" klen=16
	rc=$?
	rmmod "$1" && return $rc
}

job_control() {
	if ! load_generics || ! ins uml_fpu.ko; then
		fail "modules load"
		return
	fi
	while read -r module routine driver case; do
		test_it "control: $routine broken in wide calls is found in $driver" \
			found_out "$module" "$routine" "$driver" "$case" wide
		test_it "control: $routine broken in tails is found in $driver" \
			found_out "$module" "$routine" "$driver" "$case" tail
		case $routine in
		*_ecb|*_once)
			test_it "control: $routine broken in wide calls is found by tcrypt" \
				tcrypt_finds "$module" "$routine" "$driver"
			;;
		esac
	done <broken
	# The same builds, not broken: the control must not be red by itself.
	for module in widecrypt_aria widecrypt_sm4 widecrypt_gcm; do
		ins $module.ko 2>/dev/null || ins $module.ko isa=generic
		test_module only=lengths max=1300
		rmmod $module
		if grep -q '^not ok' kmod.log || ! grep -q '^ok' kmod.log; then
			fail "control: $module is right when nothing is broken"
		else
			ok "control: $module is right when nothing is broken"
		fi
	done
}

echo 0 >/sys/kernel/debug/failslab/verbose
"job_$(cat job)"
keep_log
echo end >ended
