#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What packages repeat of the build agrees with it: version, soname, nodes of the version script, folders.

    test_packages.py VERSION SOVERSION
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION, SOVERSION = sys.argv[1:3]
LIBRARIES = {"libdiagfmt": "_library.py", "libdiagfmt-ops": "_ops.py"}  # and what loads it in Python
MAPS = {"lib/diagfmt.map": "libdiagfmt", "ops/diagfmt-ops.map": "libdiagfmt-ops"}


def found(pattern, path):
    """All that a pattern finds in a file, which is something."""
    all_found = re.findall(pattern, (ROOT / path).read_text("utf-8"), re.M)
    assert all_found, "%s: nothing like %s" % (path, pattern)
    return all_found


class Packages(unittest.TestCase):
    def test_version(self):
        self.assertEqual(found(r"\Alibdiagfmt \((.*)-[^-]+\) ", "debian/changelog"), [VERSION])
        self.assertEqual(found(r'^version = "(.*)"$', "python/pyproject.toml"), [VERSION])
        self.assertEqual(found(r'^__version__ = "(.*)"$', "python/diagfmt/__init__.py"), [VERSION])
        self.assertEqual(found(r'^  "version": "(.*)",$', "npm/package.json"), [VERSION])
        self.assertEqual(found(r'^  "version": "(.*)",$', "packaging/vcpkg/diagfmt/vcpkg.json"), [VERSION])
        self.assertEqual(found(r'^version = "(.*)"$', "bindings/rust/Cargo.toml"), [VERSION])
        self.assertEqual(found(r"^## (?:Unreleased: )?([\d.]+)", "CHANGELOG.md")[0], VERSION)

    def test_soname(self):
        for name, loader in LIBRARIES.items():
            soname, package = "%s.so.%s" % (name, SOVERSION), name + SOVERSION
            self.assertEqual(found(r"^Package: (%s\d+)$" % name, "debian/control"), [package])
            self.assertEqual(found(r"^(\S+) (\S+) #MINVER#$", "debian/%s.symbols" % package), [(soname, package)])
            self.assertEqual(found(r'^SONAME = "(.*)"$', "python/diagfmt/" + loader), [soname])

    def test_nodes(self):
        """Each has a line, with the release that brought it: 0.1 is 0.1.0."""
        for script, name in MAPS.items():
            nodes = found(r"^DIAGFMT_(?:OPS_)?([\d.]+) \{$", script)
            listed = found(r"^ \(symver\)DIAGFMT_(?:OPS_)?(\S+) (\S+)$", "debian/%s%s.symbols" % (name, SOVERSION))
            self.assertEqual(listed, [(node, node + ".0" * (2 - node.count("."))) for node in nodes])

    def test_folders(self):
        """Conan's recipe exports each folder that a build without tools, examples and tests reads."""
        read = found(r"^subdir\('(.*)'\)$", "meson.build")
        sources = re.search(r"^SOURCES = (\[[^]]*\])$", (ROOT / "packaging/conan/conanfile.py").read_text("utf-8"), re.M)
        exported = re.findall(r'"([^"*]+)/\*"', sources[1])
        self.assertEqual([x for x in read if not any((x + "/").startswith(y + "/") for y in exported)], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
