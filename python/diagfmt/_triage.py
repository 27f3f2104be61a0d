# SPDX-License-Identifier: MIT
"""Findings, by libdiagfmt-ops, which need not be there for the rest."""

from __future__ import annotations

from typing import Any

from ._rows import Rows

__all__ = ["triage"]


def triage(inputs: Any, **options: Any) -> Rows:
    """What bug reports and Apport reports tell of that went wrong, the worst first: diagfmt.ops.triage()."""
    from . import ops
    return ops.triage(inputs, **options)
