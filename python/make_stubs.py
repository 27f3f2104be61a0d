#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes diagfmt/records.pyi, ops_records.pyi and events.pyi, the types of all records and events, from the libraries'
descriptions.

    make_stubs.py [--check]     --check: only says whether the files are as they would be written
"""

import keyword
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from diagfmt import _describe as d  # noqa: E402
from diagfmt._convert import STR_TYPE, class_name  # noqa: E402

INTS = {d.U32, d.U64, d.I64}
FIRST_TYPE = 256  # below it an element is a kind


def element_type(elem):
    if elem in (d.STR, STR_TYPE):
        return "str"
    return class_name(d.shapes[elem].name) if elem >= FIRST_TYPE else "int"


def member_type(m):
    if m.kind in INTS:
        return "int"
    if m.kind == d.F64:
        return "float"
    if m.kind in (d.ENUM, d.I32):
        return "str | int" if m.elem else "int"
    if m.kind in (d.ARRAY, d.REF_ARRAY):
        return f"list[{element_type(m.elem)}]"
    if m.kind == d.REF:
        return f"{class_name(d.shapes[m.elem].name) if m.elem else 'Record'} | None"
    return {d.STR: "str", d.BYTES: "Bytes", d.CSTR: "str | None", d.FLAGS: "frozenset[str | int]", d.BOOL: "bool",
            d.VALUE_TREE: "Value | None", d.POINTER: "int | None"}[m.kind]


def argument_type(m):
    """What a constructor takes: more than what a reader gives."""
    if m.kind in (d.STR, d.BYTES):
        return "str | Bytes"
    if m.kind == d.FLAGS:
        return "Iterable[str | int] | int"
    if m.kind == d.VALUE_TREE:
        return "Any"
    if m.kind in (d.ARRAY, d.REF_ARRAY):
        element = element_type(m.elem)
        return f"Sequence[{'str | Bytes' if element == 'str' else element}]"
    return member_type(m).removesuffix(" | None")


def write_class(shape):
    members = [m for m in shape.members.values() if not keyword.iskeyword(m.name)]
    yield "@final"
    yield f"class {class_name(shape.name)}(Record):"
    for m in members:
        optional = " | None" if m.mask and not member_type(m).endswith("None") else ""
        yield f"    {m.name}: {member_type(m)}{optional}"
    if members:
        own = "this" if any(m.name == "self" for m in members) else "self"
        yield "    def __init__("
        yield f"        {own}, *,"
        for m in members:
            yield f"        {m.name}: {argument_type(m)} | None = ...,"
        yield "    ) -> None: ..."
    else:
        yield "    def __init__(self) -> None: ..."


def write_head(what):
    yield "# SPDX-License-" "Identifier: MIT"  # in two parts, as it is not this file's own
    yield f"# Made by make_stubs.py from the library's descriptions. {what}"


def write_records(wanted):
    yield from write_head("The C headers say what each member is.")
    yield "from collections.abc import Iterable, Sequence"
    yield "from typing import Any, final"
    yield ""
    yield "from ._convert import Record"
    yield "from .values import Value"
    yield ""
    yield "Bytes = bytes  # some records have a member of that name"
    for shape in wanted:
        if shape.name != "str":
            yield ""
            yield from write_class(shape)


def files():
    """Names and lines; those of libdiagfmt-ops where that is."""
    yield "records.pyi", write_records(list(d.by_name.values()))
    yield "events.pyi", write_events()
    try:
        from diagfmt._ops import record_classes
    except ImportError:
        return
    yield "ops_records.pyi", write_records([cls._shape for cls in record_classes])


def write_events():
    """Columns are no events that come one by one."""
    found = [shape for shape in d.by_name.values()
             if shape.shape == d.SHAPE_EVENT and not shape.name.endswith("columns")]
    yield from write_head("Checkers tell them apart by `type` or the class of `body`.")
    yield "from typing import Literal, Union"
    yield ""
    yield "from . import records"
    yield "from .reader import Event"
    yield ""
    yield "AnyEvent = Union["
    for shape in found:
        yield f'    Event[Literal["{shape.name}"], records.{class_name(shape.name)}],'
    yield "]"


def main():
    for name, lines in files():
        stub, text = HERE / "diagfmt" / name, "\n".join(lines) + "\n"
        if "--check" not in sys.argv:
            stub.write_text(text)
        elif not stub.exists() or stub.read_text() != text:
            return f"{name} is out of date: run make_stubs.py"
    return 0


if __name__ == "__main__":
    sys.exit(main())
