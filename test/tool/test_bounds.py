#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tool's work is bounded by input and output: time, signals, and what hash tables are seeded with.

usage: test_bounds.py DIAGFMT time|seeds|signals|limits SAMPLES    (limits needs none; time tries seeds, too)
       test_bounds.py DIAGFMT time|seeds corpus

Shapes that are made here are small and hostile: many names, numbers that collide, deep chains, bombs. SAMPLES is a folder of a
folder for each format, of which every tenth file is taken, with $DFMT_THOROUGH every fifth. With "corpus" the corpora in ../shared/corpus (or $DFMT_CORPUS) are used.

Commands and forms of output are those of the tool's help (forms.py). A plain command is tried on each file, any other form on some of
each format and on each of deep ones; with $DFMT_THOROUGH on all files.
"""
import base64
import collections
import gzip
import hashlib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import make_bugreports  # noqa: E402
import make_mallocdbg  # noqa: E402
import make_profiles as profiles  # noqa: E402
from make_traces import string, typed, uint  # noqa: E402
import forms  # noqa: E402
from program import TOOL, run  # noqa: E402

NS_PER_BYTE, FREE, TRIES, FEW = 60, 1 << 20, 5, 2
DEEP = 60000  # frames of a chain, for which work that grows with their square takes seconds
A_FILE = 100  # bytes that a new file counts as
PASSES = {"share": 4}  # that a command makes over its input
# ns a byte that the most thorough levels may take, which are what apitrace writes gzip and Brotli with.
PACKING, PACKING_BROTLI = 700, 4000
QUIET, SLOWEST = 0.1, 4  # seconds that yardstick() takes on the machine of the limit; how many times that still counts
CONTAINER_FREE, MAX_RATIO = 4 << 20, 2000  # what a container may decode to by default, whatever its size and for its size
SEEDS, LARGE = ("--hash-seed=1", "--hash-seed=%d" % (2 ** 64 - 1)), 1 << 20  # bytes above which one seed has to do
MANY = 1000  # likewise, files that are extracted
THOROUGH = bool(os.environ.get("DFMT_THOROUGH"))
EACH = 1 if THOROUGH else 32  # one file of so many, for each form
SAMPLES = 5 if THOROUGH else 10  # one sample of so many
FORMATS = sorted(path.name for path in (pathlib.Path(__file__).resolve().parents[1] / "format").iterdir())

# --- hostile shapes ---------------------------------------------------------------------------------------------------

HEAD = b"\6\6\0"


def one_call(value):
    """A trace of one call with one argument."""
    return HEAD + b"\0\0\1\1f\1\1a\1\0" + value + b"\0\1\0\0"


def array(values):
    return b"\x0b" + uint(len(values)) + b"".join(values)


def named(kind, flags, values, encode):
    """An array of values of one enum or bitmask, which is defined by the first."""
    head = bytes([kind]) + b"\1"
    definition = uint(len(flags)) + b"".join(string(n) + encode(v) for n, v in flags)
    return one_call(array([head + (definition if i == 0 else b"") + encode(v) for i, v in enumerate(values)]))


def bitmask(flags, values):
    return named(10, flags, values, uint)


def enum(flags, values):
    return named(9, flags, values, typed)


def cut_starts(places=20000, tags=300000):
    """A damaged chunk in which another file may begin at many places, each with a block that all tags at its end belong to."""
    size, out = 14, b""  # bytes of a place: magic, length, size, and the tag of a literal up to the end of all places
    for left in range(places * size - size, -1, -size):
        out += b"at" + struct.pack("<I", left + 2 * tags + 8) + uint(3 << 20) + b"\xf8" + struct.pack("<I", max(left, 1) - 1)[:3]
    out += b"\0x" * 2 * tags
    first = HEAD + b"\0\0\1\1f\0\0" + b"\1\0\0"
    whole = uint(len(first)) + bytes([len(first) - 1 << 2]) + first
    return b"at" + b"".join(struct.pack("<I", len(block)) + block for block in (whole, out))


def traces():
    r = random.Random(1)
    masks = set()
    while len(masks) < 256:
        masks.add(sum(1 << b for b in r.sample(range(40), 3)))
    many = 60000
    yield "zero_flags", gzip.compress(bitmask([("", 0)] * many, [1] * many))
    yield "equal_flags", gzip.compress(bitmask([("x", 3)] * many, [4] * many))
    yield "masks", bitmask([("m", m) for m in sorted(masks)], [r.getrandbits(40) & r.getrandbits(40) for _ in range(many)])
    yield "small_values", bitmask([("", m) for m in sorted(masks)], [1 << i % 40 for i in range(many)])
    yield "enum_backwards", gzip.compress(enum([("n", -i) for i in range(many)], [-many + 1] * many))
    yield "enum_mixed", enum([("n", r.getrandbits(60)) for _ in range(many)], [r.getrandbits(60) for _ in range(many)])
    yield "enum_equal", gzip.compress(enum([("n", 1)] * many, [2] * many))
    yield "far_ids", HEAD + b"".join(b"\0\0" + uint(70000 + (i << 16)) + b"\1f\0\0\1" + uint(i) + b"\0" for i in range(60000))
    yield "deep_values", gzip.compress(one_call(b"\x0b\1" * 250 + array([b"\x0b\1" * 4 + b"\0"] * 20000)), 1)
    yield "pending", HEAD + b"\0\0\1\1f\0\0" + b"\0\0\1\0" * 50000 + b"".join(b"\1" + uint(i) + b"\0" for i in range(50001))
    yield "unknown_leaves", HEAD + b"\0\0\1\1f\0\0" + b"\1\5\0" * 50000
    yield "properties", b"\6\6" + b"".join(string("n%d" % i) + string("") for i in range(60000)) + b"\0"
    yield "structs", one_call(array([b"\x0c" + uint(i) + b"\1s\0" for i in range(60000)]))
    yield "flat_gzip", gzip.compress(one_call(array([b"\0"] * 1000000)))
    yield "cut_starts", cut_starts()
    yield "zeros_gzip", gzip.compress(one_call(b"\x08" + uint(3 << 20) + bytes(3 << 20)))


def apport():
    yield "keys", b"ProblemType: Crash\n" + b"".join(b"Key%d: x\n" % i for i in range(20000))
    yield "one_key", b"ProblemType: Crash\n" + b"Key: x\n" * 60000
    yield "lines", b"ProblemType: Crash\nText:\n" + b" \n" * 300000
    yield "zeros", b"ProblemType: Crash\nCoreDump: base64\n " + base64.b64encode(gzip.compress(bytes(8 << 20))) + b"\n"
    yield "keys_gzip", gzip.compress(b"ProblemType: Crash\n" + b"".join(b"Key%d: x\n" % i for i in range(20000)))


def message(*fields):
    """Of protobuf: numbers with their integers or bytes."""
    return b"".join(uint(n << 3) + uint(v) if isinstance(v, int) else uint(n << 3 | 2) + uint(len(v)) + v for n, v in fields)


def tombstones(name):
    """Of frames with a name that takes long to be brought into its normal form; in protobuf lines have no limit."""
    head = b"*** " * 15 + b"***\npid: 1, tid: 1, name: a  >>> b <<<\nsignal 6 (SIGABRT), code -1 (SI_QUEUE)\nbacktrace:\n"
    yield "tombstone_names", head + b"    #00 pc 10  /l.so (" + b"+1)\n    #00 pc 10  /l.so (".join([name] * 60) + b"+1)\n"
    thread = message((1, 1), (4, message((1, 16), (4, name * 40), (6, b"/l.so"))))
    yield "tombstone_name", message((2, b"f"), (4, b"2024-05-06 07:08:09+0000"), (6, 1), (9, b"b"),
                                    (10, message((1, 6), (2, b"SIGABRT"))), (16, message((1, 1), (2, thread))))


def threads():
    """Of dumps: threads in one long chain, with a cycle at its end; locks of one thread; names that end late."""
    head, end = b"----- pid 7 at 2024-01-02 03:04:05 -----\n", b"----- end 7 -----\n"
    yield "thread_chain", head + b"".join(b'"t" prio=5 tid=%d Blocked\n  at a(x)\n  - waiting to lock <0x1> (a x) held by thread %d\n' %
                                          (i, i + 1 if i < 30000 else i - 1) for i in range(1, 100001)) + end
    yield "thread_locks", head + b'"t" prio=5 tid=1 Blocked\n' + b"  - waiting to lock <0x1> (a x) held by thread 1\n" * 60000 + end
    yield "thread_names", head + (b'"' + b'" prio=5' * 1800 + b'" sysTid=1\n') * 100 + end


def dumps(text):
    """A record that is full when its last line is long."""
    head = text + b"------ DUMPSYS (dumpsys) ------\n"
    divider = make_bugreports.DASHES.encode() + b"\n"
    record = b"ApplicationExitInfo #0:\nimportance=1 description=\n"
    rest = (1 << 20) - len(record)
    lines = b"".join(b"x" * (n - 1) + b"\n" for n in [8192] * (rest // 8192 - 1) + [8192 + rest % 8192])
    yield "exit_record", head + divider + b"DUMP OF SERVICE activity:\n" + record + lines + b"\n" * 300000


def logs(text):
    """Exceptions of more threads than may be open, a line of each in turn; frames that are all but normal; many values."""
    head = text + b"------ SYSTEM LOG (logcat -d) ------\n"
    line = b"01-01 00:00:00.000 %5d %5d E AndroidRuntime: %s\n"
    yield "log_threads", head + b"".join(line % (i % 65, i % 65, b"FATAL EXCEPTION: x" if i % 2 else b"E") for i in range(40000))
    yield "log_open", head + b"".join(line % (i % 64, 1, b"FATAL EXCEPTION: x" if i < 64 else b"\tat a.b(c)") for i in range(40000))
    name = line % (1, 1, b"\tat " + b"$r8$lambda-$$Lambd$Prox" * 700 + b"(c)")
    yield "log_names", head + line % (1, 1, b"FATAL EXCEPTION: x") + name * 60
    yield "log_values", head + b"01-01 00:00:00.000     1     1 I am_crash: [1,0,p,1%s]\n" % (b"," * 16000) * 60


def findings(text):
    """Occurrences of as many processes, signatures and kinds as there may be, in turn; all of one; faults without an end; a log alone."""
    head = text + b"------ EVENT LOG (logcat -b events) ------\n"
    line = b"01-%02d %02d:%02d:%02d.000     1     1 I %s: [%s]\n"
    times = [(1 + i // 86400, i // 3600 % 24, i // 60 % 60, i % 60) for i in range(0, 14000 * 11, 11)]
    kinds = (b"am_crash", b"%d,0,p%d,0,E%d,m,f,1"), (b"am_wtf", b"0,%d,p%d,0,t%d,m"), (b"am_anr", b"0,%d,p%d,0,r%d"), (b"am_kill", b"0,%d,p%d,0,k%d")
    yield "findings", head + b"".join(line % (*t, kinds[i % 4][0], kinds[i % 4][1] % (i, i, i)) for i, t in enumerate(times))
    yield "finding_long", head + b"".join(line % (*t, b"am_wtf", b"0,%d,%s,0,t,m" % (i, b"p" * 4000)) for i, t in enumerate(times[:600]))
    one = line % (1, 0, 0, 0, b"am_wtf", b"0,1,p,0,t,m")
    yield "finding_one", head + one * 40000
    yield "kernel_faults", text + b"------ LAST KMSG (x) ------\n" + b"".join(b"[ %d.000000] BUG: %d\nCall trace:\n f%d+0x1/0x2\n" % (i, i, i) for i in range(20000))
    yield "lone_log", b"01-01 00:00:00.000     1     1 E AndroidRuntime: FATAL EXCEPTION: x\n" * 20000 + one * 20000


def bugreports():
    def names(of):
        z = make_bugreports.Zip()
        make_bugreports.usual(z, make_bugreports.small())
        for i in range(20000):
            z.add(of(i), b"", 0)
        return z.close()

    text = make_bugreports.small().decode()
    yield "names", names(lambda i: "FS/n%d" % i)
    yield "one_name", names(lambda i: "FS/n")
    yield "sections", (text + "".join("------ S%d (s) ------\n" % i for i in range(60000))).encode()
    yield "services", (text + "------ DUMPSYS (dumpsys) ------\n" + "".join(
        make_bugreports.DASHES + "\nDUMP OF SERVICE s%d:\n" % i for i in range(30000))).encode()
    yield "lines", (text + "------ S (s) ------\n" + "\n" * 300000).encode()
    yield "dashes", (text + "------ " * 100000).encode()
    z = make_bugreports.Zip()
    z.add("version.txt", b"2.0").add("main_entry.txt", b"b.txt")
    body = text.encode() + b"------ S (s) ------\n" + b"a\n" * (1 << 20)
    c = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = c.compress(body) + c.flush()
    z.add("b.txt", body, 8, change=lambda _: data)
    yield "text_bomb", z.close()
    yield from tombstones(b"abort" + b".cold" * 3000)
    yield from dumps(text.encode())
    yield from logs(text.encode())
    yield from findings(text.encode())
    yield from threads()


def entry_chain(n, step):
    """Of as many frames: all of one function, or each of the next one."""
    return profiles.chain(*[profiles.entry(i * step * 16 + 16, 0, i * step) for i in range(n)])


def simpleperf():
    p = profiles
    chain = p.chain(*[p.entry(i, 0, 0) for i in range(64)])
    yield "threads", p.whole(*[p.sample(i, i << 8, p.FRAMES) for i in range(20000)], *[p.thread(i << 8, 1, "t") for i in range(20000)])
    yield "files", p.whole(p.ONE, *[p.file_of(i << 8, "/p%d" % i, ["s"]) for i in range(20000)])
    yield "one_file", p.whole(p.ONE, *[p.file_of(0, "/p%d" % i, ["s"]) for i in range(20000)])
    yield "symbols", p.whole(p.ONE, p.file_of(0, "/p", ["s%d" % i for i in range(60000)]))
    yield "chains", p.whole(*[p.sample(i, 1, chain) for i in range(4000)], p.file_of(0, "/p", ["s"]))
    yield "apart", p.whole(*[p.sample(i, 1, p.chain(*[p.entry(i << 20, i * 64 + k, k) for k in range(8)])) for i in range(4000)])
    yield "deep_recursion", p.whole(p.sample(1, 1, entry_chain(DEEP, 0)), p.file_of(0, "/p", ["f"]))
    yield "deep_chain", p.whole(p.sample(1, 1, entry_chain(DEEP // 4, 1)), p.file_of(0, "/p", ["f%d" % i for i in range(DEEP // 4)]))
    yield "steps", p.whole(*[p.sample(i, i, entry_chain(i, 0)) for i in range(1, 300)], p.file_of(0, "/p", ["f"]))
    yield "empty_records", p.HEAD + p.rec(b"") * 60000 + p.END


def mallocdbg():
    def text(lines):
        return "".join(line + "\n" for line in lines).encode()

    yield "blocks", text("1: malloc 0x%x 8" % (i << 32 | 16) for i in range(60000))
    yield "deep_records", text(make_mallocdbg.dump("1.2", [(0, i, 1, range(i << 20, (i << 20) + 16 * 256, 16)) for i in range(1, 100)]))
    yield "op_threads", text("%d: malloc 0x%x 8" % (i << 12, i * 16 + 16) for i in range(60000))
    yield "sizes", text("1: malloc 0x%x %d" % (i * 16 + 16, i << 20) for i in range(60000))
    yield "records", text(make_mallocdbg.dump("1.1", [(0, i, 1, [i << 12, i << 13]) for i in range(20000)]))
    yield "log_threads", text("04-15 12:00:31.304  7412 %5d E malloc_debug: %s" % (i, line) for i in range(1, 1500)
                              for line in list(make_mallocdbg.reports())[0][:5])
    yield "leaks", text("E/malloc_debug( 7412): +++ p%d leaked block of size 24 at 0x%x (leak %d of 60000)" % (i, i * 16, i)
                        for i in range(1, 30000))


def packed(data, container):
    """A gzip'd trace in another container."""
    with tempfile.TemporaryDirectory() as folder:
        a, b = os.path.join(folder, "a"), os.path.join(folder, "b")
        pathlib.Path(a).write_bytes(data)
        code, _, err = run("convert", "--container=" + container, "--unlimited", "-o", b, a)
        return pathlib.Path(b).read_bytes() if code == 0 else None  # without the codec: there is no such bomb


def bombs():
    """Containers that hold far more than their size: of events, of one blob."""
    events = gzip.compress(HEAD + b"\0\0\1\1f\0\0\1\0\0" + b"\0\0\1\0\1\1\0" * (5 << 20))
    blob = gzip.compress(one_call(b"\x08" + uint(48 << 20) + bytes(48 << 20)))
    for container in "brotli", "zstd":
        for name, data in ("events", events), ("blob", blob):
            made = packed(data, container)
            if made:
                yield "bomb_%s_%s" % (name, container), made


SHAPES = {"apitrace": traces, "apport": apport, "bugreport": bugreports, "simpleperf": simpleperf, "mallocdbg": mallocdbg}


def shapes():
    for format, make in SHAPES.items():
        for name, data in make():
            yield format, name, data
    for name, data in bombs():
        yield "apitrace", name, data


def files(where):
    """(format, name, path) of what there is to be read."""
    if where == "corpus":
        root = corpus.folder(".", "apitrace").parent
        for format in FORMATS:
            for path in sorted((root / format).rglob("*")):
                if path.is_file() and path.suffix not in (".py", ".json", ".md", ".sh", ".c", ".h", ".tsv"):
                    yield format, str(path.relative_to(root)), path
        for path in sorted((root / "findings").iterdir()):
            if path.suffix in (".trace", ".zip"):
                yield path.suffix, path.name, path
        return
    folder = pathlib.Path(tempfile.mkdtemp())
    for i, (format, name, data) in enumerate(shapes()):
        path = folder / ("%d" % i)
        path.write_bytes(data)
        yield format, name, path
    for format in FORMATS:
        for path in sorted((pathlib.Path(where) / format).iterdir())[::SAMPLES]:
            yield format, path.name, path


def seeded(args, seed):
    return [*args, seed] if forms.takes(args[0], "--hash-seed") else args


REFUSALS = collections.Counter()  # formats and arguments that are wrong usage; a few files of each format have to say so


def tried(format, n, name):
    """The arguments, with FILE for the file, that the n-th file is tried with."""
    format = {".trace": "apitrace", ".zip": "bugreport"}.get(format, format)
    for i, (args, plain) in enumerate(forms.forms(format)):
        wanted = plain or name.startswith("deep") or (i + n) % EACH == 0
        if wanted and REFUSALS[format, *args] < FEW:
            yield args, plain, (format, *args)


# --- time -------------------------------------------------------------------------------------------------------------


def measure(args, path):
    """Seconds of the processor, bytes put out, and a digest of them and the exit status."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryDirectory() as folder:
        real = {"FILE": path, "DIR": folder}
        p = subprocess.Popen([TOOL, *(real.get(arg, arg) for arg in args)], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        assert 0 <= p.returncode <= 4, (args, path, p.returncode)
        out.seek(0)
        digest = hashlib.file_digest(out, "sha256").hexdigest().replace(folder, "DIR")
        files = sorted(x for x in pathlib.Path(folder).rglob("*") if x.is_file())
        written = [(str(x.relative_to(folder)), hashlib.sha256(x.read_bytes()).digest()) for x in files]
        size = os.fstat(out.fileno()).st_size + sum(x.stat().st_size + A_FILE for x in files)
        return usage.ru_utime, size, (p.returncode, digest, written)


def yardstick(text=b" ".join(b"%x" % (i * 2654435761 & 0xfffff) for i in range(200000))):
    """Seconds of the processor for work that never changes, in cache and out of it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for _ in range(4):
        zlib.decompress(zlib.compress(text, 1))
        dict.fromkeys(range(0, 200000 * 7919, 7919))
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def packing_time(args, path):
    """ns that a file may take that is written as packed as it is."""
    with path.open("rb") as file:
        if args[0] not in ("convert", "repair") or file.read(2) != b"\x1f\x8b":
            return 0
    with gzip.open(path) as file:
        size = sum(map(len, iter(lambda: file.read(1 << 20), b"")))
    return size * (PACKING_BROTLI if "--container=brotli" in args else PACKING)


def slow(args, path, bomb):
    """What is too much in each of some tries, else None; and the digest. bomb: what limits let in counts as input.

    The limit is that of a machine of its own. Where it is not kept, the yardstick tells how much slower this machine is
    at the moment; work that grows with the square of the input is slower than that allows.
    """
    worst, stored = None, path.stat().st_size * args.count("FILE") * PASSES.get(args[0], 1)
    decoded = max(CONTAINER_FREE, MAX_RATIO * stored) if bomb else 0
    packing = packing_time(args, path)
    for n in range(TRIES):
        time.sleep(n)  # whatever else the machine is doing may be over then
        seconds, out, digest = measure(args, path)
        most = 1e-9 * (NS_PER_BYTE * (stored + decoded + out + FREE) + packing)
        if seconds > most:
            most *= min(max(yardstick() / QUIET, 1), SLOWEST)
        if seconds <= most:
            return None, digest
        worst = "%.3f s, %.3f s allowed; %d bytes in, %d out" % (seconds, most, stored, out)
    return worst, digest


def within_time(where):
    os.environ["MALLOC_PERTURB_"] = "0"  # filling memory takes longer than what is measured
    n, failed, differ = 0, 0, 0
    for i, (format, name, path) in enumerate(files(where)):
        for args, plain, key in tried(format, i, name):
            n += 1
            found, digest = slow(seeded(args, SEEDS[0]), path, "bomb" in name)
            REFUSALS[key] += digest[0] == 2
            if found:
                failed += 1
                print("%s of %s %s takes %s" % (" ".join(args), format, name, found), flush=True)
            two = plain and path.stat().st_size <= LARGE and (args[0] != "extract" or len(digest[2]) <= MANY)
            if two and measure(seeded(args, SEEDS[1]), path)[2] != digest:
                differ += 1
                print("%s of %s %s depends on the seed" % (" ".join(args), format, name), flush=True)
    print("%d runs, %d too slow, %d differ" % (n, failed, differ))
    assert n > 100
    return failed + differ


# --- seeds ------------------------------------------------------------------------------------------------------------


def seeds(where):
    """What is put out does not depend on the seed of hash tables; for builds in which time means nothing."""
    n, failed = 0, 0
    for i, (format, name, path) in enumerate(files(where)):
        if path.stat().st_size > LARGE:
            continue
        for args, _, key in tried(format, i, name):
            n += 1
            first = measure(seeded(args, SEEDS[0]), path)[2]
            REFUSALS[key] += first[0] == 2
            if measure(seeded(args, SEEDS[1]), path)[2] != first:
                failed += 1
                print("%s of %s %s depends on the seed" % (" ".join(args), format, name), flush=True)
    print("%d runs, %d differ" % (n, failed))
    assert n > 100
    return failed


# --- signals ----------------------------------------------------------------------------------------------------------

PATIENCE = 0.2  # seconds


def long_event():
    """One call with an array of numbers, each of which has a long name: 4 GB put out."""
    n = 2000000
    return gzip.compress(enum([("n" * 2000, 1)], [1] * n), 1)


def members(data, n, tail=b""):
    """data n times over, without compressing it so often."""
    return gzip.compress(data, 9) * n + (gzip.compress(tail) if tail else b"")


def huge_blob(mib=6000):
    head = HEAD + b"\0\0\1\1f\1\1a\1\0\x08" + uint(mib << 20)
    return gzip.compress(head) + members(bytes(8 << 20), mib // 8, b"\0\1\0\0")


def huge_zip():
    """An entry of 1 GB, stored once as deflate blocks that repeat."""
    c = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = c.compress(bytes(4 << 20)) + c.flush(zlib.Z_FULL_FLUSH)
    end = zlib.compressobj(9, zlib.DEFLATED, -15)
    data, size, crc = block * 256 + end.flush(), 4 << 28, 0
    for _ in range(256):
        crc = zlib.crc32(bytes(4 << 20), crc)
    z = make_bugreports.Zip()
    make_bugreports.usual(z, make_bugreports.small())
    at = len(z.out)
    when = (8 << 11, 44 << 9 | 3 << 5 | 17)
    z.out += struct.pack("<4sHHHHHLLLHH", b"PK\3\4", 20, 0, 8, *when, crc, len(data), size, 6, 0) + b"FS/big" + data
    z.record(b"FS/big", 0, 8, when, crc, len(data), size, at)
    return z.close()


def many_blocks():
    return b"".join(b"%d: malloc 0x%x %d\n" % (i & 15, i * 16 + 16, i * 7919 % 1000003) for i in range(1000000))


def files_here():
    return {path for path in pathlib.Path(".").rglob("*") if path.is_file()}


def stop(args, name, sign, wait):
    """Seconds from a signal to the end; None: it ended by itself before."""
    shutil.rmtree("dir", ignore_errors=True)
    before = files_here()
    p = subprocess.Popen([TOOL, *args, name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE)
    time.sleep(wait)
    running = p.poll() is None
    start = time.monotonic()
    p.send_signal(sign)
    _, err = p.communicate(timeout=60)
    took = time.monotonic() - start
    left = [x for x in files_here() - before if x.suffix == ".tmp" or x.stem in ("out", "big")]
    if not running:
        return None
    assert p.returncode == (130 if sign == signal.SIGINT else -sign) and err == b"", (args, p.returncode, err)
    assert left == [], (args, left)
    return took


def signals(where):
    del where
    os.chdir(tempfile.mkdtemp())
    inputs = {"event": long_event(), "blob": huge_blob(), "zip": huge_zip(), "ops": many_blocks()}
    for name, data in inputs.items():
        pathlib.Path(name).write_bytes(data)
    limits = ["--max-record=4G", "--max-memory=4G"]
    failed = 0
    for name, args in (("event", ["dump"]), ("event", ["dump", "--native"]),
                       ("blob", ["dump"]), ("blob", ["info"]), ("blob", ["verify"]), ("blob", ["convert", "-o", "out"]),
                       ("zip", ["extract", "--bugreport-max-ratio=0", "-C", "dir"]),
                       ("zip", ["verify", "--bugreport-max-ratio=0"]), ("ops", ["top"])):
        taken = []
        for sign, wait in ((signal.SIGTERM, 0.1), (signal.SIGINT, 0.2), (signal.SIGTERM, 0.3), (signal.SIGINT, 0.4)):
            best = None
            for _ in range(TRIES):
                took = stop([*args, *limits] if name == "event" else args, name, sign, wait)
                best = took if best is None or (took is not None and took < best) else best
                if best is None or best <= PATIENCE:
                    break
            if best is not None:
                taken.append(best)
        slowest = max(taken, default=0)
        print("%-60s %s" % (" ".join([*args, name]), ", ".join("%.3f s" % x for x in taken)), flush=True)
        failed += slowest > PATIENCE or not taken
    return failed


# --- limits -----------------------------------------------------------------------------------------------------------


def limits(where):
    """Containers stop at their limits, which are told, and go on by what is said."""
    del where
    os.chdir(tempfile.mkdtemp())
    n = 0
    for name, data in bombs():
        n += 1
        pathlib.Path("bomb").write_bytes(data)
        code, _, err = run("info", "bomb")
        assert code == 1 and re.search("limit (of [1-9][0-9]*[KMG]? )?reached; go on with --max-", err), (name, code, err)
        if "events" in name:  # of which there may be too many for the memory allowed
            continue
        assert "--max-ratio=" in err, (name, err)
        assert run("info", "--max-ratio=10000000", "bomb")[0] == 0, name
        code, _, err = run("info", "--max-ratio=10000000", "--max-output=6M", "bomb")
        assert code == 1 and re.search("limit of [0-9]+[KMG]? reached; go on with --max-output=", err), (name, code, err)
        assert run("info", "--unlimited", "bomb")[0] == 0, name
    pathlib.Path("gz").write_bytes(gzip.compress(one_call(b"\x08" + uint(48 << 20) + bytes(48 << 20))))
    assert run("info", "gz")[0] == 0  # gzip never comes near the limit that is set by default
    code, _, err = run("info", "--max-ratio=100", "gz")
    assert code == 1 and "--max-ratio" in err, (code, err)
    r = random.Random(2)
    flags = [("m%d" % i, r.getrandbits(30) << 10 | 3 << i % 9) for i in range(400)]
    pathlib.Path("flags").write_bytes(gzip.compress(bitmask(flags, [1, 2, 3])))
    code, _, err = run("dump", "flags")
    assert code == 1 and re.search("limit of [0-9]+[KMG]? reached; go on with --apitrace-max-flags=", err), (code, err)
    assert run("dump", "--apitrace-max-flags=400", "flags")[0] == 0 and run("dump", "--unlimited", "flags")[0] == 0
    print("%d bombs" % n)
    return 0


if __name__ == "__main__":
    what = {"time": within_time, "seeds": seeds, "signals": signals, "limits": limits}[sys.argv[2]]
    sys.exit(1 if what(sys.argv[3] if len(sys.argv) > 3 else None) else 0)
