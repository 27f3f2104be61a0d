#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What services list, of ../shared/corpus/faults/cases: as the corpus has the rows, and, broken, as dump_model.py does.

    said_dumps.py LIBRARY
"""
import json
import os
import pathlib
import random
import sys

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import diagfmt  # noqa: E402
import dump_model  # noqa: E402
from sheet_words import named  # noqa: E402

HEAD = (b"========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
        b"========================================================\n\n")
# Where a report has it: the lines before, and its section.
PLACES = {
    "battery.event": (b"------ CHECKIN BATTERYSTATS (dumpsys batterystats -c) ------\n", "CHECKIN BATTERYSTATS"),
    "package": (b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE package:\n", "DUMPSYS"),
    "exit_info": (b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE activity:\n", "DUMPSYS"),
    "dropbox.entry": (b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE dropbox:\n", "DUMPSYS"),
    "meminfo.process": (b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE meminfo:\n", "DUMPSYS"),
    "process": (b"------ PROCESSES AND THREADS (ps -A -T) ------\n", "PROCESSES AND THREADS"),
}
WITHOUT = "diagfmt", "truncated", "entry", "section"  # members that the model does not have


def read(data, table, **options):
    rows = [json.loads(line) for line in diagfmt.rows(data, table, **options).to_json().splitlines()]
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def without_places(rows):
    return [{k: v for k, v in row.items() if k not in WITHOUT} for row in rows]


def check_said(tally, table, want, data, **options):
    got, want = read(data, table, **options), named(table, want)
    for grant in (grant for row in got for grant in row.get("grants", [])):
        grant.setdefault("android_user", None)
    tally.equal(table, want, [{k: g.get(k) for k in w} for w, g in zip(want, got)] + got[len(want):])


def check_model(tally, table, data):
    got = read(data, table, format="bugreport", recover=True)
    tally.equal(table, named(table, dump_model.READERS[table](data)), without_places(got))


def check_broken(tally, table, data):
    """Broken off at every line, and within it."""
    at = 0
    for line in data.splitlines(keepends=True):
        for end in {at + len(line) // 2, at + len(line)}:
            if end > 0:
                check_model(tally, table, data[:end])
        at += len(line)


def check_flips(tally, table, data, rnd):
    for _ in range(corpus.rounds(40)):
        changed = bytearray(data)
        for _ in range(rnd.randrange(1, 5)):
            changed[rnd.randrange(1, len(data))] = rnd.choice(b" '()<>|:,#0a\n")
        check_model(tally, table, bytes(changed))


def check_places(tally, table, data):
    """In its place of a report, after a place that has none of it."""
    before, section = PLACES[table]
    text = HEAD + b"------ UPTIME (uptime) ------\nx\n------ 0.1s was the duration of 'UPTIME' ------\n" + before
    whole = text + data + f"------ 0.1s was the duration of '{section}' ------\n".encode()
    above = {"start_offset": len(text), "line": text.count(b"\n")}
    want = [{**row, **{k: row[k] + n for k, n in above.items()}} for row in named(table, dump_model.READERS[table](data))]
    got = read(whole, table)
    tally.equal(f"section {table}", want, without_places(got))
    tally.equal(f"section's name {table}", [section] * len(want), [row.get("section") for row in got])


def main():
    place = corpus.folder("cases", "faults")
    tally, rnd = corpus.Tally(), random.Random(1)
    for name, said in json.loads((place / "expected.json").read_text()).items():
        for table in sorted(set(said.get("rows", {})) & set(PLACES)):
            data = (place / name).read_bytes()
            with tally.case(f"{name} {table}"):
                alone = name.startswith("dump/")
                options = {"recover": True, "format": "bugreport"} if alone else {}
                check_said(tally, table, said["rows"][table], data, **options)
                if alone:
                    check_model(tally, table, data)
                    check_broken(tally, table, data)
                    check_flips(tally, table, data, rnd)
                    check_places(tally, table, data)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
