# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Sourced by check scripts: what the table of rows means on a CPU.
# Set before use: rows (the file), flags (as in /proc/cpuinfo).

# CIPHER ISA of every row that this CPU can run.
rows_here() {
	local cipher isa arch need f
	while read -r cipher isa arch _ _ need; do
		case $cipher in ''|'#'*) continue ;; esac
		case $arch in any|x86_64) ;; *) continue ;; esac
		[ "$need" != isa=generic ] || need=-
		if [ "$need" != - ]; then
			for f in ${need//,/ }; do
				[[ " ${flags:?} " == *" $f "* ]] || continue 2
			done
		fi
		echo "$cipher $isa"
	done <"${rows:?}"
}

module_of() { if [ "$1" = aes ]; then echo gcm; else echo "$1"; fi; }

# aims FILE: for each line "MODULE ROUTINE" (see break.sh) of what this CPU can run
# the driver that must be found wrong when ROUTINE is, and by which case:
# MODULE ROUTINE DRIVER CASE
aims() {
	local module routine rest cipher isa fn driver case all
	all=$(cat "$1")
	while read -r module routine; do
		rest=${routine#widecrypt_}
		cipher=${rest%%_*} rest=${rest#*_}
		fn=$(grep -oE '(ecb|cbc_enc|cbc_dec|ctr|cfb_enc|cfb_dec|xts_enc|xts_dec|gcm_enc|gcm_dec|gcm_enc_once|gcm_dec_once|ghash|beside)$' <<<"$rest")
		isa=${rest%_"$fn"}
		isa=${isa//_/-}
		rows_here | grep -qx "$cipher $isa" || continue
		case=lengths
		case $cipher-$fn in
		aes-ctr)
			# Rows that interleave do not go through it.
			[[ $all != *"${routine%ctr}gcm_enc"* ]] || continue
			driver=gcm-aes ;;
		aes-ecb|aes-cbc*|aes-cfb*|aes-xts*) continue ;;
		*-gcm_enc|*-gcm_dec) driver=gcm-$cipher case=lengths_cut ;;
		*-ghash) driver=gcm-$cipher case=aad_sizes ;;
		*-beside) driver=gcm-$cipher ;;
		*) driver=${fn%%_*}-$cipher ;;
		esac
		echo "$module $routine $driver-widecrypt-$isa $case"
	done <<<"$all"
}
