#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A shared copy answers what the report did: test_share_utility.py TOOL [EVERY]

Every table of the copy has the rows of the original. Cells that are free text may differ by placeholders; all others are equal, but
for offsets and sizes, which placeholders move. Reports are the samples in $DFMT_SAMPLES, and each EVERY-th of $DFMT_CORPUS (1: all).
Where something was left out of the copy, which share says, its tables are not compared.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

DONE, PARTLY = 0, 1
PLACEHOLDER = re.compile(r"(?:<|%3C|&lt;|\\u003c)[a-z0-9-]+(?::|%3A)[0-9a-f]{6,64}(?:>|%3E|&gt;|\\u003e)")
MOST = 4 << 20  # bytes: the larger ones say nothing that these do not

# Tables whose cells all are equal: what people ask a report for.
EXACT = {"package", "process", "meminfo_process", "triage_finding", "service", "service_end", "anr_verdict", "exit_info", "kernel_crash"}
# Cells that say where something stands, or how long it is.
MOVED = {"offset", "body_offset", "body_size", "start_offset", "end_offset", "byte_offset", "line", "stored_size", "decoded_size", "header_offset", "data_offset",
         "crc32", "text_size", "bytes", "size", "core_bytes", "state_bytes"}
# Cells of entries that say how a zip was made: the copy is made anew.
MADE = {"flags", "zip_flags", "extra", "version_needed"}
# Tables of stretches of text, which say nothing but where and how long.
NOT_COMPARED = {"bugreport.text", "diagnostic"}
TABLES = {"apport": "apport.", "bugreport": "bugreport."}


class Tool:
    def __init__(self, path):
        self.path = path
        names = self.run("rows").stderr + self.run("rows").stdout
        self.tables = re.findall(r"\b(?:apport|bugreport)\.\w+", names)
        assert len(self.tables) > 20, names

    def run(self, *args):
        return subprocess.run([self.path, *map(str, args)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", errors="replace", check=False)

    def format(self, path):
        found = self.run("identify", path)
        return found.stdout.rpartition(":")[2].split()[0] if found.returncode == DONE and found.stdout.split() else ""

    def rows(self, table, path):
        return [still(json.loads(r)) for r in self.run("rows", "-t", table, "--json", path).stdout.split("\n") if r.startswith("{")]


def still(v):
    """Without what placeholders move, at any depth."""
    if isinstance(v, dict):
        return {k: still(x) for k, x in v.items() if k not in MOVED}
    return [still(x) for x in v] if isinstance(v, list) else v


def like(old, new, exact, but=frozenset()):
    """The same, but for placeholders in texts, and some cells."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() - but == new.keys() - but and all(like(old[k], new[k], exact) for k in old.keys() - but)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(like(x, y, exact) for x, y in zip(old, new))
    if exact or not isinstance(old, str) or not isinstance(new, str):
        return old == new
    return re.fullmatch(".*?".join(re.escape(x) for x in PLACEHOLDER.split(new)), old, re.S) is not None


def compare(tool, prefix, old, new):
    for table in tool.tables:
        if not table.startswith(prefix) or table in NOT_COMPARED:
            continue
        a, b = tool.rows(table, old), tool.rows(table, new)
        exact = table.split(".")[1] in EXACT
        if len(a) != len(b):
            yield "%s: %u rows, were %u" % (table, len(b), len(a))
        for x, y in zip(a, b):
            if not like(x, y, exact, MADE if table.startswith("bugreport.entry") else frozenset()):
                yield "%s: %s, was %s" % (table, json.dumps(y)[:300], json.dumps(x)[:300])
                break


def reports(every):
    samples = pathlib.Path(os.environ["DFMT_SAMPLES"])
    yield from sorted(p for f in ("apport", "bugreport") for p in (samples / f).rglob("*") if p.is_file())
    corpus = os.environ.get("DFMT_CORPUS", "")
    if corpus and os.path.isdir(corpus):
        found = sorted(p for f in ("apport", "bugreport", "findings") for p in pathlib.Path(corpus, f).rglob("*") if p.is_file())
        yield from [p for p in found if p.suffix not in (".json", ".md", ".py", ".txt.json")][::every]


def main():
    tool, every = Tool(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    wrong = compared = partly = changed = 0
    with tempfile.TemporaryDirectory() as folder:
        for report in reports(every):
            prefix = TABLES.get(tool.format(report))
            copy = pathlib.Path(folder, "copy" + report.suffix)
            if not prefix or report.stat().st_size > MOST:
                continue
            code = tool.run("share", "-q", "-o", copy, report).returncode
            partly += code == PARTLY
            if code == DONE:
                compared += 1
                changed += copy.read_bytes() != report.read_bytes()
                for fault in compare(tool, prefix, report, copy):
                    wrong += 1
                    print("FAIL: %s: %s" % (report.name, fault))
            copy.unlink(missing_ok=True)
    print("%u reports compared, %u of them changed; %u of which something was left out; %u faults" % (compared, changed, partly, wrong))
    return 1 if wrong or not changed else 0


if __name__ == "__main__":
    sys.exit(main())
