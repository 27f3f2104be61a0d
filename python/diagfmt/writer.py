# SPDX-License-Identifier: MIT
"""Writers: records and payloads to bytes."""

from __future__ import annotations

import io
from ctypes import byref, c_uint64, c_void_p
from typing import Any

from ._convert import Builder, Record, build
from ._describe import enum_numbers, numbers
from ._io import Closing, Config, Sink
from ._library import library
from . import errors
from .errors import AGAIN, StateError, choose
from .reader import MODES, EventView, format_names, format_number

__all__ = ["Entry", "Writer"]


class Entry(io.RawIOBase):
    """A record whose value is being written; closing it ends the record.

    >>> import diagfmt
    >>> with diagfmt.Writer(None, "apport") as writer:
    ...     with writer.begin("apport.field", key="Stack", encoding="text") as entry:
    ...         n = entry.write(b"main\\n") + entry.write(b"start")
    >>> n, writer.getvalue()
    (10, b'Stack:\\n main\\n start\\n')
    """

    def __init__(self, writer: Writer) -> None:
        super().__init__()
        self._writer: Writer | None = writer

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Takes a piece of the value; how many bytes of it."""
        if self._writer is None:
            raise ValueError("the entry is closed")
        taken, data = c_uint64(), bytes(data)
        if data:
            self._writer.check(library.dfmt_writer_payload(self._writer.handle, data, len(data), byref(taken)))
        return taken.value

    def close(self) -> None:
        writer, self._writer = self._writer, None
        super().close()
        if writer is not None:
            writer.no_wait(library.dfmt_writer_end(writer.handle))

    def cancel(self) -> None:
        """Drops the record, if nothing of it was written out yet; else it ends where it is."""
        writer, self._writer = self._writer, None
        if writer is not None and library.dfmt_writer_cancel(writer.handle) != 0:
            writer.no_wait(library.dfmt_writer_end(writer.handle))

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is not None:
            self.cancel()
        self.close()


class Writer(Closing):
    """Writes a file of one format to a path, a descriptor, a binary file, or (None) to memory.

    A path appears when close() has completed it; a ``with`` block that ends with an exception leaves what stood there.

    >>> import diagfmt
    >>> with diagfmt.Writer(None, "apport") as writer:
    ...     writer.put("apport.field", key="ProblemType", text="Crash")
    >>> writer.getvalue()
    b'ProblemType: Crash\\n'
    """

    def __init__(self, target: Any, format: str | int, variant: str | int = 0, **options: Any) -> None:
        self.handle, self._builder, self._value = c_void_p(), Builder(), b""
        number = format_number(format)
        if isinstance(variant, str):
            variant = choose(numbers[enum_numbers[f"{format_names[number]}.variant"]], variant, "variant")
        self._sink = Sink(target)
        try:
            with Config(options) as config:
                self.check(library.dfmt_writer_new(config, byref(self.handle)))
            self.check(library.dfmt_writer_open(self.handle, number, variant, self._sink.handle))
        except BaseException:
            self.abandon()
            raise

    def check(self, status: int) -> int:
        """Raises what the status means; OK and AGAIN come back."""
        return self._sink.check(status, library.dfmt_writer_error(self.handle) if self.handle else None)

    def no_wait(self, status: int) -> None:
        """As check(), and AGAIN is BlockingIOError: the same call can be made again."""
        if self.check(status) == AGAIN:
            raise BlockingIOError("the target cannot take more now")

    def _check_open(self) -> None:
        if not self.handle:
            raise StateError("the writer is closed")

    def _record(self, record: Record | str, members: dict[str, Any]) -> int:
        self._check_open()
        self._builder.forget()
        return self._builder.body(build(record, members) if isinstance(record, str) else record)

    def put(self, record: Record | str, /, **members: Any) -> None:
        """Writes a whole record: one of ``diagfmt.records``, or the name of its type and its members."""
        self.no_wait(library.dfmt_writer_put(self.handle, self._record(record, members)))

    def begin(self, record: Record | str, /, mode: str = "decoded", **members: Any) -> Entry:
        """Begins a record whose value is written piece by piece to what comes back; closing that ends the record."""
        at = self._record(record, members)
        self.no_wait(library.dfmt_writer_begin(self.handle, at, choose(MODES, mode, "mode")))
        return Entry(self)

    def copy(self, event: EventView) -> None:
        """Copies a reader's current event with its payload, as its very bytes where that is legal."""
        event._step.check()
        self._check_open()
        status = library.dfmt_writer_copy(self.handle, event._reader.handle, event._at)
        if status < 0:
            event._reader._source.check(0)  # what its callback raised
        self.no_wait(status)

    def limit(self, name: str, value: int) -> None:
        """Sets a limit (max_memory, max_table) for what is left; then the call that raised a LimitError can be repeated."""
        self._check_open()
        self.check(library.dfmt_writer_limit(self.handle, errors.find_option(name)[0], value))

    @property
    def offset(self) -> int:
        """Bytes written so far."""
        return int(library.dfmt_writer_offset(self.handle)) if self.handle else len(self._value)

    def getvalue(self) -> bytes:
        """What was written to memory."""
        return self._sink.getvalue() if self.handle else self._value

    def close(self) -> None:
        """Writes what ends the file, and commits it."""
        if not self.handle:
            return
        self.no_wait(library.dfmt_writer_finish(self.handle))
        if self._sink.in_memory:
            self._value = self._sink.getvalue()
        self._sink.commit()
        self.abandon()

    def abandon(self) -> None:
        """Frees the writer without commit: a path stays as it was."""
        library.dfmt_writer_free(self.handle)
        self.handle = c_void_p()
        self._sink.close()

    def __exit__(self, kind: Any = None, *_: object) -> None:
        if kind is None:
            self.close()
        self.abandon()

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.abandon()

    def __repr__(self) -> str:
        return f"<Writer: {self.offset} bytes so far>" if self.handle else "<Writer, closed>"
