#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every operation gives the same bytes through C, Python and the tool, each by its own defaults:
test_operations.py PROGRAM DIAGFMT SAMPLES HEADERS

Rows are JSON lines. PROGRAM is operations.c, HEADERS the folder of libdiagfmt-ops' headers; documents are in
test_documents.py. A public function that the program does not call needs a reason.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import diagfmt  # noqa: E402
from diagfmt import ops  # noqa: E402

PROGRAM, TOOL, SAMPLES, HEADERS = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
KEY = "not a good key, but a fixed one"
REPORTS = ["apport/gzip_plain.crash", "bugreport/report.zip"]
ANY = [*REPORTS, "apitrace/values.trace", "simpleperf/typical.simpleperf", "mallocdbg/v12_info.txt", "mallocdbg/ops.txt"]
HEAPS = ["mallocdbg/v12_info.txt", "mallocdbg/ops.txt"]
# By the name of the operation in Python: its kind, the tool's command, a word it needs, inputs.
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
OTHERS = {"walk", "symbols", "tables", "ops", "compare"}  # what all have; RESULTS, test_documents.py
WORDS = {"extract": "extract.directory", "search": "search.patterns", "share": "share.key", "value": "value.key"}

# Answers that are not the usual ones of an operation: arguments of PROGRAM, Python, the tool's command, inputs. No
# command: the tool prints these rows in no other way than within the text of others.
PROFILES = ["simpleperf/typical.simpleperf", "simpleperf/demo_small.simpleperf"]
PAIRS = ["simpleperf/typical.simpleperf simpleperf/demo_small.simpleperf",
         "simpleperf/demo_small.simpleperf simpleperf/demo_trace.simpleperf", "mallocdbg/v11.txt mallocdbg/v12.txt"]
RESULTS = {
    "profile functions": (["profile", "functions"], lambda a: ops.Profile(a).run().rows("functions"), ["top", "--json"], PROFILES),
    "profile groups": (["profile", "groups", "profile.group=thread"], lambda a: ops.Profile(a, group="thread").run().rows("groups"), None, PROFILES),
    "profile stacks": (["profile", "stacks", "profile.keep=stacks"], lambda a: ops.Profile(a, keep="stacks").run().rows("stacks"), None, PROFILES),
    "profile tree": (["profile", "tree", "profile.keep=stacks"], lambda a: ops.Profile(a, keep="stacks").run().rows("tree"), None, PROFILES),
    "profile sizes": (["profile", "sizes"], lambda a: ops.Profile(a).run().rows("sizes"), ["top", "--json"], ["mallocdbg/ops.txt"]),
    "merge": (["+profile", "functions"], lambda a, b: ops.Profile(a).run().merge(ops.Profile(b).run()).rows("functions"), None,
              ["simpleperf/typical.simpleperf simpleperf/typical.simpleperf"]),  # the tool merges for --flame alone
    "compare": (["compare", "self"], lambda a, b: ops.compare(a, b), ["compare", "--json"], PAIRS),
    "compare total": (["compare", "total"], lambda a, b: ops.compare(a, b, by="total"), ["compare", "--json", "--total"], PAIRS),
    "growth": (["diff", ""], lambda a, b: ops.growth(ops.Heap(a).run(), ops.Heap(b).run()), ["diff", "--json"],
               ["mallocdbg/v12.txt mallocdbg/v12_info.txt"]),
    "heap live": (["heap", "live"], lambda a: ops.Heap(a).run().rows("live"), ["leaks", "--json"], ["mallocdbg/ops.txt"]),
    "heap use": (["heap", "use"], lambda a: ops.Heap(a).run().rows("use"), None, ["mallocdbg/ops.txt"]),
    "heap leaks": (["heap", "leaks"], lambda a: ops.Heap(a).run().rows("leaks"), ["leaks", "--json"], ["mallocdbg/log_threadtime.txt"]),
    "heap chains": (["heap", "chains"], lambda a: ops.Heap(a).run().rows("chains"), ["leaks", "--json"], ["mallocdbg/v12_info.txt"]),
}

# Functions that are in neither of the C programs: why.
WITHOUT = {
    "dfmt_op_input": "no result: how a run is continued is tested by test/ops/all.c for each operation",
    "dfmt_op_accept": "likewise",
    "dfmt_op_drop": "likewise",
    "dfmt_op_progress": "likewise",
    "dfmt_op_limit": "likewise",
    "dfmt_op_key": "what an error is of, no result: test_value.c, test_json.c",
    "dfmt_ops_type_at": "no result: test/ops/test_misuse.c, test/abi",
    "dfmt_ops_option_find": "likewise",
    "dfmt_ops_tables": "no operation: test/unit/tables, and test_again.c for each table",
    "dfmt_ops_table_at": "likewise",
    "dfmt_apport_signature_new": "no operation: test/format/apport/unit/test_signature.c",
    "dfmt_apport_signature_free": "likewise",
    "dfmt_op_at": "no result: test/ops/test_kinds.c",
    "dfmt_op_check": "says yes or no: test_share_parts.c, test_share_tool.py",
    "dfmt_triage_rules": "a text that is compiled in: test_triage_rules.py, test_triage.c",
    "dfmt_op_remarks": "remarks are no part of a result: test_text.c, and test/tool by the tool's cat",
    "dfmt_text_blobs": "where blobs go is the caller's: test/format/apitrace/tool, by the tool's dump",
    "dfmt_text_call": "a part of the text, whose rules are those of \"text\": test_text.c",
    "dfmt_text_value": "likewise",
    "dfmt_value_source": "the value as a source of C; the tool reads FILE!KEY by it: test_value.c",
    "dfmt_value_holder": "no result of an operation: test_value.c",
    **dict.fromkeys(("dfmt_walk_new", "dfmt_walk_next", "dfmt_walk_find", "dfmt_walk_error", "dfmt_walk_free", "dfmt_walk_begins",
                     "dfmt_walk_looks_like", "dfmt_folder_new", "dfmt_folder_next", "dfmt_folder_error", "dfmt_folder_free"),
                    "files for operations, no operation: test_walk.c, test/tool/test_inside.py"),
    "dfmt_demangle": "a name, no operation: test_demangle.c",
}


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}


def output(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    assert p.returncode in (0, 1), (command, p)
    return p.stdout


def output_of_any(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120).stdout


def through_c(name, word, inputs, folder):
    kind = OPERATIONS[name][0]
    words = ["%s=%s" % (WORDS[kind], folder if name == "extract" else word)] if kind in WORDS else []
    names = ["names=" + one for one in inputs]
    return subprocess.run([PROGRAM, kind, "", *words, *names, "--", *inputs], stdout=subprocess.PIPE, check=True).stdout


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


def compare_result(name, inputs):
    arguments, python, command, _ = RESULTS[name]
    want = subprocess.run([PROGRAM, *arguments, "--", *inputs], stdout=subprocess.PIPE, check=True).stdout
    assert want, (name, inputs)
    for who, got in (("Python", json_of(python(*inputs))), ("the tool", command and output(TOOL, *command, *inputs))):
        if got is not None and got != want:
            yield "%s of %s: %s gives other bytes than C:\n%r\n%r" % (name, inputs, who, got[:300], want[:300])


def check_functions():
    """Each public function is in the program, or has a reason why not; and reasons are of such functions alone."""
    here = pathlib.Path(__file__).parent
    used = set(re.findall(r"\bdfmt_\w+", (here / "operations.c").read_text()))
    public = {name for path in HEADERS.glob("*.h")
              for name in re.findall(r"^DFMT_API [^;(]*?\b(dfmt_\w+)\(", path.read_text(), re.M)}
    assert len(public) > 25, public
    missing, needless = public - used - set(WITHOUT), set(WITHOUT) - (public - used)
    assert not missing, "neither compared nor with a reason: %s" % sorted(missing)
    assert not needless, "a reason for what is compared, or not there: %s" % sorted(needless)


def compare_json():
    """JSON of every small sample, sound or damaged: Python's defaults read as far as the tool's."""
    for path in sorted(SAMPLES.glob("*/*")):
        if not path.is_file() or path.stat().st_size > 65536:
            continue
        want = output_of_any(TOOL, "dump", path)
        try:
            got = ops.text(path, form="json", damaged="accept")
        except diagfmt.Error:  # it says nothing, or cannot go on
            continue
        if got != want:
            yield "JSON of %s: Python gives other bytes than the tool:\n%r\n%r" % (path, got[-300:], want[-300:])


def main():
    check_functions()
    known = {header for header, *_ in OPERATIONS.values()} | OTHERS
    there = {path.stem for path in HEADERS.glob("*.h") if "_" not in path.stem}  # rows of tables: bugreport_crash.h
    assert there <= known, there - known
    wrong = [line for name, (_, _, _, inputs) in OPERATIONS.items() for given in inputs
             for line in compare(name, [str(SAMPLES / one) for one in given.split()])]
    wrong += [line for name, (_, _, _, inputs) in RESULTS.items() for given in inputs
              for line in compare_result(name, [str(SAMPLES / one) for one in given.split()])]
    wrong += compare_json()
    print("\n".join(wrong) or "%d operations, %d other results" % (len(OPERATIONS), len(RESULTS)))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
