# SPDX-License-Identifier: MIT
"""Arrow arrays as Python values: those that the library makes, and types of columns as text."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_int32, c_int64, c_uint8, c_uint32, c_uint64
from datetime import datetime, timedelta
from typing import Any

from ._arrow import ArrowArray, ArrowSchema

__all__ = ["columns", "names", "types"]

NUMBERS: dict[str, Any] = {"I": c_uint32, "i": c_int32, "L": c_uint64, "l": c_int64, "tss:": c_int64,
                           "g": c_double}
TYPES = {"I": "uint32", "i": "int32", "L": "uint64", "l": "int64", "b": "bool", "tss:": "timestamp[s]",
         "g": "float64", "u": "utf8", "z": "binary"}
NULLABLE = 2
EPOCH = datetime(1970, 1, 1)


# ---- types ----

def children(schema: ArrowSchema) -> list[ArrowSchema]:
    return [schema.children[i].contents for i in range(schema.n_children)]


def names(schema: ArrowSchema) -> list[str]:
    """Names of the columns of a table."""
    return [child.name.decode() for child in children(schema)]


class Metadata:
    """Pairs of text: a count, then keys and values after their lengths."""

    def __init__(self, at: int) -> None:
        self.at = at

    def number(self) -> int:
        self.at += 4
        return c_int32.from_address(self.at - 4).value

    def text(self) -> str:
        n = self.number()
        self.at += n
        return ctypes.string_at(self.at - n, n).decode()

    def pairs(self) -> list[tuple[str, str]]:
        return [(self.text(), self.text()) for _ in range(self.number())] if self.at else []


def type_name(schema: ArrowSchema) -> str:
    form = schema.format.decode()
    if schema.dictionary:
        return f"dictionary<{TYPES[form]}, {type_name(schema.dictionary.contents)}>"
    if form == "+l":
        return f"list<{type_name(schema.children[0].contents)}>"
    if form == "+s":
        return "struct<" + ", ".join(f"{child.name.decode()}: {type_name(child)}" for child in children(schema)) + ">"
    return TYPES[form]


def types(schema: ArrowSchema) -> dict[str, str]:
    """Of each column its type, whether it may be absent, and its unit."""
    found = {}
    for child in children(schema):
        nullable = ["nullable"] if child.flags & NULLABLE else []
        more = [value for _, value in Metadata(child.metadata or 0).pairs()]
        found[child.name.decode()] = ", ".join([type_name(child), *nullable, *more])
    return found


# ---- values ----

def bits(at: int, n: int) -> list[bool]:
    return [bool(byte >> i & 1) for byte in (c_uint8 * ((n + 7) // 8)).from_address(at) for i in range(8)][:n]


def numbers(kind: Any, at: int, n: int) -> list[int]:
    return list((kind * n).from_address(at)) if n else []


def texts(array: ArrowArray) -> list[str]:
    """In one piece if all is ASCII, whose letters are its bytes."""
    ends, data = pieces(array)
    if data.isascii():
        text = data.decode()
        return [text[a:b] for a, b in zip(ends, ends[1:])]
    return [data[a:b].decode() for a, b in zip(ends, ends[1:])]


def pieces(array: ArrowArray) -> tuple[list[int], bytes]:
    ends = numbers(c_int32, array.buffers[1], array.length + 1)
    return ends, ctypes.string_at(array.buffers[2], ends[-1]) if ends[-1] else b""


def time(seconds: int) -> Any:
    """A local time; the number where Python has no such date."""
    try:
        return EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return seconds


def present(schema: ArrowSchema, array: ArrowArray) -> list[Any]:
    """The values as if none were absent."""
    form, n = schema.format.decode(), array.length
    if schema.dictionary:
        known = values(schema.dictionary.contents, array.dictionary.contents)
        return [known[i] if known else None for i in numbers(NUMBERS[form], array.buffers[1], n)]
    if form == "u":
        return texts(array)
    if form == "z":
        ends, data = pieces(array)
        return [data[a:b] for a, b in zip(ends, ends[1:])]
    if form == "b":
        return list(bits(array.buffers[1], n))
    if form == "+l":
        ends = numbers(c_int32, array.buffers[1], n + 1)
        inside = values(schema.children[0].contents, array.children[0].contents)
        return [inside[a:b] for a, b in zip(ends, ends[1:])]
    if form == "+s":
        inner = columns(schema, array)
        return [dict(zip(inner, row)) for row in zip(*inner.values())] if inner else [{} for _ in range(n)]
    found = numbers(NUMBERS[form], array.buffers[1], n)
    return [time(value) for value in found] if form == "tss:" else found


def values(schema: ArrowSchema, array: ArrowArray) -> list[Any]:
    """The values of a column, None where there is none."""
    found = present(schema, array)
    if not array.null_count:
        return found
    return [value if there else None for value, there in zip(found, bits(array.buffers[0], array.length))]


def columns(schema: ArrowSchema, array: ArrowArray) -> dict[str, list[Any]]:
    """The values of each column of a batch."""
    return {child.name.decode(): values(child, array.children[i].contents) for i, child in enumerate(children(schema))}
