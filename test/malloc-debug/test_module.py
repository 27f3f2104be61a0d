#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs programs under tools/malloc-debug's module and reads back, by the library, every file and message that it wrote.

    test_module.py LIBRARY MODULE PLANTED PLUGIN PLUGIN [CASE]...

PLANTED is planted.c with its faults, a PLUGIN plugin.c. One line is printed for each case.
"""

import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
import dfmt_ctypes  # noqa: E402

LIBRARY, MODULE, PLANTED, *PLUGINS = (str(pathlib.Path(a).resolve()) for a in sys.argv[1:6])
LIB = dfmt_ctypes.Dfmt(LIBRARY)
FORMAT = LIB.numbers["mallocdbg.header"] >> 16
NAMES = {v: k.split(".")[-1] for k, v in LIB.numbers.items()}
WORDS = {k.split(".")[1]: {v: w for w, v in words.items()} for k, words in LIB.words.items()
         if k.startswith("mallocdbg.")}
DUMP, RECORDS, LOG = 1, 2, 3  # DFMT_MALLOCDBG_DIALECT_*
NUMBER, FLAG = 2, 1           # DFMT_MALLOCDBG_VALUE_*
SIZE_MAX = 2**64 - 1
GUARDS = "guard free_track fill expand_alloc backtrace"


# --- reading back -----------------------------------------------------------------------------------------------------


class Frame:
    def __init__(self, f):
        self.pc, self.rel_pc, self.map, self.func, self.offset = f.pc, f.rel_pc, f.map.bytes().decode(), \
            f.function.bytes().decode(), f.function_offset


class Event:
    """An event, copied: .event is its name; .has, which members are present; texts as str."""

    def __init__(self, event, body):
        self.event = event
        self.has = {m for m, mask in body.dfmt_masks.items() if body.present & mask}
        for member, f in body.dfmt_fields.items():
            value = getattr(body, member)
            if f.kind in (dfmt_ctypes.STR, dfmt_ctypes.BYTES):
                value = value.bytes().decode("utf-8", "surrogateescape")
            elif f.kind == dfmt_ctypes.ARRAY:
                value = LIB.elements(body, member)
                if member == "frames":
                    value = [Frame(v) for v in value]
                elif member == "diffs":
                    value = [(v.block_offset, v.found, v.expected) for v in value]
                elif member == "traces":
                    value = [(WORDS["role"][v.role], v.first, v.n) for v in value]
            setattr(self, member, value)

    def trace(self, role):
        """Functions of a backtrace, innermost first; None: there is none."""
        for word, first, n in self.traces:
            if word == role:
                return [f.func for f in self.frames[first:first + n]]
        return None


def events(data, dialect):
    """All events; nothing may be worth a remark, but for other lines in a log."""
    options = {"mallocdbg.dialect": dialect, "diagnostics": 0 if dialect == LOG else 1}
    out = []
    with dfmt_ctypes.Reader(LIB, data, options, FORMAT) as r:
        while event := r.next():
            name = NAMES[event[0].type]
            assert name != "diagnostic", event[1].message.bytes()
            out.append(Event(name, event[1]))
    return out


class Run:
    def __init__(self, options, *command, status=0, environment=(), folder=None, preexec_fn=None):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LD_", "LC_", "MALLOC_", "PYTHON"))}
        env.update({"LD_PRELOAD": MODULE, "LC_ALL": "C", **dict(environment)})
        if options is not None:
            env["LIBC_DEBUG_MALLOC_OPTIONS"] = options
        p = subprocess.Popen([str(c) for c in command], env=env, cwd=folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, preexec_fn=preexec_fn)
        self.pid = p.pid
        out, self.err = p.communicate(timeout=300)
        self.out = out.decode()
        assert p.returncode == status, (options, command, p.returncode, self.err.decode("utf-8", "replace")[-2000:])
        self.log = events(self.err, LOG) if self.err else []

    def reports(self):
        return [e for e in self.log if e.event == "report"]

    def report(self):
        found = self.reports()
        assert len(found) == 1, [r.kind for r in found]
        return found[0]

    def texts(self):
        return [e.message for e in self.log if e.event == "message"]


def planted(options, *words, **more):
    return Run(options, PLANTED, *words, **more)


def equal(got, wanted):
    assert got == wanted, "%r, not %r" % (got, wanted)


def kind(report):
    return WORDS["kind"][report.kind]


# --- options ----------------------------------------------------------------------------------------------------------


def option_table():
    i = 0
    while p := LIB.c.dfmt_mallocdbg_option_at(i):
        yield LIB.types["mallocdbg.option"].from_address(p)
        i += 1


def number_errors(name, lo, hi, required):
    """Values that malloc_debug refuses, with its words."""
    bad = "bad value for option '%s'" % name
    yield "x", bad
    yield "5x", bad + ", non space found after option: x"
    yield "99999999999999999999", bad + ": Math result not representable"
    yield "-2", bad + ", value cannot be negative: -2"
    if lo:
        yield str(lo - 1), bad + ", value must be >= %d: %d" % (lo, lo - 1)
    if hi < SIZE_MAX:
        yield str(hi + 1), bad + ", value must be <= %d: %d" % (hi, hi + 1)
    if required:
        yield "", bad


WHERE_TO_READ = ["For malloc debug option descriptions go to:",
                 "  https://android.googlesource.com/platform/bionic/+/main/libc/malloc_debug/README.md"]
NOTHING_LEFT = "planted: failed to enable malloc debug"


def refusal(options, *words, left=True, environment=(), what="chain", said="1\n1\n"):
    """A message for each option that is wrong, and where to read on; `left`: the others are taken."""
    r = Run(options, PLANTED, what, environment=environment)
    equal(r.out, said or r.out)
    wanted = ["planted: " + w for w in words] + WHERE_TO_READ + ([] if left else [NOTHING_LEFT])
    equal([t for t in r.texts() if t != "planted: malloc debug enabled"], wanted)
    equal([e.tag for e in r.log if e.event == "message"], ["malloc_debug"] * (len(words) + 2) + ["libc"] * (not left))
    equal({(e.process_id, WORDS["priority"][e.priority]) for e in r.log}, {(r.pid, "error")})
    return r


def case_option_errors():
    """Each wrong option alone, and the same before and after one that is taken."""
    tried = 0
    for o in option_table():
        for name in {o.name.decode(), (o.alias or o.name).decode()}:
            wrong = [("=1", "value set for option '%s' which does not take a value" % name)] if o.value == FLAG else []
            if o.value == NUMBER:
                wrong = [("=" + v, w) for v, w in number_errors(name, o.lo, o.hi, o.required)]
            for i, (value, words) in enumerate(wrong):
                refusal(name + value, words, left=False)
                if value != "=":  # it would take the next word as its value
                    (report,) = refusal(("guard %s", "%s\nguard")[i % 2] % (name + value), words, what="rear", said="").reports()
                    equal(kind(report), "corrupted_guard")
                tried += 1
    assert tried > 50, tried


def case_wrong_options_among_others():
    for options, words in (("nonsense guard", ["unknown option nonsense"]),
                           ("guard=5 10", ["unknown option 10"]),
                           ("a guard b=7 free_track=0 fill = 3 guard=x", [
                               "unknown option a", "unknown option b",
                               "bad value for option 'free_track', value must be >= 1: 0", "bad value for option 'guard'"]),
                           ("=5 guard x==5 leak_track =1", [
                               "unknown option", "unknown option x",
                               "value set for option 'leak_track' which does not take a value"])):
        (report,) = refusal(options, *words, what="rear", said="").reports()
        equal((kind(report), report.bytes), ("corrupted_guard", 40))
    refusal("nonsense", "unknown option nonsense", left=False)
    refusal(" a  b ", "unknown option a", "unknown option b", left=False)
    many = ["unknown option x%d" % i for i in range(300)]
    refusal(" ".join(w.split()[-1] for w in many) + " guard", *many)


def case_options_without_memory():
    """Records need room for all of them; what else was asked for is done."""
    script = "ulimit -v 1000000; exec %s rear" % PLANTED
    r = Run("record_allocs=50000000 guard", "/bin/sh", "-c", script)
    equal([t for t in r.texts() if t.startswith("planted: ")], ["planted: option 'record_allocs' is not possible: out of memory"])
    equal(kind(r.report()), "corrupted_guard")


SIGNALS = {45: "backtrace_enable_on_signal", 46: "record_allocs", 47: "backtrace", 48: "check_unreachable_on_signal",
           49: "log_allocator_stats_on_signal"}


def case_signals_are_caught():
    """Also where no option needs them, or none was right; one that the parent ignores stays ignored."""
    for number, option in SIGNALS.items():
        r = planted("guard", "dump", 64 - number)
        equal(r.texts(), ["planted: signal %d needs the option '%s'" % (number, option)])
        equal(planted("nonsense", "dump", 64 - number).texts()[-1], NOTHING_LEFT)
        r = Run("guard", PLANTED, "dump", 64 - number, preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
        equal(r.texts(), [])
    equal(planted(None, "dump", 17, status=-47).err, b"")


def case_no_options():
    for options in (None, ""):
        for what in ("chain", "fill", "align", "fork"):
            equal(planted(options, what).err, b"")


def case_every_option_alone():
    """Each is taken, with its default, and a program does what it always did."""
    for o in option_table():
        name = o.name.decode()
        options = name + ("=64" if o.required else "")
        for what, said in (("chain", "1\n1\n"), ("align", "1 22 22\n")):
            r = planted(options, what)
            equal((r.out, r.reports()), (said, []) if name != "leak_track" else (said, r.reports()))
            assert NOTHING_LEFT not in r.texts()


def case_verbose():
    r = planted("verbose backtrace backtrace_enable_on_signal record_allocs check_unreachable_on_signal "
                "log_allocator_stats_on_signal", "chain")
    equal(r.texts(), ["planted: Run: 'kill -%d %d' to %s." % (n, r.pid, what) for n, what in
                      ((45, "enable backtracing"), (47, "dump the backtrace"), (46, "dump the allocation records"),
                       (48, "check for unreachable memory"), (49, "log allocator stats"))] +
          ["planted: malloc debug enabled"])
    equal({WORDS["priority"][e.priority] for e in r.log}, {"info"})
    equal(planted("backtrace", "chain").err, b"")


# --- guards and freed blocks ------------------------------------------------------------------------------------------


def the_fault(options, what, wanted, status=0):
    r = planted(options, what, status=status)
    report = r.report()
    equal(kind(report), wanted)
    equal(report.complete, 1)
    equal((report.process_id, report.thread_id), (r.pid, r.pid))
    if what != "wild":
        equal("0x%x" % report.ptr, r.out.split()[0])
    return report


def case_front_guard():
    for options in ("guard", "front_guard", "front_guard=16", GUARDS):
        report = the_fault(options, "front", "corrupted_guard")
        equal(report.bytes, 40)
        equal(WORDS["guard"][report.guard], "front")
        equal(report.diffs, [(-3, 0x33, 0xaa), (-1, 0x11, 0xaa)])
        equal(report.trace("failure")[:2], ["plant_front", "main"])
        equal(report.frames[0].map, PLANTED)


def case_rear_guard():
    for options in ("guard", "guard=1", "rear_guard", "rear_guard=7", GUARDS):
        report = the_fault(options, "rear", "corrupted_guard")
        equal((report.bytes, WORDS["guard"][report.guard]), (40, "rear"))
        equal(report.diffs, [(40, 0x44, 0xbb)])
        equal(report.trace("failure")[:2], ["plant_rear", "main"])


def case_header():
    report = the_fault("guard", "header", "invalid_tag")
    equal((report.header_tag, report.function), (0x55555555, "free"))
    equal(report.trace("failure")[:2], ["plant_header", "main"])


def case_use_after_free():
    for options in ("free_track", "free_track=1", "guard free_track", GUARDS):
        report = the_fault(options, "use_after_free", "use_after_free")
        equal(report.diffs, [(5, 0x77, 0xef)])
        equal(report.trace("free")[:2], ["plant_free", "main"])
        equal(report.trace("failure"), None)
    equal(planted("guard", "use_after_free").err, b"")
    equal(planted("free_track fill_on_free=5", "use_after_free").err, b"")
    report = the_fault("free_track free_track_backtrace_num_frames=0", "use_after_free", "use_after_free")
    equal(report.traces, [])
    report = the_fault("free_track free_track_backtrace_num_frames=1", "use_after_free", "use_after_free")
    equal(report.trace("free"), ["plant_free"])


def case_freed_header():
    report = the_fault("guard free_track", "freed_header", "corrupted_header_tag")
    equal((report.header_tag, report.traces), (0x12121212, []))


def case_double_free():
    report = the_fault("guard free_track", "double_free", "use_after_free_call")
    equal(report.function, "free")
    equal(report.trace("original_free")[:2], ["plant_free", "main"])
    equal(report.trace("failure")[:2], ["plant_double_free", "main"])
    report = the_fault("free_track", "double_free", "unknown_pointer")
    equal(report.trace("original_free")[:2], ["plant_free", "main"])
    report = the_fault("verify_pointers", "double_free", "unknown_pointer")
    equal(report.trace("original_free"), None)


def case_double_free_of_every_size():
    """Also where glibc has written over the header, has joined the block to another or has given it back."""
    for options in ("guard", "front_guard", "rear_guard=3", "guard=1 expand_alloc", "guard free_track"):
        for size in (0, 1, 8, 24, 40, 100, 1000, 1040, 5000, 70000, 200000, 3000000):
            r = planted(options, "twice", size)
            (report,) = r.reports()
            equal((kind(report), report.function), ("use_after_free_call", "free"))
            equal("0x%x" % report.ptr, r.out.split()[0])
            equal(report.trace("failure")[:2], ["plant_twice", "main"])


def case_wild_pointers():
    for options, wanted in (("verify_pointers", "unknown_pointer"), ("guard fill", "invalid_tag")):
        r = planted(options, "wild")
        equal(r.out.split()[1:], ["0", "1"])
        start = int(r.out.split()[0], 16)
        found = [(kind(x), x.ptr, x.function) for x in r.reports()]
        equal(found[:3], [(wanted, start + 64, "free"), (wanted, start + 128, "malloc_usable_size"),
                          (wanted, start + 192, "realloc")])
        equal(found[3:], [("unknown_pointer", 16, "free")])
        equal({x.trace("failure")[0] for x in r.reports()}, {"plant_wild"})


def case_abort_on_error():
    the_fault("guard abort_on_error", "rear", "corrupted_guard", status=-6)
    the_fault("verify_pointers abort_on_error", "double_free", "unknown_pointer", status=-6)
    the_fault("free_track abort_on_error", "use_after_free", "use_after_free", status=-6)


def case_threads():
    for options in ("guard", GUARDS + " backtrace=256"):
        r = planted(options, "threads", 16)
        equal(len(r.reports()), 16)
        equal(len({x.thread_id for x in r.reports()} - {r.pid}), 16)
        for x in r.reports():
            equal((kind(x), x.bytes, x.diffs, x.trace("failure")[0]),
                  ("corrupted_guard", 24, [(24, 0x66, 0xbb)], "plant_in_thread"))


# --- what blocks are like ---------------------------------------------------------------------------------------------


def case_fill():
    equal(planted("fill free_track", "fill").out, "eb eb 00\nef ef\n")
    equal(planted("fill=50 free_track", "fill").out.split()[0], "eb")
    equal(planted("fill=50 free_track guard", "fill").out.split(), ["eb", "00", "00", "ef", "00"])
    equal(planted("fill_on_alloc guard", "fill").out.split()[:3], ["eb", "eb", "00"])


def case_realloc_and_alignment():
    for options in ("guard", "front_guard=1", "rear_guard", "expand_alloc=100", "free_track", "fill",
                    GUARDS + " record_allocs verify_pointers", "backtrace record_allocs expand_alloc"):
        equal(planted(options, "chain").out, "1\n1\n")
        r = planted(options, "align")
        equal((r.out, r.err), ("1 22 22\n", b""))


def case_too_large():
    for options in ("guard", "fill", "backtrace", GUARDS):
        equal(planted(options, "large").out, "1 1 " * 4 + "0\n")


# --- unreachable blocks, statistics -----------------------------------------------------------------------------------

LOST = re.compile(r"^ *(\d+) bytes unreachable at ([0-9a-f]+)$")
TOTAL = re.compile(r"^(\d+) bytes in (\d+) allocations? unreachable out of (\d+) bytes in (\d+) allocations?$")


def lost(options, n=1000):
    """Sums, and what is told of each block: its bytes and the lines after it."""
    r = planted(options, "lost", n, 16)
    equal(r.texts(), ["Starting to check for unreachable memory."])
    lines = [x.split("libmemunreachable: ", 1)[1] for x in r.err.decode().splitlines() if "libmemunreachable: " in x]
    blocks = []
    for line in lines[1:]:
        if LOST.match(line):
            blocks.append((int(LOST.match(line)[1]), []))
        else:
            blocks[-1][1].append(line)
    return tuple(int(x) for x in TOTAL.match(lines[0]).groups()), blocks


def case_unreachable():
    """Chains, a ring, a block of another arena and blocks in mappings of their own; not what only a register has."""
    alone = ["   referencing 200 unreachable bytes in 2 allocations"]
    for options in ("check_unreachable_on_signal", "check_unreachable_on_signal guard", "fill rear_guard=3 "
                    "check_unreachable_on_signal", "check_unreachable_on_signal free_track record_allocs"):
        (lost_bytes, n_lost, all_bytes, n_all), blocks = lost(options)
        equal((lost_bytes, n_lost), (15 * 100 + 2 * 600000 + 2 * 200 + 300, 15 + 2 + 2 + 1))
        assert n_all >= 1000 + n_lost + 2 and all_bytes >= 24 * 1000 + lost_bytes, (n_all, all_bytes)
        equal(sorted(blocks), sorted([(600000, ["   referencing 600000 unreachable bytes in 1 allocation"]),
                                      (200, ["   referencing 200 unreachable bytes in 1 allocation"]), (300, [])] +
                                     [(100, alone)] * 5))


def case_unreachable_of_one_place():
    """What was allocated at one place is told once."""
    _, blocks = lost("check_unreachable_on_signal backtrace")
    (chains,) = [lines for size, lines in blocks if size == 100]
    equal(chains[:3], ["   referencing 200 unreachable bytes in 2 allocations",
                       "   and 400 similar unreachable bytes in 4 allocations",
                       "   referencing 800 unreachable bytes in 8 allocations"])
    assert re.match(r"^          #00  pc [0-9a-f]{16}  %s \(plant_chain\+\d+\)$" % re.escape(PLANTED), chains[3]), chains
    equal([size for size, _ in blocks], [600000, 100, 200, 300])


def case_unreachable_among_many():
    (lost_bytes, n_lost, _, n_all), _ = lost("check_unreachable_on_signal", 300000)
    equal(n_lost, 20)
    assert n_all > 300000


def case_unreachable_again_and_again():
    """Other threads allocate and fork meanwhile; nothing that they have is lost, and no child is left to them."""
    r = Run("check_unreachable_on_signal", PLANTED, "busy", 20)
    equal(r.out, "1\n")
    equal(r.texts(), ["Starting to check for unreachable memory."] * 20)
    equal(len(re.findall(rb"libmemunreachable: 0 bytes in 0 allocations unreachable", r.err)), 20)


def statistics_of(r):
    texts = r.texts()
    equal(texts[0], "Logging allocator stats...")
    tree = xml.etree.ElementTree.fromstring("\n".join(texts[1:]))
    equal(tree.tag, "malloc")
    assert tree.findall("heap") and tree.findall("system"), texts
    equal({WORDS["priority"][e.priority] for e in r.log}, {"info"})


def case_statistics():
    statistics_of(planted("log_allocator_stats_on_signal", "dump", 15))
    statistics_of(planted("log_allocator_stats_on_exit", "chain"))
    statistics_of(planted("log_allocator_stats_on_exit backtrace", "chain", environment=sampled(1000)))
    equal(planted("log_allocator_stats_on_signal", "chain").err, b"")


# --- leaks, dumps -----------------------------------------------------------------------------------------------------


def case_leaks():
    r = planted("leak_track backtrace guard", "leak", 3, 777)
    wanted = {int(x, 16) for x in r.out.split()}
    leaks = [x for x in r.reports() if kind(x) == "leak"]
    ours = [x for x in leaks if x.bytes == 777]
    equal({x.ptr for x in ours}, wanted)
    equal([x.trace("allocation")[:3] for x in ours], [["plant_fresh", "plant_leak", "main"]] * 3)
    equal({x.program for x in leaks}, {"planted"})
    equal([(x.leak_number, x.leak_total) for x in leaks], [(i + 1, len(leaks)) for i in range(len(leaks))])
    equal([x.bytes for x in leaks], sorted((x.bytes for x in leaks), reverse=True))
    equal({len(x.traces) for x in planted("leak_track", "leak", 1, 5).reports()}, {0})


class Dump:
    def __init__(self, path):
        found = events(pathlib.Path(path).read_bytes(), DUMP)
        self.header, self.end = found[0], found[-1]
        equal((self.header.event, self.end.event), ("header", "end"))
        self.allocs = [e for e in found if e.event == "alloc"]
        self.maps = [e for e in found if e.event == "map"]
        equal(self.header.n_records, len(self.allocs))
        equal(self.header.total_bytes, sum(a.bytes * a.count for a in self.allocs))
        equal([a.bytes for a in self.allocs], sorted((a.bytes for a in self.allocs), reverse=True))
        assert any(m.name == PLANTED or "/libc.so" in m.name for m in self.maps)

    def of(self, size):
        return [a for a in self.allocs if a.bytes == size]

    def map_of(self, pc):
        return next((m for m in self.maps if m.start_address <= pc < m.end_address), None)


def case_dump_on_exit():
    with tempfile.TemporaryDirectory() as d:
        r = planted("backtrace=4 backtrace_dump_on_exit backtrace_dump_prefix=%s/heap" % d, "leak", 5, 4321)
        path = "%s/heap.%d.exit.txt" % (d, r.pid)
        equal(r.texts(), ["Dumping to file: " + path])
        equal(os.listdir(d), [os.path.basename(path)])
        dump = Dump(path)
        equal((dump.header.version, dump.header.fingerprint, dump.header.backtrace_size), ("1.2", "unknown", 4))
        (a,) = dump.of(4321)
        equal((a.count, a.zygote_child, len(a.pcs), a.frames), (5, 0, 4, []))
        for pc in a.pcs[:3]:
            m = dump.map_of(pc)
            equal((m.name, m.prot & 4), (PLANTED, 4))


def case_dump_with_symbols():
    with tempfile.TemporaryDirectory() as d:
        r = planted("bt bt_dmp_on_ex bt_full guard bt_dmp_pre=%s/heap" % d, "leak", 2, 4321)
        dump = Dump("%s/heap.%d.exit.txt" % (d, r.pid))
        (a,) = dump.of(4321)
        equal((a.count, len(a.frames)), (2, len(a.pcs)))
        equal([f.func for f in a.frames[:3]], ["plant_fresh", "plant_leak", "main"])
        for pc, f in zip(a.pcs, a.frames):
            m = dump.map_of(pc)
            equal(os.path.realpath(f.map), m.name)
            equal((f.rel_pc - pc) % 4096, 0)


def case_dump_on_signal():
    with tempfile.TemporaryDirectory() as d:
        r = planted("backtrace backtrace_dump_prefix=%s/heap" % d, "dump", 17)
        equal(os.listdir(d), ["heap.%d.txt" % r.pid])
        (a,) = Dump("%s/heap.%d.txt" % (d, r.pid)).of(12345)
        equal(a.count, 1)
        r = planted("backtrace backtrace_dump_prefix=%s/none/heap" % d, "dump", 17)
        path = "%s/none/heap.%d.txt" % (d, r.pid)
        equal(r.texts(), ["Dumping to file: " + path, "Unable to create file: " + path])


def depths(options, interval=""):
    """How deep the backtraces of 11111, 22222 and 33333 bytes are."""
    with tempfile.TemporaryDirectory() as d:
        r = planted("%s backtrace_dump_on_exit backtrace_dump_prefix=%s/heap" % (options, d), "toggle",
                    environment=sampled(interval))
        dump = Dump("%s/heap.%d.exit.txt" % (d, r.pid))
        return [len(a.pcs) for size in (11111, 22222, 33333) for a in dump.of(size)]


def case_backtraces_by_signal_and_size():
    equal(depths("backtrace_enable_on_signal=3"), [0, 3, 0])
    equal(depths("backtrace_enable_on_signal=8 backtrace=2"), [2, 0, 2])
    signal = "backtrace_enable_on_signal backtrace=2 "
    equal(depths(signal + "backtrace_size=33333"), [0, 0, 2])
    equal(depths(signal + "backtrace_size=11111"), [2, 0, 0])
    equal(depths(signal + "bt_min_sz=11112"), [0, 0, 2])
    equal(depths(signal + "bt_max_sz=33332"), [2, 0, 0])
    equal(depths(signal + "bt_min_sz=11111 bt_max_sz=33333"), [2, 0, 2])


def case_fork():
    """The child that ends by exit() dumps under its own number; the others do not."""
    with tempfile.TemporaryDirectory() as d:
        r = planted("%s record_allocs backtrace_dump_on_exit backtrace_dump_prefix=%s/heap" % (GUARDS, d), "fork")
        assert r.out.endswith("\n1\n"), r.out
        equal((r.reports(), len(os.listdir(d))), ([], 2))
        equal(len(Dump("%s/heap.%d.exit.txt" % (d, r.pid)).of(54321)), 0)
        (child,) = set(os.listdir(d)) - {"heap.%d.exit.txt" % r.pid}
        equal(len(Dump(os.path.join(d, child)).of(54321)), 1)


def case_libraries_that_go():
    """Where a library was, another one comes whose functions have frames of other sizes."""
    reports = planted("leak_track backtrace", "plugins", *PLUGINS).reports()
    (last,) = [x for x in reports if x.bytes == 1005]
    equal(last.trace("allocation")[:5], ["second_inner", "plugged", "plant_plugin", "", "main"])
    for report in reports:
        if 1000 <= report.bytes < 1005:
            equal(report.trace("allocation")[2:5], ["plant_plugin", "", "main"])


def case_interrupted():
    """The handler of a signal: what it interrupted is no call."""
    if os.uname().machine != "x86_64":
        return
    reports = [x for x in planted("leak_track backtrace", "trap").reports() if x.bytes == 777]
    equal(len(reports), 3)
    for report in reports:
        functions = report.trace("allocation")
        equal(functions[:2], ["plant_fresh", "plant_leak"])
        equal([f for f in functions if f in ("plant_trap", "plant_before", "main")], ["plant_trap", "main"])


# --- records ----------------------------------------------------------------------------------------------------------


def replay(ops):
    """Nothing is freed that was not allocated, or handed out twice."""
    live = {}
    for i, o in enumerate(ops):
        op = WORDS["operation"][o.op]
        gone = o.ptr if op == "free" else o.old_ptr if op == "realloc" else 0
        if gone:
            assert live.pop(gone, None), "operation %d: 0x%x is not live" % (i, gone)
        if op not in ("free", "thread_done") and o.ptr:
            assert o.ptr not in live, "operation %d: 0x%x is live" % (i, o.ptr)
            live[o.ptr] = o
    return live


def described(o):
    op = WORDS["operation"][o.op]
    return {"malloc": (op, o.ptr, o.bytes), "calloc": (op, o.ptr, o.n_items, o.bytes), "free": (op, o.ptr),
            "memalign": (op, o.ptr, o.alignment, o.bytes), "realloc": (op, o.ptr, o.old_ptr, o.bytes)}[op]


def records(options, *words):
    with tempfile.TemporaryDirectory() as d:
        r = planted("record_allocs_file=%s/r.txt record_allocs_on_exit %s" % (d, options), *words)
        path = pathlib.Path(d, "r.txt.%d" % r.pid)
        ops = events(path.read_bytes(), RECORDS)
        equal({o.event for o in ops}, {"op"})
        return r, ops


def case_records():
    for options in ("record_allocs", "record_allocs guard", "record_allocs free_track"):
        r, ops = records(options, "record")
        a, b, c, e, f = (int(x, 16) for x in r.out.split())
        d = next(o.ptr for o in ops if o.bytes == 1004)
        mine = [described(o) for o in ops if WORDS["operation"][o.op] != "thread_done"]
        start = mine.index(("malloc", a, 1001))
        mine = [o for o in mine[start:] if {a, b, c, d, e, f} & set(o[1:3])]
        alignment = 256 if "guard" in options else 200
        equal(mine, [("malloc", a, 1001), ("calloc", b, 7, 143), ("memalign", c, alignment, 1003),
                     ("realloc", d, 0, 1004),
                     ("realloc", e, a, 2001), ("memalign", f, 512, 1), ("realloc", 0, d, 0), ("free", b), ("free", c),
                     ("free", e), ("free", f)])
        for o in ops:
            kept = "free_track" in options and o.bytes == 0  # not freed beneath yet
            assert 0 < o.start_ns <= o.end_ns or kept, described(o)
            equal(o.thread_id, r.pid)
            if WORDS["operation"][o.op] == "free":
                assert "resident_bytes" in o.has and o.resident_bytes > 0, described(o)


def case_records_of_threads():
    r, ops = records("record_allocs guard", "threads", 4)
    done = [o for o in ops if WORDS["operation"][o.op] == "thread_done"]
    equal(len({o.thread_id for o in done}), 4)
    equal(len(done), 4)
    for tid in {o.thread_id for o in done}:
        n = [WORDS["operation"][o.op] for o in ops if o.thread_id == tid]
        equal((n.count("malloc"), n.count("free"), n[-1]), (2001, 2001, "thread_done"))
    assert all(o.end_ns for o in done)


def case_records_replayed():
    with tempfile.TemporaryDirectory() as d:
        r = Run("record_allocs record_allocs_on_exit record_allocs_file=%s/r" % d, "/usr/bin/python3", "-c",
                "import json; print(len(json.dumps(list(range(5000)))))")
        equal((r.out, r.err), ("28890\n", b""))
        ops = events(pathlib.Path(d, "r.%d" % r.pid).read_bytes(), RECORDS)
        assert len(ops) > 1000, len(ops)
        replay(ops)


def case_records_by_signal_and_limits():
    with tempfile.TemporaryDirectory() as d:
        r = planted("record_allocs record_allocs_file=%s/r.txt" % d, "dump", 18)
        ops = events(pathlib.Path(d, "r.txt").read_bytes(), RECORDS)
        equal((r.err, [o.bytes for o in ops].count(12345)), (b"", 1))
        r = planted("record_allocs=5 record_allocs_on_exit record_allocs_file=%s/r.txt" % d, "chain")
        equal(r.texts(), ["Maximum number of records added, all new operations will be dropped."])
        equal(len(events(pathlib.Path(d, "r.txt.%d" % r.pid).read_bytes(), RECORDS)), 5)
        r = planted("record_allocs record_allocs_on_exit record_allocs_file=%s/none/r" % d, "chain")
        equal(r.texts(), ["Cannot create record alloc file %s/none/r.%d: No such file or directory" % (d, r.pid)])
        r = planted("record_allocs record_allocs_on_exit record_allocs_file=/dev/full/r", "chain")
        equal(r.texts(), ["Cannot create record alloc file /dev/full/r.%d: Not a directory" % r.pid])
        r = planted("record_allocs record_allocs_on_exit record_allocs_file=%s/r" % d)
        equal(r.texts(), ["No alloc entries to write."])


# --- sampling ---------------------------------------------------------------------------------------------------------


def sampled(interval):
    return {"DIAGFMT_MALLOC_SAMPLE": str(interval)}.items()


def case_sampling_refused():
    """Without samples every block is tracked; options that need all blocks are left out with them."""
    for bad in ("0", "-1", "x", "5x", " 5", "1k", str(2**40 + 1), "99999999999999999999"):
        refusal("backtrace", "bad value for DIAGFMT_MALLOC_SAMPLE, not of 1 to %d bytes: %s" % (2**40, bad), environment=sampled(bad))
    for options in ("verbose", "leak_track", "guard"):
        r = planted(options, "rear" if options == "guard" else "chain", environment=sampled(1))
        equal([t for t in r.texts() if "malloc debug enabled" not in t], ["planted: sampling needs the option 'backtrace'"] + WHERE_TO_READ)
        equal("corrupted_guard" in map(kind, r.reports()), options == "guard")
    for o in option_table():
        name = o.name.decode()
        if not name.startswith(("backtrace", "log_allocator_stats")) and name != "verbose":
            for spelt in {name, (o.alias or o.name).decode()}:
                refusal(spelt + ("=64" if o.required else "") + "\tbacktrace",
                        "option '%s' is not possible with sampling" % name, environment=sampled(1))
    with tempfile.TemporaryDirectory() as d:
        r = planted("leak_track guard backtrace backtrace_dump_prefix=%s/heap" % d, "dump", 17, environment=sampled(1))
        equal((os.listdir(d), r.reports()), (["heap.%d.txt" % r.pid], []))
    equal(planted("guard", "rear", environment=sampled("")).report().bytes, 40)
    equal(planted(None, "chain", environment=sampled(1)).err, b"")


def strewn(n, size, interval, options=""):
    """How many blocks of a size a dump tells of, by the function that allocated them, and what was printed."""
    with tempfile.TemporaryDirectory() as d:
        r = planted("backtrace backtrace_full backtrace_dump_on_exit backtrace_dump_prefix=%s/heap %s" % (d, options),
                    "strew", n, size, environment=sampled(interval))
        dump = Dump("%s/heap.%d.exit.txt" % (d, r.pid))
        equal(dump.header.fingerprint, "unknown, a sample every %d bytes" % interval)
        found = {}
        for a in dump.of(size):
            for f in a.frames:
                if f.func.startswith("plant_"):
                    found[f.func] = found.get(f.func, 0) + a.count
        return found


def case_sampling_counts():
    """Within five standard errors of what is live, and nothing that is not; where all are tracked, exactly."""
    for n, size, interval in ((48000, 100, 4096), (48000, 24, 65536), (9600, 1000, 1000), (4800, 2000, 700),
                              (240, 200000, 524288), (4800, 1, 3)):
        tracked = -math.expm1(-size / interval)
        found = strewn(n, size, interval)
        error = math.sqrt(n * (1 - tracked) / tracked)
        assert abs(found.get("plant_kept", 0) - n) <= 5 * error + 1, (n, size, interval, found, error)
        equal(set(found) - {"plant_kept"}, set())
    for n, size in ((48, 12345), (4800, 1000)):
        equal(strewn(n, size, 1), {"plant_kept": n})


def case_sampling_is_not_biased():
    """The mean of many runs; rounding to whole blocks must not shift it."""
    runs, n, size, interval = 60, 96, 700, 1000
    tracked = -math.expm1(-size / interval)
    found = [strewn(n, size, interval).get("plant_kept", 0) for _ in range(runs)]
    error = math.sqrt(n * (1 - tracked) / tracked / runs)
    assert len(set(found)) > 5, found
    assert abs(sum(found) / runs - n) <= 5 * error, (found, error)


def case_sampling_changes_nothing():
    for interval in (1, 100, 524288):
        for what, said in (("chain", "1\n1\n"), ("align", "1 22 22\n"), ("leak", "")):
            r = planted("backtrace", what, 0, 0, environment=sampled(interval))
            equal((r.out, r.err), (said, b""))
        equal(planted("backtrace", "fork", environment=sampled(interval)).out.split()[-1], "1")


def case_sampling_of_sizes_and_by_signal():
    with tempfile.TemporaryDirectory() as d:
        r = planted("backtrace backtrace_dump_prefix=%s/heap" % d, "dump", 17, environment=sampled(2**40))
        equal(os.listdir(d), ["heap.%d.txt" % r.pid])
        Dump("%s/heap.%d.txt" % (d, r.pid))
        r = planted("backtrace backtrace_dump_prefix=%s/heap" % d, "dump", 17, environment=sampled(1))
        (a,) = Dump("%s/heap.%d.txt" % (d, r.pid)).of(12345)
        equal(a.count, 1)
    equal(depths("backtrace_enable_on_signal=3", 1), [0, 3, 0])
    equal(depths("backtrace_enable_on_signal=8 backtrace=2 bt_min_sz=11112", 1), [0, 0, 2])


def case_sampling_of_programs():
    for interval in (1, 4096):
        with tempfile.TemporaryDirectory() as d:
            r = Run("backtrace backtrace_full backtrace_dump_on_exit backtrace_dump_prefix=%s/heap" % d,
                    "/usr/bin/python3", "-c", PYTHON,
                    environment={"PYTHONMALLOC": "malloc", "DIAGFMT_MALLOC_SAMPLE": str(interval)}.items())
            equal(r.out, "done\n")
            dump = Dump("%s/heap.%d.exit.txt" % (d, r.pid))
            assert any("Py" in f.func for a in dump.allocs for f in a.frames)


# --- other programs ---------------------------------------------------------------------------------------------------

EVERYTHING = GUARDS + " verify_pointers record_allocs record_allocs_on_exit record_allocs_file=%s/r " \
    "backtrace_dump_on_exit backtrace_full backtrace_dump_prefix=%s/heap"


def case_shell():
    """A shell that asks itself for a dump, and its children; one may end without its exit's reports."""
    with tempfile.TemporaryDirectory() as d:
        r = Run(EVERYTHING % (d, d), "/bin/sh", "-c",
                "kill -47 $$; x=$(echo a | tr a b); for i in 1 2 3; do x=$x$i; done; (echo $x); /bin/ls / | head -n 1 |"
                " wc -l", folder=d)
        equal((r.out.split(), r.reports()), (["b123", "1"], []))
        Dump("%s/heap.%d.txt" % (d, r.pid))
        dumps = [n for n in os.listdir(d) if n.endswith(".exit.txt")]
        assert dumps, os.listdir(d)
        for n in dumps:
            Dump(os.path.join(d, n))
            records_of = pathlib.Path(d, "r." + n.split(".")[1])
            assert events(records_of.read_bytes(), RECORDS)


PYTHON = r"""
import ctypes, json, os, re, subprocess, threading, zlib
def work(n):
    data = json.dumps([{"n": i, "s": "x" * (i % 97)} for i in range(300)]).encode()
    assert json.loads(zlib.decompress(zlib.compress(data)))[7]["n"] == 7
    assert len(re.findall(rb"x+", data)) == 296
threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for t in threads: t.start()
for t in threads: t.join()
assert subprocess.run(["/bin/echo", "child"], capture_output=True).stdout == b"child\n"
if os.fork() == 0:
    work(0)
    os._exit(0)
os.wait()
print("done")
"""


def case_python():
    for more in ({}, {"PYTHONMALLOC": "malloc"}):
        with tempfile.TemporaryDirectory() as d:
            r = Run(EVERYTHING % (d, d), "/usr/bin/python3", "-c", PYTHON, environment=more.items())
            equal((r.out, r.reports()), ("done\n", []))
            dump = Dump("%s/heap.%d.exit.txt" % (d, r.pid))
            assert any(f.func == "Py_BytesMain" or "main" in f.func for a in dump.allocs for f in a.frames)
            ops = events(pathlib.Path(d, "r.%d" % r.pid).read_bytes(), RECORDS)
            assert len(ops) > 1000, len(ops)


def case_standard_error_closed():
    """Leaks are told by a program that closes its standard error before it ends; nothing goes astray without any."""
    r = Run("leak_track", "/bin/ls", "/")
    assert r.reports() and {kind(x) for x in r.reports()} == {"leak"}
    with tempfile.TemporaryDirectory() as d:
        r = Run("guard leak_track", "/bin/sh", "-c", "exec 2>&-; exec %s rear > out" % PLANTED, folder=d)
        equal(len(pathlib.Path(d, "out").read_text().split()), 1)


def main():
    wanted = sys.argv[6:]
    ran = failed = 0
    for name, case in list(globals().items()):
        if not name.startswith("case_") or (wanted and name[5:] not in wanted):
            continue
        ran += 1
        try:
            case()
            print("ok", name[5:], flush=True)
        except Exception:
            failed += 1
            print("FAILED", name[5:], flush=True)
            traceback.print_exc()
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
