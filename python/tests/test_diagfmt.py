#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package: reading, writing, payloads, columns, callbacks, errors, and what must refuse.

    test_diagfmt.py SAMPLES [unittest's arguments]
"""
import doctest
import gc
import importlib
import io
import json
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile
import unittest
import weakref
import zlib

SAMPLES = pathlib.Path(sys.argv[1])
PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))

import diagfmt  # noqa: E402

REPORT = SAMPLES / "apport" / "demo_segv.crash"
TRACE = SAMPLES / "apitrace" / ("demo_teapot.trace" if diagfmt.features()["snappy"] else "demo_teapot.gz.trace")
PROFILE = SAMPLES / "simpleperf" / "typical.simpleperf"
HEAPS = SAMPLES / "mallocdbg"


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
        for path in (REPORT, TRACE, PROFILE, *sorted(HEAPS.glob("*.txt"))[:40]):
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
            if isinstance(value, str) and value.startswith("0x") and isinstance(mine, int):
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
        self.assertEqual(set(diagfmt.formats()), {"apport", "apitrace", "simpleperf", "mallocdbg", "bugreport"})
        self.assertEqual(diagfmt.library_version()[:2], (0, 1))


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
        reader = diagfmt.open(b"ProblemType: Crash\nText: " + b"x" * 5000 + b"\n", format="apport", max_record=4096,
                              max_inline=100000)
        keys = []
        for _ in range(3):
            try:
                keys += [event.body.key for event in reader]
            except diagfmt.LimitError as e:
                self.assertEqual(e.option, "max_record")
                reader.limit(e.option, max(e.needed, 8192))
        self.assertEqual(keys, ["ProblemType", "Text"])

    def test_files(self):
        with self.assertRaises(diagfmt.ReadWriteError) as caught:
            bodies("/nonexistent/file")
        self.assertIsInstance(caught.exception, OSError)
        with self.assertRaises(diagfmt.UnsupportedError):
            bodies(b"nothing of the kind")

    def test_options(self):
        for wrong, error in (({"nothing": 1}, TypeError), ({"apitrace_form": "nothing"}, ValueError),
                             ({"max_record": 0}, ValueError), ({"format": "nothing"}, ValueError)):
            self.assertRaises(error, diagfmt.open, b"", **wrong)
        self.assertEqual(bodies(REPORT, **{"apport.keys": ["Signal"]})[0].key, "Signal")

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
        sig = diagfmt.records.ApitraceSig(kind="function", id=0, name="f", members=["a", "b"], values=None)
        enum = diagfmt.records.ApitraceSig(kind="enum", id=0, members=["ONE", "TWO"], values=[1, 2])
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
    def test_columns(self):
        samples = [b for b in bodies(PROFILE) if b.type_name == "simpleperf.sample"]
        rows = 0
        reader = diagfmt.open(PROFILE)
        for columns in reader.columns("simpleperf.sample", 2):
            self.assertLessEqual(len(columns), 2)
            for i in range(len(columns)):
                self.assertEqual(columns.time_ns[i], samples[rows + i].time_ns)
                n = columns.first_frame[i + 1] - columns.first_frame[i]
                self.assertEqual(n, len(samples[rows + i].frames))
            self.assertTrue(columns.time_ns.readonly)
            rows += len(columns)
        self.assertEqual(rows, len(samples))
        self.assertRaises(diagfmt.StaleError, lambda: columns.time_ns)
        with self.assertRaises(diagfmt.UnsupportedError):
            list(diagfmt.open(REPORT).columns("apport.field"))

    def test_columns_in_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        samples = [b for b in bodies(PROFILE) if b.type_name == "simpleperf.sample"]
        reader = diagfmt.open(PROFILE)
        columns = next(reader.columns("simpleperf.sample"))
        times = numpy.asarray(columns.time_ns)
        self.assertEqual(times.ctypes.data, numpy.asarray(columns.time_ns).ctypes.data, "it was copied")
        self.assertEqual(times.tolist(), [s.time_ns or 0 for s in samples][: len(times)])
        frames = numpy.frombuffer(columns.frames, columns.dtype("frames"))
        self.assertEqual(frames["vaddr"].tolist(), [f.vaddr for s in samples[: len(times)] for f in s.frames])

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

    def test_live(self):
        text = b"1: malloc 0x1000 100\n1: malloc 0x2000 50\n2: free 0x1000\n2: calloc 0x3000 2 8\n"
        for reader in (diagfmt.open(text), diagfmt.open(text).views()):
            live = diagfmt.mallocdbg.Live()
            for event in reader:
                live.add(event)
            self.assertEqual((live.use.live_bytes, live.use.peak_bytes, live.use.n_ops), (66, 150, 4))
            self.assertEqual([(b.ptr, b.bytes) for b in live.blocks()], [(0x2000, 50), (0x3000, 16)])
            self.assertEqual([(s.key, s.live_bytes) for s in live.shares("thread")], [(1, 50), (2, 16)])
        with self.assertRaisesRegex(diagfmt.ArgumentError, "not an operation"):
            live.add(diagfmt.records.MallocdbgMap(start=0x1000, end=0x3000, offset=0, name="libc.so"))
        with self.assertRaisesRegex(diagfmt.ArgumentError, "the map ends before it starts"):
            diagfmt.mallocdbg.Maps().add(diagfmt.records.MallocdbgMap(start=0x3000, end=0x1000))

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
        for name in ["diagfmt", *("diagfmt." + m.name for m in pkgutil.iter_modules(diagfmt.__path__))]:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)

    def test_stubs_are_those_of_the_library(self):
        done = subprocess.run([sys.executable, "-B", PACKAGE / "make_stubs.py", "--check"], check=False)
        self.assertEqual(done.returncode, 0)

    def test_types(self):
        if subprocess.run([sys.executable, "-c", "import mypy"], check=False, capture_output=True).returncode:
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", cache], cwd=PACKAGE, check=False,
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_package(self):
        """The backend's wheel is the same each time, and works; pip takes it without an index where there is pip."""
        sys.path.insert(0, str(PACKAGE / "_backend"))
        backend = importlib.import_module("backend")
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder) / backend.build_wheel(folder)
            first = wheel.read_bytes()
            backend.build_wheel(folder)
            self.assertEqual(wheel.read_bytes(), first)
            code = f"import sys; sys.path.insert(0, {str(wheel)!r}); import diagfmt; print(diagfmt.__file__)"
            done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=folder)
            self.assertTrue(done.stdout.startswith(str(wheel)))
            backend.build_sdist(folder)
            if subprocess.run([sys.executable, "-m", "pip", "--version"], check=False, capture_output=True).returncode == 0:
                os.environ.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_ROOT_USER_ACTION="ignore")
                subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-cache-dir",
                                "--target", folder + "/installed", *pathlib.Path(folder).glob("*.tar.gz")], check=True)
                self.assertTrue((pathlib.Path(folder) / "installed" / "diagfmt" / "py.typed").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
