#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares three lists of functions: the headers', the version script's, the shared library's.

    symbols.py MAP SOVERSION HEADERS [LIBRARY]

Also: nodes of the map follow each other and are named after the soname, as the dynamic linker looks for a function by name
and node only; and the library has no data that can be written to.
"""

import pathlib
import re
import subprocess
import sys

DECLARATION = re.compile(r"\bDFMT_API\b[^;()]*?\b(dfmt_\w+)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NODE = re.compile(r"([\w.]+)\s*\{\s*(?:global:)?([^{}]*?)(?:local:\s*\*;\s*)?\}\s*([\w.]*)\s*;", re.S)

# What the compiler's run-time and the C library's start files put there.
NOT_OURS = {"completed.0", "__dso_handle", "__TMC_END__", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__cpu_model",
            "__cpu_features2"}


def declared(headers):
    names = {}
    for path in sorted(headers.glob("*.h")):
        for name in DECLARATION.findall(COMMENT.sub("", path.read_text("utf-8"))):
            if name in names:
                yield "%s is declared in %s and in %s" % (name, names[name], path.name), None
            names[name] = path.name
    yield None, set(names)


def mapped(path):
    """Names by node, in the file's order."""
    nodes, previous = {}, ""
    for node, body, follows in NODE.findall(COMMENT.sub("", path.read_text("utf-8"))):
        if follows != previous:
            raise SystemExit("%s: node %s does not follow %s" % (path, node, previous or "nothing"))
        nodes[node] = [n for n in re.split(r"[;\s]+", body) if n]
        previous = node
    return nodes


def exported(library):
    """name -> node"""
    out = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", library],
                         check=True, capture_output=True, text=True).stdout
    names = {}
    for line in out.splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":
            name, _, node = name.replace("@@", "@").partition("@")
            names[name] = node
    return names


def writable(library):
    """Objects in sections that stay writable."""
    out = subprocess.run(["readelf", "-SW", library], check=True, capture_output=True, text=True).stdout
    sections = {n for n, name in re.findall(r"\[ *(\d+)\] (\S+)", out)
                if name.startswith((".data", ".bss", ".tdata", ".tbss")) and not name.startswith(".data.rel.ro")}
    out = subprocess.run(["readelf", "-sW", library], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        cells = line.split()
        if len(cells) == 8 and cells[3] in ("OBJECT", "TLS") and cells[6] in sections and cells[7] not in NOT_OURS:
            yield cells[7]


def differences(what, have, where, want):
    for name in sorted(have - want):
        yield "%s: %s, but not %s" % (name, what, where)


def main():
    if len(sys.argv) not in (4, 5):
        raise SystemExit(__doc__)
    complaints = []
    headers = set()
    for complaint, names in declared(pathlib.Path(sys.argv[3])):
        complaints += [complaint] if complaint else []
        headers = names or headers
    nodes = mapped(pathlib.Path(sys.argv[1]))
    complaints += ["node %s is not one of soname %s" % (n, sys.argv[2])
                   for n in nodes if not re.fullmatch(r"DIAGFMT_(OPS_)?%s\.\d+" % sys.argv[2], n)]
    listed = [n for names in nodes.values() for n in names]
    complaints += ["%s stands in the map twice" % n for n in sorted({n for n in listed if listed.count(n) > 1})]
    complaints += differences("declared in a header", headers, "in the map", set(listed))
    complaints += differences("in the map", set(listed), "declared in a header", headers)
    if len(sys.argv) == 5:
        library = exported(sys.argv[4])
        complaints += differences("exported", set(library), "in the map", set(listed))
        complaints += differences("in the map", set(listed), "exported", set(library))
        complaints += ["%s is exported from node %s" % (n, library[n])
                       for node, names in nodes.items() for n in names if library.get(n, node) != node]
        complaints += ["%s can be written to" % n for n in writable(sys.argv[4])]
    print("\n".join(complaints) or "%d functions" % len(listed))
    return 1 if complaints or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
