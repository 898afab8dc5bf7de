#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh [JOB...]: our modules in Debian's unmodified 6.1 cloud kernel on a CPU
# with AVX-512, GFNI, VAES and VPCLMULQDQ, emulated by Bochs: real XSAVE, real
# kernel_fpu_begin(). Jobs (default the first three): main, ymm, control, and short;
# see guest.sh. For short and ymm the modules in $MODULES and the kernel in $KERNEL
# (../vm/fetch.sh) may be others. KTAP; the last line is "N passed, N failed, N skipped".
#
# Bochs 3.0 masks VGF2P8AFFINEQB, VGF2P8AFFINEINVQB and VPMULTISHIFTQB by
# quadwords instead of bytes; no row masks them.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bochs_here=$here
# shellcheck source=../vm/lib.sh
. "$here/../vm/lib.sh"
here=$bochs_here
work=$CACHE/bochs-work-$(printf %s "${tree:?}" | cksum | cut -d' ' -f1)
rm -rf "$work"
mkdir -p "$work"
rows=$here/../vm/rows.txt
# What Bochs shows of a Sapphire Rapids; replaced by what the guest says.
flags="aes avx avx2 pclmulqdq avx512f avx512bw avx512vl avx512dq gfni vaes vpclmulqdq"
# shellcheck source=../uml/rows.sh
. "$here/../uml/rows.sh"
gcc -O2 -static -o "$work/ins" "$here/../uml/ins.c" || die "no static compiler"
[ -n "${KERNEL:-}" ] || "$here/fetch.sh" kernel >/dev/null || die "no kernel"
"$here/fetch.sh" root >/dev/null || die "no Bochs"

sent() { # JOB NAME: a file that the guest sent
	awk -v want="file $2" '
		$0 == want { on = 1; next }
		$0 == "end of file" { on = 0 }
		on' "$work/$1.serial"
}

boot_job() { # JOB SECONDS MODULES BOOT-ARGUMENTS [FILE...]
	local job=$1 limit=$2 modules=$3 append=$4 line rc=0 start=$SECONDS
	shift 4
	echo "$job" >"$work/job"
	if rows_here | grep '^aes ' | grep -vq ' generic$'; then
		: >"$work/gcm-row"
		set -- "$@" "$work/gcm-row"
	fi
	note "$job: booting (at most $limit s)"
	"$here/boot.sh" -t "$limit" -a "log_buf_len=1M $append" "$modules" \
		"$here/guest.sh" "$work/$job" "$work/job" "$work/ins" "$@" || rc=$?
	while IFS= read -r line; do
		ktap_take "$line"
	done < <(awk '/^file / { on = 1 } !on; /^end of file$/ { on = 0 }' "$work/$job.serial")
	if [ $rc = 0 ]; then
		ktap_ok "$job: the guest ran to its end"
	else
		ktap_fail "$job: the guest ran to its end ($rc)"
		tail -n 12 "$work/$job.serial" | sed 's/^/# /'
	fi
	sent "$job" log >"$work/$job.dmesg"
	if ! grep -q 'Linux version' "$work/$job.dmesg"; then
		ktap_fail "$job: the kernel's log is complete"
	elif cat "$work/$job.dmesg" "$work/$job.serial" | grep -E \
		'WARNING: CPU|BUG: |Oops|Call Trace|Kernel panic|alg: .*fail|Unpatched|soft lockup|stalls on' \
		>"$work/bad"; then
		ktap_fail "$job: the kernel's log is clean"
		head -n 8 "$work/bad" | sed 's/^/# /'
	else
		ktap_ok "$job: the kernel's log is clean"
	fi
	note "$job: $((SECONDS - start)) s"
}

gate() { # JOB FILE [CIPHER[:ISA]]...: PREFER is the gate's
	local job=$1 said
	sent "$job" "$2" >"$work/crypto"
	shift 2
	if said=$(PREFER=${PREFER:-zmm} bash "$here/../vm/guest/gate.sh" \
		"$work/crypto" "$rows" x86_64 "$flags" "$@"); then
		ktap_ok "$job: gate${1:+ $*}: $said"
	else
		ktap_fail "$job: gate${1:+ $*}"
		echo "$said" | sed 's/^/# /' | head -n 20
	fi
}

# Every driver there, as promised, and right
drivers() { # JOB MODULES [CLIENT]...
	local job=$1 modules=$2 files=("$here/../vectors/published.tsv" "$rows"
		"$tree/selftests/install/widecrypt-status")
	shift 2
	make -s -C "$here/../afalg" O="$work/bin" all >"$work/afalg.log" 2>&1 || {
		ktap_fail "$job: the AF_ALG clients build"
		return
	}
	boot_job "$job" "${LIMIT:-3600}" "$modules" "" "${files[@]}" \
		"${@/#/$work/bin/}"
	flags=$(sent "$job" cpuinfo | sed -n 's/^flags[^:]*: //p' | head -n 1)
	flags=${flags:-none}
	set --
	[ -e "$work/gcm-row" ] || set -- aria sm4 aes:generic
	gate "$job" crypto "$@"
}

do_main() {
	"$here/build-modules.sh" "$work/good" || { ktap_fail "main: build"; return; }
	drivers main "$work/good" afvec fpucheck
}

# A CPU that loses clock on 512-bit registers
do_ymm() {
	local modules=${MODULES:-$work/good}
	[ -e "$modules/widecrypt_gcm.ko" ] || "$here/build-modules.sh" "$modules" ||
		{ ktap_fail "ymm: build"; return; }
	BOCHS_CPU=tigerlake PREFER=ymm drivers ymm "$modules" afvec afhold
	gate ymm crypto.isa aria:gfni-avx512 sm4:gfni-avx512 aes:vaes-avx512
}

do_short() {
	drivers short "${MODULES:?}" afvec afsweep
}

# The portable routines are their own reference here: only vector rows count,
# and AES, whose reference is the kernel's.
do_control() {
	if ! "$here/build-modules.sh" "$work/broken" ||
	   ! "$here/../uml/break.sh" "$work/broken/tree" "$work/broken/rebuild.sh" \
		>"$work/routines"; then
		ktap_fail "control: build"
		return
	fi
	find "$work/broken/tree" -name 'widecrypt_*.ko' -exec cp -t "$work/broken" {} +
	mkdir -p "$work/control"
	aims "$work/routines" | grep -v -e '-\(aria\|sm4\)-widecrypt-generic ' \
		>"$work/control/broken"
	boot_job control "${LIMIT:-2700}" "$work/broken" cryptomgr.notests=1 \
		"$work/control/broken"
}

[ $# != 0 ] || set -- main ymm control
ktap_start
for job; do
	"do_$job"
done
note "logs are in $work"
ktap_finish
