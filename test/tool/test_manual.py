#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual pages against the tool: a page for each command with its summary, all options, and none that is not there.

    test_manual.py TOOL PAGES
"""
import pathlib
import re
import sys

from program import run

PAGES = pathlib.Path(sys.argv[2])
PROGRAMS = {"diagfmt-malloc-debug.1.scd", "diagfmt-dumpstate.1.scd"}  # of programs of their own: test/docs/test_manual.py
OPTION = re.compile(r"--[a-z][a-z0-9-]*[a-z0-9]")
OTHERS = {"--no", "--dump-protobuf-report", "--protobuf", "--trace-offcpu"}  # of simpleperf, and of all


def names(text):
    return set(re.findall(r"^ +(?:-\S, )?(--[a-z0-9-]+)", text, re.M))


def said(*args):
    code, out, err = run(*args)
    assert code == 0 and not err, (args, err)
    return out.decode()


def options(command):
    """A command's own options, their letters, those that it shares, and all of them in every form."""
    shared, shown = names(said("help", "limits", command)), said(command, "--help")
    own = names(shown) - shared
    letters = set(re.findall(r"^  (-\S), --", shown, re.M))
    every = own | shared | {"--salvage"}
    every |= {"--no-" + n[2:] for n in every} | {"--" + n[5:] for n in every if n.startswith("--no-")}
    return own, letters, shared, every


def options_of(text):
    return set(OPTION.findall(text.replace("\\", ""))) - OTHERS


def main():
    listing = said("--help")
    summaries = dict(re.findall(r"^  ([a-z]+) +(\S.*)$", listing.split("Commands:")[1].split("\n\n")[0], re.M))
    files = {p.name: p.read_text() for p in PAGES.glob("*.scd") if p.name not in PROGRAMS}
    assert set(files) == {"diagfmt.1.scd"} | {"diagfmt-%s.1.scd" % c for c in summaries}, sorted(files)
    formats = "".join(p.read_text() for p in (PAGES / "formats").glob("*.scd"))
    whole, anywhere, missing = files["diagfmt.1.scd"] + formats, set(), []
    for command, summary in summaries.items():
        page = files["diagfmt-%s.1.scd" % command]
        own, letters, shared, known = options(command)
        anywhere |= known
        assert "diagfmt-%s - %s\n" % (command, summary) in page, (command, summary)
        assert "*%s*" % command in whole, command
        missing += ["diagfmt-%s: %s" % (command, o) for o in sorted(own) if not re.search(re.escape(o) + r"(?![a-z-])", page)]
        missing += ["diagfmt-%s: %s" % (command, o) for o in sorted(letters) if "*%s*" % o not in page]
        missing += ["diagfmt-%s: %s, which it does not have" % (command, o) for o in sorted(options_of(page) - known)]
        general = {o if o in options_of(whole) else o.replace("--no-", "--", 1) for o in shared}
        missing += ["diagfmt: %s of %s" % (o, command) for o in sorted(general - options_of(whole))]
    missing += ["diagfmt: %s, which no command has" % o for o in sorted(options_of(whole) - anywhere)]
    for name, text in files.items():
        for command in re.findall(r"diagfmt ([a-z]+)", text.split("# EXAMPLES")[1]):
            assert command in summaries, (name, command)
    if missing:
        sys.exit("\n".join(sorted(set(missing))))
    print("%d pages" % len(files))


if __name__ == "__main__":
    main()
