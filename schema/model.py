# SPDX-License-Identifier: MIT
"""The types that the public headers declare: structs with their members, and words with their numbers.

A header says it once; docs/schema.md has what follows from declarations and names, and what comments must say.
"""
import collections
import functools
import pathlib
import re
from os.path import commonprefix

import c_headers
import members
from c_headers import Bad

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMON = "model"  # the group of headers that belong to no format and no operation
FIRST_ROW = 0x8200  # numbers of types without their format: events from 0, structs from 0x8000, then words, then rows
FIRST_STRUCT = 0x8000
TABLES = "_tables"  # after a format's name: the group of its derived tables


class Struct:
    """name: "dfmt_apport_field"; number: an enumerator, None: it is not described; base: whose members it repeats."""

    def __init__(self, name, declared, base=None):
        self.name, self.members, self.base = name, declared, base
        self.number, self.title, self.shape = None, None, None

    def member(self, name):
        return next((m for m in self.members if m.name == name), None)

    def is_tree(self):
        """A node refers to what it stands for by a pointer, as its other members say."""
        return any(m.base == "void" for m in self.members)


class Words:
    """rows: (word, enumerator)"""

    def __init__(self, number, title, shape, prefix, rows):
        self.number, self.title, self.shape, self.prefix, self.rows = number, title, shape, prefix, rows
        self.base = None


class Model:
    """types: {group: [Struct or Words]}, each in the order of numbers; headers: {group: [path]}"""

    def __init__(self, root=ROOT):
        self.headers = groups(root)
        self.group_of, self.header_of, self.comment = {}, {}, {}  # of enumerators
        self.value = {}  # of enumerators: as it is written, until number() is asked for it
        self.blocks = []  # lists of enumerators that stand together
        self.structs = {}
        self.accessors = {}  # {group: [(struct, function)]}
        for group, paths in self.headers.items():
            self.accessors[group] = []
            for path in paths:
                self.read(path, group)
        self.types = {group: self.types_of(group) for group in self.headers}
        self.of_number = {t.number: t for types in self.types.values() for t in types}  # by enumerators
        self.words = [t for t in self.of_number.values() if isinstance(t, Words)]
        for t in self.of_number.values():
            if isinstance(t, Struct) and not t.base:
                members.describe(self, t)

    # ---- reading ----

    def read(self, path, group):
        text = path.read_text("utf-8")
        for block in c_headers.enumerations(text):
            self.blocks.append([e.name for e in block])
            last = None
            for e in block:
                self.group_of[e.name], self.header_of[e.name], self.comment[e.name] = group, path, e.comment
                self.value[e.name] = e.value or (last + " + 1" if last else "0")
                last = e.name
        for name, declared in c_headers.structs(text):
            self.structs[name] = Struct(name, declared)
        for base, name in c_headers.SAME.findall(text):
            self.structs[name] = Struct(name, self.structs[base].members, self.structs[base])
        for result, name, parameters in c_headers.functions(text):
            if name.startswith("dfmt_event_") and parameters == "const dfmt_event *ev" and result.endswith("*"):
                self.accessors[group].append((re.sub(r"const | ?\*", "", result).strip(), name))

    def number(self, name):
        """That of an enumerator."""
        if isinstance(self.value[name], str):
            written, value = re.sub(r"\(u?int32_t\)|[()]", "", self.value[name]), 0
            for term in written.split("|"):
                value |= sum(self.shifted(part) for part in term.split(" + "))
            self.value[name] = value
        return self.value[name]

    def shifted(self, text):
        first, *by = [self.number(t) if t in self.value else int(t.rstrip("uU"), 0) for t in text.strip().split(" << ")]
        return first << sum(by)

    @functools.cache
    def names(self, prefix):
        """What enumerators have behind a prefix, in the order of their numbers."""
        return [n.removeprefix(prefix) for n in sorted(self.value, key=self.number) if n.startswith(prefix)]

    @functools.cache
    def bits(self):
        """Presence bits: {struct: [enumerator]}, in upper case."""
        found = collections.defaultdict(list)
        for name in self.value:
            struct, has, _ = name.partition("_HAS_")
            if has:
                found[struct].append(name)
        return found

    def bits_of(self, struct):
        return self.bits()[struct.name.upper()]

    # ---- what bindings are made from ----

    def libdiagfmt(self):
        """The groups of that library; the others are of libdiagfmt-ops."""
        return [group for group, paths in self.headers.items() if not is_operation(paths)]

    def listed(self, groups):
        return [t for group in groups for t in self.types[group]]

    # ---- types ----

    def is_type(self, name):
        """An enumerator that is the number of a type."""
        group = self.group_of[name].upper()
        return name.startswith(("DFMT_TYPE_", f"DFMT_{group}_TYPE_")) or self.struct_of(name) is not None

    def struct_of(self, number):
        name = number.lower().replace("dfmt_type_", "dfmt_")
        name = self.comment[number].value("struct") or name
        return self.structs.get(name)

    def types_of(self, group):
        numbers = [n for n in self.group_of if self.group_of[n] == group and self.is_type(n)]
        return [self.type_of(number, group) for number in sorted(numbers, key=self.number)]

    def type_of(self, number, group):
        struct = self.struct_of(number)
        title = (struct.name if struct else number).lower().removeprefix("dfmt_").removeprefix("type_")
        if group != COMMON:
            owner = group.removesuffix(TABLES)
            title = owner + "." + title.removeprefix(owner + "_").removeprefix("type_")
        if not struct:
            return self.words_of(number, title)
        struct.number, struct.title = number, title
        struct.shape = self.shape(struct, group)
        return struct

    def shape(self, struct, group):
        if not struct.member("head"):
            return "struct" if struct.members[0].name == "size" else "element"
        number = self.number(struct.number) & 0xFFFF
        if is_operation(self.headers[group]) or number >= FIRST_ROW:
            return "row"
        return "struct" if number >= FIRST_STRUCT else "event"

    def words_of(self, number, title):
        """The enumerators that are named as the type is, or that its comment names: "words DFMT_X_*"."""
        said = re.match(r"(words|bits)(?: (DFMT_\w+?)(_\*| …))?$", self.comment[number].text)
        kind, name, rest = said.groups() if said else ("words", None, None)
        if rest == " …":
            found = [block for block in self.blocks if name in block]
            prefix = re.sub(r"[^_]*$", "", commonprefix(found[0])) if found else ""
        else:
            prefix = f"{name}_" if name else number.replace("TYPE_", "", 1) + "_"
            found = [block for block in self.blocks if self.are_words(block, prefix)]
        if len(found) != 1:
            raise Bad(f"{number}: {len(found)} enumerations could be its words; say which: words DFMT_…_*")
        rows = [(self.word(n, prefix), n) for n in found[0] if "hidden" not in self.comment[n].tags]
        return Words(number, title, "flags" if kind == "bits" else "enum", prefix, rows)

    def are_words(self, block, prefix):
        return all(n.startswith(prefix) and "_HAS_" not in n and not self.is_type(n) for n in block)

    def word(self, name, prefix):
        """A word with hyphens is quoted."""
        quoted = re.match(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', self.comment[name].text)
        return quoted[1] if quoted else name.removeprefix(prefix).lower()

    def words_called(self, name, rest):
        """The words that a comment names: DFMT_X_*, or DFMT_X_FIRST …"""
        for words in self.words:
            if words.prefix == name + "_" if rest == "_*" else any(name == n for _, n in words.rows):
                return words
        if not any(n.startswith(name) for n in self.value):
            raise Bad(f"a comment names {name}{rest}, but nothing is called so")
        return None


def is_operation(paths):
    return paths[0].parent.name == "ops"


def groups(root):
    """{group: headers}. A format has NAME.h and NAME_*.h, until these are public lib/NAME/NAME.h; its tables, and each
    operation, have theirs."""
    folder = root / "include" / "diagfmt"
    formats = {path.parent.name for path in root.glob("lib/*/format.c")} - {COMMON}
    found = {COMMON: []}
    for path in sorted(folder.glob("*.h")):
        name = path.stem.split("_")[0]
        found.setdefault(name if name in formats else COMMON, []).append(path)
    for name in sorted(formats - found.keys()):
        found[name] = [root / "lib" / name / f"{name}.h"]
    for path in sorted((folder / "ops").glob("*.h")):
        name = path.stem.split("_")[0]
        found.setdefault(name + TABLES if name in formats else path.stem, []).append(path)
    return found
