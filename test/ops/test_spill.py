#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Documents of stacks that go to the scratch directory are those of stacks in memory, byte for byte.

usage: test_spill.py DIAGFMT [SAMPLES [RECORDS [MIB]]]

With MIB, no program may have had more memory than that; times are printed.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

import corpus  # noqa: E402
import make_stacks  # noqa: E402

TOOL = str(pathlib.Path(sys.argv[1]).resolve())
SAMPLES, RECORDS, MIB = [int(x) for x in sys.argv[2:5]] + [20000, 20000, 0][len(sys.argv) - 2:]
DOCUMENTS = ("flame", "--folded"), ("flame",), ("flame", "--by=none"), ("top",)
if paths.HAS_NANOPB:
    DOCUMENTS += (("convert", "--to=pprof"),)


def run(scratch, *args):
    """Exit status, bytes on standard error, MiB and seconds; the output is in the folder."""
    began = time.monotonic()
    with open(scratch / "out", "wb") as out:
        p = subprocess.Popen([TOOL, *map(str, args)], stdout=out, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(scratch)})
        err = p.stderr.read()
        _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return p.returncode, err, used.ru_maxrss / 1024, time.monotonic() - began


def check(tally, path, scratch, limit, documents):
    for words in documents:
        with tally.case("%s of %s" % (" ".join(words), path.name)):
            want = run(scratch, *words, "--unlimited", path)
            expected = (scratch / "out").read_bytes()
            got = run(scratch, *words, "--max-memory=%d" % limit, path)
            tally.equal("both", ((0, b""), (0, b"")), (want[:2], got[:2]))
            tally.equal("output", True, len(expected) > 1000 and expected == (scratch / "out").read_bytes())
            tally.equal("nothing is left", ["out"], sorted(p.name for p in scratch.iterdir()))
            if MIB:
                print("%-24s %5.0f MiB %5.1f s, in memory %5.0f MiB %5.1f s" % (" ".join(words), *got[2:], *want[2:]))
                tally.equal("memory", True, got[2] <= MIB)


def check_none(tally, path, scratch, limit):
    """Rows that need all stacks in memory, and a directory that is none."""
    with tally.case("limits"):
        code, err, _, _ = run(scratch, "top", "--by=stack", "--max-memory=%d" % limit, path)
        tally.equal("stacks", (1, True), (code, b"--max-memory" in err))
        os.environ["TMPDIR"] = "/nowhere"
        p = subprocess.run([TOOL, "flame", "--max-memory=%d" % limit, path], capture_output=True, env=os.environ)
        tally.equal("no directory", (False, b"", True), (p.returncode == 0, p.stdout, b"temporary file in /nowhere" in p.stderr))


def main():
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder) / "scratch"
        scratch.mkdir()
        profile, dump = pathlib.Path(folder) / "stacks.simpleperf", pathlib.Path(folder) / "heap.txt"
        make_stacks.write("profile", SAMPLES, profile)
        make_stacks.write("dump", RECORDS, dump)
        limit = 44 << 20 if MIB else 9 << 20
        check(tally, profile, scratch, limit, DOCUMENTS)
        check(tally, dump, scratch, limit, DOCUMENTS)
        check_none(tally, profile, scratch, limit)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
