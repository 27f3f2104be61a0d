#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The keys in the tables of docs/spec/apport.md, chapter 9, are the library's standard keys, in lib/apport/key.c."""
import fnmatch
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def of_spec():
    """Keys in the first column of each table of the chapter; in that of other sources of crashes in the second one."""
    chapter = (ROOT / "docs" / "spec" / "apport.md").read_text().partition("\n## 9 ")[2].partition("\n## 10 ")[0]
    for section in re.split(r"\n### ", chapter)[2:]:
        column = 2 if section.startswith("9.5") else 1
        for line in re.findall(r"^\|.*$", section, re.M):
            yield from re.findall(r"`([^`]+)`", line.split("|")[column])


def main():
    code = (ROOT / "lib" / "apport" / "key.c").read_text()
    library, spec = set(re.findall(r'^    KEY\("([^"]+)"', code, re.M)), set(of_spec())
    library -= {key for key in library - spec if any(fnmatch.fnmatchcase(key, pattern) for pattern in spec)}
    if len(library) < 100 or library != spec:
        sys.exit("only in lib/apport/key.c: %s\nonly in the spec: %s" % (sorted(library - spec), sorted(spec - library)))
    print("%d keys" % len(library))


if __name__ == "__main__":
    main()
