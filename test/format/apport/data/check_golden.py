#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the golden files of apport against a second reader of the format, written from its rules alone.

    check_golden.py SAMPLES GOLDEN

For each NAME.jsonl of the folder GOLDEN the sample SAMPLES/NAME is read here, and every event, value, size, checksum
and class of error compared. Diagnostics and the wording of messages are not looked at.
"""

import base64
import email
import json
import os
import re
import sys
import zlib

import make_reports

SPACE = b"\t\n\v\f\r "
STRING_KEYS = frozenset("""
Annotation Architecture AssertionMessage AuditLog CheckboxSubmission CrashCounter CrashDB Date DbusErrorAnalysis
Dependencies DesktopFile DialogBody Disassembly DistroRelease DuplicateSignature ExecutablePath ExecutableTimestamp
Failure GLibAssertionMessage InterpreterPath KernLog MachineType MainClassUrl NonfreeKernelModules OopsText OpenFds
Package PackageArchitecture ProblemType ProcCmdline ProcCwd ProcEnviron ProcMaps ProcStatus Registers RespawnCommand
SegvAnalysis SegvAnalysisError Signal SignalName SnapTags SourcePackage StackTrace Stacktrace StacktraceSource
StacktraceTop Tags ThreadStacktrace Title Traceback Uname UnreportableReason UserGroups _KnownReport
_PythonExceptionQualifier dmi.bios.version""".encode().split())

# What stands for an error here, and the library's numbers for it.
CLASSES = {
    "no colon": {400}, "not ASCII": {401}, "bad key": {402}, "not UTF-8": {403}, "padding": {410}, "length": {411},
    "behind frame": {412}, "cut": {304}, "stream": {300, 301, 302, 303, 305, 310, 311, 312, 320, 321},
}


class Fault(Exception):
    """An error, and what had come out before it."""

    def __init__(self, what, value=b""):
        super().__init__(what)
        self.what, self.value = what, value


def decode_line(line):
    """Base64 as lenient as the reference, by counting sextets and pads."""
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    sextets, pads, out = [], 0, bytearray()
    for byte in line:
        if byte == 0x3D:
            if len(sextets) >= 2:
                pads += 1
                if len(sextets) + pads >= 4:
                    return bytes(out) + tail(sextets)
            continue
        digit = alphabet.find(byte)
        if digit < 0:
            continue
        pads = 0
        sextets.append(digit)
        if len(sextets) == 4:
            value = sextets[0] << 18 | sextets[1] << 12 | sextets[2] << 6 | sextets[3]
            out += value.to_bytes(3, "big")
            sextets = []
    if len(sextets) == 1:
        raise Fault("length")
    if sextets:
        raise Fault("padding")
    return bytes(out)


def tail(sextets):
    value = sum(s << 18 - 6 * i for i, s in enumerate(sextets))
    return value.to_bytes(3, "big")[: len(sextets) - 1]


class Inflate:
    """gzip or zlib, a byte at a time, so that all that comes before an error is known."""

    def __init__(self, bits):
        self.coder, self.done, self.gzip = zlib.decompressobj(bits), False, bits > 15

    def feed(self, data, out):
        for i in range(len(data)):
            if self.done:
                return
            try:
                out += self.coder.decompress(data[i : i + 1])
            except zlib.error as e:
                raise Fault("stream") from e
            self.done = self.coder.eof

    def end(self, out):
        if not self.done and not (self.gzip and self.lacks_zero_trailer(out)):
            raise Fault("cut")

    def lacks_zero_trailer(self, out):
        """Of CRC-32 0, as Apport to 2.27 left it out: with all of its eight bytes the stream would be whole."""
        rest = self.coder.copy()
        try:
            return not rest.decompress(bytes(4) + len(out).to_bytes(4, "little")) and rest.eof and not rest.unused_data
        except zlib.error:
            return False


class Unzstd:
    """Frames of raw and repeated blocks, and the one compressed frame of the samples, given as a whole."""

    def __init__(self):
        self.wait, self.part, self.done, self.need_header = b"", b"", False, True

    def feed(self, data, out):
        if self.done:
            raise Fault("behind frame")
        self.wait += data
        if make_reports.PANGRAM_ZSTD.startswith(self.wait[:40]) and len(self.wait) > 10:
            if self.wait.startswith(make_reports.PANGRAM_ZSTD):
                out += make_reports.PANGRAM
                self.done = True
            return
        self.blocks(out)

    def header(self):
        flags = self.wait[4] if len(self.wait) > 4 else 0
        size = (1 if flags & 0x20 else 0, 2, 4, 8)[flags >> 6]
        length = 5 + (not flags & 0x20) + (0, 1, 2, 4)[flags & 3] + size
        if len(self.wait) < length:
            return False
        if flags & 8:
            raise Fault("stream")
        if not flags & 0x20 and 10 + (self.wait[5] >> 3) > 27:
            raise Fault("stream")
        self.check, self.wait, self.need_header = flags & 4, self.wait[length:], False
        self.last = False
        self.made = bytearray()
        return True

    def blocks(self, out):
        if self.need_header and not self.header():
            return
        while not self.last:
            if len(self.wait) < 3:
                return
            head = int.from_bytes(self.wait[:3], "little")
            kind, size = head >> 1 & 3, head >> 3
            if kind > 1:
                raise Fault("stream")
            body = 1 if kind == 1 else size
            if len(self.wait) < 3 + body:
                self.part = self.wait[3:] if kind == 0 else b""
                return
            piece = self.wait[3 : 3 + body] * (size if kind == 1 else 1)
            out += piece
            self.made += piece
            self.wait, self.last = self.wait[3 + body :], head & 1
        if self.check and len(self.wait) < 4:
            return
        if self.check and int.from_bytes(self.wait[:4], "little") != make_reports.xxh64(self.made) & 0xFFFFFFFF:
            raise Fault("stream")
        self.done = True

    def end(self, out):
        if not self.done:
            out += self.part  # of a raw block; libzstd does not wait for its end


def decode_value(lines):
    """The compression, the stored size, and the value of a base64 entry. Raises Fault with the value so far."""
    out = bytearray()
    if not lines:
        return "none", 0, b""
    coder, compression, stored = None, None, 0
    try:
        for line in lines:
            if compression == "zstd" and coder.done:
                raise Fault("behind frame")
            data = decode_line(line)
            stored += len(data)
            if coder is None:
                if data.startswith(b"\x28\xb5\x2f\xfd"):
                    compression, coder = "zstd", Unzstd()
                elif data.startswith(b"\x1f\x8b\x08"):
                    compression, coder = "gzip", Inflate(31)
                else:
                    compression, coder = "zlib", Inflate(15)
            if not coder.done:
                coder.feed(data, out)
        coder.end(out)
    except Fault as f:
        f.value, f.compression = bytes(out), compression
        raise
    return compression, stored, bytes(out)


def is_utf8(value):
    try:
        value.decode()
        return True
    except UnicodeDecodeError:
        return False


def kind_of(key, value):
    if key in STRING_KEYS:
        if not is_utf8(value):
            raise Fault("not UTF-8", value)
        return "text"
    control = any(b < 0x20 and not 9 <= b <= 13 and not 0x1C <= b <= 0x1F for b in value)
    return "bytes" if control or not is_utf8(value) else "text"


def valid_key(key):
    return re.fullmatch(rb"[0-9A-Za-z._-]+", key) and re.search(rb"[0-9A-Za-z]", key)


def entries(data):
    """What reading delivers: dicts; a Fault ends it."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    at = 0
    while at < len(lines) and lines[at] in (b"", b"\r"):
        at += 1
    if at == len(lines) or sum(len(line) + 1 for line in lines[:at]) >= 4096:
        at = 0
    while at < len(lines):
        number, key_line = at + 1, lines[at]
        ends_in_lf = at + 1 < len(lines) or data.endswith(b"\n")
        at += 1
        folded = []
        while at < len(lines) and lines[at].startswith(b" "):
            folded.append(lines[at][1:])
            at += 1
        if b":" not in key_line:
            raise Fault("no colon")
        key, rest = key_line.split(b":", 1)
        if not key.isascii():
            raise Fault("not ASCII")
        entry = {"key": key, "line": number, "flags": []}
        if not valid_key(key):
            entry["flags"].append("bad_key")
        if rest.endswith(b"\r") and ends_in_lf:
            entry["flags"].append("carried_cr")
        if rest.strip(SPACE) == b"base64":
            entry["encoding"] = "base64"
            add_binary(entry, folded)
        else:
            entry["encoding"] = "text"
            add_text(entry, rest.strip(SPACE), folded)
        yield entry


def add_text(entry, value, folded):
    for line in folded:
        value = value + b"\n" + line if value else line
    if not valid_key(entry["key"]):
        raise Fault("bad key")
    entry.update(value=value, kind=kind_of(entry["key"], value), compression="none")
    entry["stored_size"] = entry["decoded_size"] = len(value)


def add_binary(entry, folded):
    try:
        compression, stored, value = decode_value(folded)
        entry.update(compression=compression, stored_size=stored, value=value)
        entry.update(decoded_size=len(value), kind=kind_of(entry["key"], value))
        if not valid_key(entry["key"]):
            raise Fault("bad key", value)
    except Fault as f:
        entry.update(fault=f.what, value=f.value)
        entry.setdefault("compression", getattr(f, "compression", None))
        entry.pop("kind", None)


# --- comparison ------------------------------------------------------------------------------------------------------


def text_of(member):
    return base64.b64decode(member["base64"]) if isinstance(member, dict) else member.encode()


def compare(entry, event, fail):
    if text_of(event["key"]) != entry["key"]:
        fail("key", event["key"], entry["key"])
    for name in ("line", "encoding", "flags"):
        if event.get(name) != entry[name]:
            fail(name, event.get(name), entry[name])
    if entry["encoding"] == "text":
        value = text_of(event["text"])
    else:
        payload = event["payload"]
        value = payload["text"].encode() if "text" in payload else base64.b64decode(payload["base64"])
        if payload["size"] != len(value) or payload["crc32"] != "%08x" % zlib.crc32(value):
            fail("digest", payload, len(value))
        if ("error" in payload) != ("fault" in entry):
            fail("error", payload.get("error"), entry.get("fault"))
    damaged_zstd = "fault" in entry and entry.get("compression") == "zstd"  # how much comes out is libzstd's affair
    if value != entry["value"] and not (damaged_zstd and entry["value"].startswith(value)):
        fail("value", value, entry["value"])
    for name in ("compression", "kind", "stored_size", "decoded_size"):
        if "fault" not in entry and event.get(name) != entry[name]:
            fail(name, event.get(name), entry[name])


def check_class(error, what, fail):
    if error["number"] not in CLASSES.get(what, ()):
        fail("error", error["number"], what)


def check_file(data, lines, fail):
    objects = [json.loads(line) for line in lines]
    objects = [o for o in objects if o.get("event") != "diagnostic"]
    got = iter(objects)
    try:
        for entry in entries(data):
            event = next(got, {})
            if event.get("event") != "apport.field":
                return fail("event", event, entry)
            compare(entry, event, fail)
            if "fault" in entry:
                check_class(next(got, {}).get("payload", {"number": 0}), entry["fault"], fail)
    except Fault as f:
        check_class(next(got, {}).get("next", {"number": 0}), f.what, fail)
    for rest in got:
        fail("more", rest, None)


def run(check_file, prepare=lambda data: data):
    """Checks the golden files of the folders on the command line; the exit status."""
    samples, golden = sys.argv[1:]
    names = sorted(n for n in os.listdir(golden) if n.endswith(".jsonl") and not n.endswith(".salvage.jsonl"))
    failures = []
    for name in names:
        with open(os.path.join(samples, name[: -len(".jsonl")]), "rb") as f:
            data = f.read()
        with open(os.path.join(golden, name), encoding="utf-8") as f:
            lines = f.read().split("\n")[:-1]

        def fail(what, got, want):
            failures.append("%s: %s is %r, should be %r" % (name, what, got, want))

        check_file(prepare(data), lines, fail)
    print("\n".join(failures) or "%d golden files agree" % len(names))
    return 1 if failures or not names else 0


def from_message(data):
    """The report that a message was made of, by Python's own reader of mail."""
    first, *rest = email.message_from_bytes(data).get_payload()
    out = first.get_payload(decode=True)
    for part in rest:
        name, value = part.get_filename().encode(), part.get_payload(decode=True)
        if part.get_content_type() == "application/json":
            name = name[:-5] + b"Json"
        if name.endswith(b".gz"):
            lines = part.get_payload().split()
            out += name[:-3] + b": base64\n" + b"".join(b" " + line.encode() + b"\n" for line in lines)
        else:
            out += name.removesuffix(b".txt") + b":\n " + value.replace(b"\n", b"\n ") + b"\n"
    return out


def text(data):
    """What is UTF-16, or has a byte order mark, as UTF-8 without one."""
    for mark, kind in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:len(data) // 2 * 2].decode(kind, "replace").encode()
    if data[:2].count(0) == 1:
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le").encode()
    return data.removeprefix(b"\xef\xbb\xbf")


def unwrap(data):
    data = text(data)
    if data.startswith(b"Content-Type: multipart/"):
        return from_message(data)
    if not data.startswith(b"\x28\xb5\x2f\xfd"):
        return data
    out = bytearray()
    Unzstd().feed(data, out)
    return bytes(out)


if __name__ == "__main__":
    sys.exit(run(check_file, unwrap))
