# SPDX-License-Identifier: MIT
"""Readers: bytes to events."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from ctypes import POINTER, addressof, byref, c_char, c_uint64, c_void_p, cast, sizeof
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import _html, _library, errors
from ._columns import Columns, Memory
from ._convert import Record, Step, View, own
from ._describe import by_name, enum_numbers, shapes, words
from ._io import Closing, Config, Sink, Source, source_of
from ._library import library
from ._progress import Progress
from .errors import AGAIN, END, StaleError, choose

if TYPE_CHECKING:
    from .events import AnyEvent

__all__ = ["Event", "EventView", "Payload", "Reader", "open"]

STATS = {"format": 1, "variant": 2, "stored": 3, "total": 4, "records": 5, "memory": 6, "wrapper": 7, "skipped": 8,
         "threads": 9, "line": 10}
JSON_PAYLOADS = {"none": 0, "digest": 1, "inline": 2}
MODES = {"decoded": 0, "stored": 1, "raw": 2}
HAS_PAYLOAD, RECOVERED = 1, 2
ENVELOPE = POINTER(_library.Event)
Name = TypeVar("Name", bound=str, covariant=True)
Body = TypeVar("Body", covariant=True)
DIAGNOSTIC = by_name["diagnostic"].number


def format_number(name: str | int | None) -> int:
    """The number of a format; 0: find it out."""
    if name is None or isinstance(name, int):
        return name or 0
    return choose(format_numbers, name, "format")


def read_formats() -> dict[str, int]:
    found, i = {}, 0
    while number := library.dfmt_format_at(i):
        found[library.dfmt_format_name(number).decode()] = number
        i += 1
    return found


format_numbers = read_formats()
format_names = {number: name for name, number in format_numbers.items()}


def read_format(name: str | int) -> int | None:
    """The address of a dfmt_read_format."""
    function = getattr(library, f"dfmt_{format_names.get(format_number(name))}_read_format", None)
    if not function:
        raise ValueError(f"no format has the number {name}")
    function.restype, function.argtypes = c_void_p, []
    address: int | None = function()
    return address


def new_reader(config: Any, formats: Iterable[str | int] | None, out: Any) -> int:
    """A reader of these formats; None: of all."""
    if formats is None:
        status: int = library.dfmt_reader_new(config, out)
        return status
    chosen = [read_format(name) for name in ([formats] if isinstance(formats, (str, int)) else formats)]
    if not chosen or len(set(chosen)) < len(chosen):
        raise ValueError("formats must name at least one format, and none twice")
    status = library.dfmt_reader_new_for(config, (c_void_p * len(chosen))(*chosen), len(chosen), out)
    return status


class Payload(io.RawIOBase):
    """An event's value as a file to read from, or to open as a file of its own; good until the reader's next step.

    >>> import diagfmt
    >>> with diagfmt.Writer(None, "bugreport", "text") as writer:
    ...     writer.put("bugreport.banner", text="dumpstate: 2024-03-17 08:15:30")
    ...     with writer.begin("bugreport.section", title="UPTIME") as body:
    ...         _ = body.write(b"up 3 days\\nload 0.5\\n")
    >>> for event in diagfmt.open(writer.getvalue()):
    ...     if event.type == "bugreport.section":
    ...         print(event.body.title, list(event.payload))
    UPTIME [b'up 3 days\\n', b'load 0.5\\n']
    """

    def __init__(self, reader: Reader, step: Step, mode: str) -> None:
        super().__init__()
        self._reader, self._step, self.mode_name = reader, step, mode
        reader.check(library.dfmt_payload_mode(reader.handle, choose(MODES, mode, "mode")))

    def readable(self) -> bool:
        return True

    def __iter__(self) -> Iterator[bytes]:
        """Its lines. A loop that is left early has read ahead."""
        buffered = io.BufferedReader(self, 65536)  # a raw file's own readline() asks for single bytes
        try:
            yield from buffered
        finally:
            buffered.detach()

    def readinto(self, buffer: Any) -> int | None:
        """As of every raw file: 0 at the end, None if there is nothing yet."""
        self._step.check()
        room = memoryview(buffer).cast("B")
        if not len(room):
            return 0
        got, reader = c_uint64(), self._reader
        place = (c_char * len(room)).from_buffer(room)
        status = reader.check(library.dfmt_payload_read(reader.handle, addressof(place), len(room), byref(got)))
        return None if status == AGAIN else got.value

    def readall(self) -> bytes:
        """All that is left. It may be gigabytes: save() does not hold it in memory."""
        sink = Sink(None)
        try:
            self._drain(sink)
            return sink.getvalue()
        finally:
            sink.close()

    def save(self, target: Any) -> int:
        """Writes all that is left to a path (which appears when it is complete) or a binary file; how many bytes."""
        sink = Sink(target)
        try:
            n = self._drain(sink)
            sink.commit()
            return n
        finally:
            sink.close()

    def skip(self) -> None:
        """Reads and checks all that is left, and drops it."""
        self._step.check()
        self._reader.no_wait(library.dfmt_payload_skip(self._reader.handle))

    def open_source(self) -> c_void_p:
        """A handle of what is left as a source, for a reader of a file in a file."""
        self._step.check()
        handle = c_void_p()
        self._reader.check(library.dfmt_payload_source(self._reader.handle, byref(handle)))
        return handle

    def _drain(self, sink: Sink) -> int:
        self._step.check()
        n = c_uint64()
        status = library.dfmt_payload_drain(self._reader.handle, sink.handle, byref(n))
        sink.check(0)
        self._reader.no_wait(status)
        return n.value


class EventView:
    """The reader's current event, borrowed: after its next step all of it raises StaleError.

    >>> import diagfmt
    >>> for view in diagfmt.open(b"ProblemType: Crash\\nSignal: 11\\n").views():
    ...     if view.body.key == "Signal":
    ...         kept = view.own()
    >>> kept.body.text, kept.offset
    ('11', 19)
    """

    __slots__ = ("_at", "_reader", "_step")

    def __init__(self, reader: Reader, at: int, step: Step) -> None:
        self._reader, self._at, self._step = reader, at, step

    @property
    def envelope(self) -> Any:
        """The library's dfmt_event."""
        self._step.check()
        return _library.Event.from_address(self._at)

    @property
    def type(self) -> str:
        """The name of its body's type, "apport.field"."""
        return shapes[self.envelope.type].name

    @property
    def offset(self) -> int:
        """Where it begins in the stream the format sees, in bytes."""
        return int(self.envelope.offset)

    @property
    def length(self) -> int:
        """Bytes it takes there; 0 while that is not known."""
        return int(self.envelope.length)

    @property
    def recovered(self) -> bool:
        """Damage was passed over before it, or it is damaged itself."""
        return bool(self.envelope.flags & RECOVERED)

    @property
    def has_payload(self) -> bool:
        """Its value is not in the body."""
        return bool(self.envelope.flags & HAS_PAYLOAD)

    @property
    def body(self) -> Any:
        """A View of its body."""
        envelope = self.envelope
        return View(shapes[envelope.type], envelope.body, self._step)

    @property
    def raw(self) -> bytes | None:
        """The record as it stands in the input, if it is at hand in one piece."""
        raw = self.envelope.raw
        return raw.bytes() if raw.ptr else None

    @property
    def payload(self) -> Payload:
        """Its value, decoded, as a file: each time the same one."""
        return self.payload_as("decoded")

    def payload_as(self, mode: str) -> Payload:
        """Its value as a file: "decoded", "stored" (compressed as it is) or "raw" (the input's own bytes)."""
        self._step.check()
        payload = self._step.payload
        if payload is None or payload.mode_name != mode:
            payload = self._step.payload = Payload(self._reader, self._step, mode)
        return payload  # type: ignore[no-any-return]

    def json(self, payload: str = "digest") -> str:
        """The event as a line of JSON. payload: "none", "digest", or "inline"; it is read and checked for the last
        two."""
        self._step.check()
        mode, sink = choose(JSON_PAYLOADS, payload, "form"), Sink(None)
        try:
            self._reader.no_wait(library.dfmt_reader_json(self._reader.handle, self._at, mode, sink.handle))
            return sink.getvalue().decode()
        finally:
            sink.close()

    def own(self) -> AnyEvent:
        """A copy that outlives the step."""
        return make_event(self._reader, self._at, self._step)

    def __reduce__(self) -> tuple[Any, ...]:
        """As a copy, without what belongs to the step."""
        return self.own().__reduce__()

    def _repr_html_(self) -> str:
        return make_event(self._reader, self._at, self._step)._repr_html_() if self._step.alive else \
            _html.sentence(repr(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.type} at {self.offset}>" if self._step.alive else "<EventView, stale>"


class Event(EventView, Generic[Name, Body]):
    """An event whose body is Python's own. What is large, payload and raw, still belongs to the reader's step.

    For type checkers it is one of diagfmt.events.AnyEvent: ``event.type == "mallocdbg.op"`` or ``isinstance(event.body,
    diagfmt.records.MallocdbgOp)`` tells them which members its body has.

    >>> import diagfmt
    >>> with diagfmt.open(b"7: malloc 0x5000 24\\n7: free 0x5000\\n") as reader:
    ...     events = list(reader)
    >>> [(event.offset, event.length, event.body.op, event.body.bytes) for event in events]
    [(0, 20, 'malloc', 24), (20, 15, 'free', None)]
    """

    __slots__ = ("_envelope", "_own")

    def __init__(self, reader: Reader, at: int, step: Step) -> None:
        super().__init__(reader, at, step)
        self._envelope = _library.Event.from_buffer_copy(super().envelope)
        self._own = self._read()

    def _read(self) -> Any:
        return own(shapes[self._envelope.type], self._envelope.body, self._reader.tables)

    @property
    def envelope(self) -> Any:
        """A copy of the library's dfmt_event."""
        return self._envelope

    @property
    def type(self) -> Name:
        """The name of its body's type, "apport.field"."""
        return shapes[self._envelope.type].name  # type: ignore[return-value]

    @property
    def body(self) -> Body:
        """Its body: a Record."""
        return self._own  # type: ignore[no-any-return]

    @property
    def raw(self) -> bytes | None:
        """The record as it stands in the input, if it is at hand in one piece."""
        self._step.check()
        return super().raw

    def own(self) -> AnyEvent:
        """Itself."""
        return self  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what belongs to the reader's step: payload and raw raise StaleError afterwards."""
        e = self._envelope
        return restore, (self.type, e.offset, e.length, e.flags, self._own)

    def refresh(self) -> None:
        """Reads the body again: when the payload has been read, sizes are there that were not known before."""
        self._step.check()
        self._envelope = _library.Event.from_buffer_copy(_library.Event.from_address(self._at))
        self._own = self._read()

    def _repr_html_(self) -> str:
        return _html.members(f"{self.type} at {self.offset}", self._own.to_dict())

    def __repr__(self) -> str:
        return f"<Event {self.type} at {self.offset}: {self._own!r}>"


def make_event(reader: Reader, at: int, step: Step) -> AnyEvent:
    """Which type it has is known when it is read; the stubs know all types."""
    return Event(reader, at, step)


def restore(type: str, offset: int, length: int, flags: int, body: Record) -> AnyEvent:
    """An event that was pickled."""
    if type not in by_name:
        raise ValueError(f"no type is called {type!r}")
    made: Event[Any, Any] = Event.__new__(Event)
    made._envelope = _library.Event(size=sizeof(_library.Event), type=by_name[type].number, offset=offset,
                                    length=length, flags=flags)
    made._own, made._step = body, Step()
    made._step.alive = False
    return made


class Reader(Closing, Iterator["AnyEvent"]):
    """Iterates over the events of a file.

    >>> import diagfmt
    >>> with diagfmt.Reader(b"ProblemType: Crash\\nSignal: 11\\n") as reader:
    ...     print({event.body.key: event.body.text for event in reader})
    {'ProblemType': 'Crash', 'Signal': '11'}

    format says which one the file is in; without it the content tells. formats are those that are tried then, else all.
    """

    def __init__(self, source: Any, format: str | int | None = None, *, formats: Iterable[str | int] | None = None,
                 progress: Progress | None = None, **options: Any) -> None:
        self.handle, self._step = c_void_p(), Step()
        self._memory: Memory | None = None
        self.tables: dict[int, Any] = {}
        self._source, self._owned = source_of(source, progress)
        try:
            with Config(options) as config:
                self.check(new_reader(config, formats, byref(self.handle)))
            self.check(library.dfmt_reader_open(self.handle, format_number(format), self._source.handle))
        except BaseException:
            self.close()
            raise

    # ---- statuses ----

    def check(self, status: int) -> int:
        """Raises what the status means; OK, END and AGAIN come back."""
        return self._source.check(status, library.dfmt_reader_error(self.handle) if self.handle else None)

    def no_wait(self, status: int) -> int:
        """As check(), and AGAIN is BlockingIOError: the same call can be made again."""
        if self.check(status) == AGAIN:
            raise BlockingIOError("no more data yet")
        return status

    # ---- events ----

    def _check_open(self) -> None:
        if not self.handle:
            raise StaleError("the reader is closed")

    def _next(self) -> int | None:
        """The address of the next event's envelope; None at the end."""
        self._check_open()
        self._step.alive = False
        at = c_void_p()
        if self.no_wait(library.dfmt_reader_next(self.handle, byref(at))) == END:
            self._source.finish()
            return None
        self._step = Step()
        return at.value

    def __next__(self) -> AnyEvent:
        at = self._next()
        if at is None:
            raise StopIteration
        return make_event(self, at, self._step)

    def __iter__(self) -> Reader:
        return self

    def views(self) -> Iterator[EventView]:
        """The events as borrowed views: nothing is copied but what is looked at."""
        while (at := self._next()) is not None:
            yield EventView(self, at, self._step)

    def columns(self, type: str, max_rows: int = 65536, diagnostics: list[AnyEvent] | None = None, *,
                borrow: bool = False) -> Iterator[Columns]:
        """Many records of one type at once, as arrays: "simpleperf.sample", "mallocdbg.op", "mallocdbg.alloc".

        Each array is a memoryview, of which numpy.asarray() makes an array without copying. borrow: nothing is copied,
        and the next turn overwrites what is in the arrays; for those who are done with them by then. Other records are
        passed over; diagnostics are added to a list, if one is given.
        """
        if type not in by_name:
            raise ValueError(f"no type is called {type!r}")
        record = by_name[type]
        while True:
            self._check_open()
            self._step.alive = False
            at = c_void_p()
            if self.no_wait(library.dfmt_reader_columns(self.handle, record.number, max_rows, byref(at))) == END:
                return
            self._step = Step()
            envelope = cast(at, ENVELOPE).contents
            if envelope.type != DIAGNOSTIC:
                yield Columns(shapes[envelope.type], record, envelope.body, self._step, self._borrowed() if borrow else None)
            elif diagnostics is not None:
                diagnostics.append(make_event(self, at.value or 0, self._step))

    def _borrowed(self) -> Memory:
        if self._memory is None:
            self._memory = Memory(self.handle)
        return self._memory

    # ---- figures ----

    def stat(self, name: str) -> int | None:
        """A figure: format, variant, stored, total, records, memory, wrapper, skipped, threads or line; None: not known (yet)."""
        value = c_uint64()
        status = library.dfmt_reader_stat(self.handle, choose(STATS, name, "figure"), byref(value))
        return value.value if status == 0 else None

    @property
    def format(self) -> str | None:
        """The format's name, once it is known: behind the first event."""
        return format_names.get(self.stat("format") or 0)

    @property
    def variant(self) -> str | None:
        """The word of its variant, where reading tells one."""
        number = enum_numbers.get(f"{self.format}.variant", 0)
        return words.get(number, {}).get(self.stat("variant") or 0)

    def limit(self, name: str, value: int) -> None:
        """Sets a limit (max_record …) for what is left; then go on after a LimitError."""
        self.check(library.dfmt_reader_limit(self.handle, errors.find_option(name)[0], value))

    # ---- end ----

    def close(self) -> None:
        """Frees the reader, but for arrays that are borrowed and in use; a file object that was given stays open."""
        self._step.alive = False
        if self._memory is None:
            library.dfmt_reader_free(self.handle)
        else:
            self._let_go()
        self.handle = c_void_p()
        if self._owned:
            self._source.close()

    def _let_go(self) -> None:
        """The arrays may outlive this object; the source must not."""
        empty = Source(b"")
        library.dfmt_reader_open(self.handle, 0, empty.handle)
        empty.close()
        self._memory = None

    def __repr__(self) -> str:
        return f"<Reader of {self.format or 'a format not known yet'}: {self.stat('records')} events so far>" \
            if self.handle else "<Reader, closed>"


def open(  # pylint: disable=redefined-builtin
        source: Any, format: str | int | None = None, *, progress: Progress | None = None, **options: Any) -> Reader:
    """Opens a path, bytes (or any buffer), a descriptor, a binary file, a payload or a Feed for reading.

    format: its name; None finds it out. progress: is called at most ten times a second with the bytes that were read
    of the source and those that it has (None: not known); what it raises ends the reading, and comes out of next().
    Options are the library's: recover=True salvages, apport_keys=["CoreDump"] delivers only those entries,
    apitrace_form="events" …

    >>> import diagfmt
    >>> [event.type for event in diagfmt.open(b"ProblemType: Crash\\n")]
    ['apport.field']
    """
    return Reader(source, format, progress=progress, **options)
