#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reports and logs in mails: every command reads them as the plain file, and says where they are in the mail.

usage: test_mails.py DIAGFMT

Mails are made here, in quoted-printable in all the ways in which programs write it.
"""

import email.message
import gzip
import json
import os
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

from program import run  # noqa: E402

STARS = " ".join(["***"] * 16)
FRAMES = "".join("      #%02d pc %016x  /apex/com.android.runtime/lib64/bionic/libc.so (function_with_a_long_name_%d+%d) (BuildId: %032x)\n"
                 % (i, 4096 * i + 17, i, i * 4, 7 ** (i + 20)) for i in range(12))
REPORTS = {
    "apport": "ProblemType: Crash\nArchitecture: amd64\nDate: Wed Nov 20 10:11:12 2024\nDistroRelease: Ubuntu 24.04\n"
              "ExecutablePath: /usr/bin/größer\nPackage: größer 1.0=2\nProcCmdline: " + "größer --a=b " * 20 + "\nProcMaps:\n "
              + "\n ".join("7f11aa%06x-7f11aa02c000 r-xp 00000000 08:01 %d   /usr/lib/x86_64-linux-gnu/libc.so.6" % (i, i)
                           for i in range(30)) + "\nSignal: 11\nUname: Linux 6.8.0-45-generic x86_64\n",
    "tombstone": STARS + "\nBuild fingerprint: 'google/oriole/oriole:14/UP1A.231005.007/10754064:user/release-keys'\nABI: 'arm64'\n"
                 "pid: 41, tid: 42, name: worker  >>> com.example.app <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), "
                 "fault addr 0x0000000000000010\nCause: null pointer dereference\n    x0  0000000000000000  x1  0000007b1c5ff000  x2  "
                 "0000000000000001  x3  0000000000000003\n\nbacktrace:\n" + FRAMES,
    "dump": "".join("----- pid %d at 2024-11-20 10:11:%02d -----\nCmd line: com.example.app%d\n\n\"main\" prio=5 tid=1 Blocked\n"
                    "  | group=\"main\" sCount=1 ucsCount=0 flags=1 obj=0x72a5a8d8 self=0xb400007b1c5ff000\n"
                    "  at com.example.A.b(A.java:1)\n  - waiting to lock <0x0123> (a java.lang.Object) held by thread 9\n\n----- end %d -----\n\n"
                    % (n, n % 60, n, n) for n in (41, 51)),
    "log": "".join("11-20 10:11:12.%03d  4821  4821 %s\n" % (i, s) for i, s in enumerate(
        ["I Tag     : a=b " + "much more " * 20, "E AndroidRuntime: FATAL EXCEPTION: main",
         "E AndroidRuntime: Process: com.example.app, PID: 4821",
         "E AndroidRuntime: java.lang.NullPointerException: größer " + "x" * 90, "E AndroidRuntime: \tat com.example.A.b(A.java:1)",
         "D Tag     : bye"] * 5)),
}


class Encoder:
    """Text in quoted-printable, and where each of its lines begins: as bytes of the mail, and as a line, from 1."""

    def __init__(self, data, seed, crlf, joins):
        self.data, self.random, self.eol, self.joins = bytearray(data), random.Random(seed), b"\r\n" if crlf else b"\n", joins
        self.places, self.before = [], None

    def begin(self, after_join):
        """Where bytes stand before a line that are no text, it begins with them, but for its number."""
        at = after_join if after_join is not None else len(self.data)
        self.places.append((at, bytes(self.data).count(b"\n") + 1))

    def add(self, text):
        column = 0
        for line in text.encode().split(b"\n")[:-1]:
            self.begin(self.before)
            self.before = None
            for i, c in enumerate(line):
                blank_at_end = c in b" \t" and i + 1 == len(line)
                escaped = c == 0x3d or c > 126 or (c < 32 and c != 9) or blank_at_end or self.random.random() < 0.02
                piece = (b"=%02X" if self.random.random() < 0.7 else b"=%02x") % c if escaped else bytes([c])
                if column + len(piece) > 75:
                    self.data += b"=" + self.random.choice([b"", b"", b" ", b" \t"]) + self.eol
                    column = 0
                self.data += piece
                column += len(piece)
            if self.joins:  # the line's end is text, too, and the next one is joined to it
                self.data += b"=0D=0A" if self.eol == b"\r\n" else b"=0A"
                self.before = len(self.data)
                self.data += b"=" + self.eol
            else:
                self.data += self.random.choice([b"", b"", b" ", b"\t "]) + self.eol
            column = 0
        return self


HEAD = ("Return-Path: <a@example.org>\nReceived: from a.example.org by b.example.org;\n\tWed, 20 Nov 2024 10:11:12 +0100\nFrom: Anna\n"
        " <a@example.org>\nSubject: it stops\nMIME-Version: 1.0\n")
PLAIN = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
SHOUTED = "CONTENT-TRANSFER-ENCODING:\n\tQuoted-Printable\nContent-Type: text/plain;\n charset=utf-8\n\n"
PART = "--%s\nContent-Type: text/plain\nContent-Disposition: inline\nContent-Transfer-Encoding: Quoted-Printable\n\n"
# What stands before the text, which is quoted-printable, and after it.
MAILS = {
    "mail": (HEAD + PLAIN, ""),
    "box": ("From a@example.org Wed Nov 20 10:11:12 2024\n" + HEAD + SHOUTED, ""),
    "parts": (HEAD + "Content-Type: multipart/mixed; boundary=\"=_1\"\n\nIn parts =41.\n--=_1\nContent-Type: text/plain\n\nHi =41,\n" + PART % "=_1",
              "--=_1\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--=_1--\n"),
    "nested": (HEAD + "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/alternative; boundary=\"--------i\"\n\n"
               + PART % "--------i", "----------i\nContent-Type: text/html\n\n<p>=41\n----------i--\n\n--o--\n"),
}


def good(*args, status=0):
    code, out, err = run(*args)
    assert code == status, (args, code, err)
    return out


def lines_of(*args, status=0):
    return [json.loads(s) for s in good(*args, status=status).splitlines()]


def without_places(o):
    """What does not depend on where it stands."""
    dropped = ("line", "start_offset", "offset", "byte_offset", "place", "file", "text_size", "stored_size", "number")
    if isinstance(o, dict):
        return {k: without_places(v) for k, v in o.items() if k not in dropped}
    return [without_places(v) for v in o] if isinstance(o, list) else o


def line_at(whole, at):
    """Of what follows the ends of lines there that join them."""
    joins = re.compile(rb"(=[ \t]*\r?\n)*").match(whole, at)
    return whole[:joins.end()].count(b"\n") + 1


def check_places(kind, name, e, first, mail):
    """Rows tell the bytes and lines of the mail: of line `first` on these are the report's."""
    places, whole = dict(e.places[first:]), pathlib.Path(mail).read_bytes()
    table = {"apport": "apport.field", "tombstone": "tombstone.frame", "dump": "anr_thread", "log": "log.line"}[kind]
    rows = lines_of("rows", "--json", "-t", table, name)
    assert len(rows) >= (10 if kind != "dump" else 2), (name, rows)
    for r in rows:
        if kind == "apport":
            assert r["line"] in places.values(), (name, r)
        elif kind == "log":
            assert r["line"] == line_at(whole, r["start_offset"]), (name, r, places)
        else:
            assert places[r["start_offset"]] == r["line"], (name, r, places)
    return rows


def is_of_text(kind, o):
    return o.get("event") == "log.line" and o["kind"] != "text" if kind == "log" else o.get("event") != "diagnostic"


def check_same(kind, name, plain, e):
    """What commands say of both; in a log the rest of the mail is text, too."""
    told = [run("triage", "--json", f) for f in (name, plain)]
    assert told[0][0] == told[1][0], (name, told)
    a, b = ([without_places(json.loads(s)) for s in t[1].splitlines()] for t in told)
    assert a == b and (a or kind == "dump"), (name, a, b)
    assert run("verify", name)[0] == run("verify", plain)[0], name
    if kind in ("tombstone", "dump"):
        found = re.findall(rb"(?m)^[^:\n]*:(\d+):(.*)", good("grep", "-n", "", name))
        want = REPORTS[kind].encode().split(b"\n")[:-1]
        numbers = [n for _, n in e.places[-len(want):]]
        assert [t.strip() for _, t in found if t.strip()] == [s.strip() for s in want if s.strip()], (name, found)
        assert [int(n) for n, t in found if t.strip()] == [n for n, s in zip(numbers, want) if s.strip()], (name, found)
    if kind == "apport":
        assert good("convert", "-o", "-", name) == good("convert", "-o", "-", plain), name
    events = [[without_places(o) for o in lines_of("dump", f) if is_of_text(kind, o)] for f in (name, plain)]
    assert events[0] == events[1], (name, [p for p in zip(*events) if p[0] != p[1]][:2], [len(e) for e in events])


def try_mail(kind, way, seed, crlf, joins):
    text, (head, tail) = REPORTS[kind], MAILS[way]
    eol = "\r\n" if crlf else "\n"
    before = "Hello,\n\nit =3D stops:\n\n"
    e = Encoder(head.replace("\n", eol).encode(), seed, crlf, joins)
    e.add(before)
    first = len(e.places)
    e.add(text)
    name, plain = "%s.%s.%d%d.mail" % (kind, way, crlf, joins), "plain"
    whole = bytes(e.data) + tail.replace("\n", eol).encode()
    pathlib.Path(name).write_bytes(whole)
    pathlib.Path(plain).write_bytes(text.replace("\n", eol).encode())
    score = 60 if kind != "log" else r"\d\d"
    assert re.match(rf"\S+: \w+( \w+)? in another text \(score {score}\)\n$", good("identify", name).decode()), (name, good("identify", name))
    info = lines_of("info", "--json", "--set=file", name)[0]
    assert info["wrapper"] == "text" and info.get("line") == (e.places[first][1] if kind != "log" else None), (name, info)
    rows = check_places(kind, name, e, first, name)
    check_same(kind, name, plain, e)
    pathlib.Path("packed").write_bytes(gzip.compress(whole))
    assert [without_places(r) for r in check_places(kind, "packed", e, first, name)] == [without_places(r) for r in rows], name


def check_programs():
    """As Python's own library writes them."""
    for kind in ("apport", "tombstone"):
        mail = email.message.EmailMessage()
        mail["From"] = "a@example.org"
        mail.set_content("See below.\n\n" + REPORTS[kind], cte="quoted-printable")
        pathlib.Path("one").write_bytes(mail.as_bytes())
        mail.add_alternative("<p>bye", subtype="html")
        pathlib.Path("both").write_bytes(mail.as_bytes())
        pathlib.Path("plain").write_text(REPORTS[kind])
        for name in ("one", "both"):
            assert b"in another text" in good("identify", name), name
            a, b = ([without_places(json.loads(s)) for s in run("triage", "--json", f)[1].splitlines()] for f in (name, "plain"))
            assert a == b and a, (name, a, b)


def check_others():
    """What holds no report is no report, and base64 has a name."""
    for name, data, words in (
            ("prose", HEAD + PLAIN + "The first key is =3D\nProblemType: which says what it is about\n", "text"),
            ("packed", HEAD + "Content-Transfer-Encoding: base64\n\nUHJvYmxlbVR5cGU6IENyYXNo\n", "a mail in base64"),
            ("example", HEAD + PLAIN + "\n    ProblemType: Crash\n\nand then come others.\n", "text"),
            ("only", HEAD + PLAIN, "text"), ("joined", HEAD + PLAIN + "Problem=\nType: Crash=\n", "text")):
        pathlib.Path(name).write_text(data)
        code, out, err = run("identify", name)
        assert code == 4 and words in out.decode(), (name, out)
        code, _, err = run("info", name)
        assert code == 4 and words in err, (name, err)
    broken = HEAD + PLAIN + "ProblemType: Crash\nUname: a =4 =zz = b==3D=\n=\n c\nSignal: 11=\n"
    pathlib.Path("broken").write_text(broken)
    rows = lines_of("rows", "--json", "-t", "apport.field", "broken")
    assert rows[1]["text"] == "a =4 =zz = b== c" and [r["line"] for r in rows] == [11, 12, 15], rows


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for kind in REPORTS:
            for n, way in enumerate(MAILS):
                for crlf in (False, True):
                    for joins in (False, True):
                        try_mail(kind, way, 8 * n + 2 * crlf + joins, crlf, joins)
        check_programs()
        check_others()
        os.chdir("/")
    print("mails are read as what stands in them")


if __name__ == "__main__":
    main()
