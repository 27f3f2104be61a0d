#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A header takes what it uses, so that a change of one format is no change of all: check_includes.py ROOT

- No header of lib/, tables/, ops/, tools/ and sqlite/ includes an umbrella: a public header that declares nothing, and only
  includes others.
- At most 100 of the sources of lib/, tables/, ops/ and tools/ reach a format's public header by includes.

check_includes.py --self-test: each of these is found where it was seeded.
"""
import os
import re
import sys

from check_floors import LOWER, height

MOST_SOURCES = 100
PARTS = ["lib", "tables", "ops", "tools", "sqlite"]
COUNTED = ("lib/", "tables/", "ops/", "tools/")
# Where a name is looked for that is not beside the file that includes it.
FOLDERS = ["include", "sqlite/include", "lib", "tables", "ops", "tools/diagfmt", "sqlite"]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+\.h)"|<(diagfmt/[^>]+)>)', re.M)
GENERATED = "include/diagfmt/version.h"


def read_tree(root):
    """The text of each C file, by its path below ROOT."""
    texts = {GENERATED: "#define DFMT_VERSION"}
    for part in ["include", *PARTS]:
        for folder, _, names in os.walk(os.path.join(root, part)):
            for name in names:
                if name.endswith((".c", ".h")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        texts[os.path.relpath(path, root).replace(os.sep, "/")] = file.read()
    return texts


def find(texts, path, name):
    places = [os.path.dirname(path), *FOLDERS]
    return next((p for p in (os.path.normpath(f"{place}/{name}") for place in places) if p in texts), None)


def read_includes(texts):
    """For each file those that it includes, and what is said of names that no file has."""
    includes, bad = {}, []
    for path, text in texts.items():
        names = [quoted or public for quoted, public in INCLUDE.findall(text)]
        includes[path] = {find(texts, path, name) for name in names} - {None}
        bad += [f"{path} includes {name}, which is not there" for name in names if not find(texts, path, name)]
    return includes, bad


def reached(includes, path):
    seen, todo = set(), [path]
    while todo:
        new = includes[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


def is_umbrella(path, text):
    code = re.sub(r"/\*.*?\*/|^[ \t]*#[^\n]*", "", text, flags=re.S | re.M)
    return "#include <diagfmt/" in text and path.startswith("include/") and not code.strip()


def format_headers(texts):
    """Public headers that are named after a format: a folder of lib/ on the floor of formats."""
    formats = {path.split("/")[1] for path in texts if re.match("lib/[^/]+/", path)}
    formats = {name for name in formats if height(name) == len(LOWER)}
    return sorted(path for path in texts if re.match("include/diagfmt/[^/]+$", path) and re.split("[/._]", path)[2] in formats)


def check(texts, most=MOST_SOURCES):
    includes, bad = read_includes(texts)
    umbrellas = {path for path, text in texts.items() if is_umbrella(path, text)}
    for path in sorted(includes):
        if path.endswith(".h") and not path.startswith("include/"):
            bad += [f"{path} includes the umbrella {u}" for u in sorted(includes[path] & umbrellas)]
    sources = {path: reached(includes, path) for path in texts if path.endswith(".c") and path.startswith(COUNTED)}
    headers = format_headers(texts)
    if not headers or not umbrellas:
        bad.append("there are no headers of formats, or no umbrella")
    for header in headers:
        n = sum(header in seen for seen in sources.values())
        if n > most:
            bad.append(f"{header} is reached by {n} sources, of which {most} may be")
    return bad


# A tree in which all is well, with at most two sources a format, and what each change of it must bring.
SOUND = {
    GENERATED: "",
    "include/diagfmt/common.h": "/* Strings. */\ntypedef int dfmt_str;",
    "include/diagfmt/apport.h": "#include <diagfmt/common.h>\ntypedef int dfmt_apport;",
    "include/diagfmt/diagfmt.h": "/* All. */\n#ifndef X\n#define X\n#include <diagfmt/apport.h>\n#include <diagfmt/common.h>\n#endif",
    "lib/apport/apport.h": "#include <diagfmt/apport.h>",
    "lib/apport/read.c": '#include "apport.h"',
    "tables/all/tables.h": "#include <diagfmt/common.h>",
    "ops/op/op.h": "#include <diagfmt/common.h>",
    "ops/op/op.c": '#include "op.h"',
    "ops/list/list.c": '#include "op/op.h"\n#include <diagfmt/apport.h>',
    "tools/diagfmt/tool.h": '#include "cli/out.h"',
    "tools/diagfmt/cli/out.h": "#include <diagfmt/common.h>",
    "tools/diagfmt/cli/out.c": '#include "cli/out.h"',
    "sqlite/table.h": "#include <diagfmt/common.h>",
    "sqlite/all.c": "#include <diagfmt/diagfmt.h>",
}
SEEDED = [
    ("lib/apport/apport.h", "#include <diagfmt/diagfmt.h>", "lib/apport/apport.h includes the umbrella"),
    ("ops/op/op.h", " # include <diagfmt/diagfmt.h>", "ops/op/op.h includes the umbrella"),
    ("tools/diagfmt/tool.h", "#include <diagfmt/diagfmt.h>", "tools/diagfmt/tool.h includes the umbrella"),
    ("tables/all/tables.h", "#include <diagfmt/diagfmt.h>", "tables/all/tables.h includes the umbrella"),
    ("sqlite/table.h", "#include <diagfmt/diagfmt.h>", "sqlite/table.h includes the umbrella"),
    ("ops/op/op.c", "#include <diagfmt/diagfmt.h>", "include/diagfmt/apport.h is reached by 3 sources"),
    ("ops/op/op.h", "#include <diagfmt/apport.h>", "include/diagfmt/apport.h is reached by 3 sources"),
    ("tools/diagfmt/cli/out.h", "#include <diagfmt/apport.h>", "include/diagfmt/apport.h is reached by 3 sources"),
    ("ops/op/op.c", '#include "gone.h"', "ops/op/op.c includes gone.h, which is not there"),
    ("include/diagfmt/diagfmt.h", "int dfmt_one;", "there are no headers of formats, or no umbrella"),
]


def self_test():
    bad = check(SOUND, 2)
    assert not bad, bad
    for path, text, expected in SEEDED:
        bad = check({**SOUND, path: text}, 2)
        assert any(expected in line for line in bad), (path, expected, bad)
    print(f"{len(SEEDED)} violations, each found")


def main():
    if sys.argv[1] == "--self-test":
        self_test()
        return 0
    bad = check(read_tree(sys.argv[1]))
    print("\n".join(bad) or "each header takes what it uses")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
