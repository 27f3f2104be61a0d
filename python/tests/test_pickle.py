#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Events, records, values and errors in copies and in other processes.

    test_pickle.py SAMPLES [unittest's arguments]
"""
import copy
import multiprocessing
import pathlib
import pickle
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import diagfmt  # noqa: E402

OPS = b"7: malloc 0x5000 24\n7: free 0x5000\n"


def first_files(samples):
    """Some of each format, damaged ones among them."""
    for folder in sorted(pathlib.Path(samples).iterdir()):
        yield from sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size < 65536)[::5]


def readable(path):
    """Its events, up to an error."""
    events = []
    try:
        events += diagfmt.open(path, recover=True)
    except diagfmt.Error:
        pass
    return events


def look(events):
    """In another process: what it sees, and the events themselves back."""
    same = all(type(event.body) is getattr(diagfmt.records, type(event.body).__name__) for event in events)
    return same, [event.type for event in events], [event.body.to_dict() for event in events[:3]], events


def fail(path):
    return list(diagfmt.open(path))


def as_seen(event):
    return event.type, event.offset, event.length, event.recovered, event.has_payload, event.body


class Copies(unittest.TestCase):
    def test_every_type(self):
        seen = set()
        for path in first_files(SAMPLES):
            for event in readable(path):
                if event.type in seen:
                    continue
                seen.add(event.type)
                for made in (pickle.loads(pickle.dumps(event)), pickle.loads(pickle.dumps(event, 0)), copy.deepcopy(event)):
                    self.assertEqual(as_seen(made), as_seen(event))
                    self.assertIs(type(made.body), type(event.body))
                    self.assertIsNot(made.body, event.body)
                self.assertIs(copy.copy(event).body, event.body)
                self.assertIs(event.own(), event)
        self.assertGreater(len(seen), 25, seen)

    def test_borrowed_ones_become_owned(self):
        for path in list(first_files(SAMPLES))[::3]:
            try:
                for view in diagfmt.open(path).views():
                    made = pickle.loads(pickle.dumps(view))
                    self.assertIs(type(made), diagfmt.Event)
                    self.assertEqual(as_seen(made), as_seen(view.own()))
                    self.assertEqual(copy.deepcopy(view).body, made.body)
                    self.assertEqual(pickle.loads(pickle.dumps(view.body)), made.body)
            except diagfmt.Error:
                pass

    def test_what_belongs_to_the_reader(self):
        reader = diagfmt.open(OPS)
        views = reader.views()
        view = next(views)
        made = pickle.loads(pickle.dumps(view))
        for use in (lambda: made.raw, lambda: made.payload, made.refresh, made.json):
            self.assertRaises(diagfmt.StaleError, use)
        next(views)
        self.assertRaises(diagfmt.StaleError, pickle.dumps, view)
        self.assertEqual(pickle.loads(pickle.dumps(made)).body.bytes, 24)

    def test_what_is_shared_stays_shared(self):
        calls = [event for path in sorted((SAMPLES / "apitrace").glob("*.trace")) for event in readable(path)
                 if event.type == "apitrace.call" and event.body.sig][:50]
        made = pickle.loads(pickle.dumps(calls))
        self.assertEqual([as_seen(a) for a in made], [as_seen(b) for b in calls])
        self.assertEqual(len({id(event.body.sig) for event in made}), len({id(event.body.sig) for event in calls}))

    def test_deep_trees(self):
        tree = diagfmt.Value.of(1)
        for number in range(20000):
            tree = diagfmt.Value.of([tree, number, "text", b"bytes", []])
        self.assertEqual(pickle.loads(pickle.dumps(tree)), tree)
        self.assertEqual(copy.deepcopy(tree), tree)

    def test_errors(self):
        for source, options in ((b"ProblemType: Crash\nno colon\n", {"format": "apport"}), ("/nonexistent", {}),
                                (b"7: malloc 0x5000" + b" " * 5000 + b"24\n", {"max_record": 4096})):
            with self.assertRaises(diagfmt.Error) as caught:
                list(diagfmt.open(source, **options))
            made = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(made), str(made), made.__dict__),
                             (type(caught.exception), str(caught.exception), caught.exception.__dict__))

    def test_a_later_library(self):
        with self.assertRaisesRegex(ValueError, "no type is called 'later.type'"):
            diagfmt.reader.restore("later.type", 0, 0, 0, None)
        with self.assertRaisesRegex(TypeError, "apport.field has no member later"):
            diagfmt.records.ApportField(later=1)


class Processes(unittest.TestCase):
    def test_there_and_back(self):
        files = list(first_files(SAMPLES))[::4]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            for path in files:
                events = readable(path)
                same, types, members, back = pool.apply(look, (events,))
                self.assertTrue(same)
                self.assertEqual(types, [event.type for event in events])
                self.assertEqual(members, [event.body.to_dict() for event in events[:3]])
                self.assertEqual([as_seen(event) for event in back], [as_seen(event) for event in events])
            self.assertRaisesRegex(diagfmt.NotFoundError, "/nonexistent: cannot open", pool.apply, fail, ("/nonexistent",))


if __name__ == "__main__":
    SAMPLES = pathlib.Path(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
