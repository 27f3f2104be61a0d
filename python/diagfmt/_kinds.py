# SPDX-License-Identifier: MIT
"""A class and a function for each kind of operation: Heap and heap() … _kinds.pyi lists them.

They have a module of their own, as some are called as Python's own functions: list.
"""

from ._catalogue import make

made = make()
globals().update(made)
__all__ = sorted(made)  # noqa: PLE0605
