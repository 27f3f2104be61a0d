#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reading with the corpus, member for member: heap dumps, sound and damaged, recorded operations, logs, options.

    mallocdbg_read.py LIBRARY
"""

import ctypes
import hashlib
import json
import pathlib
import sys
from ctypes import byref, c_uint64, c_void_p

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus
import dfmt_ctypes
from dfmt_ctypes import DfmtError

DUMP, RECORDS, LOG = 1, 2, 3  # DFMT_MALLOCDBG_DIALECT_*
RAW = 7                       # DFMT_MALLOCDBG_LOG_RAW
TOTAL_DIFFERS = 711           # DFMT_ERR_MALLOCDBG_TOTAL, which the corpus does not list


def hexa(n):
    return "0x%x" % n


def text(s):
    return s.bytes().decode("utf-8", "surrogateescape")


class Mallocdbg:
    def __init__(self, path):
        self.lib = dfmt_ctypes.Dfmt(path)
        self.number = {n.split(".")[1]: v for n, v in self.lib.numbers.items() if n.startswith("mallocdbg.")}
        self.format = self.number["header"] >> 16
        self.words = {n.split(".")[1]: {v: w for w, v in words.items()} for n, words in self.lib.words.items()
                      if n.startswith("mallocdbg.")}

    def events(self, data, **options):
        """(name, body) of every event; bodies live until the next."""
        names = {v: k for k, v in self.number.items()}
        names[self.lib.numbers["diagnostic"]] = "diagnostic"
        options = {k.replace("__", "."): v for k, v in options.items()}
        with dfmt_ctypes.Reader(self.lib, data, options, self.format) as r:
            while event := r.next():
                yield names[event[0].type], event[1], event[0]

    # ---- dumps

    def dump(self, data, **options):
        """A dump as the corpus describes one; and what was said about it."""
        d = {"version": None, "fingerprint": None, "total_memory": None, "allocation_records": None,
             "backtrace_size": None, "warned": None, "unavailable": False, "records": [], "maps": [],
             "maps_seen": False, "end": False, "problems": [], "counts_valid": None}
        for name, body, _ in self.events(data, mallocdbg__dialect=DUMP, **options):
            getattr(self, "take_" + name)(d, body)
        return d

    def take_header(self, d, h):
        d["unavailable"] = self.words["variant"][h.variant] == "not_available"
        d["version"] = text(h.version) if h.has("version") else None
        d["fingerprint"] = text(h.fingerprint) if h.has("fingerprint") else None
        d["total_memory"] = h.total_bytes if h.has("total_bytes") else None
        d["allocation_records"] = h.n_records if h.has("n_records") else None
        d["backtrace_size"] = h.backtrace_size if h.has("backtrace_size") else None
        d["warned"] = h.warned_size if h.has("warned_size") else None

    def take_alloc(self, d, a):
        info = None
        if a.has("frames"):
            info = [{"map": text(f.map), "rel_pc": hexa(f.rel_pc), "func": text(f.function), "offset": hexa(f.function_offset)}
                    for f in self.lib.elements(a, "frames")]
        pcs = self.lib.elements(a, "pcs")
        d["records"].append({"zygote_child": bool(a.zygote_child), "size": a.bytes, "num": a.count_written,
                             "frames": [hexa(p) for p in pcs], "info": info})

    def take_maps_begin(self, d, m):
        d["maps_seen"] = True

    def take_map(self, d, m):
        perms = "".join(c if m.prot >> i & 1 else "-" for i, c in enumerate("rwx")) + "ps"[m.shared]
        d["maps"].append({"start": hexa(m.start_address), "end": hexa(m.end_address), "perms": perms, "offset": hexa(m.file_offset),
                          "dev": "%02x:%02x" % (m.dev_major, m.dev_minor), "inode": m.inode,
                          "name": text(m.name) if m.has("name") else ""})

    def take_end(self, d, e):
        d["end"] = self.words["marker"][e.marker] == "end"
        d["counts_valid"] = bool(e.counts_valid)
        d["n_records"], d["sum_size"], d["sum_size_num"] = e.n_records, e.sum_bytes, e.sum_written

    def take_diagnostic(self, d, x):
        d["problems"].append((x.line, x.number, x.status))

    def totals(self, d):
        """As the corpus counts, with maps looked up by the library."""
        valid = d["counts_valid"]
        t = dict.fromkeys(("allocations", "bytes", "zygote_child_bytes", "other_bytes", "frames", "infos"), 0)
        unique = set()
        for r in d["records"]:
            n = r["num"] if valid or valid is None else 1
            t["allocations"] += n
            t["bytes"] += n * r["size"]
            t["zygote_child_bytes" if r["zygote_child"] else "other_bytes"] += n * r["size"]
            t["frames"] += len(r["frames"])
            t["infos"] += len(r["info"] or ())
            unique.update(r["frames"])
        t["records"], t["unique_pcs"], t["maps"] = len(d["records"]), len(unique), len(d["maps"])
        t["sum_size"] = sum(r["size"] for r in d["records"])
        t["sum_size_num"] = sum(r["size"] * r["num"] for r in d["records"])
        t["pcs_in_maps"] = self.in_maps(d["maps"], unique)
        return t

    def in_maps(self, maps, pcs):
        c, handle, hits = self.lib.c, c_void_p(), 0
        assert c.dfmt_mallocdbg_maps_new(None, byref(handle)) == 0
        for m in reversed(maps):
            body = self.lib.new("mallocdbg.map", name=m["name"].encode("utf-8", "surrogateescape"),
                                start_address=int(m["start"], 16), end_address=int(m["end"], 16),
                                file_offset=int(m["offset"], 16))
            assert c.dfmt_mallocdbg_maps_add(handle, ctypes.addressof(body)) == 0
        for pc in pcs:
            rel, at = c_uint64(), int(pc, 16)
            found = c.dfmt_mallocdbg_maps_find(handle, at, byref(rel))
            if found:
                m = self.lib.types["mallocdbg.map"].from_address(found)
                assert m.start_address <= at < m.end_address and rel.value == at - m.start_address + m.file_offset
                hits += 1
        c.dfmt_mallocdbg_maps_free(handle)
        return hits

    # ---- operations

    def operation(self, o):
        e = {"tid": o.thread_id, "op": self.words["operation"][o.op], "ptr": hexa(o.ptr)}
        for member, key in (("n_items", "n_elements"), ("alignment", "align"), ("bytes", "size"), ("start_ns",) * 2,
                            ("end_ns",) * 2, ("resident_bytes", "present_bytes")):
            if o.has(member):
                e[key] = getattr(o, member)
        if o.has("old_ptr"):
            e["old_ptr"] = hexa(o.old_ptr)
        return e

    def replay(self, data):
        """Entries and summary."""
        c, live, entries, ops = self.lib.c, c_void_p(), [], {}
        assert c.dfmt_mallocdbg_live_new(None, byref(live)) == 0
        for name, body, _ in self.events(data, mallocdbg__dialect=RECORDS):
            assert c.dfmt_mallocdbg_live_add(live, ctypes.addressof(body)) == 0
            entries.append(self.operation(body))
            ops[entries[-1]["op"]] = ops.get(entries[-1]["op"], 0) + 1
        u = self.lib.types["mallocdbg.use"].from_address(c.dfmt_mallocdbg_live_use(live))
        summary = {
            "lines": u.n_ops, "ops": ops, "threads": u.n_threads, "requested_bytes": u.requested_bytes,
            "largest_request": u.largest_request, "peak_live_bytes": u.peak_bytes,
            "peak_live_bytes_line": u.peak_bytes_op, "peak_live_blocks": u.peak_blocks,
            "peak_live_blocks_line": u.peak_blocks_op, "final_live_bytes": u.live_bytes,
            "final_live_blocks": u.live_blocks, "null_results": u.null_results, "free_null": u.free_null,
            "unknown_free": u.unknown_free, "unknown_realloc": u.unknown_realloc, "duplicate_pointer": u.duplicate,
            "realloc_to_free": u.realloc_to_free, "realloc_from_null": u.realloc_from_null,
            "realloc_in_place": u.realloc_in_place, "timed_lines": u.timed_ops,
            "present_bytes_known": u.resident_known, "first_start_ns": u.first_start_ns, "last_end_ns": u.last_end_ns}
        self.check_lists(live, u)
        c.dfmt_mallocdbg_live_free(live)
        return entries, summary

    def check_lists(self, live, use):
        """Blocks, and shares of sizes and threads, add up to the whole."""
        for by in (0, 1, 2):
            ptr, n = c_void_p(), c_uint64()
            if by:
                assert self.lib.c.dfmt_mallocdbg_live_shares(live, by, byref(ptr), byref(n)) == 0
                cls, member = self.lib.types["mallocdbg.share"], "live_bytes"
            else:
                assert self.lib.c.dfmt_mallocdbg_live_blocks(live, byref(ptr), byref(n)) == 0
                cls, member = self.lib.types["mallocdbg.block"], "bytes"
            listed = (cls * n.value).from_address(ptr.value) if n.value else []
            sizes = [getattr(x, member) for x in listed]
            assert sum(sizes) == use.live_bytes and sizes == sorted(sizes, reverse=True)
            assert (len(sizes) if by == 0 else sum(x.live_blocks for x in listed)) == use.live_blocks

    # ---- log

    def log(self, data, format):
        options = {"mallocdbg__log_format": RAW} if format == "raw" else {}
        found = []
        for name, body, _ in self.events(data, mallocdbg__dialect=LOG, **options):
            if name == "report":
                found.append((body.line, self.report(body)))
            elif name == "message":
                found.append((body.line, self.message(body)))
        return [e for _, e in sorted(found, key=lambda x: x[0]) if e["kind"] not in ("other", "legacy")]

    @staticmethod
    def head(e, body):
        for member, key in (("process_id", "pid"), ("thread_id", "tid")):
            if body.has(member):
                e[key] = getattr(body, member)
        if body.has("priority"):
            e["priority"] = "VDIWEFS"[body.priority - 2]
        for member, key in (("tag", "log_tag"), ("time_text", "time")):
            if body.has(member):
                e[key] = text(getattr(body, member))

    def report(self, r):
        e = {"kind": self.words["kind"][r.kind], "pointer": hexa(r.ptr)}
        self.head(e, r)
        if r.has("guard"):
            e["guard"] = self.words["guard"][r.guard].upper()
        if r.has("bytes"):
            e["size"] = r.bytes
        if r.has("function"):
            e["function"] = text(r.function)
        if r.has("header_tag"):
            e["tag"] = hexa(r.header_tag)
        if r.has("leak_number"):
            e.update(program=text(r.program), index=r.leak_number, total=r.leak_total)
        else:
            e["closed"] = bool(r.complete)
        e["bytes"] = [{"index": d.block_offset, "actual": d.found, "expected": d.expected}
                      for d in self.lib.elements(r, "diffs")]
        frames = [self.frame(f) for f in self.lib.elements(r, "frames")]
        e["backtraces"] = [{"when": self.words["role"][t.role], "frames": frames[t.first : t.first + t.n]}
                           for t in self.lib.elements(r, "traces")]
        return e

    @staticmethod
    def frame(f):
        func = f.has("function")
        return {"num": f.number, "pc": hexa(f.pc), "map": text(f.map),
                "map_offset": hexa(f.map_offset) if f.has("map_offset") else None,
                "func": text(f.function) if func else None, "func_offset": f.function_offset if func else None}

    def message(self, m):
        e = {"kind": self.words["text"][m.kind]}
        self.head(e, m)
        names = {"run_hint": "action", "option_error": "text", "signal_setup_error": "what"}
        for member in ("program", "error"):
            if m.has(member):
                e[member] = text(getattr(m, member))
        if m.has("detail") and e["kind"] != "usage":
            e[names.get(e["kind"], "path")] = text(m.detail)
        if m.has("signal"):
            e.update(signal=m.signal, target_pid=m.target_process_id)
        if m.has("ptr"):
            e["pointer"] = hexa(m.ptr)
        if m.has("hash_index"):
            e["index"] = m.hash_index
        return e

    # ---- options

    def options(self, string, bits):
        o = self.lib.types["mallocdbg.options"]()
        o.head = dfmt_ctypes.Head(ctypes.sizeof(o), o.dfmt_type)
        message, raw = ctypes.create_string_buffer(2000), string.encode()
        st = self.lib.c.dfmt_mallocdbg_options_parse(raw, len(raw), bits // 8, ctypes.addressof(o), message, 2000, None)
        o.keep = raw
        return None if st == 0 else message.value.decode(), o

    def print_options(self, o):
        sink, ptr, n = c_void_p(), c_void_p(), c_uint64()
        assert self.lib.c.dfmt_sink_memory(None, byref(sink)) == 0
        assert self.lib.c.dfmt_mallocdbg_options_print(ctypes.addressof(o), sink) == 0, "it cannot be printed"
        assert self.lib.c.dfmt_sink_bytes(sink, byref(ptr), byref(n)) == 0
        string = ctypes.string_at(ptr.value, n.value).decode() if n.value else ""
        self.lib.c.dfmt_sink_free(sink)
        return string


def records_sha256(records):
    h = hashlib.sha256()
    for x in records:
        h.update(("%d %d %d %s\n" % (x["zygote_child"], x["size"], x["num"], " ".join(f[2:] for f in x["frames"]))).encode())
        for i in x["info"] or ():
            h.update(("\t%s\t%s\t%s\t%s\n" % (i["map"], i["rel_pc"][2:], i["func"], i["offset"][2:]))
                     .encode("utf-8", "surrogateescape"))
    return h.hexdigest()


def pick(x, keys):
    return {k: x.get(k) for k in keys}


HEADER = ("fingerprint", "total_memory", "allocation_records", "backtrace_size", "unavailable")


def sound_dump(m, tally, want, data, name):
    got = m.dump(data)
    tally.equal("header", pick(want, HEADER), pick(got, HEADER))
    if name.startswith("third-party"):
        want["version"] = "1.0"  # the banner is another one, the layout is this
    tally.equal("version", want["version"], got["version"])
    legacy = want.get("legacy_backtrace_sizes")
    tally.equal("warning", legacy[0] if legacy else None, got["warned"])
    tally.equal("maps_seen, end", (want["maps_seen"], want["end"]), (got["maps_seen"], got["end"]))
    if not got["unavailable"]:
        tally.equal("num_valid", want["num_valid"], got["counts_valid"])
        tally.equal("sums", (len(got["records"]), want["totals"]["sum_size"], want["totals"]["sum_size_num"]),
                    (got["n_records"], got["sum_size"], got["sum_size_num"]))
        tally.equal("totals", pick(want["totals"], m.totals(got)), m.totals(got))
    if "records" in want:
        tally.equal("records", want["records"], got["records"])
        maps = [dict(x, dev=":".join("%02x" % int(d, 16) for d in x["dev"].split(":"))) for x in want["maps"]]
        tally.equal("maps", maps, got["maps"])
    else:
        tally.equal("records", want["records_sha256"], records_sha256(got["records"]))
    salvage = m.dump(data, recover=1)
    tally.equal("salvage of a sound dump", got["records"], salvage["records"])
    expected = [p["line"] for p in want["problems"]][:1]
    found = [line for line, number, _ in salvage["problems"] if number != TOTAL_DIFFERS][:1]
    if name.startswith("third-party"):
        expected = []
    tally.equal("first diagnostic", expected, found)


def damaged_dump(m, tally, want, data):
    try:
        m.dump(data)
        ok = True
    except DfmtError:
        ok = False
    tally.equal("strict_ok", want["strict_ok"], ok)
    got = m.dump(data, recover=1)
    tally.equal("version", want["version"], got["version"])
    pc = corpus.cut_pc(data)
    if pc is not None:
        got["records"][-1]["frames"].append(hexa(pc))
    totals = m.totals(got)
    tally.equal("totals", pick(want["totals"], totals), totals)
    tally.equal("records", want["records_sha256"], records_sha256(got["records"]))
    if want["problems"]:
        tally.equal("first problem", want["problems"][0]["line"], got["problems"][0][0] if got["problems"] else None)


def dumps(m, tally):
    for folder in ("heapdump", "unit"):
        place = corpus.folder(folder, "mallocdbg")
        for name, want in corpus.cases(place):
            with tally.case(folder + "/" + name):
                sound_dump(m, tally, want, corpus.input_of(place, name), name)
    place = corpus.folder("heapdump-malformed", "mallocdbg")
    for name, want in corpus.cases(place):
        with tally.case("heapdump-malformed/" + name):
            damaged_dump(m, tally, want, corpus.input_of(place, name))


def operations(m, tally):
    place = corpus.folder("record_allocs", "mallocdbg")
    for name, want in corpus.cases(place):
        if name.startswith("lines"):
            continue
        with tally.case("record_allocs/" + name):
            entries, summary = m.replay(corpus.input_of(place, name))
            if "entries" in want:
                tally.equal("entries", want["entries"], entries)
            expected = dict(want["summary"])
            expected["ops"] = {k: v for k, v in expected["ops"].items() if v}
            tally.equal("summary", pick(expected, summary), summary)
    for case in json.loads((place / "lines.json").read_text())["cases"]:
        with tally.case("record_allocs/lines: %r" % case["line"]):
            single_line(m, tally, case)


def single_line(m, tally, case):
    line = case["line"].encode("utf-8", "surrogateescape")
    try:
        found = [m.operation(body) for name, body, _ in m.events(line, mallocdbg__dialect=RECORDS)]
        ok = True
    except DfmtError:
        found, ok = [], False
    entry = case.get("entry")
    if entry is not None:
        tally.equal("entry", [{k: v for k, v in entry.items() if k != "extra"}], found)
        notes = [b.number for n, b, _ in m.events(line, mallocdbg__dialect=RECORDS, diagnostics=1) if n == "diagnostic"]
        tally.equal("extra fields are told", bool(entry.get("extra")), 724 in notes)
    elif line.strip(b" \t\r\v\f"):
        tally.equal("read", False, ok)
    else:
        tally.equal("a blank line", (True, []), (ok, found))


def logs(m, tally):
    place = corpus.folder("log", "mallocdbg")
    for name, want in corpus.cases(place):
        with tally.case("log/" + name):
            got = m.log(corpus.input_of(place, name), want["format"])
            tally.equal("kinds", [e["kind"] for e in want["events"]], [e["kind"] for e in got])
            for i, (a, b) in enumerate(zip(want["events"], got)):
                tally.equal("event %d" % i, a, b)


def option_strings(m, tally):
    cases = json.loads((corpus.folder("options", "mallocdbg") / "options.json").read_text())
    for case in cases["cases"]:
        with tally.case("options: %r, %d bits" % (case["input"], case["bits"])):
            error, o = m.options(case["input"], case["bits"])
            want = case["expect"]
            tally.equal("error", want.get("error"), error)
            if want["ok"] and error is None:
                config = want["config"]
                got = {k: getattr(o, k) for k in config}
                got = {k: text(v) if hasattr(v, "bytes") else type(config[k])(v) for k, v in got.items()}
                tally.equal("settings", config, got)
                tally.equal("flags", want["mask"], o.flags)
                again, p = m.options(m.print_options(o), case["bits"])
                same = [(n, text(v) if hasattr(v, "bytes") else v) for n in o.dfmt_members[1:] for v in [getattr(o, n)]]
                tally.equal("printed and parsed", (None, same), (again, [
                    (n, text(v) if hasattr(v, "bytes") else v) for n in p.dfmt_members[1:] for v in [getattr(p, n)]]))


def main(library):
    m, tally = Mallocdbg(library), corpus.Tally()
    dumps(m, tally)
    operations(m, tally)
    logs(m, tally)
    option_strings(m, tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
