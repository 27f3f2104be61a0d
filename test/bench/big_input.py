#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a benchmark on large files, which are made if they are not there, and kept.

    big_input.py FORMAT[,FORMAT]... FOLDER COMMAND [ARGUMENT]...
"""

import os
import pathlib
import shlex
import subprocess
import sys

FORMATS = pathlib.Path(__file__).resolve().parents[1] / "format"

BUGREPORTS = ["big.bugreport.zip", "big.bugreport.txt", "big.bugreport-log.txt"]

# What makes the files of a format, with which arguments before their names.
INPUTS = {
    "simpleperf": (["simpleperf/data/make_profiles.py", "--big", "326"], ["big.simpleperf"]),
    "simpleperf-small": (["simpleperf/data/make_profiles.py", "--big", "5"], ["big.simpleperf"]),
    "stacks": (["../ops/make_stacks.py", "profile", "400000"], ["big-stacks.simpleperf"]),
    "bugreport": (["bugreport/data/big_bugreport.py"], BUGREPORTS),
    "bugreport-small": (["bugreport/data/big_bugreport.py", "--mb", "4"], BUGREPORTS),
}


def ensure(name, folder):
    """They appear under their names only when they are complete, also where two programs make them at once."""
    (maker, *arguments), files = INPUTS[name]
    paths = [pathlib.Path(folder) / f for f in files]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    if not all(p.exists() for p in paths):
        parts = [p.with_name("%s.%d.part" % (p.name, os.getpid())) for p in paths]
        subprocess.run([sys.executable, "-B", str(FORMATS / maker), *arguments, *map(str, parts)], check=True)
        for part, path in zip(parts, paths):
            part.rename(path)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    for name in sys.argv[1].split(","):
        ensure(name, sys.argv[2])
    command = shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")) + sys.argv[3:]  # of another processor: in an emulator
    os.execvp(command[0], command)
