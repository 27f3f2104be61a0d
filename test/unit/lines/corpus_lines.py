#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines of the corpus of logs: every one is read as what it was written as, in every dialect and carrier.

    corpus_lines.py PRINT_LINES          compares all, as the corpus has them and as it makes them by other seeds
    corpus_lines.py PRINT_LINES FILE     prints the lines of one, as JSON lines

The scanner takes text apart. What it came in is unpacked here, and JSON read, in the simplest way.
"""

import gzip
import json
import lzma
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import paths  # noqa: E402, F401
import corpus  # noqa: E402

SEEDS = 2, 3  # beside the corpus's own
LEVELS = {"VERBOSE": "V", "DEBUG": "D", "INFO": "I", "WARN": "W", "ERROR": "E", "ASSERT": "F"}


def unpacked(path):
    data = pathlib.Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:6] == b"\xfd7zXZ\0":
        return lzma.decompress(data)
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(path) as z:
            return z.read(z.namelist()[0])
    return data


def text_of(data):
    """The text, and what encodes it and how many bytes its mark has."""
    for mark, code in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8")):
        if data.startswith(mark):
            return data[len(mark) :].decode(code), code, len(mark)
    return data.decode("utf-8"), "utf-8", 0


def offsets(text, code, at):
    """Where each line begins, in the file."""
    for line in text.split("\n"):
        yield at
        at += len((line + "\n").encode(code))


def scanned(program, text):
    done = subprocess.run([program], input=text.encode("utf-8"), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]


def studio_json(text):
    """.logcat: where a message stands is told by its line, as nothing else begins so."""
    at = [i for i, line in enumerate(text.split("\n"), 1) if line.startswith('      "message": ')]
    for line, entry in zip(at, json.loads(text)["logcatMessages"]):
        head = entry["header"]
        for message in entry["message"].split("\n"):
            yield {
                "line": line,
                "kind": "json",
                "time_text": "%d.%09d" % (head["timestamp"]["seconds"], head["timestamp"]["nanos"]),
                "process_id": head["pid"],
                "thread_id": head["tid"],
                "priority": LEVELS[head["logLevel"]],
                "tag": head["tag"],
                "process_name": head["processName"],
                "message": message,
            }


def journal_json(text):
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            x = json.loads(line)
            us = int(x["__REALTIME_TIMESTAMP"])
            yield {
                "line": number,
                "kind": "json",
                "time_text": "%d.%06d" % divmod(us, 10**6),
                "kernel_priority": int(x["PRIORITY"]),
                "tag": x["SYSLOG_IDENTIFIER"],
                "message": x["MESSAGE"],
            }


def rows(program, path):
    text, code, mark = text_of(unpacked(path))
    if text.startswith("{") and '"metadata"' in text[:100]:
        found = studio_json(text)
    elif text.startswith('{"__REALTIME_TIMESTAMP"'):
        found = journal_json(text)
    else:
        found = scanned(program, text)
    starts = list(offsets(text, code, mark))
    for row in found:
        yield {**row, "start_offset": starts[row["line"] - 1]}


def check(program, place, cases):
    command = "%s -B %s %s {file}" % (sys.executable, __file__, program)
    args = [sys.executable, "-B", str(place / "check.py"), "--cases", str(cases), "--lines", command]
    return subprocess.run(args + ["--skip", "identify,triage"], check=False).returncode


def main():
    program = sys.argv[1]
    if len(sys.argv) > 2:
        for row in rows(program, sys.argv[2]):
            print(json.dumps(row))
        return 0
    place = corpus.folder("cases", "logs").parent
    bad = check(program, place, place / "cases")
    for seed in SEEDS[: 1 if os.environ.get("DFMT_BRIEF") else None]:
        with tempfile.TemporaryDirectory() as made:
            args = [sys.executable, "-B", str(place / "make_logs.py"), "--seed", str(seed), "--out", made]
            subprocess.run(args, check=True)
            bad |= check(program, place, made)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
