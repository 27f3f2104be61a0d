#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares writing with the corpus: apport_write.py LIBRARY

The output must have the bytes of the reference if zlib is of the same line, and must always read back the same.
What belongs to the caller of a writer is done here: which keys there are, limits of files, values that are no text.
"""

import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apport_read
import corpus
import dfmt_ctypes
import apport_library as library
import apport_report as report
from apport_report import BINARY, COMPRESSED, DECODE, STORED, TEXT

FEED = 100000  # bytes per payload call: the output must not depend on it


class CallerError(Exception):
    """An error that the module raises before anything of the key is written; str() is its class."""


class Item:
    """A value to be written, from an item of the corpus."""

    def __init__(self, key, kind, data, item=None):
        self.key, self.kind, self.data = key, kind, data
        self.limit, self.fail_on_empty = None, False
        if item:
            self.limit, self.fail_on_empty = item.get("limit"), item.get("fail_on_empty", False)
        # The form of the entry, as its place in the order depends on it.
        self.base64 = kind in ("file", "stored") or (kind == "bytes" and report.is_binary(data))

    def over_limit(self):
        return self.limit is not None and len(self.data) > self.limit

    def check(self):
        if self.kind == "str" and not report.is_utf8(self.data):
            raise CallerError("UnicodeEncodeError")
        if self.fail_on_empty and not self.data:
            raise CallerError("OSError")


def item_of(item):
    key, data = item["key"].encode(), corpus.value_bytes(item["value"])
    kind = item["type"]
    if kind == "file":
        return Item(key, "file" if item["encode"] else "text file", data, item)
    if kind == "compress":
        return Item(key, "stored", gzip_member(key, data))
    if kind == "compressed_value" and not data:
        return Item(key, "empty", data)
    return Item(key, {"compressed_value": "stored", "compressed_file": "stored"}.get(kind, kind), data)


def gzip_member(name, data):
    """As the module compresses a value: level 9, no time, a name."""
    header = b"\x1f\x8b\x08\x08\0\0\0\0\x02\xff" + name + b"\0"
    z = corpus.raw_deflate(9)
    return header + z.compress(data) + z.flush() + corpus.gzip_trailer(data)


class Report:
    """The module's report object, as far as these cases go: keys with items, and which were there at loading."""

    def __init__(self, reader, case):
        self.items, self.loaded = {}, set()
        if "preload" in case:
            mode = STORED if case.get("preload_binary") == "compressed" else DECODE
            for key, (kind, data) in reader.load(corpus.value_bytes(case["preload"]), mode).values.items():
                self.items[key] = Item(key, {TEXT: "str", BINARY: "bytes", COMPRESSED: "stored"}[kind], data)
            self.loaded = set(self.items)
        elif not case.get("clear"):
            for key, data in ((b"ProblemType", b"Crash"), (b"Date", b"now!")):
                self.items[key] = Item(key, "str", data)
        for item in case["items"]:
            if item["type"] == "delete":
                del self.items[item["key"].encode()]
                continue
            key = item["key"].encode()
            if key.isascii() and not reader.lib.c.dfmt_apport_key_is_valid(key, len(key)):
                raise CallerError("InvalidProblemReportKeyError")
            self.items[key] = item_of(item)

    def to_write(self, only_new):
        return {k: i for k, i in self.items.items() if not (only_new and k in self.loaded)}


class Output:
    """A report being written. A value in memory is one line, so that the option changes: then a new writer goes on."""

    def __init__(self, lib, format, path):
        self.lib, self.format, self.path = lib, format, path
        self.writer, self.one_line = None, None

    def to(self, one_line):
        if self.writer is None or one_line != self.one_line:
            self.close()
            options = {"apport.safe": 0, "apport.one_line": one_line}
            self.writer = dfmt_ctypes.Writer(self.lib, options, self.format, append_to=self.path)
            self.one_line = one_line
        return self.writer

    def close(self):
        if self.writer:
            with self.writer as w:
                w.close()
        self.writer = None


def field(lib, item):
    kinds, encodings = lib.words["apport.kind"], lib.words["apport.encoding"]
    body = lib.new("apport.field", key=item.key, kind=kinds["bytes" if item.kind == "bytes" else "text"],
                   encoding=encodings["base64" if item.base64 else "text"])
    if item.kind == "stored":
        lib.set(body, compression=lib.words["apport.compression"][compression_of(item.data)])
    return body


def compression_of(data):
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        return "zstd"
    return "gzip" if data.startswith(b"\x1f\x8b\x08") else "zlib"


def in_order(lib, items):
    keys = library.in_order(lib, {key: field(lib, item) for key, item in items.items()})
    return [items[key] for key in keys]


def write_item(lib, out, item):
    body = field(lib, item)
    if item.kind in ("str", "bytes"):
        item.check()
        body.encoding = lib.words["apport.encoding"]["text"]  # the writer finds out for bytes
        lib.set(body, text=item.data)
        return out.to(1).put(body)
    if item.kind == "empty":
        raise CallerError("AssertionError")
    w = out.to(0)
    w.begin(body, dfmt_ctypes.STORED if item.kind == "stored" else dfmt_ctypes.DECODED)
    if item.over_limit() or (item.fail_on_empty and not item.data):
        w.cancel()
        return item.check()
    for at in range(0, len(item.data), FEED):
        w.payload(item.data[at : at + FEED])
    w.end()


def write(reader, case, path):
    """Writes the case's report behind what is at path. The class of the error, or None."""
    out = Output(reader.lib, reader.format, path)
    try:
        items = Report(reader, case).to_write(case.get("only_new"))
        for item in in_order(reader.lib, items):
            write_item(reader.lib, out, item)
    except CallerError as e:
        return str(e)
    except dfmt_ctypes.DfmtError as e:
        if e.number != report.BAD_KEY:
            raise
        return "UnicodeEncodeError"  # the only keys that the setter lets pass and the writer does not
    finally:
        out.close()


def refuses(reader, key):
    """Whether the writer does not take the key, and writes nothing."""
    with dfmt_ctypes.Writer(reader.lib, {}, reader.format) as w:
        try:
            w.put(reader.lib.new("apport.field", key=key, text=b"x"))
        except dfmt_ctypes.DfmtError as e:
            return e.number == report.BAD_KEY and w.bytes() == b""
    return False


def compare(tally, case, reader, path):
    with open(path, "wb") as f:
        f.write(corpus.value_bytes(case["append_to"]) if "append_to" in case else b"")
    expected = case["expect"]
    tally.equal("error", expected.get("error"), write(reader, case, path))
    if expected.get("error") == "InvalidProblemReportKeyError":
        tally.equal("refused", True, refuses(reader, case["items"][-1]["key"].encode()))
    with open(path, "rb") as f:
        written = f.read()
    if corpus.SAME_ZLIB or b": base64\n" not in written:
        tally.equal("output", (expected["output_size"], expected["output_sha256"]),
                    (len(written), corpus.sha256(written)))
    if "reload" in expected:
        loaded = reader.load(written)
        tally.equal("reload error", expected["reload"].get("error"), loaded.error and loaded.error.cls)
        if expected["reload"]["ok"]:
            apport_read.compare_values(tally, "reload", expected["reload"]["keys"], loaded.values)


def main():
    place = corpus.folder("write")
    reader = library.Library(sys.argv[1])
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as folder:
        for name, case in corpus.cases(place):
            if corpus.needs_zstd((place / (name + ".crash")).read_bytes()) and not reader.has_zstd:
                continue
            with tally.case(name):
                compare(tally, case, reader, os.path.join(folder, "report.crash"))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
