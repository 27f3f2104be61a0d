#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signatures of made-up reports, as the library has them and as the model has them.

    random_signatures.py LIBRARY [COUNT [FIRST]]     reports of the seeds FIRST .. FIRST+COUNT-1, 4000 from 0
"""
import base64
import json
import os
import pathlib
import random
import re
import sys
import zlib

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import apport_signatures  # noqa: E402
import corpus  # noqa: E402
import diagfmt  # noqa: E402

FUNCTIONS = ["main", "g_log", "_XError", "_XReply", "handle_error", "raise", "A::~A", "??", "operator<<", "__strlen_sse2", "__memcpy_ssse3_back",
             "__kernel_vsyscall", "*loop", "(anonymous namespace)::f", "caf\u00e9", "\u0661f", "x\u0301y", "__x_sse4_\u00e9", "\U00010400"]
FRAMES = ["#{n}  0x{a:x} in {f} (x=1) at a.c:{n}", "#{n} {f} ()", "#{n}  <signal handler called>", "#{n}  0x{a:x} in <signal handler called>  ",
          "#{n}  0x{a:x} in ?? ()", "#{n}  0x{a:x} in {f} from /lib/x.so", " #{n} [{a:x}] {f} at {n}", "No locals.", "#{n}", "# {n} x", "#{n}\u00a0{f} b",
          "#{n}  0x{a:_x} in {f} ()", "#\u0663  0x{a:x} in {f}", "#{n} 0x in {f}", "#{n} 0x{a:x} in *", "#{n} 0x{a:x} in"]
MAPS = ["{s:x}-{e:x} r-xp 00000000 08:02 1                          /usr/lib/{f}.so", "{s:x}-{e:x} rw-p 00000000 00:00 0 ",
        "{s:x}-{e:x} r--p 0 08:02 1   /a  b c ", "{s:x}-{e:x}  [heap]", "", "{s:X}-{e:x} r-xp \u2003\u2003/x:y", "no map", "{s:x}-{e:x}",
        "{s:x}-{e:x} r-xp 0  /a\u3000\u3000b c\u3000d\u00e9  ", "{s:x}-{e:x} r-xp 0 /x\u2003 ", "{s:x}-{e:x}\u3000\u3000{f} \x1c{f} x"]
TRACES = ['  File "/usr/x.py", line {n}, in {f}', '  File "/usr/x.py", line {n}, in <module>', 'File "a b", line {n}, in {f}', "    call()",
          '\tFile "x line {n} in y', '  File "<string>", line \u0664, in line {n} in {f}', "ValueError: a: b", "KeyError", "\u00dcber: x", "",
          '  File "/usr/bin/f", line {n}, in <module>', '  File "", line {n}, in {f}', "Traceback (most recent call last):", "Error:"]
OOPSES = ["BUG: unable to handle kernel paging request at 0 at {n}", "BUG: unable to handle  at 1", "IP: [<c0>] {f}+0x1", "IP: [<c0>] ? {f}", "IP: none",
          "Call Trace:", " [<c{n}>] {f}+0x1", " [<a>] [b] c", " <IRQ>", "Code: 1", " [<a>] ", "------------[ cut here ]------------", ""]
LINES = {"Stacktrace": FRAMES, "ProcMaps": MAPS, "Traceback": TRACES, "OopsText": OOPSES,
         "StacktraceTop": ["{f} (x=1)", "{f}", "?? ()", "<signal handler called> ", "", " {f}"]}
VALUES = {"ExecutablePath": ["/usr/bin/f", "/opt/a b/c\u00e9", "f", "", "/x0xabcdef0"], "Signal": ["6", "6", "11", "42", "64", " 1_1 ", "-0", "x", "\u0661", "", "007"],
          "SignalName": ["SIGX", ""], "AssertionMessage": ["a.c:1: x", "", "0x1234567 0x12345 0xABCDEF0 00xabcdef"], "Failure": ["suspend", "late resume", "x", ""],
          "MachineType": ["Frob 9", ""], "dmi.bios.version": ["1", ""], "NonfreeKernelModules": ["blob"], "Package": ["p 1"],
          "ErrorMessage": ["a\nb", "", "x\x85y"], "Architecture": ["amd64"], "PackageArchitecture": ["i386", "all", "amd64"],
          "DuplicateSignature": ["a b", "x\ny", "/a:b:c:d", "caf\u00e9~_.-%\u20ac" * 30], "_PythonExceptionQualifier": ["org.X"]}
ENDS = ["\n"] * 12 + ["\r\n", "\r", "\x0b", "\x1c", "\x1f", "\x85", "\u2028", " ", "\n\n"]
BYTES = [b"\xff", b"\x01", b"'\xfe", b"\"'\x00", b"a\nb\x7f\x00", b"\xc3(\t\\"]


def line(rnd, pattern):
    start = rnd.randrange(0x400000, 0x408000, 0x1000)
    number = rnd.choice([start + rnd.randrange(0x8000), rnd.randrange(0x1100), 1 << rnd.randrange(80)])
    return pattern.format(n=rnd.randrange(12), f=rnd.choice(FUNCTIONS), a=number, s=start, e=start + 0x3000)


def text(rnd, key):
    patterns = LINES[key][:rnd.choice([2, 6, 99])]
    return "".join(line(rnd, rnd.choice(patterns)) + rnd.choice(ENDS) for _ in range(rnd.choice([0, 1, 2, 3, 6, 9, 30])))


def make_report(rnd):
    fields = {"ProblemType": rnd.choice(["Crash", "Crash", "KernelCrash", "KernelOops", "Package", "Bug"]), "ExecutablePath": "/usr/bin/f", "Signal": "11"}
    for key in rnd.sample([*LINES, *VALUES], rnd.randrange(9)):
        fields[key] = text(rnd, key) if key in LINES else rnd.choice(VALUES[key])
    for key in rnd.sample([*fields], rnd.randrange(2)):
        del fields[key]
    if rnd.randrange(8) == 0:
        fields["ErrorMessage"] = rnd.choice(BYTES)
    return fields


def written(fields):
    """Short values as text, the others as base64 of zlib, which keeps every byte."""
    for key, value in fields.items():
        if isinstance(value, str) and re.fullmatch(r"\w*", value, re.ASCII):
            yield f"{key}: {value}\n".encode()
        else:
            packed = zlib.compress(value.encode() if isinstance(value, str) else value)
            yield f"{key}: base64\n {base64.b64encode(packed).decode()}\n".encode()


def signatures_of(report):
    """The row of a report; a member that has an error has its word."""
    line = diagfmt.rows(report, "apport.signature", format="apport").to_json()
    return json.loads(line)


def made_up():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(4000)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    for seed in range(first, first + count):
        fields = make_report(random.Random(seed))
        yield f"seed {seed}", b"".join(written(fields)), apport_signatures.row(fields)


def check(cases):
    tally = corpus.Tally()
    for name, report, want in cases:
        with tally.case(name):
            tally.equal("row", want, signatures_of(report))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(check(made_up()))
