#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# audit.sh: reads every assembly file and every module as an instruction set
# lawyer would. A row's file, <cipher>/x86/<cipher>-<isa>.S, may use what the
# row's feature list names and nothing else: the assembler decides (the file is
# assembled with only these features), and nasm's disassembler, an independent
# decoder, is asked too. Files that are no row's stand in files.txt. Further: no
# return with dirty upper halves, no data in .text, no bare return, no indirect
# jump or call, no global symbol without our prefix, every struct offset that
# assembly uses asserted in C.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$folder/../.." && pwd)
# shellcheck source=selftests/vm/lib.sh
. "$top/selftests/vm/lib.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$top" || exit 1
include=(-Iselftests/lib/include -Iinclude -I.)

# as_flags FEATURE...
as_flags() {
	local flags=-march=generic64+sse4.2 f
	for f; do
		case $f in
		aesni)	flags+=+aes ;;
		avx512)	flags+=+avx512f+avx512vl+avx512bw+avx512dq ;;
		vbmi)	flags+=+avx512_vbmi ;;
		vpclmul) flags+=+vpclmulqdq ;;
		*)	flags+=+$f ;;
		esac
	done
	echo "$flags"
}

isa_as() { # FILE FEATURE...
	local file=$1
	shift
	gcc -E -D__ASSEMBLY__ "${include[@]}" -x assembler-with-cpp "$file" \
		> "$tmp/a.s" || return
	as --64 "$(as_flags "$@")" "$tmp/a.s" -o "$tmp/a.o" 2>&1 |
		grep -E 'Error' | sed 's/.*Error: //' | sort | uniq -c | head
}

object() { # FILE: assembles it with everything allowed
	gcc -D__ASSEMBLY__ "${include[@]}" -c "$1" -o "$tmp/o.o"
}

isa_ndisasm() { # FILE FEATURE...
	object "$1" || return
	shift
	objcopy -O binary -j .text "$tmp/o.o" "$tmp/text.bin"
	ndisasm -b 64 "$tmp/text.bin" |
		gawk -v have="$*" -f "$folder/isa.awk" | sort | uniq -c | head
}

# Every return of a function that touches ymm or zmm follows a vzeroupper.
upper_halves() { # FILE
	object "$1" || return
	# A local function may leave results there; who calls it then has to
	# clean up. Events: w(ide), z(eroed), r(eturn), a callee's name.
	{ nm -g --defined-only "$tmp/o.o"
	  objdump -d --no-show-raw-insn "$tmp/o.o"; } | gawk '
	NF == 3 && $2 == "T" { global["<" $3 ">"]; next }
	/^[0-9a-f]+ <.*>:$/ { fn = $2; sub(/:/, "", fn); next }
	/vzeroupper|vzeroall/ { event[fn][++n[fn]] = "z"; next }
	/\tcall/ { event[fn][++n[fn]] = $NF; next }
	/%[yz]mm/ { event[fn][++n[fn]] = "w"; next }
	/\tret/ { event[fn][++n[fn]] = "r" }
	function dirty(fn,   i, e, state, found) {
		for (i = 1; i <= n[fn]; i++) {
			e = event[fn][i]
			if (e == "w")
				state = 1
			else if (e == "z")
				state = 0
			else if (e == "r")
				found = found || state
			else if (e in leaves && leaves[e])
				state = 1
		}
		return found
	}
	END {
		do {
			changed = 0
			for (fn in n)
				if (dirty(fn) && !leaves[fn])
					leaves[fn] = changed = 1
		} while (changed)
		for (fn in global)
			if (leaves[fn])
				print fn " returns with dirty upper halves"
	}'
}

# .text holds instructions only: both decoders agree and see nothing strange.
text_only() { # FILE
	object "$1" || return
	objdump -d --no-show-raw-insn "$tmp/o.o" | grep -F '(bad)'
	objdump -h "$tmp/o.o" | gawk '$2 ~ /^\.(data|bss)$/ && $3 !~ /^0+$/ {
		print "section " $2 " is not empty" }'
	gawk '/^[ \t]*\.(text|section|data)|^[ \t]*SYM_FUNC/ { text = !/rodata/ }
	      text && /^[ \t]*\.(byte|long|quad|octa|word|ascii|int|short)/ {
		print FILENAME ":" FNR ": data in .text" }' "$1"
	return 0
}

plain_returns() { # FILE: RET is the kernel's macro
	grep -nE '^[^#/*]*\bret[q]?[[:space:]]*($|;|#|//)' "$1"
	return 0
}

direct_only() { # FILE
	object "$1" || return
	objdump -d --no-show-raw-insn "$tmp/o.o" | grep -E '(jmp|call) +\*'
	return 0
}

# Our globals carry our prefix, and none is a symbol that the kernel exports.
prefixed() { # MODULE.ko SYMVERS
	nm -g --defined-only "$1" | gawk '
		$3 !~ /^(widecrypt_|init_module$|cleanup_module$|__this_module$|__mod_|__crc_|__x86|__cfi_widecrypt|__pfx_widecrypt)/ {
			print $3 " has no prefix" }'
	nm -g --defined-only "$1" | gawk 'NR == FNR { ours[$3]; next }
		$2 in ours && $2 !~ /^(init|cleanup)_module$/ {
			print $2 " is a symbol of the kernel" }' - "$2"
}

# Constants that assembly adds to a pointer are asserted by C: for each name
# WC_OFF_x or <CIPHER>_OFF_x used in assembly there is a static_assert.
offsets() {
	local name
	find aria sm4 gcm include -name '*.[ch]' -exec cat {} + |
		tr '\n;' ' \n' | grep -E 'static_assert|Static_assert' \
		> "$tmp/asserts"
	grep -rhoE '\b[A-Z0-9_]+_OFF_[A-Z0-9_]+\b' --include='*.S' . |
	sort -u | while read -r name; do
		grep offsetof "$tmp/asserts" | grep -qw "$name" ||
			echo "$name is not asserted in C"
	done
	return 0
}

check() { # NAME COMMAND...: passes if the command succeeds and says nothing
	local name=$1 out
	shift
	if out=$("$@" 2>&1) && [ -z "$out" ]; then
		ktap_ok "$name"
	else
		echo "$out" | head -20 | sed 's/^/#   /'
		ktap_fail "$name"
	fi
}

control() { # NAME PATTERN COMMAND...: the same check must complain of it
	local name=$1 pattern=$2
	shift 2
	if "$@" 2>&1 | grep -q "$pattern"; then
		ktap_ok "control: $name goes red"
	else
		ktap_fail "control: $name goes red"
	fi
}

ktap_start
# cipher, ISA, features in the assembler's and our own short names
selftests/rows.sh > "$tmp/table.txt" || die "cannot list the rows"
gawk '$3 == "x86_64" {
	f = $6
	sub(/avx512f,avx512vl,avx512bw,avx512dq/, "avx512", f)
	sub(/avx512vbmi/, "vbmi", f)
	gsub(/pclmulqdq/, "pclmul", f)
	sub(/^aes/, "aesni", f)
	gsub(/,/, " ", f)
	print $1, $2, f }' "$tmp/table.txt" > "$tmp/rows.txt"
grep -v '^#' "$folder/files.txt" > "$tmp/files.txt"

shopt -s nullglob
for file in */x86/*.S; do
	base=${file##*/}
	base=${base%.S}
	features=$(gawk -v base="$base" -v file="$file" \
		'{ name = $1 "-" $2 } name == base || $1 == file {
		   sub(/^[^ ]+ +/, ""); if (name == base) sub(/^[^ ]+ +/, "");
		   print; exit }' "$tmp/rows.txt" "$tmp/files.txt")
	if [ -z "$features" ]; then
		ktap_fail "$file: neither a row's file nor in files.txt"
		continue
	fi
	# shellcheck disable=SC2086 # a list of words
	check "$file: assembles with $features alone" isa_as "$file" $features
	# shellcheck disable=SC2086
	check "$file: ndisasm sees $features alone" isa_ndisasm "$file" $features
	check "$file: no return with dirty upper halves" upper_halves "$file"
	check "$file: no data in .text" text_only "$file"
	check "$file: no bare return" plain_returns "$file"
	check "$file: no indirect jump or call" direct_only "$file"
done
for file in include/widecrypt/x86/*.S; do
	check "$file: no bare return" plain_returns "$file"
done
while read -r cipher isa _; do
	dir=$cipher
	[ "$cipher" = aes ] && dir=gcm
	[ -e "$dir/x86/$cipher-$isa.S" ] ||
		ktap_fail "row $cipher $isa has no $dir/x86/$cipher-$isa.S"
done < "$tmp/rows.txt"
# Scripts that derive each table of the objects anew, and see a flipped bit.
quiet() { # COMMAND...: says nothing if it succeeds
	"$@" > "$tmp/log" 2>&1 || { cat "$tmp/log"; return 1; }
}
for script in selftests/unit/*_tables.py; do
	check "${script##*/}: tables as derived, a flipped bit goes red" \
		quiet python3 "$script" --control
done
check "offsets used by assembly are asserted in C" offsets

note "building the modules for their symbols"
mkdir "$tmp/tree"
git ls-files -z --cached --others --exclude-standard Kbuild Kconfig Makefile \
	aria sm4 gcm include | xargs -0 tar cf - | tar xf - -C "$tmp/tree"
if make -s -j"$(nproc)" -C "$tmp/tree" > "$tmp/log" 2>&1; then
	kdir=$(make -s -C "$tmp/tree" print-kdir)
	for c in aria sm4 gcm; do
		check "widecrypt_$c.ko: global symbols" prefixed \
			"$tmp/tree/$c/widecrypt_$c.ko" "$kdir/Module.symvers"
	done
else
	tail -5 "$tmp/log"
	ktap_fail "the modules build"
fi

# Each audit can fail: files that break one rule each.
cat > "$tmp/bad.S" << 'S'
#include <linux/linkage.h>
SYM_FUNC_START(some_function)
	vpbroadcastd	(%rdi), %ymm0
	vpxor		%ymm0, %ymm1, %ymm1
	cmp		$1, %rsi
	je		1f
	jmp		*%rdx
1:	ret
	.quad		0x0606060606060606
SYM_FUNC_END(some_function)
S
control "the assembler's verdict" "vpbroadcastd" isa_as "$tmp/bad.S" avx aesni
control "ndisasm's verdict" "needs avx2" isa_ndisasm "$tmp/bad.S" avx aesni
control "upper halves" "dirty" upper_halves "$tmp/bad.S"
control "data in .text" "data in" text_only "$tmp/bad.S"
control "bare returns" "ret" plain_returns "$tmp/bad.S"
control "indirect jumps" "rdx" direct_only "$tmp/bad.S"
object "$tmp/bad.S"
echo "0x0 some_function vmlinux EXPORT_SYMBOL" > "$tmp/symvers"
control "symbols: prefix" "no prefix" prefixed "$tmp/o.o" "$tmp/symvers"
control "symbols: kernel names" "symbol of the kernel" prefixed \
	"$tmp/o.o" "$tmp/symvers"
ktap_finish
