# SPDX-License-Identifier: MIT
"""Consumers of Arrow: each takes a table and gives its rows as dicts, as its users see them."""
import io
import os
import tempfile

import duckdb
import pandas
import polars
import pyarrow
from pyarrow import parquet

# Without it polars cannot write JSON that is in lists to Parquet.
polars.register_extension_type("arrow.json", as_storage=True)


def by_pyarrow(table):
    read = pyarrow.table(table)
    read.validate(full=True)
    return read.to_pylist()


def by_polars(table):
    return polars.DataFrame(table).to_dicts()


def by_duckdb(found):  # its SQL knows the argument by its name
    return duckdb_rows(duckdb.sql("SELECT * FROM found"))


def duckdb_rows(found):
    return [dict(zip(found.columns, row)) for row in found.fetchall()]


def by_pandas(table):
    """With Arrow's types: those of pandas have NaN for null, and floats for integers beside it."""
    return pyarrow.table(table).to_pandas(types_mapper=pandas.ArrowDtype).to_dict("records")


def by_parquet_of_pyarrow(table):
    file = io.BytesIO()
    parquet.write_table(pyarrow.table(table), file)
    return parquet.read_table(file).to_pylist()


def by_parquet_of_polars(table):
    file = io.BytesIO()
    polars.DataFrame(table).write_parquet(file)
    file.seek(0)
    return polars.read_parquet(file).to_dicts()


def by_parquet_of_duckdb(found):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.parquet")
        duckdb.sql("SELECT * FROM found").write_parquet(path)
        return duckdb_rows(duckdb.read_parquet(path))


CONSUMERS = {"pyarrow": by_pyarrow, "polars": by_polars, "duckdb": by_duckdb, "pandas": by_pandas,
             "parquet-pyarrow": by_parquet_of_pyarrow, "parquet-polars": by_parquet_of_polars,
             "parquet-duckdb": by_parquet_of_duckdb}
