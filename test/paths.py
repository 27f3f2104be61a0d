# SPDX-License-Identifier: MIT
"""Importing this lets a test script import what others share, from test/corpus, test/tool and the same folders and data/ of
every format. For that, each module there has a name of its own. It also tells what the build lacks that is tried.
"""

import os
import pathlib
import sys

TEST = pathlib.Path(__file__).resolve().parent
KINDS = "corpus", "data", "tool"

sys.path[1:1] = [str(folder) for kind in KINDS for folder in [*TEST.glob(kind), *sorted(TEST.glob("format/*/" + kind))]]

LACKS = os.environ.get("DFMT_LACKS", "").split(",")
HAS_NANOPB, HAS_SQLITE = "nanopb" not in LACKS, "sqlite" not in LACKS
NO_NANOPB = "pprof: nanopb is not built in"  # what is said then
