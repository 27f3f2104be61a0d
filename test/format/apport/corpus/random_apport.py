#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads made-up and damaged reports with the library and with the model of the rules, and compares the two.

    random_apport.py LIBRARY [COUNT [FIRST]]     reports of the seeds FIRST .. FIRST+COUNT-1, 3000 from 0
    random_apport.py --show SEED                 writes that report to standard output

Values, their order and kind, errors with their lines, what was loaded before them, partial extractions and the raw
entries must agree, with the input in pieces of random lengths and the limit between body and payload at random. What
was loaded is also written: as the reference does, byte for byte, and safely, so that it reads back the same.
"""

import base64
import pathlib
import random
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apport_model
import corpus
import apport_report as report
from apport_report import DECODE, SKIP, STORED

KEYS = [b"A", b"B", b"Title", b"Date", b"ProblemType", b"CoreDump", b"x-y.z", b"_int", b"0", b"dmi.bios.version",
        b"Key" * 30]
ODD_KEYS = [b"", b"...", b"a b", b"a\tb", b"-", b" A", b"\tA", b"a/b", b"k\xc3\xa9", b"\xff", b"A\0", b"A\r", b"=",
            b"A+"]
COLONS = [b": "] * 8 + [b":", b":  ", b":\t", b":\v\f\r ", b"::", b": \x1c", b":\xc2\x85", b" :", b""]
PIECES = [b"a", b"b", b"word", b"=", b":", b"base64", b" ", b"  ", b"\t", b"\r", b"\v", b"\f", b"\0", b"\x1b", b"\x1c",
          b"\x1f", b"\x7f", b"\x80", b"\x85", b"\xc2\xa0", b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80",
          b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xff", b"x" * 70, b"."]
INSERTED = [b"\n", b" ", b"\r", b":", b"\t", b"\0", b"\n ", b"\n\n", b"\xe9"]
LONG_LINE = 174764  # characters of a line of 128 KiB; longer ones are decoded in pieces
JUNK = [b"!", b" ", b"\r", b"\t", b"-", b"_", b"\0", b"\xc3\xa9", b"=", b"==", b"===", b"A", b"AA", b"AAA"]

# A frame without content size that holds "ab", by its window: 2^27 bytes, 2^28, one between, 4 KiB; and the last one
# cut before, in and behind its block's header.
FRAMES = [b"\x28\xb5\x2f\xfd\0" + bytes([window]) + b"\x11\0\0ab" for window in (0x88, 0x90, 0x89, 0x10)]
FRAMES += [FRAMES[-1][:cut] for cut in (6, 8, 9, 10)]


def text(rnd, longest=12):
    return b"".join(rnd.choice(PIECES) for _ in range(rnd.randrange(longest)))


def content(rnd):
    """What a binary value holds."""
    kind = rnd.randrange(8)
    if rnd.randrange(400) == 0:
        return rnd.randbytes(rnd.randrange(100000, 500000))
    if kind == 0:
        return b""
    if kind == 1:
        return bytes(rnd.choice([rnd.randrange(3000), rnd.randrange(200000)]))
    if kind == 2:
        return rnd.randbytes(rnd.randrange(3000))
    if kind == 3:
        return bytes(rnd.choices(b"\0\1abc", k=rnd.randrange(5000)))
    return b"\n".join(text(rnd) for _ in range(rnd.randrange(1, 6)))


def gzip(rnd, data):
    """A member with any of the header's optional parts."""
    flags = rnd.choice([0, 8, 8, 8, rnd.randrange(32), rnd.randrange(256)])
    header = b"\x1f\x8b\x08" + bytes([flags]) + struct.pack("<L", rnd.choice([0, 1 << 31])) + b"\x02\xff"
    if flags & 4:
        extra = rnd.randbytes(rnd.randrange(20))
        header += struct.pack("<H", len(extra)) + extra
    if flags & 8:
        header += b"CoreDump\0"
    if flags & 16:
        header += b"a comment\0"
    if flags & 2:
        header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    member = header + deflate(rnd, data, -rnd.randrange(9, 16))
    left_out = not data and rnd.randrange(3) == 0  # as Apport to 2.27 did where the CRC-32 is 0
    return member if left_out else member + corpus.gzip_trailer(data)


def deflate(rnd, data, wbits):
    z = zlib.compressobj(rnd.choice([0, 1, 6, 9]), zlib.DEFLATED, wbits, 8,
                         rnd.choice([zlib.Z_DEFAULT_STRATEGY] * 3 + [zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY]))
    half = rnd.randrange(len(data) + 1)
    out = z.compress(data[:half])
    if rnd.randrange(3) == 0:
        out += z.flush(rnd.choice([zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH]))
    return out + z.compress(data[half:]) + z.flush()


def zstd(rnd, data):
    if rnd.randrange(4) == 0:
        return rnd.choice(FRAMES)
    z = apport_model.zstandard.ZstdCompressor(level=rnd.randrange(1, 6), write_checksum=rnd.random() < 0.5,
                                              write_content_size=rnd.random() < 0.5)
    return z.compress(data)


def stored(rnd):
    """The compressed bytes of a binary value, now and then not quite in order."""
    data, kind = content(rnd), rnd.randrange(12)
    if kind < 6:
        out = gzip(rnd, data)
    elif kind < 9:
        out = deflate(rnd, data, rnd.randrange(9, 16))
    elif kind < 11 and apport_model.HAS_ZSTD:
        out = zstd(rnd, data)
    else:
        out = rnd.choice([rnd.randbytes(rnd.randrange(20)), b"BZh91AY&SY", b"\x50\x2a\x4d\x18\x01\0\0\0x",
                          b"x\xbb\0\0\0\1"])
    kind = rnd.randrange(12)
    if kind == 0:
        out = out[: rnd.randrange(len(out) + 1)]
    elif kind == 1:
        out += rnd.choice([b"\0", b"junk", out, rnd.randbytes(9)])
    elif kind == 2 and out:
        at = rnd.randrange(len(out))
        out = out[:at] + bytes([out[at] ^ 1 << rnd.randrange(8)]) + out[at + 1 :]
    elif kind == 3 and len(out) > 8:
        at = len(out) - 1 - rnd.randrange(8)
        out = out[:at] + bytes([out[at] ^ 1 << rnd.randrange(8)]) + out[at + 1 :]
    return out


def base64_line(rnd, piece):
    line = base64.b64encode(piece)
    kind = rnd.randrange(40)
    if kind == 0:
        line = line.rstrip(b"=")
    elif kind == 1:
        line = line[: rnd.randrange(len(line) + 1)]
    elif kind < 5:
        at = rnd.randrange(len(line) + 1)
        line = line[:at] + rnd.choice(JUNK) + line[at:]
    elif kind == 5:
        line = base64.urlsafe_b64encode(piece)
    return line


def base64_entry(rnd):
    data = stored(rnd)
    cuts = rnd.choice([[], [3], [10], [1], [2], [0], [rnd.randrange(len(data) + 1) for _ in range(rnd.randrange(5))]])
    if rnd.randrange(20) == 0:
        cuts = range(0, min(len(data), 300), rnd.randrange(1, 5))
    ends = sorted(c for c in cuts if c <= len(data)) + [len(data)]
    lines, at = [], 0
    for end in ends:
        lines.append(base64_line(rnd, data[at:end]))
        at = end
    if rnd.randrange(10) == 0:
        lines.insert(rnd.randrange(len(lines) + 1), rnd.choice([b"", b"", b" ", b"AAAA", b"!"]))
    if rnd.randrange(20) == 0:
        lines = []
    word = rnd.choice([b"base64"] * 9 + [b"base64 \t", b"base64\r", b"  base64", b"base64x"])
    return [word] + lines


def text_entry(rnd):
    lines = [text(rnd) if rnd.randrange(4) else b""]
    if rnd.randrange(2):
        lines += [text(rnd) if rnd.randrange(4) else b"" for _ in range(rnd.randrange(8))]
    if rnd.randrange(150) == 0:
        lines += [rnd.choice([b"y", b" ", b"\r", b"\xc3\xa9"]) * rnd.randrange(131000, 131200)]
    return [line.replace(b"\n", b"") for line in lines]


def entry(rnd, keys):
    key = rnd.choice(ODD_KEYS) if rnd.randrange(25) == 0 else rnd.choice(keys)
    colon = rnd.choice(COLONS) if rnd.randrange(5) == 0 else b": "
    lines = base64_entry(rnd) if rnd.randrange(2) else text_entry(rnd)
    return key + colon + b"\n ".join(lines) + b"\n"


def mutated(rnd, data):
    for _ in range(rnd.choice([0, 0, 1, 1, 2, 5])):
        at, kind = rnd.randrange(len(data) + 1), rnd.randrange(6)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            data = data[:at] + rnd.choice(INSERTED) + data[at:]
        elif kind == 2:
            data = data[:at] + data[at + rnd.randrange(1, 20) :]
        elif kind == 3:
            data = data[:at] + data[rnd.randrange(len(data) + 1) :]
        elif kind == 4 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << rnd.randrange(8)]) + data[at + 1 :]
    return data


def make_report(rnd):
    keys = rnd.sample(KEYS, rnd.randrange(2, 6))
    data = b"".join(entry(rnd, keys) for _ in range(rnd.choice([0, 1, 1, 2, 3, 4, 6])))
    if rnd.randrange(20) == 0:
        data = data.replace(b"\n", b"\r\n")
    if rnd.randrange(8) == 0:
        data = data.removesuffix(b"\n")
    data = mutated(rnd, data) if rnd.randrange(3) == 0 else data
    return data.lstrip(b"\r\n")  # empty lines before the first key are no error here, unlike there


def chunks(rnd, size):
    """Lengths of the pieces a report comes in; None: all of it is in memory."""
    kind = rnd.randrange(6)
    if kind == 0:
        return None
    if kind == 1 and size < 5000:
        return [1] * size
    if kind == 2:
        return [rnd.randrange(size + 1), 1]
    most = rnd.choice([3, 20, 300, 70000] if size < 20000 else [5000, 70000])
    out = []
    while size > 0:
        out.append(rnd.randrange(1, most + 1))
        size -= out[-1]
    return out


def error_of(error):
    """Class, number and line; where an error of a stream is found depends on how it is decoded."""
    if error is None:
        return None
    return error.cls, error.number, 0 if error.number in (*report.STREAM_ERRORS, report.TRUNCATED) else error.line


def compare_loaded(tally, what, want, got, long_line):
    if not (long_line and base64_or_stream(want.error and want.error.number, got.error and got.error.number)):
        tally.equal(what + " error", error_of(want.error), error_of(got.error))
    tally.equal(what + " skipped", want.skipped, got.skipped)
    tally.equal(what + " order", list(want.values), list(got.values))
    tally.equal(what, want.values, got.values)


def compare_extracted(tally, what, want, got, long_line):
    if not (long_line and base64_or_stream(want.number, got.number)):
        tally.equal(what + " error", want.error, got.error)
    if got.number in report.STREAM_ERRORS or long_line:  # more is delivered than the reference has written
        got.files = {key: value[: len(want.files.get(key, b""))] for key, value in got.files.items()}
    tally.equal(what, want.files, got.files)


def base64_or_stream(want, got):
    """A line with both: the reference finds that of base64 first, who decodes a long line as it comes does not."""
    return want in (report.PADDING, report.LENGTH) and got in report.STREAM_ERRORS


def compare_written(tally, values, model, library):
    """The reference's bytes, and with safe on a report that gives the same values."""
    tally.equal("written", model.write(values), library.write(values))
    again = library.load(library.write(values, safe=1))
    tally.equal("written and read", (None, values), (again.error, again.values))


def described(entry):
    return entry.key, entry.base64, entry.lines, error_of(entry.error) or entry.data


def needs_zstd(data, model, tested):
    """Whether the model cannot tell, for want of python3-zstandard."""
    return not (apport_model.HAS_ZSTD and tested.has_zstd) and (corpus.needs_zstd(data) or any(
        e.base64 and e.data and e.data.startswith(apport_model.ZSTD_MAGIC) for e in model.entries(data)))


def compare(tally, rnd, data, model, library):
    long_line = max(map(len, data.split(b"\n"))) > LONG_LINE

    def mix():
        library.chunks = chunks(rnd, len(data))
        library.options["max_inline"] = rnd.choice([64, 64, 200, 1 << 20])

    def mix_and_load(binary, keys=()):
        mix()
        loaded = library.load(data, binary, keys)
        compare_loaded(tally, "load %s %s" % (binary, keys), model.load(data, binary, keys), loaded,
                       long_line)
        return loaded

    values = mix_and_load(DECODE).values
    mix_and_load(SKIP)
    mix_and_load(STORED)
    mix_and_load(DECODE, rnd.sample(KEYS, 2))
    for keys in ([rnd.choice(KEYS)], [rnd.choice(KEYS), rnd.choice(KEYS)], model.load(data, SKIP).skipped):
        mix()
        compare_extracted(tally, "extract %s" % keys, model.extract(data, keys), library.extract(data, keys), long_line)
    mix()
    compare_written(tally, values, model, library)
    tally.equal("entries", [described(e) for e in model.entries(data)], [described(e) for e in library.entries(data)])


def main():
    if sys.argv[1] == "--show":
        sys.stdout.buffer.write(make_report(random.Random(int(sys.argv[2]))))
        return 0
    import apport_library as library

    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(3000)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    model, tested, tally = apport_model.Model(), library.Library(sys.argv[1]), corpus.Tally()
    for seed in range(first, first + count):
        rnd = random.Random(seed)
        data = make_report(rnd)
        if needs_zstd(data, model, tested):
            continue
        with tally.case("seed %d" % seed):
            compare(tally, rnd, data, model, tested)
    if not (apport_model.HAS_ZSTD and tested.has_zstd):
        print("reports with Zstandard values were left out: no python3-zstandard, or not built in")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
