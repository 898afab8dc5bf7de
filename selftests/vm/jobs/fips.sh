# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A kernel booted with fips=1: nothing of ours may register, and the modules
# say why.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh

refused_in_fips() { # MODULE [ISA]
	modprobe "$@" >/tmp/refused.log 2>&1 && return 1
	cat /tmp/refused.log
	grep -q 'No such device' /tmp/refused.log &&
		dmesg | grep -q "$1: not available in FIPS mode"
}

test_it "the kernel is in FIPS mode" \
	grep -qx 1 /proc/sys/crypto/fips_enabled
for m in widecrypt_aria widecrypt_sm4 widecrypt_gcm; do
	test_it "$m refuses" refused_in_fips $m
	test_it "$m isa=generic refuses" refused_in_fips $m isa=generic
done
none() { ! grep -E 'widecrypt|name *: (aria|sm4)$' /proc/crypto; }
test_it "nothing of ours is registered" none
