# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Modules that do not save the user's vector registers: fpucheck must see it.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
modprobe algif_skcipher
modprobe sm4

seen() {
	/test/fpucheck 20 "$(driver_for ctr sm4)"
	[ $? = 1 ]
}
case $(driver_for ctr sm4) in
*-generic)
	skip "control: a vector register that changes is seen" \
		"no vector row for this CPU"
	;;
*)
	test_it "control: a vector register that changes is seen" seen
	;;
esac
