#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What consumers of Arrow make of every table of every sample has the values that JSON lines have.

usage: test_values.py SAMPLES|corpus [CONSUMER...]
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
import test_tables  # noqa: E402
from consumers import CONSUMERS  # noqa: E402


def told(consume):
    """Whatever a consumer raises is that the file cannot be read."""
    def rows(table):
        try:
            return consume(table)
        except Exception as e:
            raise ValueError(f"{type(e).__name__}: {e}") from e
    return rows


if __name__ == "__main__":
    chosen = sys.argv[2:] or list(CONSUMERS)
    sys.exit(1 if test_tables.run(sys.argv[1], {name: told(CONSUMERS[name]) for name in chosen}, whole=True) else 0)
