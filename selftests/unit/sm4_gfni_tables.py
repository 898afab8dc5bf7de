#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The matrices and constants of SM4's GFNI rows, derived again.

Everything is computed from the definitions (GB/T 32907-2016; IEEE Std 1619 for
the tweaks), over all 256 inputs where it is a function of a byte, and compared
with the bytes in the assembled objects and with what sm4_gfni.h computes.

    sm4_gfni_tables.py            assemble the rows of this tree and check them
    sm4_gfni_tables.py --control  also show that each constant is looked at: one
                                  bit of each is flipped in turn, and must fail
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LIB = os.path.join(TOP, "selftests", "lib")
INCLUDES = ["-I" + os.path.join(LIB, "include"),
            "-I" + os.path.join(TOP, "include"), "-I" + TOP, "-I" + LIB]
ROWS = ["gfni-avx512", "gfni-avx2"]


def run(*args):
    return subprocess.run(args, check=True, stdout=subprocess.PIPE,
                          universal_newlines=True).stdout


# Bytes as field elements and vectors of bits

def mul(a, b, poly):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a <<= 1
        if a & 0x100:
            a ^= poly
        b >>= 1
    return r


def invert(a, poly):
    r = 1
    for _ in range(254):
        r = mul(r, a, poly)
    return r


GFNI, SM4 = 0x11b, 0x1f5
GFNI_INV = [invert(x, GFNI) for x in range(256)]


def linear(columns):
    """The linear map with these images of the bits, as a list over all bytes"""
    out = []
    for x in range(256):
        y = 0
        for i in range(8):
            if x >> i & 1:
                y ^= columns[i]
        out.append(y)
    return out


def matrix(m):
    """What gf2p8affineqb makes of each byte with the quadword m and 0"""
    return [sum((bin(m >> 8 * (7 - i) & 0xff & x).count("1") & 1) << i
                for i in range(8)) for x in range(256)]


# The standard: S(x) = A (A x + 0xd3)^-1 + 0xd3, A circulant
A = linear([sum(((0xa7 >> (j - i) % 8) & 1) << i for i in range(8))
            for j in range(8)])
SBOX = [A[invert(A[x] ^ 0xd3, SM4)] ^ 0xd3 for x in range(256)]


def rol(x, n):
    return (x << n | x >> 32 - n) & 0xffffffff


def standard_l(b):
    return b ^ rol(b, 2) ^ rol(b, 10) ^ rol(b, 18) ^ rol(b, 24)


def isomorphisms():
    """The maps of SM4's field onto the instructions'"""
    for g in range(2, 256):
        powers = [1]
        for _ in range(8):
            powers.append(mul(powers[-1], g, GFNI))
        total = 0
        for i in range(9):
            if SM4 >> i & 1:
                total ^= powers[i]
        if total == 0:
            yield linear(powers[:8])


def compose(*maps):
    out = range(256)
    for m in reversed(maps):
        out = [m[x] for x in out]
    return out


def inverse(m):
    out = [0] * 256
    for x in range(256):
        out[m[x]] = x
    return out


N = [(x ^ x << 2) & 0xff for x in range(256)]
R = [(x << 2 | x >> 6) & 0xff for x in range(256)]
POLY = [x ^ x << 1 ^ x << 2 ^ x << 7 for x in range(256)]


class Object:
    """A row, assembled: its .rodata by label, and its instructions"""

    def __init__(self, row, folder):
        source = os.path.join(TOP, "sm4", "x86", "sm4-%s.S" % row)
        path = os.path.join(folder, row + ".o")
        run("gcc", "-D__ASSEMBLY__", *INCLUDES, "-Wa,-L", "-c", "-o", path,
            source)
        raw = os.path.join(folder, row + ".rodata")
        run("objcopy", "-O", "binary", "-j", ".rodata", path, raw)
        with open(raw, "rb") as f:
            self.data = bytearray(f.read())
        labels = re.findall(r"^([0-9a-f]+) l\s+\.rodata\s+\S+ (?:\.L)?(\w+)$",
                            run("objdump", "-t", path), re.M)
        self.labels = {name: int(at, 16) for at, name in labels}
        code = run("objdump", "-d", "--no-show-raw-insn", path)
        self.imm = {}
        for op, imm in re.findall(
                r"\t(vgf2p8affineinvqb|vgf2p8affineqb|vpternlog[dq]) "
                r"\$0x([0-9a-f]+),", code):
            self.imm.setdefault(op.rstrip("dq") if op.startswith("vpt")
                                else op, set()).add(int(imm, 16))
        self.seen = set()

    def get(self, name, size):
        self.seen.add(name)
        at = self.labels[name]
        return bytes(self.data[at:at + size])


def check(o, row):
    """Nothing if the object's constants are as they have to be"""
    wide = row == "gfni-avx512"
    copies = 1 if wide else 4

    def same(name, want):
        want = bytes(want)
        if o.get(name, len(want)) != want:
            raise ValueError("%s: %s" % (row, name))

    def quad(name):
        data = o.get(name, 8 * copies)
        if data != data[:8] * copies:
            raise ValueError("%s: %s is not uniform" % (row, name))
        return matrix(struct.unpack("<Q", data[:8])[0])

    p, inv_p = quad("sm4_p"), quad("sm4_inv_p")
    found = [t for t in isomorphisms() if compose(t, A) == p]
    if len(found) != 1 or inverse(p) != inv_p:
        raise ValueError("%s: P" % row)
    t = found[0]
    q = compose(A, inverse(t))
    p0 = t[0xd3]
    maps = [("sm4_a", compose(p, N, q), p[N[0xd3]]),
            ("sm4_r", compose(p, R, q), p[R[0xd3]]),
            ("sm4_b", [x ^ y for x, y in zip(compose(p, N, q),
                                             compose(p, R, q))],
             p[N[0xd3]] ^ p[R[0xd3]])]
    for x in range(256):
        if SBOX[x] != q[GFNI_INV[p[x] ^ p0]] ^ 0xd3:
            raise ValueError("the derivation itself")
    for name, want, _ in maps:
        if quad(name) != want:
            raise ValueError("%s: %s" % (row, name))
    # Sums, all ones; GCM's (a & mask) ^ b
    logic = {0x96, 0xff, 0x6c}
    if o.imm["vgf2p8affineinvqb"] != {c for _, _, c in maps} or \
            o.imm["vgf2p8affineqb"] != {0} or \
            o.imm.get("vpternlog", logic) != logic:
        raise ValueError("%s: immediate operands" % row)

    # a, r, b of the four bytes against S and L of the standard
    a, r, b = [[m[GFNI_INV[x]] ^ c for x in range(256)] for _, m, c in maps]
    for x in range(256):
        for place in range(4):
            word = [x if i == place else 7 * x + i & 0xff for i in range(4)]
            s = 0
            for i in range(4):
                s = s << 8 | SBOX[word[i]]
            want = standard_l(s)
            z = [p[w] ^ p0 for w in word]
            for i in range(4):
                y = a[z[i]] ^ r[z[(i + 1) % 4]] ^ r[z[(i + 2) % 4]] ^ \
                    b[z[(i + 3) % 4]]
                if inv_p[y] != want >> 24 - 8 * i & 0xff:
                    raise ValueError("%s: L" % row)

    lanes = 1 if wide else 2

    def turned(k):
        return [4 * (i // 4) + (i + k) % 4 for i in range(16)] * lanes

    def bits(i):
        return [i >> 3 & 1, i >> 2 & 1, i >> 1 & 1, i & 1]

    def place(x):
        return 8 * x[0] + 4 * x[1] + 2 * x[2] + x[3]

    same("swap_in", [4 * (i // 4) + (0, 2, 1, 3)[i % 4]
                     for i in range(16)] * lanes)
    # At i = v0 v2 v1 i1 is then what was at v0 i1 v2 v1.
    same("swap_out", [place([v[0], v[3], v[1], v[2]])
                      for v in map(bits, range(16))] * lanes)
    same("ctr_bytes", [i if i < 12 else 27 - i for i in range(16)] * lanes)

    def numbers(values):
        return b"".join(struct.pack("<4I", 0, 0, 0, v) for v in values)

    if not wide:
        for k in (1, 2, 3):
            same("turn_%d" % k, turned(k))
        same("lanes", numbers([0, 1]))
        same("vector", numbers([2, 2]))
        same("wc_xts_poly", struct.pack("<Q", POLY[1]))
        return

    same("turn", turned(2))
    same("lanes", numbers(range(4)))
    same("blocks", numbers(range(0, 68, 4)))
    same("reverse", range(15, -1, -1))
    shift = [block for block in range(8) for _ in (0, 1)]
    same("wc_xts_left", struct.pack("<16Q", *shift))
    same("wc_xts_right", struct.pack("<16Q", *[64 - n for n in shift]))
    same("wc_xts_poly", struct.pack("<Q", POLY[1]))
    for name, part in (("sm4_xts_l", [c & 0xff for c in POLY]),
                       ("sm4_xts_h", [c >> 8 for c in POLY])):
        if quad(name) != compose(p, part, inv_p):
            raise ValueError("%s: %s" % (row, name))
    # In vectors that begin with E[4j + 3], going down: U's bytes from E[4j]
    # and E[4j + 2], V's from E[4j + 1] and E[4j + 3]
    for name, first in (("tweak_u", (0, 2)), ("tweak_v", (1, 3))):
        same(name, [8 * half + 3 - f + i for half in (0, 1) for f in first
                    for i in range(4)])
    same("spread", [4 * j + i for j in range(4) for i in (0, 2, 1, 3)
                    for _ in range(4)])
    # Places v0 v3 v2 v1 of bytes, v0 i1 v2 v1 of half words; block 4 v + lane
    same("order_bytes", [4 * place([v[1], v[2], v[3], v[0]]) + lane
                         for lane in range(4) for v in map(bits, range(16))])
    same("order_halves", [(4 * place([0, v[2], v[3], v[0]]) + lane) * v[1]
                          for lane in range(4) for v in map(bits, range(16))])
    same("plus_32", [0] * 4 + [32] * 4)
    same("gcm_ctr_bytes", [i if i < 12 else 27 - i for i in range(16)])
    same("gcm_0_to_3", numbers(range(4)))
    same("gcm_2_to_5", numbers(range(2, 6)))
    same("gcm_plus_4", numbers([4]))
    same("gcm_plus_128", numbers([128]))
    same("gcm_j0", [0] * 15 + [1])


def check_keys(folder):
    """sm4_gfni.h's layout of the keys for all byte values"""
    source = os.path.join(folder, "keys.c")
    with open(source, "w", encoding="ascii") as f:
        f.write('#include <stdio.h>\n#include "sm4/sm4_gfni.h"\n'
                "int main(void)\n{\n\tstruct sm4_gfni_keys g;\n"
                "\tu32 rk[32], n;\n\n\tfor (n = 0; n < 256; n += 2) {\n"
                "\t\tfor (int i = 0; i < 32; i++)\n"
                "\t\t\trk[i] = (n + i) * 0x01030507 ^ n << 8;\n"
                "\t\tsm4_gfni_expand(&g, rk);\n"
                "\t\tfwrite(rk, sizeof(rk), 1, stdout);\n"
                "\t\tfwrite(&g, sizeof(g), 1, stdout);\n\t}\n"
                "\treturn 0;\n}\n")
    program = os.path.join(folder, "keys")
    run("gcc", "-O2", *INCLUDES, "-include", os.path.join(LIB, "kernel.h"),
        "-o", program, source)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout
    step = 4 * (32 + 32 + 32 * 4 + 33 * 4 + 1)
    t = next(t for t in isomorphisms()
             if compose(t, A) == matrix(0x4c287db91a22505d))
    seen = set()
    for at in range(0, len(out), step):
        words = struct.unpack("<%dI" % (step // 4), out[at:at + step])
        k = [[t[A[rk >> s & 0xff] ^ 0xd3] for s in (24, 16, 8, 0)]
             for rk in words[:32]]
        seen.update(rk & 0xff for rk in words[:32])
        kk = [[x ^ y for x, y in zip(a, b)]
              for a, b in zip(k, k[1:] + [[0] * 4])]
        want = [struct.unpack("<I", bytes(x))[0] for x in kk]
        for table in (kk, k + [[0] * 4]):
            want += [x[i] * 0x01010101 for x in table for i in (0, 2, 1, 3)]
        want.append(struct.unpack("<I", bytes(k[0]))[0])
        if list(words[32:]) != want:
            raise ValueError("sm4_gfni.h")
    if len(seen) != 256 or at + step != len(out):
        raise ValueError("sm4_gfni.h: not all bytes seen")


def fails(o, row):
    try:
        check(o, row)
    except ValueError:
        return True
    return False


def control(o, row):
    """Each constant with one bit flipped"""
    for name in sorted(o.labels):
        if name.startswith("wc_ghash"):    # gcm_tables.c has these
            continue
        if name not in o.seen:
            raise ValueError("%s: nobody looks at %s" % (row, name))
        for bit in (0, 7):
            o.data[o.labels[name]] ^= 1 << bit
            if not fails(o, row):
                raise ValueError("control: %s: %s" % (row, name))
            o.data[o.labels[name]] ^= 1 << bit
    for op, values in o.imm.items():
        for value in list(values):
            values.symmetric_difference_update({value, value ^ 1})
            if not fails(o, row):
                raise ValueError("control: %s: %s" % (row, op))
            values.symmetric_difference_update({value, value ^ 1})
    check(o, row)
    return len(o.labels)


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_keys(folder)
        for row in ROWS:
            o = Object(row, folder)
            check(o, row)
            if "--control" in sys.argv:
                print("%s: %d constants, each seen to fail" %
                      (row, control(o, row)))
    print("sm4_gfni_tables: ok")


if __name__ == "__main__":
    try:
        main()
    except ValueError as e:
        sys.exit("sm4_gfni_tables: %s is wrong" % e)
