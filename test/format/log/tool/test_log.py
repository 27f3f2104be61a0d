#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on logs: rows, info, grep, convert, triage.

usage: test_log.py DIAGFMT SAMPLES    on the samples of ../data/make_log.py, and on lines that are hostile
       test_log.py DIAGFMT corpus     ../shared/corpus/logs, by its own check; exit status 77 if that is not there
"""
import gzip
import json
import pathlib
import random
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
          "[   12.345678]  (1)[123:kworker]", "[Wed Nov 20 10:11:12 2024] ", "[Wed Nov 20 10:11:12 2024 <    0.000012>] ", "[Nov20 10:11] ", "[  +0.000012] ",
          "kern  :warn  : [   12.345678] ",
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


# ---- several logs as one ----

BUFFERS = "main system crash events".split()


def at(ms, year=""):
    return "%s11-20 %02d:%02d:%02d.%03d" % (year, ms // 3600000, ms // 60000 % 60, ms // 1000 % 60, ms % 1000)


def threadtime(time, message, tag="Tag"):
    return "%s %5d %5d I %-8s: %s" % (time, 612, 613, tag, message)


def cut_by_buffer(step, seed=1):
    """A log as logcat -D writes it, and its lines by buffer. Each is at least `step` ms after the line before it."""
    r, whole, parts, last, ms = random.Random(seed), [], {b: [] for b in BUFFERS}, None, 36000000
    for i in range(1000):
        buffer = r.choice(BUFFERS + [last or "main"] * 3)
        ms += r.randint(step, 40)
        if buffer != last:
            whole.append("--------- %s %s" % ("switch to" if parts[buffer] else "beginning of", buffer))
        last = buffer
        more = [threadtime(at(ms), "line %d" % i)] + ["text behind it"] * (r.random() < .1)
        whole += more
        parts[buffer] += more
    return whole, parts


def write(path, some):
    path.write_bytes("".join(line + "\n" for line in some).encode())
    return path


def merge(*inputs, options=(), code=0):
    """The lines of the output, or None if there is none; and what was said."""
    with tempfile.TemporaryDirectory() as folder:
        to = pathlib.Path(folder) / "to"
        got, _, err = run("convert", "--merge", *options, "-o", to, *inputs)
        assert got == code, (inputs, options, got, err)
        assert (code in (0, 1)) >= to.exists(), (inputs, err)
        return to.read_bytes().decode().splitlines() if to.exists() else None, err


def merged(folder, logs, **more):
    """The same of texts by names."""
    return merge(*[write(folder / name, some) for name, some in logs.items()], **more)


def said(rows):
    return [(r["message"], r.get("buffer"), r.get("time_text")) for r in rows if r["kind"] != "marker"]


def test_merge_of_buffers(folder):
    """What was cut by buffer is the log again, whether dividers or names say which buffer it was."""
    whole, parts = cut_by_buffer(1)
    log = write(folder / "whole.log", whole)
    for divided in True, False:
        files = [write(folder / (b + ".log"), ["--------- beginning of " + b] * divided + parts[b]) for b in BUFFERS]
        got, err = merge(*files)
        assert got == whole and not err, (divided, err)
        assert said(lines(write(folder / "out.log", got))) == said(lines(log))
        assert merge(*files[::-1])[0] == whole
    assert merge(log)[0] == whole


def test_merge_is_stable(folder):
    """Of equal times the first input's lines are first, and lines of an input stay in their order."""
    _, parts = cut_by_buffer(0)
    got = said(lines(write(folder / "out.log", merged(folder, {b + ".log": parts[b] for b in BUFFERS})[0])))
    for b in BUFFERS:
        inside = said(lines(folder / (b + ".log")))
        assert [x[0] for x in got if x[1] == b] == [x[0] for x in inside if x[2]], b
    timed = [(x[2], BUFFERS.index(x[1])) for x in got if x[2]]
    assert timed == sorted(timed) and len(got) == sum(map(len, parts.values()))


def messages(some):
    return [re.sub(".*: ", "", line) for line in some if not line.startswith("---------")]


def test_merge_of_steps_back(folder):
    a = [threadtime(at(ms), "a%d" % ms) for ms in (0, 500, 100, 600)] + ["text"]
    b = ["text first"] + [threadtime(at(ms), "b%d" % ms) for ms in (200, 500, 550)]
    got, err = merged(folder, {"a.log": a, "b.log": b})
    assert messages(got) == "text first|a0|b200|a500|a100|b500|b550|a600|text".split("|") and not err, got


def test_merge_of_years(folder):
    """New Year's Day is after New Year's Eve; a year that some lines tell holds for those beside them."""
    eve, day, later = "12-31 23:59:59.000", "01-01 00:00:01.000", "01-01 00:00:02.000"
    a, b = [threadtime(t, t[:2] + "a") for t in (eve, later)], [threadtime(day, "b")]
    for logs in {"a.log": a, "b.log": b}, {"b.log": b, "a.log": a}:
        assert messages(merged(folder, logs)[0]) == ["12a", "b", "01a"], logs
    a = [threadtime("2023-" + eve, "12a"), threadtime("2024-" + later, "01a")]
    for logs in {"a.log": a, "b.log": b}, {"b.log": b, "a.log": a}:
        assert messages(merged(folder, logs)[0]) == ["12a", "b", "01a"], logs
    a = [threadtime("11-20 10:00:00.000", "a"), threadtime("01-01 00:00:00.000", "no clock")]
    b = [threadtime("11-20 10:00:01.000", "b")]
    assert messages(merged(folder, {"a.log": a, "b.log": b})[0]) == ["a", "no clock", "b"]
    a = [threadtime("03-17 10:00:00.000", "a")]
    b = [threadtime("2024-03-17 09:59:00.000 +0100", "b"), threadtime("2024-03-17 10:00:01.000 +0100", "c")]
    assert messages(merged(folder, {"a.log": a, "b.log": b})[0]) == ["b", "a", "c"]
    a = [threadtime("2024-03-17 09:00:00.000 +0000", "a")]
    assert messages(merged(folder, {"a.log": a, "b.log": b})[0]) == ["b", "a", "c"][0:1] + ["a", "c"]
    epoch = [threadtime("         1710665999.500", "e")]
    assert messages(merged(folder, {"e.log": epoch, "b.log": b})[0]) == ["b", "e", "c"]
    _, err = merged(folder, {"e.log": epoch, "a.log": [threadtime("03-17 10:00:00.000", "a")]}, code=2)
    assert "seconds since 1970 do not go with times that have no zone" in err, err


def test_merge_with_the_kernel(folder):
    """Seconds since boot and times of day need the time of boot."""
    log = {"main.log": [threadtime(at(ms), "m%d" % ms) for ms in (36012000, 36013000)],
           "kernel.log": ["[   %2d.500000] k: %d" % (s, s) for s in (11, 12, 13)]}
    _, err = merged(folder, log, code=2)
    assert err.count("\n") == 1 and "seconds since boot do not go with times of day" in err, err
    for boot in "2024-11-20 10:00:00", "2024-11-20T10:00:00.25":
        got, err = merged(folder, log, options=["--boot=" + boot])
        assert messages(got) == "11 m36012000 12 m36013000 13".split() and not err, (boot, got, err)
    for boot in "10:00:00", "11-20 10:00:00", "2024-11-20", "2024-13-20 10:00:00", "2024-11-20 10:00:00 x", "":
        _, err = merged(folder, log, options=["--boot=" + boot], code=2)
        assert "is no time such as" in err, (boot, err)
    assert "for logs that are merged" in run("convert", "--boot=2024-11-20 10:00:00", folder / "main.log")[2]
    monotonic = [threadtime("    12.000", "m12")]
    got, _ = merged(folder, {"m.log": monotonic, "kernel.log": log["kernel.log"]})
    assert messages(got) == "11 m12 12 13".split(), got
    mixed = log["kernel.log"] + [threadtime(at(0), "no uptime")]
    got, err = merged(folder, {"m.log": monotonic, "kernel.log": mixed})
    assert messages(got)[-1] == "no uptime" and "1 lines have times that the others do not go by" in err, (got, err)


def long(time, *text):
    return ["[ %s   612:  613 I/Tag      ]" % time, *text, ""]


def test_merge_of_layouts(folder):
    """Messages of several lines stay together, and end where they did; what goes by the lines around it is laid out anew."""
    logs = {"a.log": long(at(0), "a", "", "  more", "") + long(at(30), "b"), "b.log": long(at(10), "c") + long(at(40), "", ""),
            "c.log": [threadtime(at(5), "d"), threadtime(at(35), "e")]}
    want = [("a", at(0)), ("", at(0)), ("  more", at(0)), ("", at(0)), ("d", at(5)), ("c", at(10)), ("b", at(30)), ("e", at(35)), ("", at(40)), ("", at(40))]
    for divided in False, True:
        logs = {name: ["--------- beginning of main"] * divided + some for name, some in logs.items()}
        got = lines(write(folder / "out.log", merged(folder, logs)[0]))
        assert [(r["message"], r["time_text"]) for r in got if r["kind"] != "marker"] == want, (divided, got)
    compact = ["10:00:00.%03d  I  %s" % (ms, "f%d" % ms) for ms in (1, 2, 3, 4, 5, 200)]
    old = [at(36000100) + " 612-613/com.app I/Tag: h", "    goes on"]
    got, err = merged(folder, {"s.log": compact, "o.log": old})
    assert [r["message"] for r in lines(write(folder / "out.log", got)) if r["kind"] != "marker"] == "f1|f2|f3|f4|f5|h|goes on|f200".split("|"), got
    assert "have no tag" in err, err
    got, _ = merged(folder, logs, options=["--to=brief"])
    assert [line for line in got if line.startswith("I/")][4] == "I/Tag     (  612): d", got
    got, _ = merged(folder, logs, options=["--to=json"])
    assert [m["message"] for m in json.loads("\n".join(got))["logcatMessages"]] == ["a\n\n  more\n", "d", "c", "b", "e", "\n"], got


def test_merge_by_names(folder):
    logs = {"a.b.log.gz": ("x", 1), "noext": ("y", 2), ".log": ("z", 3), "main.log": ("w", 4)}
    got, _ = merged(folder, {name: [threadtime(at(ms), text)] for name, (text, ms) in logs.items()})
    assert got[::2] == ["--------- beginning of " + b for b in ("a.b", "noext", ".log", "main")], got


def test_merge_refused(folder):
    """Nothing is left behind by what fails; a buffer without lines is no failure."""
    good, empty = [threadtime(at(0), "a")] * 3, ["--------- beginning of crash"]
    assert merged(folder, {"a.log": good, "crash.log": empty})[0] == ["--------- beginning of a"] + good
    _, err = merged(folder, {"a.log": good, "b.log": ["I/Tag     (  612): x"] * 3}, code=2)
    assert "no line has a time" in err, err
    assert merge(folder / "a.log", folder / "none.log", code=3)[0] is None
    assert merge(folder / "a.log", folder, code=3)[0] is None
    assert merge(folder / "a.log", pathlib.Path(__file__), code=4)[0] is None
    apport = write(folder / "a.crash", ["ProblemType: Crash", "Date: x", "ExecutablePath: /bin/a"])
    assert "is apport, unlike the first file" in merge(folder / "a.log", apport, code=2)[1]
    assert "no lines to be merged" in merge(apport, apport, code=2)[1]
    assert "--merge" in run("convert", folder / "a.log", folder / "a.log")[2]
    assert run("convert", "--merge", "-C", folder / "x", folder / "a.log")[0] == 2
    packed = gzip.compress("".join(line + "\n" for line in good * 3000).encode() + random.Random(1).randbytes(90000).hex().encode())
    (folder / "cut.log").write_bytes(packed[:len(packed) // 2])
    assert merge(folder / "a.log", folder / "cut.log", code=1)[0] is None
    got, err = merge(folder / "a.log", folder / "cut.log", options=["--recover"], code=1)
    assert len(got) > 3000 and "cut.log" in err, err


def test_merge_in_flat_memory(folder):
    some = {name: [threadtime(at(3 * i + k), "x" * 80) for i in range(60000)] for k, name in enumerate(("a.log", "b.log", "c.log"))}
    got, _ = merged(folder, some, options=["--max-memory=2097152"])
    assert len(got) == 360000 and got[1::2] == sorted(got[1::2])


def test_merge():
    for test in (test_merge_of_buffers, test_merge_is_stable, test_merge_of_steps_back, test_merge_of_years,
                 test_merge_with_the_kernel, test_merge_of_layouts, test_merge_by_names, test_merge_refused,
                 test_merge_in_flat_memory):
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))


# ---- .logcat ----

def document_of(path, *options):
    data, err = convert(path, "--to=json", *options)
    return data, json.loads(data.decode())["logcatMessages"], err


def test_json_of_json(folder):
    """As it is if all of it is asked for; else laid out as Gson does, without metadata."""
    for name in "studio_json.log", "studio_compact.log":
        path = folder / name
        assert convert(path, "--to=json")[0] == path.read_bytes(), name
        data, elements, _ = document_of(path, "--keys=*")
        want = make_log.document().data.decode()
        want = "{\n" + want[want.index('  "logcatMessages"'):-1]
        if "compact" in name:  # whose applications are not told
            assert [m["message"] for m in elements] == [m["message"] for m in json.loads(want)["logcatMessages"]]
        else:
            assert data.decode() == want, name
    assert len(document_of(folder / "studio_json.log", "--grep=^x$")[1]) == 1
    with tempfile.NamedTemporaryFile(suffix=".logcat") as f:
        f.write((folder / "studio_json.log").read_bytes()[:1500])
        f.flush()
        to = pathlib.Path(f.name + ".json")
        assert run("convert", "--to=json", "-o", to, f.name)[0] == 1 and not to.exists()


LEVELS = dict(VERBOSE="verbose", DEBUG="debug", INFO="info", WARN="warn", ERROR="error", ASSERT="fatal")


def test_json_of_lines(folder):
    """Each layout: messages, and what else a line has. What Studio needs and a line lacks is told."""
    for path in sorted(folder.glob("*.log")):
        before = [r for r in lines(path) if r["kind"] != "marker"]
        if path.name.startswith("studio_"):
            continue
        _, elements, err = document_of(path)
        whole = [r for r in before if not r["continued"]]
        assert len(elements) == len(whole), path
        assert "\n".join(m["message"] for m in elements) == "\n".join(r["message"] for r in before), path
        for m, r in zip(elements, whole):
            h = m["header"]
            assert (h["pid"], h["tag"], h["processName"]) == (r.get("process_id", 0), r.get("tag", ""), r.get("process_name", "")), (path, h, r)
            assert LEVELS[h["logLevel"]] == r.get("priority", "info"), (path, h, r)
            assert h["timestamp"]["nanos"] == r.get("nanosecond", 0), (path, h, r)
            if "time_local_s" in r:
                assert h["timestamp"]["seconds"] == r["time_local_s"] - 60 * r.get("zone_minute", 0), (path, h, r)
        dated = all("year" in r or r["kind"] in ("json", "export") and "dmesg" not in path.name for r in whole if "time_text" in r)
        assert ("have no year" in err) <= (not dated) and ("have no time" in err) == any("time_text" not in r for r in whole), (path, err)


def test_json_with_year(folder):
    _, elements, err = document_of(folder / "threadtime.log", "--log-year=2025")
    assert elements[0]["header"]["timestamp"] == {"seconds": 1742202001, "nanos": 962000000}, elements[0]
    assert "year" not in err and "have no zone" in err, err
    assert "lose their buffer" in document_of(folder / "time_markers.log")[2]


def test_json(folder):
    folder = pathlib.Path(folder) / "log"
    test_json_of_json(folder)
    test_json_of_lines(folder)
    test_json_with_year(folder)


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


def test_triage_keeps_apart():
    """Faults of which only the head is known are not one; times in seconds tell occurrences apart; objects do not."""
    heads = ["BUG: scheduling while atomic: swapper/0/0/0x00000100", "BUG: unable to handle page fault for address: ffffc900",
             "kernel BUG at fs/ext4/inode.c:62!"]
    found = findings("".join("[  %d.000001] %s\n" % (400 * i + 100, head) for i, head in enumerate([*heads, heads[2]])).encode())
    assert sorted((x["message"], x["count"]) for x in found) == [(heads[0], 1), (heads[1], 1), (heads[2], 2)], found
    event = "am_crash: [333,0,com.foo,551042628,java.lang.NullPointerException,msg,Foo.java,12]"
    for times in (1710663332, 1710673332), (63332, 73332):
        text = "".join("%20d.123  1002  1002 I %s\n%20d.223  1002  1002 I Foo: x\n" % (t, event, t) for t in times)
        assert [(x["count"], x["time_text"]) for x in findings(text.encode())] == [(2, "%d.123" % times[1])], times
    reason = "Context.startForegroundService() did not then call Service.startForeground(): ServiceRecord"
    for thing in "{5f3a2b1 u0 com.rn2/.Svc}", "{9c01d77 u0 com.rn2/.Svc}":
        lines_of = "ANR in com.rn2", "PID: 1001", "Reason: " + reason + thing
        text = "".join("03-11 08:17:41.123  2000  2234 E ActivityManager: %s\n" % line for line in lines_of)
        event = "03-11 08:17:41.123  2000  2234 I am_anr  : [0,1001,com.rn2,948485,%s]\n" % (reason + thing)
        for log in text, event:
            assert [x["signature"] for x in findings(log.encode())] == ["anr|com.rn2|" + reason], (thing, log)


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
        test_merge()
        test_json(sys.argv[2])
        test_long_line()
        test_year()
        test_triage()
        test_triage_of_the_kernel()
        test_triage_keeps_apart()
        test_triage_of_memory()
