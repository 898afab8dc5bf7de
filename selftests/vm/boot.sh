#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# boot.sh [-1] [-t SECONDS] [-q SECONDS] [-c CPU] [-m MIB] [-d DISK]... [-k MARK]
#	[-a APPEND] KERNEL INITRD LOG
# Boots the kernel in the folder KERNEL with INITRD and prints what the job in it
# prints, as it comes. Ends with 0 only if the job said that it ended with 0 and the
# guest powered off; a panic, a hang (nothing printed for -q seconds) or the time
# limit -t is 1, with the end of the console. LOG.console and LOG.out keep all.
# With -k the guest is killed, as by a power cut, within a second of the line
# "# MARK", and that is success. A kernel folder with an Image is one for arm64.
# -1: the job has the console to itself, there is no port of its own.
#
# KVM is used where /dev/kvm boots the kernel (tried once per host boot), else
# the CPU is emulated. WIDECRYPT_ACCEL=tcg or kvm decides it by hand.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"

limit=900 quiet=180 cpu='' mem=1024 append='' mark='' disks=() one=0
while getopts 1t:q:c:m:d:k:a: o; do
	case $o in
	1) one=1 ;;
	t) limit=$OPTARG ;;
	q) quiet=$OPTARG ;;
	c) cpu=$OPTARG ;;
	m) mem=$OPTARG ;;
	d) disks+=(-drive "file=$OPTARG,format=raw,if=virtio") ;;
	k) mark=$OPTARG ;;
	a) append=$OPTARG ;;
	*) die "unknown option" ;;
	esac
done
shift $((OPTIND - 1))
[ $# = 3 ] || die "usage: boot.sh [options] KERNEL INITRD LOG"
kernel=$1 initrd=$2 log=$3
arch=x86 qemu=qemu-system-x86_64 console=ttyS0
if [ -e "$kernel/Image" ]; then
	arch=arm qemu=qemu-system-aarch64 console=ttyAMA0
fi
command -v $qemu >/dev/null || die "no $qemu (package qemu-system-$arch)"

for image in "$kernel"/{Image,vmlinux,vmlinuz}; do
	[ ! -e "$image" ] || break
done

# The kernel without an initramfs gets as far as "Unable to mount root fs". Some
# hosts have a /dev/kvm that runs a stock kernel a thousand times too slowly.
probe_kvm() {
	local answer
	answer=$CACHE/kvm-$(cat /proc/sys/kernel/random/boot_id)
	if [ ! -e "$answer" ]; then
		rm -f "$CACHE"/kvm-*
		if timeout -k 1 10 $qemu -accel kvm -cpu host -m 512 -display none \
			-nodefaults -serial stdio -no-reboot -kernel "$image" \
			-append "console=ttyS0 panic=-1" </dev/null 2>&1 |
			grep -q 'Unable to mount root fs'; then
			echo works >"$answer"
		else
			echo "does not boot this kernel within 10 seconds" \
				>"$answer"
		fi
	fi
	cat "$answer"
}

accel=${WIDECRYPT_ACCEL:-}
[ $arch = x86 ] || accel=tcg
if [ -z "$accel" ]; then
	accel=tcg
	if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
		note "no usable /dev/kvm: the CPU is emulated"
	else
		answer=$(probe_kvm)
		if [ "$answer" = works ]; then
			accel=kvm
			note "running on KVM"
		else
			note "/dev/kvm $answer: the CPU is emulated"
		fi
	fi
fi
if [ $arch = arm ]; then
	# signing return addresses as architected takes most of a boot's time
	machine="-M virt -accel tcg,thread=multi" cpu=${cpu:-max}
	[ "$cpu" != max ] || cpu=max,pauth-impdef=on
elif [ "$accel" = kvm ]; then
	machine="-accel kvm" cpu=${cpu:-host}
else
	# a family that needs return thunks: an unpatched one in a module shows
	machine="-accel tcg,thread=multi"
	cpu=${cpu:-max,vendor=AuthenticAMD,family=23,model=49,stepping=0}
fi

if [ $one = 1 ]; then
	ports="-serial stdio"
elif [ $arch = arm ]; then
	ports="-serial file:$log.console -chardev stdio,id=job -device pci-serial,chardev=job"
else
	ports="-serial file:$log.console -serial stdio"
fi

ulimit -c 0
rm -f "$log.console" "$log.out"
# a loaded host may keep the emulated timer silent for longer than the kernel waits
command="console=$console panic=-1 oops=panic log_buf_len=4M random.trust_cpu=on"
command="$command no_timer_check"
start=$SECONDS
# shellcheck disable=SC2086 # $machine and $ports hold several words
exec {guest}< <(exec timeout -k 5 "$limit" $qemu $machine -cpu "$cpu" -smp 2 \
	-m "$mem" "${disks[@]}" -display none -nodefaults -no-reboot \
	$ports \
	-kernel "$image" -initrd "$initrd" -append "$command $append" \
	</dev/null 2>&1)
pid=$!
trap 'kill $pid 2>/dev/null' EXIT

ended=0 silent=0 last='' part=''
: >"$log.out"
while :; do
	if read -r -t 15 -u "$guest" line; then
		silent=0
		line=$part${line%$'\r'} part=''
		printf '%s\n' "$line" >>"$log.out"
		case $line in
		"end of job 0"|"end of job 0 "*) ended=1 ;;
		"# ${mark:-no mark}")
			printf '%s\n' "$line"
			sleep "0.$((RANDOM % 10))"
			pkill -KILL -P $pid && ended=2
			note "the guest was killed"
			;;
		*) printf '%s\n' "$line" ;;
		esac
		last=$line
	elif [ $? -gt 128 ]; then
		part+=$line	# of a line that is not at its end
		silent=$((silent + 15))
		if [ $silent -ge "$quiet" ]; then
			note "no output for $silent seconds: stopping the guest"
			kill $pid 2>/dev/null
			break
		fi
		note "... $((SECONDS - start)) s, last: ${last:0:60}"
	else
		break
	fi
done
exec {guest}<&-
wait $pid
rc=$?
trap - EXIT

[ $one = 0 ] || cp "$log.out" "$log.console"
[ $ended = 1 ] && [ $rc = 0 ] && [ -z "$mark" ] && exit 0
[ $ended = 2 ] && exit 0
if [ $rc = 124 ] || [ $rc = 137 ]; then
	note "time limit of $limit seconds reached"
else
	note "the guest ended before its job did, or that failed (exit $rc)"
fi
if grep -aE 'alg: .*fail|WARNING: CPU|BUG: |Kernel panic' "$log.console" \
	>/dev/null 2>&1; then
	note "the kernel complained:"
	grep -aE 'alg: .*fail|WARNING: CPU|BUG: |Kernel panic' "$log.console" |
		head -n 6 | tr -d '\r' | sed 's/^/#   /'
fi
note "end of the console ($log.console):"
tail -n 40 "$log.console" 2>/dev/null | tr -d '\r\033' | sed 's/^/#   /'
exit 1
