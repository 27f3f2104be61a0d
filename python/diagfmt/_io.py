# SPDX-License-Identifier: MIT
"""Sources and sinks: paths, bytes, descriptors, feeds, and Python's own file objects through callbacks."""

from __future__ import annotations

import ctypes
import functools
import io
import operator
import os
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, byref, c_char, c_int32, c_uint32, c_uint64, c_uint8, c_void_p
from typing import Any, TypeVar

from . import errors
from ._describe import STR
from ._library import library
from ._progress import Buffer, Progress, Watched
from .errors import AGAIN, END, OK, check

__all__ = ["Closing", "Config", "Feed", "Lease", "Shared", "Sink", "Source", "is_reusable", "source_of"]

READ = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_uint64, POINTER(c_uint64))
READ_AT = CFUNCTYPE(c_int32, c_void_p, c_uint64, c_void_p, c_uint64, POINTER(c_uint64))
TOTAL = CFUNCTYPE(c_int32, c_void_p, POINTER(c_uint64))
CLOSE = CFUNCTYPE(None, c_void_p)
WRITE = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_uint64, POINTER(c_uint64))
WRITE_AT = CFUNCTYPE(c_int32, c_void_p, c_uint64, c_void_p, c_uint64)
FLUSH = CFUNCTYPE(c_int32, c_void_p)
COMMIT = CFUNCTYPE(c_int32, c_void_p, c_uint32)
BEFORE = CFUNCTYPE(c_int32, c_void_p, POINTER(c_uint64), POINTER(c_uint8))
IO_ERROR, UNSUPPORTED = errors.ReadWriteError.status, errors.UnsupportedError.status


class SourceOps(ctypes.Structure):
    """dfmt_source_ops."""

    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("read", READ), ("read_at", READ_AT), ("total", TOTAL),
                ("close", CLOSE)]


class SinkOps(ctypes.Structure):
    """dfmt_sink_ops."""

    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("write", WRITE), ("write_at", WRITE_AT), ("flush", FLUSH),
                ("close", COMMIT), ("before", BEFORE), ("undivided", c_uint64)]


def put(address: int, data: Any) -> int:
    """Copies bytes to an address; how many."""
    n = len(data)
    memoryview((c_char * n).from_address(address)).cast("B")[:] = data
    return n


class Config:
    """Options by their names in the library: max_record=…, recover=True, apport_keys=["CoreDump"]."""

    def __init__(self, options: dict[str, Any], find: Any = errors.find_option) -> None:
        """find: key, kind and type of words of an option by its name."""
        self.handle, self.find = c_void_p(), find
        check(library.dfmt_config_new(byref(self.handle)))
        try:
            for name, value in options.items():
                self.set(name, value)
        except BaseException:
            self.close()
            raise

    def set(self, name: str, value: Any) -> None:
        key, kind, words = self.find(name)
        if kind == STR:
            for item in [value] if isinstance(value, (str, bytes)) else value:
                data = os.fsencode(item)
                check(library.dfmt_config_add(self.handle, key, data, len(data)))
            return
        if check_option(library.dfmt_config_set(self.handle, key, option_number(name, words, value))) != OK:
            raise ValueError(f"{name}={value!r} is out of range")

    def close(self) -> None:
        library.dfmt_config_free(self.handle)
        self.handle = c_void_p()

    def __enter__(self) -> c_void_p:
        return self.handle

    def __exit__(self, *_: object) -> None:
        self.close()


def check_option(status: int) -> int:
    return status if status == errors.ArgumentError.status else check(status)


def option_number(name: str, words: int, value: Any) -> int:
    """A number, a word, or several words of flags."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return functools.reduce(operator.or_, (option_number(name, words, word) for word in value), 0)
    if not isinstance(value, str):
        return int(value)
    known = errors.words_of(words)
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")
    return known[value]


H = TypeVar("H", bound="Closing")


class Closing:
    """A handle of the library's, which close() frees, or the end of a ``with`` block."""

    handle: c_void_p

    def close(self) -> None:
        """Frees the handle."""
        raise NotImplementedError

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.close()


class Shared:
    """What several objects need, each by a lease: free() is called with the last one, in whatever order garbage goes.

    There is no lock: garbage may be collected anywhere, also inside of this.
    """

    def __init__(self, free: Callable[[], None]) -> None:
        self.free, self.leases = [free], dict[int, None]()

    def lease(self) -> Lease:
        """For an object that needs it."""
        return Lease(self)


class Lease:
    """Until give()."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        shared.leases[id(self)] = None

    def other(self) -> Lease:
        """Another one, for another object."""
        return self._shared.lease()

    def give(self) -> None:
        """The object no longer needs it."""
        self._shared.leases.pop(id(self), None)
        if not self._shared.leases and self._shared.free:
            self._shared.free.pop()()


class Callbacks:
    """What the callbacks of one handle share: the exception that one of them raised."""

    path: str | None = None

    def __init__(self) -> None:
        self.raised: BaseException | None = None
        self.keep: list[Any] = []

    def guard(self, call: Any, *args: Any) -> int:
        try:
            return int(call(*args))
        except BlockingIOError:
            return AGAIN
        except BaseException as e:  # it goes on once the library has returned
            self.raised = e
            return IO_ERROR

    def check(self, status: int, error: int | None = None) -> int:
        """As errors.check(), but what a callback raised comes first."""
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised
        try:
            return check(status, error)
        except errors.ReadWriteError as e:
            e.filename = self.path
            raise


class Source(Callbacks):
    """Where bytes come from: a path, bytes or any buffer, a descriptor, a binary file object, a Feed."""

    def __init__(self, given: Any, progress: Progress | None = None) -> None:
        super().__init__()
        self.handle = c_void_p()
        self.keep.append(given)
        self.watched: Watched | None = None
        if isinstance(given, (str, os.PathLike)):
            self.path = os.fsdecode(given)
        if progress is not None:
            self.watched = Watched(given, progress)
            self.from_file(self.watched)
        elif isinstance(given, (str, os.PathLike)):
            check(library.dfmt_source_path(None, os.fsencode(given), byref(self.handle)))
        elif isinstance(given, bytes):
            pointer = ctypes.cast(ctypes.c_char_p(given), c_void_p)
            check(library.dfmt_source_memory(None, pointer, len(given), byref(self.handle)))
        elif isinstance(given, int):
            check(library.dfmt_source_fd(None, given, 0, byref(self.handle)))
        elif hasattr(given, "open_source"):
            self.handle = given.open_source()
        elif hasattr(given, "read"):
            self.from_file(given)
        else:
            self.from_file(Buffer(given))

    def from_file(self, file: Any) -> None:
        if isinstance(file, io.TextIOBase):
            raise TypeError("a binary file is needed; open it with mode 'rb'")
        ops = SourceOps(size=ctypes.sizeof(SourceOps))
        ops.read = READ(lambda _, buf, cap, got: self.guard(self.read, file, buf, cap, got))
        if file is self.watched or (hasattr(file, "seekable") and file.seekable()):
            ops.read_at = READ_AT(lambda _, at, buf, cap, got: self.guard(self.read_at, file, at, buf, cap, got))
            ops.total = TOTAL(lambda _, n: self.guard(self.total, file, n))
        self.keep.append(ops)
        check(library.dfmt_source_new(None, ctypes.addressof(ops), None, byref(self.handle)))

    @staticmethod
    def read(file: Any, buf: int, cap: int, got: Any) -> int:
        data = file.read(min(cap, 1 << 20))
        if data is None:
            return AGAIN
        got[0] = put(buf, data) if data else 0
        return OK if data else END

    @staticmethod
    def read_at(file: Any, at: int, buf: int, cap: int, got: Any) -> int:
        if not file.seekable():
            return UNSUPPORTED
        here = file.tell()
        try:
            file.seek(at)
            return Source.read(file, buf, cap, got)
        finally:
            file.seek(here)

    @staticmethod
    def total(file: Any, n: Any) -> int:
        if not file.seekable():
            return UNSUPPORTED
        here = file.tell()
        n[0] = file.seek(0, io.SEEK_END)
        file.seek(here)
        return OK

    def finish(self) -> None:
        """All was read that is wanted."""
        if self.watched is not None:
            self.watched.report()

    def close(self) -> None:
        if self.watched is not None and not library.dfmt_source_shared(self.handle):
            self.watched.close()
        library.dfmt_source_free(self.handle)
        self.handle = c_void_p()


def source_of(given: Any, progress: Progress | None = None) -> tuple[Source, bool]:
    """A source, and whether it was made here: what is one already belongs to the caller."""
    if not isinstance(given, Source):
        return Source(given, progress), True
    if progress is not None:
        raise TypeError("progress is of a path, bytes, a descriptor or a binary file, not of a Feed")
    return given, False


def is_reusable(given: Any) -> bool:
    """Whether a source of it begins anew each time."""
    return isinstance(given, (str, bytes, bytearray, memoryview, os.PathLike))


class Feed(Source):
    """Bytes that arrive by and by: write() them, and close_input() when no more come.

    A reader raises BlockingIOError where it needs more; go on with the same reader then.

    >>> import diagfmt
    >>> feed = diagfmt.Feed()
    >>> reader = diagfmt.open(feed, format="apport")
    >>> feed.write(b"ProblemType: Crash\\nSig")
    22
    >>> next(reader).body.key
    'ProblemType'
    """

    def __init__(self) -> None:  # pylint: disable=super-init-not-called
        Callbacks.__init__(self)
        self.handle, self.watched = c_void_p(), None
        check(library.dfmt_source_feed(None, byref(self.handle)))

    def write(self, data: bytes) -> int:
        """Takes as much as there is room for; how many bytes that was."""
        taken = c_uint64()
        data = bytes(data)
        self.check(library.dfmt_feed_write(self.handle, data, len(data), byref(taken)))
        return taken.value

    def close_input(self) -> None:
        """Says that no more comes."""
        self.check(library.dfmt_feed_close(self.handle))


class Sink(Callbacks):
    """Where bytes go: a path, a descriptor, a binary file object, or memory (None)."""

    def __init__(self, given: Any) -> None:
        super().__init__()
        self.handle = c_void_p()
        self.in_memory = given is None
        if given is None:
            check(library.dfmt_sink_memory(None, byref(self.handle)))
        elif isinstance(given, (str, os.PathLike)):
            self.path = os.fsdecode(given)
            self.check(library.dfmt_sink_path(None, os.fsencode(given), byref(self.handle)))
        elif isinstance(given, int):
            check(library.dfmt_sink_fd(None, given, 0, byref(self.handle)))
        elif hasattr(given, "write"):
            self.to_file(given)
        else:
            raise TypeError(f"cannot write to {type(given).__name__}")

    def to_file(self, file: Any) -> None:
        if isinstance(file, io.TextIOBase):
            raise TypeError("a binary file is needed; open it with mode 'wb'")
        ops = SinkOps(size=ctypes.sizeof(SinkOps))
        ops.write = WRITE(lambda _, buf, n, taken: self.guard(self.write, file, buf, n, taken))
        if hasattr(file, "seekable") and file.seekable():
            base = file.tell()
            ops.write_at = WRITE_AT(lambda _, at, buf, n: self.guard(self.write_at, file, base + at, buf, n))
            ops.undivided = 2**64 - 1
        self.keep += [ops, file]
        check(library.dfmt_sink_new(None, ctypes.addressof(ops), None, byref(self.handle)))

    @staticmethod
    def write(file: Any, buf: int, n: int, taken: Any) -> int:
        done = file.write(ctypes.string_at(buf, n))
        taken[0] = n if done is None and not isinstance(file, io.RawIOBase) else done or 0
        return OK if taken[0] == n else AGAIN

    @staticmethod
    def write_at(file: Any, at: int, buf: int, n: int) -> int:
        here = file.tell()
        try:
            file.seek(at)
            file.write(ctypes.string_at(buf, n))
        finally:
            file.seek(here)
        return OK

    def getvalue(self) -> bytes:
        ptr, n = c_void_p(), c_uint64()
        check(library.dfmt_sink_bytes(self.handle, byref(ptr), byref(n)))
        return ctypes.string_at(ptr, n.value) if n.value else b""

    def put(self, data: bytes) -> None:
        """Writes all of it."""
        taken = c_uint64()
        status = library.dfmt_sink_write(self.handle, data, len(data), byref(taken))
        if self.check(status, library.dfmt_sink_error(self.handle)) == AGAIN:
            raise BlockingIOError("the file cannot take more now")

    def commit(self) -> None:
        if self.check(library.dfmt_sink_close(self.handle), library.dfmt_sink_error(self.handle)) == AGAIN:
            raise BlockingIOError("the file cannot take more now")

    def close(self) -> None:
        library.dfmt_sink_free(self.handle)
        self.handle = c_void_p()
