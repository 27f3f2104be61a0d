# SPDX-License-Identifier: MIT
"""Operations under names, or with arguments, that the library's descriptions do not tell: top(), flame(), compare()."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from typing import Any

from . import _kinds
from ._kinds import List as Listing
from ._kinds import heap as leaks
from ._kinds import list as entries
from ._kinds import profile as top
from ._io import Source
from ._library import library
from ._ops import OpProgress
from ._rows import Rows
from .errors import ArgumentError, check

__all__ = ["Extraction", "Listing", "Value", "compare", "compare_flame", "diff", "entries", "extract", "firefox", "flame",
           "folded", "growth", "leaks", "pprof", "redact", "search", "top", "value"]


# ---- documents of profiles ----

def flame(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """A flame graph, SVG that needs nothing else, to a path or a binary file. None: it is returned."""
    return _kinds.Profile(inputs, progress, purpose="flame", **options).run(damaged).write(target, "flame")


def folded(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
           **options: Any) -> bytes | None:
    """Folded stacks, a line each, to a path or a binary file. None: they are returned."""
    return _kinds.Profile(inputs, progress, purpose="folded", **options).run(damaged).write(target, "folded")


def pprof(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """A profile for `go tool pprof` with addresses, threads and all events, to a path or a binary file.

    None: it is returned.
    """
    return _kinds.Profile(inputs, progress, purpose="pprof", **options).run(damaged).write(target, "pprof")


def firefox(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> bytes | None:
    """A profile for the Firefox Profiler, JSON with each sample at its time, to a path or a binary file.

    None: it is returned.
    """
    return _kinds.Profile(inputs, progress, purpose="firefox", **options).run(damaged).write(target, "firefox")


# ---- two sides ----

def _compared(before: Any, after: Any, progress: OpProgress | None, damaged: str, options: dict[str, Any]) -> _kinds.Compare:
    old, new = (side if isinstance(side, (list, tuple)) else [side] for side in (before, after))
    if not old or not new:
        raise ArgumentError("there must be a run before, and one after")
    return _kinds.Compare([*old, *new], progress, n_before=len(old), **options).run(damaged)


def compare(before: Any, after: Any, *, by: str = "self", progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> Rows:
    """What changed between profiles, of different builds also: functions, the surest change first.

    before, after: a profile, or a list of runs, each one. by: the weight of the functions' own ("self"), or with what
    they call ("total"). Options are those of profile().
    """
    return _compared(before, after, progress, damaged, options).answer(by)


def compare_flame(before: Any, after: Any, target: Any = None, *, progress: OpProgress | None = None,
                  damaged: str = "raise", **options: Any) -> bytes | None:
    """A flame graph of what changed, SVG, to a path or a binary file. None: it is returned.

    before, after: a profile, or a list of runs, which are added up. Boxes are as wide as after, red where their share
    has grown, blue where it has fallen.
    """
    return _compared(before, after, progress, damaged, {"purpose": "compare_flame", **options}).write(target, "flame")


def diff(before: Any, after: Any, *, progress: OpProgress | None = None, damaged: str = "raise",
         **options: Any) -> Rows:
    """What two files of one format differ in, record by record: the first difference, or as many as the option max says.

    Of heap dumps the rows are those of growth(). Their facts have n_differences in any case.

    >>> import diagfmt.ops
    >>> found = diagfmt.ops.diff(b"7: malloc 0x5000 24\\n7: free 0x5000\\n", b"7: malloc 0x5000 25\\n7: free 0x5000\\n")
    >>> [(row.record, row.member, row.before, row.after) for row in found]
    [('malloc', 'bytes', '24', '25')]
    """
    return _kinds.Diff([before, after], progress, **options).run(damaged).answer()


class Again:
    """A source that was read, from its start, as an input."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def open_source(self) -> c_void_p:
        handle = c_void_p()
        check(library.dfmt_source_slice(None, self.source.handle, 0, 2**64 - 1, byref(handle)))
        return handle


def growth(before: _kinds.Heap, after: _kinds.Heap) -> Rows:
    """What each call chain of two heap dumps, operations that have run, has in one and in the other.

    A second set of rows has the sums of both dumps, as wholes and on both sides of the fork from the zygote. The dumps
    are read again, with the options for reading of the first one.
    """
    # pylint: disable=protected-access
    options = {name: value for name, value in before._options.items()
               if name in _kinds.Diff.options or name not in before.options}
    dumps = [Again(source) for heap in (before, after) if heap._open() for source, _ in heap._inputs]
    operation = _kinds.Diff(dumps, **options).run()
    operation.answer("growth").close()  # raises an exception for what is no heap dump
    return operation.answer()


# ---- what is asked for by name ----

def redact(inputs: Any, target: Any = None, names: Any = (), *, progress: OpProgress | None = None,
           damaged: str = "raise", **options: Any) -> bytes | None:
    """convert(), with names, or shell patterns of names, replaced by placeholders: in profiles, reports and heap dumps."""
    return _kinds.convert(inputs, target, progress=progress, damaged=damaged, redact=names, **options)


def search(given: Any, patterns: Any, *, progress: OpProgress | None = None, **options: Any) -> Rows:
    """Lines of reports that match a pattern, or one of several: POSIX extended expressions.

    Options are those of Search.

    >>> import diagfmt.ops
    >>> [(row.key, row.line, row.text) for row in diagfmt.ops.search(b"ProblemType: Crash\\nA:\\n x\\n y\\n", "[xC]")]
    [('ProblemType', 1, 'Crash'), ('A', 1, 'x')]
    """
    return _kinds.search(given, progress=progress, patterns=patterns, **options)


class Value(_kinds.Value):
    __doc__ = _kinds.Value.__doc__

    @property
    def count(self) -> int:
        """How many entries with this key were found."""
        return int(next(self.answer("found")).n_entries)


def value(source: Any, key: str, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """The value of the first entry with a key, to a path or a binary file. None: it is returned.

    Raises KeyError if no entry has the key, after an empty target was written. Options are those of Value.

    >>> import diagfmt.ops
    >>> diagfmt.ops.value(b"ProblemType: Crash\\nTitle: Oh\\n", "Title")
    b'Oh'
    """
    with Value(source, progress, key=[key], **options) as operation:
        found = operation.write(target, damaged)
        if not operation.count:
            raise KeyError(key)
        return found


# ---- files in a directory ----

class Extraction(_kinds.Extract):
    """Extract, whose directory is told when it writes.

    Its rows say what was not written, or not wholly; their facts, what was.
    """

    def __init__(self, inputs: Any, progress: OpProgress | None = None, **options: Any) -> None:
        self._place = os.open(os.devnull, os.O_RDONLY)  # which write() gives to the directory
        super().__init__(inputs, progress, directory=self._place, **options)

    def write(self, directory: Any, damaged: str = "raise") -> Rows:  # type: ignore[override]
        """Runs, and writes the files to a directory, which is made if it is not there."""
        os.makedirs(directory, mode=0o700, exist_ok=True)
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.dup2(descriptor, self._place, inheritable=False)
        finally:
            os.close(descriptor)
        return self.run(damaged).answer()

    def close(self) -> None:
        super().close()
        place, self._place = self._place, -1
        if place >= 0:
            os.close(place)


def extract(given: Any, directory: Any, *, progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> Rows:
    """Writes each value of a file to a file of its own in a directory: nothing is written over, and names are checked.

    A report's values go by their keys, entries of a bug report by their paths; a trace gives blobs and shader sources.
    Options are those of Extract.

    >>> import diagfmt.ops, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = diagfmt.ops.extract(b"ProblemType: Crash\\nSignal: 11\\nCON: x\\n", folder)
    ...     found.facts.n_files, [(row.what, row.key) for row in found]
    (2, [('unsafe', 'CON')])
    """
    return Extraction(given, progress, **options).write(directory, damaged)
