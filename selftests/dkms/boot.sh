#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# boot.sh: a Debian 12 whose root file system is on LUKS with ARIA, and one with
# SM4, boots from the initramfs that its own tools make after make dkms-install.
# In a root (root.sh) with the kernel, initramfs-tools and cryptsetup-initramfs;
# the volume is made in a guest, as this machine's kernel may have neither cipher.
# KTAP; the last line is "N passed, N failed, N skipped".
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/../vm
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"
own_mounts check-boot "$@"
root=$tmp/root

# The packages that the root lacks
boot_tools() {
	# As little as can be: what the hooks leave out is not there, and an
	# emulated CPU has less to unpack.
	mkdir -p "$root/etc/initramfs-tools/conf.d" \
		"$root/usr/share/initramfs-tools/modules.d"
	printf '%s\n' MODULES=list COMPRESS=gzip \
		>"$root/etc/initramfs-tools/conf.d/list"
	printf '%s\n' virtio_pci virtio_blk ext4 \
		>"$root/usr/share/initramfs-tools/modules.d/list"
	in_root sh -c 'dpkg -i /debs/*.deb' &&
		in_root apt-get install -y -q --no-install-recommends \
			"linux-image-$release" initramfs-tools \
			cryptsetup-initramfs busybox
}

ours_in_initrd() {
	in_root lsinitramfs "/boot/initrd.img-$release" |
		sed -n 's|.*/\(widecrypt_[a-z0-9]*\)\.ko.*|\1|p' | sort | tr '\n' ' '
}

# initrd OUT FOLDER: the system's own, and the files in FOLDER behind it
initrd() {
	( cd "$2" && find . | cpio -o -H newc -R 0:0 --quiet ) >"$tmp/more.cpio"
	{ cat "$root/boot/initrd.img-$release"
	  head -c $((-$(stat -c %s "$root/boot/initrd.img-$release") & 3)) \
		/dev/zero
	  cat "$tmp/more.cpio"; } >"$1"
}

boot() { # NAME LOG-NAME INITRD APPEND: a guest that has one result to tell
	local line rc=1 before
	before=$(ktap_count)
	while IFS= read -r line; do
		case $line in
		"end of boot "*) rc=${line##* } ;;
		*) ktap_take "$line" ;;
		esac
	done < <("$tree/selftests/vm/boot.sh" -t 900 -q 400 -a "$4" \
			-d "$tmp/disk" "$kernel" "$3" "$WORK/$2" 2>&1
		 echo "end of boot $?")
	if [ "$rc" = 0 ] && [ "$(ktap_count)" = $((before + 1)) ]; then
		ktap_ok "$1"
	else
		ktap_fail "$1"
	fi
}

# The root file system: one program that says what it finds.
root_image() { # CIPHER
	rm -rf "$tmp/tree"
	mkdir -p "$tmp"/tree/{bin,sbin,proc,sys,dev,run,etc,tmp,usr,lib}
	cp "$(command -v busybox)" "$tmp/tree/bin/busybox"
	ln -s busybox "$tmp/tree/bin/sh"
	sed "s/@CIPHER@/$1/" >"$tmp/tree/sbin/init" <<-'INIT'
	#!/bin/sh
	exec >/dev/ttyS1 2>&1
	echo	# the first letters may get lost
	export PATH=/bin
	b=/bin/busybox
	$b mount -t proc proc /proc 2>/dev/null
	$b mount -t sysfs sys /sys 2>/dev/null
	driver=$($b awk '/^name/ { n = $3 } /^driver/ { d = $3 }
		/^refcnt/ && n == "xts(@CIPHER@)" && $3 > 1 { print d }' /proc/crypto)
	echo "# root on $($b cat /sys/block/dm-0/dm/name), xts(@CIPHER@) by $driver"
	case $($b grep ' / ' /proc/mounts)-$driver in
	/dev/mapper/cryptroot*-xts-@CIPHER@-widecrypt-*)
		echo "ok 1 the root file system is on @CIPHER@" ;;
	*)	echo "not ok 1 the root file system is on @CIPHER@" ;;
	esac
	echo "end of job 0"
	$b sync
	$b poweroff -f
	INIT
	chmod +x "$tmp/tree/sbin/init"
	mke2fs -q -t ext4 -O ^has_journal -d "$tmp/tree" "$tmp/rootfs" 8M \
		>/dev/null
}

one_cipher() {
	local make=$tmp/make-$1 key=$tmp/key-$1
	root_image "$1" || die "cannot make a file system"
	mkdir -p "$make" "$key/cryptroot"
	mv "$tmp/rootfs" "$make/rootfs"
	head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$make/secret"
	cp "$make/secret" "$key/"
	echo "cryptroot /dev/vda /secret luks" >"$key/cryptroot/crypttab"
	sed "s/@CIPHER@/$1/" >"$make/make" <<-'MAKE'
	#!/bin/sh
	export PATH=/usr/sbin:/usr/bin:/sbin:/bin
	mkdir -p /proc /sys /run/cryptsetup
	mount -t proc proc /proc
	mount -t sysfs sys /sys
	mount -t devtmpfs dev /dev
	exec >/dev/ttyS1 2>&1
	echo
	modprobe -a virtio_pci virtio_blk dm-crypt
	sleep 2
	cryptsetup luksFormat -q --type luks2 --cipher @CIPHER@-xts-plain64 \
		--key-size 256 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 \
		--key-file /secret /dev/vda &&
	cryptsetup open --key-file /secret /dev/vda cryptroot &&
	dd if=/rootfs of=/dev/mapper/cryptroot bs=1M 2>/dev/null && sync &&
	cryptsetup close cryptroot && echo "ok 1 a LUKS volume with @CIPHER@" ||
		echo "not ok 1 a LUKS volume with @CIPHER@"
	echo "end of job 0"
	poweroff -f
	MAKE
	chmod +x "$make/make"
	truncate -s 0 "$tmp/disk"
	truncate -s 32M "$tmp/disk"
	initrd "$tmp/initrd" "$make"
	boot "$1: make the volume" "make-$1" "$tmp/initrd" "rdinit=/make"
	initrd "$tmp/initrd" "$key"
	boot "$1: boot from it" "boot-$1" "$tmp/initrd" \
		"root=/dev/mapper/cryptroot ro"
}

ktap_start
base=$("$tree/selftests/dkms/root.sh" bookworm | tail -n 1)
[ -e "$base/complete" ] || die "no root"
release=$(cat "$base/release.new")
kernel=$("$tree/selftests/vm/fetch.sh" "$release" "$base" | tail -n 1)
[ -n "$kernel" ] || die "no kernel"
layer boot "$base" boot_tools
overlay "$layer:$base" "$tmp/upper" "$root"
clone_to "$root/src"

had=$(ours_in_initrd)
if in_root make -C /src dkms-install >"$tmp/log" 2>&1; then
	ktap_ok "make dkms-install beside initramfs-tools"
else
	ktap_fail "make dkms-install beside initramfs-tools"
	tail -n 10 "$tmp/log" | sed 's/^/#   /'
fi
has=$(ours_in_initrd)
if [ -z "$had" ] && [ "$has" = "widecrypt_aria widecrypt_gcm widecrypt_sm4 " ]; then
	ktap_ok "the initramfs that was there gets the modules"
else
	ktap_fail "the initramfs that was there gets the modules: '$had', '$has'"
fi
for cipher in aria sm4; do
	one_cipher $cipher
done
in_root make -C /src dkms-remove >"$tmp/log" 2>&1
has=$(ours_in_initrd)
if [ -z "$has" ]; then
	ktap_ok "make dkms-remove takes them out again"
else
	ktap_fail "make dkms-remove takes them out again: '$has'"
	tail -n 10 "$tmp/log" | sed 's/^/#   /'
fi
ktap_finish
