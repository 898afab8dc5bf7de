#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# boot.sh [-t SECONDS] [-a ARGUMENTS] MODULES SCRIPT OUT [FILE...]
# Boot Debian's 6.1 cloud kernel, or that in the folder $KERNEL (../vm/fetch.sh), in
# Bochs on a CPU with AVX-512, GFNI, VAES and IBT, or $BOCHS_CPU, with the *.ko of
# MODULES to be had by modprobe and FILEs in /test, and run SCRIPT there. What it
# prints is in OUT.serial. Exit 0 when it ran to its end (the line BOCHS-RC=0), 124
# when it hung.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:/usr/sbin:/sbin
limit=1800 append=
while getopts t:a: o; do
	case $o in
	t) limit=$OPTARG ;;
	a) append=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
modules=$1 script=$2 out=$3
shift 3
kernel=${KERNEL:-$("$here/fetch.sh" kernel)}
root=$("$here/fetch.sh" root)
release=$(cat "$kernel/release")
tmp=$(mktemp -d "$root/tmp/boot.XXXXXX")
pid=
# shellcheck disable=SC2317 # called by the trap
finish() {
	if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
		# timeout and Bochs are a process group of their own.
		kill -9 -- "-$pid" 2>/dev/null || :
	fi
	rm -rf "$tmp"
}
trap finish EXIT
trap 'exit 143' TERM INT HUP
inside=${tmp#"$root"}

# ---- initramfs: busybox, the modules that may be needed, ours, the script
ird=$tmp/root
mkdir -p "$ird"/{bin,sbin,proc,sys,dev,tmp,test}
cp "$(command -v busybox)" "$ird/bin/"
ln -s /bin/busybox "$ird/sbin/modprobe"
# of the stock modules what is asked for by name, and what that needs
stage=$tmp/stage/lib/modules/$release
mkdir -p "${stage%/*}" "$ird/lib/modules/$release/updates"
cp -r "$kernel/modules" "$stage"
mkdir "$stage/updates"
cp "$modules"/*.ko "$stage/updates/"
depmod -b "$tmp/stage" "$release"
for m in ecb cbc ctr cfb xts gcm ccm cts ghash-generic cryptd crypto_simd af_alg \
	algif_skcipher algif_aead "$modules"/*.ko; do
	m=${m##*/}
	# not every kernel has each of them
	modprobe -d "$tmp/stage" -S "$release" --show-depends "${m%.ko}" \
		2>/dev/null | sed -n 's/^insmod \([^ ]*\).*/\1/p' || :
done | sort -u | while read -r m; do
	to=$ird/lib/modules/$release/${m#"$stage/"}
	mkdir -p "${to%/*}"
	case $m in
	*.xz) xz -dc "$m" >"${to%.xz}" ;;
	*.zst) zstd -qdc "$m" >"${to%.zst}" ;;
	*) cp "$m" "$to" ;;
	esac
done
cp "$stage"/modules.{builtin,builtin.modinfo,order} "$ird/lib/modules/$release/"
depmod -b "$ird" "$release"
cp "$script" "$ird/test/run.sh"
[ $# = 0 ] || cp "$@" "$ird/test/"
[ ! -e "$ird/test/ins" ] || mv "$ird/test/ins" "$ird/bin/"
cat >"$ird/init" <<'EOS'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin:/sbin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
exec </dev/console >/dev/console 2>&1
cd /test
sh ./run.sh
echo "BOCHS-RC=$?"
sleep 1
reboot -f
EOS
chmod 755 "$ird/init"
(cd "$ird" && find . | cpio -o -H newc --quiet | gzip -9) >"$tmp/ir.gz"

# ---- CD-ROM
mkdir -p "$tmp/iso/boot/grub"
cp -L "$kernel/vmlinuz" "$tmp/iso/boot/vmlinuz"
cp "$tmp/ir.gz" "$tmp/iso/boot/"
# clearcpuid=580: without FSRM; with it 6.1 corrupts itself in Bochs. nopcid,
# noinvpcid: without these two long runs ended in a silent triple fault.
cat >"$tmp/iso/boot/grub/grub.cfg" <<EOS
set timeout=0
serial --unit=0 --speed=115200
terminal_output serial
linux /boot/vmlinuz console=ttyS0,115200 rdinit=/init panic=-1 mitigations=off nokaslr tsc=reliable acpi=off reboot=t clearcpuid=580 nopcid noinvpcid loglevel=4 $append
initrd /boot/ir.gz
boot
EOS
grub-mkrescue -o "$tmp/cd.iso" "$tmp/iso" --fonts= --locales= --themes= \
	--install-modules="linux normal iso9660 biosdisk serial terminal configfile boot" \
	>"$tmp/mkrescue.log" 2>&1 || { cat "$tmp/mkrescue.log" >&2; exit 1; }

cat >"$tmp/rc" <<EOS
config_interface: textconfig
display_library: rfb, options="timeout=0"
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
vga: extension=vbe, update_freq=1
cpu: model=${BOCHS_CPU:-sapphire_rapids}, exclude_features="amx,amx_int8,amx_bf16", add_features="sm4", count=1, ips=50000000, reset_on_triple_fault=0
clock: sync=none, time0=utc
pci: enabled=1, chipset=i440fx
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=$inside/cd.iso, status=inserted
ata1: enabled=0
floppya: type=none
boot: cdrom
com1: enabled=1, mode=file, dev=$inside/serial
log: $inside/log
panic: action=fatal
error: action=report
info: action=ignore
debug: action=ignore
EOS

# reboot ends Bochs with exit code 1; only the serial line tells how it went.
rc=0
timeout -k 5 "$limit" chroot "$root" bochs-bin -q -f "$inside/rc" \
	</dev/null >"$tmp/out" 2>&1 &
pid=$!
wait "$pid" || rc=$?
pid=
tr -d '\r' <"$tmp/serial" >"$out.serial" || :
cp "$tmp/log" "$out.log" || :
if [ "$rc" = 124 ] || [ "$rc" = 137 ]; then
	echo "bochs/boot: no end after $limit s" >&2
	exit 124
fi
grep -q '^BOCHS-RC=0' "$out.serial" || { tail -n 5 "$tmp/out" >&2; exit 1; }
