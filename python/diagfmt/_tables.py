# SPDX-License-Identifier: MIT
"""Files as tables, for whatever takes Arrow."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from ctypes import addressof
from itertools import islice
from typing import Any

from ._arrow import ArrowStream, capsule, keep, sweep
from ._batches import SHOWN, Batch, Tabular, stream_of
from ._io import Feed, source_of
from ._library import library
from ._offer import table_at
from ._progress import Progress
from ._request import Schema, Wanted, new_scan
from ._scan import Scan
from .errors import UnsupportedError
from .identify import identify
from .reader import format_names

__all__ = ["Table", "table", "table_names", "tables"]


def table_names(format: str | None = None) -> list[str]:
    """Names of the tables of one format, or of all.

    >>> import diagfmt
    >>> diagfmt.table_names("apport")
    ['apport.field', 'apport.report', 'apport.signature', 'apport.frame', 'apport.triage_finding', 'apport.segv']
    """
    found, i = [], 0
    while type_ := table_at(i):
        name = type_.name.decode()
        if format is None or name.startswith(format + "."):
            found.append(name)
        i += 1
    if not found:
        raise ValueError(f"format {format!r} is not one of {', '.join(format_names.values())}")
    return found


def tables(source: Any) -> list[str]:
    """Names of the tables of a path, or of the bytes that a file begins with: those of its format.

    >>> import diagfmt
    >>> diagfmt.tables(b"ProblemType: Crash\\nArchitecture: amd64\\n")
    ['apport.field', 'apport.report', 'apport.signature', 'apport.frame', 'apport.triage_finding', 'apport.segv']
    """
    guesses = identify(source)
    if not guesses:
        raise UnsupportedError("no format recognises the content")
    return table_names(guesses[0].format)


class Table(Tabular):
    """One table of a file, which table() makes. The file is read each time that somebody takes the rows.

    It has the Arrow PyCapsule interface, so that it is an argument of pyarrow.table() and polars.DataFrame(), and
    DuckDB's SQL takes it by its name; nothing of these is needed here. Without any of them it iterates over rows.
    """

    def __init__(self, source: Any, wanted: Wanted, format: str | None, options: dict[str, Any],
                 progress: Progress | None) -> None:
        self._source, self.name, self._wanted, self._progress = source, wanted.name, wanted, progress
        self._context = format, options
        self._schema()  # says now if there is no such table or column

    def __del__(self) -> None:
        sweep()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self.batches():
            yield from batch

    def batches(self) -> Iterator[Batch]:
        """The rows in batches, read anew."""
        return self._read(self._wanted, self._progress)

    def _read(self, wanted: Wanted, progress: Progress | None) -> Iterator[Batch]:
        format, options = self._context
        with Scan(self._source, [wanted], format, options, progress) as scan:
            for _, batch in scan:
                yield batch
            if options.get("recover"):
                scan.warn()

    def _first(self) -> Iterator[dict[str, Any]]:
        """None of what can be read but once."""
        if isinstance(self._source, (int, Feed, io.IOBase)) or hasattr(self._source, "read"):
            return iter(())
        batches = self._read(self._wanted.first(SHOWN), None)
        return islice((row for batch in batches for row in batch), SHOWN)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows, read anew. The schema is always the table's own."""
        if self._context[1].get("recover"):
            return stream_of(self._wanted, self._context, self.batches())
        stream, (source, owned) = ArrowStream(), source_of(self._source, self._progress)
        scan = new_scan(source, [self._wanted], *self._context)
        source.check(library.dfmt_scan_stream(scan, addressof(stream)), library.dfmt_scan_error(scan))
        if owned:
            keep(source)
        return capsule(stream)

    def _schema(self) -> Schema:
        return self._wanted.schema(*self._context)


def table(source: Any, name: str, *, columns: Iterable[str] | None = None, where: Mapping[str, Any] | None = None,
          payload: str = "none", envelope: bool = False, exact: bool = False, batch_rows: int = 0,
          format: str | None = None, progress: Progress | None = None, **options: Any) -> Table:
    """A table of a file: its events of one type as rows, for whatever takes Arrow.

    source: as of open(). name: of an event type or a derived table, such as "bugreport.log"; tables() lists them.
    columns: names of members; None: all. where: conditions that all rows fulfil, by column: a value, a list of which
    it is one, an operator and a value such as (">=", 6), or a list of these; an enumeration's words stand for their
    numbers. payload: of values that are not in the event "none", their "size", or themselves as "text" or "bytes".
    envelope: also the columns event_offset, event_length and event_recovered. exact: text as binary, with the bytes of
    the file; else what is not UTF-8 becomes U+FFFD. batch_rows: rows of a batch at most; 0: 65536. format and
    progress: as of open(). options: as of open(), and rules, as of triage(); with recover=True damage is passed over, with a DamageWarning
    when all rows have been read, and told by the table "diagnostic".

    >>> import diagfmt
    >>> table = diagfmt.table(b"7: malloc 0x5000 24\\n7: free 0x5000\\n", "mallocdbg.op", columns=["op", "bytes"])
    >>> table
    diagfmt.Table mallocdbg.op
      op: uint32
      op_word: dictionary<int32, utf8>, nullable
      bytes: uint64, nullable, bytes
    >>> for row in table:
    ...     print(row)
    {'op': 1, 'op_word': 'malloc', 'bytes': 24}
    {'op': 5, 'op_word': 'free', 'bytes': None}
    >>> [row["bytes"] for row in diagfmt.table(b"7: malloc 0x5000 24\\n7: malloc 0x6000 8\\n", "mallocdbg.op",
    ...                                        where={"op": "malloc", "bytes": (">", 8)})]
    [24]
    """
    wanted = Wanted(name, columns=columns, where=where, payload=payload, envelope=envelope, exact=exact,
                    batch_rows=batch_rows)
    return Table(source, wanted, format, options, progress)
