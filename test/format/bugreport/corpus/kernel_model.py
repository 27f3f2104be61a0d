# SPDX-License-Identifier: MIT
"""A second reader of the kernel's faults (docs/triage.md), by regular expressions over a list of lines.

Rows are without members that are absent, and without places but `offset` and `line`.
"""
import re

import dump_model

LOGCAT = re.compile(r"(\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,9}) +(?:[A-Za-z0-9_]+ +)??(\d{1,9}) +(\d{1,9}) ([VDIWEFS]) (.*?): (.*)", re.S)

# ---- what stands before a message
WORDS = re.compile(r"(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp) *:(?:emerg|alert|crit|err|warn|notice|info|debug) *:")
JOURNAL = re.compile(r"(?P<date>... .\d \d\d:\d\d:\d\d(?:[^ ]*)) [^ ]* kernel:", re.S)


def task_end(text):
    """After the first bracket that closes a task's, or 0."""
    for at in range(1, min(len(text), 64)):
        if text[at] == "]" and re.fullmatch(r"\d{1,3}:.*: *\d{1,10}", text[1:at], re.S):
            return at + 1
    return 0


def part_of(text):
    """(length, seconds, date) of a part at the start."""
    c, second = text[0], text[1:2]
    if c == "[":
        near = text[:64]
        if "]" not in near:
            return 0, None, None
        inside = near[1:near.index("]")].lstrip(" ")
        length = near.index("]") + 1
        if not re.match(r"[0-9A-Z]", inside):
            return (length if re.match(r"pid:\d{1,19},cpu", inside) else 0), None, None
        found = re.match(r"(\d{1,12})\.(\d{3,12})", inside)
        if found:
            return length, found, None
        if re.fullmatch(r"... ... .\d \d\d:\d\d:\d\d \d{4}", inside, re.S):
            return length, None, inside
        if re.fullmatch(r"[TC]\d{1,10}[^ ]*|\d{1,3}", inside, re.S):
            return length, None, None
        return task_end(text), None, None
    if c == "<":
        found = re.match(r"<\d{1,4}>", text)
        return (found.end() if found else 0), None, None
    if c == "(" or second == "(":
        skip = int(c != "(")
        found = re.match(r"\(\d{1,3}\)\[\d{1,10}:[^\]]{0,31}\]", text[skip:])
        return (found.end() + skip if found else 0), None, None
    if second == "[":
        end = task_end(text[1:])
        return (end + 1 if end else 0), None, None
    if c == "c" and second.isdecimal():
        found = re.match(r"c\d{1,2}(?= )(?: +\d{0,10} \((?=.{0,29}\) )(?:(?!\) ).)*\))?", text, re.S)
        return (found.end() if found else 0), None, None
    if len(text) > 16 and text[3] == " " and text[6] == " ":
        found = JOURNAL.match(text)
        return (found.end() if found else 0), None, found and found["date"]
    found = WORDS.match(text)
    return (found.end() if found else 0), None, None


def without_parts(text):
    """(message, microseconds, time as printed)"""
    rest, taken, seconds, time = text, False, None, None
    for _ in range(6):
        rest = rest.lstrip(" ")
        if not rest:
            break
        length, found, date = part_of(rest)
        if not length:
            break
        if found and time is None:
            seconds, time = int(found[1]) * 10**6 + int((found[2] + "000000")[:6]), found[0]
        if date and time is None:
            time = date
        rest, taken, text = rest[length:], True, rest[length:]
    return (text[1:] if taken and text.startswith(" ") else text), seconds, time


# ---- heads
I32 = r"-?\d+"
HEADS = [(kind, re.compile(form, re.S)) for kind, form in (
    ("lockup", r"BUG: soft lockup - (?P<rest>.*)"),
    ("oops", r"Unable to handle kernel |BUG: |kernel BUG at "), ("dies", r"Internal error: "),
    ("panic", r"Kernel panic - not syncing: (?P<panic>.*)"),
    ("hung", r"INFO: task (?P<comm>(?:(?! blocked ).)*):(?P<pid>-?\d+) blocked (?:in I/O wait )?for more than "),
    ("stall", r"(?:rcu: )?INFO: rcu_[^ ]* (?:self-)?detected (?:expedited )?stall"),
    ("lockup", r"(?:NMI )?(?:watchdog: )?(?:CPU\d+: )?BUG: soft lockup - (?P<rest>.*)"),
    ("lockup", r"(?:NMI )?(?:watchdog: )?(?:CPU\d+: (?:watchdog: )?)?Watchdog detected hard LOCKUP on cpu (?P<cpu>\d*)"),
    ("oom", r"(?:O|Memory cgroup o)ut of memory(?: \([^)]*\))?: Kill(?:ed)? process (?P<pid>-?\d+) \((?P<comm>.*?)\)(?:[ ,]|$)"),
    ("warning", r"WARNING: CPU: (?P<cpu>\d+) PID: (?P<pid>-?\d+) at "),
    ("warning", r"WARNING: (?!CPU: \d+ PID: )at (?:[^ ]+:\d+ )?(?!\+0x)(?:(?!\+0x)[^ ])+\+0x(?P<tail>.*)"),
    ("warning", r"WARNING: (?!at |CPU: )(?:(?! at ).)+:\d+ at (?!\+0x)(?:(?!\+0x)[^ ])+\+0x(?P<tail>.*)"),
    ("warning", r"UBSAN: (?P<ubsan>.+?) in "),
    ("hardware", r"(?:mce: )?(?:\[Hardware Error\]: )?CPU (?P<cpu>\d+): Machine Check.*? Bank (?P<bank>[^:]*):"),
    ("gpu", r"\[drm:(?P<driver>(?:(?!_job_timedout).)+)_job_timedout.*?\] \*ERROR\* ring (?P<ring>.*?) timeout"),
    ("gpu", r"amdgpu (?:(?!: ).)*: \[drm:(?P<driver>(?:(?!_job_timedout).)+)_job_timedout.*?\] \*ERROR\* ring (?P<ring>.*?) timeout"),
    ("gpu", r"(?:\[drm|i915).*?GPU HANG: ecode (?P<ecode>[^,]*)(?:, in (?P<task>[^\]]*)\])?"),
    ("gpu", r"amdgpu (?:(?!: ).)*: (?:amdgpu: )?ring (?P<ring>.*?) timeout(?=.*, signaled seq=)"))]
DIES = re.compile(r"[^#]+: [0-9a-fA-F]{4,16} \[#(\d+)\]", re.S)


def small(number, signed=True):
    return -2**31 < number < 2**31 if signed else number < 2**32


def begins(text):
    """(kind, members); None: no fault begins with this line. `subject`: of the signature."""
    for kind, form in HEADS:
        found = form.match(text)
        if not found:
            continue
        said = {k: v for k, v in found.groupdict().items() if v is not None}
        row = {}
        if said.get("cpu"):
            row["cpu"] = int(said["cpu"])
        if "pid" in said:
            row["pid"] = int(said["pid"])
        if not small(row.get("pid", 0)) or not small(row.get("cpu", 0), False):
            continue
        if kind == "panic":
            row.update(panic=said["panic"], subject=said["panic"].split(" exitcode=")[0])
        if kind in ("hung", "oom"):
            row.update(comm=said["comm"], subject=said["comm"])
        if "rest" in said:
            cpu, task = re.match(r"CPU#(\d+)", said["rest"]), re.search(r"\[(.*):(-?\d+)\] *$", said["rest"], re.S)
            row.update({"cpu": int(cpu[1])} if cpu else {}, **({"comm": task[1], "pid": int(task[2])} if task else {}))
        if "tail" in said:
            more = re.search(r", CPU#(\d+)(?:: (.*)/(-?\d+)$)?", said["tail"], re.S)
            row.update({"cpu": int(more[1])} if more else {}, **({"comm": more[2], "pid": int(more[3])} if more and more[3] else {}))
        if "ubsan" in said:
            row["subject"] = "UBSAN " + said["ubsan"]
        if "bank" in said:
            row["subject"] = "mce|bank " + said["bank"]
        if "ring" in said:
            row["subject"] = said.get("driver", "amdgpu") + "|" + said["ring"]
        if "ecode" in said:
            task = re.fullmatch(r"(.*)\[(-?\d+)", said.get("task", ""), re.S)
            row.update({"subject": "i915|" + said["ecode"]}, **({"comm": task[1].strip(" "), "pid": int(task[2])} if task else {}))
        return kind, row
    if DIES.match(text):
        return "dies", {}
    return None, {}


PART = re.compile(r"(?:Panic|Oops)#\d+ Part\d+")
CPU = re.compile(r"CPU: (\d+)(?:(?: UID: \d+)? PID: (-?\d+) Comm: (.*))?", re.S)
PID = re.compile(r"Pid: (-?\d+), comm: (.*)", re.S)
PROCESS = re.compile(r"Process (.*) \(pid: +(-?\d+)", re.S)
TASK_LINE = re.compile(r"task:(.*) pid: *(-?\d+)", re.S)
ADDRESS = r"(?:\[<(?:(?!>\]).)*>\] *|\[[0-9a-fA-F]{8,16}\] *|[0-9a-fA-F]{8,16} +)"
NAME = r"((?:(?!\+0x)[^ ])+)\+0x"
PC = re.compile(r"(?:pc : |pc: |epc : |PC is at |EIP is at |IP: |NIP |(?:RIP|EIP): (?:[0-9a-fA-F]+:)?) *(.*)", re.S)
LR = re.compile(r"(?:lr : |lr: |LR is at | ra : ) *(.*)", re.S)
TRACE = re.compile(r"(?:Call [tT]race|Backtrace): *(.*)", re.S)
SKIPPED = set("""dump_backtrace show_stack dump_stack dump_stack_lvl panic __switch_to __schedule schedule show_regs __die die
__warn report_bug handle_bug exc_invalid_op asm_exc_invalid_op nmi_panic watchdog_timer_fn rcu_sched_clock_irq rcu_dump_cpu_stacks
print_report kasan_report print_address_description unwind_backtrace warn_slowpath_common warn_slowpath_null
warn_slowpath_fmt""".split())


def skip_addresses(text):
    text = text.lstrip(" ")
    found = re.match(ADDRESS + "+", text, re.S)
    return text[found.end():] if found else text


def symbol(text):
    found = re.match(NAME, skip_addresses(text), re.S)
    return found[1] if found else None


def function(name):
    short = re.sub(r"(?:\.(?:isra|part|constprop|cold|llvm)(?:\.\d+)?)+$", "", name)
    return short or name


def comm_of(text):
    text = text[:64]
    for end in (" Tainted: ", " Not tainted", " Kdump: loaded", " FTT: "):
        text = text.split(end)[0]
    return re.split(r" \d{1,19}\.\d", text)[0][:15]


def clock(text):
    """The time of a line of logcat, as reports have it: three digits after the point, or as many as it needs."""
    date, _, fraction = text.partition(".")
    fraction = fraction.ljust(9, "0")
    while len(fraction) > 3 and fraction.endswith("000"):
        fraction = fraction[:-3]
    return f"{date}.{fraction}"


def kernel_lines(data):
    """(offset, number, [text, uptime, time], text without its tag) of lines that may be the kernel's."""
    for offset, number, line in dump_model.lines_of(data):
        logged = LOGCAT.fullmatch(line)
        if not logged:
            yield offset, number, without_parts(line), None
        elif int(logged[2]) == 0:
            tag = logged[5].rstrip(" ")
            whole, bare = without_parts(f"{tag}: {logged[6]}" if tag else logged[6]), without_parts(logged[6])
            yield offset, number, (whole[0], whole[1], clock(logged[1])), (bare[0], bare[1], clock(logged[1])) if tag else None


def frame(text):
    """None: the trace has ended. "": no function that counts."""
    text = text.lstrip(" ")
    if re.match(r"r\d{1,19}:|(?:RIP|Code|RSP|RAX|RDX|RBP|R10|R13): ", text):
        return ""
    if text.startswith("<"):
        text = text.partition(">")[2].lstrip(" ")
        if not text:
            return ""
    entered = text.startswith("Function entered at ")
    inner = text[20:] if entered else text
    if re.fullmatch(r"[0-9a-fA-F]{8,16}", inner):
        return ""
    bare = skip_addresses(inner)
    addressed = entered or len(bare) < len(text)
    if bare.startswith("? ") or re.match(r"0x[0-9a-fA-F]{1,16}(?![0-9a-fA-F])", bare):
        return ""
    if addressed and (not bare or re.match(r"[0-9a-fA-F]{8,16}|\(null\)|from \[<", bare)):
        return ""
    name = symbol(bare)
    if name and not name.startswith("("):
        return name
    if bare.startswith("("):
        found = re.match(r"\(([^ +)]+)(?=[+)]|$)", bare)
        return found[1] if found else None
    before, found, after = bare.partition(" from ")
    if found and symbol(after):
        name = before.split("+")[0]
        return name if name and " " not in name else None
    return None


ONE_LINE = "oom", "hardware", "user"
MOST = {"head": 512, "trace": 4096, "tail": 128, "after": 32}


class Fault:
    def __init__(self, kind, found, offset, number, text, uptime, time):
        self.kind = "oops" if kind == "dies" else kind
        self.row = {"offset": offset, "line": number, "kind": self.kind, "message": text, "trace": []}
        self.phase = "done" if kind in ONE_LINE or (kind == "gpu" and "pid" in found) else "head"
        self.lines = 0
        self.seen_cpu = self.seen_pc = False
        self.lr = None
        self.subject = found.pop("subject", None)
        if found.get("comm") is not None:
            found["comm"] = comm_of(found["comm"])
        self.put(uptime_us=uptime, time=time, **found)

    def put(self, **members):
        for name, value in members.items():
            if value is not None:
                self.row.setdefault(name, value)

    def ended_by(self, text):
        kind, _ = begins(text)
        if self.phase == "done" or PART.fullmatch(text) or self.lines >= (8 if self.kind == "gpu" else MOST[self.phase]):
            return True
        if kind == "panic":
            return self.kind in ("panic", "gpu")
        if kind == "dies":
            return not (self.kind == "oops" and self.phase == "head" and self.lines < 64)
        return kind is not None

    def end_trace(self, phase):
        self.phase, self.lines = "done" if self.kind == "panic" else phase, 0

    def take(self, text):
        kind, found = begins(text)
        if kind == "panic":
            self.put(panic=found["panic"])
            self.phase = "done"
            return
        self.lines += 1
        if self.phase == "trace":
            name = frame(text)
            if name is not None:
                self.row["trace"] += [name] if name else []
                return
            self.end_trace("tail" if self.kind == "oops" else "after")
        if self.phase in ("done", "after"):
            return
        if self.kind == "gpu":
            self.take_culprit(text)
        elif text.startswith(("---[ end ", "------------[ cut here")):
            self.end_trace("after")
        else:
            self.take_head(text)

    def take_culprit(self, text):
        before, found, after = text.partition(" pid ")
        number = re.match(I32, after)
        if not found or "rocess " not in before or not number or not small(int(number[0])):
            return
        self.phase = "done"
        name = before.rpartition("rocess ")[2]
        if name:
            self.put(pid=int(number[0]), comm=comm_of(name))

    def take_head(self, text):
        cpu, pid, task, process, pc, lr, trace = (form.match(text) for form in (CPU, PID, TASK_LINE, PROCESS, PC, LR, TRACE))
        if cpu:
            if not self.seen_cpu and small(int(cpu[1]), False):
                self.seen_cpu = True
                self.put(cpu=int(cpu[1]))
                if cpu[2] and small(int(cpu[2])):
                    self.put(pid=int(cpu[2]), comm=comm_of(cpu[3]))
        elif pid and small(int(pid[1])):
            self.put(pid=int(pid[1]), comm=comm_of(pid[2]))
        elif process and small(int(process[2])):
            self.put_named(process[1], int(process[2]))
        elif task and small(int(task[2])):
            self.put_named(task[1].split(" state:")[0], int(task[2]))
        elif pc and self.phase == "head":
            self.seen_pc = True
            self.put(pc=symbol(pc[1]))
        elif lr and self.phase == "head":
            self.lr = self.lr or symbol(lr[1])
        elif trace and not self.row["trace"]:
            name = frame(trace[1]) if trace[1] else ""
            if name is not None:
                self.phase, self.lines = "trace", 0
                self.row["trace"] += [name] if name else []

    def put_named(self, name, pid):
        name = name.rstrip(" ")
        self.put(pid=pid, comm=comm_of(name) if name else None)

    def whole(self):
        row = self.row
        pc = function(row.get("pc") or (self.lr if self.seen_pc else None) or "")
        trace = [function(name) for name in row["trace"]]
        trace = [name for name in trace if name not in SKIPPED]
        if trace and trace[0] == pc:
            del trace[0]
        parts = ["kernel", row["kind"], self.subject, pc, *trace[:3]]
        return {**row, "signature": "|".join(part for part in parts if part)}


def crashes(data):
    rows, fault, untagged = [], None, False
    for offset, number, (text, uptime, time), bare in kernel_lines(data):
        if bare and not fault:
            untagged = begins(text)[0] is None and begins(bare[0])[0] is not None
        if bare and untagged:
            text, uptime, time = bare
        if fault and fault.ended_by(text):
            rows.append(fault.whole())
            fault = None
        kind, found = begins(text)
        if fault:
            fault.take(text)
        elif kind:
            fault = Fault(kind, found, offset, number, text, uptime, time)
    return rows + ([fault.whole()] if fault else [])
