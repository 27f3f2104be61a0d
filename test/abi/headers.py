#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles every public header alone, included twice: headers.py COMPILER STANDARD INCLUDE_DIR… (headers are in the first)

Exit status 77 if there is no such compiler.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror"]


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    compiler, standard, *folders = sys.argv[1:]
    if not shutil.which(compiler):
        print("skipped: there is no %s" % compiler)
        return 77
    cpp = "++" in standard
    command = [compiler, "-std=" + standard, *WARNINGS, *("-I" + f for f in folders), "-fsyntax-only"]
    command += ["-Wold-style-cast", "-Wzero-as-null-pointer-constant"] if cpp else ["-Wstrict-prototypes"]
    public = pathlib.Path(folders[0]) / "diagfmt"
    headers = sorted(str(h.relative_to(public)) for h in public.rglob("*.h")) + ["version.h"]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / ("alone.cpp" if cpp else "alone.c")
        for name in headers:
            source.write_text("#include <diagfmt/%s>\n#include <diagfmt/%s>\nint alone;\n" % (name, name))
            failed += subprocess.run([*command, str(source)]).returncode != 0
    print("%s -std=%s: %d headers, %d failed" % (compiler, standard, len(headers), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
