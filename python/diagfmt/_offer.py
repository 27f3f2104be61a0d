# SPDX-License-Identifier: MIT
"""Which tables there are: those of events, and derived ones, if libdiagfmt-ops is there, which has them."""

from __future__ import annotations

import os
from ctypes import c_void_p
from functools import cache
from typing import Any

from ._library import Type, library
from .errors import OK, described_options
from .errors import find_option as find_common_option

__all__ = ["find_option", "load", "offer", "table_at"]


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


@cache
def rules_option() -> tuple[int, int, int]:
    [found] = [one for one in described_options(load().dfmt_ops_option_at) if one.name == b"triage.rules"]
    return found.key, found.kind, found.words


def find_option(name: str) -> tuple[int, int, int]:
    """An option of scans: of libdiagfmt, or the rules by which derived tables make signatures."""
    return rules_option() if name == "rules" and load() else find_common_option(name)
