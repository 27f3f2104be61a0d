# SPDX-License-Identifier: MIT
"""Exceptions: one for each status that is an error, with all that dfmt_error says."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ._describe import numbers, structs
from ._library import library

__all__ = ["ArgumentError", "BusyError", "CancelledError", "ChecksumError", "DamageWarning", "Error", "FormatError", "LimitError", "NoMemoryError",
           "NotFoundError", "NotPermittedError", "ReadWriteError", "StaleError", "StateError", "TruncatedError",
           "UnsupportedError"]

T = TypeVar("T")


class Error(Exception):
    """A call that failed. Its status is the class; the rest says what, where, and what would help.

    >>> import diagfmt
    >>> try:
    ...     list(diagfmt.open(b"ProblemType: Crash\\nno colon\\n", format="apport"))
    ... except diagfmt.FormatError as e:
    ...     print(e.line, e.offset, e, sep="; ")
    2; 19; line 2: expected a key and a colon: 'no colon'
    """

    status = 0
    #: DFMT_ERR_*: one cause, one number, for ever; 0: none is known
    number = 0
    #: byte position in the stream the format sees
    offset = 0
    #: 1-based line in text formats, else 0
    line = 0
    #: the option to raise after a LimitError, by name; else None
    option: str | None = None
    #: a value of it that would do; else 0
    needed = 0
    #: errno of the failing system call, else 0 (Any, as versions of OSError's own type differ)
    errno: Any = 0
    #: the path that was being read or written, of a ReadWriteError; else None
    filename: str | None = None

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else f"byte {self.offset}" if self.offset else None
        return ": ".join(str(part) for part in (self.filename, place, *self.args) if part)


class DamageWarning(UserWarning):
    """Damage in a file was passed over, as recover=True asks: rows may be missing. The table "diagnostic" has all of it."""


def warn_of_damage(message: str) -> None:
    """A warning in the name of whoever called the package."""
    frame, level = sys._getframe(1), 2  # pylint: disable=protected-access
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == __name__.partition(".")[0]:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, DamageWarning, stacklevel=level)


class NoMemoryError(Error, MemoryError):
    """An allocation failed."""

    status = -1


class ArgumentError(Error, ValueError):
    """An argument is out of its range; nothing was done."""

    status = -2


class StateError(Error):
    """This call is not possible at this point; nothing was done."""

    status = -3


class ReadWriteError(Error, OSError):
    """Reading or writing failed."""

    status = -4


class NotFoundError(ReadWriteError, FileNotFoundError):
    """There is no such file. It is opened when its first byte is wanted: by next(), not by open().

    >>> import diagfmt
    >>> try:
    ...     list(diagfmt.open("/nonexistent/heap"))
    ... except FileNotFoundError as e:
    ...     print(e.filename)
    /nonexistent/heap
    """


class NotPermittedError(ReadWriteError, PermissionError):
    """Permission denied."""


class FormatError(Error, ValueError):
    """The bytes break the format's rules."""

    status = -5


class TruncatedError(FormatError):
    """The input ends too early; everything before has been delivered."""

    status = -6


class LimitError(Error):
    """A limit of the configuration: Reader.limit() raises it, and reading can go on.

    >>> import diagfmt
    >>> reader = diagfmt.open(b"7: malloc 0x5000" + b" " * 5000 + b"24\\n", max_record=4096)
    >>> try:
    ...     next(reader)
    ... except diagfmt.LimitError as e:
    ...     reader.limit(e.option, max(e.needed, 8192))
    >>> next(reader).body.bytes
    24
    """

    status = -7


class UnsupportedError(Error):
    """Well-formed as far as can be told, but this library, or this build of it, cannot do it."""

    status = -8


class ChecksumError(FormatError):
    """Decoded data do not match their checksum or recorded length."""

    status = -9


class BusyError(Error):
    """A callback called into the handle that is calling it."""

    status = -10


class CancelledError(Error):
    """A progress function returned False. The same call goes on."""

    status = -11


class StaleError(RuntimeError):
    """A borrowed view, or a payload, was used after its reader had moved on.

    >>> import diagfmt
    >>> views = diagfmt.open(b"A: b\\nC: d\\n", format="apport").views()
    >>> first, second = next(views), next(views)
    >>> try:
    ...     first.body
    ... except diagfmt.StaleError as e:
    ...     print(e)
    the reader has moved on; keep a copy by own()
    """


CLASSES = {c.status: c for c in (NoMemoryError, ArgumentError, StateError, ReadWriteError, FormatError, TruncatedError,
                                 LimitError, UnsupportedError, ChecksumError, BusyError, CancelledError)}
BY_ERRNO: dict[int, type[Error]] = {errno.ENOENT: NotFoundError, errno.EACCES: NotPermittedError,
                                    errno.EPERM: NotPermittedError}
OK, END, AGAIN = 0, 1, 2


def make(status: int, error: int | None) -> Error:
    """The exception for a status; error: address of the dfmt_error that goes with it."""
    name = (library.dfmt_status_name(status) or b"?").decode()
    if not error:
        return CLASSES.get(status, Error)(name)
    e = structs["error"].from_address(error)
    if e.status != status:
        return CLASSES.get(status, Error)(name)
    kind = CLASSES.get(status, Error)
    made: Error = (BY_ERRNO.get(e.sys_errno, kind) if kind is ReadWriteError else kind)(e.message.decode())
    made.number, made.offset, made.line = e.number, e.offset, e.line
    made.needed, made.errno = e.needed, e.sys_errno
    made.option = option_names.get(e.option)
    return made


def from_system(e: OSError, path: Any) -> Error:
    """The exception for a call of the system that failed."""
    made: Error = BY_ERRNO.get(e.errno or 0, ReadWriteError)(f"cannot open: {e.strerror}")
    made.errno, made.filename = e.errno, os.fsdecode(path)
    return made


def check(status: int, error: int | None = None) -> int:
    """The status if it is not an error, else the exception is raised."""
    if status < 0:
        raise make(status, error)
    return status


def choose(known: Mapping[str, T], name: str, what: str) -> T:
    """What a name stands for."""
    if name not in known:
        raise ValueError(f"no {what} is called {name!r}: there are {', '.join(known)}")
    return known[name]


def words_of(number: int) -> dict[str, int]:
    """The numbers of an enumeration's words."""
    return numbers.get(number, {})


def described_options(option_at: Any) -> Iterator[Any]:
    """The options of a library."""
    i = 0
    while at := option_at(i):
        yield structs["option"].from_address(at)
        i += 1


#: of each option: key, kind, and type of its words
options = {o.name.decode(): (o.key, o.kind, o.words) for o in described_options(library.dfmt_option_at)}
option_names = {key: name for name, (key, _, _) in options.items()}


def find_option(name: str) -> tuple[int, int, int]:
    """The option of a name, "apport.keys", or "apport_keys" as an argument is written."""
    known = options.get(name) or options.get(name.replace("_", ".", 1))
    if known is None:
        raise TypeError(f"the library has no option {name!r}")
    return known
