#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Why programs got signal 11, as the table apport.segv has it and as Apport said: faults/segv_expected.json of the corpus.

    said_segv.py LIBRARY
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apport_segv  # noqa: E402
import corpus  # noqa: E402
import random_segv  # noqa: E402

# What differs in the registers of a case; the corpus says it in words, and the analysis has the number.
DIFFER = {"sp ok": "", "pc 0": "\nrip 0x0 0x0", "sp below stack": "\nrsp 0x7fffff7ff000 0x7fffff7ff000"}


def check(tally, case, fields):
    """The model says the same, so that random_segv.py stands on what Apport said."""
    row = random_segv.row_of(random_segv.report_of(fields))
    tally.equal("model", apport_segv.row(fields), row)
    tally.equal("reason", case["SegvReason"], row.get("reason"))
    tally.equal("analysis", None if case["error"] else case["SegvAnalysis"], row.get("analysis"))
    tally.equal("error", "unknown_register" if case["error"] else None, row.get("analysis_error"))


def main():
    tally = corpus.Tally()
    told = json.loads((corpus.folder("", "faults") / "segv_expected.json").read_text())
    for case in told["cases"]:
        with tally.case(case["case"]):
            check(tally, case, {"ProblemType": "Crash", "Signal": "11", "Architecture": "amd64", "ProcMaps": told["maps"],
                                "Disassembly": case["disassembly"], "Registers": told["registers"] + DIFFER[case["registers_differ"]]})
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
