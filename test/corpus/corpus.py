# SPDX-License-Identifier: MIT
"""Where the test data are, and how results are compared and counted."""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import struct
import sys
import traceback
import zipfile
import zlib

SOURCE_ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77  # exit status that says so to meson

# Compressed bytes depend on the encoder; the expectations were made with zlib 1.2.13.
SAME_ZLIB = zlib.ZLIB_RUNTIME_VERSION.startswith("1.2.")


def rounds(n):
    """How many of n random rounds are tried: an eighth with $DFMT_BRIEF; times $DFMT_THOROUGH."""
    return (n // 8 if os.environ.get("DFMT_BRIEF") else n) * int(os.environ.get("DFMT_THOROUGH") or 1)


def folder(name, format="apport"):
    """A folder of a format's corpus; ends the program if it is not there."""
    root = pathlib.Path(os.environ.get("DFMT_CORPUS") or SOURCE_ROOT.parent / "shared" / "corpus")
    place = root / format / name
    if not place.is_dir():
        print("skipped: no corpus at %s" % root)
        sys.exit(SKIPPED)
    return place


def text_in(data):
    """What is UTF-16 with a mark, or has a byte order mark, as UTF-8 without one."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data[:len(data) & ~1].decode("utf-16", "surrogatepass").encode("utf-8", "replace")
    if data[:1] == b"\0" and data[2:3] == b"\0" and data[1:2] > b" ":
        return data[:len(data) & ~1].decode("utf-16-be", "surrogatepass").encode("utf-8", "replace")
    return data.removeprefix(b"\xef\xbb\xbf")


def cases(place):
    """(name, expectations) of every case, by name."""
    for path in sorted(place.glob("*.json")):
        yield path.stem, json.loads(path.read_text("utf-8"))


def input_of(place, name):
    """What is in NAME.txt, which may be kept in NAME.zip."""
    path = place / (name + ".txt")
    if path.exists():
        return path.read_bytes()
    with zipfile.ZipFile(place / (name + ".zip")) as z:
        return z.read(z.namelist()[0])


def cut_pc(data):
    """The pc that a heap dump ends in, None: it does not. The corpus takes it for a whole one."""
    found = re.search(rb"\nz [01] [^\n]* bt(?: [0-9a-f]+)* ([0-9a-f]+)\Z", data)
    return int(found[1], 16) if found else None


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def value_bytes(value):
    """The bytes that a `value` object of the corpus stands for."""
    enc = value["enc"]
    if enc == "hex":
        data = bytes.fromhex(value["data"])
    elif enc == "base64":
        data = base64.b64decode(value["data"])
    elif enc == "zlib+base64":
        data = zlib.decompress(base64.b64decode(value["data"]))
    else:
        data = noise(value["seed"], value["size"])
    if "sha256" in value and sha256(data) != value["sha256"]:
        raise ValueError("the corpus contradicts itself")
    return data


def noise(seed, size):
    x, out = seed, bytearray()
    for _ in range(size):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        out.append(x >> 24)
    return bytes(out)


def raw_deflate(level):
    return zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)


def gzip_trailer(data):
    return struct.pack("<LL", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def gunzip(data):
    return zlib.decompress(data, zlib.MAX_WBITS | 16)


def shown(x):
    text = repr(x)
    return text if len(text) <= 300 else "%s ... (%d characters)" % (text[:300], len(text))


def needs_zstd(report):
    """A value of the report is a Zstandard frame, which a build without that codec reports and does not decode."""
    return b"\n KLUv/" in report


class Tally:
    """Counts cases; a case fails with its first unmet expectation; all of them are printed."""

    def __init__(self):
        self.passed = self.failed = 0
        self.name, self.bad = None, False

    def equal(self, what, expected, found):
        if expected == found:
            return True
        self.bad = True
        print("%s: %s\n  expected %s\n  found    %s" % (self.name, what, shown(expected), shown(found)))
        return False

    @contextlib.contextmanager
    def case(self, name):
        """One case; what it raises is a failure, too."""
        self.name, self.bad = name, False
        try:
            yield
        except Exception:
            self.bad = True
            print("%s: %s" % (name, traceback.format_exc()))
        self.passed += not self.bad
        self.failed += self.bad

    def finish(self):
        print("%d passed, %d failed" % (self.passed, self.failed))
        return 1 if self.failed or not self.passed else 0
