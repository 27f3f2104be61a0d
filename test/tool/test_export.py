#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What viewers get from `diagfmt convert --to`: profiles of simpleperf, held against a decoder of our own or protobuf's, and
heap dumps of malloc_debug.

usage: test_export.py DIAGFMT SAMPLES [pprof]    on samples; the folder has one for each format
       test_export.py DIAGFMT corpus [pprof]     on real files; exit status 77 if the corpus is not there

Go's own pprof reads what was written for it, where it is installed.
"""

import collections
import glob
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402

import allocators  # noqa: E402
import corpus  # noqa: E402
import heap_maps  # noqa: E402
import protobuf  # noqa: E402
import simpleperf_model as model  # noqa: E402
from program import TOOL, run  # noqa: E402

RECORD = protobuf.message_class(corpus.SOURCE_ROOT / "lib" / "simpleperf" / "simpleperf.proto", "dfmt.simpleperf.Record")
PROFILE = protobuf.message_class(corpus.SOURCE_ROOT / "test" / "tool" / "pprof.proto", "dfmt.pprof.Profile")
GO_PPROF = sorted(glob.glob("/usr/lib/go-*/pkg/tool/*/pprof"))
MOST = 2**63 - 1


def text(data):
    return data.decode("utf-8", "replace")


def records(data):
    """What a whole file holds; by protobuf, if that is there."""
    objects = list(model.decode(data))
    if not RECORD:
        return objects
    out, at = [], 12
    while size := int.from_bytes(data[at : at + 4], "little"):
        out.append(protobuf.plain(RECORD.FromString(data[at + 4 : at + 4 + size])))
        at += 4 + size
    return out


Sample = collections.namedtuple("Sample", "time stack value")
Track = collections.namedtuple("Track", "tid pid thread process event unit")


class Wanted:
    """What a viewer should get: samples by track, innermost (name, path, address) first, with values in the track's unit."""

    def __init__(self, data):
        self.objects = records(data)
        self.files = {o["file"].get("id", 0): o["file"] for o in self.objects if "file" in o}
        self.threads = {o["thread"].get("thread_id", 0): o["thread"] for o in self.objects if "thread" in o}
        self.meta = ([o["meta_info"] for o in self.objects if "meta_info" in o] or [{}])[-1]
        self.lost = [o["lost"]["lost_count"] for o in self.objects if o.get("lost", {}).get("lost_count")]
        self.tracks = collections.defaultdict(list)
        self.switches = collections.Counter()
        self.kinds = set()
        self.last = {}  # of each thread: its latest sample: track, place, time
        for o in self.objects:
            s, switch = o.get("sample"), o.get("context_switch")
            if s is not None:
                self.sample(s)
            if switch is not None:
                tid = switch.get("thread_id", 0)
                self.kinds.add(0)  # switches stand beside the samples of the first one
                self.switches[tid, bool(switch.get("switch_on"))] += 1
                if switch.get("switch_on"):
                    self.heard_of(tid, switch.get("time", 0))

    def heard_of(self, tid, now):
        if tid not in self.last:
            return
        track, place, since = self.last.pop(tid)
        if track.event == "off-cpu":
            s = self.tracks[track][place]
            self.tracks[track][place] = s._replace(value=min(MOST, now - since if now > since else 1))

    def sample(self, s):
        tid, time = s.get("thread_id", 0) & 0xFFFFFFFF, s.get("time", 0)
        track = self.track(tid, s.get("event_type_id", 0))
        self.kinds.add(s.get("event_type_id", 0))
        self.heard_of(tid, time)
        self.last[tid] = track, len(self.tracks[track]), time
        value = 0 if track.event == "off-cpu" else min(MOST, s.get("event_count", 0))
        stack = tuple(map(self.frame, s.get("callchain", []))) or (("[no frames]", "", 0),)
        self.tracks[track].append(Sample(time, stack, value))

    def track(self, tid, event):
        thread = self.threads.get(tid, {})
        pid = thread.get("process_id", 0)
        names = self.meta.get("event_type", [])
        name = text(names[event][:255]) if event < len(names) and names[event] else "event %d" % event
        if self.meta.get("trace_offcpu") and "sched_switch" in name:
            name = "off-cpu"
        ns = name == "off-cpu" or name.startswith(("cpu-clock", "task-clock"))
        process = self.threads.get(pid, {}).get("thread_name", b"")
        return Track(tid, pid, text(thread.get("thread_name", b"")[:255]), text(process[:255]), name,
                     "nanoseconds" if ns else "count")

    def frame(self, f):
        file, address = self.files.get(f.get("file_id", 0), {}), f.get("vaddr_in_file", 0)
        path, symbol, names = text(file.get("path", b"")), f.get("symbol_id", 0), file.get("symbol", [])
        if 0 <= symbol < len(names) and names[symbol]:
            return text(names[symbol]), path, address
        return "%s+0x%x" % (path.rsplit("/", 1)[-1][-255:] or "unknown", address), path, address


# ---- Firefox ----

COLUMNS = {
    "funcTable": "name isJS relevantForJS resource source lineNumber columnNumber",
    "frameTable": "address inlineDepth category subcategory func nativeSymbol innerWindowID line column",
    "stackTable": "frame prefix", "resourceTable": "lib name host type",
    "nativeSymbols": "libIndex address name functionSize", "sources": "uuid filename"}


def in_range(tally, what, values, below, none=None):
    tally.equal(what + ": in range", [], [v for v in values if v != none and not 0 <= v < below][:3])


def table(tally, what, t, columns):
    tally.equal(what + ": columns", sorted(columns + ["length"]), sorted(t))
    tally.equal(what + ": lengths", {c: t["length"] for c in columns}, {c: len(t[c]) for c in columns})


def check_tables(tally, doc):
    shared = doc["shared"]
    for name, columns in COLUMNS.items():
        table(tally, name, shared[name], columns.split())
    n = {name: shared[name]["length"] for name in COLUMNS}
    strings = len(shared["stringArray"])
    tally.equal("strings are there once", strings, len(set(shared["stringArray"])))
    in_range(tally, "names", shared["funcTable"]["name"] + shared["resourceTable"]["name"], strings)
    in_range(tally, "resources", shared["funcTable"]["resource"], n["resourceTable"], -1)
    in_range(tally, "functions", shared["frameTable"]["func"], n["funcTable"])
    in_range(tally, "categories", shared["frameTable"]["category"], len(doc["meta"]["categories"]))
    in_range(tally, "frames", shared["stackTable"]["frame"], n["frameTable"])
    prefixes = shared["stackTable"]["prefix"]
    tally.equal("callers come first", [], [i for i, p in enumerate(prefixes) if p is not None and not 0 <= p < i][:3])
    tally.equal("version", 60, doc["meta"]["preprocessedProfileVersion"])


def stacks_of(shared):
    """Each stack, innermost (name, path) first; a tail is shared, as one sample may have 20,000 frames."""
    strings, functions, resources = shared["stringArray"], shared["funcTable"], shared["resourceTable"]["name"]

    def frame(i):
        f = shared["frameTable"]["func"][i]
        resource = functions["resource"][f]
        return strings[functions["name"][f]], strings[resources[resource]] if resource >= 0 else ""

    def stack(i):
        out = []
        while i is not None:
            out.append(frame(shared["stackTable"]["frame"][i]))
            i = shared["stackTable"]["prefix"][i]
        return tuple(out)

    return stack


def ms(ns):
    return round(ns / 1e6, 6)


def check_firefox(tally, wanted, doc):
    check_tables(tally, doc)
    stack, got, switches = stacks_of(doc["shared"]), {}, collections.Counter()
    many = len(wanted.kinds) > 1
    for t in doc["threads"]:
        samples, markers = t["samples"], t["markers"]
        table(tally, "samples", {k: v for k, v in samples.items() if k not in ("weight", "weightType")}, ["stack", "time"])
        table(tally, "markers", markers, "data name startTime endTime phase category".split())
        in_range(tally, "stacks", samples["stack"], doc["shared"]["stackTable"]["length"], None)
        in_range(tally, "marker names", markers["name"], len(doc["shared"]["stringArray"]))
        tally.equal("sorted", True, samples["time"] == sorted(samples["time"]))
        tally.equal("main", t["tid"] == int(t["pid"]), t["isMainThread"])
        for phase in markers["phase"]:
            switches[t["tid"] & 0xFFFFFFFF, phase == 2] += 1
        weights = samples["weight"] or [None] * samples["length"]
        tally.equal("weights", samples["length"], len(weights))
        key = t["tid"] & 0xFFFFFFFF, int(t["pid"]) & 0xFFFFFFFF, t["name"], t.get("processName", "")
        if samples["length"]:
            rows = zip(samples["time"], map(stack, samples["stack"]), weights)
            got.setdefault((*key, samples["weightType"]), []).extend(rows)
    want = {}
    for track, samples in wanted.tracks.items():
        timed = track.unit == "nanoseconds"
        name = ", ".join(filter(None, [track.thread, track.event])) if many or not track.thread else track.thread
        key = track.tid, track.pid, name, track.process, "tracing-ms" if timed else "samples"
        rows = [(ms(s.time), tuple(f[:2] for f in s.stack), ms(s.value) if timed else None) for s in samples]
        want.setdefault(key, []).extend(rows)
    tally.equal("threads", sorted(want), sorted(got))
    for key, rows in want.items():
        tally.equal("samples of %s" % (key,), True, sorted(rows, key=repr) == sorted(got[key], key=repr))
    tally.equal("switches", wanted.switches, switches)


# ---- pprof ----


def check_pprof(tally, wanted, packed):
    p = PROFILE.FromString(gzip.decompress(packed))
    strings = [text(s) for s in p.string_table]
    tally.equal("first string", "", strings[0])
    for what, things in ("mappings", p.mapping), ("locations", p.location), ("functions", p.function):
        tally.equal(what + " are numbered", list(range(1, len(things) + 1)), [x.id for x in things])
    columns = [(strings[t.type], strings[t.unit]) for t in p.sample_type]
    events = {}
    for t in wanted.tracks:
        events.setdefault((t.event, t.unit), None)
    tally.equal("columns", {("samples", "count"), *events}, set(columns))

    def frame(i):
        x = p.location[i - 1]
        function, path = p.function[x.line[0].function_id - 1], ""
        if x.mapping_id:
            m = p.mapping[x.mapping_id - 1]
            path = strings[m.filename]
            tally.equal("address in mapping", True, m.memory_start <= x.address <= m.memory_limit)
        return strings[function.name], path, x.address

    got, want = collections.Counter(), {}
    for s in p.sample:
        labels = {strings[x.key]: strings[x.str] if x.str else x.num for x in s.label}
        event = labels["event"]
        stack = tuple(map(frame, s.location_id))
        own = next(i for i, c in enumerate(columns) if i and c[0] == event)
        tally.equal("values elsewhere", [], [v for i, v in enumerate(s.value) if v and i not in (0, own)])
        key = (labels.get("tid", 0) & 0xFFFFFFFF, labels.get("pid", 0) & 0xFFFFFFFF,
               labels.get("thread", ""), labels.get("process", ""), event, stack)
        tally.equal("a stack is there once", False, key in got)
        got[key] = s.value[0], s.value[own]
    for t, samples in wanted.tracks.items():
        for s in samples:
            key = t.tid, t.pid, t.thread, t.process, t.event, s.stack
            n, value = want.get(key, (0, 0))
            want[key] = n + 1, min(MOST, value + s.value)
    tally.equal("number of samples", len(want), len(got))
    tally.equal("samples", True, want == dict(got))
    times = [s.time for samples in wanted.tracks.values() for s in samples] or [0]
    tally.equal("duration", min(MOST, max(times) - min(times)), p.duration_nanos)
    lost = ["Lost samples: %d" % sum(wanted.lost)] if wanted.lost else []
    tally.equal("notes", lost, [strings[i] for i in p.comment])


def check_go(tally, wanted, path):
    """Go's own reader: what its text form adds up to."""
    p = subprocess.run([GO_PPROF[-1], "-raw", str(path)], capture_output=True, timeout=120)
    tally.equal("go pprof", 0, p.returncode)
    rows = [line for line in p.stdout.decode("utf-8", "replace").split("\n") if re.match(r" +\d+( +\d+)*: [\d ]*$", line)]
    rows = [list(map(int, row.split(":")[0].split())) for row in rows]
    samples = [s for samples in wanted.tracks.values() for s in samples]
    tally.equal("go pprof: samples", len(samples), sum(r[0] for r in rows))
    values = sum(s.value for s in samples)
    tally.equal("go pprof: values", True, values == sum(sum(r[1:]) for r in rows) or values >= MOST)


def check_back(tally, path, target):
    """What is read of a profile that was written is what was read of its source, whose usual event has samples."""
    if run("top", path)[1] == b"no samples\n":
        return
    for words in ("top",), ("top", "--by=thread"), ("flame", "--folded", "--by=none"), ("flame", "--folded", "--by=thread"):
        tally.equal("read back: %s" % (words,), run(*words, path)[:2], run(*words, target)[:2])


# ---- heap dumps ----


def heap_of(dump):
    """Of a v1.2 dump without functions: by call chain, innermost (name, path, address) first, allocations and bytes."""
    maps = [re.match(r"(\w+)-(\w+) (\S+) (\w+) \S+ \d+ *(.*)", x) for x in dump.split("MAPS\n")[1].split("\n")]
    maps = [(int(m[1], 16), int(m[2], 16), int(m[4], 16), m[5], m[3]) for m in maps if m]

    def frame(pc):
        for start, end, offset, name, _ in maps:
            if start <= pc < end:
                path, elf = name or "<anonymous>", heap_maps.elf_address(maps, pc)
                place = pc - start + offset if elf is None else elf
                return "%s+0x%x" % (path.rsplit("/", 1)[-1], place), path, place
        return "0x%x" % pc, "", pc

    out = {}
    for m in re.finditer(r"z [01]  sz +(\d+)  num +(\d+)  bt(.*)", dump):
        stack = tuple(frame(int(x, 16)) for x in m[3].split())
        stack = stack[allocators.inner([("", path) for _, path, _ in stack]):] or (("[no frames]", "", 0),)
        n, size = out.get(stack, (0, 0))
        out[stack] = n + int(m[2]), size + int(m[1]) * int(m[2])
    return out


def heap_by_pprof(tally, packed):
    p = PROFILE.FromString(gzip.decompress(packed))
    strings = [text(s) for s in p.string_table]
    tally.equal("columns", [("inuse_objects", "count"), ("inuse_space", "bytes")],
                [(strings[t.type], strings[t.unit]) for t in p.sample_type])
    tally.equal("shown", "inuse_space", strings[p.default_sample_type])

    def frame(i):
        x = p.location[i - 1]
        path = strings[p.mapping[x.mapping_id - 1].filename] if x.mapping_id else ""
        return strings[p.function[x.line[0].function_id - 1].name], path, x.address

    return {tuple(map(frame, s.location_id)): tuple(s.value) for s in p.sample}


def check_heap(tally, path, scratch, want):
    """want: by call chain, or only how many allocations and bytes there are in all."""
    total = want if isinstance(want, tuple) else tuple(map(sum, zip(*want.values()))) or (0, 0)
    code, out, err = run("convert", "--to=firefox", path)
    if b"not available" in path.read_bytes()[:200]:
        tally.equal("no dump", (2, b"", True), (code, out, "malloc_debug could not write a heap dump" in err))
        return
    tally.equal("firefox", (0, ""), (code, err))
    doc = json.loads(out)
    check_tables(tally, doc)
    tally.equal("threads", ["inuse_space"] if total[0] else [], [t["name"] for t in doc["threads"]])
    for samples in (t["samples"] for t in doc["threads"]):
        tally.equal("firefox: bytes", ("bytes", total[1]), (samples["weightType"], sum(samples["weight"])))
    target = scratch / "heap.pb.gz"
    if not paths.HAS_NANOPB:
        return
    tally.equal("pprof", (0, b"", ""), run("convert", "--to=pprof", "-o", target, path))
    if PROFILE:
        got = heap_by_pprof(tally, target.read_bytes())
        tally.equal("sums", total, tuple(map(sum, zip(*got.values()))) or (0, 0))
        if not isinstance(want, tuple):
            tally.equal("call chains", want, got)


def heaps(where):
    """(path, what is wanted)"""
    if where == "corpus":
        for path in sorted(corpus.folder("heapdump", "mallocdbg").glob("*.txt")):
            expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
            totals = expected.get("totals")
            if totals and not expected.get("problems") and totals["bytes"] <= MOST:
                yield path, (totals["allocations"], totals["bytes"])
    else:
        for path in sorted((pathlib.Path(where) / "mallocdbg").glob("*.txt")):
            dump = text(path.read_bytes())
            if dump.startswith("Android Native Heap Dump v1.2") and "bt_info" not in dump and run("verify", path)[0] == 0:
                want = heap_of(dump)
                if max(map(max, want.values()), default=0) <= MOST:  # the format's own sums are modulo 2^64
                    yield path, want


# ---- choosing and joining ----


def chosen(tally, samples, scratch):
    """What is chosen on the way to a viewer is what the viewer gets of a file that was chosen before."""
    path, part = samples / "demo_small.simpleperf", scratch / "part.simpleperf"
    thread = next(o["sample"]["thread_id"] for o in model.decode(path.read_bytes()) if "sample" in o)
    for options in ("--event=cpu-*",), ("--thread=%d" % thread, "--time=..20ms"), ("--redact=*",), ("--strip-symbols",):
        tally.equal("%s" % (options,), 0, run("convert", *options, "-o", part, path)[0])
        want = run("convert", "--to=firefox", part)
        tally.equal("%s: something is left" % (options,), True, len(json.loads(want[1])["threads"]) > 0)
        tally.equal("%s: not all is" % (options,), False, want == run("convert", "--to=firefox", path))
        tally.equal("%s: the same" % (options,), True, want == run("convert", "--to=firefox", *options, path))
    tally.equal("join", 0, run("convert", "-o", part, path, samples / "typical.simpleperf")[0])
    joined = run("convert", "--to=firefox", path, samples / "typical.simpleperf")
    tally.equal("joined", True, run("convert", "--to=firefox", part) == joined)


# ---- all ----


def check(tally, path, data, scratch):
    wanted = Wanted(data)
    code, out, err = run("convert", "--to=firefox", path)
    if sum(abs(s.value) for samples in wanted.tracks.values() for s in samples) > 2**64 - 1:
        tally.equal("no sum", (1, b"", True), (code, out, "exceeds 2^64 - 1" in err))
        return
    tally.equal("firefox", (0, ""), (code, err))
    check_firefox(tally, wanted, json.loads(out))
    if not paths.HAS_NANOPB:
        return
    if max((s.value for samples in wanted.tracks.values() for s in samples), default=0) >= MOST:
        code, out, err = run("convert", "--to=pprof", path)
        tally.equal("pprof: no wrong sum", (1, True), (code, "exceeds 2^63 - 1" in err))
        return
    target = scratch / "p.pb.gz"
    tally.equal("pprof", (0, b"", ""), run("convert", "--to=pprof", "-o", target, path))
    if PROFILE:
        check_pprof(tally, wanted, target.read_bytes())
    if GO_PPROF:
        check_go(tally, wanted, target)
    check_back(tally, path, target)


def files(where):
    if where == "corpus":
        for path in sorted(corpus.folder("real", "simpleperf").glob("*.simpleperf.gz")):
            yield path, gzip.decompress(path.read_bytes())
        cases = corpus.folder("cases", "simpleperf")
        for path in sorted(cases.glob("*.simpleperf")):
            yield path, path.read_bytes()
    else:
        for path in sorted((pathlib.Path(where) / "simpleperf").glob("*.simpleperf")):
            yield path, path.read_bytes()


def many_frames():
    """400,000 of them, all different."""
    frames = [b"\x1a\x04\x08" + bytes([i & 127 | 128, i >> 7 & 127 | 128, i >> 14]) for i in range(400000)]
    out = b"SIMPLEPERF\x01\x00"
    for at in range(0, len(frames), 20000):
        chain = b"".join(frames[at : at + 20000])
        sample = b"\x0a" + model.varint(len(chain)) + chain
        out += len(sample).to_bytes(4, "little") + sample
    return out + bytes(4)


def long_path(tally):
    """A function without a name is called by its file's name and its address; a name has 255 bytes at most."""
    frames = [{"vaddr_in_file": i, "file_id": 0, "symbol_id": -1} for i in range(100)]
    data = model.file_of([
        {"sample": {"time": 1, "thread_id": 1, "callchain": frames, "event_count": 1, "event_type_id": 0}},
        {"file": {"id": 0, "path": b"p" * 100000}}])
    code, out, err = run("convert", "--to=firefox", "-", data=data)
    tally.equal("convert", (0, ""), (code, err))
    shared = json.loads(out)["shared"]
    names = [shared["stringArray"][i] for i in shared["funcTable"]["name"]]
    tally.equal("names", sorted("p" * 255 + "+0x%x" % i for i in range(100)), sorted(names))


def long_event(tally):
    """Each thread's track is called by its event: of an endless name only the start, or the output would have no end."""
    samples = [{"sample": {"time": i, "thread_id": i, "event_count": 1, "event_type_id": 0}} for i in range(1, 500)]
    data = model.file_of([{"meta_info": {"event_type": [b"e" * 100000]}}, *samples])
    code, out, err = run("convert", "--to=firefox", "-", data=data)
    tally.equal("convert", (0, ""), (code, err))
    tally.equal("at most 1 KiB a track", True, len(out) < 500 * 1024 + 100000)


def categories(tally, samples):
    doc = json.loads(run("convert", "--to=firefox", samples / "typical.simpleperf")[1])
    shared, names = doc["shared"], [c["name"] for c in doc["meta"]["categories"]]
    got = {shared["stringArray"][shared["funcTable"]["name"][f]]: names[c]
           for f, c in zip(shared["frameTable"]["func"], shared["frameTable"]["category"])}
    tally.equal("categories", {"run <int>": "System libraries", "main": "System libraries", "sys_read": "Kernel",
                               "[kernel.kallsyms]+0x99": "Kernel"}, got)


def chosen_of_heap(tally, samples):
    """app and zygote are chosen by --grep, as in other commands; a heap dump has no threads."""
    def total(*options):
        doc = json.loads(run("convert", "--to=firefox", *options, samples / "v12.txt")[1])
        return sum(sum(t["samples"]["weight"]) for t in doc["threads"])

    app, zygote = total("--grep=app"), total("--grep=zygote")
    tally.equal("both", (True, True), (app > 0, zygote > 0))
    tally.equal("sum", total(), app + zygote)
    code, _, err = run("convert", "--to=firefox", "--thread=1", samples / "v12.txt")
    tally.equal("threads", (2, True), (code, "has no threads to choose by" in err))


def refusals(tally, samples, scratch):
    path, target = samples / "typical.simpleperf", scratch / "x"
    tally.equal("help", True, b"  Viewers: simpleperf: " in run("convert", "--help")[1])
    if shutil.which("bash"):
        script = "source %s; _diagfmt_words convert --to" % (corpus.SOURCE_ROOT / "tools" / "diagfmt" / "completion.bash")
        env = {"PATH": "%s:%s" % (TOOL.parent, os.environ["PATH"])}
        out = subprocess.run(["bash", "-c", script], env=env, capture_output=True).stdout.split()
        tally.equal("completion", [b"firefox", b"pprof"], [x for x in out if x in (b"firefox", b"pprof")])
    for options in ("--container=gzip",), ("--compression=zstd",), ("--sort",), ("--keys=a",), ("--calls=1",), ("--dialect=v1",):
        code, out, err = run("convert", "--to=firefox", *options, path)
        tally.equal("%s" % (options,), (2, b"", True), (code, out, err.startswith("diagfmt: ")))
    code, out, err = run("convert", "--to=firefox", "-", data=b"ProblemType: Crash\n")
    tally.equal("other format", (2, b"", True), (code, out, "apport has no stacks" in err))
    code, out, err = run("convert", "--to=pprof", path)
    if paths.HAS_NANOPB:
        tally.equal("gzip", (0, b"\x1f\x8b"), (code, out[:2]))
    else:
        tally.equal("no nanopb", (4, b"", True), (code, out, paths.NO_NANOPB in err))
    log = b"01-02 03:04:05.678  1  1 E malloc_debug: +++ APP leaked block of size 8 at 0x1 (leak 1 of 1)\n"
    code, out, err = run("convert", "--to=firefox", "--malloc-debug-dialect=log", "-", data=log)
    tally.equal("no heap dump", (2, b""), (code, out))
    code, out, err = run("convert", "--to=firefox", "--max-memory=24M", "-", data=many_frames())
    tally.equal("memory", (1, b"", True), (code, out, " reached; go on with --max-memory=" in err))
    cut = scratch / "cut.simpleperf"
    cut.write_bytes(path.read_bytes()[:-60])
    code, out, err = run("convert", "--to=firefox", "-o", target, cut)
    tally.equal("damaged", (1, False, True), (code, target.exists(), "not converted" in err))
    code, out, err = run("convert", "--to=firefox", "--recover", "-o", target, cut)
    tally.equal("recovered", (1, True), (code, len(json.loads(target.read_text())["threads"]) > 0))


def main():
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for path, data in paths.turns(files(sys.argv[2])):
            last = list(model.decode(data))[-1]
            if "end" not in last:
                continue
            with tally.case(path.name):
                check(tally, path, data, scratch)
        for path, want in paths.turns(heaps(sys.argv[2])):
            with tally.case(path.name):
                check_heap(tally, path, scratch, want)
        if sys.argv[2] != "corpus":
            with tally.case("chosen"):
                chosen(tally, pathlib.Path(sys.argv[2]) / "simpleperf", scratch)
            with tally.case("a long path"):
                long_path(tally)
            with tally.case("a long event"):
                long_event(tally)
            with tally.case("categories"):
                categories(tally, pathlib.Path(sys.argv[2]) / "simpleperf")
            with tally.case("refusals"):
                refusals(tally, pathlib.Path(sys.argv[2]) / "simpleperf", scratch)
            with tally.case("chosen of a heap"):
                chosen_of_heap(tally, pathlib.Path(sys.argv[2]) / "mallocdbg")
    print("protobuf: %s; Go's pprof: %s" % ("there" if PROFILE else "not installed", "there" if GO_PPROF else "not installed"))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
