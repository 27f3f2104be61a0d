#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package: reading, writing, payloads, columns, callbacks, errors, and what must refuse.

    test_diagfmt.py SAMPLES [unittest's arguments]
"""
import ctypes
import doctest
import gc
import importlib
import io
import json
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tempfile
import unittest
import weakref
import zipfile
import zlib

SAMPLES = pathlib.Path(sys.argv[1])
PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))

import diagfmt  # noqa: E402
from diagfmt import _describe  # noqa: E402

REPORT = SAMPLES / "apport" / "demo_segv.crash"
TRACE = SAMPLES / "apitrace" / ("demo_teapot.trace" if diagfmt.features()["snappy"] else "demo_teapot.gz.trace")
PROFILE = SAMPLES / "simpleperf" / "typical.simpleperf"
HEAPS = SAMPLES / "mallocdbg"
BUGREPORTS = SAMPLES / "bugreport"


def bodies(source, **options):
    return [event.body for event in diagfmt.open(source, **options)]


class Reading(unittest.TestCase):
    def test_every_kind_of_source(self):
        data = REPORT.read_bytes()
        wanted = bodies(REPORT)
        self.assertGreater(len(wanted), 20)
        with open(REPORT, "rb") as file, open(REPORT, "rb", buffering=0) as raw:
            for source in (str(REPORT), data, bytearray(data), memoryview(data), file, raw, raw.fileno(), io.BytesIO(data)):
                if source is raw.fileno():
                    os.lseek(raw.fileno(), 0, os.SEEK_SET)
                self.assertEqual(bodies(source), wanted, type(source))
        with self.assertRaises(TypeError):
            diagfmt.open(io.StringIO("text"))

    def test_as_the_library_prints_it(self):
        """Plain members of every event against the library's own JSON; of lists of records only how many there are."""
        for path in (REPORT, TRACE, PROFILE, *sorted(HEAPS.glob("*.txt")), *sorted(BUGREPORTS.glob("*.zip"))[::4]):
            try:
                for event in diagfmt.open(path, recover=True):
                    line = json.loads(event.json("none"))
                    self.assertEqual(line.pop("event"), event.type)
                    self.compare(event.body, line, path)
            except diagfmt.Error as e:
                self.assertIsInstance(e, diagfmt.UnsupportedError, path)

    def compare(self, body, line, path):
        for name, value in line.items():
            mine = getattr(body, name)
            if isinstance(value, str) and isinstance(mine, int) and (value.startswith("0x") or name == "crc32"):
                value = int(value, 16)
            if isinstance(mine, frozenset):
                mine, value = set(mine), set(value)
            if isinstance(mine, (str, int, set)) and not isinstance(value, dict):
                self.assertEqual(mine, value, (path.name, body.type_name, name))
            elif isinstance(mine, list) and value and isinstance(mine[0], (str, int)) and isinstance(value[0], type(mine[0])):
                self.assertEqual(mine, value, (path.name, body.type_name, name))
            elif isinstance(mine, list):
                self.assertEqual(len(mine), len(value), (path.name, body.type_name, name))

    def test_owned_events_outlive_the_reader(self):
        with diagfmt.open(REPORT) as reader:
            events = list(reader)
        gc.collect()
        self.assertEqual(events[0].body.key, "ProblemType")
        self.assertEqual(events[0].offset, 0)
        self.assertFalse(events[0].has_payload or events[0].recovered)
        with self.assertRaises(diagfmt.StaleError):
            events[0].payload.read()
        with self.assertRaises(diagfmt.StaleError):
            next(reader)

    def test_views_refuse_use_after_the_next_step(self):
        with diagfmt.open(PROFILE) as reader:
            sample = None
            for event in reader.views():
                if event.type == "simpleperf.sample" and len(event.body.frames) > 1:
                    sample, frames, frame = event.body, event.body.frames, event.body.frames[1]
                    kept = sample.own()
                    self.assertEqual([f.own() for f in frames], kept.frames)
                    self.assertEqual(frames[-1].vaddr, kept.frames[-1].vaddr)
                    self.assertEqual(frames[5:1], [])
                    with self.assertRaises(IndexError):
                        frames[len(frames)]
                    with self.assertRaises(AttributeError):
                        sample.nothing
                    break
            next(reader)
            for use in (lambda: sample.time_ns, lambda: frames[0], lambda: len(frames), lambda: frame.vaddr, sample.own,
                        lambda: event.body, lambda: event.offset, lambda: event.payload, event.json):
                self.assertRaises(diagfmt.StaleError, use)
            self.assertEqual(kept.type_name, "simpleperf.sample")

    def test_payload(self):
        with diagfmt.open(REPORT, apport_keys=["CoreDump"]) as reader:
            event = next(reader)
            self.assertTrue(event.has_payload)
            self.assertIsNone(event.body.decoded_size)
            digest = json.loads(event.json())["payload"]
        with diagfmt.open(REPORT, apport_keys="CoreDump") as reader:
            event = next(reader)
            head = event.payload.read(10)
            whole = head + event.payload.read()
            self.assertEqual((len(head), len(whole), f"{zlib.crc32(whole):08x}"), (10, digest["size"], digest["crc32"]))
            self.assertEqual(event.payload.read(), b"")
            event.refresh()
            self.assertEqual(event.body.decoded_size, len(whole))
        with diagfmt.open(REPORT, apport_keys=["CoreDump"]) as reader:
            stored = next(reader).payload_as("stored").read()
        self.assertEqual(zlib.decompress(stored, 31), whole)
        with tempfile.TemporaryDirectory() as folder, diagfmt.open(REPORT, apport_keys=["CoreDump"]) as reader:
            target = pathlib.Path(folder) / "core"
            self.assertEqual(next(reader).payload.save(target), len(whole))
            self.assertEqual(target.read_bytes(), whole)
        with diagfmt.open(REPORT, apport_keys=["CoreDump"]) as reader:
            into = io.BytesIO()
            next(reader).payload.save(into)
            self.assertEqual(into.getvalue(), whole)

    def test_a_file_in_a_file(self):
        with diagfmt.Writer(None, "apport") as writer, \
                writer.begin("apport.field", key="Inner", encoding="base64") as value:
            value.write(REPORT.read_bytes())
        outer = diagfmt.open(writer.getvalue())
        event = next(outer)
        self.assertEqual(bodies(event.payload), bodies(REPORT))

    def test_threads_and_holes(self):
        core = bytes(1 << 20) + bytes(range(256)) * 2000
        outputs = set()
        for threads in 1, 2, 3:
            with diagfmt.Writer(None, "apport", threads=threads, level="fast") as writer, \
                    writer.begin("apport.field", key="CoreDump", encoding="base64") as value:
                value.write(core)
            outputs.add(bytes(writer.getvalue()))
        self.assertEqual(len(outputs), 1)
        with diagfmt.open(outputs.pop()) as reader, tempfile.TemporaryDirectory() as folder:
            next(reader).payload.save(pathlib.Path(folder) / "core")
            self.assertEqual((pathlib.Path(folder) / "core").read_bytes(), core)

    def test_feed(self):
        data, feed = REPORT.read_bytes(), diagfmt.Feed()
        reader, got, waits = diagfmt.open(feed, "apport"), [], 0
        for at in range(0, len(data), 70000):
            self.assertEqual(feed.write(data[at : at + 70000]), len(data[at : at + 70000]))
            try:
                for event in reader:
                    got.append(event.body.key)
            except BlockingIOError:
                waits += 1
        feed.close_input()
        got += [event.body.key for event in reader]
        self.assertGreater(waits, 1)
        self.assertEqual(got, [b.key for b in bodies(REPORT)])

    def test_figures(self):
        with diagfmt.open(TRACE) as reader:
            self.assertIsNone(reader.format)
            events = list(reader)
            self.assertEqual((reader.format, reader.variant), ("apitrace", "v6"))
            self.assertEqual(reader.stat("records"), len(events))
            self.assertEqual(reader.stat("total"), TRACE.stat().st_size)

    def test_identify(self):
        guess = diagfmt.identify(REPORT)[0]
        self.assertEqual((guess.format, guess.wrapper), ("apport", "none"))
        self.assertEqual(diagfmt.identify(b"nothing of the kind"), [])
        folders = pathlib.Path(__file__).resolve().parents[2] / "test" / "format"
        self.assertEqual(set(diagfmt.formats()), {path.name for path in folders.iterdir()})
        self.assertEqual(diagfmt.library_version()[:2], (0, 1))


class BugReports(unittest.TestCase):
    PATH = SAMPLES / "bugreport" / "report.zip"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)
        with zipfile.ZipFile(self.PATH) as z:
            self.files = {name: z.read(name) for name in z.namelist()}
        self.main = self.files["main_entry.txt"].decode()
        self.text = self.files[self.main]

    def test_entries(self):
        got = {}
        for event in diagfmt.open(self.PATH, bugreport_text=False):
            if event.type == "bugreport.entry":
                got[event.body.name] = (event.payload.readall(), event.body.role)
        self.assertEqual({name: content for name, (content, _) in got.items()}, self.files)
        self.assertEqual({role for _, role in got.values()}, {"version", "proto", "file", "main", "pointer", "log"})

    def test_sections_and_services(self):
        bodies_of, ends, services = {}, {}, {}
        for event in diagfmt.open(self.PATH, bugreport_services=False):
            if event.type == "bugreport.section":
                bodies_of[event.body.number] = event.payload.readall()
            elif event.type == "bugreport.section_end":
                ends[event.body.number] = event.body
        self.assertEqual(len(ends), 17)
        for index, end in ends.items():
            self.assertEqual(bodies_of[index], self.text[end.body_offset : end.body_offset + end.body_size])
        by_title = {end.title: end for end in ends.values()}
        self.assertEqual((by_title["SLOW"].result, by_title["SLOW"].duration_us), ("timed_out", 12000))
        self.assertEqual((by_title["PS"].result, by_title["PS"].code), ("exit_code", 255))
        self.assertIsNone(by_title["BLOCK STAT"].duration_us)
        for event in diagfmt.open(self.PATH):
            if event.type == "bugreport.service":
                services[event.body.name] = event.body.dump_priority
        self.assertEqual(services, {"one": "critical", "two.three/four": "critical", "slow": "critical", "a": "normal",
                                    "b": "normal", "c": "normal"})

    def test_lines(self):
        """A payload gives lines as fast as a file does, and goes on to be one."""
        for event in diagfmt.open(self.PATH, bugreport_titles=["SYSTEM LOG"]):
            if event.type == "bugreport.section" and event.body.number == 1:
                payload = event.payload
                lines = list(payload)
                self.assertEqual(payload.read(), b"")
                self.assertFalse(payload.closed)
        at = self.text.index(b"--------- beginning of main")
        self.assertEqual(b"".join(lines), self.text[at : at + len(b"".join(lines))])
        self.assertEqual((len(lines), lines[-1]), (8, b"03-17 08:15:03.999 F/Old     (  512): the old form\n"))
        log = [e.body for e in diagfmt.open(self.PATH, bugreport_titles=["SYSTEM LOG"], bugreport_log=True)
               if e.type == "bugreport.log"]
        self.assertEqual((log[1].tag, log[1].priority, log[1].process_id, log[1].message),
                         ("ActivityManager", "info", 512, "Start proc 999:com.example.one/u0a12"))

    def test_in_a_report(self):
        heap = b"Android Native Heap Dump v1.2\n\nBuild fingerprint: 'x'\n\nTotal memory: 0\nAllocation records: 0\n" \
            b"Backtrace size: 16\n\nMAPS\nEND\n"
        inner = self.dir / "inner.zip"
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as z:
            for name, content in {"version.txt": b"2.0", "FS/heap.txt": heap, self.main: self.text}.items():
                z.writestr(name, content)
        outer = self.dir / "outer.zip"
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as z:
            z.write(inner, "inner.zip")
        seen = []
        with diagfmt.open(outer) as reader:
            for event in reader:
                if event.type == "bugreport.entry" and event.body.role == "nested":
                    for below in diagfmt.open(event.payload):
                        if below.type == "bugreport.entry" and below.body.name == "FS/heap.txt":
                            seen = [e.type for e in diagfmt.open(below.payload)]
        self.assertEqual(seen, ["mallocdbg.header", "mallocdbg.maps_begin", "mallocdbg.end"])

    def test_what_the_readme_shows(self):
        """The blocks of README.md about bug reports, on this one."""
        text = (PACKAGE / "README.md").read_text("utf-8")
        block = next(b for b in text.split("```python\n")[1:] if "bugreport.zip" in b).split("```")[0]
        (self.dir / "bugreport.zip").write_bytes(self.PATH.read_bytes())
        done = subprocess.run([sys.executable, "-B", "-c", "import diagfmt\n" + block], cwd=self.dir, check=False, text=True,
                              capture_output=True, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        self.assertEqual((done.returncode, done.stdout), (0, "SLOW 12000\n"), done.stderr)
        with zipfile.ZipFile(self.dir / "less.zip") as z:
            self.assertIsNone(z.testzip())
            self.assertEqual(z.namelist(), list(self.files))
            less = z.read(self.main)
            self.assertEqual({n: z.read(n) for n in self.files if n != self.main},
                             {n: c for n, c in self.files.items() if n != self.main})
        self.assertNotIn(b"SYSTEM LOG", less)
        self.assertEqual(less.count(b"UPTIME (uptime) ------\n"), self.text.count(b"UPTIME (uptime) ------\n"))
        with zipfile.ZipFile(self.dir / "new.zip") as z:
            self.assertEqual(z.namelist(), ["version.txt", "FS/proc/cpuinfo", "main_entry.txt", "bugreport-x.txt"])
            self.assertIn(b"------ UPTIME (uptime) ------\nup 3 days\n------ 0.012s was the duration of 'UPTIME' ------\n",
                          z.read("bugreport-x.txt"))

    def test_refusals(self):
        with self.assertRaisesRegex(diagfmt.ArgumentError, "would read as a marker"), \
                diagfmt.Writer(self.dir / "x.zip", "bugreport", "v2") as writer:
            writer.put("bugreport.banner", text="dumpstate: 2024-03-17 08:15:30")
            with writer.begin("bugreport.section", title="T") as body:
                body.write(b"------ UPTIME (uptime) ------\n")
        with self.assertRaisesRegex(diagfmt.ArgumentError, "unsafe"), diagfmt.Writer(None, "bugreport", "v2") as writer:
            writer.begin("bugreport.entry", name="../x")
        self.assertFalse((self.dir / "x.zip").exists())


class Chosen(unittest.TestCase):
    REPORT = b"ProblemType: Crash\nDate: today\n"

    def test_only_these(self):
        for formats in "apport", ["mallocdbg", "apport"], [2]:
            with diagfmt.Reader(self.REPORT, formats=formats) as reader:
                self.assertEqual([event.type for event in reader], ["apport.field"] * 2)
        with self.assertRaisesRegex(diagfmt.UnsupportedError, "no known format"), \
                diagfmt.Reader(self.REPORT, formats=["mallocdbg", "simpleperf"]) as reader:
            next(reader)

    def test_refused(self):
        for formats in [], ["apport", "apport"], ["fish"], [99]:
            with self.assertRaises(ValueError):
                diagfmt.Reader(self.REPORT, formats=formats)
        with self.assertRaises(diagfmt.ArgumentError):
            diagfmt.Reader(self.REPORT, format="apport", formats=["mallocdbg"])


class Errors(unittest.TestCase):
    def test_where_and_why(self):
        with self.assertRaises(diagfmt.FormatError) as caught:
            bodies(b"ProblemType: Crash\nno colon\n", format="apport")
        e = caught.exception
        self.assertEqual((e.line, e.offset, e.status), (2, 19, -5))
        self.assertGreaterEqual(e.number, 400)
        self.assertIsInstance(e, ValueError)

    def test_truncated(self):
        got = []
        with self.assertRaises(diagfmt.TruncatedError):
            for event in diagfmt.open(PROFILE.read_bytes()[:-30]):
                got.append(event.type)
        self.assertIn("simpleperf.sample", got)
        salvaged = [event.type for event in diagfmt.open(PROFILE.read_bytes()[:-30], recover=True)]
        self.assertEqual(salvaged[: len(got)], got)
        self.assertIn("diagnostic", salvaged)

    def test_limit_and_going_on(self):
        reader = diagfmt.open(b"7: free 0x5000\n7: malloc 0x5000" + b" " * 5000 + b"24\n", max_record=4096)
        self.assertEqual(next(reader).body.op, "free")
        with self.assertRaises(diagfmt.LimitError) as caught:
            next(reader)
        self.assertEqual(caught.exception.option, "max_record")
        reader.limit(caught.exception.option, caught.exception.needed)
        self.assertEqual([event.body.bytes for event in reader], [24])

    def test_limit_of_a_writer(self):
        with diagfmt.Writer(None, "apport") as writer:
            writer.limit("max_table", 1 << 20)
            with self.assertRaises(diagfmt.UnsupportedError):
                writer.limit("max_record", 1 << 20)
            with self.assertRaises(diagfmt.ArgumentError):
                writer.limit("max_table", 1)
        with self.assertRaises(diagfmt.StateError):
            writer.limit("max_table", 1 << 20)

    def test_files(self):
        with self.assertRaises(diagfmt.ReadWriteError) as caught:
            bodies("/nonexistent/file")
        self.assertIsInstance(caught.exception, FileNotFoundError)
        self.assertEqual(caught.exception.filename, "/nonexistent/file")
        self.assertTrue(str(caught.exception).startswith("/nonexistent/file: "), str(caught.exception))
        with self.assertRaises(FileNotFoundError) as caught, diagfmt.Writer("/nonexistent/file", "apport") as writer:
            writer.put("apport.field", key="A", text="b")
        with self.assertRaisesRegex(TypeError, "NoneType"):
            diagfmt.open(None)
        with self.assertRaises(diagfmt.UnsupportedError):
            bodies(b"nothing of the kind")

    def test_options(self):
        for wrong, error in (({"nothing": 1}, TypeError), ({"apitrace_form": "nothing"}, ValueError),
                             ({"max_record": 0}, ValueError), ({"format": "nothing"}, ValueError)):
            self.assertRaises(error, diagfmt.open, b"", **wrong)
        self.assertEqual(bodies(REPORT, **{"apport.keys": ["Signal"]})[0].key, "Signal")

    def test_names_that_are_none(self):
        """Each says what there is."""
        reader, event = diagfmt.open(REPORT), None
        event = next(reader)
        for call, word in ((lambda: reader.stat("nothing"), "records"), (lambda: event.json("nothing"), "digest"),
                           (lambda: event.payload_as("nothing"), "stored"), (lambda: diagfmt.words("nothing"), "nothing"),
                           (lambda: diagfmt.Writer(None, "mallocdbg", "nothing"), "v12"),
                           (lambda: diagfmt.mallocdbg.Live().shares("nothing"), "thread"),
                           (lambda: diagfmt.apitrace.Index(TRACE).open("nothing", 0), "frame")):
            with self.assertRaisesRegex(ValueError, word):
                call()
        self.assertRaises(TypeError, reader.limit, "nothing", 1)
        reader.limit("max_record", 1 << 20)

    def test_closed_handles(self):
        with diagfmt.open(REPORT) as reader:
            event = next(reader)
            self.assertEqual(repr(reader), "<Reader of apport: 1 events so far>")
            with diagfmt.Writer(None, "apport") as writer:
                writer.put("apport.field", key="A", text="b")
                self.assertEqual(repr(writer), "<Writer: 5 bytes so far>")
            self.assertEqual(repr(writer), "<Writer, closed>")
            self.assertRaises(diagfmt.StateError, writer.put, "apport.field", key="A", text="b")
            self.assertRaises(diagfmt.StateError, writer.begin, "apport.field", key="A", encoding="text")
            self.assertRaises(diagfmt.StateError, writer.copy, event)
        self.assertRaises(diagfmt.StaleError, next, reader)
        self.assertEqual(repr(reader), "<Reader, closed>")
        for helper in (diagfmt.mallocdbg.Maps(), diagfmt.mallocdbg.Live(), diagfmt.simpleperf.Names(),
                       diagfmt.apitrace.Index(TRACE)):
            with helper as entered:
                self.assertTrue(entered.handle)
            self.assertFalse(helper.handle)

    def test_flags_as_options(self):
        out = io.BytesIO()
        with diagfmt.Writer(out, "simpleperf") as writer:
            writer.put("simpleperf.thread", thread_id=7, process_id=7, name="main")
            writer.put("simpleperf.lost", sample_count=5, lost_count=1)
        types = {e.type for e in diagfmt.open(out.getvalue(), **{"simpleperf.records": ["thread", "lost"]})}
        self.assertLessEqual({"simpleperf.thread", "simpleperf.lost"}, types)
        types = {e.type for e in diagfmt.open(out.getvalue(), simpleperf_records="thread")}
        self.assertIn("simpleperf.thread", types)
        self.assertNotIn("simpleperf.lost", types)
        self.assertRaises(ValueError, diagfmt.open, b"", simpleperf_records=["nothing"])

    def test_types_of_a_later_library(self):
        """A member of a kind that this package does not know makes its type opaque, and nothing else."""
        class Later:
            name, kind, offset = b"new", 200, 8

        class Type:
            c_name, body_size = b"dfmt_later", 48

        self.assertEqual(ctypes.sizeof(_describe.make_struct(Type, [Later])), 48)
        self.assertEqual(_describe.make_members([Later]), {})

    def test_what_a_callback_raises_comes_back(self):
        class Broken(io.RawIOBase):
            def readable(self):
                return True

            def readinto(self, buffer):
                raise RuntimeError("out of luck")

        with self.assertRaisesRegex(RuntimeError, "out of luck"):
            bodies(Broken())

        class Full(io.RawIOBase):
            def write(self, data):
                raise OSError("the disk is full")

        with self.assertRaisesRegex(OSError, "disk is full"), diagfmt.Writer(Full(), "apport") as writer:
            writer.put("apport.field", key="A", text="b")


class Writing(unittest.TestCase):
    def test_copies_are_exact(self):
        for path in (REPORT, PROFILE):
            with diagfmt.open(path) as reader, diagfmt.Writer(None, path.parent.name) as writer:
                for event in reader:
                    writer.copy(event)
            self.assertEqual(writer.getvalue(), path.read_bytes(), path)

    def test_records_survive(self):
        """What is read, written from Python's own records, and read again, is the same."""
        for path, ignored in ((PROFILE, ()), (TRACE, ("enter_offset", "leave_offset", "enter_length", "leave_length"))):
            before = bodies(path)
            options = {"apitrace_container": "gzip"} if path == TRACE else {}  # which is in every build
            with diagfmt.Writer(None, path.parent.name, **options) as writer:
                for body in before:
                    writer.put(body)
            after = bodies(writer.getvalue())
            self.assertEqual(len(before), len(after))
            for a, b in zip(before, after):
                for name in a.to_dict():
                    if name not in (*ignored, "sig", "container"):
                        x, y = getattr(a, name), getattr(b, name)
                        self.assertTrue(x == y or str(x) == str(y), (path.name, a.type_name, name))

    def test_heap_dump(self):
        records = diagfmt.records
        with tempfile.TemporaryFile() as file:
            with diagfmt.Writer(file, "mallocdbg", "v12") as writer:
                writer.put(records.MallocdbgHeader(fingerprint="a/b", backtrace_size=16))
                writer.put("mallocdbg.alloc", bytes=64, count=2, count_written=2, pcs=[0x1000, 0x2000], zygote_child=True)
            file.seek(0)
            text = file.read().decode()
        self.assertIn("z 1  sz       64  num    2  bt 1000 2000\n", text)
        self.assertRegex(text, r"Total memory: 128 *\n")
        alloc = bodies(text.encode())[1]
        self.assertEqual((alloc.pcs, alloc.count, alloc.zygote_child), ([0x1000, 0x2000], 2, True))

    def test_values(self):
        value = diagfmt.Value
        sig = diagfmt.records.ApitraceSig(kind="function", id=0, name="f", members=["a", "b"], member_values=None)
        enum = diagfmt.records.ApitraceSig(kind="enum", id=0, members=["ONE", "TWO"], member_values=[1, 2])
        tree = value.of([None, True, False, -5, 7, 2.5, "text", b"blob", [1, [2, "deep"]]])
        with diagfmt.Writer(None, "apitrace", apitrace_container="gzip") as writer:
            for _ in range(2):
                writer.put("apitrace.call", sig=sig, args=[{"value": tree, "number": 0},
                                                           {"value": value("enum", 2, sig=enum), "number": 1}])
        calls = [b for b in bodies(writer.getvalue()) if b.type_name == "apitrace.call"]
        self.assertEqual(calls[1].args[0].value, tree)
        self.assertEqual(calls[1].args[0].value.value,
                         [None, True, False, -5, 7, 2.5, "text", b"blob", [1, [2, "deep"]]])
        self.assertEqual((calls[0].args[1].value.name, calls[0].args[1].value.value), ("TWO", 2))
        self.assertEqual([a.name for a in calls[0].args], ["a", "b"])
        self.assertIs(calls[0].sig, calls[1].sig)
        deep = value.of(1)
        for _ in range(60):
            deep = value("array", children=[deep])
        self.assertNotEqual(deep, tree)
        self.assertEqual(deep, deep)

    def test_a_path_appears_when_all_went_well(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "out.crash"
            with self.assertRaises(ZeroDivisionError), diagfmt.Writer(path, "apport") as writer:
                writer.put("apport.field", key="A", text="b")
                1 / 0
            self.assertEqual(os.listdir(folder), [])
            with diagfmt.Writer(path, "apport") as writer:
                writer.put("apport.field", key="A", text="b\nc")
                self.assertEqual(writer.offset, 9)
            self.assertEqual(path.read_bytes(), b"A:\n b\n c\n")

    def test_an_entry_that_fails_is_dropped(self):
        with diagfmt.Writer(None, "apport") as writer:
            writer.put("apport.field", key="A", text="b")
            with self.assertRaises(ZeroDivisionError), writer.begin("apport.field", key="B", encoding="base64"):
                1 / 0
            writer.put("apport.field", key="C", text="d")
        self.assertEqual(writer.getvalue(), b"A: b\nC: d\n")

    def test_refusals(self):
        with diagfmt.Writer(None, "apport") as writer:
            self.assertRaises(ValueError, writer.put, "apport.nothing")
            self.assertRaises(TypeError, writer.put, "apport.field", nothing=1)
            self.assertRaises(ValueError, writer.put, "apport.field", key="A", text="b", encoding="nothing")
            self.assertRaises(diagfmt.ArgumentError, writer.put, "simpleperf.lost", sample_count=1)
            self.assertRaises(diagfmt.ArgumentError, writer.put, "apport.field", key="not a key", text="b")
        self.assertRaises(TypeError, diagfmt.Writer, io.StringIO(), "apport")
        self.assertRaises(TypeError, diagfmt.Writer, 1.5, "apport")


class Helpers(unittest.TestCase):
    # A file of each type that has columns, and what its records have several of.
    COLUMNS = ((PROFILE, "simpleperf.sample", "frames", "first_frame"), (HEAPS / "many.txt", "mallocdbg.alloc", "pcs", "first_pc"),
               (HEAPS / "ops_many.txt", "mallocdbg.op", None, None))

    def test_columns(self):
        for path, name, many, first in self.COLUMNS:
            for most in (2, 65536) if path is PROFILE else (100, 65536):
                for borrow in (False, True):
                    self.compare_columns(path, name, many, first, most, borrow)
        with self.assertRaises(diagfmt.UnsupportedError):
            list(diagfmt.open(REPORT).columns("apport.field"))
        self.assertRaises(ValueError, next, diagfmt.open(REPORT).columns("apport.nothing"))
        reader = diagfmt.open(PROFILE)
        reader.close()
        self.assertRaises(diagfmt.StaleError, next, reader.columns("simpleperf.sample"))

    def compare_columns(self, path, name, many, first, most, borrow):
        records = [b for b in bodies(path) if b.type_name == name]
        rows = 0
        for columns in diagfmt.open(path).columns(name, most, borrow=borrow):
            self.assertTrue(0 < len(columns) <= most)
            self.assertEqual(columns.type, name)
            part = records[rows:rows + len(columns)]
            plain = [n for n in columns.names if n not in (many, first, "present")]
            self.assertGreater(len(plain), 3)
            for member in plain:
                self.compare_column(columns, member, [getattr(b, member) for b in part])
            if many:
                begins = getattr(columns, first)
                self.assertEqual([begins[i + 1] - begins[i] for i in range(len(columns))], [len(getattr(b, many)) for b in part])
            rows += len(columns)
            self.assertTrue(all(getattr(columns, n).readonly for n in columns.names))
            self.assertRaises(TypeError, columns.present.__setitem__, 0, 1)
            self.assertRaises(AttributeError, lambda: columns.nothing)
        self.assertEqual(rows, len(records))
        if borrow:
            self.assertRaises(diagfmt.StaleError, lambda: columns.present)
            self.assertIn("stale", repr(columns))
        else:
            self.assertEqual((len(columns.present), columns.type), (len(columns), name))

    def test_columns_are_owned(self):
        """Batches that are collected differ, and outlive their reader."""
        for path, name, many, _ in self.COLUMNS:
            records = [b for b in bodies(path) if b.type_name == name]
            with diagfmt.open(path) as reader:
                batches = list(reader.columns(name, 1))
            del reader
            gc.collect()
            self.assertEqual(len(batches), len(records))
            present = [p for columns in batches for p in columns.present]
            self.assertEqual(len(present), len(records))
            member = next(n for n in batches[0].names if n in ("time_ns", "bytes"))
            mask = batches[0].mask(member)
            values = [v for columns in batches for v in getattr(columns, member)]
            self.assertEqual(values, [getattr(b, member) or 0 for b in records])
            self.assertGreater(len(set(values)), 1, "the batches would be the same in any case")
            if mask:
                self.assertEqual([bool(p & mask) for p in present], [getattr(b, member) is not None for b in records])
            if many:
                self.assertTrue(any(getattr(columns, many).nbytes for columns in batches))

    def test_borrowed_columns_outlive_the_reader(self):
        """Views of each batch are touched after the arrays have grown, and after the reader was closed and dropped."""
        text = b"".join(b"1: malloc 0x%x %d\n" % (4096 + 16 * i, i) for i in range(9000))
        reader = diagfmt.open(text)
        views = [next(reader.columns("mallocdbg.op", most, borrow=True)).bytes for most in (3, 300, 65536)]
        self.assertEqual([len(v) for v in views], [3, 300, 8192])
        self.assertEqual(views[2].tolist(), list(range(303, 303 + 8192)))
        stepping = reader.columns("mallocdbg.op", borrow=True)
        last = next(stepping)
        views.append(last.bytes)
        memory = weakref.ref(reader._memory)
        reader.close()
        self.assertRaises(diagfmt.StaleError, len, last)
        self.assertRaises(diagfmt.StaleError, next, stepping)
        self.assertIsNone(reader._memory)
        self.assertEqual(views[3].tolist(), list(range(8495, 9000)))
        part = views[3][-2:]
        for view in views:
            self.assertGreaterEqual(sum(view), 0)
        del view, views, last, stepping, reader
        gc.collect()
        self.assertIsNotNone(memory(), "a part of a view is in use")
        self.assertEqual(part.tolist(), [8998, 8999])
        del part
        gc.collect()
        self.assertIsNone(memory(), "the library's reader was not freed")

    def import_with(self, setup, **environment):
        """What `import diagfmt` says in a process of its own."""
        code = f"{setup}\nimport sys\nsys.path.insert(0, {str(PACKAGE)!r})\nimport diagfmt\n"
        env = {k: v for k, v in os.environ.items() if k != "DIAGFMT_LIBRARY"}
        done = subprocess.run([sys.executable, "-B", "-c", code], env={**env, **environment}, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        return done.stderr.strip().rpartition("\n")[2]

    def test_import_without_library(self):
        missing = "import ctypes\ndef none(name): raise OSError('no ' + name)\nctypes.CDLL = none"
        said = self.import_with(missing)
        self.assertRegex(said, r"^ImportError: cannot load libdiagfmt\.so\.\d+: the package diagfmt needs the shared library")
        self.assertRegex(said, r"DIAGFMT_LIBRARY.*\(no (.*/)?libdiagfmt\.so\.\d+\)$")
        said = self.import_with("", DIAGFMT_LIBRARY="/nowhere/libdiagfmt.so")
        self.assertRegex(said, "^ImportError: cannot load /nowhere/libdiagfmt.so: the environment variable DIAGFMT_LIBRARY names it")
        said = self.import_with("", DIAGFMT_LIBRARY=str(PROFILE))
        self.assertIn("must be the path of the shared library libdiagfmt", said)

    def test_borrowed_columns_let_the_file_go(self):
        with open(PROFILE, "rb") as file:
            reader = diagfmt.open(file)
            view = next(reader.columns("simpleperf.sample", borrow=True)).time_ns
            source = weakref.ref(reader._source)
            reader.close()
            del reader
            gc.collect()
            self.assertIsNone(source())
        self.assertTrue(all(view))

    def compare_column(self, columns, member, wanted):
        """None is 0 without its bit; a word is its number; a bool is 0 or 1."""
        words = diagfmt.words("mallocdbg.operation")
        wanted_numbers = [words[w] if isinstance(w, str) else int(w or 0) for w in wanted]
        self.assertEqual(getattr(columns, member).tolist(), wanted_numbers, member)
        mask = columns.mask(member)
        if mask:
            self.assertEqual([bool(p & mask) for p in columns.present], [w is not None for w in wanted], member)

    def test_columns_and_damage(self):
        path, notes = HEAPS / "bad_op_big.txt", []
        with diagfmt.open(path, recover=True) as reader:
            rows = sum(len(c) for c in reader.columns("mallocdbg.op", diagnostics=notes))
        events = list(diagfmt.open(path, recover=True))
        self.assertEqual(rows, sum(e.type == "mallocdbg.op" for e in events))
        self.assertEqual([n.body for n in notes], [e.body for e in events if e.type == "diagnostic"])
        self.assertTrue(notes)
        rows = 0
        with self.assertRaises(diagfmt.FormatError) as raised:
            for columns in diagfmt.open(path).columns("mallocdbg.op"):
                rows += len(columns)
        self.assertEqual(rows, raised.exception.line - 1, "what is before the damage was there")

    def test_columns_in_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        for path, name, many, _ in self.COLUMNS:
            records = [b for b in bodies(path) if b.type_name == name]
            columns = next(diagfmt.open(path).columns(name))
            for member in columns.names:
                view = getattr(columns, member)
                array = numpy.frombuffer(view, columns.dtype(member))
                self.assertEqual(array.ctypes.data, numpy.asarray(view).ctypes.data, "it was copied")
                self.assertFalse(array.flags.owndata or array.flags.writeable)
                if member != many:
                    self.assertEqual(numpy.asarray(view).dtype, array.dtype)
                    self.assertEqual(numpy.asarray(view).tolist(), view.tolist())
            if many:
                array = numpy.frombuffer(getattr(columns, many), columns.dtype(many))
                wanted = [e if isinstance(e, int) else e.vaddr for b in records[:len(columns)] for e in getattr(b, many)]
                self.assertEqual((array["vaddr"] if array.dtype.names else array).tolist(), wanted)

    def test_names(self):
        frame = next(b for b in bodies(PROFILE) if b.type_name == "simpleperf.sample" and b.frames).frames[0]
        with diagfmt.simpleperf.Names(PROFILE) as names, diagfmt.simpleperf.Names() as fed:
            for event in diagfmt.open(PROFILE):
                fed.add(event)
            symbol, path = names.frame(frame)
            self.assertTrue(symbol and path)
            self.assertEqual(fed.frame(frame), (symbol, path))
            thread = next(b for b in bodies(PROFILE) if b.type_name == "simpleperf.thread")
            self.assertEqual(names.thread(thread.thread_id), (thread.name, thread.process_id))
            self.assertEqual(names.thread(-7), ("", 0))
            self.assertTrue(names.event_type(0))
        self.assertRaises(diagfmt.FormatError, diagfmt.simpleperf.Names, REPORT)
        out = io.BytesIO()
        with diagfmt.Writer(out, "simpleperf") as writer:
            writer.put("simpleperf.thread", thread_id=-(2**31), process_id=-1, name="app")
        with diagfmt.simpleperf.Names(out.getvalue()) as names:
            self.assertEqual(names.thread(-(2**31)), ("app", -1))

    def test_maps(self):
        maps = diagfmt.mallocdbg.Maps()
        for start, end, offset, prot in ((0x1000, 0x2000, 0, 1), (0x3000, 0x5000, 0x1000, 5)):
            maps.add(diagfmt.records.MallocdbgMap(start_address=start, end_address=end, file_offset=offset, prot=prot, name="/x.so"))
        found, offset = maps.find(0x3010)
        first, address = maps.elf(0x3010)
        self.assertEqual((found.start_address, offset, first.start_address, address), (0x3000, 0x1010, 0x1000, 0x2010))
        self.assertEqual((maps.find(0x9000), maps.elf(0x9000)), ((None, 0), (None, 0)))

    def test_live(self):
        text = b"1: malloc 0x1000 100\n1: malloc 0x2000 50\n2: free 0x1000\n2: calloc 0x3000 2 8\n"
        for reader in (diagfmt.open(text), diagfmt.open(text).views()):
            live = diagfmt.mallocdbg.Live()
            for event in reader:
                live.add(event)
            self.assertEqual((live.use.live_bytes, live.use.peak_bytes, live.use.n_ops), (66, 150, 4))
            self.assertEqual([(b.ptr, b.bytes) for b in live.blocks()], [(0x2000, 50), (0x3000, 16)])
            self.assertEqual([(s.key, s.live_bytes) for s in live.shares("thread")], [(1, 50), (2, 16)])
        with self.assertRaisesRegex(diagfmt.ArgumentError, "not a mallocdbg.op body"):
            live.add(diagfmt.records.MallocdbgMap(start_address=0x1000, end_address=0x3000, file_offset=0, name="libc.so"))
        with self.assertRaisesRegex(diagfmt.ArgumentError, "the map ends before it starts"):
            diagfmt.mallocdbg.Maps().add(diagfmt.records.MallocdbgMap(start_address=0x3000, end_address=0x1000))

    def test_tables(self):
        text = b"1: malloc 0x1000 100\n2: free 0x1000\n"
        self.assertIn("mallocdbg.op", diagfmt.table_names())
        self.assertEqual(diagfmt.table_names("apport"),
                         ["apport.field", "apport.report", "apport.signature", "apport.frame", "apport.triage_finding", "apport.segv"])
        self.assertRaisesRegex(ValueError, "'tar' is not one of apport", diagfmt.table_names, "tar")
        table = diagfmt.table(io.BytesIO(text), "mallocdbg.op", columns=["op"], batch_rows=1)
        for _ in range(2):  # each time anew; nobody takes these
            self.assertIn("arrow_array_stream", repr(table.__arrow_c_stream__()))
        self.assertIn("arrow_schema", repr(table.__arrow_c_schema__()))
        del table
        diagfmt._arrow.sweep()
        self.assertEqual((diagfmt._arrow.capsules, diagfmt._arrow.sources), ([], []))
        with self.assertRaisesRegex(diagfmt.ArgumentError, "no table 'mallocdbg.ops'; tables of mallocdbg: .* op,"):
            diagfmt.table(text, "mallocdbg.ops")
        with self.assertRaisesRegex(diagfmt.ArgumentError, "no column 'tid'; its columns: op, thread_id"):
            diagfmt.table(text, "mallocdbg.op", columns=["tid"])
        self.assertRaises(TypeError, diagfmt.table, text, "mallocdbg.op", columns="op")
        self.assertRaises(FileNotFoundError, list, diagfmt.open("/nonexistent"))

    def test_index(self):
        calls = [b for b in bodies(TRACE) if b.type_name == "apitrace.call"]
        index = diagfmt.apitrace.Index(TRACE)
        self.assertEqual(index.stat("calls"), len(calls))
        numbers = [e.body.number for e in index.open("call", 5) if e.type == "apitrace.call"]
        self.assertEqual(numbers, list(range(5, len(calls))))
        self.assertRaises(diagfmt.ArgumentError, index.open, "call", 10**9)

    def test_nothing_is_kept(self):
        """A reader over a Python file goes when nobody holds it."""
        file = io.BytesIO(REPORT.read_bytes())
        reader = diagfmt.open(file)
        next(reader)
        gone = weakref.ref(reader)
        del reader
        gc.collect()
        self.assertIsNone(gone())

    def test_doctests(self):
        others = {"_fleet", "dask", "spark"}  # need packages of others: test/ecosystem
        try:
            diagfmt.sql("SELECT 1")
        except ImportError:
            others.add("_sql")  # no extension
        try:
            importlib.import_module("diagfmt.ops")
        except ImportError:
            others |= {"_catalogue", "_kinds", "_named", "_ops", "_share", "ops", "ops_records"}  # no libdiagfmt-ops
        names = [m.name for m in pkgutil.iter_modules(diagfmt.__path__) if m.name not in others]
        for name in ["diagfmt", *("diagfmt." + name for name in names)]:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)

    def test_readme(self):
        """Its program runs, on a report with a core."""
        program = re.search(r"```python\n(.*?)^```", (PACKAGE / "README.md").read_text(), re.M | re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            with diagfmt.Writer(folder + "/report.crash", "apport") as writer:
                writer.put("apport.field", key="ProblemType", text="Crash")
                with writer.begin("apport.field", key="CoreDump", encoding="base64") as value:
                    value.write(b"core" * 1000)
            done = subprocess.run([sys.executable, "-B", "-c", program], cwd=folder, check=True, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": str(PACKAGE)})
            self.assertEqual(pathlib.Path(folder, "core").read_bytes(), b"core" * 1000)
            self.assertEqual(bodies(folder + "/out.crash")[0].text, "Crash")
        self.assertIn("apport.field ApportField(", done.stdout)

    def test_package(self):
        """The backend's wheel is the same each time, and works; pip takes it without an index where there is pip."""
        sys.path.insert(0, str(PACKAGE / "_backend"))
        backend = importlib.import_module("backend")
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder) / backend.build_wheel(folder)
            first = wheel.read_bytes()
            self.assertIn("diagfmt/records.pyi", zipfile.ZipFile(wheel).namelist())
            backend.build_wheel(folder)
            self.assertEqual(wheel.read_bytes(), first)
            code = f"import sys; sys.path.insert(0, {str(wheel)!r}); import diagfmt; print(diagfmt.__file__)"
            done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=folder,
                                  env={**os.environ, "DIAGFMT_LIBRARY": diagfmt._library.library._name})
            self.assertTrue(done.stdout.startswith(str(wheel)))
            backend.build_sdist(folder)
            if subprocess.run([sys.executable, "-m", "pip", "--version"], check=False, capture_output=True).returncode == 0:
                os.environ.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_ROOT_USER_ACTION="ignore")
                subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-cache-dir",
                                "--target", folder + "/installed", *pathlib.Path(folder).glob("*.tar.gz")], check=True)
                installed = pathlib.Path(folder) / "installed" / "diagfmt"
                self.assertTrue((installed / "py.typed").exists())
                self.assertTrue((installed / "ops_records.pyi").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
