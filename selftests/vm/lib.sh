# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Sourced by the scripts here: folders, messages, KTAP.

# shellcheck disable=SC2034 # used by those who source this
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$here/../.." && pwd)

# Kernels, base images and built clients stay here from run to run.
CACHE=${WIDECRYPT_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/widecrypt}
# What belongs to this tree alone: clients, overlays, logs.
WORK=$CACHE/vm-$(printf %s "$tree" | cksum | cut -d' ' -f1)

# The big files of these packages are of no use to a non-Debian host.
PATH=$PATH:/usr/sbin:/sbin

note() { echo "# $*"; }

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

passed=0 failed=0 skipped=0

ktap_start() { echo "KTAP version 1"; }

ktap_count() { echo $((passed + failed + skipped)); }

ktap_ok() {
	passed=$((passed + 1))
	echo "ok $(ktap_count) $*"
}

ktap_fail() {
	failed=$((failed + 1))
	echo "not ok $(ktap_count) $*"
}

ktap_skip() { # NAME REASON
	skipped=$((skipped + 1))
	echo "ok $(ktap_count) $1 # SKIP $2"
}

# A line of a guest: results are numbered anew, with $tag before their names if
# it is set; notes pass, the rest does not.
ktap_take() {
	local line=$1 text

	case $line in
	"ok "*|"not ok "*)
		text=${line#not }
		text=${text#ok }
		text=${text#"${text%%[!0-9]*}"}
		text=${text# }
		text=${tag:+$tag: }${text#- }
		if [ "${line%% *}" = not ]; then
			ktap_fail "$text"
		elif [[ $text == *"# SKIP "* ]]; then
			ktap_skip "${text%% # SKIP *}" "${text#*# SKIP }"
		else
			ktap_ok "$text"
		fi
		;;
	"# "*)
		echo "$line"
		;;
	esac
}

# ktap_of NAME COMMAND...: of one that prints KTAP itself; it must have results and
# end with 0.
ktap_of() {
	local line rc=1 before name=${tag:+$tag: }$1
	shift
	before=$(ktap_count)
	while IFS= read -r line; do
		case $line in
		"end of command "*) rc=${line##* } ;;
		*) ktap_take "$line" ;;
		esac
	done < <("$@" 2>&1; echo "end of command $?")
	if [ "$rc" = 0 ] && [ "$(ktap_count)" != "$before" ]; then
		ktap_ok "$name ran to its end"
	else
		ktap_fail "$name ran to its end ($rc)"
	fi
}

# The last line of every script; the return value is the exit status.
ktap_finish() {
	echo "1..$(ktap_count)"
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
}

# The modules of ours below $1: side by side, or where a build leaves them.
modules_in() {
	local f
	for f in "$1"/widecrypt_*.ko "$1"/{aria,sm4,gcm}/widecrypt_*.ko \
		"$1"/selftests/kmod/widecrypt_*.ko; do
		[ ! -e "$f" ] || echo "$f"
	done
}

# The kernel release they were built for.
module_release() {
	local ko

	ko=$(modules_in "$1" | head -n 1)
	[ -n "$ko" ] || return 1
	modinfo -F vermagic "$ko" | cut -d' ' -f1
}

copy_sources() { # DEST: what the modules are built from
	( cd "$tree" && find Kbuild Kconfig Makefile aria sm4 gcm include \
		selftests/kmod tcrypt -name '*.mod.c' -prune -o -type f \
		\( -name '*.[chS]' -o -name 'K*' -o -name Makefile \) -print0 2>/dev/null |
		xargs -0 cp --parents -t "$1" ) || die "cannot copy the sources"
}

# build_copy DEST KDIR TARGET: of the sources, with what stayed the same kept
build_copy() {
	local dest=$1 fresh
	fresh=$(mktemp -d "$dest.XXXXXX") || die "cannot write $dest.*"
	copy_sources "$fresh"
	mkdir -p "$dest"
	update_sources "$fresh" "$dest"
	rm -rf "$fresh"
	find "$dest" -name '*.o' -delete -o -name '*.ko' -delete
	timeout 1800 make -C "$dest" KDIR="$2" "$3" \
		>"$dest/build.log" 2>&1 </dev/null && return
	tail -n 15 "$dest/build.log"
	return 1
}

# One flipped constant for each row
faults=$tree/selftests/vm/faults.txt

plant_faults() { # DEST: into the sources there
	local file drivers expression changed n
	# shellcheck disable=SC2094 # faults.txt is only read
	while IFS=$'\t' read -r file drivers expression; do
		case $file in ''|'#'*) continue ;; esac
		sed -i "$expression" "$1/$file" || die "fault in $file: bad sed"
		changed=$(diff "$tree/$file" "$1/$file" | grep -c '^>')
		# shellcheck disable=SC2094
		n=$(awk -F'\t' -v f="$file" '$1 == f' "$faults" | wc -l)
		# several faults may share a file: each adds one line
		if [ "$changed" = 0 ] || [ "$changed" -gt "$n" ]; then
			die "fault for $drivers: \"$expression\" changes $changed lines" \
			    "of $file, not one"
		fi
	done <"$faults"
}

update_sources() { # FROM TO: only what differs, so that make does little
	( cd "$1" && find . -type f ) | while read -r f; do
		cmp -s "$1/$f" "$2/$f" && continue
		mkdir -p "$2/${f%/*}"
		cp "$1/$f" "$2/$f"
	done
}
