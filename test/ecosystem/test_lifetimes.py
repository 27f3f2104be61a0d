#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Batches in the hands of consumers: released in any order, by other threads, after all that they came from is gone;
and values that samples have not: long lists, many words, text that is not UTF-8.
"""
import gc
import pathlib
import random
import resource
import sys
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import duckdb  # noqa: E402
import polars  # noqa: E402
import pyarrow  # noqa: E402

import diagfmt  # noqa: E402
from diagfmt import ops  # noqa: E402
from consumers import CONSUMERS  # noqa: E402

OPS = b"".join(b"%d: malloc 0x%x %d\n" % (i % 7, 4096 * i + 4096, i) for i in range(5000))
SUM = sum(range(5000))


def in_threads(jobs):
    """Runs each in a thread of its own; the first exception is raised."""
    failed = []

    def guard(job):
        try:
            job()
        except BaseException as e:
            failed.append(e)

    threads = [threading.Thread(target=guard, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def heap_dump():
    """A dump with lists of more than 2,048 elements in a batch, of numbers and of structs with text in them."""
    lines = ["Android Native Heap Dump v1.2\n", "\n", "Build fingerprint: ''\n", "\n", "Total memory: 65536000\n",
             "Allocation records: 500\n", "Backtrace size: 16\n", "\n"]
    for i in range(500):
        pcs = range(4096 + i, 4112 + i)
        lines.append("z 0  sz %8d  num %4d  bt %s\n" % (131072, 1, " ".join("%x" % pc for pc in pcs)))
        lines.append("  bt_info " + " ".join('{"libc.so" %x "f%d" %x}' % (pc, i, i) for pc in pcs) + "\n")
    return "".join(lines + ["MAPS\n", "END\n"]).encode()


class Lifetimes(unittest.TestCase):
    def test_any_order_from_any_thread(self):
        for seed in range(8):
            order = random.Random(seed)
            with diagfmt.scan(OPS, ["mallocdbg.op"], batch_rows=7) as scan:
                batches = [batch for _, batch in scan]
            taken = [pyarrow.record_batch(batch) for batch in batches for _ in range(2)]
            taken += [batch.column(order.randrange(batch.num_columns)) for batch in taken[::3]]
            taken += [batch.slice(2, 3) for batch in taken[::5]]
            taken += [polars.DataFrame(batch) for batch in batches[::4]] + batches
            del batches, scan
            order.shuffle(taken)
            parts = [taken[i::4] for i in range(4)]
            del taken
            in_threads([part.clear for part in parts])
        gc.collect()

    def test_in_use_by_many_threads(self):
        kept = diagfmt.scan(OPS, ["mallocdbg.op"], batch_rows=100).read()["mallocdbg.op"]

        def look():
            for _ in range(10):
                self.assertEqual(pyarrow.table(kept)["bytes"].to_pylist(), list(range(5000)))
                self.assertEqual(polars.DataFrame(kept)["bytes"].sum(), SUM)
                self.assertEqual(sum(row["bytes"] for row in kept), SUM)

        in_threads([look] * 4)
        shown = duckdb.sql("SELECT sum(bytes) FROM kept")
        self.assertEqual(shown.fetchall(), [(SUM,)])

    def test_after_all_is_gone(self):
        table = diagfmt.table(OPS, "mallocdbg.op", batch_rows=7)
        read, frame = pyarrow.table(table), polars.DataFrame(table)
        stream = pyarrow.RecordBatchReader.from_stream(table)
        first = next(stream)
        del table, stream
        gc.collect()
        self.assertEqual((read["bytes"].to_pylist()[-1], frame["bytes"].sum(), len(first)), (4999, SUM, 7))
        batch = next(diagfmt.scan(OPS, ["mallocdbg.op"]))[1]
        column = pyarrow.record_batch(batch)["op_word"]
        del batch
        gc.collect()
        self.assertEqual(set(column.to_pylist()), {"malloc"})

    def test_errors_do_not_leak(self):
        bad = OPS[:1000] + b"what is this\n" + OPS
        for _ in range(50):
            self.assertRaises((pyarrow.ArrowException, OSError), pyarrow.table, diagfmt.table(bad, "mallocdbg.op"))
            self.assertRaises(Exception, polars.DataFrame, diagfmt.table(bad, "mallocdbg.op"))
            self.assertRaises((pyarrow.ArrowException, OSError), pyarrow.table,
                              diagfmt.table(OPS, "mallocdbg.op", progress=lambda *at: 1 // 0))

    def test_memory_is_freed(self):
        def use():
            kept = diagfmt.scan(OPS * 4, ["mallocdbg.op"]).read()["mallocdbg.op"]
            pyarrow.table(kept)
            polars.DataFrame(kept)
            pyarrow.table(diagfmt.table(OPS, "mallocdbg.op"))

        for _ in range(20):
            use()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(200):
            use()
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 32 << 10)  # KiB


class Values(unittest.TestCase):
    def check(self, source, name, wanted, **options):
        """wanted: rows of some columns."""
        for consumer, consume in CONSUMERS.items():
            for rows in (7, 0):
                found = consume(diagfmt.table(source, name, batch_rows=rows, columns=list(wanted[0]), **options))
                self.assertEqual([{column: row[column] for column in wanted[0]} for row in found], wanted, consumer)

    def test_long_lists(self):
        dump = heap_dump()
        wanted = [{"pcs": event.body.pcs, "frames": [frame_as_row(frame) for frame in event.body.frames]}
                  for event in diagfmt.open(dump) if event.type == "mallocdbg.alloc"]
        self.assertEqual(sum(len(row["pcs"]) for row in wanted), 8000)
        self.assertEqual(sum(len(row["frames"]) for row in wanted), 8000)
        self.check(dump, "mallocdbg.alloc", wanted)

    def test_nulls(self):
        ops = b"1: malloc 0x1000 100\n2: free 0x1000\n" * 3000
        self.check(ops, "mallocdbg.op", [{"bytes": 100, "old_ptr": None}, {"bytes": None, "old_ptr": None}] * 3000)

    def test_large_numbers(self):
        ops = b"".join(b"1: malloc 0x%x 100\n" % ((1 << 64) - 1 - i) for i in range(100))
        self.check(ops, "mallocdbg.op", [{"ptr": (1 << 64) - 1 - i} for i in range(100)])

    def test_duckdb_takes_rows(self):
        """It asks for a stream several times: of rows that rewind, and of such that are read as they are asked for."""
        report = b"ProblemType: Crash\nA: x\n"
        for make in (lambda: ops.top(OPS), lambda: ops.verify(OPS + b"what\n"), lambda: ops.compare(heap_dump(), heap_dump()),
                     lambda: ops.entries(report), lambda: ops.search(report, "."), lambda: diagfmt.rows(OPS, "mallocdbg.op")):
            found, n = make(), len(list(make()))
            shown = duckdb.sql("SELECT * FROM found")
            self.assertEqual([len(shown.fetchall()), len(shown.fetchall())], [n, n])
            self.assertEqual(duckdb.sql("SELECT count(*) FROM found").fetchall(), [(n,)])

    def test_many_words(self):
        report = b"ProblemType: Crash\n" + b"".join(b"Key%d: word %d\n" % (i, i) for i in range(100000))
        for rows in (0, 1000):
            found = diagfmt.table(report, "apport.field", columns=["key", "text"], batch_rows=rows)
            self.assertEqual(polars.DataFrame(found)["text"].n_unique(), 100001)
            self.assertEqual(duckdb.sql("SELECT count(DISTINCT key), count(DISTINCT text) FROM found").fetchall(),
                             [(100001, 100001)])
            self.assertEqual(pyarrow.table(found)["key"].to_pylist()[1:], ["Key%d" % i for i in range(100000)])

    def test_text_that_is_not_utf8(self):
        report = b"ProblemType: Crash\n" + b"Bad: a\xff\xe2\x82z\nNul: a\0b\nGood: \xe2\x82\xac\n" * 1000
        for consumer, consume in CONSUMERS.items():
            for options, wanted in (({}, ["a\ufffd\ufffdz", "a\0b", "\u20ac"]),
                                    ({"exact": True}, [b"a\xff\xe2\x82z", b"a\0b", b"\xe2\x82\xac"])):
                found = consume(diagfmt.table(report, "apport.field", columns=["text"], batch_rows=7, **options))
                self.assertEqual([row["text"] for row in found][1:], wanted * 1000, consumer)

    def test_conditions(self):
        table = diagfmt.table(OPS, "mallocdbg.op", where={"bytes": (">=", 4000), "thread_id": [1, 2]})
        wanted = [row["bytes"] for row in diagfmt.table(OPS, "mallocdbg.op") if row["bytes"] >= 4000 and
                  row["thread_id"] in (1, 2)]
        for consume in CONSUMERS.values():
            self.assertEqual([row["bytes"] for row in consume(table)], wanted)


def frame_as_row(frame):
    """As a struct in a list: all members, absent ones as None."""
    return {name: getattr(frame, name) for name in type(frame)._shape.members}


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
