#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The floors of lib/: each uses those below it alone.

check_floors.py LIBRARY.a LIB_FOLDER    what points up or sideways, and circles of objects; exit status 1 if there is any
check_floors.py --self-test CC...       whether each kind of violation is found, in a small tree made for this

A floor is a folder. An object is named after its folder: base_mem.c.o was made of base/mem.c; one that is generated
for a format after that. Folders that are not in LOWER or ROOF are formats, which are on one floor and know nothing of
each other. What comes from outside of lib/, and so is named after "..", is others' code: any floor but the lowest may
use it.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

LOWER = [["base", ".."], ["io"], ["codec"], ["carrier"], ["zip"], ["model"], ["core", "lines"], ["scan"], ["rows"]]
ROOF = "roof"


def height(floor):
    for level, names in enumerate(LOWER):
        if floor in names:
            return level
    return len(LOWER) + (floor == ROOF)


def goes_down(floor, to):
    return floor == to or height(floor) > height(to)


def read_symbols(library):
    """For each object the symbols that it needs, and for each symbol the object that defines it."""
    needs, defined = collections.defaultdict(set), {}
    for line in subprocess.run(["nm", "-A", "-P", library], capture_output=True, text=True, check=True).stdout.splitlines():
        match = re.fullmatch(r".*?([^/\[\]:]+\.o)\]?: (\S+) (\S).*", line)
        if not match:
            continue
        obj, name, kind = match.groups()
        obj = obj.removeprefix("meson-generated_.._")
        if kind == "U":
            needs[obj].add(name)
        elif kind.isupper() or kind in "vw":
            defined.setdefault(name, obj)
    return needs, defined


def circles(graph):
    """The strongly connected components of more than one node (Tarjan, without recursion)."""
    number, low, path, todo, found = {}, {}, [], [], []
    for root in graph:
        if root not in number:
            todo.append((root, None))
        while todo:
            node, rest = todo.pop()
            if rest is None:
                number[node] = low[node] = len(number)
                path.append(node)
                rest = iter(sorted(graph[node]))
            for to in rest:
                if to not in number:
                    todo += [(node, rest), (to, None)]
                    break
                if to in path:
                    low[node] = min(low[node], low[to])
            else:
                if low[node] == number[node]:
                    group = path[path.index(node):]
                    del path[path.index(node):]
                    if len(group) > 1:
                        found.append(sorted(group))
    return found


def check_circles(needs, defined):
    graph = {obj: {defined[name] for name in needs[obj] & defined.keys()} - {obj} for obj in {*needs, *defined.values()}}
    return ["a circle of objects: " + " ".join(group) for group in circles(graph)]


def check_symbols(library):
    needs, defined = read_symbols(library)
    if not defined:
        return [f"{library} has no symbols"]
    bad = []
    for obj in sorted(needs):
        for name in sorted(needs[obj] & defined.keys()):
            to = defined[name]
            if to == obj:
                continue
            if not goes_down(obj.split("_")[0], to.split("_")[0]):
                bad.append(f"{obj} needs {name} of {to}")
    for name, obj in sorted(defined.items()):
        floor = obj.split("_")[0]
        if height(floor) == len(LOWER) and floor not in name:
            bad.append(f"{obj} has {name}, which does not carry the format's name")
    return bad + check_circles(needs, defined)


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


def check_file(folder, floor, name, formats):
    bad = []
    with open(os.path.join(folder, floor, name), encoding="utf-8") as file:
        text = without_comments(file.read())
    foreign = [f for f in formats if f != floor] if floor != ROOF else []
    # The numbers of errors are one list for all floors (diagfmt/errors.h): zip and base64 have theirs from the format
    # that needed them first.
    names = re.compile(rf"(?i)\bdfmti?_{'(?!err_)' if floor not in formats else ''}(?:\w*?_)??({'|'.join(formats)})(?:_|\b)")
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{floor}/{name}:{number}"
        include = re.match(r'\s*#\s*include\s*"(?:([^"]*)/)?[^"/]+"', line)
        if include and include[1] and not goes_down(floor, include[1]):
            bad.append(f"{place} includes {include[1]}/")
        # A name is of the first format in it: DFMT_BUGREPORT_LOG is not of the format log.
        of = {name.lower() for name in names.findall(line)} | set(re.findall(r"<diagfmt/(\w+)\.h>", line))
        bad += [f"{place} names {other}: {line.strip()}" for other in foreign if other in of]
    return bad


def check_files(folder):
    floors = sorted(f for f in os.listdir(folder) if os.path.isdir(os.path.join(folder, f)))
    formats = [f for f in floors if height(f) == len(LOWER)]
    bad = []
    for floor in floors:
        for name in sorted(os.listdir(os.path.join(folder, floor))):
            if name.endswith((".c", ".h")):
                bad += check_file(folder, floor, name, formats)
    return bad


def check(library, folder):
    return check_symbols(library) + check_files(folder)


# A tree in which all is well, and what each change of it must bring.
SOUND = {
    "base/mem.c": "int mem(void) { return 1; }",
    "../subprojects/csnappy/expand.c": "int expand(void) { return 1; }",
    "codec/snappy.c": "int expand(void); int unsnappy(void); int unsnappy(void) { return expand(); }",
    "core/reader.c": '#include "base/mem.h"\nint mem(void); int reader(void); int reader(void) { return mem(); }',
    "apport/read.c": "int reader(void); int read_apport(void) { return reader(); } /* as DFMT_APITRACE does */",
    "apitrace/read.c": "int reader(void); int read_apitrace(void) { return reader(); }",
    "roof/formats.c": "int read_apport(void), DFMT_APPORT; int all(void) { return read_apport(); }",
}
SEEDED = [
    ("base/up.c", "int reader(void); int up(void) { return reader(); }", "base_up.c.o needs reader"),
    ("base/others.c", "int expand(void); int others(void) { return expand(); }", "base_others.c.o needs expand"),
    ("apport/side.c", "int read_apitrace(void); int side(void) { return read_apitrace(); }", "needs read_apitrace"),
    ("apport/roof.c", "int all(void); int roof(void) { return all(); }", "needs all of roof_formats.c.o"),
    ("apport/nameless.c", "int nameless(void) { return 0; }", "apport_nameless.c.o has nameless"),
    ("base/up.h", '#include "core/reader.h"', "base/up.h:1 includes core/"),
    ("apport/side.h", '#include "apitrace/read.h"', "apport/side.h:1 includes apitrace/"),
    ("apport/up.h", '#include "../base/mem.h"', "apport/up.h:1 includes ../base/"),
    ("apport/names.h", "enum { X = DFMT_APITRACE_CALL };", "apport/names.h:1 names apitrace"),
    ("apport/errors.h", "enum { X = DFMT_ERR_APITRACE_TREE };", "apport/errors.h:1 names apitrace"),
    ("apport/events.h", "int dfmt_event_apitrace_apport(void);", "apport/events.h:1 names apitrace"),
    ("core/names.h", "\n#include <diagfmt/apport.h>", "core/names.h:2 names apport"),
    ("base/circle.c", "int mem2(void); int circle(void) { return mem2(); }", "a circle of objects: base_circle.c.o base_mem2.c.o"),
]


def build_and_check(files, compiler):
    with tempfile.TemporaryDirectory() as folder:
        library, objects = os.path.join(folder, "library.a"), []
        for name, text in files.items():
            path = os.path.join(folder, "lib", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            if name.endswith(".c"):
                objects.append(os.path.join(folder, name.replace("/", "_") + ".o"))
                source = re.sub(r"#include.*", "", text)
                subprocess.run([*compiler, "-x", "c", "-w", "-c", "-", "-o", objects[-1]], input=source, text=True, check=True)
        subprocess.run(["ar", "rcs", library, *objects], check=True)
        return check(library, os.path.join(folder, "lib"))


def self_test(compiler):
    bad = build_and_check(SOUND, compiler)
    assert not bad, bad
    for name, text, expected in SEEDED:
        files = {**SOUND, name: text}
        if "mem2" in text:
            files["base/mem2.c"] = "int circle(void); int mem2(void) { return circle(); }"
        bad = build_and_check(files, compiler)
        assert any(expected in line for line in bad), (name, expected, bad)
    print(f"{len(SEEDED)} violations, each found")


def main():
    if sys.argv[1] == "--self-test":
        self_test(sys.argv[2:])
        return 0
    bad = check(sys.argv[1], sys.argv[2])
    print("\n".join(bad) or "every arrow points down")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
