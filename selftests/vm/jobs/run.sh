# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make run`: what the modules are for, on a stock kernel. The
# standards' examples, two encrypted volumes, an IPsec tunnel, tcrypt.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
export DM_DISABLE_UDEV=1

# ---- modules

say "modprobe -a aria sm4 widecrypt_gcm"
modprobe -a aria sm4 widecrypt_gcm 2>&1 | sed 's/^/# /'
gcm=aes
if ! loaded widecrypt_gcm; then
	gcm=aes:generic
	say "this CPU has nothing that AES-GCM gains from; its portable form:"
	say "modprobe widecrypt_gcm isa=generic"
	modprobe widecrypt_gcm isa=generic
fi
for m in widecrypt_aria widecrypt_sm4 widecrypt_gcm; do
	test_it "$m is loaded" loaded $m
done
say ""
say "$(printf '%-20s %-40s %s' algorithm driver priority)"
awk -v FS=' *: *' '
	/^name/ { name = $2 }
	/^driver/ { driver = $2 }
	/^module/ { module = $2 }
	/^priority/ && module ~ /^widecrypt/ && driver !~ /\(/ {
		printf "# %-20s %-40s %s\n", name, driver, $2
	}' /proc/crypto | sort
say ""
test_it "all drivers are registered, self-tested by the kernel, at their priority" \
	gate aria sm4 $gcm
say "$(cat /tmp/test_it.log)"

# ---- the standards' examples

modprobe -a algif_skcipher algif_aead
while read -r algorithm source; do
	client 60 /test/afvec -k "$source" "$algorithm" /test/standards.tsv
done <<'L'
ecb(aria) RFC 5794
ecb(sm4) GB/T 32907-2016
ecb(sm4) draft-ribose-cfrg-sm4
cbc(sm4) draft-ribose-cfrg-sm4
cfb(sm4) draft-ribose-cfrg-sm4
ctr(sm4) draft-ribose-cfrg-sm4
gcm(sm4) RFC 8998
ccm(sm4) RFC 8998
L

# ---- encrypted volumes

# 16 MiB, half of it a text that would be easy to find on the device.
{
	head -c 8388608 /dev/urandom
	yes "This line must not be readable on the device." | head -c 8388608
} >file 2>/dev/null
head -c 64 /dev/urandom >key
modprobe -a dm_crypt loop ext4

driver_behind() { # ALGORITHM: the driver in use with the most references
	awk -v FS=' *: *' -v want="$1" '
		/^name/ { name = $2 }
		/^driver/ { driver = $2 }
		/^refcnt/ && name == want && $2 > most { most = $2; d = driver }
		END { print d }' /proc/crypto
}

volume() { # CIPHER plain|luks
	local rc=1 alg=${1%-*}
	alg="${alg#*-}(${alg%-*})"
	truncate -s 24M disk
	loop=$(losetup -f) && losetup "$loop" disk || return 1
	if [ "$2" = luks ]; then
		cryptsetup luksFormat -q --type luks2 --cipher "$1" \
			--key-size 512 --pbkdf pbkdf2 \
			--pbkdf-force-iterations 1000 --luks2-metadata-size 16k \
			--luks2-keyslots-size 512k "$loop" key || return 1
		opening="cryptsetup open --type luks2 --key-file key $loop volume"
	else
		opening="cryptsetup open --type plain --cipher $1 --key-size 256
			--hash plain --key-file key $loop volume"
	fi
	# write, close everything, forget, open again, compare
	mkdir -p /mnt
	$opening && mke2fs -q /dev/mapper/volume &&
		mount -t ext4 /dev/mapper/volume /mnt && cp file /mnt/file &&
		sync && umount /mnt && cryptsetup close volume &&
		echo 3 >/proc/sys/vm/drop_caches &&
		$opening && mount -t ext4 /dev/mapper/volume /mnt &&
		cmp file /mnt/file && rc=0
	say "$1: $(driver_behind "$alg") in use, $(dmsetup table volume |
		cut -d' ' -f3-4)"
	say "$1: $(sha256sum <file | cut -c1-16)... written," \
		"$(sha256sum </mnt/file | cut -c1-16)... read back"
	umount /mnt
	in_volume=$(grep -cF 'must not be readable' /dev/mapper/volume)
	cryptsetup close volume
	on_device=$(grep -cF 'must not be readable' "$loop")
	say "$1: $in_volume lines of the text in the volume," \
		"$on_device on the device below"
	losetup -d "$loop"
	rm -f disk
	[ "$in_volume" -gt 100000 ] && [ "$on_device" = 0 ] && [ $rc = 0 ]
}
for v in "aria-xts-plain64 luks" "sm4-xts-plain64 plain"; do
	# shellcheck disable=SC2086 # two words
	volume $v >/tmp/volume.log 2>&1
	rc=$?
	grep '^# ' /tmp/volume.log
	if [ $rc = 0 ]; then
		ok "dm-crypt ${v% *} (${v#* }): 16 MiB written, read back, equal"
	else
		fail "dm-crypt ${v% *} (${v#* }): 16 MiB written, read back, equal"
		grep -v '^# ' /tmp/volume.log | tail -n 6 | sed 's/^/# /'
	fi
done

# ---- IPsec

modprobe -a veth esp4 xfrm_user authenc echainiv

tunnel() {
	local enc auth i
	enc=0x$(head -c 16 /dev/urandom | od -An -v -t x1 | tr -d ' \n')
	auth=0x$(head -c 32 /dev/urandom | od -An -v -t x1 | tr -d ' \n')
	ip netns add a && ip netns add b &&
	ip link add va netns a type veth peer name vb netns b || return 1
	for i in a b; do
		ip -n $i link set lo up
		ip -n $i link set v$i up
	done
	ip -n a address add 10.9.0.1/24 dev va
	ip -n b address add 10.9.0.2/24 dev vb
	ip -n a address add 10.1.0.1/32 dev lo
	ip -n b address add 10.2.0.1/32 dev lo
	ip -n a route add 10.2.0.1/32 dev va src 10.1.0.1
	ip -n b route add 10.1.0.1/32 dev vb src 10.2.0.1
	for i in a b; do
		ip -n $i xfrm state add src 10.9.0.1 dst 10.9.0.2 proto esp \
			spi 0x1001 reqid 1 mode tunnel \
			enc 'cbc(sm4)' "$enc" \
			auth-trunc 'hmac(sha256)' "$auth" 128 &&
		ip -n $i xfrm state add src 10.9.0.2 dst 10.9.0.1 proto esp \
			spi 0x1002 reqid 2 mode tunnel \
			enc 'cbc(sm4)' "$enc" \
			auth-trunc 'hmac(sha256)' "$auth" 128 || return 1
	done
	policy a out 10.1.0.1 10.2.0.1 10.9.0.1 10.9.0.2 1 &&
	policy a in 10.2.0.1 10.1.0.1 10.9.0.2 10.9.0.1 2 &&
	policy b out 10.2.0.1 10.1.0.1 10.9.0.2 10.9.0.1 2 &&
	policy b in 10.1.0.1 10.2.0.1 10.9.0.1 10.9.0.2 1 || return 1

	# the receiver's input stays open: its end would end the sender
	mkfifo silence
	exec 8<>silence
	ip netns exec b timeout 60 nc -l -p 5000 <&8 >received &
	for i in 1 2 3 4 5 6 7 8 9 10; do
		ip netns exec b netstat -ltn | grep -q ':5000' && break
		sleep 0.2
	done
	ip netns exec a timeout 60 nc 10.2.0.1 5000 <sent
	wait $!
	cmp sent received || return 1
	say "cbc(sm4): $(driver_behind 'cbc(sm4)') in use"
	ip -n b -s xfrm state | awk '
		/proto esp spi/ { spi = $4 }
		/lifetime current/ { getline; gsub(/^[ \t]+/, ""); print spi, $0 }
		' >counters
	sed 's/(\(0x[^)]*\))//; s/^/# ESP spi /' counters
	packets=$(sed -n 's/^0x00001001.*, *\([0-9]*\)(packets).*/\1/p' counters)
	[ "${packets:-0}" -gt 500 ]
}

policy() { # NS DIR SRC DST TUNNEL-SRC TUNNEL-DST REQID
	ip -n "$1" xfrm policy add src "$3/32" dst "$4/32" dir "$2" \
		tmpl src "$5" dst "$6" proto esp reqid "$7" mode tunnel
}

head -c 2097152 file >sent
cat key >>sent
tunnel >/tmp/tunnel.log 2>&1
rc=$?
grep '^# ' /tmp/tunnel.log
if [ $rc = 0 ]; then
	ok "ESP tunnel with cbc(sm4), hmac(sha256): a 2 MiB file arrives unchanged"
else
	fail "ESP tunnel with cbc(sm4), hmac(sha256): a 2 MiB file arrives unchanged"
	grep -v '^# ' /tmp/tunnel.log | tail -n 6 | sed 's/^/# /'
fi
ip netns delete a
ip netns delete b

# ---- the stock kernel's speed test; it never stays loaded (EAGAIN), by design

before=$(dmesg | wc -l)
modprobe tcrypt mode=218 sec=0 >/tmp/tcrypt.log 2>&1
dmesg | tail -n +$((before + 1)) | sed 's/^\[[^]]*\] *//' >/tmp/tcrypt.dmesg
speeds=$(grep -c 'operation in' /tmp/tcrypt.dmesg)
names=$(grep -c 'testing speed.*sm4-widecrypt' /tmp/tcrypt.dmesg)
others=$(grep 'testing speed' /tmp/tcrypt.dmesg | grep -vc widecrypt)
grep 'testing speed' /tmp/tcrypt.dmesg | head -n 3 | sed 's/^/# /'
grep '4096 bytes' /tmp/tcrypt.dmesg | head -n 1 | sed 's/^/# /'
what="modprobe tcrypt mode=218 ran to its end on our drivers"
if grep -q 'temporarily unavailable' /tmp/tcrypt.log && [ "$names" = 8 ] &&
   [ "$others" = 0 ] && [ "$speeds" = 56 ] &&
   ! grep -qi 'fail\|error' /tmp/tcrypt.dmesg; then
	ok "$what ($speeds figures)"
else
	fail "$what ($speeds figures, $names of our names, $others others)"
	sed 's/^/# /' /tmp/tcrypt.log
	grep -i 'fail\|error' /tmp/tcrypt.dmesg | head -n 4 | sed 's/^/# /'
fi

# ---- and out again

sleep 1
test_it "the modules unload" unload_all
check_log
