#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Made-up reports of faults, as the table apport.triage_finding has them, as was noted when they were made, and as the model has them.

    random_faults.py LIBRARY [COUNT [FIRST]]     files of the seeds FIRST .. FIRST+COUNT-1, 2000 from 0
"""
import json
import os
import pathlib
import random
import sys

os.environ["DIAGFMT_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "python"))
import paths  # noqa: E402,F401

import apport_faults  # noqa: E402
import corpus  # noqa: E402
import diagfmt  # noqa: E402

SIGNALS = {11: "SIGSEGV", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 4: "SIGILL", 5: "SIGTRAP"}
# What gdb prints of a function, and its normal form.
OWN = [("render", "render"), ("Ui::Pane::draw() const", "Ui::Pane::draw"), ("Ui::Pane::draw(int)", "Ui::Pane::draw"),
       ("std::vector<int, std::allocator<int> >::at", "std::vector<>::at"), ("sum<long>", "sum<>"),
       ("void scale<double>(double)", "scale<>"), ("(anonymous namespace)::load", "(anonymous namespace)::load"),
       ("std::function<void (int)>::operator()", "std::function<>::operator()"), ("Set::operator<<", "Set::operator<<"),
       ("pool_get.isra.0", "pool_get"), ("pool_put.part.3.cold", "pool_put"), ("blend.constprop.12", "blend"),
       ("app::store::Store::open::{{closure}}", "app::store::Store::open::{{closure}}"), ("<app::Key as core::fmt::Display>::fmt", "<app::Key as core::fmt::Display>::fmt"),
       ("main.(*Queue).Pop", "main.(*Queue).Pop"), ("net/http.(*conn).serve", "net/http.(*conn).serve"), ("_Z3foov", "_Z3foov"),
       ("operator new", "operator new"), ("main", "main")]
TOPS = ["__pthread_kill_internal", "__GI_raise", "*__GI_abort", "abort", "raise", "__libc_message_impl", "__assert_fail_base", "__assert_fail", "malloc_printerr",
        "g_logv", "g_log_structured_array", "g_assertion_message_expr", "__gnu_cxx::__verbose_terminate_handler", "std::terminate", "__cxxabiv1::__terminate",
        "rust_panic", "std::panicking::begin_panic_handler::{{closure}}", "core::panicking::panic_fmt", "core::option::unwrap_failed", "std::rt::begin_panic_fmt",
        "runtime.fatalthrow.func1", "runtime.throw", "__kernel_vsyscall", "_ZN10__cxxabiv111__terminateEPFvvE"]
BASES = ["__libc_start_call_main", "__libc_start_main_impl", "_start", "start_thread", "__GI___clone3", "runtime.goexit", "std::rt::lang_start_internal",
         "core::ops::function::FnOnce::call_once{{vtable.shim}}"]
ARGUMENTS = ["", "x=1", 'name=0x7f12 "a (b) c", n=0x7ffc', "this=0x55aa, f=...", "argc=2, argv=0x7ffd"]
ENDS = [" at ../src/a b/x.cc:12", " from /usr/lib/x86_64-linux-gnu/libdemo.so.4", "", " at ./nptl/pthread_kill.c:44"]


def value(key, text):
    lines = text.split("\n")
    return f"{key}: {text}\n" if len(lines) == 1 else f"{key}:\n" + "".join(f" {line}\n" for line in lines)


def program(rnd):
    name = rnd.choice(["viewer", "gnome-viewer", "a.out", "x y"])
    return rnd.choice(["/usr/bin/", "/opt/Demo App/", "/snap/demo/12/bin/"]) + name, name


def head(rnd, typed="Crash"):
    return {"ProblemType": typed, "Date": rnd.choice(["Tue Mar  4 23:59:59 2025", "Sun Nov 29 01:02:03 2026"]), "Uname": "Linux"}


# --- programs ---------------------------------------------------------------------------------------------------------


def frames(rnd, want):
    """[what gdb prints], and names that count."""
    shown = [rnd.choice(TOPS) for _ in range(rnd.choice([0, 0, 1, 4, 9]))]
    names = []
    for _ in range(rnd.choice([1, 2, 3, 5, 8])):
        if rnd.random() < 0.15 and names:
            shown += ["??"] * rnd.choice([1, 2])
            names += ["<anon>"] * (names[-1] != "<anon>")
        else:
            show, name = rnd.choice(OWN)
            shown.append(show)
            names.append(name)
    if rnd.random() < 0.7:
        shown += [rnd.choice(BASES), rnd.choice(OWN)[0]]
    if rnd.random() < 0.2:
        shown = [rnd.choice(OWN)[0], "<signal handler called>"] + shown
    return shown, names[:5]


def gdb(rnd, n, show):
    if show == "<signal handler called>":
        return f"#{n:<3}{show}"
    address = f"0x{rnd.randrange(1 << 48):016x} in " if n or rnd.random() < 0.5 else ""
    return f"#{n:<3}{address}{show} ({rnd.choice(ARGUMENTS)}){rnd.choice(ENDS)}"


def native(rnd):
    path, name = program(rnd)
    number = rnd.choice(list(SIGNALS))
    r = {**head(rnd), "ExecutablePath": path, "ProcStatus": "Name:\tx\nTgid:\t12\nPid:\t4711\nPPid:\t1", "Signal": str(number)}
    if rnd.random() < 0.5:
        r["SignalName"] = SIGNALS[number]
    shown, names = frames(rnd, 5)
    how = rnd.choice(["both", "stack", "top", "unknown", "fresh"])
    listed = [gdb(rnd, n, show) for n, show in enumerate(shown)]
    locals_ = ["        i = 3", "No locals.", "        text = \"#9  0x1 in nowhere ()\""]
    if how in ("both", "stack"):
        r["Stacktrace"] = "\n".join(line for one in listed for line in [one] + rnd.sample(locals_, rnd.choice([0, 0, 2])))
    if how == "both":
        r["StacktraceTop"] = "wrong ()\nother ()"
    if how == "top":
        r["StacktraceTop"] = "\n".join(show + (" ()" if show[0] != "<" or show.startswith("<app") else "") for show in shown)
    if how == "unknown":
        r["Stacktrace"], names = "#0  0x00007f00 in ?? ()\nNo symbol table info available.\n#1  0x0 in ?? () from /lib/x.so", []
    if how == "fresh":
        names = []
    if rnd.random() < 0.2:
        r["StacktraceAddressSignature"] = "/usr/bin/viewer:11:/usr/bin/viewer+1"
    return r, {"kind": "native_crash", "severity": 75, "process_name": path, "process_id": 4711, "basis": "stack" if names else "head",
               "signature": "|".join(["native", name, SIGNALS[number], *names])}


FILES = [("/usr/lib/python3/dist-packages/demo/net/client.py", "client"), ("/usr/share/demo/lib/__init__.py", "lib"), ("/home/u/.local/tool.py", "tool"),
         ("<string>", "<string>")]
PLUMBING = ["/usr/lib/python3.11/asyncio/base_events.py", "/usr/lib/python3.13/threading.py", "<frozen importlib._bootstrap>", "/usr/lib/python3.12/contextlib.py",
            "/usr/lib/python3.10/concurrent/futures/thread.py"]
FUNCTIONS = ["fetch", "<module>", "__init__", "<lambda>", "<listcomp>"]
CLASSES = ["ValueError", "demo.errors.NoRoute", "OSError", "KeyError", "RuntimeError", "demo.<locals>.Odd"]
MESSAGES = ["", "no route: host", "[Errno 2] No such file: 'x'", "a\nb: c\nTraceback (most recent call last):\n  File \"/x\", line 1, in f", "one\n\nnote: two"]


def python_frames(rnd, path, least=0):
    lines, names = [], []
    for _ in range(rnd.choice([least, 1, 3, 7])):
        if rnd.random() < 0.3:
            lines += [f'  File "{rnd.choice(PLUMBING)}", line {rnd.randrange(999)}, in run', "    return self._run()", "           ~~~~~~~~~^^"]
            continue
        file, module = rnd.choice(FILES + [(path, os.path.basename(path))])
        function = rnd.choice(FUNCTIONS)
        lines += [f'  File "{file}", line {rnd.randrange(1, 999)}, in {function}'] + (["    work()"] if rnd.random() < 0.8 else [])
        names.append((f"{module}.{function}", "__main__" if (file, function) == (path, "<module>") else file if function == "<module>" else function + "()"))
        if rnd.random() < 0.1:
            lines.append("  [Previous line repeated 970 more times]")
    return lines, names


def one_exception(rnd, path, raised=True):
    name, message = rnd.choice(CLASSES), rnd.choice(MESSAGES)
    lines, names = python_frames(rnd, path) if raised else ([], [])
    printed = ["Traceback (most recent call last):", *lines] if raised else []
    return printed + (name + (": " + message if message else "")).split("\n"), (name, message.split("\n")[0], names, [])


def emitted(lines, depth, first="|"):
    if not depth:
        return lines
    return [" " * (2 * depth) + (first if not i else "|") + " " + line for i, line in enumerate(lines)]


def group(rnd, path, depth):
    """A group as CPython prints it; depth: of exceptions around it. Returns lines, and (class, message, frames, leaves)."""
    own = depth + (depth == 0)
    name, message = rnd.choice(["ExceptionGroup", "BaseExceptionGroup", "demo.Many"]), rnd.choice(["jobs", "a: b"]) + " (2 sub-exceptions)"
    traced, names = python_frames(rnd, path, 1)
    lines = emitted(["Exception Group Traceback (most recent call last):", *traced, f"{name}: {message}"], own, "|" if depth else "+")
    leaves = []
    for i in range(rnd.choice([1, 2, 3])):
        lines.append(" " * (2 * own) + ("+-" if i == 0 else "  ") + f"+---------------- {i + 1} ----------------")
        if rnd.random() < 0.25 and own < 4:
            more, (_, _, _, below) = group(rnd, path, own + 1)
            lines += more
            leaves += below
            continue
        more, leaf = chain(rnd, path) if rnd.random() < 0.2 else one_exception(rnd, path, rnd.random() < 0.7)
        lines += emitted(more, own + 1)
        leaves.append(leaf)
    if rnd.random() < 0.1:
        lines += [" " * (2 * own) + "  +---------------- ... ----------------"] + emitted(["and 7 more exceptions"], own + 1)
    return lines + [" " * (2 * own + 2) + "+------------------------------------"] * (lines[-1][-5:] != "-----"), (name, message, names, leaves)


def chain(rnd, path, groups=False):
    one = (lambda: group(rnd, path, 0) if groups and rnd.random() < 0.6 else one_exception(rnd, path))
    lines, fault = one()
    decided = False
    for _ in range(rnd.choice([0, 1, 1, 2])):
        cause = rnd.random() < 0.5
        lines += ["", "The above exception was the direct cause of the following exception:" if cause else
                  "During handling of the above exception, another exception occurred:", ""]
        more, other = one()
        lines += more
        decided = cause
        fault = fault if decided else other
    return lines, fault


def python(rnd):
    path, name = program(rnd)
    lines, (exception, message, names, leaves) = chain(rnd, path, True) if rnd.random() < 0.6 else group(rnd, path, 0)
    leaves.sort(key=lambda leaf: leaf[0])
    shown = exception + ("(" + ",".join(sorted({leaf[0] for leaf in leaves})) + ")" if leaves else "")
    used = leaves and leaves[0][2] or names
    text = "\n".join(lines)
    title = f"{name} crashed with {exception}" + (f" in {names[-1][1]}" if names else "") + (f": {message}" if message else "")
    return {**head(rnd), "ExecutablePath": path, "Traceback": text.strip() if rnd.random() < 0.5 else text}, {
        "kind": "python_crash", "severity": 70, "basis": "stack" if used else "reason", "title": title,
        "signature": "|".join(["python", name, shown] + [n for n, _ in used[:-6:-1]])}


def java(rnd):
    path, name = program(rnd)
    lines = ['Exception in thread "pool-1 thread" java.lang.IllegalStateException: a: b', "\tat org.demo.App.run(App.java:3)"]
    root, frames_ = "java.lang.IllegalStateException", ["org.demo.App.run"]
    if rnd.random() < 0.5:
        lines += ["Caused by: org.demo.Bad", "\tat org.demo.Map$1.get(Map.java)", "\tat org.demo.Map.lambda$x$7(Unknown Source)", "\t... 1 more"]
        root, frames_ = "org.demo.Bad", ["org.demo.Map$1.get", "org.demo.Map.lambda$x"]
    return {**head(rnd), "ExecutablePath": path, "StackTrace": "\n".join(lines)}, {
        "kind": "java_crash", "severity": 70, "signature": "|".join(["java", name, root, *frames_]), "basis": "stack"}


# --- the system -------------------------------------------------------------------------------------------------------


def oops(rnd):
    names = rnd.sample(["ext_read", "tcp_push", "vfs_write", "do_work"], 4)
    old = rnd.random() < 0.4
    frame = (lambda name: f" [<ffffffff8{rnd.randrange(1 << 28):07x}>] {name}+0x1f/0x40") if old else (lambda name: f" {name}+0x1f/0x40 [mod]")
    time = rnd.random() < 0.3
    lines = ["BUG: unable to handle page fault for address: ffffc90000001000", "CPU: 2 PID: 77 Comm: kworker/2:1 Not tainted 6.1.0 #1",
             f"RIP: 0010:{names[0]}+0x3/0x9 [mod]", "Call Trace:"] + ([] if old else [" <TASK>", " ? show_regs+0x6d/0x80"]) + [frame(n) for n in names[1:]] + \
            [frame("kthread"), "---[ end trace 0000000000000000 ]---"]
    if time:
        lines = [f"[  99.{i:06d}] {line}" for i, line in enumerate(lines)]
    return {**head(rnd, "KernelOops"), "Failure": "oops", "OopsText": "\n".join(lines)}, {
        "kind": "kernel_crash", "severity": 100, "signature": "|".join(["kernel", "oops", *names]), "process_name": "kworker/2:1", "process_id": 77,
        "basis": "stack"}


def dump(rnd):
    names = rnd.sample(["crash_kexec", "ext_read", "tcp_push", "do_work"], 4)
    lines = ["PID: 1  TASK: ffff8801  CPU: 0  COMMAND: \"init\""] + [f" #{i} [ffff88010{i:03x}] {name} at ffffffff81{i:06x}" for i, name in enumerate(["panic", *names])]
    return {**head(rnd, "KernelCrash"), "Stacktrace": "\n".join(lines)}, {
        "kind": "kernel_crash", "severity": 100, "signature": "|".join(["kernel", "crash", *names[:3]]), "basis": "stack"}


def package(rnd):
    name, reason = rnd.choice(["libdemo4", "demo-tools", "g++-12"]), "triggers looping, abandoned"
    what = rnd.choice([name, f"package {name}", f"package {name}:amd64", f"archive /var/cache/apt/archives/{name}_1%3a2-3_amd64.deb"])
    other = ["dpkg: error processing package zlib (--unpack):", " dependency problems - leaving unconfigured"]
    step = rnd.choice(["configure", "unpack", "install"])
    said = [f"Progress 10%\rProgress 20%\rdpkg: error processing {what} (--{step}):", "\t" + reason if rnd.random() < 0.3 else " " + reason]
    how = rnd.choice(["ours", "after", "other", "none"])
    log = {"ours": said + other, "after": other + said, "other": other, "none": ["Setting up x", "dpkg: error processing package y (--configure):", "no reason"]}[how]
    want = {"ours": [step, reason], "after": [step, reason], "other": ["unpack", other[1].strip()], "none": ["last words"]}[how]
    return {**head(rnd, "Package"), "Package": name + " 1.2", "ErrorMessage": "first words\nlast words", "DpkgTerminalLog": "\n".join(["Log started"] + log + ["Log ended"])}, {
        "kind": "package_failure", "severity": 48, "process_name": name, "signature": "|".join(["package", name, *want]), "basis": "reason"}


def suspend(rnd):
    failure, machine = rnd.choice(["suspend", "suspend/resume", "hibernate/resume"]), rnd.choice(["", "Frob 9 (x)"])
    r = {**head(rnd, "KernelOops"), "Failure": failure, "Title": "t"}
    if machine:
        r["MachineType"] = machine
    return r, {"kind": "suspend_failure", "severity": 50, "signature": f"suspend|{failure}|{machine or '?'}", "process_name": None, "basis": "reason"}


def other(rnd):
    return {**head(rnd, "Bug"), "Package": "demo 1"}, {"kind": "other", "severity": 10, "signature": None, "basis": None}


def make_file(rnd):
    """Its bytes, and rows."""
    data, want, crlf = "", [], rnd.random() < 0.15
    for _ in range(rnd.choice([1, 1, 1, 2, 3])):
        fields, row = rnd.choice([native, native, python, python, java, oops, dump, package, suspend, other])(rnd)
        row.update(time_text=fields["Date"], line=data.count("\n") + 1, start_offset=len((data.replace("\n", "\r\n") if crlf else data).encode()))
        data += "".join(value(key, text) for key, text in fields.items())
        want.append(row)
    return (data.replace("\n", "\r\n") if crlf else data).encode(), want


# --- comparing --------------------------------------------------------------------------------------------------------


def rows_of(data):
    return [json.loads(line) for line in diagfmt.rows(data, "apport.triage_finding", format="apport").to_json().splitlines()]


def modelled(data):
    reports = []
    with diagfmt.open(data, format="apport") as reader:
        for event in reader:
            key = event.body.key
            if not reports or (key == "ProblemType" and key in reports[-1][0]):
                reports.append(({}, event.body.line, event.offset))
            reports[-1][0][key] = event.body.text
    return apport_faults.rows(reports)


def like(row, keys):
    """A row with these members; flags as they are in JSON."""
    return {key: bool(row.get(key)) if key in ("retraced", "truncated") else row.get(key) for key in keys}


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else corpus.rounds(2000)
    first, tally = int(sys.argv[3]) if len(sys.argv) > 3 else 0, corpus.Tally()
    for seed in range(first, first + count):
        data, noted = make_file(random.Random(seed))
        with tally.case(f"seed {seed}"):
            rows = rows_of(data)
            tally.equal("noted", noted, [like(row, want) for row, want in zip(rows, noted)])
            model = modelled(data)
            tally.equal("model", [like(row, row) for row in model], [like(row, want) for row, want in zip(rows, model)])
            tally.equal("number", len(noted), len(rows))
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
