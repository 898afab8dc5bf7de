# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make check-load`: every CPU runs requests through the drivers of two
# ciphers and compares all bytes, softirqs carry a file through an ESP tunnel, a
# program watches its vector registers, and the third cipher's module loads and
# unloads; then the third is another one, three times: each cipher is under load
# for load_seconds= of the kernel's command line, half of it beside each other. Where
# the kernel can, allocations fail and leaks show.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/net.sh
. /test/net.sh

seconds=$(sed -n 's/.*load_seconds=\([0-9]*\).*/\1/p' /proc/cmdline)
debugfs=/sys/kernel/debug
modprobe -a algif_skcipher algif_aead veth esp4 xfrm_user authenc echainiv seqiv
head -c 300000 /dev/urandom >sent

isa=''
gcm_row >/dev/null || isa=isa=generic
in_module() { # CIPHER
	case $1 in aes) echo widecrypt_gcm ;; *) echo "widecrypt_$1" ;; esac
}
load() { # CIPHER
	if [ "$1" = aes ]; then
		# shellcheck disable=SC2086 # no or one word
		modprobe widecrypt_gcm $isa
	else
		modprobe "widecrypt_$1"
	fi
}

failslab=0
if [ -e $debugfs/failslab/probability ]; then
	failslab=1
	echo Y >$debugfs/failslab/task-filter
	echo N >$debugfs/failslab/ignore-gfp-wait
	echo 0 >$debugfs/failslab/verbose
	echo -1 >$debugfs/failslab/times
	echo 2 >$debugfs/failslab/probability
fi

# Everything that COMMAND says goes to FILE, its exit status to FILE.rc.
background() { # FILE COMMAND...
	local file=$1
	shift
	rm -f "$file" "$file.rc"
	( "$@" >"$file" 2>&1; echo $? >"$file.rc" ) &
}

ended_well() { # FILE
	cat "$1"
	[ "$(cat "$1.rc" 2>/dev/null)" = 0 ]
}

traffic() { # SECONDS: at least one file
	local end=$((SECONDS + $1)) n=0
	while [ $SECONDS -lt $end ] || [ $n = 0 ]; do
		send_file sent || return 1
		n=$((n + 1))
	done
	say "ESP: $n files arrived unchanged"
}

comes_and_goes() { # CIPHER SECONDS OTHERS...
	local end=$((SECONDS + $2)) n=0 c module
	module=$(in_module "$1")
	while [ $SECONDS -lt $end ] || [ $n -lt 3 ]; do
		load "$1" && rmmod "$module" || return 1
		! grep -E -- "-$1-widecrypt" /proc/crypto || return 1
		n=$((n + 1))
	done
	say "$module: $n times loaded and unloaded beside"
	shift 2
	for c; do
		stays "$c" || return 1
	done
}

# A transform is open: rmmod must be refused.
stays() { # CIPHER
	local rc=1 driver held=held.$1
	driver=$(our_drivers | grep -E -- "^gcm-$1-widecrypt" | head -n 1)
	rm -f hold
	mkfifo hold
	/test/afhold "$driver" <hold >"$held" 2>&1 &
	exec 7>hold
	for _ in $(seq 100); do
		grep -q held "$held" && break
		sleep 0.1
	done
	if rmmod "$(in_module "$1")" 2>rmmod.log; then
		echo "$(in_module "$1") went although it was in use"
	else
		grep -q 'in use' rmmod.log && rc=0
	fi
	exec 7>&-
	wait $!
	return $rc
}

phase() { # IDLE BUSY BUSY SECONDS
	local idle=$1 time=$4 i drivers files='' tunnel=rfc4106-128 watched=sm4
	shift
	for i in "$1" "$2"; do
		loaded "$(in_module "$i")" || load "$i" || return 1
	done
	! loaded "$(in_module "$idle")" || rmmod "$(in_module "$idle")"
	[ "$idle" != aes ] || tunnel=cbc-sm4
	[ "$idle" != sm4 ] || watched=aria
	pair && interrupts_others && tunnel_of $tunnel || return 1
	mapfile -t drivers < <(our_drivers | grep -E -- "-($1|$2)-widecrypt")
	for i in $(seq "$(nproc)"); do
		background "load.$i" /test/afload "$time" "${drivers[@]}"
		background "fpu.$i" taskset $((1 << (i - 1))) \
			/test/fpucheck "$time" "$(driver_for ctr "$watched")"
		files="$files load.$i"
	done
	background traffic traffic "$time"
	if [ $failslab = 1 ]; then
		background load.f /test/afload -f "$time" "${drivers[@]}"
		files="$files load.f"
	fi
	say "$1, $2: ${#drivers[@]} drivers, ESP with $tunnel, $time s"
	background module comes_and_goes "$idle" "$((time - 2))" "$1" "$2"
	while [ -n "$(jobs -r)" ]; do
		echo "# ... $SECONDS s" >&3
		sleep 20
		jobs >/dev/null
	done
	wait
	for i in $files; do
		test_it "load: $1 and $2, beside $idle: no wrong byte" ended_well "$i"
	done >&3
	{
		test_it "load: ESP traffic in softirqs" ended_well traffic
		for i in $(seq "$(nproc)"); do
			test_it "load: a user's vector registers are kept" \
				ended_well "fpu.$i"
		done
		test_it "load: $(in_module "$idle") loads and unloads, those in use do not" \
			ended_well module
	} >&3
	ip -n a xfrm state flush
	ip -n b xfrm state flush
	unpair
}
exec 3>&1

seconds=$(((${seconds:-60} + 1) / 2))
while read -r idle busy; do
	# shellcheck disable=SC2086 # two words
	phase $idle $busy $seconds >phase.log 2>&1
	rc=$?
	grep '^# ' phase.log
	if [ $rc != 0 ]; then
		fail "load: the phase with $idle idle"
		tail -n 5 phase.log | sed 's/^/# /'
	fi
	test_it "load: unload all" patiently unload_all
done <<'L'
aria sm4 aes
sm4 aria aes
aes aria sm4
L

# ---- init that fails midway, leaks: where the kernel can show them

# One allocation fails, a KiB of them later each time, until three loads go well.
fails_midway() { # CIPHER PARAMETER
	local n=0 good=0 failed=0 module
	module=$(in_module "$1")
	# shellcheck disable=SC2086 # no or one word
	while [ $good -lt 3 ] && [ $n -lt 200 ]; do
		n=$((n + 1))
		echo $((n * 1024)) >$debugfs/failslab/space
		echo 1 >$debugfs/failslab/times
		if ( echo 1 >/proc/self/make-it-fail; exec insmod \
			"/lib/modules/$(uname -r)/updates/$module.ko" $2 ) \
			>/tmp/midway.log 2>&1; then
			rmmod "$module" || return 1
			good=$((good + 1))
		else
			failed=$((failed + 1)) good=0
		fi
		! grep widecrypt /proc/crypto || return 1
	done
	say "$module: $failed of $n loads failed, nothing was left"
	[ $failed -gt 10 ] && [ $good = 3 ]
}

leaks() { # what the second of two scans still shows
	echo scan >$debugfs/kmemleak
	sleep 6
	echo scan >$debugfs/kmemleak
	cat $debugfs/kmemleak
}

if [ $failslab = 1 ]; then
	echo 100 >$debugfs/failslab/probability
	for c in aes aria sm4; do
		[ $c = aes ] || isa=''
		test_it "load: $c: an init that runs out of memory leaves nothing" \
			fails_midway $c "$isa"
	done
	echo 0 >$debugfs/failslab/probability
else
	skip "load: allocations fail" "this kernel has no failslab"
fi
if [ -e $debugfs/kmemleak ]; then
	no_leak() { ! leaks | grep -A 12 -E 'unreferenced|widecrypt'; }
	test_it "load: kmemleak finds nothing" no_leak
	planted() {
		modprobe kmemleak-test
		rmmod kmemleak-test
		leaks | grep -c unreferenced | grep -v '^0$'
	}
	test_it "load, control: kmemleak finds what leaks" planted
else
	skip "load: no leak" "this kernel has no kmemleak"
fi
check_log
