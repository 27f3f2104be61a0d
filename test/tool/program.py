# SPDX-License-Identifier: MIT
"""The tool under test, which is the first argument of the program that imports this."""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from paths import BRIEF, ONE_IN, turns  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()


def run(*args, data=b"", timeout=240):
    """The exit status, the bytes of standard output and the text of standard error, where no sanitizer may speak."""
    p = subprocess.run([TOOL, *map(str, args)], input=data, capture_output=True, timeout=timeout)
    if b"Sanitizer" in p.stderr or b"runtime error" in p.stderr:
        raise AssertionError(p.stderr.decode("utf-8", "replace"))
    return p.returncode, p.stdout, p.stderr.decode("utf-8", "replace")


def need_codecs(*names):
    """Ends the test as skipped where the tool has not all of these, as what it tries is of every form of files."""
    there = run("--version")[1].decode().split("codecs:")[1].split()
    if lacking := sorted({*names} - {*there}):
        print("skipped: without " + ", ".join(lacking))
        sys.exit(77)


PARTLY = BRIEF or ONE_IN > 1  # some() leaves out some


def some(jobs):
    """Those of many jobs whose turn it is, the last one always: with $DFMT_BRIEF one in eight, with $DFMT_ONE_IN as it says."""
    return turns(jobs, 8) if BRIEF else turns(jobs)


def problems(out):
    """What `verify --json` lists, as "line 1, offset 0x2: warning: place: message", without what does not count."""
    lines = []
    for o in map(json.loads, out.splitlines()):
        if "severity" in o and o["counts"]:
            line = "line %d, " % o["line"] if "line" in o else ""
            offset = "offset %#x: " % o["byte_offset"] if "byte_offset" in o else ""
            place = o["place"] + ": " if "place" in o else ""
            lines.append(line + offset + o["severity"] + ": " + place + o["message"])
    return lines


FACTS = ("file", "report", "trace", "profile", "heap", "use", "log", "device")


def overviews(out):
    """What `info --json` tells of each file: facts as members, and lists of the rows of other sets by their names."""
    files = []
    for o in map(json.loads, out.splitlines()):
        name = o.pop("set_name")
        if name == "file":
            files.append({})
        if name in FACTS:
            files[-1].update(o)
        else:
            files[-1].setdefault(name, []).append(o)
    for o in files:
        for name in ("sections", "services"):
            if o.get("format") == "bugreport":
                o[name] = sorted(o.get(name, []), key=lambda x: x["number"])
    return files


def overview(out):
    told, = overviews(out)
    return told
