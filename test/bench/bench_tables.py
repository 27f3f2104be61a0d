#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables in Python against what people write instead, and read by DuckDB against the plain event loop in C.

    bench_tables.py LIBRARY FOLDER BENCH-SCAN PARTS [ROUNDS]

PARTS: of log, samples, duckdb, with commas. FOLDER has the files of big_input.py. Log lines race with a loop over a regular expression, samples with the official
protobuf package, of the first 8 MB. BENCH-SCAN is asked for the speed of the event loop. What needs a package that this
Python has not is "not run"; `./bootstrap gates ecosystem` makes one that has DuckDB.
"""

import io
import os
import pathlib
import re
import statistics
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parents[2] / "python")]
os.environ["DIAGFMT_LIBRARY"] = os.path.abspath(sys.argv[1])

import paths  # noqa: E402,F401

import bench_simpleperf  # noqa: E402
import diagfmt  # noqa: E402
import simpleperf_official  # noqa: E402
from race import not_run, race, show, timed  # noqa: E402

TEN = ["month", "day", "second", "nanosecond", "process_id", "thread_id", "user_id", "priority", "tag", "message"]
LINE = re.compile(r"(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d+) +(?:(\w+) +)?(\d+) +(\d+) ([VDIWEFS]) (.*?) *: (.*)")


def count_rows(data, table, columns=None):
    n = 0
    with diagfmt.scan(data, {table: {"columns": columns} if columns else {}}) as scan:
        for _, batch in scan:
            n += len(batch)
    return n


def match_lines(data):
    rows = []
    for line in io.TextIOWrapper(io.BytesIO(data), "utf-8", "replace"):
        if m := LINE.match(line):
            rows.append(m.groups())
        elif line.startswith("--------- "):  # a marker
            rows.append((line,))
    return len(rows)


def bench_log(data, rounds):
    for name, columns, target in ("all columns", None, 4), ("ten columns", TEN, 6):
        race("tables: log lines, %s / re in Python" % name, data,
             lambda data, c=columns: count_rows(data, "bugreport.log", c), match_lines, target, rounds)


def bench_samples(folder, rounds):
    name = "tables: samples with frames / protobuf"
    protobuf = simpleperf_official.Official.make()
    if not protobuf:
        not_run(name, "no protoc, or no Python package protobuf")
        return
    data = bench_simpleperf.start_of(folder / "big.simpleperf", 8000000)
    race(name, data, lambda data: count_rows(data, "simpleperf.sample"),
         lambda data: len(bench_simpleperf.official(protobuf, data)[0]), 20, rounds)


def event_loop(folder, bench_scan, rounds):
    """Bytes of the log that the event loop in C reads in a second of CPU time."""
    out = subprocess.run([bench_scan, "--dir", str(folder), "--only", "log", "--rounds", str(rounds), "--no-heading"],
                         stdout=subprocess.PIPE, text=True).stdout
    return float(re.search(r"log lines, tag / events +[\d.]+ MB/s +([\d.]+) MB/s", out)[1]) * 1e6


def bench_duckdb(path, bench_scan, rounds):
    name, target = "tables: lines by tag in DuckDB / events", 0.5
    try:
        import duckdb
    except ImportError:
        not_run(name, "no DuckDB in this Python")
        return
    if not os.path.exists(bench_scan):
        not_run(name, "no libsnappy in this build")
        return

    def ask(log):  # which DuckDB finds by its name
        return duckdb.sql("SELECT tag, count(*) FROM log GROUP BY tag").fetchall()

    log = diagfmt.table(str(path), "bugreport.log", columns=["tag"])
    size, floor = path.stat().st_size, event_loop(path.parent, bench_scan, rounds)
    seconds = statistics.median(timed(ask, log)[1] for _ in range(rounds + 1))
    ratio = size / seconds / floor
    show(name, "%.0f MB/s" % (size / seconds / 1e6), "%.0f MB/s" % (floor / 1e6), "%.2f" % ratio, ">= %.2f" % target,
         "ok" if ratio >= target else "miss")


def main():
    folder, bench_scan, rounds = pathlib.Path(sys.argv[2]), sys.argv[3], int((sys.argv[5:] or ["3"])[0])
    path, parts = folder / "big.bugreport-log.txt", sys.argv[4].split(",")
    if "log" in parts:
        bench_log(path.read_bytes(), rounds)
    if "samples" in parts:
        bench_samples(folder, rounds)
    if "duckdb" in parts:
        bench_duckdb(path, bench_scan, rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
