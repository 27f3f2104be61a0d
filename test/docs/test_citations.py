#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every "spec N.N" in a comment is a section of docs/spec/. Whose: the format named before it ("apport spec 2.2"), else
the format of the file's folder or name.
"""
import pathlib
import re
import sys

from test_licence import ROOT, files

CITATION = re.compile(r"(?:\b(\w+)['s]* )?\b[Ss]pec(?:ification)? (\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)")
WHICH = {".c", ".h", ".def", ".py", ".md", ".build", ".proto"}
HOME = {"zip": "bugreport"}  # what a folder without a specification of its own cites


def sections():
    """Per format the numbers of its headings."""
    return {path.stem: set(re.findall(r"^#{2,} (\d+(?:\.\d+)*)\b", path.read_text(encoding="utf-8"), re.M))
            for path in (ROOT / "docs" / "spec").glob("*.md")}


def format_of(name, formats):
    path = pathlib.PurePath(name)
    for word in [*reversed(path.parts[:-1]), *re.split(r"[_.]", path.name)]:
        if HOME.get(word, word) in formats:
            return HOME.get(word, word)
    return None


def unwrapped(text):
    """Comments as they are read: a citation may go on in the next line."""
    return re.sub(r"[ \t]*\n[ \t]*(?:\*|#)?[ \t]*", " ", text)


def check(name, text, known):
    bad, count = [], 0
    for before, numbers in CITATION.findall(unwrapped(text)):
        of = before if before in known else format_of(name, known)
        for number in re.split(r", | and | to ", numbers):
            count += 1
            if number not in known.get(of, ()):
                bad.append(f"{name}: spec {number} of {of or 'which format?'}")
    return bad, count


def main():
    known, bad, total = sections(), [], 0
    for name in sorted(files()):
        if pathlib.PurePath(name).suffix not in WHICH or name == "test/docs/test_citations.py":
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        wrong, count = check(name, text, known)
        bad += wrong
        total += count
        if re.search(r"fact[ -]sheet", text, re.I):
            bad.append(f"{name}: cites a document that is not in the tree")
    assert check("lib/apport/x.c", "/* spec 99.9 */", known)[0] and check("lib/x.c", "/* spec 1.1 */", known)[0]
    if bad or not total:
        sys.exit("\n".join(bad) or "no citation was found")
    print(f"{total} citations")


if __name__ == "__main__":
    main()
