#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares reading of traces with the corpus and, value for value, with the model: apitrace_read.py LIBRARY

Of Snappy and gzip files the model unpacks the container as well; of others it parses the library's event stream, which
the corpus has a digest of.
"""

import csv
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
from paths import turns  # noqa: E402

import apitrace_library
import apitrace_model
import corpus
from apitrace_model import Contents, Header

END_FRAME, LEAVE_CUT = 8, 4  # DFMT_APITRACE_FLAG_*
CONTAINERS = {"Snappy": "snappy", "ZLib": "gzip", "Brotli": "brotli", "Zstandard": "zstd",
              "Zstandard (seekable)": "zstd"}
LARGE = 20000     # bytes of a file that is read in form CALLS alone
LIMIT = 32 << 20  # bytes of memory for a hostile file
SECONDS = 5       # of processor time for one, many times what it takes

# Of each hostile file: how a strict reader ends, with the number of the error or the option that is the limit; whole
# calls before; how salvage ends; and why. Call 0 is sound in those that have one, the fault is in call 1.
HOSTILE = {
    "arg_no_10": (None, None, 2, None, "numbers past the declared count are taken, without a name"),
    "arg_no_2p40": (None, None, 2, None, "likewise: arguments are a list, not a table"),
    "arg_no_max": (None, None, 2, None, "likewise"),
    "array_2p31": ("e_truncated", 510, 1, None, "its elements are not there"),
    "array_2p60": ("e_truncated", 510, 1, None, "likewise"),
    "bitmask_flags_2p40": ("e_truncated", 510, 1, None, "its names are not there"),
    "bitmask_id_max": ("e_format", 508, 1, None, "ids have 32 bits"),
    "blob_2p40": ("e_truncated", 510, 1, None, "its bytes are not there; blobs have no limit, as they go ahead"),
    "call_no_2p32": (None, None, 1, None, "numbers keep 64 bits: a call that is not pending is left; call 1 never is"),
    "chunk_bad_length": ("e_format", 330, 0, None, "a size of more than 32 bits"),
    "chunk_bad_offset": ("e_format", 330, 0, None, "a copy from before the block"),
    "chunk_claims_3x": ("e_format", 330, 0, None, "the block ends before its size is reached"),
    "chunk_claims_4g": ("e_format", 331, 0, None, "above 64 MiB"),
    "chunk_empty": ("e_format", 331, 0, None, "empty blocks are errors; the header before is good"),
    "chunk_length_max": ("e_format", 331, 0, None, "above 64 MiB"),
    "chunk_length_zero": ("e_format", 331, 0, None, "as chunk_empty"),
    "chunk_overrun": ("e_format", 330, 0, None, "the block goes on behind its size"),
    "chunk_zero_offset": ("e_format", 330, 0, None, "a copy of nothing"),
    "empty_file": ("e_truncated", 510, 0, None, "not a trace: there is not even a magic"),
    "enum_id_max": ("e_format", 508, 1, None, "ids have 32 bits"),
    "enum_values_2p40": ("e_format", 505, 1, None, "what follows is read as a name and a number, which is none"),
    "frame_id_max": ("e_format", 508, 1, None, "ids have 32 bits"),
    "frames_2p40": ("e_truncated", 510, 1, None, "its frames are not there"),
    "function_args_2p40": ("e_truncated", 510, 1, None, "its names are not there"),
    "function_id_2p24": (None, None, 2, None, "legal"),
    "function_id_2p32": ("e_format", 508, 1, None, "ids have 32 bits"),
    "function_id_max": ("e_format", 508, 1, None, "likewise"),
    "gzip_bad_crc": ("e_checksum", 302, 0, None, "found behind the header, which has been delivered"),
    "gzip_bomb": ("e_limit", "max_memory", 0, "e_limit", "each of the pending calls takes memory"),
    "nest_array_300000": ("e_limit", "max_depth", 1, "e_limit", "nesting is limited"),
    "nest_repr_300000": ("e_limit", "max_depth", 1, "e_limit", "likewise"),
    "nest_struct_100000": ("e_limit", "max_depth", 1, "e_limit", "likewise"),
    "one_byte": ("e_truncated", 510, 0, None, "less than a magic"),
    "properties_endless": ("e_truncated", 510, 0, None, "the data end inside the header"),
    "semantic_9": ("e_format", 501, 0, None, "above the version"),
    "sint_2p64": (None, None, 2, None, "magnitudes wrap"),
    "string_2p40": ("e_limit", "max_record", 1, "e_limit", "strings come in one piece, which is limited"),
    "string_2p64": ("e_limit", "max_record", 1, "e_limit", "likewise"),
    "struct_id_max": ("e_format", 508, 1, None, "ids have 32 bits"),
    "struct_members_2p32": ("e_truncated", 510, 1, None, "its names are not there"),
    "text_file": ("e_format", 120, 0, None, "not a trace"),
    "uint_10th_byte": ("e_format", 507, 1, None, "more than 64 bits"),
    "uint_11_bytes": ("e_format", 507, 1, None, "likewise"),
    "uint_endless": ("e_format", 507, 1, None, "likewise"),
    "uint_redundant": (None, None, 2, None, "redundant groups are read"),
    "version_max": ("e_unsupported", 500, 0, None, "no such version"),
    "wstring_2p62": ("e_limit", "max_record", 1, "e_limit", "as string_2p40"),
    "zstd_seek_count_max": (None, None, 0, None, "a header; the table is passed over"),
    "zstd_seek_magic_only": ("e_format", 310, 0, None, "a block above the largest there is"),
}


def rows(place, name):
    with open(place / "manifest.tsv", encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row[name].removesuffix(".trace"), row


def contents_of(reader, data, recover):
    """The model's, if it can unpack the container; and the library's."""
    got = reader.stream(data, recover=int(recover))
    model = apitrace_model.unpack(data, recover)
    end = got.end and apitrace_model.End(got.end.status, None, None)
    return model or Contents(got.kind, got.events, end), got


def delivered(read):
    """What the reference has of it: it loses calls whose leave is cut."""
    return [e for e in read.events if not isinstance(e, Header) and not e.flags & LEAVE_CUT]


class Recorded:
    """What several traces have in common is compared once."""

    def __init__(self, reader):
        self.reader, self.seen = reader, set()

    def compare_values(self, tally, data, contents, recover):
        key = corpus.sha256(contents.events), repr(contents.end), recover
        if key in self.seen:
            return
        self.seen.add(key)
        trace = apitrace_model.Trace(contents, recover, self.reader.name_flags)
        for form in ("calls", "events") if len(data) < LARGE else ("calls",):
            read = self.reader.read(data, form, recover=int(recover))
            apitrace_library.compare_read(tally, "%s, recover %d" % (form, recover), trace, read, form)


def compare_file(tally, reader, recorded, data, row):
    """status 0: the reference read it to its end, which may be a cut; salvage does as it does."""
    recover = row.get("status", row.get("dump_status")) == "0"
    contents, got = contents_of(reader, data, recover)
    tally.equal("event bytes", int(row["event_bytes"]), len(got.events))
    tally.equal("events", row["events_sha256"], corpus.sha256(got.events))
    tally.equal("model's events", len(contents.events), len(got.events))
    tally.equal("model's events", True, contents.events == got.events)
    read = reader.read(data, recover=int(recover), **{"apitrace.values": 0})
    if row["calls"] != "-":
        tally.equal("calls", int(row["calls"]), len(delivered(read)))
    if row.get("frames", "-") != "-":
        tally.equal("frames", int(row["frames"]), sum(bool(e.flags & END_FRAME) for e in delivered(read)))
        headers = [e.semantic for e in read.events if isinstance(e, Header)]
        tally.equal("semantic version", [int(row["semantic_version"])], headers or [0])
        tally.equal("container", CONTAINERS[row["container"]], got.kind)
    recorded.compare_values(tally, data, contents, recover)
    if len(data) < LARGE:
        recorded.compare_values(tally, data, contents_of(reader, data, not recover)[0], not recover)


def compare_cut(tally, reader, data, whole, row):
    """How much there is depends on the decompressor: at least what the reference got, and a part of the original."""
    got = reader.stream(data, recover=1)
    original = reader.stream(whole)
    tally.equal("a part of the original", True, original.events.startswith(got.events))
    tally.equal("as much as the reference had", True, len(got.events) >= int(row["event_bytes"]))
    strict, cut = reader.stream(data), reader.read(data)
    tally.equal("strict", ("e_truncated", got.events), (strict.end and strict.end.status, strict.events))
    tally.equal("strict end", "e_truncated", cut.end and cut.end.status)
    read = reader.read(data, recover=1)
    tally.equal("end", None, read.end)
    tally.equal("calls", True, len(delivered(read)) >= int(row["calls"]))
    apitrace_library.compare(tally, "calls before", reader.read(whole).events[: len(complete(read))], complete(read))


def complete(read):
    return [e for e in read.events if isinstance(e, Header) or e.leave]


def compare_hostile(tally, reader, data, name):
    status, number, calls, salvaged, _ = HOSTILE[name]
    for recover, want in ((0, status), (1, salvaged)):
        before = time.process_time()
        read = reader.read(data, recover=recover, max_memory=LIMIT)
        taken = time.process_time() - before
        what = "recover %d" % recover
        tally.equal(what + ": status", want, read.end and read.end.status)
        if status:
            found = [read.end.number] if read.end else [n for n, _ in read.notes]
            tally.equal(what + ": number", number, number if number in found else found)
        tally.equal(what + ": calls", calls, len(complete(read)) - sum(isinstance(e, Header) for e in read.events))
        tally.equal(what + ": memory below the limit", True, read.memory <= LIMIT)
        tally.equal(what + ": quick", True, taken < SECONDS)


def usable(reader, data):
    """Whether the container's codec is built in."""
    read = reader.read(data, most=1, **{"apitrace.container": 0})
    return not (read.end and read.end.status == "e_unsupported" and read.end.number != apitrace_model.VERSION)


def main():
    place = corpus.folder("recorded", "apitrace").parent
    reader, tally, left_out = apitrace_library.Apitrace(sys.argv[1]), corpus.Tally(), []
    recorded = Recorded(reader)
    for folder, column in (("recorded", "file"), ("synthetic", "name"), ("random", "name")):
        for name, row in turns(rows(place / folder, column), but=lambda x: x[0].startswith("cut_")):
            data = (place / folder / (name + ".trace")).read_bytes()
            if not usable(reader, data):
                left_out.append(name)
                continue
            with tally.case("%s/%s" % (folder, name)):
                whole = place / folder / (name.removeprefix("cut_") + ".trace")
                if name.startswith("cut_") and row.get("container", "Snappy") != "Snappy":
                    compare_cut(tally, reader, data, whole.read_bytes(), row)
                else:
                    compare_file(tally, reader, recorded, data, row)
    with tally.case("hostile"):
        found = {path.stem for path in (place / "hostile").glob("*.trace")}
        tally.equal("files", sorted(HOSTILE), sorted(found))
    for name in sorted(HOSTILE):
        data = (place / "hostile" / (name + ".trace")).read_bytes()
        if not usable(reader, data):
            left_out.append(name)
            continue
        with tally.case("hostile/" + name):
            compare_hostile(tally, reader, data, name)
    if left_out:
        print("left out, as their codec is not built in: %s" % " ".join(left_out))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
