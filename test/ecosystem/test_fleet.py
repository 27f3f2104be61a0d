#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Spark and Dask with two workers give the rows and problems of 2,000 reports that one process gives, and the values of
every table of some samples.

usage: test_fleet.py SAMPLES
"""
import decimal
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ["PYTHONPATH"] = str(ROOT / "python")  # of workers
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONWARNINGS"] = "ignore"
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples" / "fleet")]

import fleet  # noqa: E402
import make_reports  # noqa: E402

import diagfmt  # noqa: E402
import diagfmt.dask  # noqa: E402
import diagfmt.spark  # noqa: E402
from diagfmt import _fleet  # noqa: E402


class Fleet(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_the_same_rows(self):
        make_reports.make(self.folder.name)
        rows, problems = fleet.here([self.folder.name], 1)
        self.assertEqual((len(rows), len(problems)), (2 * 1980, 40))
        for by in (fleet.by_dask, fleet.by_spark):
            found, wrong = by([self.folder.name], 2)
            self.assertEqual(sorted(found), rows, by)
            self.assertEqual(sorted(wrong), problems, by)

    def test_the_same_findings(self):
        """A report tells of one fault, of none, or twice of the same."""
        make_reports.make_bugreports(self.folder.name, 400)
        rows, problems = fleet.here([self.folder.name], 1, fleet.FINDINGS)
        readable = [i for i in range(400) if i % 100 != 51]
        self.assertEqual([count for _, count, _ in rows], [i % 3 for i in readable if i % 3])
        self.assertEqual(len(problems), 4)
        for by in (fleet.by_dask, fleet.by_spark):
            found, wrong = by([self.folder.name], 2, fleet.FINDINGS)
            self.assertEqual(sorted(found), rows, by)
            self.assertEqual(sorted(wrong), problems, by)
            self.assertEqual(fleet.findings(found), fleet.findings(rows), by)

    def test_files_and_parts(self):
        for name in ("b/2", "b/1", "a", "b/.hidden", ".git/x"):
            path = pathlib.Path(self.folder.name, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"x" * 100)
        at = self.folder.name + "/"
        self.assertEqual(_fleet.files(at), [at + "a", at + "b/1", at + "b/2"])
        self.assertEqual(_fleet.files([at + "b/*", at + "none"]), [at + "b/1", at + "b/2", at + "none"])
        self.assertEqual(list(_fleet.parts(_fleet.files(at), 250)), [[at + "a", at + "b/1"], [at + "b/2"]])
        self.assertEqual(list(_fleet.parts(_fleet.files(at), 10)), [[at + "a"], [at + "b/1"], [at + "b/2"]])
        self.assertEqual(list(_fleet.parts([])), [])

    def test_nothing(self):
        self.assertEqual(len(diagfmt.dask.read(self.folder.name, "apport.field").compute()), 0)
        found = diagfmt.dask.problems(self.folder.name + "/none", "apport.field").compute()
        self.assertEqual(list(found["status_word"]), ["e_io"])

    def test_every_table(self):
        """As Spark has the values: through its own types, in one task a file."""
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        self.addCleanup(spark.stop)
        spark.sparkContext.setLogLevel("ERROR")
        diagfmt.spark.register(spark)
        for name, path in examples(pathlib.Path(sys.argv[1])):
            options = {"table": name, "payload": "size", "recover": "true", "part_bytes": "1"}
            found = spark.read.format("diagfmt").options(**options).load([str(path)] * 2).collect()
            wanted = [{"_file": str(path), **row} for row in diagfmt.table(path, name, payload="size", recover=True)] * 2
            self.assertEqual([plain(row.asDict(recursive=True)) for row in found], wanted, name)


def examples(samples):
    """Each table with the first sample that has rows of it."""
    for name in [*diagfmt.table_names(), "diagnostic"]:
        for path in sorted(samples.rglob("*")):
            try:
                rows = path.is_file() and diagfmt.table(path, name, recover=True).to_dicts()
            except diagfmt.Error:
                continue
            if rows:
                yield name, path
                break


def plain(value):
    """Decimals are numbers of 64 bits."""
    if isinstance(value, decimal.Decimal):
        return int(value)
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, list):
        return [plain(one) for one in value]
    return {name: plain(one) for name, one in value.items()} if isinstance(value, dict) else value


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
