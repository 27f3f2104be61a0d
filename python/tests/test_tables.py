#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables in Python: several in one pass, rows, conditions, what notebooks show, progress, lifetimes.

    test_tables.py SAMPLES [unittest's arguments]

test/python/test_tables.py compares their values with JSON lines, test/ecosystem what consumers of Arrow make of them.
"""
import ctypes
import datetime
import gc
import io
import os
import pathlib
import sys
import unittest
import warnings

SAMPLES = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import diagfmt  # noqa: E402
from diagfmt import _arrow  # noqa: E402

OPS = b"1: malloc 0x1000 100\n2: free 0x1000\n2: calloc 0x2000 4 8\n1: realloc 0x3000 0x2000 64\n"
REPORT = (b"ProblemType: Crash\nBad: a\xffz\nDate: Fri May 27 23:25:32 2011\n"
          b"CoreDump: base64\n eJzLSM3JyVcozy/KSQEAGgsEXQ==\n")
BUGREPORTS = [path for path in sorted((SAMPLES / "bugreport").rglob("*.zip"))
              if list(diagfmt.table(path, "bugreport.log", format="bugreport", recover=True))]
TABLES = ["bugreport.section", "bugreport.log", "bugreport.entry"]


def ops(**more):
    return diagfmt.table(OPS, "mallocdbg.op", **more)


class Damage(unittest.TestCase):
    """Who reads with recover=True is warned once, however the rows are taken, unless the problems are what was asked for."""

    TEXT = OPS + b"what\n" + OPS + b"what else\n"

    def warned(self, take, more=" (and 1 more)"):
        with self.assertWarns(diagfmt.DamageWarning) as caught:
            found = take()
        self.assertEqual(len(caught.warnings), 1)
        self.assertTrue(str(caught.warnings[0].message).startswith("line 5: "))
        self.assertTrue(str(caught.warnings[0].message).endswith(more))
        return found

    def test_rows_and_tables(self):
        table = diagfmt.table(self.TEXT, "mallocdbg.op", recover=True)
        self.assertEqual(len(self.warned(table.to_dicts)), 8)
        self.assertEqual(sum(map(len, self.warned(lambda: list(table.batches())))), 8)
        self.assertEqual(len(self.warned(lambda: list(diagfmt.rows(self.TEXT, "mallocdbg.op", recover=True)))), 8)
        self.assertEqual(self.warned(diagfmt.rows(self.TEXT, "mallocdbg.op", recover=True).to_json).count("\n"), 8)

    def test_streams(self):
        for made in (diagfmt.table(self.TEXT, "mallocdbg.op", recover=True, batch_rows=3),
                     diagfmt.rows(self.TEXT, "mallocdbg.op", recover=True)):
            self.assertEqual(self.warned(lambda made=made: streamed(made)), 8)

    def test_the_caller_is_named(self):
        with self.assertWarns(diagfmt.DamageWarning) as caught:
            list(diagfmt.table(self.TEXT, "mallocdbg.op", recover=True))
        self.assertEqual(caught.filename, __file__)

    def test_no_damage_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for take in (diagfmt.table, diagfmt.rows):
                list(take(OPS, "mallocdbg.op", recover=True))
                self.assertEqual(len(list(take(self.TEXT, "diagnostic", format="mallocdbg", recover=True))), 2)
            diagfmt.scan(self.TEXT, ["mallocdbg.op"], recover=True).read()  # it has `problems`

    def test_as_an_error(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for take in (diagfmt.table, diagfmt.rows):
                with self.assertRaises(diagfmt.DamageWarning):
                    list(take(self.TEXT, "mallocdbg.op", recover=True))
                with self.assertRaisesRegex(OSError, "line 5: "):
                    streamed(take(self.TEXT, "mallocdbg.op", recover=True))


def streamed(made):
    """How many rows a stream has."""
    stream = made.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    at, n = _arrow.ArrowStream.from_address(pointer(stream, b"arrow_array_stream")), 0
    while True:
        batch = _arrow.ArrowArray()
        if at.get_next(ctypes.addressof(at), ctypes.addressof(batch)):
            raise OSError(at.get_last_error(ctypes.addressof(at)).decode())
        if not batch.release:
            return n
        n += batch.length
        batch.release(ctypes.addressof(batch))


class Scans(unittest.TestCase):
    def test_the_same_as_one_by_one(self):
        self.assertTrue(BUGREPORTS)
        for path in BUGREPORTS[:4]:
            for rows in (0, 3):
                with diagfmt.scan(path, TABLES, recover=True, batch_rows=rows) as scan:
                    found = scan.read()
                self.assertEqual(list(found), TABLES)
                for name, table in found.items():
                    self.assertEqual(table.to_dicts(), diagfmt.table(path, name, recover=True).to_dicts())
                    self.assertEqual(len(table), len(table.to_dicts()))
                    self.assertTrue(all(0 < len(batch) <= (rows or 65536) for batch in table.batches))

    def test_wanted_apart(self):
        wanted = {"mallocdbg.op": {"columns": ["op"], "where": {"thread_id": 1}}, "mallocdbg.alloc": {}}
        names = [name for name, batch in diagfmt.scan(OPS, wanted, batch_rows=1)]
        self.assertEqual(names, ["mallocdbg.op"] * 2)
        found = diagfmt.scan(OPS, wanted, payload="size").read()
        self.assertEqual(list(found["mallocdbg.op"].schema), ["op", "op_word", "payload_size"])
        self.assertIn("payload_size", found["mallocdbg.alloc"].schema)

    def test_problems(self):
        text = OPS + b"what is this\n" + OPS
        with diagfmt.scan(text, ["mallocdbg.op"], recover=True) as scan:
            self.assertEqual(len(scan.problems), 0)
            self.assertEqual(len(scan.read()["mallocdbg.op"]), 8)
            self.assertEqual([row["line"] for row in scan.problems], [5])
        self.assertEqual([row["line"] for row in scan.problems], [5])
        scan = diagfmt.scan(text, ["mallocdbg.op", "diagnostic"], recover=True)
        self.assertEqual([(name, len(table)) for name, table in scan.read().items()],
                         [("mallocdbg.op", 8), ("diagnostic", 1)])
        scan = diagfmt.scan(text, ["mallocdbg.op"])
        self.assertEqual(len(next(scan)[1]), 4)
        self.assertRaises(diagfmt.FormatError, next, scan)
        self.assertEqual(len(scan.problems), 0)

    def test_limits_and_feeds(self):
        scan = diagfmt.scan(b"1: malloc 0x1000" + b" " * 5000 + b"24\n", ["mallocdbg.op"], max_record=4096)
        with self.assertRaises(diagfmt.LimitError) as caught:
            next(scan)
        scan.limit(caught.exception.option, max(caught.exception.needed, 8192))
        self.assertEqual(next(scan)[1].to_dicts()[0]["bytes"], 24)
        feed = diagfmt.Feed()
        scan = diagfmt.scan(feed, ["mallocdbg.op"], format="mallocdbg")
        feed.write(OPS)
        self.assertRaises(BlockingIOError, next, scan)
        feed.close_input()
        self.assertEqual(len(next(scan)[1]), 4)
        self.assertRaises(StopIteration, next, scan)
        feed = diagfmt.Feed()
        feed.write(OPS)
        feed.close_input()
        table = diagfmt.table(feed, "mallocdbg.op")
        self.assertEqual(table._repr_html_().count("<tr>"), 1)
        self.assertIn("arrow_array_stream", repr(table.__arrow_c_stream__()))
        self.assertEqual(len(table.to_dicts()), 4)

    def test_refusals(self):
        self.assertRaises(TypeError, diagfmt.scan, OPS, "mallocdbg.op")
        self.assertRaises(TypeError, diagfmt.scan, OPS, {"mallocdbg.op": {"colums": []}})
        with self.assertRaisesRegex(diagfmt.ArgumentError, "no table 'mallocdbg.ops'"):
            diagfmt.scan(OPS, ["mallocdbg.ops"])
        self.refuse_unknown_columns()
        scan = diagfmt.scan(OPS, ["mallocdbg.op"])
        scan.close()
        self.assertIn("closed", repr(scan))
        self.assertRaises(diagfmt.StaleError, next, scan)
        with self.assertRaisesRegex(diagfmt.UnsupportedError, "tables of apport: field, report, signature, frame, triage_finding, segv$"):
            list(diagfmt.scan(REPORT, ["mallocdbg.op"]))

    def refuse_unknown_columns(self):
        """The errors of all tables say all names."""
        with self.assertRaises(diagfmt.ArgumentError) as caught:
            diagfmt.table(OPS, "nought")
        lists = dict(one.split(": ") for one in str(caught.exception).partition("tables of ")[2].split("; "))
        names = [f"{format}.{name}" for format, known in lists.items() for name in known.split(", ")]
        shared = {f"log.{name}" for name in lists["log"].split(", ") if f"bugreport.{name}" in names} - set(diagfmt.table_names())
        self.assertEqual([name for name in names if name not in shared] + ["diagnostic"], diagfmt.table_names())
        self.assertIn("log.triage_finding", shared)
        for name in names:
            members = [c for c in diagfmt.table(OPS, name).schema if not c.endswith(("_word", "_words"))]
            with self.assertRaises(diagfmt.ArgumentError) as caught:
                diagfmt.table(OPS, name, columns=["nought"])
            self.assertEqual(str(caught.exception).partition("its columns: ")[2].split(", "), members, name)
            with self.assertRaises(diagfmt.ArgumentError) as caught:
                diagfmt.table(OPS, name, where={"nought": 1})
            self.assertLessEqual(set(str(caught.exception).partition("compared: ")[2].split(", ")), set(members), name)


class Rows(unittest.TestCase):
    def test_names(self):
        self.assertEqual(diagfmt.tables(OPS), diagfmt.table_names("mallocdbg"))
        self.assertEqual(diagfmt.tables(BUGREPORTS[0]), diagfmt.table_names("bugreport"))
        self.assertRaises(diagfmt.UnsupportedError, diagfmt.tables, b"nothing that is known")

    def test_values(self):
        table = diagfmt.table(REPORT, "apport.field", columns=["key", "text"], payload="bytes")
        self.assertEqual([(row["key"], row["text"], row["payload"]) for row in table], [
            ("ProblemType", "Crash", None), ("Bad", "a\ufffdz", None), ("Date", "Fri May 27 23:25:32 2011", None),
            ("CoreDump", None, b"hello world")])
        self.assertEqual(table.to_dicts(), list(table))
        table = diagfmt.table(REPORT, "apport.field", columns=["text"], exact=True)
        self.assertEqual(table.to_dicts()[1], {"text": b"a\xffz"})
        rows = [row for path in BUGREPORTS for row in diagfmt.table(path, "bugreport.section", recover=True)]
        times = [row["file_time_local_s"] for row in rows if row["file_time_local_s"] is not None]
        self.assertTrue(times)
        self.assertTrue(all(isinstance(time, datetime.datetime) for time in times))

    def test_conditions(self):
        def of(**where):
            return [row["ptr"] for row in ops(columns=["ptr"], where=where)]

        self.assertEqual(of(op="malloc"), [0x1000])
        self.assertEqual(of(op=["malloc", "calloc"]), [0x1000, 0x2000])
        self.assertEqual(of(op_word="free"), [0x1000])
        self.assertEqual(of(op=("!=", "free"), thread_id=1), [0x1000, 0x3000])
        self.assertEqual(of(ptr=[(">", 0x1000), ("<=", 0x3000)]), [0x2000, 0x3000])
        self.assertEqual(of(ptr=("in", {0x3000})), [0x3000])
        self.assertEqual(of(ptr=[]), [])
        self.assertEqual(of(ptr=(">", -1)), [0x1000, 0x1000, 0x2000, 0x3000])
        self.assertEqual(of(bytes=range(60, 70)), [0x3000])
        self.assertEqual(diagfmt.table(REPORT, "apport.field", where={"key": b"Bad"}).to_dicts()[0]["text"], "a\ufffdz")
        for wrong, error in (({"op": None}, TypeError), ({"op": 1.5}, TypeError), ({"op": 1 << 64}, TypeError),
                             ({"op": ("=~", 1)}, ValueError), ({"op": (1, 2, 3)}, TypeError),
                             ({"tid": 1}, diagfmt.ArgumentError), ({"op": "mallok"}, diagfmt.ArgumentError)):
            self.assertRaises(error, ops, where=wrong)

    def test_shown(self):
        self.assertEqual(repr(ops(columns=["thread_id"])), "diagfmt.Table mallocdbg.op\n  thread_id: int32")
        table = diagfmt.table(b"Bad: <b>&\n" + REPORT * 1, "apport.field")
        self.assertIn("<td>&lt;b&gt;&amp;</td>", table._repr_html_())
        self.assertNotIn("<b>", table._repr_html_())
        self.assertEqual(diagfmt.table(OPS * 100, "mallocdbg.op")._repr_html_().count("<tr>"), 11)
        self.assertIn("FormatError: line 5", diagfmt.table(OPS + b"what\n", "mallocdbg.op")._repr_html_())
        file = io.BytesIO(OPS)
        once = diagfmt.table(file, "mallocdbg.op")
        self.assertEqual((once._repr_html_().count("<tr>"), file.tell()), (1, 0))
        found = diagfmt.scan(OPS, ["mallocdbg.op"]).read()["mallocdbg.op"]
        self.assertIn("mallocdbg.op, 4 rows", repr(found))
        self.assertEqual(found._repr_html_().count("<tr>"), 5)
        self.assertEqual(found.batches[0]._repr_html_().count("<tr>"), 5)


    def test_events_shown(self):
        text = b"Bad: <b>&" + b"x" * 1000 + b"\n"
        event = next(diagfmt.open(text, format="apport"))
        for shown in (event, event.body, diagfmt.records.MallocdbgAlloc(frames=[1, 2, 3, 4, 5])):
            html = shown._repr_html_()
            self.assertTrue(html.startswith("<table>") and html.endswith("</table>"))
            self.assertLess(len(html), 1000)
        self.assertIn("<caption>apport.field at 0</caption>", event._repr_html_())
        self.assertIn("<td>&lt;b&gt;&amp;xx", event._repr_html_())
        self.assertIn("<td>[1, 2, 3, … (5)]</td>", html)
        views = diagfmt.open(text + text, format="apport").views()
        view = next(views)
        body = view.body
        self.assertEqual((view._repr_html_(), body._repr_html_()), (event._repr_html_(), event.body._repr_html_()))
        next(views)
        self.assertEqual(view._repr_html_(), "<p>&lt;EventView, stale&gt;</p>")
        self.assertIn("stale", body._repr_html_())


class Lifetimes(unittest.TestCase):
    def test_capsules_that_nobody_takes(self):
        batch = next(diagfmt.scan(OPS, ["mallocdbg.op"]))[1]
        table = diagfmt.scan(OPS, ["mallocdbg.op"]).read()["mallocdbg.op"]
        for _ in range(3):
            self.assertRegex(repr(batch.__arrow_c_array__()), "arrow_schema.*arrow_array")
            self.assertIn("arrow_array_stream", repr(table.__arrow_c_stream__()))
        rows = batch.to_dicts()
        del batch, table
        gc.collect()
        _arrow.sweep()
        self.assertEqual((_arrow.capsules, _arrow.sources, len(rows)), ([], [], 4))

    def test_batches_outlive_the_scan(self):
        with diagfmt.scan(OPS, ["mallocdbg.op"], batch_rows=1) as scan:
            batches = [batch for _, batch in scan]
        self.assertEqual([batch.columns()["ptr"] for batch in batches], [[0x1000], [0x1000], [0x2000], [0x3000]])

    def test_files_are_closed(self):
        path = str(BUGREPORTS[0])
        before = sorted(os.listdir("/proc/self/fd"))
        for progress in (None, lambda done, total: None):
            table = diagfmt.table(path, "bugreport.section", recover=True, progress=progress)
            for _ in range(3):
                table.to_dicts()
                table.__arrow_c_stream__()
            del table
        _arrow.sweep()
        gc.collect()
        self.assertEqual(sorted(os.listdir("/proc/self/fd")), before)


class Progress(unittest.TestCase):
    def test_told(self):
        data = OPS * 40000
        for make in (lambda: data, lambda: io.BytesIO(data), lambda: bytearray(data)):
            told = []
            self.assertEqual(sum(1 for _ in diagfmt.open(make(), progress=lambda *at: told.append(at)).views()), 160000)
            self.assertEqual(told[-1], (len(data), len(data)))
            self.assertEqual(told, sorted(told))
            told.clear()
            self.assertEqual(len(list(ops(progress=lambda *at: told.append(at)))), 4)
            self.assertEqual(told[-1], (len(OPS), len(OPS)))

    def test_not_too_often(self):
        told = []
        diagfmt.scan(OPS * 100000, ["mallocdbg.op"], progress=lambda *at: told.append(at)).read()
        self.assertLess(len(told), 60)

    def test_every_source(self):
        path, told = BUGREPORTS[0], []
        rows = diagfmt.table(path, "bugreport.section", recover=True).to_dicts()
        size = path.stat().st_size
        with open(path, "rb", buffering=0) as file:
            for source in (path, str(path), file, file.fileno(), path.read_bytes()):
                file.seek(0)
                found = diagfmt.table(source, "bugreport.section", recover=True, progress=lambda *at: told.append(at))
                self.assertEqual((found.to_dicts(), told[-1][1]), (rows, size))
        read, write = os.pipe()
        os.write(write, OPS)
        os.close(write)
        with open(read, "rb", buffering=0):
            table = diagfmt.table(read, "mallocdbg.op", progress=lambda *at: told.append(at))
            self.assertEqual(len(table.to_dicts()), 4)
        self.assertEqual(told[-1], (len(OPS), None))
        self.assertRaises(TypeError, diagfmt.open, diagfmt.Feed(), progress=print)

    def test_what_it_raises_ends_the_reading(self):
        def stop(done, total):
            raise KeyError("stop")

        for start in (lambda: next(diagfmt.open(OPS, progress=stop)), ops(progress=stop).to_dicts,
                      diagfmt.scan(OPS, ["mallocdbg.op"], progress=stop).read):
            self.assertRaisesRegex(KeyError, "stop", start)

    def test_missing_files(self):
        reader = diagfmt.open("/nonexistent", progress=lambda *at: None)
        with self.assertRaises(diagfmt.NotFoundError) as caught:
            next(reader)
        self.assertEqual(str(caught.exception), "/nonexistent: cannot open: No such file or directory")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
