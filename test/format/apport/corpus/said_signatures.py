#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signatures of the reports of ../shared/corpus/triage/apport, as the library has them and as Apport gave them.

    said_signatures.py LIBRARY
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import random_signatures  # noqa: E402


def of_corpus():
    place = corpus.folder("apport", "triage")
    for said in json.loads((place / "expected.json").read_text()):
        want = {}
        for member, value in said.items():
            if isinstance(value, dict):
                want[member + "_error"] = "missing_field" if value["raises"] == "KeyError" else "malformed"
            elif value is not None and member not in ("file", "branch"):
                want[member] = value
        yield said["file"], (place / said["file"]).read_bytes(), want


if __name__ == "__main__":
    sys.exit(random_signatures.check(of_corpus()))
