#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on apitrace's traces, made here.

usage: test_apitrace.py DIAGFMT [CASE]...
"""
import gzip
import json
import os
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import test_tool  # noqa: E402
from make_traces import string, typed as num, uint  # noqa: E402
from program import overview  # noqa: E402
from test_tool import good, on_terminal, read, run, write  # noqa: E402

# --- traces -----------------------------------------------------------------------------------------------------------


def real(x):
    return b"\5" + struct.pack("<f", x)


def text(s):
    return b"\7" + string(s)


def blob(b):
    return b"\x08" + uint(len(b)) + b


def array(*v):
    return b"\x0b" + uint(len(v)) + b"".join(v)


def handle(n):
    return b"\x0d" + uint(n)


def representation(human, machine):
    return b"\x0e" + human + machine


NULL = b"\0"


class Trace:
    """An event stream of version 6."""

    def __init__(self, *properties):
        self.out = b"\6\6" + b"".join(string(k) + string(v) for k, v in properties) + b"\0"
        self.functions, self.enums, self.calls = {}, {}, 0

    def function(self, name, args):
        if name in self.functions:
            return uint(self.functions[name])
        self.functions[name] = 4 + len(self.functions)
        return uint(self.functions[name]) + string(name) + uint(len(args)) + b"".join(map(string, args))

    def enum(self, value, **names):
        key = tuple(names.items())
        known = key in self.enums
        ident = self.enums.setdefault(key, len(self.enums))
        head = uint(ident)
        if not known:
            head += uint(len(key)) + b"".join(string(n) + num(v) for n, v in key)
        return b"\x09" + head + num(value)

    def enter(self, called, /, thread=0, fake=False, frames=None, **args):
        self.out += b"\0" + uint(thread) + self.function(called, list(args))
        if fake:
            self.out += b"\5\1"
        if frames is not None:
            self.out += b"\4" + uint(len(frames)) + b"".join(frames)
        for i, v in enumerate(args.values()):
            if v is not None:
                self.out += b"\1" + uint(i) + v
        self.out += b"\0"
        self.calls += 1
        return self.calls - 1

    def leave(self, number, ret=None, **out):
        self.out += b"\1" + uint(number)
        for i, v in out.values():
            self.out += b"\1" + uint(i) + v
        self.out += (b"" if ret is None else b"\2" + ret) + b"\0"

    def call(self, called, /, ret=None, **args):
        self.leave(self.enter(called, **args), ret)


def snappy(stream, chunk=1 << 20):
    out = b"at"
    for i in range(0, len(stream), chunk):
        part = stream[i:i + chunk]
        block = uint(len(part)) + b"".join(
            bytes([62 << 2]) + (len(part[k:k + 60000]) - 1).to_bytes(3, "little") + part[k:k + 60000]
            for k in range(0, len(part), 60000))
        out += struct.pack("<I", len(block)) + block
    return out


BYTES = bytes(range(256))
VERTEX, FRAGMENT = {"GL_VERTEX_SHADER": 0x8b31}, {"GL_FRAGMENT_SHADER": 0x8b30}
SOURCE = ["#version 100\n", "void main() {}XXXX", "// end\n"]


def stream(**change):
    t = Trace(("process.name", "/bin/demo"), ("a", "b\"c"))
    t.call("glXCreateContext", ret=handle(0x1234), dpy=handle(0x10))
    t.call("glCreateShader", ret=num(7), type=t.enum(0x8b31, **VERTEX))
    t.call("glShaderSource", shader=num(7), count=num(3), string=array(*map(text, SOURCE)),
           length=array(num(-1), num(14), num(-1)))
    t.call("glCreateShader", ret=num(8), type=t.enum(0x8b30, **FRAGMENT))
    t.call("glShaderSource", shader=num(8), count=num(1), string=array(text("f")), length=NULL)
    t.call("glShaderSource", shader=num(9), count=num(1), string=array(text("?")), length=NULL)
    t.call("glBufferData", target=num(1), size=num(256), data=blob(change.get("data", BYTES)))
    t.call("ID3D11Device::CreateVertexShader", code=representation(text("asm"), blob(b"DXBC1")), thread=1)
    t.call("glUniform1f", location=num(0), v0=real(change.get("v0", 0.1)))
    t.call("glGetString", ret=text("x\ny"), name=num(1))
    t.call("glDrawArrays", fake=True, mode=t.enum(4, GL_TRIANGLES=4), count=None)
    frame = b"\0\1" + string("/lib/a.so") + b"\2" + string("main") + b"\5\x10\0"
    t.call("glXSwapBuffers", dpy=handle(0x10), frames=[frame])
    slow = t.enter("glFinish", thread=1)
    t.call("glClear", mask=num(3))
    t.leave(slow)
    t.call("glXSwapBuffers", dpy=handle(0x10))
    t.enter("glFlush")
    return t.out


TEXT = """// a = "b\\"c"
// process.name = "/bin/demo"
0 glXCreateContext(dpy = 0x10) = 0x1234
1 glCreateShader(type = GL_VERTEX_SHADER) = 7
2 glShaderSource(shader = 7, count = 3, string = {"#version 100
", "void main() {}XXXX", "// end
"}, length = {-1, 14, -1})
3 glCreateShader(type = GL_FRAGMENT_SHADER) = 8
4 glShaderSource(shader = 8, count = 1, string = &"f", length = NULL)
5 glShaderSource(shader = 9, count = 1, string = &"?", length = NULL)
6 glBufferData(target = 1, size = 256, data = blob(256))
7 ID3D11Device::CreateVertexShader(code = "asm")
8 glUniform1f(location = 0, v0 = 0.1)
10 glDrawArrays(mode = GL_TRIANGLES, count = ?) // fake
11 glXSwapBuffers(dpy = 0x10)
Backtrace:
/lib/a.so: main+0x10

13 glClear(mask = 3)
12 glFinish()
14 glXSwapBuffers(dpy = 0x10)

15 glFlush() // incomplete
"""


CODECS = good("--version").decode().split("codecs:")[1].split()


def packed(data):
    """As the tracer writes it, if this build can read that."""
    return snappy(data) if "snappy" in CODECS else gzip.compress(data)


def make(name="t.trace", data=None):
    return write(name, packed(stream() if data is None else data))


def native(*args, **kw):
    return good("dump", "--native", *args, **kw).decode("latin-1")


def numbers(s):
    return [int(line.split()[0]) for line in s.splitlines() if line[:1].isdigit()]


def numbers_json(out):
    return [o["number"] for o in map(json.loads, out.splitlines()) if o["event"] == "apitrace.call"]


# --- dump -------------------------------------------------------------------------------------------------------------


def case_native():
    make()
    assert native("t.trace") == TEXT, native("t.trace")
    assert native("--native=text", "t.trace") == TEXT
    assert native(stdin=read("t.trace")) == native(stdin=gzip.compress(stream())) == TEXT
    assert native("t.trace", "t.trace") == 2 * TEXT
    code, _, err = run("dump", "--native=nope", "t.trace")
    assert code == 2 and "no text form is called 'nope'" in err, err
    code, _, err = run("dump", "--native=android", "t.trace")
    assert code == 2 and "apitrace has only text" in err, err


def case_native_options():
    make()
    all_calls = native("-v", "--thread-ids", "t.trace")
    assert '9 @0 glGetString(name = 1) = "x\ny"\n' in all_calls and "12 @1 glFinish()\n" in all_calls
    assert "\nglClear(3)\n" in native("--call-nos=no", "--arg-names=no", "t.trace")
    one = native("-v", "--multiline=no", "t.trace")
    assert '= "x\\ny"\n' in one and "Backtrace" not in one and "\n\n" not in one
    color = native("--color=always", "t.trace")
    assert "13 \33[1mglClear\33[0m(mask\33[0m = \33[34m3\33[0m)\n" in color
    odd = Trace()
    odd.call("f", v=text(b"\r\x01\xe9\0z"))
    make("odd.trace", odd.out)
    assert native("odd.trace") == '0 f(v = "\\1\\551")\n'
    assert native("--honest", "odd.trace") == '0 f(v = "\\r\\001\\351\\000z")\n'


def case_native_odd_names():
    """As the reference: an argument without a name, and a zero flag that only counts if it comes first."""
    mask = b"\x0a\0\2" + string("A") + b"\1" + string("NONE") + b"\0" + b"\0"
    first = b"\x0a\1\1" + string("NONE") + b"\0" + b"\0"
    call = b"\0\0\4" + string("f") + b"\3" + string("") + string("x") + string("y")
    write("names.trace", packed(b"\6\6\0" + call + b"\1\0" + num(3) + b"\1\1" + mask + b"\1\2" + first + b"\0\1\0\0"))
    assert native("names.trace") == "0 f( = 3, x = 0x0, y = NONE)\n", native("names.trace")


def case_native_needs_a_format_with_text():
    write("r.crash", test_tool.report())
    code, out, err = run("dump", "--native", "r.crash")
    assert code == 2 and out == b"" and "apport has no text form" in err, err
    code, out, err = run("dump", "--calls=1", "r.crash")
    assert code == 2 and "apport has no calls" in err, err
    for args in (["--verbose"], ["--thread-ids"], ["--blobs"], ["--honest"], ["--native", "--payload=none"],
                 ["--native", "-C", "x"], ["--native", "--thread-ids=2"]):
        assert run("dump", *args, "r.crash")[0] == 2, args


def case_native_names_on_a_terminal():
    t = Trace()
    t.call("gl\33[2J", **{"a\7": num(1)})
    make("bad.trace", t.out)
    assert native("bad.trace") == "0 gl\33[2J(a\7 = 1)\n"
    _, shown = on_terminal("dump", "--native", "--color=never", "bad.trace")
    assert b"\33" not in shown and b"\7" not in shown and b"0 gl\\x1b[2J(a\\x07 = 1)" in shown, shown


def case_blobs():
    make()
    os.mkdir("d")
    out = native("--blobs", "-C", "d", "t.trace")
    assert 'data = blob("blob_call6.bin")' in out and read("d/blob_call6.bin") == BYTES
    assert os.listdir("d") == ["blob_call6.bin"]
    write("d/blob_call6.bin", b"mine")
    code, _, err = run("dump", "--native", "--blobs", "-C", "d", "t.trace")
    assert code == 3 and "blob_call6.bin" in err and read("d/blob_call6.bin") == b"mine", err
    t = Trace()
    t.call("f", a=array(blob(b"1"), blob(b"22")), b=blob(bytes(2 << 20)))
    make("many.trace", t.out)
    native("--blobs", "-C", "new", "many.trace")
    assert {f: os.path.getsize("new/" + f) for f in os.listdir("new")} == {
        "blob_call0.bin": 1, "blob_call0_1.bin": 2, "blob_call0_2.bin": 2 << 20}


def case_sets():
    make()
    write("set", b"1 # one\n\n3-4,\n#9\n6-/4\n")
    write("words", b"fbo#frames\n2\n")
    for given, want in (("3", [3]), ("0-2,11", [0, 1, 2, 11]), ("5-/4", [5, 9, 13]), ("@set", [1, 3, 4, 6, 10, 14]),
                        ("*/frame", [11, 14]), ("*/draw", [10, 13]), ("10-/fbo", [11, 14]),
                        ("frame", [11, 14]), ("draw,3", [3, 10, 13]), ("0,rendertarget", [0, 11, 14]), ("@words", [2, 11, 14]),
                        ("12", [12]), ("13", [13]), ("2-2/7", [2])):
        assert numbers(native("-v", "--calls=" + given, "t.trace")) == want, given
        assert numbers_json(good("dump", "--calls=" + given, "t.trace")) == want, given
    assert numbers(native("--calls=1", "--calls=4", "t.trace")) == [1, 4]
    assert numbers(native("--frames=1", "t.trace")) == [13, 12, 14]
    assert numbers(native("--frames=2-", "t.trace")) == [15]
    assert numbers(native("--thread=1", "t.trace")) == [7, 12]
    assert numbers(native("--thread=1", "--frames=0", "t.trace")) == [7]
    for bad in ("x", "5-3", "5/0", "5/", "5/foo", "1;2", "", "99999999999999999999", "-3", "1-2-3", "frames", "frame/2", "1frame"):
        code, out, err = run("dump", "--native", "--calls=" + bad, "t.trace")
        assert code == 2 and out == b"" and "calls: " in err, (bad, err)
    assert run("dump", "--native", "--calls=@nope", "t.trace")[0] == 3
    write("zero", b"1\0")
    assert run("dump", "--native", "--calls=@zero", "t.trace")[0] == 2


def case_sets_of_frames():
    """As the reference's trim has them: kinds of calls are asked of the calls; a call is taken if one of the two sets has it."""
    make()
    for given, want in ((["--frames=1/frame"], [14]), (["--frames=0-1/frame"], [11, 14]), (["--frames=0-/draw"], [10, 13]),
                        (["--frames=frame"], [11, 14]), (["--frames=*/draw,0/frame"], [10, 11, 13]),
                        (["--frames=0/draw", "--frames=1/frame"], [10, 14]), (["--calls=2", "--frames=1/frame"], [2, 14]),
                        (["--calls=0-1,13", "--frames=1"], [0, 1, 12, 13, 14]), (["--calls=1", "--frames=1", "--thread=1"], [12]),
                        (["--calls=3", "--frames=1", "--grep=^gl"], [3, 12, 13, 14])):
        assert sorted(numbers(native("-v", *given, "t.trace"))) == sorted(want), given
        assert sorted(numbers_json(good("dump", *given, "t.trace"))) == sorted(want), given
        good("convert", *given, "t.trace", "-o", "chosen.trace")
        assert len(numbers(native("-v", "chosen.trace"))) == len(want), given


def case_sets_that_take_nothing():
    """Whatever is asked for: said on standard error, exit 1, and the output is what is left."""
    make()
    for given in ("--calls=999", "--calls=0-9/draw", "--frames=9", "--frames=7/rendertarget", "--thread=77", "--grep=nosuch", "--frames=5/frame"):
        for command in (["dump"], ["dump", "--native"], ["convert", "-o", "-"], ["extract", "-C", "chosen"]):
            code, out, err = run(*command, given, "t.trace")
            assert code == 1 and err.count("\n") == 1 and "no call is in what was chosen" in err, (command, given, code, err)
    code, out, err = run("dump", "--calls=999", "t.trace", "t.trace")
    assert code == 1 and err.count("no call") == 2, err
    assert run("dump", "--native", "--calls=3", "t.trace")[0] == 0


def case_set_stops_reading():
    """Behind the last call wanted nothing is read; before, calls of slow threads are not lost."""
    make()
    make("bad.trace", stream() + b"\x99")
    assert numbers(native("--calls=0-8", "bad.trace")) == list(range(9))
    assert numbers(native("--calls=12-13", "bad.trace")) == [13, 12]
    assert numbers(native("-v", "--frames=0", "bad.trace")) == numbers(native("-v", "--frames=0", "t.trace"))
    assert numbers(native("--calls=3", "--frames=0/frame", "bad.trace")) == [3, 11]
    assert run("dump", "--native", "--calls=15", "bad.trace")[0] == 1
    assert run("dump", "--native", "--calls=3", "--frames=9", "bad.trace")[0] == 1


def case_grep():
    make()
    assert native("--grep=^gl(Clear|Fin)", "t.trace") == "13 glClear(mask = 3)\n12 glFinish()\n"
    assert numbers_json(good("dump", "--grep=Shader$", "t.trace")) == [1, 3, 7]
    assert run("dump", "--grep=(", "t.trace")[0] == 2


def case_json_keeps_blobs_with_their_calls():
    t = Trace()
    t.call("f", a=blob(bytes(100)))
    t.call("g", a=blob(bytes(200)))
    make("b.trace", t.out)
    lines = [json.loads(x) for x in good("dump", "--max-inline=64", "--grep=g", "b.trace").splitlines()]
    assert [x["event"] for x in lines] == ["apitrace.header", "apitrace.blob", "apitrace.call"], lines
    assert lines[1]["payload"]["size"] == 200


def case_damage():
    make("event.trace", stream() + b"\x99")
    code, out, err = run("dump", "--native", "event.trace")
    assert code == 1 and "offset 0x%x" % len(stream()) in err, err
    assert out.decode("latin-1") == TEXT[:TEXT.index("15 glFlush")]
    code, out, _ = run("dump", "--native", "--recover", "event.trace")
    assert code == 1 and out.decode("latin-1") == TEXT
    if "snappy" not in CODECS:
        return
    write("cut.trace", snappy(stream())[:-40])
    code, out, err = run("dump", "--native", "cut.trace")
    assert code == 1 and len(out) > 500 and TEXT.encode("latin-1").startswith(out[:500]), err
    code, out, _ = run("dump", "--native", "--no-recover", "cut.trace")
    assert code == 1 and len(out) < 500


# --- info, ls, cat ----------------------------------------------------------------------------------------------------


def case_info():
    make()
    out = good("info", "t.trace").decode()
    container = "snappy" if "snappy" in CODECS else "gzip"
    for words in ("format:      apitrace\n", "semantic version:  6\n", "container:         " + container,
                  "api:               OpenGL + GLX/WGL/CGL\n", "process.name  /bin/demo\n", "n calls:           16\n",
                  "n fake:            1\n", "n frames:          2\n", "n blobs:           2\n", "blob bytes:        261\n"):
        assert words in out, (words, out)
    o = overview(good("info", "--json", "t.trace"))
    assert (o["n_calls"], o["n_fake"], o["n_incomplete"], o["n_frames"], o["n_threads"], o["n_blobs"]) == (16, 1, 1, 2, 2, 2), o
    assert o["event_bytes"] == len(stream()) and o["complete"] is True
    f = {x["function"]: x for x in o["functions"]}
    assert f["glShaderSource"]["n_calls"] == 3 and f["glBufferData"]["blob_bytes"] == 256
    header = len(Trace(("process.name", "/bin/demo"), ("a", "b\"c")).out)
    assert sum(x["bytes"] for x in o["functions"]) == len(stream()) - header
    write("z", gzip.compress(stream()))
    assert overview(good("info", "--json", "z"))["container"] == "gzip"


def case_info_frames():
    make()
    rows = [x.split(",") for x in good("info", "--set=frames", "--csv", "t.trace").decode().splitlines()]
    assert rows[0] == ["file", "set_name", "frame", "first_call", "last_call", "n_calls", "bytes", "ended"]
    assert [r[2:6] + r[7:] for r in rows[1:]] == [["0", "0", "11", "12", "true"], ["1", "12", "14", "3", "true"],
                                                 ["2", "15", "15", "1", "false"]], rows
    write("r.crash", test_tool.report())
    assert run("info", "--set=frames", "r.crash")[0] == 2


def case_ls():
    make()
    rows = [r.split() for r in good("ls", "t.trace").decode().splitlines()]
    assert [int(r[0]) for r in rows] == [*range(12), 13, 12, 14, 15]
    assert rows[6][-1] == "glBufferData" and "incomplete" in rows[15][2]
    assert good("ls", "-1", "t.trace").split()[0] == b"glXCreateContext"
    assert json.loads(good("ls", "--json", "t.trace").splitlines()[7])["thread_id"] == 1


def case_cat():
    make()
    for key, want in (("13", b"glClear(mask = 3)"), ("9", b'9 glGetString(name = 1) = "x\ny"'), ("glFinish", b"12 ")):
        assert want in good("cat", "t.trace", key), key
    for key, want in (("6/data", BYTES), ("6/2", BYTES), ("2/string/1", SOURCE[1].encode()), ("1/return", b"7\n"),
                      ("glShaderSource/string/0", SOURCE[0].encode()), ("4/string", b"f"), ("7/code", b"DXBC1"),
                      ("7/code/0", b"asm"), ("1/type", b"GL_VERTEX_SHADER\n"), ("2/length", b"{-1, 14, -1}\n")):
        assert good("cat", "t.trace", key) == want, key
        assert good("cat", key, stdin=read("t.trace")) == want, key
    assert good("cat", "-a", "t.trace", "glCreateShader/return") == b"7\n8\n"
    for key in ("99", "6/nope", "6/return", "2/string/3", "6/data/0", "glNope", "10/count"):
        assert run("cat", "t.trace", key)[0] == 1, key
    assert good("cat", "--last", "t.trace", "6") == good("cat", "t.trace", "6")
    assert good("cat", "--last", "t.trace", "glCreateShader/return") == b"8\n"
    assert good("cat", "--last", "-", "glCreateShader/return", stdin=read("t.trace")) == b"8\n"
    assert run("cat", "--last", "t.trace", "glNope")[0] == 1
    assert run("cat", "--raw", "t.trace", "6/data")[0] == 2


# --- extract ----------------------------------------------------------------------------------------------------------


def case_extract():
    make()
    good("extract", "-C", "out", "t.trace")
    want = {"call_0000002_glShaderSource.vert": b"#version 100\nvoid main() {}// end\n",
            "call_0000004_glShaderSource.frag": b"f", "call_0000005_glShaderSource.glsl": b"?",
            "call_0000006_glBufferData_data.bin": BYTES,
            "call_0000007_ID3D11Device__CreateVertexShader_code.dxbc": b"DXBC1"}
    assert {f: read("out/" + f) for f in os.listdir("out")} == want, os.listdir("out")
    good("extract", "-C", "some", "-k", "glShader*", "--calls=3-4", "t.trace")
    assert os.listdir("some") == ["call_0000004_glShaderSource.frag"]
    good("extract", "-C", "thread", "--thread=1", "t.trace")
    assert len(os.listdir("thread")) == 1
    t = Trace()
    t.call("f/../g", **{"../x": array(blob(b"1"), blob(bytes(3 << 20)))})
    make("bad.trace", t.out)
    good("extract", "-C", "safe", "bad.trace")
    assert sorted(os.listdir("safe")) == ["call_0000000_f____g____x.bin", "call_0000000_f____g____x_1.bin"]
    assert run("extract", "-C", "nope", "-k", "glNope", "t.trace")[0] == 1


# --- convert, repair --------------------------------------------------------------------------------------------------


def raw_stream(path):
    """The event stream of a trace, by the tool."""
    return good("convert", "--container=raw", path)


def case_repack():
    make()
    for container, magic in (("snappy", b"at"), ("gzip", b"\x1f\x8b"), ("zstd", b"\x28\xb5\x2f\xfd"), ("brotli", b""),
                             ("raw", b"\6\6")):
        if container in ("snappy", "zstd", "brotli") and container not in CODECS:
            assert run("convert", "--container=" + container, "t.trace")[0] == 4, container
            continue
        good("convert", "--container=" + container, "-o", container, "t.trace")
        assert read(container).startswith(magic)
        args = ["--format=apitrace", "--apitrace-container=raw"] if container == "raw" else []
        assert good("convert", "--container=raw", *args, container) == stream(), container
    good("convert", "-o", "kept", "gzip")
    assert gzip.decompress(read("kept")) == stream()
    good("convert", "--container=gzip", "--level=1", "-o", "fast", "t.trace")
    assert gzip.decompress(read("fast")) == stream()
    assert run("convert", "--container=nope", "t.trace")[0] == 2
    write("r.crash", test_tool.report())
    assert run("convert", "--container=gzip", "r.crash")[0] == 2


def renumbered(s, keep):
    """What of the text stays, with numbers from 0."""
    return [(i, " ".join(x.split()[1:])) for i, x in enumerate(
        y for n in keep for y in s.splitlines() if y.split(" ")[0] == str(n))]


def case_trim():
    make()
    every = native("-v", "t.trace")
    for args, keep in ((["--calls=3-8"], range(3, 9)), (["--frames=1"], [13, 12, 14]), (["--thread=1"], [7, 12]),
                       (["--function=glC*"], [1, 3, 13]), (["-k", "glFinish,glClear"], [13, 12]),
                       (["--grep=Swap|Flush"], [11, 14, 15]), (["--drop=gl[!S]*"], [2, 4, 5, 7])):
        good("convert", *args, "-o", "part", "t.trace")
        part = native("-v", "part")
        got = [(int(x.split()[0]), " ".join(x.split()[1:])) for x in part.splitlines() if x[:1].isdigit()]
        assert got == renumbered(every, keep), (args, got)
        assert 'process.name = "/bin/demo"' in part
        os.remove("part")
    good("convert", "--calls=11", "-o", "frames", "t.trace")
    assert "Backtrace:\n/lib/a.so: main+0x10\n" in native("frames")
    assert len(read("frames")) < 120


def case_trim_events():
    make()
    good("convert", "--form=events", "--frames=1", "-o", "part", "t.trace")
    part = native("part")
    assert part.endswith("1 glClear(mask = 3)\n0 glFinish()\n2 glXSwapBuffers(dpy = 0x10)\n\n"), part
    code, _, err = run("convert", "--form=events", "--drop=nothing", "-o", "all", "t.trace")
    assert code == 1 and "no entry 'nothing' to drop" in str(err), (code, err)
    assert raw_stream("all") == stream()
    assert run("convert", "--form=nope", "t.trace")[0] == 2
    assert run("convert", "--form=stream", "--calls=1", "t.trace")[0] == 2


def case_convert_of_damage_keeps_nothing():
    make("bad.trace", stream() + b"\x99")
    assert run("convert", "--calls=0-", "-o", "out", "bad.trace")[0] == 1 and not os.path.exists("out")
    code, _, _ = run("convert", "--calls=0-", "--recover", "-o", "out", "bad.trace")
    assert code == 1 and numbers(native("-v", "out")) == list(range(16))
    make("t.trace")
    for args in (["--sort"], ["--last-wins"], ["--compression=gzip"], ["--append-to=t.trace"]):
        assert run("convert", *args, "bad.trace")[0] == 2, args


def case_repair():
    make()
    assert good("repair", "t.trace") == read("t.trace")
    z = gzip.compress(stream())
    assert good("repair", stdin=z) == z
    whole = read("t.trace")
    for cut in range(1, len(stream()) // 2, 23) if "snappy" in CODECS else ():
        write("cut.trace", whole[:-cut])
        code, out, err = run("repair", "cut.trace")
        assert code == 1 and "repaired: " in err, err
        write("good.trace", out)
        mended = raw_stream("good.trace")
        assert stream().startswith(mended), cut
        salvaged = run("dump", "--native", "-v", "--recover", "cut.trace")[1].decode("latin-1")
        assert native("-v", "good.trace") == salvaged, cut
    make("bad.trace", stream() + b"\x99")
    code, out, err = run("repair", "bad.trace")
    write("good.trace", out)
    assert code == 1 and raw_stream("good.trace") == stream(), err


def case_repair_with_large_blobs():
    """They come before the events that they are part of, which may be dropped or cut."""
    large = blob(bytes(2 << 20))
    t = Trace()
    t.call("f", v=array(large, large))
    t.out += b"\1\x63\2" + large + b"\0"  # a leave of no call
    t.call("g", v=large)
    make("large.trace", t.out + b"\x99")
    code, out, err = run("repair", "large.trace")
    assert code == 1 and "1 events dropped" in err, err
    write("good.trace", out)
    assert native("good.trace") == "0 f(v = {blob(2097152), blob(2097152)})\n1 g(v = blob(2097152))\n"
    good("convert", "--form=events", "--calls=1", "-o", "g.trace", "good.trace")
    assert native("g.trace") == "0 g(v = blob(2097152))\n"


def case_native_narrow():
    """Numbers as wide as the reference has them, and all of them with --honest."""
    t = Trace()
    module, file = b"\1" + string("m"), b"\3" + string("f.c")
    frames = [uint(i) + module + file + b"\4" + uint(line) + b"\5" + uint(offset) + b"\0" for i, (line, offset) in enumerate(
        [(7, 16), (2 ** 31 - 1, 2 ** 63 - 1), (2 ** 31, 2 ** 63), (2 ** 32 + 5, 2 ** 32), (2 ** 64 - 1, 2 ** 64 - 1)])]
    t.leave(t.enter("f", thread=2 ** 32 + 0x1a, frames=frames))
    make("t.trace", t.out)
    head = "0 @%s f()\nBacktrace:\n"
    assert native("--thread-ids", "t.trace") == (
        head % "1a" + "m+0x10: f.c:7\nm+0x7fffffffffffffff: f.c:2147483647\nm: f.c\nm+0x100000000: f.c:5\nm: f.c\n")
    assert native("--thread-ids", "--honest", "t.trace") == (
        head % "10000001a" + "m+0x10: f.c:7\nm+0x7fffffffffffffff: f.c:2147483647\nm+0x8000000000000000: f.c:2147483648\n"
        "m+0x100000000: f.c:4294967301\nm+0xffffffffffffffff: f.c:18446744073709551615\n")


def case_repair_of_a_fork():
    """The start that a child inherited comes once. After a start that is another one the last part is kept."""
    if "snappy" not in CODECS:
        return
    whole = stream()
    start = whole[:whole.index(b"glXCreateContext") + 60]
    for child, told in ((start, "delivered once"), (start.replace(b"glXC", b"glXc"), "last part")):
        chunks = b"at" + snappy(child)[2:] + snappy(whole)[2:]
        write("fork.trace", chunks)
        code, out, err = run("repair", "fork.trace")
        assert code == 1 and told in err, err
        write("good.trace", out)
        assert raw_stream("good.trace") == whole
        assert run("repair", stdin=chunks)[1] == out


# --- verify, identify, diff -------------------------------------------------------------------------------------------


def case_verify():
    make()
    assert good("verify", "t.trace") == b"t.trace: OK\n"
    code, out, _ = run("verify", "--strict", "t.trace")
    assert code == 1 and b"1 call never ended" in out, out
    t = Trace(("a", "1"), ("a", "2"))
    t.call("f")
    make("twice.trace", t.out)
    code, out, _ = run("verify", "--strict", "twice.trace")
    assert code == 1 and b"0  a      this property came before" in out, out
    make("bad.trace", stream() + b"\x99")
    code, out, _ = run("verify", "bad.trace")
    assert code == 1 and b"error%22d  " % len(stream()) in out, out


def case_identify():
    make()
    assert good("identify", "t.trace").startswith(b"t.trace: apitrace")
    write("z", gzip.compress(stream()))
    assert good("identify", "z").startswith(b"z: apitrace")


def differences(*args):
    """Exit status, and each difference: its change, record and places, or member and values."""
    code, out, err = run("diff", "--json", *args)
    assert not err or code == 2, err
    rows = [json.loads(line) for line in out.splitlines()]
    keys = "change", "record", "before_place", "after_place", "member", "before", "after"
    return code, [tuple(row[key] for key in keys if key in row) for row in rows]


def case_diff():
    make("a")
    write("b", gzip.compress(stream()))
    assert run("diff", "a", "b") == (0, b"", "")
    make("c", stream(v0=0.25))
    code, out, _ = run("diff", "a", "c")
    assert code == 1 and [line.split(maxsplit=1) for line in out.decode().replace(" place", "-place").splitlines()] == [
        ["a,", "c: first difference"], ["change:", "changed"], ["record:", "glUniform1f"], ["before-place:", "8"],
        ["after-place:", "8"], ["member:", "v0"], ["before:", "0.1"], ["after:", "0.25"]], out
    assert differences("a", "c") == (1, [("changed", "glUniform1f", "8", "8", "v0", "0.1", "0.25")])
    assert run("diff", "--ignore=glUni*", "a", "c")[0] == 0
    make("d", stream(v0=1, data=BYTES[:9] + b"x" + BYTES[10:]))
    code, rows = differences("a", "d")
    assert code == 1 and [row[4:] for row in rows] == [("data", "256 bytes, 0x09 at 9", "256 bytes, 0x78 at 9")], rows
    assert len(differences("--all", "a", "d")[1]) == 2
    assert len(differences("--max=1", "a", "d")[1]) == 1
    code, out, _ = run("diff", "--csv", "--all", "a", "d")
    assert code == 1 and out.splitlines()[0] == (
        b"change,record,before_place,after_place,before_offset,after_offset,member,before,after"), out
    assert len(out.splitlines()) == 3, out
    for args in (["a"], ["a", "b", "c"], ["a", "nope"], ["-", "-"], ["--max=0", "a", "b"], ["--max=x", "a", "b"]):
        assert run("diff", *args)[0] == 2, args
    make("bad", stream() + b"\x99")
    code, out, err = run("diff", "a", "bad")
    assert code == 2 and not out and "0x" in err, (code, out, err)
    make("bad", stream(v0=0.25) + b"\x99")
    assert differences("--all", "a", "bad") == (2, [("changed", "glUniform1f", "8", "8", "v0", "0.1", "0.25")])


def one_call(**args):
    t = Trace()
    t.call("f", **args)
    return t


def case_diff_values():
    for a, b, want in ((handle(1), handle(2), ("v", '{"pointer":"0x1"}', '{"pointer":"0x2"}')), (handle(0), NULL, None),
                       (num(-1), num((1 << 64) - 1), ("v", "-1", "18446744073709551615")),
                       (array(num(1), num(2)), array(num(1), num(3)), ("v/1", "2", "3")),
                       (array(), NULL, ("v", "[]", "null")),
                       (text("a"), text("b"), ("v", '"a"', '"b"')),
                       (text("a\0b"), text("a\0c"), ("v", '"a\\u0000b"', '"a\\u0000c"')),
                       (text("x" * 300 + "a"), text("x" * 300 + "b"),
                        ("v", "..." + "x" * 60 + 'a"', "..." + "x" * 60 + 'b"')),
                       (array(array(num(1))), array(array(num(1), num(2))), ("v/0", "[1]", "[1,2]")),
                       (representation(text("x"), num(1)), representation(text("x"), num(2)), ("v/1", "1", "2")),
                       (num(5), None, ("v", "5")), (real(0.0), real(-0.0), ("v", "0.0", "-0.0"))):
        make("a", one_call(v=a).out)
        make("b", one_call(v=b).out)
        code, rows = differences("a", "b")
        assert (code, [row[4:] for row in rows]) == ((1, [want]) if want else (0, [])), (a, b, rows)
    make("a", one_call(v=handle(1)).out)
    make("b", one_call(v=handle(2)).out)
    make("n", one_call(v=NULL).out)
    assert run("diff", "--ignore-pointers", "a", "b")[0] == 0
    assert run("diff", "--ignore-pointers", "a", "n")[0] == 1


def case_diff_long_blobs():
    """Of values that readers keep out of calls, too, all bytes are compared."""
    make("a", one_call(v=blob(b"x" * (2 << 20))).out)
    make("b", one_call(v=blob(b"x" * ((2 << 20) - 1) + b"y")).out)
    assert differences("a", "b") == (1, [("changed", "f", "0", "0", "v", "2097152 bytes, 0x78 at 2097151",
                                          "2097152 bytes, 0x79 at 2097151")])


def case_diff_enums():
    """By name or by number, whatever the signature."""
    for name, value, names in (("a", 1, {"A": 1, "B": 2}), ("name", 5, {"A": 5}), ("number", 1, {"C": 1}),
                               ("other", 2, {"A": 1, "B": 2})):
        t = Trace()
        t.call("f", v=t.enum(value, **names))
        make(name, t.out)
    make("plain", one_call(v=num(1)).out)
    assert [run("diff", "a", x)[0] for x in ("name", "number", "plain", "other")] == [0, 0, 0, 1]


def case_diff_alignment():
    def calls(*names):
        t = Trace()
        for n in names:
            t.call(n)
        return t.out
    base = list("abcdefgh")
    make("a", calls(*base))
    make("b", calls("a", "b", "x", "y", "c", "d", "f", "g", "h"))
    assert differences("--all", "a", "b") == (1, [("new", "x", "2"), ("new", "y", "3"), ("gone", "e", "4")])
    make("c", calls(*base[:5]))
    assert differences("--all", "a", "c")[1] == [("gone", "f", "5"), ("gone", "g", "6"), ("gone", "h", "7")]
    make("e", calls())
    assert [row[0] for row in differences("--all", "e", "c")[1]] == ["new"] * 5
    make("o", calls(*["p"] * 200))
    assert len(differences("--all", "o", "c")[1]) == 205
    code, out, _ = run("diff", "--all", "o", "c")
    assert out.splitlines()[0] == b"o, c: 205 differences" and len(out.splitlines()) == 2 + 205, out


def case_diff_of_reports():
    write("a.crash", test_tool.report())
    write("b.crash", test_tool.report().replace(b"Tags: a b", b"Tags: a c") + b"New: 1\n")
    code, rows = differences("--all", "a.crash", "b.crash")
    assert code == 1 and [(row[0], row[1], row[4:]) for row in rows] == [
        ("changed", "Tags", ("value", "a b", "a c")), ("new", "New", ())], rows
    assert run("diff", "--ignore=Tags,New", "a.crash", "b.crash")[0] == 0
    good("convert", "--compression=zlib", "-o", "c.crash", "a.crash")
    assert run("diff", "a.crash", "c.crash")[0] == 0
    make()
    code, out, err = run("diff", "a.crash", "t.trace")
    assert (code, out) == (2, b"") and "t.trace: this input is apitrace, the other one is apport" in err, err


if __name__ == "__main__":
    sys.exit(test_tool.run_cases(globals(), sys.argv[2:]))
