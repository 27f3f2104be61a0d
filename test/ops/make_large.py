#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files above 4 MiB of every format, each with what makes an operation read twice or elsewhere: names at the end, a
directory, tables of places: make_large.py FOLDER"""

import pathlib
import subprocess
import sys

FORMATS = pathlib.Path(__file__).resolve().parents[1] / "format"
for name in ("apitrace", "mallocdbg"):
    sys.path.insert(0, str(FORMATS / name / "data"))

import make_mallocdbg as heap  # noqa: E402
import make_traces as trace  # noqa: E402

LEAST = 4 << 20


def literal(data):
    """Snappy without copies, in chunks of 64 KiB."""
    out = bytearray(b"at")
    for i in range(0, len(data), 65536):
        piece = data[i:i + 65536]
        block = trace.uint(len(piece)) + bytes([61 << 2]) + (len(piece) - 1).to_bytes(2, "little") + piece
        out += len(block).to_bytes(4, "little") + block
    return bytes(out)


def traces():
    stream = trace.demo(4000, 3000)
    yield "apitrace-snappy.trace", literal(stream)
    yield "apitrace-zstd.trace", trace.zstd(stream, 1 << 20, True)
    yield "apitrace-gzip.trace", trace.gzip(stream)


def heaps():
    records = [(i % 2, 16 + i % 4000, 1 + i % 3, [0x7B00000000 + 64 * (i % 900), 0x7B00001000, 0x7B00002000 + i % 7])
               for i in range(60000)]
    yield "mallocdbg-dump.txt", heap.lines(heap.dump("1.1", records))
    rows = []
    for i in range(60000):
        at = 0x7B10000000 + 4096 * i
        rows.append("%d: malloc 0x%x %d %d %d" % (300 + i % 2, at, 512 * (i % 5 + 1), 1500 * i, 1500 * i + 400))
        if i % 4:
            rows.append("%d: free 0x%x %d %d" % (300 + i % 2, at, 1500 * i + 500, 1500 * i + 600))
    yield "mallocdbg-operations.txt", heap.lines(rows)
    yield "mallocdbg-log.txt", heap.lines((heap.other(20) + heap.log(heap.HEADS["threadtime"], heap.reports())) * 500)
    yield "log.log", heap.lines(heap.other(20) * 4000)


def run(maker, *arguments):
    subprocess.run([sys.executable, "-B", str(FORMATS / maker), *map(str, arguments)], check=True)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for make in (traces, heaps):
        for name, data in make():
            (folder / name).write_bytes(data)
    run("simpleperf/data/make_profiles.py", "--big", 5, folder / "simpleperf.perf")
    run("apport/data/make_reports.py", "--big", 14, "--level", 1, folder / "apport.crash")
    run("bugreport/data/big_bugreport.py", "--mb", 5, *(folder / n for n in ("bugreport.zip", "bugreport.txt", "log")))
    (folder / "log").unlink()
    for path in folder.iterdir():
        if path.stat().st_size < LEAST:
            sys.exit("%s has only %d bytes" % (path.name, path.stat().st_size))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
