#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The operations that the public headers have, and what gives and takes their results, as macros of C: so a test goes
through all of them, and through one that comes later: list_operations.py HEADER..."""

import pathlib
import re
import sys

# A macro for each form of a function of operations.
FORMS = [
    ("NEW", r"dfmt_(\w+)_new\(const dfmt_config \*c, dfmt_op \*\*out\)"),
    ("ROWS", r"(\w+)\(dfmt_op \*op, uint32_t \w+, dfmt_rows \*\*out\)"),
    ("SINK", r"(\w+_to)\(dfmt_op \*op, dfmt_sink \*\w+\)"),
    ("FOLDER", r"(\w+_to)\(dfmt_op \*op, int32_t \w+\)"),
    ("DOCUMENT", r"(\w+)\(dfmt_op \*op, uint32_t \w+, const dfmt_flame_look \*\w+, dfmt_sink \*\w+\)"),
]

headers = [pathlib.Path(h) for h in sys.argv[1:]]
text = re.sub(r"\s+", " ", "".join(h.read_text() for h in headers))
for h in headers:
    print("#include <diagfmt/ops/%s>" % h.name)
for macro, form in FORMS:
    found = re.findall(r"DFMT_API dfmt_status %s;" % form, text)
    if not found:
        sys.exit("no function of operations looks like " + form)
    print("#define EACH_%s(X) %s" % (macro, " ".join("X(%s)" % name for name in found)))
