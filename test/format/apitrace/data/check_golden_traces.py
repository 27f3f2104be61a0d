#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the golden files of apitrace against the model of the format in ../corpus, which has no line of the library.

    check_golden_traces.py SAMPLES GOLDEN PROGRAM

GOLDEN is the folder of calls. Of the other forms there are digests beside it, GOLDEN-events.sha256 and GOLDEN-stream.sha256;
their transcripts are written here by PROGRAM, test/harness/golden.c. For each NAME.jsonl and NAME.salvage.jsonl the sample
SAMPLES/NAME is read here, and all members of all events compared, and where and how reading ends. What messages say is not
looked at, nor flags that follow from the names of functions.
"""

import base64
import hashlib
import json
import os
import pathlib
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import apitrace_model as model  # noqa: E402

VIEWS = "events", "stream"
TRAILING = 323                  # DFMT_ERR_CODEC_TRAILING: what follows a gzip member is harmless
FROM_NAMES = frozenset(("end_frame", "render", "rendertarget", "no_side_effects", "verbose", "marker", "marker_push",
                        "marker_pop"))

# --- containers that the model leaves out ----------------------------------------------------------------------------


def unzstd(data):
    """Frames of raw and repeated blocks, skippable ones between. A raw block that is cut gives what there is of it."""
    out = bytearray()

    def done(status=None):
        return model.Contents("zstd", bytes(out), status and model.End(status, None, None))

    while data:
        if data[1:4] == b"\x2a\x4d\x18" and data[0] >> 4 == 5:
            data = data[8 + int.from_bytes(data[4:8], "little") :]
            continue
        if len(data) < 6:
            return done("e_truncated")
        flags = data[4]
        data = data[5 + (not flags & 32) + (0, 1, 2, 4)[flags & 3] + (flags >> 5 & 1, 2, 4, 8)[flags >> 6] :]
        last = 0
        while not last:
            head = int.from_bytes(data[:3], "little")
            last, kind, size = head & 1, head >> 1 & 3, head >> 3
            if len(data) < 3:
                return done("e_truncated")
            if kind > 1:
                return done("e_format")
            stored = 1 if kind else size
            piece, data = data[3 : 3 + stored], data[3 + stored :]
            out += piece * size if kind else piece
            if len(piece) < stored:
                return done("e_truncated")
        data = data[4 * (flags >> 2 & 1) :]
    return done()


class Bits:
    """The lowest first."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        value = 0
        for i in range(count):
            value |= (self.data[self.at >> 3] >> (self.at & 7) & 1) << i
            self.at += 1
        return value

    def bytes(self, count):
        start = (self.at + 7) // 8
        self.at = 8 * (start + count)
        return self.data[start : start + count]


def unbrotli(data):
    """A stream of blocks that are not compressed, RFC 7932 9. None: it is another."""
    bits, out, end = Bits(data), bytearray(), None
    if bits.take(4) != 15:
        return None
    try:
        while not bits.take(1):
            length = bits.take(16) + 1 if bits.take(2) == 0 else None
            if length is None or not bits.take(1):
                return None
            out += bits.bytes(length)
        if not bits.take(1):
            return None
    except IndexError:
        end = model.End("e_truncated", None, None)
    return model.Contents("brotli", bytes(out), end)


def contents_of(data, recover):
    if data[:4] == b"\x28\xb5\x2f\xfd":
        return unzstd(data)
    contents = model.unpack(data, recover)
    if contents and contents.kind == "gzip" and contents.events[:2] == b"at":  # a whole file in gzip
        contents = model.unpack(contents.events, recover)
    return contents or unbrotli(data)


# --- the model's events as JSON has them -----------------------------------------------------------------------------


def text(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def signed(bits):
    return bits - (1 << 64) if bits >> 63 else bits


def real(kind, bits):
    """A number of the fewest digits that tell it; for what JSON has no numbers, an object."""
    name, form, most = ("float", "<f", 9) if kind == model.FLOAT else ("double", "<d", 17)
    raw = bits.to_bytes(struct.calcsize(form), "little")
    (x,) = struct.unpack(form, raw)
    if x - x != 0:
        return {name: "-" * (raw[-1] >> 7) + ("inf" if x == x else "nan")}
    return next(y for y in (float("%.*g" % (n, x)) for n in range(1, most + 1)) if struct.pack(form, y) == raw)


def wide(units):
    try:
        packed = b"".join(struct.pack("<H", u) if u < 0x10000 else chr(u).encode("utf-16-le") for u in units)
        return {"wide": packed.decode("utf-16-le")}
    except (ValueError, OverflowError):
        return {"wide": list(units)}


def mask(bits, sig):
    names, rest = [], bits
    for name, flag in zip(sig[3], sig[4]):
        if flag and rest & flag == flag or not flag and not rest:
            names.append(text(name))
            rest &= ~flag
        if not rest:
            break
    return {"bitmask": bits, "names": names, **({"rest": rest} if rest else {})}


def enum(bits, sig):
    names = [text(name) for name, number in zip(sig[3], sig[4]) if number == bits]
    return {"enum": signed(bits), **({"name": names[0]} if names else {})}


def value(tape):
    """Consumes nodes from the front of the list."""
    kind, _, bits, held = tape.pop(0)
    if kind in (model.NULL, model.FALSE, model.TRUE):
        return (None, False, True)[kind]
    if kind in (model.SINT, model.UINT_VALUE):
        return signed(bits) if kind == model.SINT else bits
    if kind in (model.FLOAT, model.DOUBLE):
        return real(kind, bits)
    if kind == model.STRING:
        return text(held)
    if kind == model.BLOB:
        return {"blob": {"size": len(held), "crc32": "%08x" % zlib.crc32(held)}}
    if kind == model.ENUM_KIND:
        return enum(bits, held)
    if kind == model.BITMASK_KIND:
        return mask(bits, held)
    if kind == model.OPAQUE:
        return {"pointer": "0x%x" % bits}
    if kind == model.WSTRING:
        return wide(held)
    parts = [value(tape) for _ in range(bits)]
    if kind == model.ARRAY:
        return parts
    if kind == model.REPR:
        return {"repr": parts[0], "machine": parts[1]}
    members = [{"name": text(name), "value": part} for name, part in zip(held[3], parts)]
    return {"struct": text(held[2]), "members": members}


def stack_frame(key):
    _, number, _, members, _, at = key
    names = (None, "module", "function", "file", "line", "function_offset")
    parts = {names[n]: x if n > 3 else text(x) for n, x in members}
    return {"id": number, **parts, "def_offset": at}


def header(h, kind):
    out = {"event": "apitrace.header", "version": h.version, "container": kind}
    if h.version >= 6:
        out["semantic_version"] = h.semantic
        out["properties"] = [{"key": text(k), "value": text(v)} for k, v in h.properties]
    return out


def argument(number, tape, sig):
    name = sig[3][number] if sig and number < len(sig[3]) else b""
    return {"name": text(name), "value": value(list(tape)), "number": number}


def described(e):
    words = ((model.FAKE, "fake"), (model.INCOMPLETE, "incomplete"), (model.LEAVE_CUT, "leave_cut"))
    out = {"event": "apitrace." + e.type, "flags": [word for bit, word in words if e.flags & bit], "number": e.number}
    if e.sig:
        out.update(thread_id=e.thread, name=text(e.sig[2]))
    if e.stored_flags is not None:
        out["stored_flags"] = e.stored_flags
    if e.args:
        out["args"] = [argument(number, tape, e.sig) for number, tape in e.args]
    if e.ret is not None:
        out["ret"] = value(list(e.ret))
    if e.frames is not None:
        out["frames"] = [stack_frame(f) for f in e.frames]
    for what in ("enter", "leave"):
        if place := getattr(e, what):
            out[what + "_offset"], out[what + "_length"] = place
    return out


# --- comparison ------------------------------------------------------------------------------------------------------


class Golden:
    """A golden file's lines: events without what went ahead, what they end with, and diagnostics."""

    def __init__(self, lines):
        self.events, self.notes, self.end, self.stream = [], [], None, None
        for o in map(json.loads, lines):
            kind = o.get("event")
            if "next" in o:
                self.end = o["next"]
            elif kind == "diagnostic":
                self.notes.append((o["number"], o["byte_offset"]))
            elif kind == "apitrace.stream":
                self.stream = o
            elif kind and kind != "apitrace.blob":
                if "flags" in o:
                    o["flags"] = [f for f in o["flags"] if f not in FROM_NAMES]
                self.events.append(o)


def same(a, b):
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def check_before(trace, golden, form, kind, fail):
    """What comes before the damage, behind which salvage looks for calls and the model does not. test_apitrace_gap.py sees the rest."""
    gap = min(offset for number, offset in golden.notes if number == model.GAP)
    want = [header(e, kind) if isinstance(e, model.Header) else described(e) for e in getattr(trace, form)
            if isinstance(e, model.Header) or model.ends_before(e, gap)]
    got = [e for e in golden.events if "incomplete" not in e.get("flags", ())]
    for i, (a, b) in enumerate(zip(want, got)):
        if not same(a, b):
            return fail("event %d" % i, b, a)
    if len(got) < len(want):
        fail("number of events", len(got), len(want))
    check_end(None, golden.end, fail)


def check_events(trace, golden, form, kind, fail):
    if any(number == model.GAP for number, _ in golden.notes):
        return check_before(trace, golden, form, kind, fail)
    want = [header(e, kind) if isinstance(e, model.Header) else described(e) for e in getattr(trace, form)]
    for i, (a, b) in enumerate(zip(want, golden.events)):
        if not same(a, b):
            return fail("event %d" % i, b, a)
    if len(want) != len(golden.events):
        fail("number of events", len(golden.events), len(want))
    notes = [note for note in golden.notes if note[0] != TRAILING]
    if len(notes) != len(trace.notes) or any(not known(a, b) for a, b in zip(trace.notes, notes)):
        fail("diagnostics", notes, trace.notes)
    check_end(trace.end, golden.end, fail)


def known(want, got):
    """The model does not tell all of what codecs say."""
    return all(w is None or w == g for w, g in zip(want, got))


def check_end(want, end, fail):
    if not want or not end:
        if want or end:
            fail("end", end, want)
    elif end["status"] != want.status or (
            want.status != "e_limit" and not known((want.number, want.offset), (end["number"], end["offset"]))):
        fail("end", end, want)


def check_stream(contents, golden, recover, fail):
    payload = golden.stream["payload"]
    data = payload["text"].encode() if "text" in payload else base64.b64decode(payload["base64"])
    if data != contents.events or golden.stream["container"] != contents.kind:
        fail("stream", (len(data), golden.stream["container"]), (len(contents.events), contents.kind))
    if "error" not in payload and golden.stream["size"] != len(data):
        fail("size", golden.stream["size"], len(data))
    check_end(None if recover else contents.end, golden.end, fail)


def check_file(data, golden, form, recover, fail):
    contents = contents_of(data, recover)
    if not contents:
        return fail("container", None, "one that the model knows")
    if form == "stream":
        check_stream(contents, golden, recover, fail)
    else:
        check_events(model.Trace(contents, recover), golden, form, contents.kind, fail)


def check_folder(samples, golden_dir, form, failures):
    files = sorted(golden_dir.glob("*.jsonl"))
    for path in files:
        name, recover = path.name[: -len(".jsonl")], path.name.endswith(".salvage.jsonl")
        name = name[: -len(".salvage")] if recover else name

        def fail(what, got, want):
            failures.append("%s/%s: %s is %r, should be %r" % (golden_dir.name, path.name, what, got, want))

        golden = Golden(path.read_text("utf-8").split("\n")[:-1])
        check_file((samples / name).read_bytes(), golden, form, recover, fail)
    return len(files)


def write_transcripts(program, folder):
    """Those of which digests are kept."""
    env = {**os.environ, "DFMT_TRANSCRIPTS": folder}
    env.pop("DFMT_UPDATE_GOLDEN", None)
    if subprocess.run([*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")), program], env=env).returncode:
        sys.exit("these transcripts have other digests: test `golden` says which")


def check_digests(folder, listed, failures):
    """The digests that the program compared, by another implementation."""
    for path in sorted(folder.glob("*.jsonl")):
        if "%s  %s" % (hashlib.sha256(path.read_bytes()).hexdigest(), path.name) not in listed:
            failures.append("%s/%s: another digest" % (folder.name, path.name))


def main():
    samples, golden_dir, program = map(pathlib.Path, sys.argv[1:])
    failures = []
    compared = [check_folder(samples, golden_dir, "calls", failures)]
    with tempfile.TemporaryDirectory() as scratch:
        write_transcripts(program, scratch)
        for form in VIEWS:
            folder = pathlib.Path(scratch) / ("apitrace-" + form)
            compared.append(check_folder(samples, folder, form, failures))
            digests = golden_dir.with_name("%s-%s.sha256" % (golden_dir.name, form))
            check_digests(folder, digests.read_text().splitlines(), failures)
    print("\n".join(failures) or "golden files and transcripts agree: %s" % " + ".join(map(str, compared)))
    return 1 if failures or not all(compared) else 0


if __name__ == "__main__":
    sys.exit(main())
