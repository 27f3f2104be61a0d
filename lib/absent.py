#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What stands for a format that a build leaves out, as C.

absent.py NAME                   its writer only
absent.py NAME HEADER.h          the format: its exported functions, from its public header, do nothing

They return NULL, 0, or DFMT_E_UNSUPPORTED, and `*out` of those that make something is NULL: exported symbols never
depend on what is built in.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # not into the sources
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "schema"))
from c_headers import functions  # noqa: E402

OUTPUT = re.compile(r"(dfmt_str|u?int\d+_t) \*(\w+)$")


def parameters(text):
    """Those of a list, as they stand there."""
    return [] if text == "void" else re.split(r",\s*", " ".join(text.split()))


def use(parameter):
    """A place for a number or a string gets zero, as in a call that finds nothing."""
    output = OUTPUT.match(parameter)
    if output:
        return f"if ({output[2]}) *{output[2]} = ({output[1]}){{0}};"
    return "(void)%s;" % re.search(r"(\w+)$", parameter)[1]


def body(result, name, args):
    lines = [use(p) for p in args]
    if name.endswith("_new"):
        lines[-1] = "if (out) *out = NULL;"
    if result == "dfmt_status":
        lines.append("return DFMT_E_UNSUPPORTED;")
    elif result != "void":
        lines.append("return NULL;" if result.endswith("*") else "return 0;")
    return "".join(f"  {line}\n" for line in lines)


def stubs(header):
    for result, name, args in functions(header):
        if name.endswith(("_read_format", "_write_format")):
            continue
        yield f"\n{result}{name}({args}) {{\n{body(result.strip(), name, parameters(args))}}}\n"


def main():
    name = sys.argv[1]
    print(f'#include <diagfmt/{name}.h>\n\n#include "core/absent.h"\n')
    if len(sys.argv) == 2:
        print(f"DFMTI_ABSENT_WRITER({name})")
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        found = list(stubs(file.read()))
    print(f"DFMTI_ABSENT_FORMAT({name}, DFMT_{name.upper()})")
    print("".join(found), end="")


if __name__ == "__main__":
    main()
