#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command diagfmt-malloc-debug: what it makes of its arguments, and that it never runs a program without its module.

    test_launcher.py COMMAND MODULE PATH LIBRARIES PLANTED

PATH: that of the module from the folder of the command. LIBRARIES: the folder of the library that the module may need.
PLANTED is planted.c with its faults.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

COMMAND, MODULE = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
PATH = sys.argv[3]
LIBRARIES, PLANTED = (str(pathlib.Path(a).resolve()) for a in sys.argv[4:6])
SHOW = "sh", "-c", 'echo "$LIBC_DEBUG_MALLOC_OPTIONS"; echo "$LD_PRELOAD"; echo "$DIAGFMT_MALLOC_SAMPLE"'
VARIABLES = ("LD_PRELOAD", "LIBC_DEBUG_MALLOC_OPTIONS", "DIAGFMT_MALLOC_SAMPLE")


@unittest.skipIf(PATH.startswith("/"), "the module is looked for where this build installs it")
class Launcher(unittest.TestCase):
    def setUp(self):
        """Command and module as they are installed, to each other."""
        folder = tempfile.TemporaryDirectory(prefix="diagfmt-malloc-debug.")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name).resolve()
        self.command = self.dir / "deep" / "down" / "usr" / "bin" / COMMAND.name
        self.module = pathlib.Path(os.path.normpath(self.command.parent / PATH))
        for source, target in ((COMMAND, self.command), (MODULE, self.module)):
            target.parent.mkdir(parents=True)
            shutil.copy(source, target)

    def run_it(self, *args, code=0, command=None, **variables):
        """Standard output and standard error."""
        env = {k: v for k, v in os.environ.items() if k not in VARIABLES}
        done = subprocess.run([command or self.command, *args], env={**env, "LD_LIBRARY_PATH": LIBRARIES, "LC_ALL": "C", **variables},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, code, (args, done.stdout, done.stderr))
        return done.stdout, done.stderr

    def refused(self, *args, **variables):
        """Why the program, which would write to standard output, was not run."""
        out, err = self.run_it(*args, code=125, **variables)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Adiagfmt-malloc-debug: .*\n\Z")
        return err

    def test_fault_is_found(self):
        out, err = self.run_it("guard", "--", PLANTED, "rear")
        self.assertRegex(err, r"E malloc_debug: \+\+\+ ALLOCATION %s SIZE 40 HAS A CORRUPTED REAR GUARD\n" % out.split()[0])

    def test_where_it_was_built(self):
        """Command and module lie beside each other there, however the command is called."""
        link = self.dir / "link"
        link.symlink_to(COMMAND)
        for command in COMMAND, os.path.relpath(COMMAND), link:
            out, err = self.run_it("guard", "--", PLANTED, "rear", command=command)
            self.assertIn("ALLOCATION %s SIZE 40 HAS A CORRUPTED REAR GUARD" % out.split()[0], err)
        preloaded = self.run_it("guard", "--", *SHOW, command=COMMAND)[0].splitlines()[1]
        self.assertTrue(os.path.samefile(preloaded, MODULE))

    def test_strings_are_joined(self):
        for strings in (["guard fill=4 free_track"], ["guard", "fill=4", "free_track"], ["guard fill=4", "free_track"]):
            options, preloaded, sample = self.run_it(*strings, "--", *SHOW)[0].splitlines()
            self.assertEqual(sample, "")
            self.assertEqual(options, "guard fill=4 free_track")
            self.assertTrue(os.path.samefile(preloaded, self.module))

    def test_arguments_are_passed_on(self):
        args = ["a b", "", "--", "--help", "*", "$x"]
        out, _ = self.run_it("guard", "--", "sh", "-c", 'printf "<%s>" "$@"', "sh", *args)
        self.assertEqual(out, "".join("<%s>" % a for a in args))

    def test_environment(self):
        """Its options are used if there are no others; its modules are kept."""
        self.assertEqual(self.run_it("--", *SHOW, LIBC_DEBUG_MALLOC_OPTIONS="fill")[0].splitlines()[0], "fill")
        self.assertEqual(self.run_it("guard", "--", *SHOW, LIBC_DEBUG_MALLOC_OPTIONS="fill")[0].splitlines()[0], "guard")
        self.assertEqual(self.run_it("backtrace", "--", *SHOW, DIAGFMT_MALLOC_SAMPLE="7")[0].splitlines()[2], "7")
        preloaded = self.run_it("guard", "--", *SHOW, LD_PRELOAD="libm.so.6")[0].splitlines()[1]
        self.assertRegex(preloaded, r"^[^:]*/diagfmt-malloc-debug\.so:libm\.so\.6$")

    def test_sampling(self):
        for words, bytes_ in ((["--sample"], "524288"), (["--sample=4096"], "4096"), (["--sample=1", "--sample"], "524288")):
            for strings in ([*words, "backtrace", "verbose"], ["backtrace", *words, "verbose"]):
                options, _, sample = self.run_it(*strings, "--", *SHOW, DIAGFMT_MALLOC_SAMPLE="7")[0].splitlines()
                self.assertEqual((options, sample), ("backtrace verbose", bytes_))
        for wrong in "--sample=", "--sample=x", "--sample=-1", "--sample=1k", "--sampled":
            self.refused(wrong, "backtrace", "--", "echo", "x")
        _, err = self.run_it("--sample=0", "backtrace", "--", "true")  # the module's to refuse
        self.assertIn("bad value for DIAGFMT_MALLOC_SAMPLE, not of 1 to 1099511627776 bytes: 0", err)

    def test_exit_status(self):
        self.run_it("guard", "--", "sh", "-c", "exit 7", code=7)
        self.run_it("guard", "--", "sh", "-c", "kill -TERM $$", code=-signal.SIGTERM)
        self.run_it("guard", "--", self.dir / "none", code=127)
        self.run_it("guard", "--", self.dir, code=126)

    def test_symbolic_link(self):
        link = self.dir / "link"
        link.symlink_to(self.command)
        out, err = self.run_it("guard", "--", PLANTED, "front", command=link)
        self.assertIn("ALLOCATION %s SIZE 40 HAS A CORRUPTED FRONT GUARD" % out.split()[0], err)

    def test_wrong_arguments(self):
        for args, words in (([], "give '--' and a program"), (["guard"], "give '--'"), (["guard", "--"], "a program"),
                            (["guard", "echo", "x"], "give '--'"), (["--none", "--", "echo"], "not an option: '--none'"),
                            (["--", "echo"], "give options of malloc_debug"), (["", "--", "echo"], "give options")):
            self.assertIn(words, self.refused(*args))

    def test_module_is_missing(self):
        self.module.unlink()
        self.assertIn("there is no module", self.refused("guard", "--", "echo", "x"))

    def test_module_cannot_be_loaded(self):
        self.module.write_text("teapot")
        self.assertIn("cannot load the module: ", self.refused("guard", "--", "echo", "x"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
