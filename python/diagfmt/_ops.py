# SPDX-License-Identifier: MIT
"""libdiagfmt-ops: its functions and types, and what all operations have."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from ctypes import CFUNCTYPE, byref, c_int32, c_uint64, c_void_p
from functools import partial
from typing import Any, ClassVar, TypeVar, Union

from . import _describe, errors
from ._convert import Record, add_classes, own
from ._describe import shapes
from ._io import Closing, Config, Lease, Shared, Sink, Source, option_number, source_of
from ._library import Head, declare, find
from ._rows import Rows
from .errors import AGAIN, OK, StaleError, choose

__all__ = ["Operation", "Reporting", "Writing", "ops_library", "record_classes"]

SONAME = "libdiagfmt-ops.so.0"
PROTOTYPES = {
    "dfmt_ops_type_at": "Tu", "dfmt_ops_tables": "h", "dfmt_ops_table_at": "Tu", "dfmt_ops_option_at": "hu", "dfmt_op_at": "hu", "dfmt_op_part_at": "hhu",
    "dfmt_op_new": "shbo", "dfmt_op_add": "shh", "dfmt_op_output": "shbqh", "dfmt_op_run": "sh", "dfmt_op_input": "qh",
    "dfmt_op_accept": "sh", "dfmt_op_drop": "sh", "dfmt_op_limit": "shuq", "dfmt_op_progress": "shhh",
    "dfmt_op_remarks": "shhh", "dfmt_op_answer": "shbo", "dfmt_op_write": "shbhh", "dfmt_op_merge": "shh",
    "dfmt_op_check": "shh", "dfmt_op_error": "hh", "dfmt_op_free": "nh", "dfmt_triage_rules": "b",
}
ops_library = find(SONAME, "DIAGFMT_OPS_LIBRARY", "diagfmt.ops")
declare(ops_library, PROTOTYPES)
record_classes = add_classes(_describe.describe(ops_library.dfmt_ops_type_at))

#: is called with the number of the input, the bytes that were read of it, and those that there are, 0 if nobody knows;
#: False cancels
OpProgress = Callable[[int, int, int], object]
#: is called with the number of the input and a diagnostic of it: damage that was passed over, or a note
OpRemarks = Callable[[int, Record], object]
#: what an option takes that is a list: one, or several
Texts = Union[str, bytes, Iterable[Union[str, bytes]]]
PROGRESS = CFUNCTYPE(c_int32, c_void_p, c_uint64, c_uint64, c_uint64)
REMARK = CFUNCTYPE(None, c_void_p, c_uint64, c_void_p)
CANCELLED = errors.CancelledError.status
O = TypeVar("O", bound="Operation")
DAMAGE = (errors.FormatError, errors.ReadWriteError, errors.UnsupportedError)


class OpConfig(Config):
    """Options of an operation, of which libdiagfmt knows no ranges.

    known: those of its kind, by the last words of their names. Others are libdiagfmt's.
    """

    def __init__(self, options: dict[str, Any], known: Mapping[str, Any]) -> None:
        self.known = known
        super().__init__(options, self.find_one)

    def find_one(self, name: str) -> tuple[int, int, int]:
        found = self.known.get(name)
        return errors.find_option(name) if found is None else (found.key, found.kind, found.words)

    def set(self, name: str, value: Any) -> None:
        found = self.known.get(name)
        if found is not None and found.kind != _describe.STR:
            if not found.lo <= option_number(name, found.words, value) <= found.hi:
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


def free_operation(handle: c_void_p, inputs: list[tuple[Source, bool]], sinks: list[Sink], _: Any) -> None:
    """The last argument is its functions for progress and remarks, which live as long."""
    ops_library.dfmt_op_free(handle)
    for source, owned in inputs:
        if owned:
            source.close()
    for sink in sinks:
        sink.close()


def encoded(name: str | None) -> bytes | None:
    """The name of a part; None: the usual one."""
    return None if name is None else name.encode()


class Operation(Closing):
    """An operation over some inputs: run() it, then ask for what was found.

    Each input is what open() takes. After a LimitError, a BlockingIOError, an exception of the progress function, a
    KeyboardInterrupt among them, run() goes on where it stopped. After an error of an input, whose number is ``input``,
    accept() counts what was read of it and drop() leaves it out; then run() goes on, too.
    """

    kind: ClassVar[str] = ""                     #: what the library calls it, "profile"
    options: ClassVar[Mapping[str, Any]] = {}    #: its options by the last words of their names
    answers: ClassVar[tuple[str, ...]] = ()      #: for answer()
    documents: ClassVar[tuple[str, ...]] = ()    #: for write()
    outputs: ClassVar[tuple[str, ...]] = ()      #: for output()

    def __init__(self, inputs: Any, progress: OpProgress | None = None, remarks: OpRemarks | None = None,
                 **options: Any) -> None:
        self.handle, self._progress, self._remarks, self._options = c_void_p(), progress, remarks, options
        self._inputs: list[tuple[Source, bool]] = []
        self._sinks: list[Sink] = []
        self._written: list[Sink] = []  # of these, those that are still to be committed
        self._raised: BaseException | None = None
        self._cancelled, self._interrupts = False, Interrupts()
        self._lease: Lease | None = None
        try:
            with OpConfig(options, self.options) as config:
                errors.check(ops_library.dfmt_op_new(config, self.kind.encode(), byref(self.handle)))
            self._listen()
            for one in inputs if isinstance(inputs, (list, tuple)) else [inputs]:
                self.add(one)
        except BaseException:
            self.close()
            raise

    def _listen(self) -> None:
        told, heard = PROGRESS(self._tell), REMARK(self._hear)
        self._lease = Shared(partial(free_operation, self.handle, self._inputs, self._sinks, (told, heard))).lease()
        self._check(ops_library.dfmt_op_progress(self.handle, told, None))
        if self._remarks is not None:
            self._check(ops_library.dfmt_op_remarks(self.handle, heard, None))

    def add(self, given: Any) -> None:
        """Adds an input. Nothing is read before run()."""
        source, owned = source_of(given)
        self._inputs.append((source, owned))
        self._check(ops_library.dfmt_op_add(self._open(), source.handle))

    def output(self, target: Any, name: str | None = None, input: int = 0) -> None:
        """Before run(): where an output goes, to a path, where the file appears when run() is done, a descriptor or a
        binary file.

        name: one of ``outputs``, by default the first one. input: the number of the input that it belongs to, where each
        has one.
        """
        self._output(Sink(target), name, input)

    def _output(self, sink: Sink, name: str | None = None, input: int = 0) -> None:
        self._sinks.append(sink)
        self._check(ops_library.dfmt_op_output(self._open(), encoded(name), input, sink.handle))
        if not sink.in_memory:
            self._written.append(sink)

    def run(self: O, damaged: str = "raise") -> O:
        """Runs to the end; the operation itself.

        damaged: "raise": an input that is damaged raises an exception; "accept", "drop": as the methods.
        """
        decide = choose({"raise": None, "accept": self.accept, "drop": self.drop}, damaged, "way")
        while True:
            try:
                self._run()
                break
            except DAMAGE:
                if decide is None:
                    raise
                decide()
        while self._written:
            self._written[0].commit()
            del self._written[0]
        return self

    def _run(self) -> None:
        """Once; again if a signal was caught whose handler lets it go on."""
        status, self._cancelled = CANCELLED, False
        while status == CANCELLED and not self._cancelled:
            with self._interrupts:
                status = ops_library.dfmt_op_run(self._open())
        if self._check(status) == AGAIN:
            raise BlockingIOError("no more data yet")

    def _tell(self, _: int, which: int, done: int, total: int) -> int:
        """A turn of Python's, in which signals are looked for."""
        try:
            if self._progress is not None and self._progress(which, done, total) is False:
                self._cancelled = True
        except BaseException as e:  # it goes on once the library has returned
            self._raised, self._cancelled = e, True
        return CANCELLED if self._cancelled or self._interrupts.caught else OK

    def _hear(self, _: int, which: int, at: int) -> None:
        try:
            if self._remarks is not None:
                self._remarks(which, own(shapes[Head.from_address(at).type], at, {}))
        except BaseException as e:  # the next turn of progress ends the run
            self._raised, self._cancelled = e, True

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

    def answer(self, name: str | None = None) -> Rows:
        """What was found: the rows of one of ``answers``; by default the usual ones that these inputs have, in a set each."""
        handle = c_void_p()
        self._check(ops_library.dfmt_op_answer(self._open(), encoded(name), byref(handle)))
        found = Rows(handle)
        if self._lease is not None:
            found._leases.append(self._lease.other())  # pylint: disable=protected-access
        return found

    def rows(self, kind: str | None = None) -> Rows:
        """answer()."""
        return self.answer(kind)

    def merge(self: O, other: O) -> O:
        """Adds what another operation of the same kind and options found, a thread's for example; the operation itself.

        It has run, or has no inputs: Profile([], …). The other one stays as it is.
        """
        self._check(ops_library.dfmt_op_merge(self._open(), other._open()))
        return self

    def check(self, given: Any) -> None:
        """After run(): reads an output, a file or bytes, again; raises an exception if it is not as it must be."""
        source, owned = source_of(given)
        try:
            self._check(ops_library.dfmt_op_check(self._open(), source.handle))
        finally:
            if owned:
                source.close()

    def _open(self) -> c_void_p:
        if not self.handle:
            raise StaleError("the operation is closed")
        return self.handle

    def _check(self, status: int) -> int:
        raised, self._raised = self._raised, None
        for one in (*(source for source, _ in self._inputs), *self._sinks):
            one.check(OK)
        if raised is not None:
            raise raised
        try:
            return errors.check(status, ops_library.dfmt_op_error(self.handle))
        except errors.ReadWriteError as e:
            e.filename = self._inputs[self.input][0].path if self._inputs else None
            raise

    def close(self) -> None:
        """Frees the operation, as soon as its rows are gone, too."""
        self.handle, self._inputs, self._sinks, self._written = c_void_p(), [], [], []
        lease, self._lease = self._lease, None
        if lease is not None:
            lease.give()

    def __repr__(self) -> str:
        return f"<diagfmt.ops.{type(self).__name__} of {len(self._inputs)} inputs{'' if self.handle else ', closed'}>"


class Reporting(Operation):
    """An operation that can write documents of what it found."""

    def write(self, target: Any = None, document: str | None = None, **look: Any) -> bytes | None:
        """After run(): writes one of ``documents``, by default the first one, to a path, a descriptor or a binary file.

        None: it is returned. look: options that are for documents alone, such as flame_title; by default those of the
        operation.
        """
        sink = Sink(target)
        try:
            with OpConfig(look, self.options) as config:
                status = ops_library.dfmt_op_write(self._open(), encoded(document), config if look else None, sink.handle)
            sink.check(OK)
            self._check(status)
            if target is None:
                return sink.getvalue()
            sink.commit()
            return None
        finally:
            sink.close()


class Writing(Operation):
    """An operation that writes while it runs."""

    def write(self, target: Any = None, damaged: str = "raise") -> bytes | None:
        """Runs, and writes its first output to a path, where the file appears when it is complete, a descriptor or a
        binary file.

        None: the bytes are returned.
        """
        sink = Sink(target)
        self._output(sink)
        self.run(damaged)
        return sink.getvalue() if target is None else None
