#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# matrix.sh [LEG...]: the same sources for each stock kernel that Debian 12 and 13
# have, built there without a word, loaded and tested in it. A leg is MACHINE/KERNEL:
# amd64/6.1 amd64/6.12 amd64/7.3 and arm64/6.1 arm64/6.12 arm64/7.3 in QEMU
# (jobs/matrix.sh), bochs/7.3 the cloud kernel on a CPU with AVX-512 and IBT
# (../bochs/check.sh short ymm). KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/../dkms
set -u
. "$(dirname "$0")/lib.sh"
. "$here/job.sh"
# shellcheck source=selftests/dkms/lib.sh
. "$tree/selftests/dkms/lib.sh"
legs=(amd64/6.1 amd64/6.12 amd64/7.3 arm64/6.1 arm64/6.12 arm64/7.3 bochs/7.3)
own_mounts check-matrix "$@"
[ $# != 0 ] || set -- "${legs[@]}"

suite_of() { # LEG
	case $1 in */6.1) echo bookworm ;; *) echo trixie ;; esac
}

release_of() { # LEG
	local base release
	base=$CACHE/root-$(suite_of "$1")
	case $1 in
	*/6.12) release=$(cat "$base/release.old") ;;
	*) release=$(cat "$base/release.new") ;;
	esac
	case $1 in
	amd64/*) echo "$release" ;;
	arm64/*) echo "${release%-amd64}-arm64" ;;
	bochs/*) echo "${release%-amd64}-cloud-amd64" ;;
	esac
}

# What the legs of a suite are built with and from, into $root
tools_for() { # SUITE
	local leg release deb
	in_root dpkg --add-architecture arm64 && in_root apt-get update -q &&
		in_root apt-get install -y -q --no-install-recommends \
			gcc-aarch64-linux-gnu || return 1
	for leg in "${legs[@]}"; do
		release=$(release_of "$leg")
		[ "$(suite_of "$leg")" = "$1" ] &&
			[ ! -e "$root/usr/src/linux-headers-$release" ] || continue
		case $leg in arm64/*) release+=:arm64 ;; esac
		in_root sh -c "cd /debs && apt-get download linux-headers-$release" ||
			return 1
	done
	# not installed: headers for arm64 would want its compiler, too
	for deb in "$root"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -x -C "$root" --keep-directory-symlink || return 1
	done
}

# build LEG RELEASE DEST: by the compiler and the headers in $root
build() {
	local leg=$1 release=$2 dest=$3 m rc cross=()
	copy_sources "$root/src"
	case $leg in
	arm64/*) cross=(ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-) ;;
	esac
	in_root make -C /src W=1 KDIR="/usr/src/linux-headers-$release" \
		"${cross[@]}" -j"$(nproc)" tools >"$dest/build.log" 2>&1
	rc=$?
	rm -f "$dest"/*.ko
	[ $rc != 0 ] || for m in $(modules_in "$root/src"); do
		cp "$m" "$dest/"
	done
	return $rc
}

# Where the headers have the kernel's types, the modules have theirs.
btf() { # RELEASE DEST
	local m config=$root/usr/src/linux-headers-$1
	if [ ! -e "$config/vmlinux" ]; then
		note "$tag: its headers have no vmlinux, so no BTF"
		return
	fi
	for m in "$2"/widecrypt_*.ko; do
		readelf -SW "$m" | grep -q ' \.BTF ' || {
			ktap_fail "$tag: BTF is in ${m##*/}"
			return
		}
	done
	ktap_ok "$tag: BTF is in each module"
}

one_leg() { # LEG
	local suite base release dest tag=$1 root=$tmp/root start=$SECONDS
	suite=$(suite_of "$1")
	base=$("$tree/selftests/dkms/root.sh" "$suite" | tail -n 1)
	[ -e "$base/complete" ] || {
		ktap_fail "$tag: a root of $suite"
		return
	}
	layer "matrix-$suite" "$base" tools_for "$suite"
	release=$(release_of "$1")
	tag="$1 $release"
	dest=$WORK/matrix-${1/\//-}
	mkdir -p "$dest"
	rm -rf "$tmp/upper" "$tmp/upper.work"
	overlay "$layer:$base" "$tmp/upper" "$root"
	KERNEL=$("$here/fetch.sh" "$release" "$root" | tail -n 1)
	mkdir "$root/src"
	if build "$1" "$release" "$dest"; then
		ktap_ok "$tag: the sources build"
	else
		ktap_fail "$tag: the sources build"
		grep -i -e error -e warning "$dest/build.log" | head -n 20
		umount -R "$root"
		return
	fi
	if grep -i -e 'warning' "$dest/build.log"; then
		ktap_fail "$tag: compiler, objtool and modpost are silent, W=1"
	else
		ktap_ok "$tag: compiler, objtool and modpost are silent, W=1"
	fi
	btf "$release" "$dest"
	umount -R "$root"
	if [ -z "$KERNEL" ]; then
		ktap_fail "$tag: the stock kernel"
		return
	fi
	if [ "$(module_release "$dest")" != "$release" ]; then
		ktap_fail "$tag: the modules are for it"
		return
	fi
	unset ARCH CROSS_COMPILE USERLAND
	case $1 in
	amd64/*)
		build_clients
		run_job "$dest" matrix -t 5400 -q 1200 -a panic_on_warn=1
		;;
	arm64/*)
		export ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- USERLAND
		USERLAND=$("$tree/selftests/arm64/fetch.sh" | tail -n 1)/userland
		build_clients
		run_job "$dest" matrix -c max -t 7200 -q 1800 -a panic_on_warn=1
		;;
	bochs/*)
		MODULES=$dest KERNEL=$KERNEL ktap_of "bochs/check.sh short ymm" \
			"$tree/selftests/bochs/check.sh" short ymm
		;;
	esac
	note "$tag: $((SECONDS - start)) s"
}

ktap_start
for leg; do
	case " ${legs[*]} " in
	*" $leg "*) one_leg "$leg" ;;
	*) die "no leg $leg: ${legs[*]}" ;;
	esac
done
ktap_finish
