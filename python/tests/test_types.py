#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What type checkers know: stubs have what the library has, and a member or type that is misspelt is found.

    test_types.py SAMPLES [unittest's arguments]
"""
import __future__
import ast
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

try:
    from diagfmt import _catalogue as catalogue  # noqa: E402
except ImportError:  # no libdiagfmt-ops
    catalogue = None

#: what a checker must say of lines that have a comment
PROGRAM = """\
import diagfmt
from diagfmt import ops
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

heap: ops.Heap = ops.Heap("heap.txt", by="thread", max_memory=1 << 30).run("accept")
print(heap.answer("live").to_csv(), ops.list("x.crash", parts=True).to_csv(), ops.diff("a", "b", max=10).to_csv())
print(ops.heap("heap.txt", by="teapot"))  # Argument "by" to "heap" has incompatible type "Literal['teapot']"
print(ops.Profile("x", group=["thread", "teapot"]))  # List item 1 has incompatible type "Literal['teapot']"
print(ops.tpo("x"))  # Module has no attribute "tpo"
print(len(ops.convert("x")))  # Argument 1 to "len" has incompatible type "Optional[bytes]"
print(ops.Text("x").write(None, document="json"))  # Unexpected keyword argument "document"
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
        for module in "records", "ops_records":
            scope = {"__name__": "diagfmt.stub", "__package__": "diagfmt"}
            text = self.stubs[module + ".pyi"]
            exec(compile(text, module, "exec", flags=__future__.annotations.compiler_flag), scope)
            for cls in diagfmt._convert.classes.values():
                if cls.__module__ == "diagfmt." + module:
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

    def test_kinds_of_operations(self):
        """The headers, of which stubs are made, say the same as the library."""
        if catalogue is None:
            self.skipTest("no libdiagfmt-ops")
        tree = ast.parse(self.stubs["_kinds.pyi"])
        found = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        made = catalogue.make()
        self.assertEqual(found.keys(), made.keys())
        for kind in catalogue.kinds():
            name = kind.about.name
            own = {word: o for word, o in kind.options.items() if o.format == kind.about.number}
            cls, function = found[catalogue.class_name(name)], found[name]
            self.assertEqual(cls.bases[0].id, made[cls.name].__base__.__name__)
            self.assertEqual([a.arg for a in function.args.args],
                             ["inputs", "target"] if cls.bases[0].id == "Writing" else ["inputs"], name)
            for arguments in cls.body[0].args, function.args:
                kinds = {a.arg: ast.unparse(a.annotation) for a in arguments.kwonlyargs}
                for word, option in own.items():
                    with self.subTest(option.name):
                        self.check_option(option, kinds.pop(word))
                self.assertLessEqual(kinds.keys(), {"progress", "remarks", "damaged"})

    def check_option(self, option, said):
        words = d.words.get(option.words, {}).values()
        self.assertEqual(set(re.findall("'(.*?)'", said)), set(words))
        if not words:
            self.assertEqual(said, {d.STR: "Texts", d.BOOL: "bool"}.get(option.kind, "int"))

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
