# SPDX-License-Identifier: MIT
"""The library under test with the results of apitrace_model.Trace: headers and events in the same terms."""

import ctypes
import struct

import apitrace_model
import dfmt_ctypes
from apitrace_model import GAP, INCOMPLETE, REPEATED, RESTART, Contents, End, Event, Header

NODE = struct.Struct("=IIQQQ")  # dfmt_apitrace_value, which is frozen
ARG = struct.Struct("=QQQQ")    # dfmt_apitrace_arg, likewise: name, value, number
FEATURE_SNAPPY = 1              # DFMT_FEATURE_SNAPPY
STAT_MEMORY = 6                 # DFMT_STAT_MEMORY
TRAILING = 323                  # DFMT_ERR_CODEC_TRAILING: harmless bytes behind a gzip member


class Read:
    """Events of a trace, headers among them; notes: number and offset; end: an End, or None."""

    def __init__(self):
        self.events, self.notes, self.end, self.memory = [], [], None, 0


class Apitrace:
    def __init__(self, path):
        self.lib = dfmt_ctypes.Dfmt(path)
        self.format = self.lib.numbers["apitrace.call"] >> 16
        self.forms, self.containers = self.lib.words["apitrace.form"], self.lib.words["apitrace.container"]
        self.kinds = {self.lib.numbers["apitrace." + kind]: kind for kind in ("call", "enter", "leave")}
        self.diagnostic, self.header = self.lib.numbers["diagnostic"], self.lib.numbers["apitrace.header"]
        self.blob = self.lib.numbers["apitrace.blob"]
        self.has_snappy = self.lib.c.dfmt_has_feature(FEATURE_SNAPPY) == 1
        self.chunks = None  # lengths of the pieces that input comes in
        self.check_layout()

    def check_layout(self):
        for name, layout, size in (("value", {"kind": 0, "span": 4, "bits": 8, "ptr": 16, "aux": 24}, NODE.size),
                                   ("arg", {"name": 0, "value": 16, "number": 24}, ARG.size)):
            cls = self.lib.types["apitrace." + name]
            if {n: getattr(cls, n).offset for n in layout} != layout or ctypes.sizeof(cls) != size:
                raise TypeError("apitrace.%s is not what it is said to be" % name)

    def name_flags(self, name):
        return self.lib.c.dfmt_apitrace_name_flags(name, len(name))

    def reader(self, data, form="calls", **options):
        return dfmt_ctypes.Reader(self.lib, data, {"apitrace.form": self.forms[form], **options}, self.format,
                                  self.chunks)

    def read(self, data, form="calls", most=None, **options):
        """All events of a form, or the first ones."""
        out = Read()
        with self.reader(data, form, **{"diagnostics": 1, **options}) as r:
            view = View(self, r)
            try:
                while event := r.next():
                    view.take(out, *event)
                    if most and len(out.events) >= most:
                        break
            except dfmt_ctypes.DfmtError as e:
                out.end = end_of(r, e)
            out.memory = r.stat(STAT_MEMORY)
        return out

    def stream(self, data, **options):
        """The event stream as model.Contents without the places of chunks."""
        out = bytearray()
        kinds = {n: w for w, n in self.containers.items()}
        with self.reader(data, "stream", **options) as r:
            try:
                while event := r.next():
                    if event[0].type == self.diagnostic:
                        continue
                    kind = kinds[event[1].container]
                    for piece in r.payload():
                        out += piece
                    if not event[1].has("size") or event[1].size != len(out):
                        raise AssertionError("size is not that of the stream")
            except dfmt_ctypes.DfmtError as e:
                return Contents(kind, bytes(out), end_of(r, e))
        return Contents(kind, bytes(out))


def end_of(r, e):
    """An End. Where a limit was met is told by the option that names it."""
    error = r.error()
    if e.status == "e_limit":
        words = {o.key: name for name, o in r.lib.options.items()}
        return End(e.status, words.get(error.option, error.option), error.offset)
    return End(e.status, e.number, error.offset)


class View:
    """What is in the reader's hands to Python's own."""

    def __init__(self, owner, reader):
        self.owner, self.lib, self.reader = owner, owner.lib, reader
        self.sigs, self.blobs = {}, {}

    def take(self, out, envelope, body):
        type = envelope.type
        if type == self.owner.diagnostic:
            if body.number != TRAILING:
                out.notes.append((body.number, body.byte_offset))
        elif type == self.owner.header:
            out.events.append(self.header(body))
        elif type == self.owner.blob:
            self.blobs[body.ordinal] = self.payload(body.size)
        else:
            out.events.append(self.event(self.owner.kinds[type], envelope, body))

    def payload(self, size):
        """A blob's bytes, or None: it is cut. No event has a blob of a value that is not the last for its argument."""
        try:
            data = b"".join(self.reader.payload())
        except dfmt_ctypes.DfmtError as e:
            if e.status == "e_limit":
                raise
            return None
        if len(data) != size:
            raise AssertionError("a blob of %d bytes is said to have %d" % (len(data), size))
        return data

    def header(self, body):
        pairs = [(p.key.bytes(), p.value.bytes()) for p in self.lib.elements(body, "properties")]
        if (body.version >= 6) != body.has("semantic_version") or body.has("properties") != (body.version >= 6):
            raise AssertionError("a header of version %d has what it cannot have" % body.version)
        return Header(body.version, body.semantic_version, pairs)

    def event(self, type, envelope, body):
        sig = self.sig(body.sig) if body.has("sig") else None
        event = Event(type=type, number=body.number, thread=body.thread_id if body.has("thread_id") else None,
                      flags=body.flags, stored_flags=body.stored_flags if body.has("stored_flags") else None, sig=sig,
                      args=self.args(body, sig), ret=self.tape(body.ret) if body.has("ret") else None,
                      frames=self.frames(body), enter=self.place(body, "enter"), leave=self.place(body, "leave"))
        if sig and body.name.bytes() != sig[2]:
            raise AssertionError("a call has not the name of its signature")
        first = event.leave if type == "leave" else event.enter
        if envelope.offset != first[0]:
            raise AssertionError("an event is at %d and at %d" % (envelope.offset, first[0]))
        return event

    @staticmethod
    def place(body, what):
        if not body.has(what + "_offset"):
            return None
        return getattr(body, what + "_offset"), getattr(body, what + "_length")

    def args(self, body, sig):
        if not body.has("args"):
            return []
        out = []
        for ptr, length, value, number in ARG.iter_unpack(ctypes.string_at(body.args, body.n_args * ARG.size)):
            name = ctypes.string_at(ptr, length)
            if name != (sig[3][number] if sig and number < len(sig[3]) else b""):
                raise AssertionError("argument %d is named %r" % (number, name))
            out.append((number, self.tape(value)))
        return out

    def frames(self, body):
        if not body.has("frames"):
            return None
        return [self.frame(f) for f in self.lib.elements(body, "frames")]

    def frame(self, f):
        members = []
        for i, member in enumerate(("module", "function", "file", "line", "function_offset"), 1):
            if f.has(member):
                value = getattr(f, member)
                members.append((i, value if i > 3 else value.bytes()))
        return apitrace_model.sig_key(apitrace_model.FRAME, f.id, b"", members, None, f.def_offset)

    def sig(self, at):
        key = self.sigs.get(at)
        if not key:
            s = self.lib.types["apitrace.sig"].from_address(at)
            values = None
            if s.kind in (apitrace_model.ENUM, apitrace_model.BITMASK):
                values = [v & apitrace_model.ALL_ONES for v in self.lib.elements(s, "member_values")]
            key = self.sigs[at] = apitrace_model.sig_key(s.kind, s.id, s.name.bytes(), self.lib.elements(s, "members"),
                                                         values, s.def_offset)
        return key

    def tape(self, at):
        span = ctypes.c_uint32.from_address(at + 4).value
        return [self.node(*node) for node in NODE.iter_unpack(ctypes.string_at(at, span * NODE.size))]

    def node(self, kind, span, bits, ptr, aux):
        contents = None
        if kind in (apitrace_model.STRING, apitrace_model.BLOB):
            if kind == apitrace_model.BLOB and not ptr and aux:
                contents, bits = self.blobs.pop(bits), 0
                if len(contents) != aux:
                    raise AssertionError("a blob has not the size of its value")
            else:
                contents = ctypes.string_at(ptr, aux) if aux else b""
        elif kind == apitrace_model.WSTRING:
            contents = tuple((ctypes.c_uint32 * aux).from_address(ptr)) if aux else ()
        elif kind in (apitrace_model.ENUM_KIND, apitrace_model.BITMASK_KIND, apitrace_model.STRUCT_KIND):
            contents = self.sig(ptr)
        elif ptr or aux:
            raise AssertionError("a value of kind %d points to something" % kind)
        return kind, span, bits, contents


def compare(tally, what, want, got):
    """Lists of headers and events; the first difference is told."""
    for i, (a, b) in enumerate(zip(want, got)):
        if type(a) is not type(b):
            return tally.equal("%s: %d is" % (what, i), type(a).__name__, type(b).__name__)
        if isinstance(a, Header):
            if a.key() != b.key():
                return tally.equal("%s: header %d" % (what, i), a.key(), b.key())
        elif difference := a.differences(b):
            name, x, y = difference[0]
            return tally.equal("%s: %d, call %s, %s" % (what, i, a.number, name), x, y)
    return tally.equal("%s: how many" % what, len(want), len(got))


def searched_from(trace, notes):
    """Where the library began to look for calls or streams that the model does not look for; None: nowhere."""
    found = [offset for number, offset in notes if number == GAP or (number == RESTART and (number, offset) not in trace.notes)]
    if not found and trace.recover and trace.container_end and len(notes) > len(trace.notes):
        found = [len(trace.data)]
    return min(found, default=None)


def before(trace, form, offset):
    """What comes before the damage; calls that were pending there may be complete now."""
    headers = 1 + sum(number == RESTART and at < offset for number, at in trace.notes)
    events = getattr(trace, form)
    starts = [i for i, e in enumerate(events) if isinstance(e, Header)]
    events = events[: starts[headers] if headers < len(starts) else None]
    return [e for e in events if isinstance(e, Header) or apitrace_model.ends_before(e, offset)]


def compare_before(tally, what, trace, read, form, offset):
    """test_apitrace_gap.py sees the rest."""
    want = before(trace, form, offset)
    got = [e for e in read.events if isinstance(e, Header) or not e.flags & INCOMPLETE]
    compare(tally, what, want, got[: len(want)])
    tally.equal(what + ": end", None, read.end)


def compare_read(tally, what, trace, read, form):
    offset = searched_from(trace, [note for note in read.notes if note[0] != REPEATED])
    if offset is not None:
        return compare_before(tally, what, trace, read, form, offset)
    compare(tally, what, getattr(trace, form), read.events)
    compare_end(tally, what, trace.end, read.end)
    repeats = [offset for number, offset in read.notes if number == REPEATED]  # several may be told as one
    tally.equal(what + ": repeats", (bool(trace.repeats), set()), (bool(repeats), set(repeats) - set(trace.repeats)))
    notes = [note for note in read.notes if note[0] != REPEATED]
    tally.equal(what + ": diagnostics", trace.notes, [known(note, read) for note, read in zip(trace.notes, notes)])
    tally.equal(what + ": number of diagnostics", len(trace.notes), len(notes))


def compare_end(tally, what, want, got):
    """The model does not tell all of what some codecs say."""
    if want and got:
        got = End(got.status, *known((want.number, want.offset), (got.number, got.offset)))
    tally.equal(what + ": end", want, got)


def known(want, got):
    return tuple(None if w is None else g for w, g in zip(want, got))
