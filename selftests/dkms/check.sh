#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh [SUITE...]: DKMS in a root of Debian 12 and one of Debian 13 (root.sh):
# installs, signs, follows a kernel's upgrade, skips what is foreign, removes and
# leaves nothing. KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/../vm
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"
own_mounts check-dkms "$@"
[ $# != 0 ] || set -- bookworm trixie

# test_it NAME COMMAND...: ok when it succeeds; its last lines if not
test_it() {
	local name="$suite: $1"
	shift
	if "$@" >"$tmp/log" 2>&1; then
		ktap_ok "$name"
	else
		ktap_fail "$name"
		tail -n 12 "$tmp/log" | sed 's/^/#   /'
	fi
}

# The same must fail, with a complaint that has the words PATTERN.
red() { # NAME PATTERN COMMAND...
	local name="$suite: control: $1" pattern=$2
	shift 2
	if "$@" >"$tmp/log" 2>&1; then
		ktap_fail "$name: passed"
	elif grep -q -- "$pattern" "$tmp/log"; then
		ktap_ok "$name"
	else
		ktap_fail "$name: for another reason"
		tail -n 12 "$tmp/log" | sed 's/^/#   /'
	fi
}

modules() { # RELEASE: what dkms installed for it
	( cd "$root/lib/modules/$1/updates/dkms" 2>/dev/null && ls )
}

three_modules() { # RELEASE
	local names
	names=$(modules "$1" | sed 's/\.ko.*//' | tr '\n' ' ')
	echo "$1 has: $names"
	[ "$names" = "widecrypt_aria widecrypt_gcm widecrypt_sm4 " ]
}

none() { # RELEASE
	! modules "$1" | grep .
}

field() { # NAME MODULE-FILE
	in_root modinfo -F "$1" "$2"
}

# For this kernel, and signed by the key that dkms keeps for the machine
for_and_signed() { # RELEASE MODULE-FILE...
	local release=$1 m key
	shift
	key=$(in_root openssl x509 -inform DER -in /var/lib/dkms/mok.pub \
		-noout -serial | cut -d= -f2)
	for m; do
		echo "$m: $(field vermagic "$m"), $(field sig_key "$m"), key $key"
		[ "$(field vermagic "$m" | cut -d' ' -f1)" = "$release" ] ||
			return 1
		case $(field sig_key "$m" | tr -d ':') in
		''|*[!0-9A-F]*) echo "$m is not signed"; return 1 ;;
		"$key") ;;
		*) echo "$m is signed by another key"; return 1 ;;
		esac
	done
}

all_signed() { # RELEASE
	local files
	mapfile -t files < <(modules "$1" |
		sed "s,^,/lib/modules/$1/updates/dkms/,")
	[ ${#files[@]} = 3 ] && for_and_signed "$1" "${files[@]}"
}

# The build says nothing but what it does.
silent() { # RELEASE
	local log
	log=$(echo "$root/var/lib/dkms/widecrypt"/*/"$1"/*/log/make.log)
	[ -s "$log" ] || { echo "no $log"; return 1; }
	! grep -i -e warning -e error "$log" | grep -v 'Skipping BTF'
}

by_alias() { # RELEASE: what loads by which name
	local name module
	while read -r module name; do
		in_root modprobe -S "$1" -n -R "$name" 2>/dev/null |
			grep -qx "$module" ||
			{ echo "modprobe $name does not find $module"; return 1; }
	done <<-'NAMES'
	widecrypt_aria aria
	widecrypt_sm4 sm4
	widecrypt_aria crypto-xts(aria)
	widecrypt_sm4 crypto-gcm(sm4)
	widecrypt_gcm crypto-rfc4106(gcm(aes))
	NAMES
}

upgrade() {
	in_root sh -c 'dpkg -i /debs/*.deb' && three_modules "$new"
}

# A kernel with headers that dkms must not build for; a build would fail.
foreign() { # RELEASE CONFIG-SYMBOL...
	local build=/lib/modules/$1/build symbol
	mkdir -p "$root$build/include"
	echo '$(error this kernel is not to be built for)' >"$root$build/Makefile"
	shift
	for symbol; do echo "CONFIG_$symbol=y"; done >"$root$build/.config"
}

# What a package of headers runs after it is unpacked
autoinstall() { in_root run-parts --arg="$1" /etc/kernel/header_postinst.d; }

skipped_kernel() { # RELEASE
	autoinstall "$1" && none "$1" && ! find "$root/var/lib/dkms/widecrypt" \
		-path "*/$1/*" | grep .
}

skipped_arch() {
	in_root dkms install "widecrypt/$version" -k "$old" -a i686
	[ $? = 77 ] || return 1
	foreign "$new-686-pae" MODULES CRYPTO_AEAD CRYPTO_SKCIPHER
	in_root linux32 run-parts --arg="$new-686-pae" /etc/kernel/header_postinst.d &&
		none "$new-686-pae"
}

left_over() {
	in_root find / -xdev -name '*widecrypt*' -not -path '/src/*' | grep .
}

snapshot() {
	in_root find / -xdev -not -path '/src/*' -not -path '/tmp/*' | sort
}

again() {
	local before
	before=$(snapshot)
	in_root make -C /src dkms-install && in_root make -C /src dkms-remove &&
		diff <(echo "$before") <(snapshot)
}

kernel_removed() {
	in_root run-parts --arg="$old" /etc/kernel/prerm.d && none "$old" &&
		three_modules "$new"
}

# What must be refused, with the words PATTERN, and change nothing
refused() { # PATTERN COMMAND...
	local pattern=$1 before
	shift
	before=$(snapshot; in_root dkms status)
	"$@" >"$tmp/said" 2>&1 && return 1
	cat "$tmp/said"
	grep -q -- "$pattern" "$tmp/said" &&
		diff <(echo "$before") <(snapshot; in_root dkms status)
}

# Sources in the very folder where DKMS looks for its copy
in_its_place() {
	local folder=/usr/src/widecrypt-$version rc
	cp -a "$root/src" "$root$folder"
	refused "move what is there" in_root make -C "$folder" dkms-install
	rc=$?
	rm -r "${root:?}$folder"
	return $rc
}

# A kernel must not lose its modules to an upgrade that cannot replace them.
broken_version() {
	local rc
	cp "$root/src/aria/aria_core.c" "$tmp/aria_core.c"
	echo '#error broken' >>"$root/src/aria/aria_core.c"
	refused "nothing changed.*do not build for" in_root make -C /src dkms-install
	rc=$?
	cp "$tmp/aria_core.c" "$root/src/aria/aria_core.c"
	return $rc
}

headers_gone() {
	local rc build=$root/lib/modules/$old/build
	mv "$build" "$build.away"
	refused "nothing changed.*install linux-headers-$old" \
		in_root make -C /src dkms-install
	rc=$?
	mv "$build.away" "$build"
	return $rc
}

# An administrator's tidying up under /usr/src
sources_gone() {
	local before
	before=$(snapshot)
	in_root make -C /src dkms-install && rm -r "$root"/usr/src/widecrypt-* &&
		in_root make -C /src dkms-remove && diff <(echo "$before") <(snapshot)
}

new_version() {
	sed -i "s/\"$version\"/\"99.9\"/" "$root/src/dkms.conf" \
		"$root/src/include/widecrypt/compat.h"
	in_root make -C /src dkms-install || return 1
	in_root dkms status | tee "$tmp/status"
	! grep -v '^widecrypt/99.9, .*: installed' "$tmp/status" &&
		three_modules "$new" && [ "$(field version \
		"/lib/modules/$new/updates/dkms/$(modules "$new" | head -n 1)")" \
		= 99.9 ]
}

# One line tells what is missing; dkms has the sources for headers to come.
no_headers() {
	local rc
	mv "$root/lib/modules" "$root/lib/modules.away"
	mkdir "$root/lib/modules"
	in_root make -C /src dkms-install >"$tmp/said" 2>&1
	rc=$?
	rmdir "$root/lib/modules" && mv "$root/lib/modules.away" "$root/lib/modules"
	cat "$tmp/said"
	[ $rc != 0 ] && [ "$(grep -c 'no kernel headers found: install linux-headers-amd64,' \
		"$tmp/said")" = 1 ] && in_root dkms status |
		grep -qx "widecrypt/$version: added"
}

one_suite() {
	local base kernels
	base=$("$tree/selftests/dkms/root.sh" "$suite" | tail -n 1)
	[ -e "$base/complete" ] || {
		ktap_fail "$suite: a root with dkms"
		return
	}
	old=$(cat "$base/release.old") new=$(cat "$base/release.new")
	root=$tmp/root
	overlay "$base" "$tmp/$suite" "$root"
	# The kernels themselves are not installed: dkms leaves the lists of
	# modules alone where there are none yet.
	in_root sh -c "mkdir -p /lib/modules/$new && touch /lib/modules/$old/modules.dep \
		/lib/modules/$new/modules.dep"
	# Where headers bring a kernel, its initramfs is made anew each time: of
	# less than all modules.
	mkdir -p "$root/etc/initramfs-tools/conf.d"
	echo MODULES=list >"$root/etc/initramfs-tools/conf.d/list"
	clone_to "$root/src"
	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$tree/dkms.conf")
	kernels="dkms $(in_root dpkg-query -W -f '${Version}' dkms), $old"
	note "$suite: $kernels, then $new"

	test_it "sources in the place of DKMS's copy are not touched" in_its_place
	test_it "without headers, one line says so" no_headers
	test_it "make dkms-install ($kernels)" in_root make -C /src dkms-install
	cp "$tmp/log" "$tmp/install.log"
	test_it "exactly the three ciphers are installed" three_modules "$old"
	test_it "they are for $old and signed with the machine's key" \
		all_signed "$old"
	test_it "the build is silent" silent "$old"
	test_it "they load by name and by the kernel's request" by_alias "$old"
	test_it "widecrypt-status is installed" \
		in_root sh -c '[ -x /usr/local/bin/widecrypt-status ]'
	test_it "an upgrade to $new builds for it" upgrade
	test_it "and for it they are signed, too" all_signed "$new"
	test_it "the build for $new is silent" silent "$new"
	test_it "they load there by name and by the kernel's request" \
		by_alias "$new"
	test_it "$old keeps its own" three_modules "$old"

	test_it "an upgrade that does not build changes nothing" broken_version
	test_it "nor does one without the headers of $old" headers_gone
	test_it "make uninstall leaves it to make dkms-remove" \
		refused "make dkms-remove" in_root make -C /src uninstall

	foreign 5.10.0-99-amd64 MODULES CRYPTO_AEAD CRYPTO_SKCIPHER
	foreign "$new-bare" MODULES
	for kernel in 5.10.0-99-amd64 "$new-bare"; do
		test_it "a foreign kernel is skipped: $kernel" \
			skipped_kernel "$kernel"
	done
	test_it "a foreign architecture is skipped" skipped_arch
	conf=/usr/src/widecrypt-$version/dkms.conf
	cp "$root$conf" "$tmp/dkms.conf"
	sed -i '/^BUILD_EXCLUSIVE/d; /^target/d' "$root$conf"
	for kernel in 5.10.0-99-amd64 "$new-bare"; do
		red "not skipped, $kernel fails" 'not to be built\|[Bb]ad return\|make.log' \
			autoinstall "$kernel"
	done
	cp "$tmp/dkms.conf" "$root$conf"
	rm -r "$root/lib/modules/5.10.0-99-amd64" "$root/lib/modules/$new-"*

	cp "$root/lib/modules/$old/updates/dkms/"widecrypt_sm4.ko* "$root/tmp/"
	in_root sh -c 'unxz -f /tmp/widecrypt_sm4.ko.xz 2>/dev/null
		strip -g /tmp/widecrypt_sm4.ko'
	red "a module without a signature" 'not signed' \
		for_and_signed "$old" /tmp/widecrypt_sm4.ko
	red "a module for another kernel" "$old" \
		for_and_signed "$new" /tmp/widecrypt_sm4.ko
	rm "$root"/tmp/widecrypt*

	test_it "removing $old takes its modules away, $new keeps its own" \
		kernel_removed
	test_it "a new version takes the place of the old one" new_version
	red "what is installed counts as left over" . \
		eval '! left_over'
	test_it "make dkms-remove" in_root make -C /src dkms-remove
	test_it "it leaves nothing behind" eval '! left_over'
	test_it "nor does it after another round" again
	test_it "nor where its sources were deleted by hand" sources_gone
	umount -R "$root"
}

ktap_start
for suite; do
	one_suite
done
ktap_finish
