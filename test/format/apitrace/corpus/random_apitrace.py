#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads made-up and damaged traces with the library and with the model of the format, and compares the two.

    random_apitrace.py LIBRARY [COUNT [FIRST]]   traces of the seeds FIRST .. FIRST+COUNT-1, 400 from 0;
                                                 $DFMT_THOROUGH says how many times more
    random_apitrace.py --show SEED               writes that trace to standard output

All versions, kinds of values and containers that Python can write; cut anywhere, bytes changed in the stream and in the
container, beginnings repeated as forked children leave them. Every call and event with its values and offsets, the
diagnostics and how it ends must agree, strictly and in salvage, with the input in pieces of random lengths, blobs
going ahead from a random size on, and threads or none.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apitrace_library
import apitrace_model as model
import corpus

FUNCTIONS = [b"glClear", b"eglSwapBuffers", b"glGetError", b"glDrawArrays", b"f", b"", b"glXSwapBuffers", b"a\0b"]
NAMES = [b"a", b"b", b"target", b"", b"count", b"n\0m", b"\xff\xfe", b"x" * 90]
TEXTS = [b"", b"s", b"text", b"with\0zero", b"\xc3\xa9\n\"\\", b"\xff", b"long " * 40]
NUMBERS = [0, 1, 2, 127, 128, 255, 16383, 16384, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]
IDS = [0, 1, 2, 3, 127, 128, 5000, (1 << 24) + 1, (1 << 32) - 1]
BYTES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 16, 127, 128, 255]  # that mean something


class Maker:
    """One event stream."""

    def __init__(self, rnd, version):
        self.rnd, self.version = rnd, version
        self.out, self.known = bytearray(), {}
        self.entered, self.number = [], 0
        self.made = {}  # definitions: what an id has

    def uint(self, n):
        data = model.uint(n)
        if self.rnd.randrange(30) == 0:  # redundant groups
            data = data[:-1] + bytes([data[-1] | 128]) + b"\x80" * self.rnd.randrange(20) + b"\0"
        self.out += data

    def string(self, s):
        self.uint(len(s))
        self.out += s

    def any_number(self):
        return self.rnd.choice(NUMBERS) if self.rnd.randrange(3) == 0 else self.rnd.randrange(300)

    def typed_int(self):
        self.out.append(self.rnd.choice([3, 4]))
        self.uint(self.any_number())

    def header(self):
        self.uint(self.version)
        if self.version < 6:
            return
        self.uint(self.rnd.randrange(7))
        for _ in range(self.rnd.choice([0, 0, 1, 2])):
            self.string(self.rnd.choice([b"process.name", b"process.commandLine", b"p"]))
            self.string(self.rnd.choice(TEXTS))
        self.string(self.rnd.choice([b"", b"", b"", b"\0ends, too"]))

    def sig(self, kind):
        """The number of members of the definition."""
        id = self.rnd.choice(IDS)
        self.uint(id)
        if (kind, id) in self.known:
            return self.known[kind, id]
        old = kind == model.ENUM and self.version < 3
        count = 1 if old else self.rnd.choice([0, 1, 1, 2, 3, 5])
        if kind in (model.FUNCTION, model.STRUCT) or old:
            self.string(self.rnd.choice(FUNCTIONS if kind == model.FUNCTION else NAMES))
        if old:
            self.typed_int()
        else:
            self.uint(count)
            for _ in range(count):
                self.member(kind)
        self.known[kind, id] = count
        return count

    def member(self, kind):
        self.string(self.rnd.choice(NAMES))
        if kind == model.ENUM:
            self.typed_int()
        elif kind == model.BITMASK:
            self.uint(self.any_number())

    def frame(self):
        id = self.rnd.choice(IDS)
        self.uint(id)
        if (model.FRAME, id) in self.known:
            return
        for _ in range(self.rnd.randrange(6)):
            detail = self.rnd.randrange(1, 6)
            self.out.append(detail)
            if detail < 4:
                self.string(self.rnd.choice(TEXTS))
            else:
                self.uint(self.any_number())
        self.out.append(0)
        self.known[model.FRAME, id] = 0

    def value(self, depth=0):
        kind = self.rnd.randrange(16)
        if kind in (model.ARRAY, model.STRUCT_KIND, model.REPR) and depth > 5:
            kind = model.NULL
        self.out.append(kind)
        children = 0
        if kind in (model.SINT, model.UINT_VALUE, model.OPAQUE):
            self.uint(self.any_number())
        elif kind in (model.FLOAT, model.DOUBLE):
            self.out += self.rnd.randbytes(4 if kind == model.FLOAT else 8)
        elif kind == model.STRING:
            self.string(self.rnd.choice(TEXTS))
        elif kind == model.BLOB:
            self.string(self.rnd.randbytes(self.rnd.choice([0, 1, 5, 63, 64, 65, 200, 3000])))
        elif kind == model.WSTRING:
            wide = [self.any_number() for _ in range(self.rnd.randrange(5))]
            self.uint(len(wide))
            for c in wide:
                self.uint(c)
        elif kind == model.ENUM_KIND:
            self.sig(model.ENUM)
            if self.version >= 3:
                self.typed_int()
        elif kind == model.BITMASK_KIND:
            self.sig(model.BITMASK)
            self.uint(self.any_number())
        elif kind == model.ARRAY:
            children = self.rnd.choice([0, 1, 1, 2, 4])
            self.uint(children)
        elif kind == model.STRUCT_KIND:
            children = self.sig(model.STRUCT)
        elif kind == model.REPR:
            children = 2
        for _ in range(children):
            self.value(depth + 1)

    def deep(self):
        """Just as deep as is taken, or one more."""
        self.out += b"\x0b\1" * self.rnd.choice([model.MOST_DEPTH, model.MOST_DEPTH + 1]) + b"\0"

    def details(self, count):
        for _ in range(self.rnd.randrange(6)):
            detail = self.rnd.choice([1, 1, 1, 1, 2, 4, 5])
            self.out.append(detail)
            if detail == 1:
                self.uint(self.rnd.randrange(count + 2) if self.rnd.randrange(50) else self.any_number())
            if detail < 3:
                self.value() if self.rnd.randrange(400) else self.deep()
            elif detail == 4:
                frames = self.rnd.randrange(4)
                self.uint(frames)
                for _ in range(frames):
                    self.frame()
            else:
                self.uint(self.rnd.choice([0, 1, 2, 3, self.any_number()]))
        self.out.append(0)

    def event(self):
        if self.entered and self.rnd.randrange(2):
            number = self.entered.pop(self.rnd.choice([-1, -1, -1, self.rnd.randrange(len(self.entered))]))
            if self.rnd.randrange(40) == 0:
                number = self.rnd.choice([number + 1000, 0, 1 << 32, (1 << 64) - 1])  # maybe of no pending call
            self.out.append(1)
            self.uint(number)
            return self.details(4)
        self.out.append(0)
        if self.version >= 4:
            self.uint(self.rnd.choice([0, 0, 1, 2, 300]))
        count = self.sig(model.FUNCTION)
        self.details(count)
        self.entered.append(self.number)
        self.number += 1


def make_stream(rnd):
    maker = Maker(rnd, rnd.choice([0, 1, 2, 3, 4, 5, 6, 6, 6, 6]))
    maker.header()
    for _ in range(rnd.choice([0, 1, 3, 10, 30])):
        maker.event()
    return bytes(maker.out)


def damaged(rnd, data, first=0):
    """Cut or changed behind the first bytes."""
    for _ in range(rnd.choice([0, 1, 1, 2])):
        if len(data) <= first:
            break
        at, kind = rnd.randrange(first, len(data)), rnd.randrange(6)
        if kind < 3:
            data = data[:at]
        elif kind == 3:
            data = data[:at] + bytes([rnd.choice(BYTES)]) + data[at + 1 :]
        elif kind == 4:
            data = data[:at] + bytes([data[at] ^ 1 << rnd.randrange(8)]) + data[at + 1 :]
        else:
            data = data[:at] + data[at + rnd.randrange(1, 9) :]
    return data


def sizes(rnd, length):
    """Of chunks: all of 1, of random lengths, or one."""
    kind = rnd.randrange(4)
    if kind == 0 and length < 500:
        return [1]
    if kind < 3:
        return [rnd.randrange(1, rnd.choice([8, 100, 5000])) for _ in range(50)] + [1 << 20]
    return [1 << 20]


def forked(rnd, stream):
    """The beginning once more: the parent's bytes, as the child writes them out first; then the parent's own."""
    return [stream[: rnd.randrange(len(stream) + 1)], damaged(rnd, stream)]


def make_file(rnd, snappy):
    """The file, and the container if it has to be told. snappy: the library has it."""
    stream = make_stream(rnd)
    kind = rnd.randrange(8) if snappy else rnd.randrange(2)
    if kind == 0:
        return model.pack_gzip(damaged(rnd, stream)), None
    if kind == 1:
        return damaged(rnd, stream), "raw"
    parts = forked(rnd, stream) if kind == 2 else [stream if kind == 3 else damaged(rnd, stream)]
    data = b"at" + b"".join(model.pack_snappy(part, sizes(rnd, len(part)))[2:] for part in parts)
    return damaged(rnd, data, 2) if rnd.randrange(3) == 0 else data, None


def compare(tally, rnd, data, container, reader):
    for recover in (0, 1):
        if container == "raw":
            contents = model.Contents("raw", data)
        else:
            contents = model.unpack(data, bool(recover))
        trace = model.Trace(contents, bool(recover), reader.name_flags)
        for form in ("calls", "events"):
            reader.chunks = rnd.choice([None, [1] * 3000, [rnd.randrange(1, 200) for _ in range(50)]])
            options = {"recover": recover, "max_inline": rnd.choice([64, 100, 1 << 20]),
                       "threads": rnd.choice([0, 0, 2])}
            if container:
                options["apitrace.container"] = reader.containers[container]
            read = reader.read(data, form, **options)
            apitrace_library.compare_read(tally, "%s %s" % (form, options), trace, read, form)
        options = {"recover": recover}
        if container:
            options["apitrace.container"] = reader.containers[container]
        stream = reader.stream(data, **options)
        tally.equal("stream %s" % options, contents.events, stream.events)


def long_header():
    """A header of which more bytes repeat than a reader keeps, but not all: it begins nothing, and reading must end."""
    header = b"\6\6" + b"".join(model.string(name) + model.string(name * 3000) for name in (b"n", b"o"))
    return header + b"\0\7" + header[: model.START_KEPT + 100] + b"\xff" * 4000


def main():
    if sys.argv[1] == "--show":
        sys.stdout.buffer.write(make_file(random.Random(int(sys.argv[2])), True)[0])
        return 0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(400)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    reader, tally = apitrace_library.Apitrace(sys.argv[1]), corpus.Tally()
    for seed in range(first, first + count):
        rnd = random.Random(seed)
        data, container = make_file(rnd, reader.has_snappy)
        with tally.case("seed %d" % seed):
            compare(tally, rnd, data, container, reader)
    with tally.case("long header"):
        compare(tally, random.Random(0), long_header(), "raw", reader)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
