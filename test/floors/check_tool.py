#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tool is a thin shell: check_tool.py OBJECTS DIR

OBJECTS is an archive of the tool's objects, DIR its sources.

- Outside of cli/ nothing can be written to: a command has its settings in a struct of its own, and all else in locals.
- Objects form no circle: main.c is on top, then commands, what these share, and cli/.
- A command is a file, which shows nothing to others but the command. Names with a dot are the compiler's.
- All of it is at most 7,000 lines, without blank ones.

check_tool.py --self-test COMPILER…: each of these is found where it was seeded.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from check_floors import check_circles, read_symbols
from check_ops import run, symbols

MOST_LINES = 7000


def writable(objects):
    """(object, symbol) of what is in sections that stay writable."""
    name = ""
    for line in run("objdump", "-t", objects).splitlines():
        if head := re.match(r"(\S+):\s+file format", line):
            name = os.path.basename(head[1])
        found = re.match(r"[0-9a-f]+ .{6}O (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)", line)
        if found and re.match(r"\.(data|bss|tdata|tbss)(?!\.rel\.ro)", found[1]):
            yield name, found[2]


def count_lines(top):
    total = 0
    for path in glob.glob(os.path.join(glob.escape(top), "**", "*.[ch]"), recursive=True):
        with open(path, encoding="utf-8") as file:
            total += sum(not line.isspace() for line in file)
    return total


def check(objects, top):
    for name, symbol in writable(objects):
        if not name.startswith("cli_"):
            yield "%s: %s can be written to" % (name, symbol)
    for name, kind, symbol in symbols(objects):
        command = re.search(r"\b(cmd_\w+)\.c\.o$", name)
        if command and kind not in "Uw" and "." not in symbol and symbol != command[1]:
            yield "%s shows %s" % (name, symbol)
    yield from check_circles(*read_symbols(objects))
    lines = count_lines(top)
    if lines > MOST_LINES:
        yield "%d lines, of %d" % (lines, MOST_LINES)


# A tool in which all is well, and what each addition to it must bring.
SOUND = {
    "main.c": "static const int codes[] = {1, 2}; int main(int argc, char **argv) { (void)argv; return codes[argc & 1]; }",
    "cli/jobs.c": "static int n; int jobs(void) { return ++n; }",
    "cli/text.c": "int jobs(void); int text(void) { return jobs(); }",
    "cmd_ls.c": "static int help(void) { return 1; } int (*const cmd_ls)(void) = help;",
}
SEEDED = [
    ("cli/jobs.c", "int text(void); int jobs(void) { return text(); }", "a circle of objects: cli_jobs.c.o cli_text.c.o"),
    ("cmd_top.c", "static int n; int cmd_top(void) { return ++n; }", "cmd_top.c.o: n can be written to"),
    ("cmd_cat.c", "int cmd_cat(void) { static char keep[9]; return ++keep[0]; }", "can be written to"),
    ("words.c", "int last = 1;", "words.c.o: last can be written to"),
    ("cmd_sql.c", "int cmd_sql(void) { return 1; } int helper(void) { return 2; }", "cmd_sql.c.o shows helper"),
    ("long.c", "int x(void);\n" * (MOST_LINES + 1), "%d lines, of" % (MOST_LINES + 1 + len(SOUND))),
]


def build_and_check(files, compiler):
    with tempfile.TemporaryDirectory() as folder:
        objects, archive = [], os.path.join(folder, "objects.a")
        for name, text in files.items():
            path = os.path.join(folder, "tool", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.rstrip("\n") + "\n")
            objects.append(os.path.join(folder, name.replace("/", "_") + ".o"))
            subprocess.run([*compiler, "-w", "-O0", "-c", path, "-o", objects[-1]], check=True)
        subprocess.run(["ar", "rcs", archive, *objects], check=True)
        return list(check(archive, os.path.join(folder, "tool")))


def self_test(compiler):
    bad = build_and_check(SOUND, compiler)
    assert not bad, bad
    for name, text, expected in SEEDED:
        bad = build_and_check({**SOUND, name: text}, compiler)
        assert len(bad) == 1 and expected in bad[0], (name, expected, bad)
    print("%d violations, each found" % len(SEEDED))


def main():
    if sys.argv[1] == "--self-test":
        self_test(sys.argv[2:])
        return 0
    bad = list(check(*sys.argv[1:]))
    print("\n".join(bad) or "the tool is a thin shell")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
