#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the numbers of all enumerators of the public headers against those that were frozen.

    numbers.py HEADERS FROZEN [--update]

What programs have compiled in stays: no name goes, and none gets another number. Within one enumeration no number comes
twice; those of errors, which formats have in their own headers, are one. New names are to be frozen by --update.
"""

import pathlib
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
ENUM = re.compile(r"\benum\s*\w*\s*\{([^{}]*)\}")
ENUMERATOR = re.compile(r"(DFMT_\w+)\s*=\s*(DFMT_OPS << 16 \| )?(0x[0-9a-fA-F]+|-?[0-9]+|'.')\s*$")
DFMT_OPS = 0x100


def number(base, text):
    return (DFMT_OPS << 16 if base else 0) | (ord(text[1]) if text.startswith("'") else int(text, 0))


def enumerations(headers):
    """Lists of (name, number)."""
    for path in sorted(headers.glob("*.h")):
        for body in ENUM.findall(COMMENT.sub("", path.read_text("utf-8"))):
            found = [ENUMERATOR.match(cell.strip()) for cell in body.split(",") if cell.strip()]
            if not all(found):
                raise SystemExit("%s: an enumerator without a plain number: %s" % (path.name, " ".join(body.split())))
            yield [(m[1], number(m[2], m[3])) for m in found]


def duplicates(enumeration):
    seen = {}
    for name, value in enumeration:
        if value in seen:
            yield "%s and %s are both %d" % (seen[value], name, value)
        seen[value] = name


def main():
    args = [a for a in sys.argv[1:] if a != "--update"]
    if len(args) != 2:
        raise SystemExit(__doc__)
    path = pathlib.Path(args[1])
    lists = list(enumerations(pathlib.Path(args[0])))
    errors = [pair for pairs in lists for pair in pairs if pair[0].startswith("DFMT_ERR_")]
    now = dict(pair for pairs in lists for pair in pairs)
    if "--update" in sys.argv:
        path.write_text("# Numbers of the public headers, made by numbers.py. What stands here stays: docs/abi.md.\n"
                        + "".join("%s %d\n" % pair for pair in sorted(now.items())), "utf-8")
        return 0
    frozen = {name: int(value) for name, value in
              (line.split() for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))}
    complaints = [c for pairs in [*lists, errors] for c in duplicates(pairs)]
    complaints += ["%s was %d, is %s" % (n, v, now.get(n, "gone")) for n, v in frozen.items() if now.get(n) != v]
    complaints += ["%s is new: freeze it by numbers.py --update" % n for n in now if n not in frozen]
    print("\n".join(complaints) or "%d numbers" % len(now))
    return 1 if complaints or not frozen else 0


if __name__ == "__main__":
    sys.exit(main())
