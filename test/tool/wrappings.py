# SPDX-License-Identifier: MIT
"""Ways to wrap an input in gzip, Zstandard, xz, zip and tar: WRAPPERS, by wrapper and name, functions of bytes."""

import ctypes
import ctypes.util
import io
import lzma
import random
import struct
import tarfile
import zipfile
import zlib


def noise(n):
    return random.Random(n).randbytes(n)


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
XZ = {"level %d" % level: lambda d, level=level: lzma.compress(d, preset=level) for level in (0, 6)}
XZ.update({"two streams": lambda d: lzma.compress(d[:99]) + lzma.compress(d[99:], check=lzma.CHECK_CRC32),
           "zeros after it": lambda d: lzma.compress(d, check=lzma.CHECK_SHA256) + bytes(12)})


class Pipe(io.RawIOBase):
    """What cannot be gone back in, so that sizes come after the data."""

    def __init__(self):
        super().__init__()
        self.data = bytearray()

    def write(self, b):
        self.data += b
        return len(b)

    def writable(self):
        return True


def zipped(data, name="a", method=zipfile.ZIP_DEFLATED, pipe=False):
    out = Pipe() if pipe else io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        made.writestr(name, data)
    return bytes(out.data) if pipe else out.getvalue()


def tarred(data, name="a", format=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as made:
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        made.addfile(entry, io.BytesIO(data))
    return out.getvalue()


ZIP = {"deflated": zipped, "stored": lambda d: zipped(d, method=zipfile.ZIP_STORED), "deflated, to a pipe": lambda d: zipped(d, pipe=True),
       "stored, to a pipe": lambda d: zipped(d, "folder/file", zipfile.ZIP_STORED, True)}
TAR = {"pax": lambda d: tarred(d, "\xe9" * 200), "GNU": lambda d: tarred(d, "x" * 200, tarfile.GNU_FORMAT),
       "POSIX": lambda d: tarred(d, format=tarfile.USTAR_FORMAT)}
WRAPPERS = {"gzip": GZIP, "zstd": ZSTD, "xz": XZ}
ARCHIVES = {"zip": ZIP, "tar": TAR}
