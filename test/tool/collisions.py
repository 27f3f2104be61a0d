# SPDX-License-Identifier: MIT
"""Different bytes of one 64-bit FNV-1a: what a hash without a key is worth to whoever makes an input."""

BASIS, PRIME, MASK = 0xcbf29ce484222325, 0x100000001b3, 2 ** 64 - 1

# Short vectors of the lattice of all d for which the sum of d[i] * PRIME ** (len(d) - i) is 0 modulo 2 ** 64. They took
# a minute to find: by the algorithm of Lenstra, Lenstra and Lovasz.
DIFFERENCES = [
    (-3, 11, 0, -5, -2, -2, 7, 1, -12, 13, 7, -5, 11, 3),
    (-3, -4, 3, -21, -17, 10, -13, -5, 1, 1, 6, 1, -10, -3),
    (11, 3, -16, -5, -12, -1, -6, 17, 10, 2, -8, 5, -2, -8),
    (-1, 8, -2, -3, -1, -2, -10, -2, 15, 6, -20, 8, -8, -6),
    (2, -1, -5, -12, 13, 4, 12, 2, -6, -3, 5, 8, 0, 3),
    (12, -4, -12, 13, 4, 7, 8, 8, 5, -7, 1, 2, -12, 11),
    (-8, -10, 3, -2, -10, 8, -9, -8, 7, -4, 14, 6, 7, -2),
    (-2, 0, 0, 1, 9, 4, -24, -4, -3, -7, -5, -9, -8, -6),
    (12, 4, 6, 14, 13, 9, 2, -12, 12, 0, -13, -11, -5, -5),
    (0, 12, -16, 3, 2, 4, 7, 11, 3, -12, 3, -20, 9, -6),
    (0, 3, -10, 5, 16, -20, -6, 5, 1, 21, -3, -7, 6, -3),
    (4, 9, 8, -1, 9, 2, 15, 14, 9, -1, -5, 7, 13, 3),
    (13, 5, 9, -11, 17, -10, -6, -6, 10, 0, -1, 2, -8, -10),
    (-3, -1, -14, -3, 13, -10, 1, -15, -5, -14, 14, -7, 14, 22),
]
SIZE = len(DIFFERENCES[0])


def fnv(data, start=BASIS):
    for byte in data:
        start = (start ^ byte) * PRIME & MASK
    return start


def walk(differences, start):
    """Two sequences of bytes whose states are apart by one difference more after each byte; None if no byte does that."""
    a, b, one, two = start, start, [], []
    for step in differences:
        apart = step + (b & 255) - (a & 255)  # of the low bytes, after the new byte is in them
        if abs(apart) > 255:
            return None
        low = max(0, -apart) + (255 - abs(apart)) // 3  # any that keeps both in a byte
        one.append(a & 255 ^ low)
        two.append(b & 255 ^ low + apart)
        a, b = fnv(one[-1:], a), fnv(two[-1:], b)
    return bytes(one), bytes(two)


def pairs(start=BASIS):
    """Each two sequences of SIZE bytes that differ, and lead from one state to one state."""
    for d in DIFFERENCES:
        for sign in 1, -1:
            found = walk([sign * x for x in d], start)
            if found:
                assert found[0] != found[1] and fnv(found[0], start) == fnv(found[1], start)
                yield found
