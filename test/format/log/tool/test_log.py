#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on logs: rows, info, grep, convert.

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
LATER = {"identify": r"\.logcat$|kernel_json|\.xz|_indent|_quote|_fence|apport_said|grapheneos|decoys/(mail\.txt|yaml\.yml)",
         "lines": r"\.logcat$|kernel_json|\.xz|\.zip"}


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


def test_corpus():
    cases = corpus.folder("cases", "logs")
    tool = lambda command: "NAME=%s %s {file}" % (TOOL, command)  # noqa: E731
    args = [sys.executable, "-B", str(cases.parent / "check.py"), "--show", "1000000", "--skip", "triage",
            "--identify", str(TOOL) + " identify --json {file}", "--lines", str(TOOL) + " rows --json -t log.line {file}"]
    for command in ("info", "ls", "grep --count x", "verify", "dump"):
        args += ["--command", tool(command).replace("NAME", command.split()[0])]
    out = subprocess.run(args, stdout=subprocess.PIPE, check=False).stdout.decode()
    bad = 0
    seen = {what: re.findall(r"^(\S+): %s: " % what, out, re.M) for what in ("identify", "lines", "info", "ls", "grep", "verify", "dump")}
    totals = dict(re.findall(r"^(\w+): \d+ of (\d+)$", out, re.M))
    for what, files in seen.items():
        for name in sorted(set(files)):
            if not re.search(LATER["lines" if what == "lines" else "identify"], name):
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
