#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on what malloc_debug writes: info, top, leaks, dump --native and options, against a model.

usage: test_mallocdbg.py DIAGFMT SAMPLES    on the samples of ../data/make_mallocdbg.py
       test_mallocdbg.py DIAGFMT corpus     on the corpus; exit status 77 if that is not there
"""

import base64
import csv
import io
import json
import pathlib
import re
import resource
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import allocators  # noqa: E402
import corpus  # noqa: E402
import heap_maps  # noqa: E402
from program import overview, run  # noqa: E402

WRAP = 1 << 64
REPORTS = ("corrupted_guard", "use_after_free", "use_after_free_call", "unknown_pointer", "invalid_tag",
           "corrupted_header_tag", "leak")
SOUND = ("v12", "v12_info", "v11", "v10_true", "v10_ones", "v10_no_depth", "v10_warning", "comma", "snap", "v12_32",
         "empty", "crlf", "around", "no_newline", "blank_lines", "latin1", "wide", "many", "many_info", "no_maps", "biased",
         "biased_info")
AS_WRITTEN = ("v12", "v12_info", "v11", "v10_true", "v10_ones", "v10_no_depth", "v10_warning", "v12_32", "empty",
              "latin1", "wide", "many", "many_info", "no_maps", "not_available", "ops", "ops_many", "log_threadtime",
              "log_time", "log_brief", "log_tag", "flips")


def rows(*args, data=b""):
    """The rows of comma-separated values, as the tool wrote them, with the header."""
    code, out, err = run(*args, "--csv", data=data)
    if code:
        raise AssertionError((args, code, err))
    return list(csv.reader(io.StringIO(out.decode("utf-8", "surrogateescape"))))


def objects(*args):
    """The rows as JSON; without the age of the oldest block, which the models do not know."""
    code, out, err = run(*args, "--json")
    if code:
        raise AssertionError((args, code, err))
    return [{k: v for k, v in json.loads(line).items() if k != "oldest_age_ns"} for line in out.splitlines()]


def info(path):
    code, out, err = run("info", "--json", path)
    if code:
        raise AssertionError((path, code, err))
    return overview(out)


def strings(rows):
    return [[str(x) for x in row] for row in rows]


# ---- heap dumps


class Dump:
    """A sound dump, read as simply as can be."""

    def __init__(self, data):
        self.records, self.maps, self.total, self.v10 = [], [], None, False
        for line in data.decode("utf-8", "surrogateescape").replace("\r", "").split("\n"):
            self.take(line)
        once = sum(r["size"] for r in self.records)
        written = sum(r["size"] * r["num"] for r in self.records)
        self.counted = not self.v10 or self.total == written or self.total != once
        for r in self.records:
            r["n"] = r["num"] if self.counted else 1

    def take(self, line):
        word = line.split()
        self.v10 |= line.endswith(" v1.0")
        if line.startswith("Total memory: "):
            self.total = int(word[2])
        elif line.startswith("z "):
            word = [w.strip(",") for w in word if w not in ("bt",)]
            self.records.append({"app": word[1] == "1", "size": int(word[3]), "num": int(word[5]),
                                 "pcs": [int(w, 16) for w in word[6:]], "info": None})
        elif word[:1] == ["bt_info"]:
            found = re.findall(r'\{"(.*?)" ([0-9a-f]+) "(.*?)" ([0-9a-f]+)\}(?= \{"|$)', line)
            self.records[-1]["info"] = [(m, int(rel, 16), f, int(off, 16)) for m, rel, f, off in found]
        elif m := re.match(r"([0-9a-f]+)-([0-9a-f]+) (.{4}) +([0-9a-f]+) +\S+ +\d+ *(.*)", line):
            self.maps.append((int(m[1], 16), int(m[2], 16), int(m[4], 16), m[5], m[3]))

    def frames(self, r):
        """(function, its offset, file, place in it); what is not known is None."""
        if r["info"] is not None:
            return [(f or None, off, m or "<unknown>", rel) for m, rel, f, off in r["info"]]
        return [self.in_map(pc) for pc in r["pcs"]]

    def calls(self, r):
        """A function for each pc, whatever bt_info has besides."""
        frames = self.frames(r)[:len(r["pcs"])]
        return [f if f[0] or f[2] != "<unknown>" else self.in_map(pc) for f, pc in zip(frames, r["pcs"])]

    def in_map(self, pc):
        """The place is the address in the ELF file, or in mapped memory that is no file."""
        for start, end, offset, name, _ in self.maps:
            if start <= pc < end:
                elf = heap_maps.elf_address(self.maps, pc)
                return None, 0, name or "<anonymous>", pc - start + offset if elf is None else elf
        return None, 0, None, pc

    def offsets(self, r):
        """Of each frame the offset in its file, by where in the process it was seen first; None: no map tells it."""
        frames = r["pcs"] if r["info"] is None else r["info"]
        out = []
        for i, frame in enumerate(frames):
            pc = self.seen.setdefault(frame, r["pcs"][i] if i < len(r["pcs"]) else 0)
            out.append(next((pc - m[0] + m[2] for m in self.maps if pc and m[0] <= pc < m[1]), None))
        return out

    def elf_addresses(self, r):
        if r["info"] is not None:
            return [rel for _, rel, _, _ in r["info"]]
        return [heap_maps.elf_address(self.maps, pc) or 0 for pc in r["pcs"]]

    def stacks(self):
        out, self.seen = {}, {}
        for r in self.records:
            key = tuple(r["info"] if r["info"] is not None else r["pcs"])
            pcs = r["pcs"] if r["info"] is None else None
            offsets = self.offsets(r)
            s = out.setdefault(key, {"bytes": 0, "n": 0, "app": 0, "app_n": 0, "frames": self.frames(r), "pcs": pcs,
                                     "calls": self.calls(r), "offsets": offsets, "elf": self.elf_addresses(r)})
            s["bytes"] += r["size"] * r["n"]
            s["n"] += r["n"]
            s["app"] += r["size"] * r["n"] * r["app"]
            s["app_n"] += r["n"] * r["app"]
        for s in out.values():
            for k in ("bytes", "n", "app"):
                s[k] %= WRAP
        return sorted(out.values(), key=lambda s: (-s["bytes"], -s["n"]))

    def sizes(self):
        out = {}
        for r in self.records:
            out[r["size"]] = (out.get(r["size"], 0) + r["n"]) % WRAP
        return sorted(out.items(), key=lambda x: (-(x[0] * x[1] % WRAP), x[0]))

    def functions(self):
        """Rows of `top`: self, total, blocks of both, function, file."""
        out = {}
        for s in self.stacks():
            names = [function(f) for f in callers(s["calls"])] or [("[no frames]", "")]
            for name in set(names):
                row = out.setdefault(name, [0, 0, 0, 0])
                first = name == names[0]
                for i, n in enumerate((s["bytes"] * first, s["bytes"], s["n"] * first, s["n"])):
                    row[i] += n
        order = sorted(out.items(), key=lambda x: (-x[1][0], -x[1][1], raw(x[0][1]), raw(x[0][0])))
        return [row + list(name) for name, row in order if row[3]]

    def top(self):
        """As comma-separated values; of blocks without frames, only sizes are told."""
        if self.records and not any(s["frames"] for s in self.stacks()):
            return top_sizes(self.sizes())
        everything = sum(s["bytes"] for s in self.stacks())
        return [["self", "self_share", "total", "total_share", "self_count", "total_count", "function", "file"]] + [
            [own, share(own, everything), total, share(total, everything), *rest]
            for own, total, *rest in self.functions()]


def raw(s):
    return s.encode("utf-8", "surrogateescape")


def share(part, everything):
    return round(part / everything if everything else 0, 6)


def top_sizes(sizes):
    """Rows of `top` by size, of (size, blocks)."""
    everything = sum(size * n for size, n in sizes)
    order = sorted(sizes, key=lambda x: (-x[0] * x[1], x[0]))
    return [["total", "total_share", "total_count", "block_bytes"]] + [
        [size * n, share(size * n, everything), n, size] for size, n in order]


def check_top(tally, what, want, *args):
    """Rows, of which shares are equal to six digits."""
    found = rows(*args)
    shares = [i for i, name in enumerate(found[0]) if name.endswith("_share")]
    for row in found[1:]:
        for i in shares:
            row[i] = round(float(row[i]), 6)
    tally.equal(what, strings(want), strings(found))


def callers(frames):
    """Without the allocators that a chain ends with."""
    return frames[allocators.inner([(function, file) for function, _, file, _ in frames]):]


def function(frame):
    function, _, file, place = frame
    if function:
        return function, file
    return ("+0x%x" % place, file) if file else ("0x%x" % place, "")


def frame_text(frame):
    function, offset, file, place = frame
    where = "%s+0x%x" % (file, place) if file else "0x%x" % place
    return "%s+%d (%s)" % (function, offset, where) if function else where


def json_text(s):
    """As JSON has it: what is not UTF-8 is base64."""
    try:
        raw(s).decode("utf-8")
        return s
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw(s)).decode()}


def frame_members(frame, pc, in_file):
    function, offset, file, place = frame
    place = place if in_file is None else in_file
    out = {}
    if function:
        out.update({"function": json_text(function), "function_offset": offset})
    if file:
        out.update({"file": json_text(file), "file_offset": "0x%x" % place})
    return out if pc is None else {**out, "pc": "0x%x" % pc}


def elf_addresses(numbers):
    return {"elf_addresses": [hex(n) for n in numbers]} if any(numbers) else {}


def check_chains(tally, path, d):
    """Sums that do not fit are no rows."""
    if sum(r["size"] * r["n"] for r in d.records) >= WRAP or sum(r["n"] for r in d.records) >= WRAP:
        code, out, err = run("leaks", path)
        tally.equal("too much", (1, b"", True), (code, out, "exceed 2^64 - 1" in err))
        return
    tally.equal("leaks", [
        {"bytes": s["bytes"], "blocks": s["n"], "app_bytes": s["app"], "app_blocks": s["app_n"],
         "frames": [frame_members(f, s["pcs"][i] if s["pcs"] else None, s["offsets"][i]) for i, f in enumerate(s["frames"])],
         **elf_addresses(s["elf"])}
        for s in d.stacks()], objects("leaks", path))


def check_dump(tally, path):
    d, i = Dump(path.read_bytes()), info(path)
    app = sum(r["size"] * r["n"] for r in d.records if r["app"])
    everything = sum(r["size"] * r["n"] for r in d.records)
    tally.equal("bytes", (everything % WRAP, app % WRAP, (everything - app) % WRAP),
                (i["bytes"], i["app_bytes"], i["zygote_bytes"]))
    tally.equal("allocations", sum(r["n"] for r in d.records) % WRAP, i["n_allocations"])
    tally.equal("records", len(d.records), i["n_alloc_records"])
    tally.equal("maps", len(d.maps), i["n_maps"])
    tally.equal("sizes", [(s, n) for s, n in d.sizes()],
                [(x["block_bytes"], x["n_allocations"]) for x in i.get("sizes", [])])
    stacks = [{"bytes": s["bytes"], "n_allocations": s["n"], "app_bytes": s["app"],
               "frames": [json_text(frame_text(f)) for f in s["frames"]]} for s in d.stacks()]
    tally.equal("stacks", stacks, [{k: x[k] for k in ("bytes", "n_allocations", "app_bytes", "frames")} for x in i.get("stacks", [])])
    if everything < WRAP:
        check_top(tally, "top", d.top(), "top", path)
        check_top(tally, "top by size", top_sizes(d.sizes()), "top", "--by=size", path)
    else:
        for by in "function", "size":
            code, out, err = run("top", "--by=" + by, path)
            tally.equal("too much", (1, b"", True), (code, out, "2^64 - 1" in err))
    check_chains(tally, path, d)
    return i


# ---- recorded operations


class Replay:
    """Operations as the corpus describes them, carried out one after the other."""

    def __init__(self, entries):
        self.live, self.sizes, self.threads = {}, {}, {}
        self.use, self.peak, self.ops = {}, {}, {}
        self.lives, self.lives_ns, self.unknown, self.history, self.requested = {}, {}, 0, [], 0
        for number, e in enumerate(entries, 1):
            self.take(number, e)

    def drop(self, ptr, number=0, start=0):
        block = self.live.pop(ptr, None)
        if block is None:
            return False
        self.use[block["tid"]] -= block["size"]
        self.history.append((-1, block))
        if number:
            self.count(self.lives, number - block["op"])
            if start and block["start"]:
                self.count(self.lives_ns, max(0, start - block["start"]))
        return True

    def count(self, lives, n):
        key = 10 ** (len(str(n)) - 1) if n else 0
        lives[key] = lives.get(key, 0) + 1

    def take(self, number, e):
        tid, op, ptr, start = e["tid"], e["op"], int(e["ptr"], 16), e.get("start_ns", 0)
        self.ops[tid] = self.ops.get(tid, 0) + 1
        self.use.setdefault(tid, 0)
        self.threads.setdefault(tid, [0, 0])
        if op == "free":
            self.unknown += ptr != 0 and not self.drop(ptr, number, start)
        if op in ("free", "thread_done"):
            return
        size = e["size"] * e.get("n_elements", 1) % WRAP
        if op == "realloc" and int(e["old_ptr"], 16):
            self.unknown += not self.drop(int(e["old_ptr"], 16), number, start)
        if not ptr:
            return
        self.unknown += self.drop(ptr)
        self.requested += e["size"] * e.get("n_elements", 1)
        self.live[ptr] = {"size": size, "tid": tid, "op": number, "start": start}
        self.history.append((1, self.live[ptr]))
        self.use[tid] += size
        self.peak[tid] = max(self.peak.get(tid, 0), self.use[tid])
        for row in (self.sizes.setdefault(size, [0, 0]), self.threads[tid]):
            row[0] += size
            row[1] += 1

    def top_threads(self):
        """Rows of `top --by=thread`: what each allocated."""
        made = {tid: row for tid, row in self.threads.items() if row[1]}
        everything = sum(row[0] for row in made.values())
        order = sorted(made.items(), key=lambda x: (-x[1][0], x[0]))
        return [["total", "total_share", "total_count", "thread_id", "thread_name"]] + [
            [n, share(n, everything), blocks, tid, ""] for tid, (n, blocks) in order]

    def leaks(self, *fields):
        """What has live blocks, as `leaks --json` tells it."""
        groups, names = {}, {"size": "block_bytes", "tid": "thread_id"}
        for sign, b in self.history:
            key = tuple([b[f] for f in fields])
            if key not in groups:
                groups[key] = {"live": [0, 0], "all": [0, 0], "peak": [0, 0]}
            live, made, peak = groups[key].values()
            for i, n in (0, b["size"]), (1, 1):
                live[i] += sign * n
                if sign > 0:
                    made[i] += n
                    if live[i] > peak[i]:
                        peak[i] = live[i]
        oldest, out = {}, []
        for b in sorted(self.live.values(), key=lambda b: b["op"]):
            oldest.setdefault(tuple(b[f] for f in fields), b)
        for key, b in sorted(oldest.items(), key=lambda x: (-groups[x[0]]["live"][0], x[1]["op"])):
            g, row = groups[key], {}
            for name, which in (("", "live"), ("allocated_", "all"), ("peak_", "peak")):
                row.update({name + "bytes": g[which][0], name + "blocks": g[which][1]})
            row.update({names[f]: b[f] for f in fields})
            row["oldest_op_number"] = b["op"]
            out.append({**row, "oldest_start_ns": b["start"]} if b["start"] else row)
        return out


def entries_of(data):
    """Operations in the layout that Android writes."""
    for line in data.decode().split("\n"):
        if not line:
            continue
        tid, rest = line.split(": ", 1)
        op, ptr, *number = rest.split(" ")
        e = {"tid": int(tid), "op": op, "ptr": ptr}
        names = {"malloc": ["size"], "calloc": ["n_elements", "size"], "memalign": ["align", "size"],
                 "realloc": ["old_ptr", "size"]}.get(op, [])
        for name in names:
            value = number.pop(0)
            e[name] = value if name == "old_ptr" else int(value)
        if len(number) >= 2:
            e["start_ns"] = int(number[0])
        yield e


def check_operations(tally, path, entries):
    r, i = Replay(entries), info(path)
    tally.equal("lives", sorted(r.lives.items()), [(x["least"], x["n_blocks"]) for x in i.get("lives", [])])
    tally.equal("lives in ns", sorted(r.lives_ns.items()), [(x["least"], x["n_blocks"]) for x in i.get("lives_ns", [])])
    tally.equal("threads", {(t, r.ops[t], r.use[t] % WRAP, r.peak.get(t, 0) % WRAP) for t in r.ops},
                {(t["thread_id"], t["n_operations"], t["live_bytes"], t["peak_bytes"]) for t in i.get("owners", [])})
    if r.requested < WRAP:
        check_top(tally, "top", top_sizes([(size, n) for size, (_, n) in r.sizes.items()]), "top", path)
        check_top(tally, "top by thread", r.top_threads(), "top", "--by=thread", path)
    else:
        tally.equal("too much", (1, b""), run("top", path)[:2])
    for by, fields in (([], ["size", "tid"]), (["--by=size"], ["size"]), (["--by=thread"], ["tid"])):
        tally.equal("leaks", r.leaks(*fields), objects("leaks", *by, path))
    said = re.search(r"(\d+) frees and (\d+) reallocs of pointers that are not live, (\d+)", run("leaks", path)[2])
    tally.equal("told", r.unknown, sum(map(int, said.groups())) if said else 0)
    return i


# ---- logs


def log_frame(f):
    out = {"file": f["map"] or "<unknown>", "file_offset": hex(int(f["pc"], 16))}
    if f.get("map_offset") and int(f["map_offset"], 16):
        out["library_offset"] = hex(int(f["map_offset"], 16))
    if f["func"]:
        out["function"] = f["func"]
        if f["func_offset"] is not None:
            out["function_offset"] = f["func_offset"]
    return out


def check_log(tally, path, events, *options):
    code, out, err = run("info", "--json", *options, path)
    i = overview(out)
    told = [{x["kind"]: x["n"] for x in i.get(name, [])} for name in ("reports", "messages")]
    reports, messages, processes, leaks = {}, {}, {}, {}
    for e in events:
        kinds = reports if e["kind"] in REPORTS else messages
        kinds[e["kind"]] = kinds.get(e["kind"], 0) + 1
        processes.setdefault(e.get("pid"), [0, 0])[kinds is messages] += 1
        if e["kind"] != "leak":
            continue
        frames = [log_frame(f) for b in e["backtraces"] if b["when"] == "allocation" for f in b["frames"]]
        row = leaks.setdefault((e["size"], e.get("pid"), e["program"], repr(frames)), [0, 0, e["index"], frames])
        row[0] += e["size"]
        row[1] += 1
    tally.equal("code", 0, code)
    tally.equal("reports", reports, told[0])
    tally.equal("messages", messages, {k: n for k, n in told[1].items() if k not in ("other", "legacy")})
    if not {"other", "legacy"} & set(told[1]):
        tally.equal("processes", sorted(processes.items(), key=repr),
                    sorted(((p.get("process_id"), [p["n_reports"], p["n_messages"]]) for p in i.get("processes", [])), key=repr))
    order = sorted(leaks.items(), key=lambda x: (-x[1][0], x[1][2]))
    tally.equal("leaks", [
        {"bytes": row[0], "blocks": row[1], "block_bytes": size, **({} if pid is None else {"process_id": pid}),
         **({"program": program} if program else {}), "frames": row[3],
         **elf_addresses([int(f["file_offset"], 16) for f in row[3]])}
        for (size, pid, program, _), row in order], objects("leaks", *options, path))


# ---- option strings


def check_options(tally, text, bits, want):
    code, out, err = run("options", "--json", "--bits=%d" % bits, "--", text)
    found = json.loads(out)
    tally.equal("text", text, found["options"])
    if not want["ok"]:
        tally.equal("refused", (1, want["error"]), (code, found["error"]))
        return
    tally.equal("flags", (0, [f.lower() for f in want["flags"]]), (code, sorted(found["settings"]["flags"])))
    tally.equal("settings", want["config"], {k: found["settings"][k] for k in want["config"]})
    again = json.loads(run("options", "--json", "--bits=%d" % bits, "--", found["same_as"])[1])
    tally.equal("the same", found["settings"], again["settings"])


OPTIONS = """bt=8                                     Android 14, short for backtrace
guard                                    Android 7
record_allocs_on_exit                    Android 15 QPR
needs:   Android 15 QPR
same as: front_guard=32 rear_guard=32 backtrace=8 record_allocs_on_exit
switches on: front_guard rear_guard backtrace track_allocs
settings:
  backtrace_enabled                   yes
"""


def options(tally, samples):
    code, out, err = run("options", "bt=8 guard record_allocs_on_exit")
    tally.equal("explained", (0, OPTIONS), (code, out.decode()[:len(OPTIONS)]))
    code, out, err = run("options", "guard x\x1b")
    tally.equal("refused", (1, b"", "diagfmt: guard x\\x1b: byte 6: unknown option x\\x1b\n"), (code, out, err))
    code, out, err = run("options")
    lines = out.decode().split("\n")
    tally.equal("list", ["option                                            Android value",
                         "guard                                             7       [=]1 to 16384 (32)"], lines[:2])
    listed = [json.loads(line)["name"] for line in run("options", "--json")[1].splitlines()]
    tally.equal("the same as JSON", [line.split(" ")[0] for line in lines[1:-1]], listed)
    code, out, err = run("options", "--format=apport", "guard")
    tally.equal("another format", (2, True), (code, "apport has no option string" in err))


# ---- runs

TOP = """1482802228 bytes in 70019 blocks
      self  self share       total  total share  self count  total count  function     file
1482802172     100.0 %  1482802172      100.0 %       70016        70016  +0x20010     /system/lib64/libc.so
        32       0.0 %          32        0.0 %           2            2  [no frames]
        24       0.0 %          24        0.0 %           1            1  +0x22000     /system/lib64/libc.so
         0       0.0 %     1120000        0.1 %           0        70000  0xdead
         0       0.0 %      200704        0.0 %           0            4  +0x44        /data/app/a b (x)/base.apk
         0       0.0 %      196608        0.0 %           0            3  +0x24000     /system/lib64/libc.so
         0       0.0 %          24        0.0 %           0            1  0x1
         0       0.0 %          24        0.0 %           0            1  +0x400       [vsyscall]
"""
BY_HEAP = ["", "heap zygote",
           "      self  self share       total  total share  self count  total count  function     file",
           "1482802172     100.0 %  1482802172      100.0 %       70016        70016  +0x20010     /system/lib64/libc.so"]
LEAKS = """7 bytes in 3 blocks were never freed
bytes  blocks  block bytes  thread id  allocated bytes  allocated blocks  peak bytes  peak blocks  oldest op number  oldest age ns
    5       1            5       1202                5                 1           5            1                12           2000
    1       1            1       1201                1                 1           1            1                 3
    1       1            1         -7                1                 1           1            1                14
"""
OPERATIONS = """n operations:       14
n threads:          4
requested bytes:    422
largest request:    18446744073709551615
peak bytes:         301
peak bytes op:      4
peak blocks:        3
peak blocks op:     3
live bytes:         7
live blocks:        3
n failed:           1
n unknown free:     1
n unknown realloc:  0
n duplicate:        0
n free null:        0
duration ns:        7000

Operations
n operations   share  operation
           4  28.6 %  malloc
           1   7.1 %  calloc
           1   7.1 %  memalign
           3  21.4 %  realloc
           3  21.4 %  free
           2  14.3 %  thread_done

How many operations freed blocks lived
n blocks    share  least  most
       4  100.0 %      1     9

How many ns freed blocks lived
n blocks    share  least  most
       1  100.0 %   1000  9999

Threads by bytes live at the end
thread id  n operations   share  live bytes  live blocks  peak bytes
     1202             4  28.6 %           5            1          16
     1201             5  35.7 %           1            1         201
       -7             1   7.1 %           1            1           1
     1200             4  28.6 %           0            0         200
"""
DUMP = """variant:               v12
marker:                end
maps failed:           false
fingerprint:           google/raven/raven:15/AP3A.241105.007/1:userdebug/dev-keys
header bytes:          1482802228
header records:        6
backtrace size:        16
bytes:                 1482802228
n allocations:         70019
n alloc records:       6
n stacks:              6
n without frames:      1
app bytes:             24
n app allocations:     1
zygote bytes:          1482802204
n zygote allocations:  70018
n maps:                6

Sizes by bytes in use
     bytes   share  n allocations  block bytes
1481481468  99.9 %             12    123456789
   1120032   0.1 %          70002           16
    196608   0.0 %              3        65536
      4096   0.0 %              1         4096
        24   0.0 %              1           24

Call chains by bytes in use
     bytes   share  n allocations  app bytes
1481481468  99.9 %             12          0
      #00 malloc+16 (/system/lib64/libc.so+0x20010)
      #01 behind a zero pc+0x3
"""


def tables(tally, samples):
    code, out, err = run("top", samples / "v12.txt")
    tally.equal("top", (0, TOP), (code, out.decode()))
    tally.equal("by heap", BY_HEAP, run("top", "--by=heap", samples / "v12.txt")[1].decode().split("\n")[1:5])
    files = rows("top", "--by=file", samples / "v12.txt")
    tally.equal("files", (["self", "self_share", "total", "total_share", "self_count", "total_count", "file"],
                          ["1482802196", "70017", "/system/lib64/libc.so"]), (files[0], files[1][:1] + files[1][4::2]))
    code, out, err = run("leaks", samples / "ops.txt")
    tally.equal("leaks", (0, LEAKS), (code, out.decode()))
    tally.equal("unknown pointers", True, err.endswith(
        "1 frees and 0 reallocs of pointers that are not live, 0 pointers handed out while they were\n"))
    tally.equal("quiet", "", run("leaks", "-q", samples / "ops.txt")[2])
    tally.equal("info of operations", OPERATIONS, run("info", samples / "ops.txt")[1].decode().split("\n", 7)[7])
    out = run("info", samples / "v12_info.txt")[1].decode().split("\n", 7)[7]
    tally.equal("info of a dump", DUMP, out[:len(DUMP)])
    out = run("info", samples / "log_mixed.txt")[1].decode()
    tally.equal("info of a log", True, "n reports:    18\nn cut:        0\nn messages:   0\nother bytes:  2080\n" in out)
    out = run("leaks", samples / "log_time.txt")[1].decode().split("\n")
    tally.equal("leaks of a log", ["32 bytes in 2 blocks are reported as leaks",
                                   "bytes  blocks  block bytes  process id  program",
                                   "   24       1           24        7412  app_process",
                                   "      #00 /system/lib/libc.so  0x29310"], out[:4])
    tally.equal("in a library in a file", "      #02 f(int)  4  /data/app/base.apk  0xa9e38  0x1000", out[5])
    tally.equal("20 rows", 23, run("top", samples / "many.txt")[1].count(b"\n"))
    code, out, err = run("leaks", samples / "ops.txt", samples / "log_time.txt")
    tally.equal("file names", [0, 1, 1], [code, out.count(b"ops.txt:\n7 bytes"), out.count(b"log_time.txt:\n32 bytes")])


def refusals(tally, samples):
    for args, words in ((("top", "--by=thread", "v12.txt"), "heap dumps have no threads"),
                        (("top", "--by=event", "v12.txt"), "mallocdbg has no events and processes"),
                        (("top", "--by=caller", "ops.txt"), "--by: 'caller' is not one of function|file|stack|"),
                        (("top", "--by=stack", "ops.txt"), "recorded operations have no stacks"),
                        (("top", "--by=heap", "ops.txt"), "recorded operations have no heaps"),
                        (("top", "--cpu=on", "v12.txt"), "malloc_debug has no events and no samples"),
                        (("top", "--event=x", "v12.txt"), "malloc_debug has no events and no samples"),
                        (("top", "--process=1", "ops.txt"), "malloc_debug records no processes"),
                        (("top", "--time=..1s", "v12.txt"), "heap dumps have no times"),
                        (("top", "--weight=samples", "v12.txt"), "it has no weight 'samples'"),
                        (("top", "log_time.txt"), "a log has stacks of leaks, not of all memory"),
                        (("top", "not_available.txt"), "malloc_debug could not write a heap dump"),
                        (("leaks", "not_available.txt"), "malloc_debug could not write a heap dump"),
                        (("flame", "ops.txt"), "recorded operations have no stacks"),
                        (("flame", "log_time.txt"), "a log has stacks of leaks, not of all memory"),
                        (("leaks", "--by=size", "v12.txt"), "only recorded operations are grouped by size and thread"),
                        (("dump", "--native=perf-script", "v12.txt"), "mallocdbg has only android")):
        code, out, err = run(*args[:-1], samples / args[-1])
        tally.equal(" ".join(args), (2, b"", True), (code, out, words in err))
    code, out, err = run("leaks", data=b"ProblemType: Crash\n")
    tally.equal("another format", (2, b"", True), (code, out, "apport has no allocations" in err))
    found = rows("top", "--by=thread", "--thread=1201,1202", samples / "ops.txt")
    tally.equal("threads", [["201", "2", "1201"], ["21", "2", "1202"]], [row[:1] + row[2:4] for row in found[1:]])
    tally.equal("no such thread", (1, b"no blocks\n", "diagfmt: %s: nothing is in what was chosen\n" % (samples / "ops.txt")),
                run("top", "--thread=1", samples / "ops.txt"))
    tally.equal("a time", [["16", "1", "16"], ["5", "1", "5"]],
                [row[:1] + row[2:] for row in rows("top", "--time=0..1s", samples / "ops.txt")[1:]])


def damage(tally, samples):
    """What came before it is not lost, and the exit status tells."""
    for name in ("bad_record", "cut_in_map", "bad_op_word"):
        for command in ("info", "top", "leaks"):
            code, out, err = run(command, samples / (name + ".txt"))
            tally.equal("%s %s" % (command, name), (1, True, True), (code, len(out) > 100, "offset 0x" in err))
    dump = b"Android Native Heap Dump v1.2\n\nTotal memory: 99990000\nAllocation records: 9999\n\n" + b"".join(
        b"z 0  sz    10000  num    1  bt %x %x %x\n" % (i, i + 10000, i + 20000) for i in range(1, 10000))
    dump += b"MAPS\nEND\n"
    operations = b"".join(b"1: malloc 0x%x 10\n" % i for i in range(1, 100000))
    for data, name in ((dump, "heap dump"), (operations, "operations")):
        for command in ("info", "top", "leaks") if data == dump else ("info", "leaks"):
            no_rows(tally, "%s of %s" % (command, name), data, command)
    no_rows(tally, "info --json", dump, "info", "--json")


def no_rows(tally, what, data, *args):
    """At a limit there is an error that says what would do, and no row that might be wrong."""
    code, out, err = run(*args, "--max-memory=1M", data=data)
    told = re.search(r"limit of [0-9]+[KMG]? reached; go on with --max-memory=([0-9]+|N) or --unlimited",
                     err)
    tally.equal("no room: " + what, (1, b"", True), (code, out, told is not None))
    tally.equal("unlimited: " + what, 0, run(*args, "--unlimited", data=data)[0])


def dump_of(records, maps=b""):
    head = b"Android Native Heap Dump v1.2\n\nTotal memory: %d\nAllocation records: %d\n\n"
    return head % (len(records), len(records)) + b"".join(records) + b"MAPS\n" + maps + b"END\n"


def names_of_a_long_map(tally, samples):
    """Each of many frames has the name of its map, which is as long as the file: not kept once for each."""
    records = [b"z 0  sz        1  num    1  bt %x\n" % pc for pc in range(0x1000, 0x1000 + 4000)]
    data = dump_of(records, b"00001000-10000000 r-xp 00000000 00:00 1                                   /" +
                   b"x" * 30000 + b"\n")
    for args in (("top",), ("flame", "--folded"), ("convert", "--to=firefox")):
        tally.equal("little room: " + args[0], (0, ""), run(*args, "--max-memory=8M", "-", data=data)[::2])
    code, out, err = run("diff", "--max-memory=8M", samples / "empty.txt", "-", data=data)
    tally.equal("little room: diff", (1, "", True), (code, err, "0 gone" in str(out)))


def sizes_of_one_block(tally, samples):
    """One block at a time, so that none is left: what is counted by size has a limit just the same."""
    data = b"".join(b"1: malloc 0x10 %d\n1: free 0x10\n" % i for i in range(40000))
    tally.equal("room", 0, run("top", data=data)[0])
    no_rows(tally, "top by size", data, "top")


def colliding_names(tally, samples):
    """Pairs of words that a hash could not tell from each other whatever it began with: 2^14 names of one hash."""
    words = ((b"abcdefga", b"hijklmno"), (b"abcdefg\xe1", b"hij\xeblmn\xef"))
    took = []
    for other in (b"", b"%d"):
        names = (b"".join(b"".join(words[n >> i & 1]) for i in range(14)) for n in range(1 << 14))
        records = [b'z 0  sz        1  num    1  bt 7f00000000\n  bt_info {"m" 10 "%s" 0}\n' %
                   ((other % i if other else b"") + name) for i, name in enumerate(names)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        tally.equal("read", 0, run("top", data=dump_of(records))[0])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime - before.ru_utime)
    tally.equal("no slower: %s s of CPU" % took, True, took[0] < 5 * took[1] + 0.1)


def short_names(tally, samples):
    """All of them came in Android 14."""
    for text, needs in (("bt", "14"), ("bt_full", "14"), ("bt_en_on_sig", "14"), ("bt_sz=8", "14"), ("guard", "7"),
                        ("bt bt_dmp_pre=/x", "14"), ("backtrace_full", "10"), ("bt verbose", "14"),
                        ("bt_full log_allocator_stats_on_signal", "14 QPR2")):
        told = json.loads(run("options", "--json", text)[1])
        tally.equal(text, (needs, False), (told["needs"], "or_later" in told))
    out = run("options", "bt_en_on_sig")[1].decode().splitlines()
    tally.equal("text", ["bt_en_on_sig" + " " * 29 + "Android 14, short for backtrace_enable_on_signal",
                         "needs:   Android 14"], out[:2])


def native(tally, samples):
    for name in AS_WRITTEN:
        path = samples / (name + ".txt")
        code, out, err = run("dump", "--native", path)
        tally.equal(name, (int(name == "no_maps"), path.read_bytes()), (code, out))
    plain = (samples / "v12.txt").read_bytes()
    for name, bytes_ in (("no_newline", plain), ("crlf", (samples / "v12_info.txt").read_bytes()), ("around", plain),
                         ("blank_lines", plain), ("ops_crlf", (samples / "ops.txt").read_bytes()),
                         ("ops_no_newline", (samples / "ops.txt").read_bytes()),
                         ("log_color", (samples / "log_threadtime.txt").read_bytes())):
        tally.equal(name, (0, bytes_), run("dump", "--native=android", samples / (name + ".txt"))[:2])
    code, out, err = run("dump", "--native", "--recover", samples / "bad_record.txt")
    lines = [line for line in plain.split(b"\n") if b"4096" not in line]
    found = [line for line in out.split(b"\n") if not line.startswith(b"  bt_info")]
    tally.equal("without what is damaged", (1, lines), (code, found))
    code, out, err = run("dump", "--native", data=b"Android Native Heap Dump v1.2\n\nz 0  sz 5  num 1  bt\nMAPS\nEND\n")
    tally.equal("a header without totals", True, code != 0 and "total_bytes and n_records are required" in err)


def raw_log(tally, samples):
    """A log without heads is read as what it was recognised as."""
    report = (b"+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED FRONT GUARD\n  allocation[-32] = 0x00 (expected 0xaa)\n"
              b"Backtrace at time of failure:\n          #00  pc 00029310  /system/lib/libc.so\n" + b" ".join([b"***"] * 16) + b"\n")
    for data in (report, b"a line of others\n" + report, report * 3):
        got, told = run("dump", data=data), run("dump", "--mallocdbg-dialect=log", "--mallocdbg-log-format=raw", data=data)
        assert got == told and got[1].count(b'"event":"mallocdbg.report"') == data.count(b"+++"), (got, told)


def on_samples(tally, samples):
    raw_log(tally, samples)
    for name in SOUND:
        with tally.case(name):
            check_dump(tally, samples / (name + ".txt"))
    for name in ("ops", "ops_many"):
        with tally.case(name):
            path = samples / (name + ".txt")
            check_operations(tally, path, list(entries_of(path.read_bytes())))
    for case in (tables, refusals, damage, names_of_a_long_map, sizes_of_one_block, colliding_names, short_names,
                 native, options):
        with tally.case(case.__name__):
            case(tally, samples)


def on_corpus(tally):
    for folder in ("heapdump", "unit"):
        place = corpus.folder(folder, "mallocdbg")
        for name, want in corpus.cases(place):
            if want.get("unavailable") or not (place / (name + ".txt")).exists():
                continue
            with tally.case(folder + "/" + name):
                i = check_dump(tally, place / (name + ".txt"))
                total = want["totals"]
                tally.equal("totals", (total["bytes"], total["allocations"]), (i["bytes"], i["n_allocations"]))
    place = corpus.folder("record_allocs", "mallocdbg")
    with tempfile.TemporaryDirectory() as tmp:
        for name, want in corpus.cases(place):
            if name != "systemui" and "entries" not in want:
                continue
            path = pathlib.Path(tmp) / (name + ".txt")
            path.write_bytes(corpus.input_of(place, name))
            with tally.case("record_allocs/" + name):
                i = check_operations(tally, path, want.get("entries") or list(entries_of(path.read_bytes())))
                s = want["summary"]
                tally.equal("summary", [s[k] for k in ("lines", "threads", "requested_bytes", "peak_live_bytes",
                                                       "final_live_bytes", "final_live_blocks")],
                            [i[k] for k in ("n_operations", "n_threads", "requested_bytes", "peak_bytes", "live_bytes",
                                            "live_blocks")])
                tally.equal("kinds", {k: n for k, n in s["ops"].items() if n}, {x["operation"]: x["n_operations"] for x in i["operations"]
                                                if x["operation"] in s["ops"]})
    text = (corpus.folder("options", "mallocdbg") / "options.json").read_text("utf-8")
    for want in json.loads(text)["cases"]:
        if "\0" not in want["input"]:
            with tally.case("options/" + repr(want["input"])):
                check_options(tally, want["input"], want["bits"], want["expect"])
    place = corpus.folder("log", "mallocdbg")
    for name, want in corpus.cases(place):
        with tally.case("log/" + name):
            options = ["--mallocdbg-log-format=raw", "--mallocdbg-dialect=log"] if want["format"] == "raw" else []
            check_log(tally, place / (name + ".txt"), want["events"], *options)


def main():
    tally = corpus.Tally()
    if sys.argv[2] == "corpus":
        on_corpus(tally)
    else:
        on_samples(tally, pathlib.Path(sys.argv[2]))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
