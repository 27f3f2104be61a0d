# SPDX-License-Identifier: MIT
"""A second reader of what Apport reports are about (docs/triage.md), by regular expressions and by recursion.

`rows(reports)`: rows of apport.triage_finding for lists of fields: (dict of str and other values, line, offset).
"""
import os
import re

import apport_segv
import apport_signatures
import kernel_model
import log_model
import tombstone_model

KEYS = (apport_signatures.KEYS | apport_segv.KEYS
        | set("Title StacktraceAddressSignature Date DpkgTerminalLog StackTrace ProcStatus SegvReason".split()))
SEVERITY = {"kernel_crash": 100, "native_crash": 75, "python_crash": 70, "java_crash": 70, "hung_task": 55, "suspend_failure": 50,
            "package_failure": 48, "oom_kill": 45, "other": 10, "kernel_lockup": 92, "gpu_hang": 62, "hardware_error": 58,
            "kernel_warning": 30}
KERNEL = {"hung": "hung_task", "oom": "oom_kill", "warning": "kernel_warning", "lockup": "kernel_lockup", "stall": "kernel_lockup",
          "gpu": "gpu_hang", "hardware": "hardware_error", "user": "native_crash"}
PLUMBING = ("*/asyncio/* */concurrent/futures/* */importlib/* */multiprocessing/* */threading.py */runpy.py */contextlib.py "
            "*/functools.py */selectors.py").split() + ["<frozen *"]
KERNEL_SKIP = set(
    "dump_backtrace show_stack dump_stack dump_stack_lvl panic __switch_to __schedule schedule "
    "show_regs __die die __warn report_bug handle_bug exc_invalid_op asm_exc_invalid_op nmi_panic watchdog_timer_fn "
    "rcu_sched_clock_irq rcu_dump_cpu_stacks print_report kasan_report print_address_description unwind_backtrace "
    "warn_slowpath_common warn_slowpath_null warn_slowpath_fmt".split())


def text(fields, key):
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def lines_of(value):
    lines = value.split("\n")
    return [line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines)]


def base(path):
    return (path.rpartition("/")[2] if path.startswith("/") else path.partition(":")[0]) if path else "?"


# --- programs ---------------------------------------------------------------------------------------------------------


def call(line):
    """The function of gdb's line without its number: up to " (" that is outside of brackets."""
    line = re.sub(r"^0x[0-9a-fA-F]{1,16} in ", "", line)
    depth, at = 0, 0
    while at < len(line):
        if depth <= 0 and line.startswith(" (", at):
            break
        operator = re.compile(r"operator[-<>]*").match(line, at)
        if operator:
            at = operator.end()
            continue
        depth += (line[at] in "(<") - (line[at] in ")>")
        at += 1
    return line[:at].removeprefix("*") or None if line[:at] != "??" else None


def stack(value, numbered):
    calls = []
    for line in lines_of(value):
        m = re.match(r"#([0-9]+)\s+(?=.)", line, re.S) if numbered else re.match("", line)
        if not m or (numbered and int(m[1]) >= 1 << 32):
            continue
        rest = line[m.end():]
        bare = re.sub(r"^0x[0-9a-fA-F]{1,16} in ", "", rest)
        if bare.startswith("<signal handler called>"):
            calls = []
        else:
            calls.append(call(rest))
    names = []
    for function in calls:
        name = "<anon>" if function is None else tombstone_model.normal(function)
        if function is not None and not names and tombstone_model.listed(name, tombstone_model.TOP):
            continue
        if function is not None and tombstone_model.listed(name, tombstone_model.BASE):
            break
        if function is not None or names[-1:] != ["<anon>"]:
            names.append(name)
    return names[:5] if any(name != "<anon>" for name in names[:5]) else []


def native(fields):
    names, key = stack(text(fields, "Stacktrace"), True), "Stacktrace"
    if not names:
        names, key = stack(text(fields, "StacktraceTop"), False), "StacktraceTop"
    try:
        sign = apport_signatures.signal_name(fields)
    except (KeyError, TypeError, ValueError):
        sign = "?"
    return {"signature": "|".join(["native", base(text(fields, "ExecutablePath")), sign, *names]),
            "basis": "stack" if names else "head", "section": key if names else None}


SEPARATOR = re.compile(r"( *)(\+-)?\+-{16} (.*)", re.S)
LINKS = {"The above exception was the direct cause of the following exception:": True,
         "During handling of the above exception, another exception occurred:": False}


class Exceptions:
    """A chain: fault is (class, message, frames, leaves), where leaves of no group are None."""

    def __init__(self):
        self.state, self.fault, self.decided, self.group, self.frames, self.children = "expect", None, False, False, [], []

    def line(self, line):
        if self.state == "message" and line in LINKS:
            self.end()
            self.decided = LINKS[line]
            if not self.decided:
                self.fault = None
            self.state = "expect"
        elif self.state == "expect" and line and not line.startswith("..."):
            self.group, self.frames = line.startswith("Exception Group "), []
            if line.removeprefix("Exception Group ") == "Traceback (most recent call last):" or line.startswith(" "):
                self.state = "frames"
                self.frames = [line] if line.startswith(" ") else []
            else:
                self.exception(line)
        elif self.state == "frames" and line[:1] not in ("", " "):
            self.exception(line)
        elif self.state == "frames":
            self.frames.append(line)

    def exception(self, line):
        name, _, message = line.partition(":")
        self.state = "message"
        self.children = []
        if not self.decided:
            self.fault = [name, message.lstrip(" "), self.frames, self.children if self.group else None]

    def end(self):
        if self.fault and self.fault[3] is self.children:
            for child in self.children:
                child.end()

    def leaves(self):
        if self.fault and self.fault[3] is not None:
            return [leaf for child in self.fault[3] for leaf in child.leaves()]
        return [self.fault] if self.fault and self.fault[0] else []


def in_group(top):
    return top.group and top.state != "expect"


def traceback(value):
    """The outermost chain. Chains that are open are those of the line's depth and above."""
    path = [Exceptions()]
    for line in lines_of(value):
        bare, separator, depth, rest = line.lstrip(" "), SEPARATOR.fullmatch(line), 0, line
        if in_group(path[0]) and bare.startswith("+-"):
            depth = separator and len(separator[1]) // 2 + bool(separator[2])
            if separator and 2 <= depth <= min(len(path) + 1, 32):
                above, child = path[depth - 2], Exceptions()
                if separator[3].startswith("...") or above.state == "ignored" or above.decided:
                    child.state = "ignored"
                else:
                    above.children.append(child)
                path = path[:depth - 1] + [child]
            continue
        column = len(line) - len(bare)
        if path[0].state == "expect" and bare.startswith("+ Exception Group Traceback"):
            depth, rest = 1, bare[2:]
        elif in_group(path[0]) and column >= 2 and bare.startswith("|"):
            depth, rest = column // 2, bare[1:].removeprefix(" ")
        if depth <= len(path):
            path = path[:max(depth, 1)]
            path[-1].line(rest)
    return path[0]


def python_frames(lines):
    found = []
    for line in lines:
        m = re.match(r'\s*File "(.*)", line ([0-9]+), in (.*)', line.lstrip(" ").removeprefix("|"), re.S)
        if m and int(m[2]) < 1 << 64 and not tombstone_model.listed(m[1], PLUMBING):
            found.append((m[1], m[3]))
    return found


def module(path):
    return path.removesuffix("/__init__.py").rpartition("/")[2].removesuffix(".py")


def python(fields):
    fault, program = traceback(text(fields, "Traceback")), text(fields, "ExecutablePath")
    if not fault.fault or not fault.fault[0]:
        return {"signature": f"python|{base(program)}|?", "basis": "head"}
    name, message, lines, group = fault.fault
    own, classes = python_frames(lines), name
    frames = own
    leaves = sorted(fault.leaves(), key=lambda leaf: leaf[0].encode()) if group is not None else []
    if leaves:
        classes += "(" + ",".join(dict.fromkeys(leaf[0] for leaf in leaves)) + ")"
        frames = python_frames(leaves[0][2]) or own
    parts = [f"{module(path)}.{function}" for path, function in frames[:-6:-1]]
    where = own and ("__main__" if own[-1] == (program, "<module>") else own[-1][0] if own[-1][1] == "<module>" else own[-1][1] + "()")
    title = f"{os.path.basename(program)} crashed with {name}" + (f" in {where}" if where else "") + (f": {message}" if message else "")
    return {"signature": "|".join(["python", base(program), classes, *parts]), "basis": "stack" if parts else "reason",
            "section": "Traceback", "title": title if program else None}


def java(fields):
    lines, rest = lines_of(text(fields, "StackTrace")), []
    for at, line in enumerate(lines):
        rest = lines[at:]
        if line:
            break
    if rest:
        rest[0] = re.sub(r'^Exception in thread "(?:(?!" ).)*(" |$)', "", rest[0], flags=re.S)
    program = text(fields, "ExecutablePath")
    row = log_model.java([{"message": "FATAL EXCEPTION: ", "process_id": 0}, {"message": f"Process: {program}, PID: 0"}] +
                         [{"message": line} for line in rest])
    if "signature" not in row:
        return {"signature": f"java|{base(program)}|?", "basis": "head"}
    return {"signature": row["signature"], "basis": "stack" if row["frames"] else "reason", "section": "StackTrace"}


# --- the system -------------------------------------------------------------------------------------------------------


def kernel(fields):
    found = kernel_model.crashes("\n".join(lines_of(text(fields, "OopsText"))).encode())
    if not found:
        return {"signature": "kernel|oops", "basis": "head", "process_name": None, "process_id": None}
    row = found[0]
    return {"signature": row["signature"], "basis": "stack" if row["trace"] or "pc" in row else "reason", "section": "OopsText",
            "kind": KERNEL.get(row["kind"], "kernel_crash"), "process_name": row.get("comm") or None, "process_id": row.get("pid")}


def dump(fields):
    found = (re.match(r"[ \t]*#[0-9]+[ \t]*\[[^]]*\][ \t]*([^ ]+)", line) for line in lines_of(text(fields, "Stacktrace")))
    names = [tombstone_model.normal(m[1].rstrip(" \t")) for m in found if m]
    names = [name for name in names if name not in KERNEL_SKIP][:3]
    return {"signature": "|".join(["kernel", "crash", *names]), "basis": "stack" if names else "head",
            "section": "Stacktrace" if names else None}


STEP = re.compile(r"dpkg: error processing (?:package |archive )?[ \t]*(.*) \(--(.*)\):", re.S)


def package(fields):
    words = text(fields, "Package").strip(" \t").split(" ")
    name, lines = words[0], [line.rpartition("\r")[2] for line in lines_of(text(fields, "DpkgTerminalLog"))]
    found = []
    for line, after in zip(lines, lines[1:]):
        m = STEP.fullmatch(line)
        if m and after[:1] in (" ", "\t"):
            what = m[1].rpartition("/")[2].partition("_")[0] if "/" in m[1] else m[1]
            found.append((what.partition(":")[0] == name, m[2], after.strip(" \t")))
    parts, section = [], None
    if found and (next((f for f in found if f[0]), found[-1]))[2]:
        parts, section = list(filter(None, next((f for f in found if f[0]), found[-1])[1:])), "DpkgTerminalLog"
    else:
        said = [line.strip(" \t") for line in lines_of(text(fields, "ErrorMessage")) if line.strip(" \t")]
        parts, section = said[-1:], "ErrorMessage" if said else None
    return {"signature": "|".join(["package", name or "?", *parts]), "basis": "reason" if parts else "head", "section": section,
            "process_name": name or None}


def suspend(fields):
    machine = text(fields, "MachineType").strip(" \t")
    return {"signature": f"suspend|{text(fields, 'Failure')}|{machine or '?'}", "basis": "reason", "section": "Failure",
            "process_name": None}


# --- a report ---------------------------------------------------------------------------------------------------------


def fault(fields):
    typed, failure = fields.get("ProblemType"), text(fields, "Failure")
    traced, signalled = "Stacktrace" in fields or "StacktraceTop" in fields, "Signal" in fields
    if typed == "KernelCrash":
        return "kernel_crash", dump(fields)
    if typed == "KernelOops":
        asleep = "suspend" in failure or "resume" in failure
        return ("suspend_failure", suspend(fields)) if asleep else ("kernel_crash", kernel(fields))
    if typed == "Package":
        return "package_failure", package(fields)
    if "Traceback" in fields and not (signalled and traced):
        return "python_crash", python(fields)
    if "StackTrace" in fields and not signalled:
        return "java_crash", java(fields)
    return ("native_crash", native(fields)) if signalled or traced else ("other", {})


def other_title(fields):
    """Of a report that has no standard title."""
    if text(fields, "Title"):
        return text(fields, "Title")
    subject = os.path.basename(text(fields, "ExecutablePath")) or next(iter(text(fields, "Package").split()), "")
    try:
        return (f"{subject} crashed with " if subject else "") + apport_signatures.signal_name(fields)
    except (KeyError, TypeError, ValueError):
        return ": ".join(part for part in (subject, text(fields, "ProblemType")) if part) or None


def message(fields):
    if fields.get("Signal") != "11":
        return None
    reason = text(fields, "SegvReason") or (apport_segv.row(fields) or {}).get("reason", "")
    return ", ".join(reason.splitlines()) or None


def row_of(fields, line, offset):
    said, program = apport_signatures.row(fields), fields.get("ExecutablePath")
    kind, found = fault(fields)
    title, signature = said.get("standard_title"), said.get("duplicate_signature")
    retraced = signature is None and said.get("retraced_signature") is not None
    if retraced:
        signature, title = said["retraced_signature"], said.get("retraced_title", title)
    title = found.pop("title", None) or title or other_title(fields)
    pid = next((int(m[1]) for m in map(re.compile(r"Pid:[ \t]*(-?[0-9]+)").match, lines_of(text(fields, "ProcStatus")))
                if m and -2**31 <= int(m[1]) < 2**31), None)
    row = {"kind": kind, "process_name": text(fields, "ExecutablePath") or None, "process_id": pid, "signature": None, "basis": None,
           "section": None, **found}
    return {**row, "severity": SEVERITY[row["kind"]], "retraced": retraced, "truncated": 0, "apport_signature": signature,
            "crash_signature": said.get("crash_signature") if "DuplicateSignature" in fields else None,
            "title": title and re.sub("[\r\n]", " ", title.rstrip("\r\n")),
            "address_signature": text(fields, "StacktraceAddressSignature") or said.get("crash_signature_addresses"),
            "executable_path": program if isinstance(program, str) else None, "time_text": text(fields, "Date") or None,
            "message": message(fields), "line": line, "start_offset": offset}


def rows(reports):
    return [row_of(*report) for report in reports]
