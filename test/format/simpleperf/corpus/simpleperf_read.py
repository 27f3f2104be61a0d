#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file of the simpleperf corpus against its expected records or error.

    simpleperf_read.py LIBRARY     the shared library: read whole and in pieces, columns, names; written as bodies and
                                   copied, byte for byte where the official serialiser makes the same file
    simpleperf_read.py model       the model of the rules that the random test holds the library against
"""

import gzip
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
from paths import turns  # noqa: E402

import corpus
import simpleperf_model


def strings(x):
    """The corpus' strings as bytes."""
    if isinstance(x, dict):
        if list(x) == ["$hex"]:
            return bytes.fromhex(x["$hex"])
        return {k: v if k in ("magic", "code") else strings(v) for k, v in x.items()}
    if isinstance(x, list):
        return [strings(v) for v in x]
    return x.encode() if isinstance(x, str) else x


def load(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def inputs():
    """(name, bytes, expected objects, whether the official serialiser makes this file)"""
    cases, real = corpus.folder("cases", "simpleperf"), corpus.folder("real", "simpleperf")
    for c in turns(json.loads((cases / "cases.json").read_text("utf-8")), but=lambda x: not x.get("canonical")):
        lines = gzip.decompress((cases / c["expected"]).read_bytes()).decode().split("\n")[:-1]
        yield c["name"], load(cases / c["file"]), [strings(json.loads(x)) for x in lines], c.get("canonical", False)
    for path in turns(sorted(real.glob("*.simpleperf.gz"))):
        lines = gzip.decompress((real / path.name.replace(".simpleperf.", ".jsonl.")).read_bytes()).decode()
        yield path.name, load(path), [strings(json.loads(x)) for x in lines.split("\n")[:-1]], True


def compare_objects(tally, what, want, got):
    for i, (a, b) in enumerate(zip(want, got)):
        if not tally.equal("%s: object %d" % (what, i), a, b):
            return
    tally.equal(what + ": objects", len(want), len(got))


def pieces(data):
    return [1] * 40 + [7, 100, 4096, 3] * (len(data) // 1000 + 1)


def compare_columns(tally, library, want, data):
    samples = [{k: v for k, v in o["sample"].items() if k != "unwinding_result"} for o in want if "sample" in o]
    whole = None
    for rows, chunks in (1 << 20, None), (3, None), (7, pieces(data)):
        got, batches = library.columns(data, rows, chunks)
        compare_objects(tally, "columns of %d" % rows, samples, got)
        if rows == 3:
            tally.equal("batches", True, batches >= (len(samples) + 2) // 3)
        whole = whole or got
        tally.equal("columns of %d" % rows, True, got == whole)


def compare_names(tally, library, want, data):
    """A table loaded by a first pass, and one fed by events, against the records."""
    files, threads, events = {}, {}, []
    for o in want:
        if "file" in o:
            files[o["file"].get("id", 0)] = o["file"]
        if "thread" in o:
            threads[o["thread"].get("thread_id", 0)] = o["thread"]
        if "meta_info" in o:
            events = o["meta_info"].get("event_type", [])
    for names in library.names_by_load(data), library.names_by_events(data):
        with names:
            for i, name in enumerate(events):
                tally.equal("event %d" % i, (1, name), names.event(i))
            tally.equal("no event", (0, b""), names.event(len(events)))
            for tid, t in threads.items():
                tally.equal("thread", (1, t.get("thread_name", b""), t.get("process_id", 0)), names.thread(tid))
            for o in want:
                for f in o.get("sample", {}).get("callchain", []):
                    file = files.get(f.get("file_id", 0))
                    i, path = f.get("symbol_id", 0), file.get("path", b"") if file else b""
                    symbols, mangled = (file.get(k, []) if file else [] for k in ("symbol", "mangled_symbol"))
                    known = 0 <= i < len(symbols)
                    frame = (f.get("file_id", 0), i)
                    if not tally.equal("frame %r" % (frame,), (int(known), symbols[i] if known else b"", path),
                                       names.frame(*frame)):
                        return
                    known = 0 <= i < len(mangled)
                    if not tally.equal("mangled %r" % (frame,), (int(known), mangled[i] if known else b""),
                                       names.mangled(*frame)):
                        return


def compare_library(tally, library, want, data, canonical):
    compare_objects(tally, "whole", want, list(library.decode(data)))
    if len(data) < 200000:
        compare_objects(tally, "in pieces", want, list(library.decode(data, pieces(data))))
    if "end" not in want[-1]:
        return
    end = len(data) - want[-1]["end"]["trailing"]
    tally.equal("copied", True, library.rewrite(data, False) == data[:end])
    anew = library.rewrite(data, True)
    compare_objects(tally, "written anew", want[:-1], list(simpleperf_model.decode(anew))[:-1])
    if canonical:
        tally.equal("written anew, the same bytes", True, anew == data[:end])
    compare_columns(tally, library, want, data)
    compare_names(tally, library, want, data)


def main():
    tally, library = corpus.Tally(), None
    if sys.argv[1:] != ["model"]:
        import simpleperf_library

        library = simpleperf_library.Library(sys.argv[1])
    for name, data, want, canonical in inputs():
        with tally.case(name):
            if library:
                compare_library(tally, library, want, data, canonical)
            else:
                compare_objects(tally, "model", want, list(simpleperf_model.decode(data)))
                if canonical:
                    tally.equal("bytes", True, simpleperf_model.file_of(want[1:-1]) == data)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
