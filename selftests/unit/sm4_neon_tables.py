#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The constants of SM4's row neon-ce for arm64, derived again.

Everything is computed from the definitions (GB/T 32907-2016, FIPS 197), over all
256 inputs, and compared with the bytes in the assembled object and with the
columns in sm4_neon.h. The names are those of arm64/sm4-neon-ce.S.

    sm4_neon_tables.py            assemble the row of this tree and check it
    sm4_neon_tables.py --control  also show that each table is looked at: flip
                                  one bit of each in turn, which must fail
"""
import os
import re
import subprocess
import sys
import tempfile

from aria_tables import Mismatch, Object, S1 as SB, check, gf_mul
from sm4_gfni_tables import (A, INCLUDES, SBOX, TOP, inverse, isomorphisms,
                             standard_l)

# The isomorphism that takes the root of SM4's field to 0x23
ISO = next(t for t in isomorphisms() if t[2] == 0x23)
P = [ISO[A[x]] for x in range(256)]
INV_P = inverse(P)
F = [gf_mul(x, x) for x in range(256)]
SMALL_P = ISO[0xd3]


def z(x):
    return P[x] ^ SMALL_P


def split(word):
    """The bytes of a word, the most significant first"""
    return list(word.to_bytes(4, "big"))


def round_of(x):
    """What a round adds to the state, for the bytes x of the sum, as P of it"""
    word = int.from_bytes(bytes(SBOX[v] for v in x), "big")
    return [P[v] for v in split(standard_l(word))]


def check_row(o):
    def table(name):
        t = o.get("sm4_neon_" + name, 32)
        return [t[v & 15] ^ t[16 + (v >> 4)] for v in range(256)]

    def same(name, want):
        check(table(name) == want, "sm4_neon_" + name)

    check(o.get("sm4_neon_0f", 16) == b"\x0f" * 16, "sm4_neon_0f")
    # FIPS 197: byte 4c + r of ShiftRows' output is 4 (c + r) + r of its input
    shift = [(4 * (c + r) + r) % 16 for c in range(4) for r in range(4)]
    undo = o.get("sm4_neon_undo", 16)
    check([shift[i] for i in undo] == list(range(16)), "sm4_neon_undo")
    same("p", [z(x) for x in range(256)])
    same("f_p", [F[z(x)] for x in range(256)])
    same("inv_p", [INV_P[v ^ SMALL_P] for v in range(256)])

    a, b, n, m, f_n, f_m = map(table, ("a", "b", "n", "m", "f_n", "f_m"))
    for k in range(4 * 256):
        x = [0x5c, 0x13, 0xe7, 0x80]
        x[k % 4] = k // 4
        want = round_of(x)
        s = [SB[z(v)] for v in x]
        u = [b[s[i]] ^ a[s[i - 1]] for i in range(4)]
        check([u[0] ^ u[1] ^ u[2] ^ u[3] ^ u[i] for i in range(4)] == want,
              "sm4_neon_a, b")
        f = [SB[F[z(v)]] for v in x]
        # FIPS 197, 5.1.3; row 0 is the least significant byte, x[3].
        mix = [[gf_mul(c[i], 2) ^ c[i - 3] ^ c[i - 2] ^ gf_mul(c[i - 1], 3)
                for i in range(4)] for c in (s, f)]
        check([n[p] ^ m[q] for p, q in zip(*mix)] == want, "sm4_neon_n, m")
        check([f_n[p] ^ f_m[q] for p, q in zip(*mix)] == [F[v] for v in want],
              "sm4_neon_f_n, f_m")
    # A bit that the two maps share would go unnoticed above.
    check(a[0] == 0 and m[0] == 0 and f_m[0] == 0, "a constant")


def check_header(text):
    for name, want in (("p", P), ("f_p", [F[v] for v in P])):
        found = re.search(r"\b%s\[8\] = \{(.*?)\}" % name, text, re.S)
        check(found, "no table %s in sm4_neon.h" % name)
        columns = [int(v, 16) for v in re.findall("0x[0-9a-f]+", found[1])]
        check(columns == [want[1 << i] for i in range(8)], name)


def fails(function, arg):
    try:
        function(arg)
    except (Mismatch, IndexError):
        return True
    return False


def control(o, text):
    for name, n in list(o.used.items()):
        for at in (o.start[name], o.start[name] + n - 1):
            o.data[at] ^= 0x40
            check(fails(check_row, o), "control: " + name)
            o.data[at] ^= 0x40
    for old in ("0x8c", "0x40"):
        check(old in text and fails(check_header, text.replace(old, "0x8d", 1)),
              "control: sm4_neon.h: " + old)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sm4-neon-ce.o")
        subprocess.run(["aarch64-linux-gnu-gcc", "-c", "-D__ASSEMBLY__",
                        *INCLUDES, "-o", path, os.path.join(
                            TOP, "sm4/arm64/sm4-neon-ce.S")], check=True)
        o = Object(path)
    with open(os.path.join(TOP, "sm4/sm4_neon.h"), encoding="ascii") as f:
        text = f.read()
    check_row(o)
    check(set(o.start) == set(o.used), "nobody looks at " +
          " ".join(set(o.start) - set(o.used)))
    check_header(text)
    if "--control" in sys.argv:
        control(o, text)
    print("sm4_neon_tables: %d tables as defined" % len(o.used))


if __name__ == "__main__":
    try:
        main()
    except Mismatch as e:
        sys.exit("sm4_neon_tables: %s differs from its definition" % e)
