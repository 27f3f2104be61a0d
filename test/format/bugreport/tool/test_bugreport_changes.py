#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs diagfmt convert and repair on Android bug reports. What they make is read by Python's zipfile, unzip and bsdtar,
and compared event by event with what it was made of; names are taken out by a model that tries every place.

usage: test_bugreport_changes.py DIAGFMT SAMPLES    on the samples of ../data/make_bugreports.py, and zips made here
       test_bugreport_changes.py DIAGFMT corpus     on the corpus; exit status 77 if that is not there
"""

import base64
import collections
import gzip
import io
import json
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
from program import PARTLY, run, some  # noqa: E402

ANY = "--bugreport-max-ratio=0"  # small zips of one letter are no attack here


def good(*args, data=b""):
    code, out, err = run(*args, data=data)
    assert code == 0, (args, code, err)
    return out


def made(*args, data=b"", notes=None):
    """The output of a command that goes well, but for what it says."""
    code, out, err = run(*args, data=data)
    assert code == 0 and all(": note: " in line for line in err.splitlines()), (args, code, err)
    if notes is not None:
        same([line.split("note: ")[1] for line in err.splitlines()], notes, args)
    return out


def same(a, b, *where):
    if a != b:
        if isinstance(a, list) and isinstance(b, list):
            i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            a, b = a[i : i + 2], b[i : i + 2]
        elif isinstance(a, bytes) and isinstance(b, bytes):
            i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            where += (len(a), len(b), i)
            a, b = a[max(i - 60, 0) : i + 60], b[max(i - 60, 0) : i + 60]
        raise AssertionError("%r is not %r %r" % (a, b, where))


# ---- reading


def raw_name(i):
    return i.orig_filename.encode("utf-8" if i.flag_bits & 0x800 else "cp437")


def stored(data, i):
    """An entry's bytes as they are in the zip."""
    name, extra = struct.unpack_from("<HH", data, i.header_offset + 26)
    at = i.header_offset + 30 + name + extra
    return data[at : at + i.compress_size]


def entries(data):
    """Names with contents, times and the bytes as stored."""
    z = zipfile.ZipFile(io.BytesIO(data))
    return {raw_name(i): (z.read(i), i.date_time, stored(data, i), i.compress_type) for i in z.infolist()}


def opened(data, elsewhere=True):
    """zipfile reads all of it; so do unzip and bsdtar."""
    z = zipfile.ZipFile(io.BytesIO(data))
    same(z.testzip(), None)
    if not elsewhere or not z.namelist() or data.count(b"PK\5\6") > 1:
        return
    with tempfile.NamedTemporaryFile(suffix=".zip") as f:
        f.write(data)
        f.flush()
        for command in (["unzip", "-tqq", f.name], ["bsdtar", "-xOf", f.name]):
            if not shutil.which(command[0]):
                continue
            p = subprocess.run(command, capture_output=True)
            same(p.returncode, 0, command, p.stderr)


OWN = ("number", "start_offset", "body_offset", "header_offset", "data_offset", "section_number", "service_number", "service",
       "stored_size", "zip_flags", "version_needed", "extra", "by_directory", "closed", "n_entries", "leading_bytes", "flags", "present",
       "version_made_by")


def comparable(dumped):
    """All that is in a file but places in it; what an entry's text says is not said of the entry again."""
    out = []
    for line in dumped.splitlines():
        e = json.loads(line)
        if e["event"] not in ("diagnostic", "bugreport.summary"):
            out.append({k: v for k, v in e.items() if k not in OWN})
    return out


def events(data, *options):
    return comparable(run("dump", ANY, *options, "-", data=data)[1])


def text_events(data):
    """By the directory: that alone tells which entry is the main one."""
    with tempfile.NamedTemporaryFile() as f:
        f.write(data)
        f.flush()
        dumped = comparable(run("dump", ANY, f.name)[1])
    return [e for e in dumped if e["event"].split(".")[1] not in ("header", "entry", "entry_end")]


def text_of(data):
    """The text of a report, by the tool's own choice of the entry."""
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:2] != b"PK":
        return None if zipfile.is_zipfile(io.BytesIO(data)) else data  # with bytes before it
    name = main_name(data)
    return None if name is None else entries(data)[name][0]


def main_name(data):
    for e in events(data, "--no-bugreport-text"):
        if e["event"] == "bugreport.entry" and e["role"] == "main":
            return e["name"].encode()
    return None


# ---- made here

EQUALS = b"=" * 56
DASHES = b"-" * 79
MAIN = "bugreport-gadget-EX1-2024-03-17-08-15-30.txt"


def section(title, body, command=b"cmd", duration=b"0.012"):
    end = b"------ " + duration + b"s was the duration of '" + title + b"' ------\n" if duration else b""
    return b"------ " + title + b" (" + command + b") ------\n" + body + end


def service(name, body, priority=b""):
    return (DASHES + b"\nDUMP OF SERVICE " + priority + name + b":\n" + body +
            b"--------- 0.7s was the duration of dumpsys " + name + b", ending at: 2024-03-17 08:15:31\n")


HEAD = (EQUALS + b"\n== dumpstate: 2024-03-17 08:15:30\n" + EQUALS + b"\n\nBuild: EX1\n"
        b"Build fingerprint: 'brand/secret/gadget:14/EX1/1:user/release-keys'\nBugreport format version: 2.0\n\n")
TAIL = EQUALS + b"\n== dumpstate: done (id 1)\n" + EQUALS + b"\n"
A = section(b"UPTIME", b"up 3 days\n")
B = section(b"SYSTEM LOG", b"03-17 08:15:30.123  1000   100   101 E Gadget  : joe@secret.org\n", b"logcat")
C1 = service(b"meminfo", b"com.secret.app: 12\n", b"CRITICAL ")
C2 = service(b"com.secret.app", b"inner\n")
C = b"------ DUMPSYS (/system/bin/dumpsys) ------\nCurrently running:\n"
C_END = b"------ 61.000s was the duration of 'DUMPSYS' ------\n"
LOOSE = b"*** NO ANRs to dump\n"
D = b"------ BLOCK STAT (/sys/block) ------\n1 2 3\n"  # without a duration
REPORT = HEAD + A + LOOSE + B + C + C1 + C2 + C_END + D + section(b"UPTIME", b"again\n") + TAIL
TIME = (2024, 3, 17, 8, 15, 30)


def zipped(*more, text=REPORT, method=zipfile.ZIP_DEFLATED, version=b"2.0"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        named = version is not None
        for name, content in [("version.txt", version)] * named + list(more) + [(MAIN, text)] + (
                [("main_entry.txt", MAIN.encode())] * named):
            z.writestr(zipfile.ZipInfo(name, TIME), content, compress_type=method)
    return out.getvalue()


PROTO = bytes(range(1, 32)) * 3
ZIP = zipped(("proto/activity_HIGH.proto", PROTO), ("FS/data/a.txt", b"joe@secret.org said\n" * 9),
             ("FS/data/com.secret.app/b.bin", b"\0\1\2secret"), ("FS/proc/empty", b""))


def case_containers(d):
    """Each into each, from a file and from a pipe, with the same text."""
    (d / "r.zip").write_bytes(ZIP)
    left = {"text": ["4 entries are omitted: a text has none"], "v1": ["1 entries are omitted: before version 2.0 "
            "there were no protobuf dumps"], "v0": ["4 entries are omitted: version 0 is the main entry alone"]}
    for to in ("text", "zip", "v0", "v1", "v2"):
        for args, data in (([d / "r.zip"], b""), ([], ZIP), ([], REPORT), ([], gzip.compress(REPORT))):
            out = made("convert", "--to=" + to, *args, data=data, notes=left.get(to, []) if data in (ZIP, b"") else [])
            plain = REPORT.replace(b"CRITICAL ", b"") if to == "v1" else REPORT
            same(text_of(out), plain, to)
            if to == "text":
                same(out, plain)
                continue
            opened(out)
            names = [n.decode() for n in entries(out)]
            text = MAIN if data in (ZIP, b"") else "bugreport-2024-03-17-08-15-30.txt"
            if to == "v0" or (to == "zip" and data not in (ZIP, b"")):
                same(names, [text])
            if to in ("v1", "v2"):
                same((names[0], entries(out)[b"version.txt"][0]), ("version.txt", b"2.0" if to == "v2" else b"1.0"))
                same(entries(out)[b"main_entry.txt"][0].decode(), text)
            same(good("verify", "--strict", data=out), b"-: OK\n")
    code, _, err = run("convert", "--to=v9", d / "r.zip")
    assert code == 2, err
    code, out, err = run("convert", "--to=text", data=zipped(text=b"no report\n", version=b"2.0"))
    assert code == 1 and not out and "there is no text of dumpstate in it" in err, (code, err)


def case_untouched(d):
    """What is not to change is passed on as it is compressed."""
    (d / "r.zip").write_bytes(ZIP)
    for args, data in (([d / "r.zip"], b""), ([], ZIP)):
        out = good("convert", *args, data=data)
        same(entries(out), entries(ZIP))
        same(events(out), events(ZIP))
    out = good("convert", "--drop=FS/*", d / "r.zip")
    same(entries(out), {k: v for k, v in entries(ZIP).items() if not k.startswith(b"FS/")})
    out = good("convert", "--drop=section:UPTIME", d / "r.zip")
    same({k: v for k, v in entries(out).items() if k != MAIN.encode()},
         {k: v for k, v in entries(ZIP).items() if k != MAIN.encode()})


def case_compression(d):
    (d / "r.zip").write_bytes(ZIP)
    bare = good("convert", "--compression=stored", d / "r.zip")
    opened(bare)
    same({v[3] for v in entries(bare).values()}, {0})
    same({k: v[0] for k, v in entries(bare).items()}, {k: v[0] for k, v in entries(ZIP).items()})
    same(events(bare), [{**e, "method": "stored"} if "method" in e else e for e in events(ZIP)])
    for level in (1, 9):
        again = good("convert", "--compression=deflate", "--level=%d" % level, data=bare)
        opened(again)
        for name, (content, _, data, method) in entries(again).items():
            z = zlib.compressobj(level, zlib.DEFLATED, -15, 9)
            best = len(z.compress(content) + z.flush())
            assert method == 8 and len(data) <= best + 16, (name, len(data), best)
    fast = good("convert", "--compression=deflate", "--level=fast", data=bare)
    opened(fast)
    same({k: v[0] for k, v in entries(fast).items()}, {k: v[0] for k, v in entries(ZIP).items()})
    assert all(v[3] == 8 for v in entries(fast).values()) and len(fast) < len(bare)
    same(entries(good("convert", "--compression=deflate", d / "r.zip")), entries(ZIP))
    assert run("convert", "--compression=zstd", d / "r.zip")[0] == 2
    v2 = good("convert", "--to=v2", "--compression=stored", data=REPORT)
    same({v[3] for v in entries(v2).values()}, {0})


def case_times(d):
    (d / "r.zip").write_bytes(ZIP)
    out = good("convert", "--to=v2", "--bugreport-time=1700000000", d / "r.zip")
    same({v[1] for v in entries(out).values()}, {(2023, 11, 14, 22, 13, 20)})
    same(good("convert", "--to=v2", "--bugreport-time=1700000000", d / "r.zip"), out)
    same(entries(good("convert", "--to=v2", d / "r.zip"))[MAIN.encode()][1], TIME)


def case_choice(d):
    """Sections and services that are dropped, or alone kept."""
    (d / "r.zip").write_bytes(ZIP)

    def text(*args):
        from_zip, from_text = made("convert", *args, d / "r.zip"), made("convert", *args, data=REPORT)
        same(text_of(from_zip), from_text, args)
        opened(from_zip)
        return from_text

    last = section(b"UPTIME", b"again\n")
    same(text("--drop=section:UPTIME"), HEAD + LOOSE + B + C + C1 + C2 + C_END + D + TAIL)
    same(text("--drop=section:UPTIME,section:D*"), HEAD + LOOSE + B + D + TAIL)
    same(text("--drop=service:*"), HEAD + A + LOOSE + B + C + C_END + D + last + TAIL)
    same(text("--drop=service:meminfo"), HEAD + A + LOOSE + B + C + C2 + C_END + D + last + TAIL)
    same(text("--drop=*LOG,*secret*"), HEAD + A + LOOSE + C + C1 + C_END + D + last + TAIL)
    same(text("-k", "section:UPTIME"), HEAD + A + last + TAIL)
    same(text("-k", "section:UPTIME,section:*LOG"), HEAD + A + B + last + TAIL)
    same(text("-k", "service:meminfo"), HEAD + C.split(b"\n")[0] + b"\n" + C1 + C_END + TAIL)
    same(text("-k", "section:DUMPSYS", "--drop=service:com*"), HEAD + C + C1 + C_END + TAIL)
    chosen = made("convert", "-k", "section:UPTIME", d / "r.zip")
    same(sorted(entries(chosen)), sorted([b"version.txt", MAIN.encode(), b"main_entry.txt"]))
    chosen = made("convert", "-k", "FS/*", d / "r.zip")
    same(list(entries(chosen)), [b"version.txt", b"FS/data/a.txt", b"FS/data/com.secret.app/b.bin", b"FS/proc/empty"])
    chosen = made("convert", "-k", "FS/proc/*,bugreport*", d / "r.zip")
    same(list(entries(chosen)), [b"version.txt", b"FS/proc/empty", MAIN.encode(), b"main_entry.txt"])
    same(text_of(chosen), REPORT)
    chosen = made("convert", "--drop=bugreport-*", d / "r.zip")
    assert MAIN.encode() not in entries(chosen) and b"main_entry.txt" not in entries(chosen)
    code, _, err = run("convert", "-k", "section:NONE", "-o", d / "x", d / "r.zip")
    assert code == 1 and "no entry 'section:NONE'" in err, err
    loose = HEAD + D + section(b"GONE", b"x\n") + LOOSE + TAIL
    same(made("convert", "--drop=section:GONE", data=loose, notes=[
        "1 pieces of text are omitted: without the section before them they would be taken for another one's"]),
        HEAD + D + TAIL)
    crlf = REPORT.replace(b"\n", b"\r\n")
    same(made("convert", "-k", "service:meminfo,section:UPTIME", data=crlf),
         (HEAD + A + C.split(b"\n")[0] + b"\n" + C1 + C_END + last + TAIL).replace(b"\n", b"\r\n"))


# ---- names taken out

APART = b"()[]{}<>\"'`,;:=|\x7f"


def regex(pattern):
    """A pattern as a regular expression over bytes."""
    name = b"[^\\x00-\\x20" + re.escape(APART) + b"]"
    out, i, p = b"", 0, pattern
    while i < len(p):
        c = p[i : i + 1]
        i += 1
        if c == b"*":
            out += name + b"*"
        elif c == b"?":
            out += name
        elif c == b"[" and b"]" in p[i + 1 :]:
            end = p.index(b"]", i + 1 + (p[i : i + 1] in b"!^"))
            body = p[i:end]
            out += b"(?=%s)[^%s]" % (name, body[1:]) if body[:1] in (b"!", b"^") else b"[%s]" % body
            i = end + 1
        else:
            if c == b"\\" and i < len(p):
                c = p[i : i + 1]
                i += 1
            out += re.escape(c)
    return re.compile(out, re.S)


class Redacted:
    """Numbers go by the names' first places in the order of the text."""

    def __init__(self, patterns):
        self.patterns, self.numbers = [regex(p) for p in patterns], {}

    def of(self, text):
        covered = []
        for i in range(len(text)):
            end = max([m.end() for p in self.patterns if (m := p.match(text, i))], default=i)
            if end == i:
                continue
            if covered and covered[-1][1] > i:
                covered[-1][1] = max(covered[-1][1], end)
            else:
                covered.append([i, end])
        out, at = [], 0
        for start, end in covered:
            number = self.numbers.setdefault(text[start:end], len(self.numbers) + 1)
            out += [text[at:start], b"<name:%d>" % number]
            at = end
        return b"".join(out) + text[at:]


def numbered(data, numbers=None):
    """Placeholders with numbers by their first places instead of hashes: <name:1>, in names of entries name-1."""
    numbers = {} if numbers is None else numbers
    of = lambda m: m[1] + b"%d" % numbers.setdefault(m[2], len(numbers) + 1)  # noqa: E731
    return re.sub(rb"(<name:|\bname-)([0-9a-f]{6,})", of, data)


def redact(patterns, data):
    """The output with numbered placeholders."""
    code, out, err = run("convert", "--redact=" + ",".join(p.decode() for p in patterns), data=data)
    assert code in (0, 1) and all("nothing is called" in line or "note" in line for line in err.splitlines()), err
    return out if out[:2] == b"PK" else numbered(out)


def redacted_entries(data):
    """Names and contents, both with placeholders that are numbered."""
    numbers = {}
    return {numbered(k, numbers): numbered(v[0], numbers) for k, v in entries(data).items()}


def case_redact(d):
    (d / "r.zip").write_bytes(ZIP)
    out = made("convert", "--redact=*secret*", d / "r.zip")
    opened(out)
    found = redacted_entries(out)
    assert b"secret" not in b"".join(k + v for k, v in found.items()), found
    names = [b"version.txt", b"FS/data/a.txt", b"FS/data/name-1/b.bin", b"proto/activity_HIGH.proto", b"FS/proc/empty",
             MAIN.encode(), b"main_entry.txt"]
    same([n for n in names if n in found], names[:2] + names[4:])  # b.bin is none that can be searched
    same(found[b"FS/data/a.txt"], b"<name:1> said\n" * 9)
    wanted = (REPORT.replace(b"brand/secret/gadget", b"<name:1>").replace(b"joe@secret.org", b"<name:2>")
              .replace(b"com.secret.app", b"<name:3>"))
    same(numbered(text_of(out)), wanted)
    names = [e["name"] for e in text_events(out) if "name" in e]
    same((names[:2], [re.sub("[0-9a-f]{6,}", "", n) for n in names[2:]]), (["meminfo"] * 2, ["<name:>"] * 2))
    same(good("verify", "--strict", data=out), b"-: OK\n")
    out = made("convert", "--redact=gadget,secret", data=zipped(("FS/secret/a", b"x"), text=REPORT))
    main = [n for n in entries(out) if n.startswith(b"bugreport")]
    same(numbered(main[0]), MAIN.replace("gadget", "name-1").encode())
    same(entries(out)[b"main_entry.txt"][0], main[0])
    same(numbered(list(entries(out))[1]), b"FS/name-1/a")
    same(entries(made("convert", "--redact=2.0", "--to=zip", d / "r.zip"))[b"version.txt"][0], b"2.0")
    same(numbered(made("convert", "--redact=*secret*", "--to=text", data=zipped())), redact([b"*secret*"], REPORT))
    code, _, err = run("convert", "--redact=nowhere", "-o", d / "x", d / "r.zip")
    assert code == 1 and "--redact: nothing is called 'nowhere'" in err, err
    code, _, err = run("convert", "--redact=x", "--event=y", d / "r.zip")
    assert code == 2, err
    lines = b"".join(b"name%d\n" % i for i in range(999))
    code, out, err = run("convert", "--redact=*", "--max-table=4K", data=HEAD + lines)
    assert code == 1 and not out and "--max-table" in err, err


def case_redact_spellings(d):
    """In other spellings, compressed entries and zips, too; what cannot be searched is told."""
    log = b"to=joe%40secret.org " + base64.b64encode(b"mail of joe@secret.org, again") + b" JOE@SECRET.ORG\n"
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as z:
        z.writestr("log.txt", b"joe@secret.org\n")
    data = zipped(("FS/log.gz", gzip.compress(log)), ("FS/a.zip", inner.getvalue()), ("FS/core", b"\x7fELF\0joe@secret.org"))
    code, out, err = run("convert", "--redact=*@secret.org", data=data)
    same((code, "note: FS/core is omitted: " in err), (0, True), err)
    found = entries(out)
    text = gzip.decompress(found[b"FS/log.gz"][0])
    same(numbered(text.replace(b"%3C", b"<").replace(b"%3A", b":").replace(b"%3E", b">")).count(b"<name:1>"), 2)
    same(numbered(base64.b64decode(text.split()[1])), b"mail of <name:1>, again")
    same(numbered(zipfile.ZipFile(io.BytesIO(found[b"FS/a.zip"][0])).read("log.txt")), b"<name:1>\n")


def case_redact_paths(d):
    """In names of entries wildcards stay in a component; what is between components stays where it is."""
    names = ["FS/data/log/alice.log", "FS/data/alice/x.txt", "FS/data/log/bob.log", "FS/a/alice/alice.log"]

    def redacted(pattern, names):
        out = made("convert", "--redact=" + pattern, data=zipped(*[(n, b"alice") for n in names]))
        same(good("verify", data=out), b"-: OK\n")
        return [n.decode() for n in entries(out) if n.startswith(b"FS/")]

    paths = [n.split("/") for n in redacted("*alice*", names)]
    same([[c for c in p if not c.startswith("name-")] for p in paths],
         [["FS", "data", "log"], ["FS", "data", "x.txt"], ["FS", "data", "log", "bob.log"], ["FS", "a"]])
    same([len(p) for p in paths], [4, 4, 4, 4])
    same((paths[0][3], paths[1][2]), (paths[3][3], paths[3][2]))
    spans = [n.split("/") for n in redacted("log/alice*", names)]
    same(["name-" in c for c in spans[0]], [False, False, True, True])
    same(["/".join(p) for p in spans[1:]], ["FS/data/alice/x.txt", "FS/data/log/bob.log", "FS/a/alice/%s" % spans[0][3]])
    folder = io.BytesIO()
    with zipfile.ZipFile(folder, "w") as z:
        for name, content in (("version.txt", b"2.0"), ("alice/" + MAIN, REPORT), ("main_entry.txt", ("alice/" + MAIN).encode())):
            z.writestr(name, content)
    out = entries(made("convert", "--redact=*alice*", data=folder.getvalue()))
    same(out[b"main_entry.txt"][0].split(b"/")[1], MAIN.encode())
    assert out[b"main_entry.txt"][0] in out, list(out)


def case_redact_markers(d):
    """Names in headings, their ends and all other markers; the sections stay what they were."""
    text = (HEAD + section(b"SHOW MAP 7 (secret)", b"secret\n", b"su root showmap 7") + section(b"secret", b"a\n") +
            b"------ APP (secret) ------\nsecret[secret: 0.1s elapsed]\n\n" +
            b"------ 0.5s was the duration of 'for secret' ------\n" +
            section(b"DUMPSYS", service(b"secret.x", b"s\n", b"HIGH ") + service(b"a", b"secret"), b"dumpsys") +
            EQUALS + b"\n== secret\n" + TAIL)
    kinds = lambda data: [(e["event"], e.get("duration_us")) for e in text_events(data)]  # noqa: E731
    for data in (text, text.replace(b"\n", b"\r\n")):
        out = redact([b"secret"], data)
        same(out, data.replace(b"secret", b"<name:1>"))
        same(kinds(out), kinds(data))
        apart = data.replace(b"secret---", b"secret\n---")
        for pattern in (b"-", b"was", b"DUMP"):
            same([e for e in kinds(redact([pattern], apart)) if e[0] != "bugreport.property"],
                 [e for e in kinds(apart) if e[0] != "bugreport.property"], pattern)


def case_main_entry_too_late(d):
    """From a pipe the first text is taken for the main one: where that matters it is kept first, or what is wrong told."""
    other = HEAD + section(b"OLD", b"old\n") + TAIL
    (d / "g.zip").write_bytes(zipped(("bugreport-old.txt", other)))
    data, late = (d / "g.zip").read_bytes(), "the main entry was known too late"
    for args in (["--to=v2"], ["--to=text"], ["--drop=section:UPTIME"], ["-k", "section:UPTIME"], ["--redact=secret"]):
        out = made("convert", *args, data=data)
        whole = made("convert", *args, d / "g.zip")
        if args == ["--redact=secret"]:  # its placeholders are other ones each time
            same(redacted_entries(out), redacted_entries(whole))
        else:
            same(out, whole, args)
        same(text_of(out)[:90], HEAD[:90])
        assert args != ["--to=v2"] or entries(out)[b"main_entry.txt"][0].decode() == MAIN
    for args in (["-k", "bugreport-g*"], ["--drop=FS/*"]):
        code, out, err = run("convert", *args, "-o", d / "x.zip", data=data)
        assert code == 1 and late in err and not (d / "x.zip").exists(), (args, code, err)
    same(entries(made("convert", data=data)), entries(data))
    same(text_of(made("convert", "--to=text", d / "g.zip")), REPORT)
    code, out, err = run("cat", "-", "section:OLD", data=data)
    assert (code, out) == (1, b"old\n") and late in err, (code, out, err)
    same(run("cat", d / "g.zip", "section:UPTIME")[2], "")
    same(run("cat", "-", "version.txt", data=data), (0, b"2.0", ""))
    code, out, err = run("grep", "^old", data=data)
    assert (code, out) == (1, b"section:OLD: old\n") and late in err, (code, out, err)
    for data in (ZIP, REPORT):
        same(run("cat", "-", "section:SYSTEM LOG", data=data)[::2], (0, ""))
        same(run("grep", "up 3", data=data)[::2], (0, ""))
    code, out, err = run("convert", "--drop=section:NONE,FS/*,section:UPTIME", data=ZIP)
    same((code, err), (1, "diagfmt: -: no entry 'section:NONE' to drop\n"))
    opened(out)


def case_redact_twice(d):
    """What has been redacted before stays, whoever did it."""
    text = HEAD + section(b"S", b"joe <name:123456> x<email:1234567> joe\n") + TAIL
    code, once, err = run("convert", "--redact=joe,*name*,1234*", data=text)
    same((code, err.count("nothing is called")), (1, 2))
    same(once.count(b"<name:123456> x<email:1234567>"), 1)
    same(numbered(once.replace(b"<name:123456>", b"")), text.replace(b"joe", b"<name:1>").replace(b"<name:123456>", b""))
    same(run("convert", "--redact=joe,*name*,123456", data=once)[1], once)


def case_redact_service_without_divider(d):
    """What follows its heading is no part of it."""
    head = b"------ DUMPSYS (dumpsys) ------\n"
    body = b"owner: alice@example.org\nDUMP OF SERVICE alice@example.org DUMP OF SERVICE HIGH a:\nx\n"
    for name in (b"foo", b"HIGH foo", b"alice@example.org", b"a:alice@example.org"):
        for line in (b"", DASHES + b"\n"):
            text = HEAD + head + line + b"DUMP OF SERVICE " + name + b":\n" + body
            for data in (text, text.replace(b"\n", b"\r\n")):
                same(redact([b"*@example.org"], data), data.replace(b"alice@example.org", b"<name:1>"))


def case_redact_header(d):
    """Values of properties and of what has no colon, and lines that follow them."""
    lines = HEAD.replace(b"\n\nBuild: EX1", b"\n\nPhone: Alice\nSDK extension versions [r=Alice]\n"
                         b"  more Alice\n  so: Alice: Alice\nBuild: EX1\n name = Alice")
    for head in (lines, lines.replace(b"\n", b"\r\n")):
        same(redact([b"Alice"], head + A + TAIL), head.replace(b"Alice", b"<name:1>") + A + TAIL)


def case_redact_version(d):
    """What version.txt has beside a version is looked at, and its name and that of the pointer stay."""
    for args in ([], ["--recover"]):
        out = made("convert", "--redact=*@*.org,2.0,version,main", *args, data=zipped(("FS/main", b""), version=b"2.0"))
        found = entries(out)
        same((found[b"version.txt"][0], found[b"main_entry.txt"][0].decode()), (b"2.0", MAIN))
    out = redact([b"*@*.org"], zipped(version=b"2.0 alice@example.org"))
    same(numbered(entries(out)[b"version.txt"][0]), b"2.0 <name:1>")


def case_redact_random(d):
    rng = random.Random(1)
    patterns = [b"a*b", b"*@x", b"a?b", b"[ab]x", b"[!a]@", b"x", b"a b", b"**a", b"b\\*", b"ab*", b"[a-b]*@", b"@@@",
                b"*"]
    for _ in some(range(90)):
        chosen = rng.sample(patterns, rng.randint(1, 3))
        body = bytes(rng.choices(b"aabbx@ *\n(", k=rng.randint(0, 120)))
        text = HEAD + b"------ S ------\n" + body + b"\n" + b"------ 0.100s was the duration of 'S' ------\n"
        got = redact(chosen, text)
        inside = lambda data: re.split(rb"^------ .* ------\n", data, flags=re.M)[1]  # noqa: E731
        model = Redacted(chosen)
        same(numbered(re.sub(rb"<name:(\d+)>", lambda m: b"<name:%06d>" % int(m[1]), inside(got))), model.of(body + b"\n"),
             chosen, body)


def case_redact_long(d):
    """Pieces of any size: no name is lost where they meet, and no other byte."""
    rng = random.Random(2)
    secret = b"joe.doe@example.org"
    line = bytearray()
    while len(line) < 3 << 20:
        line += bytes(rng.choices(b"abcdefgh .,:", k=rng.randint(0, 9000)))
        line += b" " + secret + b" "
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        data = zipped(("FS/long", bytes(line)), text=HEAD + section(b"S", bytes(line) + b"\n") + TAIL, method=method)
        for pattern in (b"*@example.org", b"joe.doe@*", b"joe.doe@example.org"):
            out = made("convert", "--redact=" + pattern.decode(), "--bugreport-max-ratio=0", data=data)
            wanted = bytes(line).replace(secret, b"<name:1>")
            same(numbered(entries(out)[b"FS/long"][0]), wanted)
            same(numbered(text_of(out)), HEAD + section(b"S", wanted + b"\n") + TAIL)


# ---- diff


def differences(*args):
    """Exit status, differences without checksums, and messages."""
    code, out, err = run("diff", "--json", *args)
    rows = [json.loads(re.sub(r", CRC-32 [0-9a-f]{8}", "", line)) for line in out.decode().splitlines()]
    place = lambda row: row.get("before_place", row.get("after_place"))  # noqa: E731
    return code, [(row["change"], row["record"], place(row), row["member"], row.get("before"), row.get("after"))
                  for row in rows], err


def case_diff(d):
    other = (REPORT.replace(b"Build: EX1", b"Build: EX2").replace(b"inner\n", b"outer\n")
             .replace(LOOSE, LOOSE + section(b"UPTIME", b"third\n"))
             .replace(b"logcat) ------\n",
                      b"logcat) ------\n*** command 'logcat' timed out after 10.000s (killing pid 7)\n"))
    (d / "a.zip").write_bytes(ZIP)
    (d / "b.zip").write_bytes(zipped(("FS/data/a.txt", b"joe@secret.org said\n" * 8), ("FS/new", b"x"),
                                     ("FS/proc/empty", b""), text=other))
    code, rows, err = differences(d / "a.zip", d / "b.zip")
    same((code, err), (1, ""))
    same(rows, [("changed", "header:Build", None, "value", "EX1", "EX2"),
                ("changed", "FS/data/a.txt", None, "value", "180 bytes", "160 bytes"),
                ("gone", "FS/data/com.secret.app/b.bin", None, "value", "9 bytes", None),
                ("new", "FS/new", None, "value", None, "1 bytes"),
                ("gone", "proto/activity_HIGH.proto", None, "value", "93 bytes", None),
                ("changed", "section:SYSTEM LOG", None, "value", "64 bytes", "125 bytes"),
                ("changed", "section:SYSTEM LOG", None, "result", None, "timed_out"),
                ("changed", "section:UPTIME", "2", "value", "6 bytes", "6 bytes"),
                ("new", "section:UPTIME", "3", "value", None, "6 bytes"),
                ("changed", "service:com.secret.app", None, "value", "6 bytes", "6 bytes")])
    same(run("diff", d / "a.zip", d / "a.zip"), (0, b"", ""))
    (d / "many.zip").write_bytes(zipped(*(("FS/%0200d" % i, b"x") for i in range(99))))
    for pair in ("a.zip", "many.zip"), ("many.zip", "a.zip"), ("many.zip", "many.zip"):  # many's directory is too large
        code, out, err = run("diff", "--max-table=8192", *(d / name for name in pair))
        assert code == 2 and not out and "--max-table" in err, (pair, code, out, err)
    code, out, _ = run("diff", "--max=2", d / "a.zip", d / "b.zip")
    lines = out.decode().splitlines()
    same((code, lines[0].split()[-2:], len(lines)), (1, ["10", "differences"], 4))
    code, rows, _ = differences("--ignore=FS/*,proto/*,se*", d / "a.zip", d / "b.zip")
    same((code, rows), (1, [("changed", "header:Build", None, "value", "EX1", "EX2")]))
    (d / "far.zip").write_bytes(zipped(*(("FS/%d" % i, b"x") for i in range(30))))
    lines = run("diff", d / "a.zip", d / "far.zip")[1].decode().splitlines()
    same((len(lines), lines[-1]), (2 + 20 + 1, "and %d more rows" % (int(lines[0].split()[-2]) - 20)))
    (d / "a.txt").write_bytes(REPORT)
    same(run("diff", "--ignore=FS/*,proto/*,version.txt", d / "a.zip", d / "a.txt"), (0, b"", ""))
    same(run("diff", "-", d / "a.txt", data=gzip.compress(REPORT)), (0, b"", ""))
    code, out, err = run("diff", d / "a.txt", "-", data=ZIP[:900])
    assert code == 2 and err, (code, err)


# ---- repair


def mended(data, *args, elsewhere=True):
    """What repair makes of damaged data, which is sound."""
    code, out, err = run("repair", ANY, *args, data=data)
    assert code in (0, 1), (code, err)
    if out[:2] == b"PK":
        opened(out, elsewhere)
    return out, err


def check_mended(whole, damaged, elsewhere=True):
    """Contents are those of the whole zip, or begin as they do; the text is still found."""
    out, err = mended(damaged, elsewhere=elsewhere)
    before, after = entries(whole), entries(out)
    for name, entry in after.items():
        content = before[name][0] if name in before else MAIN.encode() if name == b"main_entry.txt" else b"2.0"
        assert content.startswith(entry[0]), (name, entry[0][:80], content[:80])
    text = [e for e in after if e in before and after[e][0].startswith(HEAD[:90])]
    if text:
        same(main_name(out), MAIN.encode(), err)
        code, problems, _ = run("verify", ANY, "-", data=out)
        same(code, 0, problems)
    return after, err


def case_repair_cut(d):
    streamed = good("convert", data=ZIP)  # sizes behind the data, as it goes to a pipe
    for name, data in (("whole", ZIP), ("streamed", streamed)):
        first = zipfile.ZipFile(io.BytesIO(data)).infolist()[0]
        begin = first.header_offset + 30 + len(first.filename) + first.compress_size
        kept = 0
        for at in some([*range(begin + 20, len(data), 67), *range(len(data) - 30, len(data), 3)]):
            after, err = check_mended(data, data[:at], elsewhere=at % 7 == 0)
            assert "repaired: " in err, (name, at, err)
            assert len(after) >= kept or at > data.index(b"PK\1\2"), (name, at, kept, list(after))
            kept = max(kept, len(after))
        same(kept, len(entries(data)), name)


def case_repair_bytes(d):
    rng = random.Random(3)
    n = 0
    for _ in some(range(70)):
        data = bytearray(ZIP)
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        code, out, err = run("repair", ANY, data=bytes(data))
        assert code in (0, 1, 4), (code, err)
        if out[:2] != b"PK" or out == data:
            continue
        n += 1
        opened(out, elsewhere=False)
        if any(v[0].startswith(HEAD[:90]) for v in entries(out).values()):
            code, problems, _ = run("verify", ANY, "-", data=out)
            same(code, 0, problems, err)
    assert n > (3 if PARTLY else 30), n


def case_repair_fields(d):
    """Wrong checksums and sizes, bytes around, no directory, lost names of the text."""
    (d / "r.zip").write_bytes(ZIP)
    same(mended(ZIP), (ZIP, ""))
    for around in (ZIP + b"behind" * 9, b"before " * 5 + ZIP):
        out, err = mended(around, "--format=bugreport")
        same({k: v[:3] for k, v in entries(out if out != around else ZIP).items()},
             {k: v[:3] for k, v in entries(ZIP).items()}, err)
    cut = ZIP[: ZIP.index(b"PK\1\2")]
    out, err = mended(cut)
    same(entries(out), entries(ZIP))
    assert "9 entries whole" not in err and "7 entries whole, 0 damaged, 0 omitted" in err, err
    crc = bytearray(ZIP)
    at = ZIP.index(b"PK\1\2")
    at = ZIP.index(b"FS/data/a.txt", at) - 46 + 16
    crc[at] ^= 1
    local = ZIP.index(b"FS/data/a.txt") - 30 + 14
    crc[local] ^= 1
    out, err = mended(bytes(crc))
    same({k: v[0] for k, v in entries(out).items()}, {k: v[0] for k, v in entries(ZIP).items()})
    for words in ("FS/data/a.txt: damaged: 180 bytes of its content are kept", "6 entries whole, 1 damaged"):
        assert words in err, (words, err)
    lost = zipped(("FS/x", b"1\n"), version=None)
    out, err = mended(lost)
    same([*entries(out)], [b"version.txt", b"FS/x", MAIN.encode(), b"main_entry.txt"])
    same(entries(out)[b"version.txt"][0], b"2.0")
    assert err.endswith("; version.txt was made; main_entry.txt was made\n"), err
    old = zipped(("FS/x", b"1\n"), version=None, text=REPORT.replace(b"version: 2.0", b"version: 1.0"))
    same(entries(mended(old)[0])[b"version.txt"][0], b"1.0")
    said = b"Bugreport format version: 2.0\n"
    for text, version in ((b"Bugreport format version: 2.0-dev-split-anr\n", b"2.0-dev-split-anr"),
                          (b"Command line: " + b"x=y " * 4200 + b"\nBugreport format version: 1.0\n", b"1.0"),
                          (b"Radio: x\nBugreport format version: 1.0\r\n", b"1.0")):
        for data in (zipped(("FS/x", b"1\n"), version=None, text=REPORT.replace(said, text)),
                     zipped(version=b"", text=REPORT.replace(said, text))):
            out, err = mended(data)
            same(entries(out)[b"version.txt"][0], version, err)
            assert "tells no version" not in err, err
    out, err = mended(zipped(("FS/x", b"1\n"), version=None, text=REPORT.replace(said, b"")))
    same(entries(out)[b"version.txt"][0], b"2.0")
    assert ": the text has no version; version.txt is 2.0, as of Android 9 and later\n" in err, err
    hostile = zipped(("../up", b"x"), ("FS/ok", b"y"))
    out, err = mended(hostile)
    assert b"../up" not in entries(out) and "not a safe file name" in err, err


def case_repair_zeros(d):
    """What deflates well is kept; of what is taken for an attack, what came before it was."""
    zeros = bytes(2 << 20)
    z = bytearray(zipped(("FS/zero", zeros), ("FS/crc", b"12345" * 9)))
    for at in (z.index(b"FS/crc") - 30 + 14, z.rindex(b"FS/crc") - 46 + 16):
        z[at] ^= 1
    code, out, err = run("repair", data=bytes(z))
    assert code == 1 and "4 entries whole, 1 damaged" in err, err
    same(entries(out)[b"FS/zero"][0], zeros)
    bomb = zipped(("FS/bomb", bytes((256 << 20) + 9)))
    code, out, err = run("repair", data=bomb)
    assert code == 1 and "FS/bomb: more than bugreport.max_ratio allows: 268435456 bytes of its content are kept" in err
    same(zipfile.ZipFile(io.BytesIO(out)).getinfo("FS/bomb").file_size, 256 << 20)


def case_recover(d):
    """convert --recover writes what can be decoded of a zip that is cut."""
    for at in some(range(400, ZIP.index(b"PK\1\2"), 131)):
        code, out, err = run("convert", "--recover", "--to=v2", data=ZIP[:at])
        same(code, 1, err)
        opened(out, elsewhere=at % 3 == 0)
        for name, entry in entries(out).items():
            assert entries(ZIP)[name][0].startswith(entry[0]), (at, name)
        same(run("convert", "--to=v2", data=ZIP[:at])[:2], (1, b""))


def case_repair_text(d):
    packed, n = gzip.compress(REPORT, mtime=0), 0
    for at in range(100, len(packed), 61):
        out, err = mended(packed[:at])
        if not out:
            assert "nothing of it can be read" in err, err
            continue
        assert REPORT.startswith(out) and "the text is kept up to where it can be read" in err, (at, err)
        n += 1
    assert n > 3, n
    for at in range(HEAD.index(b"Build"), len(REPORT), 601):
        same(mended(REPORT[:at]), (REPORT[:at], ""))
    broken = bytearray(packed)
    broken[-6] ^= 1
    out, err = mended(bytes(broken))
    same(out, REPORT, err)


# ---- samples and corpus


def is_sound(path):
    return run("verify", ANY, path)[0] == 0


def check_converted(path):
    """Each variant of a sound file, and each section dropped."""
    data = path.read_bytes()
    text = text_of(data)
    if text is None or corpus.text_in(data) != data:  # another encoding is kept by a copy alone
        return 0
    for to in ("text", "zip", "v0", "v1", "v2"):
        code, out, err = run("convert", ANY, "--to=" + to, path)
        if code:  # names that a zip cannot hold, or roles that a new one would lose
            assert "unsafe" in err or (to in ("v1", "v2") and "in a folder of its zip" in err), (path, to, err)
            continue
        if to == "v1":
            sizeless = lambda es: [{k: v for k, v in e.items() if k != "body_size"} for e in es]
            same(sizeless(text_events(out)), [{**e, "dump_priority": "normal"} if e["event"] == "bugreport.service" else e
                                              for e in sizeless(text_events(data))], path)
            continue
        same(text_of(out) if to != "text" else out, text, path, to)
        if to != "text":
            opened(out)
        if to == "zip" and data[:2] == b"PK":
            same({k: v[:3] for k, v in entries(out).items()}, {k: v[:3] for k, v in entries(data).items()}, path)
    check_dropped(path, data)
    return 1


def check_dropped(path, data):
    """One title after the other, by what is left in the order it had."""
    all_events = text_events(data)
    titles = collections.Counter(e["title"] for e in all_events if e["event"] == "bugreport.section")
    for title in list(titles)[:: max(1, len(titles) // 6)]:
        if not isinstance(title, str) or re.search(r"[*?\[\\,]", title):
            continue
        code, out, err = run("convert", ANY, "--drop=section:" + title, path)
        if code:
            assert "unsafe" in err, (path, err)
            continue
        left, dropped, late = [], False, set()
        for e in all_events:
            if e["event"] == "bugreport.section":
                dropped = e["title"] == title
            if not dropped and not (e["event"] == "bugreport.duration" and e["title"] in (title, *late)):
                left.append(e)
            if e["event"] == "bugreport.section_end":
                dropped = False
        got = text_events(out)
        assert not any(e["event"] == "bugreport.section" and e["title"] == title for e in got), (path, title)
        if "pieces of text are omitted" in err:
            continue
        plain = lambda es: [e for e in es if e["event"] in ("bugreport.section", "bugreport.service")]
        same(plain(got), plain(left), path, title)


def all_of(paths):
    n = collections.Counter()
    for path in paths:
        twice = path.read_bytes().count(b"PK\5\6") > 1  # zipfile takes a comment for the end
        if b": bugreport" not in run("identify", path)[1] or twice:
            continue
        if is_sound(path):
            n["converted"] += check_converted(path)
        code, out, err = run("repair", ANY, path)
        assert code in (0, 1), (path, code, err)
        n["repaired"] += code == 1
        if out[:2] == b"PK" and zipfile.is_zipfile(io.BytesIO(out)) and code == 1:
            opened(out)
            if main_name(out) is not None:
                same(run("verify", ANY, "-", data=out)[0], 0, path, err)
        same(run("repair", ANY, data=path.read_bytes())[1], out, path)
    print(dict(n))
    return n


def main():
    if sys.argv[2] == "corpus":
        place = corpus.folder("expected", "bugreport")
        n = all_of(sorted((place.parent / "cases").iterdir()))
        assert n["converted"] > 40 and n["repaired"] > 20, n
        return
    for name, case in sorted(globals().items()):
        if name.startswith("case_"):
            with tempfile.TemporaryDirectory() as d:
                case(pathlib.Path(d))
            print("ok", name[5:])
    n = all_of(some(sorted(p for p in pathlib.Path(sys.argv[2]).iterdir() if p.suffix in (".zip", ".txt", ".gz"))))
    assert PARTLY or (n["converted"] > 10 and n["repaired"] > 8), n


main()
