# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2034 # loop is for the jobs
#
# Sourced by the jobs, after lib.sh: encrypted volumes.
export DM_DISABLE_UDEV=1

# The key and a file, half of it a text that would be easy to find on a device.
make_file() { # MIB
	{
		head -c $(($1 << 19)) /dev/urandom
		yes "This line must not be readable on the device." |
			head -c $(($1 << 19))
	} >file 2>/dev/null
	head -c 64 /dev/urandom >key
}

# A disk of zeros: $loop.
new_disk() { # MIB
	truncate -s "${1}M" disk
	loop=$(losetup -f) && losetup "$loop" disk
}

drop_disk() {
	losetup -d "$loop"
	rm -f disk
}

luks_format() { # DEVICE CIPHER KEYBITS OPTION...
	local device=$1 cipher=$2 bits=$3
	shift 3
	cryptsetup luksFormat -q --type luks2 --cipher "$cipher" \
		--key-size "$bits" --pbkdf pbkdf2 --pbkdf-force-iterations 1000 \
		--luks2-metadata-size 16k --luks2-keyslots-size 512k \
		--key-file key "$@" "$device"
}

open_luks() { # DEVICE OPTION...
	cryptsetup open --type luks2 --key-file key "$@" volume
}

open_plain() { # CIPHER KEYBITS DEVICE OPTION...
	local cipher=$1 bits=$2
	shift 2
	cryptsetup open --type plain --cipher "$cipher" --key-size "$bits" \
		--hash plain --key-file key "$@" volume
}

# The volumes of the crash test, each in a way of its own.
open_crash() { # NAME DEVICE
	local options=''
	[ "$1" != sm4 ] ||
		options="--perf-no_read_workqueue --perf-no_write_workqueue"
	# shellcheck disable=SC2086 # words
	cryptsetup open --type luks2 --key-file key $options "$2" "$1"
}

# Busybox's: ext2. Jobs that bring another say so.
mkfs="mke2fs -q"

# Put the file into a file system, close all, forget all, open again, compare.
# The volume stays mounted on /mnt. OPEN... opens it.
keeps_file() {
	mkdir -p /mnt
	"$@" && $mkfs /dev/mapper/volume &&
		mount -t ext4 /dev/mapper/volume /mnt && cp file /mnt/file &&
		sync && close_volume &&
		"$@" && mount -t ext4 /dev/mapper/volume /mnt &&
		cmp file /mnt/file
}

close_volume() {
	umount /mnt 2>/dev/null
	cryptsetup close volume && echo 3 >/proc/sys/vm/drop_caches
}

# The text must be in the volume and not on the device below it.
hidden() { # DEVICE
	local above below
	above=$(grep -acF 'must not be readable' /dev/mapper/volume)
	close_volume || return 1
	below=$(grep -acF 'must not be readable' "$1")
	say "$above lines of the text in the volume, $below on the device below"
	[ "$above" -gt 1000 ] && [ "$below" = 0 ]
}
