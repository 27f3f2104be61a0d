# SPDX-License-Identifier: MIT
"""What can be done with diagnostic files: operations of libdiagfmt-ops, whose results are rows or documents.

The library is found as the system finds libdiagfmt-ops.so.0, or where the environment variable DIAGFMT_OPS_LIBRARY
says. It describes its operations, of which each has a class and a function here: Heap and heap(). help() tells what they
take, and what they can be asked.

Inputs are what open() takes, one or a list of several; options are those of the operation and of the library
(max_memory …). progress is called with the number of the input, the bytes read of it, and those that there are (0:
nobody knows); if it returns False, CancelledError is raised. remarks is called with the number of the input and what is
told of it beside records, damage that was passed over among it. damaged: "raise", or "accept" for what was read before
the damage, or "drop" to leave such inputs out.

A function returns the usual rows of its operation:

>>> from diagfmt import ops
>>> found = ops.profile(b"7: malloc 0x5000 24\\n8: malloc 0x6000 40\\n")
>>> found.facts.total, found.facts.unit
(64, 'bytes')
>>> [row.total for row in found]
[40, 24]
>>> [(row.line, row.severity) for row in ops.verify(b"7: malloc 0x5000 24\\nwhat\\n7: free 0x5000\\n")]
[(2, 'error')]
>>> rows = ops.info(b"ProblemType: Crash\\nSignal: 11\\n")
>>> [(row.format, row.bytes) for row in rows], rows.next_set(), rows.name
([('apport', 30)], True, 'report')

Of an operation that writes, it writes to a path, a descriptor or a binary file, or returns what is written:

>>> ops.convert(b"ProblemType: Crash\\nB: 2\\nA: 1\\n", sort=True, drop="B")
b'ProblemType: Crash\\nA: 1\\n'
>>> ops.repair(b"ProblemType: Crash\\njunk\\nA: 1\\n")
b'ProblemType: Crash\\nA: 1\\n'
>>> ops.text(b"7: malloc 0x5000 24\\r\\n8: free 0x5000\\r\\n", threads="7")
b'7: malloc 0x5000 24\\n'
>>> ops.share(b"mail to jane@example.org\\n", key=b"not a good key, but a fixed one")
b'mail to <email:2be8b2>\\n'

The class is for all else: other answers, documents, what goes on after an error.

>>> ops.Heap.answers
('live', 'use', 'leaks', 'chains')
>>> heap = ops.Heap(b"7: malloc 0x5000 24\\n7: free 0x5000\\n8: malloc 0x6000 24\\n", by="thread").run()
>>> [(row.thread_id, row.bytes, row.peak_bytes) for row in heap.answer("use")]
[(7, 0, 24), (8, 24, 24)]
"""

import builtins

from . import _kinds, _named
from ._kinds import *
from ._named import *
from ._ops import Operation as Operation

__all__ = ["Operation"]
__all__ += _kinds.__all__
__all__ += _named.__all__
__all__ = sorted(name for name in {*__all__} if not hasattr(builtins, name))  # list() is ops.list() alone
