# SPDX-License-Identifier: MIT
"""Tombstones as docs/triage.md describes them, read with Python's `re`: a second view of the tables.

`crashes(lines, start)`: {table: rows} of each tombstone, of (offset, number, text) of a text. start: local time in seconds
of the report that it is in, or None.
"""
import datetime
import re

import log_model

TABLES = ("tombstone.crash", "tombstone.thread", "tombstone.frame", "tombstone.map", "tombstone.file", "tombstone.log",
          "tombstone.register")
STARS, DASHES = " ".join(["***"] * 16), " ".join(["---"] * 16)
TOP = """
abort raise gsignal kill tgkill pthread_kill syscall __assert __assert2 __fortify_fatal __stack_chk_fail __libc_fatal
__libc_fatal_no_abort async_safe_fatal_no_abort abort_message demangling_terminate_handler std::terminate
std::__terminate __cxa_throw __cxa_rethrow failed_throw __android_log_assert __android_log_default_aborter
android::base::DefaultAborter android::base::LogMessage::~LogMessage art::Runtime::Abort art::Aborter
scudo::* gwp_asan::* __sanitizer::*
__pthread_kill_implementation __pthread_kill_internal __GI_raise __GI_abort __assert_fail* __libc_message* malloc_printerr
__kernel_vsyscall g_log* IA__g_log* g_assert_warning g_assertion_message*
__gnu_cxx::__verbose_terminate_handler __cxxabiv1::* _ZSt9terminatev _ZN10__cxxabiv1*
std::sys::* std::panicking::* std::process::abort std::alloc::* std::rt::* core::panicking::* core::result::unwrap_failed
core::option::* alloc::alloc::handle_alloc_error rust_* __rust_* runtime.*
""".split()
BASE = """
__pthread_start __start_thread start_thread __libc_init __libc_start_main _start _start_main clone __bionic_clone
__libc_start_main_impl __libc_start_call_main __GI___clone3 clone3 __clone runtime.goexit runtime.main
std::rt::* core::ops::function::* __rust_begin_short_backtrace
""".split()


def listed(name, patterns):
    """Whether one of the patterns, in which * is any text, matches the whole name."""
    return any(re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name, re.S) for pattern in patterns)


# --- frames -----------------------------------------------------------------------------------------------------------


def opened(text):
    """Where the parenthesis opens that the last character closes, or None."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at if text[-1] == ")" else None
    return None


def frame(line):
    m = re.fullmatch(r" *#(\d+) +pc 0*([0-9a-fA-F]{1,16})(?: +(.*))?", line, re.S)
    if not m:
        return None
    found, rest = {"place": int(m[1]), "pc": int(m[2], 16)}, m[3] or ""
    at = rest.rfind(" (BuildId: ")
    if at >= 0 and rest.endswith(")"):
        rest, found["build_id"] = rest[:at], rest[at + 11:-1]
    at = opened(rest) if rest else None
    inner = re.fullmatch(r"(.*)\+(\d+)", rest[at + 1:-1], re.S) if at and rest[at - 1] == " " else None
    if inner:
        rest, found["function"], found["function_offset"] = rest[:at - 1], inner[1], int(inner[2])
    m = re.fullmatch(r"(.*) \(offset 0x([0-9a-fA-F]+)\)", rest, re.S)
    if m:
        rest, found["map_offset"] = m[1], int(m[2], 16)
    return {**found, "path": rest}


def normal(name):
    before = None
    while name != before:
        before, name = name, re.sub(r" \[DEDUPED\]$| \[clone [^]]*\]$|\.(llvm|part|isra|constprop|__uniq|cold)\.\d+$"
                                    r"|\.(cold|cfi)$", "", name)
    before = None
    while name != before:
        before, name = name, re.sub(r" (const|volatile|&&?|noexcept)$", "", name)
    if name.endswith(")") and not name.endswith(("operator()", "(anonymous namespace)")) and opened(name):
        name = name[:opened(name)]
    before = None
    while name != before:
        before, name = name, re.sub(r"(?<!^)(?<!operator)(?<!operator<)<[^<>]*>", "\0", name)
    masked = before = name
    while True:
        before, masked = masked, re.sub(r"\([^()]*\)|(?<!operator)(?<!operator<)<[^<>]*>|\{[^{}]*\}",
                                        lambda m: "_" * len(m[0]), masked)
        if masked == before:
            break
    spaces = [m.end() for m in re.finditer(r"(?<!operator) ", masked)]
    return name[spaces[-1] if spaces and spaces[-1] < len(name) else 0:].replace("\0", "<>")


def signature(crash, frames):
    if "process" not in crash or "signal_name" not in crash:
        return None
    names = []
    for f in frames:
        if "function" in f:
            name = normal(f["function"])
            if not names and listed(name, TOP):
                continue
            if listed(name, BASE):
                break
        elif f["path"].startswith("/"):
            name = re.split("[/!]", f["path"].removesuffix(" (deleted)"))[-1] + "+0x%x" % f["pc"]
        else:
            name = "<anon>"
        if not (name == "<anon>" and "function" not in f and names and names[-1] == "<anon>"):
            names.append(name)
    process, code = crash["process"], crash.get("code_name", "")
    process = process.rpartition("/")[2] if process.startswith("/") else process.partition(":")[0]
    signal = crash["signal_name"] + ("/" + code if code and not code.startswith("SI_") else "")
    return "|".join(["native", process, signal] + names[:5])


# --- the head ---------------------------------------------------------------------------------------------------------

QUOTED = {"Build fingerprint": "fingerprint", "Revision": "revision", "ABI": "abi", "Guest architecture": "guest_abi"}


def unquoted(text):
    return text.removeprefix("'").removesuffix("'")


def undone(text):
    """Without octal escapes, which stand for bytes."""
    data = re.sub(rb"\\([0-3][0-7]{2})", lambda m: bytes([int(m[1], 8)]), text.encode("utf-8", "surrogateescape"))
    return data.decode("utf-8", "surrogateescape")


def cause(crash, text):
    """Its index: each is listed once."""
    if text not in crash["causes"]:
        crash["causes"].append(text)
    return crash["causes"].index(text)


def signal(crash, line):
    m = re.match(r"signal (-?\d+)(?: \(([^)]*)\)?)?(?:, code (-?\d+)(?: \(([^)]*)\)?)?)?(.*)", line, re.S)
    if not m:
        return
    crash["signal"] = int(m[1])
    if m[2] is not None:
        crash.setdefault("signal_name", m[2])
    if m[3]:
        crash["code"] = int(m[3])
    if m[4] is not None:
        crash.setdefault("code_name", m[4].partition(" from pid ")[0])
        sender = re.search(r" from pid (\d+), uid (\d+)", m[4])
        if sender:
            crash["sender_pid"], crash["sender_uid"] = int(sender[1]), int(sender[2])
    address = re.match(r", fault addr (?:0x|(?!0x))([0-9a-fA-F]+)", m[5])
    if address:
        crash["fault_addr"] = int(address[1], 16)


def head(crash, thread, line, first):
    key, colon, value = line.partition(": ")
    if colon and key in QUOTED:
        crash.setdefault(QUOTED[key], unquoted(value))
    elif colon and key in ("Cmdline", "Executable"):
        crash.setdefault(key.lower(), value)
    elif colon and key == "Page size" and re.fullmatch(r"\d+ bytes", value):
        crash["page_size"] = int(value[:-6])
    elif colon and key == "Timestamp" and "time" not in crash:
        m = re.fullmatch(r"(.*)([+-])(\d\d)(\d\d)", value, re.S)
        crash["time"] = m[1] if m else value
        if m:
            crash["utc_offset_s"] = (int(m[3]) * 3600 + int(m[4]) * 60) * (-1 if m[2] == "-" else 1)
    elif colon and key == "Process uptime" and re.fullmatch(r"\d+s", value):
        crash["uptime_s"] = int(value[:-1])
    elif colon and key == "uid" and first and re.match(r"\d+", value):
        crash["uid"] = int(re.match(r"\d+", value)[0])
    elif colon and key == "Cause" and first:
        cause(crash, value)
    elif colon and key == "Extra crash detail" and first and ": '" in value:
        name, _, data = value.partition(": '")
        crash["details"].append(undone(name + ": " + data.removesuffix("'")))
    elif first and line.startswith("signal "):
        signal(crash, line)
    m = re.match(r"pid: (-?\d+), tid: (-?\d+)(.*)", line, re.S)
    if not m or thread:
        return
    name, arrows, process = m[3].partition(" >>> ")
    name, named = name.removeprefix(", name: "), name.startswith(", name: ")
    thread.update(tid=int(m[2]), name=name.removesuffix(" ") if named else "", crashed=first, frames=0)
    if first:
        crash.update(pid=int(m[1]), tid=int(m[2]))
        if named:
            crash["thread"] = thread["name"]
        if arrows:
            crash["process"] = process.removesuffix(" <<<")


def ends_message(line):
    return re.match(r" {4}[A-Za-z_][^ ]* +[0-9a-fA-F]{8}", line) or re.fullmatch(r"\d+ total frames|backtrace:", line) or line.startswith("Extra crash detail: ")


def message(lines):
    """Up to the last line that ends with a quote."""
    text = "\n".join(lines)
    ends = [m.start() for m in re.finditer(r"'$", text, re.M)]
    return text[:ends[-1]] if ends else text


# --- what follows a stack ---------------------------------------------------------------------------------------------


HEX = "0*[0-9a-fA-F]{1,16}"  # of 64 bits


def number(hexadecimal):
    high, _, low = hexadecimal.rpartition("'")
    return int(high or "0", 16) << 32 | int(low, 16)


def memory_map(line):
    address = "(%s|0*[0-9a-fA-F]{1,8}'0*[0-9a-fA-F]{1,8})" % HEX
    m = re.fullmatch(r"(--->| +)%s-%s ([r-][w-][x-][^ ]*)(?: *(%s) +%s(?= |$))? *(.*)" % (address, address, HEX, HEX), line, re.S)
    if not m:
        return None
    found = {"faulted": m[1] == "--->", "start_address": number(m[2]), "permissions": m[4]}
    end, rest = number(m[3]), m[6]
    found["end_address"] = end + end % 2 if end < (1 << 64) - 1 else end
    if m[5]:
        found["file_offset"] = int(m[5], 16)
    bias = re.fullmatch(r"(.*) \(load (?:bias|base) 0x(%s)\)" % HEX, rest, re.S)
    if bias:
        rest, found["load_bias"] = bias[1], int(bias[2], 16)
    build_id = re.fullmatch(r"(.*) \(BuildId: (.*)\)", rest, re.S)
    if build_id:
        rest, found["build_id"] = build_id[1], build_id[2]
    return {**found, "path": rest or None}


def open_file(line):
    m = re.fullmatch(r" +fd (-?\d{1,9}): (.*)", line, re.S)
    if not m:
        return None
    owned = re.fullmatch(r"(.*) \(owned by (.*)\)", m[2], re.S)
    if owned:
        return {"number": int(m[1]), "path": owned[1], "owner": owned[2]}
    return {"number": int(m[1]), "path": m[2].removesuffix(" (unowned)")}


def log_line(line, start):
    found = next(log_model.parse(line.encode("utf-8", "surrogateescape")), None)
    if not found:
        return None
    words = "verbose debug info warn error fatal silent".split()
    texts = {key: found[key].encode("latin-1").decode("utf-8", "surrogateescape") for key in ("tag", "message")}
    time = log_model.time_of(found)
    return {**texts, "process_id": found["process_id"], "thread_id": found.get("thread_id", 0),
            "priority": words[found["priority"]], "time_text": time,
            "time_local_s": log_model.seconds_of(found, start), "nanosecond": found["nanosecond"] if time else None}


def heading(line):
    """(where, stack or buffer)"""
    m = re.fullmatch(r"(de)?allocated by thread (-?\d{1,9}):", line)
    if m:
        return "trace", {"stack": (m[1] or "") + "allocated", "stack_thread_id": int(m[2])}
    m = re.fullmatch(r"--------- (tail end of )?log (.+)", line, re.S)
    if m:
        return "log", {"buffer": m[2], "tail": bool(m[1])}
    if line.startswith("memory map") and ":" in line:
        return "map", {}
    return ("file", {}) if line == "open files:" else (None, None)


# --- texts ------------------------------------------------------------------------------------------------------------


def begins(line):
    return line == STARS or line.startswith("Native Crash TIME: ")


def day_of(crash, start):
    m = re.match(r"(\d+)-(\d+)-(\d+)", crash.get("time", ""))
    if not m or not (1970 <= int(m[1]) <= 9999 and 1 <= int(m[2]) <= 12 and 1 <= int(m[3]) <= 31):
        return start
    first = datetime.datetime(int(m[1]), int(m[2]), 1) - log_model.EPOCH
    return int(first.total_seconds()) + (int(m[3]) - 1) * 86400


class Tombstone:
    def __init__(self, start):
        self.start = start
        self.crash = {"form": "text", "truncated": False, "causes": [], "details": []}
        self.rows = {table: [] for table in TABLES}
        self.first, self.said, self.crash_frames, self.cause = True, None, [], None
        self.begin_thread()

    def begin_thread(self):
        self.thread, self.where, self.stack = {}, "head", {"stack": "crash"}

    def goes_on(self):
        return self.first and "pid" not in self.crash

    def end_thread(self):
        if self.said is not None:
            self.crash["abort_message"], self.said = message(self.said), None
        if self.thread:
            self.rows["tombstone.thread"].append(self.thread)

    def add(self, table, row, place):
        self.rows["tombstone." + table].append({**row, **place})

    def frame(self, found, place):
        crash = self.stack["stack"] == "crash"
        if crash and self.thread:
            self.thread["frames"] += 1
        if crash and self.first:
            self.crash_frames.append(found)
        self.add("frame", {**found, **self.stack, "tid": self.thread.get("tid")}, place)

    def part(self, line, place):
        if self.where == "map" and memory_map(line):
            self.add("map", memory_map(line), place)
        elif self.where == "file" and open_file(line):
            self.add("file", open_file(line), place)
        elif self.where == "log":
            found = log_line(line, day_of(self.crash, self.start))
            if found:
                self.add("log", {**found, **self.stack}, place)
        elif self.where == "rest" and self.first and line.startswith("Cause: "):
            self.cause = cause(self.crash, line[7:])

    def heading(self, line):
        where, more = heading(line)
        if where is None or (where == "trace" and not self.first):
            return False
        self.where = where
        if where == "trace":
            self.stack = {**more, "cause_number": self.cause}
        if where == "log":
            self.stack = more
        return True

    def registers(self, line, place):
        """Some lines have several."""
        if not re.match(r" {4}[A-Za-z]", line):
            return
        while m := re.match(r" +([A-Za-z][^ ]*) +(?=[0-9a-fA-F]{8})0*([0-9a-fA-F]{1,16})(?![0-9a-fA-F])", line):
            self.add("register", {"name": m[1], "value": int(m[2], 16), "tid": self.thread.get("tid")}, place)
            line = line[m.end():]

    def head(self, line, place):
        self.registers(line, place)
        had = bool(self.thread)
        head(self.crash, self.thread, line, self.first)
        if line.startswith("Cause: ") and self.first:
            self.cause = self.crash["causes"].index(line[7:])
        if self.thread and not had:
            self.thread.update(place)

    def line(self, line, place):
        if line == DASHES:
            self.end_thread()
            self.begin_thread()
            self.first = False
            return
        if self.said is not None and ends_message(line):
            self.crash["abort_message"], self.said = message(self.said), None
        if self.where == "trace":
            found = frame(line)
            if found:
                return self.frame(found, place)
            if line.startswith("  NOTE: "):
                return
            self.where = "rest"
        if self.said is not None:
            self.said.append(line)
        elif self.heading(line):
            pass
        elif self.where != "head":
            self.part(line, place)
        elif line == "backtrace:":
            self.where = "trace"
        elif self.first and line.startswith("Abort message: ") and "abort_message" not in self.crash:
            self.said = [line[15:].removeprefix("'")]
        else:
            self.head(line, place)

    def found(self, number):
        self.end_thread()
        self.crash["signature"] = signature(self.crash, self.crash_frames)
        for row in self.rows["tombstone.thread"] + self.rows["tombstone.frame"]:
            row["pid"] = self.crash.get("pid")
        self.rows["tombstone.crash"].append(self.crash)
        for row in sum(self.rows.values(), []):
            row["crash_number"] = number
        return self.rows


def crashes(lines, start=None):
    current, number = None, 0
    for offset, line_number, text in lines:
        place = {"offset": offset, "line": line_number}
        if not begins(text):
            if current:
                current.line(text, place)
        elif not (current and current.goes_on()):
            if current:
                yield current.found(number)
                number += 1
            current = Tombstone(start)
            current.crash.update(place)
    if current:
        yield current.found(number)


def lines_of(data):
    """(offset, number, text) of each line of bytes."""
    found, at = [], 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if at < len(data):
            found.append((at, number, line.removesuffix(b"\r").decode("utf-8", "surrogateescape")))
        at += len(line) + 1
    return found


def rows(data, start=None):
    """{table: rows} of a text."""
    found = {table: [] for table in TABLES}
    for tombstone in crashes(lines_of(data), start):
        for table in TABLES:
            found[table] += tombstone[table]
    return found
