#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes reports of a fleet: make_reports.py CRASHES BUGREPORTS [HOW_MANY]

CRASHES, BUGREPORTS: folders for HOW_MANY crash reports, and as many bug reports of phones. One crash report in a hundred
is damaged; of both, one in a hundred is no such report at all.
"""
import pathlib
import sys


def report(i):
    text = (f"ProblemType: Crash\nDate: Mon Nov 23 08:{i // 60 % 60:02}:{i % 60:02} 2026\nPackage: app{i * i % 7}\n"
            f"Signal: {(11, 6, 6, 8)[i % 4]}\nExecutablePath: /usr/bin/app{i * i % 7}\n").encode()
    if i % 100 == 50:
        return text + b"what is this\n" + b"Signal: 9\n"
    return b"7: malloc 0x5000 24\n" if i % 100 == 51 else text


def bugreport(i):
    """Of seven apps, each of which crashes in one way; some more than once, and some reports tell of nothing."""
    if i % 100 == 51:
        return b"7: malloc 0x5000 24\n"
    app, lines = i * i % 7, []
    for second in range(0, i % 3 * 20, 20):
        lines += [f"03-17 09:00:{second:02}.000  1000  {1000 + i}  {1000 + i} E AndroidRuntime: {line}\n" for line in (
            "FATAL EXCEPTION: main", f"Process: com.example.app{app}, PID: {1000 + i}",
            f"java.lang.IllegalStateException: number {i}", f"\tat com.example.app{app}.Main.start(Main.java:{i})")]
    frame = "=" * 56
    return (f"{frame}\n== dumpstate: 2024-03-17 09:30:00\n{frame}\n\n------ SYSTEM LOG (logcat) ------\n{''.join(lines)}"
            "------ 0.010s was the duration of 'SYSTEM LOG' ------\n").encode()


def make(folder, n=2000, suffix="crash", maker=report):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(n):
        (folder / f"report{i:05}.{suffix}").write_bytes(maker(i))


def make_bugreports(folder, n=2000):
    make(folder, n, "txt", bugreport)


if __name__ == "__main__":
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    make(sys.argv[1], number)
    make_bugreports(sys.argv[2], number)
