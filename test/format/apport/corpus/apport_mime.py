#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the MIME form with the corpus: apport_mime.py LIBRARY

Python's email package takes the output apart. The caller's part is done here: order of keys, which values come first
because they are short, and headers of one's own, which go before the library's output.
"""

import email
import email.policy
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apport_write
import corpus
import dfmt_ctypes
import apport_library as library

MIME_VALUE = 423  # a value without MIME form
LONGEST_SHORT = 1000  # characters of a text, bytes of bytes


class Value:
    """What the writer is given for an item of the corpus."""

    def __init__(self, item, threshold):
        self.key, plain = item["key"].encode(), corpus.value_bytes(item["value"])
        made = apport_write.item_of(item)
        self.bytes = item["type"] == "bytes"
        # Bytes and files under such a key are taken as compressed already.
        self.stored = made.kind == "stored" or (item["key"].endswith(".gz") and item["type"] in ("bytes", "file"))
        self.packed = self.stored or item["type"] == "file" or made.base64
        self.data = made.data if made.kind == "stored" else plain
        text = self.data.decode("utf-8", "replace")
        size, lines = len(self.data if self.bytes else text), len(text.splitlines())
        self.short = not self.packed and size <= LONGEST_SHORT and (lines == 1 or lines <= threshold)


def values_in_order(lib, case):
    """The module's order: that of keys, then what has priority to the front; here: short values before the others."""
    arguments = case.get("mime_args", {})
    items = {"ProblemType": "Crash", "Date": "now!"}
    items = {k: {"key": k, "type": "str", "value": {"enc": "hex", "data": v.encode().hex()}} for k, v in items.items()}
    items.update((i["key"], i) for i in case["items"] if i["key"] not in arguments.get("skip_keys", ()))
    sorted_keys = apport_write.in_order(
        lib, {k.encode(): apport_write.Item(k.encode(), "str", b"") for k in items})
    keys = [i.key.decode() for i in sorted_keys]
    first = [k for k in arguments.get("priority_fields", ()) if k in keys]
    values = [Value(items[k], lines_threshold(case)) for k in first + [k for k in keys if k not in first]]
    return [v for v in values if v.short] + [v for v in values if not v.short]


def lines_threshold(case):
    return case.get("mime_args", {}).get("attach_treshold", 5)


def write(lib, format, case):
    """The message; raises DfmtError."""
    kinds, encodings = lib.words["apport.kind"], lib.words["apport.encoding"]
    options = {"apport.mime_lines": lines_threshold(case)}
    with dfmt_ctypes.Writer(lib, options, format, lib.words["apport.variant"]["mime"]) as w:
        for value in values_in_order(lib, case):
            body = lib.new("apport.field", key=value.key, kind=kinds["bytes" if value.bytes else "text"],
                           encoding=encodings["base64" if value.packed else "text"])
            w.begin(body, dfmt_ctypes.STORED if value.stored else dfmt_ctypes.DECODED)
            w.payload(value.data)
            w.end()
        return w.close()


def part_of(part, like):
    """A part of the message as the corpus describes it."""
    data = part.get_payload(decode=True)
    out = {
        "content_type": part.get_content_type(),
        "charset": part.get_content_charset(),
        "transfer_encoding": part["Content-Transfer-Encoding"],
        "disposition": part["Content-Disposition"],
        "filename": part.get_filename(),
    }
    if "gunzipped" in like:
        data = corpus.gunzip(data)
        out["gunzipped"] = {"size": len(data), "sha256": corpus.sha256(data)}
    else:
        out.update(size=len(data), sha256=corpus.sha256(data))
        if "text" in like:
            out["text"] = data.decode("utf-8")
    return out


def compare(tally, case, reader):
    expected = case["expect"]
    try:
        message = write(reader.lib, reader.format, case)
    except dfmt_ctypes.DfmtError as e:
        if e.number != MIME_VALUE:
            raise
        tally.equal("error", expected.get("error"), "ValueError")
        return
    tally.equal("error", expected.get("error"), None)
    headers = case.get("mime_args", {}).get("extra_headers", {})
    message = "".join("%s: %s\n" % h for h in headers.items()).encode() + message
    parsed = email.message_from_bytes(message, policy=email.policy.compat32)
    tally.equal("type", "multipart/mixed", parsed.get_content_type())
    for name, value in expected["headers"]:
        tally.equal("header " + name, value, parsed[name])
    tally.equal("defects", [], parsed.defects)
    parts = parsed.get_payload() if parsed.is_multipart() else []
    tally.equal("number of parts", len(expected["parts"]), len(parts))
    for i, (want, part) in enumerate(zip(expected["parts"], parts)):
        tally.equal("part %d" % i, want, part_of(part, want))


def main():
    place = corpus.folder("mime")
    reader = library.Library(sys.argv[1])
    tally = corpus.Tally()
    for name, case in corpus.cases(place):
        with tally.case(name):
            compare(tally, case, reader)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
