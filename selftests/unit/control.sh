#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# control.sh PROGRAM CIPHER ISA ID: flips one byte of one constant that the code
# of a row uses, in a copy of the test program, and runs the copy's sweeps over
# that row. They must go red: exit 0 if they do.
#
# The constant is the one that most instructions of the row's object file refer
# to. A row without constants in memory has one in an instruction flipped.
set -u
program=$1 row=$2/$3 symbol=widecrypt_$2_$4_ctr
build=$(dirname "$program")/..

die() {
	echo "control: $row: $*"
	exit 1
}

# address SYMBOL FILE
address() {
	nm "$2" 2>/dev/null | awk -v s="$1" '$3 == s && $2 == "T" { print $1 }'
}

# The row's object file, and where its code is in the program
while read -r object; do
	[ -n "$(address "$symbol" "$object")" ] && break
	object=
done < <(find "$build/lib" -name '*.o')
[ -n "$object" ] || die "no object file has $symbol"
base=$((0x$(address "$symbol" "$program") - 0x$(address "$symbol" "$object")))
size=$(size -A "$object" | awk '$1 == ".text" { print $2 }')
code=$(objdump -d --no-show-raw-insn --start-address=$base \
	--stop-address=$((base + size)) "$program")

# section NAME: its address, its place in the file, its size
section() {
	readelf -SW "$program" | sed 's/^ *\[ *[0-9]*\]//' |
		awk -v s="$1" '$1 == s { print "0x" $3, "0x" $4, "0x" $5 }'
}

most_frequent() {
	sort | uniq -c | sort -k1,1nr -k2 | awk 'NR == 1 { print $2 }'
}

read -r start offset size < <(section .rodata)
constant=$(sed -n 's/.*# \([0-9a-f]\+\) <.*/\1/p' <<< "$code" |
	while read -r a; do
		[ $((0x$a >= start && 0x$a < start + size)) = 1 ] && echo "$a"
	done | most_frequent)
if [ -n "$constant" ]; then
	what="constant at $constant"
	place=$((0x$constant - start + offset))
else
	read -r start offset size < <(section .text)
	value=$(sed -n 's/.*movabs *\$\(0x[0-9a-f]*\),.*/\1/p' <<< "$code" |
		most_frequent)
	[ -n "$value" ] || die "no constant found"
	# REX prefix, opcode, eight bytes
	constant=$(sed -n "s/^ *\([0-9a-f]*\):.*movabs *\$$value,.*/\1/p" \
		<<< "$code" | head -1)
	what="operand $value at $constant"
	place=$((0x$constant + 2 - start + offset))
fi

copy=$program-control-$2-$4
trap 'rm -f "$copy"' EXIT
cp "$program" "$copy" || die "cannot copy $program"
old=$(od -An -tu1 -j "$place" -N 1 "$copy")
new=$((old ^ 0x81))
printf '%b' "\\x$(printf %02x "$new")" |
	dd of="$copy" bs=1 seek="$place" conv=notrunc status=none
# Nothing but that one byte
[ "$(cmp -l "$program" "$copy" | wc -l)" = 1 ] || die "patching failed"

out=$(timeout 300 "$copy" "$row " sweep 2>&1)
status=$?
red=$(grep -c "^not ok [0-9]* $row " <<< "$out")
all=$(grep -c "^\(not \)\?ok [0-9]* $row " <<< "$out")
echo "$what, byte $old flipped to $new: $red of $all sweeps red"
[ $status = 1 ] && [ "$red" -gt 0 ]
