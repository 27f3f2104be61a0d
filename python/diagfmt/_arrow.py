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

__all__ = ["ArrowSchema", "ArrowStream", "capsule", "keep", "sweep"]


class ArrowSchema(Structure):
    """struct ArrowSchema."""


class ArrowStream(Structure):
    """struct ArrowArrayStream."""


RELEASE = CFUNCTYPE(None, c_void_p)

ArrowSchema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))), ("dictionary", POINTER(ArrowSchema)), ("release", RELEASE),
    ("private_data", c_void_p)]
ArrowStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, c_void_p, c_void_p)), ("get_next", CFUNCTYPE(c_int, c_void_p, c_void_p)),
    ("get_last_error", CFUNCTYPE(c_char_p, c_void_p)), ("release", RELEASE), ("private_data", c_void_p)]

NAMES = {ArrowSchema: b"arrow_schema", ArrowStream: b"arrow_array_stream"}
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = py_object, [c_void_p, c_char_p, c_void_p]

lock = threading.Lock()
#: capsules and the structs that they point to
capsules: list[tuple[Any, Any]] = []
#: sources that scans may still read from
sources: list[Any] = []


def references(pairs: list[tuple[Any, Any]]) -> list[int]:
    """How many references each first one has."""
    return [sys.getrefcount(made) for made, _ in pairs]


ALONE = references([(object(), None)])[0]


def capsule(struct: Any) -> Any:
    """A capsule of a struct, which a consumer may take over; if none does it is released once nobody has the capsule."""
    sweep()
    made = new_capsule(addressof(struct), NAMES[type(struct)], None)
    with lock:
        capsules.append((made, struct))
    return made


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
        sources[:] = [source for source in sources if library.dfmt_source_shared(source.handle)]
    finally:
        lock.release()
