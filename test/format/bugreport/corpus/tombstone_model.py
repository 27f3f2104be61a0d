# SPDX-License-Identifier: MIT
"""Tombstones as docs/triage.md describes them, read with Python's `re`: a second view of the three tables.

`crashes(lines)`: [(crash, threads, frames)] of (offset, number, text) of a text.
"""
import re

TABLES = "tombstone.crash", "tombstone.thread", "tombstone.frame"
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
    m = re.fullmatch(r" *#(\d+) +pc ([0-9a-fA-F]{1,16})(?: +(.*))?", line, re.S)
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

QUOTED = {"Build fingerprint": "fingerprint", "Revision": "revision", "ABI": "abi"}


def unquoted(text):
    return text.removeprefix("'").removesuffix("'")


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
    address = re.match(r", fault addr (?:0x)?([0-9a-fA-F]+)", m[5])
    if address:
        crash["fault_addr"] = int(address[1], 16)


def head(crash, thread, line, first):
    key, colon, value = line.partition(": ")
    if colon and key in QUOTED:
        crash.setdefault(QUOTED[key], unquoted(value))
    elif colon and key == "Cmdline":
        crash.setdefault("cmdline", value)
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
        crash["causes"].append(value)
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
    return re.match(r" {4}[A-Za-z_][^ ]* +[0-9a-fA-F]{7}", line) or re.fullmatch(r"\d+ total frames|backtrace:", line) or line.startswith("Extra crash detail: ")


def message(lines):
    """Up to the last line that ends with a quote."""
    text = "\n".join(lines)
    ends = [m.start() for m in re.finditer(r"'$", text, re.M)]
    return text[:ends[-1]] if ends else text


# --- texts ------------------------------------------------------------------------------------------------------------


def one(lines):
    """A tombstone: its lines from the stars on."""
    crash, threads, frames = {"form": "text", "truncated": False, "offset": lines[0][0], "line": lines[0][1], "causes": []}, [], []
    thread, first, said, where = {}, True, None, "head"
    for offset, number, line in lines[1:] + [(0, 0, DASHES)]:
        if said is not None and (ends_message(line) or line == DASHES):
            crash["abort_message"], said = message(said), None
        if line == DASHES:
            if thread:
                threads.append(thread)
            thread, where = {}, "head"
            first = first and number == 0
        elif said is not None:
            said.append(line)
        elif where == "head" and line == "backtrace:":
            where = "trace"
        elif where == "head" and first and line.startswith("Abort message: ") and "abort_message" not in crash:
            said = [line[15:].removeprefix("'")]
        elif where == "head":
            had = bool(thread)
            head(crash, thread, line, first)
            if thread and not had:
                thread.update(offset=offset, line=number)
        elif where == "trace":
            f = frame(line)
            if f:
                if thread:
                    thread["frames"] += 1
                frames.append({**f, "tid": thread.get("tid"), "pid": crash.get("pid"), "offset": offset, "line": number, "of_crash": first})
            elif not line.startswith("  NOTE: "):
                where = "rest"
        elif first and line.startswith("Cause: "):
            crash["causes"].append(line[7:])
    found = signature(crash, [f for f in frames if f["of_crash"]])
    if found:
        crash["signature"] = found
    for f in frames:
        del f["of_crash"]
    for t in threads:
        t["pid"] = crash.get("pid")
    return crash, threads, frames


def crashes(lines):
    starts = [i for i, (_, _, text) in enumerate(lines) if text == STARS]
    for number, (a, b) in enumerate(zip(starts, starts[1:] + [len(lines)])):
        found = one(lines[a:b])
        for row in (found[0], *found[1], *found[2]):
            row["crash_number"] = number
        yield found


def lines_of(data):
    """(offset, number, text) of each line of bytes."""
    found, at = [], 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if at < len(data):
            found.append((at, number, line.removesuffix(b"\r").decode("utf-8", "surrogateescape")))
        at += len(line) + 1
    return found


def rows(data):
    """{table: rows} of a text."""
    found = {table: [] for table in TABLES}
    for crash, threads, frames in crashes(lines_of(data)):
        found["tombstone.crash"].append(crash)
        found["tombstone.thread"] += threads
        found["tombstone.frame"] += frames
    return found
