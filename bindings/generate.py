#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sources of bindings that repeat what the library says: generate.py [--check] BUILD

rust/diagfmt-sys/src/bindings.rs and ops.rs come from the headers; records.rs and ops_records.rs in rust/diagfmt/src,
and ../npm/records.d.ts, come from the descriptions of libdiagfmt and libdiagfmt-ops.
--check: only tells whether they are what would be made. Needs a C preprocessor and pycparser; BUILD has the libraries.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

from pycparser import c_ast, c_parser

from typescript import Types

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
HEAD = "// SPDX-License-" "Identifier: MIT\n// Made by bindings/generate.py from {}: do not edit.\n"
RESERVED = {"type", "match", "ref", "move", "use", "mod", "in", "box", "where", "loop", "fn", "impl", "self", "priv"}

# ---- C declarations as Rust ----

SCALARS = {"char": "c_char", "int": "c_int", "double": "f64", "void": "c_void"} | \
    {f"{sign}int{bits}_t": f"{'u' if sign else 'i'}{bits}" for sign in ("u", "") for bits in (8, 16, 32, 64)}


def declarations(build, headers):
    """Of headers, in their order."""
    text = subprocess.run(["cc", "-E", "-P", "-DDFMT_API=", f"-I{ROOT}/include", f"-I{build}/include", "-"], check=True,
                          text=True, input="".join(f"#include <diagfmt/{name}>\n" for name in headers),
                          stdout=subprocess.PIPE).stdout
    return c_parser.CParser().parse(text).ext


def ident(name):
    if name in ("self", "record"):  # of which the one cannot be raw, and the other is a method of all records
        return name + "_"
    return f"r#{name}" if name in RESERVED else name


def rust_type(node):
    """The type of a declaration; of a pointer with what it points to."""
    if isinstance(node, c_ast.PtrDecl):
        if isinstance(node.type, c_ast.FuncDecl):
            return "Option<" + signature('unsafe extern "C" fn', node.type) + ">"
        const = "const" in getattr(node.type, "quals", [])
        return f"*{'const' if const else 'mut'} {rust_type(node.type)}"
    if isinstance(node, c_ast.ArrayDecl):
        return f"[{rust_type(node.type)}; {value(node.dim, {})}]"
    kind = node.type
    if isinstance(kind, c_ast.Struct):
        return kind.name
    return SCALARS.get(kind.names[0], kind.names[0])


def signature(lead, function):
    args = [] if function.args is None else \
        [f"{ident(p.name)}: {rust_type(p.type)}" for p in function.args.params if p.name]
    returned = rust_type(function.type)
    return f"{lead}({', '.join(args)})" + ("" if returned == "c_void" else f" -> {returned}")


def value(node, known):
    if isinstance(node, c_ast.Constant):
        return int(node.value.rstrip("uUlL"), 0)
    if isinstance(node, c_ast.ID):
        return known[node.name]
    if isinstance(node, c_ast.UnaryOp):
        return -value(node.expr, known)
    left, right = value(node.left, known), value(node.right, known)
    return {"<<": left << right, "|": left | right, "+": left + right}[node.op]


def constants(enum, known):
    last, names = -1, []
    for e in enum.values.enumerators:
        last = known[e.name] = value(e.value, known) if e.value else last + 1
        names.append(e.name)
    kind = "i32" if any(known[n] < 0 for n in names) else "u32"
    return "".join(f"pub const {n}: {kind} = {known[n]};\n" for n in names)


def structure(struct):
    if struct.decls is None:
        return f"#[repr(C)]\npub struct {struct.name} {{\n    _opaque: [u8; 0],\n}}\n"
    members = "".join(f"    pub {ident(d.name)}: {rust_type(d.type)},\n" for d in struct.decls)
    copied = "" if struct.name.startswith("Arrow") else "#[derive(Clone, Copy)]\n"
    return f"#[repr(C)]\n{copied}pub struct {struct.name} {{\n{members}}}\n"


def layout(structs, name="LAYOUT"):
    """What a test holds against the descriptions: of each struct its size, and where its members are."""
    rows = []
    for struct_name, struct in structs.items():
        members = ", ".join(f'("{d.name}", offset_of!({struct_name}, {ident(d.name)}))'
                            for d in struct.decls)
        rows.append(f'    ("{struct_name}", size_of::<{struct_name}>(), &[{members}]),\n')
    return "/// Name, size and members of each struct, for tests.\n#[doc(hidden)]\n" \
        f"pub const {name}: &[(&str, usize, &[(&str, usize)])] = &[\n" + "".join(rows) + "];\n"


class Declarations:
    """What headers declare, as Rust."""

    def __init__(self):
        self.known, self.structs, self.opaque, self.out, self.functions, self.ops = {}, {}, {}, [], [], []

    def add(self, d):
        kind = getattr(d, "type", None)
        if not str(getattr(d, "name", None) or "dfmt_").startswith(("dfmt_", "Arrow")):
            return  # of the system's headers
        if isinstance(kind, c_ast.FuncDecl):
            self.function(d, kind)
        elif isinstance(kind, c_ast.Enum):
            self.out.append(constants(kind, self.known))
        elif isinstance(kind, c_ast.Struct) or isinstance(getattr(kind, "type", None), c_ast.Struct):
            self.struct(d, kind if isinstance(kind, c_ast.Struct) else kind.type)
        elif isinstance(kind, c_ast.PtrDecl) and isinstance(kind.type, c_ast.FuncDecl):
            self.out.append(f"pub type {d.name} = {rust_type(kind)};\n")
        elif isinstance(d, c_ast.Typedef) and d.name.startswith("dfmt_"):
            self.out.append(f"pub type {d.name} = {rust_type(kind)};\n")

    def function(self, d, kind):
        self.functions.append(f"    pub {signature('fn ' + d.name, kind)};\n")
        made = re.fullmatch("dfmt_(\\w+)_new", d.name)
        if made and "dfmt_op)" in self.functions[-1].replace("*mut *mut ", ""):
            self.ops.append(made[1])

    def struct(self, d, struct):
        if not struct.name:
            return
        if struct.decls is None:
            self.opaque.setdefault(struct.name, struct)
            if isinstance(d, c_ast.Typedef) and d.name != struct.name:
                self.out.append(f"pub type {d.name} = {struct.name};\n")
        else:
            self.structs[struct.name] = struct
            self.out.append(structure(struct))

    def text(self):
        opaque = [structure(s) for name, s in self.opaque.items() if name not in self.structs]
        return "\n".join(self.out + opaque) + "\nextern \"C\" {\n" + "".join(self.functions) + "}\n\n"


def make_bindings(build):
    found = Declarations()
    for d in declarations(build, ["diagfmt.h"]):
        found.add(d)
    return HEAD.format("the headers") + "use std::ffi::{c_char, c_int, c_void};\nuse std::mem::offset_of;\n\n" + \
        found.text() + layout(found.structs)


def make_ops(build):
    """What the headers of libdiagfmt-ops have besides."""
    headers = sorted(path.name for path in (ROOT / "include" / "diagfmt" / "ops").glob("*.h"))
    found = Declarations()
    theirs = len(declarations(build, ["diagfmt.h"]))
    every = declarations(build, ["diagfmt.h"] + [f"ops/{name}" for name in headers])
    for d in every[:theirs]:
        found.add(d)
    found.structs, found.opaque, found.out, found.functions, found.ops = {}, {}, [], [], []
    for d in every[theirs:]:
        found.add(d)
    rows = "".join(f'    ("{name}", dfmt_{name}_new),\n' for name in found.ops)
    return HEAD.format("the headers") + "use crate::bindings::*;\nuse std::ffi::c_void;\n" \
        "use std::mem::offset_of;\n\n" + found.text() + layout(found.structs, "OPS_LAYOUT") + \
        "\n/// A function that makes an operation.\n" \
        "pub type Make = unsafe extern \"C\" fn(*const dfmt_config, *mut *mut dfmt_op) -> dfmt_status;\n\n" \
        f"/// The operations, by name.\npub const OPERATIONS: &[(&str, Make)] = &[\n{rows}];\n"


# ---- descriptions as Rust ----

USES = """use crate::record::{record, words, List, Record, Text};
use crate::tree::Tree;
use diagfmt_sys as sys;
"""
OPS_USES = """use crate::record::{record, words, List, Record, Text};
use crate::records::*;
use diagfmt_sys as sys;
"""
META = {"str", "error", "option", "event", "probe", "field", "type"}


def camel(name):
    return "".join(part.capitalize() for part in name.replace(".", "_").split("_"))


def constant(word):
    text = "".join(c if c.isalnum() else "_" for c in word.upper())
    return f"N{text}" if text[0].isdigit() else text


class Records:
    """One struct with accessors for each described struct, one for each enumeration."""

    def __init__(self, d, types, others=()):
        """others: types that are elsewhere."""
        self.d, self.types = d, types
        self.names = {t.number: camel(t.name.decode()) for t in [*others, *types]}
        self.by_number = {t.number: t for t in [*others, *types]}

    def text(self, uses=USES):
        d = self.d
        made = [self.words(t) if t.shape in (d.SHAPE_ENUM, d.SHAPE_FLAGS) else self.record(t)
                for t in self.types if t.name.decode() not in META]
        return HEAD.format("the library's descriptions") + uses + "\n" + "\n".join(made)

    def words(self, t):
        fields = [t.fields[i] for i in range(t.n_fields)]
        kind = "flags" if t.shape == self.d.SHAPE_FLAGS else "number"
        rows = "".join(f"    {constant(f.name.decode())} = {f.offset},\n" for f in fields)
        return f"words! {{ {kind} {self.names[t.number]}, {t.number:#x}, \"{t.name.decode()}\";\n{rows}}}\n"

    def record(self, t):
        fields = [t.fields[i] for i in range(t.n_fields)]
        names = {f.offset: f.name.decode() for f in fields}
        hidden = self.d.HIDDEN | {self.d.POINTER}
        rows = "".join(self.member(f, names) for f in fields if f.kind not in hidden)
        name, c_name = t.name.decode(), t.c_name.decode()
        return f"record! {{ {self.names[t.number]}, {c_name}, {t.number:#x}, \"{name}\";\n{rows}}}\n"

    def member(self, f, names):
        name, kind = f.name.decode(), self.d
        mask = f" if {f.present_mask}" if f.present_mask else ""
        if f.kind in (kind.ARRAY, kind.REF_ARRAY):
            return f"    {ident(name)}: [{self.element(f)}] in {ident(names[f.count_offset])}{mask};\n"
        return f"    {ident(name)}: ({self.scalar(f)}){mask};\n"

    def scalar(self, f):
        d = self.d
        plain = {d.U32: "u32", d.U64: "u64", d.I64: "i64", d.F64: "f64", d.STR: "Text<'a>", d.BYTES: "&'a [u8]",
                 d.CSTR: "Option<Text<'a>>", d.BOOL: "bool", d.VALUE_TREE: "Option<Tree<'a>>"}
        if f.kind in (d.ENUM, d.FLAGS, d.I32):
            return self.names[f.elem_type] if f.elem_type else "i32"
        if f.kind == d.REF:
            return f"Option<{self.struct_name(f.elem_type)}>"
        return plain[f.kind]

    def struct_name(self, number):
        if not number:
            return "Record<'a>"
        name = self.by_number[number].name.decode()
        return "Text<'a>" if name == "str" else f"{self.names[number]}<'a>"

    def element(self, f):
        d = self.d
        plain = {d.U32: "u32", d.I32: "i32", d.U64: "u64", d.I64: "i64", d.F64: "f64", d.STR: "Text<'a>",
                 d.BYTES: "&'a [u8]", d.CSTR: "Option<Text<'a>>"}
        if f.kind == d.REF_ARRAY:
            return f"Option<{self.struct_name(f.elem_type)}>"
        return plain.get(f.elem_type) or self.struct_name(f.elem_type)


def descriptions(build):
    os.environ.setdefault("DIAGFMT_LIBRARY", str(build / "lib" / "libdiagfmt.so"))
    sys.path.insert(0, str(ROOT / "python"))
    from diagfmt import _describe as d
    return d


def make_records(build):
    d = descriptions(build)
    return Records(d, list(d.described_types(d.library.dfmt_type_at))).text()


def make_ops_records(build):
    d = descriptions(build)
    os.environ.setdefault("DIAGFMT_OPS_LIBRARY", str(build / "ops" / "libdiagfmt-ops.so"))
    from diagfmt import _ops
    theirs = list(d.described_types(d.library.dfmt_type_at))
    return Records(d, list(d.described_types(_ops.ops_library.dfmt_ops_type_at)), theirs).text(OPS_USES)


def make_types(build):
    d = descriptions(build)
    d.library.dfmt_table_at.restype = d.library.dfmt_type_at.restype
    tables = list(d.described_types(d.library.dfmt_table_at))
    return HEAD.format("the library's descriptions") + \
        Types(d, list(d.described_types(d.library.dfmt_type_at))).text(tables)


def main():
    check = "--check" in sys.argv
    build = Path(sys.argv[-1]).resolve()
    stale = []
    for path, text in (("rust/diagfmt-sys/src/bindings.rs", make_bindings(build)),
                       ("rust/diagfmt-sys/src/ops.rs", make_ops(build)),
                       ("rust/diagfmt/src/records.rs", make_records(build)),
                       ("rust/diagfmt/src/ops_records.rs", make_ops_records(build)),
                       ("../npm/records.d.ts", make_types(build))):
        if check and (HERE / path).read_text() != text:
            stale.append(path)
        elif not check:
            (HERE / path).write_text(text)
    if stale:
        sys.exit(f"bindings/generate.py has not been run since headers or descriptions changed: {', '.join(stale)}")


main()
