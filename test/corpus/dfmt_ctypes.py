# SPDX-License-Identifier: MIT
"""A thin ctypes layer over the shared library.

Written down here are only the five structs that it takes to read descriptions and events: dfmt_str, dfmt_head,
dfmt_field, dfmt_type and dfmt_event. Every other struct class is made from its description when the library is loaded,
so that a test through this layer also tests the descriptions. Words of enumerations, status numbers and option keys
come from the library as well.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_uint32, c_uint64, c_void_p

# DFMT_KIND_*, DFMT_TYPE_*: the numbers that descriptions are made of.
U32, I32, U64, I64, STR, BYTES, CSTR, ENUM, FLAGS, BOOL = range(1, 11)
ARRAY, REF, REF_ARRAY, VALUE_TREE, PRESENT, COUNT, HEAD, RESERVED, VALUE, SIZE, TREE_POINTER, F64 = range(11, 23)
TYPE_EVENT, TYPE_STRUCT, TYPE_ELEMENT, TYPE_ENUM, TYPE_FLAGS = range(1, 6)

DECODED, STORED, RAW = 0, 1, 2  # DFMT_PAYLOAD_*


class Str(ctypes.Structure):
    _fields_ = [("ptr", c_void_p), ("len", c_uint64)]

    def bytes(self):
        return ctypes.string_at(self.ptr, self.len) if self.len else b""


class Head(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("type", c_uint32)]


class Field(ctypes.Structure):
    _fields_ = [("name", c_char_p)] + [
        (n, c_uint32)
        for n in ("kind", "offset", "elem_type", "count_offset", "present_mask", "unit", "flags", "since")
    ]


class Type(ctypes.Structure):
    _fields_ = [
        ("head", Head),
        ("name", c_char_p),
        ("c_name", c_char_p),
        ("shape", c_uint32),
        ("body_size", c_uint32),
        ("present_offset", c_uint32),
        ("number", c_uint32),
        ("n_fields", c_uint64),
        ("fields", POINTER(Field)),
    ]


class Event(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("type", c_uint32),
        ("offset", c_uint64),
        ("length", c_uint64),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("body", POINTER(Head)),
        ("raw", Str),
    ]


MEMBER_TYPES = {
    U32: c_uint32, I32: c_int32, U64: c_uint64, I64: c_int64, STR: Str, BYTES: Str, CSTR: c_char_p, ENUM: c_uint32,
    FLAGS: c_uint32, BOOL: c_uint32, ARRAY: c_void_p, REF: c_void_p, REF_ARRAY: c_void_p, PRESENT: c_uint32,
    COUNT: c_uint64, HEAD: Head, RESERVED: c_uint32, SIZE: c_uint32, VALUE_TREE: c_void_p, TREE_POINTER: c_void_p,
    F64: c_double,
}
ELEMENT_TYPES = {U32: c_uint32, I32: c_int32, U64: c_uint64, I64: c_int64, STR: Str, BYTES: Str, CSTR: c_char_p}

# Result type and argument types of the functions in use. "handle" and "out" are pointers.
HANDLE, OUT, STATUS = c_void_p, POINTER(c_void_p), c_int32
FUNCTIONS = {
    "dfmt_has_feature": (c_uint32, c_uint32),
    "dfmt_type_at": (POINTER(Type), c_uint32),
    "dfmt_option_at": (c_void_p, c_uint32),
    "dfmt_config_new": (STATUS, OUT),
    "dfmt_config_set": (STATUS, HANDLE, c_uint32, c_uint64),
    "dfmt_config_add": (STATUS, HANDLE, c_uint32, c_char_p, c_uint64),
    "dfmt_config_free": (None, HANDLE),
    "dfmt_source_memory": (STATUS, HANDLE, c_char_p, c_uint64, OUT),
    "dfmt_source_feed": (STATUS, HANDLE, OUT),
    "dfmt_feed_write": (STATUS, HANDLE, c_char_p, c_uint64, POINTER(c_uint64)),
    "dfmt_feed_close": (STATUS, HANDLE),
    "dfmt_source_free": (None, HANDLE),
    "dfmt_sink_memory": (STATUS, HANDLE, OUT),
    "dfmt_sink_append": (STATUS, HANDLE, c_char_p, c_uint32, OUT),
    "dfmt_sink_bytes": (STATUS, HANDLE, POINTER(c_void_p), POINTER(c_uint64)),
    "dfmt_sink_close": (STATUS, HANDLE),
    "dfmt_sink_error": (c_void_p, HANDLE),
    "dfmt_sink_free": (None, HANDLE),
    "dfmt_name_is_safe": (c_uint32, c_char_p, c_uint64),
    "dfmt_reader_new": (STATUS, HANDLE, OUT),
    "dfmt_reader_open": (STATUS, HANDLE, c_uint32, HANDLE),
    "dfmt_reader_next": (STATUS, HANDLE, POINTER(POINTER(Event))),
    "dfmt_payload_mode": (STATUS, HANDLE, c_uint32),
    "dfmt_payload_chunk": (STATUS, HANDLE, POINTER(c_void_p), POINTER(c_uint64)),
    "dfmt_reader_columns": (STATUS, HANDLE, c_uint32, c_uint32, POINTER(POINTER(Event))),
    "dfmt_reader_stat": (STATUS, HANDLE, c_uint32, POINTER(c_uint64)),
    "dfmt_reader_error": (c_void_p, HANDLE),
    "dfmt_reader_free": (None, HANDLE),
    "dfmt_writer_new": (STATUS, HANDLE, OUT),
    "dfmt_writer_open": (STATUS, HANDLE, c_uint32, c_uint32, HANDLE),
    "dfmt_writer_put": (STATUS, HANDLE, c_void_p),
    "dfmt_writer_begin": (STATUS, HANDLE, c_void_p, c_uint32),
    "dfmt_writer_payload": (STATUS, HANDLE, c_char_p, c_uint64, POINTER(c_uint64)),
    "dfmt_writer_end": (STATUS, HANDLE),
    "dfmt_writer_cancel": (STATUS, HANDLE),
    "dfmt_writer_copy": (STATUS, HANDLE, HANDLE, c_void_p),
    "dfmt_writer_finish": (STATUS, HANDLE),
    "dfmt_writer_error": (c_void_p, HANDLE),
    "dfmt_writer_free": (None, HANDLE),
    "dfmt_apport_compare": (c_int32, c_void_p, c_void_p),
    "dfmt_apport_key_is_valid": (c_uint32, c_char_p, c_uint64),
    "dfmt_apitrace_name_flags": (c_uint32, c_char_p, c_uint64),
    "dfmt_simpleperf_names_new": (STATUS, HANDLE, OUT),
    "dfmt_simpleperf_names_add": (STATUS, HANDLE, POINTER(Event)),
    "dfmt_simpleperf_names_load": (STATUS, HANDLE, HANDLE),
    "dfmt_simpleperf_names_frame": (c_uint32, HANDLE, c_void_p, POINTER(Str), POINTER(Str)),
    "dfmt_simpleperf_names_mangled": (c_uint32, HANDLE, c_void_p, POINTER(Str)),
    "dfmt_simpleperf_names_thread": (c_uint32, HANDLE, c_int32, POINTER(Str), POINTER(c_int32)),
    "dfmt_simpleperf_names_event": (c_uint32, HANDLE, c_uint32, POINTER(Str)),
    "dfmt_simpleperf_names_error": (c_void_p, HANDLE),
    "dfmt_simpleperf_names_free": (None, HANDLE),
    "dfmt_mallocdbg_maps_new": (STATUS, HANDLE, OUT),
    "dfmt_mallocdbg_maps_add": (STATUS, HANDLE, c_void_p),
    "dfmt_mallocdbg_maps_find": (c_void_p, HANDLE, c_uint64, POINTER(c_uint64)),
    "dfmt_mallocdbg_maps_free": (None, HANDLE),
    "dfmt_mallocdbg_live_new": (STATUS, HANDLE, OUT),
    "dfmt_mallocdbg_live_add": (STATUS, HANDLE, c_void_p),
    "dfmt_mallocdbg_live_use": (c_void_p, HANDLE),
    "dfmt_mallocdbg_live_blocks": (STATUS, HANDLE, OUT, POINTER(c_uint64)),
    "dfmt_mallocdbg_live_shares": (STATUS, HANDLE, c_uint32, OUT, POINTER(c_uint64)),
    "dfmt_mallocdbg_live_free": (None, HANDLE),
    "dfmt_mallocdbg_option_at": (c_void_p, c_uint32),
    "dfmt_mallocdbg_options_parse": (STATUS, c_char_p, c_uint64, c_uint32, c_void_p, c_char_p, c_uint64,
                                     POINTER(c_uint64)),
    "dfmt_mallocdbg_options_print": (STATUS, c_void_p, HANDLE),
}


class DfmtError(Exception):
    """A call that said E_*; status is its word, the rest as in dfmt_error."""

    def __init__(self, status, number, line, message):
        self.status, self.number, self.line = status, number, line
        super().__init__("%s %d: %s" % (status, number, message))


class Dfmt:
    """The library: functions in .c, struct classes by name in .types, words in .words, options in .options."""

    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        for name, (result, *arguments) in FUNCTIONS.items():
            f = getattr(self.c, name)
            f.restype, f.argtypes = result, arguments
        self.types, self.numbers, self.words = {}, {}, {}
        for t in self.all_types():
            self.add_type(t)
        self.check_bootstrap()
        self.classes = {cls.dfmt_type: cls for cls in self.types.values()}
        self.status = {to_signed(n): w for w, n in self.words["status"].items()}
        self.options = dict(self.all_options())

    def all_types(self):
        i = 0
        while t := self.c.dfmt_type_at(i):
            yield t.contents
            i += 1

    def add_type(self, t):
        name = t.name.decode()
        fields = [t.fields[i] for i in range(t.n_fields)]
        self.numbers[name] = t.number
        if t.shape in (TYPE_ENUM, TYPE_FLAGS):
            self.words[name] = {f.name.decode(): f.offset for f in fields}
        else:
            self.types[name] = make_class(t, fields)

    def check_bootstrap(self):
        """The structs written down above against their descriptions."""
        for name, cls in {"field": Field, "type": Type, "event": Event}.items():
            made = self.types[name]
            if [(n, getattr(cls, n).offset) for n, *_ in cls._fields_] != \
                    [(n, getattr(made, n).offset) for n in made.dfmt_members] or ctypes.sizeof(cls) != made.dfmt_size:
                raise TypeError("dfmt_%s is not what its description says" % name)

    def all_options(self):
        i = 0
        while p := self.c.dfmt_option_at(i):
            o = self.types["option"].from_address(p)
            yield o.name.decode(), o
            i += 1

    def new(self, name, /, **members):
        """A body for a writer: strings from bytes; what is given is marked as present."""
        body = self.types[name]()
        body.head = Head(ctypes.sizeof(body), body.dfmt_type)
        body.kept = {}
        self.set(body, **members)
        return body

    @staticmethod
    def set(body, **members):
        for member, value in members.items():
            body.kept[member] = value
            if isinstance(value, bytes):
                value = Str(ctypes.cast(c_char_p(value), c_void_p), len(value))
            setattr(body, member, value)
            body.present |= body.dfmt_masks.get(member, 0)

    def elements(self, body, member):
        """What a member of kind ARRAY or REF_ARRAY holds: numbers, bytes, or structs that live as long as the body."""
        f = body.dfmt_fields[member]
        at, n = getattr(body, member), getattr(body, body.dfmt_names[f.count_offset])
        cls = self.classes[f.elem_type] if f.elem_type >= 256 else ELEMENT_TYPES[f.elem_type]
        if not at or n == 0:
            return []
        if f.kind == REF_ARRAY:
            return [cls.from_address(p) for p in (c_void_p * n).from_address(at)]
        values = (cls * n).from_address(at)
        return [v.bytes() for v in values] if cls is Str else list(values)

    def target(self, body, member):
        """The struct that a member of kind REF points to, or None."""
        at = getattr(body, member)
        return self.classes[body.dfmt_fields[member].elem_type].from_address(at) if at else None

    def tree(self, body, member):
        """A member of kind VALUE_TREE as a Tree, or None."""
        at = getattr(body, member)
        return read_tree(self, body.dfmt_fields[member].elem_type, at) if at else None

    def check(self, status, error):
        """Raises for errors; error: address of a dfmt_error."""
        if status < 0:
            e = self.types["error"].from_address(error)
            raise DfmtError(self.status.get(status, str(status)), e.number, e.line, e.message.decode())
        return self.status[status]


def to_signed(n):
    return n - (1 << 32) if n >> 31 else n


def make_class(t, fields):
    """A struct class; its layout must come out as the description says. has(): the presence bits by member."""
    members = [(f.name.decode(), MEMBER_TYPES[f.kind]) for f in fields]
    if t.number & 0xFFFF == 0x8000 and t.name == b"str":
        members = [("ptr", c_void_p), ("len", c_uint64)]  # its one described member stands for both
    cls = type(t.c_name.decode(), (ctypes.Structure,), {"_fields_": members})
    for f in fields:
        if getattr(cls, f.name.decode()).offset != f.offset:
            raise TypeError("%s.%s is described at another place" % (t.c_name.decode(), f.name.decode()))
    if t.body_size > ctypes.sizeof(cls):
        raise TypeError("%s has members that are not described" % t.c_name.decode())
    cls.dfmt_type, cls.dfmt_size = t.number, t.body_size
    cls.dfmt_members = [f.name.decode() for f in fields]
    cls.dfmt_fields = {f.name.decode(): f for f in fields}
    cls.dfmt_names = {f.offset: f.name.decode() for f in fields}
    cls.dfmt_masks = {f.name.decode(): f.present_mask for f in fields if f.present_mask}
    cls.has = lambda self, member: bool(self.present & self.dfmt_masks[member])
    return cls


class Tree:
    """A node with its children. kind: a word; data: bytes, of wide strings numbers, or None; sig: its struct."""

    def __init__(self, kind, bits=0, data=None, sig=None, children=(), aux=0):
        self.kind, self.bits, self.data, self.sig, self.aux = kind, bits, data, sig, aux
        self.children = list(children)


# What a node points to, by the word of its kind.
HOLDS_BYTES, HOLDS_SIG, HAS_CHILDREN = {"string", "blob"}, {"enum", "bitmask", "struct"}, {"array", "struct", "repr"}


def read_tree(lib, elem_type, at):
    """The tree whose root is at an address. Trees may be deep, so neither this nor make_tree() recurses."""
    cls = lib.classes[elem_type]
    sig_cls = lib.types["apitrace.sig"]
    nodes = (cls * cls.from_address(at).span).from_address(at)
    words = {n: w for w, n in lib.words["apitrace.value_kind"].items()}
    root, open_nodes = None, []  # of these: the tree, and the number of the node behind it
    for i, v in enumerate(nodes):
        tree = Tree(words[v.kind], v.bits, aux=v.aux)
        if tree.kind in HOLDS_SIG and v.ptr:
            tree.sig = sig_cls.from_address(v.ptr)
        elif tree.kind in HOLDS_BYTES and v.ptr:
            tree.data = ctypes.string_at(v.ptr, v.aux) if v.aux else b""
        elif tree.kind == "wstring":
            tree.data = list((c_uint32 * v.aux).from_address(v.ptr)) if v.ptr else []
        while open_nodes and open_nodes[-1][1] <= i:
            open_nodes.pop()
        end = i + v.span
        if v.span < 1 or end > (open_nodes[-1][1] if open_nodes else len(nodes)):
            raise ValueError("a node is larger than what it is in")
        if open_nodes:
            open_nodes[-1][0].children.append(tree)
        else:
            root = tree
        open_nodes.append((tree, end))
        if v.span > 1 and tree.kind not in HAS_CHILDREN:
            raise ValueError("%s with children" % tree.kind)
    check_counts(root)
    return root


def check_counts(root):
    """What nodes say about the number of their children."""
    left = [root]
    while left:
        tree = left.pop()
        if tree.kind in HAS_CHILDREN and tree.bits != len(tree.children):
            raise ValueError("%s of %d has %d children" % (tree.kind, tree.bits, len(tree.children)))
        left += tree.children


def make_tree(lib, root):
    """A Tree as an array of nodes, for a writer's body. It keeps alive what it points to, in .kept; so keep it."""
    order, left = [], [(root, None)]  # pre-order: the tree, and the place of its parent
    while left:
        tree, parent = left.pop()
        left += [(child, len(order)) for child in reversed(tree.children)]
        order.append((tree, parent))
    nodes = (lib.types["apitrace.value"] * len(order))()
    nodes.kept = []
    words = lib.words["apitrace.value_kind"]
    for v, (tree, _) in zip(nodes, order):
        v.kind, v.span, v.bits, v.aux = words[tree.kind], 1, tree.bits, tree.aux
        if tree.kind in HAS_CHILDREN:
            v.bits = len(tree.children)
        if tree.kind in HOLDS_SIG:
            if tree.sig is not None:
                nodes.kept.append(tree.sig)
                v.ptr = ctypes.addressof(tree.sig)
        elif tree.data is not None:
            wide = tree.kind == "wstring"
            data = (c_uint32 * max(1, len(tree.data)))(*tree.data) if wide else ctypes.create_string_buffer(tree.data)
            nodes.kept.append(data)
            v.ptr, v.aux = ctypes.addressof(data), len(tree.data)
    for i in range(len(order) - 1, 0, -1):
        nodes[order[i][1]].span += nodes[i].span
    return nodes


class Config:
    """Options by name; a list takes a list of bytes."""

    def __init__(self, lib, options):
        self.lib, self.handle = lib, c_void_p()
        self.must(lib.c.dfmt_config_new(byref(self.handle)))
        for name, value in options.items():
            key = lib.options[name].key
            if isinstance(value, (list, tuple)):
                for v in value:
                    self.must(lib.c.dfmt_config_add(self.handle, key, v, len(v)))
            else:
                self.must(lib.c.dfmt_config_set(self.handle, key, value))

    def must(self, status):
        if status != 0:
            raise DfmtError(self.lib.status.get(status, str(status)), 0, 0, "configuration")

    def __enter__(self):
        return self.handle

    def __exit__(self, *_):
        self.lib.c.dfmt_config_free(self.handle)


class Reader:
    """Events of bytes. With chunks, the data come through a feed in pieces of these lengths, the rest at once."""

    def __init__(self, lib, data, options, format=0, chunks=None):
        self.lib, self.data, self.source, self.handle = lib, data, c_void_p(), c_void_p()
        with Config(lib, options) as config:
            self.must(lib.c.dfmt_reader_new(config, byref(self.handle)))
            if chunks is None:
                self.must(lib.c.dfmt_source_memory(config, data, len(data), byref(self.source)))
                self.pieces = iter(())
            else:
                self.must(lib.c.dfmt_source_feed(config, byref(self.source)))
                self.pieces = cut(data, chunks)
        self.must(lib.c.dfmt_reader_open(self.handle, format, self.source))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lib.c.dfmt_source_free(self.source)
        self.lib.c.dfmt_reader_free(self.handle)

    def must(self, status):
        return self.lib.check(status, self.lib.c.dfmt_reader_error(self.handle))

    def call(self, function, *arguments):
        """Calls until it says something else than AGAIN, feeding meanwhile."""
        while True:
            word = self.must(function(self.handle, *arguments))
            if word != "again":
                return word
            piece = next(self.pieces, None)
            if piece is None:
                self.must(self.lib.c.dfmt_feed_close(self.source))
            else:
                taken = c_uint64()
                self.must(self.lib.c.dfmt_feed_write(self.source, piece, len(piece), byref(taken)))
                if taken.value != len(piece):
                    raise RuntimeError("the feed is full")

    def next(self):
        """The next event's envelope and body, or None at the end."""
        event = POINTER(Event)()
        if self.call(self.lib.c.dfmt_reader_next, byref(event)) == "end":
            return None
        envelope = event.contents
        return envelope, self.body(envelope)

    def body(self, envelope):
        return self.lib.classes[envelope.type].from_address(ctypes.addressof(envelope.body.contents))

    def error(self):
        """The error of the last call, as a struct that lives until the next one."""
        return self.lib.types["error"].from_address(self.lib.c.dfmt_reader_error(self.handle))

    def stat(self, key):
        """DFMT_STAT_*, or None: not known."""
        value = c_uint64()
        status = self.lib.c.dfmt_reader_stat(self.handle, key, byref(value))
        return value.value if status == 0 else None

    def payload(self, mode=DECODED):
        """The pieces of the current event's payload; raises DfmtError where it breaks."""
        self.must(self.lib.c.dfmt_payload_mode(self.handle, mode))
        ptr, length = c_void_p(), c_uint64()
        while self.call(self.lib.c.dfmt_payload_chunk, byref(ptr), byref(length)) == "ok":
            yield ctypes.string_at(ptr.value, length.value)


def cut(data, lengths):
    """data in pieces of these lengths, then what is left."""
    at = 0
    for n in lengths:
        if at >= len(data):
            return
        yield data[at : at + n]
        at += n
    if at < len(data):
        yield data[at:]


class Writer:
    """Writes to memory, or behind what is in a file. close() gives the bytes written to memory."""

    def __init__(self, lib, options, format, variant=0, append_to=None):
        self.lib, self.sink, self.handle = lib, c_void_p(), c_void_p()
        with Config(lib, options) as config:
            if append_to is None:
                self.must(lib.c.dfmt_sink_memory(config, byref(self.sink)))
            else:
                self.must(lib.c.dfmt_sink_append(config, append_to.encode(), 0, byref(self.sink)))
            self.must(lib.c.dfmt_writer_new(config, byref(self.handle)))
        self.must(lib.c.dfmt_writer_open(self.handle, format, variant, self.sink))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lib.c.dfmt_writer_free(self.handle)
        self.lib.c.dfmt_sink_free(self.sink)

    def must(self, status):
        word = self.lib.check(status, self.lib.c.dfmt_writer_error(self.handle))
        if word != "ok":
            raise RuntimeError("a writer to memory said %s" % word)

    def put(self, body):
        self.must(self.lib.c.dfmt_writer_put(self.handle, ctypes.addressof(body)))

    def begin(self, body, mode=DECODED):
        self.must(self.lib.c.dfmt_writer_begin(self.handle, ctypes.addressof(body), mode))

    def payload(self, data):
        taken = c_uint64()
        if data:
            self.must(self.lib.c.dfmt_writer_payload(self.handle, data, len(data), byref(taken)))
            if taken.value != len(data):
                raise RuntimeError("OK, but %d of %d bytes taken" % (taken.value, len(data)))

    def end(self):
        self.must(self.lib.c.dfmt_writer_end(self.handle))

    def cancel(self):
        self.must(self.lib.c.dfmt_writer_cancel(self.handle))

    def copy(self, reader, envelope):
        """The current event of a reader."""
        self.must(self.lib.c.dfmt_writer_copy(self.handle, reader.handle, ctypes.addressof(envelope)))

    def finish(self):
        self.must(self.lib.c.dfmt_writer_finish(self.handle))

    def close(self):
        """finish() and commit."""
        self.finish()
        data = self.bytes()
        self.lib.check(self.lib.c.dfmt_sink_close(self.sink), self.lib.c.dfmt_sink_error(self.sink))
        return data

    def bytes(self):
        ptr, length = c_void_p(), c_uint64()
        if self.lib.c.dfmt_sink_bytes(self.sink, byref(ptr), byref(length)) != 0:
            return b""
        return ctypes.string_at(ptr.value, length.value) if length.value else b""
