# SPDX-License-Identifier: MIT
"""Heap dumps' maps, and what is live in recorded operations."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import byref, c_uint64, c_void_p
from typing import Any

from ._convert import Builder, Record, own
from ._describe import Shape, by_name, enum_numbers, numbers
from ._io import Closing
from ._library import declare, library
from .errors import check, choose
from .reader import EventView

__all__ = ["Live", "Maps"]

declare(library, {
    "dfmt_mallocdbg_maps_new": "sho", "dfmt_mallocdbg_maps_add": "shh", "dfmt_mallocdbg_maps_find": "hhqQ",
    "dfmt_mallocdbg_maps_elf": "hhqQ",
    "dfmt_mallocdbg_maps_error": "hh", "dfmt_mallocdbg_maps_free": "nh",
    "dfmt_mallocdbg_live_new": "sho", "dfmt_mallocdbg_live_add": "shh", "dfmt_mallocdbg_live_use": "hh",
    "dfmt_mallocdbg_live_blocks": "shoQ", "dfmt_mallocdbg_live_shares": "shuoQ", "dfmt_mallocdbg_live_error": "hh",
    "dfmt_mallocdbg_live_free": "nh",
})
BY = enum_numbers["mallocdbg.by"]


class Handle(Closing):
    """What maps and live sets share: they are made, fed with records, and freed."""

    def __init__(self, make: Callable[..., int], error: Callable[..., int], free: Callable[..., None]) -> None:
        self.handle, self._builder, self._error, self._free = c_void_p(), Builder(), error, free
        check(make(None, byref(self.handle)))

    def _check(self, status: int) -> None:
        check(status, self._error(self.handle))

    def _body(self, given: EventView | Record) -> int:
        self._builder.forget()
        return int(given.envelope.body) if type(given) is EventView else \
            self._builder.body(given if isinstance(given, Record) else given.body)

    def close(self) -> None:
        """Frees it."""
        self._free(self.handle)
        self.handle = c_void_p()


class Maps(Handle):
    """Maps by address, to tell in which library a pc lies.

    >>> import diagfmt
    >>> maps = diagfmt.mallocdbg.Maps()
    >>> maps.add(diagfmt.records.MallocdbgMap(start_address=0x1000, end_address=0x3000, file_offset=0, name="libc.so"))
    >>> found, rel_pc = maps.find(0x1234)
    >>> found.name, hex(rel_pc)
    ('libc.so', '0x234')
    """

    def __init__(self) -> None:
        super().__init__(library.dfmt_mallocdbg_maps_new, library.dfmt_mallocdbg_maps_error,
                         library.dfmt_mallocdbg_maps_free)

    def add(self, given: EventView | Record) -> None:
        """Adds a map: an event of type mallocdbg.map, or its record."""
        self._check(library.dfmt_mallocdbg_maps_add(self.handle, self._body(given)))

    def find(self, pc: int) -> tuple[Record | None, int]:
        """The map in which an address lies, and the place in the mapped file; None and 0 if there is none."""
        rel_pc = c_uint64()
        at = library.dfmt_mallocdbg_maps_find(self.handle, pc, byref(rel_pc))
        return own(by_name["mallocdbg.map"], at, {}) if at else None, rel_pc.value

    def elf(self, pc: int) -> tuple[Record | None, int]:
        """The first map of the ELF file in which an address lies, and where in that file it is, as symbolizers take it;
        None and 0 if there is none."""
        address = c_uint64()
        at = library.dfmt_mallocdbg_maps_elf(self.handle, pc, byref(address))
        return own(by_name["mallocdbg.map"], at, {}) if at else None, address.value


class Live(Handle):
    """Replays recorded operations: what is live, and was at the peak.

    >>> import diagfmt
    >>> with diagfmt.mallocdbg.Live() as live:
    ...     for event in diagfmt.open(b"7: malloc 0x5000 24\\n7: malloc 0x6000 8\\n7: free 0x5000\\n"):
    ...         live.add(event)
    ...     print(live.use.peak_bytes, [(hex(block.ptr), block.bytes) for block in live.blocks()])
    32 [('0x6000', 8)]
    """

    def __init__(self) -> None:
        super().__init__(library.dfmt_mallocdbg_live_new, library.dfmt_mallocdbg_live_error,
                         library.dfmt_mallocdbg_live_free)

    def add(self, given: EventView | Record) -> None:
        """Applies an operation: an event of type mallocdbg.op, or its record."""
        self._check(library.dfmt_mallocdbg_live_add(self.handle, self._body(given)))

    @property
    def use(self) -> Record:
        """The counts so far: a record of type mallocdbg.use."""
        return own(by_name["mallocdbg.use"], library.dfmt_mallocdbg_live_use(self.handle), {})

    def blocks(self) -> list[Record]:
        """All blocks that are live, the largest first."""
        at, n = c_void_p(), c_uint64()
        self._check(library.dfmt_mallocdbg_live_blocks(self.handle, byref(at), byref(n)))
        return copies(by_name["mallocdbg.block"], at, n.value)

    def shares(self, by: str) -> list[Record]:
        """What each "size" or "thread" has, the largest first."""
        at, n = c_void_p(), c_uint64()
        number = choose(numbers[BY], by, "share")
        self._check(library.dfmt_mallocdbg_live_shares(self.handle, number, byref(at), byref(n)))
        return copies(by_name["mallocdbg.share"], at, n.value)


def copies(shape: Shape, at: Any, n: int) -> list[Record]:
    size = ctypes.sizeof(shape.struct)
    return [own(shape, at.value + i * size, {}) for i in range(n)]
