#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""No table is wider than the terminal: every command that has tables, over inputs of every format, whose texts are hostile, too,
at several widths. What has no room is named, and --wide shows it.

usage: test_width.py DIAGFMT
"""
import concurrent.futures
import pathlib
import re
import sys
import tempfile
import unicodedata
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

import make_profiles as profiles  # noqa: E402
from program import need_codecs, run, some  # noqa: E402
from test_terminal import OPERANDS, commands, on_terminal, options, write_inputs  # noqa: E402

WIDTHS = 60, 80, 120, 200
NO_TABLES = "grep", "sql", "share"  # lines of files; what statements say; a copy
STYLE = re.compile("\x1b\\[[0-9;]*m")


def columns(line):
    """How many a terminal needs for it."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in line)
    return len(line) + wide - sum(unicodedata.combining(c) > 0 or c in "\u200b\u200c\u200d\ufe0f" for c in line)


class Width(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.files = write_inputs(cls.folder)

    def too_wide(self, job):
        words, width = job
        code, out, _ = on_terminal(words, self.folder, width)
        self.assertGreaterEqual(code, 0, words)
        out = STYLE.sub("", out.decode())
        return [(words, width, line) for line in out.split("\n") if columns(line) > width], len(out) > 0

    def check(self, jobs):
        jobs = some(jobs)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = list(pool.map(self.too_wide, jobs))
        self.assertEqual([wide for wide, _ in results if wide][:3], [])
        self.assertGreater(sum(any_ for _, any_ in results), len(jobs) // 4)

    def test_commands(self):
        jobs = []
        for command in commands():
            if command in NO_TABLES or "csv" not in dict(options(command)):
                continue
            for operands in OPERANDS.get(command, [["FILE"]]):
                if "DIR" in operands or "rows" == command:
                    continue
                for name, path in self.files.items():
                    places = {"FILE": path, "OTHER": self.files["apport"]}
                    jobs += [([command, *(places.get(word, word) for word in operands)], width) for width in WIDTHS]
        self.assertGreater(len(jobs), 300)
        self.check(jobs)

    def test_tables(self):
        """Each table of each format."""
        jobs = []
        formats = {"apport": "apport", "simpleperf": "simpleperf", "apitrace": "apitrace", "mallocdbg": "mallocdbg",
                   "bugreport": "bugreport"}
        for format, name in formats.items():
            tables = re.findall(r"[a-z]+\.[a-z_.]+", run("rows", "--format=" + format)[1].decode())
            self.assertTrue(tables)
            jobs += [(["rows", "--recover", "-t", table, self.files[name]], width) for table in tables for width in WIDTHS]
        self.check(jobs)


class Shown(unittest.TestCase):
    """What a table has on terminals."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = str(pathlib.Path(folder.name, "long"))
        p = profiles
        names = ["_ZN7example%dEv" % i + "x" * 60 for i in range(4)]
        frames = p.chain(p.entry(1, 0, 0), p.entry(2, 0, 1), p.entry(3, 0, 2))
        pathlib.Path(self.path).write_bytes(p.whole(p.meta("cpu-cycles", "app"), *(p.sample(1000 + i, 7, frames) for i in range(3)),
                                                    p.thread(7, 7, "main"), p.file_of(0, "/system/lib64/libexample.so", names)))

    def on(self, width, *words):
        code, out, _ = on_terminal([*words, self.path], self.folder, width)
        self.assertEqual(code, 0, out)
        return STYLE.sub("", out.decode())

    def test_left_out(self):
        piped = run("top", self.path)[1].decode()
        for width in 60, 100:
            out = self.on(width, "top")
            self.assertIn("\N{HORIZONTAL ELLIPSIS}", out)
            self.assertIn("also: " if width == 60 else "function", out)
            self.assertLess(max(map(columns, out.split("\n"))), width + 1)
        self.assertIn("all: --wide", self.on(60, "rows", "-t", "simpleperf.sample"))
        wide = self.on(60, "top", "--wide", "--exact")
        self.assertEqual(wide, piped)

    def test_widths(self):
        """As the terminal tells, or 80; not at all where output is no terminal."""
        table = ["rows", "-t", "simpleperf.stack_frame"]
        widest = {width: max(map(columns, self.on(width, *table).split("\n"))) for width in (60, 200, 0)}
        self.assertLess(widest[60], 61)
        self.assertLess(widest[0], 81)
        self.assertLess(widest[60], widest[0])
        self.assertLess(widest[0], widest[200])
        self.assertGreater(max(map(len, run(*table, self.path)[1].decode().split("\n"))), 200)

    def test_amounts(self):
        self.assertRegex(self.on(100, "info"), r"bytes: +\d+ B\n")
        self.assertRegex(self.on(100, "info", "--exact"), r"bytes: +\d+\n")


if __name__ == "__main__":
    need_codecs("snappy", "zstd", "brotli")
    unittest.main(argv=sys.argv[:1])
