#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sample files of simpleperf report-sample.

    make_profiles.py DIR           all of them
    make_profiles.py --demo DIR    the realistic ones only
    make_profiles.py --list        name and purpose of each
    make_profiles.py --big N FILE  one of about N MB, shaped like real ones, streamed to FILE ("-": standard output)

The same bytes every time.
"""

import argparse
import gzip
import math
import os
import random
import struct
import sys

# --- wire format -----------------------------------------------------------------------------------------------------


def varint(v, pad=0):
    """A number; with pad in at least so many bytes."""
    v &= 0xFFFFFFFFFFFFFFFF
    out = bytearray()
    while v > 0x7F or len(out) + 1 < pad:
        out.append(v & 0x7F | 0x80)
        v >>= 7
    out.append(v)
    return bytes(out)


def num(number, v, pad=0):
    return varint(number << 3) + varint(v, pad)


def sub(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def group(number, data):
    return varint(number << 3 | 3) + data + varint(number << 3 | 4)


def rec(data):
    return struct.pack("<I", len(data)) + data


SAMPLE, LOST, FILE, THREAD, META, SWITCH = range(1, 7)
HEAD, END = b"SIMPLEPERF\x01\x00", bytes(4)


def entry(vaddr, file_id, symbol_id, execution=None):
    out = num(1, vaddr) + num(2, file_id) + num(3, symbol_id)
    return out if execution is None else out + num(4, execution)


def chain(*entries):
    return b"".join(sub(3, e) for e in entries)


def sample(time, tid, frames, count=1, event=0, more=b""):
    return rec(sub(SAMPLE, num(1, time) + num(2, tid) + frames + num(4, count) + num(5, event) + more))


def file_of(number, path, symbols=(), mangled=None):
    names = [s.encode() for s in symbols]
    also = names if mangled is None else [s.encode() for s in mangled]
    return rec(sub(FILE, num(1, number) + sub(2, path.encode()) + b"".join(sub(3, s) for s in names)
                   + b"".join(sub(4, s) for s in also)))


def thread(tid, pid, name):
    return rec(sub(THREAD, num(1, tid) + num(2, pid) + sub(3, name.encode())))


def meta(*events, more=b"", offcpu=0):
    return rec(sub(META, b"".join(sub(1, e.encode()) for e in events) + more + num(6, offcpu)))


def lost(samples, dropped=0):
    return rec(sub(LOST, num(1, samples) + num(2, dropped)))


def switch(on, time, tid):
    return rec(sub(SWITCH, num(1, on) + num(2, time) + num(3, tid)))


def whole(*records):
    return HEAD + b"".join(records) + END


# --- small ones ------------------------------------------------------------------------------------------------------

KERNEL = 0xFFFFFFC010000000
FRAMES = chain(entry(0x1234, 0, 1), entry(0x34567, 1, 0), entry(0x99, 1, -1))
ONE = sample(1000, 7, FRAMES)
NAMES = file_of(0, "/system/lib64/libc.so", ["main", "run <int>"], ["main", "_Z3runIiEv"]) + file_of(1, "[kernel.kallsyms]", ["sys_read"])
TAIL = lost(1) + NAMES + thread(7, 5, "worker")
TYPICAL = whole(meta("cpu-clock:u", "sched:sched_switch", offcpu=1), ONE, switch(0, 1500, 7), switch(1, 1700, 7),
                sample(2000, 7, chain(entry(KERNEL + 0x80, 1, 0), entry(0x1000, 0, 0)), 250000, 1), lost(2, 3), NAMES,
                thread(7, 5, "worker"), thread(5, 5, "com.example.app"))

UNKNOWN = num(100, 5) + varint(101 << 3 | 1) + b"12345678" + varint(102 << 3 | 5) + b"abcd" + sub(103, b"more\0bytes")
GROUPS = group(20, num(1, 2) + group(21, sub(5, b"x")) + varint(9 << 3 | 5) + b"wxyz")
UNWIND = num(1, 4) + num(2, 0x7FFF0000) + num(3, 5)


def one(data):
    """A file of this record among others."""
    return whole(meta("cpu-cycles"), rec(data), thread(7, 5, "behind"))


def bad(data):
    return one(sub(SAMPLE, num(1, 5) + data))


def nested(levels):
    return varint(30 << 3 | 3) * levels + varint(30 << 3 | 4) * levels


SMALL = [
    ("typical.simpleperf", "the order of the real tool", TYPICAL),
    ("flips.simpleperf", "every kind of record, small: its bits are flipped",
     whole(meta("e"), sample(3, 7, chain(entry(0x10, 0, 0, 1), entry(5, 0, -1))), switch(1, 4, 7), lost(1), file_of(0, "f", ["s"]),
           thread(7, 5, "t"), rec(num(9, 1)))),
    ("empty.simpleperf", "no byte", b""),
    ("no_records.simpleperf", "header and end alone", HEAD + END),
    ("files_first.simpleperf", "names before samples, no meta_info, no lost", whole(NAMES, thread(7, 5, "t"), ONE)),
    ("meta_all.simpleperf", "every member of meta_info, twice",
     whole(meta("a", "b", more=sub(2, b"com.example") + sub(3, b"debuggable") + sub(4, b"34") + sub(5, b"userdebug")), meta("c"), ONE)),
    ("explicit_zero.simpleperf", "members that are present and zero",
     whole(sample(0, 0, chain(entry(0, 0, 0, 0)), 0, 0, sub(6, num(1, 0) + num(2, 0) + num(3, 0))), switch(0, 0, 0),
           lost(0), thread(0, 0, ""),
           file_of(0, "", [""], [""]))),
    ("absent.simpleperf", "messages without members",
     whole(*(rec(sub(n, b"")) for n in range(1, 7)), rec(sub(SAMPLE, sub(3, b"") + sub(6, b""))))),
    ("extremes.simpleperf", "largest and smallest numbers",
     whole(sample(2**64 - 1, -(2**31), chain(entry(2**64 - 1, 2**32 - 1, -(2**31)), entry(2**63, 2**31, 2**31 - 1)), 2**64 - 1, 2**32 - 1),
           switch(2**64 - 1, 2**64 - 1, 2**32 - 1), thread(2**32 - 1, 2**32 - 1, "max"), lost(2**64 - 1, 2**63), file_of(2**32 - 1, "f"))),
    ("negative_ids.simpleperf", "threads from 2^31 on, which are negative in samples, on and off the CPU",
     whole(meta("cpu-clock", "sched:sched_switch", offcpu=1),
           *(sample(t, tid - 2**32, FRAMES, 9, event) + switch(on, t + 500, tid) for t, tid, event, on in (
               (1000, 2**31, 1, 1), (2000, 2**32 - 1, 0, 0), (3000, 2**31, 0, 0), (4000, 2**32 - 1, 1, 1), (5000, 2**31, 1, 0))),
           sample(6000, -(2**31), FRAMES), lost(6), NAMES, thread(2**31, 2**32 - 1, "worker"), thread(2**32 - 1, 2**32 - 1, "app"))),
    ("varint_lengths.simpleperf", "numbers of one to ten bytes",
     whole(sample(1, 1, chain(*(entry(1 << 7 * n, 1 << min(7 * n, 31), (1 << min(7 * n, 30))) for n in range(10)))),
           sample(1, 1, chain(*(entry((1 << 7 * n) - 1, (1 << min(7 * n, 31)) - 1, -1) for n in range(1, 10)))))),
    ("padded.simpleperf", "numbers, keys and lengths with padding",
     one(varint(10, 5) + varint(32, 5) + varint(8, 5) + varint(77, 10) + varint(16, 2) + varint(7, 3) + varint(26, 4)
         + varint(3, 5) + varint(8) + varint(5, 2))),
    ("reversed.simpleperf", "members in falling order",
     one(sub(SAMPLE, sub(6, num(3, 2) + num(2, 9) + num(1, 1)) + num(5, 1) + num(4, 2)
             + sub(3, num(4, 2) + num(3, 1) + num(2, 0) + num(1, 64)) + num(2, 7) + num(1, 5)))),
    ("split_chain.simpleperf", "frames with other members between",
     one(sub(SAMPLE, chain(entry(1, 0, 0)) + num(1, 5) + chain(entry(2, 0, 0)) + UNKNOWN + chain(entry(3, 0, 0))))),
    ("duplicates.simpleperf", "members twice: the last counts",
     one(sub(SAMPLE, num(1, 5) + num(2, 1) + num(1, 6) + num(2, 2) + sub(6, UNWIND) + sub(6, num(1, 9))))),
    ("merged.simpleperf", "the same member of Record twice", one(sub(SAMPLE, num(1, 5) + FRAMES) + sub(SAMPLE, num(2, 8) + FRAMES))),
    ("replaced.simpleperf", "another member of Record: the last counts",
     one(sub(SAMPLE, num(1, 5) + FRAMES + UNKNOWN) + sub(THREAD, num(1, 1)) + sub(SAMPLE, num(2, 8)))),
    ("replaced_names.simpleperf", "strings of a member that is replaced",
     one(sub(FILE, sub(2, b"a") + sub(3, b"b")) + sub(META, sub(1, b"c")) + sub(FILE, sub(3, b"d")))),
    ("unwind.simpleperf", "unwinding results",
     whole(sample(1, 7, FRAMES, more=sub(6, UNWIND)), sample(2, 7, b"", more=sub(6, num(3, 0))), sample(3, 7, b"", more=sub(6, UNKNOWN)))),
    ("enums.simpleperf", "enumerators that are not known, and cut to 32 bits",
     whole(sample(1, 7, chain(*(entry(1, 0, 0, n) for n in (0, 1, 2, 3, 4, -1, 2**32 + 2))), more=sub(6, num(3, 9))),
           sample(2, 7, b"", more=sub(6, num(3, 2**32 + 8))))),
    ("bools.simpleperf", "truth in many forms", whole(*(rec(sub(SWITCH, num(1, v) + num(2, 1))) for v in (0, 1, 2, 2**32, 2**63)))),
    ("unknown_fields.simpleperf", "unknown fields at every level",
     one(UNKNOWN + sub(SAMPLE, UNKNOWN + num(1, 5) + sub(3, UNKNOWN + entry(1, 0, 0)) + chain(entry(2, 0, 0))
                       + sub(3, entry(3, 0, 0) + GROUPS) + sub(6, UNWIND + UNKNOWN) + GROUPS) + GROUPS)),
    ("unknown_everywhere.simpleperf", "unknown fields in every member of Record",
     whole(*(rec(sub(n, UNKNOWN + num(1, 1) + GROUPS) + num(50, n)) for n in range(1, 7)))),
    ("wrong_wire.simpleperf", "members with another wire type are unknown",
     one(sub(SAMPLE, sub(1, b"time") + num(3, 5) + varint(2 << 3 | 5) + b"abcd" + num(2, 7)))),
    ("opaque.simpleperf", "records without a known member",
     whole(rec(num(9, 1)), rec(GROUPS), rec(num(1, 5)), ONE, rec(sub(7, b"future")))),
    ("depth_100.simpleperf", "groups as deep as may be",
     whole(rec(nested(100)), rec(sub(SAMPLE, nested(99))), rec(sub(SAMPLE, sub(3, nested(98)))))),
    ("not_utf8.simpleperf", "strings that are no UTF-8, and with NUL",
     whole(rec(sub(THREAD, num(1, 1) + sub(3, b"caf\xe9 \xf0\x9f"))), rec(sub(FILE, sub(2, b"a\0b") + sub(3, b"\x80"))))),
    ("unicode.simpleperf", "line separators and more in names",
     whole(file_of(0, "/data/\u2028x", ["\u00e4\u2029\U0001F600", "\"\\\n\t"]), ONE)),
    ("mangled_mismatch.simpleperf", "other numbers of names and mangled names",
     whole(file_of(3, "p", ["a", "b", "c"], ["x"]), file_of(3, "q", [], ["y", "z"]))),
    ("same_ids.simpleperf", "numbers given twice",
     whole(file_of(0, "old", ["a"]), file_of(0, "new", ["b", "c"]), thread(7, 1, "old"), thread(7, 2, "new"), ONE)),
    ("trailing.simpleperf", "bytes behind the end", TYPICAL + TYPICAL[:100]),
    ("bad_magic.simpleperf", "another magic", b"SIMPLEPERG" + TYPICAL[10:]),
    ("bad_hiperf.simpleperf", "a sibling's magic", b"HIPERF_PB_" + TYPICAL[10:]),
    ("bad_perf_data.simpleperf", "perf.data", b"PERFILE2" + bytes(100)),
    ("bad_headerless.simpleperf", "no header, as before 2018", TYPICAL[12:]),
    ("bad_version.simpleperf", "version 2", b"SIMPLEPERF\x02\x00" + TYPICAL[12:]),
    ("cut_magic.simpleperf", "ends inside the magic", TYPICAL[:7]),
    ("cut_version.simpleperf", "ends inside the version", TYPICAL[:11]),
    ("cut_no_end.simpleperf", "ends behind a whole record", TYPICAL[:-4]),
    ("cut_end.simpleperf", "ends inside the four zero bytes", TYPICAL[:-2]),
    ("cut_size.simpleperf", "ends inside a size", HEAD + ONE + b"\x05\x00"),
    ("cut_record.simpleperf", "ends inside a record", HEAD + ONE + TAIL[:40]),
    ("size_huge.simpleperf", "a size of 4 GiB", HEAD + ONE + b"\xff\xff\xff\xff" + b"abc"),
    ("size_wrong.simpleperf", "a size that is too large, in the middle", HEAD + ONE + bytes([ONE[0] + 3]) + ONE[1:] + TAIL + END),
    ("size_small.simpleperf", "a size that is too small, in the middle", HEAD + ONE + bytes([ONE[0] - 3]) + ONE[1:] + TAIL + END),
    ("size_zero.simpleperf", "a size that has become zero: the end, but not for salvage", HEAD + ONE + bytes(4) + ONE[4:] + TAIL + END),
    ("zero_block.simpleperf", "a block of zeros over the end of one record and the beginning of others",
     HEAD + ONE + ONE[:20] + bytes(100) + TAIL[30:] + END),
    ("size_last.simpleperf", "a size that is too large, in the last record",
     HEAD + ONE + TAIL + bytes([ONE[0] + 3]) + ONE[1:] + END),
    ("junk_between.simpleperf", "bytes between records", HEAD + ONE + b"\x01\x02\x03junk" * 5 + ONE + TAIL + END),
    ("junk_end.simpleperf", "junk up to the end", HEAD + ONE + b"junk" * 20),
    ("bad_key_0.simpleperf", "field number 0", bad(varint(0) + b"\1")),
    ("bad_key_long.simpleperf", "a key of six bytes", bad(varint(8, 6) + b"\1")),
    ("bad_key_cut.simpleperf", "a key that is cut", bad(b"\x88")),
    ("bad_varint_long.simpleperf", "a number of eleven bytes", bad(b"\x08" + b"\xff" * 10 + b"\1")),
    ("bad_frame_varint.simpleperf", "a number of eleven bytes in a frame", bad(sub(3, b"\x08\x05\x10\x00\x18" + b"\xff" * 10 + b"\1"))),
    ("bad_varint_cut.simpleperf", "a number that is cut", bad(b"\x10\xff\xff")),
    ("bad_length_past.simpleperf", "a length past the message", bad(b"\x1a\x7f\x08\x01")),
    ("bad_length_long.simpleperf", "a length of six bytes", bad(b"\x1a" + varint(2, 6) + b"\x08\x01")),
    ("bad_length_big.simpleperf", "a length of 2 GiB", bad(b"\x1a" + varint(2**31))),
    ("bad_fixed.simpleperf", "a fixed field that is cut", bad(varint(9 << 3 | 1) + b"1234")),
    ("bad_wire_type.simpleperf", "wire type 6", bad(b"\x0e\x01")),
    ("bad_group_end.simpleperf", "a group that is not open", bad(varint(9 << 3 | 4))),
    ("bad_group_other.simpleperf", "a group closed by another number", bad(b"\x4b\x54")),
    ("bad_group_open.simpleperf", "a group that is not closed", bad(b"\x4b\x08\x01")),
    ("bad_depth.simpleperf", "a level too deep", whole(rec(nested(101)), ONE)),
    ("bad_depth_entry.simpleperf", "a level too deep in a frame", whole(rec(sub(SAMPLE, sub(3, nested(99)))), ONE)),
    ("bad_replaced.simpleperf", "malformed in a member that is replaced", one(sub(SAMPLE, sub(3, b"\x08")) + sub(THREAD, num(1, 1)))),
]

# --- large ones ------------------------------------------------------------------------------------------------------


class Shape:
    """Samples with the figures of real files: depth, lengths of numbers, part of the kernel, names not known."""

    def __init__(self, seed, files=90, symbols=40):
        self.rng = random.Random(seed)
        self.n_symbols = [max(1, int(self.rng.random() ** 3 * symbols * 8)) for _ in range(files)]

    def below(self, n):
        return int(self.rng.random() * n)

    def frame(self, kernel):
        if kernel:
            return entry(KERNEL + self.below(1 << 24), 0, self.below(1000) if self.rng.random() < 0.9 else -1)
        file_id = 1 + int(self.rng.random() ** 2 * (len(self.n_symbols) - 1))
        symbol = -1 if self.rng.random() < 0.12 else self.below(self.n_symbols[file_id])
        return entry(self.below(1 << (20 if self.rng.random() < 0.6 else 27)), file_id, symbol)

    def chain(self):
        """Depth: median 24, mean 27, some above 100."""
        normal = sum(self.rng.random() for _ in range(12)) - 6
        depth = max(1, min(200, int(24 * math.exp(0.55 * normal))))
        kernel = min(depth, 3 + self.below(9)) if self.rng.random() < 0.35 else 0
        return depth, chain(*(self.frame(i < kernel) for i in range(depth)))

    def name(self):
        words = ["art", "android", "view", "std::__1::", "Looper", "dispatch", "<int, char>", "RenderThread", "::draw(", "Message*", ")"]
        return "".join(words[self.below(len(words))] for _ in range(2 + self.below(11)))

    def files(self):
        for i, n in enumerate(self.n_symbols):
            path = "[kernel.kallsyms]" if i == 0 else "/system/lib64/lib%s%d.so" % (self.name()[:12].strip(":<("), i)
            names = [self.name() for _ in range(1000 if i == 0 else n)]
            yield file_of(i, path, names, ["_Z" + s for s in names])


def shaped(size, seed=1):
    """Pieces of a file of about `size` bytes."""
    shape = Shape(seed)
    pool = [shape.chain()[1] for _ in range(min(4000, size // 300 + 1))]
    yield HEAD + meta("cpu-clock:u", "sched:sched_switch", offcpu=1)
    made = samples = 0
    time = 1234567890123456
    while made < size:
        piece = []
        for _ in range(100):
            time += 200000 + shape.below(100000)
            tid = 12000 + shape.below(15)
            piece.append(sample(time, tid, pool[shape.below(len(pool))], 250000 + shape.below(9999), 0 if shape.rng.random() < 0.8 else 1))
            samples += 1
            if shape.rng.random() < 0.27:
                piece.append(switch(shape.below(2), time + 77, tid))
        made += sum(map(len, piece))
        yield b"".join(piece)
    yield lost(samples, 12) + b"".join(shape.files()) + b"".join(thread(12000 + i, 12000, "Thread-%d" % i) for i in range(15)) + END


def big_file():
    """One FILE record of 3 MB."""
    names = ["symbol_number_%d_with_a_long_name" % i for i in range(40000)]
    return whole(meta("cpu-cycles"), ONE, file_of(0, "/big.so", names), thread(7, 5, "t"))


def deep():
    return whole(sample(1, 7, chain(*(entry(KERNEL + i, i % 7, -(i % 2)) for i in range(20000)))), ONE)


LARGE = [
    ("demo_trace.simpleperf", "1.5 MB, shaped like real ones", lambda: b"".join(shaped(1500000))),
    ("demo_small.simpleperf", "300 KB, shaped like real ones", lambda: b"".join(shaped(200000, 2))),
    ("demo_wrapped.simpleperf.gz", "the same inside gzip", lambda: gzip.compress(b"".join(shaped(200000, 2)), 6, mtime=0)),
    ("big_file.simpleperf", "a FILE record of 3 MB", big_file),
    ("big_deep.simpleperf", "20,000 frames in one sample", deep),
]


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--demo", action="store_true", help="only the realistic ones")
    p.add_argument("--list", action="store_true", help="list them and write nothing")
    p.add_argument("--big", type=int, metavar="N", help="one of about N MB, 10^6 bytes each")
    p.add_argument("target", nargs="?", help="directory, made if missing; with --big a file")
    args = p.parse_args()
    if args.list:
        for name, note, _ in SMALL + LARGE:
            print("%-32s %s" % (name, note))
        return 0
    if args.target is None:
        p.error("where to?")
    if args.big is not None:
        with os.fdopen(1, "wb", closefd=False) if args.target == "-" else open(args.target, "wb") as f:
            for piece in shaped(args.big * 1000000):
                f.write(piece)
        return 0
    os.makedirs(args.target, exist_ok=True)
    for name, _, make in LARGE:
        if name.startswith("demo_") or not args.demo:
            with open(os.path.join(args.target, name), "wb") as f:
                f.write(make())
    for name, _, data in SMALL if not args.demo else ():
        with open(os.path.join(args.target, name), "wb") as f:
            f.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
