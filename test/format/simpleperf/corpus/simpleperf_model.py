# SPDX-License-Identifier: MIT
"""The rules of report-sample files in plain Python, sharing no line with the library: bytes to objects and back.

An object is what the corpus writes as a JSON line: {"header": …}, a record by the name of its member, {"unknown": {}},
and at last {"end": …} or {"error": …}. Strings are bytes here.
"""

import struct

MAGIC = b"SIMPLEPERF"
LEVELS = 100  # of messages and groups below Record

# name -> {number: (field, kind)}; kinds: u64 u32 i32 bool str, an int (largest enumerator), or a message; "*": repeated
SCHEMA = {
    "entry": {1: ("vaddr_in_file", "u64"), 2: ("file_id", "u32"), 3: ("symbol_id", "i32"), 4: ("execution_type", 3)},
    "unwind": {1: ("raw_error_code", "u32"), 2: ("error_addr", "u64"), 3: ("error_code", 8)},
    "sample": {1: ("time", "u64"), 2: ("thread_id", "i32"), 3: ("callchain", "*entry"), 4: ("event_count", "u64"),
               5: ("event_type_id", "u32"), 6: ("unwinding_result", "unwind")},
    "lost": {1: ("sample_count", "u64"), 2: ("lost_count", "u64")},
    "file": {1: ("id", "u32"), 2: ("path", "str"), 3: ("symbol", "*str"), 4: ("mangled_symbol", "*str")},
    "thread": {1: ("thread_id", "u32"), 2: ("process_id", "u32"), 3: ("thread_name", "str")},
    "meta_info": {1: ("event_type", "*str"), 2: ("app_package_name", "str"), 3: ("app_type", "str"),
                  4: ("android_sdk_version", "str"), 5: ("android_build_type", "str"), 6: ("trace_offcpu", "bool")},
    "context_switch": {1: ("switch_on", "bool"), 2: ("time", "u64"), 3: ("thread_id", "u32")},
    "record": {1: ("sample", "sample"), 2: ("lost", "lost"), 3: ("file", "file"), 4: ("thread", "thread"),
               5: ("meta_info", "meta_info"), 6: ("context_switch", "context_switch")},
}


class Malformed(Exception):
    pass


class Bytes:
    """A cursor; every read past the end is Malformed."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if n > len(self.data) - self.at:
            raise Malformed("past the end")
        self.at += n
        return self.data[self.at - n : self.at]

    def varint(self, most):
        value = 0
        for i, byte in enumerate(self.data[self.at : self.at + most]):
            value |= (byte & 0x7F) << 7 * i
            if byte < 0x80:
                self.at += i + 1
                return value
        if most > len(self.data) - self.at:
            raise Malformed("past the end")
        raise Malformed("too many bytes")

    def key(self):
        key = self.varint(5) & 0xFFFFFFFF
        if key >> 3 == 0:
            raise Malformed("number 0")
        return key >> 3, key & 7

    def length(self):
        n = self.varint(5)
        if n > 0x7FFFFFFF:
            raise Malformed("length")
        return n

    def skip(self, number, wire, levels):
        if wire == 0:
            self.varint(10)
        elif wire in (1, 5):
            self.take(8 if wire == 1 else 4)
        elif wire == 2:
            self.take(self.length())
        elif wire == 3:
            if levels == 0:
                raise Malformed("depth")
            while True:
                inner = self.key()
                if inner[1] == 4:
                    if inner[0] != number:
                        raise Malformed("other group")
                    return
                self.skip(*inner, levels - 1)
        else:
            raise Malformed("wire type")


def scalar(kind, v):
    """The value; None: no known enumerator."""
    v &= 0xFFFFFFFFFFFFFFFF
    low = v & 0xFFFFFFFF
    if kind == "u64":
        return v
    if kind == "bool":
        return v != 0
    if kind == "i32":
        return low - (low >> 31 << 32)
    if kind == "u32":
        return low
    return low if low <= kind else None


def parse(name, data, into, level=0):
    c = Bytes(data)
    while c.at < len(data):
        number, wire = c.key()
        field, kind = SCHEMA[name].get(number, (None, None))
        plain = kind in ("u64", "u32", "i32", "bool") or isinstance(kind, int)
        if field is None or wire != (0 if plain else 2):
            c.skip(number, wire, LEVELS - level)
        elif plain:
            v = scalar(kind, c.varint(10))
            if v is not None:
                into[field] = v
        else:
            data_in = c.take(c.length())
            if kind == "*str":
                into.setdefault(field, []).append(data_in)
            elif kind == "str":
                into[field] = data_in
            elif kind == "*entry":
                into.setdefault(field, []).append(parse("entry", data_in, {}, level + 1))
            else:
                if name == "record":
                    for other in set(into) - {field}:
                        del into[other]
                parse(kind, data_in, into.setdefault(field, {}), level + 1)
    return into


def record(data):
    """One Record's object, or Malformed."""
    return parse("record", data, {}) or {"unknown": {}}


def error(code, offset, records, **more):
    return {"error": {"code": code, "offset": offset, "records": records, **more}}


def decode(data):
    """The objects of a file."""
    if not data.startswith(MAGIC):
        cut = len(data) < 10 and MAGIC.startswith(data)
        yield error("truncated_header" if cut else "bad_magic", 0, 0)
        return
    if len(data) < 12:
        yield error("truncated_header", 10, 0)
        return
    version = struct.unpack_from("<H", data, 10)[0]
    if version != 1:
        yield error("bad_version", 10, 0, version=version)
        return
    yield {"header": {"magic": MAGIC.decode(), "version": 1}}
    at, records = 12, 0
    while True:
        left = len(data) - at
        if left < 4:
            yield error("truncated_size" if left else "missing_terminator", at, records)
            return
        size = struct.unpack_from("<I", data, at)[0]
        if size == 0:
            yield {"end": {"records": records, "trailing": left - 4}}
            return
        if size > left - 4:
            yield error("truncated_record", at, records, size=size)
            return
        try:
            yield record(data[at + 4 : at + 4 + size])
        except Malformed:
            yield error("malformed_record", at, records)
            return
        at, records = at + 4 + size, records + 1


# --- back ---


SHORT = [bytes([v]) for v in range(0x80)]


def varint(v):
    v &= 0xFFFFFFFFFFFFFFFF
    if v <= 0x7F:
        return SHORT[v]
    out = bytearray()
    while v > 0x7F:
        out.append(v & 0x7F | 0x80)
        v >>= 7
    return bytes(out) + bytes([v])


def field(number, wire, value):
    return varint(number << 3 | wire) + (varint(value) if wire == 0 else varint(len(value)) + value)


def message(name, obj):
    """As the official serialiser writes it."""
    out = b""
    for number, (member, kind) in sorted(SCHEMA[name].items()):
        if member not in obj:
            continue
        value = obj[member]
        if kind == "str":
            out += field(number, 2, value)
        elif kind == "*str":
            out += b"".join(field(number, 2, v) for v in value)
        elif kind == "*entry":
            out += b"".join(field(number, 2, message("entry", v)) for v in value)
        elif kind in SCHEMA:
            out += field(number, 2, message(kind, value))
        else:
            out += field(number, 0, int(value))
    return out


def sized(data):
    return struct.pack("<I", len(data)) + data


def file_of(objects, header=MAGIC + b"\x01\0", end=bytes(4)):
    return header + b"".join(sized(message("record", o)) for o in objects) + end
