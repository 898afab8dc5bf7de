# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The second job of the crash test: the disks that crash-write.sh was killed on.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/dm.sh
. /test/dm.sh

modprobe -a virtio_pci virtio_blk dm_crypt dm_integrity ext4 authenc aesni_intel
modprobe -a aria sm4
! gcm_row >/dev/null || modprobe widecrypt_gcm
cp /test/key key

# The file system was in use, its journal puts it right, nothing else is wrong.
recovers() { # NAME DISK
	local rc
	open_crash "$1" "$2" || return 1
	e2fsck -fp "/dev/mapper/$1"
	rc=$?
	echo "e2fsck -fp: $rc"
	[ $rc -le 1 ] || return 1
	e2fsck -fn "/dev/mapper/$1" || return 1
}

was_dirty() {
	dumpe2fs -h "/dev/mapper/$1" 2>/dev/null | grep -q needs_recovery
}

has_what_was_synced() { # NAME LIST
	local name n hash count=0 bad=0
	mkdir -p "/mnt/$1" && mount -t ext4 "/dev/mapper/$1" "/mnt/$1" || return 1
	while read -r _ name n hash; do
		[ "$name" = "$1" ] || continue
		count=$((count + 1))
		[ "$(sha256sum <"/mnt/$1/$n" | cut -d' ' -f1)" = "$hash" ] || {
			echo "file $n differs"
			bad=$((bad + 1))
		}
	done <"$2"
	say "$1: $count files were synced, $bad are wrong"
	umount "/mnt/$1"
	[ $count -ge 12 ] && [ $bad = 0 ]
}

unclean() { # NAME DISK
	open_crash "$1" "$2" || return 1
	was_dirty "$1"
	local rc=$?
	cryptsetup close "$1"
	return $rc
}

check_volume() { # NAME DISK
	test_it "crash, $1: the machine died while it wrote" unclean "$@"
	test_it "crash, $1: e2fsck replays the journal and finds no fault" \
		recovers "$@"
	test_it "crash, $1: what was synced is there" \
		has_what_was_synced "$1" /test/synced.txt
}
check_volume aria /dev/vda
check_volume sm4 /dev/vdb
if grep -q ' gcm ' /test/synced.txt; then
	check_volume gcm /dev/vdc
else
	skip "crash, gcm" "no row of AES-GCM for this CPU"
fi
# Is the comparison able to fail?
sed '$s/.$/x/' /test/synced.txt >wrong.txt
last=$(sed -n '$s/synced \([^ ]*\).*/\1/p' wrong.txt)
test_it "crash, control: a file that differs is found" \
	eval "! has_what_was_synced $last wrong.txt"
for v in aria sm4 gcm; do
	[ ! -e /dev/mapper/$v ] || cryptsetup close $v
done
test_it "the modules unload" unload_all
check_log
