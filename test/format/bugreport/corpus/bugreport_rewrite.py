#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rewrites the corpus: entries come out with the very bytes they were stored as, texts byte for byte where their markers
are as Android writes them and with the same events elsewhere; unzip, bsdtar and Python's zipfile open what is written.

    bugreport_rewrite.py LIBRARY
"""

import io
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import bugreport_read
import corpus
import dfmt_ctypes
from dfmt_ctypes import DECODED, STORED, DfmtError
from bugreport_read import DIRECTORY, FORWARD
from random_bugreport import random_text

TEXT, ZIP, V0, V1, V2 = 1, 2, 3, 4, 5  # DFMT_BUGREPORT_VARIANT_*
PAYLOAD = 1  # DFMT_EVENT_FLAG_PAYLOAD
ENCRYPTED = 1

# Members that tell where something stands in the file, or how many things of other kinds there are.
PLACES = {"head", "start_offset", "body_offset", "body_size", "header_offset", "data_offset", "number", "zip_flags",
          "version_needed", "extra", "n_entries", "text_size", "leading_bytes", "by_directory", "main_entry", "rule",
          "guessed", "fallback", "version_made_by", "external_attributes", "reserved"}
# What an entry's end says, as its sizes may have come late.
SIZES = {"stored_size", "crc32", "decoded_size", "present"}
LATE = {"bugreport.entry": SIZES, "bugreport.entry_end": SIZES, "bugreport.header": {"present", "version", "comment"},
        "bugreport.summary": {"present"}}
FLAGS_KEPT = 1 | 16  # encrypted, unsafe; that a name is UTF-8 is the writer's to say

# Texts with markers that no writer of Android makes as they are, so that the same events have other bytes.
OTHER_LAYOUT = {
    "flat-android2-crlf": "lines that end in CR LF",
    "flat-decoys": "a footer of another service, a priority NORMAL, a service without a divider",
    "flat-header-then-banner": "no empty lines around the properties",
}


class Case:
    def __init__(self, b, data):
        self.b, self.data = b, data

    def reader(self, **options):
        return self.b.reader(self.data, max_ratio=0, **options)


def members(b, ev, body):
    name = next(n for n, cls in b.lib.types.items() if cls is type(body))
    left_out = PLACES | LATE.get(name, set())
    d = {m: getattr(body, m) for m in body.dfmt_members if m not in left_out}
    d = {m: v.bytes() if isinstance(v, dfmt_ctypes.Str) else v for m, v in d.items()}
    if "flags" in d:
        d["flags"] &= FLAGS_KEPT
    return name.split(".")[1], d


def events(b, data, stored=False, **options):
    """(name, members, value) of every event; of entries, the value and the bytes as stored."""
    out = []
    with b.reader(data, max_ratio=0, **options) as r:
        while item := r.next():
            value = None
            name, d = members(b, *item)
            if item[0].flags & PAYLOAD:
                value = b"".join(r.payload(STORED if stored and name == "entry" else DECODED))
            out.append((name, d, value))
    return out


def rewrite(b, data, variant=0, keep=lambda name, body: True, append=None, to=None, **options):
    """Copies what `keep` wants. append: to a file that cannot be sought."""
    with dfmt_ctypes.Writer(b.lib, to or {}, b.format, variant, append_to=append) as w:
        with b.reader(data, max_ratio=0, **options) as r:
            while item := r.next():
                if keep(b.names[item[0].type], item[1]):
                    w.copy(r, item[0])
        w.finish()
        b.lib.check(b.lib.c.dfmt_sink_close(w.sink), 0)
        return pathlib.Path(append).read_bytes() if append else w.bytes()


def anew(b, data, variant=0, to=None, **options):
    """Writes what is read from bodies and decoded values, except lines that are no value of their own."""
    with dfmt_ctypes.Writer(b.lib, to or {}, b.format, variant) as w, b.reader(data, max_ratio=0, **options) as r:
        while item := r.next():
            name = b.names[item[0].type]
            if item[0].flags & PAYLOAD or name == "text":
                w.begin(item[1])
                for piece in r.payload():
                    w.payload(piece)
                w.end()
            else:
                w.put(item[1])
        return w.close()


def streamed(b, data, **options):
    with tempfile.NamedTemporaryFile() as f:
        return rewrite(b, data, append=f.name, **options)


def zip_of(data):
    return zipfile.ZipFile(io.BytesIO(data))


def opened_elsewhere(t, what, data, readable=True):
    """readable: all entries are stored or deflated, and not encrypted."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.zip"
        path.write_bytes(data)
        try:
            z = zip_of(data)
        except zipfile.BadZipFile:
            t.equal(what + ": an end record is quoted in the comment", True, data.count(b"PK\5\6") > 1)
            return
        with z:
            names = [i.filename for i in z.infolist()]
            if readable:
                t.equal(what + ": zipfile", None, z.testzip())
        if not names:
            return
        run = lambda *command: subprocess.run(command, capture_output=True)
        if readable:
            t.equal(what + ": unzip -t", 0, run("unzip", "-tqq", str(path)).returncode)
            t.equal(what + ": bsdtar", 0, run("bsdtar", "-xOf", str(path)).returncode)
        t.equal(what + ": bsdtar, names", len(names), len(run("bsdtar", "-tf", str(path)).stdout.splitlines()))


def is_plain(b, data):
    """Whether anything can be read: encrypted entries and unknown methods are only copied."""
    with b.reader(data, max_ratio=0, text=0) as r:
        while item := r.next():
            if b.names[item[0].type] == "entry" and (item[1].flags & ENCRYPTED or item[1].method not in (0, 8)):
                return False
    return True


def safe(name, body):
    return name != "entry" or (not body.flags & 16 and body.role != 15)


def rewrite_zip(t, b, data):
    plain = is_plain(b, data)
    for how in (FORWARD, DIRECTORY):
        word = "forward" if how == FORWARD else "directory"
        old = [e for e in events(b, data, stored=True, text=0, **{"pass": how}) if e[0] != "entry" or not e[1]["flags"] & 16]
        for kind, out in (("sought", rewrite(b, data, keep=safe, text=0, **{"pass": how})),
                          ("streamed", streamed(b, data, keep=safe, text=0, **{"pass": how}))):
            for again in (FORWARD, DIRECTORY):
                new = events(b, out, stored=True, text=0, **{"pass": again})
                t.equal("%s, %s: entries as stored" % (word, kind), [e for e in old if e[0] == "entry"],
                        [e for e in new if e[0] == "entry"])
            opened_elsewhere(t, "%s, %s" % (word, kind), out, plain)
        # with the text taken apart: only the main entry is compressed anew
        old = [e for e in events(b, data, stored=True, **{"pass": how}) if e[0] != "entry" or not e[1]["flags"] & 16]
        out = rewrite(b, data, keep=safe, **{"pass": how})
        t.equal(word + ": events", old, events(b, out, stored=True, **{"pass": how}))
        opened_elsewhere(t, word + ", text as events", out, plain)


def text_of(b, data):
    return next((v for n, _, v in events(b, data, text=0) if n == "text"), None)


def rewrite_text(t, b, name, data):
    """Gives whether the bytes are the same."""
    flat = text_of(b, data)
    old, out = events(b, data), anew(b, data)
    for options in ({}, {"text": 0}, {"log": 1}, {"services": 0}):
        t.equal("a copy with %s" % options, flat, rewrite(b, data, **options))
    if name == "flat-header-then-banner":
        return out == flat  # an empty line is added, which is text
    t.equal("events", old, events(b, out))
    t.equal("lines of logs", events(b, data, log=1), events(b, anew(b, data, log=1), log=1))
    t.equal("without services", old, events(b, anew(b, data, to={"bugreport.services": 0}, services=0)))
    return out == flat


def versions(t, b, data, main):
    """One report in every container and version."""
    text = zip_of(data).read(main)
    t.equal("its text", text, rewrite(b, data, TEXT, keep=lambda name, x: name not in ("entry", "entry_end") or x.role in (1, 2, 3)))
    only_main = lambda name, x: name != "entry" or x.role == 1
    names = lambda out: zip_of(out).namelist()
    t.equal("version 0", [main], names(rewrite(b, data, V0, keep=only_main)))
    t.equal("version 0 from the text", text, zip_of(rewrite(b, text, V0)).read("bugreport-2018-09-01-14-41-02.txt"))
    for to, version in (({}, b"2.0"), ({"bugreport.version": [b"2.0-dev-priority-dumps"]}, b"2.0-dev-priority-dumps")):
        for how in (FORWARD, DIRECTORY):
            out = rewrite(b, data, V2, to=to, **{"pass": how})
            z = zip_of(out)
            t.equal("version", version, z.read("version.txt"))
            t.equal("main entry", main.encode(), z.read("main_entry.txt"))
            t.equal("pointer first", 1, z.namelist().index(main) - z.namelist().index("main_entry.txt"))
            t.equal("all", sorted(zip_of(data).namelist()), sorted(z.namelist()))
            t.equal("text", text, z.read(main))
            opened_elsewhere(t, "version %s" % version, out)
    for what, call in (("protos in 1.0", lambda: rewrite(b, data, V1)), ("priorities in 1.0", lambda: rewrite(b, data, V1, keep=only_main)),
                       ("entries in version 0", lambda: rewrite(b, data, V0)), ("entries in a text", lambda: rewrite(b, data, TEXT))):
        t.equal(what, 844, refused(call))
    t.equal("an unknown version", 810, refused(lambda: rewrite(b, data, V2, to={"bugreport.version": [b"3.7beta"]})))


def refused(call):
    try:
        call()
    except DfmtError as e:
        return e.number
    return None


def options(t, b, data, main):
    """Options of the writer, and copies of which something is left out or put in."""
    out = rewrite(b, data, to={"bugreport.time": 1700000000, "bugreport.zip64": 1})
    opened_elsewhere(t, "zip64", out)
    t.equal("one time", {(2023, 11, 14, 22, 13, 20)}, {i.date_time for i in zip_of(out).infolist()})
    t.equal("zip64's end", (1, 1), (out.count(b"PK\6\6"), out.count(b"PK\6\7")))
    t.equal("the same again", out, rewrite(b, out, to={"bugreport.time": 1700000000, "bugreport.zip64": 1}))
    for how in (FORWARD, DIRECTORY):
        t.equal("zip64, read", [e[2] for e in events(b, data) if e[0] == "entry"],
                [e[2] for e in events(b, out, **{"pass": how}) if e[0] == "entry"])
    t.equal("too many entries", 834, refused(lambda: rewrite(b, data, to={"bugreport.max_entries": 3})))
    old = [x["title"] for n, x, _ in events(b, data) if n == "section"]
    dropped = [False]

    def without_log(name, x):
        if name == "section":
            dropped[0] = x.title.bytes() == b"SYSTEM LOG"
        return not dropped[0] or name not in ("section", "section_end", "text")
    t.equal("a section less", [x for x in old if x != b"SYSTEM LOG"],
            [x["title"] for n, x, _ in events(b, rewrite(b, data, keep=without_log)) if n == "section"])
    t.equal("and it was there", True, b"SYSTEM LOG" in old)
    with dfmt_ctypes.Writer(b.lib, {}, b.format, TEXT) as w:
        new = b.lib.new
        w.put(new("bugreport.banner", text=b"dumpstate: 2024-03-17 08:15:30"))
        w.begin(new("bugreport.section", title=b"X", command=b"x"))
        t.equal("a marker in a text", 843, refused(lambda: (w.payload(b"a\n------ Y ------\n"), w.end())))


def random_texts(t, b):
    for seed in range(300):
        with t.case("random text %d" % seed):
            data = random_text(random.Random(seed))
            t.equal("copy", data, rewrite(b, data))
            if re.search(rb"\n== [^\n]*\n== ", data):
                continue  # a banner that is not closed will be, and what follows stands behind it
            old = events(b, data)
            t.equal("anew", old, events(b, anew(b, data, to={"bugreport.markers": 1})))


def main(library):
    b, t = bugreport_read.Bugreport(library), corpus.Tally()
    place = corpus.folder("cases", "bugreport")
    for name, want in corpus.cases(corpus.folder("expected", "bugreport")):
        data = (place / want["file"]).read_bytes()
        if want["outcome"] == "error" or want["case"].startswith("flat-utf16"):
            continue
        with t.case(name):
            try:
                for how in (FORWARD, DIRECTORY):
                    events(b, data, text=0, **{"pass": how})
            except DfmtError:
                continue  # not sound
            if want["container"] == "zip":
                rewrite_zip(t, b, data)
                if name == "v2-pie":
                    versions(t, b, data, want["main_entry"])
                    options(t, b, data, want["main_entry"])
            else:
                t.equal("the same bytes", name not in OTHER_LAYOUT, rewrite_text(t, b, name, data))
    random_texts(t, b)
    return t.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
