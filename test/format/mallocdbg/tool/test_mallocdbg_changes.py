#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the tool diagfmt on what malloc_debug writes: diff, convert, repair, verify --strict, ls. What it makes is read
by the model of test_mallocdbg.py and by the strict reader of check_mallocdbg.py.

usage: test_mallocdbg_changes.py DIAGFMT SAMPLES    on the samples of ../data/make_mallocdbg.py
       test_mallocdbg_changes.py DIAGFMT corpus     on the corpus; exit status 77 if that is not there
"""

import base64
import collections
import csv
import hashlib
import io
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import check_mallocdbg as strict  # noqa: E402
import corpus  # noqa: E402
import make_mallocdbg as make  # noqa: E402
from program import problems as listed, run  # noqa: E402
from test_mallocdbg import WRAP, Dump  # noqa: E402

VERSIONS = {"v10": "1.0", "v11": "1.1", "v12": "1.2", "comma": "1.0", "heapsnap": "1.0"}
SOUND = ("v12", "v12_info", "v11", "v10_true", "v10_ones", "v10_no_depth", "v10_warning", "comma", "snap", "v12_32",
         "empty", "crlf", "around", "no_newline", "blank_lines", "latin1", "wide", "many", "many_info", "flips", "biased", "biased_info")


def notes(err):
    return [line.split(": ", 2)[2] for line in err.splitlines()]


def sound(read, data):
    """What the strict reader finds in a file that has no fault."""
    out = []
    read(strict.text(data), out)
    return out


# ---- diff


def frame_text(frame, by_function):
    function, offset, file, place = frame
    if function and by_function:
        return "%s+%d (%s)" % (function, offset, file)
    return "%s+0x%x" % (file, place) if file else "0x%x" % place


def sites(dump, by_function):
    out = collections.defaultdict(lambda: [0, 0])
    for r in dump.records:
        key = r["app"], tuple(frame_text(f, by_function) for f in dump.frames(r))
        out[key] = [(out[key][0] + r["size"] * r["n"]) % WRAP, (out[key][1] + r["n"]) % WRAP]
    return out


def growth_model(a, b):
    """Rows of those sites that changed, in no order; how many are new, gone, grown, shrunk and as before; whether by
    functions."""
    by_function = any(r["info"] for r in a.records) and any(r["info"] for r in b.records)
    before, after, rows, changes = sites(a, by_function), sites(b, by_function), [], collections.Counter()
    for key in before.keys() | after.keys():
        x, y = before.get(key), after.get(key)
        change = "new" if not x else "gone" if not y else "as before" if x == y else "grown" if y > x else "shrunk"
        changes[change] += 1
        if change != "as before":
            x, y = x or [0, 0], y or [0, 0]
            side = "app" if key[0] else "zygote"
            rows.append((y[0] - x[0], x[0], y[0], y[1] - x[1], x[1], y[1], change, side, key[1]))
    return rows, [changes[w] for w in ("new", "gone", "grown", "shrunk", "as before")], by_function


FIGURES = "bytes_delta", "before_bytes", "after_bytes", "blocks_delta", "before_blocks", "after_blocks"


def text_of(value):
    return value if isinstance(value, str) else base64.b64decode(value["base64"]).decode("utf-8", "surrogateescape")


def told_frame(frame, elf, by_function):
    """A frame of a row as the model has it: its place is the address in the ELF file, if that is known."""
    number = lambda name: int(frame.get(name, "0x0"), 16)  # noqa: E731
    function, file = (text_of(frame.get(name, "")) for name in ("function", "file"))
    place = elf or number("file_offset") if file else number("pc")
    return frame_text((function, frame.get("function_offset", 0), file, place), by_function)


def growth_told(out, by_function):
    """Rows as the model has them, and sums by side."""
    rows, sums = [], {}
    for row in map(json.loads, out.splitlines()):
        figures = tuple(row[name] for name in FIGURES)
        if "frames" in row:
            elf = [int(n, 16) for n in row.get("elf_addresses", [])] or [0] * len(row["frames"])
            rows.append((*figures, row["change"], row["side"],
                         tuple(told_frame(f, n, by_function) for f, n in zip(row["frames"], elf, strict=True))))
        else:
            sums[row["side"]] = figures
    return rows, sums


def total_of(records):
    return sum(r["size"] * r["n"] for r in records) % WRAP, sum(r["n"] for r in records) % WRAP


def growth(tally, a, b):
    """Compares two dumps' paths."""
    old, new = Dump(a.read_bytes()), Dump(b.read_bytes())
    want, changes, by_function = growth_model(old, new)
    code, out, err = run("diff", "--all", "--json", a, b)
    got, sums = growth_told(out, by_function)
    tally.equal("%s, %s: code" % (a.name, b.name), (1 if want else 0, ""), (code, err))
    tally.equal("%s, %s: sites" % (a.name, b.name), sorted(want), sorted(got))
    tally.equal("%s, %s: order" % (a.name, b.name), [r[0] for r in got], sorted((r[0] for r in got), reverse=True))
    for name, app in (("all", (True, False)), ("app", (True,)), ("zygote", (False,))):
        x, y = (total_of([r for r in d.records if r["app"] in app]) for d in (old, new))
        tally.equal("sum " + name, (y[0] - x[0], x[0], y[0], y[1] - x[1], x[1], y[1]), sums[name])
    table = run("diff", "--all", a, b)[1].decode()
    if not want:
        tally.equal("nothing is told", "", table)
        return
    heading = table.split("\n")[0]
    tally.equal("%s, %s: changes" % (a.name, b.name), changes, [int(n) for n in re.findall(r"\d+", heading)])
    few = growth_told(run("diff", "--max=1", "--json", a, b)[1], by_function)
    tally.equal("--max", got[:1], few[0])


def heap_diffs(tally, samples, scratch):
    make.demo(scratch)
    before, after = scratch / "demo_before.heap", scratch / "demo_after.heap"
    growth(tally, before, after)
    growth(tally, after, before)
    plain = scratch / "before.v12", scratch / "after.v12"
    for path, records, shift in ((plain[0], make.BEFORE, 0), (plain[1], make.AFTER, 0x99000)):
        path.write_bytes(make.demo_dump("1.2", records, shift, info=False))
    growth(tally, *plain)
    bare = []
    for path in plain:  # without maps addresses are all there is
        bare.append(path.with_suffix(".bare"))
        bare[-1].write_bytes(re.sub(rb"MAPS\n.*END\n", b"MAPS\nEND\n", path.read_bytes(), flags=re.S))
    growth(tally, *bare)
    tally.equal("by addresses", True, b"compared by addresses\n" in run("diff", *bare)[1])
    for a, b in (("v12", "v11"), ("v12", "v10_true"), ("v12", "v10_ones"), ("v12_info", "crlf"), ("v12", "many"),
                 ("many", "empty"), ("empty", "many"), ("comma", "snap"), ("latin1", "v12")):
        growth(tally, samples / (a + ".txt"), samples / (b + ".txt"))
    lines = run("diff", samples / "empty.txt", samples / "many.txt")[1].decode().split("\n")
    tally.equal("20 sites", (20, 1), (sum(line.endswith(("  app", "  zygote")) for line in lines),
                                      sum(bool(re.fullmatch(r"and \d+ more rows", line)) for line in lines)))
    code, out, err = run("diff", samples / "wide.txt", samples / "v12.txt")
    tally.equal("sums that do not fit", (2, b"", True), (code, out, "exceed 2^64 - 1" in err))
    tally.equal("--ignore", 0, run("diff", "--ignore=app", before, after)[0])
    tally.equal("damaged", (2, b""), run("diff", before, samples / "bad_record.txt")[:2])
    code, out, err = run("diff", "--recover", "--json", samples / "v12_info.txt", samples / "bad_record.txt")
    tally.equal("what is left", (2, 1, True), (code, len(growth_told(out, True)[0]), "skipped" in err))
    head = b"Android Native Heap Dump v1.1\n\nTotal memory: 1\nAllocation records: 9999\nBacktrace size: 16\n\n"
    many = head + b"".join(
        b"z 0  sz        1  num    1  bt %x %x\n" % (i, i + 10000) for i in range(1, 10000)) + b"MAPS\nEND\n"
    tally.equal("memory", (2, b""), run("diff", "--max-memory=1M", samples / "empty.txt", "-", data=many)[:2])
    tally.equal("more memory", 1, run("diff", samples / "empty.txt", "-", data=many)[0])
    tally.equal("a log", 2, run("diff", before, samples / "log_brief.txt")[0])


def other_diffs(tally, samples, scratch):
    for a, b in (("ops.txt", "ops_crlf.txt"), ("log_brief.txt", "log_threadtime.txt"), ("log_long.txt", "log_year.txt"),
                 ("log_threadtime.txt", "log_color.txt"), ("ops_many.txt", "ops_many.txt")):
        tally.equal(a + ", " + b, (0, b"", ""), run("diff", samples / a, samples / b))
    changed, moved = scratch / "changed.allocs", scratch / "moved.allocs"
    text = make.OPERATIONS.replace("0x7f00001000 100\n", "0x7f00001000 101\n", 1)
    changed.write_text(text.replace("1200: free 0x7f00002000\n", ""))
    moved.write_text(make.OPERATIONS.replace("0x7f0000", "0x7a0000").replace("1200:", "77:"))
    code, out, err = run("diff", "--all", "--json", samples / "ops.txt", changed)
    keys = "change", "record", "before_place", "after_place", "member", "before", "after"
    tally.equal("operations", (1, "", [
        ("changed", "malloc", "0x7f00001000", "0x7f00001000", "bytes", "100", "101"),
        ("changed", "free", "0x7f00002000", "0x7f00009999", "ptr", "0x7f00002000", "0x7f00009999"),
        ("gone", "free", "0x7f00009999")]),
        (code, err, [tuple(row[key] for key in keys if key in row) for row in map(json.loads, out.splitlines())]))
    tally.equal("other addresses", 1, run("diff", samples / "ops.txt", moved)[0])
    tally.equal("--ignore-pointers", (0, b"", ""), run("diff", "--ignore-pointers", samples / "ops.txt", moved))
    row = json.loads(run("diff", "--json", samples / "log_full.txt", samples / "log_threadtime.txt")[1].splitlines()[0])
    tally.equal("reports", ("corrupted_guard", "line 2", "traces", 2),
                (row["record"], row["before_place"], row["member"], json.loads(row["before"])[0]["n"]))


# ---- convert


def same_dump(tally, title, old, new, word):
    """The allocations and maps of both, and that what is counted has not changed."""
    keys = ("app", "size", "n", "pcs") + (("info",) if word == "v12" else ())
    tally.equal(title, [[r[k] for k in keys] for r in old.records], [[r[k] for k in keys] for r in new.records])
    tally.equal(title + ": maps", old.maps, new.maps)
    tally.equal(title + ": total", old.total, new.total)


def versions(tally, name, path, scratch):
    data, old = path.read_bytes(), Dump(path.read_bytes())
    out = scratch / "converted"
    for word, version in VERSIONS.items():
        code, _, err = run("convert", "--dialect=" + word, "-o", out, path)
        title, written = "%s to %s" % (name, word), out.read_bytes()
        tally.equal(title, 0, code)
        same_dump(tally, title, old, Dump(written), word)
        tally.equal(title + ": version", True, written.split(b"\n")[0].endswith(b" v" + version.encode()))
        tally.equal(title + ": verify", run("verify", path)[:1], run("verify", out)[:1])
        infos = sum(r["info"] is not None for r in old.records)
        want = []
        if word != "v12" and b"Build fingerprint:" in data:
            want += ["note: the fingerprint is lost: only v12 has it"]
        if word != "v12" and infos:
            want += ["note: %d records lose the names of their frames: only v12 has bt_info" % infos]
        if word != "heapsnap" and data.startswith(b"Heap Snapshot"):
            want = ["note: resolved frames of heapsnap are lost"] + want
        if "wide" not in name:
            tally.equal(title + ": losses", want, notes(err))


def dump_choices(tally, samples, scratch):
    out = scratch / "chosen"
    for name in ("v12", "v12_info", "v11", "v10_true", "v10_ones", "many"):
        path = samples / (name + ".txt")
        old = Dump(path.read_bytes())
        for option, app in (("--keys=app", True), ("--drop=app", False)):
            tally.equal(name + option, 0, run("convert", option, "-o", out, path)[0])
            new = Dump(out.read_bytes())
            keys = ("app", "size", "n", "pcs", "info")
            tally.equal(name + option, [[r[k] for k in keys] for r in old.records if r["app"] == app],
                        [[r[k] for k in keys] for r in new.records])
            tally.equal(name + option, sum(r["size"] * r["n"] for r in new.records), new.total)
            tally.equal(name + option, 0, run("verify", out)[0])
    code, _, err = run("convert", "--keys=app", samples / "v12.txt")
    tally.equal("a choice to a pipe", (1, True), (code, "required if the sink cannot seek" in err))
    tally.equal("threads of a dump", 2, run("convert", "--thread=1", "-o", out, samples / "v12.txt")[0])


def dumps(tally, samples, scratch):
    for name in SOUND:
        versions(tally, name, samples / (name + ".txt"), scratch)
    for word, name in (("v11", "v11"), ("v10", "v10_true"), ("v12", "v12")):
        tally.equal("Android's own layout of " + word, (samples / (name + ".txt")).read_bytes(),
                    run("convert", "--dialect=" + word, samples / "v12.txt")[1])
    data = (samples / "v10_true.txt").read_bytes()
    tally.equal("a pipe of v1.0", 2, run("convert", "--dialect=v12", data=data)[0])
    code, out, _ = run("convert", "--dialect=v12", "--mallocdbg-counts", data=data)
    tally.equal("told that it has counts", (0, 1482802228), (code, total_of(Dump(out).records)[0]))
    tally.equal("told so wrongly", 2,
                run("convert", "--dialect=v12", "--mallocdbg-counts", samples / "v10_ones.txt")[0])
    for name, word in (("v12", "records"), ("ops", "v12"), ("log_brief", "v10"), ("v12", "not_available"),
                       ("not_available", "v12")):
        tally.equal(name + " to " + word, (2, b""), run("convert", "--dialect=" + word, samples / (name + ".txt"))[:2])
    code, out, err = run("convert", "--log-format=brief", samples / "v12.txt")
    tally.equal("a log format of a dump", (2, True),
                (code, "a heap dump has no lines of a log for --log-format\n" in err))
    for name in ("cut_in_record", "cut_in_info", "cut_in_maps"):
        for options in ((), ("--dialect=v11",)):
            out = run("convert", "--recover", *options, samples / (name + ".txt"))[1]
            tally.equal(name + ": one MAPS, then END", (1, b"END"), (out.count(b"\nMAPS\n"), out.split(b"\n")[-2]))
    dump_choices(tally, samples, scratch)


def operations(tally, samples, scratch):
    for name in ("ops", "ops_crlf", "ops_lenient", "ops_many"):
        path = samples / (name + ".txt")
        old = sound(strict.read_ops, path.read_bytes())
        if name != "ops_lenient":  # blank lines belong to no operation
            tally.equal(name, (0, path.read_bytes()), run("convert", path)[:2])
        code, out, err = run("convert", "--drop-times", path)
        timed = ("start_ns", "end_ns", "resident_bytes")
        tally.equal(name + ": times", (0, [{k: v for k, v in o.items() if k not in timed} for o in old]),
                    (code, sound(strict.read_ops, out)))
        n = sum(any(k in o for k in timed) for o in old)
        tally.equal(name + ": losses", ["note: %d operations lose their times" % n] if n else [], notes(err))
        tid, word = old[0]["thread_id"], old[0]["op"]
        for option, keep in (("--thread=%d" % tid, lambda o: o["thread_id"] == tid),
                             ("--keys=" + word, lambda o: o["op"] == word),
                             ("--drop=free,malloc", lambda o: o["op"] not in ("free", "malloc")),
                             ("--grep=^m", lambda o: o["op"][0] == "m")):
            code, out, _ = run("convert", option, path)
            tally.equal(name + option, (0, list(filter(keep, old))), (code, sound(strict.read_ops, out)))
    tally.equal("calls have no numbers", 2, run("convert", "--calls=1", samples / "ops.txt")[0])
    tally.equal("no gluing", 2, run("convert", "--append-to=" + str(scratch / "x"), samples / "ops.txt")[0])


def logs(tally, samples):
    full = samples / "log_threadtime.txt"
    for word in ("threadtime", "time", "brief", "tag", "process", "thread", "long", "stderr"):
        code, out, err = run("convert", "--log-format=" + word, full)
        want = (samples / ("log_%s.txt" % word)).read_bytes()
        if word == "stderr":  # that layout has no line feed at the end of a message of its own
            want = sound(strict.read_log, want)
            out = sound(strict.read_log, out)
        tally.equal(word, (0, want), (code, out))
        lost = {"time": 1, "brief": 2, "tag": 3, "process": 2, "thread": 2, "stderr": 4}.get(word, 0)
        tally.equal(word + ": losses", lost, sum("lose" in x for x in notes(err)))
    raw = run("convert", "--log-format=raw", full)[1]
    raw = raw[: raw.index(b"something that nobody knows")]  # without a head nothing tells whose that is
    tally.equal("raw", raw, run("convert", "--mallocdbg-log-format=raw", "--format=mallocdbg", data=raw)[1])
    code, out, err = run("convert", "--log-format=threadtime", samples / "log_brief.txt")
    tally.equal("made up", (0, 2), (code, sum("is written instead" in x for x in notes(err))))
    tally.equal("made up", True, out.startswith(b"01-01 00:00:00.000  7412     0 E malloc_debug: ***"))
    leaks = run("convert", "--keys=leak", full)[1]
    tally.equal("reports of one kind", 2, leaks.count(b" leaked block of size 24 ") + leaks.count(b"of size 8 "))


# ---- repair


def lines_from(data, repaired):
    """true if every record, operation and map of a repaired file stands in the damaged one."""
    there = {x.rstrip(b"\r") for x in data.split(b"\n")}
    if corpus.cut_pc(data) is not None:
        last = data.split(b"\n")[-1]
        there = there - {last} | {last[: last.rindex(b" ")]}
    record = re.compile(rb"z [01] |[0-9a-f]+-[0-9a-f]+ |-?\d+: |\s*bt_info")
    return all(x.rstrip(b"\r") in there for x in repaired.split(b"\n") if record.match(x))


def repaired(tally, path, out):
    """Repairs to a file and to a pipe; what comes out is sound. Returns it."""
    data = path.read_bytes()
    code, _, err = run("repair", "-o", out, path)
    again = run("repair", path)
    tally.equal(path.name + ": a pipe", (code, out.read_bytes()), again[:2])
    tally.equal(path.name + ": verify", 0, run("verify", out)[0])
    tally.equal(path.name + ": code", data == out.read_bytes(), code == 0)
    tally.equal(path.name + ": told", code == 1, "repaired: " in err)
    if b"+++ " not in data:  # a log is laid out anew
        tally.equal(path.name + ": nothing is made up", True, lines_from(data, out.read_bytes()))
    return out.read_bytes()


def repairs(tally, samples, scratch):
    out = scratch / "repaired"
    for path in sorted(samples.glob("*.txt")):
        unknown = ("binary", "zero", "newlines", "cut_in_header", "log_legacy", "log_libc")
        if path.stem in unknown or "no_maps" in path.stem:
            continue
        got = repaired(tally, path, out)
        if path.stem.startswith(("bad_op", "ops")):
            sound(strict.read_ops, got)
        elif not path.stem.startswith("log"):
            sound(strict.read_dump, got)
    for at in range(120, 1400, 97):  # cut anywhere
        cut = scratch / ("cut_%d.txt" % at)
        cut.write_bytes((samples / "v12_info.txt").read_bytes()[:at])
        sound(strict.read_dump, repaired(tally, cut, out))
    records = scratch / "cut.allocs"
    records.write_bytes(make.OPERATIONS.encode()[:100])
    tally.equal("operations cut in a line", make.OPERATIONS.encode()[: make.OPERATIONS[:100].rindex("\n") + 1],
                repaired(tally, records, out))
    log = repaired(tally, samples / "log_cut.txt", out)
    tally.equal("the cut report is ended", 0, run("verify", "--strict", out)[0])
    tally.equal("all reports are there", 3, log.count(b"+++ ALLOCATION"))


# ---- verify


def verifying(tally, samples, scratch):
    path = scratch / "verify.txt"
    sorted_records = [(0, 4096, 1, [0x7F00021010]), (0, 16, 2, []), (1, 24, 1, [0x7F00023000])]

    def problems(data):
        path.write_bytes(data)
        tally.equal("plain verify", 0, run("verify", path)[0])
        code, out, _ = run("verify", "--strict", "--json", path)
        found = listed(out)
        tally.equal("code", bool(found), code == 1)
        objects = [json.loads(x) for x in out.splitlines()]
        return found, [o["message"] for o in objects if "severity" in o and not o["counts"]]

    tally.equal("sound", ([], []), problems(make.lines(make.dump("1.2", sorted_records))))
    v10 = sorted_records[2:] + sorted_records[:2]
    tally.equal("sound v1.0", ([], []), problems(make.lines(make.dump("1.0", v10))))
    order = "a record is not where Android's writers put it: by zygote or app, then by size"
    tally.equal("order", (["line 10, offset 0xd7: note: " + order], []), problems(make.lines(make.dump("1.2", v10))))
    for what, records, say in (
            ("frames", [(0, 1, 1, [0x7F00021010] * 17)],
             "warning: a record has more frames than the process could have had"),
            ("size", [(0, 0, 1, [])], "note: a size that malloc_debug does not hand out: 0, or above 2147483647"),
            ("size", [(0, 2**31, 1, [])], "note: a size that malloc_debug does not hand out: 0, or above 2147483647"),
            ("count", [(0, 1, 0, [])], "warning: a record of no allocations")):
        found = problems(make.lines(make.dump("1.2", records)))[0]
        tally.equal(what, ["line 9: " + say], [re.sub(", offset 0x..", "", x) for x in found])
    tally.equal("pcs", ([], ["of 3 different pcs 1 lie in no map"]),
                problems(make.lines(make.dump("1.2", [(0, 1, 1, [0x7F00021010, 0x7F00098FFF, 0x7F00099000])]))))
    text = make.lines(make.dump("1.2", sorted_records))
    for what, change, say in (("overlap", (b"7f00021000-7f00099000", b"7f00020fff-7f00099000"), "two maps overlap"),
                              ("maps", (b"7f000e0000-7f000f0000", b"7e000e0000-7e000f0000"),
                               "a map starts before the previous one")):
        tally.equal(what, [say], [x.split("warning: ")[1] for x in problems(text.replace(*change))[0]])
    ops = {b"1: malloc 0x10 5\n1: free 0x10\n1: free 0x10\n":
           "offset 0x1e: note: a pointer is freed that is not live: freed twice, or never allocated here",
           b"1: realloc 0x20 0x10 5\n": "offset 0x0: note: a pointer is reallocated that is not live",
           b"1: malloc 0x10 5\n2: malloc 0x10 6\n": "offset 0x11: note: a pointer is handed out that is live",
           b"1: malloc 0x10 5 200 100\n": "offset 0x0: warning: an operation ends before it starts",
           b"1: malloc 0x10 5 100 200\n2: malloc 0x20 5 150 250\n1: malloc 0x30 5 199 300\n":
           "offset 0x32: note: an operation starts before the last one of its thread has ended",
           b"1: thread_done 0x1\n": "offset 0x0: note: a thread's end has a pointer"}
    for data, say in ops.items():
        tally.equal(repr(data), ([say], []), problems(data))
    many = problems(b"1: free 0x10\n" * 25)[0]
    tally.equal("very many", (11, "note: 25 times in all: a pointer is freed that is not live"),
                (len(many), many[-1].rsplit(": ", 1)[0]))
    report = make.lines(make.log(make.HEADS["threadtime"], list(make.reports())[:3]))
    tally.equal("reports", ([], []), problems(report))
    for old, new in ((b"[-32] = 0x00", b"[-32] = 0xaa"), (b"[-32]", b"[0]"), (b"expected 0xbb", b"expected 0xaa"),
                     (b"[100]", b"[99]"), (b"expected 0xef", b"expected 0xeb")):
        tally.equal(repr(new), ["a byte of a report that is right, or where it cannot be"],
                    [x.split("note: ")[1] for x in problems(report.replace(old, new))[0]])


# ---- the rest


def listing(tally, samples, scratch):
    out = run("ls", "--json", samples / "ops.txt")[1].decode().splitlines()
    keys = ("thread_id", "ptr", "bytes")
    want = [dict({k.replace("ptr", "address"): o[k] for k in keys if k in o}, key=o["op"])
            for o in sound(strict.read_ops, (samples / "ops.txt").read_bytes())]
    got = [{k: v for k, v in json.loads(x).items() if k not in ("file", "record", "byte_offset")} for x in out]
    tally.equal("operations", want, got)
    rows = csv.DictReader(io.StringIO(run("ls", "--csv", samples / "v12.txt")[1].decode()))
    tally.equal("records", [("app" if z else "zygote", str(size), str(n)) for z, size, n, _ in make.RECORDS],
                [(x["key"], x["bytes"], x["count"]) for x in rows])
    kinds = run("ls", "-1", samples / "log_full.txt")[1].decode().split()
    tally.equal("reports", ["corrupted_guard"] * 2 + [
        "use_after_free", "use_after_free_call", "unknown_pointer", "invalid_tag", "corrupted_header_tag", "leak",
        "leak"], kinds)
    for args in (("cat", samples / "ops.txt", "malloc"), ("extract", "-C", scratch / "out", samples / "ops.txt")):
        code, out, err = run(*args)
        tally.equal(args[0], (True, b"", True), (code in (1, 2), out, "have no values; 'dump' shows them" in err))


def the_samples(tally, samples, scratch):
    for name, test in {"heap diffs": lambda: heap_diffs(tally, samples, scratch),
                       "other diffs": lambda: other_diffs(tally, samples, scratch),
                       "dumps": lambda: dumps(tally, samples, scratch),
                       "operations": lambda: operations(tally, samples, scratch),
                       "logs": lambda: logs(tally, samples), "repair": lambda: repairs(tally, samples, scratch),
                       "verify": lambda: verifying(tally, samples, scratch),
                       "ls": lambda: listing(tally, samples, scratch)}.items():
        with tally.case(name):
            test()


# What is odd about sound files of the corpus; nothing else may be said of them.
ODD = {"v12-maps-unreadable": 1, "v12-text-around": 2, "v12-wide-numbers": 2, "no-final-newline": 1,
       "present-without-time": 2, "readme-examples": 4, "cut-report": 1}


def records_sha256(data):
    """As the corpus counts it, of records without bt_info or with."""
    h = hashlib.sha256()
    for r in Dump(data).records:
        h.update(("%d %d %d %s\n" % (r["app"], r["size"], r["num"], " ".join("%x" % p for p in r["pcs"]))).encode())
        for m, rel, f, off in r["info"] or ():
            h.update(("\t%s\t%x\t%s\t%x\n" % (m, rel, f, off)).encode("utf-8", "surrogateescape"))
    return h.hexdigest()


def corpus_file(place, name, scratch):
    path = scratch / (name + ".txt")
    path.write_bytes(corpus.input_of(place, name))
    return path


def the_corpus(tally, scratch):
    out = scratch / "out"
    for folder in ("heapdump", "unit", "record_allocs", "log"):
        place = corpus.folder(folder, "mallocdbg")
        for name, _ in corpus.cases(place):
            if name.startswith("lines"):
                continue
            path = corpus_file(place, name, scratch)
            with tally.case(folder + "/" + name):
                said = listed(run("verify", "--strict", "--json", path)[1])
                tally.equal("strict", ODD.get(name, 0), sum("not malloc_debug's" not in x for x in said))
                if name not in ("v12-maps-unreadable", "v12-wide-numbers"):
                    repaired(tally, path, out)
                if folder in ("heapdump", "unit") and "not-available" not in name:
                    versions(tally, "wide" if "wide" in name else name, path, scratch)
                    if name != "v12-wide-numbers":  # sums above 2^64 - 1
                        growth(tally, path, place.parent / "heapdump" / "v12-info-64.txt")
                        tally.equal("the same", (0, b""), run("diff", path, path)[:2])
    place = corpus.folder("heapdump-malformed", "mallocdbg")
    for name, want in corpus.cases(place):
        with tally.case("heapdump-malformed/" + name):
            path = corpus_file(place, name, scratch)
            code, got, _ = run("repair", "--format=mallocdbg", "--mallocdbg-dialect=dump", path)
            tally.equal("code", 0 if want["strict_ok"] and name != "total-mismatch" else 1, min(code, 1))
            if code > 1 or not want["totals"]["records"]:
                continue
            pc = corpus.cut_pc(path.read_bytes())
            all_of_it = got if pc is None else got.replace(b"\nMAPS\n", b" %x\nMAPS\n" % pc)
            tally.equal("records", want["records_sha256"], records_sha256(all_of_it))
            tally.equal("verify", 0, run("verify", data=got)[0])


def main():
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        if sys.argv[2] == "corpus":
            the_corpus(tally, pathlib.Path(scratch))
        else:
            the_samples(tally, pathlib.Path(sys.argv[2]), pathlib.Path(scratch))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
