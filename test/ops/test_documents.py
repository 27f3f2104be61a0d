#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Documents are the same bytes through C, Python and the tool: test_documents.py PROGRAM DIAGFMT SAMPLES

Folded stacks, flame graphs, pprof and Firefox profiles, and flame graphs of what changed. The tool gives pictures titles
of its own. PROGRAM is operations.c.
"""

import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / "python"), str(pathlib.Path(__file__).resolve().parents[1])]
import paths  # noqa: E402

from diagfmt import ops  # noqa: E402

PROGRAM, TOOL, SAMPLES = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
PPROF = ["pprof"] if paths.HAS_NANOPB else []
PAIRS = [("simpleperf", "demo_small.simpleperf", "demo_small.simpleperf"),
         ("simpleperf", "demo_small.simpleperf", "demo_trace.simpleperf"),
         ("simpleperf", "typical.simpleperf", "typical.simpleperf"),
         ("mallocdbg", "v11.txt", "v12.txt"), ("mallocdbg", "v12.txt", "v12_info.txt")]


def program(kind, document, purpose, *inputs):
    return subprocess.run([PROGRAM, kind, document, "profile.purpose=" + purpose, "--", *inputs], stdout=subprocess.PIPE,
                          check=True).stdout


def through_c(before, after):
    found = {name: program("profile", name, name, after) for name in ("folded", "flame", *PPROF, "firefox")}
    return {**found, "compare": program("compare", "flame", "compare_flame", before, after)}


def through_python(before, after):
    return {"folded": ops.folded(after), "flame": ops.flame(after), **{name: ops.pprof(after) for name in PPROF},
            "firefox": ops.firefox(after), "compare": ops.compare_flame(before, after)}


def tool(*args):
    return subprocess.run([TOOL, *args], stdout=subprocess.PIPE, check=True).stdout


def through_tool(before, after):
    return {"folded": tool("flame", "--folded", after), "flame": tool("flame", "--title=Flame graph", after),
            **{name: tool("convert", "--to=pprof", after) for name in PPROF}, "firefox": tool("convert", "--to=firefox", after),
            "compare": tool("compare", "--flame=-", before, after)}


def main():
    wrong = []
    for folder, *names in PAIRS:
        before, after = (SAMPLES / folder / name for name in names)
        want = through_c(before, after)
        for name, got in (("Python", through_python(before, after)), ("the tool", through_tool(before, after))):
            wrong += ["%s of %s: %s gives other bytes than C" % (document, names, name)
                      for document, data in want.items() if got[document] != data]
        assert len(want) == 4 + len(PPROF) and all(want.values()), names
    print("\n".join(wrong) or "%d pairs" % len(PAIRS))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
