#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh [JOB...]: our modules in user-mode Linux, at native speed and with
# the kernel's extra self-tests. Jobs (default all): main simd order cycle intree
# control, see guest.sh. KTAP; the last line is "N passed, N failed, N skipped".
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
uml_here=$here
# shellcheck source=../vm/lib.sh
. "$here/../vm/lib.sh"
here=$uml_here
# shellcheck source=rows.sh
. "$here/rows.sh"

work=$CACHE/uml-work-$(printf %s "$tree" | cksum | cut -d' ' -f1)
mkdir -p "$CACHE"
exec 8>"$work.lock"
flock -w 30 8 || die "another run in this tree is under way ($work.lock)"
rm -rf "$work"
mkdir -p "$work"
flags=$(sed -n 's/^flags[^:]*: //p' /proc/cpuinfo | head -n 1)
rows=$work/rows.txt
uml=$("$here/kernel.sh") || die "no user-mode Linux"

# The single-block ciphers have names of their own here: the gate skips them.
awk '$4 != "cipher"' "$here/../vm/rows.txt" >"$rows"

# A folder with all that the guest needs.
stage() { # NAME MODULES
	local dir=$work/$1 f
	mkdir -p "$dir/kernel"
	find "$uml/build" -name '*.ko' ! -name tcrypt.ko -exec cp -t "$dir/kernel" {} +
	cp "$uml/build/crypto/tcrypt.ko" "$dir/ktcrypt.ko"
	cp "$2"/*.ko "$dir/"
	cp "$here/guest.sh" "$dir/run.sh"
	for f in "$work"/bin/{afvec,afsweep,afone} "$here/../vectors/published.tsv" \
		"${WIDECRYPT_VECTORS:-$tree/../shared/vectors}/more.tsv"; do
		[ ! -e "$f" ] || cp "$f" "$dir/"
	done
	echo "$1" >"$dir/job"
	if rows_here | grep '^aes ' | grep -vq ' generic$'; then
		: >"$dir/gcm-row"
	fi
	rows_here | while read -r cipher isa; do
		echo "$(module_of "$cipher") $isa"
	done >"$dir/isas"
}

# Every driver that the table promises, each once, passed, at its priority.
gate() { # FILE [CIPHER[:ISA]...]
	local file=$1
	shift
	# Single-block ciphers go: see rows.txt above.
	awk 'BEGIN { RS = ""; ORS = "\n\n" } !/\ntype *: cipher/' "$file" >"$file.gate"
	bash "$here/../vm/guest/gate.sh" "$file.gate" "$rows" x86_64 "$flags" "$@"
}

gate_it() { # NAME FILE [CIPHER[:ISA]...]
	local name=$1 said
	shift
	if said=$(gate "$@"); then
		ktap_ok "$name: $said"
	else
		ktap_fail "$name"
		echo "$said" | sed 's/^/# /' | head -n 20
	fi
}

log_has_no() { # NAME FILE REGEX
	if [ ! -s "$2" ]; then
		ktap_fail "$1: there is no log"
	elif grep -E "$3" "$2" >"$2.bad"; then
		ktap_fail "$1"
		head -n 8 "$2.bad" | sed 's/^/# /'
	else
		ktap_ok "$1"
	fi
}

boot_job() { # JOB SECONDS BOOT-ARGUMENTS [MEMORY]
	local job=$1 dir=$work/$1 line
	note "$job: booting"
	"$here/boot.sh" -m "${4:-512M}" -t "$2" -a "$3" "$dir" >"$dir/console" 2>&1
	while IFS= read -r line; do
		ktap_take "$line"
	done < <(cat "$dir/results" 2>/dev/null)
	if [ -e "$dir/ended" ] && grep -q '^UML-RC=0' "$dir/console"; then
		ktap_ok "$job: the guest ran to its end"
	else
		ktap_fail "$job: the guest ran to its end"
		tail -n 12 "$dir/console" | sed 's/^/# /'
	fi
	cat "$dir/console" >>"$dir/log"
	log_has_no "$job: no warning, no crash" "$dir/log" \
		'WARNING: CPU|BUG[: ]|Oops|Call Trace|Kernel panic|uml_fpu: (section|end|pre)|scheduling while atomic'
	[ "$job" = control ] ||
		log_has_no "$job: no self-test failed" "$dir/log" 'alg: .*(fail|wrong|mismatch)'
}

fpu_value() { sed -n "s/^$2 //p" "$work/$1/fpu" 2>/dev/null; }

vector_rows() { rows_here | grep -v ' generic$'; }

sections_used() { # JOB
	local n r
	if [ -z "$(vector_rows)" ]; then
		ktap_skip "$1: vector code ran in sections" "no row for this CPU"
		return
	fi
	n=$(fpu_value "$1" sections) r=$(fpu_value "$1" refused)
	if [ "${n:-0}" -gt 100000 ] && [ "${r:-0}" -gt 100 ]; then
		ktap_ok "$1: vector code ran in sections ($n, refused $r)"
	else
		ktap_fail "$1: vector code ran in sections (${n:-0}, refused ${r:-0})"
	fi
}

# The modules that three jobs use: built by the first of them
strict_modules() {
	( flock 7
	  [ -e "$work/strict/complete" ] ||
		"$here/build-modules.sh" "$work/strict" 7>&- &&
		: >"$work/strict/complete" ) 7>"$work/strict.lock"
}

do_main() {
	strict_modules || { ktap_fail "main: build"; return; }
	stage main "$work/strict"
	boot_job main 1200 ""
	local dir=$work/main cipher isa module
	if [ -e "$dir/gcm-row" ]; then
		gate_it "main: gate" "$dir/crypto.main"
	else
		gate_it "main: gate" "$dir/crypto.main" aria sm4 aes:generic
	fi
	log_has_no "main: no comparison was skipped" "$dir/log" \
		'skipping comparison|is unavailable'
	sections_used main
	while read -r cipher isa; do
		module=$(module_of "$cipher")
		gate_it "main: gate with isa=$isa" "$dir/crypto.isa-$module-$isa" \
			"$cipher:$isa"
	done < <(rows_here)
}

do_simd() {
	# tcrypt is told that this kernel has no self-tests.
	"$here/build-modules.sh" "$work/losing" -DWIDECRYPT_TEST_SIMD \
		-DCONFIG_CRYPTO_MANAGER_DISABLE_TESTS ||
		{ ktap_fail "simd: build"; return; }
	stage simd "$work/losing"
	# Red zones and poison around every allocation at the same time.
	boot_job simd 900 slub_debug=FZPU
	sections_used simd
}

do_order() {
	strict_modules || { ktap_fail "order: build"; return; }
	stage order "$work/strict"
	boot_job order 300 "" 192M
}

# make speed wants them beside ours.
do_intree() {
	if "$here/build-intree.sh" "$work/intree" >"$work/intree.log" 2>&1; then
		ktap_ok "intree: the kernel's own drivers build"
	else
		ktap_fail "intree: the kernel's own drivers build"
		tail -n 5 "$work/intree.log" | sed 's/^/# /'
	fi
}

do_cycle() {
	strict_modules || { ktap_fail "cycle: build"; return; }
	stage cycle "$work/strict"
	boot_job cycle 600 cryptomgr.notests=1
}

do_control() {
	if ! "$here/build-modules.sh" "$work/broken" ||
	   ! "$here/break.sh" "$work/broken/tree" "$work/broken/rebuild.sh" \
		>"$work/routines"; then
		ktap_fail "control: build"
		return
	fi
	find "$work/broken/tree" -name 'widecrypt_*.ko' -exec cp -t "$work/broken" {} +
	stage control "$work/broken"
	aims "$work/routines" >"$work/control/broken"
	local row
	# Each row must be among the broken ones.
	while read -r row; do
		if grep -q -e "-${row% *}-widecrypt-${row#* } " "$work/control/broken"; then
			ktap_ok "control: $row has routines that can be broken"
		else
			ktap_fail "control: $row has routines that can be broken"
		fi
	done < <(rows_here)
	# The kernel's own tests would reject some of it before ours could.
	boot_job control 900 cryptomgr.notests=1
}

ktap_start
if ! make -s -C "$here/../afalg" O="$work/bin" all >"$work/afalg.log" 2>&1; then
	ktap_fail "the AF_ALG clients build"
	tail -n 5 "$work/afalg.log" | sed 's/^/# /'
fi
[ $# != 0 ] || set -- main simd order cycle intree control

# A guest runs on one CPU: two jobs at a time.
lane() { # JOB...: those of them that are asked for
	local job
	for job; do
		[[ " $asked " != *" $job "* ]] || "do_$job"
		echo "end of $job"
	done
}
asked="$*" ended=0
while IFS= read -r line; do
	case $line in
	"end of "*) ended=$((ended + 1)) ;;
	*) ktap_take "$line" ;;
	esac
done < <(lane main order 2>&1 &
	 lane simd intree control cycle 2>&1 &
	 wait)
[ $ended = 6 ] || ktap_fail "all jobs came to an end ($ended of 6)"
note "logs are in $work"
ktap_finish
