#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Lines of bug reports have one number, that of an editor: test_line_numbers.py DIAGFMT SAMPLES

What `grep -n` prints stands in that line of the text, of every report of the samples, and the places of `triage` are lines that
`grep` finds there.
"""

import json
import pathlib
import sys
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
from program import run  # noqa: E402

REPORTS = sorted((pathlib.Path(sys.argv[2]) / "bugreport").iterdir())
REPORT = b"""\
========================================================
== dumpstate: 2024-03-17 09:30:00
========================================================

Build: AB1.240101.001

Kernel: Linux version 6.1
  and a line more
------ SYSTEM LOG (logcat -v threadtime -d *:v) ------
03-17 09:00:01.113  6001  6008 I Example : quiet
03-17 09:00:02.113  6001  6008 E AndroidRuntime: FATAL EXCEPTION: main
03-17 09:00:02.113  6001  6008 E AndroidRuntime: Process: com.example.app, PID: 6001
03-17 09:00:02.113  6001  6008 E AndroidRuntime: java.lang.IllegalStateException: the message
03-17 09:00:02.113  6001  6008 E AndroidRuntime: \tat com.example.app.Main.onCreate(Main.java:12)
------ 1.000s was the duration of 'SYSTEM LOG' ------
between
------ UPTIME (uptime) ------
up
"""


def lines(text):
    return [line.rstrip(b"\r") for line in corpus.text_in(text).split(b"\n")]


def found(data, *args):
    code, out, err = run("grep", "--json", *args, "", "-", data=data)
    assert code in (0, 1), (code, err)
    return [row for row in map(json.loads, out.splitlines()) if isinstance(row.get("text"), str)]


class LineNumbers(unittest.TestCase):
    def check(self, rows, text):
        for row in rows:
            there = text[row["line"] - 1].decode("utf-8", "replace")
            if there.startswith(row["text"] + "---"):
                continue  # a marker follows text that does not end its line
            self.assertTrue(there == row["text"] or row["key"] == "header" and there.strip() and there.split()[0] in row["text"],
                            (row, there))

    def test_each_line_stands_where_it_is_said_to(self):
        rows = found(REPORT)
        self.check(rows, lines(REPORT))
        self.assertEqual([row["line"] for row in rows], [5, 7, 8, 10, 11, 12, 13, 14, 16, 18])
        n = 0
        for path in REPORTS:
            data = path.read_bytes()
            if path.suffix == ".txt" and run("verify", "--format=bugreport", path)[0] == 0:
                with self.subTest(path.name):
                    rows = [row for row in found(data, "--format=bugreport") if len(row["text"]) < 1 << 20]
                    self.check(rows, lines(data))
                n += len(rows)
        self.assertGreater(n, 100)

    def test_entries_of_a_zip(self):
        path, = (path for path in REPORTS if path.name == "report.zip")
        with zipfile.ZipFile(path) as z:
            main, = (name for name in z.namelist() if name.startswith("bugreport-") and name.endswith(".txt"))
            rows = found(path.read_bytes(), "--keys=section:*")
            self.check(rows, lines(z.read(main)))
            self.assertGreater(len(rows), 10)
            others = [row for row in found(path.read_bytes(), "--all", "--keys=FS/*")]
            for row in others:
                self.check([row], lines(z.read(row["key"])))

    def test_triage_has_the_same(self):
        n = 0
        for data in [REPORT] + [path.read_bytes() for path in REPORTS if path.name in ("crashes.txt", "tombstone.txt", "report.txt")]:
            code, out, err = run("triage", "--json", "-", data=data)
            there = {(row["key"], row["line"]) for row in found(data)}
            for finding in map(json.loads, out.splitlines()):
                for evidence in finding.get("evidence", []):
                    if "section" in evidence and "line" in evidence:
                        self.assertIn(("section:" + evidence["section"], evidence["line"]), there)
                        n += 1
        self.assertGreater(n, 0)
        code, out, _ = run("triage", "-", data=REPORT)
        self.assertIn(b"SYSTEM LOG:11 ", out)
        self.assertIn(b" the message ", out)
        self.assertEqual(run("grep", "-n", "FATAL", "-", data=REPORT)[1].split(b": ")[0], b"section:SYSTEM LOG:11")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
