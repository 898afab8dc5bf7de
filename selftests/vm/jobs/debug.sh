# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The job of `make check-debug`: beside the ARIA, SM4 and AES-GCM of the kernel
# itself, with its long self-tests: loaded before and after them, chosen by
# priority, compared, unloaded in any order.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
export OWN_CIPHER_NAMES=1
modprobe -a algif_skcipher algif_aead

ours="widecrypt_aria widecrypt_sm4 widecrypt_gcm"
generics="aria_generic sm4_generic"
# the last first when they unload: one needs another
vectors_of_kernel="aesni_intel ghash_clmulni_intel aria_aesni_avx_x86_64
	sm4_aesni_avx_x86_64 sm4_aesni_avx2_x86_64"
unload_kernel=$(printf "%s\n" "$vectors_of_kernel" | tr -s " \t" "\n" | tac)
gcm=aes
rows_of aes | grep -vqx generic || gcm=aes:generic

# load MODULE...: each within a minute, self-tests included
load() {
	local m start arg
	for m; do
		arg=''
		[ "$m $gcm" != "widecrypt_gcm aes:generic" ] || arg=isa=generic
		start=$(cut -d. -f1 /proc/uptime)
		# shellcheck disable=SC2086 # no or one word
		if ! timeout 60 modprobe "$m" $arg; then
			echo "$m does not load within 60 seconds"
			return 1
		fi
		echo "$m: $(($(cut -d. -f1 /proc/uptime) - start)) s"
	done >/tmp/load.log 2>&1
	cat /tmp/load.log
	sed 's/^/# /' /tmp/load.log >&3
}
exec 3>&1

unload() {
	local m
	for m; do
		if loaded "$m"; then rmmod "$m" || return 1; fi
	done
}

best_of() { # ALGORITHM: DRIVER PRIORITY REFCNT of the one with most priority
	awk -v FS=' *: *' -v want="$1" '
		/^name/ { name = $2 }
		/^driver/ { driver = $2 }
		/^priority/ { prio = $2 }
		/^refcnt/ && name == want && prio + 0 > best + 0 {
			best = prio; d = driver; r = $2
		}
		END { print d, best, r }' /proc/crypto
}

# The best driver is the one a user gets, and it is ours where we have a vector
# row; at the least it is no template.
chosen() { # CIPHER
	local m best d before after modes="ecb cbc ctr cfb gcm"
	[ "$1" != aes ] || modes=gcm
	for m in $modes; do
		read -r d best before < <(best_of "$m($1)")
		hold "$m($1)" || return 1
		read -r _ _ after < <(best_of "$m($1)")
		let_go
		echo "$m($1): $d, priority $best, in use $before -> $after"
		[ "$after" -gt "$before" ] || return 1
		case $d in
		*'('*) return 1 ;;
		*widecrypt*) ;;
		*) ! has_mode "$1" "$m" || return 1 ;;
		esac
	done
}

has_mode() { # CIPHER MODE: is there a vector row of ours for it on this CPU
	local row
	for row in $(rows_of "$1" | grep -vx generic); do
		grep -E "^$1 $row " /test/rows.txt | cut -d' ' -f4 |
			tr ',' '\n' | grep -qx "$2" && return 0
	done
	return 1
}

no_skip() { # /tmp/dmesg.txt has what try_all took out of the log
	! { cat /tmp/dmesg.txt; dmesg; } | grep -E 'skipping comparison.*widecrypt'
}

say "CPU: $(for f in aes pclmulqdq avx avx2 vaes gfni avx512f; do
	has_flag $f && echo $f; done | tr '\n' ' ')"

# shellcheck disable=SC2086,SC2046 # lists
{
test_it "the kernel's own drivers load" load $generics $vectors_of_kernel
test_it "ours load after them" load $ours
test_it "gate: every driver of ours, by the long self-tests" \
	gate aria sm4 $gcm
for c in aria sm4 aes; do
	test_it "the driver with the highest priority is used: $c" chosen $c
	sed 's/^/# /' /tmp/test_it.log
done
try_all $(our_drivers) 'ecb(aria-widecrypt-generic)' \
	'ecb(sm4-widecrypt-generic)'
test_it "ours unload before the kernel's" unload $ours
test_it "then the kernel's" unload $unload_kernel $generics

test_it "ours load first" load $ours
test_it "they brought the kernel's references for their self-tests" \
	eval "loaded aria_generic && loaded sm4_generic"
test_it "gate: every driver of ours" gate aria sm4 $gcm
test_it "the kernel's load after them" load $vectors_of_kernel
test_it "the kernel's unload first" unload $unload_kernel $generics
test_it "ours after them" unload $ours

# and mixed: theirs, ours, theirs; out in the order they came
set -- aria_generic widecrypt_sm4 aria_aesni_avx_x86_64 widecrypt_aria \
	sm4_generic widecrypt_gcm sm4_aesni_avx_x86_64
test_it "mixed loading" load "$@"
test_it "gate: every driver of ours, mixed" gate aria sm4 $gcm
test_it "unloading in the order of loading" \
	unload widecrypt_sm4 widecrypt_aria aria_aesni_avx_x86_64 aria_generic \
	widecrypt_gcm sm4_aesni_avx2_x86_64 sm4_aesni_avx_x86_64 sm4_generic
}
test_it "nothing of ours is left registered" \
	sh -c '! grep widecrypt /proc/crypto'
test_it "no comparison with the reference was skipped" no_skip
check_log
