# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The control of `make check-vm`: modules broken on purpose (faults.txt), in a
# kernel whose own self-tests are switched off. The length sweep must find out
# every driver of a broken row; one that looks right fails the control.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh

modprobe -a algif_skcipher algif_aead aria sm4
: >/tmp/looked.at

control() { # PATTERN
	local d red='' green='' by_vectors=0 rc
	# AES-GCM in portable C is registered only when it is asked for.
	if loaded widecrypt_gcm; then rmmod widecrypt_gcm; fi
	case $1 in
	*gcm-aes-widecrypt-generic) modprobe widecrypt_gcm isa=generic ;;
	*gcm-aes-*) modprobe widecrypt_gcm ;;
	esac
	for d in $(our_drivers); do
		# shellcheck disable=SC2254 # it is a pattern
		case $d in $1) ;; *) continue ;; esac
		case $d in aria-*|sm4-*) continue ;; esac
		echo "$d" >>/tmp/looked.at
		timeout 120 /test/afsweep -n 1100 "$d" >/tmp/sweep.log 2>&1
		rc=$?
		# red means that a compared byte was wrong, not just any error
		if [ $rc = 1 ] && grep -q '^not ok .* bad$' /tmp/sweep.log &&
		   grep -q 'differs at byte' /tmp/sweep.log; then
			red="$red $d"
			say "$(grep -m 1 'differs at byte' /tmp/sweep.log |
				cut -c3-)"
		else
			green="$green $d"
		fi
		timeout 120 /test/afvec "$d" /test/*.tsv >/tmp/vec.log 2>&1
		! grep -q '^not ok .*bad [1-9]' /tmp/vec.log ||
			by_vectors=$((by_vectors + 1))
	done
	if [ -z "$red$green" ] && has_row "$1"; then
		fail "a fault in $1 is found out: no such driver, but it must be there"
	elif [ -z "$red$green" ]; then
		skip "a fault in $1 is found out" "no such driver on this CPU"
	elif [ -z "$green" ]; then
		ok "a fault in $1 is found out ($(echo "$red" | wc -w) drivers;" \
			"by vectors alone: $by_vectors)"
	else
		fail "a fault in $1 is found out, but these look right:$green"
	fi
}

while IFS=$'\t' read -r file drivers _; do
	case $file in ''|'#'*) continue ;; esac
	! faults_elsewhere "$file" || continue
	control "$drivers"
done </test/faults.txt
[ -s /tmp/looked.at ] || fail "there is a broken driver to look at"
