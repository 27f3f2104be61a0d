#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Parts of simpleperf files, files without their names, and several files in one: `diagfmt convert`.

usage: simpleperf_convert.py DIAGFMT SAMPLES    on the samples of ../data/make_profiles.py
       simpleperf_convert.py DIAGFMT corpus     on real files; exit status 77 if the corpus is not there

What is converted is looked at by names: each sample must have the names, addresses, times and counts that this program
chooses from the input by itself. What comes out must be as the real tool writes it, and go through official protobuf.
"""

import fnmatch
import functools
import gzip
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import simpleperf_model as model  # noqa: E402
import simpleperf_official  # noqa: E402
from flame_model import matches  # noqa: E402
from program import problems, run  # noqa: E402

OFFICIAL = simpleperf_official.Official.make()
ORDER = ["meta_info", "sample", "lost", "file", "thread"]


def records(data):
    objects = list(model.decode(data))
    assert "end" in objects[-1] and objects[-1]["end"]["trailing"] == 0, objects[-1]
    return objects[1:-1]


def raw_records(data):
    at, size = 12, int.from_bytes(data[12:16], "little")
    while size:
        yield data[at + 4 : at + 4 + size]
        at += 4 + size
        size = int.from_bytes(data[at : at + 4], "little")


class View:
    """A file by its names."""

    def __init__(self, data):
        self.objects = records(data)
        of = lambda name: [o[name] for o in self.objects if name in o]  # noqa: E731
        self.files = {f.get("id", 0): f for f in of("file")}
        self.threads = {t.get("thread_id", 0): (t.get("process_id", 0), t.get("thread_name", b"")) for t in of("thread")}
        self.meta = (of("meta_info") or [{}])[-1]
        self.lost = sum(x.get("lost_count", 0) for x in of("lost"))
        self.samples = [self.sample(s) for s in of("sample")]
        self.switches = [dict(s, thread=self.thread(s.get("thread_id", 0))) for s in of("context_switch")]

    def thread(self, tid):
        return self.threads.get(tid & 0xFFFFFFFF, (None, b""))

    def frame(self, f):
        file = self.files.get(f.get("file_id", 0), {"path": b"unknown"})
        names, i = file.get("symbol", []), f.get("symbol_id", 0)
        mangled = file.get("mangled_symbol", [])
        known = 0 <= i < len(names)
        return (f.get("vaddr_in_file"), f.get("execution_type"), file.get("path", b""), names[i] if known else None,
                (mangled[i] if i < len(mangled) else names[i]) if known else None)

    def sample(self, s):
        events = self.meta.get("event_type", [])
        event = s.get("event_type_id", 0)
        return {"time": s.get("time", 0), "tid": s.get("thread_id", 0), "thread": self.thread(s.get("thread_id", 0)),
                "event": events[event] if event < len(events) else b"", "count": s.get("event_count"),
                "unwind": s.get("unwinding_result"), "frames": [self.frame(f) for f in s.get("callchain", [])]}


@functools.lru_cache(maxsize=8)
def view_of(data):
    """Of bytes that several checks look at, inputs and what came of them, which none changes."""
    return View(data)


def chosen(view, threads=(), events=(), span=None):
    """Samples and switches of a view."""
    thread = lambda x, tid: matches(threads, x["thread"][1], b"%d" % tid)  # noqa: E731
    time = lambda t: not span or span[0] <= t < span[1]  # noqa: E731
    return ([s for s in view.samples if thread(s, s["tid"]) and matches(events, s["event"]) and time(s["time"])],
            [s for s in view.switches if thread(s, s.get("thread_id", 0)) and time(s.get("time", 0))])


def sound(tally, data):
    """As the real tool writes it."""
    view = view_of(data)
    names = [next(iter(o)) for o in view.objects]
    ranks = [ORDER.index("sample" if n == "context_switch" else n) for n in names]
    tally.equal("order of records", sorted(ranks), ranks)
    tally.equal("file numbers", list(range(len(view.files))), [o["file"]["id"] for o in view.objects if "file" in o])
    lost = [o["lost"]["sample_count"] for o in view.objects if "lost" in o]
    tally.equal("sample_count", [len(view.samples)], lost)
    used = {}
    for o in view.objects:
        for f in o.get("sample", {}).get("callchain", []):
            used.setdefault(f["file_id"], set()).add(f["symbol_id"])
    for i, f in view.files.items():
        have = set(range(len(f.get("symbol", []))))
        tally.equal("symbols of file %d" % i, have, used.get(i, {None}) - {-1})
        tally.equal("mangled names", len(f.get("symbol", [])), len(f.get("mangled_symbol", [])))
    if OFFICIAL:
        tally.equal("read and written by protobuf", True, all(OFFICIAL.anew(r) == r for r in raw_records(data)))


def convert(tally, scratch, files, *options, nothing=False):
    """The output, twice the same. nothing: no sample is chosen, which is told."""
    out = scratch / "out.trace"
    code, stdout, err = run("convert", *options, "-o", out, *files)
    told = "".join("diagfmt: %s: warning: no sample is in what was chosen\n" % f for f in files if nothing)
    tally.equal("convert %r" % (options,), (int(nothing), b"", told), (code, stdout, err))
    data = out.read_bytes()
    tally.equal("the same to standard output", data, run("convert", *options, *files)[1])
    sound(tally, data)
    return data


def plain(samples):
    return [{k: v for k, v in s.items() if k != "tid"} for s in samples]


def check_choice(tally, scratch, path, options, **choice):
    view = view_of(path.read_bytes())
    samples, switches = chosen(view, **choice)
    got = view_of(convert(tally, scratch, [path], *options, nothing=not samples))
    tally.equal("samples of %r" % (options,), samples, got.samples)
    tally.equal("switches of %r" % (options,), switches, got.switches)
    tally.equal("meta", view.meta, got.meta)
    tally.equal("lost", view.lost, got.lost)
    wanted = {t: n for t, n in view.threads.items() if matches(choice.get("threads", ()), n[1], b"%d" % t)}
    tally.equal("threads", wanted, got.threads)
    return len(samples)


def choices(tally, scratch, path):
    """Every way to choose, by what is in the file; of large ones the combined ways only."""
    view = view_of(path.read_bytes())
    if not view.samples or not all(s["thread"][0] is not None for s in view.samples):
        return
    times = sorted(s["time"] for s in view.samples)
    tid, name = view.samples[0]["tid"], view.samples[0]["thread"][1].decode()
    event = view.samples[0]["event"].decode()
    middle = times[len(times) // 2]
    ask = lambda *options, **choice: check_choice(tally, scratch, path, options, **choice)  # noqa: E731
    assert ask("--thread=" + name.replace(",", "\\,"), threads=[name])
    ask("--time=0..%dms" % 100, "--thread=%d" % tid, "--event=" + event, threads=[str(tid)], events=[event],
        span=(times[0], times[0] + 10**8))
    if len(times) > 500:
        return
    assert ask("--thread=*", threads=["*"]) == len(times)
    assert ask("--thread=%d" % tid, threads=[str(tid)])
    assert ask("--event=" + event, events=[event])
    assert ask("--event=%s*" % event[:3], events=[event[:3] + "*"])
    ask("--time=@%dns..@%dns" % (middle, times[-1] + 1), span=(middle, times[-1] + 1))
    ask("--time=@0..@%dns" % times[-1], span=(0, times[-1]))
    assert ask("--time=%dns.." % (middle - times[0]), span=(middle, 2**64))
    ask("--time=..%d.%09d" % divmod(middle - times[0], 10**9) if middle > times[0] else "--time=..@0s",
        span=(0, middle if middle > times[0] else 0))


def nameless(tally, scratch, path):
    view = view_of(path.read_bytes())
    data = convert(tally, scratch, [path], "--strip-symbols")
    got = view_of(data)
    bare = [dict(s, frames=[f[:3] + (None, None) for f in s["frames"]]) for s in view.samples]
    tally.equal("stripped", bare, got.samples)
    names = {n for f in view.files.values() for n in f.get("symbol", []) if len(n) > 8}
    tally.equal("no name is left", [], [n for n in names if n in data and not any(n in f["path"] for f in got.files.values())])


def redacted(tally, scratch, path, pattern):
    """The same profile, where names that match are others: by a mapping that is one to one."""
    view, data = view_of(path.read_bytes()), convert(tally, scratch, [path], "--redact=" + pattern)
    got, maps = view_of(data), {"file": {}, "symbol": {}, "thread": {}}
    hit = lambda *names: any(fnmatch.fnmatchcase(n.decode("latin-1"), pattern) for n in names)  # noqa: E731

    def check(kind, wanted, old, new):
        if not wanted:
            return old == new
        number = maps[kind].setdefault(old, len(maps[kind]) + 1)
        name = b"redacted-%s-%d" % (kind.encode(), number)
        return new == ((name, name) if kind == "symbol" else name)

    tally.equal("samples", len(view.samples), len(got.samples))
    for a, b in zip(view.samples, got.samples):
        good = a["time"] == b["time"] and a["tid"] == b["tid"] and len(a["frames"]) == len(b["frames"])
        for f, g in zip(a["frames"], b["frames"]):
            good = good and f[:2] == g[:2] and check("file", hit(f[2]), f[2], g[2])
            good = good and (check("symbol", hit(f[3], f[4], f[2]), f[3:], g[3:]) if f[3] is not None else g[3] is None)
        tally.equal("sample at %d" % a["time"], True, good)
        if not good:
            return
    tally.equal("threads", set(view.threads), set(got.threads))
    for tid, (pid, name) in view.threads.items():
        tally.equal("thread %d" % tid, (pid, True), (got.threads[tid][0], check("thread", hit(name), name, got.threads[tid][1])))
    literal = pattern.strip("*").encode()
    tally.equal("the word is gone", False, literal in data)
    tally.equal("something was redacted", True, any(maps.values()))


def joined(tally, scratch, paths):
    views = [view_of(p.read_bytes()) for p in paths]
    got = view_of(convert(tally, scratch, paths))
    tally.equal("samples", [x for v in views for x in plain(v.samples)], plain(got.samples))
    times = lambda v: [(s.get("switch_on"), s["time"], s["thread"]) for s in v.switches]  # noqa: E731
    tally.equal("switches", [x for v in views for x in times(v)], times(got))
    tally.equal("lost", sum(v.lost for v in views), got.lost)
    return got


def profile(tid, pid, name, file, symbol, events=(b"cpu-clock",), main=None, **meta):
    threads = [{"thread": {"thread_id": tid, "process_id": pid, "thread_name": name}}]
    if main:
        threads.append({"thread": {"thread_id": pid, "process_id": pid, "thread_name": main}})
    frames = [{"vaddr_in_file": 16, "file_id": 0, "symbol_id": 0}, {"vaddr_in_file": 32, "file_id": 1, "symbol_id": 0}]
    return model.file_of([
        {"meta_info": {"event_type": list(events), **meta, "trace_offcpu": False}},
        {"sample": {"time": 5, "thread_id": tid, "callchain": frames, "event_count": 3, "event_type_id": len(events) - 1}},
        {"lost": {"sample_count": 1, "lost_count": 2}},
        {"file": {"id": 0, "path": file, "symbol": [symbol], "mangled_symbol": [b"_Z" + symbol]}},
        {"file": {"id": 1, "path": b"/libc.so", "symbol": [b"start"], "mangled_symbol": [b"start"]}}, *threads])


def made_joins(tally, scratch):
    def write(name, data):
        (scratch / name).write_bytes(data)
        return scratch / name

    a = write("a.trace", profile(7, 5, b"worker", b"/a.so", b"f", main=b"app", app_package_name=b"com.app"))
    b = write("b.trace", profile(7, 5, b"worker", b"/b.so", b"f", (b"cpu-cycles", b"cpu-clock"), main=b"app"))
    c = write("c.trace", profile(7, 5, b"worker", b"/a.so", b"g", (b"cpu-clock", b"page-faults"), main=b"other"))
    with tally.case("two runs of one program"):
        got = joined(tally, scratch, [a, b])
        tally.equal("threads", {7: (5, b"worker"), 5: (5, b"app")}, got.threads)
        tally.equal("files", [b"/a.so", b"/libc.so", b"/b.so"], [f["path"] for f in got.files.values()])
        tally.equal("meta", {"event_type": [b"cpu-clock", b"cpu-cycles"], "app_package_name": b"com.app", "trace_offcpu": False}, got.meta)
    with tally.case("two programs with the same numbers"):
        got = view_of(convert(tally, scratch, [a, c]))
        tally.equal("threads", {7: (5, b"worker"), 5: (5, b"app"), 4194305: (4194305, b"other"), 4194306: (4194305, b"worker")},
                    got.threads)
        tally.equal("samples", [7, 4194306], [s["tid"] for s in got.samples])
        tally.equal("events", [b"cpu-clock", b"page-faults"], [s["event"] for s in got.samples])
        tally.equal("symbols", [b"f", b"g"], got.files[0]["symbol"])
    with tally.case("numbers that are negative"):
        d, e = (write(n, profile(2**31, 2**32 - 1, b"worker", b"/a.so", b"f", main=m))
                for n, m in (("h.trace", b"app"), ("i.trace", b"other")))
        got = view_of(convert(tally, scratch, [d], "--thread=-2147483648"))
        tally.equal("one", ({2**31: (2**32 - 1, b"worker")}, [-(2**31)]), (got.threads, [s["tid"] for s in got.samples]))
        got = view_of(convert(tally, scratch, [d, e]))
        tally.equal("two", {2**31: (2**32 - 1, b"worker"), 2**32 - 1: (2**32 - 1, b"app"), 4194305: (4194305, b"other"),
                            4194306: (4194305, b"worker")}, got.threads)
        tally.equal("samples", [-(2**31), 4194306], [s["tid"] for s in got.samples])
    with tally.case("three files, one of them from standard input"):
        code, out, err = run("convert", a, "-", c, data=b.read_bytes())
        tally.equal("convert", (0, ""), (code, err))
        tally.equal("bytes", run("convert", a, b, c)[1], out)
    long = write("g.trace", profile(7, 5, b"worker", b"/a.so", b"f", app_package_name=b"x" * 200))
    other = write("d.trace", profile(7, 5, b"worker", b"/a.so", b"f", app_package_name=b"com.other"))
    away = write("e.trace", a.read_bytes().replace(b"\x30\x00", b"\x30\x01"))
    for path, words in {other: "its app_package_name is 'com.other', before it was 'com.app'",
                        long: "its app_package_name is '" + "x" * 20, away: "recorded with --trace-offcpu",
                        write("f.trace", b"ProblemType: Crash\n"): "is apport, unlike the first file"}.items():
        with tally.case("does not go with it: " + path.name):
            code, out, err = run("convert", "-o", scratch / "none.trace", a, path)
            tally.equal("refused", (2, b"", True, False), (code, out, words in err, (scratch / "none.trace").exists()))
    with tally.case("one is missing"):
        code, out, err = run("convert", "-o", scratch / "none.trace", a, scratch / "missing")
        tally.equal("refused", (3, False, True), (code, (scratch / "none.trace").exists(), "cannot open" in err))
    with tally.case("app redacted"):
        data = run("convert", "--redact=com.*", a)[1]
        tally.equal("name", b"redacted-app-1", view_of(data).meta["app_package_name"])
    with tally.case("each to its own"):
        tally.equal("convert", 0, run("convert", "--thread=worker", "-C", scratch / "each", a, b)[0])
        for path in (a, b):
            tally.equal(path.name, run("convert", "--thread=worker", path)[1], (scratch / "each" / path.name).read_bytes())


def odd(tally, scratch, samples):
    """Numbers that stand for nothing, records of kinds that are not known, damage, and wrong usage."""
    typical = samples / "typical.simpleperf"
    with tally.case("numbers without names"):
        sample = {"time": 1, "thread_id": 9, "callchain": [{"vaddr_in_file": 1, "file_id": 77, "symbol_id": 5}, {"vaddr_in_file": 2}],
                  "event_count": 1, "event_type_id": 40}
        file = {"id": 0, "path": b"/x", "symbol": [b"s"], "mangled_symbol": [b"s"]}
        out = run("convert", "--thread=9", "-",
                  data=model.file_of([{"file": file}, {"sample": sample}])[:-4] + model.sized(b"\x48\x01") + bytes(4))
        tally.equal("note", (0, True), (out[0], "1 records of unknown kinds are omitted" in out[2]))
        want = dict(sample, callchain=[{"vaddr_in_file": 1, "file_id": 0, "symbol_id": -1}, {"vaddr_in_file": 2, "file_id": 1}])
        tally.equal("records", [{"sample": want}, {"lost": {"sample_count": 1, "lost_count": 0}},
                                {"file": {"id": 0, "path": b"unknown"}}, {"file": dict(file, id=1)}], records(out[1]))
    with tally.case("unknown fields stay, unless names go"):
        path = samples / "unknown_everywhere.simpleperf"
        kept, bare = run("convert", "--thread=*", path), run("convert", "--strip-symbols", path)
        tally.equal("kept", True, b"more\0bytes" in kept[1])
        tally.equal("gone", False, b"more\0bytes" in bare[1])
    with tally.case("nothing is called so"):
        for option in ("--thread=none", "--event=none", "--redact=none"):
            code, out, err = run("convert", option, typical)
            tally.equal(option, (1, True), (code, option.replace("=", ": nothing is called '") + "'" in err))
            records(out)
    with tally.case("damage"):
        cut = typical.read_bytes()[:-30]
        code, out, err = run("convert", "--thread=7", "-", data=cut)
        tally.equal("refused", (1, b"", True), (code, out, "not converted" in err))
        code, out, err = run("convert", "--recover", "--thread=7", "-", data=cut)
        tally.equal("kept", (1, 2), (code, len(view_of(out).samples)))
    with tally.case("wrong usage"):
        for options, words in {
                ("--time=5",): "give it as FROM..TO", ("--time=..",): "give at least one end", ("--time=2..1",): "its end is not after",
                ("--time=1h..",): "its unit is s", ("--time=1.0000000001s..",): "a nanosecond is the shortest",
                ("--time=0.5ns..",): "a nanosecond is the shortest", ("--time=x..",): "a time is a number",
                ("--time=99999999999999999999..",): "too large", ("--time=20000000000..",): "too large",
                ("--time=1..", "--calls=3"): "simpleperf has samples",
                ("--thread=7", "--append-to=" + str(scratch / "x")): "cannot append to",
                ("--keys=x",): "profiles are not chosen by keys"}.items():
            code, out, err = run("convert", *options, typical)
            tally.equal(repr(options), (2, b"", True), (code, out, words in err))
        for option in ("--time=1..", "--event=x", "--strip-symbols"):
            code, out, err = run("convert", option, "-", data=b"ProblemType: Crash\n")
            tally.equal(option, (2, b"", True), (code, out, "apport has no samples to choose from" in err))


def real(tally, scratch):
    same = 0
    paths = []
    for packed in sorted(corpus.folder("real", "simpleperf").glob("*.simpleperf.gz")):
        path = scratch / packed.name.replace(".gz", "")
        path.write_bytes(gzip.decompress(packed.read_bytes()))
        paths.append(path)
        with tally.case(path.name):
            choices(tally, scratch, path)
            nameless(tally, scratch, path)
            data = path.read_bytes()
            names = [f.get("symbol", []) for f in view_of(data).files.values()]
            pairs = [list(zip(f.get("symbol", []), f.get("mangled_symbol", []))) for f in view_of(data).files.values()]
            if all(len(set(p)) == len(p) for p in pairs):
                tally.equal("all of it is as it was", True, run("convert", "--event=*", path)[1] == data or not names)
                same += 1
    with tally.case("files without names that are there twice"):
        tally.equal("some", True, same >= 8)
    by_name = {p.name.replace(".simpleperf", ""): p for p in paths}
    for name, pattern in {"ff-cpu-clock": "*com.example*", "aosp-display-bitmaps": "*android*", "sp-jit-symbol": "*art*"}.items():
        with tally.case("redacted " + name):
            redacted(tally, scratch, by_name[name], pattern)
    for group in (["sp-two-events", "sp-failed-unwinding", "sp-linux-perf"], ["sp-offcpu-v2", "sp-offcpu-v2-one-frame"],
                  ["sp-kernel-mixed", "sp-tracepoint", "sp-no-samples"], ["ff-cpu-clock", "ff-cpu-clock"]):
        with tally.case("joined: " + ", ".join(group)):
            joined(tally, scratch, [by_name[g] for g in group])
    for path in paths:
        with tally.case("strict: " + path.name):
            found = [x.split(": ", 2)[2] for x in problems(run("verify", "--strict", "--json", path)[1])]
            back = ["thread 0: time goes back by 180240 ns since its last sample; more of that is not told"]
            tally.equal("problems", back if "linux-perf" in path.name else [], found)


def main():
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        if sys.argv[2] == "corpus":
            real(tally, scratch)
            return tally.finish()
        samples = pathlib.Path(sys.argv[2])
        for name in ("typical", "demo_small", "unwind"):
            with tally.case(name):
                choices(tally, scratch, samples / (name + ".simpleperf"))
                nameless(tally, scratch, samples / (name + ".simpleperf"))
        with tally.case("redacted"):
            redacted(tally, scratch, samples / "demo_small.simpleperf", "*art*")
        with tally.case("redacted threads"):
            redacted(tally, scratch, samples / "typical.simpleperf", "work*")
        made_joins(tally, scratch)
        odd(tally, scratch, samples)
    if not OFFICIAL:
        print("protobuf is not installed: held against the model alone")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
