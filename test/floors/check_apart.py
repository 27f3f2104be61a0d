#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The second scan of share has no function in common with the first: check_apart.py ARCHIVE.

One that shared any would be blind where the first is, and prove nothing. So its objects call each other, what the C library has,
and the tables and memory of the base; nothing else.

check_apart.py --self-test COMPILER...: a call of the first scan is found where it was seeded, as is a table of it.
"""
import os
import re
import subprocess
import sys
import tempfile

SECOND = re.compile(r"(^|[_/.])second(_\w+)?\.(c\.)?o$")
OWN = re.compile(r"dfmto_share_(second|known)_\w+$")
BASE = re.compile(r"dfmti_(table|buf|hash|alloc|zalloc|free|mem)\w*$")
OURS = re.compile(r"dfmt\w*$")  # functions of the C library are not asked about


def nm(archive, what):
    """(member, symbol) of an archive: lines are "ARCHIVE:MEMBER: U SYMBOL"."""
    out = subprocess.run(["nm", "-A", what, archive], check=True, stdout=subprocess.PIPE).stdout.decode()
    for line in out.splitlines():
        yield line[len(archive) + 1:].split(":")[0], line.split()[-1]


def faults(archive):
    used = [(m, s) for m, s in nm(archive, "-u") if SECOND.search(m)]
    made = [(m, s) for m, s in nm(archive, "--defined-only") if SECOND.search(m)]
    if not made:
        yield "no object of the second scan in " + archive
    for member, symbol in sorted(set(used)):
        symbol = symbol.lstrip("_")
        if OURS.match(symbol) and not OWN.match(symbol) and not BASE.match(symbol):
            yield "%s calls %s, which the first scan may use" % (member, symbol)


SEEDED = """#include <stdbool.h>
bool dfmto_share_form_mac(const char *p);
extern const unsigned char dfmto_share_kinds[256];
bool dfmto_share_second_line(const char *p);
bool dfmto_share_second_line(const char *p) { %s }
"""


def self_test(compiler):
    ok = True
    for text, want in (("return *p;", 0), ("return dfmto_share_form_mac(p);", 1), ("return dfmto_share_kinds[0];", 1)):
        with tempfile.TemporaryDirectory() as folder:
            source, made, archive = (os.path.join(folder, n) for n in ("second.c", "share_second.c.o", "a.a"))
            with open(source, "w") as f:
                f.write(SEEDED % text)
            subprocess.run(compiler + ["-c", source, "-o", made], check=True)
            subprocess.run(["ar", "rc", archive, made], check=True)
            found = list(faults(archive))
            if len(found) != want:
                print("FAIL: %r: %s" % (text, found))
                ok = False
    return ok


def main():
    if sys.argv[1] == "--self-test":
        return 0 if self_test(sys.argv[2:]) else 1
    found = list(faults(sys.argv[1]))
    for f in found:
        print("FAIL: " + f)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
