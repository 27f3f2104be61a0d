#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of each benchmark's own side, over small inputs, under valgrind's callgrind.

instructions.py BUILD [--renew]      a build for release; exit status 1 if a row takes more than is noted

A row may take 3 % more than in instructions.txt, which --renew writes; a change that costs more renews it and says why.
The table holds for the compiler, C library and processor that it names; others are not held against it. A row that a
build has not, for want of a codec, is passed over. Instructions in the libraries of codecs are not counted, as they
would hide ours.
"""
import os
import platform
import re
import subprocess
import sys
import tempfile

import big_input

HERE = os.path.dirname(os.path.abspath(__file__))
NOTED = os.path.join(HERE, "instructions.txt")
GROWTH = 1.03

INPUTS = ("simpleperf", "bugreport")  # those that the programs do not make
PROGRAMS = (("diagfmt-bench", ), ("diagfmt-bench-base64", ), ("diagfmt-bench-snappy", ), ("diagfmt-bench-apitrace", ),
            ("diagfmt-bench-bugreport", "--only", "zip,text,log"), ("diagfmt-bench-simpleperf", "big.simpleperf"),
             ("diagfmt-bench-scan", ), ("diagfmt-bench-diff", ), ("diagfmt-bench-json", ))
CODECS = re.compile(r"/lib(z|isal|zstd|snappy|brotli\w+|stdc\+\+)\.so")


def instructions(lines):
    """Those of a profile: a line of costs belongs to the object of the last "ob=", or repeats what a call took."""
    names, codec, call, total = {}, False, False, 0
    for line in lines:
        key, _, value = line.partition("=")
        if key in ("ob", "cob"):
            number, _, name = value.strip().partition(" ")
            if name:
                names[number] = name
            if key == "ob":
                codec = CODECS.search(names[number])
        elif key == "calls":
            call = True
        elif line and line[0] in "0123456789+-*":
            total += 0 if codec or call else int(line.split()[1])
            call = False
    return total


def run(command, folder):
    """Its output, by lines."""
    # Symbols are bound at the start; what is larger than a page begins at the same place in one, as copies depend on it.
    environment = dict(os.environ, LD_BIND_NOW="1", GLIBC_TUNABLES="glibc.malloc.mmap_threshold=4096")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


def count(command, folder):
    """Its rows: names and instructions."""
    run(command, folder)  # makes inputs
    with tempfile.TemporaryDirectory() as profiles:
        out = os.path.join(profiles, "profile")
        names = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, "--toggle-collect=bench_counted",
                     "--dump-after=bench_counted", *command], folder)
        for i, name in enumerate(names):
            with open(f"{out}.{i + 1}", encoding="utf-8") as file:
                yield name, instructions(file.read().splitlines()[1:])


def count_all(build):
    folder = os.path.join(build, "test", "bench", "counted")
    for name in INPUTS:
        big_input.ensure(name + "-small", folder)
    rows = {}
    for program, *arguments in PROGRAMS:
        path = os.path.join(os.path.dirname(folder), program)
        if os.path.exists(path):
            rows.update(count([path, *arguments, "--count"], folder))
    return rows


def machine():
    """What counts depend on: "x86_64-linux-gnu 12, glibc 2.36, avx2"."""
    of_compiler = [subprocess.run(["cc", option], capture_output=True, text=True, check=True).stdout.strip()
                   for option in ("-dumpmachine", "-dumpversion")]
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        wide = "avx2" if re.search(r"\bavx2\b", file.read()) else "no avx2"
    return f"{' '.join(of_compiler)}, {' '.join(platform.libc_ver())}, {wide}"


def read_noted():
    with open(NOTED, encoding="utf-8") as file:
        licence, by, *lines = file.read().splitlines()
    return licence, by[2:], {name: int(n) for n, name in (line.split(maxsplit=1) for line in lines)}


def renew(rows):
    licence = read_noted()[0]
    with open(NOTED, "w", encoding="utf-8") as file:
        file.write(f"{licence}\n# {machine()}\n")
        file.writelines(f"{n:12} {name}\n" for name, n in rows.items())


def compare(rows):
    """Prints all; returns the complaints."""
    _, by, noted = read_noted()
    print(f"counted with {machine()}; noted with {by}")
    print(f"{'':32} {'noted':>12} {'now':>12}")
    for name in {**noted, **rows}:
        before, n = noted.get(name), rows.get(name)
        print(f"{name:32} {before or '':>12} {n or 'none':>12}" + (f" {n / before:6.3f}" if n and before else ""))
    if by != machine():
        return []
    if not rows:
        return ["no row was counted"]
    return [f"{name} is not noted" for name in rows if name not in noted] + [
        f"{name} takes {n / noted[name]:.3f} of the instructions that are noted" for name, n in rows.items()
        if n > noted.get(name, n) * GROWTH]


def main():
    rows = count_all(os.path.abspath(sys.argv[1]))
    if "--renew" in sys.argv:
        renew(rows)
    bad = compare(rows)
    print("\n".join(bad))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
