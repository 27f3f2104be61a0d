# SPDX-License-Identifier: MIT
"""Sources that are files of Python's: buffers, and files that tell how far they were read."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from typing import Any, Optional

from . import errors

__all__ = ["Buffer", "Progress", "Watched"]

SECONDS = 0.1
#: is called with the bytes that were read, and those that there are, None if nobody knows
Progress = Callable[[int, Optional[int]], object]


class Buffer(io.RawIOBase):
    """Any buffer as a file."""

    def __init__(self, given: Any) -> None:
        super().__init__()
        try:
            self.view, self.at = memoryview(given).cast("B"), 0
        except TypeError:
            raise TypeError(f"cannot read from {type(given).__name__}: a path, bytes, a descriptor, a binary file or "
                            "a Feed is needed") from None

    def read(self, size: int = -1) -> Any:
        piece = self.view[self.at : len(self.view) if size < 0 else self.at + size]
        self.at += len(piece)
        return piece

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.at = offset + (len(self.view) if whence == io.SEEK_END else 0)
        return self.at


class Watched(io.RawIOBase):
    """A source of Python's that tells at most ten times a second how many bytes were read of it."""

    def __init__(self, given: Any, progress: Progress) -> None:
        super().__init__()
        self._given, self._tell, self._start = given, progress, 0
        self._file: Any = None
        self._done, self._next = 0, 0.0
        self._total: int | None = None
        if not isinstance(given, (str, os.PathLike)):
            self._file = io.FileIO(given, closefd=False) if isinstance(given, int) else \
                given if hasattr(given, "read") else Buffer(given)
        if isinstance(given, int) and self.seekable():
            self._start = self.tell()

    def _opened(self) -> Any:
        """Paths are opened at the first use, as the library does."""
        if self._file is None:
            try:
                self._file = open(self._given, "rb", buffering=0)
            except OSError as e:
                raise errors.from_system(e, self._given) from None
        return self._file

    def read(self, size: int = -1) -> Any:
        data = self._opened().read(size)
        self._done += len(data or b"")
        if time.monotonic() >= self._next:
            self.report()
        return data

    def report(self) -> None:
        """What is read twice, such as a directory at the end of a file, counts up to the file's size."""
        if self._total is None and self.seekable():
            here = self.tell()
            self._total = self.seek(0, io.SEEK_END)
            self.seek(here)
        self._next = time.monotonic() + SECONDS
        self._tell(self._done if self._total is None else min(self._done, self._total), self._total)

    def seekable(self) -> bool:
        file = self._opened()
        return hasattr(file, "seekable") and bool(file.seekable())

    def tell(self) -> int:
        return int(self._opened().tell()) - self._start

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        from_here = self._start if whence == io.SEEK_SET else 0
        return int(self._opened().seek(offset + from_here, whence)) - self._start

    def close(self) -> None:
        """Of a path; others' files stay open."""
        if self._file is not None and isinstance(self._given, (str, os.PathLike)):
            self._file.close()
        super().close()
