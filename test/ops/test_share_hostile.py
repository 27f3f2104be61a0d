#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`diagfmt share` on hostile and on large input: test_share_hostile.py DIAGFMT [large]

Time grows with the size of the input and not faster, and memory not at all: 16 MiB are enough by file and by a pipe. Too
many different values end the run by the name of the limit. large: a line of 1 GiB, reports of 320 MB, ten million
addresses.
"""

import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

TOOL = pathlib.Path(sys.argv[1]).resolve()
LARGE = "large" in sys.argv[2:]
MIB = 1 << 20
SMALL, MANY = (4, 16) if LARGE else (0.5, 2)  # MiB whose times are compared
LINE, REPORT, ADDRESSES = (1024, 320, 10 ** 7) if LARGE else (8, 16, 300000)
MEMORY = 16  # MiB
DONE, PARTLY, REFUSED = 0, 1, 3

LOG = b"".join(b"03-17 09:%02d:11.%03d 10123  2491 %5d D vold    : wakelock %d held by com.example.camera for %dms\n" % (
    i // 60 % 60, i % 1000, i, i * 7 % 30000, i % 900) for i in range(4000))
SHAPES = {
    "a line without an end": b"wakelock 20146 held by com.example.camera for 511ms, ",
    "one word": b"abcdefghijklmnopqrstuvwxyz0123456789",
    "addresses": b"jane@example.org, 192.0.2.17, 00:00:5e:00:53:af; ",
    "signs of addresses": b"a@",
    "runs of base64 that do not end": b"YWJjZGVmZ2hpamtsbW5v=",
    "runs that are no base64": b"aaaaaaaaaaaa=",
    "hexadecimal": b"6a616e65406578616d706c652e6f7267",
    "percent": b"%25",
    "percent encoded a thousand times": b"jane%" + 1000 * b"25" + b"40example.org\n",
    "entities": b"&amp;#64;",
    "typographers' marks": b"\xe2\x80\x9cjane\xe2\x80\x99s phone\xe2\x80\x9d ",
    "quotes": b'SSID: "',
    "separators of numbers": b"1 2-3.4/5 ",
    "colons": b"fe80::",
    "heads of lines": b"03-17 09:35:11.136 10123  2491   510 D x: a\n",
    "what may end a secret": b"password=" + 1000 * b"<" + b" psk=" + 500 * b"b" + 700 * b"(b" + b" secret=" + 600 * b"&b;" + b"\n",
    "a secret that begins anew at each word": b"password=" + 300 * b"ab-cd-" + b"x9\n" + 20 * (300 * b"ab-cd-" + b"\n"),
    "cookies": b"cookie=x=abcd1;",
    "labels that hold beside other words": b"code: 1234 display name=Jo Ba, ci=12 ",
    "settings": b" name:x value:",
    "commands": b"mysql -uabcd -pabcd1234 ",
    "private keys": b"-----BEGIN PRIVATE KEY-----\nx\n",
}


def repeated(unit, size):
    """`size` bytes of it, in pieces."""
    piece = unit * (1 + 65536 // len(unit))
    for at in range(0, size, len(piece)):
        yield piece[:size - at]


def watch(pid, seen):
    """What a process needed at most, as long as it is there."""
    while True:
        try:
            with open("/proc/%d/status" % pid) as f:
                seen += [int(line.split()[1]) / 1024 for line in f if line.startswith("VmHWM:")]
        except OSError:
            return
        time.sleep(0.005)


class Hostile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def share(self, pieces, *words):
        """Exit status, message, user seconds and MiB; pieces None: of the files that are named."""
        with open(self.folder / "messages", "wb") as err:
            p = subprocess.Popen([TOOL, "share", "-q", "-o", self.folder / "out", *words], stderr=err,
                                 stdin=subprocess.PIPE if pieces else subprocess.DEVNULL,
                                 env={**os.environ, "TMPDIR": str(self.folder)})
        seen = [0]
        watcher = threading.Thread(target=watch, args=(p.pid, seen))
        watcher.start()
        try:
            for piece in pieces or ():
                p.stdin.write(piece)
            if pieces:
                p.stdin.close()
        except BrokenPipeError:
            pass
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        watcher.join()
        return p.returncode, (self.folder / "messages").read_text(), used.ru_utime, max(seen)

    def test_time_is_linear(self):
        for name, unit in SHAPES.items():
            with self.subTest(name):
                fewer = self.share(repeated(unit, int(SMALL * MIB)), "-")
                more = self.share(repeated(unit, int(MANY * MIB)), "-")
                self.assertIn(fewer[0], (DONE, PARTLY), fewer[1])
                self.assertIn(more[0], (DONE, PARTLY), more[1])
                self.assertLess(more[2], 2 * MANY / SMALL * fewer[2] + 0.5)

    def test_a_long_secret(self):
        """Words that it begins with cost little more than others: it was compared byte by byte at each of them."""
        other = self.share(repeated(SHAPES["a line without an end"], MANY * MIB), "-")
        words = self.share(repeated(SHAPES["a secret that begins anew at each word"], MANY * MIB), "-")
        self.assertLess(words[2], 20 * other[2] + 0.2)

    def small(self, told):
        self.assertIn(told[0], (DONE, PARTLY), told[1])
        if told[3]:
            self.assertLess(told[3], MEMORY)

    def test_a_long_line(self):
        self.small(self.share(repeated(SHAPES["a line without an end"], LINE * MIB), "-"))
        self.assertEqual((self.folder / "out").stat().st_size, LINE * MIB)

    def test_memory(self):
        with open(self.folder / "report.txt", "wb") as f:
            for piece in repeated(LOG, REPORT * 10 ** 6):
                f.write(piece)
        self.small(self.share(None, self.folder / "report.txt"))
        self.small(self.share(repeated(LOG, REPORT * 10 ** 6), "-"))
        self.assertEqual((self.folder / "out").read_bytes()[:len(LOG)], LOG)

    def test_too_many_values(self):
        numbers = iter(range(ADDRESSES))
        lines = (b"".join(b"user%d@example.org\n" % i for i in itertools.islice(numbers, 1000))
                 for _ in range(ADDRESSES // 1000))
        words = [] if LARGE else ["--max-table=4M"]
        status, message, _, _ = self.share(lines, *words, "-")
        self.assertEqual(status, REFUSED)
        self.assertIn("--max-table", message)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
