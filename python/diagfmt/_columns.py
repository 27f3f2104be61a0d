# SPDX-License-Identifier: MIT
"""Records as arrays."""

from __future__ import annotations

import ctypes
from ctypes import c_char
from typing import Any

from . import _describe as d
from ._convert import Step
from ._describe import Member, Shape, shapes
from ._library import library

__all__ = ["Columns", "Memory"]

CODES: dict[int, Any] = {d.U32: "I", d.I32: "i", d.U64: "Q", d.I64: "q"}
SIZES = {"I": 4, "i": 4, "Q": 8, "q": 8}


class Memory:
    """The library's reader with the memory of its arrays: freed once neither the Reader nor an array holds this."""

    __slots__ = ("__weakref__", "handle")

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __del__(self, free: Any = library.dfmt_reader_free) -> None:
        free(self.handle)


class Columns:
    """Arrays of equal length, an attribute each: memoryviews that nobody can write to.

    >>> import diagfmt
    >>> reader = diagfmt.open(b"7: malloc 0x5000 24\\n7: free 0x5000\\n")
    >>> for columns in reader.columns("mallocdbg.op"):
    ...     print(columns.ptr.tolist(), columns.bytes.tolist(), columns.op[1] == diagfmt.words("mallocdbg.operation")["free"])
    [20480, 20480] [24, 0] True

    What a record does not have is 0, and has no bit in ``present``: ``columns.present[i] & columns.mask("bytes")``.
    What records have several of (frames, pcs) stands record after record: those of row i are
    ``columns.pcs[columns.first_pc[i]:columns.first_pc[i + 1]]``. An array of structs is a memoryview of bytes:
    ``numpy.frombuffer(columns.frames, columns.dtype("frames"))``.

    They are copies that last as long as they are held. Those of ``reader.columns(…, borrow=True)`` lie in the library's
    memory: after the reader's next turn, or its end, they hold other values, though never memory that was freed, and
    attributes of this object raise StaleError.
    """

    def __init__(self, shape: Shape, record: Shape, at: int, step: Step, memory: Memory | None) -> None:
        """memory: of arrays that are borrowed; None: they are copied."""
        self._shape, self._record, self._memory = shape, record, memory
        self._step = step if memory else Step()
        raw: Any = shape.struct.from_address(at)
        self._rows = int(raw.n_rows)
        self._arrays = {name: self._array(member, raw) for name, member in shape.members.items() if member.kind == d.ARRAY}

    def _array(self, member: Member, raw: Any) -> memoryview:
        at, n = getattr(raw, member.name), getattr(raw, member.counter)
        code = CODES.get(member.elem)
        size = n * (SIZES[code] if code else ctypes.sizeof(shapes[member.elem].struct))
        if self._memory is None or not n:
            view = memoryview(ctypes.string_at(at, size) if n else b"")
        else:
            array: Any = (c_char * size).from_address(at)
            array.memory = self._memory  # goes with every view, so that this lives as long as the last of them
            view = memoryview(array).cast("B").toreadonly()
        return view.cast(code) if code else view

    def __len__(self) -> int:
        self._step.check()
        return self._rows

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._arrays:
            raise AttributeError(f"{self._shape.name} has no member {name}")
        self._step.check()
        return self._arrays[name]

    def dtype(self, name: str) -> Any:
        """The type of an array's elements, as numpy.dtype() takes it: of structs, names and types of their members."""
        elem = self._shape.members[name].elem
        if elem in CODES:
            return "=" + CODES[elem]
        kinds = {ctypes.c_uint32: "=u4", ctypes.c_int32: "=i4", ctypes.c_uint64: "=u8", ctypes.c_int64: "=i8"}
        return [(field, kinds[kind]) for field, kind in shapes[elem].struct._fields_]  # type: ignore

    def mask(self, name: str) -> int:
        """The bit of a member in ``present``; 0: it is always there."""
        return self._record.members[name].mask

    @property
    def type(self) -> str:
        """The name of the records' type, "simpleperf.sample"."""
        return self._record.name

    @property
    def names(self) -> list[str]:
        """The names of all arrays."""
        return list(self._arrays)

    def __repr__(self) -> str:
        return f"<Columns of {self._record.name}{f': {len(self)} rows' if self._step.alive else ', stale'}>"
