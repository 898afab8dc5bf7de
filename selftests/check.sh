#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh SUITE...: runs test suites one after the other, each under its own
# time limit, and adds up their last lines, "N passed, N failed, N skipped".
# A suite that dies, hangs or ends without such a line counts as one failure.
set -u
cd "$(dirname "$0")/.." || exit 1
results=selftests/results
mkdir -p "$results"

# suite: minutes, folders, command; packages are in selftests/<folder>/packages.txt
suite() {
	case $1 in
	tree)		echo 20 tree "selftests/tree/check.sh" ;;
	unit)		echo 10 unit "make -s -C selftests/unit check" ;;
	aes-round)	echo 15 aes_round "make -s -C selftests/aes_round check" ;;
	audit)		echo 10 audit "selftests/audit/audit.sh" ;;
	uml)		echo 40 uml "selftests/uml/check.sh" ;;
	vm)		echo 45 vm "selftests/vm/check-vm.sh" ;;
	arm64)		echo 20 arm64 "selftests/arm64/check.sh" ;;
	arm64-vm)	echo 150 arm64 "selftests/arm64/vm.sh" ;;
	debug)		echo 90 vm "selftests/vm/debug.sh" ;;
	dkms)		echo 90 dkms "selftests/dkms/check.sh" ;;
	boot)		echo 90 dkms "selftests/dkms/boot.sh" ;;
	matrix)		echo 300 vm,arm64,bochs "selftests/vm/matrix.sh" ;;
	clients)	echo 90 vm "selftests/vm/clients.sh" ;;
	load)		echo 90 vm "selftests/vm/load.sh -s ${LOAD_SECONDS:-60}" ;;
	bochs)		echo 90 bochs "selftests/bochs/check.sh" ;;
	*)		return 1 ;;
	esac
}

passed=0 failed=0 skipped=0 table=
for name; do
	if ! line=$(suite "$name"); then
		echo "check: there is no suite $name" >&2
		exit 2
	fi
	read -r minutes folders command <<< "$line"
	IFS=, read -ra lists <<< "$folders"
	lists=("${lists[@]/#/selftests/}")
	log=$results/$name.log
	rm -f "$log"
	start=$SECONDS
	echo "# === $name: $command (at most $minutes min)"
	if ! selftests/install-packages.sh "${lists[@]/%//packages.txt}"; then
		echo "ok - $name # SKIP packages are missing"
		skipped=$((skipped + 1))
		table+="$name: skipped, packages are missing"$'\n'
		continue
	fi
	timeout -k 10 "${minutes}m" bash -c "$command" < /dev/null 2>&1 |
		tee "$log"
	status=${PIPESTATUS[0]}
	last=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' \
		"$log" | tail -1)
	read -r p f s <<< "$(tr -dc '0-9 ' <<< "$last")"
	p=${p:-0} f=${f:-0} s=${s:-0}
	if [ "$status" = 124 ]; then
		echo "not ok - $name: no end after $minutes minutes"
		f=$((f + 1))
	elif [ -z "$last" ] || { [ "$status" != 0 ] && [ "$f" = 0 ]; }; then
		echo "not ok - $name: exit status $status, last line '$last'"
		f=$((f + 1))
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	table+="$name: $p passed, $f failed, $s skipped in $((SECONDS - start)) s"$'\n'
done

echo "# ==="
printf '%s' "$table" | sed 's/^/# /'
for name; do
	grep '^not ok' "$results/$name.log" 2> /dev/null | sed "s/^/# $name: /"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
