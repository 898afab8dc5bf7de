#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Does widecrypt-status name the driver in use and the right reason when it is not
# the fastest one? On the host, with made-up /proc and /sys folders. KTAP.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

cat >"$tmp/rows" <<'R'
# a comment
aes generic any gcm,rfc4106 150 isa=generic
aes narrow x86_64 gcm,rfc4106 860 aes,avx
aria generic any cipher 100 -
aria generic any ctr,gcm 150 -
aria narrow x86_64 ctr,gcm 700 aes,avx
aria wide x86_64 ctr,gcm 800 aes,avx,wide
aria widest x86_64 ctr,gcm 900 aes,avx,wide,avx512f
aria ce aarch64 ctr,gcm 800 aes
R

entry() { # NAME DRIVER PRIORITY [REFCNT [SELFTEST [TYPE]]]
	printf 'name         : %s\ndriver       : %s\nmodule       : x\n' "$1" "$2"
	printf 'priority     : %s\nrefcnt       : %s\n' "$3" "${4:-1}"
	printf 'selftest     : %s\ninternal     : no\n' "${5:-passed}"
	printf 'type         : %s\n\n' "${6:-skcipher}"
}

kernels_own() {
	entry 'gcm(aes)' generic-gcm-aesni 400 "${1:-1}"
	entry 'rfc4106(gcm(aes))' rfc4106-gcm-aesni 400
}

row() { # ISA PRIORITY
	entry 'ctr(aria)' "ctr-aria-widecrypt-$1" "$2"
	entry 'gcm(aria)' "gcm-aria-widecrypt-$1" "$2"
}

all_rows() {
	entry aria aria-generic 100 9
	row generic 150
	row narrow 700
	row wide 800
}

# machine FLAGS MODULE[:ISA]...: a machine in $tmp/m; /proc/crypto on stdin
machine() {
	local flags=$1 m
	shift
	rm -rf "$tmp/m"
	mkdir -p "$tmp"/m/{proc/sys/crypto,sys/module,lib/modules/"$(uname -r)"}
	cat >"$tmp/m/proc/crypto"
	printf 'processor\t: 0\nflags\t\t: %s\nbugs\t\t: wide\n' "$flags" \
		>"$tmp/m/proc/cpuinfo"
	echo 0 >"$tmp/m/proc/sys/crypto/fips_enabled"
	for m; do
		mkdir -p "$tmp/m/sys/module/${m%%:*}/parameters"
		echo 1.0 >"$tmp/m/sys/module/${m%%:*}/version"
		case $m in
		*:*) echo "${m#*:}" ;;
		*) echo "(null)" ;;
		esac >"$tmp/m/sys/module/${m%%:*}/parameters/isa"
	done
}

# A module that could be loaded: one that the kernel has built in will do.
installed() {
	echo "kernel/$1.ko" >"$tmp/m/lib/modules/$(uname -r)/modules.builtin"
	depmod -b "$tmp/m" 2>/dev/null
}

# status NAME EXIT WORDS... -- [ARGUMENT...]: all the words, or ! not the next one
status() {
	local name=$1 exit=$2 words=() rc word not=''
	shift 2
	while [ "$1" != -- ]; do
		words+=("$1")
		shift
	done
	shift
	WIDECRYPT_ROOT=$tmp/m WIDECRYPT_ARCH=${arch:-x86_64} sh \
		"${STATUS:-$tree/selftests/install/widecrypt-status}" -t "$tmp/rows" "$@" \
		>"$tmp/out" 2>&1
	rc=$?
	for word in "${words[@]}"; do
		if [ "$word" = ! ]; then
			not=not
		elif grep -qF -e "$word" "$tmp/out"; then
			[ -z "$not" ] || rc="$rc, and it says: $word"
			not=''
		else
			[ -n "$not" ] || rc="$rc, but it does not say: $word"
			not=''
		fi
	done
	if [ "$rc" = "$exit" ]; then
		ktap_ok "status: $name"
	else
		ktap_fail "status: $name (exit $rc)"
		sed 's/^/# /' "$tmp/out"
	fi
}

all_tests() {
	machine "fpu aes avx wide" widecrypt_aria < <(all_rows)
	status "the widest row serves" 0 "widecrypt_aria 1.0: loaded" \
		"ctr-aria-widecrypt-wide, priority 800" ! "!" -- 'ctr(aria)'
	status "a table that is none" 2 "no table of rows" -- -t /dev/null
	status "a name that is none" 2 "has no ctr(aes)" -- 'ctr(aes)'
	machine "fpu aes avx" widecrypt_aria < <(all_rows | sed '/wide$/,$d')
	status "the CPU lacks a feature" 0 "this CPU lacks wide" \
		"ctr-aria-widecrypt-narrow, priority 700" ! "!" -- 'ctr(aria)'
	machine "fpu" widecrypt_aria < <(entry aria aria-generic 100
		row generic 150)
	status "a CPU for portable C only" 0 "this CPU lacks aes avx wide" \
		"ctr-aria-widecrypt-generic, priority 150" ! "!" -- 'ctr(aria)'
	machine "aes" widecrypt_aria < <(entry aria aria-generic 100
		row generic 150; row ce 800)
	arch=aarch64_be status "the other byte order" 0 \
		"ctr-aria-widecrypt-ce, priority 800" ! "!" -- 'ctr(aria)'
	machine "fpu aes avx wide" widecrypt_aria:narrow < <(
		entry aria aria-generic 100; row generic 150; row narrow 700)
	status "isa= holds it down" 1 "loaded, isa=narrow" \
		"ctr-aria-widecrypt-narrow, priority 700" \
		"not ctr-aria-widecrypt-wide: widecrypt_aria was loaded with isa=narrow" \
		-- 'ctr(aria)'
	machine "fpu aes avx wide avx512f" widecrypt_aria < <(all_rows
		row widest 799)
	status "512-bit registers that cost clock" 0 \
		"registered, priority 799; this CPU loses clock on 512-bit" \
		"ctr-aria-widecrypt-wide, priority 800" ! "!" -- 'ctr(aria)'
	machine "fpu aes avx wide avx512f" widecrypt_aria < <(all_rows
		row widest 900)
	status "512-bit registers that do not" 0 ! "loses clock" \
		"ctr-aria-widecrypt-widest, priority 900" ! "!" -- 'ctr(aria)'
	machine "fpu aes avx wide avx512f" widecrypt_aria < <(all_rows)
	status "512-bit registers without their driver" 1 ! "loses clock" \
		"not ctr-aria-widecrypt-widest: " -- 'ctr(aria)'
	machine "fpu aes avx wide" widecrypt_aria < <(
		entry aria aria-generic 100; row generic 150; row wide 699
		row narrow 700)
	status "256-bit registers never cost clock" 1 ! "loses clock" \
		"not ctr-aria-widecrypt-wide: " -- 'ctr(aria)'
	machine "fpu aes avx" < <(kernels_own)
	status "not installed" 1 "generic-gcm-aesni, priority 400" \
		"widecrypt_gcm is not installed for this kernel" -- 'gcm(aes)'
	installed widecrypt_gcm
	status "not loaded" 1 "not gcm-aes-widecrypt-narrow: widecrypt_gcm is not loaded: modprobe widecrypt_gcm" \
		"not rfc4106-gcm-aes-widecrypt-narrow" \
		-- 'gcm(aes)' 'rfc4106(gcm(aes))'
	echo 1 >"$tmp/m/proc/sys/crypto/fips_enabled"
	status "FIPS mode" 1 "FIPS mode" -- 'gcm(aes)'
	machine "fpu aes avx" widecrypt_gcm < <(kernels_own 3
		entry 'gcm(aes)' gcm-aes-widecrypt-narrow 860 2)
	status "a transform from before" 1 \
		"gcm-aes-widecrypt-narrow, priority 860" \
		"generic-gcm-aesni has 2 users from before" "restart" -- 'gcm(aes)'
	machine "fpu aes avx" widecrypt_gcm < <(kernels_own
		entry 'gcm(aes)' gcm-aes-widecrypt-narrow 860 1 unknown)
	status "a self-test that failed" 1 "generic-gcm-aesni, priority 400" \
		"narrow             its self-test failed" ! "registered, priority" \
		"the self-test of gcm-aes-widecrypt-narrow failed" -- 'gcm(aes)'
	machine "fpu aes avx" widecrypt_gcm < <(kernels_own
		entry 'gcm(aes)' gcm-aes-other 999
		entry 'gcm(aes)' gcm-aes-widecrypt-narrow 860)
	status "a driver with a higher priority" 1 "gcm-aes-other, priority 999" \
		"gcm-aes-other has a higher priority" -- 'gcm(aes)'
	machine "fpu aes avx" widecrypt_gcm < <(kernels_own)
	status "loaded, yet not registered" 1 "see dmesg" -- 'gcm(aes)'
	machine "fpu aes avx" widecrypt_gcm < <(kernels_own
		entry 'gcm(aes)' gcm-aes-larval 999 1 passed larval
		entry 'gcm(aes)' gcm-aes-widecrypt-narrow 860)
	status "a larval entry serves nobody" 0 \
		"gcm-aes-widecrypt-narrow, priority 860" ! "!" -- 'gcm(aes)'
	machine "fpu aes avx wide" widecrypt_aria widecrypt_gcm < <(all_rows
		entry 'gcm(aes)' gcm-aes-widecrypt-narrow 860
		entry 'rfc4106(gcm(aes))' rfc4106-gcm-aes-widecrypt-narrow 860)
	status "all names" 0 "  aria  " "gcm(aria)" "rfc4106(gcm(aes))" ! "!" --
	cat "$tree/selftests/install/widecrypt-status" "$tmp/rows" >"$tmp/installed"
	mv "$tmp/rows" "$tmp/moved"
	WIDECRYPT_ROOT=$tmp/m WIDECRYPT_ARCH=x86_64 sh "$tmp/installed" \
		>"$tmp/out.installed" 2>&1
	mv "$tmp/moved" "$tmp/rows"
	if cmp -s "$tmp/out" "$tmp/out.installed"; then
		ktap_ok "status: the installed file carries the table"
	else
		ktap_fail "status: the installed file carries the table"
	fi
}

all_tests

# One change each, and the tests above must see it.
if [ -z "${STATUS:-}" ]; then
	n=0
	while IFS= read -r change; do
		n=$((n + 1))
		sed "$change" "$tree/selftests/install/widecrypt-status" >"$tmp/broken"
		if cmp -s "$tmp/broken" "$tree/selftests/install/widecrypt-status"; then
			ktap_fail "control $n: \"$change\" changes nothing"
		elif STATUS=$tmp/broken bash "$0" >"$tmp/control" 2>&1; then
			ktap_fail "control $n: \"$change\" is not found out"
		else
			ktap_ok "control $n: $(grep -c '^not ok' "$tmp/control") tests find it out"
		fi
	done <<-'CHANGES'
	s/2,2nr/2,2n/
	s/= passed/= unknown/
	s/users = $0 - 1/users = 0/
	s/!= "larval"/!= "x"/
	s/at\[isa\] < at\[row\]/0/
	s/modprobe \${root/false \${root/
	s/" = 1 \]/" = 2 ]/
	s/\*" $feature "\*)/*)/
	s/aarch64_be/other/
	s/-n "$(rows)"/1/
	s/-lt "$2"/-gt "$2"/
	s/\*avx512\*)/*)/
	CHANGES
fi
[ "$failed" = 0 ]
