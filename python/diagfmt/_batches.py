# SPDX-License-Identifier: MIT
"""Rows that were read: a batch, and the batches of a table."""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Iterator
from ctypes import addressof
from itertools import islice
from typing import Any

from . import _html
from ._arrow import GET_LAST_ERROR, GET_NEXT, ArrowArray, ArrowStream, capsule, keep, share, sweep
from ._decode import columns
from ._io import Source
from ._library import library
from ._request import Schema, Wanted, new_scan

__all__ = ["Batch", "Batches", "Tabular", "stream_of"]

SHOWN = 10
ERROR_BYTES = 600


class Tabular:
    """What has columns and rows: each row is a dict.

    A number's word is beside it (``op`` and ``op_word``), what is absent is None, text that is not UTF-8 has U+FFFD
    (or is bytes, if it was asked for so), lists and structs are lists and dicts.
    """

    name: str

    def __iter__(self) -> Iterator[dict[str, Any]]:
        raise NotImplementedError

    def to_dicts(self) -> list[dict[str, Any]]:
        """All rows."""
        return list(self)

    @property
    def schema(self) -> dict[str, str]:
        """The type of each column, such as ``"uint64, nullable, bytes"``: as Arrow names it, and its unit."""
        return self._schema().types()

    def _schema(self) -> Schema:
        raise NotImplementedError

    def _first(self) -> Iterator[dict[str, Any]]:
        """Rows to be shown."""
        return islice(self, SHOWN)

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns, for consumers of Arrow."""
        made = self._schema()
        taken = type(made.struct).from_buffer_copy(made.struct)
        made.struct.release = type(taken.release)()
        return capsule(taken)

    def __repr__(self) -> str:
        head = f"diagfmt.{type(self).__name__} {self.name}{self._about()}"
        return "\n".join([head, *(f"  {name}: {type_}" for name, type_ in self.schema.items())])

    def _about(self) -> str:
        return ""

    def _repr_html_(self) -> str:
        return _html.grid(self.name + self._about(), self.schema, self._first)


class Batch(Tabular):
    """Some rows of a table, in columns, with the Arrow PyCapsule interface.

    What takes it shares its memory, in as many places as wanted, and may outlive it.
    """

    def __init__(self, wanted: Wanted, schema: Schema, context: tuple[str | None, dict[str, Any]],
                 array: ArrowArray) -> None:
        self.name, self._wanted, self._types, self._context, self._array = wanted.name, wanted, schema, context, array

    def __len__(self) -> int:
        return int(self._array.length)

    def columns(self) -> dict[str, list[Any]]:
        """The values of each column."""
        return columns(self._types.struct, self._array)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        found = self.columns()
        for row in zip(*found.values()):
            yield dict(zip(found, row))

    def _schema(self) -> Schema:
        return self._wanted.schema(*self._context)

    def _about(self) -> str:
        return f", {len(self)} rows"

    def share(self, out: int) -> None:
        """Sets the ArrowArray at an address to these rows."""
        share(self._array, out)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Types and rows. The schema is always the table's own."""
        shared = ArrowArray()
        self.share(addressof(shared))
        return self.__arrow_c_schema__(), capsule(shared)

    def __del__(self) -> None:
        array = getattr(self, "_array", None)
        if array is not None and array.release:
            array.release(addressof(array))


class Batches(Tabular):
    """All batches of a table in memory: what Scan.read() gives. Consumers of Arrow take it as often as they like."""

    def __init__(self, wanted: Wanted, context: tuple[str | None, dict[str, Any]], batches: list[Batch]) -> None:
        self.name, self._wanted, self._context, self.batches = wanted.name, wanted, context, batches

    def __len__(self) -> int:
        return sum(map(len, self.batches))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self.batches:
            yield from batch

    def _schema(self) -> Schema:
        return self._wanted.schema(*self._context)

    def _about(self) -> str:
        return f", {len(self)} rows"

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The batches. The schema is always the table's own.

        """
        return stream_of(self._wanted, self._context, iter(list(self.batches)))

    def __del__(self) -> None:
        sweep()


def stream_of(wanted: Wanted, context: tuple[str | None, dict[str, Any]], left: Iterator[Batch]) -> Any:
    """A capsule of a stream of batches, which are taken one by one.

    It is the library's own stream of a file without rows, but for where the next batch comes from, and why it does not:
    so all but that is C, and released by C.
    """
    source, stream, said = Source(b""), ArrowStream(), ctypes.create_string_buffer(ERROR_BYTES)
    scan = new_scan(source, [wanted], *context)
    source.check(library.dfmt_scan_stream(scan, addressof(stream)), library.dfmt_scan_error(scan))

    def get_next(_: int, out: int) -> int:
        try:
            batch = next(left, None)
            if batch is None:
                ArrowArray.from_address(out).release = type(ArrowArray().release)()
            else:
                batch.share(out)
        except BaseException as e:
            said.value = str(e).encode()[:ERROR_BYTES - 1].replace(b"\0", b"?")
            return errno.ENOMEM if isinstance(e, MemoryError) else errno.EIO
        return 0

    error = GET_LAST_ERROR(lambda _: addressof(said) if said.value else None)
    stream.get_next = GET_NEXT(get_next)
    stream.get_last_error = ctypes.cast(error, type(stream.get_last_error))
    source.keep += [stream.get_next, error, said]
    keep(source)
    return capsule(stream)
