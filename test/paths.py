# SPDX-License-Identifier: MIT
"""Importing this lets a test script import what others share, from test/corpus, test/tool and the same folders and data/ of
every format. For that, each module there has a name of its own. It also tells what the build lacks that is tried, and how much
of many like things is.
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

BRIEF = bool(os.environ.get("DFMT_BRIEF"))
ONE_IN, TURN = int(os.environ.get("DFMT_ONE_IN") or 1), int(os.environ.get("DFMT_TURN") or 0)


def turns(items, one_in=ONE_IN, but=lambda item: False):
    """One in $DFMT_ONE_IN of these, which are many and alike, others for another $DFMT_TURN; the last one, and those for
    which but() is true, always."""
    items = list(items)
    return [item for i, item in enumerate(items) if i % one_in == TURN % one_in or i + 1 == len(items) or but(item)]
