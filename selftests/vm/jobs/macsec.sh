# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: MACsec between two namespaces. One end runs on
# the kernel's own gcm(aes), an independent implementation, the other on ours.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/net.sh
. /test/net.sh

modprobe -a veth macsec sch_ingress cls_matchall act_pedit aesni_intel
head -c 1048576 /dev/urandom >sent

# One end: its own key, and the other's.
end() { # NS OTHER CIPHER OWN-KEY OTHER-KEY
	ip -n "$1" link add link "v$1" name "m$1" type macsec \
		sci "$(sci "$1")" cipher "$3" encrypt on &&
	in_ns "$1" ip macsec add "m$1" tx sa 0 pn 1 on key 01 "${4#0x}" &&
	in_ns "$1" ip macsec add "m$1" rx sci "$(sci "$2")" on &&
	in_ns "$1" ip macsec add "m$1" rx sci "$(sci "$2")" sa 0 pn 1 on \
		key 02 "${5#0x}" &&
	ip -n "$1" link set dev "m$1" up
}

sci() { case $1 in a) echo 1111111111110001 ;; b) echo 2222222222220001 ;; esac; }

link_up() { # CIPHER KEYBYTES
	local ka kb driver before
	driver=$(driver_for gcm aes)
	ka=$(hex_key "$2") kb=$(hex_key "$2")
	! loaded widecrypt_gcm && pair && end a b "$1" "$ka" "$kb" &&
	modprobe widecrypt_gcm && before=$(refs "$driver") &&
	end b a "$1" "$kb" "$ka" && in_use "$driver" "$before" &&
	ip -n a address add 10.8.0.1/24 dev ma &&
	ip -n b address add 10.8.0.2/24 dev mb && send_file sent 10.8.0.2
}

# Ten echo requests, and what else is sent by MACsec just then: none arrives, each
# frame that was damaged is counted as not valid.
damage_is_counted() {
	local before after n i
	before=$(not_valid)
	damage 60 0x88e5 && ! in_ns a ping -q -c 10 -i 0.1 -W 1 10.8.0.2 || return 1
	# the kernel may send one of its own at any time
	for i in $(seq 50); do
		n=$(damaged) after=$(not_valid)
		[ "$(damaged)" != "$n" ] || [ $((after - before)) != "$n" ] ||
			break
		sleep 0.2
	done
	damage whole
	in_ns b ip -s macsec show mb
	say "InPktsNotValid: $before -> $after, damaged: ${n:=0}, look $i"
	[ "$n" -ge 10 ] && [ $((after - before)) = "$n" ] &&
		in_ns a ping -q -c 2 -i 0.1 -W 1 10.8.0.2
}

damaged() {
	in_ns a tc -s filter show dev va egress |
		sed -n 's/.* bytes \([0-9]*\) pkt.*/\1/p' | head -n 1
}

# The names stand in one line, the values in the next, without its first word.
not_valid() {
	in_ns b ip -s macsec show mb | awk '
		values { n = $(NF - behind); exit }
		/InPktsNotValid/ {
			for (i = 1; i <= NF; i++)
				if ($i == "InPktsNotValid")
					behind = NF - i
			values = 1
		}
		END { print n + 0 }'
}

if ! gcm_row >/dev/null; then
	skip "MACsec" "no row of AES-GCM for this CPU"
else
	for c in "gcm-aes-128 16" "gcm-aes-256 32"; do
		# shellcheck disable=SC2086 # two words
		test_it "MACsec ${c% *}: a 1 MiB file arrives, an independent implementation as the peer" \
			link_up $c
		test_it "MACsec ${c% *}: damage is counted, nothing arrives" \
			damage_is_counted
		unpair
		patiently unload_all
	done
fi
test_it "the modules unload" unload_all
check_log
