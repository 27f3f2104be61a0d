# SPDX-License-Identifier: MIT
"""Rows: answers as records, as text, and as Arrow batches."""

from __future__ import annotations

import ctypes
import errno
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from ctypes import POINTER, Structure, addressof, byref, c_uint32, c_uint64, c_void_p
from functools import partial
from typing import Any, NamedTuple

from . import _html, errors
from ._arrow import GET_LAST_ERROR, GET_NEXT, ArrowArray, ArrowStream, capsule, keep, sweep
from ._convert import own, text
from ._describe import shapes
from ._io import Closing, Lease, Sink, Source, is_reusable, source_of
from ._library import Head, Str, Type, library
from ._progress import Progress
from ._request import Wanted, new_scan
from .errors import AGAIN, END, OK, StaleError, choose

__all__ = ["Column", "Rows", "rows"]

ROLES = ["plain", "key", "group", "weight", "count", "share", "delta", "depth", "detail", "message", "hidden"]
FORMS = {"table": 0, "csv": 1, "json": 2}
FLAGS = {"bold": 1, "safe": 2, "bare": 4, "amounts": 16}
SHOWN = 10
ERROR_BYTES = 600
PROBLEM = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)


class ColumnOf(Structure):
    """dfmt_column."""

    _fields_ = [("member", c_uint32), ("role", c_uint32)]


class RowSet(Structure):
    """dfmt_row_set."""

    _fields_ = [("size", c_uint32), ("n_columns", c_uint32), ("name", ctypes.c_char_p), ("type", POINTER(Type)),
                ("types", c_void_p), ("columns", POINTER(ColumnOf)), ("facts", c_void_p), ("heading", Str)]


class Print(Structure):
    """dfmt_print."""

    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("max_rows", c_uint64), ("max_details", c_uint64), ("width", c_uint64),
                ("wider", ctypes.c_char_p)]


class Column(NamedTuple):
    """A column: the name of a member, and what it is for."""

    name: str
    role: str  #: "plain", "key", "group", "weight", "count", "share", "delta", "depth", "detail", "message" or "hidden"


def end(source: Source | None, leases: list[Lease]) -> None:
    """Of rows that are gone."""
    if source is not None:
        source.close()
    for lease in leases:
        lease.give()


class Taken:
    """Rows that were given to consumers of Arrow, who ask for a stream more than once: some only for its schema.

    One stream after the other can read them. The first one gets the rows that were left; those after it all rows of
    the set, which are had again by rewinding, or from what made the rows.
    """

    def __init__(self, rows: Rows) -> None:
        self.lock, self.reader, self.whole, self.at = threading.Lock(), 0, rows._whole, rows._at
        self.ended, self.again, self.said = False, rows._again, b""
        self._take(rows)

    def _take(self, rows: Rows) -> None:
        self.stream = ArrowStream()
        rows._check(library.dfmt_rows_arrow(rows.handle, addressof(self.stream)))
        self.handle, self.source, self.owned, self.leases = rows.handle, rows._source, rows._owned, rows._leases
        self.problems = rows._problems
        rows.handle, rows._source, rows._leases = c_void_p(), None, []

    def _drop(self) -> None:
        if self.stream.release:
            self.stream.release(addressof(self.stream))
        end(self.source if self.owned else None, self.leases)

    def _rewind(self) -> None:
        """Back to the first row of the set. Raises an exception."""
        if not self.whole or not self.ended:
            raise StaleError("another consumer reads the rows" if self.whole else "some rows were read before")
        if library.dfmt_rows_rewind(self.handle) == OK:
            for _ in range(self.at):
                errors.check(library.dfmt_rows_next_set(self.handle), library.dfmt_rows_error(self.handle))
            return
        if self.again is None:
            raise StaleError("these rows come once, and were read")
        self._drop()
        self._take(self.again())

    def schema(self, out: int) -> int:
        """get_schema() of all streams."""
        with self.lock:
            return int(self.stream.get_schema(addressof(self.stream), out))

    def next(self, reader: int, out: int) -> int:
        """get_next() of a stream, whose number is that of the reader."""
        with self.lock:
            try:
                if self.reader not in (0, reader):
                    self._rewind()
            except Exception as e:  # pylint: disable=broad-except
                self.said = str(e).encode()
                return errno.EINVAL
            if self.reader != reader:
                self.reader, self.ended = reader, False
            status = int(self.stream.get_next(addressof(self.stream), out))
            self.said = b"" if status == 0 else self.stream.get_last_error(addressof(self.stream)) or b""
            if status == 0 and not ArrowArray.from_address(out).release:
                self.ended = True
                try:
                    if self.problems is not None:
                        self.problems.warn()
                except Warning as e:  # where warnings are errors
                    self.said = str(e).encode()
                    return errno.EIO
            return status

    def __del__(self) -> None:
        self._drop()


class Problems:
    """Damage that a scan passes over, to warn of once."""

    def __init__(self, path: str | None) -> None:
        self.path, self.found, self.n = path, "", 0
        self.call = PROBLEM(self.take)

    def take(self, _: int, at: int) -> None:
        problem: Any = own(shapes[Head.from_address(at).type], at, {})
        if problem.severity == "note":
            return
        place = f"line {problem.line}" if problem.line else f"byte {problem.byte_offset}"
        self.found = self.found or ": ".join(part for part in (self.path, place, problem.message) if part)
        self.n += 1

    def warn(self) -> None:
        """Nothing if there was no damage since the last time."""
        more, self.n = f" (and {self.n - 1} more)" if self.n > 1 else "", 0
        found, self.found = self.found, ""
        if found:
            errors.warn_of_damage(found + more)


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

    def __init__(self, handle: c_void_p, source: Source | None = None, owned: bool = False,
                 problems: Problems | None = None) -> None:
        """source: that rows are read from, and whether it is theirs. problems: of which to warn at the end."""
        self.handle, self._source, self._owned, self._problems = handle, source, owned, problems
        self._leases: list[Lease] = []  # of what must outlive them
        self._again: Callable[[], Rows] | None = None
        self._taken: Taken | None = None
        self._at, self._whole = 0, True  # number of the set, of which no row was read

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
        there = self._check(library.dfmt_rows_next_set(self.handle)) != END
        if there:
            self._at, self._whole = self._at + 1, True
        return there

    def rewind(self) -> None:
        """Back to the first row of the first set, where rows can be had more than once."""
        self._set()
        self._check(library.dfmt_rows_rewind(self.handle))
        self._at, self._whole = 0, True

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
        row, self._whole = c_void_p(), False
        if self._check(library.dfmt_rows_next(self.handle, byref(row))) == END or not row.value:
            self._end()
            raise StopIteration
        return own(shapes[Head.from_address(row.value).type], row.value, {})

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows that are left as dicts of their columns, without what is absent."""
        names = [column.name for column in self.columns]
        return [{name: value for name in names if (value := getattr(row, name)) is not None} for row in self]

    # ---- text ----

    def write(self, target: Any, form: str = "table", *, max_rows: int = 0, max_details: int = 0, bold: bool = False,
              safe: bool = False, bare: bool = False, width: int = 0, amounts: bool = False) -> None:
        """Writes the rows that are left to a path, a descriptor or a binary file: as a "table", "csv" or "json" lines.

        max_rows: of each group of a table; max_details: of each row of a table; 0: all. bold: headings for ANSI
        terminals. safe: CSV without what a terminal would obey. bare: without headings and names of columns. width:
        columns of the terminal that a table is for, 40 at least; 0: any. amounts: numbers of tables in three digits, "15.6 MiB". After a
        BlockingIOError the same call goes on with the same file, which has what was printed before.
        """
        with Printed(target) as sink:
            try:
                self._print(sink, form, max_rows, max_details, {"bold": bold, "safe": safe, "bare": bare, "amounts": amounts}, width)
            except BlockingIOError:
                sink.check(library.dfmt_sink_flush(sink.handle), library.dfmt_sink_error(sink.handle))
                raise
            sink.commit()

    def _print(self, sink: Sink, form: str, max_rows: int, max_details: int, flags: Mapping[str, bool], width: int) -> None:
        self._set()
        self._whole = False
        how = Print(size=ctypes.sizeof(Print), max_rows=max_rows, max_details=max_details, width=width,
                    flags=sum(FLAGS[name] for name, on in flags.items() if on))
        status = library.dfmt_rows_print(self.handle, choose(FORMS, form, "form"), addressof(how), sink.handle)
        sink.check(0)
        self._check(status)
        self._end()

    def _end(self) -> None:
        if self._source is not None:
            self._source.finish()
        if self._problems is not None:
            self._problems.warn()

    def _text(self, form: str, max_rows: int = 0, max_details: int = 0, width: int = 0, amounts: bool = False) -> str:
        with Printed(None) as sink:
            self._print(sink, form, max_rows, max_details, {"amounts": amounts}, width)
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

    def to_table(self, max_rows: int = 0, max_details: int = 0, width: int = 0, amounts: bool = False) -> str:
        """The rows that are left as a table for people; the arguments are those of write()."""
        return self._text("table", max_rows, max_details, width, amounts)

    # ---- Arrow ----

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows that are left, for consumers of Arrow, which take them over: nothing else can be had of this object then.

        It can be called again, as DuckDB does: for a schema alone, and for all rows of the set, one consumer after the
        other. Rows that come once, of a file object or a pipe, are read once.
        """
        if self._taken is None:
            self._set()
            self._taken = Taken(self)
        return forward(self._taken)

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
        end(self._source if self._owned else None, self._leases)
        self._source, self._leases, self._taken = None, [], None

    def __del__(self) -> None:
        super().__del__()
        sweep()


class Printed(Sink):
    """A sink that is closed at the end of a ``with`` block."""

    def __enter__(self) -> Printed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


readers = itertools.count(1)


def repeatable(found: Rows, source: Any, made: Callable[[], Rows]) -> Rows:
    """Rows that come once, which made() makes again as long as their source can be read again."""
    found._again = made if is_reusable(source) else None  # pylint: disable=protected-access
    return found


def forward(taken: Taken) -> Any:
    """A capsule of a stream that lives on other objects of Python's.

    It is the library's own stream of a file without rows, but for where its types and batches come from: so it is
    released by C, and what it lives on goes when sweep() finds that.
    """
    source, outer, reader = Source(b""), ArrowStream(), next(readers)
    scan = new_scan(source, [Wanted("diagnostic")], None, {})
    source.check(library.dfmt_scan_stream(scan, addressof(outer)), library.dfmt_scan_error(scan))
    said = ctypes.create_string_buffer(ERROR_BYTES)

    def tell(_: int) -> int | None:
        said.value = taken.said[:ERROR_BYTES - 1]
        return addressof(said) if said.value else None

    schema = GET_NEXT(lambda _, out: taken.schema(out))
    batch = GET_NEXT(lambda _, out: taken.next(reader, out))
    error = GET_LAST_ERROR(tell)
    outer.get_schema, outer.get_next = schema, batch
    outer.get_last_error = ctypes.cast(error, type(outer.get_last_error))
    source.keep += [taken, schema, batch, error, said]
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
        problems = Problems(read_from.path) if options.get("recover") and table != "diagnostic" else None
        if problems:
            library.dfmt_scan_problems(scan, problems.call, None)
        try:
            read_from.check(library.dfmt_scan_rows(scan, byref(handle)), library.dfmt_scan_error(scan))
        except BaseException:
            library.dfmt_scan_free(scan)
            raise
    except BaseException:
        if owned:
            read_from.close()
        raise
    made = partial(rows, source, table, columns=columns, where=where, format=format, progress=progress, **options)
    return repeatable(Rows(handle, read_from, owned, problems), source, made)
