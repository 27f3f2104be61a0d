#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What type checkers know: stubs have what the library has, and a member or type that is misspelt is found.

    test_types.py SAMPLES [unittest's arguments]
"""
import __future__
import importlib
import keyword
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))

import diagfmt  # noqa: E402
from diagfmt import _describe as d  # noqa: E402

#: what a checker must say of lines that have a comment
PROGRAM = """\
import diagfmt
from diagfmt.records import BugreportLog, MallocdbgOp

for event in diagfmt.open("bugreport.zip"):
    if isinstance(event.body, BugreportLog):
        print(event.body.tag, event.offset)
        print(event.body.tgg)  # "BugreportLog" has no attribute "tgg"
    if event.type == "mallocdbg.op":
        print(event.body.bytes or 0 + event.body.thread_id)
        print(event.body.bites)  # "MallocdbgOp" has no attribute "bites"
    if event.type == "mallocdbg.opp":  # Non-overlapping equality check
        print(event)
    print(event.body.tag)  # has no attribute "tag"

for view in diagfmt.open(b"").views():
    owned = view.own()
    if owned.type == "apport.field":
        print(owned.body.kee)  # "ApportField" has no attribute "kee"


def sizes(events: "list[diagfmt.AnyEvent]") -> "list[int]":
    return [event.body.bytes or 0 for event in events if event.type == "mallocdbg.op"]


def record(op: MallocdbgOp) -> str:
    return op.bytes  # Incompatible return value type


print(MallocdbgOp(op="malloc", byte=1))  # Unexpected keyword argument "byte"
for name, batch in diagfmt.scan("bugreport.zip", ["bugreport.log"]):
    print(name.upper(), batch.to_dicts()[0]["tag"], batch.colums())  # "Batch" has no attribute "colums"
for row in diagfmt.sql("SELECT 1", "bugreport.zip", parameters=[1]):
    print(row[0], row.tag)  # has no attribute "tag"
"""


def mypy(*arguments, **where):
    return subprocess.run([sys.executable, "-m", "mypy", *arguments], check=False, capture_output=True, text=True, **where)


class Types(unittest.TestCase):
    """Of the package as the backend packs it, with the stubs that it makes."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        sys.path.insert(0, str(PACKAGE / "_backend"))
        importlib.import_module("backend").unpack(cls.folder)
        shutil.copy(PACKAGE / "pyproject.toml", cls.folder)
        cls.stubs = {path.name: path.read_text() for path in cls.folder.glob("diagfmt/*.pyi")}

    def test_stubs_have_all_members(self):
        """As Python reads them, not as they were written."""
        text = self.stubs["records.pyi"]
        scope = {"__name__": "diagfmt.stub", "__package__": "diagfmt"}
        exec(compile(text, "records.pyi", "exec", flags=__future__.annotations.compiler_flag), scope)
        for cls in diagfmt._convert.classes.values():
            members = [name for name in cls._shape.members if not keyword.iskeyword(name)]
            self.assertEqual(list(scope[cls.__name__].__annotations__), members, cls)

    def test_every_event_is_one_of_the_union(self):
        text = self.stubs["events.pyi"]
        found = re.findall(r'^    Event\[Literal\["(.*)"\], records\.(\w+)\],$', text, re.M)
        self.assertEqual(len(found), len(text.splitlines()) - 9)
        shapes = {name: d.by_name[name].shape for name in diagfmt.table_names() if name in d.by_name}
        events = {name for name, shape in shapes.items() if shape == d.SHAPE_EVENT}
        self.assertEqual(events - {name for name, _ in found}, set())
        for name, cls in found:
            self.assertEqual(getattr(diagfmt.records, cls).type_name, name)
        self.assertIs(diagfmt.AnyEvent, diagfmt.Event)
        self.assertIs(typing.get_origin(diagfmt.Event[str, diagfmt.Record]), diagfmt.Event)

    def test_mypy(self):
        """The package itself, and a program with mistakes."""
        if subprocess.run([sys.executable, "-c", "import mypy"], check=False, capture_output=True).returncode:
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as folder:
            done = mypy("--cache-dir", folder + "/cache", cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stdout)
            program = pathlib.Path(folder, "program.py")
            program.write_text(PROGRAM)
            done = mypy("--strict", "--cache-dir", folder + "/cache", str(program), cwd=self.folder)
        said = {}
        for line, what in re.findall(r"program\.py:(\d+): error: (.*)", done.stdout):
            said.setdefault(int(line), what)
        for number, line in enumerate(PROGRAM.splitlines(), 1):
            if "  # " in line:
                self.assertIn(line.partition("  # ")[2], said.pop(number, ""), line)
        self.assertEqual(said, {})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
