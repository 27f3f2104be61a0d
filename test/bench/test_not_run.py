#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows whose other side is missing say so, each by its name: test_not_run.py FOLDER BENCH-BUGREPORT TOOL

FOLDER has the small bug report of big_input.py. Programs are looked for in an empty folder, and with the system's.
"""
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile

import race
import run


def rows_of(folder, program, path, *options):
    """{name: rest} of the comparisons with programs."""
    done = subprocess.run([program, "--dir", folder, "--only", "programs", "--rounds", "1", "--no-heading", *options],
                          env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True, check=True)
    return {line[:46].rstrip(): line[46:] for line in done.stdout.splitlines()}


def check_programs(folder, program, tool):
    with tempfile.TemporaryDirectory() as empty:
        bare, toolless = rows_of(folder, program, empty, "--tool", tool), rows_of(folder, program, os.environ["PATH"])
    whole = rows_of(folder, program, os.environ["PATH"], "--tool", tool)
    assert whole and bare.keys() == whole.keys() == toolless.keys(), (bare, whole, toolless)
    for name, rest in bare.items():
        assert re.search(r" not run: \S+ is not installed$", rest), (name, rest)
    for name, rest in toolless.items():
        assert not name.startswith("diagfmt ") or rest.endswith(" not run: no tool in this build"), (name, rest)
    for name, rest in whole.items():
        assert run.NOT_RUN.search(rest) or re.search(r"\d", rest), (name, rest)


def check_race():
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        race.race("a / b", b"x" * 1000000, len, "no b", 2, 1)
        race.race("c / d", b"x" * 1000000, lambda data: data.count(b"y"), lambda data: data.count(b"y"), 1, 1)
        race.not_run("e / f", "no f")
    found = [bool(run.NOT_RUN.search(line)) for line in shown.getvalue().splitlines()]
    assert found == [True, False, True], shown.getvalue()


def main(folder, program, tool):
    check_programs(folder, program, tool)
    check_race()


if __name__ == "__main__":
    main(*sys.argv[1:])
