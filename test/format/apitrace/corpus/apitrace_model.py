# SPDX-License-Identifier: MIT
"""apitrace's format once more, in the plainest way, for tests to hold the library against.

Event streams are parsed whole, by recursion, byte for byte. Where the reference reads on with what is not there, the
rules are the library's (docs/apitrace.md): damage ends a trace, and what came before it is good.
"""

import struct
import zlib

from corpus import gzip_trailer

# Error numbers of errors.h.
SNAPPY_DATA, SNAPPY_LENGTH, SNAPPY_TRUNCATED = 330, 331, 332
VERSION, SEMANTIC, EVENT, DETAIL, VALUE, ENUM_VALUE, FRAME_DETAIL, UINT, ID = range(500, 509)
TRUNCATED, UNKNOWN_CALL, RESTART, GAP, REPEATED = 510, 511, 512, 513, 516
MAX_DEPTH, MAX_RECORD = "max_depth", "max_record"

FAKE, INCOMPLETE, LEAVE_CUT, VERBOSE = 1, 2, 4, 128  # DFMT_APITRACE_FLAG_*
FUNCTION, STRUCT, ENUM, BITMASK, FRAME = range(1, 6)  # tables of definitions

ALL_ONES = (1 << 64) - 1
UINT_BYTES = 32        # of an integer at most, redundant groups included
MOST_DEPTH = 256       # the library's defaults
MOST_RECORD = 64 << 20
MOST_CHUNK = 64 << 20
MOST_RATIO = 22        # of a Snappy block: a copy of 64 bytes takes three
START_TELLS = 16       # bytes of a header that are enough to know it by
START_KEPT = 4096      # and that are compared at most

NULL, FALSE, TRUE, SINT, UINT_VALUE, FLOAT, DOUBLE, STRING, BLOB, ENUM_KIND, BITMASK_KIND, ARRAY, STRUCT_KIND, OPAQUE, \
    REPR, WSTRING = range(16)


class End(Exception):
    """Why there is no more: status as the library words it, number of the error, offset. None: not known here."""

    def __init__(self, status, number, offset):
        self.status, self.number, self.offset = status, number, offset
        super().__init__("%s %s at %s" % (status, number, offset))

    def __eq__(self, other):
        return isinstance(other, End) and vars(self) == vars(other)

    __hash__ = None

    def __repr__(self):
        return str(self)


class Cut(Exception):
    """The data end here."""


# ---- containers ----


class Contents:
    """
    events: the stream as far as it is there; starts: where chunks begin in it; repeats: where bytes were left out; end:
    End or None; kind: a word.
    """

    def __init__(self, kind, events=b"", end=None, starts=(), repeats=()):
        self.kind, self.events, self.end, self.starts, self.repeats = kind, events, end, set(starts), list(repeats)


def unpack(data, recover=False):
    """What a Snappy or gzip file holds, or None: another container, for which Python has no module."""
    if data[:2] == b"at":
        return unpack_snappy(data, recover)
    if data[:2] == b"\x1f\x8b":
        return unpack_gzip(data)
    return None


class Repeats:
    """Which bytes of chunks repeat others, as forked children leave them: spec 14.4."""

    def __init__(self):
        self.first = self.last = None
        self.before = []  # without the first

    def can_be(self, chunk):
        return 16 < len(chunk) < 1 << 20 and chunk[16:] != chunk[:-16]

    def take(self, chunk):
        """How many bytes are to be left out at its start."""
        kept = self.before if self.first is None else [self.first, *self.before]
        if self.can_be(chunk) and any(old.startswith(chunk) for old in kept):
            return len(chunk)
        last, self.last = self.last, chunk
        if last is not None and self.can_be(last) and chunk.startswith(last):
            if last is self.first:
                self.first = chunk
            else:
                self.before[self.before.index(last)] = chunk
            return len(last)
        if self.first is None:
            self.first = chunk
        else:
            self.before = [*self.before[-3:], chunk]
        return 0


def unpack_snappy(data, recover):
    out, starts, at = bytearray(), [], 2
    seen, repeats = Repeats(), []

    def done(end=None):
        return Contents("snappy", bytes(out), end, starts, repeats)

    while at < len(data):
        word = data[at : at + 4]
        if len(word) < 4:
            return done(End("e_truncated", SNAPPY_TRUNCATED, at))
        (length,) = struct.unpack("<L", word)
        if not 0 < length <= MOST_CHUNK:
            return done(End("e_format", SNAPPY_LENGTH, at))
        block = data[at + 4 : at + 4 + length]
        if len(block) < length:
            if recover and block:
                starts.append(len(out))
                out += salvage(block)
            return done(End("e_truncated", SNAPPY_TRUNCATED, at))
        piece = expand(block)
        if isinstance(piece, int):
            return done(End("e_format", piece, at))
        again = seen.take(bytes(piece)) if recover else 0
        (repeats if again else starts).append(len(out))
        out += piece[again:]
        at += 4 + length
    return done()


def block_size(block):
    """The size in front and its length, or None: it is cut or has more than 32 bits."""
    size = 0
    for i, byte in enumerate(block[:5]):
        size |= (byte & 127) << 7 * i
        if byte < 128:
            return (size, i + 1) if size < 1 << 32 else None
    return None


class Tags:
    """The elements of a block, one after the other: whole ones, and what is there of a literal that is cut."""

    def __init__(self, block, at, size):
        self.block, self.at, self.size, self.out = block, at, size, bytearray()

    def take(self, n):
        piece = self.block[self.at : self.at + n]
        self.at += len(piece)
        return int.from_bytes(piece, "little") if len(piece) == n else None

    def step(self):
        """Whether the element was whole and sound."""
        tag = self.take(1)
        return self.literal(tag >> 2) if tag & 3 == 0 else self.copy(tag)

    def literal(self, n):
        if n >= 60:
            n = self.take(n - 59)
            if n is None:
                return False
        piece = self.block[self.at : self.at + n + 1]
        if len(piece) > self.size - len(self.out):
            return False
        self.at += len(piece)
        self.out += piece
        return len(piece) == n + 1

    def copy(self, tag):
        offset, n = self.take((0, 1, 2, 4)[tag & 3]), (tag >> 2) + 1
        if offset is None:
            return False
        if tag & 3 == 1:
            offset, n = offset | tag >> 5 << 8, (tag >> 2 & 7) + 4
        if not 0 < offset <= len(self.out) or n > self.size - len(self.out):
            return False
        if offset >= n:
            start = len(self.out) - offset
            self.out += self.out[start : start + n]
        else:
            self.out += (self.out[-offset:] * (n // offset + 1))[:n]
        return True


def expand(block):
    """What a whole block holds, or the number of an error."""
    head = block_size(block)
    if head is None:
        return SNAPPY_DATA
    size, at = head
    if size == 0 or size > MOST_CHUNK:
        return SNAPPY_LENGTH
    if size // MOST_RATIO > len(block):
        return SNAPPY_DATA
    tags = Tags(block, at, size)
    while tags.at < len(block):
        if not tags.step():
            return SNAPPY_DATA
    return bytes(tags.out) if len(tags.out) == size else SNAPPY_DATA


def salvage(block):
    """Spec 2.5: what can be had of a block that was cut."""
    head = block_size(block)
    if head is None or head[0] > MOST_CHUNK:
        return b""
    tags = Tags(block, head[1], head[0])
    while tags.at < len(block) and tags.step():
        pass
    return bytes(tags.out)


def gzip_header(data):
    """Its length."""
    flags, at = data[3] if len(data) > 3 else 0, 10
    if flags & 4:
        at += 2 + int.from_bytes(data[at : at + 2], "little")
    for flag in (8, 16):  # a name, a comment
        if flags & flag:
            at = data.find(b"\0", at) + 1 or len(data)
    return at + (2 if flags & 2 else 0)


def unpack_gzip(data):
    """Members in a row. What follows the last one is harmless. Of ends only the status is told."""
    out = bytearray()
    while data[:2] == b"\x1f\x8b":
        z, piece = zlib.decompressobj(-zlib.MAX_WBITS), b""
        try:
            piece = z.decompress(data[gzip_header(data) :])
        except zlib.error:
            return Contents("gzip", bytes(out), End("e_format", None, None))
        out += piece
        rest = z.unused_data
        if not z.eof or len(rest) < 8:
            return Contents("gzip", bytes(out), End("e_truncated", None, None))
        if rest[:8] != gzip_trailer(piece):
            return Contents("gzip", bytes(out), End("e_checksum", None, None))
        data = rest[8:]
    return Contents("gzip", bytes(out))


# ---- writing, for made-up traces ----


def uint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out) + bytes([n])


def string(s):
    return uint(len(s)) + s


def pack_snappy(events, sizes=(1 << 20,)):
    """Chunks of these sizes, the last one repeatedly, of literals and of copies of what repeats."""
    out, at, sizes = bytearray(b"at"), 0, list(sizes)
    while at < len(events):
        size = sizes.pop(0) if len(sizes) > 1 else sizes[0]
        block = compress(events[at : at + size])
        out += struct.pack("<L", len(block)) + block
        at += size
    return bytes(out)


def compress(piece):
    """A block that has elements of all kinds."""
    out, seen, at, literal = bytearray(uint(len(piece))), {}, 0, 0
    while at < len(piece):
        word = piece[at : at + 4]
        before = seen.get(word) if len(word) == 4 else None
        seen[word] = at
        if before is None:
            at += 1
            continue
        n = 4
        while n < 64 and at + n < len(piece) and piece[before + n] == piece[at + n]:
            n += 1
        out += literals(piece[literal:at]) + copy_of(at - before, n)
        at += n
        literal = at
    return bytes(out + literals(piece[literal:]))


def literals(piece):
    if not piece:
        return b""
    n = len(piece) - 1
    if n < 60:
        return bytes([n << 2]) + piece
    width = (n.bit_length() + 7) // 8
    return bytes([59 + width << 2]) + n.to_bytes(width, "little") + piece


def copy_of(offset, n):
    if n < 12 and offset < 2048:
        return bytes([1 | n - 4 << 2 | offset >> 8 << 5, offset & 255])
    if offset < 65536:
        return bytes([2 | n - 1 << 2]) + struct.pack("<H", offset)
    return bytes([3 | n - 1 << 2]) + struct.pack("<L", offset)


def pack_gzip(events):
    z = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + z.compress(events) + z.flush() + gzip_trailer(events)


# ---- the event stream ----


KEYS = {}  # every key of a definition there has been: those that are equal are one object, which compares quickly


def sig_key(kind, id, name, members, values, at):
    """A definition; members of a stack frame are pairs of a detail and what it says."""
    key = kind, id, name, tuple(members), None if values is None else tuple(values), at
    return KEYS.setdefault(key, key)


class Sig:
    def __init__(self, kind, id, name, members, values, at):
        self.name, self.members, self.values = name, members, values
        self.key = sig_key(kind, id, name, members, values, at)


class Details:
    """What an enter or a leave says."""

    def __init__(self, offset):
        self.offset, self.length = offset, 0
        self.args, self.ret, self.flags, self.frames, self.thread = [], None, None, None, None


class Call:
    def __init__(self, number, thread, sig, enter):
        self.number, self.thread, self.sig, self.enter, self.leave, self.cut = number, thread, sig, enter, None, False


class Event:
    """What is delivered, in the library's terms. Two of the same trace are equal if all of it is. Values are tapes."""

    FIELDS = ("type", "number", "thread", "flags", "stored_flags", "sig", "args", "ret", "frames", "enter", "leave")

    def __init__(self, **fields):
        for name in self.FIELDS:
            setattr(self, name, fields.get(name))

    def differences(self, other):
        return [(n, getattr(self, n), getattr(other, n)) for n in self.FIELDS if getattr(self, n) != getattr(other, n)]


def ends_before(event, offset):
    """It is complete, and all of it stands before an offset."""
    spans = [span for span in (event.enter, event.leave) if span]
    return not event.flags & INCOMPLETE and all(at + length <= offset for at, length in spans)


class Header:
    def __init__(self, version, semantic, properties):
        self.version, self.semantic, self.properties = version, semantic, properties

    def key(self):
        return self.version, self.semantic, self.properties


class Trace:
    """
    Parses a stream to .calls and .events (lists of Header and Event), .notes (diagnostics: number and offset) and .end
    (an End, or None), as a strict reader or one with "recover" has them. name_flags: flags of a function's name.
    """

    def __init__(self, contents, recover=False, name_flags=lambda name: 0):
        self.data, self.container_end, self.starts = contents.events, contents.end, contents.starts
        self.recover, self.name_flags, self.repeats = recover, name_flags, contents.repeats
        self.thread_told = False
        self.at = self.mark = 0  # mark: how far whole items were read
        self.first = b""         # the header, by which a stream that begins again is known
        self.calls, self.events, self.notes = [], [], []
        self.end = None
        if not self.data and not self.container_end:
            return
        while self.part():
            pass

    def part(self):
        """Up to the end or to damage. Whether the stream begins again behind it."""
        self.tables = {kind: {} for kind in range(1, 6)}
        self.pending, self.number, self.last_get_error = {}, 0, None
        self.version = None
        self.begun = None       # offset of the event that is being read
        self.begun_leave = None  # its call
        start = self.begun = self.at
        try:
            self.header()
            self.first = self.data[start : self.at]
            while self.at < len(self.data):
                self.begun, self.begun_leave = self.at, None
                self.event()
            self.begun = None
            raise Cut
        except Cut:
            self.ended()
            return False
        except End as e:
            if not self.recover or e.status == "e_limit":
                self.end = e
                return False
            self.notes.append((e.number, e.offset))
        if self.begun_leave:
            self.begun_leave.cut = True
        self.incomplete()
        return self.begins_again()

    def ended(self):
        end = self.container_end
        if not end and self.begun is not None:
            end = End("e_truncated", TRUNCATED, self.begun)
        if self.begun is not None and self.version is not None:
            call = self.begun_leave or self.pending.get(self.cut_number())
            if call:
                call.cut = True
        if self.recover:
            if end:
                self.notes.append((end.number, end.offset))
            end = None
        self.end = end
        if not end or end.status in ("e_truncated", "e_checksum"):
            self.incomplete()

    def cut_number(self):
        """Of a leave whose number is cut: what is there of it. None: that is not where it ended."""
        rest = self.data[self.begun :]
        if rest[:1] != b"\1" or any(byte < 128 for byte in rest[1:]):
            return None
        return sum((byte & 127) << 7 * i for i, byte in enumerate(rest[1:]))

    def begins_again(self):
        fault = at = self.mark
        if self.begun is not None and self.version is not None:
            at = self.begun  # the library goes back to the event
        first = self.first[:START_KEPT]
        at += self.version is None  # a header that is damaged itself begins nothing
        while first and (at := self.data.find(first, at)) >= 0:
            if len(first) >= START_TELLS or at in self.starts:
                self.notes.append((RESTART, at))
                self.at = self.mark = at
                return True
            at += 1
        if fault < len(self.data):
            self.notes.append((RESTART, fault))
        return False

    def incomplete(self):
        for call in self.pending.values():
            event = self.joined(call)
            event.flags |= INCOMPLETE | (LEAVE_CUT if call.cut else 0)
            self.calls.append(event)

    # ---- primitives ----

    def byte(self):
        if self.at >= len(self.data):
            raise Cut
        self.at += 1
        return self.data[self.at - 1]

    def uint(self):
        start, n = self.at, 0
        for i in range(UINT_BYTES):
            byte = self.byte()
            n |= (byte & 127) << 7 * i
            if n > ALL_ONES:
                break
            if byte < 128:
                return n
        raise End("e_format", UINT, start)

    def bytes(self, limited=True):
        return self.take(self.uint(), limited)

    def take(self, n, limited=True):
        if n > len(self.data) - self.at:
            if limited and n > MOST_RECORD:
                raise End("e_limit", MAX_RECORD, None)
            raise Cut
        self.at += n
        return self.data[self.at - n : self.at]

    def typed_int(self):
        start, kind = self.at, self.byte()
        if kind not in (SINT, UINT_VALUE):
            raise End("e_format", ENUM_VALUE, start)
        n = self.uint()
        return -n & ALL_ONES if kind == SINT else n

    # ---- header ----

    def header(self):
        start, version = self.at, self.uint()
        if version > 6:
            raise End("e_unsupported", VERSION, start)
        semantic, properties = version, []
        if version == 6:
            semantic = self.uint()
            if semantic > version:
                raise End("e_format", SEMANTIC, start + 1)
            while not self.ends_properties(name := self.bytes()):
                properties.append((name, self.bytes()))
        self.version = version
        self.mark = self.at
        header = Header(version, semantic, properties)
        self.calls.append(header)
        self.events.append(header)

    @staticmethod
    def ends_properties(name):
        return name[:1] in (b"", b"\0")

    # ---- events ----

    def event(self):
        start = self.mark = self.at
        kind = self.byte()
        if kind == 0:
            self.enter(start)
        elif kind == 1:
            self.leave(start)
        else:
            raise End("e_format", EVENT, start)

    def enter(self, start):
        thread = self.uint() if self.version >= 4 else 0
        sig = self.sig(FUNCTION)
        self.mark = self.at
        details = Details(start)
        self.details(details)
        call = Call(self.number, thread if details.thread is None else details.thread, sig, details)
        self.pending[self.number] = call
        self.number += 1
        self.events.append(self.event_of("enter", call, details, enter=(start, details.length)))

    def leave(self, start):
        number = self.uint()
        self.mark = self.at
        call = self.begun_leave = self.pending.get(number)
        if not call:
            self.notes.append((UNKNOWN_CALL, start))
        details = Details(start)
        self.details(details)
        stray = call or Call(number, None, None, None)
        self.events.append(self.event_of("leave", stray, details, leave=(start, details.length)))
        if call:
            if details.thread is not None:
                call.thread = details.thread
            call.leave = details
            del self.pending[number]
            self.calls.append(self.joined(call))

    def details(self, to):
        while True:
            start, detail = self.at, self.byte()
            if detail == 0:
                to.length = self.at - to.offset
                return
            if detail == 1:
                number = self.uint()
                to.args.append((number, self.value()))
            elif detail == 2:
                to.ret = self.value()
            elif detail == 4:
                count = self.uint()
                self.mark = self.at
                to.frames = []
                for _ in range(count):
                    to.frames.append(self.frame())
                    self.mark = self.at
            elif detail == 3 and self.version < 4:
                to.thread = self.uint()
                if not self.thread_told:
                    self.notes.append((DETAIL, start))
                self.thread_told = True
            elif detail == 5:
                to.flags = (to.flags or 0) | self.uint()
            else:
                raise End("e_format", DETAIL, start)
            self.mark = self.at

    def joined(self, call):
        """A CALL: of each argument, the return value and the backtrace the last."""
        both = [details for details in (call.enter, call.leave) if details]
        whole = Details(0)
        args = dict(arg for details in both for arg in details.args)
        whole.args = sorted(args.items())
        for details in both:
            whole.ret = details.ret or whole.ret
            whole.frames = whole.frames if details.frames is None else details.frames
            if details.flags is not None:
                whole.flags = (whole.flags or 0) | details.flags
        leave = call.leave and (call.leave.offset, call.leave.length)
        return self.event_of("call", call, whole, (call.enter.offset, call.enter.length), leave)

    def event_of(self, type, call, details, enter=None, leave=None):
        flags = (self.name_flags(call.sig.name) if call.sig else 0) | (FAKE if (details.flags or 0) & 1 else 0)
        if call.sig and call.sig is self.last_get_error and details.ret and is_zero(details.ret):
            flags |= VERBOSE
        return Event(type=type, number=call.number, thread=call.thread, flags=flags, stored_flags=details.flags,
                     sig=call.sig and call.sig.key, args=details.args, ret=details.ret, enter=enter, leave=leave,
                     frames=None if details.frames is None else [frame.key for frame in details.frames])

    # ---- definitions ----

    def known(self, kind):
        """The definition of the id that stands here, or the id."""
        start, id = self.at, self.uint()
        if id >= 1 << 32:
            raise End("e_format", ID, start)
        return self.tables[kind].get(id), id, start

    def sig(self, kind):
        sig, id, start = self.known(kind)
        if sig:
            return sig
        old = kind == ENUM and self.version < 3
        name = self.bytes() if kind in (FUNCTION, STRUCT) or old else b""
        members, values = [], []
        if old:
            members, values = [name], [self.typed_int()]
        else:
            for _ in range(self.uint()):
                members.append(self.bytes())
                if kind == ENUM:
                    values.append(self.typed_int())
                elif kind == BITMASK:
                    values.append(self.uint())
        sig = self.tables[kind][id] = Sig(kind, id, name, members, values if kind in (ENUM, BITMASK) else None, start)
        if kind == FUNCTION and name == b"glGetError" and not members:
            self.last_get_error = sig
        return sig

    def frame(self):
        frame, id, start = self.known(FRAME)
        if frame:
            return frame
        details = {}
        while True:
            at, detail = self.at, self.byte()
            if detail == 0:
                break
            if detail > 5:
                raise End("e_format", FRAME_DETAIL, at)
            details[detail] = self.bytes() if detail < 4 else self.uint()
        frame = self.tables[FRAME][id] = Sig(FRAME, id, b"", sorted(details.items()), None, start)
        return frame

    # ---- values: tapes of (kind, span, bits, contents) ----

    def value(self):
        tape = []
        self.node(tape, 0)
        return tape

    def node(self, tape, depth):
        start, kind = self.at, self.byte()
        bits, contents, children = 0, None, 0
        if kind in (SINT, UINT_VALUE, OPAQUE):
            bits = self.uint()
            if kind == SINT:
                bits = -bits & ALL_ONES
        elif kind in (FLOAT, DOUBLE):
            bits = int.from_bytes(self.take(4 if kind == FLOAT else 8), "little")
        elif kind in (STRING, BLOB):
            contents = self.bytes(kind == STRING)
        elif kind == WSTRING:
            contents = self.wide()
        elif kind == ENUM_KIND:
            sig = self.sig(ENUM)
            contents, bits = sig.key, sig.values[0] if self.version < 3 else self.typed_int()
        elif kind == BITMASK_KIND:
            contents, bits = self.sig(BITMASK).key, self.uint()
        elif kind == ARRAY:
            bits = children = self.uint()
        elif kind == STRUCT_KIND:
            sig = self.sig(STRUCT)
            contents, bits = sig.key, len(sig.members)
            children = bits
        elif kind == REPR:
            bits = children = 2
        elif kind not in (NULL, FALSE, TRUE):
            raise End("e_format", VALUE, start)
        if children and depth == MOST_DEPTH:
            raise End("e_limit", MAX_DEPTH, None)
        self.mark = self.at
        place = len(tape)
        tape.append(None)
        for _ in range(children):
            self.node(tape, depth + 1)
        tape[place] = kind, len(tape) - place, bits, contents

    def wide(self):
        n, here = self.uint(), self.at
        self.take(n)  # each character takes a byte at least
        self.at = here
        return tuple(self.uint() & 0xFFFFFFFF for _ in range(n))


def is_zero(nodes):
    """A value's, as the reference makes an integer of it."""
    while nodes[0][0] == REPR:
        nodes = nodes[1 + nodes[1][1] :]
    kind, _, bits, _ = nodes[0]
    if kind in (FLOAT, DOUBLE):
        x = struct.unpack("<f", struct.pack("<L", bits))[0] if kind == FLOAT else struct.unpack("<d", struct.pack("<Q", bits))[0]
        return -1 < x < 1
    return kind in (NULL, FALSE) or (kind in (SINT, UINT_VALUE, ENUM_KIND, BITMASK_KIND, OPAQUE) and bits == 0)
