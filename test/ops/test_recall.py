#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Changes that are put into made profiles are found by `diagfmt compare`, and few others: test_recall.py DIAGFMT [ROUNDS]

Samples come in bursts of one function, of which there are as many as chance says. A change is four standard errors of
the difference or more, bursts counted. Of all changes 95 % must be found; of what is called changed 5 % may be false, so
that it is not more than that by two standard errors of the rounds. One run a side, whose periods tell what chance does,
and several are tried. Of few functions, none or one of which changed, 5 % of the intervals of the others may be beside 0, with
the same allowance: there what all have in common is known badly, and one that changed is much of it. Seeds are fixed.
"""

import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import simpleperf_model as model  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 40
FUNCTIONS, CHANGED, LEAST, MOST = 80, 10, 4, 8  # standard errors
MEAN, SQUARE = 3, 15  # of the lengths of bursts, which end with each sample by one chance in three
FEW = 6
RUNS = {"one run": 1, "eight runs": 8}
RECALL, FALSE = 0.95, 0.05


def poisson(r, mean):
    """Of a mean that is large enough for its normal form."""
    return max(0, round(r.gauss(mean, math.sqrt(mean))))


def changed(r, bursts, runs):
    """A number of bursts a run that differs by LEAST to MOST standard errors of what all runs say."""
    a = SQUARE * r.uniform(LEAST, MOST) ** 2 / runs
    # (MEAN x)^2 = a (2 bursts + x) for x more; the other root is x less, where there are enough
    root = math.sqrt(a * a + 8 * MEAN ** 2 * a * bursts)
    less = bursts + (a - root) / (2 * MEAN ** 2)
    return less if less > 1 and r.random() < 0.5 else bursts + (a + root) / (2 * MEAN ** 2)


def profile(r, rates):
    bursts = [i for i, rate in enumerate(rates) for _ in range(poisson(r, rate))]
    r.shuffle(bursts)
    records, time = [{"meta_info": {"event_type": [b"cpu-clock"]}}], 0
    for i in bursts:
        chain = [{"vaddr_in_file": 16 * i, "file_id": 0, "symbol_id": i}]
        last = False
        while not last:
            time += 250000
            records.append({"sample": {"time": time, "thread_id": 1, "callchain": chain, "event_count": 250000, "event_type_id": 0}})
            last = r.random() < 1 / MEAN
    records.append({"file": {"id": 0, "path": b"/lib/made.so", "symbol": [b"f%d" % i for i in range(len(rates))]}})
    return model.file_of(records)


def compared(r, before, after, runs, folder):
    sides = []
    for side, rates in (("before", before), ("after", after)):
        sides.append([folder / ("%s%d" % (side, k)) for k in range(runs)])
        for path in sides[-1]:
            path.write_bytes(profile(r, rates))
    args = [*sides[0], "vs", *sides[1]] if runs > 1 else [*sides[0], *sides[1]]
    out = subprocess.run([TOOL, "compare", "--all", "--json", *args], stdout=subprocess.PIPE, check=False).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    assert len(rows) >= len(before), rows
    return rows


def one_round(seed, runs, folder):
    """(injected, found of these, called changed)"""
    r = random.Random(seed)
    before = [20 * 15 ** r.random() * (8 / runs if runs < 8 else 1) / 4 + 20 for _ in range(FUNCTIONS)]
    after, injected = list(before), r.sample(range(FUNCTIONS), CHANGED)
    for i in injected:
        after[i] = changed(r, before[i], runs)
    rows = compared(r, before, after, runs, folder)
    called = {row["function"] for row in rows if row["verdict"] == "changed"}
    return len(injected), len(called & {"f%d" % i for i in injected}), len(called)


def round_of_nothing(seed, folder):
    """Whether 0 is beside each interval of few functions that did not change."""
    r = random.Random(seed)
    rates = [40 * 15 ** r.random() + 20 for _ in range(FEW)]
    return [not row["low"] <= 0 <= row["high"] for row in compared(r, rates, rates, 1, folder)]


def round_of_one(seed, folder):
    """The same of the others, where one has changed."""
    r = random.Random(7919 * seed + 31 * FEW + 1)
    before = [40 * 15 ** r.random() + 20 for _ in range(FEW)]
    after, one = list(before), r.randrange(FEW)
    after[one] = changed(r, before[one], 1)
    return [not row["low"] <= 0 <= row["high"] for row in compared(r, before, after, 1, folder)
            if row["function"] != "f%d" % one and "low" in row]


def few_functions(what, one_round_of, rounds):
    with tempfile.TemporaryDirectory() as folder:
        beside = [b for seed in range(rounds) for b in one_round_of(seed, pathlib.Path(folder))]
    most = FALSE + 2 * math.sqrt(FALSE * (1 - FALSE) / len(beside))
    print("%d functions, of which %s changed: 0 is beside %.3f of %d intervals of others, at most %.3f may be" % (
        FEW, what, statistics.mean(beside), len(beside), most), flush=True)
    return statistics.mean(beside) > most


def main():
    bad = few_functions("none", round_of_nothing, 4 * ROUNDS) + few_functions("one", round_of_one, 8 * ROUNDS)
    for name, runs in RUNS.items():
        with tempfile.TemporaryDirectory() as folder:
            rounds = [one_round(seed, runs, pathlib.Path(folder)) for seed in range(ROUNDS)]
        injected, found, called = map(sum, zip(*rounds))
        parts = [(c - f) / c if c else 0 for _, f, c in rounds]
        recall, false = found / injected, statistics.mean(parts)
        error = statistics.stdev(parts) / math.sqrt(ROUNDS)
        print("%s a side: %d of %d changes found, %.3f; of %d called changed %.3f are false, give or take %.3f" % (
            name, found, injected, recall, called, false, error), flush=True)
        bad += recall < RECALL or false - 2 * error > FALSE
    return bad


if __name__ == "__main__":
    sys.exit(main())
