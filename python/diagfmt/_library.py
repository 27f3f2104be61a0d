# SPDX-License-Identifier: MIT
"""The shared library and the prototypes of its functions.

Structs are not written down here but for those that it takes to read descriptions; all others are made from those
(_describe.py). A prototype is a string of letters: what the function returns, then its arguments.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_char_p, c_int32, c_uint32, c_uint64, c_void_p
from typing import Any

__all__ = ["Event", "Field", "Head", "Str", "Type", "carried", "declare", "library"]

SONAME = "libdiagfmt.so.0"


class Str(ctypes.Structure):
    """dfmt_str: bytes with a length."""

    _fields_ = [("ptr", c_void_p), ("len", c_uint64)]

    def bytes(self) -> bytes:
        return ctypes.string_at(self.ptr, self.len) if self.len else b""


class Head(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("type", c_uint32)]


class Field(ctypes.Structure):
    """dfmt_field: one member of a described struct, or one word of an enumeration."""

    _fields_ = [("name", c_char_p)] + [
        (name, c_uint32)
        for name in ("kind", "offset", "elem_type", "count_offset", "present_mask", "unit", "flags", "since")
    ]


class Type(ctypes.Structure):
    """dfmt_type: a described struct or enumeration."""

    _fields_ = [
        ("head", Head),
        ("name", c_char_p),
        ("c_name", c_char_p),
        ("shape", c_uint32),
        ("body_size", c_uint32),
        ("present_offset", c_uint32),
        ("number", c_uint32),
        ("n_fields", c_uint64),
        ("fields", POINTER(Field)),
    ]


class Event(ctypes.Structure):
    """dfmt_event: the envelope."""

    _fields_ = [
        ("size", c_uint32),
        ("type", c_uint32),
        ("offset", c_uint64),
        ("length", c_uint64),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("body", c_void_p),
        ("raw", Str),
    ]


# "n" nothing, "s" dfmt_status, "h" a handle or a pointer to a struct, "o" a place for one, "b" bytes or None,
# "u" uint32_t, "U" a place for one, "i" int32_t, "I" a place for one, "q" uint64_t, "Q" a place for one,
# "S" a place for a dfmt_str, "T" const dfmt_type *
LETTERS: dict[str, Any] = {
    "n": None, "s": c_int32, "h": c_void_p, "o": POINTER(c_void_p), "b": c_char_p, "u": c_uint32, "i": c_int32,
    "U": POINTER(c_uint32), "I": POINTER(c_int32), "q": c_uint64, "Q": POINTER(c_uint64), "S": POINTER(Str),
    "T": POINTER(Type),
}
PROTOTYPES = {
    "dfmt_version": "u", "dfmt_has_feature": "uu", "dfmt_status_name": "bi",
    "dfmt_type_at": "Tu", "dfmt_option_at": "hu", "dfmt_format_at": "uu", "dfmt_format_name": "bu",
    "dfmt_identify": "shhqbhuU",
    "dfmt_config_new": "so", "dfmt_config_set": "shuq", "dfmt_config_add": "shubq", "dfmt_config_free": "nh",
    "dfmt_source_new": "shhho", "dfmt_source_memory": "shhqo", "dfmt_source_path": "shbo", "dfmt_source_fd": "shiuo",
    "dfmt_source_feed": "sho", "dfmt_feed_write": "shbqQ", "dfmt_feed_close": "sh", "dfmt_source_error": "hh",
    "dfmt_source_slice": "shhqqo", "dfmt_source_shared": "uh", "dfmt_source_free": "nh",
    "dfmt_sink_new": "shhho", "dfmt_sink_path": "shbo", "dfmt_sink_fd": "shiuo", "dfmt_sink_memory": "sho",
    "dfmt_sink_write": "shbqQ", "dfmt_sink_bytes": "shoQ", "dfmt_sink_flush": "sh", "dfmt_sink_close": "sh", "dfmt_sink_error": "hh",
    "dfmt_sink_free": "nh",
    "dfmt_reader_new": "sho", "dfmt_reader_new_for": "shouo", "dfmt_reader_open": "shuh", "dfmt_reader_identify": "shbhuU",
    "dfmt_reader_next": "sho", "dfmt_reader_columns": "shuuo",
    "dfmt_reader_stat": "shuQ", "dfmt_reader_limit": "shuq", "dfmt_reader_error": "hh", "dfmt_reader_free": "nh",
    "dfmt_reader_json": "shhuh",
    "dfmt_payload_mode": "shu", "dfmt_payload_read": "shhqQ", "dfmt_payload_drain": "shhQ", "dfmt_payload_skip": "sh",
    "dfmt_payload_source": "sho",
    "dfmt_scan_new": "shho", "dfmt_scan_new_for": "shouho", "dfmt_scan_offer": "shh", "dfmt_scan_table": "shbhU", "dfmt_scan_schema": "shuh",
    "dfmt_scan_next": "shUh", "dfmt_scan_limit": "shuq", "dfmt_scan_problems": "shhh", "dfmt_scan_stream": "shh", "dfmt_scan_error": "hh",
    "dfmt_scan_free": "nh", "dfmt_batch_share": "shhh", "dfmt_table_at": "Tu",
    "dfmt_scan_rows": "sho", "dfmt_rows_set": "hh", "dfmt_rows_next": "sho", "dfmt_rows_next_set": "sh",
    "dfmt_rows_rewind": "sh", "dfmt_rows_print": "shuhh", "dfmt_rows_arrow": "shh", "dfmt_rows_error": "hh",
    "dfmt_rows_free": "nh",
    "dfmt_writer_new": "sho", "dfmt_writer_open": "shuuh", "dfmt_writer_put": "shh", "dfmt_writer_begin": "shhu",
    "dfmt_writer_payload": "shbqQ", "dfmt_writer_payload_from": "shh", "dfmt_writer_end": "sh",
    "dfmt_writer_cancel": "sh", "dfmt_writer_copy": "shhh", "dfmt_writer_finish": "sh", "dfmt_writer_offset": "qh",
    "dfmt_writer_limit": "shuq",
    "dfmt_writer_error": "hh", "dfmt_writer_free": "nh",
}


def carried(name: str) -> str | None:
    """The path of a file that the package carries, if it does."""
    path = os.path.join(os.path.dirname(__file__), "_lib", name)
    return path if os.path.exists(path) else None


def find(soname: str, variable: str, user: str) -> ctypes.CDLL:
    """The library that an environment variable names, or that the package carries, or that the system finds."""
    given, name = os.environ.get(variable), soname.partition(".")[0]
    try:
        return ctypes.CDLL(given or carried(soname) or soname)
    except OSError as e:
        if given:
            advice = f"the environment variable {variable} names it; it must be the path of the shared library {name}"
        else:
            advice = (f"{user} needs the shared library {name}; install it where the system finds {soname}, "
                      f"or let the environment variable {variable} name its path")
        raise ImportError(f"cannot load {given or soname}: {advice} ({e})", name="diagfmt", path=given) from e


def declare(lib: ctypes.CDLL, prototypes: dict[str, str]) -> None:
    """The prototypes of functions; modules of a format have those that are its own."""
    for name, letters in prototypes.items():
        try:
            function = getattr(lib, name)
        except AttributeError:
            raise ImportError(f"{lib._name} is older than this package needs, or another library: no {name}()") from None
        function.restype, *function.argtypes = (LETTERS[letter] for letter in letters)


library = find(SONAME, "DIAGFMT_LIBRARY", "the package diagfmt")
declare(library, PROTOTYPES)
