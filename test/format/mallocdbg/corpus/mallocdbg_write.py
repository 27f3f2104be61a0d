#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares writing with the corpus: bodies that were read, written anew, give the very bytes of every file that has the
layout of Android's own writers, and elsewhere the same bodies.

    mallocdbg_write.py LIBRARY
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus
import dfmt_ctypes
from mallocdbg_read import DUMP, LOG, RECORDS, Mallocdbg

# Files whose layout no writer of Android has: what was read from the output is compared instead.
OTHER_LAYOUT = {"third-party-heapsnap", "v12-collapsed-spaces", "v12-crlf", "v12-no-final-newline", "v12-text-around",
                "not-available-old", "v12-linux-process", "v12-odd-maps"}
COMMA = 4  # DFMT_MALLOCDBG_VARIANT_COMMA
VARIANTS = {"v10": 1, "v11": 2, "v12": 3}


def put_all(m, data, dialect, variant=0, drop_totals=False, **options):
    """What a writer makes of what a reader gives. drop_totals: the writer is to fill them in."""
    with dfmt_ctypes.Writer(m.lib, {k.replace("__", "."): v for k, v in options.items()}, m.format, variant) as w:
        for name, body, _ in m.events(data, mallocdbg__dialect=dialect):
            if drop_totals and name == "header":
                body.present &= ~(body.dfmt_masks["total_bytes"] | body.dfmt_masks["n_records"])
            w.put(body)
        return w.close()


def without_layout(d):
    return {k: v for k, v in d.items() if k != "problems"}


def dumps(m, tally):
    for folder in ("heapdump", "unit"):
        place = corpus.folder(folder, "mallocdbg")
        for name, want in corpus.cases(place):
            with tally.case(folder + "/" + name):
                data = corpus.input_of(place, name)
                written = put_all(m, data, DUMP, COMMA if name == "v10-comma" else 0)
                if name not in OTHER_LAYOUT and ("32" not in name or not name.startswith("v")):
                    tally.equal("the same bytes", data, written)
                old, new = m.dump(data), m.dump(written)
                if name.startswith("not-available"):
                    continue
                tally.equal("read again", without_layout(old), without_layout(new))
                filled = m.dump(put_all(m, data, DUMP, drop_totals=True))
                tally.equal("totals filled in", len(old["records"]), filled["allocation_records"])
                tally.equal("the sum filled in", filled["sum_size_num"] % 2**64, filled["total_memory"])
                other_versions(m, tally, data, old)


def other_versions(m, tally, data, old):
    """Each version holds the records, sizes and pcs of each other; counts where both mean the same by them."""
    for word, variant in VARIANTS.items():
        new = m.dump(put_all(m, data, DUMP, variant))
        tally.equal("version of " + word, word, "v" + new["version"].replace(".", ""))
        members = ("zygote_child", "size", "frames")
        tally.equal("records of " + word, [[r[k] for k in members] for r in old["records"]],
                    [[r[k] for k in members] for r in new["records"]])
        tally.equal("maps of " + word, old["maps"], new["maps"])


def operations(m, tally):
    place = corpus.folder("record_allocs", "mallocdbg")
    for name, _ in corpus.cases(place):
        if name.startswith("lines"):
            continue
        with tally.case("record_allocs/" + name):
            data = corpus.input_of(place, name)
            expected = data.replace(b"\r\n", b"\n")
            if not expected.endswith(b"\n"):
                expected += b"\n"
            tally.equal("the same bytes", expected, put_all(m, data, RECORDS))
    for case in json.loads((place / "lines.json").read_text())["cases"]:
        if case.get("entry") is None:
            continue
        with tally.case("record_allocs/lines: %r" % case["line"]):
            written = put_all(m, case["line"].encode("utf-8", "surrogateescape"), RECORDS).decode()
            tally.equal("canonical", case["canonical"], written.rstrip("\n"))


def logs(m, tally):
    place = corpus.folder("log", "mallocdbg")
    for name, want in corpus.cases(place):
        if want["format"] == "raw":
            continue
        with tally.case("log/" + name):
            data = corpus.input_of(place, name)
            old = m.log(data, want["format"])
            written = put_all(m, data, LOG)
            key = lambda e: json.dumps(e, sort_keys=True)
            tally.equal("read again", sorted(old, key=key), sorted(m.log(written, None), key=key))
            if name in ("all-reports-threadtime", "all-single-messages"):
                tally.equal("the same bytes", b"".join(
                    x for x in data.splitlines(True) if b"malloc_debug:" in x or b"libc    :" in x), written)


def main(library):
    m, tally = Mallocdbg(library), corpus.Tally()
    dumps(m, tally)
    operations(m, tally)
    logs(m, tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
