# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # CACHE, WORK: ../vm/lib.sh
#
# Sourced after ../vm/lib.sh by those who work in the roots of root.sh. A root is
# never written to: what is done in it stays in overlays.

# own_mounts NAME ARGUMENT...: start anew as root with mounts that go away with
# the process; a folder for them is in $tmp
own_mounts() {
	local name=$1
	shift
	if [ "$(id -u)" != 0 ]; then
		ktap_start
		ktap_skip "$name" "chroots and overlays need root"
		ktap_finish
		exit 0
	fi
	[ -n "${WIDECRYPT_MOUNTS:-}" ] ||
		WIDECRYPT_MOUNTS=own exec unshare --mount "$0" "$@"
	mkdir -p "$WORK" && tmp=$(mktemp -d "$WORK/$name.XXXXXX") ||
		die "cannot write $WORK"
	trap 'umount -R "$tmp"/root* 2>/dev/null
		rm -rf --one-file-system "$tmp"' EXIT
}

# overlay LOWER UPPER ROOT: LOWER with the changes in UPPER, at the folder ROOT;
# LOWER may be several, the first on top
overlay() {
	mkdir -p "$2" "$2.work" "$3"
	mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$2.work" \
		"$3" && mount -t proc proc "$3/proc" || die "cannot mount $3"
}

in_root() { # COMMAND...: in $root
	timeout -k 5 1800 chroot "$root" env -i LC_ALL=C.UTF-8 HOME=/root \
		PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
		DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

# layer NAME BASE COMMAND...: a folder in the cache, over the root BASE, with what
# COMMAND adds in it. Made once; its path is in $layer.
layer() {
	local name=$1 base=$2 root=$tmp/root-layer log
	shift 2
	layer=$CACHE/layer-$name-$( { cat "$base/complete"; declare -f "$1"; } |
		sha256sum | cut -c1-12)
	exec 8>"$CACHE/layer-$name.lock"
	flock -w 3600 8 || die "another run holds $CACHE/layer-$name.lock"
	if [ -e "$layer.complete" ]; then
		exec 8>&-
		return
	fi
	log=$layer.log
	note "adding to $base (once): $layer ..."
	rm -rf "$layer" "$layer.work"
	overlay "$base" "$layer" "$root"
	"$@" >"$log" 2>&1 8>&- || {
		tail -n 15 "$log"
		umount -R "$root"
		die "cannot make the layer $name ($log)"
	}
	in_root apt-get clean
	umount -R "$root"
	rm -rf "$layer.work"
	touch "$layer.complete"
	exec 8>&-
}

# All of the sources, as a clone has them
clone_to() { # DEST
	mkdir -p "$1"
	( cd "$tree" && git ls-files -z --cached --others --exclude-standard |
		xargs -0 tar cf - ) | tar xf - -C "$1"
}
