#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every operation gives the same bytes through C, Python and the tool: test_operations.py PROGRAM DIAGFMT SAMPLES HEADERS

Rows are JSON lines. PROGRAM is operations.c, HEADERS the folder of libdiagfmt-ops' headers; documents of profiles, and
what changed between two of them, are in test_documents.py.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

from diagfmt import ops  # noqa: E402

PROGRAM, TOOL, SAMPLES, HEADERS = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
KEY = "not a good key, but a fixed one"
REPORTS = ["apport/gzip_plain.crash", "bugreport/report.zip"]
ANY = [*REPORTS, "apitrace/values.trace", "simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt", "mallocdbg/ops.txt"]
HEAPS = ["mallocdbg/v12_info.txt", "mallocdbg/ops.txt"]
# By the name of the operation in Python: the header, the tool's command, a word it needs, inputs.
OPERATIONS = {
    "convert": ("convert", ["convert"], "", ANY),
    "diff": ("diff", ["diff", "--json"], "", ["apport/zstd_plain.crash apport/gzip_plain.crash",
                                                       "mallocdbg/v12.txt mallocdbg/v12_info.txt"]),
    "entries": ("list", ["ls", "--json"], "", ANY),
    "extract": ("extract", ["extract"], "", REPORTS),
    "info": ("info", ["info", "--json"], "", ANY),
    "leaks": ("heap", ["leaks", "--json"], "", HEAPS),
    "repair": ("repair", ["repair"], "", ANY),
    "search": ("search", ["grep", "--json"], "[a-z]", REPORTS),
    "share": ("share", ["share"], KEY, ["apport/gzip_plain.crash", "bugreport/report.txt"]),
    "text": ("text", ["dump", "--native"], "", ANY[2:]),
    "top": ("profile", ["top", "--json"], "", ["simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt"]),
    "triage": ("triage", ["triage", "--json"], "", ["bugreport/crashes.txt", "bugreport/kernel.txt", "apport/gzip_plain.crash"]),
    "value": ("value", ["cat"], "ProblemType", ["apport/gzip_plain.crash"]),
    "verify": ("verify", ["verify", "--json"], "", ANY),
}
OTHERS = {"ops", "compare"}  # what all have; test_documents.py


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}


def output(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    assert p.returncode in (0, 1), (command, p)
    return p.stdout


def through_c(name, word, inputs, folder):
    p = subprocess.run([PROGRAM, name, folder if name == "extract" else word, *inputs], stdout=subprocess.PIPE, check=True)
    return p.stdout


def json_of(rows):
    lines = rows.to_json()
    while rows.next_set():
        lines += rows.to_json()
    return lines.encode()


def through_python(name, word, inputs, folder):
    call = getattr(ops, name)
    if name == "diff":
        result = call(*inputs, names=inputs)
    elif name == "extract":
        result = call(inputs[0], folder)
    elif name in ("search", "value"):
        result = call(inputs[0], word, names=inputs)
    elif name == "share":
        result = call(inputs[0], key=word.encode())
    else:
        result = call(inputs[0], names=inputs)
    return result if isinstance(result, bytes) else json_of(result)


def through_tool(command, name, word, inputs, folder):
    if name == "extract":
        output(TOOL, *command, "-C", folder, *inputs)
        return None  # it has messages, not rows
    if name == "share":
        path = os.path.join(folder, "key")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(word)
        return output(TOOL, *command, "--key-file=" + path, *inputs)
    words = [word] if name == "search" else []
    return output(TOOL, *command, *words, *inputs, *([word] if name == "value" else []))


def compare(name, inputs):
    _, command, word, _ = OPERATIONS[name]
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b, tempfile.TemporaryDirectory() as c:
        want = through_c(name, word, inputs, a)
        python, tool = through_python(name, word, inputs, b), through_tool(command, name, word, inputs, c)
        assert name == "extract" or want, (name, inputs)
        if name == "extract":
            assert files(a), inputs
            yield from ("%s of %s: %s gives other files than C" % (name, inputs, who)
                        for who, folder in (("Python", b), ("the tool", c)) if files(folder) != files(a))
        for who, got in (("Python", python), ("the tool", tool)):
            if name == "triage" and who == "the tool":  # it prints findings alone, not how inputs were read
                assert got, inputs
                want = want[:len(got)]
            if got is not None and got != want:
                yield "%s of %s: %s gives other bytes than C:\n%r\n%r" % (name, inputs, who, got[:300], want[:300])


def main():
    known = {header for header, *_ in OPERATIONS.values()} | OTHERS
    there = {path.stem for path in HEADERS.glob("*.h")}
    calls = {name for path in HEADERS.glob("*.h") for name in re.findall(r"\bdfmt_(\w+)_new\(", path.read_text())}
    assert there <= known and calls <= known, (there - known, calls - known)
    wrong = [line for name, (_, _, _, inputs) in OPERATIONS.items() for given in inputs
             for line in compare(name, [str(SAMPLES / one) for one in given.split()])]
    print("\n".join(wrong) or "%d operations" % len(OPERATIONS))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
