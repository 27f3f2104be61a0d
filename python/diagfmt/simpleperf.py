# SPDX-License-Identifier: MIT
"""Names behind the numbers of CPU profiles."""

from __future__ import annotations

from ctypes import byref, c_int32, c_void_p
from typing import Any

from ._convert import Builder, Record, text
from ._io import Closing, Source
from ._library import Str, declare, library
from .errors import check
from .reader import EventView

__all__ = ["Names"]

declare(library, {
    "dfmt_simpleperf_names_new": "sho", "dfmt_simpleperf_names_load": "shh", "dfmt_simpleperf_names_add": "shh",
    "dfmt_simpleperf_names_frame": "uhhSS", "dfmt_simpleperf_names_thread": "uhiSI",
    "dfmt_simpleperf_names_event": "uhuS", "dfmt_simpleperf_names_error": "hh", "dfmt_simpleperf_names_free": "nh",
})


class Names(Closing):
    """The names in a file: of frames, threads and event types.

    ``Names(path)`` fetches them in a first pass that passes over the samples; ``add(event)`` takes them from events.
    What is unknown is "".

    >>> import diagfmt
    >>> with diagfmt.Writer(None, "simpleperf") as writer:
    ...     writer.put("simpleperf.sample", thread_id=7, frames=[diagfmt.records.SimpleperfFrame(file_id=0, symbol_id=1)])
    ...     writer.put("simpleperf.file", id=0, path="/system/lib64/libc.so", symbols=["free", "malloc"])
    >>> with diagfmt.simpleperf.Names(writer.getvalue()) as names:
    ...     names.frame(next(diagfmt.open(writer.getvalue())).body.frames[0])
    ('malloc', '/system/lib64/libc.so')
    """

    def __init__(self, source: Any = None) -> None:
        self.handle, self._builder = c_void_p(), Builder()
        check(library.dfmt_simpleperf_names_new(None, byref(self.handle)))
        if source is not None:
            self.load(source)

    def load(self, source: Any) -> None:
        """Reads all names of a seekable file."""
        opened = Source(source)
        try:
            status = library.dfmt_simpleperf_names_load(self.handle, opened.handle)
            opened.check(status, library.dfmt_simpleperf_names_error(self.handle))
        finally:
            opened.close()

    def add(self, event: EventView) -> None:
        """Takes what a reader's current event says about names."""
        event._step.check()
        check(library.dfmt_simpleperf_names_add(self.handle, event._at),
              library.dfmt_simpleperf_names_error(self.handle))

    def frame(self, frame: Record) -> tuple[str, str]:
        """Name and path of a frame: a record of type simpleperf.frame."""
        symbol, path = Str(), Str()
        self._builder.forget()
        library.dfmt_simpleperf_names_frame(self.handle, self._builder.body(frame), byref(symbol), byref(path))
        return text(symbol.bytes()), text(path.bytes())

    def thread(self, thread_id: int) -> tuple[str, int]:
        """Name and process of a thread."""
        name, process = Str(), c_int32()
        library.dfmt_simpleperf_names_thread(self.handle, thread_id, byref(name), byref(process))
        return text(name.bytes()), process.value

    def event_type(self, number: int) -> str:
        """The name of an event type, "cpu-cycles"."""
        name = Str()
        library.dfmt_simpleperf_names_event(self.handle, number, byref(name))
        return text(name.bytes())

    def close(self) -> None:
        """Frees the names."""
        library.dfmt_simpleperf_names_free(self.handle)
        self.handle = c_void_p()
