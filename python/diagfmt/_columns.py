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

CODES = {d.U32: "I", d.I32: "i", d.U64: "Q", d.I64: "q"}
SIZES = {"I": 4, "i": 4, "Q": 8, "q": 8}


class Columns:
    """Arrays of equal length, an attribute each: memoryviews over the library's memory, good until the next turn.

    An array of structs (frames) is a memoryview of bytes; ``dtype(name)`` gives what numpy needs to know of it:
    ``numpy.frombuffer(columns.frames, columns.dtype("frames"))``.
    """

    def __init__(self, shape: Shape, at: int, step: Step, owner: Any) -> None:
        self._shape, self._step, self._owner = shape, step, owner
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

    def dtype(self, name: str) -> list[tuple[str, str]]:
        """Names and types of the members of an array of structs, as numpy.dtype() takes them."""
        struct = shapes[self._shape.members[name].elem].struct
        kinds = {ctypes.c_uint32: "<u4", ctypes.c_int32: "<i4", ctypes.c_uint64: "<u8", ctypes.c_int64: "<i8"}
        return [(field, kinds[kind].replace("<", "=")) for field, kind in struct._fields_]  # type: ignore

    @property
    def names(self) -> list[str]:
        return [m.name for m in self._shape.members.values() if m.kind == d.ARRAY]
