#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on simpleperf files.

usage: test_simpleperf.py DIAGFMT SAMPLES    on the samples of ../data/make_profiles.py
       test_simpleperf.py DIAGFMT corpus     the text forms against what simpleperf's own tools wrote, byte for byte;
                                             exit status 77 if the corpus is not there
"""

import csv
import gzip
import io
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import flame_model  # noqa: E402
import simpleperf_model as model  # noqa: E402
from program import overview, run  # noqa: E402

DUMP = b"""magic: SIMPLEPERF
version: 1
meta_info:
  event_type: cpu-clock:u
  event_type: sched:sched_switch
  trace_offcpu: true
sample 1:
  event_type_id: 0
  time: 1000
  event_count: 1
  thread_id: 7
  callchain:
    vaddr_in_file: 1234
    file_id: 0
    symbol_id: 1
    vaddr_in_file: 34567
    file_id: 1
    symbol_id: 0
    vaddr_in_file: 99
    file_id: 1
    symbol_id: -1
context_switch:
  switch_on: false
  time: 1500
  thread_id: 7
context_switch:
  switch_on: true
  time: 1700
  thread_id: 7
sample 2:
  event_type_id: 1
  time: 2000
  event_count: 250000
  thread_id: 7
  callchain:
    vaddr_in_file: ffffffc010000080
    file_id: 1
    symbol_id: 0
    vaddr_in_file: 1000
    file_id: 0
    symbol_id: 0
lost_situation:
  sample_count: 2
  lost_count: 3
file:
  id: 0
  path: /system/lib64/libc.so
  symbol: main
  symbol: run <int>
  mangled_symbol: main
  mangled_symbol: _Z3runIiEv
file:
  id: 1
  path: [kernel.kallsyms]
  symbol: sys_read
  mangled_symbol: sys_read
thread:
  thread_id: 7
  process_id: 5
  thread_name: worker
thread:
  thread_id: 5
  process_id: 5
  thread_name: com.example.app
"""
FIRST = b"""worker\t5/7 [000] 0.000001: 1 cpu-clock:u:
\t               0 run <int> (/system/lib64/libc.so)
\t               0 sys_read ([kernel.kallsyms])
\t               0 unknown ([kernel.kallsyms])

"""


def off_cpu(tid=7):
    """One thread that leaves the CPU twice: until it is switched on, and until its next sample; a third time for ever."""
    def sample(time, event):
        return {"sample": {"time": time, "thread_id": tid - (tid >> 31 << 32),
                           "callchain": [{"vaddr_in_file": 1, "file_id": 0, "symbol_id": 0}],
                           "event_count": 9, "event_type_id": event}}

    def switch(on, time):
        return {"context_switch": {"switch_on": on, "time": time, "thread_id": tid}}

    return model.file_of([
        {"meta_info": {"event_type": [b"cpu-clock", b"sched:sched_switch"], "trace_offcpu": True}},
        sample(1000, 0), sample(2000, 1), switch(False, 2100), switch(True, 5000), sample(6000, 1), sample(6001, 0),
        sample(9000, 1), {"file": {"id": 0, "path": b"/f", "symbol": [b"s"]}},
        {"thread": {"thread_id": tid, "process_id": tid, "thread_name": b"t"}}])


def counts(text):
    """Counts and event names of the samples in a perf script text."""
    return [tuple(x.rstrip(b":").split(b" ")[-2:]) for x in text.split(b"\n") if x.endswith(b":")]


def native(tally, samples):
    typical = samples / "typical.simpleperf"
    tally.equal("dump", (0, DUMP, ""), run("dump", "--native", typical))
    tally.equal("dump", (0, DUMP, ""), run("dump", "--native=dump", "-", data=typical.read_bytes()))
    tally.equal("empty", (0, b"magic: SIMPLEPERF\nversion: 1\n", ""), run("dump", "--native", samples / "no_records.simpleperf"))
    code, out, _ = run("dump", "--native=on-cpu", typical)
    tally.equal("on-cpu", (0, FIRST), (code, out))
    tally.equal("word", 2, run("dump", "--native=words", typical)[0])
    tally.equal("other format", 2, run("dump", "--native", "-", data=b"ProblemType: Crash\n")[0])
    for tid in 7, 2**31, 2**32 - 1:
        native_off_cpu(tally, tid)


def native_off_cpu(tally, tid):
    with tempfile.NamedTemporaryFile(suffix=".simpleperf") as f:
        f.write(off_cpu(tid))
        f.flush()
        clock, away = b"cpu-clock", b"sched:sched_switch"
        waits = [(b"3000", away), (b"1", away)]
        for word, want in {
                "on-cpu": [(b"9", clock), (b"9", clock)], "off-cpu": waits,
                "on-off-cpu": [(b"9", clock), waits[0], waits[1], (b"9", clock)],
                "mixed-on-off-cpu": [(b"9", clock), (b"3000", clock), (b"1", clock), (b"9", clock)],
                "perf-script": [(b"9", clock), (b"3000", clock), (b"1", clock), (b"9", clock)]}.items():
            out = run("dump", "--native=" + word, f.name)[1]
            tally.equal(word, want, counts(out))
            tally.equal("numbers", True, out.startswith(b"t\t%d/%d [000] " % (tid, tid - (tid >> 31 << 32))))


def info(tally, samples):
    for path in sorted(samples.glob("*.simpleperf")):
        objects = list(model.decode(path.read_bytes()))
        if "end" not in objects[-1] or objects[-1]["end"]["trailing"]:
            continue
        code, out, err = run("info", "--json", path)
        got, chains = overview(out), [o["sample"] for o in objects if "sample" in o]
        tally.equal(path.name, (0, ""), (code, err))
        tally.equal(path.name + ": samples", len(chains), got["n_samples"])
        tally.equal(path.name + ": frames", sum(len(s.get("callchain", [])) for s in chains), got["n_stack_frames"])
        wanted = [(s, n) for s, _, n in flame_model.Profile(objects).samples()]
        tally.equal(path.name + ": event", flame_model.Profile(objects).usual, got["event"].encode())
        for key, of in (("thread_id", lambda s: s.get("thread_id", 0)),
                        ("file_id", lambda s: (s.get("callchain") or [{}])[0].get("file_id", 0) if s.get("callchain") else None)):
            sums = {}
            for s, n in wanted:
                x = sums.setdefault(of(s), [0, 0])
                x[0], x[1] = x[0] + 1, min(flame_model.MOST, x[1] + n)
            sums.pop(None, None)
            rows = [r for r in got.get("threads" if key == "thread_id" else "paths", []) if key in r]
            tally.equal("%s: by %s" % (path.name, key), sums, {r[key]: [r["n_samples"], r["count"]] for r in rows})
            tally.equal("%s: order by %s" % (path.name, key), sorted((r["count"] for r in rows), reverse=True), [r["count"] for r in rows])
        tally.equal(path.name + ": switches", sum("context_switch" in o for o in objects), got["n_switches"])
        times = [s.get("time", 0) for s in chains] or [0]
        tally.equal(path.name + ": duration", max(times) - min(times), got["duration_ns"])
        tally.equal(path.name + ": for people", 0, run("info", path)[0])
    text = run("info", samples / "typical.simpleperf")[1].decode()
    for line in ("n samples:       2\n", "n lost:          3\n", "n switches:      2\n", "  worker\n", "/system/lib64/libc.so"):
        tally.equal(line, True, line in text)


def quiet(err):
    """Standard error without the note that not all events are counted."""
    return re.sub(r"diagfmt: (\S+: )?\d+ samples of other events are omitted; --event chooses\n", "", err)


def function_of(profile, frame):
    """What tells a function from others: the path of its file, and its linker's name or else its name; and its name."""
    file = profile.files.get(frame[0], {})
    name, linker_name = (list_[frame[1]] if 0 <= frame[1] < len(list_) else b""
                         for list_ in (file.get("symbol", []), file.get("mangled_symbol", [])))
    return (file.get("path", b""), linker_name or name), name


def top_rows(objects, **chosen):
    """{(event, function, file): [[self, total, self_count, total_count], ...]}, one for each function of that name."""
    profile, rows, names, out = flame_model.Profile(objects, **chosen), {}, {}, {}
    for sample, event, weight in profile.samples():
        functions = [function_of(profile, f) for f in profile.frames(sample)] or [((b"", b""), b"[no frames]")]
        for i, (key, name) in enumerate(functions):
            names.setdefault(key, name)
            if key in [k for k, _ in functions[:i]]:
                continue
            row = rows.setdefault((event, key), [0, 0, 0, 0])
            for k, n in enumerate((weight if i == 0 else 0, weight, int(i == 0), 1)):
                row[k] += n
    for (event, key), row in rows.items():
        out.setdefault((event, names[key], key[0]), []).append(row)
    return {k: sorted(v) for k, v in out.items()}


def top(tally, samples):
    """Which rows there are: the sums are checked together with those of `flame`, by test_flame.py."""
    path = samples / "demo_small.simpleperf"
    objects = list(model.decode(path.read_bytes()))
    tid = next(o["sample"]["thread_id"] for o in objects if "sample" in o)
    for options, chosen in {(): {}, ("--thread=%d" % tid,): {"threads": [str(tid)]},
                            ("--event=sched*",): {"events": ["sched*"]}, ("--by=event",): {"every": True}}.items():
        code, out, err = run("top", "--csv", *options, path)
        tally.equal("csv", (0, ""), (code, quiet(err)))
        got = {}
        for row in csv.DictReader(io.StringIO(out.decode("utf-8", "surrogateescape"))):
            got.setdefault(tuple(row[k].encode() for k in ("event", "function", "file")), []).append(
                [int(row[k]) for k in ("self", "total", "self_count", "total_count")])
        tally.equal("rows %r" % (options,), top_rows(objects, **chosen), {k: sorted(v) for k, v in got.items()})
    for column, options in {"thread_id": ("--by=thread",), "process_id": ("--by=process",),
                            "file": ("--by=file", "--weight=samples"), "frames": ("--by=stack",)}.items():
        found = list(csv.DictReader(io.StringIO(run("top", "--csv", *options, path)[1].decode())))
        total = "total" if column == "frames" else "self"
        sums = sum(float(row[total + "_share"]) for row in found)
        tally.equal("shares %r" % (options,), (True, 1.0), (column in found[0], round(sums, 6)))
    for options, words in {("--event=none",): "no such event; it has", ("--heap=app",): "simpleperf has no heaps",
                           ("--by=heap",): "simpleperf has no heaps", ("--by=size",): "samples have no sizes",
                           ("--weight=bytes",): "it has no weight 'bytes'"}.items():
        code, out, err = run("top", *options, path)
        tally.equal("refused %r" % (options,), (2, b"", True), (code, out, words in err))
    text = run("top", "--by=thread", path)[1].decode()
    threads = {s["thread_id"] for s, _, _ in flame_model.Profile(objects).samples()}
    tally.equal("threads", len(threads), sum(line.startswith("thread id ") for line in text.split("\n")))
    heading = run("top", path)[1].split(b"\n")[0].decode()
    wanted = [(m, n) for _, m, n in flame_model.Profile(objects).samples()]
    tally.equal("heading", "%s: %d ns in %d samples" % (wanted[0][0].decode(), sum(n for _, n in wanted), len(wanted)), heading)
    tally.equal("no samples", (0, b"no samples\n", ""), run("top", samples / "no_records.simpleperf"))
    tally.equal("other format", 2, run("top", "-", data=b"ProblemType: Crash\n")[0])


def little_memory(tally, samples):
    """What the reader needs of it is far below the smallest limit."""
    for command in "info", "dump", "top", "verify", "convert", "flame":
        code, out, err = run(command, "--max-memory=1048576", samples / "typical.simpleperf")
        tally.equal(command, (0, True, ""), (code, len(out) > 0, quiet(err)))


def rewriting(tally, samples, scratch):
    for path in sorted(samples.glob("*.simpleperf")):
        data, out = path.read_bytes(), scratch / path.name
        last = list(model.decode(data))[-1]
        whole = "end" in last and not last["end"]["trailing"]
        known = data[:12] == b"SIMPLEPERF\1\0"
        code = run("convert", "-o", out, path)[0]
        tally.equal(path.name + ": convert", "end" in last, code == 0)
        if code == 0:
            tally.equal(path.name + ": converted", True, data.startswith(out.read_bytes()))
        code = run("repair", "-o", out, path)[0]
        tally.equal(path.name + ": repair", whole, code == 0)
        if known and len(data) > 16:
            tally.equal(path.name + ": repaired", True, "end" in list(model.decode(out.read_bytes()))[-1])
            tally.equal(path.name + ": verify", 0, run("verify", out)[0])
        if known:
            tally.equal(path.name + ": verify damaged", whole, run("verify", path)[0] == 0)


def repaired(records, end=bytes(4)):
    """What `repair` makes of records given as bytes, and what it says last."""
    code, out, err = run("repair", data=model.MAGIC + b"\1\0" + b"".join(records) + end)
    return code, [o for o in model.decode(out) if "header" not in o and "end" not in o], err.rpartition("; ")[2].strip()


def repair_counts(tally):
    """sample_count becomes that of what is left; an undamaged file keeps its own, right or wrong."""
    def records(objects):
        return [model.sized(model.message("record", o)) for o in objects]

    sample, meta = {"sample": {"time": 1, "thread_id": 7}}, {"meta_info": {"event_type": [b"e"]}}
    thread = {"thread": {"thread_id": 7}}

    def lost(n, **more):
        return {"lost": {"sample_count": n, **more}}

    whole = [meta, sample, sample, lost(2, lost_count=5), thread]
    good = records(whole)
    tally.equal("undamaged", (0, whole, ""), repaired(good))
    wrong = [meta, sample, lost(9), thread]
    tally.equal("undamaged, wrong count", (0, wrong, ""), repaired(records(wrong)))
    cut = good[:2] + [bytes(4) + good[2][4:]] + good[3:]
    tally.equal("a sample is lost", (1, [meta, sample, lost(1, lost_count=5), thread], "sample_count is now 1"), repaired(cut))
    cut = good[:3] + [bytes(4) + good[3][4:]] + good[4:]
    tally.equal("the count is lost", (1, [meta, sample, sample, lost(2), thread], "sample_count is now 2"), repaired(cut))
    tally.equal("cut", (1, [meta, sample, lost(1)], "sample_count is now 1"), repaired(good[:2], end=b""))
    code, objects, said = repaired([bytes(4) + good[0][4:]] + good[1:])
    tally.equal("nothing is to be counted anew", (1, whole[1:], False), (code, objects, "sample_count" in said))
    tally.equal("no samples", [thread], repaired(records([thread]), end=b"")[1])


def main():
    tally = corpus.Tally()
    if sys.argv[2] == "corpus":
        real = corpus.folder("real", "simpleperf")
        for path in sorted(real.glob("*.dump.txt.gz")) + sorted(real.glob("*.perf-script*.txt.gz")):
            name, _, rest = path.name.partition(".")
            word = rest.replace(".txt.gz", "").replace("perf-script.", "")
            with tally.case(path.name):
                want = (0, gzip.decompress(path.read_bytes()), "")
                tally.equal(word, True, want == run("dump", "--native=" + word, real / (name + ".simpleperf.gz")))
        return tally.finish()
    samples = pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as scratch:
        for name, test in {"native": lambda: native(tally, samples), "info": lambda: info(tally, samples),
                           "top": lambda: top(tally, samples),
                           "little memory": lambda: little_memory(tally, samples),
                           "repair counts": lambda: repair_counts(tally),
                           "rewriting": lambda: rewriting(tally, samples, pathlib.Path(scratch))}.items():
            with tally.case(name):
                test()
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
