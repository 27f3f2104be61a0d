#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whenever another table of a file has a row that tells of a fault, `triage` has a finding, and never says "nothing found".

    test_triage_tells.py FOLDER

Of all files in FOLDER, of logs without their heads, and of one report for each table that does; FOLDER "corpus" is the
corpus.
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import paths  # noqa: E402

import corpus  # noqa: E402
import diagfmt  # noqa: E402
from diagfmt import ops  # noqa: E402

MOST = 32 << 20  # bytes of a file that is looked at
EXITS = 4, 5, 6  # crash, native crash, ANR
KEPT = "_crash", "_anr", "_watchdog"
KEPT_WHOLE = "SYSTEM_TOMBSTONE", "SYSTEM_LAST_KMSG", "SYSTEM_RESTART"


def just_now(row):
    """Stacks that all processes had to give for the report."""
    if row.get("entry"):
        return row["entry"].endswith("traces-just-now.txt")
    return (row.get("section") or "").endswith("JUST NOW")


def of_anr(row):
    if row.get("entry"):
        return row["entry"].startswith("FS/data/anr/")
    return (row.get("section") or "").endswith("LAST ANR")


def tells_verdict(row):
    return not just_now(row) and (row["kind"] == "deadlock" or of_anr(row))


# Table: whether a row of it tells of a fault.
TELLS = {
    "mallocdbg.report": lambda row: True,
    "bugreport.log_crash": lambda row: True,
    "bugreport.log_event": lambda row: row["tag"] in ("am_crash", "am_anr"),
    "bugreport.tombstone_crash": lambda row: row.get("process_id") is not None,
    "bugreport.kernel_crash": lambda row: True,
    "bugreport.anr_verdict": tells_verdict,
    "bugreport.anr_cycle": lambda row: not just_now(row),
    "bugreport.exit_info": lambda row: row.get("reason") in EXITS,
    "bugreport.dropbox_entry": lambda row: row["tag"].endswith(KEPT) or row["tag"] in KEPT_WHOLE,
    "apport.segv": lambda row: True,
    "apport.signature": lambda row: True,
}


def rows_of(data, table):
    """Those that there are, of a damaged file too."""
    try:
        text = diagfmt.rows(data, table, recover=True).to_json()
    except diagfmt.Error:
        return []
    return [json.loads(line) for line in text.splitlines()]


def tables_that_tell(data):
    for table, tells in TELLS.items():
        if any(tells(row) for row in rows_of(data, table)):
            yield table


def check(tally, name, data):
    told = list(tables_that_tell(data))
    if told:
        with tally.case(name):
            try:
                found = len(list(ops.triage(data)))
            except diagfmt.Error as e:
                found = str(e)
            tally.equal("%s tell of a fault: findings" % ", ".join(told), True, isinstance(found, int) and found > 0)
    return bool(told)


def without_heads(data):
    """A log of malloc_debug as a program writes it that is no app."""
    return b"".join(line.split(b"malloc_debug: ", 1)[1] for line in data.splitlines(True) if b"malloc_debug: " in line)


BANNER = b"=" * 56 + b"\n== dumpstate: 2024-03-17 09:30:00\n" + b"=" * 56 + b"\n\n"
MALLOC = b"03-17 09:00:31.304  7412  7413 E malloc_debug: "
DUMP = (b"----- pid 800 at 2024-03-17 09:19:00 -----\nCmd line: a\n\n\"main\" prio=5 tid=1 Blocked\n  at A.a(A.java:1)\n"
        b"  - waiting to lock <0x1> (a C) held by thread 2\n\n\"b\" prio=5 tid=2 Blocked\n  at B.b(B.java:1)\n"
        b"  - waiting to lock <0x2> (a C) held by thread 1\n\n----- end 800 -----\n")
MADE = {
    "malloc_debug_logcat": MALLOC + b"+++ ALLOCATION 0x12345678 USED AFTER FREE (free)\n" + MALLOC + b"*** " * 15 + b"***\n",
    "malloc_debug_in_report": BANNER + b"------ SYSTEM LOG (logcat -v threadtime -d *:v) ------\n" + MALLOC +
    b"+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED REAR GUARD\n",
    "last_anr": BANNER + b"------ VM TRACES AT LAST ANR (/data/anr/anr_1: 2024-03-17 09:19:00) ------\n" + DUMP,
    "dump_alone": DUMP,
    "dropbox_print": BANNER + b"------ DROPBOX SYSTEM APP CRASHES (/system/bin/dumpsys -T 30000 dropbox) ------\n"
    b"2024-03-17 09:29:43 system_app_crash (text, 853 bytes)\nProcess: a\nPID: 7\n\njava.lang.X: m\n\tat A.a(A.java:1)\n",
    "dropbox_list": BANNER + b"------ DUMPSYS (dumpsys) ------\nDUMP OF SERVICE dropbox:\n"
    b"2024-03-17 09:29:43 system_app_crash (text, 853 bytes)\n    Process: a/PID: 7/UID: 10 ...\n",
    "stack_without_top": b"ProblemType: Crash\nExecutablePath: /usr/bin/demo\nSignal: 11\nStacktrace:\n"
    b" #0  0x0000561664abb170 in deepest () at crash.c:7\n #1  0x0000561664abb1b9 in main () at crash.c:8\n",
}


def main():
    tally, told = corpus.Tally(), 0
    for name, data in MADE.items():
        told += check(tally, name, data)
        with tally.case(name):
            tally.equal("there is a finding", True, len(list(ops.triage(data))) > 0)
    retraced = list(ops.triage(MADE["stack_without_top"]))[0]
    with tally.case("retraced"):
        tally.equal("signature", "native|demo|SIGSEGV|deepest|main", retraced.signature)
        tally.equal("Apport's", ("/usr/bin/demo:11:deepest:main", 1), (retraced.apport_signature, int(retraced.retraced)))
    folder = corpus.folder(".", ".") if sys.argv[1] == "corpus" else pathlib.Path(sys.argv[1])
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.is_symlink() and 0 < p.stat().st_size <= MOST)
    for path in paths.turns(files):
        if path.suffix in (".py", ".json", ".md", ".c", ".sh", ".mjs", ".tsv"):
            continue
        data, name = path.read_bytes(), os.path.relpath(path, folder)
        told += check(tally, name, data)
        if b"malloc_debug: " in data and b"= dumpstate" not in data:
            told += check(tally, name + ", without heads", without_heads(data))
    print("%d files tell of faults" % told)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
