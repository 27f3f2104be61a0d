#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Operations in Python: rows, options, progress, what stops on the way.

    test_ops.py SAMPLES [unittest's arguments]
"""
import contextlib
import doctest
import gc
import gzip
import inspect
import io
import json
import os
import pathlib
import pickle
import runpy
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SAMPLES = pathlib.Path(sys.argv[1])
HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent.parent.parent / "test" / "python")]

import arrow_values  # noqa: E402
import diagfmt  # noqa: E402
from diagfmt import _arrow, _catalogue, _named, _share, ops, ops_records  # noqa: E402

PROFILE, SMALL = (SAMPLES / "simpleperf" / (name + ".simpleperf") for name in ("demo_small", "typical"))
OPS = b"7: malloc 0x5000 24\n8: malloc 0x6000 40\n8: malloc 0x7000 40\n"
BIG = b"".join(b"7: malloc 0x%x 24\n" % (4096 + i * 32) for i in range(20000))


def sizes(rows):
    return [(row.block_bytes, row.total_count) for row in rows]


class Share(unittest.TestCase):
    REPORT = b"Account {name=chatty_jo, type=x}\nSSID: \"home\"\n"
    KEY = b"a key of sixteen bytes or more"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_account(self):
        account = diagfmt.share(self.REPORT, self.folder / "out.txt", key=self.KEY)
        self.assertNotIn(b"chatty_jo", (self.folder / "out.txt").read_bytes())
        self.assertEqual((account.values, account.places, account.left_out, account.kept), (2, 2, [], []))
        self.assertEqual([(r.value_class, r.carrier, r.spelling, r.how, r.count) for r in account.replaced],
                         [("ssid", "text", "plain", "place", 1), ("account", "text", "plain", "learned", 1)])
        self.assertEqual([(d.value_class, d.values, d.why) for d in account.doubtful], [("ssid", 1, "short")])
        self.assertFalse(account.complete)
        self.assertEqual(json.loads(account.to_json())["places"], 2)
        self.assertNotRegex(account.to_json(), "chatty|home")

    def test_explained(self):
        account = diagfmt.share(self.REPORT, self.folder / "out.txt", explain=["chatty_jo", "nobody"], names=["n*body"])
        self.assertEqual([(e.value, e.outcome, e.value_class, e.how, e.rule, e.places) for e in account.explained],
                         [(0, "replaced", "account", "place", "~ Account%s{name=%v,%stype=", 1),
                          (1, "not_told", None, None, None, 0)])
        self.assertEqual(account.unmatched, [0])

    def test_second_scan(self):
        report = b'SSID: "Pusteblume"\n/data/xPusteblumeX\n'
        account = diagfmt.share(report, self.folder / "out.txt")
        self.assertEqual([(d.value_class, d.values, d.why, d.input, d.place, d.line) for d in account.doubtful],
                         [("ssid", 1, "inside", 0, "", 2)])

    def test_several_have_one_key(self):
        sharer = diagfmt.Sharer()
        sharer.add(self.REPORT)
        for name in "a", "b":
            sharer.add(b"to chatty_jo\n", self.folder / name)
        sharer.run()
        texts = {(self.folder / name).read_bytes() for name in ("a", "b")}
        self.assertEqual(len(texts), 1)
        self.assertTrue(texts.pop().startswith(b"to <account:"))

    def test_review_is_private(self):
        review = self.folder / "review.txt"
        diagfmt.share(self.REPORT, io.BytesIO(), review=review)
        self.assertEqual(review.stat().st_mode & 0o777, 0o600)
        self.assertIn("[-chatty_jo-]{+<account:", review.read_text())
        with self.assertRaises(FileExistsError):
            diagfmt.share(self.REPORT, self.folder / "out.txt", review=review)
        self.assertFalse((self.folder / "out.txt").exists())

    def test_nothing_is_written_of_what_is_refused(self):
        out = self.folder / "out"
        sharer = diagfmt.Sharer()
        sharer.add(self.REPORT, out)
        sharer.add(PROFILE, self.folder / "profile")
        with self.assertRaises(diagfmt.UnsupportedError):
            sharer.run()
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_check_finds_what_is_left(self):
        with ops.Share(self.REPORT, key=self.KEY) as operation:
            out = operation.write()
            operation.check(out)
            with self.assertRaises(diagfmt.FormatError):
                operation.check(b"to chatty_jo\n")

    def test_options(self):
        for options in {"keep": ["pictures"]}, {"classes": ["+x"]}, {"key": b"short"}:
            with self.subTest(options), self.assertRaises(diagfmt.ArgumentError):
                diagfmt.share(self.REPORT, io.BytesIO(), **options)


class Elements(unittest.TestCase):
    """Structs in lists, whose presence bits may come first."""

    def test_frames(self):
        head = b"E/malloc_debug( 7): "
        text = b"".join(head + line + b"\n" for line in (b"+++ app leaked block of size 8 at 0x1000 (leak 1 of 1)",
                                                        b"Backtrace at time of allocation:",
                                                        b"          #00  pc 00001000  /a.so (f+4)"))
        frame = next(iter(ops.leaks(text))).frames[0]
        self.assertEqual((frame.function, frame.function_offset, frame.file, frame.pc), ("f", 4, "/a.so", None))


class Kinds(unittest.TestCase):
    """What is made of the library's descriptions."""

    def test_all_are_there(self):
        for kind in _catalogue.kinds():
            name = kind.about.name
            cls, function = getattr(ops, name.capitalize()), getattr(ops, name)
            self.assertEqual((cls.kind, cls.__name__), (name, name.capitalize()))
            self.assertTrue(callable(function))
            for part in kind.parts:
                self.assertIn(part.name, getattr(cls, part.part + "s"))
                self.assertIn(f": {part.help}\n", cls.__doc__)
            for word, option in kind.options.items():
                self.assertIn(f"    {word}: {option.help.decode()}", cls.__doc__)

    def test_names(self):
        """Star imports hide nothing of Python's; what is asked for by name is there."""
        scope = {}
        exec("from diagfmt.ops import *", scope)
        self.assertLessEqual({"Operation", "Heap", "heap", "top", "flame", "Listing", "entries", "Extraction"}, scope.keys())
        self.assertNotIn("list", scope)
        self.assertEqual(len(list(ops.list(OPS))), len(list(ops.entries(OPS))))

    def test_signatures(self):
        heap = inspect.signature(ops.heap).parameters
        self.assertEqual([name for name in heap if name in ("inputs", "progress", "by", "threads", "scratch", "keys")],
                         ["inputs", "progress", "by", "threads", "scratch"])
        self.assertEqual((heap["by"].kind, heap["by"].default), (inspect.Parameter.KEYWORD_ONLY, "usual"))
        self.assertEqual(inspect.signature(ops.Text).parameters["call_numbers"].default, True)
        self.assertEqual(list(inspect.signature(ops.convert).parameters)[:2], ["inputs", "target"])
        borrowed = inspect.signature(ops.Compare).parameters
        self.assertLessEqual({"n_before", "purpose", "names"}, borrowed.keys())

    def test_own_options_come_first(self):
        found = ops.heap(OPS, threads="8", by="thread")
        self.assertEqual([row.thread_id for row in found], [8])
        with self.assertRaises(TypeError):
            ops.heap(OPS, keys="x")

    def test_answers(self):
        heap = ops.Heap(OPS).run()
        self.assertEqual([heap.answer(name).name for name in ("live", "use")], ["live", "use"])
        self.assertEqual(list(heap.rows("use")), list(heap.answer("use")))
        with self.assertRaisesRegex(ValueError, "teapot"):
            heap.answer("teapot")
        for call in (lambda: heap.answer("chains"), heap.write, lambda: heap.output(io.BytesIO()),
                     lambda: heap.merge(ops.Heap(OPS).run()), lambda: heap.check(OPS)):
            self.assertRaises(diagfmt.UnsupportedError, call)

    def test_outputs(self):
        """Of each input, and one for all; they are complete when run() is done."""
        with tempfile.TemporaryDirectory() as folder, \
                ops.Share([b"a jane@example.org\n", b"b jane@example.org\n"], key=Share.KEY) as operation:
            review, path = io.BytesIO(), pathlib.Path(folder, "out")
            operation.output(path, "output", 1)
            operation.output(review, "review")
            self.assertFalse(path.exists())
            operation.run()
            self.assertRegex(path.read_bytes(), b"^b <email:")
            self.assertEqual(review.getvalue().count(b"[-jane@example.org-]"), 2)
            with self.assertRaises(diagfmt.StateError):
                operation.output(io.BytesIO())

    def test_remarks(self):
        told = []
        ops.text(OPS + b"what\n", recover="all", remarks=lambda which, what: told.append((which, what.line)))
        self.assertEqual(told, [(0, 4)])

        def fail(which, what):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            ops.text(OPS + b"what\n", recover="all", remarks=fail)

    def test_limit_of_an_output(self):
        """After the limit is raised, run() goes on, and completes what write() began."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "out")
            operation = ops.Text(OPS + b"7: malloc 0x5000" + b" " * 5000 + b"24\n", max_record=4096)
            with self.assertRaises(diagfmt.LimitError) as caught:
                operation.write(path)
            self.assertFalse(path.exists())
            operation.limit(caught.exception.option, 1 << 16)
            operation.run()
            self.assertEqual(path.read_bytes(), OPS + OPS[:19] + b"\n")


class Diff(unittest.TestCase):
    CHANGED = OPS.replace(b"24", b"25").replace(b"0x7000", b"0x7100")

    def test_differences(self):
        found = ops.diff(OPS, self.CHANGED)
        self.assertEqual((found.facts.n_differences, found.facts.complete, found.facts.equal), (1, False, False))
        rows = list(ops.diff(OPS, self.CHANGED, max=10))
        self.assertIsInstance(rows[0], ops_records.DiffRow)
        self.assertEqual([(row.change, row.record, row.member, row.before, row.after) for row in rows], [
            ("changed", "malloc", "bytes", "24", "25"), ("changed", "malloc", "ptr", "0x7000", "0x7100")])
        self.assertEqual(len(list(ops.diff(OPS, self.CHANGED, max=10, ignore_pointers=True))), 1)
        self.assertTrue(ops.diff(OPS, self.CHANGED, ignore=["mal*"]).facts.equal)

    def test_nothing_differs_from_itself(self):
        for path in sorted(SAMPLES.glob("*/demo*")):
            try:
                facts = ops.diff(path, path, damaged="accept").facts
            except diagfmt.UnsupportedError:  # a whole that ends early
                continue
            self.assertEqual(facts.n_differences, 0, path)

    def test_damage(self):
        damaged = OPS[:20] + b"what\n" + OPS[20:]
        with self.assertRaises(diagfmt.FormatError) as raised:
            ops.diff(damaged, self.CHANGED, max=10)
        self.assertEqual(raised.exception.line, 2)
        found = ops.diff(damaged, self.CHANGED, max=10, damaged="accept")
        self.assertTrue(found.facts.partial)
        self.assertEqual([row.member for row in found], ["bytes"])
        with self.assertRaises(diagfmt.UnsupportedError):
            ops.diff(OPS, SAMPLES / "mallocdbg" / "v12.txt")

    def test_growth(self):
        before, after = (SAMPLES / "mallocdbg" / name for name in ("v12.txt", "v12_info.txt"))
        found = ops.diff(before, after)
        self.assertEqual(found.facts.frames_by, "offsets")
        rows = list(found)
        self.assertEqual(len(rows), found.facts.n_differences)
        self.assertEqual([row.bytes_delta for row in rows], sorted((row.bytes_delta for row in rows), reverse=True))
        self.assertEqual(rows, list(ops.growth(ops.Heap(before).run(), ops.Heap(after).run())))


class Extract(unittest.TestCase):
    def files(self, given, **options):
        with tempfile.TemporaryDirectory() as folder:
            found = ops.extract(given, pathlib.Path(folder) / "new", **options)
            paths = sorted(p for p in pathlib.Path(folder, "new").rglob("*") if p.is_file())
            self.assertEqual((found.facts.n_files, found.facts.bytes), (len(paths), sum(p.stat().st_size for p in paths)))
            return {str(p.relative_to(pathlib.Path(folder) / "new")): p.read_bytes() for p in paths}, list(found)

    def test_report(self):
        files, rows = self.files(b"ProblemType: Crash\nA: 1\nA: 2\n.x: y\nB: 3\n", drop=["B"])
        self.assertEqual(files, {"ProblemType": b"Crash", "A": b"1"})
        self.assertIsInstance(rows[0], ops_records.ExtractProblem)
        self.assertEqual([(row.what, row.key) for row in rows], [("repeated", "A"), ("unsafe", ".x")])

    def test_holes(self):
        report = SAMPLES / "apport" / "demo_segv.crash"
        self.assertEqual(self.files(report, sparse="auto"), self.files(report, sparse="never"))

    def test_sections(self):
        report = SAMPLES / "bugreport" / "report.zip"
        whole, _ = self.files(report)
        parts, _ = self.files(report, sections=True)
        self.assertEqual(whole, {k: v for k, v in parts.items() if not k.startswith(("sections/", "services/"))})
        self.assertGreater(len(parts), len(whole))

    def test_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(diagfmt.UnsupportedError):
            ops.extract(OPS, folder)


class Values(unittest.TestCase):
    REPORT = b"ProblemType: Crash\nA: 1\nA: 2\n"

    def test_which(self):
        self.assertEqual([ops.value(self.REPORT, "A", which=w) for w in ("first", "last", "all")], [b"1", b"2", b"12"])
        with self.assertRaises(KeyError):
            ops.value(self.REPORT, "B")

    def test_json(self):
        lines = ops.text(self.REPORT, form="json").splitlines()
        self.assertEqual([json.loads(x)["key"] for x in lines], ["ProblemType", "A", "A"])


class Top(unittest.TestCase):
    def test_functions(self):
        found = ops.top(PROFILE)
        facts, rows = found.facts, list(found)
        self.assertGreater(len(rows), 10)
        self.assertIsInstance(rows[0], ops_records.ProfileRow)
        self.assertEqual(sum(row.self for row in rows), facts.total)
        self.assertEqual(sum(row.self_count for row in rows), facts.count)
        self.assertEqual(rows, sorted(rows, key=lambda row: -row.self))
        self.assertEqual([column.role for column in found.columns if column.name == "self_share"], ["share"])
        self.assertEqual(pickle.loads(pickle.dumps(rows[0])), rows[0])

    def test_all_forms_say_the_same(self):
        rows = ops.top(PROFILE).to_dicts()
        self.assertEqual(ops.top(PROFILE).to_csv().count("\n"), len(rows) + 1)
        self.assertEqual(ops.top(PROFILE).to_json().count("\n"), len(rows))
        batches = list(arrow_values.read(ops.top(PROFILE)))
        arrow = [row for batch in batches for row in batch]
        self.assertEqual([{k: v for k, v in row.items() if v is not None} for row in arrow], rows)
        self.assertIn(" samples\n", ops.top(PROFILE).to_table())

    def test_documents(self):
        lines = ops.folded(PROFILE).decode().splitlines()
        self.assertEqual(sum(int(line.rpartition(" ")[2]) for line in lines), ops.top(PROFILE).facts.total)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "out.svg"
            self.assertIsNone(ops.flame(PROFILE, path, cpu="any"))
            self.assertIn(b"<svg", path.read_bytes())

    def test_compare_flame(self):
        same = ops.compare_flame(PROFILE, PROFILE)
        self.assertNotIn(b'fill="rgb(245,4', same)
        with self.assertRaises(diagfmt.ArgumentError):
            ops.compare_flame(PROFILE, PROFILE.parent.parent / "mallocdbg" / "v12.txt")

    def test_example(self):
        """Three lines, of which the last one prints."""
        said = io.StringIO()
        with unittest.mock.patch.object(sys, "argv", ["x", str(PROFILE), str(PROFILE)]), contextlib.redirect_stdout(said):
            runpy.run_path(str(HERE.parents[2] / "examples" / "merge_top.py"))
        self.assertEqual(said.getvalue(), ops.top([PROFILE, PROFILE]).to_table(max_rows=10))

    def test_merge(self):
        both = ops.Profile([], purpose="folded")
        for _ in range(2):
            both.merge(ops.Profile(PROFILE, purpose="folded").run())
        self.assertEqual(both.write(None, "folded"), ops.folded([PROFILE, PROFILE]))
        with self.assertRaises(diagfmt.UnsupportedError):
            both.merge(ops.Profile(PROFILE).run())

    def test_viewers(self):
        shown = json.loads(ops.firefox(PROFILE))
        self.assertEqual(sum(thread["samples"]["length"] for thread in shown["threads"]),
                         ops.top(PROFILE, group="event").facts.count)
        texts = shown["shared"]["stringArray"]
        packed = gzip.decompress(ops.pprof(PROFILE)) if "nanopb" not in os.environ.get("DFMT_LACKS", "") else None
        for function in shown["shared"]["funcTable"]["name"] if packed else []:
            self.assertIn(texts[function].encode(), packed)
        with self.assertRaises(diagfmt.UnsupportedError):
            ops.Profile(PROFILE, keep="stacks").run().write(None, "firefox")

    def test_look(self):
        """Of a document, or of all documents of an operation."""
        profile = ops.Profile(PROFILE, purpose="flame", flame_title="one").run()
        self.assertIn(b">one<", profile.write())
        self.assertIn(b">two<", profile.write(flame_title="two"))

    def test_options(self):
        self.assertEqual(sizes(ops.top(OPS)), [(40, 2), (24, 1)])
        by_thread = ops.top(PROFILE, group=["thread"])
        self.assertTrue(all(row.thread_id is not None for row in by_thread))
        with self.assertRaises(ValueError):
            ops.top(OPS, keep="teapots")
        with self.assertRaises(ValueError):
            ops.top(OPS, keep=77)
        with self.assertRaises(TypeError):
            ops.top(OPS, teapot=1)
        self.assertEqual(len(ops.top(OPS, max_memory=1 << 24).to_dicts()), 2)

    def test_several_inputs(self):
        self.assertEqual(sizes(ops.top([OPS, OPS, io.BytesIO(OPS)])), [(40, 6), (24, 3)])

    def test_compare(self):
        found = ops.compare(PROFILE, PROFILE)
        self.assertEqual({row.delta for row in found}, {0.0})
        self.assertEqual(found.facts.n_before, 1)
        self.assertEqual([row.is_after for row in ops.Compare([PROFILE] * 3, n_before=2).run().answer("runs")],
                         [False, False, True])
        for sides in ([], PROFILE), (PROFILE, []):
            self.assertRaises(diagfmt.ArgumentError, ops.compare, *sides)
        self.assertRaises(ValueError, ops.compare, PROFILE, PROFILE, by="teapot")

    def test_triage(self):
        head = b"=" * 56 + b"\n== dumpstate: 2025-01-01 00:00:10\n" + b"=" * 56 + b"\n\n"
        panic = head + b"------ LAST KMSG (x) ------\nKernel panic - not syncing: x\n"
        found = ops.triage([panic, head, b"ProblemType: Crash\nSignal: 11\n"], known="kernel|panic|x")
        rows = [(row.input, row.rank, row.kind, row.severity, row.known) for row in found]
        self.assertEqual(rows, [(0, 1, "kernel_crash", 100, True), (2, 2, "native_crash", 75, False)])
        [row] = ops.triage([panic, head, panic])
        self.assertEqual((row.count, [(f.input, f.count) for f in row.files]), (2, [(0, 1), (2, 1)]))
        self.assertEqual([(row.input, row.rank) for row in ops.triage([panic, head, panic], each=True)], [(0, 1), (2, 1)])
        [row] = diagfmt.triage(panic)
        self.assertEqual([(e.section, e.line, e.entry) for e in row.evidence], [("LAST KMSG", 6, None)])
        self.assertEqual(list(diagfmt.triage(head)), [])

    def test_rules(self):
        head = b"=" * 56 + b"\n== dumpstate: 2025-01-01 00:00:10\n" + b"=" * 56 + b"\n\n"
        panic = head + b"------ LAST KMSG (x) ------\nKernel panic - not syncing: x\nCall trace:\n a+0x1/0x2\n b+0x1/0x2\n"
        for rules, signature in ((), "a|b"), ("kernel.skip a", "b"), (["kernel.skip a*", "-kernel.skip a"], "b"), ("-* *", "a|b"):
            found = diagfmt.triage(panic, rules=rules)
            self.assertEqual([row.signature for row in found], ["kernel|panic|x|" + signature])
            self.assertEqual(found.facts.rules is None, not rules)
            self.assertEqual([row["signature"] for row in diagfmt.table(panic, "kernel_crash", rules=rules)],
                             ["kernel|panic|x|" + signature])
        self.assertIsNone(diagfmt.triage(panic, rules=["-* *", diagfmt.triage_rules()]).facts.rules)
        self.assertIn("\nnative.top abort\n", diagfmt.triage_rules())
        wrong = r"rules, line 2: expected a list and a pattern; lists are native.top .*, found 'kernel.skop a'"
        with self.assertRaisesRegex(diagfmt.ArgumentError, wrong):
            diagfmt.triage(panic, rules="# one\nkernel.skop a")
        with self.assertRaisesRegex(diagfmt.ArgumentError, wrong):
            list(diagfmt.table(panic, "kernel_crash", rules="# one\nkernel.skop a"))

    def test_verify(self):
        found = ops.verify([OPS, OPS + b"what\n"])
        self.assertEqual([(row.input, row.line) for row in found], [(1, 4)])
        self.assertTrue(found.next_set())
        self.assertEqual([row.verdict for row in found], ["sound", "problems"])
        self.assertFalse(found.next_set())

    def test_examples(self):
        for module in ops, _named, _share:
            self.assertEqual(doctest.testmod(module).failed, 0)


class Text(unittest.TestCase):
    def test_where_it_goes(self):
        said = ops.text(PROFILE)
        self.assertTrue(said.startswith(b"magic: SIMPLEPERF\nversion: 1\n"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "out.txt"
            self.assertIsNone(ops.text(PROFILE, path))
            self.assertEqual(path.read_bytes(), said)
        file = io.BytesIO()
        self.assertIsNone(ops.text([PROFILE, PROFILE], file, form="dump"))
        self.assertEqual(file.getvalue(), 2 * said)

    def test_the_tool_says_the_same(self):
        tool = os.environ.get("DFMT_TOOL")
        if not tool:
            self.skipTest("no tool")
        for path, options, args in (("simpleperf/demo_small.simpleperf", {"form": "perf-script"}, ["--native=perf-script"]),
                                    ("apitrace/values.trace", {"verbose": True, "honest": True}, ["--native", "-v", "--honest"]),
                                    ("apitrace/values.trace", {"calls": "0-3,7"}, ["--native", "--calls=0-3,7"]),
                                    ("mallocdbg/v12_info.txt", {}, ["--native"])):
            done = subprocess.run([tool, "dump", *args, SAMPLES / path], capture_output=True, check=True)
            self.assertEqual(ops.text(SAMPLES / path, **options), done.stdout, path)
            self.assertTrue(done.stdout)

    def test_damage(self):
        with self.assertRaises(diagfmt.FormatError) as caught:
            ops.text(OPS + b"what\n")
        self.assertEqual(caught.exception.line, 4)
        self.assertEqual(ops.text([OPS + b"what\n", OPS], damaged="accept"), 2 * OPS)
        self.assertEqual(ops.text([OPS + b"what\n" + OPS], recover="all"), 2 * OPS)

    def test_refusals(self):
        with self.assertRaisesRegex(diagfmt.UnsupportedError, "apport has no text form of its own"):
            ops.text(b"ProblemType: Crash\n")
        with self.assertRaisesRegex(diagfmt.ArgumentError, "threads: a range that ends before it begins in '3-2'"):
            ops.text(OPS, threads="3-2")
        with self.assertRaises(ValueError):
            ops.text(OPS, form="teapot")

    def test_files_that_fail(self):
        class Bad(io.RawIOBase):
            def writable(self):
                return True

            def write(self, data):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            ops.text(OPS, Bad(), damaged="accept")


REPORT = b"ProblemType: Crash\nB: 2\nA: 1\n"


class Writing(unittest.TestCase):
    """convert(), redact(), repair(): the same bytes as the tool, or nothing."""

    def test_all_say_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            for call, path in ((ops.convert, PROFILE), (ops.repair, SAMPLES / "bugreport" / "cut.zip")):
                target = os.path.join(folder, "out")
                self.assertIsNone(call(path, target))
                whole = pathlib.Path(target).read_bytes()
                self.assertEqual(call(path), whole)
                with io.BytesIO() as file:
                    call(path, file)
                    self.assertEqual(file.getvalue(), whole)

    def test_options(self):
        self.assertEqual(ops.convert(REPORT, sort=True), b"ProblemType: Crash\nA: 1\nB: 2\n")
        self.assertEqual(ops.convert(REPORT, keys=["A", "P*"]), b"ProblemType: Crash\nA: 1\n")
        self.assertNotEqual(ops.redact(PROFILE, None, ["*libc*"]), ops.convert(PROFILE))
        with self.assertRaises(diagfmt.UnsupportedError):
            ops.convert(REPORT, variant="v12")

    def test_several(self):
        both = ops.convert([PROFILE, PROFILE])
        self.assertEqual(ops.top(both).facts.count, 2 * ops.top(PROFILE).facts.count)
        with self.assertRaises(diagfmt.UnsupportedError):
            ops.convert([REPORT, REPORT])

    def test_damage(self):
        damaged = b"ProblemType: Crash\njunk\nA: 1\n"
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "out")
            with self.assertRaises(diagfmt.FormatError):
                ops.convert(damaged, target)
            self.assertFalse(os.path.exists(target))
        self.assertEqual(ops.convert(damaged, damaged="accept"), b"ProblemType: Crash\n")
        repair = ops.Repair(damaged)
        self.assertEqual(repair.write(), b"ProblemType: Crash\nA: 1\n")
        self.assertEqual([(row.n_read, row.n_written) for row in repair.rows()], [(2, 2)])

    def test_target_fails(self):
        class Full(io.RawIOBase):
            def write(self, data):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            ops.convert(REPORT, Full())


class Runs(unittest.TestCase):
    def test_states(self):
        operation = ops.Profile([])
        for call in (operation.run, operation.rows, operation.accept, operation.drop):
            self.assertRaises(diagfmt.StateError, call)
        operation.close()
        self.assertRaises(diagfmt.StaleError, operation.run)
        self.assertIn("closed", repr(operation))

    def test_cancelled_and_gone_on(self):
        expected, calls = sizes(ops.top(BIG)), []
        ops.top(BIG, progress=lambda *told: calls.append(told))
        self.assertGreater(len(calls), 10)
        for stop in (0, 1, len(calls) // 2):
            left = [stop]

            def tell(which, done, total):
                left[0] -= 1
                return left[0] >= -1 and left[0] != -1  # once

            operation = ops.Profile(BIG, progress=tell)
            with self.assertRaises(diagfmt.CancelledError):
                operation.run()
            operation._progress = None
            self.assertEqual(sizes(operation.run().rows()), expected)

    def test_exceptions_of_progress(self):
        told = []

        def tell(which, done, total):
            told.append(which)
            if len(told) == 3:
                raise KeyboardInterrupt

        operation = ops.Profile([OPS, BIG], progress=tell)
        with self.assertRaises(KeyboardInterrupt):
            operation.run()
        self.assertEqual(sizes(operation.run().rows()), [(24, 20001), (40, 2)])

    @unittest.skipUnless(hasattr(signal, "SIGINT"), "no signals")
    def test_interrupt(self):
        """Without a progress function, too."""
        program = ("import os, signal, sys, threading; sys.path.insert(0, sys.argv[1]); from diagfmt import ops\n"
                   "data = b''.join(b'7: malloc 0x%x 24\\n' % i for i in range(4096, 300000))\n"
                   "signal.signal(signal.SIGINT, signal.default_int_handler)  # who began the tests may ignore it\n"
                   "timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))\n"
                   "try:\n    timer.start()\n    while True: ops.top(data)\n"
                   "except KeyboardInterrupt: print('interrupted')\n")
        done = subprocess.run([sys.executable, "-B", "-c", program, str(HERE.parent.parent)], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.stdout, "interrupted\n", done.stderr)

    def test_damage(self):
        with self.assertRaises(diagfmt.FormatError) as caught:
            ops.top([OPS, OPS + b"what\n"])
        self.assertEqual(caught.exception.line, 4)
        self.assertEqual(sizes(ops.top([OPS, OPS + b"what\n"], damaged="accept")), [(40, 4), (24, 2)])
        self.assertEqual(sizes(ops.top([OPS, OPS + b"what\n"], damaged="drop")), [(40, 2), (24, 1)])
        operation = ops.Profile([OPS, "/nowhere/x"])
        with self.assertRaises(FileNotFoundError) as caught:
            operation.run()
        self.assertEqual((operation.input, caught.exception.filename), (1, "/nowhere/x"))
        operation.drop()
        self.assertEqual(operation.run().rows().facts.n_dropped, 1)

    def test_files_that_fail(self):
        class Bad(io.RawIOBase):
            def readable(self):
                return True

            def read(self, size=-1):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            ops.top([Bad()])

    def test_lifetimes(self):
        """Rows keep their operation; streams keep it, too, wherever they go."""
        rows = ops.top(OPS)
        gc.collect()
        self.assertEqual(sizes(rows), [(40, 2), (24, 1)])
        stream = ops.top(OPS).__arrow_c_stream__()
        gc.collect()
        del stream
        gc.collect()
        _arrow.sweep()
        self.assertEqual(_arrow.sources, [])

    #: every kind of rows, made of what can be read again
    EVERY = {
        "top": lambda: ops.top(SMALL), "stacks": lambda: ops.Profile(SMALL, keep="stacks").run().rows("stacks"),
        "leaks": lambda: ops.leaks(OPS),
        "compare": lambda: ops.compare(SMALL, SMALL), "diff": lambda: ops.diff(OPS, OPS + OPS[:20], max=10),
        "growth": lambda: ops.growth(*(ops.Heap(SAMPLES / "mallocdbg" / name).run() for name in ("v12.txt", "v12_info.txt"))),
        "triage": lambda: ops.triage(b"ProblemType: Crash\nSignal: 11\n"), "verify": lambda: ops.verify(OPS + b"what\n"),
        "info": lambda: ops.info(SMALL), "entries": lambda: ops.entries(SAMPLES / "apport" / "gzip_plain.crash"),
        "search": lambda: ops.search(b"ProblemType: Crash\nA: x\n", "[a-z]"), "rows": lambda: diagfmt.rows(OPS, "mallocdbg.op"),
    }

    def test_taken_twice(self):
        """As DuckDB does: one stream for the schema, then others for all rows, one after the other."""
        for name, make in self.EVERY.items():
            with self.subTest(name):
                wanted, found = list(arrow_values.read(make())), make()
                found.__arrow_c_stream__()
                for _ in range(3):
                    self.assertEqual(list(arrow_values.read(found)), wanted)
                self.assertTrue(wanted)

    def test_taken_twice_of_a_set(self):
        wanted = ops.info(PROFILE)
        self.assertTrue(wanted.next_set() and wanted.next_set())
        found = ops.info(PROFILE)
        found.next_set(), found.next_set()
        batches = list(arrow_values.read(wanted))
        self.assertEqual([list(arrow_values.read(found)) for _ in range(2)], [batches, batches])

    def test_taken_once(self):
        """What comes once, or was read in part, is not given in part."""
        for what, found in (("these rows come once", diagfmt.rows(io.BytesIO(OPS), "mallocdbg.op")),
                            ("some rows were read before", ops.top(PROFILE))):
            if what.startswith("some"):
                next(found)
            self.assertTrue(list(arrow_values.read(found)))
            with self.assertRaisesRegex(ValueError, what):
                list(arrow_values.read(found))

    def test_taken_by_two(self):
        """A second one that begins before the first has ended is refused: rows of both would be mixed."""
        found = ops.top(PROFILE)
        first = arrow_values.read(found)
        next(first)
        with self.assertRaisesRegex(ValueError, "another consumer reads the rows"):
            list(arrow_values.read(found))
        self.assertEqual(list(first), [])

    def test_any_order_of_garbage(self):
        """Rows, their streams and operations in one circle."""
        for make in self.EVERY.values():
            for take in (lambda found: None, lambda found: found.__arrow_c_stream__()):
                circle = [make()]
                circle += [take(circle[0]), circle]
                del circle
                gc.collect()
        operation = ops.Profile(PROFILE).run()
        found = operation.rows()
        operation.close()
        self.assertTrue(list(found))

    def test_without_the_library(self):
        env = {**os.environ, "DIAGFMT_OPS_LIBRARY": "/nowhere/lib.so"}
        program = ("import sys; sys.path.insert(0, sys.argv[1]); import diagfmt\n"
                   "try: import diagfmt.ops\nexcept ImportError as e: print(e)")
        done = subprocess.run([sys.executable, "-B", "-c", program, str(HERE.parent.parent)], capture_output=True,
                              text=True, env=env, check=False)
        self.assertRegex(done.stdout, "^cannot load /nowhere/lib.so: .*DIAGFMT_OPS_LIBRARY", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
