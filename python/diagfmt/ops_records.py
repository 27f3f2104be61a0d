# SPDX-License-Identifier: MIT
"""The class of each record of libdiagfmt-ops: ProfileRow, ProfileFacts … ops_records.pyi lists their members."""

from ._ops import record_classes

globals().update({cls.__name__: cls for cls in record_classes})
__all__ = sorted(cls.__name__ for cls in record_classes)  # noqa: PLE0605
