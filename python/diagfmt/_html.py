# SPDX-License-Identifier: MIT
"""What notebooks show: tables in HTML, in which nothing of a file is markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

__all__ = ["grid", "members", "sentence"]

LONGEST = 100
NESTED = 3


def text(value: Any) -> str:
    """A value in short."""
    if value is None:
        return ""
    if isinstance(value, bytes):
        shown = repr(value[:LONGEST])
        return shown if len(value) <= LONGEST else f"{shown}… ({len(value)} bytes)"
    if isinstance(value, (list, tuple)) and len(value) > NESTED:
        return f"[{', '.join(text(one) for one in value[:NESTED])}, … ({len(value)})]"
    shown = str(value[:LONGEST + 1] if isinstance(value, str) else value)
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"


def cell(tag: str, value: Any) -> str:
    return f"<{tag}>{escape(text(value))}</{tag}>"


def row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def table(caption: str, head: str, rows: Iterable[str], note: str = "") -> str:
    body = "\n".join(rows)
    return (f"<table>\n<caption>{escape(caption)}</caption>\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"
            + (f"\n<p>{escape(note)}</p>" if note else ""))


def grid(caption: str, schema: Mapping[str, str], first: Callable[[], Iterable[Mapping[str, Any]]]) -> str:
    """The columns with their types, the rows that `first` gives, and below them the error that ended these."""
    head = row(f'<th title="{escape(type_)}">{escape(name)}</th>' for name, type_ in schema.items())
    shown, note = [], ""
    try:
        for one in first():
            shown.append(row(cell("td", one[name]) for name in schema))
    except Exception as e:
        note = f"{type(e).__name__}: {e}"
    return table(caption, head, shown, note)


def sentence(said: str) -> str:
    """Instead of a table."""
    return f"<p>{escape(said)}</p>"


def members(caption: str, found: Mapping[str, Any]) -> str:
    """Names and values."""
    return table(caption, "", (row([cell("th", name), cell("td", value)]) for name, value in found.items()))
