# SPDX-License-Identifier: MIT
"""Which tables there are: those of events, and derived ones, if libdiagfmt-ops is there, which has them."""

from __future__ import annotations

import os
from ctypes import c_void_p
from functools import cache
from typing import Any

from ._library import Type, library
from .errors import OK

__all__ = ["load", "offer", "table_at"]


@cache
def load() -> Any:
    """libdiagfmt-ops, and what it describes; None: it is not there."""
    try:
        from ._ops import ops_library
    except ImportError:
        if os.environ.get("DIAGFMT_OPS_LIBRARY"):
            raise
        return None
    return ops_library


def table_at(index: int) -> Type | None:
    """The type of a table, None after the last."""
    ops = load()
    found = ops.dfmt_ops_table_at(index) if ops else library.dfmt_table_at(index)
    return found.contents if found else None


def offer(scan: c_void_p) -> int:
    """Adds derived tables to what a scan can be asked for; a status."""
    ops = load()
    status: int = library.dfmt_scan_offer(scan, ops.dfmt_ops_tables()) if ops else OK
    return status
