#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dumps of threads of ../shared/corpus/faults/cases: as the corpus has their rows, and, broken, as anr_model.py reads them.

    said_anr.py LIBRARY
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

import anr_model  # noqa: E402
import corpus  # noqa: E402
import diagfmt  # noqa: E402
from sheet_words import named  # noqa: E402

TABLES = anr_model.TABLES
HEAD = (b"========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
        b"========================================================\n\n")
BYTES = b" \"'()<>|:,#-=0a19\n"
LINES = (b"", b"----- end 1 -----", b"----- pid 7 at 2024-01-01 00:00:00 -----", b"----- Waiting Channels: pid 7 at x -----",
         b'"a"b" daemon prio=1 tid=1 Blocked', b'"x" prio=5 tid=9 MONITOR JIT', b'"n" sysTid=4', b'"x" prio=5 (not attached)',
         b"  - waiting to lock <0x1> (a x) held by thread 9", b"  - waiting to lock <0x1> (a x) held by tid=1 (main)",
         b"  - waiting for lock inflation of an unknown object", b"  - locked <@addr=0x2> (a java.lang.Class<x>)",
         b"  at java.lang.Object.wait(Native method)", b"  at a.b(c.java:1)", b"    #00 pc 1  /x (f+1)", b"Cmd line: /a/b c/d",
         b"  | sysTid=5 nice=-1 cgrp=bg handle=-7", b"  | state=R schedstat=( 1 ) utm=1 stm=2 core=3")


def read(data, table, **options):
    return [json.loads(line) for line in diagfmt.rows(data, table, **options).to_json().splitlines()]


def present(rows):
    """Without members that are not there."""
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def rows_of_model(data):
    return {table: named(table, rows) for table, rows in anr_model.rows(data).items()}


def as_said(want, got):
    """The members that the corpus speaks of."""
    return [{k: g.get(k) for k in w} for w, g in zip(want, got)] + got[len(want):]


def check_said(tally, said, data):
    for table in TABLES:
        want = named(table, said["rows"][table])
        tally.equal(table, want, as_said(want, read(data, table)))


def check_model(tally, data):
    want = rows_of_model(data)
    for table in TABLES:
        tally.equal(table, present(want[table]), read(data, table, format="bugreport", recover=True))


def check_broken(tally, data):
    """Broken off at every line, and within it."""
    at = 0
    for line in data.splitlines(keepends=True):
        for end in {at + len(line) // 2, at + len(line)}:
            check_model(tally, data[:end])
        at += len(line)


def check_changed(tally, data, rnd):
    """With other bytes, and with lines added, moved and taken out."""
    for _ in range(corpus.rounds(16)):
        changed = bytearray(data)
        for _ in range(rnd.randrange(1, 5)):
            changed[rnd.randrange(len(data))] = rnd.choice(BYTES)
        check_model(tally, bytes(changed))
        lines = data.split(b"\n")
        for _ in range(rnd.randrange(1, 9)):
            line = rnd.choice([*LINES, rnd.choice(lines)])
            at = rnd.randrange(len(lines))
            lines[at:at + rnd.randrange(2)] = [line]
        check_model(tally, b"\n".join(lines))


def check_places(tally, data):
    """With CR LF, in a section, and in an entry of a zip."""
    check_model(tally, data.replace(b"\n", b"\r\n"))
    want = rows_of_model(data)
    text = HEAD + b"------ VM TRACES AT LAST ANR (/data/anr/anr_x: 2025-01-01 00:00:00) ------\n"
    section = text + data + b"------ 0.1s was the duration of 'VM TRACES AT LAST ANR' ------\n"
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w") as z:
        z.writestr("version.txt", "2.0")
        z.writestr("main_entry.txt", "bugreport-x.txt")
        z.writestr("bugreport-x.txt", HEAD)
        z.writestr("FS/data/anr/anr_x", data, zipfile.ZIP_DEFLATED)
    for table in TABLES:
        above = {"start_offset": len(text), "line": text.count(b"\n")}
        rows = [{**row, **{k: row[k] + n for k, n in above.items()}, "section": "VM TRACES AT LAST ANR"}
                for row in present(want[table])]
        tally.equal(f"section {table}", rows, read(section, table))
        rows = [{**row, "entry": "FS/data/anr/anr_x"} for row in present(want[table])]
        tally.equal(f"entry {table}", rows, read(place.getvalue(), table))


def main():
    place = corpus.folder("cases", "faults")
    tally, rnd = corpus.Tally(), random.Random(1)
    for name, said in json.loads((place / "expected.json").read_text()).items():
        if not name.startswith("anr/"):
            continue
        data = (place / name).read_bytes()
        with tally.case(name):
            check_said(tally, said, data)
            check_model(tally, data)
            check_broken(tally, data)
            check_changed(tally, data, rnd)
            check_places(tally, data)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
