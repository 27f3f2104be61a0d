# SPDX-License-Identifier: MIT
"""Descriptions as types of TypeScript, for npm/records.d.ts. What objects are is in npm/lib/records.js."""

START = """import type { Text, Value } from "./index.js";

"""
META = {"str", "error", "option", "event", "probe", "field", "type"}
FIELD_UTF8 = 1
TYPE_UNIT = 0x8104


def camel(name):
    return "".join(part.capitalize() for part in name.replace(".", "_").split("_"))


class Types:
    """One interface for each described struct, one union of words for each enumeration."""

    def __init__(self, d, types):
        self.d = d
        self.types = [t for t in types if t.name.decode() not in META]
        self.names = {t.number: camel(t.name.decode()) for t in types}
        self.plain = {d.U32: "number", d.I32: "number", d.U64: "bigint", d.I64: "bigint", d.STR: "Text",
                      d.BYTES: "Uint8Array", d.CSTR: "string | null", d.BOOL: "boolean", d.F64: "number",
                      d.VALUE_TREE: "Value | null"}
        self.units = d.words[TYPE_UNIT]

    def text(self, tables):
        d = self.d
        made = [self.words(t) if t.shape in (d.SHAPE_ENUM, d.SHAPE_FLAGS) else self.interface(t) for t in self.types]
        events = [t for t in self.types if t.shape == d.SHAPE_EVENT]
        made.append(self.index("EventBodies", "Records by the type of their events.", events))
        made.append(self.index("Tables", "Rows by the names of tables.", tables))
        return START + "\n".join(made)

    def words(self, t):
        rows = "".join(f'\n  | "{t.fields[i].name.decode()}"' for i in range(t.n_fields))
        return f"/** A number is one that has no word. */\nexport type {self.names[t.number]} ={rows}\n  | number;\n"

    def interface(self, t):
        d = self.d
        fields = [t.fields[i] for i in range(t.n_fields)]
        shown = [f for f in fields if f.kind not in d.HIDDEN | {d.POINTER} and not f.flags & d.FIELD_TABLE]
        return f"export interface {self.names[t.number]} {{\n{''.join(self.member(f) for f in shown)}}}\n"

    def member(self, f):
        unit = f"  /** {self.units[f.unit]} */\n" if f.unit in self.units and f.unit else ""
        return f"{unit}  {f.name.decode()}{'?' if f.present_mask else ''}: {self.kind(f)};\n"

    def kind(self, f):
        d = self.d
        if f.kind in (d.ENUM, d.FLAGS, d.I32) and f.elem_type:
            return self.names[f.elem_type] + ("[]" if f.kind == d.FLAGS else "")
        if f.kind == d.STR and f.flags & FIELD_UTF8:
            return "string"
        if f.kind == d.REF:
            return f"{self.target(f.elem_type)} | null"
        if f.kind == d.REF_ARRAY:
            return f"({self.target(f.elem_type)} | null)[]"
        if f.kind == d.ARRAY:
            element = self.plain.get(f.elem_type) or self.target(f.elem_type)
            return f"({element})[]" if " " in element else f"{element}[]"
        return self.plain[f.kind]

    def target(self, number):
        name = self.names.get(number, "object")
        return "Text" if name == "Str" else name

    def index(self, name, what, types):
        rows = "".join(f'  "{t.name.decode()}": {self.names[t.number]};\n' for t in types)
        return f"/** {what} */\nexport interface {name} {{\n{rows}}}\n"
