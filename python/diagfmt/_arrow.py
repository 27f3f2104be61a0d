# SPDX-License-Identifier: MIT
"""The Arrow C interfaces as Python objects: PyCapsules that pyarrow, polars, duckdb and pandas take.

What consumers release they release by C alone, on any thread and also while an exception is on its way: no callback of
Python's may run then. So capsules have no destructors, and sources are not told of it. What is no longer in use is found
by sweep() instead, whenever a new capsule is made and when a table goes.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import CFUNCTYPE, POINTER, Structure, addressof, c_char_p, c_int, c_int64, c_void_p, py_object
from typing import Any

from ._library import library
from .errors import check

__all__ = ["ArrowArray", "ArrowSchema", "ArrowStream", "GET_LAST_ERROR", "GET_NEXT", "capsule", "keep", "share", "sweep"]


class ArrowSchema(Structure):
    """struct ArrowSchema."""


class ArrowArray(Structure):
    """struct ArrowArray."""


class ArrowStream(Structure):
    """struct ArrowArrayStream."""


RELEASE = CFUNCTYPE(None, c_void_p)
GET_NEXT = CFUNCTYPE(c_int, c_void_p, c_void_p)
GET_LAST_ERROR = CFUNCTYPE(c_void_p, c_void_p)

ArrowSchema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))), ("dictionary", POINTER(ArrowSchema)), ("release", RELEASE),
    ("private_data", c_void_p)]
ArrowArray._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(ArrowArray))), ("dictionary", POINTER(ArrowArray)),
    ("release", RELEASE), ("private_data", c_void_p)]
ArrowStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, c_void_p, c_void_p)), ("get_next", GET_NEXT),
    ("get_last_error", CFUNCTYPE(c_char_p, c_void_p)), ("release", RELEASE), ("private_data", c_void_p)]

NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowStream: b"arrow_array_stream"}
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = py_object, [c_void_p, c_char_p, c_void_p]

lock = threading.Lock()
sharing = threading.Lock()
#: capsules and the structs that they point to
capsules: list[tuple[Any, Any]] = []
#: sources that scans may still read from
sources: list[Any] = []


def references(pairs: list[tuple[Any, Any]]) -> list[int]:
    """How many references each first one has."""
    return [sys.getrefcount(made) for made, _ in pairs]


ALONE = references([(object(), None)])[0]


def capsule(struct: Any) -> Any:
    """A capsule of a struct, which a consumer may take over; else it is released once nobody has the capsule."""
    sweep()
    made = new_capsule(addressof(struct), NAMES[type(struct)], None)
    with lock:
        capsules.append((made, struct))
    return made


def share(array: ArrowArray, out: int) -> None:
    """Sets the struct at an address to an array that shares the memory of another one."""
    with sharing:
        check(library.dfmt_batch_share(None, addressof(array), out))


def keep(source: Any) -> None:
    """Keeps a source, and what it was made from, while a scan refers to it."""
    with lock:
        sources.append(source)


def sweep() -> None:
    """Releases what nobody took, and drops what nobody uses.

    Collecting garbage may delete a table anywhere, also inside of this: then it is left to the next time.
    """
    if not lock.acquire(blocking=False):
        return
    try:
        counts = references(capsules)
        unused = [pair for pair, n in zip(capsules, counts) if n <= ALONE]
        capsules[:] = [pair for pair, n in zip(capsules, counts) if n > ALONE]
        for _, struct in unused:
            if struct.release:
                struct.release(addressof(struct))
        idle = [source for source in sources if not library.dfmt_source_shared(source.handle)]
        sources[:] = [source for source in sources if source not in idle]
        for source in idle:
            source.close()
    finally:
        lock.release()
