#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries what the documents show.

    run_blocks.py c DOCUMENT LIBRARY SAMPLE INCLUDE_DIR…  compiles each block of C; runs those with main() on SAMPLE
    run_blocks.py python DOCUMENT LIBRARY SAMPLE          runs each block of Python on SAMPLE
    run_blocks.py program DOCUMENT LIBRARY NAME=FILE…     runs the blocks of Python, one after the other in one program,
                                                          in a folder with copies of FILEs by these names
    run_blocks.py console DOCUMENT TOOL SAMPLES…          runs each "$ diagfmt" line in a copy of SAMPLES and compares the
                                                          output, where "..." stands for whatever comes

Python is checked by mypy --strict, too, where that is installed. A block of C without main() is compiled behind those without it that came before; one with main() stands alone, as does
each of Python.
"""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
C = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]


def blocks(document, language):
    text = pathlib.Path(document).read_text("utf-8")
    found = [body for lang, body in BLOCK.findall(text) if lang == language]
    if not found:
        sys.exit("%s has no block of %s" % (document, language))
    return found


PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python"


def with_library(library):
    library = pathlib.Path(library).resolve()
    return {**os.environ, "LD_LIBRARY_PATH": str(library.parent), "DIAGFMT_LIBRARY": str(library), "PYTHONPATH": str(PACKAGE),
            "PYTHONDONTWRITEBYTECODE": "1"}


def run_c(document, library, sample, *folders):
    compiler = os.environ.get("CC", "cc").split()
    before = ""
    with tempfile.TemporaryDirectory() as scratch:
        for n, body in enumerate(blocks(document, "c")):
            source, program = pathlib.Path(scratch) / ("%d.c" % n), pathlib.Path(scratch) / str(n)
            command = [*compiler, *C, *("-I" + f for f in folders), str(source)]
            main = "int main(" in body
            source.write_text(body if main else before + body)
            command += ["-o", str(program), library] if main else ["-fsyntax-only"]
            subprocess.run(command, check=True)
            if main:
                subprocess.run([str(program), sample], check=True, env=with_library(library))
            else:
                before += body
            print("block %d of C: good" % (n + 1))


def check_types(body):
    if importlib.util.find_spec("mypy") is None:
        print("mypy is not installed: types are not checked")
        return
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch) / "shown.py"
        program.write_text(body)
        backend = f"import backend; backend.unpack({scratch + '/package'!r})"
        subprocess.run([sys.executable, "-B", "-c", backend], check=True, cwd=PACKAGE / "_backend")
        subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", scratch + "/cache", str(program)], check=True,
                       cwd=scratch, env={**os.environ, "MYPYPATH": scratch + "/package"})


def run_program(document, library, *files):
    body = "\n".join(blocks(document, "python"))
    check_types(body)
    with tempfile.TemporaryDirectory() as scratch:
        for name, file in (file.split("=", 1) for file in files):
            if name not in body:
                sys.exit("%s does not speak of %s" % (document, name))
            shutil.copyfile(file, pathlib.Path(scratch) / name)
        subprocess.run([sys.executable, "-"], input=body, text=True, check=True, cwd=scratch, stdout=subprocess.DEVNULL,
                       env=with_library(library))
    print("all of Python: good")


def run_python(document, library, sample):
    for n, body in enumerate(blocks(document, "python")):
        check_types(body)
        subprocess.run([sys.executable, "-", sample], input=body, text=True, check=True, env=with_library(library))
        print("block %d of Python: good" % (n + 1))


def matches(pattern, lines):
    """Lines against lines. "..." stands for any number of them, or for the rest of its line."""
    expression = "".join("(?:.*\n)*" if p == "..." else re.escape(p).replace(r"\.\.\.", ".*") + "\n" for p in pattern)
    return re.fullmatch(expression, "".join(line + "\n" for line in lines)) is not None


def run_console(document, tool, *samples):
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "samples"
        for source in samples:
            shutil.copytree(source, folder, dirs_exist_ok=True)
        env = {**os.environ, "PATH": str(pathlib.Path(tool).resolve().parent) + os.pathsep + os.environ["PATH"],
               "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        for body in blocks(document, "console"):
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, *want = part.rstrip("\n").split("\n")
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                good = matches(want, done.stdout.splitlines())
                bad += not good
                print("%s: %s" % (command, "good" if good else "differs; it printed\n" + done.stdout))
    return 1 if bad else 0


def main():
    kinds = {"c": run_c, "python": run_python, "program": run_program, "console": run_console}
    if len(sys.argv) < 5 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    return kinds[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
