#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Files within archives of several, and below folders: test_inside.py DIAGFMT"""

import gzip
import io
import json
import lzma
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

from program import TOOL, need_codecs, run  # noqa: E402


def report(n):
    return b"ProblemType: Crash\nDate: Thu Jan  2 03:04:05 2025\nPackage: demo%d 1.0\nExecutablePath: /usr/bin/demo%d\nSignal: 11\n" % (n, n)


CRASH = ["FATAL EXCEPTION: main", "Process: org.example.app, PID: 1234", "java.lang.IllegalStateException: boom",
         "\tat org.example.app.Main.run(Main.java:10)"]
LOG = b"".join(b"01-02 03:04:%02d.000  1000  1001 I Tag     : hello %d\n" % (i, i) for i in range(9))
LOG += b"".join(b"01-02 03:05:00.000  1234  1234 E AndroidRuntime: %s\n" % line.encode() for line in CRASH)
HEAP = b"Android Native Heap Dump v1.2\n\nBuild fingerprint: 'a/b/c:1/d/e:user/release-keys'\n\nTotal memory: 0\nAllocation records: 0\nBacktrace size: 16\n\nMAPS\nEND\n"
FILES = [("a.crash", report(1)), ("README.txt", b"nothing of note\n"), ("log/main.log", LOG), ("b.crash", report(2))]
FOUND = ["a.crash", "log/main.log", "b.crash"]


def zip_of(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files:
            z.writestr(name, data)
    return out.getvalue()


def tar_of(files, form=tarfile.GNU_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as t:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
    return out.getvalue()


KINDS = {"zip": zip_of(FILES), "tar": tar_of(FILES), "tar.gz": gzip.compress(tar_of(FILES)), "tar.xz": lzma.compress(tar_of(FILES)),
         "zip.gz": gzip.compress(zip_of(FILES)), "pax.tar": tar_of(FILES, tarfile.PAX_FORMAT)}


def told(out):
    """The files of rows."""
    return list(dict.fromkeys(json.loads(line)["file"] for line in out.splitlines()))


class Inside(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)

    def write(self, name, data):
        path = pathlib.Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def test_each_file_that_is_recognised(self):
        for kind, data in KINDS.items():
            name = "logs." + kind
            self.write(name, data)
            want = [name + "!" + f for f in FOUND]
            for words in (["triage", "--each", "--json"], ["info", "--json", "--set=file"], ["triage", "--each", "--json", "-j2"]):
                code, out, err = run(*words, name)
                self.assertEqual((code, err), (words[0] == "triage", ""), (kind, words))
                self.assertEqual(told(out), want, (kind, words))
            code, out, err = run("grep", "FATAL", name)
            self.assertEqual((code, out.decode().split(": ")[0], err), (0, want[1], ""))
            self.assertEqual(run("verify", name)[:2], (0, "".join(f + ": OK\n" for f in want).encode()))
            p = subprocess.run([TOOL, "triage", "--each", "--json"], input=data, capture_output=True, timeout=60)
            self.assertEqual((p.returncode, told(p.stdout)), (1, ["-!" + f for f in FOUND]), kind)
            code, out, err = run("identify", *want, name + "!README.txt")
            self.assertEqual((code, out.count(b"score")), (4, 3), kind)
            self.assertEqual(run("cat", name + "!a.crash", "Package"), (0, b"demo1 1.0", ""))
            self.assertEqual(run("identify", name + "!nope")[0], 1)

    def test_names_in_the_order_of_the_archive(self):
        self.write("logs.zip", KINDS["zip"])
        code, out, err = run("triage", "--each", "logs.zip")
        self.assertEqual((code, err), (1, ""))
        self.assertEqual([line[:-1] for line in out.decode().splitlines() if line.startswith("logs.zip!")],
                         ["logs.zip!" + f for f in FOUND])

    def test_none_is_recognised(self):
        junk = [("a.txt", b"some words\n"), ("b.bin", bytes(range(200)))]
        decoy = [("[Content_Types].xml", b"<?xml version='1.0'?><Types/>"), ("word/document.xml", b"<w>FATAL EXCEPTION: main</w>"),
                 ("docProps/notes.txt", b"Process: org.example, PID: 12, says the log\nSignal 11 is SIGSEGV\n")]
        for name, data in (("junk.zip", zip_of(junk)), ("junk.tar", tar_of(junk)), ("docx.zip", zip_of(decoy))):
            self.write(name, data)
            for words in (["triage"], ["info"], ["grep", "a"]):
                code, out, err = run(*words, name)
                self.assertEqual((code, out), (4, b""))
                self.assertEqual(err, "diagfmt: %s: not recognised: looks like a %s archive\n" % (name, name[-3:]))

    def test_one_file_is_itself(self):
        self.write("one.zip", zip_of([("main.log", LOG)]))
        self.write("one.tar", tar_of([("main.log", LOG)]))
        for name in ("one.zip", "one.tar"):
            self.assertEqual(told(run("triage", "--each", "--json", name)[1]), [name])

    def test_long_names(self):
        name = "d" * 80 + "/" + "e" * 90 + ".log"
        for i, form in enumerate((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT)):
            self.write("%d.tar" % i, tar_of([(name, LOG), ("x.crash", report(1))], form))
            self.assertEqual(told(run("triage", "--each", "--json", "%d.tar" % i)[1]), ["%d.tar!%s" % (i, name), "%d.tar!x.crash" % i])

    def test_names_are_escaped_and_no_paths(self):
        self.write("bad.zip", zip_of([("../\x1b[31m\n.crash", report(1)), ("/etc/b.crash", report(2))]))
        code, out, err = run("triage", "--each", "bad.zip")
        self.assertNotIn(b"\x1b", out)
        self.assertIn(rb"bad.zip!../\x1b[31m\x0a.crash:", out)
        self.assertEqual(sorted(os.listdir(".")), ["bad.zip"])

    def test_nested(self):
        self.write("outer.zip", zip_of([("in.tar.gz", KINDS["tar.gz"]), ("c.log", LOG), ("in.zip", KINDS["zip"])]))
        want = ["outer.zip!in.tar.gz!" + f for f in FOUND] + ["outer.zip!c.log"] + ["outer.zip!in.zip!" + f for f in FOUND]
        code, out, err = run("triage", "--each", "--json", "-r", "outer.zip")
        self.assertEqual((code, told(out), err), (1, want, "diagfmt: not recognised and passed over: 2\n"))
        self.assertEqual(run("identify", *want)[0], 0)
        self.assertIn("several files", run("triage", "--each", "--json", "outer.zip")[2])

    def test_damage(self):
        data = KINDS["tar"]
        self.write("cut.tar", data[:data.index(b"hello 5")])
        code, out, err = run("triage", "--each", "--json", "cut.tar")
        self.assertEqual((code, told(out)), (1, ["cut.tar!a.crash"]))
        self.assertEqual(err, "diagfmt: cut.tar: the tar archive is cut\n")
        self.assertEqual(run("grep", "hello 4", "cut.tar")[1].count(b"\n"), 1)
        bad = bytearray(KINDS["zip"])
        bad[bad.index(b"log/main.log") + 20] ^= 0xff
        self.write("bad.zip", bytes(bad))
        code, out, err = run("triage", "--each", "--json", "bad.zip")
        self.assertEqual(code, 1)
        self.assertEqual({"bad.zip!a.crash", "bad.zip!b.crash"} - set(told(out)), set())
        self.assertIn("log/main.log", err)

    def test_folders(self):
        self.write("f/z.log", LOG)
        self.write("f/B.crash", report(1))
        self.write("f/sub/logs.zip", KINDS["zip"])
        self.write("f/sub/x.bin", bytes(range(99)))
        self.write("f/sub/empty", b"")
        os.symlink(".", "f/loop")
        os.symlink("z.log", "f/link")
        os.mkfifo("f/fifo")
        want = ["f/B.crash"] + ["f/sub/logs.zip!" + f for f in FOUND] + ["f/z.log"]
        note = "diagfmt: not recognised and passed over: 3\n"
        for more in ([], ["-j3"]):
            code, out, err = run("triage", "--each", "--json", "-r", *more, "f")
            self.assertEqual((code, told(out), err), (1, want, note))
            self.assertEqual(run("triage", "--each", "--json", "-qr", *more, "f")[2], "")
            self.assertEqual(run("identify", "-r", *more, "f/"), (0, run("identify", *want)[1], note))
        self.assertEqual(run("triage", "-r", "f"), run("triage", "-r", "-j2", "f"))
        code, out, err = run("grep", "-r", "FATAL", "f")
        self.assertEqual((code, [line.split(": ")[0] for line in out.decode().splitlines()], err), (0, [want[2], want[4]], note))
        self.assertEqual(run("grep", "-qr", "nothing of note", "f")[0], 1)
        self.assertEqual(run("triage", "f")[0], 3)
        self.assertEqual(run("triage", "-r", "f/sub/x.bin")[0], 4)
        os.mkdir("g")
        self.write("g/x", b"words\n")
        self.assertEqual(run("info", "-r", "g"), (4, b"", "diagfmt: not recognised and passed over: 1\n"))
        self.assertEqual(run("info", "-r", "nowhere")[0], 3)

    def test_what_the_command_is_not_for(self):
        self.write("f/a.log", LOG)
        self.write("f/heap.txt", HEAP)
        code, out, err = run("triage", "--each", "--json", "-r", "f")
        self.assertEqual((code, told(out), err), (1, ["f/a.log"], "diagfmt: not recognised and passed over: 1\n"))

    def test_no_finding_twice(self):
        """triage goes into zips in a bug report by itself."""
        tombs = zip_of([("version.txt", b"2.0"), ("main_entry.txt", b"bugreport-a.txt"),
                        ("bugreport-a.txt", b"========================================================\n== dumpstate: 2025-01-02 03:04:05\n"
                         b"========================================================\n\nBuild: X\n\n------ SYSTEM LOG (logcat -d) ------\n" + LOG)])
        self.write("outer.zip", zip_of([("bugreport.zip", tombs), ("log.txt", LOG), ("old.tar.gz", KINDS["tar.gz"])]))
        code, plain, err = run("triage", "--each", "--json", "outer.zip")
        code, out, err = run("triage", "--each", "--json", "-r", "outer.zip")
        self.assertEqual(out.splitlines()[:len(plain.splitlines())], plain.splitlines())
        self.assertEqual(told(out), ["outer.zip"] + ["outer.zip!old.tar.gz!" + f for f in FOUND])
        self.assertIn("outer.zip!bugreport.zip", run("identify", "-r", "outer.zip")[1].decode())

    def test_many(self):
        """A tar is read once, not once for each file."""
        many = [("%d.crash" % i, report(i)) for i in range(3000)]
        self.write("many.tar.gz", gzip.compress(tar_of(many)))
        code, out, err = run("identify", "-r", "many.tar.gz")
        self.assertEqual((code, out.count(b"\n"), err), (0, 3000, ""))


if __name__ == "__main__":
    need_codecs("xz")
    unittest.main(argv=sys.argv[:1])
