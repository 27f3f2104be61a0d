# SPDX-License-Identifier: MIT
"""Tables of many files as a data source of Apache Spark 4, which needs pyspark and pyarrow where Spark runs Python.

    diagfmt.spark.register(spark)
    log = spark.read.format("diagfmt").option("table", "bugreport.log").load(paths)
    problems = spark.read.format("diagfmt").option("table", "bugreport.log").option("problems", True).load(paths)

paths: of files, folders and patterns, which all workers see. The column ``_file`` says of which file a row is. A file that
cannot be read, or is of another format, fails no job: its rows up to the error are there, and the error is a row of the
problems. Options are those of diagfmt.table(): ``columns`` separated by commas, ``where`` as JSON, ``recover`` and so on;
``part_bytes``: how much of small files a task reads [8 MiB]. Spark has no unsigned numbers: those of 32 bits become
bigint, those of 64 bits decimal(20).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from . import _fleet
from ._describe import STR
from .errors import find_option, words_of

__all__ = ["DiagfmtSource", "register"]

FLAGS = {"true": True, "false": False}
NAMES = [(pyarrow.types.is_boolean, "boolean"), (pyarrow.types.is_int32, "int"), (pyarrow.types.is_int64, "bigint"),
         (pyarrow.types.is_float64, "double"), (pyarrow.types.is_decimal, "decimal(20,0)"),
         (pyarrow.types.is_timestamp, "timestamp_ntz"), (pyarrow.types.is_string, "string"),
         (pyarrow.types.is_binary, "binary")]


def register(spark: Any) -> None:
    """Makes the format "diagfmt" known to a session."""
    spark.dataSource.register(DiagfmtSource)


def type_name(kind: Any) -> str:
    """A type as Spark writes it."""
    if pyarrow.types.is_list(kind):
        return f"array<{type_name(kind.value_type)}>"
    if pyarrow.types.is_struct(kind):
        return "struct<" + ",".join(f"`{field.name}`:{type_name(field.type)}" for field in kind) + ">"
    return next(name for is_it, name in NAMES if is_it(kind))


def value_of(name: str, text: str) -> Any:
    """An option of the library, which Spark gives as text."""
    _, kind, words = find_option(name)
    if kind == STR:
        return text.split(",")
    return FLAGS[text.lower()] if text.lower() in FLAGS and text not in words_of(words) else \
        text if text in words_of(words) else int(text)


def condition(given: Any) -> Any:
    """Of JSON: {"==": 1}, or {">=": 1, "<": 9} for several; the rest is as table() takes it."""
    return list(given.items()) if isinstance(given, Mapping) else given


def reading(options: Mapping[str, str]) -> _fleet.Reading:
    """What the options ask for."""
    given = {name: text for name, text in options.items() if name not in ("path", "paths", "part_bytes")}
    if "table" not in given:
        raise ValueError("the format diagfmt needs the option 'table', such as 'bugreport.log'")
    found: dict[str, Any] = {}
    for name in ("problems", "envelope", "exact"):
        if name in given:
            found[name] = FLAGS[given.pop(name).lower()]
    for name in ("payload", "format"):
        if name in given:
            found[name] = given.pop(name)
    if "columns" in given:
        found["columns"] = [name.strip() for name in given.pop("columns").split(",")]
    if "where" in given:
        found["where"] = {name: condition(value) for name, value in json.loads(given.pop("where")).items()}
    table = given.pop("table")
    return _fleet.Reading(table, signed=True, **found, **{name: value_of(name, text) for name, text in given.items()})


class Part(InputPartition):
    """Some files."""

    def __init__(self, paths: list[str]) -> None:
        self.paths = paths


class DiagfmtSource(DataSource):
    """One table of many files."""

    @classmethod
    def name(cls) -> str:
        """As format() takes it."""
        return "diagfmt"

    def schema(self) -> str:
        """Its columns."""
        return ", ".join(f"`{field.name}` {type_name(field.type)}" for field in reading(self.options).schema())

    def reader(self, schema: Any) -> DiagfmtReader:
        """What is sent to workers."""
        paths = json.loads(self.options["paths"]) if "paths" in self.options else [self.options["path"]]
        size = int(self.options.get("part_bytes", _fleet.PART_BYTES))
        return DiagfmtReader(reading(self.options), _fleet.files(paths), size)


class DiagfmtReader(DataSourceReader):
    """Reads each part in a task of its own."""

    def __init__(self, what: _fleet.Reading, files: Iterable[str], size: int) -> None:
        self.what, self.files, self.size = what, list(files), size

    def partitions(self) -> Sequence[InputPartition]:
        """One of each large file, and of each few MB of small ones."""
        return [Part(paths) for paths in _fleet.parts(self.files, self.size)]

    def read(self, partition: Any) -> Iterator[Any]:
        """Batches of rows."""
        return self.what.batches(partition.paths)
