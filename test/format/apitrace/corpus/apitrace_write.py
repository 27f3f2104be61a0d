#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes traces: apitrace_write.py LIBRARY

  - what `apitrace trim` writes of a trace, event stream against event stream (rewritten/ of the corpus)
  - copies of the events of every trace, read again
  - copies of every event stream from container to container, byte for byte
  - where the reference is installed: what it prints of such copies against what it prints of the original
"""

import ctypes
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
from paths import turns  # noqa: E402

import apitrace_library
import apitrace_model
import corpus
from apitrace_model import Header
from dfmt_ctypes import DfmtError, Str, Writer

WRITABLE = ("snappy", "gzip", "brotli", "zstd", "raw")
REFERENCE_READS = ("snappy", "gzip", "brotli")  # in release 11.1
ORDER = 521      # DFMT_ERR_APITRACE_ORDER
LARGE = 20000    # bytes of a file that is copied into all containers and in both forms of events
DUMPED = 120000  # bytes of a file that the reference is asked about


def writer(reader, container="snappy"):
    return Writer(reader.lib, {"apitrace.container": reader.containers[container], "level": 1}, reader.format)


# ---- as `apitrace trim` does ----


class Trimmed:
    """A call's body as the reference writes it: strings up to the first zero, zeros of one form, no backtrace."""

    def __init__(self, lib, body):
        self.lib, self.kept = lib, []
        self.call = lib.new("apitrace.call", sig=body.sig, thread_id=body.thread_id)
        if body.has("stored_flags"):
            lib.set(self.call, stored_flags=body.stored_flags & apitrace_model.FAKE)
        if body.has("args"):
            self.take_args(lib.elements(body, "args"))
        if body.has("ret"):
            lib.set(self.call, ret=self.value(body.ret))

    def take_args(self, args):
        out = (self.lib.types["apitrace.arg"] * len(args))()
        for to, arg in zip(out, args):
            to.number, to.value, to.name = arg.number, self.value(arg.value), Str(None, 0)
        self.kept.append(out)
        self.lib.set(self.call, args=ctypes.addressof(out), n_args=len(out))

    def value(self, at):
        cls = self.lib.types["apitrace.value"]
        span = cls.from_address(at).span
        nodes = (cls * span).from_buffer_copy(ctypes.string_at(at, span * ctypes.sizeof(cls)))
        for v in nodes:
            if v.kind == apitrace_model.STRING and v.aux:
                v.aux = (ctypes.string_at(v.ptr, v.aux) + b"\0").index(0)
            elif v.kind == apitrace_model.WSTRING and v.aux:
                v.aux = [*(ctypes.c_uint32 * v.aux).from_address(v.ptr), 0].index(0)
            elif v.kind == apitrace_model.OPAQUE and v.bits == 0:
                v.kind = apitrace_model.NULL
            elif v.kind == apitrace_model.SINT and v.bits == 0:
                v.kind = apitrace_model.UINT_VALUE
        self.kept.append(nodes)
        return ctypes.addressof(nodes)


def trimmed_header(lib, body):
    """Sorted by name, of equal ones the last."""
    pairs = sorted({p.key.bytes(): p.value.bytes() for p in lib.elements(body, "properties")}.items())
    out = (lib.types["pair"] * len(pairs))()
    out.kept = pairs
    for to, (key, value) in zip(out, pairs):
        to.key, to.value = borrowed(key), borrowed(value)
    header = lib.new("apitrace.header", semantic_version=body.semantic_version)
    lib.set(header, properties=ctypes.addressof(out), n_properties=len(out))
    header.kept["pairs"] = out
    return header


def borrowed(data):
    return Str(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data))


def trim(reader, data):
    """What the reference writes of all calls, as a file."""
    with reader.reader(data, recover=1, max_inline=1 << 62) as r, writer(reader) as w:
        while event := r.next():
            envelope, body = event
            if envelope.type == reader.header:
                w.put(trimmed_header(reader.lib, body))
            elif envelope.type != reader.diagnostic and not body.flags & apitrace_model.LEAVE_CUT:
                trimmed = Trimmed(reader.lib, body)
                w.put(trimmed.call)
        return w.close()


# The one thing that differs: the reference writes a negative wide character with 64 bits, the library keeps 32 of them.
MINUS_ONE = b"\xff" * 9 + b"\x01", b"\xff" * 4 + b"\x0f"


def compare_trim(tally, reader, data, expected):
    contents = reader.stream(expected)
    tally.equal("end", None, contents.end)
    want, got = (events.replace(*MINUS_ONE) for events in (contents.events, reader.stream(trim(reader, data)).events))
    if want != got:
        at = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), None)
        tally.equal("trim: length and first difference", (len(want), None), (len(got), at))


# ---- copies ----


def copy(reader, data, form, container="snappy", **options):
    """All events into another trace; and how many leaves it refuses as there is no call for them."""
    refused = 0
    with reader.reader(data, form, recover=1, **options) as r, writer(reader, container) as w:
        while event := r.next():
            try:
                w.copy(r, event[0])
            except DfmtError as e:
                if e.number != ORDER or form != "events":
                    raise
                refused += 1
        return w.close(), refused


def placeless(node):
    """Without places of definitions; what is written as negative and is not comes back as a plain integer."""
    kind, span, bits, contents = node
    if kind == apitrace_model.SINT and bits < 1 << 63:
        kind = apitrace_model.UINT_VALUE
    if kind in (apitrace_model.ENUM_KIND, apitrace_model.BITMASK_KIND, apitrace_model.STRUCT_KIND):
        contents = definition(contents)
    return kind, span, bits, contents


DEFINITIONS = {}


def definition(key):
    """Without its place; the name of an enum of the old style is that of its one member."""
    if key not in DEFINITIONS:
        name = b"" if key[0] == apitrace_model.ENUM else key[2]
        DEFINITIONS[key] = (key[0], key[1], name, *key[3:5])
    return DEFINITIONS[key]


def essence(event, numbered):
    """What a copy must have of an event."""
    if isinstance(event, Header):
        return 6, event.semantic, event.properties
    return (event.type, event.number if numbered else None, event.thread, event.flags & ~apitrace_model.LEAVE_CUT,
            event.stored_flags or 0, event.sig and definition(event.sig),
            [(n, list(map(placeless, v))) for n, v in event.args],
            event.ret and list(map(placeless, event.ret)), event.frames and list(map(definition, event.frames)))


def compare_copy(tally, reader, data, form):
    """Calls that follow a restart are numbered on, so that numbers are looked at in traces with one header."""
    read = reader.read(data, form, recover=1)
    headers = sum(isinstance(e, Header) for e in read.events)
    if headers != 1:
        return  # the writer's one header comes first, or is not there to compare
    copied, refused = copy(reader, data, form)
    again = reader.read(copied, form)
    tally.equal(form + ": end", None, again.end)
    strays = [e for e in read.events if not isinstance(e, Header) and e.sig is None]
    tally.equal(form + ": refused", len(strays), refused)
    numbered = form == "events"
    want = [essence(e, numbered) for e in read.events if e not in strays]
    got = [essence(e, numbered) for e in again.events]
    for i, (a, b) in enumerate(zip(want, got)):
        if not tally.equal("%s: %d" % (form, i), a, b):
            break
    tally.equal(form + ": how many", len(want), len(got))
    if len(data) < LARGE:
        tally.equal(form + ": blobs ahead", True, copied == copy(reader, data, form, max_inline=64)[0])


def compare_stream(tally, reader, data, containers):
    """From one container to the next: the stream stays as it is."""
    events = reader.stream(data, recover=1).events
    for container in containers:
        packed, _ = copy(reader, data, "stream", container)
        got = reader.stream(packed, **{"apitrace.container": reader.containers["raw"] if container == "raw" else 0})
        tally.equal("stream to %s" % container, (None, container), (got.end, got.kind))
        tally.equal("stream to %s: bytes" % container, True, events == got.events)


# ---- the reference ----


def dumped(path, *options):
    run = subprocess.run(["apitrace", "dump", "--color=never", "--thread-ids=yes", "-v", *options, path],
                         capture_output=True, timeout=60, check=False)
    return run.returncode, run.stdout


def compare_dump(tally, reader, data, folder):
    """The text of copies against that of the original. Copied calls are numbered in order of delivery."""
    original, output = os.path.join(folder, "in.trace"), os.path.join(folder, "out.trace")

    def write(path, contents):
        with open(path, "wb") as f:
            f.write(contents)

    write(original, data)
    want = dumped(original)
    for container in REFERENCE_READS:
        if container in usable_containers(reader):
            write(output, copy(reader, data, "stream", container)[0])
            tally.equal("dump of the stream as %s" % container, want, dumped(output))
    write(output, copy(reader, data, "events")[0])
    tally.equal("dump of the events", want, dumped(output))
    write(output, copy(reader, data, "calls")[0])
    tally.equal("dump of the calls", dumped(original, "--call-nos=no"), dumped(output, "--call-nos=no"))


# ---- all of it ----


def usable_containers(reader):
    out = []
    for container in WRITABLE:
        try:
            with writer(reader, container):
                out.append(container)
        except DfmtError as e:
            if e.status != "e_unsupported":
                raise
    return out


def can_read(reader, data):
    end = reader.read(data, most=1).end
    return not (end and end.status == "e_unsupported" and end.number != apitrace_model.VERSION)


def traces(place):
    for folder in ("recorded", "synthetic", "random"):
        for path in sorted((place / folder).glob("*.trace")):
            yield "%s/%s" % (folder, path.stem), path.read_bytes()


def has_reference():
    if not shutil.which("apitrace"):
        print("no `apitrace` installed: its dump of copies was not compared")
        return False
    return True


def main():
    place = corpus.folder("rewritten", "apitrace").parent
    reader, tally = apitrace_library.Apitrace(sys.argv[1]), corpus.Tally()
    if not reader.has_snappy:
        print("skipped: without Snappy next to nothing of the corpus can be read")
        return 77
    containers, seen, reference = usable_containers(reader), set(), has_reference()
    others = itertools.cycle(containers)
    originals = dict(traces(place))
    by_name = {name.split("/")[1]: data for name, data in originals.items()}
    for path in turns(sorted((place / "rewritten").glob("*.trim.trace"))):
        name = path.name.removesuffix(".trim.trace")
        with tally.case("rewritten/" + name):
            compare_trim(tally, reader, by_name[name], path.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        for name, data in turns(originals.items()):
            if not can_read(reader, data):
                continue
            with tally.case(name):
                small = len(data) < LARGE
                compare_stream(tally, reader, data, containers if small else [next(others)])
                contents = reader.stream(data, recover=1)
                key = corpus.sha256(contents.events)
                if key in seen:
                    continue
                seen.add(key)
                for form in ("calls", "events") if small else ("calls",):
                    compare_copy(tally, reader, data, form)
                strict = reader.read(data, diagnostics=0)
                if reference and not strict.end and not strict.notes and contents.events and \
                        contents.kind in REFERENCE_READS and len(data) < DUMPED and name.startswith(("rec", "syn")):
                    compare_dump(tally, reader, data, folder)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
