# SPDX-License-Identifier: MIT
"""Tables of many files as data frames of Dask, which needs dask, pandas and pyarrow.

    log = diagfmt.dask.read(paths, "bugreport.log")
    problems = diagfmt.dask.problems(paths, "bugreport.log")

paths: of files, folders and patterns. The column ``_file`` says of which file a row is. A file that cannot be read, or is
of another format, raises nothing: its rows up to the error are there, and the error is a row of the problems. Types are
those of Arrow.
"""

from __future__ import annotations

from typing import Any

import dask.dataframe
import pandas
import pyarrow

from . import _fleet

__all__ = ["problems", "read"]


def read(paths: Any, table: str, *, part_bytes: int = _fleet.PART_BYTES, **arguments: Any) -> Any:
    """One table of many files: a partition of each large one, and of each few MB of small ones.

    arguments: of diagfmt.table(), such as columns and where.
    """
    return frame(paths, part_bytes, _fleet.Reading(table, **arguments))


def problems(paths: Any, table: str, *, part_bytes: int = _fleet.PART_BYTES, **arguments: Any) -> Any:
    """What read() with the same arguments passes over: diagnostics, and the errors that end files."""
    return frame(paths, part_bytes, _fleet.Reading(table, problems=True, **arguments))


def frame(paths: Any, part_bytes: int, what: _fleet.Reading) -> Any:
    found = list(_fleet.parts(_fleet.files(paths), part_bytes)) or [[]]
    return dask.dataframe.from_map(part, found, what=what, meta=to_pandas([], what))


def part(paths: list[str], what: _fleet.Reading) -> Any:
    return to_pandas(what.batches(paths), what)


def to_pandas(batches: Any, what: _fleet.Reading) -> Any:
    return pyarrow.Table.from_batches(batches, what.schema()).to_pandas(types_mapper=pandas.ArrowDtype)
