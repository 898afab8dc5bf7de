# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make check-matrix`, on each stock kernel: loading, the gate, vectors,
# sweeps and the in-kernel test for every driver, what widecrypt-status says.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
modprobe -a algif_skcipher algif_aead

# udev loads what answers to the CPU's features.
test_it "the CPU's alias loads widecrypt_gcm" \
	eval 'modprobe -a $(cat /sys/devices/system/cpu/modalias) &&
		loaded widecrypt_gcm'
test_it "modprobe -a aria sm4 widecrypt_gcm" \
	modprobe -a aria sm4 widecrypt_gcm
test_it "gate: every driver once, tested, at its priority" gate
btf_there() {
	local m
	for m in aria sm4 gcm; do
		[ -s "/sys/kernel/btf/widecrypt_$m" ] || return 1
	done
}
if grep -q '\.BTF' "/lib/modules/$release/updates/widecrypt_aria.ko"; then
	test_it "the kernel took the modules' BTF" btf_there
else
	skip "the kernel took the modules' BTF" "the headers have no vmlinux"
fi
test_it "each name is served by its fastest driver" \
	sh /test/widecrypt-status -t /test/rows.txt

# Past twice the widest batch of the rows that QEMU has (512 bytes); check-vm goes on.
# shellcheck disable=SC2034 # lib.sh
sweep_max=1100
# shellcheck disable=SC2046 # names hold no blanks
try_all $(our_drivers)
for d in 'ccm(aria)' 'ccm(sm4)'; do
	client 120 /test/afvec "$d" "${vectors[@]}"
done

held_before() { # is a transform from before the load told of?
	local rc
	unload_all
	hold 'gcm(aes)' || return 1
	modprobe widecrypt_gcm
	sh /test/widecrypt-status -t /test/rows.txt 'gcm(aes)' >/tmp/status
	rc=$?
	let_go
	cat /tmp/status
	[ $rc = 1 ] && grep -q 'has 1 users from before' /tmp/status &&
		sh /test/widecrypt-status -t /test/rows.txt 'gcm(aes)'
}
test_it "widecrypt-status tells of a transform from before the load" held_before
capped() {
	rmmod widecrypt_gcm && modprobe widecrypt_gcm isa=generic || return 1
	sh /test/widecrypt-status -t /test/rows.txt 'gcm(aes)'
	[ $? = 1 ] && sh /test/widecrypt-status -t /test/rows.txt 'gcm(aes)' |
		grep -q 'loaded with isa=generic'
}
test_it "and of isa=" capped
test_it "the modules unload" unload_all
check_log
