#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# boot.sh [-m MEMORY] [-t SECONDS] [-a ARGUMENTS] HOSTDIR
# Boot user-mode Linux, run HOSTDIR/run.sh there as root in /host (= HOSTDIR).
# The console goes to stdout. Exit code: run.sh's; 124 when it hung, 134 or
# another when the kernel died.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mem=512M limit=300 append=
while getopts m:t:a: o; do
	case $o in
	m) mem=$OPTARG ;;
	t) limit=$OPTARG ;;
	a) append=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
host=$(cd "$1" && pwd)
uml=$("$here/kernel.sh")
tmp=$(mktemp -d)
pid=
# UML is a process group of its own with a process for each of the guest's.
# shellcheck disable=SC2317 # called by the trap
finish() {
	local child
	if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
		for child in $(ps -o pid= --ppid "$pid"); do
			kill -9 -- "-$child" "$child" 2>/dev/null || :
		done
		kill -9 "$pid" 2>/dev/null || :
	fi
	rm -rf "$tmp"
}
trap finish EXIT
trap 'exit 143' TERM INT HUP

mkdir -p "$tmp"/root/{bin,proc,sys,dev,host,tmp}
cp "$(command -v busybox)" "$tmp/root/bin/"
cp "$here/init" "$tmp/root/init"
gcc -O2 -static -o "$tmp/root/bin/ins" "$here/ins.c"
chmod 755 "$tmp/root/init"
(cd "$tmp/root" && find . | cpio -o -H newc --quiet | gzip -1) >"$tmp/ird.gz"

# UML keeps the guest's memory in a file under TMPDIR.
# shellcheck disable=SC2086 # $append is a list
TMPDIR=/dev/shm setarch -R timeout -k 5 "$limit" "$uml/build/linux" mem="$mem" \
	initrd="$tmp/ird.gz" con0=fd:0,fd:1 con=null console=tty0 rdinit=/init \
	panic=-1 loglevel=7 hostdir="$host" $append </dev/null \
	> >(sed -u 's/\r//g' | tee "$tmp/console") 2>&1 &
pid=$!
rc=0
wait "$pid" || rc=$?
pid=
if [ "$rc" != 0 ]; then
	echo "uml/boot: kernel ended with $rc"
	exit "$rc"
fi
for _ in 1 2 3 4 5 6 7 8 9 10; do
	rc=$(sed -n 's/^UML-RC=//p' "$tmp/console" | tail -1)
	[ -z "$rc" ] || break
	sleep 0.1
done
exit "${rc:-1}"
