#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Faults of the kernel, of ../shared/corpus/faults/cases: as the corpus has them, and, broken, as kernel_model.py does.

    said_kernel.py LIBRARY
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
import kernel_model  # noqa: E402
from sheet_words import named  # noqa: E402

TABLE = "kernel.crash"
HEAD = (b"========================================================\n== dumpstate: 2025-01-01 00:00:10\n"
        b"========================================================\n\n")
WITHOUT = "diagfmt", "truncated", "entry", "section"  # members that the model does not have
KEPT = b"2024-03-17 00:00:00 SYSTEM_LAST_KMSG (text, 9 bytes)\n"
OTHER = b"2024-03-17 00:00:00 data_app_crash (text, 9 bytes)\nBUG: of an application\n"


def read(data, **options):
    rows = [json.loads(line) for line in diagfmt.rows(data, TABLE, **options).to_json().splitlines()]
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def rows_of_model(data):
    return named(TABLE, kernel_model.crashes(data))


def without_places(rows):
    return [{k: v for k, v in row.items() if k not in WITHOUT} for row in rows]


def check_model(tally, data):
    got = read(data, format="bugreport", recover=True)
    tally.equal("kernel", rows_of_model(data), without_places(got))


def check_broken(tally, data):
    """Broken off at every line, and within it."""
    at = 0
    for line in data.splitlines(keepends=True):
        for end in {at + len(line) // 2, at + len(line)}:
            if end > 0:
                check_model(tally, data[:end])
        at += len(line)


def check_flips(tally, data, rnd):
    for _ in range(corpus.rounds(60)):
        changed = bytearray(data)
        for _ in range(rnd.randrange(1, 5)):
            changed[rnd.randrange(1, len(data))] = rnd.choice(b" []()<>:+0a#\n")
        check_model(tally, bytes(changed))


def shuffled(texts, rnd):
    """Lines of several, in any order: faults in faults, and what is between them."""
    lines = [line for text in rnd.sample(texts, 3) for line in text.splitlines(keepends=True)]
    for _ in range(rnd.randrange(6)):
        lines.insert(rnd.randrange(len(lines)), lines.pop(rnd.randrange(len(lines))))
    return b"".join(lines)


def placed(rows, before):
    return [{**row, "start_offset": row["start_offset"] + len(before), "line": row["line"] + before.count(b"\n")} for row in rows]


def check_sections(tally, name, data):
    """In the sections of a report, after one that has none of it; and below what the dropbox keeps."""
    logcat, bare = "logcat" in name, "bare" in name  # the kernel's log has lines with times, and others never logcat's
    want = rows_of_model(data)
    quiet = HEAD + b"------ UPTIME (uptime) ------\n" + data + b"------ 0.1s was the duration of 'UPTIME' ------\n"
    for title, before in (("KERNEL LOG", b""), ("LAST KMSG", b""), ("DROPBOX SYSTEM", OTHER + KEPT)):
        if bare if title == "KERNEL LOG" else logcat:
            continue
        text = quiet + f"------ {title} (x) ------\n".encode() + before
        got = read(text + data + OTHER * bool(before) + f"------ 0.1s was the duration of '{title}' ------\n".encode())
        tally.equal(title, placed(want, text), without_places(got))
        tally.equal(f"section {title}", [title] * len(want), [row.get("section") for row in got])
    text = quiet + b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE other:\n" + data
    tally.equal("other service", [], read(text))
    if not logcat:
        tally.equal("service", placed(want, text + b"DUMP OF SERVICE dropbox:\n" + KEPT),
                    without_places(read(text + b"DUMP OF SERVICE dropbox:\n" + KEPT + data)))


def check_entries(tally, data):
    whole, names = io.BytesIO(), ["FS/sys/fs/pstore/console-ramoops-0", "FS/proc/last_kmsg"]
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as to:
        to.writestr("version.txt", "2.0")
        to.writestr("bugreport-x.txt", HEAD)
        to.writestr("main_entry.txt", "bugreport-x.txt")
        for name in names + ["FS/data/other", "FS/proc/version"]:
            to.writestr(name, data)
    got = read(whole.getvalue())
    want = rows_of_model(data)
    tally.equal("entries", want * 2, without_places(got))
    tally.equal("entry", [name for name in names for _ in want], [row.get("entry") for row in got])


def main():
    place = corpus.folder("cases", "faults")
    tally, rnd, texts = corpus.Tally(), random.Random(1), []
    for name, said in json.loads((place / "expected.json").read_text()).items():
        if TABLE not in said.get("rows", {}):
            continue
        data = (place / name).read_bytes()
        texts.append(data)
        with tally.case(name):
            want = named(TABLE, said["rows"][TABLE])
            for options in {}, {"format": "bugreport", "recover": True}:
                got = read(data, **options)
                tally.equal("said", want, [{k: g.get(k) for k in w} for w, g in zip(want, got)] + got[len(want):])
            check_model(tally, data)
            check_broken(tally, data)
            check_flips(tally, data, rnd)
            check_entries(tally, data)
            check_sections(tally, name, data)
    for _ in range(corpus.rounds(200)):
        with tally.case("shuffled"):
            check_model(tally, shuffled(texts, rnd))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
