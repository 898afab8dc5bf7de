# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The control of `make check-debug`: modules broken on purpose (faults.txt). The
# kernel's long self-tests must refuse every driver of a broken row.
# shellcheck source=selftests/vm/guest/lib.sh
. /test/lib.sh
export OWN_CIPHER_NAMES=1

modprobe -a aria_generic sm4_generic widecrypt_aria widecrypt_sm4 2>/dev/null
modprobe widecrypt_gcm 2>/dev/null

# Drivers that match PATTERN: in the list, or failed and named by the log.
matching() { # PATTERN
	local d
	{ our_drivers
	  dmesg | sed -n 's/.*alg: .*[ :]\([^ ]*-widecrypt-[^ ]*\) .*fail.*/\1/p'
	} | sort -u | while read -r d; do
		# shellcheck disable=SC2254 # it is a pattern
		case $d in $1) echo "$d" ;; esac
	done
}

refused_drivers() { # PATTERN: all that match did not pass, and there are some
	awk -v FS=' *: *' '
		/^driver/ { driver = $2 }
		/^selftest/ { print driver, $2 }' /proc/crypto |
		grep -v '(' >all
	n=0
	while read -r d test; do
		# shellcheck disable=SC2254 # it is a pattern
		case $d in $1) ;; *) continue ;; esac
		# names that the kernel has no vectors for: our sweep judges them
		! dmesg | grep -qF "No test for ${d%%-*}" ||
			! dmesg | grep -qF "($d)" || continue
		n=$((n + 1))
		[ "$test" != passed ] || {
			echo "$d: passed"
			return 1
		}
	done <all
	# one that failed may be gone from the list; the log names it
	while read -r d; do
		# shellcheck disable=SC2254
		case $d in $1) n=$((n + 1)) ;; esac
	done < <(dmesg | sed -n 's/.*alg: .*: \([^ ]*-widecrypt-[^ ]*\) .*fail.*/\1/p')
	[ $n != 0 ]
}

while IFS=$'\t' read -r file drivers _; do
	case $file in ''|'#'*) continue ;; esac
	! faults_elsewhere "$file" || continue
	case $drivers in
	*gcm-aes-widecrypt-generic)
		if loaded widecrypt_gcm; then rmmod widecrypt_gcm; fi
		modprobe widecrypt_gcm isa=generic 2>/dev/null
		;;
	esac
	if [ -z "$(matching "$drivers")" ] && ! has_row "$drivers"; then
		skip "the self-tests refuse a fault in $drivers" \
			"no such driver on this CPU"
		continue
	fi
	if ! test_it "the self-tests refuse a fault in $drivers" \
		refused_drivers "$drivers"; then
		dmesg | grep 'alg: ' | tail -n 4 | sed 's/^/# /'
	fi
done </test/faults.txt
