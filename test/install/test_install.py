#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds others' programs against installed copies, in a folder that is thrown away:

    test_install.py BUILD SAMPLES PROGRAMS SNAPPY OPS [TEST…]

One copy is what BUILD installs, with whichever of the shared and the static library it has; another is what the Meson
subproject of a program installs, static and without the optional codecs. PROGRAMS: the commands that BUILD installs,
separated by commas. SNAPPY: what expands Snappy in it, "libsnappy", "csnappy" or "none". OPS: "ops" if libdiagfmt-ops is
installed, else empty.
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, SAMPLES = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
PROGRAMS = [name for name in sys.argv[3].split(",") if name]
SNAPPY, OPS = sys.argv[4:6]
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROJECT = HERE / "project"
CPP = ROOT / "examples" / "cpp"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {"gcc": "g++", "clang": "clang++"}
WRITTEN = "ProblemType: Crash\nTitle: teapot crashed with SIGSEGV in pour()\n"

AGREE = """
from cffi_events import ffi, lib
n = i = 0
while described := lib.dfmt_type_at(i):
    i += 1
    if described.body_size == 0:
        continue
    n += 1
    c_name = ffi.string(described.c_name).decode()
    members = {name.rstrip("_"): field.offset for name, field in ffi.typeof(c_name).fields}
    told = {}
    for k in range(described.n_fields):
        told[ffi.string(described.fields[k].name).decode()] = described.fields[k].offset
    assert ffi.sizeof(c_name) == described.body_size, c_name
    assert told and told.items() <= members.items(), (c_name, members, told)
print(n, "structs")
"""


def run(*command, env=None, code=0, **more):
    """What it wrote, its errors included; `code` is the exit code it must have."""
    done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **(env or {})}, text=True, check=False, **more)
    assert done.returncode == code, "%s: exit code %d\n%s" % (command, done.returncode, done.stdout)
    return done.stdout


class Copy:
    """An installed copy: a root with a prefix somewhere in it."""

    def __init__(self, root):
        self.root = root
        (self.pc,) = root.rglob("diagfmt.pc")
        self.libdir = self.pc.parent.parent
        self.prefix = root / re.search("^prefix=/(.*)$", self.pc.read_text("utf-8"), re.M)[1]
        self.libraries = {path.name for path in self.libdir.glob("libdiagfmt*.*") if "sqlite" not in path.name}
        self.shared = "libdiagfmt.so" in self.libraries
        self.env = {"PKG_CONFIG_PATH": str(self.pc.parent), "PKG_CONFIG_SYSROOT_DIR": str(root)}
        self.run_env = {"LD_LIBRARY_PATH": str(self.libdir)} if self.shared else {}

    def flags(self, *options, package="diagfmt"):
        return run("pkg-config", "--cflags", "--libs", *options, package, env=self.env).split()

    def compile(self, program, *command, options=(), package="diagfmt"):
        flags = self.flags(*options, package=package)
        run(*command, *WARNINGS, "-o", program, *flags)
        return flags


def needed(program):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", program))


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="diagfmt-install.")
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name).resolve()
        run("meson", "install", "-C", BUILD, "--quiet", "--destdir", cls.dir / "root")
        cls.copy = Copy(cls.dir / "root")

    def static_copy(self):
        """The same copy without its shared library, so that the linker has no choice."""
        if "libdiagfmt.a" not in self.copy.libraries:
            self.skipTest("this build has no static library")
        root = self.dir / "static"
        if not root.exists():
            shutil.copytree(self.copy.root, root, symlinks=True, ignore=shutil.ignore_patterns("libdiagfmt*.so*", "bin"))
        return Copy(root)

    def check_c(self, program, copy):
        out = run(program, SAMPLES / "apport" / "demo_segv.crash", env=copy.run_env)
        self.assertRegex(out, r"\AEND, 1 found\nfeatures:.*\nEND: ")

    def check_cpp(self, program, copy):
        self.assertEqual(run(program, env=copy.run_env), WRITTEN)
        out = run(program, SAMPLES / "apport" / "demo_segv.crash", env=copy.run_env)
        self.assertIn("\nCoreDump: 3149824 bytes\n", out)
        self.assertEqual(run(program, self.dir / "none", env=copy.run_env, code=1).split(":")[:2], ["report", " E_IO"])

    def try_compilers(self, copy, name, *options):
        tried = 0
        for cc, cxx in COMPILERS.items():
            if not shutil.which(cc) or not shutil.which(cxx):
                continue
            tried += 1
            c, cpp = (self.dir / ("%s-%s" % (name, compiler)) for compiler in (cc, cxx))
            copy.compile(c, cc, "-std=c11", PROJECT / "consumer.c", options=options)
            self.check_c(c, copy)
            copy.compile(cpp, cxx, "-std=c++17", CPP / "report.cpp", options=options)
            self.check_cpp(cpp, copy)
            for program in (c, cpp):
                self.assertEqual("libdiagfmt.so.0" in needed(program), copy.shared)
        self.assertGreater(tried, 0, "neither gcc nor clang")

    def test_pkg_config(self):
        if not self.copy.shared:
            self.skipTest("this build has no shared library")
        self.try_compilers(self.copy, "shared")
        self.assertNotIn("-lz", self.copy.flags())
        self.assertIn("-lz", self.copy.flags("--static"))

    def test_pkg_config_static(self):
        copy = self.static_copy()
        self.try_compilers(copy, "static", "--static")
        program = self.dir / "no-shared"
        copy.compile(program, "cc", "-std=c11", "-static", PROJECT / "consumer.c", options=["--static"])
        self.check_c(program, copy)
        self.assertEqual(needed(program), [])

    def test_static_snappy(self):
        """libsnappy brings the C++ runtime, csnappy nothing."""
        copy, program = self.static_copy(), self.dir / "static-snappy"
        flags = copy.compile(program, "cc", "-std=c11", PROJECT / "consumer.c", options=["--static"])
        self.assertEqual(sorted(set(re.findall("snappy|stdc..", " ".join(flags)))),
                         ["snappy", "stdc++"] if SNAPPY == "libsnappy" else [])
        if SNAPPY != "libsnappy":
            self.assertEqual([name for name in needed(program) if re.search(r"snappy|stdc\+\+", name)], [])
        _, features, end = run(program, SAMPLES / "apitrace" / "demo_teapot.trace").splitlines()
        self.assertEqual("snappy" in features.split(), SNAPPY != "none")
        self.assertRegex(end, "^E_UNSUPPORTED: .*Snappy" if SNAPPY == "none" else "^END: ")

    def check_ops(self, program, copy):
        """The table of functions, and the libraries that it takes."""
        out = run(program, SAMPLES / "simpleperf" / "demo_small.simpleperf", env=copy.run_env)
        self.assertRegex("\n".join(out.splitlines()[:2]), r" samples\n.* function  +file$")
        libraries = {"libdiagfmt.so.0", "libdiagfmt-ops.so.0"}
        self.assertEqual(libraries & set(needed(program)), libraries if copy.shared else set())

    @unittest.skipUnless(OPS, "this build has no libdiagfmt-ops")
    def test_ops(self):
        program = self.dir / "ops"
        static = [] if self.copy.shared else ["--static"]
        self.copy.compile(program, "cc", "-std=c11", PROJECT / "functions.c", options=static, package="diagfmt-ops")
        self.check_ops(program, self.copy)

    @unittest.skipUnless(OPS, "this build has no libdiagfmt-ops")
    def test_ops_static(self):
        copy, program = self.static_copy(), self.dir / "ops-static"
        copy.compile(program, "cc", "-std=c11", PROJECT / "functions.c", options=["--static"], package="diagfmt-ops")
        self.check_ops(program, copy)

    @unittest.skipUnless(OPS and shutil.which("cmake"), "there is no libdiagfmt-ops, or no cmake")
    def test_ops_cmake(self):
        self.cmake(PROJECT, "ops-cmake", self.copy, "-DOPS=ON")
        run("cmake", "--build", self.dir / "ops-cmake", "--parallel", "2")
        self.check_ops(self.dir / "ops-cmake" / "ops-default", self.copy)
        self.assertEqual((self.dir / "ops-cmake" / "ops-static").exists(), "libdiagfmt.a" in self.copy.libraries)

    def test_pkg_config_formats(self):
        formats = run("pkg-config", "--variable=formats", "diagfmt", env=self.copy.env)
        self.assertEqual(sorted(formats.split()), sorted(path.name for path in (ROOT / "test" / "format").iterdir()))

    def cmake(self, source, build, copy, *options, code=0):
        return run("cmake", "-G", "Ninja", "-S", source, "-B", self.dir / build, "-DEXAMPLES=%s" % CPP,
                   "-DCMAKE_PREFIX_PATH=%s" % copy.prefix, *options, code=code)

    @unittest.skipUnless(shutil.which("cmake"), "there is no cmake")
    def test_cmake(self):
        copy = self.copy
        self.cmake(PROJECT, "cmake", copy, "-DCMAKE_C_FLAGS=" + " ".join(WARNINGS))
        run("cmake", "--build", self.dir / "cmake", "--parallel", "2")
        self.check_c(self.dir / "cmake" / "c-default", copy)
        self.check_cpp(self.dir / "cmake" / "cpp-default", copy)
        self.assertEqual("libdiagfmt.so.0" in needed(self.dir / "cmake" / "c-default"), copy.shared)
        static = self.dir / "cmake" / "c-static"
        self.assertEqual(static.exists(), "libdiagfmt.a" in copy.libraries)
        if static.exists():
            self.check_c(static, copy)
            self.assertNotIn("libdiagfmt.so.0", needed(static))

    @unittest.skipUnless(shutil.which("cmake"), "there is no cmake")
    def test_cmake_refuses(self):
        lists = self.dir / "refused" / "CMakeLists.txt"
        lists.parent.mkdir()
        for wanted, says in (("0.2", "0.1.0"), ("1.0", "0.1.0"), ("COMPONENTS teapot", "no component teapot")):
            lists.write_text("cmake_minimum_required(VERSION 3.13)\nproject(refused C)\n"
                             "find_package(diagfmt %s REQUIRED)\n" % wanted, "utf-8")
            self.assertIn(says, self.cmake(lists.parent, "refused-build", self.copy, code=1))

    def test_meson_installed(self):
        run("meson", "setup", self.dir / "meson", PROJECT, "--wrap-mode=nofallback",
            "-Dprefer_static=%s" % str(not self.copy.shared).lower(), env=self.copy.env)
        run("ninja", "-C", self.dir / "meson")
        self.check_c(self.dir / "meson" / "consumer", self.copy)

    def subproject(self):
        """A program with the library as its subproject, static and without codecs; and what it installs."""
        source, build, root = (self.dir / ("subproject" + part) for part in ("", "-build", "-root"))
        shutil.copytree(PROJECT, source)
        (source / "subprojects").mkdir()
        (source / "subprojects" / "diagfmt").symlink_to(ROOT)
        lacking = ["-Ddiagfmt:%s=disabled" % name for name in ("isal", "zstd", "lzma", "snappy", "brotli")]
        run("meson", "setup", build, source, "--force-fallback-for=diagfmt", "-Doptimization=0", "-Ddebug=false",
            "-Ddiagfmt:default_library=static", *lacking)
        run("ninja", "-j2", "-C", build)
        run("meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root)
        return build / "consumer", Copy(root)

    def test_subproject_without_codecs(self):
        program, copy = self.subproject()
        self.assertEqual(copy.libraries, {"libdiagfmt.a"})
        installed = self.dir / "minimal"
        flags = copy.compile(installed, "cc", "-std=c11", PROJECT / "consumer.c", options=["--static"])
        self.assertEqual([flag for flag in flags if re.search("zstd|lzma|snappy|brotli|isal|stdc", flag)], [])
        for each in (program, installed):
            self.check_c(each, copy)
            self.check_lacking(each)
        if shutil.which("cmake"):
            self.cmake(PROJECT, "minimal-cmake", copy)
            run("cmake", "--build", self.dir / "minimal-cmake", "--parallel", "2")
            self.check_lacking(self.dir / "minimal-cmake" / "c-default")

    @unittest.skipUnless(shutil.which("git") and (ROOT / ".git").exists(), "this is no clone")
    def test_wrap(self):
        """The file that docs/packages.md shows, with this clone in the place of the repository."""
        source, build = self.dir / "wrap", self.dir / "wrap-build"
        (source / "subprojects").mkdir(parents=True)
        (source / "meson.build").write_text("project('wrapped', 'c')\nfor_all = dependency('diagfmt')\n"
                                            "assert(for_all.type_name() == 'internal')\n", "utf-8")
        text = (ROOT / "docs/packages.md").read_text("utf-8")
        shown = re.search(r"^```ini\n(\[wrap-git\]\n.*?)^```$", text, re.M | re.S)
        wrap = re.sub("(?m)^url = .*", "url = file://%s" % ROOT, shown.group(1))
        head = run("git", "-C", ROOT, "rev-parse", "HEAD").strip()
        wrap = re.sub("(?m)^revision = .*\n^depth.*", "revision = %s" % head, wrap)
        (source / "subprojects" / "diagfmt.wrap").write_text(wrap, "utf-8")
        run("meson", "setup", build, source, "--force-fallback-for=diagfmt")
        self.assertTrue((source / "subprojects" / "diagfmt" / "include" / "diagfmt" / "diagfmt.h").is_file())

    def check_lacking(self, program):
        packed = {"apport/demo_wrapped_zstd.crash.zst": "Zstandard", "apport/demo_abort_zstd.crash": "Zstandard",
                  "apitrace/demo_teapot.trace": "Snappy", "apitrace/packed_brotli.trace": "Brotli"}
        _, features, *ends = run(program, *[SAMPLES / name for name in packed]).splitlines()
        self.assertNotRegex(features, "snappy|zstd|brotli|isal")
        for (name, codec), end in zip(packed.items(), ends, strict=True):
            self.assertRegex(end, "^E_UNSUPPORTED: .*" + codec, name)

    @unittest.skipUnless(importlib.util.find_spec("cffi"), "there is no cffi")
    def test_cffi(self):
        if not self.copy.shared:
            self.skipTest("this build has no shared library")
        program, env = ROOT / "examples" / "cffi_events.py", {**self.copy.env, **self.copy.run_env}
        sample, cut = SAMPLES / "apport" / "demo_segv.crash", self.dir / "cut.crash"
        lines = run(sys.executable, "-B", program, sample, env=env).splitlines()
        self.assertEqual(lines[0], "apport.field key=b'ProblemType' text=b'Crash'")
        self.assertIn("apport.field key=b'CoreDump' 3149824 bytes", lines)
        cut.write_bytes(sample.read_bytes()[:-1000])
        said = run(sys.executable, "-B", program, cut, env=env, code=1).splitlines()
        self.assertEqual(said[0], lines[0])
        self.assertRegex(said[-1], r"^cffi_events.py: E_(FORMAT|TRUNCATED): ")
        profile = run(sys.executable, "-B", program, SAMPLES / "simpleperf" / "demo_small.simpleperf", env=env)
        self.assertIn("simpleperf.thread name=b'", profile)

    @unittest.skipUnless(importlib.util.find_spec("cffi"), "there is no cffi")
    def test_header_and_descriptions_agree(self):
        """Sizes and offsets, as cffi reads the installed header."""
        if not self.copy.shared:
            self.skipTest("this build has no shared library")
        script = self.dir / "agree.py"
        script.write_text(AGREE, "utf-8")
        out = run(sys.executable, "-B", script, env={**self.copy.env, **self.copy.run_env,
                                                     "PYTHONPATH": str(ROOT / "examples")})
        self.assertRegex(out, r"\A[3-9]\d structs\n\Z")

    def program(self, name):
        if name not in PROGRAMS:
            self.skipTest("this build has no %s" % name)
        return self.copy.prefix / "bin" / name

    def test_programs(self):
        """No other ones than those; each tells its version, and has a manual page if one has."""
        folder, pages = self.copy.prefix / "bin", self.copy.prefix / "share" / "man" / "man1"
        self.assertEqual(sorted(path.name for path in folder.glob("*")), sorted(PROGRAMS))
        for name in PROGRAMS:
            self.assertTrue(run(folder / name, "--version", env=self.copy.run_env).startswith(name + " 0.1.0"), name)
            self.assertEqual((pages / (name + ".1")).exists(), pages.exists(), name)

    def test_manual_pages(self):
        """One for each program and each command, and no other; none if this build makes none."""
        pages = self.copy.prefix / "share" / "man"
        if not pages.exists():
            self.skipTest("this build has no manual pages")
        listing = run(self.program("diagfmt"), "--help", env=self.copy.run_env)
        commands = re.findall(r"^  ([a-z]+) +\S", listing.split("Commands:")[1].split("\n\n")[0], re.M)
        self.assertIn("share", commands)
        wanted = {*PROGRAMS, *("diagfmt-" + command for command in commands)}
        self.assertEqual({path.relative_to(pages).as_posix() for path in pages.rglob("*") if path.is_file()},
                         {"man1/%s.1" % name for name in wanted})

    def test_malloc_debug(self):
        out = run(self.program("diagfmt-malloc-debug"), "verbose", "guard", "--", "echo", "teapot", env=self.copy.run_env)
        self.assertRegex(out, r"\A.* malloc_debug: echo: malloc debug enabled\nteapot\n\Z")

    def test_dumpstate(self):
        report = self.dir / "report.zip"
        run(self.program("diagfmt-dumpstate"), "-o", report, "-k", "UPTIME", env=self.copy.run_env)
        self.assertEqual(run(self.program("diagfmt"), "verify", "--strict", report, env=self.copy.run_env), "%s: OK\n" % report)

    def test_nothing_names_the_build(self):
        """Debug information apart, which is in binary files."""
        for path in self.copy.root.rglob("*"):
            if path.is_file() and b"\0" not in (data := path.read_bytes()):
                self.assertNotIn(str(BUILD).encode(), data, path)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[6:]], verbosity=2)
