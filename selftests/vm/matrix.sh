#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# matrix.sh [KERNEL...]: the same sources for each stock kernel that Debian 12 and
# 13 have: built there without a word, loaded and tested in it (jobs/matrix.sh).
# KERNEL is 6.1, 6.12 or 7.3. KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"
[ $# != 0 ] || set -- 6.1 6.12 7.3

if [ "$(id -u)" != 0 ]; then
	ktap_start
	ktap_skip "check-matrix" "chroots and overlays need root"
	ktap_finish
	exit 0
fi
# Mounts go away with the namespace, however this ends.
[ -n "${WIDECRYPT_MOUNTS:-}" ] ||
	WIDECRYPT_MOUNTS=own exec unshare --mount "$0" "$@"
mkdir -p "$WORK" || die "cannot write $WORK"
tmp=$(mktemp -d "$WORK/matrix.XXXXXX") || die "cannot write $WORK"
trap 'umount -R "$tmp"/*/root 2>/dev/null; rm -rf --one-file-system "$tmp"' EXIT

# The suite that has the kernel's headers, and which of the root's two they are
where() {
	case $1 in
	6.1) echo bookworm new ;;
	6.12) echo trixie old ;;
	7.3) echo trixie new ;;
	*) die "no kernel $1 here: 6.1, 6.12, 7.3" ;;
	esac
}

# build RELEASE BASE DEST: in a root of the suite, with its compiler and headers
build() {
	local release=$1 base=$2 dest=$3 dir=$tmp/$1 root=$tmp/$1/root m rc
	mkdir -p "$root" "$dir/upper" "$dir/work" "$dest"
	mount -t overlay overlay -o "lowerdir=$base,upperdir=$dir/upper" \
		-o "workdir=$dir/work" "$root" || return 1
	mount -t proc proc "$root/proc" || return 1
	mkdir "$root/src"
	copy_sources "$root/src"
	# the headers of release.new are packages still
	[ -d "$root/usr/src/linux-headers-$release" ] ||
		for m in "$root"/debs/*.deb; do
			chroot "$root" dpkg -x "/debs/${m##*/}" / || return 1
		done
	timeout -k 5 1200 nice chroot "$root" env -i LC_ALL=C.UTF-8 \
		PATH=/usr/sbin:/usr/bin:/sbin:/bin make -C /src W=1 \
		KDIR="/usr/src/linux-headers-$release" -j"$(nproc)" tools \
		>"$dest/build.log" 2>&1 </dev/null
	rc=$?
	rm -f "$dest"/*.ko
	[ $rc != 0 ] || for m in $(modules_in "$root/src"); do
		cp "$m" "$dest/"
	done
	umount -R "$root"
	return $rc
}

one_kernel() {
	local suite which base release dest
	read -r suite which < <(where "$1")
	base=$("$tree/selftests/dkms/root.sh" "$suite" | tail -n 1)
	[ -e "$base/complete" ] || {
		ktap_fail "$1: a root with its headers"
		return
	}
	release=$(cat "$base/release.$which")
	dest=$WORK/matrix-$1
	if build "$release" "$base" "$dest"; then
		ktap_ok "$release: the sources build"
	else
		ktap_fail "$release: the sources build"
		grep -i -e error -e warning "$dest/build.log" | head -n 20
		return
	fi
	if grep -i -e 'warning' "$dest/build.log"; then
		ktap_fail "$release: compiler, objtool and modpost are silent, W=1"
	else
		ktap_ok "$release: compiler, objtool and modpost are silent, W=1"
	fi
	if [ "$(module_release "$dest")" != "$release" ]; then
		ktap_fail "$release: the modules are for it"
		return
	fi
	KERNEL=$("$here/fetch.sh" "$release" "$base" | tail -n 1)
	[ -n "$KERNEL" ] || {
		ktap_fail "$release: the stock kernel"
		return
	}
	run_job "$dest" matrix -t 3000 -q 700 -a "panic_on_warn=1"
}

ktap_start
build_clients
for k; do
	one_kernel "$k"
done
ktap_finish
