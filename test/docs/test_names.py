#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The names of members, as the library describes them: one thing has one name in all formats, which can be a column of a
table without quotes. docs/concepts.md has the table of those that several formats share.

    test_names.py LAYOUT LAYOUT-OPS     test/abi's programs that print descriptions, or files of what they printed

Derived tables are of their formats. Rows of operations have the same names: what the table has they have in its unit.
"""
import os
import re
import subprocess
import sys

from test_licence import ROOT

# What cannot name a column without quotes in SQLite 3.40, PostgreSQL 16 or DuckDB 2.0; "start", "index", "values" are
# refused by some place or other of their grammars. "key" is an ordinary word to all three.
RESERVED = set("""
add all alter analyse analyze and anti any array as asc asof asymmetric at authorization autoincrement between binary
both by case cast check collate collation column commit concurrently constraint create cross current_catalog
current_date current_role current_schema current_time current_timestamp current_user default deferrable delete desc
describe distinct do drop else end escape except exists false fetch for foreign freeze from full glob grant group
having ilike in index initially inner insert intersect into is isnull join lambda lateral leading left like limit
localtime localtimestamp natural not nothing notnull null offset on only or order outer overlaps pivot pivot_longer
pivot_wider placing positional primary qualify raise references returning right select semi session_user set show
similar some start summarize symmetric system_user table tablesample then to trailing transaction true union unique
unpack unpivot update user using values variadic verbose when where window with
""".split())

# Other words for what has a name already; and words that are no part of a name.
SYNONYMS = {"thread": "thread_id", "process": "process_id", "tid": "thread_id", "pid": "process_id", "uid": "user_id",
            "func": "function", "msg": "message", "level": "priority", "log_level": "priority", "prio": "priority",
            "log_tag": "tag", "log_message": "message", "time": "time_ns, time_local_s or time_text",
            "timestamp": "time_ns", "duration": "duration_us", "idx": "number", "fault_addr": "fault_address",
            "class": "class_name", "lock": "lock_address", "kb": "size_kb"}
ABBREVIATIONS = {"tid", "tids", "pid", "ppid", "uid", "func", "msg", "lvl", "prio", "idx"}

# By DFMT_UNIT_*: the word of the unit (an index has none), and how a name ends that has it.
UNITS = ["", "address", "bytes", "offset", "", "crc32", "instant_ns", "duration_ns", "duration_us", "local_s", "line"]
ENDINGS = {"instant_ns": "_ns", "duration_ns": "_ns", "duration_us": "_us", "local_s": "_local_s", "crc32": "crc32"}

# Envelopes, errors and the descriptions themselves are not records; nor are members that only C has.
NOT_RECORDS = {"error", "event", "field", "option", "probe", "str", "type"}
OF_C_ALONE = {"head", "reserved", "size", "count"}  # and "present"


def described(lines):
    """{name: [(type, format, unit)]} of the members of records."""
    found, type_name = {}, None
    for line in lines:
        if m := re.match(r"(\w+) (\S+) ", line):
            type_name = m[2] if m[1] in ("event", "struct", "element", "row") and m[2] not in NOT_RECORDS else None
        m = re.match(r"  \d+ (\w+) (\w+)\b.* unit (\d+)\b", line)
        if m and type_name and m[1] != "present" and m[2] not in OF_C_ALONE:
            of = type_name.split(".")[0] if "." in type_name else "all"
            found.setdefault(m[1], []).append((type_name, of, UNITS[int(m[3])]))
    return found


def table(text):
    """{name: unit} of the table in concepts.md."""
    part = re.search(r"^## Names of members\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    rows = re.findall(r"^\| (`[^|]+`) \|[^|]+\| *([^|]*?) *\|$", part, re.M)
    return {name: unit for names, unit in rows for name in re.findall(r"\w+", names)}


def wrong_names(found):
    for name, places in sorted(found.items()):
        where = f"{name} of {', '.join(sorted({p[0] for p in places}))}"
        if name in RESERVED:
            yield f"{where}: a reserved word of SQL"
        if name in SYNONYMS:
            yield f"{where}: this is called {SYNONYMS[name]}"
        elif ABBREVIATIONS & set(name.split("_")):
            yield f"{where}: an abbreviation"
        if name.startswith("_"):
            yield f"{where}: so begin columns that tables of several files have besides"
        for unit in sorted({p[2] for p in places}):
            if not name.endswith(ENDINGS.get(unit, "")):
                yield f"{where}: in {unit}, does not end in {ENDINGS[unit]}"


# Shown in hexadecimal, as the addresses in the ELF file that stand beside it.
SHOWN_AS = {("heap.frame", "file_offset"): "address"}


def other_units(found, rows):
    """Members of rows of operations that have the name of something in the table, but not its unit."""
    for name in sorted(found.keys() & rows.keys()):
        for place, _, unit in found[name]:
            if unit != SHOWN_AS.get((place, name), rows[name]):
                yield f"{name} of {place}: the unit is {unit or 'none'}, in docs/concepts.md {rows[name] or 'none'}"


def wrong_rows(found, rows):
    for name, unit in sorted(rows.items()):
        units = {p[2] for p in found.get(name, ())}
        if not units:
            yield f"docs/concepts.md: {name} is of nothing"
        elif units - {""} != {unit} - {""}:
            yield f"docs/concepts.md: the unit of {name} is {', '.join(sorted(units - {''})) or 'none'}"
    for name in sorted(found.keys() - rows.keys()):
        formats = {p[1] for p in found[name]}
        if len(formats) > 1:
            yield f"docs/concepts.md: {name} is missing, of {', '.join(sorted(formats))}"


def seeded():
    """What must be found."""
    x = described(["event x.a 0x1 x size 8", "  0 head head unit 0", "  8 index u64 unit 4", "  16 tid i32 unit 0",
                   "  20 old_pid i32 unit 0", "  24 begun u64 unit 6", "  32 n_end count unit 0", "  40 path str unit 0",
                   "  56 _file str unit 0", "event y.b 0x2 y size 8", "  0 path str unit 0", "struct event 0x3 e size 8", "  0 offset u64 unit 3"])
    assert len(list(wrong_names(x))) == 5, list(wrong_names(x))
    rows = table("## Names of members\n\n| `tid` | a thread | line |\n| `gone` | nothing | |\n")
    assert len(list(wrong_rows(x, rows))) == 3, list(wrong_rows(x, rows))
    assert join_tables(x, {"path": [("x.c", "x", "")], "rank": [("triage.d", "triage", "")]}) == {"rank": [("triage.d", "triage", "")]}
    assert len(x["path"]) == 3
    assert len(list(other_units(x, table("## Names of members\n\n| `tid` | a thread | |\n| `begun` | a time | line |\n")))) == 1


def printed(layout):
    if not os.access(layout, os.X_OK):
        return open(layout, encoding="utf-8").read().splitlines()
    done = subprocess.run([layout], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        sys.exit(77)
    return done.stdout.splitlines()


def join_tables(found, of_ops):
    """What libdiagfmt-ops has of formats goes to these; the rest."""
    formats, rest = {of for places in found.values() for _, of, _ in places}, {}
    for name, places in of_ops.items():
        for place in places:
            (found if place[1] in formats else rest).setdefault(name, []).append(place)
    return rest


def main(layout, layout_ops):
    seeded()
    found, rows = described(printed(layout)), table((ROOT / "docs" / "concepts.md").read_text(encoding="utf-8"))
    of_ops = join_tables(found, described(printed(layout_ops)))
    bad = [*wrong_names(found), *wrong_rows(found, rows), *wrong_names(of_ops), *other_units(of_ops, rows)]
    if bad or not found or not rows or not of_ops:
        sys.exit("\n".join(bad) or "there is nothing to check")
    print(f"{len(found)} names, and {len(of_ops)} of operations; {len(rows)} in the table")


if __name__ == "__main__":
    main(*sys.argv[1:])
