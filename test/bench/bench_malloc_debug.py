#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program under malloc_debug's module against itself and heaptrack: bench_malloc_debug.py MODULE [ROUNDS]

The program is Python with every object a block of malloc(). Compared are user CPU times, of whole process trees, in turn.
"""
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

from race import not_run

PROGRAM = r"""
import json, re
names = {}
for i in range(40):
    text = json.dumps([{"n": k, "s": "x" * (k % 97), "v": [k] * 5} for k in range(3000)])
    assert len(json.loads(text)) == 3000 and len(re.findall("x+", text)) == 2969
for i in range(300000):
    names[str(i)] = [i]
"""
PYTHON = ["/usr/bin/python3", "-c", PROGRAM]


def measure(command, folder, variables):
    """User seconds of a process and its children."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LD_PRELOAD", "LIBC_DEBUG", "DIAGFMT"))}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, env={**environment, "PYTHONMALLOC": "malloc", **variables}, cwd=folder, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit("%s: exit status %d: %s" % (command[0], done.returncode, done.stderr.decode("utf-8", "replace")))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def one_round(module, folder):
    options = "backtrace backtrace_dump_on_exit backtrace_dump_prefix=%s/heap" % folder
    traced = {"LD_PRELOAD": module, "LIBC_DEBUG_MALLOC_OPTIONS": options}
    seconds = {"none": measure(PYTHON, folder, {}),
               "sampled": measure(PYTHON, folder, {**traced, "DIAGFMT_MALLOC_SAMPLE": "524288"}),
               "traced": measure(PYTHON, folder, traced)}
    if shutil.which("heaptrack"):
        seconds["heaptrack"] = measure(["heaptrack", "-o", folder + "/heaptrack", *PYTHON], folder, {})
    return seconds


def row(name, runs, ours, theirs, limit):
    if theirs not in runs[0]:
        not_run(name, "%s is not installed" % theirs)
        return
    us, them = (statistics.median(r[what] for r in runs) for what in (ours, theirs))
    ratio = statistics.median(r[ours] / r[theirs] for r in runs)
    print("%-48s %16s %18s %7s %20s  %s" % (name, "%.2f s" % us, "%.2f s" % them, "%.2f" % ratio, "<= %.2f" % limit,
                                            "ok" if ratio <= limit else "miss"), flush=True)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with tempfile.TemporaryDirectory() as folder:
        runs = [one_round(str(pathlib.Path(sys.argv[1]).resolve()), folder) for _ in range(rounds)]
    row("python3, every backtrace / under heaptrack", runs, "traced", "heaptrack", 1)
    row("python3, sampled / alone", runs, "sampled", "none", 1.1)


if __name__ == "__main__":
    main()
