#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# peers.sh [ARGUMENTS]: our rows beside those of other projects, in one process
# (../shared/peers). ARGUMENTS go to its benchmark: -r ROW, -p PEER, -s SIZE (each
# may be repeated), -n ROUNDS, -a AAD, e.g.
#	peers.sh -r SM4-128/CTR -r SM4-128/GCM -s 4096
# CPU=n pins it to a CPU. Ends with a table of our rows and the best peer;
# everything measured is in selftests/results/peers.tsv.
#
# The other projects' packages are fetched once into ~/.cache/widecrypt/peers.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$folder/../.." && pwd)
shared=${WIDECRYPT_SHARED:-$top/../shared}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/widecrypt/peers
build=$top/selftests/build
results=$top/selftests/results

if [ ! -e "$cache/sidroot/usr" ]; then
	[ -e "$shared/peers/setup.sh" ] || {
		echo "peers: $shared/peers is not there" >&2
		exit 1
	}
	mkdir -p "$cache"
	cp -r "$shared/peers/." "$cache"
	echo "peers: fetching the other projects' packages (350 MB)" >&2
	"$cache/setup.sh" >&2
fi

make -s -C "$top/selftests/lib"

# A folder of our own over the shared packages
work=$build/peers
mkdir -p "$work/obj" "$work/impls" "$results"
for f in sidroot src; do
	ln -sfn "$cache/$f" "$work/$f"
done
for f in Makefile main.c peers.h shim; do
	cp -ru "$cache/$f" "$work/"
done
cp -u "$cache"/impls/* "$work/impls/"
cp -u "$folder/peers_widecrypt.c" "$work/impls/widecrypt.c"
cp -u "$top/selftests/lib/widecrypt.h" "$work/impls/"
make -s -C "$folder" O="$build" peers
make -s -C "$work" EXTRA="obj/lib.o $build/libwidecrypt.a" bench >&2

cd "$work"
taskset -c "${CPU:-1}" ./bench "$@" -o "$results/peers.tsv"

# row, size: our rows, each with the ratio to the best single-message peer
awk -F '\t' '
/^#/ { next }
{
	k = $1 "\t" $2
	if (!(k in seen)) { seen[k] = 1; keys[++n] = k }
	if ($9 != "ok" && $9 != "alone") bad[++nbad] = $0
	if ($3 ~ /^widecrypt-/) {
		ours[k] = ours[k] "\t" $3; cpb[k, $3] = $4
	} else if ($3 !~ /-x[0-9]+$/ && (!(k in best) || $4 < best[k])) {
		best[k] = $4; who[k] = $3
	}
}
END {
	printf "%-18s %6s  %-28s  %s\n", "row", "bytes", "best peer", \
		"ours: cycles per byte (times as fast as that peer)"
	for (i = 1; i <= n; i++) {
		k = keys[i]
		if (!(k in ours))
			continue
		split(k, f, "\t")
		line = sprintf("%-18s %6d  ", f[1], f[2])
		line = line sprintf("%-28s", k in best ? \
			sprintf("%.3f %s", best[k], who[k]) : "none")
		m = split(ours[k], o, "\t")
		for (j = 2; j <= m; j++) {
			c = cpb[k, o[j]]
			line = line sprintf("  %s %.3f", substr(o[j], 11), c)
			if (k in best)
				line = line sprintf(" (%.2f)", best[k] / c)
		}
		print line
	}
	for (i = 1; i <= nbad; i++)
		print "OUTPUT DIFFERS: " bad[i]
	exit nbad > 0
}' "$results/peers.tsv"
