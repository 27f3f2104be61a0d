#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every format is recognised without being told, whatever it is wrapped in: test_recognised.py DIAGFMT SAMPLES

Sound samples of every format, traces in every container, as they are and in gzip, Zstandard and xz: every level and strategy,
stored, several members or frames, skippable frames before them, optional header fields, cut into tiny first members.
Reports as MIME messages, too. What is not recognised must say why, and must be too small to tell.
"""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import paths  # noqa: E402,F401

from program import PARTLY, TOOL, need_codecs, run, some  # noqa: E402
from wrappings import WRAPPERS, noise  # noqa: E402

SAMPLES = pathlib.Path(sys.argv[2])
FORMATS = {"apport": ["spec", "text_basic", "gzip_plain", "demo_segv"], "simpleperf": ["typical", "demo_small"],
           "mallocdbg": ["v12", "v12_info", "v10_true", "snap", "ops", "log_threadtime"], "bugreport": ["report", "crashes"],
           "apitrace": ["values", "demo_teapot", "empty6", "version0", "version4", "nothing", "backtraces"]}
SUFFIX = {"apport": ".crash", "simpleperf": ".simpleperf", "mallocdbg": ".txt", "bugreport": (".txt", ".zip"), "apitrace": ".trace"}
FEW = 8  # bytes that need not tell what they are, such as an empty trace in Brotli


def containers(data):
    """A trace in the containers that are no wrappers: those are tried around every file."""
    yield "snappy", data
    for level in (0, 1, 5, 9, 11):
        code, out, _ = run("convert", "--container=brotli", "--level=%d" % level, data=data)
        if code == 0 and out:
            yield "brotli, level %d" % level, out


def inputs():
    for name in FORMATS:
        for path in sorted((SAMPLES / name).iterdir()):
            if path.stem not in FORMATS[name] or not path.name.endswith(SUFFIX[name]):
                continue
            data = path.read_bytes()
            if name == "apitrace":
                yield from ((name, "%s in %s" % (path.name, what), one) for what, one in containers(data))
            else:
                yield name, path.name, data
            if name == "apport":
                code, message, _ = run("convert", "--to=mime", "--sort", data=data)
                if code == 0:
                    yield name, path.name + " as a message", message
    yield "apport", "one entry", b"ProblemType: Crash\n"
    yield "apport", "a large text", b"ProblemType: Crash\nLog:\n" + b" a line of it\n" * 20000
    yield "apport", "a value that does not compress", b"ProblemType: Crash\nLog: " + noise(90000).hex().encode() + b"\n"
    yield "mallocdbg", "one operation", b"7: malloc 0x5000 24\n"
    yield "apitrace", "an empty trace", b"at"


def main():
    need_codecs("snappy", "zstd", "brotli", "xz")
    wrong, n = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for format, what, data in some(list(inputs())):
            forms = [("as it is", data)]
            forms += [("%s, %s" % (wrapper, how), wrap(data)) for wrapper, ways in WRAPPERS.items()
                      for how, wrap in ways.items() if len(data) < 400000 or how[:5] != "level"]
            paths = []
            for i, (how, form) in enumerate(forms):
                paths.append(pathlib.Path(folder) / str(i))
                paths[-1].write_bytes(form)
            said = subprocess.run([TOOL, "identify", *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
            found = {line.split(": ")[0]: line for line in said.stdout.decode().splitlines()}
            for (how, form), path in zip(forms, paths):
                n += 1
                line = found.get(str(path), "")
                wrapper = how.split(",")[0]
                if not line.partition(": ")[2].startswith(format) or (how != "as it is" and " in %s (" % wrapper not in line):
                    if len(data) > FEW or ": not recognised: looks like" not in line:
                        wrong.append("%s, %s (%d bytes), %s: %s" % (format, what, len(data), how, line or "not recognised"))
    print("\n".join(wrong[:60] + ["%d of %d combinations are not recognised" % (len(wrong), n)]))
    return 1 if wrong or n < (70 if PARTLY else 700) else 0


if __name__ == "__main__":
    sys.exit(main())
