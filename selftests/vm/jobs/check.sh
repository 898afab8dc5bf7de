# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make check-vm`: loading by alias, the gate, vectors and sweeps for
# every driver, unloading, module parameters, the kernel log.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh

modules="widecrypt_aria widecrypt_sm4 widecrypt_gcm"
modprobe -a algif_skcipher algif_aead

module_of() {
	case $1 in aes) echo widecrypt_gcm ;; *) echo "widecrypt_$1" ;; esac
}

refused() { # ERROR-TEXT COMMAND...: it must fail, and for that reason
	local text=$1
	shift
	if "$@" >/tmp/refused.log 2>&1; then
		echo "not refused: $*"
		return 1
	fi
	cat /tmp/refused.log
	grep -q "$text" /tmp/refused.log
}

# ---- loading by alias

by_name() { # MODULE ALIAS
	modprobe "$2" && loaded "$1" && rmmod "$1" && ! loaded "$1"
}
test_it "modprobe aria loads widecrypt_aria" by_name widecrypt_aria aria
test_it "modprobe sm4 loads widecrypt_sm4" by_name widecrypt_sm4 sm4

by_request() { # MODULE ALGORITHM: the kernel asks for crypto-ALGORITHM
	! loaded "$1" && /test/afhold "$2" </dev/null && loaded "$1" &&
		rmmod "$1"
}
for c in aria sm4; do
	for m in ecb cbc ctr cfb xts gcm; do
		test_it "binding $m($c) loads widecrypt_$c" \
			by_request "widecrypt_$c" "$m($c)"
	done
done

# ---- widecrypt_gcm without a usable row

gcm_nodev() {
	refused 'No such device' modprobe widecrypt_gcm &&
		! loaded widecrypt_gcm && ! grep -q 'gcm-aes-widecrypt' /proc/crypto
}
if gcm_row >/dev/null; then
	skip "widecrypt_gcm refuses a CPU without a usable row" \
		"this CPU has one"
	test_it "modprobe widecrypt_gcm" modprobe widecrypt_gcm
	test_it "gate for widecrypt_gcm" gate aes
	rmmod widecrypt_gcm
else
	test_it "widecrypt_gcm refuses a CPU without a usable row" gcm_nodev
fi
test_it "gcm(aes) stays available" /test/afhold 'gcm(aes)' </dev/null
unload_all

# ---- the parameter isa=

for m in $modules; do
	wrong_isa() {
		refused 'Invalid argument' modprobe "$m" isa=nonsense &&
			! loaded "$m" && ! our_drivers | grep .
	}
	test_it "$m isa=nonsense is refused, nothing stays registered" wrong_isa
done
for c in aria sm4 aes; do
	m=$(module_of $c)
	for row in $(rows_of $c); do
		capped() {
			local rc
			modprobe "$m" "isa=$row" && gate "$c:$row"
			rc=$?
			rmmod "$m" && [ $rc = 0 ] && ! our_drivers | grep .
		}
		test_it "$m isa=$row registers that and what is narrower" capped
	done
done

# ---- all of them: gate, vectors, sweeps

gcm_arg=''
if gcm_row >/dev/null; then
	test_it "modprobe -a aria sm4 widecrypt_gcm" \
		modprobe -a aria sm4 widecrypt_gcm
	test_it "gate: every driver once, tested, at its priority" gate
else
	test_it "modprobe -a aria sm4" modprobe -a aria sm4
	test_it "modprobe widecrypt_gcm isa=generic" \
		modprobe widecrypt_gcm isa=generic
	gcm_arg=isa=generic
	test_it "gate: every driver once, tested, at its priority" \
		gate aria sm4 aes:generic
fi
test_it "each name is served by its fastest driver, says widecrypt-status" \
	sh /test/widecrypt-status -t /test/rows.txt
say "drivers: $(our_drivers | wc -l), modules: $(sed -n 's/^\(widecrypt[^ ]*\) .*/\1/p' /proc/modules | tr '\n' ' ')"

# shellcheck disable=SC2046 # names hold no blanks
try_all $(our_drivers) 'ecb(aria-generic)' 'ecb(sm4-generic)' \
	'xts(ecb(aria-generic))' 'xts(ecb(sm4-generic))'
for d in 'ccm(aria)' 'ccm(sm4)'; do
	client 120 /test/afvec "$d" "${vectors[@]}"
done
if gcm_row >/dev/null; then
	# portable AES-GCM is registered only on request
	test_it "modprobe widecrypt_gcm isa=generic" \
		eval "rmmod widecrypt_gcm && modprobe widecrypt_gcm isa=generic"
	# shellcheck disable=SC2046
	try_all $(our_drivers | grep gcm-aes)
	test_it "modprobe widecrypt_gcm again" \
		eval "rmmod widecrypt_gcm && modprobe widecrypt_gcm"
fi

# ---- the kernel's own tcrypt measures our AES-GCM, in both its forms

tcrypt_211() {
	local d rc=0
	dmesg -c >>/tmp/dmesg.txt
	timeout 300 modprobe tcrypt mode=211 sec=0 2>/tmp/tcrypt.err
	dmesg >/tmp/tcrypt.log
	grep 'testing speed' /tmp/tcrypt.log
	for d in gcm-aes rfc4106-gcm-aes; do
		[ "$(grep -c "testing speed.*($d-widecrypt-.*cryption" \
			/tmp/tcrypt.log)" -ge 2 ] || rc=1
	done
	! grep -E 'fail|error' /tmp/tcrypt.log && [ $rc = 0 ] &&
		[ "$(grep -c '1 operation in' /tmp/tcrypt.log)" -ge 40 ]
}
test_it "tcrypt mode=211 runs to the end on our drivers" tcrypt_211

# ---- unloading

hold_and_unload() { # MODULE ALGORITHM
	local rc
	hold "$2" && refused 'in use' rmmod "$1" && loaded "$1"
	rc=$?
	let_go
	[ $rc = 0 ] && rmmod "$1" && ! loaded "$1"
}
test_it "rmmod widecrypt_aria is refused while in use" \
	hold_and_unload widecrypt_aria 'ctr(aria)'
test_it "rmmod widecrypt_sm4 is refused while in use" \
	hold_and_unload widecrypt_sm4 'gcm(sm4)'
test_it "rmmod widecrypt_gcm is refused while in use" \
	hold_and_unload widecrypt_gcm "$(our_drivers | grep '^gcm-aes' | tail -n 1)"
test_it "nothing of ours is left registered" \
	sh -c '! grep -E "widecrypt|driver.*(aria|sm4)" /proc/crypto'

loop() {
	local i a b c
	for i in $(seq 50); do
		[ $((i % 10)) != 0 ] || echo "# ... $i" >&3
		case $((i % 3)) in
		0) a=widecrypt_aria b=widecrypt_sm4 c=widecrypt_gcm ;;
		1) a=widecrypt_gcm b=widecrypt_aria c=widecrypt_sm4 ;;
		2) a=widecrypt_sm4 b=widecrypt_gcm c=widecrypt_aria ;;
		esac
		for m in $a $b $c; do
			if [ "$m" = widecrypt_gcm ]; then
				# shellcheck disable=SC2086 # may be empty
				modprobe "$m" $gcm_arg || return 1
			else
				modprobe "$m" || return 1
			fi
		done
		for m in $b $a $c; do
			rmmod "$m" || return 1
		done
		! our_drivers | grep . || return 1
	done
}
exec 3>&1
test_it "50 times load and unload, in every order" loop

# Loading, binding and unloading race for ten seconds, on a busy host for up to a
# minute, until enough was won; the kernel must survive. rmmod may be told that the
# module is in use, nothing else may go wrong.
enough() {
	[ "$n" -ge 5 ] && grep -q held /tmp/race.a && grep -q held /tmp/race.b
}
race() {
	local start=$SECONDS n=0 used=0 a b
	rm -f /tmp/race.over
	( while [ ! -e /tmp/race.over ]; do
		/test/afhold 'ctr(aria)' </dev/null
		/test/afhold 'gcm(sm4)' </dev/null
	  done ) >/tmp/race.a 2>&1 &
	a=$!
	( while [ ! -e /tmp/race.over ]; do
		/test/afhold 'ecb(sm4)' </dev/null
		/test/afhold 'cbc(aria)' </dev/null
	  done ) >/tmp/race.b 2>&1 &
	b=$!
	while [ $SECONDS -lt $((start + 10)) ] ||
	      { ! enough && [ $SECONDS -lt $((start + 60)) ]; }; do
		for m in widecrypt_aria widecrypt_sm4; do
			if rmmod $m >/tmp/race.rmmod 2>&1; then
				n=$((n + 1))
			elif grep -q 'in use\|not currently loaded\|No such file' \
				/tmp/race.rmmod; then
				used=$((used + 1))
			else
				cat /tmp/race.rmmod
				kill $a $b
				return 1
			fi
		done
	done
	: >/tmp/race.over
	wait $a $b
	echo "unloaded $n times, refused $used times"
	cat /tmp/race.a /tmp/race.b | sort | uniq -c | head -n 5
	enough
}
test_it "loading, binding and unloading at the same time" race
say "$(grep unloaded /tmp/test_it.log)"
test_it "and the modules still work" sh -c 'modprobe -a aria sm4 &&
	/test/afvec "ctr(aria)" /test/published.tsv &&
	/test/afvec "gcm(sm4)" /test/published.tsv'
test_it "unload them" unload_all

# ---- the kernel log

if grep -q 'return thunk\|safe RET' \
	/sys/devices/system/cpu/vulnerabilities/retbleed \
	/sys/devices/system/cpu/vulnerabilities/spec_rstack_overflow 2>/dev/null
then
	ok "return thunks are in use, so an unpatched one would show"
else
	skip "return thunks are in use, so an unpatched one would show" \
		"this CPU does not need them"
fi
check_log
