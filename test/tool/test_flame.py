#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs `diagfmt flame` and compares it with a model in Python: folded stacks, and the boxes of the picture.

usage: test_flame.py DIAGFMT SAMPLES    on samples, and on hostile names
       test_flame.py DIAGFMT corpus     on real profiles and heap dumps; exit status 77 if the corpus is not there
"""

import csv
import gzip
import io
import itertools
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from paths import turns  # noqa: E402

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


def check(tally, what, stacks, source, options=(), code=0, picture=True, data=b"", nothing=False):
    """nothing: none of the input is in what the options choose, which is told."""
    code = 1 if nothing else code
    got = run("--folded", *options, source, data=data)
    tally.equal(what + ": code", code, got[0])
    tally.equal(what + ": told", nothing, "nothing is in what was chosen" in got[2])
    tally.equal(what + ": folded", flame.folded(stacks), folded(got[1]))
    if picture:
        got = run(*options, source, data=data)
        tally.equal(what + ": code of the picture", code, got[0])
        same_picture(tally, what, stacks, got[1])


# --- simpleperf ---

WAYS = [{}, {"weight": "samples"}, {"by": "event"}, {"by": "none", "weight": "samples"}, {"cpu": "on"}, {"cpu": "off"},
        {"cpu": "both"}, {"cpu": "off", "by": "none"}]


def options_of(way):
    return ["--" + k if v is True else "--%s=%s" % (k, ",".join(v) if isinstance(v, list) else v) for k, v in way.items()]


def profile(tally, name, data, source, ways, stdin=b""):
    objects = list(model.decode(data))
    for way in ways:
        way_of_model = {{"thread": "threads", "event": "events"}.get(k, k): v for k, v in way.items()}
        stacks, adds_up = flame.of_profile(objects, **way_of_model)
        what = "%s %s" % (name, way)
        if not any(stacks.values()) and way.get("cpu") == "off":
            code, out, err = run(*options_of(way), source, data=stdin)
            tally.equal(what + ": no such event", (2, b"", True), (code, out, "no such event; it has" in err))
            continue
        if adds_up or way.get("by") == "event":
            check(tally, what, stacks, source, options_of(way), 0 if "end" in objects[-1] else 1,
                  picture=adds_up and len(way) < 2, data=stdin, nothing=not stacks and bool({"thread", "event", "cpu"} & set(way)))
        for options in () if adds_up else (["--folded"], []):
            if not (options and way.get("by") == "event"):
                code, out, err = run("-q", *options, *options_of(way), source, data=stdin)
                tally.equal(what + ": unlike events", (2, b"", True), (code, out, "are not added" in err))


def raw(text):
    return text.encode("utf-8", "surrogateescape")


def top_of(*options):
    """The rows as flame.top_rows() has them."""
    got = {}
    for row in csv.DictReader(io.StringIO(program.run("top", "--csv", *options)[1].decode("utf-8", "surrogateescape"))):
        got.setdefault((raw(row["event"]), raw(row["function"]), raw(row["file"])), []).append(
            [int(row[k]) for k in ("self", "total", "self_count", "total_count")])
    return {k: sorted(v) for k, v in got.items()}


def same_sums(tally, what, rows, stacks):
    """The rows of one event against its folded stacks; names that several rows have can be nearer to each other there."""
    alone, total, got = {}, {}, {}
    for line, weight in stacks.items():
        names = line.split(";")
        alone[names[-1]] = alone.get(names[-1], 0) + weight
        for name in set(names):
            total[name] = min(flame.MOST, total.get(name, 0) + weight)
    for (_, name, file), list_of in rows.items():
        name = name or flame.symbol_or_file({"path": file}, -1)
        got.setdefault(flame.shown(name).replace(";", ":").replace(" ", "_"), []).extend(list_of)
    tally.equal(what + ": self", alone, {k: s for k, v in got.items() if (s := min(flame.MOST, sum(r[0] for r in v)))})
    tally.equal(what + ": functions", set(total), {k for k, v in got.items() if any(r[1] for r in v)})
    for name, weight in total.items():
        each = [r[1] for r in got[name]]
        if not (weight == each[0] if len(each) == 1 else max(each) <= weight <= sum(each)):
            tally.equal("%s: total of %s" % (what, name), weight, each)


def pattern_of(event):
    return re.sub(r"([\\[\]*?,])", r"\\\1", event.decode())


def top_agrees(tally, data, path):
    """`top` by the same model, and the same sums as `flame`."""
    objects = list(model.decode(data))
    for chosen in ({}, {"events": ["*"]}, {"cpu": "on"}, {"cpu": "off"}, {"cpu": "both"}):
        what, rows = "top %r" % chosen, top_of(*["--%s=%s" % (k.rstrip("s"), "".join(v)) for k, v in chosen.items()], path)
        tally.equal(what, flame.top_rows(objects, **chosen), rows)
        for event in sorted({k[0] for k in rows}):
            of_event = ["--event=" + pattern_of(event)] if chosen == {"events": ["*"]} else \
                ["--cpu=" + chosen["cpu"]] if chosen else []
            code, out, err = run("--folded", "--by=none", *of_event, path)
            if code == 2 and "are not added" in err:
                tally.equal(what + ": refused", True, chosen.get("cpu") == "both" and len({k[0] for k in rows}) > 1)
            else:
                same_sums(tally, "%s, %s" % (what, event.decode()), {k: v for k, v in rows.items() if k[0] == event}, folded(out))
    shares_add_up(tally, path)


def shares_add_up(tally, path):
    """Each part's shares of self make it up, but for their rounding."""
    for part in program.run("top", "--all", "--event=*", path)[1].decode("utf-8", "surrogateescape").split("\n\n"):
        shares = [float(x) for x in re.findall(r"^ *[0-9]+ +([0-9.]+) %", part, re.M)]
        heading = re.match(r"(?s)(.*?): ([0-9]+) (ns|events) in [0-9]+ samples\n", part)
        if heading and int(heading[2]):
            tally.equal("%s: shares" % heading[1], True, abs(sum(shares) - 100) <= 0.05 * len(shares) + 0.01)


def hostile(names=NAMES, event=b"cpu-clock"):
    """A profile in which every name is called by others, and threads have them, too."""
    symbols = [n for n in names]
    records = [{"meta_info": {"event_type": [event, b"x:sched_switch"], "trace_offcpu": True}}]
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
    more = [{"thread": [str(tid)]}, {"thread": ["Thread-1*"]}, {"event": ["cpu-*"]},
            {"event": ["sched*"], "cpu": "both"}]
    for path in turns(sorted(samples.glob("*.simpleperf"))):
        data = path.read_bytes()
        if data.startswith(b"SIMPLEPERF\1\0") and path.name != "big_deep.simpleperf":
            with tally.case(path.name):
                profile(tally, path.name, data, path, WAYS + more if path.name in all_ways else WAYS[:1])
    with tally.case("no such event"):
        code, out, err = run("--event=none", samples / "demo_small.simpleperf")
        tally.equal("refused", (2, b"", True), (code, out, "cpu-clock" in err))
    with tally.case("hostile names"):
        (scratch / "h").write_bytes(hostile())
        profile(tally, "hostile", hostile(), scratch / "h", WAYS)
    with tally.case("top"):
        top_agrees(tally, small, samples / "demo_small.simpleperf")
    with tally.case("a deep stack"):
        data = (samples / "big_deep.simpleperf").read_bytes()
        tally.equal("folded", flame.folded(flame.of_profile(list(model.decode(data)))[0]),
                    folded(run("--folded", samples / "big_deep.simpleperf")[1]))
        tally.equal("boxes", 20002, len(rectangles(run(samples / "big_deep.simpleperf")[1])))
    with tally.case("large sums"):
        big = model.file_of([{"sample": {"thread_id": i, "event_count": 2**63 - i, "callchain": []}} for i in range(2)])
        tally.equal("folded", {"[thread_%d];[no_frames]" % i: 2**63 - i for i in range(2)}, folded(run("--folded", "-", data=big)[1]))
        got = rectangles(run("-", data=big)[1])
        tally.equal("sum", 2**64 - 1, got[0][2])
        tally.equal("inside", True, all(x >= 10 and x + w <= 1190.001 for _, _, _, x, w, _ in got))
        more = model.file_of([{"sample": {"thread_id": 1, "event_count": 2**64 - 1}}, {"sample": {"event_count": 1}}])
        code, out, err = run("-", data=more)
        tally.equal("too large", (1, b"", True), (code, out, "exceeds 2^64 - 1" in err))


# --- mallocdbg ---


def of_json(want):
    records = [(r["zygote_child"], r["size"], r["num"], [int(pc, 16) for pc in r["frames"]],
                [(raw(f["map"]), int(f["rel_pc"], 16), raw(f["func"])) for f in r["info"]] if r["info"] else None)
               for r in want["records"]]
    maps = [(int(m["start"], 16), int(m["end"], 16), int(m["offset"], 16), raw(m["name"]), m["perms"]) for m in want["maps"]]
    return records, maps


def heap_ways(tally, name, records, maps, counted, path):
    for way in ({}, {"weight": "allocations"}, {"by": "none"}, {"heap": "app"}, {"heap": "zygote", "weight": "allocations"},
                {"allocators": True}):
        blocks = sum(flame.of_heap(records, maps, counted, "allocations", heap=way.get("heap")).values())
        check(tally, "%s %s" % (name, way), flame.of_heap(records, maps, counted, **way), path, options_of(way),
              nothing="heap" in way and not blocks)


def heap_samples(tally, samples):
    maps = []
    for head, name in heaps.MAPS:
        start, end = head.split()[0].split("-")
        maps.append((int(start, 16), int(end, 16), int(head.split()[2], 16), name.encode(), head.split()[1]))
    for name, infos, counted in (("v12", None, True), ("v12_info", heaps.INFO, True), ("v11", None, True), ("v10_true", None, True),
                                 ("v10_ones", None, False), ("crlf", heaps.INFO, True)):
        with tally.case(name):
            records = [(*r, [(m.encode(), pc, f.encode()) for m, pc, f, _ in i] if i else None)
                       for r, i in itertools.zip_longest(heaps.RECORDS, infos or [])]
            heap_ways(tally, name, records, maps, counted, samples / (name + ".txt"))
    biased = [(*(int(n, 16) for n in head.split()[0].split("-")), int(head.split()[2], 16), name.encode(), head.split()[1])
              for head, name in heaps.BIASED_MAPS]
    for name, infos in (("biased", None), ("biased_info", heaps.BIASED_INFO)):
        with tally.case(name):
            records = [(*r, [(m.encode(), pc, f.encode()) for m, pc, f, _ in i] if i else None)
                       for r, i in itertools.zip_longest(heaps.BIASED, infos or [])]
            heap_ways(tally, name, records, biased, True, samples / (name + ".txt"))
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
    for args, word in (((perf, heap), "does not go into one profile"), (("--heap=app", perf), "simpleperf has no heaps"),
                       (("--cpu=on", heap), "malloc_debug has no events and no samples"), (("--weight=bytes", perf), "events|samples"),
                       (("--by=event", heap), "mallocdbg has no events and processes"), (("--width=1e9", perf), "--width"),
                       (("--min-width=x", perf), "--min-width"), (("--folded", "--inverted", perf), "do not go with"),
                       ((samples / "mallocdbg" / "ops.txt",), "have no stacks"), (("--by=words", perf), "is none of")):
        code, out, err = run(*args)
        tally.equal("%s" % (args,), (2, True), (code, word in err))
    code, out, err = run("-", data=b"ProblemType: Crash\nDate: x\n")
    tally.equal("no stacks", (2, b"", True), (code, out, "has no stacks" in err))
    with tally.case("several files"):
        objects = list(model.decode(perf.read_bytes()))
        event = next(o["meta_info"]["event_type"][0] for o in objects if "meta_info" in o)
        other = list(model.decode(hostile(event=event)))
        (scratch / "other").write_bytes(hostile(event=event))
        stacks = flame.of_profile(objects)[0]
        for stack, weight in flame.of_profile(other)[0].items():
            stacks[stack] = stacks.get(stack, 0) + weight
        got = run("--folded", perf, scratch / "other")
        tally.equal("sum", flame.folded(stacks), folded(got[1]))
        same_picture(tally, "picture", stacks, run(perf, scratch / "other")[1])
    with tally.case("pictures"):
        stacks = flame.of_profile(list(model.decode(perf.read_bytes())))[0]
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
        for command, options in (("flame", ["--folded", "--by=none"]), ("flame", []), ("top", []), ("top", ["--csv"])):
            limit, tries = "32M", 0
            while tries < 20:  # each limit that is told suffices to go on, perhaps to the same one again
                code, out, err = program.run(command, *options, "--max-memory=" + limit, "-", data=deep)
                told = re.search("(?:at least|go on with --max-memory=) ?([0-9]+)", err)
                if not told:
                    break
                tally.equal("%s: told" % command, (1, b""), (code, out))
                limit, tries = told[1], tries + 1
            tally.equal("%s: enough" % command, (0, True), (code, 0 < tries < 20))
        (scratch / "deep").write_bytes(deep)
        other = model.file_of([{"sample": {"thread_id": 1, "event_count": 3}}])
        code, out, _ = run("--folded", "--max-memory=32M", "-o", scratch / "none", "-", scratch / "deep", data=other)
        tally.equal("one of two", (1, b"", False), (code, out, (scratch / "none").exists()))
        tally.equal("more memory", 550000 - 1, run("--folded", "--by=none", "-", data=deep)[1].count(b";"))
    with tally.case("several events"):
        several_events(tally, scratch)


def several_events(tally, scratch):
    def file_of(types, counts, samples=True):
        (scratch / "e").write_bytes(model.file_of([{"meta_info": {"event_type": types}}] + [
            {"sample": {"thread_id": 1, "event_type_id": i, "event_count": n}} for i, n in enumerate(counts) if samples]))
        return scratch / "e"

    two = file_of([b"cycles", b"instructions"], (5, 7)).read_bytes()
    for options, sums, told in (((), [5], True), (("--event=cycles",), [5], False), (("--event=i*",), [7], False), (("-q",), [5], False),
                                (("--weight=samples",), [1], True), (("--by=event",), [5, 7], False)):
        code, out, err = run("--folded", *options, "-", data=two)
        tally.equal("%s" % (options,), (0, sums, told), (code, list(folded(out).values()), "other events are omitted" in err))
    for options in (("--event=*",), ("--event=cycles,instructions", "--folded"), ("--by=event",)):
        code, out, err = run(*options, "-", data=two)
        tally.equal("%s" % (options,), (2, b"", True), (code, out, "choose one of" in err))
    tally.equal("heading", True, b">5 events, cycles</text>" in run("-", data=two)[1])
    for types, counts, code, sums in (((b"other", b"cycles"), (1, 2), 0, [7]), ((b"other",), (1,), 2, [5]),
                                      ((b"other", b"cycles"), (1,), 0, [5]), ((), (1,), 2, [5])):
        got = run("--folded", "-q", "-", file_of(types, counts), data=two)
        tally.equal("another file of %r" % (types,), (code, sums), (got[0], list(folded(got[1]).values())))
    waits = [{"sample": {"thread_id": 1, "event_type_id": 1, "time": t}} for t in (10, 13)]
    for name, event in (("w1", b"cpu-clock"), ("w2", b"cycles")):
        (scratch / name).write_bytes(model.file_of([{"meta_info": {"event_type": [event, b"sched:sched_switch"]}}] + waits))
    got = run("--folded", "--cpu=off", "--by=none", scratch / "w1", scratch / "w2")
    tally.equal("off the CPU whatever the event", (0, [6], ""), (got[0], list(folded(got[1]).values()), got[2]))
    tally.equal("on the CPU", 2, run("--folded", "--cpu=both", scratch / "w1", scratch / "w2")[0])
    twice = file_of([b"cycles", b"cycles", b""], (1, 2, 4, 8)).read_bytes()
    tally.equal("one name", [3], list(folded(run("--folded", "-", data=twice)[1]).values()))
    tally.equal("no name", [8], list(folded(run("--folded", "--event=event 3", "-", data=twice)[1]).values()))


def real(tally):
    for path in turns(sorted(corpus.folder("real", "simpleperf").glob("*.simpleperf.gz"))):
        with tally.case(path.name):
            profile(tally, path.name, gzip.decompress(path.read_bytes()), path, WAYS)
            top_agrees(tally, gzip.decompress(path.read_bytes()), path)
    for path in turns(sorted(corpus.folder("cases", "simpleperf").glob("*.simpleperf*"))):
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        if path.name.startswith("ok_varint_edges"):
            tally.equal("too large sums", (1, b""), run("--folded", path)[:2])
        elif data.startswith(b"SIMPLEPERF\1\0"):
            with tally.case(path.name):
                profile(tally, path.name, data, path, WAYS[:1])
    for name, want in turns(corpus.cases(corpus.folder("heapdump", "mallocdbg"))):
        path = corpus.folder("heapdump", "mallocdbg") / (name + ".txt")
        with tally.case(name):
            if "not" in name:
                tally.equal("none", 2, run("--folded", path)[0])
            elif "records" in want:
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
