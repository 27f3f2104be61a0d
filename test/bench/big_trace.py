#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a benchmark on a simpleperf file of 326 MB, which is made if it is not there, and kept.

    big_trace.py FILE COMMAND [ARGUMENT]...     "{}" in an argument stands for FILE
"""

import os
import pathlib
import subprocess
import sys

MAKER = pathlib.Path(__file__).resolve().parents[1] / "data" / "make_profiles.py"


def ensure(path):
    """Appears under its name only when it is complete."""
    path = pathlib.Path(path)
    if not path.exists():
        part = path.with_suffix(".part")
        subprocess.run([sys.executable, "-B", str(MAKER), "--big", "326", str(part)], check=True)
        part.rename(path)
    return path


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command = [a.replace("{}", str(ensure(sys.argv[1]))) for a in sys.argv[2:]]
    os.execv(command[0], command)
