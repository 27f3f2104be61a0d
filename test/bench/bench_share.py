#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Personal data out of a bug report, against compressing it anew: bench_share.py DIAGFMT ZIP TEXT FOLDER [ROUNDS]

Compared are user CPU times of processes that run in turn. Compressing anew is decoding and deflating the entries of ZIP,
by `convert`; TEXT is its main entry.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile


def measure(command):
    """User seconds, and MiB."""
    p = subprocess.Popen([*map(str, command)], stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode not in (0, 1):  # 1: something was left out
        sys.exit("%s: exit status %d" % (" ".join(map(str, command)), p.returncode))
    return used.ru_utime


def row(name, us, them, ratio, target):
    print("%-48s %16s %18s %7s %20s  %s" % (name, "%.2f s" % us, "%.2f s" % them, "%.2f" % ratio, "<= %.2f" % target,
                                            "ok" if ratio <= target else "miss"), flush=True)


def one_round(tool, report, text, folder):
    stored, out = folder / "stored.zip", folder / "out"
    decode = measure([tool, "convert", "--compression=stored", "-o", stored, report])
    encode = measure([tool, "convert", "--compression=deflate", "-o", folder / "deflated.zip", stored])
    return {"anew": decode + encode,
            "zip": measure([tool, "share", "-o", out, report]),
            "zip, unchecked": measure([tool, "share", "--no-check", "-o", out, report]),
            "text": measure([tool, "share", "-o", out, text]),
            "text, unchecked": measure([tool, "share", "--no-check", "-o", out, text])}


def main():
    rounds = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 5
    tool, report, text, place = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory(dir=place) as folder:
        runs = [one_round(tool, report, text, pathlib.Path(folder)) for _ in range(rounds)]
    for name, target in ("zip", 1.25), ("zip, unchecked", 1.25), ("text", 0.25), ("text, unchecked", 0.25):
        ratio = statistics.median(r[name] / r["anew"] for r in runs)
        row("share, %s / compressing anew" % name, statistics.median(r[name] for r in runs),
            statistics.median(r["anew"] for r in runs), ratio, target)


if __name__ == "__main__":
    main()
