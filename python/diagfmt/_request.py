# SPDX-License-Identifier: MIT
"""What is wanted of tables, as the library takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import POINTER, Structure, addressof, byref, c_char_p, c_uint32, c_uint64, c_void_p, sizeof
from typing import Any

from ._arrow import ArrowSchema
from ._decode import types
from ._filter import Filter, filters
from ._io import Config, Source
from ._library import library
from ._offer import find_option, load, offer
from .errors import choose
from .reader import read_format

__all__ = ["Schema", "Wanted", "new_scan"]

PAYLOADS = {"none": 0, "size": 1, "text": 2, "bytes": 3}


class Request(Structure):
    """dfmt_table_request."""

    _fields_ = [("size", c_uint32), ("payload", c_uint32), ("envelope", c_uint32), ("text", c_uint32),
                ("max_rows", c_uint64), ("columns", POINTER(c_char_p)), ("n_columns", c_uint64),
                ("filters", POINTER(Filter)), ("n_filters", c_uint64)]


class Wanted:
    """A table by its name, and what is wanted of it: the arguments of table()."""

    def __init__(self, name: str, *, columns: Iterable[str] | None = None, where: Mapping[str, Any] | None = None,
                 payload: str = "none", envelope: bool = False, exact: bool = False, batch_rows: int = 0) -> None:
        self.name = name
        self._keep: Any = None  # what the request refers to
        self.request = Request(size=sizeof(Request), payload=choose(PAYLOADS, payload, "payload"), envelope=envelope,
                               text=exact, max_rows=batch_rows)
        if columns is not None:
            self._choose(columns)
        if where:
            load()  # what the words of its columns stand for
            chosen, self._keep = filters(name, where)
            self.request.filters, self.request.n_filters = chosen, len(chosen)

    def _choose(self, columns: Iterable[str]) -> None:
        if isinstance(columns, str):
            raise TypeError("columns is a list of names")
        chosen = [column.encode() for column in columns]
        self.request.columns = (c_char_p * len(chosen))(*chosen)
        self.request.n_columns = len(chosen)

    def first(self, rows: int) -> Wanted:
        """The same in batches of so many rows."""
        made = Wanted(self.name)
        made.request, made._keep = Request.from_buffer_copy(self.request), self
        made.request.max_rows = rows
        return made

    def schema(self, format: str | None, options: dict[str, Any]) -> Schema:
        """The types of its columns."""
        source = Source(b"")
        scan = new_scan(source, [self], format, options)
        try:
            made = Schema()
            source.check(library.dfmt_scan_schema(scan, 0, addressof(made.struct)), library.dfmt_scan_error(scan))
            return made
        finally:
            library.dfmt_scan_free(scan)


class Schema:
    """The types of a table's columns; whoever takes `struct` over says so by clearing its `release`."""

    def __init__(self) -> None:
        self.struct = ArrowSchema()

    def types(self) -> dict[str, str]:
        """Of each column its type as text."""
        return types(self.struct)

    def __del__(self) -> None:
        if self.struct.release:
            self.struct.release(addressof(self.struct))


def new_scan(source: Source, wanted: Sequence[Wanted], format: str | None, options: dict[str, Any]) -> c_void_p:
    """A scan that was asked for tables."""
    handle, number = c_void_p(), c_uint32()
    with Config(options, find_option) as config:
        if format is None:
            status = library.dfmt_scan_new(config, source.handle, byref(handle))
        else:
            chosen = (c_void_p * 1)(read_format(format))
            status = library.dfmt_scan_new_for(config, chosen, 1, source.handle, byref(handle))
    source.check(status)
    try:
        source.check(offer(handle), library.dfmt_scan_error(handle))
        for one in wanted:
            source.check(library.dfmt_scan_table(handle, one.name.encode(), addressof(one.request), byref(number)),
                         library.dfmt_scan_error(handle))
    except BaseException:
        library.dfmt_scan_free(handle)
        raise
    return handle
