# SPDX-License-Identifier: MIT
"""`python -m diagfmt`: the command-line tool, as the package carries it or PATH has it."""

from __future__ import annotations

import os
import shutil
import sys

from ._library import carried


def main() -> None:
    tool = carried("diagfmt") or shutil.which("diagfmt")
    if not tool:
        sys.exit("diagfmt: this package carries no tool, and there is none in PATH")
    os.execv(tool, [tool, *sys.argv[1:]])


if __name__ == "__main__":
    main()
