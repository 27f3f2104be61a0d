#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs `diagfmt flame` and compares it with a model in Python: folded stacks, and the boxes of the picture.

usage: test_flame.py DIAGFMT SAMPLES    on samples of test/data, and on hostile names
       test_flame.py DIAGFMT corpus     on real profiles and heap dumps; exit status 77 if the corpus is not there
"""

import csv
import gzip
import itertools
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(ROOT / "corpus"), str(ROOT / "data")]

import corpus  # noqa: E402
import flame_model as flame  # noqa: E402
import make_mallocdbg as heaps  # noqa: E402
import program  # noqa: E402
import simpleperf_model as model  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"

# What breaks text, XML and scripts that are not careful.
NAMES = [b"a;b c", b"</title><script>alert(1)</script>", b"]]>", b"&amp;\"'<!--", b"\0\x01\x1b[31m\r\n\t", b"\xff\xfe\xc3", b"",
         b"\xc2\x85\xe2\x80\xae\xe2\x80\xa8", b"\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd", "日本語の関数".encode(), b"\xf0\x9f\x94\xa5" * 9,
         b"operator\"\" _x(unsigned long) (5 events, 1.00 %)", b"x" * 2000, b"${jndi}`%s%n", b"\xed\xa0\x80\xe0\x80\xaf"]


def run(*args, data=b""):
    return program.run("flame", *args, data=data)


def folded(text):
    out = {}
    for line in text.decode().split("\n")[:-1]:
        stack, _, weight = line.rpartition(" ")
        if stack in out or " " in stack:
            raise AssertionError("twice, or with a blank: " + line)
        out[stack] = int(weight)
    return out


def rectangles(svg):
    """(row, name, weight, x, width, colour) of each box; the rows count from the caller of all."""
    root = ElementTree.fromstring(svg)
    group = next(g for g in root.iter(SVG + "g") if g.get("id") == "frames")
    out = []
    for g in group:
        title, rect = g.find(SVG + "title").text, g.find(SVG + "rect")
        name, weight = re.fullmatch(r"(.*) \(([0-9,]+) [a-zA-Z ]+, [0-9.]+ %\)", title, re.S).groups()
        out.append((float(rect.get("y")), name, int(weight.replace(",", "")), float(rect.get("x")), float(rect.get("width")),
                    rect.get("fill")))
    bottom = out[0][0]
    return [(abs(y - bottom) / 17, *rest) for y, *rest in out]


def same_picture(tally, what, stacks, svg, width=1200.0, least=0.1):
    want, got = flame.boxes(stacks, width, least), rectangles(svg)
    tally.equal(what + ": boxes", [w[:3] for w in want], [g[:3] for g in got])
    colours = {}
    for w, g in zip(want, got):
        if abs(w[3] - g[3]) > 0.002 or abs(w[4] - g[4]) > 0.002:
            tally.equal(what + ": place of " + w[1], w[3:], g[3:5])
        tally.equal(what + ": colour of " + w[1], colours.setdefault(w[1], g[5]), g[5])
    return colours


def check(tally, what, stacks, source, options=(), code=0, picture=True, data=b""):
    got = run("--folded", *options, source, data=data)
    tally.equal(what + ": code", code, got[0])
    tally.equal(what + ": folded", flame.folded(stacks), folded(got[1]))
    if picture:
        got = run(*options, source, data=data)
        tally.equal(what + ": code of the picture", code, got[0])
        same_picture(tally, what, stacks, got[1])


# --- simpleperf ---

WAYS = [{}, {"weight": "samples"}, {"by": "event"}, {"by": "none", "weight": "samples"}, {"cpu": "on"}, {"cpu": "off"},
        {"cpu": "both"}, {"cpu": "off", "by": "none"}]


def options_of(way):
    return ["--%s=%s" % (k, ",".join(v) if isinstance(v, list) else v) for k, v in way.items()]


def profile(tally, name, data, source, ways, stdin=b""):
    objects = list(model.decode(data))
    for way in ways:
        way_of_model = {{"thread": "threads", "event": "events"}.get(k, k): v for k, v in way.items()}
        stacks = flame.of_profile(objects, **way_of_model)
        check(tally, "%s %s" % (name, way), stacks, source, options_of(way), 0 if "end" in objects[-1] else 1,
              picture=len(way) < 2, data=stdin)


def top_agrees(tally, data, path):
    """`top` by the same model."""
    objects = list(model.decode(data))
    for cpu in (None, "on", "off", "both"):
        stacks = flame.of_profile(objects, weight="events" if cpu == "both" else "samples", by="none", cpu=cpu)
        alone, total = {}, {}
        for stack, weight in stacks.items():
            for name in set(stack) if weight else ():
                total[name] = total.get(name, 0) + weight
            if weight and stack:
                alone[stack[-1]] = alone.get(stack[-1], 0) + weight
        out = program.run("top", "--csv", *(["--cpu=" + cpu] if cpu else []), path)[1]
        rows = [r for r in csv.reader(out.decode("utf-8", "surrogateescape").split("\n")[1:]) if r]
        got = {}
        for own, _, name, file in rows:
            name = name.encode("utf-8", "surrogateescape")
            if name == b"unknown":
                name = flame.symbol_or_file({"path": file.encode("utf-8", "surrogateescape")}, -1)
            got[name] = got.get(name, 0) + int(own)
        tally.equal("top, cpu %s: self" % cpu, alone, {k: v for k, v in got.items() if v})
        tally.equal("top, cpu %s: functions" % cpu, set(total), set(got))
        for _, all_of, name, _ in rows:
            if name != "unknown" and int(all_of) > total[name.encode("utf-8", "surrogateescape")]:
                tally.equal("top, cpu %s: total of %s" % (cpu, name), total[name.encode()], int(all_of))


def hostile(names=NAMES):
    """A profile in which every name is called by others, and threads have them, too."""
    symbols = [n for n in names]
    records = [{"meta_info": {"event_type": [b"cpu-clock", b"x:sched_switch"], "trace_offcpu": True}}]
    for i in range(60):
        chain = [{"vaddr_in_file": i, "file_id": i * k % 3, "symbol_id": (i * k) % (len(symbols) + 1) - 1} for k in range(1, i % 7 + 1)]
        if i % 4 == 3:
            records.append({"context_switch": {"switch_on": i % 8 == 3, "time": 500 * i, "thread_id": (i - 2) % len(symbols)}})
        records.append({"sample": {"time": 1000 * (i * 6 % 13), "thread_id": i % len(symbols), "callchain": chain, "event_count": 10 + i,
                                   "event_type_id": i % 5 == 0}})
    records += [{"file": {"id": 0, "path": b"/lib/a;b \xff.so", "symbol": symbols}}, {"file": {"id": 1, "path": b"", "symbol": symbols}},
                {"file": {"id": 2, "path": b"[kernel.kallsyms]", "symbol": symbols[:3]}}]
    records += [{"thread": {"thread_id": i, "process_id": 1, "thread_name": n}} for i, n in enumerate(symbols)]
    return model.file_of(records)


def profiles(tally, samples, scratch):
    small, all_ways = (samples / "demo_small.simpleperf").read_bytes(), ("demo_small.simpleperf", "negative_ids.simpleperf")
    tid = next(o["sample"]["thread_id"] for o in model.decode(small) if "sample" in o)
    more = [{"thread": [str(tid)]}, {"thread": ["Thread-1*"]}, {"event": ["cpu-*"]}, {"event": ["none"]},
            {"event": ["sched*"], "cpu": "both"}]
    for path in sorted(samples.glob("*.simpleperf")):
        data = path.read_bytes()
        if data.startswith(b"SIMPLEPERF\1\0") and path.name != "big_deep.simpleperf":
            with tally.case(path.name):
                profile(tally, path.name, data, path, WAYS + more if path.name in all_ways else WAYS[:1])
    with tally.case("hostile names"):
        (scratch / "h").write_bytes(hostile())
        profile(tally, "hostile", hostile(), scratch / "h", WAYS)
    with tally.case("top"):
        top_agrees(tally, small, samples / "demo_small.simpleperf")
    with tally.case("a deep stack"):
        data = (samples / "big_deep.simpleperf").read_bytes()
        tally.equal("folded", flame.folded(flame.of_profile(list(model.decode(data)))),
                    folded(run("--folded", samples / "big_deep.simpleperf")[1]))
        tally.equal("boxes", 20002, len(rectangles(run(samples / "big_deep.simpleperf")[1])))
    with tally.case("large sums"):
        big = model.file_of([{"sample": {"thread_id": i, "event_count": 2**64 - 1 - i, "callchain": []}} for i in range(3)])
        tally.equal("folded", {"[thread_%d]" % i: 2**64 - 1 - i for i in range(3)}, folded(run("--folded", "-", data=big)[1]))
        got = rectangles(run("-", data=big)[1])
        tally.equal("sum", 2**64 - 1, got[0][2])
        tally.equal("inside", True, all(x >= 10 and x + w <= 1190.001 for _, _, _, x, w, _ in got))


# --- mallocdbg ---


def raw(text):
    return text.encode("utf-8", "surrogateescape")


def of_json(want):
    records = [(r["zygote_child"], r["size"], r["num"], [int(pc, 16) for pc in r["frames"]],
                [(raw(f["map"]), int(f["rel_pc"], 16), raw(f["func"])) for f in r["info"]] if r["info"] else None)
               for r in want["records"]]
    maps = [(int(m["start"], 16), int(m["end"], 16), int(m["offset"], 16), raw(m["name"])) for m in want["maps"]]
    return records, maps


def heap_ways(tally, name, records, maps, counted, path):
    for way in ({}, {"weight": "allocations"}, {"by": "none"}, {"heap": "app"}, {"heap": "zygote", "weight": "allocations"}):
        check(tally, "%s %s" % (name, way), flame.of_heap(records, maps, counted, **way), path, options_of(way))


def heap_samples(tally, samples):
    maps = []
    for head, name in heaps.MAPS:
        start, end = head.split()[0].split("-")
        maps.append((int(start, 16), int(end, 16), int(head.split()[2], 16), name.encode()))
    for name, infos, counted in (("v12", None, True), ("v12_info", heaps.INFO, True), ("v11", None, True), ("v10_true", None, True),
                                 ("v10_ones", None, False), ("crlf", heaps.INFO, True)):
        with tally.case(name):
            records = [(*r, [(m.encode(), pc, f.encode()) for m, pc, f, _ in i] if i else None)
                       for r, i in itertools.zip_longest(heaps.RECORDS, infos or [])]
            heap_ways(tally, name, records, maps, counted, samples / (name + ".txt"))
    with tally.case("counts that are believed"):
        records = [(*r, None) for r in heaps.RECORDS]
        check(tally, "v10_ones", flame.of_heap(records, maps, True), samples / "v10_ones.txt", ["--mallocdbg-counts"])
    with tally.case("cut dump"):
        code, out, err = run("--folded", samples / "cut_in_maps.txt")
        tally.equal("code", 1, code)
        tally.equal("what was read", sum(r[1] * r[2] for r in heaps.RECORDS), sum(folded(out).values()))


# --- the command ---


def command(tally, samples, scratch):
    perf, heap = samples / "simpleperf" / "demo_small.simpleperf", samples / "mallocdbg" / "v12.txt"
    for args, word in (((perf, heap), "does not go into one graph"), (("--heap=app", perf), "--heap is not for simpleperf"),
                       (("--cpu=on", heap), "--cpu is not for mallocdbg"), (("--weight=bytes", perf), "events|samples"),
                       (("--by=event", heap), "cannot be shown by event"), (("--width=1e9", perf), "--width"),
                       (("--min-width=x", perf), "--min-width"), (("--folded", "--inverted", perf), "do not go with"),
                       ((samples / "mallocdbg" / "ops.txt",), "no heap dump"), (("--by=words", perf), "is none of")):
        code, out, err = run(*args)
        tally.equal("%s" % (args,), (2, True), (code, word in err))
    code, out, err = run("-", data=b"ProblemType: Crash\nDate: x\n")
    tally.equal("no stacks", (2, b"", True), (code, out, "has no stacks" in err))
    with tally.case("several files"):
        objects = list(model.decode(perf.read_bytes()))
        other = list(model.decode(hostile()))
        (scratch / "other").write_bytes(hostile())
        stacks = flame.of_profile(objects)
        for stack, weight in flame.of_profile(other).items():
            stacks[stack] = stacks.get(stack, 0) + weight
        got = run("--folded", perf, scratch / "other")
        tally.equal("sum", flame.folded(stacks), folded(got[1]))
        same_picture(tally, "picture", stacks, run(perf, scratch / "other")[1])
    with tally.case("pictures"):
        stacks = flame.of_profile(list(model.decode(perf.read_bytes())))
        up, down = run(perf)[1], run("--inverted", perf)[1]
        tally.equal("inverted", rectangles(up), rectangles(down))
        rows = [float(r.get("y")) for r in ElementTree.fromstring(down).iter(SVG + "rect") if r.get("y")]
        tally.equal("all is on top", rows[0], min(rows))
        same_picture(tally, "narrow", stacks, run("--width=400", "--min-width=5", perf)[1], 400.0, 5.0)
        same_picture(tally, "everything", stacks, run("--min-width=0", perf)[1], 1200.0, 0.0)
        tally.equal("twice", up, run(perf)[1])
        for title in ("<b>&\"", "\u202e\x07", "]]>"):
            root = ElementTree.fromstring(run("--title=" + title, perf)[1])
            heading = next(t for t in root.iter(SVG + "text") if t.get("id") == "heading").text
            tally.equal("title", flame.shown(title.encode()), heading)
        tally.equal("to a file", (0, b""), run("-o", scratch / "out.svg", perf)[:2])
        tally.equal("the same", up, (scratch / "out.svg").read_bytes())
        tally.equal("refused", 2, run("-o", scratch / "none.svg", "--heap=app", perf)[0])
        tally.equal("no file", False, (scratch / "none.svg").exists())
    with tally.case("text that is shown"):
        root = ElementTree.fromstring(up)
        for g in next(g for g in root.iter(SVG + "g") if g.get("id") == "frames"):
            text, width = g.find(SVG + "text"), float(g.find(SVG + "rect").get("width"))
            name = g.find(SVG + "title").text.rpartition(" (")[0]
            if text is not None:
                tally.equal("fits", True, len(text.text) * 7.22 + 6 <= width + 0.01)
                tally.equal("is the name", True, text.text == name or name.startswith(text.text[:-2]))
            elif width > 6 + 7.22 * max(3, len(name)) + 0.01:
                tally.equal("has text", name, None)
    with tally.case("a small limit"):
        chain = [{"file_id": 0, "symbol_id": 0}] * 550000
        deep = model.file_of([{"sample": {"thread_id": 1, "event_count": n, "callchain": chain}} for n in (5, 7)])
        code, out, err = run("--folded", "--by=none", "--max-memory=32M", "-", data=deep)
        tally.equal("told", (1, True), (code, "too many stacks" in err))
        tally.equal("nothing is lost", [12], list(folded(out).values()))
        tally.equal("as deep as it could be", True, 250000 < out.count(b";") < 550000)
        tally.equal("more memory", 550000 - 1, run("--folded", "--by=none", "-", data=deep)[1].count(b";"))
    with tally.case("several events"):
        two = model.file_of([{"meta_info": {"event_type": [b"cycles", b"instructions"]}}] +
                            [{"sample": {"thread_id": 1, "event_type_id": i, "event_count": 5}} for i in (0, 1)])
        for options, told in (((), True), (("--event=cycles",), False), (("--weight=samples",), False), (("-q",), False)):
            code, _, err = run("--folded", *options, "-", data=two)
            tally.equal("note %s" % (options,), (0, told), (code, "several events" in err))


def real(tally):
    for path in sorted(corpus.folder("real", "simpleperf").glob("*.simpleperf.gz")):
        with tally.case(path.name):
            profile(tally, path.name, gzip.decompress(path.read_bytes()), path, WAYS)
            top_agrees(tally, gzip.decompress(path.read_bytes()), path)
    for path in sorted(corpus.folder("cases", "simpleperf").glob("*.simpleperf*")):
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        if data.startswith(b"SIMPLEPERF\1\0"):
            with tally.case(path.name):
                profile(tally, path.name, data, path, WAYS[:1])
    for name, want in corpus.cases(corpus.folder("heapdump", "mallocdbg")):
        path = corpus.folder("heapdump", "mallocdbg") / (name + ".txt")
        with tally.case(name):
            if "records" in want:
                heap_ways(tally, name, *of_json(want), want["num_valid"], path)
            else:
                tally.equal("bytes", want["totals"]["bytes"], sum(folded(run("--folded", path)[1]).values()))


def main():
    tally = corpus.Tally()
    if sys.argv[2] == "corpus":
        real(tally)
        return tally.finish()
    samples = pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as scratch:
        profiles(tally, samples / "simpleperf", pathlib.Path(scratch))
        heap_samples(tally, samples / "mallocdbg")
        with tally.case("command"):
            command(tally, samples, pathlib.Path(scratch))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
