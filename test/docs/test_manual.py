#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual page of a program without commands against what --help and --version say: test_manual.py PROGRAM VERSION PAGE

Every option is in both, with its letter and its argument.
"""
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM, VERSION, PAGE = sys.argv[1:4]
NAME = pathlib.Path(PROGRAM).name


def said(option):
    done = subprocess.run([PROGRAM, option], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, (option, done.returncode, done.stderr)
    return done.stdout


class Manual(unittest.TestCase):
    page = pathlib.Path(PAGE).read_text("utf-8")

    def part(self, title):
        return self.page.split("\n# %s\n" % title)[1].split("\n# ")[0]

    def test_name(self):
        self.assertTrue(self.page.startswith(NAME + "(1)\n"))
        self.assertRegex(self.part("NAME"), r"\A\n%s - .+\n\Z" % NAME)

    def test_version(self):
        self.assertEqual(said("--version"), "%s %s\n" % (NAME, VERSION))

    def test_synopsis(self):
        usage = re.match(r"usage: (\S+) (.*)\n", said("--help"))
        plain = re.sub(r"[*_]", "", self.part("SYNOPSIS"))
        self.assertEqual(usage[1], NAME)
        self.assertIn("\n%s %s\n" % usage.group(1, 2), plain)

    def test_help_fits(self):
        lines = said("--help").splitlines()
        self.assertLessEqual(len(lines), 40)
        self.assertEqual([line for line in lines if len(line) > 80], [])

    def test_options(self):
        """As (letter, name, "=ARGUMENT" or "[=ARGUMENT]")."""
        shown = set(re.findall(r"^  (?:-(\w), |    )--([a-z-]+)(\[?=\S+)?", said("--help"), re.M))
        lines = re.findall(r"^\*-.*", self.part("OPTIONS"), re.M)
        self.assertGreaterEqual(shown, {("h", "help", ""), ("", "version", "")})
        self.assertEqual({self.option(line.replace("*", "").replace("_", "")) for line in lines}, shown)

    def option(self, line):
        match = re.fullmatch(r"(?:-(?P<letter>\w)(?: (?P<repeated>\S+))?, )?--(?P<name>[a-z-]+)(?P<argument>\[?=\S+)?", line)
        self.assertTrue(match, line)
        if match["letter"]:
            self.assertEqual("=" + (match["repeated"] or ""), match["argument"] or "=", line)
        return match["letter"] or "", match["name"], match["argument"] or ""


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
