#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds and runs the tests for every target that this machine can build for and
# run, then builds that are broken on purpose, which must fail. Prints KTAP.
# With an argument "bench", only the speed test.

. "$(dirname "$0")/targets.sh"

n=0 passed=0 failed=0 skipped=0

ok() {
	n=$((n + 1)) passed=$((passed + 1))
	echo "ok $n $1"
}

not_ok() {
	n=$((n + 1)) failed=$((failed + 1))
	echo "not ok $n $1"
	[ -z "$2" ] || sed -n 's/^/# /; 1,12p' "$2"
}

skip() {
	n=$((n + 1)) skipped=$((skipped + 1))
	echo "ok $n $1 # SKIP $2"
}

# execute PROGRAM OUTPUT
execute() {
	# shellcheck disable=SC2086
	timeout 300 $run "$1" >"$2" 2>&1
}

# can the target's programs run here at all: prints why not
unfit() {
	case $1 in
	x86_64* | i386*)
		[ "$(uname -m)" = x86_64 ] || echo "needs an x86-64 machine" ;;
	esac
	case $1 in
	i386)
		grep -qw aes /proc/cpuinfo || echo "this CPU has no AES-NI" ;;
	esac
}

check() {
	local t=$1 prog=$2 b=$O/$1-$2 m

	target "$t"
	m=$(missing)
	if [ -n "$m" ]; then
		skip "$t: $prog" "package $m is not installed"
		return
	fi
	m=$(unfit "$t")
	if [ -n "$m" ]; then
		skip "$t: $prog" "$m"
		return
	fi
	if ! build "$b" "" "$prog"; then
		not_ok "$t: $prog does not build" "$b.log"
		return
	fi
	# of ours; other files may be at work
	if grep -q warning: "$b.log" && grep -q "aes_\|ct_" "$b.log"; then
		not_ok "$t: $prog builds with warnings" "$b.log"
		return
	fi
	execute "$b" "$b.out"
	m=$?
	if [ $m = 126 ] && [ "${t#i386}" != "$t" ]; then
		skip "$t: $prog" "this kernel runs no 32-bit programs"
		return
	fi
	if [ $m = 0 ] && grep -q '^ok' "$b.out" && ! grep -q '^not ok' "$b.out"
	then
		m=$(grep -c '^ok' "$b.out")
		# what the target is there for must have been tested
		case $t:$prog in
		*-portable:* | *-without-aes:*)
			if grep -q '_hw:\|(instructions)' "$b.out"; then
				not_ok "$t: $prog ran AES instructions"
				return
			fi ;;
		x86_64:*)
			;;
		*:test_blocks)
			if ! grep -q '_hw:' "$b.out" ||
			   ! grep -q '(instructions)' "$b.out"; then
				not_ok "$t: $prog ran no AES instructions"
				return
			fi ;;
		aarch64*:test_emulate)
			if ! grep -q 'AESE live' "$b.out"; then
				not_ok "$t: $prog compared with no instructions"
				return
			fi ;;
		esac
		ok "$t: $prog ($m checks)"
		grep -h '^skip' "$b.out" | while read -r _ _ m; do
			echo "# $m"
		done
	else
		grep -v '^ok' "$b.out" >"$b.bad"
		not_ok "$t: $prog" "$b.bad"
	fi
}

# control TARGET PROGRAM HEADER PATTERN NAME SED...: the program must fail when
# built with HEADER edited, and a failing line must match PATTERN
control() {
	local t=$1 prog=$2 header=$3 pattern=$4 name="control: $1: $5"
	local dir=$O/control b=$O/control/$prog m from=$root/include/widecrypt
	shift 5

	target "$t"
	m=$(missing)
	[ -n "$m" ] && m="package $m is not installed" || m=$(unfit "$t")
	if [ -n "$m" ]; then
		skip "$name" "$m"
		return
	fi
	rm -rf "$dir"
	mkdir -p "$dir/widecrypt" "$dir/test"
	cp "$from"/aes_*.h "$dir/widecrypt/"
	cp "$here"/*.[ch] "$dir/test/"
	case $header in
	*_ct.h)
		from=$root/${header%_ct.h}
		mkdir -p "$dir/${header%_ct.h}"
		cp "$from"/*.h "$dir/${header%_ct.h}/"
		m=$dir/${header%_ct.h}/$header
		;;
	*) m=$dir/widecrypt/$header ;;
	esac
	sed -i "$@" "$m"
	if cmp -s "$m" "$from/$header"; then
		not_ok "$name: the edit finds nothing to edit"
		return
	fi
	sed -i "s|\"\.\./\.\./|\"$root/|" "$dir"/test/*.h
	if ! here="$dir/test" build "$b" "$dir" "$prog"; then
		not_ok "$name: does not build" "$b.log"
		return
	fi
	execute "$b" "$b.out"
	m=$?
	if [ $m = 1 ] && grep -q "^not ok - .*$pattern" "$b.out"; then
		ok "$name goes red ($(grep -c '^not ok' "$b.out") checks)"
	else
		not_ok "$name should go red, exit code $m" "$b.out"
	fi
}

# constant_time NAME red|green FLAGS: under valgrind, which finds each branch and
# address that depends on secrets
constant_time() {
	local b=$O/constant_time

	target x86_64
	flags=
	if [ "$(uname -m)" != x86_64 ]; then
		skip "$1" "needs an x86-64 machine"
		return
	elif ! command -v valgrind >/dev/null; then
		skip "$1" "package valgrind is not installed"
		return
	elif ! build "$b" "" constant_time -g $3; then
		not_ok "$1: does not build" "$b.log"
		return
	fi
	timeout 300 valgrind -q --error-exitcode=9 "$b" >"$b.out" 2>&1
	case $?:$2 in
	0:green | 9:red) ok "$1" ;;
	*) not_ok "$1" "$b.out" ;;
	esac
}

bench() {
	target x86_64
	# without the vectorizer, which only slows the tables down
	flags="$flags -fno-tree-vectorize"
	if [ "$(uname -m)" != x86_64 ]; then
		skip "speed of emulation" "needs an x86-64 machine"
		return
	fi
	if ! build "$O/bench" "" bench; then
		not_ok "speed of emulation: does not build" "$O/bench.log"
		return
	fi
	execute "$O/bench" "$O/bench.out"
	grep '^#' "$O/bench.out"
	# for comparison: a whole emulator
	target aarch64
	if [ -z "$(missing)" ] && build "$O/guest" "" guest_arm64; then
		execute "$O/guest" "$O/guest.out" &&
			echo "# AES-128 guest arm64 under $($run --version |
				sed -n '1s/ (.*//p'): $(cat "$O/guest.out")"
	fi
	target x86_64
	flags="$flags -fno-tree-vectorize"
	case $(tail -n 1 "$O/bench.out") in
	"ok - "*)
		ok "speed: arm64 AES-128 rounds emulated 2 times as fast as by tables" ;;
	"skip - "*)
		skip "speed of emulation" "this CPU has no AES-NI"
		return ;;
	*)
		not_ok "speed: arm64 AES-128 rounds emulated 2 times as fast as by tables"
		;;
	esac
	build "$O/bench" "" bench -DWC_AES_ROUND_PORTABLE -DBENCH_DEMAND &&
		execute "$O/bench" "$O/bench.out"
	if grep -q '^not ok' "$O/bench.out"; then
		ok "control: speed of the portable blocks does not meet the demand"
	else
		not_ok "control: speed test should fail" "$O/bench.out"
	fi
}

if [ "$1" = bench ]; then
	bench
	exit $((failed != 0))
fi

echo "KTAP version 1"

for t in x86_64 x86_64-portable x86_64-without-aes i386 i386-portable aarch64 \
	 aarch64_be aarch64_be-portable ppc64le ppc64 ppc64-portable \
	 ppc64-without-aes ppc32-portable riscv64 riscv64-without-aes; do
	for p in test_sbox test_blocks test_emulate test_ct; do
		check $t $p
	done
done

constant_time "constant time: AES instructions" green
constant_time "constant time: portable C" green -DWC_AES_ROUND_PORTABLE
constant_time "control: constant time: tables of aria/ go red" red \
	-DTABLE_CONTROL=1
constant_time "control: constant time: tables of sm4/ go red" red \
	-DTABLE_CONTROL=2

# Byte-swapped builds of each back-end
swap='/wc_aes_le64(u64 x)/,/^}/s/__ORDER_BIG_/__ORDER_LITTLE_/'
for t in x86_64-portable aarch64_be-portable ppc64-portable ppc32-portable; do
	control $t test_blocks aes_round_c.h _c: "portable C, byte-swapped" "$swap"
	control $t test_blocks aes_round_c.h encrypt_blocks \
		"portable C cipher, rows swapped" \
		's/(u64)p\[0\] | (u64)p\[1\] << 16/(u64)p[1] | (u64)p[0] << 16/'
done
rev='pshuflw $0x1b, %%xmm0, %%xmm0\\n\\t pshufhw $0x1b, %%xmm0, %%xmm0\\n\\t'
rev="$rev"'movdqa %%xmm0, %%xmm3\\n\\t psllw $8, %%xmm3\\n\\t'
rev="$rev"'psrlw $8, %%xmm0\\n\\t por %%xmm3, %%xmm0\\n\\t'
for t in x86_64 i386; do
	control $t test_blocks aes_round_x86.h _hw: "x86, byte-swapped" \
		"s/\"movdqu %1, %%xmm0.n.t\"/&\"$rev\"/"
done
control aarch64 test_blocks aes_round_arm64.h _hw: "arm64, byte-swapped" \
	's/"ld1 {v0.16b}, %1.n.t"/&"rev64 v0.16b, v0.16b\\n\\t"/'
control aarch64_be test_blocks aes_round_arm64.h _hw: \
	"arm64, byte-swapped as by LDR" 's/"ld1 {v0.16b}, %1/"ldr q0, %1/'
for t in ppc64le ppc64; do
	control $t test_blocks aes_round_power.h _hw: "Power8, byte-swapped" \
		's/__ORDER_LITTLE_ENDIAN__/__ORDER_BIG_ENDIAN__/'
done
control riscv64 test_blocks aes_round_c.h _hw: "RISC-V, byte-swapped" "$swap"

# Other mistakes that the CPUs invite
control x86_64 test_sbox aes_round_c.h bottom "S-box circuit, one gate wrong" \
	's/t11 = p\[13\] ^ t0;/t11 = p[13] | t0;/'
control x86_64 test_blocks aes_round_c.h wc_sub_bytes16 \
	"S-box circuit, one gate wrong" 's/m5 = f\[5\] & f\[14\]/m5 = f[5] | f[14]/'
control x86_64 test_blocks aes_round_c.h expandkey "key schedule, no 3rd SubWord" \
	's/i % 32 == 16/i % 32 == 17/'
control x86_64 test_blocks aes_round_x86.h ISB_ISR_AK_IMC_hw \
	"x86, AK after IMC where it goes before" \
	'/WC_AES_X86_KEY(aesdec_ISB_ISR_AK_IMC/,/)$/{s/aesdeclast/aesdec/;/aesimc/s/"ae.*"/""/}'
control aarch64 test_blocks aes_round_arm64.h SB_SR_AK_hw \
	"arm64, AK before SB where it goes after" \
	'/(aesenc_SB_SR_AK/,/)$/{s/aese v0.16b, v1.16b/aese v0.16b, v2.16b/;s/eor v0.16b, v0.16b, v2/eor v0.16b, v0.16b, v1/}'
control ppc64le test_blocks aes_round_power.h ISB_ISR_IMC_AK_hw \
	"Power8, AK before IMC where it goes after" \
	'/(aesdec_ISB_ISR_IMC_AK/,/)$/{s/vncipher 0,0,1/vncipher 0,0,2/;s/vxor 0,0,2/vxor 0,0,1/}'
control riscv64 test_blocks aes_round_riscv.h _hw: "RISC-V, halves exchanged" \
	's/name(s.lo, s.hi)/name(s.hi, s.lo)/'
control x86_64 test_emulate aes_emulate.h "AESE emulated" "AESE adds the key last" \
	's/aesenc_AK_SB_SR(vd, vd, vn)/aesenc_SB_SR_AK(vd, vd, vn)/'
control aarch64 test_emulate aes_emulate.h "AESDEC emulated" \
	"AESDEC adds the key before IMC" \
	's/aesdec_ISB_ISR_IMC_AK(dst, src1, src2)/aesdec_ISB_ISR_AK_IMC(dst, src1, src2)/'
control x86_64 test_emulate aes_emulate.h KEYGENASSIST \
	"AESKEYGENASSIST with the constant in the wrong byte" \
	's/dst->b\[i + 4\] ^= imm8/dst->b[i + 7] ^= imm8/'
control riscv64 test_ct sm4_ct.h SM4 "SM4, one bit of an affine map" \
	'0,/0x6c/s/0x6c/0x6d/'
control ppc64 test_ct aria_ct.h ARIA "ARIA, S-boxes in the wrong order" \
	's/second ? 24 : 8/second ? 8 : 24/'

bench

echo "1..$n"
echo "$passed passed, $failed failed, $skipped skipped"
exit $((failed != 0))
