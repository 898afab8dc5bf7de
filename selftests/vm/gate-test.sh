#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Does gate.sh see each fault it is there for? On the host, with made-up copies
# of /proc/crypto. KTAP.
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

cat >"$tmp/rows" <<'R'
aria generic any cipher 100 -
aria generic any ecb,ctr 150 -
aria wide x86_64 ctr 700 aes,avx
aria widest x86_64 ctr 800 aes,avx,avx512f
R

entry() { # NAME DRIVER MODULE PRIORITY SELFTEST TYPE
	printf 'name         : %s\ndriver       : %s\nmodule       : %s\n' \
		"$1" "$2" "$3"
	printf 'priority     : %s\nrefcnt       : 1\nselftest     : %s\n' "$4" "$5"
	printf 'internal     : no\ntype         : %s\n\n' "$6"
}

good() {
	entry 'ctr(aria)' ctr-aria-widecrypt-wide widecrypt_aria 700 passed skcipher
	entry 'ctr(aria)' ctr-aria-widecrypt-generic widecrypt_aria 150 passed skcipher
	entry 'ecb(aria)' ecb-aria-widecrypt-generic widecrypt_aria 150 passed skcipher
	entry aria aria-generic widecrypt_aria 100 passed cipher
	entry 'xts(aria)' 'xts(ecb-aria-widecrypt-generic)' xts 150 passed skcipher
	entry aes aes-generic kernel 100 passed cipher
}

zmm() { # PRIORITY
	good
	entry 'ctr(aria)' ctr-aria-widecrypt-widest widecrypt_aria "$1" passed skcipher
}

gate() { # FILE FLAGS OPTION...
	local file=$1 flags=$2
	shift 2
	bash "$here/guest/gate.sh" "$file" "$tmp/rows" x86_64 "$flags" "$@" \
		>"$tmp/out" 2>&1
}

green() { # NAME FLAGS OPTION...; /proc/crypto on stdin
	local name=$1
	shift
	cat >"$tmp/crypto"
	if gate "$tmp/crypto" "$@"; then
		ktap_ok "gate passes: $name"
	else
		ktap_fail "gate passes: $name"
		sed 's/^/# /' "$tmp/out"
	fi
}

red() { # NAME WORDS [OPTION]; /proc/crypto on stdin
	cat >"$tmp/crypto"
	if gate "$tmp/crypto" "fpu aes avx${flag:-}" "${3:-aria}"; then
		ktap_fail "gate fails: $1"
	elif grep -q -- "$2" "$tmp/out"; then
		ktap_ok "gate fails: $1"
	else
		ktap_fail "gate fails: $1 (for another reason)"
		sed 's/^/# /' "$tmp/out"
	fi
}

green "what the table promises" "fpu aes avx" aria < <(good)
green "no wide row on a narrow CPU" "fpu aes" aria < <(good | sed 1,9d)
green "isa=generic" "fpu aes avx" aria:generic < <(good | sed 1,9d)
red "a driver too few" 'registered 0 times' < <(good | sed 1,9d)
red "the same driver twice" 'registered 2 times' < <(good; good | head -n 9)
red "a larval entry" larval < <(good | sed '8s/skcipher/larval/')
red "a self-test that did not pass" 'selftest unknown' \
	< <(good | sed '6s/passed/unknown/')
red "a wrong priority" 'priority 100 instead of 700' \
	< <(good | sed '4s/700/100/')
red "another module under our name" 'belongs to module' \
	< <(good | sed '3s/widecrypt_aria/aria_x86/')
red "a driver that the table does not know" 'not in the table' \
	< <(good; entry 'cfb(aria)' cfb-aria-widecrypt-odd widecrypt_aria 150 passed skcipher)
red "an empty list" 'registered 0 times' </dev/null

flag=" avx512f"
green "512-bit registers" "fpu aes avx$flag" aria < <(zmm 800)
green "512-bit registers that cost clock" "fpu aes avx$flag" aria < <(zmm 699)
green "the same, isa= names them" "fpu aes avx$flag" aria:widest < <(zmm 800)
red "priorities for no kind of CPU" '698 instead of 699' < <(zmm 698)
red "both kinds of CPU" '800 instead of 699' < <(zmm 699
	entry 'ctr(aria)' ctr-aria-widecrypt-widest widecrypt_aria 800 passed skcipher)
red "isa= names them in vain" '699 instead of 800' aria:widest < <(zmm 699)
export PREFER=ymm
green "PREFER=ymm" "fpu aes avx$flag" aria < <(zmm 699)
red "PREFER=ymm, but on top" '800 instead of 699' < <(zmm 800)
PREFER=zmm
green "PREFER=zmm" "fpu aes avx$flag" aria < <(zmm 800)
red "PREFER=zmm, but below" '699 instead of 800' < <(zmm 699)
[ "$failed" = 0 ]
