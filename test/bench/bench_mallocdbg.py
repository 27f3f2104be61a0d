#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recorded operations and heap dumps from Python: the package's columns against a loop over lines, as people write it.

    bench_mallocdbg.py LIBRARY [MEGABYTES [ROUNDS]]

Both sides bring every number of every record into an array of its own, and the arrays must be equal.
"""

import array
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]

import diagfmt  # noqa: E402
from race import race  # noqa: E402


def mix(i):
    return (i * 0x9E3779B97F4A7C15 ^ i >> 7) & 0xFFFFFFFFFFFFFFFF


def operation(i):
    r = mix(i)
    tid, ptr, size = 12000 + (r >> 40) % 60, 0x7A0000000000 + (r & 0xFFFFFFF0), r >> 50
    if r >> 60 == 0:
        return "%d: realloc 0x%x 0x%x %d\n" % (tid, ptr, ptr + 64, size)
    if r >> 60 == 1:
        return "%d: calloc 0x%x %d %d\n" % (tid, ptr, r >> 60, size)
    return "%d: malloc 0x%x %d\n" % (tid, ptr, size) if r >> 60 < 8 else "%d: free 0x%x\n" % (tid, ptr)


def allocation(i):
    pcs = "".join(" %x" % (0x7B00000000 + (mix(i * 16 + k) & 0x3FFFFFFF)) for k in range(16))
    return "z %d  sz %8d  num    %d  bt%s\n" % (i % 5 == 0, mix(i) >> 46, (mix(i) & 255) + 1, pcs)


def file_of(head, line, size, tail):
    out, length, i = [head], 0, 0
    while length < size:
        i += 1
        out.append(line(i))
        length += len(out[-1])
    return "".join([*out, tail]).encode()


# ---- columns ----

def gather(data, name, members, borrow):
    out = {member: array.array(code) for member, code in members.items()}
    with diagfmt.open(data, "mallocdbg") as reader:
        for columns in reader.columns(name, borrow=borrow):
            for member, to in out.items():
                to.frombytes(getattr(columns, member).cast("B"))
    return out


OP = {"op": "I", "thread_id": "i", "ptr": "Q", "bytes": "Q", "old_ptr": "Q", "n_items": "Q"}
ALLOC = {"zygote_child": "I", "bytes": "Q", "count": "Q", "pcs": "Q"}


def operations(data, borrow=False):
    return gather(data, "mallocdbg.op", OP, borrow)


def allocations(data, borrow=False):
    return gather(data, "mallocdbg.alloc", ALLOC, borrow)


# ---- loops ----

def operations_by_loop(data):
    words = diagfmt.words("mallocdbg.operation")
    out = {member: array.array(code) for member, code in OP.items()}
    op, tid, ptr, size, old_ptr, n_items = (a.append for a in out.values())
    for line in data.splitlines():
        fields = line.decode().split()
        word = fields[1]
        op(words[word])
        tid(int(fields[0][:-1]))
        ptr(int(fields[2], 16))
        size(int(fields[-1]) if word != "free" else 0)
        old_ptr(int(fields[3], 16) if word == "realloc" else 0)
        n_items(int(fields[3]) if word == "calloc" else 0)
    return out


def allocations_by_loop(data):
    out = {member: array.array(code) for member, code in ALLOC.items()}
    for line in data.splitlines():
        fields = line.decode().split()
        if fields and fields[0] == "z":
            out["zygote_child"].append(int(fields[1]))
            out["bytes"].append(int(fields[3]))
            out["count"].append(int(fields[5]))
            out["pcs"].extend([int(pc, 16) for pc in fields[7:]])
    return out


def main():
    size, rounds = int((sys.argv[2:] or ["8"])[0]), int((sys.argv[3:] or ["3"])[0])
    head = "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'a'\n\nTotal memory: 1\nBacktrace size: 16\n\n"
    records, dump = file_of("", operation, size * 1000000, ""), file_of(head, allocation, size * 1000000, "MAPS\nEND\n")
    for title, borrow, targets in (("borrowed columns", True, (10, 15)), ("columns", False, (5, 10))):
        race(f"records: {title} / loop over lines", records, lambda data, b=borrow: operations(data, b), operations_by_loop,
             targets[0], rounds)
        race(f"heap dump: {title} / loop over lines", dump, lambda data, b=borrow: allocations(data, b), allocations_by_loop,
             targets[1], rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
