# SPDX-License-Identifier: MIT
"""One table of many files, in parts that other processes read: what diagfmt.spark and diagfmt.dask share.

A file that cannot be read ends early; the table of problems tells why, and is read in the same way, so that both are of
the same files whatever is wrong with them.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow

from ._scan import PROBLEMS, scan
from ._tables import table
from .errors import Error, NoMemoryError
from .identify import words

__all__ = ["Reading", "files", "parts"]

PART_BYTES = 8 << 20
#: the column of which file a row is, as in SQL; no member of an event begins so
PATH = "_file"


def files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Paths as they are, those that patterns match, and all files in folders but hidden ones, in order."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [file for path in given for file in expand(os.fspath(path))]


def expand(path: str) -> Iterator[str]:
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (os.path.join(folder, name) for name in sorted(names) if not name.startswith("."))
    elif glob.has_magic(path) and not os.path.exists(path):
        for found in sorted(glob.glob(path, recursive=True)):
            yield from expand(found)
    else:
        yield path


def parts(paths: Iterable[str], size: int = PART_BYTES) -> Iterator[list[str]]:
    """Neighbours of at most so many bytes together; a larger file is alone."""
    part: list[str] = []
    room = size
    for path in paths:
        n = os.path.getsize(path) if os.path.exists(path) else 0
        if part and n > room:
            yield part
            part, room = [], size
        part.append(path)
        room -= n
    if part:
        yield part


class Reading:
    """A table, or the problems that reading it has, of any files; it can be sent to other processes."""

    def __init__(self, name: str, *, problems: bool = False, signed: bool = False, format: str | None = None,
                 **arguments: Any) -> None:
        """signed: for those that have no unsigned numbers. arguments: of table()."""
        self.name, self.problems, self.signed, self.format = name, problems, signed, format
        wanted = ("columns", "where", "payload", "envelope", "exact", "batch_rows")
        self.wanted = {key: arguments.pop(key) for key in wanted if key in arguments}
        self.options = arguments

    def schema(self) -> Any:
        """The columns: that of the file, and those of the table."""
        made = table(b"", PROBLEMS) if self.problems else table(
            b"", self.name, format=self.format, **self.wanted, **self.options)
        return pyarrow.schema([pyarrow.field(PATH, pyarrow.string()), *(
            pyarrow.field(field.name, plain(field.type, self.signed)) for field in pyarrow.schema(made))])

    def batches(self, paths: Iterable[str]) -> Iterator[Any]:
        """Record batches of files, up to an error of each."""
        schema = self.schema()
        for path in paths:
            for found in self._problems(path, schema) if self.problems else self._rows(path):
                read = found if isinstance(found, pyarrow.Table) else pyarrow.table(found)
                of_file = pyarrow.repeat(pyarrow.scalar(path, pyarrow.string()), len(read))
                yield from read.add_column(0, PATH, of_file).cast(schema).to_batches()

    def _scan(self, path: str, **wanted: Any) -> Any:
        return scan(path, {self.name: self.wanted, **wanted}, format=self.format, **self.options)

    def _rows(self, path: str) -> Iterator[Any]:
        try:
            with self._scan(path) as found:
                yield from (batch for _, batch in found)
        except NoMemoryError:
            raise
        except Error:
            pass  # a row of the table of problems

    def _problems(self, path: str, schema: Any) -> Iterator[Any]:
        try:
            with self._scan(path, **{PROBLEMS: {}}) as found:
                yield from (batch for name, batch in found if name == PROBLEMS)
        except NoMemoryError:
            raise
        except Error as e:
            yield pyarrow.Table.from_pylist([row_of(e)], schema=schema.remove(0))


def plain(kind: Any, signed: bool) -> Any:
    """A type that everyone has: text for dictionaries and JSON."""
    if isinstance(kind, pyarrow.BaseExtensionType):
        return plain(kind.storage_type, signed)
    if pyarrow.types.is_dictionary(kind):
        return plain(kind.value_type, signed)
    if pyarrow.types.is_timestamp(kind):
        return pyarrow.timestamp("us")
    if pyarrow.types.is_list(kind):
        return pyarrow.list_(plain(kind.value_type, signed))
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([pyarrow.field(field.name, plain(field.type, signed)) for field in kind])
    if signed and pyarrow.types.is_uint32(kind):
        return pyarrow.int64()
    return pyarrow.decimal128(20) if signed and pyarrow.types.is_uint64(kind) else kind


def row_of(e: Error) -> dict[str, Any]:
    """The error that ended a file, as a diagnostic."""
    names = {number: word for word, number in words("status").items()}
    return {"number": e.number, "severity": words("severity")["error"], "severity_word": "error", "status": e.status,
            "status_word": names.get(e.status & 0xFFFFFFFF), "byte_offset": e.offset, "line": e.line or None,
            "message": ": ".join(str(part) for part in e.args)}
