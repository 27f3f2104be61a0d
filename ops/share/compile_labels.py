#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lexicon as C: compile_labels.py LABELS.txt"""
import sys

with open(sys.argv[1], "rb") as file:
    lines = [line.rstrip() + b"\n" for line in file if line.strip() and not line.startswith(b"#")]
data = b"".join(lines)
data.decode("ascii")  # which it has to be
print("/* Generated from labels.txt. */")
print("#include \"share/lexicon.h\"\n")
print("const size_t dfmto_share_lexicon_len = %d;" % len(data))
print("const char dfmto_share_lexicon_text[] = {")  # as numbers, as strings of C may be too short
for line in lines:
    print("  %s," % ", ".join(map(str, line)))
print("  0};")
