# SPDX-License-Identifier: MIT
"""Findings, by libdiagfmt-ops, which need not be there for the rest."""

from __future__ import annotations

from typing import Any

from ._rows import Rows

__all__ = ["triage", "triage_rules"]


def triage(inputs: Any, **options: Any) -> Rows:
    """What bug reports and Apport reports tell of that went wrong, the worst first: diagfmt.ops.triage()."""
    from . import ops
    return ops.triage(inputs, **options)


def triage_rules() -> str:
    """The names that signatures leave out, as lines "LIST PATTERN" with comments: what rules= of triage(), table() and
    scan() adds to, and takes from."""
    from ._ops import ops_library
    text: bytes = ops_library.dfmt_triage_rules()
    return text.decode()
