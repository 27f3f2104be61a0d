#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the layout of every public struct, and the options, against those that were frozen.

    layout.py PROGRAM FROZEN       PROGRAM prints the layout as it is (layout.c)
    layout.py --update PROGRAM FROZEN

Allowed (docs/abi.md): new types; new members at the end of events and structs, or in place of a struct's reserved ones,
but not of an event's, as those who write it may have left anything there; new words. A new member of an event has a
presence bit of its own. A range of an option may become wider. Whatever stands in FROZEN stays; elements are as they
were to the last letter.
"""

import subprocess
import sys

GROWS = {"event", "struct"}
SKIPPED = 77


def parse(text):
    """"event apport.field" -> (head line, member lines)"""
    types, members = {}, None
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            name = " ".join(line.split()[: 3 if line.startswith("option ") else 2])  # operations share names, not keys
            if name in types:
                raise SystemExit("%s is described twice" % name)
            members = []
            types[name] = line, members
        else:
            members.append(line.strip())
    return types


def head_without_size(line):
    cells = line.split()
    size = int(cells.pop(cells.index("size") + 1)) if "size" in cells else 0
    return cells, size


def member_differs(kind, old, new):
    """A reserved member of what only the library makes may have found its use, at the same place."""
    if old == new:
        return False
    before, after = old.split(), new.split()
    return not (kind == "struct" and before[2:3] == ["reserved"] and before[0] == after[0])


def presence_bits(members):
    return {cells[cells.index("if") + 1] for cells in map(str.split, members) if "if" in cells}


def compare(name, old, new):
    (old_head, old_members), (new_head, new_members) = old, new
    kind = old_head.split()[0]
    if kind == "element":
        if old != new:
            yield "%s: an element has changed" % name
        return
    (old_cells, old_size), (new_cells, new_size) = head_without_size(old_head), head_without_size(new_head)
    if old_cells != new_cells or new_size < old_size:
        yield "%s: was '%s', is '%s'" % (name, old_head, new_head)
    if kind == "option":
        (lo, _, hi), (new_lo, _, new_hi) = old_members[0].split(), new_members[0].split()
        if int(new_lo) > int(lo) or int(new_hi) < int(hi):
            yield "%s: %s is less than %s" % (name, new_members[0], old_members[0])
    elif kind in GROWS:
        pairs = zip(old_members, new_members + ["nothing"] * len(old_members))
        yield from ("%s: was '%s', is '%s'" % (name, a, b) for a, b in pairs if member_differs(kind, a, b))
        added = new_members[len(old_members):]
        shared = sorted(presence_bits(old_members) & presence_bits(added))
        yield from ("%s: a new member shares the presence bit %s with an old one" % (name, bit) for bit in shared)
        yield from ("%s: '%s' is not behind the old end" % (name, m) for m in added if int(m.split()[0]) < old_size)
    else:
        yield from ("%s: '%s' is gone" % (name, word) for word in old_members if word not in new_members)


def update(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write("# Frozen layouts of the public structs, and options, made by layout.py. What stands here stays: docs/abi.md.\n" + text)


def main():
    args = sys.argv[1:]
    updating = args[:1] == ["--update"]
    if len(args) != 2 + updating:
        raise SystemExit(__doc__)
    program, frozen = args[updating:]
    run = subprocess.run([program], stdout=subprocess.PIPE, text=True, encoding="utf-8")
    if run.returncode == SKIPPED:
        print(run.stdout, end="")
        return SKIPPED
    run.check_returncode()
    if updating:
        update(frozen, run.stdout)
        return 0
    with open(frozen, encoding="utf-8") as f:
        old, new = parse(f.read()), parse(run.stdout)
    complaints = ["%s is gone" % name for name in old if name not in new]
    for name in old:
        complaints += compare(name, old[name], new[name]) if name in new else ()
    complaints += ["%s is new: freeze it by layout.py --update" % name for name in new if name not in old]
    print("\n".join(complaints) or "%d types and options" % len(new))
    return 1 if complaints or not old else 0


if __name__ == "__main__":
    sys.exit(main())
