#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on Android bug reports, against Python's zipfile and a model of their text.

usage: test_bugreport.py DIAGFMT SAMPLES    on the samples of ../data/make_bugreports.py, and zips made here
       test_bugreport.py DIAGFMT corpus     on the corpus; exit status 77 if that is not there
"""

import base64
import collections
import gzip
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import bugreport_model  # noqa: E402
import corpus  # noqa: E402
from program import overview, some  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
ROLES = {"main-pointer": {"pointer"}, "fs": {"file", "tombstone", "anr"}, "visible-windows": {"visible_windows"},
         "nested-zip": {"nested"}, "directory": {"folder"}}
RULES = {"main_entry.txt": "pointer", "main-entry.txt": "hyphen", "first-entry": "first", "whole-file": "whole",
         "fallback-name": "name", "fallback-content": "content", "fallback-nested": "nested", None: "none"}
TITLE = b"Example build\n"


def run(*args, data=b""):
    p = subprocess.run([TOOL, *args], input=data, capture_output=True, timeout=120)
    if b"Sanitizer" in p.stderr or b"runtime error" in p.stderr:
        raise AssertionError(p.stderr.decode("utf-8", "replace"))
    return p.returncode, p.stdout, p.stderr.decode("utf-8", "replace")


def good(*args, data=b""):
    code, out, err = run(*args, data=data)
    if code:
        raise AssertionError((args, code, err))
    return out


def free(command, *args):
    """Without the limit for bombs: small zips of one letter are no attack here."""
    return run(command, "--bugreport-max-ratio=0", *args)


def sound(command, *args):
    return good(command, "--bugreport-max-ratio=0", *args)


def same(a, b, *where):
    if a != b:
        if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            a, b = next((x, y) for x, y in zip(a, b) if x != y)
        raise AssertionError("%r is not %r %r" % (a, b, where))


def objects(out):
    return [json.loads(line) for line in out.splitlines()]


def name_of(value):
    """A string of the tool's JSON as bytes."""
    return value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])


def micros(seconds):
    return None if seconds is None else round(float(seconds) * 1000000)


def is_plain(out):
    """Nothing that a terminal would obey."""
    return not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]", out)


# ---- the text: sections and services, by info, ls, cat and grep


def check_parts(path, text):
    """Sections and services of a file whose text this is; durations of sections may stand behind their end."""
    model = bugreport_model.parse(text)
    told = overview(free("info", "--json", path)[1])
    same([(name_of(s["title"]), s["size"], s["closed"], s.get("duration_us")) for s in told["sections"]],
         [(s["title"], s["body_size"], s["closed"], micros(s["duration"])) for s in model["sections"]], path)
    same([(name_of(s["name"]), s["size"], s["closed"], s.get("duration_us"), s["timed_out"], s["dump_priority"])
          for s in told["services"]],
         [(s["name"], s["body_size"], s["closed"], micros(s["duration"]), s["timed_out"], s["priority"])
          for s in model["services"]], path)
    same(told["text_size"], len(text))
    wanted = collections.Counter(
        [(b"section:" + s["title"], s["body_size"]) for s in model["sections"]]
        + [(b"service:" + s["name"], s["body_size"]) for s in model["services"]])
    rows = objects(free("ls", "-a", "--json", path)[1])
    same(collections.Counter((name_of(r["key"]), r["decoded_size"]) for r in rows if r.get("record", "").endswith("_end")), wanted, path)
    check_cat(path, text, model)
    check_grep(path, text, model)
    return model


def bodies(text, parts, prefix, member):
    found = collections.defaultdict(bytes)
    for p in parts:
        found[prefix + p[member]] += text[p["body_offset"] : p["body_offset"] + p["body_size"]]
    return found


def check_cat(path, text, model):
    found = bodies(text, model["sections"], b"section:", "title")
    found.update(bodies(text, model["services"], b"service:", "name"))
    for key, body in list(found.items())[:: max(1, len(found) // 12)]:
        same(free("cat", "--all", path, key)[1], body, path, key)


def grep_lines(text):
    text = text.replace(b"\r\n", b"\n")
    return text[:-1].split(b"\n") if text.endswith(b"\n") else text.split(b"\n") if text else []


def check_grep(path, text, model):
    """Lines of services, and of sections without services, that have a word."""
    holds = {s["section"] for s in model["services"]}
    titles = collections.Counter(s["title"] for s in model["sections"])
    wanted = collections.Counter()
    for s in model["services"]:
        body = text[s["body_offset"] : s["body_offset"] + s["body_size"]]
        wanted[b"service:" + s["name"]] += sum(b"e" in line for line in grep_lines(body))
    for i, s in enumerate(model["sections"]):
        if i in holds or titles[s["title"]] > 1:
            continue
        body = text[s["body_offset"] : s["body_offset"] + s["body_size"]]
        wanted[b"section:" + s["title"]] += sum(b"e" in line for line in grep_lines(body))
    got = collections.Counter()
    for o in objects(free("grep", "-F", "--json", "e", path)[1]):
        got[name_of(o["key"])] += 1
        assert b"e" in name_of(o["text"])
    counted = collections.Counter()
    for o in objects(free("grep", "-c", "--json", "[e]", path)[1]):
        counted[name_of(o["key"])] += o["count"]
    same(got, counted, path)
    for key, n in wanted.items():
        same(got[key], n, path, key)


# ---- the container


def check_entries(path, data):
    """What zipfile finds by the directory, in its order: ls, cat, extract, dump."""
    z = zipfile.ZipFile(io.BytesIO(data))
    infos = z.infolist()
    rows = objects(sound("ls", "--json", path))
    same([(name_of(r["key"]), r["stored_size"], r["decoded_size"]) for r in rows],
         [(raw_name(i), i.compress_size, i.file_size) for i in infos], path)
    for i in infos[:: max(1, len(infos) // 8)]:
        if z.NameToInfo[i.filename] is i and len(i.filename) and b"\0" not in raw_name(i):
            same(sound("cat", path, raw_name(i)), z.read(i), path, i.filename)
            if not raw_name(i).endswith(b"/") and i.file_size:
                inner = run("identify", path + b"!" + raw_name(i))
                assert inner[0] in (0, 4), inner
    dumped = [o for o in objects(free("dump", "--no-bugreport-text", path)[1]) if o["event"] == "bugreport.entry"]
    same([(name_of(o["name"]), o["payload"]["size"], int(o["payload"]["crc32"], 16)) for o in dumped],
         [(raw_name(i), i.file_size, i.CRC) for i in infos], path)
    with tempfile.TemporaryDirectory() as d:
        free("extract", "-C", d + "/out", path)
        files = {p.relative_to(d + "/out"): p.read_bytes() for p in pathlib.Path(d, "out").rglob("*") if p.is_file()}
        wanted = {}
        for i in infos:
            if not raw_name(i).endswith(b"/") and is_safe(raw_name(i)):
                at = re.sub(b"/+", b"/", raw_name(i)).replace(b":", b"_").decode()
                wanted.setdefault(pathlib.PurePath(at), z.read(i))
        same(files, wanted, path)


def raw_name(i):
    return i.orig_filename.encode("utf-8" if i.flag_bits & 0x800 else "cp437")


def is_safe(name):
    """The rule of dfmt_name_is_safe() for each part, as far as names in these tests go."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return False
    if not name or name.startswith(b"/") or re.match(rb"[A-Za-z]:", name):
        return False
    if re.search(r'[\x00-\x1f\x7f-\x9f\\*?"<>|]', text):
        return False
    return all(not p.startswith(".") and not p.endswith((".", " ")) and len(p.encode()) < 256
               for p in re.sub("/+", "/", text).split("/"))


# ---- made here


def zipped(entries, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, content in entries:
            z.writestr(zipfile.ZipInfo(name, (2024, 3, 17, 8, 15, 30)), content, compress_type=method)
    return out.getvalue()


EQUALS = b"=" * 56
REPORT = (EQUALS + b"\n== dumpstate: 2024-03-17 08:15:30\n" + EQUALS + b"\n\nBuild: EX1\n"
          b"Build fingerprint: 'brand/product/gadget:14/EX1/1:user/release-keys'\nBugreport format version: 2.0\n\n"
          b"------ UPTIME (uptime) ------\nup 3 days\n*** command 'uptime' timed out after 10.000s (killing pid 7)\n"
          b"------ 10.003s was the duration of 'UPTIME' ------\n"
          b"------ SYSTEM LOG (logcat) ------\n--------- beginning of main\n"
          b"03-17 08:15:30.123  1000   100   101 E Gadget  : FATAL \x1b[31mred\n"
          b"------ 0.020s was the duration of 'SYSTEM LOG' ------\n"
          b"------ DUMPSYS (/system/bin/dumpsys) ------\n" + b"-" * 79 + b"\nDUMP OF SERVICE meminfo:\nfatal memory\n"
          b"--------- 0.700s was the duration of dumpsys meminfo, ending at: 2024-03-17 08:15:31\n" + b"-" * 79 +
          b"\nDUMP OF SERVICE wifi:\n*** SERVICE 'wifi' DUMP TIMEOUT (60000ms) EXPIRED ***\n"
          b"--------- 60.001s was the duration of dumpsys wifi, ending at: 2024-03-17 08:15:32\n"
          b"------ 61.000s was the duration of 'DUMPSYS' ------\n" +
          EQUALS + b"\n== dumpstate: done (id 1)\n" + EQUALS + b"\n")
MAIN = "bugreport-gadget-EX1.txt"
HEAP = b"Android Native Heap Dump v1.2\n\nBuild fingerprint: 'x'\n\nTotal memory: 10\nAllocation records: 1\n" \
       b"Backtrace size: 16\n\nz 0  sz       10  num    1  bt 0000000000001000\nMAPS\nEND\n"


def report(*more):
    return zipped([("version.txt", b"2.0"), *more, (MAIN, REPORT), ("main_entry.txt", MAIN.encode())])


def case_info(d):
    (d / "r.zip").write_bytes(report())
    out = re.sub(" +", " ", good("info", d / "r.zip").decode())
    for words in ("device: gadget\n", "build: EX1\n", "version: 2.0\n", ": " + MAIN + "\n", "rule: pointer\n",
                  "n sections: 3\n", "text complete: true\n", "\n 61000000 ", "\n 10003000 ", " DUMPSYS\n", " meminfo\n"):
        assert words in out, (words, out)
    assert out.index(" UPTIME\n") < out.index(" DUMPSYS\n") < out.index(" SYSTEM LOG\n")  # the one that timed out first
    j = overview(good("info", "--json", d / "r.zip"))
    same((j["device"], j["version"], j["main_entry"], j["rule"], j["guessed"], j["text_complete"]),
         ("gadget", "2.0", MAIN, "pointer", False, True))
    same([s["result"] for s in j["sections"]], ["timed_out", "ok", "ok"])
    same([s["timed_out"] for s in j["services"]], [False, True])
    same((j["n_entries"], j["decoded_size"]), (3, 3 + len(REPORT) + len(MAIN)))
    piped = overview(good("info", "--json", data=report()))
    for k in ("device", "version", "main_entry", "rule", "n_sections", "n_services", "n_entries"):
        same(piped[k], j[k], k)
    for k in ("sections", "services", "roles", "properties"):
        same([{**x, "file": ""} for x in piped[k]], [{**x, "file": ""} for x in j[k]], k)
    check_parts(d / "r.zip", REPORT)


def case_origin(d):
    """When it was taken and of which Android it is, from whatever tells it."""
    def told(data):
        out = overview(good("info", "--json", data=data))
        return [out.get(k) for k in ("taken", "taken_from", "android_release", "android_sdk")]

    properties = section("SYSTEM PROPERTIES", "[a]: [b]\r\n[ro.build.version.release]: [15]\r\n[ro.build.version.sdk]: [35]\n" +
                         "[%s]: [x]\n" % ("l" * 5000))
    head = REPORT_HEAD.replace("Build: x", "Build: x\nBuild fingerprint: 'b/p/d:14/X/1:user/keys'\nAndroid SDK version: 34")
    same(told(head.encode()), ["2024-03-17T08:15:30", "banner", "14", "34"])
    same(told((head + properties).encode()), ["2024-03-17T08:15:30", "banner", "15", "35"])
    same(told(REPORT_HEAD.encode()), ["2024-03-17T08:15:30", "banner", None, None])
    for date in ("1970-01-01 00:00:00", "2000-02-29 23:59:59", "1999-12-31 12:00:01", "2100-03-01 00:00:00"):
        same(told(REPORT_HEAD.replace("2024-03-17 08:15:30", date).encode())[0], date.replace(" ", "T"))
    lines = re.sub(" +", " ", good("info", data=(head + properties).encode()).decode()).splitlines()
    assert "taken: 2024-03-17T08:15:30" in lines and "android sdk: 35" in lines, lines
    name = "bugreport-d-X1-2023-04-05-06-07-08.txt"
    same(told(zipped([("version.txt", b"2.0"), ("main_entry.txt", name.encode()), (name, b"")]))[:2], ["2023-04-05T06:07:08", "name"])
    many = head + "".join(section("S%d" % i, "x\n") for i in range(100))
    many += "".join(section("T%d" % i, "x\n") for i in range(30000))
    code, out, err = run("info", "--max-memory=1M", data=many.encode())
    needed = re.search("--max-memory=([0-9]+) or --unlimited", err)
    assert (code, out) == (1, b"") and needed, (code, out, err)
    same(run("info", "--unlimited", data=many.encode())[0], 0)


def case_once(d):
    """A fault is told once."""
    whole = zipped([("version.txt", b"2.0"), ("main_entry.txt", b"bugreport-x.txt"), ("FS/data/x", random.Random(1).randbytes(9000)),
                    ("bugreport-x.txt", REPORT + random.Random(2).randbytes(30000).hex().encode())])
    for size in (len(whole) - 200, len(whole) - 10000, 5000):
        for args, data in (([d / "cut.zip"], b""), (["-"], whole[:size])):
            (d / "cut.zip").write_bytes(whole[:size])
            code, out, err = run("verify", "--json", *args, data=data)
            at = [(o["byte_offset"], o["number"]) for o in objects(out) if o.get("severity") == "error"]
            same((code, len(set(at)), err), (1, len(at), ""), size)
            assert size == len(whole) - 200 or len(at) == 1, (size, at)
    local = whole.find(b"PK\3\4", whole.find(b"FS/data/x"))
    other = whole[:local + 30] + b"another-one.txt" + whole[local + 30 + len("bugreport-x.txt"):]
    short = pathlib.Path(sys.argv[2]) / "mismatch.zip"  # the other name is shorter: what follows looks as if it were shared
    (d / "other.zip").write_bytes(other)
    for path in (d / "other.zip", short):
        code, out, err = run("verify", "--json", path)
        errors = [o["message"].partition("': ")[2] for o in objects(out) if o.get("severity") == "error"]
        same((code, errors), (1, ["its local header has a different name"]), path)


def case_grep(d):
    (d / "r.zip").write_bytes(report(("FS/data/x.txt", b"a fatal thing\n")))
    r = d / "r.zip"
    log = b"section:SYSTEM LOG: 03-17 08:15:30.123  1000   100   101 E Gadget  : FATAL \\x1b[31mred\n"
    memory = b"service:meminfo: fatal memory\n"
    same(good("grep", "FATAL", r), log)
    same(good("grep", "-i", "fatal", r), log + memory)
    same(good("grep", "-i", "-F", "fATAL", r), log + memory)
    same(good("grep", "-i", "-k", "service:*", "fatal", r), memory)
    counted = good("grep", "-c", "-i", "fatal", r).splitlines()
    same([c for c in counted if not c.endswith(b": 0")], [b"section:SYSTEM LOG: 1", b"service:meminfo: 1"])
    same([c for c in counted if c in (b"header: 0", b"section:UPTIME: 0")], [b"header: 0", b"section:UPTIME: 0"])
    same(len({c.rpartition(b": ")[0] for c in counted}), len(counted))
    same(good("grep", "-c", "-k", "section:UPTIME", "days", r), b"section:UPTIME: 1\n")
    same(run("grep", "-c", "-k", "section:UPTIME", "nowhere", r), (1, b"section:UPTIME: 0\n", ""))
    same(objects(run("grep", "-c", "--json", "-k", "section:UPTIME", "nowhere", r)[1]),
         [{"file": str(r), "key": "section:UPTIME", "count": 0}])
    same(good("grep", "-l", "-i", "fatal", r), b"section:SYSTEM LOG\nservice:meminfo\n")
    same(good("grep", "-a", "-i", "fatal", r), b"FS/data/x.txt: a fatal thing\n" + log + memory)
    same(good("grep", "Build f.*gadget:", r),
         b"header: Build fingerprint: 'brand/product/gadget:14/EX1/1:user/release-keys'\n")
    same(good("grep", "^up 3 days$", r), b"section:UPTIME: up 3 days\n")
    same(good("grep", "d[a]ys", data=REPORT), b"section:UPTIME: up 3 days\n")
    same(good("grep", "d[a]ys", data=REPORT.replace(b"\n", b"\r\n")), b"section:UPTIME: up 3 days\n")
    same(objects(good("grep", "--json", "d[a]ys", r)), [{"file": str(r), "key": "section:UPTIME", "text": "up 3 days",
                                                           "line": REPORT.splitlines().index(b"up 3 days") + 1}])
    same(run("grep", "nowhere", r), (1, b"", ""))
    same(good("grep", "-F", "[31m", r), log)
    same(run("grep", "(", r)[0], 2)
    same(run("grep", "-k", "section:NONE", "up", r), (1, b"", "diagfmt: %s: 'section:NONE': no entry of this key\n" % r))
    code, out, err = run("grep", "days", r, r)
    same((code, out), (0, b"%s: section:UPTIME: up 3 days\n" % bytes(r) * 2), err)
    crash = b"ProblemType: Crash\nTitle: fatal\nText:\n one\n two fatal\n"
    same(good("grep", "fatal", data=crash), b"Title: fatal\nText: two fatal\n")
    same(good("grep", "-c", ".", data=crash), b"ProblemType: 1\nTitle: 1\nText: 2\n")
    same(good("grep", "-c", "fatal", data=crash), b"ProblemType: 0\nTitle: 1\nText: 1\n")
    many = b"".join(b"------ S%d (x) ------\nx\n" % i for i in range(60000))
    code, out, err = run("grep", "-c", "--max-memory=2M", "x", data=REPORT + many)
    assert (code, out) == (1, b"") and "--max-memory" in err, (code, out, err)
    code, out, err = run("grep", "x", data=HEAP)
    assert code == 2 and "no text to search" in err, err


# POSIX extended expressions, and the same in Python where that differs. Most are made to mislead who looks for their plain
# parts first.
PATTERNS = (
    "ab", "ab*", "ab?c", "ab{0}c", "ab{2}", "xa+b", "a[bc]d", "[0-9]+ W ", r"a\.b", r"a\(b", "a|b", "(ab)?c", "^a", "d$", "a.d",
    ("[]a]b", r"[\]a]b"), ("[^]a]b", r"[^\]a]b"), ("[[:digit:]]]b", r"\d\]b"), ("[[:alpha:]|(]c", "[a-zA-Z|(]c"), ("ba+*", "b(a+)*"), "")
LINES = ("a", "b", "c", "d", "ab", "abc", "ac", "abb", "xab", "xaab", "abd", "acd", "12 W x", "a.b", "axb", "a(b", "]b", "ab", "7]b",
         "|c", "(c", "AB", "aBC", "XAB", "ABD", "12 w X", "7]B", "ba", "ba+", "tail")


def case_patterns(d):
    text = REPORT.replace(b"up 3 days\n", "".join(x + "\n" for x in LINES).encode())
    for pattern in PATTERNS:
        posix, python = (pattern, pattern) if isinstance(pattern, str) else pattern
        for options, flags in (((), 0), (("-i",), re.IGNORECASE)):
            got = [o["text"] for o in objects(run("grep", "--json", "-k", "section:UPTIME", *options, posix, data=text)[1])]
            same([x for x in got if not x.startswith("***")], [x for x in LINES if re.search(python, x, flags)], (posix, options))
            fixed = [o["text"] for o in objects(run("grep", "--json", "-F", *options, "-k", "section:UPTIME", posix, data=text)[1])]
            fold = str.lower if options else str
            same([x for x in fixed if not x.startswith("***")], [x for x in LINES if fold(posix) in fold(x)], (posix, options))


def case_escapes(d):
    """Any byte at any place among plain ones, as it is shown."""
    lines, shown = [], []
    for c in (0x01, 0x09, 0x1B, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xFF):
        for at in range(20):
            lines.append(b"<" + b"e" * at + bytes([c]) + b"e" * (19 - at) + b">")
            shown.append(b"section:UPTIME: " + (lines[-1] if c in b"\t ~" else lines[-1].replace(bytes([c]), b"\\x%02x" % c)))
    text = REPORT.replace(b"up 3 days\n", b"\n".join(lines) + b"\n")
    same(good("grep", "<", data=text).splitlines(), shown)


def case_last(d):
    again = b"------ UPTIME (uptime) ------\nup again\n------ 0.001s was the duration of 'UPTIME' ------\n"
    text = REPORT.replace(b"------ SYSTEM LOG", again + b"------ SYSTEM LOG")
    (d / "r.txt").write_bytes(text)
    (d / "r.zip").write_bytes(zipped([("version.txt", b"2.0"), (MAIN, text), ("main_entry.txt", MAIN.encode())]))
    first = good("cat", d / "r.zip", "section:UPTIME")
    assert first.startswith(b"up 3 days\n"), first
    for args, data in ((["-"], text), (["-"], gzip.compress(text)), ([d / "r.txt"], b""), ([d / "r.zip"], b"")):
        same(good("cat", "--last", *args, "section:UPTIME", data=data), b"up again\n")
        same(good("cat", "--all", *args, "section:UPTIME", data=data), first + b"up again\n")
        same(good("cat", "--last", *args, "service:wifi", data=data),
             b"*** SERVICE 'wifi' DUMP TIMEOUT (60000ms) EXPIRED ***\n")
        code, out, err = run("cat", "--last", *args, "section:NONE", data=data)
        assert (code, out) == (1, b"") and "no entry 'section:NONE'" in err, err
    same(good("cat", "--last", d / "r.zip", "version.txt"), b"2.0")


def case_nested(d):
    inner = report(("FS/data/heap.txt", HEAP))
    outer = zipped([("note!s.txt", b"hello\n"), ("in.zip", inner), ("x.txt.gz", gzip.compress(REPORT))],
                   zipfile.ZIP_STORED)
    r = d / "o!r.zip"
    r.write_bytes(outer)
    name = str(r)
    same(overview(good("info", "--json", name + "!in.zip"))["device"], "gadget")
    same(overview(good("info", "--json", name + "!in.zip!FS/data/heap.txt"))["format"], "mallocdbg")
    same(overview(good("info", "--json", name + "!x.txt.gz"))["wrapper"], "gzip")
    same(good("cat", name + "!in.zip", "service:meminfo"), b"fatal memory\n")
    same(good("cat", name + "!x.txt.gz", "section:UPTIME"), good("cat", name + "!in.zip", "section:UPTIME"))
    same(good("cat", name, "note!s.txt"), b"hello\n")
    same(good("dump", name + "!in.zip!FS/data/heap.txt"), good("dump", data=HEAP))
    same(good("convert", "--to=v11", name + "!in.zip!FS/data/heap.txt"), good("convert", "--to=v11", data=HEAP))
    same(good("ls", "-1", "--", "-!in.zip", data=outer).decode().split(),
         ["version.txt", "FS/data/heap.txt", MAIN, "main_entry.txt"])
    rows = {o["key"]: o.get("format") for o in objects(good("ls", "--json", name + "!in.zip"))}
    same(rows, {"version.txt": None, "FS/data/heap.txt": "mallocdbg", MAIN: "bugreport", "main_entry.txt": None})
    same({o["key"]: o.get("format") for o in objects(good("ls", "--json", name))},
         {"note!s.txt": None, "in.zip": "bugreport", "x.txt.gz": "bugreport"})
    same(run("info", name + "!nothing"), (1, b"", "diagfmt: %s: no entry 'nothing'\n" % name))
    same(run("info", name + "!in.zip!no"), (1, b"", "diagfmt: %s!in.zip: no entry 'no'\n" % name))
    same(run("info", name + "!note!s.txt")[0], 4)
    same(run("info", "nosuch!x")[0], 3)
    deep = b"hello\n"
    for i in range(257):
        deep = zipped([("version.txt", b"2.0"), (MAIN, REPORT), ("z", deep)], zipfile.ZIP_STORED)
    (d / "d").write_bytes(deep)
    for levels, args, most in ((256, [], 256), (257, [], 256), (3, ["--max-depth=3"], 3), (4, ["--max-depth=3"], 3)):
        path = str(d / "d") + "!z" * levels
        code, out, err = run("cat", *args, path, "version.txt")
        if levels <= most:
            same((code, out, err), (0, b"2.0", ""))
        else:
            same((code, out), (1, b""))
            same(err, "diagfmt: %s: entries are nested more than %d deep; see --max-depth\n" % (path[:-2], most))
    crash = d / "r.crash"
    crash.write_bytes(b"ProblemType: Crash\nInner:\n ProblemType: Bug\n Title: in\n")
    same(overview(good("info", "--json", "%s!Inner" % crash))["problem_type"], "Bug")
    broken = bytearray(outer)
    at = broken.index(b"Build: EX1") if b"Build: EX1" in broken else broken.index(inner[60:90]) + 400
    broken[at] ^= 1
    (d / "b.zip").write_bytes(broken)
    code, out, err = run("verify", "%s!in.zip" % (d / "b.zip"))
    assert code == 1, (code, out, err)


OTHER = b"03-17 08:15:%02d.123  1000   100   101 I Gadget  : one line of many\n"
MALLOC = (b"03-17 08:15:31.304 %s 7412  7413 E malloc_debug: +++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED FRONT GUARD\n"
          b"03-17 08:15:31.304 %s 7412  7413 E malloc_debug:   allocation[-32] = 0x00 (expected 0xaa)\n"
          b"03-17 08:15:31.304 %s 7412  7413 E malloc_debug: Backtrace at time of failure:\n"
          b"03-17 08:15:31.304 %s 7412  7413 E malloc_debug:           #00  pc 00029310  /system/lib/libc.so\n"
          b"03-17 08:15:31.304 %s 7412  7413 E malloc_debug: " + b" ".join([b"***"] * 16) + b"\n")


def a_log(lines, uid=b""):
    """With one report of malloc_debug behind so many other lines."""
    return b"--------- beginning of main\n" + b"".join(OTHER % (i % 60) for i in range(lines)) + MALLOC % ((uid,) * 5) + OTHER % 0


def section_of(title, body):
    return b"------ %s (cat) ------\n%s------ 0.001s was the duration of '%s' ------\n" % (title, body, title)


def case_links(d):
    """What is in a report is opened by the readers of other formats, and shown as theirs."""
    plain = b"".join(OTHER % i for i in range(60))
    text = REPORT.replace(b"------ UPTIME", section_of(b"MAIN LOG", a_log(3, b"u0_a12")) + section_of(b"RADIO LOG", plain)
                          + section_of(b"LAST LOGCAT", a_log(9000)) + section_of(b"HEAP", HEAP) + b"------ UPTIME", 1)
    service = b"DUMP OF SERVICE heap:\n" + HEAP + b"-" * 9 + b" 0.001s was the duration of dumpsys heap\n"
    text = text.replace(b"DUMP OF SERVICE meminfo:", service + b"-" * 79 + b"\nDUMP OF SERVICE meminfo:")
    crash = b"ProblemType: Crash\nTitle: inside\n"
    files = [("FS/data/local/tmp/heap.txt", HEAP), ("FS/data/local/tmp/heap.txt.gz", gzip.compress(HEAP)),
             ("FS/data/misc/logd/logcat", a_log(9000)), ("FS/data/misc/logd/logcat.1", plain),
             ("FS/data/misc/other", a_log(9000)), ("FS/var/crash/x.crash", crash)]
    inner = zipped([("version.txt", b"2.0"), *files, (MAIN, text), ("main_entry.txt", MAIN.encode())])
    r = d / "r.zip"
    r.write_bytes(zipped([("version.txt", b"2.0"), *files, ("older.zip", inner), ("older.zip.gz", gzip.compress(inner)),
                          (MAIN, text), ("main_entry.txt", MAIN.encode())]))
    wanted = {"FS/data/local/tmp/heap.txt": "mallocdbg", "FS/data/local/tmp/heap.txt.gz": "mallocdbg",
              "FS/data/misc/logd/logcat": "mallocdbg", "FS/data/misc/other": "log", "FS/var/crash/x.crash": "apport"}
    nested = {"older.zip": "bugreport", "older.zip.gz": "bugreport"}
    parts = {"section:MAIN LOG": "mallocdbg", "section:LAST LOGCAT": "mallocdbg", "section:HEAP": "mallocdbg",
             "service:heap": "mallocdbg"}

    def formats(*args, data=b""):
        return {o["key"]: o["format"] for o in objects(good("ls", "--json", "--bugreport-max-ratio=0", *args, data=data)) if "format" in o}

    for data in (b"", r.read_bytes()):  # by the directory, and forward
        same(formats("--", "-" if data else r, data=data), {**wanted, **nested, MAIN: "bugreport"})
        same(formats("-l", "--", "-" if data else r, data=data), {**wanted, **nested, MAIN: "bugreport"})
        same(formats("-a", "--", "-" if data else r, data=data), {**wanted, **nested, **parts})
        same(formats("-a", "--", "%s!older.zip" % ("-" if data else r), data=data), {**wanted, **parts})
    same(formats("-a", data=text), parts)
    table = sound("ls", "-a", r).decode().splitlines()
    assert [line for line in table if line.startswith("ok ") and line.endswith(" mallocdbg  section:LAST LOGCAT")], table
    report_of = {"kind": "corrupted_guard", "process_id": 7412, "thread_id": 7413, "ptr": "0x12345678"}
    for base in (str(r), "%s!older.zip" % r, "%s!older.zip.gz" % r):
        for key in ("section:MAIN LOG", "section:LAST LOGCAT", "FS/data/misc/logd/logcat"):
            told, = objects(sound("dump", "%s!%s" % (base, key)))
            same({k: told[k] for k in report_of}, report_of, key)
            same(overview(sound("info", "--json", "%s!%s" % (base, key)))["n_reports"], 1)
            assert b"!%s: OK\n" % key.encode() in sound("verify", "%s!%s" % (base, key)), key
        for key in ("section:HEAP", "service:heap", "FS/data/local/tmp/heap.txt", "FS/data/local/tmp/heap.txt.gz"):
            same(sound("dump", "%s!%s" % (base, key)), good("dump", data=HEAP), key)
        same(overview(sound("info", "--json", base + "!FS/var/crash/x.crash"))["problem_type"], "Crash")
        same(sound("dump", base + "!section:RADIO LOG"), b"")  # a log without a report is one all the same
        same(run("dump", "--bugreport-max-ratio=0", base + "!FS/data/misc/other")[0], 0)  # its start is a log's, as its name tells no more
        same(len(objects(sound("dump", "--format=mallocdbg", base + "!FS/data/misc/other"))), 1)
    same(good("convert", "%s!section:MAIN LOG" % r), good("convert", data=MALLOC % ((b"u0_a12",) * 5)))


def case_hostile(d):
    names = ["../up.txt", "/etc/passwd2", "a\\b.txt", "C:\\x.txt", "\x1b[2Jesc.txt", "new\nline.txt", "FS/./dot",
             "FS/../../x", "dir/", "deep/" * 40 + "f", "CON", "a.", "FS/ok.txt", "FS/ok.txt/below",
             "l@1.0::I_default.txt", "FS//two.txt", "FS", "\u202eevil.txt", ".hidden"]
    hostile = REPORT.replace(b"UPTIME", b"UP\x1b]0;x\x07TIME").replace(b"meminfo", b"mem\x9binfo")
    data = zipped([("version.txt", b"2.0"), *((n, n.encode()) for n in names), (MAIN, hostile),
                   ("main_entry.txt", MAIN.encode())])
    (d / "h.zip").write_bytes(data)
    h = str(d / "h.zip")
    for args in (["info"], ["info", "--json"], ["info", "--all"], ["ls"], ["ls", "-l"], ["ls", "-a"], ["ls", "-1a"],
                 ["ls", "--json"], ["verify"], ["verify", "--strict"], ["verify", "--strict", "--json"], ["grep", "e"],
                 ["grep", "-a", "--json", "e"], ["grep", "-c", "-a", "e"], ["dump"]):
        code, out, err = run(*args, h)
        if "--json" in args or "dump" in args:  # for programs: whatever is UTF-8, but no control characters
            assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", out) and all(objects(out)), (args, out)
            out = b""
        assert code in (0, 1) and is_plain(out) and is_plain(err.encode()), (args, code, out, err)
    place = d / "in" / "to"
    place.parent.mkdir()
    code, out, err = run("extract", "-C", place, h)
    same(code, 1)
    files = sorted(str(p.relative_to(d / "in")) for p in (d / "in").rglob("*") if p.is_file())
    same(files, sorted(["to/version.txt", "to/" + MAIN, "to/main_entry.txt", "to/FS/ok.txt", "to/FS/two.txt",
                        "to/l@1.0__I_default.txt", "to/" + "deep/" * 40 + "f", "to/\u202eevil.txt"]))
    for words in ("..", "\\x1b[2Jesc.txt: not a safe file name", "an earlier file has the name",
                  "FS: a directory that came before has its name"):
        assert words in err, (words, err)
    same(sorted(p.name for p in d.iterdir()), ["h.zip", "in"])


def case_extract(d):
    (d / "r.zip").write_bytes(report(("FS/", b""), ("FS/a/1", b"one"), ("FS/a/2", b"two"), ("proto/", b"")))
    same([o["key"] for o in objects(good("ls", "--json", d / "r.zip")) if o["state"] == "folder"], ["FS/", "proto/"])
    good("extract", "-C", d / "x", "-k", "FS/*,version.txt", d / "r.zip")
    same(sorted(str(p.relative_to(d / "x")) for p in (d / "x").rglob("*") if p.is_file()),
         ["FS/a/1", "FS/a/2", "version.txt"])
    same({oct(p.stat().st_mode & 0o777) for p in (d / "x" / "FS").rglob("*")}, {"0o600", "0o700"})
    same(run("extract", "-C", d / "y", "-k", "no", d / "r.zip"),
         (1, b"", "diagfmt: %s: no entry 'no'\n" % (d / "r.zip")))
    (d / "r.txt").write_bytes(REPORT)
    code, _, err = run("extract", "-C", d / "z", d / "r.txt")
    assert code == 1 and "there are no files in it" in err, err


def case_extract_collisions(d):
    """Names that lead to one file: the first is written, and of the others it is told."""
    (d / "c.zip").write_bytes(report(("lshal-debug/a.b:c.txt", b"1"), ("lshal-debug/a.b_c.txt", b"2"),
                                     ("FS/a//b.txt", b"3"), ("FS/a/b.txt", b"4"), ("FS/a/c:d", b"5")))
    code, _, err = run("extract", "-C", d / "x", d / "c.zip")
    same((code, [line.split(": ", 3)[3] for line in err.splitlines()]),
         (1, [name + ": another entry's file has this name: not extracted"
              for name in ("lshal-debug/a.b_c.txt", "FS/a/b.txt")]), err)
    same([(d / "x" / n).read_bytes() for n in ("lshal-debug/a.b_c.txt", "FS/a/b.txt", "FS/a/c_d")], [b"1", b"3", b"5"])


def case_verify(d):
    (d / "r.zip").write_bytes(report())
    same(good("verify", "--strict", d / "r.zip"), b"%s: OK\n" % bytes(d / "r.zip"))
    cut = zipped([("version.txt", b"7.0"), (MAIN, REPORT[: REPORT.index(b"== dumpstate: done")])])
    code, out, _ = run("verify", "--strict", "-", data=cut)
    assert code == 1, out
    for words in (b"7.0    not a version of dumpstate's releases", b"main_entry.txt does not lead to the text",
                  b"does not say that dumpstate was done"):
        assert words in out, (words, out)
    data = bytearray(report(("FS/a", b"A" * 50)))
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        at = z.getinfo("FS/a").header_offset + 14
    data[at] ^= 255  # the checksum in the local header
    code, out, _ = run("verify", "-", data=bytes(data))
    assert code == 1 and b"FS/a" in out, out


def proto(number, value):
    """A field of a protobuf message: a number, or bytes."""
    def varint(n):
        return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def case_verify_tombstone(d):
    """A message of protobuf ends where a field does; one in an entry is named."""
    fields = [proto(2, b"f"), proto(4, b"2024-03-04 05:06:07+0000"), proto(5, 300), proto(18, b"L" * 200000),
              b"\xf9\x07" + b"8" * 8, b"\xfd\x07" + b"4" * 4, proto(22, 16384)]
    whole, ends = b"".join(fields), {sum(map(len, fields[:n])) for n in range(2, len(fields) + 1)}
    for end in sorted({at + by for at in ends for by in range(-3, 4)} & set(range(min(ends), len(whole) + 1))):
        for data in whole[:end], b"isPrevious: true\nBuild: x\n\n" + whole[:end]:
            code, out, _ = run("verify", "-", data=data)
            same((code, b"cut or damaged" in out), (0, False) if end in ends else (1, True), end, out)
        truncated = json.loads(good("rows", "--json", "-t", "tombstone.crash", "-", data=whole[:end]))["truncated"]
        same(truncated, end not in ends, end)
    same(run("verify", "-", data=whole + b"\x0b")[0], 1)  # a group: there are none
    same(run("verify", "-", data=whole + b"\x08" + b"\xff" * 10)[0], 1)
    name = "FS/data/tombstones/tombstone_01.pb"
    (d / "r.zip").write_bytes(report((name, whole[:-1]), ("FS/data/tombstones/tombstone_02.pb", whole)))
    found = [json.loads(line) for line in run("verify", "--json", d / "r.zip")[1].splitlines()]
    same([x.get("place") for x in found if "message" in x], [name], found)


class Pipe:
    """Where zipfile cannot go back, it puts sizes behind the data."""

    def __init__(self):
        self.data = b""

    def write(self, piece):
        self.data += piece
        return len(piece)

    def flush(self):
        pass


def case_contradiction(d):
    """What a pipe's end says of entries is held against what was met, sizes behind the data included."""
    whole = report(("FS/x.txt", b"hello " * 9))
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in (("version.txt", b"2.0"), ("FS/x.txt", b"hello " * 9), (MAIN, REPORT),
                              ("main_entry.txt", MAIN)):
            z.writestr(name, content)
    streamed = pipe.data
    wide = good("convert", "--bugreport-zip64", data=whole)
    assert streamed.count(b"PK\7\10") == 4 and wide.count(b"PK\6\6") == 1, (streamed, wide)
    for data in (whole, streamed, wide):
        same(good("verify", "--strict", "-", data=data), b"-: OK\n")
        at = data.rindex(b"FS/x.txt") - 46
        for field in (8, 10, 16, 20, 24):  # flags, method, checksum, sizes
            bad = bytearray(data)
            bad[at + field] ^= 8 if field == 10 else 1
            if data == wide and field in (20, 24):  # they stand in the extra field
                bad[at + field] ^= 1
                bad[at + 46 + 8 + (4 if field == 24 else 12)] ^= 1
            for args in (["-"], ["--strict", "-"]):
                code, out, _ = run("verify", *args, data=bytes(bad))
                assert code == 1 and b"the directory and the local headers contradict each other" in out, (field, out)
            (d / "c.zip").write_bytes(bad)
            same(run("verify", d / "c.zip")[0], 1, field)


def case_repeated(d):
    """Of entries with one name the first counts, whichever way the zip is gone through, also if a text must be looked for."""
    zips = {MAIN: (("version.txt", b"1.0"), ("main_entry.txt", b"gone"), (MAIN, REPORT), ("main_entry.txt", b"else"),
                   ("version.txt", b"2.0")),
            "y": (("version.txt", b"1.0"), ("x", b"no report\n"), ("main_entry.txt", b"gone"), ("x", REPORT), ("y", REPORT))}
    for found, entries in zips.items():
        data = zipped(entries)
        (d / "r.zip").write_bytes(data)
        for way in ("directory", "forward"):
            told = overview(run("info", "--json", "--recover", "--bugreport-pass=" + way, d / "r.zip")[1])
            same((told["version"], told["main_entry"]), ("1.0", found), way)


REPORT_HEAD = "%s\n== dumpstate: 2024-03-17 08:15:30\n%s\n\nBuild: x\n\n" % ("=" * 56, "=" * 56)


def section(title, body):
    return "------ %s (x) ------\n%s------ 0.012s was the duration of '%s' ------\n" % (title, body, title)


def case_broken_off(d):
    """A text in gzip that was cut or damaged: what had come is told, then why there is no more."""
    sections = [section("S%d" % i, "%d\n" % i * 400) for i in range(40)]
    text = (REPORT_HEAD + "".join(sections)).encode()
    packed = gzip.compress(text)
    for data, there in ((packed[: len(packed) // 2], None), (packed[:-8] + bytes(8), text)):
        if there is None:
            there = zlib.decompressobj(31).decompress(data)
        code, out, err = run("dump", "--payload=none", "-", data=data)
        got = [e["title"] for e in objects(out) if e["event"] == "bugreport.section"]
        assert code == 1 and "gzip wrapping" in err, (code, err)
        same(got, ["S%d" % i for i in range(there.count(b" (x) ------\n"))])
        last = [e for e in objects(out) if e["event"] == "bugreport.section_end"][-1]
        same(last["closed"], "duration" if there is text else "truncated")


def case_zeros(d):
    """Files of zeros deflate 1,000 to 1, and are no attack; what is one ends where the ratio counts."""
    zeros = bytes(2 << 20)
    data = report(("FS/data/zero.bin", zeros))
    (d / "z.zip").write_bytes(data)
    for args in ([d / "z.zip"], ["-"]):
        same(good("verify", "--strict", *args, data=data)[-4:], b" OK\n")
    good("extract", "-C", d / "x", d / "z.zip")
    same((d / "x/FS/data/zero.bin").read_bytes(), zeros)
    same(good("cat", d / "z.zip", "FS/data/zero.bin"), zeros)
    (d / "bomb.zip").write_bytes(report(("FS/bomb", bytes((256 << 20) + 1))))
    code, out, _ = run("verify", d / "bomb.zip")
    assert code == 1 and b"entry 'FS/bomb': exceeds bugreport.max_ratio" in out, out
    code, out, err = run("cat", d / "bomb.zip", "FS/bomb")
    assert code == 1 and len(out) == 256 << 20 and "bugreport.max_ratio" in err, (code, len(out), err)
    same(sound("verify", "--strict", d / "bomb.zip")[-4:], b" OK\n")


def identified(data):
    return [(g["format"], g["variant"], g["score"]) for g in json.loads(run("identify", "-a", "--json", data=data)[1])["guesses"]]


def case_identify(d):
    """A zip is a bug report by what only dumpstate writes, also if no more than its start is there."""
    sure, likely, maybe = ([("bugreport", "zip", n)] for n in (90, 80, 30))
    body = b"a line of some other program\n" * 900
    others = {"jar": [("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n"), ("a/B.class", b"\xca\xfe\xba\xbe" * 30)],
              "docx": [("[Content_Types].xml", b"<?xml?>"), ("word/document.xml", b"<w/>" * 400)],
              "apk": [("AndroidManifest.xml", b"\3\0\x08\0" * 40), ("classes.dex", b"dex\n035\0" * 99)],
              "epub": [("mimetype", b"application/epub+zip"), ("OEBPS/version.txt", b"2.0")],
              "release": [("version.txt", b"2.0"), ("bin/tool", b"\x7fELF" * 99)],
              "words": [("version.txt", b"the second"), ("proto/a.proto", b'syntax = "proto3";')],
              "zips": [("a.zip", zipped([("x.txt", body)])), ("b.zip", zipped([("y", b"")]))],
              "files": [("FS/a.c", body), ("proto/b.proto", b"message B {}")],
              "named": [("bugreport-template.txt", b"What happened?\n")], "long": [("bugreport-1.txt", body)], "none": []}
    for name, entries in others.items():
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            data = zipped(entries, method)
            same(identified(data), [], name)
            same(run("info", "-", data=data)[0], 4, name)
    v0 = [("dumpState_MODEL.log", REPORT)]
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        same(identified(zipped(v0, method)), sure)
        same(identified(zipped([("readme", b"hello\n"), *v0], method)), sure)
        same(identified(zipped([("x/in.zip", zipped(v0, method))], method)), maybe)
        same(identified(zipped([("a.zip", zipped([("b.zip", zipped(v0, method))], method))], method)), maybe)
        far = [("version.txt", b"2.0"), ("FS/proc/1/mountinfo", random.Random(1).randbytes(9000)), *v0]
        same(identified(zipped(far, method)), likely)
        same(identified(b"POST /upload HTTP/1.1\r\n\r\n" + zipped(v0, method)), likely)
        same(identified(b"POST /upload HTTP/1.1\r\n\r\n" + zipped(others["zips"], method)), [])
    data = report(("FS/data/x", b"y" * 5000))
    for n in some([*range(48, 200), *range(200, len(data), 97)]):
        assert identified(data[:n])[0][2] >= 30, n
    same(identified(data[:48]), maybe)
    same(identified(data[:120]), likely)


PARTS = {  # what services, commands and pstore write, by the table that reads it
    "exit_info": b"ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)\n  package: a.b\n      ApplicationExitInfo #0:\n"
                 b"        timestamp=2024-03-12 06:10:20.881 pid=1 realUid=2 packageUid=3 definingUid=4 user=0\n",
    "package": b"Packages:\n  Package [a.b] (1f):\n    userId=10001\n",
    "dropbox.entry": b"Drop box contents: 1 entries\n2024-03-17 00:00:00 system_app_crash (text, 12 bytes)\n",
    "process": b"USER     PID   PPID  VSIZE  RSS   PCY  WCHAN    PC         NAME\n"
               b"u0_a0    100   1     387909 18510 fg  ffffffff 00000000 S a.b\n",
    "meminfo.process": b"Applications Memory Usage (in Kilobytes):\n\nTotal PSS by process:\n    123,456K: system (pid 500)\n\n",
    "battery.event": b"9,0,i,vers,36,212,A,A\n9,h,0,Bl=90\n",
    "kernel.crash": b"Panic#1 Part1\nKernel panic - not syncing: x\n",
}


def case_parts_alone(d):
    """Recognised by their first line, and read by the table that is asked for."""
    for table, text in PARTS.items():
        for data in (text, text.replace(b"\n", b"\r\n")):
            same(good("identify", "-", data=data), b"-: bugreport text (score 40)\n", table)
            same(len(objects(good("rows", "-t", table, "--json", "-", data=data))), 1, table, data)
        same(run("rows", "-t", table, "-", data=text.split(b"\n", 1)[1])[0], 4, table)
    log = b"--------- beginning of main\n03-17 09:00:00.000  1000  1500  1501 I tag: text\n"
    same(good("identify", "-", data=log), b"-: log threadtime (score 50)\n")
    assert b"bugreport" not in run("identify", "-", data=b"Packages:\n  none\n")[1]


def case_folder(d):
    """Unpacked and zipped again with its folder: roles stay, from a file and from a pipe, through repair, too."""
    parts = [("version.txt", b"2.0"), ("FS/data/anr/anr_1", b"a\n"), ("proto/x_HIGH.proto", b"\0"), (MAIN, REPORT),
             ("main_entry.txt", MAIN.encode())]
    roles = {n: o["state"] for n, o in ((o["key"], o) for o in objects(good("ls", "--json", data=zipped(parts))))}
    same(roles["FS/data/anr/anr_1"], "anr")
    folders = ("a b/", "a b/FS/", "a b/FS/data/anr/", "a b/proto/")
    for order in (parts, parts[::-1], parts[1:] + parts[:1]):
        data = zipped([(n, b"") for n in folders] + [("a b/" + n, v) for n, v in order])
        (d / "f.zip").write_bytes(data)
        want = {**{"a b/" + n: role for n, role in roles.items()}, **dict.fromkeys(folders, "folder")}
        for args, given in (([d / "f.zip"], b""), ([], data)):
            code, out, err = run("verify", *args, data=given)
            same((code, out.count(b"the report is in a folder of the zip, 'a b/'")), (0, 1), err)
            same({o["key"]: o["state"] for o in objects(good("ls", "--json", *args, data=given))}, want)
            same(overview(good("info", "--json", *args, data=given))["main_entry"], "a b/" + MAIN)
            same(good("cat", *args, "section:UPTIME", data=given), good("cat", "section:UPTIME", data=zipped(parts)))
        same(identified(data)[0][2] >= 80, True)
        same(run("repair", "-o", d / "mended.zip", d / "f.zip")[0], 0)
        same([n for n in zipfile.ZipFile(d / "mended.zip").namelist() if not n.startswith("a b/")], [])
        (d / "mended.zip").unlink()
        code, _, err = run("convert", "--to=v2", "-o", d / "v2.zip", d / "f.zip")
        same((code, "in a folder of its zip" in err, (d / "v2.zip").exists()), (2, True, False), err)
        good("convert", "--to=zip", "-o", d / "copy.zip", d / "f.zip")
        same({o["key"]: o["state"] for o in objects(good("ls", "--json", d / "copy.zip"))}, want)
        (d / "copy.zip").unlink()
    mixed = zipped([("a/" + n, v) for n, v in parts] + [("b.txt", b"not in it\n")])
    (d / "m.zip").write_bytes(mixed)
    same({o["state"] for o in objects(good("ls", "--json", "--format=bugreport", d / "m.zip"))} & {"anr", "version"}, set())


def case_directory(d):
    """Where the file can seek, it does not matter how far from its start the report stands."""
    noise = random.Random(2).randbytes(300000)
    for name, entries, score in (("text", [("noise", noise), ("bugreport-x.txt", REPORT)], 90),
                                 ("names", [("noise", noise), ("main_entry.txt", b"x"), ("x", REPORT)], 80),
                                 ("zip", [("noise", noise), ("bugreport.zip", report())], 30)):
        (d / name).write_bytes(zipped(entries))
        out = json.loads(good("identify", "--json", d / name))
        same((out["format"], out["score"]), ("bugreport", score), name)
        same(identified(zipped(entries)), [], name)
    (d / "other").write_bytes(zipped([("noise", noise), ("version.txt", b"2.0"), ("readme.txt", b"no report\n")]))
    same(run("identify", d / "other")[0], 4)
    code, out, err = run("identify", str(d / "other") + "!readme.txt")
    same((code, "looks like" in out.decode()), (4, True), err)
    code, out, err = run("identify", "--", "-!readme.txt", data=(d / "other").read_bytes())
    same((code, out.startswith(b"-!readme.txt: not recognised")), (4, True), err)
    (d / "holder").write_bytes(zipped([("readme.txt", b"no report\n"), ("r.crash", b"ProblemType: Crash\n")]))
    same(run("identify", d / "holder")[0], 4)
    same(good("dump", str(d / "holder") + "!r.crash"), good("dump", data=b"ProblemType: Crash\n"))
    same(good("dump", "--", "-!r.crash", data=(d / "holder").read_bytes()), good("dump", data=b"ProblemType: Crash\n"))


# ---- samples and corpus


def is_sound(data):
    """zipfile reads all of it, and each local header is of its entry."""
    try:
        z = zipfile.ZipFile(io.BytesIO(data))
        whole = all(len(z.read(i)) == i.file_size for i in z.infolist())
        return whole and len({i.header_offset for i in z.infolist()}) == len(z.infolist())
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError):
        return False


def text_of(path, data):
    """The text whose sections the tool tells of; None: there is none, or it cannot be read, or has other sizes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff", b"\0="):
        return None
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:4] not in (b"PK\3\4", b"PK\5\6"):
        return None if zipfile.is_zipfile(io.BytesIO(data)) else data  # with bytes before it
    told = overview(free("info", "--json", path)[1])
    name = told.get("fallback", told.get("main_entry"))
    z = zipfile.ZipFile(io.BytesIO(data))
    names = [i for i in z.infolist() if name is not None and raw_name(i) == name_of(name)]
    text = z.read(names[0]) if names else None
    return text if text is not None and told.get("text_size") else None


def check_file(path):
    data = path.read_bytes()
    is_zip = data[:2] == b"PK"
    if is_zip and is_sound(data) and free("ls", path)[0] == 0:
        check_entries(bytes(path), data)
    if path.name != "long.txt" and (not is_zip or is_sound(data)):  # whose lines are longer than those of markers
        text = text_of(path, data) if b": bugreport" in run("identify", path)[1] else None
        if text:
            check_parts(path, text)
            return 1
    for command in ("info", "ls", "verify"):
        code = run(command, path)[0]
        assert code in (0, 1, 4), (command, path, code)
    return 0


def check_utf16(plain, carried):
    """What triage finds is at the same places, counted in bytes of the file."""
    def places(path):
        return [(e["start_offset"], e["line"]) for x in free("triage", "--json", path)[1].splitlines()
                for e in json.loads(x)["evidence"]]
    text = plain.read_bytes()
    found = places(plain)
    assert len(found) > 2, found
    same(places(carried), [(2 + len(text[:at].decode().encode("utf-16-be")), line) for at, line in found])


def samples(place):
    paths = sorted(p for p in place.iterdir() if p.suffix in (".zip", ".txt", ".gz"))
    with_text = 0
    for path in paths:
        with_text += check_file(path)
    assert len(paths) > 20 and with_text > 10, (len(paths), with_text)
    check_utf16(place / "crashes.txt", place / "utf16_crash.txt")
    print("samples: %d, with text %d" % (len(paths), with_text))


def expected(path, doc):
    """Members that the corpus tells and info and ls tell as well."""
    code, out, err = free("info", "--json", "--recover", "--format=bugreport", path)
    if doc["outcome"] == "error":
        assert code in (1, 4) or path.stem == "flat-utf16", (path, code)  # which is read now
        return
    assert out, (path, code, err)
    told = overview(out)
    if path.name == "pointer-rezipped-folder.zip":  # Android's own rule knows no folder
        same((told["version"], told["rule"], told["main_entry"].startswith("report/bugreport-")), ("2.0", "pointer", True))
        return
    same((told.get("version"), RULES[doc["main_entry_rule"]]), (doc["version"], told["rule"]), path)
    if doc["main_entry"] is not None and doc["container"] == "zip":
        same(told.get("main_entry"), doc["main_entry"], path)
    if doc.get("main"):
        same([[p["key"], p["value"]] for p in told.get("properties", [])], doc["main"]["header"], path)
    rows = [r for r in objects(free("ls", "--json", "--recover", "--format=bugreport", path)[1]) if r.get("record") == "entry"]
    if doc["container"] == "zip":
        same([name_of(r["key"]) for r in rows],
             [bytes.fromhex(e["name_hex"]) if "name_hex" in e else e["name"].encode() for e in doc["entries"]], path)
        for r, e in zip(rows, doc["entries"]):
            assert r["state"] in ROLES.get(e["role"], {e["role"]}), (path, r, e)


def corpus_cases():
    place = corpus.folder("expected", "bugreport")
    n = with_text = 0
    for name, doc in corpus.cases(place):
        path = place.parent / "cases" / doc["file"]
        expected(path, doc)
        with_text += check_file(path)
        n += 1
    assert n > 80 and with_text > 40, (n, with_text)
    print("cases: %d, with text %d" % (n, with_text))


def main():
    if sys.argv[2] == "corpus":
        corpus_cases()
        return
    for name, case in sorted(globals().items()):
        if name.startswith("case_"):
            with tempfile.TemporaryDirectory() as d:
                case(pathlib.Path(d))
            print("ok", name[5:])
    samples(pathlib.Path(sys.argv[2]))


main()
