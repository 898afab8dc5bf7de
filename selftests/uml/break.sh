#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# break.sh TREE REBUILD... - break the modules that were built in TREE (a copy!)
# and build them again by the command REBUILD, to which M=TREE is added.
#
# Around each bulk routine of each row goes a wrapper. It does nothing until
# the module's parameter wide= or tail= names the routine; then it turns one
# bit of the output: wide= in calls of at least 1024 bytes (GHASH: 64; AES in CTR,
# which only GCM calls, and in pieces: 512), tail= at the end of calls whose
# length is no multiple of 256 bytes. Prints module and routine.
set -euo pipefail
tree=$(cd "$1" && pwd)
shift

wrapper() { # SYMBOL: its arguments, their names, where the output is
	local sym=$1 names out=dst bytes=n middle=1000 last='bytes - 1' wide=1024
	local params='const void *ks, u8 *dst, const u8 *src, unsigned int n, u8 *iv'

	names='ks, dst, src, n, iv'
	case $sym in
	*_gcm_enc_once|*_gcm_dec_once)
		params='const void *ks, const void *h, u8 *dst, const u8 *src, unsigned int n, const u8 *aad, unsigned int naad, const u8 *iv, u8 *tag'
		names='ks, h, dst, src, n, aad, naad, iv, tag' ;;
	*_gcm_enc|*_gcm_dec)
		params='const void *ks, const void *h, u8 *dst, const u8 *src, unsigned int n, void *st'
		names='ks, h, dst, src, n, st' ;;
	*_beside)
		params="$params, void *b" names="$names, b" ;;
	*_ghash)
		params='const void *h, u8 *acc, const u8 *data, unsigned int n'
		names='h, acc, data, n' out=acc middle=5 last=15 wide=64 ;;
	widecrypt_aes_*_ctr)
		middle=500 wide=512 ;;
	*_ecb|*_cbc_enc|*_cbc_dec)
		bytes='n * 16' ;;
	esac
	cat <<EOF
void broken_$sym($params);
void $sym($params);
void $sym($params)
{
	unsigned int bytes = $bytes;

	broken_$sym($names);
	if (bytes >= $wide && wide && !strcmp(wide, "$sym"))
		${out}[$middle] ^= 1;
	if (bytes % 256 && tail && !strcmp(tail, "$sym"))
		${out}[$last] ^= 0x80;
}
EOF
}

for dir in aria sm4 gcm; do
	module=widecrypt_$dir
	cat >"$tree/$dir/breaker.c" <<EOF
// SPDX-License-Identifier: GPL-2.0-or-later
#include <linux/module.h>
#include <linux/string.h>
static char *wide;
module_param(wide, charp, 0);
static char *tail;
module_param(tail, charp, 0);
EOF
	while IFS= read -r object; do
		args=()
		while read -r sym; do
			wrapper "$sym" >>"$tree/$dir/breaker.c"
			args+=(--redefine-sym "$sym=broken_$sym")
			echo "$module $sym"
		done < <(nm -g --defined-only "$object" | awk '
			$2 == "T" && $3 ~ /^widecrypt_.*_(ecb|cbc_enc|cbc_dec|ctr|cfb_enc|cfb_dec|xts_enc|xts_dec|gcm_enc|gcm_dec|gcm_enc_once|gcm_dec_once|ghash|beside)$/ { print $3 }')
		[ ${#args[@]} = 0 ] || objcopy "${args[@]}" "$object"
	done < <(find "$tree/$dir" -name '*.o' ! -name "$module*" ! -name '*_main.o' | sort)
	echo "$module-y += breaker.o" >>"$tree/$dir/Kbuild"
done
"$@" M="$tree" >"$tree/break.log" 2>&1 || { tail -30 "$tree/break.log" >&2; exit 1; }
for dir in aria sm4 gcm; do
	nm "$tree/$dir/widecrypt_$dir.ko" | grep ' T broken_' >/dev/null ||
		{ echo "break: no wrapper in widecrypt_$dir.ko" >&2; exit 1; }
done
