# SPDX-License-Identifier: MIT
"""The described types as TypeScript, for npm/records.d.ts. What objects are is in npm/lib/records.js."""
from model import TABLES, Words

from described import HIDDEN, META, camel

START = """import type { Text, Value } from "./index.js";

"""
PLAIN = {"U32": "number", "I32": "number", "U64": "bigint", "I64": "bigint", "STR": "Text", "BYTES": "Uint8Array",
         "CSTR": "string | null", "BOOL": "boolean", "F64": "number", "VALUE_TREE": "Value | null"}


def words(t):
    rows = "".join(f'\n  | "{word}"' for word, _ in t.rows)
    return f"/** A number is one that has no word. */\nexport type {camel(t.title)} ={rows}\n  | number;\n"


def interface(model, t):
    shown = [m for m in t.members if m.kind not in HIDDEN | {"POINTER"} and "TABLE" not in m.flags]
    return f"export interface {camel(t.title)} {{\n{''.join(member(model, m) for m in shown)}}}\n"


def member(model, m):
    unit = f"  /** {m.unit.lower()} */\n" if m.unit != "NONE" else ""
    return f"{unit}  {m.name}{'?' if m.mask else ''}: {kind(model, m)};\n"


def kind(model, m):
    if m.kind in ("ENUM", "FLAGS") or (m.kind == "I32" and m.elem):
        return camel(model.of_number[m.elem].title) + ("[]" if m.kind == "FLAGS" else "")
    if m.kind == "STR" and "UTF8" in m.flags:
        return "string"
    if m.kind == "REF":
        return f"{target(model, m.elem)} | null"
    if m.kind == "REF_ARRAY":
        return f"({target(model, m.elem)} | null)[]"
    if m.kind == "ARRAY":
        element = PLAIN.get(m.elem.removeprefix("DFMT_KIND_")) or target(model, m.elem)
        return f"({element})[]" if " " in element else f"{element}[]"
    return PLAIN[m.kind]


def target(model, number):
    name = camel(model.of_number[number].title) if number else "object"
    return "Text" if name == "Str" else name


def index(name, what, types):
    rows = "".join(f'  "{t.title}": {camel(t.title)};\n' for t in types)
    return f"/** {what} */\nexport interface {name} {{\n{rows}}}\n"


def records(model):
    groups = [group for group in model.types if group in model.libdiagfmt() or group.endswith(TABLES)]
    types = [t for t in model.listed(groups) if t.title not in META]
    made = [words(t) if isinstance(t, Words) else interface(model, t) for t in types]
    made.append(index("EventBodies", "Records by the type of their events.", [t for t in types if t.shape == "event"]))
    made.append(index("Tables", "Rows by the names of tables.", tables(types)))
    return START + "\n".join(made)


def tables(types):
    """As dfmt_table_at() lists them: columns are no rows, and nothing is known of what is opaque."""
    return [t for t in types if t.shape in ("event", "row") and not t.member("n_rows") and t.title != "opaque"]
