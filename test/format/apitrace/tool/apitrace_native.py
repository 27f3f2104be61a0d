#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds `diagfmt dump --native` against the texts of apitrace, byte for byte.

usage: apitrace_native.py DIAGFMT [NAME]

Runs over the traces in ../shared/corpus/apitrace (or $DFMT_CORPUS/apitrace): their .dump and .vdump, and options/,
whose list.tsv names the options of each. Exit status 77 if they are not there.
"""
import gzip
import hashlib
import os
import shlex
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2:]
# How much a decompressor yields of a file that is cut is its own business: one text begins like the other.
CUT = ("cut_gl45.brotli5", "cut_gl45.gzip", "cut_gl45.plainzstd", "cut_gl45.zstd")


def folder():
    base = os.environ.get("DFMT_CORPUS") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), *[".."] * 5, "shared", "corpus")
    return os.path.abspath(os.path.join(base, "apitrace"))


def read(path):
    """A text, which may be kept in gzip; None if there is none."""
    for name, how in ((path, open), (path + ".gz", gzip.open)):
        if os.path.exists(name):
            with how(name, "rb") as f:
                return f.read()
    return None


def dump(*args, cwd=None):
    p = subprocess.run([TOOL, "dump", "--native", *args], capture_output=True, cwd=cwd, timeout=300)
    assert b"Sanitizer" not in p.stderr and b"runtime error" not in p.stderr, p.stderr.decode("utf-8", "replace")
    in_vain = p.returncode == 4 and not p.stdout and os.path.basename(args[-1]).startswith(CUT)
    assert p.returncode in (0, 1) or in_vain, (p.returncode, p.stderr)  # cut before the end of the first block
    return p.stdout


def first_difference(got, want):
    a, b = got.split(b"\n"), want.split(b"\n")
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return "line %d\n  got  %r\n  want %r" % (i + 1, x[:300], y[:300])
    return "%d lines, not %d" % (len(a), len(b))


def same(name, got, want):
    if got == want or (name.split("/")[-1].startswith(CUT) and (got.startswith(want) or want.startswith(got))):
        return True
    print("FAILED", name, first_difference(got, want), flush=True)
    return False


def text_of(trace, kind):
    """What is expected; repacked traces have the text of the one they were made of."""
    want = read(trace[:-len("trace")] + kind)
    here, base = os.path.split(trace)
    while want is None and base.count(".") > 1:
        base = base.split(".")[0] + ".trace"
        want = read(os.path.join(here, base[:-len("trace")] + kind))
    return want


def traces(root):
    for part in ("recorded", "synthetic", "random"):
        for f in sorted(os.listdir(os.path.join(root, part))):
            if not f.endswith(".trace"):
                continue
            path = os.path.join(root, part, f)
            for kind, options in (("dump", []), ("vdump", ["-v", "--thread-ids=yes"])):
                want = text_of(path, kind)
                if want is not None:
                    yield "%s/%s %s" % (part, f, kind), path, options, want


def with_options(root):
    with open(os.path.join(root, "options", "list.tsv"), encoding="ascii") as f:
        for line in f:
            name, command = line.rstrip("\n").split("\t")
            args = shlex.split(command.split("  ")[0].replace("(", "\\(").replace(")", "\\)").replace("|", "\\|"))[2:]
            part = "synthetic" if name.startswith("syn_") else "recorded"
            yield name, os.path.join(root, part, args[-1]), args[:-1], read(os.path.join(root, "options", name))


def blobs_are_written(root):
    """--blobs writes files that hold what the text says, and never over others."""
    trace = os.path.join(root, "recorded", "gl45.trace")
    with tempfile.TemporaryDirectory() as d:
        text = dump("--color=never", "--blobs", trace, cwd=d)
        names = sorted(w.split(b'"')[1].decode() for w in text.split(b"blob(")[1:])
        if sorted(os.listdir(d)) != names or not names:
            print("FAILED blobs", names)
            return False
        sums = {n: hashlib.sha256(open(os.path.join(d, n), "rb").read()).digest() for n in names}
        p = subprocess.run([TOOL, "dump", "--native", "--blobs", trace], cwd=d, capture_output=True, timeout=60)
        again = {n: hashlib.sha256(open(os.path.join(d, n), "rb").read()).digest() for n in os.listdir(d)}
        if p.returncode != 3 or again != sums:
            print("FAILED blobs: written over", p.returncode, p.stderr)
            return False
    return True


def main():
    root = folder()
    codecs = subprocess.run([TOOL, "--version"], capture_output=True, timeout=60).stdout.decode()
    if not os.path.isdir(root) or not all(c in codecs for c in ("snappy", "zstd", "brotli")):
        print("skipped: no corpus, or a codec is missing")
        return 77
    n = failed = 0
    for name, path, options, want in [*traces(root), *with_options(root)]:
        if ONLY and not any(o in name for o in ONLY):
            continue
        assert want is not None, name
        n += 1
        colored = any(o.startswith("--color") for o in options)
        with tempfile.TemporaryDirectory() as d:
            got = dump(*([] if colored else ["--color=never"]), *options, path, cwd=d)
        failed += not same(name, got, want)
    if not ONLY:
        n += 1
        failed += not blobs_are_written(root)
    print("%d texts, %d differ" % (n, failed))
    return 1 if failed or not n else 0


if __name__ == "__main__":
    sys.exit(main())
