#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows in Python: records, text, Arrow, errors, lifetimes.

    test_rows.py SAMPLES [unittest's arguments]
"""
import csv
import doctest
import gc
import io
import json
import pathlib
import sys
import tempfile
import unittest

SAMPLES = pathlib.Path(sys.argv[1])
HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent.parent.parent / "test" / "python")]

import arrow_values  # noqa: E402
import diagfmt  # noqa: E402
from diagfmt import _arrow, _rows  # noqa: E402

OPS = b"1: malloc 0x1000 100\n2: free 0x1000\n2: calloc 0x2000 4 8\n1: realloc 0x3000 0x2000 64\n"
REPORT = b"ProblemType: Crash\nBad: a\xff,\"z\"\n"


def ops(**more):
    return diagfmt.rows(OPS, "mallocdbg.op", **more)


class Rows(unittest.TestCase):
    def test_the_same_as_events(self):
        for path, table in (("apport/demo_segv.crash", "apport.field"), ("apitrace/demo_teapot.trace", "apitrace.call"),
                            ("simpleperf/demo_small.simpleperf", "simpleperf.sample"),
                            ("mallocdbg/around.txt", "mallocdbg.alloc")):
            events = [event.body for event in diagfmt.open(SAMPLES / path) if event.type == table]
            self.assertEqual(list(diagfmt.rows(SAMPLES / path, table)), events, table)

    def test_columns_and_conditions(self):
        found = ops(columns=["bytes", "op"], where={"op": ["malloc", "free"]})
        self.assertEqual(found.columns, [("op", "plain"), ("bytes", "plain")])
        self.assertEqual((found.name, found.heading, found.facts), ("mallocdbg.op", "", None))
        self.assertEqual(found.to_dicts(), [{"op": "malloc", "bytes": 100}, {"op": "free"}])
        self.assertFalse(found.next_set())
        with self.assertRaises(diagfmt.UnsupportedError):
            found.rewind()

    def test_text(self):
        expected = [dict(row, bytes=row["bytes"] or None) for row in csv.DictReader(io.StringIO(ops().to_csv()))]
        self.assertEqual([row["op"] for row in expected], ["malloc", "free", "calloc", "realloc"])
        lines = [json.loads(line) for line in ops().to_json().splitlines()]
        self.assertEqual([line.get("bytes") for line in lines], [100, None, 8, 64])
        narrow = ops().to_table(width=40, amounts=True)
        self.assertLessEqual(max(map(len, narrow.split("\n"))), 40)
        self.assertIn("also: ", narrow)
        self.assertIn(" B\n", ops(columns=["op", "bytes"]).to_table(amounts=True))
        self.assertEqual(ops(columns=["op", "bytes"]).to_table(max_rows=1),
                         "op      bytes\nmalloc    100\nand 3 more rows\n")
        left = ops(columns=["op"])
        next(left)
        self.assertEqual(left.to_csv(), "op\nfree\ncalloc\nrealloc\n")
        self.assertEqual(left.to_csv(), "")

    def test_text_that_is_not_utf8(self):
        wanted = {"columns": ["key", "text"]}
        self.assertEqual(diagfmt.rows(REPORT, "apport.field", **wanted).to_csv().encode("utf-8", "surrogateescape"),
                         b'key,text\nProblemType,Crash\nBad,"a\xff,""z"""\n')
        to = io.BytesIO()
        diagfmt.rows(REPORT, "apport.field", **wanted).write(to, "csv", safe=True, bare=True)
        self.assertEqual(to.getvalue(), b'ProblemType,Crash\nBad,"a\\xff,""z"""\n')

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "out.json"
            ops(columns=["op"]).write(path, "json")
            self.assertEqual(path.read_bytes().count(b"\n"), 4)
        with self.assertRaises(ValueError):
            ops().write(io.BytesIO(), "xml")

        class Full(io.RawIOBase):
            def write(self, data):
                raise OSError(28, "full")

        with self.assertRaises(OSError) as caught:
            ops().write(Full(), "csv")
        self.assertEqual(caught.exception.errno, 28)

    def test_arrow(self):
        for table in ("mallocdbg.op", "diagnostic"):
            with self.subTest(table):
                self.assertEqual(list(arrow_values.read(diagfmt.rows(OPS, table))),
                                 list(arrow_values.read(diagfmt.table(OPS, table))))
        taken = ops()
        stream = taken.__arrow_c_stream__()
        self.assertEqual(repr(taken), "<diagfmt.Rows, closed>")
        with self.assertRaises(diagfmt.StaleError):
            next(taken)
        del stream, taken
        gc.collect()
        _arrow.sweep()
        self.assertEqual(_arrow.sources, [])

    def test_damage(self):
        found = diagfmt.rows(OPS + b"what\n", "mallocdbg.op")
        with self.assertRaises(diagfmt.FormatError) as caught:
            found.to_csv()
        self.assertEqual(caught.exception.line, 5)
        self.assertEqual(len(list(diagfmt.rows(OPS + b"what\n", "mallocdbg.op", recover=True))), 4)
        with self.assertRaises(FileNotFoundError) as caught:
            next(diagfmt.rows("/nowhere/x", "mallocdbg.op"))
        self.assertEqual(caught.exception.filename, "/nowhere/x")

    def test_feed(self):
        feed = diagfmt.Feed()
        found = diagfmt.rows(feed, "mallocdbg.op", columns=["op"], format="mallocdbg")
        to = io.BytesIO()
        for byte in OPS:
            with self.assertRaises(BlockingIOError):
                found.write(to, "csv")
            feed.write(bytes([byte]))
        feed.close_input()
        found.write(to, "csv")
        self.assertEqual(to.getvalue(), b"op\nmalloc\nfree\ncalloc\nrealloc\n")

    def test_misuse(self):
        with self.assertRaises(diagfmt.ArgumentError):
            diagfmt.rows(OPS, "mallocdbg.ops")
        with self.assertRaises(diagfmt.ArgumentError):
            ops(columns=["teapot"])
        found = ops()
        found.close()
        for call in (found.next_set, found.to_csv, lambda: found.name, lambda: next(found), found.__arrow_c_stream__):
            self.assertRaises(diagfmt.StaleError, call)
        self.assertIn("closed", found._repr_html_())
        self.assertIn("mallocdbg.op: ", repr(ops()))

    def test_progress(self):
        told = []
        list(diagfmt.rows(OPS, "mallocdbg.op", progress=lambda done, total: told.append((done, total))))
        self.assertEqual(told[-1], (len(OPS), len(OPS)))

    def test_examples(self):
        self.assertEqual(doctest.testmod(_rows).failed, 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
