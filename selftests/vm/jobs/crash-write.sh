# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The first job of the crash test: writes to three encrypted disks until the
# host kills the machine. A line "synced VOLUME FILE HASH" is a promise that
# crash-read.sh holds the disks to.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/dm.sh
. /test/dm.sh

modprobe -a virtio_pci virtio_blk dm_crypt dm_integrity ext4 authenc aesni_intel
modprobe -a aria sm4
! gcm_row >/dev/null || modprobe widecrypt_gcm
cp /test/key key

prepare() { # NAME DISK CIPHER BITS OPTION...
	local name=$1 disk=$2
	shift 2
	luks_format "$disk" "$@" && open_crash "$name" "$disk" &&
		mke2fs -q -t ext4 "/dev/mapper/$name" && mkdir -p "/mnt/$name" &&
		mount -t ext4 "/dev/mapper/$name" "/mnt/$name"
}

# A new name for each content: nothing that was synced is touched again.
write_for_ever() { # NAME
	local n hash
	for n in $(seq 60); do
		head -c $((RANDOM * 6 + 1)) /dev/urandom >"data.$1"
		hash=$(sha256sum <"data.$1" | cut -d' ' -f1)
		cat "data.$1" >"/mnt/$1/$n" && sync "/mnt/$1/$n" "/mnt/$1" ||
			return 1
		say "synced $1 $n $hash"
		[ "$n" != 12 ] || : >"enough.$1"
	done
}

# Never synced: some of it is on its way whenever the power goes.
dirty_for_ever() { # NAME
	while :; do
		dd if=/dev/urandom of="/mnt/$1/dirty" bs=4k count=256 2>/dev/null
	done
}

test_it "aria-xts-plain64 on a disk" prepare aria /dev/vda aria-xts-plain64 512
test_it "sm4-xts-plain64 on a disk, without workqueues" \
	prepare sm4 /dev/vdb sm4-xts-plain64 256
volumes="aria sm4"
if gcm_row >/dev/null; then
	test_it "capi:gcm(aes)-random on a disk, with integrity" \
		prepare gcm /dev/vdc aes-gcm-random 256 --integrity aead
	volumes="$volumes gcm"
fi
for v in $volumes; do
	write_for_ever "$v" &
	dirty_for_ever "$v" &
done
while :; do
	n=0
	for v in $volumes; do
		[ -e "enough.$v" ] || n=1
	done
	[ $n = 1 ] || break
	sleep 0.2
done
say "kill me"
wait
