# SPDX-License-Identifier: MIT
"""Exceptions: one for each status that is an error, with all that dfmt_error says."""

from __future__ import annotations

from ._describe import numbers, structs
from ._library import library

__all__ = ["ArgumentError", "BusyError", "ChecksumError", "Error", "FormatError", "LimitError", "NoMemoryError",
           "ReadWriteError", "StaleError", "StateError", "TruncatedError", "UnsupportedError"]


class Error(Exception):
    """A call that failed. Its status is the class; the rest says what, where, and what would help.

    >>> import diagfmt
    >>> try:
    ...     list(diagfmt.open(b"ProblemType: Crash\\nno colon\\n", format="apport"))
    ... except diagfmt.FormatError as e:
    ...     print(e.line, e.offset)
    2 19
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
    #: errno of the failing system call, else 0
    errno = 0


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


class FormatError(Error, ValueError):
    """The bytes break the format's rules."""

    status = -5


class TruncatedError(FormatError):
    """The input ends too early; everything before has been delivered."""

    status = -6


class LimitError(Error):
    """A limit of the configuration: Reader.limit() raises it, and reading can go on."""

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


class StaleError(RuntimeError):
    """A borrowed view, or a payload, was used after its reader had moved on."""


CLASSES = {c.status: c for c in (NoMemoryError, ArgumentError, StateError, ReadWriteError, FormatError, TruncatedError,
                                 LimitError, UnsupportedError, ChecksumError, BusyError)}
OK, END, AGAIN = 0, 1, 2


def make(status: int, error: int | None) -> Error:
    """The exception for a status; error: address of the dfmt_error that goes with it."""
    name = (library.dfmt_status_name(status) or b"?").decode()
    if not error:
        return CLASSES.get(status, Error)(name)
    e = structs["error"].from_address(error)
    if e.status != status:
        return CLASSES.get(status, Error)(name)
    made = CLASSES.get(status, Error)(e.message.decode())
    made.number, made.offset, made.line = e.number, e.offset, e.line
    made.needed, made.errno = e.needed, e.sys_errno
    made.option = option_names.get(e.option)
    return made


def check(status: int, error: int | None = None) -> int:
    """The status if it is none of an error, else the exception is raised."""
    if status < 0:
        raise make(status, error)
    return status


def words_of(number: int) -> dict[str, int]:
    """The numbers of an enumeration's words."""
    return numbers.get(number, {})


def read_options() -> dict[str, tuple[int, int, int]]:
    """Of each library option: key, kind, and type of its words."""
    found, i = {}, 0
    while at := library.dfmt_option_at(i):
        o = structs["option"].from_address(at)
        found[o.name.decode()] = (o.key, o.kind, o.words)
        i += 1
    return found


options = read_options()
option_names = {key: name for name, (key, _, _) in options.items()}
