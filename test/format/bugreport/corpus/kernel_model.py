# SPDX-License-Identifier: MIT
"""A second reader of the kernel's faults (formats/triage.md, 6), by regular expressions over a list of lines.

Rows are without members that are absent, and without places but `offset` and `line`.
"""
import re

import dump_model

LOGCAT = re.compile(r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,9} +(?:[A-Za-z0-9_]+ +)??(\d{1,9}) +(\d{1,9}) ([VDIWEFS]) (.*?): (.*)", re.S)
PREFIX = re.compile(r"(?:<\d+>)?(?P<known>(?:\[ *(\d{1,10})\.(\d{6})\])?(?:\[ *[TC]\d+\])?)", re.S)
BEGINS = [("oops", re.compile(r"Unable to handle kernel |BUG: |kernel BUG at ")),
          ("panic", re.compile(r"Kernel panic - not syncing: (?P<panic>.*)", re.S)),
          ("hung", re.compile(r"INFO: task (?P<comm>[^\n]*):(?P<pid>-?\d+) blocked for more than ", re.S)),
          ("oom", re.compile(r"Out of memory: Kill(?:ed)? process (?P<pid>-?\d+) \((?P<comm>[^)]*)\)", re.S))]
PART = re.compile(r"(?:Panic|Oops)#\d+ Part\d+")
CPU = re.compile(r"CPU: (\d+)(?:(?: UID: \d+)? PID: (-?\d+) Comm: (.*?)(?: Tainted: .*| Not tainted.*|$))?", re.S)
PROCESS = re.compile(r"Process (.*) \(pid: (-?\d+)", re.S)
ADDRESS = r"(?:\[<(?:(?!>\]).)*>\] *)"
PC = re.compile(r"(?:(?:pc : |epc : |PC is at |EIP is at |IP: )|(?:RIP|EIP): [0-9a-fA-F]+:) *" + ADDRESS + r"*(?!\[<)((?:(?!\+0x)[^ ])+)\+0x", re.S)
TRACE = re.compile(r"(?:Call [tT]race|Backtrace): *")
FRAMES = [re.compile(ADDRESS + r"*(?P<f>(?!\(|\[<)(?:(?!\+0x)[^ ])+)\+0x", re.S),
          re.compile(ADDRESS + r"\((?P<f>[^ +)]+)(?=[+)]|$)", re.S), re.compile(r"(?!\[<)(?P<f>[^ +]+)(?:\+[^ ]*)? from ", re.S)]
PLUMBING = {"dump_backtrace", "show_stack", "dump_stack", "dump_stack_lvl", "panic", "__switch_to", "__schedule", "schedule"}


def small(number, signed=True):
    return -2**31 < number < 2**31 if signed else number < 2**32


def begins(text):
    for kind, form in BEGINS:
        found = form.match(text)
        if found and small(int(found.groupdict().get("pid") or 0)):
            return kind, found.groupdict()
    return None, {}


def kernel_lines(data):
    """(offset, number, text, uptime) of lines that may be the kernel's."""
    for offset, number, line in dump_model.lines_of(data):
        logged = LOGCAT.fullmatch(line)
        if logged:
            if int(logged[1]) == 0:
                tag = logged[4].rstrip(" ")
                yield offset, number, f"{tag}: {logged[5]}" if tag else logged[5], None
            continue
        found = PREFIX.match(line)
        text = line[found.end():]
        time = int(found[2]) * 10**6 + int(found[3]) if found[2] and int(found[2]) < 2**32 else None
        yield offset, number, text[1:] if found["known"] and text.startswith(" ") else text, time


def frame(text):
    """None: the trace has ended. "": no function that counts."""
    bare = text.lstrip(" ")
    if bare == text and not text.startswith("[<"):
        return None
    if re.match(r"r\d{1,19}:", bare):
        return ""
    if bare.startswith("<"):
        bare = bare.partition(">")[2].lstrip(" ")
    if not bare and text.lstrip(" ").startswith("<") or re.match(ADDRESS + r"?\? ", bare):
        return ""
    for form in FRAMES:
        found = form.match(bare)
        if found:
            return found["f"]
    return None


class Fault:
    def __init__(self, kind, found, offset, number, text, time):
        self.row = {"offset": offset, "line": number, "kind": kind, "message": text, "trace": []}
        self.phase = "done" if kind == "oom" else "head"
        self.lines = 0
        self.put(panic=found.get("panic"), comm=found.get("comm"), pid=found.get("pid") and int(found["pid"]),
                 uptime_us=time)

    def put(self, **members):
        for name, value in members.items():
            if value is not None:
                self.row.setdefault(name, value)

    def ended_by(self, text):
        kind, _ = begins(text)
        most = 32 if self.phase == "after" else 4096
        return (self.phase == "done" or bool(PART.fullmatch(text)) or self.lines >= most or
                (kind is not None and not (kind == "panic" and self.row["kind"] == "oops")))

    def take(self, text):
        oops = self.row["kind"] == "oops"
        kind, found = begins(text)
        if kind:
            self.put(panic=found["panic"])
            self.phase = "done"
            return
        self.lines += 1
        if self.phase == "trace":
            name = frame(text)
            if name is not None:
                self.row["trace"] += [name] if name else []
                return
            self.phase = "tail" if oops else "done"
        if self.phase in ("done", "after"):
            return
        if text.startswith(("---[ end ", "------------[ cut here")):
            self.phase, self.lines = ("after" if oops else "done"), 0
        elif TRACE.fullmatch(text) and not self.row["trace"]:
            self.phase = "trace"
        else:
            self.take_head(text)

    def take_head(self, text):
        cpu, process, pc = CPU.match(text), PROCESS.match(text), PC.match(text)
        if cpu and small(int(cpu[1]), False) and "cpu" not in self.row:
            self.put(cpu=int(cpu[1]))
            if cpu[2] and small(int(cpu[2])):
                self.put(pid=int(cpu[2]), comm=cpu[3])
        elif process and small(int(process[2])):
            self.put(comm=process[1], pid=int(process[2]))
        elif pc:
            self.put(pc=pc[1])

    def whole(self):
        row = self.row
        parts = ["kernel", row["kind"]]
        if row["kind"] == "panic":
            parts.append(row["panic"].split(" exitcode=")[0])
        if row["kind"] in ("hung", "oom"):
            parts.append(row["comm"])
        if "pc" in row:
            parts.append(row["pc"])
        trace = [name for i, name in enumerate(row["trace"])
                 if name not in PLUMBING and not (i == 0 and name == row.get("pc"))]
        return {**row, "signature": "|".join(parts + trace[:3])}


def crashes(data):
    rows, fault = [], None
    for offset, number, text, time in kernel_lines(data):
        if fault and fault.ended_by(text):
            rows.append(fault.whole())
            fault = None
        kind, found = begins(text)
        if fault:
            fault.take(text)
        elif kind:
            fault = Fault(kind, found, offset, number, text, time)
    return rows + ([fault.whole()] if fault else [])
