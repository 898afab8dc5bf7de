# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154,SC2034 # variables of vm.sh and vm/lib.sh
#
# Sourced by vm.sh: kernels of our own in both byte orders, with the crypto API's
# long self-tests (kernel.config). Their guest has no C library (init.c); what it
# prints is judged here, on the host.

nolibc=$(dirname "$("$tree/selftests/linux-source.sh")/tools/include/nolibc/x")

own_kernel() { # ENDIAN: the folder
	local configs=("$folder/kernel.config")
	[ "$1" = little ] || configs+=("$folder/big-endian.config")
	"$here/own-kernel.sh" "arm64-${1:0:1}e" "${configs[@]}" | tail -n 1
}

# own_boot NAME ENDIAN KERNEL MODDIR CPU JOB boot-options...: the console in
# $work/NAME.out
own_boot() {
	local name=$1 endian=$2 kernel=$3 dir=$4 cpu=$5 job=$6 root
	shift 6
	root=$(mktemp -d "$work/root.XXXXXX") || die "cannot write $work"
	# shellcheck disable=SC2046 # paths without blanks
	cp $(modules_in "$dir") "$kernel"/modules/kernel/crypto/{aria,sm4}*.ko \
		"$root" || die "no modules for $name"
	"${CROSS_COMPILE}gcc" -Os -Wall -m"$endian"-endian -static -nostdlib \
		-ffreestanding -fno-stack-protector -include "$nolibc/nolibc.h" \
		"$folder/init.c" -o "$root/init" -lgcc || die "no init"
	printf '%s\n' "$job" >"$root/job"
	( cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet ) \
		>"$work/$name.cpio" || die "no initramfs"
	rm -rf "$root"
	note "$name: booting $(cat "$kernel/release") ($(cat "$kernel/package"))," \
		"-cpu $cpu"
	"$here/boot.sh" -1 -c "$cpu" "$@" "$kernel" "$work/$name.cpio" \
		"$work/$name" >"$work/$name.messages" 2>&1
}

# part NAME FILE [N]: what the guest showed of a file, the N-th time
part() {
	awk -v file="$2" -v n="${3:-1}" '
		$0 == "begin of " file { i++; on = i == n; next }
		$0 == "end of " file { on = 0 }
		on && !/^\[ *[0-9]/' "$work/$1.out"
}

features() { # NAME
	part "$1" /proc/cpuinfo | sed -n 's/^Features[^:]*: //p' | head -n 1
}

own_gate() { # NAME N CIPHER...
	local name=$1 n=$2
	shift 2
	part "$name" /proc/crypto "$n" >"$work/$name.crypto"
	OWN_CIPHER_NAMES=1 bash "$here/guest/gate.sh" "$work/$name.crypto" \
		"$here/rows.txt" aarch64 "$(features "$name")" "$@"
}

# The rows of a cipher that a CPU with the features $2 can run
rows_for() {
	local cipher row arch need f
	while read -r cipher row arch _ _ need; do
		[ "$cipher" = "$1" ] || continue
		case $arch in any|aarch64) ;; *) continue ;; esac
		case $need in -|isa=*) need='' ;; esac
		for f in ${need//,/ }; do
			[[ " $2 " == *" $f "* ]] || continue 2
		done
		echo "$row"
	done <"$here/rows.txt" | uniq
}

check_that() { # NAME COMMAND...
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then
		ktap_ok "$name"
	else
		ktap_fail "$name"
		head -n 8 <<<"$said" | sed 's/^/# /'
	fi
}

# All ciphers; then AES-GCM in portable C, which is there on request only.
own_job() { # TEST-MODULE-PARAMETERS
	cat <<-END
	= /proc/cpuinfo
	= /sys/module/cryptomgr/parameters/fuzz_iterations
	+ /aria_generic.ko
	+ /sm4.ko
	+ /sm4_generic.ko
	+ /widecrypt_aria.ko
	+ /widecrypt_sm4.ko
	+ /widecrypt_gcm.ko
	= /proc/crypto
	${1:++ /widecrypt_test.ko $1}
	- widecrypt_gcm
	+ /widecrypt_gcm.ko isa=generic
	= /proc/crypto
	END
}

loads() { # NAME: each module but widecrypt_gcm where it has no vector row
	grep '^job: ' "$work/$1.out" | grep -v ': 0$' | grep -v \
		-e '^job: /widecrypt_test' -e '^job: /widecrypt_gcm.ko : -1$'
	[ -n "$(rows_for aes "$(features "$1")" | grep -v generic)" ] ||
		! grep '^job: /widecrypt_gcm.ko : 0' "$work/$1.out"
}

nothing() { # COMMAND...: succeeds and is silent, or fails and is silent
	local said
	said=$("$@")
	[ -z "$said" ] || { echo "$said"; return 1; }
}

own_check() { # NAME ENDIAN KERNEL MODDIR CPU ROUNDS TEST-PARAMETERS LIMIT
	local name=$1 rc vector=aes line n tag=$1
	own_boot "$1" "$2" "$3" "$4" "$5" "$(own_job "$7")" -t "$8" -q 1200 \
		-a "panic_on_warn=1 cryptomgr.fuzz_iterations=$6"
	rc=$?
	if [ $rc = 0 ]; then
		ktap_ok "$name: the guest ran to its end"
	else
		ktap_fail "$name: the guest ran to its end"
		grep '^#' "$work/$name.messages" | tail -n 45
		return
	fi
	check_that "$name: $6 rounds of random tests" test "$6" = \
		"$(part "$name" /sys/module/cryptomgr/parameters/fuzz_iterations)"
	check_that "$name: the modules load" nothing loads "$name"
	[ -n "$(rows_for aes "$(features "$name")" | grep -v generic)" ] ||
		vector=''
	check_that "$name: gate: every driver once, tested, at its priority" \
		own_gate "$name" 1 aria sm4 $vector
	note "$(own_gate "$name" 1 aria sm4 $vector)"
	check_that "$name: gate: with portable AES-GCM" \
		own_gate "$name" 2 aria sm4 aes:generic
	check_that "$name: kernel log is clean" nothing \
		grep -aE -f "$here/guest/bad-log.txt" "$work/$name.out"
	check_that "$name: no comparison with the reference was skipped" nothing \
		grep -a 'skipping comparison.*widecrypt' "$work/$name.out"
	[ -n "$7" ] || return
	n=0
	while IFS= read -r line; do
		case $line in "ok "*|"not ok "*) n=$((n + 1)) ;; esac
		ktap_take "$line"
	done < <(sed -n 's/^\[[^]]*\] *widecrypt_test: *//p' "$work/$name.out" |
		grep '^\(not \)\?ok \|^# ')
	check_that "$name: the test module ran to its end" test "$n" = \
		"$(sed -n 's/.*widecrypt_test: *1\.\.\([0-9]*\)$/\1/p' \
			"$work/$name.out" | tail -n 1)"
}

# With a constant of each row flipped the self-tests must refuse every driver.
own_control() { # NAME ENDIAN KERNEL MODDIR CPU
	local name=$1 cipher row good bad
	if ! own_boot "$1" "$2" "$3" "$4" "$5" "$(own_job '')" -t 600 -q 300; then
		ktap_fail "$name: the guest ran to its end"
		grep '^#' "$work/$name.messages" | tail -n 25
		return
	fi
	for cipher in aria sm4 aes; do
		for row in $(rows_for $cipher "$(features "$name")"); do
			good=$(for n in 1 2; do part "$name" /proc/crypto $n; done |
				awk -v FS=' *: *' -v end="-$cipher-widecrypt-$row" '
				/^driver/ { d = $2 }
				/^selftest/ && $2 == "passed" && d !~ /\(/ &&
				substr(d, length(d) - length(end) + 1) == end {
					print d }' | sort -u | while read -r d; do
				# the kernel has no vectors for some names
				grep -qaF "($d)" <(grep -a 'No test for' \
					"$work/$name.out") || echo "$d"
			done)
			bad=$(grep -aE 'alg: .*fail' "$work/$name.out" | grep -acE \
				"[ :][a-z0-9-]*-$cipher-widecrypt-${row}[ ,\"]")
			if [ -z "$good" ] && [ "$bad" != 0 ]; then
				ktap_ok "$name: the self-tests refuse $cipher $row"
			else
				ktap_fail "$name: the self-tests refuse $cipher $row"
				note "passed:" "$good" "complaints: $bad"
			fi
		done
	done
}

own_all() { # ENDIAN...
	local endian kernel dir cpu endians=$*
	for endian in $endians; do
		kernel=$(own_kernel $endian)
		if [ ! -e "$kernel/complete" ]; then
			ktap_fail "$endian-endian kernel"
			continue
		fi
		dir=$work/own-$endian
		if ! build_copy "$dir" "$kernel/build" tools; then
			ktap_fail "$endian-endian: the modules build"
			continue
		fi
		check_that "$endian-endian: compiler and modpost are silent" nothing \
			grep -i warning "$dir/build.log"
		for cpu in "${cpus[@]}"; do
			set -- "$endian-$cpu" $endian "$kernel" "$dir" "$cpu"
			if [ "$cpu" = max ]; then
				own_check "$@" 1000 "max=600 iterations=50" 3600
			else
				own_check "$@" 100 "" 1800
			fi
		done
		if "$here/break.sh" "$work/own-$endian-broken" "$kernel/build"; then
			own_control "$endian-control" $endian "$kernel" \
				"$work/own-$endian-broken" max
		else
			ktap_fail "$endian-control: the broken build"
		fi
	done
}
