# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Sourced by the jobs, after lib.sh: two network namespaces, a and b, on a cable
# (va 10.9.0.1, vb 10.9.0.2; behind it 10.1.0.1 and 10.2.0.1), files sent through
# it, packets damaged on it, ESP tunnels.

pair() {
	local i
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
}

# Packets that arrive are handled on a CPU of the kernel's choice, by an interrupt
# of whatever runs there; else the sender's own CPU does it when it sends.
interrupts_others() {
	local i
	for i in a b; do
		in_ns $i sh -c "echo 3 >/sys/class/net/v$i/queues/rx-0/rps_cpus" ||
			return 1
	done
}

unpair() {
	local i
	for i in a b; do
		[ ! -e /run/netns/$i ] || ip netns delete $i
	done
}

# Devices and states go in the background when their namespace does, and keep
# drivers until then.
patiently() { # COMMAND...
	for _ in $(seq 100); do
		"$@" 2>/dev/null && return
		sleep 0.2
	done
	"$@"
}

in_ns() { ip netns exec "$@"; }

listens() { # NS PORT: wait until somebody does
	for _ in $(seq 50); do
		in_ns "$1" netstat -ltn | grep -q ":$2 " && return
		sleep 0.2
	done
	return 1
}

# FILE from a to ADDRESS of b, compared there.
send_file() { # FILE [ADDRESS]
	local receiver rc limit=120
	# with a build that is broken on purpose nothing comes
	[ -z "$only" ] || limit=40
	rm -f silence received
	# the receiver's input stays open: its end would end the sender
	mkfifo silence
	exec 8<>silence
	in_ns b timeout $limit nc -l -p 5000 <&8 >received &
	receiver=$!
	listens b 5000 && in_ns a timeout $limit nc "${2:-10.2.0.1}" 5000 <"$1"
	wait $receiver
	cmp "$1" received
	rc=$?
	exec 8>&-
	return $rc
}

# Flip a byte of every packet that leaves a, OFFSET bytes behind the IP header's
# start. whole: nothing is damaged any more.
damage() { # OFFSET|whole [PROTOCOL]
	in_ns a tc qdisc delete dev va clsact 2>/dev/null
	[ "$1" != whole ] || return 0
	in_ns a tc qdisc add dev va clsact &&
	in_ns a tc filter add dev va egress protocol "${2:-all}" matchall \
		action pedit munge offset "$1" u8 invert
}

hex_key() { # BYTES
	echo "0x$(head -c "$1" /dev/urandom | od -An -v -t x1 | tr -d ' \n')"
}

# A tunnel's cipher and flags as words of `ip xfrm`, with keys of its own: $esp.
esp_cipher() { # rfc4106-128 | rfc4106-256 | cbc-sm4, [esn]
	case $1 in
	rfc4106-*)
		esp=(aead 'rfc4106(gcm(aes))' "$(hex_key $((${1#*-} / 8 + 4)))" 128) ;;
	cbc-sm4)
		esp=(enc 'cbc(sm4)' "$(hex_key 16)"
			auth-trunc 'hmac(sha256)' "$(hex_key 32)" 128) ;;
	esac
	[ -z "${2:-}" ] || esp+=(flag esn replay-window 64)
}

esp_states() { # NS: both directions, as $esp says
	local spi=4096 ends
	for ends in "10.9.0.1 dst 10.9.0.2" "10.9.0.2 dst 10.9.0.1"; do
		spi=$((spi + 1))
		# shellcheck disable=SC2086 # words
		ip -n "$1" xfrm state add src $ends proto esp spi $spi \
			reqid $((spi - 4096)) mode tunnel "${esp[@]}" ||
			return 1
	done
}

esp_policies() {
	policy a out 10.1.0.1 10.2.0.1 10.9.0.1 10.9.0.2 1 &&
	policy a in 10.2.0.1 10.1.0.1 10.9.0.2 10.9.0.1 2 &&
	policy b out 10.2.0.1 10.1.0.1 10.9.0.2 10.9.0.1 2 &&
	policy b in 10.1.0.1 10.2.0.1 10.9.0.1 10.9.0.2 1
}

policy() { # NS DIR SRC DST TUNNEL-SRC TUNNEL-DST REQID
	ip -n "$1" xfrm policy add src "$3/32" dst "$4/32" dir "$2" \
		tmpl src "$5" dst "$6" proto esp reqid "$7" mode tunnel
}

tunnel_of() { # CIPHER [esn]
	esp_cipher "$@"
	esp_states a && esp_states b && esp_policies
}
