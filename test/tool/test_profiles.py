#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What `diagfmt top`, `flame` and `compare` call functions, whose blocks are, and which profiles are compared.

usage: test_profiles.py DIAGFMT

Profiles and heap dumps are made here.
"""

import csv
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

import corpus  # noqa: E402
import make_mallocdbg as heaps  # noqa: E402
import make_profiles as profiles  # noqa: E402
from program import run  # noqa: E402

# Functions by which a block is got for another one, as dumps and linkers spell them.
ALLOCATORS = """malloc calloc realloc reallocarray free memalign posix_memalign aligned_alloc valloc pvalloc strdup strndup
wcsdup __libc_malloc __libc_memalign __interceptor_malloc debug_malloc debug_calloc debug_posix_memalign je_malloc
scudo_realloc malloc@plt malloc@@LIBC malloc.part.0 _Znwm _Znam _ZnwmSt11align_val_t _Znwj _ZdlPv""".split() + [
    "malloc(unsigned long)", "realloc (.cold)", "operator new(unsigned long)", "operator new[](unsigned int)",
    "operator new(unsigned long, std::align_val_t)", "operator new", "operator delete(void*)",
    "std::__1::allocator<int>::allocate(unsigned long)", "__gnu_cxx::new_allocator<char>::allocate(unsigned long, void const*)",
    "std::__1::__libcpp_allocate(unsigned long, unsigned long)"]
# Others that only look like them.
CALLERS = """malloc_trim mallocator my_malloc xmalloc debug_print freedom free::run strdup_all operator_new
Foo::operator_new std::make_thing callocate""".split() + ["operator newtype()", "Pool::allocate(int)", "free_list(int)"]


def dump(*chains, count=1):
    """A heap dump: chains of names, innermost first, in two libraries."""
    records = [(0, 100 << i, count, [0x7F00021000 + 16 * (j + 1) for j in range(len(chain))]) for i, chain in enumerate(chains)]
    infos = [[("/system/lib64/libc.so" if j == 0 else "/data/app/libapp.so", 16 * (j + 1), name, 4)
              for j, name in enumerate(chain)] for chain in chains]
    return heaps.lines(heaps.dump("1.2", records=records, info=infos))


def profile(events, symbols, mangled=None, times=64, path="/lib/a.so"):
    """A profile of the events; in each sample the first function, called by the next ones. mangled None: as symbols."""
    frames = profiles.chain(*(profiles.entry(16 * (i + 1), 0, i) for i in range(len(symbols))))
    samples = [profiles.sample(1000 * (i + 1), 7, frames, 10, i % len(events)) for i in range(times)]
    names = profiles.rec(profiles.sub(profiles.FILE, profiles.num(1, 0) + profiles.sub(2, path.encode())
                                      + b"".join(profiles.sub(3, s.encode()) for s in symbols)
                                      + b"".join(profiles.sub(4, s.encode()) for s in symbols if mangled is None)
                                      + b"".join(profiles.sub(4, s.encode()) for s in mangled or ())))
    return profiles.whole(profiles.meta(*events), *samples, names, profiles.thread(7, 7, "main"))


class Folder:
    def __init__(self, folder):
        self.folder, self.n = pathlib.Path(folder), 0

    def file(self, data):
        self.n += 1
        path = self.folder / ("%d" % self.n)
        path.write_bytes(data)
        return path


def rows(*args):
    code, out, err = run(*args)
    assert code == 0, (args, code, err)
    return [json.loads(line) for line in out.decode().splitlines()]


def names(path, *options):
    return [r.get("function", "") for r in rows("top", "--json", *options, path)]


# --- whose blocks ---


def allocators(tally, new):
    for name in ALLOCATORS:
        path = new.file(dump([name, "load(char const*)", "main"]))
        tally.equal("top: " + name, "load(char const*)", names(path)[0])
        tally.equal("top --allocators: " + name, name, names(path, "--allocators")[0])
        found = rows("compare", "--json", path, new.file(dump([name, "load(char const*)", "main"], count=3)))
        tally.equal("compare: " + name, [("load(char const*)", 100, 300, "changed")],
                    [(r["function"], r["before"], r["after"], r["verdict"]) for r in found])
    for name in CALLERS:
        path = new.file(dump(["malloc", name, "main"]))
        tally.equal("top: " + name, name, names(path)[0])


def chains(tally, new):
    """Only at the inner end, as many as there are, and never all."""
    path = new.file(dump(["malloc", "operator new(unsigned long)", "grow()", "malloc", "main"], ["malloc"],
                         ["malloc", "operator new(unsigned long)"]))
    code, out, _ = run("flame", "--folded", "--by=none", path)
    tally.equal("folded", (0, ["main;malloc;grow() 100", "malloc 200", "operator_new(unsigned_long) 400"]),
                (code, sorted(out.decode().splitlines())))
    code, out, _ = run("flame", "--folded", "--by=none", "--allocators", path)
    tally.equal("all frames", "main;malloc;grow();operator_new(unsigned_long);malloc 100", sorted(out.decode().splitlines())[0])
    tally.equal("files", ["libapp.so", "libc.so"],
                [r["file"].rsplit("/", 1)[-1] for r in rows("top", "--json", "--by=file", path)])
    code, out, _ = run("leaks", path)
    tally.equal("leaks has the whole chain", True, code == 0 and b"#00 malloc" in out)


def in_between(tally, new):
    """Code of malloc_debug's own library, which has no name."""
    path = new.file(dump(["", "load()"]).replace(b"/system/lib64/libc.so", b"/system/lib64/libc_malloc_debug.so"))
    tally.equal("libc_malloc_debug.so", ["load()"], names(path))
    path = new.file(dump(["", "load()"]))
    tally.equal("libc.so", ["", "load()"], [n if not n.startswith("+") else "" for n in names(path)])


# --- what functions are called ---


def one_name(tally, new):
    both = new.file(profile(["cpu-cycles"], ["f(int)", "main"], ["_Z1fi", "main"]))
    plain = new.file(profile(["cpu-cycles"], ["f(int)", "main"]))
    older = new.file(profile(["cpu-cycles"], ["f(int)", "main"], []))
    linker = new.file(profile(["cpu-cycles"], ["_Z1fi", "main"], []))
    for what, a, b, name in (("linkers' names", both, both, "f(int)"), ("before alone", both, older, "f(int)"),
                             ("after alone", older, both, "f(int)"), ("as names", both, plain, "f(int)"),
                             ("none", older, older, "f(int)"), ("not demangled before", linker, both, "f(int)"),
                             ("not demangled after", both, linker, "f(int)"), ("never demangled", linker, linker, "_Z1fi")):
        found = rows("compare", "--json", "--total", a, b)
        tally.equal("compare: " + what, [(name, 640, 640), ("main", 640, 640)],
                    sorted((r["function"], r["before"], r["after"]) for r in found))
        told = {r["function"]: r.get("linker_name") for r in found}
        tally.equal("compare: the linker's, " + what, {name: "_Z1fi" if both in (a, b) else None, "main": None}, told)
    tally.equal("top", ["f(int)", "main"], names(both))
    code, out, _ = run("top", "--csv", both)
    tally.equal("top: the linker's", ["_Z1fi", ""], [r["linker_name"] for r in csv.DictReader(out.decode().splitlines())])
    for args in (["flame", "--folded", "--by=none"], ["flame"], ["top"], ["top", "--by=tree"], ["top", "--by=stack"],
                 ["compare", "--flame=-", both], ["compare", both]):
        code, out, _ = run(*args, both)
        tally.equal(" ".join(map(str, args[:2])), (0, True, False), (code, b"f(int)" in out, b"_Z1fi" in out))


def variants(tally, new):
    """Functions of one name that the linker tells apart, as C1 and C2 of a constructor, stay two."""
    path = new.file(profile(["cpu-cycles"], ["A::A()", "A::A()"], ["_ZN1AC1Ev", "_ZN1AC2Ev"]))
    found = rows("compare", "--json", "--total", path, path)
    tally.equal("two", [("A::A()", "_ZN1AC1Ev"), ("A::A()", "_ZN1AC2Ev")],
                [(r["function"], r["linker_name"]) for r in found])
    merged = new.file(profile(["cpu-cycles"], ["A::A()"], [], times=32))
    tally.equal("a name alone", 640 + 640,
                sum(r["before"] for r in rows("compare", "--json", "--total", path, merged)))


# --- what is compared ---


def unlike(tally, new):
    cycles, clock, misses = (new.file(profile([event], ["f", "main"])) for event in
                             ("cpu-cycles", "cpu-clock", "cache-misses"))
    heap, empty = new.file(dump(["malloc", "f"])), new.file(profile(["instructions"], ["f"], times=0))
    several = new.file(profile(["cache-misses", "cpu-cycles"], ["f", "main"]))
    pairs = [(cycles, clock, "cpu-cycles (events)", "cpu-clock (ns)"), (cycles, misses, "cpu-cycles", "cache-misses"),
             (misses, cycles, "cache-misses", "cpu-cycles"), (cycles, heap, "cpu-cycles", "bytes (bytes)"),
             (heap, clock, "bytes", "cpu-clock"), (cycles, several, "cpu-cycles", "cache-misses")]
    for a, b, one, other in pairs:
        for more in ([], ["--flame=-"], ["--weight=samples"] if heap not in (a, b) else []):
            code, out, err = run("compare", *more, a, b)
            tally.equal("refused: %s, %s %s" % (one, other, more), (True, b"", True),
                        (code not in (0, 1), out, one.split(" ")[0] in err and other.split(" ")[0] in err))
    code, _, err = run("compare", cycles, cycles, "vs", cycles, misses)
    tally.equal("a run of a side", (True, True), (code not in (0, 1), "cache-misses" in err))
    tally.equal("chosen", 0, run("compare", "--event=cpu-cycles", cycles, several)[0])
    tally.equal("no samples", 0, run("compare", cycles, empty)[0])


def heap_rows(tally, new):
    """What holds nothing on either side says nothing."""
    a, b = new.file(dump(["f", "main"], ["g", "main"])), new.file(dump(["f", "main"], ["h", "main"]))
    found = rows("compare", "--json", a, b)
    tally.equal("rows", [("f", "same"), ("g", "changed"), ("h", "changed")],
                sorted((r["function"], r["verdict"]) for r in found))
    code, out, _ = run("compare", a, b)
    tally.equal("heading", True, b"2 of 3 functions changed" in out)


def main():
    tally = corpus.Tally()
    with tempfile.TemporaryDirectory() as folder:
        for test in (allocators, chains, in_between, one_name, variants, unlike, heap_rows):
            with tally.case(test.__name__):
                test(tally, Folder(folder))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
