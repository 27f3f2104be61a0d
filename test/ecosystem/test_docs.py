#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python of docs/tables.md runs as it stands, one block after the other.

usage: test_docs.py SAMPLES
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))


def bugreport(samples):
    """The largest zip that has log lines."""
    import diagfmt
    for path in sorted((samples / "bugreport").rglob("*.zip"), key=lambda path: -path.stat().st_size):
        if any(True for _ in diagfmt.table(path, "bugreport.log", format="bugreport", recover=True)):
            return path
    return sys.exit("no sample has log lines")


def main():
    blocks = re.findall(r"```python\n(.*?)^```", (ROOT / "docs" / "tables.md").read_text(), re.M | re.S)
    found = bugreport(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(found, pathlib.Path(folder, "bugreport.zip"))
        os.chdir(folder)
        scope = {}
        for block in blocks:
            exec(compile(block, "tables.md", "exec"), scope)
        os.chdir("/")
    print(f"{len(blocks)} blocks")
    return 0 if len(blocks) > 3 else "blocks are missing"


if __name__ == "__main__":
    sys.exit(main())
