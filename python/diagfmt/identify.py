# SPDX-License-Identifier: MIT
"""Telling formats apart, and what this build of the library can do."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_uint32, c_void_p, cast
from typing import Any, NamedTuple

from . import _describe as d
from ._describe import enum_numbers, structs
from ._library import library
from .errors import check
from .reader import format_names, format_numbers

__all__ = ["Guess", "features", "formats", "identify", "library_version", "words"]

GUESSES = 8
FEATURES = {"snappy": 1, "zstd": 2, "brotli": 3, "isal": 4, "threads": 5, "lzma": 6}


class Guess(NamedTuple):
    """What a file may be."""

    format: str
    variant: str | None  #: where the start tells one
    score: int           #: 1 possible … 100 certain
    wrapper: str         #: "none", "gzip", "zstd", "xz", "zip", "tar", "mime", "utf16le", "utf16be" or "text"
    wants: int           #: bytes from the start that would make the guess better; 0: none


def identify(source: Any, name: str | None = None) -> list[Guess]:
    """What a path, or the bytes that a file begins with, may be; best first.

    >>> import diagfmt
    >>> diagfmt.identify(b"ProblemType: Crash\\nArchitecture: amd64\\n")[0].format
    'apport'
    """
    found, n = (structs["probe"] * GUESSES)(), c_uint32()
    if isinstance(source, (str, os.PathLike)):
        identify_path(source, name or os.fsdecode(source), found, n)
    else:
        start = bytes(memoryview(source).cast("B"))
        hint = os.fsencode(name) if name is not None else None
        check(library.dfmt_identify(None, cast(c_char_p(start), c_void_p), len(start), hint, found, GUESSES, byref(n)))
    return [make_guess(found[i]) for i in range(min(n.value, GUESSES))]


def identify_path(path: Any, name: str, found: Any, n: Any) -> None:
    reader, source = c_void_p(), c_void_p()
    with open(path, "rb", buffering=0) as file:
        try:
            check(library.dfmt_source_fd(None, file.fileno(), 0, byref(source)))
            check(library.dfmt_reader_new(None, byref(reader)))
            check(library.dfmt_reader_open(reader, 0, source))
            status = library.dfmt_reader_identify(reader, os.fsencode(name), found, GUESSES, byref(n))
            check(status, library.dfmt_reader_error(reader))
        finally:
            library.dfmt_reader_free(reader)
            library.dfmt_source_free(source)


def make_guess(g: Any) -> Guess:
    format = format_names[g.format]
    variants = d.words.get(enum_numbers.get(f"{format}.variant", 0), {})
    return Guess(format, variants.get(g.variant), g.score, d.words[enum_numbers["wrapper"]][g.wrapper], g.wants)


def formats() -> list[str]:
    """The names of all formats.

    >>> import diagfmt
    >>> "apport" in diagfmt.formats()
    True
    """
    return list(format_numbers)


def features() -> dict[str, bool]:
    """The optional parts of this build of the library."""
    return {name: bool(library.dfmt_has_feature(number)) for name, number in FEATURES.items()}


def words(name: str) -> dict[str, int]:
    """The words of an enumeration and their numbers, which columns have in their stead.

    >>> import diagfmt
    >>> diagfmt.words("simpleperf.execution")
    {'native': 0, 'interpreted': 1, 'jit': 2, 'art': 3}
    """
    if name not in enum_numbers:
        raise ValueError(f"no enumeration is called {name!r}")
    return dict(d.numbers[enum_numbers[name]])


def library_version() -> tuple[int, int, int]:
    """Of the library that is loaded."""
    v = library.dfmt_version()
    return v >> 24, v >> 16 & 255, v >> 8 & 255
