# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# A job of `make check-clients`: what README.md tells operators to type, typed as
# it stands there, but for the name of the disk. (`make` is checked elsewhere.)
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
# shellcheck source=selftests/vm/guest/dm.sh
. /test/dm.sh

# argon2's threads want libgcc
export LD_LIBRARY_PATH=/test
mkdir -p /etc/modprobe.d
cat /test/widecrypt-status /test/rows.txt >/usr/bin/widecrypt-status
chmod 755 /usr/bin/widecrypt-status
printf '#!/bin/bash\n[ "$1" = make ] || exec "$@"\n' >/usr/bin/sudo
chmod 755 /usr/bin/sudo
modprobe -a loop dm_crypt ext4 esp4 xfrm_user authenc echainiv seqiv aesni_intel

# The indented lines of a section; where they begin with "$ ", what follows that.
commands() { # HEADING
	awk -v want="$1" '
		/^##/ { sub(/^#+ /, ""); on = $0 == want; next }
		!on || !/^    / { block = 0; next }
		{ sub(/^    /, "") }
		!block { block = 1; shown = /^\$ / }
		!shown { print }
		shown && sub(/^\$ /, "") { print }' /test/README.md
}

# The words in backquotes that begin with START
inline() { # HEADING START
	awk -v want="$1" '/^##/ { sub(/^#+ /, ""); on = $0 == want } on' \
		/test/README.md | grep -oE '`[^`]+`' | tr -d '`' | grep "^$2"
}

type_it() { # COMMANDS: each must succeed
	[ -n "$1" ] || { echo "README.md has no such commands"; return 1; }
	printf '%s\n' "$1" | sed 's/^/# $ /'
	printf '%s\n' "$1" >typed.sh
	bash -e -o pipefail typed.sh
}

which_driver_runs() {
	modprobe widecrypt_gcm
	type_it "$(commands 'Which driver runs' | sed -n 1p)" &&
	! loaded widecrypt_sm4 &&
	type_it "$(commands 'Which driver runs' | tail -n +2)" &&
	our_drivers | grep -q -- '-sm4-widecrypt-aesni-avx$' &&
	! our_drivers | grep -- '-sm4-widecrypt-aesni-avx2' &&
	rmmod widecrypt_sm4 && modprobe sm4 &&
	! our_drivers | grep -- '-sm4-widecrypt-aesni-avx2' &&
	rm /etc/modprobe.d/widecrypt.conf && rmmod widecrypt_sm4
}

# cryptsetup reads the passphrase twice: to format and to open.
dm_crypt() {
	local text before
	modprobe -a aria sm4
	new_disk 40 || return 1
	before=$(refs "$(driver_for xts aria)")
	text=$(commands dm-crypt | sed "s|/dev/sdX|$loop|")
	type_it "$text" <<<$'a passphrase\na passphrase' || return 1
	dmsetup table secret | grep -q 'crypt aria-xts-plain64' &&
	in_use "$(driver_for xts aria)" "$before" &&
	mkdir -p /mnt && mount -t ext4 /dev/mapper/secret /mnt && umount /mnt &&
	cryptsetup close secret || return 1
	drop_disk
}

# And the other ciphers that the section names
# shellcheck disable=SC2046 # words
dm_crypt_others() {
	local cipher bits n=0
	make_file 1
	modprobe -a essiv dm_integrity widecrypt_gcm
	while read -r cipher bits; do
		say "$cipher, $bits bits"
		new_disk 24 && luks_format "$loop" "$cipher" "$bits" &&
			open_luks "$loop" &&
			cryptsetup close volume || return 1
		drop_disk
		n=$((n + 1))
	done < <(grep '^Also `sm4-xts-plain64`' /test/README.md | tr ',' '\n' |
		sed -n 's/`--key-size \([0-9]*\)`/\1/
			s/.*\(`[a-z0-9:()-]*` ([0-9]*)\).*/\1/p' |
		sed 's/` (/ /; s/)$//; s/`//g')
	[ $n = 3 ] || { echo "$n ciphers"; return 1; }
	new_disk 24 || return 1
	cryptsetup luksFormat -q --key-file key --pbkdf pbkdf2 \
		--pbkdf-force-iterations 1000 --luks2-keyslots-size 512k \
		$(inline dm-crypt '--cipher aes-gcm') "$loop" &&
	$(inline dm-crypt 'cryptsetup open') --key-file key "$loop" volume &&
	dmsetup table volume | grep 'capi:gcm(aes)-random' || return 1
	close_volume
	drop_disk
}

ipsec() {
	local text sm4 before
	modprobe -r widecrypt_gcm
	text=$(commands IPsec)
	sm4=$(inline IPsec "enc 'cbc(sm4)'")
	[ -n "$sm4" ] || return 1
	type_it "$text" && ip xfrm policy | grep -q '10.2.0.0/24' &&
	in_use "$(driver_for rfc4106 aes)" 1 &&
	before=$(refs "$(driver_for cbc sm4)") &&
	type_it "$(printf '%s\n' "$text" | sed -n '/state add/,/aead/p' |
		sed "s/aead .*/$sm4/; s/0x1001/0x1002/")" &&
	in_use "$(driver_for cbc sm4)" "$before" || return 1
	ip xfrm state
	ip xfrm state flush
	ip xfrm policy flush
}

ktls() {
	type_it "$(inline kTLS modprobe)" &&
	type_it "$(inline kTLS cat)" && grep TlsDecryptError /proc/net/tls_stat
}

af_alg() {
	modprobe -r widecrypt_sm4 algif_skcipher
	head -c 100000 /dev/urandom >plain
	type_it "$(commands AF_ALG)" && loaded widecrypt_sm4 &&
	[ "$(wc -c <cipher)" -ge 100000 ] && ! cmp -s plain cipher
}

removing() {
	modprobe -a aria sm4 widecrypt_gcm
	type_it "$(commands 'Removing it')" && ! grep widecrypt /proc/modules
}

upgrading() {
	type_it "$(commands Upgrading)" && loaded widecrypt_aria &&
		loaded widecrypt_sm4 && loaded widecrypt_gcm
}

if gcm_row >/dev/null; then
	test_it "README.md: Which driver runs" which_driver_runs
	test_it "README.md: dm-crypt" dm_crypt
	test_it "README.md: dm-crypt, the other ciphers" dm_crypt_others
	test_it "README.md: IPsec" ipsec
	test_it "README.md: kTLS" ktls
	test_it "README.md: AF_ALG" af_alg
	test_it "README.md: Upgrading" upgrading
	test_it "README.md: Removing it" removing
else
	skip "README.md" "no row of AES-GCM for this CPU"
fi
check_log
