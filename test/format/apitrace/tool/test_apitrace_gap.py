#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages chunks of Snappy traces, and events of others, in many ways, and salvages the rest: test_apitrace_gap.py DIAGFMT

Every call that is delivered must be one of the sound trace, with its number, thread, arguments and backtrace. A call
that was pending at the damage may be incomplete, and one whose definitions were lost has no names. Most calls after the
damage must be there.
"""

import functools
import json
import pathlib
import random
import re
import zlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import make_traces as make
from program import BRIEF, run

# Where definitions stand, and calls: nobody knows how much was lost.
OFFSETS = re.compile(rb'"(?:def|enter|leave)_offset":[0-9]+,?')


@functools.lru_cache(maxsize=100000)  # most calls come again and again
def event_of(line):
    return json.loads(line)


def dump(data, *options):
    """Exit status, calls by number, and diagnostics."""
    code, out, _ = run("dump", "--format=apitrace", "--diagnostics", *options, data=data)
    events = [event_of(line) for line in OFFSETS.sub(b"", out).replace(b",}", b"}").splitlines()]
    calls = [e for e in events if e["event"] == "apitrace.call"]
    numbers = {c["number"]: c for c in calls}
    assert len(numbers) == len(calls), "a number came twice"
    return code, numbers, [e for e in events if e["event"] == "diagnostic"]


def busy(calls):
    """Threads, nested calls, backtraces and structs, with new definitions all the way."""
    s = make.Stream(6, make.HEAD)
    module = b"\1" + make.string("/lib/libdemo.so")
    waiting = None
    for i in range(calls):
        values = {0: make.integer(i), 1: make.text("value %d" % i)}
        if i % 5 == 0:
            values[2] = make.enum((20 + i // 60, [("FIRST_%d" % i, 0), ("SECOND", i)]), i % 2)
        if i % 7 == 0:
            values[2] = make.bitmask((20 + i // 50, [("BIT", 1), ("OTHER_BIT", 4)]), i % 6)
        if i % 31 == 0:
            values[2] = make.struct_of(20 + i // 150, "PAIR", ["x", "y"], [make.single(i), make.array(make.null)])
        more = b""
        if i % 11 == 0:
            frame = s.frame(i // 33, [module, b"\5" + make.uint(i)])
            more = b"\4" + make.uint(1) + frame
        function = (30 + i // 40, "glFunction%d" % (i // 40), ["a", "b", "c"])
        if i % 23 == 0:
            if waiting is not None:
                s.leave(waiting, {1: make.integer(i)})
            waiting = s.enter(function, values, 1, more)
        elif i % 13 == 0:
            outer = s.enter(function, values, 0, more)
            s.call(make.CLEAR, {0: make.bitmask(make.MASK, 0x4100)})
            s.leave(outer, {}, make.integer(i))
        else:
            s.call(function, values, make.integer(i), 0, more)
    return bytes(s.out)


def without_names(value):
    """As far as the definitions of enums, bitmasks and stack frames do not matter."""
    if isinstance(value, list):
        return [without_names(v) for v in value]
    if not isinstance(value, dict):
        return value
    lost = {"flags", "frames"} | ({"name", "names", "rest"} if {"enum", "bitmask"} & set(value) else set())
    return {k: without_names(v) for k, v in value.items() if k not in lost}


def check(want, got, what):
    for number, call in got.items():
        if "definition_lost" in call["flags"]:
            assert without_names(call) == without_names(want.get(number)), (what, call, want.get(number))
            continue
        if "incomplete" in call["flags"]:
            sound = want[number]
            enter = {a["number"]: a for a in sound.get("args", [])}
            assert all(enter[a["number"]] == a for a in call.get("args", []) if a["number"] != 1), (what, call)
            assert call["name"] == sound["name"], (what, call)
        else:
            assert call == want.get(number), (what, call, want.get(number))


def each_chunk(name, stream, size, least):
    """least: percent of the calls after the first chunk that come through, over all damage."""
    trace = make.snappy(stream, size)
    chunks = -(-len(stream) // size)
    code, want, _ = dump(trace)
    assert code == 0 and chunks > 5, (code, chunks)
    after = kept = 0
    for number in [*range(1, chunks)[:-1:8], chunks - 1] if BRIEF else range(1, chunks):  # a sum is right for these
        for how, damage in make.DAMAGE.items():
            bad = make.damage_chunk(trace, number, damage)
            code, before, _ = dump(bad)
            if how == "tags" and code == 0:
                continue  # all of it was in one literal: bytes of a blob, which nobody can check
            assert code == 1, (name, number, how)
            code, got, diagnostics = dump(bad, "--recover")
            assert code == 1 and diagnostics, (name, number, how)
            check(want, got, (name, number, how))
            assert set(before) <= set(got) or how == "length_huge", (name, number, how)
            after += len(want) - len(before)
            kept += len(got) - len(before)
    print("%s: %d of %d calls after the damage" % (name, kept, after))
    assert kept * 100 >= least * after, (name, kept, after)


def lost_definitions():
    """Calls of a function whose name was lost are counted; others come."""
    s = make.Stream(6, make.HEAD)
    for _ in range(4):
        s.call(make.CLEAR, {0: make.bitmask(make.MASK, 1)})
    first = len(s.out)
    late = (40, "glLate", ["n"])
    s.call(late, {0: make.integer(1)})
    s.call(make.CLEAR, {0: make.bitmask(make.MASK, 2)})
    second = len(s.out)
    for i in range(20):
        s.call(late if i % 2 else make.CLEAR, {0: make.integer(i)})
    out = bytes(s.out)
    parts = [make.chunk(out[:first]), make.chunk(out[first:second]), make.chunk(out[second:])]
    parts[1] = b"\0" * len(parts[1])
    code, got, diagnostics = dump(b"at" + b"".join(parts), "--recover")
    assert code == 1 and sorted(got) == [0, 1, 2, 3] + list(range(8, 26, 2)), sorted(got)
    assert [d["number"] for d in diagnostics] == [331, 513, 514], diagnostics
    assert "10 calls were left out" in diagnostics[2]["message"], diagnostics
    print("lost_definitions: ok")


def nothing_else():
    """What salvage must not find: calls in a blob, and calls with numbers that cannot be."""
    s = make.Stream(6, make.HEAD)
    for _ in range(50):
        s.call(make.CLEAR, {0: make.integer(1)})
    head = bytes(s.out)
    fake = make.Stream(6)
    for _ in range(500):
        fake.call(make.CLEAR, {0: make.integer(7)})
    calls = bytes(fake.out)[3:]
    behind = calls[:200]  # numbers from 0: all were there before
    trace = b"at" + make.chunk(head) + b"\0\0\0\0" + make.chunk(behind + bytes(300) + b"\xff" * 300)
    code, got, diagnostics = dump(trace, "--recover")
    assert code == 1 and sorted(got) == list(range(50)), sorted(got)
    assert [d["number"] for d in diagnostics] == [331, 513], diagnostics
    print("nothing_else: ok")


MIB = 1 << 20
chunk = functools.lru_cache(maxsize=64)(make.chunk)  # of the same megabytes again and again


def bulky(calls):
    """Some KiB a call, and now and then a new definition."""
    s = make.Stream(6, make.HEAD)
    for i in range(calls):
        words = " ".join(map(str, range(i, i + 700)))
        s.call((30 + i // 40, "glFunction%d" % (i // 40), ["a", "b"]), {0: make.integer(i), 1: make.text(words)})
    return bytes(s.out)


def forks():
    """
    Children that write what they inherited into their parent's file: the start, or the start of a later chunk, before
    the parent's own or after it. All calls of the parent come, and no other.
    """
    stream = bulky(2200)
    parent = [stream[i : i + MIB] for i in range(0, len(stream), MIB)]
    assert len(parent) > 6, len(parent)
    code, want, _ = dump(b"at" + b"".join(map(chunk, parent)))
    assert code == 0
    begun, more, later = parent[0][:3000], parent[0][:70000], parent[1][:9000]
    last = len(parent)
    for name, extra in {"before": {0: [begun]}, "after": {1: [begun]}, "after the second": {2: [begun]}, "last": {last: [more]},
                        "several": {0: [begun, more, begun], 1: [more], 3: [begun]}, "later": {1: [later]},
                        "after that": {2: [later]}, "some time after that": {4: [later]}, "all": {1: [more, later], 3: [begun, later]},
                        "the last chunk": {last: [parent[-1]]}}.items():
        file = b"at"
        for i in range(last + 1):
            file += b"".join(map(chunk, extra.get(i, []) + parent[i : i + 1]))
        assert dump(file)[0] == 1, name
        code, got, diagnostics = dump(file, "--recover")
        assert code == 1 and got == want, (name, len(got), len(want))
        assert {d["number"] for d in diagnostics} == {516}, (name, diagnostics)
    print("forks: %d calls" % len(want))


def no_forks():
    """Chunks that begin alike in sound files: of a texture in one colour, and of programs that do one thing again and again."""
    s = make.Stream(6, make.HEAD)
    for pixel in (b"\0\0\0\xff", b"\0"):
        s.call((30, "glTexImage2D", ["pixels"]), {0: make.blob(pixel * (5 * MIB // len(pixel)))})
    s.enter((31, "glBufferData", ["data"]), {0: make.blob(bytes(3 * MIB))})
    trace = make.snappy(bytes(s.out))
    code, want, _ = dump(trace)
    assert dump(trace, "--recover") == (0, want, []) and code == 0, code
    s, parts, at = make.Stream(6, make.HEAD), [], 0
    data = bytes(i * i % 251 for i in range(3000))
    for _ in range(50):  # written out after each call
        s.call((30, "glBufferData", ["data"]), {0: make.blob(data)})
        parts.append(make.chunk(bytes(s.out[at:])))
        at = len(s.out)
    trace = b"at" + b"".join(parts)
    code, want, _ = dump(trace)
    assert dump(trace, "--recover") == (0, want, []) and len(want) == 50, code
    print("no_forks: ok")


def gzip(stream):
    z = zlib.compressobj(1, zlib.DEFLATED, 31)
    return z.compress(stream) + z.flush()


def over(rnd, x, at, n):
    x[at : at + n] = rnd.randbytes(len(x[at : at + n]))


def drop(rnd, x, at, n):
    del x[at : at + n]


def double(rnd, x, at, n):
    x[at:at] = x[at : at + n]


def zero(rnd, x, at, n):
    x[at : at + n] = bytes(len(x[at : at + n]))


def insert(rnd, x, at, n):
    x[at:at] = rnd.randbytes(n)


def each_event(name, stream, rounds, least):
    """Bytes of the event stream change, go or come, one place in each round. A call or two there may read as others; zeros,
    and what is there twice, may read as calls of which nothing tells that they are none: calls after them have other numbers."""
    rnd, before, kept = random.Random(name), 0, 0
    code, want, _ = dump(gzip(stream))
    assert code == 0
    for number in range(rounds // 4 if BRIEF else rounds):
        how, n = rnd.choice([over, drop, double, zero, insert]), rnd.choice([1, 2, 4, 20, 200])
        at, x = rnd.randrange(len(stream) // 20, len(stream)), bytearray(stream)
        how(rnd, x, at, n)
        what = (name, number, how.__name__, n, at)
        code, got, diagnostics = dump(gzip(bytes(x)), "--recover")
        assert code in (0, 1) and (code == 1 or len(got) > len(want) - 4), what
        wrong = [c for c in got.values() if c["number"] not in want or c["name"] != want[c["number"]]["name"]]
        assert len(wrong) <= 3 or how in (zero, double), (what, wrong)
        before += len(want)
        kept += len(set(got) & set(want))
    print("%s: %d of %d calls with one damaged event" % (name, kept, before))
    assert kept * 100 >= least * before, (name, kept, before)


def long_blob():
    """A blob that is longer than it says, or shorter, and one of which the file has not so many bytes."""
    for change in (-20, 20, 5000, 10**6, 1 << 40):
        s = make.Stream(6, make.HEAD)
        for i in range(100):
            s.call((30 + i // 40, "glFunction%d" % (i // 40), ["a"]), {0: make.integer(i)})
        said = make.blob(b"D" * 60)(s)
        at = len(s.out)
        s.call(make.ODD, {0: lambda _: b"\x08" + make.uint(60 + change) + said[2:]})
        for i in range(100, 300):
            s.call((30 + i // 40, "glFunction%d" % (i // 40), ["a"]), {0: make.integer(i)})
        for pack in (make.snappy, gzip):
            assert dump(pack(bytes(s.out)))[0] == 1, change
            code, got, diagnostics = dump(pack(bytes(s.out)), "--recover")
            assert code == 1 and len(got) >= 290, (change, len(got))
            assert 513 in [d["number"] for d in diagnostics], (change, diagnostics)
            assert all(c["number"] == 100 or c["args"][0]["value"] == n - (n > 100) for n, c in got.items()), change
    print("long_blob: ok")


def lost_enum():
    """The definition of an enum is damaged. Calls that use it come with numbers, and say so."""
    s = make.Stream(6, make.HEAD)
    table = (20, [("NAME_%d" % i, i) for i in range(200)])
    for i in range(5):
        s.call(make.CLEAR, {0: make.integer(i)})
    for i in range(100):
        s.call(make.CLEAR, {0: make.enum(table, i)})
    x = bytearray(s.out)
    at = x.index(b"NAME_100") - 1  # its length
    x[at : at + 4] = b"\xff\xff\xff\x07"
    code, got, diagnostics = dump(gzip(bytes(x)), "--recover")
    lost = [n for n, c in got.items() if "definition_lost" in c["flags"]]
    assert code == 1 and len(lost) >= 97 and min(lost) > 5, (len(lost), diagnostics)
    assert all(got[n]["args"][0]["value"] == {"enum": n - 5} for n in lost), got
    print("lost_enum: ok")


def joined():
    """Two files, one after the other: calls of both, each numbered from 0."""
    a, b = make.demo(3, 300), busy(50)
    for first, second in ((a, b), (b, a), (a, a)):
        want = len(dump(make.snappy(first))[1]) + len(dump(make.snappy(second))[1])
        data = make.snappy(first, 4000) + make.snappy(second, 4000)
        code, out, _ = run("dump", "--format=apitrace", "--recover", "--diagnostics", data=data)
        events = [json.loads(line) for line in out.splitlines()]
        calls = [e["number"] for e in events if e["event"] == "apitrace.call"]
        assert code == 1 and sum(e["event"] == "apitrace.header" for e in events) == 2, code
        assert 512 in [e["number"] for e in events if e["event"] == "diagnostic"]
        assert len(calls) == want and calls.count(0) == 2, (len(calls), want)
        assert dump(data)[0] == 1, "without salvage a second trace is damage"
    print("joined: ok")


def streams(data, *options):
    """The numbers of the calls behind each header."""
    code, out, _ = run("dump", "--format=apitrace", "--diagnostics", *options, data=data)
    found = []
    for event in map(json.loads, out.splitlines()):
        if event["event"] == "apitrace.header":
            found.append([])
        if event["event"] == "apitrace.call":
            found[-1].append((event["number"], event["name"]))
    return code, found


def cut_and_joined():
    """A file that was cut in a chunk, and another one behind it: all calls that the first has alone, and all of the second."""
    rnd, files = random.Random(3), [make.demo(30, 300), busy(200), make.basic(6), make.basic(4)]
    short = make.Stream(6, [("OS", "Linux")])
    for i in range(40):
        short.call((30, "f", ["a"]), {0: make.integer(i)})
    files.append(bytes(short.out))
    for first in files:
        for second in files:
            for size in (500, 4000, MIB):
                a, b = make.snappy(first, size), make.snappy(second, size)
                code, whole = streams(b)
                assert code == 0 and len(whole) == 1
                for at in [len(a) - rnd.randrange(1, 20), rnd.randrange(8, len(a)), rnd.randrange(2, 8)]:
                    want = streams(a[:at], "--recover")[1] + whole
                    code, got = streams(a[:at] + b, "--recover")
                    assert code == 1 and got == want, (len(first), len(second), size, at, [len(s) for s in got], [len(s) for s in want])
    print("cut_and_joined: ok")


def thread_details():
    """Call detail 03 of versions below 4, which the reference refuses: the thread of the call."""
    for version in (1, 3, 4, 6):
        s = make.Stream(version, make.HEAD)
        for i in range(4):
            s.call(make.CLEAR, {0: make.integer(i)}, more=b"\3" + make.uint(i) if i else b"")
        code, out, err = run("dump", "--format=apitrace", "--diagnostics", data=make.snappy(bytes(s.out)))
        events = [json.loads(line) for line in out.splitlines()]
        calls = [e for e in events if e["event"] == "apitrace.call"]
        notes = [(e["number"], e["severity"]) for e in events if e["event"] == "diagnostic"]
        if version >= 4:
            assert code == 1 and len(calls) == 1 and "call detail" in err, (version, code, err)
        else:
            assert code == 0 and [c["thread_id"] for c in calls] == [0, 1, 2, 3], (version, calls)
            assert notes == [(503, "note")], notes
    print("thread_details: ok")


def threads_untold():
    """Versions below 4 do not tell threads: any call that is pending may be left, and nothing of that is damage. Nor is it in
    later versions, with calls that come from these: all of one thread."""
    for version, threads in (1, 5), (3, 5), (4, 5), (6, 5), (4, 1), (6, 1):
        s, pending = make.Stream(version, make.HEAD), []
        for i in range(200):
            pending.append(s.enter(make.CLEAR, {0: make.integer(i)}, thread=i % threads))
            if i % 3 == 2:  # threads in turn, each with at most one call under way
                s.leave(pending.pop(0))
                s.leave(pending.pop(1))
                s.leave(pending.pop(0))
        code, want, notes = dump(make.snappy(bytes(s.out)))
        assert code == 0 and len(want) == 200 and not notes, (version, code, notes)
        assert dump(make.snappy(bytes(s.out)), "--recover") == (code, want, notes), (version, threads)
    print("threads_untold: ok")


def main():
    each_chunk("demo", make.demo(100, 300), 4000, 70)
    each_chunk("busy", busy(700), 3000, 60)
    lost_definitions()
    nothing_else()
    forks()
    no_forks()
    each_event("demo", make.demo(100, 300), 60, 97)
    each_event("busy", busy(700), 80, 95)
    long_blob()
    lost_enum()
    joined()
    cut_and_joined()
    thread_details()
    threads_untold()
    return 0


if __name__ == "__main__":
    sys.exit(main())
