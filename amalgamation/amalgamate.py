#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The whole library as diagfmt.c and diagfmt.h: amalgamate.py FOLDER DEPFILE ROOT VERSION_H GROUP FILE...

The files are those of ROOT/lib, each after the group that it is of: "all", the name of a format, or that with ":writer",
"roof", and "windows", which is last, as the system's headers define macros of short names. The order within a group is
always the same. What is compiled is chosen by macros, which start.c explains.

The headers inside come first, each after those it includes, then the sources. Sources have short names for what is
their own: such a name that another file has, too, becomes FOLDER_FILE_NAME. That is done in the text, as a macro would
replace the members of structs that have such a name.
"""
import collections
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # not into the sources
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "schema"))
from c_names import declared, macros, renamed  # noqa: E402
import generate  # noqa: E402
from model import COMMON, Model  # noqa: E402

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)"[^\n]*\n', re.M)
PUBLIC = re.compile(r"^[ \t]*#[ \t]*include <(diagfmt/[^>]+)>[^\n]*\n", re.M)
EXTENSIONS = re.compile(r"^#define _(GNU_SOURCE|XOPEN_SOURCE|CRT_RAND_S).*\n", re.M)
ONLY_IF = {"source_file.c": "!defined(_WIN32)", "sink_file.c": "!defined(_WIN32)", "new_file.c": "!defined(_WIN32)",
           "holes.c": "!defined(_WIN32)",
           "snappy_libsnappy.c": "defined(DFMT_WITH_SNAPPY) && !defined(DFMT_WITH_CSNAPPY)",
           "snappy_csnappy.c": "defined(DFMT_WITH_CSNAPPY)"}
OTHERS = {"compress"}  # names that zlib and systems have
LICENCE = "/* SPDX-License-" "Identifier: MIT */\n"  # in two parts, or it would be taken for this file's


class Tree:
    """The files of a source tree, read once."""

    def __init__(self, root, version_h):
        self.root, self.lib, self.version_h = root, root / "lib", version_h
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = path.read_text(encoding="utf-8").replace(LICENCE, "", 1)
        return self.texts[path]

    def included(self, path):
        """The headers inside that a file includes, in order."""
        found = [self.find(path, name) for name in INCLUDE.findall(self.text(path)) if name.endswith(".h")]
        return [header for header in found if header]

    def find(self, path, name):
        here = path.parent / name
        return here if here.exists() else self.lib / name

    def public(self, name):
        return self.version_h if name == "diagfmt/version.h" else self.root / "include" / name


def with_headers(tree, path, seen):
    """What a file includes, and then itself; what is seen already is left out."""
    if path in seen:
        return
    seen.add(path)
    for header in tree.included(path):
        yield from with_headers(tree, header, seen)
    yield path


def public_header(tree, name, seen):
    """A public header with those it includes in their places."""
    if name in seen:
        return ""
    seen.add(name)
    return PUBLIC.sub(lambda m: public_header(tree, m[1], seen), tree.text(tree.public(name)))


class Names:
    """Names that several files have for something of their own, and what they become in each."""

    def __init__(self, tree, files):
        self.tree = tree
        self.own = {path: {n for n in declared(tree.text(path)) if not n.startswith(("dfmt", "DFMT"))} for path in files}
        count = collections.Counter(name for names in self.own.values() for name in names)
        self.many = {name for name, n in count.items() if n > 1 or name in OTHERS}

    def of(self, path):
        """Of a file, and of the headers that it sees."""
        names = {}
        for file in with_headers(self.tree, path, set()):
            where = "_".join(file.relative_to(self.tree.lib).with_suffix("").parts)
            names.update({name: f"{where}_{name}" for name in sorted(self.own[file] & self.many)})
        return names


def formats_def(formats):
    """What @formats@ stands for in lib/roof/formats.def.in, by the macros."""
    return "\n".join(f"#ifdef DFMT_WITHOUT_{name.upper()}\nDFMTI_ABSENT({name})\n#else\nDFMTI_FORMAT({name})\n#endif"
                     for name in formats)


class Sources:
    def __init__(self, tree, groups):
        self.tree, self.groups, self.model = tree, groups, Model(tree.root)
        self.formats = [name for name in groups if name not in ("all", "roof", "windows") and ":" not in name]
        files, self.headers = set(), []
        for path in [path for paths in groups.values() for path in paths]:
            self.headers += [p for p in with_headers(tree, path, files) if p.suffix == ".h"]
        self.names = Names(tree, sorted(files))

    def piece(self, path):
        """A file's text, without what is somewhere else now."""
        text = EXTENSIONS.sub("", PUBLIC.sub("", self.tree.text(path)))
        text = renamed(INCLUDE.sub(lambda m: self.in_place(path, m[1]), text), self.names.of(path))
        title = path.relative_to(self.tree.root).as_posix()
        mine = macros(self.tree.text(path)) if path.suffix == ".c" else []
        undo = "".join(f"#undef {name}\n" for name in mine if not name.startswith("_"))
        piece = f"{text.strip()}\n{undo}"
        if path.name in ONLY_IF:
            piece = f"#if {ONLY_IF[path.name]}\n{piece}#endif\n"
        return f"\n/* ---- {title} ---- */\n{piece}"

    def in_place(self, path, name):
        """Lists are included where they are wanted; headers are there already."""
        if name == "formats.def":
            return self.tree.text(path.with_name("formats.def.in")).replace("@formats@", formats_def(self.formats))
        return self.tree.text(self.tree.find(path, name)).strip() + "\n" if name.endswith(".def") else ""

    def pieces(self, group):
        return "".join(self.piece(path) for path in self.groups[group])

    def described(self, group):
        """The descriptions of a format's types, or of the common ones."""
        text = INCLUDE.sub("", PUBLIC.sub("", generate.source(self.model, group)))
        return f"\n/* ---- {group}_types.c ---- */\n{text.replace(LICENCE, '', 1).strip()}\n"

    def absent(self, *args):
        done = subprocess.run([sys.executable, "-B", self.tree.lib / "absent.py", *args], capture_output=True, text=True,
                              check=True)
        return INCLUDE.sub("", PUBLIC.sub("", done.stdout)).strip() + "\n"

    def format(self, name):
        """A format, or what stands for it."""
        upper = name.upper()
        header = self.tree.root / "include" / "diagfmt" / f"{name}.h"
        return (f"\n#ifndef DFMT_WITHOUT_{upper}\n{self.described(name)}{self.pieces(name)}"
                f"\n#ifndef DFMT_WITHOUT_{upper}_WRITER\n{self.pieces(name + ':writer')}"
                f"\n#else\n{self.absent(name)}#endif\n"
                f"\n#else\n{self.absent(name, header)}#endif\n")

    def write(self, start, out):
        out.write(LICENCE + start + choices(self.formats))
        for path in self.headers:
            out.write(self.piece(path))
        out.write(self.described(COMMON) + self.pieces("all"))
        for name in self.formats:
            out.write(self.format(name))
        out.write(self.pieces("roof"))
        out.write(self.pieces("windows"))


def choices(formats):
    """Who wants no writers wants none of each format's; a format that is not there has none."""
    return "".join(f"\n#if defined(DFMT_WITHOUT_WRITERS) || defined(DFMT_WITHOUT_{name.upper()})\n"
                   f"#undef DFMT_WITHOUT_{name.upper()}_WRITER\n#define DFMT_WITHOUT_{name.upper()}_WRITER\n#endif\n"
                   for name in formats)


def read_groups(tree, args):
    """Group: its files. What several formats have in common is for all."""
    groups, group = {"all": []}, "all"
    for arg in args:
        if not arg.endswith(".c"):
            group = arg
            groups.setdefault(group, [])
            continue
        groups[group].append((tree.lib / pathlib.Path(arg).resolve().relative_to(tree.lib)))
    return shared_by_formats(groups)


def shared_by_formats(groups):
    groups = {name: list(dict.fromkeys(paths)) for name, paths in groups.items()}
    count = collections.Counter(path for paths in groups.values() for path in paths)
    shared = list(dict.fromkeys(path for paths in groups.values() for path in paths if count[path] > 1))
    left = {name: [path for path in paths if path not in shared] for name, paths in groups.items()}
    left["all"] += shared
    return {name: sorted(paths) for name, paths in left.items()}


def main(folder, depfile, root, version_h, *args):
    root, folder = pathlib.Path(root).resolve(), pathlib.Path(folder)
    tree = Tree(root, pathlib.Path(version_h))
    with open(folder / "diagfmt.h", "w", encoding="utf-8", newline="\n") as out:
        out.write(LICENCE + public_header(tree, "diagfmt/diagfmt.h", set()))
    with open(folder / "diagfmt.c", "w", encoding="utf-8", newline="\n") as out:
        Sources(tree, read_groups(tree, args)).write(tree.text(root / "amalgamation" / "start.c"), out)
    pathlib.Path(depfile).write_text(f"{folder}/diagfmt.c: {' '.join(map(str, tree.texts))}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
