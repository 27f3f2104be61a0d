#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `convert --to=mime` with what the reference writes, and reads it back: test_mime.py DIAGFMT

The messages below were written by ProblemReport.write_mime() of problem_report 2.36.0 under Python 3.11, from the
report beside each, loaded with its values kept compressed as Apport's own uploader loads it (and once, as told there,
in full). Only the boundary, which is random there, was replaced. Ours must have the same bytes.
"""

import base64
import email
import gzip
import json
import pathlib
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

from program import run, some

BOUNDARY = "=_diagfmt_part_="

# A name, the report, options, and the message with B for the boundary.
CASES = [
    (
        # A single line is trimmed at its end, several lines at both ends; an empty value has no line.
        "short_values",
        b"Title:  a b \t\nProblemType: Crash\nEmpty: \nLines:\n \xc2\xa0 a\n  b\n \nBelow-: \xe2\x80\xa8x\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

UHJvYmxlbVR5cGU6IENyYXNoCkJlbG93LToKIHgKRW1wdHk6CiAKTGluZXM6CiBhCiAgYgpUaXRs
ZTogYSBiCg==

--B--

""",
    ),
    (
        # An attachment has more lines than asked for, and more than one.
        "more_lines_than_asked_for",
        b"A:\n 1\n 2\nB:\n 1\n 2\n 3\nC: 1\nLog.txt:\n 1\n 2\n 3\n",
        ["--apport-mime-lines=2"],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

QToKIDEKIDIKQzogMQo=

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="B.txt"

MQoyCjM=

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="Log.txt"

MQoyCjM=

--B--

""",
    ),
    (
        # No line at all is asked for.
        "no_lines_at_all",
        b"A: 1\nB:\n 1\n 2\nC: \n",
        ["--apport-mime-lines=0"],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

QTogMQpDOgogCg==

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="B.txt"

MQoy

--B--

""",
    ),
    (
        # Lines of bytes are counted once the value is text: NEL, FS, U+2028 and CR end lines, bytes that are no UTF-8 do not.
        "lines_of_bytes",
        b"A: \xff\xc2\x85b\nB: \xffa\x1cb\nC: \xffa\xe2\x80\xa8b\rc\nD: \xff\x85b\n",
        ["--apport-mime-lines=2"],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

QToKIO+/vcKFYgpCOgog77+9YRxiCkQ6IO+/ve+/vWIK

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="C.txt"

77+9YeKAqGINYw==

--B--

""",
    ),
    (
        # Json names lose Json, and have .json once.
        "json_names",
        b"AJson:\n {\n \n \n \n \n }\nb.json:\n {\n \n \n \n \n }\nc.jsonJson:\n {\n \n \n \n \n }\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline


--B
Content-Type: application/json
MIME-Version: 1.0
Content-Disposition: attachment; filename="A.json"

{




}
--B
Content-Type: application/json
MIME-Version: 1.0
Content-Disposition: attachment; filename="b.json"

{




}
--B
Content-Type: application/json
MIME-Version: 1.0
Content-Disposition: attachment; filename="c.json"

{




}
--B--

""",
    ),
    (
        # Json lines end in LF, and what is no UTF-8 is replaced.
        "json_lines",
        b"AJson:\n {\r\n \"a\":\r\"\xff\xe2\x82\"\n \n \n }\r\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline


--B
Content-Type: application/json
MIME-Version: 1.0
Content-Disposition: attachment; filename="A.json"

{
"a":
"\ufffd\ufffd"


}

--B--

""",
    ),
    (
        # Compressed values stay as they are, whatever their keys end in.
        "compressed_values",
        b"A.gz: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n c3RiYIgCALiuEhkFAAAA\nB: base64\n KLUv/SABCQAAYQ==\nB.zst: base64\n"
        b" KLUv/SABCQAAYQ==\nC.txt: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n c3RiYIgCALiuEhkFAAAA\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline


--B
Content-Type: application/gzip
MIME-Version: 1.0
Content-Disposition: attachment; filename="A.gz"
Content-Transfer-Encoding: base64

H4sICAAAAAAC/0NvcmVEdW1wAHN0YmCIAgC4rhIZBQAAAA==

--B
Content-Type: application/zstd
MIME-Version: 1.0
Content-Disposition: attachment; filename="B.zst"
Content-Transfer-Encoding: base64

KLUv/SABCQAAYQ==

--B
Content-Type: application/zstd
MIME-Version: 1.0
Content-Disposition: attachment; filename="B.zst"
Content-Transfer-Encoding: base64

KLUv/SABCQAAYQ==

--B
Content-Type: application/gzip
MIME-Version: 1.0
Content-Disposition: attachment; filename="C.txt.gz"
Content-Transfer-Encoding: base64

H4sICAAAAAAC/0NvcmVEdW1wAHN0YmCIAgC4rhIZBQAAAA==

--B--

""",
    ),
    (
        # Split magic counts joined, as values that are kept compressed have no lines.
        "split_magic",
        b"A: base64\n Hw==\n iwgAAAAAAAIDSwQAQ77q6AEAAAA=\nB: base64\n \n H4s=\n CAAAAAAAAgNLBABDvujoAQAAAA==\nC: base64\n"
        b" KLUv\n /SABCQAAYQ==\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline


--B
Content-Type: application/gzip
MIME-Version: 1.0
Content-Disposition: attachment; filename="A.gz"
Content-Transfer-Encoding: base64

H4sIAAAAAAACA0sEAEO+6ugBAAAA

--B
Content-Type: application/gzip
MIME-Version: 1.0
Content-Disposition: attachment; filename="B.gz"
Content-Transfer-Encoding: base64

H4sIAAAAAAACA0sEAEO+6OgBAAAA

--B
Content-Type: application/zstd
MIME-Version: 1.0
Content-Disposition: attachment; filename="C.zst"
Content-Transfer-Encoding: base64

KLUv/SABCQAAYQ==

--B--

""",
    ),
    (
        # Headers.
        "headers",
        b"A: 1\n",
        ["--apport-mime-headers=X-Launchpad-Bug-Private: yes", "--apport-mime-headers=Tags: a b"],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0
X-Launchpad-Bug-Private: yes
Tags: a b

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

QTogMQo=

--B--

""",
    ),
    (
        # Loaded in full: kept compressed the reference cannot write it.
        "no_line",
        b"B: base64\nA: base64\n",
        [],
        """\
Content-Type: multipart/mixed; boundary="B"
MIME-Version: 1.0

--B
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Disposition: inline

QToKIApCOgogCg==

--B--

""",
    ),
]

ZLIB = b"\0\1" + b"core" * 100


def exact(name, report, options, message):
    code, out, err = run("convert", "--format=apport", "--to=mime", *options, data=report)
    assert code == 0, (name, err)
    want = message.replace('"B"', '"%s"' % BOUNDARY).replace("\n--B", "\n--" + BOUNDARY).encode()
    assert out == want, (name, out.decode())


def text(key, value):
    return key + b": base64\n " + base64.b64encode(value) + b"\n"


def legacy():
    """zlib data have no form of their own and are compressed anew, whatever the key ends in."""
    for key in (b"CoreDump", b"CoreDump.gz"):
        code, out, err = run("convert", "--to=mime", data=b"A: b\n" + text(key, zlib.compress(ZLIB)))
        assert code == 0, err
        part = email.message_from_bytes(out).get_payload()[1]
        assert part.get_filename() == "CoreDump.gz" and part.get_content_type() == "application/gzip", part
        assert gzip.decompress(part.get_payload(decode=True)) == ZLIB
    inner = gzip.compress(ZLIB)
    out = run("convert", "--to=mime", data=b"A: b\n" + text(b"Old.gz", zlib.compress(inner)))[1]
    assert email.message_from_bytes(out).get_payload()[1].get_payload(decode=True) == inner


def boundary_in_json():
    """The reference takes another boundary; ours is constant, so such JSON is sent as base64."""
    value = b"{\n--" + BOUNDARY.encode() + b"\n\n\n\n\n}"
    out = run("convert", "--format=apport", "--to=mime", data=b"A.json:\n " + value.replace(b"\n", b"\n ") + b"\n")[1]
    parts = email.message_from_bytes(out).get_payload()
    assert len(parts) == 2 and parts[1]["Content-Transfer-Encoding"] == "base64", parts
    assert parts[1].get_payload(decode=True) == value


def entries(message):
    """Keys and values of a message, by Python's own reader of mail."""
    first, *rest = email.message_from_bytes(message).get_payload()
    out, lines = [], first.get_payload(decode=True).decode("utf-8").split("\n")
    for line in lines[:-1]:
        if line.startswith(" "):
            out[-1][1] += ("\n" if out[-1][1] is not None and out[-1][2] else "") + line[1:]
            out[-1][2] = True
        else:
            key, _, value = line.partition(":")
            out.append([key, value.strip(), bool(value.strip())])
    out = [(key, value.encode()) for key, value, _ in out]
    for part in rest:
        name, kind = part.get_filename(), part.get_content_type()
        data = part.get_payload(decode=True)
        if kind == "application/json":
            out.append((name if "." in name[:-5] else name[:-5] + "Json", data.rstrip(b"\n")))
        elif kind == "text/plain":
            out.append((name[:-4] if name.endswith(".txt") else name, data))
        else:
            out.append((name.rpartition(".")[0], data))
    return out


REPORT = (b"ProblemType: Crash\nCoreDump: base64\n " + base64.b64encode(gzip.compress(b"\x7fELF" + bytes(9000))) + b"\n"
          b"CoredumpPackageJson:\n {\n  \"a\": [1],\n" + 8 * b"  \"b\": 2,\n" + b"  \"c\": 3\n }\nDate: Thu Jan  2 03:04:05 2025\n"
          b"Lines:\n" + b"".join(b" line %d\n" % i for i in range(400)) + b"Long: " + 3000 * b"x" + b"\nTwo:\n a\n  b\n")


def read_back():
    """A message is a report like any other: without being told, from a file, a pipe and in pieces of any size."""
    code, message, _ = run("convert", "--to=mime", "--sort", data=REPORT)
    assert code == 0
    want = dict(entries(message))
    want["CoreDump"] = gzip.decompress(want["CoreDump"])
    assert len(want) == 7 and want["CoreDump"][:4] == b"\x7fELF", want.keys()
    assert run("identify", data=message)[1].split(b": ")[1].startswith(b"apport in mime"), run("identify", data=message)
    for form in forms(message):
        for key, value in want.items():
            code, found, err = run("cat", "-", key, data=form)
            assert (code, found.rstrip(b"\n")) == (0, value.rstrip(b"\n")), (key, found[:80], value[:80], err, form[:200])
        assert run("convert", "--to=mime", "--sort", data=form)[1] == message
        for options in ([], ["--format=apport"], ["--recover"]):
            assert run("verify", *options, data=form)[0] == 0, (options, run("verify", *options, data=form), form[:200])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "message"
        path.write_bytes(message)
        assert run("dump", path)[1] == run("dump", data=message)[1] != b""
        native = run("convert", path)
        assert native[0] == 0 and native[1].startswith(b"ProblemType: Crash\n"), native
    for name, _, options, message in CASES:  # what the reference wrote, with its own boundaries
        if not options:
            whole = message.replace('"B"', '"=====1==="').replace("\n--B", "\n--=====1===").encode()
            keys = [json.loads(line)["key"] for line in run("dump", "--format=apport", data=whole)[1].splitlines()]
            assert sorted(keys) == sorted(key for key, _ in entries(whole)), (name, keys)


def forms(message):
    """The same message as other programs lay it out."""
    yield message
    yield message.replace(b"\n", b"\r\n")
    yield message.replace(b"; boundary", b";\n boundary")
    head, _, rest = message.partition(b"\n\n")
    yield b"\n".join(reversed(head.split(b"\n"))) + b"\n\n" + rest
    yield head + b"\nSubject: a\n b\nX-Tags: x\n\nThis is a message in several parts.\n" + rest + b"more\n"
    yield message.replace(b"Content-", b"content-").replace(b"base64\n", b"BASE64\n")


def damaged():
    """A cut message gives what came before, and fails; so does what is no base64."""
    message = run("convert", "--to=mime", "--sort", data=REPORT)[1]
    for cut in some(range(250, len(message) - 60, 997)):
        code, out, err = run("dump", data=message[:cut])
        assert code == 1 and "MIME wrapping" in err, (cut, code, err)
        assert b'"ProblemType"' in run("dump", "--recover", data=message[:cut])[1] or cut < 400, cut
    for form in forms(message):  # nothing of its head is a key of a report
        end = form.lower().replace(b"\r", b"\n").index(b"\n\n")
        told = form.lower().index(b"multipart/" if form.lower().startswith(b"content") else b":") + 12
        for cut in some(range(told, end + 2)):
            for options in ([], ["--format=apport"], ["--format=apport", "--recover"]):
                code, out, err = run("dump", *options, data=form[:cut])
                assert code in (1, 4) and not out, (cut, options, code, out, err)
    at = message.index(b"Lines.txt")
    bad = message[:at + 200] + b"!" + message[at + 201:]
    code, out, err = run("dump", data=bad)
    assert code == 1 and "no base64" in err, err


def bad_key():
    """An entry that cannot be written makes the whole fail, or is told and left out."""
    report = b"A: b\n" + text(b"a b", gzip.compress(b"x")) + b"C: d\n"
    for options in (["--to=mime"], ["--sort"], []):
        code, out, err = run("convert", "--format=apport", *options, data=report)
        assert code == 1 and not out and "'a b'" in err, (options, code, err)
        code, out, err = run("convert", "--format=apport", "--recover", *options, data=report)
        assert code == 1 and out and "'a b'" in err, (options, code, err)


def main():
    for case in CASES:
        exact(*case)
        print("ok", case[0])
    for case in (legacy, boundary_in_json, read_back, damaged, bad_key):
        case()
        print("ok", case.__name__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
