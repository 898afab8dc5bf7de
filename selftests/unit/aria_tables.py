#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The matrices and constants of ARIA's vector rows, derived again.

Everything is computed from the definitions of RFC 5794 (and, for XTS and AES,
IEEE 1619 and FIPS 197), over all 256 inputs where it is a function of a byte,
and compared with the bytes in the assembled objects and in aria_wide.h.

    aria_tables.py [ROW.o ...]    default: assemble the rows of this tree
    aria_tables.py --control      also show that each table is looked at: flip
                                  one bit of each in turn, which must fail
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# RFC 5794, 2.4.2: row i gives bit i, the least significant first.
A = ["10001111", "11000111", "11100011", "11110001",
     "11111000", "01111100", "00111110", "00011111"]
B = ["01011110", "00111101", "11010111", "10011101",
     "00101100", "10000001", "01011101", "11010011"]
# 2.4.3
DIFFUSION = [
    [3, 4, 6, 8, 9, 13, 14], [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15], [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15], [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13], [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15], [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15], [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12], [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14], [1, 2, 4, 5, 8, 10, 15]]


def gf_mul(a, b):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11b
        b >>= 1
    return r


def gf_pow(x, n):
    r = 1
    for _ in range(n):
        r = gf_mul(r, x)
    return r


def bits_apply(rows, x):
    return sum((sum(int(c) & x >> j for j, c in enumerate(row)) & 1) << i
               for i, row in enumerate(rows))


INV = [gf_pow(x, 254) for x in range(256)]
S1 = [bits_apply(A, INV[x]) ^ 0x63 for x in range(256)]
S2 = [bits_apply(B, gf_pow(x, 247)) ^ 0xe2 for x in range(256)]
X1 = [S1.index(x) for x in range(256)]
X2 = [S2.index(x) for x in range(256)]
SBOX = [S1, S2, X1, X2]
# What an S-box leaves out of its output, or wants added to its input
POST = [0x63, 0xe2, 0, 0]
PRE = [0, 0, 0x63, 0xe2]


def affine(matrix, x):
    """gf2p8affineqb: matrix is 8 bytes in memory order, row of bit i at 7 - i."""
    return sum((bin(matrix[7 - i] & x).count("1") & 1) << i for i in range(8))


def diffuse(x):
    y = []
    for row in DIFFUSION:
        v = 0
        for j in row:
            v ^= x[j]
        y.append(v)
    return y


def kind(i, odd):
    return (i + 2 * odd) % 4


def rfc_vector():
    """RFC 5794, A.1, by nothing but the definitions above."""
    c1 = bytes.fromhex("517cc1b727220a94fe13abe8fa9a6ee0")
    c2 = bytes.fromhex("6db14acc9e21c820ff28b1d5ef5de2b0")
    c3 = bytes.fromhex("db92371d2126e9700324977504e8c90e")

    def xor(a, b):
        return [p ^ q for p, q in zip(a, b)]

    def layer(x, odd):
        return [SBOX[kind(i, odd)][v] for i, v in enumerate(x)]

    def ror(x, n):
        v = int.from_bytes(bytes(x), "big")
        return ((v >> n | v << (128 - n)) & (1 << 128) - 1).to_bytes(16, "big")

    w = [list(bytes(range(16)))]
    w.append(diffuse(layer(xor(w[0], c1), 0)))
    w.append(xor(diffuse(layer(xor(w[1], c2), 1)), w[0]))
    w.append(xor(diffuse(layer(xor(w[2], c3), 0)), w[1]))
    rot = [19, 31, 128 - 61, 128 - 31]
    ek = [xor(w[i % 4], ror(w[(i + 1) % 4], rot[i // 4])) for i in range(13)]
    x = bytes.fromhex("00112233445566778899aabbccddeeff")
    for r in range(11):
        x = diffuse(layer(xor(x, ek[r]), r % 2))
    x = xor(layer(xor(x, ek[11]), 1), ek[12])
    return bytes(x).hex() == "d718fbd6ab644c739da95f3be6451778"


class Mismatch(Exception):
    pass


def check(ok, what):
    if not ok:
        raise Mismatch(what)


class Object:
    """The local symbols of an object's .rodata, each up to the next."""

    def __init__(self, path):
        with open(path, "rb") as f:
            d = f.read()
        shoff, = struct.unpack_from("<Q", d, 40)
        entsize, num, strndx = struct.unpack_from("<HHH", d, 58)
        sec = [struct.unpack_from("<IIQQQQIIQQ", d, shoff + i * entsize)
               for i in range(num)]

        def name(off, table):
            s = sec[table][4] + off
            return d[s:d.index(b"\0", s)].decode()

        ro = [i for i, s in enumerate(sec) if name(s[0], strndx) == ".rodata"]
        check(len(ro) == 1, path + ": one .rodata")
        base, size = sec[ro[0]][4], sec[ro[0]][5]
        at = []
        for s in sec:
            if s[1] != 2:		# SHT_SYMTAB
                continue
            for o in range(s[4], s[4] + s[5], 24):
                st = struct.unpack_from("<IBBHQQ", d, o)
                n = name(st[0], s[6])
                if st[3] == ro[0] and st[1] & 15 != 3 and n[0] != "$":
                    at.append((st[4], n))
        at.sort()
        ends = [a for a, _ in at[1:]] + [size]
        self.start = {n: a for a, n in at}
        self.size = {n: e - a for (a, n), e in zip(at, ends)}
        self.data = bytearray(d[base:base + size])
        self.used = {}

    def get(self, name, n):
        check(name in self.start, "no table " + name)
        check(self.size[name] >= n, name + " too short")
        a = self.start[name]
        self.used[name] = n
        return bytes(self.data[a:a + n])


# The places of the grid, by rows, and their bytes before odd rounds
def grid():
    """Found from the diffusion itself: byte P(i) of y is x[i], the rest of a
    row and the rest of a column, where rows and columns are common to four."""
    p = [3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15]
    rows = [[14, 4, 3, 9], [5, 15, 8, 2], [11, 1, 6, 12], [0, 10, 13, 7]]
    for a in range(4):
        for b in range(4):
            i = rows[a][b]
            terms = {i} ^ set(rows[a]) ^ {rows[c][b] for c in range(4)}
            check(terms == set(DIFFUSION[p[i]]), "grid")
    flat = sum(rows, [])
    check(sorted(flat) == list(range(16)), "grid")
    return p, flat, [p[i] for i in flat]


P, EVEN, ODD = grid()


def check_matrix(pre, post, k, what):
    """post inv(pre(x)) is S-box k less its constants."""
    for x in range(256):
        y = x if pre is None else affine(pre, x)
        y = affine(post, INV[y])
        check(y == SBOX[k][x ^ PRE[k]] ^ POST[k], what)


def check_quads(o):
    t = o.get("aria_gr_matrices", 512)
    for odd, places in ((0, EVEN), (1, ODD)):
        for q, i in enumerate(places):
            pre = t[256 * odd + 8 * q:][:8]
            post = t[256 * odd + 128 + 8 * q:][:8]
            check_matrix(pre, post, kind(i, odd), "aria_gr_matrices")


def check_row_form(o):
    order = o.get("aria_row_order", 16)
    back = o.get("aria_row_back", 16)
    check(sorted(order) == list(range(16)), "aria_row_order")
    check(all(order[back[i]] == i for i in range(16)), "aria_row_back")
    pre, post = o.get("aria_row_pre", 16), o.get("aria_row_post", 16)
    ident = o.get("aria_row_id", 16)
    for q, i in enumerate(order):
        h = q // 8 * 8
        for odd in (0, 1):
            k = kind(i, odd)
            if k < 2:
                check_matrix(None, post[h:h + 8], k, "aria_row_post")
            else:
                check_matrix(pre[h:h + 8], ident[h:h + 8], k, "aria_row_pre")
            # words of 16 bits 0, 2, ... hold what takes S1, S2 in even rounds
            check((k >= 2) == (q // 2 % 2 != odd), "aria_row_order")
    # The terms of a byte in such words, in the others; 255 for none
    t = [o.get("aria_row_" + name, 64) for name in ("low", "high")]
    for q in range(16):
        terms = []
        for h in (0, 1):
            for k in range(4):
                i = t[h][16 * k + q]
                check(i == 255 or i // 2 % 2 == h, "aria_row_low and _high")
                terms += [order[i]] if i < 16 else []
        check(sorted(terms) == DIFFUSION[order[q]], "aria_row_low and _high")


def check_avx512(o):
    check_quads(o)
    check_row_form(o)
    check(o.get("aria_row_mask", 4) == b"\xff\xff\0\0", "aria_row_mask")
    t = o.get("aria_gr_from_blocks", 128)
    for q in range(16):
        for b in range(8):
            check(t[8 * q + b] == 16 * b + EVEN[q], "aria_gr_from_blocks")
    t = o.get("aria_gr_to_blocks", 128)
    for b in range(8):
        for i in range(16):
            check(t[16 * b + i] == 8 * ODD.index(i) + b, "aria_gr_to_blocks")
    t = o.get("aria_bs_matrices", 40)
    m = [t[8 * i:8 * i + 8] for i in range(5)]
    check_matrix(None, m[0], 0, "aria_bs_matrices")
    check_matrix(None, m[1], 1, "aria_bs_matrices")
    check_matrix(m[2], m[4], 2, "aria_bs_matrices")
    check_matrix(m[3], m[4], 3, "aria_bs_matrices")
    check(o.get("aria_count", 256) == bytes(range(256)), "aria_count")
    t = o.get("aria_bs_count", 64)
    check(all(t[16 * l + j] == 4 * j + l for l in range(4) for j in range(16)),
          "aria_bs_count")
    check(o.get("aria_ctr_0123", 64) == struct.pack(
        "<8Q", 0, 0, 1, 0, 2, 0, 3, 0), "aria_ctr_0123")
    check(o.get("aria_ctr_4", 16) == struct.pack("<2Q", 4, 0), "aria_ctr_4")
    check(o.get("aria_ctr_bytes_0123", 64) == b"".join(
        i.to_bytes(16, "big") for i in range(4)), "aria_ctr_bytes_0123")
    check(o.get("aria_ctr_bytes_4", 16) == (4).to_bytes(16, "big"),
          "aria_ctr_bytes_4")
    check(o.get("aria_rev_bytes", 16) == bytes(range(15, -1, -1)),
          "aria_rev_bytes")
    check(o.get("aria_rev_quads", 16) == bytes(
        8 * (i // 8) + 7 - i % 8 for i in range(16)), "aria_rev_quads")
    check(o.get("aria_rev_words", 16) == bytes(
        i ^ 14 for i in range(16)), "aria_rev_words")
    # IEEE 1619: x^128 = x^7 + x^2 + x + 1
    check(o.get("wc_xts_poly", 8) == struct.pack("<Q", 0x87), "wc_xts_poly")
    lo, hi = o.get("aria_xts_f", 8), o.get("aria_xts_g", 8)
    for c in range(256):
        v = c ^ c << 1 ^ c << 2 ^ c << 7
        check(affine(lo, c) == v & 255, "aria_xts_f")
        check(affine(hi, c) == v >> 8, "aria_xts_g")
    left = struct.unpack("<16Q", o.get("wc_xts_left", 128))
    right = struct.unpack("<16Q", o.get("wc_xts_right", 128))
    for q in range(16):
        check(left[q] == q // 2 and right[q] == 64 - q // 2, "wc_xts_left")


def check_avx(o, width):
    n = width // 16
    check(o.get("aria_rev_bytes", width) == bytes(range(15, -1, -1)) * n,
          "aria_rev_bytes")
    check(o.get("aria_ctr_bytes", 16 * width) == b"".join(
        i.to_bytes(16, "big") for i in range(width)), "aria_ctr_bytes")
    check(o.get("aria_ctr_01", 32) == struct.pack("<4Q", 0, 0, 1, 0),
          "aria_ctr_01")
    check(o.get("aria_ctr_more", width) == struct.pack("<2Q", n, 0) * n,
          "aria_ctr_more")
    check(o.get("aria_xts_carry", 16) == struct.pack("<2Q", 0x87, 1),
          "aria_xts_carry")


def check_gfni(o, width):
    check_avx(o, width)
    check_quads(o)
    check_row_form(o)
    m = {}
    for n in ("a", "bf", "a_inv", "bf_inv", "id"):
        t = o.get("aria_bs_" + n, width)
        check(t == t[:8] * (width // 8), "aria_bs_" + n)
        m[n] = t[:8]
    check_matrix(None, m["a"], 0, "aria_bs_a")
    check_matrix(None, m["bf"], 1, "aria_bs_bf")
    check_matrix(m["a_inv"], m["id"], 2, "aria_bs_a_inv")
    check_matrix(m["bf_inv"], m["id"], 3, "aria_bs_bf_inv")


def check_aesni(o, width):
    check_avx(o, width)

    def wide(name):
        t = o.get(name, width)
        check(t == t[:16] * (width // 16), name)
        return t[:16]

    check(wide("aria_aes_0f") == b"\x0f" * 16, "aria_aes_0f")
    check(wide("aria_aes_63") == b"\x63" * 16, "aria_aes_63")
    check(o.get("aria_aes_zero", 16) == bytes(16), "aria_aes_zero")
    # FIPS 197: byte 4c + r of ShiftRows' output is 4 (c + r) + r of its input
    shift = [(4 * (c + r) + r) % 16 for c in range(4) for r in range(4)]
    twice = [shift[shift[i]] for i in range(16)]
    check([twice[twice[i]] for i in range(16)] == list(range(16)), "R^4")
    check(list(wide("aria_aes_r2")) == twice, "aria_aes_r2")
    l_lo, l_hi = wide("aria_aes_l_lo"), wide("aria_aes_l_hi")
    m_lo, m_hi = wide("aria_aes_m_lo"), wide("aria_aes_m_hi")
    s2_lo = o.get("aria_row_s2_lo", 16)
    x2_lo = o.get("aria_row_x2_lo", 16)
    for x in range(256):
        def two(lo, hi, v):
            return lo[v & 15] ^ hi[v >> 4]
        check(two(l_lo, l_hi, S1[x] ^ 0x63) == S2[x] ^ 0xe2, "aria_aes_l")
        check(X1[two(m_lo, m_hi, x)] == X2[x ^ 0xe2], "aria_aes_m")
        check(two(s2_lo, l_hi, S1[x]) == S2[x], "aria_row_s2_lo")
        check(X1[two(x2_lo, m_hi, x)] == X2[x], "aria_row_x2_lo")
    # The byte of a vector that has byte i after the instruction for S-box k
    def place(i, k):
        return shift.index(i) if k < 2 else shift[i]

    t = o.get("aria_row_wanted", 64)
    for k in range(4):
        for i in range(16):
            want = place(i, k) if kind(i, 1) == k else 255
            check(t[16 * k + i] == want, "aria_row_wanted")
    for odd, n in ((0, "aria_row_even"), (1, "aria_row_odd")):
        t = o.get(n, 128)
        for q in range(16):
            for k in range(4):
                terms = {t[16 * (2 * k + h) + q] for h in (0, 1)} - {255}
                want = {place(i, k) for i in DIFFUSION[q] if kind(i, odd) == k}
                check(terms == want, n)


def check_ce(o):
    def two(name, v):
        t = o.get(name, 32)
        return t[v & 15] ^ t[16 + (v >> 4)]

    check(o.get("aria_ce_0f", 16) == b"\x0f" * 16, "aria_ce_0f")
    for x in range(256):
        m = S1[X2[x]] ^ PRE_CE
        check(two("aria_ce_l1", x) == l_ce(x) ^ x, "aria_ce_l1")
        check(two("aria_ce_m1", x) == m ^ x, "aria_ce_m1")
        if x % 16 == 0:
            check(o.get("aria_ce_l_hi", 16)[x >> 4] == l_ce(x), "aria_ce_l_hi")
            check(o.get("aria_ce_m_hi", 16)[x >> 4] == m, "aria_ce_m_hi")
    # FIPS 197: byte 4c + r of ShiftRows' output is 4 (c + r) + r of its input
    shift = [(4 * (c + r) + r) % 16 for c in range(4) for r in range(4)]
    check(list(o.get("aria_ce_r2", 16)) == [shift[shift[i]]
                                            for i in range(16)], "aria_ce_r2")
    check(list(o.get("aria_ce_enter", 16)) == EVEN, "aria_ce_enter")
    back = o.get("aria_ce_exit", 16)
    check([ODD[i] for i in back] == list(range(16)), "aria_ce_exit")
    for odd, places, name in ((0, EVEN, "aria_ce_even"),
                              (1, ODD, "aria_ce_odd")):
        t = o.get(name, 64)
        pick = o.get("aria_ce_pick", 32)[16 * odd:][:16]
        for q, i in enumerate(places):
            k = kind(i, odd)
            for at, which in ((0, 3), (32, 1)):		# X2's M, S2's L
                want = (15, 256 - 4) if k == which else (0, 256 - 8)
                check((t[at + q], t[at + 16 + q]) == want, name)
            # AESE and AESD move byte shift[p], or what moves there, to p.
            p = pick[q]
            was = shift[p] if p < 16 else shift.index(p - 16)
            check(was == q and (p < 16) == (k < 2), "aria_ce_pick")


# What S2 lacks after L, and X2 after M: both without the constants
POST_CE = S2[S1.index(0)]
PRE_CE = S1[X2[0]]


def l_ce(x):
    return S2[X1[x]] ^ POST_CE


def check_header_arm64(table, text):
    """column, point, left, l, x2, s2, freed of aria_wide.h, and the constants"""
    check(table("point") == EVEN + ODD, "point")
    column = table("column")
    for x in range(256):
        y = PRE_CE
        for i in range(8):
            y ^= column[i] if x >> i & 1 else 0
        check(X1[y] == X2[x], "column")
    # M and its look-up tables for the lower half are of the columns.
    check(table("l") == [l_ce(x) for x in range(16)], "l")
    x2, s2 = table("x2"), table("s2")
    for odd, places in ((0, EVEN), (1, ODD)):
        # In the order in which aria-ce.S takes the registers: EVEN's numbers
        for name, have, k in (("x2", x2, 3), ("s2", s2, 1)):
            want = [q for q, i in enumerate(places) if kind(i, odd) == k]
            want.sort(key=lambda q: EVEN[q])
            check(have[4 * odd:][:4] == want, name)
    # Points without a key: of the S2 before, and of the last one's row
    for odd, places in ((0, EVEN), (1, ODD)):
        before = s2[4 * (1 - odd):][:4]
        f = table("freed")[odd]
        check(f // 4 == before[3] // 4 and f % 4 == before[2] % 4 and
              f not in before, "freed")
        check(all(kind(places[q], odd) != 3 for q in before[:3] + [f]),
              "freed of a key and added to by X2")
    left = [diffuse([POST_CE if kind(i, 1 - odd) == 1 else 0
                     for i in range(16)]) for odd in (0, 1)]
    check(table("left") == sum(left, []), "left")
    check("aria_m(to[x2[odd][j]]) ^ %#04x)" % PRE_CE in text, "M of half")
    check("aria_m(to[j]) ^ %#04x;" % PRE_CE in text, "M of grid")
    check("l, e ^ %#04x)" % POST_CE in text, "L of half")
    check("i %% 4 == 3 ? %#04x : 0" % POST_CE in text, "the last key")


def check_header(text):
    """place, row, fold of aria_wide.h"""
    def table(name):
        m = re.search(r"\b%s\[[^=]*= (\{.*?\n?\t*\});" % name, text, re.S)
        check(m, "no table %s in aria_wide.h" % name)
        return [int(v, 0) for v in re.findall(r"0x[0-9a-f]+|\d+", m[1])]

    stored = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15]
    check(table("place") == [g[p] for g in (EVEN, ODD) for p in stored],
          "place")
    row = table("row")
    check(row == [0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15], "row")
    post = [[POST[kind(i, odd)] for i in range(16)] for odd in (0, 1)]
    pre = [[PRE[kind(i, odd)] for i in range(16)] for odd in (0, 1)]
    check(pre[0] == post[1], "fold")
    fold = [[a ^ b for a, b in zip(diffuse(post[1 - odd]), pre[odd])]
            for odd in (0, 1)] + [pre[0]]
    check(table("fold") == sum(fold, []), "fold")
    check_header_arm64(table, text)


ROWS = {
    "gfni-avx512": check_avx512,
    "gfni-avx2": lambda o: check_gfni(o, 32),
    "gfni-avx": lambda o: check_gfni(o, 16),
    "aesni-avx2": lambda o: check_aesni(o, 32),
    "aesni-avx": lambda o: check_aesni(o, 16),
    "ce": check_ce,
}
CROSS = {"ce"}		# arm64


def assemble(folder):
    paths = []
    for row in ROWS:
        out = os.path.join(folder, "aria-%s.o" % row)
        arch, cc = "x86", os.environ.get("CC", "gcc")
        if row in CROSS:
            arch, cc = "arm64", "aarch64-linux-gnu-gcc"
        subprocess.run([cc, "-c", "-D__ASSEMBLY__",
                        "-I" + os.path.join(TOP, "selftests/lib/include"),
                        "-I" + os.path.join(TOP, "include"),
                        os.path.join(TOP, "aria/%s/aria-%s.S" % (arch, row)),
                        "-o", out], check=True)
        paths.append(out)
    return paths


def control(o, row):
    """Flip one bit of each table in turn; return how many went unnoticed."""
    missed = 0
    for name, n in list(o.used.items()):
        at = o.start[name] + n // 2
        o.data[at] ^= 1
        try:
            ROWS[row](o)
            print("%s: a flipped bit in %s goes unnoticed" % (row, name))
            missed += 1
        except (Mismatch, IndexError, ValueError):
            pass
        o.data[at] ^= 1
    return missed


def main(args):
    want_control = "--control" in args
    paths = [a for a in args if a != "--control"]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths or assemble(folder):
            row = re.search(r"aria-([a-z0-9-]+)\.o$", path)[1]
            o = Object(path)
            try:
                ROWS[row](o)
            except Mismatch as e:
                print("%s: %s differs from its definition" % (path, e))
                bad += 1
                continue
            unused = set(o.start) - set(o.used)
            if unused:
                print("%s: not checked: %s" % (path, " ".join(sorted(unused))))
                bad += 1
            n = len(o.used)
            if want_control:
                bad += control(o, row)
            print("%s: %d tables as defined" % (row, n))
    with open(os.path.join(TOP, "aria/aria_wide.h")) as f:
        text = f.read()
    try:
        check(rfc_vector(), "the example of RFC 5794, A.1,")
        check_header(text)
        if want_control:
            for old, new in (("0xe2, 0x63", "0xe2, 0x62"),
                             ("{ 14, 4, 11", "{ 14, 11, 4"),
                             ("0, 4, 2, 6", "0, 2, 4, 6"),
                             ("{ 14, 4, 3", "{ 14, 3, 4"),
                             ("0x41, 0xea", "0x41, 0xeb"),
                             ("{ 0x88, 0x00", "{ 0x88, 0x01"),
                             ("]]) ^ 0x04", "]]) ^ 0x05"),
                             ("j]) ^ 0x04", "j]) ^ 0x05"),
                             ("e ^ 0x88", "e ^ 0x89"),
                             ("0x00, 0x85", "0x00, 0x84"),
                             ("3 ? 0x88", "3 ? 0x89"),
                             ("{ 2, 15, 8, 5 }", "{ 2, 15, 5, 8 }"),
                             ("{ 9, 4, 3, 14 }", "{ 9, 4, 14, 3 }"),
                             ("{ 7, 15 }", "{ 15, 7 }")):
                check(old in text, "the control: " + old)
                try:
                    check_header(text.replace(old, new, 1))
                    print("a change in aria_wide.h goes unnoticed")
                    bad += 1
                except Mismatch:
                    pass
        print("aria_wide.h: 10 tables as defined")
    except Mismatch as e:
        print("%s differs from its definition" % e)
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
