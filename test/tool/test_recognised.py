#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every format is recognised without being told, whatever it is wrapped in: test_recognised.py DIAGFMT SAMPLES

Sound samples of every format, traces in every container, as they are and in gzip and Zstandard: every level and strategy,
stored, several members or frames, skippable frames before them, optional header fields, cut into tiny first members.
Reports as MIME messages, too. What is not recognised must say why, and must be too small to tell.
"""

import ctypes
import ctypes.util
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

from program import TOOL, need_codecs, run  # noqa: E402

SAMPLES = pathlib.Path(sys.argv[2])
FORMATS = {"apport": ["spec", "text_basic", "gzip_plain", "demo_segv"], "simpleperf": ["typical", "demo_small"],
           "mallocdbg": ["v12", "v12_info", "v10_true", "snap", "ops", "log_threadtime"], "bugreport": ["report", "crashes"],
           "apitrace": ["values", "demo_teapot", "empty6", "version0", "version4", "nothing", "backtraces"]}
SUFFIX = {"apport": ".crash", "simpleperf": ".simpleperf", "mallocdbg": ".txt", "bugreport": (".txt", ".zip"), "apitrace": ".trace"}
FEW = 8  # bytes that need not tell what they are, such as an empty trace in Brotli


def noise(n):
    return random.Random(n).randbytes(n)


# ---- wrappers ----


def deflated(data, level=6, strategy=zlib.Z_DEFAULT_STRATEGY, flush=0):
    coder = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
    out = b""
    for at in range(0, len(data), flush or len(data) or 1):
        out += coder.compress(data[at:at + (flush or len(data))])
        if flush:
            out += coder.flush(zlib.Z_FULL_FLUSH)
    return out + coder.flush()


def gzip(data, flags=0, fields=b"", **how):
    return (b"\x1f\x8b\x08" + bytes([flags]) + bytes(6) + fields + deflated(data, **how)
            + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF))


def halves(data, at):
    return gzip(data[:at]) + gzip(data[at:])


GZIP = {"level %d" % level: lambda d, level=level: gzip(d, level=level) for level in range(10)}
GZIP.update({
    "huffman": lambda d: gzip(d, strategy=zlib.Z_HUFFMAN_ONLY), "rle": lambda d: gzip(d, strategy=zlib.Z_RLE),
    "fixed": lambda d: gzip(d, strategy=zlib.Z_FIXED), "blocks of 100 bytes": lambda d: gzip(d[:20000], flush=100),
    "two members": lambda d: halves(d, len(d) // 2), "a first member of one byte": lambda d: halves(d, 1),
    "an empty first member": lambda d: halves(d, 0), "many members": lambda d: b"".join(
        gzip(d[at:at + 50]) for at in range(0, min(len(d), 5000), 50)) + gzip(d[5000:]),
    "zeros after it": lambda d: gzip(d) + bytes(512), "a name": lambda d: gzip(d, 8, b"a file.txt\0"),
    "every field": lambda d: gzip(d, 0x1C, struct.pack("<H", 6) + b"ab\2\0xy" + b"name\0" + b"a comment\0"),
    "a long name": lambda d: gzip(d, 8, b"n" * 5000 + b"\0"),
})


def raw_blocks(data, size=1 << 17):
    """A frame of stored blocks, of which the size is not told."""
    pieces = [data[at:at + size] for at in range(0, len(data), size)] or [b""]
    blocks = b"".join(struct.pack("<I", len(p) << 3 | (i == len(pieces) - 1))[:3] + p for i, p in enumerate(pieces))
    return b"\x28\xb5\x2f\xfd\x00\x58" + blocks


def skippable(n, size):
    return struct.pack("<II", 0x184D2A50 + n, size) + noise(size)


def zstd_levels():
    name = ctypes.util.find_library("zstd")
    if not name:
        return {}
    lib = ctypes.CDLL(name)
    lib.ZSTD_compress.restype = lib.ZSTD_compressBound.restype = ctypes.c_size_t
    lib.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
    lib.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]

    def pack(data, level):
        room = ctypes.create_string_buffer(lib.ZSTD_compressBound(len(data)))
        n = lib.ZSTD_compress(room, len(room), data, len(data), level)
        return room.raw[:n]

    out = {"level %d" % level: lambda d, level=level: pack(d, level) for level in (-50, -5, 1, 2, 3, 5, 9, 12, 15, 19, 22)}
    out["two frames"] = lambda d: pack(d[:len(d) // 2], 3) + pack(d[len(d) // 2:], 3)
    out["an empty first frame"] = lambda d: pack(b"", 3) + pack(d, 3)
    out["many frames"] = lambda d: b"".join(pack(d[at:at + 50], 3) for at in range(0, min(len(d), 5000), 50)) + pack(d[5000:], 3)
    out["skippable frames before it"] = lambda d: skippable(0, 0) + skippable(15, 300) + pack(d, 3)
    out["a long skippable frame"] = lambda d: skippable(7, 70000) + pack(d, 19)
    return out


ZSTD = {"stored": raw_blocks, "stored in small blocks": lambda d: raw_blocks(d[:20000], 10),
        "stored after skippable frames": lambda d: skippable(3, 5000) + raw_blocks(d), **zstd_levels()}
WRAPPERS = {"gzip": GZIP, "zstd": ZSTD}


# ---- inputs ----


def containers(data):
    """A trace in the containers that are no wrappers: those are tried around every file."""
    yield "snappy", data
    for level in (0, 1, 5, 9, 11):
        code, out, _ = run("convert", "--container=brotli", "--level=%d" % level, data=data)
        if code == 0 and out:
            yield "brotli, level %d" % level, out


def inputs():
    for name in FORMATS:
        for path in sorted((SAMPLES / name).iterdir()):
            if path.stem not in FORMATS[name] or not path.name.endswith(SUFFIX[name]):
                continue
            data = path.read_bytes()
            if name == "apitrace":
                yield from ((name, "%s in %s" % (path.name, what), one) for what, one in containers(data))
            else:
                yield name, path.name, data
            if name == "apport":
                code, message, _ = run("convert", "--to=mime", "--sort", data=data)
                if code == 0:
                    yield name, path.name + " as a message", message
    yield "apport", "one entry", b"ProblemType: Crash\n"
    yield "apport", "a large text", b"ProblemType: Crash\nLog:\n" + b" a line of it\n" * 20000
    yield "apport", "a value that does not compress", b"ProblemType: Crash\nLog: " + noise(90000).hex().encode() + b"\n"
    yield "mallocdbg", "one operation", b"7: malloc 0x5000 24\n"
    yield "apitrace", "an empty trace", b"at"


def main():
    need_codecs("snappy", "zstd", "brotli")
    wrong, n = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for format, what, data in inputs():
            forms = [("as it is", data)] + [] if what.endswith("message") else [("as it is", data)] + [("%s, %s" % (wrapper, how), wrap(data)) for wrapper, ways in WRAPPERS.items()
                                            for how, wrap in ways.items() if len(data) < 400000 or how[:5] != "level"]
            paths = []
            for i, (how, form) in enumerate(forms):
                paths.append(pathlib.Path(folder) / str(i))
                paths[-1].write_bytes(form)
            said = subprocess.run([TOOL, "identify", *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
            found = {line.split(": ")[0]: line for line in said.stdout.decode().splitlines()}
            for (how, form), path in zip(forms, paths):
                n += 1
                line = found.get(str(path), "")
                if not line.partition(": ")[2].startswith(format):
                    if len(data) > FEW or ": not recognised: looks like" not in line:
                        wrong.append("%s, %s (%d bytes), %s: %s" % (format, what, len(data), how, line or "not recognised"))
    print("\n".join(wrong[:60] + ["%d of %d combinations are not recognised" % (len(wrong), n)]))
    return 1 if wrong or n < 700 else 0


if __name__ == "__main__":
    sys.exit(main())
