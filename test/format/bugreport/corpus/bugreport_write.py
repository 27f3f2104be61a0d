#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is written is opened by Python's zipfile, unzip and bsdtar, and holds what was given.

    bugreport_write.py LIBRARY
"""

import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import bugreport_read
import corpus
import dfmt_ctypes
from dfmt_ctypes import DfmtError

TEXT, ZIP = 1, 2          # DFMT_BUGREPORT_VARIANT_*
STORED, DEFLATE = 0, 8    # DFMT_BUGREPORT_METHOD_*
NONE, FASTEST, SMALLEST = 256, 1, 255  # DFMT_LEVEL_*
MAIN = b"bugreport-thing-2024-03-17-08-15-30.txt"
WHEN = 1710663330


def copy(b, data, level=None, **options):
    """A copy of all that can be read; and whether every record was taken."""
    whole = True
    with b.reader(data, recover=1, max_ratio=0, **options) as r, \
            dfmt_ctypes.Writer(b.lib, {"level": level} if level is not None else {}, b.format) as w:
        while item := r.next():
            try:
                w.copy(r, item[0])
            except DfmtError:
                whole = False
        return w.close(), whole


def tools(t, data):
    """What others say about a zip."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.zip"
        path.write_bytes(data)
        for command in (["unzip", "-tqq", str(path)], ["bsdtar", "-tf", str(path)]):
            if shutil.which(command[0]):
                found = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
                t.equal(" ".join(command[:2]), (0, b""), (found.returncode, b"" if found.returncode == 0 else found.stdout))


def opens(data):
    """Whether zipfile finds the directory: not if an end record is quoted in the comment."""
    try:
        zipfile.ZipFile(io.BytesIO(data)).close()
    except zipfile.BadZipFile:
        return False
    return True


def contents(data):
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        return {i.filename: z.read(i) for i in z.infolist()}


def text_name(entry):
    return entry["name"].encode() if "name" in entry else bytes.fromhex(entry["name_hex"])


def copies(t, b, place, expected):
    for name, want in corpus.cases(expected):
        if want["container"] != "zip" or want["outcome"] != "ok":
            continue
        data = (place / want["file"]).read_bytes()
        read = b.container(data, max_ratio=0)
        unsafe = {text_name(e) for e in read["entries"] if e["unsafe"]} # these are refused
        original = {k: v for k, v in read["contents"].items() if k not in unsafe}
        for how in (bugreport_read.FORWARD, bugreport_read.DIRECTORY):
            for text in (0, 1):
                for level in (None, NONE):
                    with t.case("%s, pass %d, text %d, level %s" % (name, how, text, level)):
                        out, whole = copy(b, data, level, **{"pass": how, "text": text})
                        t.equal("whole", not {"duplicate-entry", "unsafe-name"} & set(want["problems"]), whole)
                        if opens(data):
                            with zipfile.ZipFile(io.BytesIO(out)) as z:
                                t.equal("testzip", None, z.testzip())
                        if opens(data) and "unsafe-name" not in want["problems"] and level is None and not text:
                            tools(t, out)
                        found = b.container(out, max_ratio=0)
                        t.equal("problems", set(), found["problems"] - {"version-unknown"})
                        t.equal("names", list(original), list(found["contents"]))
                        for k, v in original.items():
                            t.equal("content", v, found["contents"][k])


def entry(b, name, method=DEFLATE, **more):
    return b.lib.new("bugreport.entry", name=name, method=method, mtime_local_s=WHEN, **more)


def put_text(b, w):
    """A report from nothing."""
    new = b.lib.new
    w.put(new("bugreport.banner", text=b"dumpstate: 2024-03-17 08:15:30"))
    w.put(new("bugreport.property", key=b"Build", value=b"AB1C"))
    w.put(new("bugreport.property", key=b"Bootconfig", value=b"a = b\nc = d"))
    w.begin(new("bugreport.section", title=b"UPTIME", command=b"uptime"))
    w.payload(b" up 1 day\n")
    w.end()
    w.put(new("bugreport.section_end", title=b"UPTIME", closed=1, duration_us=12000))
    w.begin(new("bugreport.section", title=b"RT", command=b"/data/rt", file_time_local_s=WHEN))
    w.payload(b"no end of line")
    w.end()
    w.put(new("bugreport.section_end", title=b"RT", closed=6))
    w.begin(new("bugreport.section", title=b"DUMPSYS HIGH", command=b"dumpsys"))
    w.end()
    w.begin(new("bugreport.service", name=b"meminfo", dump_priority=1))
    w.payload(b"TOTAL 5\n")
    w.end()
    w.put(new("bugreport.service_end", name=b"meminfo", duration_us=700001, time_local_s=WHEN))
    w.put(new("bugreport.section_end", title=b"DUMPSYS HIGH", closed=1, duration_us=710000))
    w.put(new("bugreport.duration", title=b"DUMPSTATE", duration_us=1000000))
    w.put(new("bugreport.banner", text=b"Final progress (pid 1): 1/2 (estimated 2)"))
    w.put(new("bugreport.banner", text=b"dumpstate: done (id 3)"))


WANT_TEXT = b"""%(e)s
== dumpstate: 2024-03-17 08:15:30
%(e)s

Build: AB1C
Bootconfig: a = b
c = d

------ UPTIME (uptime) ------
 up 1 day
------ 0.012s was the duration of 'UPTIME' ------
------ RT (/data/rt: 2024-03-17 08:15:30) ------
no end of line
------ DUMPSYS HIGH (dumpsys) ------
%(d)s
DUMP OF SERVICE HIGH meminfo:
TOTAL 5
--------- 0.700001s was the duration of dumpsys meminfo, ending at: 2024-03-17 08:15:30
------ 0.710s was the duration of 'DUMPSYS HIGH' ------
------ 1.000s was the duration of 'DUMPSTATE' ------
%(e)s
== Final progress (pid 1): 1/2 (estimated 2)
%(e)s
== dumpstate: done (id 3)
%(e)s
""" % {b"e": b"=" * 56, b"d": b"-" * 79}


def from_nothing(t, b):
    with t.case("a text from nothing"):
        with dfmt_ctypes.Writer(b.lib, {}, b.format, TEXT) as w:
            put_text(b, w)
            t.equal("text", WANT_TEXT, w.close())
    for level in (None, NONE, FASTEST, SMALLEST):
        with t.case("a zip from nothing, level %s" % level):
            with dfmt_ctypes.Writer(b.lib, {"level": level} if level is not None else {}, b.format, ZIP) as w:
                for name, content in ((b"version.txt", b"2.0"), (b"main_entry.txt", MAIN)):
                    w.begin(entry(b, name))
                    w.payload(content)
                    w.end()
                w.put(entry(b, MAIN))
                put_text(b, w)
                w.put(b.lib.new("bugreport.entry_end", name=MAIN))
                w.begin(entry(b, "FS/data/ü".encode(), STORED))
                w.end()
                data = w.close()
            tools(t, data)
            with zipfile.ZipFile(io.BytesIO(data)) as z:
                t.equal("names", ["version.txt", "main_entry.txt", MAIN.decode(), "FS/data/ü"], z.namelist())
                t.equal("text", WANT_TEXT, z.read(MAIN.decode()))
                t.equal("time", (2024, 3, 17, 8, 15, 30), z.getinfo("version.txt").date_time)
            found = b.container(data)
            t.equal("read", (set(), "2.0", "main_entry.txt"), (found["problems"], found["version"], found["main_entry_rule"]))
    with t.case("an empty zip"):
        with dfmt_ctypes.Writer(b.lib, {}, b.format, ZIP) as w:
            t.equal("names", {}, contents(w.close()))


def refusals(t, b):
    new = b.lib.new
    section = lambda **m: new("bugreport.section", **m)
    for what, variant, body in (
            ("the end of nothing", ZIP, new("bugreport.entry_end", name=b"x")),
            ("a heading with a line end", TEXT, section(title=b"x\ny")),
            ("a heading that begins with a space", TEXT, section(title=b" x")),
            ("an empty heading", TEXT, section(title=b"")),
            ("a heading that is too long", TEXT, section(title=b"x" * 4096)),
            ("a property before the banner", TEXT, new("bugreport.property", key=b"Build", value=b"x")),
            ("the end of no section", TEXT, new("bugreport.section_end", title=b"x")),
            ("a service without a name", TEXT, new("bugreport.service", name=b"")),
            ("a name that is too long", ZIP, entry(b, b"x" * 65536)),
            ("a method that is unknown", ZIP, entry(b, b"x", 14))):
        with t.case(what):
            with dfmt_ctypes.Writer(b.lib, {}, b.format, variant) as w:
                try:
                    w.put(body)
                    said = None
                except DfmtError as e:
                    said = e.status
                t.equal("status", True, said in ("e_arg", "e_unsupported"))
                t.equal("output", b"", w.bytes())
    with t.case("properties that would be read as something else"):
        with dfmt_ctypes.Writer(b.lib, {}, b.format, TEXT) as w:
            w.put(new("bugreport.banner", text=b"dumpstate: 2024-03-17 08:15:30"))
            for key, value in ((b"lower", b"x"), (b"A:b", b"x"), (b"", b"x"), (b"A", b"x\n\ny"), (b"A", b"x\nB: c"), (b"A", b"x\n")):
                try:
                    w.put(new("bugreport.property", key=key, value=value))
                    said = None
                except DfmtError as e:
                    said = e.status
                t.equal("%r: %r" % (key, value), "e_arg", said)
    with t.case("ids that would not be read"):
        line = dict(kind=3, month=3, day=17, second=5, priority=4, tag=b"x", message=b"y")
        with dfmt_ctypes.Writer(b.lib, {}, b.format, TEXT) as w:
            for pid in -1, -5, -(2**31), 10**9:
                try:
                    w.put(new("bugreport.log", process_id=pid, **line))
                    said = None
                except DfmtError as e:
                    said = e.status
                t.equal(str(pid), "e_arg", said)
            w.put(new("bugreport.log", process_id=10**9 - 1, **line))
            t.equal("output", b"03-17 00:00:05.000 I/x       (999999999): y\n", w.bytes())
    with t.case("stored bytes"):
        with dfmt_ctypes.Writer(b.lib, {}, b.format, ZIP) as w:
            w.begin(entry(b, b"x", crc32=0, stored_size=2, decoded_size=0), 1)
            w.payload(b"\3")
            try:
                w.end()
                said = None
            except DfmtError as e:
                said = e.number
            t.equal("too few", 842, said)


def main():
    b = bugreport_read.Bugreport(sys.argv[1])
    t = corpus.Tally()
    from_nothing(t, b)
    refusals(t, b)
    copies(t, b, corpus.folder("cases", "bugreport"), corpus.folder("expected", "bugreport"))
    return t.finish()


if __name__ == "__main__":
    sys.exit(main())
