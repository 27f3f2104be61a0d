#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random texts against the model, and random zips made by Python's zipfile.

    random_bugreport.py LIBRARY [SEED [ROUNDS]]
"""

import io
import pathlib
import random
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import paths  # noqa: E402,F401

import bugreport_model
import bugreport_read
import corpus
from dfmt_ctypes import DfmtError

DASHES, EQUALS = b"-" * 79, b"=" * 56
NAMES = [b"UPTIME", b"DUMPSYS", b"A B", b"x", b"KERNEL LOG", b"it's (odd)", b"CPU INFO (not balanced", b"f)"]
COMMANDS = [b"", b"uptime -x", b"/proc/x: 2024-03-17 02:15:50", b"a (b) c", b"w"]


class Unseekable(io.RawIOBase):
    """Makes zipfile write sizes behind the data."""

    def __init__(self):
        self.data = bytearray()

    def writable(self):
        return True

    def write(self, b):
        self.data += b
        return len(b)


def piece(r):
    """A line of text that is a marker, or nearly one."""
    name, seconds = r.choice(NAMES), b"%d.%03d" % (r.choice([0, 3, 61]), r.randrange(1000))
    command = r.choice(COMMANDS)
    heading = name + (b" (" + command + b")" if command else b"")
    line = r.choice([
        b"------ " + heading + b" ------", b"------ " + heading + b" ------",
        b"------ " + seconds + b"s was the duration of '" + r.choice([name, heading, b"for_each_pid(" + heading + b")"]) + b"' ------",
        b"--------- " + seconds + b"s was the duration of dumpsys " + name,
        b"--------- " + seconds + b"s was the duration of dumpsys " + name + b", ending at: 2024-03-17 08:15:41",
        DASHES + b"\nDUMP OF SERVICE " + r.choice([b"", b"HIGH ", b"CRITICAL "]) + name + b":",
        b"DUMP OF SERVICE " + name + b":", DASHES, EQUALS, EQUALS + b"\n== Banner\n" + EQUALS, b"== x",
        b"*** SERVICE '" + name + b"' DUMP TIMEOUT (" + r.choice([b"10s", b"250ms"]) + b") EXPIRED ***",
        b"[" + r.choice([b"uptime", b"w", b"a", b"y"]) + b": " + seconds + b"s elapsed]", b"", b"text", b"\0\xff\r\x0b",
        b"z" * r.choice([1, 15, 16, 17, 63, 200]), b"x was the duration of y", b"*** w: Exit code 3",
    ])
    if not r.randrange(12):
        line = line[r.randrange(len(line) + 1):]
    return line + r.choice([b"\n"] * 8 + [b"", b"\r\n", b" \n", b" "])


def random_text(r):
    head = EQUALS + b"\n== dumpstate: 2024-03-17 08:15:30\n" + EQUALS + b"\n------ FIRST (first) ------\n"
    text = b"".join(piece(r) for _ in range(r.randrange(60)))
    return head + (text if len(text) < 4000 else text[:4000])


def us(seconds):
    whole, part = seconds.split(b".")
    return int(whole) * 1000000 + int(part.ljust(6, b"0")[:6])


def library_text(b, data, chunks):
    out = {"banners": [], "sections": [], "services": [], "durations": []}
    rebuilt = 0
    options = {"bugreport.pass": bugreport_read.FORWARD}
    with bugreport_read.dfmt_ctypes.Reader(b.lib, data, options, b.format, chunks) as r:
        while item := r.next():
            ev, x = item
            name = b.names[ev.type]
            if name == "banner":
                out["banners"].append((ev.offset, x.text.bytes()))
            elif name == "section":
                out["sections"].append({"offset": ev.offset, "text": x.text.bytes(), "title": x.title.bytes(),
                                        "command": x.command.bytes() if x.has("command") else None,
                                        "time": bugreport_read.stamp(x.file_time_local_s).encode() if x.has("file_time_local_s") else None,
                                        "duration": None})
            elif name == "section_end":
                s = out["sections"][x.number]
                s.update(body_offset=x.body_offset, body_size=x.body_size, closed=b.word("closed", x.closed))
                if x.has("duration_us"):
                    s["duration"] = x.duration_us
                    if s["closed"] == "duration":
                        out["durations"].append((ev.offset, x.duration_us, x.number))
            elif name == "service":
                section = x.section_number if x.has("section_number") else None
                out["services"].append({"offset": ev.offset, "section": section, "name": x.name.bytes(),
                                        "priority": b.word("dump_priority", x.dump_priority)})
            elif name == "service_end":
                out["services"][x.number].update(
                    body_offset=x.body_offset, body_size=x.body_size, closed=b.word("closed", x.closed),
                    duration=x.duration_us if x.has("duration_us") else None,
                    time=bugreport_read.stamp(x.time_local_s).encode() if x.has("time_local_s") else None,
                    timed_out=bool(x.timed_out), timeout=x.timeout_ms if x.has("timeout_ms") else None)
            elif name == "duration":
                out["durations"].append((ev.offset, x.duration_us, x.section_number if x.has("section_number") else None))
                if x.has("section_number"):
                    out["sections"][x.section_number]["duration"] = x.duration_us
            if ev.flags & 1:
                rebuilt += sum(map(len, r.payload()))
    return out, rebuilt


def model_text(data):
    out = bugreport_model.parse(data)
    for s in out["sections"] + out["services"]:
        s["duration"] = us(s["duration"]) if s["duration"] else None
    out["durations"] = [(at, us(t), place) for at, t, place in out["durations"]]
    return out


def texts(t, b, r, rounds):
    for n in range(rounds):
        data = random_text(r)
        chunks = [r.randrange(1, 300) for _ in range(40)] if n % 3 == 0 else None
        with t.case("text %d" % n):
            want = model_text(data)
            found, _ = library_text(b, data, chunks)
            for k in want:
                if not t.equal(k, want[k], found[k]):
                    print("  of %r" % data)
                    break


def random_zip(r):
    """Bytes of a zip, and its entries."""
    streamed = not r.randrange(3)
    out = Unseekable() if streamed else io.BytesIO()
    entries = {}
    with zipfile.ZipFile(out, "w") as z:
        for _ in range(r.randrange(12)):
            name = r.choice(["FS/data/%d", "proto/s%d_HIGH.proto", "a/b%d.txt", "ü%d"]) % r.randrange(1000)
            content = (bytes(r.choices(b"ab \n", k=r.choice([0, 1, 100, 5000, 200000]))) if r.randrange(4)
                       else r.randbytes(r.choice([1, 70000])))
            if name in entries:
                continue
            method = r.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            info = zipfile.ZipInfo(name, (1980 + r.randrange(100), 1 + r.randrange(12), 1 + r.randrange(28), 23, 59, 58))
            info.compress_type = method
            with z.open(info, "w", force_zip64=not r.randrange(4)) as f:
                f.write(content)
            entries[name] = (content, method, info.date_time)
        z.comment = r.choice([b"", b"comment", b"PK\5\6" + bytes(30)])
    return bytes(out.data if streamed else out.getvalue()), entries


def zips(t, b, r, rounds):
    for n in range(rounds):
        data, entries = random_zip(r)
        for how in (bugreport_read.FORWARD, bugreport_read.DIRECTORY):
            with t.case("zip %d, pass %d" % (n, how)):
                found = {}
                try:
                    with b.reader(data, text=0, max_ratio=0, **{"pass": how}) as reader:
                        while item := reader.next():
                            if b.names[item[0].type] != "entry":
                                continue
                            content = b"".join(reader.payload())
                            e = reader.body(item[0])
                            when = bugreport_read.stamp(e.mtime_local_s)
                            found[e.name.bytes().decode()] = (content, e.method, when)
                            t.equal("size", (len(content)), e.decoded_size)
                except DfmtError as e:
                    t.equal("no error", None, str(e))
                want = {k: (c, m, "%04d-%02d-%02d %02d:%02d:%02d" % d) for k, (c, m, d) in entries.items()}
                t.equal("entries", list(want), list(found))
                t.equal("contents", want, found)


def main():
    b = bugreport_read.Bugreport(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else corpus.rounds(1500)
    t = corpus.Tally()
    texts(t, b, random.Random(seed), rounds)
    zips(t, b, random.Random(seed), rounds // 20)
    return t.finish()


if __name__ == "__main__":
    sys.exit(main())
