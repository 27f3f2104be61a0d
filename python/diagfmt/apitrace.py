# SPDX-License-Identifier: MIT
"""Random access to traces of graphics calls."""

from __future__ import annotations

from ctypes import byref, c_uint64, c_void_p
from typing import Any

from ._io import Closing, Config, Source
from ._library import declare, library
from .errors import choose
from .reader import Reader

__all__ = ["Index"]

declare(library, {
    "dfmt_apitrace_index_new": "sho", "dfmt_apitrace_index_build": "shh", "dfmt_apitrace_index_stat": "shuQ",
    "dfmt_apitrace_index_open": "shhuq", "dfmt_apitrace_index_error": "hh", "dfmt_apitrace_index_free": "nh",
})

STATS = {"calls": 1, "incomplete": 2, "frames": 3, "threads": 4, "bytes": 5, "places": 6}
PLACES = {"call": 1, "frame": 2}


class Index(Closing):
    """An index of a trace: where each call and frame begins.

    ``for event in Index(path).open("frame", 100): …``
    """

    def __init__(self, source: Any, **options: Any) -> None:
        self.handle, self._source = c_void_p(), Source(source)
        with Config(options) as config:
            self._source.check(library.dfmt_apitrace_index_new(config, byref(self.handle)))
        self.check(library.dfmt_apitrace_index_build(self.handle, self._source.handle))

    def check(self, status: int) -> int:
        return self._source.check(status, library.dfmt_apitrace_index_error(self.handle))

    def stat(self, name: str) -> int:
        """A figure: calls, incomplete, frames, threads, bytes (of the event stream) or places."""
        value = c_uint64()
        self.check(library.dfmt_apitrace_index_stat(self.handle, choose(STATS, name, "figure"), byref(value)))
        return value.value

    def open(self, what: str, number: int, **options: Any) -> Reader:
        """A reader whose events begin at a "call" or a "frame"."""
        place = choose(PLACES, what, "place")
        reader = Reader(b"", "apitrace", **options)
        reader._index = self  # type: ignore[attr-defined]  # the source must outlive it
        status = library.dfmt_apitrace_index_open(self.handle, reader.handle, place, number)
        reader.check(status)
        return reader

    def close(self) -> None:
        """Frees the index."""
        library.dfmt_apitrace_index_free(self.handle)
        self.handle = c_void_p()
        self._source.close()
