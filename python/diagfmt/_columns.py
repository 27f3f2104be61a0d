# SPDX-License-Identifier: MIT
"""Records as arrays."""

from __future__ import annotations

import ctypes
from ctypes import c_char
from typing import Any

from . import _describe as d
from ._convert import Step
from ._describe import Shape, shapes

__all__ = ["Columns"]

CODES: dict[int, Any] = {d.U32: "I", d.I32: "i", d.U64: "Q", d.I64: "q"}
SIZES = {"I": 4, "i": 4, "Q": 8, "q": 8}


class Columns:
    """Arrays of equal length, an attribute each: memoryviews over the library's memory, good until the next turn.

    >>> import diagfmt
    >>> reader = diagfmt.open(b"7: malloc 0x5000 24\\n7: free 0x5000\\n")
    >>> for columns in reader.columns("mallocdbg.op"):
    ...     print(columns.ptr.tolist(), columns.bytes.tolist(), columns.op[1] == diagfmt.words("mallocdbg.operation")["free"])
    [20480, 20480] [24, 0] True

    What a record does not have is 0, and has no bit in ``present``: ``columns.present[i] & columns.mask("bytes")``.
    What records have several of (frames, pcs) stands record behind record: those of row i are
    ``columns.pcs[columns.first_pc[i]:columns.first_pc[i + 1]]``. An array of structs is a memoryview of bytes:
    ``numpy.frombuffer(columns.frames, columns.dtype("frames"))``.
    """

    def __init__(self, shape: Shape, record: Shape, at: int, step: Step, owner: Any) -> None:
        self._shape, self._record, self._step, self._owner = shape, record, step, owner
        self._raw: Any = shape.struct.from_address(at)

    def __len__(self) -> int:
        self._step.check()
        return int(self._raw.n_rows)

    def __getattr__(self, name: str) -> Any:
        member = self._shape.members.get(name)
        if member is None:
            raise AttributeError(f"{self._shape.name} has no member {name}")
        self._step.check()
        at, n = getattr(self._raw, name), getattr(self._raw, member.counter)
        code = CODES.get(member.elem)
        size = SIZES[code] if code else ctypes.sizeof(shapes[member.elem].struct)
        array: Any = (c_char * (n * size)).from_address(at) if n else b""
        if n:
            array.owner = self._owner  # a view keeps the reader, and so its memory
        view = memoryview(array).cast("B").toreadonly()
        return view.cast(code) if code else view

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
        return [m.name for m in self._shape.members.values() if m.kind == d.ARRAY]

    def __repr__(self) -> str:
        return f"<Columns of {self._record.name}{f': {len(self)} rows' if self._step.alive else ', stale'}>"
