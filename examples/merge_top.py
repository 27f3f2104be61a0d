# SPDX-License-Identifier: MIT
"""The ten functions that take most in several profiles together: merge_top.py FILE..."""
import sys
from diagfmt import ops
print(ops.top(sys.argv[1:]).to_table(max_rows=10), end="")
