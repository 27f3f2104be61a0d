#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reading with the corpus, member for member: containers, entries, version and main entry, and the text.

    bugreport_read.py LIBRARY

Every case is read forward and by the directory, in salvage; what a strict reader says is compared with what is wrong.
"""

import collections
import datetime
import hashlib
import io
import pathlib
import re
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus
import dfmt_ctypes
from dfmt_ctypes import DfmtError

AUTO, FORWARD, DIRECTORY = 0, 1, 2  # DFMT_BUGREPORT_PASS_*

# DFMT_ERR_BUGREPORT_* by the corpus's words.
PROBLEMS = {
    800: "not-a-bugreport", 801: "not-a-bugreport", 802: "no-main-entry", 803: "main-entry-pointer-missing",
    804: "main-entry-not-found", 805: "main-not-dumpstate", 806: "nested-zip", 807: "guess", 808: "version-empty",
    809: "version-invalid", 810: "version-unknown", 811: "unsafe-name", 812: "duplicate-entry", 813: "folder", 820: "leading-data",
    821: "trailing-data", 822: "no-central-directory", 823: "bad-central-directory", 824: "bad-central-directory",
    825: "header-mismatch", 826: "overlapping-entries", 827: "truncated-entry", 828: "encrypted-entry",
    829: "unsupported-method", 830: "data-error", 831: "size-mismatch", 832: "crc-mismatch",
}
# Options that are no format's own.
COMMON = {"recover": "recover", "diagnostics": "diagnostics", "max_output": "max_output", "any_ratio": "max_ratio"}
# Those that next() refuses without salvage; what payloads say ends only these.
REFUSED = {"not-a-bugreport", "duplicate-entry", "no-central-directory", "header-mismatch", "overlapping-entries"}
ROLES = {"pointer": "main-pointer", "file": "fs", "tombstone": "fs", "anr": "fs", "visible_windows": "visible-windows",
         "nested": "nested-zip", "folder": "directory"}
RULES = {"none": None, "pointer": "main_entry.txt", "hyphen": "main-entry.txt", "first": "first-entry",
         "whole": "whole-file", "name": "fallback-name", "content": "fallback-content", "nested": "fallback-nested"}
LEVELS = dict(zip(("verbose", "debug", "info", "warn", "error", "fatal", "silent"), "VDIWEFS"))


def text(s):
    return s.bytes().decode("utf-8", "surrogateescape")


def stamp(seconds, separator=" "):
    when = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return when.isoformat(separator)


class Bugreport:
    def __init__(self, path):
        self.lib = dfmt_ctypes.Dfmt(path)
        self.names = {v: n.split(".")[-1] for n, v in self.lib.numbers.items() if n.startswith("bugreport.")}
        self.names[self.lib.numbers["diagnostic"]] = "diagnostic"
        self.format = self.lib.numbers["bugreport.header"] >> 16
        self.words = {n.split(".")[1]: {v: w for w, v in words.items()} for n, words in self.lib.words.items()
                      if n.startswith("bugreport.")}

    def word(self, type, number):
        return self.words[type][number]

    def reader(self, data, **options):
        options = {COMMON.get(k, "bugreport." + k): v for k, v in options.items()}
        return dfmt_ctypes.Reader(self.lib, data, options, self.format)

    # ---- the container: entries and what is wrong with them

    def container(self, data, **options):
        doc = {"problems": set(), "entries": [], "outcome": "ok", "contents": {}, "nested": None}
        with self.reader(data, recover=1, text=0, **options) as r:
            doc["wrapper"] = None
            while True:
                try:
                    item = r.next()
                except DfmtError as e:
                    doc["problems"].add("empty-input" if not data else PROBLEMS[e.number])
                    break
                if item is None:
                    break
                name = self.names[item[0].type]
                if name == "header":
                    self.take_header(doc, item[1])
                elif name == "diagnostic":
                    doc["problems"].add(PROBLEMS[item[1].number] if data else "empty-input")
                elif name == "entry":
                    self.take_entry(doc, r, item)
                elif name == "summary":
                    self.take_summary(doc, item[1])
                elif name == "text":
                    doc["contents"][None] = b"".join(r.payload())
        doc["problems"].discard("guess")
        if "truncated-entry" in doc["problems"]:
            doc["problems"].add("no-central-directory")  # goes without saying
        return doc

    def take_header(self, doc, h):
        doc["variant"] = self.word("variant", h.variant)

    def take_summary(self, doc, s):
        doc["version"] = text(s.version) if s.has("version") else None
        doc["main_entry"] = text(s.main_entry) if s.has("main_entry") else None
        doc["main_entry_rule"] = RULES[self.word("rule", s.rule)]
        doc["fallback"] = text(s.fallback) if s.has("fallback") else None

    def take_entry(self, doc, r, item):
        content, broken = b"", None
        try:
            for piece in r.payload():
                content += piece
        except DfmtError as e:
            broken = PROBLEMS[e.number]
            doc["problems"].add(broken)
        e = r.body(item[0])
        j = {"index": e.number, "method": e.method, "flags": e.zip_flags,
             "crc32": "%08x" % e.crc32 if e.has("crc32") else None,
             "compressed_size": e.stored_size if e.has("stored_size") else None,
             "size": e.decoded_size if e.has("decoded_size") else None, "local_header_offset": e.header_offset,
             "data_offset": e.data_offset if e.has("data_offset") else None,
             "mtime": stamp(e.mtime_local_s, "T") if e.has("mtime_local_s") else None}
        name = e.name.bytes()
        try:
            j["name"] = name.decode()
        except UnicodeDecodeError:
            j["name_hex"] = name.hex()
        role = self.word("role", e.role)
        j["role"] = ROLES.get(role, role)
        flags = {w for v, w in self.words["flags"].items() if e.flags & v}
        j["unsafe"] = "unsafe" in flags
        if j["role"] == "proto":
            j["service"], j["priority"] = text(e.service), self.word("dump_priority", e.dump_priority).upper()
        if j["role"] == "fs" and "name" in j:
            j["device_path"] = text(e.device_path)
        if broken in (None, "crc-mismatch", "size-mismatch"):
            j["sha256"] = hashlib.sha256(content).hexdigest()
        if broken == "truncated-entry":
            j["truncated"] = True
        doc["entries"].append(j)
        if role != "duplicate":
            doc["contents"][name] = content
        if role == "nested" and doc["nested"] is None:
            doc["nested"] = content
        if role == "main":
            doc["text"] = content

    # ---- the text

    def main(self, data, **options):
        d = {"dumpstate_time": None, "text_version": None, "complete": False, "header": [], "banners": [], "sections": [],
             "services": [], "durations": []}
        log, properties = [], []
        with self.reader(data, recover=1, **options) as r:
            while item := r.next():
                name = self.names[item[0].type]
                take = getattr(self, "main_" + name, None)
                if take:
                    take(d, item[1], item[0])
                elif name == "log":
                    log.append(self.log_line(item))
                elif name == "system_property":
                    properties.append([text(item[1].key), text(item[1].value)])
                elif name == "text" and options.get("log") and d["sections"] and d["sections"][-1]["closed_by"] is None:
                    log.append({"offset": item[0].offset, "kind": "other"})
        return d, log, properties

    def main_banner(self, d, b, ev):
        d["banners"].append({"offset": ev.offset, "text": text(b.text)})
        if b.has("time_local_s") and d["dumpstate_time"] is None:
            d["dumpstate_time"] = stamp(b.time_local_s)

    def main_property(self, d, p, ev):
        d["header"].append([text(p.key), text(p.value)])
        if text(p.key) == "Bugreport format version" and d["text_version"] is None:
            d["text_version"] = text(p.value)

    def main_section(self, d, s, ev):
        assert s.number == len(d["sections"]), s.number
        d["sections"].append({"index": s.number, "offset": ev.offset, "title": text(s.title),
                              "command": text(s.command) if s.has("command") else None,
                              "file_time": stamp(s.file_time_local_s) if s.has("file_time_local_s") else None,
                              "duration": None, "closed_by": None})

    def closed(self, e):
        return self.word("closed", e.closed).replace("_", "-")

    def main_section_end(self, d, e, ev):
        s = d["sections"][e.number]
        assert s["offset"] == e.start_offset and s["title"] == text(e.title)
        s.update(body_offset=e.body_offset, body_length=e.body_size, closed_by=self.closed(e))
        if e.has("duration_us"):
            s["duration"] = e.duration_us / 1e6
            if s["closed_by"] == "duration":
                d["durations"].append({"offset": ev.offset, "title": None, "seconds": s["duration"], "section": e.number})

    def main_service(self, d, s, ev):
        section = s.section_number if s.has("section_number") else None
        d["services"].append({"index": s.number, "section": section, "name": text(s.name),
                              "priority": self.word("dump_priority", s.dump_priority).upper(), "offset": ev.offset,
                              "closed_by": None})

    def main_service_end(self, d, e, ev):
        s = d["services"][e.number]
        assert s["offset"] == e.start_offset and s["name"] == text(e.name)
        s.update(body_offset=e.body_offset, body_length=e.body_size, closed_by=self.closed(e),
                 duration=e.duration_us / 1e6 if e.has("duration_us") else None,
                 ended_at=stamp(e.time_local_s) if e.has("time_local_s") else None, timed_out=bool(e.timed_out),
                 timeout_ms=e.timeout_ms if e.has("timeout_ms") else None)

    def main_duration(self, d, e, ev):
        d["durations"].append({"offset": ev.offset, "title": text(e.title), "seconds": e.duration_us / 1e6,
                               "section": e.section_number if e.has("section_number") else None})
        if e.has("section_number"):
            d["sections"][e.section_number]["duration"] = e.duration_us / 1e6

    def main_summary(self, d, s, ev):
        d["complete"] = bool(s.complete)
        d["size"] = s.text_size
        assert s.n_sections == len(d["sections"]) and s.n_services == len(d["services"])

    def log_line(self, item):
        ev, x = item
        r = {"offset": ev.offset}
        if self.word("kind", x.kind) == "marker":
            return dict(r, kind="marker", marker=("beginning of", "switch to")[x.switched], buffer=text(x.buffer))
        if self.word("kind", x.kind) == "kernel":
            return dict(r, kind="other")
        zone = None
        if x.has("zone_minute"):
            sign, minutes = "-" if x.zone_minute < 0 else "+", abs(x.zone_minute)
            zone = "%s%02d%02d" % (sign, minutes // 60, minutes % 60)
        clock = "%02d:%02d:%02d" % (x.second // 3600, x.second // 60 % 60, x.second % 60)
        return dict(r, kind="line", year=x.year if x.has("year") else None, month=x.month, day=x.day, time=clock,
                    nanoseconds=x.nanosecond, zone=zone, uid=text(x.user_id) if x.has("user_id") else None, pid=x.process_id,
                    tid=x.thread_id if x.has("thread_id") else None, level=LEVELS[self.word("priority", x.priority)], tag=text(x.tag),
                    message=text(x.message))

    # ---- strict

    def strict(self, data, **options):
        """What ends a strict reader that reads every payload, or None."""
        with self.reader(data, text=0, **options) as r:
            try:
                while item := r.next():
                    if item[0].flags & 1:
                        try:
                            collections.deque(r.payload(), 0)
                        except DfmtError:
                            pass
            except DfmtError as e:
                return PROBLEMS[e.number]
        return None


def without_offsets(entries):
    return [{k: v for k, v in e.items() if k not in ("data_offset", "local_header_offset")} for e in entries]


def compare_main(t, what, want, found):
    """found lacks the title of durations that closed their own section: it need not be repeated."""
    if want is None:
        t.equal(what + ".sections", [], found["sections"] + found["banners"])
        return
    for k in ("size", "dumpstate_time", "text_version", "complete", "header", "banners"):
        t.equal("%s.%s" % (what, k), want[k], found[k])
    for k in ("sections", "services"):
        t.equal("%s.%s" % (what, k), len(want[k]), len(found[k]))
        for w, f in zip(want[k], found[k]):
            t.equal("%s.%s[%d]" % (what, k, w["index"]), w, f)
    durations = [dict(w, title=None if f["title"] is None else w["title"]) for w, f in zip(want["durations"], found["durations"])]
    t.equal(what + ".durations", durations, found["durations"])


def compare_container(t, what, want, found):
    t.equal(what + ".problems", sorted(want["problems"]), sorted(found["problems"]))
    if want["outcome"] == "error" and "no-main-entry" not in want["problems"]:
        return False
    for k in ("version", "main_entry", "main_entry_rule"):
        t.equal("%s.%s" % (what, k), want[k], found[k])
    return True


def one_pass(t, b, want, data, how):
    what = "forward" if how == FORWARD else "directory"
    options = {"pass": how, "max_ratio": 0}
    found = b.container(data, **options)
    if not compare_container(t, what, want, found):
        return
    if "entries" in want:
        seen = found["entries"]
        expected = [{k: v for k, v in e.items() if k != "note"} for e in want["entries"]]
        if "entry_names" in want:
            t.equal(what + ".names", want["entry_names"], [e.get("name") for e in seen])
        else:
            leading = "leading-data" in want["problems"]
            broken = {e.get("name") for e, s in zip(expected, seen) if s["data_offset"] is None}
            for w, s in zip(expected, seen):
                if leading or w.get("name") in broken:
                    w, s = without_offsets([w, s])
                if w.get("name") in broken or "sha256" not in w:
                    w, s = ({k: v for k, v in x.items() if k != "sha256"} for x in (w, s))
                t.equal("%s.entries[%d]" % (what, w["index"]), w, s)
            t.equal(what + ".entries", len(expected), len(seen))
    for k in ("title", "description"):
        content = found["contents"].get(k.encode() + b".txt")
        t.equal("%s.%s" % (what, k), want.get(k), content.decode() if content is not None else None)
    if how == DIRECTORY:
        t.equal(what + ".fallback", want.get("fallback_main_entry"), found["fallback"])
    d, log, properties = b.main(data, **options)
    if found["fallback"] is None:  # else another text is read, of which the corpus says no more
        compare_main(t, what + ".main", want["main"], d)
    else:
        t.equal(what + ".fallback", True, d["complete"] or want["main"] is None)
    if want["main"] is not None:
        content = found["contents"][None] if want["container"] != "zip" else found["text"]
        t.equal(what + ".main.sha256", want["main"]["sha256"], hashlib.sha256(content).hexdigest())
    if "log" in want:
        _, log, properties = b.main(data, log=1, **options)
        t.equal(what + ".log", want["log"], log)
        t.equal(what + ".properties", want["properties"], properties)
    if "nested" in want:
        nested = dict(want["nested"], case=want["case"], container="zip", problems=["nested-zip"] if "nested" in want["nested"] else [],
                      outcome="ok")
        one_pass(t, b, nested, found["nested"], how)
    refusals = REFUSED & set(want["problems"])
    said = b.strict(data, **options)
    if refusals:
        t.equal(what + ".strict", True, said is not None)
    elif want["outcome"] == "ok":
        t.equal(what + ".strict", None, said)


def in_utf16(t, b, data):
    """The corpus has it as no report: it is the one that it is in UTF-8, at twice the offsets, after a mark."""
    plain = data.decode("utf-16").encode()
    assert plain.isascii()
    want, found = b.main(plain), b.main(data)
    t.equal("utf16.header", want[0]["header"], found[0]["header"])
    for k in ("sections", "services"):
        for w, f in zip(want[0][k], found[0][k], strict=True):
            places = {n: 2 * w[n] + 2 for n in ("offset", "body_offset")}
            t.equal("utf16.%s[%d]" % (k, w["index"]), dict(w, **places, body_length=2 * w["body_length"]), f)
    t.equal("utf16.size", 2 * want[0]["size"] + 2, found[0]["size"])
    t.equal("utf16.text", b.container(plain)["contents"], b.container(data)["contents"])


# Forward, the corpus does not look at the directory behind the entries; the library compares it with them.
FORWARD_SEES = {"zip-half-directory": {"no-central-directory"}, "zip-no-end-record": {"no-central-directory"},
                "zip-offset-outside": {"header-mismatch"}, "zip-overlap": {"header-mismatch"},
                "zip-name-mismatch": {"header-mismatch"}, "zip-wrong-count": {"bad-central-directory"},
                "zip-trailing-junk": {"trailing-data"}}


def forward(want):
    """What is expected of a forward pass."""
    stream = want.get("stream", {})
    if "unsized-stored-entry" in stream.get("problems", ()):
        stream = {}  # the library finds the end by the descriptor
    want = dict(want, **stream)
    more = FORWARD_SEES.get(want["case"], set())
    return dict(want, problems=set(want["problems"]) | more, outcome="partial" if more else want["outcome"])


def folder_of(want):
    """What stands before all names of a report that was zipped again with its folder; Android's own rule has no such."""
    names = [e.get("name", "") for e in want.get("entries", ())]
    prefix = next((n[:-len("version.txt")] for n in names if n.endswith("/version.txt")), "")
    return prefix if all(n.startswith(prefix) for n in names) else ""


def in_folder(t, b, prefix, data, how):
    """As the same zip without its folder."""
    plain = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(plain, "w") as new:
        for name in old.namelist():
            if name != prefix:
                new.writestr(name[len(prefix):], old.read(name))
    want, found = (b.container(x, **{"pass": how}) for x in (plain.getvalue(), data))
    t.equal("problems", want["problems"] | {"folder"}, found["problems"])
    t.equal("version", (want["version"], want["main_entry_rule"]), (found["version"], found["main_entry_rule"]))
    t.equal("main entry", prefix + want["main_entry"], found["main_entry"])
    t.equal("entries", [(prefix + e["name"], e["role"], e["crc32"]) for e in want["entries"]],
            [(e["name"], e["role"], e["crc32"]) for e in found["entries"] if e["name"] != prefix])


def limits(t, b, place):
    """The quoted bombs stop within limits."""
    with t.case("zip-ratio within limits"):
        data = (place / "zip-ratio.zip").read_bytes()
        t.equal("by default", set(), b.container(data)["problems"])
        for limit in ({"any_ratio": 200}, {"max_output": 1 << 20}):
            t.equal("problems", {"limit"}, b.container(data, **limit)["problems"])


PROBLEMS[112] = PROBLEMS[113] = "limit"
PROBLEMS[834] = "entries"


def main():
    b = Bugreport(sys.argv[1])
    place = corpus.folder("cases", "bugreport")
    t = corpus.Tally()
    for name, want in corpus.cases(corpus.folder("expected", "bugreport")):
        data = (place / want["file"]).read_bytes()
        for how in (DIRECTORY, FORWARD):
            with t.case("%s (%s)" % (name, "forward" if how == FORWARD else "directory")):
                if name == "flat-utf16":
                    in_utf16(t, b, data)
                elif folder_of(want):
                    in_folder(t, b, folder_of(want), data, how)
                else:
                    one_pass(t, b, forward(want) if how == FORWARD else want, data, how)
    limits(t, b, place)
    return t.finish()


if __name__ == "__main__":
    sys.exit(main())
