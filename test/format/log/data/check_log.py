#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the golden files of logs against what the samples were made of.

    check_log.py SAMPLES GOLDEN

Each LINE of NAME.jsonl in the folder GOLDEN must have the members that make_log.py noted when it laid the line.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
from make_log import samples  # noqa: E402


def main():
    golden, bad, files = pathlib.Path(sys.argv[2]), 0, 0
    for name, f in samples().items():
        path = golden / (name + ".jsonl")
        if not path.exists():
            continue
        files += 1
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        got = [r for r in rows if r["event"] == "log.line"]
        if len(got) != len(f.rows):
            bad += 1
            print("%s: %d lines, expected %d" % (name, len(got), len(f.rows)))
        for have, want in zip(got, f.rows):
            wrong = {k: (have.get(k), v) for k, v in want.items() if have.get(k) != v}
            if wrong:
                bad += 1
                print("%s:%d: %s" % (name, want["line"], wrong))
    if not files:
        print("no golden file was found")
    sys.exit(bad > 0 or files == 0)


if __name__ == "__main__":
    main()
