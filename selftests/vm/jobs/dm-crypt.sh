# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: dm-crypt. What is on the device is compared with
# an independent implementation, for ARIA and SM4 that of dmref, for AES-GCM the
# kernel's own; file systems and fio work on the volumes.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/dm.sh
. /test/dm.sh
mkfs="mke2fs -q -t ext4"

modprobe -a dm_crypt dm_integrity loop ext4 essiv algif_skcipher authenc
test_it "modprobe -a aria sm4" modprobe -a aria sm4
make_file 4
key_hex=$(od -An -v -t x1 key | tr -d ' \n')

# CIPHER BITS MODE ALGORITHM KEY-BITS-OF-LUKS
volumes() {
	cat <<-'L'
	aria-xts-plain64 512 xts aria
	sm4-xts-plain64 256 xts sm4
	aria-cbc-essiv:sha256 256 cbc aria
	capi:ctr(sm4)-plain64 128 ctr sm4
	L
}

on_device() { # CIPHER BITS MODE ALGORITHM
	local essiv='' k=${key_hex:0:$2 / 4} driver before rc=1
	driver=$(driver_for "$3" "$4")
	before=$(refs "$driver")
	case $1 in
	*essiv*) essiv=$(head -c $(($2 / 8)) key | sha256sum | cut -d' ' -f1) ;;
	esac
	new_disk 2 && open_plain "$1" "$2" "$loop" || return 1
	head -c 2097152 file | dd of=/dev/mapper/volume bs=64k oflag=direct \
		iflag=fullblock 2>/dev/null
	# shellcheck disable=SC2086 # no or one word
	in_use "$driver" "$before" && close_volume &&
		head -c 262144 file | /test/dmref "$3" "$4" "$k" $essiv |
			cmp -n 262144 - "$loop" && rc=0
	[ $rc = 0 ] || cryptsetup close volume 2>/dev/null
	drop_disk
	return $rc
}

# LUKS2 with ext4: the file, fio with verification; OPTIONs of opening.
luks() { # CIPHER BITS MODE ALGORITHM [OPTION...]
	local cipher=$1 bits=$2 driver before rc=1
	driver=$(driver_for "$3" "$4")
	shift 4
	new_disk 24 && luks_format "$loop" "$cipher" "$bits" || return 1
	before=$(refs "$driver")
	keeps_file open_luks "$loop" "$@" && in_use "$driver" "$before" &&
		say "$(dmsetup table volume | sed 's/:64:[^ ]*//' |
			cut -d' ' -f3-4,6-)" &&
		works_under_fio && hidden "$loop" && rc=0
	[ $rc = 0 ] || close_volume
	drop_disk
	return $rc
}

works_under_fio() {
	fio --name=verify --directory=/mnt --size=4m --rw=randwrite \
		--bsrange=512-64k --bs_unaligned=0 --blockalign=512 \
		--ioengine=psync --direct=1 --verify=crc32c --verify_fatal=1 \
		--do_verify=1 --randseed="$RANDOM" --fsync=16 >fio.log 2>&1
	local rc=$?
	cat fio.log
	say "fio: $(grep -E '^ *(READ|WRITE): ' fio.log | sed 's/(.*//' | tr -s ' \n' ' ')"
	[ $rc = 0 ] && grep -q 'READ: ' fio.log && grep -q 'err= 0' fio.log
}

while read -r cipher bits mode alg; do
	test_it "plain $cipher $bits: the device is as an independent implementation has it" \
		on_device "$cipher" "$bits" "$mode" "$alg"
	test_it "LUKS2 $cipher $bits: ext4, fio with verify" \
		luks "$cipher" "$bits" "$mode" "$alg"
	test_it "LUKS2 $cipher $bits without workqueues: ext4, fio with verify" \
		luks "$cipher" "$bits" "$mode" "$alg" \
		--perf-no_read_workqueue --perf-no_write_workqueue
done < <(volumes)

# ---- AES-GCM with dm-integrity

integrity() {
	local d=gcm-aes-widecrypt rc=1 before driver
	driver=$(driver_for gcm aes)
	# where there is no gcm(aes), asking for it loads ours
	modprobe aesni_intel && new_disk 24 &&
	luks_format "$loop" aes-gcm-random 256 --integrity aead ||
		return 1
	say "written by the kernel's own gcm(aes), read by ours, and back"
	! loaded widecrypt_gcm && keeps_file open_luks "$loop" &&
		cp file /mnt/theirs && close_volume &&
	modprobe widecrypt_gcm && before=$(refs "$driver") &&
	open_luks "$loop" "$@" && in_use "$driver" "$before" &&
		mount -t ext4 /dev/mapper/volume /mnt && cmp file /mnt/theirs &&
		rm /mnt/file && sync && works_under_fio &&
		cp file /mnt/ours && close_volume &&
	rmmod widecrypt_gcm && ! grep $d /proc/crypto &&
	open_luks "$loop" && mount -t ext4 /dev/mapper/volume /mnt &&
		cmp file /mnt/ours && rc=0
	close_volume
	drop_disk
	return $rc
}

# A changed byte on the device must come back as an error, not as data.
tampered() {
	local rc=1 pos
	new_disk 8 && modprobe widecrypt_gcm &&
	luks_format "$loop" aes-gcm-random 256 --integrity aead \
		--sector-size 4096 && open_luks "$loop" || return 1
	head -c 1048576 file | dd of=/dev/mapper/volume bs=64k oflag=direct \
		iflag=fullblock 2>/dev/null
	cmp -n 1048576 file /dev/mapper/volume && close_volume || return 1
	# past the header, the journal and the tags: in the data
	pos=$((8 * 1048576 - 3000000))
	printf '\xaa\x55\xaa\x55' | dd of="$loop" bs=1 seek=$pos conv=notrunc \
		2>/dev/null
	sync
	open_luks "$loop" || return 1
	if dd if=/dev/mapper/volume of=/dev/null bs=4096 2>dd.log; then
		echo "all of it was readable"
	else
		cat dd.log
		dmesg | grep -q 'INTEGRITY AEAD ERROR' && rc=0
	fi
	close_volume
	drop_disk
	rmmod widecrypt_gcm
	return $rc
}

if gcm_row >/dev/null; then
	test_it "LUKS2 capi:gcm(aes)-random, integrity: an independent implementation reads ours" \
		integrity
	test_it "LUKS2 capi:gcm(aes)-random, integrity, without workqueues" \
		integrity --perf-no_read_workqueue --perf-no_write_workqueue
	test_it "LUKS2 capi:gcm(aes)-random: a changed sector is an error" \
		tampered
else
	skip "LUKS2 capi:gcm(aes)-random" "no row of AES-GCM for this CPU"
fi

# ---- cryptsetup benchmark

benchmark() { # CIPHER-MODE KEYBITS DRIVER
	local before most=0 n pid
	before=$(refs "$3")
	cryptsetup benchmark -c "$1" -s "$2" >benchmark.log 2>&1 &
	pid=$!
	while kill -0 $pid 2>/dev/null; do
		n=$(refs "$3")
		[ "${n:-0}" -le "$most" ] || most=$n
		sleep 0.05
	done
	wait $pid || { cat benchmark.log; return 1; }
	say "$(grep MiB/s benchmark.log | tr -s ' '), $3: refcnt" \
		"${before:-none} -> $most"
	grep -E "^ *$1 +${2}b +[0-9.]+ MiB/s +[0-9.]+ MiB/s" benchmark.log &&
		[ "$most" -gt "${before:-0}" ]
}
for b in "aria-xts 512" "aria-cbc 256" "sm4-xts 256" "sm4-cbc 128"; do
	alg=${b%%-*} mode=${b#*-} mode=${mode% *}
	# shellcheck disable=SC2086 # two words
	test_it "cryptsetup benchmark measures ${b% *}" \
		benchmark $b "$(driver_for "$mode" "$alg")"
done
test_it "the modules unload" unload_all
check_log
