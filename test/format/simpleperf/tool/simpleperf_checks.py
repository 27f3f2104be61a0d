#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What `diagfmt verify --strict` says of simpleperf files, flaw by flaw, and what ls, cat, diff and extract do with
them.

usage: simpleperf_checks.py DIAGFMT SAMPLES
"""

import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import program  # noqa: E402
import simpleperf_model as model  # noqa: E402

LINE = re.compile(r"(?:offset (0x[0-9a-f]+): )?(warning|note): (.*)")


def run(*args, data=b""):
    code, out, err = program.run(*args, data=data)
    return code, out.decode("utf-8", "replace"), err


def frame(file, symbol, **more):
    return {"vaddr_in_file": 16, "file_id": file, "symbol_id": symbol, **more}


def sample(time, tid=7, chain=None, event=0):
    return {"sample": {"time": time, "thread_id": tid, "callchain": chain or [frame(0, 0), frame(1, -1)], "event_count": 1,
                       "event_type_id": event}}


def switch(on, time, tid=7):
    return {"context_switch": {"switch_on": on, "time": time, "thread_id": tid}}


def file(number, path, *names):
    return {"file": {"id": number, "path": path, "symbol": list(names), "mangled_symbol": list(names)}}


META = {"meta_info": {"event_type": [b"cpu-clock", b"sched:sched_switch"], "app_type": b"debuggable",
                      "android_build_type": b"user", "trace_offcpu": True}}
THREAD = {"thread": {"thread_id": 7, "process_id": 5, "thread_name": b"t"}}
LAST_THREAD = {"thread": {"thread_id": 2**31, "process_id": 2**32 - 1, "thread_name": b"t"}}
GOOD = [META, sample(5), switch(False, 6), switch(True, 7), sample(6), {"lost": {"sample_count": 2, "lost_count": 0}},
        file(0, b"/a", b"f"), file(1, b"/b"), THREAD]


def with_(at, *instead, n=1):
    """GOOD with others in the place of n records."""
    return GOOD[:at] + list(instead) + GOOD[at + n :]


def meta(**changes):
    members = {**META["meta_info"], **changes}
    return {"meta_info": {k: v for k, v in members.items() if v is not None}}


# What is wrong: (records, place of the record that is told or None, severity, words)
FLAWS = {
    "good": (GOOD, []),
    "no meta": (GOOD[1:], [(None, "warning", "no meta info: events have no names"),
                           (1, "warning", "switches, but trace_offcpu is not set")]),
    "meta twice": (with_(0, META, META), [(1, "warning", "meta info came before; the last one counts")]),
    "odd words": (with_(0, meta(app_type=b"x", android_build_type=b"y")),
                  [(0, "note", "app_type is not one of debuggable, profileable and non_profileable"),
                   (0, "note", "android_build_type is not one of user, userdebug and eng")]),
    "no switches of the CPU": (with_(0, meta(event_type=[b"cpu-clock", b"x"])),
                               [(0, "warning", "trace_offcpu is set, but event 1 is not sched:sched_switch")]),
    "not off CPU": (with_(0, meta(trace_offcpu=False)), [(2, "warning", "switches, but trace_offcpu is not set")]),
    "no events": (with_(0, meta(event_type=None, trace_offcpu=None)),
                  [(0, "warning", "simpleperf.meta lacks event_types, which simpleperf always writes"),
                   (2, "warning", "switches, but trace_offcpu is not set"), (1, "warning", "event 0, where meta info has 0")]),
    "event": (with_(4, sample(6, event=2)), [(4, "warning", "event 2, where meta info has 2")]),
    "thread": (with_(4, sample(6, tid=-8)), [(4, "warning", "a sample of thread -8, which is not there")]),
    "switch of a thread that has no sample": (with_(3, switch(True, 7), switch(False, 9, 8)), []),
    "time": (with_(4, sample(4), sample(3)),
             [(4, "note", "thread 7: time goes back by 1 ns since its last sample; more of that is not told"),
              (6, "warning", "sample_count is 2, but there are 3: some viewers refuse such a file")]),
    "time of switches": (with_(3, switch(True, 5)),
                         [(3, "note", "thread 7: time goes back by 1 ns since its last switch; more of that is not told")]),
    "switched twice": (with_(3, switch(True, 7), switch(True, 8)),
                       [(4, "note", "thread 7: switched on twice, without a switch off between; more of that is not told")]),
    "no lost": (with_(5), [(None, "warning", "no lost counts: some viewers refuse such a file")]),
    "lost twice": (with_(5, GOOD[5], GOOD[5]), [(6, "warning", "lost counts came before; the last ones count")]),
    "order": (GOOD[5:] + GOOD[:5], [(4, "note", "simpleperf.meta comes late: simpleperf writes meta, samples and switches, "
                                     "lost, files, threads; more of that is not told")]),
    "file left out": (with_(7, file(2, b"/b")), [(7, "warning", "file 2 where 1 was expected"),
                                                 (1, "warning", "a frame in file 1, which is not there"),
                                                 (7, "note", "file 2 is in no sample")]),
    "file twice": (with_(8, file(1, b"/c"), THREAD), [(8, "warning", "file 1 came before; the last one counts")]),
    "file not used": (with_(8, file(2, b"/c"), THREAD), [(8, "note", "file 2 is in no sample")]),
    "symbol": (with_(4, sample(6, chain=[frame(0, 1), frame(0, -2)])),
               [(4, "warning", "frame 1: symbol -2, where only -1 means that there is none"),
                (4, "warning", "symbol 1 of file 0, which has 1")]),
    "symbol not used": (with_(6, file(0, b"/a", b"f", b"g")), [(6, "note", "file 0: 1 of 2 symbols are in no sample")]),
    "mangled": (with_(6, {"file": {"id": 0, "path": b"/a", "symbol": [b"f"]}}),
                [(6, "warning", "file 0: 1 symbols, but 0 mangled ones")]),
    "unknown file": (with_(7, file(1, b"unknown")),
                     [(1, "note", "a frame in file 'unknown' that is not the innermost: simpleperf ends chains before it")]),
    "unknown file with symbols": (with_(6, file(0, b"unknown", b"f")),
                                  [(6, "note", "file 0 is called 'unknown', and yet has symbols")]),
    "kind of code": (with_(4, sample(6, chain=[frame(0, 0, execution_type=1)])),
                     [(4, "warning", "some frames tell their kind of code and some do not; more of that is not told")]),
    "fields": (with_(4, {"sample": {"time": 6, "thread_id": 7, "callchain": [{"vaddr_in_file": 1, "file_id": 0}], "event_type_id": 0}}),
               [(4, "warning", "simpleperf.sample lacks event_count, which simpleperf always writes"),
                (4, "warning", "frame 0 lacks an address, file or symbol, which simpleperf always writes")]),
    "thread twice": (with_(8, THREAD, THREAD), [(9, "note", "thread 7 came before; the last one counts")]),
    "negative threads": ([META, sample(5, -(2**31)), *GOOD[2:4], sample(6, -(2**31)), *GOOD[5:8], LAST_THREAD], []),
    "a negative thread switched": (with_(2, switch(True, 7, 2**31), switch(True, 8, 2**31)),
                                   [(3, "note", "thread -2147483648: switched on twice, without a switch off between; "
                                     "more of that is not told")]),
    "a negative thread twice": (with_(8, THREAD, LAST_THREAD, LAST_THREAD),
                                [(10, "note", "thread -2147483648 came before; the last one counts")]),
}


def flaws(tally):
    for name, (objects, want) in FLAWS.items():
        with tally.case(name):
            places = [12]
            for o in objects:
                places.append(places[-1] + len(model.sized(model.message("record", o))))
            code, out, err = run("verify", "--strict", "--json", "-", data=model.file_of(objects))
            found = [(m[1] and int(m[1], 16), m[2], m[3]) for m in map(LINE.match, program.problems(out)) if m]
            tally.equal("problems", [(None if at is None else places[at], *x) for at, *x in want], found)
            tally.equal("verdict", (1 if want else 0, ""), (code, err))
            tally.equal("without --strict", (0, "-: OK\n", ""), run("verify", "-", data=model.file_of(objects)))
    with tally.case("unknown"):
        data = model.file_of(GOOD)[:-4] + model.sized(b"\x48\x01") + bytes(4)
        tally.equal("record", True, "  a record of a kind that is not known\n" in run("verify", "--strict", "-", data=data)[1])
        data = data.replace(model.sized(model.message("record", THREAD)), model.sized(model.message("record", THREAD) + b"\x48\x01"))
        tally.equal("fields", True, "  simpleperf.thread has fields that are not known" in run("verify", "--strict", "-", data=data)[1])
    with tally.case("json"):
        lines = run("verify", "--strict", "--json", "-", data=model.file_of(GOOD[1:]))[1].split("\n")
        want = {"file": "-", "severity": "warning", "counts": True, "message": "no meta info: events have no names"}
        tally.equal("line", want, json.loads(lines[0]))


def by_name(tally, samples, scratch):
    typical = samples / "typical.simpleperf"
    with tally.case("ls"):
        tally.equal("table", "0  2  /system/lib64/libc.so\n1  1  [kernel.kallsyms]\n", run("ls", typical)[1])
        tally.equal("names", "/system/lib64/libc.so\n[kernel.kallsyms]\n", run("ls", "-1", typical)[1])
        first = json.loads(run("ls", "--json", typical)[1].split("\n")[0])
        tally.equal("json", (0, 2, "/system/lib64/libc.so"), (first["number"], first["count"], first["key"]))
    with tally.case("cat"):
        symbols = "0\tmain\n1\trun <int>\t_Z3runIiEv\n"
        for key in ("0", "/system/lib64/libc.so"):
            tally.equal(key, (0, symbols, ""), run("cat", typical, key))
        tally.equal("to a file", (0, ""), run("cat", "-o", "-", typical, "1")[::2])
        tally.equal("none", (1, "", "diagfmt: %s: no entry '/x'\n" % typical), run("cat", typical, "/x"))
        twice = model.file_of([file(0, b"[JIT app cache]", b"a\nb"), file(1, b"[JIT app cache]", b"c")])
        tally.equal("first", "0\ta\\x0ab\n", run("cat", "-", "[JIT app cache]", data=twice)[1])
        tally.equal("all", "0\ta\\x0ab\n0\tc\n", run("cat", "-a", "-", "[JIT app cache]", data=twice)[1])
        tally.equal("stored", (2, True), (lambda r: (r[0], "no meaning for simpleperf" in r[2]))(run("cat", "--stored", typical, "0")))
    with tally.case("diff"):
        a, b = scratch / "a", scratch / "b"
        a.write_bytes(model.file_of(GOOD))
        b.write_bytes(model.file_of(with_(3, switch(True, 8), sample(6, chain=[frame(0, 0), frame(1, 0)]), n=2)))
        code, out, err = run("diff", "--all", "--json", a, b)
        keys = "change", "record", "before_place", "after_place", "member"
        rows = [tuple(row.get(key) for key in keys) for row in map(json.loads, out.splitlines())]
        tally.equal("differences", (1, "", [("gone", "switch", "thread 7 at 7 ns", None, None),
                                            ("new", "switch", None, "thread 7 at 8 ns", None),
                                            ("changed", "sample", "thread 7 at 6 ns", "thread 7 at 6 ns", "frames")]),
                    (code, err, rows))
        last = json.loads(out.splitlines()[-1])
        tally.equal("from shortly before the difference", ('"file_id":1,"symbol_id":-1}]', '"file_id":1,"symbol_id":0}]'),
                    (last["before"][-28:], last["after"][-27:]))
        tally.equal("none", (0, "", ""), run("diff", a, a))
    with tally.case("extract"):
        code, out, err = run("extract", "-C", scratch / "extracted", typical)
        tally.equal("refused", (2, "", True), (code, out, "simpleperf has no values to be files; 'diagfmt cat' writes" in err))


def main():
    tally = corpus.Tally()
    flaws(tally)
    with tempfile.TemporaryDirectory() as scratch:
        by_name(tally, pathlib.Path(sys.argv[2]), pathlib.Path(scratch))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
