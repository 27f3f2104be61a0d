#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reading with the corpus, value for value.

    apport_read.py LIBRARY     the shared library
    apport_read.py model       the model of the rules that random_apport.py holds the library against

"whoopsie", the other consumer's results, is not compared: it has rules of its own. Of CompressedValue's members only
those are compared that the format defines: the stored bytes and streaming.
"""

import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apport_model
import corpus
import apport_report as report
from apport_report import BINARY, COMPRESSED, DECODE, SKIP, STORED, Extracted

LONGEST_NAME = 255  # bytes that a file system takes


def value_of(kind, data):
    """As the corpus describes it."""
    if kind == COMPRESSED:
        return {"kind": kind, "compressed_size": len(data), "compressed_sha256": corpus.sha256(data),
                "on_disk_size": (len(data) + 2) // 3 * 4}
    return {"kind": kind, "size": len(data), "sha256": corpus.sha256(data)}


def pick(expected, like):
    return {k: expected.get(k) for k in like}


def compare_values(tally, what, expected, values):
    """expected: key -> description; order is compared as well."""
    tally.equal(what + " keys", list(expected), [k.decode("latin-1") for k in values])
    for key, want in expected.items():
        if key.encode("latin-1") in values:
            found = value_of(*values[key.encode("latin-1")])
            tally.equal("%s %s" % (what, key), pick(want, found), found)


def compare_load(tally, what, expected, loaded):
    tally.equal(what + " error", expected.get("error"), loaded.error and loaded.error.cls)
    if "skipped" in expected:
        tally.equal(what + " skipped", expected["skipped"], [k.decode("latin-1") for k in loaded.skipped])
    if expected["ok"]:
        tally.equal(what + " order", expected["order"], [k.decode("latin-1") for k in loaded.values])
        compare_values(tally, what, {k: expected["keys"][k] for k in expected["order"]}, loaded.values)
    elif "filter" not in expected:
        compare_values(tally, what + " before error", expected["loaded_before_error"], loaded.values)


def compare_file(tally, what, want, got, key, exact):
    """
    The reference decompresses a folded line at a time, so an error of the stream leaves nothing of that line in the
    file; a reader that goes in smaller steps has delivered more by then. Base64 errors and cut streams leave the same.
    """
    found = got.files.get(key.encode("latin-1"))
    if not tally.equal(what + " has a file", want is not None, found is not None) or want is None:
        return
    if got.number in report.STREAM_ERRORS and not exact:
        found = found[: want["size"]]
    tally.equal(what, want, {"size": len(found), "sha256": corpus.sha256(found)})


def compare_extract(tally, key, expected, got, exact):
    tally.equal("extract %s error" % key, expected.get("error"), got.error)
    want = None
    if "file_size" in expected:
        want = {"size": expected["file_size"], "sha256": expected["file_sha256"]}
    compare_file(tally, "extract %s" % key, want, got, key, exact)


def described(entry):
    out = {}
    if entry.key is not None:
        out = {"key": entry.key.decode("latin-1"), "encoding": "base64" if entry.base64 else "text",
               "lines": entry.lines}
    if entry.error:
        out["error"] = entry.error.cls
    else:
        out.update(decoded_size=len(entry.data), decoded_sha256=corpus.sha256(entry.data))
    return out


def compare_entries(tally, expected, entries):
    tally.equal("number of entries", len(expected), len(entries))
    for i, (want, entry) in enumerate(zip(expected, entries)):
        want = {k: v for k, v in want.items() if k not in ("ok", "message")}
        tally.equal("entry %d" % i, want, described(entry))


def compare_stream(tally, expected, loaded, reader):
    """CompressedValue's streaming is that of a report with all stored bytes on one line. An empty one has no line."""
    for key, (kind, stored) in loaded.values.items():
        want = expected.get(key.decode("latin-1"), {}).get("stream")
        if kind != COMPRESSED or not stored or not want:
            continue
        got = reader.extract(b"K: base64\n " + base64.b64encode(stored) + b"\n", [b"K"])
        what, found = "stream %s" % key.decode("latin-1"), got.files[b"K"]
        tally.equal(what + " error", want.get("error"), got.error)
        if want["ok"]:
            tally.equal(what, pick(want, ["size", "sha256"]), pick(value_of(BINARY, found), ["size", "sha256"]))
        elif reader.exact_partial or got.number not in report.STREAM_ERRORS:
            tally.equal(what + " partial size", want["partial_size"], len(found))


def compare_unpack(tally, expected, data, reader):
    """As the command does it: a pass for texts, then each binary key is extracted."""
    texts, got, files = reader.load(data, SKIP), Extracted(), {}
    failed = texts.error and texts.error.cls
    for key, (_, value) in [] if failed else texts.values.items():
        if len(key) > LONGEST_NAME:
            failed = "OSError"
            break
        files[key] = value
    if not failed:
        got = reader.extract(data, texts.skipped)
        failed = got.error
    got.files = {**files, **got.files}
    tally.equal("unpack exit", expected["exit"], 1 if failed else 0)
    names = sorted(k.decode("latin-1") for k in got.files)
    tally.equal("unpack files", sorted(expected["files"]), names)
    for name in names:
        compare_file(tally, "unpack " + name, expected["files"].get(name), got, name, reader.exact_partial)


def compare(tally, expected, data, reader):
    tally.equal("input", expected["sha256"], corpus.sha256(data))
    compare_load(tally, "load", expected["load"], reader.load(data, DECODE))
    compare_load(tally, "text only", expected["load_text_only"], reader.load(data, SKIP))
    stored = reader.load(data, STORED)
    want = expected["load_compressed"]
    compare_load(tally, "compressed", want, stored)
    compare_stream(tally, want.get("keys", want.get("loaded_before_error")), stored, reader)
    for f in expected.get("load_filtered", []):
        keys = [k.encode("latin-1") for k in f["filter"]]
        compare_load(tally, "filter %s" % f["filter"], f, reader.load(data, DECODE, keys))
    for key, want in expected["extract"].items():
        compare_extract(tally, key, want, reader.extract(data, [key.encode("latin-1")]), reader.exact_partial)
    compare_entries(tally, expected["entries"], reader.entries(data))
    compare_unpack(tally, expected["apport_unpack"], data, reader)
    if "rewrite" in expected:
        reader.compare_rewrite(tally, expected["rewrite"], data)


def main():
    place = corpus.folder("read")
    if sys.argv[1:] == ["model"]:
        reader = apport_model.Model()
    else:
        import apport_library as library

        reader = library.Library(sys.argv[1])
    tally = corpus.Tally()
    for name, expected in corpus.cases(place):
        data = (place / expected["file"]).read_bytes()
        if (corpus.needs_zstd(data) or name.startswith("zstd")) and not reader.has_zstd:
            continue
        with tally.case(name):
            compare(tally, expected, data, reader)
    if not reader.has_zstd:
        print("reports with Zstandard values were left out: not built in")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
