#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the golden files of simpleperf with a decoder of the format that shares no line with the library.

    check_golden_profiles.py SAMPLES GOLDEN      folders; exit status 1 if a file differs
"""

import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import check_golden  # noqa: E402
import simpleperf_model  # noqa: E402

# event -> (member of Record, {member in JSON: field})
NAMES = {
    "simpleperf.meta": ("meta_info", {"event_types": "event_type"}),
    "simpleperf.sample": ("sample", {"time_ns": "time", "frames": "callchain"}),
    "simpleperf.lost": ("lost", {}),
    "simpleperf.file": ("file", {"symbols": "symbol", "mangled": "mangled_symbol"}),
    "simpleperf.thread": ("thread", {"name": "thread_name"}),
    "simpleperf.switch": ("context_switch", {"time_ns": "time"}),
}
UNWIND = {"unwind_raw_code": "raw_error_code", "unwind_addr": "error_addr", "unwind_code": "error_code"}
EXECUTION = ["native", "interpreted", "jit", "art"]
CODES = ["none", "unknown", "not_enough_stack", "memory_invalid", "unwind_info", "invalid_map", "max_frame_exceeded",
         "repeated_frame", "invalid_elf"]
STRINGS = {"event_type", "app_package_name", "app_type", "android_sdk_version", "android_build_type", "path", "symbol",
           "mangled_symbol", "thread_name"}
UNSIGNED = {"thread", "context_switch"}  # their ids are uint32 on the wire, and int32_t in the library
ERRORS = {"bad_magic": {600}, "bad_version": {601}, "truncated_header": {602}, "missing_terminator": {603},
          "truncated_size": {604}, "truncated_record": {605}, "malformed_record": set(range(610, 617))}


def text(x):
    if isinstance(x, list):
        return [text(v) for v in x]
    return base64.b64decode(x["base64"]) if isinstance(x, dict) else x.encode()


def frame(f):
    out = {}
    for key, value in f.items():
        if key == "vaddr":
            out["vaddr_in_file"] = int(value, 16)
        elif key == "execution":
            out["execution_type"] = EXECUTION.index(value)
        else:
            out[key] = value
    return out


def as_object(event):
    """The model's object of a JSON line; unknown fields are left out."""
    name = event["event"]
    if name == "opaque":
        return {"unknown": {}}
    what, names = NAMES[name]
    out, unwind = {}, {}
    for key, value in event.items():
        field = names.get(key, key)
        if key in ("event", "payload") or key.endswith("unknown"):
            continue
        if key in UNWIND:
            value = int(value, 16) if key == "unwind_addr" else CODES.index(value) if key == "unwind_code" else value
            unwind[UNWIND[key]] = value
        elif key == "frames":
            out[field] = [frame(f) for f in value]
        else:
            out[field] = text(value) if field in STRINGS else value
        if what in UNSIGNED and key in ("thread_id", "process_id"):
            out[key] &= 0xffffffff
    if unwind:
        out["unwinding_result"] = unwind
    return {what: out}


def want_of(data):
    """What the file says, and the code of its error. An unwinding result without members is not seen in JSON."""
    records, code = [], None
    for o in simpleperf_model.decode(data):
        if "error" in o:
            code = o["error"]["code"]
        elif "header" not in o and "end" not in o:
            if o.get("sample", {}).get("unwinding_result") == {}:
                del o["sample"]["unwinding_result"]
            records.append(o)
    return records, code


def check_file(data, lines, fail):
    want, code = want_of(data)
    got, error = [], None
    for line in lines:
        o = json.loads(line)
        if "event" not in o:
            error = o["next"]["number"] if "next" in o else error
        elif o["event"] != "diagnostic":
            got.append(as_object(o))
    if len(got) != len(want):
        fail("records", len(got), len(want))
    for a, b in zip(got, want):
        if a != b:
            fail("record", a, b)
    if (error in ERRORS[code]) if code else (error is None):
        return
    fail("error", error, code)


if __name__ == "__main__":
    sys.exit(check_golden.run(check_file))
