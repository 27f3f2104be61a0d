#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every table of every sample has the rows in SQL that JSON lines have; of small files each column alone has its values.

usage: test_values.py EXTENSION SAMPLES | EXTENSION corpus
"""
import functools
import sys

from expected import connect, d, events, function, parsed, rows, tables


@functools.lru_cache(maxsize=1)
def format_of(path):
    """What the content says, which can be other than the folder; None: nothing that is known."""
    try:
        return tables.diagfmt.tables(path)[0].split(".")[0]
    except tables.diagfmt.Error:
        return None


def compare(db, path, name, recover):
    """What is wrong, or None; how many rows there were."""
    options = {"recover": True} if recover else {}
    want, n, failed = events(path, name, **options)
    if format_of(path) not in (None, name.split(".")[0]) and name != "diagnostic":
        failed = "the tables of another format"
    call = "%s(?, '%s')" % (function(name), "recover" if recover else "fail")
    got, error = rows(db, "SELECT *, payload_size AS _ FROM " + call, str(path), most=tables.MOST)  # payloads are read
    got = [parsed(row, d.by_name[name]) for row in got]
    for row in got:
        del row["_"]
    if n >= tables.MOST:
        wrong, error = compare_number(db, call, path, n, failed)
        if wrong:
            return wrong, 0
    if (failed is None) != (error is None):
        return "%s, not %s" % (error, failed), 0
    if error and str(path) not in str(error):
        return "an error without the file: %s" % error, 0
    if not (error and got == want[:-1]) and (wrong := tables.difference(got, want)):
        return wrong, 0
    if not error and (wrong := compare_columns(db, path, name, call, want)):
        return wrong, 0
    return None, n


def compare_number(db, call, path, n, failed):
    """What is wrong with the number of rows, or None; and the error of counting them, which gives no number then."""
    found, error = rows(db, "SELECT count(*) AS n FROM %s" % call, str(path))
    wrong = not failed and found != [{"n": n}]
    return "%r rows, not %d" % (found, n) if wrong else None, error


def compare_columns(db, path, name, call, want):
    """Columns one by one, which are all that a scan is asked for then; and none."""
    if path.stat().st_size > SMALL or any(row is tables.ANY for row in want):
        return None
    if db.execute("SELECT count(*) FROM " + call, [str(path)]).fetchone() != (len(want),):
        return "count(*) is not %d" % len(want)
    for column in want[0] if want else []:
        got, error = rows(db, 'SELECT "%s" FROM %s' % (column, call), str(path))
        values = [parsed({**dict.fromkeys(want[0]), **row}, d.by_name[name])[column] for row in got]
        if error or values != [row[column] for row in want]:
            return "column %s alone: %s" % (column, error)
    return None


def compare_file(sample):
    """How many comparisons of a file's tables, of how many rows, and what is wrong."""
    (format, path), n, total, bad = sample, 0, 0, []
    db = connect(sys.argv[1])
    for name in d.by_name:
        if name not in NAMES or name.split(".")[0] not in (format, "diagnostic"):
            continue
        for recover in False, True:
            wrong, found = compare(db, path, name, recover)
            n += 1
            total += found
            if wrong:
                bad.append("%s of %s%s: %s" % (name, path.name, " recovered" if recover else "", wrong[:600]))
    db.close()
    return n, total, bad


def main():
    n = total = bad = 0
    many = sys.argv[2] == "corpus"
    for compared, found, wrong in (tables.in_processes if many else map)(compare_file, tables.paths.turns(tables.samples(sys.argv[2]))):
        n += compared
        total += found
        bad += len(wrong)
        print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    print("%d tables, %d rows, %d wrong" % (n, total, bad))
    assert n > 100 and total > 1000
    return bad


SMALL = 4096  # bytes
NAMES = set(tables.diagfmt.table_names())
if __name__ == "__main__":
    sys.exit(1 if main() else 0)
