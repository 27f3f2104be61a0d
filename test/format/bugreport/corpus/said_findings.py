#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Findings of the reports of ../shared/corpus/faults: as the corpus has them; and of broken, changed and mixed reports
as finding_model.py makes them of the rows of other tables.

    said_findings.py LIBRARY
"""
import datetime
import io
import json
import os
import pathlib
import random
import re
import sys
import zipfile

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import diagfmt  # noqa: E402
import finding_model  # noqa: E402
from sheet_words import named  # noqa: E402

BANNER = re.compile(rb"={56}\n== dumpstate: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\n={56}\n")
TOMBSTONE = re.compile(rb"^(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) [^\n]* DEBUG +: \*\*\* \*\*\*[^\n]*$", re.M)
SECTION = re.compile(rb"^------ ([A-Z ]+) \(.*?^------ \d+\.\d+s was the duration of '\1' ------\n", re.M | re.S)


def read(data, **options):
    rows = [json.loads(line) for line in diagfmt.rows(data, "triage.finding", **options).to_json().splitlines()]
    for row in rows:
        row["evidence"] = [{k: v for k, v in e.items() if v is not None} for e in row["evidence"]]
        row.pop("truncated"), row.pop("diagfmt", None)
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


ADDED = "message", "exception", "thread_id", "first_time_text"  # members that the corpus does not have


def model(data, text=None, entries=(), **options):
    text = data if text is None else text
    start = BANNER.match(text)
    begins = {found.start(): found[1].decode() for found in TOMBSTONE.finditer(text)}
    heads = [found.start() for found in re.finditer(rb"^------ ", text, re.M)]
    try:
        start = datetime.datetime.strptime(start[1].decode(), "%Y-%m-%d %H:%M:%S") if start else None
    except ValueError:
        start = None
    contents = {}
    if entries:
        with zipfile.ZipFile(io.BytesIO(data)) as whole:
            contents = {name: whole.read(name) for name in entries}
    return named("triage.finding", finding_model.findings(data, list(entries), begins, start, heads, text, contents, **options))


def check(tally, what, data, text=None, entries=(), **options):
    tally.equal(what, model(data, text, entries, **options), read(data, **options))


def check_broken(tally, data, rnd):
    """Broken off at lines, and within them."""
    ends = [found.end() - rnd.randrange(2) * 7 for found in re.finditer(rb"\n", data)]
    for end in rnd.sample(ends, min(len(ends), corpus.rounds(20))):
        if end > 200:
            check(tally, "broken", data[:end], format="bugreport", recover=True)


def check_changed(tally, data, rnd):
    """With times, processes and names of others, below the head."""
    head = data[:BANNER.match(data).end()]
    for _ in range(corpus.rounds(12)):
        changed = data[len(head):]
        for _ in range(rnd.randrange(1, 4)):
            at = rnd.choice(list(re.finditer(rb"\d\d:\d\d:(\d\d)\.|6\d0[12]|com\.example\.app|system_server|03-1(7)", changed)))
            old = at[1] or at[2] or at[0]
            new = {2: b"%02d" % rnd.randrange(60), 1: b"%d" % rnd.randrange(9)}.get(len(old), rnd.choice((b"org.example.mail", b"6001", b"")))
            changed = changed.replace(old, new, rnd.randrange(1, 4))
        check(tally, "changed", head + changed, recover=True)


def mixed(texts, rnd):
    """Sections of several reports below one head."""
    head = texts[0][:BANNER.match(texts[0]).end()]
    sections = [found[0] for text in rnd.sample(texts, 3) for found in SECTION.finditer(text)]
    return head + b"\n" + b"".join(rnd.sample(sections, rnd.randrange(1, len(sections) + 1)))


def packed(text, others):
    whole, names = io.BytesIO(), []
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as to:
        for name, data in (("version.txt", b"2.0"), ("bugreport-x.txt", text), ("main_entry.txt", b"bugreport-x.txt"), *others):
            to.writestr(name, data)
            names.append(name)
    return whole.getvalue(), names


def entries_of(place):
    """Files of the corpus as those of a device."""
    kinds = {"kernel": "FS/sys/fs/pstore/console-ramoops-%d", "tombstone": "FS/data/tombstones/tombstone_%02d",
             "anr": "FS/data/anr/anr_%d"}
    found = {}
    for folder, form in kinds.items():
        files = sorted(path for path in (place / folder).iterdir() if path.suffix == ".txt")
        found[folder] = [(form, path.read_bytes()) for path in files]
    return found


def main():
    place = corpus.folder("cases", "faults")
    tally, rnd, texts = corpus.Tally(), random.Random(1), []
    for name, said in json.loads((place / "expected.json").read_text()).items():
        if "findings" not in said:
            continue
        data = (place / name).read_bytes()
        headed = bool(BANNER.match(data))
        texts += [data] * headed
        with tally.case(name):
            want = [{k: v for k, v in row.items() if v is not None} for row in named("triage.finding", said["findings"])]
            tally.equal("said", want, [{k: v for k, v in row.items() if k not in ADDED} for row in read(data)])
            check(tally, "model", data)
            if headed:
                check_broken(tally, data, rnd)
                check_changed(tally, data, rnd)
    for folder in "log", "kernel", "tombstone", "anr":
        for path in sorted((place / folder).glob("*.txt")):
            with tally.case(f"{folder}/{path.name}"):
                check(tally, "alone", path.read_bytes())
    files = entries_of(place)
    for _ in range(corpus.rounds(60)):
        with tally.case("mixed"):
            check(tally, "mixed", mixed(texts, rnd))
    for _ in range(corpus.rounds(30)):
        with tally.case("packed"):
            text = mixed(texts, rnd)
            chosen = [(form % i, data) for i in range(3) for form, data in (rnd.choice(files[rnd.choice(sorted(files))]),)]
            data, names = packed(text, chosen)
            check(tally, "packed", data, text, names)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
