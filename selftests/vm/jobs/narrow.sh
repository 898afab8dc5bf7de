# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# On a CPU with fewer instructions than most: the rows that it can run are there,
# no others, and none of them uses what the CPU lacks.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
modprobe -a algif_skcipher algif_aead

say "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1):" \
	"$(rows_of aria | tr '\n' ' ') $(rows_of sm4 | tr '\n' ' ')"
gcm=aes
gcm_row >/dev/null || gcm=aes:generic
test_it "narrow: modprobe -a aria sm4" modprobe -a aria sm4
# shellcheck disable=SC2046 # no or one word
test_it "narrow: modprobe widecrypt_gcm" \
	modprobe widecrypt_gcm $(gcm_row >/dev/null || echo isa=generic)
test_it "narrow: gate" gate aria sm4 "$gcm"
for d in $(our_drivers); do
	case $d in aria-*|sm4-*) continue ;; esac
	test_it "narrow: $d: vectors" /test/afvec "$d" "${vectors[@]}"
	test_it "narrow: $d: random requests" /test/afload 1 "$d"
done
test_it "narrow: unload" unload_all
check_log
