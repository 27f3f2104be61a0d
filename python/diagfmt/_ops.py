# SPDX-License-Identifier: MIT
"""libdiagfmt-ops: its functions, types and options, and what all operations have."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from ctypes import CFUNCTYPE, byref, c_int32, c_uint64, c_void_p
from functools import partial
from typing import Any, TypeVar

from . import _describe, errors
from ._convert import add_classes
from ._io import Closing, Config, Lease, Shared, Sink, Source, option_number, source_of
from ._library import declare, find
from ._rows import Rows
from .errors import AGAIN, OK, StaleError, choose

__all__ = ["Operation", "ops_library", "record_classes"]

SONAME = "libdiagfmt-ops.so.0"
PROTOTYPES = {
    "dfmt_ops_type_at": "Tu", "dfmt_ops_option_at": "hu",
    "dfmt_op_add": "shh", "dfmt_op_run": "sh", "dfmt_op_input": "qh", "dfmt_op_accept": "sh", "dfmt_op_drop": "sh",
    "dfmt_op_progress": "shhh", "dfmt_op_limit": "shuq", "dfmt_op_rows": "sho", "dfmt_op_error": "hh",
    "dfmt_op_free": "nh",
    "dfmt_profile_new": "sho", "dfmt_profile_rows": "shuo", "dfmt_profile_write": "shuhh",
    "dfmt_profile_merge": "shh",
    "dfmt_compare_rows": "shoqoquo", "dfmt_compare_flame": "shhhh",
    "dfmt_triage_new": "sho",
    "dfmt_verify_new": "sho",
    "dfmt_list_new": "sho",
    "dfmt_search_new": "sho",
    "dfmt_heap_new": "sho", "dfmt_heap_rows": "shuo", "dfmt_heap_growth_rows": "shho",
    "dfmt_diff_new": "sho",
    "dfmt_extract_new": "sho", "dfmt_extract_to": "shi",
    "dfmt_convert_new": "sho", "dfmt_convert_to": "shh", "dfmt_repair_new": "sho",
    "dfmt_share_new": "sho", "dfmt_share_to": "shh", "dfmt_share_review": "shh", "dfmt_share_check": "shh",
    "dfmt_text_new": "sho",
    "dfmt_text_to": "shh",
    "dfmt_value_new": "sho", "dfmt_value_to": "shh", "dfmt_value_count": "qh",
}
ops_library = find(SONAME, "DIAGFMT_OPS_LIBRARY", "diagfmt.ops")
declare(ops_library, PROTOTYPES)
record_classes = add_classes(_describe.describe(ops_library.dfmt_ops_type_at))

#: is called with the number of the input, the bytes that were read of it, and those that there are, 0 if nobody knows;
#: False cancels
OpProgress = Callable[[int, int, int], object]
PROGRESS = CFUNCTYPE(c_int32, c_void_p, c_uint64, c_uint64, c_uint64)
CANCELLED = errors.CancelledError.status
O = TypeVar("O", bound="Operation")
R = TypeVar("R", bound=Rows)
DAMAGE = (errors.FormatError, errors.ReadWriteError, errors.UnsupportedError)
OPTIONS = [(o.format, o.name.decode().rpartition(".")[2], (o.key, o.kind, o.words), (o.lo, o.hi))
           for o in errors.described_options(ops_library.dfmt_ops_option_at)]
RANGES = {key: limits for _, _, (key, _, _), limits in OPTIONS}


def find_option(operation: int) -> Any:
    """What finds an option of an operation, of all of them, or of libdiagfmt."""
    own = {name: found for of, name, found, _ in OPTIONS if of in (0, operation)}
    return lambda name: own.get(name) or errors.find_option(name)


class OpConfig(Config):
    """Options of an operation, of which libdiagfmt knows no ranges."""

    def set(self, name: str, value: Any) -> None:
        key, kind, words = self.find(name)
        lo, hi = RANGES.get(key, (0, 0))
        if key in RANGES and kind != _describe.STR and not lo <= option_number(name, words, value) <= hi:
            raise ValueError(f"{name}={value!r} is out of range")
        super().set(name, value)


class Interrupts:
    """While the library runs, SIGINT is noted: what its handler raises would be lost in a callback."""

    def __init__(self) -> None:
        self.caught: tuple[int, Any] | None = None
        self.handler: Any = None

    def note(self, number: int, frame: Any) -> None:
        self.caught = number, frame

    def __enter__(self) -> Interrupts:
        self.caught, handler = None, signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(handler):
            self.handler = handler
            signal.signal(signal.SIGINT, self.note)
        return self

    def __exit__(self, *_: object) -> None:
        if self.handler is not None:
            signal.signal(signal.SIGINT, self.handler)
        if self.caught is not None:
            self.handler(*self.caught)


def free_operation(handle: c_void_p, inputs: list[tuple[Source, bool]], _: Any) -> None:
    """The last argument is its function for progress, which lives as long."""
    ops_library.dfmt_op_free(handle)
    for source, owned in inputs:
        if owned:
            source.close()


class Operation(Closing):
    """An operation over some inputs: run() it, then ask for what was found.

    Each input is what open() takes. After a LimitError, a BlockingIOError, an exception of the progress function, a
    KeyboardInterrupt among them, run() goes on where it stopped. After an error of an input, whose number is ``input``,
    accept() counts what was read of it and drop() leaves it out; then run() goes on, too.
    """

    number = 0  # DFMT_OP_*
    make = ""   # the function that makes one
    to = "dfmt_convert_to"  # the one that says where its output goes

    def __init__(self, inputs: Any, progress: OpProgress | None = None, **options: Any) -> None:
        self.handle, self._progress = c_void_p(), progress
        self._inputs: list[tuple[Source, bool]] = []
        self._raised: BaseException | None = None
        self._cancelled, self._interrupts = False, Interrupts()
        self._lease: Lease | None = None
        try:
            with OpConfig(options, find_option(self.number)) as config:
                errors.check(getattr(ops_library, self.make)(config, byref(self.handle)))
            self._told = PROGRESS(self._tell)
            self._lease = Shared(partial(free_operation, self.handle, self._inputs, self._told)).lease()
            self._check(ops_library.dfmt_op_progress(self.handle, self._told, None))
            for one in inputs if isinstance(inputs, (list, tuple)) else [inputs]:
                self.add(one)
        except BaseException:
            self.close()
            raise

    def add(self, given: Any) -> None:
        """Adds an input. Nothing is read before run()."""
        source, owned = source_of(given)
        self._inputs.append((source, owned))
        self._check(ops_library.dfmt_op_add(self._open(), source.handle))

    def run(self: O, damaged: str = "raise") -> O:
        """Runs to the end; the operation itself.

        damaged: "raise": an input that is damaged raises an exception; "accept", "drop": as the methods.
        """
        decide = choose({"raise": None, "accept": self.accept, "drop": self.drop}, damaged, "way")
        while True:
            try:
                self._run()
                return self
            except DAMAGE:
                if decide is None:
                    raise
                decide()

    def _run(self) -> None:
        """Once; again if a signal was caught whose handler lets it go on."""
        status = CANCELLED
        while status == CANCELLED and not self._cancelled:
            with self._interrupts:
                status = ops_library.dfmt_op_run(self._open())
        self._cancelled = False
        if self._check(status) == AGAIN:
            raise BlockingIOError("no more data yet")

    def _tell(self, _: int, which: int, done: int, total: int) -> int:
        """A turn of Python's, in which signals are looked for."""
        try:
            self._cancelled = self._progress is not None and self._progress(which, done, total) is False
        except BaseException as e:  # it goes on once the library has returned
            self._raised, self._cancelled = e, True
        return CANCELLED if self._cancelled or self._interrupts.caught else OK

    @property
    def input(self) -> int:
        """The number of the input in hand, from 0."""
        return int(ops_library.dfmt_op_input(self._open()))

    def accept(self) -> None:
        """After an error of an input: counts what was read of it."""
        self._check(ops_library.dfmt_op_accept(self._open()))

    def drop(self) -> None:
        """After an error of an input: leaves it out as a whole."""
        self._check(ops_library.dfmt_op_drop(self._open()))

    def limit(self, name: str, value: int) -> None:
        """Sets a limit (max_memory …) for what is left; then go on after a LimitError."""
        self._check(ops_library.dfmt_op_limit(self._open(), errors.find_option(name)[0], value))

    def rows(self) -> Rows:
        """What was found."""
        return self._rows(ops_library.dfmt_op_rows)

    def _rows(self, call: Any, *arguments: Any) -> Rows:
        handle = c_void_p()
        self._check(call(self._open(), *arguments, byref(handle)))
        return self._own(Rows(handle))

    def _own(self, found: R) -> R:
        """Rows that need the operation."""
        if self._lease is not None:
            found._leases.append(self._lease.other())  # pylint: disable=protected-access
        return found

    def _write(self, target: Any, call: Any, *arguments: Any) -> bytes | None:
        """To a path, a descriptor or a binary file; None: the bytes are returned."""
        sink = Sink(target)
        try:
            status = call(self._open(), *arguments, sink.handle)
            sink.check(OK)
            self._check(status)
            if target is None:
                return sink.getvalue()
            sink.commit()
            return None
        finally:
            sink.close()

    def _run_to(self, target: Any, damaged: str) -> bytes | None:
        """Runs an operation that writes a file, to a path, a descriptor or a binary file; None: it is returned."""
        sink = Sink(target)
        try:
            self._check(getattr(ops_library, self.to)(self._open(), sink.handle))
            try:
                self.run(damaged)
            except errors.Error:
                sink.check(OK)  # what the target itself raised
                raise
            if target is None:
                return sink.getvalue()
            sink.commit()
            return None
        finally:
            sink.close()

    def _open(self) -> c_void_p:
        if not self.handle:
            raise StaleError("the operation is closed")
        return self.handle

    def _check(self, status: int) -> int:
        raised, self._raised = self._raised, None
        for source, _ in self._inputs:
            source.check(OK)
        if raised is not None:
            raise raised
        try:
            return errors.check(status, ops_library.dfmt_op_error(self.handle))
        except errors.ReadWriteError as e:
            e.filename = self._inputs[self.input][0].path if self._inputs else None
            raise

    def close(self) -> None:
        """Frees the operation, as soon as its rows are gone, too."""
        self.handle, self._inputs = c_void_p(), []
        lease, self._lease = self._lease, None
        if lease is not None:
            lease.give()

    def __repr__(self) -> str:
        return f"<diagfmt.ops.{type(self).__name__} of {len(self._inputs)} inputs{'' if self.handle else ', closed'}>"
