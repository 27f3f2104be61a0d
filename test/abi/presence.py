#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the presence bits of the public headers against the descriptions: presence.py LAYOUT HEADERS

LAYOUT prints descriptions. DFMT_<TYPE>_HAS_<MEMBER> is the bit of a member that the described type has. Where members
share a bit it is called after one of them, or after the word that each begins with; a bit of no member (simpleperf's
HAS_UNWIND) stands for a group whose members' names begin so. And each bit of a member has its name.
"""
import pathlib
import re
import subprocess
import sys

# Bits of members that belong together and have no word in common: here the first of them stands for the others.
WORDS = {
    ("dfmt_bugreport_log", "time"): "month",             # month, day, hour, minute, second, nanosecond: a time as it is written
    ("dfmt_bugreport_overview", "summary"): "n_entries",  # what is counted of a whole report, known only at its end
    ("dfmt_compare_row", "interval"): "low",             # low, high, q: an interval, and how likely chance is
}
TYPE = re.compile(r"\w+ \S+ 0x[0-9a-f]+ (dfmt_\w+)")
MEMBER = re.compile(r"  \d+ (\w+) .*\bif 0x([0-9a-f]+)\b")
NAMED = re.compile(r"\b(DFMT_\w+?)_HAS_(\w+) = (\d+|0x[0-9a-fA-F]+)")
SAME = re.compile(r"^typedef (dfmt_\w+) (dfmt_\w+);", re.M)


def described(lines):
    """{type: {member: bit}}"""
    types, members = {}, {}
    for line in lines:
        if match := TYPE.match(line):
            members = types.setdefault(match[1], {})
        elif match := MEMBER.match(line):
            members[match[1]] = int(match[2], 16)
    return types


def named(text):
    """{type: {word: bit}}; a type that is another by typedef has the other's."""
    types = {}
    for kind, word, bit in NAMED.findall(text):
        types.setdefault(kind.lower(), {})[word.lower()] = int(bit, 0)
    for kind, alias in SAME.findall(text):
        if kind in types:
            types.setdefault(alias, types[kind])
    return types


def is_of(kind, word, bit, members):
    own = [name for name, mask in members.items() if mask == bit]
    word = WORDS.get((kind, word), word)
    return any(re.match(rf"{word}(_|$)", name) for name in own or members)


def wrong(types, names):
    for kind, words in names.items():
        for word, bit in words.items():
            if not is_of(kind, word, bit, types.get(kind, {})):
                yield f"{kind}: HAS_{word.upper()}, {bit:#x}, is of no member"
    for kind, members in types.items():
        for member, bit in members.items():
            if bit not in names.get(kind, {}).values():
                yield f"{kind}: the bit of {member}, {bit:#x}, has no name"


def main(layout, headers):
    seeded = {"dfmt_x": {"a": 1, "b_s": 2, "b_ns": 2, "c": 4}}
    assert not list(wrong(seeded, {"dfmt_x": {"a": 1, "b": 2, "c": 4}}))
    assert len(list(wrong(seeded, {"dfmt_x": {"a": 1, "c": 2, "d": 8}}))) == 3
    done = subprocess.run([layout], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        sys.exit(77)
    types = described(done.stdout.splitlines())
    names = named("\n".join(path.read_text("utf-8") for path in pathlib.Path(headers).glob("*.h")))
    bad = list(wrong(types, names))
    if bad or not names:
        sys.exit("\n".join(bad) or "there is nothing to check")
    print(f"{sum(map(len, names.values()))} bits")


if __name__ == "__main__":
    main(*sys.argv[1:])
