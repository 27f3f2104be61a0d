# SPDX-License-Identifier: MIT
"""The described types as stubs of Python, for python/diagfmt: records.pyi, ops_records.pyi and events.pyi."""
import keyword

from model import Words

from described import HIDDEN, camel

PLAIN = {"U32": "int", "I32": "int", "U64": "int", "I64": "int", "F64": "float", "STR": "str", "BYTES": "Bytes",
         "CSTR": "str | None", "FLAGS": "frozenset[str | int]", "BOOL": "bool", "VALUE_TREE": "Value | None",
         "POINTER": "int | None"}


def head(what):
    return ["# SPDX-License-" "Identifier: MIT",  # in two parts, as it is not this file's own
            f"# Made by bindings/generate.py from the public headers. {what}"]


def element_type(model, elem):
    if elem in ("DFMT_KIND_STR", "DFMT_TYPE_STR"):
        return "str"
    return "int" if elem.startswith("DFMT_KIND_") else camel(model.of_number[elem].title)


def member_type(model, m):
    if m.kind == "ENUM" or (m.kind == "I32" and m.elem):
        return "str | int"
    if m.kind in ("ARRAY", "REF_ARRAY"):
        return f"list[{element_type(model, m.elem)}]"
    if m.kind == "REF":
        return f"{camel(model.of_number[m.elem].title) if m.elem else 'Record'} | None"
    return PLAIN[m.kind]


def argument_type(model, m):
    """What a constructor takes: more than what a reader gives."""
    if m.kind in ("STR", "BYTES"):
        return "str | Bytes"
    if m.kind == "FLAGS":
        return "Iterable[str | int] | int"
    if m.kind == "VALUE_TREE":
        return "Any"
    if m.kind in ("ARRAY", "REF_ARRAY"):
        element = element_type(model, m.elem)
        return f"Sequence[{'str | Bytes' if element == 'str' else element}]"
    return member_type(model, m).removesuffix(" | None")


def write_class(model, t):
    members = [m for m in t.members if m.kind not in HIDDEN and not keyword.iskeyword(m.name)]
    yield ""
    yield "@final"
    yield f"class {camel(t.title)}(Record):"
    for m in members:
        kind = member_type(model, m)
        yield f"    {m.name}: {kind}{' | None' if m.mask and not kind.endswith('None') else ''}"
    if not members:
        yield "    def __init__(self) -> None: ..."
        return
    yield "    def __init__("
    yield f"        {'this' if any(m.name == 'self' for m in members) else 'self'}, *,"
    for m in members:
        yield f"        {m.name}: {argument_type(model, m)} | None = ...,"
    yield "    ) -> None: ..."


def records(model, groups):
    lines = [*head("The C headers say what each member is."),
             "from collections.abc import Iterable, Sequence",
             "from typing import Any, final",
             "",
             "from ._convert import Record",
             "from .values import Value",
             "",
             "Bytes = bytes  # some records have a member of that name"]
    for t in model.listed(groups):
        if not isinstance(t, Words) and t.title != "str":
            lines += write_class(model, t)
    return "\n".join(lines) + "\n"


def events(model):
    """Columns are no events that come one by one."""
    found = [t for t in model.listed(model.libdiagfmt()) if t.shape == "event" and not t.member("n_rows")]
    lines = [*head("Checkers tell them apart by `type` or the class of `body`."),
             "from typing import Literal, Union",
             "",
             "from . import records",
             "from .reader import Event",
             "",
             "AnyEvent = Union["]
    lines += [f'    Event[Literal["{t.title}"], records.{camel(t.title)}],' for t in found]
    return "\n".join([*lines, "]"]) + "\n"


def stubs(model):
    """{file name: text}"""
    ops = [group for group in model.types if group not in model.libdiagfmt()]
    return {"records.pyi": records(model, model.libdiagfmt()), "ops_records.pyi": records(model, ops),
            "events.pyi": events(model)}
