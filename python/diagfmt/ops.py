# SPDX-License-Identifier: MIT
"""What can be done with diagnostic files: operations of libdiagfmt-ops, whose results are rows or documents.

The library is found as the system finds libdiagfmt-ops.so.0, or where the environment variable DIAGFMT_OPS_LIBRARY
says. Inputs are what open() takes, one or a list of several; options are those of the operation and of the library
(max_memory …). progress is called with the number of the input, the bytes read of it, and those that there are (0:
nobody knows); if it returns False, CancelledError is raised. damaged: "raise", or "accept" for what was read before
the damage, or "drop" to leave such inputs out.
"""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from functools import partial
from typing import Any

from ._io import Sink, source_of
from ._ops import Operation, OpProgress, ops_library
from ._rows import Rows, repeatable
from .errors import OK, check, choose

__all__ = ["Convert", "Diff", "Extraction", "Heap", "Info", "Listing", "Operation", "Profile", "Repair", "Search", "Share",
           "Text", "Triage", "Value", "Verify", "compare", "compare_flame", "convert", "diff", "entries", "extract", "firefox", "flame",
           "folded", "growth", "info", "leaks", "pprof", "redact", "repair", "search", "share", "text", "top", "triage", "value",
           "verify"]

KINDS = {"functions": 0, "groups": 1, "stacks": 2, "tree": 3, "sizes": 4}
HEAP_KINDS = {"live": 0, "use": 1, "leaks": 2, "chains": 3}
DOCUMENTS = {"folded": 0, "flame": 1, "pprof": 2, "firefox": 3}
SELF, TOTAL = 0, 1


class Profile(Operation):
    """Stacks with weights, out of samples of simpleperf or heap dumps of malloc_debug; several inputs add up.

    Options: keep "functions", "files", "stacks", "places" (stacks with addresses) or "samples"; group by "event",
    "thread", "process" or "heap", or several of them, or "usual"; weight "usual" or "count"; cpu "any", "on", "off",
    "both" or "recorded"; heap "all", "app" or "zygote"; events, threads and processes: lists of names or shell
    patterns; from_ns and to_ns; allocators, to keep frames of malloc and the like in heap dumps' stacks. purpose "rows",
    "folded", "flame", "pprof", "firefox", "compare" or "compare_flame" chooses the defaults of keep, group, cpu and
    periods that such an answer needs.

    >>> import diagfmt.ops
    >>> profile = diagfmt.ops.Profile(b"7: malloc 0x5000 24\\n8: malloc 0x6000 24\\n").run()
    >>> [(row.block_bytes, row.total_count) for row in profile.rows("sizes")]
    [(24, 2)]
    """

    number, make = 1, "dfmt_profile_new"

    def rows(self, kind: str | None = None) -> Rows:
        """Rows of "functions", "groups", "stacks", "tree" or "sizes"; the usual kind if it is not said."""
        if kind is None:
            return super().rows()
        return self._rows(ops_library.dfmt_profile_rows, choose(KINDS, kind, "kind of rows"))

    def merge(self, other: Profile) -> Profile:
        """Adds what another profile of the same options counted, a thread's for example; the profile itself.

        It has run, or has no inputs: Profile([], …). The other one stays as it is.
        """
        self._check(ops_library.dfmt_profile_merge(self._open(), other._open()))
        return self

    def write(self, target: Any, document: str = "flame") -> bytes | None:
        """Writes a document of all stacks to a path, a descriptor or a binary file. None: it is returned.

        document: "flame", "folded" or "pprof"; "firefox" where samples are kept.
        """
        return self._write(target, ops_library.dfmt_profile_write, choose(DOCUMENTS, document, "document"), None)


def top(inputs: Any, *, progress: OpProgress | None = None, damaged: str = "raise", **options: Any) -> Rows:
    """Functions, by the weight of their own, with the weight of all they call; of recorded operations sizes of blocks.

    >>> import diagfmt.ops
    >>> found = diagfmt.ops.top(b"7: malloc 0x5000 24\\n8: malloc 0x6000 40\\n")
    >>> found.facts.total, found.facts.unit
    (64, 'bytes')
    >>> [row.total for row in found]
    [40, 24]
    """
    return Profile(inputs, progress, **options).run(damaged).rows()


def flame(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """A flame graph, SVG that needs nothing else, to a path or a binary file. None: it is returned."""
    return Profile(inputs, progress, purpose="flame", **options).run(damaged).write(target, "flame")


def folded(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
           **options: Any) -> bytes | None:
    """Folded stacks, a line each, to a path or a binary file. None: they are returned."""
    return Profile(inputs, progress, purpose="folded", **options).run(damaged).write(target, "folded")


def pprof(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """A profile for `go tool pprof` with addresses, threads and all events, to a path or a binary file.

    None: it is returned.
    """
    return Profile(inputs, progress, purpose="pprof", **options).run(damaged).write(target, "pprof")


def firefox(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> bytes | None:
    """A profile for the Firefox Profiler, JSON with each sample at its time, to a path or a binary file.

    None: it is returned.
    """
    return Profile(inputs, progress, purpose="firefox", **options).run(damaged).write(target, "firefox")


def compare(before: Any, after: Any, *, by: str = "self", progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> Rows:
    """What changed between profiles, of different builds also: functions, the surest change first.

    before, after: a profile, or a list of runs, each one. by: the weight of the functions' own ("self"), or with what
    they call ("total").
    """
    run = {"purpose": "compare", **options}
    sides = [[Profile(one, progress, **run).run(damaged) for one in (side if isinstance(side, list) else [side])]
             for side in (before, after)]
    arrays = [(c_void_p * len(side))(*(profile.handle for profile in side)) for side in sides]
    handle, which = c_void_p(), choose({"self": SELF, "total": TOTAL}, by, "way")
    status = ops_library.dfmt_compare_rows(None, arrays[0], len(sides[0]), arrays[1], len(sides[1]), which,
                                           byref(handle))
    check(status, ops_library.dfmt_op_error(sides[0][0].handle) if sides[0] else None)
    return Rows(handle)


def _merged(runs: Any, progress: OpProgress | None, damaged: str, options: dict[str, Any]) -> Profile:
    return Profile(runs, progress, **{"purpose": "compare_flame", **options}).run(damaged)


def compare_flame(before: Any, after: Any, target: Any = None, *, progress: OpProgress | None = None,
                  damaged: str = "raise", **options: Any) -> bytes | None:
    """A flame graph of what changed, SVG, to a path or a binary file. None: it is returned.

    before, after: a profile, or a list of runs, which are added up. Boxes are as wide as after, red where their share
    has grown, blue where it has fallen.
    """
    old = _merged(before, progress, damaged, options)
    new = _merged(after, progress, damaged, options)
    return new._write(target, lambda handle, sink: ops_library.dfmt_compare_flame(old.handle, handle, None, sink))


class Heap(Operation):
    """Memory that was not freed, in one file of malloc_debug: recorded operations, a log, or a heap dump.

    Options, for recorded operations: by "size" or "thread", both by default; at_ns, a time of the file's clock;
    threads, a list of ids or shell patterns of these.

    >>> import diagfmt.ops
    >>> heap = diagfmt.ops.Heap(b"7: malloc 0x5000 24\\n7: free 0x5000\\n8: malloc 0x6000 24\\n", by="thread").run()
    >>> [(row.thread_id, row.bytes, row.peak_bytes) for row in heap.rows("use")]
    [(7, 0, 24), (8, 24, 24)]
    """

    number, make = 3, "dfmt_heap_new"

    def rows(self, kind: str | None = None) -> Rows:
        """Rows of "live", "use", "leaks" or "chains"; the usual kind of the input if it is not said."""
        if kind is None:
            return super().rows()
        return self._rows(ops_library.dfmt_heap_rows, choose(HEAP_KINDS, kind, "kind of rows"))


def leaks(inputs: Any, *, progress: OpProgress | None = None, damaged: str = "raise", **options: Any) -> Rows:
    """What recorded operations of malloc_debug never freed, leaks of a log, or call chains in use of a heap dump.

    >>> import diagfmt.ops
    >>> found = diagfmt.ops.leaks(b"7: malloc 0x5000 24\\n7: free 0x5000\\n8: malloc 0x6000 40\\n")
    >>> [(row.block_bytes, row.thread_id, row.blocks) for row in found]
    [(40, 8, 1)]
    """
    return Heap(inputs, progress, **options).run(damaged).rows()


def growth(before: Heap, after: Heap) -> Rows:
    """What each call chain of two heap dumps, operations that have run, has in one and in the other.

    A second set of rows has the sums of both dumps, as wholes and on both sides of the fork from the zygote.
    """
    handle = c_void_p()
    status = ops_library.dfmt_heap_growth_rows(before.handle, after.handle, byref(handle))
    check(status, ops_library.dfmt_op_error(before.handle))
    return before._own(after._own(Rows(handle)))  # pylint: disable=protected-access


class Diff(Operation):
    """What two files of one format differ in; inputs: both.

    Options: max, most differences: the first one by default; ignore, keys or shell patterns of records that do not
    count; ignore_pointers.
    """

    number, make = 6, "dfmt_diff_new"


def diff(before: Any, after: Any, *, progress: OpProgress | None = None, damaged: str = "raise",
         **options: Any) -> Rows:
    """What two files of one format differ in, record by record: the first difference, or as many as the option max says.

    Of heap dumps the rows are those of growth(). Their facts have n_differences in any case.

    >>> import diagfmt.ops
    >>> found = diagfmt.ops.diff(b"7: malloc 0x5000 24\\n7: free 0x5000\\n", b"7: malloc 0x5000 25\\n7: free 0x5000\\n")
    >>> [(row.record, row.member, row.before, row.after) for row in found]
    [('malloc', 'bytes', '24', '25')]
    """
    return Diff([before, after], progress, **options).run(damaged).rows()


class Convert(Operation):
    """Writes its inputs anew: write() runs it. Its rows, after that, are figures, and in a second set notes."""

    number, make = 8, "dfmt_convert_new"

    def write(self, target: Any = None, damaged: str = "raise") -> bytes | None:
        """Runs, and writes to a path, where the file appears when it is complete, or a descriptor or binary file.

        None: the bytes are returned.
        """
        return self._run_to(target, damaged)


def convert(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> bytes | None:
    """Writes a file anew, byte for byte except for what is asked; several profiles as one. None: it is returned.

    Options: keys, drop, calls, frames, threads and functions choose; variant, compression, container and log_format
    are words of the format; sort, last_wins, strip, drop_times; redact: names, or shell patterns of these; events,
    from_ns and to_ns choose samples; level and other options of libdiagfmt.

    >>> import diagfmt.ops
    >>> diagfmt.ops.convert(b"ProblemType: Crash\\nB: 2\\nA: 1\\n", sort=True, drop="B")
    b'ProblemType: Crash\\nA: 1\\n'
    """
    with Convert(inputs, progress, **options) as operation:
        return operation.write(target, damaged)


def redact(inputs: Any, target: Any = None, names: Any = (), *, progress: OpProgress | None = None,
           damaged: str = "raise", **options: Any) -> bytes | None:
    """convert(), with names, or shell patterns of names, replaced by placeholders: in profiles, reports and heap dumps."""
    return convert(inputs, target, progress=progress, damaged=damaged, redact=names, **options)


class Repair(Convert):
    """Writes what is good of one damaged input: write() runs it. Notes say what became of what was not."""

    number, make = 9, "dfmt_repair_new"


def repair(given: Any, target: Any = None, *, progress: OpProgress | None = None, **options: Any) -> bytes | None:
    """What is good of a damaged file, as a sound one, to a path or a binary file. None: it is returned.

    >>> import diagfmt.ops
    >>> diagfmt.ops.repair(b"ProblemType: Crash\\njunk\\nA: 1\\n")
    b'ProblemType: Crash\\nA: 1\\n'
    """
    with Repair(given, progress, **options) as operation:
        return operation.write(target)


class Share(Operation):
    """Takes personal data out of reports: write() runs it over all inputs, and writes the first one.

    The other inputs are learned from. Its rows, after that, are the account of what was replaced, and in further sets
    the entries that were left out or kept, as they cannot be searched, and the values that are doubtful. diagfmt.share()
    and diagfmt.Sharer write several, and check them.
    """

    number, make, to = 16, "dfmt_share_new", "dfmt_share_to"

    def to_sink(self, sink: Sink | None) -> None:
        """Before run(): where the next of the inputs goes; None: it is only learned from."""
        self._check(ops_library.dfmt_share_to(self._open(), None if sink is None else sink.handle))

    def review(self, sink: Sink) -> None:
        """Before run(): where a text goes that shows each place with what was there."""
        self._check(ops_library.dfmt_share_review(self._open(), sink.handle))

    def check(self, given: Any) -> None:
        """After run(): reads an output, a file or bytes, again; raises FormatError if anything personal is left in it."""
        source, owned = source_of(given)
        try:
            self._check(ops_library.dfmt_share_check(self._open(), source.handle))
        finally:
            if owned:
                source.close()

    def write(self, target: Any = None) -> bytes | None:
        """Runs, and writes to a path, where the file appears when it is complete, or a descriptor or binary file.

        None: the bytes are returned.
        """
        return self._run_to(target, "raise")


def share(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, **options: Any) -> bytes | None:
    """A bug report or a log without personal data, to a path or a binary file. None: it is returned.

    Of several inputs all are learned from, and the first one is written. Options: profile, classes ("+serial",
    "-ipv4"), key (16 bytes or more), values ("person:Jane Doe"), keep ("core", "images" …) and hash_bits.

    >>> import diagfmt.ops
    >>> diagfmt.ops.share(b"mail to jane@example.org\\n", key=b"not a good key, but a fixed one")
    b'mail to <email:2be8b2>\\n'
    """
    with Share(inputs, progress, **options) as operation:
        return operation.write(target)


class Triage(Operation):
    """What bug reports and Apport reports tell of that went wrong; then, in a second set of rows, how each input was read."""

    number, make = 17, "dfmt_triage_new"


def triage(inputs: Any, *, known: Any = (), progress: OpProgress | None = None, damaged: str = "raise",
           **options: Any) -> Rows:
    """Findings of bug reports and Apport reports, the worst first. known: signatures, or texts with one a line.

    >>> import diagfmt.ops
    >>> report = (b"========================================================\\n== dumpstate: 2025-01-01 00:00:10\\n"
    ...           b"========================================================\\n\\n"
    ...           b"------ LAST KMSG (x) ------\\nKernel panic - not syncing: sysrq triggered crash\\n")
    >>> [(row.severity, row.kind, row.signature, row.known) for row in diagfmt.ops.triage(report)]
    [(100, 'kernel_crash', 'kernel|panic|sysrq triggered crash', False)]
    """
    texts = [known] if isinstance(known, str) else list(known)
    return Triage(inputs, progress, **({"known": texts} if texts else {}), **options).run(damaged).rows()


class Verify(Operation):
    """Reads and decodes everything, and lists what is wrong; then, in a second set of rows, how each input is."""

    number, make = 4, "dfmt_verify_new"


def verify(inputs: Any, *, progress: OpProgress | None = None, damaged: str = "raise", **options: Any) -> Rows:
    """What is wrong in files of any format; options: strict, least and recover.

    >>> import diagfmt.ops
    >>> [(row.line, row.severity) for row in diagfmt.ops.verify(b"7: malloc 0x5000 24\\nwhat\\n7: free 0x5000\\n")]
    [(2, 'error')]
    """
    return Verify(inputs, progress, **options).run(damaged).rows()


class Info(Operation):
    """What is in files: facts, in several sets of rows, the first of which is about the file. Option: sets, names of these."""

    number, make = 5, "dfmt_info_new"


def info(inputs: Any, *, progress: OpProgress | None = None, damaged: str = "raise", **options: Any) -> Rows:
    """What a crash report, trace, profile, heap dump, log or bug report is about; next_set() goes to the next rows.

    >>> import diagfmt.ops
    >>> rows = diagfmt.ops.info(b"ProblemType: Crash\\nSignal: 11\\n")
    >>> [(row.format, row.bytes) for row in rows], rows.next_set(), rows.name
    ([('apport', 30)], True, 'report')
    """
    return Info(inputs, progress, **options).run(damaged).rows()


class Listing(Operation):
    """The entries of one input. Its rows read as they are asked for, and come once."""

    number, make = 12, "dfmt_list_new"


def entries(given: Any, *, progress: OpProgress | None = None, **options: Any) -> Rows:
    """What is in a file: keys of a report, calls of a trace, files of a bug report; options: parts and sizes.

    >>> import diagfmt.ops
    >>> [(row.key, row.decoded_size) for row in diagfmt.ops.entries(b"ProblemType: Crash\\nSignal: 11\\n")]
    [('ProblemType', 5), ('Signal', 2)]
    """
    return repeatable(Listing(given, progress, **options).run().rows(), given,
                      partial(entries, given, progress=progress, **options))


class Search(Operation):
    """Lines that match, in the texts of one input. Its rows read as they are asked for, and come once."""

    number, make = 13, "dfmt_search_new"


def search(given: Any, patterns: Any, *, progress: OpProgress | None = None, **options: Any) -> Rows:
    """Lines of reports that match a pattern, or one of several: POSIX extended expressions.

    Options: fixed, ignore_case, words, invert, only, before, after, all and count; keys and drop: lists of keys, or
    shell patterns of these.

    >>> import diagfmt.ops
    >>> [(row.key, row.line, row.text) for row in diagfmt.ops.search(b"ProblemType: Crash\\nA:\\n x\\n y\\n", "[xC]")]
    [('ProblemType', 1, 'Crash'), ('A', 1, 'x')]
    """
    wanted = [patterns] if isinstance(patterns, str) else patterns
    return repeatable(Search(given, progress, patterns=wanted, **options).run().rows(), given,
                      partial(search, given, patterns, progress=progress, **options))


class Extraction(Operation):
    """The values of one input as files. Its rows say what was not written, or not wholly; their facts, what was.

    Options: sections, those of a bug report's text and its services, too; keys and drop: lists of keys, or shell patterns
    of these; calls, frames, threads and functions choose calls of a trace.
    """

    number, make = 14, "dfmt_extract_new"

    def write(self, directory: Any, damaged: str = "raise") -> Rows:
        """Runs, and writes the files to a directory, which is made if it is not there."""
        os.makedirs(directory, mode=0o700, exist_ok=True)
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._check(ops_library.dfmt_extract_to(self._open(), descriptor))
            return self.run(damaged).rows()
        finally:
            os.close(descriptor)


def extract(given: Any, directory: Any, *, progress: OpProgress | None = None, damaged: str = "raise",
            **options: Any) -> Rows:
    """Writes each value of a file to a file of its own in a directory: nothing is written over, and names are checked.

    A report's values go by their keys, entries of a bug report by their paths; a trace gives blobs and shader sources.

    >>> import diagfmt.ops, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = diagfmt.ops.extract(b"ProblemType: Crash\\nSignal: 11\\nCON: x\\n", folder)
    ...     found.facts.n_files, [(row.what, row.key) for row in found]
    (2, [('unsafe', 'CON')])
    """
    return Extraction(given, progress, **options).write(directory, damaged)


class Text(Operation):
    """The text that a format's own programs print of its files, byte for byte.

    Options: form, "text" of traces, "dump", "perf-script", "on-cpu", "off-cpu", "on-off-cpu" or "mixed-on-off-cpu" of
    profiles, "android" of what malloc_debug writes, "json" of any format, with payload "none", "digest" or "inline";
    recover "none", "cut" or "all"; safe, for a terminal; of traces verbose, thread_ids, call_numbers, arg_names,
    multiline, honest and color; calls, frames, threads and functions choose records.
    """

    number, make, to = 10, "dfmt_text_new", "dfmt_text_to"

    def write(self, target: Any, damaged: str = "raise") -> bytes | None:
        """Runs, and writes to a path, a descriptor or a binary file. None: the text is returned."""
        sink = Sink(target)
        try:
            self._check(getattr(ops_library, self.to)(self._open(), sink.handle))
            try:
                self.run(damaged)
            finally:
                sink.check(OK)
            if target is None:
                return sink.getvalue()
            sink.commit()
            return None
        finally:
            sink.close()


def text(inputs: Any, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
         **options: Any) -> bytes | None:
    """The text of a format's own programs, to a path or a binary file. None: it is returned.

    >>> import diagfmt.ops
    >>> diagfmt.ops.text(b"7: malloc 0x5000 24\\r\\n8: free 0x5000\\r\\n", threads="7")
    b'7: malloc 0x5000 24\\n'
    """
    with Text(inputs, progress, **options) as op:
        return op.write(target, damaged)


class Value(Text):
    """The value of an entry by its key, as bytes.

    Options: key; which "first", "last" or "all" of those that have it; mode "decoded", "stored" or "raw".
    """

    number, make, to = 15, "dfmt_value_new", "dfmt_value_to"

    @property
    def count(self) -> int:
        """How many entries with this key were found."""
        return int(ops_library.dfmt_value_count(self._open()))


def value(source: Any, key: str, target: Any = None, *, progress: OpProgress | None = None, damaged: str = "raise",
          **options: Any) -> bytes | None:
    """The value of the first entry with a key, to a path or a binary file. None: it is returned.

    Raises KeyError if no entry has the key, after an empty target was written.

    >>> import diagfmt.ops
    >>> diagfmt.ops.value(b"ProblemType: Crash\\nTitle: Oh\\n", "Title")
    b'Oh'
    """
    with Value(source, progress, key=[key], **options) as op:
        found = op.write(target, damaged)
        if not op.count:
            raise KeyError(key)
        return found
