#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt as people and scripts do, on reports made here.

usage: test_tool.py DIAGFMT [corpus]

One line for each case. With "corpus" it runs over ../shared/corpus/apport/read (or $DFMT_CORPUS/apport/read) instead;
exit status 77 if that is not there.
"""
import base64
import csv
import email
import errno
import gzip
import hashlib
import io
import json
import os
import pathlib
import pty
import random
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
from program import overview, overviews, problems, some  # noqa: E402

TOOL = os.path.abspath(sys.argv[1])
COMMANDS = ["identify", "info", "ls", "cat", "dump", "extract", "convert", "verify", "repair", "diff", "top", "flame",
            "compare", "leaks", "options", "grep", "sql", "rows", "share", "triage", "op"]
DATE = "Thu Jan  2 03:04:05 2025"
CORE = bytes(range(256)) * 400 + b"the end"


def run(*args, stdin=b"", env=None, cwd=None):
    e = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE")}
    e.update(env or {})
    p = subprocess.run([TOOL, *map(str, args)], input=stdin, capture_output=True, env=e, cwd=cwd, timeout=120)
    for bad in (b"Sanitizer", b"runtime error"):
        assert bad not in p.stderr, p.stderr.decode("utf-8", "replace")
    return p.returncode, p.stdout, p.stderr.decode("utf-8", "surrogateescape")


def good(*args, **kw):
    code, out, err = run(*args, **kw)
    assert code == 0, (args, code, err)
    return out


def text(key, value):
    v = value if isinstance(value, bytes) else value.encode()
    if b"\n" in v:
        return key.encode() + b":\n " + v.replace(b"\n", b"\n ") + b"\n"
    return key.encode() + b": " + v + b"\n"


def folded(key, packed, step=3000):
    lines = [packed[i:i + step] for i in range(0, len(packed), step)]
    return key.encode() + b": base64\n" + b"".join(b" " + base64.b64encode(x) + b"\n" for x in lines)


def packed(key, value, how="gzip"):
    return folded(key, gzip.compress(value, mtime=0) if how == "gzip" else zlib.compress(value))


def report():
    return (text("ProblemType", "Crash") + text("Date", DATE) + text("ExecutablePath", "/usr/bin/demo") +
            text("ProcMaps", "00400000-00401000 r-xp\n  indented\n\nlast") + text("Title", "") +
            packed("CoreDump", CORE) + packed("OldLog", b"old\0log\n" * 100, "zlib") + text("Tags", "a b"))


VALUES = {"ProblemType": b"Crash", "Date": DATE.encode(), "ExecutablePath": b"/usr/bin/demo",
          "ProcMaps": b"00400000-00401000 r-xp\n  indented\n\nlast", "Title": b"", "CoreDump": CORE,
          "OldLog": b"old\0log\n" * 100, "Tags": b"a b"}


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)
    return name


def read(name):
    with open(name, "rb") as f:
        return f.read()


def values(data):
    """All entries of a report, in their order, by the tool's own dump."""
    out = []
    for line in good("dump", "--payload=inline", "--max-inline=16M", stdin=data).splitlines():
        o = json.loads(line)
        v = o.get("text", o.get("payload", {}).get("text"))
        if isinstance(v, dict):
            v = base64.b64decode(v["base64"])
        elif v is None:
            v = base64.b64decode(o["payload"]["base64"])
        else:
            v = v.encode()
        out.append((o["key"], v))
    return out


def on_terminal(*args, env=None, stdin=b""):
    """stdout on a terminal; what appears there."""
    main, sub = pty.openpty()
    e = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE")}
    e.update({"TERM": "xterm"}, **(env or {}))
    p = subprocess.Popen([TOOL, *args], stdin=subprocess.PIPE, stdout=sub, stderr=subprocess.PIPE, env=e)
    os.close(sub)
    try:
        p.stdin.write(stdin)
        p.stdin.close()
    except BrokenPipeError:
        pass
    shown = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    p.wait(timeout=60)
    p.stderr.close()
    os.close(main)
    return p.returncode, shown


# --- the command line -------------------------------------------------------------------------------------------------


def case_help():
    full = good("--help").decode()
    for c in COMMANDS:
        assert re.search(r"^  %s +\S" % c, full, re.M), c
        h = good(c, "--help").decode()
        assert good("help", c).decode() == h
        examples = h.partition("Examples:")[2]
        if c != "convert":  # has no room for them
            assert len(re.findall(r"^  (?=\S).*diagfmt", examples, re.M)) == 3, (c, examples)
        short = good(c, "--usage" if c == "grep" else "-h").decode()  # grep's -h is that of others
        assert len(short) < len(h) and short.startswith("usage: diagfmt " + c)
    assert set(re.findall(r"^  ([a-z]+) ", full.split("Exit codes")[0], re.M)) == set(COMMANDS)
    assert good("help").decode() == full and full.startswith("usage:") and good("-h").decode() in full
    assert run()[0] == 2
    for args in (["help", "nope"], ["help", "limits", "nope"]):
        assert run(*args)[:2] == (2, b""), args


def option_names(text):
    return re.findall(r"^ +(?:-., )?(--[a-z0-9-]+)", text, re.M)


def case_help_fits():
    """A terminal of 80 columns and 40 lines has room for it."""
    for args in [["--help"]] + [[c, "--help"] for c in COMMANDS]:
        lines = good(*args).decode().splitlines()
        assert len(lines) <= 40 and max(map(len, lines)) <= 80, (args, len(lines), [x for x in lines if len(x) > 80])
        assert any("diagfmt help limits" in line for line in lines), args
    for args in [["limits"]] + [["limits", c] for c in COMMANDS]:
        assert max(map(len, good("help", *args).decode().splitlines())) <= 80, args


def case_help_limits():
    """Every common option is listed, and of a command those that it has, with its defaults."""
    listed = option_names(good("help", "limits").decode())
    common = ["format", "files0-from", "unlimited", "color", "progress", "wide", "exact", "quiet", "help", "usage", "version"]
    keys = re.findall(r"^  DFMT_CFG_([A-Z0-9_]+) = ", "".join(
        p.read_text() for p in sorted((corpus.SOURCE_ROOT / "include" / "diagfmt").glob("*.h"))), re.M)
    assert len(keys) > 40, keys
    wanted = common + [k.lower().replace("_", "-") for k in keys if k != "MAX_FEED"]
    plain = [re.sub("^--(no-)?", "", name) for name in listed]
    assert sorted(plain) == sorted(wanted), set(plain) ^ set(wanted)
    for c in COMMANDS:
        own = {n.replace("--no-", "--") for n in option_names(good("help", "limits", c).decode())}
        for name in some(sorted({n.replace("--no-", "--") for n in listed} - own)):  # that it has its own, another case tells
            assert "unknown option" in run(c, name + "=1", "--help")[2], (c, name)
    texts = {c: good("help", "limits", *c.split()).decode() for c in ("", "extract", "verify")}
    assert re.search(r"--max-memory=SIZE +.* \[256M\]$", texts[""], re.M)
    assert "[unlimited]" in re.search(r"--max-output=.*", texts[""])[0] and "--recover" in option_names(texts[""])
    assert "[16G]" in re.search(r"--max-output=.*", texts["extract"])[0]
    assert {"--no-recover", "--no-diagnostics"} <= set(option_names(texts["verify"]))
    assert "[16G]" in re.search(r"--max-output=.*", good("extract", "--help").decode())[0]
    assert "--no-recover" in option_names(good("repair", "--help").decode())


def case_completion():
    if not shutil.which("bash"):
        return
    script = corpus.SOURCE_ROOT / "tools" / "diagfmt" / "completion.bash"
    env = {"PATH": "%s:%s" % (os.path.dirname(TOOL), os.environ["PATH"])}

    def completed(function, *args):
        code = "source %s; %s" % (script, " ".join([function, *args]))
        return set(subprocess.run(["bash", "-c", code], env=env, capture_output=True, check=True).stdout.decode().split())

    for c in COMMANDS:
        shown = good(c, "--help").decode() + good("help", "limits", c).decode()
        assert completed("_diagfmt_options", c) == set(option_names(shown)), c
    assert completed("_diagfmt_words", "ls", "--color") == {"auto", "always", "never"}
    assert {"mime", "heapsnap", "text", "firefox"} <= completed("_diagfmt_words", "convert", "--to")
    assert completed("_diagfmt_items", "diff", "--set") == {"diff.max", "diff.ignore", "diff.ignore_pointers"}
    assert completed("_diagfmt_items", "diff", "--answer") == {"differences", "growth", "sides"}
    assert completed("_diagfmt_items", "diff", "--document") == set()
    assert completed("_diagfmt_items", "profile", "--document") == {"flame", "folded", "pprof", "firefox"}
    assert "triage" in completed("COMP_WORDS=(diagfmt op tr) COMP_CWORD=2; _diagfmt; echo ${COMPREPLY[*]}")


def case_version():
    v = good("--version").decode()
    assert re.match(r"diagfmt \d+\.\d+\.\d+ \(libdiagfmt \d+\.\d+\.\d+\)\n", v) and "apport" in v and "zlib" in v
    assert good("ls", "--version").decode() == v


def case_options_in_help_are_options():
    for c in COMMANDS:
        shown = good(c, "--help").decode() + good("help", "limits", c).decode()
        for arg in some(sorted(set(re.findall(r"^ +(?:-., )?(--[a-z0-9-]+=?)", shown, re.M)))):
            name = arg.rstrip("=")
            given = [name + "=1"] if arg.endswith("=") else [name]
            err = run(c, *given, "--help")[2]
            assert "unknown option" not in err and "takes no value" not in err and "needs a value" not in err, (c, err)


def case_did_you_mean():
    for wrong, right in (("extrcat", "extract"), ("verfiy", "verify"), ("ident", "identify")):
        code, _, err = run(wrong)
        assert code == 2 and "did you mean '%s'" % right in err, err
    code, _, err = run("ls", "--max-outptu=1", "x")
    assert code == 2 and "did you mean --max-output" in err, err
    code, _, err = run("ls", "--max", "x")
    assert code == 2 and "several" in err, err
    code, _, err = run("dump", "--simpleperf-records=sampel", "x")
    assert code == 2 and "sampel; words: sample, lost" in err, err
    code, _, err = run("-q", "ls")
    assert code == 2 and "options go after the command" in err, err
    assert "--help" in run("zzzzzzz")[2]


def case_usage_errors():
    write("r.crash", report())
    for args in (["ls", "--max-output"], ["ls", "--json=1"], ["ls", "--max-output=x"], ["ls", "--max-output=1Q"],
                 ["ls", "--max-memory=1"], ["ls", "--color=maybe"], ["ls", "--format=nope"], ["cat"],
                 ["extract", "r.crash"], ["convert", "--level=99999", "r.crash"],
                 ["convert", "--dialect=nope", "r.crash"],
                 ["convert", "--compression=none", "r.crash"], ["convert", "-o", "a", "-C", "b", "r.crash"],
                 ["convert", "--hide", "r.crash"], ["convert", "r.crash", "r.crash"], ["ls", "-Z", "r.crash"],
                 ["convert", "--to=mime", "--dialect=zlib", "r.crash"], ["ls", "--files0-from=x", "r.crash"],
                 ["ls", "--max-output=99999999999999999999"], ["ls", "--max-output=99999999999999T"]):
        code, out, err = run(*args)
        assert code == 2 and out == b"" and err.startswith("diagfmt: "), (args, code, err)


def case_unopenable():
    code, _, err = run("ls", "absent.crash")
    assert code == 3 and err == "diagfmt: absent.crash: cannot open: No such file or directory\n", err
    os.mkdir("adir")
    code, _, err = run("ls", "adir")
    assert code == 3 and "cannot read: Is a directory" in err, err


def case_many_files():
    write("r.crash", report())
    write("bad.crash", report()[:-900])
    write("elf", b"\x7fELF\2\1\1" + bytes(60))
    code, out, err = run("verify", "r.crash", "bad.crash", "absent", "elf")
    assert code == 4, code
    last = err.splitlines()[-1]
    assert last == "diagfmt: 4 files: 1 fine, 1 damaged, 1 not readable, 1 not recognised", last
    assert b"r.crash: OK\n" in out
    write("names", b"r.crash\0absent\0r.crash\0")
    code, out, err = run("identify", "--files0-from=names")
    assert code == 3 and out.count(b"apport") == 2 and "3 files: 2 fine, 1 not readable" in err, (out, err)
    code, out, err = run("identify", "--files0-from=-", stdin=b"r.crash\0r.crash")
    assert code == 0 and out.count(b"apport") == 2 and err == "", err


# --- commands ---------------------------------------------------------------------------------------------------------


def case_identify():
    write("r.crash", report())
    write("r.gz", gzip.compress(report()))
    assert re.match(rb"r.crash: apport \(score \d+\)\n$", good("identify", "r.crash"))
    assert re.match(rb"r.gz: apport in gzip \(score \d+\)\n$", good("identify", "r.gz"))
    wide = report().decode().encode("utf-16-be")
    write("r.wide", b"\xfe\xff" + wide)
    write("r.mark", b"\xef\xbb\xbf" + report())
    write("r.both", gzip.compress(wide))
    assert re.match(rb"r.wide: apport in UTF-16, big-endian \(score \d+\)\n$", good("identify", "r.wide"))
    assert re.match(rb"r.mark: apport \(score \d+\)\n$", good("identify", "r.mark"))
    assert re.match(rb"r.both: apport in gzip \(score \d+\)\n$", good("identify", "r.both"))
    assert json.loads(good("identify", "--json", "r.wide"))["wrapper"] == "utf16be"
    for name in ("r.wide", "r.mark", "r.both"):
        for how in (["--sort"], ["--to=mime"], ["--keys=Title"]):
            assert good("convert", *how, "-o", "-", name) == good("convert", *how, "-o", "-", "r.crash"), (name, how)
    o = json.loads(good("identify", "--json", "-a", "r.gz"))
    assert o["file"] == "r.gz" and o["format"] == "apport" and o["wrapper"] == "gzip" and o["guesses"][0]["score"] > 0
    for name, data, words in (("elf", b"\x7fELF\2\1\1" + bytes(60), "an ELF file"),
                              ("xz", b"\xfd7zXZ\0" + bytes(30), "xz data"),
                              ("gz", gzip.compress(b"hello\n" * 9), "gzip data holding text"), ("none", b"", "empty"),
                              ("bz", b"BZh91AY", "bzip2"), ("txt", b"hello\nthere\n", "text"),
                              ("bin", b"\0\1\2", "binary"),
                              ("widezip", "\ufeffPK\3\4 version.txt 2.0".encode("utf-16-le"), "UTF-16 text"),
                              ("wideperf", "\ufeffSIMPLEPERF\1".encode("utf-16-be"), "UTF-16 text")):
        write(name, data)
        code, out, _ = run("identify", name)
        assert code == 4 and "not recognised" in out.decode() and words in out.decode(), (name, out)
        code, out, _ = run("identify", "--json", name)
        assert code == 4 and json.loads(out)["format"] is None and words in json.loads(out)["found"]
        code, _, err = run("ls", name)
        lacks = name == "xz" and "xz is not built in" in err
        assert code == 4 and (lacks or ("not recognised" in err and words in err)), (name, code, err)


# A report, and the text that it stands in.
TEXTS = {
    "fence.md": lambda r: "**It stopped**, see `ProblemType`:\n\n```\n" + r + "```\nthanks\n",
    "quote.txt": lambda r: "".join("> " + s if s != "\n" else ">\n" for s in r.splitlines(True)) + "I see.\n",
    "indent.txt": lambda r: "See below.\n\n" + "".join("    " + s if s != "\n" else s for s in r.splitlines(True)),
    "list.txt": lambda r: "".join("| " + s for s in r.splitlines(True)),
    "tracker.txt": lambda r: "Public bug reported:\n\nIt stops.\n\n" + r + "\n** Affects: x (Ubuntu)\n   Status: New\n",
    "mail.txt": lambda r: "From: a@example.com\nDate: today\nSubject: it stops\n\nHi,\n\n" + r + "\n-- \nAnna\n",
    "pre.txt": lambda r: "<p>It stops.</p>\n<pre>" + r + "</pre>\n<p>Thanks.</p>\n",
    "class.txt": lambda r: "> <pre class='x'>" + "> ".join(r.splitlines(True)) + "> </pre>\n",
    "html.txt": lambda r: "<p>It stops.</p>\n<pre>\n" + r + "</pre>\n<p>Thanks.</p>\n",
}
STARS = " ".join(["***"] * 16)
TOMBSTONE = (STARS + "\nBuild fingerprint: 'a/b/c:14/X/1:user/release-keys'\nABI: 'arm64'\n"
             "pid: 41, tid: 42, name: worker  >>> com.example.app <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10\n"
             "\nbacktrace:\n      #00 pc 0000000000001234  /system/lib64/libx.so (draw+4)\n")


def case_excerpts():
    for name, around in TEXTS.items():
        text = around(report().decode())
        write(name, text.encode())
        write("plain", report())
        assert re.match(rb"\S+: apport in another text \(score 60\)\n$", good("identify", name)), name
        assert good("convert", "-o", "-", name) == report(), name
        line = text[:text.index("ProblemType: ")].count("\n") + 1
        assert json.loads(good("info", "--json", "--set=file", name).splitlines()[0])["line"] == line, name
        rows = [[json.loads(s) for s in good("rows", "--json", "-t", "apport.field", f).splitlines()] for f in (name, "plain")]
        assert [r["line"] - line + 1 for r in rows[0]] == [r["line"] for r in rows[1]], name
        assert [(r["key"], r.get("text")) for r in rows[0]] == [(r["key"], r.get("text")) for r in rows[1]], name
        told = [run("triage", "--json", f) for f in (name, "plain")]
        there, [plain] = [[json.loads(s) for s in out.splitlines()] for _, out, _ in told]
        for row in there[0], plain:
            assert row.pop("files") == [{"file": row["file"], "input": 0, "count": 1}], row
        [at] = there[0].pop("evidence")
        assert (there[0].pop("place"), at["line"], plain.pop("place"), plain.pop("evidence")[0]["line"]) == (str(line), line, "1", 1), (name, told)
        assert told[0][0] == told[1][0] and there == [{**plain, "file": name}], (name, told)
        found = [json.loads(s) for s in good("verify", "--json", name).splitlines()]
        assert found[0]["number"] == 328 and found[0]["line"] == line and found[-1]["verdict"] == "sound", (name, found)
    for name, around in TEXTS.items():
        for wide in (False, True):
            text = around(TOMBSTONE)
            data = text.encode("utf-16") if wide else text.encode()
            write(name, data)
            crash = json.loads(good("rows", "--json", "-t", "tombstone.crash", name))
            frame = json.loads(good("rows", "--json", "-t", "tombstone.frame", name))
            at = [text.rindex("\n", 0, text.index(s)) + 1 if "\n" in text[:text.index(s)] else 0 for s in (STARS, "#00")]
            lines = [text[:n].count("\n") + 1 for n in at]
            at = [2 + 2 * n if wide else n for n in at]
            assert [crash["start_offset"], frame["start_offset"]] == at, (name, wide, crash, frame, at)
            assert [crash["line"], frame["line"]] == lines and crash["process_id"] == 41, (name, wide, crash, frame)
    two = "first:\n\n> " + TOMBSTONE.replace("\n", "\n> ") + "\n\nand\n\n```\n" + TOMBSTONE.replace("41", "51") + "```\nbye\n"
    write("two.md", two.encode())
    got = [json.loads(s) for s in good("rows", "--json", "-t", "tombstone.crash", "two.md").splitlines()]
    assert [r["process_id"] for r in got] == [41, 51] and got[1]["line"] == two[:two.rindex(STARS)].count("\n") + 1, got
    write("twice.md", TEXTS["fence.md"](report().decode()).encode() * 2)
    code, out, _ = run("verify", "--json", "twice.md")
    assert code == 1 and b"1 more reports in this text" in out and b'"line":' in out, out
    write("mail.txt", TEXTS["mail.txt"]("ProblemType: Crash\nTitle: x\n").encode())
    code, out, err = run("share", "-o", "-", "mail.txt")
    assert code == 0 and out.startswith(b"From: ") and out.endswith(b"Anna\n"), (out, err)
    # No report by a word of one.
    for name, text in (("prose", "The first key is\nProblemType: which says what it is about\n"), ("code", "ProblemType = 1\n"),
                       ("stars", "*** *** ***\nnothing\n"), ("type", "type: crash\nname: x\n"), ("rule", "***\n" * 90),
                       ("diff", "+ProblemType: Crash\n"), ("word", "x ProblemType: Crash\n"),
                       ("example", "The first key is\n\n    ProblemType: Crash\n\nand then come others.\n"),
                       ("values", "Keys:\n\nProblemType: Crash\nProblemType: Bug\n"),
                       ("form", "It begins with\n\n```\n" + STARS + "\nBuild fingerprint: ...\n```\n"),
                       ("banner", "/*\n * " + STARS + "\n */\n"), ("dump", "as in\n----- pid 1 at 2024-01-02 03:04:05 -----\nwhich\n")):
        write(name, text.encode())
        assert run("identify", name)[0] == 4, name
    code, _, err = run("info", "--format=apport", "mail.txt")
    assert code == 1 and "key" in err, err  # a given format is taken for granted


CRASH_LOG = "".join("11-20 10:11:12.%03d  4821  4821 %s\n" % (i, s) for i, s in enumerate(
    ["E AndroidRuntime: FATAL EXCEPTION: main", "E AndroidRuntime: Process: com.example.app, PID: 4821",
     "E AndroidRuntime: java.lang.NullPointerException: x", "E AndroidRuntime: \tat com.example.A.b(A.java:1)"])).encode()


def tar_of(**files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name.replace("__", "/."))
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zip_of(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            z.writestr(name.replace("__", "/."), data)
    return out.getvalue()


def case_archives():
    """A log in an archive: what is there of it counts, and what is wrong behind it is told of."""
    packed, cut = gzip.compress(tar_of(log=CRASH_LOG)), gzip.compress(CRASH_LOG)[:-1]
    crc = bytearray(packed)
    crc[-8] ^= 1
    bad = bytearray(gzip.compress(CRASH_LOG))
    bad[-8] ^= 1
    for name, data, found, why in (
            ("one.tgz", packed, True, None), ("crc.tgz", bytes(crc), True, "CRC-32 differs"),
            ("cut.tgz", packed[:-9], True, "incomplete"), ("crc.gz", bytes(bad), True, "CRC-32 differs"),
            ("cut.gz", cut, True, "incomplete"), ("two.zip", zip_of(log=CRASH_LOG, other=b"x\n"), True, None),
            ("two.tar", tar_of(log=CRASH_LOG, other=b"x\n"), True, None),
            ("report.tar", tar_of(log=CRASH_LOG, report=zip_of(x=b"y")), True, None),
            ("mac.zip", zip_of(a__DS_Store=b"\0\0\0\1Bud1", log=CRASH_LOG), True, None),
            ("mac.tar", tar_of(a__DS_Store=b"\0\0\0\1Bud1", log=CRASH_LOG), True, None)):
        write(name, data)
        code, out, err = run("triage", "--json", name)
        assert code == 1 and (b"java_crash" in out) == found, (name, code, out, err)
        assert (why is None) == (err == "") and (why or "") in err, (name, err)
        assert run("verify", name)[0] == (1 if why else 0), name
    write("tombs.zip", zip_of(a=TOMBSTONE.encode(), b=b"x\n"))
    code, out, err = run("triage", "--json", "tombs.zip")
    assert code == 1 and b"native_crash" in out and err == "", (code, out, err)


def case_info():
    write("r.crash", report())
    out = good("info", "r.crash").decode()
    for words in ("format:      apport\n", "n text:        6\n", "problem type:  Crash\n", "\nMissing\n", "\nUname\n",
                  "\ncategory general\n", "  /usr/bin/demo\n", "  gzip  "):
        assert words in out, (words, out)
    o = overview(good("info", "--json", "r.crash"))
    assert o["file"] == "r.crash" and o["format"] == "apport" and o["problem_type"] == "Crash" and o["complete"] is True
    assert o["bytes"] == len(report()) and (o["n_text"], o["n_base64"]) == (6, 2) and {"key": "Uname", "file": "r.crash"} in o["missing"]
    assert {f["key"] for f in o["fields"]} == set(VALUES)
    f = {f["key"]: f for f in o["fields"]}
    assert f["CoreDump"]["category"] == "signal" and f["CoreDump"]["stored_size"] == len(gzip.compress(CORE, mtime=0))
    assert f["Title"]["text"] == ""
    assert [f["key"] for f in o["fields"] if f["encoding"] == "base64"] and f["CoreDump"]["compression"] == "gzip"
    two = overviews(good("info", "--json", "r.crash", "-", stdin=report()))
    assert [x["file"] for x in two] == ["r.crash", "-"]
    code, out, _ = run("info", "--json", stdin=report() + text("Tags", "again") + b"no colon\n")
    o = overview(out)
    assert code == 1 and o["complete"] is False and [f["key"] for f in o["fields"] if f["repeated"]] == ["Tags"]
    rows = list(csv.DictReader(good("info", "--set=report", "--csv", "r.crash", "r.crash").decode().splitlines()))
    assert [(x["file"], x["problem_type"]) for x in rows] == [("r.crash", "Crash")] * 2, rows
    assert good("info", "--csv", "r.crash").count(b"\nfile,set_name,") == 3
    assert run("info", "--set=threads", "r.crash")[0] != 0


def case_ls():
    rows = good("ls", "-l", stdin=report()).decode().splitlines()
    assert [r.split()[-1] for r in rows] == list(VALUES)
    core = rows[5].split()
    assert core[:3] == ["base64", "gzip", "bytes"] and core[4] == str(len(CORE)), core
    short = good("ls", stdin=report()).decode().splitlines()[5].split()
    assert short[2] == core[3] and short[3] == "CoreDump", short
    table = list(csv.DictReader(io.StringIO(good("ls", "--csv", stdin=report()).decode())))
    assert [r["key"] for r in table] == list(VALUES) and table[5]["decoded_size"] == "", table[5]
    assert good("ls", "-1", stdin=report()).decode().split() == list(VALUES)
    o = [json.loads(x) for x in good("ls", "-l", "--json", stdin=report()).splitlines()]
    assert [x["key"] for x in o] == list(VALUES) and o[5]["decoded_size"] == len(CORE) and o[5]["compression"] == "gzip"
    write("a.crash", report())
    keys = good("rows", "-t", "apport.field", "--columns=key", "--csv", "a.crash").decode().split()
    assert keys == ["key", *VALUES], keys
    assert [json.loads(x) for x in good("rows", "-t", "apport.field", "--columns=key", "--json", "a.crash").splitlines()] == \
        [{"key": k} for k in VALUES]
    assert "apport.report" in good("rows", "--format=apport").decode()
    for args, words in ((["-t", "nope"], "no table 'nope'"), (["-t", "apport.field", "--columns=nope"], "no column 'nope'"),
                        ([], "--table=NAME")):
        code, _, err = run("rows", *args, "a.crash")
        assert code == 2 and words in err, (code, err)
    code, out, err = run("rows", "-t", "mallocdbg.op", "--recover", "--csv", stdin=b"1: malloc 0x10 1\nwhat\n1: free 0x10\n")
    assert code == 1 and out.count(b"\n") == 3 and "line 2" in err and "'what'" in err, (code, out, err)
    code, _, err = run("rows", "-t", "mallocdbg.op", "a.crash")
    assert code == 1 and "no tables of mallocdbg" in err, (code, err)
    out = good("ls", "-1", "a.crash", "a.crash").decode()
    assert out.count("a.crash:\n") == 2


def case_cat():
    write("r.crash", report())
    for key, value in VALUES.items():
        assert good("cat", "r.crash", key) == value, key
        assert good("cat", "-", key, stdin=gzip.compress(report())) == value, key
    assert good("cat", "CoreDump", stdin=report()) == CORE
    assert gzip.decompress(good("cat", "--stored", "r.crash", "CoreDump")) == CORE
    assert zlib.decompress(good("cat", "--stored", "r.crash", "OldLog")) == VALUES["OldLog"]
    assert good("cat", "--raw", "r.crash", "ProcMaps") == text("ProcMaps", VALUES["ProcMaps"])[len("ProcMaps:"):]
    good("cat", "-o", "core", "r.crash", "CoreDump")
    assert read("core") == CORE
    code, out, err = run("cat", "r.crash", "Nope")
    assert code == 1 and out == b"" and err == "diagfmt: r.crash: no entry 'Nope'\n", err


def case_cat_repeated():
    data = text("K", "one") + text("L", "x") + packed("K", b"\0two") + text("K", "three")
    write("r.crash", data)
    wrapped = gzip.compress(data)
    assert good("cat", "--format=apport", "r.crash", "K") == b"one"
    assert good("cat", "--format=apport", "--all", "r.crash", "K") == b"one\0twothree"
    assert good("cat", "--format=apport", "--last", "r.crash", "K") == b"three"
    assert good("cat", "--format=apport", "--last", "-", "K", stdin=data) == b"three"
    assert good("cat", "--format=apport", "--last", "-", "K", stdin=wrapped) == b"three"
    assert good("cat", "--format=apport", "--last", "r.crash", "L") == b"x"


def case_dump():
    lines = [json.loads(x) for x in good("dump", stdin=report()).splitlines()]
    assert all(x["event"] == "apport.field" for x in lines) and [x["key"] for x in lines] == list(VALUES)
    assert lines[0]["text"] == "Crash" and list(lines[0])[0] == "event"
    p = lines[5]["payload"]
    assert p["size"] == len(CORE) and p["crc32"] == "%08x" % zlib.crc32(CORE)
    assert "payload" not in json.loads(good("dump", "--payload=none", stdin=report()).splitlines()[5])
    assert values(report()) == list(VALUES.items())
    write("r.crash", report())
    many = [json.loads(x) for x in good("dump", "r.crash", "r.crash").splitlines()]
    assert [x["file"] for x in many if x["event"] == "file"] == ["r.crash"] * 2 and len(many) == 2 * len(VALUES) + 2
    broken = report() + b"no colon here\n" + text("After", "x")
    code, out, err = run("dump", stdin=broken)
    assert code == 1 and len(out.splitlines()) == len(VALUES), err
    assert re.match(r"diagfmt: -: line \d+, offset 0x%x: " % len(report()), err), err
    code, out, _ = run("dump", "--recover", stdin=broken)
    lines = [json.loads(x) for x in out.splitlines()]
    assert code == 1 and lines[-1]["key"] == "After" and any(x["event"] == "diagnostic" for x in lines)


def case_extract():
    write("r.crash", report())
    good("extract", "-C", "out", "r.crash")
    assert sorted(os.listdir("out")) == sorted(VALUES)
    for key, value in VALUES.items():
        assert read("out/" + key) == value, key
        assert stat.S_IMODE(os.stat("out/" + key).st_mode) == 0o600
    assert stat.S_IMODE(os.stat("out").st_mode) == 0o700
    code, _, err = run("extract", "-C", "out", "r.crash")
    assert code == 3 and "not empty" in err, err
    os.mkdir("empty")
    good("extract", "-C", "empty", "-k", "Core*,Tags", "r.crash")
    assert sorted(os.listdir("empty")) == ["CoreDump", "Tags"]
    code, _, err = run("extract", "-C", "some", "--keys=Nope", "--keys", "Tags", "r.crash")
    assert code == 1 and "no entry 'Nope'" in err and os.listdir("some") == ["Tags"], err
    good("extract", "-C", "two", "r.crash", "-", stdin=report())
    assert sorted(os.listdir("two")) == ["r.crash", "stdin"] and read("two/stdin/CoreDump") == CORE


def case_extract_hostile():
    data = (text("ProblemType", "Crash") + text("A", "first") + text("A", "second") + text(".hidden", "x") +
            text("CON", "x"))
    code, _, err = run("extract", "-C", "out", stdin=data)
    assert code == 1 and sorted(os.listdir("out")) == ["A", "ProblemType"] and read("out/A") == b"first", err
    assert ".hidden" in err and "CON" in err and "note: this key came before" in err, err
    for key in (b"../up", b"a/b", b"/tmp/diagfmt-test-abs", b"a\0b", b"a\x1b[31mb", b"a b"):
        data = text("ProblemType", "Crash") + key + b": x\n" + text("B", "y")
        code, _, err = run("extract", "--recover", "-C", "out2", stdin=data)
        assert code == 1 and sorted(os.listdir("out2")) == ["B", "ProblemType"], (key, err)
        assert "\x1b" not in err and not os.path.exists("up"), err
        shutil.rmtree("out2")
    os.symlink("elsewhere", "link")
    code, _, _ = run("extract", "-C", "link", stdin=report())
    assert code == 3 and not os.path.exists("elsewhere")


def case_extract_damaged():
    whole = gzip.compress(CORE, mtime=0)
    data = text("ProblemType", "Crash") + folded("CoreDump", whole[:-40]) + text("B", "y")
    code, _, err = run("extract", "-C", "out", stdin=data)
    assert code == 1 and read("out/B") == b"y" and CORE.startswith(read("out/CoreDump")), err
    assert re.match(r"diagfmt: -: line [2-4], offset 0x[0-9a-f]+: CoreDump: [^:]*\n$", err), err


def case_limits():
    write("r.crash", report())
    code, _, err = run("cat", "--max-output=1K", "r.crash", "CoreDump")
    assert code == 1 and "--max-output=" in err and "--unlimited" in err, err
    needed = re.search(r"--max-output=(\d+)", err).group(1)
    assert int(needed) > 1024
    assert good("cat", "--max-output=1M", "r.crash", "CoreDump") == CORE
    assert good("cat", "--unlimited", "r.crash", "CoreDump") == CORE
    assert run("cat", "--unlimited", "--max-output=1K", "r.crash", "CoreDump")[0] == 1
    assert run("cat", "--max-output=1K", "--unlimited", "r.crash", "CoreDump")[0] == 1
    code, _, err = run("extract", "-C", "out", "--max-output=1K", "r.crash")
    assert code == 1 and len(read("out/CoreDump")) <= 1024 and read("out/Tags") == b"a b", err


def case_convert_copies():
    for data in (report(), report()[:-1], text("ProblemType", "Bug") + b"A:x\n  y\nB:  base64 \n " + base64.b64encode(
            zlib.compress(b"1")) + b"\n"):
        write("r.crash", data)
        assert good("convert", "r.crash") == data
        assert good("convert", "-", stdin=gzip.compress(data)) == data
        good("convert", "-o", "o.crash", "r.crash")
        assert read("o.crash") == data
    assert good("convert", "--format=apport", stdin=b"") == b""


def case_convert_compression():
    codecs = good("--version").decode()
    for how in ("gzip", "zlib", "zstd"):
        if how not in codecs:
            continue
        out = good("convert", "--compression=" + how, stdin=report())
        assert values(out) == list(VALUES.items()), how
        o = [json.loads(x) for x in good("ls", "--json", stdin=out).splitlines()]
        assert {x["compression"] for x in o if x["encoding"] == "base64"} == {how}, o
        assert run("verify", stdin=out)[0] == 0
    for dialect in ("zlib", "gzip_1m", "gzip_128k"):
        out = good("convert", "--dialect", dialect, stdin=report())
        assert values(out) == list(VALUES.items()), dialect
        o = [json.loads(x) for x in good("ls", "--json", stdin=out).splitlines()]
        assert {x["compression"] for x in o if x["encoding"] == "base64"} == {dialect.partition("_")[0]}, o
    for dialect, how in (("zlib", "gzip"), ("gzip_128k", "zlib")):  # what is asked for goes before the dialect
        out = good("convert", "--to=" + dialect, "--compression=" + how, stdin=report())
        o = [json.loads(x) for x in good("ls", "--json", stdin=out).splitlines()]
        assert {x["compression"] for x in o if x["encoding"] == "base64"} == {how} and values(out) == list(VALUES.items()), o
    data = text("ProblemType", "Crash") + packed("CoreDump", CORE * 5)
    small = good("convert", "--compression=zlib", "--level=smallest", stdin=data)
    fast = good("convert", "--compression=zlib", "--level=fastest", stdin=data)
    assert len(small) < len(fast) and values(small) == values(fast)


def case_convert_selects():
    keys = lambda *a, data=report(): [k for k, _ in values(good("convert", *a, stdin=data))]
    assert keys("--drop=CoreDump,Proc*") == [k for k in VALUES if k not in ("CoreDump", "ProcMaps")]
    assert keys("-k", "Date", "-k", "T*,ProblemType") == ["ProblemType", "Date", "Title", "Tags"]
    assert keys("--keys=*", "--drop=T*", "--drop=Date") == [k for k in VALUES if k[0] != "T" and k != "Date"]
    code, _, err = run("convert", "--keys=Date,Nope", stdin=report())
    assert code == 1 and "no entry 'Nope'" in err


def case_convert_sort():
    for data in (report(), gzip.compress(report())):
        out = good("convert", "--sort", stdin=data)
        keys = [k for k, _ in values(out)]
        texts = ["ProblemType", "Date", "ExecutablePath", "ProcMaps", "Tags", "Title"]
        assert keys == texts + ["CoreDump", "OldLog"], keys
        assert dict(values(out)) == VALUES
    data = text("ProblemType", "Bug") + text("A", "1") + text("B", "2") + text("A", "3")
    assert values(good("convert", "--last-wins", stdin=data)) == [("ProblemType", b"Bug"), ("B", b"2"), ("A", b"3")]
    assert [v for _, v in values(good("convert", "--sort", stdin=data))] == [b"Bug", b"1", b"3", b"2"]


def case_convert_mime():
    long = "\n".join("line %d" % i for i in range(50))
    data = report() + text("LongText", long) + text("Tags", "last one")
    m = email.message_from_bytes(good("convert", "--to=mime", stdin=data))
    parts = m.get_payload()
    first = parts[0].get_payload(decode=True).decode()
    assert first.startswith("ProblemType: Crash\nDate: "), first
    assert "Tags: last one" in first and "Tags: a b" not in first, first
    assert [p.get_filename() for p in parts[1:]] == ["CoreDump.gz", "LongText.txt", "OldLog.gz"]
    assert gzip.decompress(parts[1].get_payload(decode=True)) == CORE
    assert parts[2].get_payload(decode=True).decode() == long


def case_convert_append():
    write("base.crash", text("ProblemType", "Crash") + b"Last: no newline")
    os.chmod("base.crash", 0o640)
    os.utime("base.crash", (1000000000, 1000000001))
    write("more.crash", text("Tags", "x") + text("Date", DATE))
    good("convert", "--append-to=base.crash", "--hide", "--keep-times", "--format=apport", "more.crash")
    got = read("base.crash")
    want = [("ProblemType", b"Crash"), ("Last", b"no newline"), ("Tags", b"x"), ("Date", DATE.encode())]
    assert values(got) == want, got
    s = os.stat("base.crash")
    assert stat.S_IMODE(s.st_mode) == 0o640 and int(s.st_mtime) == 1000000001
    assert run("convert", "--append-to=base.crash", "base.crash")[0] == 2
    write("outer.crash", text("ProblemType", "Crash") + text("Inner", "ProblemType: Crash\nDate: " + DATE))
    before = read("outer.crash")
    code, _, err = run("convert", "--append-to=outer.crash", "outer.crash!Inner")
    assert code == 2 and "itself" in err and read("outer.crash") == before, err
    before = read("base.crash")
    data = text("Date", "x") + text("ProblemType", "x") + b"broken\n"
    code, _, _ = run("convert", "--append-to=base.crash", stdin=data)
    assert code == 1 and read("base.crash") == before


def case_convert_damaged():
    write("keep.crash", b"old")
    data = report() + b"no colon\n" + text("After", "x")
    code, _, err = run("convert", "-o", "keep.crash", stdin=data)
    assert code == 1 and read("keep.crash") == b"old" and "repair" in err, err
    assert os.listdir(".") == ["keep.crash"]
    code, _, err = run("convert", "--recover", "-o", "keep.crash", stdin=data)
    assert code == 1 and read("keep.crash") == report() + text("After", "x"), err
    code, out, err = run("convert", "--compression=zlib", "-o", "no.crash",
                         stdin=report() + folded("X", gzip.compress(CORE)[:-9]))
    assert code == 1 and not os.path.exists("no.crash"), err


def case_convert_directory():
    write("a.crash", report())
    write("b.crash", text("ProblemType", "Bug"))
    good("convert", "-C", "out", "a.crash", "b.crash")
    assert read("out/a.crash") == report() and read("out/b.crash") == text("ProblemType", "Bug")
    code, _, err = run("convert", "-C", "out", "a.crash")
    assert code == 3 and "a.crash" in err, err


def case_convert_to_device():
    before = os.stat("/dev/null")
    good("convert", "-o", "/dev/null", stdin=report())
    assert os.stat("/dev/null").st_rdev == before.st_rdev and stat.S_ISCHR(os.stat("/dev/null").st_mode)


def case_verify():
    write("r.crash", report())
    assert good("verify", "r.crash") == b"r.crash: OK\n"
    assert good("verify", "-q", "r.crash") == b""
    bad = bytearray(report())
    at = bad.index(b" H4sI") + 200
    bad[at:at + 4] = b"AAAA"
    code, out, err = run("verify", stdin=bytes(bad) + b"junk\n" + text("Date", "x"))
    lines = out.decode().splitlines()
    assert code == 1 and any(re.match(r"error +1\d +\d+  CoreDump  ", x) for x in lines), lines
    assert re.match(r"-: \d problems$", lines[0]) and lines[1].split()[0] == "severity" and err == "", (lines, err)
    rows = list(csv.DictReader(run("verify", "--csv", stdin=bytes(bad))[1].decode().splitlines()))
    assert rows[0]["place"] == "CoreDump" and rows[0]["counts"] == "true" and rows[0]["file"] == "-", rows
    write("bad.crash", bytes(bad))
    assert run("verify", "--csv", "r.crash", "bad.crash", "bad.crash")[1].count(b"file,severity") == 1
    objects = [json.loads(x) for x in run("verify", "--json", stdin=bytes(bad))[1].splitlines()]
    assert objects[0]["severity"] == "error" and objects[0]["byte_offset"] > 0 and objects[-1]["verdict"] == "problems"
    o = json.loads(good("verify", "--json", "r.crash"))
    assert (o["file"], o["format"], o["verdict"], o["n_problems"]) == ("r.crash", "apport", "sound", 0), o


def case_triage():
    """Findings of reports of two formats: exit codes, forms, what is known, damage."""
    head = b"=" * 56 + b"\n== dumpstate: 2025-01-01 00:00:10\n" + b"=" * 56 + b"\n\n"
    panic = head + b"------ LAST KMSG (x) ------\nKernel panic - not syncing: x\n"
    write("panic.txt", panic)
    write("r.crash", report())
    write("bad.crash", report() + b"junk\n" + text("A", "b"))
    write("quiet.txt", head + b"------ UPTIME (x) ------\nup\n")
    assert good("triage", "quiet.txt") == b"nothing found\n"
    code, out, err = run("triage", ".")
    assert (code, out) == (3, b"") and err.count("\n") == 1, (code, out, err)  # nothing was read
    assert run("triage", ".", "quiet.txt")[:2] == (3, b"nothing found\n")
    code, out, err = run("triage", "panic.txt")
    assert (code, err) == (1, ""), (code, err)
    assert out.splitlines()[0] == b"1 finding" and b"LAST KMSG:6" in out and b"kernel|panic|x" in out, out
    code, out, _ = run("triage", "--json", "panic.txt", "quiet.txt", "r.crash")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 1 and [row["file"] for row in rows] == ["panic.txt", "r.crash"], rows
    assert rows[0]["evidence"] == [{"section": "LAST KMSG", "start_offset": len(head) + 28, "line": 6, "file": "panic.txt"}], rows[0]
    assert (rows[0]["rank"], rows[0]["severity"], rows[0]["known"]) == (1, 100, False), rows[0]
    assert run("triage", "--json", "-j4", "panic.txt", "quiet.txt", "r.crash")[1] == out
    assert rows[0]["place"] == "panic.txt!LAST KMSG:6", rows[0]
    write("known.txt", b"# those we know\n\nkernel|panic|x\n")
    table = list(csv.DictReader(run("triage", "--csv", "--known=known.txt", "panic.txt")[1].decode().splitlines()))
    assert [row["known"] for row in table] == ["true"], table
    assert {"rank", "process_name", "process_id", "time_text", "count", "place", "evidence"} <= table[0].keys(), table
    assert b", 1 of them known" in run("triage", "--known", "known.txt", "panic.txt")[1]
    assert run("triage", "--known=absent", "panic.txt")[0] == 3
    code, out, err = run("triage", "bad.crash")
    assert code == 1 and b"1 finding" in out and "bad.crash" in err, (code, out, err)
    assert run("triage", stdin=panic)[1].startswith(b"1 finding\n")
    assert run("triage", stdin=b"nothing of the kind")[0] == 4
    log = b"".join(b"12-31 23:59:58.500  1000    7    8 E AndroidRuntime: " + line for line in
                   (b"FATAL EXCEPTION: main\n", b"Process: p, PID: 7\n", b"E: m\n"))
    for data in log, gzip.compress(log):  # a log alone, for what reads logs
        assert run("triage", stdin=data)[1].startswith(b"1 finding\n")
        assert b'"signature":"java|p|E"' in good("rows", "-t", "log.crash", "--json", stdin=data)
        assert b": log threadtime" in good("identify", stdin=data)
    assert run("triage", stdin=b"Dear all,\nBUG: of course, a FATAL EXCEPTION: main\n")[0] == 4


def case_triage_list():
    """Of several files one list, in order of what is worst; with --each one for each; lists of lists."""
    log = "".join("03-12 1%d:00:00.000  %d  %d E AndroidRuntime: " % (n, n + 7, n + 7) + line for n in range(2) for line in
                  ("FATAL EXCEPTION: main\n", "Process: p, PID: %d\n" % (n + 7), "E: m\n"))
    write("a.log", log.encode())
    write("b.log", log[:len(log) // 2].encode())
    write("r.crash", report())
    write("none.log", log.splitlines()[0].replace("FATAL", "NO").encode() + b"\n")
    files = ["r.crash", "none.log", "b.log", "a.log"]
    code, out, err = run("triage", "--json", *files)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (1, "") and [r["rank"] for r in rows] == list(range(1, len(rows) + 1)), (code, err, rows)
    crash = [r for r in rows if r["kind"] == "java_crash"]
    assert len(crash) == 1 and crash[0]["count"] == 3 and crash[0]["file_count"] == 2, rows
    assert crash[0]["files"] == [{"file": "b.log", "input": 2, "count": 1}, {"file": "a.log", "input": 3, "count": 2}], crash
    assert (crash[0]["process_id"], crash[0]["time_text"]) == (8, "03-12 11:00:00.000"), crash
    assert [e["file"] for e in crash[0]["evidence"]] == ["b.log", "a.log", "a.log"], crash
    for jobs in "2", "9":
        for form in ["--json"], ["--csv"], []:
            assert run("triage", "-j" + jobs, *form, *files) == run("triage", *form, *files), (jobs, form)
    table = run("triage", *files)[1].decode().splitlines()
    assert table[0] == "%d findings" % len(rows) and "file count" in table[1] and len(table) == len(rows) + 2, table
    each = [json.loads(line) for line in run("triage", "--each", "--json", *files)[1].splitlines()]
    assert [r["file"] for r in each] == ["r.crash", "b.log", "a.log"] and {r["rank"] for r in each} == {1}, each
    # Files that cannot be read, or are damaged, do not hide the others.
    write("bad.crash", report() + b"junk\n" + text("A", "b"))
    for jobs in "-j1", "-j3":
        code, out, err = run("triage", "--json", jobs, "absent", *files, "bad.crash")
        assert code == 3 and "absent" in err and "bad.crash: offset" in err, (code, err)
        assert sum(json.loads(line)["count"] for line in out.splitlines()) == sum(r["count"] for r in rows) + 1, out
    # A list as a file: of two machines, say.
    for name, some in ("mon", files[:3]), ("tue", files[3:]):
        assert run("op", "triage", "--document=list", "-o", name, *some)[0] == 0
    assert run("triage", "--json", "mon", "tue") == run("triage", "--json", *files)
    assert run("triage", "--json", "-j2", "mon", "tue") == run("triage", "--json", *files)
    both = pathlib.Path("mon").read_bytes() + pathlib.Path("tue").read_bytes()
    assert run("triage", "--json", stdin=both) == run("triage", "--json", *files)
    code, out, err = run("triage", "--json", "r.crash", stdin=both[:-3])
    assert code == 1 and len(out.splitlines()) == 1, (code, out, err)
    code, out, err = run("triage", "--json", stdin=both[:-3])
    assert code == 1 and "it ends within a field" in err and out, (code, out, err)
    write("known", b"java|p|E\n")
    assert [json.loads(line)["known"] for line in run("triage", "--json", "--known=known", "mon", "tue")[1].splitlines()] == \
        [r["kind"] == "java_crash" for r in rows]


def case_verify_strict():
    code, out, _ = run("verify", "--strict", "--json", stdin=report() + text("Signal", "eleven") + text("Tags", "twice"))
    out = "\n".join(problems(out))
    assert code == 1 and "Uname: this key is missing" in out and "Signal: not a well-formed value (number)" in out, out
    assert "Tags: this key came before" in out and "Stacktrace" not in out, out
    kernel = text("ProblemType", "KernelOops") + text("Date", DATE) + text("Uname", "Linux 6 x86_64")
    code, out, _ = run("verify", "--strict", stdin=kernel)
    assert code == 0, out
    assert run("verify", stdin=kernel[:-1])[0] == 0
    code, out, _ = run("verify", "--strict", stdin=kernel[:-1])
    assert code == 1 and b"line feed" in out, out


def case_repair():
    write("r.crash", report())
    assert good("repair", "r.crash") == report()
    assert good("repair", "-", stdin=gzip.compress(report())) == report()
    whole = report()
    for cut in list(range(40, len(whole), 211)) + [len(whole) - 1]:
        part = whole[:cut]
        for data in (part, gzip.compress(part)):
            code, out, err = run("repair", stdin=data)
            assert code in (0, 1), (cut, code, err)
            vcode, vout, _ = run("verify", "--format=apport", stdin=out)
            assert vcode == 0, (cut, vout, out[-200:])
            got = values(out) if out else []
            assert [k for k, _ in got] == list(VALUES)[:len(got)], cut
            for key, value in got:
                assert VALUES[key].startswith(value), (cut, key)
            assert len(got) >= part.count(b"\n" + b"Tags"), cut
            if code == 1:
                assert "repaired: " in err or "cut" in err or "skipped" in err, err


def case_repair_cut_wrapper():
    packed_whole = gzip.compress(report() + text("Zzz", "x" * 100000))
    code, out, err = run("repair", stdin=packed_whole[:-200])
    assert code == 1 and out.startswith(report()[:100]), err
    assert run("verify", stdin=out)[0] == 0


def case_repair_drops():
    data = (text("ProblemType", "Crash") + folded("Bad", b"not compressed at all") + b"bad key: x\n" + b"junk\n" +
            folded("Cut", gzip.compress(CORE)[:-30]) + text("Tags", "end"))
    write("d.crash", data)
    code, _, err = run("repair", "-o", "o.crash", "d.crash")
    assert code == 1 and "Bad: dropped" in err and "Cut: cut: " in err, err
    assert "repaired: 2 entries whole, 1 cut, 2 dropped" in err, err
    got = dict(values(read("o.crash")))
    assert list(got) == ["ProblemType", "Cut", "Tags"] and CORE.startswith(got["Cut"]) and len(got["Cut"]) > 1000
    assert run("verify", "o.crash")[0] == 0
    odd = "ex\u00e9cut".encode() + b"\xff and more"
    for entry in (text("Title", odd), packed("Title", odd)):
        code, out, err = run("repair", stdin=text("ProblemType", "Crash") + entry)
        assert code == 1 and dict(values(out))["Title"] == "ex\u00e9cut".encode(), err
        assert run("verify", stdin=out)[0] == 0, err
    if "zstd" in good("--version").decode():
        data = text("ProblemType", "Crash") + packed("Core", os.urandom(400000))
        whole = good("convert", "--compression=zstd", stdin=data)
        code, out, err = run("repair", stdin=whole[:400000])
        assert code == 1 and "cut" in err and run("verify", stdin=out)[0] == 0, err
        assert 1000 < len(dict(values(out))["Core"]) < 400000
    code, _, err = run("repair", "-o", "no.crash", "--max-output=10", "d.crash")
    assert code == 1 and not os.path.exists("no.crash") and "--max-output" in err, err


def case_repair_adds_trailer():
    """Values of CRC-32 0, which Apport to 2.27 wrote without gzip's trailer, and which it refuses since 2.36."""
    empty, four = gzip.compress(b"", mtime=0), gzip.compress(b"\x9d\x0a\xd9\x6d", mtime=0)
    data = text("ProblemType", "Crash") + folded("Empty", empty[:-8]) + folded("Four", four[:-8]) + folded("Tail", empty)
    want = [("ProblemType", b"Crash"), ("Empty", b""), ("Four", b"\x9d\x0a\xd9\x6d"), ("Tail", b"")]
    assert values(data) == want and good("cat", "-", "Four", stdin=data) == want[2][1]
    assert good("convert", stdin=data) == data
    code, out, err = run("repair", stdin=data)
    assert code == 1 and "Empty: written anew" in err and "repaired: 4 entries whole, 0 cut, 0 dropped" in err, err
    assert values(out) == want and run("verify", stdin=data)[0] == 1 and run("verify", stdin=out)[0] == 0
    assert out.endswith(folded("Tail", empty))


def case_compare():
    dump = b"Android Native Heap Dump v1.2\n\nTotal memory: %d\nAllocation records: 1\n\nz 1  sz %8d  num    1  bt 10\nMAPS\nEND\n"
    write("a", dump % (5, 5))
    write("b", dump % (7, 7))
    write("cut", dump[:-9] % (7, 7))
    for args in (["a", "b"], ["a", "vs", "b"], ["a", "a", "vs", "b", "b", "b"]):
        row = good("compare", "--csv", *args).decode().splitlines()[1].split(",")
        assert list(map(float, row[:3])) == [5, 7, 2] and row[6] == "changed", (args, row)
    assert good("compare", "a", "b").startswith(b"bytes: 5 bytes before, 7 after; 1 of 1 functions changed\n")
    for args in ([], ["a"], ["a", "vs"], ["vs", "a"], ["a", "b", "b"], ["a", "vs", "b", "vs", "b"],
                 ["--by=stack", "a", "b"], ["--weight=samples", "a", "b"], ["--cpu=on", "a", "b"]):
        code, out, err = run("compare", *args)
        assert (code, out) == (2, b"") and err.startswith("diagfmt: "), (args, code, err)
    write("r.crash", report())
    write("t", b"hello\nthere\n")
    for name, code in (("cut", 1), ("r.crash", 2), ("absent", 3), ("t", 4)):
        assert run("compare", "a", name)[0] == code, name


# --- streams, terminals, signals --------------------------------------------------------------------------------------


def case_escapes():
    name = "odd\x1b[31m\nname"
    write(name, b"\x7fELF" + bytes(30))
    code, out, err = run("identify", name)
    assert b"\x1b" not in out and b"odd\\x1b[31m\\x0aname: " in out
    data = text("ProblemType", "Crash") + text("Title", "a\x1b]0;x\x07\u202eb\x9b") + b"Bad\x1bKey: x\n"
    for args in (["info"], ["ls"], ["verify"]):
        code, out, err = run(*args, "--recover", stdin=data)
        for s in (out.decode(), err):
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", s), (args, s)
    code, shown = on_terminal("cat", "-", "Title", stdin=data)
    assert code == 0 and b"a\\x1b]0;x\\x07\\xe2\\x80\\xaeb\\xc2\\x9b" in shown, shown
    assert good("cat", "-", "Title", stdin=data) == "a\x1b]0;x\x07\u202eb\x9b".encode()


def case_color():
    write("r.crash", report())
    has = lambda *a, **kw: b"\x1b[1m" in on_terminal("info", *a, "r.crash", **kw)[1]
    assert has() and not has("--color=never") and not has(env={"NO_COLOR": "1"}) and has(env={"NO_COLOR": ""})
    assert not has(env={"TERM": "dumb"}) and has(env={"TERM": "dumb", "CLICOLOR_FORCE": "1"})
    assert has("--color=always", env={"NO_COLOR": "1"}) and not has(env={"NO_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert b"\x1b[1m" not in good("info", "r.crash") and b"\x1b[1m" in good("info", "--color=always", "r.crash")
    assert b"\x1b[1m" in good("info", "r.crash", env={"CLICOLOR_FORCE": "1"})


def case_progress():
    assert "\r" in run("ls", "--progress=always", stdin=report())[2]
    assert run("ls", "--progress=auto", stdin=report())[2] == ""


def case_broken_pipe():
    big = text("ProblemType", "Crash") + b"".join(text("Key%d" % i, "x" * 200) for i in range(5000))
    write("big.crash", big)
    for args in (["dump"], ["ls"], ["convert"]):
        p = subprocess.Popen([TOOL, *args, "big.crash"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        p.stdout.read(10)
        p.stdout.close()
        err = p.stderr.read()
        p.stderr.close()
        assert p.wait(timeout=60) in (-signal.SIGPIPE, 128 + signal.SIGPIPE) and err == b"", (args, p.returncode, err)


def case_full_disk():
    if not os.path.exists("/dev/full"):
        return
    for args in (["dump"], ["convert"], ["cat", "-", "CoreDump"], ["info"], ["--help"]):
        with open("/dev/full", "wb") as full:
            p = subprocess.run([TOOL, *args], input=report(), stdout=full, stderr=subprocess.PIPE)
        assert p.returncode == 3 and b"cannot write: No space left" in p.stderr, (args, p)


def case_closed_streams():
    write("r.crash", report())
    sh = lambda line: subprocess.run(["sh", "-c", line, "sh", TOOL], capture_output=True, timeout=60)
    p = sh('"$1" identify <&-')
    assert p.returncode == 3 and b"cannot read" in p.stderr, p
    p = sh('"$1" ls r.crash >&-')
    assert p.returncode == 3 and b"cannot write" in p.stderr, p
    p = sh('printf "no colon" | "$1" repair --format=apport -o out.crash 2>&-')
    assert p.returncode == 1 and read("out.crash") == b"", (p, read("out.crash"))


def case_file_size_limit():
    write("r.crash", text("ProblemType", "Crash") + packed("CoreDump", bytes(1000000)))
    p = subprocess.run(["sh", "-c", 'ulimit -f 100; "$1" cat -o out r.crash CoreDump', "sh", TOOL], capture_output=True)
    assert p.returncode == 3 and b"out: cannot write" in p.stderr and not os.path.exists("out"), p
    assert os.listdir(".") == ["r.crash"]


def case_interrupt():
    for args in (["convert", "-o", "out.crash"], ["repair", "-o", "out.crash"],
                 ["convert", "--sort", "-o", "out.crash"],
                 ["extract", "-C", "dir"], ["cat", "-o", "out", "-", "CoreDump"], ["verify"]):
        os.mkdir("t")
        p = subprocess.Popen([TOOL, *args], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             cwd="t")
        big = folded("CoreDump", zlib.compress(os.urandom(400000)))
        p.stdin.write(text("ProblemType", "Crash") + big[:300000])
        p.stdin.flush()
        time.sleep(0.4)
        p.send_signal(signal.SIGINT)
        assert p.wait(timeout=20) == 130, (args, p.returncode)
        p.stdin.close()
        err = p.stderr.read()
        p.stderr.close()
        left = [os.path.join(d, f) for d, _, files in os.walk("t") for f in files]
        assert err == b"" and [x for x in left if not x.startswith("t/dir/ProblemType")] == [], (args, err, left)
        shutil.rmtree("t")


def case_nonblocking_stdout():
    r, w = os.pipe()
    os.set_blocking(w, False)
    big = text("ProblemType", "Crash") + text("Big", "y" * 3000000)
    write("big.crash", big)
    p = subprocess.Popen([TOOL, "convert", "big.crash"], stdout=w)
    os.close(w)
    got = b""
    while True:
        part = os.read(r, 65536)
        if not part:
            break
        got += part
        if len(got) < 200000:
            time.sleep(0.01)
    os.close(r)
    assert p.wait(timeout=60) == 0 and got == big


def case_lines_are_whole():
    """Several processes on one pipe or one file do not cut each other's lines."""
    names = []
    for i in range(8):
        names.append(write("f%d.crash" % i, text("ProblemType", "Crash") + b"".join(
            text("Key%d" % k, "z" * 900) for k in range(300))))

    def dump(out):
        return [subprocess.Popen([TOOL, "dump", n], stdout=out) for n in names]

    def check(processes, lines):
        assert [p.wait(timeout=60) for p in processes] == [0] * 8
        assert len(lines) == 8 * 301
        for x in lines:
            json.loads(x)

    r, w = os.pipe()
    ps = dump(w)
    os.close(w)
    with os.fdopen(r, "rb") as f:
        check(ps, f.read().splitlines())
    for flag in (os.O_APPEND, 0):
        fd = os.open("lines", os.O_RDWR | os.O_CREAT | os.O_TRUNC | flag)
        ps = dump(fd)
        assert [p.wait(timeout=60) for p in ps] == [0] * 8
        check(ps, read("lines").splitlines())
        os.close(fd)


# --- several files at once --------------------------------------------------------------------------------------------


def mixed_files():
    """Sound, damaged and missing ones, and of other formats; more than a few workers have at a time."""
    names = []
    for i in range(30):
        data = report() + text("Key%d" % i, "line of text\n" * 200 * (i % 4))
        if i % 7 == 3:
            data += b"no colon here\n" + text("After", "x")
        if i % 7 == 5:
            data = b"7: malloc 0x5000 24\n8: malloc 0x6000 %d\n" % i
        if i % 11 == 9:
            data = b"of no format\n"
        names.append(write("m%02d" % i, data))
    names.insert(12, "missing")
    return names


def both(*args, stdin=b""):
    """What a command says in both streams, in their order."""
    p = subprocess.run([TOOL, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return p.returncode, p.stdout


def case_jobs():
    names = mixed_files()
    for args in ("identify", "identify --json", "info", "info --csv", "info --json --set=file", "ls", "ls -l --csv", "ls -1", "dump",
                 "dump --recover --payload=inline", "dump --native", "verify", "verify --csv", "verify -q", "grep -n text",
                 "grep -c --csv text", "grep nowhere", "leaks", "leaks --csv", "top", "top --csv", "rows -t apport.field --csv",
                 "rows -t mallocdbg.op"):
        want = both(*args.split(), *names)
        for jobs in ("-j2", "--jobs=5"):
            assert both(*args.split(), jobs, *names) == want, (args, jobs)
    listed = write("list", b"".join(n.encode() + b"\0" for n in names))
    assert both("verify", "-j3", "--files0-from=" + listed) == both("verify", *names)
    listing = b"".join(n.encode() + b"\0" for n in names)
    assert both("verify", "-j3", "--files0-from=-", stdin=listing) == both("verify", *names)
    among = [names[0], "-", *names[1:20], "-", names[20]]  # the second time there is nothing left
    assert both("ls", "-j4", *among, stdin=report()) == both("ls", *among, stdin=report())
    for wrong in ("0", "x", "65", "-1", "2x", ""):
        assert run("ls", "--jobs=" + wrong, names[0])[0] == 2, wrong
    assert run("dump", "-j2", "--native", "--blobs", names[0])[0] == 2
    assert run("diff", "-j2", names[0], names[1])[0] == 2


def case_jobs_cat():
    """Values of all files in one output, in their order; none after a value that could not be written."""
    names = mixed_files()
    for key in ("Key3", "ProblemType", "no such key"):
        want = both("cat", *names, key)
        for jobs in ("-j2", "-j7"):
            assert both("cat", jobs, *names, key) == want, (key, jobs)
            code, said = both("cat", jobs, "-o", "values", *names, key)
            assert code == want[0] and both("cat", "-o", "others", *names, key) == (code, said), (key, jobs)
            assert os.path.exists("values") == os.path.exists("others"), (key, jobs)
            if os.path.exists("values"):
                assert read("values") == read("others")
                os.remove("values")
                os.remove("others")
    if os.path.exists("/dev/full"):
        want = both("cat", "-o", "/dev/full", *names[:3], "ProblemType")
        assert want[0] == 3 and b"cannot write: No space" in want[1], want
        assert both("cat", "-j3", "-o", "/dev/full", *names[:3], "ProblemType") == want


def tree(top):
    found = {}
    for folder, folders, files in os.walk(top):
        found.update({os.path.relpath(os.path.join(folder, name), top): None for name in folders})
        found.update({os.path.relpath(os.path.join(folder, name), top): read(os.path.join(folder, name)) for name in files})
    return found


def case_jobs_write():
    """Files are made as by one file after the other, also where several want one name, which the first one gets."""
    names = mixed_files()
    for i in range(8):
        os.mkdir("d%d" % i)
        names.append(write("d%d/m%02d" % (i, i % 3), report() + text("Other", "from jane%d@example.org\n" % i)))
    os.remove("m02")  # so that it is found in d2 first
    os.chmod(write("key", b"0123456789abcdef"), 0o600)
    for args in ("repair", "convert", "convert --recover", "convert --compression=gzip", "share --key-file=key", "extract", "extract -k Key*"):
        made = []
        for jobs in ([], ["-j2"], ["-j9"]):
            made.append((both(*args.split(), "-C", "out", *jobs, *names), tree("out")))
            shutil.rmtree("out")
        assert len(made[0][1]) > 15, args
        assert made[1] == made[0] and made[2] == made[0], args
    want = both("share", "--report-only", "--csv", *names)
    assert both("share", "-j4", "--report-only", "--csv", *names) == want
    for args in ("repair", "convert", "share"):
        assert both(args, "-j2", names[0]) == both(args, names[0]), args
        want = both(args, "-o", "one", names[0])
        assert both(args, "-j2", "-o", "two", names[0]) == want and read("two") == read("one"), args
    assert run("convert", "-j2", "--append-to=more", *names)[0] == 2 and not os.path.exists("more")
    assert run("convert", "-j2", names[0], names[1])[0] == 2


def case_jobs_fail():
    names = mixed_files()
    os.mkdir("scratch")
    env = dict(os.environ, TMPDIR=os.path.abspath("scratch"))
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            p = subprocess.run([TOOL, "dump", "-j3", *names], env=env, stdout=full, stderr=subprocess.PIPE)
        assert p.returncode == 3 and p.stderr.endswith(b"cannot write: No space left on device\n"), p
    p = subprocess.Popen([TOOL, "dump", "-j3", "--recover", *names * 20], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    p.stdout.read(10)
    p.stdout.close()
    p.stderr.read()
    p.stderr.close()
    assert p.wait(timeout=60) in (-signal.SIGPIPE, 128 + signal.SIGPIPE), p.returncode
    assert os.listdir("scratch") == []
    code, out, err = run("ls", "-j2", *names, env=dict(env, TMPDIR="/nowhere"))
    assert code == 3 and not out and "cannot make a temporary file in /nowhere" in err, err


LOG = b"07-04 12:00:00.123  1234  1250 I Mail: sent to jane.roe@example.org\n" * 200


def case_outputs_are_apart():
    """No output of `share` takes the place of another one, or of the input, by whatever name."""
    write("in.txt", LOG)
    os.mkdir("dir")
    os.symlink("dir", "also")
    os.symlink("nothing", "dangling")
    write("there", b"kept")
    os.link("there", "linked")
    os.symlink(os.path.abspath("there"), "link")
    here = os.getcwd()
    for output, account in (("out", "out"), ("out", "./out"), ("dir/out", "also/out"), ("nothing", "dangling"), ("dangling", "nothing"),
                            ("there", "link"), ("link", "there"), ("linked", "there"), ("out", here + "/dir/../out"), ("x", "in.txt")):
        for option in ["--account"] + ["--review"] * (account != "in.txt"):
            code, out, err = run("share", "-o", output, "%s=%s" % (option, account), "in.txt")
            assert code == 2 and not out and "are one file" in err, (output, option, account, code, err)
    for args in (["-C", "dir", "--account=dir/in.txt"], ["-C", "also", "--review=dir/in.txt"], ["--account=-"],
                 ["-o", "out", "--account=a", "--review=./a"]):
        code, out, err = run("share", *args, "in.txt")
        assert code == 2 and not out and "are one file" in err, (args, code, err)
    with open("to", "wb") as to:
        p = subprocess.run([TOOL, "share", "--account=to", "in.txt"], stdout=to, stderr=subprocess.PIPE)
    assert p.returncode == 2 and b"are one file" in p.stderr, p
    assert sorted(os.listdir(".")) == ["also", "dangling", "dir", "in.txt", "link", "linked", "there", "to"]
    assert os.listdir("dir") == [] and read("there") == b"kept" and read("in.txt") == LOG
    good("share", "-o", "out", "--account=a", "--review=r", "in.txt")
    good("share", "-o", "/dev/null", "--account=/dev/null", "in.txt")


def case_outputs_together():
    """`share`: the output, the account and the review, or none of them."""
    write("in.txt", LOG)
    for names in (["/nowhere/out", "a", "r"], ["out", "/nowhere/a", "r"], ["out", "a", "/nowhere/r"], ["out", "a", "taken"], ["folder", "a", "r"],
                  ["out", "folder", "r"]):
        write("taken", b"")
        write("a", b"old")
        os.makedirs("folder", exist_ok=True)
        before = sorted(os.listdir("."))
        code, _, err = run("share", "-o", names[0], "--account=" + names[1], "--review=" + names[2], "in.txt")
        assert code == 3 and err, (names, code, err)
        assert sorted(os.listdir(".")) == before and read("a") == b"old", (names, os.listdir("."))


def case_full_scratch():
    """A folder for temporary files that is full is named, with the reason."""
    r = random.Random(1)
    write("in.txt", LOG + bytes(r.choices(b"abcdefgh \n", k=300000)))
    zipped(write)
    os.mkdir("scratch")
    env = dict(os.environ, TMPDIR=os.path.abspath("scratch"))

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    for args, stdin in ((["share", "-o", "out", "in.txt"], None), (["share", "-o", "out", "-"], "in.txt"),
                        (["share", "-o", "out", "in.zip"], None)):
        with open(stdin or "/dev/null", "rb") as data:
            data = data.read()
        p = subprocess.run([TOOL, *args], input=data, capture_output=True, env=env, preexec_fn=limit)
        folder = re.escape(os.fsencode(env["TMPDIR"]))
        reason = b"temporary file in %s: (File too large|errno %d)\n" % (folder, errno.EFBIG)  # as the C library has words
        assert p.returncode == 3 and re.search(reason, p.stderr), (args, p)
        assert os.listdir("scratch") == [] and not os.path.exists("out")


def zipped(write):
    with zipfile.ZipFile("in.zip", "w") as z:
        z.writestr("version.txt", "2.0")
        z.writestr("main_entry.txt", "bugreport-x-2024-03-17-08-15-30.txt")
        z.writestr("bugreport-x-2024-03-17-08-15-30.txt", HEAD_OF_REPORT + b"------ SYSTEM LOG (logcat) ------\n" + LOG)


HEAD_OF_REPORT = b"""%s
== dumpstate: 2024-03-17 08:15:30
%s

Build: X
""" % (b"=" * 56, b"=" * 56)


def case_jobs_end():
    """Signals end all of it, and leave nothing; a worker that is killed is told."""
    names = mixed_files()
    os.mkdir("scratch")
    env = dict(os.environ, TMPDIR=os.path.abspath("scratch"))
    for i in range(3):
        os.mkfifo("f%d" % i)
    fifos = [os.open("f%d" % i, os.O_RDWR) for i in range(3)]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        p = subprocess.Popen([TOOL, "dump", "-j4", "f0", *names, "f1", "f2"], env=env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True)
        if sys.platform != "linux":
            break
        time.sleep(0.3)
        with open("/proc/%d/task/%d/children" % (p.pid, p.pid)) as f:
            workers = [int(x) for x in f.read().split()]
        assert len(workers) == 4
        if number == signal.SIGKILL:
            os.kill(workers[0], number)
        else:
            p.send_signal(number)
        out, err = p.communicate(timeout=60)
        if number == signal.SIGKILL:
            assert p.returncode == 3 and not out and b"f0: the process that read it has ended" in err, (p.returncode, err)
        else:
            assert p.returncode in (-number, 128 + number) and not err, (p.returncode, err)
        assert not any(os.path.exists("/proc/%d" % w) for w in workers)
        assert os.listdir("scratch") == []
    for fd in fifos:
        os.close(fd)


# --- corpus -----------------------------------------------------------------------------------------------------------


def corpus_case(name, path, facts):
    data = read(path)
    for args in (["identify", path], ["info", path], ["info", "--json", path], ["ls", "-l", path], ["dump", path]):
        code, out, err = run(*args)
        assert code in (0, 1, 4), (args, code, err)
        if "--json" in args or args[0] == "dump":
            for line in out.splitlines():
                json.loads(line)
    code, out, _ = run("verify", "--format=apport", path)
    if "zstd" not in good("--version").decode() and name.startswith("zstd_"):
        assert code in (1, 4), (name, out)
        return
    loads = facts["load"]["ok"]
    wrapped = data[:2] == b"\x1f\x8b"  # the reference leaves this to its tools
    marked = data[:3] == b"\xef\xbb\xbf"  # which is passed over, unlike by the reference
    assert code in (0, 1) and (code == 1 or loads or wrapped or marked), (name, out)
    if code == 0 and not marked:
        plain = gzip.decompress(data) if wrapped else data
        assert run("repair", "--format=apport", path)[1] == plain, name
    code, out, err = run("repair", "--format=apport", path)
    assert code in (0, 1), (name, code, err)
    unpack = facts["apport_unpack"]
    keys = [e.get("key") for e in facts["entries"]]
    repeated = {k for k in keys if keys.count(k) > 1}
    if unpack["exit"] == 0 and loads:
        code, _, err = run("extract", "--format=apport", "-C", "out", path)
        got = {f: hashlib.sha256(read(os.path.join("out", f))).hexdigest() for f in os.listdir("out")}
        want = {k: v["sha256"] for k, v in unpack["files"].items()}
        for k in set(got) | set(want):
            unsafe = k.startswith(".") or k.endswith(".") or k.upper() in ("NUL", "CON", "PRN", "AUX")
            assert got.get(k) == want.get(k) or k in repeated or unsafe, (name, k, err)


def on_corpus():
    folder = corpus.folder("read")
    n = failed = 0
    for f in sorted(os.listdir(folder)):
        if not f.endswith(".crash"):
            continue
        path = os.path.abspath(os.path.join(folder, f))
        with open(path[:-len("crash")] + "json") as j:
            facts = json.load(j)
        n += 1
        failed += not attempt(f, lambda: corpus_case(f, path, facts))
    print("%d files, %d failed" % (n, failed))
    return 1 if failed or not n else 0


def attempt(name, case):
    here = os.getcwd()
    folder = tempfile.mkdtemp(prefix="diagfmt-test-")
    try:
        os.chdir(folder)
        case()
        print("ok    ", name, flush=True)
        return True
    except (AssertionError, KeyError, ValueError, IndexError, OSError, subprocess.TimeoutExpired) as e:
        print("FAILED", name, type(e).__name__, str(e)[:2000], "line", [
            t.tb_lineno for t in frames(e.__traceback__)], flush=True)
        return False
    finally:
        os.chdir(here)
        shutil.rmtree(folder, ignore_errors=True)


def frames(tb):
    while tb:
        yield tb
        tb = tb.tb_next


def run_cases(names, only):
    """Runs all functions case_…, or only some; an exit status."""
    cases = [(n[5:], f) for n, f in names.items() if n.startswith("case_") and (not only or n[5:] in only)]
    failed = sum(not attempt(n, f) for n, f in cases)
    print("%d cases, %d failed" % (len(cases), failed))
    return 1 if failed or not cases else 0


def main():
    if sys.argv[2:] == ["corpus"]:
        return on_corpus()
    return run_cases(globals(), sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
