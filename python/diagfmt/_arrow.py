# SPDX-License-Identifier: MIT
"""The Arrow C stream interface as Python objects: PyCapsules that pyarrow, polars, duckdb and pandas take."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, addressof, c_char_p, c_int, c_int64, c_void_p, py_object
from typing import Any

__all__ = ["ArrowSchema", "ArrowStream", "capsule"]


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

DESTRUCTOR = CFUNCTYPE(None, c_void_p)
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = py_object, [c_void_p, c_char_p, DESTRUCTOR]
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = c_void_p, [c_void_p, c_char_p]

#: what capsules point to, by its address
held: dict[int, Any] = {}


def destructor(name: bytes) -> Any:
    @DESTRUCTOR
    def destroy(capsule_address: int) -> None:
        address = pointer_of(capsule_address, name)
        struct = held.pop(address, None)
        if struct is not None and struct.release:  # nobody took it
            struct.release(address)

    return destroy


names = {ArrowSchema: b"arrow_schema", ArrowStream: b"arrow_array_stream"}
destructors = {kind: destructor(name) for kind, name in names.items()}


def capsule(struct: Any) -> Any:
    """A capsule that owns the struct, and releases what it holds unless a consumer has taken that."""
    kind = type(struct)
    held[addressof(struct)] = struct
    return new_capsule(addressof(struct), names[kind], destructors[kind])


#: streams over what Python must keep alive: their own release, and that, by the address of the scan
sources: dict[int, tuple[Any, Any]] = {}


@RELEASE
def release_stream(address: int) -> None:
    stream = ArrowStream.from_address(address)
    release, _ = sources.pop(stream.private_data)
    release(address)
    stream.release = RELEASE()


def keep(stream: ArrowStream, source: Any) -> None:
    """Keeps an object until the stream is released, wherever it has been moved to."""
    own = ctypes.cast(stream.release, c_void_p).value
    sources[stream.private_data] = (RELEASE(own), source)
    stream.release = release_stream
