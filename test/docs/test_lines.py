#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No line of C, of a header or of a meson.build is longer than 120 characters, as CONTRIBUTING.md has it. There are no
exceptions: what does not fit can be wrapped, tables, comments and string literals too. Characters count, not bytes.
"""
import fnmatch
import sys

from test_licence import ROOT, files

COLUMNS = 120
WHICH = ["*.c", "*.h", "*.cpp", "*.hpp", "meson.build", "*/meson.build"]


def main():
    names = [name for name in files() if any(fnmatch.fnmatch(name, pattern) for pattern in WHICH)]
    bad = ["%s:%d: %d" % (name, number, len(line)) for name in sorted(names)
           for number, line in enumerate((ROOT / name).read_bytes().decode().split("\n"), 1) if len(line) > COLUMNS]
    if bad or not names:
        sys.exit("these lines are longer than %d characters:\n" % COLUMNS + "\n".join(bad))
    print("%d files" % len(names))


if __name__ == "__main__":
    main()
