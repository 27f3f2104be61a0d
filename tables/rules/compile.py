#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules as C: compile.py RULES.txt LISTS.def

Rows are sorted as rules.h says. What a caller adds is read by read.c, which makes the same of this text (test/unit/rules).
"""
import re
import sys


def rows(data, lists):
    """(list, any, pattern, place) of each line that is a rule."""
    at = 0
    for line in data.splitlines(keepends=True):
        name, _, pattern = line.rstrip(b"\n").partition(b" ")
        if line[:1] not in b"#\n":
            yield lists.index(name.decode()), b"*" in pattern, pattern, at + len(name) + 1
        at += len(line)


def firsts(data, lists, which):
    """The first characters of a list's patterns, as bits."""
    bits = 0
    for row in rows(data, lists):
        bits |= (row[0] == which) << row[2][0]
    return ", ".join(map(str, bits.to_bytes(32, "little")))


def main(text_path, lists_path):
    with open(text_path, "rb") as file:
        data = file.read()
    data.decode("ascii")  # which it has to be
    with open(lists_path, encoding="ascii") as file:
        lists = re.findall(r'^LIST\(\w+, "(.+)"\)', file.read(), re.M)
    print("/* Generated from %s. */" % re.sub(r".*/", "", text_path))
    print("#define COMPILED_TEXT \\")  # as numbers, as strings of C may be too short
    for line in data.splitlines(keepends=True):
        print("  %s, \\" % ", ".join(map(str, line)))
    print("  0")
    print("#define COMPILED_FIRSTS \\\n%s" % ", \\\n".join("  {%s}" % firsts(data, lists, which) for which in range(len(lists))))
    print("#define COMPILED_ROWS \\\n%s" % ", \\\n".join("  {%d, %d, %d, %d}" % (which, some, len(pattern), at)
                                                      for which, some, pattern, at in sorted(rows(data, lists))))


main(*sys.argv[1:])
