#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a bug report of the size and shape of a busy phone's.

    big_bugreport.py [--mb N] ZIP TEXT LOG

ZIP: version 2.0, with a main entry of N MB (10^6 bytes each, 320 unless told), 1,900 sections and 270 services. TEXT: the main
entry alone. LOG: a text with one section, SYSTEM LOG, of N / 2 MB. The same contents every time.
"""

import argparse
import random
import zipfile

from make_bugreports import DASHES, HEAD, MAIN, banner, service

SECTIONS, SERVICES, SEED = 1900, 270, 7
PIECE = 1 << 16  # bytes that are written at once, about

TAGS = ("ActivityManager WindowManager PackageManager BatteryStats WifiService ConnectivityService AudioTrack Zygote vold "
        "keystore2 SurfaceFlinger BluetoothAdapter SensorService ThermalHal LocationManager JobScheduler init netd art").split()
WORDS = ("start stop request release state connect timeout callback buffer session service provider process package display "
         "battery sensor network policy queue window surface token client pending active null true false default").split()
PACKAGES = ["com.%s.%s" % (a, b) for a in ("example", "android", "vendor") for b in
            "systemui launcher phone camera mail maps music settings gallery keyboard nfc calendar contacts reader".split()]
LEVELS = "VDDDIIIIIWWE"


class Shape:
    """Lines that repeat themselves as much as those of devices do: most of a line comes out of a pool."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.ms = 0
        self.ids = ["%08x" % self.rng.getrandbits(32) for _ in range(500)]
        self.people = ["%5s %5d %5d" % (uid, pid, pid + self.below(30)) for uid in ("root", "1000", "radio", "u0_a143")
                       for pid in (1, 612, 1430, 28113)]
        self.messages = [self.message() for _ in range(220)]
        self.dumps = [self.dump() for _ in range(220)]
        self.frames = [self.frame() for _ in range(220)]
        self.maps = [self.map() for _ in range(220)]

    def below(self, n):
        return int(self.rng.random() * n)

    def pick(self, pool):
        return pool[int(self.rng.random() * len(pool))]

    def words(self, n):
        return " ".join(self.pick(WORDS) for _ in range(n))

    # what pools consist of: "%d" stands where lines differ

    def message(self):
        form = self.pick(("%s: %s %s {%s u0 %s}", "%s(%s) -> %s, %s by %s", "[%s] %s=%s %s for %s", "%s %s: %s: %s: %s"))
        return "%s %-8s: %s %%d\n" % (self.pick(LEVELS), self.pick(TAGS), form % (
            self.words(2), self.pick(WORDS), self.words(1 + self.below(4)), self.pick(self.ids), self.pick(PACKAGES)))

    def dump(self):
        return "%s%s=%s m%s=%%d %s{%s %s}\n" % ("  " * (1 + self.below(6)), self.pick(WORDS), self.words(2), self.pick(TAGS),
                                               self.pick(TAGS), self.pick(self.ids), self.pick(PACKAGES))

    def frame(self):
        return "  at %s.%s.%s(%s.java:%d)\n" % (self.pick(PACKAGES), self.pick(TAGS), self.pick(WORDS), self.pick(TAGS),
                                               self.below(3000))

    def map(self):
        return "%8d %8d %8d %8d %8d %8d %%8d %4d    %s /system/lib64/lib%s.so\n" % (
            self.below(4000), self.below(2000), self.below(1000), 0, 0, self.below(400), 1 + self.below(9),
            self.pick(("r--p", "r-xp", "rw-p")), self.pick(WORDS))

    # lines

    def log_line(self):
        self.ms += self.below(30)
        s, ms = divmod(self.ms, 1000)
        return "03-%02d %02d:%02d:%02d.%03d %s %s" % (1 + s // 86400 % 28, s // 3600 % 24, s // 60 % 60, s % 60, ms,
                                                    self.pick(self.people), self.pick(self.messages) % self.below(9000))

    def decoy_line(self):
        """Begins as markers do; services have many such lines."""
        return self.pick(("Display %d: %s\n", "* Task{%d %s}\n", "---- %d %s ----\n", "=== %d %s ===\n", "*** %d %s\n",
                          "-> %d was %s\n")) % (self.below(1000), self.words(3))

    def service_line(self):
        return self.decoy_line() if self.rng.random() < 0.03 else self.pick(self.dumps) % self.below(100000)

    def trace_line(self):
        return self.pick(self.frames)

    def map_line(self):
        return self.pick(self.maps) % self.below(4000)


class Text:
    """What is written goes to all outputs."""

    def __init__(self, seed, *outputs):
        self.shape, self.outputs = Shape(seed), outputs

    def put(self, text):
        for f in self.outputs:
            f.write(text.encode("ascii"))

    def lines(self, line, size):
        while size > 0:
            piece = "".join([line() for _ in range(min(PIECE, size) // 90 + 1)])
            self.put(piece)
            size -= len(piece)

    def begin(self, heading):
        self.put("------ %s ------\n" % heading)

    def end(self, title):
        self.put("------ %d.%03ds was the duration of '%s' ------\n" % (self.shape.below(3), self.shape.below(1000), title))

    def section(self, title, command, line, size):
        self.begin("%s (%s)" % (title, command))
        self.lines(line, size)
        self.end(title)

    def log(self, title, buffer, size):
        self.begin("%s (logcat -v threadtime -v printable -v uid -d *:v -b %s)" % (title, buffer))
        self.put("--------- beginning of %s\n" % buffer)
        self.lines(self.shape.log_line, size)
        self.end(title)

    def services(self, title, tag, n, size):
        """Of very unlike sizes, as in devices: few have most of the text."""
        self.begin("%s (/system/bin/dumpsys)" % title)
        shares = [1 / (1 + i) for i in range(n)]
        for i, share in enumerate(shares):
            name = "%s.I%s/%d" % (self.shape.pick(PACKAGES), self.shape.pick(TAGS), i)
            whole = service(name, "\n", tag)
            start = whole.index("\n", len(DASHES) + 1) + 1
            self.put(whole[:start])
            self.lines(self.shape.service_line, int(size * share / sum(shares)))
            self.put(whole[start:])
        self.end(title)


def report(text, size):
    """A part of each thousand of bytes for each kind; what is left of the sections are maps of processes."""
    shape, part = text.shape, size // 1000
    text.put(HEAD)
    text.section("UPTIME", "uptime -p", lambda: "up 1 day, 2 hours\n", 1)
    text.services("DUMPSYS CRITICAL", "CRITICAL ", 20, 60 * part)
    text.log("SYSTEM LOG", "main,system,crash", 290 * part)
    text.log("EVENT LOG", "events", 80 * part)
    text.log("RADIO LOG", "radio", 30 * part)
    text.section("VM TRACES JUST NOW", "/data/anr/dumptrace_x", shape.trace_line, 60 * part)
    text.services("DUMPSYS HIGH", "HIGH ", 10, 40 * part)
    maps = SECTIONS - 9
    for pid in range(1000, 1000 + maps):
        text.section("SHOW MAP %d" % pid, "su root showmap -q %d" % pid, shape.map_line, 140 * part // maps)
    text.services("DUMPSYS NORMAL", "", SERVICES - 30, 290 * part)
    text.section("THE LAST", "echo", lambda: "found\n", 1)
    text.put(banner("dumpstate: done (id 3)"))


def entry(archive, name):
    info = zipfile.ZipInfo(name, (2024, 3, 17, 8, 15, 44))
    info.compress_type = zipfile.ZIP_DEFLATED
    return archive.open(info, "w", force_zip64=False)


def small(archive, name, data):
    with entry(archive, name) as f:
        f.write(data)


def files(archive):
    """Copies of files and protobuf dumps, which take about as much of the zip as in devices."""
    text = Text(SEED + 1)
    for i in range(150):
        lines = "".join(text.shape.log_line() for _ in range(1000 + 20 * i)).encode("ascii")
        small(archive, "FS/data/misc/%s/file_%d" % (text.shape.pick(WORDS), i), lines)
    for i in range(40):
        tag = ("", "_HIGH", "_CRITICAL")[i % 3]
        small(archive, "proto/service_%d%s.proto" % (i, tag), text.shape.rng.getrandbits(8 * 20000).to_bytes(20000, "little"))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    p.add_argument("--mb", type=int, default=320)
    p.add_argument("outputs", nargs=3, metavar="FILE")
    args = p.parse_args()
    zip_path, text_path, log_path = args.outputs
    with zipfile.ZipFile(zip_path, "w", compresslevel=6) as archive, open(text_path, "wb") as flat:
        small(archive, "version.txt", b"2.0")
        files(archive)
        with entry(archive, MAIN) as f:
            report(Text(SEED, f, flat), args.mb * 1000000)
        small(archive, "main_entry.txt", MAIN.encode("ascii"))
    with open(log_path, "wb") as flat:
        text = Text(SEED + 2, flat)
        text.put(HEAD)
        text.log("SYSTEM LOG", "main", args.mb * 500000)
        text.put(banner("dumpstate: done (id 3)"))


if __name__ == "__main__":
    main()
