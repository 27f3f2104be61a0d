#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tombstones of ../shared/corpus/faults: as the corpus has their rows, and, broken, as tombstone_model.py reads them; so
also texts of our own, tombstone_texts.py.

    said_tombstones.py LIBRARY
"""
import io
import json
import os
import pathlib
import random
import sys
import zipfile

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import diagfmt  # noqa: E402
import tombstone_model  # noqa: E402
import tombstone_texts  # noqa: E402
from sheet_words import named  # noqa: E402

TABLES = tombstone_model.TABLES
HEAD_OF_PROTO = 64  # bytes: by these it is recognised
START = 1735689610  # of HEAD, in seconds since 1970
HEAD = (b"========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
        b"========================================================\n\n")


def read(data, table, **options):
    return [json.loads(line) for line in diagfmt.rows(data, table, **options).to_json().splitlines()]


def present(rows):
    """Without members that are not there."""
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def rows_of_model(data, start=None):
    return {table: named(table, rows) for table, rows in tombstone_model.rows(data, start).items()}


def as_said(want, got):
    """The members that the corpus speaks of."""
    return [{k: g.get(k) for k in w} for w, g in zip(want, got)] + got[len(want):]


def check_said(tally, name, said, data):
    for table in TABLES:
        if table in said["rows"]:
            want = named(table, said["rows"][table])
            tally.equal(table, want, as_said(want, read(data, table)))


def check_model(tally, data, *without):
    want = rows_of_model(data)
    for table in TABLES:
        rows = [{k: v for k, v in row.items() if k not in without} for row in read(data, table, format="bugreport")]
        tally.equal(table, [{k: v for k, v in row.items() if k not in without} for row in present(want[table])], rows)


def check_broken(tally, data):
    """Broken off at every line, and within it."""
    at = 0
    for line in data.splitlines(keepends=True):
        for end in {at + len(line) // 2, at + len(line)}:
            if end > 65:
                check_model(tally, data[:end])
        at += len(line)


def check_flips(tally, data, rnd):
    for _ in range(corpus.rounds(16)):
        changed = bytearray(data)
        for _ in range(rnd.randrange(1, 5)):
            changed[rnd.randrange(65, len(data))] = rnd.choice(b" '()<>|:,#0a\n")
        check_model(tally, bytes(changed), "signature")  # what names with stray brackets become is not told


def check_places(tally, data):
    """In a section, and in an entry of a zip."""
    want = rows_of_model(data, START)
    text = HEAD + b"------ TOMBSTONE (/data/tombstones/tombstone_00: 2025-01-01 00:00:00) ------\n"
    section = text + data + b"------ 0.1s was the duration of 'TOMBSTONE' ------\n"
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w") as z:
        z.writestr("version.txt", "2.0")
        z.writestr("main_entry.txt", "bugreport-x.txt")
        z.writestr("bugreport-x.txt", HEAD)
        z.writestr("FS/data/tombstones/tombstone_00", data, zipfile.ZIP_DEFLATED)
    for table in TABLES:
        above = {"start_offset": len(text), "line": text.count(b"\n")}
        rows = [{**row, **{k: row[k] + n for k, n in above.items()}, "section": "TOMBSTONE"}
                for row in present(want[table])]
        tally.equal(f"section {table}", rows, read(section, table))
        rows = [{**row, "entry": "FS/data/tombstones/tombstone_00"} for row in present(want[table])]
        tally.equal(f"entry {table}", rows, read(place.getvalue(), table))


def check_damaged(tally, data, rnd):
    """A message of any kind: no more than that nothing goes wrong."""
    for end in range(HEAD_OF_PROTO + 1, len(data), 7):
        changed = bytearray(data[:end])
        changed[rnd.randrange(HEAD_OF_PROTO, end)] = rnd.randrange(256)
        for table in TABLES:
            read(bytes(changed), table, format="bugreport")
    tally.equal("end", 0, 0)


def check_text(tally, data, rnd):
    check_model(tally, data)
    check_broken(tally, data)
    check_flips(tally, data, rnd)
    check_places(tally, data)


def main():
    tally, rnd = corpus.Tally(), random.Random(1)
    for name, text in tombstone_texts.TEXTS.items():
        with tally.case(name):
            check_text(tally, text.encode(), rnd)
    for folder in "cases", "faults":
        place = corpus.folder(folder, "faults")
        for name, said in json.loads((place / "expected.json").read_text()).items():
            if "tombstone.crash" not in said.get("rows", {}):
                continue
            data = (place / name).read_bytes()
            with tally.case(name):
                check_said(tally, name, said, data)
                if name.endswith(".pb"):
                    check_damaged(tally, data, rnd)
                elif name.startswith("tombstone/"):
                    check_text(tally, data, rnd)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
