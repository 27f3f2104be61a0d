# SPDX-License-Identifier: MIT
"""ctypes classes and words made from the library's own descriptions (describe.h), so that no struct is written twice."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import c_char_p, c_double, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, NamedTuple

from ._library import Event, Field, Head, Str, Type, library

# DFMT_KIND_*, DFMT_SHAPE_*, DFMT_FIELD_TABLE: the numbers that descriptions are made of.
U32, I32, U64, I64, STR, BYTES, CSTR, ENUM, FLAGS, BOOL = range(1, 11)
ARRAY, REF, REF_ARRAY, VALUE_TREE, PRESENT, COUNT, HEAD, RESERVED, VALUE, SIZE, POINTER, F64 = range(11, 23)
SHAPE_EVENT, SHAPE_STRUCT, SHAPE_ELEMENT, SHAPE_ENUM, SHAPE_FLAGS, SHAPE_ROW = range(1, 7)
FIELD_TABLE = 4

C_TYPES: dict[int, Any] = {
    U32: c_uint32, I32: c_int32, U64: c_uint64, I64: c_int64, STR: Str, BYTES: Str, CSTR: c_char_p, ENUM: c_uint32,
    FLAGS: c_uint32, BOOL: c_uint32, ARRAY: c_void_p, REF: c_void_p, REF_ARRAY: c_void_p, VALUE_TREE: c_void_p,
    PRESENT: c_uint32, COUNT: c_uint64, HEAD: Head, RESERVED: c_uint32, SIZE: c_uint32, POINTER: c_void_p, F64: c_double,
}
HIDDEN = {PRESENT, COUNT, HEAD, RESERVED, SIZE}


class Member(NamedTuple):
    """A member that people see: no counts, presence bits and paddings."""

    name: str
    kind: int
    elem: int     # below 256 a kind, else a type; 0: none
    counter: str  # the member that holds the number of elements; "": none
    mask: int     # its bit in `present`; 0: always there
    table: bool   # an entry of a table that lives as long as the reader's file


class Shape(NamedTuple):
    """A described struct."""

    name: str
    number: int
    shape: int    # SHAPE_*
    struct: type[ctypes.Structure]
    members: dict[str, Member]
    has_present: bool


def described_types(type_at: Any) -> Iterator[Any]:
    i = 0
    while t := type_at(i):
        yield t.contents
        i += 1


def make_struct(t: Any, fields: list[Any]) -> type[ctypes.Structure]:
    """The class of a struct. That its layout comes out as described is checked: a mistake here would corrupt memory.

    A later library may have types with members of kinds that are unknown here. They are so many bytes, nothing more.
    """
    if t.c_name == b"dfmt_str":
        return Str
    if any(f.kind not in C_TYPES for f in fields):
        return type(t.c_name.decode(), (ctypes.Structure,), {"_fields_": [("_bytes", c_uint8 * t.body_size)]})
    cls = type(t.c_name.decode(), (ctypes.Structure,),
               {"_fields_": [(f.name.decode(), C_TYPES[f.kind]) for f in sorted(fields, key=lambda f: int(f.offset))]})
    for f in fields:
        if getattr(cls, f.name.decode()).offset != f.offset:
            raise ImportError(f"{t.c_name.decode()}.{f.name.decode()} is not where the library says")
    if ctypes.sizeof(cls) != t.body_size:
        raise ImportError(f"{t.c_name.decode()} is not as large as the library says")
    return cls


def make_members(fields: list[Any]) -> dict[str, Member]:
    if any(f.kind not in C_TYPES for f in fields):
        return {}
    names = {f.offset: f.name.decode() for f in fields}
    return {f.name.decode(): Member(f.name.decode(), f.kind, f.elem_type,
                                    names[f.count_offset] if f.kind in (ARRAY, REF_ARRAY) else "", f.present_mask,
                                    bool(f.flags & FIELD_TABLE))
            for f in fields if f.kind not in HIDDEN}


def describe(type_at: Any) -> list[Shape]:
    """Takes in the types of a library; its structs."""
    found = []
    for t in described_types(type_at):
        name, number = t.name.decode(), t.number
        fields = [t.fields[i] for i in range(t.n_fields)]
        if t.shape in (SHAPE_ENUM, SHAPE_FLAGS):
            words[number] = {f.offset: f.name.decode() for f in fields}
            numbers[number] = {f.name.decode(): f.offset for f in fields}
            enum_numbers[name] = number
        else:
            struct = make_struct(t, fields)
            shapes[number] = Shape(name, number, t.shape, struct, make_members(fields), any(f.kind == PRESENT for f in fields))
            by_name[name] = shapes[number]
            structs[name] = struct
            found.append(shapes[number])
    return found


def check_own() -> None:
    """The structs that are written down in this package."""
    for name, ours in {"field": Field, "type": Type, "event": Event}.items():
        if [getattr(ours, n).offset for n, *_ in ours._fields_] != \
                [getattr(structs[name], n).offset for n, *_ in structs[name]._fields_]:
            raise ImportError(f"dfmt_{name} is not what this package knows")


words: dict[int, dict[int, str]] = {}      # of an enumeration: words by number
numbers: dict[int, dict[str, int]] = {}    # numbers by word
enum_numbers: dict[str, int] = {}          # an enumeration's type by its name
shapes: dict[int, Shape] = {}              # by type
by_name: dict[str, Shape] = {}             # by name, "apport.field"
structs: dict[str, Any] = {}               # ctypes classes by name
describe(library.dfmt_type_at)
check_own()
