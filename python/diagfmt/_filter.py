# SPDX-License-Identifier: MIT
"""Conditions of rows, as people write them and as the library takes them."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping
from ctypes import POINTER, Structure, addressof, c_char_p, c_uint32, c_uint64, c_void_p, cast
from datetime import datetime
from typing import Any

from . import _describe as d
from ._library import Str
from .errors import choose

__all__ = ["Filter", "filters"]

OPERATORS = {"==": 0, "!=": 1, "<": 2, "<=": 3, ">": 4, ">=": 5, "in": 6}


class FilterValue(Structure):
    """dfmt_filter_value."""

    _fields_ = [("kind", c_uint32), ("reserved", c_uint32), ("number", c_uint64), ("text", Str)]


class Filter(Structure):
    """dfmt_filter."""

    _fields_ = [("column", c_char_p), ("op", c_uint32), ("n_values", c_uint32), ("values", POINTER(FilterValue))]


def filters(table: str, where: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """An array of filters, and what it refers to."""
    keep: list[Any] = []
    made = [make(table, column, op, values, keep)
            for column, given in where.items() for op, values in conditions(given)]
    return (Filter * len(made))(*made), keep


def conditions(given: Any) -> list[tuple[str, list[Any]]]:
    """(operator, value), several of them in a list, a list of values, or a value."""
    if isinstance(given, tuple):
        if len(given) != 2 or not isinstance(given[0], str):
            raise TypeError(f"{given!r} is not an operator and a value")
        op, value = given
        return [(op, list(value) if op == "in" else [value])]
    if isinstance(given, (list, set, frozenset, range)):
        values: list[Any] = list(given)
        if values and all(isinstance(value, tuple) for value in values):
            return [condition for value in values for condition in conditions(value)]
        return [("in", values)]
    return [("==", [given])]


def make(table: str, column: str, op: str, values: Iterable[Any], keep: list[Any]) -> Filter:
    number = choose(OPERATORS, op, "operator")
    known = words(table, column)
    converted = [convert(column, known.get(value, value) if isinstance(value, str) else value, keep)
                 for value in values]
    array = (FilterValue * len(converted))(*converted)
    keep.append(array)
    return Filter(column.encode(), number, len(converted), cast(addressof(array), POINTER(FilterValue)))


def words(table: str, column: str) -> dict[str, int]:
    """The numbers of the words that a column of numbers has beside it."""
    shape = d.by_name.get(table)
    member = shape.members.get(column) if shape else None
    if member is None or member.kind not in (d.ENUM, d.I32):
        return {}
    known = d.numbers.get(member.elem, {})
    return {word: n - (1 << 32) if member.kind == d.I32 and n >> 31 else n for word, n in known.items()}


def convert(column: str, value: Any, keep: list[Any]) -> FilterValue:
    if isinstance(value, (str, bytes)):
        data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
        keep.append(data)
        return FilterValue(kind=d.STR, text=Str(cast(c_char_p(data), c_void_p), len(data)))
    if isinstance(value, datetime):
        value = calendar.timegm(value.timetuple())
    if not isinstance(value, int) or not -1 << 63 <= value < 1 << 64:
        raise TypeError(f"{column}: {value!r} is not a number of 64 bits, text or bytes; null passes no filter")
    return FilterValue(kind=d.I64 if value < 0 else d.U64, number=value & (1 << 64) - 1)
