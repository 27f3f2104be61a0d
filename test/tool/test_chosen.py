#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Whatever chooses, and chooses nothing, says so: test_chosen.py DIAGFMT SAMPLES

Asks every command for its options, and gives each that chooses records something that no file has. A command that takes
the option for some file ends with 1 and says so; other files are refused.
"""
import pathlib
import re
import sys
import tempfile

from program import need_codecs, run

SAMPLES = pathlib.Path(sys.argv[2])
FILES = [SAMPLES / name for name in ("apitrace/demo_teapot.trace", "simpleperf/demo_trace.simpleperf", "mallocdbg/ops.txt",
                                     "mallocdbg/v12.txt", "apport/demo_segv.crash")]
# Options that choose records, and what nobody has.
CHOOSE = {"calls": ["999999999", "999999998-/draw"], "frames": ["999999999", "999999999/draw"], "thread": ["999999999", "nosuch*"],
          "process": ["999999999", "nosuch"], "event": ["nosuch"], "time": ["999999s..9999999s"], "grep": ["nosuchfunction"],
          "function": ["nosuch"], "keys": ["nosuch*"]}
TOLD = re.compile("no call|nothing|no entry|no sample")


def commands():
    code, out, _ = run("help")
    assert code == 0
    return re.findall(r"(?m)^  ([a-z]+)   *[a-z]", out.decode().split("Commands:")[1].split("\n\n")[0])


def options(command):
    code, out, _ = run("help", command)
    assert code == 0, command
    return sorted(set(re.findall(r"(?m)^ .*--([a-z-]+)=", out.decode())) & set(CHOOSE))


def arguments(command, option, file, folder):
    """The command as it is used; files that it writes are new ones."""
    out = {"convert": ["-o", folder / "out"], "extract": ["-C", folder / "files"], "share": ["-o", folder / "out"],
           "repair": ["-o", folder / "out"]}.get(command, [])
    words = ["."] if command == "grep" else []
    files = [file, file] if command in ("compare", "diff") else [file]
    return [command, option, *out, *words, *files]


def try_option(command, name, value):
    """How many files it was tried with that know what it chooses."""
    tried = 0
    for file in FILES:
        with tempfile.TemporaryDirectory() as folder:
            args = arguments(command, "--%s=%s" % (name, value), file, pathlib.Path(folder))
            code, _, err = run(*args)
            assert code > 1 and err or code == 1 and TOLD.search(err), (args, code, err)
            tried += code == 1
    return tried


def main():
    need_codecs("snappy")  # for the trace
    found = {}
    for command in commands():
        for name in options(command):
            for value in CHOOSE[name]:
                found[command, name] = found.get((command, name), 0) + try_option(command, name, value)
    for (command, name), tried in sorted(found.items()):
        print("%s --%s: %d" % (command, name, tried))
    for wanted in [("dump", "calls"), ("convert", "frames"), ("extract", "thread"), ("top", "thread"), ("flame", "time"), ("compare", "process"),
                   ("convert", "time"), ("grep", "keys")]:
        assert found.get(wanted), (wanted, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
