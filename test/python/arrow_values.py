# SPDX-License-Identifier: MIT
"""Values of Arrow C streams as Python objects, slowly and with every check of the format: a second view of what
consumers of Arrow see, where none is installed."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, addressof, byref, c_char_p, c_int64, c_void_p

import diagfmt  # noqa: F401
from diagfmt._arrow import ArrowSchema, ArrowStream


class ArrowArray(Structure):
    pass


ArrowArray._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(ArrowArray))), ("dictionary", POINTER(ArrowArray)),
    ("release", CFUNCTYPE(None, c_void_p)), ("private_data", c_void_p)]

NUMBERS = {"I": ctypes.c_uint32, "i": ctypes.c_int32, "L": ctypes.c_uint64, "l": ctypes.c_int64, "tss:": ctypes.c_int64,
           "g": ctypes.c_double}
NULLABLE = 2


def bit(address, i):
    return ctypes.c_uint8.from_address(address + i // 8).value >> i % 8 & 1


def validity(schema, array):
    """A list of 0 and 1."""
    assert array.offset == 0
    address = array.buffers[0]
    if array.null_count == 0:
        assert not address
        return [1] * array.length
    assert schema.flags & NULLABLE and address, "nulls in a column that has none"
    bits = [bit(address, i) for i in range(array.length)]
    assert bits.count(0) == array.null_count
    return bits


def ends(array):
    found = list((ctypes.c_int32 * (array.length + 1)).from_address(array.buffers[1]))
    assert found[0] == 0 and found == sorted(found)
    return found


def values(schema, array):
    """The values of one column."""
    form = schema.format.decode()
    there = validity(schema, array)
    n = array.length
    buffers = {"+s": 1, "u": 3, "z": 3}.get(form, 2)
    assert array.n_buffers == buffers and array.n_children == schema.n_children, (form, array.n_buffers)
    if bool(schema.dictionary):
        words = values(schema.dictionary.contents, array.dictionary.contents)
        assert len(set(words)) == len(words)
        places = list((ctypes.c_int32 * n).from_address(array.buffers[1]))
        return [words[place] if there[i] else None for i, place in enumerate(places)]
    if form == "b":
        found = [bool(bit(array.buffers[1], i)) for i in range(n)]
    elif form in NUMBERS:
        found = list((NUMBERS[form] * n).from_address(array.buffers[1])) if n else []
    elif form in "uz":
        e = ends(array)
        text = ctypes.string_at(array.buffers[2], e[-1])
        found = [text[e[i]:e[i + 1]] for i in range(n)]
        if form == "u":
            found = [piece.decode("utf-8") for piece in found]
    elif form == "+l":
        e = ends(array)
        inside = values(schema.children[0].contents, array.children[0].contents)
        assert len(inside) == e[-1]
        found = [inside[e[i]:e[i + 1]] for i in range(n)]
    else:
        assert form == "+s", form
        columns = {}
        for k in range(schema.n_children):
            name = schema.children[k].contents.name.decode()
            assert name not in columns
            columns[name] = values(schema.children[k].contents, array.children[k].contents)
            assert len(columns[name]) == n
        found = [{name: column[i] for name, column in columns.items()} for i in range(n)]
    return [value if there[i] else None for i, value in enumerate(found)]


def read(table):
    """Rows of a table, batch by batch; what get_last_error() says is raised as ValueError."""
    made = table.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    stream = ArrowStream.from_address(pointer(made, b"arrow_array_stream"))
    at = addressof(stream)
    schema = ArrowSchema()
    try:
        if stream.get_schema(at, addressof(schema)):
            raise ValueError(stream.get_last_error(at))
        while True:
            array = ArrowArray()
            if stream.get_next(at, addressof(array)):
                raise ValueError(stream.get_last_error(at).decode())
            if not array.release:
                return
            assert array.length > 0 and array.null_count == 0
            yield values(schema, array)
            array.release(byref(array))
            assert not array.release
    finally:
        if schema.release:
            schema.release(addressof(schema))
        stream.release(at)
