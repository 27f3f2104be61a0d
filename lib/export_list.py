#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The functions of a version script as a list for macOS's linker: export_list.py MAP."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    print("\n".join("_" + name for name in sorted(re.findall(r"\b(dfmt_\w+);", file.read()))))
