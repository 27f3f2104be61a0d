# SPDX-License-Identifier: MIT
"""Diagnostic files, read and written by libdiagfmt.

>>> import diagfmt
>>> for event in diagfmt.open(b"ProblemType: Crash\\nSignal: 11\\n"):
...     print(event.type, event.body.key, event.body.text)
apport.field ProblemType Crash
apport.field Signal 11

The library is the one that the environment variable DIAGFMT_LIBRARY names, or that the package carries, or that the
system finds as libdiagfmt.so.0. One reader or writer belongs to one thread at a time.
"""

from . import apitrace, events, mallocdbg, records, simpleperf
from ._batches import Batch, Batches, Tabular
from ._columns import Columns
from ._convert import ArrayView, Record, View
from ._io import Feed
from ._rows import Column, Rows, rows
from ._scan import Scan, scan
from ._share import Account, Sharer, share
from ._sql import Answer, sql
from ._tables import Table, table, table_names, tables
from ._triage import triage, triage_rules
from .errors import (ArgumentError, BusyError, CancelledError, ChecksumError, DamageWarning, Error, FormatError,
                     LimitError, NoMemoryError, NotFoundError, NotPermittedError, ReadWriteError, StaleError, StateError,
                     TruncatedError, UnsupportedError)
from .events import AnyEvent
from .identify import Guess, features, formats, identify, library_version, words
from .reader import Event, EventView, Payload, Reader, open
from .values import Value
from .writer import Entry, Writer

__all__ = [
    "Account", "Answer", "AnyEvent", "ArgumentError", "ArrayView", "Batch", "Batches", "BusyError", "CancelledError",
    "ChecksumError", "Column", "Columns", "DamageWarning", "Entry", "Error", "Event", "EventView", "Feed", "FormatError", "Guess",
    "LimitError", "NoMemoryError", "NotFoundError", "NotPermittedError", "Payload", "ReadWriteError", "Reader", "Record", "Rows", "Scan", "Sharer", "StaleError", "StateError",
    "Table", "Tabular", "TruncatedError", "UnsupportedError", "Value", "View", "Writer", "apitrace", "events", "features",
    "formats", "identify", "library_version", "mallocdbg", "open", "records", "rows", "scan", "share", "simpleperf", "sql",
    "table", "table_names", "tables", "triage", "triage_rules", "words",
]
__version__ = "0.1.0"
