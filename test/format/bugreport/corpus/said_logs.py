#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Crashes and events in logs of ../shared/corpus/faults/cases: as the corpus has the rows, and, broken, as log_model.py.

    said_logs.py LIBRARY
"""
import gzip
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
import log_model  # noqa: E402
from sheet_words import named  # noqa: E402

HEAD = (b"========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
        b"========================================================\n\n")
START = 1735689610  # that time
LOGD = "FS/data/misc/logd/logcat.01"
WITHOUT = "diagfmt", "truncated"  # members that the model does not have
ALONE = {"format": "bugreport", "recover": True}


def read(data, table, **options):
    """In the order of places: a crash comes when it ends."""
    rows = [json.loads(line) for line in diagfmt.rows(data, table, **options).to_json().splitlines()]
    rows = [{k: v for k, v in row.items() if v is not None and k not in WITHOUT} for row in rows]
    return sorted(rows, key=lambda row: row["start_offset"])


def model(data, table, start=None):
    return named(table, log_model.READERS[table](list(log_model.parse(data)), start))


def check_said(tally, table, want, data, **options):
    got, want = read(data, table, **options), sorted(named(table, want), key=lambda row: row["start_offset"])
    tally.equal(table, want, [{k: g.get(k) for k in w} for w, g in zip(want, got)] + got[len(want):])


def check_broken(tally, table, data):
    """Broken off at every line, and within it."""
    at = 0
    for line in data.splitlines(keepends=True):
        for end in {at + len(line) // 2, at + len(line) - 2, at + len(line)}:
            if end > 0:
                tally.equal(f"{table} to {end}", model(data[:end], table), read(data[:end], table, **ALONE))
        at += len(line)


def check_changed(tally, table, data, rnd):
    """Bytes changed, lines left out and moved."""
    for _ in range(corpus.rounds(40)):
        lines = data.splitlines(keepends=True)
        for _ in range(rnd.randrange(4)):
            lines.insert(rnd.randrange(len(lines)), lines.pop(rnd.randrange(len(lines))))
        del lines[rnd.randrange(len(lines))]
        changed = bytearray(b"".join(lines))
        for _ in range(rnd.randrange(6)):
            changed[rnd.randrange(len(changed))] = rnd.choice(b" '()<>|:,.$[]#0a\t\n")
        changed = bytes(changed)
        tally.equal(f"{table} of {changed!r}", model(changed, table), read(changed, table, **ALONE))


def check_places(tally, table, data):
    """In a section, after one that has none of it, and in a log that the device keeps."""
    text = HEAD + b"------ UPTIME (uptime) ------\nx\n------ 0.1s was the duration of 'UPTIME' ------\n" \
        b"------ SYSTEM LOG (logcat -d *:v) ------\n"
    want = model(data, table, START)
    above = {"start_offset": len(text), "line": text.count(b"\n")}
    whole = text + data + b"------ 0.1s was the duration of 'SYSTEM LOG' ------\n"
    tally.equal(f"section {table}", [{**row, **{k: row[k] + n for k, n in above.items()}, "section": "SYSTEM LOG"}
                                     for row in want], read(whole, table))
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w") as z:
        z.writestr("version.txt", "2.0")
        z.writestr("main_entry.txt", "bugreport-x.txt")
        z.writestr("bugreport-x.txt", HEAD)
        z.writestr(LOGD, data, zipfile.ZIP_DEFLATED)
        z.writestr("FS/data/misc/other", data)
    tally.equal(f"entry {table}", [{**row, "entry": LOGD} for row in want], read(place.getvalue(), table))


def main():
    place = corpus.folder("cases", "faults")
    tally, rnd = corpus.Tally(), random.Random(1)
    for name, said in json.loads((place / "expected.json").read_text()).items():
        data = (place / name).read_bytes()
        if not name.startswith("log/"):
            continue
        for table in log_model.READERS:
            with tally.case(f"{name} {table}"):
                if table in said["rows"]:
                    check_said(tally, table, said["rows"][table], data)
                    check_said(tally, table, said["rows"][table], data, **ALONE)
                    check_said(tally, table, said["rows"][table], gzip.compress(data, mtime=0))
                check_broken(tally, table, data)
                check_changed(tally, table, data, rnd)
                check_places(tally, table, data)
                crlf = data.replace(b"\n", b"\r\n")
                tally.equal(f"{table} with CR LF", model(crlf, table), read(crlf, table, **ALONE))
                check_places(tally, table, crlf)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
