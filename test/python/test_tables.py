#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every table of every sample has the values that JSON lines have.

usage: test_tables.py SAMPLES|corpus [CONSUMER...]     SAMPLES is a folder of a folder for each format

Rows are read by a decoder of this test (arrow_values.py) and by that of the package; test/ecosystem has consumers of
Arrow.
"""
import base64
import functools
import itertools
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import derived_models  # noqa: E402
import diagfmt  # noqa: E402
from diagfmt import _describe as d  # noqa: E402

BATCHES = 7, 0
#: what delivers the events of a table to a reader
OPTIONS = {"apitrace.enter": {"apitrace_form": "events"}, "apitrace.leave": {"apitrace_form": "events"},
           "apitrace.stream": {"apitrace_form": "stream"}, "bugreport.log": {"bugreport_log": True},
           "bugreport.system_property": {"bugreport_log": True}, "diagnostic": {"diagnostics": True}}


def by_test(table):
    import arrow_values
    for batch in arrow_values.read(table):
        yield from batch


def by_package(table):
    yield from table


CONSUMERS = {"test": by_test, "package": by_package}

# --- JSON as Arrow has it ---------------------------------------------------------------------------------------------


def exact(value):
    """The bytes of a JSON string."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value.encode()


def text(value):
    return exact(value).decode("utf-8", "replace")


def number(value, member):
    """A number; a word's; an address; a CRC."""
    if isinstance(value, str):
        value = d.numbers[member.elem][value] if member.elem in d.numbers else int(value, 16)
    return value - (1 << 32) if member.kind == d.I32 and value >= 1 << 31 else value


def bits(value, member):
    return sum(number(one, member) for one in value)


def comparable(value):
    return "nan" if value != value else value


def scalar(kind, value, member):
    if kind == d.FLAGS:
        return bits(value, member)
    if kind == d.VALUE_TREE:
        return value
    if kind == d.F64:
        return comparable(float(value))
    if kind in (d.STR, d.CSTR):
        return None if value is None else text(value)
    return exact(value) if kind == d.BYTES else value if kind == d.BOOL else number(value, member)


def struct(value, shape):
    """All members, absent ones as None."""
    return {m.name: member(value.get(m.name), m) for m in shape.members.values() if not m.table}


def element(value, m):
    if m.elem >= 256:
        return None if value is None else struct(value, d.shapes[m.elem])
    return scalar(m.elem, value, m._replace(elem=0))


def member(value, m):
    if value is None:
        return None
    if m.kind in (d.ARRAY, d.REF_ARRAY):
        return [element(one, m) for one in value]
    return struct(value, d.shapes[m.elem]) if m.kind == d.REF else scalar(m.kind, value, m)


def words(value, m):
    """What is beside a number, by its column's name."""
    if m.kind == d.FLAGS:
        return {m.name + "_words": None if value is None else "|".join(map(str, value))}
    if m.kind in (d.ENUM, d.I32) and m.elem in d.words:
        return {m.name + "_word": value if isinstance(value, str) else None}
    return {}


def row_of(line, shape):
    """The row that one line of JSON should be."""
    row = {}
    for m in shape.members.values():
        if m.table:
            continue
        value = line.get(m.name)
        row[m.name] = None if value is None else member(value, m)
        row.update(words(value, m))
    return row


def trees(row, shape):
    """A row with its trees as objects, not as text: the order of members is no matter."""
    for m in shape.members.values():
        if m.name in row and row[m.name] is not None:
            if m.kind == d.VALUE_TREE:
                row[m.name] = json.loads(row[m.name])
            elif m.kind in (d.ARRAY, d.REF_ARRAY) and m.elem >= 256:
                row[m.name] = [one and trees(one, d.shapes[m.elem]) for one in row[m.name]]
    return row


def plain(row):
    """Local times as numbers, as consumers make dates of them; NaN equal to itself."""
    for name, value in row.items():
        if hasattr(value, "timestamp"):
            import calendar
            row[name] = calendar.timegm(value.timetuple())
        elif isinstance(value, float):
            row[name] = comparable(value)
    return row


class Any:
    """Equal to every row."""

    def __eq__(self, other):
        return isinstance(other, dict)


ANY = Any()

# --- comparing --------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)  # for one consumer after the other
def events(path, name, **options):
    """Rows that the reader's JSON lines say there are, and the error that ends them."""
    rows = []
    shape = d.by_name[name]
    try:
        if shape.shape == d.SHAPE_ROW:
            for line in derived_models.MODELS[name](path, **options):
                rows.append(row_of(line, shape))
            return rows, None
        with diagfmt.open(path, **{**options, **OPTIONS.get(name, {})}) as reader:
            for event in reader:
                if event.type != name:
                    continue
                try:
                    rows.append(row_of(json.loads(event.json(payload="digest")), shape))
                except diagfmt.Error:
                    if "recover" not in options:
                        raise
                    rows.append(ANY)  # salvage of tables goes on, and the row has what there is
    except diagfmt.Error as e:
        return rows, e
    return rows, None


def table_rows(consume, path, name, **options):
    rows = []
    try:
        for row in consume(diagfmt.table(path, name, payload="size", **options)):
            del row["payload_size"]
            rows.append(plain(trees(row, d.by_name[name])))
    except (ValueError, diagfmt.Error) as e:
        return rows, e
    return rows, None


def compare(consume, path, name, whole=False, **options):
    """What is wrong, or None; how many rows there were. whole: the consumer gives all rows or none."""
    want, failed = events(path, name, **options)
    for batch in BATCHES:
        got, error = table_rows(consume, path, name, batch_rows=batch, **options)
        if (failed is None) != (error is None):
            return "%s, not %s" % (error, failed), 0
        if whole and failed is not None:
            continue
        if got != want:
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            return "row %d of %d, %d: %r, not %r" % (at, len(got), len(want), got[at:at + 1], want[at:at + 1]), 0
    return None, len(want)


def samples(where):
    for format in diagfmt.formats():
        folder = corpus.folder(".", "apitrace").parent / format if where == "corpus" else pathlib.Path(where) / format
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.stat().st_size < 1 << 20 and path.suffix not in (
                    ".py", ".json", ".md", ".sh", ".c", ".h", ".tsv", ".jsonl"):
                yield format, path


def undocumented():
    """Derived tables whose columns are others than docs/tables.md says."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    rows = {name: re.findall(r"`(\w+)`", columns)
            for name, columns in re.findall(r"^\| `(\w+\.\w+)` \|[^|]+\| ([^|]+) \|$", text, re.M)}
    shapes = {shape.name: list(shape.members) for shape in d.by_name.values() if shape.shape == d.SHAPE_ROW}
    return [name for name in rows.keys() | shapes.keys() if rows.get(name) != shapes.get(name)]


def run(where, consumers, whole=False):
    n, rows, bad = 0, 0, 0
    names = diagfmt.table_names()
    for format, path in samples(where):
        for name in names:
            if not name.startswith(format + ".") and name != "diagnostic":
                continue
            for options, consumer in itertools.product(({}, {"recover": True}), consumers):
                wrong, found = compare(consumers[consumer], path, name, whole, format=format, **options)
                n += 1
                rows += found
                if wrong:
                    bad += 1
                    print("%s of %s %s by %s: %s" % (name, path.name, options or "", consumer, wrong[:600]), flush=True)
    for name in undocumented():
        bad += 1
        print("docs/tables.md has other columns of %s" % name)
    print("%d tables, %d rows, %d wrong" % (n, rows, bad))
    assert n > 100 and rows > 1000
    return bad


if __name__ == "__main__":
    chosen = sys.argv[2:] or list(CONSUMERS)
    sys.exit(1 if run(sys.argv[1], {name: CONSUMERS[name] for name in chosen}) else 0)
