# SPDX-License-Identifier: MIT
"""Each command of the tool with each form of its output, as its own help lists them: a new one is in here by itself."""

import functools
import re
import tempfile

from program import run

KEY = tempfile.NamedTemporaryFile()  # only its owner can read it
KEY.write(bytes(range(32)))
KEY.flush()

# What stands before or after the file, of commands that need more than it. DIR is a new folder.
OPERANDS = {
    "cat": lambda file: [file, "zzzz"],
    "compare": lambda file: [file, file],
    "diff": lambda file: [file, file],
    "extract": lambda file: ["-C", "DIR", file],
    "grep": lambda file: ["zzzz", file],
    "share": lambda file: ["--key-file=" + KEY.name, file],  # without it placeholders are others each time
}
# Lists of words below the options, and the option that takes one.
LISTS = {"Dialects": "--dialect", "Compressions": "--compression", "Containers": "--container", "Log lines": "--log-format",
         "Viewers": "--to", "Text forms": "--native"}
# These read no file, or are asked for each table.
OTHERS = {"options", "sql", "rows"}
# What is not written, or elsewhere, or needs another file.
NO_FORMS = {"--hide", "--keep-times"}


def printed(*args):
    code, out, err = run(*args)
    assert code == 0, (args, code, err)
    return out.decode()


@functools.cache
def commands():
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", printed("--help"), re.M)[1]
    return re.findall(r"^  (\S+)", listed, re.M)


@functools.cache
def takes(command, option):
    """Whether a command has one of the options that commands share."""
    return option in printed("help", "limits", command)


def options(text):
    """Each option of a help text with the words that it takes: None if it takes none, [] if any."""
    for name, optional, value in re.findall(r"^  (?:-\w, |    )(--[\w-]+)(\[)?(?:=([^\s\]]+)\]?)?", text, re.M):
        words = value.split("|") if re.fullmatch(r"[a-z0-9-]+(\|[a-z0-9-]+)+", value) else []
        yield name, words if value and not optional else words or None


def lists(text):
    """The option of each list of words below the options, the format and a word."""
    below = re.search(r"^Options:\n(?:   .*\n|  -.*\n)+((?:.*\n)*?)  Limits and the rest", text, re.M)
    for title, rest in re.findall(r"^  ([A-Z][a-z ]+): (.*(?:\n    .*)*)", below[1] if below else "", re.M):
        assert title in LISTS, "%s: name the option of these words" % title
        for format, words in re.findall(r"(\w+):((?: [^\s:]+(?![^\s]*:))+)", " ".join(rest.split())):
            for word in words.split():
                yield LISTS[title], format, word


@functools.cache
def forms(format):
    """Lists of arguments with FILE for the file, for files of a format; and whether it is the command without an option."""
    found = []
    for command in commands():
        if command in OTHERS:
            continue
        text = printed("help", command)
        known = dict(options(text))
        # What is not a form by itself is looked at in the one that tells all.
        all_rows = ["--json"] if "--json" in known else []
        mine = [[]]
        for name, words in known.items():
            if name in ("--csv", "--json"):
                mine.append([name])
            elif words is None and name not in NO_FORMS:
                mine.append([name, *all_rows])
            mine += [["%s=%s" % (name, word), *all_rows] for word in words or []]
        mine += [["%s=%s" % (name, word)] for name, of, word in lists(text) if of == format]
        found += [([command, *form, *OPERANDS.get(command, lambda file: [file])("FILE")], not form) for form in mine]
    table = [name for name in re.split(r"[,\s]+", printed("rows", "--format=" + format)) if name.startswith(format)]
    assert table, format
    found += [(["rows", "-t", name, form, "FILE"], False) for name in table for form in ("--json", "--csv")]
    found += [(["sql", form, "SELECT * FROM %s" % table[0].split(".")[1], "FILE"], False) for form in ("--json", "--csv")]
    return found
