#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libdiagfmt-ops stands on public headers, and its folders on those below: check_ops.py LIBRARY DIR TABLES MAP BASE…

LIBRARY is the static library, DIR the sources of operations, TABLES those of derived tables, MAP its version script, BASE
the files of lib/base/ that it shares with libdiagfmt. `demangle` knows names alone, `op` has what all operations have, `entry` what records are called, `select` which are wanted; text, profile and
heap are what others write values and count with, `share` is what `convert` takes names out with, and that has the output
that `repair` writes to; `roof` lists them all.

Derived tables are below all operations: descriptions of rows, which are generated from public headers, then `rules` has lists of
names, `derived` what all tables have, `android` what reports of crashes consist of, `crash` the tables of these, for each format that has such lines;
then come formats, of which none knows another; `all` lists them.

- Of libdiagfmt's inside nothing is included but headers of BASE and headers without code; and nothing is called.
- It never prints, exits or asks the environment, and nothing in it can be written to.
- An object calls none of a folder that is not below its own, and objects form no circle.
- What an object shows to others begins with dfmto_ and its folder, or is exported; op/ names what all folders use.
  So do tags of structs, unions and enumerations that begin with dfmto_, and no tag stands for two. Names with a dot are
  the compiler's: on i686 each object has functions that tell where they were called from.
- What an object of tables shows to others begins with dfmti_, and in a format's folder it has the format's name.

check_ops.py --self-test COMPILER…: each of these is found where it was seeded.
"""
import functools
import os
import re
import subprocess
import sys
import tempfile

from check_floors import check_circles, read_symbols

DESCRIBED = "described"  # the objects that are generated
TABLES = [DESCRIBED, "rules", "derived", "android", "crash"]  # the lowest; formats are above them
ALL = "all"  # of tables
LOWER = ["demangle", "op", "entry", "select", "text", "profile", "heap", "share", "convert"]
ROOF = "roof"
FREE = "op", ROOF  # what these have belongs to all
# Of libdiagfmt: macros and inline functions over public structs.
WITHOUT_CODE = {"base/calendar.h", "base/fetch.h", "base/growth.h", "base/little_endian.h", "base/str.h"}
FORBIDDEN = set("""
_exit _Exit abort atexit clearenv err errx execve exit fork fputc fputs getenv perror popen printf putc putchar putenv
puts quick_exit raise secure_getenv setenv setlocale signal stderr stdin stdout syslog system unsetenv vfprintf vprintf
warn warnx __printf_chk __vprintf_chk
""".split())
STDIO = {"fprintf", "__fprintf_chk", "fwrite"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def height(folder, tables):
    """tables: the folders that are tables'."""
    if folder in tables:
        return len(TABLES) + 1 if folder == ALL else TABLES.index(folder) if folder in TABLES else len(TABLES)
    floor = len(LOWER) + 1 if folder == ROOF else LOWER.index(folder) if folder in LOWER else len(LOWER)
    return len(TABLES) + 2 + floor


def without_comments(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), file.read(), flags=re.S)


def includes(path):
    for number, line in enumerate(without_comments(path).splitlines(), 1):
        if found := re.match(r'\s*#\s*include\s*"([^"]+)"', line):
            yield number, found[1]


def may_include(folder, header, folders, tables, base):
    to, _, name = header.rpartition("/")
    if not to or to == folder:
        return True
    if to in folders:
        return height(to, tables) < height(folder, tables)
    return header in WITHOUT_CODE or (to == "base" and os.path.splitext(name)[0] in base)


def folders_of(top):
    return sorted(f for f in os.listdir(top) if os.path.isdir(os.path.join(top, f)))


def check_files(top, folders, tables, base):
    """top: of operations or of tables; folders: of both."""
    for folder in folders_of(top):
        for name in sorted(os.listdir(os.path.join(top, folder))):
            if name.endswith((".c", ".h")):
                yield from ("%s/%s:%d includes %s" % (folder, name, number, header)
                            for number, header in includes(os.path.join(top, folder, name))
                            if not may_include(folder, header, folders, tables, base) or is_elsewhere(top, folder, header))


def is_elsewhere(top, folder, header):
    """A header of the folder's name that is not in it: libdiagfmt has folders that are called so, too."""
    return header.startswith(folder + "/") and not os.path.exists(os.path.join(top, header))


def is_named_for(name, folder):
    """Whether a name of the library's inside tells its folder."""
    return folder in FREE or re.match(r"dfmto_%s(_|$)" % re.escape(folder), name)


def is_of_tables(name, folder):
    """The same of a table's."""
    return name.startswith("dfmti_") and (folder in TABLES or "_%s" % folder in name)


def check_tags(top):
    """Of structs, unions and enumerations."""
    seen = {}
    for folder in sorted(f for f in os.listdir(top) if os.path.isdir(os.path.join(top, f))):
        for name in sorted(os.listdir(os.path.join(top, folder))):
            if name.endswith((".c", ".h")):
                where = "%s/%s" % (folder, name)
                for tag in re.findall(r"\b(?:struct|union|enum)\s+(dfmto_\w+)\s*\{", without_comments(os.path.join(top, where))):
                    if not is_named_for(tag, folder):
                        yield "%s: the tag %s does not begin with dfmto_%s" % (where, tag, folder)
                    if seen.setdefault(tag, where) != where:
                        yield "%s: the tag %s stands for something else in %s" % (where, tag, seen[tag])


def symbols(library):
    """(object, kind, name) of all external symbols."""
    for line in run("nm", "-A", "-P", "-g", library).splitlines():
        where, name, kind, *_ = line.split()
        yield re.search(r"\[([^\]]+)\]", where)[1].replace("meson-generated_.._", ""), kind, name


def writable(library):
    """Objects in sections that stay writable."""
    for line in run("objdump", "-t", library).splitlines():
        found = re.match(r"[0-9a-f]+ .{6}O (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)", line)
        if found and re.match(r"\.(data|bss|tdata|tbss)(?!\.rel\.ro)", found[1]):
            yield found[2]


def defined_by(sources, names):
    """Those of the names that some file defines: a line begins with it, or with its type."""
    text = "\n".join(open(path, encoding="utf-8").read() for path in sources)
    return {name for name in names if re.search(r"^\w[\w \*]*\b%s\(" % re.escape(name), text, re.M)}


def check_symbols(library, exported, tables, base):
    found = list(symbols(library))
    own = {name for _, kind, name in found if kind not in "Uw"}
    needed = {name for _, kind, name in found if kind == "U"} - own
    inside = {name for name in needed if name.startswith("dfmti_")}
    shared = defined_by(base, inside)
    for obj, kind, name in found:
        if kind == "U" and (name in FORBIDDEN | STDIO or name in inside - shared):
            yield "%s calls %s" % (obj, name)
        elif kind not in "Uw" and name not in exported and "." not in name:
            if folder_of(obj) in tables:
                if not is_of_tables(name, folder_of(obj)):
                    yield "%s shows %s, which does not begin with dfmti_ and %s" % (obj, name, folder_of(obj))
            elif not name.startswith("dfmto_"):
                yield "%s shows %s, which is neither exported nor begins with dfmto_" % (obj, name)
            elif not is_named_for(name, folder_of(obj)):
                yield "%s shows %s, which does not begin with dfmto_%s" % (obj, name, folder_of(obj))
    yield from ("%s can be written to" % name for name in writable(library))


def folder_of(obj):
    name = os.path.basename(obj)
    return DESCRIBED if name.endswith("_tables_types.c.o") else name.split("_")[0]


def check_calls(library, tables):
    """Between objects: down, or within a folder and not in a circle."""
    needs, defined = read_symbols(library)
    for obj in sorted(needs):
        for name in sorted(needs[obj] & defined.keys()):
            here, there = folder_of(obj), folder_of(defined[name])
            if here != there and height(there, tables) >= height(here, tables):
                yield "%s calls %s of %s" % (obj, name, there)
    yield from check_circles(needs, defined)


def check(library, top, tables_top, version_script, base):
    with open(version_script, encoding="utf-8") as file:
        exported = set(re.findall(r"\b(dfmt_\w+);", file.read()))
    names = {os.path.splitext(os.path.basename(path))[0] for path in base}
    tables = [*folders_of(tables_top), DESCRIBED]
    folders = folders_of(top) + tables
    return [*check_files(top, folders, tables, names), *check_files(tables_top, folders, tables, names), *check_tags(top),
            *check_symbols(library, exported, tables, base), *check_calls(library, tables)]


# A tree in which all is well, and what each addition to it must bring.
SOUND = {
    "base/mem.c": "int dfmti_mem(void) { return 1; }",
    "ops/op/op.c": '#include "base/mem.h"\n#include "base/str.h"\nint dfmti_mem(void);'
                   " int dfmt_run(void) { return dfmti_mem(); }",
    "ops/profile/count.c": '#include "op/op.h"\nint dfmto_count(void); static const int one = 1;'
                           ' const int *dfmto_profile_one(void) { return dfmto_count() ? &one : 0; }',
    "ops/op/count.c": "struct dfmto_count { int n; }; int dfmto_count(void) { return 1; }",
    "ops/heap/thunk.c": '__asm__(".globl __x86.get_pc_thunk.ax\\n__x86.get_pc_thunk.ax:");',
    "ops/heap/heap.c": '#include "profile/count.h"\nint dfmto_heap(void) { return 2; }',
    "ops/heap/chain.c": "int dfmto_heap(void); int dfmto_heap_chain(void) { return dfmto_heap(); }",
    "ops/diff/diff.c": "int dfmto_heap(void); int dfmto_diff(void) { return dfmto_heap(); }",
    "ops/roof/lists.c": '#include "heap/heap.h"\nint dfmto_heap(void); int dfmto_all(void) { return dfmto_heap(); }',
    "tables/derived/derived.c": "int dfmti_mem(void); int dfmti_derived(void) { return dfmti_mem(); }",
    "tables/android/cut.c": '#include "derived/derived.h"\nint dfmti_derived(void); int dfmti_crash(void) { return dfmti_derived(); }',
    "tables/apport_tables_types.c": "int dfmti_apport_tables_types(void) { return 1; }",
    "tables/crash/crash.c": "int dfmti_apport_tables_types(void); int dfmti_crash_n(void) { return dfmti_apport_tables_types(); }",
    "tables/apport/frame.c": '#include "base/mem.h"\n#include "android/cut.h"\nint dfmti_crash(void);'
                             ' int dfmti_apport_frame(void) { return dfmti_crash(); }',
    "tables/all/tables.c": "int dfmti_apport_frame(void); int dfmti_all_tables(void) { return dfmti_apport_frame(); }",
    "ops/triage/take.c": '#include "all/tables.h"\nint dfmti_all_tables(void); int dfmto_triage(void) { return dfmti_all_tables(); }',
    "ops.map": "X { global: dfmt_run; local: *; };",
}
SEEDED = [
    ("ops/op/up.c", '#include "profile/count.h"', "op/up.c:1 includes profile/count.h"),
    ("ops/heap/side.c", '#include "diff/diff.h"', "heap/side.c:1 includes diff/diff.h"),
    ("ops/heap/inside.c", '#include "io/sink.h"', "heap/inside.c:1 includes io/sink.h"),
    ("ops/heap/config.c", '#include "base/config.h"', "heap/config.c:1 includes base/config.h"),
    ("ops/heap/call.c", "int dfmti_sink(void); int dfmto_heap_s(void) { return dfmti_sink(); }", "calls dfmti_sink"),
    ("ops/heap/say.c", "int puts(const char *); int dfmto_heap_p(void) { return puts(\"x\"); }", "calls puts"),
    ("ops/heap/exit.c", "void exit(int); void dfmto_heap_e(void) { exit(1); }", "calls exit"),
    ("ops/heap/name.c", "int heap_name(void) { return 1; }", "shows heap_name"),
    ("ops/heap/prefix.c", "int dfmto_profile_two(void) { return 1; }", "does not begin with dfmto_heap"),
    ("ops/heap/tag.c", "struct dfmto_chain { int n; };", "heap/tag.c: the tag dfmto_chain does not begin with"),
    ("ops/heap/twice.c", "struct dfmto_count { int n; };", "stands for something else in heap/twice.c"),
    ("ops/profile/up.c", "int dfmto_heap(void); int dfmto_profile_u(void) { return dfmto_heap(); }", "calls dfmto_heap of heap"),
    ("ops/verify/side.c", "int dfmto_diff(void); int dfmto_verify(void) { return dfmto_diff(); }", "calls dfmto_diff of diff"),
    ("ops/heap/heap.c", "int dfmto_heap_chain(void); int dfmto_heap(void) { return dfmto_heap_chain(); }",
     "a circle of objects: heap_chain.c.o heap_heap.c.o"),
    ("tables/apport/up.h", '#include "op/op.h"', "apport/up.h:1 includes op/op.h"),
    ("tables/apport/side.h", '#include "simpleperf/stack.h"', "apport/side.h:1 includes simpleperf/stack.h"),
    ("tables/android/up.h", '#include "apport/frame.h"', "android/up.h:1 includes apport/frame.h"),
    ("tables/crash/up.c", "int dfmti_apport_frame(void); int dfmti_crash_u(void) { return dfmti_apport_frame(); }",
     "calls dfmti_apport_frame of apport"),
    ("tables/apport/inside.h", '#include "apport/read.h"', "apport/inside.h:1 includes apport/read.h"),
    ("tables/apport/lib.h", '#include "io/sink.h"', "apport/lib.h:1 includes io/sink.h"),
    ("tables/apport/up.c", "int dfmt_run(void); int dfmti_apport_up(void) { return dfmt_run(); }", "calls dfmt_run of op"),
    ("tables/simpleperf/side.c", "int dfmti_apport_frame(void); int dfmti_simpleperf(void) { return dfmti_apport_frame(); }",
     "calls dfmti_apport_frame of apport"),
    ("tables/apport/call.c", "int dfmti_sink(void); int dfmti_apport_s(void) { return dfmti_sink(); }", "calls dfmti_sink"),
    ("tables/apport/name.c", "int dfmti_nameless(void) { return 1; }", "shows dfmti_nameless, which does not begin"),
    ("tables/derived/derived.c", "int dfmti_other(void); int dfmti_derived(void) { return dfmti_other(); }",
     "a circle of objects: derived_derived.c.o derived_other.c.o"),
    ("ops/heap/state.c", "int *dfmto_heap_n(void) { static int n; return &n; }", "can be written to"),
]


@functools.cache
def compiled(text, compiler):
    """Most files are in each of the trees."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([*compiler, "-x", "c", "-w", "-O0", "-c", "-", "-o", file.name], check=True, text=True, input=text)
        return file.read()


def build_and_check(files, compiler):
    with tempfile.TemporaryDirectory() as folder:
        objects, library = [], os.path.join(folder, "library.a")
        if "dfmti_other" in files["tables/derived/derived.c"]:
            files = {**files, "tables/derived/other.c": "int dfmti_derived(void); int dfmti_other(void) { return dfmti_derived(); }"}
        for name, text in {"ops/diff/diff.h": "", "tables/simpleperf/stack.h": "", **files}.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            if name.startswith(("ops/", "tables/")) and name.endswith(".c"):
                objects.append(os.path.join(folder, name.partition("/")[2].replace("/", "_") + ".o"))
                with open(objects[-1], "wb") as file:
                    file.write(compiled(re.sub(r"#include.*", "", text), compiler))
        subprocess.run(["ar", "rcs", library, *objects], check=True)
        return check(library, os.path.join(folder, "ops"), os.path.join(folder, "tables"), os.path.join(folder, "ops.map"),
                     [os.path.join(folder, "base", "mem.c")])


def self_test(compiler):
    bad = build_and_check(SOUND, compiler)
    assert not bad, bad
    for name, text, expected in SEEDED:
        bad = build_and_check({**SOUND, name: text}, compiler)
        assert any(expected in line for line in bad), (name, expected, bad)
    print("%d violations, each found" % len(SEEDED))


def main():
    if sys.argv[1] == "--self-test":
        self_test(tuple(sys.argv[2:]))
        return 0
    library, top, tables, version_script, *base = sys.argv[1:]
    bad = check(library, top, tables, version_script, base)
    print("\n".join(bad) or "all stands on what is below it")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
