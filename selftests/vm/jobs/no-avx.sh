# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A kernel booted with clearcpuid=avx: AES-GCM is left to the kernel's own driver,
# which is faster than portable C, and ARIA and SM4 are portable.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
modprobe -a algif_aead aesni_intel

no_avx() {
	has_flag aes && has_flag pclmulqdq || return 1
	for f in avx avx2 vaes avx512f; do
		! has_flag $f || return 1
	done
}
test_it "no-avx: AES and PCLMULQDQ, but neither AVX nor what builds on it" no_avx

test_it "no-avx: modprobe -a aria sm4" modprobe -a aria sm4
test_it "no-avx: gate: their portable rows" gate aria sm4

none_for_gcm() {
	! modprobe widecrypt_gcm 2>/tmp/refused.log &&
		grep 'No such device' /tmp/refused.log &&
		dmesg | grep 'widecrypt_gcm: this CPU has none of the features'
}
test_it "no-avx: widecrypt_gcm refuses and says why" none_for_gcm

in_tree_serves() { # NAME DRIVER: who asks for NAME gets the kernel's DRIVER
	local before rc
	before=$(refs "$2")
	hold "$1" && in_use "$2" "$before"
	rc=$?
	let_go
	return $rc
}
test_it "no-avx: gcm(aes) is the kernel's own" \
	in_tree_serves 'gcm(aes)' generic-gcm-aesni
test_it "no-avx: rfc4106(gcm(aes)) is the kernel's own" \
	in_tree_serves 'rfc4106(gcm(aes))' rfc4106-gcm-aesni
test_it "no-avx: modprobe widecrypt_gcm isa=generic" \
	modprobe widecrypt_gcm isa=generic
test_it "no-avx: gate: and gcm of aes, portable" gate aria sm4 aes:generic
test_it "no-avx: gcm(aes) is the kernel's own still" \
	in_tree_serves 'gcm(aes)' generic-gcm-aesni
test_it "no-avx: rfc4106(gcm(aes)) is the kernel's own still" \
	in_tree_serves 'rfc4106(gcm(aes))' rfc4106-gcm-aesni
test_it "no-avx: unload" unload_all
check_log
