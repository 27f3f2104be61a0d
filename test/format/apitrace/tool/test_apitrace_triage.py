#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Findings of traces: test_apitrace_triage.py DIAGFMT

Those of programs that are made here, of every version; of random ones, and of traces that are cut at every byte, against a
second view of the calls that the tool shows (trace_fault_model.py).
"""

import gzip
import io
import json
import pathlib
import random
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import make_traces as make
import trace_fault_model
from program import PARTLY, run, some

EVENTS = "apitrace.call", "apitrace.header", "diagnostic"
MEMBERS = "rank", "kind", "severity", "count", "process_name", "signature", "message", "evidence", "truncated"


def triage(path, *options):
    """Exit status, findings, messages."""
    code, out, err = run("triage", "--json", *options, path)
    found = [json.loads(line) for line in out.decode().splitlines()]
    assert all(e.pop("file") == str(path) for f in found for e in f["evidence"]), found
    return code, found, err


def model(path, *options):
    lines = map(json.loads, run("dump", *options, path)[1].decode().splitlines())
    return trace_fault_model.rows(line for line in lines if line["event"] in EVENTS)


def comparable(row):
    return {name: row.get(name) for name in MEMBERS}


def compare(path, found, damaged):
    want = model(path, *["--recover"] * damaged)
    assert list(map(comparable, found)) == list(map(comparable, want)), (path, found, want)


def same(path, damaged):
    """The findings of a trace are those of the model. Returns them."""
    code, found, err = triage(path)
    compare(path, found, damaged)
    assert code == (1 if found or damaged else 0) and bool(err) == damaged, (path, code, err)
    return found


def same_all(path, all_data):
    """The same of many, read by one process: findings, and what is said of each; None: it is not recognised."""
    paths = [path.with_name("%d-%s" % (i, path.name)) for i in range(len(all_data))]
    for one, data in zip(paths, all_data):
        one.write_bytes(data)
    _, out, err = run("triage", "--each", "--json", *paths)
    found, said = {str(one): [] for one in paths}, {str(one): [] for one in paths}
    for row in map(json.loads, out.decode().splitlines()):
        assert all(e.pop("file") == row["file"] for e in row["evidence"]), row
        found[row["file"]].append(row)
    for line in err.splitlines():
        said[line.split(": ")[1]].append(line)
    for one in paths:
        known = not any("not recognised" in line for line in said[str(one)])
        if known:
            compare(one, found[str(one)], bool(said[str(one)]))
        yield (found[str(one)], bool(said[str(one)])) if known else None


def signatures(found):
    return [(f["kind"], f["severity"], f["count"], f["signature"]) for f in found]


# --- programs that are known ------------------------------------------------------------------------------------------


def gl_wanted(version):
    program, threads = "api|%s|" % ("demo" if version >= 6 else "?"), version >= 4
    yield from [("api_unfinished", 60, 1, "glReadPixels|no return")] if threads else []
    yield "shader_error", 42, 2, "glCompileShader|GL_COMPILE_STATUS|error: `foo' undeclared"
    yield "shader_error", 42, 2, "glCompileShader|GL_COMPILE_STATUS|ERROR: 0:7: 'x' : undeclared"
    yield "shader_error", 42, 2, "glValidateProgram|GL_VALIDATE_STATUS"
    yield "shader_error", 42, 2, "glLinkProgram|GL_LINK_STATUS"
    yield from [] if threads else [("api_error", 40, 2, "?|GL_INVALID_ENUM")]
    yield "api_error", 40, 2, "?|GL_INVALID_VALUE"
    yield "api_error", 40, 2, "?|GL_OUT_OF_MEMORY"
    yield "api_error", 40, 2, "?|0x506"
    yield "api_error", 40, 2, "glCheckNamedFramebufferStatus|GL_FRAMEBUFFER_UNSUPPORTED"
    yield "api_error", 40, 2, "glCheckFramebufferStatusEXT|0x0"
    yield "api_error", 40, 2, "glGetDebugMessageLog|GL_DEBUG_TYPE_ERROR"
    yield "api_error", 40, 2, "glDebugMessageInsert|GL_DEBUG_TYPE_ERROR|no context"
    if threads:
        yield "api_error", 40, 1, "?|GL_INVALID_ENUM"
        yield "api_error", 40, 1, "glTexParameteri|GL_INVALID_ENUM"
    yield "api_unfinished", 15, 1, "glXSwapBuffers|no return"


def d3d_wanted(version):
    yield "api_error", 40, 2, "IDirect3DDevice9::CreateTexture|D3DERR_INVALIDCALL"
    yield "api_error", 40, 1, "IDXGISwapChain::Present|DXGI_ERROR_DEVICE_HUNG"
    yield "api_error", 40, 1, "ID3D11Device::CreateBuffer|0x8007000e"
    yield "api_unfinished", 15, 1, "IDXGISwapChain::Present|no return"


def named(wanted, program):
    return [(kind, severity, count, "api|%s|%s" % (program, rest)) for kind, severity, count, rest in wanted]


def test_programs(path):
    for version in range(7):
        path.write_bytes(make.snappy(make.gl_faults(version)))
        assert signatures(same(path, False)) == named(gl_wanted(version), "demo" if version == 6 else "?"), version
        path.write_bytes(make.gzip(make.d3d_faults(version)))
        assert signatures(same(path, False)) == named(d3d_wanted(version), "Game.exe" if version == 6 else "?"), version


def test_stacks(path):
    path.write_bytes(make.snappy(make.stacked_faults()))
    assert signatures(same(path, False)) == [
        ("api_unfinished", 60, 1, "api|demo|glFlush|no return|f0|f1|f2|f3|f4"),
        ("api_error", 40, 1, "api|demo|glBegin|GL_INVALID_VALUE|draw|std::list<>::run|main"),
        ("api_error", 40, 1, "api|demo|?|GL_INVALID_VALUE|check|demo+0x1f0|main")]


def test_quiet(path):
    """Nothing but what is as it should be: no finding, exit 0."""
    for version in range(7):
        s = make.Program(version)
        make.d3d_answers(s)
        for data in make.gl_quiet(version), bytes(s.out), bytes(make.Stream(version).out):
            path.write_bytes(make.snappy(data))
            assert same(path, False) == []
            assert run("triage", path) == (0, b"nothing found\n", "")


def test_printed(path):
    """What people see, and a place that says which call; known ones."""
    path.write_bytes(make.snappy(make.d3d_faults(6)))
    code, out, _ = run("triage", path)
    assert code == 1 and b"call 2 " in out and b"4 findings" in out, out
    known = path.with_name("known")
    known.write_text("api|Game.exe|ID3D11Device::CreateBuffer|0x8007000e\n")
    _, found, _ = triage(path, "--known=%s" % known)
    assert [f["place"] for f in found if f["known"]] == ["call 3"]
    assert all(set(e) == {"call_number", "start_offset"} for f in found for e in f["evidence"])


def test_rules(path):
    """Methods whose failures are answers, and functions that show a picture; by METHOD or CLASS::METHOD."""
    path.write_bytes(make.snappy(make.d3d_faults(6)))
    rules = path.with_name("rules")
    everything = {"IDirect3DDevice9::CreateTexture", "IDXGISwapChain::Present", "ID3D11Device::CreateBuffer"}
    for text, gone in (("api.normal Create*", {"IDirect3DDevice9::CreateTexture", "ID3D11Device::CreateBuffer"}),
                       ("api.normal ID3D11Device::*", {"ID3D11Device::CreateBuffer"}), ("api.normal Device*", set())):
        rules.write_text(text)
        _, found, _ = triage(path, "--rules=%s" % rules)
        assert {f["signature"].split("|")[2] for f in found} == everything - gone, (text, found)
    rules.write_text("-api.swap *Present*")
    _, found, _ = triage(path, "--rules=%s" % rules)
    assert [f["severity"] for f in found if f["kind"] == "api_unfinished"] == [60], found


def test_pipe(path):
    data = make.snappy(make.d3d_faults(6))
    code, out, _ = run("triage", "--json", "-", data=data)
    assert code == 1 and len(out.splitlines()) == 4, out


def test_in_archives(path):
    """An archive of one file is that file; the scan finds out what it is again."""
    data = make.snappy(make.d3d_faults(6))
    for wrap in (lambda d: d, gzip.compress):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as z:
            z.writestr("a.trace", data)
        path.write_bytes(wrap(archive.getvalue()))
        code, found, err = triage(path)
        assert (code, len(found), err) == (1, 4, ""), (code, found, err)


# --- random programs --------------------------------------------------------------------------------------------------

ERRORS = [0, 0, 0, 0x500, 0x501, 0x505]
NAMES = ["glBegin", "glEnd", "glDrawElements", "glXSwapBuffers", "IA::Do", "glGetShaderSource", "*", "gl\0x", "glGetErrors"]


def random_step(rnd, s, thread):
    thing = rnd.randrange(1, 4)
    which = rnd.choice([0x8B81, 0x8B82, 0x8B83, 0x8B84])
    words = ["error", "Error: x", "\n", "\r\n", " ", "a|b", "warning", "\0"]
    log = "".join(rnd.choice(words) for _ in range(rnd.randrange(6)))
    status = rnd.choice(["glGetShaderiv", "glGetProgramiv", "glGetObjectParameterivARB"])
    return rnd.choice([
        lambda: s.does(rnd.choice(NAMES), make.integer(1), thread=thread),
        lambda: s.does(rnd.choice(NAMES), make.integer(1), result=make.enum(make.RESULTS, rnd.choice([0, 1, 0x8876086C])),
                       thread=thread),
        lambda: s.asks(rnd.choice(ERRORS), thread),
        lambda: s.status(status, thing, which, rnd.randrange(2), thread),
        lambda: s.log(rnd.choice(["glGetShaderInfoLog", "glGetInfoLogARB"]), thing, log, thread),
        lambda: s.does("IB::Make", result=make.integer(rnd.choice([0, -1, -2 ** 31, -2 ** 31 - 1, 2 ** 31])), thread=thread),
        lambda: s.does("glCheckFramebufferStatus", result=rnd.choice([make.null, make.true, make.integer(0x8CD5)]),
                       thread=thread),
        lambda: s.does("glDebugMessageInsert", make.null, make.enum(make.GL_STATUS, rnd.choice([0x824C, 0x8251])), make.null,
                       make.null, make.null, make.text(log), thread=thread)])


def random_program(seed):
    rnd = random.Random(seed)
    version = rnd.randrange(7)
    s = make.Program(version, rnd.choice([make.HEAD, [], [("process.name", "")], [("process.name", "a/b\\c/")]]))
    threads = rnd.choice([1, 3, 600]) if version >= 4 else 1
    waiting = []
    for _ in range(rnd.randrange(120)):
        thread = rnd.randrange(threads)
        if rnd.random() < 0.1:
            waiting.append(s.enter(s.function(rnd.choice(NAMES)), {}, thread))
        elif waiting and rnd.random() < 0.1:
            s.leave(waiting.pop(rnd.randrange(len(waiting))))
        else:
            random_step(rnd, s, thread)()
    return bytes(s.out)


def test_random(path):
    results = list(same_all(path, [make.snappy(random_program(seed)) for seed in some(range(150))]))
    assert not any(damaged for _, damaged in results)
    assert sum(len(found) for found, _ in results) > 50


# --- traces that are cut ----------------------------------------------------------------------------------------------


def small_program():
    s = make.Program(6)
    s.does("glA")
    s.asks(0x500)
    s.status("glGetShaderiv", 3, 0x8B81, 0)
    s.log("glGetShaderInfoLog", 3, "error: e\n")
    s.does("IA::Do", result=make.enum(make.RESULTS, 0x8876086C))
    s.enter(s.function("glXSwapBuffers"))
    s.enter(s.function("glFinish"), thread=1)
    return bytes(s.out)


def test_cut(path):
    """At every byte: what is there still, but no call that was not left unless the rest is whole."""
    stream, n = small_program(), 0
    for data, step in (make.snappy(stream, 40), 1), (make.gzip(stream), 9):
        path.write_bytes(data)
        assert len(same(path, False)) == 5
        sizes = list(some(range(2, len(data), step)))
        for size, result in zip(sizes, same_all(path, [data[:size] for size in sizes])):
            if result is None:  # the start of anything
                assert size < 80, size
                continue
            found, damaged = result
            assert not damaged or all(f["kind"] != "api_unfinished" for f in found), (size, found)
            n += damaged and len(found) > 0
    assert n > 100 or PARTLY


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                test(pathlib.Path(folder) / (name + ".trace"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
