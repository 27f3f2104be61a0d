#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A core dump out of a report to a file, by diagfmt and by Apport's Python module: bench_apport.py DIAGFMT REPORT… [ROUNDS]

Compared are CPU times of processes, and told are those of the clock and what the file occupies on the disk, with holes
and without. $APPORT_MODULE: the folder of problem_report.py, where the system has none.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from race import not_run

THEIRS = """
import sys
import problem_report
with open(sys.argv[1], "rb") as f:
    problem_report.ProblemReport().extract_keys(f, ["CoreDump"], sys.argv[2])
"""


def measure(command):
    """Seconds of the processor and of the clock."""
    before, start = os.times(), time.monotonic()
    subprocess.run(command, check=True)
    after, end = os.times(), time.monotonic()
    return (after.children_user - before.children_user + after.children_system - before.children_system, end - start)


def ours(tool, sparse):
    return lambda report, out: [tool, "extract", "-C", out, "-k", "CoreDump", "--sparse=" + sparse, report]


def theirs(report, out):
    return [sys.executable, "-c", THEIRS, report, out]


def run(make, report):
    """CPU and wall time, the size of the file, and what it occupies."""
    with tempfile.TemporaryDirectory(dir=pathlib.Path(report).parent) as out:
        times = measure(make(report, out))
        told = os.stat(pathlib.Path(out) / "CoreDump")
        return (*times, told.st_size, told.st_blocks * 512)


def row(name, us, them, ratio, target="", verdict=""):
    print("%-48s %16s %18s %7s %20s  %s" % (name, us, them, ratio, target, verdict), flush=True)


def compare(tool, report, rounds, module):
    sides = {"auto": ours(tool, "auto"), "never": ours(tool, "never"), **({"module": theirs} if module else {})}
    runs = {name: [] for name in sides}
    for _ in range(rounds):
        for name, make in sides.items():
            runs[name].append(run(make, report))
    if len({r[2] for side in runs.values() for r in side}) != 1:
        sys.exit("the files differ in size")
    codec = pathlib.Path(report).name.split("-")[1]
    for what, at, target in (("CPU", 0, 4 if codec == "gzip" else 0), ("wall", 1, 0)):
        name = "extract core, %s / Apport's module, %s" % (codec, what)
        if not module:
            not_run(name, "no Python module problem_report; see $APPORT_MODULE")
            continue
        ratio = statistics.median(m[at] / a[at] for m, a in zip(runs["module"], runs["auto"]))
        mine, other = (statistics.median(r[at] for r in runs[side]) for side in ("auto", "module"))
        row(name, "%.2f s" % mine, "%.2f s" % other, "%.2f" % ratio,
            ">= %.2f" % target if target else "", "" if not target else "ok" if ratio >= target else "miss")
    disk = {name: side[0][3] for name, side in runs.items()}
    row("extract core, %s: disk, holes / none" % codec, "%d MB" % (disk["auto"] / 1e6), "%d MB" % (disk["never"] / 1e6),
        "%.2f" % (disk["auto"] / disk["never"]))


def main():
    rounds = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 5
    tool, *reports = sys.argv[1:]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("APPORT_MODULE"), os.environ.get("PYTHONPATH"))))
    module = subprocess.run([sys.executable, "-c", "import problem_report"], stderr=subprocess.DEVNULL).returncode == 0
    for report in reports:
        compare(tool, report, rounds, module)


if __name__ == "__main__":
    main()
