#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the inputs that fuzzing starts from: make_seeds.py DIR SAMPLES

DIR gets a folder per target; an input is a byte of settings and the bytes under test. Those of readers and writers are
made of the small files in SAMPLES/FORMAT. The same bytes every time.
"""

import base64
import pathlib
import struct
import sys
import zlib

RAW, ZLIB, GZIP = range(3)  # DFMTI_DEFLATE_*

TEXT = b"The quick brown fox jumps over the lazy dog. " * 40
NOISE = bytes(i * i * 7 + (i >> 5) & 255 for i in range(3000))
MAX_SAMPLE = 8192  # bytes; larger ones only slow fuzzing down


def compress(data, container, level=6, strategy=zlib.Z_DEFAULT_STRATEGY, flushes=()):
    bits = {RAW: -15, ZLIB: 15, GZIP: 31}[container]
    c = zlib.compressobj(level, zlib.DEFLATED, bits, 8, strategy)
    out = b""
    for flush in flushes:
        out += c.compress(data[: len(data) // 2]) + c.flush(flush)
        data = data[len(data) // 2 :]
    return out + c.compress(data) + c.flush()


def gzip_with_everything():
    """All optional parts of the header: extra field, name, comment, header checksum."""
    head = b"\x1f\x8b\x08\x1e" + bytes(6) + struct.pack("<H", 4) + b"AB\0\0" + b"name\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    return head + compress(TEXT, RAW) + struct.pack("<II", zlib.crc32(TEXT), len(TEXT))


def inflate_seeds():
    for container, name in (RAW, "raw"), (ZLIB, "zlib"), (GZIP, "gzip"):
        data = {
            "text": compress(TEXT, container),
            "stored": compress(NOISE, container, 0),
            "fixed": compress(TEXT, container, 9, zlib.Z_FIXED),
            "huffman": compress(NOISE, container, 9, zlib.Z_HUFFMAN_ONLY),
            "zeros": compress(bytes(70000), container),
            "blocks": compress(TEXT + NOISE, container, 6, zlib.Z_DEFAULT_STRATEGY, (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH)),
            "empty": compress(b"", container),
            "behind": compress(TEXT, container) + b"more",
            "cut": compress(TEXT, container)[:-9],
            "damaged": compress(TEXT, container)[:40] + b"\xff\xff" + compress(TEXT, container)[42:],
        }
        for kind, stream in data.items():
            yield "%s_%s" % (name, kind), bytes([container]) + stream
    yield "gzip_header", bytes([GZIP]) + gzip_with_everything()


def base64_seeds():
    line = base64.b64encode(NOISE[:300])
    yield "clean", b"\0" + line
    yield "lines", b"\1" + b"\n".join(base64.b64encode(NOISE[:n]) for n in range(20))
    yield "padding", b"\2" + b"QQ==QUI=\nQQ=\nQ\nQUJD=\n====QQ==\nQ=Q=Q=Q=\nQQ=A=="
    yield "junk", b"\3" + b"Q U\tJ\rD\0-_" + line[:100] + b"\xff" + line[100:]


def zstd_frame(block, content_size):
    """A frame with one uncompressed block, and a content size that need not be true."""
    return b"\x28\xb5\x2f\xfd\x80\x38" + struct.pack("<I", content_size) + (len(block) << 3 | 1).to_bytes(3, "little") + block


def identify_seeds():
    yield "zstd_stored", b"\1" + zstd_frame(NOISE, len(NOISE))
    yield "zstd_wrong_content_size", b"\x9b" + zstd_frame(NOISE, 70000)
    yield "zstd_skippable", b"\2" + b"\x50\x2a\x4d\x18\3\0\0\0abc" + zstd_frame(TEXT, len(TEXT))
    yield "gzip_members", b"\3" + compress(TEXT, GZIP) + compress(NOISE, GZIP)
    yield "gzip_zeros_behind", b"\4" + compress(TEXT, GZIP) + bytes(20)
    yield "gzip_text_behind", b"\5" + compress(TEXT, GZIP) + b"more"


def sample_seeds(folder):
    """Each file under a few settings, which differ from file to file."""
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        if len(data) <= MAX_SAMPLE:
            first = zlib.crc32(path.name.encode())
            for n in range(3):
                settings = (first >> 8 * n) & 255
                yield "%s_%02x" % (path.name, settings), bytes([settings]) + data


def targets(samples):
    yield "base64", base64_seeds()
    yield "inflate", inflate_seeds()
    yield "identify", identify_seeds()
    for folder in sorted(samples.iterdir()):
        yield "identify", sample_seeds(folder)
        yield "reader-" + folder.name, sample_seeds(folder)
        yield "roundtrip-" + folder.name, sample_seeds(folder)
        if folder.name == "simpleperf":
            yield "nanopb", sample_seeds(folder)
            yield "columns", sample_seeds(folder)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for target, seeds in targets(pathlib.Path(sys.argv[2])):
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in seeds:
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
