# SPDX-License-Identifier: MIT
"""The described types as Rust, for bindings/rust/diagfmt: a struct with accessors for each record, and words."""
from model import Words

from described import HIDDEN, META, camel
from rust_declarations import ident

USES = """use crate::record::{record, words, List, Record, Text};
use crate::tree::Tree;
use diagfmt_sys as sys;
"""
OPS_USES = """use crate::record::{record, words, List, Record, Text};
use crate::records::*;
use crate::tree::Tree;
use diagfmt_sys as sys;
"""
PLAIN = {"U32": "u32", "I32": "i32", "U64": "u64", "I64": "i64", "F64": "f64", "STR": "Text<'a>", "BYTES": "&'a [u8]",
         "CSTR": "Option<Text<'a>>", "BOOL": "bool", "VALUE_TREE": "Option<Tree<'a>>"}


def constant(word):
    text = "".join(c if c.isalnum() else "_" for c in word.upper())
    return f"N{text}" if text[0].isdigit() else text


def words(model, t):
    kind = "flags" if t.shape == "flags" else "number"
    rows = "".join(f"    {constant(word)} = {model.number(name) & 0xFFFFFFFF},\n" for word, name in t.rows)
    return f"words! {{ {kind} {camel(t.title)}, {model.number(t.number):#x}, \"{t.title}\";\n{rows}}}\n"


def record(model, t):
    rows = "".join(member(model, m) for m in t.members if m.kind not in HIDDEN | {"POINTER"})
    return f"record! {{ {camel(t.title)}, {t.name}, {model.number(t.number):#x}, \"{t.title}\";\n{rows}}}\n"


def member(model, m):
    mask = f" if {model.number(m.mask)}" if m.mask else ""
    if m.kind in ("ARRAY", "REF_ARRAY"):
        return f"    {ident(m.name)}: [{element(model, m)}] in {ident(m.counter)}{mask};\n"
    return f"    {ident(m.name)}: ({scalar(model, m)}){mask};\n"


def scalar(model, m):
    if m.kind in ("ENUM", "FLAGS") or (m.kind == "I32" and m.elem):
        return camel(model.of_number[m.elem].title)
    return f"Option<{struct_name(model, m.elem)}>" if m.kind == "REF" else PLAIN[m.kind]


def struct_name(model, number):
    if not number:
        return "Record<'a>"
    title = model.of_number[number].title
    return "Text<'a>" if title == "str" else f"{camel(title)}<'a>"


def element(model, m):
    if m.elem and m.elem.startswith("DFMT_KIND_"):
        return PLAIN[m.elem.removeprefix("DFMT_KIND_")]
    name = struct_name(model, m.elem)
    return f"Option<{name}>" if m.kind == "REF_ARRAY" else name


def text(model, uses, groups):
    made = [words(model, t) if isinstance(t, Words) else record(model, t)
            for t in model.listed(groups) if t.title not in META]
    return uses + "\n" + "\n".join(made)


def records(model):
    return text(model, USES, model.libdiagfmt())


def ops_records(model):
    return text(model, OPS_USES, [group for group in model.types if group not in model.libdiagfmt()])
