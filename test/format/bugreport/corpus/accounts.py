#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts of whole texts of the corpora: each table has a row for each head, wherever it stands.

    accounts.py LIBRARY
"""
import os
import pathlib
import sys

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import diagfmt  # noqa: E402

FOLDERS = ("cases", "faults"), ("faults", "faults"), ("cases", "logs"), ("cases", "bugreport")


def accounts(path):
    try:
        rows = diagfmt.rows(path, "bugreport.account", recover=True)
        return [(r.of_table, r.entry, r.section, r.n_heads, r.n_rows) for r in rows]
    except (diagfmt.UnsupportedError, diagfmt.FormatError):
        return []  # of another format


def main():
    tally, heads = corpus.Tally(), 0
    for folder in FOLDERS:
        place = corpus.folder(*folder)
        for path in sorted(p for p in place.rglob("*") if p.is_file()):
            with tally.case(f"{folder[1]}/{path.relative_to(place)}"):
                found = accounts(path)
                heads += sum(row[3] for row in found)
                tally.equal("rows", [(*row[:3], row[3]) for row in found], [(*row[:3], row[4]) for row in found])
    with tally.case("all"):
        tally.equal("something was counted", True, heads > 200)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
