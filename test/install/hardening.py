#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is built has the hardening that option `hardening` promises: hardening.py READELF OBJDUMP FILE…"""
import subprocess
import sys


def lacks(readelf, objdump, path):
    """What the file does not have. A protected function begins with a mark for indirect branches, on x86 and ARM."""
    def text(*command):
        return subprocess.run([*command, path], stdout=subprocess.PIPE, text=True, check=True).stdout

    symbols, dynamic, program = (text(readelf, "-W", what) for what in ("--dyn-syms", "-d", "-l"))
    header, code = text(readelf, "-h"), text(objdump, "-d", "--no-show-raw-insn")
    if "__stack_chk_fail" not in symbols:
        yield "no stack protector"
    if "_chk@" not in symbols.replace("__stack_chk", ""):
        yield "no fortified calls"
    if "BIND_NOW" not in dynamic:
        yield "symbols are bound late"
    if "GNU_RELRO" not in program:
        yield "no read-only relocations"
    if "X86-64" in header and "endbr64" not in code or "AArch64" in header and "bti\t" not in code:
        yield "no control-flow protection"


def main():
    readelf, objdump, *files = sys.argv[1:]
    bad = ["%s: %s" % (path, what) for path in files for what in lacks(readelf, objdump, path)]
    print("\n".join(bad) or "%d files are hardened" % len(files))
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
