#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Samples from Python: the library's columns, by ctypes alone and by the Python package, which owns them, against the
official protobuf package.

    bench_simpleperf.py LIBRARY FILE [ROUNDS]

Both sides bring every field of every sample and frame of the first 8 MB of FILE into an array of its own, and the arrays
must be equal. Where the package or protoc is missing there is no ratio.
"""

import array
import ctypes
import os
import pathlib
import struct
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parents[2] / "python")]
os.environ["DIAGFMT_LIBRARY"] = os.path.abspath(sys.argv[1])

import paths  # noqa: E402,F401

import diagfmt  # noqa: E402
import simpleperf_library  # noqa: E402
import simpleperf_official  # noqa: E402
from race import race  # noqa: E402


def start_of(path, size):
    """Whole records from the start of a file, ended as a file is."""
    with open(path, "rb") as f:
        data = f.read(size)
    at = 12
    while at + 4 <= len(data) and at + 4 + struct.unpack_from("<I", data, at)[0] <= len(data):
        at += 4 + struct.unpack_from("<I", data, at)[0]
    return data[:at] + bytes(4)


def numbers(kind, pointer, n):
    out = array.array(kind)
    out.frombytes((ctypes.c_char * (n * out.itemsize)).from_address(pointer) if n else b"")
    return out


TYPES = "QQiIQIi"  # of the arrays: time, event count, thread, event type; of frames: address, file, symbol


def columns(library, data):
    out, cls, c = [array.array(t) for t in TYPES], library.types["simpleperf.columns"], library.lib.c
    with library.reader(data) as r:
        event = ctypes.POINTER(simpleperf_library.dfmt_ctypes.Event)()
        while r.call(c.dfmt_reader_columns, simpleperf_library.SAMPLE, 1 << 30, ctypes.byref(event)) != "end":
            rows = cls.from_address(ctypes.addressof(event.contents.body.contents))
            n = rows.n_rows
            for to, kind, name in zip(out, TYPES, ("time_ns", "event_count", "thread_id", "event_type_id")):
                to += numbers(kind, getattr(rows, name), n)
            out[4] += numbers("Q", rows.frames, 3 * rows.n_frames)[0::3]  # a frame is 24 bytes: an address, four numbers
            out[5] += numbers("I", rows.frames, 6 * rows.n_frames)[2::6]
            out[6] += numbers("i", rows.frames, 6 * rows.n_frames)[3::6]
    return out


def owned_columns(data):
    out = [array.array(t) for t in TYPES]
    with diagfmt.open(data, "simpleperf") as reader:
        for c in reader.columns("simpleperf.sample"):
            for to, name in zip(out, ("time_ns", "event_count", "thread_id", "event_type_id")):
                to.frombytes(getattr(c, name).cast("B"))
            for to, kind, first, step in zip(out[4:], "QIi", (0, 2, 3), (3, 6, 6)):
                to += array.array(kind, c.frames.tobytes())[first::step]
    return out


def official(protobuf, data):
    out, at = [array.array(t) for t in TYPES], 12
    time_, count, tid, kind, vaddr, file_id, symbol_id = (a.append for a in out)
    while size := struct.unpack_from("<I", data, at)[0]:
        record = protobuf.record.FromString(data[at + 4 : at + 4 + size])
        at += 4 + size
        if record.HasField("sample"):
            s = record.sample
            time_(s.time)
            count(s.event_count)
            tid(s.thread_id)
            kind(s.event_type_id)
            for f in s.callchain:
                vaddr(f.vaddr_in_file)
                file_id(f.file_id)
                symbol_id(f.symbol_id)
    return out


def main():
    library = simpleperf_library.Library(sys.argv[1])
    protobuf = simpleperf_official.Official.make()
    data, rounds = start_of(sys.argv[2], 8000000), int((sys.argv[3:] or ["3"])[0])
    peer = (lambda data: official(protobuf, data)) if protobuf else "no protoc, or no Python package protobuf"
    race("simpleperf: borrowed columns / protobuf", data, lambda data: columns(library, data), peer, 20, rounds)
    race("simpleperf: columns in Python / protobuf", data, owned_columns, peer, 20, rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
