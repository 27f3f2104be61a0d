#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SQL in Python: answers are those of table(), parameters, errors, and how the extension is found.

    test_sql.py SAMPLES [unittest's arguments]

Where there is no extension nothing is tested, with status 77. test/sqlite tests the extension itself.
"""
import datetime
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest
import warnings

SAMPLES = pathlib.Path(sys.argv[1])
PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))

import diagfmt  # noqa: E402
from diagfmt import _sqlite  # noqa: E402

OPS = "1: malloc 0x1000 100\n2: free 0x1000\n2: calloc 0x2000 4 8\n1: realloc 0x3000 0x2000 64\n"
BAD = OPS + "what is this\n" + OPS
REPORT = SAMPLES / "bugreport" / "report.zip"
TEXT = SAMPLES / "bugreport" / "report.txt"
FILES = [REPORT, TEXT, SAMPLES / "simpleperf" / "typical.simpleperf", SAMPLES / "mallocdbg" / "v12.txt",
         SAMPLES / "mallocdbg" / "ops.txt", SAMPLES / "apitrace" / "values.trace"]
EPOCH = datetime.datetime(1970, 1, 1)


def value(found, type_):
    """A value of table() as SQL has it."""
    if found is None or found != found:
        return None
    if isinstance(found, (str, bytes, float)):
        return found
    if isinstance(found, datetime.datetime):
        return int((found.replace(tzinfo=None) - EPOCH).total_seconds())
    if type_.endswith("address"):
        return f"{found:016x}"
    return str(found) if found >= 1 << 63 else int(found)


class Sql(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def file(self, text, name="ops.txt"):
        path = self.folder / name
        path.write_text(text)
        return path

    def fails(self, error, *arguments, **options):
        with self.assertRaises(error) as caught:
            list(diagfmt.sql(*arguments, **options))
        return caught.exception


class Answers(Sql):
    def compare(self, path, name, short):
        types = diagfmt.table(path, name).schema
        plain = {column: type_ for column, type_ in types.items() if not type_.startswith(("list", "struct"))}
        members = [column for column in plain if not column.endswith(("_word", "_words"))]
        table = diagfmt.table(path, name, columns=members)
        names = ", ".join(f'"{column}"' for column in plain)
        answer = diagfmt.sql(f"SELECT {names} FROM {short}", path)
        self.assertEqual(answer.columns, list(plain))
        want = [tuple(value(row[column], type_) for column, type_ in plain.items()) for row in table]
        self.assertEqual(list(answer), want, (path, name))
        self.assertEqual(answer.to_dicts(), [dict(zip(plain, row)) for row in want])
        return len(want)

    def test_are_those_of_tables(self):
        for path in FILES:
            found = [self.compare(path, name, name.replace(".", "_")) for name in diagfmt.tables(path)]
            self.assertGreater(sum(found), 0, path)

    def test_several_files(self):
        answer = diagfmt.sql("SELECT _file, count(*) FROM section GROUP BY 1 ORDER BY 1", REPORT, str(TEXT))
        want = [(str(path), len(diagfmt.table(path, "bugreport.section").to_dicts())) for path in (REPORT, TEXT)]
        self.assertEqual(list(answer), sorted(want))
        many = [self.file(OPS, f"{i}.txt") for i in range(130)]
        self.assertEqual(list(diagfmt.sql("SELECT count(*), count(DISTINCT _file) FROM op", *many)), [(520, 130)])
        self.assertEqual(list(diagfmt.sql("SELECT count(*) FROM mallocdbg_op(?)", parameters=[str(many[0])])), [(4,)])

    def test_read_anew(self):
        path = self.file(OPS)
        before = sorted(os.listdir("/proc/self/fd"))
        answer = diagfmt.sql("SELECT op_word FROM op", path)
        self.assertEqual(len(list(answer)), 4)
        path.write_text(OPS + OPS)
        rows = iter(answer)
        self.assertEqual(next(rows), ("malloc",))
        self.assertEqual(len(answer.to_dicts()), 8)
        self.assertEqual(len(list(rows)), 7)
        next(iter(answer))
        gc.collect()
        self.assertEqual(sorted(os.listdir("/proc/self/fd")), before)

    def test_values(self):
        sent = [None, 7, -1 << 63, (1 << 63) - 1, 1.5, "", "ä\U0001f600",
                "a\0b", b"", b"\0\xff", True]
        answer = diagfmt.sql("SELECT " + ", ".join("?" * len(sent)), parameters=sent)
        self.assertEqual(list(answer), [tuple(sent)])
        self.assertEqual([type(one) for one in next(iter(answer))][:5], [type(None), int, int, int, float])
        answer = diagfmt.sql("SELECT :b - $a, CAST(x'61ff' AS TEXT)", parameters={"a": 1, "b": 3, "c": 0})
        self.assertEqual(list(answer), [(2, "a\ufffd")])

    def test_shown(self):
        path = self.file(OPS * 10)
        answer = diagfmt.sql("SELECT op_word, '<b>' AS \"<\" FROM op", path)
        self.assertEqual(repr(answer), "diagfmt.Answer SELECT op_word, '<b>' AS \"<\" FROM op\n  op_word\n  <")
        self.assertEqual(answer._repr_html_().count("<tr>"), 11)
        self.assertNotIn("<b>", answer._repr_html_())
        self.assertIn("FormatError: ", diagfmt.sql("SELECT * FROM op", self.file(BAD))._repr_html_())


class Errors(Sql):
    def test_damage(self):
        path, found = self.file(BAD, "it's: bad.txt"), []
        answer = diagfmt.sql("SELECT op FROM op", path)
        with self.assertRaises(diagfmt.FormatError) as caught:
            found.extend(answer)
        with self.assertRaises(diagfmt.FormatError) as plain:
            list(diagfmt.table(path, "mallocdbg.op"))
        self.assertEqual(found, [(1,), (5,), (2,), (4,)])
        e, want = caught.exception, plain.exception
        self.assertEqual((e.number, e.offset, e.line, e.filename), (want.number, want.offset, want.line, str(path)))
        self.assertEqual(str(e), f"{path}: {want}")
        self.assertEqual(str(pickle.loads(pickle.dumps(e))), str(e))

    def test_recovered(self):
        path = self.file(BAD)
        self.assertEqual(list(diagfmt.sql("SELECT count(*) FROM op", path, recover=True)), [(8,)])
        answer = diagfmt.sql("SELECT count(*) FROM mallocdbg_op(?)", recover=True, parameters=[str(path)])
        self.assertEqual(list(answer), [(8,)])
        want = [(row["line"],) for row in diagfmt.table(path, "diagnostic", recover=True)]
        self.assertEqual(list(diagfmt.sql("SELECT line FROM diagnostic", path, recover=True)), want)
        self.fails(diagfmt.FormatError, "SELECT count(*) FROM op WHERE on_error = 'fail'", path, recover=True)

    def test_damage_is_warned_of(self):
        path, other, good = self.file(BAD), self.file(BAD, "other.txt"), self.file(OPS, "good.txt")
        with self.assertWarns(diagfmt.DamageWarning) as caught:
            self.assertEqual(list(diagfmt.sql("SELECT count(*) FROM op", path, good, other, recover=True)), [(20,)])
        self.assertEqual(caught.filename, __file__)
        said = [str(one.message) for one in caught.warnings]
        self.assertEqual(len(said), 2)  # of each file once
        for message, of in zip(said, (path, other)):
            self.assertTrue(message.startswith("%s: line 5: " % of) and "what is this" in message, message)
        with self.assertWarns(diagfmt.DamageWarning):  # not of an attached file
            list(diagfmt.sql("SELECT count(*) FROM mallocdbg_op(?)", recover=True, parameters=[str(path)]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            list(diagfmt.sql("SELECT count(*) FROM op", good, recover=True))
            with self.assertRaises(diagfmt.DamageWarning):
                list(diagfmt.sql("SELECT count(*) FROM op", path, recover=True))

    def test_recovered_files(self):
        """Of several files those that cannot be read are told by the table of diagnostics."""
        bad, empty, good = self.file(BAD), self.file("", "empty.txt"), [self.file(OPS, f"{i}.txt") for i in range(150)]
        nowhere = good[0].with_name("nowhere")
        paths = [empty, nowhere, bad, *good, empty]
        n = len(list(diagfmt.sql("SELECT 1 FROM op", good[0])))
        self.assertEqual(list(diagfmt.sql("SELECT count(*), count(DISTINCT _file) FROM op", *paths, recover=True)),
                         [(8 + 150 * n, 151)])
        answer = diagfmt.sql("SELECT DISTINCT _file FROM diagnostic", *paths, recover=True)
        self.assertEqual({name for name, in answer}, {str(path) for path in (empty, nowhere, bad)})
        for wrong in paths, [empty], [nowhere]:
            self.fails((diagfmt.FormatError, diagfmt.UnsupportedError, OSError), "SELECT 1 FROM op", *wrong)
        self.fails(diagfmt.UnsupportedError, "SELECT 1 FROM op", empty, recover=True)

    def test_statements(self):
        for query, said in {"SELEC 1": "syntax error", "SELECT nought": "no such column: nought", "": "no statement",
                            "SELECT 1; SELECT 2": "more than one", "SELECT 1; what": "more than one",
                            "SELECT 1\0": "zero byte", "SELECT abs(-9223372036854775807 - 1)": "integer overflow",
                            "ATTACH 'x.db' AS x": "too many attached", "VACUUM INTO 'x.db'": "too many attached",
                            "SELECT load_extension('x')": "not authorized"}.items():
            self.assertIn(said, str(self.fails(diagfmt.ArgumentError, query)), query)
        self.assertEqual(list(diagfmt.sql("SELECT 1; -- one\n")), [(1,)])
        self.assertRaises(ValueError, diagfmt.sql, "SELEC 1")  # not when rows are taken

    def test_unknown_names(self):
        said = str(self.fails(diagfmt.ArgumentError, "SELECT nought FROM op", self.file(OPS)))
        self.assertEqual(said, "no such column: nought; op has: "
                         + ", ".join(diagfmt.table(OPS.encode(), "mallocdbg.op").schema))
        said = str(self.fails(diagfmt.ArgumentError, "SELECT * FROM nought", self.file(OPS)))
        self.assertIn("no such table: nought; there are: ", said)
        self.assertLessEqual({"op", "maps_begin", "diagnostic"}, set(said.partition("are: ")[2].split(", ")))

    def test_parameters(self):
        self.assertIn("1 parameters, and 2", str(self.fails(diagfmt.ArgumentError, "SELECT ?", parameters=[1, 2])))
        self.assertIn("'a' is not given", str(self.fails(diagfmt.ArgumentError, "SELECT :a", parameters={"b": 1})))
        self.fails(diagfmt.ArgumentError, "SELECT ?", parameters={"b": 1})
        self.fails(diagfmt.ArgumentError, "SELECT ?", parameters=[1 << 63])
        self.fails(TypeError, "SELECT ?", parameters="a")
        self.fails(TypeError, "SELECT ?", parameters=[object()])

    def test_files(self):
        e = self.fails(FileNotFoundError, "SELECT 1", REPORT, "/nowhere/file")
        self.assertEqual((e.filename, e.errno), ("/nowhere/file", 2))
        self.assertEqual(str(e), "/nowhere/file: cannot open: No such file or directory")
        e = self.fails(diagfmt.UnsupportedError, "SELECT 1", __file__)
        self.assertEqual(e.filename, __file__)
        self.fails(FileNotFoundError, "SELECT * FROM mallocdbg_op('/nowhere/file')")
        self.fails(TypeError, "SELECT 1", OPS.encode())
        self.fails(ValueError, "SELECT 1", "a\0b")


class Extension(Sql):
    def run_with(self, **environment):
        kept = {name: text for name, text in os.environ.items() if name != "DIAGFMT_SQLITE"}
        program = "import diagfmt\nprint(list(diagfmt.sql('SELECT 1')))"
        return subprocess.run([sys.executable, "-B", "-c", program], check=False, capture_output=True, text=True,
                              cwd=self.folder, env={**kept, "PYTHONPATH": str(PACKAGE), **environment})

    def test_found(self):
        given = str(pathlib.Path(_sqlite.extension()).resolve())
        self.assertEqual(self.run_with(DIAGFMT_SQLITE=given).stdout, "[(1,)]\n")
        copy = self.folder / "another_name.so"
        copy.write_bytes(pathlib.Path(given).read_bytes())
        self.assertEqual(self.run_with(DIAGFMT_SQLITE=str(copy)).stdout, "[(1,)]\n")

    def test_found_near_the_library(self):
        extension, lib, tree = pathlib.Path(_sqlite.extension()).resolve(), self.folder / "lib", self.folder / "sqlite"
        library = os.environ.get("DIAGFMT_LIBRARY") or pathlib.Path(_sqlite.library_folder(), "libdiagfmt.so.0")
        for folder in (tree, lib):
            lib.mkdir(exist_ok=True)
            folder.mkdir(exist_ok=True)
            if not (lib / "libdiagfmt.so.0").exists():
                (lib / "libdiagfmt.so.0").symlink_to(library)
            (folder / "diagfmt_sqlite.so").symlink_to(extension)
            self.assertEqual(self.run_with(DIAGFMT_LIBRARY=str(lib / "libdiagfmt.so.0")).stdout, "[(1,)]\n")
            (folder / "diagfmt_sqlite.so").unlink()

    def test_missing(self):
        said = self.run_with(DIAGFMT_SQLITE="/nowhere/diagfmt_sqlite.so").stderr.splitlines()[-1]
        self.assertRegex(said, "^ImportError: cannot load /nowhere/diagfmt_sqlite.so: the environment variable "
                               "DIAGFMT_SQLITE names it; .*No such file")
        said = self.run_with(DIAGFMT_SQLITE=str(SAMPLES)).stderr.splitlines()[-1]
        self.assertRegex(said, "^ImportError: cannot load .*DIAGFMT_SQLITE names it")
        said = self.run_with(DIAGFMT_SQLITE=diagfmt._library.library._name).stderr.splitlines()[-1]
        self.assertRegex(said, "^ImportError: .*sqlite3_diagfmtsqlite_init")


if __name__ == "__main__":
    try:
        diagfmt.sql("SELECT 1")
    except ImportError as e:
        print(e)
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
