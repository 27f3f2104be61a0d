# SPDX-License-Identifier: MIT
"""Rows: answers as records, as text, and as Arrow batches."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping
from ctypes import POINTER, Structure, addressof, byref, c_uint32, c_uint64, c_void_p
from typing import Any, NamedTuple

from . import _html, errors
from ._arrow import GET_NEXT, ArrowStream, capsule, keep, sweep
from ._convert import own, text
from ._describe import shapes
from ._io import Closing, Sink, Source, source_of
from ._library import Head, Str, Type, library
from ._progress import Progress
from ._request import Wanted, new_scan
from .errors import AGAIN, END, StaleError, choose

__all__ = ["Column", "Rows", "rows"]

ROLES = ["plain", "key", "group", "weight", "count", "share", "delta", "depth", "detail", "message", "hidden"]
FORMS = {"table": 0, "csv": 1, "json": 2}
FLAGS = {"bold": 1, "safe": 2, "bare": 4}
SHOWN = 10


class ColumnOf(Structure):
    """dfmt_column."""

    _fields_ = [("member", c_uint32), ("role", c_uint32)]


class RowSet(Structure):
    """dfmt_row_set."""

    _fields_ = [("size", c_uint32), ("n_columns", c_uint32), ("name", ctypes.c_char_p), ("type", POINTER(Type)),
                ("types", c_void_p), ("columns", POINTER(ColumnOf)), ("facts", c_void_p), ("heading", Str)]


class Print(Structure):
    """dfmt_print."""

    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("max_rows", c_uint64), ("max_details", c_uint64)]


class Column(NamedTuple):
    """A column: the name of a member, and what it is for."""

    name: str
    role: str  #: "plain", "key", "group", "weight", "count", "share", "delta", "depth", "detail", "message" or "hidden"


class Taken:
    """A stream of the library's and all that must live as long: what a consumer's stream takes its rows from."""

    def __init__(self, stream: ArrowStream, *held: Any) -> None:
        self.stream, self.held = stream, held

    def __del__(self) -> None:
        self.stream.release(addressof(self.stream))


class Rows(Closing):
    """Rows, read once from first to last, each a record. rows() and the operations of diagfmt.ops make them.

    They come in sets, most often in one: ``name``, ``columns`` and ``facts`` are those of the set at hand, and
    next_set() goes on to the next.

    >>> import diagfmt
    >>> found = diagfmt.rows(b"7: malloc 0x5000 24\\n7: free 0x5000\\n", "mallocdbg.op", columns=["op", "bytes"])
    >>> found.name, [column.name for column in found.columns]
    ('mallocdbg.op', ['op', 'bytes'])
    >>> for row in found:
    ...     print(row.op, row.bytes)
    malloc 24
    free None
    """

    def __init__(self, handle: c_void_p, source: Source | None = None, owned: bool = False, owner: Any = None) -> None:
        """source: that rows are read from, and whether it is theirs. owner: what must outlive them."""
        self.handle, self._source, self._owned, self._owner = handle, source, owned, owner

    # ---- the set at hand ----

    def _set(self) -> RowSet:
        if not self.handle:
            raise StaleError("the rows are closed, or were taken over")
        return RowSet.from_address(library.dfmt_rows_set(self.handle))

    @property
    def name(self) -> str:
        """What the rows are, such as "functions"."""
        return str(self._set().name.decode())

    @property
    def heading(self) -> str:
        """The line above a table; empty: none."""
        return text(self._set().heading.bytes())

    @property
    def columns(self) -> list[Column]:
        """In the order in which they are shown. Records have all members of their type."""
        found = self._set()
        fields, roles = found.type.contents.fields, dict(enumerate(ROLES))
        return [Column(fields[one.member].name.decode(), roles.get(one.role, "plain"))
                for one in found.columns[:found.n_columns]]

    @property
    def facts(self) -> Any:
        """What holds for the set as a whole: totals, units, what is missing. A record, or None."""
        at = self._set().facts
        return own(shapes[Head.from_address(at).type], at, {}) if at else None

    def next_set(self) -> bool:
        """Passes over what is left of the set to the next one. False: there are no more."""
        self._set()
        return self._check(library.dfmt_rows_next_set(self.handle)) != END

    def rewind(self) -> None:
        """Back to the first row of the first set, where rows can be had more than once."""
        self._set()
        self._check(library.dfmt_rows_rewind(self.handle))

    # ---- rows ----

    def _check(self, status: int) -> int:
        error = library.dfmt_rows_error(self.handle)
        if self._source is not None:
            self._source.check(status, error)
        elif status < 0:
            errors.check(status, error)
        if status == AGAIN:
            raise BlockingIOError("no more data yet")
        return status

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self._set()
        row = c_void_p()
        if self._check(library.dfmt_rows_next(self.handle, byref(row))) == END or not row.value:
            if self._source is not None:
                self._source.finish()
            raise StopIteration
        return own(shapes[Head.from_address(row.value).type], row.value, {})

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows that are left as dicts of their columns, without what is absent."""
        names = [column.name for column in self.columns]
        return [{name: value for name in names if (value := getattr(row, name)) is not None} for row in self]

    # ---- text ----

    def write(self, target: Any, form: str = "table", *, max_rows: int = 0, max_details: int = 0, bold: bool = False,
              safe: bool = False, bare: bool = False) -> None:
        """Writes the rows that are left to a path, a descriptor or a binary file: as a "table", "csv" or "json" lines.

        max_rows: of each group of a table; max_details: of each row of a table; 0: all. bold: headings for ANSI
        terminals. safe: CSV without what a terminal would obey. bare: without headings and names of columns. After a
        BlockingIOError the same call goes on with the same file, which has what was printed before.
        """
        with Printed(target) as sink:
            try:
                self._print(sink, form, max_rows, max_details, {"bold": bold, "safe": safe, "bare": bare})
            except BlockingIOError:
                sink.check(library.dfmt_sink_flush(sink.handle), library.dfmt_sink_error(sink.handle))
                raise
            sink.commit()

    def _print(self, sink: Sink, form: str, max_rows: int, max_details: int, flags: Mapping[str, bool]) -> None:
        self._set()
        how = Print(size=ctypes.sizeof(Print), max_rows=max_rows, max_details=max_details,
                    flags=sum(FLAGS[name] for name, on in flags.items() if on))
        status = library.dfmt_rows_print(self.handle, choose(FORMS, form, "form"), addressof(how), sink.handle)
        sink.check(0)
        self._check(status)

    def _text(self, form: str, **how: int) -> str:
        with Printed(None) as sink:
            self._print(sink, form, how.pop("max_rows", 0), how.pop("max_details", 0), {})
            return text(sink.getvalue())

    def to_csv(self) -> str:
        """The rows that are left as CSV (RFC 4180), with a line of names first.

        >>> import diagfmt
        >>> print(diagfmt.rows(b"7: malloc 0x5000 24\\n", "mallocdbg.op", columns=["op", "ptr", "bytes"]).to_csv())
        op,ptr,bytes
        malloc,0x5000,24
        <BLANKLINE>
        """
        return self._text("csv")

    def to_json(self) -> str:
        """The rows that are left as JSON, an object a line, without what is absent."""
        return self._text("json")

    def to_table(self, max_rows: int = 0, max_details: int = 0) -> str:
        """The rows that are left as a table for people."""
        return self._text("table", max_rows=max_rows, max_details=max_details)

    # ---- Arrow ----

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows that are left, for consumers of Arrow, which take them over: this object is closed then."""
        self._set()
        stream = ArrowStream()
        self._check(library.dfmt_rows_arrow(self.handle, addressof(stream)))
        source, owned, owner = self._source, self._owned, self._owner
        self.handle, self._source, self._owner = c_void_p(), None, None
        if owner is not None:
            return forward(Taken(stream, owner))
        if source is not None and owned:
            keep(source)
        return capsule(stream)

    def _repr_html_(self) -> str:
        """What they are; not the rows themselves, which can be had but once."""
        return _html.sentence(repr(self))

    def __repr__(self) -> str:
        if not self.handle:
            return "<diagfmt.Rows, closed>"
        return f"<diagfmt.Rows of {self.name}: {', '.join(column.name for column in self.columns)}>"

    def close(self) -> None:
        """Frees the rows."""
        library.dfmt_rows_free(self.handle)
        self.handle = c_void_p()
        if self._source is not None and self._owned:
            self._source.close()
        self._source = self._owner = None

    def __del__(self) -> None:
        super().__del__()
        sweep()


class Printed(Sink):
    """A sink that is closed at the end of a ``with`` block."""

    def __enter__(self) -> Printed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def forward(taken: Taken) -> Any:
    """A capsule of a stream that lives on other objects of Python's.

    It is the library's own stream of a file without rows, but for where its types and batches come from: so it is
    released by C, and what it lives on goes when sweep() finds that.
    """
    source, outer, inner = Source(b""), ArrowStream(), taken.stream
    scan = new_scan(source, [Wanted("diagnostic")], None, {})
    source.check(library.dfmt_scan_stream(scan, addressof(outer)), library.dfmt_scan_error(scan))
    schema = GET_NEXT(lambda _, out: inner.get_schema(addressof(inner), out))
    batch = GET_NEXT(lambda _, out: inner.get_next(addressof(inner), out))
    outer.get_schema, outer.get_next = schema, batch
    source.keep += [taken, schema, batch]
    keep(source)
    return capsule(outer)


def rows(source: Any, table: str, *, columns: Iterable[str] | None = None, where: Mapping[str, Any] | None = None,
         format: str | None = None, progress: Progress | None = None, **options: Any) -> Rows:
    """A table of a file as rows: one record after the other, in constant memory, or as text.

    The arguments are those of table(). Where that is for columns, this is for one row at a time.

    >>> import diagfmt
    >>> report = b"ProblemType: Crash\\nSignal: 11\\n"
    >>> [row.text for row in diagfmt.rows(report, "apport.field", where={"key": "Signal"})]
    ['11']
    >>> print(diagfmt.rows(report, "apport.field", columns=["key", "text"]).to_table())
    key          text
    ProblemType  Crash
    Signal       11
    <BLANKLINE>
    """
    read_from, owned = source_of(source, progress)
    handle = c_void_p()
    try:
        scan = new_scan(read_from, [Wanted(table, columns=columns, where=where)], format, options)
        try:
            read_from.check(library.dfmt_scan_rows(scan, byref(handle)), library.dfmt_scan_error(scan))
        except BaseException:
            library.dfmt_scan_free(scan)
            raise
    except BaseException:
        if owned:
            read_from.close()
        raise
    return Rows(handle, read_from, owned)
