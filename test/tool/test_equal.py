#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Nothing is taken for equal that is not, however it was made: contents of one 64-bit FNV-1a, and others.

usage: test_equal.py DIAGFMT
"""
import base64
import gzip
import json
import pathlib
import random
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import make_bugreports as reports  # noqa: E402
from collisions import MASK, fnv, pairs  # noqa: E402
from program import run  # noqa: E402

R = random.Random(39)
LARGE = 300000  # bytes of values that come in several pieces


def made(folder, *contents):
    for name, data in zip(("before", "after"), contents):
        (folder / name).write_bytes(data)
    return folder / "before", folder / "after"


def diff(folder, before, after, *args):
    """The exit status and the rows."""
    code, out, err = run("diff", "--json", "--max=99", *args, *made(folder, before, after))
    assert not err, err
    return code, [json.loads(line) for line in out.splitlines()]


def apport(*entries):
    """A report whose values are encoded as Apport encodes what is no text."""
    out = b"ProblemType: Crash\n"
    for key, value in entries:
        packed = gzip.compress(value, 1, mtime=0)
        lines = [packed[at:at + (3 << 16)] for at in range(0, len(packed), 3 << 16)]
        out += b"%s: base64\n" % key.encode() + b"".join(b" " + base64.b64encode(line) + b"\n" for line in lines)
    return out


def case_values(d):
    """Values of one hash, short and in the middle of long ones; each byte of a long one."""
    for one, two in pairs():
        code, rows = diff(d, apport(("CoreDump", one)), apport(("CoreDump", two)))
        assert code == 1 and [(r["record"], r["member"]) for r in rows] == [("CoreDump", "value")], (one, two, code, rows)
    lead, rest = R.randbytes(LARGE // 2), R.randbytes(LARGE // 2)
    for one, two in list(pairs(fnv(lead)))[:3]:
        assert fnv(lead + one + rest) == fnv(lead + two + rest)
        code, rows = diff(d, apport(("CoreDump", lead + one + rest)), apport(("CoreDump", lead + two + rest)))
        at = len(lead) + next(i for i in range(len(one)) if one[i] != two[i])
        size = len(lead + one + rest)
        assert code == 1 and [(r["before"], r["after"]) for r in rows] == [
            ("%d bytes, 0x%02x at %d" % (size, (lead + one)[at], at), "%d bytes, 0x%02x at %d" % (size, (lead + two)[at], at))], rows
    for at in 0, 1, 199, 200, 32767, 32768, 131071, 131072, LARGE - 1:
        whole = R.randbytes(LARGE)
        other = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:]
        code, rows = diff(d, apport(("CoreDump", whole)), apport(("CoreDump", other)))
        assert code == 1 and rows[0]["before"] == "%d bytes, 0x%02x at %d" % (LARGE, whole[at], at), (at, rows)
        code, rows = diff(d, apport(("CoreDump", whole)), apport(("CoreDump", whole[:at])))
        assert code == 1 and rows[0]["before"] == "%d bytes, 0x%02x at %d" % (LARGE, whole[at], at), (at, rows)
        assert diff(d, apport(("CoreDump", whole)), apport(("CoreDump", whole))) == (0, [])


def case_order(d):
    """Values of records that are matched later, as their order differs."""
    lead = R.randbytes(LARGE)
    for one, two in list(pairs(fnv(lead)))[:3]:
        others = [("B", R.randbytes(999)), ("C", R.randbytes(99))]
        before = apport(("Extra", b"\0"), *others, ("CoreDump", lead + one))
        after = apport(*others, ("CoreDump", lead + two))
        code, rows = diff(d, before, after)
        assert code == 1 and [(r["change"], r["record"]) for r in rows] == [("gone", "Extra"), ("changed", "CoreDump")], rows
        code, rows = diff(d, before, apport(*others, ("CoreDump", lead + one)))
        assert code == 1 and [(r["change"], r["record"]) for r in rows] == [("gone", "Extra")], rows
    whole, other = R.randbytes(LARGE), R.randbytes(LARGE)
    before = apport(("A", b"\0"), ("CoreDump", whole), ("B", b"\1"))
    assert diff(d, before, apport(("CoreDump", whole), ("B", b"\1")))[1][-1]["record"] == "A"
    code, rows = diff(d, before, apport(("CoreDump", other), ("B", b"\1")))
    assert code == 1 and [(r["change"], r["record"]) for r in rows] == [("gone", "A"), ("changed", "CoreDump")], rows
    assert "CRC-32" in rows[1]["before"] and rows[1]["before"] != rows[1]["after"], rows


def case_parts(d):
    """Parts of bug reports: files, and sections' texts."""
    for one, two in list(pairs())[:3]:
        of = [reports.usual(reports.Zip(), reports.small()).add("FS/x", data).close() for data in (one, two)]
        code, rows = diff(d, *of)
        assert code == 1 and [(r["change"], r["record"]) for r in rows] == [("changed", "FS/x")], rows
    heads = reports.HEAD + "------ S (s) ------\n"
    found = 0
    for one, two in pairs():
        if b"\n" in one + two or b"\r" in one + two:
            continue
        code, rows = diff(d, *((heads.encode() + data + b"\n") for data in (one, two)))
        assert code == 1 and [(r["change"], r["record"]) for r in rows] == [("changed", "section:S")], (one, two, rows)
        found += 1
    assert found


def mix(h):
    h = (h ^ h >> 32) * 0x9e3779b97f4a7c15 & MASK
    return h ^ h >> 29


def case_directory(d):
    """A zip's directory that lists a file by another name than its own header: names of one hash with all before them."""
    good = reports.usual(reports.Zip(), reports.small())
    at, data = len(good.out), b"content"
    start = fnv(b"")
    for number in at, 0, 0, zlib.crc32(data), len(data), len(data):
        start = mix(start ^ number)
    tried = 0
    for one, two in pairs(fnv(b"FS/", start)):
        if b"\0" in one + two or b"/" in one + two or b"\\" in one + two:
            continue
        z = reports.usual(reports.Zip(), reports.small()).add(b"FS/" + one, data, method=0, local_name=b"FS/" + two)
        code, out, _ = run("verify", "-", data=z.close())
        assert code == 1 and b"contradict" in out, (one, two, code, out)
        z = reports.usual(reports.Zip(), reports.small()).add(b"FS/" + one, data, method=0)
        code, out, _ = run("verify", "-", data=z.close())
        assert b"contradict" not in out, out
        tried += 1
    assert tried


ONLY = sys.argv[2:]
for name, case in list(globals().items()):
    if name.startswith("case_") and (not ONLY or name in ONLY):
        with tempfile.TemporaryDirectory() as folder:
            case(pathlib.Path(folder))
        print(name)
