#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Questions to a fleet's reports: by Spark, by Dask, or in this process.

usage: fleet.py spark|dask|here crashes|findings [WORKERS] PATH...     PATH is a file, a folder or a pattern

crashes: which packages crash by which signal, of crash reports. findings: which faults there are, of bug reports.
"""
import collections
import sys
import typing


class Question(typing.NamedTuple):
    """Columns of a table, of the rows that pass."""
    table: str
    columns: list[str]
    where: dict[str, typing.Any]


CRASHES = Question("apport.field", ["key", "text"], {"key": ["Package", "Signal"]})
FINDINGS = Question("bugreport.triage_finding", ["count", "signature"], {})


def by_spark(paths, workers, asked=CRASHES):
    """Rows of path and columns, and problems of (path, message)."""
    import json

    import diagfmt.spark
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    diagfmt.spark.register(spark)
    reports = spark.read.format("diagfmt").options(table=asked.table, columns=",".join(asked.columns))
    if asked.where:
        reports = reports.option("where", json.dumps(asked.where))
    rows = [tuple(row) for row in reports.load(paths).select("_file", *asked.columns).collect()]
    problems = reports.option("problems", True).load(paths).select("_file", "message")
    found = rows, [tuple(row) for row in problems.collect()]
    spark.stop()
    return found


def by_dask(paths, workers, asked=CRASHES):
    import dask
    import diagfmt.dask
    arguments = {"columns": asked.columns, "where": asked.where}
    with dask.config.set(scheduler="processes", num_workers=workers):
        rows = diagfmt.dask.read(paths, asked.table, **arguments).compute()[["_file", *asked.columns]]
        problems = diagfmt.dask.problems(paths, asked.table, **arguments).compute()[["_file", "message"]]
    return [list(frame.itertuples(index=False, name=None)) for frame in (rows, problems)]


def here(paths, _, asked=CRASHES):
    """One file after the other, without any of these."""
    import pathlib

    import diagfmt
    rows, problems = [], []
    for path in sorted(str(file) for path in paths for file in pathlib.Path(path).iterdir()):
        try:
            for row in diagfmt.table(path, asked.table, columns=asked.columns, where=asked.where):
                rows.append((path, *(row[name] for name in asked.columns)))
        except diagfmt.Error as e:
            problems.append((path, str(e.args[0])))
    return rows, problems


def crashes(rows):
    """How many reports each package and signal have."""
    reports = collections.defaultdict(dict)
    for path, key, text in rows:
        reports[path][key] = text
    found = collections.Counter((report.get("Package"), report.get("Signal")) for report in reports.values())
    return [f"{n:6}  {package}, signal {signal}" for (package, signal), n in found.most_common(5)]


def findings(rows):
    """In how many reports each fault is, and how often it occurred: a report has a row for each of its faults."""
    reports, occurrences = collections.Counter(), collections.Counter()
    for _, count, signature in rows:
        reports[signature] += 1
        occurrences[signature] += count
    return [f"{n:6}  {signature}, {occurrences[signature]} times" for signature, n in sorted(reports.items(), key=lambda x: (-x[1], x[0]))[:5]]


def main():
    how, what, *paths = sys.argv[1:]
    workers = int(paths.pop(0)) if paths and paths[0].isdigit() else 2
    asked, answer = {"crashes": (CRASHES, crashes), "findings": (FINDINGS, findings)}[what]
    rows, problems = {"spark": by_spark, "dask": by_dask, "here": here}[how](paths, workers, asked)
    print(*answer(rows), sep="\n")
    print(f"{len(rows)} rows; {len(problems)} files with problems, such as {problems[0] if problems else 'none'}")


if __name__ == "__main__":
    main()
