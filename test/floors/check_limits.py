#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""E_LIMIT names the option that raises the limit: check_limits.py DIR...

Where it is an error with a message, dfmti_fail_limit() or dfmti_fail_own_limit() makes it, which take the option. What no
option raises is DFMT_ERR_TOO_LARGE.

check_limits.py --self-test: what is seeded is found.
"""
import glob
import os
import re
import sys

MAKER = os.path.join("base", "fault.c")
NAMELESS = re.compile(r"\bdfmti_fail(?:_at|_errno)?\(\s*[^,;]*,\s*DFMT_E_LIMIT\b")


def faults(text):
    return [text[m.start():text.find(";", m.start())] for m in NAMELESS.finditer(text)]


def check(folders):
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.[ch]"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if not path.endswith(MAKER):
                yield from ("%s: no option is named: %s" % (path, " ".join(f.split())) for f in faults(text))


def self_test():
    bad = ['dfmti_fail(&op->err, DFMT_E_LIMIT, DFMT_ERR_MAX_OUTPUT, "x");', 'return dfmti_fail_at(err,\n   DFMT_E_LIMIT, 1, 2, 3, "x");']
    good = ["dfmti_fail_limit(e, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, 0, n);", "return m.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;"]
    return [text for text in bad if not faults(text)] + [text for text in good if faults(text)]


def main():
    found = self_test() if sys.argv[1:] == ["--self-test"] else list(check(sys.argv[1:]))
    print("\n".join(found) or "good")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
