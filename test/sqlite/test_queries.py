#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Statements over tables of files: comparisons, joins, arguments, errors, and how often files are read.

usage: test_queries.py EXTENSION SAMPLES
"""
import itertools
import json
import pathlib
import sqlite3
import sys
import tempfile
import unittest

from expected import connect, diagfmt, function, rows
from opens import Opens

EXTENSION, SAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
REPORT = str(SAMPLES / "bugreport" / "report.zip")
TEXT = str(SAMPLES / "bugreport" / "report.txt")
CUT = str(SAMPLES / "bugreport" / "cut.txt")
PROFILE = str(SAMPLES / "simpleperf" / "typical.simpleperf")
HEAP = str(SAMPLES / "mallocdbg" / "v12.txt")
OPERATIONS = str(SAMPLES / "mallocdbg" / "ops.txt")
TRACE = str(SAMPLES / "apitrace" / "values.trace")

OPERATORS = "=", "<>", "<", "<=", ">", ">="


class Sql(unittest.TestCase):
    def setUp(self):
        self.db = connect(EXTENSION)

    def tearDown(self):
        self.db.close()

    def all(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def fails(self, sql, *values):
        with self.assertRaises(sqlite3.Error) as caught:
            self.all(sql, *values)
        return str(caught.exception)


class Comparisons(Sql):
    """Each with rows of a table of SQLite's own, which has the same values and types."""

    def copy(self, table, path):
        name = "copy_" + table
        columns = [(row[1], row[2]) for row in self.all("SELECT * FROM pragma_table_xinfo(?)", table) if not row[6]]
        self.db.execute("CREATE TABLE %s(%s)" % (name, ", ".join('"%s" %s' % pair for pair in columns)))
        self.db.execute("INSERT INTO %s SELECT * FROM %s(?)" % (name, table), [path])
        return name, [column for column, _ in columns]

    def values(self, copy, column):
        found = [row[0] for row in self.all('SELECT DISTINCT "%s" FROM %s LIMIT 3' % (column, copy))]
        return [*found, 5, -1, 2.5, "5", "", "x\ufffd", b"a", None]

    def compare(self, table, copy, path, condition, *values):
        call = "%s('%s')" % (table, path)
        want = self.all("SELECT count(*), group_concat(r) FROM (SELECT rowid AS r FROM %s WHERE %s)" % (copy, condition),
                        *values)
        got = self.all("SELECT count(*), group_concat(r) FROM (SELECT rowid AS r FROM %s WHERE %s)" % (call, condition),
                       *values)
        self.assertEqual([row[0] for row in got], [row[0] for row in want], (table, condition, values))

    def test_all(self):
        tables = {"bugreport_log": REPORT, "bugreport_section": TEXT, "simpleperf_sample": PROFILE,
                  "mallocdbg_alloc": HEAP, "mallocdbg_op": OPERATIONS, "apitrace_call": TRACE, "bugreport_entry": REPORT}
        for table, path in tables.items():
            copy, columns = self.copy(table, path)
            for column in columns:
                for op, value in itertools.product(OPERATORS, self.values(copy, column)):
                    self.compare(table, copy, path, '"%s" %s ?' % (column, op), value)
                    literal = self.all("SELECT quote(?)", value)[0][0]
                    self.compare(table, copy, path, '"%s" %s %s' % (column, op, literal))
                    self.compare(table, copy, path, '"%s" COLLATE NOCASE %s %s' % (column, op, literal))
                some = self.values(copy, column)
                marks = ", ".join("?" * len(some))
                self.compare(table, copy, path, '"%s" IN (%s)' % (column, marks), *some)
                self.compare(table, copy, path, '"%s" IN (%s) AND "%s" > ?' % (column, marks, column), *some, 1)
                self.compare(table, copy, path, '"%s" IN (1, 2, NULL)' % column)

    def test_or(self):
        call = "bugreport_log('%s')" % REPORT
        want = [r for r in self.all("SELECT priority, tag FROM " + call) if r[0] == 7 or r[1] == "x"]
        self.assertEqual(sorted(self.all("SELECT priority, tag FROM %s WHERE priority = 7 OR tag = 'x'" % call)),
                         sorted(want))
        self.assertGreater(len(want), 1)

    def test_late(self):
        """A member that is known after the value has been read."""
        path = str(SAMPLES / "apport" / "gzip_plain.crash")
        sizes = self.all("SELECT key, decoded_size FROM apport_field(?)", path)
        for key, size in sizes:
            self.assertIn((key,), self.all("SELECT key FROM apport_field(?) WHERE decoded_size = ?", path, size))


class Joins(Sql):
    def big(self, folder, n):
        """A bug report with n lines of a log."""
        path = pathlib.Path(folder) / "big.txt"
        lines = "".join("03-17 08:15:%02d.%03d  1000  %d %s tag%d: line %d\n" % (
            i // 1000 % 60, i % 1000, 1000 + i % 7, "VDIWEF"[i % 6], i % 50, i) for i in range(n))
        head = pathlib.Path(TEXT).read_bytes().split(b"------ ", 1)[0]
        path.write_bytes(head + b"------ SYSTEM LOG (logcat -v threadtime -d *:v) ------\n"
                         b"--------- beginning of main\n" + lines.encode())
        return str(path)

    def check(self, sql, path, want, most):
        with Opens(path) as opens:
            self.assertEqual(self.all(sql), want)
        self.assertTrue(1 <= opens.count <= most, "opened %d times: %s" % (opens.count, sql))

    def test_opens(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.big(folder, 400)
            log = "bugreport_log('%s')" % path
            self.check("SELECT count(*) FROM %s WHERE message LIKE 'line %%'" % log, path, [(400,)], 1)
            self.db.execute("CREATE TABLE t(tag TEXT, n INTEGER)")
            self.db.executemany("INSERT INTO t VALUES(?, ?)", [("tag%d" % (i % 50), 1000 + i % 7) for i in range(401)])
            each = 401 // 50 * 8
            self.check("SELECT count(*) FROM t CROSS JOIN %s l ON l.tag = t.tag" % log, path, [(401 * 8,)], 2)
            self.check("SELECT count(*) FROM t CROSS JOIN %s l ON l.message <> t.tag WHERE l.thread_id IS NOT NULL" % log,
                       path, [(401 * 400,)], 2)
            self.check("SELECT count(*) FROM t WHERE EXISTS(SELECT 1 FROM %s l WHERE l.tag = t.tag)" % log, path, [(401,)],
                       2)
            self.check("SELECT sum((SELECT count(*) FROM %s l WHERE l.thread_id = t.n AND l.tag = t.tag)) FROM t" % log,
                       path, [(self.matches(),)], 2)
            self.check("SELECT count(*) FROM %s a JOIN %s b USING(tag) WHERE a.tag IS NOT NULL" % (log, log), path,
                       [(400 * 8,)], 3)
            self.assertGreater(each, 0)
            self.assertEqual(self.all("SELECT count(*) FROM t WHERE tag IN (SELECT tag FROM %s)" % log), [(401,)])

    @staticmethod
    def matches():
        lines = [(1000 + i % 7, i % 50) for i in range(400)]
        return sum(lines.count((1000 + i % 7, i % 50)) for i in range(401))

    def test_again(self):
        """A statement that is run again sees the file as it is then."""
        with tempfile.TemporaryDirectory() as folder:
            path = self.big(folder, 10)
            sql = "SELECT count(*) FROM (VALUES(1), (2), (3)) CROSS JOIN bugreport_log('%s') WHERE tag IS NOT NULL" % path
            self.assertEqual(self.all(sql), [(30,)])
            self.big(folder, 20)
            self.assertEqual(self.all(sql), [(60,)])

    def test_types(self):
        """What is looked up in a copy compares as SQLite compares it."""
        self.db.execute("CREATE TABLE t(a, b INTEGER, c TEXT)")
        values = [r[0] for r in self.all("SELECT tag FROM bugreport_log(?)", REPORT)] + [512, "512", 512.0, "x", None, b"x"]
        for v in values:
            self.db.execute("INSERT INTO t VALUES(?, ?, ?)", [v, v, v])
        self.db.execute("CREATE TABLE l(process_id INTEGER, tag TEXT)")
        self.db.execute("INSERT INTO l SELECT process_id, tag FROM bugreport_log(?)", [REPORT])
        for mine, other in itertools.product(("process_id", "tag"), "abc"):
            sql = "SELECT count(*), count(DISTINCT typeof(t.a)) FROM t CROSS JOIN %s l ON l.%s = t.%s"
            self.assertEqual(self.all(sql % ("bugreport_log('%s')" % REPORT, mine, other)), self.all(sql % ("l", mine, other)),
                             (mine, other))

    def test_files_from_a_table(self):
        self.db.execute("CREATE TABLE f(path)")
        self.db.executemany("INSERT INTO f VALUES(?)", [(REPORT,), (TEXT,), (None,)])
        got = dict(self.all("SELECT path, count(*) FROM bugreport_section(f.path), f GROUP BY 1"))
        self.assertEqual(got, {p: self.all("SELECT count(*) FROM bugreport_section(?)", p)[0][0] for p in (REPORT, TEXT)})

    def test_damage_in_a_copy(self):
        path = str(SAMPLES / "bugreport" / "bad_data.zip")
        message = self.fails("SELECT sum(payload_size) FROM (VALUES(1), (2)) CROSS JOIN bugreport_entry('%s')" % path)
        self.assertIn(path, message)
        self.assertIn("offset 0x", message)


class Arguments(Sql):
    def test_member(self):
        """A member that is called like an argument has another name, which is filtered by the library, too."""
        path = str(SAMPLES / "bugreport" / "crashes.txt")
        call = "bugreport_log_event('%s')" % path
        want = [("Main.java", 12, path)]
        self.assertEqual(self.all("SELECT file_, file_line, file FROM %s WHERE file_ IS NOT NULL" % call), want)
        self.assertEqual(self.all("SELECT file_, file_line, file FROM bugreport_log_event WHERE file = ? AND file_ = ?",
                                  path, "Main.java"), want)
        self.assertEqual(self.all("SELECT file_ FROM %s WHERE file_ = 'Other.java'" % call), [])

    def test_payload(self):
        with diagfmt.open(REPORT) as reader:
            want = [e.payload.read() if e.has_payload else None for e in reader if e.type == "bugreport.entry"]
        got = self.all("SELECT payload, payload_size FROM bugreport_entry(?, 'fail', 'bytes')", REPORT)
        self.assertTrue(any(want))
        self.assertEqual(got, [(value, None if value is None else len(value)) for value in want])
        text = self.all("SELECT payload FROM bugreport_entry(?)", REPORT)
        self.assertEqual([t for t, in text], [v if v is None else v.decode("utf-8", "replace") for v in want])
        self.assertEqual(self.all("SELECT payload_size FROM bugreport_entry(?)", REPORT), [(size,) for _, size in got])

    def test_envelope(self):
        with diagfmt.open(TEXT) as reader:
            want = [(e.offset, e.length) for e in reader if e.type == "bugreport.section"]
        self.assertEqual(self.all("SELECT event_offset, event_length FROM bugreport_section(?)", TEXT), want)
        self.assertEqual(self.all("SELECT DISTINCT event_recovered FROM bugreport_section(?)", TEXT), [(0,)])

    def test_arguments_as_columns(self):
        got = self.all("SELECT DISTINCT file, on_error, payload_as FROM bugreport_section(?, 'recover', 'bytes')", TEXT)
        self.assertEqual(got, [(TEXT, "recover", "bytes")])
        self.assertEqual(self.all("SELECT count(*) FROM bugreport_section WHERE file = ?", TEXT),
                         self.all("SELECT count(*) FROM bugreport_section(?)", TEXT))
        both = self.all("SELECT count(*) FROM bugreport_section WHERE file IN (?, ?)", TEXT, REPORT)
        self.assertEqual(both[0][0], sum(self.all("SELECT count(*) FROM bugreport_section(?)", p)[0][0]
                                         for p in (TEXT, REPORT)))

    def test_refused(self):
        self.assertIn("name it", self.fails("SELECT * FROM bugreport_log"))
        self.assertIn("'fail' or 'recover'", self.fails("SELECT * FROM bugreport_log(?, 'maybe')", REPORT))
        self.assertIn("No such file", self.fails("SELECT * FROM bugreport_log('/nowhere')"))
        message = self.fails("SELECT * FROM bugreport_log(?)", HEAP)
        self.assertIn("tables of mallocdbg: header, alloc, ", message)
        self.assertEqual(self.all("SELECT * FROM bugreport_log(NULL)"), [])

    def test_addresses(self):
        with diagfmt.open(OPERATIONS) as reader:
            want = [e.body.ptr for e in reader if e.type == "mallocdbg.op"]
        got = [ptr for ptr, in self.all("SELECT ptr FROM mallocdbg_op(?)", OPERATIONS)]
        self.assertEqual(got, ["%016x" % ptr for ptr in want])
        middle = sorted(got)[len(got) // 2]
        self.assertEqual(self.all("SELECT count(*) FROM mallocdbg_op(?) WHERE ptr <= ?", OPERATIONS, middle),
                         [(sum(ptr <= int(middle, 16) for ptr in want),)])

    def test_untrusted(self):
        """Not for a view that a database brings with it."""
        self.db.execute("CREATE VIEW v AS SELECT * FROM bugreport_log('%s')" % REPORT)
        self.assertIn("unsafe", self.fails("SELECT * FROM v"))
        self.db.execute("CREATE TEMP VIEW w AS SELECT * FROM bugreport_log('%s')" % REPORT)
        self.assertTrue(self.all("SELECT * FROM w"))


class Damage(Sql):
    def test_rows_before(self):
        for name in "bad_data.zip", "cut.zip", "cut.txt":
            path = str(SAMPLES / "bugreport" / name)
            for table in "bugreport.entry", "bugreport.section":
                got, error = rows(self.db, "SELECT * FROM %s(?)" % function(table), path)
                recovered, good = rows(self.db, "SELECT * FROM %s(?, 'recover')" % function(table), path)
                self.assertIsNone(good)
                self.assertGreaterEqual(len(recovered), len(got))
                self.assertEqual(recovered[:len(got)], got)

    def test_diagnostics(self):
        for name in "bad_data.zip", "no_directory.zip":
            path = str(SAMPLES / "bugreport" / name)
            with diagfmt.open(path, recover=True) as reader:
                want = sum(e.type == "diagnostic" for e in reader)
            self.assertEqual(self.all("SELECT count(*) FROM diagnostic(?, 'recover')", path), [(want,)])

    def test_said_for_the_connection(self):
        path = str(SAMPLES / "bugreport" / "bad_data.zip")
        self.assertEqual(self.all("SELECT diagfmt_error('status'), diagfmt_error('what')"), [(0, None)])
        self.fails("SELECT count(payload) FROM bugreport_entry(?)", path)
        with self.assertRaises(diagfmt.Error) as caught:
            list(diagfmt.table(path, "bugreport.entry", payload="text"))
        names = "status", "number", "offset", "line", "needed"
        got = self.all("SELECT " + ", ".join("diagfmt_error('%s')" % name for name in names))
        self.assertEqual(got, [tuple(getattr(caught.exception, name) for name in names)])
        want = self.all("SELECT count(payload) FROM bugreport_entry(?, 'recover')", path)
        self.all("SELECT diagfmt_on_error('recover')")
        self.assertEqual(self.all("SELECT count(payload) FROM bugreport_entry(?)", path), want)
        self.fails("SELECT count(payload) FROM bugreport_entry(?, 'fail')", path)
        self.all("SELECT diagfmt_on_error('fail')")
        self.fails("SELECT count(payload) FROM bugreport_entry(?)", path)
        for wrong in "'skip'", "NULL", "1":
            self.assertIn("'fail' or 'recover'", self.fails("SELECT diagfmt_on_error(%s)" % wrong))

    def test_interrupt(self):
        """SQLite asks the handler between its steps; the copy of a table looks between batches."""
        calls = []
        self.db.set_progress_handler(lambda: calls.append(1) or len(calls) > 3, 50)
        self.assertIn("interrupt", self.fails(
            "SELECT count(*) FROM bugreport_log('%s') a, bugreport_log('%s') b, bugreport_log('%s') c" % ((REPORT,) * 3)))


class Attached(Sql):
    def names(self):
        return {name for name, in self.all("SELECT name FROM sqlite_temp_master")}

    def test_one(self):
        self.assertEqual(self.all("SELECT diagfmt_attach(?)", REPORT), [("bugreport",)])
        self.assertLessEqual({"log", "bugreport_log", "section", "diagnostic"}, self.names())
        self.assertNotIn("alloc", self.names())
        self.assertEqual(self.all("SELECT * FROM log"), self.all("SELECT * FROM bugreport_log(?)", REPORT))
        self.assertEqual(self.all("SELECT payload FROM entry"), self.all("SELECT payload FROM bugreport_entry(?)", REPORT))
        self.assertEqual(self.all("SELECT DISTINCT file FROM log"), [(REPORT,)])
        self.assertEqual(self.all("SELECT count(*) FROM section(?)", TEXT),
                         self.all("SELECT count(*) FROM bugreport_section(?)", TEXT))

    def test_many(self):
        self.all("SELECT diagfmt_attach(?)", REPORT)
        self.all("SELECT diagfmt_attach(?, ?)", TEXT, HEAP)
        with connect(EXTENSION) as other:
            want = [(path, *row) for path in (REPORT, TEXT)
                    for row in other.execute("SELECT * FROM bugreport_section('%s')" % path)]
        self.assertEqual(self.all("SELECT * FROM section"), want)
        self.assertEqual(self.all("SELECT * FROM alloc"), self.all("SELECT * FROM mallocdbg_alloc(?)", HEAP))
        self.assertEqual([row[0] for row in self.all("SELECT DISTINCT _file FROM section")], [REPORT, TEXT])
        self.assertNotIn("header", self.names(), "two formats have one")
        self.assertIn("bugreport_header", self.names())

    def test_joined(self):
        self.all("SELECT diagfmt_attach(?, ?)", REPORT, TEXT)
        want = sum(self.all("SELECT count(*) FROM bugreport_log(?) a JOIN bugreport_log(?) b USING(tag)", p, q)[0][0]
                   for p in (REPORT, TEXT) for q in (REPORT, TEXT))
        self.assertEqual(self.all("SELECT count(*) FROM log a JOIN log b USING(tag)"), [(want,)])

    def test_refused(self):
        self.assertIn("no known format begins with", self.fails("SELECT diagfmt_attach(?)", __file__))
        self.assertIn("No such file", self.fails("SELECT diagfmt_attach('/nowhere')"))
        self.assertIn("datatype mismatch", self.fails("SELECT diagfmt_attach(NULL)"))
        self.all("SELECT diagfmt_attach()")
        self.assertEqual(self.names(), set())

    def test_lists(self):
        """More files than SQLite takes arguments, each attached by a call of its own; some cannot be read."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, "%04d.crash" % i) for i in range(2500)]
            for i, path in enumerate(paths):
                path.write_bytes(b"Uname: 1\nnone\n" if i == 9 else b"" if i == 1234 else b"ProblemType: Crash\n")
            paths.append(pathlib.Path(folder, "nowhere"))
            self.db.execute("CREATE TABLE given AS SELECT value AS path FROM json_each(?)",
                            [json.dumps([str(path) for path in paths])])
            self.assertIn("is empty", self.fails("SELECT diagfmt_attach(path) FROM given"))
            self.db.close()
            self.db = connect(EXTENSION)
            self.assertIn("is empty", self.fails("SELECT diagfmt_on_error('recover'), diagfmt_attach(?)", str(paths[1234])))
            found = [self.all("SELECT diagfmt_attach(?)", str(path))[0][0] for path in paths]
            self.assertEqual(found.count("apport"), 2499)
            self.assertEqual([found[1234], found[2500]], [None, None])
            self.assertEqual(self.all("SELECT count(*), count(DISTINCT _file) FROM report"), [(2499, 2499)])
            self.db.execute("CREATE VIRTUAL TABLE temp.mine USING apport_field(*)")
            self.assertEqual(self.all("SELECT count(*), count(DISTINCT _file) FROM mine"), [(2499, 2499)])
            wrong = {str(paths[i]) for i in (9, 1234, 2500)}
            self.assertEqual({row[0] for row in self.all("SELECT _file FROM diagnostic")}, wrong)
            self.assertEqual(self.all("SELECT status_word, message FROM diagnostic WHERE _file LIKE '%nowhere'"),
                             [("e_io", "cannot open: No such file or directory")])
            self.all("SELECT diagfmt_on_error('fail')")
            self.assertIn("0009.crash: e_format", self.fails("SELECT count(*) FROM report").lower())

    def test_names_with_quotes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "it's, (a) \"report\".zip"
            path.write_bytes(pathlib.Path(REPORT).read_bytes())
            self.all("SELECT diagfmt_attach(?)", str(path))
            self.assertEqual(self.all("SELECT count(*) FROM log"), self.all("SELECT count(*) FROM bugreport_log(?)", REPORT))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
