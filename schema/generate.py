#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the descriptions of the public structs from the public headers, where their members stand.

    generate.py FOLDER DEPFILE GROUP...

Writes FOLDER/GROUP_types.c of each group: a format, its tables, an operation, or "model" (the rest). DEPFILE tells what was read.
A file that would not change is not touched. docs/schema.md says what comments in the headers must say.
"""
import pathlib
import sys

sys.dont_write_bytecode = True  # not into the sources
from c_headers import Bad  # noqa: E402
from model import COMMON, TABLES, Model, Words, is_operation  # noqa: E402

LICENCE = "/* SPDX-License-" "Identifier: MIT */\n"  # in two parts, or it would be taken for this file's
FIRST_VERSION = "0.1"  # of what does not say [since X.Y]


def version(comment):
    major, minor = (comment.value("since") or FIRST_VERSION).split(".")
    return f"0x{int(major):02x}{int(minor):02x}0000"


def row(**values):
    """An initializer; what is 0 is left out."""
    return "    {" + ", ".join(f".{name} = {value}" for name, value in values.items() if value) + "},\n"


def word_row(model, word, enumerator):
    return row(name=f'"{word}"', kind="DFMT_KIND_VALUE", offset=f"(uint32_t){enumerator}",
               since=version(model.comment[enumerator]))


def member_row(struct, m):
    return row(name=f'"{m.name}"', kind=f"DFMT_KIND_{m.kind}", offset=f"offsetof({struct.name}, {m.c_name})",
               elem_type=m.elem, count_offset=m.counter and f"offsetof({struct.name}, {m.counter})",
               present_mask=m.mask, unit=m.unit != "NONE" and f"DFMT_UNIT_{m.unit}",
               flags=" | ".join(f"DFMT_FIELD_{f}" for f in m.flags), since=version(m.comment))


def identifier(t):
    """Of what a file has for a type; unique over all groups, as the amalgamation is one file."""
    return t.title.replace(".", "_") if "." in t.title else f"{COMMON}_{t.title}"


def fields(model, t):
    if isinstance(t, Words):
        rows = [word_row(model, *r) for r in t.rows]
    else:
        rows = [member_row(t, m) for m in t.members]
    return f"static const dfmt_field {identifier(t)}_fields[] = {{\n{''.join(rows)}}};\n"


def description(t, c_name):
    of = identifier(t.base or t) + "_fields"
    size = present = None
    if not isinstance(t, Words):
        size = f"sizeof({t.name})"
        present = any(m.kind == "PRESENT" for m in t.members) and f"offsetof({t.name}, present)"
    values = row(head="{sizeof(dfmt_type), DFMT_TYPE_TYPE}", name=f'"{t.title}"', c_name=f'"{c_name}"',
                 shape=f"DFMT_SHAPE_{t.shape.upper()}", body_size=size, present_offset=present, number=t.number,
                 n_fields=f"sizeof {of} / sizeof *{of}", fields=of)
    return f"static const dfmt_type {identifier(t)}_type = {values.strip().removesuffix(',')};\n"


def accessor(model, struct, function):
    number = model.structs[struct].number
    return f"\nconst {struct} *{function}(const dfmt_event *ev) {{ return dfmti_event_body(ev, {number}); }}\n"


def named(t):
    """The enumerators that a type's description names."""
    if isinstance(t, Words):
        return [enumerator for _, enumerator in t.rows]
    return [m.elem for m in t.members if m.elem]


def includes(model, group):
    """A group's own headers, and those of others whose words it uses."""
    paths = {*model.headers[group], *(model.header_of[name] for t in model.types[group] for name in named(t))}
    return "".join(f"#include {as_included(path)}\n" for path in sorted(paths))


def as_included(path):
    """A public header, or that of a format that is not public yet."""
    name = path.as_posix().rpartition("/include/")[2]
    return f"<{name}>" if name.startswith("diagfmt/") else f'"{path.parent.name}/{path.name}"'


def source(model, group):
    """The types of a group, their list, and the functions that return the bodies of its events."""
    ops, tables = is_operation(model.headers[group]), group.endswith(TABLES)
    out = LICENCE + "/* Made from the public headers by schema/generate.py. */\n"
    out += includes(model, group) + "#include <stddef.h>\n" + ("" if ops else '\n#include "model/format.h"\n')
    for t in model.types[group]:
        c_name = t.name if not isinstance(t, Words) else t.prefix.rstrip("_") if ops and not tables else t.prefix
        out += "\n" + ("" if t.base else fields(model, t)) + description(t, c_name)
    types = f"const dfmt_type *const {'dfmto' if ops and not tables else 'dfmti'}_{group}_types[]"
    out += f"\nextern {types};\n{types} = {{\n"
    out += "".join(f"    &{identifier(t)}_type,\n" for t in model.types[group]) + "    NULL};\n"
    return out + "".join(accessor(model, *names) for names in model.accessors[group])


def escaped(path):
    return str(path).replace(" ", "\\ ")


def write_depfile(model, path, output):
    """Of Make: what an output is made from."""
    read = list(pathlib.Path(__file__).resolve().parent.glob("*.py"))
    for headers in model.headers.values():
        read += headers
    pathlib.Path(path).write_text(f"{escaped(output)}: {' '.join(map(escaped, read))}\n", "utf-8")


def main(folder, depfile, *groups):
    try:
        model = Model()
    except Bad as bad:
        raise SystemExit(f"schema: {bad}") from None
    write_depfile(model, depfile, f"{folder}/{groups[0]}_types.c")
    for group in groups:
        path, text = pathlib.Path(folder) / f"{group}_types.c", source(model, group)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
