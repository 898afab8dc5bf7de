# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make run`: what the modules are for, on a stock kernel. The
# standards' examples, two encrypted volumes, an IPsec tunnel, tcrypt.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/dm.sh
. /test/dm.sh
# shellcheck source=selftests/vm/guest/net.sh
. /test/net.sh

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

make_file 16
modprobe -a dm_crypt loop ext4

volume() { # MODE CIPHER plain|luks
	local driver before cipher=$2-$1-plain64 open
	driver=$(driver_for "$1" "$2")
	new_disk 24 || return 1
	open="open_plain $cipher 256 $loop"
	if [ "$3" = luks ]; then
		luks_format "$loop" "$cipher" 512 || return 1
		open="open_luks $loop"
	fi
	before=$(refs "$driver")
	# shellcheck disable=SC2086 # words
	keeps_file $open && in_use "$driver" "$before" || return 1
	say "$cipher: $(sha256sum <file | cut -c1-16)... written," \
		"$(sha256sum </mnt/file | cut -c1-16)... read back"
	hidden "$loop" && drop_disk
}
test_it "dm-crypt aria-xts-plain64 (luks): 16 MiB written, read back, equal" \
	volume xts aria luks
test_it "dm-crypt sm4-xts-plain64 (plain): 16 MiB written, read back, equal" \
	volume xts sm4 plain

# ---- IPsec

tunnel() {
	local driver before packets
	driver=$(driver_for cbc sm4)
	before=$(refs "$driver")
	pair && tunnel_of cbc-sm4 && send_file sent || return 1
	in_use "$driver" "$before" || return 1
	packets=$(ip netns exec b ip -s xfrm state get src 10.9.0.1 \
		dst 10.9.0.2 proto esp spi 0x1001 |
		sed -n 's/.*, \([0-9]*\)(packets).*/\1/p')
	say "$packets ESP packets"
	[ "${packets:-0}" -gt 500 ]
}

modprobe -a veth esp4 xfrm_user authenc echainiv
head -c 2097152 file >sent
cat key >>sent
test_it "ESP tunnel with cbc(sm4), hmac(sha256): a 2 MiB file arrives unchanged" \
	tunnel
unpair

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
