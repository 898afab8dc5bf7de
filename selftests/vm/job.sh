# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # here, tree: lib.sh
#
# Sourced by those who run jobs in guests, after lib.sh.

vectors=("$tree"/selftests/vectors/{standards,published}.tsv)
more=${WIDECRYPT_VECTORS:-$tree/../shared/vectors}/more.tsv
[ ! -r "$more" ] || vectors+=("$more")

build_clients() {
	bin=$WORK/bin${ARCH:+-$ARCH}
	mkdir -p "$WORK" || die "cannot write $WORK"
	# left by a run that was killed
	find "$WORK" -maxdepth 1 -name '*.cpio.*' -mmin +120 -delete
	make -s -C "$tree/selftests/afalg" O="$bin" CC="${CROSS_COMPILE:-}gcc" all ||
		die "cannot build the clients"
}

# run_job MODDIR JOB boot-options...: its lines, counted. The kernel is the stock
# one that the modules were built for, or the folder $KERNEL. The guest gets the
# host's $PROGRAMS and the files $FILES too, or the programs in the folder $USERLAND.
run_job() {
	local dir=$1 job=$2 name=${tag:+$tag: }$2 kernel image rc=1 line faults log
	local before told
	shift 2
	log=$WORK/$(tr -s ': /' '-' <<<"$name")
	faults=$dir/faults.txt
	[ -e "$faults" ] || faults=$here/faults.txt
	kernel=${KERNEL:-$("$here/fetch.sh" "$(module_release "$dir")")}
	[ -n "$kernel" ] || {
		ktap_fail "$name: stock kernel"
		return
	}
	image=$(mktemp "$WORK/$job.cpio.XXXXXX")
	# shellcheck disable=SC2086 # FILES is a list
	if ! "$here/initramfs.sh" -p "${PROGRAMS:-}" "$kernel" "$here/jobs/$job.sh" "$image" \
		"$dir" "$here"/guest/*.sh "$here/guest/bad-log.txt" \
		"$here/rows.txt" "$faults" "$tree/selftests/install/widecrypt-status" \
		"${vectors[@]}" "$bin"/{afvec,afsweep,afhold} ${FILES:-}; then
		ktap_fail "$name: initramfs"
		rm -f "$image"
		return
	fi
	note "$name: booting $(cat "$kernel/release") ($(cat "$kernel/package"))"
	before=$(ktap_count)
	while IFS= read -r line; do
		case $line in
		"end of boot "*) rc=${line##* } ;;
		*) ktap_take "$line" ;;
		esac
	done < <("$here/boot.sh" "$@" "$kernel" "$image" "$log" 2>&1
		 echo "end of boot $?")
	rm -f "$image"
	told=$(sed -n 's/^end of job 0 \([1-9][0-9]*\)$/\1/p' "$log.out")
	before=$(($(ktap_count) - before))
	# killed on purpose, it tells nothing
	[ "$job" != crash-write ] || told=$before
	if [ "$rc" = 0 ] && [ "$before" != 0 ] && [ "$told" = "$before" ]; then
		ktap_ok "$name: the guest ran to its end"
	else
		ktap_fail "$name: the guest ran to its end" \
			"(exit $rc, $before of ${told:-?} results arrived)"
	fi
}
