#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the golden files of mallocdbg against a second reader, written as regular expressions from the format's rules.

    check_mallocdbg.py SAMPLES GOLDEN

Of each NAME.jsonl in the folder GOLDEN every record, operation, map and report of the sample SAMPLES/NAME is compared, and
the line of the error that ends it. Other diagnostics and the wording of messages are not looked at.
"""

import base64
import json
import pathlib
import re
import sys

U64 = 2**64
PREFIX = re.compile(rb"(?:\x1b\[[\d;]*m)?.*?(?:malloc_debug\s*(?:\(\s*\d+\))?: |\d\) )(.*?)(?:  \(malloc_debug\))?(?:\x1b\[0m)?$")
RECORD = re.compile(rb"z\s+([01])\s+sz\s+(\d+),?\s+num\s+(\d+)(?:\s+bt((?:\s+[0-9a-fA-F]+)*)|((?:, 0x[0-9a-f]+)*))\s*$")
ELEMENT = re.compile(rb'[ \t]*\{"(.*?)"[ \t]+([0-9a-f]+)[ \t]+"(.*?)"[ \t]+([0-9a-f]+)\}(?=[ \t]+\{"|\s*$)')
MAP = re.compile(rb"([0-9a-f]+)-([0-9a-f]+) ([r-][w-][x-][ps]) ([0-9a-f]+) ([0-9a-f]+):([0-9a-f]+) (\d+)(?: +(.*))?$")
NUMBER = re.compile(rb"(Total memory|Allocation records|Backtrace size): (.*?)\s*$")
OP = re.compile(rb"\s*(-?\d+):\s*(\w+)\s+(?:0[xX])?([0-9a-fA-F]+)((?:\s+\S+)*)\s*$")
FIELDS = {b"malloc": ["bytes"], b"calloc": ["n_items", "bytes"], b"memalign": ["alignment", "bytes"],
          b"realloc": ["old_ptr", "bytes"], b"free": [], b"thread_done": []}


class Fault(Exception):
    """The line that a strict reader stops at."""


def hexa(digits):
    return "0x%x" % int(digits, 16)


def string(value):
    """Bytes of a JSON string."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value.encode()


def lines_of(data):
    rows = data.split(b"\n")
    return [r[:-1] if r.endswith(b"\r") else r for r in (rows[:-1] if rows[-1] == b"" else rows)]


# ---- dumps

def read_info(line):
    at, out = line.index(b"bt_info") + len("bt_info"), []
    while at < len(line.rstrip()):
        m = ELEMENT.match(line, at)
        if not m:
            return None
        out.append((m[1], hexa(m[2]), m[3], int(m[4], 16)))
        at = m.end()
    return out


def read_record(line, number):
    m = RECORD.match(line)
    pcs = re.findall(rb"[0-9a-fA-F]+", (m[4] or m[5] or b"").replace(b"0x", b"")) if m else []
    if not m or int(m[2]) >= U64 or int(m[3]) >= U64 or any(int(p, 16) >= U64 for p in pcs):
        raise Fault(number)
    return {"zygote": int(m[1]), "bytes": int(m[2]), "count": int(m[3]), "pcs": [hexa(p) for p in pcs], "info": None}


def read_dump(data, out):
    """Fills out with ("record", …), ("map", …) and ("end",)."""
    place, claimed, records, text, fresh = "head", None, 0, None, False
    for number, line in enumerate(lines_of(data), 1):
        banner = re.match(rb"(Android Native Heap Dump|Heap Snapshot) v(\d+\.\d+)\s*$|(Native heap dump not available\.)", line)
        if place == "behind":
            if banner:
                raise Fault(number)
        elif banner:
            if place != "head":
                raise Fault(number)
            if banner[2] and banner[2] not in (b"1.0", b"1.1", b"1.2"):
                raise Fault(number)
            place, text = ("behind" if banner[3] else "records"), None
        elif place == "head":
            if line.startswith(b"z ") or NUMBER.match(line) or line.rstrip() == b"MAPS" or line.startswith(b"Build fingerprint: '"):
                raise Fault(text or number)
            text = text or (number if line.strip() else None)
        elif place == "records":
            n = NUMBER.match(line) if not records else None
            if n:
                if not n[2].isdigit() or int(n[2]) >= U64:
                    raise Fault(number)
                claimed = int(n[2]) if n[1] == b"Allocation records" else claimed
            elif line.startswith(b"z "):
                out.append(("record", read_record(line, number)))
                records, fresh = records + 1, True
            elif line.lstrip(b" \t").startswith(b"bt_info"):
                info = read_info(line)
                if not fresh or info is None or len(info) < len(out[-1][1]["pcs"]):
                    raise Fault(number)
                out[-1][1]["info"], fresh = info, False
            elif line.rstrip() == b"MAPS":
                place = "maps"
            elif line.strip() and not re.match(rb"Build fingerprint: '.*'$|WARNING: mismatched backtrace sizes|\s*#\d+\s+pc ", line):
                raise Fault(number)
        elif line.rstrip() == b"END":
            if claimed is not None and claimed != records:
                raise Fault(number)
            out.append(("end",))
            place = "behind"
        elif line.strip() and not line.startswith(b"Could not open "):
            m = MAP.match(line)
            if not m or int(m[2], 16) < int(m[1], 16):
                raise Fault(number)
            out.append(("map", hexa(m[1]), hexa(m[2]), m[3], int(m[4], 16), int(m[5], 16), int(m[6], 16), int(m[7]), m[8] or b""))
    v10 = re.search(rb"v1\.0\s", data) and data.endswith(b"Could not open /proc/self/maps\n")
    if v10:
        out.append(("end",))
    elif place != "behind":
        raise Fault(None)


def golden_dump(e):
    kind = e["event"]
    if kind == "mallocdbg.alloc":
        info = [(string(f["map"]), f["rel_pc"], string(f["function"]), f["function_offset"]) for f in e["frames"]] if "frames" in e else None
        return "record", {"zygote": int(e["zygote_child"]), "bytes": e["bytes"], "count": e["count_written"], "pcs": e["pcs"],
                          "info": info}
    if kind == "mallocdbg.map":
        perms = b"".join(c.encode() if w in e["prot"] else b"-" for c, w in zip("rwx", ("read", "write", "exec")))
        return ("map", e["start_address"], e["end_address"], perms + (b"s" if e["shared"] else b"p"), e["file_offset"], e["dev_major"],
                e["dev_minor"], e["inode"], string(e["name"]) if "name" in e else b"")
    return ("end",) if kind == "mallocdbg.end" else None


# ---- operations

def read_ops(data, out):
    for number, line in enumerate(lines_of(data), 1):
        if not line.strip():
            continue
        m = OP.match(line)
        if not m or m[2] not in FIELDS or not -2**31 <= int(m[1]) < 2**31 or int(m[3], 16) >= U64:
            raise Fault(number)
        e, rest = {"thread_id": int(m[1]), "op": m[2].decode(), "ptr": hexa(m[3])}, m[4].split()
        names = FIELDS[m[2]] + (["end_ns"] if m[2] == b"thread_done" else ["start_ns", "end_ns"])
        if len(rest) < len(FIELDS[m[2]]) or (m[2] != b"thread_done" and len(rest) == len(FIELDS[m[2]]) + 1):
            raise Fault(number)
        for name, word in zip(names, rest):
            if name == "old_ptr":
                e[name] = hexa(word)
                continue
            if not word.isdigit() or int(word) >= U64:
                raise Fault(number)
            e[name] = int(word)
        behind = rest[len(names) :]
        if behind and m[2] in (b"free", b"realloc") and behind[0] != b"-1":
            e["resident_bytes"] = int(behind[0])
        out.append(e)


def golden_op(e):
    if e["event"] != "mallocdbg.op":
        return None
    return {k: v for k, v in e.items() if k != "event"}


# ---- reports

def read_log(data, out):
    """The first lines of reports and how many bytes are told; heads differ, so only what is behind them is looked at."""
    for line in lines_of(data):
        m = PREFIX.match(line)
        text = (m[1] if m else line).rstrip()
        head = re.match(rb"\+\+\+ (?:ALLOCATION 0x([0-9a-f]+) |.* at 0x([0-9a-f]+) \(leak \d+ of \d+\)$)", text)
        if head and not text.startswith(b"+++ REALLOC"):
            out.append([hexa(head[1] or head[2]), 0])
        elif re.match(rb"  allocation\[-?\d+\] = 0x..", text) and out and not re.search(rb" 7500 ", line):
            out[-1][1] += 1


def golden_report(e):
    return [e["ptr"], len(e["diffs"])] if e["event"] == "mallocdbg.report" else None


def kind_of(name):
    if name.startswith("log_"):
        return read_log, golden_report
    if name.startswith(("ops", "bad_op_")) or name in ("zero.txt", "newlines.txt"):
        return read_ops, golden_op
    return read_dump, golden_dump


def check(name, sample, golden):
    read, of = kind_of(name)
    want, fault = [], 0
    try:
        read(sample, want)
    except Fault as e:
        fault = e.args[0]
    events = [json.loads(x) for x in golden.splitlines()]
    error = events.pop()["next"] if events and "next" in events[-1] else None
    got = [x for x in map(of, events) if x is not None]
    if name == "log_mixed.txt":  # two threads in turn: only which blocks
        want, got = sorted(x[0] for x in want), sorted(x[0] for x in got)
    if want != got:
        first = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
        return "%s: item %d of %d and %d: %r, not %r" % (name, first, len(want), len(got), got[first : first + 1],
                                                         want[first : first + 1])
    if (fault == 0) != (error is None):
        return "%s: error %r, expected one at line %r" % (name, error, fault)
    if fault and error["line"] != fault:
        return "%s: the error is at line %d, not %d" % (name, error["line"], fault)
    return None


def text(data):
    """What is UTF-16, or has a byte order mark, as UTF-8 without one."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16").encode()
    return data.decode("utf-16-be").encode() if data[:1] == b"\0" and data[1:2] != b"\1" else data.removeprefix(b"\xef\xbb\xbf")


def main(samples, golden):
    names = sorted(p.name[: -len(".jsonl")] for p in golden.glob("*.jsonl") if ".salvage." not in p.name)
    bad = [x for x in (check(n, text((samples / n).read_bytes()), (golden / (n + ".jsonl")).read_text()) for n in names) if x]
    print("\n".join(bad + ["%d files, %d wrong" % (len(names), len(bad))]))
    return 1 if bad or not names else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:3])))
