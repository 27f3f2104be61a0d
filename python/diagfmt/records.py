# SPDX-License-Identifier: MIT
"""The class of each record: ApportField, ApitraceCall, SimpleperfSample … records.pyi lists their members."""

from ._convert import classes

globals().update({cls.__name__: cls for cls in classes.values()})
__all__ = sorted(cls.__name__ for cls in classes.values())  # noqa: PLE0605
