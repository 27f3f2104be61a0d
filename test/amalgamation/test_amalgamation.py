#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library in one file is always the same, and compiles without a warning, whatever is left out:
test_amalgamation.py FOLDER CC... -- AMALGAMATE ARGUMENT...
"""
import filecmp
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from paths import turns  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
FORMATS = ["APPORT", "APITRACE", "SIMPLEPERF", "MALLOCDBG", "BUGREPORT"]
CHOICES = [[], ["WITHOUT_WRITERS"], ["WITHOUT_" + name for name in FORMATS]]


def check_same(folder, program, args):
    """Made again, with another order of Python's sets."""
    for seed in "12":
        with tempfile.TemporaryDirectory() as again:
            subprocess.run([program, again, os.devnull, *args], env=dict(os.environ, PYTHONHASHSEED=seed), check=True)
            different = filecmp.cmpfiles(folder, again, ["diagfmt.c", "diagfmt.h"], shallow=False)[1:]
            if any(different):
                sys.exit(f"another time this is different: {different}")


def check_compiles(folder, compiler):
    for choice in turns(CHOICES):
        command = [*compiler, "-std=c11", *WARNINGS, *["-DDFMT_" + name for name in choice], folder / "diagfmt.c"]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit("it does not compile: %s" % command)


def main(folder, *args):
    folder, ours = pathlib.Path(folder), args.index("--")
    check_compiles(folder, args[:ours])
    check_same(folder, args[ours + 1], args[ours + 2:])


if __name__ == "__main__":
    main(*sys.argv[1:])
