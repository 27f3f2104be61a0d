# SPDX-License-Identifier: MIT
"""Stubs of Python, for python/diagfmt: records.pyi, ops_records.pyi, events.pyi and _kinds.pyi."""
import ast
import keyword
import re

from members import WORDS
from model import ROOT, Words

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


# ---- kinds of operations ----


def operations(model):
    """{name: the number in keys of its options}: those of DFMT_OP_* that have a header of their name."""
    names = {n: n.removeprefix("DFMT_OP_").lower() for n in model.value if n.startswith("DFMT_OP_")}
    return {name: model.number(n) for n, name in names.items() if model.comment[n].text == name + ".h"}


def own_options(model, name, number):
    """(name, comment) of those that its header has; types with their numbers are called DFMT_NAME_*."""
    prefix = f"DFMT_OPS_{name.upper()}_"
    return [(n.removeprefix(prefix).lower(), model.comment[n].text) for n in model.value
            if n.startswith(prefix) and model.number(n) >> 8 & 0xFF == number]


def option_type(model, comment):
    """As its comment says."""
    if comment.startswith("list"):
        return "Texts"
    if re.match(r"[01]:", comment):
        return "bool"
    found = next((words for words in (model.words_called(*named) for named in WORDS.findall(comment)) if words), None)
    if not found:
        return "int"
    literal = "Literal[" + ", ".join(f'"{word}"' for word, _ in found.rows) + "]"
    return f"{literal} | Iterable[{literal}]" if found.shape == "flags" else literal


def writes(model, name):
    """It writes while it runs: its header names its outputs."""
    return any('"output"' in path.read_text("utf-8") for path in model.headers[name])


def parameters(fixed, options):
    return [f"    {fixed}", *(f"    {name}: {kind} = ...," for name, kind in options), "    **options: Any,"]


def write_kind(model, name, number):
    """Its class and its function. What it shares with others, and takes of them, no header says: that is any option."""
    options = [(option, option_type(model, comment)) for option, comment in own_options(model, name, number)]
    told = "progress: OpProgress | None = None, remarks: OpRemarks | None = None"
    target, base, result = ("target: Any = None, ", "Writing", "bytes | None") if writes(model, name) else \
        ("", "Reporting", "Rows")
    made = parameters(f"self, inputs: Any, {told}{', *' if options else ''},", options)
    return ["",
            f"class {camel(name)}({base}):",
            *(f"    {line}" for line in ["def __init__(", *made, ") -> None: ..."]),
            "",
            f"def {name}(",
            *parameters(f'inputs: Any, {target}*, {told}, damaged: str = "raise",', options),
            f") -> {result}: ..."]


def defined(path):
    """What a module of the package defines for others."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def kinds(model):
    """`__all__` is without what diagfmt.ops has in another way."""
    found = operations(model)
    names = {*found, *map(camel, found)} - defined(ROOT / "python" / "diagfmt" / "_named.py")
    lines = [*head("The C headers say what each option is."),
             "from collections.abc import Iterable",
             "from typing import Any, Literal",
             "",
             "from ._ops import OpProgress, OpRemarks, Reporting, Texts, Writing",
             "from ._rows import Rows",
             "",
             f"__all__ = {sorted(names)}"]
    for name, number in found.items():
        lines += write_kind(model, name, number)
    return "\n".join(lines) + "\n"


def stubs(model):
    """{file name: text}"""
    ops = [group for group in model.types if group not in model.libdiagfmt()]
    return {"records.pyi": records(model, model.libdiagfmt()), "ops_records.pyi": records(model, ops),
            "events.pyi": events(model), "_kinds.pyi": kinds(model)}
