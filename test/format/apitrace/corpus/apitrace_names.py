#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Flags of function names against the list of the reference's and its rules: apitrace_names.py LIBRARY

The rules are those of spec 8.2 to 8.4, written as regular expressions. Every listed name is tried, and many
that are made of the pieces that the rules are about.
"""

import itertools
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus
import dfmt_ctypes

RULES = [(re.compile(pattern, re.A), letters) for pattern, letters in [
    (r"gl([A-Z][a-z]+)*Draw(Range|Mesh)?(Arrays|Elements)([A-Z][a-zA-Z]*)?", "R"),
    (r"gl(CallLists?|Clear|End|DrawPixels|BlitFramebuffer|DrawTransformFeedback([A-Z][a-zA-Z]*)?|Rect[dfis]v?"
     r"|EvalMesh[0-9]+)[0-9A-Z]*", "R"),
    (r"glBindFramebuffer[0-9A-Z]*", "T"),
    (r"glGet(Float|Integer|VertexAttrib|TexParameter|TextureParameter|TexLevelParameter|TextureLevelParameter)\w+",
     "N"),
    (r"ID3D1(0Device|1DeviceContext)[0-9]*::(Draw\w*|ExecuteCommandList)", "R"),
    (r"ID3D1(0Device|1DeviceContext)[0-9]*::OMSetRenderTargets\w*", "T"),
    (r"IDXGI(Decode)?SwapChain\w*::Present\w*", "F"),
    (r"ID3D1[01]Device[0-9]*::Check(FormatSupport|MultisampleQualityLevels)", "NV"),
]]
LETTERS = {"F": "end_frame", "R": "render", "T": "rendertarget", "N": "no_side_effects", "V": "verbose", "M": "marker",
           "+": "marker_push", "-": "marker_pop"}
PIECES = ["gl", "Multi", "Draw", "Range", "Mesh", "Arrays", "Elements", "Instanced", "EXT", "2", "x", "_", "Clear",
          "End", "CallList", "Rect", "f", "v", "EvalMesh", "DrawTransformFeedback", "BindFramebuffer", "GetFloat",
          "ID3D10Device", "ID3D11DeviceContext", "ID3D11Device", "IDXGISwapChain", "IDXGIDecodeSwapChain", "::",
          "ExecuteCommandList", "OMSetRenderTargets", "Present", "CheckFormatSupport", "!"]


def listed():
    root = pathlib.Path(os.environ.get("DFMT_CORPUS") or corpus.SOURCE_ROOT.parent / "shared" / "corpus")
    path = root.parent / "formats" / "apitrace-call-flags.tsv"
    if not path.is_file():
        print("skipped: no list at %s" % path)
        sys.exit(corpus.SKIPPED)
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return dict(line.split("\t") for line in lines[1:])


def names_of(table):
    yield from table
    for name in table:
        yield from (name[:-1], name + "x", name + "2", name.lower())
    for n in range(1, 5):
        for pieces in itertools.product(PIECES, repeat=n):
            if n < 4 or pieces[0] in ("gl", "ID3D10Device", "ID3D11DeviceContext", "IDXGISwapChain"):
                yield "".join(pieces)


def main():
    lib = dfmt_ctypes.Dfmt(sys.argv[1])
    table, tried, failed = listed(), 0, 0
    bits = {letter: lib.words["apitrace.flags"][word] for letter, word in LETTERS.items()}
    for name in names_of(table):
        letters = next((flags for rule, flags in RULES if rule.fullmatch(name)), table.get(name, ""))
        want, got = sum(bits[letter] for letter in letters), lib.c.dfmt_apitrace_name_flags(name.encode(), len(name))
        tried += 1
        if got != want:
            failed += 1
            print("%s: %d, not %d" % (name, got, want))
    print("%d names, %d of them listed, %d failed" % (tried, len(table), failed))
    return 1 if failed or len(table) < 400 else 0


if __name__ == "__main__":
    sys.exit(main())
