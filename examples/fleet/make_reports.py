#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes crash reports of a fleet: make_reports.py FOLDER [HOW_MANY]

One in a hundred is damaged, and one in a hundred is no crash report at all.
"""
import pathlib
import sys


def report(i):
    text = (f"ProblemType: Crash\nDate: Mon Nov 23 08:{i // 60 % 60:02}:{i % 60:02} 2026\nPackage: app{i * i % 7}\n"
            f"Signal: {(11, 6, 6, 8)[i % 4]}\nExecutablePath: /usr/bin/app{i * i % 7}\n").encode()
    if i % 100 == 50:
        return text + b"what is this\n" + b"Signal: 9\n"
    return b"7: malloc 0x5000 24\n" if i % 100 == 51 else text


def make(folder, n=2000):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(n):
        (folder / f"report{i:05}.crash").write_bytes(report(i))


if __name__ == "__main__":
    make(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
