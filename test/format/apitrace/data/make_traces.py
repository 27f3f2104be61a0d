#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sample traces of apitrace.

    make_traces.py DIR           all of them
    make_traces.py --demo DIR    the realistic ones only
    make_traces.py --list        name and purpose of each

The same bytes every time, whatever is installed: streams and containers are laid out here.
"""

import argparse
import os
import struct
import sys
import zlib

# --- primitives ------------------------------------------------------------------------------------------------------


def uint(n, pad=0):
    """Base 128, low groups first; pad: redundant zero groups behind."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    for _ in range(pad):
        out[-1] |= 128
        out.append(0)
    return bytes(out)


def string(text):
    text = text if isinstance(text, bytes) else text.encode()
    return uint(len(text)) + text


def typed(n):
    return b"\x03" + uint(-n) if n < 0 else b"\x04" + uint(n)


# --- values: each is a function of the stream, which knows what is defined -------------------------------------------


def null(_):
    return b"\0"


def false(_):
    return b"\1"


def true(_):
    return b"\2"


def integer(n):
    return lambda s: typed(n)


def single(x):
    return lambda s: b"\5" + struct.pack("<f", x)


def double(x):
    return lambda s: b"\6" + struct.pack("<d", x)


def text(t):
    return lambda s: b"\7" + string(t)


def blob(data):
    return lambda s: b"\x08" + string(data)


def pointer(n):
    return lambda s: b"\x0d" + uint(n)


def wide(units):
    return lambda s: b"\x0f" + uint(len(units)) + b"".join(uint(u) for u in units)


def array(*items):
    return lambda s: b"\x0b" + uint(len(items)) + b"".join(i(s) for i in items)


def human_and_machine(a, b):
    return lambda s: b"\x0e" + a(s) + b(s)


def enum(table, number):
    """table: (id, [(name, number)...])"""
    def make(s):
        if s.version < 3:
            name = dict((v, k) for k, v in table[1])[number]
            return b"\x09" + s.define("enum", table[0] * 100 + number & 0xFFFFFFFF, lambda: string(name) + typed(number))
        return b"\x09" + s.define("enum", table[0], lambda: uint(len(table[1])) + b"".join(
            string(k) + typed(v) for k, v in table[1])) + typed(number)
    return make


def bitmask(table, bits):
    return lambda s: b"\x0a" + s.define("bitmask", table[0], lambda: uint(len(table[1])) + b"".join(
        string(k) + uint(v) for k, v in table[1])) + uint(bits)


def struct_of(ident, name, members, values):
    def make(s):
        head = s.define("struct", ident, lambda: string(name) + uint(len(members)) + b"".join(map(string, members)))
        return b"\x0c" + head + b"".join(v(s) for v in values)
    return make


# --- the event stream ------------------------------------------------------------------------------------------------


class Stream:
    def __init__(self, version=6, properties=(), semantic=None):
        self.version, self.known, self.number = version, set(), 0
        self.out = bytearray(uint(version))
        if version >= 6:
            self.out += uint(version if semantic is None else semantic)
            for name, value in properties:
                self.out += string(name) + string(value)
            self.out.append(0)

    def define(self, table, ident, definition):
        if (table, ident) in self.known:
            return uint(ident)
        self.known.add((table, ident))
        return uint(ident) + definition()

    def frame(self, ident, details=()):
        return self.define("frame", ident, lambda: b"".join(details) + b"\0")

    def enter(self, function, args=(), thread=0, more=b""):
        """function: (id, name, [argument names]); args: {number: value} or pairs in their order."""
        ident, name, names = function
        self.out.append(0)
        if self.version >= 4:
            self.out += uint(thread)
        self.out += self.define("function", ident, lambda: string(name) + uint(len(names)) + b"".join(map(string, names)))
        self.out += more
        self.details(args)
        self.number += 1
        return self.number - 1

    def leave(self, number, args=(), result=None):
        self.out += b"\1" + uint(number)
        self.details(args, result)

    def details(self, args, result=None):
        for number, value in args.items() if isinstance(args, dict) else args:
            self.out += b"\1" + uint(number) + value(self)
        if result is not None:
            self.out += b"\2" + result(self)
        self.out.append(0)

    def call(self, function, args=(), result=None, thread=0, more=b""):
        self.leave(self.enter(function, args, thread, more), (), result)


# --- containers ------------------------------------------------------------------------------------------------------


def snappy_block(data):
    """Literals, and copies where eight bytes come again."""
    out, seen, at, start = bytearray(uint(len(data))), {}, 0, 0

    def literal(end):
        nonlocal start
        while start < end:
            n = min(end - start, 60)
            out.append((n - 1) << 2)
            out.extend(data[start:start + n])
            start += n

    while at + 8 <= len(data):
        back = at - seen.get(data[at:at + 8], -65536)
        seen[data[at:at + 8]] = at
        if back > 65535:
            at += 1
            continue
        n = 8
        while n < 64 and at + n < len(data) and data[at + n] == data[at - back + n]:
            n += 1
        literal(at)
        out.extend(struct.pack("<BH", (n - 1) << 2 | 2, back))
        at = start = at + n
    literal(len(data))
    return bytes(out)


def chunk(data):
    block = snappy_block(data)
    return struct.pack("<I", len(block)) + block


def snappy(data, size=1 << 20):
    return b"at" + b"".join(chunk(data[i:i + size]) for i in range(0, len(data), size))


def gzip(data):
    """Stored blocks: no compressor has a say."""
    out = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    pieces = [data[i:i + 65535] for i in range(0, len(data), 65535)] or [b""]
    for i, piece in enumerate(pieces):
        out += struct.pack("<BHH", i == len(pieces) - 1, len(piece), len(piece) ^ 0xFFFF) + piece
    return out + struct.pack("<II", zlib.crc32(data), len(data))


def zstd_frame(data):
    """Raw blocks in a window of 128 KiB, no checksum, no content size: as the reference's frames but for compression."""
    out = b"\x28\xb5\x2f\xfd\x00\x38"
    pieces = [data[i:i + 100000] for i in range(0, len(data), 100000)] or [b""]
    for i, piece in enumerate(pieces):
        out += struct.pack("<I", len(piece) << 3 | (i == len(pieces) - 1))[:3] + piece
    return out


def zstd(data, size, table):
    frames = [(zstd_frame(data[i:i + size]), len(data[i:i + size])) for i in range(0, len(data), size)]
    out = b"".join(f for f, _ in frames)
    if table:
        entries = b"".join(struct.pack("<II", len(f), n) for f, n in frames)
        out += struct.pack("<II", 0x184D2A5E, len(entries) + 9) + entries
        out += struct.pack("<IBI", len(frames), 0, 0x8F92EAB1)
    return out


def brotli(data):
    """Uncompressed metablocks in a window of 2^24."""
    bits = Bits()
    bits.put(0b1111, 4)
    for i in range(0, len(data), 65536):
        piece = data[i:i + 65536]
        bits.put(0, 1)               # not the last
        bits.put(0, 2)               # four nibbles
        bits.put(len(piece) - 1, 16)
        bits.put(1, 1)               # uncompressed
        bits.align()
        bits.out += piece
    bits.put(0b11, 2)                # the last, empty
    bits.align()
    return bytes(bits.out)


class Bits:
    def __init__(self):
        self.out, self.value, self.count = bytearray(), 0, 0

    def put(self, value, count):
        self.value |= value << self.count
        self.count += count
        while self.count >= 8:
            self.out.append(self.value & 255)
            self.value >>= 8
            self.count -= 8

    def align(self):
        if self.count:
            self.put(0, 8 - self.count)


# --- what the traces are made of -------------------------------------------------------------------------------------

CLEAR = (4, "glClear", ["mask"])
GEN = (5, "glGenTextures", ["n", "textures"])
SWAP = (6, "eglSwapBuffers", ["dpy", "surface"])
LABEL = (7, "glObjectLabel", ["identifier", "label"])
ERROR = (8, "glGetError", [])
ODD = (9, "odd", ["a", "b", "c"])
MASK = (0, [("GL_DEPTH_BUFFER_BIT", 0x100), ("GL_COLOR_BUFFER_BIT", 0x4000), ("NONE", 0), ("BOTH", 0x4100)])
BOOL = (0, [("EGL_FALSE", 0), ("EGL_TRUE", 1)])
PRIMITIVE = (2, [("GL_POINTS", 0), ("GL_LINES", 1), ("GL_TRIANGLES", 4), ("MINUS", -3), ("GL_ALSO_LINES", 1)])
HEAD = [("process.name", "/usr/bin/demo")]


def basic(version):
    s = Stream(version, HEAD)
    s.call(CLEAR, {0: bitmask(MASK, 0x4100)})
    n = s.enter(GEN, {0: integer(1)}, thread=1)
    s.call(CLEAR, {0: bitmask(MASK, 0x4000)}, more=b"\5\1")
    s.leave(n, {1: array(integer(7))})
    s.call(SWAP, {0: pointer(0x1234), 1: null}, enum(BOOL, 1))
    s.enter(GEN, {0: integer(-1)})
    return bytes(s.out)


def every_value():
    values = [
        null, false, true, integer(0), integer(127), integer(128), integer(2 ** 64 - 1), integer(-1), integer(-(2 ** 63)),
        single(1.0), single(0.1), single(-0.0), single(float("inf")), single(float("nan")), single(1e-45),
        double(3.141592653589793), double(-1e300), double(float("-inf")), double(5e-324),
        text(""), text("hello \"world\"\\\n"), text(b"a\0b"), text(b"\xff\xfe not text"), text("\u20ac"),
        blob(b""), blob(bytes(range(40))), wide([]), wide([72, 105, 0x20AC]), wide([0xD83D, 0xDE00, 2 ** 32 + 65]),
        enum(PRIMITIVE, 4), enum(PRIMITIVE, 1), enum(PRIMITIVE, -3), enum(PRIMITIVE, 99), enum((9, []), 5),
        bitmask(MASK, 0), bitmask(MASK, 0x4100), bitmask(MASK, 0x4001), bitmask((5, []), 0),
        pointer(0), pointer(0x7FFF12345678), array(), array(integer(1), text("two"), array(null)),
        struct_of(1, "POINT", ["x", "y"], [integer(1), single(2.5)]), struct_of(2, "EMPTY", [], []),
        struct_of(3, "OUTER", ["", "z"], [struct_of(1, "POINT", ["x", "y"], [integer(3), integer(4)]), null]),
        human_and_machine(text("dcl_input"), blob(b"DXBC")), human_and_machine(array(null), human_and_machine(true, false)),
    ]
    s = Stream(6, HEAD)
    for v in values:
        s.call(LABEL, {0: v})
    s.call(LABEL, {1: text("result")}, integer(5))
    return bytes(s.out)


def backtraces():
    s = Stream(6)
    module, function, source = b"\1" + string("/lib/a.so"), b"\2" + string("draw"), b"\3" + string("/src/a.c")
    first = s.frame(0, [module, function, source, b"\4" + uint(12), b"\5" + uint(0x40)])
    more = b"\4" + uint(3) + first + s.frame(70000, [module, b"\5" + uint(0)]) + s.frame(2)
    s.call(CLEAR, {0: integer(1)}, more=more)
    s.call(CLEAR, {0: integer(2)}, more=b"\4" + uint(2) + s.frame(2) + s.frame(0))
    s.call(CLEAR, {0: integer(3)}, more=b"\4" + uint(0))
    return bytes(s.out)


def odd_details():
    s = Stream(6, [("b", "2"), ("a", "1"), ("b", "3"), (b"\xff", b"\0")])
    s.call(ODD, [(2, integer(2)), (0, integer(0)), (1, integer(1)), (0, integer(9))])
    s.call(ODD, [(70, integer(1)), (2 ** 40, null)], more=b"\5\3" + b"\5" + uint(2 ** 35))
    n = s.enter(ODD, {0: text("in")})
    s.leave(n, [(0, text("out")), (1, text("first")), (1, text("second"))], integer(1))
    s.leave(n, {0: text("again: nobody waits for this")})
    s.leave(500, {1: struct_of(8, "NEW", ["m"], [enum(PRIMITIVE, 0)])})
    s.call(ODD, {1: struct_of(8, "NEW", ["m"], [enum(PRIMITIVE, 4)])})
    for result in (integer(0), integer(5), null, text("odd")):
        s.call(ERROR, {}, result)
    return bytes(s.out)


def interleaved():
    s = Stream(6)
    enters = [s.enter(LABEL, {1: text("call %d" % i)}, thread=i % 5) for i in range(12)]
    for i in (3, 11, 0, 7, 1, 10, 5):
        s.leave(enters[i], {0: integer(i)})
    return bytes(s.out)


def sparse_ids():
    s = Stream(6)
    for ident in (0, 65535, 65536, 2 ** 24, 2 ** 32 - 1):
        s.call((ident, "f%d" % ident, ["v"]), {0: enum((ident, [("N%d" % ident, 1)]), 1)})
        s.call((ident, "f%d" % ident, ["v"]), {0: bitmask((ident, [("B", 1)]), 1)})
    return bytes(s.out)


def nested(depth):
    s = Stream(6)
    value = b"\x0b\1" * depth + b"\0"
    s.call(LABEL, {0: lambda _: value})
    return bytes(s.out)


def padded():
    s = Stream(6)
    s.out += b"\0\0" + uint(4, pad=3) + string("glClear") + uint(1, pad=1) + string("mask")
    s.out += b"\1" + uint(0, pad=20) + b"\4" + uint(300, pad=5) + b"\0" + b"\1\0\0"
    return bytes(s.out)


def damaged(tail, version=6):
    s = Stream(version, HEAD)
    s.call(CLEAR, {0: bitmask(MASK, 1)})
    s.enter(GEN, {0: integer(3)})
    return bytes(s.out) + tail


def forked():
    """What a child that exits and its parent leave in one file: the start comes twice."""
    s = Stream(6, HEAD)
    s.call(CLEAR, {0: bitmask(MASK, 0x100)})
    start = bytes(s.out)
    s.enter(GEN, {0: integer(1)})
    child = bytes(s.out)
    s = Stream(6, HEAD)
    s.call(CLEAR, {0: bitmask(MASK, 0x100)})
    assert bytes(s.out) == start
    s.call(SWAP, {0: pointer(1), 1: pointer(2)}, enum(BOOL, 1))
    return b"at" + chunk(child) + chunk(bytes(s.out))


GL_ERRORS = (10, [("GL_NO_ERROR", 0), ("GL_INVALID_ENUM", 0x500), ("GL_INVALID_VALUE", 0x501), ("GL_OUT_OF_MEMORY", 0x505),
                  ("GL_FRAMEBUFFER_COMPLETE", 0x8CD5), ("GL_FRAMEBUFFER_UNSUPPORTED", 0x8CDD)])
GL_STATUS = (11, [("GL_COMPILE_STATUS", 0x8B81), ("GL_LINK_STATUS", 0x8B82), ("GL_VALIDATE_STATUS", 0x8B83),
                  ("GL_INFO_LOG_LENGTH", 0x8B84), ("GL_DEBUG_TYPE_ERROR", 0x824C), ("GL_DEBUG_TYPE_OTHER", 0x8251)])
RESULTS = (12, [("S_OK", 0), ("S_FALSE", 1), ("E_NOINTERFACE", -0x7FFFBFFE), ("DXGI_ERROR_DEVICE_HUNG", -0x7785FFFA),
                ("D3DERR_INVALIDCALL", 0x8876086C)])


class Program(Stream):
    """Functions by their names, with arguments that have none."""

    def __init__(self, version, properties=HEAD):
        super().__init__(version, properties)
        self.functions = {}

    def function(self, name):
        return self.functions.setdefault(name, (20 + len(self.functions), name, ["a", "b", "c", "d"]))

    def does(self, name, *args, result=None, thread=0, out=None, more=b""):
        """out: arguments that come with the leave."""
        n = self.enter(self.function(name), dict(enumerate(args)), thread, more)
        self.leave(n, out or {}, result)
        return n

    def asks(self, number=0, thread=0):
        return self.does("glGetError", result=enum(GL_ERRORS, number), thread=thread)

    def status(self, function, thing, which, good, thread=0):
        return self.does(function, integer(thing), enum(GL_STATUS, which), out={2: array(integer(good))}, thread=thread)

    def log(self, function, thing, what, thread=0):
        out = {2: array(integer(len(what))), 3: text(what)}
        return self.does(function, integer(thing), integer(512), out=out, thread=thread)


def gl_works(s):
    """Asks for all that can fail, and nothing did."""
    s.does("glXMakeCurrent", result=true)
    s.does("glCompileShader", integer(1))
    s.status("glGetShaderiv", 1, 0x8B81, 1)
    s.status("glGetShaderiv", 1, 0x8B84, 0)
    s.log("glGetShaderInfoLog", 1, "0 errors, 1 warning\n")
    s.status("glGetProgramiv", 2, 0x8B82, 1)
    s.does("glCheckFramebufferStatus", integer(0x8D40), result=enum(GL_ERRORS, 0x8CD5))
    s.does("glGetDebugMessageLog", integer(1), integer(9), null, array(enum(GL_STATUS, 0x824C)), result=integer(0))
    s.does("glDebugMessageInsert", integer(1), enum(GL_STATUS, 0x8251), integer(1), integer(2), integer(-1),
           text("error: none"))
    s.asks()
    s.does("glXSwapBuffers")


def gl_fails(s, thread=0):
    """Two kinds of errors, three of shaders and programs, two of framebuffers, two messages."""
    s.does("glTexParameteri", integer(1), thread=thread)
    s.asks(0x500, thread)
    s.does("glDrawArrays", integer(4), thread=thread)
    s.does("glDrawArrays", integer(4), thread=thread)
    s.asks(0x501, thread)
    s.asks(0x505, thread)
    s.does("glGetError", result=integer(0x506), thread=thread)
    s.does("glCompileShader", integer(3), thread=thread)
    s.status("glGetShaderiv", 3, 0x8B81, 0, thread)
    s.status("glGetShaderiv", 4, 0x8B81, 0, thread)
    s.log("glGetShaderInfoLog", 4, "\r\nFragment shader failed\r\n ERROR: 0:7: 'x' : undeclared \r\nERROR: 1 more\r\n", thread)
    s.log("glGetShaderInfoLog", 3, "0:1(2): warning: w\n0:12(4): error: `foo' undeclared\n", thread)
    s.status("glGetObjectParameterivARB", 5, 0x8B83, 0, thread)
    s.log("glGetInfoLogARB", 5, "not valid\n", thread)
    s.does("glCheckNamedFramebufferStatus", integer(1), integer(0x8D40), result=enum(GL_ERRORS, 0x8CDD), thread=thread)
    s.does("glCheckFramebufferStatusEXT", integer(0x8D40), result=integer(0), thread=thread)
    s.does("glGetDebugMessageLog", integer(2), integer(99), null, integer(0), null, null, null, out={
        3: array(enum(GL_STATUS, 0x8251), enum(GL_STATUS, 0x824C)), 7: text("first")}, result=integer(2), thread=thread)
    s.does("glDebugMessageInsert", integer(1), enum(GL_STATUS, 0x824C), integer(1), integer(2), integer(-1), text("no context\nat all"),
           thread=thread)
    s.status("glGetProgramiv", 6, 0x8B82, 0, thread)


def gl_faults(version):
    s = Program(version)
    gl_works(s)
    gl_fails(s)
    gl_fails(s, 1 if version >= 4 else 0)
    s.enter(s.function("glXSwapBuffers"))
    if version >= 4:
        s.enter(s.function("glFinish"), thread=1)
        s.enter(s.function("glReadPixels"), thread=1)
    return bytes(s.out)


def gl_quiet(version):
    s = Program(version)
    for _ in range(2):
        gl_works(s)
    return bytes(s.out)


def stacked_faults():
    s, number = Program(6), iter(range(1, 99))

    def stack(*names):
        return b"\4" + uint(len(names)) + b"".join(s.frame(next(number), [b"\1" + string("/opt/demo/bin/demo")] + (
            [b"\2" + string(n)] if isinstance(n, str) else [b"\5" + uint(n)])) for n in names)

    s.does("glBegin", more=stack("abort", "draw(int)", "std::list<int>::run(int) const", "main", "__libc_start_main"))
    s.does("glGetError", result=enum(GL_ERRORS, 0x501), more=stack("check", "main"))
    s.does("glGetError", result=enum(GL_ERRORS, 0x501), more=stack("check", 0x1f0, "main"))
    s.enter(s.function("glFlush"), more=stack(*("f%d" % i for i in range(20))))
    return bytes(s.out)


def d3d_faults(version):
    """Results as enumerants, with their sign and without, as numbers; failures that are answers; what is no result."""
    s = Program(version, [("process.name", "C:\\Program Files\\Game\\Game.exe")])
    s.does("IDirect3DDevice9::CreateTexture", pointer(16), result=enum(RESULTS, 0x8876086C))
    s.does("IDirect3DDevice9::CreateTexture", pointer(16), result=enum(RESULTS, 0x8876086C))
    s.does("IDXGISwapChain::Present", pointer(16), result=enum(RESULTS, -0x7785FFFA))
    s.does("ID3D11Device::CreateBuffer", pointer(16), result=integer(-0x7FF8FFF2))
    d3d_answers(s)
    s.enter(s.function("IDXGISwapChain::Present"))
    return bytes(s.out)


def d3d_answers(s):
    s.does("IDXGISwapChain::Present", pointer(16), result=enum(RESULTS, 1))
    s.does("IUnknown::QueryInterface", pointer(16), result=enum(RESULTS, -0x7FFFBFFE))
    s.does("IDirect3D9::CheckDeviceFormat", pointer(16), result=enum(RESULTS, 0x8876086C))
    s.does("IDXGIFactory::EnumAdapters1", pointer(16), result=enum(RESULTS, -0x7785FFFA))
    s.does("IDirect3DDevice9::GetAvailableTextureMem", pointer(16), result=integer(0xFF000000))
    s.does("ID3D11Resource::GetEvictionPriority", pointer(16), result=integer(0xC8000000))
    s.does("ID3D10Blob::GetBufferPointer", pointer(16), result=pointer(0xFFFFFFFF80000000))
    s.does("Direct3DCreate9", integer(32), result=null)


def demo(frames, size):
    """A little program that draws: uniforms, textures, labels, and a swap a frame."""
    s = Stream(6, [("process.name", "/usr/games/teapot"), ("process.commandLine", "--fullscreen")])
    shader = (10, "glShaderSource", ["shader", "count", "string", "length"])
    create = (11, "glCreateShader", ["type"])
    kinds = (3, [("GL_FRAGMENT_SHADER", 0x8B30), ("GL_VERTEX_SHADER", 0x8B31)])
    for i, (kind, source) in enumerate([(0x8B31, "void main() { gl_Position = ftransform(); }\n"),
                                        (0x8B30, "void main() { gl_FragColor = vec4(1.0); }\n")]):
        s.call(create, {0: enum(kinds, kind)}, integer(i + 1))
        s.call(shader, {0: integer(i + 1), 1: integer(1), 2: array(text(source)), 3: null})
    matrix = (12, "glUniformMatrix4fv", ["location", "count", "transpose", "value"])
    upload = (13, "glTexSubImage2D", ["target", "level", "width", "height", "pixels"])
    draw = (14, "glDrawElements", ["mode", "count", "type", "indices"])
    targets = (4, [("GL_TEXTURE_2D", 0xDE1), ("GL_UNSIGNED_SHORT", 0x1403), ("GL_FALSE", 0)])
    for f in range(frames):
        s.call(CLEAR, {0: bitmask(MASK, 0x4100)})
        s.call(matrix, {0: integer(2), 1: integer(1), 2: enum(targets, 0),
                        3: array(*(single((f + i) / 8) for i in range(16)))})
        if f % 3 == 0:
            pixels = bytes((f * 7 + i * i) & 255 for i in range(size))
            s.call(upload, {0: enum(targets, 0xDE1), 1: integer(0), 2: integer(size), 3: integer(1), 4: blob(pixels)})
        s.call(draw, {0: enum(PRIMITIVE, 4), 1: integer(36 + f), 2: enum(targets, 0x1403), 3: null})
        s.call(ERROR, {}, enum((6, [("GL_NO_ERROR", 0)]), 0))
        s.call(SWAP, {0: pointer(0x55AA1000), 1: pointer(0x55AA2000)}, enum(BOOL, 1))
    return bytes(s.out)


def damage_chunk(trace, number, how):
    """A Snappy trace with one of its chunks damaged. how: of its length, offset in it, and the bytes to put there."""
    at = 2
    for _ in range(number):
        at += 4 + struct.unpack_from("<I", trace, at)[0]
    offset, put = how(struct.unpack_from("<I", trace, at)[0])
    return trace[:at + offset] + put + trace[at + offset + len(put):]


# A chunk's length, the size of what it expands to, and its tags.
DAMAGE = {
    "length_zero": lambda n: (0, bytes(4)), "length_less": lambda n: (0, struct.pack("<I", n - 9)),
    "length_more": lambda n: (0, struct.pack("<I", n + 40)), "length_huge": lambda n: (0, b"\xff\xff\xff\x7f"),
    "size": lambda n: (4, b"\x81\x01"), "tags": lambda n: (4 + n // 3, (b"\xfe\xff\xff" * 30)[:n - n // 3]),
    "all": lambda n: (0, b"\xee" * (n + 4))}


def big_blob():
    s = Stream(6, HEAD)
    s.call((13, "glTexSubImage2D", ["pixels"]), {0: array(blob(bytes(1500000)), blob(bytes(65)))})
    s.call(CLEAR, {0: bitmask(MASK, 0x100)})
    return bytes(s.out)


def small_samples():
    values = every_value()
    yield "flips.trace", "small enough for every bit to be flipped", snappy(basic(6))
    for version in range(7):
        yield "version%d.trace" % version, "calls of version %d" % version, snappy(basic(version))
        yield "empty%d.trace" % version, "a header alone", snappy(bytes(Stream(version).out))
    yield "nothing.trace", "a process that was killed: not even a header", b"at"
    yield "values.trace", "every kind of value", snappy(values)
    yield "backtraces.trace", "stack frames, whole, partial, unresolved", snappy(backtraces())
    yield "details.trace", "duplicates, unknown calls, flags, arguments beyond the declared ones", snappy(odd_details())
    yield "interleaved.trace", "threads, and calls that never leave", snappy(interleaved())
    yield "ids.trace", "ids up to 2^32-1", snappy(sparse_ids())
    yield "padded.trace", "integers with redundant groups", snappy(padded())
    yield "deep.trace", "100 arrays inside each other", snappy(nested(100))
    yield "chunks1.trace", "chunks of one byte", snappy(basic(6), 1)
    yield "chunks7.trace", "chunks of seven bytes", snappy(values, 7)
    yield "packed.gz.trace", "gzip", gzip(values)
    yield "packed_two.gz.trace", "two gzip members and junk behind them", gzip(values[:500]) + gzip(values[500:]) + b"junk"
    yield "packed_zstd.trace", "Zstandard", zstd(values, 1 << 21, False)
    yield "packed_seekable_zstd.trace", "Zstandard frames with a seek table", zstd(values, 400, True)
    yield "packed_brotli.trace", "Brotli", brotli(values)
    yield "whole.trace.gz", "a Snappy trace inside gzip", gzip(snappy(basic(6)))
    yield "faults_gl.trace", "errors that calls returned", snappy(gl_faults(6))
    yield "faults_old.trace", "the same of version 2", snappy(gl_faults(2))
    yield "faults_stacks.trace", "errors of calls with backtraces", snappy(stacked_faults())
    yield "faults_d3d.trace", "results of Direct3D", snappy(d3d_faults(6))
    yield "faults_none.trace", "calls that were asked for errors and had none", snappy(gl_quiet(6))
    yield "forked.trace", "the stream begins twice", forked()
    for name, tail in [
            ("event", b"\7"), ("detail", b"\0\0\5\3"), ("kind", b"\0\0\5\1\0\x10"), ("frame_detail", b"\0\0\5\4\1\0\6"),
            ("enum_number", b"\0\0\5\1\0\x09\1\1\1A\4\1\7"), ("long_integer", b"\0\0\5\1\0\4" + b"\xff" * 9 + b"\2"),
            ("endless_integer", b"\0\0\5\1\0\4" + b"\x80" * 40), ("large_id", b"\0\0" + uint(2 ** 32)),
            ("deep", b"\0\0\5\1\0" + b"\x0b\1" * 300 + b"\0\0")]:
        yield "bad_%s.trace" % name, "damage behind a call and a half", snappy(damaged(tail))
    for name, tail in [
            ("string", b"\0\0\5\1\0\7" + uint(2 ** 40) + b"abc"), ("blob", b"\0\0\5\1\0\x08" + uint(2 ** 40) + b"abc"),
            ("array", b"\0\0\5\1\0\x0b" + uint(2 ** 60) + b"\0\0\0"), ("wide", b"\0\0\5\1\0\x0f" + uint(2 ** 62) + b"abc"),
            ("names", b"\0\0\x63" + string("f") + uint(2 ** 40) + b"\1a"), ("frames", b"\0\0\5\4" + uint(2 ** 40)),
            ("leave", b"\1\1\1\1\4"), ("number", b"\1")]:
        yield "cut_%s.trace" % name, "a claim that the data do not keep", snappy(damaged(tail))
    yield "cut_block.trace", "a Snappy block that is cut", snappy(values)[:900]
    yield "cut_length.trace", "a chunk's length that is cut", snappy(basic(6)) + b"\1\0"
    yield "cut_gz.trace", "gzip that is cut", gzip(values)[:700]
    yield "cut_zstd.trace", "Zstandard that is cut", zstd(values, 400, True)[:700]
    yield "cut_brotli.trace", "Brotli that is cut", brotli(values)[:700]
    whole = snappy(basic(6))
    yield "block_zero.trace", "a chunk of length 0", whole + b"\0\0\0\0" + chunk(b"\7")
    yield "block_empty.trace", "a chunk that expands to nothing", whole + b"\1\0\0\0\0"
    yield "block_claims.trace", "a block that claims 4 GiB", whole + struct.pack("<I", 6) + b"\xff\xff\xff\xff\x0f\0"
    yield "block_offset.trace", "a copy from before the block", whole + struct.pack("<I", 4) + b"\x08\x1e\xff\xff"
    yield "version7.trace", "a version to come", snappy(b"\7\7\0")
    yield "semantic7.trace", "a semantic version above the version", snappy(b"\6\7\0")


def large_samples():
    yield "demo_teapot.trace", "what the manual shows", snappy(demo(40, 256))
    yield "demo_teapot.gz.trace", "the same, repacked", gzip(demo(40, 256))
    yield "demo_crashed.trace", "the same, of a process that crashed", snappy(demo(40, 256))[:4000]
    yield "demo_large.trace", "some hundred KiB with large blobs", snappy(demo(60, 12000))
    yield "big_blob.trace", "a blob above 1 MiB", snappy(big_blob())
    whole = snappy(demo(100, 3000), 6000)
    yield "chunk_length.trace", "a chunk with a wrong length", damage_chunk(whole, 3, DAMAGE["length_less"])
    yield "chunk_two.trace", "two damaged chunks", damage_chunk(damage_chunk(whole, 3, DAMAGE["tags"]), 5, DAMAGE["length_zero"])


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--demo", action="store_true", help="only the realistic ones")
    p.add_argument("--list", action="store_true", help="list them and write nothing")
    p.add_argument("target", nargs="?", help="directory, made if missing")
    args = p.parse_args()
    if args.target is None and not args.list:
        p.error("where to?")
    samples = list(large_samples()) + ([] if args.demo else list(small_samples()))
    for name, note, data in samples:
        if args.list:
            print("%-28s %s" % (name, note))
        elif not args.demo or name.startswith("demo_"):
            os.makedirs(args.target, exist_ok=True)
            with open(os.path.join(args.target, name), "wb") as f:
                f.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
