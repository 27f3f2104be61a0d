#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Nothing of an input commands a terminal: every command in every output form, as the tool's own help lists them, over
inputs of every format with escapes wherever there is text, in a file whose name has them, too.

usage: test_terminal.py DIAGFMT
"""
import base64
import concurrent.futures
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import tty
import unittest
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

import make_bugreports as bugreports  # noqa: E402
import make_mallocdbg as mallocdbg  # noqa: E402
import make_profiles as profiles  # noqa: E402
import make_traces as traces  # noqa: E402
from program import TOOL, need_codecs, run, some  # noqa: E402

# What makes terminals act: sequences by ESC, C1 controls as UTF-8 and as bytes, BEL, CR, BS, DEL, marks of direction, lines.
EVIL = ["\x1b]0;x\x07", "\x1b[7m", "\x1b[2J", "\x1bc", "\u009b7m", "\u0085", "\rX", "\x08", "\x7f", "\u202e", "\u2066", "\u200f",
        "\u061c", "\u2028", "\ufeff", "\x0e", "\x05"]
RAW = b"\x9b7m\xff\x90"
ONE = "\x1b]0;x\x07\u009b7m\x7f\u202e\x1b[7m"
MARK = "zq"  # beside each of them, so that what was shown can be told
OURS = re.compile(r"\x1b\[(?:0|1|31|32|34|1;31)m")  # how the tool makes text bold or red
CONTROLS = re.compile("[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]")


def evil(i=0):
    return MARK + EVIL[i % len(EVIL)] + ONE + "b"


# --- inputs -----------------------------------------------------------------------------------------------------------


def apport():
    text = "ProblemType: Crash\nDate: Thu Apr 24 13:57:42 2014\n"
    for i, key in enumerate(("Title", "Package", "SourcePackage", "ExecutablePath", "ProcCmdline", "Uname", "Signal", "SignalName",
                             "DistroRelease", "Architecture", "Tags", "Own", "DuplicateSignature", "AssertionMessage")):
        text += "%s: %s\n" % (key, evil(i).replace("\n", " "))
    text += "StacktraceTop:\n f%s (x) at %s.c:1\n g%s () from /lib/%s.so\n" % (evil(1), evil(2), evil(3), evil(4))
    text += "Traceback:\n Traceback (most recent call last):\n   File \"%s.py\", line 1, in %s\n     x\n E%s: %s\n" % tuple(map(evil, range(4)))
    text += "ProcMaps:\n 00400000-00401000 r-xp 00000000 00:00 0 /bin/%s\nSyslog:\n a%s\n b%s\n" % (evil(), evil(5), evil(6))
    return text.encode() + b"Bytes: a" + RAW + b"\nLast: x\n"


def profile():
    p, names = profiles, [evil(i) for i in range(8)]
    return p.whole(p.meta(names[0], names[1]), p.sample(1000, 7, p.chain(p.entry(1, 0, 0), p.entry(2, 1, 1))),
                   p.sample(2000, 7, p.chain(p.entry(1, 0, 0)), event=1), p.thread(7, 7, names[2]),
                   p.file_of(0, "/l" + names[3], [names[4], "s"]), p.file_of(1, names[5], [names[6], names[7]]))


def trace():
    t = traces
    s = t.Stream(6, [("k" + evil(9), evil(10))])
    value = t.array(t.text(evil(1)), t.blob(evil(2).encode() + RAW), t.text(evil().encode() + RAW), t.enum((1, [(evil(11), 1)]), 1),
                    t.struct_of(0, evil(3), [evil(4), "b"], [t.text(evil(5)), t.integer(1)]))
    s.call((4, "gl" + evil(6), [evil(7), "y"]), {0: value, 1: t.bitmask((1, [(evil(12), 1)]), 1)}, t.text(evil(8)))
    return t.snappy(bytes(s.out))


def heap():
    info = [[("/l" + evil(1), 1, evil(2), 3)], None]
    text = "\n".join(mallocdbg.dump("1.2", [(0, 16, 2, [0x7F00021010]), (0, 8, 1, [0x7F00021010, 2])], info))
    return (text.replace("MAPS\n", "MAPS\n7f00021000-7f00022000 r-xp 00000000 00:00 0   /lib/%s.so\n" % evil(3)) + "\n").encode()


def sprinkled(text, seed):
    """Escapes in words here and there, so that structures are met that nobody thought of, and broken ones."""
    r, n = random.Random(seed), 0

    def replace(m):
        nonlocal n
        n += 1
        return m[0] + (evil(n) if r.random() < 0.06 else "")

    out = re.sub(r"(?<=\w)(?:[\w.:/]{3,})", replace, text)
    return out.encode("utf-8", "surrogateescape").replace(b"qq", RAW)


def report(text):
    place = os.path.join(os.getcwd(), "report.zip")
    with zipfile.ZipFile(place, "w") as z:
        z.writestr("version.txt", "2.0")
        z.writestr("main_entry.txt", "bugreport-x-2024-03-17-08-15-30.txt")
        z.writestr("bugreport-x-2024-03-17-08-15-30.txt", text)
        for i in range(len(EVIL)):
            z.writestr("FS/data/anr/" + evil(i), "a " + evil(i))
        z.comment = evil().encode()
    return pathlib.Path(place).read_bytes()


def inputs():
    """By name; the first of a format has escapes and is whole."""
    text = bugreports.report()
    yield "apport", apport()
    yield "simpleperf", profile()
    yield "apitrace", trace()
    yield "mallocdbg", heap()
    yield "bugreport", report(sprinkled(text, 1))
    for seed in range(3):
        yield "text%d" % seed, sprinkled(text, seed + 2)
    yield "crashes", sprinkled(bugreports.crashes(), 9)
    lines = ["04-15 12:00:31.304  7412  7412 E malloc_debug: +++ %s leaked block of size 4 at 0x1000 (leak 1 of 1)" % evil(1),
             "04-15 12:00:31.304  7412  7412 E malloc_debug: Backtrace at time of allocation:",
             "04-15 12:00:31.304  7412  7412 E malloc_debug:           #00  pc 0000000000001000  /lib/%s.so (%s+4)" % (evil(2), evil(3)),
             "04-15 12:00:31.304  7412  7412 E malloc_debug: " + evil(4)]
    yield "log", ("\n".join(lines) + "\n").encode()
    yield "ops", ("1: malloc 0x10 8\n2: free 0x10\n3: %s\n" % evil()).encode()
    yield "unknown", evil().encode() + RAW
    yield "cut", profile()[:-20]
    yield "broken", apport().replace(b"Own:", b"Own" + evil().encode())


# --- command lines ----------------------------------------------------------------------------------------------------

# What a command needs beside a file, as help has no form for it. FILE: the input.
OPERANDS = {
    "cat": [["FILE", key] for key in ("Title", "0", "1", "Bytes", "section:" + evil())] + [["--raw", "FILE", "Syslog"]],
    "diff": [["FILE", "FILE"], ["FILE", "OTHER"]],
    "compare": [["FILE", "FILE"]],
    "grep": [["z", "FILE"], ["-i", "-n", "-H", "a", "FILE"], ["(" + evil(), "FILE"]],
    "options": [["backtrace " + evil()], ["backtrace=" + evil()]],
    "rows": [["FILE"], ["-t", evil(), "FILE"], ["-t", "diagnostic", "--recover", "FILE"]],
    "sql": [["SELECT * FROM diagnostic", "FILE"], [".schema", "FILE"], ["SELECT " + evil(), "FILE"]],
    "extract": [["-C", "DIR", "FILE"]],
}
SKIPPED = {"help", "version", "output", "directory", "append-to", "account", "review", "key-file", "files0-from", "jobs", "flame",
           "unlimited", "color", "progress", "hide", "keep-times"}
FORMS = {"json", "csv", "table", "native", "folded", "report-only", "to"}  # over all inputs; others over one of each format
WORDS = {("dump", "native"): ["perf-script", "json"], ("convert", "to"): ["pprof", "firefox", "mime", "text", "zip", "v6", "v12",
         "records", "log", "v1"], ("convert", "compression"): ["gzip", "zstd"], ("convert", "log-format"): ["long", "stderr"]}


def commands():
    return re.findall(r"^  ([a-z]+) +\S", run("--help")[1].decode().partition("Commands:\n")[2].partition("\n\n")[0], re.M)


def options(command):
    """(name, words) of each option that help has. No words: it is a flag."""
    text = run(command, "--help")[1].decode().partition("Options:\n")[2].partition("\n\n")[0]
    for name, value in re.findall(r"^  (?:-\w, |    )--([a-z0-9-]+)(\[?=\S+)?", text, re.M):
        words = re.findall(r"[^=\[\]|]+", value)
        if name in SKIPPED:
            continue
        if (command, name) in WORDS:
            yield name, WORDS[command, name]
        elif "|" in value:
            yield name, words
        else:
            yield name, [evil()] if value.startswith("=") else []


def lines(command):
    """(words, whether all inputs are to be tried)."""
    for operands in OPERANDS.get(command, [["FILE"]]):
        yield operands, True
        for name, words in options(command):
            for word in words or [""]:
                yield ["--%s%s" % (name, "=" + word if word else ""), *operands], name in FORMS


# --- a terminal -------------------------------------------------------------------------------------------------------


def on_terminal(words, folder, columns=0):
    """What reaches a terminal for output and another for messages, as it is sent. columns: 0: it does not tell."""
    pairs = [pty.openpty(), pty.openpty()]
    for _, sub in pairs:
        tty.setraw(sub)
        fcntl.ioctl(sub, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE", "COLUMNS")}
    p = subprocess.Popen([TOOL, *map(os.fsencode, words)], stdin=subprocess.DEVNULL, stdout=pairs[0][1], stderr=pairs[1][1],
                         env={**env, "TERM": "xterm", "TMPDIR": folder}, cwd=folder, close_fds=True)
    for _, sub in pairs:
        os.close(sub)
    shown = {main: b"" for main, _ in pairs}
    waiting = set(shown)
    while waiting:
        for main in select.select(waiting, [], [], 60)[0]:
            try:
                part = os.read(main, 65536)
            except OSError:
                part = b""
            shown[main] += part
            if not part:
                waiting.remove(main)
                os.close(main)
    p.wait(60)
    return p.returncode, *shown.values()


def wrong(shown):
    """What a terminal would obey; None: nothing."""
    try:
        text = OURS.sub("", shown.decode())
    except UnicodeDecodeError as e:
        return "bytes that are not UTF-8: %r" % shown[max(0, e.start - 40):e.start + 20]
    found = CONTROLS.search(text)
    return found and repr(text[max(0, found.start() - 60):found.start() + 20])


def write_inputs(folder, suffix=""):
    """Each input as a file in the folder, which becomes the current one; paths by name."""
    os.chdir(folder)
    files = {}
    for name, data in inputs():
        files[name] = os.path.join(folder, name + suffix)
        pathlib.Path(files[name]).write_bytes(data)
    return files


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.files = write_inputs(cls.folder, ONE.replace("/", "") + ".txt")
        cls.whole = list(cls.files)[:5]

    def shown(self, words, name):
        path = self.files[name]
        places = {"FILE": path, "OTHER": self.files["broken" if name == "apport" else "apport"]}
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            places["DIR"] = os.path.join(folder, "out" + ONE)
            code, out, err = on_terminal([places.get(word, word) for word in words], folder)
        self.assertGreaterEqual(code, 0, words)
        return code, out, err

    def check(self, job):
        words, name = job
        _, out, err = self.shown(words, name)
        found = [wrong(out), wrong(err.replace(b"\r\x1b[K", b""))]
        return (words, name, found) if any(found) else (MARK.encode() in out, MARK.encode() in err)

    def test_commands(self):
        jobs = []
        found = commands()
        self.assertGreaterEqual(len(found), 20)
        self.assertLessEqual(set(OPERANDS), set(found))
        for command in found:
            for words, everywhere in lines(command):
                jobs += [([command, *words], name) for name in (self.files if everywhere else self.whole)]
        self.run_all(jobs)

    def test_tables(self):
        """The rows of each table of each format, by both commands that have them."""
        jobs = []
        formats = {"apport": ["apport", "broken"], "simpleperf": ["simpleperf"], "apitrace": ["apitrace"],
                   "mallocdbg": ["mallocdbg", "log", "ops"], "bugreport": ["bugreport", "text1", "crashes"]}
        for format, names in formats.items():
            listed = run("rows", "--format=" + format)[1].decode()
            tables = re.findall(r"[a-z]+\.[a-z_.]+", listed)
            self.assertTrue(tables, listed)
            for table in tables:
                for form in "--json", "--csv", "--quiet":
                    jobs += [(["rows", "--recover", form, "-t", table, "FILE"], name) for name in names]
        for format, names in formats.items():
            for name in names:
                out = run("sql", "--csv", ".tables", self.files[name])[1].decode()
                jobs += [(["sql", "--recover", form, "SELECT *, payload FROM %s LIMIT 50" % table, "FILE"], name)
                         for table in out.split()[1:] if "_" in table for form in ("--json", "--csv", "--table")]
        self.assertGreater(len(jobs), 300)
        self.run_all(jobs)

    def run_all(self, jobs):
        jobs = some(jobs)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = list(pool.map(self.check, jobs))
        bad = [r for r in results if len(r) == 3]
        self.assertEqual(bad[:5], [], "%d of %d" % (len(bad), len(jobs)))
        self.assertGreater(sum(r[0] for r in results), len(jobs) // 8)  # there was something to be shown
        self.assertGreater(sum(r[1] for r in results), min(10, len(jobs) // 40))

    def test_messages(self):
        """Names that are none, of files, commands and options, and lists of names."""
        names = pathlib.Path(self.folder, "names")
        names.write_bytes(b"\0".join(["/nowhere/" .encode() + evil(i).encode() + RAW for i in range(3)]))
        for words in ([evil()], ["help", evil()], ["info", "--" + evil()], ["info", "/nowhere/" + evil()], ["info", "-" + evil()],
                      ["info", "--files0-from=names"], ["info", "--files0-from=/" + evil()], ["sql", "SELECT 1", "/nowhere/" + evil()],
                      ["top", "--by=" + evil(), "x"], ["convert", "-C", "/nowhere/" + evil(), "x"], ["convert", "-o", "/no/" + evil(), "FILE"],
                      ["cat", "-o", "/no/" + evil(), "FILE", "Title"], ["info", "FILE!" + evil()],
                      ["share", "-o", "/no/" + evil(), "FILE"], ["share", "--account=/no/" + evil(), "-o", "/dev/null", "FILE"],
                      ["share", "--review=/no/" + evil(), "-o", "/dev/null", "FILE"], ["share", "--key-file=/no/" + evil(), "FILE"]):
            words = [word.replace("FILE!", self.files["apport"] + "!") for word in words]
            if "--files0-from=names" in words:
                words[-1] = "--files0-from=" + str(names)
            code, out, err = self.shown(words, "apport")
            self.assertGreater(code, 0, words)
            self.assertEqual([wrong(out), wrong(err)], [None, None], words)

    def test_json_stays_json(self):
        """Escaped for a terminal, it has the values that a pipe gets."""
        for words in ["dump"], ["rows", "--json", "-t", "apport.field"], ["sql", "--json", "SELECT * FROM field"], ["ls", "--json"]:
            name = "apport"
            code, out, _ = self.shown([*words, "FILE"], name)
            piped = run(*words, self.files[name])
            self.assertEqual((code, list(map(json.loads, out.splitlines()))), (piped[0], list(map(json.loads, piped[1].splitlines()))))
            self.assertNotEqual(out, piped[1])

    def test_binary(self):
        """A terminal gets no binary data; a pipe does, and text is shown."""
        for words, name in ((["convert", "FILE"], "simpleperf"), (["convert", "FILE"], "apitrace"), (["convert", "FILE"], "bugreport"),
                            (["convert", "--container=gzip", "FILE"], "apitrace"), (["convert", "--container=zstd", "FILE"], "apitrace"),
                            (["convert", "--container=brotli", "FILE"], "apitrace"), (["repair", "FILE"], "simpleperf"),
                            *[(["convert", "--to=pprof", "FILE"], "simpleperf")] * paths.HAS_NANOPB):
            code, out, err = self.shown(words, name)
            self.assertEqual((words, name, code, out), (words, name, 3, b""))
            self.assertIn(b"-o FILE", err)
            self.assertGreater(len(run(*[self.files[name] if w == "FILE" else w for w in words])[1]), 20)
        core = b"\x7fELF" + bytes(range(256)) * 8
        path = os.path.join(self.folder, "core.crash")
        pathlib.Path(path).write_bytes(b"ProblemType: Crash\nCoreDump: base64\n %s\nTitle: x\n" % base64.b64encode(zlib.compress(core)))
        self.files["core"] = path
        self.assertEqual(self.shown(["cat", "FILE", "CoreDump"], "core")[:2], (3, b""))
        self.assertEqual(run("cat", path, "CoreDump")[1], core)
        self.assertEqual(self.shown(["cat", "FILE", "Title"], "core")[:2], (0, b"x"))


if __name__ == "__main__":
    need_codecs("snappy", "zstd", "brotli")
    unittest.main(argv=sys.argv[:1])
