# SPDX-License-Identifier: MIT
"""Two ways to the same result, in turn: a row of the table of benchmarks."""

import statistics
import time


def timed(function, *args):
    before = time.process_time()
    result = function(*args)
    return result, time.process_time() - before


def show(*row):
    """A row: name, ours, theirs, ratio, target, verdict."""
    print("%-46s %18s %18s %7s %20s  %s" % row, flush=True)


def not_run(name, why):
    """A row that could not be measured: what it needs is missing. run.py counts these."""
    show(name, "", "", "", "", "not run: " + why)


def race(name, data, ours, theirs, target, rounds):
    """ours(data), theirs(data): must be equal; theirs a text: why there is none. CPU time, median of the rounds' ratios; the
    first round does not count. target: the smallest ratio that is good."""
    times = [], []
    for _ in range(rounds + 1):
        got, seconds = timed(ours, data)
        times[0].append(seconds)
        if callable(theirs):
            want, seconds = timed(theirs, data)
            times[1].append(seconds)
            if got != want:
                raise SystemExit("%s: the two read something else" % name)
    mine, other = times[0][1:], times[1][1:]
    row = ["%.0f MB/s" % (len(data) / statistics.median(mine) / 1e6), "", "", "", ""]
    if not callable(theirs):
        row[4] = "not run: " + theirs
    else:
        ratio = statistics.median(b / a for a, b in zip(mine, other))
        row[1:] = ["%.1f MB/s" % (len(data) / statistics.median(other) / 1e6), "%.2f" % ratio, ">= %d.00" % target,
                   "ok" if ratio >= target else "miss"]
    show(name, *row)
