# SPDX-License-Identifier: MIT
"""SQLite as the package carries it or the system has it, as Python's own may be unable to load extensions: a connection
that has the one of diagfmt."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import byref, c_char_p, c_double, c_int64, c_void_p, string_at
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Union

from . import _library
from ._offer import load
from .errors import ArgumentError, Error, NoMemoryError, ReadWriteError

__all__ = ["Connection", "Parameters", "Statement", "Value"]

SONAME = "libsqlite3.so.0"
EXTENSION = "diagfmt_sqlite.so"
ENTRY = b"sqlite3_diagfmtsqlite_init"

Value = Union[None, int, float, str, bytes]
Parameters = Union[Sequence[Value], Mapping[str, Value]]

# As in _library.py; "l" sqlite3_int64, "d" double.
LETTERS: dict[str, Any] = {**_library.LETTERS, "l": c_int64, "d": c_double}
PROTOTYPES = {
    "open_v2": "iboib", "close_v2": "ih", "errmsg": "bh", "errstr": "bi", "free": "nh", "limit": "ihii",
    "enable_load_extension": "ihi", "load_extension": "ihbbo",
    "prepare_v2": "ihhioo", "step": "ih", "finalize": "ih",
    "bind_parameter_count": "ih", "bind_parameter_name": "bhi", "bind_null": "ihi", "bind_int64": "ihil",
    "bind_double": "ihid", "bind_text": "ihibih", "bind_blob": "ihibih",
    "column_count": "ih", "column_name": "bhi", "column_type": "ihi", "column_int64": "lhi", "column_double": "dhi",
    "column_text": "hhi", "column_blob": "hhi", "column_bytes": "ihi",
}
OK, NOMEM, IOERR, FULL, CANTOPEN, ROW, DONE = 0, 7, 10, 13, 14, 100, 101
INTEGER, FLOAT, TEXT, BLOB, NULL = range(1, 6)
READ_WRITE_CREATE, NO_MUTEX = 6, 0x8000  # one thread at a time uses a connection
LIMIT_ATTACHED = 7
TRANSIENT = c_void_p(-1)  # SQLite copies what is bound
CLASSES: dict[int, type[Error]] = {NOMEM: NoMemoryError, IOERR: ReadWriteError, FULL: ReadWriteError,
                                   CANTOPEN: ReadWriteError}


# ---- what is loaded ----

@lru_cache(maxsize=None)
def sqlite() -> Any:
    """SQLite's functions, without "sqlite3_"."""
    try:
        path = _library.carried(SONAME) or SONAME
        long, short = ctypes.CDLL(path), ctypes.PyDLL(path)  # short: other threads need not run meanwhile
        found = {name: getattr(short if name.startswith("column_") else long, "sqlite3_" + name) for name in PROTOTYPES}
    except (OSError, AttributeError) as e:
        raise ImportError(f"diagfmt.sql() needs SQLite: install it where the system finds {SONAME}, with loadable "
                          f"extensions ({e})", name="diagfmt") from e
    for name, function in found.items():
        function.restype, *function.argtypes = (LETTERS[letter] for letter in PROTOTYPES[name])
    return SimpleNamespace(**found)


class Place(ctypes.Structure):
    """Dl_info."""

    _fields_ = [("path", c_char_p), ("base", c_void_p), ("symbol", c_char_p), ("address", c_void_p)]


def library_folder() -> str:
    """Where the library of this package is."""
    place = Place()
    ctypes.CDLL(None).dladdr(ctypes.cast(_library.library.dfmt_version, c_void_p), byref(place))
    return os.path.dirname(os.path.abspath(os.fsdecode(place.path or b"")))


def extension() -> str:
    """What DIAGFMT_SQLITE names, or what is beside the library, or in its build tree, or where the system finds it."""
    folder = library_folder()
    near = [os.path.join(folder, EXTENSION), os.path.join(os.path.dirname(folder), "sqlite", EXTENSION)]
    given = os.environ.get("DIAGFMT_SQLITE")
    return given if given else next((path for path in near if os.path.exists(path)), EXTENSION)


def missing(path: str, why: str) -> ImportError:
    if os.environ.get("DIAGFMT_SQLITE"):
        advice = ("the environment variable DIAGFMT_SQLITE names it; it must be the path of libdiagfmt's extension "
                  "for SQLite")
    else:
        advice = (f"diagfmt.sql() needs libdiagfmt's extension for SQLite; install {EXTENSION} beside the library, or "
                  "let the environment variable DIAGFMT_SQLITE name its path")
    return ImportError(f"cannot load {path}: {advice} ({why})", name="diagfmt", path=path)


# ---- a connection ----

class Connection:
    """A database in memory, which can open no other, with the functions of the extension."""

    def __init__(self) -> None:
        self.sqlite, self.handle = sqlite(), c_void_p()
        code = self.sqlite.open_v2(b":memory:", byref(self.handle), READ_WRITE_CREATE | NO_MUTEX, None)
        try:
            self.check(code)
            load()  # libdiagfmt-ops, which the extension needs, from where this package has it
            self._load(extension())
            self.sqlite.limit(self.handle, LIMIT_ATTACHED, 0)
        except BaseException:
            self.close()
            raise

    def _load(self, path: str) -> None:
        message = c_void_p()
        self.check(self.sqlite.enable_load_extension(self.handle, 1))
        code = self.sqlite.load_extension(self.handle, os.fsencode(path), ENTRY, byref(message))
        said = string_at(message.value) if message.value else self.sqlite.errstr(code)
        self.sqlite.free(message)
        self.sqlite.enable_load_extension(self.handle, 0)  # a statement must not load others
        if code == NOMEM:
            raise NoMemoryError("nomem")
        if code != OK:
            raise missing(path, os.fsdecode(said))

    def close(self) -> None:
        self.sqlite.close_v2(self.handle)
        self.handle = c_void_p()

    def check(self, code: int) -> None:
        if code not in (OK, ROW, DONE):
            raise self.error(code)

    def error(self, code: int) -> Error:
        """What SQLite says, as its exception; what it does not know of is the statement's own mistake."""
        message = self.sqlite.errmsg(self.handle) or self.sqlite.errstr(code)
        return CLASSES.get(code & 0xff, ArgumentError)(os.fsdecode(message))

    def run(self, statement: str, parameters: Parameters = ()) -> list[tuple[Value, ...]]:
        """All rows."""
        made = Statement(self, statement, parameters)
        try:
            return list(made.rows())
        finally:
            made.close()


# ---- a statement ----

def nothing(handle: c_void_p, i: int) -> None:
    """A null."""


class Statement:
    """One statement with its parameters, which runs once."""

    def __init__(self, db: Connection, text: str, parameters: Parameters) -> None:
        self.db, self.sqlite, self.handle = db, db.sqlite, c_void_p()
        self._prepare(text)
        try:
            self._bind(parameters)
        except BaseException:
            self.close()
            raise

    def _prepare(self, text: str) -> None:
        if "\0" in text:
            raise ArgumentError("the statement has a zero byte")
        kept, rest, more = ctypes.create_string_buffer(text.encode("utf-8", "surrogateescape")), c_void_p(), c_void_p()
        prepare, db = self.sqlite.prepare_v2, self.db.handle
        self.db.check(prepare(db, ctypes.addressof(kept), -1, byref(self.handle), byref(rest)))
        if not self.handle:
            raise ArgumentError("there is no statement")
        code = prepare(db, rest, -1, byref(more), None)
        self.sqlite.finalize(more)
        if code != OK or more:
            self.close()
            raise ArgumentError("there is more than one statement")

    def _bind(self, parameters: Parameters) -> None:
        if isinstance(parameters, (str, bytes, bytearray)):
            raise TypeError("parameters is a list, or a dict by name")
        wanted = self.sqlite.bind_parameter_count(self.handle)
        if not isinstance(parameters, Mapping) and len(parameters) != wanted:
            raise ArgumentError(f"the statement has {wanted} parameters, and {len(parameters)} are given")
        for i in range(wanted):
            self._bind_one(i + 1, self._named(i + 1, parameters) if isinstance(parameters, Mapping) else parameters[i])

    def _named(self, i: int, parameters: Mapping[str, Value]) -> Value:
        name = (self.sqlite.bind_parameter_name(self.handle, i) or b"?").decode()[1:]
        if name not in parameters:
            raise ArgumentError(f"the parameter {name!r} is not given" if name else "a parameter has no name")
        return parameters[name]

    def _bind_one(self, i: int, value: Any) -> None:
        if value is None:
            code = self.sqlite.bind_null(self.handle, i)
        elif isinstance(value, int):
            if not -1 << 63 <= value < 1 << 63:
                raise ArgumentError(f"{value} is no integer of SQLite: such numbers are text in its tables")
            code = self.sqlite.bind_int64(self.handle, i, value)
        elif isinstance(value, float):
            code = self.sqlite.bind_double(self.handle, i, value)
        elif isinstance(value, str):
            text = os.fsencode(value)
            code = self.sqlite.bind_text(self.handle, i, text, len(text), TRANSIENT)
        elif isinstance(value, (bytes, bytearray, memoryview)):
            code = self.sqlite.bind_blob(self.handle, i, bytes(value), len(bytes(value)), TRANSIENT)
        else:
            raise TypeError(f"a parameter cannot be of type {type(value).__name__}")
        self.db.check(code)

    def columns(self) -> list[str]:
        return [self.sqlite.column_name(self.handle, i).decode("utf-8", "replace")
                for i in range(self.sqlite.column_count(self.handle))]

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Its rows; those before an error are delivered before it is raised."""
        readers: dict[int, Callable[[c_void_p, int], Value]] = {
            INTEGER: self.sqlite.column_int64, FLOAT: self.sqlite.column_double, TEXT: self._text, BLOB: self._blob,
            NULL: nothing}
        step, handle, type_of = self.sqlite.step, self.handle, self.sqlite.column_type
        places = range(self.sqlite.column_count(handle))
        while (code := step(handle)) == ROW:
            yield tuple([readers[type_of(handle, i)](handle, i) for i in places])
        self.db.check(code)

    def _text(self, handle: c_void_p, i: int) -> str:
        at = self.sqlite.column_text(handle, i)
        return string_at(at, self.sqlite.column_bytes(handle, i)).decode("utf-8", "replace") if at else ""

    def _blob(self, handle: c_void_p, i: int) -> bytes:
        at = self.sqlite.column_blob(handle, i)  # NULL: it is empty
        return string_at(at, self.sqlite.column_bytes(handle, i)) if at else b""

    def close(self) -> None:
        self.sqlite.finalize(self.handle)
        self.handle = c_void_p()
