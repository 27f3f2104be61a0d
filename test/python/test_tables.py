#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every table of every sample has the values that JSON lines have.

usage: test_tables.py SAMPLES|corpus [CONSUMER...]     SAMPLES is a folder of a folder for each format

Of a table of more than MOST rows, the first ones are compared, and how many there are.

Rows are read by a decoder of this test (arrow_values.py) and by that of the package; test/ecosystem has consumers of
Arrow.
"""
import base64
import functools
import itertools
import json
import multiprocessing
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import paths  # noqa: E402

import corpus  # noqa: E402
import derived_models  # noqa: E402
import diagfmt  # noqa: E402
from diagfmt import _describe as d  # noqa: E402

BATCHES = 7, 0
MOST = 20000
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


def lines(path, name, **options):
    """For each row, what makes its line, and whether that can fail: a file can have more than there is memory for."""
    options = {**options, **OPTIONS.get(name, {})}
    if d.by_name[name].shape == d.SHAPE_ROW:
        for line in derived_models.MODELS[name](path, **options):
            yield lambda line=line: line, False
        return
    with diagfmt.open(path, **options) as reader:
        for event in reader:
            if event.type == name:
                yield lambda event=event: json.loads(event.json(payload="digest")), event.has_payload


def row_or_any(make, name, **options):
    try:
        return row_of(make(), d.by_name[name])
    except diagfmt.Error:
        if "recover" not in options:
            raise
        return ANY  # salvage of tables goes on, and the row has what there is


@functools.lru_cache(maxsize=1)  # for one consumer after the other
def events(path, name, **options):
    """The first rows that the reader's JSON lines say there are, how many there are, and the error that ends them."""
    rows, n = [], 0
    try:
        for make, can_fail in lines(path, name, **options):
            row = row_or_any(make, name, **options) if n < MOST or can_fail else None
            rows += [row] if n < MOST else []
            n += 1
    except diagfmt.Error as e:
        return rows, n, e
    return rows, n, None


@functools.lru_cache(maxsize=1)
def count(path, name, **options):
    """How many rows batches have, and the error that ends them."""
    n = 0
    try:
        with diagfmt.scan(path, {name: {"payload": "size"}}, **options) as scan:
            for _, batch in scan:
                n += len(batch)
    except diagfmt.Error as e:
        return n, e
    return n, None


def table_rows(consume, path, name, **options):
    """The first rows, and the error that ends them if it comes before MOST."""
    rows = []
    try:
        for row in itertools.islice(consume(diagfmt.table(path, name, payload="size", **options)), MOST):
            del row["payload_size"]
            rows.append(plain(trees(row, d.by_name[name])))
    except (ValueError, diagfmt.Error) as e:
        return rows, e
    return rows, None


def difference(got, want):
    """What is wrong with rows, or None."""
    if got == want:
        return None
    at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
    return "row %d of %d, %d: %r, not %r" % (at, len(got), len(want), got[at:at + 1], want[at:at + 1])


def compare(consume, batch, path, name, whole=False, **options):
    """What is wrong, or None; how many rows there were. whole: the consumer gives all rows or none."""
    want, n, failed = events(path, name, **options)
    got, error = table_rows(consume, path, name, batch_rows=batch, **options)
    if n >= MOST:
        counted, error = count(path, name, **options)
        if counted != n:
            return "%d rows, not %d" % (counted, n), 0
    if (failed is None) != (error is None):
        return "%s, not %s" % (error, failed), 0
    wrong = None if whole and failed is not None else difference(got, want)
    return (wrong, 0) if wrong else (None, n)


def is_plain(path):
    """The models of derived tables read UTF-8 alone; carriers.c of the harness compares the other encodings with it."""
    with path.open("rb") as file:
        start = file.read(4)
    return corpus.text_in(start) == start


def samples(where):
    for format in diagfmt.formats():
        folder = corpus.folder(".", "apitrace").parent / format if where == "corpus" else pathlib.Path(where) / format
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (where == "corpus" or path.stat().st_size < 1 << 20) and path.suffix not in (
                    ".py", ".json", ".md", ".sh", ".c", ".h", ".tsv", ".jsonl") and (format != "bugreport" or is_plain(path)):
                yield format, path


def undocumented():
    """Derived tables whose columns are others than docs/tables.md says."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    rows = {name: re.findall(r"`(\w+)`", columns)
            for name, columns in re.findall(r"^\| `(\w+\.\w+)` \|[^|]+\| ([^|]+) \|$", text, re.M)}
    shapes = {name: list(d.by_name[name].members) for name in diagfmt.table_names() if d.by_name[name].shape == d.SHAPE_ROW}
    return [name for name in rows.keys() | shapes.keys() if rows.get(name) != shapes.get(name)]


def compare_file(ways, whole, sample):
    """How many comparisons of a file's tables, of how many rows, and what is wrong. ways: consumers, and rows a batch."""
    (format, path), n, rows, bad = sample, 0, 0, []
    for name in diagfmt.table_names():
        if not name.startswith(format + ".") and name != "diagnostic":
            continue
        for options, (consumer, batch) in itertools.product(({}, {"recover": True}), ways):
            wrong, found = compare(consumers_of_run[consumer], batch, path, name, whole, format=format, **options)
            n += 1
            rows += found
            if wrong:
                bad.append("%s of %s %s by %s, %d rows a batch: %s" % (name, path.name, options or "", consumer, batch,
                                                                       wrong[:600]))
    return n, rows, bad


consumers_of_run = {}


def in_processes(function, samples):
    """Results for files, which as many processes as there are processors share."""
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from pool.imap_unordered(function, samples)


def run(where, consumers, whole=False):
    """Of the corpus each consumer has one size of batches, and the files are shared by processes. Where time is short, files
    have their turn."""
    consumers_of_run.update(consumers)
    many = where == "corpus"
    ways = list(zip(consumers, itertools.cycle(BATCHES)) if many else itertools.product(consumers, BATCHES))
    results = (in_processes if many else map)(functools.partial(compare_file, ways, whole), paths.turns(samples(where)))
    n, rows, bad = 0, 0, 0
    for compared, found, wrong in results:
        n += compared
        rows += found
        bad += len(wrong)
        print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    for name in undocumented():
        bad += 1
        print("docs/tables.md has other columns of %s" % name)
    print("%d tables, %d rows, %d wrong" % (n, rows, bad))
    assert n > 100 and rows > 1000
    return bad


if __name__ == "__main__":
    chosen = sys.argv[2:] or list(CONSUMERS)
    sys.exit(1 if run(sys.argv[1], {name: CONSUMERS[name] for name in chosen}) else 0)
