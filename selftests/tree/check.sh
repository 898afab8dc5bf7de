#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh: the source tree as a tree. Style, licences, builds without a word
# (W=1, sparse, objtool), inside a kernel tree, for arm64 and for an
# architecture without vector code, installing and removing, clear errors.
# Works on a copy of what git tracks, so that nothing left over can help.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$folder/../.." && pwd)
# shellcheck source=selftests/vm/lib.sh
. "$top/selftests/vm/lib.sh"
src=$("$top/selftests/linux-source.sh") || die "no kernel source"
# beside the kernel's source, of which copies are hard links
tmp=$(mktemp -d "$CACHE/tree.XXXXXX") || die "cannot write $CACHE"
trap 'rm -rf "$tmp"' EXIT
jobs=$(nproc)

fresh() { # FOLDER: a copy of the tracked files
	mkdir -p "$1"
	( cd "$top" && git ls-files -z --cached --others --exclude-standard |
		xargs -0 tar cf - --ignore-failed-read 2> /dev/null ) | tar xf - -C "$1"
}

# check NAME COMMAND...: passes if the command succeeds and says nothing
check() {
	local name=$1 out
	shift
	if out=$("$@" 2>&1) && [ -z "$out" ]; then
		ktap_ok "$name"
	else
		echo "$out" | head -20 | sed 's/^/#   /'
		ktap_fail "$name"
	fi
}

# What a build says beyond its progress lines. Headers without a vmlinux cannot
# carry BTF, and modules built alone cannot resolve the kernel's symbols.
noise='^  [A-Z]+( \[M\])? |^make(\[[0-9]+\])?: (Entering|Leaving)|^widecrypt [0-9]'
noise+='|Skipping BTF generation|WARNING: modpost: .*undefined!'
noise+='|WARNING: modpost: suppressed|WARNING: modpost: missing MODULE_LICENSE'
noise+='|Symbol version dump|is missing\.$|Modules may not have dependencies'
noise+='|You may get many unresolved|^[[:space:]]*$'
build() {
	nice "$@" > "$tmp/log" 2>&1
	local status=$?
	grep -Ev "$noise" "$tmp/log"
	return $status
}

# Line 1994 of checkpatch.pl itself stumbles over files of some kind.
style() {
	local file
	cd "$tmp/tree" || return
	find . -name '*.[chS]' -o -name Kbuild -o -name 'Kconfig*' | sort |
	while read -r file; do
		perl "$src/scripts/checkpatch.pl" --root="$src" --strict --terse \
			-f "$file" 2>&1 |
			grep -v -e '^total:' -e 'line 1994\.$'
	done
	return 0
}

licences() {
	cd "$tmp/tree" || return
	git -C "$top" ls-files --cached --others --exclude-standard |
	while read -r file; do
		case $file in
		COPYING|*.md|*.tsv|.gitignore|.checkpatch.conf) continue ;;
		esac
		[ -s "$file" ] || continue
		head -3 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' ||
			echo "$file: no SPDX line"
	done
	return 0
}

# SC2154: variables that a sourced file sets
shell() {
	cd "$tmp/tree" || return
	find . \( -name '*.sh' -o -path './selftests/install/*' \) -print0 |
		xargs -0 shellcheck -x -S warning -e SC2154
}

# Nothing is hidden from objtool.
seen_by_objtool() {
	cd "$tmp/tree" || return
	grep -rn 'OBJECT_FILES_NON_STANDARD\|STACK_FRAME_NON_STANDARD' \
		Kbuild aria sm4 gcm include tcrypt selftests/kmod
	return 0
}

versions() {
	local a b
	a=$(sed -n 's/.*WIDECRYPT_VERSION\s*"\(.*\)"/\1/p' \
		"$top/include/widecrypt/compat.h")
	b=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")
	[ -n "$a" ] && [ "$a" = "$b" ] || echo "compat.h: $a, dkms.conf: $b"
}

rows() {
	"$top/selftests/rows.sh" | diff - "$top/selftests/vm/rows.txt"
}

# The files that BUGS.md names are there, and each test in the file named before it:
# as a string, or as a word that unit/ makes one of: ADD(word). What stands for
# others, `*` and `…`, may be anything.
bugs() {
	local ref file name any
	cd "$tmp/tree/selftests" || return
	# Each row begins with an empty file name.
	awk -F'|' '/^\|/ { print "``" $(NF - 1) }' BUGS.md |
		grep -o '`[^`]*`\|"[^"]*"' |
	while read -r ref; do
		case $ref in
		\`*)
			file=${ref//\`/}
			[ -e "./$file" ] || echo "BUGS.md: no file $file"
			continue
			;;
		'"* '*) any='([^"]* )?' name=${ref#\"\* } ;;
		*) any='' name=${ref#\"} ;;
		esac
		name=$(sed 's/[][\.^$()+?{}|]/\\&/g; s/\*\|…/[^"]*/g' <<< "${name%\"}")
		grep -rqE -- "\"$any$name\"|\bADD\(${name}[,)]" "${file:-/dev/null}" ||
			echo "BUGS.md: no test $ref in ${file:-no file}"
	done
	return 0
}

# The kernel's modules_prepare, kept in the cache
prepared() { # ARCH
	echo "$CACHE/prepared-${src##*-source-}-$1"
}

prepare() { # ARCH CROSS_COMPILE
	local out
	out=$(prepared "$1")
	if [ ! -e "$out/complete" ]; then
		rm -rf "$out"
		mkdir -p "$out"
		make -s -C "$src" O="$out" ARCH="$1" CROSS_COMPILE="$2" \
			KCONFIG_ALLCONFIG="$folder/any.config" allnoconfig &&
		nice make -s -j"$jobs" -C "$src" O="$out" ARCH="$1" \
			CROSS_COMPILE="$2" modules_prepare &&
		touch "$out/complete"
	fi > "$tmp/prepare" 2>&1
	[ -e "$out/complete" ] || { cat "$tmp/prepare"; return 1; }
}

cross() { # ARCH CROSS_COMPILE
	fresh "$tmp/$1"
	build make -j"$jobs" -C "$tmp/$1" KDIR="$(prepared "$1")" ARCH="$1" \
		CROSS_COMPILE="$2" KBUILD_MODPOST_WARN=1 W=1 || return
	for cipher in aria sm4 gcm; do
		[ -e "$tmp/$1/$cipher/widecrypt_$cipher.ko" ] ||
			echo "no widecrypt_$cipher.ko"
	done
}

in_tree_again() { # OBJECTS
	build make -s -j"$jobs" -C "$tmp/linux" O="$1" W=1 crypto/widecrypt/
}

in_tree() { # y|m [CONFIG...]: without a word from objtool, too
	local out=$tmp/obj-$1 how=$1 c
	shift
	if [ ! -e "$tmp/linux" ]; then
		cp -al "$src" "$tmp/linux"
		rm "$tmp/linux/crypto/Kconfig" "$tmp/linux/crypto/Makefile"
		{ cat "$src/crypto/Makefile"; echo 'obj-y += widecrypt/'; } \
			> "$tmp/linux/crypto/Makefile"
		sed 's|^endif.*# if CRYPTO|source "crypto/widecrypt/Kconfig"\n&|' \
			"$src/crypto/Kconfig" > "$tmp/linux/crypto/Kconfig"
		fresh "$tmp/linux/crypto/widecrypt"
	fi
	mkdir "$out"
	set -- CONFIG_64BIT=y CONFIG_WIDECRYPT_TCRYPT=m "$@"
	for c in ARIA SM4 GCM; do
		set -- "$@" "CONFIG_WIDECRYPT_$c=$how"
	done
	{ cat "$folder/any.config"; printf '%s\n' "$@"; } > "$tmp/config"
	build make -s -C "$tmp/linux" O="$out" KCONFIG_ALLCONFIG="$tmp/config" \
		allnoconfig || return
	printf '%s\n' "$@" | grep -vxFf "$out/.config"
	build make -s -j"$jobs" -C "$tmp/linux" O="$out" modules_prepare || return
	in_tree_again "$out" || return
	for c in aria sm4 gcm; do
		[ -e "$out/crypto/widecrypt/$c/${c}_main.o" ] ||
			echo "$c was not built"
	done
}

# Each entry of our Kconfig alone brings what its module imports of crypto/: the
# option is on that builds the exporting file, or what it is a part of.
selects() {
	local out=$tmp/obj-selects crypto=$tmp/linux/crypto
	local folder entry symbol file whole option n=0
	mkdir -p "$out"
	for folder in aria sm4 gcm tcrypt; do
		entry=CONFIG_WIDECRYPT_${folder^^}
		printf '%s=y\n' CONFIG_64BIT CONFIG_MODULES CONFIG_CRYPTO \
			> "$tmp/config"
		echo "$entry=m" >> "$tmp/config"
		build make -s -C "$tmp/linux" O="$out" \
			KCONFIG_ALLCONFIG="$tmp/config" allnoconfig || return
		grep -qx "$entry=m" "$out/.config" || echo "no $entry"
		for symbol in $(nm -u "$tmp/obj-m/crypto/widecrypt/$folder"/*.o |
			awk 'NF == 2 { print $2 }' | sort -u); do
			file=$(grep -lE "EXPORT_SYMBOL(_GPL)?\($symbol\)" \
				"$crypto"/*.c) || continue
			file=$(basename "$file" .c)
			whole=$(sed -n "s/^\([a-z_]*\)-y .*\<$file\.o.*/\1/p" \
				"$crypto/Makefile" | head -1)
			option=$(sed -n "s/^obj-\\\$(\(.*\)).*\<${whole:-$file}\.o.*/\1/p" \
				"$crypto/Makefile")
			grep -q "^${option:-none}=" "$out/.config" ||
				echo "$entry lacks $option for $symbol"
			n=$((n + 1))
		done
	done
	[ $n -gt 20 ] || echo "only $n imports were found"
}

stock() { # EXTRA...
	rm -rf "$tmp/stock"
	fresh "$tmp/stock"
	build make -j"$jobs" -C "$tmp/stock" "$@"
}

install_and_remove() {
	local root=$tmp/root before after
	release=$(modinfo -F vermagic "$tmp/stock/sm4/widecrypt_sm4.ko")
	release=${release%% *}
	mkdir -p "$root/lib/modules/$release/updates/other" \
		"$root/usr/local/bin" "$root/etc/initramfs-tools/hooks"
	touch "$root/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} \
		"$root/lib/modules/$release/updates/other/keep"
	depmod -b "$root" "$release" 2> /dev/null
	before=$(find "$root" | sort)
	( umask 077; build make -s -C "$tmp/stock" INSTALL_MOD_PATH="$root" install ) |
		grep -v -e '^installed for' -e "missing 'System.map' file"
	find "$root/lib/modules/$release" "$root/usr/local/bin/widecrypt-status" \
		! -perm -a+r | sed 's/$/ is for root alone/'
	for c in aria sm4 gcm; do
		find "$root/lib/modules/$release/updates" -name "widecrypt_$c.ko*" |
			grep -q . || echo "widecrypt_$c.ko is not installed"
	done
	for name in aria sm4 'crypto-xts(aria)' 'crypto-gcm(sm4)'; do
		modprobe -d "$root" -S "$release" -n -R "$name" 2> /dev/null |
			grep -q widecrypt || echo "modprobe $name finds nothing"
	done
	# feature 9c is AVX
	modprobe -d "$root" -S "$release" -n -R \
		'cpu:type:x86,ven0002fam0017mod0031:feature:,0000,009C,' |
		grep -qx widecrypt_gcm || echo "AVX does not load widecrypt_gcm"
	for f in usr/local/bin/widecrypt-status \
		etc/initramfs-tools/hooks/widecrypt; do
		[ -x "$root/$f" ] || echo "$f is not installed"
	done
	tail -n 1 "$top/selftests/vm/rows.txt" | grep -qxFf - \
		"$root/usr/local/bin/widecrypt-status" ||
		echo "widecrypt-status has no table"
	# what built it may be gone, and another kernel may have it
	mkdir -p "$root/lib/modules/6.1.0-old/updates/aria"
	touch "$root/lib/modules/6.1.0-old/updates/aria/widecrypt_aria.ko.xz" \
		"$root/lib/modules/6.1.0-old/modules.dep"
	make -s -C "$tmp/stock" INSTALL_MOD_PATH="$root" KDIR= uninstall 2>&1 |
		grep -v -e '^removed from' -e '^depmod: WARNING: could not open modules\.'
	[ ! -e "$root/lib/modules/6.1.0-old/updates" ] || echo "6.1.0-old is left"
	rm -r "$root/lib/modules/6.1.0-old"
	after=$(find "$root" | sort)
	[ "$before" = "$after" ] ||
		diff <(echo "$before") <(echo "$after")
	! grep -q widecrypt "$root/lib/modules/$release/modules.dep"
}

says() { # PATTERN COMMAND...: fails with one line that matches
	local pattern=$1 out status
	shift
	out=$("$@" 2>&1)
	status=$?
	out=$(grep -v '^make' <<< "$out")
	[ $status != 0 ] || echo "succeeded"
	[[ $(wc -l <<< "$out") = 1 && $out =~ $pattern ]] || echo "said: $out"
}

ktap_start
fresh "$tmp/tree"
check "checkpatch --strict" style
check "an SPDX line in every file" licences
check "shellcheck" shell
check "one version in compat.h and dkms.conf" versions
check "objtool sees every file" seen_by_objtool
check "rows.txt agrees with the lists of rows" rows
check "the tests that BUGS.md names are there" bugs
check "build for the stock kernel, W=1" stock W=1
check "install, modprobe by alias, uninstall leaves nothing" install_and_remove
check "build for the stock kernel, sparse" stock C=2 CF=-D__CHECK_ENDIAN__
check "prepare arm64" prepare arm64 aarch64-linux-gnu-
check "build for arm64, W=1" cross arm64 aarch64-linux-gnu-
check "prepare riscv" prepare riscv riscv64-linux-gnu-
check "build for riscv (portable C only), W=1" cross riscv riscv64-linux-gnu-
check "in a kernel tree, built in" in_tree y
# objtool looks at frames only where the kernel has frame pointers.
check "in a kernel tree, as modules, with frame pointers" in_tree m \
	CONFIG_UNWINDER_FRAME_POINTER=y CONFIG_STACK_VALIDATION=y
check "in a kernel tree, each module's Kconfig entry alone" selects
check "missing headers: what to install" \
	says 'install linux-headers-' make -C "$tmp/stock" KDIR=
check "a KDIR that is none" \
	says 'holds no configured kernel' make -C "$tmp/stock" KDIR=/nonexistent
check "missing compiler: what to install" \
	says 'install gcc-no' make -C "$tmp/stock" ARCH=arm64 CROSS_COMPILE=no-

# The checks can fail: a stray space, a lost SPDX line, lost tests, a lost frame,
# a warning.
control() { # NAME COMMAND...
	local name=$1 out
	shift
	if out=$("$@" 2>&1) && [ -z "$out" ]; then
		ktap_fail "control: $name goes red"
	else
		ktap_ok "control: $name goes red"
	fi
}
echo 'int  x ;' >> "$tmp/tree/sm4/sm4_core.c"
sed -i 1d "$tmp/tree/aria/aria_core.c"
control "checkpatch" style
control "SPDX" licences
lost() { # FILE TEST: BUGS.md without these lines of FILE
	local file=$tmp/tree/selftests/$1
	cp "$file" "$tmp/saved"
	grep -vF "$2" "$tmp/saved" > "$file"
	bugs
	cp "$tmp/saved" "$file"
}
control "a lost case that BUGS.md names" lost kmod/wt_cases.c '"back to back"'
control "a lost ADD() that BUGS.md names" lost unit/modes.c 'ADD(wrap)'
sed -i '/FRAME_BEGIN/d' "$tmp/linux/crypto/widecrypt/include/widecrypt/x86/aria-avx.S"
control "a call without a frame" in_tree_again "$tmp/obj-m"
echo 'static int unused_variable;' >> "$tmp/stock/sm4/sm4_core.c"
rm -f "$tmp/stock/sm4/sm4_core.o"
control "a compiler warning" build make -C "$tmp/stock" W=1
sed -i '/select CRYPTO_MANAGER/d' "$tmp/linux/crypto/widecrypt/Kconfig"
control "a missing select" selects
ktap_finish
