# SPDX-License-Identifier: MIT
"""Rows of tables as SQL has them, from what JSON lines of the reader say: a second view for the tests of the extension."""

import base64
import itertools
import json
import math
import pathlib
import sqlite3
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent), str(HERE.parent / "python"), str(HERE.parents[1] / "python")]

import diagfmt  # noqa: E402
import test_tables as tables  # noqa: E402
from diagfmt import _describe as d  # noqa: E402


def is_address(value):
    return isinstance(value, str) and value.startswith("0x")


def scalar(kind, value, member):
    """A value of JSON lines as one of SQL."""
    if is_address(value) and kind in (d.U32, d.U64, d.I64):
        return "%016x" % int(value, 16)
    if kind == d.VALUE_TREE:
        return value
    if kind == d.F64:
        return None if math.isnan(float(value)) else float(value)
    found = tables.scalar(kind, value, member)
    if isinstance(found, bool):
        return int(found)
    return str(found) if isinstance(found, int) and found >= 1 << 63 else found


def inner(kind, value, member):
    """The same inside of JSON."""
    found = scalar(kind, value, member)
    if kind in (d.U32, d.U64, d.I64) and isinstance(found, str) and not is_address(value):
        return int(found)
    if kind == d.BOOL:
        return bool(found)
    if isinstance(found, bytes):
        try:
            return found.decode("utf-8")
        except UnicodeDecodeError:
            return {"base64": base64.b64encode(found).decode()}
    return found


def struct(value, shape):
    """Absent members are omitted; a tree can be a null that is there."""
    members = [m for m in shape.members.values() if m.name in value and not m.table]
    return {m.name: nested(value[m.name], m) for m in members if m.kind == d.VALUE_TREE or value[m.name] is not None}


def element(value, m):
    if m.elem >= 256:
        return None if value is None else struct(value, d.shapes[m.elem])
    return inner(m.elem, value, m._replace(elem=0))


def nested(value, m):
    if value is None:
        return None
    if m.kind in (d.ARRAY, d.REF_ARRAY):
        return [element(one, m) for one in value]
    return struct(value, d.shapes[m.elem]) if m.kind == d.REF else inner(m.kind, value, m)


ARGUMENTS = "file", "on_error", "payload_as"  # of the functions: members that are called so get another name


def row_of(line, shape):
    row = {}
    for m in shape.members.values():
        if m.table:
            continue
        value = line.get(m.name)
        deep = m.kind in (d.ARRAY, d.REF_ARRAY, d.REF)
        row[m.name] = None if value is None else nested(value, m) if deep else scalar(m.kind, value, m)
        row.update(tables.words(value, m))
    return {name + "_" if name in ARGUMENTS else name: value for name, value in row.items()}


def json_columns(shape):
    return [m.name for m in shape.members.values()
            if m.kind in (d.ARRAY, d.REF_ARRAY, d.REF, d.VALUE_TREE) and not m.table]


def parsed(row, shape):
    """A row of SQL with its JSON as objects."""
    for name in json_columns(shape):
        if row[name] is not None:
            row[name] = json.loads(row[name])
    return row


def events(path, name, **options):
    """As tables.events(): rows by the reader, how many, and the error that ends them; tables.ANY where an event cannot be had as a line."""
    lines = tables.row_of
    try:
        tables.row_of = row_of
        return tables.events(path, name, **options)
    finally:
        tables.row_of = lines


def connect(extension):
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(str(extension))
    return db


def rows(db, sql, *values, most=None):
    """Rows as dicts, at most so many, and the error that ends them, before which Python drops one row."""
    found = []
    try:
        cursor = db.execute(sql, values)
        names = [column[0] for column in cursor.description]
        for row in itertools.islice(cursor, most):
            found.append(dict(zip(names, row)))
    except sqlite3.Error as e:
        return found, e
    return found, None


def function(name):
    return name.replace(".", "_")


__all__ = ["connect", "d", "diagfmt", "events", "function", "parsed", "rows", "tables"]
