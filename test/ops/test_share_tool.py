#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`diagfmt share` as a command: test_share_tool.py DIAGFMT. Exit statuses, messages, and that nothing half done is left."""

import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOOL = pathlib.Path(sys.argv[1]).resolve()
DONE, PARTLY, USAGE, REFUSED = 0, 1, 2, 3
LOG = b"Account {name=chatty_jo, type=x}\nto chatty_jo, jane@example.org\n"


def zipped(parts, how=zipfile.ZIP_STORED):
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", how) as z:
        for name, data in parts:
            z.writestr(name, data)
    return to.getvalue()


class Share(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tool(self, *words, stdin=b""):
        done = subprocess.run([TOOL, "share", *words], input=stdin, capture_output=True, cwd=self.folder, check=False,
                              env={**os.environ, "TMPDIR": str(self.folder)})
        return done.returncode, done.stdout, done.stderr.decode()

    def write(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_report_in_gzip(self):
        self.write("report.crash.gz", gzip.compress(b"ProblemType: Crash\nTitle: jane@example.org\n"))
        code, out, err = self.run_tool("report.crash.gz")
        self.assertEqual((code, out), (REFUSED, b""))
        self.assertEqual(err, "diagfmt: report.crash.gz: a crash report in gzip cannot be searched\n")

    def test_done(self):
        self.write("a.txt", LOG)
        self.assertEqual(self.run_tool("-o", "out", "a.txt"), (DONE, b"", ""))
        self.assertEqual(self.names(), ["a.txt", "out"])
        self.assertRegex((self.folder / "out").read_bytes(), rb"^Account {name=<account:.{6}>, type=x}\nto <account:.{6}>, <email:.{6}>\n$")

    def test_standard_output(self):
        code, out, _ = self.run_tool("-", stdin=LOG)
        self.assertEqual((code, out.count(b"<account:")), (DONE, 2))
        self.assertEqual(self.run_tool("--no-check", "--key-file", self.key(), "-", stdin=LOG),
                         self.run_tool("--key-file", "key", "-", stdin=LOG))

    def test_zip_has_the_same_bytes_wherever_it_goes(self):
        self.write("a.zip", zipped([("a.txt", LOG), ("b.txt", LOG)]))
        self.assertEqual(self.run_tool("--key-file", self.key(), "-o", "out.zip", "a.zip")[0], DONE)
        out = self.run_tool("--key-file", "key", "a.zip")[1]
        self.assertEqual((self.folder / "out.zip").read_bytes(), out)
        self.assertEqual(self.run_tool("--no-check", "--key-file", "key", "-o", "direct.zip", "a.zip")[0], DONE)
        self.assertEqual((self.folder / "direct.zip").read_bytes(), out)

    def test_level(self):
        log = b"".join(b"01-02 03:04:05.678  123  456 I Tag: message %d of jane@example.org\n" % i for i in range(3000))
        self.write("a.zip", zipped([("a.txt", log)], zipfile.ZIP_DEFLATED))
        content, size = {}, {}
        for level in "6", "fast", "none":
            self.assertEqual(self.run_tool("--key-file", self.key(), "--level", level, "-o", level, "a.zip")[0], DONE)
            content[level] = zipfile.ZipFile(self.folder / level).read("a.txt")
            size[level] = (self.folder / level).stat().st_size
        self.assertEqual(content["6"].count(b"<email:"), 3000)
        self.assertEqual([content["fast"], content["none"]], [content["6"]] * 2)
        self.assertTrue(size["6"] < size["fast"] < size["none"] / 2, size)

    def key(self):
        self.write("key", b"a key of sixteen bytes or more")
        (self.folder / "key").chmod(0o600)
        return "key"

    def test_left_out_and_kept(self):
        picture = b"\x89PNG\r\n\x1a\n\0\0"
        self.write("a.zip", zipped([("a.txt", LOG), ("s.png", picture)]))
        code, _, err = self.run_tool("-o", "out.zip", "a.zip")
        self.assertEqual((code, err), (PARTLY, "diagfmt: a.zip: left out: s.png: a picture\n"))
        self.assertEqual(zipfile.ZipFile(self.folder / "out.zip").namelist(), ["a.txt"])
        code, _, err = self.run_tool("--keep=images,core", "-o", "out.zip", "a.zip")
        self.assertEqual((code, err), (DONE, "diagfmt: a.zip: note: kept, and not searched: s.png: a picture\n"))
        self.assertEqual(zipfile.ZipFile(self.folder / "out.zip").read("s.png"), picture)
        self.assertEqual(self.run_tool("-q", "--keep=images", "-o", "out.zip", "a.zip")[1:], (b"", ""))

    def test_doubtful(self):
        code, _, err = self.run_tool("-o", "out", self.write("a.txt", b'SSID: "home"\n'))
        self.assertEqual((code, err), (PARTLY, "diagfmt: a.txt: doubtful: ssid: 1 too short or too common to be replaced "
                                               "outside of fields\n"))
        self.assertEqual(self.run_tool("--class=-ssid", "-o", "out", "a.txt"), (DONE, b"", ""))

    def test_explain(self):
        self.write("a.txt", b'SSID: "Pusteblume 5G"\nseen Pusteblume 5G\nmac 3c:28:6d:0a:0b:0c\n')
        code, out, err = self.run_tool("--explain=pusteblume 5g", "--explain=3C286D0A0B0C", "--explain=Jane", "--explain=birch",
                                       "--value=person:Birch", "-o", "out", "a.txt")
        self.assertEqual((code, out), (DONE, b""))
        self.assertEqual(err.splitlines(), ["diagfmt: a.txt: value " + x for x in (
            "1: ssid: replaced wherever it stands (places: 2); told by = ssid in line 1",
            "2: mac: replaced wherever it stands (places: 1); told by its form in line 3",
            "3: stays: no rule took it for a value",
            "4: person: replaced wherever it stands (places: 0); told by --value")])

    def test_no_folder(self):
        self.write("a.txt", LOG)
        for option in "--account=no/x", "--review=no/x":
            code, _, err = self.run_tool("-o", "out", option, "a.txt")
            self.assertEqual((code, self.names()), (REFUSED, ["a.txt"]))
            self.assertIn("No such file or directory", err)

    def test_records(self):
        """JSON of records has the lines of a report in strings: it is refused; events of others are not."""
        self.write("a", b'{"event":"bugreport.header","variant":"text"}\n')
        code, out, err = self.run_tool("-o", "out", "a")
        self.assertEqual((code, out, self.names()), (REFUSED, b"", ["a"]))
        self.assertEqual(err, "diagfmt: a: JSON of a report's records (share the report, then print it) cannot be searched\n")
        self.write("a", b'{"event":"user.login","mail":"jane@example.org"}\n')
        self.assertEqual(self.run_tool("-o", "out", "a"), (DONE, b"", ""))
        self.assertIn(b'"mail":"<email:', (self.folder / "out").read_bytes())

    def test_refused(self):
        for data in b"\x7fELF\0\0", b"a text\nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n", b"PK\3\4cut":
            self.write("a", data)
            code, out, err = self.run_tool("-o", "out", "--account=x.json", "--review=x.txt", "a")
            self.assertEqual((code, out, self.names()), (REFUSED, b"", ["a"]), err)
            self.assertEqual(self.run_tool("a")[:2], (REFUSED, b""))
        self.write("b", b"".join(b"user%d@example.org\n" % i for i in range(20000)))
        self.assertEqual(self.run_tool("--max-table=1M", "-o", "out", "b")[0], REFUSED)
        self.assertEqual(self.names(), ["a", "b"])
        self.assertEqual(self.run_tool("-o", "out", "missing")[0], REFUSED)

    def test_usage(self):
        self.write("a.txt", LOG)
        for option in "--class=x", "--keep=pictures", "--value=Jane", "--key-file=a.txt":
            self.assertEqual(self.run_tool(option, "-o", "out", "a.txt")[0], USAGE, option)
            self.assertEqual(self.names(), ["a.txt"])

    def test_account(self):
        self.write("a.zip", zipped([("a.txt", LOG), ("jane@example.org.bin", b"\0\1")]))
        self.write("b.txt", b"nothing\n")
        code, _, _ = self.run_tool("-C", "out", "--account=account.json", "a.zip", "b.txt")
        self.assertEqual(code, PARTLY)
        text = (self.folder / "account.json").read_text()
        self.assertNotRegex(text, "chatty|jane|a.zip")
        first, second = map(json.loads, text.splitlines())
        self.assertEqual((first["file"], first["values"], first["places"]), (0, 2, 4))
        self.assertIn({"value_class": "account", "carrier": "a.txt", "spelling": "plain", "how": "learned", "n": 2},
                      first["account"])
        self.assertEqual([x["message"] for x in first["left_out"]], ["binary data"])
        self.assertEqual((first["kept"], first["doubtful"], second["account"]), ([], [], []))

    def test_report_only(self):
        self.write("a.txt", LOG)
        code, out, _ = self.run_tool("--report-only", "--csv", "--account=account.json", "a.txt")
        self.assertEqual((code, self.names()), (DONE, ["a.txt", "account.json"]))
        self.assertIn(b"account,text,plain,learned,2", out)

    def test_review(self):
        self.write("a.txt", LOG)
        self.write("there", b"x")
        self.assertEqual(self.run_tool("-o", "out", "--review=review.txt", "a.txt")[0], DONE)
        self.assertEqual((self.folder / "review.txt").stat().st_mode & 0o777, 0o600)
        self.assertIn("text: 2: account, learned: to [-chatty_jo-]{+<account:", (self.folder / "review.txt").read_text())
        code, _, err = self.run_tool("-o", "out2", "--review=there", "a.txt")
        self.assertEqual((code, (self.folder / "there").read_bytes()), (REFUSED, b"x"), err)

    def test_several_have_one_key(self):
        for name in "a.txt", "b.txt":
            self.write(name, LOG)
        self.assertEqual(self.run_tool("-C", "out", "a.txt", "b.txt")[0], DONE)
        self.assertEqual((self.folder / "out/a.txt").read_bytes(), (self.folder / "out/b.txt").read_bytes())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
