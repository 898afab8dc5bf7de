# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: AF_ALG by the kcapi tools, compared with
# OpenSSL, and by stress-ng. Vectors and sweeps are in check.sh.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh

modprobe -a algif_skcipher algif_aead algif_hash algif_rng
test_it "modprobe -a aria sm4" modprobe -a aria sm4
! gcm_row >/dev/null || test_it "modprobe widecrypt_gcm" modprobe widecrypt_gcm

head -c 200000 /dev/urandom >text
head -c 16 /dev/urandom >key
key_hex=$(od -An -v -t x1 key | tr -d ' \n')
iv_hex=000102030405060708090a0b0c0d0e0f

kcapi() { # -e|-d ALGORITHM IN OUT OPTION...
	local way=$1 alg=$2 in=$3 out=$4
	shift 4
	kcapi-enc "$way" -q -c "$alg" -i "$in" -o "$out" --keyfd 5 "$@" 5<key
}

# MODE CIPHER, the driver is seen while it works.
skcipher() {
	local driver before seen
	driver=$(driver_for "$1" "$2")
	before=$(refs "$driver")
	rm -f cipher plain
	seen=$(watch_refs "$driver" kcapi -e "$1($2)" text cipher --iv "$iv_hex")
	say "$driver: refcnt ${before:-none} -> $seen"
	[ "$seen" -gt "${before:-0}" ] &&
	openssl enc "-$3" -K "$key_hex" -iv "$iv_hex" -in text -out want \
		-nopad && cmp want cipher &&
	kcapi -d "$1($2)" cipher plain --iv "$iv_hex" --nounpad &&
	cmp text plain
}

# Run COMMAND five times, print the highest count of DRIVER meanwhile.
watch_refs() { # DRIVER COMMAND...
	local most=0 n pid driver=$1
	shift
	for _ in 1 2 3 4 5; do "$@"; done >watched.log 2>&1 &
	pid=$!
	while kill -0 $pid 2>/dev/null; do
		n=$(refs "$driver")
		[ "${n:-0}" -le "$most" ] || most=$n
	done
	wait $pid || cat watched.log >&2
	echo "$most"
}

# Whole blocks for all, so that nobody pads.
for c in aria sm4; do
	name=$c
	[ $c = sm4 ] || name=aria-128
	for m in cbc ctr cfb; do
		test_it "kcapi-enc $m($c) as an independent implementation has it" \
			skcipher $m $c $name-$m
	done
done

# GCM is counter mode from block 2 on; the tool itself checks the tag.
aead() { # CIPHER OPENSSL-NAME
	local driver before seen
	driver=$(driver_for gcm "$1")
	before=$(refs "$driver")
	rm -f cipher plain
	seen=$(watch_refs "$driver" kcapi -e "gcm($1)" text cipher \
		--iv "${iv_hex:0:24}" --aad 00112233445566778899 --taglen 16)
	say "$driver: refcnt ${before:-none} -> $seen"
	[ "$seen" -gt "${before:-0}" ] &&
	openssl enc "-$2-ctr" -K "$key_hex" -iv "${iv_hex:0:24}00000002" \
		-in text -out want &&
	# the tool's output is AAD, ciphertext, tag
	tail -c +11 cipher | head -c 200000 >crypt && cmp want crypt &&
	kcapi -d "gcm($1)" crypt plain --iv "${iv_hex:0:24}" \
		--aad 00112233445566778899 --tag "$(tag_of cipher)" &&
	tail -c +11 plain | cmp text -
}

tag_of() { tail -c 16 "$1" | od -An -v -t x1 | tr -d ' \n'; }

test_it "kcapi-enc gcm(aria) as an independent implementation has it" \
	aead aria aria-128
test_it "kcapi-enc gcm(sm4) as an independent implementation has it" \
	aead sm4 sm4
if gcm_row >/dev/null; then
	test_it "kcapi-enc gcm(aes) as an independent implementation has it" \
		aead aes aes-128
else
	skip "kcapi-enc gcm(aes)" "no row of AES-GCM for this CPU"
fi

# stress-ng takes the names that it finds in /proc/crypto and compares what was
# decrypted with what it was. The kernel's function tracer tells which of our
# routines it called: each mode of the fastest row, both ways.
stress() {
	local t=/sys/kernel/tracing pid rc c m f way row count=0 missing=''
	[ -e $t/trace_pipe ] || mount -t tracefs none $t || return 1
	for m in aria sm4 gcm; do
		for way in encrypt decrypt setkey; do
			echo "*_$way:mod:widecrypt_$m" >>$t/set_ftrace_filter
		done
	done 2>/dev/null
	echo function >$t/current_tracer || return 1
	cat $t/trace_pipe >calls &
	pid=$!
	timeout 400 stress-ng --af-alg 2 --af-alg-ops 3000 --verify \
		--metrics-brief >stress.log 2>&1
	rc=$?
	kill $pid
	echo nop >$t/current_tracer
	echo >$t/set_ftrace_filter
	cat stress.log
	sed -n 's/^[^:]*: *\([a-z0-9_]*_\([a-z]*crypt\|setkey\)\) .*/\1/p' calls |
		sort | uniq -c >counts
	for c in aria sm4; do
		row=$(rows_of $c | tail -n 1)
		for m in ecb cbc ctr cfb xts; do
			for way in encrypt decrypt; do
				f=${c}_${row//-/_}_${m}_$way
				count=$((count + 1))
				grep -q " $f$" counts || missing="$missing $f"
			done
		done
	done
	say "stress-ng: $(wc -l <calls) calls, of $count routines not called:" \
		"${missing:-none}; of AEADs: $(grep '_gcm_\|_rfc4106_' counts |
			tr -s ' \n' ' ')"
	[ $rc = 0 ] && ! grep -i 'fail' stress.log && [ -z "$missing" ]
}
test_it "stress-ng --af-alg runs on each of our skciphers" stress
[ ! -e counts ] || grep -q '_gcm_\|_rfc4106_' counts ||
	skip "stress-ng --af-alg runs on our AEADs" "it sets no key for AEADs"
test_it "the modules unload" unload_all
check_log
