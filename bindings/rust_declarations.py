# SPDX-License-Identifier: MIT
"""What the public headers declare, as Rust: bindings/rust/diagfmt-sys."""
import re

import c_headers

SCALARS = {"char": "c_char", "int": "c_int", "double": "f64", "void": "c_void"} | \
    {f"{sign}int{bits}_t": f"{'u' if sign else 'i'}{bits}" for sign in ("u", "") for bits in (8, 16, 32, 64)}
RESERVED = {"type", "match", "ref", "move", "use", "mod", "in", "box", "where", "loop", "fn", "impl", "self", "priv"}
FUNCTION_POINTER = re.compile(r"(?P<result>.*?)\(\*(?P<name>\w+)\)\((?P<parameters>.*)\)$")
DECLARATION = re.compile(r"(?P<const>const )?(?:struct )?(?P<base>\w+) ?(?P<stars>(?:\*|const|\s)*)(?P<name>\w*)$")
STATUS = "pub type dfmt_status = i32;\n"


def ident(name):
    if name in ("self", "record"):  # of which the one cannot be raw, and the other is a method of all records
        return name + "_"
    return f"r#{name}" if name in RESERVED else name


def one_line(text):
    return " ".join(text.split())


def declared(text):
    """(name, type) of a declaration of one thing."""
    text = one_line(text)
    function = FUNCTION_POINTER.match(text)
    if function:
        pointed = signature('unsafe extern "C" fn', function["result"], function["parameters"])
        return function["name"], f"Option<{pointed}>"
    found = DECLARATION.match(text)
    rust, const = SCALARS.get(found["base"], found["base"]), bool(found["const"])
    for star in re.findall(r"\*(?: ?const)?", found["stars"]):
        rust, const = f"*{'const' if const else 'mut'} {rust}", "const" in star
    return found["name"], rust


def signature(lead, result, parameters):
    given = [] if one_line(parameters) in ("", "void") else re.split(r",\s*", parameters)
    args = ", ".join(f"{ident(name)}: {rust}" for name, rust in map(declared, given))
    returned = declared(result)[1] if one_line(result) != "void" else None
    return f"{lead}({args})" + (f" -> {returned}" if returned else "")


def declarators(text):
    """Of "uint32_t a, b" each on its own; a function stays whole."""
    if "(" in text:
        return [text]
    first, *more = text.split(",")
    kind = re.match(r"(?:const )?(?:struct )?\w+ ", first)[0]
    return [first, *(kind + d.strip() for d in more)]


def constants(model, block):
    """All of an enumeration have one type."""
    kind = "i32" if any(model.number(name) < 0 for name in block) else "u32"
    return "".join(f"pub const {name}: {kind} = {model.number(name)};\n" for name in block)


def structure(name, members):
    rows = "".join(f"    pub {ident(member)}: {rust},\n" for member, rust in members)
    copied = "" if name.startswith("Arrow") else "#[derive(Clone, Copy)]\n"  # those have an owner
    return f"#[repr(C)]\n{copied}pub struct {name} {{\n{rows}}}\n"


def layout(structs, name):
    """What a test holds against the descriptions: of each struct its size, and where its members are."""
    rows = ""
    for struct, members in structs.items():
        places = ", ".join(f'("{member}", offset_of!({struct}, {ident(member)}))' for member, _ in members)
        rows += f'    ("{struct}", size_of::<{struct}>(), &[{places}]),\n'
    return "/// Name, size and members of each struct, for tests.\n#[doc(hidden)]\n" \
        f"pub const {name}: &[(&str, usize, &[(&str, usize)])] = &[\n{rows}];\n"


class Declarations:
    """Those of some headers."""

    def __init__(self, model, paths):
        self.types, self.functions, self.structs = [], [], {}
        for path in paths:
            self.read(model, path.read_text("utf-8"))

    def read(self, model, text):
        plain = c_headers.COMMENT.sub("", text)
        self.types += [constants(model, [e.name for e in block]) for block in c_headers.enumerations(text)]
        for name, body in c_headers.STRUCT.findall(plain):
            self.structs[name] = [declared(one) for part, _ in c_headers.parts(body, ";") for one in declarators(part)]
            self.types.append(structure(name, self.structs[name]))
        self.types += [f"#[repr(C)]\npub struct {name} {{\n    _opaque: [u8; 0],\n}}\n"
                       for name in c_headers.OPAQUE.findall(plain)]
        self.types += [f"pub type {name} = {base};\n" for base, name in c_headers.SAME.findall(plain)]
        self.types += ["pub type {} = {};\n".format(*declared(one)) for one in c_headers.FUNCTION_TYPE.findall(plain)]
        self.functions += [f"    pub {signature('fn ' + name, result, parameters)};\n"
                           for result, name, parameters in c_headers.functions(text)]

    def text(self):
        return "\n".join(self.types) + "\nextern \"C\" {\n" + "".join(self.functions) + "}\n\n"


def bindings(model):
    found = Declarations(model, [path for group in model.libdiagfmt() for path in model.headers[group]])
    return "use std::ffi::{c_char, c_int, c_void};\nuse std::mem::offset_of;\n\n" + STATUS + "\n" + found.text() + \
        layout(found.structs, "LAYOUT")


def ops(model):
    """What the headers of libdiagfmt-ops have besides."""
    paths = [path for group, paths in model.headers.items() if group not in model.libdiagfmt() for path in paths]
    found = Declarations(model, paths)
    return "use crate::bindings::*;\nuse std::ffi::{c_char, c_void};\nuse std::mem::offset_of;\n\n" + found.text() + \
        layout(found.structs, "OPS_LAYOUT")
