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

# A line of a guest: results are numbered anew, notes pass, the rest does not.
ktap_take() {
	local line=$1 text

	case $line in
	"ok "*|"not ok "*)
		text=${line#not }
		text=${text#ok }
		text=${text#"${text%%[!0-9]*}"}
		text=${text# }
		text=${text#- }
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

update_sources() { # FROM TO: only what differs, so that make does little
	( cd "$1" && find . -type f ) | while read -r f; do
		cmp -s "$1/$f" "$2/$f" && continue
		mkdir -p "$2/${f%/*}"
		cp "$1/$f" "$2/$f"
	done
}
