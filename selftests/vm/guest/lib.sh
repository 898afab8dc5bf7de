# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Sourced by the jobs, inside the guest: KTAP lines, /proc/crypto, kernel log.

# shellcheck disable=SC2034 # for the jobs
release=$(uname -r)
tests=0
only=$(sed -n 's/.* only=\([^ ]*\).*/\1/p' /proc/cmdline)
cd /tmp || exit 1

say() { echo "# $*"; }

# The host is told how many results there were in all, and must have as many.
count() { # NUMBER
	tests=$((tests + $1))
	echo "$1" >>/run/results
}

ok() {
	count 1
	echo "ok $tests $*"
}

fail() {
	count 1
	echo "not ok $tests $*"
}

skip() { # NAME REASON
	count 1
	echo "ok $tests $1 # SKIP $2"
}

# test_it NAME COMMAND...: ok when the command succeeds; its last words if not.
# What it says by say is shown. only= of the kernel's command line leaves the
# others out.
test_it() {
	local name=$1 rc
	shift
	[[ $name == *"$only"* || $name == modprobe* ]] || return 0
	"$@" >/tmp/test_it.log 2>&1
	rc=$?
	grep '^# ' /tmp/test_it.log
	if [ $rc = 0 ]; then
		ok "$name"
	else
		fail "$name (exit $rc)"
		grep -v '^# ' /tmp/test_it.log | tail -n 6 | sed 's/^/# /'
	fi
	return $rc
}

# client SECONDS COMMAND...: a client that prints KTAP itself. It must reach its
# plan, print as many results as planned, and leave with 0 or 1. Several may run
# at a time.
client() {
	local limit=$1 rc plan results log=/tmp/client.$BASHPID
	shift
	# another architecture is emulated
	[ "$arch" = x86_64 ] || limit=$((4 * limit))
	timeout "$limit" "$@" >"$log" 2>&1
	rc=$?
	plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' "$log")
	results=$(grep -c '^\(not \)\?ok ' "$log")
	show "$log"
	if [ $rc -gt 1 ] || [ "${plan:-none}" != "$results" ] ||
	   [ "$results" = 0 ]; then
		fail "$* ended early (exit $rc, $results of ${plan:-?} results)"
	fi
}

# The results and notes in a file, not mixed with those of others.
show() {
	until mkdir /tmp/show.lock 2>/dev/null; do sleep 0.1; done
	grep '^\(not \)\?ok \|^# ' "$1"
	count "$(grep -c '^\(not \)\?ok ' "$1")"
	rmdir /tmp/show.lock
}

# Driver names of ours that are registered now.
our_drivers() {
	sed -n 's/^driver *: *\([^()]*widecrypt[^()]*\)$/\1/p' /proc/crypto
}

refs() { # DRIVER: its reference count, 1 when nobody uses it
	awk -v FS=' *: *' -v want="$1" '/^driver/ { driver = $2 }
		/^refcnt/ && driver == want { print $2 }' /proc/crypto
}

# hold NAME: a transform of that name is kept open until let_go.
hold() {
	rm -f /tmp/hold /tmp/held
	mkfifo /tmp/hold
	/test/afhold "$1" </tmp/hold >/tmp/held 2>&1 &
	holder=$!
	exec 9>/tmp/hold
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		! grep -q held /tmp/held || return 0
		sleep 0.2
	done
	cat /tmp/held
	return 1
}

let_go() {
	exec 9>&-
	wait "$holder"
}

# The driver that must serve MODE of CIPHER: that of the widest row, or of the one
# before where the module has these two the other way round (gate.sh).
driver_for() { # MODE CIPHER
	local mode=$1
	[ "$mode" != rfc4106 ] || mode=rfc4106-gcm
	rows_of "$2" | sed "s/.*/$mode-$2-widecrypt-&/" | awk '
		/^driver/ { driver = $3 }
		/^priority/ { prio[driver] = $3 }
		NF == 1 && prio[$1] + 0 >= best { best = prio[$1] + 0; name = $1 }
		END { print name }' /proc/crypto -
}

in_use() { # DRIVER BEFORE: more than it was before?
	local now
	now=$(refs "$1")
	say "$1: refcnt ${2:-none} -> ${now:-none}"
	[ "${now:-0}" -gt "${2:-0}" ] && [ "${now:-0}" -gt 1 ]
}

loaded() { grep -q "^$1 " /proc/modules; }

gate() { # [CIPHER[:ISA]]...
	bash /test/gate.sh /proc/crypto /test/rows.txt "$arch" "$cpu_flags" "$@"
}
arch=$(uname -m)

unload_all() {
	local m
	for m in widecrypt_aria widecrypt_sm4 widecrypt_gcm; do
		if loaded $m; then rmmod $m || return 1; fi
	done
}

has_flag() {
	case " $cpu_flags " in *" $1 "*) return 0 ;; esac
	return 1
}
# Lines of faults.txt for rows that other architectures have
faults_elsewhere() { # FILE
	case $1 in
	*/x86/*) [ "$arch" != x86_64 ] ;;
	*/arm64/*) [ "$arch" != aarch64 ] ;;
	*) return 1 ;;
	esac
}

cpu_flags=$(sed -n 's/^\(flags\|Features\)[^:]*: //p' /proc/cpuinfo | head -n 1)

check_log() {
	dmesg >>/tmp/dmesg.txt
	if grep -E -f /test/bad-log.txt /tmp/dmesg.txt >/tmp/dmesg.bad; then
		fail "kernel log is clean"
		head -n 8 /tmp/dmesg.bad | sed 's/^/# /'
	elif ! grep -q 'Linux version' /tmp/dmesg.txt; then
		fail "kernel log is complete"
	else
		ok "kernel log is clean ($(wc -l </tmp/dmesg.txt) lines)"
	fi
}

# The rows of a cipher this CPU can run, narrow to wide.
rows_of() {
	local cipher row rowarch modes need f
	while read -r cipher row rowarch modes _ need; do
		[ "$cipher" = "$1" ] || continue
		[ "$modes" != cipher ] || continue
		[ "$rowarch" = any ] || [ "$rowarch" = "$arch" ] || continue
		[ "$need" != isa=generic ] || need=-
		if [ "$need" != - ]; then
			for f in ${need//,/ }; do
				has_flag "$f" || continue 2
			done
		fi
		echo "$row"
	done </test/rows.txt
}

has_row() { # PATTERN: has this CPU a row whose drivers match it?
	local c row
	for c in aria sm4 aes; do
		for row in $(rows_of $c); do
			# shellcheck disable=SC2254 # it is a pattern
			case gcm-$c-widecrypt-$row in $1) return 0 ;; esac
		done
	done
	return 1
}

gcm_row() { rows_of aes | grep -vqx generic; }

vectors=(/test/standards.tsv /test/published.tsv)
[ ! -e /test/more.tsv ] || vectors+=(/test/more.tsv)

try() { # NAME...: vectors, vectors in pieces, sweep (of lengths up to $sweep_max)
	local d
	for d; do
		case $d in aria-*|sm4-*) continue ;; esac
		client 120 /test/afvec "$d" "${vectors[@]}"
		client 120 /test/afvec -s "$d" "${vectors[@]}"
		client 900 /test/afsweep -n "${sweep_max:-2065}" "$d"
	done
}
# kmod_ktap DRIVER...: the in-kernel test module (make tools): its lines from the
# log. Its load fails when a case did, so the lines decide.
kmod_ktap() {
	local d plan results
	if [ ! -e "/lib/modules/$release/updates/widecrypt_test.ko" ]; then
		fail "there is the in-kernel test module"
		return
	fi
	# Where the kernel injects faults: without a trace for each, and not in
	# page allocations, which have a second way out and then do not fail.
	for d in failslab/verbose=0 fail_page_alloc/verbose=0 \
		 fail_page_alloc/min-order=20; do
		[ ! -e "/sys/kernel/debug/${d%=*}" ] ||
			echo "${d#*=}" >"/sys/kernel/debug/${d%=*}"
	done
	for d; do
		case $d in *'('*|aria-*|sm4-*) continue ;; esac
		dmesg -c >>/tmp/dmesg.txt
		timeout 300 modprobe widecrypt_test "drivers=$d" max=1100 \
			iterations=100 >/tmp/kmod.modprobe 2>&1
		# modprobe may try a module that failed again: the last try counts
		dmesg | sed 's/^\[[^]]*\] *//; s/^widecrypt_test: *//' |
			awk '/^KTAP version/ { n = 0 } { line[n++] = $0 }
				END { for (i = 0; i < n; i++) print line[i] }' \
			>/tmp/kmod.log
		plan=$(sed -n 's/^1\.\.\([0-9]*\)$/\1/p' /tmp/kmod.log | tail -n 1)
		results=$(grep -c '^\(not \)\?ok ' /tmp/kmod.log)
		show /tmp/kmod.log
		if [ "${plan:-none}" != "$results" ] || [ "$results" = 0 ]; then
			fail "widecrypt_test $d ended early" \
				"($results of ${plan:-?} results)"
			sed 's/^/# /' /tmp/kmod.modprobe
		fi
		if loaded widecrypt_test; then rmmod widecrypt_test; fi
	done
}

# try_all NAME...: clients on both CPUs, and beside them the in-kernel test.
try_all() {
	local d n=0 lane
	rm -f /tmp/lane.*
	for lane in 0 1; do
		( for d; do
			n=$((n + 1))
			[ $((n % 2)) != $lane ] || try "$d"
		  done
		  : >/tmp/lane.$lane ) &
	done
	( kmod_ktap "$@"
	  : >/tmp/lane.kmod ) &
	wait
	for lane in 0 1 kmod; do
		[ -e /tmp/lane.$lane ] || fail "lane $lane ended early"
	done
}

# Newer kernels close AF_ALG to most names unless told otherwise, once it is there.
modprobe -q af_alg
[ ! -e /proc/sys/crypto/af_alg_restrict ] ||
	echo 0 >/proc/sys/crypto/af_alg_restrict

# Every piece of a cut destination costs an AF_ALG socket some of this.
echo 4000000 >/proc/sys/net/core/optmem_max
