#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which packages crash by which signal, over a fleet's crash reports: by Spark, by Dask, or in this process.

usage: fleet.py spark|dask|here [WORKERS] PATH...     PATH is a file, a folder or a pattern
"""
import collections
import sys

TABLE, COLUMNS = "apport.field", ["key", "text"]
WHERE = {"key": ["Package", "Signal"]}


def by_spark(paths, workers):
    """Rows of (path, key, text), and problems of (path, message)."""
    import json

    import diagfmt.spark
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    diagfmt.spark.register(spark)
    reports = spark.read.format("diagfmt").options(table=TABLE, columns=",".join(COLUMNS), where=json.dumps(WHERE))
    rows = [tuple(row) for row in reports.load(paths).collect()]
    problems = reports.option("problems", True).load(paths).select("source_path", "message")
    found = rows, [tuple(row) for row in problems.collect()]
    spark.stop()
    return found


def by_dask(paths, workers):
    import dask
    import diagfmt.dask
    with dask.config.set(scheduler="processes", num_workers=workers):
        rows = diagfmt.dask.read(paths, TABLE, columns=COLUMNS, where=WHERE).compute()
        problems = diagfmt.dask.problems(paths, TABLE, columns=COLUMNS, where=WHERE).compute()[["source_path", "message"]]
    return [list(frame.itertuples(index=False, name=None)) for frame in (rows, problems)]


def here(paths, _):
    """One file after the other, without any of these."""
    import pathlib

    import diagfmt
    rows, problems = [], []
    for path in sorted(str(file) for path in paths for file in pathlib.Path(path).iterdir()):
        try:
            for row in diagfmt.table(path, TABLE, columns=COLUMNS, where=WHERE):
                rows.append((path, row["key"], row["text"]))
        except diagfmt.Error as e:
            problems.append((path, str(e.args[0])))
    return rows, problems


def crashes(rows):
    """How many reports each package and signal have."""
    reports = collections.defaultdict(dict)
    for path, key, text in rows:
        reports[path][key] = text
    return collections.Counter((report.get("Package"), report.get("Signal")) for report in reports.values())


def main():
    how, *paths = sys.argv[1:]
    workers = int(paths.pop(0)) if paths and paths[0].isdigit() else 2
    rows, problems = {"spark": by_spark, "dask": by_dask, "here": here}[how](paths, workers)
    for (package, signal), n in crashes(rows).most_common(5):
        print(f"{n:6}  {package}, signal {signal}")
    print(f"{len(rows)} rows; {len(problems)} files with problems, such as {problems[0] if problems else 'none'}")


if __name__ == "__main__":
    main()
