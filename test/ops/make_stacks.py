#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes inputs whose stacks take much memory, streamed to a file.

    make_stacks.py profile N FILE   N samples of simpleperf, six of ten with a stack of their own, the others of a pool
    make_stacks.py dump N FILE      a heap dump of malloc_debug: N records, whose pcs are a tenth as many different ones
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import make_profiles as profiles  # noqa: E402

FILES, SYMBOLS, DEPTH, THREADS = 40, 100, 24, 8


def profile(n, rng):
    frames = [profiles.entry(0x1000 * symbol, file, symbol) for file in range(1, FILES + 1) for symbol in range(SYMBOLS)]
    roots = [rng.choices(frames, k=DEPTH // 3) for _ in range(50)]
    pool = [profiles.chain(*rng.choices(frames, k=DEPTH)) for _ in range(500)]
    yield profiles.HEAD + profiles.meta("cpu-clock")
    piece, time = [], 10**15
    for i in range(n):
        time += 250000 + i % 1000
        own = i % 10 < 6
        stack = profiles.chain(*rng.choices(frames, k=DEPTH - DEPTH // 3), *roots[i % 50]) if own else pool[i % 500]
        piece.append(profiles.sample(time, 100 + i % THREADS, stack, 250000, 0))
        if len(piece) == 1000:
            yield b"".join(piece)
            piece = []
    yield b"".join(piece)
    for file in range(1, FILES + 1):
        yield profiles.file_of(file, "/system/lib64/lib%d.so" % file, ["function_%d_%d" % (file, i) for i in range(SYMBOLS)])
    yield b"".join(profiles.thread(100 + i, 100, "Worker-%d" % i) for i in range(THREADS)) + profiles.END


def dump(n, rng):
    pcs = ["%x" % (0x7000000000 + 16 * i) for i in range(max(1, n // 10))]
    yield b"Android Native Heap Dump v1.2\n\nBuild fingerprint: 'none'\n\n"
    yield b"Total memory: %d\nAllocation records: %d\nBacktrace size: %d\n\n" % (n * 64, n, DEPTH)
    for i in range(0, n, 1000):
        yield "".join("z %d  sz %8d  num    1  bt %s\n" % (k % 2, 64, " ".join(rng.choices(pcs, k=DEPTH)))
                      for k in range(i, min(n, i + 1000))).encode()
    yield b"MAPS\n7000000000-7001000000 r-xp 00000000 00:00 0  /system/lib64/libbig.so\nEND\n"


def write(kind, n, path):
    rng = random.Random(1)
    with open(path, "wb") as f:
        for piece in {"profile": profile, "dump": dump}[kind](n, rng):
            f.write(piece)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3])
