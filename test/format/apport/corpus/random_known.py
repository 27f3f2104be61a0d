#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Made-up reports that are known: by made-up bug patterns, as Python's `re` and `xml.dom` understand them, and by a database of duplicates.

    random_known.py LIBRARY [COUNT [FIRST]]     seeds FIRST .. FIRST+COUNT-1, 1500 from 0
"""
import json
import os
import pathlib
import random
import re
import sys
import xml.dom.minidom
from xml.sax.saxutils import escape, quoteattr

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import apport_signatures  # noqa: E402
import corpus  # noqa: E402
import diagfmt  # noqa: E402
import random_signatures  # noqa: E402

KEYS = ["Package", "ErrorMessage", "DpkgTerminalLog", "Title", "Traceback", "X"]
WORDS = ["bash", "libc6", "1.2-3", "failed", "to", "install/upgrade", "E:", "line 12", "(x)", "a.b", "[z]", "", " ", "\t", "\n", "_", "{1}", "^", "$", "A|B"]
ATOMS = ["bash", "libc6", "1", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "\\.", "failed", "[a-z]", "[^a-z]", "[]x]", "[^\\s]", "[\\w.-]", "[A|B]", "\\(", "\\[", "/",
         ":", "(to|E:)", "(?:line|a)", "(?P<n>x)", "(|b)", "x{", "\\{1", "_", "\\n", "\\x41", "\\t", "&", "<", "\\^", "\\$", "\"", "\\|"]
REPEATS = ["", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,}", "{,2}", "{0,3}?"]
# What the library says that it cannot do: it has to say so.
REFUSED = ["(?=a)", "(?!a)", "\\bx", "(a)\\1", "(?m)^a", "a$b", "a^", "(?i:a)", "a++", "[\u00e9]", "(", "[", "a{300}", "\\Bx", "(?#x)"]


def value(rnd):
    return "".join(rnd.choice(WORDS) + rnd.choice([" ", "", "\n"]) for _ in range(rnd.randrange(1, 6)))


def make_report(rnd):
    fields = {"ProblemType": "Crash", "ExecutablePath": rnd.choice(["/usr/bin/f", "/opt/g"]), "Signal": rnd.choice(["6", "11"]),
              "StacktraceTop": "\n".join(rnd.choices(["f ()", "g ()", "?? ()"], k=3))}
    return {**fields, **{key: value(rnd) for key in rnd.sample(KEYS, rnd.randrange(len(KEYS)))}}


def expression(rnd):
    text = "".join(rnd.choice(ATOMS) + (rnd.choice(REPEATS)) for _ in range(rnd.randrange(1, 5)))
    text = re.sub("P<n>", lambda m: f"P<n{m.start()}>", text)
    text = rnd.choice(["", "", "^", "\\A"]) + text + rnd.choice(["", "", "$", "\\Z"])
    return rnd.choice(["", "", "", "(?i)", "(?s)"]) + rnd.choice([text, text, text + "|" + rnd.choice(WORDS[:3])])


def condition(rnd):
    key = rnd.choice([*KEYS, "Signal", "Package"])
    text = escape(expression(rnd))
    noise = rnd.choice(["<!-- a -->", "<![CDATA[x]]>", "<b>c</b>", "<?p i?>"])
    text = rnd.choice([text] * 8 + ["", noise + text, text + noise + "more", text if "&" in text else text.replace("a", "&#97;")])
    return rnd.choice([f"<re key={quoteattr(key)}>{text}</re>"] * 9 + ["<re>x</re>", f"<re key='{key}'/>", "<!-- b -->", "<other key='Nothing'>x</other>"])


def pattern(rnd, number):
    inner = "\n  ".join(condition(rnd) for _ in range(rnd.choice([0, 1, 1, 1, 2, 3])))
    return rnd.choice([f'<pattern url="http://bug/{number}?a&amp;b">{inner}</pattern>'] * 9 + [f"<pattern>{inner}</pattern>", f'<pattern url="">{inner}</pattern>'])


def make_patterns(rnd):
    inner = "\n".join(pattern(rnd, number) for number in range(rnd.randrange(6)))
    return rnd.choice(["", '<?xml version="1.0"?>\n']) + f"<patterns>\n{inner}\n{rnd.choice(['', '<x>' + pattern(rnd, 9) + '</x>'])}</patterns>\n"


def holds(node, fields):
    """Whether a report meets a condition, as Apport's bug patterns are defined."""
    if node.getAttribute("key") not in fields:
        return False
    node.normalize()
    first = node.firstChild
    return first is None or first.nodeType != first.TEXT_NODE or bool(re.search(first.data, fields[node.getAttribute("key")]))


def known_as(patterns, fields):
    for node in xml.dom.minidom.parseString(patterns).getElementsByTagName("pattern"):
        conditions = [c for c in node.childNodes if c.nodeName == "re" and c.hasAttribute("key")]
        if node.getAttribute("url") and all(holds(c, fields) for c in conditions):
            return node.getAttribute("url")
    return None


def triage(report, known):
    row = json.loads(diagfmt.triage(report, known=known).to_json().splitlines()[0])
    return row["known"], row.get("known_as")


def check_patterns(tally, rnd):
    fields, patterns = make_report(rnd), make_patterns(rnd)
    want = known_as(patterns, fields)
    tally.equal(patterns, (want is not None, want), triage(b"".join(random_signatures.written(fields)), [patterns]))


def check_refused(tally, rnd):
    text = escape(rnd.choice(REFUSED))
    try:
        triage(b"ProblemType: Crash\n", [f'<a><pattern url="u">\n<re key="X">{text}</re></pattern></a>'])
        tally.equal(text, "refused", "taken")
    except diagfmt.Error as e:
        tally.equal(text, True, str(e).startswith("bug patterns, line 2: "))


def published(reports):
    """{path: text}, as Apport publishes the bugs of such reports."""
    files = {}
    for bug, row in enumerate(map(apport_signatures.row, reports), 1000):
        for folder, member in ("sig", "duplicate_signature"), ("address", "crash_signature_addresses"):
            if row.get(member) and "\n" not in row[member]:
                path = f"{folder}/{row['duplicate_hash'] if folder == 'sig' else bug}"
                files[path] = files.get(path, "") + f"{bug} {row[member]}\n"
    return files


def check_database(tally, rnd):
    fields = make_report(rnd)
    files = published([make_report(rnd) for _ in range(rnd.randrange(12))])
    text = "".join(files.values())
    signature = apport_signatures.row(fields).get("duplicate_signature")
    lines = [line.split(" ", 1) for line in text.splitlines()]
    want = next((bug for bug, known in lines if known == signature), None)
    tally.equal(text, (want is not None, want), triage(b"".join(random_signatures.written(fields)), [text]))


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(1500)
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    tally = corpus.Tally()
    for seed in range(first, first + count):
        rnd = random.Random(seed)
        with tally.case(f"seed {seed}"):
            check_patterns(tally, rnd)
            check_refused(tally, rnd)
            check_database(tally, rnd)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
