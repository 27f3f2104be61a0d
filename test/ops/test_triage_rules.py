#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules of signatures on the command line: test_triage_rules.py DIAGFMT

What --print-rules prints, what --rules makes of it in each command that has it, the number by which a result names
rules, against a model, and files that are refused.
"""
import json
import pathlib
import random
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

from program import run  # noqa: E402

HEAD = "=" * 56 + "\n== dumpstate: 2025-01-01 00:00:10\n" + "=" * 56 + "\n\n"
REPORT = HEAD + "------ LAST KMSG (x) ------\nKernel panic - not syncing: x\nCall trace:\n a+0x1/0x2\n b+0x1/0x2\n"
CRASH = "ProblemType: Crash\nExecutablePath: /usr/bin/x\nSignal: 6\nStacktrace:\n" + "".join(
    " #%d  %s () at a.c:1\n" % pair for pair in enumerate(["abort", "fail", "work", "main"]))
NO_SQLITE = 4, b"", "diagfmt: sql: this build cannot: it was made without SQLite\n"


class Rules:
    """Lists as a model has them, in the order of the text that is compiled in."""

    def __init__(self, compiled):
        self.lists = {}
        self.add(compiled)

    def add(self, text):
        for line in map(str.strip, text.splitlines()):
            if line and not line.startswith("#"):
                name, _, pattern = line.partition(" ")
                pattern = pattern.strip()
                if name.startswith("-"):
                    like = re.compile(".*".join(map(re.escape, pattern.split("*"))), re.S)
                    for one in self.lists if name == "-*" else [name[1:]]:
                        self.lists[one] = {p for p in self.lists[one] if not like.fullmatch(p)}
                else:
                    self.lists.setdefault(name, set()).add(pattern)

    def number(self):
        value = 0xcbf29ce484222325
        for name, patterns in self.lists.items():
            for pattern in sorted(patterns, key=lambda p: ("*" in p, p)):
                for byte in f"{name} {pattern}\n".encode():
                    value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
        return "%016x" % value


def triage(*args):
    code, out, err = run("triage", *args)
    assert code == 1 and not err, (args, code, err)
    return out.decode()


def test_printed(folder):
    """Every line is a rule or a comment; with options and files, too, nothing is read."""
    code, out, err = run("triage", "--print-rules", folder / "none")
    assert code == 0 and not err and b"\nnative.top abort\n" in out, (code, err)
    lines = [line for line in out.decode().splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(set(lines)) > 150
    return out.decode()


def test_number(folder, compiled):
    """The heading has it, the same for the same lists, unless they are those that are compiled in."""
    own, dice = folder / "own", random.Random(1)
    names = list(Rules(compiled).lists)
    for _ in range(60):
        lines = []
        for _ in range(dice.randrange(1, 12)):
            pattern = "".join(dice.choice("ab*_") for _ in range(dice.randrange(1, 5)))
            lines.append("%s%s %s" % (dice.choice(["", "", "-"]), dice.choice(names), pattern))
        own.write_text("\n".join(["# x", *lines, ""]))
        want = Rules(compiled)
        want.add("\n".join(lines))
        heading = triage("--rules=%s" % own, folder / "report").splitlines()[0]
        number = "" if want.lists == Rules(compiled).lists else want.number()
        assert heading.partition("; rules ")[2] == number, (lines, heading)
    for text in compiled, "-* *\n" + compiled, "", "# none\r\n":
        own.write_text(text)
        assert triage("--rules=%s" % own, folder / "report").splitlines()[0] == "1 finding"


def test_signatures(folder):
    """Of triage, rows and sql; of several files of rules, which add up; by several workers."""
    first, second = folder / "first", folder / "second"
    first.write_text("kernel.skip a\nnative.top fa*\n")
    second.write_text("native.base work\n")
    for given, kernel, native in ([], "a|b", "fail|work|main"), ([first], "b", "work|main"), ([first, second], "b", ""):
        options = ["--rules=%s" % path for path in given]
        want = {"kernel|panic|x|" + kernel, "|".join(filter(None, ["native|x|SIGABRT", native]))}
        for jobs in [], ["-j2"]:
            out = triage("--json", *options, *jobs, folder / "report", folder / "crash")
            assert {json.loads(line)["signature"] for line in out.splitlines()} == want, (given, out)
        for table, file in ("bugreport.kernel_crash", "report"), ("apport.triage_finding", "crash"):
            code, out, err = run("rows", "-t", table, "--json", *options, folder / file)
            assert not err and json.loads(out)["signature"] in want, (given, table, out, err)
        said = run("sql", "--csv", *options, "SELECT signature FROM kernel_crash", folder / "report")
        there = 0, b"signature\nkernel|panic|x|%s\n" % kernel.encode(), ""
        assert said == (there if paths.HAS_SQLITE else NO_SQLITE), (given, said)


def test_refused(folder):
    """Exit code 2, with the line, what was expected and what is there."""
    own = folder / "wrong"
    lists = "expected a list and a pattern; lists are native.top native.base memory.top "
    for data, says in ((b"native.top a\nabort\n", "rules, line 2: " + lists),
                       (b"native.up a\n", "found 'native.up a'"),
                       (b"#\n#\n-\n", "rules, line 3: " + lists),
                       (b"native.top \x1b[1m\n", "rules, line 1: expected text, found 'native.top \\x1b[1m'"),
                       (b"#" * 2000, "rules, line 1: expected at most 1024 bytes in a line"),
                       (b"native.top a\n" * 5000, "rules, line 4097: expected at most 4096 rules"),
                       (b"# none\n" * 20000000, "rules, line 149797: expected at most 1 MiB of rules"),
                       (b"native.top a\0b\n", "a NUL byte")):
        own.write_bytes(data)
        start = time.monotonic()
        code, out, err = run("triage", "--rules=%s" % own, folder / "report")
        assert (code, out) == (2, b"") and says in err and len(err) < 500, (data[:40], code, out, err)
        assert time.monotonic() - start < 30
        if b"\0" not in data:
            code, out, err = run("rows", "-t", "bugreport.kernel_crash", "--rules=%s" % own, folder / "report")
            assert code == 2 and says in err, (data[:40], code, out, err)
    code, out, err = run("triage", "--rules=%s" % (folder / "none"), folder / "report")
    assert (code, out) == (3, b"") and "cannot open" in err, (code, out, err)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "report").write_text(REPORT)
        (folder / "crash").write_text(CRASH)
        compiled = test_printed(folder)
        test_number(folder, compiled)
        test_signatures(folder)
        test_refused(folder)
    print("rules: printed, used, named and refused")


main()
