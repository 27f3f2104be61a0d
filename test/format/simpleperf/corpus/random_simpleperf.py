#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads made-up and damaged records with the library and with the model of the rules, and compares the two.

    random_simpleperf.py LIBRARY [COUNT [FIRST]]     files of the seeds FIRST .. FIRST+COUNT-1, 5000 from 0
    random_simpleperf.py --show SEED                 writes that file to standard output

Records, the code and place of an error, and what comes before it must agree, also in pieces of random lengths, and as
columns. What was read is written as bodies: the model must read the same from that. Where the official protobuf package
and protoc are installed, every record goes through them as well.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus
import simpleperf_model as model
import simpleperf_library
import simpleperf_official

NUMBERS = [0, 1, 2, 3, 8, 9, 127, 128, 300, 2**14, 2**21 - 1, 2**28, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**35, 2**49, 2**56 - 1,
           2**56, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 2**31]


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.wild = self.rng.random() < 0.6

    def chance(self, p):
        return self.rng.random() < p

    def varint(self, v, most=10):
        out = model.varint(v)
        if self.wild and self.chance(0.05):
            out = bytearray(out)
            while len(out) < self.rng.randint(1, most + (self.chance(0.1))):
                out[-1] |= 0x80
                out.append(0)
        return bytes(out)

    def key(self, number, wire):
        return self.varint(number << 3 | wire, 5)

    def number(self):
        return self.rng.choice(NUMBERS) if self.chance(0.8) else self.rng.getrandbits(self.rng.randint(1, 64))

    def unknown(self, depth=0):
        number, wire = self.rng.randint(1, 40), self.rng.choice([0, 1, 2, 3, 5])
        if wire == 0:
            value = self.varint(self.number())
        elif wire == 2:
            data = self.rng.randbytes(self.rng.randint(0, 9))
            value = self.varint(len(data), 5) + data
        elif wire == 3:
            inner = b"".join(self.unknown(depth + 1) for _ in range(self.rng.randint(0, 2))) if depth < 4 else b""
            if self.chance(0.03):
                n = self.rng.randint(90, 104)
                inner = self.key(30, 3) * n + self.key(30, 4) * n
            value = inner + self.key(number if self.chance(0.97) else number + 1, 4)
        else:
            value = self.rng.randbytes(8 if wire == 1 else 4)
        return self.key(number, wire) + value

    def message(self, name):
        fields = []
        for number, (_, kind) in model.SCHEMA[name].items():
            times = self.rng.choice([0, 1, 1, 1, 1, 2]) if self.wild else self.rng.choice([0, 1, 1, 1, 1])
            if str(kind).startswith("*"):
                times = self.rng.randint(0, 6)
            if name == "record":
                times = 0
            fields += [self.field(number, kind) for _ in range(times)]
        if self.wild:
            fields += [self.unknown() for _ in range(self.rng.choice([0, 0, 0, 1, 2]))]
            if self.chance(0.3):
                self.rng.shuffle(fields)
        return b"".join(fields)

    def field(self, number, kind):
        kind = str(kind).lstrip("*") if isinstance(kind, str) else kind
        if kind == "str":
            data = self.rng.choice([b"", b"main", b"a\0b", "ä\u2028".encode(), b"\xff", b"x" * 200])
        elif kind in model.SCHEMA:
            data = self.message(kind)
        else:
            small = isinstance(kind, int) and self.chance(0.8)
            return self.key(number, 0) + self.varint(self.rng.randint(0, kind + 1) if small else self.number())
        return self.key(number, 2) + self.varint(len(data), 5) + data

    def record(self):
        members = [self.rng.randint(1, 6) for _ in range(self.rng.choice([1, 1, 1, 2, 3]) if self.wild else 1)]
        parts = [self.field(n, model.SCHEMA["record"][n][1]) for n in members]
        if self.wild and self.chance(0.2):
            parts.insert(self.rng.randint(0, len(parts)), self.unknown())
        data = b"".join(parts)
        if self.wild and self.chance(0.15) and data:
            data = bytearray(data)
            for _ in range(self.rng.choice([1, 1, 2])):
                data[self.rng.randrange(len(data))] = self.rng.choice([0, 1, 0x7F, 0x80, 0xFF, self.rng.getrandbits(8)])
            data = bytes(data)
        return data

    def file(self):
        records = [self.record() for _ in range(self.rng.randint(0, 5))]
        data = model.MAGIC + b"\1\0" + b"".join(model.sized(r) for r in records if r) + bytes(4)
        if self.chance(0.1):
            data = data[: self.rng.randint(0, len(data))]
        if self.chance(0.05):
            data += self.rng.randbytes(self.rng.randint(1, 9))
        return data, records


def outcome(function, data):
    try:
        return function(data)
    except model.Malformed:
        return "malformed"


def check(tally, library, official, seed):
    maker = Maker(seed)
    data, records = maker.file()
    want = list(model.decode(data))
    tally.equal("library", want, list(library.decode(data)))
    lengths = [maker.rng.randint(1, 9) for _ in range(len(data))]
    tally.equal("library, in pieces", want, list(library.decode(data, lengths)))
    if official:
        for r in records:
            if r:
                tally.equal("protobuf %s" % r.hex(), outcome(official.object, r), outcome(model.record, r))
    if "end" not in want[-1]:
        return
    anew = library.rewrite(data, True)
    tally.equal("written anew", want[:-1], list(model.decode(anew))[:-1])
    tally.equal("written twice", anew, library.rewrite(anew, True))
    tally.equal("copied", data[: len(data) - want[-1]["end"]["trailing"]], library.rewrite(data, False))
    samples = [{k: v for k, v in o["sample"].items() if k != "unwinding_result"} for o in want if "sample" in o]
    tally.equal("columns", samples, library.columns(data, maker.rng.randint(1, 4), lengths)[0])


def main():
    if sys.argv[1:2] == ["--show"]:
        sys.stdout.buffer.write(Maker(int(sys.argv[2])).file()[0])
        return 0
    library, official = simpleperf_library.Library(sys.argv[1]), simpleperf_official.Official.make()
    count, first = (int(a) for a in (sys.argv[2:] + [corpus.rounds(5000), 0][len(sys.argv) - 2 :]))
    tally = corpus.Tally()
    for seed in range(first, first + count):
        with tally.case("seed %d" % seed):
            check(tally, library, official, seed)
    print("held against protobuf, too" if official else "protobuf is not installed: held against the model alone")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
