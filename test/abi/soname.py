#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for places that name another soname than the library's: soname.py SOVERSION ROOT"""

import pathlib
import re
import sys

PLACES = ["README.md", "docs", "debian", "examples", "lib", "ops", "python", "test/install", "tools"]
NAMED = re.compile(rb"libdiagfmt(?:-ops)?(?:\.so\.)?([0-9]+)\b")


def files(root):
    for place in map(root.joinpath, PLACES):
        found = [place] if place.is_file() else place.rglob("*")
        yield from (p for p in found if p.is_file() and not {".mypy_cache", "__pycache__"} & set(p.parts))


def main():
    soversion, root = sys.argv[1].encode(), pathlib.Path(sys.argv[2])
    named, wrong = 0, []
    for path in files(root):
        for line, text in enumerate(path.read_bytes().split(b"\n"), 1):
            for m in NAMED.finditer(text):
                named += 1
                if m[1] != soversion:
                    wrong.append("%s:%d: %s" % (path.relative_to(root), line, m[0].decode()))
    print("\n".join(wrong) or "%d places" % named)
    return 1 if wrong or not named else 0


if __name__ == "__main__":
    sys.exit(main())
