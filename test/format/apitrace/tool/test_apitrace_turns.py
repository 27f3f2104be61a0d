#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Salvages Snappy traces to which several processes wrote their chunks in turn: test_apitrace_turns.py DIAGFMT

Every call of each process must come exactly once, as it does from that process's file alone, one process after the
other, and with its places in the event stream of the whole file. From a pipe less may come, but nothing invented.
"""

import functools
import json
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import make_traces as make
from program import run

OFFSET = re.compile(r'"(def|enter|leave)_offset":([0-9]+)')
event_of = functools.lru_cache(maxsize=100000)(json.loads)


def dump(data, *options):
    """Exit status, the calls of each stream as lines, and diagnostics; of a file, as pipes cannot seek."""
    with tempfile.NamedTemporaryFile(suffix=".trace") as f:
        f.write(data)
        f.flush()
        code, out, _ = run("dump", "--diagnostics", *options, f.name)
    return (code, *streams_of(out))


def streams_of(out):
    streams, diagnostics = [], []
    for line in out.decode().splitlines():
        kind = line.split('"', 4)[3]
        if kind == "apitrace.header":
            streams.append([])
        elif kind == "apitrace.call":
            streams[-1].append(line)
        else:
            diagnostics.append(event_of(line))
    return streams, diagnostics


def program(version, name, calls, seed, first=10, blob=3000):
    """Threads, nested calls, enumerants and blobs up to a size. Programs of one kind call the same functions."""
    rnd, s, waiting = random.Random(seed), make.Stream(version, [("process.name", name)]), []
    for i in range(calls):
        function = (first + i // 9 % 30, "glFunction%d" % (first + i // 9 % 30), ["a", "b", "c"])
        values = {0: make.integer(rnd.randrange(1 << rnd.choice([3, 20, 60]))), 1: make.text("%s %d" % (name, i))}
        if i % 5 == 0:
            values[2] = make.enum((20 + i // 60, [("FIRST_%d" % i, 0), ("SECOND", i)]), i % 2)
        if i % 17 == 0:
            values[2] = make.blob(rnd.randbytes(rnd.choice([10, blob // 15, blob])))
        if i % 31 == 0:
            values[2] = make.struct_of(20 + i // 150, "PAIR", ["x", "y"], [make.single(i), make.array(make.null)])
        thread = rnd.randrange(3)
        if i % 7 == 0:
            waiting.append(s.enter(function, values, thread))
        else:
            s.call(function, values, make.integer(i), thread)
        while waiting and rnd.random() < 0.3:
            s.leave(waiting.pop(0), {1: make.integer(i)})
    for number in waiting:
        s.leave(number)
    return bytes(s.out)


def cut(rnd, stream, size):
    """Chunks of about that size: the first one holds the header and a call."""
    pieces, at = [], 0
    while at < len(stream):
        n = max(rnd.randrange(size // 2, size * 2), 300 if at == 0 else 1)
        pieces.append((at, stream[at : at + n]))
        at += n
    return pieces


def in_turn(rnd, streams):
    """One chunk of each, and so on."""
    return [i for n in range(max(map(len, streams))) for i, s in enumerate(streams) if n < len(s)]


def any_turn(rnd, streams):
    turns = [i for i, s in enumerate(streams) for _ in s]
    rnd.shuffle(turns)
    return turns


def late(rnd, streams):
    """The others begin when the first one is half done."""
    head = len(streams[0]) // 2
    return [0] * head + in_turn(rnd, [streams[0][head:]] + streams[1:])


def bursts(rnd, streams):
    left, turns = [len(s) for s in streams], []
    while any(left):
        i = rnd.choice([i for i, n in enumerate(left) if n])
        n = min((left[i] + 1) // 2, rnd.randrange(1, 6))
        turns += [i] * n
        left[i] -= n
    return turns


def mix(rnd, streams, size, order):
    """The file, the streams in order of their beginnings, and for each where its bytes are in the file's event stream."""
    pieces = [cut(rnd, s, size) for s in streams]
    turns, file, at, places, begun = order(rnd, pieces), b"at", 0, [[] for _ in streams], []
    for i in turns:
        begun += [i] if i not in begun else []
        offset, piece = pieces[i].pop(0)
        places[i].append((offset, at))
        at += len(piece)
        file += make.chunk(piece)
    return file, [streams[i] for i in begun], [places[i] for i in begun]


def are_in_turn(places):
    """Whether a stream goes on after another one has begun."""
    return any(a[-1][1] > b[0][1] for a, b in zip(places, places[1:]))


def moved(line, places):
    """A call of a stream alone, with the offsets that it has in the whole file."""

    def move(match):
        offset = int(match[2])
        start, to = [p for p in places if p[0] <= offset][-1]
        return '"%s_offset":%d' % (match[1], to + offset - start)

    return OFFSET.sub(move, line)


def check(rnd, name, programs, size, order):
    file, streams, places = mix(rnd, programs, size, order)
    want = []
    for stream, at in zip(streams, places):
        code, (calls,), _ = dump(make.snappy(stream))
        assert code == 0 and len(calls) > 20, (name, code)
        want.append([moved(line, at) for line in calls])
    code, got, diagnostics = dump(file, "--recover")
    what = (name, size, order.__name__)
    assert [len(s) for s in got] == [len(s) for s in want], (*what, [len(s) for s in got], [len(s) for s in want], diagnostics)
    for a, b in zip(got, want):
        assert a == b, (*what, next((x, y) for x, y in zip(a, b) if x != y))
    begins = [at[0][1] for at in places[1:]]
    told = [(d["number"], d["byte_offset"]) for d in diagnostics]
    assert code == 1 and (told == [(512, b) for b in begins] or not are_in_turn(places)), (*what, diagnostics)
    assert dump(file)[0] == 1, "without salvage that is damage"
    code, out, _ = run("dump", "--format=apitrace", "--recover", data=file)
    assert code == 1 and len(streams_of(out)[0]) >= 1, what


def all_shapes():
    rnd, n = random.Random(1), 0
    for version in (4, 5, 6):
        for order, blob in (in_turn, 3000), (late, 3000), (any_turn, 900), (bursts, 900):
            parent, child = program(version, "parent", 300, 1, blob=blob), program(version, "child", 400, 2, blob=blob)
            other = program(version, "other", 250, 3, 40, blob)
            for size in (400, 1500, 7000):
                check(rnd, "version %d, two" % version, [parent, child], size, order)
                check(rnd, "version %d, three" % version, [parent, other, child], size, order)
                n += 2
    check(rnd, "of several versions", [program(6, "new", 300, 4), program(4, "old", 300, 5)], 900, in_turn)
    print("all_shapes: %d files" % n)


def main():
    all_shapes()
    return 0


if __name__ == "__main__":
    sys.exit(main())
