#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `convert --to=mime` with what the reference writes: test_mime.py DIAGFMT

The messages below were written by ProblemReport.write_mime() of problem_report 2.36.0 under Python 3.11, from the
report beside each, loaded with its values kept compressed as Apport's own uploader loads it (and once, as told there,
in full). Only the boundary, which is random there, was replaced. Ours must have the same bytes.
"""

import base64
import email
import gzip
import pathlib
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

from program import run

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
    for case in (legacy, boundary_in_json, bad_key):
        case()
        print("ok", case.__name__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
