# SPDX-License-Identifier: MIT
"""What apport.report.Report 2.36 says of the fields of a report, written after docs/triage.md with Python's own `re`.

`row(fields)`: the row of apport.signature for a dict of str and bytes; a member that raises has MEMBER_error instead.
"""
import os
import re
import signal
import urllib.parse

KEYS = set("ProblemType ExecutablePath Signal SignalName AssertionMessage Stacktrace StacktraceTop ProcMaps Traceback _PythonExceptionQualifier "
           "Failure MachineType dmi.bios.version NonfreeKernelModules OopsText Package ErrorMessage Architecture PackageArchitecture "
           "DuplicateSignature".split())
UNWINDERS = {"g_logv", "g_log", "IA__g_log", "IA__g_logv", "g_assert_warning", "IA__g_assert_warning", "__GI_abort", "_XError"}
X_ERRORS = {"handle_response", "handle_error", "XWindowEvent"}


# --- signatures -------------------------------------------------------------------------------------------------------


def crash(r):
    if "ExecutablePath" not in r and r["ProblemType"] not in ("KernelCrash", "KernelOops"):
        return None
    if "Stacktrace" in r and r["ProblemType"] == "KernelCrash":
        found = (re.match(r"^\s*#\d+\s\[\w+\]\s(\w+)", line) for line in r["Stacktrace"].splitlines())
        return ":".join(["kernel"] + [m[1] for m in found if m])
    if r.get("Signal") == "6" and "AssertionMessage" in r:
        return re.sub("0x[0-9a-f]{6,}", "ADDR", r["ExecutablePath"] + ":" + r["AssertionMessage"])
    if "StacktraceTop" in r and "Signal" in r:
        return by_top(r)
    if "Traceback" in r:
        return by_traceback(r)
    if r["ProblemType"] == "KernelOops" and "Failure" in r and ("suspend" in r["Failure"] or "resume" in r["Failure"]):
        return r["Failure"] + "".join(f":{r[key]}" for key in ("MachineType", "dmi.bios.version") if r.get(key))
    return by_oops(r["OopsText"].split("\n")) if "OopsText" in r else None


def by_top(r):
    parts, lines = [f"{r['ExecutablePath']}:{r['Signal']}"], r["StacktraceTop"].splitlines()
    for line in lines if len(lines) > 1 else [""]:
        m = re.match(r"^(?:([\w:~]+).*|(<signal handler called>)\s*)$", line)
        if not m:
            return None
        parts.append(m[1] or m[2])
    return ":".join(parts)


def by_traceback(r):
    lines = r["Traceback"].splitlines()
    if len(lines) == 1:
        m = re.match(r"(\w+): ", lines[0])
        return m and r["ExecutablePath"] + ":" + m[1]
    if len(lines) < 3:
        return None
    exception = lines[-1].split(":")[0]
    if "_PythonExceptionQualifier" in r:
        exception += f"({r['_PythonExceptionQualifier']})"
    frames = (re.match(r'^\s+File "([^"]+).*line (\d+).*\sin (.*)$', line) for line in lines)
    names = [f"{m[1]}@{m[2]}" if m[3] == "<module>" else m[3] for m in frames if m]
    return ":".join([r["ExecutablePath"], exception] + names)


def address(line):
    m = re.search(r"\[.*\] (.*)$", line)
    if m and not m[1]:
        raise AssertionError(line)
    return [m[1]] if m and m[1][0] != "?" else []


def by_oops(lines):
    body, parts = False, []
    for line in lines:
        m = re.search("^BUG: unable to handle (.*) at ", line)
        if m and not m[1]:
            raise AssertionError(line)
        parts += [m[1]] if m else []
        if line.startswith("IP: "):
            parts += address(line)
        elif line.startswith("Call Trace:"):
            body = True
        elif body and line.startswith(" "):
            parts += address(line)
        else:
            body = False
    return ":".join(parts) or None


# --- addresses --------------------------------------------------------------------------------------------------------


def maps(text):
    for line in text.splitlines():
        m = re.match(r"^([0-9a-fA-F]+)-([0-9a-fA-F]+).*\s{2,}(\S.*$)", line)
        if m:
            yield int(m[1], 16), int(m[2], 16), m[3]
        elif line.strip() and not re.match(r"^[0-9a-fA-F]+-[0-9a-fA-F]+\s", line):
            raise AssertionError(line)


def by_addresses(r):
    if not {"ProcMaps", "Stacktrace", "Signal"} <= r.keys() or r["ProcMaps"].startswith("Error: "):
        return None
    found, failed, ranges = [], 0, None
    for line in r["Stacktrace"].splitlines():
        if not line.startswith("#") or not line.split()[1].startswith("0x"):
            continue
        number = int(line.split()[1], 16)
        if number < 0x1000:
            continue
        ranges = list(maps(r["ProcMaps"])) if ranges is None else ranges
        at = next((f"{path}+{number - start:x}" for start, end, path in ranges if start <= number <= end), None)
        failed += at is None
        found += [at.replace(":", "..")] if at else []
        if len(found) == 15:
            break
    if (len(found) / failed < 4 or len(found) < 6) if failed else len(found) < 3:
        return None
    return f"{r['ExecutablePath']}:{r['Signal']}:{':'.join(found)}"


# --- the stack's top --------------------------------------------------------------------------------------------------


def stacktrace_top(r):
    kept, unwound, unwinding, x_error = [], False, False, False
    for line in r["Stacktrace"].splitlines():
        m = re.match(r"^#(\d+)\s+(?:0x(?:\w+)\s+in\s+\*?(.*)|(<signal handler called>)\s*)$", line) or re.match(r"^#(\d+)\s+(.*)()$", line)
        if not m:
            continue
        name = m[2].split()[0].split("(")[0] if m[2] else None
        if not unwound or unwinding:
            if x_error and (name and name.startswith("_X") or name in X_ERRORS):
                continue
            x_error, unwinding = name == "_XError", bool(m[3]) or name in UNWINDERS
            if unwinding:
                kept, unwound = [], unwound or bool(m[3])
                continue
        frame = m[2] or m[3]
        if not re.match(r"^(__.*_s?sse\d+(?:_\w+)?|__kernel_vsyscall)$", frame.split()[0]) and len(kept) < 5:
            kept.append(frame)
    return "\n".join(kept).strip()


def useful(r):
    lines = r["StacktraceTop"].splitlines() if r.get("StacktraceTop") else ["??"]
    unknown = sum(line.startswith("??") for line in lines)
    return unknown == 0 if len(lines) < 3 else 2 * unknown <= len(lines)


def top_function(r):
    return next((f for f in (line.split("(")[0].strip() for line in r.get("StacktraceTop", "").splitlines()) if f != "??"), None)


# --- titles -----------------------------------------------------------------------------------------------------------


def title(r):
    program = os.path.basename(r.get("ExecutablePath", ""))
    if r.get("Signal") == "6" and {"ExecutablePath", "AssertionMessage"} <= r.keys():
        return f"{program} assert failure: {r['AssertionMessage']}"
    if {"Signal", "ExecutablePath", "StacktraceTop"} <= r.keys():
        return f"{program} crashed with {signal_title(r)}"
    if {"Traceback", "ExecutablePath"} <= r.keys():
        return traceback_title(r, program, r["Traceback"].splitlines())
    if r.get("ProblemType") == "Package" and "Package" in r:
        end = ": " + r["ErrorMessage"].splitlines()[-1] if r.get("ErrorMessage") else ""
        return f"package {r['Package']} failed to install/upgrade" + end
    if r.get("ProblemType") != "KernelOops":
        return None
    if "OopsText" in r:
        lines = r["OopsText"].split("\n")
        return lines[1] if r["OopsText"].startswith("------------[ cut here ]------------") else lines[0]
    if "Failure" not in r:
        return None
    modules = " [non-free: " + r["NonfreeKernelModules"] + "]" if "NonfreeKernelModules" in r else ""
    return ("[" + r["MachineType"] + "] " if "MachineType" in r else "") + r["Failure"] + " failure" + modules + "\n"


def signal_name(r):
    number, names = int(r["Signal"]), {s.value: s.name for s in signal.Signals}
    return f"{r.get('SignalName') or names.get(number) or f'signal {number}'}"


def signal_title(r):
    name, function = signal_name(r), top_function(r)
    text = name + (f" in {function}()" if function else "")
    own = r.get("PackageArchitecture", "all")
    foreign = "Architecture" in r and own not in ("all", r["Architecture"])
    return text + (f" [non-native {own} package]" if foreign else "")


def traceback_title(r, program, lines):
    if len(lines) < 3:
        return f"{program} crashed with {lines[0]}" if lines else None
    frames = [m for m in (re.match(r'^\s*File\s*"(\S+)".* in (.+)$', line) for line in lines) if m]
    path, name = frames[-1].groups() if frames else (None, "unknown")
    where = "__main__" if path == r["ExecutablePath"] else path
    exception, colon, message = lines[-1].partition(":")
    end = ":" + message if message[:1] == " " and message != " " else ""
    return f"{program} crashed with {exception} in {where if name == '<module>' else name + '()'}{end}"


def url_hash(text):
    if "\n" in text:
        return None
    return urllib.parse.quote_plus("_".join(text.split(" ", 1)[0].split(":", 2)[:2]).replace("/", "_").encode())[:200]


# --- the row ----------------------------------------------------------------------------------------------------------


def duplicate(r):
    found = r["DuplicateSignature"] if "DuplicateSignature" in r else crash(r)
    if isinstance(found, bytes):
        raise TypeError
    return found


def put(to, member, function, r):
    try:
        to[member] = function(r)
    except KeyError:
        to[member + "_error"] = "missing_field"
    except (AssertionError, AttributeError, IndexError, TypeError, ValueError):
        to[member + "_error"] = "malformed"


def row(fields):
    to = {}
    for member, function in (("crash_signature", crash), ("crash_signature_addresses", by_addresses), ("standard_title", title),
                             ("has_useful_stacktrace", useful), ("stacktrace_top_function", top_function),
                             ("duplicate_signature", duplicate)):
        put(to, member, function, fields)
    if to.get("duplicate_signature") is not None:
        to["duplicate_hash"] = url_hash(to["duplicate_signature"])
    if "Stacktrace" in fields:
        put(to, "generated_top", stacktrace_top, fields)
    if "generated_top" in to:
        anew = {**fields, "StacktraceTop": to["generated_top"]}
        put(to, "retraced_signature", crash, anew)
        put(to, "retraced_title", title, anew)
        put(to, "retraced_useful", useful, anew)
    return {member: value for member, value in to.items() if value is not None}
