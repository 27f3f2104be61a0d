# SPDX-License-Identifier: MIT
"""Several tables of a file in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ctypes import addressof, byref, c_uint32, c_void_p
from typing import Any

from . import errors
from ._arrow import ArrowArray
from ._batches import Batch, Batches
from ._io import Closing, source_of
from ._library import library
from ._progress import Progress
from ._request import Schema, Wanted, new_scan
from .errors import AGAIN, END, StaleError

__all__ = ["Scan", "scan"]

PROBLEMS = "diagnostic"


class Scan(Closing, Iterator["tuple[str, Batch]"]):
    """One pass over a file that fills several tables, which scan() makes: an iterator of names and batches.

    Rows before an error come first, then the exception; after a LimitError or a BlockingIOError the same scan goes on.
    """

    def __init__(self, source: Any, wanted: list[Wanted], format: str | None, options: dict[str, Any],
                 progress: Progress | None = None) -> None:
        self.handle = c_void_p()
        self._context = format, options
        self._wanted, self._kept = list(wanted), [one.name for one in wanted].count(PROBLEMS) == 0
        if self._kept and any(options.get(name) for name in ("recover", "diagnostics")):
            self._wanted.append(Wanted(PROBLEMS))
        self._source, self._owned = source_of(source, progress)
        try:
            self.handle = new_scan(self._source, self._wanted, format, options)
        except BaseException:
            self.close()
            raise
        self._schemas = [self._schema(i) for i in range(len(self._wanted))]
        self._problems: list[Batch] = []

    def _schema(self, number: int) -> Schema:
        made = Schema()
        self._check(library.dfmt_scan_schema(self.handle, number, addressof(made.struct)))
        return made

    def _check(self, status: int) -> int:
        return self._source.check(status, library.dfmt_scan_error(self.handle))

    def _next(self) -> Batch | None:
        """The next batch of any table; None at the end."""
        if not self.handle:
            raise StaleError("the scan is closed")
        number, array = c_uint32(), ArrowArray()
        status = self._check(library.dfmt_scan_next(self.handle, byref(number), addressof(array)))
        if status == AGAIN:
            raise BlockingIOError("no more data yet")
        if status == END:
            self._source.finish()
            return None
        return Batch(self._wanted[number.value], self._schemas[number.value], self._context, array)

    def __next__(self) -> tuple[str, Batch]:
        while (batch := self._next()) is not None:
            if not (self._kept and batch.name == PROBLEMS):
                return batch.name, batch
            self._problems.append(batch)
        raise StopIteration

    def __iter__(self) -> Scan:
        return self

    def read(self) -> dict[str, Batches]:
        """The tables, with all rows that are left."""
        wanted = self._wanted[:-1] if self._kept and self._wanted[-1].name == PROBLEMS else self._wanted
        found: dict[str, list[Batch]] = {one.name: [] for one in wanted}
        for name, batch in self:
            found[name].append(batch)
        return {one.name: Batches(one, self._context, found[one.name]) for one in wanted}

    @property
    def problems(self) -> Batches:
        """What was remarked on so far, damage that was passed over among it: rows of the table "diagnostic".

        It is empty but with recover=True or diagnostics=True, and if that table is one of those that were asked for.
        """
        return Batches(Wanted(PROBLEMS), self._context, list(self._problems))

    def warn(self) -> None:
        """Warns of damage that was passed over, unless the table "diagnostic" is one of those that were asked for."""
        rows = [row for row in self.problems if row["severity_word"] != "note"]
        if not rows:
            return
        first, more = rows[0], f" (and {len(rows) - 1} more)" if len(rows) > 1 else ""
        place = f"line {first['line']}" if first["line"] else f"byte {first['byte_offset']}"
        name = self._source.path
        errors.warn_of_damage(": ".join(part for part in (name, place, first["message"] + more) if part))

    def limit(self, name: str, value: int) -> None:
        """Sets a limit (max_record …) for what is left; then go on after a LimitError."""
        self._check(library.dfmt_scan_limit(self.handle, errors.find_option(name)[0], value))

    def close(self) -> None:
        """Frees the scan; its batches stay."""
        library.dfmt_scan_free(self.handle)
        self.handle = c_void_p()
        if self._owned:
            self._source.close()

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self._wanted)
        return f"<diagfmt.Scan of {names}{'' if self.handle else ', closed'}>"


def scan(source: Any, tables: Iterable[str] | Mapping[str, Mapping[str, Any]], *, format: str | None = None,
         progress: Progress | None = None, payload: str = "none", envelope: bool = False, exact: bool = False,
         batch_rows: int = 0, **options: Any) -> Scan:
    """Several tables of a file in one pass.

    tables: their names, or a dict of what is wanted of each: arguments of table(), such as ``columns`` and ``where``.
    payload, envelope, exact and batch_rows are for those that do not say otherwise; the rest is as of table(). It
    iterates over names and batches:

    >>> import diagfmt
    >>> recorded = b"7: malloc 0x5000 24\\n7: free 0x5000\\n"
    >>> with diagfmt.scan(recorded, {"mallocdbg.op": {"columns": ["op", "bytes"]}}) as scan:
    ...     for name, batch in scan:
    ...         print(name, batch.to_dicts())
    mallocdbg.op [{'op': 1, 'op_word': 'malloc', 'bytes': 24}, {'op': 5, 'op_word': 'free', 'bytes': None}]

    or reads them all, with ``problems`` for what salvage passed over:

    >>> scan = diagfmt.scan(recorded + b"what\\n", ["mallocdbg.op", "mallocdbg.alloc"], recover=True)
    >>> {name: len(table) for name, table in scan.read().items()}
    {'mallocdbg.op': 2, 'mallocdbg.alloc': 0}
    >>> [(row["line"], row["status_word"]) for row in scan.problems]
    [(3, 'e_format')]
    """
    if isinstance(tables, str):
        raise TypeError("tables is a list of names")
    common: dict[str, Any] = {"payload": payload, "envelope": envelope, "exact": exact, "batch_rows": batch_rows}
    chosen = tables if isinstance(tables, Mapping) else {name: {} for name in tables}
    wanted = [Wanted(name, **{**common, **more}) for name, more in chosen.items()]
    return Scan(source, wanted, format, options, progress)
