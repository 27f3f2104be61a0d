#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every example: what it prints, what it writes, and how it ends on input that is damaged or of another kind.

    test_examples.py PROGRAMS SAMPLES SNAPPY        SNAPPY: "yes" if the build has it
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile
import zlib

PROGRAMS, SAMPLES = (pathlib.Path(arg) for arg in sys.argv[1:3])
SNAPPY = sys.argv[3]


def run(name, *args, data=b"", code=0):
    """What it wrote to stdout; `code` is the exit code it must have."""
    done = subprocess.run([PROGRAMS / name, *args], input=data, capture_output=True, timeout=60, check=False)
    assert done.returncode == code, (name, args, done.returncode, done.stderr.decode())
    assert code == 0 or done.stderr, (name, "failed without a word")
    return done.stdout.decode()


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def report(self, core):
        path, given = self.dir / "report.crash", self.dir / "given"
        given.write_bytes(core)
        run("write_report", path, given)
        return path

    def test_all_are_tried(self):
        tried = {name for name in dir(self) if name.startswith("test_")}
        there = {p.name for p in PROGRAMS.iterdir() if p.is_file() and "." not in p.name}
        self.assertEqual({name for name in there if "test_" + name not in tried}, set())
        for name in there - {"merge_top"}:  # which has no words for it
            run(name, *["x"] * 9 if name not in ("identify", "filter_report") else [],
                code=1 if name in ("identify", "flame_graph") else 2)

    def test_identify(self):
        text = self.dir / "text"
        text.write_text("nothing\n")
        known = [SAMPLES / "apport" / "demo_segv.crash", SAMPLES / "apport" / "demo_wrapped.crash.gz"]
        self.assertEqual(run("identify", *known),
                         f"{known[0]}: apport (95 of 100)\n{known[1]}: apport, in gzip (95 of 100)\n")
        done = subprocess.run([PROGRAMS / "identify", text], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout.decode()), (1, f"{text}: unknown\n"))

    def test_dump(self):
        core = bytes(range(256)) * 4000
        lines = [json.loads(line) for line in run("dump", self.report(core)).splitlines()]
        self.assertEqual(lines[0]["text"], "Crash")
        self.assertEqual(lines[-1]["payload"], {"size": len(core), "crc32": f"{zlib.crc32(core):08x}"})
        cut = self.dir / "cut"
        cut.write_bytes(self.report(core).read_bytes()[:-2000])
        lines = [json.loads(line) for line in run("dump", cut).splitlines()]
        self.assertIn("error", next(line for line in lines if line.get("key") == "CoreDump")["payload"])
        text = self.dir / "text"
        text.write_text("nothing\n")
        run("dump", text, code=1)

    def test_write_report(self):
        path = self.report(b"core")
        head = path.read_bytes().split(b"\nCoreDump: base64\n")[0].decode()
        self.assertTrue(head.startswith("ProblemType: Crash\nArchitecture: amd64\n"), head)
        self.assertTrue(head.endswith("Stacktrace:\n #0  pour (cup=0x0) at pot.c:12\n #1  main () at main.c:3"), head)
        run("write_report", path, self.dir / "none", code=1)
        self.assertIn(b"CoreDump", path.read_bytes(), "a failed run replaced the file")

    def test_filter_report(self):
        path, out = self.report(b"core" * 99999), self.dir / "out"
        run("filter_report", path, out, "Date", "Signal")
        kept = [line for line in path.read_bytes().splitlines(True) if not line.startswith((b"Date:", b"Signal:"))]
        self.assertEqual(out.read_bytes(), b"".join(kept))
        run("filter_report", self.dir / "none", out, "Date", code=1)

    def test_extract_core(self):
        core = hashlib.shake_128(b"core").digest(3 << 20)
        path, out = self.report(core), self.dir / "out"
        run("extract_core", path, out)
        self.assertEqual(out.read_bytes(), core)
        path.write_bytes(path.read_bytes()[:1 << 20])
        run("extract_core", path, out)
        self.assertTrue(core.startswith(out.read_bytes()) and out.stat().st_size > 700000, out.stat().st_size)
        run("write_report", path)
        run("extract_core", path, out, code=1)

    def profile(self, folded):
        path = self.dir / "profile"
        run("write_profile", path, data=folded)
        return path

    def test_write_profile(self):
        lines = [json.loads(line) for line in run("dump", self.profile(b"main;a;b 7\nmain 2\n")).splitlines()]
        samples = [(s["event_count"], [f["symbol_id"] for f in s["frames"]])
                   for s in lines if s["event"] == "simpleperf.sample"]
        symbols = next(s["symbols"] for s in lines if s["event"] == "simpleperf.file")
        self.assertEqual([(n, [symbols[i] for i in frames]) for n, frames in samples],
                         [(7, ["b", "a", "main"]), (2, ["main"])])

    def test_top_symbols(self):
        folded = b"".join(b"main;f%d 1\n" % i * (i + 1) for i in range(12)) + b"main 1\n" * 20
        lines = run("top_symbols", self.profile(folded)).splitlines()
        self.assertEqual(lines[:2], ["      20  main  (program)", "      12  f11  (program)"])
        self.assertEqual(len(lines), 10)
        cut = self.dir / "cut"
        cut.write_bytes(self.profile(folded).read_bytes()[:-100])
        self.assertTrue(run("top_symbols", cut, code=1))
        self.assertEqual(run("top_symbols", self.profile(b"")), "")

    @unittest.skipUnless((PROGRAMS / "merge_top").exists(), "without operations")
    def test_merge_top(self):
        path = self.profile(b"main;a 3\nmain;b 1\n")
        one, two = (run("merge_top", *[path] * n).splitlines() for n in (1, 2))
        self.assertEqual([line.split()[0] for line in one[-3:-1]], ["3", "1"])
        self.assertEqual([line.split()[0] for line in two[-3:-1]], ["6", "2"])

    @unittest.skipUnless((PROGRAMS / "flame_graph").exists(), "without operations")
    def test_flame_graph(self):
        path, picture = self.profile(b"main;a 3\nmain;b 1\n"), self.dir / "out.svg"
        run("flame_graph", picture, path, path)
        self.assertIn("<title>a (6", picture.read_text())
        run("flame_graph", self.dir / "none.svg", self.heap(), path, code=1)
        self.assertFalse((self.dir / "none.svg").exists())

    @unittest.skipUnless((PROGRAMS / "share_report").exists(), "without operations")
    def test_share_report(self):
        report, out = self.dir / "report.txt", self.dir / "shared.txt"
        report.write_text("Account {name=chatty_jo, type=x}\nto chatty_jo\n")
        self.assertEqual(run("share_report", out, report), "1 values were replaced in 2 places\n")
        self.assertRegex(out.read_text(), "^Account {name=<account:[0-9a-f]{6}>, type=x}\nto <account:[0-9a-f]{6}>\n$")
        report.write_bytes(b"\0\1\2")
        run("share_report", self.dir / "none", report, code=1)
        self.assertFalse((self.dir / "none").exists())

    def heap(self):
        path = self.dir / "heap"
        run("write_heap", path)
        return path

    def test_write_heap(self):
        lines = self.heap().read_text().splitlines()
        self.assertEqual(lines[0], "Android Native Heap Dump v1.2")
        total = sum(int(line.split()[3]) * int(line.split()[5]) for line in lines if line.startswith("z "))
        self.assertIn(f"Total memory: {total}", [line.rstrip() for line in lines])
        self.assertIn("Allocation records: 5", [line.rstrip() for line in lines])
        self.assertEqual(lines[-1], "END")

    def test_heap_top(self):
        path = self.heap()
        self.assertEqual(run("heap_top", path), "       27904 bytes       35 blocks  /system/lib64/libteapot.so\n")
        path.write_text(path.read_text().replace(" bt 70000040 ", " bt 80000040 "))
        self.assertEqual([line.split()[-1] for line in run("heap_top", path).splitlines()],
                         ["/system/lib64/libteapot.so", "unknown"])
        path.write_text(path.read_text().replace("END\n", ""))
        run("heap_top", path, code=1)

    def test_alloc_sizes(self):
        path = self.dir / "allocs"
        path.write_text("7: malloc 0x10 16\n7: malloc 0x20 17\n7: calloc 0x40 4 8\n7: free 0x10\n7: realloc 0x80 0x20 0\n")
        want = ("         1 requests up to 2^0  bytes: 0 bytes\n         1 requests up to 2^4  bytes: 16 bytes\n"
                "         2 requests up to 2^5  bytes: 49 bytes\n")
        self.assertEqual(run("alloc_sizes", path), want)
        path.write_text(path.read_text() + "7: malloc 0x90 -1\n7: malloc 0x10 16\n")
        self.assertEqual(run("alloc_sizes", path, code=1), want)

    def trace(self):
        path = self.dir / "trace"
        run("write_trace", path)
        return path

    def test_write_trace(self):
        calls = [json.loads(line) for line in run("dump", self.trace()).splitlines()]
        calls = [c for c in calls if c["event"] == "apitrace.call"]
        self.assertEqual([c["name"] for c in calls], (["teapotClear"] + ["glDrawArrays"] * 4 + ["glXSwapBuffers"]) * 3)

    def test_calls_per_frame(self):
        frames = [f"frame {i}: 6 calls, 4 of them draw" for i in range(3)]
        self.assertEqual(run("calls_per_frame", self.trace()).splitlines(), frames)
        run("calls_per_frame", self.heap(), code=1)
        if SNAPPY != "yes":
            return
        crashed = run("calls_per_frame", SAMPLES / "apitrace" / "demo_crashed.trace", code=1).splitlines()
        self.assertGreater(len(crashed), 1)
        self.assertTrue(crashed[-1].endswith("(not ended)"), crashed)

    def bugreport(self, *files):
        path = self.dir / "report.zip"
        run("write_bugreport", path, *files)
        return path

    def test_write_bugreport(self):
        given = self.dir / "given"
        given.write_bytes(hashlib.shake_128(b"x").digest(300000))
        with zipfile.ZipFile(self.bugreport(given)) as z:
            main = "bugreport-teapot-AB1C.240101.002-2024-03-17-08-15-30.txt"
            self.assertEqual(z.namelist(), ["version.txt", "FS/data/local/tmp/copy", "main_entry.txt", main])
            self.assertEqual([z.read(n) for n in z.namelist()[:3]], [b"2.0", given.read_bytes(), main.encode()])
            text = z.read(main).decode()
        self.assertIn("\nDUMP OF SERVICE CRITICAL kettle:\nwater: 0.7 l\n--------- 0.012s was the duration of dumpsys kettle, ", text)
        self.assertTrue(text.endswith("== dumpstate: done (id 1)\n" + "=" * 56 + "\n"), text)
        events = [json.loads(line)["event"] for line in run("dump", self.bugreport()).splitlines()]
        self.assertEqual([e.split(".")[1] for e in events],
                         ["header", "entry", "entry", "entry", "banner", "property", "property", "text", "section", "service",
                          "service_end", "section_end", "section", "section_end", "banner", "entry_end", "summary"])
        run("write_bugreport", self.dir / "new", self.dir / "none", code=1)
        self.assertFalse((self.dir / "new").exists(), "a failed run left a file")

    def test_bugreport_sections(self):
        wanted = ["     0.013 s        210 bytes  ok         DUMPSYS CRITICAL", "     0.003 s         10 bytes  ok         UPTIME"]
        path = self.bugreport()
        self.assertEqual(run("bugreport_sections", path).splitlines(), wanted)
        with zipfile.ZipFile(path) as z:
            text = self.dir / "text"
            text.write_bytes(z.read(z.namelist()[-1]))
        self.assertEqual(run("bugreport_sections", text).splitlines(), wanted)
        old = [line.split()[0::5] for line in run("bugreport_sections", SAMPLES / "bugreport" / "old.txt").splitlines()]
        self.assertEqual(old, [["10.004", "SYSTEM"], ["1.500", "DUMPSYS"], ["0.100", "UPTIME"], ["0.000", "BROKEN"], ["0.000", "LAST"]])
        late = run("bugreport_sections", SAMPLES / "bugreport" / "report.txt")
        self.assertIn("     0.005 s          1 bytes  ok         DUMP BLOCK STAT\n", late)  # it stands behind other sections
        cut = self.dir / "cut"
        cut.write_bytes(path.read_bytes()[:-200])
        self.assertEqual(run("bugreport_sections", cut, code=1).splitlines(), wanted)
        run("bugreport_sections", self.heap(), code=1)

    def test_feed_socket(self):
        self.assertEqual(run("feed_socket", self.report(hashlib.shake_128(b"x").digest(1 << 20))),
                         "7 events, while the bytes came\n")
        text = self.dir / "text"
        text.write_text("nothing\n")
        run("feed_socket", text, code=1)

    def test_custom_io(self):
        path = self.report(b"core" * 99999)
        inline = self.dir / "inline"
        done = run("custom_io", path)
        self.assertRegex(done, r"^OK: [0-9a-f]{8}, within 4 MiB\n$")
        inline.write_bytes(path.read_bytes().replace(b"amd64", b"i386"))
        self.assertNotEqual(run("custom_io", inline), done)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
