#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on logs: rows, info, grep, convert, triage.

usage: test_log.py DIAGFMT SAMPLES    on the samples of ../data/make_log.py, and on lines that are hostile
       test_log.py DIAGFMT corpus     ../shared/corpus/logs, by its own check; exit status 77 if that is not there
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import make_log  # noqa: E402
from program import TOOL, overview, run  # noqa: E402

LAYOUTS = "threadtime time brief tag process thread long".split()
# What each layout has of a line besides its message.
HAS = {"threadtime": "time_text process_id thread_id priority tag", "time": "time_text process_id priority tag",
       "brief": "process_id priority tag", "tag": "priority tag", "process": "process_id priority tag",
       "thread": "process_id thread_id priority", "long": "time_text process_id thread_id priority tag"}
# Files of the corpus that are not read yet.
LATER = {"identify": r"\.xz|_indent|_quote|_fence|apport_said", "lines": r"\.xz|\.zip"}

# Crashes: (process and thread, priority, tag, messages). libc names 15 bytes of the thread's process.
CRASHES = [
    ("4821  4821", "E", "AndroidRuntime", ["FATAL EXCEPTION: main", "Process: com.example.app, PID: 4821",
                                           "java.lang.RuntimeException: x",
                                           "\tat com.example.app.Main.run(Main.java:1)"]),
    ("5012  5040", "F", "libc", ["Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 5040 (Render), "
                                 "pid 5012 (ple.game.vector)"]),
    ("5060  5060", "F", "DEBUG", ["*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
                                  "pid: 5012, tid: 5040, name: Render  >>> com.example.game.vector <<<",
                                  "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
                                  "backtrace:", "    #00 pc 0000000000000010  /data/app/libgame.so (draw+16)"]),
    ("1500  1533", "E", "ActivityManager", ["ANR in com.example.slow (com.example.slow/.Main)", "PID: 6001",
                                            "Reason: Input dispatching timed out (x)"]),
]
FOUND = {("java_crash", "com.example.app", 4821, "java|com.example.app|java.lang.RuntimeException|com.example.app.Main.run"),
         ("native_crash", "com.example.game.vector", 5012, "native|com.example.game.vector|SIGSEGV/SEGV_MAPERR|draw"),
         ("anr", "com.example.slow", 6001, "anr|com.example.slow|Input dispatching timed out")}
OOPS = ["Unable to handle kernel NULL pointer dereference at virtual address 00000000", "Internal error: Oops: 96000005 [#1] SMP",
        "CPU: 3 PID: 71 Comm: kworker Not tainted 5.10.1 #1", "pc : cgroup_rmdir+0x10/0x20"]
KERNEL = ["[   12.345678] ", "<4>[   12.345678] ", "[   12.345678][  T123] ", "[   12.345678]  [4:        kworker:  123] ",
          "[   12.345678]  (1)[123:kworker]", "[Wed Nov 20 10:11:12 2024] ", "kern  :warn  : [   12.345678] ",
          "2024-11-20T10:11:12,123456+01:00 ", "4,1234,12345678,-;", "Nov 20 10:11:12 host kernel: [   12.345678] ",
          "2024-11-20T10:11:12.123456+01:00 host kernel: ", "11-20 10:11:12.345  root     0     0 W         : "]


SEEN = ("identify", "lines", "triage", "info", "ls", "grep", "verify", "dump")


def lines(path, *options):
    code, out, err = run("rows", "--json", "-t", "log.line", *options, path)
    assert code == 0 and not err, (path, code, err)
    return [json.loads(line) for line in out.splitlines()]


def convert(path, *options):
    with tempfile.TemporaryDirectory() as folder:
        to = pathlib.Path(folder) / "to"
        code, _, err = run("convert", *options, "-o", to, path)
        assert code == 0, (path, options, err)
        return to.read_bytes(), err


def test_rows(path, f):
    got = lines(path)
    assert len(got) == len(f.rows), (path, len(got), len(f.rows))
    for have, want in zip(got, f.rows):
        assert {k: have.get(k) for k in want} == want, (path, have, want)


def test_info(path, f):
    code, out, err = run("info", "--json", path)
    assert code == 0, (path, err)
    found = overview(out)
    assert found["lines"][0]["n_lines"] == len(f.rows), (path, found)
    assert sum(row["n_lines"] for row in found["layouts"]) == len(f.rows), (path, found)


def test_grep(path, f):
    """Numbers are those of the file's lines, the lines themselves as they are there."""
    code, out, err = run("grep", "--json", "blanks", path)
    found = [json.loads(line) for line in out.splitlines()]
    wanted = [r["line"] for r in f.rows if "blanks" in r.get("message", "")]
    assert code == (0 if wanted else 1) and [x["line"] for x in found] == wanted, (path, code, err, found, wanted)


def test_convert(path, f):
    assert convert(path)[0] == path.read_bytes(), path
    before = [r for r in lines(path) if r["kind"] not in ("text", "marker")]
    for layout in LAYOUTS:
        if layout == "long" and "mixed" in path.name:
            continue  # there text is a part of the message before it
        if layout == "tag" and len(before) < 6:
            continue  # too few lines of a layout that prose has now and then
        data, notes = convert(path, "--to=" + layout)
        if path.name.split(".")[0].split("_")[0] == layout and not re.search("crlf|color|markers", path.name):
            assert data == path.read_bytes(), (path, layout)
        with tempfile.NamedTemporaryFile(suffix=".log") as to:
            to.write(data)
            to.flush()
            after = [r for r in lines(to.name) if r["kind"] not in ("text", "marker")]
        for a, b in zip(before, after):
            assert a["message"] == b["message"] or a["message"].strip() == b["message"].strip(), (path, layout, a, b)
            for name in HAS[layout].split():
                if name in a:
                    fraction = ".000" if name == "time_text" and "." not in a[name] else ""
                    assert a[name] == b.get(name) or a[name] + fraction == b.get(name), (path, layout, name, a, b)
                elif name not in a:
                    assert " have no " in notes, (path, layout, name, notes)


def test_samples(folder):
    for name, f in make_log.samples().items():
        path = pathlib.Path(folder) / "log" / name
        test_rows(path, f)
        test_info(path, f)
        if "quoted" not in name and "damaged" not in name:
            test_convert(path, f)
        test_grep(path, f)


def test_long_line():
    """What is longer than may be is cut, and told; the lines after it are read."""
    head = b"03-17 09:00:01.962   612   612 I Tag     : "
    data = head + b"first\n" + head + b"x" * (3 << 20) + b"\n" + head + b"last\n"
    with tempfile.NamedTemporaryFile(suffix=".log") as f:
        f.write(data)
        f.flush()
        code, out, err = run("rows", "--json", "-t", "log.line", f.name)
        rows = [json.loads(line) for line in out.splitlines()]
        assert [r["line"] for r in rows] == [1, 2, 3] and len(rows[1]["message"]) == (1 << 20) - len(head), (code, err)
        assert rows[2]["message"] == "last" and rows[2]["start_offset"] == len(data) - len(head) - 5, rows[2]
        code, out, err = run("verify", f.name)
        assert "longer than 1 MiB" in str(out) + str(err), (code, out, err)


def test_year():
    with tempfile.NamedTemporaryFile(suffix=".log") as f:
        f.write(b"03-17 09:00:01.962   612   612 I Tag     : a\n" * 3)
        f.flush()
        assert all("time_local_s" not in r for r in lines(f.name))
        assert [r["time_local_s"] for r in lines(f.name, "--log-year=2025")] == [1742202001] * 3


def findings(data):
    with tempfile.NamedTemporaryFile(suffix=".log") as f:
        f.write(data)
        f.flush()
        code, out, err = run("triage", "--json", f.name)
    assert not err, (code, err)
    return [json.loads(line) for line in out.splitlines()]


def crashes_of(found):
    return {(x["kind"], x.get("process_name"), x.get("process_id"), x["signature"]) for x in found}


def test_triage():
    """What went wrong is found in every layout. A head without its crash, where a line has no tag, may be anybody's."""
    lines_of = ["11-20 10:11:12.100 %s %s %-8s: %s" % (ids.rjust(11), priority, tag, message)
                for ids, priority, tag, messages in CRASHES for message in messages]
    head = "11-20 10:11:12.200  4242  4242 %s Other   : %s"
    lines_of += [head % ("E", "FATAL EXCEPTION: main"), head % ("I", "goes on")]
    text = "".join(line + "\n" for line in lines_of).encode()
    assert crashes_of(findings(text)) == FOUND, findings(text)
    for encoding in "utf-16", "utf-16-be", "utf-8-sig":
        assert crashes_of(findings(text.decode().replace("\n", "\r\n").encode(encoding))) == FOUND, encoding
    with tempfile.NamedTemporaryFile(suffix=".log") as f:
        f.write(text)
        f.flush()
        for layout in LAYOUTS:
            found = findings(convert(f.name, "--to=" + layout)[0])
            assert crashes_of(found) == FOUND, (layout, found)


def test_triage_of_the_kernel():
    for prefix in KERNEL:
        found = findings("".join(prefix + text + "\n" for text in ["usb 1-1: new device"] * 6 + OOPS).encode())
        assert [(x["kind"], x["message"]) for x in found] == [("kernel_crash", OOPS[0])], (prefix, found)


def test_triage_of_memory():
    """Reports of malloc_debug and crashes are found side by side; without heads, too."""
    report = ["+++ ALLOCATION 0x7b00 SIZE 100 HAS A CORRUPTED REAR GUARD", "Backtrace at time of failure:",
              "          #00 pc 0000000000000010  /data/app/libgame.so (draw+16)"]
    want = ("memory_error", None, 77, "memory|?|rear guard|draw")
    head = "11-20 10:11:12.100    77    78 E malloc_debug: "
    crash = "".join("11-20 10:11:12.100  4821  4821 E AndroidRuntime: %s\n" % text for text in CRASHES[0][3])
    text = "".join(head + line + "\n" for line in report) + crash
    assert crashes_of(findings(text.encode())) == {want, min(FOUND, key=lambda x: x[0] != "java_crash")}
    for head, pid in ("malloc_debug: ", None), ("E/malloc_debug(   77): ", 77), ("E(   77:   78) ", 77):
        found = findings("".join(head + line + "\n" for line in report).encode())
        assert crashes_of(found) == {(*want[:2], pid, want[3])}, (head, found)


def test_corpus():
    cases = corpus.folder("cases", "logs")
    tool = lambda command: "NAME=%s %s {file}" % (TOOL, command)  # noqa: E731
    args = [sys.executable, "-B", str(cases.parent / "check.py"), "--show", "1000000",
            "--triage", str(TOOL) + " triage --json {file}", "--identify", str(TOOL) + " identify --json {file}", "--lines", str(TOOL) + " rows --json -t log.line {file}"]
    for command in ("info", "ls", "grep --count x", "verify", "dump"):
        args += ["--command", tool(command).replace("NAME", command.split()[0])]
    out = subprocess.run(args, stdout=subprocess.PIPE, check=False).stdout.decode()
    bad = 0
    seen = {what: re.findall(r"^(\S+): %s: " % what, out, re.M) for what in SEEN}
    totals = dict(re.findall(r"^(\w+): \d+ of (\d+)$", out, re.M))
    for what, files in seen.items():
        for name in sorted(set(files)):
            if not re.search(LATER.get(what, LATER["identify"]), name):
                bad += 1
                print("%s: %s" % (name, what))
    assert int(totals["identify"]) >= 96 and int(totals["lines"]) >= 2900, totals
    print("%s; not read yet: %s" % (totals, {k: len(set(v)) for k, v in seen.items()}))
    assert not bad


if __name__ == "__main__":
    if sys.argv[2] == "corpus":
        test_corpus()
    else:
        test_samples(sys.argv[2])
        test_long_line()
        test_year()
        test_triage()
        test_triage_of_the_kernel()
        test_triage_of_memory()
