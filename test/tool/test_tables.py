#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs a tool that has no tables but Apport's: what commands do with a format that the library knows and the tool does not.

usage: test_tables.py DIAGFMT SAMPLES

No command may end by a signal, or with exit status 0 without having done what it was asked for.
"""
import pathlib
import sys
import tempfile

from program import run

SAMPLES = {"apitrace": "packed.gz.trace", "simpleperf": "typical.simpleperf", "mallocdbg": "v12_info.txt", "bugreport": "report.zip"}
# What needs no table, and does all of its work.
GENERIC = ["identify", "info", "info --json", "dump", "dump --payload=inline", "verify", "verify --json", "diff",
           "ls", "ls --all", "ls --long --json", "ls -1"]
REFUSED = ["info --set=x", "dump --calls=1", "dump --thread=1", "cat CoreDump", "cat --last CoreDump",
           "cat --stored CoreDump", "leaks", "grep x"]
# What needs no table either, of formats that have a text of their own, or stacks.
TEXT = ["dump --native"]
# What needs none, and writes a file; x is in none of them.
WRITING = ["convert -o OUT", "repair -o OUT", "convert --keys=x -o OUT", "convert --redact=x -o OUT"]
PROFILING = ["top", "top --csv", "compare", "flame --folded", "convert --to=pprof", "convert --to=firefox"]
NO_VALUES = ["extract -C DIR"]
NO_STACKS = [*PROFILING, "flame -o OUT"]


def words(command, sample, folder):
    name, *rest = [str(folder / w) if w == "DIR" else w.replace("OUT", str(folder / "OUT")) for w in command.split()]
    if name in ("cat", "grep"):
        at = len(rest) - (name == "cat")
        return [name, *rest[:at], sample, *rest[at:]]
    return [name, *rest, sample] + ([sample] if name in ("diff", "compare") else [])


def check(form, sample, folder):
    out, profiles, text = folder / "OUT", form in ("simpleperf", "mallocdbg"), form != "bugreport"
    fine = GENERIC + (PROFILING if profiles else []) + (TEXT if text else ["grep x"])
    for command in fine + REFUSED + (NO_VALUES if profiles else NO_STACKS) + ([] if text else TEXT):
        out.write_bytes(b"old")
        code, said, err = run(*words(command, sample, folder))
        where = (form, command, code, err)
        assert code >= 0, where
        if command in fine or (command == "leaks" and form == "mallocdbg"):
            assert code == 0 and (said or command == "diff"), where
        else:
            assert code in (1, 2) and err and not said, where
            assert err.count("\n") == 1, where
        assert out.read_bytes() == b"old" and sorted(p.name for p in folder.rglob("*") if p.is_file()) == ["OUT"], where
    for command in WRITING:
        code, said, err = run(*words(command, sample, folder))
        assert not said and (code == 0 if command in WRITING[:2] else code in (0, 1, 2)), (form, command, code, err)
    print("ok  ", form)


for form, name in SAMPLES.items():
    with tempfile.TemporaryDirectory() as folder:
        check(form, pathlib.Path(sys.argv[2]) / form / name, pathlib.Path(folder))
