#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The extension's objects stand on those below them: check_sqlite.py OBJECTS

OBJECTS is an archive of them. No objects form a circle, and what one shows to others begins with dfmti_sql_, or is
exported. Names with a dot are the compiler's.

check_sqlite.py --self-test COMPILER…: each of these is found where it was seeded.
"""
import os
import subprocess
import sys
import tempfile

from check_floors import check_circles, read_symbols

EXPORTED = {"dfmt_sqlite_open_file", "dfmt_sqlite_register", "sqlite3_diagfmtsqlite_init"}


def check(objects):
    needs, defined = read_symbols(objects)
    if not defined:
        return ["%s has no symbols" % objects]
    bad = ["%s shows %s" % (obj, name) for name, obj in sorted(defined.items())
           if not name.startswith("dfmti_sql_") and name not in EXPORTED and "." not in name]
    return bad + check_circles(needs, defined)


SOUND = {
    "basics.c": "int dfmti_sql_one(void) { return 1; }",
    "extension.c": "int dfmti_sql_one(void); int dfmt_sqlite_register(void) { return dfmti_sql_one(); }",
}
SEEDED = [
    ({"names.c": "int names(void) { return 1; }"}, "names.c.o shows names"),
    ({"basics.c": "int dfmt_sqlite_register(void); int dfmti_sql_one(void) { return dfmt_sqlite_register(); }"},
     "a circle of objects: basics.c.o extension.c.o"),
]


def build_and_check(files, compiler):
    with tempfile.TemporaryDirectory() as folder:
        objects, archive = [], os.path.join(folder, "objects.a")
        for name, text in files.items():
            objects.append(os.path.join(folder, name + ".o"))
            subprocess.run([*compiler, "-x", "c", "-w", "-O0", "-c", "-", "-o", objects[-1]], input=text, text=True, check=True)
        subprocess.run(["ar", "rcs", archive, *objects], check=True)
        return check(archive)


def self_test(compiler):
    bad = build_and_check(SOUND, compiler)
    assert not bad, bad
    for files, expected in SEEDED:
        bad = build_and_check({**SOUND, **files}, compiler)
        assert bad == [expected], (expected, bad)
    print("%d violations, each found" % len(SEEDED))


def main():
    if sys.argv[1] == "--self-test":
        self_test(sys.argv[2:])
        return 0
    bad = check(sys.argv[1])
    print("\n".join(bad) or "every object stands on those below it")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
