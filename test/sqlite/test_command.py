#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The command `diagfmt sql`: what it prints reads back as what the extension gives, and what it must not do.

usage: test_command.py DIAGFMT EXTENSION SAMPLES
"""
import base64
import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zlib

from expected import connect, function, tables

TOOL, EXTENSION, SAMPLES = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
REPORT = str(SAMPLES / "bugreport" / "report.zip")
TEXT = str(SAMPLES / "bugreport" / "report.txt")
HEAP = str(SAMPLES / "mallocdbg" / "v12.txt")
MANY = [str(SAMPLES / format / name) for format, name in (
    ("bugreport", "report.zip"), ("bugreport", "bytes.txt"), ("simpleperf", "typical.simpleperf"), ("mallocdbg", "v12.txt"),
    ("mallocdbg", "ops.txt"), ("apitrace", "values.trace"), ("apport", "gzip_plain.crash"))]


def run(*args, code=0):
    p = subprocess.run([TOOL, "sql", *args], capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
    assert "Sanitizer" not in p.stderr.decode("utf-8", "replace"), p.stderr
    assert p.returncode == code, (p.returncode, args, p.stderr)
    return p.stdout.decode("utf-8"), p.stderr.decode("utf-8")


def queries(path):
    for name in sorted(tables.diagfmt.table_names()):
        if name.split(".")[0] == pathlib.Path(path).parent.name:
            yield "SELECT * FROM %s('%s')" % (function(name), path)


class Forms(unittest.TestCase):
    def test_json(self):
        db = connect(EXTENSION)
        for path in MANY:
            for sql in tables.paths.turns(queries(path)):
                cursor = db.execute(sql)
                names = [column[0] for column in cursor.description]
                want = [dict(zip(names, map(self.as_json, row))) for row in cursor]
                self.assertEqual([json.loads(line) for line in run("--json", sql)[0].splitlines()], want)

    @staticmethod
    def as_json(value):
        if isinstance(value, float) and math.isinf(value):
            return None
        return value.decode("utf-8") if isinstance(value, bytes) else value

    def test_csv(self):
        db = connect(EXTENSION)
        for path in MANY:
            for sql in tables.paths.turns(queries(path)):
                cursor = db.execute(sql)
                want = [[column[0] for column in cursor.description]]
                want += [[self.as_csv(value) for value in row] for row in cursor]
                text = run("--csv", sql)[0]
                got = list(csv.reader(io.StringIO(text, newline=""), strict=True))
                for row, wanted in zip(got, want):
                    row[:] = [float(a) if isinstance(b, float) else a for a, b in zip(row, wanted)]
                self.assertEqual(got, want)

    @staticmethod
    def as_csv(value):
        if isinstance(value, float):
            return value
        return "" if value is None else value.hex() if isinstance(value, bytes) else str(value)

    def test_csv_quotes(self):
        text = "a,b\n\"c\"\r\n"
        out, _ = run("--csv", "SELECT NULL, '', 'x', 1.5, '%s' AS t" % text)
        self.assertEqual(out.split("\n", 1)[1], ',"",x,1.5,"%s"\n' % text.replace('"', '""'))

    def test_table(self):
        out, _ = run("SELECT 'a' AS name, 1 AS n UNION ALL SELECT 'long', 1000 UNION ALL SELECT NULL, -5")
        self.assertEqual(out.splitlines(), ["name  n", "a        1", "long  1000", "        -5"])
        out, _ = run("SELECT char(27) || '[31m' || char(10) AS x, x'00ff' AS y")
        self.assertEqual(out.splitlines()[1].split(), ["\\x1b[31m\\x0a", "00ff"])
        out, _ = run("--table", "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) SELECT i FROM c")
        self.assertEqual([int(line) for line in out.splitlines()[1:]], list(range(1, 5001)))

    def test_several(self):
        self.assertEqual(run("--csv", "SELECT 1 AS a; -- and\n SELECT 2 AS b;")[0], "a\n1\nb\n2\n")


class Files(unittest.TestCase):
    def test_names(self):
        out, _ = run("--csv", ".tables", REPORT, HEAP)
        names = out.split()[1:]
        self.assertLessEqual({"log", "bugreport_log", "alloc", "mallocdbg_alloc", "diagnostic"}, set(names))
        self.assertNotIn("header", names)
        self.assertEqual(run("SELECT count(*) FROM log", REPORT)[0],
                         run("SELECT count(*) FROM bugreport_log('%s')" % REPORT)[0])
        out, _ = run("--csv", "SELECT _file, count(*) FROM section GROUP BY 1 ORDER BY 1", REPORT, TEXT)
        self.assertEqual([row[0] for row in csv.reader(out.splitlines())], ["_file", *sorted([REPORT, TEXT])])

    def test_schema(self):
        rows = list(csv.reader(run("--csv", ".schema log", REPORT)[0].splitlines()))
        self.assertIn(["priority", "INTEGER", "0"], rows)
        self.assertIn(["priority_word", "TEXT", "0"], rows)
        self.assertIn(["payload", "TEXT", "1"], [[r[0], "TEXT", r[2]] for r in rows])
        every = list(csv.reader(run("--csv", ".schema", REPORT)[0].splitlines()))
        self.assertEqual([row[1:] for row in every if row[0] == "log"], rows[1:])
        self.assertIn("no such table: nothing; there are: ", run(".schema nothing", REPORT, code=2)[1])

    def test_damage(self):
        path = str(SAMPLES / "bugreport" / "bad_data.zip")
        out, err = run("SELECT name, payload_size FROM entry", path, code=1)
        self.assertIn(path, err)
        self.assertIn("offset 0x", err)
        good, err = run("SELECT name, payload_size FROM entry", "--recover", path, code=1)
        self.assertGreaterEqual(len(good), len(out))
        self.assertRegex(err, r"^diagfmt: %s: .*offset 0x" % path)
        self.assertGreater(len(run("--json", "--recover", "SELECT * FROM diagnostic", path, code=1)[0]), 0)

    def test_rows_before(self):
        """All of them: the events that dump shows before its error."""
        path = str(SAMPLES / "apport" / "bad_no_colon.crash")
        dump = subprocess.run([TOOL, "dump", path], capture_output=True)
        want = [json.loads(line)["key"] for line in dump.stdout.splitlines()]
        out, _ = run("--json", "SELECT key FROM field", path, code=1)
        self.assertEqual([json.loads(line)["key"] for line in out.splitlines()], want)
        self.assertTrue(want)

    def test_refused(self):
        self.assertIn("cannot open", run("SELECT 1", "/nowhere", code=3)[1])
        self.assertIn("no known format begins with", run("SELECT 1", __file__, code=4)[1])
        self.assertIn("syntax error", run("SELEC 1", code=2)[1])
        self.assertIn("no such table", run("SELECT * FROM alloc", REPORT, code=2)[1])
        self.assertIn("do not go together", run("--csv", "--json", "SELECT 1", code=2)[1])
        self.assertIn("give QUERY", run(code=2)[1])
        self.assertIn("--format", run("--format=bugreport", "SELECT 1", REPORT, code=2)[1])
        self.assertIn("'.nothing'", run(".nothing", REPORT, code=2)[1])

    def test_unknown_names(self):
        """The error says which there are."""
        out, _ = run("--csv", ".tables", REPORT)
        _, err = run("SELECT * FROM alloc", REPORT, code=2)
        names = err.strip().partition("there are: ")[2].split(", ")
        self.assertLess(set(names), set(out.split()[1:]))
        self.assertEqual([name for name in names if "bugreport_" + name in names], [])
        self.assertEqual({name.split(".")[1] for name in tables.diagfmt.tables(REPORT)}, set(names) - {"diagnostic"})
        _, err = run("SELECT * FROM alloc", code=2)
        names = err.strip().partition("functions of a file: ")[2].split(", ")
        self.assertEqual(names, [function(name) for name in tables.diagfmt.table_names()])
        schema = [row[0] for row in csv.reader(run("--csv", ".schema log", REPORT)[0].splitlines()) if row[2] == "0"]
        for sql in "SELECT nought FROM log", "SELECT l.nought FROM LOG AS l WHERE 'logs'":
            _, err = run(sql, REPORT, code=2)
            self.assertRegex(err, "no such column: (l.)?nought; log has: %s\n$" % ", ".join(schema))
        _, err = run("SELECT nought FROM bugreport_log('x'), service", REPORT, TEXT, code=2)
        self.assertRegex(err, "nought; service has: _file, .*; bugreport_log has: _file, kind, ")

    def test_limits(self):
        self.assertIn("--max-output", run("SELECT payload_size FROM entry", "--max-output=10", REPORT, code=1)[1])


class ManyFiles(unittest.TestCase):
    """A file that cannot be read is told of, and does not keep the rows of others back."""

    BAD = {"empty": b"", "garbage": b"\x00\x01 neither this nor that", "cut.zip": b"PK\x03\x04bad",
           "field": b"ProblemType: Crash\nDate x\n", "text": b"ProblemType: Crash\nno colon", "first": b"Date x\n: y\n"}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        top = cls.folder.name
        cls.n = 20000
        cls.bad = {}
        paths = [os.path.join(top, "%d.crash" % i) for i in range(cls.n)]
        wrong = [*cls.BAD.values(), cls.BAD["field"], None, "folder", "loop"]
        for i, path in enumerate(paths):
            what = wrong[i // 2000] if i % 2000 == 777 else b"ProblemType: Crash\nDate: %d\n" % i
            if what == "folder":
                os.mkdir(path)
            elif what == "loop":
                os.symlink(path, path)
            elif what is not None:
                pathlib.Path(path).write_bytes(what)
            if i % 2000 == 777:
                cls.bad[path] = what
        cls.list = os.path.join(top, "list")
        pathlib.Path(cls.list).write_bytes(b"".join(os.fsencode(path) + b"\0" for path in paths))

    def many(self, *args, code=1):
        """With few descriptors, and memory that does not grow with files: 256 MiB of addresses."""
        p = subprocess.run(["sh", "-c", 'ulimit -n 32 && ulimit -v 262144 && exec "$@"', "sh", TOOL, "sql", *args,
                            "--files0-from=" + self.list], capture_output=True, timeout=120, encoding="utf-8")
        self.assertEqual(p.returncode, code, p.stderr)
        return p.stdout, p.stderr

    def test_rows(self):
        self.assertEqual(len(self.bad), 10)
        out, err = self.many("--csv", "SELECT count(*), count(DISTINCT _file), sum(time_text) FROM report")
        good = [i for i in range(self.n) if i % 2000 != 777]
        self.assertEqual(out.splitlines()[1], "%d,%d,%d" % (len(good), len(good), sum(good)))
        told = [line.split(": ")[1] for line in err.splitlines()]
        self.assertEqual(sorted(told), sorted(self.bad))
        _, err = self.many("SELECT count(*) FROM report a", "--recover")
        self.assertEqual({line.split(": ")[1] for line in err.splitlines()}, set(self.bad))

    def test_diagnostic(self):
        out, err = self.many("--json", "SELECT _file, severity_word, status_word, message FROM diagnostic")
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(sorted(row["_file"] for row in rows), sorted(self.bad))
        for row in rows:
            self.assertEqual(row["severity_word"], "error")
            self.assertIn(row["status_word"], ("e_format", "e_unsupported", "e_io", "e_truncated"))
            self.assertTrue(row["message"])
            self.assertIn(row["_file"], err)
        out, _ = self.many("--csv", "SELECT count(*), count(DISTINCT _file) FROM diagnostic WHERE severity = 3 AND "
                           "message LIKE '%empty%' AND byte_offset IS NOT NULL")
        self.assertIn(out.splitlines()[1], ("1,1", "0,0"))
        out, _ = self.many("--csv", "SELECT count(*) FROM diagnostic a JOIN diagnostic b USING (_file, message)")
        self.assertEqual(out.splitlines()[1], "10")

    def test_without_any_good(self):
        bad = [path for path, what in self.bad.items() if isinstance(what, bytes)][:3]
        out, err = run("--csv", "SELECT _file FROM diagnostic", *bad, code=4)
        self.assertEqual(out.split()[1:], bad)
        self.assertEqual(len(err.splitlines()), 3)
        self.assertIn("no such table: report; there are: diagnostic", run("SELECT 1 FROM report", *bad, code=4)[1])

    def test_one_by_name(self):
        bad = next(path for path, what in self.bad.items() if what == self.BAD["field"])
        out, err = run("--csv", "SELECT count(*) FROM apport_field('%s')" % bad, code=1)
        self.assertEqual(out.splitlines()[1], "1")
        self.assertEqual(err.count(bad), 1)
        self.assertIn(bad, run("SELECT count(*) FROM apport_field('%s', 'fail')" % bad, code=1)[1])
        self.assertEqual(run("SELECT count(*) FROM apport_field('%s', 'fail')" % bad, code=1)[0].split()[1:], [])

    def test_good_alone(self):
        good = os.path.join(self.folder.name, "0.crash")
        self.assertEqual(run("--csv", "SELECT count(*) FROM report", "--recover", good, good)[0].split(), ["count(*)", "2"])

    def test_list(self):
        self.assertIn("do not go together", run("SELECT 1", "--files0-from=" + self.list, REPORT, code=2)[1])
        self.assertIn("cannot open", run("SELECT 1", "--files0-from=/nowhere", code=3)[1])
        p = subprocess.run([TOOL, "sql", "--csv", "SELECT count(*) FROM section", "--files0-from=-"], input=os.fsencode(REPORT),
                           capture_output=True, timeout=60)
        self.assertEqual((p.returncode, p.stdout.split()[0], p.stderr), (0, b"count(*)", b""))

    def test_empty_query(self):
        for query in "", " ", ";", "; -- nothing", "/* */ ;;":
            self.assertIn("QUERY is empty", run(query, code=2)[1])


class Damage(unittest.TestCase):
    """What salvage passes over is told, and ends with 1, in each sample that `dump` tells of."""

    def test_samples(self):
        told = 0
        for path in sorted(SAMPLES.glob("*/*")):
            if path.stat().st_size > 1 << 20 or path.parent.name not in ("apport", "apitrace", "mallocdbg", "simpleperf"):
                continue
            dump = subprocess.run([TOOL, "dump", "--recover", path], capture_output=True, timeout=60)
            if dump.returncode > 1 or dump.stdout.startswith(b'{"event":"log.'):  # of other programs than malloc_debug
                continue
            names = [name for name in sorted(tables.diagfmt.table_names()) if name.split(".")[0] == path.parent.name]
            p = subprocess.run([TOOL, "sql", "--recover", "SELECT count(payload_size) FROM %s('%s')" % (function(names[0]), path)],
                               capture_output=True, timeout=60)
            self.assertEqual((path, p.returncode), (path, dump.returncode), p.stderr)
            self.assertEqual(bool(p.stderr), p.returncode == 1)
            told += p.returncode
        self.assertGreater(told, 10)


class Entries(unittest.TestCase):
    """FILE!KEY"""

    @staticmethod
    def crash(value):
        packed = base64.b64encode(zlib.compress(value)).decode()
        return ("ProblemType: Crash\nCoreDump: base64\n %s\nLast: x\n" % packed).encode()

    def test_values(self):
        main = json.loads(run("--json", "SELECT name FROM entry WHERE role_word = 'main'", REPORT)[0])["name"]
        path = "%s!%s" % (REPORT, main)
        for table in "log", "section", "logcat":
            want = run("--csv", "SELECT * FROM " + table, REPORT)[0]
            self.assertEqual(run("--csv", "SELECT * FROM " + table, path)[0], want)
            self.assertEqual(run("--csv", "SELECT * FROM bugreport_%s('%s')" % (table, path))[0], want)
            self.assertGreater(len(want.splitlines()), 1)
        joined = "SELECT count(*) FROM section a, section b"  # read again, and then from a copy
        self.assertEqual(run(joined, path), run(joined, REPORT))
        self.assertEqual(run("--csv", "SELECT DISTINCT _file FROM section", path, TEXT)[0].splitlines()[1], path)

    def test_nested(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a!CoreDump.crash")
            path.write_bytes(self.crash(self.crash(b"ProblemType: Inner\n")))
            for name, value in (str(path), "Crash"), (str(path) + "!CoreDump", "Crash"), (
                    str(path) + "!CoreDump!CoreDump", "Inner"):
                self.assertEqual(run("--csv", "SELECT text FROM field LIMIT 1", name)[0].splitlines()[1], value)
            for key in "Nothing", "", "Last", "CoreDump!", "CoreDump!Nothing", "CoreDump!!CoreDump":
                name = "%s!%s" % (path, key)
                self.assertIn("%s: there is no such entry" % name, run("SELECT * FROM field", name, code=1)[1])
                self.assertIn("there is no such entry", run("SELECT * FROM apport_field('%s')" % name, code=1)[1])

    def test_damage(self):
        path = str(SAMPLES / "bugreport" / "bad_crc.zip")
        lines = run("--json", "SELECT name FROM entry", path, code=1)[0].splitlines()
        names = [json.loads(line)["name"] for line in lines]
        main = next(name for name in names if name.startswith("bugreport-"))
        self.assertIn("CRC-32", run("SELECT count(*) FROM section", "%s!%s" % (path, main), code=1)[1])

    def test_names_need_a_file(self):
        profile = (SAMPLES / "simpleperf" / "typical.simpleperf").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.crash")
            path.write_bytes(self.crash(profile))
            name = str(path) + "!CoreDump"
            self.assertNotEqual(run("--csv", "SELECT count(*) FROM sample", name)[0].splitlines()[1], "0")
            self.assertIn("save it as a file", run("SELECT count(*) FROM stack_frame", name, code=1)[1])
            pipe = pathlib.Path(folder, "pipe")
            os.mkfifo(pipe)
            with open(os.open(pipe, os.O_RDWR), "wb"):
                self.assertIn("save it as a file", run("SELECT 1", str(pipe), code=3)[1])


class Reading(unittest.TestCase):
    def test_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.db"
            for sql in ("ATTACH '%s' AS x", "VACUUM INTO '%s'", "PRAGMA journal_mode=WAL -- %s",
                        "SELECT load_extension('%s')", "PRAGMA temp_store_directory='%s'"):
                self.assertIn("authoriz", run(sql % path, REPORT, code=1 if "VACUUM" in sql else 2)[1])
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_temp(self):
        out, _ = run("--csv", "CREATE TEMP TABLE t AS SELECT tag FROM log; CREATE TEMP VIEW v AS SELECT count(*) FROM t; "
                     "SELECT * FROM v", REPORT)
        self.assertEqual(out.split()[-1], run("--csv", "SELECT count(*) FROM log", REPORT)[0].split()[-1])

    def test_broken_pipe(self):
        p = subprocess.Popen([TOOL, "sql", "--json", "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) "
                              "SELECT i FROM c"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(json.loads(p.stdout.readline()), {"i": 1})
        p.stdout.close()
        self.assertEqual(p.stderr.read(), b"")
        self.assertEqual(p.wait(60), -13)
        p.stderr.close()

    def test_signal(self):
        p = subprocess.Popen([TOOL, "sql", "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) "
                              "SELECT max(i) FROM c"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with self.assertRaises(subprocess.TimeoutExpired):
            p.wait(0.5)
        p.terminate()
        self.assertEqual(p.communicate(timeout=60)[1], b"")
        self.assertEqual(p.returncode, -15)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
