#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# install-packages.sh LIST...: see that the Debian packages named in the lists
# (one a line, # comments) are there. Missing ones are installed when this runs
# as root; else the line to run is printed. Exit 0: all there, 1: not.
set -u

names=$(sed -e 's/#.*//' "$@" | tr -s ' \t' '\n' | sort -u | grep .) || {
	echo "install-packages: nothing listed in: $*" >&2
	exit 1
}

missing_of() {
	local name
	for name in $names; do
		dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null |
			grep -qx installed || echo "$name"
	done
}

if ! command -v dpkg-query >/dev/null; then
	echo "install-packages: this is no Debian system; needed are:" "$names" >&2
	exit 1
fi

missing=$(missing_of | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0

echo "missing packages: $missing"
# shellcheck disable=SC2206 # package names hold no blanks
list=($missing)
if [ "$(id -u)" != 0 ]; then
	echo "to install them: sudo apt-get install --no-install-recommends $missing"
	exit 1
fi

export DEBIAN_FRONTEND=noninteractive
install() {
	timeout 1200 apt-get install -y -q --no-install-recommends "${list[@]}" \
		</dev/null
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "installing them with apt-get ..."
if ! install >"$log" 2>&1; then
	# the package lists may be missing or stale
	timeout 300 apt-get update -q >>"$log" 2>&1
	install >>"$log" 2>&1 || {
		tail -n 15 "$log" >&2
		echo "apt-get could not install: $missing" >&2
		exit 1
	}
fi
missing=$(missing_of | tr '\n' ' ')
[ -z "$missing" ] || {
	echo "still missing: $missing" >&2
	exit 1
}
