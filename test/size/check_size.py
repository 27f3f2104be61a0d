#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How large the libraries are, and what programs take of libdiagfmt.

check_size.py BUILD BUILD_WITH_ZLIB_ALONE      builds for release; exit status 1 if something is too large

A library may grow by 1 % beyond its size in size.txt: what adds more renews that, by --renew at the end, and says
why. libdiagfmt has a bound besides, which only a commit of its own raises, with its reason: it reads and writes, and what
is made of that is libdiagfmt-ops's. Those sizes are of one compiler on one kind of processor, named beside it; others are
not held against it. Bytes are those of code and constants of our own objects; what is linked of others' libraries is not
counted.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NOTED = os.path.join(HERE, "size.txt")
MOST_FOR_APPORT = 109_000  # bytes, of which some 6,000 are for messages (MIME), and 5,500 for reports in other texts
GROWTH = 1.01
BOUNDS = {"libdiagfmt": 915_000}  # of which 65,000 are for logs, their records, and what they and reports come in
LIBRARIES = {"libdiagfmt": "lib/libdiagfmt.so", "libdiagfmt-ops": "ops/libdiagfmt-ops.so"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def stripped_size(build, name):
    library = os.path.realpath(os.path.join(build, LIBRARIES[name]))
    with tempfile.NamedTemporaryFile() as file:
        run("strip", "-o", file.name, library)
        return os.path.getsize(file.name)


def sizes_of_objects(library):
    """Bytes of code and constants by object."""
    sizes, current = {}, None
    for line in run("size", "-A", library).splitlines():
        if " (ex " in line:
            current = line.split()[0]
            sizes[current] = 0
        elif re.match(r"\.(text|rodata|data)", line):
            sizes[current] += int(line.split()[1])
    return sizes


def linked(build, program, folder):
    """The objects of the library that a program takes, and the shared libraries that it needs."""
    include = os.path.join(HERE, "..", "..", "include")
    out, mapfile = os.path.join(folder, "program"), os.path.join(folder, "map")
    flags = run("pkg-config", "--static", "--libs", os.path.join(build, "meson-uninstalled", "diagfmt-uninstalled.pc")).split()
    flags = [f for f in flags if "diagfmt" not in f and not f.startswith("-Wl,-rpath")]
    run("cc", "-O2", "-I", include, "-I", os.path.join(build, "include"), os.path.join(HERE, program), "-o", out,
        os.path.join(build, "lib", "libdiagfmt.a"), "-Wl,--as-needed", *flags, "-Wl,-Map=" + mapfile)
    with open(mapfile, encoding="utf-8") as file:
        objects = set(re.findall(r"libdiagfmt\.a\((\S+?\.o)\)", file.read().split("\nDiscarded input")[0]))
    if not objects:
        sys.exit(f"{program}: the linker's map names no object of libdiagfmt.a")
    return objects, re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", out))


def compiler():
    """Its target and version: "x86_64-linux-gnu 12" of gcc."""
    return f"{run('cc', '-dumpmachine').strip()} {run('cc', '-dumpversion').strip()}"


def check_libraries(build, renew):
    sizes = {name: stripped_size(build, name) for name in LIBRARIES}
    with open(NOTED, encoding="utf-8") as file:
        licence, by, *lines = file.read().splitlines()
    noted = {name: int(size) for name, size in map(str.split, lines)}
    if renew:
        by, noted = f"# {compiler()}", sizes
        with open(NOTED, "w", encoding="utf-8") as file:
            file.write(f"{licence}\n{by}\n" + "".join(f"{name} {size}\n" for name, size in sizes.items()))
    for name, size in sizes.items():
        print(f"{name}, stripped: {size} bytes by {compiler()}; noted: {noted[name]} by {by[2:]}")
        if by[2:] == compiler() and size > noted[name] * GROWTH:
            yield f"{name} has grown by {100 * size / noted[name] - 100:.1f} %"
        if by[2:] == compiler() and size > BOUNDS.get(name, size):
            yield f"{name} has more than {BOUNDS[name]} bytes"


def check_apport(build):
    with tempfile.TemporaryDirectory() as folder:
        objects, needed = linked(build, "read_apport.c", folder)
    sizes = sizes_of_objects(os.path.join(build, "lib", "libdiagfmt.a"))
    size = sum(sizes[name] for name in objects)
    print(f"a program that reads Apport reports: {len(objects)} objects of {len(sizes)}, {size} bytes; {' '.join(needed)}")
    bad = [f"more than {MOST_FOR_APPORT} bytes to read Apport reports"] if size > MOST_FOR_APPORT else []
    return bad + [f"{name} is needed to read Apport reports" for name in needed if "stdc++" in name]


def check_reading(build):
    with tempfile.TemporaryDirectory() as folder:
        objects, _ = linked(build, "read_all.c", folder)
    print(f"a program that reads every format: {len(objects)} objects")
    writing = re.compile(r"_write|_encode|compress|codec_(brotli|deflate|snappy|zstd)\.c")
    return [f"{name} is in a program that only reads" for name in sorted(objects) if writing.search(name)]


def main():
    build, zlib_alone = sys.argv[1:3]
    bad = [*check_libraries(build, "--renew" in sys.argv)] + check_apport(build) + check_apport(zlib_alone) + check_reading(build)
    print("\n".join(bad))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
