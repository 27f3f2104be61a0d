# SPDX-License-Identifier: MIT
"""Files as tables, for whatever takes Arrow."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import POINTER, Structure, addressof, byref, c_char_p, c_uint32, c_uint64, c_void_p, sizeof
from typing import Any

from ._arrow import ArrowSchema, ArrowStream, capsule, keep, sweep
from ._io import Config, Source
from ._library import library
from .errors import choose
from .reader import format_names, read_format

__all__ = ["Table", "table", "table_names"]

PAYLOADS = {"none": 0, "size": 1, "text": 2, "bytes": 3}


class Request(Structure):
    """dfmt_table_request."""

    _fields_ = [("size", c_uint32), ("payload", c_uint32), ("envelope", c_uint32), ("text", c_uint32),
                ("max_rows", c_uint64), ("columns", POINTER(c_char_p)), ("n_columns", c_uint64)]


def table_names(format: str | None = None) -> list[str]:
    """Names of the tables of one format, or of all.

    >>> import diagfmt
    >>> diagfmt.table_names("apport")
    ['apport.field', 'apport.report']
    """
    found, i = [], 0
    while type_ := library.dfmt_table_at(i):
        name = type_.contents.name.decode()
        if format is None or name.startswith(format + "."):
            found.append(name)
        i += 1
    if not found:
        raise ValueError(f"format {format!r} is none of {', '.join(format_names.values())}")
    return found


class Table:
    """One table of a file, which table() makes. The file is read each time that somebody takes the rows.

    It has the Arrow PyCapsule interface, so that it is an argument of pyarrow.table() and polars.DataFrame(), and
    DuckDB's SQL takes it by its name; nothing of these is needed here.
    """

    def __init__(self, source: Any, name: str, request: Request, format: str | None, options: dict[str, Any]) -> None:
        self._source, self.name, self._request, self._format, self._options = source, name, request, format, options
        library.dfmt_scan_free(self._scan(Source(b"")))  # says now if there is no such table or column

    def __repr__(self) -> str:
        return f"<diagfmt.Table {self.name}>"

    def __del__(self) -> None:
        sweep()

    def _scan(self, source: Source) -> c_void_p:
        """A new scan."""
        handle, number = c_void_p(), c_uint32()
        with Config(self._options) as config:
            if self._format is None:
                status = library.dfmt_scan_new(config, source.handle, byref(handle))
            else:
                chosen = (c_void_p * 1)(read_format(self._format))
                status = library.dfmt_scan_new_for(config, chosen, 1, source.handle, byref(handle))
        source.check(status)
        try:
            source.check(library.dfmt_scan_table(handle, self.name.encode(), addressof(self._request), byref(number)),
                         library.dfmt_scan_error(handle))
        except BaseException:
            library.dfmt_scan_free(handle)
            raise
        return handle

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows, read anew. The schema is always the table's own."""
        source, stream = Source(self._source), ArrowStream()
        scan = self._scan(source)
        source.check(library.dfmt_scan_stream(scan, addressof(stream)), library.dfmt_scan_error(scan))
        keep(source)
        return capsule(stream)

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns."""
        source, schema = Source(b""), ArrowSchema()
        scan = self._scan(source)
        try:
            source.check(library.dfmt_scan_schema(scan, 0, addressof(schema)), library.dfmt_scan_error(scan))
        finally:
            library.dfmt_scan_free(scan)
        return capsule(schema)


def table(source: Any, name: str, *, columns: Iterable[str] | None = None, payload: str = "none",
          envelope: bool = False, exact: bool = False, batch_rows: int = 0, format: str | None = None,
          **options: Any) -> Table:
    """A table of a file: its events of one type as rows, for whatever takes Arrow.

    source: as of open(). name: of an event type or a derived table, such as "bugreport.log"; table_names() lists them.
    columns: names of members; None: all. payload: of values that are not in the event "none", their "size", or
    themselves as "text" or "bytes". envelope: also the columns event_offset, event_length and event_recovered. exact:
    text as binary, with the bytes of the file; else what is not UTF-8 becomes U+FFFD. batch_rows: rows of a batch at
    most; 0: 65536. format: as of open(). options: as of open(); with recover=True damage is passed over, and told by
    the table "diagnostic".

    >>> import diagfmt
    >>> table = diagfmt.table(b"7: malloc 0x5000 24\\n7: free 0x5000\\n", "mallocdbg.op", columns=["op", "bytes"])
    >>> table
    <diagfmt.Table mallocdbg.op>
    """
    request = Request(size=sizeof(Request), payload=choose(PAYLOADS, payload, "payload"), envelope=envelope, text=exact,
                      max_rows=batch_rows)
    if columns is not None:
        if isinstance(columns, str):
            raise TypeError("columns is a list of names")
        chosen = [column.encode() for column in columns]
        request.columns = (c_char_p * len(chosen))(*chosen)
        request.n_columns = len(chosen)
    return Table(source, name, request, format, options)
